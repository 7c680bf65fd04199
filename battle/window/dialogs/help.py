"""Help: the rules on a card with diagrams, and every key of the screens, which can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

import pygame

from battle.language import N_, _
from battle.page.blocks import Block, Page, Paragraph, Space, Title
from battle.page.rules import rules_pages
from battle.window.pages.flow import Flow
from battle.window.scenes.card_scene import Choice, ChoiceDialog, PagedCardScene, paint_dialog
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import EVERYWHERE, KeyTable, Shortcut, pressed
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role


class RulesScene(PagedCardScene):
    """Turns the pages of the rules."""

    tallest: ClassVar[int] = 640
    title = N_("Rules")

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.words, self.pictures = Flow(), Flow()

    def measure(self) -> None:
        """Divide the body into words and diagrams, and fill both."""
        px, theme = self.theme.px, self.theme
        words, room = across(self.body, round(self.body.width * 0.36), FILL, gap=px(36))
        self.words.place(theme, words)
        sheets = [(part, page) for page in rules_pages() for part in self._parts(page)]
        self.page_count = len(sheets)
        self.page = min(self.page, self.page_count - 1)
        part, page = sheets[self.page]
        self.words.fill(part)
        self.pictures.place(theme, room)
        self.pictures.fill([one for one in page if not isinstance(one, Title | Paragraph | Space)])
        self.pictures.place_within(theme, room)

    def _parts(self, page: Page) -> Iterator[list[Block]]:
        """Yield the words of a page in as many parts as large letters ask for."""
        title, *sentences = (one for one in page if isinstance(one, Title | Paragraph | Space))
        part: list[Block] = [title]
        for sentence in sentences:
            self.words.fill([*part, sentence])
            if self.words.is_longer and len(part) > 1:
                yield part
                part = [title]
            part.append(sentence)
        yield part

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the words and the diagrams of the open page."""
        self.words.paint(surface, self.theme)
        self.pictures.paint(surface, self.theme)


# --- the choice of a key -------------------------------------------------------------------------
#
# A dialog over the keys that waits for the new key of an action.


class KeyChoiceDialog(ChoiceDialog):
    """Assigns the next key pressed to a shortcut, unless it is taken."""

    def __init__(self, app: Services, table: KeyTable, shortcut: Shortcut) -> None:
        self._table, self._shortcut = table, shortcut
        self._name = table.name_of(shortcut.action)
        choices = [
            Choice(_("Restore default"), lambda: self.app.change(keys=self._others)),
            Choice(_("Restore all defaults"), lambda: self.app.change(keys={})),
            Choice(_("Cancel")),
        ]
        words = _("Press the key to use instead of {keys}.").format(keys=shortcut.keys)
        super().__init__(app, _(shortcut.words), words, choices, on_escape=2)

    def handle(self, event: pygame.event.Event) -> None:
        """Take a key for the shortcut; the mouse works the buttons."""
        if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
            super().handle(event)
            return
        press = pressed(event)
        if press is None:
            return
        other = self._table.refusal(self._shortcut.action, press)
        if other is not None:
            self.text = _("{key} is already in use: {words}. Press another key.").format(
                key=press.words, words=_(other.words)
            )
            self.resize(self.size)
            return
        self.app.change(keys={**self._others, self._name: press.code})
        self.app.pop()

    @property
    def _others(self) -> dict[str, str]:
        """The keys chosen for other actions."""
        return {k: v for k, v in self.app.settings.keys.items() if k != self._name}


# --- key help ------------------------------------------------------------------------------------


class KeyRow(NamedTuple):
    """A row of the help: the keys as written (none: a title), their words, what asks for others."""

    keys: str
    words: str
    change: Callable[[], object] | None = None


_ROW: Final = 34
_LEAST_ROW: Final = 27
_KEYS_WIDTH: Final = 168
_COLUMN: Final = 470


class KeyHelpScene(PagedCardScene):
    """Lists the keys in as many columns as there is room for; a click on one changes it."""

    title = N_("Keys")
    overlay: ClassVar[bool] = True
    tallest: ClassVar[int] = 690

    def __init__(self, app: Services, tables: Sequence[KeyTable], first: str = "") -> None:
        """Show the keys of some screens, those of the screen `first` before the others."""
        super().__init__(app)
        self._tables = sorted(tables, key=lambda table: table.screen != first)

    def rows(self) -> list[KeyRow]:
        """Return the keys and what they do, in the language in use."""
        rows: list[KeyRow] = []
        for table in self._tables:
            rows.append(KeyRow("", _(table.title)))
            for one in table:
                change = partial(self._change, table, one) if table.can_change(one.action) else None
                rows.append(KeyRow(one.keys, _(one.words), change))
        others = [KeyRow(shortcut.keys, _(shortcut.words)) for shortcut in EVERYWHERE]
        return [*rows, KeyRow("", _("On the other screens")), *others]

    def _change(self, table: KeyTable, shortcut: Shortcut) -> None:
        self.app.push(KeyChoiceDialog(self.app, table, shortcut))

    def fill(self) -> None:
        """Lay a button over every key that can be changed, after those that turn pages."""
        super().fill()
        tip = _("Choose another key")
        for rect, row in self.placed():
            if row.change is not None:
                self.add_button(rect, "", row.change, look_as="row", tip=tip)

    def measure(self) -> None:
        """Find out how many rows and columns there is room for."""
        px, count = self.theme.px, len(self.rows())
        self.columns = max(1, self.body.width // px(_COLUMN))
        in_column = -(-count // self.columns)
        self.row_height = max(px(_LEAST_ROW), min(px(_ROW), self.body.height // in_column))
        self.per_column = min(in_column, max(1, self.body.height // self.row_height))
        self.page_count = -(-count // (self.columns * self.per_column))

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the rows of the open page."""
        super().paint_over(surface)
        px = self.theme.px
        aside = pygame.Rect(self.body.left, self.body.top - px(56), self.body.width, px(28))
        words = _("Click a key to change it")
        draw.text(surface, self.theme.font(Role.SMALL), words, look.MUTED, aside, "right")
        for rect, row in self.placed():
            self._paint_row(surface, rect, row.keys, row.words)

    def placed(self) -> Iterator[tuple[pygame.Rect, KeyRow]]:
        """Yield the rows of the open page with their places."""
        per_page = self.columns * self.per_column
        rows = self.rows()[self.page * per_page :][:per_page]
        heights = [self.row_height] * self.per_column
        columns = across(self.body, *[FILL] * self.columns, gap=self.theme.px(28))
        places = [place for one in columns for place in down(one, *heights)]
        yield from zip(places[: len(rows)], rows, strict=True)

    def _paint_row(self, surface: pygame.Surface, rect: pygame.Rect, keys: str, words: str) -> None:
        px, theme = self.theme.px, self.theme
        if not keys:
            draw.text(surface, theme.font(Role.HEADING), words, look.GOLD, rect)
            return
        x = rect.left
        for key in keys.split(", "):
            font = theme.font(Role.SMALL)
            cap = pygame.Rect(
                x, 0, max(px(28), font.size(key)[0] + px(14)), min(px(25), rect.height - px(3))
            )
            cap.centery = rect.centery
            draw.box(surface, cap, look.WELL, radius=px(6), border=look.FAINT, width=px(1))
            draw.text(surface, font, key, look.INK, cap, "centre")
            x = cap.right + px(6)
        place = across(rect, max(px(_KEYS_WIDTH), x + px(8) - rect.left), FILL)[1]
        font = theme.font(Role.TEXT)
        lines = draw.wrapped(font, words, place.width)
        if len(lines) > 1:
            font = theme.font(Role.SMALL)
            lines = draw.wrapped(font, words, place.width)[:2]
        draw.lines(surface, font, lines, look.INK, place, middle=True)

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Dim the screen below, and paint the card over it."""
        paint_dialog(surface, self.theme, self.card)
