"""What the person's record says in words: opponents, days, how games ended, points lost."""

from __future__ import annotations

from typing import Final

from battle.language import N_, _, decimal, ngettext
from battle.profile.records import PlayedGame
from battle.profile.statistics import Outcome, OwnGame, opponent_words
from battle.rules.game import Reason
from battle.words.dates import day_words
from battle.words.numbers import hint_count, lost_figure, signed

OUTCOMES: Final = {
    Outcome.WON: N_("won"),
    Outcome.DRAWN: N_("drawn"),
    Outcome.LOST: N_("lost"),
}
_HELP: Final = {"analysis": N_("with analysis"), "teacher": N_("with teacher")}
ICONS: Final = {Outcome.WON: "trophy", Outcome.DRAWN: "handshake", Outcome.LOST: "minus"}


def players_words(game: PlayedGame) -> str:
    """Return who played: the opponent where the person played against the program, else both."""
    if game.person is not None:
        return opponent_words(game.opponent)
    return " – ".join(game.names)


def lost_words(own: OwnGame) -> str:
    """Return the points lost in a game, at least; a dash before a review.

    A game that began from a position, was given up or ran out of time tells nothing of a whole
    game: a dash too.
    """
    if own.lost is None or not own.is_played_out or not own.game.is_from_full_table:
        return "–"
    return lost_figure(own.lost, exact=own.is_proven)


def average_words(points: float | None, *, exact: bool = False) -> str:
    """Return an average of points without a sign: `≥ 28.5`."""
    if points is None:
        return "–"
    return lost_figure(decimal(points, 1) if points else 0, exact=exact)


def margin_words(margin: float | None) -> str:
    """Return an average margin with its sign, to one decimal."""
    if margin is None:
        return "–"
    sign = signed(1)[0] if margin > 0 else signed(-1)[0] if margin < 0 else ""
    return f"{sign}{decimal(abs(margin), 1)}"


def game_margin_words(game: PlayedGame) -> str:
    """Return the margin of a game, the person's if one played; a dash for a part of a game."""
    if game.ending.reason is not Reason.PLAYED_OUT or not game.is_from_full_table:
        return "–"
    return signed(game.margin_of(game.person or 1))


def games_words(number: int) -> str:
    """Return a number of games in words."""
    return ngettext("{n} game", "{n} games", number).format(n=number)


def points_words(game: PlayedGame) -> str:
    """Return the points, the person's first: `143 : 127`."""
    first, second = game.points if game.person != 2 else game.points[::-1]
    return f"{first} : {second}"


def line_words(own: OwnGame) -> str:
    """Return a game in a line: when, against whom, how it ended, what was lost, what helped."""
    parts = [
        day_words(own.game.ended),
        opponent_words(own.game.opponent),
        f"{_(OUTCOMES[own.outcome])} {points_words(own.game)}",
    ]
    if not own.game.is_from_full_table:
        parts.append(_("began from a position"))
    if own.skill is not None:
        parts.append(_skill_words(own.skill))
    if own.lost is not None and own.is_played_out:
        parts.append(_lost_in_all(own.lost, is_proven=own.is_proven))
    hints = own.game.hints[own.person - 1]
    if hints:
        parts.append(hint_count(hints))
    parts += [_(_HELP[sort]) for sort in own.game.help if sort in _HELP]
    return "  ·  ".join(parts)


def _skill_words(skill: int) -> str:
    """Say how a game went against par of the seat."""
    if skill == 0:
        return _("just par")
    words = _("{n} better than par") if skill > 0 else _("{n} below par")
    return words.format(n=abs(skill))


def _lost_in_all(lost: int, *, is_proven: bool) -> str:
    if not lost and not is_proven:
        return _("nothing proven lost yet")
    if is_proven:
        return _("lost {n}, all proven").format(n=lost)
    return _("lost at least {n}").format(n=lost)
