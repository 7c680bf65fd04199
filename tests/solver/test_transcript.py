"""A recorded conversation with the engine, held against what the engine says today.

`tests/data/transcript.txt` has what is said, `>`, and what is answered, `<`. One thread visits the
same nodes every time; what depends on time or on the machine is `*`, and of a search's reports
only the last is kept. Where the search has changed on purpose,

    python -m tests.solver.test_transcript

writes the answers anew: read the difference before you keep it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Final

from solver.kernels.interface import Kernels

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "tests" / "data" / "transcript.txt"
VARYING: Final = re.compile(
    r"(?<=id name Mahjong Battle )\S+|(?<= nps )\d+|(?<= time )\d+"
    r"|(?<=Hash type spin default )\d+ min 0 max \d+|(?<=spin default )\d+"
)
PROVEN: Final = "info string proven"
GETTING_READY: Final = ("info string loading", "info string compiling")


class Conversation:
    """What is said to an engine, and what it answers."""

    def __init__(self, stdin: IO[str], stdout: IO[str]) -> None:
        self._stdin, self._stdout = stdin, stdout
        self._is_thinking = False

    def answers(self, line: str) -> list[str]:
        """Say a line and return what is answered to it."""
        self._say(line)
        command = line.split()[0]
        if line == "quit":
            return list(self._stdout)
        if line == "go infinite":
            self._is_thinking = True
            list(self._until(lambda answer: answer == PROVEN))
            return []
        if command == "go" or (command == "stop" and self._is_thinking):
            self._is_thinking = False
            return last_report(list(self._until(ends_search)))
        if command != "isready":
            self._say("isready")
        found = list(self._until(lambda answer: answer == "readyok"))
        return found if command == "isready" else found[:-1]

    def _say(self, line: str) -> None:
        self._stdin.write(f"{line}\n")
        self._stdin.flush()

    def _until(self, is_last: Callable[[str], bool]) -> Iterator[str]:
        for line in self._stdout:
            if not line.startswith(GETTING_READY):
                yield line.rstrip("\n")
            if is_last(line.rstrip("\n")):
                return
        raise AssertionError("the engine has ended")


def ends_search(answer: str) -> bool:
    """Whether a line is the last answer to a `go`."""
    return answer.startswith(("bestmove", "info string error"))


def last_report(answers: list[str]) -> list[str]:
    """Return the last report of a search and its answer."""
    lines = [answer for answer in answers if ends_search(answer) or "string" not in answer]
    starts = [index for index, line in enumerate(lines) if " multipv 1 " in line]
    return lines[starts[-1] if starts else 0 :]


def transcript(said: list[str]) -> str:
    """Return what an engine that is told all this answers, line by line."""
    found = []
    command = [sys.executable, "-m", "battle", "engine"]
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, encoding="utf-8") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        conversation = Conversation(process.stdin, process.stdout)
        for line in said:
            found.append(f"> {line}")
            found += [f"< {VARYING.sub('*', answer)}" for answer in conversation.answers(line)]
    return "".join(f"{line}\n" for line in found)


def said_in(text: str) -> list[str]:
    """Return what is said in a transcript."""
    return [line.removeprefix("> ") for line in text.splitlines() if line.startswith("> ")]


def test_conversation_is_as_recorded(kernels: Kernels) -> None:
    """The engine answers every line of the recorded conversation as it did then."""
    recorded = FILE.read_text(encoding="utf-8")
    assert transcript(said_in(recorded)) == recorded


if __name__ == "__main__":
    FILE.write_text(transcript(said_in(FILE.read_text(encoding="utf-8"))), encoding="utf-8")
