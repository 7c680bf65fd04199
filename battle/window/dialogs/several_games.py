"""Choosing one of the games in a file: a list of who played and how it ended."""

from __future__ import annotations

from pathlib import Path

import pygame

from battle.game.session import Session
from battle.language import _, explain
from battle.rules.files import MOST_OF_TABLE, read_text
from battle.rules.position import RulesError
from battle.rules.record import UNFINISHED, read_tags, record, texts_of_games
from battle.window.dialogs.list_scene import MOST_SHOWN, ListScene
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.words.plain import shown_name


class GamesScene(ListScene):
    """Shows the games of a file; the chosen one is opened by the screen that `then` names."""

    def __init__(self, app: Services, path: Path, then: str) -> None:
        super().__init__(app)
        self._then = then
        self._path = path
        self.texts = _texts_in(path)
        self.names = [_title(number, text) for number, text in enumerate(self.texts, start=1)]
        self.chosen = self.names[0] if self.names else ""

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Choose a game")

    def fill(self) -> None:
        """Put the file's name above the list, and the button below it."""
        place = self.body.copy()
        self._name_line = self.line_above()
        place.top = self._name_line.bottom + self.theme.px(8)
        place.height = self.body.bottom - place.top
        self.add_list(place)
        self.add_confirm(_("Open"), "open")
        self.begin_at(self._list)

    def confirm(self) -> None:
        """Open the chosen game."""
        if self.chosen not in self.names:
            self.problem = _("No game is chosen.")
            return
        try:
            session = Session.from_record(record(self.texts[self.names.index(self.chosen)]))
        except ValueError as error:
            self.refuse(explain(error))
            return
        self.app.go(self._then, session)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the file's name, and what is wrong with a game."""
        font = self.theme.font(Role.SMALL)
        draw.text(surface, font, self._path.name, look.MUTED, self._name_line)
        self.paint_problem(surface)


def _texts_in(path: Path) -> list[str]:
    """Return the texts of the games in a file, none if it cannot be read any more."""
    try:
        return texts_of_games(read_text(path, MOST_OF_TABLE))[:MOST_SHOWN]
    except (OSError, RulesError):
        return []


def _title(number: int, text: str) -> str:
    """Return a game's place in its file, who played, and how it ended, by its tags."""
    try:
        tags, _moves = read_tags(text)
    except RulesError:
        words = _("cannot be read")
        return f"{number}.  {words}"
    names = [shown_name(tags.get(tag, "")) or "?" for tag in ("First", "Second")]
    return f"{number}.  {' – '.join(names)}  ·  {shown_name(tags.get('Result', UNFINISHED))}"
