"""Cards on the table: pages with a heading, a form and a foot, and questions laid over a scene.

    +--------------------------------+
    | < Back        Heading          |   `head`
    +--------------------------------+
    |  rows of a form, words, art    |   `body`
    +--------------------------------+
    |  note             [ Primary ]  |   `foot`
    +--------------------------------+

`ChoiceDialog` is answered by one of a few buttons, `TextDialog` with a line of words.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeVar

import pygame
from pygame import Rect

from battle.language import _
from battle.page.blocks import Block
from battle.screens import captions
from battle.screens.screen import tabs
from battle.screens.view import Act
from battle.window.board_view import table_cloth
from battle.window.scene import ARROWS, Scene, Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Font, Role, Theme
from battle.window.ui.widgets import Button, Slider, Switch, TextField, paint_label
from battle.words import broken

_backdrops: dict[tuple[tuple[int, int], float, str], pygame.Surface] = {}


def backdrop(surface: pygame.Surface, theme: Theme) -> None:
    """Paint the table under dimmed light over the whole surface."""
    key = (surface.get_size(), theme.scale, theme.looks.cloth)
    if key not in _backdrops:
        _backdrops.clear()
        cloth = table_cloth(surface.get_size(), theme)
        veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        veil.fill(theme.cloth.dimmed)
        cloth.blit(veil, (0, 0))
        _backdrops[key] = cloth
    surface.blit(_backdrops[key], (0, 0))


_shadows: Final = draw.PictureCache(10 << 20)


def paint_card(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """Paint a card with its shadow."""
    spread = theme.px(26)
    key = (rect.size, spread, tuple(look.SHADOW))
    shadow = _shadows.get(key, lambda: draw.drop_shadow(rect.size, spread))
    surface.blit(shadow, (rect.left - spread, rect.top - spread // 2))
    draw.box(surface, rect, look.PANEL, radius=theme.px(18), border=look.LINE, width=theme.px(1))


def paint_dialog(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
    """Dim what lies below, and paint a card over it."""
    draw.shade(surface, look.SCRIM)
    paint_card(surface, theme, rect)


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


class ChoiceDialog(Scene):
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

    def build(self) -> None:
        """Put the answers below the sentence."""
        theme, pad, gap = self.theme, self.theme.px(28), self.theme.px(_GAP)
        room = self.size[1] - 2 * theme.px(10)
        least = 2 * pad + theme.font(Role.TITLE).get_linesize()
        count = 1 if least + len(self.choices) * theme.px(_LOW + _NARROW_GAP) <= room else 2
        width = min(count * theme.px(_WIDTH), self.size[0] - 2 * pad)
        font = theme.font(Role.TEXT)
        self._lines = draw.wrapped(font, self.text, width - 2 * pad) if self.text else []
        self._titles = draw.wrapped(theme.font(Role.TITLE), self.title, width - 2 * pad)
        head = pad + len(self._titles) * theme.font(Role.TITLE).get_linesize()
        words = len(self._lines) * round(font.get_linesize() * 1.2)
        top = head + (theme.px(8) + words if words else 0) + theme.px(20)
        rows = 1 if self._side_by_side else -(-len(self.choices) // count)
        room -= top + pad
        if room < rows * theme.px(_LOW + _GAP):
            gap = theme.px(_NARROW_GAP)
        tall = min(theme.px(48), (room + gap) // rows - gap)
        self.box = centred(
            pygame.Rect((0, 0), self.size), width, top + rows * (tall + gap) - gap + pad
        )
        foot = down(inset(self.box, pad, 0), top, FILL, pad)[1]
        if self._side_by_side:
            places = across(foot, *[FILL] * len(self.choices), gap=gap)
        else:
            columns = across(foot, *[FILL] * count, gap=gap)
            places = [cell for column in columns for cell in down(column, *[tall] * rows, gap=gap)]
        for choice, place in zip(self.choices, places, strict=False):
            style, act = choice.look_as, partial(self.answer, choice)
            if choice.icon:
                style = "menu_item_primary" if style == "primary" else "menu_item"
            self.add_button(place, choice.words, act, look_as=style, icon=choice.icon)
        if self.order:
            self.begin_at(self.order[0])

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
        paint_dialog(surface, theme, self.box)
        inside = self.box.inflate(-2 * pad, 0)
        title, text = theme.font(Role.TITLE), theme.font(Role.TEXT)
        inside.top += pad
        inside.top = draw.lines(surface, title, self._titles, look.INK, inside) + theme.px(8)
        draw.lines(surface, text, self._lines, look.MUTED, inside, leading=1.2)


def question(
    app: Services, title: str, text: str, no: str, yes: str, action: Callable[[], object]
) -> ChoiceDialog:
    """Return the question whether to do something; Esc and the first answer leave it alone."""
    choices = [Choice(no, look_as="primary"), Choice(yes, action)]
    return ChoiceDialog(app, title, text, choices, on_escape=0, side_by_side=True)


class TextDialog(Scene):
    """Asks for a line of words; Enter takes what stands there, Esc changes nothing."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, app: Services, title: str, words: str, answer: Callable[[str], object], *, limit: int
    ) -> None:
        super().__init__(app)
        self.title = title
        self.words = words
        self._answer = answer
        self._limit = limit

    def build(self) -> None:
        """Put the field and two buttons below the title."""
        px, pad = self.theme.px, self.theme.px(28)
        width = min(px(560), self.size[0] - 2 * pad)
        self.box = centred(pygame.Rect((0, 0), self.size), width, px(206))
        parts = (px(14), px(44), px(10), px(44), px(18), px(46))
        _pad, head, _gap, field, _gap, row = down(inset(self.box, pad, 0), *parts)
        keep = partial(setattr, self, "words")
        self.field = self.add(TextField(field, self.theme, self.words, keep, limit=self._limit))
        self.focus(self.field)
        self.write(self.title, head, Role.HEADING, look.INK)
        left, right = across(row, FILL, FILL, gap=px(10))
        self.add_button(left, _("Write"), self.confirm, look_as="primary")
        self.add_button(right, _(captions.CANCEL), self.cancel)

    def confirm(self) -> None:
        """Close the question and hand the words on."""
        words = " ".join(self.words.split())
        self.app.pop()
        self._answer(words)

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies below, and paint the box."""
        paint_dialog(surface, self.theme, self.box)


Value = TypeVar("Value")
_ROW: Final = 62
_CONTROL: Final = 42


class Option(Button):
    """One of a group; its keys go through the group."""

    keys: Callable[[pygame.event.Event], bool]

    def __init__(self, rect: Rect, words: str, tip: str = "") -> None:
        super().__init__(rect, words, lambda: None, look_as="segment", tip=tip)

    def key(self, event: pygame.event.Event) -> bool:
        return self.keys(event)


class Group(Generic[Value]):
    """Buttons, one of them chosen; only that one is a stop of the keyboard's walk.

    They lie side by side, or below one another if `upright`.
    """

    def __init__(
        self,
        host: Scene,
        options: Sequence[tuple[Value, Option]],
        value: Value,
        change: Callable[[Value], object],
        *,
        upright: bool,
    ) -> None:
        self._host = host
        self._change = change
        self.values = [option for option, _button in options]
        self.buttons = [button for _option, button in options]
        self.chosen = self.values.index(value) if value in self.values else 0
        self.upright = upright
        for number, button in enumerate(self.buttons):
            button.action = partial(host.click, partial(self.choose, number))
            button.keys = self._key
            button.selected = number == self.chosen
            host.add(button, walked=button.selected)

    @property
    def button(self) -> Option:
        """The button that is chosen."""
        return self.buttons[self.chosen]

    def choose(self, number: int) -> None:
        """Choose a button, and report the change."""
        host, old, new = self._host, self.buttons[self.chosen], self.buttons[number]
        if old is new:
            return
        host.order[host.order.index(old)] = new
        old.selected, new.selected = False, True
        self.chosen = number
        if host.focused is old:
            host.focus(new)
        self._change(self.values[number])

    def _key(self, event: pygame.event.Event) -> bool:
        """Choose the next with an arrow; up and down lead out of an upright group at its ends."""
        upright = event.key in (pygame.K_UP, pygame.K_DOWN)
        to = self.chosen + ARROWS.get(event.key, 0)
        if event.key not in ARROWS or (
            upright and not (self.upright and 0 <= to < len(self.buttons))
        ):
            return False
        self.choose(to % len(self.buttons))
        return True


def _two_lines(font: Font, words: str) -> int:
    """Return the least width of words in two lines."""
    parts = broken(words)
    return min(
        max(font.size("".join(parts[:at]))[0], font.size("".join(parts[at:]).lstrip())[0])
        for at in range(1, max(2, len(parts)))
    )


def _abreast(theme: Theme, rect: Rect, captions: Sequence[str]) -> list[Rect]:
    """Return parts of `rect` from left to right: equal ones, or as wide as the captions need.

    If they do not fit, the widest captions take two lines, then the widest parts get narrower.
    """
    font, count = theme.font(Role.BUTTON), len(captions)
    wide = [font.size(words)[0] for words in captions]
    spare = max(theme.px(4), min(theme.px(10), (rect.width - sum(wide)) // count))
    needs = [one + spare for one in wide]
    for number in sorted(range(count), key=needs.__getitem__, reverse=True):
        if sum(needs) > rect.width:
            needs[number] = _two_lines(font, captions[number]) + spare
    while sum(needs) > rect.width:
        widest = max(range(count), key=needs.__getitem__)
        needs[widest] -= min(spare, sum(needs) - rect.width)
    if max(needs) * count <= rect.width:
        needs = [1] * count
    else:
        more = (rect.width - sum(needs)) / count
        needs = [round(need + more) for need in needs]
    ends = list(itertools.accumulate(needs, initial=0))
    edges = [rect.width * end // ends[-1] for end in ends]
    return across(rect, *(right - left for left, right in itertools.pairwise(edges)))


class Form:
    """Rows below one another: words at the left, a control at the right.

    Each control is one stop of the keyboard's walk: left and right choose in a group and move a
    slider, Enter and the space bar turn a switch.
    """

    def __init__(self, host: Scene, rect: Rect) -> None:
        self.host = host
        self.groups: list[Group[Any]] = []
        self.lay(rect, 1)

    def lay(self, rect: Rect, rows: int, share: float = 0.42) -> None:
        """Place what follows in `rect`, in `rows` rows; labels take `share` of the width."""
        px = self.theme.px
        self.rect = rect
        self.bottom = rect.top
        self._height = min(px(_ROW), rect.height // max(1, rows))
        self._share = share

    @property
    def theme(self) -> Theme:
        """Lengths and fonts."""
        return self.host.theme

    def _row(self) -> Rect:
        row = Rect(self.rect.left, self.bottom, self.rect.width, self._height)
        self.bottom += self._height
        return row

    def space(self, label: str = "", note: str = "") -> Rect:
        """Leave the control of the next row to the caller; return its place."""
        row, px = self._row(), self.theme.px
        left = round(row.width * self._share) if label else 0
        words, control = across(row, left, row.width - left)
        if label:
            words.width -= px(12)
            self.host.under.append(
                partial(paint_label, theme=self.theme, rect=words, words=label, note=note)
            )
        return inset(control, 0, (row.height - min(px(_CONTROL), row.height - px(3))) // 2)

    def segments(
        self,
        label: str,
        options: Sequence[tuple[Value, str]],
        value: Value,
        change: Callable[[Value], object],
        *,
        note: str = "",
    ) -> Group[Value]:
        """Add a row with buttons, one of them chosen."""
        return self.group(self.space(label, note), options, value, change)

    def group(
        self,
        rect: Rect,
        options: Sequence[tuple[Value, str]],
        value: Value,
        change: Callable[[Value], object],
        *,
        upright: bool = False,
        make: Callable[[Rect, str], Option] = Option,
    ) -> Group[Value]:
        """Add buttons in `rect`, one of them chosen, side by side, or below one another."""
        px = self.theme.px
        ground = partial(draw.box, fill=look.WELL, radius=px(9), border=look.LINE, width=px(1))
        self.host.under.append(partial(ground, rect=Rect(rect)))
        captions, room = [words for _option, words in options], inset(rect, px(3))
        places = down(room, *[FILL] * len(options)) if upright else None
        made = [
            (option, make(place, words))
            for (option, words), place in zip(
                options, places or _abreast(self.theme, room, captions), strict=True
            )
        ]
        group = Group(self.host, made, value, change, upright=upright)
        self.groups.append(group)
        return group

    def switch(
        self, label: str, on: bool, change: Callable[[bool], object], *, note: str = ""
    ) -> Switch:
        """Add a row that is turned on and off wherever it is pressed."""
        px, row = self.theme.px, self._row()
        at, turn = row.left + round(row.width * self._share), lambda: change(not on)
        place, act = row.inflate(px(16), -px(4)), partial(self.host.click, turn)
        return self.host.add(Switch(place, label, note, act, on=on, at=at))

    def slider(
        self,
        label: str,
        stops: Sequence[Value],
        value: Value,
        words: Callable[[Value], str],
        change: Callable[[Value], object],
        *,
        note: str = "",
    ) -> Slider[Value]:
        """Add a row with a slider."""
        px, control = self.theme.px, self.space(label, note)
        wide = min(px(124), control.width // 3)
        track, figures = across(control, control.width - wide - px(14), wide, gap=px(14))
        track = inset(track, 0, (track.height - px(22)) // 2)
        return self.host.add(Slider(track, figures, stops, value, words, change))

    def field(
        self,
        rect: Rect,
        text: str,
        change: Callable[[str], object],
        *,
        placeholder: str = "",
        limit: int = 0,
        digits: bool = False,
    ) -> TextField:
        """Add a field for text in `rect`."""
        return self.host.add(
            TextField(
                rect,
                self.theme,
                text,
                change,
                placeholder=placeholder,
                limit=limit,
                digits=digits,
            )
        )


class CardScene(Scene):
    """A card with a heading and a way back. Subclasses fill `body` and `foot` in `fill`."""

    tallest: ClassVar[int] = 740
    widest: ClassVar[int] = 1080
    foot_height: ClassVar[int] = 0
    title: ClassVar[str] = ""

    form: Form

    @property
    def heading(self) -> str:
        """What stands at the top of the card: the `title`, in the language in use."""
        return _(self.title)

    def fill(self) -> None:
        """Create the widgets of the page."""
        raise NotImplementedError

    def resume(self) -> None:
        """Come back to the top, where the keyboard's focus is placed again."""
        self._begun = False

    def needed(self, width: int) -> int:
        """Return how high the body has to be at a width; 0 for as high as the card can be."""
        return 0

    def build(self) -> None:
        """Lay out the card, with the way back in its head, and fill it."""
        self.lay_out()
        px = self.theme.px
        place = pygame.Rect(self.head.left - px(14), self.head.top + px(4), px(44), px(44))
        tip = _("Back (Esc)")
        self.add_button(place, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip)
        self.fill()

    def lay_out(self) -> None:
        """Find the places of the card, its head, its body and its foot."""
        px, (width, height) = self.theme.px, self.size
        margin = 2 * min(px(28), height // 24)
        foot = px(self.foot_height)
        gap, below = (px(12), px(18)) if foot else (px(6), px(18))
        parts = (px(12), px(52), px(18), FILL, gap, foot, below)
        wide, tall = min(width - margin, px(self.widest)), min(height - margin, px(self.tallest))
        if needed := self.needed(wide - 2 * px(28)):
            tall = min(tall, sum(part for part in parts if isinstance(part, int)) + needed)
        self.card = centred(pygame.Rect((0, 0), self.size), wide, tall)
        _pad, self.head, _rule, self.body, _gap, self.foot, _pad = down(
            inset(self.card, px(28), 0), *parts
        )
        self.form = Form(self, self.body)

    def add_page(self, room: pygame.Rect, blocks: Iterable[Block]) -> int:
        """Put a page of blocks on the card; return how high it is."""
        from battle.window.pages import Flow

        flow = Flow()
        flow.place(self.theme, room)
        flow.fill(tuple(blocks))
        self.under.append(partial(flow.paint, theme=self.theme))
        return flow.height

    def add_line(
        self, room: pygame.Rect, words: str, tip: str, copy: Callable[[], object]
    ) -> Button:
        """Put a line to send on the card; return the button that copies it."""
        px = self.theme.px
        well, beside = across(room, FILL, px(48), gap=px(10))
        ground = partial(draw.box, fill=look.WELL, radius=px(9), border=look.GOLD)
        self.under.append(partial(ground, rect=well))
        self.write(words, inset(well, px(14), px(4)), Role.TEXT, look.GOLD)
        return self.add_button(centred(beside, px(48), px(48)), "", copy, icon="copy", tip=tip)

    def add_primary(
        self, words: str, action: Callable[[], object], icon: str, *, width: int = 230
    ) -> Button:
        """Put the button that goes on at the right of the foot; `width` is at 1280 x 800."""
        rect = pygame.Rect(0, 0, self.theme.px(width), self.theme.px(50))
        rect.midright = self.foot.midright
        return self.add_button(rect, words, action, look_as="primary", icon=icon)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table, the card, and its heading."""
        self.paint_ground(surface)
        self.paint_head(surface)
        self.paint_page(surface)

    def paint_head(self, surface: pygame.Surface) -> None:
        """Paint the heading beside the way back, and a line below it."""
        px = self.theme.px
        words = across(self.head, px(40), FILL)[1]
        draw.text(surface, self.theme.font(Role.TITLE), self.heading, look.INK, words)
        surface.fill(
            look.LINE, pygame.Rect(self.head.left, self.head.bottom + px(2), self.head.width, px(1))
        )

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Paint the table and the card on it."""
        backdrop(surface, self.theme)
        paint_card(surface, self.theme, self.card)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what is the page's own, under the widgets."""

    def before(self, button: Button) -> Rect:
        """Return the foot up to its button."""
        left = button.rect.left - self.foot.left
        return across(self.foot, left - self.theme.px(20), FILL)[0]

    def paint_note(
        self, surface: pygame.Surface, room: pygame.Rect, words: str, ink: pygame.Color, icon: str
    ) -> None:
        """Write a note in at most three lines."""
        px = self.theme.px
        draw.sign(surface, icon, px(22), ink, midleft=room.midleft)
        room = across(room, px(34), FILL)[1]
        place = centred(room, room.width, 3 * self.theme.font(Role.SMALL).get_height())
        draw.text_within(surface, self.theme, Role.SMALL, words, ink, place)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Show the keys with F1 and `?`."""
        return not (self.typing and event.key != pygame.K_F1) and self.handle_common_key(event)


# --- the frame of a place ------------------------------------------------------------------------

RAIL: Final = 76
"""How wide the rail is."""
_STOP: Final = (64, 60)
_MARK: Final = 40


class Stop(Button):
    """One of the places on the rail: its sign, and its word below that."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, look_as="quiet", **how)
        self.style = self.style._replace(role=Role.SMALL)

    def room(self, theme: Theme) -> Rect:
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px = theme.px
        self.paint_ground(surface, theme)
        if self.selected:
            draw.box(surface, self.rect, look.CHOSEN, radius=px(10))
        ink = look.GOLD if self.selected else look.INK if self.hovered else look.MUTED
        picture, words, _margin = down(self.rect, FILL, px(20), px(5))
        draw.sign(surface, self.icon, px(24), ink, center=picture.move(0, px(2)).center)
        draw.line(surface, theme, Role.SMALL, self.text, ink, inset(words, px(1), 0), "centre")


def stops(theme: Theme, height: int, count: int) -> list[Rect]:
    """Return where the stops of a rail of some height are."""
    px, (wide, tall) = theme.px, _STOP
    top, least = px(74), px(10)
    tall = min(px(tall), (height - top - least) // count - px(6))
    left = (px(RAIL) - px(wide)) // 2
    return [Rect(left, top + number * (tall + px(6)), px(wide), tall) for number in range(count)]


def beside_rail(theme: Theme, size: tuple[int, int]) -> Rect:
    """Return what the rail leaves of a window."""
    return across(Rect((0, 0), size), theme.px(RAIL), FILL)[1]


def add_rail(scene: Scene, tab: str, follow: Callable[[Act], object]) -> None:
    """Put the places on the rail, with the one that is shown."""
    places = tabs(tab)
    for place, rect in zip(places, stops(scene.theme, scene.size[1], len(places)), strict=True):
        go = partial(scene.click, partial(follow, place.do))
        scene.add(Stop(rect, place.words, go, icon=place.icon)).selected = place.on


def paint_rail(surface: pygame.Surface, theme: Theme) -> None:
    """Paint the ground of the rail with the program's sign."""
    px = theme.px
    rail = Rect(0, 0, px(RAIL), surface.get_height())
    surface.fill(look.WELL, rail)
    surface.fill(look.LINE, Rect(rail.right - 1, 0, 1, rail.height))
    mark = draw.picture("icons/app.svg", px(_MARK))
    surface.blit(mark, mark.get_rect(center=(rail.centerx, px(34))))
