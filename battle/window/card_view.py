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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

import pygame
import segno
from pygame import Rect

from battle.language import _
from battle.page.blocks import Bars, Block, Board, Card, Paragraph, Row
from battle.profile.settings import SETTINGS
from battle.screens import captions
from battle.screens.board_view import GivenAway
from battle.screens.screen import Screen, do
from battle.screens.share import Shared
from battle.screens.view import Act, Button, Calendar, CardView, Copyable, Field, Scan
from battle.window import pages
from battle.window.board_view import Miniature, paint_shown
from battle.window.cards import CardScene, Choice, ChoiceDialog, paint_dialog
from battle.window.daily import CalendarPanel
from battle.window.people import ask_people
from battle.window.scene import FileExport, Services, attempt
from battle.window.ui import clipboard, draw, widgets
from battle.window.ui import theme as look
from battle.window.ui.keys import key_of
from battle.window.ui.layout import FILL, Length, across, centred, down, inset
from battle.window.ui.theme import Role
from battle.window.ui.widgets import TextField, Widget

_ROW, _NOTED, _PLAIN, _GAP = 58, 70, 46, 8
"""How high a row of a form is, a button with and without a note, and the room between parts."""
_WIDE: Final = 78
"""How high a row is whose choices stand below its words."""
_CONTROL, _NARROW = 0.58, 640
"""The share of a row that its control has; where it is narrow, choices can stand below."""
_NARROWEST: Final = 150
"""How wide each button in a row is at least; else they stand below one another."""
_PERSON: Final = 56
"""How high the row of a person is, at most."""
_SMALL: Final = 48
"""How wide a button without words is."""
_LISTED: Final = 58
"""How high a button with a note is where a small one stands beside it."""
_FIXED: Final[Mapping[type, int]] = {GivenAway: 290, Calendar: 300, Copyable: 64}
"""How high blocks are that are always as high."""
_BETWEEN, _COLUMN = 28, 380
"""The room between two columns, and how wide each is at least."""
_NOTCH: Final = 48
"""How far a notch of the wheel scrolls."""
_LONGEST: Final = 4000
"""How much of a text is pasted into a line."""


class WindowShell:
    """The window, as screens see it."""

    def __init__(self, app: Services) -> None:
        self._app = app

    can: Final = frozenset(("mail", "room", "ways", "window"))

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

    def share(self, shared: Shared) -> None:
        self._app.go("share", shared)

    def effect(self, name: str, value: Any) -> None:
        """Copy a text, open or save a file: what is shared is copied here."""
        if name in ("copy", "share"):
            text = value if isinstance(value, str) else value["text"]
            clipboard.copy(text, _(captions.COPIED), self._app.say)
        elif name == "mail":
            mail = urlencode({"body": value}, quote_via=quote)
            if not webbrowser.open(f"mailto:?{mail}"):
                self._app.say(_("No program for mail was found."), "refused")
        elif name == "open":
            self._app.go("open_game")
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
        return self.view.title

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
            self.app.push(SheetScene(self.app, self.screen))

    def refresh(self) -> None:
        """Show what has changed, with the focus at the beginning where other things can be done."""
        before, after = self.view, self.shown()
        if [one and one.do for one in (before.main, *before.buttons)] != [
            one and one.do for one in (after.main, *after.buttons)
        ]:
            self._begun = False
            self.focus(None)
        super().refresh()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay the card out as wide as its columns need, and as high as they are."""
        view = self.view = self.shown()
        self.foot_height = 52 * bool(view.main or view.buttons)  # type: ignore[misc]
        self.widest = 1080 if view.beside else 720  # type: ignore[misc]
        super().build()

    def needed(self, width: int) -> int:
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
        gap = self.theme.px(_GAP)
        return sum(self._part(block, width).height + gap for block in blocks) - gap

    def fill(self) -> None:
        """Lay the columns out, and the buttons in the foot."""
        self._column_of, self._sends, parted = {}, {}, self._parted(self.body.width)
        widths = [wide for _blocks, wide in parted]
        self._columns = across(self.body, *widths, gap=self.theme.px(_BETWEEN))
        for number, (blocks, _wide) in enumerate(parted):
            self._put(number, blocks)
        self._fill_foot(self.foot)

    def _fill_foot(self, foot: Rect) -> None:
        px, view = self.theme.px, self.view
        count = len(view.buttons) + (view.main is not None)
        places = across(foot, *[FILL] * max(count, 2), gap=px(12)) if count else []
        for button, place in zip(view.buttons, places, strict=False):
            self._add(button, place)
        if view.main is not None:
            self.begin_at(self._add(view.main, places[-1], look_as="primary"))
        elif self.order[1:]:
            self.begin_at(self.order[1])

    def _add(self, button: Button, place: Rect, look_as: str = "") -> widgets.Button:
        """Add the button that does an act."""
        press = partial(self.act, button.do)
        words, tip = ("", button.words) if button.small else (button.words, "")
        made = self.add_button(place, words, press, look_as=look_as, icon=button.icon, tip=tip)
        made.note, made.aside, made.badge = button.note, button.aside, button.badge
        made.enabled, made.selected = not button.off, button.on
        return made

    def _put(self, number: int, blocks: Sequence[Block]) -> None:
        """Put blocks below one another in a column, from where it is scrolled to."""
        column, gap = self._columns[number], self.theme.px(_GAP)
        parts = [self._part(block, column.width) for block in blocks]
        length = self._length(blocks, column.width)
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
            widget.visible = column.inflate(2, 2).contains(widget.rect.clip(self.card))

    def _part(self, block: Block, width: int) -> _Part:
        """Return how high a block is at a width, and what puts it in its place."""
        px = self.theme.px
        match block:
            case Button():
                return _Part(px(_NOTED if block.note else _PLAIN), partial(self._put_button, block))
            case Field():
                if self._is_wide(block, width):
                    return _Part(px(_WIDE), partial(self._put_wide, block))
                rows = {"area": 3 * _ROW, "people": len(block.choices) * _PERSON}
                return _Part(px(rows.get(block.kind, _ROW)), partial(self._put_field, block))
            case Row(blocks=parts) if any(isinstance(part, Button) for part in parts):
                tall = [self._part(part, width).height for part in parts]
                wide = [part for part in parts if not (isinstance(part, Button) and part.small)]
                if width < len(wide) * px(_NARROWEST):
                    height = sum(tall) + (len(tall) - 1) * px(_GAP)
                    return _Part(height, partial(self._put_column, parts, tall))
                if len(wide) < len(parts):
                    tall = [min(height, px(_LISTED)) for height in tall]
                return _Part(max(tall), partial(self._put_row, parts))
            case Card():
                return self._card(block, width)
            case GivenAway() | Calendar() | Copyable():
                puts: Mapping[type, Callable[[Any, Rect], None]] = {
                    GivenAway: self._put_given_away,
                    Calendar: self._put_calendar,
                    Copyable: self._put_line,
                }
                return _Part(px(_FIXED[type(block)]), partial(puts[type(block)], block))
            case Scan():
                side = min(width, px(380))
                return _Part(side, partial(self._put_code, block.link))
            case Board():
                return _Part(
                    min(width, px(440 if self.view.beside == (block,) else 190)),
                    partial(self._put_board, block),
                )
        height = pages.height_of(block, self.theme, width)
        return _Part(height, partial(self._put_block, block))

    def _card(self, block: Card, width: int) -> _Part:
        """Return a card on the card: its heading, and its blocks below one another."""
        px, gap = self.theme.px, self.theme.px(_GAP)
        head = px(30) * bool(block.words)
        parts = [self._part(part, width - 2 * px(16)) for part in block.blocks]
        gap = 0 if all(isinstance(part, Field) for part in block.blocks) else gap
        tall = head + sum(part.height + gap for part in parts) - gap + 2 * px(14)

        def put(rect: Rect) -> None:
            ground = partial(draw.box, fill=look.WELL, radius=px(12), border=look.LINE)
            self.under.append(partial(ground, rect=rect))
            room = inset(rect, px(16), px(14))
            if block.words:
                line = Rect(room.left, room.top, room.width, px(26))
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

    def _put_given_away(self, block: GivenAway, rect: Rect) -> None:
        """Put the points and a sign for each pair above, the costliest pair below."""
        px = self.theme.px
        ground = partial(draw.box, fill=look.WELL, radius=px(14), border=look.LINE)
        self.under.append(partial(ground, rect=rect))
        head, strip, below = down(inset(rect, px(16), px(12)), px(28), px(44), FILL, gap=px(8))
        self.write(block.words, head, Role.HEADING, look.INK)
        if block.signs:
            self.add(pages.SignStrip(self.theme, strip, block.signs, self.act), walked=False)
        words, board = below, None
        if block.board is not None:
            words, board = across(
                below, FILL, min(below.height + px(8), below.width // 2), gap=px(14)
            )
            layer, shown = draw.Layer(board), block.board
            paint = partial(paint_shown, theme=self.theme, room=board, shown=shown)
            self.under.append(partial(layer.draw, key=shown, paint=paint))
        title, sub, _rest, show = down(words, px(30), px(46), FILL, px(44), gap=px(4))
        self.write(block.moment, title, Role.STRONG, look.INK)
        if block.sub:
            self.add_page(sub, [Paragraph(block.sub)])
        if block.show is not None:
            self.begin_at(self._add(block.show, show))

    def _put_button(self, button: Button, rect: Rect) -> None:
        kind = "" if button.small else "menu_item" if button.note else "card"
        look_as = ("menu_item_primary" if button.note else "primary") if button.main else kind
        made = self._add(button, rect, look_as)
        if button.main:
            self.begin_at(made)

    def _put_row(self, blocks: Sequence[Block], rect: Rect) -> None:
        """Put blocks side by side; a small button is as wide as its icon needs."""
        px, widths = self.theme.px, list[Length]()
        for block in blocks:
            widths.append(px(_SMALL) if isinstance(block, Button) and block.small else FILL)
        for block, place in zip(blocks, across(rect, *widths, gap=px(_GAP)), strict=True):
            if isinstance(block, Button) and block.small:
                place = centred(place, px(_SMALL), max(px(_SMALL), place.height))
            self._part(block, place.width).put(place)

    def _put_column(self, blocks: Sequence[Block], tall: Sequence[int], rect: Rect) -> None:
        """Put blocks for which there is no room side by side below one another."""
        places = down(rect, *tall, gap=self.theme.px(_GAP))
        for block, place in zip(blocks, places, strict=True):
            self._part(block, place.width).put(place)

    def _put_line(self, code: Copyable, rect: Rect) -> None:
        self.add_line(rect, code.text, code.copy.words, partial(self.act, code.copy.do))

    def _put_calendar(self, block: Calendar, rect: Rect) -> None:
        """Put the month with its arrows above, its days below."""
        px = self.theme.px
        head, days = down(rect, px(44), FILL, gap=px(6))
        back, title, on = across(head, px(44), FILL, px(44), gap=px(8))
        self.write(block.title, title, Role.HEADING, look.INK, align="centre")
        turn = partial(self.add_button, look_as="tool")
        before, after = block.before, block.after
        turn(back, "", partial(self.act, before), icon="chevron-left", tip=_("The month before"))
        self.add(CalendarPanel(days, block, self.act))
        forward = partial(self.act, after or before)
        turn(on, "", forward, icon="chevron-right", tip=_("The next month")).enabled = bool(after)

    def _put_code(self, link: str, rect: Rect) -> None:
        place = centred(rect, rect.height, rect.height)
        self.under.append(partial(paint_code, rect=place, link=link))

    def _put_board(self, block: Board, rect: Rect) -> None:
        self.under.append(partial(Miniature(self.theme, rect).draw, position=block.position))

    def _put_block(self, block: Block, rect: Rect) -> None:
        """Put a block of a page; the line over bars is smoothed once."""
        if not isinstance(block, Bars):
            self.add_page(rect, [block])
            return
        layer = draw.Layer(rect)

        def paint(surface: pygame.Surface) -> None:
            pages.paint(block, pages.Brush(surface, self.theme), rect)

        self.under.append(partial(layer.draw, key=block, paint=paint))

    def _put_field(self, field: Field, rect: Rect) -> None:
        """Put what a field asks for into its row."""
        form, change, first = self.form, partial(self._set, field.name), len(self.order)
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
        elif field.choices:
            form.segments(field.words, values, str(field.value), change, note=field.note)
        else:
            place = form.space(field.words, field.note)
            is_number = field.kind == "number"
            if field.send:
                self._put_sent(field, place)
            else:
                keep = partial(self._set, field.name, quietly=True)
                form.field(place, str(field.value), keep, placeholder=field.hint, digits=is_number)
        if rect.left == self._columns[0].left:
            self.begin_at(self.order[first])

    def _is_wide(self, field: Field, width: int) -> bool:
        """Whether choices need the whole width, below the words."""
        font, px = self.theme.font(Role.BUTTON), self.theme.px
        needs = sum(font.size(choice.words)[0] + px(12) for choice in field.choices)
        is_choice = field.kind == "choice" and bool(field.words)
        return is_choice and needs > width * _CONTROL and width < px(_NARROW)

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
        """Take what is pasted, wherever, if a line waits for it."""
        pastes = key_of(event) == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        fields = (one for one in (*self.view.fields, *self.view.page) if isinstance(one, Field))
        field = next((one for one in fields if one.kind == "paste"), None)
        if not pastes or field is None:
            return super().handle_key(event)
        self._paste(field)
        return True

    # --- scrolling ------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            at = self.app.point(pygame.mouse.get_pos())
            number = next((n for n, room in enumerate(self._columns) if room.collidepoint(at)), 0)
            self._scroll(number, -event.y * self.theme.px(_NOTCH))

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


def _clipped(
    surface: pygame.Surface, *, paint: Callable[[pygame.Surface], object], to: Rect
) -> None:
    before = surface.get_clip()
    surface.set_clip(to.clip(before))
    paint(surface)
    surface.set_clip(before)


_QUIET: Final = 4
"""How many squares of light there are around a code."""


def paint_code(surface: pygame.Surface, rect: pygame.Rect, link: str) -> None:
    """Paint a link as a code to scan, its squares of whole pixels."""
    rows = segno.make(link, micro=False).matrix
    side = rect.width // (len(rows) + 2 * _QUIET)
    place = centred(rect, *[side * (len(rows) + 2 * _QUIET)] * 2)
    surface.fill("white", place)
    for down_by, along in product(range(len(rows)), repeat=2):
        if rows[down_by][along]:
            left, top = place.left + side * (along + _QUIET), place.top + side * (down_by + _QUIET)
            surface.fill("black", (left, top, side, side))


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
    """The sheet of a screen, over it; closing it changes nothing."""

    overlay = True

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
            below = self.app.scene
            if act.name != "close" and isinstance(below, ViewScene):
                below.act(act)

    def paint_ground(self, surface: pygame.Surface) -> None:
        paint_dialog(surface, self.theme, self.card)
