"""A scene: what the window shows, one at a time or laid over one another.

The app keeps a stack of scenes. The top one gets the events; it is drawn over the ones below when
it is an overlay (a dialog). The order of calls on a scene is fixed:

    Scene(app)  enter()  resize(size)  { handle(event)*  update(seconds)  draw(surface) }*  leave()
                            ▲                                                                 │
                            └── resume() ◄── the scene above has gone ◄───────────────────────┘

`draw` changes nothing: calling it twice, or not at all, makes no difference to the scene.

A scene gets what it needs of the program from `Services`, and goes to other screens by their names
(`go`, see `battle.window.routes`), so that no screen imports another or the app.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

import pygame
from pygame import Rect

from battle import services
from battle.game.session import Session
from battle.language import explain
from battle.rules.position import Player, RulesError
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS, CutText, paint_whole
from battle.window.ui.keys import action_of
from battle.window.ui.layout import inset
from battle.window.ui.signals import Notifications, Sound
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button, Point, TextField, Widget


@dataclass(frozen=True)
class Message:
    """A message for the person: `kind` is `info`, `refused` or `problem`.

    `said_at` is when it was said, in seconds of the clock of the services.
    """

    text: str
    kind: str = "info"
    said_at: float = 0.0


@dataclass(frozen=True)
class FileExport:
    """A file to be, which any screen can have saved by `go("save_export", …)`.

    `session` is the game shown beside it.
    """

    heading: str
    name: str
    suffix: str
    content: Callable[[], str | bytes]
    session: Session | None = None


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
    uses_keys = False
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

    @property
    def is_over_another(self) -> bool:
        """Whether a scene lies below the one on top."""
        return len(self.scenes) > 1

    def go(self, screen: str, *what: Any, **how: Any) -> None:
        """Go to a screen by its name in `battle.window.routes`, with what it is to show."""

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
    """Call `call`; return whether it succeeded, and say why not."""
    try:
        call()
    except RulesError as error:
        say(explain(error), "refused")
        return False
    return True


def pastes(event: pygame.event.Event) -> bool:
    """Whether a key pastes."""
    return action_of(event, TABLE_SHORTCUTS) == "paste"


Place = TypeVar("Place", bound=Widget)
UNASKED_SECONDS: Final = 1.0
"""How long a screen that opens by itself ignores keys: they may be meant for the one below."""
_TIP_SECONDS: Final = 0.7
"""How long the mouse rests on a widget before its tip is shown."""
_DOUBLE_SECONDS: Final = 0.4
_POINTER: Final = pygame.Cursor(pygame.SYSTEM_CURSOR_ARROW)
_TEXT_POINTER: Final = pygame.Cursor(pygame.SYSTEM_CURSOR_IBEAM)
ARROWS: Final = {pygame.K_DOWN: 1, pygame.K_RIGHT: 1, pygame.K_UP: -1, pygame.K_LEFT: -1}


class Scene:
    """One screen.

    Subclasses make all their widgets in `build`, from attributes that hold the input, so that they
    can be made again whenever size, text scale, language or `standing` change. Everything is
    reachable by keyboard: Tab and the arrow keys walk through `self.order` (the order of building),
    Enter and the space bar press, Esc calls `cancel`; what is pasted is opened, unless the scene
    takes it itself or lies over another. A scene that is `unasked` comes by itself.
    """

    overlay: ClassVar[bool] = False
    """Whether the scene below stays visible under this one."""
    shows_messages: ClassVar[bool] = False
    """Whether the scene shows the app's messages itself; the app shows them otherwise."""
    opens: ClassVar[str] = "table"
    """The screen that shows a game that is dropped on this one."""
    help_page: ClassVar[str] = "table"
    """The screen whose keys the help shows first."""

    topic = ""
    """The game with a friend whose messages are shown here."""
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
        self._begun = False

    # --- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Come onto the stack, once; `resize` follows. By default the same as `resume`."""
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
    def below(self) -> Player | None:
        """Who sits on this side, with the first colour and sign; None as in the scene below."""
        return None if self.overlay else 1

    @property
    def moving(self) -> bool:
        """Whether something moves, so that every frame has to be drawn."""
        return False

    @property
    def ticking(self) -> bool:
        """Whether something changes by itself from second to second, such as a clock."""
        return False

    @property
    def standing(self) -> object:
        """What the widgets show of things outside; when it changes, `refresh` is called."""
        return None

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

    def confirm(self) -> None:
        """Do what Enter in a text field means; by default the next field is next."""
        self._step(1)

    def on_event(self, event: pygame.event.Event) -> None:
        """React to an event that no widget used."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """React to a key before the widgets do; return whether it was used."""
        return False

    def resize(self, size: tuple[int, int]) -> None:
        """Make the widgets again, and keep the focus: at what says the same, or at its place."""
        before = self.focused
        focused = self.order.index(before) if before in self.order else -1
        self.size = size
        self.theme = self.app.theme
        self.widgets, self.order, self.under = [], [], []
        self.focused = self._held = None
        self._built_from = self.standing
        self.build()
        if before is None or focused < 0:
            return
        said = type(before), before.text, before.tip  # a place of the rail may be called the same
        alike = [n for n, one in enumerate(self.order) if (type(one), one.text, one.tip) == said]
        place = min(alike, key=lambda n: abs(n - focused), default=focused)
        if place < len(self.order):
            after = self.order[place]
            self.focus(after)
            if isinstance(before, TextField) and isinstance(after, TextField):
                after.follow(before)

    def refresh(self) -> None:
        """Show what has changed; by default the widgets are made again."""
        self.resize(self.size)

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
            Button(rect, words, partial(self.click, action), look_as=look_as, icon=icon, tip=tip)
        )

    def click(self, action: Callable[[], object]) -> None:
        """Call the action of a widget, with a click's sound."""
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
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.app.uses_keys = event.type == pygame.KEYDOWN
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
        at = (
            widget for widget in self.widgets if widget.usable and widget.rect.collidepoint(point)
        )
        return next(at, None)

    def _type(self, event: pygame.event.Event) -> bool:
        """Pass typed text, or an input method's composition, to the focused field."""
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
        """Whether keys are used: not in the first moment of an unasked scene."""
        return self.app.now() >= self._takes_keys_from

    def update(self, seconds: float) -> None:
        """Follow what is shown and the mouse, let the caret blink, wait for a tip's moment."""
        if self._held is None:  # what is pressed stays until it is let go
            before, self._built_from = self._built_from, self.standing
            if self._built_from != before:
                self.refresh()
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
        """Paint below, the widgets, the focus ring, above, and a tip over everything.

        Whoever uses the mouse sees no ring but that of a field to write in.
        """
        self.paint(surface)
        for paint in self.under:
            paint(surface)
        on_top = self.app.scene is self
        for widget in self.widgets:
            if widget.visible:
                widget.paint(surface, self.theme, focused=on_top and widget is self.focused)
        is_ringed = on_top and (self.app.uses_keys or self.typing)
        if is_ringed and self.focused is not None and self.focused.visible:
            px, clear = self.theme.px, look.translucent(look.SKY, 0)
            ring = inset(self.focused.rect, -px(3))
            draw.box(surface, ring, clear, radius=px(11), border=look.SKY, width=px(2))
        self.paint_over(surface)
        over, waited = self._pointed
        if self._has_tips and over is not None and over.tip and waited >= _TIP_SECONDS:
            cut = CUT_TEXTS.at(over.rect.center) is not None
            paint_whole(surface, self.theme, CutText(over.rect, over.tip), above=cut)

    def handle_common_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that works on every screen; return whether it was one."""
        if action_of(event, TABLE_SHORTCUTS) != "help":
            return False
        self.app.go("help", self.help_page)
        return True

    @property
    def keyboard_at(self) -> Rect | None:
        """Where the focused widget is, while the keyboard is used."""
        return Rect(self.focused.rect) if self.uses_keys and self.focused is not None else None

    # --- the keyboard's walk --------------------------------------------------------------------

    def focus(self, widget: Widget | None) -> None:
        """Put the keyboard's focus on a widget, or on none."""
        self.focused = widget

    def begin_at(self, widget: Widget) -> None:
        """Put the focus on a widget, once."""
        if not self._begun:
            self._begun = True
            self.focus(widget)

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
        elif pastes(event) and not self.overlay:
            attempt(self.app.say, partial(self.app.go, "paste"))
        elif event.key in ARROWS:
            self._step(ARROWS[event.key])
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
