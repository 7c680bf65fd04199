"""Pars proven a second time, in another way than the survey's: the check of `par.csv`.

    python -m tools.proven_again 2 5 --threads 2                         other threads
    MAHJONG_BATTLE_WITHOUT=sharing python -m tools.proven_again 5        a trick off

Fair games are proven as they lie by `python -m tools.prove_fair`. Nothing is taken from
`par.csv`. A line for each proof is added to `bench/again.csv`; what stands there is not proven
again, so the work can be killed.

    deal,par,threads,hash,without,game,nodes,seconds
    5,4,2,512,,,121734511,70.1
    5,4,1,1024,sharing,,150212345,98.0
    7,10,1,1024,,3 of seed 1,203445566,101.2

`hash` is the table in MiB, `without` the tricks that were off, `game` the number of a fair game in
the row of a seed: its deal was proven in disguise. Status 2 for bad files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

from battle.rules.deal import deal, deal_number
from battle.rules.position import Position
from solver.api import Limit, Solver
from solver.append_only import AppendOnlyCsv
from solver.kernels.tricks import WITHOUT
from tools.command import Arguments, command, parser_of

FILE: Final = Path(__file__).resolve().parents[1] / "bench" / "again.csv"
"""Where proofs are kept in a checkout."""


@dataclass(frozen=True)
class Way:
    """How something is proven: threads, MiB of table, tricks that are off."""

    threads: int
    hash_mb: int
    without: str = " ".join(WITHOUT)


@dataclass(frozen=True)
class Start:
    """What is proven: a deal as it lies, in disguise if it is that of a fair game, named `game`."""

    deal: int
    position: Position
    game: str = ""


@dataclass(frozen=True)
class ProvenAgain:
    """A second proof: the deal, the par it gave, the way, which fair game, and what it took."""

    deal: int
    par: int
    threads: int
    hash: int
    without: str
    game: str
    nodes: int
    seconds: float

    @property
    def question(self) -> tuple[object, ...]:
        """What was proven, and how."""
        return self.deal, self.threads, self.hash, self.without, self.game


COLUMNS: Final = tuple(field.name for field in fields(ProvenAgain))


def read(path: Path) -> list[ProvenAgain]:
    """Return all proofs of a file, none if there is none. Raises OSError or FormatError."""
    return AppendOnlyCsv(path, COLUMNS).read(_row)


def _row(row: list[str]) -> ProvenAgain:
    number, value, threads, table, without, game, nodes, seconds = row
    return ProvenAgain(
        int(number), int(value), int(threads), int(table), without, game, int(nodes), float(seconds)
    )


def prove_all(path: Path, starts: Iterable[Start], way: Way) -> Iterator[ProvenAgain]:
    """Yield the proofs of some starts, those that a file has not yet being added to it.

    Raises OSError, or FormatError for a file that is not ours.
    """
    file = AppendOnlyCsv(path, COLUMNS)
    file.mend()
    done = {proof.question: proof for proof in read(path)}
    with Solver(way.threads, way.hash_mb, known_deals=False) as solver:
        for start in starts:
            question = (start.deal, way.threads, way.hash_mb, way.without, start.game)
            if question not in done:
                done[question] = prove(start, way, solver)
                file.add(astuple(done[question]))
            yield done[question]


def prove(start: Start, way: Way, solver: Solver) -> ProvenAgain:
    """Return the proof of a start, with an empty table."""
    solver.forget()
    found = solver.analyse(start.position, Limit(exact=True))
    return ProvenAgain(
        start.deal,
        found.value.points,
        way.threads,
        way.hash_mb,
        way.without,
        start.game,
        found.nodes,
        round(found.seconds, 1),
    )


def options_of(parser: argparse.ArgumentParser) -> None:
    """Let a command be told the way, and the file."""
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=1024, help="MiB of table")
    parser.add_argument("--output", type=Path, default=FILE)


@command
def main(arguments: Arguments = None) -> None:
    """Prove the deals that are named."""
    parser = parser_of("tools.proven_again", __doc__)
    parser.add_argument("deals", nargs="+")
    options_of(parser)
    options = parser.parse_args(arguments)
    numbers = [deal_number(name) for name in options.deals]
    starts = (Start(number, deal(number)) for number in numbers)
    for proof in prove_all(options.output, starts, Way(options.threads, options.hash)):
        print(f"deal {proof.deal}: par {proof.par:+d}, {proof.nodes} nodes", flush=True)


if __name__ == "__main__":
    sys.exit(main())
