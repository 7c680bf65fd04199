"""What a result means for a person: luck and skill apart, and which level to try next.

margin   what the game gave        luck   what par gave the seat        skill   margin − luck
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battle.analysis.ledger import Review
from battle.game.fair import luck_and_skill
from battle.game.levels import level_name, stronger
from battle.game.session import Session
from battle.game.words import verdict_words
from battle.language import _, ngettext
from battle.page.review import GamePar, against_par
from battle.profile.statistics import (
    Outcome,
    OwnGame,
    Suggestion,
    SuggestionReason,
    loss_words,
    suggest,
    tells_of_strength,
)
from battle.rules.game import Reason
from battle.rules.position import Player
from battle.words.numbers import about_points


def par_of(known: int | None, review: Review | None) -> GamePar | None:
    """Return the par of a game: what is proven of its deal, else what its review found, if any."""
    if known is not None:
        return GamePar(known, True)
    if review is None:
        return None
    return GamePar(review.par, review.par_exact, review.par_error)


def can_be_told(session: Session) -> bool:
    """Whether luck and skill can be told apart: only in a game that was played to its end."""
    return session.ending is not None and session.ending.reason is Reason.PLAYED_OUT


def skill_words(session: Session, par: GamePar | None) -> str:
    """Say what was luck and what was skill; that it is not known yet, if par is not."""
    if not can_be_told(session):
        return ""
    if par is None:
        return _("The review tells luck and skill apart.")
    if session.setup.named_by is not None:
        return verdict_words(session, par)
    if session.person is None:
        return _friends_words(session, par)
    return _own_words(session.position.margin, par, session.person)


def _own_words(margin: int, par: GamePar, person: Player) -> str:
    told = luck_and_skill(margin, par.value, person)
    worth = GamePar(told.luck, par.exact, par.error).words
    if not par.supports(told.skill):
        words = _("{result} Par is estimated: {par}. Luck or skill is not known yet.")
        return words.format(result=_result(told.margin), par=worth)
    better = about_points(abs(told.skill), exact=par.exact, error=par.error)
    if told.skill > 0:
        words = _("{result} Par was {par}: you outplayed it by {points}.")
    elif told.skill < 0:
        words = _("{result} Par was {par}: you stayed {points} below it.")
    else:
        words = _("{result} Par was {par}: you made just that of it.")
    return words.format(result=_result(told.margin), par=worth, points=better)


def _result(margin: int) -> str:
    if margin == 0:
        return _("A draw.")
    if margin > 0:
        return _("You won by {points}.").format(points=margin)
    return _("You lost by {points}.").format(points=-margin)


def _friends_words(session: Session, par: GamePar) -> str:
    return against_par(session.position.margin - par.value, par, session.names)


# --- where it leads -----------------------------------------------------------------------------


@dataclass(frozen=True)
class LevelAdvice:
    """Where a result leads: words, the level to try, empty if the same again, and how sure."""

    words: str
    level: str = ""
    rests_on: str = ""


def level_advice(session: Session, games: Sequence[OwnGame]) -> LevelAdvice | None:
    """Return where the game leads, which is the last of `games`; None if nothing is to be said."""
    if session.person is None or not games or games[-1].game.opponent != session.level:
        return None
    if not tells_of_strength(games[-1]):
        return LevelAdvice(_("Too few moves to say which level suits you."))
    found = suggest(games)
    if found.before != session.level:
        return None
    if found.moves_on:
        return LevelAdvice(_move_on_words(found), found.level, loss_words(found.loss))
    following = stronger(session.level)
    if games[-1].outcome is not Outcome.WON or following == session.level:
        return None
    if games[-1].game.has_help:
        words = _("Win without help, and {level} is next.")
    else:
        words = _("One more win against {name}, and {level} is next.")
    return LevelAdvice(words.format(name=level_name(session.level), level=level_name(following)))


def _move_on_words(found: Suggestion) -> str:
    names = {"name": level_name(found.before), "level": level_name(found.level), "n": found.games}
    if found.why is SuggestionReason.WON:
        return _("Won {n} games in a row against {name}: try {level}.").format(**names)
    if found.why is SuggestionReason.POINTS:
        return _("{level} is nearer to you than {name}.").format(**names)
    words = ngettext(
        "{name} was too strong: try {level}.",
        "{name} won {n} times in a row: try {level}.",
        found.games,
    )
    return words.format(**names)
