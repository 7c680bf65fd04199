"""The rate of the kernels: that it is measured of what was asked for."""

from __future__ import annotations

import pytest

from solver.kernels.interface import Kernels
from tools.rate import main


def test_every_slice_has_its_rate(kernels: Kernels, capsys: pytest.CaptureFixture[str]) -> None:
    """As many lines as slices, each a positive number of millions."""
    assert main(["3", "--slices", "2", "--nodes", "2000", "--hash", "1"]) == 0
    told = [float(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == 2
    assert all(rate > 0 for rate in told)


@pytest.mark.parametrize("words", [["x"], ["0"], ["3", "--hash", "999999999"]])
def test_what_cannot_be_measured_is_told(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A bad number of a deal, and more memory than there is, are one line and status 2."""
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
