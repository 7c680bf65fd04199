"""Tries a built program from outside: `python -m tools.program.smoke dist/mahjong-battle/…`.

Words before it, such as `-- chroot FOLDER`, are the command that runs it. Each trial is one
line; the status is 1 if one of them failed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

import click

from tools.command import command
from tools.reference import BENCH_NODES

TRIALS: Final = (
    ("says its version", ["--version"], "", "mahjong-battle "),
    ("analyses a position", ["analyse", "5m5p/5p5m/9s/9s"], "", "Value +9 for player 1, proven"),
    ("counts moves", ["perft", "5m5p/5p5m/9s/9s", "2"], "", "6\n"),
    ("searches what it searched when built", ["bench"], "", f"nodes {BENCH_NODES} "),
    ("speaks the engine protocol", ["engine"], "battle\nisready\nquit\n", "readyok"),
    ("plays a level", ["--terminal", "--level", "novice"], "hint\nquit\n", "a pair worth"),
    (
        "invites a friend",
        ["play", "--terminal", "--invite", "--broker", "mqtt://127.0.0.1:9"],
        "play\nquit\n",
        "mahjong-battle:1.",
    ),
    ("complains in one line", ["analyse", "5x"], "", "mahjong-battle: bad column"),
    ("measures two levels", ["match", "novice", "casual", "--deals", "1"], "", "casual"),
)
"""What is tried: in words, arguments, what is typed, and what is then printed among other words.

`Error` in what is printed means that the program met what it did not expect."""


def trial(program: Sequence[str], arguments: Sequence[str], typed: str, printed: str) -> bool:
    """Run the program once; return whether it prints what it should and nothing it should not."""
    done = subprocess.run(
        [*program, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return printed in done.stdout + done.stderr and "Error" not in done.stderr


@command
@click.argument("program", nargs=-1, required=True)
def main(program: tuple[str, ...]) -> int:
    """Try everything; return 1 if something failed."""
    failed = 0
    for words, arguments, typed, printed in TRIALS:
        begun = time.monotonic()
        is_good = trial(program, arguments, typed, printed)
        failed += not is_good
        print(f"{'ok' if is_good else 'FAILED':6} {words}, {time.monotonic() - begun:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
