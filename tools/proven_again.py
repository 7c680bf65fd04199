"""Pars proven a second time, in another way than the survey's: the check of `par.csv`.

    python -m tools.proven_again 2 5 --threads 2                         other threads
    MAHJONG_BATTLE_WITHOUT=sharing python -m tools.proven_again 5        a trick off
    python -m tools.proven_again --fair 5 --seed 1                       five fair games in a row

A fair game is proven from its own tiles, a deal in disguise, and with the points that it gives, as
if nothing were known of the deal; the status is 1 if perfect play does not end as the game says.
Nothing is taken from `par.csv`. A line for each proof is added to `bench/again.csv`; what stands
there is not proven again, so the work can be killed.

    deal,par,threads,hash,without,game,nodes,seconds
    5,4,2,512,,,121734511,70.1
    5,4,1,1024,sharing,,150212345,98.0
    7,10,1,1024,,3 of seed 1,203445566,101.2

`hash` is the table in MiB, `without` the tricks that were off, `game` the number of a fair game in
the row of a seed: its deal was proven in disguise. Status 2 for bad files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import click

from battle.game.setup import FairTable, fair_table
from battle.profile.proofs import shipped_pars
from battle.rules.position import Position, deal, deal_number
from solver.api import Limit, Solver
from solver.kernels.tricks import WITHOUT
from tools.command import command
from tools.records import Records

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


class ProvenAgain(NamedTuple):
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


def prove_all(path: Path, starts: Iterable[Start], way: Way) -> Iterator[ProvenAgain]:
    """Yield the proofs of some starts, those that a file has not yet being added to it.

    Raises OSError, or FormatError for a file that is not ours.
    """
    file = Records(path, ProvenAgain)
    done = {proof.question: proof for proof in file.mend()}
    with Solver(way.threads, way.hash_mb, known_deals=False) as solver:
        for start in starts:
            question = (start.deal, *astuple(way), start.game)
            if question not in done:
                done[question] = prove(start, way, solver)
                file.add(done[question])
            yield done[question]


def prove(start: Start, way: Way, solver: Solver) -> ProvenAgain:
    """Return the proof of a start, with an empty table."""
    solver.forget()
    found = solver.analyse(start.position, Limit(exact=True))
    seconds = round(found.seconds, 1)
    how = way.threads, way.hash_mb, way.without
    return ProvenAgain(start.deal, found.value.points, *how, start.game, found.nodes, seconds)


def fair_games(seed: int) -> Iterator[FairTable]:
    """Yield the fair tables that are offered one after the other, without end."""
    random, table = Random(seed), None
    while True:
        table = fair_table(shipped_pars(), random, before=table)
        assert table is not None
        yield table


@command
@click.argument("deals", nargs=-1, type=deal_number)
@click.option("--fair", default=0, help="How many fair games.")
@click.option("--seed", default=1, help="Of the fair games.")
@click.option("--threads", default=1)
@click.option("--hash", "hash_mb", default=1024, help="MiB of table.")
@click.option("--output", type=click.Path(path_type=Path), default=FILE)
def main(
    deals: tuple[int, ...], fair: int, seed: int, threads: int, hash_mb: int, output: Path
) -> int:
    """Prove the deals that are named, and a row of fair games; return the exit status."""
    starts = [Start(number, deal(number)) for number in deals]
    starts += [
        Start(table.deal, table.start(), f"{number} of seed {seed}")
        for number, table in enumerate(islice(fair_games(seed), fair), start=1)
    ]
    uneven = 0
    proofs = prove_all(output, starts, Way(threads, hash_mb))
    for start, proof in zip(starts, proofs, strict=True):
        words = f"par {proof.par:+d}"
        if start.game:
            end = start.position.margin + proof.par
            words = "{}-{} given, perfect play: {:+d}".format(*start.position.points, end)
            uneven += end != 0
        print(f"deal {proof.deal}: {words}, {proof.nodes} nodes", flush=True)
    return 1 if uneven else 0


if __name__ == "__main__":
    sys.exit(main())
