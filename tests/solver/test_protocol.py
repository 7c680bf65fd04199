"""The engine's process: its commands and its answers."""

from __future__ import annotations

import contextlib
import io
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given

from battle.rules.position import deal, move
from battle.storage import HOME_VARIABLE
from solver import bench, machine
from solver.kernels import cache
from solver.kernels.encode import Kernels
from solver.levels import level
from solver.page import PageEngine
from solver.protocol import Conversation, asked_by
from tests.support.endgames import endgames, mutilated
from tests.support.processes import run, started
from tools import reference
from tools.reference import Twin

# -- protocol -------------------------------------------------------------------------------------

INFO = re.compile(
    r"info depth \d+ multipv \d+ value -?\d+ error \d+\.\d lower -?\d+ upper -?\d+ nodes \d+"
    r" nps \d+ hashfull \d+ time \d+ floor -?\d+ ceiling -?\d+ pv( [a-l][1-9][a-l][1-9])+"
)
BEST = re.compile(
    r"bestmove (none|[a-l][1-9][a-l][1-9]) value -?\d+ (exact|error \d+\.\d estimate)"
)
OPTIONS = [
    "Hash value 16",
    "Threads value 1",
    "MultiPV value 1",
    "Seed value 0",
    "Level value none",
]
SMALL = "5m5p/5p5m/9s/9s"
ENGINE = (sys.executable, "-m", "battle", "engine")


class Process:
    """The engine's process, with its lines read in a thread; it ends with the test's block."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line.rstrip("\n"))

    def send(self, *lines: str) -> None:
        """Write lines to the engine."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, *starts: str, seconds: float = 60) -> list[str]:
        """Return the lines up to the first that begins with one of `starts`."""
        found: list[str] = []
        end = time.monotonic() + seconds
        while not found or not found[-1].startswith(starts):
            found.append(self.lines.get(timeout=max(0.01, end - time.monotonic())))
        return found

    def best(self, *lines: str, seconds: float = 60) -> str:
        """Send lines and return the next answer."""
        self.send(*lines)
        return self.until("bestmove", seconds=seconds)[-1]

    def close(self) -> tuple[int, str]:
        """Close the input and wait for the end; return the exit status and standard error."""
        self.process.stdin.close()
        return self.process.wait(60), self.process.stderr.read()

    def rest(self) -> list[str]:
        """Return the lines up to the end, which is near."""
        self._reader.join(60)
        return list(self.lines.queue)


@contextlib.contextmanager
def running(home: Path) -> Iterator[Process]:
    """Start the engine; it is ended here if the test does not end it."""
    with started(
        ENGINE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, HOME_VARIABLE: str(home)},
    ) as process:
        yield Process(process)


@pytest.fixture(scope="module")
def one_engine(shared_home: Path) -> Iterator[Process]:
    """Return one engine for all tests that need no new one; it finds the kernels compiled."""
    with running(shared_home) as process:
        yield process
        assert process.close() == (0, "")


@pytest.fixture
def engine(one_engine: Process) -> Process:
    """Return an engine that has forgotten what it has done."""
    one_engine.send("stop", "ucinewgame", *(f"setoption name {option}" for option in OPTIONS))
    one_engine.send("isready")
    one_engine.until("readyok")
    return one_engine


def test_uci_is_answered_before_the_kernels_are_there(home: Path, tmp_path: Path) -> None:
    """An engine that has to compile first introduces itself at once, and tells what it does."""
    with running(tmp_path / "cold") as engine:
        engine.send("uci", "isready", "stop", "nonsense")
        greeting = engine.until("uciok")
        assert "readyok" not in greeting
        names = [line.split()[2] for line in greeting if line.startswith("option name")]
        assert names == ["Hash", "Threads", "MultiPV", "Seed", "Level"]
        assert any(line.startswith("id name Mahjong Battle") for line in greeting)
        waiting = engine.until("info string compiling kernels, ")
        assert any(line.startswith("info string unknown command 'nonsense'") for line in waiting)
        assert all(line.startswith("info string ") for line in waiting)


@pytest.mark.slow
def test_ready_when_the_kernels_are_there(home: Path, tmp_path: Path) -> None:
    """An engine that has to compile first is ready only when it has, and ends as any other."""
    for has_to_compile in (True, False):
        with running(tmp_path / "cold") as engine:
            engine.send("isready")
            waiting = engine.until("readyok", seconds=120)
            assert any("compiling" in line for line in waiting) == has_to_compile
            assert all(line.startswith("info string ") for line in waiting[:-1])
            assert engine.close() == (0, "")


def test_go_while_compiling_can_be_stopped(tmp_path: Path) -> None:
    """A question before the kernels are there is answered by a legal move when it is stopped."""
    with running(tmp_path / "cold") as engine:
        answer = engine.best("position deal 1000001", "go infinite", "stop", seconds=20)
        assert move(answer.split()[1]) in deal(1000001).legal_moves
        assert answer.split()[-1] == "estimate"


def test_a_warm_start_compiles_nothing(home: Path, kernels: Kernels) -> None:
    """With compiled kernels the engine loads them, and writes none."""

    def files() -> dict[Path, int]:
        return {
            file: file.stat().st_mtime_ns for file in cache.directory().rglob("*") if file.is_file()
        }

    before = files()
    with running(home) as engine:
        engine.send("isready")
        assert not any("compiling" in line for line in engine.until("readyok"))
        assert before == files() != {}
        assert engine.close() == (0, "")


def test_values_and_lines(engine: Process) -> None:
    """`go exact` proves the known value; every info line is in its form and bounds the value."""
    for endgame in endgames(40)[::6]:
        engine.send(f"position grid {endgame.position}", "go exact")
        *infos, best = engine.until("bestmove")
        assert BEST.fullmatch(best)
        assert best.split()[2:] == ["value", str(endgame.value), "exact"]
        for line in infos:
            if not line.startswith("info string"):
                assert INFO.fullmatch(line), line
                words = line.split()
                assert int(words[10]) <= endgame.value <= int(words[12])


def test_multipv_values_every_move(engine: Process) -> None:
    """With as many lines as moves the last report names every move once, best first."""
    endgame = endgames(24)[-1]
    engine.send("setoption name MultiPV value 100", f"position grid {endgame.position}", "go")
    infos = [line.split() for line in engine.until("bestmove")[:-1] if "string" not in line]
    moves = endgame.position.legal_moves
    last = infos[-len(moves) :]
    assert [int(words[4]) for words in last] == list(range(1, len(moves) + 1))
    assert {words[words.index("pv") + 1] for words in last} == set(map(str, moves))
    values = [int(words[6]) for words in last]
    assert values == sorted(values, reverse=True)


def test_a_game_that_is_over(engine: Process) -> None:
    """A game that is over is answered without a move."""
    answer = engine.best("position grid 5m7m8m6m/7m5m6m8m 2 10-20", "go movetime 50")
    assert answer == "bestmove none value 0 exact"


@pytest.mark.parametrize(
    "go",
    [
        "movetime 60",
        "nodes 3000",
        "depth 2",
        "level novice",
        "level strong movetime 60",
        "level perfect",
        "level companion",
        "nodes 0",
    ],
)
def test_limits(engine: Process, go: str) -> None:
    """Every limit ends with a legal move."""
    answer = engine.best("position deal 1000005", f"go {go}", seconds=30)
    assert BEST.fullmatch(answer)
    assert move(answer.split()[1]) in deal(1000005).legal_moves


def test_levels(engine: Process) -> None:
    """A level is named with go, or once for all; where all is proven, only the seed matters."""
    place = f"position grid {endgames(32)[3].position.grid}"
    answers = []
    for seed in range(9):
        engine.send(f"setoption name Seed value {seed}")
        answers.append(engine.best(place, "go level novice"))
        engine.send("setoption name Level value novice")
        assert engine.best(place, "go") == answers[-1]
        engine.send("setoption name Level value none")
    assert len(set(answers)) > 1
    engine.send("setoption name Seed value 0")


def test_perfect_resists_and_a_won_position_needs_no_value(engine: Process) -> None:
    """The perfect level keeps the value, as it proves; the goal outcome need not find it."""
    for endgame in endgames(24)[:5]:
        answer = engine.best(f"position grid {endgame.position.grid}", "go level perfect")
        assert answer.endswith(f"value {endgame.value} exact")
    won = f"position grid {endgames(32)[0].position.grid} 1 99-0"
    assert BEST.fullmatch(engine.best(won, "go goal outcome"))


def test_stop_and_isready_while_thinking(engine: Process) -> None:
    """While it thinks the engine answers `isready` and unknown words, and stops when told."""
    engine.send("position deal 1000006", "go infinite")
    engine.until("info depth")
    engine.send("isready", "what")
    assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
    engine.send("stop")
    assert engine.until("bestmove")


def test_a_new_go_ends_the_old_one(engine: Process) -> None:
    """Every `go` gets one answer, the stopped one first."""
    engine.send("position deal 1000007", "go infinite", f"position grid {SMALL}", "go exact")
    first = engine.until("bestmove")[-1].split()[1]
    second = engine.until("bestmove")[-1]
    assert move(first) in deal(1000007).legal_moves
    assert second == "bestmove c1d1 value 9 exact"


def test_bad_lines_keep_what_was_there(engine: Process) -> None:
    """A bad line is answered by one line that names the bad part.

    After a bad position there is none to search, until another one is sent.
    """
    engine.send(f"position grid {SMALL} 1 0-0 moves c1d1")
    bad = [
        "position grid 5m/5x",
        "position deal 0",
        "position",
        f"position grid {SMALL} 1 0-0 moves a1b1",
        "setoption name Hash value many",
        "setoption name Speed value 3",
        "setoption name Threads value 99999",
        "go movetime soon",
        "go quickly",
        "go depth",
        "go level godlike",
        "setoption name Level value godlike",
    ]
    for line in bad:
        engine.send(line)
        answer = engine.until("info string error")[-1]
        assert len(answer) < 240
    engine.send("go nodes 100")
    no_position, answer = engine.until("bestmove")[-2:]
    assert no_position.startswith("info string error no position")
    assert answer == "bestmove none value 0 estimate"
    assert engine.best(f"position grid {SMALL}", "go").endswith("exact")


def test_quit_ends_it_at_once(home: Path, kernels: Kernels) -> None:
    """The process ends in the middle of an infinite search, which it answers."""
    with running(home) as engine:
        engine.send("position deal 1000008", "go infinite")
        engine.until("info depth")
        engine.send("quit")
        engine.process.wait(60)
        assert engine.close() == (0, "")
        assert [line[:8] for line in engine.lines.queue].count("bestmove") == 1


def test_a_pipe_that_ends_with_quit_is_answered(home: Path, kernels: Kernels) -> None:
    """All that was asked before `quit` is answered, as a person who pipes commands expects."""
    said = f"uci\nisready\nposition grid {SMALL}\ngo nodes 1000\nquit\nisready\n"
    done = run(*ENGINE, input=said, env={**os.environ, HOME_VARIABLE: str(home)})
    lines = done.stdout.splitlines()
    assert lines.index("uciok") < lines.index("readyok")
    assert (lines.count("readyok"), lines[-1]) == (1, "bestmove c1d1 value 9 exact")


@pytest.mark.parametrize("go", ["infinite", "nodes 3000", "exact"])
def test_what_was_asked_is_answered_at_the_end_of_input(
    home: Path, kernels: Kernels, go: str
) -> None:
    """A file of commands has its answers, also what came while the kernels were loaded."""
    start = "deal 1000008" if go != "exact" else f"grid {SMALL}"
    said = f"isready\nposition {start}\ngo {go}\n"
    done = run(*ENGINE, input=said, env={**os.environ, HOME_VARIABLE: str(home)})
    words = [line.split()[0] for line in done.stdout.splitlines() if "string" not in line]
    assert words[0] == "readyok"
    assert words.count("bestmove") == 1
    assert words[-1] == "bestmove"
    assert (done.returncode, done.stderr) == (0, "")


def test_lines_that_are_not_text(home: Path, kernels: Kernels) -> None:
    """Bytes that are no UTF-8, and letters that the locale cannot write, do no harm."""
    done = run(
        *ENGINE,
        input=b"\xff\xfe\nuci\n\xe4\xb8\xad\nquit\n",
        text=False,
        env={**os.environ, HOME_VARIABLE: str(home), "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"uciok" in done.stdout
    assert "unknown command '中'" in done.stdout.decode()


def test_memory_that_there_is_not(engine: Process) -> None:
    """More memory for the table than the machine has is refused in one line; nothing changes."""
    for size in (machine.largest_table_mb() + 1, 1048576, 10**20):
        engine.send(f"setoption name Hash value {size}")
        answer = engine.until("info string error")[-1]
        assert re.fullmatch(
            rf"info string error bad [Hh]ash:? {size}\b.*expected (0 to|at most) \d+.*", answer
        )
    engine.send(f"position grid {SMALL}", "go exact")
    lines = engine.until("bestmove")
    assert not any("info string error" in line for line in lines)
    assert lines[-1].endswith("value 9 exact")


def test_memory_that_the_system_does_not_give() -> None:
    """Where there is no room for the table, it says so and takes a smaller one."""

    class Crowded(Twin):
        def table(self, megabytes: int) -> reference.TwinTable:
            if megabytes > 16:
                raise MemoryError
            return super().table(megabytes)

    class Patient(io.StringIO):
        def readline(self, size: int | None = -1) -> str:
            deadline = time.monotonic() + 30
            line = super().readline()
            while not line and "bestmove" not in out.getvalue() and time.monotonic() < deadline:
                time.sleep(0.01)
            return line

    out = io.StringIO()
    said = f"setoption name Hash value 64\nposition grid {SMALL}\ngo exact\n"
    Conversation(out, lambda progress: Crowded()).run(Patient(said))
    lines = out.getvalue().splitlines()
    assert lines[:2] == [f"info string there is no memory for Hash {n}" for n in (64, 32)]
    assert lines[-1].endswith("value 9 exact")


def test_limits_of_levels() -> None:
    """A level has limits of its own, which those beside it in `go` replace."""
    assert asked_by(["level", "strong", "movetime", "100"])[0].time == 0.1
    assert asked_by(["movetime", "100"], level("club"))[1] is level("club")
    assert asked_by(["level", "master"], level("club"))[1] is level("master")
    assert asked_by(["depth", "5", "exact", "level", "club"]) == asked_by(
        ["level", "club", "exact", "depth", "5"]
    )


GOOD_LINES = [
    "uci",
    "isready",
    "setoption name Threads value 2",
    f"position grid {SMALL} 1 0-0 moves c1d1",
    "position deal 4711 moves a1c9",
    "stop",
    "ucinewgame",
]


@given(mutilated(GOOD_LINES))
def test_mutilated_lines_are_answered_in_one_line(line: str) -> None:
    """Whatever a line has become, the answer is lines of the protocol and never a traceback."""
    out = io.StringIO()
    conversation = Conversation(out, lambda progress: Twin())
    for part in line.splitlines():
        if part.split() and part.split()[0] not in ("quit", "go"):
            conversation.answer(part.split())
    for answer in out.getvalue().splitlines():
        assert answer.split()[0] in ("info", "id", "option", "uciok", "readyok")


def test_a_line_that_is_too_long_is_told_and_passed_over() -> None:
    """What comes after it is answered."""
    out = io.StringIO()
    said = f"position grid {'x' * 10**6}\nisready\nquit\n"
    Conversation(out, lambda progress: Twin()).run(io.StringIO(said))
    assert out.getvalue().splitlines()[0].startswith("info string error the line is longer than")
    assert "x" * 100 not in out.getvalue()


# -- transcript -----------------------------------------------------------------------------------

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "tests" / "data" / "transcript.txt"
VARYING: Final = re.compile(
    r"(?<=id name Mahjong Battle )\S+|(?<= nps )\d+|(?<= time )\d+"
    r"|(?<=Hash type spin default )\d+ min 0 max \d+|(?<=spin default )\d+"
)
GETTING_READY: Final = ("info string loading", "info string compiling")
ENDS: Final = ("bestmove", "info string error")


def last_report(answers: list[str]) -> list[str]:
    """Return the last report of a search and its answer."""
    lines = [answer for answer in answers if answer.startswith(ENDS) or "string" not in answer]
    starts = [index for index, line in enumerate(lines) if " multipv 1 " in line]
    return lines[starts[-1] if starts else 0 :]


def transcript(engine: Process, said: list[str]) -> str:
    """Return what an engine that is given all these lines answers, line by line."""
    found, is_thinking = [], False
    for line in said:
        command = line.split()[0]
        engine.send(line)
        if line == "go infinite":
            engine.until("info string proven")
            answers: list[str] = []
        elif line == "quit":
            answers = engine.rest()
        elif command == "go" or (command == "stop" and is_thinking):
            answers = last_report(engine.until(*ENDS))
        else:
            if command != "isready":
                engine.send("isready")
            answers = engine.until("readyok")[: None if command == "isready" else -1]
        is_thinking = line == "go infinite" or (is_thinking and command not in ("go", "stop"))
        found += [f"> {line}"]
        found += [
            f"< {VARYING.sub('*', one)}" for one in answers if not one.startswith(GETTING_READY)
        ]
    return "".join(f"{line}\n" for line in found)


def test_conversation_is_as_recorded(home: Path, kernels: Kernels) -> None:
    """The engine answers every line of the recorded conversation as it did then; or APPROVE=1."""
    recorded = FILE.read_text(encoding="utf-8")
    said = [line.removeprefix("> ") for line in recorded.splitlines() if line.startswith("> ")]
    with running(home) as engine:
        found = transcript(engine, said)
    if "APPROVE" in os.environ:
        FILE.write_text(found, encoding="utf-8")
    assert found == recorded


# -- the engine of a page -------------------------------------------------------------------------


@pytest.fixture
def page_engine(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> tuple[PageEngine, list[str]]:
    """Return an engine of a page, and the lines that it posts."""
    monkeypatch.setattr("solver.page.load", lambda progress: kernels)
    posted: list[str] = []
    engine = PageEngine(posted.append)
    for option in OPTIONS:
        engine.hear(f"setoption name {option}")
    return engine, posted


@pytest.mark.parametrize("asked", ["go nodes 5000", "go level perfect", "go level novice"])
def test_a_page_answers_as_a_process(
    page_engine: tuple[PageEngine, list[str]], kernels: Kernels, asked: str
) -> None:
    """Moment after moment the engine of a page finds the same answer as one with threads."""
    engine, posted = page_engine
    lines = [f"position grid {bench.left_of_deal(5, 36)}", asked]
    options = [f"setoption name {option}" for option in OPTIONS]
    said = io.StringIO()
    Conversation(said, lambda progress: kernels).run(io.StringIO("\n".join([*options, *lines])))
    for line in lines:
        engine.hear(line)
    while engine.think():
        pass
    assert posted[-1] == said.getvalue().splitlines()[-1]
    assert BEST.fullmatch(posted[-1]) is not None


def test_a_page_hears_between_two_moments(page_engine: tuple[PageEngine, list[str]]) -> None:
    """An endless search goes on until `stop` is heard; one that is proven rests until then."""
    engine, posted = page_engine
    for position, is_proven in (("deal 1000005", False), (f"grid {SMALL}", True)):
        engine.hear(f"position {position}")
        engine.hear("go infinite")
        rests = is_proven and any(not engine.think() for _moment in range(100))
        more = [engine.think() for _moment in range(5)]
        assert (rests, more) == (is_proven, [not is_proven] * 5)
        assert not any(line.startswith("bestmove") for line in posted)
        engine.hear("stop")
        while engine.think():
            pass
        assert posted.pop().startswith("bestmove")
