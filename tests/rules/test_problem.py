"""Problem lines: what is printed is read, and everything else is refused by name."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import FormatError, Position, RulesError, move, position
from battle.rules.problem import Problem, problem, problems
from tests.support.strategies import check_words, mutilated, positions

SMALL = "5m5p/5p5m/9s/9s"
LINE = f"{position(SMALL)}; c1d1:9; a1b2:1; a2b1:1 % take the loose pair first"


@st.composite
def any_problems(draw: st.DrawFn) -> Problem:
    """Draw a problem with any values and any comment."""
    start = draw(positions().filter(lambda start: not start.is_over))
    random, left = Random(draw(st.integers(0, 2**32))), start.points_left
    values = {one: random.randint(-left, left) for one in start.legal_moves}
    return Problem(start, values, draw(st.text(max_size=30)))


@given(any_problems())
def test_parser_and_printer_are_inverse(found: Problem) -> None:
    """What is printed is one line, and is read as what was printed."""
    assert len(str(found).splitlines()) == 1
    assert problem(str(found)) == found
    assert str(problem(str(found))) == str(found)


def test_the_parts_of_a_problem() -> None:
    """Position, values, best moves, costs and comment are what the line says."""
    found = problem(LINE)
    assert found.position == position(SMALL)
    assert found.values == {move("c1d1"): 9, move("a1b2"): 1, move("a2b1"): 1}
    assert (found.value, found.best_moves) == (9, (move("c1d1"),))
    assert [found.cost(one) for one in found.values] == [0, 8, 8]
    assert found.comment == "take the loose pair first"
    assert str(found) == LINE


def test_what_the_highest_pair_costs() -> None:
    """The trap is what the highest pair costs; of several pairs as high, the best one counts."""
    start = position("9s9m/9m9s/1p/1p")
    values = dict.fromkeys(start.legal_moves, 0)
    assert Problem(start, values).trap == 0
    assert Problem(start, values | {move("c1d1"): 5}).trap == 5
    assert Problem(start, values | {move("c1d1"): 5, move("a1b2"): 3}).trap == 2


def test_reading_is_tolerant_where_moves_and_numbers_are() -> None:
    """Upper case, either order of cells, plus signs, spaces and a last semicolon are read."""
    text = f"  {SMALL};C1-D1 : +9;b2a1:1; a2 b1:1;% take the loose  pair first "
    assert str(problem(text)) == LINE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "bad grid|bad problem|bad position"),
        ("5m5x; a1a2:5", "bad tile '5x'"),
        (f"{SMALL}", "bad problem: a1b2 has no value"),
        (f"{SMALL}; c1d1:9; a1b2:1", "bad problem: a2b1 has no value"),
        (f"{SMALL}; c1d1:9; a1b2:1; a2b1:1; c1d1:9", "c1d1 is there twice"),
        (f"{SMALL}; c1d1:9; a1b2:1; a1b1:1", "a1b1.*not a pair"),
        (f"{SMALL}; a1b2:1; c1d1:9; a2b1:1", "c1d1 is worth more than a1b2 before it"),
        (f"{SMALL}; c1d1:20; a1b2:1; a2b1:1", "c1d1 cannot be worth 20, there are 19 points left"),
        (f"{SMALL}; c1d1; a1b2:1; a2b1:1", "'c1d1' is no move with its value"),
        (f"{SMALL}; c1d1:9.5; a1b2:1; a2b1:1", "'c1d1:9.5' is no move with its value"),
        (f"{SMALL}; c1:9; a1b2:1; a2b1:1", "bad move 'c1'"),
        (f"{SMALL};; c1d1:9; a1b2:1; a2b1:1", "'' is no move"),
        ("1s2s1s2s;", "the game is over"),
    ],
)
def test_what_is_no_problem_is_refused_by_name(text: str, words: str) -> None:
    """The bad part is named, and what was expected."""
    with pytest.raises(FormatError, match=words) as caught:
        problem(text)
    check_words(caught.value)


@given(mutilated([LINE]))
def test_mutilated_problems_are_read_or_refused(text: str) -> None:
    """No text makes the parser fail in another way, and what it reads it prints."""
    try:
        found = problem(text)
    except RulesError as error:
        check_words(error)
        return
    assert problem(str(found)) == found


def test_a_file_of_problems() -> None:
    """Lines of nothing and of nothing but a comment are passed over; a bad line is numbered."""
    text = f"\ufeff% our own\n\n{LINE}\r\n  \n{LINE}\n"
    assert list(problems(text)) == [problem(LINE)] * 2
    with pytest.raises(FormatError, match=r"^line 3: bad problem: a1b2 has no value"):
        list(problems(f"%\n{LINE}\n{SMALL}\n"))


def test_only_legal_positions_make_problems() -> None:
    """Values for other moves than the legal ones are refused, also from programs."""
    start: Position = position(SMALL)
    with pytest.raises(FormatError, match="has no value"):
        Problem(start, {})
