"""Films a game in the real window against the real engine: the film on the docs' first page.

    python -m tools.screens.film docs/game.webp [--deal N] [--scale 0.75] [--quality N]

It begins in Analyse, with what every pair costs, and a mistake of a game. Then Ada plays that
game against Casual by mouse: the first pair, hints near the end, and the result, which leads to
Analyse. What the window waits for is left out. Between its parts moves are left out too,
and a dark frame says so. Needs Pillow, which comes with matplotlib.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
import pygame
from PIL.Image import Image, frombytes

from battle.engine.client import EngineState
from battle.game.session import Seat, Session, Setup
from battle.rules.position import Move, deal
from battle.screens.view import act
from battle.window.main import App
from battle.window.result import ResultScene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from tools.command import FILE, command
from tools.screens.hands import move_mouse, own_window, press_mouse

SIZE: Final = (1280, 800)
RATE: Final = 20
"""Pictures a second; the window draws three times as many."""
_STEPS: Final = 3
_TILES_AT_HINT: Final = 40
_GLIDE: Final = 0.3
_MOST_SECONDS: Final = 600.0
_POINTER: Final = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))


class Camera:
    """Works the window, and keeps what is seen, with milliseconds, while it is on."""

    def __init__(self, scale: float) -> None:
        self.pictures: list[Image] = []
        self.milliseconds: list[int] = []
        self._size = round(SIZE[0] * scale), round(SIZE[1] * scale)
        self._clock = self._begun = time.monotonic()
        self._is_on = True
        self._mouse = (SIZE[0] // 2, SIZE[1] - 40)

    def open(self, app: App) -> None:
        """Film this window from now on."""
        self._app = app

    def now(self) -> float:
        """Return the window's own time, in seconds: that of its frames, never before real time."""
        return self._clock

    def run(self, seconds: float) -> None:
        """Let frames pass."""
        self.until(lambda: False, seconds)

    def until(self, done: Callable[[], object], most: float = _MOST_SECONDS) -> None:
        """Let frames pass until something is so."""
        end = self._clock + most
        while not done() and self._clock < end:
            for _ in range(_STEPS):
                self._clock += 1 / (RATE * _STEPS)
                self._app.step(1 / (RATE * _STEPS))
            if self._is_on:
                self._keep()
            time.sleep(max(0.0, self._clock - time.monotonic()))

    def wait(self, done: Callable[[], object]) -> None:
        """Leave out the frames until something is so."""
        was_on, self._is_on = self._is_on, False
        self.until(done)
        self._is_on = was_on

    @contextmanager
    def off(self) -> Iterator[None]:
        """Leave out what happens meanwhile."""
        self._is_on = False
        self._app.change(animation=False)
        yield
        self._app.change(animation=True)
        self._is_on = True
        self._keep(dark=True)

    def begin_here(self, first: int) -> None:
        """Move the pictures from `first` on before the others."""
        self.pictures = self.pictures[first:] + self.pictures[:first]
        self.milliseconds = self.milliseconds[first:] + self.milliseconds[:first]

    def click(self, point: tuple[int, int]) -> None:
        """Go there with the mouse, and click."""
        self.go(point)
        for _ in press_mouse(point):
            self.run(1 / RATE)

    def go(self, point: tuple[int, int]) -> None:
        """Move the mouse there."""
        (left, top), frames = self._mouse, round(_GLIDE * RATE) if self._is_on else 1
        for frame in range(1, frames + 1):
            part = frame / frames
            part *= part * (3 - 2 * part)
            across, down = part * (point[0] - left), part * (point[1] - top)
            self._mouse = round(left + across), round(top + down)
            move_mouse(self._mouse)
            self.run(1 / RATE)

    def _keep(self, *, dark: bool = False) -> None:
        """Keep the current frame; an unchanged one is shown for longer."""
        seen = self._app.surface.copy()
        place = [(self._mouse[0] + across, self._mouse[1] + down) for across, down in _POINTER]
        pygame.draw.polygon(seen, "white", place)
        pygame.draw.lines(seen, "black", closed=True, points=place, width=2)
        if dark:
            seen.fill((70, 70, 70), special_flags=pygame.BLEND_MULT)
        small = pygame.transform.smoothscale(seen, self._size)
        picture = frombytes("RGB", self._size, pygame.image.tobytes(small, "RGB"))
        length = 6000 // RATE if dark else 1000 // RATE
        if self.pictures and picture == self.pictures[-1]:
            self.milliseconds[-1] += length
        else:
            self.pictures.append(picture)
            self.milliseconds.append(length)

    def save(self, file: Path, quality: int) -> None:
        """Write the film, which begins again after its end."""
        first, *others = self.pictures
        first.save(
            file,
            save_all=True,
            append_images=others,
            duration=self.milliseconds,
            loop=0,
            quality=quality,
            method=4,
            minimize_size=True,
        )


def _play(camera: Camera, table: TableScene, move: Move) -> None:
    """Take a pair by mouse, and see the answer."""
    cells = table.view.layout.board
    for cell in move:
        camera.click(cells.rect_of(cell).center)
    session = table.session
    camera.until(lambda: not table.motion.moving)
    camera.wait(lambda: session.ending or session.person_to_move)
    camera.until(lambda: not table.motion.moving)
    camera.run(0.3)


def _greediest(session: Session) -> Move:
    return max(session.position.legal_moves, key=session.position.worth)


def _is_settled(study: StudyScene) -> bool:
    """Whether nothing moves, and the value of every pair on the board is proven."""
    return not study.motion.moving and all(move.exact for move in study.snapshot.moves)


def _film(app: App, camera: Camera, number: int) -> None:
    seats = (Seat("Ada"), Seat(solver=True, level="casual"))
    session = Session(Setup(seats, deal(number), number), now=app.now)
    table = TableScene(app, session)
    app.replace(table)
    app.scheduler.engine.start()
    with camera.off():
        camera.until(lambda: app.scheduler.engine.state is EngineState.READY)
    _play(camera, table, _greediest(session))
    with camera.off():
        while session.position.tiles_left > _TILES_AT_HINT:
            _play(camera, table, _greediest(session))
    ply = session.game.ply
    hint = table.tools["hint"].rect.center
    while table.help.hints.pair is None:
        camera.click(hint)
        camera.wait(lambda: not table.help.hints.is_waiting)
        camera.run(0.6)
    _play(camera, table, table.help.hints.pair)
    with camera.off():
        while session.ending is None:
            _play(camera, table, _greediest(session))
    camera.wait(lambda: isinstance(app.scene, ResultScene))
    result = app.scene
    assert isinstance(result, ResultScene)
    camera.wait(lambda: result.screen.played.is_ready)
    camera.run(1.6)
    first = len(camera.pictures)
    result.act(act("analyse"))
    study = app.scene
    assert isinstance(study, StudyScene)
    study.show_review(shown=False)
    study.go_to(study.snapshot.line[ply])
    camera.wait(lambda: _is_settled(study) and not app.toast.visible)
    camera.run(1.5)
    for button in ("Review", "Mistake ›"):
        camera.click(next(one for one in study.buttons if one.text == button).rect.center)
        camera.wait(lambda: _is_settled(study))
        camera.run(0.8)
    camera.begin_here(first)


@command
@click.argument("file", type=FILE)
@click.option("--deal", "number", default=12, help="The deal that is played.")
@click.option("--scale", default=0.75, help="The film's size, of 1280 x 800.")
@click.option("--quality", default=75, help="WebP's quality, 0 to 100.")
def main(file: Path, number: int, scale: float, quality: int) -> None:
    """Play, film, write; print length and size."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

    camera = Camera(scale)
    with own_window(
        {"sound": False, "language": "en", "relative_values": True}, size=SIZE, now=camera.now
    ) as app:
        camera.open(app)
        _film(app, camera, number)
    camera.save(file, quality)
    seconds, size = sum(camera.milliseconds) / 1000, file.stat().st_size / 2**20
    print(f"{file}: {seconds:.0f} s, {len(camera.pictures)} pictures, {size:.1f} MiB")


if __name__ == "__main__":
    sys.exit(main())
