"""Certificates: what the solver proves the rules verify, and forgeries are refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from battle.rules.certificate import RefutedError, grid_of, verify
from battle.rules.deal import deal, played_down
from battle.rules.position import Position
from solver.kernels.interface import Kernels
from solver.proofs import CertificateMaker
from tests.solver.conftest import endgames
from tools import reference


def lines_of(start: Position, kernels: Kernels) -> list[str]:
    return list(CertificateMaker(start, kernels, 16).lines())


def test_small_endgames_are_proven(kernels: Kernels) -> None:
    """What is verified is the value that the slow twin finds."""
    for start in reference.small_positions(60, 14):
        found = verify("\n".join(lines_of(start, kernels)))
        assert found.start == start
        assert found.lower == found.upper == reference.value(start)


def test_endgames_are_proven_and_forgeries_refused(kernels: Kernels) -> None:
    """Larger endgames whose values are known are verified; each proof forged is refused."""
    random = Random(14)
    forgeries = cycle(FORGERIES)
    for endgame in [*endgames(24)[:6], *endgames(32)[:2]]:
        lines = lines_of(endgame.position, kernels)
        assert verify("\n".join(lines)).lower == endgame.value
        with pytest.raises(RefutedError):
            verify("\n".join(next(forgeries)(lines, random)))


@pytest.mark.slow
def test_many_endgames_are_proven_and_forgeries_refused(kernels: Kernels) -> None:
    """200 endgames of up to 40 tiles are verified, and 200 forged proofs are refused."""
    random = Random(40)
    forgeries = cycle(FORGERIES)
    for start in islands(random, 200):
        lines = lines_of(start, kernels)
        found = verify("\n".join(lines))
        assert found.lower == found.upper is not None
        with pytest.raises(RefutedError):
            verify("\n".join(next(forgeries)(lines, random)))


def test_a_bad_answer_is_refused(kernels: Kernels) -> None:
    """A first answer that makes less than is claimed proves nothing, whatever follows it."""
    refused = 0
    for start in reference.small_positions(60, 15):
        values = reference.move_values(start)
        bad = [move for move, value in values.items() if value < max(values.values())]
        lines = lines_of(start, kernels)
        if bad and lines[3].startswith(f"{grid_of(start)} "):
            lines[3] = f"{grid_of(start)} {bad[0]}"
            follows = lines_of(start.play(bad[0]), kernels)
            known = {line.partition(" ")[0] for line in lines}
            place = lines.index(next(line for line in lines if line.startswith("at most")))
            more = [line for line in follows[3:] if line.partition(" ")[0] not in {*known, "at"}]
            with pytest.raises(RefutedError):
                verify("\n".join([*lines[:place], *more, *lines[place:]]))
            refused += 1
    assert refused > 20


def islands(random: Random, number: int) -> Iterator[Position]:
    """Yield what random play leaves of random deals, 8 to 40 tiles, a pair to take among them."""
    while number:
        start = deal(random.randrange(1, 10**6))
        left = played_down(random, start, random.choice(range(8, 41, 4)))
        if not left.is_over:
            number -= 1
            yield left


def claims_more(lines: list[str], random: Random) -> list[str]:
    """Claim a point more than can be made."""
    return [_with_points(line, 1) if line.startswith("at least") else line for line in lines]


def claims_less(lines: list[str], random: Random) -> list[str]:
    """Claim that a point less can be held."""
    return [_with_points(line, -1) if line.startswith("at most") else line for line in lines]


def _with_points(line: str, more: int) -> str:
    name, _, points = line.rpartition(" ")
    return f"{name} {int(points) + more}"


def leaves_out(lines: list[str], random: Random) -> list[str]:
    """Leave one answer out."""
    place = random.choice(answers_in(lines))
    return lines[:place] + lines[place + 1 :]


def answers_twice(lines: list[str], random: Random) -> list[str]:
    """Add an answer to a position that does not come about."""
    return [*lines, "1m1m a1a2"]


def takes_what_is_not_there(lines: list[str], random: Random) -> list[str]:
    """Answer with two tiles that are no pair to be taken."""
    place = random.choice(answers_in(lines))
    grid, _, move = lines[place].rpartition(" ")
    return [*lines[:place], f"{grid} {move[:2]}l9", *lines[place + 1 :]]


def starts_elsewhere(lines: list[str], random: Random) -> list[str]:
    """Claim the same of another position."""
    start = played_down(random, deal(1), 8)
    return [lines[0], f"position {start}", *lines[2:]]


FORGERIES = [
    claims_more,
    claims_less,
    leaves_out,
    answers_twice,
    takes_what_is_not_there,
    starts_elsewhere,
]


def answers_in(lines: list[str]) -> list[int]:
    """Return the places of the answers in the lines of a proof."""
    return [place for place, line in enumerate(lines) if place > 2 and not line.startswith("at ")]
