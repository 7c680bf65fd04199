"""Makes `quick.csv`: the par of the first quick deals of each size (`battle.rules.quick`).

    python assets/deals/quick.py [DEALS]

Every deal is proven in its turn, which takes about a minute for 400 of each size.
"""

from __future__ import annotations

import sys
from pathlib import Path

from battle.rules.quick import HALF, QUICK, quick_deal
from solver import Solver

FILE = Path(__file__).with_name("quick.csv")


def main(deals: int = 400) -> None:
    """Prove the deals, and write the file anew."""
    lines = ["tiles,deal,par"]
    with Solver(threads=1, hash_mb=64) as solver:
        for tiles in (QUICK, HALF):
            for number in range(1, deals + 1):
                value = solver.analyse(quick_deal(tiles, number)).value
                lines.append(f"{tiles},{number},{value.points}")
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
