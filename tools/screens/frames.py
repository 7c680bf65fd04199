"""Measures how long frames take while a game is played against the solver.

    python -m tools.screens.frames [--seconds 60] [--size 1280x800] [--busy N] [--analyse]

Opens the real window (on the display there is), lets a person's moves be played by themselves
against the solver, and prints how long a window takes from the start of its process to its first
frame, then the median and the 99th percentile of three times: from frame to frame, the work done
in a frame, and the processor's share of that. `--busy` adds processes that keep a core busy.
`--analyse` measures Analyse instead: the solver reports, and every second another move is shown.
"""

from __future__ import annotations

import multiprocessing
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

import click

from battle.game.session import Seat, Session, Setup
from battle.rules.position import deal
from battle.storage import Places
from battle.window.main import FRAMES_PER_SECOND, App, first_scene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from battle.window.ui.window import Pace
from tools.command import command, window_size


@command
@click.option("--seconds", default=60.0)
@click.option("--size", type=window_size, default="1280x800")
@click.option("--busy", default=0, help="Processes that keep a core busy.")
@click.option("--analyse", is_flag=True, help="Measure Analyse instead.")
@click.option("--begun", type=float, hidden=True)
def main(
    seconds: float, size: tuple[int, int], busy: int, analyse: bool, begun: float | None
) -> None:
    """Measure and print."""
    if begun is not None:
        _show_first_frame(begun)
        return
    for _ in range(3):
        words = [sys.executable, "-m", "tools.screens.frames", "--begun", str(time.time())]
        subprocess.run(words, check=True)
    workers = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(busy)]
    for worker in workers:
        worker.start()
    with tempfile.TemporaryDirectory() as home:
        go_on = _walk if analyse else _play_for_the_person
        _measure(Places.below(Path(home)), size, seconds, go_on)
    for worker in workers:
        worker.terminate()


def _show_first_frame(begun: float) -> None:
    """Open the window as the program does, and print how long it took since `begun`."""
    with tempfile.TemporaryDirectory() as home:
        app = App(places=Places.below(Path(home)))
        app.push(first_scene(app, None))
        app.step(0.0)
        print(f"first frame after {time.time() - begun:.2f} s")
        app.close()


def _burn() -> None:
    while True:
        sum(range(10_000))


def _measure(
    places: Places, size: tuple[int, int], seconds: float, go_on: Callable[[App], None]
) -> None:
    app = App(places=places, size=size)
    app.push(TableScene(app, _session(app)))
    app.step(0.0)
    app.scheduler.engine.start()
    pace = Pace(FRAMES_PER_SECOND)
    frames: list[tuple[float, float, float]] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and app.running:
        go_on(app)
        app.wake()
        gap, work, used = pace.wait(), pace.work, time.thread_time()
        app.step(gap)
        frames.append((gap, work, time.thread_time() - used))
    names = ("frame to frame", "work in a frame", "processor time of it")
    for name, seconds_of in zip(names, zip(*frames, strict=True), strict=True):
        _report(name, [1000 * one for one in seconds_of])
    app.close()


def _session(app: App) -> Session:
    seats = (Seat("Ada"), Seat(solver=True))
    number = random.randint(1, 10_000)
    return Session(Setup(seats, deal(number), number, think_seconds=5.0), now=app.now)


def _play_for_the_person(app: App) -> None:
    """Play a person's move as soon as it is a person's turn; begin anew when a game is over."""
    scene = app.scene
    if not isinstance(scene, TableScene) or scene.session.ending is not None:
        app.replace(TableScene(app, _session(app)))
    elif scene.session.person_to_move and not scene.motion.moving:
        scene.session.play(random.choice(scene.session.position.legal_moves))


def _walk(app: App) -> None:
    """Look at another place of a whole game every second."""
    scene = app.scene
    if not isinstance(scene, StudyScene):
        session = _session(app)
        while session.ending is None:
            session.play(random.choice(session.position.legal_moves))
        app.go("study_game", session)
    elif not scene.motion.moving and scene.seconds % 1 < 1 / FRAMES_PER_SECOND:
        scene.go_to(random.choice(scene.snapshot.line))


def _report(name: str, milliseconds: Sequence[float]) -> None:
    cuts = quantiles(milliseconds, n=100)
    print(
        f"{name}: median {median(milliseconds):.1f} ms, 99th percentile {cuts[98]:.1f} ms,"
        f" longest {max(milliseconds):.1f} ms, {len(milliseconds)} frames"
    )


if __name__ == "__main__":
    sys.exit(main())
