"""Every key of the program, made from the table of keys that the playing screen itself reads."""

from __future__ import annotations

from typing import ClassVar, Final

import pygame

from battle.language import N_, _
from battle.window.editor import keys as editor_keys
from battle.window.editor.keys import EDITOR_SHORTCUTS
from battle.window.keys import ANALYSE_SHORTCUTS, LINE_KEYS, SHORTCUTS, TYPING, Press
from battle.window.scenes.card_scene import paint_card
from battle.window.scenes.paged_card_scene import PagedCardScene
from battle.window.scenes.scene import Services
from battle.window.training.lesson_keys import LESSON_SHORTCUTS
from battle.window.training.trainer_keys import TRAINER_SHORTCUTS
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role

EVERYWHERE: Final = (
    ((Press(pygame.K_TAB),), N_("To the next field or button")),
    ((Press(pygame.K_RETURN), Press(pygame.K_SPACE)), N_("Press the button, turn the switch")),
    ((Press(pygame.K_LEFT), Press(pygame.K_RIGHT)), N_("Choose, move the slider, turn the page")),
)
"""How the screens around the table are worked; `WidgetScene` and `Form` read these keys."""

_ROW: Final = 34
_LEAST_ROW: Final = 27
_KEYS_WIDTH: Final = 168
_COLUMN: Final = 470


class KeyHelpScene(PagedCardScene):
    """Lists the keys in as many columns as there is room for."""

    overlay: ClassVar[bool] = True
    tallest: ClassVar[int] = 690

    def __init__(self, app: Services, first: str = "table") -> None:
        """Begin with the keys of a screen: `table`, `analyse`, `lesson`, `trainer`, `editor`."""
        super().__init__(app)
        self._first = first

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Keys")

    def rows(self) -> list[tuple[str, str]]:
        """Return the keys and what they do, in the language in use."""
        table = [(shortcut.keys, _(shortcut.words)) for shortcut in SHORTCUTS]
        table.insert(7, (TYPING[0], _(TYPING[1])))
        analyse = [(shortcut.keys, _(shortcut.words)) for shortcut in ANALYSE_SHORTCUTS]
        digits = Press(pygame.K_1, ctrl=True).words + " … 9"
        analyse.insert(12, (digits, _(LINE_KEYS)))
        lesson = [(shortcut.keys, _(shortcut.words)) for shortcut in LESSON_SHORTCUTS]
        trainer = [(shortcut.keys, _(shortcut.words)) for shortcut in TRAINER_SHORTCUTS]
        editor = [(shortcut.keys, _(shortcut.words)) for shortcut in EDITOR_SHORTCUTS]
        editor.insert(0, (editor_keys.TYPING[0], _(editor_keys.TYPING[1])))
        around = [(", ".join(press.words for press in keys), _(w)) for keys, w in EVERYWHERE]
        sections = [
            ("table", _("At the table"), table),
            ("analyse", _("In Analyse"), analyse),
            ("lesson", _("In a lesson"), lesson),
            ("trainer", _("In the trainer"), trainer),
            ("editor", _("In the position editor"), editor),
        ]
        sections.sort(key=lambda section: section[0] != self._first)
        sections.append(("", _("On the other screens"), around))
        return [row for _name, title, rows in sections for row in (("", title), *rows)]

    def measure(self) -> None:
        """Find out how many rows and columns there is room for."""
        px, count = self.theme.px, len(self.rows())
        self.columns = max(1, self.body.width // px(_COLUMN))
        in_column = -(-count // self.columns)
        fitting = self.body.height // in_column
        self.row_height = max(px(_LEAST_ROW), min(px(_ROW), fitting))
        self.per_column = min(in_column, max(1, self.body.height // self.row_height))
        self.page_count = -(-count // (self.columns * self.per_column))

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the rows of the open page."""
        per_page = self.columns * self.per_column
        rows = self.rows()[self.page * per_page :][:per_page]
        gap = self.theme.px(28)
        width = (self.body.width - (self.columns - 1) * gap) // self.columns
        for number, (keys, words) in enumerate(rows):
            column, line = divmod(number, self.per_column)
            rect = pygame.Rect(
                self.body.left + column * (width + gap),
                self.body.top + line * self.row_height,
                width,
                self.row_height,
            )
            self._paint_row(surface, rect, keys, words)

    def _paint_row(self, surface: pygame.Surface, rect: pygame.Rect, keys: str, words: str) -> None:
        px, theme = self.theme.px, self.theme
        if not keys:
            draw.text(surface, theme.font(Role.HEADING), words, look.GOLD, rect)
            return
        x = rect.left
        for key in keys.split(", "):
            font = theme.font(Role.SMALL)
            tall = min(px(25), rect.height - px(3))
            cap = pygame.Rect(x, 0, max(px(28), font.size(key)[0] + px(14)), tall)
            cap.centery = rect.centery
            draw.box(surface, cap, look.WELL, radius=px(6), border=look.FAINT, width=px(1))
            draw.text(surface, font, key, look.INK, cap, "centre")
            x = cap.right + px(6)
        place = pygame.Rect(rect)
        place.left = max(rect.left + px(_KEYS_WIDTH), x + px(8))
        place.width = rect.right - place.left
        font = theme.font(Role.TEXT)
        lines = draw.wrapped(font, words, place.width)
        if len(lines) > 1:
            font = theme.font(Role.SMALL)
            lines = draw.wrapped(font, words, place.width)[:2]
        line = pygame.Rect(place.left, 0, place.width, font.get_linesize())
        line.top = rect.centery - len(lines) * line.height // 2
        for text in lines:
            draw.text(surface, font, text, look.INK, line)
            line.top += line.height

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Dim the screen below, and paint the card over it."""
        draw.shade(surface, look.SCRIM)
        paint_card(surface, self.theme, self.card)
