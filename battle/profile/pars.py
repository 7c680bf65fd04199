"""Pars: deals whose value with perfect play is proven, shipped with the game or found here.

A par is the margin from player 1's side. Those that come with the game are in
`assets/deals/par.csv`; those that were proven on this machine are in the person's database.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from sqlite3 import Connection
from types import MappingProxyType
from typing import Final

from battle.profile.database import Database, Part
from battle.resources import asset
from battle.rules.deal import LAST_DEAL
from battle.rules.disguise import KnownDeals
from battle.rules.par import read
from battle.rules.position import Position, for_player
from battle.storage import Messages

PART: Final = Part(
    "pars",
    (
        (
            "CREATE TABLE pars (deal INTEGER PRIMARY KEY"
            f" CHECK (deal BETWEEN 1 AND {LAST_DEAL}),"
            " par INTEGER NOT NULL CHECK (par BETWEEN -270 AND 270))",
        ),
    ),
)


def pars_of(file: Path) -> dict[int, int]:
    """Return the par of every deal in a file, none if it cannot be read."""
    return {number: solved.value for number, solved in read(file).items()}


@cache
def shipped_pars() -> Mapping[int, int]:
    """Return the par of every deal that comes with the game solved."""
    return MappingProxyType(pars_of(asset("deals/par.csv")))


@lru_cache(maxsize=8)
def known_deals(numbers: tuple[int, ...]) -> KnownDeals:
    """Return the deals of some numbers, to be recognised in any disguise."""
    return KnownDeals(numbers)


class Pars:
    """The pars that are known, by the deal's number or by what lies on the table."""

    def __init__(self, database: Database, shipped: Mapping[int, int] | None = None) -> None:
        self._database = database
        self._shipped = shipped_pars() if shipped is None else shipped
        self._shipped_deals = known_deals(tuple(self._shipped))
        database.include(PART)

    def all(self) -> dict[int, int]:
        """Return every par that is known; what comes with the game counts before what is kept."""
        return self._kept() | dict(self._shipped)

    def _kept(self) -> dict[int, int]:
        def work(connection: Connection) -> dict[int, int]:
            return dict(connection.execute("SELECT deal, par FROM pars").fetchall())

        return self._database.read(work)

    def value(self, start: Position) -> int | None:
        """Return what a deal is worth to the player to move, in any disguise; None if not known."""
        found = self._shipped_deals.find(start)
        if found is not None:
            return self._shipped[found.number]
        kept = self._kept()
        own = known_deals(tuple(kept)).find(start) if kept else None
        return None if own is None else kept[own.number]

    def margin(self, start: Position) -> int | None:
        """Return the final margin from player 1's side that perfect play of a deal leads to.

        Points given at the start count. None if it is not known.
        """
        value = self.value(start)
        return None if value is None else start.margin + for_player(value, start.to_move)

    def keep(self, deal: int, par: int) -> Messages:
        """Keep a par that was proven; return what to tell the person."""

        def work(connection: Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO pars (deal, par) VALUES (?, ?)", [deal, par])

        self._database.write(work)
        return self._database.take_messages()
