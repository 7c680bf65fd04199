"""Questions laid over a scene: answered by one of a few buttons, or with a line of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.language import _
from battle.rules.position import Position
from battle.window.scenes.card_scene import paint_card
from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import WidgetScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role
from battle.window.ui.widgets import TextField

_WIDTH: Final = 460
_GAP: Final = 10
_NARROW_GAP: Final = 4
"""The room between answers, and where they would get lower than `_LOW`."""
_LOW: Final = 36


@dataclass(frozen=True)
class Choice:
    """One answer: its words, what it does, and how its button looks (`primary` stands out)."""

    words: str
    action: Callable[[], object] = lambda: None
    look_as: str = ""
    icon: str = ""


def question(
    app: Services, title: str, text: str, no: str, yes: str, action: Callable[[], object]
) -> ChoiceDialog:
    """Return the question whether to do something; Esc and the first answer leave it alone."""
    choices = [Choice(no, look_as="primary"), Choice(yes, action)]
    return ChoiceDialog(app, title, text, choices, on_escape=0, side_by_side=True)


class ChoiceDialog(WidgetScene):
    """Shows `choices` below one another; the first has the keyboard's focus.

    Esc does what the choice `on_escape` does, counted from 0; without it Esc just closes. A choice
    closes the question before it acts. More than fit below one another stand in two columns.
    """

    overlay: ClassVar[bool] = True

    def __init__(
        self,
        app: Services,
        title: str,
        text: str,
        choices: Sequence[Choice],
        *,
        on_escape: int | None = None,
        side_by_side: bool = False,
        unasked: bool = False,
    ) -> None:
        super().__init__(app, unasked=unasked)
        self.title = title
        self.text = text
        self.choices = list(choices)
        self._on_escape = on_escape
        self._side_by_side = side_by_side
        self._fresh = True

    def build(self) -> None:
        """Put the answers below the sentence."""
        theme, pad, gap = self.theme, self.theme.px(28), self.theme.px(_GAP)
        room = self.size[1] - 2 * theme.px(10)
        self._columns = 1 if self._fits_below(room) else 2
        width = min(self._columns * theme.px(_WIDTH), self.size[0] - 2 * pad)
        font = theme.font(Role.TEXT)
        self._lines = draw.wrapped(font, self.text, width - 2 * pad) if self.text else []
        self._titles = draw.wrapped(theme.font(Role.TITLE), self.title, width - 2 * pad)
        head = pad + len(self._titles) * theme.font(Role.TITLE).get_linesize()
        words = len(self._lines) * round(font.get_linesize() * 1.2)
        top = head + (theme.px(8) + words if words else 0) + theme.px(20)
        rows = 1 if self._side_by_side else -(-len(self.choices) // self._columns)
        room -= top + pad
        if room < rows * theme.px(_LOW + _GAP):
            gap = theme.px(_NARROW_GAP)
        tall = min(theme.px(48), (room + gap) // rows - gap)
        whole = pygame.Rect((0, 0), self.size)
        self.box = centred(whole, width, top + rows * (tall + gap) - gap + pad)
        foot = down(inset(self.box, pad, 0), top, FILL, pad)[1]
        if self._side_by_side:
            places = across(foot, *[FILL] * len(self.choices), gap=gap)
        else:
            columns = across(foot, *[FILL] * self._columns, gap=gap)
            places = [one for column in columns for one in down(column, *[tall] * rows, gap=gap)]
        for choice, place in zip(self.choices, places, strict=False):
            self._add_choice(choice, place)
        if self._fresh and self.order:
            self.focus(self.order[0])
            self._fresh = False

    def _fits_below(self, room: int) -> bool:
        """Whether all answers find room below one another, under the title."""
        head = 2 * self.theme.px(28) + self.theme.font(Role.TITLE).get_linesize()
        return head + len(self.choices) * self.theme.px(_LOW + _NARROW_GAP) <= room

    def _add_choice(self, choice: Choice, rect: pygame.Rect) -> None:
        style = choice.look_as
        if choice.icon:
            style = "menu_item_primary" if style == "primary" else "menu_item"
        self.add_button(
            rect, choice.words, lambda: self.answer(choice), look_as=style, icon=choice.icon
        )

    def answer(self, choice: Choice) -> None:
        """Close the question and do what was chosen."""
        self.app.pop()
        choice.action()

    def cancel(self) -> None:
        """Answer with the choice that belongs to Esc."""
        if self._on_escape is None:
            self.app.pop()
        else:
            self.answer(self.choices[self._on_escape])

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies below, and paint the box with its words."""
        theme, pad = self.theme, self.theme.px(28)
        draw.shade(surface, look.SCRIM)
        paint_card(surface, theme, self.box)
        inside = self.box.inflate(-2 * pad, 0)
        title, text = theme.font(Role.TITLE), theme.font(Role.TEXT)
        inside.top += pad
        inside.top = draw.lines(surface, title, self._titles, look.INK, inside) + theme.px(8)
        draw.lines(surface, text, self._lines, look.MUTED, inside, leading=1.2)


# --- field dialog --------------------------------------------------------------------------------
#
# A dialog over a scene with a line to type in; Enter there is `confirm`.


class FieldDialog(WidgetScene):
    """Keeps in `words` what is typed, so that it survives another size of the window."""

    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, words: str = "") -> None:
        super().__init__(app)
        self.words = words

    def add_field(self, place: pygame.Rect, *, limit: int, placeholder: str = "") -> None:
        """Put the field on the dialog, with room for `limit` characters, and the focus on it."""
        keep = partial(setattr, self, "words")
        self.field = self.add(
            TextField(place, self.theme, self.words, keep, placeholder=placeholder, limit=limit)
        )
        self.focus(self.field)

    def confirm(self) -> None:
        """Take what was typed."""
        raise NotImplementedError

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take the words with Enter in the field."""
        if self.typing and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return True
        return False


# --- text dialog ---------------------------------------------------------------------------------
#
# A question laid over a scene that is answered with a line of words.


class TextDialog(FieldDialog):
    """Asks for a line of words; Enter takes what stands there, Esc changes nothing."""

    def __init__(
        self, app: Services, title: str, words: str, answer: Callable[[str], object], *, limit: int
    ) -> None:
        super().__init__(app, words)
        self.title = title
        self._answer = answer
        self._limit = limit

    def build(self) -> None:
        """Put the field and two buttons below the title."""
        px, pad = self.theme.px, self.theme.px(28)
        width = min(px(560), self.size[0] - 2 * pad)
        self.box = centred(pygame.Rect((0, 0), self.size), width, px(206))
        parts = (px(14), px(44), px(10), px(44), px(18), px(46))
        _pad, self._head, _gap, field, _gap, row = down(inset(self.box, pad, 0), *parts)
        self.add_field(field, limit=self._limit)
        left, right = across(row, FILL, FILL, gap=px(10))
        self.add_button(left, _("Write"), self.confirm, look_as="primary")
        self.add_button(right, _("Cancel"), self.cancel)

    def confirm(self) -> None:
        """Close the question and hand the words on."""
        words = " ".join(self.words.split())
        self.app.pop()
        self._answer(words)

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies below, and paint the box with its title."""
        theme = self.theme
        draw.shade(surface, look.SCRIM)
        paint_card(surface, theme, self.box)
        font = draw.fitting_font(theme, Role.HEADING, self.title, self._head.width)
        draw.text(surface, font, self.title, look.INK, self._head)


# --- file export ---------------------------------------------------------------------------------
#
# What becomes a file: any screen can hand one over to be saved, with `go("save_export", …)`.


@dataclass(frozen=True)
class FileExport:
    """A file to be: its title, its name without and with what it ends in, and its content.

    `about` says what it is, where there is no game to be shown; `position` is what is to be seen of
    it, None for where the game stands.
    """

    heading: str
    name: str
    suffix: str
    content: Callable[[], str | bytes]
    about: str = ""
    position: Position | None = None
