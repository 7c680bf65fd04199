"""The maker of the problems that come with the game."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from battle.resources import asset
from battle.training.problems import shipped_files
from tests.support.processes import run

MAKER = asset("problems/make.py")


@pytest.mark.parametrize(
    ("line", "choice"),
    [("5m/5m 1 0-0; a1b1:3; a2b2:3 % deal 7", False), ("5m/5m 1 0-0; a1b1:3; a2b2:-1", True)],
)
def test_lines_without_a_choice_are_known(line: str, choice: bool) -> None:
    """A line is left out if all its moves are worth the same."""
    assert runpy.run_path(str(MAKER))["has_choice"](line) is choice


@pytest.mark.slow
def test_the_same_problems_are_made_again(tmp_path: Path) -> None:
    """The first of every command are those that come with the game, in files of the same names."""
    assert run(sys.executable, MAKER, tmp_path, "--most", "2").returncode == 0
    for shipped in shipped_files():
        made = (tmp_path / shipped.name).read_text(encoding="ascii").splitlines()
        assert made
        assert made == shipped.read_text(encoding="ascii").splitlines()[: len(made)]
