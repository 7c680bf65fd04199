"""A scene with widgets: buttons, fields, lists, and the keyboard's walk through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

import pygame
import pygame_gui
from pygame_gui.core import UIElement
from pygame_gui.elements import (
    UIButton,
    UIHorizontalSlider,
    UISelectionList,
    UITextEntryLine,
)

from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.scenes.captions import Captions
from battle.window.scenes.scene import Scene, Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import action_of
from battle.window.ui.theme import Role, Theme

Action: TypeAlias = Callable[[], object]

UNASKED_SECONDS: Final = 1.0
"""A screen that comes by itself takes no key for so long: it may be meant for the one below."""
_TIP_WIDTH: Final = 440


class WidgetScene(Scene):
    """A scene with widgets.

    Subclasses build all their widgets in `build`, from attributes that hold what was entered, so
    that the widgets can be thrown away and built anew whenever size, text scale or language
    change. `add_button` ties a button to what it does. Everything is reachable by keyboard: Tab
    and the arrow keys walk through `self.order` (the order of building), Enter and the space bar
    press, Esc calls `cancel`. A scene that is `unasked` comes by itself.
    """

    help_page: ClassVar[str] = "table"
    """The screen whose keys the help shows first."""

    ui: pygame_gui.UIManager
    theme: Theme
    size: tuple[int, int]

    def __init__(self, app: Services, *, unasked: bool = False) -> None:
        super().__init__(app)
        self._takes_keys_from = app.now() + UNASKED_SECONDS if unasked else app.now()
        self.order: list[UIElement] = []
        self.focused: UIElement | None = None
        self._uses_keys = False

    def build(self) -> None:
        """Create the widgets for `self.size` with `self.ui`."""
        raise NotImplementedError

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what lies below the widgets."""

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint what lies above the widgets."""

    def cancel(self) -> None:
        """Do what Esc means here; by default the scene is left."""
        self.app.pop()

    def on_event(self, event: pygame.event.Event) -> None:
        """React to an event no button consumed; widget events carry `event.ui_element`."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """React to a key before the widgets do; return whether it was used."""
        return False

    def resize(self, size: tuple[int, int]) -> None:
        """Build the widgets anew; the focus stays on the widget at the same place in the order."""
        focused = self.order.index(self.focused) if self.focused in self.order else None
        self.size = size
        self.theme = self.app.theme
        self.ui = self.app.new_ui()
        self.order = []
        self.focused = None
        self._actions: dict[UIButton, Action] = {}
        self._captions = Captions(self.theme)
        self.build()
        if focused is not None and focused < len(self.order):
            self.focus(self.order[focused])

    def add_button(
        self,
        rect: pygame.Rect,
        words: str,
        action: Action,
        *,
        look_as: str = "",
        icon: str = "",
        tip: str = "",
        enabled: bool = True,
    ) -> UIButton:
        """Add a button; `look_as` is `primary`, `quiet`, `menu_item` … from the theme.

        With `words` empty, `icon` fills the button; otherwise it stands before the words.
        """
        button = UIButton(
            rect,
            words,
            self.ui,
            tool_tip_text=tip or None,
            object_id=f"#{look_as}" if look_as else None,
        )
        widest = min(self.theme.px(_TIP_WIDTH), self.size[0] * 2 // 3)
        if self.theme.font(Role.SMALL).size(tip)[0] > widest:
            button.tool_tip_wrap_width = widest
        if icon:
            self._put_icon(button, icon, look_as)
        if not enabled:
            button.disable()
        self._captions.add(button, look_as)
        self._actions[button] = action
        self.order.append(button)
        return button

    def words_of(self, button: UIButton) -> str:
        """Return what a button says, however it is written."""
        return self._captions.words(button)

    def write_on(self, button: UIButton, words: str) -> None:
        """Let a button say something else."""
        self._captions.write(button, words)

    @property
    def buttons(self) -> list[UIButton]:
        """All buttons, in the order of building."""
        return list(self._actions)

    def add(self, element: UIElement) -> UIElement:
        """Add another widget (field, list, slider) to the order of the keyboard."""
        self.order.append(element)
        return element

    def _put_icon(self, button: UIButton, name: str, look_as: str) -> None:
        ink = look.DARK_INK if "primary" in look_as else look.INK
        size = self.theme.px(22)
        images = [draw.icon(name, size, colour).premul_alpha() for colour in (ink, look.FAINT)]
        button.normal_images = button.hovered_images = button.selected_images = [images[0]]
        button.disabled_images = [images[1]]
        left = self.theme.px(20) if button.text else (button.rect.width - size) // 2
        x = left / max(1, button.rect.width - size) if button.rect.width > size else 0.5
        where = [(x if button.text else 0.5, 0.5)]
        button.normal_image_positions = button.hovered_image_positions = where
        button.selected_image_positions = button.disabled_image_positions = where
        button.rebuild()

    def covered(self) -> None:
        """Take tool tips and hover effects away."""
        for element in self.order:
            if element.hovered:
                element.hovered = False
                element.on_unhovered()

    # --- events ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Offer the event to the keyboard's walk, then to the widgets, then to the subclass."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self._uses_keys = event.type == pygame.KEYDOWN
        if event.type == pygame.KEYDOWN and (
            not self.takes_keys or self.handle_key(event) or self._walk(event)
        ):
            return
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus(None)
            self._slide(event)
        consumed = self.ui.process_events(event)
        if event.type == pygame.MOUSEBUTTONUP:
            self._keep_selected()
        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._actions:
            self.app.sound.play("select")
            self._actions[event.ui_element]()
        elif not consumed or event.type >= pygame.USEREVENT:
            self.on_event(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self.app.scene is self:
            self._focus_clicked_field()

    def _focus_clicked_field(self) -> None:
        """Let Tab go on from a field that was clicked."""
        clicked = [e for e in self.ui.get_focus_set() or () if e in self.order]
        if clicked and isinstance(clicked[0], UITextEntryLine):
            self.focused = clicked[0]

    @property
    def takes_keys(self) -> bool:
        """Whether keys do something: not in the first moment of a scene that came by itself."""
        return self.app.now() >= self._takes_keys_from

    def _slide(self, event: pygame.event.Event) -> None:
        """Bring the knob of a slider to where its track is clicked; there it can be dragged on."""
        point = self.app.point(event.pos)
        for element in self.order:
            if not isinstance(element, UIHorizontalSlider) or event.button != pygame.BUTTON_LEFT:
                continue
            knob = element.sliding_button
            if knob is None or not element.is_enabled:
                continue
            if element.rect.collidepoint(point) and not knob.rect.collidepoint(point):
                lowest, highest = element.value_range
                way = max(1, element.rect.width - knob.rect.width)
                share = (point[0] - element.rect.left - knob.rect.width / 2) / way
                at = round(lowest + (highest - lowest) * max(0.0, min(1.0, share)))
                element.set_current_value(at)
                self.focus(element)

    def _keep_selected(self) -> None:
        """Let what is selected look so still; the widgets forget it when the mouse lets go."""
        for element in self.order:
            if isinstance(element, UIButton) and element.is_selected:
                element.select()

    def update(self, seconds: float) -> None:
        """Let the widgets move on."""
        self.ui.update(seconds)

    @property
    def ticking(self) -> bool:
        """Whether a text cursor blinks."""
        return isinstance(self.focused, UITextEntryLine)

    def draw(self, surface: pygame.Surface) -> None:
        """Paint below, the widgets, the focus ring, above, and tool tips over everything."""
        self.paint(surface)
        self.ui.draw_ui(surface)
        self._captions.paint(surface)
        on_top = self.app.scene is self
        if on_top and self.focused is not None and self.focused.alive():
            self._draw_focus(surface, self.focused)
        self.paint_over(surface)
        self._draw_tool_tips(surface)

    def _draw_tool_tips(self, surface: pygame.Surface) -> None:
        for button in self._actions:
            words = getattr(button.tool_tip, "text_block", None)
            if words is not None and words.alive() and words.image is not None:
                surface.blit(words.image, words.rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _draw_focus(self, surface: pygame.Surface, element: UIElement) -> None:
        room = self.theme.px(3)
        ring = element.rect.inflate(2 * room, 2 * room)
        clear = look.translucent(look.SKY, 0)
        radius, width = self.theme.px(11), self.theme.px(2)
        draw.box(surface, ring, clear, radius=radius, border=look.SKY, width=width)

    def handle_common_key(self, event: pygame.event.Event) -> bool:
        """Do what a key does on every screen; return whether it was one of those."""
        if action_of(event, TABLE_SHORTCUTS) != "help":
            return False
        self.app.go("keys", self.help_page)
        return True

    @property
    def keyboard_at(self) -> pygame.Rect | None:
        """Where the focused widget is, while keys are pressed and the mouse rests."""
        focused = self.focused
        if not self._uses_keys or focused is None or not focused.alive():
            return None
        return pygame.Rect(focused.rect)

    # --- the keyboard's walk --------------------------------------------------------------------

    def focus(self, element: UIElement | None) -> None:
        """Put the keyboard's focus on a widget, or on none."""
        self.focused = element
        typing = isinstance(element, UITextEntryLine)
        self.ui.set_focus_set(element if typing else None)

    @property
    def typing(self) -> bool:
        """Whether keys go into a text field."""
        focus = self.ui.get_focus_set() or ()
        return any(isinstance(element, UITextEntryLine) for element in focus)

    def _walk(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.cancel()
        elif event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif self.typing and not self._leaves_line(event):
            return False
        elif event.key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT):
            return self._arrow(event.key)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return self._press()
        else:
            return False
        return True

    def _leaves_line(self, event: pygame.event.Event) -> bool:
        """Up and down leave a field of one line, where they would do nothing."""
        one_line = isinstance(self.focused, UITextEntryLine)
        return one_line and event.key in (pygame.K_DOWN, pygame.K_UP)

    def _step(self, by: int) -> None:
        ready = [e for e in self.order if e.alive() and e.is_enabled and e.visible]
        if not ready:
            return
        if self.focused in ready:
            self.focus(ready[(ready.index(self.focused) + by) % len(ready)])
        else:
            self.focus(ready[0 if by > 0 else -1])

    def _arrow(self, key: int) -> bool:
        by = 1 if key in (pygame.K_DOWN, pygame.K_RIGHT) else -1
        element = self.focused
        sideways = key in (pygame.K_LEFT, pygame.K_RIGHT)
        if isinstance(element, UISelectionList) and not sideways:
            _choose(element, by)
        else:
            self._step(by)
        return True

    def _press(self) -> bool:
        element = self.focused
        if isinstance(element, UIButton) and element in self._actions:
            self.app.sound.play("select")
            self._actions[element]()
            return True
        return False


def set_alive(button: UIButton, can: bool) -> None:
    """Let a button look alive, or as one that does nothing now."""
    if button.is_enabled != can:
        change: Callable[[], None] = button.enable if can else button.disable
        change()


def set_visible(button: UIButton, shown: bool) -> None:
    """Show a button, or hide it."""
    if bool(button.visible) != shown:
        change: Callable[[], None] = button.show if shown else button.hide
        change()


def _choose(chooser: UISelectionList, by: int) -> None:
    """Select the next item of a list; its event is posted as if it had been clicked."""
    names = [item["text"] for item in chooser.item_list]
    if not names:
        return
    chosen = chooser.get_single_selection()
    index = names.index(chosen) + by if chosen in names else 0
    index = max(0, min(len(names) - 1, index))
    for place, item in enumerate(chooser.item_list):
        item["selected"] = place == index
        button = item["button_element"]
        if button is not None:
            (button.select if place == index else button.unselect)()
    pygame.event.post(
        pygame.event.Event(
            pygame_gui.UI_SELECTION_LIST_NEW_SELECTION,
            text=names[index],
            ui_element=chooser,
            ui_object_id=chooser.most_specific_combined_id,
        )
    )
