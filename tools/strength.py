"""Strength: the points that levels lose in whole games, from matches between neighbours.

    mahjong-battle match casual novice --deals 100 --output games.csv     and so on, up to perfect
    python -m tools.strength judge games.csv      proves every game, from 76 tiles to its end
    python -m tools.strength table games.csv      what the games come to, by level
    python -m tools.strength fit games.csv        brings the levels nearer to their labels
    python -m tools.strength against games.csv robin.csv    what each level loses to each

Nothing in it is estimated. A game has two parts:

    76 tiles and fewer    the ledger: what each move gave away, proven
    before                par − what a player has lost − what the other has = the margin proven at
                          76 tiles; the deal is played from both sides, so that par cancels and
                          the difference between the two players is left

The differences add up along the neighbours, from the strongest level, which is taken to lose
nothing before 76 tiles (`tools.points_lost` measures what it does lose there). All levels play
the same deals, so errors are those of a mean over deals. Reviewing can be killed at any time and
goes on where it was.

What a level loses depends on its opponent. Between any two that met, the stronger is taken to lose
before 76 tiles what it lost there against its neighbours, which is little, and the weaker as much
more as the margins at 76 tiles say.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from itertools import chain, pairwise, product
from math import hypot, inf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final, NamedTuple

import click
from tqdm import tqdm

from battle.resources import asset
from battle.rules.files import LEVELS, LevelLine, check_output
from battle.rules.position import ALL_TILES, FormatError, deal, move
from battle.rules.tree import Game
from solver import machine
from solver import match as matches
from solver.bulk import AppendOnlyCsv, shared_solver, spread
from solver.levels import Level, read
from solver.match import described
from solver.reviews import exact_review
from tools.command import FILE, command
from tools.records import Records

# --- losses --------------------------------------------------------------------------------------
#
# Losses: what players gave away in reviewed games, and how sure one can be of it.
#
# A reviewed game is a line of a file: who began, who did not, the seed, the deal, the tiles from
# which on it is proven, the margin with perfect play from there, seen by the player who began, and
# what every move from there on gave away: `0 3 1 0`.

TILES: Final = 76
"""From this number of tiles on games are proven move by move."""

PARTS: Final = 3
"""Parts of the proven part, by tiles: for seeing whether losses are spread evenly."""


class Mean(NamedTuple):
    """A mean with its standard error, infinite for fewer than two numbers."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.error:.2f}"


def mean(numbers: Sequence[float]) -> Mean:
    """Return the mean of at least one number."""
    error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else inf
    return Mean(fmean(numbers), error)


class ReviewedGame(NamedTuple):
    """A game between two players, proven from `tiles` tiles on; `margin` is the beginner's there.

    `costs` are the points every move from there on gave away.
    """

    first: str
    second: str
    seed: int
    deal: int
    tiles: int
    margin: int
    costs: tuple[int, ...]

    @property
    def key(self) -> tuple[str, str, int, int]:
        """The key of the game."""
        return self[:4]

    def costs_of(self, player: str) -> list[tuple[int, int]]:
        """Return the tiles that were left before each proven move of a player, and its cost.

        A player who sat on both sides has all moves.
        """
        moved = (ALL_TILES - self.tiles) // 2
        seats = (self.first, self.second)
        return [
            (self.tiles - 2 * number, cost)
            for number, cost in enumerate(self.costs)
            if seats[(moved + number) % 2] == player
        ]


@dataclass(frozen=True)
class MatchGames:
    """The games of a match between a stronger and a weaker player, one of each on every deal."""

    upper: str
    lower: str
    by_deal: dict[int, tuple[ReviewedGame, ReviewedGame]]

    @staticmethod
    def between(upper: str, lower: str, games: Iterable[ReviewedGame]) -> MatchGames:
        """Return the match of two players: the deals on which each of them began."""
        begun = {
            (game.first, game.deal): game
            for game in games
            if {game.first, game.second} == {upper, lower}
        }
        deals = sorted({deal for _, deal in begun})
        pairs = {
            deal: (begun[upper, deal], begun[lower, deal])
            for deal in deals
            if (upper, deal) in begun and (lower, deal) in begun
        }
        return MatchGames(upper, lower, pairs)

    def lost_before(self, deal: int) -> float:
        """Return the points a game that the weaker lost more than the stronger before `TILES`."""
        upper_began, lower_began = self.by_deal[deal]
        return (upper_began.margin - lower_began.margin) / 2

    def costs_of(self, player: str, deal: int) -> list[list[tuple[int, int]]]:
        """Return what a player's proven moves on a deal gave away, a list a game; see above."""
        return [game.costs_of(player) for game in self.by_deal[deal]]


@dataclass(frozen=True)
class DealLosses:
    """What a player lost in a game of a deal before `TILES`, and in each game with each move."""

    before: float
    games: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def proven(self) -> float:
        """Points lost in a game from `TILES` tiles on."""
        return fmean(sum(cost for _tiles, cost in game) for game in self.games)


@dataclass(frozen=True)
class LevelLosses:
    """What one player lost on some deals; points are those lost in one game."""

    deals: tuple[DealLosses, ...]

    @staticmethod
    def of(
        player: str, place: int, links: Sequence[MatchGames], deals: Sequence[int]
    ) -> LevelLosses:
        """Return what a player lost.

        `links` are the matches between neighbours, the strongest first; `place` is how many of them
        lie above the player. What was lost before `TILES` is the sum of the differences.
        """
        own = links[max(0, place - 1) : place + 1]
        return LevelLosses(
            tuple(
                DealLosses(
                    sum(link.lost_before(deal) for link in links[:place]),
                    tuple(tuple(game) for link in own for game in link.costs_of(player, deal)),
                )
                for deal in deals
            )
        )

    @property
    def lost(self) -> Mean:
        """Points lost in a game."""
        return mean([one.before + one.proven for one in self.deals])

    @property
    def before(self) -> Mean:
        """Points lost before `TILES` tiles were left."""
        return mean([one.before for one in self.deals])

    @property
    def proven(self) -> Mean:
        """Points lost from there on."""
        return mean([one.proven for one in self.deals])

    @property
    def games(self) -> int:
        """How many games were reviewed."""
        return sum(len(one.games) for one in self.deals)

    @property
    def worst(self) -> int:
        """The most points lost with one proven move."""
        return max((cost for _tiles, cost in self._moves), default=0)

    @property
    def parts(self) -> list[float]:
        """Points lost a move: before `TILES` tiles, then in each part of what was proven."""
        before_moves = (ALL_TILES - TILES) / 4
        found: list[list[int]] = [[] for _ in range(PARTS)]
        for tiles, cost in self._moves:
            found[PARTS * (TILES - tiles) // TILES].append(cost)
        proven = [fmean(costs) if costs else 0.0 for costs in found]
        return [self.before.mean / before_moves, *proven]

    @property
    def _moves(self) -> list[tuple[int, int]]:
        return [moved for one in self.deals for game in one.games for moved in game]


def end_of(game: Game, tiles: int) -> Game:
    """Return the end of a game's main line as a game: from where at most `tiles` are left."""
    nodes = game.main_line()
    few = (place for place, node in enumerate(nodes) if node.position.tiles_left <= tiles)
    first = next(few, len(nodes) - 1)
    end = Game(nodes[first].position)
    for node in nodes[first + 1 :]:
        assert node.move is not None
        end.play(node.move)
    return end


# --- matches and levels --------------------------------------------------------------------------

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
    review = exact_review(end_of(game, TILES), prover)
    costs = tuple(one.cost.value for one in review.moves)
    return ReviewedGame(
        first, second, seed, number, review.start.tiles_left, review.par.value, costs
    )


def review_all(games: Path, found: Path, jobs: int) -> None:
    """Review the games of a match's file that have not been, and keep what was lost in another."""
    reviewed = Records(found, ReviewedGame)
    done = {game.key for game in reviewed.mend()}
    played = AppendOnlyCsv(games, matches.COLUMNS).read(list)
    rows = [row for row in played if (*row[:2], int(row[2]), int(row[3])) not in done]
    with tqdm(total=len(rows) * 2, unit="game", disable=None) as bar:
        for both in spread(review_pair, rows, jobs):
            # the second first: a deal counts as reviewed when both are there
            for game in reversed(both):
                reviewed.add(game)
                bar.update()


def judged_of(games: Path) -> Path:
    """Return where the reviews of the games of a file are kept."""
    return games.with_suffix(".judged.csv")


def read_games(path: Path) -> list[ReviewedGame]:
    """Return the games of a file of reviewed games."""
    return Records(path, ReviewedGame).read()


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
    whole = next((n for n, link in enumerate(links) if not link.by_deal), len(links))
    links, present = links[:whole], strongest_first[: whole + 1]
    deals = sorted(set.intersection(*(set(link.by_deal) for link in links))) if links else []
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
    halves = [
        f"{LevelLosses(part).lost.mean:.2f}" for part in (losses.deals[:half], losses.deals[half:])
    ]
    return [
        *[chosen.name, f"{chosen.points:g}", *figures[:2], *halves, *figures[2:]],
        *[str(losses.worst), str(losses.games), str(len(losses.deals))],
        " ".join(f"{part:.2f}" for part in losses.parts),
    ]


# -- opponent by opponent ------------------------------------------------------------------------


AGAINST: Final = ("level", "against", "lost", "error", "deals")


def against(chosen: Sequence[Level], games: Sequence[ReviewedGame]) -> list[list[str]]:
    """Return what each level lost in a game to each that it met, with a header.

    `chosen` are the levels, the weakest first; left out are those that the matches between
    neighbours do not reach.
    """
    found, rows = losses_by_level(chosen, games), [list(AGAINST)]
    levels = [one for one in chosen if one.name in found]
    for one, other in product(levels, repeat=2):
        match = MatchGames.between(described(other.name), described(one.name), games)
        if len(match.by_deal) > 1:
            stronger = max(one, other, key=levels.index)
            before, rest = found[stronger.name].before, mean(_lost(match, one is not stronger))
            figures = before.mean + rest.mean, hypot(before.error, rest.error)
            words = [f"{figure:.2f}" for figure in figures]
            rows.append([one.name, other.name, *words, str(len(match.by_deal))])
    return rows


def _lost(match: MatchGames, is_weaker: bool) -> list[float]:
    """Return what the lower player of a match lost in a game, by deal.

    From `TILES` tiles on, and if it is the weaker, more than the other before.
    """
    seats = 2 if match.upper == match.lower else 1  # who sat on both sides has all costs
    lost = []
    for number in match.by_deal:
        costs = match.costs_of(match.lower, number)
        proven = fmean(sum(cost for _tiles, cost in game) for game in costs) / seats
        lost.append(proven + (match.lost_before(number) if is_weaker else 0))
    return lost


# -- fitting ---------------------------------------------------------------------------------------


def write_levels(path: Path, levels: Sequence[LevelLine]) -> None:
    """Write a file of levels."""
    with path.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["level", *(field.name for field in fields(LevelLine)[1:])])
        for level in levels:
            words = (word if isinstance(word, str) else f"{word:g}" for word in astuple(level))
            writer.writerow(words)


def fitted(chosen: Level, losses: LevelLosses) -> Level:
    """Return a level with the slip that should lose what its label says, if it does not."""
    lost = losses.lost
    if not chosen.slip or abs(lost.mean - chosen.points) <= lost.error:
        return chosen
    factor = max(0.5, min(2.0, chosen.points / max(lost.mean, 0.01)))
    return replace(chosen, slip=float(f"{chosen.slip * factor:.3g}"))


# -- the command -----------------------------------------------------------------------------------


@command
@click.argument("do", type=click.Choice(["judge", "table", "fit", "against"]))
@click.argument("games", type=FILE, nargs=-1, required=True)
@click.option("--jobs", default=machine.cores(), help="Processes; all cores if not given.")
@click.option("--first", default=0, help="The first deal that counts.")
@click.option("--last", type=int, help="The last deal that counts.")
@click.option("--write", "written", type=FILE, help="Write the table to this file as well.")
@click.option("--file", default=asset(LEVELS), type=FILE, help="The levels; fit writes it.")
def main(
    do: str,
    games: tuple[Path, ...],
    jobs: int,
    first: int,
    last: int | None,
    written: Path | None,
    file: Path,
) -> None:
    """Review games, print a table, or fit the levels; what is judged goes beside the games."""
    header = AGAINST if do == "against" else TABLE
    if written is not None:
        check_output(written, lambda text: text.startswith(",".join(header)))
    if do == "judge":
        for path in games:
            if not path.is_file():
                raise FileNotFoundError(f"no file: {path}")
            review_all(path, judged_of(path), jobs)
    counted = range(first, 2**31 if last is None else last + 1)
    played = chain.from_iterable(read_games(judged_of(path)) for path in games)
    reviewed = [game for game in played if game.deal in counted]
    if not reviewed:
        names = ", ".join(str(judged_of(path)) for path in games)
        raise FormatError(f"no reviewed games in {names}")
    chosen = list(read(file).values())
    rows = (against if do == "against" else table)(chosen, reviewed)
    print("\n".join(_columns(rows)))
    if do == "fit":
        lost = losses_by_level(chosen, reviewed)
        write_levels(file, [fitted(one, lost[one.name]) for one in chosen])
    if written is not None:
        text = "".join(f"{','.join(row)}\n" for row in rows)
        written.write_text(text, encoding="ascii", newline="\n")


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True))


if __name__ == "__main__":
    sys.exit(main())
