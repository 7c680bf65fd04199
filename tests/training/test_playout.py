"""Tests of playing problems out."""

from random import Random

import pytest

from battle.analysis.values import Finding, Values
from battle.engine.jobs import Target
from battle.rules.position import IllegalMoveError, Position, position
from battle.training.exercise import Stage
from battle.training.practice import PlayOut, settled_margin
from tests.support.endgame_problems import problems, twin_problem
from tools.reference import move_values, small_positions, value


def prove(values: Values, place: Position) -> None:
    """Let the values know what the slow twin knows of a position's moves."""
    found = move_values(place)
    values.learn(place, [Finding(move, *(3 * [worth])) for move, worth in found.items()])


def go_on(game: PlayOut) -> None:
    """Prove what is wanted until nothing is."""
    while (wanted := game.wanted) is not None:
        prove(game.values, wanted[0])
        step(game)
    step(game)


def step(game: PlayOut) -> None:
    """Go on as far as the values allow."""
    game.judge()
    game.reply()


def margin_of(position: Position) -> int:
    """Return the final margin from player 1's side, as the twin finds it."""
    return position.margin + (1 if position.to_move == 1 else -1) * value(position)


def played(game: PlayOut, random: Random, care: float) -> list[tuple[Position, int]]:
    """Play a problem out; return each position the person had, with the twin's cost of the move."""
    made = []
    while game.stage is not Stage.OVER:
        assert game.stage is Stage.ASKING
        place, worths = game.position, move_values(game.position)
        best = [move for move, worth in worths.items() if worth == max(worths.values())]
        move = random.choice(best if random.random() < care else list(worths))
        made.append((place, max(worths.values()) - worths[move]))
        game.play(move)
        go_on(game)
    return made


def test_losses_are_those_the_twin_finds():
    """What each move of the person lost is known at the end, and the margin is what is left."""
    random = Random(4)
    some_lost = 0
    for one in problems(80, seed=31, most_tiles=18):
        game = PlayOut(one)
        made = played(game, random, 0.6)
        assert game.is_judged
        assert game.losses == [cost for _place, cost in made]
        side = 1 if game.person == 1 else -1
        assert settled_margin(game.position) == margin_of(one.position) - side * game.lost
        some_lost += game.lost > 0
    assert 10 < some_lost < 80


def test_the_defence_is_perfect():
    """No reply ever gives a point away."""
    random = Random(5)
    for one in problems(60, seed=32, most_tiles=16):
        game = PlayOut(one)
        played(game, random, 0.5)
        place = one.position
        for move in game.moves:
            if place.to_move != game.person:
                assert margin_of(place.play(move)) == margin_of(place)
            place = place.play(move)
        assert place == game.position


def test_the_defence_makes_it_hard():
    """Among moves that keep the value it takes one after which the most replies lose points."""
    checked = 0
    for one in problems(150, seed=33, most_tiles=18):
        game = PlayOut(one)
        place = one.position.play(one.best_moves[0])
        for known in (place, *map(place.play, place.legal_moves)):
            prove(game.values, known)
        game.play(one.best_moves[0])
        game.reply()
        traps = {}
        for move, worth in move_values(place).items():
            if worth == value(place):
                replies = move_values(place.play(move)).values()
                traps[move] = sum(reply < max(replies) for reply in replies)
        if len(game.moves) == 2 and len(set(traps.values())) > 1:
            assert traps[game.moves[1]] == max(traps.values())
            checked += 1
    assert checked > 5


def test_nothing_goes_on_without_proof():
    """Until its values are there the game waits, without a reply and without a judgement."""
    waited = 0
    for one in problems(40, seed=34, most_tiles=18):
        game = PlayOut(one)
        if game.stage is Stage.OVER:
            continue
        game.play(one.best_moves[0])
        game.reply()
        assert game.is_judged
        if game.stage is Stage.REPLYING:
            assert game.wanted == (game.position, Target.MOVES)
            with pytest.raises(IllegalMoveError, match="not your turn"):
                game.play(game.position.legal_moves[0])
            before = game.position
            step(game)
            assert (game.position, game.stage) == (before, Stage.REPLYING)
            waited += 1
    assert waited > 10


def test_a_move_is_taken_back_with_its_reply():
    """The person has the same choice again, and what the move lost is forgotten."""
    taken = 0
    for one in problems(60, seed=36, most_tiles=18):
        game = PlayOut(one)
        before: list[tuple[Position, list[int]]] = []
        while game.stage is Stage.ASKING:
            before.append((game.position, list(game.losses)))
            game.play(game.position.legal_moves[-1])
            if len(before) % 2:
                go_on(game)
            else:
                game.judge()
                break
        while before:
            game.take_back()
            assert (game.position, game.losses, game.stage) == (*before.pop(), Stage.ASKING)
            taken += 1
        assert game.position == one.position
        assert (game.moves, game.is_judged) == ([], True)
    assert taken > 60


def test_of_many_tiles_less_is_proven(monkeypatch):
    """Where there are many tiles only what keeps the value is wanted; a loss is proven alone."""
    monkeypatch.setattr("battle.training.practice.SMALL", 0)
    checked = 0
    for one in problems(60, seed=37, most_tiles=18):
        game = PlayOut(one)
        game.play(one.best_moves[0])
        assert game.reply() is not None or game.wanted in (None, (game.position, Target.BEST))
        go_on(game)
        if game.stage is not Stage.ASKING:
            continue
        begun = PlayOut(one)
        place = begun.position = game.position
        if begun.wanted is None:
            continue
        assert begun.wanted == (place, Target.BEST)
        begun.play(place.legal_moves[0])
        assert begun.wanted == (place, Target.VALUE)
        prove(begun.values, place)
        assert begun.judge()
        worths = move_values(place)
        assert begun.losses == [max(worths.values()) - worths[place.legal_moves[0]]]
        checked += 1
    assert checked > 10


def test_a_move_that_cannot_be_played_changes_nothing():
    """An illegal move raises and leaves everything as it was."""
    game = PlayOut(problems(1, seed=35)[0])
    with pytest.raises(IllegalMoveError):
        game.play(type(game.position.legal_moves[0])(*(2 * [game.position.free_cells[0]])))
    assert (game.moves, game.stage, game.lost) == ([], Stage.ASKING, 0)


def ends(place: Position) -> set[int]:
    """Return every margin that can be reached."""
    if place.is_over:
        return {place.margin}
    return set().union(*(ends(place.play(move)) for move in place.legal_moves))


def test_settled_is_what_nobody_can_change():
    """A margin is settled exactly where every way to play on ends in it."""
    settled = 0
    for place in small_positions(300, seed=36, most_tiles=12):
        reachable = ends(place)
        expected = next(iter(reachable)) if len(reachable) == 1 else None
        assert settled_margin(place) == expected
        settled += expected is not None
    assert 30 < settled < 300


def test_what_is_too_much_to_count_is_not_settled(monkeypatch):
    """A table on which nothing matters is settled if it can be counted through, else not."""
    place = position("1m1m/1p1p/1s1s/1m1m/1p1p/1s1s")
    assert settled_margin(place) == 0
    monkeypatch.setattr("battle.training.practice.COUNTED", 4)
    assert settled_margin(place) is None


def test_a_problem_without_a_choice_is_settled_at_once():
    """Where all ways lead to one margin there is nothing to play out."""
    game = PlayOut(twin_problem(position("9s/9s/5m/5m 2 3-0")))
    assert game.stage is Stage.ASKING
    forced = PlayOut(twin_problem(position("9s/9s 2 3-0")))
    assert (forced.stage, forced.lost, forced.wanted) == (Stage.OVER, 0, None)
