"""The unfinished game, kept after every move and offered at the next start.

    data/unfinished.mjb    the game that is going on, as a record; gone when it is over
    data/last.mjb          the last game that was finished
    saves/… unfinished.mjb a game that was going on when another one was begun or opened

Between two games of a duplicate match the next one is the game that goes on. Nothing that was
kept is lost when another game takes its place, be it another program's.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime
from pathlib import Path
from weakref import ref

from battle.game.session import Session
from battle.language import _
from battle.rules.errors import RulesError
from battle.rules.files import read_text
from battle.rules.game import Game
from battle.rules.record import Record, record
from battle.storage import Messages, Places, reason_of, set_aside


class Autosave:
    """Keeps one unfinished game in the program's data directory."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._kept: ref[Session] | None = None
        self._seen: str | None = None

    @property
    def file(self) -> Path:
        """The file of the unfinished game."""
        return self._places.data / "unfinished.mjb"

    @property
    def last_file(self) -> Path:
        """The file of the last game that was finished."""
        return self._places.data / "last.mjb"

    def save(self, session: Session) -> Messages:
        """Keep the game as it stands; return what to tell the person.

        A game without a move is not worth keeping. One that is over is kept as the last game.
        Another game that was going on is put with the saved games.
        """
        if session.ending is not None:
            messages = self._places.write(self.last_file, session.record().text)
            return messages + self._go_on_from(session)
        if not session.game.root.children:
            return []
        messages = [] if self._keeps(session) else self._make_room()
        self._kept = ref(session)
        messages += self._places.write(self.file, session.record().text)
        self._seen = self._text()
        return messages

    def _go_on_from(self, session: Session) -> Messages:
        """Let go of a game that is over; a duplicate match goes on with its next game."""
        if not self._keeps(session):
            return []
        if self._text() is None or session.series.duplicate is None or not session.can_go_on:
            self.clear()
            return []
        messages = self._places.write(self.file, session.next_game().record().text)
        self._kept, self._seen = ref(session), self._text()
        return messages

    def load(self) -> tuple[Session | None, Messages]:
        """Return the unfinished game, None if there is none, and what to tell the person."""
        try:
            session = Session.from_record(record(read_text(self.file)))
        except FileNotFoundError:
            return None, []
        except OSError as error:
            words = _("Cannot read {file}: {reason}.")
            return None, [words.format(file=self.file, reason=reason_of(error))]
        except (RulesError, ValueError):
            return None, set_aside(self.file)
        return (session, []) if session.ending is None else (None, [])

    def load_last(self) -> Session | None:
        """Return the last game that was finished, None if there is none that can be read."""
        try:
            return Session.from_record(record(read_text(self.last_file)))
        except (OSError, RulesError, ValueError):
            return None

    def clear(self) -> None:
        """Forget the unfinished game."""
        with contextlib.suppress(OSError):
            self.file.unlink()

    def _keeps(self, session: Session) -> bool:
        """Return whether the file has no game but this one, perhaps at an earlier move."""
        text = self._text()
        if self._kept is not None and self._kept() is session and text == self._seen:
            return True
        if text is None:
            return not os.path.lexists(self.file)
        try:
            return _is_part_of(record(text), session.game)
        except RulesError:
            return False

    def _text(self) -> str | None:
        """Return what is in the file, None if it cannot be read."""
        try:
            return read_text(self.file)
        except (OSError, ValueError):
            return None

    def _make_room(self) -> Messages:
        """Put the game that is in the file with the saved games, and say so."""
        now = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
        place = self._free_place(_("{time} unfinished").format(time=now))
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self.file.rename(place)
        except OSError:
            return set_aside(self.file)
        return [_("The game that was going on before is kept as {file}.").format(file=place.name)]

    def _free_place(self, name: str) -> Path:
        """Return where a game can be saved by this name, with a number if the name is taken."""
        place, number = self._places.saves / f"{name}.mjb", 2
        while os.path.lexists(place):
            place, number = self._places.saves / f"{name} {number}.mjb", number + 1
        return place


def _is_part_of(kept: Record, game: Game) -> bool:
    """Return whether the main line of a record is in a game's tree."""
    if kept.game.start != game.start:
        return False
    node = game.root
    for step in kept.game.root.main_line():
        child = None if step.move is None else node.child(step.move)
        if child is None:
            return False
        node = child
    return True
