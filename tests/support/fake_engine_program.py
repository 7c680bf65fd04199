"""An engine that thinks nothing: speaks the protocol, behaves as its arguments say.

crash-at-start   ends before it greets
crash-once FILE  ends at the first `go` if FILE does not exist, and makes it
crash            ends at every `go`
hang-once FILE   answers neither `go` nor `stop` if FILE does not exist, and makes it
slow             answers only when stopped
silent           answers neither `go` nor `stop`, and everything else
rubbish          answers `go` by lines without end that mean nothing
unready          answers `isready` so
no-move          answers by no move, and only when stopped
quiet            answers `go` by closing its output, and lives on
compile          says what it compiles before it is ready
nonsense         answers with a line that cannot be read
mute             says nothing at all
deaf             ignores `quit`, the end of its input and requests to terminate
flood            answers `go` by lines without end
endless          answers `go` by a line without end
unread           answers every `go` before it comes, and reads nothing
numbers          sends numbers of hundreds and thousands of digits
small            has a table of 100 MiB at most
log FILE         writes every line it gets to FILE
"""

from __future__ import annotations

import os
import signal
import sys
import time
from itertools import count
from pathlib import Path

from battle.rules.position import move, position

MOVE = "a1c9"


def say(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)


def option(name: str) -> str | None:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def crash() -> None:
    print("Traceback (most recent call last):\n  …\nRuntimeError: no luck", file=sys.stderr)
    sys.exit(3)


def go() -> None:
    once, hang = option("crash-once"), option("hang-once")
    if "crash" in sys.argv:
        crash()
    if once is not None and not Path(once).exists():
        Path(once).touch()
        crash()
    if hang is not None and not Path(hang).exists():
        Path(hang).touch()
        return
    say(
        f"info depth 3 multipv 1 value 7 lower 5 upper 9 nodes 12 nps 34 hashfull 1 "
        f"time 2 pv {MOVE}"
    )
    if "numbers" in sys.argv:
        say(*(f"info value 7 {name} {'9' * 400} pv {MOVE}" for name in ("time", "nodes", "value")))
    if "flood" in sys.argv:
        for number in count():
            say(f"info depth 3 value 7 nodes {number} pv {MOVE}")
    while "endless" in sys.argv:
        print(1000 * "endless ", end="", flush=True)
    if "nonsense" in sys.argv:
        say("bestmove perhaps")
    elif "slow" not in sys.argv:
        say(f"bestmove {MOVE} value 7 estimate")


def say_no_move() -> None:
    if "quiet" in sys.argv:
        os.close(1)
    while "rubbish" in sys.argv:
        say("readyok", "perhaps perhaps perhaps")


def first_move(command: str) -> str:
    """Return the first legal move of the position that a `position grid` command sets."""
    text, _, moves = command.removeprefix("position grid ").partition(" moves ")
    found = position(text)
    for word in moves.split():
        found = found.play(move(word))
    return str(found.legal_moves[0])


def compiling() -> None:
    if "compile" in sys.argv:
        say("info string compiling kernels 1 of 2")
        time.sleep(0.2)


def obey(line: str, place: str) -> None:
    match line.split():
        case ["uci"]:
            say("id name Fake")
            if "numbers" in sys.argv:
                say(f"option name Hash type spin default 16 min 0 max {'9' * 5000}")
            if "small" in sys.argv:
                say("option name Hash type spin default 16 min 0 max 100")
            say("uciok")
        case ["isready"]:
            compiling()
            while "unready" in sys.argv:
                say("perhaps", "info string perhaps")
            say("readyok")
        case ["go", *_] if {"quiet", "rubbish", "silent", "no-move"} & {*sys.argv}:
            say_no_move()
        case ["go", *_] if "error" in sys.argv:
            say("info string error bad go")
        case ["go", *_] if "first" in sys.argv:
            say(f"bestmove {first_move(place)} value 0 estimate")
        case ["go", *_]:
            go()
        case ["stop"] if "slow" in sys.argv or "no-move" in sys.argv:
            answer = "none value 0" if "no-move" in sys.argv else f"{MOVE} value -4"
            say("info string stopping", f"bestmove {answer} exact")
        case ["quit"] if "deaf" not in sys.argv:
            sys.exit()


def main() -> None:
    place = ""
    if "crash-at-start" in sys.argv:
        crash()
    if "deaf" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "unread" in sys.argv:
        say("uciok", "readyok")
    while "unread" in sys.argv:
        say(f"bestmove {MOVE} value 7 estimate")
    log = option("log")
    for line in sys.stdin:
        if log is not None:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(line)
        if "mute" in sys.argv:
            continue
        if line.startswith("position"):
            place = line.strip()
        obey(line, place)
    while "deaf" in sys.argv:
        time.sleep(0.05)


main()
