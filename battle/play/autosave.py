"""The unfinished game, kept after every move and offered at the next start.

data/unfinished.mjb    the game that is going on, as a record; gone when it is over
data/last.mjb          the last game that was finished
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from battle.play.language import _
from battle.play.session import Session
from battle.play.storage import Messages, Places, read_text, reason_of, set_aside
from battle.rules.errors import RulesError
from battle.rules.record import record


class Autosave:
    """Keeps one unfinished game in the program's data directory."""

    def __init__(self, places: Places) -> None:
        self._places = places

    @property
    def file(self) -> Path:
        """The file of the unfinished game."""
        return self._places.data / "unfinished.mjb"

    @property
    def last_file(self) -> Path:
        """The file of the last game that was finished."""
        return self._places.data / "last.mjb"

    def save(self, session: Session) -> Messages:
        """Keep the game as it stands; return what to tell the person if that failed.

        A game without a move is not worth keeping. One that is over is kept as the last game.
        """
        if session.ending is not None:
            messages = self._places.write(self.last_file, session.record().text)
            self.clear()
            return messages
        if not session.game.root.children:
            return []
        return self._places.write(self.file, session.record().text)

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

    def clear(self) -> None:
        """Forget the unfinished game."""
        with contextlib.suppress(OSError):
            self.file.unlink()
