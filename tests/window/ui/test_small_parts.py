"""Lists, motion, pace, and the pictures of tiles."""

from __future__ import annotations

import pygame
import pytest

from battle.rules.position import KINDS, cell, kind
from battle.window.ui import draw
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.listing import Listing
from battle.window.ui.motion import FLIGHT_SECONDS, Flight, Motion
from battle.window.ui.panels import Toast
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import MARKS, TileArt
from battle.window.ui.window import Pace


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


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
