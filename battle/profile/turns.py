"""Who begins the next new game: of the same two the one who did not begin the last one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from battle.profile.records import FRIEND, PlayedGame

Beginner: TypeAlias = Literal["first", "second"]


def next_beginner(
    games: Iterable[PlayedGame], opponent: str, names: tuple[str, str]
) -> Beginner | None:
    """Return whether the first or the second named begins, None where they have not met.

    `games` are in the order they ended. Against the program, which is one `opponent` at all its
    levels, the person is the first named; two friends are known by their `names`.
    """
    began = None
    for game in games:
        if opponent != FRIEND and game.person is not None:
            began = game.person == 1
        elif opponent == FRIEND and game.opponent == FRIEND and set(game.seats) == set(names):
            began = game.seats[0] == names[0]
    if began is None:
        return None
    return "second" if began else "first"
