"""The app: the window, its loop, and the stack of scenes shown in it.

One step of the loop is: take the events, let the top scene move on, draw if anything may have
changed. Nothing in a step waits; the solver works in its own process behind `scheduler`.
"""

from __future__ import annotations

import ctypes
import dataclasses
import gc
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pygame

from battle.engine.client import Engine
from battle.friend.friends import Friends
from battle.game.seating import GAME_OVER
from battle.language import _
from battle.profile import settings
from battle.profile.settings import WindowPlace
from battle.resources import asset
from battle.screens import captions
from battle.services import FriendsMaker, current_moment
from battle.storage import Note, Places
from battle.window.routes import KEYS, first_scene, show
from battle.window.scene import Message, Scene, Services
from battle.window.ui.draw import CUT_TEXTS, Toast, paint_whole
from battle.window.ui.keys import EVERYWHERE, action_of
from battle.window.ui.signals import ANSWERED, Notifications, Sound
from battle.window.ui.theme import ROOM, Looks, Theme, dress, see_as
from battle.window.ui.window import (
    SMALLEST_WINDOW,
    Pace,
    drawn_size,
    place_kept,
    text_scale_of,
    window_place,
)
from battle.words import sentences, titled

_SWITCH_SECONDS: Final = 0.001
"""How long a busy thread may keep the interpreter from the window's: five times less than usual."""


def settle() -> None:
    """Exempt all present objects from every later `tidy`; called once, before the first screen.

    They stay to the end, and looking through them took most of the time.
    """
    gc.collect()
    gc.freeze()


def tidy() -> None:
    """Free what nothing refers to any more, and return it to the system where that is possible.

    Takes a hundredth of a second. A screen's widgets refer to each other in circles, so they and
    their pictures stay until the collector comes by; and glibc keeps freed pictures for later: 200
    MB and more in a window that shows many screens.
    """
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):  # there is no glibc everywhere
        ctypes.CDLL(None).malloc_trim(0)


FRAMES_PER_SECOND: Final = 60
TITLE: Final = "Mahjong Battle"
_LIVELY_SECONDS: Final = 1.5
"""After an event every frame is drawn for this long: hover effects and tool tips need it."""
_TICK_SECONDS: Final = 0.1
"""While the solver thinks, a clock runs or a text cursor blinks, a frame is drawn this often."""
_IDLE_SECONDS: Final = 2.0
"""Otherwise one is drawn this often, though nothing should have changed."""
_REST_SECONDS: Final = 0.1
"""While nothing moves, scenes are asked for news this often, and at once when an event comes."""
_NAP_SECONDS: Final = 0.02
"""How often it is looked for events meanwhile (waiting for one costs more than these naps)."""

_BETWEEN_SWITCHES: Final = 0.4
"""To full screen and back: the displays of some systems send the key again when it has begun."""


class NoDisplayError(RuntimeError):
    """There is no display to open a window on; the game can be played in the terminal."""


class App(Services):
    """The window with everything the scenes share. Open it once; `run` returns when it closes."""

    def __init__(
        self,
        *,
        places: Places | None = None,
        size: tuple[int, int] | None = None,
        now: Callable[[], float] = time.monotonic,
        moment: Callable[[], datetime] = current_moment,
        engine: Engine | None = None,
        friends: FriendsMaker = Friends,
    ) -> None:
        super().__init__(places, engine=engine, now=now, moment=moment, friends=friends)
        Thread(target=self.database.check, name="check of the record").start()
        self.scenes = []
        self._held: dict[int, Scene] = {}
        self._last_key = 0
        self._may_switch_at = 0.0
        self.message = Message("")
        self.toast = Toast()
        self._last_drawn = -1.0
        self._lively_until = 0.0
        self._was_busy = False
        self.frames_drawn = 0
        self.sound = Sound(wanted=self.settings.sound, volume=self.settings.sound_volume)
        self.notifications = Notifications()
        self._open_window(size)
        self._bind_keys()
        self.theme = self._new_theme()

    # --- the window -----------------------------------------------------------------------------

    def _open_window(self, size: tuple[int, int] | None) -> None:
        try:
            pygame.display.init()
            if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
                raise pygame.error("no display can be opened")  # a window nobody would see
            pygame.font.init()
            self.window = self._new_window(size)
            self.surface = self._new_surface()
        except pygame.error as error:
            raise NoDisplayError(str(error)) from None
        self.window.set_icon(_window_icon())
        pygame.key.set_repeat(350, 45)

    def _new_window(self, size: tuple[int, int] | None) -> pygame.Window:
        place, is_given = self.settings.window, size is not None
        wanted, where = window_place(place, pygame.display.get_desktop_sizes())
        window = pygame.Window(TITLE, size or wanted, where, resizable=True, allow_high_dpi=True)
        if place.fullscreen and not is_given:
            window.set_fullscreen(desktop=True)
        least_width, least_height = map(min, SMALLEST_WINDOW, window.size)
        window.minimum_size = least_width, least_height
        return window

    def _new_surface(self) -> pygame.Surface:
        """Return what the screens are painted on: the window's own surface, or a larger one."""
        seen = self.window.get_surface()
        size = drawn_size(seen.get_size())
        return seen if size == seen.get_size() else pygame.Surface(size, 0, seen)

    def point(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return where an event's position lies on the surface (they differ on some displays)."""
        (width, height), (across, down) = self.window.size, self.size
        return round(position[0] * across / width), round(position[1] * down / height)

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to a window."""
        if self.fullscreen:
            self.window.set_windowed()
        else:
            self._remember_window()
            self.window.set_fullscreen(desktop=True)
        window = self.settings.window._replace(fullscreen=not self.fullscreen)
        self.settings = dataclasses.replace(self.settings, window=window)
        self._relayout()

    def _remember_window(self) -> None:
        if self.fullscreen:
            return
        (width, height), (x, y) = self.window.size, self.window.position
        place = place_kept(self.settings.window, WindowPlace(x, y, width, height, fullscreen=False))
        self.settings = dataclasses.replace(self.settings, window=place)

    # --- what scenes use ------------------------------------------------------------------------

    def go(self, screen: str, *what: Any, **how: Any) -> None:
        """Go to a screen by its name, with what it is to show."""
        show(self, screen, *what, **how)

    def say(self, text: str, kind: str = "info") -> None:
        """Show a message in the scene's status line or in a note over the scene."""
        self.message = Message(text, kind, self.now())
        if not (self.scenes and self.scene.shows_messages):
            self.toast.show(text, kind)
        self.wake()

    def change(self, **values: Any) -> None:
        """Change settings, keep them, and show the window accordingly.

        What was said before is taken away with the language it was said in.
        """
        if values.get("language", self.settings.language) != self.settings.language:
            self.say("")
        super().change(**values)
        self._bind_keys()
        self.sound.configure(wanted=self.settings.sound, volume=self.settings.sound_volume)
        self._relayout()

    def _bind_keys(self) -> None:
        """Use the keys that the person has chosen, on every screen."""
        for table in KEYS:
            table.bind(self.settings.keys)

    def wake(self) -> None:
        """Draw every frame for a while."""
        self._last_drawn = -1.0
        self._lively_until = self.now() + _LIVELY_SECONDS

    # --- the loop -------------------------------------------------------------------------------

    def run(self) -> None:
        """Show the window until it is closed."""
        pace = Pace(FRAMES_PER_SECOND)
        sys.setswitchinterval(_SWITCH_SECONDS)
        try:
            self.step(0.0)
            self.scheduler.start()
            while self.running:
                self.turn(pace)
        finally:
            self.close()

    def turn(self, pace: Pace) -> None:
        """Wait for the next frame or, while nothing moves, for news; then do one step."""
        if self.has_turned and not self.scene.moving:
            self.has_turned = False
            tidy()
        if self._lively:
            self.step(pace.wait())
        else:
            naps = round(_REST_SECONDS / _NAP_SECONDS)
            self.step(pace.rest(_NAP_SECONDS, naps, pygame.event.peek))

    def step(self, seconds: float) -> None:
        """Do one step of the loop, `seconds` after the last one."""
        resized = False
        for event in pygame.event.get():
            resized |= event.type in (pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE)
            self._handle(event)
            if not self.running:
                return
        if resized:
            self._relayout()
        self._poll_friends()
        self._let_move_on(seconds)
        if messages := self.take_messages():
            is_harmless = all(isinstance(message, Note) for message in messages)
            self.say(sentences(*messages), "info" if is_harmless else "problem")
        self.toast.update(seconds)
        busy = self.scheduler.is_busy
        if self._was_busy and not busy:
            self.wake()
        self._was_busy = busy
        self._draw_if_needed()

    def _poll_friends(self) -> None:
        """Receive and send for the games with friends, and show their news."""
        friends = self.friends
        if (news := friends.update(self.moment())) is None:
            return
        self.wake()
        for sentence in news.sentences:
            self.say(sentence)
        for game in news.written:
            if self.settings.talk and self.scene.topic != game.invitation.topic:
                self.say(titled(game.friend_name, game.chat.unread[-1].text))
        if any(game.my_turn for game in news.called):
            self.sound.play("turn")
        if self.settings.notifications and not self.focused:
            for game in news.called:
                words = _(GAME_OVER)
                if game.my_turn:
                    words = _("invites you") if game.logbook is None else _(captions.YOUR_TURN)
                self.notifications.show(game.friend_name, words)
        words = friends.turn_words()
        self.window.title = f"{words} – {TITLE}" if words else TITLE

    def _let_move_on(self, seconds: float) -> None:
        """Let the scene on top move on, the prover, and last the solver for all of them."""
        self.scene.update(seconds)
        self.prover.update()
        in_play = (scene.in_play for scene in reversed(self.scenes))
        self.scheduler.is_reserved = next((plays for plays in in_play if plays is not None), False)
        self.scheduler.poll()
        if self.guest is not None:
            self.guest.scheduler.poll()

    def _handle(self, event: pygame.event.Event) -> None:
        is_key = event.type == pygame.KEYDOWN
        is_repeat = is_key and event.key in self._held
        if self._is_left_over(event):
            return
        action = action_of(event, EVERYWHERE) if is_key else None
        if action == "read":
            CUT_TEXTS.turn()
            self.wake()
            return
        if is_key or event.type == pygame.MOUSEBUTTONDOWN:
            CUT_TEXTS.stop_turning()
        if action == "quit" or event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.quit()
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.focused = False
            self.scene.focus_lost()
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self.focused = True
            self.scene.focus_gained()
        elif event.type == ANSWERED:
            if event.failed:
                self.say(_("Your desktop does not show notifications."), "problem")
            else:
                self.window.focus()
        elif event.type == pygame.DROPFILE:
            from battle.window.files import open_dropped

            open_dropped(self, Path(event.file))
        elif is_key and (
            event.key == pygame.K_F11
            or (event.key == pygame.K_RETURN and event.mod & pygame.KMOD_ALT)
        ):
            if not is_repeat and self.now() >= self._may_switch_at:
                self.toggle_fullscreen()
            self._may_switch_at = self.now() + _BETWEEN_SWITCHES
        else:
            self.scene.handle(event)
        self.wake()

    def _is_left_over(self, event: pygame.event.Event) -> bool:
        """Whether a key, or what it types, was meant for the screen on which it was pressed."""
        if event.type == pygame.KEYUP:
            self._held.pop(event.key, None)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        elif event.type == pygame.KEYDOWN:
            self._last_key = event.key
            return self._held.setdefault(event.key, self.scene) is not self.scene
        elif event.type == pygame.TEXTINPUT:
            return self._held.get(self._last_key, self.scene) is not self.scene
        return False

    @property
    def _lively(self) -> bool:
        """Whether every frame is drawn."""
        return self.scene.moving or self.toast.visible or self.now() < self._lively_until

    def _draw_if_needed(self) -> None:
        now = self.now()
        restless = self._was_busy or self.scene.ticking or self.scene.typing
        if self._lively or now - self._last_drawn >= (_TICK_SECONDS if restless else _IDLE_SECONDS):
            self._last_drawn = now
            self.draw(self.surface)
            seen = self.window.get_surface()
            if self.size != seen.get_size():
                pygame.transform.smoothscale(self.surface, seen.get_size(), seen)
            self.window.flip()
            self.frames_drawn += 1

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the top scene and what shows below it."""
        first = len(self.scenes) - 1
        while first > 0 and self.scenes[first].overlay:
            first -= 1
        surface.fill(ROOM)
        for number, scene in enumerate(self.scenes[first:], start=first + 1):
            if scene is self.scene:
                CUT_TEXTS.start(surface)
            sides = (one.below for one in reversed(self.scenes[:number]))
            see_as(next((player for player in sides if player is not None), 1))
            scene.draw(surface)
        CUT_TEXTS.finish()
        by_mouse = self.focused and not self.scene.uses_keys
        mouse = self.point(pygame.mouse.get_pos()) if by_mouse else None
        asked = CUT_TEXTS.asked_for(mouse, self.scene.keyboard_at)
        if asked is not None:
            paint_whole(surface, self.theme, asked)
        widgets = [widget.rect for widget in self.scene.widgets if widget.visible]
        self.toast.draw(surface, self.theme, [*widgets, *CUT_TEXTS.places])

    def _new_theme(self) -> Theme:
        chosen = self.settings
        looks = Looks(chosen.tile_set, chosen.table, chosen.cost_colours)
        dress(looks.cloth)
        return Theme(text_scale_of(self.size, chosen.text_scale), looks)

    def _relayout(self) -> None:
        self.surface = self._new_surface()
        self.theme = self._new_theme()
        self.has_turned = True
        for scene in self.scenes:
            scene.resize(self.size)
        self.wake()

    def close(self) -> None:
        """Save what must not be lost, and let go of window and solver.

        The window goes from sight before anything is waited for.
        """
        for scene in reversed(self.scenes):
            scene.quitting()
        self._remember_window()
        self.autosave.write_soon(partial(settings.save, self.settings, self.places))
        self.window.hide()
        super().close()
        self.window.destroy()
        pygame.quit()


def _window_icon() -> pygame.Surface:
    icon = pygame.Surface((64, 64), pygame.SRCALPHA)
    for name in ("tile", "1p"):
        icon.blit(pygame.image.load_sized_svg(asset(f"tiles/{name}.svg"), (48, 64)), (8, 0))
    return icon


def run(
    file: Path | None = None,
    level: str = "",
    *,
    day: date | None = None,
    engine: str = "",
    line: str | None = None,
    link: str = "",
    ways: tuple[str, bool] | None = None,
) -> None:
    """Open the window, with what is in `file` or a new game against a level; return at its end.

    With an `engine`, a command, the new game is against another program. With a `day` it is the
    deal of that day. With a `line` it is the game that an invitation leads to, with an empty one a
    new game with a friend somewhere else; with a `link` what that names, an invitation after a
    question. `ways` are brokers and
    whether one network is used, in place of those in the settings. Raises NoDisplayError where
    there is no display.
    """
    settle()
    app = App()
    app.friends.ways = ways
    app.push(first_scene(app, level, day, engine))
    if file is not None:
        from battle.window.files import open_dropped

        open_dropped(app, file, train=True)
    if line is not None:
        app.go("far_start", line)
    elif link:
        app.go("link", link)
    app.run()
