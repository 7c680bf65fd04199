"""The trainer's problems and their deck: sources, difficulty, which comes next, how it is rated.

A problem (`battle.rules.problem`) is a position with the proven value of every move. Problems whose
columns are the same, wherever and however they stand, have one key: they are the same problem.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import Enum
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from sqlite3 import Connection
from typing import Final
from uuid import uuid4

from fsrs import Card as FsrsCard
from fsrs import Rating as FsrsRating
from fsrs import Scheduler, State

from battle.analysis.costs import ProblemTheme, different, different_moves, themes_of
from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.language import _, explain
from battle.profile.store import (
    INVALID,
    Database,
    MappedTable,
    Part,
    Row,
    in_utc,
    moment_in,
    moment_text,
)
from battle.resources import asset
from battle.rules.disguise import IDENTITY, Disguise, column_order, random_disguise
from battle.rules.files import read_bytes, read_text
from battle.rules.position import (
    COLUMNS,
    LAST_DEAL,
    Move,
    Player,
    Position,
    RulesError,
    deal,
    played_down,
)
from battle.rules.problem import SUFFIX, Problem
from battle.storage import cannot_read, cannot_write, write_atomically

EASIEST: Final = 1
HARDEST: Final = 9
SMALL: Final = 12
"""Up to how many tiles a problem's level depends on how far one has to look ahead."""

_SIZES: Final = 8, SMALL, 24, 36, 48
"""The most tiles of each size but the last."""

_FAR: Final = 2
"""A small problem is harder if more plies must be looked ahead."""

_DEEP_TRAP: Final = 4
_MANY_MOVES: Final = 6
"""A larger one is harder if the natural pair costs so many points, or with so many moves."""


class Source(Enum):
    """Where a problem comes from."""

    OWN = "own"
    FILE = "file"
    SHIPPED = "shipped"
    GENERATED = "fresh"


@dataclass(frozen=True)
class Grade:
    """What makes a problem hard.

    `best` of `moves` different moves keep the value; moves that leave the same columns are one.
    `trap` is what the natural move costs, the pair of the highest rank. `sight` is how many plies
    one has to look ahead to see what is best, 0 where that is not measured.
    """

    tiles: int
    moves: int
    best: int
    trap: int
    sight: int

    @property
    def level(self) -> int:
        """How hard it is, from `EASIEST` to `HARDEST`: by its size, and what else makes it so."""
        size = EASIEST + sum(self.tiles > most for most in _SIZES)
        if self.tiles <= SMALL:
            return size + (self.sight > _FAR)
        signs = self.trap > 0, self.trap >= _DEEP_TRAP, self.best == 1, self.moves >= _MANY_MOVES
        return min(HARDEST, size + 1 + sum(signs) // 2)

    @property
    def is_choice(self) -> bool:
        return self.best < self.moves


def grade_of(problem: Problem) -> Grade:
    """Return what makes a problem hard."""
    place = problem.position
    best = different(place, problem.best_moves)
    sight = sight_of(problem) if place.tiles_left <= SMALL else 0
    return Grade(place.tiles_left, len(different_moves(place)), best, problem.trap, sight)


def sight_of(problem: Problem) -> int:
    """Return the plies to look ahead, counting points only, until only best pairs look best.

    Every way to play is tried, so it is for small problems.
    """
    place, plies = problem.position, 0
    tempting, best = {*place.legal_moves}, {*problem.best_moves}
    while not tempting <= best:
        worth = {
            move: place.worth(move) - _ahead(place.play(move), plies) for move in problem.values
        }
        tempting = {move for move in worth if worth[move] == max(worth.values())}
        plies += 1
    return plies


def _ahead(place: Position, plies: int) -> int:
    """Return the margin the player to move makes in a number of plies."""
    moves = place.legal_moves if plies else ()
    return max(
        (place.worth(move) - _ahead(place.play(move), plies - 1) for move in moves), default=0
    )


def key_of(position: Position) -> str:
    """Return the key of a problem, 32 hexadecimal digits."""
    text = "/".join(",".join(map(str, column)) for column in column_order(position))
    return sha256(text.encode("ascii")).hexdigest()[:32]


def disguised(problem: Problem, disguise: Disguise) -> Problem:
    """Return a problem in disguise."""
    values = {disguise.of_move(move): value for move, value in problem.values.items()}
    return Problem(disguise.of_position(problem.position), values, problem.comment)


# --- own games --------------------------------------------------------------------------------


def own_mistakes(
    study: Study, player: Player | None = None
) -> tuple[list[Problem], list[Position]]:
    """Return the costly moves of the line looked at as the problems before them.

    They are those of one player, or of both. The positions returned beside them have moves whose
    value is not proven yet; once it is, they are problems too.
    """
    review = study.review()
    by_position = {
        move.position: problem_at(move.position, study.values)
        for move in (() if review is None else review.moves)
        if move.cost.value and move.exact and player in (None, move.player)
    }
    unproven = [position for position, problem in by_position.items() if problem is None]
    return [problem for problem in by_position.values() if problem is not None], unproven


def problem_at(position: Position, values: Values) -> Problem | None:
    """Return a position as a problem, None while not every move's value is proven."""
    known = {move: values.of_move(position, move) for move in position.legal_moves}
    if not all(value.is_exact for value in known.values()):
        return None
    return Problem(position, {move: value.lower for move, value in known.items()})


# --- shipped and generated ones ---------------------------------------------------------------


def problems_in(text: str, most: int | None = None) -> tuple[list[Problem], list[str]]:
    """Return the problems of a file, and the faults of its other lines.

    After `most` such lines the rest is not read.
    """
    lines = list(islice(_lines_in(text), most))
    return [problem for problem, _wrong in lines if problem is not None], [
        wrong for _one, wrong in lines if wrong
    ]


def _lines_in(text: str) -> Iterator[tuple[Problem | None, str]]:
    """Yield the problem of each line, or its fault."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.partition("%")[0].strip():
            continue
        try:
            yield Problem.parse(line), ""
        except RulesError as error:
            yield None, _("line {n}: {reason}").format(n=number, reason=explain(error))


def shipped_files() -> list[Path]:
    """Return the problem files that come with the game, in the order of their names."""
    return sorted(asset("problems").glob(f"*{SUFFIX}"))


def shipped_problems() -> Iterator[Problem]:
    """Yield the problems that come with the game, each once."""
    yield from problems_of(shipped_files())


def problems_of(files: Iterable[Path], most: int | None = None) -> Iterator[Problem]:
    """Yield the problems of some files, each once; what cannot be read is passed over.

    After `most` lines of a file, good ones and bad ones, its rest is not read.
    """
    seen: set[str] = set()
    for file in files:
        try:
            text = read_bytes(file).decode("utf-8", errors="replace")
        except (OSError, RulesError):
            continue
        for problem, _wrong in islice(_lines_in(text), most):
            if problem is not None and (key := key_of(problem.position)) not in seen:
                seen.add(key)
                yield problem


def random_endgames(random: Random, tiles: int) -> Iterator[Position]:
    """Yield positions without end that random play leaves of random deals, with tiles to take.

    They have at most `tiles` tiles, no points, and more than one move; their moves' values are for
    a solver to find.
    """
    while True:
        position = played_down(random, deal(random.randint(1, LAST_DEAL)), tiles)
        if len(position.legal_moves) > 1:
            yield Position(position.columns)


# --- problem files -------------------------------------------------------------------------------
#
# The person's own problem files, `.mbp`: copied into a directory of theirs, and read from there.
#
# A file that is added is copied, so that it may be moved or deleted afterwards; a file that is put
# into the directory by hand is as good. Problems belong to the deck once they are answered.

MOST_PROBLEMS: Final = 2000
"""The most lines of a file that are read; with more the trainer would open slowly."""


@dataclass(frozen=True)
class AddedFile:
    """What became of a file: the name it has now, its problems, and the faults of lines."""

    name: str
    problems: int
    wrong: tuple[str, ...] = ()


def read_problem_file(file: Path) -> tuple[str, AddedFile]:
    """Return the text of a file, and what it would add.

    Raises RulesError, with one line, if the file cannot be read, or has no problem in it.
    """
    try:
        text = read_text(file)
    except OSError as error:
        raise RulesError(cannot_read(file.name, error)) from None
    problems, wrong = problems_in(text, MOST_PROBLEMS)
    if not problems:
        reason = wrong[0] if wrong else _("it is empty")
        raise RulesError(
            _("There is no problem in {file}: {reason}").format(file=file.name, reason=reason)
        )
    return text, AddedFile(file.stem, len(problems), tuple(wrong))


def add_problem_file(file: Path, directory: Path) -> AddedFile:
    """Copy a file into the person's directory, numbered if another one has its name.

    A file that is there already, with the same content, is not copied again. Raises RulesError,
    with one line, if the file cannot be read or copied, or has no problem in it.
    """
    text, added = read_problem_file(file)
    place, number = directory / f"{file.stem}{SUFFIX}", 2
    while os.path.lexists(place) and _text(place) != text:
        place, number = directory / f"{file.stem} {number}{SUFFIX}", number + 1
    try:
        if not os.path.lexists(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, text)
    except OSError as error:
        raise RulesError(cannot_write(place.name, error)) from None
    return replace(added, name=place.stem)


def _text(file: Path) -> str | None:
    try:
        return read_text(file)
    except (OSError, ValueError):
        return None


def personal_problems(directory: Path) -> Iterator[tuple[str, Problem]]:
    """Yield the problems of the person's files, each with the name of its file.

    Files come in the order of their names; what cannot be read is passed over.
    """
    try:
        files = sorted(file for file in directory.iterdir() if file.suffix.lower() == SUFFIX)
    except OSError:
        return
    for file in files:
        for problem in problems_of([file], MOST_PROBLEMS):
            yield file.stem, problem


# --- deck ----------------------------------------------------------------------------------------
#
# The deck: which problem comes next, and how an answer is rated.
#
#     next      1. what is due, own mistakes first, then what is due longest
#               2. new ones: own mistakes that are short enough, the latest game's first; then those
#                  of the person's files; those that come with the game; then generated ones; each
#                  about as hard as suits the person's rating
#     answer    rated by the points it lost; the library `fsrs` says when the problem is due again
#
# A card says when its problem comes up again, by spaced repetition (FSRS). Nothing here reads a
# clock; the scheduler plans in days: what is due in days is due when the day begins, and between
# two answers lie as many days as the calendar says, so it makes no difference at what time of the
# day one trains.
#
#     new ──answer──► known, due in days ──answer──► due in more days, or in fewer
#      │                 │
#      └──── missed ─────┴──► due in minutes ──answer──► known again
#
# The first time a problem comes as it is, every further time in another disguise. What is
# kept is in the person's database, which also reports what goes wrong in keeping it.

# --- days ----------------------------------------------------------------------------------------
#
# Days of the calendar, as Start has them too. A `zone` of None is the system's own.


def day_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the day that a moment belongs to."""
    return moment.astimezone(zone).date()


def begin_of(day: date, zone: tzinfo | None) -> datetime:
    """Return the moment, in UTC, at which a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


# --- cards ---------------------------------------------------------------------------------------

AGAIN_SOON: Final = timedelta(minutes=10)
"""The time after which a missed problem comes up again."""

NEARLY: Final = 2
"""The most points an answer may lose and still count as nearly right."""


_SCHEDULER: Final = Scheduler(
    learning_steps=(AGAIN_SOON,),
    relearning_steps=(AGAIN_SOON,),
    maximum_interval=365,
    enable_fuzzing=False,
)


class Rating(Enum):
    """How well a problem was answered; the numbers are those of FSRS."""

    MISSED = 1
    NEARLY = 2
    RIGHT = 3


def rate(lost: int, trap: int, *, hints: int = 0, shown: bool = False) -> Rating:
    """Rate an answer that lost `lost` points in all.

    Right is only what loses nothing without a hint. With hints it is nearly right, and so is an
    answer that loses little, and less than the natural move, `trap`, which anybody would find.
    """
    if shown or lost > NEARLY or (lost and lost >= trap):
        return Rating.MISSED
    return Rating.NEARLY if lost or hints else Rating.RIGHT


@dataclass(frozen=True)
class Card:
    """The repetition schedule of an answered problem; times are in UTC.

    `repeats` counts the answers, `misses` those that were missed. The rest is the scheduler's:
    `stability` in days, `difficulty` from 1 to 10.
    """

    due: datetime
    last: datetime
    repeats: int
    misses: int
    state: int
    step: int | None
    stability: float
    difficulty: float


def answered(card: Card | None, rating: Rating, now: datetime, zone: tzinfo | None = None) -> Card:
    """Return the card after an answer at the moment `now`; None is a problem never answered.

    Days are those of `zone`, None for the system's.
    """
    now = now.astimezone(UTC)
    before = FsrsCard(card_id=0, due=now)
    if card is not None:
        before = FsrsCard(
            0,
            State(card.state),
            card.step,
            card.stability,
            card.difficulty,
            card.due,
            begin_of(day_of(min(card.last, now), zone), zone),
        )
    after, _log = _SCHEDULER.review_card(before, FsrsRating(rating.value), now)
    assert after.stability is not None
    assert after.difficulty is not None
    in_days = after.state is State.Review
    return Card(
        due=begin_of(day_of(after.due, zone), zone) if in_days else after.due,
        last=now,
        repeats=1 + (0 if card is None else card.repeats),
        misses=(rating is Rating.MISSED) + (0 if card is None else card.misses),
        state=int(after.state),
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
    )


# --- the person's rating -------------------------------------------------------------------------
#
# Elo's rating (The Rating of Chessplayers, 1978); the person and the problem are its two players.
# A problem has the rating of its level. First answers count only, a nearly right one as half. How
# far one moves the rating is the FIDE's choice for new players (Rating Regulations, 8.3.3).

BEGINNING: Final = 600
"""The rating of somebody who has answered nothing, and of a problem of the first level."""

A_LEVEL: Final = 150
"""The points from level to level."""

_MOST_MOVED: Final = 40
_MOVED: Final = 20
_NEW_FOR: Final = 30
"""How far an answer moves the rating at most: of so many answers, and of those after them."""

_SCORES: Final = {Rating.MISSED: 0.0, Rating.NEARLY: 0.5, Rating.RIGHT: 1.0}


def rating_after(answers: Iterable[tuple[int, Rating]]) -> int:
    """Return the person's rating after first answers, each with the level of its problem."""
    rating = float(BEGINNING)
    for number, (level, answered) in enumerate(answers):
        theirs = BEGINNING + A_LEVEL * (level - EASIEST)
        expected = 1 / (1 + 10 ** ((theirs - rating) / 400))
        most = _MOST_MOVED if number < _NEW_FOR else _MOVED
        rating = max(BEGINNING, rating + most * (_SCORES[answered] - expected))
    return round(rating)


def level_at(rating: int) -> int:
    """Return the level that suits a rating: the hardest whose problems are not rated higher."""
    return min(HARDEST, EASIEST + (rating - BEGINNING) // A_LEVEL)


# --- exercises and answers -----------------------------------------------------------------------

_TRIES: Final = 50


@dataclass(frozen=True)
class Exercise:
    """An exercise: `problem` in disguise, answered `repeat` times before.

    `key`, `source`, `game` (the key of the own game it is from, else empty) and `level` are those
    of the problem.
    """

    key: str
    source: Source
    game: str
    level: int
    repeat: int
    original: Problem

    @cached_property
    def disguise(self) -> Disguise:
        """The disguise, the same whenever this repeat is shown."""
        return disguise_of(self.original, self.key, self.repeat)

    @cached_property
    def themes(self) -> tuple[ProblemTheme, ...]:
        """What the problem is about; a disguise changes nothing of it."""
        return themes_of(self.original)

    @cached_property
    def problem(self) -> Problem:
        """The problem as it is shown; in disguise without the points, which would give it away."""
        shown = disguised(self.original, self.disguise)
        if not self.repeat:
            return shown
        return Problem(
            Position(shown.position.columns, shown.position.to_move), shown.values, shown.comment
        )


@dataclass(frozen=True)
class Rated:
    """How an answer was rated; `due` is when the problem comes again.

    An exercise that was answered already, here or in another program, is not `counted` again.
    """

    rating: Rating
    due: datetime
    counted: bool


@dataclass(frozen=True)
class Answer:
    """An answer as it was kept; `move` is that of the problem without disguise, empty for none.

    `trap` is what the natural move would have lost.
    """

    id: str
    key: str
    at: datetime
    source: Source
    level: int
    repeat: int
    move: str
    lost: int
    trap: int
    hints: int
    shown: bool
    seconds: float | None
    rating: Rating
    counted: bool = True


@dataclass(frozen=True)
class DeckEntry:
    """A problem of the deck, and when it is due, if ever."""

    key: str
    source: Source
    due: datetime | None
    is_retired: bool


def new_exercise(problem: Problem, source: Source, game: str = "") -> Exercise:
    """Return the first exercise of a problem."""
    return Exercise(key_of(problem.position), source, game, grade_of(problem).level, 0, problem)


def disguise_of(original: Problem, key: str, repeat: int) -> Disguise:
    """Return the disguise of a repeat: none the first time, then each time another picture.

    A position of very few tiles may not have as many pictures.
    """
    disguise, pictures = IDENTITY, {original.position.grid}
    for number in range(1, repeat + 1):
        random = Random(f"{key} {number}")
        for _try in range(_TRIES):
            disguise = _gathered(random_disguise(random), original.position)
            if disguise.of_position(original.position).grid not in pictures:
                break
        pictures.add(disguise.of_position(original.position).grid)
    return disguise


def _gathered(disguise: Disguise, position: Position) -> Disguise:
    """Return a disguise in which the columns with tiles lie side by side, in the middle."""
    columns = sorted(range(COLUMNS), key=disguise.places.__getitem__)
    used = [column for column in columns if any(position.columns[column])]
    empty = [column for column in columns if column not in used]
    half = len(empty) // 2
    order = [*empty[:half], *used, *empty[half:]]
    return replace(disguise, places=tuple(order.index(column) for column in range(COLUMNS)))


# --- tables and rows -----------------------------------------------------------------------------
#
# Problems with their cards, and every answer, in the person's database.
#
#     problems    one row a problem that was put in or answered; its card, empty until an answer
#     answers     one row an answer, also those that changed no card
#
# Rows that another hand made unreadable are passed over. Moments are kept in UTC, as text that
# sorts as time does.

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


def _row_of(exercise: Exercise, added: datetime) -> Row:
    return {
        "key": exercise.key,
        "line": str(exercise.original),
        "source": exercise.source.value,
        "game": exercise.game,
        "added": moment_text(added),
        "level": exercise.level,
    }


def _exercise(row: Row) -> Exercise:
    original = Problem.parse(row["line"])
    return Exercise(
        key=str(row["key"]),
        source=Source(row["source"]),
        game=str(row["game"]),
        level=grade_of(original).level,
        repeat=int(row["repeats"]),
        original=original,
    )


def _first_answer(row: Row) -> tuple[int, Rating]:
    return int(row["level"]), Rating(row["rating"])


def _entry(row: Row) -> DeckEntry:
    return DeckEntry(
        key=str(row["key"]),
        source=Source(row["source"]),
        due=None if row["due"] is None else _card(row).due,
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
    row = connection.execute(f"SELECT {_CARD} FROM problems WHERE key = ?", [key]).fetchone()
    try:
        return _card(dict(zip(_CARD.split(", "), row, strict=True)))
    except INVALID:
        return None


def _insert_problem(connection: Connection, exercise: Exercise, added: datetime) -> None:
    connection.execute(f"{_INSERT} ON CONFLICT DO NOTHING", _row_of(exercise, added))


def _answer_row(answer: Answer) -> Row:
    return {
        **vars(answer),
        "at": moment_text(answer.at),
        "source": answer.source.value,
        "shown": int(answer.shown),
        "rating": answer.rating.value,
        "counted": int(answer.counted),
    }


def _answer(row: Row) -> Answer:
    changed = {
        "at": moment_in(row["at"]),
        "source": Source(row["source"]),
        "shown": bool(row["shown"]),
        "rating": Rating(row["rating"]),
        "counted": bool(row["counted"]),
    }
    return Answer(**{**row, **changed})


ANSWERS: Final = MappedTable(PART, "answers", _answer, _answer_row)


# --- deck ----------------------------------------------------------------------------------------


GENERATED_STOCK: Final = 20
"""The number of generated problems to keep in stock."""

_WRONG_CLOCK: Final = timedelta(days=1)
"""An answer further in the future than this was given while the clock was wrong."""


class Deck:
    """The person's problems.

    `now` returns the time, with a time zone; `shipped` the problems that come with the game, asked
    for once they are needed; `files` those of the person's own files, each with the file's name;
    days are those of `zone`, None for the system's. `version` grows with every change that is made
    here, not with those of other programs.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime],
        shipped: Callable[[], Iterable[Problem]] = tuple,
        zone: tzinfo | None = None,
        files: Callable[[], Iterable[tuple[str, Problem]]] = tuple,
    ) -> None:
        self._database = database
        database.include(PART)
        self._clock = now
        self._zone = zone
        self._stock: list[Exercise] = []
        self._unread: Iterator[Exercise] | None = None
        self._load, self._load_files = shipped, files
        self.version = 0

    # --- what is in it --------------------------------------------------------------------------

    def add(self, problems: Iterable[Problem], source: Source, game: str = "") -> int:
        """Put problems in, `game` being the key of the own game they are from.

        Returns how many were not there yet. A problem that is there already becomes one's own when
        it comes up in an own game; what is remembered of it stays.
        """
        rows = [_row_of(new_exercise(problem, source, game), self._now()) for problem in problems]

        def work(connection: Connection) -> int:
            (before,) = connection.execute("SELECT count(*) FROM problems").fetchone()
            connection.executemany(_INSERT + _BECOMES_OWN, rows)
            (after,) = connection.execute("SELECT count(*) FROM problems").fetchone()
            return int(after - before)

        self.version += 1
        return self._database.write(work)

    def prepare(self, number: int | None = None) -> bool:
        """Take in a number of problems of files and of those that come with the game, None for all.

        Returns whether there were any. They are taken in when they are needed, if not before.
        """
        if self._unread is None:
            self._unread = self._unanswered()
        loaded = list(islice(self._unread, number))
        self._stock += loaded
        return bool(loaded)

    def read_files_again(self) -> None:
        self.version += 1
        self._stock, self._unread = [], None

    def _unanswered(self) -> Iterator[Exercise]:
        """Yield the problems of the person's files, then those that come with the game."""
        for name, problem in self._load_files():
            yield new_exercise(problem, Source.FILE, name)
        for problem in self._load():
            yield new_exercise(problem, Source.SHIPPED)

    def retire(self, exercise: Exercise, retired: bool = True) -> None:
        def work(connection: Connection) -> None:
            _insert_problem(connection, exercise, self._now())
            connection.execute(
                "UPDATE problems SET retired = ? WHERE key = ?", [int(retired), exercise.key]
            )

        self.version += 1
        self._database.write(work)

    def ask_all_again(self) -> None:
        self.version += 1
        self._database.execute("UPDATE problems SET retired = 0 WHERE retired != 0")

    def entries(self) -> list[DeckEntry]:
        """Return all problems that were put in or answered, in the order they came in."""
        return [*self._database.select(_entry, "SELECT * FROM problems ORDER BY added, rowid")]

    def answers(self) -> list[Answer]:
        return ANSWERS.select(self._database, "ORDER BY at, rowid")

    def today(self) -> list[Answer]:
        since = moment_text(begin_of(day_of(self._now(), self._zone), self._zone))
        return ANSWERS.select(self._database, "WHERE at >= ? ORDER BY at, rowid", [since])

    def unfinished(self, run: int) -> Iterator[tuple[Exercise, Answer]]:
        """Yield today's last exercises, as they were shown, which do not fill a `run` yet."""
        today = self.today()
        for answer in today[len(today) // run * run :]:
            query = "SELECT * FROM problems WHERE key = ?"
            for exercise in self._database.select(_exercise, query, [answer.key]):
                yield replace(exercise, repeat=answer.repeat), answer

    @property
    def wanted_problems(self) -> int:
        others = len(self._keys(f"WHERE {_IS_NEW} AND source != 'own'"))
        return max(0, GENERATED_STOCK - others - len(self._stock_left()))

    # --- what comes next ------------------------------------------------------------------------

    @property
    def due(self) -> int:
        return len(self._keys(f"WHERE {_IS_DUE}", self._due_moments()))

    def due_about(self, theme: ProblemTheme | None) -> int:
        """Return how many problems about a theme are due now; without one all of them count."""
        return self.due if theme is None else len([*_about(theme, self._all_due())])

    @property
    def next_due(self) -> datetime | None:
        """When the next problem will be due that is not yet; None if none will be."""
        query = "SELECT due FROM problems WHERE retired = 0 AND due > ? ORDER BY due LIMIT 1"
        values = [moment_text(self._now())]
        return next(self._database.select(lambda row: moment_in(row["due"]), query, values), None)

    def next(self, theme: ProblemTheme | None = None) -> Exercise | None:
        """Return the next exercise, None if there is none for now.

        Asking uses nothing up: until it is answered the same comes again, in the same disguise.
        With a `theme` all others wait. What asks for the pair of the last answer, from a place of
        the same game nearby, comes after others.
        """
        query = (
            "SELECT problems.* FROM problems JOIN answers USING (key)"
            " ORDER BY answers.at DESC, answers.rowid DESC LIMIT 1"
        )
        last, alike = next(self._database.select(_exercise, query), None), None
        for exercise in self._candidates(theme):
            if last is None or not _are_alike(exercise, last):
                return exercise
            alike = alike or exercise
        return alike

    def _candidates(self, theme: ProblemTheme | None) -> Iterator[Exercise]:
        yield from _about(theme, self._all_due())
        yield from self._new(theme)

    def _all_due(self) -> Iterator[Exercise]:
        """Yield what is due: own mistakes first, then what is due longest."""
        query = f"SELECT * FROM problems WHERE {_IS_DUE} ORDER BY source = 'own' DESC, due, rowid"
        return self._database.select(_exercise, query, self._due_moments())

    def _due_moments(self) -> list[str]:
        """Return now, and the moment after which answers were given while the clock was wrong."""
        now = self._now()
        return [moment_text(now), moment_text(now + _WRONG_CLOCK)]

    def _new(self, theme: ProblemTheme | None) -> Iterator[Exercise]:
        """Yield own mistakes that are short enough, then what suits; longer ones wait."""
        new, level = f"SELECT * FROM problems WHERE {_IS_NEW}", self.level
        query = f"{new} AND source = 'own' ORDER BY added DESC, rowid DESC"
        own = [*_about(theme, self._database.select(_exercise, query))]
        yield from (exercise for exercise in own if exercise.level <= level + 1)
        left = [*_about(theme, self._stock_left())]
        query = f"{new} AND source != 'own' ORDER BY rowid"
        made = _about(theme, self._database.select(_exercise, query))
        files = [exercise for exercise in left if exercise.source is Source.FILE]
        for others in (files, left, made, own):
            yield from sorted(
                others, key=lambda exercise: (abs(exercise.level - level), exercise.key)
            )

    def _stock_left(self) -> list[Exercise]:
        """Return the problems of files and of the game that were not answered or retired."""
        self.prepare()
        seen = {*self._keys("")}
        return [exercise for exercise in self._stock if exercise.key not in seen]

    @property
    def rating(self) -> int:
        """The person's rating by all first answers."""
        query = (
            "SELECT level, rating FROM answers WHERE repeat = 0 AND counted = 1 ORDER BY at, rowid"
        )
        return rating_after(self._database.select(_first_answer, query))

    @property
    def level(self) -> int:
        """How hard new problems should be."""
        return level_at(self.rating)

    # --- answers --------------------------------------------------------------------------------

    def answer(
        self,
        exercise: Exercise,
        lost: int,
        move: Move | None = None,
        *,
        hints: int = 0,
        shown: bool = False,
        seconds: float | None = None,
    ) -> Rated:
        """Store an answer and return its rating.

        `lost` are the points lost in all; `move` is the first move in disguise, None if there was
        none; `shown` is whether the solution was asked for.

        An exercise that was answered meanwhile, by a second click or in another program, is kept
        and changes nothing.
        """
        trap, original = exercise.original.trap, exercise.disguise.inverse
        answer = Answer(
            id=uuid4().hex,
            key=exercise.key,
            at=self._now(),
            source=exercise.source,
            level=exercise.level,
            repeat=exercise.repeat,
            move="" if move is None else str(original.of_move(move)),
            lost=lost,
            trap=trap,
            hints=hints,
            shown=shown,
            seconds=seconds,
            rating=rate(lost, trap, hints=hints, shown=shown),
        )

        def work(connection: Connection) -> Rated:
            _insert_problem(connection, exercise, answer.at)
            card = _card_in(connection, exercise.key)
            counted = card is None or card.repeats == exercise.repeat
            if card is None or counted:
                card = answered(card, answer.rating, answer.at, self._zone)
                fields = {
                    **vars(card),
                    "due": moment_text(card.due),
                    "last": moment_text(card.last),
                }
                changes = ", ".join(f"{name} = :{name}" for name in fields)
                connection.execute(
                    f"UPDATE problems SET {changes} WHERE key = :key",
                    fields | {"key": exercise.key},
                )
            connection.execute(
                f"INSERT {ANSWERS.into}", ANSWERS.row(replace(answer, counted=counted))
            )
            return Rated(answer.rating, card.due, counted)

        self.version += 1
        return self._database.write(work)

    def _now(self) -> datetime:
        return in_utc(self._clock())

    def _keys(self, where: str, values: Sequence[object] = ()) -> list[str]:
        query = f"SELECT key FROM problems {where}"
        return [*self._database.select(lambda row: str(row["key"]), query, values)]


def _are_alike(exercise: Exercise, other: Exercise) -> bool:
    same_pair = {*exercise.original.best_moves} & {*other.original.best_moves}
    return bool(
        exercise.key != other.key and exercise.game and exercise.game == other.game and same_pair
    )


def _about(theme: ProblemTheme | None, exercises: Iterable[Exercise]) -> Iterator[Exercise]:
    return (exercise for exercise in exercises if theme is None or theme in exercise.themes)
