"""The words of the engine protocol: what is printed is read as it was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.protocol import (
    OPTIONS,
    BestMove,
    Go,
    Goal,
    Info,
    InfoString,
    Limit,
    best_move_of,
    go_of,
    info_of,
    info_string_of,
    option_command,
    option_of,
    position_command,
    positions_of,
)
from battle.rules.position import FormatError, Move, RulesError, deal, move
from battle.rules.tree import Game
from tests.support.endgames import check_words, deal_numbers, games, mutilated

WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1)
WORDS = st.lists(WORD, min_size=1).map(" ".join)
COUNTS = st.integers(0, 10**14)
POINTS = st.integers(-270, 270)
MILLISECONDS = st.integers(0, 10**9)
LIMITS = st.builds(
    Limit,
    time=st.none() | st.integers(1, 10**9).map(lambda number: number / 1000),
    nodes=st.none() | COUNTS,
    depth=st.none() | st.integers(1, 100),
    exact=st.booleans(),
    infinite=st.booleans(),
    goal=st.sampled_from(Goal),
)


@st.composite
def some_moves(draw: st.DrawFn) -> tuple[Move, ...]:
    """Draw the moves of a game."""
    return tuple(draw(games()).moves)


INFOS = st.builds(
    Info,
    id=COUNTS,
    depth=COUNTS,
    rank=st.integers(1, 1000),
    value=POINTS,
    lower=POINTS,
    upper=POINTS,
    nodes=COUNTS,
    nodes_per_second=COUNTS,
    hashfull=st.integers(0, 1000),
    time=MILLISECONDS.map(lambda number: number / 1000),
    pv=some_moves(),
    floor=POINTS,
    ceiling=POINTS,
)
BEST_MOVES = st.builds(
    BestMove,
    id=COUNTS,
    move=st.none() | st.sampled_from(deal(1).legal_moves),
    value=POINTS,
    exact=st.booleans(),
)


def after(line: str, command: str) -> list[str]:
    """Return the words of a line after its first, which is the command's."""
    first, *words = line.split()
    assert first == command
    return words


@given(LIMITS, st.none() | WORD)
def test_go_is_read_as_it_is_printed(limit: Limit, level: str | None) -> None:
    """Limits, goal and level come back from the words of `go`."""
    assert go_of(after(str(Go(limit, level)), "go")) == Go(limit, level)


@given(games(), st.integers(0, 60), st.integers(0, 60))
def test_points_given_are_read_as_they_are_printed(game: Game, first: int, second: int) -> None:
    """Points that were given at the start, for which no tiles were taken, come back as well."""
    start = game.start.with_given((first, second))
    words = after(position_command(start, game.moves), "position")
    assert positions_of(words) == (start, game.position.with_given((first, second)))


@given(deal_numbers)
def test_deal_is_read_as_it_is_printed(number: int) -> None:
    """The number of a deal stands for its grid."""
    assert positions_of(after(position_command(number), "position")) == (deal(number),) * 2


@pytest.mark.parametrize("name", OPTIONS)
def test_options_are_read_as_they_are_printed(name: str) -> None:
    """The least and the largest number allowed come back from the words of `setoption`."""
    for number in OPTIONS[name]:
        assert option_of(after(option_command(name, number), "setoption")) == (name, number)
    assert option_of(after(option_command("LEVEL", "club"), "setoption")) == ("Level", "club")


@given(INFOS)
def test_info_is_read_as_it_is_printed(info: Info) -> None:
    """All numbers and the play come back from an `info` line."""
    assert info_of(after(str(info), "info"), info.id) == info
    assert info_string_of(after(str(info), "info")) is None


@given(BEST_MOVES)
def test_best_move_is_read_as_it_is_printed(best: BestMove) -> None:
    """The move, its value and whether that is proven come back from a `bestmove` line."""
    assert best_move_of(after(str(best), "bestmove"), best.id) == best


@given(WORDS.filter(lambda text: not text.startswith("error")), st.booleans())
def test_info_string_is_read_as_it_is_printed(text: str, is_error: bool) -> None:
    """What the engine says to people comes back, and whether it complains."""
    said = InfoString(text, is_error)
    assert info_string_of(after(str(said), "info")) == said
    assert info_of(after(str(said), "info")) is None


def test_words_of_go() -> None:
    """The words after `go` become a limit, in any order; what is not named is left open."""
    assert go_of([]) == Go()
    assert go_of(["movetime", "1500", "nodes", "10", "depth", "3"]).limit == Limit(1.5, 10, 3)
    assert go_of(["exact", "infinite", "goal", "outcome"]).limit == Limit(
        exact=True, infinite=True, goal=Goal.OUTCOME
    )


@pytest.mark.parametrize("words", ["given", "given 8", "given 0-8 1", "given 0-271"])
def test_words_of_position_that_are_wrong(words: str) -> None:
    """What was given is two numbers of points and nothing else."""
    with pytest.raises(FormatError, match="bad points"):
        positions_of(["deal", "7", *words.split()])


def test_info_may_be_short() -> None:
    """An `info` line needs a value and nothing else; one without says nothing."""
    assert info_of(["value", "7"]) == Info(0, 0, 1, 7, -270, 270, 0, 0, 0, 0.0, ())
    assert info_of(["depth", "7"]) is None
    assert info_of(["value", "7", "pv", "x9"]) is None


@pytest.mark.parametrize("digits", [16, 400, 5000])
def test_a_number_of_too_many_digits_says_nothing(digits: int) -> None:
    """A line with a number that no engine can mean is not understood."""
    number = digits * "9"
    for name in ("depth", "value", "time", "nodes", "floor"):
        assert info_of(["value", "7", name, number]) is None
    assert best_move_of(["c1d1", "value", number, "exact"]) is None
    assert best_move_of(["c1d1", "value", f"-{number[:15]}", "exact"]) is not None


@given(mutilated(["movetime 100 nodes 5 exact level strong goal outcome", "depth 3 infinite"]))
def test_mutilated_go(text: str) -> None:
    """A damaged go is either understood or refused in one line."""
    try:
        go_of(text.split())
    except RulesError as error:
        check_words(error)


@given(mutilated([str(Info(0, 3, 1, 7, 5, 9, 12, 34, 1, 0.002, (move("a1c9"),)))]))
def test_mutilated_answers(text: str) -> None:
    """A damaged answer is either understood or not, and nothing breaks."""
    words = text.split()
    info_of(words)
    info_string_of(words)
    best_move_of(words)
