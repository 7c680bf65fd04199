"""Attacks the program, and counts what falls: nothing should.

    python -m tools.attack [--inputs 100000] [--kills 500] [--seed N] [--log bench/attack.md]

Damaged inputs of every kind go to those who read them; commands that write are ended at random
moments; two and three programs play in one home; disks are full, and homes cannot be written. The
status is 0 if there was no traceback, no hang and no loss. With the same seed the inputs are the
same. It is run by hand, about once a week; `--log` adds the counts to a file.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tools.attack import inputs
from tools.attack.tally import Tally, table


def main() -> int:
    """Attack, print the counts and what was found; return 1 if anything fell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000, help="damaged inputs")
    parser.add_argument("--kills", type=int, default=500, help="kills of commands that write")
    parser.add_argument("--seed", type=int, help="what chance comes to; another one every time")
    parser.add_argument("--log", type=Path, help="a file to add the counts to")
    options = parser.parse_args()
    seed = random.randrange(10**6) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    tallies = []
    for tally in _attacks(options.inputs, options.kills, random.Random(seed)):
        tallies.append(tally)
        print(tally.row(), *tally.findings, sep="\n    ", flush=True)
    counts = table(tallies)
    print(f"\n{counts}")
    if options.log is not None:
        words = f"--inputs {options.inputs} --kills {options.kills} --seed {seed}"
        with options.log.open("a", encoding="utf-8") as log:
            log.write(f"\n## {date.today()}, {_commit()}, `{words}`\n\n{counts}\n")
    return 0 if all(tally.is_clean for tally in tallies) else 1


def _attacks(tries: int, kills: int, chance: random.Random) -> Iterator[Tally]:
    yield from inputs.attack(tries, chance) if tries else ()
    if kills and hasattr(os, "fork"):
        from tools.attack import kills as killing

        yield from killing.kills(kills, chance)
        yield killing.crowds(max(1, kills // 10), chance)
        yield killing.full_disks(max(1, kills // 10), chance)
        yield killing.closed_homes(max(1, kills // 50), chance)


def _commit() -> str:
    command = ("git", "rev-parse", "--short", "HEAD")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "no commit"


if __name__ == "__main__":
    sys.exit(main())
