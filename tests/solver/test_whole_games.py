"""One solver and one table through whole games, as the window and the review use it."""

from __future__ import annotations

from random import Random

import pytest

from battle.rules.deal import deal
from battle.rules.game import Game
from solver.api import Limit, Solver


@pytest.mark.parametrize("seed", range(4))
def test_proofs_of_a_game_agree(seed: int) -> None:
    """Proven values of a game's positions never contradict each other, to the last pair."""
    random = Random(seed)
    game = Game(deal(seed + 1))
    expected: int | None = None
    with Solver(threads=1, hash_mb=64) as solver:
        while not game.position.is_over:
            position = game.position
            answer = solver.analyse(position, Limit(nodes=5_000), start=game.start)
            assert answer.best is not None
            if expected is not None and answer.exact:
                assert answer.value.points == expected
            move = answer.best if random.random() < 0.5 else random.choice(position.legal_moves)
            followed = answer.exact and move == answer.best
            expected = position.worth(move) - answer.value.points if followed else None
            game.play(move)
        assert solver.analyse(game.position).value.points == 0
