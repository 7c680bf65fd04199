"""The blocks of a result: both scores, and what was left."""

from __future__ import annotations

import pygame
import pytest

from battle.game.session import Seat, Session, Setup
from battle.page.blocks import Score
from battle.rules.deal import deal
from battle.rules.position import COLUMNS, EMPTY_COLUMN, Position, position
from battle.training.result_page import result_page, tiles_left
from battle.window.pages.painters import Brush, height_of, paint
from battle.window.ui import draw
from battle.window.ui.theme import Theme
from battle.window.ui.tile_art import TileArts
from tests.support.approved import check_page


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


def ended() -> Session:
    """Return a game that Ada began and Ben has won; Ada had two hints."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), position("5m/5m/9s/9s 1 100-120")))
    session.hints = (2, 0)
    while session.ending is None:
        session.play(session.position.legal_moves[0])
    return session


def test_the_whole_page() -> None:
    """How it ended, both scores with who began and the hints, and luck and skill."""
    check_page("result", result_page(ended(), None))


@pytest.mark.parametrize(("height", "has_order"), [(66, False), (104, True)])
def test_what_stands_below_a_name_stays_inside_its_box(
    height: int, has_order: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a low box with large letters who began is left out, and never the hints."""
    theme = Theme(1.6)
    box = pygame.Rect(10, 10, theme.px(300), theme.px(height))
    notes = ("1 pair", "moved first", "2 hints")
    score = Score(1, "Ada", 105, True, notes, least="moved first")
    written = {}
    write = draw.text

    def note(surface, font, words, ink, rect, *rest):  # type: ignore[no-untyped-def]
        written[words] = pygame.Rect(rect)
        return write(surface, font, words, ink, rect, *rest)

    monkeypatch.setattr(draw, "text", note)
    surface = pygame.Surface((900, 300))
    paint(score, Brush(surface, theme, TileArts(theme), ()), box)
    assert "2 hints" in written
    assert ("moved first" in written) == has_order
    lines = [written[words] for words in ("Ada", "2 hints")]
    assert all(box.top < line.top and line.bottom < box.bottom for line in lines)


def test_each_kind_that_was_left_is_shown_once() -> None:
    """Kinds stand in a row, the highest first, each with how many of it were left."""
    left = tiles_left(position("5m9s5m/5m9s5m/1p1p 1 20-20"), pictures=True)
    assert [(str(kind), count) for kind, count in left.kinds] == [("9s", 2), ("5m", 4), ("1p", 2)]


def test_an_empty_table_needs_no_room() -> None:
    """Where nothing was left nothing is said; too much is said in words only, in a line."""
    nothing = tiles_left(Position((EMPTY_COLUMN,) * COLUMNS), pictures=True)
    assert height_of(nothing, Theme(1.0), 600) == 0
    whole, words_only = tiles_left(deal(3), pictures=True), tiles_left(deal(3), pictures=False)
    assert whole == words_only
    assert whole.kinds == ()
    assert height_of(whole, Theme(1.0), 600) > 0
