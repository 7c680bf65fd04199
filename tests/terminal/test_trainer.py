"""Reviews, hints and the trainer in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from battle.analysis.costs import ProblemTheme, themes_of
from battle.engine.client import Engine, EngineState, Event
from battle.engine.jobs import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.game.setup import TimeControl
from battle.profile.settings import Settings
from battle.rules.position import deal, played_down
from battle.rules.record import Record
from battle.storage import Places
from battle.terminal.app import Terminal
from battle.terminal.dialogue import Lines
from battle.terminal.room import wait_for_solver
from battle.training.deck import Source, shipped_problems
from tests.support.conversations import Shown, check_conversation, conversations
from tests.support.engines import FakeEngine, TwinEngine
from tests.support.pilot import bad_game
from tests.support.texts import Script
from tests.support.trainees import FullDeck
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


PROBLEMS = {"trap": GREEDY, "eager": EAGER}


@pytest.mark.parametrize("file", conversations("trainer"), ids=lambda file: file.stem)
def test_conversations(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one problem in the deck, or in the first game, all that is printed was approved."""
    monkeypatch.setenv("LANGUAGE", "en")

    def run(shown: Shown, how: str) -> None:
        places, moment = Places.below(tmp_path), lambda: NOW
        lines, write = Lines(shown.read), shown.output.append
        with closing(
            Terminal(places, engine=TwinEngine(), lines=lines, write=write, moment=moment)
        ) as services:
            deck = services.deck = FullDeck(services.database, moment, zone=UTC)
            deck.add([PROBLEMS[how]] if how in PROBLEMS else [], Source.OWN)
            name = "first_game" if how == "first game" else "trainer"
            services.stay(lambda: services.go(name))
            for one in deck.answers():
                costs = "shown" if one.shown else f"{one.rating.name.lower()} (-{one.lost})"
                shown.output.append(f"(Kept: {costs}, hints: {one.hints}.)")
            kept = services.settings.trainer_theme, services.settings.first_game
            shown.output.append(f"(Settings: {kept}.)")

    check_conversation(file, run, {})


# -- hints ----------------------------------------------------------------------------------------

PLACE = played_down(Random(5), deal(5), 14)


def play(home: Path, engine: Engine, session: Session, typed: Iterable[str]) -> str:
    """Play at the terminal's table with the teacher on; return what is printed."""
    script = Script()
    script.lines = iter(typed)
    places, chosen, write = Places.below(home), Settings(teacher="points"), script.output.append
    with closing(
        Terminal(places, chosen, engine, lines=Lines(script.read), write=write)
    ) as terminal:
        terminal.stay(lambda: terminal.go("table", session))
    return script.printed


def game_of(level: str = "") -> Session:
    """Return a game from `PLACE`, against the program if it has a level."""
    seat = Seat(solver=True, level=level) if level else Seat("Ada")
    return Session(Setup((seat, Seat("Ben")), PLACE))


def test_the_teacher_warns_of_a_costly_pair(tmp_path: Path) -> None:
    """Against the program, once it is switched on; the person heeds it or not."""
    values = move_values(PLACE)
    worst, best = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    session = game_of("novice")
    assert "Play it anyway?" not in play(tmp_path, TwinEngine(), session, [str(best)])
    assert session.game.moves[0] == best
    session = game_of("novice")
    said = play(tmp_path, TwinEngine(), session, [str(worst), "no", str(worst), "yes"])
    assert "teacher" in session.help_used
    assert session.game.moves[0] == worst
    assert said.count("Play it anyway?") == said.count("This costs ") == 2


def test_only_the_first_step_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found for the first step is enough for the columns and the pair.

    Meanwhile the engine has nothing to do, so that it can play.
    """
    engine, session, polled = TwinEngine(reports=20, blind=True), game_of(), list[float]()

    def typed() -> Iterator[str]:
        yield "hint"
        assert sum(session.hints) == 1
        assert not engine.busy
        monkeypatch.setattr(engine, "poll", lambda seconds: polled.append(seconds) or [])
        yield "hint"
        yield "hint"

    assert " and " in play(tmp_path, engine, session, typed())
    assert sum(session.hints) == 3
    assert not polled, "nothing is to be waited for"


def test_a_solver_that_fails_is_told_of(tmp_path: Path) -> None:
    """Where the solver is given up nothing is counted, and the reason is printed."""
    engine = TwinEngine(silent=True)
    engine.fail("it broke")
    session = game_of()
    assert "it broke" in play(tmp_path, engine, session, ["hint"])
    assert session.hints == (0, 0)


def test_time_that_ran_out_while_a_line_was_typed_ends_the_game(tmp_path: Path) -> None:
    """What was typed is not done then."""
    seconds = [0.0]
    setup = Setup((Seat("Ada"), Seat("Ben")), PLACE, control=TimeControl(1))
    session = Session(setup, now=lambda: seconds[0])

    def typed() -> Iterator[str]:
        seconds[0] = 2.0
        yield "draw"

    printed = play(tmp_path, TwinEngine(), session, typed())
    assert "ran out of time" in printed
    assert "offers a draw" not in printed


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


class NewEngine(TwinEngine):
    """Is compiled until `said` tells of it."""

    def __init__(self, said: list[str]) -> None:
        super().__init__()
        self._said, self._waited = said, 0
        self.state, self.message = EngineState.COMPILING, "compiling kernels, 3 s"

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return nothing while nobody is told what is waited for."""
        if any("first use" in words for words in self._said):
            self.state = EngineState.READY
            return super().poll(seconds)
        self._waited += 1
        assert self._waited < 99, "nobody is told"
        return []


@pytest.mark.parametrize("begun", ["trainer", "review", "pie rule"])
def test_whoever_waits_for_a_new_solver_is_told(tmp_path: Path, begun: str) -> None:
    """The first use takes a minute in the trainer, the review and the pie rule too."""
    said: list[str] = []
    typed = {
        "trainer": ["show"],
        "review": ["review"],
        "pie rule": ["mo", "pie rule on", str(PLACE), "play", "points 0", "seat 1"],
    }
    lines = Lines(Script(*typed[begun]).read)
    places = Places.below(tmp_path)
    with closing(
        Terminal(places, engine=NewEngine(said), lines=lines, write=said.append)
    ) as terminal:
        if begun == "review":
            session = Session.from_record(Record({}, bad_game()))
            terminal.stay(lambda: terminal.go("finished", session))
        else:
            terminal.stay(lambda: terminal.go("new_game" if begun == "pie rule" else begun))
    assert any("first use" in words for words in said)


# -- review ---------------------------------------------------------------------------------------
