"""The first game: every claim of its steps, by brute force that knows nothing but the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

from battle import language
from battle.page.blocks import Block, Paragraph, Title
from battle.rules.position import Cell, Move, Position, deal
from battle.training.first_game import (
    COUNT,
    FINISHED,
    LESSONS,
    SMALL,
    STEPS,
    WHOLE,
    FirstGame,
    Step,
    first_game_note,
    given_lines,
    steps_done,
    task_words,
    value_of,
    whole_game,
    worth,
)
from battle.training.sitting import Stage
from battle.words import spelled, tile_words
from solver import Analysis, Limit, Solver
from solver.levels import levels, unhurried
from tests.support.texts import check_page
from tools.reference import best_moves, move_values, value

Chooser: TypeAlias = Callable[[Position], Move | None]

FREE, PAIR, POINTS, END, UNCOVER = STEPS
TRAP, LAST, BEST_PLAY = LESSONS
ALL = (*STEPS, *LESSONS)


def begun(step: Step) -> FirstGame:
    """Return a way through the steps at the beginning of one."""
    return FirstGame(0, (step, WHOLE))


def named(place: Position, name: str) -> Move:
    """Return the only pair of a kind."""
    (found,) = (one for one in place.legal_moves if str(place.kind_of(one)) == name)
    return found


def after(step: Step, name: str) -> Position:
    """Return a step's position after the only pair of a kind has been taken."""
    return step.position.play(named(step.position, name))


def kinds(place: Position) -> list[str]:
    """Return the kinds of the pairs that can be taken."""
    return sorted(str(place.kind_of(one)) for one in place.legal_moves)


def cost(place: Position, one: Move) -> int:
    """Return the points that a pair costs, by brute force."""
    return value(place) - move_values(place)[one]


# -- claims ---------------------------------------------------------------------------------------


def test_three_tiles_with_five_dots_lie_there_and_two_are_free() -> None:
    """They are the only pair; the third has a tile above it and one below."""
    tiles = dict(FREE.position.tiles())
    fives = {one for one, kind in tiles.items() if str(kind) == "5p"}
    free = fives.intersection(FREE.position.free_cells)
    assert (len(fives), len(free)) == (3, 2)
    (blocked,) = fives - free
    assert {Cell(blocked.column, blocked.row + by) for by in (-1, 1)} <= tiles.keys()
    assert [{*one} for one in FREE.asked] == [free]
    assert len(FREE.position.legal_moves) == 1


def test_of_two_pairs_one_lies_in_a_single_column() -> None:
    """It is the one asked for; two free tiles have the same number and different pictures."""
    assert len(PAIR.position.legal_moves) == 2
    asked = tuple(m for m in PAIR.position.legal_moves if m.first.column == m.second.column)
    assert PAIR.asked == asked
    assert {"3p", "3s"} <= {str(PAIR.position.kind_at(one)) for one in PAIR.position.free_cells}


def test_the_pair_that_scores_most_is_best_where_nothing_is_uncovered() -> None:
    """Taking the highest pair in turn gives 11 : 5; all pairs of a deal have 270 points."""
    assert kinds(POINTS.position) == ["2m", "5p", "9s"]
    for name in ("2m", "5p", "9s"):
        assert kinds(after(POINTS, name)) == sorted({"2m", "5p", "9s"} - {name})
    assert value(POINTS.position) == 9 - 5 + 2
    assert (deal(1).points_left, deal(1).tiles_left // 2) == (270, 54)
    assert 2 * 136 > 270 > 2 * 135 - 1


def test_of_three_fours_two_leave_the_other_player_no_pair() -> None:
    """They end the game at once, and win; with the third one the nine is freed, and wins."""
    assert kinds(END.position) == ["4p"] * 3
    values = move_values(END.position)
    ends, *others = sorted(values, key=lambda pair: -values[pair])
    over = END.position.play(ends)
    assert (over.is_over, over.points, over.points_left) == (True, (4, 0), 16)
    for pair in others:
        assert kinds(END.position.play(pair)) == ["9s"]
        assert values[pair] < 0
    game = begun(END)
    play_out(game)
    assert "You win 4 : 0." in said(game)
    assert "the 16 points that lie there count for nobody" in said(game)


def test_after_the_3s_only_the_4s_are_left_and_free_the_9() -> None:
    """Taking the 4s first gives the 9s away."""
    assert kinds(UNCOVER.position) == ["3p", "4m"]
    assert kinds(after(UNCOVER, "3p")) == ["4m"]
    assert kinds(after(UNCOVER, "4m")) == ["3p", "9s"]
    assert value(after(UNCOVER, "4m")) == 9 - 3
    assert value(UNCOVER.position) == 3 - 4 + 9


def test_the_trap_has_the_highest_number_and_gives_the_9s_away() -> None:
    """The 6s look best, cost points, and free the 9s for the player to move next."""
    assert kinds(TRAP.position) == ["4m", "5s", "6s"]
    values = move_values(TRAP.position)
    trap = named(TRAP.position, "6s")
    assert values[trap] == min(values.values()) < max(values.values())
    sprung = after(TRAP, "6s")
    assert "9p" in kinds(sprung)
    assert best_moves(sprung) == [named(sprung, "9p")]
    game = begun(TRAP)
    play_out(game)
    lost = cost(TRAP.position, trap)
    assert f"they free the nines, and cost {lost} points in the end." in said(game)


def takers_of_the_nine(place: Position, turn: int = 0) -> set[int]:
    """Return who takes the 9s if both always take a best pair: 0 for who moves first, else 1."""
    found: set[int] = set()
    for one in best_moves(place):
        is_nine = place.worth(one) == 9
        found |= {turn} if is_nine else takers_of_the_nine(place.play(one), 1 - turn)
    return found


def test_who_takes_the_9_hangs_on_the_number_of_pairs_that_free_nothing() -> None:
    """With the 2s, 3s and 4s it is the person, without one of them the other player."""
    assert kinds(LAST.position) == ["2m", "3p", "4s", "5m"]
    for name in ("2m", "3p", "4s"):
        left = after(LAST, name)
        assert kinds(left) == sorted({"2m", "3p", "4s", "5m"} - {name})
        assert takers_of_the_nine(left) == {1}
    assert "9s" in kinds(after(LAST, "5m"))
    assert takers_of_the_nine(LAST.position) == {0}
    assert best_moves(LAST.position) == [named(LAST.position, "4s")]


def test_what_can_be_won_is_the_margin_of_best_play_and_the_highest_is_not_always_best() -> None:
    """The text names it; it is more than taking the highest pair each time brings."""
    assert f"you can win by {value(BEST_PLAY.position)} points" in said(begun(BEST_PLAY))
    place = BEST_PLAY.position
    while not place.is_over:
        place = place.play(max(place.legal_moves, key=place.worth))
    assert place.margin < value(BEST_PLAY.position)


@pytest.mark.parametrize("step", ALL, ids=lambda step: step.title)
def test_values_of_a_step_are_those_of_brute_force(step: Step) -> None:
    """At every place that best play and one wrong pair lead to."""
    places = [step.position]
    for place in places:
        assert worth(place) == value(place)
        assert {one: value_of(place, one) for one in place.legal_moves} == move_values(place)
        if len(places) < 30:
            places += [place.play(one) for one in place.legal_moves]


_PAR = 4
"""The par of the small game."""


@pytest.mark.usefixtures("compiled_home")
def test_par_of_the_small_game_is_proven_and_most_pairs_cost_something() -> None:
    """The solver proves every cost at its start: one pair is best, and the highest is a trap."""
    with Solver(threads=1, hash_mb=16) as solver:
        found = solver.analyse(SMALL, lines=len(SMALL.legal_moves))
    costs = {line.move: _PAR - line.value.points for line in found.lines}
    assert found.exact
    assert (found.value.points, SMALL.to_move) == (_PAR, 1)
    assert sorted(costs.values()) == [0, 4, 4, 4, 8, 10]
    assert costs[max(SMALL.legal_moves, key=SMALL.worth)] >= 4
    assert (SMALL.tiles_left, SMALL.points_left) == (36, 90)


@pytest.mark.usefixtures("compiled_home")
def test_the_small_game_is_won_with_best_pairs_and_not_with_the_highest() -> None:
    """Best pairs make par or more of it against Novice; the highest never win against best pairs.

    How much these lose depends on which of equally good pairs the solver names.
    """
    with Solver(threads=1, hash_mb=16) as solver:

        def think(place: Position, limit: Limit, lines: int) -> Analysis:
            return solver.analyse(place, unhurried(limit), lines, start=SMALL)

        def best(place: Position) -> Move | None:
            return solver.analyse(place, start=SMALL).best

        def ended(mine: Chooser, theirs: Chooser) -> int:
            place = SMALL
            while (one := (mine if place.to_move == 1 else theirs)(place)) is not None:
                place = place.play(one)
            return place.margin

        def novice(place: Position, seed: int = 0) -> Move | None:
            return None if place.is_over else levels()["novice"].play(place, think, seed)[0]

        for seed in range(3):
            assert ended(best, partial(novice, seed=seed)) >= _PAR
        assert ended(lambda at: max(at.legal_moves, key=at.worth, default=None), best) <= 0


# -- the way through it ---------------------------------------------------------------------------


def said(game: FirstGame) -> str:
    """Return the words of the step in hand."""
    words = [spelled(game.said[0])] if game.said is not None else []
    given = (block.words for block in given_lines(game) if isinstance(block, Paragraph))
    return " ".join((*words, task_words(game) * (not game.is_over), *map(spelled, given)))


def play_out(game: FirstGame) -> None:
    """Play a step to its end with right pairs."""
    while game.stage is not Stage.OVER:
        if game.stage is Stage.ASKING:
            game.play(game.best()[0])
        else:
            game.reply()


@pytest.mark.parametrize("step", ALL, ids=lambda step: step.title)
def test_a_step_is_done_with_right_pairs(step: Step) -> None:
    """The result in the words is the one on the table."""
    game = begun(step)
    play_out(game)
    assert game.is_done
    if not step.asked:
        assert "{} : {}".format(*game.position.points) in game.said[0]


@pytest.mark.parametrize("step", [*ALL[1:6]], ids=lambda step: step.title)
def test_a_wrong_pair_is_answered_with_what_it_costs_and_comes_back(step: Step) -> None:
    """Every wrong pair gets a line; points in it are those of brute force."""
    wrong = [
        one
        for one in step.position.legal_moves
        if one not in begun(step).best() and one not in spared(step)
    ]
    assert wrong
    for one in wrong:
        game = begun(step)
        game.play(one)
        assert game.stage is Stage.WRONG
        words, is_right = game.said
        assert not is_right
        if not step.wrong:
            reply = game.reply()
            assert reply is not None
            was = re.search(r"You would end (\d+)\s:\s(\d+) instead of (\d+)\s:\s(\d+)", words)
            assert was is not None
            mine, theirs, best, rest = map(int, was.groups())
            assert best - rest == step.position.margin + value(step.position)
            assert best - rest - mine + theirs == cost(step.position, one)
            assert f"Pip then takes {game.places[-1].kind_of(reply).rank}." in words
        back = game.take_back()
        assert back[-1] == (step.position, one)
        assert (game.position, game.stage, game.moves) == (step.position, Stage.ASKING, [])


def spared(step: Step) -> list[Move]:
    """Return the pairs of a step's beginning that are not best and good enough."""
    moves = step.position.legal_moves
    return [one for one in moves if step.spared and 0 < cost(step.position, one) <= 2]


@pytest.mark.parametrize("step", [TRAP, LAST], ids=["trap", "last pairs"])
def test_a_pair_that_avoids_the_trap_is_taken_though_another_is_better(step: Step) -> None:
    """By how much is said; the claims at the end hold on that way too, and it is won."""
    trap = "6s" if step is TRAP else "5m"
    others = {str(step.position.kind_of(one)) for one in spared(step)}
    assert others == ({"4m"} if step is TRAP else {"2m", "3p"})
    for one in spared(step):
        game = begun(step)
        game.play(one)
        assert game.stage is Stage.REPLYING
        better = "5 of bamboo" if step is TRAP else "4 of bamboo"
        assert f"the {better} is {cost(step.position, one)} points better" in said(game)
        play_out(game)
        mine, theirs = game.position.points
        assert mine > theirs
        assert f"You win {mine} : {theirs}" in said(game)
        takers = [
            turn % 2
            for turn, taken in enumerate(game.moves)
            if str(game.places[turn].kind_of(taken)) == trap
        ]
        assert takers == [1]


@pytest.mark.parametrize("step", ALL, ids=lambda step: step.title)
def test_once_a_step_is_begun_it_says_to_play_on(step: Step) -> None:
    """The task of the beginning is replaced; what was said of the pair stands above."""
    game = begun(step)
    task = said(game)
    game.play(game.best()[0])
    if game.stage is Stage.REPLYING:
        assert task not in said(game)
        assert re.search("lay on to the end|Take the last pair", said(game))
        assert ("Right." in said(game)) != step.open


@pytest.mark.parametrize("step", ALL, ids=lambda step: step.title)
def test_no_text_speaks_as_the_machine_does(step: Step) -> None:
    """Neither of par or values, nor of tiles by their short form: 9s for nines, or 5p."""
    game = begun(step)
    words = said(game)
    for one in step.position.legal_moves:
        game.go_to(0)
        game.play(one)
        words += said(game)
    game.go_to(0)
    play_out(game)
    words += said(game)
    assert re.findall(r"\b(?:[1-9][mps]|par|value|solver|proven)\b", words) == []


def test_below_the_best_the_pairs_that_gave_points_away_are_listed() -> None:
    """No pair is refused, the lesson is not done, and what is missing is what they cost."""
    game, lost = begun(BEST_PLAY), 0
    while game.stage is not Stage.OVER:
        if game.stage is Stage.ASKING:
            values = move_values(game.position)
            worst = min(values, key=lambda one: values[one])
            lost += cost(game.position, worst)
            game.play(worst)
        else:
            game.reply()
    assert lost > 0
    assert not game.is_done
    assert game.position.margin == worth(BEST_PLAY.position) - lost
    lines = [spelled(block.words) for block in given_lines(game) if isinstance(block, Paragraph)]
    costs = [int(found) for line in lines for found in re.findall(r"cost (\d+) point", line)]
    assert sum(costs) == lost
    for line, found in zip(lines, costs, strict=True):
        number = int(line.split()[1].rstrip(","))
        place, one = game.places[2 * number - 2], game.moves[2 * number - 2]
        assert found == cost(place, one)
        best = {tile_words(place.kind_of(m)) for m in best_moves(place)}
        assert f"{tile_words(place.kind_of(one))}, cost" in line
        assert line.split(": ")[1].removesuffix(" was better.") in best


def test_what_a_home_of_before_has_kept_is_read_sensibly() -> None:
    """Halfway goes on halfway; at what are lessons now the game is next; finished stays so."""
    assert [steps_done(kept) for kept in range(11)] == [0, 1, 2, 3, 4, 5, 5, 5, 5, COUNT, COUNT]
    assert first_game_note(3) == f"Step 4 of {COUNT}"
    assert first_game_note(7) == f"Step {COUNT} of {COUNT}"
    assert "Done" in first_game_note(FINISHED)


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_steps_say_what_was_approved(code: str) -> None:
    """Every step and lesson, before and after it is done."""
    language.use(code)
    try:
        blocks: list[Block] = []
        for step in ALL:
            game = begun(step)
            blocks += Title(language._(step.title)), Paragraph(said(game))
            play_out(game)
            blocks.append(Paragraph(said(game)))
        check_page(f"first-game-{code}", [*blocks, *whole_game(3)])
    finally:
        language.use("en")
