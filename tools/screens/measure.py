"""Plays in the real window against the real engine, and measures what that takes.

    python -m tools.screens.measure endurance [--games 200] [--size 1280x800] [--seed 1]
    python -m tools.screens.measure endurance --minutes 120 --pause 2
    python -m tools.screens.measure frames [--seconds 60] [--size 1280x800] [--busy N] [--analyse]
    python -m tools.screens.measure screens [--size 1280x800]

Opens the window on the display there is (`SDL_VIDEODRIVER=dummy`: on none).

`endurance` plays many games by clicks against the fastest level. After each game it looks at the
result, steps through the review, and visits another screen. With `--minutes` it plays for so long
instead of a number of games, and with `--pause` it waits so many seconds before each move, as
people do. Every tenth part of the time it prints the memory of window and engine, the open files,
the threads, and how long frames took; at the end, by how much each grew from the games after the
twentieth to the last ones. Status 1 if the memory of the window grew by more than a tenth, or files
or threads grew at all.

`frames` lets a person's moves be played by themselves against the solver, and prints how long a
window takes from the start of its process to its first frame, then the median and the 99th
percentile of three times: from frame to frame, the work done in a frame, and the processor's share
of that. `--busy` adds processes that keep a core busy. `--analyse` measures Analyse instead: the
solver reports, and every second another move is shown.

`screens` draws every screen again and again, and prints the processor time of a frame of each, the
median of some dozens, the dearest first. Status 1 if one takes more than 8 ms.
"""

from __future__ import annotations

import multiprocessing
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median, quantiles

import click
import psutil
import pygame

from battle.game.session import Seat, Session, Setup
from battle.rules.position import Cell, deal
from battle.window.main import FRAMES_PER_SECOND, App, settle
from battle.window.routes import first_scene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from battle.window.ui.window import Pace
from tools.command import command, window_size
from tools.screens.hands import own_window, press_mouse, strike

# --- endurance -----------------------------------------------------------------------------------

WARM = 20
"""The games after which nothing should grow any more."""
LEVEL = "novice"
VISITED = ("record", "trainer", "settings", "rules", "new_game", "editor", "help", "home")
_GAME_SECONDS = 600.0
_LOOK_SECONDS = 1.0


@dataclass
class Measured:
    """What was in use after a game: MiB, open files and threads; and the frames' milliseconds."""

    memory: float
    engine: float
    files: int
    threads: int
    frames: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        cuts = quantiles(self.frames, n=100) if len(self.frames) > 1 else [0.0] * 99
        return (
            f"window {self.memory:.0f} MiB, engine {self.engine:.0f} MiB, {self.files} files,"
            f" {self.threads} threads, frames {cuts[49]:.1f} ms, 99th percentile {cuts[98]:.1f} ms"
        )


class Player:
    """Somebody at the real window, who clicks and looks around."""

    def __init__(self, app: App, seed: int, pause: float) -> None:
        self.app = app
        self._pause = pause
        self._pace = Pace(FRAMES_PER_SECOND)
        self._random = random.Random(seed)
        self._frames: list[float] = []

    def play(self, number: int) -> Measured:
        """Play a game of deal `number`, look at its end and at another screen."""
        self._frames = []
        seats = (Seat("Ada"), Seat(solver=True, level=LEVEL))
        if number % 2:
            seats = (seats[1], seats[0])
        self.app.replace(TableScene(self.app, Session(Setup(seats, deal(number), number))))
        table = self.app.scene
        assert isinstance(table, TableScene)
        self._until(lambda: self._moved_on(table), _GAME_SECONDS)
        self._until(lambda: self.app.scene is not table, 10.0)
        self._look(_LOOK_SECONDS)
        self.app.pop()
        self.app.go("review_table", table.study)
        for key in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            strike(key)
            self._turn()
            self._look(_LOOK_SECONDS / 4)
        self.app.go(VISITED[number % len(VISITED)])
        self._look(_LOOK_SECONDS)
        return measured(self._frames)

    def _moved_on(self, table: TableScene) -> bool:
        """Take a pair if it is the person's turn; return whether the game is over."""
        session = table.session
        if session.ending is not None:
            return True
        if session.person_to_move and not table.motion.moving:
            self._look(self._pause)
            move = self._random.choice(session.position.legal_moves)
            self._click(table, move.first)
            self._click(table, move.second)
        return False

    def _click(self, table: TableScene, cell: Cell) -> None:
        point = table.view.layout.board.rect_of(cell).center
        for _ in press_mouse(point):
            pass
        self._turn()

    def _look(self, seconds: float) -> None:
        self._until(lambda: False, seconds)

    def _until(self, done: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            self._turn()

    def _turn(self) -> None:
        before = self.app.frames_drawn
        self.app.turn(self._pace)
        if self.app.frames_drawn > before:
            self._frames.append(self._pace.work * 1000)


def measured(frames: list[float]) -> Measured:
    """Return the resources of this process and its children.

    Its fonts are not counted: it opens one for every size of text that it meets, once for all.
    """
    here = psutil.Process()
    engine = sum(child.memory_info().rss for child in here.children())
    open_files = [file.readlink() for file in Path("/proc/self/fd").iterdir() if file.is_symlink()]
    files = sum(file.suffix != ".otf" for file in open_files)
    memory = here.memory_info().rss
    return Measured(memory / 2**20, engine / 2**20, files, here.num_threads(), frames)


def grown(games: list[Measured]) -> list[str]:
    """Return what grew from the games after the warm ones to the last ones, in words."""
    part = max(1, (len(games) - WARM) // 5)
    early, late = games[WARM : WARM + part], games[-part:]
    found = []
    for name, least, share in (("memory", 1.0, 0.1), ("files", 0.5, 0.0), ("threads", 0.5, 0.0)):
        one = mean(float(getattr(game, name)) for game in early)
        other = mean(float(getattr(game, name)) for game in late)
        print(f"{name}: {one:.1f} after {WARM} games, {other:.1f} at the end")
        if other - one > max(least, share * one):
            found.append(f"{name} grew from {one:.1f} to {other:.1f}")
    return found


def _endure(
    size: tuple[int, int], number: int, minutes: float | None, pause: float, seed: int
) -> int:
    """Play and report; return 1 if anything grew."""
    games: list[Measured] = []
    done, printed = 0.0, 0
    settle()
    settings = {"animation": False, "sound": False, "threads": 1, "hash_mb": 64}
    with own_window(settings, size=size) as app:
        app.push(first_scene(app))
        app.scheduler.engine.start()
        player, begun = Player(app, seed, pause), time.monotonic()
        while done < 1.0:
            games.append(player.play(seed * 10_000 + len(games) + 1))
            minutes_used = (time.monotonic() - begun) / 60.0
            done = len(games) / number if minutes is None else minutes_used / minutes
            if int(10 * done) > printed or len(games) == WARM:
                printed = int(10 * done)
                print(f"{len(games)} games: {games[-1]}", flush=True)
    print(f"{len(games)} games: {games[-1]}; most {max(game.memory for game in games):.0f} MiB")
    problems = grown(games) if len(games) > WARM else []
    print("\n".join(problems) or "nothing grew")
    return 1 if problems else 0


# --- frames --------------------------------------------------------------------------------------


def _measure_frames(size: tuple[int, int], seconds: float, busy: int, *, analyse: bool) -> None:
    """Measure and print."""
    for _ in range(3):
        words = [
            sys.executable,
            "-m",
            "tools.screens.measure",
            "frames",
            "--begun",
            str(time.time()),
        ]
        subprocess.run(words, check=True)
    workers = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(busy)]
    for worker in workers:
        worker.start()
    _measure(size, seconds, _walk if analyse else _play_for_the_person)
    for worker in workers:
        worker.terminate()


def _show_first_frame(begun: float) -> None:
    """Open the window as the program does, and print how long it took since `begun`."""
    with own_window() as app:
        app.push(first_scene(app))
        app.step(0.0)
        print(f"first frame after {time.time() - begun:.2f} s")


def _burn() -> None:
    while True:
        sum(range(10_000))


def _measure(size: tuple[int, int], seconds: float, go_on: Callable[[App], None]) -> None:
    pace = Pace(FRAMES_PER_SECOND)
    frames: list[tuple[float, float, float]] = []
    with own_window(size=size) as app:
        app.push(TableScene(app, _session(app)))
        app.step(0.0)
        app.scheduler.engine.start()
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


def _session(app: App) -> Session:
    seats = (Seat("Ada"), Seat(solver=True))
    number = random.randint(1, 10_000)
    return Session(Setup(seats, deal(number), number, think_seconds=5.0), now=app.now)


def _play_for_the_person(app: App) -> None:
    """Play a person's move as soon as it is a person's turn; start another game at the end."""
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


# --- screens -------------------------------------------------------------------------------------

MOST_MILLISECONDS = 8.0
"""What a frame of any screen may take of the processor's time."""
_DRAWN = 40


def screen_times(size: tuple[int, int], names: Iterable[str] = ()) -> dict[str, float]:
    """Return the median milliseconds of processor time that a frame of each screen takes."""
    from tools.screens.pictures import SCREENS, show  # which `frames` would wait for

    times = {}
    for name in names or SCREENS:
        with own_window({"sound": False, "threads": 1}, size=size) as app:
            show(app, name)
            app.step(0.1)
            times[name] = median(_drawing(app) for _ in range(_DRAWN))
    return times


def _drawing(app: App) -> float:
    begun = time.thread_time()
    app.draw(app.surface)
    return 1000 * (time.thread_time() - begun)


def _measure_screens(size: tuple[int, int]) -> int:
    """Measure and print; return 1 if a screen is too slow."""
    times = screen_times(size)
    for name, milliseconds in sorted(times.items(), key=lambda row: -row[1]):
        print(f"{milliseconds:5.1f} ms  {name}")
    slow = sum(milliseconds > MOST_MILLISECONDS for milliseconds in times.values())
    usual = median(times.values())
    print(f"{len(times)} screens, median {usual:.1f} ms, {slow} above {MOST_MILLISECONDS} ms")
    return 1 if slow else 0


@command
@click.argument("what", type=click.Choice(["endurance", "frames", "screens"]))
@click.option("--size", type=window_size, default="1280x800")
@click.option("--games", default=200)
@click.option("--minutes", type=float, help="Play so long, not a number of games.")
@click.option("--pause", default=0.0, help="Seconds before each move.")
@click.option("--seed", default=1)
@click.option("--seconds", default=60.0, help="How long frames are measured.")
@click.option("--busy", default=0, help="Processes that keep a core busy.")
@click.option("--analyse", is_flag=True, help="Measure frames of Analyse instead.")
@click.option("--begun", type=float, hidden=True)
def main(
    what: str,
    size: tuple[int, int],
    games: int,
    minutes: float | None,
    pause: float,
    seed: int,
    seconds: float,
    busy: int,
    analyse: bool,
    begun: float | None,
) -> int:
    """Measure and print; return the exit status."""
    if what == "screens":
        return _measure_screens(size)
    if what == "endurance":
        return _endure(size, games, minutes, pause, seed)
    if begun is not None:
        _show_first_frame(begun)
    else:
        _measure_frames(size, seconds, busy, analyse=analyse)
    return 0


if __name__ == "__main__":
    sys.exit(main())
