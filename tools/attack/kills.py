"""Commands that write, ended at random moments, crowded into one home, and short of room.

Every command runs in a process of its own, forked from one that has loaded everything, so that a
try takes as long as the command and not as long as its start. Whatever ended a command, the work
that it reported must be there afterwards.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

from battle import cli
from battle.profile import settings
from battle.profile.autosave import Autosave
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.certificate import verify
from battle.rules.files import PAR_COLUMNS, read_pars, read_text
from battle.rules.position import ALL_TILES, RulesError
from battle.rules.problem import problems
from battle.rules.record import record
from battle.storage import HOME_VARIABLE, Places
from solver import match
from solver.bulk import AppendOnlyCsv
from solver.kernels.loader import load
from solver.survey import PartialProofs
from tools.attack.inputs import LostError, Tally, game_played

SIGNALS: tuple[int, ...] = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PATIENCE = 60.0
"""Seconds after which a command that was asked to end hangs."""

PLAY = ("play", "--terminal")
ENDGAME = "5m5p/5p5m/9s/9s/1m/1m/2p3p/3p2p 1 0-0"

Check = Callable[["Run"], None]


@dataclass
class Run:
    """A command that was run: what it printed, its status (negative for a signal), its home."""

    home: Path
    arguments: tuple[str, ...]
    status: int | None = None
    out: str = ""
    err: str = ""

    @property
    def places(self) -> Places:
        """The directories of its home."""
        return Places.below(self.home)


@dataclass(frozen=True)
class Writer:
    """A command that writes: its arguments, its input, and the check of its output.

    `seconds` is how long it runs, about; `share` how many of a hundred kills it gets.
    """

    name: str
    arguments: tuple[str, ...]
    check: Check
    share: float
    seconds: float
    typed: Callable[[Path, Random], str] = field(default=lambda _home, _random: "")


class Process:
    """A command in a forked process, with its own home, input and output."""

    def __init__(
        self, home: Path, arguments: Sequence[str], typed: str = "", room: int | None = None
    ) -> None:
        self.home = home
        self.arguments = tuple(arguments)
        self._files = Path(tempfile.mkdtemp(prefix="attack-run-"))
        for name, text in (("in", typed), ("out", ""), ("err", "")):
            (self._files / name).write_text(text, encoding="utf-8")
        sys.stdout.flush()
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS[1:])  # until the command has begun
        self._process = get_context("fork").Process(target=self._be_the_command, args=[room])
        self._process.start()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS[1:])

    def _be_the_command(self, room: int | None) -> None:
        status = 99
        with contextlib.suppress(BaseException):
            os.setsid()
            for number in SIGNALS[1:]:
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.environ[HOME_VARIABLE] = str(self.home)
            if self.home.is_dir():
                os.chdir(self.home)
            for number, name, mode in ((0, "in", "r"), (1, "out", "w"), (2, "err", "w")):
                place = (
                    Path(os.devnull) if name == "out" and room is not None else self._files / name
                )
                file = place.open(mode, encoding="utf-8", buffering=1)
                os.dup2(file.fileno(), number)
            sys.stdin = os.fdopen(0, "r", encoding="utf-8", closefd=False)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
            sys.stderr = os.fdopen(2, "w", encoding="utf-8", buffering=1, closefd=False)
            if room is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            try:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS[1:])
                cli.run(list(self.arguments))
            except KeyboardInterrupt:
                status = 130
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 98
        os._exit(status)

    def wait(self, seconds: float) -> bool:
        """Wait for its end, at most so long; return whether it has ended."""
        self._process.join(seconds)
        return self._process.exitcode is not None

    def send(self, number: int) -> None:
        """Send a signal to it alone."""
        if self._process.pid is not None and self._process.exitcode is None:
            os.kill(self._process.pid, number)

    def end(self) -> Run:
        """Return its run; one that does not end is killed, and has no status."""
        self.wait(PATIENCE)
        status = self._process.exitcode
        if status is None:
            assert self._process.pid is not None
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.join()
        out, err = (
            (self._files / name).read_text(encoding="utf-8", errors="replace")
            for name in ("out", "err")
        )
        shutil.rmtree(self._files)
        return Run(self.home, self.arguments, status, out, err)


# --- kills --------------------------------------------------------------------------------------


def kills(tries: int, random: Random) -> Iterator[Tally]:
    """Yield the counts of every command that writes, of this many kills in all."""
    chosen = writers()
    whole = sum(writer.share for writer in chosen)
    for writer in chosen:
        share = round(tries * writer.share / whole)
        if share:
            yield killed(writer, share, random)


_MOST_LATE = 4
_SOONEST = 0.02
_PER_HOME = 12
"""Kills after which a new home is begun: what one leaves behind is met by the next."""


def killed(writer: Writer, tries: int, random: Random) -> Tally:
    """Kill a running command some times, and check each time what it leaves.

    A kill that comes too late is none, and lets the next ones come sooner.
    """
    tally = Tally(f"kills: {writer.name}")
    home = Path(tempfile.mkdtemp(prefix="attack-home-"))
    latest = writer.seconds
    for number in range(_MOST_LATE * tries):
        if tally.tries == tries:
            break
        if number % _PER_HOME == 0:
            shutil.rmtree(home)
            home.mkdir()
        process = Process(home, writer.arguments, writer.typed(home, random))
        sent = random.choice(SIGNALS)
        if process.wait(random.uniform(0, latest)):
            latest = max(_SOONEST, 0.9 * latest)
        else:
            latest = min(writer.seconds, 1.02 * latest)
            tally.tries += 1
        process.send(sent)
        run = process.end()
        where = (writer.name, signal.Signals(sent).name, run.status)
        if run.status is None:
            tally.hang(where)
        _judge(run, writer.check, tally, where)
    shutil.rmtree(home)
    return tally


def _judge(run: Run, check: Check, tally: Tally, where: object) -> None:
    """Count a command's complaints and losses."""
    log = run.places.log / "error.log"
    if "Traceback" in run.err or log.exists() or run.status in (98, 99):
        tally.tracebacks += 1
        tally.note(f"{run.err[-300:]} {log.read_text()[-600:] if log.exists() else ''}", where)
        log.unlink(missing_ok=True)
    try:
        check(run)
    except LostError as error:
        tally.loss(str(error), where)
    except Exception as error:
        tally.traceback(error, where)


def writers() -> tuple[Writer, ...]:
    """Return every command that writes."""
    load()
    small = ("--threads", "1", "--hash", "16")
    games = ["--deals", "5000", "--jobs", "1", "--output", "match.csv"]
    random_games = ["--random", "5000", "--tiles", "10-14", "--output", "found.mbp"]
    return (
        Writer("play --terminal", PLAY, _check_play, 60, 1.0, _play),
        Writer("match", ("match", "greedy", "random", *games), _check_match, 15, 0.8),
        Writer("problems", ("problems", *random_games, *small), _check_problems, 10, 0.9),
        Writer("survey", ("survey", "1", "2", "--time", "4", *small), _check_survey, 5, 5.0),
        Writer("prove", ("prove", ENDGAME, "--output", "proof.txt"), _check_prove, 8, 0.15),
        Writer(
            "review --html",
            ("review", "game.mjb", "--html", "page.html", *small),
            _check_page,
            2,
            12.0,
            _ended_game,
        ),
    )


# --- what was typed, and what must be there -------------------------------------------------------


_LEAST_MOVES = 5


def _play(_home: Path, random: Random) -> str:
    """Return lines that play three games between friends; games before are left alone."""
    again = ["n"]  # where nothing was asked it is no answer, and asked again
    names = ["a friend here", "your name Ada", "the other player's name Ben"]
    deal = ["tiles whole", "clock off", str(random.randint(1, 10**6))]
    lines = [*again, *names, *deal, "play", "quiet"]
    for _game in range(3):
        lines += [str(random.randint(1, 3)) for _move in range(random.randint(1, 20))]
        lines += ["language de", "language en", "resign", "yes", "rematch"]
    return "\n".join([*lines, "1", "1", "quit", ""])


_TAKEN = re.compile(r" takes | nimmt ")


def _check_play(run: Run) -> None:
    """Hold a home to this: all moves but the one in hand are kept, and all can be read."""
    places = run.places
    _chosen, messages = settings.load(places)
    if messages:
        raise LostError(f"settings: {messages}")
    kept = Autosave(places)
    _session, messages = kept.load()
    if messages:
        raise LostError(f"the unfinished game: {messages}")
    database = Database.of(places)
    records = Records(database)
    database.check()
    finished = records.games()
    messages = database.take_messages()
    database.close()
    if messages:
        raise LostError(f"the record: {messages}")
    counts = [record(game.record).game.ply for game in finished]
    for file in [*places.data.glob("unfinished*.mjb"), *places.saves.glob("*.mjb")]:
        counts.append(record(read_text(file)).game.ply)
    _no_fewer(run, "moves", sum(counts), more=len(_TAKEN.findall(run.out)) - 1)
    left = list(places.data.glob(".*.new"))
    if len(left) > _PER_HOME:
        raise LostError(f"left behind: {left}")


def _no_fewer(run: Run, name: str, number: int, more: int = 0) -> None:
    """Check that a home has as many of something as at the last look, and `more`."""
    ledger = run.home / name
    before = int(ledger.read_text()) if ledger.exists() else 0
    if number < before + more:
        raise LostError(f"{before} {name} and {more} more are {number}")
    ledger.write_text(str(number))


def _check_match(run: Run) -> None:
    """Check that every printed pair of games is in the file, once."""
    path = run.home / "match.csv"
    if not path.exists():
        return
    file, messages = AppendOnlyCsv(path, match.COLUMNS), list[str]()
    file.mend()
    deals = [pair.deal for _names, pair in file.read(match._kept_pair, messages.append)]
    printed = {int(number) for number in re.findall(r"^deal ([0-9]+):", run.out, re.MULTILINE)}
    if messages or len({*deals}) != len(deals) or not printed <= {*deals}:
        raise LostError(f"{printed} were printed, {deals} are there {messages}")


def _check_problems(run: Run) -> None:
    """Hold the file to this: its whole lines are problems, and no fewer than before."""
    path = run.home / "found.mbp"
    if path.exists():
        text = read_text(path)
        _no_fewer(run, "problems", len(list(problems(text[: text.rfind("\n") + 1]))))


def _check_survey(run: Run) -> None:
    """Check that no proof about a deal is forgotten."""
    messages: list[str] = []
    path = run.home / "par.csv"
    proofs = PartialProofs(path)
    if path.exists():
        AppendOnlyCsv(path, PAR_COLUMNS, added=3).mend()
        read_pars(path, messages.append)
    if not proofs.path.exists():
        return
    proofs.mend()
    bounds = {
        number: proof.upper - proof.lower
        for number, proof in proofs.by_deal(messages.append).items()
    }
    ledger = run.home / "bounds"
    before = (
        dict(line.split() for line in ledger.read_text().splitlines()) if ledger.exists() else {}
    )
    worse = [number for number, gap in before.items() if bounds.get(int(number), 999) > int(gap)]
    if messages or worse:
        raise LostError(f"{messages}, less is proven of {worse}")
    ledger.write_text("".join(f"{number} {gap}\n" for number, gap in bounds.items()))


def _check_prove(run: Run) -> None:
    """Hold a proof to being there whole or not at all."""
    path = run.home / "proof.txt"
    if path.exists():
        try:
            verify(read_text(path))
        except RulesError as error:
            raise LostError(str(error)) from None
        path.unlink()


def _ended_game(home: Path, random: Random) -> str:
    session = game_played(random.randint(1, 10**6), ALL_TILES)
    (home / "game.mjb").write_text(session.record().text, encoding="utf-8")
    return ""


def _check_page(run: Run) -> None:
    """Hold a page to being there whole or not at all."""
    path = run.home / "page.html"
    if path.exists() and not path.read_text(encoding="utf-8").rstrip().endswith("</html>"):
        raise LostError("the page is cut off")


# --- crowds, full disks and homes that cannot be written ------------------------------------------


def crowds(tries: int, random: Random) -> Tally:
    """Let two or three programs play in one home at once; every move of each must be kept."""
    tally = Tally("two and three programs on one home", tries)
    for _ in range(tries):
        with _home() as home:
            processes = [
                Process(home, PLAY, _play(home, random)) for _ in range(random.choice((2, 3)))
            ]
            whole = Run(home, PLAY)
            for process in processes:
                run = process.end()
                _ended(run, tally)
                whole.out += run.out
                whole.err += run.err
            _judge(whole, _check_crowd, tally, len(processes))
    return tally


@contextlib.contextmanager
def _home() -> Iterator[Path]:
    """Make a home for one try."""
    with tempfile.TemporaryDirectory(prefix="attack-home-", ignore_cleanup_errors=True) as home:
        yield Path(home)


def _ended(run: Run, tally: Tally) -> None:
    """Count a program that did not end, or not well."""
    if run.status is None:
        tally.hang(run.arguments)
    elif run.status != 0:
        tally.loss(f"status {run.status}: {run.err}", run.arguments)


def _check_crowd(run: Run) -> None:
    _check_play(run)
    played = len(_TAKEN.findall(run.out))
    kept = int((run.home / "moves").read_text())
    if played < _LEAST_MOVES:
        raise LostError(f"what was typed is not understood: {run.out[:300]}")
    if kept != played:
        raise LostError(f"{played} moves were played, {kept} are kept")


def full_disks(tries: int, random: Random) -> Tally:
    """Play where no file can grow over some size; what was kept before must stay."""
    tally = Tally("a full disk", tries)
    for _ in range(tries):
        with _home() as home:
            _check_play(Process(home, PLAY, _play(home, random)).end())
            room = random.choice((0, 100, 1000, 4000, 20_000, 40_000))
            run = Process(home, PLAY, _play(home, random), room).end()
            _ended(run, tally)
            run.out = ""
            _judge(run, _check_play, tally, room)
    return tally


def closed_homes(tries: int, random: Random) -> Tally:
    """Play where nothing can be written."""
    tally = Tally("a read-only home", tries)
    for _ in range(tries):
        with _home() as directory:
            home = directory / "file"
            home.write_text("where the home should be")
            run = Process(home, PLAY, _play(home, random)).end()
            _ended(run, tally)
            if "Traceback" in run.err:
                tally.tracebacks += 1
                tally.note(run.err, run.status)
    return tally
