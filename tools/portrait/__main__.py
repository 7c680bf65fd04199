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

import argparse
import sys
from pathlib import Path
from typing import Final

from battle.resources import asset
from battle.rules.deal import deal_number
from battle.rules.par import Par
from battle.rules.par import read as read_pars
from solver.api import Solver
from tools.command import Arguments, command, parser_of
from tools.portrait import figures, first_moves, games, pictures, positions
from tools.portrait.figures import Collected
from tools.portrait.page import page

PLACE: Final = Path(__file__).resolve().parents[2] / "docs" / "game"
"""Where page, pictures and data are in a checkout."""

FIRST_MOVES: Final = "first-moves.csv"
POSITIONS: Final = "positions.csv"
GAMES: Final = "games.csv"


def collected(place: Path, pars: Path) -> Collected:
    """Return what was collected in a directory; lines that are passed over are told.

    Raises OSError, or RulesError or ValueError for bad files.
    """
    return Collected(
        read_pars(pars, _warn),
        first_moves.read(place / FIRST_MOVES, _warn),
        positions.read(place / POSITIONS),
        games.read(place / GAMES, _warn),
        figures.levels_of(asset("levels/measured.csv")),
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
def main(arguments: Arguments = None) -> int:
    """Collect or draw; return the exit status."""
    parser = parser_of("tools.portrait", __doc__)
    parser.add_argument("what", choices=["draw", "first-moves", "games", "positions"])
    parser.add_argument("names", nargs="*", metavar="DEAL|FILE", help="all solved deals if none")
    parser.add_argument("--place", type=Path, default=PLACE, help="the directory of the page")
    parser.add_argument("--pars", type=Path, default=asset("deals/par.csv"), help="solved deals")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, help="MiB of table")
    parser.add_argument("--time", type=float, help="seconds for a deal; the rest stays open")
    options = parser.parse_args(arguments)
    place, pars = options.place, read_pars(options.pars)
    if not options.pars.is_file():
        raise ValueError(f"no file: {options.pars}")
    match options.what:
        case "draw":
            if options.names:
                raise ValueError("draw takes no names")
            draw(place, collected(place, options.pars))
        case "positions":
            files = [Path(name) for name in options.names]
            missing = [str(file) for file in files if not file.is_file()]
            if missing or not files:
                raise ValueError(f"no sample: {', '.join(missing) or 'name one'}")
            positions.write(place / POSITIONS, positions.sampled(files))
        case "games":
            with Solver(1, 64, known_deals=False) as solver:
                games.collect(place / GAMES, _deals(options, pars), solver, _tell)
        case _:
            return _prove(options, pars)
    return 0


def _prove(options: argparse.Namespace, pars: dict[int, Par]) -> int:
    """Prove first moves, of the cheapest deals first."""
    deals = _deals(options, pars)
    if not options.names:
        deals.sort(key=lambda number: pars[number].nodes)
    with Solver(options.threads, options.hash, known_deals=False) as solver:
        file = options.place / FIRST_MOVES
        missing = first_moves.collect(file, deals, pars, solver, _tell, options.time)
    return 1 if missing else 0


def _deals(options: argparse.Namespace, pars: dict[int, Par]) -> list[int]:
    return [deal_number(name) for name in options.names] or sorted(pars)


def _tell(words: str) -> None:
    print(words, flush=True)


def _warn(words: str) -> None:
    print(words, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
