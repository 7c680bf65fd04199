"""What is shown of a pair: it, the answer, a better one; against the slow twin."""

from __future__ import annotations

from battle.analysis.values import MoveInfo, Values
from battle.coach.answer import Ends, Shown, answered, bettered, taken
from battle.rules.position import Position, move_of, other
from battle.words import Named, parted, spelled
from tests.support.endgames import prove, proven_review
from tests.support.pilot import bad_game
from tools.reference import move_values

NAMES = ("Ada", "Ben")


def test_answer_and_better_pair_are_the_best_there_are() -> None:
    """The answer is a best reply and scores what is said; the better pair keeps the value."""
    uncovered = 0
    for seed in range(3):
        game = bad_game(seed)
        values = prove(Values(), game.main_line())
        for move in proven_review(game).moves:
            after = move.position.play(move.move)
            if not move.cost.value or after.is_over:
                continue
            answer, better = answered(move, values, NAMES), bettered(move, values, NAMES)
            assert answer is not None
            assert better is not None
            pair = sorted(answer.looks)
            worth = move_values(after)
            assert [sorted(one) for one in worth if worth[one] == max(worth.values())].count(pair)
            assert (answer.position, answer.gone) == (after, move.move)
            assert answer.player == other(move.player)
            assert all(after.kind_at(cell).rank == answer.worth for cell in pair)
            kept = move_values(move.position)
            best = [sorted(one) for one in kept if kept[one] == max(kept.values())]
            assert sorted(better.tagged) in best
            lit = {cell for cell in pair if answer.looks[cell] == "lit"}
            assert lit == {cell for cell in pair if not move.position.is_free(cell)}
            uncovered += bool(lit)
    assert uncovered


def test_an_answer_is_played_on_until_the_difference_is_seen() -> None:
    """What follows is best play, and ends as it is said; what counts shows its points."""
    counted = 0
    for seed in range(8):
        game = bad_game(seed)
        values = prove(Values(), game.main_line())
        for move in proven_review(game).moves:
            if move.cost.value:
                for pair in (move.move, *values.best_moves(move.position)):
                    foresee(values, move.position.play(pair))
            answer, better = answered(move, values, NAMES), bettered(move, values, NAMES)
            ends = Ends.of(move, values)
            if ends is None or answer is None or better is None:
                continue
            mine, theirs = move.player - 1, other(move.player) - 1
            leads = []
            steps = (answer, move.move, ends.played), (better, move_of(*better.tagged), ends.best)
            for shown, first, line in steps:
                assert play_on(move.position.play(first), shown) in line.places
                score = line.end.points
                assert shown.words.endswith(
                    f"{NAMES[mine]} ends {score[mine]}\u00a0:\u00a0{score[theirs]}."
                )
                leads.append(score[mine] - score[theirs])
                kinds = {pair.kind for pair in ends.pairs}
                for step in (shown, *shown.then):
                    counted += step.counts
                    assert not step.counts or step.position.kind_of(move_of(*step.looks)) in kinds
            assert leads[1] - leads[0] == move.cost.value
    assert counted


def foresee(values: Values, place: Position) -> None:
    """Let the best play from a position to its end be known."""
    while not place.is_over:
        worth = move_values(place)
        values.learn(place, [MoveInfo(move, *(worth[move],) * 3) for move in worth])
        place = place.play(values.best_moves(place)[0])


def play_on(place: Position, shown: Shown) -> Position:
    """Play the answer of a step and what follows; return where that leads."""
    answer = [cell for cell, look in shown.looks.items() if look in ("answer", "lit")]
    places = [place] if answer else []
    pairs = [move_of(*answer)] if answer else []
    places += [one.position for one in shown.then]
    pairs += [move_of(*one.looks) for one in shown.then]
    for expected, pair in zip(places, pairs, strict=True):
        assert place == expected
        worth = move_values(place)
        assert worth[pair] == max(worth.values())
        place = place.play(pair)
    return place


def test_a_better_pair_is_not_given_away() -> None:
    """Where a pair is still looked for, no answer is shown that would have been a best one."""
    met = set()
    for seed in range(3):
        game = bad_game(seed)
        values = prove(Values(), game.main_line())
        for move in proven_review(game).moves:
            shown = answered(move, values, NAMES)
            if not move.cost.value or shown is None:
                continue
            pair = tuple(sorted(shown.looks))
            is_best = pair in map(tuple, values.best_moves(move.position))
            met.add(is_best)
            assert (answered(move, values, NAMES, discreetly=True) is None) == is_best
    assert len(met) == 2


def test_sentences_hold_the_tiles_they_name() -> None:
    """The tiles that a sentence names are those in the light; in words they have their cells."""
    game = bad_game()
    move = next(one for one in proven_review(game).moves if one.cost.value)
    shown = taken(move, Values(), NAMES)
    (tile,) = (part for part in parted(shown.words) if isinstance(part, Named))
    assert (tile.kind, tile.cells) == (move.kind, tuple(move.move))
    assert {*tile.cells} == {*shown.looks}
    first, second = move.move
    assert f"{tile.words} on {first} and {second}" in spelled(shown.words)
