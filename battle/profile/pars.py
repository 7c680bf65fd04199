"""Pars: deals whose value with perfect play is proven, shipped with the game or found here.

A par is the margin from player 1's side. Those that come with the game are in
`assets/deals/par.csv`; those that were proven on this machine are in the person's database.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from sqlite3 import Connection
from types import MappingProxyType
from typing import Final

from battle.profile.database import Database, Part
from battle.resources import asset
from battle.rules.deal import LAST_DEAL
from battle.rules.par import read
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


@cache
def shipped_work() -> tuple[int, ...]:
    """Return how many positions were looked at for each deal that comes with the game."""
    return tuple(solved.nodes for solved in read(asset("deals/par.csv")).values())


class Pars:
    """The pars that are known, by the deal's number."""

    def __init__(self, database: Database, shipped: Mapping[int, int] | None = None) -> None:
        self._database = database
        self._shipped = shipped_pars() if shipped is None else shipped
        database.include(PART)

    def all(self) -> dict[int, int]:
        """Return every par that is known; what comes with the game counts before what is kept."""

        def work(connection: Connection) -> dict[int, int]:
            return dict(connection.execute("SELECT deal, par FROM pars").fetchall())

        return self._database.read(work) | dict(self._shipped)

    def par(self, deal: int | None) -> int | None:
        """Return the par of a deal, None if it is not known or there is no deal."""
        if deal is None or deal in self._shipped:
            return None if deal is None else self._shipped[deal]

        def work(connection: Connection) -> int | None:
            found = connection.execute("SELECT par FROM pars WHERE deal = ?", [deal]).fetchone()
            return None if found is None else int(found[0])

        return self._database.read(work)

    def keep(self, deal: int, par: int) -> Messages:
        """Keep a par that was proven; return what to tell the person."""

        def work(connection: Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO pars (deal, par) VALUES (?, ?)", [deal, par])

        self._database.write(work)
        return self._database.take_messages()
