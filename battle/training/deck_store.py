"""The store of the deck: problems with their cards, and every answer, in the person's database.

    problems    one row a problem that was put in or answered; its card, empty until an answer
    answers     one row an answer, also those that changed no card

Rows that another hand made unreadable are passed over. Moments are kept in UTC, as text that sorts
as time does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from sqlite3 import Connection
from typing import Any, Final, TypeAlias, TypeVar

from fsrs import State

from battle.profile.store import Database, Part, moment_in, moment_text
from battle.rules.position import RulesError
from battle.rules.problem import Problem, problem
from battle.training.cards import Card, Maturity, Rating, answered
from battle.training.exercise import Answer, DeckEntry, Exercise, Rated
from battle.training.problems import Source, grade_of, key_of

Row: TypeAlias = dict[str, Any]
Found = TypeVar("Found")

PART: Final = Part(
    "trainer",
    (
        (
            "CREATE TABLE problems ("
            " key TEXT PRIMARY KEY, line TEXT NOT NULL, source TEXT NOT NULL, game TEXT NOT NULL,"
            " added TEXT NOT NULL, level INTEGER NOT NULL, retired INTEGER NOT NULL DEFAULT 0,"
            " due TEXT, last TEXT, repeats INTEGER NOT NULL DEFAULT 0,"
            " misses INTEGER NOT NULL DEFAULT 0,"
            " state INTEGER, step INTEGER, stability REAL, difficulty REAL)",
            "CREATE INDEX problems_by_due ON problems (due)",
            "CREATE TABLE answers ("
            " id TEXT PRIMARY KEY, key TEXT NOT NULL, at TEXT NOT NULL, source TEXT NOT NULL,"
            " level INTEGER NOT NULL, repeat INTEGER NOT NULL, move TEXT NOT NULL,"
            " lost INTEGER NOT NULL, trap INTEGER NOT NULL, hints INTEGER NOT NULL,"
            " shown INTEGER NOT NULL, seconds REAL, rating INTEGER NOT NULL,"
            " counted INTEGER NOT NULL)",
            "CREATE INDEX answers_by_moment ON answers (at)",
        ),
    ),
)
"""The tables of the deck, with every version they have had."""

_INSERT: Final = (
    "INSERT INTO problems (key, line, source, game, added, level)"
    " VALUES (:key, :line, :source, :game, :added, :level)"
)
_BECOMES_OWN: Final = (
    " ON CONFLICT (key) DO UPDATE SET source = 'own', game = excluded.game, added = excluded.added"
    " WHERE excluded.source = 'own' AND problems.source != 'own'"
)
_CARD: Final = "due, last, repeats, misses, state, step, stability, difficulty"
_IS_NEW: Final = "due IS NULL AND retired = 0"
_IS_DUE: Final = "retired = 0 AND due IS NOT NULL AND (due <= ? OR last > ?)"


class DeckStore:
    """The tables of problems and answers in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        database.include(PART)

    # --- problems -------------------------------------------------------------------------------

    def add(self, problems: Iterable[Problem], source: Source, game: str, now: datetime) -> int:
        """Put problems in; return how many were not there yet.

        One that is there becomes one's own when it is put in as that; its card stays.
        """
        rows = [_row_of(one, source, game, now) for one in problems]

        def work(connection: Connection) -> int:
            (before,) = connection.execute("SELECT count(*) FROM problems").fetchone()
            connection.executemany(_INSERT + _BECOMES_OWN, rows)
            (after,) = connection.execute("SELECT count(*) FROM problems").fetchone()
            return int(after - before)

        return self._database.write(work)

    def retire(self, exercise: Exercise, retired: bool, now: datetime) -> None:
        """Let a problem not come up any more, or again; one that is not here yet is put in."""
        row = _row_of(exercise.original, exercise.source, exercise.game, now)

        def work(connection: Connection) -> None:
            connection.execute(f"{_INSERT} ON CONFLICT DO NOTHING", row)
            values = [int(retired), exercise.key]
            connection.execute("UPDATE problems SET retired = ? WHERE key = ?", values)

        self._database.write(work)

    def unretire(self) -> None:
        """Let every problem come up again."""

        def work(connection: Connection) -> None:
            connection.execute("UPDATE problems SET retired = 0 WHERE retired != 0")

        self._database.write(work)

    def keys(self) -> set[str]:
        """Return the keys of all problems that are here."""
        return {str(row["key"]) for row in self._rows("SELECT key FROM problems")}

    def entries(self) -> list[DeckEntry]:
        """Return all problems, in the order they came in."""
        return list(self._read(_entry, "SELECT * FROM problems ORDER BY added, rowid"))

    def own(self) -> Iterator[Exercise]:
        """Yield the own mistakes that were never answered, those of the latest game first."""
        order = "source = 'own' ORDER BY added DESC, rowid"
        return self._read(_exercise, f"SELECT * FROM problems WHERE {_IS_NEW} AND {order}")

    def others(self, level: int) -> Iterator[Exercise]:
        """Yield what else was never answered, those first that are about as hard as `level`."""
        order = "source != 'own' ORDER BY abs(level - ?), rowid"
        query = f"SELECT * FROM problems WHERE {_IS_NEW} AND {order}"
        return self._read(_exercise, query, [level])

    def count_others(self) -> int:
        """Return how many problems were never answered and are no own mistakes."""
        return len(self._rows(f"SELECT key FROM problems WHERE {_IS_NEW} AND source != 'own'"))

    def due(self, now: datetime, wrong: datetime) -> Iterator[Exercise]:
        """Yield what is due: own mistakes first, then what is due longest.

        What was last answered after `wrong` was answered while the clock was wrong, and is due.
        """
        order = "ORDER BY source = 'own' DESC, due, rowid"
        query = f"SELECT * FROM problems WHERE {_IS_DUE} {order}"
        return self._read(_exercise, query, [moment_text(now), moment_text(wrong)])

    def count_due(self, now: datetime, wrong: datetime) -> int:
        """Return how many problems are due."""
        query = f"SELECT key FROM problems WHERE {_IS_DUE}"
        return len(self._rows(query, [moment_text(now), moment_text(wrong)]))

    def next_due(self, now: datetime) -> datetime | None:
        """Return when the next problem will be due that is not yet; None if none will be."""
        query = "SELECT due FROM problems WHERE retired = 0 AND due > ? ORDER BY due LIMIT 1"
        return next(self._read(lambda row: moment_in(row["due"]), query, [moment_text(now)]), None)

    # --- answers --------------------------------------------------------------------------------

    def answers(self, since: datetime | None = None) -> list[Answer]:
        """Return the answers given at `since` or later, in their order."""
        where, values = ("", []) if since is None else ("WHERE at >= ?", [moment_text(since)])
        query = f"SELECT * FROM answers {where} ORDER BY at, rowid"
        return list(self._read(_answer, query, values))

    def first_answers(self, number: int) -> list[Answer]:
        """Return the last answers to problems that were new, so many at most, the last first."""
        query = "SELECT * FROM answers WHERE repeat = 0 AND counted = 1"
        order = "ORDER BY at DESC, rowid DESC LIMIT ?"
        return list(self._read(_answer, f"{query} {order}", [number]))

    def put(self, exercise: Exercise, answer: Answer, zone: tzinfo | None) -> Rated:
        """Keep an answer and move the card on, unless the exercise has been answered meanwhile.

        Days are those of `zone`.
        """
        row = _row_of(exercise.original, exercise.source, exercise.game, answer.at)
        kept = _answer_row(answer)

        def work(connection: Connection) -> Rated:
            connection.execute(f"{_INSERT} ON CONFLICT DO NOTHING", row)
            card = _card_in(connection, exercise.key)
            counted = card is None or card.repeats == exercise.repeat
            if card is None or counted:
                card = answered(card, answer.rating, answer.at, zone)
                _put_card(connection, exercise.key, card)
            _insert_answer(connection, {**kept, "counted": int(counted)})
            return Rated(answer.rating, card.due, counted)

        return self._database.write(work)

    # --- rows -----------------------------------------------------------------------------------

    def _read(
        self, made_of: Callable[[Row], Found], query: str, values: Sequence[object] = ()
    ) -> Iterator[Found]:
        """Yield what is made of the rows found, without those that make no sense."""
        for row in self._rows(query, values):
            try:
                found = made_of(row)
            except (RulesError, ValueError, TypeError, AttributeError):
                continue
            yield found

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Row]:
        def work(connection: Connection) -> list[Row]:
            found = connection.execute(query, values)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found]

        return self._database.read(work)


def _row_of(found: Problem, source: Source, game: str, added: datetime) -> Row:
    return {
        "key": key_of(found.position),
        "line": str(found),
        "source": source.value,
        "game": game,
        "added": moment_text(added),
        "level": grade_of(found).level,
    }


def _exercise(row: Row) -> Exercise:
    return Exercise(
        key=str(row["key"]),
        source=Source(row["source"]),
        game=str(row["game"]),
        level=int(row["level"]),
        repeat=int(row["repeats"]),
        original=problem(row["line"]),
    )


def _entry(row: Row) -> DeckEntry:
    card = None if row["due"] is None else _card(row)
    return DeckEntry(
        key=str(row["key"]),
        source=Source(row["source"]),
        level=int(row["level"]),
        maturity=Maturity.NEW if card is None else card.maturity,
        due=None if card is None else card.due,
        is_retired=bool(row["retired"]),
    )


def _card(row: Row) -> Card:
    """Return the card of a row; raise ValueError or TypeError for one the scheduler cannot use."""
    state, stability = State(row["state"]), float(row["stability"])
    if stability <= 0:
        raise ValueError(stability)
    return Card(
        due=moment_in(row["due"]),
        last=moment_in(row["last"]),
        repeats=int(row["repeats"]),
        misses=int(row["misses"]),
        state=state.value,
        step=None if state is State.Review else int(row["step"]),
        stability=stability,
        difficulty=float(row["difficulty"]),
    )


def _card_in(connection: Connection, key: str) -> Card | None:
    """Return the card of a problem; None for one never answered, or one that makes no sense."""
    found = connection.execute(f"SELECT {_CARD} FROM problems WHERE key = ?", [key]).fetchone()
    try:
        return _card(dict(zip(_CARD.split(", "), found, strict=True)))
    except (ValueError, TypeError):
        return None


def _put_card(connection: Connection, key: str, card: Card) -> None:
    names = _CARD.split(", ")
    values = [
        moment_text(card.due),
        moment_text(card.last),
        *(getattr(card, name) for name in names[2:]),
    ]
    connection.execute(
        f"UPDATE problems SET {', '.join(f'{name} = ?' for name in names)} WHERE key = ?",
        [*values, key],
    )


def _answer_row(answer: Answer) -> Row:
    return {
        **vars(answer),
        "at": moment_text(answer.at),
        "source": answer.source.value,
        "shown": int(answer.shown),
        "rating": answer.rating.value,
    }


def _insert_answer(connection: Connection, row: Row) -> None:
    marks = ", ".join(f":{name}" for name in row)
    connection.execute(f"INSERT INTO answers ({', '.join(row)}) VALUES ({marks})", row)


def _answer(row: Row) -> Answer:
    return Answer(
        id=str(row["id"]),
        key=str(row["key"]),
        at=moment_in(row["at"]),
        source=Source(row["source"]),
        level=int(row["level"]),
        repeat=int(row["repeat"]),
        move=str(row["move"]),
        lost=int(row["lost"]),
        trap=int(row["trap"]),
        hints=int(row["hints"]),
        shown=bool(row["shown"]),
        seconds=None if row["seconds"] is None else float(row["seconds"]),
        rating=Rating(row["rating"]),
        counted=bool(row["counted"]),
    )
