"""Films a game in the real window against the real engine: the film on the docs' first page.

    python -m tools.screens.film docs/game.webp [--deal N] [--scale 0.75] [--quality N]

Ada plays Casual by mouse: the first moves, hints near the end, the last moves, the result, and then
the mistakes in Analyse. The film runs at the pace at which it was played; between its parts it
leaves moves out, and says so by a dark frame. Needs Pillow, which comes with matplotlib.
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

from battle.game.session import Seat, Session, Setup
from battle.rules.position import Move, deal
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
_LAST_TILES: Final = 10
_GLIDE: Final = 0.5
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

    @contextmanager
    def off(self) -> Iterator[None]:
        """Leave out what happens meanwhile."""
        self._is_on = False
        self._app.change(animation=False)
        yield
        self._app.change(animation=True)
        self._is_on = True
        self._keep(dark=True)

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
    """Take a pair by mouse, and wait for the answer."""
    cells = table.view.layout.board
    for cell in move:
        camera.click(cells.rect_of(cell).center)
    session = table.session
    camera.until(
        lambda: (session.ending or session.person_to_move) and not table.motion.moving, 60.0
    )
    camera.run(0.4)


def _greediest(session: Session) -> Move:
    return max(session.position.legal_moves, key=session.position.worth)


def _film(app: App, camera: Camera, number: int) -> None:
    seats = (Seat("Ada"), Seat(solver=True, level="casual"))
    session = Session(Setup(seats, deal(number), number), now=app.now)
    table = TableScene(app, session)
    app.replace(table)
    app.scheduler.engine.start()
    camera.run(0.5)
    camera.until(lambda: not table.motion.moving)
    for _ in range(2):
        _play(camera, table, _greediest(session))
    with camera.off():
        while session.position.tiles_left > _TILES_AT_HINT:
            _play(camera, table, _greediest(session))
    hint = table.tools["hint"].rect.center
    while table.help.hints.pair is None:
        camera.click(hint)
        camera.until(lambda: not table.help.hints.is_waiting, 20.0)
        camera.run(1.2)
    _play(camera, table, table.help.hints.pair)
    with camera.off():
        while session.position.tiles_left > _LAST_TILES:
            _play(camera, table, _greediest(session))
    while session.ending is None:
        _play(camera, table, _greediest(session))
    camera.until(lambda: isinstance(app.scene, ResultScene), 5.0)
    camera.run(1.5)
    result = app.scene
    assert isinstance(result, ResultScene)
    with camera.off():
        camera.until(lambda: not result.reviewing)
    camera.run(2.5)
    result.review()
    camera.run(2.5)
    study = app.scene
    assert isinstance(study, StudyScene)
    camera.click(next(one for one in study.buttons if one.text == "Lines").rect.center)
    for _ in range(3):
        camera.click(next(one for one in study.buttons if one.text == "Mistake ›").rect.center)
        camera.run(2.0)
    camera.go((study.sheet.rect.centerx, study.sheet.rect.top + 24))
    camera.run(4.0)


@command
@click.argument("file", type=FILE)
@click.option("--deal", "number", default=12, help="The deal that is played.")
@click.option("--scale", default=0.75, help="The film's size, of 1280 x 800.")
@click.option("--quality", default=75, help="WebP's quality, 0 to 100.")
def main(file: Path, number: int, scale: float, quality: int) -> None:
    """Play, film, write; print length and size."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

    camera = Camera(scale)
    with own_window({"sound": False, "language": "en"}, size=SIZE, now=camera.now) as app:
        camera.open(app)
        _film(app, camera, number)
    camera.save(file, quality)
    seconds, size = sum(camera.milliseconds) / 1000, file.stat().st_size / 2**20
    print(f"{file}: {seconds:.0f} s, {len(camera.pictures)} pictures, {size:.1f} MiB")


if __name__ == "__main__":
    sys.exit(main())
