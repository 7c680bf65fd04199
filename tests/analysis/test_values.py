"""The store of values: held against the slow twin, and against the rules that bounds keep."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from battle.analysis.values import Bounds, MoveInfo, Values
from battle.rules.position import IllegalMoveError, Position, move, position
from tests.support.endgames import Truth, endgame_games, positions_of, small_positions
from tools.reference import move_values, value

SMALL = position("5m5p/5p5m/9s/9s")
BEST, WORSE = move("c1d1"), move("a1b2")


def neighbourhood(positions: Iterable[Position]) -> list[Position]:
    """Return positions and all that follow them by one move."""
    found: dict[str, Position] = {}
    for one in positions:
        for here in (one, *(one.play(played) for played in one.legal_moves)):
            found.setdefault(here.grid, here)
    return list(found.values())


def check(values: Values, truth: Truth, positions: Iterable[Position]) -> None:
    """Assert that no number is wrong and that none contradicts another."""
    for here in positions:
        known = values.known(here)
        assert known.lower <= truth.value(here) <= known.upper
        assert known.guess is None or known.lower <= known.guess <= known.upper
        assert not known.is_exact or known.guess == known.lower
        for played in here.legal_moves:
            of_move = values.of_move(here, played)
            assert of_move == values.known(here.play(played)).after_gain(here.worth(played))


def check_moves(values: Values, positions: Iterable[Position]) -> None:
    """Assert that no move is better than its position, and that one is as good if all are known."""
    for here in positions:
        known = values.known(here)
        moves = [values.of_move(here, played) for played in here.legal_moves]
        guesses = [one.guess for one in moves if one.guess is not None]
        assert all(one.lower <= known.lower and one.upper <= known.upper for one in moves)
        assert all(known.guess is None or guess <= known.guess for guess in guesses)
        if moves and all(one.is_exact for one in moves):
            assert known.is_exact
        if moves and len(guesses) == len(moves):
            assert known.guess == max(guesses)
        assert set(values.best_moves(here)) <= set(here.legal_moves)


@pytest.mark.parametrize("seed", range(8))
def test_no_number_is_wrong_or_contradicts_another(seed: int) -> None:
    """After every look at any position of a game the true value lies within, and all agrees."""
    for game, random in endgame_games(12, seed):
        values, truth, line = Values(), Truth(), positions_of(game)
        looked_at: list[Position] = []
        for _ in range(2 * len(line)):
            here = random.choice(line)
            found = truth.look(random, here)
            values.learn(here, found)
            looked_at.append(here)
            assert not found or values.known(here).guess is not None
            check(values, truth, neighbourhood(looked_at))
            check_moves(values, looked_at)


def closed_in(facts: dict[str, tuple[int, int]], linked: list[Position]) -> None:
    """Let bounds close each other in until nothing changes, the slow way."""
    changed = True
    while changed:
        before = dict(facts)
        for here in linked:
            after = [(here.worth(one), here.play(one).grid) for one in here.legal_moves]
            lower, upper = facts[here.grid]
            lower = max(lower, *(gain - facts[grid][1] for gain, grid in after))
            upper = min(upper, max(gain - facts[grid][0] for gain, grid in after))
            facts[here.grid] = lower, upper
            for gain, grid in after:
                facts[grid] = max(facts[grid][0], gain - upper), facts[grid][1]
        changed = facts != before


@pytest.mark.parametrize("seed", range(20, 26))
def test_what_is_proven_is_handed_on_both_ways_as_far_as_it_goes(seed: int) -> None:
    """The store's bounds are those that the slow way of closing in finds, in any order of looks."""
    for game, random in endgame_games(10, seed):
        values, truth, line = Values(), Truth(), positions_of(game)
        linked = [here for here in line if not here.is_over]
        facts = {
            here.grid: (0, 0) if here.is_over else (-here.points_left, here.points_left)
            for here in neighbourhood(line)
        }
        for here in random.choices(line, k=len(line)):
            values.connect(here)
            for found in truth.look(random, here):
                values.learn(here, [found])
                after, gain = here.play(found.move), here.worth(found.move)
                lower, upper = facts[after.grid]
                facts[after.grid] = max(lower, gain - found.upper), min(upper, gain - found.lower)
        for here in linked:
            values.connect(here)
        closed_in(facts, linked)
        for here in neighbourhood(line):
            known = values.known(here)
            assert (known.lower, known.upper) == facts[here.grid]


def test_a_proof_tells_the_position_and_the_positions_before() -> None:
    """A proof of all moves after a move proves the move, and the same move played before."""
    for game, _ in endgame_games(30, 40):
        values, truth, line = Values(), Truth(), positions_of(game)
        for here in reversed(line):
            values.learn(here, truth.proof(here))
            known = values.known(here)
            assert known.is_exact
            assert known.guess == truth.value(here)
            assert values.best_moves(here) == truth.best(here)
            assert values.margin(here).guess == truth.margin(here)


def test_a_closer_look_replaces_a_guess_and_a_hastier_one_does_not() -> None:
    """Of two guesses the one with more effort stands, of equals the later."""
    values = Values()
    for guess, effort, shown in ((5, 2, 5), (1, 1, 5), (7, 2, 7), (2, 3, 2)):
        values.learn(SMALL, [MoveInfo(WORSE, -19, 19, guess, effort)])
        assert values.of_move(SMALL, WORSE).guess == shown


def test_a_move_that_was_only_played_is_no_guess_at_its_position() -> None:
    """A position has no value because one of its moves led somewhere; all moves make one."""
    values = Values()
    start = position("5m5p/5p5m/9s9p/9p9s")
    first, *others = start.legal_moves
    values.guess(start.play(first), 0)
    values.connect(start)
    assert values.of_move(start, first).guess is not None
    assert values.known(start).guess is None
    for other in others:
        values.guess(start.play(other), 0)
    assert values.known(start).guess == max(map(start.worth, start.legal_moves))


def test_a_value_knows_neither_points_nor_who_moves() -> None:
    """What one grid is worth is known whoever moves; its margin is from player 1's side."""
    values = Values()
    values.learn(SMALL, [MoveInfo(BEST, 9, 9, 9), MoveInfo(WORSE, -19, 1, 1)])
    other = position(f"{SMALL.grid} 2 20-3")
    assert values.known(other) == values.known(SMALL)
    assert values.margin(SMALL) == Bounds(9, 19, 9)
    assert values.margin(other) == Bounds(17 - 19, 17 - 9, 17 - 9)


def test_nothing_is_known_of_a_position_that_nobody_looked_at() -> None:
    """Without a look no more than all the points can change hands; a game that is over has none."""
    values = Values()
    assert values.known(SMALL) == Bounds(-19, 19)
    assert values.known(position("1s2s1s2s")) == Bounds(0, 0, 0)
    assert values.best_moves(SMALL) == ()
    assert not values.has_all_moves(SMALL)
    assert values.line(SMALL) == ()


def test_a_move_that_cannot_be_played_has_no_value() -> None:
    """Asking for an illegal move raises, linked or not."""
    values = Values()
    for _ in range(2):
        with pytest.raises(IllegalMoveError):
            values.of_move(SMALL, move("a1b1"))
        values.connect(SMALL)


@pytest.mark.parametrize("seed", range(60, 64))
def test_the_line_shown_agrees_with_the_values_shown(seed: int) -> None:
    """Every move of a line can be played, and is among the best wherever the best are known."""
    for game, random in endgame_games(12, seed):
        values, truth, line = Values(), Truth(), positions_of(game)
        for here in random.choices(line, k=2 * len(line)):
            values.learn(here, truth.look(random, here))
            for start in line:
                reached = start
                for played in values.line(start):
                    best = values.best_moves(reached)
                    assert not best or played in best
                    reached = reached.play(played)


def test_the_line_goes_on_as_the_look_found() -> None:
    """What a look expects after its best move is shown as it was found."""
    start = position("5m5p/5p5m/9s/9s")
    values = Values()
    line = tuple(map(move, ("c1d1", "a1b2", "a2b1")))
    values.learn(start, [MoveInfo(BEST, 9, 9, 9, 1, line), MoveInfo(WORSE, -19, 5, 2, 1, (WORSE,))])
    assert values.line(start) == line
    assert values.line(start.play(BEST)) == line[1:]


# Claims

UNCLAIMED = Bounds(9 - 10, 19)
"""What is known of the small position as soon as its moves are known: one of them scores 9."""


@pytest.mark.parametrize("honest", [True, False])
@pytest.mark.parametrize("seed", range(80, 84))
def test_claims_are_never_proofs(seed: int, honest: bool) -> None:
    """Whatever is claimed bounds hold the true value; true claims make no true value impossible."""
    for game, random in endgame_games(12, seed):
        values, truth, line = Values(), Truth(), positions_of(game)
        for here in random.choices(line, k=2 * len(line)):
            if random.random() < 0.5:
                claimed = truth.value(here) + (0 if honest else random.choice([-3, 0, 0, 2]))
                wide = random.randrange(3) if honest else 0
                values.claim(here, claimed - wide, claimed + wide)
            else:
                values.learn(here, truth.look(random, here))
            for one in line:
                known = values.known(one)
                assert known.lower <= truth.value(one) <= known.upper
        if honest:
            check(values, truth, neighbourhood(line))
            for here in line:
                values.connect(here)
            check_moves(values, line)


@pytest.mark.parametrize("seed", range(100, 108))
def test_claims_that_are_contradicted_leave_nothing_behind(seed: int) -> None:
    """After a false claim meets a proof all is as if nothing had ever been claimed."""
    for game, random in endgame_games(12, seed):
        values, honest, truth, line = Values(), Values(), Truth(), positions_of(game)
        for here in random.choices(line, k=len(line)):
            false = truth.value(here) + random.choice([-7, -1, 1, 4])
            values.claim(here, false, false)
            seen = truth.look(random, here)
            values.learn(here, seen)
            honest.connect(here)
            honest.learn(here, seen)
        for here in line:
            values.learn(here, truth.proof(here))
            honest.learn(here, truth.proof(here))
        for here in neighbourhood(line):
            assert values.known(here) == honest.known(here)
        check(values, truth, neighbourhood(line))
        check_moves(values, line)


def test_claims_that_contradict_each_other_are_dropped() -> None:
    """Of two claims that cannot both be true neither counts, nor does any later one."""
    values = Values()
    values.claim(SMALL, 9, 9)
    assert values.known(SMALL) == Bounds(9 - 10, 19, 9, 0.0)
    assert values.with_claims(SMALL) == Bounds(9, 9, 9)
    values.claim(SMALL.play(BEST), -3, -3)
    assert values.known(SMALL) == UNCLAIMED
    values.claim(SMALL, 9, 9)
    assert values.known(SMALL) == UNCLAIMED


@pytest.mark.parametrize("value", [999, -999, 20])
def test_an_impossible_claim_is_dropped(value: int) -> None:
    """A claim of more points than are left is none."""
    values = Values()
    values.claim(SMALL, value, value)
    assert values.known(SMALL) in (Bounds(-19, 19), UNCLAIMED)


def test_a_claim_is_no_excuse_for_proofs_that_contradict_each_other() -> None:
    """Claims are dropped for what they have a part in; an error without them is not hidden."""
    for claims in (True, False):
        values = Values()
        if claims:
            values.claim(SMALL, 9, 9)
        values.learn(SMALL, [MoveInfo(BEST, 9, 9, 9)])
        with pytest.raises(ArithmeticError, match=r"contradicting bounds"):
            values.learn(SMALL, [MoveInfo(BEST, 11, 11, 11)])


def test_the_version_grows_with_every_change() -> None:
    """Whoever keeps what was shown can tell when to ask again, and asking changes nothing."""
    values = Values()
    versions = [values.version]
    for change in (
        lambda: values.connect(SMALL),
        lambda: values.guess(SMALL, 3),
        lambda: values.claim(SMALL, 1, 19),
        lambda: values.learn(SMALL, [MoveInfo(BEST, 9, 9, 9)]),
    ):
        change()
        versions.append(values.version)
    assert versions == sorted(set(versions))
    values.known(SMALL)
    values.line(SMALL)
    values.connect(SMALL)
    assert values.version == versions[-1]


def test_a_line_from_a_proven_value_is_best_play() -> None:
    """What an estimate expects goes on from an estimate alone; after a proof all is proven."""
    random, expected, known = Random(3), 0, 0
    for start in small_positions(60, seed=5, most_tiles=14):
        values, place = Values(), start
        while not place.is_over:
            worth = move_values(place)
            infos = []
            for pair, points in worth.items():
                line, after = [pair], place.play(pair)
                while not after.is_over:
                    line.append(random.choice(after.legal_moves))
                    after = after.play(line[-1])
                guess = points + random.randint(-3, 3)
                infos.append(MoveInfo(pair, -270, 270, guess, 9, tuple(line)))
            values.learn(place, infos)
            if random.random() < 0.4:
                values.prove(place, value(place), value(place))
            if random.random() < 0.4:
                proven = [MoveInfo(pair, points, points, points) for pair, points in worth.items()]
                values.learn(place, proven)
            place = place.play(random.choice(place.legal_moves))
        place = start
        while not place.is_over:
            here, is_proven = place, False
            for pair in values.line(place):
                is_proven = is_proven or values.known(here).is_exact
                worth = move_values(here)
                assert not is_proven or worth[pair] == max(worth.values())
                known, expected = known + is_proven, expected + (not is_proven)
                here = here.play(pair)
            place = place.play(place.legal_moves[0])
    assert known > 50
    assert expected > 50
