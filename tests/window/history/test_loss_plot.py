"""The plot of points lost."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from battle.profile.statistics import WINDOW, OwnGame, judged, own_games
from battle.window.history.points_lost import LossPlot
from battle.window.ui.theme import Theme
from tests.profile.test_statistics import game


def points(*lost: int) -> list[OwnGame]:
    games = [game(number - 20, lost=(one, 3), days=number) for number, one in enumerate(lost)]
    return judged(own_games(games))


def plot(*lost: int, others: float | None = None, width: int = 600) -> LossPlot:
    pygame.font.init()
    made = LossPlot(Theme(1.0))
    made.place(Theme(1.0), pygame.Rect(10, 20, width, 300))
    made.show(points(*lost), others, "Casual")
    return made


def test_a_bar_is_as_high_as_what_was_lost() -> None:
    """Equal steps of points are equal steps on the screen, from the lower edge up."""
    made = plot(10, 20, 30)
    heights = [made.plot.bottom - made.y_of(lost) for lost in (0, 10, 20, 30)]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1])
    assert heights[3] == pytest.approx(3 * heights[1])
    assert heights[3] <= made.plot.height


def test_the_scale_holds_everything() -> None:
    """Whatever was lost, the upper edge is a whole number of lines that holds it and the level."""
    random = Random(1)
    for _ in range(200):
        lost = [random.randint(0, 400) for _ in range(random.randint(1, 30))]
        others = random.choice((None, 60.0, 250.0))
        made = plot(*lost, others=others)
        assert made.most >= max([*lost, others or 0])
        assert made.most % made.line_step == 0
        assert made.most - made.line_step < max([1, *lost, others or 0])


def test_the_line_is_the_average_of_the_last_games() -> None:
    """Every reviewed game has the average of the last ten up to it."""
    random = Random(7)
    lost = [random.randint(0, 60) for _ in range(3 * WINDOW)]
    for number, average in enumerate(plot(*lost).averages):
        recent = lost[max(0, number - WINDOW + 1) : number + 1]
        assert average == pytest.approx(sum(recent) / len(recent))


def test_a_game_is_found_where_its_bar_is() -> None:
    """Every bar's middle belongs to its game; outside the plot there is none."""
    made = plot(*range(25))
    for number in range(25):
        assert made.game_at((int(made.x_of(number)), made.plot.centery)) == number
    assert made.game_at((int(made.x_of(3)), made.plot.bottom + 5)) is None


def test_beyond_the_room_the_latest_are_shown() -> None:
    """With more games than there is room for, the last one is in the plot and the first is not."""
    made = plot(*[5] * 400, width=400)
    assert made.first > 0
    assert made.plot.left <= made.x_of(made.first) < made.x_of(399) <= made.plot.right


def test_the_keyboard_goes_from_game_to_game() -> None:
    """It begins at the last game, and stops at both ends."""
    made = plot(4, 8, 12)
    made.go(-1)
    assert made.cursor == 2
    made.go(-1)
    made.go(-5)
    assert made.cursor == 0
    made.go(9)
    assert made.cursor == 2
    empty = plot()
    empty.go(1)
    assert empty.cursor is None


def test_what_is_proven_is_solid() -> None:
    """The bar of a wholly proven game has another colour than that of what was lost at least."""
    pygame.display.init()
    surface = pygame.display.set_mode((640, 360))
    colours = []
    for first in (1, 2):
        made = plot(40)
        made.show(judged(own_games([game(lost=(40, 0), exact_from=first)])), None, "")
        made.paint(surface)
        x = round(made.x_of(0))
        colours.append([tuple(surface.get_at((x, round(made.y_of(n))))[:3]) for n in (10, 30)])
    assert colours[0][0] == colours[0][1] != colours[1][0] == colours[1][1]
