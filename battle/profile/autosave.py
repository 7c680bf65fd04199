"""The unfinished game, saved after every move and offered at the next start.

    data/unfinished.mjb    the game that is going on, as a record; gone when it is over
    data/last.mjb          the last game that was finished
    data/analysis.mjb      the last analysis, and the pairs to where one was
    data/editor.json       what is being set up
    saves/… unfinished.mjb a game that was going on when another one was begun or opened

The unfinished game belongs to one program, which has claimed its file; another program with the
same home says so, and saves its own game as one that was set aside. Between two games of a
duplicate match the next one is saved as the unfinished game. No saved game is lost when another
takes its place: it is set aside, and goes on from the start or from the record.

`save_soon` leaves the disk to a thread, so that animations start at once; a pending state is
replaced by a newer one. All other methods first wait for that thread.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary, ref

from battle.analysis.study import Study
from battle.game.session import Session
from battle.language import _
from battle.rules.files import read_text
from battle.rules.position import PLAYERS, Player
from battle.rules.record import Record, record
from battle.rules.tree import Node
from battle.storage import Claim, Messages, Note, Places, cannot_read, set_aside, writer


class _State(NamedTuple):
    """A state to save: a game's record, and that of the `next_game` of its match at its end."""

    session: ref[Session]
    text: str
    is_over: bool
    next_game: str


class GameAside(NamedTuple):
    """A game that was set aside, in its file, and when it was last played."""

    session: Session
    file: Path
    played: datetime


class Analysis(NamedTuple):
    """An analysis as it was left: its game, the moves to where one was, and who the person is."""

    record: str
    moves: tuple[str, ...]
    person: Player | None

    @property
    def session(self) -> Session:
        return Session.from_record(record(self.record), person=self.person)


class Autosave:
    """Saves the unfinished game of a program in its data directory."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.last_file: Final = places.data / "last.mjb"
        self.analysis_file: Final = places.data / "analysis.mjb"
        self.editor_file: Final = places.data / "editor.json"
        self._unfinished: Final = places.data / "unfinished.mjb"
        self._claim = Claim(self._unfinished)
        self.file = self._unfinished
        """Where this program's game is saved."""
        self._kept: ref[Session] | None = None
        self._aside: WeakKeyDictionary[Session, Path] = WeakKeyDictionary()
        self._newest: _State | None = None
        self._waiting: dict[Path, str] = {}
        self._messages: SimpleQueue[str] = SimpleQueue()
        self._writer = writer("autosave")
        self._writing: Future[None] | None = None

    # --- whose game it is -----------------------------------------------------------------------

    def claim(self, session: Session) -> Messages:
        """Make a game this program's current one and claim its file.

        Return messages for the person if it is already at another program's table: this one then
        plays a copy. One of `games_aside` is set aside no more.
        """
        if session.ending is not None or not session.game.root.children:
            return []
        self.wait()
        text = session.text
        if (aside := self._aside.pop(session, None)) is not None:
            messages = [] if aside == self.file else self._find_place(text)
            with contextlib.suppress(OSError):  # then the game comes there with its next move
                aside.rename(self.file)
            self._kept = ref(session)
            return messages
        if not _keeps(self._unfinished, text):
            return []
        if not self._claim.take():
            return [_("This game is open in another window; you are playing a copy of it.")]
        self.file, self._kept = self._unfinished, ref(session)
        return []

    def _find_place(self, text: str) -> Messages:
        """Choose the file of a game; a different one that is unfinished is set aside."""
        if not self._claim.take():
            self.file = self._place_aside()
            return [Note(_("Another window has the unfinished game; your record lists this one."))]
        self.file = self._unfinished
        is_free = not os.path.lexists(self.file) or _keeps(self.file, text)
        return [] if is_free else self._make_room()

    def release(self) -> None:
        """Release the game, so that any program can resume it."""
        self.wait()
        self._let_go()

    def _let_go(self) -> None:
        self._claim.release()
        self._kept = None

    def _is_free(self) -> bool:
        if self._kept is not None and self.file == self._unfinished:
            return True
        is_free = self._claim.take()
        self._claim.release()
        return is_free

    # --- keeping --------------------------------------------------------------------------------

    def save_soon(self, session: Session) -> None:
        """Save the game without blocking; `take_messages` has the outcome.

        A game without a move is not saved. One that is over is saved as the last game. Another
        unfinished game is moved to the saved games.
        """
        is_over = session.ending is not None
        if not (is_over or session.game.root.children):
            return
        following = (
            session.next_game().text
            if is_over and session.series.duplicate is not None and session.can_go_on
            else ""
        )
        self._newest = _State(ref(session), session.text, is_over, following)
        self._writing = self._writer.submit(self._write, self._newest)

    def write_soon(self, write: Callable[[], Messages]) -> None:
        """Have something else written in order, without blocking; `take_messages` as above."""
        self._writing = self._writer.submit(self._write_other, write)

    def keep_soon(self, file: Path, text: str) -> None:
        """Write what a file keeps without blocking, unless something newer comes before."""
        self._waiting[file] = text
        self.write_soon(partial(self._write_kept, file))

    def keep_analysis(self, session: Session, study: Study) -> None:
        """Save an analysis with all that was found, without blocking."""
        kept = session.with_findings(study).record()
        person = session.person
        kept.tags |= {_MOVES: " ".join(map(str, study.game.moves)), _PERSON: str(person or "")}
        self.keep_soon(self.analysis_file, kept.text)

    def take_messages(self) -> Messages:
        """Return messages for the person, once."""
        return [self._messages.get() for _message in range(self._messages.qsize())]

    def wait(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def save(self, session: Session) -> Messages:
        """Save the game like `save_soon`, but at once; return messages for the person."""
        self.save_soon(session)
        self.wait()
        return self.take_messages()

    def holds(self, session: Session) -> bool:
        self.wait()
        with contextlib.suppress(OSError, ValueError):
            return record(read_text(self.file)) == session.record()
        return False

    # --- in the thread that writes --------------------------------------------------------------

    def _write_other(self, write: Callable[[], Messages]) -> None:
        for message in write():
            self._messages.put(message)

    def _write_kept(self, file: Path) -> Messages:
        text = self._waiting.pop(file, None)
        return [] if text is None else self._places.write(file, text)

    def _write(self, state: _State) -> None:
        """Write a state, unless a newer one of the same game is pending."""
        newest = self._newest
        if newest is None or newest is state or newest.session is not state.session:
            for message in self._ended(state) if state.is_over else self._going_on(state):
                self._messages.put(message)

    def _going_on(self, state: _State) -> Messages:
        messages: Messages = []
        if state.session is not self._kept:
            messages = self._find_place(state.text)
            self._kept = state.session
        return messages + self._places.write(self.file, state.text)

    def _ended(self, state: _State) -> Messages:
        """Save the last game and release it; a duplicate match continues with its next game."""
        messages = self._places.write(self.last_file, state.text)
        if state.session is not self._kept:
            if not _keeps(self._unfinished, state.text) or not self._claim.take():
                return messages
            self.file = self._unfinished
        if state.next_game and os.path.lexists(self.file):
            self._kept = state.session
            return messages + self._places.write(self.file, state.next_game)
        with contextlib.suppress(OSError):
            self.file.unlink()
        self._let_go()
        return messages

    def _make_room(self) -> Messages:
        """Set the unfinished game aside, with a message."""
        place = self._place_aside()
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self.file.rename(place)
        except OSError:
            return set_aside(self.file)
        return [Note(_("Your other game waits on Start."))]

    def _place_aside(self) -> Path:
        """Return a new file among the saved games."""
        now = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        name, number = _("{time} unfinished").format(time=now), 2
        place = self._places.saves / f"{name}.mjb"
        while os.path.lexists(place):
            place, number = place.with_name(f"{name} {number}.mjb"), number + 1
        return place

    # --- finding again --------------------------------------------------------------------------

    def load(self) -> tuple[Session | None, Messages]:
        """Return the unfinished game unless another program has it, and messages for the person.

        One that this program had to save elsewhere comes first. An unreadable file is set aside and
        never blocks a start.
        """
        self.wait()
        messages: Messages = []
        for file in dict.fromkeys((self.file, self._unfinished)):
            try:
                if file == self._unfinished and not self._is_free():
                    messages.append(Note(_("Your unfinished game is open in another window.")))
                    continue
                session = Session.from_record(record(read_text(file)), own=True)
                if file != self._unfinished:
                    self._aside[session] = file
                if session.ending is None:
                    return session, messages
            except FileNotFoundError:
                pass
            except OSError as error:
                messages.append(cannot_read(file, error))
            except Exception:  # whatever is in the file, it must not be in the way of every start
                messages += set_aside(file)
        return None, messages

    def games_aside(self) -> list[GameAside]:
        """Return the unfinished games that were set aside, the last one first.

        Earlier versions numbered those of further programs.
        """
        self.wait()
        games = []
        places = self._places
        for file in (*places.saves.glob("*.mjb"), *places.data.glob("unfinished *.mjb")):
            with contextlib.suppress(OSError):
                played, session = _played(file), _game_in(file)
                if session is not None and session.ending is None:
                    self._aside[session] = file
                    games.append(GameAside(session, file, played))
        return sorted(games, key=lambda game: game.played, reverse=True)

    def going(self) -> tuple[list[GameAside], Messages]:
        """Return every unfinished game, that of `load` before the others, with its messages."""
        last, messages = self.load()
        aside = self.games_aside()
        if last is None:
            return aside, messages
        file = self._aside.get(last, self._unfinished)
        with contextlib.suppress(OSError):
            first = GameAside(last, file, _played(file))
            return [first, *(game for game in aside if game.file != file)], messages
        return aside, messages

    @property
    def is_keeping(self) -> bool:
        """Whether a game of this program's table is saved as it goes on."""
        self.wait()
        return self._kept is not None

    def remove(self, game: GameAside) -> None:
        with contextlib.suppress(OSError):
            game.file.unlink()

    def analysis(self) -> Analysis | None:
        """Return the last analysis, None if there is no readable one."""
        self.wait()
        with contextlib.suppress(OSError, ValueError):
            kept = record(read_text(self.analysis_file))
            moves = tuple(kept.tags.pop(_MOVES, "").split())
            told = kept.tags.pop(_PERSON, "")
            person = next((player for player in PLAYERS if told == str(player)), None)
            return Analysis(kept.text, moves, person)
        return None

    def is_newer(self, file: Path, other: Path) -> bool:
        """Whether a file is there and was written after another one, if that is there."""
        self.wait()
        with contextlib.suppress(OSError):
            written = file.stat().st_mtime_ns
            return not other.exists() or written > other.stat().st_mtime_ns
        return False

    def game_in(self, file: Path) -> Session | None:
        """Return the last game, None if there is no readable one."""
        self.wait()
        return _game_in(file)


def _played(file: Path) -> datetime:
    """Return when the game of a file was last saved."""
    return datetime.fromtimestamp(file.stat().st_mtime).astimezone()


def _game_in(file: Path) -> Session | None:
    with contextlib.suppress(OSError, ValueError):
        return Session.from_record(record(read_text(file)), own=True)
    return None


_MOVES, _PERSON = "Looked", "Person"
"""The tags of an analysis that say where one was, and who is the person at this screen."""
_SETTLED: Final = ("Event", "Date", "Deal", "Seed")
"""The tags that stay the same during a game."""


def _told_apart(game: Record) -> object:
    """Return what tells a game from another one on the same deal; sides may be changed."""
    players = sorted(game.tags.get(name, "") for name in ("First", "Second"))
    return game.game.start, players, [game.tags.get(name) for name in _SETTLED]


def _keeps(file: Path, text: str) -> bool:
    """Return whether a file has the game of a record, perhaps at an earlier move."""
    with contextlib.suppress(OSError, ValueError):
        kept, game = record(read_text(file)), record(text)
        node: Node | None = game.game.root if _told_apart(kept) == _told_apart(game) else None
        for step in kept.game.root.main_line():
            node = None if node is None or step.move is None else node.child(step.move)
        return node is not None
    return False
