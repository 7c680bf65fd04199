"""Calibration of estimates: how far off they are, measured on proven positions.

    python -m tools.calibrate sample FILE --positions 3000     searches and proofs; can be killed
    python -m tools.calibrate fit FILE … --write TABLE         the table that they make
    python -m tools.calibrate deals FILE … --write TABLE       the errors of whole deals alone
    python -m tools.calibrate costs FILE …                     the correlation of errors in costs
    python -m tools.calibrate check FILE …                     how the table holds on others

What checks the table is sampled for itself, from other deals, and not seen before. The solved
deals are added with `sample FILE --deals`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import click
import numpy as np
import numpy.typing as npt

from battle.analysis.values import Bounds, Cost
from battle.protocol import Goal, Limit
from battle.resources import asset
from battle.rules.files import read_pars
from battle.rules.position import ALL_TILES, FormatError, Move, Position, deal, move
from solver.api import ALL_LINES, SearchRequest, Solver
from solver.bulk import JsonLines
from solver.proof.calibration import (
    MANY_TILES,
    NEAR,
    Fit,
    Judgement,
    fit_for,
    read,
    what_was_seen,
)
from solver.proof.driver import Root, RootChoice
from tools.command import FILE, command

# --- the sample ----------------------------------------------------------------------------------
#
# What estimates are calibrated on: positions, what was seen of them, and what is true.
#
# A position of so many tiles is made by play from a deal, half of them by random moves and half by
# short searches; which one and in which manner it is searched follows from its number and the
# plan alone. Every search is made with an empty table. What is true comes from a proof, with all
# first moves where that is cheap. One JSON object a line in an append-only file.

NODES: Final = (30, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
"""The limits of the searches."""

MANNERS: Final = ("one", "all", "best")
"""One line; all lines; all lines, and only the best of them valued."""

FIRST_DEAL: Final = 600_000
"""Position number n comes from this deal and the n-th after it."""

TILES: Final = (64, 66, 64, 72, 64, 68, 64, 70, 64, 60, 64, 68, 64, 74, 66, 52, 72, 64, 56, 68)
"""The tiles of the positions, in turn; every TURNS-th time round bigger ones take some places."""

BIG: Final = (76, 80, 76, 84)
"""The tiles of the fourth position of every turn but one, in turn."""

MOST_TILES_OF_ALL: Final = 92
"""Up to here all first moves are proven of every third position."""

SHORT_SEARCH: Final = Limit(nodes=300)


@dataclass(frozen=True)
class Plan:
    """What is sampled: tiles, in turn for every two positions (`TILES` if empty), and limits.

    All first moves are proven of one in `moves_of` positions, 0 for none. Play is by random moves
    and by short searches, or all `at_random`.
    """

    tiles: tuple[int, ...] = ()
    nodes: tuple[int, ...] = NODES
    moves_of: int = 3
    at_random: bool = False


USUAL: Final = Plan()


@dataclass(frozen=True)
class Task:
    """A position to search: its number, its tiles, how it is made and what is proven."""

    number: int
    plan: Plan = USUAL

    @property
    def tiles(self) -> int:
        """How many tiles are left."""
        if self.plan.tiles:
            return self.plan.tiles[self.number // 2 % len(self.plan.tiles)]
        turn, place = divmod(self.number, len(TILES))
        return BIG[turn % len(BIG)] if place == 3 and turn % 2 else TILES[place]

    @property
    def is_random(self) -> bool:
        """Whether it comes from random play."""
        return self.plan.at_random or self.number % 2 == 0

    @property
    def proves_all(self) -> bool:
        """Whether all first moves are proven."""
        every = self.plan.moves_of
        return every > 0 and self.number % every == 0 and self.tiles <= MOST_TILES_OF_ALL

    def position(self, solver: Solver) -> Position:
        """Return the position."""
        lot = Random(self.number)
        start = position = deal(FIRST_DEAL + self.number)
        while position.tiles_left > self.tiles and not position.is_over:
            move: Move | None = lot.choice(position.legal_moves)
            if not self.is_random:
                solver.forget()
                move = solver.analyse(position, SHORT_SEARCH, start=start).best
            assert move is not None
            position = position.play(move)
        return position


def sampled(task: Task, solver: Solver, prover: Solver) -> dict[str, Any]:
    """Return what was seen of a position, and what is true."""
    position = task.position(solver)
    row: dict[str, Any] = {"number": task.number, "tiles": position.tiles_left, "looks": []}
    if position.is_over:
        return row
    played = Random(-task.number - 1).choice(position.legal_moves)
    for nodes in task.plan.nodes:
        manner = MANNERS[(task.number // 2 + NODES.index(nodes)) % 3]
        row["looks"].append(seen(position, nodes, manner, solver))
        if task.proves_all and nodes >= 1_000 and manner != "one":
            after = position.play(played)
            if not after.is_over:
                row["looks"][-1]["child"] = seen(after, nodes, "best", solver)
    row["played"] = str(played)
    lines = ALL_LINES if task.proves_all else 1
    truth = prover.analyse(position, Limit(exact=True), lines)
    row["truth"] = truth.value.points
    row["nodes"] = truth.nodes
    if task.proves_all:
        row["moves"] = {str(line.move): line.value.points for line in truth.lines}
    return row


def seen(position: Position, nodes: int, manner: str, solver: Solver) -> dict[str, Any]:
    """Return what a search with an empty table sees."""
    solver.forget()
    limit = Limit(nodes=nodes, goal=Goal.BEST if manner == "best" else Goal.MARGIN)
    lines = 1 if manner == "one" else ALL_LINES
    found: list[Any] = []
    analysis = solver.think(SearchRequest(position, limit, lines, watch=found.append))
    (root,) = found
    return {
        "nodes": nodes,
        "manner": manner,
        "depth": analysis.depth,
        "lower": analysis.lower.points,
        "upper": analysis.upper.points,
        "choices": [
            [str(c.moves[0]), len(c.moves), c.gain, c.lower, c.upper, c.estimate, c.before]
            for c in root.choices
        ],
    }


def run(
    path: Path,
    numbers: range,
    plan: Plan = USUAL,
    report: Callable[[str], None] = lambda text: None,
) -> None:
    """Add the positions with these numbers that a file does not have yet."""
    file = JsonLines(path)
    known = {row["number"] for row in file.mend().values()}
    with (
        Solver(1, 16, known_deals=False) as solver,
        Solver(1, 256, known_deals=False) as prover,
    ):
        for number in numbers:
            if number not in known:
                row = sampled(Task(number, plan), solver, prover)
                file.add(row)
                report(f"{number}: {row['tiles']} tiles, {row.get('nodes', 0)} nodes")


def rows(path: Path) -> Iterable[dict[str, Any]]:
    """Return the positions of a file; a last line that was cut short is taken away."""
    return JsonLines(path).mend().values()


def add_deals(path: Path) -> None:
    """Add searches of the solved deals that a file does not have yet; their numbers are below 0."""
    file = JsonLines(path)
    known = {row["number"] for row in file.mend().values()}
    with Solver(1, 16, known_deals=False) as solver:
        for number, par in read_pars(asset("deals/par.csv")).items():
            if -number not in known:
                row: dict[str, Any] = {"number": -number, "tiles": ALL_TILES, "truth": par.value}
                row["looks"] = [
                    seen(deal(number), nodes, manner, solver)
                    for nodes in NODES
                    for manner in MANNERS[:2]
                ]
                file.add(row)


# --- what searches and truth make ----------------------------------------------------------------

_ROWS: Final = (
    *((44, 40, 48), (56, 52, 62), (65, 64, 66), (69, 68, 70), (73, 72, 74), (80, 76, 84)),
    (ALL_TILES, ALL_TILES, ALL_TILES),
)
"""The tiles of a row of the table, and the least and the most of the positions that it is from."""

EIGHTY: Final = 1.2816
"""This many standard errors to each side hold 80 % of a normal distribution."""

_PRIOR: Final = 60
"""The weight, in positions, of all positions in bands of few (shrinkage)."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Search:
    """A search of a position that did not prove it, and what is true."""

    number: int
    tiles: int
    nodes: int
    all_lines: bool
    root: Root
    truth: int
    moves: dict[str, int]

    @property
    def seen(self) -> tuple[float, float]:
        """What the last two depths saw, and what they differ by."""
        return what_was_seen(self.root.choices)

    @property
    def is_open(self) -> bool:
        """Whether no bound is proven close to what is seen."""
        seen = self.seen[0]
        return seen - self.root.lower >= NEAR + 2 and self.root.upper - seen >= NEAR + 2


def searches(files: Iterable[Path]) -> Iterator[Search]:
    """Yield the searches of some files that left something open."""
    for file in files:
        for row in rows(file):
            for one in row["looks"]:
                if "truth" in row and one["lower"] < one["upper"]:
                    yield _search(row, one)


def _search(row: dict[str, Any], one: dict[str, Any]) -> Search:
    choices = [
        RootChoice((move(name),) * count, gain, None, lower, upper, estimate, before)  # type: ignore[arg-type]
        for name, count, gain, lower, upper, estimate, before in one["choices"]
    ]
    return Search(
        row["number"],
        row["tiles"],
        one["nodes"],
        one["manner"] == "all",
        Root(None, choices, proven=False),  # type: ignore[arg-type]
        row["truth"],
        row.get("moves", {}),
    )


# -- the fit ---------------------------------------------------------------------------------------


def fitted(found: Sequence[Search]) -> list[Fit]:
    """Return the table that some searches make."""
    table = []
    for nodes in NODES:
        open_searches = [search for search in found if search.nodes == nodes and search.is_open]
        if not open_searches:
            continue
        numbers = _numbers(open_searches)
        usual, trust = _line(numbers[:, 0], numbers[:, 2])
        costs = [_costs(found, all_lines) for all_lines in (True, False)]
        everywhere = numbers[:, 2] - np.round(usual + trust * numbers[:, 0])
        # by how much the error grows with what two depths differ by
        unrest = max(0.0, _line(numbers[:, 1], np.abs(everywhere))[1])
        for tiles, least, most in _ROWS:
            here = _numbers([search for search in open_searches if least <= search.tiles <= most])
            rest = here[:, 2] - (usual + trust * here[:, 0])
            weight = len(here) / (len(here) + _PRIOR)
            level = usual + (weight * float(rest.mean()) if len(here) else 0.0)
            error = _error(everywhere, unrest * numbers[:, 1])
            if len(here):
                off = here[:, 2] - np.round(level + trust * here[:, 0])
                error = weight * _error(off, unrest * here[:, 1]) + (1 - weight) * error
            values = [level, trust, error, unrest, *costs[0], *costs[1]]
            table.append(Fit(tiles, nodes, *(round(number, 2) for number in values)))
    return table


def fitted_to_deals(found: Sequence[Search], table: Sequence[Fit]) -> list[Fit]:
    """Return a table with one error of whole deals for all efforts, from searches of these.

    Values stay as they are, and with them how levels play.
    """
    off, added = [], []
    rows = [row for row in table if row.tiles == ALL_TILES]
    for row in rows:
        here = _numbers(
            [search for search in found if search.nodes == row.nodes and search.is_open]
        )
        off.append(here[:, 2] - np.round(row.usual + row.trust * here[:, 0]))
        added.append(row.unrest * here[:, 1])
    error = round(_error(np.concatenate(off), np.concatenate(added)), 2)
    return [replace(row, error=error) if row in rows else row for row in table]


def crossed(found: Sequence[Search], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how each fifth of the deals holds in the table that the other four make."""
    for fifth in range(5):
        others = [search for search in found if search.number % 5 != fifth]
        held = [search for search in found if search.number % 5 == fifth]
        yield f"fifth {fifth} {_check(held, fitted_to_deals(others, table))}"


def _numbers(found: Iterable[Search]) -> Floats:
    """Return what was seen, how restless, and what is true, a row each."""
    rows = [(*search.seen, search.truth) for search in found]
    return np.array(rows, float).reshape(-1, 3)


def _line(seen: Floats, truth: Floats) -> tuple[float, float]:
    design = np.c_[np.ones_like(seen), seen]
    usual, trust = np.linalg.lstsq(design, truth, rcond=None)[0]
    return float(usual), float(trust)


def _error(off: Floats, added: Floats | float = 0.0) -> float:
    """Return the error whose 1.28-fold, plus the addition, holds 80 in a hundred."""
    spread = np.linspace(-0.5, 0.5, 11)
    wide = np.abs(off[:, None] + spread[None, :]) / EIGHTY - np.reshape(added, (-1, 1))
    return float(np.quantile(wide, 0.8))


def _costs(found: Sequence[Search], all_lines: bool) -> tuple[float, float, float]:
    """Return the line of costs by how far behind a pair was seen, and the error of its value."""
    rows = []
    for search in found:
        if (
            search.moves
            and search.is_open
            and search.all_lines == all_lines
            and search.nodes >= 1000
        ):
            best, *others = search.root.ranked()
            value = round(0.7 + 0.75 * search.seen[0])  # near enough to weigh costs by
            for choice in others:
                if choice.estimate is not None and best.estimate is not None:
                    cost = search.truth - search.moves[str(choice.moves[0])]
                    behind = max(0, best.estimate - choice.estimate)
                    rows.append((behind, cost, search.truth - value))
    x, y, off = np.array(rows, float).reshape(-1, 3).T
    usual, share = _line(x, y)
    return usual, share, _error(off - (y - np.round(usual + share * x)))


def near_bounds(found: Sequence[Search], table: Sequence[Fit]) -> Iterator[str]:
    """Yield the constants of estimates beside near bounds: `LOWER_NEAR`, `UPPER_NEAR`, `BOTH_NEAR`.

    Each is a straight line, or a share of the width between, with the error of what it tells.
    """
    lower, upper, both = [], [], []
    for search in found:
        fit = fit_for(search.tiles, search.nodes, table)
        expected, low = fit.usual + fit.trust * search.seen[0], search.root.lower
        high = max(low, min(search.root.upper, search.root.ranked()[0].upper))
        is_low, is_high = expected - low < NEAR, high - expected < NEAR
        if search.tiles < MANY_TILES or search.nodes < 1_000 or low == high:
            continue
        if is_low and is_high:
            both.append((high - low, search.truth - low))
        elif is_low:
            lower.append((expected - low, search.truth - low))
        elif is_high:
            upper.append((high - expected, high - search.truth))
    for name, side in (("LOWER_NEAR", lower), ("UPPER_NEAR", upper)):
        if side:
            x, y = np.array(side, float).T
            x = np.clip(x, -5, NEAR)
            usual, trust = _line(x, y)
            error = _error(y - np.round(usual + trust * x))
            yield f"{name}: {usual:.2f} {trust:.2f} {error:.2f} of {len(side)}"
    if both:
        widths, places = np.array(both, float).T
        place = places.sum() / widths.sum()
        off = (places - np.round(place * widths)) / widths
        yield f"BOTH_NEAR: {place:.2f} {_error(off):.2f} of {len(both)}"


# -- the check -------------------------------------------------------------------------------------


def check(found: Sequence[Search], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how positions hold, by nodes: before and after; then moves."""
    yield "nodes searches raw: bias  rms   now: bias  rms   error  inside 80 %"
    by_nodes = [
        (f"{nodes:>6} ", [search for search in found if search.nodes == nodes]) for nodes in NODES
    ]
    long_searches = [search for search in found if search.nodes >= 1000]
    by_tiles = [
        (f"{low:>3}-{high:<3}", [search for search in long_searches if low <= search.tiles <= high])
        for _, low, high in _ROWS
    ]
    for name, some in [*by_nodes, *by_tiles]:
        if some:
            yield f"{name} {_check(some, table)}"
    proven = [search for search in long_searches if search.moves]
    for name, some in by_nodes:
        if best := [search for search in some if search.moves and search.nodes >= 1000]:
            yield f"{name} best line: {_check_best(best, table)}"
    yield from _check_moves(proven, table)


def judged(search: Search, table: Sequence[Fit]) -> Judgement:
    """Return what is estimated after a search."""
    return Judgement(
        search.root, search.tiles, search.nodes, all_lines=search.all_lines, table=table
    )


def _check(found: Sequence[Search], table: Sequence[Fit]) -> str:
    now = [judged(search, table).position for search in found]
    truth = np.array([search.truth for search in found])
    raw = np.array([search.root.ranked()[0].value for search in found]) - truth
    off = np.array([one.value for one in now]) - truth
    errors = np.array([round(one.error, 1) for one in now])
    inside = np.mean(np.abs(off) <= EIGHTY * errors)
    return (
        f"{len(found):>5}  {raw.mean():>+9.2f} {_rms(raw):.2f}  {off.mean():>+9.2f} {_rms(off):.2f}"
        f"   {errors.mean():.2f}   {inside:.3f}"
    )


def _check_best(found: Sequence[Search], table: Sequence[Fit]) -> str:
    """Return how far the best line's value is off as the position's, and as its move's."""
    rows = []
    for search in found:
        now = judged(search, table)
        front = now.ranked[0]
        one, truth = now.of(front), search.moves[str(front.moves[0])]
        inside = abs(one.value - truth) <= EIGHTY * round(one.error, 1)
        rows.append((one.value - search.truth, one.value - truth, search.truth - truth, inside))
    here, move, given, held = np.array(rows, float).mean(0)
    return (
        f"{len(rows):>5} searches, bias {here:+.2f} as the position's value,"
        f" {move:+.2f} as the move's,"
        f" which gives away {given:.2f}; inside {held:.3f}"
    )


def _rms(numbers: Floats) -> float:
    return float(np.sqrt(np.mean(np.square(numbers))))


def _check_moves(found: Sequence[Search], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how values of moves hold."""
    off, errors = [], []
    for search in found:
        now = judged(search, table)
        for choice in search.root.choices:
            one, truth = now.of(choice), search.moves[str(choice.moves[0])]
            if choice.settled:
                continue
            off.append(one.value - truth)
            errors.append(round(one.error, 1))
    if not off:
        return
    wrong, wide = np.array(off), np.array(errors)
    inside = np.mean(np.abs(wrong) <= EIGHTY * wide)
    yield f"moves: {len(off)}, bias {wrong.mean():+.2f}, rms {_rms(wrong):.2f}, inside {inside:.3f}"


# -- costs ----------------------------------------------------------------------------------------
#
# A cost lies between two values whose errors go together: the error of a cost depends on how much.
# The correlation is a straight line over tiles, such that 80 % of the bars of costs hold what is
# true. Every game counts once for each manner of search.

MOST_FITTED: Final = 84
"""With more tiles left the correlation is that of so many: too few positions were proven there."""

_MIDDLE: Final = 66
_BANDS: Final = (
    (2, 24),
    (26, 38),
    (40, 48),
    (52, 62),
    (64, 66),
    (68, 70),
    (72, 74),
    (76, 80),
    (82, 84),
    (86, 106),
)


@dataclass(frozen=True)
class SeenCost:
    """The cost of a move by two values, capped at `most`, and its true cost.

    The manner is the search's, or "after" where the move's value is from a search after the move.
    """

    number: int
    tiles: int
    nodes: int
    manner: str
    best: Bounds
    mine: Bounds
    most: int
    truth: int

    @property
    def is_in_front(self) -> bool:
        """Whether the move seems to be the best."""
        return self.mine.guess == self.best.guess

    def cost(self, correlation: float) -> Cost:
        """Return the cost as the program has it."""
        return Cost.between(self.best, self.mine, self.most, correlation)


def seen_costs(files: Iterable[Path], table: Sequence[Fit]) -> Iterator[SeenCost]:
    """Yield the costs that searches saw and left open, of positions with all moves proven."""
    for row in (row for file in files for row in rows(file) if "moves" in row):
        for one in row["looks"]:
            if one["lower"] == one["upper"]:
                continue
            values = _values(row, one, table)
            yield from _costs_between(row, one, values, values)
            if "child" in one and (own := _value_after(row, one, table, values)) is not None:
                after = values | {row["played"]: own}
                yield from _costs_between(row, one | {"manner": "after"}, after, [row["played"]])


def _values(row: dict[str, Any], one: dict[str, Any], table: Sequence[Fit]) -> dict[str, Bounds]:
    """Return a search's values of the different moves, the best first."""
    now = judged(_search(row, one), table)
    found = {}
    for choice in now.ranked:
        upper, estimate = min(choice.upper, one["upper"]), now.of(choice)
        found[str(choice.moves[0])] = Bounds(choice.lower, upper, *estimate)
    return found


def _value_after(
    row: dict[str, Any], one: dict[str, Any], table: Sequence[Fit], values: dict[str, Bounds]
) -> Bounds | None:
    """Return the played move's value by the search after it, None unless that is the better one."""
    played, child = row["played"], one["child"]
    if played not in values or child["lower"] == child["upper"]:
        return None
    (gain,) = (gain for name, _count, gain, *_ in one["choices"] if name == played)
    now = judged(_search({**row, "tiles": row["tiles"] - 2}, child), table).position
    seen = Bounds(child["lower"], child["upper"], *now).after_gain(gain)
    return seen if seen.doubt <= values[played].doubt else None


def _costs_between(
    row: dict[str, Any], one: dict[str, Any], values: dict[str, Bounds], moves: Iterable[str]
) -> Iterator[SeenCost]:
    first = max(values.values(), key=lambda value: (value.value, -value.doubt))
    best = replace(first, lower=one["lower"], upper=one["upper"])
    for name in moves:
        mine = values[name]
        others = max((other.upper for other in values.values() if other is not mine), default=0)
        most = min(best.upper, max(others, mine.lower)) - mine.lower
        truth = row["truth"] - row["moves"][name]
        found = SeenCost(
            row["number"], row["tiles"], one["nodes"], one["manner"], best, mine, most, truth
        )
        if not found.cost(0).is_exact:
            yield found


class CostSample:
    """Some costs as columns of numbers."""

    def __init__(self, found: Sequence[SeenCost]) -> None:
        costs = [one.cost(0.0) for one in found]
        self.tiles, self.nodes = np.array([(one.tiles, one.nodes) for one in found]).T
        self.games = np.array([one.number for one in found])
        self.truth = np.array([one.truth for one in found])
        self.guess, self._width = np.array([(one.value, one.upper - one.lower) for one in costs]).T
        self._least = np.array([one.lower for one in costs])
        self._best, self._mine = np.array([(one.best.doubt, one.mine.doubt) for one in found]).T
        counts = Counter((one.number, one.manner) for one in found)
        self._weights = np.array([1 / counts[one.number, one.manner] for one in found])
        # a miss of whole points stands for any by which the number rounded was off
        misses = (self.guess - self.truth)[:, None] + np.linspace(-0.5, 0.5, 11)
        self._misses: Floats = np.abs(misses)

    def errors(self, middle: float, slope: float) -> Floats:
        """Return the errors of the costs with a correlation that is `middle` at 66 tiles."""
        correlation = middle + slope * (np.minimum(self.tiles, MOST_FITTED) - _MIDDLE)
        squares = self._best**2 + self._mine**2 - 2 * correlation * self._best * self._mine
        errors: Floats = np.minimum(np.sqrt(np.maximum(0.0, squares)), self._width)
        return errors

    def losses(self, errors: Floats) -> Floats:
        """Return the weighted quantile loss of bars of 80 %, least where these hold 80 in 100."""
        over = self._misses - EIGHTY * errors[:, None]
        losses: Floats = self._weights * np.where(over > 0, 0.8 * over, -0.2 * over).mean(1)
        return losses

    def line(self, name: str, some: npt.NDArray[np.bool_], ways: Iterable[Floats]) -> str:
        """Return of some costs how they hold with different errors, and how many are shown."""
        parts = [f"{name:>9} {some.sum():>7} costs {len({*self.games[some]}):>5} games"]
        for errors in ways:
            held = np.mean(self._misses[some] <= EIGHTY * errors[some][:, None])
            shown = some & ((self.guess >= np.maximum(1, 2 * errors)) | (self._least > 0))
            real = np.mean(self.truth[shown] > 0) if shown.any() else 1.0
            parts.append(
                f"error {errors[some].mean():.2f} inside {held:.3f}"
                f" shown {shown.sum() / some.sum():.3f} real {real:.3f}"
            )
        return " | ".join(parts)


def fitted_correlation(sample: CostSample, fifth: int | None = None) -> tuple[float, float]:
    """Return the correlation at 66 tiles and its slope; without the games of a fifth."""
    others = sample.games % 5 != fifth
    ways = [(m / 100, slope / 1000) for m in range(60, 81) for slope in range(13)]
    return min(ways, key=lambda way: sample.losses(sample.errors(*way))[others].sum())


def correlations(found: Sequence[SeenCost]) -> Iterator[str]:
    """Yield the correlation, and how costs hold that it was not fitted to; before that with 0.7.

    Last come the costs of moves that seem best, whose errors are `IN_FRONT`.
    """
    sample = CostSample([one for one in found if not one.is_in_front])
    held = np.zeros(len(sample.games))
    for fifth in range(5):
        way = fitted_correlation(sample, fifth)
        inside = sample.games % 5 == fifth
        held[inside] = sample.errors(*way)[inside]
        yield f"without fifth {fifth}: {way[0]:.2f} at {_MIDDLE} tiles, {way[1]:+.3f} for each more"
    middle, slope = fitted_correlation(sample)
    yield f"correlation {middle:.2f} at {_MIDDLE} tiles, {slope:+.3f} for each more"
    ways = sample.errors(0.7, 0.0), held
    for low, high in _BANDS:
        if (some := (low <= sample.tiles) & (sample.tiles <= high)).any():
            yield sample.line(f"{low}-{high}", some, ways)
    for nodes in NODES:
        if (some := sample.nodes == nodes).any():
            yield sample.line(f"{nodes}", some, ways)
    yield sample.line("all", sample.tiles > 0, ways)
    for low, high in _BANDS:
        front = [one for one in found if one.is_in_front and low <= one.tiles <= high]
        inside = [one.truth <= EIGHTY * one.cost(0.7).doubt for one in front]
        if inside:
            yield f"{low}-{high} in front: {len(inside)} costs, inside {np.mean(inside):.3f}"


# -- the command -----------------------------------------------------------------------------------


def write(path: Path, table: Sequence[Fit]) -> None:
    """Write a table."""
    rows = [[field.name for field in fields(Fit)], *sorted(map(astuple, table))]
    text = "".join(f"{','.join(map(str, row))}\n" for row in rows)
    path.write_text(text, encoding="utf-8", newline="\n")


def _numbers_in(text: str) -> tuple[int, ...]:
    return tuple(map(int, filter(None, text.split(","))))


@command
@click.argument("what", type=click.Choice(["sample", "fit", "deals", "costs", "check"]))
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--positions", default=3000, help="How many are sampled.")
@click.option("--first", default=0, help="The number of the first one.")
@click.option("--tiles", type=_numbers_in, default="", help="Of these tiles, in turn.")
@click.option("--nodes", type=_numbers_in, default="", help=f"Of {NODES}: the nodes.")
@click.option("--moves", default=3, help="Prove all moves of one in so many; 0: of none.")
@click.option("--random", is_flag=True, help="From random play alone.")
@click.option("--deals", is_flag=True, help="Sample the solved deals as well.")
@click.option("--write", "written", type=FILE, help="Where the table goes.")
def main(
    what: str,
    files: tuple[Path, ...],
    positions: int,
    first: int,
    tiles: tuple[int, ...],
    nodes: tuple[int, ...],
    moves: int,
    random: bool,
    deals: bool,
    written: Path | None,
) -> None:
    """Sample, fit, fit errors of whole deals or of costs, or check."""
    if what == "sample":
        if deals:
            add_deals(files[0])
        plan = Plan(tiles, nodes or NODES, moves, random)
        run(files[0], range(first, first + positions), plan, print)
        return
    if what == "costs":
        print(*correlations([*seen_costs(files, read())]), sep="\n")
        return
    found = list(searches(files))
    if not found:
        raise FormatError(f"nothing sampled in {', '.join(map(str, files))}")
    table = fitted(found) if what == "fit" else list(read())
    if what == "fit":
        print(*near_bounds(found, table), sep="\n")
    elif what == "deals":
        print(*crossed(found, table), sep="\n")
        table = fitted_to_deals(found, table)
    if written is not None:
        write(written, table)
    print(*check(found, table), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
