"""Attacks the program, and counts what falls: nothing should.

    python -m tools.attack [--inputs 100000] [--kills 500] [--seed N] [--log bench/attack.md]

Damaged inputs of every kind go to those who read them; commands that write are ended at random
moments; two and three programs play in one home; disks are full, and homes cannot be written. The
status is 0 if there was no traceback, no hang and no loss. With the same seed the inputs are the
same. It is run by hand, about once a week; `--log` adds the counts to a file.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import click

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tools.attack import inputs as given
from tools.attack.inputs import Tally, table
from tools.command import FILE, command


@command
@click.option("--inputs", default=100_000, help="Damaged inputs.")
@click.option("--kills", default=500, help="Kills of commands that write.")
@click.option("--seed", type=int, help="What chance comes to; another one every time.")
@click.option("--log", type=FILE, help="A file to add the counts to.")
def main(inputs: int, kills: int, seed: int | None, log: Path | None) -> int:
    """Attack, print the counts and what was found; return 1 if anything fell."""
    seed = random.randrange(10**6) if seed is None else seed
    print(f"seed {seed}", flush=True)
    tallies = []
    for tally in _attacks(inputs, kills, random.Random(seed)):
        tallies.append(tally)
        print(tally.row(), *tally.findings, sep="\n    ", flush=True)
    counts = table(tallies)
    print(f"\n{counts}")
    if log is not None:
        git = ("git", "rev-parse", "--short", "HEAD")
        done = subprocess.run(git, capture_output=True, text=True, check=False)
        words = f"--inputs {inputs} --kills {kills} --seed {seed}"
        with log.open("a", encoding="utf-8") as file:
            commit = done.stdout.strip() or "no commit"
            file.write(f"\n## {date.today()}, {commit}, `{words}`\n\n{counts}\n")
    return 0 if all(tally.is_clean for tally in tallies) else 1


def _attacks(tries: int, kills: int, chance: random.Random) -> Iterator[Tally]:
    yield from given.attack(tries, chance) if tries else ()
    if kills and hasattr(os, "fork"):
        from tools.attack import kills as killing

        yield from killing.kills(kills, chance)
        yield killing.crowds(max(1, kills // 10), chance)
        yield killing.full_disks(max(1, kills // 10), chance)
        yield killing.closed_homes(max(1, kills // 50), chance)


if __name__ == "__main__":
    sys.exit(main())
