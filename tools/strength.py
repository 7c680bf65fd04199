"""Strength: the points that levels lose in whole games, from matches between neighbours.

    mahjong-battle match casual novice --deals 100 --output games.csv     and so on, up to perfect
    python -m tools.strength judge games.csv      proves every game, from 76 tiles to its end
    python -m tools.strength table games.csv      what the games come to, by level
    python -m tools.strength fit games.csv        brings the levels nearer to their labels

Nothing in it is estimated. A game has two parts:

    76 tiles and fewer    the ledger: what each move gave away, proven
    before                par − what a player has lost − what the other has = the margin proven at
                          76 tiles; the deal is played from both sides, so that par cancels and
                          the difference between the two players is left

The differences add up along the neighbours, from the strongest level, which is taken to lose
nothing before 76 tiles (`tools.points_lost` measures what it does lose there). All levels play
the same deals, so errors are those of a mean over deals. Reviewing can be killed at any time and
goes on where it was.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from tqdm import tqdm

from battle.analysis.values import Values
from battle.commands.reviews import exact_review
from battle.resources import asset
from battle.rules.deal import deal
from battle.rules.files import check_output
from battle.rules.game import Game
from battle.rules.levels_file import FILE
from battle.rules.position import FormatError, move
from solver import machine
from solver import match as matches
from solver.append_only import AppendOnlyCsv
from solver.levels import Level, read, write
from solver.match import described, shared_solver, spread
from tools.command import Arguments, command, parser_of
from tools.losses import COLUMNS, TILES, LevelLosses, MatchGames, ReviewedGame, end_of

HASH_MB: Final = 256

TABLE: Final = (
    *["level", "points", "lost", "error", "first_half", "second_half"],
    *["before", "before_error", "proven", "proven_error", "worst", "games", "deals"],
    "lost_by_part",
)


# -- reviewing -------------------------------------------------------------------------------------


def review_pair(row: Sequence[str]) -> list[ReviewedGame]:
    """Return the two games of a line of a match, proven from `TILES` tiles on."""
    one, other, seed, number, _first, _second, *both = row
    return [
        reviewed_game(first, second, int(seed), int(number), moves)
        for first, second, moves in ((one, other, both[0]), (other, one, both[1]))
    ]


def reviewed_game(first: str, second: str, seed: int, number: int, moves: str) -> ReviewedGame:
    """Return a game of a deal with what was lost in it."""
    game = Game(deal(number))
    for word in moves.split():
        game.play(move(word))
    prover = shared_solver("prover", HASH_MB)
    prover.forget()
    review = exact_review(end_of(game, TILES), prover, Values())
    costs = tuple(one.cost.value for one in review.moves)
    return ReviewedGame(
        first, second, seed, number, review.start.tiles_left, review.par.value, costs
    )


def review_all(games: Path, found: Path, jobs: int) -> None:
    """Review the games of a match's file that have not been, and keep what was lost in another."""
    reviewed = AppendOnlyCsv(found, COLUMNS)
    reviewed.mend()
    done = {game.key for game in read_games(found)}
    played = AppendOnlyCsv(games, matches.COLUMNS).read(lambda row: (_key(row), row))
    rows = [row for key, row in played if key not in done]
    with tqdm(total=len(rows) * 2, unit="game", disable=None) as bar:
        for both in spread(review_pair, rows, jobs):
            # the second first: a deal counts as reviewed when both are there
            for game in reversed(both):
                reviewed.add(game.row())
                bar.update()


def _key(row: Sequence[str]) -> tuple[str, str, int, int]:
    return row[0], row[1], int(row[2]), int(row[3])


def read_games(path: Path) -> list[ReviewedGame]:
    """Return the games of a file of reviewed games."""
    return AppendOnlyCsv(path, COLUMNS).read(ReviewedGame.of)


# -- the table -------------------------------------------------------------------------------------


def losses_by_level(
    chosen: Sequence[Level], games: Sequence[ReviewedGame]
) -> dict[str, LevelLosses]:
    """Return what each level lost, by name, from the strongest down to where a match is missing.

    `chosen` are the levels, the weakest first.
    """
    strongest_first = list(reversed(chosen))
    links = [
        MatchGames.between(described(upper.name), described(lower.name), games)
        for upper, lower in pairwise(strongest_first)
    ]
    whole = next((n for n, link in enumerate(links) if not link.deals), len(links))
    links, present = links[:whole], strongest_first[: whole + 1]
    deals = sorted(set.intersection(*(link.deals for link in links))) if links else []
    if len(deals) < 2:
        return {}
    return {
        one.name: LevelLosses.of(described(one.name), number, links, deals)
        for number, one in enumerate(present)
    }


def table(chosen: Sequence[Level], games: Sequence[ReviewedGame]) -> list[list[str]]:
    """Return the table of the levels that have games, the weakest first, with its header."""
    found = losses_by_level(chosen, games)
    rows = [_row(one, found[one.name]) for one in chosen if one.name in found]
    return [list(TABLE), *rows]


def _row(chosen: Level, losses: LevelLosses) -> list[str]:
    half = len(losses.deals) // 2
    means = [losses.lost, losses.before, losses.proven]
    figures = [f"{number:.2f}" for mean in means for number in mean]
    halves = [f"{losses.of_deals(part).lost.mean:.2f}" for part in (slice(half), slice(half, None))]
    return [
        *[chosen.name, f"{chosen.points:g}", *figures[:2], *halves, *figures[2:]],
        *[str(losses.worst), str(losses.games), str(len(losses.deals))],
        " ".join(f"{part:.2f}" for part in losses.parts),
    ]


# -- fitting ---------------------------------------------------------------------------------------


def fitted(chosen: Level, losses: LevelLosses) -> Level:
    """Return a level with the slip that should lose what its label says, if it does not."""
    lost = losses.lost
    if not chosen.slip or abs(lost.mean - chosen.points) <= lost.error:
        return chosen
    factor = max(0.5, min(2.0, chosen.points / max(lost.mean, 0.01)))
    return replace(chosen, slip=float(f"{chosen.slip * factor:.3g}"))


# -- the command -----------------------------------------------------------------------------------


@command
def main(arguments: Arguments = None) -> None:
    """Review games, print the table, or fit the levels."""
    wanted = _parser().parse_args(arguments)
    found = wanted.games.with_suffix(".judged.csv")
    if wanted.write is not None:
        _check_table(wanted.write)
    if wanted.do == "judge":
        if not wanted.games.is_file():
            raise FileNotFoundError(f"no file: {wanted.games}")
        review_all(wanted.games, found, wanted.jobs)
    games = _of_deals(read_games(found), wanted.first, wanted.last)
    if not games:
        raise FormatError(f"no reviewed games in {found}")
    chosen = list(read(wanted.file).values())
    rows = table(chosen, games)
    print("\n".join(_columns(rows)))
    if wanted.do == "fit":
        lost = losses_by_level(chosen, games)
        write(wanted.file, [fitted(one, lost[one.name]) for one in chosen])
    if wanted.write is not None:
        with wanted.write.open("w", encoding="ascii", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def _check_table(path: Path) -> None:
    """Raise FormatError for a file to write that is no table of levels."""
    check_output(path, lambda text: text.startswith(",".join(TABLE)))


def _of_deals(games: Sequence[ReviewedGame], first: int, last: int | None) -> list[ReviewedGame]:
    return [game for game in games if first <= game.deal and (last is None or game.deal <= last)]


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True))


def _parser() -> argparse.ArgumentParser:
    parser = parser_of("tools.strength", __doc__)
    add = parser.add_argument
    add("do", choices=["judge", "table", "fit"])
    add("games", type=Path, help="the file of games; what is judged goes beside it")
    add("--jobs", type=int, default=machine.cores(), help="processes; all cores if not given")
    add("--first", type=int, default=0, help="the first deal that counts")
    add("--last", type=int, help="the last deal that counts")
    add("--write", type=Path, help="write the table to this file as well")
    add("--file", type=Path, default=asset(FILE), help="the levels; fit writes it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
