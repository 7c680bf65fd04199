"""How fast everything is read that comes from outside, and whether that grows as its size does.

    python -m tools.attack.speed [--mebibytes 4] [--only WORD] [--log bench/attack.md]

Every reader gets inputs of their usual shape, and of shapes that somebody would choose who wants
the program to stand still. `MB/s` is of the processor's time, the best of three; `growth` is what
the whole takes compared with its half, 2 where reading is linear; `memory` is what the reader needs
beyond the input. A reader that refuses an input is measured as it does so.
"""

from __future__ import annotations

import gc
import io
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import cast

import click

from battle.game.session import Session
from battle.profile import settings
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules import certificate
from battle.rules.certificate import grid_of, verify
from battle.rules.disguise import random_disguise
from battle.rules.files import (
    MEBIBYTE,
    MOST_MEBIBYTES,
    MOST_OF_TABLE,
    PAR_HEADER,
    check_length,
    lines_of,
    read_pars,
    read_text,
)
from battle.rules.position import Position, RulesError, deal, position
from battle.rules.problem import Problem, problem
from battle.rules.record import record, texts_of_games
from battle.storage import Places
from battle.training.deck import add_problem_file, disguised, shipped_problems
from solver import match
from solver.bulk import AppendOnlyCsv
from solver.kernels.encode import Kernels
from solver.protocol import Conversation
from solver.survey import COLUMNS as BOUNDS
from solver.survey import PartialProof, PartialProofs
from tools.attack.inputs import PROOF, SMALL, database_of, game_played
from tools.command import FILE, command
from tools.reference import Twin

REPEATS = 3
ENOUGH = 0.05
"""Seconds; what takes less grows as it likes."""

Make = Callable[[int], bytes]
Read = Callable[[Path], object]
"""Read a file; it lies in a directory of its own, which is also a home."""


@dataclass(frozen=True)
class Reading:
    """A reader, and how inputs of one shape are made for it, of about so many bytes.

    A reader that takes no more than `most` bytes is given no more.
    """

    reader: str
    shape: str
    make: Make
    read: Read
    most: int

    @property
    def name(self) -> str:
        """The reader, and the shape of its input."""
        return f"{self.reader}: {self.shape}"

    def take(self, path: Path) -> None:
        """Read a file, or refuse it."""
        with suppress(RulesError):
            self.read(path)


@dataclass(frozen=True)
class Speed:
    """The seconds that an input of some bytes took, and `half` of it; the memory beyond it."""

    size: int
    seconds: float
    half: float
    memory: int


@command
@click.option("--mebibytes", default=4.0, help="How large inputs are.")
@click.option("--only", default="", help="Only readers with this word in their name.")
@click.option("--log", type=FILE, help="A file to add the table to.")
def main(mebibytes: float, only: str, log: Path | None) -> None:
    """Measure every reader and print a table."""
    rows = []
    for reading in readings():
        if only in reading.reader:
            rows.append(row_of(reading, measured(reading, int(mebibytes * MEBIBYTE))))
            print(rows[-1], flush=True)
    if log is not None:
        words = f"python -m tools.attack.speed --mebibytes {mebibytes:g}"
        with log.open("a", encoding="utf-8") as file:
            file.write(f"\n## {date.today()}, `{words}`\n\n{HEADER}\n" + "\n".join(rows) + "\n")


HEADER = "| reader | shape | MB | MB/s | growth | memory, MB |\n|---|---|---|---|---|---|"


def row_of(reading: Reading, speed: Speed) -> str:
    """Return a line of the table."""
    megabytes = speed.size / 1e6
    growth = f"{speed.seconds / max(speed.half, 1e-6):.1f}" if speed.seconds >= ENOUGH else ""
    columns = (
        *(reading.reader, reading.shape, f"{megabytes:.1f}"),
        *(f"{megabytes / max(speed.seconds, 1e-6):.1f}", growth, f"{speed.memory / 1e6:.0f}"),
    )
    return f"| {' | '.join(columns)} |"


def measured(reading: Reading, size: int) -> Speed:
    """Measure a reader with an input of at most `size` bytes."""
    size = min(size, reading.most)
    content, half = reading.make(size), reading.make(size // 2)
    seconds = min(_seconds(reading, content) for _ in range(REPEATS))
    return Speed(
        len(content),
        seconds,
        min(_seconds(reading, half) for _ in range(REPEATS)) * len(content) / (2 * len(half)),
        _memory(reading, half) * len(content) // len(half),
    )


def _seconds(reading: Reading, content: bytes) -> float:
    with _file(content) as path:
        gc.collect()
        before = time.process_time()
        reading.take(path)
        return time.process_time() - before


def _memory(reading: Reading, content: bytes) -> int:
    """Return how many bytes more than before a reader has had at one time."""
    with _file(content) as path:
        tracemalloc.start()
        reading.take(path)
        _now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak


@contextmanager
def _file(content: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="speed-") as home:
        path = Path(home) / "input"
        path.write_bytes(content)
        yield path


# --- inputs -------------------------------------------------------------------------------------


def _repeated(one: str, before: str = "", after: str = "") -> Make:
    """Return what makes a text of one piece, again and again."""

    def make(size: int) -> bytes:
        number = max(1, (size - len(before) - len(after)) // len(one.encode()))
        return f"{before}{one * number}{after}".encode()

    return make


def _lines(of: Callable[[Random], str], before: str = "") -> Make:
    """Return what makes a text of many different lines."""

    def make(size: int) -> bytes:
        chance, lines, length = Random(1), [before] if before else [], 0
        while length < size:
            lines.append(of(chance))
            length += len(lines[-1]) + 1
        return "\n".join([*lines, ""]).encode()

    return make


@cache
def _played(number: int) -> Session:
    return game_played(number, 60)


def _problem_line(chance: Random) -> str:
    return str(disguised(chance.choice(_problems()), random_disguise(chance)))


@cache
def _problems() -> list[Problem]:
    return [*shipped_problems()]


def _small_problem(chance: Random) -> str:
    one = problem(f"{SMALL}; c1d1:9; a1b2:1; a2b1:1")
    return str(disguised(one, random_disguise(chance))).replace(".", "", chance.randrange(9))


def _par_row(chance: Random) -> str:
    moves = "a1l1 g1g9 i1j1"
    return f"{chance.randrange(1, 10**6)},{chance.randrange(-9, 9)},305228216,466.3,{moves}"


def _match_row(chance: Random) -> str:
    moves = "a1c9 " * 50
    return f"greedy,random,0,{chance.randrange(1, 10**6)},86,76,{moves},{moves}"


def _bounds_row(chance: Random) -> str:
    number = chance.randrange(1, 20)
    bounds = dict.fromkeys(_played(number).game.start.legal_moves, (-5, 9))
    return ",".join(map(str, PartialProof(number, bounds, 1200, 3.0).row()))


def _grid(chance: Random) -> Position:
    return random_disguise(chance).of_position(chance.choice(_problems()).position)


@cache
def _proof() -> bytes:
    """Return a proof of some hundred kilobytes."""
    from solver.bench import left_of_deal
    from solver.kernels.loader import load
    from solver.proofs import CertificateMaker

    maker = CertificateMaker(left_of_deal(3, 52), load(lambda text: None))
    return "\n".join([*maker.lines(), ""]).encode()


# --- readers ------------------------------------------------------------------------------------


def _open_games(path: Path) -> None:
    for text in texts_of_games(read_text(path, MOST_OF_TABLE)):
        with suppress(RulesError):
            record(text)


def _all_lines(path: Path, read: Callable[[str], object]) -> None:
    with path.open(encoding="utf-8") as stream:
        for line in lines_of(stream):
            with suppress(RulesError):
                check_length(line)
                read(line)


def _conversation(path: Path) -> None:
    conversation = Conversation(io.StringIO(), lambda progress: cast(Kernels, Twin()))
    _all_lines(path, lambda line: conversation.answer(line.split()))


def _load_settings(path: Path) -> None:
    places = Places.below(path.parent)
    places.config.mkdir(parents=True, exist_ok=True)
    (places.config / "settings.json").write_bytes(path.read_bytes())
    settings.load(places)


def _games_of_record(path: Path) -> None:
    places = Places.below(path.parent)
    places.data.mkdir(parents=True, exist_ok=True)
    (places.data / "record.db").write_bytes(path.read_bytes())
    with closing(Database.of(places)) as database:
        Records(database).games()


def _bounds_of(path: Path) -> None:
    proofs = PartialProofs(path)
    proofs.path.write_bytes(path.read_bytes())
    proofs.by_deal()


def readings() -> Iterator[Reading]:
    """Yield every reader with every shape of input."""
    for reader, (read, mebibytes, shapes) in _readers().items():
        for shape, make in shapes.items():
            yield Reading(reader, shape, make, read, mebibytes * MEBIBYTE - MEBIBYTE // 16)


def _readers() -> dict[str, tuple[Read, int, dict[str, Make]]]:
    """Return every reader by its name, the MiB that it takes, and inputs of different shapes."""
    first, second = deal(1).legal_moves[:2]
    deal_1 = '[Deal "1"]\n\n'
    begun = f"{deal_1}{first} "
    pairs, proof = ",".join(match.COLUMNS), "\n".join(PROOF.splitlines()[:3])
    problem_shapes = {
        "as they are shipped": _lines(_problem_line),
        "short": _lines(_small_problem),
        "one line again and again": _repeated(f"{_small_problem(Random(1))}\n"),
        "no problems": _repeated("x\n"),
        "one line": _repeated("5m5p/"),
    }
    return {
        "record": (
            lambda path: record(read_text(path, MOST_OF_TABLE)),
            MOST_MEBIBYTES,
            {
                "a long comment": _repeated("word ", f"{begun}{{", "} *"),
                "comments": _repeated("{word} ", begun, "*"),
                "variations": _repeated(f"({second}) ", begun, "*"),
                "parentheses": _repeated("(", begun),
                "moves of nothing": _repeated("a1a2 ", begun),
                "backslashes in a tag": _repeated(r"\\", '[A "', f'"]\n{deal_1}*'),
                "a tag without end": _repeated('[A "', '[A "'),
                "spaces": _repeated(" ", "", "x"),
            },
        ),
        "games": (
            _open_games,
            MOST_OF_TABLE,
            {
                "games": _lines(lambda chance: _played(chance.randrange(1, 20)).record().text),
                "empty games": _repeated(f"{deal_1}*\n\n"),
                "brackets": _repeated("[\n", deal_1),
                "braces": _repeated("{", f"{deal_1}a1b1 "),
            },
        ),
        "lines of problems": (partial(_all_lines, read=problem), MOST_MEBIBYTES, problem_shapes),
        "problem file": (
            lambda path: add_problem_file(path, path.parent / "added"),
            MOST_MEBIBYTES,
            problem_shapes,
        ),
        "lines of positions": (
            partial(_all_lines, read=position),
            MOST_MEBIBYTES,
            {
                "endgames": _lines(lambda chance: str(_grid(chance))),
                "dots": _repeated("." * 108 + "\n"),
                "one line": _repeated("5m"),
            },
        ),
        "solved deals": (
            read_pars,
            MOST_OF_TABLE,
            {
                "deals": _lines(_par_row, PAR_HEADER.strip()),
                "quotation marks": _repeated('"\n'),
                "one line": _repeated('"",'),
            },
        ),
        "matches": (
            lambda path: AppendOnlyCsv(path, match.COLUMNS).read(match._kept_pair),
            MOST_OF_TABLE,
            {"pairs": _lines(_match_row, pairs), "commas": _repeated(",,,\n", f"{pairs}\n")},
        ),
        "bounds of a survey": (
            _bounds_of,
            MOST_OF_TABLE,
            {"deals": _lines(_bounds_row, ",".join(BOUNDS)), "colons": _repeated(":,,,,,:\n")},
        ),
        "proof": (
            lambda path: verify(read_text(path, certificate.MOST_MEBIBYTES)),
            MOST_OF_TABLE,
            {
                "a proof": lambda size: _proof(),
                "answers to nothing": _lines(
                    lambda chance: f"{grid_of(_grid(chance))} a1b2", proof
                ),
                "one line": _repeated("5m5p/", f"{proof}\n"),
            },
        ),
        "settings": (
            _load_settings,
            MOST_MEBIBYTES,
            {
                "a long name": _repeated("x", '{"schema": 1, "names": ["', '", ""]}'),
                "keys": _repeated('"k": "x", ', '{"schema": 1, "keys": {', '"l": "x"}}'),
                "brackets": _repeated("[", '{"names": '),
            },
        ),
        "database": (
            _games_of_record,
            MOST_OF_TABLE,
            {
                "games": lambda size: database_of(max(1, size // 2000), plies=60),
                "zeros": bytes,
            },
        ),
        "lines to the engine": (
            _conversation,
            MOST_MEBIBYTES,
            {
                "positions": _lines(lambda chance: f"position grid {_grid(chance)}"),
                "short": _repeated("stop\n"),
                "one line": _repeated("position "),
            },
        ),
    }


if __name__ == "__main__":
    sys.exit(main())
