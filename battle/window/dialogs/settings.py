"""The settings, on several sheets; every change is in force and kept at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pygame

from battle import language
from battle.analysis.ledger import Mark
from battle.coach import teacher
from battle.language import N_, _, ngettext
from battle.profile.settings import Settings
from battle.rules.deal import deal
from battle.rules.position import Cell
from battle.training import game_prover
from battle.window.board import geometry
from battle.window.board.board import Board
from battle.window.board.view import BoardView
from battle.window.dialogs.friends_sheet import BrokerTest, FriendsSheet
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.scenes.time_words import THINK_SECONDS, seconds_words
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.looks import CLOTHS, COST_WORDS, TILE_SETS
from battle.window.ui.motion import Motion
from battle.window.ui.plaque import plaque
from battle.window.ui.theme import Role, Theme
from battle.words.numbers import points, share_words

SHEETS: Final = (
    ("general", N_("General")),
    ("table", N_("Table")),
    ("looks", N_("Looks")),
    ("solver", N_("Solver")),
    ("teacher", N_("Teacher")),
    ("analyse", N_("Analysis")),
    ("friends", N_("Friends")),
)
TEXT_SCALES: Final = (0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6)
VOLUMES: Final = tuple(step / 10 for step in range(1, 11))
THREADS: Final = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
ANIMATION: Final = (
    (0.0, N_("Off")),
    (0.5, N_("Slow")),
    (1.0, N_("Usual")),
    (2.0, N_("Fast")),
)
"""How many times as fast as usual pairs fly, and its words."""
POINTS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
_SHOWN_DEAL: Final = 7
_SHOWN_COSTS: Final = ("0", "−2", "−4", "−9")
_ABOUT: Final = N_(
    "The solver plays the best pair it finds in its time. Towards the end of a game it knows for"
    " certain what every move is worth. More cores and more memory let it know that earlier."
)
_TEACHING: Final = N_(
    "In a game against the program the teacher looks at your pair before it is taken. Where it"
    " speaks up it tells what the pair costs, and why, and you take it back or play it anyway."
)
HASH_MB: Final = (0, 64, 128, 256, 512, 1024, 2048, 4096, 8192)


class SettingsScene(CardScene):
    """What a person can choose; `sheet` is the sheet that is open."""

    tallest = 560

    def __init__(self, app: Services, sheet: str = "general") -> None:
        super().__init__(app)
        self.sheet = sheet
        self._test = BrokerTest()

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Settings")

    def fill(self) -> None:
        """Put the sheets' names above and the rows of the open sheet below."""
        px = self.theme.px
        tabs = self.body.copy()
        tabs.height = px(44)
        names = [(name, _(words)) for name, words in SHEETS]
        self.begin_at(self.form.group(tabs, names, self.sheet, self._turn_to))
        rows = self.body.copy()
        rows.top = tabs.bottom + px(14)
        rows.height = self.body.bottom - rows.top
        self.form.lay(rows, 5)
        self._picture: _Corner | None = None
        self._about: _About | None = None
        self._sheet: FriendsSheet | None = None
        sheets = {
            "general": self._general,
            "table": self._table,
            "looks": self._looks,
            "solver": self._solver,
            "teacher": self._teacher,
            "analyse": self._analyse,
            "friends": self._friends,
        }
        sheets[self.sheet]()

    def _turn_to(self, sheet: str) -> None:
        self._keep_typed()
        self.sheet = sheet
        self.refresh()

    def _general(self) -> None:
        form, chosen = self.form, self.app.settings
        codes = [(language.SYSTEM, _("System")), *language.available()]
        form.segments(_("Language"), codes, chosen.language, self._changes("language"))
        form.slider(
            _("Text size"),
            *_with(TEXT_SCALES, chosen.text_scale),
            share_words,
            self._changes("text_scale"),
        )
        form.segments(
            _("Animation"),
            [(speed, _(words)) for speed, words in ANIMATION],
            chosen.animation_speed if chosen.animation else 0.0,
            self._set_animation,
            note=_("Taken pairs fly to the tray"),
        )
        form.switch(_("Sound"), chosen.sound, self._set_sound)
        form.slider(
            _("Volume"), *_with(VOLUMES, chosen.sound_volume), share_words, self._set_volume
        )

    def _table(self) -> None:
        form, chosen = self.form, self.app.settings
        form.switch(
            _("Digits on the tiles"),
            chosen.rank_digits,
            self._changes("rank_digits"),
            note=_("The worth of a tile as a small digit in its corner"),
        )
        form.switch(
            _("Make free tiles stand out"),
            chosen.highlight_free,
            self._changes("highlight_free"),
            note=_("Blocked tiles are dimmed"),
        )
        form.switch(
            _("Mark pairs that can be taken"),
            chosen.show_pairs,
            self._changes("show_pairs"),
            note=_("A small gold triangle on every tile that has a partner"),
        )
        self._picture = _Corner(self.theme, self._rest(), chosen)

    def _looks(self) -> None:
        form, chosen = self.form, self.app.settings
        choices = (
            (_("Tiles"), TILE_SETS, "tile_set"),
            (_("Table"), {name: cloth.words for name, cloth in CLOTHS.items()}, "table"),
            (_("Colours of costs"), COST_WORDS, "cost_colours"),
        )
        for label, choice, name in choices:
            words = [(value, _(shown)) for value, shown in choice.items()]
            form.segments(label, words, getattr(chosen, name), self._changes(name))
        self._picture = _Corner(self.theme, self._rest(), chosen, costs=True)

    def _solver(self) -> None:
        form, chosen = self.form, self.app.settings
        form.slider(
            _("Time for a move"),
            *_with(THINK_SECONDS, chosen.think_seconds),
            seconds_words,
            self._changes("think_seconds"),
            note=_("In games that begin from now on"),
        )
        form.slider(
            _("Processor cores"),
            *_with(THREADS, chosen.threads),
            _threads_words,
            self._changes("threads"),
        )
        form.slider(
            _("Memory"), *_with(HASH_MB, chosen.hash_mb), _memory_words, self._changes("hash_mb")
        )
        times = [
            (game_prover.ALWAYS, _("Always")),
            (game_prover.PLUGGED, _("When plugged in")),
            (game_prover.NEVER, _("Never")),
        ]
        form.segments(
            _("Prove games"),
            times,
            chosen.prove_games,
            self._changes("prove_games"),
            note=_("In the background, back to the first move"),
        )
        self._about = _About(self._rest(), "solver", _ABOUT)

    def _teacher(self) -> None:
        form, chosen = self.form, self.app.settings
        modes = [
            (teacher.OFF, _("Nothing")),
            (teacher.POINTS, _("Costly pairs")),
            (teacher.RESULT, _("Changed results")),
        ]
        form.segments(_("Speaks up about"), modes, chosen.teacher, self._changes("teacher"))
        if chosen.teacher == teacher.POINTS:
            form.slider(
                _("From a cost of"),
                *_with(POINTS, chosen.teacher_points),
                points,
                self._changes("teacher_points"),
            )
        self._about = _About(self._rest(), "learn", _TEACHING)

    def _analyse(self) -> None:
        form, chosen = self.form, self.app.settings
        form.segments(
            _("Values on the tiles"),
            [(True, _("Costs")), (False, _("Margins"))],
            chosen.relative_values,
            self._changes("relative_values"),
        )
        form.switch(
            _("Review games when they end"),
            chosen.auto_review,
            self._changes("auto_review"),
            note=_("In the background"),
        )
        marks = (_("Inaccuracy ?! from"), _("Mistake ? from"), _("Blunder ?? from"))
        for number, words in enumerate(marks):
            stops, value = _with(POINTS, chosen.thresholds[number])
            form.slider(words, stops, value, points, partial(self._set_threshold, number))

    def _friends(self) -> None:
        """Add how friends somewhere else are met; words below say what a broker sees."""
        self._sheet = FriendsSheet(self.app, self.form, self._rest, self._test)

    def _set_threshold(self, number: int, points: int) -> None:
        """Keep a threshold; worse marks need no fewer points, better ones no more."""
        before = self.app.settings.thresholds
        lower = [min(one, points) for one in before[:number]]
        upper = [max(one, points) for one in before[number + 1 :]]
        self.app.change(thresholds=(*lower, points, *upper))

    def _rest(self) -> pygame.Rect:
        """Return the room below the rows."""
        top = self.form.bottom + self.theme.px(12)
        return pygame.Rect(self.body.left, top, self.body.width, self.body.bottom - top)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what the settings look like, or what they are about."""
        if self._picture is not None:
            self._picture.draw(surface)
        if self._about is not None:
            self._about.draw(surface, self.theme)
        if self._sheet is not None:
            self._sheet.paint(surface)

    def update(self, seconds: float) -> None:
        """Let the widgets move on, and hear what a test found."""
        super().update(seconds)
        if self._sheet is not None:
            self._sheet.update()

    def leave(self) -> None:
        """Keep the brokers that were typed last."""
        self._keep_typed()

    def quitting(self) -> None:
        """Keep the brokers that were typed last."""
        self._keep_typed()

    def _keep_typed(self) -> None:
        if self._sheet is not None:
            self._sheet.keep()

    def _changes(self, name: str) -> Callable[[Any], None]:
        """Return what keeps a new value of a setting and shows the page with it."""
        return lambda value: self.app.change(**{name: value})

    def _set_animation(self, speed: float) -> None:
        """Keep how fast pairs fly, 0 for not at all."""
        self.app.change(animation=speed > 0, animation_speed=speed or 1.0)

    def _set_sound(self, on: bool) -> None:
        self.app.change(sound=on)
        self.app.sound.play("take")

    def _set_volume(self, volume: float) -> None:
        self.app.change(sound_volume=volume)
        self.app.sound.play("take")


@dataclass(frozen=True)
class _About:
    """What a sheet is about, in words beside an icon, in the room below the rows."""

    room: pygame.Rect
    icon: str
    words: str

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paint the box, no higher than it has to be."""
        px, font = theme.px, theme.font(Role.TEXT)
        icon = draw.icon(self.icon, px(44), look.GOLD)
        left = self.room.left + 2 * px(24) + icon.get_width()
        width = self.room.right - px(24) - left
        lines = draw.wrapped(font, _(self.words), width)
        step = round(font.get_linesize() * 1.2)
        box = self.room.copy()
        box.height = min(box.height, max(len(lines) * step, icon.get_height()) + 2 * px(24))
        draw.box(surface, box, look.WELL, radius=px(12), border=look.LINE)
        surface.blit(icon, icon.get_rect(midleft=(box.left + px(24), box.centery)))
        if len(lines) * step > box.height:
            tight = pygame.Rect(left, box.top, width, box.height)
            draw.text_within(surface, theme, Role.TEXT, _(self.words), look.MUTED, tight)
            return
        line = pygame.Rect(left, box.centery - len(lines) * step // 2, width, step)
        for words in lines:
            draw.text(surface, font, words, look.MUTED, line)
            line.top += step


class _Corner:
    """A corner of a table, as the settings make it look; with `costs`, a cost of each colour."""

    def __init__(
        self, theme: Theme, room: pygame.Rect, chosen: Settings, *, costs: bool = False
    ) -> None:
        tile = theme.px(58)
        self._theme = theme
        self._costs = tuple(zip(Mark, _SHOWN_COSTS, strict=True)) if costs else ()
        self._room = room
        self._pairs = chosen.show_pairs
        middle = (room.centerx, room.top + geometry.board_height(tile) // 2)
        self._view = BoardView(
            geometry.board_layout(tile, middle),
            theme,
            rank_digits=chosen.rank_digits,
            highlight_free=chosen.highlight_free,
        )
        self._board = Board(deal(_SHOWN_DEAL))

    def draw(self, surface: pygame.Surface) -> None:
        """Paint as much of the table as there is room for."""
        if self._room.height <= 0:
            return
        clip = surface.get_clip()
        surface.set_clip(self._room.clip(clip))
        self._view.draw(surface, self._board, Motion(), seconds=0.0, pairs=self._pairs)
        for column, (mark, words) in enumerate(self._costs):
            rect = self._view.layout.rect_of(Cell(3 + column, 0))
            place = pygame.Rect(0, 0, round(rect.width * 0.92), max(14, round(rect.width * 0.36)))
            place.midbottom = rect.centerx, rect.bottom - 2
            surface.blit(plaque(self._theme, place.size, words, True, mark), place)
        surface.set_clip(clip)


def _with(stops: tuple[Any, ...], value: Any) -> tuple[tuple[Any, ...], Any]:
    """Return the stops with a value among them that may have been set elsewhere, and the value."""
    return tuple(sorted({*stops, value})), value


def _threads_words(threads: int) -> str:
    if threads == 0:
        return _("automatic")
    return ngettext("{n} core", "{n} cores", threads).format(n=threads)


def _memory_words(megabytes: int) -> str:
    if megabytes == 0:
        return _("automatic")
    if megabytes >= 1024:
        return _("{n} GiB").format(n=language.decimal(megabytes / 1024))
    return _("{n} MiB").format(n=megabytes)
