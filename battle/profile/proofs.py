"""Stored proofs: the pars of deals, bounds of positions, and the queue of games to prove.

    pars     deals whose value is proven; those in `assets/deals/par.csv` come with the game
    proven   bounds of positions, proven here for this person's games, by grid
    lines    best play after the pairs that cost something, and after better ones, by grid
    queue    games whose proof goes on whenever the program runs

A par is the margin from player 1's side. Values in a record are only claims; local proofs are
looked up here, so nothing is computed twice and no claim is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import date
from functools import cache
from hashlib import blake2b
from sqlite3 import Connection
from types import MappingProxyType
from typing import Final

from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.profile.store import Database, Part, Work
from battle.resources import asset
from battle.rules.disguise import known_deal, solved_deal
from battle.rules.files import Par, read_pars, read_quick
from battle.rules.position import LAST_DEAL, Move, Position, RulesError, for_player
from battle.storage import writer

PARS: Final = Part(
    "pars",
    (
        (
            "CREATE TABLE pars (deal INTEGER PRIMARY KEY"
            f" CHECK (deal BETWEEN 1 AND {LAST_DEAL}),"
            " par INTEGER NOT NULL CHECK (par BETWEEN -270 AND 270))",
        ),
    ),
)


@cache
def shipped_pars() -> Mapping[int, int]:
    """Return the par of every solved deal that is shipped; none if they cannot be read."""
    return MappingProxyType({number: solved.value for number, solved in _solved().items()})


@cache
def _solved() -> Mapping[int, Par]:
    return read_pars(asset("deals/par.csv"))


@cache
def quick_pars(tiles: int) -> Mapping[int, int]:
    """Return the par of every solved quick deal of so many tiles, by its number."""
    return MappingProxyType(read_quick(asset("deals/quick.csv")).get(tiles, {}))


class Pars:
    """The known pars, by deal number or by the tiles on the table."""

    def __init__(self, database: Database, shipped: Mapping[int, int] | None = None) -> None:
        self._database = database
        self._shipped = shipped_pars() if shipped is None else shipped
        database.include(PARS)

    def all(self) -> dict[int, int]:
        """Return all known pars; shipped ones take precedence over stored ones."""
        query = "SELECT deal, par FROM pars"
        return dict(
            self._database.read(lambda connection: connection.execute(query).fetchall())
        ) | dict(self._shipped)

    def value(self, start: Position) -> int | None:
        """Return the value of a deal for the player to move, in any disguise; None if unknown."""
        pars = self.all()
        known = known_deal(start, pars)
        return None if known is None else pars[known.number]

    def margin(self, start: Position) -> int | None:
        """Return the final margin of a deal with perfect play, from player 1's side.

        Points given at the start count. None if unknown.
        """
        value = self.value(start)
        return None if value is None else start.margin + for_player(value, start.to_move)

    def keep(self, deal: int, par: int) -> None:
        self._database.execute("INSERT OR REPLACE INTO pars (deal, par) VALUES (?, ?)", [deal, par])


# --- bounds of positions ------------------------------------------------------------------------

PROVEN: Final = Part(
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


LINES: Final = Part(
    "lines",
    (("CREATE TABLE lines (grid BLOB PRIMARY KEY, line TEXT NOT NULL) WITHOUT ROWID",),),
)

_PUT: Final = (
    "INSERT INTO proven (grid, lower, upper) VALUES (?, ?, ?) ON CONFLICT (grid) DO UPDATE"
    " SET lower = max(lower, excluded.lower), upper = min(upper, excluded.upper)"
    " WHERE max(lower, excluded.lower) <= min(upper, excluded.upper)"
)


class Proofs:
    """Proven bounds by grid, in the person's database; with `pars` those of solved deals too.

    With them come the lines of what is said of a costly pair, so that it reads as it did at first.
    """

    def __init__(self, database: Database, pars: Pars | None = None) -> None:
        self._database = database
        self._pars = pars
        self._kept: dict[bytes, tuple[int, int]] = {}
        self._kept_lines: dict[bytes, str] = {}
        self._writer = writer("proofs")
        self._writing: Future[None] | None = None
        database.include(PROVEN)
        database.include(LINES)

    def recall(self, study: Study) -> None:
        """Enter stored proofs into a study; contradictory ones are ignored.

        For proven positions the bounds of their moves are entered too.
        """
        self.recall_all(study.values, [node.position for node in study.nodes()])

    def recall_all(self, values: Values, places: Sequence[Position]) -> None:
        """Enter stored proofs of positions, as `recall` does; the first may be a solved deal.

        Of that the best first moves are known too, so after one of them nothing is left to prove.
        """
        value = None if self._pars is None else self._pars.value(places[0])
        if value is not None:
            with suppress(ArithmeticError):
                values.prove(places[0], value, value)
                if solved := solved_deal(places[0], _solved()):
                    values.prove_moves(places[0], solved.bounds_of)
        self.wait()
        proven = self._take_in(values, places)
        after = [place.play(move) for place in proven for move in place.legal_moves]
        self._take_in(values, (place for place in after if not place.is_over))
        self._follow(values, after)

    def _take_in(self, values: Values, places: Iterable[Position]) -> list[Position]:
        """Enter stored bounds of positions; return the positions that are proven."""
        positions = {key_of(position): position for position in places}
        query = "SELECT lower, upper FROM proven WHERE grid = ?"

        def work(connection: Connection) -> dict[bytes, tuple[int, int]]:
            stored = {key: connection.execute(query, (key,)).fetchone() for key in positions}
            return {key: bounds for key, bounds in stored.items() if bounds is not None}

        stored = self._database.read(work)
        self._kept |= stored
        for key, bounds in stored.items():
            with suppress(ArithmeticError):
                values.prove(positions[key], *bounds)
        return [positions[key] for key, (lower, upper) in stored.items() if lower == upper]

    def _follow(self, values: Values, places: Iterable[Position]) -> None:
        """Enter the stored lines of positions; what is none of best play is passed over."""
        positions = {key_of(position): position for position in places}
        query = "SELECT line FROM lines WHERE grid = ?"

        def work(connection: Connection) -> dict[bytes, str]:
            found = {key: connection.execute(query, (key,)).fetchone() for key in positions}
            return {key: row[0] for key, row in found.items() if row is not None}

        stored = self._database.read(work)
        self._kept_lines |= stored
        for key, line in stored.items():
            with suppress(RulesError, ValueError):
                values.follow(positions[key], [*map(Move.parse, line.split())])

    def keep(self, study: Study) -> None:
        """Store the proofs of a study's positions; the file is written in the background."""
        self.keep_all(study.values, [node.position for node in study.nodes()])
        news = {key: line for key, line in _lines_of(study) if self._kept_lines.get(key) != line}
        if news:
            self._kept_lines |= news
            self.wait()
            self._writing = self._writer.submit(self._write_lines, [*news.items()])

    def keep_all(self, values: Values, places: Iterable[Position]) -> None:
        """Store the bounds of positions, and of the moves of proven ones."""
        rows: dict[bytes, tuple[int, int]] = {}
        for place in places:
            rows |= _bounds_of(values, [place])
            if values.known(place).is_exact:
                rows |= _bounds_of(values, map(place.play, place.legal_moves))
        news = {key: bounds for key, bounds in rows.items() if self._kept.get(key) != bounds}
        if news:
            self._kept |= news
            self.wait()
            written = [(key, *bounds) for key, bounds in news.items()]
            self._writing = self._writer.submit(self._write, written)

    def wait(self) -> None:
        if self._writing is not None:
            self._writing.result()
            self._writing = None

    def _write(self, rows: list[tuple[bytes, int, int]]) -> None:
        self._database.write(lambda connection: connection.executemany(_PUT, rows))

    def _write_lines(self, rows: list[tuple[bytes, str]]) -> None:
        put = "INSERT OR REPLACE INTO lines (grid, line) VALUES (?, ?)"
        self._database.write(lambda connection: connection.executemany(put, rows))


def _lines_of(study: Study) -> Iterator[tuple[bytes, str]]:
    """Yield best play after the pairs that cost something, and after the best in their place."""
    values = study.values
    for cost in filter(None, map(study.cost, study.nodes())):
        if cost.exact and cost.cost.value:
            for move in (cost.move, *values.best_moves(cost.position)):
                place = cost.position.play(move)
                if line := values.line(place):
                    yield key_of(place), " ".join(map(str, line))


def _bounds_of(values: Values, places: Iterable[Position]) -> dict[bytes, tuple[int, int]]:
    """Return the bounds of unfinished positions that needed a search."""
    bounds = {place: values.known(place) for place in places if not place.is_over}
    return {
        key_of(place): (known.lower, known.upper)
        for place, known in bounds.items()
        if known.lower > -place.points_left or known.upper < place.points_left
    }


def key_of(position: Position) -> bytes:
    """Return the hash of a grid, 16 bytes."""
    return blake2b(position.grid.encode("ascii"), digest_size=16).digest()


# --- games to be proven -------------------------------------------------------------------------

QUEUE: Final = Part(
    "proof_queue",
    (
        (
            "CREATE TABLE proof_queue (key TEXT PRIMARY KEY, place INTEGER NOT NULL,"
            " asked INTEGER NOT NULL CHECK (asked IN (0, 1)))",
            "CREATE TABLE proof_speed (id INTEGER PRIMARY KEY CHECK (id = 1),"
            " nodes_per_second REAL NOT NULL CHECK (nodes_per_second > 0))",
        ),
        (
            "CREATE TABLE proof_time (id INTEGER PRIMARY KEY CHECK (id = 1), day TEXT NOT NULL,"
            " seconds REAL NOT NULL)",
        ),
    ),
)


class ProofQueue:
    """The queue of games to prove, by key.

    It is read once, and again after a change that is made here.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._entries: list[tuple[str, bool]] | None = None
        database.include(QUEUE)

    def entries(self) -> list[tuple[str, bool]]:
        """Return the keys in order, each with whether the person requested it."""
        if self._entries is None:
            query = "SELECT key, asked FROM proof_queue ORDER BY place"
            self._entries = list(
                self._database.select(lambda row: (row["key"], bool(row["asked"])), query)
            )
        return self._entries

    def _change(self, work: Work[object]) -> None:
        self._database.write(work)
        self._entries = None

    def add_first(self, key: str) -> None:
        """Move a game to the front; whether it was requested stays."""
        self._change(lambda connection: _put(connection, key, "min", -1, asked=False))

    def add_last(self, keys: Iterable[str]) -> None:
        """Append games that the person requested; those already queued keep their place."""
        wanted = list(keys)

        def work(connection: Connection) -> None:
            waiting = {key for (key,) in connection.execute("SELECT key FROM proof_queue")}
            connection.execute("UPDATE proof_queue SET asked = 1")
            for key in wanted:
                if key not in waiting:
                    _put(connection, key, "max", 1, asked=True)

        self._change(work)

    def remove(self, key: str) -> None:
        statement = "DELETE FROM proof_queue WHERE key = ?"
        self._change(lambda connection: connection.execute(statement, [key]))

    def clear(self) -> None:
        self._change(lambda connection: connection.execute("DELETE FROM proof_queue"))

    @property
    def speed(self) -> float:
        """The nodes per second of this machine in its last proof, 0 without one."""
        query = "SELECT nodes_per_second FROM proof_speed"
        return next(self._database.select(lambda row: float(row["nodes_per_second"]), query), 0.0)

    def keep_speed(self, nodes_per_second: float) -> None:
        if nodes_per_second > 0:
            self._database.execute(
                "INSERT OR REPLACE INTO proof_speed VALUES (1, ?)", [nodes_per_second]
            )

    def spent(self, day: date) -> float:
        """Return the seconds that proofs nobody asked for have taken on a day."""
        query = "SELECT seconds FROM proof_time WHERE day = ?"
        found = self._database.select(lambda row: float(row["seconds"]), query, [str(day)])
        return next(iter(found), 0.0)

    def keep_spent(self, day: date, seconds: float) -> None:
        self._database.execute(
            "INSERT OR REPLACE INTO proof_time VALUES (1, ?, ?)", [str(day), seconds]
        )


def _put(connection: Connection, key: str, end: str, step: int, *, asked: bool) -> None:
    """Insert a game at an end of the queue."""
    (place,) = connection.execute(f"SELECT {end}(place) FROM proof_queue").fetchone()
    connection.execute(
        "INSERT INTO proof_queue (key, place, asked) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE"
        " SET place = excluded.place, asked = max(asked, excluded.asked)",
        [key, (place or 0) + step, int(asked)],
    )
