"""Tests of fair deals, duplicate matches, and luck and skill."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.trainer.fair import (
    FairDeal,
    choose_deal,
    duplicate,
    fair_deals,
    luck_and_skill,
    pars_of,
)

PARS = {1: 0, 2: -9, 3: 4, 4: 9, 5: 0, 6: -4, 7: 30}

FILE = """deal,par,nodes,seconds,best
1,0,12345,10.5,a1b2 c3d4
2,-9,12345,10.5,a1b2?

3,four,1,1.0,a1b2
4
5,999,1,1.0,a1b2
0,1,1,1.0,a1b2
6,7,1,1.0,a1b2
"""


def test_pars_are_read_as_far_as_they_can_be(tmp_path):
    """Damaged lines, and what cannot be a deal or a par, are left out."""
    file = tmp_path / "par.csv"
    assert pars_of(file) == {}
    file.write_text(FILE, "ascii")
    assert pars_of(file) == {1: 0, 2: -9, 6: 7}
    file.write_bytes(FILE.encode() + b"\xff\xfe,\n7,3,1,1.0,a1b2\n")
    assert pars_of(file) == {1: 0, 2: -9, 6: 7, 7: 3}


def test_pars_are_those_the_solver_writes(tmp_path):
    """What the solver prints as a row is read with the same deal and par."""
    from battle.rules.par import HEADER, Par, read

    rows = [Par(number, (number * 37) % 61 - 30, 5, 1.0, ()) for number in range(1, 200)]
    file = tmp_path / "par.csv"
    file.write_text(HEADER + "".join(row.row() for row in rows), "ascii")
    assert pars_of(file) == {number: par.value for number, par in read(file).items()}
    assert len(pars_of(file)) == 199


def test_deals_with_par_nought_are_fair_from_both_sides():
    """A handicap of nothing finds the deals in which perfect play is a draw."""
    assert [(one.deal, one.first) for one in fair_deals(PARS)] == [(1, 0), (1, 1), (5, 0), (5, 1)]


@given(
    st.dictionaries(st.integers(1, 500), st.integers(-60, 60)),
    st.integers(-20, 20),
    st.integers(0, 5),
    st.booleans(),
)
def test_a_handicap_is_what_perfect_play_gives(pars, handicap, spread, seats):
    """Every deal found evens out the handicap, closest first, and none is overlooked."""
    found = fair_deals(pars, handicap, spread=spread, seats=seats)
    gaps = [abs(one.handicap_of(0) - handicap) for one in found]
    assert all(gap <= spread for gap in gaps)
    assert gaps == sorted(gaps)
    expected = sum(abs(par - handicap) <= spread for par in pars.values())
    if seats:
        expected += sum(abs(-par - handicap) <= spread for par in pars.values())
    assert len(found) == expected
    for one in found:
        assert one.handicap_of(0) == -one.handicap_of(1)
        assert one.handicap_of(one.first) == pars[one.deal]


def test_a_chosen_deal_is_the_closest_there_is():
    """Chance chooses among the closest deals, those not played first; without any there is none."""
    chosen = {choose_deal(PARS, Random(seed), 4) for seed in range(30)}
    assert chosen == {FairDeal(3, 4, 0), FairDeal(6, -4, 1)}
    assert {choose_deal(PARS, Random(s), 4, seats=False) for s in range(9)} == {FairDeal(3, 4, 0)}
    unplayed = {choose_deal(PARS, Random(seed), 4, played=[3]) for seed in range(9)}
    assert unplayed == {FairDeal(6, -4, 1)}
    assert choose_deal(PARS, Random(1), 4, played=PARS) in chosen
    nearest = choose_deal(PARS, Random(1), 100)
    assert nearest is not None
    assert nearest.handicap_of(0) == 30
    assert choose_deal({}, Random(1)) is None


@given(st.integers(-270, 270), st.integers(-60, 60))
def test_luck_and_skill_add_up(margin, par):
    """Luck and skill make the margin; what one player did better the other did worse."""
    first, second = luck_and_skill(margin, par, 1), luck_and_skill(margin, par, 2)
    assert first.luck + first.skill == first.margin == margin
    assert second.luck + second.skill == second.margin == -margin
    assert first.skill == -second.skill


def test_a_lost_game_can_be_well_played():
    """Who loses by 5 where par was −9 did better by 4."""
    assert luck_and_skill(-5, -9, 1).skill == 4


def test_every_deal_is_played_from_both_sides():
    """Each deal comes twice in a row with the seats swapped, and who begins is left to chance."""
    beginners = set()
    for seed in range(20):
        match = duplicate([11, 12], Random(seed))
        order = []
        while not match.is_over:
            order.append((match.deal, match.seat))
            assert match.winner is None
            match = match.played((10, 20), 2)
        assert [deal for deal, _seat in order] == [11, 11, 12, 12]
        assert {order[0][1], order[1][1]} == {order[2][1], order[3][1]} == {1, 2}
        assert (match.deal, match.seat) == (None, None)
        assert (match.totals, match.winner) == ((60, 60), None)
        beginners.add((order[0][1], order[2][1]))
    assert len(beginners) == 4


@given(
    st.lists(st.tuples(st.integers(0, 135), st.integers(0, 135)), min_size=2, max_size=6),
    st.integers(0, 9),
)
def test_totals_are_those_of_the_people(points, seed):
    """Points go to the person whatever the seat, and pairs of games add up to the margin."""
    match = duplicate(list(range(1, len(points) // 2 + 1)), Random(seed))
    totals = [0, 0]
    for first, second in points[: 2 * (len(points) // 2)]:
        own = 0 if match.seat == 1 else 1
        totals[own] += first
        totals[1 - own] += second
        match = match.played((first, second), None)
    assert match.is_over
    assert match.totals == tuple(totals)
    assert sum(margin for _deal, margin in match.pairs) == match.margin == totals[0] - totals[1]
    assert match.winner == (None if match.margin == 0 else int(match.margin < 0))
    with pytest.raises(ValueError, match="all games"):
        match.played((0, 0), None)


def test_two_perfect_players_draw_a_duplicate():
    """A deal gives both the same: results at par from both sides add up to nothing."""
    for par in (-9, 0, 14):
        match = duplicate([1], Random(par))
        for _game in range(2):
            match = match.played((100 + par, 100), 1 if par > 0 else 2)
        assert match.margin == 0
        (one, other) = (leg.margin for leg in match.legs)
        assert one == -other


def test_a_match_needs_a_deal():
    """A duplicate match without a deal is refused."""
    with pytest.raises(ValueError, match="needs a deal"):
        duplicate([], Random(1))


def test_legs_tell_who_won():
    """The winner of a game is told by person, also where the points say otherwise."""
    match = duplicate([1, 2], Random(3))
    seats = []
    for _game in range(4):
        seats.append(match.seat)
        match = match.played((50, 60), 1)
    assert [leg.winner for leg in match.legs] == [0 if seat == 1 else 1 for seat in seats]
    assert all(one.seat != other.seat for one, other in list(pairwise(match.legs))[::2])
