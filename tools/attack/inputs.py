"""Inputs of every kind, damaged, and given to those who read them.

A reader may refuse what it gets with an error of the rules, in one line; anything else it raises
is counted as a traceback. What was in a file must be in it, or beside it, afterwards.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import cast
from unittest import mock

import pygame

from battle import cli
from battle.friend import sealing
from battle.friend.meeting import Invitation, invitation
from battle.game.session import Seat, Session, Setup
from battle.game.words import players_words
from battle.profile import settings
from battle.profile.autosave import Autosave
from battle.profile.proofs import Pars
from battle.profile.records import Records, csv_of, game_of
from battle.profile.store import Database
from battle.protocol import best_move_of, info_of, info_string_of
from battle.resources import asset
from battle.rules.certificate import verify
from battle.rules.files import LEVELS, PAR_HEADER, read_levels, read_pars, read_text
from battle.rules.position import RulesError, deal, position
from battle.rules.problem import Problem, problem
from battle.rules.record import recognise, record
from battle.storage import HOME_VARIABLE, Places
from battle.terminal.app import Terminal
from battle.terminal.dialogue import Lines
from battle.training.deck import Deck
from battle.window.ui import draw
from battle.window.ui.theme import INK, Role, Theme
from battle.words import LONGEST_NAME, plain, shown_comment, shown_name
from solver import match
from solver.bulk import AppendOnlyCsv
from solver.kernels.encode import Kernels
from solver.protocol import Conversation
from solver.survey import COLUMNS as BOUNDS
from solver.survey import PartialProof, PartialProofs
from tests.support.engines import FakeEngine
from tests.support.texts import Script
from tools.reference import Twin, move_values

# --- counts --------------------------------------------------------------------------------------
#
# What an attack came to: how often it was tried, and what fell.

_MOST_FINDINGS = 5


@dataclass
class Tally:
    """The counts of one kind of attack, and what was found first, in words."""

    name: str
    tries: int = 0
    tracebacks: int = 0
    hangs: int = 0
    losses: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing fell."""
        return not any(self.counts[1:])

    def traceback(self, error: BaseException, of: object) -> None:
        """Count an unexpected error."""
        self.tracebacks += 1
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
        self.note(f"{type(error).__name__}: {error} at {place}", of)

    def hang(self, of: object) -> None:
        """Count what did not end in time."""
        self.hangs += 1
        self.note("did not end in time", of)

    def loss(self, what: str, of: object) -> None:
        """Count something that was kept once and is not there any more."""
        self.losses += 1
        self.note(f"lost: {what}", of)

    def note(self, words: str, of: object) -> None:
        """Remember one of the first findings."""
        if len(self.findings) < _MOST_FINDINGS:
            self.findings.append(f"{self.name}: {words[:300]} ← {of!r:.300}")

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How often it was tried, and what fell."""
        return self.tries, self.tracebacks, self.hangs, self.losses

    def row(self) -> str:
        """Return its line of the table."""
        return f"| {self.name} | {' | '.join(f'{count:,}' for count in self.counts)} |"


def table(tallies: Sequence[Tally]) -> str:
    """Return all counts, with their sums, as a table."""
    whole = Tally("**all**")
    columns = zip(*(one.counts for one in tallies), strict=True)
    whole.tries, whole.tracebacks, whole.hangs, whole.losses = map(sum, columns)
    head = "| what | tries | tracebacks | hangs | losses |\n|---|---|---|---|---|"
    return "\n".join([head, *(one.row() for one in (*tallies, whole))])


# --- damage --------------------------------------------------------------------------------------
#
# What is done to a text or a file before it is read.

NASTY = (
    *("\0", "\x1b]0;title\x07", "\x7f", "\x9b2J", "\u200b", "\u202e", "\ufeff", "\u0301", "\u2028"),
    *("𝟙", "٣", "½", "İ", "ß", "王", "\U0001f000", "\U000e0041", "\r", "\n", "\r\n", "\t", " ", ""),
    *(
        '"',
        "\\",
        "'",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "%",
        ";",
        ":",
        ",",
        "/",
        "-",
        "+",
        "=",
    ),
    *("0", "-1", "1e999", "nan", "inf", "99999999999999999999", "0x10", "1_0", "²", "-0", "271"),
    *(
        "null",
        "true",
        "[]",
        "{}",
        "None",
        "{0}",
        "{name}",
        "%s",
        "=HYPERLINK(1)",
        "../..",
        "*",
        "?",
    ),
    *("[%eval =7]", "[%clk 0:00:01]", "1. a1c9", "143-127", '[Deal "1"]', "5m", "a1", "9s9s"),
)
"""Pieces that parsers have stumbled over."""

_BAD_BYTES = b'\x00\x1b\x7f\x80\xbf\xc0\xed\xff"\\\n\r,;'


_MOST = 200_000

_HARMS = (
    *("flip", "flip", "set", "insert", "insert", "replace", "delete", "double", "repeat", "cut"),
    *("splice", "number", "number"),
)


def damaged(samples: Sequence[bytes], random: Random) -> bytes:
    """Return one of some samples with up to four things done to it."""
    content = random.choice(samples)
    for _step in range(random.choice((1, 1, 1, 2, 3, 4))):
        content = _harmed(content, random.choice(_HARMS), random, samples)
    return content[:_MOST]


def _harmed(content: bytes, harm: str, random: Random, samples: Sequence[bytes]) -> bytes:
    """Return a content with something else in place of a piece of it."""
    start = random.randint(0, len(content))
    end = min(len(content), start + random.choice((1, 2, 5, 20, 200)))
    if harm == "number":
        figures = [at for at, byte in enumerate(content[:5000]) if byte in b"0123456789"]
        start = random.choice(figures or [start])
    if harm in ("flip", "set", "number"):
        end = start + 1
    elif harm == "insert":
        end = start
    elif harm in ("cut", "splice"):
        end = len(content)
    piece, other, nasty = content[start:end], random.choice(samples), random.choice(NASTY)
    instead = {
        "flip": bytes(byte ^ 1 << random.randrange(8) for byte in piece),
        "set": bytes([random.choice(_BAD_BYTES)]),
        "insert": nasty.encode("utf-8", "surrogatepass"),
        "replace": nasty.encode(),
        "double": piece * 2,
        "repeat": piece * random.choice((4, 31, 301)),
        "splice": other[random.randint(0, len(other)) :],
        "number": random.choice((b"0", b"9", b"10", b"-1", b"", b"1.5")),
    }
    return content[:start] + instead.get(harm, b"") + content[end:]


def odd_name(random: Random) -> str:
    """Return an absurd name."""
    words = "".join(random.choice((*NASTY, "Ada", "\ud800")) for _ in range(random.randint(0, 6)))
    return words * random.choice((1, 1, 1, 1, 50, 2000))


# --- attacks -------------------------------------------------------------------------------------

SECONDS = 20.0
"""Seconds of the processor after which a reader hangs."""

SMALL = "5m5p/5p5m/9s/9s 1 0-0"
MOMENT = datetime(2026, 11, 21, 12, tzinfo=UTC)


class LostError(Exception):
    """Something that was kept is not there any more."""


class HangError(BaseException):
    """A reader has not ended in time; a BaseException, so that no reader catches it."""


Use = Callable[[bytes, Path], object]


@dataclass(frozen=True)
class Kind:
    """A kind of input: what undamaged ones look like, who reads them, and how many in a hundred."""

    name: str
    samples: tuple[bytes, ...]
    use: Use
    share: float


def attack(tries: int, random: Random) -> Iterator[Tally]:
    """Yield the counts of every kind, of this many inputs in all."""
    chosen = kinds()
    whole = sum(kind.share for kind in chosen)
    for kind in chosen:
        tally = Tally(kind.name)
        for _ in range(max(1, round(tries * kind.share / whole))):
            give(kind, damaged(kind.samples, random), tally)
        yield tally
    tally = Tally("names on the screen")
    for _ in range(max(1, tries // 20)):
        give(Kind(tally.name, (), _show, 0), odd_name(random).encode("utf-8", "replace"), tally)
    yield tally


def give(kind: Kind, given: bytes, tally: Tally) -> None:
    """Give an input to its reader, and count the outcome."""
    tally.tries += 1
    home = Path(tempfile.mkdtemp(prefix="attack-"))
    try:
        with _in_time():
            kind.use(given, home)
    except RulesError as error:
        if not str(error) or "\n" in str(error):
            tally.traceback(error, given)
    except LostError as error:
        tally.loss(str(error), given)
    except HangError:
        tally.hang(given)
    except Exception as error:
        tally.traceback(error, given)
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    def ring(_number: int, _frame: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# --- samples ------------------------------------------------------------------------------------


def game_played(number: int, plies: int, *seats: Seat) -> Session:
    """Return a game of this many plies, if it lasts that long."""
    first, second = seats or (Seat("Ada"), Seat("Ben"))
    session = Session(Setup((first, second), deal(number), number))
    for ply in range(plies):
        moves = session.position.legal_moves
        if not moves:
            break
        session.play(moves[ply * 7 % len(moves)])
    return session


def _records() -> tuple[bytes, ...]:
    games = [
        game_played(1, 3),
        game_played(2, 60),
        game_played(3, 20, Seat("Käthe"), Seat(solver=True, level="club")),
    ]
    games[0].game.root.comment = "a comment [%eval =7] [%clk 0:01:00]"
    games[0].game.undo()
    games[0].game.play(games[0].position.legal_moves[2])
    games[2].resign(1)
    return tuple(one.record().text.encode() for one in games)


def _settings() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as home:
        places = Places.below(Path(home))
        settings.save(settings.Settings(names=("Ada", "Ben"), level="club"), places)
        return ((places.config / "settings.json").read_bytes(),)


def database_of(number: int, plies: int) -> bytes:
    """Return a database with the record of some games of at most `plies` plies."""
    with tempfile.TemporaryDirectory() as home:
        places = Places.below(Path(home))
        with contextlib.closing(Database.of(places)) as database:
            records, _pars = Records(database), Pars(database)
            Deck(database, lambda: MOMENT, list)
            ended = game_played(1, plies)
            if ended.ending is None:
                ended.resign(1)
            game = game_of(ended, MOMENT, key="game")
            for place in range(number):
                records.put(replace(game, key=f"game {place}"))
        return (places.data / "record.db").read_bytes()


PROOF = """mahjong-battle proof 1
position 5m5p/5p5m/9s/9s 1 0-0
at least 9
5m5p/5p5m/9s/9s c1d1
.5p/5p a2b1
5m/.5m a1b2
at most 9
.5p/5p/9s/9s a2b1
5m/.5m/9s/9s a1b2
5m5p/5p5m a1b2
"""

ASKED = (
    *("uci", "isready", "setoption name Threads value 2", "setoption name Hash value 16"),
    *("setoption name MultiPV value 3", "setoption name Level value club", "stop", "ucinewgame"),
    *("position deal 4711 moves a1c9", f"position grid {SMALL} moves c1d1", "go infinite"),
    *("go movetime 100 nodes 5 depth 3", "go exact", "go level club nodes 10", "quit"),
)
ANSWERED = (
    "info depth 3 multipv 1 value 7 error 2.0 lower 5 upper 9 nodes 12 nps 34 hashfull 1 time 2"
    " pv a1c9 b1c2",
    *("bestmove a1c9 value 7 exact", "bestmove none value 0 exact", "info string compiling 1 of 2"),
    *("bestmove a1c9 value -4 error 3.2 estimate", "info string error bad go", "uciok", "readyok"),
)
TYPED = (
    b"a friend here\nyour name Ada\nthe other player's name Ben\nclock 5 min\n5\nplay\n"
    b"1\n2\nlist\nundo\ny\nscore\nmoves\na1c9\n5m\nb1\nquiet\n"
    b"table\nlanguage de\nhilfe\nresign\ny\nrematch\n1\ndraw\nn\nrecord\nrules\nnew\ny\n"
    b"beginnt 1\nuhr aus\n6\nspielen\n1\nquit\n"
)


def kinds() -> tuple[Kind, ...]:
    """Return every kind of input."""
    lines = tuple(line.encode() for line in ASKED)
    answers = tuple(line.encode() for line in ANSWERED)
    places = (SMALL.encode(), str(deal(4711)).encode(), deal(5).picture.encode())
    invited = tuple(
        str(Invitation.new(broker, lan=lan)).encode()
        for broker, lan in (("mqtts://example.org:8883", True), ("", True))
    )
    solved = "4,4,305228216,466.3,a1l1 g1g9 i1j1\n21,6,98765432,140.9,b1e9,c1c9 h1k9\n"
    pair = f"greedy,random,0,1,86,76,{'a1c9 ' * 20},{'b1c2 ' * 20}\n"
    proof = PartialProof(11, dict.fromkeys(deal(11).legal_moves, (-5, 9)), 1200, 3.0)
    bounds = f"{','.join(proof.row())}\n"
    hard = Problem(position(SMALL), move_values(position(SMALL)), "take the loose pair")
    return (
        Kind("game records", _records(), _read_record, 22),
        Kind("positions", places, _read_again(position), 10),
        Kind("problems", (str(hard).encode(),), _read_again(problem), 10),
        Kind("pasted texts", (*_records(), *places), lambda given, _: recognise(_text(given)), 6),
        Kind("lines to the engine", lines, _tell_engine, 10),
        Kind("lines of the engine", answers, _hear_engine, 8),
        Kind("proofs", (PROOF.encode(),), lambda given, _: verify(_text(given)), 5),
        Kind("invitations", invited, _read_again(invitation), 4),
        Kind("contents from a friend", (sealing.packed({"a": [1, "x"], "b": None}),), _unpack, 3),
        Kind("unfinished games", _records(), _start, 4),
        Kind("settings", _settings(), _load_settings, 5),
        Kind("solved deals", ((PAR_HEADER + solved).encode(),), _in_file(_read_pars), 3),
        Kind(
            "matches",
            (f"{','.join(match.COLUMNS)}\n{pair * 3}".encode(),),
            _in_file(_read_match),
            3,
        ),
        Kind(
            "bounds of a survey",
            (f"{','.join(BOUNDS)}\n{bounds * 2}".encode(),),
            _in_file(_read_bounds),
            3,
        ),
        Kind("levels", (asset(LEVELS).read_bytes(),), _in_file(_read_levels), 1),
        Kind("databases", (database_of(3, 8),), _open_database, 1),
        Kind("lines in the terminal", (TYPED,), _type, 1),
        Kind("words of a command", (SMALL.encode(), b"4711"), _command, 2),
    )


# --- readers ------------------------------------------------------------------------------------


def _text(given: bytes) -> str:
    return given.decode("utf-8", errors="replace")


def _read_record(given: bytes, _home: Path) -> None:
    found = record(_text(given))
    if record(found.text) != found:
        raise LostError("a record that is read again is another")
    session = Session.from_record(found)
    if max(map(len, session.names)) > 2 * LONGEST_NAME:
        raise LostError("a name is too long to be shown")
    _ = players_words(session), session.result_text, session.totals, session.can_go_on
    if Session.from_record(session.record()).position != session.position:
        raise LostError("a session's record is another game")


def _read_again(read: Callable[[str], object]) -> Use:
    """Return a reader that reads an input, and then its own output once more."""

    def use(given: bytes, _home: Path) -> None:
        found = read(_text(given))
        if read(str(found)) != found:
            raise LostError(f"what is read again is another: {found}")

    return use


def _tell_engine(given: bytes, _home: Path) -> None:
    out = io.StringIO()
    conversation = Conversation(out, lambda progress: cast(Kernels, Twin()))
    for line in _text(given).splitlines():
        if words := line.split():
            conversation.answer(words)
    printed = out.getvalue()
    if printed and not all(line.isprintable() for line in printed.splitlines()):
        raise LostError(f"an answer that cannot be printed: {printed!r}")


def _hear_engine(given: bytes, _home: Path) -> None:
    words = _text(given).split()
    info_of(words[1:], 1)
    best_move_of(words[1:], 1)
    info_string_of(words[1:])


def _unpack(given: bytes, _home: Path) -> None:
    sealing.unpacked(given)
    shown_name(_text(given))
    shown_comment(_text(given))


def _start(given: bytes, home: Path) -> None:
    autosave = Autosave(Places.below(home))
    autosave.file.parent.mkdir(parents=True)
    autosave.file.write_bytes(given)
    session, messages = autosave.load()
    if session is None and not messages and autosave.file.exists():
        session = Session.from_record(record(read_text(autosave.file)))
        if session.ending is None:
            raise LostError("a game that goes on is not offered")
    if session is not None:
        autosave.claim(session)
        autosave.save(session)
        autosave.release()
    elif given not in [file.read_bytes() for file in autosave.file.parent.glob("unfinished*")]:
        raise LostError("the unfinished game is gone")


def _load_settings(given: bytes, home: Path) -> None:
    places = Places.below(home)
    places.config.mkdir(parents=True)
    (places.config / "settings.json").write_bytes(given)
    chosen, _messages = settings.load(places)
    if settings.save(chosen, places) or settings.load(places) != (chosen, []):
        raise LostError("settings that are kept are other ones")


def _in_file(read: Callable[[Path], object]) -> Use:
    """Return what reads an input as a file."""

    def use(given: bytes, home: Path) -> None:
        path = home / "file"
        path.write_bytes(given)
        read(path)

    return use


def _read_pars(path: Path) -> None:
    for found in read_pars(path).values():
        found.row()


def _read_match(path: Path) -> None:
    file = AppendOnlyCsv(path, match.COLUMNS)
    file.mend()
    file.read(match._kept_pair)


def _read_bounds(path: Path) -> None:
    proofs = PartialProofs(path)
    path.rename(proofs.path)
    proofs.mend()
    for proof in proofs.by_deal().values():
        _ = proof.lower, proof.upper, proof.row()


def _read_levels(path: Path) -> None:
    read_levels(path, leniently=True)
    read_levels(path)


def _open_database(given: bytes, home: Path) -> None:
    places = Places.below(home)
    places.data.mkdir(parents=True)
    (places.data / "record.db").write_bytes(given)
    database = Database.of(places)
    records, deck, _pars = Records(database), Deck(database, lambda: MOMENT, list), Pars(database)
    database.check()
    for game in records.games():
        _ = game.names, game.margin
    csv_of(records.games())
    _ = deck.due
    ended = game_played(7, 4)
    ended.resign(2)
    key = "the new game"
    records.put(game_of(ended, MOMENT, key=key))
    database.close()
    again = Database.of(places)
    if Records(again).game(key) is None:
        raise LostError("a finished game is not in the record")
    again.close()


def _type(given: bytes, home: Path) -> None:
    lines = [line for line in _text(given).splitlines() if "/" not in line and line[:4] != "open"]
    script = Script(*lines)
    engine = FakeEngine()
    terminal = Terminal(
        Places.below(home),
        settings.Settings(),
        engine,
        lines=Lines(script.read),
        write=script.output.append,
    )
    before = Path.cwd()
    os.chdir(home)
    try:
        with contextlib.closing(terminal):
            terminal.run()
    finally:
        os.chdir(before)
    for text in script.output:
        if plain(text) != text:
            raise LostError(f"printed what a terminal obeys: {text!r}")


def _command(given: bytes, home: Path) -> None:
    words = _text(given).replace("\0", "").split("\n")[0]
    out, err = io.StringIO(), io.StringIO()
    for arguments in (["perft", words, "1"], ["deal", words]):
        with (
            mock.patch.dict(os.environ, {HOME_VARIABLE: str(home)}),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                cli.run(arguments)
            except SystemExit as ended:
                if ended.code not in (0, 2):
                    raise LostError(f"status {ended.code}: {err.getvalue()}") from None
    if "Traceback" in err.getvalue() or "details in" in err.getvalue():
        raise LostError(err.getvalue())


_THEMES: list[Theme] = []


def _show(given: bytes, _home: Path) -> None:
    """Write a name, a comment and a message with the window's fonts."""
    if not _THEMES:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((64, 64))
        _THEMES.append(Theme(1.0))
    theme, text = _THEMES[0], _text(given)
    font = theme.font(Role.TEXT)
    for words in (shown_name(text), shown_comment(text), text):
        draw.text(pygame.Surface((64, 64)), font, words, INK, pygame.Rect(0, 0, 60, 20))
        draw.wrapped(font, words[:2000], 60)
