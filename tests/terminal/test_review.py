"""The review of a finished game in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.game.session import Seat, Session
from battle.profile.settings import Settings
from battle.rules.position import move, position
from battle.storage import Places
from battle.terminal.app import Terminal
from tests.support.script import Script
from tests.support.twin_engine import TwinEngine

START = "5m5p/5p5m/9s9p/9s9p/1m2m/1m2m"
FRIENDS = ("1", "Ada", "Ben", "1", START, "0")
MOVES = ("a1b2", "a2b1", "e1f1", "c1d1", "c2d2", "e2f2")
"""With perfect play player 1 wins by 1; the third move gives two points away."""


class Typed(Script):
    """A terminal with a solver that knows all, and what it has printed."""

    def __init__(self, home: Path, engine: TwinEngine) -> None:
        super().__init__()
        self.places = Places.below(home)
        self.engine = engine
        self.terminal = Terminal(
            self.places, Settings(), engine, read=self.read, write=self.output.append
        )

    def type(self, *lines: str) -> str:
        """Type lines from the start of the program to its end; return what was printed."""
        self.lines = iter(lines)
        self.terminal.run()
        self.terminal.close()
        return self.printed


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    """Return a terminal in an empty home."""
    return Typed(tmp_path, TwinEngine())


def test_a_finished_game_is_reviewed(typed: Typed) -> None:
    """Sums, the costly moves and the way through them; what was found comes into the record."""
    output = typed.type(*FRIENDS, *MOVES, "review", "3", "previous", "next", "sum", "99", "x", "")
    assert "The game is being reviewed" in output
    assert "Everything is proven, from the first move on." in output
    assert "3. Ada takes 1m on e1 and f1, 1 point; cost: 2 points" in output
    assert "Turning point\n3. Ada takes" in output
    assert "Better:\n9s on c1 and d1, 9 points" in output
    assert "2. Ben takes 5p on a2 and b1, 5 points; cost: 0 points" in output
    assert "The game has moves 1 to 6." in output
    assert "Type the number of a move, or one of: next, previous, sum, play, back, quit." in output
    terminal = Typed(typed.places.data.parent, typed.engine).terminal
    (game,) = terminal.records.games()
    terminal.close()
    assert game.exact_from == 1
    assert game.lost is not None
    assert sum(game.lost) > 0


def test_a_game_goes_on_from_a_move(typed: Typed) -> None:
    """It begins before the move that is shown, the same two on the same sides."""
    typed.type(*FRIENDS, *MOVES, "review", "play", "3", "play", "c1d1")
    session = typed.terminal.session
    expected = position(START).play(move("a1b2")).play(move("a2b1"))
    assert "Go to a move first" in typed.printed
    assert session.setup.seats == (Seat("Ada"), Seat("Ben"))
    assert session.setup.start == expected
    assert session.game.moves == [move("c1d1")]


def test_quit_in_the_review_leaves_the_program(typed: Typed) -> None:
    """It is no unknown word, and what is typed after it is not read any more."""
    output = typed.type(*FRIENDS, *MOVES, "review", "quit", "sum")
    assert "Type the number of a move" not in output
    assert output.count("Turning point") == 1


def test_only_a_finished_game_is_reviewed(typed: Typed) -> None:
    """It is said, and the game goes on."""
    output = typed.type(*FRIENDS, "a1b2", "review")
    assert "Only a finished game can be reviewed." in output


def test_a_game_without_a_move_has_no_review(typed: Typed) -> None:
    """Who gives up at once is told so."""
    assert "There is no move to review." in typed.type(*FRIENDS, "resign", "yes", "review")


def test_without_a_solver_the_game_stays(tmp_path: Path) -> None:
    """The reason is said, and everything else can still be typed."""
    typed = Typed(tmp_path, TwinEngine(silent=True))
    ask = typed.engine.ask

    def fail(query: object) -> int:
        number = ask(query)  # type: ignore[arg-type]
        typed.engine.fail("no luck")
        return number

    typed.engine.ask = fail  # type: ignore[method-assign]
    output = typed.type(*FRIENDS, *MOVES, "review", "score")
    assert "The solver does not answer: no luck." in output
    assert isinstance(typed.terminal.session, Session)
