"""What the game is like: collects what is known of it, and makes the page in `docs/game`.

    python -m tools.portrait draw                   the page and its pictures
    python -m tools.portrait first-moves [DEAL …]   proves every first move, of solved deals
    python -m tools.portrait games [DEAL …]         games that estimates play
    python -m tools.portrait positions FILE …       proven positions, of a calibration's sample

What is collected is written beside the page. `first-moves` takes many minutes a deal, `games` half
a minute; both can be killed, and go on where they were. Status 1 if deals are missing, 2 for bad
files.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Final

import click

from battle.resources import asset
from battle.rules.files import read_pars
from battle.rules.position import deal_number
from solver.api import Solver
from tools.command import FILE, command
from tools.portrait import data, pictures
from tools.portrait.data import Collected
from tools.portrait.page import page
from tools.strength import Mean

PLACE: Final = Path(__file__).resolve().parents[2] / "docs" / "game"
"""Where page, pictures and data are in a checkout."""

PARS: Final = asset("deals/par.csv")
FIRST_MOVES: Final = "first-moves.csv"
POSITIONS: Final = "positions.csv"
GAMES: Final = "games.csv"


def collected(place: Path, pars: Path = PARS) -> Collected:
    """Return what was collected in a directory; lines that are passed over are shown.

    Raises OSError, or RulesError or ValueError for bad files.
    """
    with asset("levels/measured.csv").open(encoding="utf-8", newline="") as file:
        levels = [
            (row["level"], Mean(float(row["lost"]), float(row["error"])))
            for row in csv.DictReader(file)
        ]
    return Collected(
        read_pars(pars, _warn),
        data.first_moves(place / FIRST_MOVES, _warn),
        data.positions(place / POSITIONS),
        data.games(place / GAMES, _warn),
        levels,
    )


def draw(place: Path, some: Collected) -> None:
    """Write the page and its pictures. Raises OSError."""
    text = page(some)
    for name, picture in pictures.PICTURES.items():
        file = place / f"{name}.svg"
        if f"({name}.svg)" in text:
            file.write_text(pictures.svg(picture, some), encoding="utf-8")
        else:
            file.unlink(missing_ok=True)
    (place / "README.md").write_text(text, encoding="utf-8")


@command
@click.argument("what", type=click.Choice(["draw", "first-moves", "games", "positions"]))
@click.argument("names", nargs=-1)
@click.option("--place", type=FILE, default=PLACE, help="The directory of the page.")
@click.option("--pars", type=FILE, default=PARS, help="Solved deals.")
@click.option("--threads", default=1)
@click.option("--hash", "hash_mb", type=int, help="MiB of table.")
@click.option("--time", "seconds", type=float, help="Seconds for a deal; the rest stays open.")
def main(
    what: str,
    names: tuple[str, ...],
    place: Path,
    pars: Path,
    threads: int,
    hash_mb: int | None,
    seconds: float | None,
) -> int:
    """Collect or draw; return the exit status."""
    if not pars.is_file():
        raise ValueError(f"no file: {pars}")
    if what == "draw":
        if names:
            raise ValueError("draw takes no names")
        draw(place, collected(place, pars))
        return 0
    if what == "positions":
        files = [Path(name) for name in names]
        missing = [str(file) for file in files if not file.is_file()]
        if missing or not files:
            raise ValueError(f"no sample: {', '.join(missing) or 'name one'}")
        data.write_positions(place / POSITIONS, data.sampled(files))
        return 0
    solved = read_pars(pars)
    if what == "games":
        deals = [deal_number(name) for name in names] or sorted(solved)
        with Solver(1, 64, known_deals=False) as solver:
            data.play_games(place / GAMES, deals, solver, click.echo)
        return 0
    cheapest_first = sorted(solved, key=lambda number: solved[number].nodes)
    deals = [deal_number(name) for name in names] or cheapest_first
    with Solver(threads, hash_mb, known_deals=False) as solver:
        open_deals = data.prove_first_moves(
            place / FIRST_MOVES, deals, solved, solver, click.echo, seconds
        )
    return 1 if open_deals else 0


def _warn(words: str) -> None:
    print(words, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
