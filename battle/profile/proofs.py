"""Proofs: what this program has proven for this person's games, kept between its runs.

What a record says is proven is only a claim to whoever opens it. What was proven here is looked up
here, so that nothing is computed twice and nothing is believed that somebody merely wrote.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from sqlite3 import Connection
from threading import Thread
from typing import Final, TypeAlias

from battle.analysis.study import Study
from battle.analysis.values import Known, Values
from battle.profile.database import Database, Part
from battle.profile.pars import Pars
from battle.rules.position import Position

PART: Final = Part(
    "proofs",
    (
        (
            "CREATE TABLE proofs (grid BLOB PRIMARY KEY, value INTEGER NOT NULL"
            " CHECK (value BETWEEN -270 AND 270)) WITHOUT ROWID",
        ),
        (
            "CREATE TABLE proven (grid BLOB PRIMARY KEY, lower INTEGER NOT NULL,"
            " upper INTEGER NOT NULL, CHECK (lower BETWEEN -270 AND upper AND upper <= 270))"
            " WITHOUT ROWID",
            "INSERT INTO proven SELECT grid, value, value FROM proofs",
            "DROP TABLE proofs",
        ),
    ),
)

Bounds: TypeAlias = tuple[int, int]

_PUT: Final = (
    "INSERT INTO proven (grid, lower, upper) VALUES (?, ?, ?) ON CONFLICT (grid) DO UPDATE"
    " SET lower = max(lower, excluded.lower), upper = min(upper, excluded.upper)"
    " WHERE max(lower, excluded.lower) <= min(upper, excluded.upper)"
)


class Proofs:
    """Proven bounds by grid, in the person's database; with `pars` those of solved deals too."""

    def __init__(self, database: Database, pars: Pars | None = None) -> None:
        self._database = database
        self._pars = pars
        self._kept: dict[bytes, Bounds] = {}
        self._writer: Thread | None = None
        database.include(PART)

    def recall(self, study: Study) -> None:
        """Tell a study what is proven of its positions; what contradicts it is passed over.

        Of positions that are proven it hears what is proven of their moves too.
        """
        self.recall_all(study.values, [node.position for node in study.nodes()])
        self.recall_par(study.values, study.game.start)

    def recall_par(self, values: Values, start: Position) -> None:
        """Tell a store what a position is worth if it is a deal that is solved."""
        value = None if self._pars is None else self._pars.value(start)
        if value is not None:
            with suppress(ArithmeticError):
                values.prove(start, value, value)

    def recall_all(self, values: Values, places: Iterable[Position]) -> None:
        """Tell a store what is proven of positions, as `recall` does."""
        self.wait()
        positions = {key_of(position): position for position in places}
        found = self._take_in(values, positions)
        proven = [positions[key] for key, (lower, upper) in found.items() if lower == upper]
        after = (place.play(move) for place in proven for move in place.legal_moves)
        self._take_in(values, {key_of(place): place for place in after if not place.is_over})

    def _take_in(self, values: Values, positions: dict[bytes, Position]) -> dict[bytes, Bounds]:
        """Tell a store what is kept of positions, and return it."""
        found = self._bounds(positions)
        self._kept.update(found)
        for key, bounds in found.items():
            with suppress(ArithmeticError):
                values.prove(positions[key], *bounds)
        return found

    def keep(self, study: Study) -> None:
        """Keep what is proven of a study's positions; the file is written beside what goes on."""
        self.keep_all(study.values, [node.position for node in study.nodes()])

    def keep_all(self, values: Values, places: Iterable[Position]) -> None:
        """Keep what is proven of positions, and of the moves of those that are proven."""
        rows: dict[bytes, Bounds] = {}
        for place in places:
            known = values.known(place)
            if place.is_over or not _says_something(known, place):
                continue
            rows[key_of(place)] = known.lower, known.upper
            if known.is_exact:
                rows |= _bounds_of_moves(values, place)
        news = {key: bounds for key, bounds in rows.items() if self._kept.get(key) != bounds}
        if news:
            self._kept |= news
            self.wait()
            written = [(key, *bounds) for key, bounds in news.items()]
            self._writer = Thread(target=self._write, args=(written,), name="proofs")
            self._writer.start()

    def wait(self) -> None:
        """Wait until everything is written."""
        if self._writer is not None:
            self._writer.join()
            self._writer = None

    def _write(self, rows: list[tuple[bytes, int, int]]) -> None:
        self._database.write(lambda connection: connection.executemany(_PUT, rows))

    def _bounds(self, keys: Iterable[bytes]) -> dict[bytes, Bounds]:
        wanted = list(keys)
        question = "SELECT lower, upper FROM proven WHERE grid = ?"

        def work(connection: Connection) -> dict[bytes, Bounds]:
            found = ((key, connection.execute(question, (key,)).fetchone()) for key in wanted)
            return {key: row for key, row in found if row is not None}

        return self._database.read(work)


def _says_something(known: Known, position: Position) -> bool:
    """Whether more is proven of a position than can be seen without a search."""
    left = position.points_left
    return known.lower > -left or known.upper < left


def _bounds_of_moves(values: Values, position: Position) -> dict[bytes, Bounds]:
    """Return what is proven of the positions after the moves of one, as far as it says anything."""
    found = {}
    for move in position.legal_moves:
        after = position.play(move)
        known = values.known(after)
        if not after.is_over and _says_something(known, after):
            found[key_of(after)] = known.lower, known.upper
    return found


def key_of(position: Position) -> bytes:
    """Return what stands for a grid: 16 bytes, the same for two grids once in 2^128."""
    return blake2b(position.grid.encode("ascii"), digest_size=16).digest()
