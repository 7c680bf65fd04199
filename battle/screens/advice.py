"""Where a result leads: whom to try next, and why.

The words stand below the score; `level` is what a button plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from battle.game.events import SIDES
from battle.game.session import Session
from battle.game.setup import ladder, played_by, stronger
from battle.language import _
from battle.profile.records import (
    LOSSES_TO_FALL,
    WINS_TO_RISE,
    Outcome,
    OwnGame,
    leads_to_level,
    loss_words,
    rungs,
    usual_loss,
)
from battle.rules.position import ALL_TILES
from battle.rules.quick import quick_tiles
from battle.screens.people import wanted_words


@dataclass(frozen=True)
class LevelAdvice:
    """Where a result leads: words, the level to try, empty if the same again, and how sure."""

    words: str
    level: str = ""
    rests_on: str = ""


def circle_of(session: Session, games: Sequence[OwnGame]) -> str:
    """Return whose circle a win without help would fill, empty if none."""
    start = session.game.start
    is_whole = quick_tiles(start) > 0 or start.tiles_left == ALL_TILES
    if session.person is None or not session.has_solver or not is_whole or any(start.given):
        return ""
    level = session.level or ladder()[-1].name
    rung = next(one for one in rungs(games) if one.level.name == level)
    return rung.name if rung.wins is not None and rung.wanted else ""


def analyse_price(circle: str) -> str:
    """Say what a look at a game that goes on costs, which somebody's circle may rest on."""
    if not circle:
        return _("Analyse counts as help.")
    return _("Analyse counts as help: {name}’s circle then stays empty.").format(name=circle)


def level_advice(session: Session, games: Sequence[OwnGame]) -> LevelAdvice | None:
    """Return where the game leads, which is the last of `games`; None without advice."""
    if session.person is None or not games or games[-1].game.opponent != session.level:
        return None
    last = games[-1]
    if SIDES in session.help_used or not leads_to_level(last):
        return None
    played = (own for own in games[::-1] if own.game.opponent == session.level)
    lost = [*takewhile(lambda own: own.outcome is Outcome.LOST, filter(leads_to_level, played))]
    names = {"name": played_by(session.level), "n": len(lost)}
    weaker = stronger(session.level, -1)
    if len(lost) >= LOSSES_TO_FALL and weaker != session.level:
        words = _("{name} won {n} times in a row: try {level}.")
        words = words.format(level=played_by(weaker), **names)
        return LevelAdvice(words, weaker, loss_words(usual_loss(games)))
    rung = next((one for one in rungs(games) if one.level.name == session.level), None)
    if last.outcome is not Outcome.WON or rung is None or rung.wins is None:
        return None
    if last.game.was_shown:
        words = _("Won with help: {name}’s circle stays empty.").format(**names)
        return LevelAdvice(words) if rung.wanted else None
    above = stronger(session.level)
    if rung.wins == WINS_TO_RISE and above != session.level:
        words = _("{name}’s circles are yours: next, try {level}.")
        return LevelAdvice(words.format(level=played_by(above), **names), above)
    if not wanted_words(rung):
        return None
    words = _("{won} of {name}’s {count} circles is yours; {left} more, and {level} is next.")
    values = {"won": rung.wins, "count": WINS_TO_RISE, "left": rung.wanted}
    return LevelAdvice(words.format(level=played_by(above), **values, **names))
