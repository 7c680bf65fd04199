"""A screen of `battle.screens` as a card: a form of its fields, its blocks, its buttons.

    +-----------------------------------+
    | < Back   title                    |
    +------------------+----------------+
    | fields, page     | beside         |   two columns where the view has something beside
    |                  |                |   each scrolls where it is longer than the card
    +------------------+----------------+
    | [ buttons ]            [ main ]   |
    +-----------------------------------+

The view is built again when an act has been done and when what the screen stands for has changed.
A sheet of the screen is a card over it.
"""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

import pygame
from pygame import Rect

from battle.coach.answer import Look, Shown
from battle.language import _
from battle.page.blocks import Bars, Block, Board, Card, Diagram, Ink, Paragraph, Row, flat
from battle.page.blocks import Role as WordsRole
from battle.profile.settings import SETTINGS
from battle.rules.position import Cell, kind
from battle.screens import captions
from battle.screens.board_view import GivenAway
from battle.screens.screen import TABS, Screen, do, sections, tabs
from battle.screens.view import Act, Button, Calendar, CardView, Duel, Field, Glance, Ladder
from battle.window import pages
from battle.window.board_view import Miniature, paint_shown
from battle.window.card_parts import PARTS, ask_people, glance_height
from battle.window.cards import (
    CardScene,
    Choice,
    ChoiceDialog,
    Form,
    add_rail,
    beside_rail,
    paint_dialog,
    paint_rail,
)
from battle.window.scene import FileExport, Services, attempt, pastes
from battle.window.ui import clipboard, draw, widgets
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, Length, across, centred, down, inset, share
from battle.window.ui.theme import Role
from battle.window.ui.tile_art import kept_art
from battle.window.ui.widgets import TextField, Widget

_ROW, _NOTED, _PLAIN, _GAP = 58, 70, 46, 8
"""How high a row of a form is, a button with and without a note, and the room between parts."""
_PLACE_GAP: Final = 14
_WIDE: Final = 78
"""How high a row is whose choices stand below its words."""
_CONTROL, _NARROW = 0.58, 640
"""The share of a row that its control has; where it is narrow, choices can stand below."""
_NARROWEST: Final = 150
"""How wide each button in a row is at least; else they stand below one another."""
_PERSON: Final = 56
"""How high the row of a person is, at most."""
_FEW: Final = 4
"""With more buttons in the foot the one that stands out is wider than the others."""
_SMALL: Final = 48
"""How wide a button without words is."""
_LISTED: Final = 58
"""How high a button with a note is where a small one stands beside it."""
_LEAST: Final = {"people": 38, "board": 120}
"""How low a person's row and a picture get where all people are to be seen at once."""
_GIVEN, _BARE = 290, 164
"""How high what was given away is at most, and without a board."""
_GROWS, _SHRINKS = 90, 56
"""How much higher the first game's button gets where there is room, a glance lower where not."""
_BETWEEN, _COLUMN = 28, 380
"""The room between two columns, and how wide each is at least."""
_MARGIN, _NARROW_MARGIN, _ROOMY = 40, 28, 1000
"""What a place keeps free at its sides, and from which width on."""
_WIDEST, _WIDEST_FORM = 1150, 720
"""How wide a place is at most, with two columns and with one."""
_END: Final = 40
"""How high the heading of a card with a button is."""
_HEADS: Final = ("1s", "5p", "8m")
_PAGES: Final = {pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1}
"""The keys that scroll by as much as is seen."""
_NOTCH: Final = 48
"""How far a notch of the wheel scrolls."""
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
_LONGEST: Final = 4000
"""How much of a text is pasted into a line."""


class WindowShell:
    """The window, as screens see it."""

    def __init__(self, app: Services) -> None:
        self._app = app

    can: Final = frozenset(("analyse", "mail", "room", "send", "table", "ways", "window"))

    @property
    def services(self) -> Services:
        return self._app

    def go(self, name: str, *what: Any, **how: Any) -> None:
        self._app.go(name, *what, **how)

    replace = go

    def back(self) -> None:
        self._app.pop()

    def home(self) -> None:
        self._app.go("home")

    def tell(self, words: str) -> None:
        self._app.say(words)

    def effect(self, name: str, value: Any) -> None:
        """Copy a text, open or save a file: what is shared is copied here."""
        if name in ("copy", "share"):
            self._app.friends.offered.add(value)  # what one copies oneself is no news
            clipboard.copy(value, _(captions.COPIED), self._app.say)
        elif name == "mail":
            mail = urlencode({"body": value}, quote_via=quote)
            if not webbrowser.open(f"mailto:?{mail}"):
                self._app.say(_("There is nothing here to write mails with."), "refused")
        elif name == "open":
            self._app.go("open_game")
        elif name == "quit":
            self._app.quit()
        elif name == "fullscreen":
            self._app.toggle_fullscreen()
        elif name == "sound":
            self._app.sound.play(value)
        elif name == "permit":  # one shows how they look, or that there are none
            notices = SETTINGS["notifications"]
            self._app.notifications.show(_(notices.label), _(notices.note))
        elif name == "save":
            stem, _dot, suffix = value["name"].rpartition(".")
            self._app.go(
                "save_export", FileExport(_("Save"), stem, f".{suffix}", lambda: value["text"])
            )


class _Part(NamedTuple):
    """A part of a column: how high it is, and what puts it in its place."""

    height: int
    put: Callable[[Rect], object]


class ViewScene(CardScene):
    """Shows a screen as a card."""

    def __init__(self, app: Services, screen: Screen, *, unasked: bool = False) -> None:
        super().__init__(app, unasked=unasked)
        self.screen = screen
        self.view = CardView("")
        self._offsets = [0, 0]
        self._lengths = [(0, 0), (0, 0)]
        self._columns: list[Rect] = []
        self._column_of: dict[int, int] = {}
        self._standing_out: Widget | None = None
        self._typed: dict[str, str] = {}
        self._sends: dict[int, Callable[[], object]] = {}

    # --- life -----------------------------------------------------------------------------------

    def resume(self) -> None:
        super().resume()
        self.screen.resume()

    def leave(self) -> None:
        self.screen.leave()

    def cancel(self) -> None:
        self.screen.back()

    @property
    def standing(self) -> object:
        return self.screen.standing

    @property
    def heading(self) -> str:
        here = tabs(self.screen.tab) if self._parts else ()
        return next((tab.words for tab in here if tab.on), self.view.title)

    @property
    def _parts(self) -> tuple[Button, ...]:
        """The parts of the place, if this is one."""
        return sections(self.screen.name) if self.is_place else ()

    def shown(self) -> CardView:
        """Return what is to be shown now."""
        view = self.screen.view()
        assert isinstance(view, CardView), "a board has a scene of its own"
        return view

    def update(self, seconds: float) -> None:
        self.screen.beat()
        if self.app.scene is self:
            super().update(seconds)

    def act(self, act: Act) -> None:
        """Do what was chosen, and show what has come of it, with the sheet that is asked for."""
        do(self.screen, act)
        if self.app.scene is not self:
            return
        self.refresh()
        if self.screen.sheet is not None:
            self.app.push(SheetScene(self.app, self.screen, self.act))

    def refresh(self) -> None:
        """Show what has changed, with the focus at the beginning where other things can be done."""
        if _offered(self.view) != _offered(self.shown()):
            self._begun = False
            self.focus(None)
        elif self._standing_out is not None and self.focused is self._standing_out:
            self._begun = False  # it may stand elsewhere among the others now
            self.focus(None)
        super().refresh()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out anew; where the keyboard begins is brought into sight."""
        had_begun = self._begun
        super().resize(size)
        if self.app.uses_keys and not had_begun:
            self.focus(self.focused)

    # --- layout ---------------------------------------------------------------------------------

    @property
    def is_place(self) -> bool:
        """Whether it is a page right of the rail."""
        return bool(self.screen.tab)

    def build(self) -> None:
        """Lay the card out as wide as its columns need, and as high as they are."""
        view = self.view = self.shown()
        self.foot_height = 52 * bool(view.main or view.buttons)  # type: ignore[misc]
        self.widest = 1080 if view.beside else 720  # type: ignore[misc]
        if self.is_place:
            self._build_place()
        else:
            super().build()

    @property
    def _has_back(self) -> bool:
        """Whether an arrow leads to the screen below: not from a place itself to the start."""
        if not self.is_place or not (self.screen.name in TABS or self._parts):
            return True
        below = self.app.scenes[: self.app.scenes.index(self)]
        return any(not isinstance(one, ViewScene) or one.screen.name != "home" for one in below)

    def _build_place(self) -> None:
        """Lay a place out: the rail at the left, a page in the middle of what it leaves."""
        px, height, area = self.theme.px, self.size[1], beside_rail(self.theme, self.size)
        margin = px(_MARGIN if area.width >= px(_ROOMY) else _NARROW_MARGIN)
        widest = px(_WIDEST if self.view.beside else _WIDEST_FORM)
        self.card = centred(area, min(area.width - 2 * margin, widest), height)
        foot = px(self.foot_height)
        parts = (px(20), px(56), px(14), FILL, px(12) * bool(foot), foot, px(18))
        _top, self.head, _gap, self.body, _gap, self.foot, _pad = down(self.card, *parts)
        self.form = Form(self, self.body)
        if self._has_back:
            back = Rect(self.head.left - px(14), self.head.top + px(6), px(44), px(44))
            tip = _("Back (Esc)")
            self.add_button(back, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        self.fill()

    def _put_parts(self) -> None:
        """Put the parts of the place at the end of its heading."""
        parts, px = self._parts, self.theme.px
        if not parts:
            return
        font = self.theme.font(Role.BUTTON)
        wide = sum(font.size(part.words)[0] + px(36) for part in parts)
        beside = across(self.head, FILL, min(wide, self.head.width * 3 // 4))[1]
        room = centred(beside, beside.width, px(44))
        named = [(part.do, part.words) for part in parts]
        on = next(part.do for part in parts if part.on)
        self.form.group(room, named, on, self.act)

    def needed(self, width: int) -> int:
        if self.view.shape == "people":
            return 0
        return max(self._length(blocks, wide) for blocks, wide in self._parted(width))

    def _parted(self, width: int) -> list[tuple[Sequence[Block], int]]:
        """Return the columns with their widths: what is beside, where there is room for it."""
        view, px = self.view, self.theme.px
        left, half = (*view.fields, *view.page), (width - px(_BETWEEN)) // 2
        if view.beside and half >= px(_COLUMN):
            return [(left, half), (view.beside, half)]
        return [((*left, *view.beside), width)]

    def _length(self, blocks: Sequence[Block], width: int) -> int:
        """Return how high blocks are below one another."""
        return sum(self._part(block, width).height + self._gap for block in blocks) - self._gap

    @property
    def _gap(self) -> int:
        """The room between what lies below one another, more between the cards of a place."""
        return self.theme.px(_PLACE_GAP if self.is_place else _GAP)

    def fill(self) -> None:
        """Lay the columns out, and the buttons in the foot."""
        self._column_of, self._sends, parted = {}, {}, self._parted(self.body.width)
        self._standing_out = None
        widths = [wide for _blocks, wide in parted]
        self._columns = across(self.body, *widths, gap=self.theme.px(_BETWEEN))
        if self.view.shape == "people" and len(widths) > 1:
            self._columns[0].height = self.foot.bottom - self.body.top
        for number, (blocks, _wide) in enumerate(parted):
            self._put(number, blocks)
        main = self._fill_foot(self.foot)
        stands_out = main or self._standing_out
        first = [stands_out] if stands_out is not None else self.order[self._has_back :][:1]
        if self.is_place:
            self._put_parts()
            add_rail(self, self.screen.tab, self.act)
        for widget in first:
            if widget.visible:  # a card opens at its top
                self.begin_at(widget)

    def _fill_foot(self, foot: Rect) -> Widget | None:
        """Put the buttons into the foot; return the one that stands out."""
        px, view = self.theme.px, self.view
        if view.main is None and (self.screen.name in TABS or self._parts):
            self._put_ways(foot)
            return None
        count = len(view.buttons) + (view.main is not None)
        shares: list[Length] = [FILL] * max(count, 2)
        if view.main is not None and count > _FEW:
            shares[-1] = share(1.6)
        gap = px(_BETWEEN if len(self._columns) == len(shares) else 12)
        rooms = across(foot, *shares, gap=gap) if count else []
        is_narrow = bool(rooms) and rooms[0].width < px(_NARROWEST)
        for button, place in zip(view.buttons, rooms, strict=False):
            self._add(replace(button, icon="") if is_narrow else button, place)
        if view.main is None:
            return None
        main = replace(view.main, icon="") if is_narrow else view.main
        return self._add(main, rooms[-1], look_as="primary")

    def _put_ways(self, foot: Rect) -> None:
        """Put quiet buttons into the foot of one of the places, at both ends."""
        px, buttons = self.theme.px, self.view.buttons
        font, half = self.theme.font(Role.BUTTON), (len(buttons) + 1) // 2
        wide = [font.size(button.words)[0] + px(66) for button in buttons]
        if sum(wide) > foot.width:
            wide = [foot.width // len(buttons)] * len(buttons)
            buttons = tuple(replace(button, icon="") for button in buttons)
        gaps = [FILL if number == half else 0 for number in range(1, len(buttons))]
        lengths = [length for pair in zip(wide, [*gaps, 0], strict=False) for length in pair]
        for button, place in zip(buttons, across(foot, *lengths)[::2], strict=False):
            self._add(button, place, look_as="quiet")

    def _add(self, button: Button, place: Rect, look_as: str = "") -> widgets.Button:
        """Add the button that does an act."""
        press = partial(self.act, button.target or button.do)
        words, tip = ("", button.words) if button.small else (button.words, "")
        tip = button.why or tip
        made = self.add_button(place, words, press, look_as=look_as, icon=button.icon, tip=tip)
        made.note, made.aside, made.badge = button.note, button.aside, button.badge
        made.face = button.face
        made.enabled, made.off, made.selected = button.target is not None, button.off, button.on
        if button.main:
            self._standing_out = made
        return made

    def _put(self, number: int, blocks: Sequence[Block]) -> None:
        """Put blocks below one another in a column, from where it is scrolled to."""
        column, gap = self._columns[number], self._gap
        parts = self._fitted(blocks, column)
        length = sum(part.height + gap for part in parts) - gap
        before, room = self._lengths[number]
        was_at_end = self._offsets[number] >= before - room
        self._lengths[number] = length, column.height
        most = max(0, length - column.height)
        if self.view.from_end and was_at_end:
            self._offsets[number] = most
        self._offsets[number] = max(0, min(self._offsets[number], most))
        begun_under, begun = len(self.under), len(self.widgets)
        top = column.top - self._offsets[number]
        for part in parts:
            part.put(Rect(column.left, top, column.width, part.height))
            top += part.height + gap
        self.under[begun_under:] = [
            partial(_clipped, paint=paint, to=column.inflate(self.theme.px(16), 0))
            for paint in self.under[begun_under:]
        ]
        for widget in self.widgets[begun:]:
            self._column_of[id(widget)] = number
            shown = widget.rect.clip(self.card)
            widget.visible = column.top - 1 <= shown.top <= shown.bottom <= column.bottom + 1

    def _fitted(self, blocks: Sequence[Block], column: Rect) -> list[_Part]:
        """Return blocks for a column; where people are chosen, they and the board fill it."""
        px, parts = self.theme.px, [self._part(block, column.width) for block in blocks]
        spare = column.height - sum(part.height + self._gap for part in parts) + self._gap
        for number, block in enumerate(blocks):
            if spare < 0:
                parts[number] = self._shortened(block, parts[number], -spare, column.width)
        if self.view.shape == "start":
            return self._grown(blocks, parts, spare, column.width)
        if self.view.shape == "people":
            for number, (block, part) in enumerate(zip(blocks, parts, strict=True)):
                if isinstance(block, Board):
                    least = _LEAST["board"]
                elif isinstance(block, Field) and block.kind == "people":
                    least = _LEAST["people"] * len(block.choices)
                    if part.height + spare < px(least):  # it scrolls all the same
                        continue
                else:
                    continue
                parts[number] = part._replace(height=max(px(least), part.height + spare))
        elif self.is_place:  # pictures take what is left
            shown = [n for n, block in enumerate(blocks) if isinstance(block, Board | Calendar)]
            for number in shown:
                part, least = parts[number], px(_LEAST["board"])
                if isinstance(blocks[number], Calendar):
                    least = part.height
                tall = min(column.width, part.height + spare // len(shown))
                parts[number] = part._replace(height=max(least, tall))
        return parts

    def _shortened(self, block: Block, part: _Part, by: int, width: int) -> _Part:
        """Return a part for a column that is too short, with its words and most of its picture."""
        px = self.theme.px
        if isinstance(block, GivenAway) and block.board is not None:
            least = sum(self._given_lengths(block, width - 2 * px(16))) + px(40)
            return part._replace(height=max(least, part.height - by))
        if isinstance(block, Diagram) and 3 * by < part.height:
            tall = part.height - by
            narrow = width * (tall - px(16)) // part.height
            put = partial(self._put_block, block)
            return _Part(tall, lambda rect: put(centred(rect, narrow, tall)))
        return part

    def _grown(
        self, blocks: Sequence[Block], parts: list[_Part], spare: int, width: int
    ) -> list[_Part]:
        """Return the parts of the start screen as high as there is room; nobody's face is cut."""
        last = blocks[-1]
        if spare < 0 and isinstance(last, Card) and isinstance(last.blocks[0], Ladder):
            blocks = blocks[:-1]
            spare += parts.pop().height + self._gap
        for number, block in enumerate(blocks):
            least = -self.theme.px(_SHRINKS) * _has_glance(block)
            more = max(least, min(spare, self._growth(block, width)))
            if isinstance(block, Card):
                parts[number] = self._card(block, width, more)
            else:
                parts[number] = parts[number]._replace(height=parts[number].height + more)
            spare -= more
        return parts

    def _growth(self, block: Block, width: int) -> int:
        """Return how much higher a part of the start screen can be with use."""
        px = self.theme.px
        if _has_glance(block):
            return glance_height(width - 2 * px(16)) - px(196)
        if isinstance(block, Button) and block.main:
            return px(_GROWS)
        return self.size[1] * isinstance(block, Duel)

    def _part(self, block: Block, width: int) -> _Part:
        """Return how high a block is at a width, and what puts it in its place."""
        px = self.theme.px
        if type(block) in PARTS:
            height, put = PARTS[type(block)]
            tall = min(width, px(height)) if isinstance(height, int) else height(self, block, width)
            return _Part(tall, partial(put, self, block, self.act))
        match block:
            case Button():
                return _Part(px(_NOTED if block.note else _PLAIN), partial(self._put_button, block))
            case Field():
                if block.kind == "menu":
                    return _Part(px(_PLAIN), partial(self._put_menu, block))
                if self._is_wide(block, width):
                    return _Part(px(_WIDE), partial(self._put_wide, block))
                rows = {"area": 3 * _ROW, "people": len(block.choices) * _PERSON}
                return _Part(px(rows.get(block.kind, _ROW)), partial(self._put_field, block))
            case Row(blocks=parts) if any(isinstance(part, Button | Field) for part in parts):
                return self._row(parts, width)
            case Card():
                return self._card(block, width)
            case GivenAway():
                height = px(_GIVEN if block.board is not None or block.waits else _BARE)
                return _Part(height, partial(self._put_given_away, block))
            case Board():
                return _Part(
                    min(width, px(440 if self.view.beside == (block,) else 190)),
                    partial(self._put_board, block),
                )
        if not isinstance(block, Bars | Row):  # a flow is so much wider
            width += 2 * px(pages.MARGIN)
        height = pages.height_of(block, self.theme, width)
        return _Part(height, partial(self._put_block, block))

    def _row(self, parts: Sequence[Block], width: int) -> _Part:
        """Return blocks side by side, or below one another where there is no room."""
        px = self.theme.px
        tall = [
            px(_SMALL) if isinstance(part, Board) else self._part(part, width).height
            for part in parts
        ]
        wide = [part for part in parts if not _is_small(part)]
        if width < len(wide) * px(_NARROWEST) and not isinstance(parts[0], Field):
            height = sum(tall) + (len(tall) - 1) * px(_GAP)
            return _Part(height, partial(self._put_column, parts, tall))
        if len(wide) < len(parts) or len(parts) == 1:
            tall = [min(height, px(_LISTED)) for height in tall]
        return _Part(max(tall), partial(self._put_row, parts))

    def _card(self, block: Card, width: int, more: int = 0) -> _Part:
        """Return a card on the card: its heading, and its blocks below one another.

        A game at a glance is so much higher than it is at least.
        """
        px, gap = self.theme.px, self.theme.px(_GAP)
        ends = [one for one in block.blocks if isinstance(one, Button) and one.end]
        long = px(22) * (not ends and self._is_long(block, width - 2 * px(16)))
        head = px(_END + 8) if ends else (px(30) + long) * bool(block.words)
        below = [part for part in block.blocks if part not in ends]
        parts = [self._part(part, width - 2 * px(16)) for part in below]
        for number, part in enumerate(below):
            if isinstance(part, Glance):
                parts[number] = parts[number]._replace(height=parts[number].height + more)
            elif isinstance(part, Button) and part.note:
                parts[number] = parts[number]._replace(height=px(_LISTED))
        gap = 0 if all(isinstance(part, Field) for part in below) else gap
        tall = head + sum(part.height + gap for part in parts) - gap + 2 * px(14)

        def put(rect: Rect) -> None:
            fill = look.PANEL if self.is_place else look.WELL
            ground = partial(draw.box, fill=fill, radius=px(14), border=look.LINE)
            self.under.append(partial(ground, rect=rect))
            room = inset(rect, px(16), px(14))
            if block.words:
                line = Rect(room.left, room.top, room.width, px(_END if ends else 26) + long)
                line = self._put_ends(ends, line)
                words = across(line, px(28), FILL)[1] if block.icon else line
                if block.icon:
                    sign = partial(draw.sign, name=block.icon, size=px(20), colour=look.GOLD)
                    self.under.append(partial(sign, midleft=line.midleft))
                self.write(block.words, words, Role.STRONG, look.INK)
                self.write(block.note, words, align="right")
            top = room.top + head
            for part in parts:
                part.put(Rect(room.left, top, room.width, part.height))
                top += part.height + gap

        return _Part(tall, put)

    def _is_long(self, block: Card, width: int) -> bool:
        """Whether the heading of a card takes two lines."""
        needed = self.theme.font(Role.STRONG).size(block.words)[0]
        return not block.note and needed > width - self.theme.px(28) * bool(block.icon)

    def _given_lengths(self, block: GivenAway, width: int) -> tuple[int, int, int, int]:
        """Return how high what was given away is: heading, signs, words without a board, button."""
        px, heading = self.theme.px, self.theme.font(Role.HEADING)
        words = sum(pages.height_of(one, self.theme, width) for one in _told_of(block))
        head = px(28) if heading.size(block.words)[0] <= width else px(44)
        return head, px(36 if len(block.signs) <= pages.NUMBERED else 44), words, px(50)

    def _put_given_away(self, block: GivenAway, rect: Rect) -> None:
        """Put the points and a sign for each pair above, the costliest pair below."""
        px = self.theme.px
        ground = partial(draw.box, fill=look.WELL, radius=px(14), border=look.LINE)
        self.under.append(partial(ground, rect=rect))
        room = inset(rect, px(16), px(12))
        tall, signs, *_below = self._given_lengths(block, room.width)
        head, strip, below = down(room, tall, signs, FILL, gap=px(8))
        self.write(block.words, head, Role.HEADING, look.INK)
        if block.signs:
            self.add(pages.SignStrip(self.theme, strip, block.signs, self.act), walked=False)
        says = _told_of(block)
        wide = min(below.height + px(8), below.width // 2)
        words, board = across(below, FILL, wide, gap=px(14))
        said, show = down(words, FILL, px(44), gap=px(4))
        if block.board is None or said.height < sum(
            pages.height_of(one, self.theme, said.width) for one in says
        ):
            said, show = down(below, FILL, px(44), gap=px(4))
        else:
            layer, shown = draw.Layer(board), block.board
            paint = partial(paint_shown, theme=self.theme, room=board, shown=shown)
            self.under.append(partial(layer.draw, key=shown, paint=paint))
        self.add_page(said, says)
        if block.show is not None:
            is_narrow = show.width < px(_NARROWEST)
            self.begin_at(
                self._add(replace(block.show, icon="") if is_narrow else block.show, show)
            )

    def _put_ends(self, buttons: Sequence[Button], line: Rect) -> Rect:
        """Put buttons at the end of a heading, the last in a box; return what is left of it."""
        px, font = self.theme.px, self.theme.font(Role.BUTTON)
        most = line.width // (1 + len(buttons))
        wide = [
            min(font.size(one.words)[0] + px(34 + 34 * bool(one.icon)), most) for one in buttons
        ]
        rest, *places = across(line, FILL, *wide, gap=px(8))
        for button, place in zip(buttons, places, strict=True):
            self._add(button, place, "" if button is buttons[-1] else "quiet")
        return rest

    def _put_button(self, button: Button, rect: Rect) -> None:
        is_beside = not button.note or self.view.shape == "people"
        kind = "" if button.small else "card" if is_beside else "menu_item"
        look_as = ("menu_item_primary" if button.note else "primary") if button.main else kind
        made = self._add(button, rect, look_as)
        if button.main:
            self.begin_at(made)

    def _put_row(self, blocks: Sequence[Block], rect: Rect) -> None:
        """Put blocks side by side; a small button is as wide as its icon needs."""
        px, widths = self.theme.px, list[Length]()
        for block in blocks:
            small = px(_LISTED if isinstance(block, Board) else _SMALL)
            widths.append(small if _is_small(block) else FILL)
        for block, place in zip(blocks, across(rect, *widths, gap=px(_GAP)), strict=True):
            if isinstance(block, Board):
                self._put_board(block, place)
                continue
            if isinstance(block, Button) and block.small:
                place = centred(place, px(_SMALL), max(px(_SMALL), place.height))
            elif isinstance(block, Field) and not block.choices:  # its hint says what it is
                block = replace(block, words="")
            elif isinstance(block, Button | Paragraph):
                tall = min(place.height, self._part(block, place.width).height)
                place = centred(place, place.width, tall)
            self._part(block, place.width).put(place)

    def _put_column(self, blocks: Sequence[Block], tall: Sequence[int], rect: Rect) -> None:
        """Put blocks for which there is no room side by side below one another."""
        places = down(rect, *tall, gap=self.theme.px(_GAP))
        for block, place in zip(blocks, places, strict=True):
            self._part(block, place.width).put(place)

    def _put_board(self, block: Board, rect: Rect) -> None:
        looks: dict[Cell, Look] = {
            cell: "played" if one.look == "played" else "best"
            for one in block.shown
            for cell in one.move
        }
        place, table = block.position, Miniature(self.theme, rect)
        shown = Shown(place.to_move, "", place, looks, is_dimmed=False) if looks else None
        self.under.append(partial(table.draw, position=place, shown=shown))

    def _put_block(self, block: Block, rect: Rect) -> None:
        """Put a block of a page; the line over bars is smoothed once, a row as wide as cards."""
        if not isinstance(block, Bars | Row):
            self.add_page(rect, [block])
            return
        layer = draw.Layer(rect)

        def paint(surface: pygame.Surface) -> None:
            pages.paint(block, pages.Brush(surface, self.theme), rect)

        self.under.append(partial(layer.draw, key=block, paint=paint))

    def _put_field(self, field: Field, rect: Rect) -> None:
        """Put what a field asks for into its row."""
        form, change, first = self.form, partial(self._set, field.name), len(self.order)
        px = self.theme.px
        form.lay(rect, 1, 0.3 if field.hint else 0.42)
        values = [(choice.value, choice.words) for choice in field.choices]
        if field.kind == "people":
            ask_people(form, rect, field.choices, str(field.value), change)
        elif field.kind == "switch":
            form.switch(field.words, bool(field.value), change, note=field.note)
        elif field.kind == "list":
            words = dict(values)
            stops = [value for value, _words in values]
            form.slider(
                field.words, stops, str(field.value), words.__getitem__, change, note=field.note
            )
        elif field.choices and self.view.shape == "people":
            group = form.group(inset(rect, 0, px(3)), values, str(field.value), change)
            for button, choice in zip(group.buttons, field.choices, strict=True):
                button.note = choice.note
        elif field.choices:
            form.segments(field.words, values, str(field.value), change, note=field.note)
        else:
            place = form.space(field.words, field.note)
            is_number = field.kind == "number"
            if field.kind == "area":
                place, beside = across(place, FILL, px(48), gap=px(8))
                paste, tip = partial(self._paste, field), clipboard.paste_tip()
                self.add_button(beside, "", paste, icon="paste", tip=tip)
            if field.send:
                self._put_sent(field, place)
            else:
                keep = partial(self._set, field.name, quietly=True)
                text = " ".join(str(field.value).split())
                form.field(place, text, keep, placeholder=field.hint, digits=is_number)
        if rect.left == self._columns[0].left:
            self.begin_at(self.order[first])

    def _put_menu(self, field: Field, rect: Rect) -> None:
        """Put a button with the value, which opens all others."""
        named = next((one.words for one in field.choices if one.value == field.value), "")
        choices = [
            Choice(one.words, partial(self._set, field.name, one.value), icon="check")
            if one.value == field.value
            else Choice(one.words, partial(self._set, field.name, one.value))
            for one in field.choices
        ]
        title = field.words or field.choices[0].words
        ask = partial(ChoiceDialog, self.app, title, "", choices)
        made = self.add_button(rect, named, lambda: self.app.push(ask()), icon="chevron-down")
        made.selected = field.value != field.choices[0].value
        if rect.left == self._columns[0].left:
            self.begin_at(made)

    def _is_wide(self, field: Field, width: int) -> bool:
        """Whether choices need the whole width, below the words."""
        font, px = self.theme.font(Role.BUTTON), self.theme.px
        needs = sum(font.size(choice.words)[0] + px(12) for choice in field.choices)
        is_choice = field.kind == "choice" and field.words and self.view.shape != "people"
        return bool(is_choice) and needs > width * _CONTROL and width < px(_NARROW)

    def _put_wide(self, field: Field, rect: Rect) -> None:
        """Put choices below their words."""
        px, change = self.theme.px, partial(self._set, field.name)
        words, choices, _below = down(rect, px(26), px(44), FILL)
        self.write(field.words, words, Role.TEXT, look.INK)
        values = [(choice.value, choice.words) for choice in field.choices]
        self.form.group(choices, values, str(field.value), change)

    def _put_sent(self, field: Field, place: Rect) -> None:
        """Put a line that Enter and a button send, with one to paste where it is rarely typed."""
        px, pasted = self.theme.px, [48] * (field.kind == "paste")
        line, *icon, beside = across(place, FILL, *map(px, pasted), px(130), gap=px(8))
        text, hint = self._typed.get(field.name, str(field.value)), field.hint
        keep = partial(self._typed.__setitem__, field.name)
        written = self.form.field(line, text, keep, placeholder=hint, limit=_LONGEST)
        for at in icon:
            paste = partial(self._paste, field)
            self.add_button(at, "", paste, icon="paste", tip=clipboard.paste_tip())
        send = self._sends[id(written)] = lambda: self._send(field.name, written.text)
        self.add_button(beside, field.send, send, look_as="" if self.view.main else "primary")

    def _send(self, name: str, text: str) -> None:
        self._typed.pop(name, None)
        self._set(name, text)

    def _paste(self, field: Field) -> None:
        attempt(self.app.say, lambda: self._send(field.name, clipboard.text()[:_LONGEST]))

    def _set(self, name: str, value: Any, *, quietly: bool = False) -> None:
        """Hand on a value; words that are typed build nothing again."""
        if quietly:
            do(self.screen, Act("set", (("name", name), ("value", value))))
        else:
            self.act(Act("set", (("name", name), ("value", value))))

    def confirm(self) -> None:
        """Send the line; in the last one do what stands out."""
        lines = [widget for widget in self.order if isinstance(widget, TextField)]
        main = self.view.main
        if (send := self._sends.get(id(self.focused))) is not None:
            send()
        elif main is not None and not main.off and self.focused is lines[-1]:
            self.act(main.do)
        else:
            super().confirm()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take what is pasted for the line that waits for it."""
        fields = (one for one in (*self.view.fields, *self.view.page) if isinstance(one, Field))
        field = next((one for one in fields if one.kind in ("paste", "area")), None)
        main, chosen = self.view.main, self.view.shape == "people" and self.form.groups[:1]
        if pastes(event) and field is not None:
            self._paste(field)
        elif main and chosen and self.focused is chosen[0].button and event.key in _ENTER:
            self.act(main.do)
        else:
            return super().handle_key(event)
        return True

    # --- scrolling ------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            at = self.app.point(pygame.mouse.get_pos())
            number = next((n for n, room in enumerate(self._columns) if room.collidepoint(at)), 0)
            self._scroll(number, -event.y * self.theme.px(_NOTCH))
        elif event.type == pygame.KEYDOWN and event.key in _PAGES:
            self._scroll(0, _PAGES[event.key] * self._columns[0].height)

    def _scroll(self, number: int, by: int) -> None:
        length, height = self._lengths[number]
        before = self._offsets[number]
        self._offsets[number] = max(0, min(before + by, length - height))
        if self._offsets[number] != before:
            self.refresh()

    @property
    def ready(self) -> list[Widget]:
        """The widgets that the keyboard can go to, also those that scrolling brings into sight."""
        return [widget for widget in self.order if widget.enabled]

    def focus(self, widget: Widget | None) -> None:
        """Bring what gets the focus into sight."""
        super().focus(widget)
        if widget is None or widget.visible or (number := self._column_of.get(id(widget))) is None:
            return
        column = self._columns[number]
        below, above = widget.rect.bottom - column.bottom, widget.rect.top - column.top
        self._scroll(number, below if below > 0 else min(0, above))

    def paint_ground(self, surface: pygame.Surface) -> None:
        if self.is_place:
            surface.fill(look.ROOM)
            paint_rail(surface, self.theme)
        else:
            super().paint_ground(surface)

    def paint_head(self, surface: pygame.Surface) -> None:
        if not self.is_place:
            super().paint_head(surface)
            return
        px, head = self.theme.px, self.head
        if self.view.shape == "start":
            art = kept_art(px(34), self.theme, rank_digits=False)
            for number, name in enumerate(_HEADS):
                surface.blit(art.tile(kind(name)), (head.left + number * px(34), head.top + px(4)))
            head = across(head, px(3 * 34 + 14), FILL)[1]
        elif self._has_back:
            head = across(head, px(40), FILL)[1]
        draw.line(surface, self.theme, Role.TITLE, self.heading, look.INK, head)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Show how far a column is scrolled."""
        px = self.theme.px
        for column, offset, (length, height) in zip(
            self._columns, self._offsets, self._lengths, strict=False
        ):
            if length > height:
                tall = max(px(16), height * height // length)
                top = column.top + (height - tall) * offset // (length - height)
                knob = Rect(column.right + px(6), top, px(4), tall)
                draw.box(surface, knob, look.SCROLL_KNOB, radius=px(2))


def _has_glance(block: Block) -> bool:
    return isinstance(block, Card) and any(isinstance(one, Glance) for one in block.blocks)


def _told_of(block: GivenAway) -> list[Paragraph]:
    """Return what is said of the costliest pair."""
    moment = Paragraph(block.moment, Ink.PLAIN, WordsRole.STRONG)
    return [moment, *[Paragraph(block.sub)] * bool(block.sub)]


def _is_small(block: Block) -> bool:
    """Whether a block takes no more room in a row than an icon."""
    return isinstance(block, Board) or (isinstance(block, Button) and block.small)


def _offered(view: CardView) -> list[str]:
    """Return what the buttons in a view's foot do, and those that stand out above."""
    shown = (one for one in flat((*view.page, *view.beside)) if isinstance(one, Button))
    above = (one for one in shown if one.main)
    return [one.do.name for one in (*above, view.main, *view.buttons) if one is not None]


def _clipped(
    surface: pygame.Surface, *, paint: Callable[[pygame.Surface], object], to: Rect
) -> None:
    before = surface.get_clip()
    surface.set_clip(to.clip(before))
    paint(surface)
    surface.set_clip(before)


_MANY: Final = 3
"""So many answers stand below one another."""


class QuestionScene(ChoiceDialog):
    """A question over a picture of the window; what is pressed comes back as an act.

    One that can be left as it is begins with the answer that does so, which is Esc too; any other
    begins with the answer that stands out. It goes by itself as soon as it is not `still` asked.
    """

    def __init__(
        self,
        app: Services,
        view: CardView,
        act: Callable[[Act], object],
        leave: Callable[[], object] = lambda: None,
        still: Callable[[], bool] = lambda: True,
        *,
        unasked: bool = False,
    ) -> None:
        answers = [*view.buttons, *filter(None, [view.main])]
        leaves = answers[0].icon == "close"
        choices = [
            Choice(one.words, partial(act, one.do), "", "" if leaves else one.icon)
            for one in (answers if leaves else reversed(answers))
        ]
        choices[0] = replace(choices[0], look_as="primary")
        is_plain = answers[0].do.name == "close"
        if is_plain:
            choices[0] = Choice(choices[0].words, look_as="primary")
        words = " ".join(getattr(block, "words", "") for block in view.page)
        super().__init__(
            app,
            view.title,
            words,
            choices,
            on_escape=0 if leaves else None,
            side_by_side=leaves and len(choices) < _MANY,
            unasked=unasked or not is_plain,
        )
        self._leave, self._still = leave, still

    def update(self, seconds: float) -> None:
        """Go when it is asked no more."""
        super().update(seconds)
        if not self._still() and self.app.scene is self:
            self.app.pop()

    def leave(self) -> None:
        self._leave()


class SheetScene(ViewScene):
    """The sheet of a screen, over it; what is chosen goes to `follow`, closing changes nothing."""

    overlay = True
    is_place = False

    def __init__(
        self, app: Services, screen: Screen, follow: Callable[[Act], object] = lambda _act: None
    ) -> None:
        super().__init__(app, screen)
        self._follow = follow

    def resume(self) -> None:
        self._begun = False

    def leave(self) -> None:
        self.screen.sheet = None

    def shown(self) -> CardView:
        assert self.screen.sheet is not None
        return self.screen.sheet()

    def cancel(self) -> None:
        self.app.pop()

    def act(self, act: Act) -> None:
        if act.name == "set":
            do(self.screen, act)
            self.refresh()
        else:
            self.app.pop()
            if act.name != "close":
                self._follow(act)

    def paint_ground(self, surface: pygame.Surface) -> None:
        paint_dialog(surface, self.theme, self.card)
