"""What the page about the game rests on, each kind in a file of its own, and how it is collected.

The columns of the files are described in `docs/game/DATA.md`. Files that take long to make only
grow, and making them goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

from battle.rules.files import Par
from battle.rules.position import Move, deal
from solver.api import ALL_LINES, Limit, Solver
from solver.proof.calibration import read as read_table
from solver.survey import Keeper, PartialProof, PartialProofs, bounds_of
from tools import calibrate
from tools.portrait.intervals import grouped
from tools.records import Records

NODES: Final = (1_000, 10_000, 100_000)
"""The players' nodes per move."""

SEED: Final = 20261123
LOT: Final = tuple(Random(SEED).sample(range(1, 101), 10))
"""Ten of the first hundred deals by lot, of which all first moves shall be proven, in this order.

The seed is the day on which they were drawn, once.
"""

ALL_RANDOM: Final = range(100_000, 200_000)
"""The numbers of positions of a sample made all at random."""

Values: TypeAlias = Mapping[Move, int]
Report: TypeAlias = Callable[[str], None]


def silent(text: str) -> None:
    """Say nothing."""


# --- first moves ---------------------------------------------------------------------------------


class FirstMove(NamedTuple):
    """A first move of a deal: its score and its value."""

    deal: int
    move: Move
    points: int
    value: int


def first_moves(path: Path, report: Report = silent) -> dict[int, Values]:
    """Return the values of all first moves of the deals that a file has whole, none without a file.

    Raises OSError or FormatError if it cannot be read. `report` is called for lines skipped.
    """
    rows = Records(path, FirstMove).read(report)
    found = grouped((one.deal, (one.move, one.value)) for one in rows)
    values = {number: dict(those) for number, those in sorted(found.items())}
    return {
        number: those
        for number, those in values.items()
        if set(those) == set(deal(number).legal_moves)
    }


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
    file, proofs = Records(path, FirstMove), PartialProofs(path)
    file.mend()
    proofs.mend()
    known, begun, missing = first_moves(path), proofs.by_deal(), []
    for number in deals:
        if number in known:
            report(f"deal {number}: known already")
            continue
        start = deal(number)
        bounds = bounds_of(start, pars.get(number))
        proof = begun.get(number)
        if proof is None or set(proof.bounds) != set(bounds):
            proof = PartialProof(number, bounds)
        proof = _proven(proof, solver, Keeper(proofs, begun), seconds)
        still = sum(low < high for low, high in proof.bounds.values())
        if still:
            missing.append(number)
            report(f"deal {number}: {still} of {len(proof.bounds)} first moves are open")
            continue
        rows = sorted(proof.bounds.items())
        file.add(*(FirstMove(number, it, start.worth(it), low) for it, (low, _) in rows))
        report(f"deal {number}: {len(rows)} first moves, {proof.nodes + proof.others} nodes")
    if proofs.by_deal().keys() <= first_moves(path).keys():
        proofs.path.unlink(missing_ok=True)
    return missing


def _proven(
    before: PartialProof, solver: Solver, keeper: Keeper, seconds: float | None
) -> PartialProof:
    """Return the proofs about a deal once complete or out of time; keep them meanwhile."""
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


class EstimatedGame(NamedTuple):
    """A game: how many nodes a move, what was expected, the first move, and how it ended."""

    deal: int
    nodes: int
    seen: int
    first: Move
    margin: int


def played(solver: Solver, number: int, nodes: int) -> list[EstimatedGame]:
    """Return the game of a deal that a solver with an empty table plays."""
    solver.forget()
    start = position = deal(number)
    answers = []
    while not position.is_over:
        answers.append(solver.analyse(position, Limit(nodes=nodes), start=start))
        assert answers[-1].best is not None, "there is a move, the game is not over"
        position = position.play(answers[-1].best)
    first = answers[0]
    assert first.best is not None
    margin = position.margin - start.margin
    return [EstimatedGame(number, nodes, first.value.points, first.best, margin)]


# --- positions -----------------------------------------------------------------------------------


class MoveCosts(NamedTuple):
    """What the first moves of a position give away: how many there are, how many give nothing."""

    moves: int
    best: int
    highest: float
    is_best: bool
    random: float

    @staticmethod
    def of(moves: Sequence[tuple[int, int]]) -> MoveCosts:
        """Return the costs of moves, given their scores and values."""
        value = max(worth for _, worth in moves)
        most = max(points for points, _ in moves)
        costs = [value - worth for _, worth in moves]
        highest = [value - worth for points, worth in moves if points == most]
        return MoveCosts(len(moves), costs.count(0), fmean(highest), 0 in highest, fmean(costs))

    @property
    def chance(self) -> float:
        """The share of moves that give nothing away."""
        return self.best / self.moves


class Proven(NamedTuple):
    """A proven position: estimates by nodes; and if all moves are proven, their costs as above.

    `lost` is the cost of the program's move, by nodes as well.
    """

    number: int
    tiles: int
    nodes: int | None
    value: int
    seen: dict[int, int] = {}  # noqa: RUF012
    moves: int | None = None
    best: int | None = None
    highest: float | None = None
    is_best: int | None = None
    random: float | None = None
    lost: dict[int, int] = {}  # noqa: RUF012

    @property
    def choice(self) -> MoveCosts | None:
        """What its moves give away, None if they are not all proven."""
        return None if self.moves is None else MoveCosts(*self[5:10])  # type: ignore[arg-type]

    @property
    def is_random(self) -> bool:
        """Whether random moves led to it, not moves after short searches: its number says it."""
        return self.number in ALL_RANDOM or calibrate.Task(self.number).is_random


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
    seen, lost = {}, {}
    costs: dict[str, Any] = {}
    moves = row.get("moves")
    if moves:
        pairs = row["looks"][0]["choices"]
        worths = [(gain, moves[name]) for name, count, gain, *_ in pairs for _each in range(count)]
        costs = MoveCosts.of(worths)._asdict()
    for nodes in (one["nodes"] for one in row["looks"]):
        search = searches.get((number, nodes))
        seen[nodes] = value if search is None else calibrate.judged(search, table).position.value
        if moves:
            best = None if search is None else str(search.root.ranked()[0].moves[0])
            lost[nodes] = 0 if best is None else value - moves[best]
    proof = None if moves else row["nodes"]
    return Proven(number, tiles, proof, value, seen, lost=lost, **costs)
