"""The unfinished game, kept after every move and offered at the next start.

    data/unfinished.mjb    the game that is going on, as a record; gone when it is over
    data/unfinished 2.mjb  that of another program with the same home, at the same time; and so on
    data/last.mjb          the last game that was finished
    data/analysis.mjb      the last analysis in which something was tried out
    saves/… unfinished.mjb a game that was going on when another one was begun or opened

A game at a table belongs to one program, which has claimed its file, and no other writes there.
Between two games of a duplicate match the next one is the game that goes on. Nothing that was
kept is lost when another game takes its place.

`save_soon` leaves the disk to a thread, so that a tile takes off at once: a state that has not been
written when the next one comes is replaced by it. Everything else first waits for that thread.
"""

from __future__ import annotations

import contextlib
import os
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Final
from weakref import ref

from battle.game.session import Session
from battle.language import _
from battle.rules.files import read_text
from battle.rules.game import Node
from battle.rules.position import Move, Position
from battle.rules.record import record
from battle.storage import Claim, Messages, Places, cannot_read, set_aside

_MOST_PLACES: Final = 99
"""More programs than anybody runs at one time; further ones share the last file."""


@dataclass(frozen=True)
class _State:
    """A game as it stood: its record, and that of the `next_game` of its match when it is over.

    `lines` are all ways into its tree, moves that were taken back among them.
    """

    session: ref[Session]
    start: Position
    lines: frozenset[tuple[Move | None, ...]]
    text: str = ""
    is_over: bool = False
    next_game: str = ""


class Autosave:
    """Keeps the one unfinished game of a program in its data directory."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.last_file: Final = places.data / "last.mjb"
        self.analysis_file: Final = places.data / "analysis.mjb"
        self._claim: Claim | None = None
        self._kept: ref[Session] | None = None
        self._lock = Lock()
        self._states: list[_State] = []
        self._messages: Messages = []
        self._writer = ThreadPoolExecutor(1, "autosave")
        self._writing: Future[None] | None = None

    @property
    def file(self) -> Path:
        """The file of the game at this program's table, or where it would be kept alone."""
        return self._numbered(1) if self._claim is None else self._claim.file

    # --- whose game it is -----------------------------------------------------------------------

    def claim(self, session: Session) -> Messages:
        """Let the game that comes to the table be this program's, until another one is.

        Return what to tell the person where it is at another program's table already: what is
        played here is then a copy.
        """
        if session.ending is not None or not session.game.root.children:
            return []
        self.wait()
        return self._claimed(_state(session))

    def _claimed(self, state: _State) -> Messages:
        is_elsewhere = False
        for file in self._files():
            if not _keeps(file, state):
                continue
            if self._have(file):
                self._kept = state.session
                return []
            is_elsewhere = True
        if not is_elsewhere:
            return []
        return [_("This game is open in another window; you are playing a copy of it.")]

    def release(self) -> None:
        """Let any program go on with the game: no game is at this one's table any more."""
        self.wait()
        self._let_go()

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.release()
        self._claim = self._kept = None

    def _have(self, file: Path) -> bool:
        """Claim a file instead of the one that was claimed; return whether nobody else has it."""
        if self._claim is not None and self._claim.file == file:
            return True
        claim = Claim(file)
        if not claim.take():
            return False
        self._let_go()
        self._claim = claim
        return True

    # --- keeping --------------------------------------------------------------------------------

    def save_soon(self, session: Session) -> None:
        """Keep the game as it stands, without waiting; `take_messages` has what became of it.

        A game without a move is not worth keeping. One that is over is kept as the last game.
        Another game that was going on is put with the saved games.
        """
        if session.ending is None and not session.game.root.children:
            return
        state = _state(session)
        following = ""
        if session.ending and session.series.duplicate is not None and session.can_go_on:
            following = session.next_game().record().text
        is_over = session.ending is not None
        state = replace(state, text=session.record().text, is_over=is_over, next_game=following)
        with self._lock:
            if self._states and self._states[-1].session is state.session:
                self._states.pop()
            self._states.append(state)
        self._writing = self._writer.submit(self._write_states)

    def take_messages(self) -> Messages:
        """Return what the person should know since this was last asked."""
        with self._lock:
            messages, self._messages = self._messages, []
        return messages

    def wait(self) -> None:
        """Wait until everything is written."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def save(self, session: Session) -> Messages:
        """Keep the game as `save_soon` does, now; return what the person should know."""
        self.save_soon(session)
        self.wait()
        return self.take_messages()

    def save_analysis(self, session: Session) -> Messages:
        """Keep what was analysed, with all that was tried out; return what to tell the person."""
        return self._places.write(self.analysis_file, session.record().text)

    def holds(self, session: Session) -> bool:
        """Return whether the file has the game as it stands, and so can be gone on with."""
        self.wait()
        with contextlib.suppress(OSError, ValueError):
            return record(read_text(self.file)) == session.record()
        return False

    def clear(self) -> None:
        """Forget the unfinished game."""
        self.wait()
        self._forget()

    def _forget(self) -> None:
        with contextlib.suppress(OSError):
            self.file.unlink()
        self._let_go()

    # --- in the thread that writes --------------------------------------------------------------

    def _write_states(self) -> None:
        while True:
            with self._lock:
                if not self._states:
                    return
                state = self._states.pop(0)
            messages = self._ended(state) if state.is_over else self._going_on(state)
            with self._lock:
                self._messages += messages

    def _going_on(self, state: _State) -> Messages:
        messages: Messages = []
        if state.session is not self._kept or self._claim is None:
            if self._claim is None:
                self._claimed(state)
            if self._claim is None:
                any(map(self._have, map(self._numbered, range(1, _MOST_PLACES + 1))))
            if os.path.lexists(self.file) and not _keeps(self.file, state):
                messages = self._make_room()
            self._kept = state.session
        return messages + self._places.write(self.file, state.text)

    def _ended(self, state: _State) -> Messages:
        """Keep the last game and let go of it; a duplicate match goes on with its next game."""
        messages = self._places.write(self.last_file, state.text)
        if state.session is not self._kept or self._claim is None:
            if self._claim is None:
                next(
                    (file for file in self._files() if _keeps(file, state) and self._have(file)),
                    None,
                )
            if self._claim is None or not _keeps(self.file, state):
                return messages
        if not state.next_game or not os.path.lexists(self.file):
            self._forget()
            return messages
        self._kept = state.session
        return messages + self._places.write(self.file, state.next_game)

    def _make_room(self) -> Messages:
        """Put the game that is in the file with the saved games, and say so."""
        now = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        name, number = _("{time} unfinished").format(time=now), 2
        place = self._places.saves / f"{name}.mjb"
        while os.path.lexists(place):
            place, number = place.with_name(f"{name} {number}.mjb"), number + 1
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self.file.rename(place)
        except OSError:
            return set_aside(self.file)
        words = _("The previous game was saved as {file}.")
        return [words.format(file=place.name)]

    # --- finding again --------------------------------------------------------------------------

    def load(self) -> tuple[Session | None, Messages]:
        """Return the unfinished game at nobody's table, None if there is none, and what to tell.

        Of several it is the one that was played last. A file that cannot be read in whatever way
        is set aside, and never in the way of a start.
        """
        self.wait()
        messages: Messages = []
        for file in self._files():
            claim = Claim(file)
            is_mine = self.file == file and self._claim is not None
            if not is_mine and not claim.take():
                continue
            try:
                session, told = _session_in(file)
            finally:
                claim.release()
            messages += told
            if session is not None:
                return session, messages
        return None, messages

    def elsewhere(self) -> Session | None:
        """Return the game that is at another program's table, None if there is none."""
        self.wait()
        for file in self._files():
            if file == self.file and self._claim is not None:
                continue
            claim = Claim(file)
            if claim.take():
                claim.release()
            elif (session := _game_in(file)) is not None:
                return session
        return None

    def load_last(self) -> Session | None:
        """Return the last game that was finished, None if there is none that can be read."""
        self.wait()
        return _game_in(self.last_file)

    def load_analysis(self) -> Session | None:
        """Return the last analysis, None if there is none that can be read."""
        return _game_in(self.analysis_file)

    # --- files ----------------------------------------------------------------------------------

    def _numbered(self, number: int) -> Path:
        return self._places.data / f"unfinished{f' {number}' if number > 1 else ''}.mjb"

    def _files(self) -> list[Path]:
        """Return the files of all programs with this home, the one written last first."""
        found = map(self._numbered, range(1, _MOST_PLACES + 1))
        return sorted(filter(os.path.lexists, found), key=_written, reverse=True)


def _written(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _game_in(file: Path) -> Session | None:
    """Return the game in a file, None if there is none that can be read."""
    with contextlib.suppress(OSError, ValueError):
        return Session.from_record(record(read_text(file)), own=True)
    return None


def _session_in(file: Path) -> tuple[Session | None, Messages]:
    """Return the game in a file that can go on, None if there is none, and what to tell."""
    try:
        session = Session.from_record(record(read_text(file)), own=True)
    except FileNotFoundError:
        return None, []
    except OSError as error:
        return None, [cannot_read(file, error)]
    except Exception:  # whatever is in the file, it must not be in the way of every start
        return None, set_aside(file)
    return (session, []) if session.ending is None else (None, [])


def _state(session: Session) -> _State:
    """Return whose state is to be kept, without the texts."""
    lines: set[tuple[Move | None, ...]] = set()
    ends: list[tuple[Node, tuple[Move | None, ...]]] = [(session.game.root, ())]
    while ends:
        node, line = ends.pop()
        lines.add(line)
        ends += [(child, (*line, child.move)) for child in node.children]
    return _State(ref(session), session.game.start, frozenset(lines))


def _keeps(file: Path, state: _State) -> bool:
    """Return whether a file has this game, perhaps at an earlier move."""
    with contextlib.suppress(OSError, ValueError):
        kept = record(read_text(file)).game
        line = tuple(step.move for step in kept.root.main_line())
        return kept.start == state.start and line in state.lines
    return False
