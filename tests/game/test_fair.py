"""Tests of fair tables, and of luck and skill."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from battle.game.fair import fair_table, luck_and_skill
from battle.profile.proofs import Pars, shipped_pars
from battle.profile.store import Database

PARS = {1: 4, 2: 7, 10: 0, 51: -2}


def test_twenty_fair_games_are_twenty_tables_each_as_even_as_it_says():
    """However few deals are solved, no table comes twice, and par and points given are nought."""
    random, before, seen = Random(1), None, set()
    pars = Pars(Database(None))
    for _ in range(20):
        table = fair_table(shipped_pars(), random, before)
        start = table.start()
        assert before is None or table.deal != before.deal
        seen.add(start.grid)
        assert pars.margin(start) == 0
        assert start.taken == (0, 0)
        before = table
    assert len(seen) == 20


@given(st.integers(-60, 60), st.integers(0, 2**32), st.sampled_from(sorted(PARS)))
def test_par_and_points_given_make_the_head_start(head_start, seed, number):
    """Player 1 wins by the head start with perfect play, and nobody is given more than needed."""
    table = fair_table({number: PARS[number]}, Random(seed))
    start = table.start(head_start)
    assert table.deal == number
    assert start.margin + PARS[number] == head_start
    assert min(start.given) == 0
    assert start.with_given((0, 0)) == table.tiles


def test_the_only_deal_is_dealt_again_in_another_disguise():
    """With one solved deal every game is on it; with none there is no fair game."""
    first = fair_table({4: 4}, Random(1))
    again = fair_table({4: 4}, Random(2), first)
    assert (again.deal, again.tiles == first.tiles) == (4, False)
    assert fair_table({}, Random(1)) is None


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
