"""What the page about the game rests on, each kind in a file of its own, and figures of it.

The columns of the files are described in `docs/game/DATA.md`. Files that take long to make only
grow, and making them goes on where it was.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from math import exp, log, nan
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from battle.rules.files import Par
from battle.rules.position import ALL_TILES, Move, Position, deal, move
from solver.api import ALL_LINES, Limit, Solver
from solver.bulk import AppendOnlyCsv
from solver.proof.calibration import read as read_table
from solver.survey import Keeper, PartialProof, PartialProofs, bounds_of
from tools import calibrate
from tools.portrait.intervals import LEAST, Estimate, grouped, mean, resampled, share_of
from tools.portrait.sizes import Size
from tools.portrait.turns import Turns

FIRST_MOVES: Final = ("deal", "move", "points", "value")
GAMES: Final = ("deal", "nodes", "seen", "first", "margin")

NODES: Final = (1_000, 10_000, 100_000)
"""The players' nodes per move."""

SEED: Final = 20261123
LOT: Final = tuple(Random(SEED).sample(range(1, 101), 10))
"""Ten of the first hundred deals by lot, of which all first moves shall be proven, in this order.

The seed is the day on which they were drawn, once.
"""

Values: TypeAlias = Mapping[Move, int]
Report: TypeAlias = Callable[[str], None]


def silent(text: str) -> None:
    """Say nothing."""


# --- first moves ---------------------------------------------------------------------------------


def first_moves(path: Path, report: Report = silent) -> dict[int, Values]:
    """Return the values of all first moves of the deals that a file has whole.

    Raises OSError or FormatError if it cannot be read; no file has no deals. `report` is called for
    lines that are skipped.
    """
    found: dict[int, dict[Move, int]] = {}
    for number, name, value in AppendOnlyCsv(path, FIRST_MOVES).read(_first_move, report):
        found.setdefault(number, {})[name] = value
    return {
        number: values
        for number, values in sorted(found.items())
        if set(values) == set(deal(number).legal_moves)
    }


def _first_move(row: list[str]) -> tuple[int, Move, int]:
    number, name, _points, value = row
    return int(number), move(name), int(value)


def prove_first_moves(
    path: Path,
    deals: Iterable[int],
    pars: Mapping[int, Par],
    solver: Solver,
    report: Report = silent,
    seconds: float | None = None,
) -> list[int]:
    """Prove the deals that a file has not yet, `seconds` for each; return those that are missing.

    What `pars` know of a deal is not proven again. Raises OSError or FormatError for a file that
    is not ours or cannot be written.
    """
    file, proofs = AppendOnlyCsv(path, FIRST_MOVES), PartialProofs(path)
    file.mend()
    proofs.mend()
    known, begun = first_moves(path), proofs.by_deal()
    missing = []
    for number in deals:
        if number in known:
            report(f"deal {number}: known already")
            continue
        start = deal(number)
        bounds = bounds_of(start, pars.get(number))
        proof = begun.get(number, PartialProof(number, bounds))
        if set(proof.bounds) != set(bounds):
            proof = PartialProof(number, bounds)
        proof = _proven(proof, solver, Keeper(proofs, begun), seconds)
        still = sum(low < high for low, high in proof.bounds.values())
        if still:
            missing.append(number)
            report(f"deal {number}: {still} of {len(proof.bounds)} first moves are open")
            continue
        rows = sorted(proof.bounds.items())
        file.add_line("\n".join(f"{number},{it},{start.worth(it)},{low}" for it, (low, _) in rows))
        report(f"deal {number}: {len(rows)} first moves, {proof.nodes + proof.others} nodes")
    if all(number in first_moves(path) for number in proofs.by_deal()):
        proofs.path.unlink(missing_ok=True)
    return missing


def _proven(
    before: PartialProof, solver: Solver, keeper: Keeper, seconds: float | None
) -> PartialProof:
    """Return what is proven of a deal when all is or time is over, and keep it meanwhile."""
    limit, start = Limit(time=seconds, exact=True), deal(before.deal)
    try:
        found = solver.analyse(
            *(start, limit, ALL_LINES),
            bounds=before.bounds,
            report=lambda analysis: keeper(before.gone_on(analysis)),
        )
        keeper(before.gone_on(found))
    finally:
        keeper.write()
    return before.gone_on(found)


# --- games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EstimatedGame:
    """A game: how many nodes a move, what was expected, the first move, and how it ended."""

    deal: int
    nodes: int
    seen: int
    first: Move
    margin: int

    @staticmethod
    def of(row: Sequence[str]) -> EstimatedGame:
        """Return the game of a line; raise ValueError for one that is none."""
        number, nodes, seen, first, margin = row
        return EstimatedGame(int(number), int(nodes), int(seen), move(first), int(margin))


def games(path: Path, report: Report = silent) -> list[EstimatedGame]:
    """Return the games of a file; none if there is no file. Raises OSError or FormatError.

    `report` is called for lines that are skipped.
    """
    return AppendOnlyCsv(path, GAMES).read(EstimatedGame.of, report)


def play_games(
    path: Path,
    deals: Iterable[int],
    solver: Solver,
    report: Report = silent,
    budgets: Sequence[int] = NODES,
) -> None:
    """Play the games that a file has not yet. Raises OSError or FormatError."""
    file = AppendOnlyCsv(path, GAMES)
    file.mend()
    known = {(game.deal, game.nodes) for game in games(path)}
    for number in deals:
        for nodes in budgets:
            if (number, nodes) not in known:
                game = played(number, deal(number), nodes, solver)
                file.add(astuple(game))
                report(f"deal {number}, {nodes} nodes a move: {game.margin:+d}")


def played(number: int, start: Position, nodes: int, solver: Solver) -> EstimatedGame:
    """Return the game that a solver with an empty table plays from a start."""
    solver.forget()
    position, seen = start, 0
    moves: list[Move] = []
    while not position.is_over:
        answer = solver.analyse(position, Limit(nodes=nodes), start=start)
        assert answer.best is not None, "there is a move, the game is not over"
        seen = seen if moves else answer.value.points
        moves.append(answer.best)
        position = position.play(answer.best)
    return EstimatedGame(number, nodes, seen, moves[0], position.margin - start.margin)


# --- positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoveCosts:
    """What the first moves of a position give away: how many there are, how many give nothing."""

    moves: int
    best: int
    highest: float
    is_best: bool
    random: float

    @staticmethod
    def of(moves: Sequence[tuple[int, int]]) -> MoveCosts:
        """Return it of moves, each with what its pair scores and what it is worth."""
        value = max(worth for _, worth in moves)
        most = max(points for points, _ in moves)
        costs = [value - worth for _, worth in moves]
        highest = [value - worth for points, worth in moves if points == most]
        return MoveCosts(len(moves), costs.count(0), fmean(highest), 0 in highest, fmean(costs))


@dataclass(frozen=True)
class Proven:
    """A proven position, a row of the table."""

    number: int
    tiles: int
    nodes: int | None
    value: int
    seen: Mapping[int, int] = field(default_factory=dict)
    choice: MoveCosts | None = None
    lost: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_random(self) -> bool:
        """Whether random moves led to it, not moves after short searches.

        This follows from the number, except in samples made all at random, which have no `choice`.
        """
        return calibrate.Task(self.number).is_random

    def row(self) -> list[object]:
        """Return the fields of its line."""
        choice: Iterable[object] = [""] * len(fields(MoveCosts))
        if self.choice is not None:
            choice = (_short(one) for one in astuple(self.choice))
        nodes = "" if self.nodes is None else self.nodes
        seen, lost = _words(self.seen), _words(self.lost)
        return [self.number, self.tiles, nodes, self.value, seen, *choice, lost]

    @staticmethod
    def of(row: Sequence[str]) -> Proven:
        """Return the position of a line; raise ValueError for one that is none."""
        number, tiles, nodes, value, seen, moves, best, highest, is_best, random, lost = row
        choice = None
        if moves:
            is_highest = bool(int(is_best))
            choice = MoveCosts(int(moves), int(best), float(highest), is_highest, float(random))
        return Proven(
            *(int(number), int(tiles), int(nodes) if nodes else None, int(value)),
            *(_numbers(seen), choice, _numbers(lost)),
        )


POSITIONS: Final = (
    *("number", "tiles", "nodes", "value", "seen"),
    *(one.name for one in fields(MoveCosts)),
    "lost",
)


def positions(path: Path) -> list[Proven]:
    """Return the positions of a table; none if there is no file.

    Raises OSError, or ValueError that names the file for another one.
    """
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file)) or [[]]
    try:
        if tuple(header) != POSITIONS:
            raise ValueError
        return [Proven.of(row) for row in rows]
    except ValueError:
        raise ValueError(f"bad table of positions: {path}") from None


def write_positions(path: Path, found: Iterable[Proven]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerows([POSITIONS, *(one.row() for one in found)])


def sampled(files: Sequence[Path]) -> list[Proven]:
    """Return the proven positions of some samples, without the solved deals in them."""
    searches = {(one.number, one.nodes): one for one in calibrate.searches(files)}
    rows = [row for file in files for row in calibrate.rows(file)]
    found = [_sampled(row, searches) for row in rows if row["number"] >= 0 and "truth" in row]
    return sorted(found, key=lambda one: one.number)


def _sampled(
    row: Mapping[str, Any], searches: Mapping[tuple[int, int], calibrate.Search]
) -> Proven:
    """Return the position of a row of a sample; a search that is not among them proved it."""
    number, tiles, value, table = row["number"], row["tiles"], row["truth"], read_table()
    seen, lost, choice = {}, {}, None
    moves = row.get("moves")
    if moves:
        pairs = row["looks"][0]["choices"]
        worths = [(gain, moves[name]) for name, count, gain, *_ in pairs for _each in range(count)]
        choice = MoveCosts.of(worths)
    for nodes in (one["nodes"] for one in row["looks"]):
        search = searches.get((number, nodes))
        seen[nodes] = value if search is None else calibrate.judged(search, table).position.value
        if moves:
            best = None if search is None else str(search.root.ranked()[0].moves[0])
            lost[nodes] = 0 if best is None else value - moves[best]
    return Proven(number, tiles, None if moves else row["nodes"], value, seen, choice, lost)


def _words(numbers: Mapping[int, int]) -> str:
    return " ".join(f"{nodes}:{number}" for nodes, number in numbers.items())


def _numbers(words: str) -> dict[int, int]:
    pairs = (word.split(":") for word in words.split())
    return {int(nodes): int(number) for nodes, number in pairs}


def _short(number: object) -> object:
    """Return a number as it is written: a yes or no as 1 or 0, a fraction to two places."""
    if isinstance(number, bool):
        return int(number)
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else number


# --- figures -------------------------------------------------------------------------------------


Band: TypeAlias = tuple[int, int]

BANDS: Final = ((40, 48), (50, 62), (64, 66), (68, 70), (72, 74), (76, 84), (ALL_TILES, ALL_TILES))
"""The fewest and the most tiles of positions that are counted together."""


@dataclass(frozen=True)
class Collected:
    """All that the page rests on."""

    pars: Mapping[int, Par]
    first_moves: Mapping[int, Values]
    positions: Sequence[Proven]
    games: Sequence[EstimatedGame]
    turns: Sequence[Turns] = ()
    sizes: Sequence[Size] = ()
    whole: Sequence[int] = ()
    """What both players together gave away in whole games."""


# -- par and the first move ------------------------------------------------------------------------


def values(pars: Mapping[int, Par]) -> list[int]:
    """Return the pars in order."""
    return sorted(par.value for par in pars.values())


def single_best(pars: Mapping[int, Par]) -> Estimate | None:
    """Return how many deals have one best first move, of those of which that is known."""
    known = [par for par in pars.values() if not par.unsure or len(par.best) > 1]
    return share_of(len(par.best) == 1 for par in known) if known else None


def highest_first(pars: Mapping[int, Par]) -> Estimate | None:
    """Return in how many deals one of the highest pairs is a best first move, where it is known."""
    answers = [answer for par in pars.values() if (answer := _highest_is_best(par)) is not None]
    return share_of(answers) if answers else None


def _highest_is_best(par: Par) -> bool | None:
    start = deal(par.deal)
    most = max(map(start.worth, start.legal_moves))
    if any(start.worth(one) == most for one in par.best):
        return True
    return None if any(start.worth(one) == most for one in par.unsure) else False


def costs_of_first_moves(first_moves: Mapping[int, Values]) -> list[MoveCosts]:
    """Return what first moves give away, of every deal."""
    return [
        MoveCosts.of([(deal(number).worth(one), worth) for one, worth in worths.items()])
        for number, worths in first_moves.items()
    ]


def spread(worths: Values) -> int:
    """Return the points between the best and the worst first move."""
    return max(worths.values()) - min(worths.values())


def second_best(worths: Values) -> int:
    """Return what the best move gives away that is not among the best; 0 if all are equal."""
    best = max(worths.values())
    return best - max((worth for worth in worths.values() if worth < best), default=best)


# -- by tiles --------------------------------------------------------------------------------------


def band_of(tiles: int) -> tuple[int, int] | None:
    """Return the band that positions with this many tiles are counted in."""
    return next((band for band in BANDS if band[0] <= tiles <= band[1]), None)


def decided(some: Collected, *, random: bool) -> list[Proven]:
    """Return the positions whose moves are all proven, after random play or after short searches.

    Apart, because random play leaves high pairs lying: there choosing well is easier.
    """
    return [one for one in some.positions if one.choice is not None and one.is_random == random]


def highest_is_best(positions: Sequence[Proven]) -> dict[Band, Estimate]:
    """Return how often a highest pair is among the best, by tiles, where all moves are proven."""
    found = _by_band((one.tiles, one.choice.is_best) for one in positions if one.choice is not None)
    return {band: share_of(map(bool, those)) for band, those in found.items()}


def pair_is_best(some: Collected) -> dict[Band, Estimate]:
    """Return the share of pairs that are among the best, by tiles: a pair taken at random."""
    later = (
        (one.tiles, one.choice.best / one.choice.moves)
        for one in some.positions
        if one.choice is not None
    )
    deals = (
        (ALL_TILES, len(par.best) / len(deal(par.deal).legal_moves))
        for par in some.pars.values()
        if not par.unsure
    )
    return _means(_by_band([*later, *deals]))


def guesses(some: Collected) -> dict[Band, Estimate]:
    """Return how far off one is on average who says the average value of all, by tiles."""
    found = values_by_tiles(some).items()
    return _means({band: [abs(one) for one in _off_average(those)] for band, those in found})


def _off_average(numbers: Sequence[float]) -> list[float]:
    """Return how far each of at least one number is from the average of all others."""
    whole, count = fmean(numbers), len(numbers)
    return [(one - whole) * count / max(1, count - 1) for one in numbers]


def saved(some: Collected, band: Band, nodes: int) -> Estimate | None:
    """Return by how much less a search is off than the average value of all, at the same ones."""
    those = [(seen, value) for tiles, seen, value in _seen(some, nodes) if band_of(tiles) == band]
    if len(those) < LEAST:
        return None
    beyond = _off_average([value for _, value in those])
    return mean(
        [abs(far) - abs(seen - value) for far, (seen, value) in zip(beyond, those, strict=True)]
    )


def values_by_tiles(some: Collected) -> dict[Band, list[float]]:
    """Return the proven values of positions and deals, by tiles."""
    later = [(one.tiles, float(one.value)) for one in some.positions]
    return _by_band(later + [(ALL_TILES, float(par.value)) for par in some.pars.values()])


TWO_THREADS: Final = range(3, 11)
"""The deals that were proven with two threads; all other proofs had one."""


def proofs(some: Collected) -> list[tuple[int, int]]:
    """Return the tiles and the nodes of all proofs of a value alone, by one thread."""
    later = [(one.tiles, one.nodes) for one in some.positions if one.nodes is not None]
    deals = (par for par in some.pars.values() if par.deal not in TWO_THREADS)
    return later + [(ALL_TILES, par.nodes) for par in deals]


def growth(points: Iterable[Band], tiles: int) -> Estimate:
    """Return by what factor the nodes of a proof grow with this many tiles more."""
    rows = np.array([(count, log(nodes)) for count, nodes in points if nodes > 0])
    return resampled(rows, lambda drawn: exp(tiles * slope(drawn[:, 0], drawn[:, 1])))


def slope(across: NDArray[Any], up: NDArray[Any]) -> float:
    """Return the slope of the line of least squares; nan if all are at one place."""
    beside = across - across.mean()
    return float(beside @ up / (beside @ beside)) if beside.any() else nan


def errors(some: Collected, nodes: int) -> dict[Band, Estimate]:
    """Return how far off estimates of this many nodes are on average, by tiles."""
    return _means(_by_band((tiles, abs(seen - value)) for tiles, seen, value in _seen(some, nodes)))


def _seen(some: Collected, nodes: int) -> list[tuple[int, int, int]]:
    """Return tiles, estimate and value of all that were estimated with this many nodes."""
    later = [(one.tiles, one.seen[nodes], one.value) for one in some.positions if nodes in one.seen]
    return later + [
        (ALL_TILES, game.seen, some.pars[game.deal].value)
        for game in some.games
        if game.nodes == nodes and game.deal in some.pars
    ]


def _means(found: Mapping[Band, Sequence[float]]) -> dict[Band, Estimate]:
    """Return the means of those that are enough to make a point of a picture."""
    return {band: mean(those) for band, those in found.items() if len(those) >= LEAST}


def _by_band(rows: Iterable[tuple[int, float]]) -> dict[Band, list[float]]:
    found = grouped((band_of(tiles), number) for tiles, number in rows)
    return {band: found[band] for band in BANDS if band in found}


# -- estimates and par -----------------------------------------------------------------------------


def given_away(positions: Sequence[Proven]) -> dict[str | int, Estimate]:
    """Return what a move gives away: at random, of the highest pair, and by nodes searched."""
    those = [one for one in positions if one.choice is not None]
    if len(those) < LEAST:
        return {}
    found: dict[str | int, Estimate] = {
        "random": mean([one.choice.random for one in those if one.choice]),
        "highest": mean([one.choice.highest for one in those if one.choice]),
    }
    for nodes in sorted({nodes for one in those for nodes in one.lost}):
        found[nodes] = mean([one.lost[nodes] for one in those if nodes in one.lost])
    return found


def first_is_best(some: Collected, nodes: int) -> Estimate | None:
    """Return how often the first move of estimates is a best one, where that is known."""
    found = [
        game.first in some.pars[game.deal].best
        for game in some.games
        if game.nodes == nodes
        and game.deal in some.pars
        and game.first not in some.pars[game.deal].unsure
    ]
    return share_of(found) if found else None


def gaps(some: Collected) -> dict[int, dict[int, int]]:
    """Return by how much games of estimates ended above par, by nodes a move and deal."""
    found: dict[int, dict[int, int]] = {}
    for game in sorted(some.games, key=lambda game: (game.nodes, game.deal)):
        if game.deal in some.pars:
            found.setdefault(game.nodes, {})[game.deal] = game.margin - some.pars[game.deal].value
    return found


def told_by_par(some: Collected) -> dict[int, Estimate]:
    """Return the share of the variance of games' results that par tells, by nodes a move."""
    return {
        nodes: resampled(
            np.array(
                [
                    (game.margin, some.pars[game.deal].value)
                    for game in some.games
                    if game.nodes == nodes and game.deal in some.pars
                ],
                float,
            ),
            _told,
        )
        for nodes, ends in gaps(some).items()
        if len(ends) > LEAST
    }


def _told(rows: NDArray[Any]) -> float:
    return slope(rows[:, 0], rows[:, 1]) * slope(rows[:, 1], rows[:, 0])


def shown(some: Collected) -> int:
    """Return the number of the deal to show: one with few first moves, all of known value."""
    known = some.first_moves
    return min(known, key=lambda number: (len(known[number]), number), default=1)
