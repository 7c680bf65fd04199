"""The first game: every claim of its steps, by brute force that knows nothing but the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from battle import language
from battle.page.blocks import Block, Paragraph
from battle.rules.position import Move, Position, deal
from battle.training.first_game import (
    COUNT,
    STEPS,
    FirstGame,
    Step,
    first_game_note,
    first_game_pages,
    step_page,
    value_of,
    worth,
)
from battle.training.sitting import Stage
from battle.words import tile_words
from tests.support.texts import check_page

FREE, PAIR, POINTS, UNCOVER, TRAP, LAST, PAR = STEPS
Tiles = tuple[tuple[str, ...], ...]

# -- brute force ----------------------------------------------------------------------------------


def tiles_of(position: Position) -> Tiles:
    """Return the columns from left to right, each tile as text, an empty cell as none."""
    return tuple(
        tuple("" if kind is None else str(kind) for kind in column) for column in position.columns
    )


def ends(column: tuple[str, ...]) -> set[int]:
    """Return the rows of a column's free tiles: nothing above, or nothing below."""
    rows = [row for row, tile in enumerate(column) if tile]
    return {rows[0], rows[-1]} if rows else set()


def pairs(tiles: Tiles) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the pairs that can be taken, as columns and rows."""
    free = [(column, row) for column, rows in enumerate(tiles) for row in sorted(ends(rows))]
    for one, other in combinations(free, 2):
        if tiles[one[0]][one[1]] == tiles[other[0]][other[1]]:
            yield one, other


def without(tiles: Tiles, *cells: tuple[int, int]) -> Tiles:
    """Return tiles without those on some cells."""
    return tuple(
        tuple("" if (column, row) in cells else tile for row, tile in enumerate(rows))
        for column, rows in enumerate(tiles)
    )


def rank(tiles: Tiles, cell: tuple[int, int]) -> int:
    """Return the points that a pair with the tile on a cell scores."""
    return int(tiles[cell[0]][cell[1]][0])


@cache
def margin(tiles: Tiles) -> int:
    """Return the margin of the player to move with best play: every way to play is tried."""
    found = (rank(tiles, one) - margin(without(tiles, one, other)) for one, other in pairs(tiles))
    return max(found, default=0)


def value(tiles: Tiles, move: Move) -> int:
    """Return the margin of the player to move with a pair, by brute force."""
    one, other = ((cell.column, cell.row) for cell in move)
    return rank(tiles, one) - margin(without(tiles, one, other))


def without_kinds(step: Step, *names: str) -> Tiles:
    """Return the tiles of a step without those of some kinds."""
    tiles = tiles_of(step.position)
    return tuple(tuple("" if tile in names else tile for tile in column) for column in tiles)


def after(step: Step, name: str) -> Tiles:
    """Return the tiles of a step after the only pair of a kind has been taken."""
    tiles = tiles_of(step.position)
    (pair,) = (pair for pair in pairs(tiles) if tiles[pair[0][0]][pair[0][1]] == name)
    return without(tiles, *pair)


def kinds(tiles: Tiles) -> list[str]:
    """Return the kinds of the pairs that can be taken."""
    return sorted(tiles[one[0]][one[1]] for one, _other in pairs(tiles))


# -- claims ---------------------------------------------------------------------------------------


def test_three_tiles_with_five_dots_lie_there_and_two_are_free() -> None:
    """They are the only pair; the third has a tile above it and one below."""
    tiles = tiles_of(FREE.position)
    rows = [
        (c, r) for c, column in enumerate(tiles) for r, tile in enumerate(column) if tile == "5p"
    ]
    free = [cell for cell in rows if cell[1] in ends(tiles[cell[0]])]
    assert (len(rows), len(free)) == (3, 2)
    ((column, row),) = set(rows) - set(free)
    assert tiles[column][row - 1]
    assert tiles[column][row + 1]
    assert [{(cell.column, cell.row) for cell in one} for one in FREE.asked] == [{*free}]
    assert len([*pairs(tiles)]) == 1


def test_of_two_pairs_one_lies_in_a_single_column() -> None:
    """It is the one asked for; two free tiles have the same number and different pictures."""
    tiles = tiles_of(PAIR.position)
    assert len([*pairs(tiles)]) == 2
    (one,) = ({a, b} for a, b in pairs(tiles) if a[0] == b[0])
    assert [{(cell.column, cell.row) for cell in asked} for asked in PAIR.asked] == [one]
    free = {tiles[c][r] for c, column in enumerate(tiles) for r in ends(column)}
    assert {"3p", "3s"} <= free


def test_the_pair_that_scores_most_is_best_where_nothing_is_uncovered() -> None:
    """Taking the highest pair in turn gives 11 : 5; all pairs of a deal have 270 points."""
    tiles = tiles_of(POINTS.position)
    assert kinds(tiles) == ["2m", "5p", "9s"]
    assert all(
        kinds(after(POINTS, name)) == sorted({"2m", "5p", "9s"} - {name})
        for name in ("2m", "5p", "9s")
    )
    assert margin(tiles) == 9 - 5 + 2
    ranks = [int(tile[0]) for column in tiles_of(deal(1)) for tile in column]
    assert (sum(ranks) // 2, len(ranks) // 2) == (270, 54)
    assert 2 * 136 > 270 > 2 * 135 - 1


def test_after_the_3s_only_the_4s_are_left_and_free_the_9() -> None:
    """Taking the 4s first gives the 9s away."""
    assert kinds(tiles_of(UNCOVER.position)) == ["3p", "4m"]
    assert kinds(after(UNCOVER, "3p")) == ["4m"]
    assert kinds(after(UNCOVER, "4m")) == ["3p", "9s"]
    assert margin(after(UNCOVER, "4m")) == 9 - 3
    assert margin(tiles_of(UNCOVER.position)) == 3 - 4 + 9


def test_the_trap_has_the_highest_number_and_gives_the_9s_away() -> None:
    """The 6s look best, cost points, and free the 9s for the player to move next."""
    tiles = tiles_of(TRAP.position)
    assert kinds(tiles) == ["4m", "5s", "6s"]
    values = {str(TRAP.position.kind_of(m)): value(tiles, m) for m in TRAP.position.legal_moves}
    assert values["6s"] == min(values.values()) < max(values.values())
    assert "9p" not in kinds(tiles)
    assert "9p" in kinds(after(TRAP, "6s"))
    assert rank_of_best(after(TRAP, "6s")) == 9
    game = FirstGame(STEPS.index(TRAP))
    play_out(game)
    best, cost = max(values.values()), max(values.values()) - values["6s"]
    words = (
        f"is +{best}, after the sixes −{cost - best}: they were the trap, and cost {cost} points"
    )
    assert words in said(game)


def rank_of_best(tiles: Tiles) -> int:
    """Return the points of the best pair; no other pair is as good."""
    worths = {
        (one, other): rank(tiles, one) - margin(without(tiles, one, other))
        for one, other in pairs(tiles)
    }
    best = [pair for pair, found in worths.items() if found == max(worths.values())]
    assert len(best) == 1
    return rank(tiles, best[0][0])


def takers_of_the_nine(tiles: Tiles, turn: int = 0) -> set[int]:
    """Return who takes the 9s if both always take a best pair: 0 for who moves first, else 1."""
    found: set[int] = set()
    for one, other in pairs(tiles):
        left = without(tiles, one, other)
        if rank(tiles, one) - margin(left) == margin(tiles):
            found |= {turn} if rank(tiles, one) == 9 else takers_of_the_nine(left, 1 - turn)
    return found


def test_who_takes_the_9_hangs_on_the_number_of_pairs_that_free_nothing() -> None:
    """With the 2s, 3s and 4s it is the person, without one of them the other player."""
    tiles = tiles_of(LAST.position)
    assert kinds(tiles) == ["2m", "3p", "4s", "5m"]
    for name in ("2m", "3p", "4s"):
        assert kinds(after(LAST, name)) == sorted({"2m", "3p", "4s", "5m"} - {name})
        assert takers_of_the_nine(without_kinds(LAST, name)) == {1}
    assert "9s" in kinds(after(LAST, "5m"))
    assert takers_of_the_nine(tiles) == {0}
    values = {str(LAST.position.kind_of(m)): value(tiles, m) for m in LAST.position.legal_moves}
    assert [name for name in values if values[name] == max(values.values())] == ["4s"]


def test_par_is_the_margin_of_best_play_and_the_highest_pair_is_not_always_best() -> None:
    """The text names it; it is more than taking the highest pair each time brings."""
    tiles, greedy, turn = tiles_of(PAR.position), 0, 1
    assert f"+{margin(tiles)}" in said(FirstGame(6))
    while found := [*pairs(tiles)]:
        one, other = max(found, key=lambda pair: rank(tiles, pair[0]))
        greedy, turn = greedy + turn * rank(tiles, one), -turn
        tiles = without(tiles, one, other)
    assert greedy < margin(tiles_of(PAR.position))


@pytest.mark.parametrize("step", STEPS, ids=[step.title for step in STEPS])
def test_values_of_a_step_are_those_of_brute_force(step: Step) -> None:
    """At every place that best play and one wrong pair lead to."""
    places = [step.position]
    for place in places:
        tiles = tiles_of(place)
        assert worth(place) == margin(tiles)
        for one in place.legal_moves:
            assert value_of(place, one) == value(tiles, one)
        if len(places) < 30:
            places += [place.play(one) for one in place.legal_moves]


# -- the way through it ---------------------------------------------------------------------------


def said(game: FirstGame) -> str:
    """Return the words of the step in hand."""
    return " ".join(getattr(block, "words", "") for block in step_page(game, 3))


def play_out(game: FirstGame) -> None:
    """Play a step to its end with right pairs."""
    while game.stage is not Stage.OVER:
        if game.stage is Stage.ASKING:
            game.play(game.best()[0])
        else:
            game.reply()


@pytest.mark.parametrize("index", range(COUNT - 1))
def test_a_step_is_done_with_right_pairs(index: int) -> None:
    """The result in the words is the one on the table."""
    game = FirstGame(index)
    play_out(game)
    assert game.is_done
    assert game.said is not None
    if not STEPS[index].asked:
        assert "{} : {}".format(*game.position.points) in game.said[0]


@pytest.mark.parametrize("index", [1, 2, 3, 4, 5])
def test_a_wrong_pair_is_answered_with_what_it_costs_and_comes_back(index: int) -> None:
    """Every wrong pair gets a line; points in it are those of brute force."""
    step = STEPS[index]
    wrong = [
        one
        for one in step.position.legal_moves
        if one not in FirstGame(index).best() and one not in spared(step)
    ]
    assert wrong
    for one in wrong:
        game = FirstGame(index)
        game.play(one)
        assert game.stage is Stage.WRONG
        assert game.said is not None
        words, is_right = game.said
        assert not is_right
        if not step.wrong:
            tiles = tiles_of(step.position)
            reply = game.reply()
            assert reply is not None
            cost = margin(tiles) - value(tiles, one)
            assert f"{cost} point" in words
            assert f"a pair worth {game.places[-1].kind_of(reply).rank}." in words
            best = margin(tiles)
            assert f"is {best - cost:+d} instead of {best:+d}".replace("-", "−") in words
        back = game.take_back()
        assert back[-1] == (step.position, one)
        assert (game.position, game.stage, game.moves) == (step.position, Stage.ASKING, [])


def spared(step: Step) -> list[Move]:
    """Return the pairs of a step's beginning that are not best and good enough."""
    tiles, moves = tiles_of(step.position), step.position.legal_moves
    costs = {one: margin(tiles) - value(tiles, one) for one in moves}
    return [one for one in moves if step.spared and 0 < costs[one] <= 2]


@pytest.mark.parametrize("step", [TRAP, LAST], ids=["trap", "last pairs"])
def test_a_pair_that_avoids_the_trap_is_taken_though_another_is_better(step: Step) -> None:
    """By how much is said; the claims at the end hold on that way too, and it is won."""
    trap = "6s" if step is TRAP else "5m"
    others = {str(step.position.kind_of(one)) for one in spared(step)}
    assert others == ({"4m"} if step is TRAP else {"2m", "3p"})
    for one in spared(step):
        game = FirstGame(STEPS.index(step))
        game.play(one)
        assert game.stage is Stage.REPLYING
        cost = margin(tiles_of(step.position)) - value(tiles_of(step.position), one)
        better = "5 of bamboo" if step is TRAP else "4 of bamboo"
        assert f"the {better} is {cost} points better" in said(game)
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


@pytest.mark.parametrize("index", range(COUNT - 1))
def test_once_a_step_is_begun_it_says_to_play_on(index: int) -> None:
    """The task of the beginning is replaced; what was said of the pair stands above."""
    game = FirstGame(index)
    task = said(game)
    game.play(game.best()[0])
    if game.stage is Stage.REPLYING:
        assert task not in said(game)
        assert "lay on to the end" in said(game)
        assert ("Right." in said(game)) != STEPS[index].open


@pytest.mark.parametrize("index", range(COUNT))
def test_no_text_reads_like_the_short_form_of_a_tile(index: int) -> None:
    """Neither 9s for nines nor 5p: nothing has said yet what the letters are."""
    game = FirstGame(index)
    words = said(game)
    if game.step is not None:
        wrong = [one for one in game.position.legal_moves if one not in game.best()]
        for one in wrong:
            game.go_to(index)
            game.play(one)
            words += said(game)
        game.go_to(index)
        play_out(game)
        words += said(game)
    assert re.findall(r"\b[1-9][mps]\b", words) == []


def test_below_par_the_pairs_that_gave_points_away_are_listed_and_the_step_is_done() -> None:
    """No pair is refused, and what is missing at the end is the sum of what they cost."""
    game, cost = FirstGame(6), 0
    while game.stage is not Stage.OVER:
        if game.stage is Stage.ASKING:
            tiles = tiles_of(game.position)
            worst = min(game.position.legal_moves, key=lambda one: value(tiles, one))
            cost += margin(tiles) - value(tiles, worst)
            game.play(worst)
        else:
            game.reply()
    assert cost > 0
    assert game.is_done
    assert game.said is not None
    assert f"{cost} points below par" in game.said[0]
    lines = [
        block.words
        for block in step_page(game, 3)
        if isinstance(block, Paragraph) and "was better" in block.words
    ]
    assert lines
    costs = [int(found) for line in lines for found in re.findall(r"cost (\d+) point", line)]
    assert sum(costs) == cost
    for line, found in zip(lines, costs, strict=True):
        number = int(line.split()[2].rstrip(","))
        place, one = game.places[2 * number - 2], game.moves[2 * number - 2]
        tiles = tiles_of(place)
        assert found == margin(tiles) - value(tiles, one)
        best = {
            tile_words(place.kind_of(m))
            for m in place.legal_moves
            if value(tiles, m) == margin(tiles)
        }
        assert f"the {tile_words(place.kind_of(one))}, cost" in line
        assert line.split(": the ")[1].removesuffix(" was better.") in best


def test_the_note_says_how_far_it_is() -> None:
    """Nothing done, some steps, all of them."""
    assert f"{first_game_note(0)}".count("eight") == (COUNT == 8)
    assert first_game_note(3) == f"Step 4 of {COUNT}"
    assert "Done" in first_game_note(COUNT)


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_steps_say_what_was_approved(code: str) -> None:
    """Every step before and after it is done, and the pages beside it."""
    language.use(code)
    try:
        blocks: list[Block] = []
        for index in range(COUNT):
            game = FirstGame(index)
            blocks += step_page(game, 3)
            play_out(game)
            blocks += [] if game.step is None else [*step_page(game, 3)][1:]
        blocks += [block for page in first_game_pages(FirstGame(2), 2, 3)[1:] for block in page]
        check_page(f"first-game-{code}", blocks)
    finally:
        language.use("en")
