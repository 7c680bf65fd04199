"""The figures of the benchmark."""

from __future__ import annotations

import pytest

from solver import bench


def test_the_spread_is_a_factor() -> None:
    """Numbers a factor of 4 apart have a mean in the middle that is uncertain by a factor of 2."""
    assert bench.geometric_mean([100, 400]) == pytest.approx(200)
    assert bench.error_of_mean([100, 400]) == pytest.approx(2)


def test_the_mean_of_more_numbers_is_surer() -> None:
    """Four times as many numbers halve the error, but for the one degree of freedom."""
    few, many = bench.error_of_mean([100, 400] * 10), bench.error_of_mean([100, 400] * 40)
    assert 1 < many < few < 2


def test_one_number_has_no_spread() -> None:
    """A single measurement, and one that visited no node, do not break the figures."""
    assert bench.error_of_mean([7]) == 1
    assert bench.geometric_mean([0]) == 1
