"""Calibration of estimates: how far off they are, measured on proven positions.

    python -m tools.calibrate sample FILE --positions 3000     looks and proofs; can be killed
    python -m tools.calibrate fit FILE … --write TABLE         the table that they make
    python -m tools.calibrate deals FILE … --write TABLE       the errors of whole deals alone
    python -m tools.calibrate check FILE …                     how the table holds on others

What checks the table is sampled for itself, from other deals, and not looked at before. The solved
deals are added with `sample FILE --deals`.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any, Final, TextIO

import click
import numpy as np
import numpy.typing as npt

from battle.protocol import Goal, Limit
from battle.resources import asset
from battle.rules.files import check_output, read_pars
from battle.rules.position import ALL_TILES, FormatError, Move, Position, deal, move
from solver.api import ALL_LINES, Solver
from solver.bulk import take_rest_away
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
# short looks ahead; which one and in which manner it is looked at follows from its number and the
# plan alone. Every look is made with an empty table. What is true comes from a proof, with all
# first moves where that is cheap. One JSON object a line in an append-only file.

NODES: Final = (30, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
"""The limits that are looked with."""

MANNERS: Final = ("one", "all", "best")
"""One line; all lines; all lines, and only the best of them valued."""

FIRST_DEAL: Final = 600_000
"""Position number n comes from this deal and the n-th after it."""

TILES: Final = (64, 66, 64, 72, 64, 68, 64, 70, 64, 60, 64, 68, 64, 74, 66, 52, 72, 64, 56, 68)
"""The tiles of the positions, in turn; every TURNS-th time round bigger ones take some places."""

BIG: Final = (76, 80, 76, 84)
"""The tiles of the fourth position of every turn but one, in turn."""

MOST_TILES_OF_ALL: Final = 72
"""Up to here all first moves are proven of every third position."""

SHORT_LOOK: Final = Limit(nodes=300)


@dataclass(frozen=True)
class Plan:
    """What is sampled: tiles, in turn for every two positions (`TILES` if empty), limits of looks.

    All first moves are proven of one in `moves_of` positions, 0 for none. Play is by random moves
    and by short looks, or all `at_random`.
    """

    tiles: tuple[int, ...] = ()
    nodes: tuple[int, ...] = NODES
    moves_of: int = 3
    at_random: bool = False


USUAL: Final = Plan()


@dataclass(frozen=True)
class Task:
    """A position to look at: its number, its tiles, how it is made and what is proven."""

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
                move = solver.analyse(position, SHORT_LOOK, start=start).best
            assert move is not None
            position = position.play(move)
        return position


def limit_of(nodes: int, manner: str) -> tuple[Limit, int]:
    """Return the limit and the lines of a look."""
    goal = Goal.BEST if manner == "best" else Goal.MARGIN
    return Limit(nodes=nodes, goal=goal), 1 if manner == "one" else ALL_LINES


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
    """Return what a look with an empty table sees."""
    solver.forget()
    limit, lines = limit_of(nodes, manner)
    found: list[Any] = []
    analysis = solver.analyse(position, limit, lines, watch=found.append)
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
    mend(path)
    known = {row["number"] for row in rows(path)}
    with (
        path.open("a", encoding="utf-8") as file,
        Solver(1, 16, known_deals=False) as solver,
        Solver(1, 256, known_deals=False) as prover,
    ):
        for number in numbers:
            if number not in known:
                row = sampled(Task(number, plan), solver, prover)
                _add(file, row)
                report(f"{number}: {row['tiles']} tiles, {row.get('nodes', 0)} nodes")


def _add(file: TextIO, row: dict[str, Any]) -> None:
    file.write(json.dumps(row, separators=(",", ":")) + "\n")
    file.flush()


def mend(path: Path) -> None:
    """Take a last line away that was cut short, so that none is added to it.

    Raises FormatError, and touches nothing, if this is another file.
    """
    check_output(path, lambda text: text.startswith('{"number":'))
    if path.exists():
        take_rest_away(path, path.read_bytes())


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the positions of a file; a last line that was cut short is passed over."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def add_deals(path: Path) -> None:
    """Add looks at the solved deals that a file does not have yet; their numbers are below 0."""
    mend(path)
    known = {row["number"] for row in rows(path)}
    with path.open("a", encoding="utf-8") as file, Solver(1, 16, known_deals=False) as solver:
        for number, par in read_pars(asset("deals/par.csv")).items():
            if -number not in known:
                row: dict[str, Any] = {"number": -number, "tiles": ALL_TILES, "truth": par.value}
                row["looks"] = [
                    seen(deal(number), nodes, manner, solver)
                    for nodes in NODES
                    for manner in MANNERS[:2]
                ]
                _add(file, row)


# --- what looks and truth make -------------------------------------------------------------------

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
class Look:
    """A look at a position that did not prove it, and what is true."""

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


def looks(files: Iterable[Path]) -> Iterator[Look]:
    """Yield the looks of some files that left something open."""
    for file in files:
        for row in rows(file):
            for one in row["looks"]:
                if "truth" in row and one["lower"] < one["upper"]:
                    yield _look(row, one)


def _look(row: dict[str, Any], one: dict[str, Any]) -> Look:
    choices = [
        RootChoice((move(name),) * count, gain, None, lower, upper, estimate, before)  # type: ignore[arg-type]
        for name, count, gain, lower, upper, estimate, before in one["choices"]
    ]
    return Look(
        row["number"],
        row["tiles"],
        one["nodes"],
        one["manner"] == "all",
        Root(None, choices, proven=False),  # type: ignore[arg-type]
        row["truth"],
        row.get("moves", {}),
    )


# -- the fit ---------------------------------------------------------------------------------------


def fitted(found: Sequence[Look]) -> list[Fit]:
    """Return the table that some looks make."""
    table = []
    for nodes in NODES:
        open_looks = [look for look in found if look.nodes == nodes and look.is_open]
        if not open_looks:
            continue
        numbers = _numbers(open_looks)
        usual, trust = _line(numbers[:, 0], numbers[:, 2])
        costs = [_costs(found, all_lines) for all_lines in (True, False)]
        everywhere = numbers[:, 2] - np.round(usual + trust * numbers[:, 0])
        # by how much the error grows with what two depths differ by
        unrest = max(0.0, _line(numbers[:, 1], np.abs(everywhere))[1])
        for tiles, least, most in _ROWS:
            here = _numbers([look for look in open_looks if least <= look.tiles <= most])
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


def fitted_to_deals(found: Sequence[Look], table: Sequence[Fit]) -> list[Fit]:
    """Return a table with one error of whole deals for all efforts, from searches of these.

    Values stay as they are, and with them how levels play.
    """
    off, added = [], []
    rows = [row for row in table if row.tiles == ALL_TILES]
    for row in rows:
        here = _numbers([look for look in found if look.nodes == row.nodes and look.is_open])
        off.append(here[:, 2] - np.round(row.usual + row.trust * here[:, 0]))
        added.append(row.unrest * here[:, 1])
    error = round(_error(np.concatenate(off), np.concatenate(added)), 2)
    return [replace(row, error=error) if row in rows else row for row in table]


def crossed(found: Sequence[Look], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how each fifth of the deals holds in the table that the other four make."""
    for fifth in range(5):
        others = [look for look in found if look.number % 5 != fifth]
        held = [look for look in found if look.number % 5 == fifth]
        yield f"fifth {fifth} {_check(held, fitted_to_deals(others, table))}"


def _numbers(found: Iterable[Look]) -> Floats:
    """Return what was seen, how restless, and what is true, a row each."""
    rows = [(*look.seen, look.truth) for look in found]
    return np.array(rows, float).reshape(-1, 3)


def _line(seen: Floats, truth: Floats) -> tuple[float, float]:
    design = np.c_[np.ones_like(seen), seen]
    usual, trust = np.linalg.lstsq(design, truth, rcond=None)[0]
    return float(usual), float(trust)


def _error(off: Floats, added: Floats | float = 0.0) -> float:
    """Return the error of which, with what is added, 1.28 hold 80 in a hundred."""
    spread = np.linspace(-0.5, 0.5, 11)
    wide = np.abs(off[:, None] + spread[None, :]) / EIGHTY - np.reshape(added, (-1, 1))
    return float(np.quantile(wide, 0.8))


def _costs(found: Sequence[Look], all_lines: bool) -> tuple[float, float, float]:
    """Return the line of costs by how far behind a pair was seen, and the error of its value."""
    rows = []
    for look in found:
        if look.moves and look.is_open and look.all_lines == all_lines and look.nodes >= 1000:
            best, *others = look.root.ranked()
            value = round(0.7 + 0.75 * look.seen[0])  # near enough to weigh costs by
            for choice in others:
                if choice.estimate is not None and best.estimate is not None:
                    cost = look.truth - look.moves[str(choice.moves[0])]
                    behind = max(0, best.estimate - choice.estimate)
                    rows.append((behind, cost, look.truth - value))
    x, y, off = np.array(rows, float).reshape(-1, 3).T
    usual, share = _line(x, y)
    return usual, share, _error(off - (y - np.round(usual + share * x)))


def near_bounds(found: Sequence[Look], table: Sequence[Fit]) -> Iterator[str]:
    """Yield the constants of estimates beside near bounds: `LOWER_NEAR`, `UPPER_NEAR`, `BOTH_NEAR`.

    Each is a straight line, or a share of the width between, with the error of what it tells.
    """
    lower, upper, both = [], [], []
    for look in found:
        fit = fit_for(look.tiles, look.nodes, table)
        expected, low = fit.usual + fit.trust * look.seen[0], look.root.lower
        high = max(low, min(look.root.upper, look.root.ranked()[0].upper))
        is_low, is_high = expected - low < NEAR, high - expected < NEAR
        if look.tiles < MANY_TILES or look.nodes < 1_000 or low == high:
            continue
        if is_low and is_high:
            both.append((high - low, look.truth - low))
        elif is_low:
            lower.append((expected - low, look.truth - low))
        elif is_high:
            upper.append((high - expected, high - look.truth))
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


def check(found: Sequence[Look], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how positions hold, by nodes: before and after; then moves, and costs shown."""
    yield "nodes   looks  raw: bias  rms   now: bias  rms   error  inside 80 %"
    by_nodes = [
        (f"{nodes:>6} ", [look for look in found if look.nodes == nodes]) for nodes in NODES
    ]
    long_looks = [look for look in found if look.nodes >= 1000]
    by_tiles = [
        (f"{low:>3}-{high:<3}", [look for look in long_looks if low <= look.tiles <= high])
        for _, low, high in _ROWS
    ]
    for name, some in [*by_nodes, *by_tiles]:
        if some:
            yield f"{name} {_check(some, table)}"
    proven = [look for look in long_looks if look.moves]
    for name, some in by_nodes:
        if best := [look for look in some if look.moves and look.nodes >= 1000]:
            yield f"{name} best line: {_check_best(best, table)}"
    yield from _check_moves(proven, table)


def judged(look: Look, table: Sequence[Fit]) -> Judgement:
    """Return what is estimated after a look."""
    return Judgement(look.root, look.tiles, look.nodes, all_lines=look.all_lines, table=table)


def _check(found: Sequence[Look], table: Sequence[Fit]) -> str:
    now = [judged(look, table).position for look in found]
    truth = np.array([look.truth for look in found])
    raw = np.array([look.root.ranked()[0].value for look in found]) - truth
    off = np.array([one.value for one in now]) - truth
    errors = np.array([round(one.error, 1) for one in now])
    inside = np.mean(np.abs(off) <= EIGHTY * errors)
    return (
        f"{len(found):>5}  {raw.mean():>+9.2f} {_rms(raw):.2f}  {off.mean():>+9.2f} {_rms(off):.2f}"
        f"   {errors.mean():.2f}   {inside:.3f}"
    )


def _check_best(found: Sequence[Look], table: Sequence[Fit]) -> str:
    """Return how far the best line's value is off as the position's, and as its move's."""
    rows = []
    for look in found:
        now = judged(look, table)
        front = now.ranked[0]
        one, truth = now.of(front), look.moves[str(front.moves[0])]
        inside = abs(one.value - truth) <= EIGHTY * round(one.error, 1)
        rows.append((one.value - look.truth, one.value - truth, look.truth - truth, inside))
    here, move, given, held = np.array(rows, float).mean(0)
    return (
        f"{len(rows):>5} looks, bias {here:+.2f} as the position's value,"
        f" {move:+.2f} as the move's,"
        f" which gives away {given:.2f}; inside {held:.3f}"
    )


def _rms(numbers: Floats) -> float:
    return float(np.sqrt(np.mean(np.square(numbers))))


def _check_moves(found: Sequence[Look], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how values of moves hold, how far costs are off, and how often a cost shown is real."""
    off, errors, costs, pairs = [], [], [], []
    for look in found:
        now = judged(look, table)
        for choice in look.root.choices:
            one, truth = now.of(choice), look.moves[str(choice.moves[0])]
            if choice.settled:
                continue
            off.append(one.value - truth)
            errors.append(round(one.error, 1))
            costs.append((now.position.value - one.value, look.truth - truth))
            pairs.append((now.position.error, one.error))
    if not off:
        return
    wrong, wide = np.array(off), np.array(errors)
    inside = np.mean(np.abs(wrong) <= EIGHTY * wide)
    yield f"moves: {len(off)}, bias {wrong.mean():+.2f}, rms {_rms(wrong):.2f}, inside {inside:.3f}"
    cost, pair = np.array(costs, float), np.array(pairs)
    for related in (0.0, 0.6, 0.7, 0.75, 0.8, 0.85):
        doubt = np.sqrt((pair**2).sum(1) - 2 * related * pair.prod(1))
        miss = cost[:, 0] - cost[:, 1]
        held = np.mean(np.abs(miss) <= EIGHTY * doubt)
        shown = (cost[:, 0] >= 2 * doubt) & (cost[:, 0] > 0)
        true = np.mean(cost[shown, 1] > 0) if shown.any() else 1.0
        yield (
            f"costs, errors related by {related}: rms {_rms(miss):.2f}, error {doubt.mean():.2f},"
            f" inside {held:.3f}; shown {shown.sum()} of {len(shown)}, {true:.3f} of them real"
        )


# -- the command -----------------------------------------------------------------------------------


def write(path: Path, table: Sequence[Fit]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow([field.name for field in fields(Fit)])
        rows.writerows(astuple(row) for row in sorted(table, key=lambda row: astuple(row)[:2]))


def _numbers_in(text: str) -> tuple[int, ...]:
    return tuple(map(int, filter(None, text.split(","))))


@command
@click.argument("what", type=click.Choice(["sample", "fit", "deals", "check"]))
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--positions", default=3000, help="How many are sampled.")
@click.option("--first", default=0, help="The number of the first one.")
@click.option("--tiles", type=_numbers_in, default="", help="Of these tiles, in turn.")
@click.option("--looks", "nodes", type=_numbers_in, default="", help=f"Of {NODES}: the nodes.")
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
    """Sample, fit, fit to whole deals, or check."""
    if what == "sample":
        if deals:
            add_deals(files[0])
        plan = Plan(tiles, nodes or NODES, moves, random)
        run(files[0], range(first, first + positions), plan, print)
        return
    found = list(looks(files))
    if not found:
        raise FormatError(f"nothing sampled in {', '.join(map(str, files))}")
    if what == "fit":
        table = fitted(found)
        if written is not None:
            write(written, table)
        print(*near_bounds(found, table), sep="\n")
        print(*check(found, table), sep="\n")
        return
    table = list(read())
    if what == "deals":
        print(*crossed(found, table), sep="\n")
        table = fitted_to_deals(found, table)
        if written is not None:
            write(written, table)
    print(*check(found, table), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
