"""What the game is like: collects what is known of it, and makes the page in `docs/game`.

    python -m tools.portrait draw                   the page and its pictures
    python -m tools.portrait first-moves [DEAL …]   proves every first move, of solved deals
    python -m tools.portrait games [DEAL …]         games that estimates play
    python -m tools.portrait positions FILE …       proven positions, of a calibration's sample
    python -m tools.portrait turns [FILE …]         games turn by turn, of judged matches
    python -m tools.portrait sizes [DEAL …]         positions of deals, and ways to play them

What is collected is written beside the page; columns are described in its `DATA.md`. `first-moves`
takes many minutes a deal, `games` and `sizes` half a minute; they can be killed, and go on where
they were. Where no deal is named, `first-moves` and `sizes` take those drawn by lot. Status 1 if
deals are missing, 2 for bad files.
"""

from __future__ import annotations

import csv
import sys
from itertools import chain
from pathlib import Path
from typing import Final

import click

from battle.resources import asset
from battle.rules.files import read_pars
from battle.rules.position import deal_number
from solver.api import Solver
from tools.command import FILE, command
from tools.portrait import data, pictures, sizes, turns
from tools.portrait.data import LOT, Collected
from tools.portrait.page import page

ROOT: Final = Path(__file__).resolve().parents[2]
PLACE: Final = ROOT / "docs" / "game"
"""Where page, pictures and data are in a checkout."""

MATCHES: Final = tuple(ROOT / "bench" / "levels" / name for name in ("games.csv", "players.csv"))
RANDOM_DEALS: Final = range(2001, 2101)

PARS: Final = asset("deals/par.csv")
FIRST_MOVES: Final = "first-moves.csv"
POSITIONS: Final = "positions.csv"
GAMES: Final = "games.csv"
TURNS: Final = "turns.csv"
SIZES: Final = "sizes.csv"
WHOLE: Final = "whole-games.csv"


def collected(place: Path, pars: Path = PARS) -> Collected:
    """Return what was collected in a directory; lines that are passed over are shown.

    Raises OSError, or RulesError or ValueError for bad files.
    """
    whole = place / WHOLE
    lines = whole.read_text(encoding="utf-8").splitlines() if whole.exists() else []
    return Collected(
        read_pars(pars, _warn),
        data.first_moves(place / FIRST_MOVES, _warn),
        data.positions(place / POSITIONS),
        data.games(place / GAMES, _warn),
        turns.read(place / TURNS, _warn),
        sizes.read(place / SIZES, _warn),
        [int(row["lost"]) for row in csv.DictReader(lines)],
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
@click.argument(
    "what", type=click.Choice(["draw", "first-moves", "games", "positions", "turns", "sizes"])
)
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
    if what == "turns":
        matches = [turns.judged(Path(name)) for name in names or MATCHES]
        turns.write(place / TURNS, chain(*matches, turns.at_random(RANDOM_DEALS)))
        return 0
    if what == "sizes":
        sizes.count_all(place / SIZES, map(deal_number, names) if names else LOT, click.echo)
        return 0
    solved = read_pars(pars)
    if what == "games":
        deals = [deal_number(name) for name in names] or sorted(solved)
        with Solver(1, 64, known_deals=False) as solver:
            data.play_games(place / GAMES, deals, solver, click.echo)
        return 0
    deals = [deal_number(name) for name in names] or list(LOT)
    with Solver(threads, hash_mb, known_deals=False) as solver:
        open_deals = data.prove_first_moves(
            place / FIRST_MOVES, deals, solved, solver, click.echo, seconds
        )
    return 1 if open_deals else 0


def _warn(words: str) -> None:
    print(words, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
