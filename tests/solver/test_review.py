"""Reviews, proven values and certificates of the solver, against the slow twin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Any

import pytest

from battle.analysis.values import Values
from battle.engine.client import EngineError
from battle.rules.certificate import RefutedError, grid_of, verify
from battle.rules.position import Position, deal, move, played_down, position
from battle.rules.tree import Ending, Game, Reason
from solver.api import ALL_LINES, Goal, Limit, RunningAnalysis, Solver
from solver.kernels.encode import Kernels
from solver.proofs import CertificateMaker
from solver.reviews import SETTLED_TILES, exact_review, review
from tests.support.endgames import Truth, endgames, played
from tools import reference
from tools.reference import Twin, balances, small_positions
from tools.strength import end_of

# -- review ---------------------------------------------------------------------------------------

PROOF = Limit(exact=True)


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver(threads=1, hash_mb=16) as solver:
        yield solver


def random_game(seed: int, tiles: int) -> Game:
    """Return a game of random moves from about `tiles` tiles on."""
    random = Random(seed)
    return played(played_down(random, deal(seed + 1), tiles), random)


@pytest.mark.parametrize("is_exact", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_review_agrees_with_minimax(solver: Solver, seed: int, is_exact: bool) -> None:
    """Every cost, margin and list of best moves is what plain minimax finds."""
    game, truth = random_game(seed, 20), Truth()
    found = exact_review(game, solver) if is_exact else review(game, solver, PROOF)
    assert found.par.value == truth.margin(game.start)
    assert found.exact_from == 1
    assert balances(found)
    before = game.start
    for made in found.moves:
        after = before.play(made.move)
        assert made.after.value == truth.margin(after)
        assert made.cost.value == abs(made.after.value - truth.margin(before))
        assert made.exact
        assert is_exact or made.best == truth.best(before)
        before = after
    assert before == game.position


@pytest.mark.parametrize("limit", [PROOF, Limit(nodes=50)])
@pytest.mark.parametrize("seed", range(6))
def test_ledger_balances(solver: Solver, seed: int, limit: Limit) -> None:
    """The final margin is par less player 1's costs plus player 2's; proven ones are losses."""
    solver.forget()
    game = random_game(seed, 40)
    found = review(game, solver, limit)
    costs = [sum(m.cost.value for m in found.moves if m.player == player) for player in (1, 2)]
    assert found.final_margin.value == found.par.value - costs[0] + costs[1]
    assert found.exact_from > 1 or found.lost == tuple(costs)
    assert all(lost <= cost for lost, cost in zip(found.lost, costs, strict=True))
    assert found.final_margin.value == game.position.margin
    assert all(move.cost.value >= 0 for move in found.moves)
    assert all((move.move in move.best) == (move.cost.value == 0) for move in found.moves)
    assert all(move.exact for move in found.moves[found.exact_from - 1 :])


def test_turning_point(solver: Solver) -> None:
    """The turning point is the last move after which somebody else wins."""
    found = review(random_game(3, 24), solver, PROOF)
    signs = [(margin.value > 0) - (margin.value < 0) for margin in found.margins]
    turns = [ply for ply in range(1, len(signs)) if signs[ply] != signs[ply - 1]]
    assert found.turning_point == (turns[-1] if turns else None)


def test_game_without_a_move(solver: Solver) -> None:
    """A game in which nothing was played has a par and nothing else."""
    found = review(Game(position("5m5p/5p5m/9s/9s")), solver, PROOF)
    assert (found.par.value, found.final_margin.value, found.lost) == (9, 9, (0, 0))
    assert (found.moves, found.exact_from, found.turning_point) == ((), 1, None)


def test_game_given_up(solver: Solver) -> None:
    """A game that was resigned counts what perfect play would still have made of it."""
    game = Game(position("5m5p/5p5m/9s/9s"))
    game.play(game.position.legal_moves[0])
    game.end(Ending(Reason.RESIGNED, 2))
    found = review(game, solver, PROOF)
    assert found.final_margin.value == found.par.value - found.moves[0].cost.value


def test_variations_are_not_reviewed(solver: Solver) -> None:
    """Only the main line counts."""
    game = random_game(1, 12)
    plies = game.ply
    game.go_to(game.root)
    assert len(review(game, solver, PROOF).moves) == plies


def test_progress_is_told(solver: Solver) -> None:
    """How many positions are done only grows, up to all of them."""
    game = random_game(1, 12)
    heard: list[tuple[int, int]] = []
    review(game, solver, PROOF, progress=lambda done, of: heard.append((done, of)))
    assert heard == sorted(heard)
    assert {of for _done, of in heard} == {game.ply + 1}


def test_what_is_known_is_not_asked_again(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second review with the same values is the same, without a question."""
    game, values = random_game(2, 20), Values()
    first = review(game, solver, PROOF, values=values)
    monkeypatch.setattr(solver, "analysis", None)
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

    def analysis(self, position: Position, *arguments: Any, **named: Any) -> RunningAnalysis:
        """Answer as the solver does, or be interrupted."""
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
        self.asked.append(position)
        return self._solver.analysis(position, *arguments, **named)


@pytest.mark.parametrize("seed", [43, 49, 58])
def test_an_exact_review_finds_the_sharpest_moments_that_a_review_finds(
    solver: Solver, seed: int
) -> None:
    """What hung on finding each of the best moves is known to the point."""
    game = random_game(seed, 44)
    found, asked = exact_review(game, solver), review(game, solver, PROOF)
    assert found.sharpest == asked.sharpest
    assert [move.tension for move in found.moves] == [move.tension for move in asked.moves]


@pytest.mark.parametrize("tiles", [24, 64])
def test_exact_review_is_the_review(solver: Solver, tiles: int) -> None:
    """An exact review costs every move as a review does that proves all moves."""
    game = random_game(11, tiles)
    found = exact_review(game, solver)
    asked = review(game, solver, PROOF)
    assert (found.exact_from, balances(found)) == (1, True)
    assert [move.cost for move in found.moves] == [move.cost for move in asked.moves]
    assert found.par == asked.par


def test_an_interrupted_exact_review_goes_on_where_it_was(solver: Solver) -> None:
    """Whenever it is interrupted, what was proven is kept, and not asked about again."""
    game = random_game(12, 66)
    values = Values()
    kept = Kept(values)
    first = Interrupted(solver, 20)
    with pytest.raises(KeyboardInterrupt):
        exact_review(game, first, values=values, keep=kept.keep)  # type: ignore[arg-type]
    proven = {grid for grid, (lower, upper) in kept.bounds.items() if lower == upper}
    assert {place.grid for place in first.asked} <= proven
    again, known = Interrupted(solver, 1000), Values()
    for node in game.main_line():
        bounds = kept.bounds.get(node.position.grid)
        if bounds is not None:
            known.prove(node.position, *bounds)
    found = exact_review(game, again, values=known)  # type: ignore[arg-type]
    deep = {place.grid for place in again.asked if place.tiles_left > SETTLED_TILES}
    assert not deep & proven
    assert found.lost == exact_review(game, solver).lost


def test_exact_review_tells_how_far_it_is(solver: Solver) -> None:
    """Moves are proven from the last to the first, and counted to the end."""
    game = random_game(13, 40)
    heard: list[tuple[int, int]] = []
    exact_review(game, solver, progress=lambda *found: heard.append(found))
    moves = len(game.main_line()) - 1
    assert heard == sorted(heard)
    assert (heard[0][0], heard[-1]) == (0, (moves, moves))


def test_a_proof_that_is_given_up_is_an_error() -> None:
    """A solver that ends a proof unproven makes an error, not a review that looks whole."""

    class Hasty(Solver):
        def analysis(self, position: Position, *_limits: Any, **more: Any) -> RunningAnalysis:
            return super().analysis(position, Limit(nodes=1), **more)

    game = Game(random_game(3, 40).start)  # no small position, which a node might half prove
    with Hasty(threads=1, hash_mb=16) as solver, pytest.raises(EngineError, match="gave up"):
        exact_review(game, solver)


def test_the_end_of_a_game_is_a_game() -> None:
    """The ledger of the last ten tiles is the end of the whole; of none, its last place."""
    game = random_game(3, 16)
    with Solver(1, 1, kernels=Twin()) as twin:
        whole = exact_review(game, twin)
        part = exact_review(end_of(game, 10), twin)
    assert part.start.tiles_left == 10
    count = len(part.moves)
    assert [move.cost for move in part.moves] == [move.cost for move in whole.moves[-count:]]
    assert part.par == whole.margins[-count - 1]
    assert end_of(game, 108).start == game.start
    assert end_of(game, -1).start == game.last.position


# -- proven values --------------------------------------------------------------------------------
LIMITS = (PROOF, Limit(exact=True, goal=Goal.BEST), Limit(nodes=5), Limit(nodes=60))


def check_shown(start: Position, shown: dict[str, Any], truth: dict[Any, int]) -> None:
    """Assert that what `analyse --json` prints of a position is true as far as it is proven."""
    value = max(truth.values(), default=0)
    assert shown["lower"] <= value <= shown["upper"]
    assert shown["lower"] <= shown["value"] <= shown["upper"]
    if shown["exact"]:
        assert shown["value"] == value
        assert shown["best"] is None or truth[move(shown["best"])] == value
    assert [move(line["move"]) for line in shown["lines"]] != [] or start.is_over
    for line in shown["lines"]:
        assert line["lower"] <= truth[move(line["move"])] <= line["upper"]
        assert line["exact"] == (line["lower"] == line["upper"])
        assert not line["exact"] or line["value"] == truth[move(line["move"])]


@pytest.mark.parametrize("number", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_values_of_endgames(solver: Solver, number: int) -> None:
    """Of random endgames every move is worth what the slow twin says."""
    for index, start in enumerate(small_positions(number, 4001, most_tiles=20)):
        truth: dict[Any, int] = dict(reference.move_values(start))
        for limit in (PROOF, LIMITS[index % len(LIMITS)]):
            if index % 3:
                solver.forget()
            shown = solver.analyse(start, limit, ALL_LINES).as_dict()
            check_shown(start, shown, truth)
            assert {move(line["move"]) for line in shown["lines"]} == set(start.legal_moves)
            if limit is PROOF:
                assert shown["exact"]
                assert all(line["exact"] for line in shown["lines"])


@pytest.mark.parametrize("number", [24, pytest.param(500, marks=pytest.mark.slow)])
def test_reviews_of_endgames(solver: Solver, number: int) -> None:
    """In the reviews of random games nothing that is called proven is wrong."""
    for index, start in enumerate(small_positions(number, 4002, most_tiles=20)):
        game, truth, values = played(start, Random(4002 + index), 54), Truth(), Values()
        found = review(game, solver, LIMITS[index % len(LIMITS)], values=values)
        line = game.main_line()
        for node in line:
            here = node.position
            for made in here.legal_moves:
                known = values.of_move(here, made)
                assert known.lower <= truth.of_move(here, made) <= known.upper
            known = values.known(here)
            assert known.lower <= truth.value(here) <= known.upper
        for reviewed in found.moves:
            before, after = line[reviewed.ply - 1].position, line[reviewed.ply].position
            cost = abs(truth.margin(before) - truth.margin(after))
            assert not reviewed.exact or reviewed.cost.value == cost
        assert found.exact_from == 1 or index % len(LIMITS)
        assert balances(found)


# -- certificates ---------------------------------------------------------------------------------


def lines_of(start: Position, kernels: Kernels) -> list[str]:
    return list(CertificateMaker(start, kernels, 16).lines())


def test_small_endgames_are_proven(kernels: Kernels) -> None:
    """What is verified is the value that the slow twin finds."""
    for start in reference.small_positions(60, 14):
        found = verify("\n".join(lines_of(start, kernels)))
        assert found.start == start
        assert found.lower == found.upper == reference.value(start)


@pytest.mark.parametrize("number", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_endgames_are_proven_and_forgeries_refused(kernels: Kernels, number: int) -> None:
    """Larger endgames, of up to 40 tiles, are verified; each proof forged is refused."""
    random = Random(14)
    known = [(one.position, one.value) for one in [*endgames(24)[:6], *endgames(32)[:2]]]
    unknown = [(start, None) for start in islands(random, number - len(known))]
    for (start, value), forged in zip([*known, *unknown], cycle(FORGERIES), strict=False):
        lines = lines_of(start, kernels)
        found = verify("\n".join(lines))
        assert found.lower == found.upper is not None
        assert value in (found.lower, None)
        with pytest.raises(RefutedError):
            verify("\n".join(forged(lines, random)))


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
