"""Hints in the terminal, with an engine that is the slow twin."""

from __future__ import annotations

from random import Random

import pytest

from battle.coach.hints import STEPS
from battle.engine.client import EngineState
from battle.engine.scheduler import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal, played_down
from battle.rules.position import Position
from battle.terminal.review import TerminalHints, wait_for_solver
from tests.support.fake_engine import FakeEngine
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values

PLACE = played_down(Random(5), deal(5), 14)


def table(engine: TwinEngine, start: Position = PLACE) -> tuple[Session, TerminalHints, list[str]]:
    """Return a game of two people, its hints, and where what they say is kept."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), start))
    said: list[str] = []
    return session, TerminalHints(Scheduler(engine), session, said.append), said


def test_the_steps_are_told_one_by_one() -> None:
    """Each call tells one step of a best pair, counts one hint and says the price of the next."""
    session, hints, said = table(TwinEngine())
    values = move_values(PLACE)
    best = [move for move, value in values.items() if value == max(values.values())]
    for number in range(1, len(STEPS) + 1):
        said.clear()
        assert hints.tell() == ""
        assert sum(session.hints) == number
        assert ("Proven: no pair is better." in said) == (number == 1)
        assert ("1 hint" in said[-1]) == (number < len(STEPS))
        if number == 1:
            assert any(f"worth {PLACE.worth(move)} point" in said[0] for move in best)
        if number == 3:
            assert any(f"{move.first} and {move.second}" in said[0] for move in best)
        if number == 4:
            assert said[1].startswith(f"{session.name(PLACE.to_move)} takes")
    cost = max(values.values()) - min(values.values())
    assert cost > 0
    assert " costs " in said[0]


def test_after_the_last_step_nothing_is_counted() -> None:
    """A sixth hint at one position costs nothing, at the next position the first one does."""
    session, hints, said = table(TwinEngine())
    for _ in range(len(STEPS) + 1):
        hints.tell()
    assert sum(session.hints) == len(STEPS)
    assert said[-1] == "There is no further hint."
    session.play(PLACE.legal_moves[0])
    if session.ending is None:
        hints.tell()
        assert sum(session.hints) == len(STEPS) + 1


def test_only_the_first_step_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found for the first step is enough for the columns and the pair."""
    engine = TwinEngine(reports=20, blind=True)
    _session, hints, said = table(engine)
    hints.tell()
    polled: list[float] = []
    monkeypatch.setattr(engine, "poll", lambda seconds: polled.append(seconds) or [])
    hints.tell()
    hints.tell()
    assert any("and" in words for words in said)
    assert set(polled) == {0.0}, "nothing is to be waited for"


def test_the_engine_is_free_afterwards() -> None:
    """When a step is told the engine has nothing more to do, so that it can play."""
    engine = TwinEngine(reports=1000, blind=True)
    session, hints, _said = table(engine)
    hints.tell()
    assert sum(session.hints) == 1
    assert not engine.busy


def test_a_solver_that_fails_is_told_of() -> None:
    """Where the solver is given up nothing is counted, and the reason is returned."""
    engine = TwinEngine(silent=True)
    engine.fail("it broke")
    session, hints, said = table(engine)
    assert hints.tell() == "it broke"
    assert (session.hints, said) == ((0, 0), [])


@pytest.mark.parametrize(("message", "is_told"), [("loading", False), ("compiling", True)])
def test_only_compiling_is_told_as_the_first_use(message: str, is_told: bool) -> None:
    """Kernels that are loaded were compiled before: nobody has to wait a minute for them."""
    engine, said, looks = FakeEngine(), [], []  # type: ignore[var-annotated]
    engine.state, engine.message = EngineState.COMPILING, f"{message} kernels, 3 s"
    wait_for_solver(
        Scheduler(engine), said.append, lambda: len(looks) > 3, lambda: looks.append(engine)
    )
    assert any("first use" in words for words in said) is is_told
    assert len(said) <= 1
