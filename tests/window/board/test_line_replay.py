"""A line that is pointed at, played in place of the position."""

from __future__ import annotations

from battle.rules.position import Move, Position, move, position
from battle.window.board.board import Board
from battle.window.board.flights import FIRST_SECONDS, NEXT_SECONDS, LinePreview, LineReplay
from battle.window.ui.motion import Motion

START = position("5m5p/5p5m/9s/9s 1 10-12")
LINE = (move("c1d1"), move("a1b2"), move("a2b1"))


class Flights:
    """Notes the pairs that fly."""

    def __init__(self) -> None:
        self.flown: list[tuple[Position, Move, bool]] = []

    def __call__(self, before: Position, move: Move, *, landing: bool) -> None:
        """Note a pair."""
        self.flown.append((before, move, landing))


def test_a_line_plays_itself_after_a_rest() -> None:
    """The first move comes after a while, the others sooner or later one by one, then no more."""
    replay = LineReplay(START, LINE)
    assert not replay.update(FIRST_SECONDS - 0.01)
    assert replay.update(0.02)
    assert replay.position == START.play(LINE[0])
    for _ in LINE[1:]:
        assert replay.update(NEXT_SECONDS)
    assert replay.is_at_end
    assert not replay.update(10.0)


def test_a_line_stepped_through_by_hand_stands_still() -> None:
    """After a step nothing moves by itself, and no step leaves the line."""
    replay = LineReplay(START, LINE)
    assert not replay.step(-1)
    assert replay.step(1)
    assert not replay.update(10.0)
    assert replay.step(-1)
    assert replay.position == START


def test_a_move_that_cannot_be_played_ends_the_line() -> None:
    """What follows a move that is impossible is left out."""
    assert LineReplay(START, (LINE[0], LINE[0], LINE[1])).moves == [LINE[0]]


def test_a_line_known_better_goes_on_from_where_it_is() -> None:
    """Later moves may change while it runs; a line that begins otherwise changes nothing."""
    replay = LineReplay(START, LINE[:1])
    replay.step(1)
    replay.go_on(LINE)
    assert replay.moves == [*LINE]
    assert replay.at == 1
    replay.go_on((LINE[1], LINE[0]))
    assert replay.moves == [*LINE]


def test_the_board_is_the_lines_once_it_has_begun() -> None:
    """Pointing at a line covers the board after its first move; dropping it puts the board back."""
    flights, present = Flights(), Board(START)
    preview = LinePreview(Motion(), flights)
    preview.update((START, LINE), 0.0)
    assert preview.board(present) is present
    preview.update((START, LINE), FIRST_SECONDS)
    assert preview.board(present).position == START.play(LINE[0])
    assert flights.flown == [(START, LINE[0], False)]
    preview.step(-1)
    assert preview.board(present) is present
    assert flights.flown[-1] == (START, LINE[0], True)
    preview.step(1)
    preview.update(None, 0.0)
    assert preview.replay is None
    assert preview.board(present) is present
