"""A pilot that drives the real window by clicks and keys, without a display and without waiting.

    with pilot_at(tmp_path) as pilot:
        pilot.click(pilot.centre_of(cell))
        pilot.press("ctrl+z")
        pilot.run(0.5)          # half a second of frames, in no time

Time is the pilot's own: it advances by the frames it lets run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest import mock

import pygame

from battle.analysis.study import Study
from battle.friend.friends import Friends
from battle.game.session import Seat, Session, Setup
from battle.page.blocks import Block
from battle.profile.records import Records
from battle.rules.position import Cell, Move, Position, deal, played_down
from battle.rules.record import Record
from battle.rules.tree import Game, Node
from battle.screens.join import Join
from battle.screens.screen import Screen
from battle.screens.view import act
from battle.storage import Places
from battle.training import deck
from battle.window.card_view import ViewScene
from battle.window.main import App
from battle.window.routes import first_scene
from battle.window.scene import Scene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.widgets import Widget
from tests.support.endgames import highest_pair
from tests.support.endgames import played as random_game
from tests.support.engines import FakeEngine, TwinEngine
from tests.support.memory_channel import Meeting
from tools.reference import move_values, value
from tools.screens import hands

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"


Shown = TypeVar("Shown", bound=Scene)
Card = TypeVar("Card", bound=Screen)

kept_problems = cache(lambda: tuple(deck.shipped_problems()))
"""The problems that come with the game, read once."""

FRAME = 1 / 60

_load_svg = lru_cache(1000)(pygame.image.load_sized_svg)
pygame.image.load_sized_svg = lambda file, size: _load_svg(file, size).copy()
"""A drawing is read once for all tests; each gets a copy."""

deck.grade_of = cache(deck.grade_of)
"""A problem is graded once for all tests."""

_shadow_of = draw.drop_shadow
_shadow = lru_cache(20)(lambda size, spread, colour: _shadow_of(size, spread))
draw.drop_shadow = lambda size, spread: _shadow(size, spread, tuple(look.SHADOW))
"""The shadow of a table is blurred once for all tests that show one of its size."""

_MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_ALT}


Placed = TypeVar("Placed", bound=Widget)


class SparingApp(App):
    """The app, which paints every twelfth of the frames it draws, and what is looked at.

    Drawing changes nothing, so that no test notices, but takes most of the processor's time.
    """

    def draw(self, surface: pygame.Surface) -> None:
        """Paint every twelfth frame."""
        if self.frames_drawn % 12 == 11:
            self.paint(surface)

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what the window shows now."""
        super().draw(surface)


class Pilot:
    """Hands on mouse and keyboard, eyes on the state of the app."""

    def __init__(self, app: SparingApp, engine: FakeEngine, clock: list[float]) -> None:
        self.app = app
        self.engine = engine
        self._clock = clock

    # Time

    def run(self, seconds: float) -> None:
        """Let frames pass for some seconds."""
        for _ in range(max(1, round(seconds / FRAME))):
            if not self.app.running:
                return
            self._clock[0] += FRAME
            self.app.step(FRAME)

    def settle(self, most: float = 5.0) -> None:
        """Let frames pass until nothing moves any more, and the solver has had its turn."""
        waited = 0.0
        self.run(2 * FRAME)
        while waited < most and self.app.running and self._restless:
            self.run(5 * FRAME)
            waited += 5 * FRAME

    def until(self, done: Callable[[], object], frames: int = 3000, pause: float = 0.0) -> None:
        """Let frames pass until something is so, and two more; fail if it never is.

        Where another process has to answer, `pause` gives it real seconds after each frame.
        """
        passed = 0
        while not done():
            assert passed < frames
            self.run(FRAME)
            time.sleep(pause)
            passed += 1
        self.run(2 * FRAME)

    @property
    def _restless(self) -> bool:
        scene = self.app.scene
        if not isinstance(scene, TableScene):
            return scene.moving or not getattr(scene, "takes_keys", True)
        return scene.motion.moving or (scene.session.solver_to_move and not self.engine.silent)

    # Mouse

    def click(self, point: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        """Move the mouse somewhere and click."""
        self.hover(point)
        place = self._in_window(point)
        for _ in hands.press_mouse(place, button):
            self.run(FRAME)
        self.run(FRAME)

    def hover(self, point: tuple[int, int]) -> None:
        """Move the mouse somewhere."""
        hands.move_mouse(self._in_window(point))
        self.run(FRAME)

    def _in_window(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return where a place of the screen lies in the window, which may be smaller."""
        (width, height), (across, down) = self.app.window.size, self.app.size
        return round(point[0] * width / across), round(point[1] * height / down)

    def click_cell(self, cell: Cell) -> None:
        """Click the tile on a cell."""
        self.click(self.centre_of(cell))

    def centre_of(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell of the board on screen, which may lie under a dialog."""
        scene = self.scene if hasattr(self.scene, "view") else self.table
        rect = scene.view.layout.board.rect_of(cell)
        return rect.centerx, rect.centery

    # Keyboard

    def press(self, *presses: str) -> None:
        """Press keys such as `u`, `ctrl+z`, `shift+tab`, `return`, one after the other."""
        for keys in presses:
            *modifiers, name = keys.split("+")
            mod = sum(_MODIFIERS[modifier] for modifier in modifiers)
            sign = " " if name == "space" else name if len(name) == 1 and not mod else ""
            hands.strike(pygame.key.key_code(name), mod, sign)
            self.run(FRAME)

    def type(self, text: str) -> None:
        """Type characters, one after the other; text fields get them as text too."""
        for sign in text:
            code = pygame.key.key_code(sign) if sign.isascii() and sign.isalnum() else 0
            hands.strike(code, 0, sign)
            self.run(FRAME)

    # Window

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size, also one that a person could not choose."""
        self.app.window.minimum_size = (1, 1)
        self.app.window.size = size
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
        self.run(2 * FRAME)

    def focus(self, gained: bool) -> None:
        """Let the window lose or gain the focus."""
        kind = pygame.WINDOWFOCUSGAINED if gained else pygame.WINDOWFOCUSLOST
        pygame.event.post(pygame.event.Event(kind))
        self.run(FRAME)

    # What is there

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.app.scene

    def shows(self, kind: type[Shown]) -> Shown:
        """Return the scene on top, which has to be of a kind."""
        scene = self.app.scene
        assert isinstance(scene, kind)
        return scene

    def card(self, kind: type[Card]) -> Card:
        """Return the screen that is shown as a card, which has to be of a kind."""
        screen = self.shows(ViewScene).screen
        assert isinstance(screen, kind)
        return screen

    @property
    def table(self) -> TableScene:
        """The playing screen, also under a dialog."""
        return next(s for s in reversed(self.app.scenes) if isinstance(s, TableScene))

    @property
    def session(self) -> Session:
        """The session at the table."""
        return self.table.session

    def button(self, words: str) -> tuple[int, int]:
        """Return the middle of the button that says `words`, or whose tool tip begins with it."""
        for element in getattr(self.scene, "order", []):
            if element.text == words or element.tip.startswith(words):
                middle: tuple[int, int] = element.rect.center
                return middle
        raise AssertionError(f"no button {words!r}")

    def press_button(self, words: str) -> None:
        """Click the button that says `words`."""
        self.click(self.button(words))

    def pixels(self) -> bytes:
        """Return the picture the window shows."""
        self.app.paint(self.app.surface)
        return pygame.image.tobytes(self.app.surface, "RGB")


@contextmanager
def pilot_at(home: Path, *, size: tuple[int, int] = (1280, 800), **changes: Any) -> Iterator[Pilot]:
    """Open the window with its files below `home`; `changes` are settings."""
    clock = [1000.0]
    engine = FakeEngine()
    with mock.patch("battle.services.shipped_problems", kept_problems):
        app = SparingApp(places=Places.below(home), size=size, now=lambda: clock[0], engine=engine)
    app.change(**{"language": "en", **changes})
    try:
        yield Pilot(app, engine, clock)
    finally:
        app.close()


def friends(
    pilot: Pilot, start: Position | None = None, number: int = 4711, **setup: Any
) -> TableScene:
    """Sit two people at the table."""
    return seated(pilot, (Seat("Ada"), Seat("Ben")), start, number, **setup)


def against_solver(
    pilot: Pilot, start: Position | None = None, number: int = 4711, *, first: bool = True
) -> TableScene:
    """Sit a person and the solver at the table; the person is first or second."""
    seats = (Seat("Ada"), Seat("", solver=True))
    return seated(pilot, seats if first else (seats[1], seats[0]), start, number)


def seated(
    pilot: Pilot,
    seats: tuple[Seat, Seat],
    start: Position | None = None,
    number: int = 4711,
    **setup: Any,
) -> TableScene:
    """Begin a game."""
    agreed = Setup(seats, start or deal(number), None if start else number, **setup)
    scene = TableScene(pilot.app, Session(agreed, now=pilot.app.now))
    pilot.app.replace(scene)
    pilot.run(FRAME)
    return scene


def best_move(session: Session) -> Move:
    """Return the first of the pairs worth most."""
    return highest_pair(session.position)


# --- twin ----------------------------------------------------------------------------------------
#
# A pilot whose solver answers with the slow twin's values, and a game with mistakes for it.


def seat_twin(pilot: Pilot, **ways: bool) -> TwinEngine:
    """Let the twin be the app's solver."""
    twin = TwinEngine(**ways)
    pilot.app.scheduler.engine = twin
    return twin


def bad_game(seed: int = 1, tiles: int = 20) -> Game:
    """Return a game of an endgame in which both players make mistakes."""
    random = Random(seed)
    while True:
        start = played_down(random, deal(random.randint(1, 10_000)), tiles)
        game = random_game(Position(start.columns, start.to_move), random)
        losers = {node.parent.position.to_move for node in costly(game) if node.parent}
        if losers == {1, 2}:
            return game


def played(pilot: Pilot, game: Game) -> TableScene:
    """Play a game at the table of two people to its end, which its result shows."""
    table = friends(pilot, game.root.position)
    for move in game.moves:
        table.session.play(move)
    pilot.run(2 * FRAME)
    return table


def sum_of(game: Game) -> tuple[int, int, int, int]:
    """Return par, what each player has lost, and the final margin, by the reference solver."""
    start, lost = game.root.position, {1: 0, 2: 0}
    for node in game.root.main_line():
        assert node.parent is not None
        lost[node.parent.position.to_move] += cost_of(node)
    par = start.margin + (value(start) if start.to_move == 1 else -value(start))
    final = par - lost[1] + lost[2]
    assert final == game.last.position.margin
    return par, lost[1], lost[2], final


def cost_of(node: Node) -> int:
    """Return what the move to a node cost, by the slow twin."""
    assert node.parent is not None
    assert node.move is not None
    values = move_values(node.parent.position)
    return max(values.values()) - values[node.move]


def costly(game: Game) -> list[Node]:
    """Return the nodes after the main line's costly moves."""
    return [node for node in game.root.main_line() if cost_of(node)]


def analysed(pilot: Pilot, game: Game, **tags: str) -> StudyScene:
    """Analyse a game, from its start on."""
    study = Study(game)
    study.to_start()
    scene = StudyScene(pilot.app, study, Session.from_record(Record(tags, game)))
    pilot.app.push(scene)
    pilot.run(2 * FRAME)
    return scene


def reviewed(pilot: Pilot, game: Game, **tags: str) -> StudyScene:
    """Analyse a game and wait for its review."""
    scene = analysed(pilot, game, **tags)
    pilot.press("shift+r")
    finish_review(pilot, scene)
    return scene


def finish_review(pilot: Pilot, scene: StudyScene) -> None:
    """Let frames pass until the review is over and shown."""
    pilot.until(lambda: scene.analyst.review is None, 600)
    pilot.run(0.3)


# --- two pilots ----------------------------------------------------------------------------------
#
# Two real windows in one process, each with a home of its own, whose games meet in memory.
#
#     with two_pilots(tmp_path) as two:
#         two.ada.press_button("Join")
#         two.run(0.5)                      # both windows, in turn
#
# They share the display, the events and the clipboard of the process, so only one of them is driven
# at a time; between two of its frames nothing of the other's can come.


@dataclass
class TwoPilots:
    """Ada and Ben, each at a window; one that is closed can be opened again."""

    home: Path
    size: tuple[int, int] = (1280, 800)
    meeting: Meeting = field(default_factory=Meeting)
    begun: datetime = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    clock: list[float] = field(default_factory=lambda: [1000.0])
    open_now: dict[str, Pilot] = field(default_factory=dict)

    @property
    def ada(self) -> Pilot:
        """Ada's window."""
        return self.open_now["Ada"]

    @property
    def ben(self) -> Pilot:
        """Ben's window."""
        return self.open_now["Ben"]

    def moment(self) -> datetime:
        """Return the date and the time, which go on with the frames."""
        return self.begun + timedelta(seconds=self.clock[0] - 1000)

    def open(self, name: str, **changes: object) -> Pilot:
        """Open a person's window, as at the start of the program."""

        def friends(places: Places, records: Records) -> Friends:
            return Friends(places, records, self.meeting.open, in_thread=False)

        engine = FakeEngine()
        app = SparingApp(
            places=Places.below(self.home / name),
            size=self.size,
            now=lambda: self.clock[0],
            moment=self.moment,
            engine=engine,
            friends=friends,
        )
        app.change(**{"language": "en", "names": (name, ""), "auto_review": False, **changes})
        pilot = Pilot(app, engine, self.clock)
        self.open_now[name] = pilot
        app.push(first_scene(app))
        pilot.run(6 * FRAME)
        return pilot

    def close(self, name: str) -> None:
        """Close a person's window; the other one stays."""
        with mock.patch.object(pygame, "quit"):
            self.open_now.pop(name).app.close()

    def run(self, seconds: float) -> None:
        """Let frames pass in all windows that are open."""
        for _ in range(max(1, round(seconds / FRAME))):
            for pilot in list(self.open_now.values()):
                pilot.run(FRAME)

    def wait(self, days: float) -> None:
        """Let days pass in which nothing happens here."""
        self.clock[0] += days * 24 * 3600


def widgets(scene: Scene, kind: type[Placed]) -> list[Placed]:
    """Return the widgets of a kind on a screen, in the order of building."""
    return [widget for widget in scene.widgets if isinstance(widget, kind)]


def pick(pilot: Pilot, words: str) -> None:
    """Click the button that says `words`, scrolled to, also one of a group that is not chosen."""
    scene = pilot.scene
    said = [button.text for button in scene.buttons]
    found = [button for button in scene.buttons if button.text == words]
    assert found, f"no button {words!r} among {said}"
    if not found[0].visible:
        scene.focus(found[0])
        found = [button for button in scene.buttons if button.text == words]
    pilot.click(found[0].rect.center)


@contextmanager
def two_pilots(home: Path, size: tuple[int, int] = (1280, 800)) -> Iterator[TwoPilots]:
    """Open Ada's and Ben's windows; close what is open at the end."""
    two = TwoPilots(home, size)
    try:
        two.open("Ada")
        two.open("Ben")
        yield two
    finally:
        for name in list(two.open_now):
            with suppress(KeyError):
                two.close(name)
        pygame.quit()


def invite_friend(pilot: Pilot, *choices: str) -> None:
    """Invite a friend somewhere else by mouse."""
    pilot.app.go("new_game")
    pick(pilot, "A friend elsewhere")
    if choices:
        pilot.shows(ViewScene).act(act("more"))
        for words in choices:
            next(one for one in pilot.scene.buttons if one.text == words).action()
        pilot.press("escape")
    pick(pilot, "Invite a friend")
    if not pilot.app.settings.names[0]:
        pilot.shows(ViewScene).act(act("set", name="name0", value="Ada"))
    pilot.press_button("Send")


def join_friend(pilot: Pilot) -> None:
    """Join by the entry of the start screen, with the line on the clipboard."""
    pilot.press_button("Join")
    pilot.press("ctrl+v")
    pilot.run(0.3)
    main = pilot.card(Join).view().main
    assert main is not None
    pilot.press_button(main.words)


def play_pair(pilot: Pilot) -> None:
    """Take a pair by mouse."""
    move = best_move(pilot.session)
    pilot.click_cell(move.first)
    pilot.click_cell(move.second)


def mover(two: TwoPilots) -> Pilot:
    """Return whose turn it is."""
    return two.ada if two.ada.session.person_to_move else two.ben


def meet_at_table(two: TwoPilots, *choices: str) -> None:
    """Invite and join, up to the table."""
    invite_friend(two.ada, *choices)
    join_friend(two.ben)
    two.run(0.5)


def block_at(scene: StudyScene, block: Block) -> tuple[int, int]:
    """Bring a block into sight and return its middle."""
    number = scene.sheet.blocks.index(block)
    scene.sheet.choose(number)
    scene.sheet.choose(None)
    middle: tuple[int, int] = scene.sheet.rect_of(number).center
    return middle
