"""Surveys: the par of many deals, one line each appended to a file as soon as it is proven.

The file is that of `battle.rules.files`. Deals it has are not solved again, so a survey that was
killed goes on where it stopped; a line that was cut short is taken away first. What is proven of a
deal that is not solved yet is kept beside it (`PartialProofs`, the last line of a deal counts) and
gone on from:

    deal,lower,upper,nodes,seconds,others,moves
    11,2,9,120000000,300.2,0,a1l1:2:9 c1c9:-12:4 h3k9:-30:9

`moves` are all first moves with the proven lower and upper bound of each, for the player to move;
`lower` and `upper` are those of par. `nodes` and `seconds` are what the proof of par took until
then, `others` the nodes that went into the other first moves once par was proven.

The work is done on this machine, or on a Dask cluster when the address of its scheduler is given;
then what a deal's proof has found is kept when its seconds are over, and lost when the survey ends.
Threads on one deal are worth less than as many deals, because they prove some things twice: of many
deals one per core is solved at a time, and few deals one after the other by all cores, so that none
of these waits for the last deal.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from math import ceil, pow
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Final, TypeAlias

from battle.protocol import Goal, Limit
from battle.rules.files import PAR_HEADER, Par, read_pars
from battle.rules.position import ALL_POINTS, LAST_DEAL, Move, Position, deal, move
from solver.api import Analysis, Bounds, Solver
from solver.bulk import AppendOnlyCsv, futures_of
from solver.machine import cores, default_table_mb

# -- what is proven of a deal ----------------------------------------------------------------------

COLUMNS: Final = ("deal", "lower", "upper", "nodes", "seconds", "others", "moves")

KEPT_EVERY: Final = 60.0
"""Seconds between two saves of a proof without decisive news."""


@dataclass(frozen=True)
class PartialProof:
    """What is proven of a deal: the bounds of its first moves, and the work that went into them."""

    deal: int
    bounds: Bounds = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0
    others: int = 0

    @property
    def lower(self) -> int:
        """The proven lower bound of par."""
        return max((lower for lower, _ in self.bounds.values()), default=-ALL_POINTS)

    @property
    def upper(self) -> int:
        """The proven upper bound of par."""
        return max((upper for _, upper in self.bounds.values()), default=ALL_POINTS)

    def gone_on(self, analysis: Analysis) -> PartialProof:
        """Return what is proven by an analysis that went on from here, and all the work in it."""
        if self.lower == self.upper:
            return replace(self, bounds=analysis.bounds, others=self.others + analysis.nodes)
        return replace(
            self,
            bounds=analysis.bounds,
            nodes=self.nodes + analysis.nodes,
            seconds=self.seconds + analysis.seconds,
        )

    def row(self) -> list[str]:
        """Return the fields of its line."""
        moves = " ".join(f"{it}:{low}:{high}" for it, (low, high) in sorted(self.bounds.items()))
        numbers = (self.deal, self.lower, self.upper, self.nodes, f"{self.seconds:.1f}")
        return [*map(str, numbers), str(self.others), moves]


def bounds_of(start: Position, par: Par | None) -> Bounds:
    """Return what the par of a deal, None if it is not known, proves of its first moves."""
    moves = start.legal_moves
    if par is None:
        return dict.fromkeys(moves, (-ALL_POINTS, ALL_POINTS))
    bounds = dict.fromkeys(moves, (-ALL_POINTS, par.value - 1))
    bounds |= dict.fromkeys(par.unsure, (-ALL_POINTS, par.value))
    bounds |= dict.fromkeys(par.best, (par.value, par.value))
    return bounds


class PartialProofs(AppendOnlyCsv):
    """The file of partial proofs beside a file of solved deals, `par.bounds.csv` for `par.csv`."""

    def __init__(self, solved: Path) -> None:
        super().__init__(solved.with_name(f"{solved.stem}.bounds.csv"), COLUMNS)

    def by_deal(self, warn: Callable[[str], None] = lambda text: None) -> dict[int, PartialProof]:
        """Return what is proven of deals; a line that is damaged is left out. Raises OSError.

        `warn` is called with how many lines are left out.
        """
        return {proof.deal: proof for proof in self.read(_partial_proof, warn)}

    def keep(self, proof: PartialProof) -> None:
        """Add a line. Raises OSError."""
        self.add(proof.row())


def _partial_proof(row: list[str]) -> PartialProof:
    """Return what a line proves; raise ValueError if it cannot be so."""
    number, _, _, nodes, seconds, others, moves = row
    bounds = {}
    for word in moves.split():
        text, lower, upper = word.split(":")
        bounds[move(text)] = (int(lower), int(upper))
    is_sound = all(-ALL_POINTS <= low <= high <= ALL_POINTS for low, high in bounds.values())
    if not is_sound or not 1 <= int(number) <= LAST_DEAL:
        raise ValueError(row)
    return PartialProof(int(number), bounds, int(nodes), float(seconds), int(others))


# -- how cores are shared out ----------------------------------------------------------------------

EFFECT_OF_THREADS: Final = 0.75
"""The speed-up by threads is their number to this power: 1.7 for two (bench/log.md)."""


def shared_out(deals: int, cores: int) -> tuple[int, int]:
    """Return how many deals to solve at once, and by how many threads each: both at least 1.

    So `deals` deals, of equal length, are solved soonest.
    """
    choices = [(at_once, cores // at_once) for at_once in range(1, min(deals, cores) + 1)]
    return min(choices, key=lambda one: ceil(deals / one[0]) / pow(one[1], EFFECT_OF_THREADS))


# -- surveys ---------------------------------------------------------------------------------------

MOST_FOR_OTHERS: Final = 2
"""The other first moves may take this many times the nodes of the proof of par."""

LITTLE: Final = 1_000_000
"""Nodes that may go into them in any case."""

_UNREACHABLE_AFTER: Final = 5
"""Seconds in which the scheduler of a cluster has to answer."""


@dataclass(frozen=True)
class SurveyedDeal:
    """What a survey knows of a deal: its par, or what is proven so far.

    `is_known` says that the file had it before.
    """

    number: int
    par: Par | None
    proof: PartialProof
    is_known: bool = False

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be found out."""
        return self.par is not None and self.par.is_decided

    def __str__(self) -> str:
        if self.par is not None and self.is_done:
            known = f"deal {self.number}: par {self.par.value:+d}, known already"
            return known if self.is_known else self.par.row().rstrip()
        lower, upper = self.proof.lower, self.proof.upper
        if lower == upper:
            return f"deal {self.number}: par {lower:+d}, but not all best moves are decided"
        return f"deal {self.number}: not solved, par is from {lower:+d} to {upper:+d}"


Found: TypeAlias = Callable[[SurveyedDeal], None]
Keep: TypeAlias = Callable[[PartialProof], None]
Results: TypeAlias = Generator[SurveyedDeal, None, None]
Machine: TypeAlias = tuple[float | None, int | None, int | None]
"""Seconds for each of the two steps of a deal, threads, and MiB of table."""


def survey(
    path: Path,
    deals: range,
    *,
    found: Found = lambda result: None,
    seconds: float | None = None,
    threads: int | None = None,
    hash_mb: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[str], None] = lambda text: None,
    warn: Callable[[str], None] = lambda text: None,
) -> list[int]:
    """Append a line to `path` for every deal that has none yet; return those that are missing.

    `found` is called for every deal, first for those done before. A deal that `seconds` were not
    enough for is gone on with by the next survey; `warn` is called for lines that cannot be read.
    Ended by an exception, such as KeyboardInterrupt, the survey keeps what is proven of the deals
    in hand. Raises OSError if a file cannot be written or the scheduler does not answer,
    ModuleNotFoundError if one is given and `distributed` is not installed.
    """
    file, proofs = AppendOnlyCsv(path, PAR_HEADER.strip().split(","), added=1), PartialProofs(path)
    file.mend()
    proofs.mend()
    rows, begun = read_pars(path, warn), proofs.by_deal(warn)
    before = [_known(number, rows.get(number), begun) for number in deals]
    missing = {result.number: result.proof for result in before if not result.is_done}
    for result in before:
        if result.is_done:
            found(result)
    if missing:
        machine = (seconds, threads, hash_mb)
        results = (
            _solved_here(dict(missing), machine, lambda: Keeper(proofs, begun), progress)
            if scheduler is None
            else _solved_there(dict(missing), machine, scheduler)
        )
        with contextlib.closing(results):
            for result in results:
                if result.par is not None:
                    file.add_line(result.par.row().rstrip("\n"))
                    del missing[result.number]
                elif scheduler is not None:
                    proofs.keep(result.proof)
                found(result)
    solved = read_pars(path)
    if all(number in solved and solved[number].is_decided for number in proofs.by_deal()):
        proofs.path.unlink(missing_ok=True)
    return sorted(missing)


def _known(number: int, row: Par | None, begun: Mapping[int, PartialProof]) -> SurveyedDeal:
    """Return what the files say of a deal."""
    proof = begun.get(number, PartialProof(number))
    if row is not None and not row.is_decided and proof.lower != proof.upper:
        # the row of an older program, which left some moves undecided
        proof = PartialProof(number, bounds_of(deal(number), row), row.nodes, row.seconds)
    return SurveyedDeal(number, row, proof, is_known=True)


class Keeper:
    """Keeps partial proofs in their file, a line when par is known closer, or some time is over."""

    def __init__(self, proofs: PartialProofs, kept: Mapping[int, PartialProof]) -> None:
        self._proofs = proofs
        self._kept = dict(kept)
        self._latest: PartialProof | None = None
        self._since = time.monotonic()

    def __call__(self, proof: PartialProof) -> None:
        """Take notice of what is proven by now."""
        self._latest = proof
        kept = self._kept.get(proof.deal)
        is_closer = kept is None or (kept.lower, kept.upper) != (proof.lower, proof.upper)
        if is_closer or time.monotonic() - self._since > KEPT_EVERY:
            self.write()

    def write(self) -> None:
        """Write the latest proof down, if it proves more than the last line about its deal."""
        latest, self._latest = self._latest, None
        if latest is not None and latest != self._kept.get(latest.deal):
            self._proofs.keep(latest)
            self._kept[latest.deal] = latest
            self._since = time.monotonic()


def solve(
    number: int,
    solver: Solver,
    seconds: float | None = None,
    proof: PartialProof | None = None,
    keep: Keep = lambda proof: None,
) -> SurveyedDeal:
    """Return the par of a deal and its best first moves, or what is proven when time runs out.

    The value is proven first, in the seconds. Which other moves keep it may take as long again,
    and more than twice its nodes (`MOST_FOR_OTHERS`) are not spent on that; such moves are named
    as undecided. `proof` is what was proven before; `keep` is called with what is proven meanwhile.
    """
    start = deal(number)
    if proof is None or set(proof.bounds) != set(start.legal_moves):
        proof = PartialProof(number)

    if proof.lower < proof.upper:
        proof = _gone_on(proof, solver, start, Limit(time=seconds, exact=True), keep)
        if proof.lower < proof.upper:
            return SurveyedDeal(number, None, proof)
    most = max(LITTLE, MOST_FOR_OTHERS * proof.nodes)
    if _unsure(proof) and proof.others < most:
        limit = Limit(time=seconds, nodes=most - proof.others, exact=True, goal=Goal.BEST)
        proof = _gone_on(proof, solver, start, limit, keep)
    unsure = _unsure(proof)
    if unsure and proof.others < most:
        return SurveyedDeal(number, None, proof)
    best = tuple(sorted(move for move, (low, _) in proof.bounds.items() if low == proof.lower))
    row = Par(number, proof.lower, proof.nodes, proof.seconds, best, unsure, bool(unsure))
    return SurveyedDeal(number, row, proof)


def _gone_on(
    before: PartialProof, solver: Solver, start: Position, limit: Limit, keep: Keep
) -> PartialProof:
    """Return what is proven about a deal when the limit is reached, and pass it to `keep`."""
    answer = solver.analyse(
        start,
        limit,
        bounds=before.bounds,
        report=lambda analysis: keep(before.gone_on(analysis)),
    )
    proof = before.gone_on(answer)
    keep(proof)
    return proof


def _unsure(proof: PartialProof) -> tuple[Move, ...]:
    """Return the moves that keep the value of a deal whose par is proven, or lose it."""
    bounds = sorted(proof.bounds.items())
    return tuple(move for move, (low, high) in bounds if low < proof.lower <= high)


def _solved_here(
    proofs: Mapping[int, PartialProof],
    machine: Machine,
    keeper: Callable[[], Keeper],
    progress: Callable[[str], None],
) -> Results:
    """Yield the deals as this machine solves them, several at once where that is quicker.

    Deals that are solved at once share threads and memory out. `keeper` makes one for every deal
    that is solved at once. Closed early, all of them stop with what they have proven kept.
    """
    seconds, threads, hash_mb = machine
    at_once, threads = shared_out(len(proofs), threads or cores())
    hash_mb = max(1, (hash_mb or default_table_mb()) // at_once)
    stop = Event()
    free: SimpleQueue[tuple[Solver, Keeper]] = SimpleQueue()

    def work(number: int, proof: PartialProof) -> SurveyedDeal:
        solver, own = free.get()

        def keep(proof: PartialProof) -> None:
            own(proof)
            if stop.is_set():
                raise _Stopped

        try:
            found = solve(number, solver, seconds, proof, keep)
            if found.par is None:
                own.write()
            return found
        except BaseException:
            with contextlib.suppress(OSError):  # the failure that came first is reported
                own.write()
            raise
        finally:
            solver.forget()
            free.put((solver, own))

    with contextlib.ExitStack() as stack:
        for _ in range(at_once):
            solver = Solver(threads, hash_mb, known_deals=False, progress=progress)
            free.put((stack.enter_context(solver), keeper()))
        pool = stack.enter_context(ThreadPoolExecutor(at_once, "survey"))
        stack.callback(stop.set)
        for done, _ in futures_of(pool, work, proofs.items()):
            yield done.result()


class _Stopped(Exception):  # noqa: N818 - a signal, not an error
    """Raised where a solver reports, to end a proof that is no longer wanted."""


def _solved_there(proofs: Mapping[int, PartialProof], machine: Machine, scheduler: str) -> Results:
    """Yield the deals as the cluster solves them, in whatever order that is.

    A deal whose worker was killed again and again is one that is not solved.
    """
    from distributed import Client  # the optional extra `cluster`
    from distributed.scheduler import KilledWorker

    try:
        client = Client(scheduler, timeout=_UNREACHABLE_AFTER)
    except OSError:
        raise
    except Exception as error:  # an address that is none, or what is read as an endless message
        raise OSError(f"no Dask scheduler at {scheduler}: {error}") from None
    tasks = [(number, machine, proof) for number, proof in proofs.items()]
    with client:
        pool = client.get_executor(pure=False)
        for done, (number, _machine, proof) in futures_of(pool, solve_alone, tasks):
            try:
                yield done.result()
            except KilledWorker:
                yield SurveyedDeal(number, None, proof)


def solve_alone(number: int, machine: Machine, proof: PartialProof) -> SurveyedDeal:
    """Solve one deal with a solver of its own, as a worker of a cluster does.

    It uses one thread unless another number is given: a worker does as many deals at once as it has
    threads.
    """
    seconds, threads, hash_mb = machine
    with Solver(threads or 1, hash_mb, known_deals=False) as solver:
        return solve(number, solver, seconds, proof)
