"""The window's size and place, and the scale of words."""

from __future__ import annotations

from battle.profile.settings import WindowPlace
from battle.window.ui.window import place_kept, text_scale_of, window_place


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
