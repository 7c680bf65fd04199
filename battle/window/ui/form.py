"""Rows of a form: words at the left, a control at the right.

A `Form` places rows from top to bottom in a rectangle and ties every control to what happens when
it changes; the widgets are its host's, see `WidgetHost`. Each control is one stop of the keyboard's
walk: left and right choose in a group and move a slider, Enter and the space bar turn a switch.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton, UIHorizontalSlider, UITextEntryLine

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme

Value = TypeVar("Value")
Change = Callable[[Any], object]

_ROW: Final = 62
_CONTROL: Final = 42


@dataclass
class _Words:
    """The words of a row."""

    label: str
    note: str
    rect: pygame.Rect


@dataclass
class Group(Generic[Value]):
    """Buttons of which one is chosen; only that one is a stop of the keyboard's walk.

    They lie side by side, or below one another if `upright`.
    """

    values: Sequence[Value]
    buttons: list[UIButton]
    chosen: int
    rect: pygame.Rect
    change: Callable[[Value], object]
    upright: bool = False


@dataclass
class Slider(Generic[Value]):
    """A slider with stops; `told` is the stop its change was last told of."""

    widget: UIHorizontalSlider
    stops: Sequence[Value]
    words: Callable[[Value], str]
    change: Callable[[Value], object]
    rect: pygame.Rect
    told: int

    @property
    def at(self) -> int:
        """The stop the knob is nearest to."""
        return max(0, min(len(self.stops) - 1, round(self.widget.get_current_value())))


@dataclass
class Switch:
    """A row that is on or off."""

    button: UIButton
    on: bool
    rect: pygame.Rect


@dataclass
class TextField:
    """A field for a line of text; `told` is what its change was last told."""

    widget: UITextEntryLine
    change: Change
    told: str

    def tell(self) -> None:
        """Tell the text if it has changed."""
        text = self.widget.get_text()
        if text != self.told:
            self.told = text
            self.change(text)


class WidgetHost(Protocol):
    """What has widgets: a host. `order` is the keyboard's walk, `focused` where it is."""

    theme: Theme
    ui: pygame_gui.UIManager
    order: list[UIElement]
    focused: UIElement | None

    def add(self, element: UIElement) -> UIElement:
        """Add a widget to the keyboard's walk."""

    def add_button(
        self,
        rect: pygame.Rect,
        words: str,
        action: Callable[[], object],
        *,
        look_as: str = "",
        icon: str = "",
        tip: str = "",
    ) -> UIButton:
        """Add a button that does something when it is pressed."""

    def words_of(self, button: UIButton) -> str:
        """Return what a button says."""

    def write_on(self, button: UIButton, words: str) -> None:
        """Let a button say something else."""

    def focus(self, element: UIElement | None) -> None:
        """Put the keyboard's focus on a widget, or on none."""


class Form:
    """Rows below one another in `rect`; each as high as there is room for."""

    def __init__(self, host: WidgetHost, rect: pygame.Rect) -> None:
        self._host = host
        self.groups: list[Group[Any]] = []
        self.sliders: list[Slider[Any]] = []
        self.switches: list[Switch] = []
        self._words: list[_Words] = []
        self._fields: dict[UITextEntryLine, TextField] = {}
        self.lay(rect, 1)

    def lay(self, rect: pygame.Rect, rows: int, share: float = 0.42) -> None:
        """Place what follows in `rect`, in `rows` rows; labels take `share` of the width."""
        px = self._host.theme.px
        self.rect = rect
        self.row_height = min(px(_ROW), rect.height // max(1, rows))
        self.control_height = min(px(_CONTROL), self.row_height - px(6))
        self._top = rect.top
        self._share = share

    @property
    def theme(self) -> Theme:
        """Lengths and fonts."""
        return self._host.theme

    @property
    def fields(self) -> list[UITextEntryLine]:
        """The fields for text, in the order of adding."""
        return list(self._fields)

    @property
    def bottom(self) -> int:
        """Where the next row begins."""
        return self._top

    def _row(self, label: str, note: str) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the next row and the place of its control."""
        row = pygame.Rect(self.rect.left, self._top, self.rect.width, self.row_height)
        self._top += self.row_height
        left = round(row.width * self._share) if label else 0
        control = pygame.Rect(row.left + left, 0, row.width - left, self.control_height)
        control.centery = row.centery
        gap = self._host.theme.px(12)
        self._words.append(_Words(label, note, pygame.Rect(row.topleft, (left - gap, row.height))))
        return row, control

    # --- controls -------------------------------------------------------------------------------

    def segments(
        self,
        label: str,
        options: Sequence[tuple[Value, str]],
        value: Value,
        change: Callable[[Value], object],
        *,
        note: str = "",
        tips: Mapping[Value, str] | None = None,
    ) -> UIButton:
        """Add a group of buttons of which one is chosen; return the chosen button.

        `tips` are shown for the options they explain.
        """
        control = self._row(label, note)[1]
        return self.group(control, options, value, change, tips=tips)

    def group(
        self,
        rect: pygame.Rect,
        options: Sequence[tuple[Value, str]],
        value: Value,
        change: Callable[[Value], object],
        *,
        tips: Mapping[Value, str] | None = None,
    ) -> UIButton:
        """Add a group of buttons in `rect`; return the chosen one."""
        return self._fill(Group([], [], 0, rect, change), options, value, tips or {})

    def column(
        self,
        rect: pygame.Rect,
        options: Sequence[tuple[Value, str]],
        value: Value,
        change: Callable[[Value], object],
    ) -> Group[Value]:
        """Add a group of buttons below one another in `rect`."""
        group: Group[Value] = Group([], [], 0, rect, change, upright=True)
        self._fill(group, options, value, {})
        return group

    def _fill(
        self,
        group: Group[Value],
        options: Sequence[tuple[Value, str]],
        value: Value,
        tips: Mapping[Value, str],
    ) -> UIButton:
        group.values = [option for option, _words in options]
        group.chosen = group.values.index(value) if value in group.values else 0
        host, look_as = self._host, "listed" if group.upright else "segment"
        room = group.rect.inflate(-2 * host.theme.px(3), -2 * host.theme.px(3))
        captions = [words for _option, words in options]
        if group.upright:
            places = _upright(room, len(captions))
        else:
            places = _abreast(host.theme, room, captions)
        for number, (words, place) in enumerate(zip(captions, places, strict=True)):
            tip = tips.get(group.values[number], "")
            button = host.add_button(
                place, words, partial(self._choose, group, number), look_as=look_as, tip=tip
            )
            host.order.remove(button)
            group.buttons.append(button)
        chosen = group.buttons[group.chosen]
        host.order.append(chosen)
        chosen.select()
        self.groups.append(group)
        return chosen

    def _choose(self, group: Group[Any], number: int) -> None:
        host, old, new = self._host, group.buttons[group.chosen], group.buttons[number]
        if old is new:
            return
        host.order[host.order.index(old)] = new
        old.unselect()
        new.select()
        group.chosen = number
        if host.focused is old:
            host.focus(new)
        group.change(group.values[number])

    def switch(
        self, label: str, on: bool, change: Callable[[bool], object], *, note: str = ""
    ) -> UIButton:
        """Add a row that is turned on and off wherever it is pressed."""
        row, control = self._row(label, note)
        self._words[-1].rect.width = round(row.width * 0.8)
        px = self._host.theme.px
        hit = row.inflate(px(16), -px(4))
        button = self._host.add_button(hit, "", lambda: change(not on), look_as="row")
        pill = pygame.Rect(0, 0, px(50), px(28))
        pill.midright = control.midright
        self.switches.append(Switch(button, on, pill))
        return button

    def slider(
        self,
        label: str,
        stops: Sequence[Value],
        value: Value,
        words: Callable[[Value], str],
        change: Callable[[Value], object],
        *,
        note: str = "",
    ) -> UIHorizontalSlider:
        """Add a slider with `stops`; the change is told when the knob is let go."""
        control = self._row(label, note)[1]
        px = self._host.theme.px
        at = list(stops).index(value) if value in stops else 0
        figures = pygame.Rect(control)
        figures.width = min(px(124), control.width // 2)
        figures.right = control.right
        track = pygame.Rect(control.left, 0, control.width - figures.width - px(14), px(22))
        track.centery = control.centery
        widget = UIHorizontalSlider(track, at, (0, len(stops) - 1), self._host.ui)
        self._host.add(widget)
        self.sliders.append(Slider(widget, stops, words, change, figures, at))
        return widget

    def move(self, widget: UIHorizontalSlider, value: object) -> None:
        """Bring a slider to the stop of a value, of which its change is not told."""
        slider = next(one for one in self.sliders if one.widget is widget)
        slider.told = list(slider.stops).index(value)
        widget.set_current_value(slider.told)

    def entry(
        self,
        label: str,
        text: str,
        change: Callable[[str], object],
        *,
        placeholder: str = "",
        limit: int = 0,
        note: str = "",
    ) -> UITextEntryLine:
        """Add a field for a line of text."""
        return self.field(
            self._row(label, note)[1], text, change, placeholder=placeholder, limit=limit
        )

    def field(
        self,
        rect: pygame.Rect,
        text: str,
        change: Callable[[str], object],
        *,
        placeholder: str = "",
        limit: int = 0,
    ) -> UITextEntryLine:
        """Add a field for a line of text in `rect`."""
        field = UITextEntryLine(
            rect, self._host.ui, initial_text=text, placeholder_text=placeholder or None
        )
        if limit:
            field.set_text_length_limit(limit)
        self._fields[field] = TextField(field, change, field.get_text())
        self._host.add(field)
        return field

    def button(
        self, rect: pygame.Rect, action: Callable[[], object], *, icon: str, tip: str
    ) -> UIButton:
        """Add a button with an icon in `rect`."""
        return self._host.add_button(rect, "", action, icon=icon, tip=tip)

    def press(self, rect: pygame.Rect, words: str, action: Callable[[], object]) -> UIButton:
        """Add a button with words in `rect`."""
        return self._host.add_button(rect, words, action)

    def has_focus(self, element: UIElement | None) -> bool:
        """Whether the keyboard is on a widget."""
        return element is not None and self._host.focused is element

    def space(self, label: str = "", note: str = "") -> pygame.Rect:
        """Leave the control of the next row to the caller; return its place."""
        return self._row(label, note)[1]

    def rename(self, button: UIButton, words: str) -> None:
        """Let one of a group say something else; all of it find their places anew."""
        group = next(group for group in self.groups if button in group.buttons)
        captions = [words if one is button else self._host.words_of(one) for one in group.buttons]
        room = group.buttons[0].rect.unionall([one.rect for one in group.buttons])
        for one, place in zip(
            group.buttons, _abreast(self._host.theme, room, captions), strict=True
        ):
            one.set_position(place.topleft)
            one.set_dimensions(place.size)
        for one, caption in zip(group.buttons, captions, strict=True):
            self._host.write_on(one, caption)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Use the arrows for the group or the slider that has the focus.

        Up and down choose in a group that stands upright, and leave it at its ends.
        """
        upright = event.key in (pygame.K_UP, pygame.K_DOWN)
        if not upright and event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        by = 1 if event.key in (pygame.K_RIGHT, pygame.K_DOWN) else -1
        for group in self.groups:
            if self._host.focused is group.buttons[group.chosen]:
                return self._move(group, by, upright=upright)
        if upright:
            return False
        for slider in self.sliders:
            if self._host.focused is slider.widget:
                at = max(0, min(len(slider.stops) - 1, slider.at + by))
                slider.widget.set_current_value(at)
                return True
        return False

    def _move(self, group: Group[Any], by: int, *, upright: bool) -> bool:
        """Choose the next of a group; return whether the key is used up."""
        to, count = group.chosen + by, len(group.buttons)
        if upright and not (group.upright and 0 <= to < count):
            return False
        self._choose(group, to % count)
        return True

    def on_event(self, event: pygame.event.Event) -> None:
        """Tell a field's change."""
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED and event.ui_element in self._fields:
            self._fields[event.ui_element].tell()

    def commit(self) -> None:
        """Tell now what was typed in this very moment."""
        for entry in list(self._fields.values()):
            entry.tell()

    def update(self) -> None:
        """Tell the changes of sliders whose knob is not held."""
        if pygame.mouse.get_pressed()[0]:
            return
        for slider in self.sliders:
            if slider.at != slider.told:
                slider.told = slider.at
                slider.change(slider.stops[slider.at])
                return

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what lies under the widgets: the wells of groups, the tracks of sliders."""
        px = self._host.theme.px
        for group in self.groups:
            draw.box(surface, group.rect, look.WELL, radius=px(9), border=look.LINE, width=px(1))
        for slider in self.sliders:
            self._paint_track(surface, slider)

    def _paint_track(self, surface: pygame.Surface, slider: Slider[Any]) -> None:
        px = self._host.theme.px
        track = pygame.Rect(slider.widget.rect.left, 0, slider.widget.rect.width, px(6))
        track.centery = slider.widget.rect.centery
        draw.box(surface, track, look.WELL, radius=track.height // 2, border=look.LINE)
        done = pygame.Rect(track)
        knob = slider.widget.sliding_button
        done.width = knob.rect.centerx - track.left if knob is not None else 0
        draw.box(surface, done, look.GOLD_DEEP, radius=track.height // 2)
        font = self._host.theme.font(Role.STRONG)
        shown = slider.words(slider.stops[slider.at])
        draw.text(surface, font, shown, look.INK, slider.rect, "right")

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint words and switches, which lie over their rows' buttons."""
        for words in self._words:
            self._paint_words(surface, words)
        for switch in self.switches:
            paint_switch(surface, self._host.theme, switch.rect, on=switch.on)

    def _paint_words(self, surface: pygame.Surface, words: _Words) -> None:
        theme = self._host.theme
        label = pygame.Rect(words.rect)
        if not words.label:
            return
        if words.note:
            small = theme.font(Role.SMALL)
            line = theme.font(Role.TEXT).get_linesize()
            height = line + small.get_linesize()
            label.top += (words.rect.height - height) // 2
            label.height = line
            note = pygame.Rect(label.left, label.bottom, label.width, small.get_linesize())
            draw.text_within(surface, theme, Role.SMALL, words.note, look.MUTED, note)
        draw.text_within(surface, theme, Role.TEXT, words.label, look.INK, label)


def _upright(rect: pygame.Rect, count: int) -> list[pygame.Rect]:
    """Return `count` equal parts of `rect` from top to bottom."""
    edges = [rect.height * number // count for number in range(count + 1)]
    return [
        pygame.Rect(rect.left, rect.top + top, rect.width, end - top)
        for top, end in itertools.pairwise(edges)
    ]


def _abreast(theme: Theme, rect: pygame.Rect, captions: Sequence[str]) -> list[pygame.Rect]:
    """Return parts of `rect` from left to right: equal ones, or as wide as the captions need.

    Where not all have room in one line the widest take two, and the widest of all give way.
    """
    font, count, spare = theme.font(Role.BUTTON), len(captions), theme.px(10)
    needs = [font.size(words)[0] + spare for words in captions]
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
    edges = [rect.left + rect.width * end // ends[-1] for end in ends]
    return [
        pygame.Rect(left, rect.top, right - left, rect.height)
        for left, right in itertools.pairwise(edges)
    ]


def _two_lines(font: pygame.font.Font, words: str) -> int:
    """Return how wide words are in two lines that are as even as they can be."""
    parts = words.split(" ")
    breaks = range(1, max(2, len(parts)))
    return min(
        max(font.size(" ".join(parts[:at]))[0], font.size(" ".join(parts[at:]))[0]) for at in breaks
    )


def paint_switch(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, *, on: bool) -> None:
    """Paint a switch: its knob on the right with a tick when it is on, else on the left."""
    px = theme.px
    ground = look.GOLD if on else look.WELL
    edge = look.GOLD if on else look.FAINT
    draw.box(surface, rect, ground, radius=rect.height // 2, border=edge, width=px(1.5))
    knob = pygame.Rect(0, 0, rect.height - px(8), rect.height - px(8))
    knob.centery = rect.centery
    if on:
        knob.right = rect.right - px(4)
    else:
        knob.left = rect.left + px(4)
    ink = look.DARK_INK if on else look.MUTED
    draw.box(surface, knob, ink, radius=knob.height // 2)
    if on:
        mark = draw.icon("check", px(18), look.DARK_INK)
        surface.blit(mark, mark.get_rect(midleft=(rect.left + px(6), rect.centery)))
