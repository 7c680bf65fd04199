"""Reviews, hints and the trainer in the terminal."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from battle.analysis.costs import ProblemTheme, themes_of
from battle.engine.client import EngineState, Event
from battle.engine.jobs import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.profile.settings import Settings
from battle.rules.position import RulesError, deal, played_down
from battle.rules.record import Record
from battle.storage import Places
from battle.terminal.app import Terminal
from battle.terminal.dialogue import Dialogue, Lines
from battle.terminal.own_table import Coach
from battle.terminal.room import Room, wait_for_solver
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


def table(
    engine: TwinEngine, *typed: str, first: Seat | None = None
) -> tuple[Session, Coach, list[str]]:
    """Return a game of two, its hints and teacher, and where what they say is kept."""
    session = Session(Setup((first or Seat("Ada"), Seat("Ben")), PLACE))
    said: list[str] = []
    dialogue = Dialogue(Lines(Script(*typed).read), said.append)
    chosen, clock = Settings(teacher="points"), count()
    services = Mock(scheduler=Scheduler(engine), settings=chosen, now=lambda: next(clock) / 60)
    room = Room(Mock(services=services, dialogue=dialogue))
    return session, Coach(room, session), said


def test_the_teacher_warns_of_a_costly_pair() -> None:
    """Against the program, once it is switched on; the person heeds it or not."""
    values = move_values(PLACE)
    worst, best = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    program = Seat(solver=True, level="novice")
    session, coach, said = table(TwinEngine(), "no", "yes", first=program)
    assert coach.lets_take(best)
    assert not said
    assert not coach.lets_take(worst)
    assert "teacher" in session.help_used
    assert coach.lets_take(worst)
    assert any("costs" in words for words in said)


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
