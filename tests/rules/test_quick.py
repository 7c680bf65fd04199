"""Quick deals: what they are, for ever, and what they are worth."""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random

import pytest

from battle.rules.disguise import random_disguise
from battle.rules.position import Position, deal
from battle.rules.quick import HALF, QUICK, quick_deal, quick_deal_of_day, quick_tiles
from battle.training.first_game import SMALL


def test_quick_deals_are_the_same_for_ever() -> None:
    """The first deal of each size, and the quick deal of a day, lie as they have always lain."""
    assert quick_deal(QUICK, 1) == Position.parse(
        "5p4m7p7p8m3s/3s5p4m6p8m8m/5p8m1s3s2p5p/7p2p3s2p9s1s/9s1s6p6p4m1s/6p9s4m7p2p9s"
    )
    assert quick_deal(HALF, 1) == Position.parse(
        "1p2p3m4m1s9s/4s6p7p7m2m4m/8m1s3s1s3m2m/"
        "4s1p6p5p2p4m/9s7p3s6p7m8s/7p5s6m2p8m5p/"
        "3s7p8s8m4m9p/3s5p5p8m9s1s/9p5s6m6p2p9s"
    )
    assert quick_deal_of_day(date(2026, 11, 23)) == Position.parse(
        "5s5s8p6p5s8p/8p2s9s6p5s7p/1m1m2s9s1m7p/3p3p6p8p4p1m/4p2s4p3p7p7p/9s4p6p3p2s9s"
    )


@pytest.mark.parametrize(("tiles", "of_rank"), [(QUICK, [4]), (HALF, [2, 4])])
def test_every_rank_has_as_many_pairs(tiles: int, of_rank: list[int]) -> None:
    """Each rank has one kind of four tiles, and of 54 tiles another of two."""
    for number in range(1, 60):
        kinds = Counter(kind for _cell, kind in quick_deal(tiles, number).tiles())
        for rank in range(1, 10):
            assert sorted(n for kind, n in kinds.items() if kind.rank == rank) == of_rank


def test_a_quick_deal_is_told_by_how_it_lies() -> None:
    """A deal of either size is known; a whole one, a part of one, the first game's are not."""
    assert [quick_tiles(quick_deal(tiles, 5)) for tiles in (QUICK, HALF)] == [QUICK, HALF]
    moved = random_disguise(Random(1)).of_position(quick_deal(QUICK, 5))
    played = quick_deal(HALF, 5)
    played = played.play(played.legal_moves[0])
    assert not any(map(quick_tiles, (deal(5), SMALL, moved, played, Position.parse("9s/9s"))))
