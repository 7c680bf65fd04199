"""Strength: the points that a level loses in a game, measured, and levels made to fit their label.

    python -m solver.strength measure --games 100 --prove 60     plays, judges, adds a line a game
    python -m solver.strength table                              what the lines come to, by level
    python -m solver.strength calibrate --games 20 --rounds 4    measures and adjusts, in turns

Each level plays itself, one thread a game, all cores. A game's costs are proven as far back from
its end as each proof takes no more than `--prove` seconds, and estimated before that; both parts
are told apart. All can be killed at any time and goes on where it was; asked again with more
seconds, games that are not wholly proven are judged again, proofs are kept. With `--tiles` games
begin at what random play leaves of a deal, and the moves before are taken to lose what the level
means to lose: good for a first, coarse calibration.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

from tqdm import tqdm

from battle.resources import asset
from solver import machine
from solver.journal import Journal
from solver.levels import FILE, Level, level, levels, read, write
from solver.selfplay import FULL, PLAYERS_MB, Task, journal_of, work
from solver.tally import COLUMNS, Mean, Measured, Tally, latest, measured
from solver.workers import spread

MOVES: Final = 27.0
"""Moves of a player in a whole game: nearly all games go on until the table is empty."""

TABLE: Final = (
    *["level", "points", "lost", "error", "proven", "proven_error", "estimated"],
    *["estimated_error", "share_proven", "moves", "worst", "tiles", "games", "lost_by_part"],
)


def whole_loss(chosen: Level, tally: Tally) -> Mean:
    """Return the points a player loses in a whole game.

    Of games that began with fewer tiles, the moves before count as much as the level means to lose.
    """
    lost = tally.lost
    if tally.games[0].tiles == FULL:
        return lost
    before = max(0.0, MOVES - tally.moves)
    return Mean(lost.mean + chosen.slip * before, lost.error)


# -- measuring -------------------------------------------------------------------------------------


class Measurement:
    """Games of some levels on some deals, kept in a journal."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self._wanted = wanted
        self._deals = range(wanted.first, wanted.first + wanted.games)
        self._journal = Journal(wanted.output, COLUMNS)
        self._proofs = wanted.output.with_suffix(".proofs.csv")

    def run(self, chosen: Sequence[Level]) -> None:
        """Play and judge what is missing, deal after deal; print and keep each game."""
        self._journal.mend()
        journal_of(self._proofs).mend()
        tasks = self._missing(chosen)
        done = len(self._deals) * len(chosen) - len(tasks)
        with tqdm(total=done + len(tasks), initial=done, unit="game", disable=None) as bar:
            for game in spread(work, tasks, self._wanted.jobs):
                self._journal.add(game.row())
                bar.update()
                tqdm.write(told(game))

    def games(self, chosen: Level) -> list[Measured]:
        """Return the games of a level that are kept, on the deals asked for."""
        found = latest(one for row in self._journal.rows() if (one := measured(row)))
        keys = [(chosen.name, chosen.numbers, number, self._wanted.tiles) for number in self._deals]
        return [found[key] for key in keys if key in found]

    def _missing(self, chosen: Sequence[Level]) -> list[Task]:
        done = {
            (game.level, game.deal)
            for one in chosen
            for game in self.games(one)
            if game.is_proven or game.prove >= self._wanted.prove
        }
        return [
            self._task(one, number)
            for number, one in product(self._deals, chosen)
            if (one.name, number) not in done
        ]

    def _task(self, chosen: Level, number: int) -> Task:
        wanted = self._wanted
        return Task(
            level=chosen,
            made=chosen.numbers,
            deal=number,
            tiles=wanted.tiles,
            prove=wanted.prove,
            look=wanted.look,
            hash_mb=wanted.hash,
            proofs=self._proofs,
        )


def told(game: Measured) -> str:
    """Return a line about a game."""
    proven = sum(cost.exact for cost in game.costs)
    return (
        f"{game.level} on deal {game.deal}: lost {game.lost(exact=True):.1f} in {proven} proven"
        f" and {game.lost(exact=False):.1f} in {len(game.costs) - proven} estimated moves"
    )


# -- the table -------------------------------------------------------------------------------------


def table_row(chosen: Level, games: Sequence[Measured]) -> list[str]:
    """Return a level's line of the table: what one player loses in one game, and its parts."""
    tally = Tally(tuple(games))
    means = [*whole_loss(chosen, tally), *tally.proven, *tally.estimated]
    return [
        chosen.name,
        f"{chosen.points:g}",
        *(f"{number:.2f}" for number in means),
        f"{tally.share_proven:.3f}",
        f"{tally.moves:.1f}",
        str(tally.worst),
        str(games[0].tiles),
        str(len(games)),
        " ".join(f"{part:.2f}" for part in tally.parts),
    ]


def table(chosen: Sequence[Level], measurement: Measurement) -> list[list[str]]:
    """Return the table of the levels that have games, with its header."""
    found = [(one, games) for one in chosen if (games := measurement.games(one))]
    return [list(TABLE), *(table_row(one, games) for one, games in found)]


# -- calibrating -----------------------------------------------------------------------------------


def adjusted(chosen: Level, games: Sequence[Measured]) -> Level:
    """Return a level with the slip that should lose what its label says, a step nearer to it."""
    tally = Tally(tuple(games))
    lost = whole_loss(chosen, tally)
    if not chosen.slip or abs(lost.mean - chosen.points) <= lost.error / 2:
        return chosen
    factor = max(0.5, min(2.0, chosen.points / max(lost.mean, 0.01)))
    return replace(chosen, slip=float(f"{chosen.slip * factor:.3g}"))


def calibrate(names: Sequence[str], path: Path, measurement: Measurement, rounds: int) -> None:
    """Adjust the levels of a file and measure them again, in turns; the file keeps every step."""
    found = read(path)
    measurement.run([found[name] for name in names])
    for _ in range(rounds):
        for name in names:
            found[name] = adjusted(found[name], measurement.games(found[name]))
        if found == read(path):
            return
        write(path, list(found.values()))
        measurement.run([found[name] for name in names])


# -- the command -----------------------------------------------------------------------------------


def main() -> None:
    """Measure, print the table, or calibrate."""
    wanted = _parser().parse_args()
    if wanted.games < 1 or wanted.jobs < 1:
        raise SystemExit("--games and --jobs are at least 1")
    measurement = Measurement(wanted)
    names = wanted.levels or [one.name for one in levels().values() if not one.follows]
    if wanted.do == "measure":
        measurement.run([level(name) for name in names])
    if wanted.do == "calibrate":
        calibrate(names, wanted.file, measurement, wanted.rounds)
    found = read(wanted.file)
    rows = table([found[name] for name in names], measurement)
    print("\n".join(_columns(rows)))
    if wanted.write is not None:
        with wanted.write.open("w", encoding="ascii", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m solver.strength", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    jobs = machine.cores()
    memory = max(64, machine.default_table_mb() // jobs - PLAYERS_MB)
    add = parser.add_argument
    add("do", choices=["measure", "table", "calibrate"])
    add("levels", nargs="*", metavar="LEVEL", help="all but the companion if none is named")
    add("--games", type=int, default=100, help="deals for each level")
    add("--first", type=int, default=1, help="the first deal")
    add("--tiles", type=int, default=FULL, help="tiles at the start")
    add("--prove", type=float, default=60.0, help="seconds for each proof")
    add("--look", type=int, default=3_000_000, help="nodes for each estimate")
    add("--jobs", type=int, default=jobs, help="processes; all cores if not given")
    add("--hash", type=int, default=memory, help="MiB of memory for each process's proofs")
    add("--output", type=Path, default=Path("strength.csv"), help="the file of games")
    add("--write", type=Path, help="write the table to this file as well")
    add("--file", type=Path, default=asset(FILE), help="the levels; calibrate writes it")
    add("--rounds", type=int, default=4, help="how often calibrate measures at most")
    return parser


if __name__ == "__main__":
    main()
