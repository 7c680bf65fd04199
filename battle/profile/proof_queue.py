"""The games whose proof is to go on, whenever the program runs, in the person's database.

A game stays in the queue until it is proven to its first move, or until the person takes it out.
What the machine was found to do in a second is kept beside it, for estimates of the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from sqlite3 import Connection
from typing import Final

from battle.profile.database import Database, Part

PART: Final = Part(
    "proof_queue",
    (
        (
            "CREATE TABLE proof_queue (key TEXT PRIMARY KEY, place INTEGER NOT NULL,"
            " asked INTEGER NOT NULL CHECK (asked IN (0, 1)))",
            "CREATE TABLE proof_speed (id INTEGER PRIMARY KEY CHECK (id = 1),"
            " nodes_per_second REAL NOT NULL CHECK (nodes_per_second > 0))",
        ),
    ),
)


class ProofQueue:
    """The keys of games to be proven, the one that is first in turn first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        database.include(PART)

    def entries(self) -> list[tuple[str, bool]]:
        """Return the keys in their turn, each with whether the person has asked for it."""

        def work(connection: Connection) -> list[tuple[str, bool]]:
            found = connection.execute("SELECT key, asked FROM proof_queue ORDER BY place")
            return [(key, bool(asked)) for key, asked in found]

        return self._database.read(work)

    def add_first(self, key: str, *, asked: bool = False) -> None:
        """Put a game before all others; `asked` stays once it was said."""

        def work(connection: Connection) -> None:
            _put(connection, key, "min", -1, asked=asked)

        self._database.write(work)

    def add_last(self, keys: Iterable[str]) -> None:
        """Put games that the person asks for after all others; those that wait keep their place."""
        wanted = list(keys)

        def work(connection: Connection) -> None:
            waiting = {key for (key,) in connection.execute("SELECT key FROM proof_queue")}
            connection.execute("UPDATE proof_queue SET asked = 1")
            for key in wanted:
                if key not in waiting:
                    _put(connection, key, "max", 1, asked=True)

        self._database.write(work)

    def remove(self, key: str) -> None:
        """Take a game out."""
        self._database.write(
            lambda connection: connection.execute("DELETE FROM proof_queue WHERE key = ?", [key])
        )

    def clear(self) -> None:
        """Take all games out."""
        self._database.write(lambda connection: connection.execute("DELETE FROM proof_queue"))

    @property
    def speed(self) -> float:
        """The nodes a second of this machine when it proved last, 0 if it never did."""

        def work(connection: Connection) -> float:
            found = connection.execute("SELECT nodes_per_second FROM proof_speed").fetchone()
            return 0.0 if found is None else float(found[0])

        return self._database.read(work)

    def keep_speed(self, nodes_per_second: float) -> None:
        """Keep how fast the machine is."""
        if nodes_per_second > 0:
            row = [nodes_per_second]
            self._database.write(
                lambda connection: connection.execute(
                    "INSERT OR REPLACE INTO proof_speed VALUES (1, ?)", row
                )
            )


def _put(connection: Connection, key: str, end: str, step: int, *, asked: bool) -> None:
    """Put a game beside the one at an end of the queue."""
    (place,) = connection.execute(f"SELECT {end}(place) FROM proof_queue").fetchone()
    row = key, (place or 0) + step, int(asked)
    connection.execute(
        "INSERT INTO proof_queue (key, place, asked) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE"
        " SET place = excluded.place, asked = max(asked, excluded.asked)",
        row,
    )
