"""Cores shared out among deals."""

from __future__ import annotations

import pytest

from solver.survey import shared_out


@pytest.mark.parametrize(
    ("deals", "cores", "shares"),
    [
        (1, 1, (1, 1)),
        (100, 1, (1, 1)),
        (1, 2, (1, 2)),
        (2, 2, (2, 1)),
        (3, 2, (1, 2)),
        (100, 2, (2, 1)),
        (1, 8, (1, 8)),
        (2, 8, (2, 4)),
        (8, 8, (8, 1)),
        (9, 8, (2, 4)),
        (100, 8, (8, 1)),
    ],
)
def test_many_deals_are_solved_at_once_and_few_together(
    deals: int, cores: int, shares: tuple[int, int]
) -> None:
    """As many deals at once as there are cores, unless most cores would wait for the last one."""
    assert shared_out(deals, cores) == shares


def test_no_more_threads_than_cores() -> None:
    """Whatever is asked, all shares together have at least one thread and no more than cores."""
    for deals in range(1, 40):
        for cores in range(1, 20):
            at_once, threads = shared_out(deals, cores)
            assert 1 <= at_once * threads <= cores
            assert at_once <= deals
