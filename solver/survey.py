"""Surveys: the par of many deals, one line each appended to a file as soon as it is proven.

The file is that of `battle.rules.files`. Deals it has are not solved again, so a survey that was
killed goes on where it stopped; a line that was cut short is taken away first. Proofs about deals
that are not solved yet are kept beside it (`PartialProofs`, the last line of a deal counts) and
continued:

    deal,lower,upper,nodes,seconds,others,moves,lost,seal,by
    11,2,9,120000000,300.2,0,a1l1:2:9 c1c9:-12:4 h3k9:-30:9,0,9cc1fc4eb04a2c94,

`moves` are all first moves with the proven lower and upper bound of each, for the player to move;
`lower` and `upper` are those of par. `nodes` and `seconds` are what the proof of par took until
then, `others` the nodes that went into the other first moves once par was proven. So are, in a file
for each deal in hand, the entries of the solver's table that took most nodes (`Checkpoint`), every
minute: a proof that is killed goes on from there. `lost` are the nodes of what it did after that,
and of proofs that left no such file.

`seal` is a checksum of the line, so that a damaged one proves nothing. A snapshot has one as well,
which also covers the kernels: its entries mean something to these alone. `by` is `cluster` if any
of it was said by the workers of a cluster.

The work is done on this machine, or on a Dask cluster when the address of its scheduler is given.
What a cluster says is checked (`slice_in`) and marked, but no true proof can be told from another.
Threads on one deal are worth less than as many deals, because they prove some things twice: of many
deals one per core is solved at a time, and few deals one after the other by all cores, so that none
of these waits for the last deal. Threads that no deal waits for help with those in hand.
"""

from __future__ import annotations

import contextlib
import struct
import time
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import ceil, inf, pow
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Timer
from typing import Any, Final, NamedTuple, TypeAlias

from battle.protocol import Goal, Limit
from battle.rules.files import CLUSTER, PAR_COLUMNS, Par, read_pars
from battle.rules.position import ALL_POINTS, LAST_DEAL, Move, Position
from solver.api import Analysis, MoveBounds, Solver
from solver.bulk import AppendOnlyCsv, ClusterWork, GivenUp, check_wanted, done_there, futures_of
from solver.kernels.cache import sources_digest
from solver.machine import LARGEST_DEFAULT_TABLE, cores, default_table_mb

# -- what is proven of a deal ----------------------------------------------------------------------

COLUMNS: Final = (
    *("deal", "lower", "upper", "nodes", "seconds", "others", "moves", "lost", "seal", "by"),
)

KEPT_EVERY: Final = 60.0
"""Seconds between two saves of a proof without decisive news, and of what its table knows."""

MOST_ENTRIES: Final = 1 << 24
"""Entries of a table that are kept: 256 MiB. What is not kept is searched again (bench/log.md)."""

MOST_SENT: Final = 1 << 20
"""Entries that a worker of a cluster sends back with each slice: 16 MiB."""

ENTRY: Final = 16
"""Bytes of an entry."""

MOST_FOR_KEEPING: Final = 1 / 30
"""The share of its time that a survey may take to save them."""


@dataclass(frozen=True)
class PartialProof:
    """What is proven of a deal: the bounds of its first moves, and the work that went into them.

    `by` is CLUSTER if any of it came from the workers of a cluster, who may say what they like.
    """

    deal: int
    bounds: MoveBounds = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0
    others: int = 0
    lost: int = 0
    by: str = ""

    @property
    def lower(self) -> int:
        return max((lower for lower, _ in self.bounds.values()), default=-ALL_POINTS)

    @property
    def upper(self) -> int:
        return max((upper for _, upper in self.bounds.values()), default=ALL_POINTS)

    def gone_on(self, analysis: Analysis) -> PartialProof:
        """Return the proof after an analysis that continued this one, with the work of both."""
        if self.lower == self.upper:
            return replace(self, bounds=analysis.bounds, others=self.others + analysis.nodes)
        return replace(
            self,
            bounds=analysis.bounds,
            nodes=self.nodes + analysis.nodes,
            seconds=self.seconds + analysis.seconds,
        )

    def row(self) -> list[str]:
        moves = " ".join(f"{it}:{low}:{high}" for it, (low, high) in sorted(self.bounds.items()))
        numbers = (self.deal, self.lower, self.upper, self.nodes, f"{self.seconds:.1f}")
        fields = [*map(str, numbers), str(self.others), moves, str(self.lost)]
        return [*fields, _line_seal(fields, self.by), self.by]

    def resumed(self, snapshot: Checkpoint) -> PartialProof:
        """Return the proof with the snapshot's work; later work counts as lost."""
        if self.lower == self.upper:
            return self
        lost = self.lost + max(0, self.nodes - snapshot.nodes)
        return replace(self, nodes=snapshot.nodes, seconds=snapshot.seconds, lost=lost)


class Checkpoint(NamedTuple):
    """What the solver's table knew when a proof had taken these nodes and seconds."""

    nodes: int = 0
    seconds: float = 0.0
    entries: bytes = b""


def bounds_of(start: Position, par: Par | None) -> MoveBounds:
    """Return the bounds that a deal's par proves of its first moves; none without a par."""
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
        super().__init__(solved.with_name(f"{solved.stem}.bounds.csv"), COLUMNS, added=3)
        self._solved = solved

    def completed(self, row: list[str], missing: int) -> list[str]:
        """Return a row with the columns it lacks, and the checksum if it is older than these."""
        if len(row) < len(self.columns) - missing:
            return row
        seal = COLUMNS.index("seal")
        row = super().completed(row, missing)
        return [*row[:seal], row[seal] or _line_seal(row[:seal]), *row[seal + 1 :]]

    def by_deal(self, warn: Callable[[str], None] = lambda text: None) -> dict[int, PartialProof]:
        """Return what is proven of deals; a line that is damaged is left out. Raises OSError.

        `warn` is called with how many lines are left out.
        """
        return {proof.deal: proof for proof in self.read(_partial_proof, warn)}

    def keep(self, proof: PartialProof) -> None:
        """Add a line. Raises OSError."""
        self.add(proof.row())

    def keep_snapshot(self, number: int, snapshot: Checkpoint, by: str = "") -> None:
        """Replace the stored entries of a deal's table. Raises OSError."""
        content = _NUMBERS.pack(snapshot.nodes, snapshot.seconds), snapshot.entries
        path = self._snapshot(number)
        unfinished = path.with_suffix(".new")
        with unfinished.open("wb") as file:
            file.writelines((_seal(number, *content, by=by), *content))
        unfinished.replace(path)

    def snapshot(
        self,
        number: int,
        warn: Callable[[str], None] = lambda text: None,
        *,
        for_cluster: bool = False,
    ) -> Checkpoint:
        """Return what was written of a deal; nothing, and `warn`, if it is damaged.

        It is also if it is of another deal or of other kernels. What a table of a cluster knew is
        returned for a cluster alone: nobody can check it.
        """
        path = self._snapshot(number)
        try:
            with path.open("rb") as file:
                seal, *content = file.read(_SEALED), file.read(_NUMBERS.size), file.read()
        except OSError:
            return Checkpoint()
        if seal == _seal(number, *content, by=CLUSTER):
            if not for_cluster:
                return Checkpoint()
        elif seal != _seal(number, *content):
            warn(f"{path} is damaged or of another version of the program, and is not used")
            return Checkpoint()
        nodes, seconds = _NUMBERS.unpack(content[0])
        return Checkpoint(nodes, seconds, content[1])

    def forget(self, number: int) -> None:
        """Remove the files of a solved deal, unfinished ones too."""
        path = self._snapshot(number)
        for file in (path, path.with_suffix(".new")):
            file.unlink(missing_ok=True)

    def _snapshot(self, number: int) -> Path:
        return self._solved.with_name(f"{self._solved.stem}.{number}.table")


_NUMBERS: Final = struct.Struct("<qd")
_SEALED: Final = sha256().digest_size


def _seal(number: int, *content: bytes, by: str = "") -> bytes:
    """Return what a snapshot of a deal begins with: a digest, also of the kernels it is of."""
    digest = sources_digest()
    for part in (f"{number} {by}".encode(), *content):
        digest.update(part)
    return digest.digest()


def _line_seal(fields: Sequence[str], by: str = "") -> str:
    return sha256(",".join([*fields, by] if by else fields).encode()).hexdigest()[:16]


def _partial_proof(row: Sequence[str]) -> PartialProof:
    """Return what a line proves; raise ValueError if it cannot be so."""
    number, _, _, nodes, seconds, others, moves, *rest = row
    lost, seal, by = [*rest, "", "", ""][:3]
    bounds = {}
    for word in moves.split():
        text, lower, upper = word.split(":")
        bounds[Move.parse(text)] = (int(lower), int(upper))
    numbers = int(nodes), float(seconds), int(others), int(lost or 0)
    is_sound = all(-ALL_POINTS <= low <= high <= ALL_POINTS for low, high in bounds.values())
    is_sound = is_sound and all(0 <= figure < inf for figure in numbers) and by in ("", CLUSTER)
    is_sealed = len(rest) < 2 or seal == _line_seal(row[:8], by)
    if not is_sound or not is_sealed or not 1 <= int(number) <= LAST_DEAL:
        raise ValueError(row)
    return PartialProof(int(number), bounds, *numbers, by)


# -- how cores are shared out ----------------------------------------------------------------------

EFFECT_OF_THREADS: Final = 0.75
"""The speed-up by threads is their number to this power: 1.7 for two (bench/log.md)."""


def shared_out(deals: int, cores: int) -> tuple[int, int]:
    """Return how many deals to solve at once, and by how many threads each: both at least 1.

    So `deals` deals, of equal length, are solved soonest.
    """
    choices = [(at_once, cores // at_once) for at_once in range(1, min(deals, cores) + 1)]
    return min(
        choices, key=lambda choice: ceil(deals / choice[0]) / pow(choice[1], EFFECT_OF_THREADS)
    )


# -- surveys ---------------------------------------------------------------------------------------

MOST_FOR_OTHERS: Final = 2
"""The other first moves may take this many times the nodes of the proof of par."""

LITTLE: Final = 1_000_000
"""Nodes that may go into them in any case."""


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
    """Append a line to `path` for every deal without one; return the deals still missing.

    `found` is called for every deal, first for those done before. The next survey continues a deal
    for which `seconds` were not enough; `warn` is called for lines that cannot be read. Ended by an
    exception, such as KeyboardInterrupt, the survey keeps what is proven of the deals in hand.
    Raises OSError if a file cannot be written or the scheduler does not answer, ModuleNotFoundError
    if one is given and `distributed` is not installed.
    """
    file, proofs = AppendOnlyCsv(path, PAR_COLUMNS, added=3), PartialProofs(path)
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
            _solved_here(missing, machine, proofs, begun, progress, warn)
            if scheduler is None
            else _solved_there(missing, machine, proofs, scheduler, progress, warn)
        )
        with contextlib.closing(results):
            for result in results:
                if result.par is not None:
                    file.add_line(result.par.row().rstrip("\n"))
                    proofs.forget(result.number)
                    del missing[result.number]
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
        proof = PartialProof(
            number,
            bounds_of(Position.of_deal(number), row),
            row.nodes,
            row.seconds,
            lost=row.lost,
            by=row.by,
        )
    return SurveyedDeal(number, row, proof, is_known=True)


class Keeper:
    """Keeps partial proofs in their file: a line when the bounds of par tighten, or after a while.

    `deepest` returns the entries of the table that took most nodes; they are kept at such times.
    """

    def __init__(
        self,
        proofs: PartialProofs,
        kept: Mapping[int, PartialProof],
        deepest: Callable[[int], bytes] = lambda most: b"",
    ) -> None:
        self._proofs = proofs
        self._kept = dict(kept)
        self._deepest = deepest
        self._latest: PartialProof | None = None
        self._next = time.monotonic() + KEPT_EVERY

    def __call__(self, proof: PartialProof) -> None:
        """Take notice of what is proven by now."""
        self._latest = proof
        kept = self._kept.get(proof.deal)
        if time.monotonic() >= self._next:
            self.write()
        elif kept is None or (kept.lower, kept.upper) != (proof.lower, proof.upper):
            self._write_line()

    def write(self) -> None:
        """Write down the latest proof, and what the table knows, if it proves more than before."""
        latest = self._latest
        if latest is not None and latest != self._kept.get(latest.deal):
            began = time.monotonic()
            if entries := self._deepest(MOST_ENTRIES):
                self._proofs.keep_snapshot(
                    latest.deal, Checkpoint(latest.nodes, latest.seconds, entries)
                )
            ended = time.monotonic()
            self._next = ended + max(KEPT_EVERY, (ended - began) / MOST_FOR_KEEPING)
        self._write_line()

    def _write_line(self) -> None:
        latest, self._latest = self._latest, None
        if latest is not None and latest != self._kept.get(latest.deal):
            self._proofs.keep(latest)
            self._kept[latest.deal] = latest


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
    start = Position.of_deal(number)
    proof = _begun(number, proof)
    if proof.lower < proof.upper:
        proof = _gone_on(proof, solver, start, seconds, keep)
    most = _most_for_others(proof)
    if proof.lower == proof.upper and _unsure(proof) and proof.others < most:
        proof = _gone_on(proof, solver, start, seconds, keep, most)
    return _surveyed(proof)


def _surveyed(proof: PartialProof) -> SurveyedDeal:
    """Return a deal with its par, None if work is left to be done."""
    unsure = _unsure(proof)
    if proof.lower < proof.upper or (unsure and proof.others < _most_for_others(proof)):
        return SurveyedDeal(proof.deal, None, proof)
    best = tuple(sorted(move for move, (low, _) in proof.bounds.items() if low == proof.lower))
    row = Par(
        *(proof.deal, proof.lower, proof.nodes, proof.seconds, best, unsure, bool(unsure)),
        *(proof.lost, proof.by),
    )
    return SurveyedDeal(proof.deal, row, proof)


def _most_for_others(proof: PartialProof) -> int:
    return max(LITTLE, MOST_FOR_OTHERS * proof.nodes)


def _begun(number: int, proof: PartialProof | None) -> PartialProof:
    """Return what is proven of all first moves of a deal: nothing, unless there is such a proof."""
    start = Position.of_deal(number)
    if proof is not None and set(proof.bounds) == set(start.legal_moves):
        return proof
    return PartialProof(number, bounds_of(start, None))


def _gone_on(
    before: PartialProof,
    solver: Solver,
    start: Position,
    seconds: float | None,
    keep: Keep,
    most: int | None = None,
) -> PartialProof:
    """Return what is proven about a deal when the limit is reached, and pass it to `keep`.

    With par proven `most` nodes may go into other first moves. `keep` may raise `_Help` for more
    threads to go on with.
    """
    started = time.monotonic()
    while True:
        left = None if seconds is None else max(0.0, seconds - (time.monotonic() - started))
        limit = Limit(time=left, exact=True)
        if most is not None:
            limit = replace(limit, nodes=max(0, most - before.others), goal=Goal.BEST)
        try:
            answer = solver.analyse(
                *(start, limit),
                bounds=before.bounds,
                report=_reporting(before, keep),
            )
        except _Help as help:
            before = help.proof
            solver.use(solver.threads + help.threads)
            continue
        proof = before.gone_on(answer)
        with contextlib.suppress(_Help):
            keep(proof)
        return proof


def _reporting(before: PartialProof, keep: Keep) -> Callable[[Analysis], None]:
    return lambda analysis: keep(before.gone_on(analysis))


def _unsure(proof: PartialProof) -> tuple[Move, ...]:
    """Return the moves that keep the value of a deal whose par is proven, or lose it."""
    return tuple(
        move for move, (low, high) in sorted(proof.bounds.items()) if low < proof.lower <= high
    )


# -- on this machine -------------------------------------------------------------------------------


class _Stopped(Exception):  # noqa: N818 - a signal, not an error
    """Raised where a solver reports, to end a proof that is no longer wanted."""


class _Help(Exception):  # noqa: N818 - a signal, not an error
    """Raised where a solver reports, to go on with more threads from what is proven."""

    def __init__(self, proof: PartialProof, threads: int) -> None:
        super().__init__(proof, threads)
        self.proof, self.threads = proof, threads


class _Threads:
    """Threads shared by deals; idle ones help the deals in hand."""

    def __init__(self, waiting: int, threads: int) -> None:
        self._lock = Lock()
        self._waiting = waiting
        self._running = 0
        self._spare = threads

    def take(self, threads: int) -> None:
        with self._lock:
            self._waiting -= 1
            self._running += 1
            self._spare -= threads

    def give_back(self, threads: int) -> None:
        with self._lock:
            self._running -= 1
            self._spare += threads

    def help(self) -> int:
        """Return how many threads more a deal in hand takes from now on."""
        with self._lock:
            share = 0 if self._waiting else ceil(self._spare / self._running)
            self._spare -= share
            return share


def _solved_here(
    proofs: Mapping[int, PartialProof],
    machine: Machine,
    file: PartialProofs,
    begun: Mapping[int, PartialProof],
    progress: Callable[[str], None],
    warn: Callable[[str], None],
) -> Results:
    """Yield the deals as this machine solves them, several at once where that is quicker.

    Deals that are solved at once share threads and memory out; those that remain take the threads
    of those that are solved. Closed early, all of them stop with what they have proven kept.
    """
    seconds, threads, hash_mb = machine
    at_once, threads = shared_out(len(proofs), threads or cores())
    hash_mb = max(1, (hash_mb or default_table_mb()) // at_once)
    stop, shared = Event(), _Threads(len(proofs), at_once * threads)
    free: SimpleQueue[tuple[Solver, Keeper]] = SimpleQueue()

    def work(number: int, proof: PartialProof) -> SurveyedDeal:
        solver, own = free.get()
        shared.take(solver.threads)

        def keep(proof: PartialProof) -> None:
            own(proof)
            progress(_how_far(proof))
            if stop.is_set():
                raise _Stopped
            if more := shared.help():
                raise _Help(proof, more)

        try:
            snapshot = file.snapshot(number, warn)
            if snapshot.entries:
                solver.restore(Position.of_deal(number), snapshot.entries)
            proof = proof.resumed(snapshot)
            del snapshot  # much memory
            solved = solve(number, solver, seconds, proof, keep)
            if solved.par is None:
                own.write()
            return solved
        except BaseException:
            with contextlib.suppress(OSError):  # the failure that came first is reported
                own.write()
            raise
        finally:
            shared.give_back(solver.threads)
            solver.forget()
            free.put((solver, own))

    with contextlib.ExitStack() as stack:
        for _ in range(at_once):
            solver = Solver(threads, hash_mb, known_deals=False, progress=progress)
            free.put((stack.enter_context(solver), Keeper(file, begun, solver.deepest)))
        pool = stack.enter_context(ThreadPoolExecutor(at_once, "survey"))
        stack.callback(stop.set)
        for done, _ in futures_of(pool, work, list(proofs.items())):
            yield done.result()


def _how_far(proof: PartialProof) -> str:
    return (
        f"deal {proof.deal}: from {proof.lower:+d} to {proof.upper:+d},"
        f" {(proof.nodes + proof.others) / 1e6:.0f} million nodes"
    )


# -- on a cluster ----------------------------------------------------------------------------------
#
# A deal is proven in slices of a minute. What a slice has found comes back, so that no more is lost
# with a worker, or with the survey. The worker keeps its table for a moment, and the next slice
# prefers that worker; any other one goes on from the entries that were kept.


class Slice(NamedTuple):
    """A deal to continue, `left` seconds for its step, and the worker that had it before."""

    number: int
    machine: Machine
    proof: PartialProof
    left: float | None
    worker: str | None = None
    snapshot: Checkpoint = Checkpoint()


class SliceDone(NamedTuple):
    """The findings of a slice, and its worker."""

    proof: PartialProof
    left: float | None
    worker: str
    snapshot: Checkpoint

    @property
    def plain(self) -> dict[str, Any]:
        entries = b64encode(self.snapshot.entries).decode()
        return {**self._asdict(), "proof": self.proof.row(), "snapshot": entries}


def _solved_there(
    proofs: Mapping[int, PartialProof],
    machine: Machine,
    file: PartialProofs,
    scheduler: str,
    progress: Callable[[str], None],
    warn: Callable[[str], None],
) -> Results:
    """Yield the deals as the cluster solves them; keep what it finds of the others.

    A deal that the cluster gives up, or says of what cannot be, is one that is not solved.
    """

    def snapshot(number: int, warn: Callable[[str], None] = lambda text: None) -> Checkpoint:
        return file.snapshot(number, warn, for_cluster=True)

    def prepare(task: Slice) -> tuple[Slice, str | None]:
        return task._replace(snapshot=snapshot(task.number)), task.worker

    tasks = deque(
        Slice(number, machine, proof.resumed(snapshot(number, warn)), machine[0])
        for number, proof in proofs.items()
    )
    slices = done_there(ClusterWork(plain_slice, slice_in), tasks, scheduler, warn, prepare=prepare)
    with contextlib.closing(slices):
        for task, done in slices:
            if isinstance(done, GivenUp):
                warn(f"deal {task.number} is given up: {done.reason}")
                yield SurveyedDeal(task.number, None, task.proof)
                continue
            solved = _surveyed(done.proof)
            if solved.par is None:
                if done.snapshot.entries:
                    file.keep_snapshot(task.number, done.snapshot, CLUSTER)
                file.keep(done.proof)
            progress(_how_far(done.proof))
            if solved.par is not None or done.left == 0:
                yield solved
            else:
                tasks.appendleft(Slice(task.number, machine, done.proof, done.left, done.worker))


def slice_in(task: Slice, answer: Any) -> SliceDone:
    """Return what a worker found in a slice.

    Raises ValueError, TypeError or LookupError unless it is about this deal and its moves, and goes
    on from what was proven before. That the bounds are true cannot be seen: so it says who gave
    them.
    """
    try:
        proof = replace(_partial_proof(answer["proof"]), by=CLUSTER)
    except ValueError:
        raise ValueError("its line cannot be read") from None
    before = _begun(task.number, task.proof)
    if proof.deal != task.number:
        raise ValueError(f"it is about deal {proof.deal}, not {task.number}")
    if set(proof.bounds) != set(before.bounds):
        raise ValueError(f"its moves are not those of deal {task.number}")
    for move, (lower, upper) in before.bounds.items():
        if proof.bounds[move][0] < lower or proof.bounds[move][1] > upper:
            raise ValueError(f"its bounds of {move} are looser than those proven before")
    work = [(move.nodes, move.seconds, move.others) for move in (before, proof)]
    if any(new < old for old, new in zip(*work, strict=True)) or proof.lost != before.lost:
        raise ValueError("it does not go on from the work that was done before")
    left, most = answer["left"], None if task.left is None else max(task.left, task.machine[0] or 0)
    if (left is None) != (most is None) or not 0 <= (left or 0) <= (most or 0):
        raise ValueError(f"{left!r} is no time that can be left")
    entries = b64decode(answer["snapshot"], validate=True)
    if len(entries) % ENTRY or len(entries) > 2 * ENTRY * MOST_SENT:
        raise ValueError(f"{len(entries)} bytes are not entries of a table")
    return SliceDone(
        proof, left, str(answer["worker"]), Checkpoint(proof.nodes, proof.seconds, entries)
    )


def plain_slice(task: Slice) -> dict[str, Any]:
    """Go on with a deal for a while, and return what is sent of that."""
    return solve_slice(task).plain


def solve_slice(task: Slice) -> SliceDone:
    """Go on with a deal for a while, as a worker of a cluster does.

    It uses one thread unless another number is given: a worker does as many deals at once as it has
    threads.
    """
    from distributed import get_worker

    seconds = min(
        KEPT_EVERY,
        max(_FIRST_SLICE, task.proof.seconds),
        KEPT_EVERY if task.left is None else task.left,
    )
    key = task.machine[1:], task.number, task.proof.nodes + task.proof.others
    solver = _tables.pop(key, None)
    if solver is None:
        solver = _solver_there(*key[0])
        if task.snapshot.entries:
            solver.restore(Position.of_deal(task.number), task.snapshot.entries)
    with contextlib.ExitStack() as stack:
        stack.callback(solver.close)
        started = time.monotonic()
        solved = solve(task.number, solver, seconds, task.proof)
        proof, left, snapshot = solved.proof, task.left, Checkpoint()
        if left is not None:
            left = max(0.0, left - (time.monotonic() - started))
            if task.proof.lower < task.proof.upper and proof.lower == proof.upper:
                left = task.machine[0]
        if solved.par is None:
            snapshot = Checkpoint(proof.nodes, proof.seconds, solver.deepest(MOST_SENT))
            if left != 0:
                key = *key[:2], proof.nodes + proof.others
                _tables[key] = solver
                forgetting = Timer(_FORGOTTEN_AFTER, _forget, (key,))
                forgetting.daemon = True
                forgetting.start()
                stack.pop_all()
    return SliceDone(proof, left, str(get_worker().address), snapshot)


def _forget(key: tuple[object, int, int]) -> None:
    solver = _tables.pop(key, None)
    if solver is not None:
        solver.close()


_FIRST_SLICE: Final = 5.0
"""Seconds of the first slice of a deal; each is as long as all before it, a minute at most."""

_FORGOTTEN_AFTER: Final = 10.0
"""Seconds for which a worker keeps the table of a deal that it does not go on with."""

_tables: Final[dict[tuple[object, int, int], Solver]] = {}
"""The solvers of deals between two slices, by their options and how far the deal is."""


def _solver_there(threads: int | None, hash_mb: int | None) -> Solver:
    """Return a solver for a task on a worker, with its share of the worker's memory."""
    from distributed import get_worker

    worker = get_worker()
    limit = worker.memory_manager.memory_limit or 0
    usual = min(default_table_mb(), limit // 2**22 or LARGEST_DEFAULT_TABLE)
    megabytes = max(1, (hash_mb or usual) // worker.state.nthreads)
    return Solver(threads or 1, megabytes, known_deals=False, tick=check_wanted)
