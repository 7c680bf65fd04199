"""What the two agree on before the first move: the host says, the friend joins or does not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from battle.friend.sealing import DamagedError, is_number
from battle.game.setup import TimeControl, time_control
from battle.profile.options import DAYS, FAIR, GameOptions
from battle.rules.deal import LAST_DEAL, deal
from battle.rules.position import ALL_POINTS, PLAYERS, Player, Position, other, position

Side: TypeAlias = Literal["host", "guest"]
SIDES: Final[tuple[Side, Side]] = ("host", "guest")

MOST_DAYS: Final = 30

MOST_DEALS: Final = 20
"""Deals of a match: so many games fit into the logs."""


def other_side(side: Side) -> Side:
    """Return the side that is not `side`."""
    return "guest" if side == "host" else "host"


@dataclass(frozen=True)
class Terms:
    """What was agreed.

    `deal` is the number of the deal that `start` is, None for another start; `host` is the player
    that the host is in the first game. Time: `control` for a clock that runs while the two play, or
    `days` for every move, or neither. With `help` both may use hints, values and the teacher. A
    duplicate match has its `deals`, the first 0 for a start that is none. With `pie` that side
    names the points that the second player gets, and the other takes a seat. What was given at the
    start stands in `start`, by how much player 1 is to win with perfect play in `head_start`, as in
    `battle.game.setup`.
    """

    start: Position
    deal: int | None = None
    host: Player = 1
    control: TimeControl | None = None
    days: int = 0
    help: bool = False
    deals: tuple[int, ...] = ()
    pie: Side | None = None
    head_start: int = 0

    def player(self, side: Side) -> Player:
        """Return the player that a side is in the first game, before seats are chosen."""
        return self.host if side == "host" else other(self.host)

    @property
    def values(self) -> dict[str, Any]:
        """The terms as they are sent."""
        values: dict[str, Any] = {"host": self.host, "help": self.help}
        values |= {"deal": self.deal} if self.deal is not None else {"position": str(self.start)}
        if self.start.given != (0, 0) or self.head_start:
            values["given"] = [*self.start.given, self.head_start]
        if self.control is not None:
            values["clock"] = str(self.control)
        if self.days:
            values["days"] = self.days
        if self.deals:
            values["match"] = list(self.deals)
        if self.pie is not None:
            values["pie"] = self.pie
        return values


def terms_of(options: GameOptions) -> Terms:
    """Return what the options offer a friend; raise RulesError if the start is wrong.

    Lots are drawn here: who moves first, and under the pie rule who names the points.
    """
    number, start, second = options.deal, options.start(), options.second_begins()
    head_start = options.agreed_head_start if options.deal_by == FAIR else 0
    return Terms(
        start=start,
        deal=number if start.given == (0, 0) else None,
        host=2 if second else 1,
        control=options.time_control,
        days=options.days_a_move if options.timing == DAYS else 0,
        help=not options.no_help,
        deals=options.match_deals(number) if options.deals_twice else (),
        pie=random.choice(("host", "guest")) if options.by_pie_rule else None,
        head_start=-head_start if second else head_start,
    )


def terms(values: object) -> Terms:
    """Return the terms that were sent; raise FormatError for anything else."""
    if not isinstance(values, dict):
        raise DamagedError("bad terms: expected names and values")
    number = _number(values, "deal", 1, LAST_DEAL) if "deal" in values else None
    start = deal(number) if number is not None else position(_text(values, "position"))
    if start.is_over:
        raise DamagedError("bad terms: there is no pair to take at the start")
    first, second, head_start = _given(values.get("given", [0, 0, 0]))
    host = _number(values, "host", 1, 2)
    control = time_control(_text(values, "clock")) if "clock" in values else None
    return Terms(
        start=start.with_given((first, second)),
        deal=number,
        host=PLAYERS[host - 1],
        control=control,
        days=_number(values, "days", 1, MOST_DAYS) if "days" in values else 0,
        help=values.get("help") is True,
        deals=_deals(values.get("match", []), is_numbered=number is not None),
        pie=_side(values["pie"]) if "pie" in values else None,
        head_start=head_start,
    )


def _given(found: object) -> tuple[int, int, int]:
    if not isinstance(found, list) or len(found) != 3:
        raise DamagedError("bad terms: expected the points given")
    first, second = (_number({"given": one}, "given", 0, ALL_POINTS) for one in found[:2])
    return first, second, _number({"given": found[2]}, "given", -ALL_POINTS, ALL_POINTS)


def _deals(found: object, *, is_numbered: bool) -> tuple[int, ...]:
    """Return the deals of a match, which begins with 0 where its first start has no number."""
    if not isinstance(found, list) or len(found) > MOST_DEALS:
        raise DamagedError("bad terms: expected the deals of a match")
    return tuple(
        _number({"match": one}, "match", 1 if at or is_numbered else 0, LAST_DEAL)
        for at, one in enumerate(found)
    )


def _side(found: object) -> Side:
    side = next((side for side in SIDES if side == found), None)
    if side is None:
        raise DamagedError("bad terms: expected host or guest")
    return side


def _number(values: Mapping[str, object], name: str, least: int, most: int) -> int:
    found = values.get(name)
    if not is_number(found, least, most):
        raise DamagedError("bad terms: expected a number for {name}", name=name)
    return found


def _text(values: Mapping[str, object], name: str) -> str:
    found = values.get(name)
    if not isinstance(found, str):
        raise DamagedError("bad terms: expected a text for {name}", name=name)
    return found
