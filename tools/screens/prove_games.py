"""Lets the window prove whole games in the background, and says how long that took.

    python -m tools.screens.prove_games DIRECTORY                  deals 1001 to 1010: about an hour
    python -m tools.screens.prove_games DIRECTORY --kill           each killed (-9) once on the way
    python -m tools.screens.prove_games DIRECTORY --tiles 84       from 84 tiles on: minutes

Levels play a game on every deal. Each is then played to its end at the table of the real window,
without a display, which reviews it and proves it to its first move with the real engine, as it does
for everybody; nothing else is asked of it. A line a game says how long that took, the sum of its
ledger, and how the times said on the way compare with what was true. `DIRECTORY` keeps the games,
a home for the window, and a log of all that was said; the command goes on where it was ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby, pairwise
from math import exp, log
from pathlib import Path
from statistics import median
from typing import Final

import click

from battle.analysis.costs import Review, review_line
from battle.analysis.proof_cost import NOTHING
from battle.analysis.values import Values
from battle.game.session import Seat, Session, Setup
from battle.profile.proofs import Pars, Proofs
from battle.profile.records import PlayedGame, Records
from battle.profile.store import Database
from battle.rules.position import deal, move
from battle.rules.record import Record, record
from battle.rules.tree import Game
from battle.storage import Places
from battle.words import proven_words, running_words
from solver.bulk import JsonLines
from tools.command import FILE, command
from tools.reference import balances

LEVELS: Final = ("novice", "casual", "club", "strong", "master", "perfect")
LOG_SECONDS: Final = 5.0
WORTH_TELLING: Final = 30.0
"""Forecasts are compared with the truth while this many seconds are left."""


@dataclass(frozen=True)
class Stage:
    """The window's forecast for a game, some seconds after its proof began, in one run.

    `least` and `most` are the range that was said of the time to come, `estimate` its middle.
    """

    deal: int
    run: float
    seconds: float
    proven_from: int
    estimate: float
    words: str
    least: float = 0.0
    most: float = 0.0


def diary(directory: Path) -> JsonLines:
    """Return the file with all stages of all games."""
    return JsonLines(directory / "log.jsonl")


def stages_of(directory: Path, number: int) -> list[Stage]:
    """Return the stages of a deal; the seconds of its runs follow one another."""
    stages = [Stage(**row) for row in diary(directory).mend().values()]
    found, before = list[Stage](), 0.0
    for _, run in groupby((one for one in stages if one.deal == number), lambda one: one.run):
        found += [replace(one, seconds=before + one.seconds) for one in run]
        before = found[-1].seconds
    return found


# --- the window, in a process of its own ----------------------------------------------------------


def let_prove(directory: Path, number: int, threads: int, hash_mb: int) -> None:
    """Play a game to its end in the window, or go on with it, until it is proven."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from battle.window.main import FRAMES_PER_SECOND, App
    from battle.window.routes import first_scene
    from battle.window.table import TableScene
    from battle.window.ui.window import Pace

    game = record((directory / f"{number}.mjb").read_text("utf-8")).game
    app = App(places=Places.below(directory / "home" / str(number)), size=(900, 600))
    app.change(animation=False, sound=False, prove_games="always", threads=threads, hash_mb=hash_mb)
    app.push(first_scene(app))
    app.scheduler.engine.start()
    if not app.records.games():
        seats = (Seat("One"), Seat("Two"))
        table = TableScene(app, Session(Setup(seats, game.start), now=app.now))
        app.replace(table)
        for node in game.root.main_line():
            assert node.move is not None
            table.session.play(node.move)
    pace, begun, run = Pace(FRAMES_PER_SECOND), time.monotonic(), time.time()
    logged, said = -LOG_SECONDS, 0
    moves = sum(1 for _ in game.root.main_line())
    try:
        while True:
            app.step(pace.wait())
            in_hand, seconds = app.prover.in_hand, time.monotonic() - begun
            proven = [one.exact_from == 1 for one in app.records.games()]
            is_done = any(proven) and not app.prover.waiting
            first = moves + 1 if in_hand is None else in_hand.proof().proven_from
            first = 1 if is_done else first
            if is_done or first != said or seconds - logged >= LOG_SECONDS:
                left, words = NOTHING, proven_words(first, moves)
                if in_hand is not None and 1 < first <= moves:
                    left = in_hand.proof().seconds_left
                    words = running_words(first, moves, left)
                spans = left.low, left.high
                stage = Stage(number, run, seconds, first, left.middle, words, *spans)
                diary(directory).add(asdict(stage))
                logged, said = seconds, first
            if is_done:
                return
    finally:
        app.close()


# --- all games ------------------------------------------------------------------------------------


def play_games(directory: Path, numbers: Sequence[int], tiles: int) -> None:
    """Let levels play a game on every deal that has none; keep its end from `tiles` tiles on."""
    from solver.match import play_pair
    from tools.strength import end_of

    for number in numbers:
        file = directory / f"{number}.mjb"
        if file.exists():
            continue
        one, other = LEVELS[number % len(LEVELS)], LEVELS[(number + 2) % len(LEVELS)]
        whole = Game(deal(number))
        for text in play_pair(one, other, 0, number).moves[0].split():
            whole.play(move(text))
        end = end_of(whole, tiles)
        file.write_text(Record({"First": one, "Second": other}, end).text, encoding="utf-8")


def prove(directory: Path, number: int, threads: int, hash_mb: int, *, kill: bool) -> None:
    """Have a game proven by the window, killed once on the way if that is wanted."""
    while not _is_proven(stages_of(directory, number)):
        words = [sys.executable, "-m", "tools.screens.prove_games", str(directory)]
        words += [f"--only={number}", f"--threads={threads}", f"--hash={hash_mb}"]
        with subprocess.Popen(words) as process:
            try:
                is_killed = bool(stages_of(directory, number))
                while process.poll() is None:
                    time.sleep(1.0)
                    if kill and not is_killed and _is_halfway(stages_of(directory, number)):
                        is_killed = True
                        process.kill()
            finally:
                process.kill()
        if process.returncode not in (0, -signal.SIGKILL):
            raise SystemExit(f"the window ended with status {process.returncode}")


def _is_proven(stages: Sequence[Stage]) -> bool:
    return bool(stages) and stages[-1].proven_from == 1


def _is_halfway(stages: Sequence[Stage]) -> bool:
    """Whether the last moves on the way are in hand, whose proofs take most of the time."""
    most = max((stage.proven_from for stage in stages), default=0)
    return bool(stages) and stages[-1].proven_from <= max(3, most // 5)


# --- what came of it ------------------------------------------------------------------------------


def reviewed(directory: Path, number: int) -> tuple[PlayedGame, Review]:
    """Return a game of the window's record, and its ledger by what the window kept as proven."""
    places = Places.below(directory / "home" / str(number))
    database = Database.of(places)
    game = Records(database).games()[-1]
    line = record(game.record).game
    values, nodes = Values(), line.main_line()
    Proofs(database, Pars(database)).recall_all(values, [node.position for node in nodes])
    review = review_line(nodes, values)
    assert review is not None, "every position is proven"
    return game, review


def forecasts(stages: Sequence[Stage]) -> Iterator[tuple[float, bool]]:
    """Yield the forecasts, as multiples of the truth, and whether their range held."""
    for stage in stages:
        left = stages[-1].seconds - stage.seconds
        if left >= WORTH_TELLING and stage.estimate > 0:
            yield stage.estimate / left, stage.least <= left <= stage.most


def report(directory: Path, numbers: Sequence[int]) -> None:
    """Print a line for every game, and how good the times were that were said."""
    every: list[tuple[float, bool]] = []
    for number in numbers:
        stages = stages_of(directory, number)
        if not _is_proven(stages):
            print(f"deal {number}: not proven yet")
            continue
        game, review = reviewed(directory, number)
        first, second = review.lost
        is_sound = balances(review) and review.exact_from == 1 and game.lost == review.lost
        runs = [[*of] for _, of in groupby(stages, lambda stage: stage.run)]
        lost = any(_loses(before, after) for before, after in pairwise(runs))
        print(
            f"deal {number}: {len(review.moves)} moves, {stages[-1].seconds:.0f} s in"
            f" {len(runs)} runs, proven things lost: {'some' if lost else 'none'};"
            f" {review.final_margin.value:+d} = par {review.par.value:+d} - {first} + {second}:"
            f" {'adds up' if is_sound else 'DOES NOT ADD UP'}; {_quality([*forecasts(stages)])}"
        )
        every += forecasts(stages)
        for stage in stages[:: max(1, len(stages) // 3)]:
            print(f"  after {stage.seconds:.0f} s: {stage.words}")
    print(f"all: {_quality(every)}")


def _loses(before: Sequence[Stage], after: Sequence[Stage]) -> bool:
    """Whether a run began with less proven than the one before it had."""
    begun = next((stage for stage in after if stage.estimate > 0), after[-1])
    return begun.proven_from > before[-1].proven_from


def _quality(times: Sequence[tuple[float, bool]]) -> str:
    """Say how good times were."""
    if not times:
        return "no time said was longer than half a minute"
    held = sum(is_held for _, is_held in times) / len(times)
    good = sum(0.5 <= ratio <= 2 for ratio, _ in times) / len(times)
    middle = exp(median(log(ratio) for ratio, _ in times))
    return (
        f"{len(times)} times said, {held:.0%} of the ranges held, {good:.0%} of their middles"
        f" within a factor of two, {middle:.2f} of the truth"
    )


@command
@click.argument("directory", type=FILE)
@click.option("--first", default=1001)
@click.option("--last", default=1010)
@click.option("--tiles", default=108, help="Prove from so many tiles on.")
@click.option("--kill", is_flag=True, help="Kill the window once a game.")
@click.option("--threads", default=0)
@click.option("--hash", "hash_mb", default=0, help="MiB of table.")
@click.option("--only", type=int, hidden=True)
def main(
    directory: Path,
    first: int,
    last: int,
    tiles: int,
    kill: bool,
    threads: int,
    hash_mb: int,
    only: int | None,
) -> None:
    """Play, prove, report."""
    if only is not None:
        let_prove(directory, only, threads, hash_mb)
        return
    directory.mkdir(parents=True, exist_ok=True)
    numbers = range(first, last + 1)
    play_games(directory, numbers, tiles)
    for number in numbers:
        prove(directory, number, threads, hash_mb, kill=kill)
    report(directory, numbers)


if __name__ == "__main__":
    sys.exit(main())
