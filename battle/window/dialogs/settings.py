"""The settings, on several sheets; every change is in force and kept at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame

from battle import language
from battle.analysis.costs import Mark
from battle.coach import teacher
from battle.language import N_, _, explain
from battle.profile.settings import SETTINGS, Settings
from battle.rules.deal import deal
from battle.rules.position import Cell, FormatError
from battle.window.board.board import Board, board_height, board_layout
from battle.window.board.view import BoardView
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Form, Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.motion import Motion
from battle.window.ui.panels import plaque
from battle.window.ui.theme import Role, Theme

# --- friends -------------------------------------------------------------------------------------
#
# The sheet of the settings that says how friends somewhere else are met.
#
# What networks need is loaded when a broker is tested, not before.

if TYPE_CHECKING:
    from battle.friend.ways.mqtt import BrokerTrial

LONGEST: Final = 1000
_INTERNET, _NETWORK, _BOTH = "internet", "network", "both"
_SEES: Final = N_(
    "A broker holds your messages for each other. It sees random topics, sizes, times and both "
    "network addresses, but not who you are, what you play or what you write. In one network "
    "the programs talk directly, and listen only while an invitation or a game is open."
)
"""What a broker sees, and what one network means."""


@dataclass
class BrokerTest:
    """The brokers that are typed and what a test has found, kept while the sheet is rebuilt.

    `brokers` is None before anything was typed; `told` is empty before anything was tested.
    """

    brokers: str | None = None
    told: str = ""
    kind: str = "info"
    trial: BrokerTrial | None = None


class FriendsSheet:
    """Fills a form with the ways to friends; `rest` tells the room below its rows."""

    def __init__(
        self, app: Services, form: Form, rest: Callable[[], pygame.Rect], test: BrokerTest
    ) -> None:
        self._app, self._form, self._test = app, form, test
        chosen = app.settings
        ways = [
            (_INTERNET, _("Over the internet")),
            (_NETWORK, _("In one network")),
            (_BOTH, _("Both")),
        ]
        form.segments(_("Meet friends"), ways, self._way, self._set_way)
        px = form.theme.px
        place = form.space(_("Broker"), _("Such as mqtts://name; empty means the public ones"))
        words = _("Test")
        wide = form.theme.font(Role.TEXT).size(words)[0] + px(44)
        place, button = across(place, FILL, wide, gap=px(10))
        form.field(place, self._brokers, partial(setattr, test, "brokers"), limit=LONGEST)
        form.host.add_button(button, words, self.test)
        talk = SETTINGS["talk"]
        form.switch(_(talk.label), chosen.talk, lambda on: self._change(talk=on), note=_(talk.note))
        self._room = rest()

    @property
    def _brokers(self) -> str:
        """The brokers that are typed."""
        typed = self._test.brokers
        return self._app.settings.brokers if typed is None else typed

    @property
    def _way(self) -> str:
        chosen = self._app.settings
        if not chosen.local_network:
            return _INTERNET
        return _BOTH if chosen.meet_over_brokers else _NETWORK

    def _set_way(self, way: str) -> None:
        self._change(meet_over_brokers=way != _NETWORK, local_network=way != _INTERNET)

    def _change(self, **values: bool) -> None:
        """Change settings, which rebuilds the sheet, with the brokers that were typed."""
        brokers = self._brokers.strip() if self._check() else self._app.settings.brokers
        self._app.change(brokers=brokers, **values)

    # --- the broker -----------------------------------------------------------------------------

    def _tell(self, words: str, kind: str = "info") -> None:
        self._test.told, self._test.kind = words, kind

    def keep(self) -> None:
        """Keep the addresses typed, if they are some."""
        if self._check() and self._brokers.strip() != self._app.settings.brokers:
            self._app.change(brokers=self._brokers.strip())

    def _check(self) -> bool:
        """Whether what is typed are brokers; say so where it is not."""
        if self._brokers.strip() == self._app.settings.brokers:
            return True
        from battle.friend.ways.broker import parse_brokers

        try:
            parse_brokers(self._brokers)
        except FormatError as error:
            self._tell(explain(error), "refused")
            return False
        return True

    def test(self) -> None:
        """Begin to test the first broker."""
        from battle.friend.ways.broker import parse_brokers
        from battle.friend.ways.mqtt import BrokerTrial

        if not self._check():
            self._app.sound.play("refuse")
            return
        first = parse_brokers(self._brokers)[0]
        self._tell(_("Testing {broker} …").format(broker=first.shown))
        self._test.trial = BrokerTrial(first.url)

    def update(self) -> None:
        """Hear what the test has found."""
        trial = self._test.trial
        if trial is None or trial.outcome is None:
            return
        self._test.trial = None
        self._tell(trial.outcome.line, "info" if trial.outcome.ok else "refused")
        self._app.wake()

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what a test found, and what a broker sees."""
        theme, px, room = self._form.theme, self._form.theme.px, self._room
        text, small = theme.font(Role.TEXT), theme.font(Role.SMALL)
        ink = look.GOLD if self._test.kind == "info" else look.REFUSED
        told = self._test.told or _(
            "docs/broker.md explains what a broker is and how to run your own."
        )
        lines = draw.wrapped(text, told, room.width)[:2]
        rest = pygame.Rect(room)
        rest.top = draw.lines(surface, text, lines, ink, room) + px(8)
        seen = max(0, (room.bottom - rest.top) // small.get_linesize())
        lines = draw.wrapped(small, _(_SEES), room.width)[:seen]
        draw.lines(surface, small, lines, look.MUTED, rest)


# --- settings ------------------------------------------------------------------------------------

SHEETS: Final = {
    "general": (
        N_("General"),
        ("language", "text_scale", "animation_speed", "sound", "sound_volume"),
    ),
    "table": (N_("Table"), ("rank_digits", "highlight_free", "show_pairs")),
    "looks": (N_("Appearance"), ("tile_set", "table", "cost_colours")),
    "solver": (N_("Solver"), ("think_seconds", "threads", "hash_mb", "prove_games")),
    "teacher": (N_("Teacher"), ("teacher", "teacher_points")),
    "analyse": (N_("Analysis"), ("relative_values", "auto_review", "thresholds")),
    "friends": (N_("Friends"), ()),
}
"""The sheets: what each is called, and the settings on it."""
_MARKS: Final = (N_("Inaccuracy ?! from"), N_("Mistake ? from"), N_("Blunder ?? from"))
_SHOWN_DEAL: Final = 7
_SHOWN_COSTS: Final = ("0", "−2", "−4", "−9")
_ABOUT: Final = N_(
    "The solver plays the best pair it finds in its time. Towards the end of a game it knows "
    "the exact value of every move. More cores and more memory let it know that earlier."
)
_TEACHING: Final = N_(
    "In a game against the program the teacher checks your pair before it is taken. If it "
    "speaks up, it says what the pair costs and why, and you take it back or play it anyway."
)


class SettingsScene(CardScene):
    """What a person can choose; `sheet` is the sheet that is open."""

    title = N_("Settings")
    tallest = 560

    def __init__(self, app: Services, sheet: str = "general") -> None:
        super().__init__(app)
        self.sheet = sheet
        self._test = BrokerTest()
        self._picture: _Corner | None = None
        self._about: _About | None = None
        self._sheet: FriendsSheet | None = None

    def fill(self) -> None:
        """Put the sheets' names above and the rows of the open sheet below."""
        px = self.theme.px
        tabs = self.body.copy()
        tabs.height = px(44)
        names = [(name, _(words)) for name, (words, _rows) in SHEETS.items()]
        self.begin_at(self.form.group(tabs, names, self.sheet, self._turn_to))
        rows = self.body.copy()
        rows.top = tabs.bottom + px(14)
        rows.height = self.body.bottom - rows.top
        self.form.lay(rows, 5)
        for name in SHEETS[self.sheet][1]:
            self._add_row(name)
        chosen, rest = self.app.settings, self._rest()
        self._picture = self._about = self._sheet = None
        if self.sheet in ("table", "looks"):
            self._picture = _Corner(self.theme, rest, chosen, costs=self.sheet == "looks")
        elif self.sheet == "solver":
            self._about = _About(rest, "solver", _ABOUT)
        elif self.sheet == "teacher":
            self._about = _About(rest, "learn", _TEACHING)
        elif self.sheet == "friends":
            self._sheet = FriendsSheet(self.app, self.form, self._rest, self._test)

    def _turn_to(self, sheet: str) -> None:
        self._keep_typed()
        self.sheet = sheet
        self.refresh()

    def _add_row(self, name: str) -> None:
        """Add what asks for a setting."""
        chosen, setting = self.app.settings, SETTINGS[name]
        value, change = getattr(chosen, name), partial(self._change, name)
        if name == "language":
            codes = [(language.SYSTEM, _("System")), *language.available()]
            self.form.segments(_(setting.label), codes, value, change)
        elif name == "animation_speed":
            self.ask(name, value if chosen.animation else 0.0, change)
        elif name == "thresholds":
            for number, words in enumerate(_MARKS):
                set_one = partial(self._set_threshold, number)
                stops = setting.stops_with(value[number])
                self.form.slider(_(words), stops, value[number], setting.words, set_one)
        elif name != "teacher_points" or chosen.teacher == teacher.POINTS:
            self.ask(name, value, change)

    def _change(self, name: str, value: Any) -> None:
        """Keep a new value of a setting and show the page with it."""
        if name == "animation_speed":
            self.app.change(animation=value > 0, animation_speed=value or 1.0)
        else:
            self.app.change(**{name: value})
        if name in ("sound", "sound_volume"):
            self.app.sound.play("take")

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


@dataclass(frozen=True)
class _About:
    """What a sheet is about, in words beside an icon, in the room below the rows."""

    room: pygame.Rect
    icon: str
    words: str

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Paint the box, no higher than it has to be."""
        px, font = theme.px, theme.font(Role.TEXT)
        width = self.room.width - 3 * px(24) - px(44)
        lines = draw.wrapped(font, _(self.words), width)
        tall = round(font.get_linesize() * 1.2) * len(lines)
        box = down(self.room, min(self.room.height, max(tall, px(44)) + 2 * px(24)))[0]
        draw.box(surface, box, look.WELL, radius=px(12), border=look.LINE)
        sign, words, _rest = across(box, 2 * px(24) + px(44), width, FILL)
        draw.sign(surface, self.icon, px(44), look.GOLD, center=sign.center)
        if tall > box.height:
            draw.text_within(surface, theme, Role.TEXT, _(self.words), look.MUTED, words)
        else:
            draw.lines(surface, font, lines, look.MUTED, words, leading=1.2, middle=True)


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
        middle = (room.centerx, room.top + board_height(tile) // 2)
        self._view = BoardView(
            board_layout(tile, middle),
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
