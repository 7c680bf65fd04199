"""What moves give away, and what every pair of a position costs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import accumulate
from math import exp, log
from random import Random

import pytest

from battle.analysis.costs import (
    Mark,
    ProblemTheme,
    Review,
    Thresholds,
    different_moves,
    move_cost,
    move_costs,
    review_line,
    themes_of,
)
from battle.analysis.proof_cost import (
    ASSUMED_SPEED,
    FADING,
    LEVEL,
    LUCK,
    NOTHING,
    STEP,
    Forecast,
    ProofCost,
    ProofPlace,
    usual_nodes,
)
from battle.analysis.study import Study
from battle.analysis.values import (
    IN_FRONT,
    Bounds,
    Cost,
    MoveInfo,
    Values,
    error_correlation,
)
from battle.rules.position import (
    ALL_POINTS,
    IllegalMoveError,
    Player,
    Position,
    deal,
    move,
    played_down,
    position,
)
from battle.rules.problem import Problem
from battle.rules.tree import Ending, Game, Reason
from tests.support.endgames import Truth, endgame_games, played, positions_of, proven_review
from tools import reference
from tools.reference import balances
from tools.sentences import known

# -- ledger ---------------------------------------------------------------------------------------

SMALL = position("5m5p/5p5m/9s/9s")


def guessed(random: Random, here: Position, error: float | None = None) -> list[MoveInfo]:
    """Return a look that proves nothing and guesses anything."""
    left = here.points_left
    return [
        MoveInfo(one, -left, left, random.randint(-60, 60), random.randrange(3), error=error)
        for one in here.legal_moves
    ]


def partly_known(game: Game, random: Random, truth: Truth, proven_below: int) -> Values:
    """Return a store with truths about late positions and guesses about early ones, as they come.

    Some of it is claimed by a record, some of the claims are false.
    """
    values, line = Values(), positions_of(game)
    for here in random.sample(line, len(line)):
        if here.tiles_left > proven_below:
            values.learn(here, guessed(random, here))
        elif random.random() < 0.7:
            values.learn(
                here, random.choice([truth.look, lambda _, at: truth.proof(at)])(random, here)
            )
        if random.random() < 0.1:
            values.claim(here, *(2 * [random.randint(-20, 20)]))
        if random.random() < 0.2:
            values.guess(here, random.randint(-60, 60))
    for here in line:
        if values.known(here).guess is None:
            values.guess(here, random.randint(-60, 60))
    return values


def check(review: Review, game: Game) -> None:
    """Assert that a review adds up, counted here again from its moves."""
    assert balances(review)
    costs = [sum(m.cost.value for m in review.moves if m.player == player) for player in (1, 2)]
    proven = [sum(m.cost.proven for m in review.moves if m.player == player) for player in (1, 2)]
    assert review.lost == tuple(proven)
    assert review.final_margin.value == review.par.value - costs[0] + costs[1]
    margin = review.par.value
    for made in review.moves:
        cost = made.cost.value
        assert cost >= 0
        margin += cost if made.player == 2 else -cost
        assert made.after.value == margin
        assert (made.move in made.best) == (cost == 0)
    if game.last.position.is_over:
        assert review.final_margin.value == game.last.position.margin


DOWN = [played_down(Random(number), deal(number), 16) for number in range(1, 60)]
PLACES = [place for place in DOWN if not place.is_over]


def winner(margin: int) -> int:
    """Return 1 where player 1 wins, −1 where player 2 does, 0 for a draw."""
    return (margin > 0) - (margin < 0)


def test_an_estimate_is_told_as_one() -> None:
    """What is only guessed costs what the guesses say, and is not called proven."""
    place = PLACES[0]
    values, left = Values(), place.points_left
    values.learn(place, [MoveInfo(one, -left, left, place.worth(one)) for one in place.legal_moves])
    least = min(place.legal_moves, key=place.worth)
    cost = move_cost(values, place, least)
    highest = max(map(place.worth, place.legal_moves))
    assert (cost.cost.value, cost.exact) == (highest - place.worth(least), False)
    assert not cost.outcome_exact


def test_a_result_can_be_proven_where_the_cost_is_not() -> None:
    """Bounds on one side of zero prove who wins."""
    place = Position(position("1m5m5p9s/9s5p5m1m").columns, 1)
    one, other = place.legal_moves[:2]
    values = Values()
    values.prove(place, 2, 9)
    values.prove(place.play(one), place.worth(one) + 1, place.worth(one) + 5)
    values.guess(place, 3)
    values.guess(place.play(one), place.worth(one) + 2)
    found = move_cost(values, place, one)
    assert (found.exact, found.outcome_exact, found.changed_outcome) == (False, True, True)
    assert move_cost(values, place, other) is None


def test_nothing_is_said_of_what_is_not_known() -> None:
    """Without values no cost is known; a move that cannot be played is an error."""
    assert move_cost(Values(), PLACES[0], PLACES[0].legal_moves[0]) is None
    with pytest.raises(IllegalMoveError):
        move_cost(Values(), position("1m1m"), move("a1b1"))


def test_a_game_without_a_move_is_proven_only_if_its_start_is() -> None:
    """Nothing is called proven where the only position has no more than a guess."""
    root, values = Game(SMALL).root, Values()
    values.guess(SMALL, 5)
    assert review_line([root], values).exact_from > 1
    values.prove(SMALL, 9, 9)
    assert review_line([root], values).exact_from == 1


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] * (seed > 3)) for seed in range(20)]
)
def test_the_ledger_adds_up_on_random_games(seed: int) -> None:
    """On whole deals, half known, half guessed and partly lied about, it adds up to the point."""
    for index in range(10):
        random, truth = Random(100 * seed + index), Truth()
        game = played(deal(random.randint(1, 10**6)), random, random.choice([54, 54, 30, 5]))
        values = partly_known(game, random, truth, proven_below=12)
        review = review_line(game.main_line(), values)
        check(review, game)
        assert [made.after.guess for made in review.moves] == [
            values.margin(node.position).guess for node in game.main_line()[1:]
        ]
        assert all(made.exact for made in review.moves[review.exact_from - 1 :])


@pytest.mark.parametrize("seed", range(200, 206))
def test_what_is_called_exact_is_what_the_twin_finds(seed: int) -> None:
    """Margins and costs that are called proven are the twin's, also where the rest is guessed."""
    for game, lot in endgame_games(8, seed):
        truth, line = Truth(), game.main_line()
        values = partly_known_truthfully(game, lot, truth)
        review = review_line(line, values)
        check(review, game)
        if review.par.is_exact:
            assert review.par.value == truth.margin(game.start)
        for made in review.moves:
            before, after = line[made.ply - 1].position, line[made.ply].position
            if made.after.is_exact:
                assert made.after.value == truth.margin(after)
            if made.exact:
                assert made.cost.value == abs(truth.margin(before) - truth.margin(after))
                assert set(made.best) <= set(truth.best(before))


def partly_known_truthfully(game: Game, random: Random, truth: Truth) -> Values:
    values, line = Values(), positions_of(game)
    for here in random.sample(line, len(line)):
        values.learn(here, random.choice([truth.look(random, here), truth.proof(here)]))
    for here in line:
        if values.known(here).guess is None:
            values.guess(here, random.randint(-60, 60))
    return values


def test_a_line_without_a_value_has_no_review() -> None:
    """While one of the positions has no value there is nothing to add up."""
    game, values = played(deal(1), Random(1), 54), Values()
    line = game.main_line()
    for node in reversed(line):
        assert review_line(line, values) is None
        values.guess(node.position, 0)
    assert review_line(line, values) is not None


def small_review(*moves: str, start: Position = SMALL) -> Review:
    """Return the review of a small game, wholly proven."""
    game = Game(start)
    for text in moves:
        game.play(move(text))
    return proven_review(game)


def test_the_words_of_a_review() -> None:
    """Player 1 takes the pair of 5 and leaves the 9, which costs 8 of 9 points and not the game."""
    review = small_review("a1b2", "c1d1", "a2b1")
    assert (review.par.value, review.lost, review.final_margin.value) == (9, (8, 0), 1)
    assert review.turning_point is None
    assert [made.is_forced for made in review.moves] == [False, False, True]
    assert [made.mark for made in review.moves] == [Mark.BLUNDER, Mark.NONE, Mark.NONE]
    first, second = review.player(1), review.player(2)
    assert (first.judged, first.kept, first.share, first.worst) == (1, 0, 0.0, review.moves[:1])
    assert (second.judged, second.kept, second.share, second.worst) == (1, 1, 1.0, ())
    assert (first.last_winnable, second.last_winnable) == (3, None)
    assert (review.losses(1), review.losses(2)) == ([0, 8, 8, 8], [0, 0, 0, 0])


def test_the_turning_point_is_where_somebody_else_wins() -> None:
    """Behind by 5 at the start, leaving the 9 loses the game that taking it would win."""
    review = small_review("a1b2", "c1d1", "a2b1", start=position(f"{SMALL.grid} 1 0-5"))
    assert [one.value for one in review.margins] == [4, -4, -4, -4]
    assert review.turning_point == 1
    assert [made.changed_outcome for made in review.moves] == [True, False, False]
    assert (review.player(1).last_winnable, review.player(2).last_winnable) == (1, 3)
    assert review.turning_point_known
    for unknown in range(3):
        moves = [
            dataclasses.replace(made, before=Bounds(-19, 19, made.before.guess, 0.5))
            if made.ply == unknown + 1
            else made
            for made in review.moves
        ]
        assert not dataclasses.replace(review, moves=tuple(moves)).turning_point_known


def test_the_worst_moves_are_three_and_the_worst_comes_first() -> None:
    """Of many costly moves the three most expensive are named, of equals the earlier first."""
    most = 0
    for seed, place in enumerate(PLACES):
        review = proven_review(played(place, Random(seed), 54))
        for player in (1, 2):
            costs = [m.cost.value for m in review.moves if m.player == player and m.cost.value]
            worst = review.player(player).worst
            assert [m.cost.value for m in worst] == sorted(costs, reverse=True)[:3]
            assert all(m.player == player for m in worst)
            most = max(most, len(worst))
    assert most == 3


def test_marks_begin_at_their_thresholds() -> None:
    """Each mark is given from its threshold on, and a move that costs nothing never has one."""
    marks = [Thresholds(2, 4, 7).mark(cost) for cost in (0, 1, 2, 3, 4, 6, 7, 50)]
    none, small, middle, bad = Mark.NONE, Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER
    assert marks == [none, none, small, small, middle, middle, bad, bad]
    assert Thresholds(0, 0, 0).mark(0) is Mark.NONE


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5m/5m/5m/5m", 1),
        ("5m5p/5p5m/9s/9s", 3),
        ("5m5p/5m5p", 2),
        ("5m1p/1p5m/5m1s/1s5m", 5),
        ("1s2s1s2s", 0),
        ("5m5p5m/5p", 1),
    ],
)
def test_choices_count_moves_that_differ(text: str, number: int) -> None:
    """Moves that leave the same columns, turned or in another place, are one choice."""
    assert len(different_moves(position(text))) == number


def test_moves_that_are_one_choice_are_worth_the_same() -> None:
    """Never are there fewer choices than values among the moves."""
    for game, _ in endgame_games(40, 220):
        truth = Truth()
        for here in positions_of(game):
            worth = {truth.of_move(here, one) for one in here.legal_moves}
            assert len(worth) <= len(different_moves(here)) <= len(here.legal_moves)


@pytest.mark.parametrize(("winner", "decided"), [(1, True), (2, False), (None, True)])
def test_a_game_that_was_given_up_is_judged_up_to_there(winner: Player, decided: bool) -> None:
    """Who would have won with perfect play tells whether the ending decided it, or not yet."""
    game = Game(position("5m5p/5p5m/9s/9s 2"))  # to move wins by 9
    game.end(Ending(Reason.AGREED if winner is None else Reason.RESIGNED, winner))
    unknown = Values()
    for start in (game.start, *map(game.start.play, game.start.legal_moves)):
        unknown.learn(start, guessed(Random(1), start))
    known = Values()
    known.prove(game.start, 9, 9)
    for values, wanted in ((known, decided), (unknown, None)):
        found = review_line(game.main_line(), values, game.ending)
        assert (found.positions[-1].is_over, found.cut_short, found.decided_by_ending) == (
            False,
            game.ending,
            wanted,
        )
    assert Study(game, known).review() == review_line(game.main_line(), known, game.ending)


def test_a_game_that_was_played_out_or_goes_on_is_not_decided_by_its_ending() -> None:
    """Only what ends a game while there are pairs can decide it."""
    for game, _random in endgame_games(12, 77):
        values, truth = Values(), Truth()
        for place in positions_of(game):
            values.learn(place, truth.proof(place))
        for line in (game.main_line(), game.main_line()[:1]):
            found = review_line(line, values, game.ending_at(line[-1]))
            assert (found.cut_short, found.decided_by_ending) == (None, False)


# -- move values ----------------------------------------------------------------------------------

START = position("5m5p/5p5m/9s/9s 2 10-12")


def test_proven_costs_are_what_perfect_play_says() -> None:
    """The best move costs nothing, the others what they are worse, as their margins show."""
    shown, worth = move_costs(known(START, {}, None), START), reference.move_values(START)
    for value in shown:
        assert value.cost == Cost.exactly(max(worth.values()) - worth[value.move])
        assert value.after.lower - shown[0].after.lower == value.cost.lower
        assert value.after.is_exact
    assert [value.cost.lower for value in shown] == sorted(value.cost.lower for value in shown)


@pytest.mark.parametrize("seed", range(40))
def test_bounds_of_costs_hold_what_is_true(seed: int) -> None:
    """Whatever bounds are known of the moves, the true cost lies within the cost's bounds."""
    start = position("5m5p9s/5p5m/9s2m/2m7p/7p")
    true = reference.move_values(start)
    for shown in move_costs(known(start, {}, Random(seed)), start):
        assert shown.cost.lower <= max(true.values()) - true[shown.move] <= shown.cost.upper
        assert 0 <= shown.cost.lower <= shown.cost.value <= shown.cost.upper


def test_all_of_a_cost_that_is_proven_counts() -> None:
    """What counts as lost is what is proven, whatever the estimate, and never more than true."""
    beside_an_estimate = 0
    for game, lot in endgame_games(40, 230, most_tiles=12):
        truth, values = Truth(), Values()
        for here in positions_of(game):
            found = truth.look(lot, here)
            values.learn(here, [dataclasses.replace(one, error=0.5) for one in found])
        review = review_line(game.main_line(), values)
        for made in review.moves if review else ():
            true = truth.value(made.position) - truth.of_move(made.position, made.move)
            assert made.cost.lower <= made.cost.proven <= true
            if made.cost.points != made.cost.proven > 0:
                beside_an_estimate += 1
                assert made.mark is not Mark.NONE
        if review:
            assert sum(review.lost) == sum(made.cost.proven for made in review.moves)
    assert beside_an_estimate


def test_what_is_not_known_comes_last() -> None:
    """Moves without any value are listed after those with one, and show nothing."""
    values, looked_at = Values(), START.legal_moves[-1]
    values.learn(START, [MoveInfo(looked_at, -ALL_POINTS, ALL_POINTS, 3, 1, (looked_at,))])
    shown = move_costs(values, START)
    assert shown[0].move == looked_at
    assert not any(value.is_known for value in shown[1:])
    assert shown[-1].cost.guess is None


# -- errors ---------------------------------------------------------------------------------------


def test_the_error_of_a_cost_is_smaller_where_more_tiles_are_left() -> None:
    """The errors of two values go together, and the more so the more of the game is to come."""
    correlations = [error_correlation(tiles) for tiles in range(2, 109, 2)]
    assert correlations == sorted(correlations)
    assert 0.4 < correlations[0] < 0.5
    assert 0.75 < correlations[-1] < 0.8
    best, mine = Bounds(-90, 90, 6, 3.0), Bounds(-90, 90, 1, 4.0)
    early, late = (Cost.between(best, mine, 90, error_correlation(tiles)) for tiles in (90, 44))
    assert (early.guess, late.guess) == (5, 5)
    assert early.doubt < late.doubt < (3.0**2 + 4.0**2) ** 0.5
    assert (early.points, late.points) == (5, None)


def test_the_cost_of_the_move_in_front_is_almost_0() -> None:
    """It has a small error of its own, unless the engine gives none; that it is 0 is not shown."""
    best = Bounds(-90, 90, 6, 3.0)
    cost = Cost.between(best, best, 90, 0.7)
    assert (cost.guess, cost.error, cost.points) == (0, IN_FRONT, None)
    without = Bounds(-90, 90, 6)
    assert Cost.between(without, without, 90, 0.7).doubt > 50


# -- themes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_themes_are_the_slow_twins(seed: int) -> None:
    """Each theme is there exactly if brute force finds what it stands for."""
    counts = dict.fromkeys(ProblemTheme, 0)
    for here in reference.small_positions(150, seed):
        if not here.legal_moves:
            continue
        values = reference.move_values(here)
        themes = themes_of(Problem(here, values))
        worth = sorted((values[moves[0]] for moves in different_moves(here)), reverse=True)
        if len(worth) < 2:
            assert themes == ()
            continue
        highest = max(map(here.worth, values))
        costs = [worth[0] - values[move] for move in values if here.worth(move) == highest]
        assert (ProblemTheme.ONLY_PAIR in themes) == (worth[0] >= worth[1] + 3)
        assert (ProblemTheme.POISONED_PAIR in themes) == all(costs)
        assert (ProblemTheme.ZUGZWANG in themes) == (worth[0] < 0)
        for theme in themes:
            counts[theme] += 1
    assert all(counts.values()), counts


# --- proof cost -----------------------------------------------------------------------------------
#
# What a proof costs, and when it will be done.


# -- proof cost -----------------------------------------------------------------------------------

MEASURED = {
    2003: "322 2892 548 3679 6306 3298 218 21220 38102 41135 404839 279402 38210 960453 203285"
    " 1812964 1746784",
    2004: "534 954 9408 1765 3118 14335 9952 6319 2753 75486 27307 307750 127371 3045500 124885"
    " 2547587 2106079",
    2001: "5154 4566 31391 94737 12387 44355 247618 816897 936986 1544366 510820 956377 529144"
    " 6446588 12183456 30030845 10341372",
}
"""Nodes of the positions with 58, 60, … 90 tiles of games of levels on three deals, one thread."""

LINE_PLACES = [ProofPlace.usual(tiles) for tiles in range(58, 92, 2)]


def said(nodes: list[int]) -> Iterator[tuple[Forecast, int]]:
    """Yield what is said on the way back through a game from 74 tiles on, and what was true."""
    cost, whole = ProofCost(), list(accumulate(nodes))
    for index, (place, spent) in enumerate(zip(LINE_PLACES, nodes, strict=True)):
        for share in (0.0, 0.3, 0.6, 0.9) if place.tiles >= 74 else ():
            done = int(share * spent)
            yield (
                cost.nodes_left(LINE_PLACES[index:], done),
                (whole[-1] - whole[index] + spent - done),
            )
        cost.learn(place, spent)


def test_ranges_hold() -> None:
    """Most of what was true lies in the range that was said, and the range tells something."""
    every = [one for words in MEASURED.values() for one in said([*map(int, words.split())])]
    held = sum(found.low <= true <= found.high for found, true in every)
    assert 0.7 <= held / len(every) < 1
    for found, _ in every:
        assert found.low < found.middle < found.high < 60 * max(1.0, found.low)


def test_a_game_is_dearer_once_it_has_shown_so() -> None:
    """What was dear makes what is to come dearer, and the other way round."""
    usual, dear, cheap = ProofCost(), ProofCost(), ProofCost()
    for place in map(ProofPlace.usual, range(60, 80, 2)):
        dear.learn(place, round(4 * usual_nodes(place)))
        cheap.learn(place, round(usual_nodes(place) / 4))
    last = [ProofPlace.usual(90)]
    middles = [cost.nodes_left(last).middle for cost in (cheap, usual, dear)]
    assert middles == sorted(middles)
    assert middles[2] > 4 * middles[0]


def test_what_a_game_has_shown_narrows_the_range() -> None:
    """No one knows a game's level before its first proofs."""
    known, unknown = ProofCost(), ProofCost()
    for place in map(ProofPlace.usual, range(60, 90, 2)):
        known.learn(place, round(usual_nodes(place)))
    ranges = [cost.nodes_left([ProofPlace.usual(90)]) for cost in (known, unknown)]
    narrow, wide = [one.high / one.low for one in ranges]
    assert narrow < wide


def test_more_choices_cost_more() -> None:
    """A position with more pairs to choose from takes longer; a deal's are counted."""
    assert (
        usual_nodes(ProofPlace(80, 8))
        > usual_nodes(ProofPlace(80, 4))
        > usual_nodes(ProofPlace(78, 4))
    )
    assert ProofPlace.of(deal(1)) == (108, len(deal(1).legal_moves))


def test_one_that_drags_on_takes_longer_still() -> None:
    """What was spent is not to come; but beyond what is usual more of it means more to come."""
    cost, places = ProofCost(), [ProofPlace.usual(80), ProofPlace.usual(82)]
    usual = usual_nodes(places[0])
    early, late = (cost.nodes_left(places, round(usual * times)) for times in (0.1, 30))
    assert early.middle < cost.nodes_left(places).high < late.middle
    assert cost.nodes_left([], 5) == NOTHING


def test_the_machines_speed_is_learned() -> None:
    """Time is nodes by speed; a speed that was never measured is assumed."""
    cost, places = ProofCost(0.0), [ProofPlace.usual(90)]
    assert cost.speed == ASSUMED_SPEED
    for _ in range(40):
        cost.set_speed(10 * ASSUMED_SPEED)
    found, nodes = cost.seconds_left(places), cost.nodes_left(places)
    assert found.middle == pytest.approx(nodes.middle / cost.speed)
    assert cost.speed == pytest.approx(10 * ASSUMED_SPEED, rel=0.01)


# -- forecast -------------------------------------------------------------------------------------


def test_the_range_holds_eighty_in_a_hundred() -> None:
    """A tenth of all draws lies below it and a tenth above; what is certain has no range."""
    lot, found = Random(3), Forecast(100.0, 0.7)
    draws = sorted(lot.lognormvariate(log(100), 0.7) for _ in range(10_000))
    parts = draws[1000], draws[5000], draws[9000]
    assert (found.low, found.middle, found.high) == pytest.approx(parts, rel=0.03)
    sure = Forecast(3.0)
    assert sure.low == sure.middle == sure.high == 3


def test_a_sum_is_that_of_things_that_do_not_hang_together() -> None:
    """The range of a sum is that of sums of draws, and nothing adds nothing."""
    lot, one, other = Random(3), Forecast(100.0, 0.7), Forecast(300.0, 0.4)
    assert one + NOTHING == NOTHING + one == Forecast(pytest.approx(100), pytest.approx(0.7))
    draws = sorted(
        lot.lognormvariate(log(100), 0.7) + lot.lognormvariate(log(300), 0.4) for _ in range(10_000)
    )
    found = one + other
    parts = draws[1000], draws[5000], draws[9000]
    assert (found.low, found.middle, found.high) == pytest.approx(parts, rel=0.05)


def test_what_is_left_is_what_drawn_games_take() -> None:
    """The range is that of games drawn as the model says, of which the first took more."""
    lot = Random(5)
    places = [ProofPlace.usual(tiles) for tiles in range(86, 108, 2)]
    spent = round(usual_nodes(places[0]))
    draws = []
    while len(draws) < 20_000:
        level, amounts = LEVEL * lot.gauss(0, 1), list[float]()
        for place in places:
            amounts.append(usual_nodes(place) * exp(level + LUCK * lot.gauss(0, 1)))
            level = FADING * level + STEP * lot.gauss(0, 1)
        if amounts[0] > spent:
            draws.append(sum(amounts) - spent)
    draws.sort()
    found = ProofCost().nodes_left(places, spent)
    parts = draws[2000], draws[10_000], draws[18_000]
    assert (found.low, found.middle, found.high) == pytest.approx(parts, rel=0.15)


def test_time_is_work_by_speed() -> None:
    """At twice the speed it takes half the time."""
    assert Forecast(4.0, 0.7) / 2 == Forecast(2.0, 0.7)
