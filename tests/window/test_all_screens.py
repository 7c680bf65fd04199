"""All screens: room for everything, whole texts, idle frames, memory."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from battle.game.session import Session
from battle.game.setup import TimeControl
from battle.language import _
from battle.page.blocks import Block
from battle.protocol import BestMove
from battle.rules.position import Player
from battle.rules.record import Record, record
from battle.window.cards import CardScene, Choice, ChoiceDialog
from battle.window.main import settle, tidy
from battle.window.scene import UNASKED_SECONDS
from battle.window.start import StartScene
from battle.window.table import TableScene
from battle.window.ui import clipboard, draw
from battle.window.ui.draw import CUT_TEXTS, LEAST_SHARE, PictureCache, placed
from battle.window.ui.theme import Font
from battle.window.ui.widgets import STYLES, TextField
from battle.words import LONGEST_NAME, broken
from tests.support.calls import calls_of
from tests.support.pilot import Pilot, against_solver, bad_game, friends, pilot_at, seat_twin
from tests.support.texts import LANGUAGES
from tools.screens.pictures import SCREENS, show

# -- all screens ----------------------------------------------------------------------------------

MAY_BE_CUT = re.compile(r"Benedikt|mahjong-battle:|http:|/\.|\.mjb|\.csv|_room_|◦|^[a-l][1-9]")
"""What may be too long for its place: names of people and files, lines of moves."""


SMALL = ((900, 600), 1.6, "de")
"""The smallest window with the largest and longest words, in which most goes wrong."""


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [
        SMALL,
        *(
            pytest.param(size, scale, code, marks=pytest.mark.slow)
            for code in LANGUAGES
            for size, scale in (
                ((900, 600), 1.0),
                ((900, 600), 1.6),
                ((1280, 800), 1.0),
                ((1280, 800), 1.6),
                ((2560, 1440), 1.6),
            )
        ),
    ],
)
@pytest.mark.parametrize("name", list(SCREENS))
def test_a_screen_has_room_and_can_be_read_and_left(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    size: tuple[int, int],
    scale: float,
    language: str,
) -> None:
    """No widget leaves the window or lies on another; a button has room for each of its words.

    Over a note stands what people wrote, which may be of any length. No text lies over another, and
    none is cut but what may be of any length; that is shown whole where one points at it. Escape
    leads to the start.
    """
    changes = {"text_scale": scale, "language": language, "sound": False, "animation": False}
    with pilot_at(tmp_path, size=size, **changes) as pilot:
        seen = Seen(monkeypatch)
        show(pilot.app, name)
        pilot.run(0.2)
        scene = pilot.scene
        window = pilot.app.surface.get_rect()
        widgets = scene.buttons
        widgets += [element for element in scene.order if element not in widgets]
        for element in (one for one in widgets if one.visible):  # the rest is scrolled to
            assert window.contains(element.rect), f"{element.rect} {element.text}"
        for one, other in combinations([one for one in widgets if one.visible], 2):
            assert not one.rect.colliderect(other.rect), f"{one.rect} {other.rect}"
        for button in scene.buttons:
            role, room = button.style.role, button.room(scene.theme)
            font = scene.theme.font_of_size(
                role, round(scene.theme.px(role.value[1]) * LEAST_SHARE)
            )
            for word in [] if button.note else broken(button.text):
                assert font.size(word.strip())[0] <= room.width, button.text
        assert pilot.pixels() == pilot.pixels(), "drawing changes what is drawn"
        letters = [place.inflate(-2, -place.height * 0.45) for place in CUT_TEXTS.places]
        for one, other in combinations(letters, 2):
            assert not one.colliderect(other), f"texts lie over one another: {one} {other}"
        assert not [words for words in seen.ever if not MAY_BE_CUT.search(words)]
        assert not seen.too_long, "words that nobody can scroll to"
        check_cut_texts(pilot, seen)
        leave(pilot)


def check_cut_texts(pilot: Pilot, seen: Seen) -> None:
    """Check that pointing at a cut or small text shows it whole."""
    readable = {cut.words for cut in CUT_TEXTS.seen}
    assert seen.words <= readable, seen.words - readable
    window = pilot.app.surface.get_rect()
    for cut in CUT_TEXTS.seen:
        box, lines = placed(window, pilot.app.theme, cut)
        assert window.contains(box), cut
        assert "".join(lines).replace(" ", "") == cut.words.replace(" ", "").replace("\n", "")


MOST_STEPS = 6
"""How many presses of Escape lead from any screen with what lies over it to the start."""


def leave(pilot: Pilot) -> None:
    """Press Escape, which leaves one thing after the other, at a table by its menu."""
    app = pilot.app
    if not isinstance(app.scenes[0], StartScene | TableScene):
        app.scenes.insert(0, StartScene(app))
    for _press in range(MOST_STEPS):
        if isinstance(app.scene, StartScene):
            break
        before = list(app.scenes)
        pilot.press("escape")
        if len(app.scenes) > len(before):
            assert isinstance(before[-1], TableScene)
            pilot.press_button(_("To Start"))
        elif app.scenes == before:  # it had come by itself
            pilot.run(UNASKED_SECONDS)
    assert isinstance(app.scene, StartScene), app.scenes


def test_the_way_on_stays_where_it_was(tmp_path: Path) -> None:
    """From step to step of a review its yellow button rests, however long the words above are."""
    places = set()
    with pilot_at(tmp_path, sound=False) as pilot:
        for name in ("walk-taken", "walk-answer", "walk-better"):
            show(pilot.app, name)
            pilot.run(0.1)
            main = [one for one in pilot.scene.buttons if one.style is STYLES["primary"]]
            places |= {one.rect.top for one in main}
    assert len(places) == 1


# -- whole texts ----------------------------------------------------------------------------------

WIDE = "W" * (LONGEST_NAME - 4) + " Mm"
"""Nearly the widest name that is accepted; a digit tells whose it is."""
OF_PEOPLE = ("play-level", "friend-table", "friend-result", "record", "analyse", "watch-table")
"""Screens with names of people."""
CASES = [
    pytest.param(name, *case, marks=[] if case == SMALL and name in OF_PEOPLE else pytest.mark.slow)
    for name in SCREENS
    for case in (
        (size, scale, language)
        for size in ((900, 600), (1280, 800))
        for scale in (0.8, 1.0, 1.6)
        for language in LANGUAGES
    )
]


class Seen:
    """What the drawing of the topmost scene cut."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words: set[str] = set()
        self.ever: set[str] = set()
        """All that was cut in any frame; parts of a screen are painted once only."""
        self.too_long: list[pygame.Rect] = []
        """Pages of a card that are longer than their room: nothing scrolls them."""
        put = CardScene.add_page

        def put_page(scene: CardScene, room: pygame.Rect, blocks: Iterable[Block]) -> int:
            tall = put(scene, room, blocks)
            self.too_long += [room] * (tall > room.height)
            return tall

        monkeypatch.setattr(CardScene, "add_page", put_page)
        fitted, start = draw.fitted, CUT_TEXTS.start

        def tell_cut(font: Font, text: str, width: int) -> str:
            shown = fitted(font, text, width)
            if shown != text:
                self.words.add(text)
                self.ever.add(text)
            return shown

        def begin(screen: pygame.Surface) -> None:
            self.words.clear()
            start(screen)

        monkeypatch.setattr(draw, "fitted", tell_cut)
        monkeypatch.setattr(CUT_TEXTS, "start", begin)


def name_of(session: Session, player: Player) -> str:
    return f"{WIDE}{player}"


@pytest.mark.parametrize(("name", "size", "scale", "language"), CASES)
def test_a_long_name_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    size: tuple[int, int],
    scale: float,
    language: str,
) -> None:
    """Nearly the widest names leave what they cut to be read."""
    with pilot_at(tmp_path, size=size, text_scale=scale, language=language, sound=False) as pilot:
        monkeypatch.setattr(Session, "name", name_of)
        seen = Seen(monkeypatch)
        show(pilot.app, name)
        pilot.run(0.1)
        pilot.pixels()
        check_cut_texts(pilot, seen)


def test_the_mouse_shows_the_whole_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A name that is cut in its panel stands whole beside the mouse that points at it."""
    changes = {"text_scale": 1.6, "animation": False, "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        monkeypatch.setattr(Session, "name", name_of)
        friends(pilot)
        pilot.hover((1, 1))
        pilot.run(0.2)
        pilot.pixels()
        cut = next(cut for cut in CUT_TEXTS.seen if cut.words == f"{WIDE}1")
        box, _lines = placed(pilot.app.surface.get_rect(), pilot.app.theme, cut)
        before = picture(pilot, box)
        pilot.hover(cut.rect.center)
        assert picture(pilot, box) != before
        pilot.hover((1, 1))
        assert picture(pilot, box) == before


def test_the_keyboard_shows_the_whole_text(tmp_path: Path) -> None:
    """A button whose words are cut is read where the focus is, and F3 goes through all of them."""
    changes = {"text_scale": 1.6, "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        choices = [Choice(f"{number} " + "long words " * 40) for number in range(3)]
        pilot.app.push(ChoiceDialog(pilot.app, "Sure?", "", choices))
        pilot.run(0.2)
        scene = pilot.scene
        stops = iter(scene.order)
        while (asked := CUT_TEXTS.asked_for(None, scene.keyboard_at)) is None:
            assert next(stops, None) is not None, "nothing is cut"
            pilot.press("tab")
        pilot.hover((1, 1))
        assert CUT_TEXTS.asked_for(None, scene.keyboard_at) is None
        read = []
        for _press in range(len(CUT_TEXTS.seen) + 1):
            pilot.press("f3")
            pilot.run(0.05)
            shown = CUT_TEXTS.asked_for(None, None)
            if shown is None:
                break
            read.append(shown.words)
        assert asked.words in read
        assert shown is None


def picture(pilot: Pilot, rect: pygame.Rect) -> bytes:
    """Return what is seen in a part of the window."""
    pilot.pixels()
    return pygame.image.tobytes(pilot.app.surface.subsurface(rect), "RGB")


# -- long texts -----------------------------------------------------------------------------------

FIELDS = (
    "new-game-friend",
    "new-game-number",
    "new-game-bad",
    "new-game-far",
    "settings-more",
    "save",
    "editor",
    "join-line",
    "join",
    "friend-talk",
)
"""Screens on which everything is entered that a person can enter."""
MOST_MEASURED = 100
"""How many texts a frame may measure."""


def in_a_frame(pilot: Pilot, measured: list[Any]) -> int:
    """Return how many texts are measured in a frame like the one before it."""
    pilot.pixels()
    measured.clear()
    pilot.pixels()
    return len(measured)


def check_frames(pilot: Pilot, measured: list[Any]) -> None:
    """Look at the screen, then point at each of its cut texts."""
    assert in_a_frame(pilot, measured) <= MOST_MEASURED
    window = pilot.app.surface.get_rect()
    for cut in list(CUT_TEXTS.seen):
        pilot.hover(cut.rect.center)
        assert in_a_frame(pilot, measured) <= MOST_MEASURED
        box, lines = placed(window, pilot.app.theme, cut)
        assert window.contains(box)
        assert len(lines) <= 3 or not cut.words.startswith("WWW")


@pytest.mark.parametrize(
    ("name", "letters"),
    [*((name, "W") for name in FIELDS), *(("join-line", letters) for letters in ("牌", "to "))],
)
def test_a_long_text_that_is_entered_costs_no_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, letters: str
) -> None:
    """100,000 letters in a field, pasted and pointed at, are not measured again in each frame."""
    with pilot_at(tmp_path, sound=False, animation=False) as pilot:
        measured = calls_of(monkeypatch, Font, "size")
        monkeypatch.setattr(clipboard, "peek", lambda: letters * (100_000 // len(letters)))
        show(pilot.app, name)
        pilot.app.focused = True
        pilot.run(0.1)
        for field in [one for one in pilot.scene.widgets if isinstance(one, TextField)]:
            pilot.scene.focus(field)
            pilot.press("ctrl+a", "ctrl+v")
        check_frames(pilot, measured)


@pytest.mark.parametrize("letters", ["W", "to "])
def test_a_long_text_that_is_received_costs_no_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, letters: str
) -> None:
    """A record whose names, comments and tags have 100,000 letters is shown as any other."""
    long = letters * (100_000 // len(letters))
    game = bad_game()
    for node in game.main_line():
        node.comment = long
    tags = dict.fromkeys(("First", "Second", "Event", "Date", "Level", "Termination"), long)
    read = record(Record(tags, game).text)
    (tmp_path / "games").mkdir()
    (tmp_path / f"games/{'W' * 240}.mjb").write_text(f"{read.text}\n{read.text}", "utf-8")
    with pilot_at(tmp_path, sound=False, animation=False) as pilot:
        measured = calls_of(monkeypatch, Font, "size")
        pilot.app.focused = True
        session = Session.from_record(read)
        pilot.app.go("study_game", session)
        for key in ("home", "right", "end"):
            pilot.press(key)
            pilot.run(0.1)
            check_frames(pilot, measured)
        pilot.app.push(TableScene(pilot.app, session))
        pilot.run(0.1)
        check_frames(pilot, measured)
        pilot.app.go("open_game", tmp_path / "games")
        pilot.run(0.1)
        check_frames(pilot, measured)


# -- idle -----------------------------------------------------------------------------------------

IDLE_SECONDS = 10.0


def drawn_while_idle(pilot: Pilot) -> int:
    """Return how many frames are drawn in ten seconds, from a while after the last event."""
    pilot.run(4.0)
    before = pilot.app.frames_drawn
    pilot.run(IDLE_SECONDS)
    return pilot.app.frames_drawn - before


@pytest.mark.parametrize("screen", ["home", "rules", "record", "settings", "trainer", "table"])
def test_a_quiet_screen_is_hardly_ever_drawn(screen: str, tmp_path: Path) -> None:
    """Where nothing moves, a frame is drawn every other second at most."""
    with pilot_at(tmp_path) as pilot:
        friends(pilot) if screen == "table" else pilot.app.go(screen)
        assert 1 <= drawn_while_idle(pilot) <= IDLE_SECONDS / 2 + 1


@pytest.mark.parametrize("what", ["clock", "solver", "hint"])
def test_what_ticks_is_drawn_every_tenth_of_a_second(what: str, tmp_path: Path) -> None:
    """A clock that runs, a solver that thinks and a hint that pulses are drawn, no more often."""
    with pilot_at(tmp_path) as pilot:
        if what == "clock":
            friends(pilot, control=TimeControl(600.0, 0.0))
        elif what == "solver":
            pilot.engine.silent = True
            against_solver(pilot, first=False)
        else:
            seat_twin(pilot)
            friends(pilot, bad_game().start)
            for _step in range(3):
                pilot.press("h")
                pilot.run(3.0)
        assert 0.7 * 10 * IDLE_SECONDS <= drawn_while_idle(pilot) <= 10 * IDLE_SECONDS + 1


def test_what_the_solver_says_is_shown_at_once(tmp_path: Path) -> None:
    """When the solver has done thinking every frame is drawn, however long nothing happened."""
    with pilot_at(tmp_path) as pilot:
        pilot.engine.silent = True
        against_solver(pilot, first=False)
        pilot.run(8.0)
        move = pilot.session.position.legal_moves[0]
        pilot.engine.say(BestMove(pilot.engine.last_id, move, 0, exact=False))
        before = pilot.app.frames_drawn
        pilot.run(0.5)
        assert pilot.app.frames_drawn - before >= 20


@pytest.mark.parametrize("name", ["help", "rules-1", "rules-4", "first-game-1", "record"])
def test_nothing_is_rendered_again_in_each_frame(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """A frame like the one before reads no drawing from its file, and smooths no plot."""
    with pilot_at(tmp_path, sound=False, animation=False) as pilot:
        show(pilot.app, name)
        pilot.run(0.1)
        pilot.pixels()
        made: list[str] = []
        for module, way in ((pygame.image, "load_sized_svg"), (draw.Canvas, "put_on")):
            monkeypatch.setattr(module, way, lambda *_what, way=way: made.append(way))
        pilot.pixels()
        assert made == []


# -- memory ---------------------------------------------------------------------------------------

SCREENS_OF_MEMORY = (
    "rules",
    "settings",
    "record",
    "trainer",
    "new_game",
    "help",
    "learn",
    "editor",
    "home",
)


def test_kept_pictures_stay_within_their_limit() -> None:
    """A cache holds the pictures used last, within its limit, or a larger one alone."""
    cache = PictureCache(10 * 400)
    for number in range(50):
        cache.get(number % 17, lambda: pygame.Surface((10, 10), depth=32))
        assert cache.size == 400 * min(number + 1, 10)
    made: list[int] = []
    cache.get(49 % 17, lambda: made.append(1) or pygame.Surface((10, 10)))  # type: ignore[func-returns-value]
    assert not made
    large = cache.get("large", lambda: pygame.Surface((50, 50), depth=32))
    assert cache.get("large", lambda: pygame.Surface((1, 1))) is large
    assert cache.size == 10_000


def test_nothing_keeps_a_screen_that_was_left(tmp_path: Path) -> None:
    """A screen that was left is freed with its widgets once memory is tidied."""
    left = {}
    with pilot_at(tmp_path) as pilot:
        friends(pilot)
        for screen in SCREENS_OF_MEMORY:
            pilot.app.go(screen)
            pilot.run(0.5)
            left[screen] = weakref.ref(pilot.scene)
            friends(pilot)
            pilot.run(0.5)
        tidy()
        assert not {screen for screen in left if left[screen]() is not None}


class Ring:
    """Something that refers to itself, which only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_there_when_memory_settled_is_left_out() -> None:
    """A ring from before stays when memory is tidied, one from afterwards goes."""
    try:
        before = Ring()
        old = weakref.ref(before)
        settle()
        after = Ring()
        young = weakref.ref(after)
        del before, after
        tidy()
        assert old() is not None
        assert young() is None
    finally:
        gc.unfreeze()
    tidy()
    assert old() is None
