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
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple
from weakref import ref

from battle.game.session import Session
from battle.language import _
from battle.rules.files import read_text
from battle.rules.record import Node, record
from battle.storage import Claim, Messages, Places, cannot_read, set_aside

_MOST_PLACES: Final = 99
"""More programs than a person runs at one time; further ones share the last file."""


class _State(NamedTuple):
    """A game as it stood: its record, and that of the `next_game` of its match when it is over."""

    session: ref[Session]
    text: str
    is_over: bool
    next_game: str


class Autosave:
    """Keeps the one unfinished game of a program in its data directory."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.last_file: Final = places.data / "last.mjb"
        self.analysis_file: Final = places.data / "analysis.mjb"
        self._claim: Claim | None = None
        self._kept: ref[Session] | None = None
        self._newest: _State | None = None
        self._messages: SimpleQueue[str] = SimpleQueue()
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
        claimed = self._claim_file_of(session.record().text)
        if claimed:
            self._kept = ref(session)
        if claimed is not False:
            return []
        return [_("This game is open in another window; you are playing a copy of it.")]

    def _claim_file_of(self, text: str) -> bool | None:
        """Claim the file that has a game; return whether it could be, None if no file has it."""
        files = [file for file in self._files() if _keeps(file, text)]
        return any(map(self._have, files)) if files else None

    def release(self) -> None:
        """Let any program go on with the game: no game is at this one's table any more."""
        self.wait()
        self._let_go()

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.release()
        self._claim = self._kept = None

    def _have(self, file: Path) -> bool:
        """Claim a file instead of the one that was claimed; return whether no one else has it."""
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
        is_over = session.ending is not None
        if not is_over and not session.game.root.children:
            return
        following = ""
        if is_over and session.series.duplicate is not None and session.can_go_on:
            following = session.next_game().record().text
        self._newest = _State(ref(session), session.record().text, is_over, following)
        self._writing = self._writer.submit(self._write, self._newest)

    def take_messages(self) -> Messages:
        """Return what the person should know since this was last asked."""
        return [self._messages.get() for _message in range(self._messages.qsize())]

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

    def _write(self, state: _State) -> None:
        """Keep a state, unless a newer one of the same game is to be written."""
        newest = self._newest
        if newest is None or newest is state or newest.session is not state.session:
            for message in self._ended(state) if state.is_over else self._going_on(state):
                self._messages.put(message)

    def _going_on(self, state: _State) -> Messages:
        messages: Messages = []
        if not self._is_mine(state):
            if self._claim is None:
                any(map(self._have, map(self._numbered, range(1, _MOST_PLACES + 1))))
            if os.path.lexists(self.file) and not _keeps(self.file, state.text):
                messages = self._make_room()
            self._kept = state.session
        return messages + self._places.write(self.file, state.text)

    def _ended(self, state: _State) -> Messages:
        """Keep the last game and let go of it; a duplicate match goes on with its next game."""
        messages = self._places.write(self.last_file, state.text)
        if not self._is_mine(state) and (self._claim is None or not _keeps(self.file, state.text)):
            return messages
        if not state.next_game or not os.path.lexists(self.file):
            self._forget()
            return messages
        self._kept = state.session
        return messages + self._places.write(self.file, state.next_game)

    def _is_mine(self, state: _State) -> bool:
        """Return whether the game is known to be this program's; if none is, claim its file."""
        if self._claim is None:
            self._claim_file_of(state.text)
            return False
        return state.session is self._kept

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
        return [_("The previous game was saved as {file}.").format(file=place.name)]

    # --- finding again --------------------------------------------------------------------------

    def load(self) -> tuple[Session | None, Messages]:
        """Return the unfinished game at no one's table, None if there is none, and what to tell.

        Of several it is the one that was played last. A file that cannot be read in whatever way
        is set aside, and never in the way of a start.
        """
        self.wait()
        messages: Messages = []
        for file in self._files():
            claim = Claim(file)
            if (self.file != file or self._claim is None) and not claim.take():
                continue
            try:
                session = Session.from_record(record(read_text(file)), own=True)
                if session.ending is None:
                    return session, messages
            except FileNotFoundError:
                pass
            except OSError as error:
                messages.append(cannot_read(file, error))
            except Exception:  # whatever is in the file, it must not be in the way of every start
                messages += set_aside(file)
            finally:
                claim.release()
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

    def game_in(self, file: Path) -> Session | None:
        """Return the last game or the last analysis, None if there is none that can be read."""
        self.wait()
        return _game_in(file)

    # --- files ----------------------------------------------------------------------------------

    def _numbered(self, number: int) -> Path:
        return self._places.data / f"unfinished{f' {number}' if number > 1 else ''}.mjb"

    def _files(self) -> list[Path]:
        """Return the files of all programs with this home, the one written last first."""
        found = []
        for file in map(self._numbered, range(1, _MOST_PLACES + 1)):
            with contextlib.suppress(OSError):
                found.append((file.lstat().st_mtime, file))
        return [file for _written, file in sorted(found, reverse=True)]


def _game_in(file: Path) -> Session | None:
    """Return the game in a file, None if there is none that can be read."""
    with contextlib.suppress(OSError, ValueError):
        return Session.from_record(record(read_text(file)), own=True)
    return None


def _keeps(file: Path, text: str) -> bool:
    """Return whether a file has the game of a record, perhaps at an earlier move."""
    with contextlib.suppress(OSError, ValueError):
        kept, game = record(read_text(file)).game, record(text).game
        node: Node | None = game.root if kept.start == game.start else None
        for step in kept.root.main_line():
            node = None if node is None or step.move is None else node.child(step.move)
        return node is not None
    return False
