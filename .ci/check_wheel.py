"""Checks an installed wheel, far from any checkout: run by the Python of the environment it is in.

python check_wheel.py        in a directory without the sources
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
COMMAND = str(Path(sysconfig.get_path("scripts")) / "mahjong-battle")


def output_of(*arguments: str, typed: str = "") -> str:
    """Run the installed command; return what it prints, and stop here if it fails."""
    done = subprocess.run(
        [COMMAND, *arguments], input=typed, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_package() -> None:
    """Check that the package is the installed one and brings its assets."""
    import battle
    from battle.resources import asset

    assert "site-packages" in battle.__file__, battle.__file__
    assert "Usage: mahjong-battle" in output_of("--help")
    for name in ("tiles/5m.svg", "icons/help.svg", "fonts/OFL.txt", "locale"):
        assert asset(name).exists(), name
        assert "site-packages" in str(asset(name)), asset(name)
    for module in ("tools", "tests"):
        assert find_spec(module) is None, f"{module} is installed"


def check_tile() -> None:
    """Check that a tile can be drawn from the packaged picture."""
    import pygame

    from battle.resources import asset

    tile = pygame.image.load_sized_svg(asset("tiles/5m.svg"), (96, 128))
    assert pygame.mask.from_surface(tile).count() > 200


def check_terminal() -> None:
    """Check that two people can play a whole game in the terminal."""
    asked = ["a friend here", "your name Ada", "the other player's name Ben", "tiles whole", "4711"]
    typed = "\n".join([*asked, "play", *["1"] * 54, "quit"])
    found = re.search(
        r"(Ada|Ben) won \d+ to \d+\.|A draw, ", output_of("play", "--terminal", typed=typed)
    )
    assert found, "the game did not end"
    print("terminal:", found[0])


def check_solver() -> None:
    """Check that the solver answers, and proves a small endgame."""
    text = output_of("analyse", "5m5p/5p5m/9s/9s", "--exact", "--json")
    assert '"exact": true' in text, text
    print("solver:", text.strip())


def check_opponent() -> None:
    """Check that the solver, in its own process, answers a move in the terminal."""
    typed = "\n".join(["Sol", "your name Ada", "tiles whole", "4711", "play", "1", "quit"])
    found = re.search(r"Sol takes .*", output_of("play", "--terminal", typed=typed))
    assert found, "the solver did not move"
    print("opponent:", found[0])


def check_page() -> None:
    """Check that the page can be made of what is installed, and what comes from npm."""
    from battle.friend.ways.build import write_page

    with TemporaryDirectory() as folder:
        write_page(Path(folder), lambda _size: None)
        files = [file for file in Path(folder).rglob("*") if file.is_file()]
    names = {file.name for file in files}
    assert {"index.html", "LICENSE.txt", "kernels.wasm", "program.zip"} <= names, names
    print("page:", len(files), "files")


def check_window() -> None:
    """Check that a whole game can be played by clicks in the window."""
    import pygame

    from battle.game.session import Seat, Session, Setup
    from battle.rules.position import deal
    from battle.window.main import App
    from battle.window.routes import first_scene

    app = App(size=(1280, 800))
    app.change(animation=False, sound=False)
    app.push(first_scene(app))
    app.step(1 / 60)
    session = Session(Setup((Seat("Ada"), Seat("Ben")), deal(4711), 4711))
    app.go("table", session)
    scene = app.scene
    for _ in range(10):
        app.step(1 / 60)
    while session.ending is None:
        ply = session.game.ply
        for cell in session.position.legal_moves[0]:
            place = scene.view.layout.board.rect_of(cell).center
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, pos=place, button=1, touch=False))
            app.step(1 / 60)
        app.step(1 / 60)
        assert session.game.ply == ply + 1, f"the click on {cell} did nothing"
    app.step(1 / 60)
    print("window:", session.result_text, app.frames_drawn, "frames")
    app.close()


for check in (
    check_package,
    check_tile,
    check_terminal,
    check_solver,
    check_opponent,
    check_page,
    check_window,
):
    check()
