"""The pars of quick deals that come with the program."""

from __future__ import annotations

from battle.profile.proofs import quick_pars
from battle.rules.quick import HALF, QUICK, quick_deal
from solver import Solver
from solver.kernels.encode import Kernels


def test_pars_of_quick_deals_are_true(kernels: Kernels) -> None:
    """The solver finds the par that is shipped of the first, the last and another deal of each."""
    with Solver(1, 16, kernels=kernels) as solver:
        for tiles in (QUICK, HALF):
            pars = quick_pars(tiles)
            assert [*pars] == [*range(1, 401)]
            for number in (1, 200, 400):
                assert solver.analyse(quick_deal(tiles, number)).value.points == pars[number]
