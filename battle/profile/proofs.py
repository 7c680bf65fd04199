"""Proofs: the values that this program has proven for this person's games, kept between its runs.

What a record says is proven is only a claim to whoever opens it. What was proven here is looked up
here, so that nothing is computed twice and nothing is believed that somebody merely wrote.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from sqlite3 import Connection
from threading import Thread
from typing import Final

from battle.analysis.study import Study
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
    ),
)


class Proofs:
    """Proven values by grid, in the person's database; with `pars` those of solved deals too."""

    def __init__(self, database: Database, pars: Pars | None = None) -> None:
        self._database = database
        self._pars = pars
        self._kept: set[bytes] = set()
        self._writer: Thread | None = None
        database.include(PART)

    def recall(self, study: Study) -> None:
        """Tell a study what is proven of its positions; what contradicts it is passed over."""
        self.wait()
        positions = {key_of(node.position): node.position for node in study.nodes()}
        found = self._values(positions)
        self._kept.update(found)
        for key, value in found.items():
            try:
                study.values.prove(positions[key], value, value)
            except ArithmeticError:
                continue
        self._recall_par(study)

    def _recall_par(self, study: Study) -> None:
        start = study.game.start
        value = None if self._pars is None else self._pars.value(start)
        if value is not None:
            with suppress(ArithmeticError):
                study.values.prove(start, value, value)

    def keep(self, study: Study) -> None:
        """Keep what is proven of a study's positions; the file is written beside what goes on."""
        rows = []
        for node in study.nodes():
            key, known = key_of(node.position), study.values.known(node.position)
            if known.is_exact and not node.position.is_over and key not in self._kept:
                rows.append((key, known.lower))
        if rows:
            self._kept.update(key for key, _value in rows)
            self.wait()
            self._writer = Thread(target=self._write, args=(rows,), name="proofs")
            self._writer.start()

    def wait(self) -> None:
        """Wait until everything is written."""
        if self._writer is not None:
            self._writer.join()
            self._writer = None

    def _write(self, rows: list[tuple[bytes, int]]) -> None:
        def work(connection: Connection) -> None:
            connection.executemany("INSERT OR IGNORE INTO proofs (grid, value) VALUES (?, ?)", rows)

        self._database.write(work)

    def _values(self, keys: Iterable[bytes]) -> dict[bytes, int]:
        wanted = list(keys)

        def work(connection: Connection) -> dict[bytes, int]:
            found = (
                connection.execute("SELECT value FROM proofs WHERE grid = ?", (key,)).fetchone()
                for key in wanted
            )
            return {key: row[0] for key, row in zip(wanted, found, strict=True) if row is not None}

        return self._database.read(work)


def key_of(position: Position) -> bytes:
    """Return what stands for a grid: 16 bytes, the same for two grids once in 2^128."""
    return blake2b(position.grid.encode("ascii"), digest_size=16).digest()
