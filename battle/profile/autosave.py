"""The unfinished game, saved after every move and offered at the next start.

    data/unfinished.mjb    the game that is going on, as a record; gone when it is over
    data/unfinished 2.mjb  that of another program with the same home, at the same time; and so on
    data/last.mjb          the last game that was finished
    data/analysis.mjb      the last analysis in which something was tried out
    saves/… unfinished.mjb a game that was going on when another one was begun or opened

A game at a table belongs to one program, which has claimed its file; no other writes there. Between
two games of a duplicate match the next one is saved as the unfinished game. No saved game is lost
when another takes its place: it is set aside, listed in the record, and goes on from there.

`save_soon` leaves the disk to a thread, so that animations start at once; a pending state is
replaced by a newer one. All other methods first wait for that thread.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary, ref

from battle.game.session import Session
from battle.language import _
from battle.rules.files import read_text
from battle.rules.record import Node, record
from battle.storage import Claim, Messages, Note, Places, cannot_read, set_aside

_MOST_PLACES: Final = 99
"""More programs than a person runs at once; further ones share the last file."""


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


class Autosave:
    """Saves the unfinished game of a program in its data directory."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.last_file: Final = places.data / "last.mjb"
        self.analysis_file: Final = places.data / "analysis.mjb"
        self._claim: Claim | None = None
        self._kept: ref[Session] | None = None
        self._aside: WeakKeyDictionary[Session, Path] = WeakKeyDictionary()
        self._newest: _State | None = None
        self._messages: SimpleQueue[str] = SimpleQueue()
        self._writer = ThreadPoolExecutor(1, "autosave")
        self._writing: Future[None] | None = None

    @property
    def file(self) -> Path:
        """The file of the game at this program's table, or the one it would use."""
        return self._numbered(1) if self._claim is None else self._claim.file

    # --- whose game it is -----------------------------------------------------------------------

    def claim(self, session: Session) -> Messages:
        """Make a game this program's current one and claim its file.

        Return messages for the person if it is already at another program's table: this one then
        plays a copy. One of `games_aside` is set aside no more.
        """
        if session.ending is not None or not session.game.root.children:
            return []
        self.wait()
        if (aside := self._aside.pop(session, None)) is not None:
            return self._bring_back(aside, session)
        claimed = self._claim_file_of(session.record().text)
        if claimed:
            self._kept = ref(session)
        if claimed is not False:
            return []
        return [_("This game is open in another window; you are playing a copy of it.")]

    def _bring_back(self, aside: Path, session: Session) -> Messages:
        """Move a game that was set aside to a file of unfinished games; another one makes room."""
        messages = self._find_room(session.record().text)
        with contextlib.suppress(OSError):  # then the game comes there with its next move
            aside.rename(self.file)
            self._kept = ref(session)
        return messages

    def _find_room(self, text: str) -> Messages:
        """Have a file, the first without a program; another game than this in it is set aside."""
        if self._claim is None:
            any(map(self._have, map(self._numbered, range(1, _MOST_PLACES + 1))))
        is_free = not os.path.lexists(self.file) or _keeps(self.file, text)
        return [] if is_free else self._make_room()

    def _claim_file_of(self, text: str) -> bool | None:
        """Claim the file of a game; return whether that worked, None if no file has it."""
        files = [file for file in self._files() if _keeps(file, text)]
        return any(map(self._have, files)) if files else None

    def release(self) -> None:
        """Release the game, so that any program can resume it."""
        self.wait()
        self._let_go()

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.release()
        self._claim = self._kept = None

    def _have(self, file: Path) -> bool:
        """Claim a file in place of the current claim; return whether that worked."""
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
        """Save the game without blocking; `take_messages` has the outcome.

        A game without moves is not saved. One that is over is saved as the last game. Another
        unfinished game is moved to the saved games.
        """
        is_over = session.ending is not None
        if not is_over and not session.game.root.children:
            return
        following = ""
        if is_over and session.series.duplicate is not None and session.can_go_on:
            following = session.next_game().record().text
        self._newest = _State(ref(session), session.record().text, is_over, following)
        self._writing = self._writer.submit(self._write, self._newest)

    def write_soon(self, write: Callable[[], Messages]) -> None:
        """Have something else written in order, without blocking; `take_messages` as above."""
        self._writing = self._writer.submit(self._write_other, write)

    def take_messages(self) -> Messages:
        """Return messages for the person, once."""
        return [self._messages.get() for _message in range(self._messages.qsize())]

    def wait(self) -> None:
        """Wait until everything is written."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def save(self, session: Session) -> Messages:
        """Save the game like `save_soon`, but at once; return messages for the person."""
        self.save_soon(session)
        self.wait()
        return self.take_messages()

    def holds(self, session: Session) -> bool:
        """Return whether the file has the current state of the game."""
        self.wait()
        with contextlib.suppress(OSError, ValueError):
            return record(read_text(self.file)) == session.record()
        return False

    def _forget(self) -> None:
        with contextlib.suppress(OSError):
            self.file.unlink()
        self._let_go()

    # --- in the thread that writes --------------------------------------------------------------

    def _write_other(self, write: Callable[[], Messages]) -> None:
        for message in write():
            self._messages.put(message)

    def _write(self, state: _State) -> None:
        """Write a state, unless a newer one of the same game is pending."""
        newest = self._newest
        if newest is None or newest is state or newest.session is not state.session:
            for message in self._ended(state) if state.is_over else self._going_on(state):
                self._messages.put(message)

    def _going_on(self, state: _State) -> Messages:
        messages: Messages = []
        if not self._is_mine(state):
            messages = self._find_room(state.text)
            self._kept = state.session
        return messages + self._places.write(self.file, state.text)

    def _ended(self, state: _State) -> Messages:
        """Save the last game and release it; a duplicate match continues with its next game."""
        messages = self._places.write(self.last_file, state.text)
        if not self._is_mine(state) and (self._claim is None or not _keeps(self.file, state.text)):
            return messages
        if not state.next_game or not os.path.lexists(self.file):
            self._forget()
            return messages
        self._kept = state.session
        return messages + self._places.write(self.file, state.next_game)

    def _is_mine(self, state: _State) -> bool:
        """Return whether the game is this program's; if it has none, claim the file."""
        if self._claim is None:
            self._claim_file_of(state.text)
            return False
        return state.session is self._kept

    def _make_room(self) -> Messages:
        """Set the game in the file aside, with a message."""
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
        return [Note(_("The unfinished game was set aside; your record lists it under Games."))]

    # --- finding again --------------------------------------------------------------------------

    def load(self) -> tuple[Session | None, Messages]:
        """Return the unfinished game that no program has, if any, and messages for the person.

        Of several it is the one played last. An unreadable file is set aside and never blocks a
        start.
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
        """Return the game at another program's table, None if there is none."""
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

    def games_aside(self) -> list[GameAside]:
        """Return the unfinished games that were set aside, the last one first."""
        self.wait()
        found = []
        for file in self._places.saves.glob("*.mjb"):
            with contextlib.suppress(OSError):
                played = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
                session = _game_in(file)
                if session is not None and session.ending is None:
                    self._aside[session] = file
                    found.append(GameAside(session, file, played))
        return sorted(found, key=lambda one: one.played, reverse=True)

    def remove(self, game: GameAside) -> None:
        """Delete a game that was set aside."""
        with contextlib.suppress(OSError):
            game.file.unlink()

    def game_in(self, file: Path) -> Session | None:
        """Return the last game or the last analysis, None if there is no readable one."""
        self.wait()
        return _game_in(file)

    # --- files ----------------------------------------------------------------------------------

    def _numbered(self, number: int) -> Path:
        return self._places.data / f"unfinished{f' {number}' if number > 1 else ''}.mjb"

    def _files(self) -> list[Path]:
        """Return the files of all programs with this home, the latest first."""
        found = []
        for file in map(self._numbered, range(1, _MOST_PLACES + 1)):
            with contextlib.suppress(OSError):
                found.append((file.lstat().st_mtime, file))
        return [file for _written, file in sorted(found, reverse=True)]


def _game_in(file: Path) -> Session | None:
    """Return the game in a file, None if it cannot be read."""
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
