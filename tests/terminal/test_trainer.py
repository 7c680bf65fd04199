"""Reviews, hints and the trainer in the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from battle.analysis.costs import ProblemTheme, themes_of
from battle.coach.hints import STEPS
from battle.engine.client import EngineState
from battle.engine.jobs import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.profile.settings import Settings, load
from battle.rules.position import Position, RulesError, deal, move, played_down, position
from battle.rules.problem import Problem
from battle.services import Services
from battle.storage import Places
from battle.terminal.app import (
    Dialogue,
    LeaveError,
    Terminal,
    TerminalFirstGame,
    TerminalHints,
    TerminalTrainer,
    wait_for_solver,
)
from battle.training.deck import Deck, Rating, Source, shipped_problems
from tests.support.engines import FakeEngine, TwinEngine
from tests.support.texts import Script, check_text
from tools.reference import move_values

# -- trainer --------------------------------------------------------------------------------------

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
GREEDY = min(
    (one for one in shipped_problems() if len(one.best_moves) == 1 and one.trap > 3),
    key=lambda one: one.position.tiles_left,
)
"""A problem with one best pair, where the pair worth most is a trap."""

EAGER = next(one for one in shipped_problems() if ProblemTheme.ZUGZWANG not in themes_of(one))
"""A problem in which it is good to move."""


class Sitting(Script):
    """A trainer with one problem; what is typed, and what is printed."""

    def __init__(self, home: Path, problem: Problem = GREEDY) -> None:
        super().__init__()
        places = Places.below(home)
        self.services = Services(places, chosen=Settings(), engine=TwinEngine(), moment=lambda: NOW)
        self.deck = self.services.deck = Deck(self.services.database, lambda: NOW, zone=UTC)
        self.deck.add([problem], Source.OWN)
        self.trainer = TerminalTrainer(self.services, Dialogue(self.read, self.output.append))

    def type(self, *lines: str) -> str:
        """Type lines; return what was printed."""
        self.lines = iter(lines)
        self.trainer.run()
        return self.printed


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    """Return a trainer in an empty home."""
    return Sitting(tmp_path)


def extremes(sitting: Sitting) -> tuple[str, str]:
    """Return the best pair and the worst, as they are typed."""
    exercise = sitting.deck.next()
    values = exercise.problem.values
    best, worst = max(values, key=lambda move: values[move]), min(values, key=lambda m: values[m])
    return str(best), str(worst)


def test_a_right_answer_is_kept(sitting: Sitting) -> None:
    """It is rated at once, also where quit leaves the program."""
    with pytest.raises(LeaveError):
        sitting.type(extremes(sitting)[0], "quit")
    assert "Right! Only" in sitting.printed
    (answer,) = sitting.deck.answers()
    assert (answer.lost, answer.counted) == (0, True)


def test_a_wrong_answer_is_missed_and_taken_back(sitting: Sitting) -> None:
    """It is said what it costs, and another pair may be tried, which counts no more."""
    right, wrong = extremes(sitting)
    output = sitting.type(wrong, right, "back")
    assert "costs" in output
    (answer,) = sitting.deck.answers()
    assert answer.rating is Rating.MISSED


def test_a_line_that_means_nothing_is_answered_with_what_can_be_typed(
    sitting: Sitting,
) -> None:
    """The trainer and the first game name their own words; neither speaks of help."""
    said = sitting.type("help", "back").splitlines()
    ways = next(line for line in said if line.startswith("Type a pair as in a game, or: "))
    assert said.count(ways) == 2
    game = TerminalFirstGame(sitting.services, sitting.trainer.dialogue)
    sitting.lines = iter(["help", "back"])
    sitting.output.clear()
    game.run()
    said = sitting.printed.splitlines()
    assert [line for line in said if "help" in line] == []
    assert len([line for line in said if line.startswith("Type a pair as in a game, or: ")]) == 2


def test_hints_lead_to_the_solution(sitting: Sitting) -> None:
    """Each tells more; the solution makes the exercise missed, and another one comes later."""
    output = sitting.type("hint", "hint", "hint", "hint", "why", "show", "next")
    check_text("terminal-trainer", output)
    (answer,) = sitting.deck.answers()
    assert (answer.shown, answer.hints) == (True, 3)


def test_nothing_is_rated_before_it_is_answered(sitting: Sitting) -> None:
    """Words that are no pair, next and again are answered in a line; leaving keeps nothing.

    Where the input ends later, what was answered is kept.
    """
    output = sitting.type("nonsense", "a1l9", "next", "again", "list", "table", "back")
    check_text("terminal-trainer-unanswered", output)
    assert sitting.deck.answers() == []
    sitting.trainer = TerminalTrainer(sitting.services, sitting.trainer.dialogue)
    with pytest.raises(LeaveError):
        sitting.type(extremes(sitting)[1])
    assert len(sitting.deck.answers()) == 1


def test_what_exercises_are_about_is_chosen(tmp_path: Path) -> None:
    """What is not about it waits; where nothing is left, everything can be asked again."""
    sitting = Sitting(tmp_path, EAGER)
    printed = sitting.type("theme", "4", "no")
    assert sitting.services.settings.trainer_theme == "zugzwang"
    assert "1 All themes" in printed
    assert "exercises for now" in printed
    again = TerminalTrainer(sitting.services, sitting.trainer.dialogue)
    sitting.lines = iter(["yes", "theme", "1", "back"])
    again.run()
    assert sitting.services.settings.trainer_theme == ""


def test_an_exercise_that_was_begun_stays_in_hand(tmp_path: Path) -> None:
    """Another theme comes with the next one."""
    printed = Sitting(tmp_path, EAGER).type("hint", "theme", "4", "back")
    assert "The next exercise is chosen" in printed


# -- review ---------------------------------------------------------------------------------------

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
    lines = ("review", "2", "1…", "next", "sum", "99", "x", "")
    check_text("terminal-review", typed.type(*FRIENDS, *MOVES, *lines))
    terminal = Typed(typed.places.data.parent, typed.engine).terminal
    (game,) = terminal.records.games()
    terminal.close()
    assert game.exact_from == 1
    assert sum(game.lost) > 0


def test_a_game_goes_on_from_a_move(typed: Typed) -> None:
    """It begins before the move that is shown, the same two on the same sides."""
    typed.type(*FRIENDS, *MOVES, "review", "play", "2", "play", "c1d1")
    session = typed.terminal.session
    expected = position(START).play(move("a1b2")).play(move("a2b1"))
    assert "Go to a move first" in typed.printed
    assert session.setup.seats == (Seat("Ada"), Seat("Ben"))
    assert session.setup.start == expected
    assert session.game.moves == [move("c1d1")]


@pytest.mark.parametrize(
    ("lines", "printed", "kept_from"),
    [
        ((*MOVES, "review", "quit", "sum"), "Turning point", "Type the number of a move"),
        (("a1b2", "review"), "Only finished games can be reviewed.", "Review>"),
        (("resign", "yes", "review"), "There is no move to review.", "Review>"),
    ],
)
def test_where_a_review_ends(
    typed: Typed, lines: tuple[str, ...], printed: str, kept_from: str
) -> None:
    """Quit leaves the program; only finished games with moves are reviewed."""
    output = typed.type(*FRIENDS, *lines)
    assert output.count(printed) == 1
    assert kept_from not in output


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
    assert "The solver is not responding: no luck." in output
    assert isinstance(typed.terminal.session, Session)


# -- hints ----------------------------------------------------------------------------------------

PLACE = played_down(Random(5), deal(5), 14)


def table(engine: TwinEngine, start: Position = PLACE) -> tuple[Session, TerminalHints, list[str]]:
    """Return a game of two people, its hints, and where what they say is kept."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), start))
    said: list[str] = []
    dialogue = Dialogue(lambda prompt: "", said.append)
    return session, TerminalHints(Scheduler(engine), session, dialogue), said


def test_the_steps_are_told_one_by_one() -> None:
    """Each call tells one step of a best pair, counts one hint and says the price of the next.

    After the last step nothing is counted; at the next position the first one is again.
    """
    session, hints, said = table(TwinEngine())
    values = move_values(PLACE)
    best = [move for move, value in values.items() if value == max(values.values())]
    for number in range(1, len(STEPS) + 1):
        said.clear()
        hints.show_next()
        assert sum(session.hints) == number
        assert ("Proven: no pair is better." in said) == (number == 1)
        assert ("1 hint" in said[-1]) == (number < len(STEPS))
        if number == 1:
            assert any(f"worth {PLACE.worth(move)} point" in said[0] for move in best)
        if number == 3:
            assert any(f"{move.first} and {move.second}" in said[0] for move in best)
        if number == 4:
            assert said[1].startswith(f"{session.name(PLACE.to_move)} takes")
    assert min(values.values()) < max(values.values())
    assert " costs " in said[0]
    with pytest.raises(RulesError, match="There are no more hints"):
        hints.show_next()
    assert sum(session.hints) == len(STEPS)
    session.play(PLACE.legal_moves[0])
    hints.show_next()
    assert sum(session.hints) == len(STEPS) + 1


def test_only_the_first_step_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found for the first step is enough for the columns and the pair.

    Meanwhile the engine has nothing to do, so that it can play.
    """
    engine = TwinEngine(reports=20, blind=True)
    session, hints, said = table(engine)
    hints.show_next()
    assert sum(session.hints) == 1
    assert not engine.busy
    polled: list[float] = []
    monkeypatch.setattr(engine, "poll", lambda seconds: polled.append(seconds) or [])
    hints.show_next()
    hints.show_next()
    assert any("and" in words for words in said)
    assert set(polled) == {0.0}, "nothing is to be waited for"


def test_a_solver_that_fails_is_told_of() -> None:
    """Where the solver is given up nothing is counted, and the reason is an error."""
    engine = TwinEngine(silent=True)
    engine.fail("it broke")
    session, hints, said = table(engine)
    with pytest.raises(RulesError, match="it broke"):
        hints.show_next()
    assert (session.hints, said) == ((0, 0), [])


@pytest.mark.parametrize(("message", "is_told"), [("loading", False), ("compiling", True)])
def test_only_compiling_is_told_as_the_first_use(message: str, is_told: bool) -> None:
    """Kernels that are loaded were compiled before: no one has to wait a minute for them."""
    engine, said, looks = FakeEngine(), [], []  # type: ignore[var-annotated]
    engine.state, engine.message = EngineState.COMPILING, f"{message} kernels, 3 s"
    wait_for_solver(
        Scheduler(engine), said.append, lambda: len(looks) > 3, lambda: looks.append(engine)
    )
    assert any("first use" in words for words in said) is is_told
    assert len(said) <= 1


# -- the first game -------------------------------------------------------------------------------


def test_the_first_game_is_played_by_typing(typed: Typed) -> None:
    """A wrong pair is answered with its cost and comes back; what is done is kept."""
    lines = ("learn", "e4g6", "next", "e4e7", "next", "f4g4", "hint", "d4i4", "f4g4", "back")
    check_text("terminal-first-game", typed.type(*FRIENDS, *lines))
    assert load(typed.places)[0].first_game == 3
