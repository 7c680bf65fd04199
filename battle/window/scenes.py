"""Scenes: what the window shows, one at a time or laid over one another.

The app keeps a stack of scenes. The top one gets the events; it is drawn over the ones below when
it is an overlay (a dialog). The order of calls on a scene is fixed:

    Scene(app)  enter()  resize(size)  { handle(event)*  update(seconds)  draw(surface) }*  leave()
                            ▲                                                                 │
                            └── resume() ◄── the scene above has gone ◄───────────────────────┘

`draw` changes nothing: calling it twice, or not at all, makes no difference to the scene.

A scene gets what it needs of the program from `Services`, and goes to other screens by their names
(`go`, see `battle.window.main`), so that no screen imports another or the app.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

import pygame
from pygame import Rect

from battle import services
from battle.game.session import Session
from battle.language import _, explain
from battle.page.blocks import Block
from battle.profile.settings import SETTINGS
from battle.rules.position import Cell, Kind, Move, Player, Position, RulesError
from battle.rules.record import Node
from battle.window.board import (
    AnalysisLayout,
    Board,
    BoardView,
    Box,
    Flight,
    Motion,
    Refused,
    TableLayout,
    pair_flights,
    row_of,
    table_cloth,
)
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS, CutText, paint_whole
from battle.window.ui.keys import KeyTable, TileTyping, action_of, keys_of, words_of
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.signals import Notifications, Sound
from battle.window.ui.theme import Font, Role, Theme
from battle.window.ui.widgets import (
    Button,
    Point,
    Slider,
    Switch,
    TextField,
    Widget,
    paint_label,
)
from battle.words import broken

if TYPE_CHECKING:
    from battle.friend.games import FriendGame


@dataclass(frozen=True)
class Message:
    """A message for the person: `kind` is `info`, `refused` or `problem`.

    `said_at` is when it was said, in seconds of the clock of the services.
    """

    text: str
    kind: str = "info"
    said_at: float = 0.0


class Services(services.Services):
    """The services of the program for its scenes; `battle.window.main.App` provides them.

    `focused` says whether the window is in the foreground, `message` what was said last; `scenes`
    is the stack. `has_turned` notes that a screen was shown, which leaves pictures behind.
    """

    theme: Theme
    surface: pygame.Surface
    sound: Sound
    notifications: Notifications
    message: Message
    scenes: list[Scene]
    running = True
    focused = True
    has_turned = False

    def say(self, text: str, kind: str = "info") -> None:
        """Show a message in the scene's status line or in a note over the scene."""

    def wake(self) -> None:
        """Draw every frame for a while."""

    def quit(self) -> None:
        """End the program after this step."""
        self.running = False

    def point(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return where an event's position lies on the surface (they differ on some displays)."""
        raise NotImplementedError

    @property
    def size(self) -> tuple[int, int]:
        """The size of the drawing surface in pixels."""
        return self.surface.get_size()

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the screen."""
        return self.settings.window.fullscreen

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to a window."""

    # --- from screen to screen --------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The scene on top, which gets the events."""
        return self.scenes[-1]

    def unread(self, game: FriendGame) -> int:
        """Return how many messages of a friend wait to be read, 0 where messages are off."""
        return len(game.chat.unread) if self.settings.talk else 0

    @property
    def is_over_another(self) -> bool:
        """Whether a scene lies below the one on top."""
        return len(self.scenes) > 1

    def go(self, screen: str, *what: Any, **how: Any) -> None:
        """Go to a screen by its name in `battle.window.main`, with what it is to show."""

    def push(self, scene: Scene) -> None:
        """Show `scene` on top of the others."""
        if self.scenes:
            (self.scene.covered if scene.overlay else self.scene.leave)()
        self.scenes.append(scene)
        self._enter(scene)

    def pop(self) -> None:
        """Leave the scene on top for the one below; leaving the last one ends the program."""
        self.scenes.pop().leave()
        if not self.scenes:
            self.quit()
        else:
            self.scene.resume()
            self._show(self.scene)

    def replace(self, scene: Scene) -> None:
        """Show `scene` instead of the whole stack."""
        for old in reversed(self.scenes):
            old.leave()
        self.scenes = [scene]
        self._enter(scene)

    def swap(self, scene: Scene) -> None:
        """Show `scene` instead of the one on top; what lies below stays."""
        self.scenes.pop().leave()
        self.scenes.append(scene)
        self._enter(scene)

    def _enter(self, scene: Scene) -> None:
        scene.enter()
        self._show(scene)

    def _show(self, scene: Scene) -> None:
        self.has_turned = True
        scene.resize(self.size)
        self.wake()


def attempt(say: Callable[[str, str], object], call: Callable[[], object]) -> bool:
    """Do something; return whether it could be done, having said why where it could not."""
    try:
        call()
    except RulesError as error:
        say(explain(error), "refused")
        return False
    return True


Value = TypeVar("Value")
Place = TypeVar("Place", bound=Widget)

UNASKED_SECONDS: Final = 1.0
"""How long a screen that opens by itself ignores keys: they may be meant for the one below."""
_TIP_SECONDS: Final = 0.7
"""How long the mouse rests on a widget before its tip is shown."""
_DOUBLE_SECONDS: Final = 0.4
_POINTER: Final = pygame.Cursor(pygame.SYSTEM_CURSOR_ARROW)
_TEXT_POINTER: Final = pygame.Cursor(pygame.SYSTEM_CURSOR_IBEAM)
_WAYS: Final = {pygame.K_DOWN: 1, pygame.K_RIGHT: 1, pygame.K_UP: -1, pygame.K_LEFT: -1}


class Scene:
    """One screen.

    Subclasses make all their widgets in `build`, from attributes that hold what was entered, so
    that the widgets can be thrown away and made again whenever size, text scale or language
    change. Everything is reachable by keyboard: Tab and the arrow keys walk through `self.order`
    (the order of building), Enter and the space bar press, Esc calls `cancel`. A scene that is
    `unasked` comes by itself.
    """

    overlay: ClassVar[bool] = False
    """Whether the scene below stays visible under this one."""
    shows_messages: ClassVar[bool] = False
    """Whether the scene shows the app's messages itself; the app shows them otherwise."""
    opens: ClassVar[str] = "table"
    """The screen that shows a game that is dropped on this one."""
    help_page: ClassVar[str] = "table"
    """The screen whose keys the help shows first."""

    theme: Theme
    size: tuple[int, int]

    def __init__(self, app: Services, *, unasked: bool = False) -> None:
        self.app = app
        self._takes_keys_from = app.now() + UNASKED_SECONDS if unasked else app.now()
        self.widgets: list[Widget] = []
        self.order: list[Widget] = []
        self.under: list[Callable[[pygame.Surface], object]] = []
        self.focused: Widget | None = None
        self._held: Widget | None = None
        self.uses_keys = False
        self._pointed: tuple[Widget | None, float] = (None, 0.0)
        self._has_tips = False
        self._pressed: tuple[Point, float] = ((-1, -1), 0.0)

    # --- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Come onto the stack, once, by default as one comes back; `resize` follows."""
        self.resume()

    def resume(self) -> None:
        """Come back to the top of the stack; `resize` follows."""

    def leave(self) -> None:
        """Be covered by a scene that is no overlay, or be taken off the stack."""

    def focus_lost(self) -> None:
        """Let the window go to the background."""

    def focus_gained(self) -> None:
        """Come back to the foreground."""

    def quitting(self) -> None:
        """Save what must not be lost: the program is about to end."""

    @property
    def in_play(self) -> bool | None:
        """Whether a person plays here, so that reviews and proofs in the background wait.

        None leaves that to the scene below.
        """
        return None

    @property
    def moving(self) -> bool:
        """Whether something moves, so that every frame has to be drawn."""
        return False

    @property
    def ticking(self) -> bool:
        """Whether something changes by itself from second to second, such as a clock."""
        return False

    # --- what a screen is made of ----------------------------------------------------------------

    def build(self) -> None:
        """Make the widgets for `self.size`."""
        raise NotImplementedError

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what lies below the widgets."""

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint what lies above the widgets."""

    def cancel(self) -> None:
        """Do what Esc means here; by default the scene is left."""
        self.app.pop()

    def leave_for(self, go: Callable[[], object]) -> None:
        """Do what leads away, after a question where something here would be lost."""
        go()

    def confirm(self) -> None:
        """Do what Enter in a text field means; by default the next field is next."""
        self._step(1)

    def on_event(self, event: pygame.event.Event) -> None:
        """React to an event that no widget used."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """React to a key before the widgets do; return whether it was used."""
        return False

    def resize(self, size: tuple[int, int]) -> None:
        """Make the widgets again; the focus stays on the one at the same place in the order."""
        before = self.focused
        focused = self.order.index(before) if before in self.order else None
        self.size = size
        self.theme = self.app.theme
        self.widgets, self.order, self.under = [], [], []
        self.focused = self._held = None
        self.build()
        if focused is not None and focused < len(self.order):
            after = self.order[focused]
            self.focus(after)
            if isinstance(before, TextField) and isinstance(after, TextField):
                after.follow(before)

    def add_button(
        self,
        rect: Rect,
        words: str,
        action: Callable[[], object],
        *,
        look_as: str = "",
        icon: str = "",
        tip: str = "",
    ) -> Button:
        """Add a button; `look_as` is one of `STYLES`."""
        return self.add(
            Button(rect, words, partial(self._act, action), look_as=look_as, icon=icon, tip=tip)
        )

    def _act(self, action: Callable[[], object]) -> None:
        self.app.sound.play("select")
        action()

    def write(
        self,
        words: str,
        rect: Rect,
        role: Role = Role.SMALL,
        ink: pygame.Color = look.MUTED,
        *,
        align: draw.Align = "left",
    ) -> None:
        """Put words on the screen, under the widgets, until these are made again."""
        paint = partial(draw.text_within, theme=self.theme, role=role, words=words, align=align)
        self.under.append(partial(paint, colour=ink, rect=Rect(rect)))

    @property
    def buttons(self) -> list[Button]:
        """All buttons, in the order of building."""
        return [widget for widget in self.widgets if isinstance(widget, Button)]

    def add(self, widget: Place, *, walked: bool = True) -> Place:
        """Add a widget, and unless it is not `walked` to the keyboard's walk."""
        self.widgets.append(widget)
        if walked:
            self.order.append(widget)
        return widget

    def covered(self) -> None:
        """Take tool tips and hover effects away."""
        self._pointed = (None, 0.0)
        for widget in self.widgets:
            widget.hover(None)

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Offer the event to the subclass's keys, then to the widgets, then to the subclass."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self.uses_keys = event.type == pygame.KEYDOWN
            self._has_tips = event.type == pygame.MOUSEMOTION
        if event.type == pygame.KEYDOWN:
            before = self.focused
            used = not self.takes_keys or self.handle_key(event) or self._walk(event)
            self._has_tips = self.focused is not before
        elif event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            used = self._type(event)
        else:
            used = self._mouse(event)
        if not used:
            self.on_event(event)

    def _mouse(self, event: pygame.event.Event) -> bool:
        """Let widgets react to the mouse; return whether one used the event."""
        held, is_left = self._held, getattr(event, "button", 0) == pygame.BUTTON_LEFT
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus(None)
            self._held = self.widget_at(self.app.point(event.pos)) if is_left else None
            if self._held is not None:
                self._press(self._held, self.app.point(event.pos))
            return self._held is not None
        if event.type == pygame.MOUSEBUTTONUP and is_left and held is not None:
            self._held, held.held = None, False
            held.release(self.app.point(event.pos))
            return True
        if event.type == pygame.MOUSEMOTION and held is not None:
            held.drag(self.app.point(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            below = self.widget_at(self.app.point(pygame.mouse.get_pos()))
            return below is not None and below.scroll(-event.y)
        return False

    def _press(self, widget: Widget, point: Point) -> None:
        before, self._pressed = self._pressed, (point, self.app.now())
        double = before[0] == point and self._pressed[1] - before[1] < _DOUBLE_SECONDS
        widget.held = True
        if not isinstance(widget, Button) and widget in self.order:
            self.focus(widget)
        widget.press(point, double=double)

    def widget_at(self, point: Point) -> Widget | None:
        """Return the widget that lies at a point and can be used."""
        at = (one for one in self.widgets if one.usable and one.rect.collidepoint(point))
        return next(at, None)

    def _type(self, event: pygame.event.Event) -> bool:
        """Hand on to a field what is typed, or what an input method is about to enter."""
        field = self.focused
        if not isinstance(field, TextField) or not self.takes_keys:
            return False
        if event.type == pygame.TEXTEDITING:
            field.compose(event.text)
        else:
            field.compose("")
            field.insert(event.text)
        return True

    @property
    def takes_keys(self) -> bool:
        """Whether keys do something: not in the first moment of a scene that came by itself."""
        return self.app.now() >= self._takes_keys_from

    def update(self, seconds: float) -> None:
        """Follow the mouse, let the caret blink, and wait for a tip's moment."""
        if isinstance(self.focused, TextField):
            self.focused.blink(seconds)
        mouse = self.app.point(pygame.mouse.get_pos())
        under = self._held or self.widget_at(mouse)
        over = self.focused if self.uses_keys else under
        shape = _TEXT_POINTER if isinstance(under, TextField) else _POINTER
        if pygame.mouse.get_cursor() != shape:
            with suppress(pygame.error):  # some displays have one pointer only
                pygame.mouse.set_cursor(shape)
        for widget in self.widgets:
            is_here = widget is over and not self.uses_keys and widget.rect.collidepoint(mouse)
            widget.hover(mouse if is_here else None)
        last, waited = self._pointed
        self._pointed = over, waited + seconds if over is last else 0.0

    def draw(self, surface: pygame.Surface) -> None:
        """Paint below, the widgets, the focus ring, above, and a tip over everything."""
        self.paint(surface)
        for paint in self.under:
            paint(surface)
        on_top = self.app.scene is self
        for widget in self.widgets:
            if widget.visible:
                widget.paint(surface, self.theme, focused=on_top and widget is self.focused)
        if on_top and self.focused is not None:
            px, clear = self.theme.px, look.translucent(look.SKY, 0)
            ring = inset(self.focused.rect, -px(3))
            draw.box(surface, ring, clear, radius=px(11), border=look.SKY, width=px(2))
        self.paint_over(surface)
        over, waited = self._pointed
        if self._has_tips and over is not None and over.tip and waited >= _TIP_SECONDS:
            cut = CUT_TEXTS.at(over.rect.center) is not None
            paint_whole(surface, self.theme, CutText(over.rect, over.tip), above=cut)

    def handle_common_key(self, event: pygame.event.Event) -> bool:
        """Do what a key does on every screen; return whether it was one of those."""
        if action_of(event, TABLE_SHORTCUTS) != "help":
            return False
        self.app.go("help", self.help_page)
        return True

    @property
    def keyboard_at(self) -> Rect | None:
        """Where the focused widget is, while keys are pressed and the mouse rests."""
        return Rect(self.focused.rect) if self.uses_keys and self.focused is not None else None

    # --- the keyboard's walk --------------------------------------------------------------------

    def focus(self, widget: Widget | None) -> None:
        """Put the keyboard's focus on a widget, or on none."""
        self.focused = widget

    @property
    def typing(self) -> bool:
        """Whether keys go into a text field."""
        return isinstance(self.focused, TextField)

    def _walk(self, event: pygame.event.Event) -> bool:
        focused = self.focused
        if event.key == pygame.K_ESCAPE:
            self.cancel()
        elif event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif focused is not None and focused.key(event):
            return True
        elif event.key in _WAYS:
            self._step(_WAYS[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if isinstance(focused, TextField):
                self.confirm()
            elif isinstance(focused, Button):
                focused.action()
            else:
                return False
        else:
            return False
        return True

    @property
    def ready(self) -> list[Widget]:
        """The widgets that the keyboard can go to."""
        return [widget for widget in self.order if widget.usable]

    def _step(self, by: int) -> None:
        ready = self.ready
        if self.focused in ready:
            self.focus(ready[(ready.index(self.focused) + by) % len(ready)])
        elif ready:
            self.focus(ready[0 if by > 0 else -1])


# --- forms --------------------------------------------------------------------------------------

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
    """Buttons of which one is chosen; only that one is a stop of the keyboard's walk.

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
            button.action = partial(host._act, partial(self.choose, number))
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
        """Choose the next with an arrow; up and down leave an upright group at its ends."""
        upright = event.key in (pygame.K_UP, pygame.K_DOWN)
        to = self.chosen + _WAYS.get(event.key, 0)
        if event.key not in _WAYS or (
            upright and not (self.upright and 0 <= to < len(self.buttons))
        ):
            return False
        self.choose(to % len(self.buttons))
        return True


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
        tips: Mapping[Value, str] | None = None,
    ) -> Group[Value]:
        """Add a row with buttons of which one is chosen; `tips` explain single options."""
        return self.group(self.space(label, note), options, value, change, tips=tips)

    def group(
        self,
        rect: Rect,
        options: Sequence[tuple[Value, str]],
        value: Value,
        change: Callable[[Value], object],
        *,
        tips: Mapping[Value, str] | None = None,
        upright: bool = False,
        make: Callable[[Rect, str, str], Option] = Option,
    ) -> Group[Value]:
        """Add buttons in `rect` of which one is chosen, side by side, or below one another."""
        px = self.theme.px
        ground = partial(draw.box, fill=look.WELL, radius=px(9), border=look.LINE, width=px(1))
        self.host.under.append(partial(ground, rect=Rect(rect)))
        captions, room = [words for _option, words in options], inset(rect, px(3))
        places = down(room, *[FILL] * len(options)) if upright else None
        made = [
            (option, make(place, words, (tips or {}).get(option, "")))
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
        place, act = row.inflate(px(16), -px(4)), partial(self.host._act, turn)
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
        wide = min(px(124), control.width // 2)
        track, figures = across(control, control.width - wide - px(14), wide, gap=px(14))
        track = inset(track, 0, (track.height - px(22)) // 2)
        return self.host.add(Slider(track, figures, stops, value, words, change))

    def entry(
        self,
        label: str,
        text: str,
        change: Callable[[str], object],
        *,
        placeholder: str = "",
        limit: int = 0,
    ) -> TextField:
        """Add a row with a field for text."""
        return self.field(self.space(label), text, change, placeholder=placeholder, limit=limit)

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


def _abreast(theme: Theme, rect: Rect, captions: Sequence[str]) -> list[Rect]:
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
    edges = [rect.width * end // ends[-1] for end in ends]
    return across(rect, *(right - left for left, right in itertools.pairwise(edges)))


def _two_lines(font: Font, words: str) -> int:
    """Return how wide words are in two lines that are as even as they can be."""
    parts = broken(words)
    return min(
        max(font.size("".join(parts[:at]))[0], font.size("".join(parts[at:]).lstrip())[0])
        for at in range(1, max(2, len(parts)))
    )


# --- card scene ----------------------------------------------------------------------------------
#
# The screens around the table: a card on the table with a heading, a body and a foot.
#
# +--------------------------------+
# | < Back        Heading          |   `head`
# +--------------------------------+
# |  rows of a form, words, art    |   `body`
# +--------------------------------+
# |  note             [ Primary ]  |   `foot`
# +--------------------------------+

_backdrops: dict[tuple[tuple[int, int], float, str], pygame.Surface] = {}


class CardScene(Scene):
    """A card with a heading and a way back. Subclasses fill `body` and `foot` in `fill`."""

    tallest: ClassVar[int] = 740
    widest: ClassVar[int] = 1080
    foot_height: ClassVar[int] = 0
    title: ClassVar[str] = ""

    form: Form

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self._begun = False

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

    def build(self) -> None:
        """Lay out the card and fill it."""
        px, (width, height) = self.theme.px, self.size
        margin = 2 * min(px(28), height // 24)
        size = min(width - margin, px(self.widest)), min(height - margin, px(self.tallest))
        self.card = centred(pygame.Rect((0, 0), self.size), *size)
        foot = px(self.foot_height)
        gap, below = (px(12), px(18)) if foot else (px(6), px(18))
        parts = (px(12), px(52), px(18), FILL, gap, foot, below)
        _pad, self.head, _rule, self.body, _gap, self.foot, _pad = down(
            inset(self.card, px(28), 0), *parts
        )
        self.form = Form(self, self.body)
        place = pygame.Rect(self.head.left - px(14), self.head.top + px(4), px(44), px(44))
        tip = _("Back (Esc)")
        self.back = self.add_button(
            place, "", self.cancel, look_as="quiet", icon="chevron-left", tip=tip
        )
        self.fill()

    def ask(
        self, name: str, value: Any, change: Callable[[Any], object], *, note: str | None = None
    ) -> Any:
        """Add the row of the form that asks for a setting as it is declared; return its widget.

        A `note` takes the place of the one that is declared.
        """
        form, setting, label = self.form, SETTINGS[name], _(SETTINGS[name].label)
        note = _(setting.note) if note is None else note
        if setting.choices:
            return form.segments(label, setting.options, value, change, note=note)
        if setting.stops:
            return form.slider(
                label, setting.stops_with(value), value, setting.words, change, note=note
            )
        return form.switch(label, value, change, note=note)

    def add_page(self, room: pygame.Rect, blocks: Iterable[Block]) -> int:
        """Put a page of blocks on the card; return how high it is."""
        from battle.window.pages import Flow

        flow = Flow()
        flow.place(self.theme, room)
        flow.fill(tuple(blocks))
        self.under.append(partial(flow.paint, theme=self.theme))
        return flow.height

    def add_notice(self, rect: pygame.Rect, icon: str, words: str, more: str = "") -> None:
        """Put a box with an icon and words on the card; they are a strong line if `more` follow."""
        px, strong, small = self.theme.px, Role.STRONG, self.theme.font(Role.SMALL).get_linesize()
        box = partial(draw.box, fill=look.WELL, radius=px(12), border=look.LINE)
        self.under.append(partial(box, rect=rect))
        sign, room, _margin = across(rect, px(64), FILL, px(16))
        paint_sign = partial(draw.sign, name=icon, size=px(28), colour=look.GOLD)
        self.under.append(partial(paint_sign, center=sign.center))
        if more:
            line = self.theme.font(strong).get_linesize()
            first, second = down(centred(room, room.width, line + small), line, small)
            self.write(words, first, strong, look.INK)
            self.write(more, second)
        else:
            self.write(words, inset(room, 0, px(12)), Role.TEXT)

    def add_line(
        self, room: pygame.Rect, words: str, tip: str, copy: Callable[[], object]
    ) -> Button:
        """Put a line to send on the card, in gold; return the button beside it that copies it."""
        px = self.theme.px
        well, beside = across(room, FILL, px(48), gap=px(10))
        ground = partial(draw.box, fill=look.WELL, radius=px(9), border=look.GOLD)
        self.under.append(partial(ground, rect=well))
        self.write(words, inset(well, px(14), px(4)), Role.TEXT, look.GOLD)
        return self.add_button(centred(beside, px(48), px(48)), "", copy, icon="copy", tip=tip)

    def say_instead(self, room: pygame.Rect, words: str, offer: Choice | None = None) -> None:
        """Say in the middle of a room what will be there, and offer what leads to it."""
        px, middle = self.theme.px, room.centery
        above = (room.centerx, middle - px(40))
        self.under.append(
            partial(draw.sign, name="trophy", size=px(64), colour=look.FAINT, midbottom=above)
        )
        line = pygame.Rect(room.left, middle - px(26), room.width, px(40))
        self.write(words, line, Role.HEADING, look.INK, align="centre")
        if offer is not None:
            place = centred(room, px(260), px(52)).move(0, px(60))
            self.begin_at(
                self.add_button(
                    place, offer.words, offer.action, look_as="primary", icon=offer.icon
                )
            )

    def begin_at(self, element: Widget | Group[Any]) -> None:
        """Put the focus on `element` unless it is somewhere already."""
        if not self._begun:
            self._begun = True
            self.focus(element.button if isinstance(element, Group) else element)

    def add_primary(
        self, words: str, action: Callable[[], object], icon: str, *, width: int = 230
    ) -> Button:
        """Put the button that goes on at the right of the foot; `width` is at 1280 x 800."""
        rect = pygame.Rect(0, 0, self.theme.px(width), self.theme.px(50))
        rect.midright = self.foot.midright
        return self.add_button(rect, words, action, look_as="primary", icon=icon)

    def refresh(self) -> None:
        """Rebuild the widgets: something that others depend on has changed."""
        self.resize(self.size)

    def restart(self) -> None:
        """Build the page of another step, with the keyboard's focus at its beginning."""
        self._begun = False
        self.focus(None)
        self.refresh()

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table, the card, and its heading."""
        self.paint_ground(surface)
        px = self.theme.px
        words = across(self.head, px(40), FILL)[1]
        draw.text(surface, self.theme.font(Role.TITLE), self.heading, look.INK, words)
        surface.fill(
            look.LINE, pygame.Rect(self.head.left, self.head.bottom + px(2), self.head.width, px(1))
        )
        self.paint_page(surface)

    def paint_ground(self, surface: pygame.Surface) -> None:
        """Paint the table and the card on it."""
        backdrop(surface, self.theme)
        paint_card(surface, self.theme, self.card)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what is the page's own, under the widgets."""

    def paint_note(
        self, surface: pygame.Surface, words: str, ink: pygame.Color, icon: str, button: Button
    ) -> None:
        """Say something in the foot, left of its button, in three lines at the most."""
        px, note = self.theme.px, pygame.Rect(self.foot)
        draw.sign(surface, icon, px(22), ink, midleft=note.midleft)
        room = across(note, px(34), button.rect.left - note.left - px(54))[1]
        place = centred(room, room.width, 3 * self.theme.font(Role.SMALL).get_height())
        draw.text_within(surface, self.theme, Role.SMALL, words, ink, place)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Show the keys with F1 and `?`."""
        return not (self.typing and event.key != pygame.K_F1) and self.handle_common_key(event)


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


_shadows: Final = draw.PictureCache(10 << 20)


# --- paged card scene ----------------------------------------------------------------------------
#
# A card with several pages that are turned by buttons, arrow keys and Page Up and Down.


class PagedCardScene(CardScene):
    """A page of many; subclasses set `page_count` in `measure` and paint `self.page`."""

    page_count: int = 1
    foot_height: ClassVar[int] = 48

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.page = 0

    def measure(self) -> None:
        """Find out, for the room there is, how many pages there are."""

    def fill(self) -> None:
        """Put the buttons that turn the pages into the foot."""
        self.measure()
        self.page = min(self.page, self.page_count - 1)
        px = self.theme.px
        left, _rest, right = across(self.foot, px(170), FILL, px(170))
        words = _("Next") if self.page < self.page_count - 1 else _("Done")
        self._forward = self.add_button(right, words, self.forward, look_as="primary")
        if self.page_count > 1:
            back = self.add_button(left, _("Previous"), partial(self.turn, -1), look_as="quiet")
            back.enabled = self.page > 0
        self.begin_at(self._forward)

    def forward(self) -> None:
        """Turn to the next page; after the last one leave."""
        if self.page < self.page_count - 1:
            self.turn(1)
        else:
            self.cancel()

    def turn(self, by: int) -> None:
        """Turn `by` pages, as far as there are some."""
        page = max(0, min(self.page_count - 1, self.page + by))
        if page != self.page:
            self.page = page
            self.refresh()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Turn pages with the arrow keys."""
        if event.key in (pygame.K_RIGHT, pygame.K_PAGEDOWN):
            self.turn(1)
        elif event.key in (pygame.K_LEFT, pygame.K_PAGEUP):
            self.turn(-1)
        else:
            return super().handle_key(event)
        return True

    def paint_over(self, surface: pygame.Surface) -> None:
        """Say below which page is open."""
        if self.page_count == 1:
            return
        px = self.theme.px
        words = _("{page} of {pages}").format(page=self.page + 1, pages=self.page_count)
        place = pygame.Rect(0, 0, px(200), px(20))
        place.midbottom = (self.foot.centerx, self.foot.bottom - px(2))
        draw.text(surface, self.theme.font(Role.SMALL), words, look.MUTED, place, "centre")
        step = px(16)
        row = centred(self.foot, step * self.page_count, 0)
        row.top, row.height = self.foot.top, px(24)
        for number, place in enumerate(across(row, *[step] * self.page_count)):
            size = px(9) if number == self.page else px(7)
            dot = centred(place, size, size)
            draw.box(surface, dot, look.GOLD if number == self.page else look.FAINT, radius=size)


# --- dialogs -------------------------------------------------------------------------------------
#
# Questions laid over a scene: answered by one of a few buttons, or with a line of words.

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
        self._fresh = True

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
            places = [one for column in columns for one in down(column, *[tall] * rows, gap=gap)]
        for choice, place in zip(self.choices, places, strict=False):
            style, act = choice.look_as, partial(self.answer, choice)
            if choice.icon:
                style = "menu_item_primary" if style == "primary" else "menu_item"
            self.add_button(place, choice.words, act, look_as=style, icon=choice.icon)
        if self._fresh and self.order:
            self.focus(self.order[0])
            self._fresh = False

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
        self.add_button(right, _("Cancel"), self.cancel)

    def confirm(self) -> None:
        """Close the question and hand the words on."""
        words = " ".join(self.words.split())
        self.app.pop()
        self._answer(words)

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies below, and paint the box."""
        paint_dialog(surface, self.theme, self.box)


# --- file export ---------------------------------------------------------------------------------
#
# What becomes a file: any screen can hand one over to be saved, with `go("save_export", …)`.


@dataclass(frozen=True)
class FileExport:
    """A file to be: its title, its name without and with what it ends in, and its content.

    `session` is the game shown beside it, `about` says what it is where there is none; `position`
    is the position it is of, None for where the game stands.
    """

    heading: str
    name: str
    suffix: str
    content: Callable[[], str | bytes]
    about: str = ""
    session: Session | None = None
    position: Position | None = None


# --- board scene ---------------------------------------------------------------------------------
#
# A scene with a table on it: tiles are selected and pairs chosen, and things said for a while.
#
# Playing, analysing and learning share it. `choose` and `choose_kind` ask the board, `answered`
# does what follows; what taking a pair means is the scene's own, in `take`.

_NOTICE_SECONDS: Final = 5.0


Tool: TypeAlias = tuple[str, str, str]
"""A button's icon, the action of its key, and its words."""


class BoardScreen(Protocol):
    """Where everything is on a screen with a board, and the board's pictures."""

    @property
    def layout(self) -> TableLayout | AnalysisLayout:
        """Where everything is."""

    @property
    def board(self) -> BoardView:
        """What the board is painted by."""

    def slot(self, player: Player, number: int, /) -> Box:
        """Return where a player's pair of a number, from 1, has its place."""


class BoardScene(Scene):
    """A scene with a board and a status line."""

    shows_messages: ClassVar[bool] = True
    view: BoardScreen
    shortcuts: ClassVar[KeyTable]
    """The keys of the screen."""

    def __init__(self, app: Services, board: Board) -> None:
        super().__init__(app)
        self.board = board
        self.motion = Motion()
        self.seconds = 0.0
        self._typing = TileTyping()
        self._notice_until = 0.0
        self._heard: Message = app.message
        self.tools: dict[str, Button] = {}

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, and hear what other screens said; `landed` are the flights just ended."""
        super().update(seconds)
        self.seconds += seconds
        self.landed = self.motion.update(seconds * self.app.settings.animation_speed)
        self.hear()

    @property
    def moving(self) -> bool:
        """Whether tiles are on their way."""
        return self.motion.moving

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.board.draw_flights(surface, self.motion)

    # --- the status line ------------------------------------------------------------------------

    @property
    def said(self) -> tuple[str, str] | None:
        """The words of late in the status line and of what kind they are, None without any."""
        message = self.app.message
        is_shown = self.seconds < self._notice_until and message.text
        return (message.text, message.kind) if is_shown else None

    def notice(self, words: str, kind: str = "info") -> None:
        """Say something in the status line for a while."""
        self.app.say(words, kind)
        self._heard = self.app.message
        self._notice_until = self.seconds + _NOTICE_SECONDS

    def hear(self) -> None:
        """Show for a while what another screen said: a problem at any time, else only of late.

        A refusal is shown on that screen only: it concerns its tiles.
        """
        message = self.app.message
        if message is self._heard:
            return
        self._heard = message
        is_of_late = self.app.now() < message.said_at + _NOTICE_SECONDS
        if message.kind == "problem" or (message.kind != "refused" and is_of_late):
            self._notice_until = self.seconds + _NOTICE_SECONDS
        else:
            self.quiet()

    def quiet(self) -> None:
        """End the notice in the status line."""
        self._notice_until = 0.0

    def outdate(self) -> None:
        """End the notice, which was of another place in the game, unless it is a problem."""
        if self.app.message.kind != "problem":
            self.quiet()

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        clipboard.copy_position(self.board.position, self.notice)

    def files_dialog(self, keys: Mapping[str, Callable[[], object]]) -> ChoiceDialog:
        """Return what can be done with files and the clipboard; `keys` does it."""
        actions = ("open", "save", "copy", "copy_position", "paste")
        choices = [
            Choice(words_of(one, self.shortcuts), keys[one], "", one.removesuffix("_position"))
            for one in actions
        ]
        choices.append(Choice(_("Cancel"), icon="close"))
        return ChoiceDialog(self.app, _("Files"), "", choices)

    # --- the board ------------------------------------------------------------------------------

    def show_place(self, node: Node) -> None:
        """Put a place of a game on the board, with the move that led there and who played it."""
        before, last = node.parent, None
        if before is not None and node.move is not None:
            last = (node.move, before.position.to_move)
        self.board.show(node.position, last)

    def let_fly(self, flights: list[Flight]) -> None:
        """Let tiles fly, if the settings say so; those on their way arrive at once."""
        self.motion.finish()
        if self.app.settings.animation:
            self.motion.flights = flights

    def fly(self, *pairs: tuple[Position, Move], landing: bool) -> None:
        """Let pairs, each taken from a position, fly to their takers, or back to the table."""
        flights, view = [], self.view
        for before, move in pairs:
            place = view.slot(before.to_move, 1)
            flights += pair_flights(before, move, view.layout.board, place, landing=landing)
        self.let_fly(flights)

    # --- choosing pairs -------------------------------------------------------------------------

    def take(self, move: Move) -> None:
        """Act on a chosen pair."""
        raise NotImplementedError

    def answered(self, answer: Move | Refused | None) -> None:
        """Act on the board's answer to a choice."""
        if isinstance(answer, Move):
            self.take(answer)
        elif answer is not None:
            self.refuse(answer)
        else:
            self.quiet()
            if self.board.selected is not None:
                self.app.sound.play("select")

    def refuse(self, refused: Refused) -> None:
        """Shake a tile that cannot be chosen, and say why."""
        self.app.sound.play("refuse")
        if self.app.settings.animation:
            self.motion.shake(refused.cell)
        self.notice(refused.reason, "refused")

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        self.answered(self.board.choose_kind(kind))

    def types_tile(self, event: pygame.event.Event) -> bool:
        """Choose the tile whose typing a key ends; return whether the key belongs to one."""
        typed = self._typing.feed(event, self.seconds)
        if isinstance(typed, Kind):
            self.choose_kind(typed)
        elif typed:
            self.notice(_("{digit} … now the suit: m, p or s").format(digit=typed))
        return bool(typed)

    # --- buttons and the mouse ------------------------------------------------------------------

    def add_tools(
        self,
        left: Sequence[Tool],
        right: Sequence[Tool],
        call: Callable[[str], Callable[[], object]],
    ) -> None:
        """Put buttons on both sides above the board, with room for six on each.

        `call` returns what an action does.
        """
        self.tools = {}
        for rect, tools in zip(self.view.layout.tools, (left, right), strict=True):
            places = row_of(rect, 6, self.theme.px(6))
            places = places[: len(tools)] if tools is left else places[-len(tools) :]
            for place, (icon, action, words) in zip(places, tools, strict=True):
                self.add_tool(place, icon, action, words, call(action))

    def add_tool(
        self,
        place: pygame.Rect,
        icon: str,
        action: str,
        words: str,
        call: Callable[[], object],
        look_as: str = "tool",
    ) -> Button:
        """Add the button of an action, with its words and its key in the tip."""
        button = self.add_button(
            place, "", call, icon=icon, tip=self.tip_of(action, words), look_as=look_as
        )
        self.tools[action] = button
        return button

    def tip_of(self, action: str, words: str = "") -> str:
        """Return the words of an action, those of the help by default, and its keys."""
        words = words or words_of(action, self.shortcuts)
        return f"{words} ({keys_of(action, self.shortcuts)})"

    def on_event(self, event: pygame.event.Event) -> None:
        """Hand on what the mouse does beside the buttons."""
        at, button = self.app.point, getattr(event, "button", 0)
        if event.type == pygame.MOUSEMOTION:
            self.board.hover(self.view.layout.board.cell_at(at(event.pos)))
        elif event.type == pygame.MOUSEBUTTONDOWN and button == pygame.BUTTON_LEFT:
            if self.view.layout.board.outer.collidepoint(at(event.pos)):
                self.board.cursor = None
                self.choose(self.view.layout.board.cell_at(at(event.pos)))
        elif event.type == pygame.MOUSEBUTTONDOWN and button == pygame.BUTTON_RIGHT:
            self.right_click_at(at(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            self.wheel_at(at(pygame.mouse.get_pos()), -event.y)

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair."""
        raise NotImplementedError

    # --- keys and mouse -------------------------------------------------------------------------

    @cached_property
    def keys(self) -> dict[str, Callable[[], object]]:
        """What the actions of the shortcuts do."""
        return self.key_table()

    def key_table(self) -> dict[str, Callable[[], object]]:
        """Return what the actions of the shortcuts do, here those of every board."""
        return {
            "left": partial(self.move_cursor, -1, 0),
            "right": partial(self.move_cursor, 1, 0),
            "up": partial(self.move_cursor, 0, -1),
            "down": partial(self.move_cursor, 0, 1),
            "next": partial(self.next_choice, 1),
            "previous": partial(self.next_choice, -1),
            "choose": self.press_enter,
            "fullscreen": self.app.toggle_fullscreen,
            "copy_position": self.copy_position,
        }

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor on the board."""
        self.board.step(columns, rows)

    def next_choice(self, by: int) -> None:
        """Go to the next tile that can be chosen, or the one before."""
        self.board.next_choice(by)

    def press_enter(self) -> None:
        """Select the tile under the cursor, or go to the first that can be taken."""
        if self.board.cursor is not None:
            self.choose(self.board.cursor)
        else:
            self.board.next_choice()

    def let_go(self) -> bool:
        """Let go of the selected tile and of the cursor; return whether there was either."""
        there_was = self.board.selected or self.board.cursor
        self.board.selected = self.board.cursor = None
        return there_was is not None

    def right_click_at(self, point: Point) -> None:
        """Do what a click with the other button is for."""

    def wheel_at(self, point: Point, rows: int) -> None:
        """Turn the wheel by a number of rows, downwards above 0."""
