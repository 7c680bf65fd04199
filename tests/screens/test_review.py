"""The walk through one's costly pairs, by values, and what is tried from there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battle.analysis.costs import USUAL
from battle.reviews.background import TableStudy
from battle.rules.position import PLAYERS, Move, Player, RulesError, other
from battle.rules.tree import Game
from battle.screens.board_view import BoardView
from battle.screens.review import Review
from battle.screens.screen import do
from battle.screens.view import act
from tests.support.pilot import bad_game, cost_of
from tests.support.services import FakeServices
from tests.support.shell import FakeShell
from tools.reference import move_values


def review_of(
    home: Path, game: Game, *, alone: bool = True, ply: int = 0, program: Player = 2
) -> Review:
    """Return the review of a game whose costs are all known, against the program if `alone`."""
    shell = FakeShell(home)
    services = shell.services
    assert isinstance(services, FakeServices)
    session = services.played(game, program=program if alone else None)
    study = TableStudy(services, session)
    services.prover.review(study)
    review = study.reviewed()
    while not review.is_proven:
        services.frame()
    return Review(shell, study, ply)


def costs_of(game: Game) -> dict[int, int]:
    """Return what each pair of the first player cost, by its ply."""
    line = game.main_line()
    return {
        ply: cost_of(node)
        for ply, node in enumerate(line)
        if node.parent is not None and node.parent.position.to_move == 1
    }


def shown(review: Review, name: str = "", **given: object) -> BoardView:
    """Return what is seen after an act."""
    if name:
        do(review, act(name, **given))
    return review.view()


@pytest.mark.parametrize("seed", range(3))
def test_it_opens_at_the_costliest_pair_and_leads_to_every_mistake(home: Path, seed: int) -> None:
    """Mistakes are walked through in the order of the game; at either end the way is grey."""
    game = bad_game(seed)
    review, costs = review_of(home, game), costs_of(game)
    assert costs[review.ply] == max(costs.values())
    mistakes = [ply for ply, cost in costs.items() if cost >= USUAL.mistake]
    while not (view := review.view()).actions[0].off:
        do(review, view.actions[0].do)
    seen = [review.ply]
    while not (view := review.view()).actions[1].off:
        do(review, view.actions[1].do)
        seen.append(review.ply)
    assert [ply for ply in seen if ply in mistakes] == mistakes
    assert [sign.points for sign in view.signs] == [*costs.values()]


def test_the_moves_and_the_graph_lead_to_pairs(home: Path) -> None:
    """Every move of the game has its cost; one's own can be looked at, the one shown is marked."""
    game = bad_game()
    review, costs = review_of(home, game), costs_of(game)
    view = review.view()
    assert len(view.moves) == len(game.moves)
    prices = [move.price and move.price.lower for move in view.moves]
    assert [prices[ply - 1] for ply in costs] == [*costs.values()]
    assert [ply for ply, move in enumerate(view.moves, 1) if move.do is not None] == [*costs]
    assert [ply for ply, move in enumerate(view.moves, 1) if move.on] == [review.ply]
    assert view.plot is not None
    assert view.plot.cut == review.ply
    assert len(view.plot.curves[-1].values) == len(game.moves) + 1
    there = view.moves[next(iter(costs)) - 1].do
    assert there is not None
    do(review, there)
    assert review.ply == next(iter(costs))


def test_a_pair_has_three_steps_under_two_buttons(home: Path) -> None:
    """What was taken, the answer as it is played, a better pair: each the twin's, in its place."""
    review = review_of(home, bad_game())
    place, cost = review.move.position, review.move.cost.value
    view = review.view()
    assert view.title == f"You gave away {cost}"
    assert [button.main for button in view.buttons] == [True, False]
    do(review, view.buttons[0].do)
    view = review.view()
    assert view.frames
    assert [button.main for button in view.buttons] == [False, True]
    do(review, view.buttons[1].do)
    board = review.view().board
    assert board is not None
    better = Move(*sorted(tile.cell for tile in board.tiles if tile.mark == "best"))
    values = move_values(place)
    assert values[better] == max(values.values())


def test_a_best_pair_can_be_looked_at(home: Path) -> None:
    """From there the nearest mistakes are before and after; it has nothing more to show."""
    game = bad_game()
    best = next(ply for ply, cost in costs_of(game).items() if not cost)
    view = review_of(home, game, ply=best).view()
    assert view.title == "A best pair"
    assert view.dock is not None
    assert view.dock.words.endswith("a best pair.")


@pytest.mark.parametrize("alone", [True, False])
def test_another_pair_is_tried_and_answered(home: Path, *, alone: bool) -> None:
    """One that is no better than the game's is not: *Again* puts it back; so it does any other."""
    review = review_of(home, bad_game(), alone=alone)
    services = review.services
    assert isinstance(services, FakeServices)
    with pytest.raises(RulesError):
        review.acts()["take"](str(review.move.move))
    before = review.view()
    view = shown(review, "try")
    assert view.live
    assert view.position == before.position
    assert view.actions[2].words == "Back to the game"
    values = move_values(view.position)
    usual, best = values[review.move.move], max(values.values())
    for pair, value in values.items():
        shown(review, "take", move=str(pair))
        for _frame in range(100):
            services.seconds += 0.05
            services.scheduler.poll()
            review.beat()
        after, is_answered = review.view(), value == best or value > usual
        assert after.position.tiles_left == before.position.tiles_left - 2 - 2 * is_answered
        assert after.buttons[0].main is not is_answered
        assert shown(review, "again") == view
    assert shown(review, "try") == before
    assert len(services.records.games()) == 1


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("person", PLAYERS)
def test_it_is_said_how_a_tried_pair_compares_with_the_games(
    home: Path, seed: int, person: Player
) -> None:
    """By where it leads, in place of the pair of the game and a best one: they differ by costs.

    The same pair and a best one are called so; one's own points come first. Of tiles that cannot be
    taken, since the pair is left unanswered, none is in the light.
    """
    game = bad_game(seed)
    review = review_of(home, game, program=other(person))
    position, played = review.move.position, review.move.move
    values = move_values(position)
    best, usual = max(values.values()), values[played]
    assert best > usual
    for pair, value in values.items():
        shown(review, "try")
        shown(review, "take", move=str(pair))
        while not review.beside_the_game:
            review.services.scheduler.poll()
        view = review.view()
        assert view.dock is not None
        assert view.board is not None
        words, sentence = view.dock.words, view.dock.sub.partition(".")[0]
        points = position.play(pair).points
        own, rival = points[person - 1], points[other(person) - 1]
        assert words.startswith("The best pair. ") is (value == best)
        assert (f"You {own} : {rival} " in words) is (usual < value < best)
        assert {tile.quiet for tile in view.board.tiles} <= {value <= usual}
        if value == best:
            tried, same = map(lead_in, words.removeprefix("The best pair. ").split(" instead of "))
            assert tried - same == best - usual
        elif pair == played:
            assert words == "The same pair as in the game."
            before, after = map(lead_in, sentence.split(": ", 1)[1].split(" pair, "))
            assert before - after == best - usual
        else:
            tried, same, better = (lead_in(words) for words in sentence.split(", "))
            assert (better - tried, better - same) == (best - value, best - usual)
            assert re.fullmatch(
                r".+ this way, .+ with the pair of the game, .+ with the best one", sentence
            )
        shown(review, "try")


def lead_in(words: str) -> int:
    """Return how far ahead words say that one is, by both scores or by the difference."""
    if scores := re.match(r"(\d+)\s:\s(\d+)", words):
        return int(scores[1]) - int(scores[2])
    number = re.match(r"(\d+) (ahead|behind)", words)
    assert number or words.startswith("level on points")
    return 0 if number is None else int(number[1]) * (1 if number[2] == "ahead" else -1)


def test_back_ends_what_is_tried_then_the_walk(home: Path) -> None:
    """A trial is a step of its own on the way back."""
    review = review_of(home, bad_game())
    before = review.view()
    shown(review, "try")
    assert review.inner == 1
    review.back()
    assert (review.inner, review.view()) == (0, before)
    review.back()
    shell = review.shell
    assert isinstance(shell, FakeShell)
    assert shell.asked == [("back",)]


def test_a_sign_ends_what_is_tried(home: Path) -> None:
    """Whoever goes to another pair is back in the game."""
    game = bad_game()
    review = review_of(home, game)
    other = next(ply for ply in costs_of(game) if ply != review.ply)
    shown(review, "try")
    view = shown(review, "review", ply=other)
    assert not view.live
    assert view.position == game.main_line()[other - 1].position
