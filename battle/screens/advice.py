"""Where a result leads: the level to try next, and why.

The words stand below the score; `level` is what a button plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battle.game.events import SIDES
from battle.game.session import Session
from battle.game.setup import ladder, played_by, stronger
from battle.language import _, ngettext
from battle.profile.records import (
    WINS_TO_RISE,
    Outcome,
    OwnGame,
    Suggestion,
    SuggestionReason,
    leads_to_level,
    loss_words,
    suggest,
    wins_alone,
)
from battle.words import sentences


@dataclass(frozen=True)
class LevelAdvice:
    """Where a result leads: words, the level to try, empty if the same again, and how sure."""

    words: str
    level: str = ""
    rests_on: str = ""


def level_advice(session: Session, games: Sequence[OwnGame]) -> LevelAdvice | None:
    """Return where the game leads, which is the last of `games`; None without advice."""
    if session.person is None or not games or games[-1].game.opponent != session.level:
        return None
    if SIDES in session.help_used:
        return None
    if not leads_to_level(games[-1]):
        return None
    suggestion = suggest(games)
    if suggestion.before != session.level:
        return None
    names, is_won = [label.name for label in ladder()], games[-1].outcome is Outcome.WON
    is_up = names.index(suggestion.level) > names.index(session.level)
    is_lost = games[-1].outcome is Outcome.LOST
    agrees = suggestion.why is not SuggestionReason.AGAIN or (is_won if is_up else is_lost)
    if suggestion.moves_on and agrees:
        return LevelAdvice(
            _move_on_words(suggestion), suggestion.level, loss_words(suggestion.loss)
        )
    if not is_won:
        return None
    said, following, has_help = list[str](), stronger(session.level), games[-1].game.has_help
    if has_help and wins_alone(games)[session.level] < WINS_TO_RISE:
        said.append(_("Won with help: no circle is filled."))
    if suggestion.nearly_up and following != session.level:
        more, alone = (
            _("One more win against {name}, and {level} is next."),
            _("Win without help, and {level} is next."),
        )
        said.append(alone if has_help else more)
    name, level = played_by(session.level), played_by(following)
    return LevelAdvice(sentences(*said).format(name=name, level=level)) if said else None


def _move_on_words(suggestion: Suggestion) -> str:
    names = {
        "name": played_by(suggestion.before),
        "level": played_by(suggestion.level),
        "n": suggestion.games,
    }
    if suggestion.why is SuggestionReason.WON:
        return _("Won {n} games in a row against {name}: try {level}.").format(**names)
    if suggestion.why in (SuggestionReason.AGAIN, SuggestionReason.ON_BALANCE):
        return _("Next, try {level}.").format(**names)
    return ngettext(
        "{name} was too strong: try {level}.",
        "{name} won {n} times in a row: try {level}.",
        suggestion.games,
    ).format(**names)
