"""Reviews: a ledger that balances, compared with the slow twin on small games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from battle.analysis.ledger import Review
from battle.analysis.values import Values
from battle.rules.deal import deal
from battle.rules.game import Ending, Game, Reason
from battle.rules.position import Position, position
from solver.api import Analysis, Limit, Solver
from solver.review import SETTLED_TILES, ExactProgress, end_of, exact_review, review
from tools.reference import Twin, move_values

PROOF = Limit(exact=True)


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver(threads=1, hash_mb=16) as solver:
        yield solver


def endgame(seed: int, tiles: int) -> Position:
    """Return a position with about `tiles` tiles left, from random play."""
    random = Random(seed)
    found = deal(seed + 1)
    while found.tiles_left > tiles and not found.is_over:
        found = found.play(random.choice(found.legal_moves))
    return found


def random_game(start: Position, seed: int) -> Game:
    random = Random(seed)
    game = Game(start)
    while not game.position.is_over:
        game.play(random.choice(game.position.legal_moves))
    return game


def value(start: Position, memory: dict[Position, int]) -> int:
    """Return the value for the player to move, by plain minimax."""
    if start not in memory:
        memory[start] = max(
            (start.worth(move) - value(start.play(move), memory) for move in start.legal_moves),
            default=0,
        )
    return memory[start]


def margin(found: Position, memory: dict[Position, int]) -> int:
    sign = 1 if found.to_move == 1 else -1
    return found.margin + sign * value(found, memory)


@pytest.mark.parametrize("seed", range(12))
def test_review_agrees_with_minimax(solver: Solver, seed: int) -> None:
    """Every cost, margin and list of best moves is what plain minimax finds."""
    game = random_game(endgame(seed, 20), seed)
    found = review(game, solver, PROOF)
    memory: dict[Position, int] = {}
    assert found.par == margin(game.start, memory)
    assert found.exact_from == 1
    before = game.start
    for move in found.moves:
        after = before.play(move.move)
        assert move.margin == margin(after, memory)
        assert move.cost == abs(move.margin - margin(before, memory))
        assert move.best == tuple(
            best
            for best in before.legal_moves
            if margin(before.play(best), memory) == margin(before, memory)
        )
        assert move.exact
        before = after
    assert before == game.position


@pytest.mark.parametrize("limit", [PROOF, Limit(nodes=50)])
@pytest.mark.parametrize("seed", range(6))
def test_ledger_balances(solver: Solver, seed: int, limit: Limit) -> None:
    """The final margin is par less player 1's costs plus player 2's; proven ones are losses."""
    solver.forget()
    game = random_game(endgame(seed, 40), seed)
    found = review(game, solver, limit)
    costs = [sum(m.cost for m in found.moves if m.player == player) for player in (1, 2)]
    assert found.final_margin == found.par - costs[0] + costs[1]
    assert found.exact_from > 1 or found.lost == tuple(costs)
    assert all(lost <= cost for lost, cost in zip(found.lost, costs, strict=True))
    assert found.final_margin == game.position.margin
    assert all(move.cost >= 0 for move in found.moves)
    assert all((move.move in move.best) == (move.cost == 0) for move in found.moves)
    assert all(move.exact for move in found.moves[found.exact_from - 1 :])


def test_turning_point(solver: Solver) -> None:
    """The turning point is the last move after which somebody else wins."""
    game = random_game(endgame(3, 24), 5)
    found = review(game, solver, PROOF)
    signs = [(margin > 0) - (margin < 0) for margin in _margins(found)]
    turns = [ply for ply in range(1, len(signs)) if signs[ply] != signs[ply - 1]]
    assert found.turning_point == (turns[-1] if turns else None)


def _margins(found: Review) -> list[int]:
    return [found.par, *(move.margin for move in found.moves)]


def test_game_without_a_move(solver: Solver) -> None:
    """A game in which nothing was played has a par and nothing else."""
    found = review(Game(position("5m5p/5p5m/9s/9s")), solver, PROOF)
    assert (found.par, found.final_margin, found.lost) == (9, 9, (0, 0))
    assert (found.moves, found.exact_from, found.turning_point) == ((), 1, None)


def test_game_given_up(solver: Solver) -> None:
    """A game that was resigned counts what perfect play would still have made of it."""
    game = Game(position("5m5p/5p5m/9s/9s"))
    game.play(game.position.legal_moves[0])
    game.end(Ending(Reason.RESIGNED, 2))
    found = review(game, solver, PROOF)
    assert found.final_margin == found.moves[0].margin == found.par - found.moves[0].cost


def test_variations_are_not_reviewed(solver: Solver) -> None:
    """Only the main line counts."""
    game = random_game(endgame(1, 12), 1)
    plies = game.ply
    game.go_to(game.root)
    assert len(review(game, solver, PROOF).moves) == plies


def test_progress_is_told(solver: Solver) -> None:
    """Whoever waits hears of every position."""
    game = random_game(endgame(1, 12), 1)
    heard: list[tuple[int, int]] = []
    review(game, solver, PROOF, progress=lambda done, of: heard.append((done, of)))
    assert heard == [(done, game.ply + 1) for done in range(1, game.ply + 2)]


def test_as_dict(solver: Solver) -> None:
    """The object for programs has the keys of the format, and plies that count from 1."""
    game = random_game(position("5m5p/5p5m/9s/9s"), 2)
    found = review(game, solver, PROOF).as_dict()
    assert list(found) == [
        *["start", "par", "exact_from", "moves", "lost", "final_margin", "turning_point"]
    ]
    assert [move["ply"] for move in found["moves"]] == list(range(1, game.ply + 1))
    assert set(found["moves"][0]) == {
        *["ply", "player", "move", "cost", "error", "exact", "best", "margin"]
    }


def test_what_is_known_is_not_asked_again(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second review with the same values is the same, without a question."""
    game, values = random_game(endgame(2, 20), 2), Values()
    first = review(game, solver, PROOF, values=values)
    monkeypatch.setattr(solver, "analyse", None)
    assert review(game, solver, PROOF, values=values) == first


# --- exact reviews --------------------------------------------------------------------------------


class Kept:
    """What an exact review has kept: the proven bounds of positions by grid."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self.bounds: dict[str, tuple[int, int]] = {}

    def keep(self, positions: Sequence[Position]) -> None:
        """Take note of what is proven of positions."""
        for place in positions:
            known = self._values.known(place)
            self.bounds[place.grid] = known.lower, known.upper


class Interrupted:
    """A solver during whose `last` question Ctrl+C is pressed, in the middle of the report."""

    def __init__(self, solver: Solver, last: int) -> None:
        self._solver, self._left = solver, last
        self.asked: list[Position] = []

    def analyse(self, position: Position, *arguments: Any, **named: Any) -> Analysis:
        """Answer as the solver does, or be interrupted."""
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
        self.asked.append(position)
        return self._solver.analyse(position, *arguments, **named)


@pytest.mark.parametrize("tiles", [24, 64])
def test_exact_review_is_the_review(solver: Solver, tiles: int) -> None:
    """An exact review costs every move as a review does that proves all moves."""
    start = endgame(11, tiles)
    game = random_game(start, 4)
    found = exact_review(game, solver, Values())
    asked = review(game, solver, PROOF)
    assert (found.exact_from, found.balances()) == (1, True)
    assert [move.cost for move in found.moves] == [move.cost for move in asked.moves]
    assert found.par == asked.par


def test_an_interrupted_exact_review_goes_on_where_it_was(solver: Solver) -> None:
    """Whenever it is interrupted, what was proven is kept, and not asked about again."""
    game = random_game(endgame(12, 66), 5)
    values = Values()
    kept = Kept(values)
    first = Interrupted(solver, 20)
    with pytest.raises(KeyboardInterrupt):
        exact_review(game, first, values, keep=kept.keep)  # type: ignore[arg-type]
    proven = {grid for grid, (lower, upper) in kept.bounds.items() if lower == upper}
    assert {place.grid for place in first.asked} <= proven
    again, known = Interrupted(solver, 1000), Values()
    for node in game.main_line():
        bounds = kept.bounds.get(node.position.grid)
        if bounds is not None:
            known.prove(node.position, *bounds)
    found = exact_review(game, again, known)  # type: ignore[arg-type]
    deep = {place.grid for place in again.asked if place.tiles_left > SETTLED_TILES}
    assert not deep & proven
    assert found.lost == exact_review(game, solver, Values()).lost


def test_exact_review_tells_how_far_it_is(solver: Solver) -> None:
    """From the end of the game to its first move, with the time that is left."""
    game = random_game(endgame(13, 40), 6)
    heard: list[ExactProgress] = []
    exact_review(game, solver, Values(), progress=heard.append)
    first = [progress.proven_from for progress in heard]
    assert first == sorted(first, reverse=True)
    assert first[-1] == 2
    assert all(progress.seconds.low >= 0 for progress in heard)


@pytest.mark.parametrize("seed", range(1, 5))
def test_an_exact_review_costs_what_the_twin_says(seed: int) -> None:
    """Every cost is what minimax says, all are proven, and the ledger adds up."""
    game = random_game(endgame(seed, 16), seed)
    with Solver(1, 1, kernels=Twin()) as twin:
        found = exact_review(game, twin, Values())
    place = game.start
    for move in found.moves:
        values = move_values(place)
        assert (move.cost, move.exact) == (max(values.values()) - values[move.move], True)
        place = place.play(move.move)
    assert found.balances()
    assert place.is_over


def test_the_end_of_a_game_is_a_game() -> None:
    """The ledger of the last ten tiles is the end of the whole; of none, its last place."""
    game = random_game(endgame(3, 16), 3)
    with Solver(1, 1, kernels=Twin()) as twin:
        whole = exact_review(game, twin, Values())
        part = exact_review(end_of(game, 10), twin, Values())
    assert part.start.tiles_left == 10
    count = len(part.moves)
    assert [move.cost for move in part.moves] == [move.cost for move in whole.moves[-count:]]
    assert part.par == whole.margins[-count - 1]
    assert end_of(game, 108).start == game.start
    assert end_of(game, -1).start == game.last.position
