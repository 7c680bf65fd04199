"""Losses: sums that can be checked by hand, and games whose losses are known beforehand."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from tools.losses import LevelLosses, MatchGames, ReviewedGame, mean

GAME = ReviewedGame("club 1", "novice 2", 0, 7, 76, -4, (3, 1, 0, 5))


def test_games_are_written_as_they_are_read() -> None:
    """A game survives its line of the file."""
    assert ReviewedGame.of([str(word) for word in GAME.row()]) == GAME
    assert GAME.row()[-1] == "3 1 0 5"


def test_costs_go_to_whoever_moved() -> None:
    """With 76 tiles left the beginner moves, after an odd number of moves the other does."""
    assert GAME.costs_of("club 1") == [(76, 3), (72, 0)]
    assert GAME.costs_of("novice 2") == [(74, 1), (70, 5)]
    odd = ReviewedGame("club 1", "novice 2", 0, 7, 74, -4, (3, 1, 0))
    assert odd.costs_of("club 1") == [(72, 1)]


def test_a_mean_has_an_error() -> None:
    """The standard error of a mean is the spread by the root of the number; of one, unknown."""
    assert mean([1.0, 3.0]) == (2.0, 1.0)
    assert mean([4]) == (4, inf)


def made_up(
    upper: str, lower: str, deal: int, par: int, before: tuple[int, int], costs: tuple[int, ...]
) -> list[ReviewedGame]:
    """Return two games in which the two lost so much before 76 tiles and every move costs so."""
    return [
        ReviewedGame(upper, lower, 0, deal, 76, par - before[0] + before[1], costs),
        ReviewedGame(lower, upper, 0, deal, 76, par - before[1] + before[0], costs),
    ]


def test_losses_that_are_known_are_found() -> None:
    """Whatever the pars are, what three players lose is found, the strongest losing nothing."""
    random = Random(5)
    games: list[ReviewedGame] = []
    for deal in range(1, 9):
        par = random.randint(-40, 40)
        games += made_up("best", "good", deal, par, (0, 3), (1, 1, 1, 1))
        games += made_up("good", "bad", deal, par, (3, 10), (1, 1, 1, 1))
    links = [MatchGames.between("best", "good", games), MatchGames.between("good", "bad", games)]
    found = [
        LevelLosses.of(name, place, links, range(1, 9))
        for place, name in enumerate(("best", "good", "bad"))
    ]
    assert [losses.lost for losses in found] == [(2, 0), (5, 0), (12, 0)]
    assert [losses.before.mean for losses in found] == [0, 3, 10]
    assert [losses.games for losses in found] == [16, 32, 16]
    assert found[2].worst == 1
    assert found[2].parts == [pytest.approx(10 / 8), 1, 0, 0]
    assert found[2].of_deals(slice(3)).games == 6


def test_a_deal_counts_when_both_have_begun_it() -> None:
    """A deal that was played from one side only is left out, and so are other players' games."""
    whole = made_up("best", "good", 1, 5, (0, 3), (1,))
    other = made_up("best", "bad", 2, 5, (0, 3), (1,))
    half = made_up("best", "good", 3, 5, (0, 3), (1,))[:1]
    link = MatchGames.between("best", "good", [*whole, *other, *half])
    assert link.deals == {1}
    assert link.lost_before(1) == 3
