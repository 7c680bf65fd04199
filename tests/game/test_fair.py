"""Tests of fair deals, and of luck and skill."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from battle.game.fair import (
    FairDeal,
    choose_deal,
    fair_deals,
    luck_and_skill,
)

PARS = {1: 0, 2: -9, 3: 4, 4: 9, 5: 0, 6: -4, 7: 30}


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
