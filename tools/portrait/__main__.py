"""What the game is like: collects what is known of it, and makes the page in `docs/game`.

    python -m tools.portrait draw                   the page, its pictures, checksums of the data
    python -m tools.portrait paper                  the same as a paper, `paper.pdf`
    python -m tools.portrait first-moves [DEAL …]   proves every first move, of solved deals
    python -m tools.portrait games [DEAL …]         games that estimates play
    python -m tools.portrait positions FILE …       proven positions, of a calibration's sample
    python -m tools.portrait turns [FILE …]         games turn by turn, of judged matches
    python -m tools.portrait sizes [DEAL …]         positions of deals, and ways to play them
    python -m tools.portrait parity [DEAL …]        deals as they are, and with a pair left out
    python -m tools.portrait robin [PLAYER …]       matches of players who have not met
    python -m tools.portrait certificates [DEAL …]  endgames that others can verify

What is collected is written beside the page; columns are described in its `DATA.md`. `first-moves`
takes many minutes a deal, `games` and `sizes` half a minute, `robin` an hour or two; they can be
killed, and go on where they were. Where no deal is named, `first-moves`, `sizes` and
`certificates` take those drawn by lot. Status 1 if deals are missing, 2 for bad files.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from typing import Final, NamedTuple

import click

from battle.resources import asset
from battle.rules import svg
from battle.rules.files import read_pars
from battle.rules.position import deal, deal_number
from solver.api import Solver
from tools.command import FILE, command
from tools.portrait import certificates, data, paper, parity, pictures, robin, turns
from tools.portrait.certificates import Endgame
from tools.portrait.data import LOT, NODES, EstimatedGame, Proven
from tools.portrait.figures import Collected
from tools.portrait.page import page
from tools.portrait.parity import Turned
from tools.portrait.place import Solved
from tools.portrait.sizes import Size, counted
from tools.portrait.turns import Turns
from tools.records import Records

ROOT: Final = Path(__file__).resolve().parents[2]
PLACE: Final = ROOT / "docs" / "game"
"""Where page, pictures and data are in a checkout."""

MATCHES: Final = tuple(ROOT / "bench" / "levels" / name for name in ("games.csv", "robin.csv"))
BOT: Final = ROOT / "docs" / "bot.md"
RANDOM_DEALS: Final = range(2001, 2101)

PARS: Final = asset("deals/par.csv")


class WholeGame(NamedTuple):
    """A game proven from its first move: what both players together gave away."""

    deal: int
    nodes: int
    lost: int


def collected(place: Path, pars: Path = PARS) -> Collected:
    """Return what was collected in a directory; lines that are passed over are shown.

    Raises OSError, or RulesError or ValueError for bad files.
    """
    warn = partial(click.echo, err=True)
    return Collected(
        read_pars(pars, warn),
        data.first_moves(place / "first-moves.csv", warn),
        Records(place / "positions.csv", Proven).read(warn),
        Records(place / "games.csv", EstimatedGame).read(warn),
        Records(place / "turns.csv", Turns).read(warn),
        Records(place / "sizes.csv", Size).read(warn),
        [game.lost for game in Records(place / "whole-games.csv", WholeGame).read(warn)],
        Records(place / "parity.csv", Turned).read(warn),
        Records(place / "solved-games.csv", Solved).read(warn),
        Records(place / "certificates" / "endgames.csv", Endgame).read(warn),
    )


def draw(place: Path, some: Collected) -> None:
    """Write the page and its pictures. Raises OSError."""
    (place / "README.md").write_text(page(some), encoding="utf-8")
    start = deal(some.shown)
    free = {cell for cell, _ in start.tiles() if start.is_free(cell)}
    table = svg.document(start.columns, free, f"Deal {some.shown} before the first move")
    (place / "table.svg").write_text(table, encoding="utf-8")
    for name, picture in pictures.PICTURES.items():
        (place / f"{name}.svg").write_text(pictures.svg(picture, some), encoding="utf-8")
    (place / "SHA256SUMS").write_text(checksums(place), encoding="utf-8")


def play_robin(place: Path, players: Sequence[str]) -> None:
    """Play the matches of players who have not met, all of them if none is named.

    Raises OSError, or ValueError for a name that is no player's.
    """
    if unknown := [name for name in players if name not in turns.PLAYERS]:
        raise ValueError(f"no player: {', '.join(unknown)}")
    known = Records(place / "turns.csv", Turns).read()
    pairs = robin.missing(known, players or turns.PLAYERS)
    robin.play(MATCHES[-1], pairs, BOT.read_text(encoding="utf-8"))


def write_turns(place: Path, matches: Sequence[Path] = MATCHES) -> None:
    """Write the games of judged matches, and those at random. Raises OSError or FormatError."""
    found = chain.from_iterable(map(turns.judged, matches))
    Records(place / "turns.csv", Turns).write([*found, *turns.at_random(RANDOM_DEALS)])


def checksums(place: Path) -> str:
    """Return the checksums of the data beside the page, as `sha256sum` writes them."""
    files = sorted([*place.glob("*.csv"), *place.glob("certificates/*.[ct]*")])
    return "".join(
        f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(place).as_posix()}\n"
        for file in files
    )


@command
@click.argument(
    "what",
    type=click.Choice(
        [
            *("draw", "paper", "first-moves", "games", "positions", "turns", "sizes"),
            *("parity", "robin", "certificates"),
        ]
    ),
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
    files = [Path(name) for name in names]
    deals = [] if what in ("positions", "turns", "robin") else [*map(deal_number, names)]
    if not pars.is_file():
        raise ValueError(f"no file: {pars}")
    if what in ("draw", "paper"):
        if names:
            raise ValueError(f"{what} takes no names")
        some = collected(place, pars)
        draw(place, some) if what == "draw" else paper.write(place, some)
    elif what == "positions":
        missing = [str(file) for file in files if not file.is_file()]
        if missing or not files:
            raise ValueError(f"no sample: {', '.join(missing) or 'name one'}")
        Records(place / "positions.csv", Proven).write(data.sampled(files))
    elif what == "turns":
        write_turns(place, files or MATCHES)
    elif what == "robin":
        play_robin(place, names)
        write_turns(place)
    elif what == "sizes":
        Records(place / "sizes.csv", Size).fill(zip(deals or LOT), counted, click.echo)
    elif what == "first-moves":
        with Solver(threads, hash_mb, known_deals=False) as solver:
            file, wanted = place / "first-moves.csv", deals or LOT
            known = read_pars(pars)
            return bool(data.prove_first_moves(file, wanted, known, solver, click.echo, seconds))
    else:
        with Solver(1, 64, known_deals=False) as solver:
            play(what, place, deals, pars, solver)
    return 0


def play(what: str, place: Path, deals: Sequence[int], pars: Path, solver: Solver) -> None:
    """Play the deals that a file has not yet. Raises OSError or FormatError."""
    if what == "games":
        games = product(deals or sorted(read_pars(pars)), NODES)
        file = Records(place / "games.csv", EstimatedGame)
        file.fill(games, partial(data.played, solver), click.echo)
    elif what == "parity":
        made = partial(parity.played, solver)
        Records(place / "parity.csv", Turned).fill(zip(deals or parity.DEALS), made, click.echo)
    else:
        folder = place / "certificates"
        write = partial(certificates.write, folder, solver)
        Records(folder / "endgames.csv", Endgame).fill(zip(deals or LOT), write, click.echo)


if __name__ == "__main__":
    sys.exit(main())
