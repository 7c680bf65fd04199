"""Calibration of estimates: how far off they are, measured on proven positions.

    python -m tools.calibrate sample FILE --positions 3000     looks and proofs; can be killed
    python -m tools.calibrate fit FILE … --write TABLE         the table that they make
    python -m tools.calibrate check FILE …                     how the table holds on others

What checks the table is sampled for itself, from other deals, and not looked at before. The solved
deals are added with `sample FILE --deals`.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from battle.rules.deal import deal
from battle.rules.position import ALL_TILES, FormatError, move
from solver.proof.calibration import (
    MANY_TILES,
    NEAR,
    Fit,
    Judgement,
    fit_for,
    read,
    what_was_seen,
)
from solver.proof.root import Root, RootChoice
from tools import calibration_sample as sample
from tools.command import Arguments, command, parser_of

_ROWS: Final = (
    *((44, 40, 48), (56, 52, 62), (65, 64, 66), (69, 68, 70), (73, 72, 74), (80, 76, 84)),
    (ALL_TILES, ALL_TILES, ALL_TILES),
)
"""The tiles of a row of the table, and the least and the most of the positions that it is from."""

EIGHTY: Final = 1.2816
"""So many standard errors to each side hold 80 in a hundred of a normal distribution."""

_PRIOR: Final = 60
"""Bands of few positions lean on all positions as if on so many."""

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
        for row in sample.rows(file):
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
    for nodes in sample.NODES:
        open_looks = [look for look in found if look.nodes == nodes and look.is_open]
        if not open_looks:
            continue
        numbers = _numbers(open_looks)
        usual, trust = _line(numbers[:, 0], numbers[:, 2])
        costs = [_costs(found, all_lines) for all_lines in (True, False)]
        everywhere = numbers[:, 2] - np.round(usual + trust * numbers[:, 0])
        unrest = _unrest(everywhere, numbers[:, 1])
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


def _numbers(found: Iterable[Look]) -> Floats:
    """Return what was seen, how restless, and what is true, a row each."""
    rows = [(*look.seen, look.truth) for look in found]
    return np.array(rows, float).reshape(-1, 3)


def _line(seen: Floats, truth: Floats) -> tuple[float, float]:
    design = np.c_[np.ones_like(seen), seen]
    usual, trust = np.linalg.lstsq(design, truth, rcond=None)[0]
    return float(usual), float(trust)


def _unrest(off: Floats, unrest: Floats) -> float:
    """Return by how much the error grows with what two depths differ by."""
    _, slope = _line(unrest, np.abs(off))
    return max(0.0, slope)


def _error(off: Floats, added: Floats) -> float:
    """Return the error of which, with what is added, 1.28 hold 80 in a hundred."""
    spread = np.linspace(-0.5, 0.5, 11)
    wide = np.abs(off[:, None] + spread[None, :]) / EIGHTY - added[:, None]
    return float(np.quantile(wide, 0.8))


def _costs(found: Sequence[Look], all_lines: bool) -> tuple[float, float, float]:
    """Return the line of costs by how far behind a pair was seen, and the error of its value."""
    behind, cost, off = [], [], []
    for look in found:
        if look.moves and look.is_open and look.all_lines == all_lines and look.nodes >= 1000:
            best, *others = look.root.ranked()
            for choice in others:
                if choice.estimate is not None and best.estimate is not None:
                    behind.append(max(0, best.estimate - choice.estimate))
                    cost.append(look.truth - look.moves[str(choice.moves[0])])
                    off.append(look.truth - _rough(look))
    x, y = np.array(behind, float), np.array(cost, float)
    usual, share = _line(x, y)
    errors = np.array(off) - (y - np.round(usual + share * x))
    return usual, share, _error(errors, np.zeros_like(errors))


def _rough(look: Look) -> float:
    """Return the value of a look, near enough to weigh costs by."""
    return float(round(0.7 + 0.75 * look.seen[0]))


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
            error = _error(y - np.round(usual + trust * x), np.zeros_like(y))
            yield f"{name}: {usual:.2f} {trust:.2f} {error:.2f} of {len(side)}"
    if both:
        widths, places = np.array(both, float).T
        place = places.sum() / widths.sum()
        off = (places - np.round(place * widths)) / widths
        yield f"BOTH_NEAR: {place:.2f} {_error(off, np.zeros_like(off)):.2f} of {len(both)}"


# -- the check -------------------------------------------------------------------------------------


def check(found: Sequence[Look], table: Sequence[Fit]) -> Iterator[str]:
    """Yield how positions hold, by nodes: before and after; then moves, and what is told."""
    yield "nodes   looks  raw: bias  rms   now: bias  rms   error  inside 80 %"
    for nodes in sample.NODES:
        some = [look for look in found if look.nodes == nodes]
        if some:
            yield f"{nodes:>6}  {_check(some, table)}"
    for _, low, high in _ROWS:
        some = [look for look in found if low <= look.tiles <= high and look.nodes >= 1000]
        if some:
            yield f"{low:>3}-{high:<3} {_check(some, table)}"
    proven = [look for look in found if look.moves and look.nodes >= 1000]
    for nodes in sample.NODES:
        some = [look for look in proven if look.nodes == nodes]
        if some:
            yield f"{nodes:>6}  best line: {_check_best(some, table)}"
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
    """Yield how values of moves hold, how far costs are off, and how often what is told is true."""
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
        told = (cost[:, 0] >= 2 * doubt) & (cost[:, 0] > 0)
        true = np.mean(cost[told, 1] > 0) if told.any() else 1.0
        yield (
            f"costs, errors related by {related}: rms {_rms(miss):.2f}, error {doubt.mean():.2f},"
            f" inside {held:.3f}; told {told.sum()} of {len(told)}, {true:.3f} of them cost points"
        )


# -- the command -----------------------------------------------------------------------------------


def add_deals(path: Path) -> None:
    """Add looks at the solved deals."""
    from battle.resources import asset
    from battle.rules.par import read as read_pars

    sample.mend(path)
    known = {row["number"] for row in sample.rows(path)}
    pars = read_pars(asset("deals/par.csv"))
    sample.add_known(path, {-n: (deal(n), par.value) for n, par in pars.items() if -n not in known})


def write(path: Path, table: Sequence[Fit]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow([field.name for field in fields(Fit)])
        rows.writerows(astuple(row) for row in sorted(table, key=lambda row: astuple(row)[:2]))


def _numbers_in(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


@command
def main(arguments: Arguments = None) -> None:
    """Sample, fit or check."""
    parser = parser_of("tools.calibrate", __doc__)
    parser.add_argument("what", choices=["sample", "fit", "check"])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--positions", type=int, default=3000, help="how many are sampled")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--tiles", type=_numbers_in, default=(), help="of these tiles, in turn")
    parser.add_argument(
        "--looks", type=_numbers_in, default=sample.NODES, help=f"of {sample.NODES}: the nodes"
    )
    parser.add_argument(
        "--moves", type=int, default=3, help="prove all moves of every so many positions; 0: none"
    )
    parser.add_argument("--random", action="store_true", help="from random play alone")
    parser.add_argument("--deals", action="store_true", help="sample the solved deals as well")
    parser.add_argument("--write", type=Path, help="where the table goes")
    options = parser.parse_args(arguments)
    if options.what == "sample":
        if options.deals:
            add_deals(options.files[0])
        numbers = range(options.first, options.first + options.positions)
        plan = sample.Plan(options.tiles, options.looks, options.moves, options.random)
        sample.run(options.files[0], numbers, plan, print)
        return
    found = list(looks(options.files))
    if not found:
        raise FormatError(f"nothing sampled in {', '.join(map(str, options.files))}")
    if options.what == "fit":
        table = fitted(found)
        if options.write is not None:
            write(options.write, table)
        print(*near_bounds(found, table), sep="\n")
        print(*check(found, table), sep="\n")
        return
    print(*check(found, read()), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
