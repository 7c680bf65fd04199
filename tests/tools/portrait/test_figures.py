"""Figures of the page, against small samples worked out by hand."""

from __future__ import annotations

from math import isclose

import pytest

from battle.rules.deal import deal
from battle.rules.par import Par
from battle.rules.position import move
from tools.portrait import figures
from tools.portrait.figures import Collected, Share
from tools.portrait.positions import MoveCosts, Proven


def solved(number: int, value: int, best: str, unsure: str = "") -> Par:
    """Return a solved deal."""
    moves = (tuple(map(move, words.split())) for words in (best, unsure))
    return Par(number, value, 1000, 1.0, *moves)


def proven(number: int, tiles: int, **more: object) -> Proven:
    """Return a proven position worth 4 points."""
    return Proven(number, tiles, None, 4, **more)  # type: ignore[arg-type]


def test_share_of_half_has_the_interval_of_wilson() -> None:
    """5 of 10 with two standard errors: middle 1/2, reach 2·√(2.5+1)/14."""
    low, high = Share(5, 10).interval
    assert isclose(low, 0.5 - 0.26726, abs_tol=1e-5)
    assert isclose(high, 0.5 + 0.26726, abs_tol=1e-5)


@pytest.mark.parametrize("count", [0, 7])
def test_share_of_none_or_all_has_a_width_and_stays_inside(count: int) -> None:
    """None of seven, or all, leave it open what the share is, but never below 0 or above 1."""
    low, high = Share(count, 7).interval
    assert -1e-9 <= low < high <= 1 + 1e-9
    assert high - low > 0.2


def test_highest_pair_is_among_the_best_or_not_or_unknown() -> None:
    """In deal 4 a pair of seven is the highest: best, not best, or not decided."""
    start = deal(4)
    ordered = sorted(start.legal_moves, key=start.worth)
    low, high = str(ordered[0]), str(ordered[-1])
    highest = " ".join(str(one) for one in ordered if start.worth(one) == start.worth(ordered[-1]))
    yes, no = solved(4, 1, f"{low} {high}"), solved(4, 1, low)
    unknown = solved(4, 1, low, highest)
    assert figures.highest_first({1: yes, 2: no, 3: unknown}) == Share(1, 2)


def test_errors_are_the_mean_distances_by_tiles() -> None:
    """Seen 7, 4 and 1 of a value of 4 with 64 tiles is two points off, one standard error 1."""
    positions = [proven(number, 64, seen={300: seen}) for number, seen in enumerate((7, 4, 1))]
    positions += [proven(9, 41, seen={300: 0})]
    found = figures.errors(Collected({}, {}, positions, [], []), 300)
    assert list(found) == [(64, 66)]
    assert found[64, 66].mean == 2
    assert isclose(found[64, 66].error, 1)


def test_a_move_gives_away_what_its_chooser_does_on_average() -> None:
    """Three positions: means of any pair, of the highest, and of what was looked for."""
    rows = [(2.0, 0.0, 1), (3.0, 1.0, 0), (4.0, 5.0, 2)]
    positions = [
        proven(n, 64, choice=MoveCosts(5, 1, highest, highest == 0, random), lost={300: lost})
        for n, (random, highest, lost) in enumerate(rows)
    ]
    found = figures.given_away([*positions, proven(7, 64)])
    assert {key: one.mean for key, one in found.items()} == {"random": 3, "highest": 2, 300: 1}


def test_positions_after_random_play_are_counted_apart() -> None:
    """A sample's even numbers come from random moves, its odd ones from short looks."""
    positions = [
        proven(number, 64, choice=MoveCosts(4, 1, 0.0, is_best, 2.0))
        for number, is_best in ((0, True), (2, True), (4, False), (1, False), (3, True))
    ]
    some = Collected({}, {}, [*positions, proven(6, 64), proven(7, 64)], [], [])
    shares = {
        random: figures.highest_is_best(figures.decided(some, random=random))
        for random in (True, False)
    }
    assert shares == {True: {(64, 66): Share(2, 3)}, False: {(64, 66): Share(1, 2)}}


def test_a_pair_at_random_is_best_as_often_as_pairs_are() -> None:
    """Deals 2 and 5 begin with six pairs, deal 4 with seven; an undecided deal does not count."""
    pars = {
        2: solved(2, 7, "k9l9"),
        4: solved(4, 4, "a1l1 g1g9 i1j1"),
        5: solved(5, 4, "c9l9"),
        1: solved(1, 4, "e1f9", "a1c1"),
    }
    found = figures.pair_is_best(Collected(pars, {}, [], [], []))
    assert isclose(found[108, 108].mean, (1 / 6 + 3 / 7 + 1 / 6) / 3)


def test_nodes_that_double_with_every_pair_grow_twofold() -> None:
    """1, 2, 4 and 8 thousand nodes with 40 to 46 tiles: every two tiles double them."""
    points = [(40, 1000), (42, 2000), (44, 4000), (46, 8000)]
    assert isclose(figures.growth(points, 2), 2)
