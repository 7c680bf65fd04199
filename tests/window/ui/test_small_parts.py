"""What the window is drawn with: lists, tiles, plots, looks, fonts, its size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.profile import settings
from battle.profile.settings import WindowPlace
from battle.rules.position import KINDS, cell, kind
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS, Canvas, Toast
from battle.window.ui.motion import FLIGHT_SECONDS, Flight, Motion
from battle.window.ui.theme import (
    CLOTHS,
    COST_COLOURS,
    PLAIN,
    SAFE,
    TILE_SETS,
    Looks,
    Role,
    Theme,
)
from battle.window.ui.tile_art import MARKS, TileArt
from battle.window.ui.widgets import Button, Listing, TextField
from battle.window.ui.window import Pace, place_kept, text_scale_of, window_place
from tests.support.pilot import friends, pilot_at

pytestmark = pytest.mark.usefixtures("display")

# -- small parts ----------------------------------------------------------------------------------


def _listing(count: int, rows: int = 5) -> Listing:
    listing = Listing()
    listing.place(pygame.Rect(0, 100, 80, rows * 20), 20)
    listing.fill(count)
    return listing


def test_a_list_scrolls_within_its_rows() -> None:
    """Scrolling stops at both ends."""
    listing = _listing(12)
    listing.scroll(-3)
    assert listing.first == 0
    listing.scroll(100)
    assert listing.rows == range(7, 12)
    assert listing.bar == (7 / 12, 1.0)


def test_a_list_brings_the_chosen_row_into_sight() -> None:
    """Stepping past the last seen row scrolls, stepping past the last row goes round."""
    listing = _listing(7)
    for _ in range(6):
        listing.step(1)
    assert listing.chosen == 5
    assert 5 in listing.rows
    listing.step(1)
    listing.step(1)
    assert listing.chosen == 0
    assert listing.first == 0


def test_a_list_knows_the_row_at_a_point() -> None:
    """Points in a row find it, points outside or below the last row find none."""
    listing = _listing(3)
    assert listing.row_at((5, 125)) == 1
    assert listing.row_at(listing.rect_of(2).center) == 2
    assert listing.row_at((5, 165)) is None
    assert listing.row_at((5, 50)) is None


def test_an_empty_list_has_nothing_to_choose() -> None:
    """Stepping in an empty list chooses nothing, and a list that empties forgets its choice."""
    listing = _listing(0)
    listing.step(1)
    assert listing.chosen is None
    listing = _listing(3)
    listing.choose(2)
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
    """Frames come a sixtieth of a second apart; a late one is not made up for."""
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


def test_a_rest_ends_as_soon_as_it_is_disturbed() -> None:
    """A rest is as many naps as it was given, or as it takes until something happens."""
    clock, disturbed = [0.0], iter([False, False, True])

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    pace = Pace(60, lambda: clock[0], sleep)
    assert pace.rest(0.02, 4, lambda: False) == pytest.approx(0.08)
    assert pace.rest(0.02, 4, lambda: next(disturbed)) == pytest.approx(0.06)


@pytest.mark.parametrize("width", [20, 39, 54, 150])
def test_every_tile_has_its_own_picture_at_every_size(width: int) -> None:
    """All 27 faces differ, also from their dimmed selves, at the exact size asked for."""
    art = TileArt(width, Theme(1.0), rank_digits=True)
    pictures = {
        pygame.image.tobytes(art.tile(found, dimmed=dimmed), "RGBA")
        for found in KINDS
        for dimmed in (False, True)
    }
    assert len(pictures) == 54
    assert art.tile(KINDS[0]).get_size() == art.size == (width, round(width * 4 / 3))
    assert len({pygame.image.tobytes(art.mark(name), "RGBA") for name in MARKS}) == len(MARKS)


def test_rank_digits_can_be_switched_off() -> None:
    """A tile with and without its digit looks different."""
    with_digit = TileArt(54, Theme(1.0), rank_digits=True).tile(kind("5m"))
    without = TileArt(54, Theme(1.0), rank_digits=False).tile(kind("5m"))
    assert pygame.image.tobytes(with_digit, "RGBA") != pygame.image.tobytes(without, "RGBA")


def test_words_that_do_not_fit_end_in_dots() -> None:
    """A line is shortened to its room and never wider than it."""
    font = Theme(1.0).font(Role.TEXT)
    words = "A name so long that no panel could ever hold it"
    for width in (30, 120, 240):
        shown = draw.fitted(font, words, width)
        assert font.size(shown)[0] <= width
        assert shown.endswith("…")
    assert draw.fitted(font, "Ada", 200) == "Ada"


def test_wrapped_lines_fit_their_width() -> None:
    """Broken lines fit, and together they are the text."""
    font = Theme(1.0).font(Role.TEXT)
    words = "One pair after the other leaves the table until nobody can take one"
    lines = draw.wrapped(font, words, 160)
    assert len(lines) > 1
    assert all(font.size(line)[0] <= 160 for line in lines)
    assert " ".join(lines) == words


def test_problems_join() -> None:
    """Two problems are read together, each once, also when one of them is told again."""
    toast = Toast()
    toast.show("one is damaged", "problem")
    toast.show("another is damaged", "problem")
    assert toast.text.splitlines() == ["one is damaged", "another is damaged"]
    toast.show("one is damaged", "problem")
    assert toast.text.splitlines() == ["one is damaged", "another is damaged"]


def test_a_problem_is_not_joined_once_it_is_gone() -> None:
    """After its time a note is replaced; a note of another sort replaces a problem at once."""
    toast = Toast()
    toast.show("one is damaged", "problem")
    toast.update(60)
    toast.show("another is damaged", "problem")
    assert toast.text == "another is damaged"
    toast.show("saved", "info")
    assert toast.text == "saved"


def test_a_note_leaves_the_buttons_of_a_card_alone() -> None:
    """Over a card a note is painted at the top of the window, elsewhere at the bottom."""
    toast = Toast()
    toast.show("Benedikta took the invitation back.", "info")
    for above in (True, False):
        surface = pygame.Surface((900, 600))
        toast.draw(surface, Theme(1.0), above=above)
        painted = {y < 300 for y in range(600) if surface.get_at((450, y)) != (0, 0, 0, 255)}
        assert painted == {above}


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
    for colours in (COST_COLOURS[SAFE].values(), look.SUITS.values()):
        for one, other in combinations(colours, 2):
            far = np.linalg.norm(seen(one, EYES[eyes]) - seen(other, EYES[eyes]))
            assert far >= 20, (one, other, far)


def test_what_can_be_chosen_can_be_kept(tmp_path: Path) -> None:
    """Every choice of the looks is a setting that is read back; another word is refused."""
    with pilot_at(tmp_path) as pilot:
        for tiles in TILE_SETS:
            for cloth in CLOTHS:
                for costs in COST_COLOURS:
                    pilot.app.change(tile_set=tiles, table=cloth, cost_colours=costs)
                    kept = settings.load(pilot.app.places)[0]
                    assert Looks(kept.tile_set, kept.table, kept.cost_colours) == Looks(
                        tiles, cloth, costs
                    )


def test_every_look_is_another_picture(tmp_path: Path) -> None:
    """Another table, and other tiles, change what is seen of a game that goes on."""
    with pilot_at(tmp_path) as pilot:
        friends(pilot)
        pictures = []
        for cloth in CLOTHS:
            pilot.app.change(table=cloth)
            pictures.append(pilot.pixels())
        pilot.app.change(tile_set=PLAIN)
        pictures.append(pilot.pixels())
        assert len(set(pictures)) == len(CLOTHS) + 1


@pytest.mark.parametrize("width", [20, 39, 54, 150])
def test_every_plain_tile_differs_at_every_size(width: int) -> None:
    """All 27 plain faces differ from each other and from themselves when blocked."""
    art = TileArt(width, Theme(1.0, Looks(tiles=PLAIN)), rank_digits=True)
    pictures = {
        pygame.image.tobytes(art.tile(kind, dimmed=dimmed), "RGBA")
        for kind in KINDS
        for dimmed in (False, True)
    }
    assert len(pictures) == 2 * len(KINDS)


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


@pytest.fixture(scope="module")
def theme() -> Theme:
    """Return a theme at the size that lengths are written for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 200))
    return Theme(1.0)


@given(text=st.text(max_size=40) | st.sampled_from(ODD) | st.just("x" * 10**5))
def test_a_font_writes_whatever_it_is_given(theme: Theme, text: str) -> None:
    """Every text has a picture as wide as it is said to be, and none is wider than windows are."""
    font = theme.font(Role.TEXT)
    picture = font.render(text, True, look.INK)
    assert picture.get_height() == font.get_linesize()
    assert abs(picture.get_width() - font.size(text)[0]) <= 2
    assert picture.get_width() < 40_000
    assert draw.fitted(font, text, 100) is not None
    assert font.metrics(text) is not None


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


# -- window size ----------------------------------------------------------------------------------


def test_words_do_not_outgrow_a_small_window() -> None:
    """The largest text scale is held back in the smallest window, and not in a large one."""
    assert text_scale_of((900, 600), 1.6) < 1.2
    assert text_scale_of((1280, 800), 1.6) == 1.6
    assert text_scale_of((900, 600), 0.8) == 0.85 * 0.8


def test_the_window_comes_back_where_it_was() -> None:
    """A place that fits a display is used again."""
    size, where = window_place(WindowPlace(100, 50, 1400, 900), [(1920, 1080)])
    assert (size, where) == ((1400, 900), (100, 50))


def test_a_window_that_fits_no_display_is_centred() -> None:
    """A place outside every display, or a size larger than all of them, is not used as it is."""
    size, where = window_place(WindowPlace(5000, 50, 4000, 3000), [(1920, 1080)])
    assert size == (1920, 1080)
    assert isinstance(where, int)


def test_a_window_from_a_larger_display_is_moved_in() -> None:
    """What stood in the middle of a large display does not hang out of a small one."""
    place = WindowPlace(641, 340, 1000, 700)
    assert window_place(place, [(1280, 800)]) == ((1000, 700), (280, 100))
    assert window_place(place, [(2560, 1440)]) == ((1000, 700), (641, 340))
    size, where = window_place(WindowPlace(641, 340, 1280, 800), [(1280, 800)])
    assert (size, where) == ((1280, 800), (0, 0))


def test_a_first_window_is_centred() -> None:
    """Without a remembered place the window is put in the middle."""
    size, where = window_place(WindowPlace(), [(2560, 1440)])
    assert size == (1280, 800)
    assert isinstance(where, int)


def test_a_title_bar_does_not_let_the_window_wander() -> None:
    """A window that opened a little beside its place keeps that; one that was moved does not."""
    before = WindowPlace(100, 50, 1400, 900)
    assert place_kept(before, WindowPlace(100, 78, 1500, 900)) == before._replace(width=1500)
    moved = WindowPlace(300, 50, 1400, 900)
    assert place_kept(before, moved) == moved
    assert place_kept(WindowPlace(), moved) == moved
