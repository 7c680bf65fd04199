"""A player's box on the result card."""

from __future__ import annotations

import pygame
import pytest

from battle.game.session import Seat, Session, Setup
from battle.rules.position import position
from battle.window.result.score_box import PlayerScore, paint_score, player_score
from battle.window.ui import draw
from battle.window.ui.theme import Theme


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


def test_it_tells_how_the_points_were_made() -> None:
    """Pairs, who began, and the hints stand below the name; the winner is marked."""
    session = ended()
    first, second = player_score(session, 1), player_score(session, 2)
    assert first.notes == ("1 pair", "moved first", "2 hints")
    assert second.notes == ("1 pair",)
    assert (first.name, first.points) == ("Ada", session.points[0])
    assert (first.is_winner, second.is_winner) == (False, True)


def test_who_began_is_left_out_first() -> None:
    """Where there is no room for all notes the hints stay."""
    score = player_score(ended(), 1)
    assert score.notes_in(3) == score.notes
    assert score.notes_in(2) == ("1 pair", "2 hints")
    assert player_score(ended(), 2).notes_in(0) == ("1 pair",)


@pytest.mark.parametrize(("height", "has_order"), [(66, False), (104, True)])
def test_what_stands_below_a_name_stays_inside_its_box(
    height: int, has_order: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a low box with large letters who began is left out, and never the hints."""
    theme = Theme(1.6)
    box = pygame.Rect(10, 10, theme.px(300), theme.px(height))
    score: PlayerScore = player_score(ended(), 1)
    written = {}
    paint = draw.text

    def note(surface, font, words, ink, rect, *rest):  # type: ignore[no-untyped-def]
        written[words] = pygame.Rect(rect)
        return paint(surface, font, words, ink, rect, *rest)

    monkeypatch.setattr(draw, "text", note)
    paint_score(pygame.Surface((900, 300)), theme, box, score)
    assert "2 hints" in written
    assert ("moved first" in written) == has_order
    lines = [written[words] for words in ("Ada", "2 hints")]
    assert all(box.top < line.top and line.bottom < box.bottom for line in lines)
