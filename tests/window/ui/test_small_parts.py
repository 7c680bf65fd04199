"""What the window is drawn with: lists, tiles, plots, looks, fonts, its size."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from battle.game.session import NotNowError
from battle.game.setup import Seat
from battle.profile import settings
from battle.profile.settings import SETTINGS, WindowPlace
from battle.rules.position import KINDS, SUITS, FormatError, cell, deal, kind
from battle.rules.record import recognise
from battle.window.board import FLIGHT_SECONDS, Flight, Motion
from battle.window.keys import STUDY_SHORTCUTS, TABLE_SHORTCUTS
from battle.window.routes import KEYS
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS, Align, Canvas, CutTexts, Toast
from battle.window.ui.keys import (
    EVERYWHERE,
    KeyTable,
    Press,
    TileTyping,
    action_of,
    keys_of,
    line_number_of,
    pressed,
)
from battle.window.ui.layout import (
    FILL,
    Length,
    Share,
    across,
    box,
    centred,
    column,
    down,
    grid,
    lengths,
    row,
)
from battle.window.ui.signals import Sound
from battle.window.ui.theme import (
    CLOTHS,
    COST_COLOURS,
    SAFE,
    Font,
    Looks,
    Role,
    Theme,
)
from battle.window.ui.tile_art import TileArt
from battle.window.ui.widgets import Button, ListBox, Listing, Slider, TextField
from battle.window.ui.window import Pace, place_kept, text_scale_of, window_place
from tests.support.colours import contrast
from tests.support.pilot import Pilot, friends, pilot_at, seated
from tools.screens.pictures import SCREENS, show

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def theme(display: None) -> Theme:
    """Return a theme at the size that lengths are written for, with a display to paint on."""
    pygame.display.set_mode((400, 300))
    return Theme(1.0)


# -- small parts ----------------------------------------------------------------------------------


def _listing(count: int, rows: int = 5) -> Listing:
    listing = Listing()
    listing.place(pygame.Rect(0, 100, 80, rows * 20), 20)
    listing.fill(count)
    return listing


def test_a_list_scrolls_within_its_rows_and_knows_them() -> None:
    """Scrolling stops at both ends; points in a row find it, others find none."""
    listing = _listing(12)
    listing.scroll(-3)
    assert listing.first == 0
    listing.scroll(100)
    assert (listing.rows, listing.is_longer) == (range(7, 12), True)
    listing = _listing(3)
    assert listing.row_at(listing.rect_of(2).center) == 2
    assert [listing.row_at((5, y)) for y in (125, 165, 50)] == [1, None, None]


def test_a_list_brings_the_chosen_row_into_sight() -> None:
    """Choosing a row that is not seen scrolls; a list that empties forgets its choice."""
    listing = _listing(7)
    for number in (5, 0):
        listing.choose(number)
        assert number in listing.rows
    listing.fill(0)
    assert listing.chosen is None


def test_a_flight_begins_and_ends_where_it_should() -> None:
    """A tile in flight starts at its start and lands at its goal, then it is over."""
    flight = Flight(kind("5m"), (0, 0, 40, 50), (100, 200, 20, 25), cell("a1"), delay=0.1)
    motion = Motion([flight])
    assert flight.box == (0, 0, 40, 50)
    assert motion.update(0.1 + FLIGHT_SECONDS / 2) == []
    assert flight.box[0] == pytest.approx(50)
    assert motion.update(1.0) == [flight]
    assert flight.box == pytest.approx((100, 200, 20, 25))
    assert not motion.moving


def test_a_shake_comes_to_rest() -> None:
    """A shaken tile sways to both sides and stands still again."""
    motion = Motion()
    motion.shake(cell("a1"))
    sways = []
    while motion.moving:
        motion.update(1 / 60)
        sways.append(motion.sway)
    assert min(sways) < -0.2
    assert max(sways) > 0.2
    assert motion.sway == 0
    assert motion.shaken is None


def test_the_pace_is_steady_and_does_not_catch_up() -> None:
    """A late frame is not made up for; a rest ends after its naps, or when it is disturbed."""
    clock, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    pace = Pace(60, lambda: clock[0], sleep)
    clock[0] += 0.004
    assert pace.wait() == pytest.approx(1 / 60)
    assert slept[-1] == pytest.approx(1 / 60 - 0.004)
    clock[0] += 0.5
    assert pace.wait() == pytest.approx(0.1)
    assert pace.work == pytest.approx(0.5)
    clock[0] += 0.004
    assert pace.wait() == pytest.approx(1 / 60)
    disturbed = iter([False, False, True])
    assert pace.rest(0.02, 4, lambda: False) == pytest.approx(0.08)
    assert pace.rest(0.02, 4, lambda: next(disturbed)) == pytest.approx(0.06)


@pytest.mark.parametrize("faces", SETTINGS["tile_set"].choices)
@pytest.mark.parametrize("width", [20, 39, 54, 150])
def test_every_tile_has_its_own_picture_at_every_size(width: int, faces: str) -> None:
    """All 27 faces differ, also from their dimmed selves, at the exact size asked for."""
    art = TileArt(width, Theme(1.0, Looks(tiles=faces)), rank_digits=True)
    drawn = [art.tile(found, dimmed=dimmed) for found in KINDS for dimmed in (False, True)]
    assert len({pygame.image.tobytes(one, "RGBA") for one in drawn}) == 54
    assert {one.get_size() for one in drawn} == {art.size} == {(width, round(width * 4 / 3))}
    marks = [art.mark(name) for name in ("selected", "partner", "cursor", "hint")]
    assert len({pygame.image.tobytes(mark, "RGBA") for mark in marks}) == len(marks)


@pytest.mark.parametrize("width", [30, 120, 240])
def test_words_fit_their_room(width: int) -> None:
    """A line is shortened to its room and ends in dots; broken lines together are the text."""
    font = Theme(1.0).font(Role.TEXT)
    words = "One pair after the other leaves the table until nobody can take one"
    shown, lines = draw.fitted(font, words, width), draw.wrapped(font, words, max(100, width))
    assert shown.endswith("…")
    assert font.size(shown)[0] <= width
    assert all(font.size(line)[0] <= max(100, width) for line in lines)
    assert " ".join(lines) == words
    assert draw.fitted(font, "Ada", 200) == "Ada"


def test_problems_join() -> None:
    """Two problems are read together, each once; a later note, or of another sort, is alone."""
    toast = Toast()
    for words in ("one is damaged", "another is damaged", "one is damaged"):
        toast.show(words, "problem")
    assert toast.text.splitlines() == ["one is damaged", "another is damaged"]
    toast.update(60)
    for words, kind_of_note in (("a third is damaged", "problem"), ("saved", "info")):
        toast.show(words, kind_of_note)
        assert toast.text == words


@pytest.mark.parametrize("name", ["start", "new-game", "record", "friends", "save", "join", "menu"])
def test_a_note_covers_neither_buttons_nor_words(tmp_path: Path, name: str) -> None:
    """A note comes where nothing is pressed or read, and stays there while it is seen."""
    with pilot_at(tmp_path, sound=False) as pilot:
        show(pilot.app, name)
        pilot.run(0.1)
        pilot.app.toast.show("Benedikta took the invitation back.", "info")
        pilot.run(0.1)
        place = pilot.app.toast.place
        assert pilot.app.surface.get_rect().contains(place)
        taken = [widget.rect for widget in pilot.scene.widgets if widget.visible]
        assert place.collidelist([*taken, *CUT_TEXTS.places]) == -1
        pilot.run(0.5)
        assert pilot.app.toast.place == place


def test_a_note_with_a_long_name_stays_in_the_window() -> None:
    """A name that is longer than any line is cut."""
    toast, surface = Toast(), pygame.Surface((900, 600))
    toast.show(f"{'Wolfeschlegelstein' * 20} wrote.", "info")
    toast.draw(surface, Theme(1.2))
    assert surface.get_rect().contains(toast.place)


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("scale", [0.85, 1.125, 1.6])
def test_words_do_not_shrink_far(role: Role, scale: float) -> None:
    """However little room there is, words keep 85 % of the asked size, to half a pixel."""
    theme = Theme(scale)
    asked = theme.px(role.value[1])
    font = draw.fitting_font(theme, role, "W" * 300, 20)
    size = next(n for n in range(1, asked + 1) if theme.font_of_size(role, n) is font)
    assert 0.85 * asked - 0.5 <= size < asked


def test_words_take_a_second_line_before_they_shrink() -> None:
    """Where the height holds two lines nothing is cut; where it does not, it is noted."""
    theme, surface = Theme(1.0), pygame.Surface((400, 100))
    words = "20 gewonnen, 4 unentschieden, 18 verloren"
    CUT_TEXTS.start(surface)
    for height in (40, 18):
        rect = pygame.Rect(10, 10, 180, height)
        draw.text_within(surface, theme, Role.SMALL, words, pygame.Color("white"), rect)
        CUT_TEXTS.finish()
        assert [cut.words for cut in CUT_TEXTS.seen if cut.words == words][:1] == (
            [] if height == 40 else [words]
        )


# -- canvas ---------------------------------------------------------------------------------------

WHITE, GREY = pygame.Color("#ffffff"), pygame.Color("#808080")
PLACE = pygame.Rect(10, 20, 200, 60)


@pytest.fixture
def surface() -> pygame.Surface:
    return pygame.Surface((240, 100))


def inked(surface: pygame.Surface, row: int) -> list[bool]:
    return [surface.get_at((x, row))[0] > 60 for x in range(30, 190)]


def test_what_is_drawn_has_places_of_the_screen(surface: pygame.Surface) -> None:
    """An area covers the pixels of the surface that it was given, and no others."""
    canvas = Canvas(PLACE)
    canvas.area([(50, 40), (100, 40), (100, 60), (50, 60)], WHITE)
    canvas.put_on(surface)
    assert min(surface.get_at((75, 50))[:3]) > 240
    assert surface.get_at((30, 50))[:3] == surface.get_at((75, 30))[:3] == (0, 0, 0)


def test_what_is_proven_is_solid_and_what_is_not_has_gaps(surface: pygame.Surface) -> None:
    """Between proven points the line has no gap, else it has as many gaps as ink."""
    canvas = Canvas(PLACE)
    canvas.curve([(20, 40), (200, 40)], WHITE, 2)
    canvas.curve([(20, 60), (200, 60)], GREY, 2, solid=False)
    canvas.put_on(surface)
    assert all(inked(surface, 40))
    share = sum(inked(surface, 60)) / 160
    assert 0.3 < share < 0.9


# -- looks ----------------------------------------------------------------------------------------


# Full colour blindness of three kinds, on linear RGB: Machado, Oliveira and Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def seen(colour: pygame.Color, eyes: Sequence[Sequence[float]]) -> np.ndarray:
    """Return a colour as it is seen, in CIELAB."""
    share = np.array([colour.r, colour.g, colour.b]) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = np.array(_TO_XYZ) @ np.clip(np.array(eyes) @ linear, 0, 1) / (0.9505, 1.0, 1.089)
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array(
        [116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])], dtype=float
    )


@pytest.mark.parametrize("eyes", EYES)
def test_safe_colours_are_told_apart_by_all_eyes(eyes: str) -> None:
    """Any two safe colours of costs, and any two suits, are 20 CIELAB units apart or more."""
    for table in ("green", look.LIGHT):
        look.dress(table)
        for colours in (COST_COLOURS[SAFE].values(), look.SUITS.values()):
            for one, other in combinations(colours, 2):
                far = np.linalg.norm(seen(one, EYES[eyes]) - seen(other, EYES[eyes]))
                assert far >= 20, (table, one, other, far)
    look.dress("green")


def test_panels_take_the_tint_of_the_cloth_and_are_light_on_a_light_table() -> None:
    """A panel has the hue of a dark cloth; on the light table it is lighter than its words."""
    for table in ("green", "blue", "wine"):
        look.dress(table)
        apart = abs(look.PANEL.hsla[0] - CLOTHS[table].colour.hsla[0])
        assert min(apart, 360 - apart) < 12, table
        assert look.PANEL.hsla[2] < 20 < 90 < look.INK.hsla[2]
    look.dress(look.LIGHT)
    assert look.INK.hsla[2] < 20 < 90 < look.PANEL.hsla[2]
    look.dress("green")


def test_every_look_is_another_picture_and_kept(tmp_path: Path) -> None:
    """Another table, and other tiles, change what is seen of a game, and are settings."""
    with pilot_at(tmp_path) as pilot:
        friends(pilot)
        pictures = set()
        for tiles in SETTINGS["tile_set"].choices:
            for cloth in CLOTHS:
                pilot.app.change(table=cloth, tile_set=tiles, cost_colours=SAFE)
                pictures.add(pilot.pixels())
                pilot.app.autosave.wait()
                kept = settings.load(pilot.app.places)[0]
                assert (kept.tile_set, kept.table, kept.cost_colours) == (tiles, cloth, SAFE)
        assert len(pictures) == 2 * len(CLOTHS)


def test_pairs_fly_faster_when_that_is_chosen(tmp_path: Path) -> None:
    """At twice the speed a pair arrives in half the time; without animation it is there at once."""
    taken = []
    with pilot_at(tmp_path) as pilot:
        for speed in (0.5, 1.0, 2.0):
            pilot.app.change(animation_speed=speed)
            table = friends(pilot)
            pilot.run(3.0)
            table.session.play(table.session.position.legal_moves[0])
            frames = 0
            while frames == 0 or table.motion.moving:
                pilot.run(1 / 60)
                frames += 1
            taken.append(frames)
    assert all(slow / fast == pytest.approx(2, rel=0.15) for slow, fast in pairwise(taken)), taken


# -- theme ----------------------------------------------------------------------------------------

ODD = ("\0", "\u200b", "\u200d\u200d", "\udcff", "\u0301", "a\0b", "\x1b[31m", "\ufeff", "王\u202e")


@given(text=st.text(max_size=40) | st.sampled_from(ODD) | st.just("x" * 10**5))
def test_a_font_writes_whatever_it_is_given(theme: Theme, text: str) -> None:
    """Every text has a picture as wide as it is said to be, and none is wider than windows are."""
    font = theme.font(Role.TEXT)
    picture = font.render(text, look.INK)
    assert picture.get_height() == font.get_linesize()
    assert abs(picture.get_width() - font.size(text)[0]) <= 2
    assert picture.get_width() < 40_000
    assert draw.fitted(font, text, 100) is not None


def test_letters_have_even_gaps_at_every_size() -> None:
    """Text at a small size is as wide as at a large one scaled down, within half a pixel."""
    words = "Illustrative minimal wall to 24"
    large = Theme(8.0).font_of_size(Role.SMALL, 400).size(words)[0] / 400
    for size in range(9, 30):
        wide = Theme(1.0).font_of_size(Role.SMALL, size).size(words)[0]
        assert abs(wide - large * size) < 0.03 * wide


@pytest.mark.parametrize("role", [Role.TEXT, Role.TITLE])
def test_chinese_japanese_and_korean_letters_are_no_boxes(theme: Theme, role: Role) -> None:
    """Every such letter has a picture of its own; text around it is as wide as without it."""
    font, letters = theme.font(role), "麻将對戦雀力ペア사람，。"
    pictures = {pygame.image.tobytes(font.render(one, look.INK), "RGBA") for one in letters}
    assert len(pictures) == len(letters)
    alone = font.size("Ada ")[0] + font.size("麻将")[0] + font.size(" & Bo")[0]
    assert abs(font.size("Ada 麻将 & Bo")[0] - alone) <= 2


def test_chinese_lines_end_after_any_letter_but_not_before_a_closing_sign(theme: Theme) -> None:
    """Nothing is lost, every line fits; none begins with a closing sign or ends with an opening."""
    font = theme.font(Role.TEXT)
    words = (
        "每个人都可以玩麻将，也可以和朋友一起玩。Ada wins 24（二十四）分。“分析”显示：你赢了136。"
        "按“重玩”（Ctrl+R）再来一局，5m、9s…"
    )
    for width in range(90, 300, 7):
        lines = draw.wrapped(font, words, width)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert all(font.size(line)[0] <= width for line in lines)
        assert not any(line[0] in "，。）”：、…" or line[-1] in "“（" for line in lines)


@pytest.mark.parametrize("text", [*ODD, "x" * 10**5])
def test_widgets_take_whatever_is_typed(theme: Theme, text: str) -> None:
    """A button and a field show any words."""
    place, surface = pygame.Rect(0, 0, 200, 40), pygame.display.get_surface()
    Button(place, text[:1000], lambda: None).paint(surface, theme, focused=False)
    field = TextField(place, theme, text[:1000], lambda _text: None)
    field.paint(surface, theme, focused=True)
    field.press((60, 20))
    field.insert(text[:1000])
    field.paint(surface, theme, focused=True)
    assert field.text


def test_a_badge_covers_no_words(theme: Theme) -> None:
    """However long the words of a button are, they end before its badge."""
    button = Button(Rect(10, 15, 180, 24), "W" * 40, lambda: None, icon="people")

    def painted(badge: int) -> bytes:
        surface, button.badge = pygame.Surface((200, 60)), badge
        button.paint(surface, theme, focused=False)
        return pygame.image.tobytes(surface.subsurface(0, 0, button.room(theme).right, 60), "RGB")

    assert painted(6) == painted(9)


def test_the_caret_blinks_and_stays_while_typing(theme: Theme) -> None:
    """It comes and goes about once a second, and is there again at once with every letter."""
    field = TextField(pygame.Rect(0, 0, 200, 40), theme, "Ada", lambda _text: None)

    def seen(seconds: float) -> bytes:
        surface = pygame.Surface((200, 40))
        field.blink(seconds)
        field.paint(surface, theme, focused=True)
        return pygame.image.tobytes(surface, "RGB")

    there, still, gone, back = (seen(seconds) for seconds in (0.0, 0.4, 0.3, 0.5))
    assert there == still == back != gone
    assert seen(0.6) == gone
    field.insert("m")
    typed = seen(0.1)
    assert seen(0.4) == typed != seen(0.3)


# -- window size ----------------------------------------------------------------------------------


def test_words_do_not_outgrow_a_small_window() -> None:
    """The largest text scale is held back in the smallest window, and not in a large one."""
    assert text_scale_of((900, 600), 1.6) < 1.2
    assert text_scale_of((1280, 800), 1.6) == 1.6
    assert text_scale_of((900, 600), 0.8) == 0.85 * 0.8


CENTRED = 0x2FFF0000


@pytest.mark.parametrize(
    ("kept", "display", "size", "where"),
    [
        ((100, 50, 1400, 900), (1920, 1080), (1400, 900), (100, 50)),
        ((5000, 50, 4000, 3000), (1920, 1080), (1920, 1080), CENTRED),
        ((641, 340, 1000, 700), (1280, 800), (1000, 700), (280, 20)),
        ((43, 21, 1280, 688), (1366, 768), (1280, 688), (43, 0)),
        ((641, 340, 1000, 700), (2560, 1440), (1000, 700), (641, 340)),
        ((641, 340, 1280, 800), (1280, 800), (1280, 800), (0, 0)),
        ((), (2560, 1440), (1280, 800), CENTRED),
        ((), (1366, 768), (1280, 688), CENTRED),
    ],
)
def test_the_window_comes_back_where_it_fits(
    kept: tuple[int, ...],
    display: tuple[int, int],
    size: tuple[int, int],
    where: tuple[int, int] | int,
) -> None:
    """A place is used again, moved in if it hangs out; without one the window is centred.

    There is room for its title bar too, which some window managers put above the place.
    """
    assert window_place(WindowPlace(*kept), [display]) == (size, where)


def test_a_title_bar_does_not_let_the_window_wander() -> None:
    """A window that opened a little beside its place keeps that; one that was moved does not."""
    before = WindowPlace(100, 50, 1400, 900)
    assert place_kept(before, WindowPlace(100, 78, 1500, 900)) == before._replace(width=1500)
    moved = WindowPlace(300, 50, 1400, 900)
    assert place_kept(before, moved) == moved
    assert place_kept(WindowPlace(), moved) == moved


@pytest.mark.parametrize("window", [(640, 480), (800, 600), (480, 320), (1366, 500)])
def test_every_screen_fits_a_display_however_small(tmp_path: Path, window: tuple[int, int]) -> None:
    """A smaller window shows the whole screen scaled down, and a click hits what is seen there."""
    assert window_place(WindowPlace(), [window])[0] <= window
    with pilot_at(tmp_path, size=window, sound=False) as pilot:
        table = friends(pilot)
        pilot.settle()
        across, down = pilot.app.size
        assert across >= 900
        assert down >= 600
        assert across / window[0] == pytest.approx(down / window[1], rel=0.01)
        seen = pilot.app.window.get_surface()
        assert seen.get_size() == window
        small = pygame.transform.smoothscale(pilot.app.surface, window)
        assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(small, "RGB")
        move = table.session.position.legal_moves[0]
        for cell_of_pair in move:
            pilot.click_cell(cell_of_pair)
        assert table.session.game.ply == 1


def test_f11_switches_once_however_long_it_is_held(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Repeats, and the key sent again by a display that has just switched, switch nothing."""
    friends(pilot)
    switched: list[float] = []
    monkeypatch.setattr(pilot.app, "toggle_fullscreen", lambda: switched.append(pilot.app.now()))
    down, up = (
        pygame.event.Event(kind, key=pygame.K_F11, mod=0, unicode="", scancode=0)
        for kind in (pygame.KEYDOWN, pygame.KEYUP)
    )
    for event, seconds in ((down, 1.2), (down, 0.1), (up, 0.1), (down, 0.1), (up, 1.0)):
        pygame.event.post(event)
        pilot.run(seconds)
    assert len(switched) == 1
    pygame.event.post(down)
    pilot.run(0.1)
    assert len(switched) == 2


def test_while_keys_are_used_nothing_stays_over_the_points(tmp_path: Path) -> None:
    """What is cut is shown whole where the mouse rests only until a key is pressed."""
    with pilot_at(tmp_path, sound=False) as pilot:
        table = seated(pilot, (Seat("Bartholomew Featherstonehaugh-Montgomery"), Seat("Ben")))
        pilot.settle()
        plain = pilot.pixels()
        pilot.hover(table.view.players[0]["name"].center)
        assert pilot.pixels() != plain
        pilot.press("right")
        table.board.cursor = None
        assert pilot.pixels() == plain


def test_a_word_that_is_cut_stands_in_the_middle() -> None:
    """Where one word has no room in a high place no empty line is left below it."""
    surface, place = pygame.Surface((60, 120)), pygame.Rect(0, 0, 60, 120)
    draw.text_within(surface, Theme(1.0), Role.HEADING, "Donaudampfschiff", look.INK, place)
    painted = pygame.mask.from_threshold(surface, look.INK, (120, 120, 120)).get_bounding_rects()
    assert abs(painted[0].unionall(painted).centery - place.centery) <= 4


# --- widgets --------------------------------------------------------------------------------------
#
# Fields, lists and sliders, by mouse and by keyboard.


FIELD = Rect(10, 10, 200, 40)


def press(widget: TextField | ListBox | Slider[int], keys: str, place: int = 0) -> bool:
    """Press keys such as `ctrl+left`, or at a place; return whether the widget used them."""
    *modifiers, name = keys.split("+")
    bits = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_RALT}
    mod = sum(bits[one] for one in modifiers)
    code = pygame.key.key_code(name)
    event = pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=place)
    return widget.key(event)


def test_a_field_copies_and_pastes_in_every_layout(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+A, C, X and V go by their place where the layout has no Latin letters."""
    kept: list[str] = []
    monkeypatch.setattr(clipboard, "put", kept.append)
    monkeypatch.setattr(clipboard, "peek", lambda: "".join(kept))
    field = TextField(FIELD, theme, "one", lambda _text: None)
    for key, place in (("ф", "a"), ("с", "c"), ("ч", "x"), ("м", "v"), ("м", "v")):
        assert press(field, f"ctrl+{key}", _place(place))
    assert kept == ["one", "one"]
    assert field.text == "oneoneoneone"


def test_a_line_is_edited(theme: Theme) -> None:
    """Caret and selection go by characters and by words; what is selected is replaced."""
    told: list[str] = []
    field = TextField(FIELD, theme, "one two three", told.append)
    press(field, "ctrl+left")
    field.insert("and ")
    assert field.text == "one two and three"
    press(field, "home")
    press(field, "ctrl+shift+right")
    field.insert("1 ")
    assert field.text == "1 two and three"
    press(field, "end")
    press(field, "ctrl+backspace")
    press(field, "backspace")
    assert told[-1] == field.text == "1 two and"
    press(field, "ctrl+a")
    press(field, "delete")
    assert field.text == ""


def test_letters_typed_with_altgr_leave_the_line_alone(theme: Theme) -> None:
    """AltGr, which some systems report as Ctrl and Alt, types letters and edits nothing."""
    field = TextField(FIELD, theme, "Zosi", lambda _text: None)
    press(field, "ctrl+alt+a")
    field.insert("ą")
    assert field.text == "Zosią"


def test_a_line_is_copied_cut_and_pasted(theme: Theme) -> None:
    """The clipboard holds what was selected; pasted lines become one."""
    field = TextField(FIELD, theme, "one two", lambda _text: None)
    press(field, "shift+home")
    press(field, "ctrl+x")
    assert (field.text, pygame.scrap.get_text()) == ("", "one two")
    pygame.scrap.put_text("three\nfour")
    press(field, "ctrl+v")
    assert field.text == "three four"


def test_the_mouse_selects(theme: Theme) -> None:
    """A click puts the caret, dragging selects, a double click selects a word."""
    field = TextField(FIELD, theme, "abc", lambda _text: None)
    field.press((11, 30))
    field.drag((209, 30))
    field.insert("x")
    assert field.text == "x"
    field.press((11, 30))
    field.insert("y")
    assert field.text == "yx"
    field.insert("ou and ")
    field.press((25, 30), double=True)
    field.insert("we")
    assert field.text == "we and x"


def test_a_click_into_a_long_line_measures_little_of_it(theme: Theme) -> None:
    """Where in 10,000 characters the mouse is takes no more than some measurements of text."""
    field = TextField(FIELD, theme, "a1b2 " * 2000, lambda _text: None)
    measured: list[str] = []
    font = field._font

    class Measuring:
        def size(self, text: str) -> tuple[int, int]:
            measured.append(text)
            return font.size(text)

    field._font = Measuring()  # type: ignore[assignment]
    for place in (0, 1, 7, 12):
        field.press(
            (
                FIELD.left + theme.px(10) + font.size(field.text[:place])[0],
                FIELD.centery,
            )
        )
        assert field.caret == place
    assert len(measured) < 200


@given(st.text(max_size=30), st.integers(1, 9), st.booleans())
def test_a_field_takes_what_it_may(text: str, limit: int, digits: bool) -> None:
    """Never more characters than its limit, none that cannot be seen, digits only if it says so."""
    field = TextField(FIELD, Theme(1.0), "", lambda _t: None, limit=limit, digits=digits)
    field.insert(text)
    assert len(field.text) <= limit
    assert field.text.isprintable()
    assert not digits or field.text == "" or field.text.isdecimal()


def test_a_list_is_walked_through(theme: Theme) -> None:
    """Keys choose and keep the row in sight; a double click opens; the bar is dragged."""
    chosen: list[str] = []
    opened: list[str] = []
    names = [f"row {number}" for number in range(40)]
    box = ListBox(
        Rect(0, 0, 200, 180), theme, names, "", chosen.append, lambda: opened.append(chosen[-1])
    )
    assert press(box, "down")
    assert press(box, "pagedown")
    assert press(box, "end")
    assert chosen == ["row 0", f"row {box.listing.seen - 1}", "row 39"]
    assert 39 in box.listing.rows
    box.press((196, 10))
    assert box.listing.first == 0
    box.drag((196, 170))
    assert 39 in box.listing.rows
    box.scroll(-99)
    point = box.listing.rect_of(2).center
    box.press(point)
    assert not opened
    box.press(point, double=True)
    assert opened == ["row 2"]


def test_a_slider_reports_where_it_is_let_go(theme: Theme) -> None:
    """While it is dragged nothing is reported; keys are reported at once."""
    told: list[int] = []
    slider = Slider(Rect(0, 0, 200, 20), FIELD, (1, 2, 5), 2, str, told.append)
    slider.press((5, 10))
    assert not told
    slider.drag((500, 10))
    slider.release((500, 10))
    press(slider, "left")
    assert told == [5, 2]


# --- layout ---------------------------------------------------------------------------------------
#
# Rows and columns: who gets how much of the room.


SHARES = st.builds(Share, st.floats(0.1, 9), st.integers(0, 50), st.integers(50, 400))


def test_boxes_are_found_by_name() -> None:
    """Fixed lengths and gaps come off first, shares get the rest, padding is kept free."""
    parts = column(
        box("head", 20),
        row(box("list", Share(3)), box("preview"), gap=8, name="body"),
        gap=10,
        pad=5,
    ).lay(Rect(0, 0, 118, 140))
    assert parts["head"] == Rect(5, 5, 108, 20)
    assert parts["body"] == Rect(5, 35, 108, 100)
    assert parts["list"] == Rect(5, 35, 75, 100)
    assert parts["preview"] == Rect(88, 35, 25, 100)


@given(st.integers(0, 2000), st.lists(st.integers(0, 90) | SHARES, min_size=1, max_size=6))
def test_shares_keep_their_bounds_and_fill_the_room(room: int, parts: list[Length]) -> None:
    """No share leaves its least and most; without such bounds nothing is left over."""
    found = lengths(room, tuple(parts), 4)
    for part, length in zip(parts, found, strict=True):
        if isinstance(part, int):
            assert length == part
        else:
            assert part.least <= length <= part.most
    free = [FILL if isinstance(part, Share) else part for part in parts]
    fixed = sum(part for part in free if isinstance(part, int)) + 4 * (len(parts) - 1)
    if FILL in free and fixed <= room:
        assert sum(lengths(room, tuple(free), 4)) + 4 * (len(parts) - 1) == room


def test_a_grid_goes_row_by_row() -> None:
    """Cells are equal, with gaps between them only."""
    room = Rect(10, 10, 64, 30)
    cells = grid(room, 3, 2, gap=2)
    assert cells[0] == Rect(10, 10, 20, 14)
    assert cells[5] == Rect(54, 26, 20, 14)
    assert across(room, 30, FILL)[1].right == down(room, FILL)[0].right == room.right
    assert centred(room, 10, 10).center == room.center


# -- keys -----------------------------------------------------------------------------------------


def _key(key: int, mod: int = 0, sign: str = "", place: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign, scancode=place)


@pytest.mark.parametrize("table", KEYS, ids=[table.screen for table in KEYS])
def test_every_key_of_a_screen_does_one_thing(table: KeyTable) -> None:
    """No two shortcuts share a press, and every press finds its shortcut."""
    presses = [press for shortcut in table for press in shortcut.presses]
    assert len(presses) == len(set(presses))
    for shortcut in table:
        for press in shortcut.presses:
            mod = pygame.KMOD_CTRL * press.ctrl | pygame.KMOD_SHIFT * press.shift
            assert action_of(_key(press.key, mod, press.sign), table) == shortcut.action


def test_keys_are_written_as_people_write_them() -> None:
    """Tool tips and help show presses in words; a Mac's command key works as Ctrl does."""
    assert keys_of("undo", TABLE_SHORTCUTS) == "U, Ctrl+Z"
    assert keys_of("help", TABLE_SHORTCUTS) == "F1, ?"
    assert keys_of("line", STUDY_SHORTCUTS) == "Ctrl+1 … 9"
    assert keys_of("type_tile", TABLE_SHORTCUTS) == "5 m"
    assert action_of(_key(pygame.K_z, pygame.KMOD_META), TABLE_SHORTCUTS) == "undo"


def test_a_tile_is_typed_as_rank_and_suit() -> None:
    """5 then m is 5m; a pause, another key or a suit alone is not a tile."""
    typing = TileTyping()
    assert typing.feed(_key(pygame.K_5, sign="5"), 0.0) == "5"
    assert typing.feed(_key(pygame.K_m, sign="m"), 0.5) == kind("5m")
    assert typing.feed(_key(pygame.K_m, sign="m"), 0.6) is None
    typing.feed(_key(pygame.K_5, sign="5"), 1.0)
    assert typing.feed(_key(pygame.K_m, sign="m"), 9.0) is None
    typing.feed(_key(pygame.K_5, sign="5"), 10.0)
    typing.feed(_key(pygame.K_h, sign="h"), 10.1)
    assert typing.feed(_key(pygame.K_m, sign="m"), 10.2) is None


_FOREIGN: Final = {
    "l": "дλلㅣ",
    "c": "сψؤㅊ",
    "m": "ьμة",
    "p": "зπح",
    "s": "ыσس",
}
"""What Latin keys type in Russian, Greek, Arabic, Korean."""


def _place(key: str) -> int:
    return pygame.KSCAN_A + ord(key) - ord("a")


def test_keys_work_by_their_place_where_a_layout_has_no_latin_letters() -> None:
    """Shortcuts, chosen keys and tiles need no other layout; one with Latin letters keeps them."""
    ctrl, shift = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
    for key, mod, action in (
        ("l", 0, "pairs"),
        ("c", ctrl, "copy"),
        ("c", ctrl | shift, "copy_position"),
    ):
        for sign in _FOREIGN[key]:
            event = _key(ord(sign), mod, "" if mod else sign, _place(key))
            assert action_of(event, TABLE_SHORTCUTS) == action, sign
            assert pressed(event) == Press(ord(key), bool(mod & ctrl), bool(mod & shift))
    assert action_of(_key(ord("й"), ctrl, "", _place("q")), EVERYWHERE) == "quit"
    for key in SUITS:
        for sign in _FOREIGN[key]:
            typing, typed = TileTyping(), _key(ord(sign), sign=sign, place=_place(key))
            typing.feed(_key(ord("٥"), sign="٥", place=pygame.KSCAN_5), 0.0)
            assert typing.feed(typed, 0.1) == kind(f"5{key}")
    assert line_number_of(_key(ord("é"), ctrl, "é", pygame.KSCAN_2)) == 2
    assert TileTyping().feed(_key(pygame.K_1, shift, "!", pygame.KSCAN_1), 0.0) is None
    german = _key(pygame.K_z, ctrl, place=_place("y"))
    assert action_of(german, TABLE_SHORTCUTS) == "undo"
    dvorak = _key(pygame.K_QUOTE, ctrl, place=_place("q"))
    assert action_of(dvorak, EVERYWHERE) is None


# -- sound ----------------------------------------------------------------------------------------


def test_a_machine_without_a_sound_card_is_silent(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What ALSA writes to standard error is dropped; afterwards errors are written as before."""

    def init(**_how: int) -> None:
        os.write(2, b"ALSA lib confmisc.c: cannot find card '0'\n")
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", init)
    assert not Sound(wanted=True, volume=1.0).available
    os.write(2, b"ours\n")
    assert capfd.readouterr().err == "ours\n"


# -- clipboard ------------------------------------------------------------------------------------

Said = list[tuple[str, str]]


@pytest.fixture
def said() -> Said:
    """Return what was said, in order."""
    return []


def test_a_position_comes_back(pilot: Pilot, said: Said) -> None:
    """What was copied is found again, and it is said so; other texts are refused."""
    assert pilot.app
    clipboard.copy_position(deal(7), lambda *words: said.append(words))
    assert recognise(clipboard.text()) == deal(7)
    assert said == [("The position was copied.", "info")]
    pygame.scrap.put_text("good morning")
    with pytest.raises(FormatError, match="expected a link, a game"):
        recognise(clipboard.text())


@pytest.mark.parametrize("text", ["", "  \n", "\0", pygame.error("held by another program")])
def test_nothing_is_refused(text: str | Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clipboard with nothing but white space on it, or one that cannot be read, is empty."""
    monkeypatch.setattr(pygame.scrap, "get_text", Mock(side_effect=[text]))
    with pytest.raises(NotNowError, match="empty"):
        clipboard.text()


def test_a_clipboard_that_takes_nothing(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine refuses, the person is informed, and not that it was copied."""
    monkeypatch.setattr(pygame.scrap, "put_text", Mock(side_effect=pygame.error("held")))
    clipboard.copy("text", "Done.", lambda *words: said.append(words))
    assert said == [("The clipboard is not available.", "refused")]


# -- one meaning ----------------------------------------------------------------------------------

SAME: Final = (
    ({"left", "back"}, "towards the left, the beginning of a line"),
    ({"right", "forward"}, "towards the right, the end of a line"),
    ({"up", "line_up"}, "upwards"),
    ({"down", "line_down"}, "downwards"),
    ({"words_up", "far_back"}, "a page up"),
    ({"words_down", "far_on"}, "a page down"),
    ({"to_start", "again"}, "to the start"),
    ({"analyse", "play"}, "from the table to Analyse and back"),
    ({"next_mistake", "go_on"}, "the next mistake, the next exercise"),
    ({"previous_mistake", "go_back"}, "the previous mistake"),
    ({"next", "leave_empty"}, "on to the next"),
    ({"delete", "retire"}, "away with it"),
    ({"open", "add_file"}, "open a file"),
)
"""What is called differently on different screens, and means the same."""


def test_a_key_means_the_same_on_every_screen() -> None:
    """No press stands for two things on two screens; each pair of names for one is listed above."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for table in KEYS:
        for one in table:
            same = next((words for names, words in SAME if one.action in names), one.action)
            for press in one.presses:
                meanings[press.code].add(same)
    assert {press: found for press, found in meanings.items() if len(found) > 1} == {}
    used = {one.action for table in KEYS for one in table}
    assert {name for names, _words in SAME for name in names} <= used


# --- contrast -------------------------------------------------------------------------------------
#
# Every word on every screen can be read: it stands out from its ground, on every table.


LEAST, LEAST_OF_LARGE = 4.5, 3.0
"""What the Web Content Accessibility Guidelines 2.2 ask of text and of large text (level AA)."""
LARGE = 24


@pytest.mark.parametrize("table", CLOTHS)
@pytest.mark.slow
def test_every_word_stands_out_from_its_ground(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: str
) -> None:
    """The contrast is 4.5 at least, 3 of large letters; what cannot be pressed may be fainter."""
    text, paint, active, weak = draw.text, Button.paint, [True], {}

    def measured(
        surface: pygame.Surface,
        font: Font,
        words: str,
        colour: pygame.Color,
        rect: pygame.Rect,
        align: Align = "left",
    ) -> pygame.Rect:
        around = rect.inflate(40, 3 * font.get_height()).clip(surface.get_clip())
        if not around:  # scrolled out of sight
            return text(surface, font, words, colour, rect, align)
        before = surface.subsurface(around).copy()
        place = text(surface, font, words, colour, rect, align)
        seen = place.inflate(-place.width // 3, -place.height // 3).clip(surface.get_clip())
        if seen.width and seen.height and active[0] and words.strip():
            part = before.subsurface(seen.move(-around.x, -around.y))
            ground = pygame.Color(*pygame.transform.average_color(part))
            reached = contrast(tuple(colour), tuple(ground))
            if reached < (LEAST_OF_LARGE if font.get_height() >= LARGE * 1.2 else LEAST):
                weak[words] = (round(reached, 2), tuple(colour)[:3], tuple(ground)[:3])
        return place

    def painted(button: Button, *where: object, **how: object) -> None:
        active[0] = button.enabled
        paint(button, *where, **how)  # type: ignore[arg-type]
        active[0] = True

    monkeypatch.setattr(draw, "text", measured)
    monkeypatch.setattr(Button, "paint", painted)
    with pilot_at(tmp_path, size=(1280, 800), language="en", sound=False) as pilot:
        pilot.app.change(table=table)
        for name in SCREENS:
            show(pilot.app, name)
            pilot.run(0.1)
            pilot.pixels()
            assert not weak, f"{name}: {weak}"


def test_a_text_between_two_copied_parts_is_kept_once() -> None:
    """However many frames are drawn, what lies in two parts of the screen does not multiply."""
    screen = pygame.Surface((200, 100))
    left, right = pygame.Rect(0, 0, 100, 100), pygame.Rect(100, 0, 100, 100)
    texts = CutTexts()
    texts.start(screen)
    texts.ink(screen, pygame.Rect(90, 10, 30, 20))
    texts.note(screen, pygame.Rect(90, 10, 30, 20), "a long text", "a lo…")
    texts.finish()
    for _frame in range(26):
        texts.start(screen)
        texts.keep(left)
        texts.keep(right)
        texts.finish()
    assert [cut.words for cut in texts.seen] == ["a long text"]
    assert len(texts.places) == 1
