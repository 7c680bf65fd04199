"""The engine client against an engine that thinks nothing."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from battle.engine.client import (
    EngineClient,
    EngineError,
    EngineState,
    Event,
    Failed,
    Query,
    SimpleEngine,
)
from battle.protocol import BestMove, Info, Limit
from battle.rules.position import deal, move, position
from tests.support.brokers import until as until_so
from tests.support.lives import lives
from tests.support.processes import run

ENGINE = Path(__file__).parents[1] / "support" / "fake_engine_program.py"
SMALL = position("5m5p/5p5m/9s/9s")
COMMAND = [sys.executable, str(ENGINE)]
NEVER = ("silent", "rubbish", "flood", "quiet", "no-move")
"""How engines behave that greet, and never name a move."""


@pytest.fixture
def engine() -> Iterator[Callable[..., EngineClient]]:
    """Return a maker of clients of an engine that behaves as its arguments say."""
    with ExitStack() as stack:
        yield lambda *behaviour, **options: stack.enter_context(
            EngineClient([sys.executable, str(ENGINE), *behaviour], **options)
        )


def until(client: EngineClient, wanted: type[Event] | EngineState) -> list[Event]:
    """Return all events until the engine is in a state, or the first event of a type has come.

    Those that came with it are among them.
    """
    events: list[Event] = []
    end = time.monotonic() + 60
    while not (
        client.state is wanted
        if isinstance(wanted, EngineState)
        else any(isinstance(event, wanted) for event in events)
    ):
        assert time.monotonic() < end, events
        events += client.poll(0.02)
    return events


def answer(client: EngineClient, query: Query, wanted: type[Event] = BestMove) -> list[Event]:
    """Ask, and return all events up to the first of a type."""
    client.ask(query)
    return until(client, wanted)


def ids(events: list[Event]) -> list[int]:
    """Return the ids of the questions that some events are about."""
    return [event.id for event in events if isinstance(event, Info | BestMove)]


def test_question_is_answered(engine) -> None:
    """Question brings information and then the best move, both with its id."""
    client = engine()
    number = client.ask(Query(SMALL))
    info, best = until(client, BestMove)
    assert info == Info(number, 3, 1, 7, 5, 9, 12, 34, 1, 0.002, (move("a1c9"),))
    assert best == BestMove(number, move("a1c9"), 7, False)
    assert client.state is EngineState.READY


def test_asking_does_not_wait(engine) -> None:
    """Asking and polling return while the engine, which here never does, has not greeted."""
    client = engine("mute")
    client.ask(Query(SMALL))
    assert client.poll() == []
    assert client.state is EngineState.STARTING


def test_compiling_is_told(engine) -> None:
    """What the engine compiles is its message until it is ready."""
    client = engine("compile")
    client.start()
    until(client, EngineState.COMPILING)
    while not client.message:
        client.poll(0.01)
    assert (client.state, client.message) == (EngineState.COMPILING, "compiling kernels 1 of 2")
    until(client, EngineState.READY)
    assert client.message == ""


def test_newest_wish_wins(engine) -> None:
    """Of two questions only the second is answered, however late the first one's answer comes."""
    client = engine("slow")
    answer(client, Query(SMALL, limit=Limit(infinite=True)), Info)
    first = client.ask(Query(deal(1)))
    second = client.ask(Query(deal(1)))
    assert second != first
    assert {*ids(until(client, Info))} == {second}


def test_wish_replaced_before_the_engine_is_ready(engine, tmp_path: Path) -> None:
    """Question replaced before the engine is ready never reaches it."""
    client = engine("log", str(tmp_path / "log"))
    client.ask(Query(1))
    number = client.ask(Query(2))
    assert {*ids(until(client, BestMove))} == {number}
    assert "position deal 1" not in (tmp_path / "log").read_text()


def test_cancelled_question_is_not_answered(engine) -> None:
    """After cancelling nothing comes, and the engine is free again."""
    client = engine("slow")
    answer(client, Query(SMALL), Info)
    client.cancel()
    assert ids(until(client, EngineState.READY)) == []


def test_commands(engine, tmp_path: Path) -> None:
    """Options, position and limits are sent as the protocol writes them."""
    client = engine("log", str(tmp_path / "log"), threads=2)
    limit = Limit(1.5, 7, 8, exact=True)
    answer(client, Query(4711, (move("a1c9"), move("f1l1")), limit, 3, 99, "easy"))
    client.set_options(threads=1, hash_mb=64)
    answer(client, Query(SMALL, limit=Limit(infinite=True)))
    assert (tmp_path / "log").read_text().splitlines() == [
        "uci",
        "setoption name Threads value 2",
        "isready",
        "setoption name MultiPV value 3",
        "setoption name Seed value 99",
        "position deal 4711 moves a1c9 f1l1",
        "go movetime 1500 nodes 7 depth 8 exact level easy",
        "setoption name Threads value 1",
        "setoption name Hash value 64",
        "setoption name MultiPV value 1",
        f"position grid {SMALL}",
        "go infinite",
    ]


def test_more_memory_than_there_is_becomes_what_there_is(engine, tmp_path: Path) -> None:
    """The engine is asked for the most it can have, from the start and after a change."""
    client = engine("small", "log", str(tmp_path / "log"))
    for megabytes in (8192, 4096):
        client.set_options(threads=1, hash_mb=megabytes)
        answer(client, Query(SMALL))
    said = (tmp_path / "log").read_text().splitlines()
    assert [line for line in said if "Hash" in line] == 2 * ["setoption name Hash value 100"]


def test_crashed_engine_is_started_once_more(engine, tmp_path: Path) -> None:
    """An engine that ends by itself is started again and asked the same question."""
    client = engine("crash-once", str(tmp_path / "mark"))
    number = client.ask(Query(SMALL))
    assert until(client, BestMove)[-1] == BestMove(number, move("a1c9"), 7, False)


def test_engine_that_hangs_is_started_anew(engine, tmp_path: Path) -> None:
    """An engine that does not answer `stop` in time makes way for one that does."""
    client = engine("hang-once", str(tmp_path / "hung"), patience=0.2)
    client.ask(Query(SMALL))
    until(client, EngineState.THINKING)
    while not (tmp_path / "hung").exists():
        client.poll(0.01)
    number = client.ask(Query(SMALL))
    assert {*ids(until(client, BestMove))} == {number}


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
@pytest.mark.parametrize("thinks", [True, False])
def test_an_engine_that_was_stopped_makes_way_for_one_that_answers(engine, thinks: bool) -> None:
    """No news for long is a failure like a crash, also of an engine that no one has asked."""
    client, number = engine("slow", silence=1.0), 0
    client.start()
    until(client, EngineState.READY)
    stopped = client._process.id
    if thinks:
        number = client.ask(Query(SMALL))
        until(client, Info)
    os.kill(stopped, signal.SIGSTOP)
    until(client, EngineState.STARTING)
    assert client._process.id != stopped
    if thinks:  # its answer may come with its being ready
        assert ids(until(client, Info)) == [number]
    until(client, EngineState.THINKING if thinks else EngineState.READY)


def test_an_engine_that_answers_may_think_as_long_as_it_likes(
    engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has nothing to report is pinged, and as it answers it is not restarted."""
    client = engine("slow", silence=3.0)
    answer(client, Query(SMALL, limit=Limit(infinite=True)), Info)
    process, seconds = client._process.id, [time.monotonic()]
    monkeypatch.setattr("battle.engine.client.time.monotonic", lambda: seconds[0])
    for _ in range(20):
        seconds[0] += 1.0
        client.poll()
        client.poll(20.0)
        assert (client._process.id, client.state) == (process, EngineState.THINKING)


def test_time_in_which_nobody_looked_is_no_silence(engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that slept for hours finds its engine as it was."""
    client = engine("slow", silence=5.0)
    answer(client, Query(SMALL), Info)
    process, clock = client._process.id, time.monotonic
    monkeypatch.setattr("battle.engine.client.time.monotonic", lambda: clock() + 10**5)
    client.poll(0.05)
    assert (client._process.id, client.state) == (process, EngineState.THINKING)


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("crash", "the engine stopped: RuntimeError: no luck"),
        ("crash-at-start", "the engine stopped: RuntimeError: no luck"),
        ("error", "the engine stopped: bad go"),
        ("nonsense", "the engine sent an unreadable answer: bestmove perhaps"),
        ("endless", "the engine stopped: the line is longer than 100000 characters"),
    ],
)
def test_engine_that_keeps_failing_is_given_up(engine, behaviour: str, reason: str) -> None:
    """The second failure is reported with what the engine said; `start` tries once more."""
    client, failed = engine(behaviour), Failed(reason)
    assert answer(client, Query(SMALL), Failed)[-1] == failed
    assert client.state is EngineState.FAILED
    client.ask(Query(SMALL))
    assert client.poll() == [failed]
    client.start()
    assert client.state is EngineState.STARTING


def test_engine_that_is_not_there() -> None:
    """A command that cannot be run is reported, not raised."""
    with EngineClient(["/no/such/engine"]) as client:
        client.ask(Query(SMALL))
        assert client.poll() == [Failed("the engine cannot be started: No such file or directory")]


def test_a_program_that_is_no_engine_is_given_up_at_once() -> None:
    """One that only repeats what it reads is reported by its first line, and not restarted."""
    echo = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    with EngineClient([sys.executable, "-c", echo]) as client:
        told = answer(client, Query(SMALL), Failed)
    assert told == [Failed("the program does not speak the engine protocol")]


def test_a_program_that_never_greets_is_given_up(engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that says nothing at all is started again once, and reported after two minutes."""
    client = engine("mute")
    client.ask(Query(SMALL))
    seconds, events = [started := time.monotonic()], []
    monkeypatch.setattr("battle.engine.client.time.monotonic", lambda: seconds[0])
    while not events and seconds[0] < started + 150:
        seconds[0] += 1.0
        events = client.poll()
    assert events == [Failed("the engine stopped: it stopped responding")]


@pytest.mark.parametrize("behaviour", NEVER)
def test_an_engine_that_never_answers_is_an_error(behaviour: str) -> None:
    """A limit of time and the patience bound every call, whatever an engine says meanwhile."""
    with SimpleEngine([*COMMAND, behaviour], patience=0.1) as simple:
        with pytest.raises(EngineError, match="the engine stopped: "):
            simple.play(SMALL, Limit(time=0.05))
        with pytest.raises(EngineError):
            list(simple.analyse(SMALL, Limit(time=0.05)))


def test_an_answer_after_stop_is_an_answer() -> None:
    """An engine that does not look at its limit is told to stop, and its move counts."""
    with SimpleEngine([*COMMAND, "slow"], patience=2.0) as simple:
        assert simple.play(SMALL, Limit(time=0.05)).value == -4
        assert [info.value for info in simple.analyse(SMALL, Limit(time=0.05))] == [7]


@pytest.mark.parametrize("limit", [Limit(nodes=100), Limit(depth=9), Limit(nodes=10**9, depth=3)])
@pytest.mark.parametrize(("behaviour", "end"), [("silent", Failed), ("slow", BestMove)])
def test_limits_of_nodes_and_depth_end(
    engine, behaviour: str, end: type[Event], limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a limit of time an engine has to come nearer to the others that it was given."""
    client = engine(behaviour, patience=0.5)
    client.start()
    until(client, EngineState.READY)
    monkeypatch.setattr("battle.engine.client._COMPILING_SILENCE", 0.01)
    assert answer(client, Query(SMALL, limit=limit), end)


@pytest.mark.parametrize(
    ("limit", "level", "is_stopped"),
    [
        (Limit(time=3.0), None, True),
        (Limit(time=3.0, nodes=10**12), "perfect", True),
        (Limit(), "novice", True),
        (Limit(infinite=True, time=3.0), None, False),
        (Limit(exact=True), None, False),
        (Limit(), None, False),
    ],
)
def test_what_has_no_limit_is_not_stopped(
    engine, limit: Limit, level: str | None, is_stopped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search until a proof, or until it is stopped, goes on; every other one has its time."""
    client = engine("slow", patience=5.0)
    answer(client, Query(SMALL, limit=limit, level=level), Info)
    seconds = [time.monotonic()]
    monkeypatch.setattr("battle.engine.client.time.monotonic", lambda: seconds[0])
    for _ in range(9):
        seconds[0] += 1.0
        client.poll()
    assert (client._is_stopped or client.state is EngineState.READY) == is_stopped


def test_reports_on_the_way_to_a_limit_are_progress(
    engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that searches more and more of its nodes has the time that this takes."""
    client = engine("slow", silence=4.0)
    answer(client, Query(SMALL, limit=Limit(nodes=10**9)), Info)
    client._pinged, nodes = True, 12
    seconds = [time.monotonic()]
    monkeypatch.setattr("battle.engine.client.time.monotonic", lambda: seconds[0])
    for _ in range(90):
        seconds[0] += 1.0
        nodes += 1
        client._understand(f"info depth 3 value 7 nodes {nodes} pv a1c9".split())
        client._silent = 0.0
        client.poll()
    assert not client._is_stopped


def test_compiling_has_an_end(engine) -> None:
    """A program that greets, and is never ready whatever it writes, is given up."""
    client = engine("unready", silence=0.02)
    assert answer(client, Query(SMALL), Failed)[-1].message.endswith("it stopped responding")


@pytest.mark.parametrize("behaviour", ["", "deaf", "slow", "flood"])
def test_close_ends_the_process(engine, behaviour: str) -> None:
    """After closing and waiting the process is gone, also when it ignores every command."""
    client = engine(behaviour)
    answer(client, Query(SMALL), Info)
    number = client._process.id
    client.close(wait=True)
    assert client._process is None
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_close_waits_for_nobody(engine) -> None:
    """A process that ignores every command is ended after closing has returned."""
    client = engine("deaf")
    answer(client, Query(SMALL), Info)
    number, before = client._process.id, threading.enumerate()
    client.close()
    os.kill(number, 0)  # it is there still
    for thread in threading.enumerate():
        if thread not in before:
            thread.join()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_numbers_that_nobody_can_mean_are_passed_over(engine, tmp_path: Path) -> None:
    """Lines with thousands of digits say nothing, and the engine is heard all the same."""
    client = engine("numbers", "log", str(tmp_path / "log"), hash_mb=64)
    info, best = answer(client, Query(SMALL))
    assert (info.nodes, best.value) == (12, 7)
    assert "setoption name Hash value 64" in (tmp_path / "log").read_text()


def test_lines_without_end_come_a_bounded_number_at_a_time(engine) -> None:
    """A poll of an engine that never pauses returns; no line is lost, and few wait."""
    client = engine("flood")
    events = answer(client, Query(SMALL, limit=Limit(infinite=True)), Info)
    while len(events) < 5000:
        found = client.poll(0.05)
        assert len(found) <= 200
        events += found
    numbers = [event.nodes for event in events if isinstance(event, Info)][1:]
    assert numbers == [*range(len(numbers))]


def test_an_engine_that_reads_nothing_stops_nobody(engine) -> None:
    """More queries than a pipe holds are asked of an engine that reads none of them."""
    client = engine("unread")
    for _ in range(200):
        answer(client, Query(deal(1), tuple(deal(1).legal_moves) * 20))


def test_engine_ends_with_the_program() -> None:
    """The engine ends when the program that asked it is killed."""
    program = (
        "import os, sys\n"
        "from battle.engine.client import *\n"
        f"client = EngineClient([sys.executable, {str(ENGINE)!r}, 'slow'])\n"
        "client.start()\n"
        "while client.state is not EngineState.READY: client.poll(0.05)\n"
        "print(client._process.id, flush=True)\n"
        "os._exit(9)\n"
    )
    number = run(sys.executable, "-c", program).stdout.strip()
    until_so(lambda: not lives(number))
