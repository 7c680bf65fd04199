"""The settings, on several sheets; every change is in force and kept at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame

from battle import language
from battle.analysis.costs import Mark
from battle.coach.reasons import POINTS
from battle.language import N_, _, explain
from battle.page.blocks import Ink, Paragraph
from battle.profile.settings import SETTINGS
from battle.rules.position import Cell, FormatError, deal
from battle.window.board import Board, Motion
from battle.window.board_view import BoardView, board_height, board_layout
from battle.window.cards import CardScene
from battle.window.scene import Services
from battle.window.ui import draw
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.theme import Role
from battle.words import share_words

if TYPE_CHECKING:
    from battle.friend.ways.mqtt import BrokerTrial


SHEETS: Final = {
    "general": (
        N_("General"),
        ("language", "text_scale", "animation_speed", "sound", "sound_volume", "notifications"),
    ),
    "table": (
        N_("Table"),
        ("tile_set", "table", "cost_colours", "rank_digits", "highlight_free", "show_pairs"),
    ),
    "play": (
        N_("Playing"),
        ("teacher", "teacher_points", "auto_review", "relative_values", "ways", "talk"),
    ),
    "advanced": (
        N_("Advanced"),
        ("threads", "hash_mb", "prove_games", "thresholds", "brokers"),
    ),
}
"""The sheets: what each is called, and the settings on it."""
_TEACHER: Final = N_(
    "In a game against the program the teacher checks your pair before it is taken, as far as the "
    "solver can tell in a second. If it speaks up, it says what the pair costs and why, and you "
    "take it back or play it anyway."
)
_OWN_BROKER: Final = N_(
    "Your own can be any MQTT broker, such as Mosquitto; Test says whether it can be used."
)
_BROKERS_SEE: Final = N_(
    "A broker holds your messages for each other. It sees random topics, sizes, times and both "
    "network addresses, but not who you are, what you play or what you write. In one network "
    "the programs talk directly, and listen only while an invitation or a game is open."
)
_MARKS: Final = (N_("Inaccuracy ?! from"), N_("Mistake ? from"), N_("Blunder ?? from"))
_MOST_ROWS: Final = 7
_BELOW: Final = {"table": 60, "play": 60, "advanced": 100}
"""The least room below the rows of a sheet."""
_LONGEST_BROKERS: Final = 1000
_SHOWN_DEAL: Final = 7
_SHOWN_COSTS: Final = ("0", "−2", "−4", "−9")


class SettingsScene(CardScene):
    """The settings; `sheet` is the open sheet.

    `brokers` are as typed, and saved if they are valid; `tested` is the result of a test.
    """

    title = N_("Settings")

    def __init__(self, app: Services, sheet: str = "general") -> None:
        super().__init__(app)
        self.sheet = sheet
        self.brokers = app.settings.brokers
        self.tested = ""
        self._is_refused = False
        self._trial: BrokerTrial | None = None

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the sheets' names above and the rows of the open sheet below."""
        px = self.theme.px
        tabs, rows = down(self.body, px(44), FILL, gap=px(14))
        names = [(name, _(words)) for name, (words, _rows) in SHEETS.items()]
        self.begin_at(self.form.group(tabs, names, self.sheet, self._turn_to).button)
        rows, _rest = down(rows, FILL, px(_BELOW.get(self.sheet, 0)))
        self.form.lay(rows, _MOST_ROWS)
        for name in SHEETS[self.sheet][1]:
            self._add_row(name)
        rest = down(self.body, self.form.bottom + px(12) - self.body.top, FILL)[1]
        if self.sheet == "table":
            self._add_corner(rest)
        elif self.sheet == "play":
            self.add_notice(down(rest, min(rest.height, px(100)))[0], "teacher", _(_TEACHER))
        elif self.sheet == "advanced":
            ink = Ink.BAD if self._is_refused else Ink.GOLD
            tested = Paragraph(self.tested, ink) if self.tested else Paragraph(_(_OWN_BROKER))
            self.add_page(rest, [tested, Paragraph(_(_BROKERS_SEE))])

    def _turn_to(self, sheet: str) -> None:
        self._keep_brokers()
        self.sheet = sheet
        self.refresh()

    def _add_row(self, name: str) -> None:
        """Add the row of a setting."""
        chosen, form = self.app.settings, self.form
        value, change = getattr(chosen, name, None), partial(self._change, name)
        if name == "language":
            codes = [(language.SYSTEM, _("System")), *language.available()]
            form.segments(_(SETTINGS[name].label), codes, value, change)
        elif name == "text_scale":  # no slider: the whole screen changes its size with it
            sizes = [(stop, share_words(stop)) for stop in SETTINGS[name].stops_with(value)]
            form.segments(_(SETTINGS[name].label), sizes, value, change)
        elif name == "animation_speed":
            self.ask(name, value if chosen.animation else 0.0, change)
        elif name == "thresholds":
            for number, words in enumerate(_MARKS):
                points = chosen.thresholds[number]
                stops, set_one = (
                    SETTINGS[name].stops_with(points),
                    partial(self._set_threshold, number),
                )
                form.slider(_(words), stops, points, SETTINGS[name].words, set_one)
        elif name == "ways":
            ways = [
                ((True, False), _("Over the internet")),
                ((False, True), _("In one network")),
                ((True, True), _("Both")),
            ]
            form.segments(
                _("Meet friends"), ways, (chosen.meet_over_brokers, chosen.local_network), change
            )
        elif name == "brokers":
            place = form.space(_("Broker"), _("mqtts://name; empty: public ones"))
            words = _("Test")
            wide = self.theme.font(Role.TEXT).size(words)[0] + self.theme.px(44)
            place, button = across(place, FILL, wide, gap=self.theme.px(10))
            form.field(
                place, self.brokers, partial(setattr, self, "brokers"), limit=_LONGEST_BROKERS
            )
            self.add_button(button, words, self.test)
        elif name != "teacher_points" or chosen.teacher == POINTS:
            self.ask(name, value, change)

    def _add_corner(self, room: pygame.Rect) -> None:
        """Preview a corner of the table and a cost of each colour."""
        chosen, tile, clip = self.app.settings, self.theme.px(58), room.clip(self.card)
        middle = (room.centerx, room.top + board_height(tile) // 2)
        view = BoardView(
            board_layout(tile, middle),
            self.theme,
            rank_digits=chosen.rank_digits,
            highlight_free=chosen.highlight_free,
        )
        board = Board(deal(_SHOWN_DEAL))

        def paint(surface: pygame.Surface) -> None:
            before = surface.get_clip()
            surface.set_clip(clip.clip(before))
            view.draw(surface, board, Motion(), seconds=0.0, pairs=chosen.show_pairs)
            for column, (mark, words) in enumerate(zip(Mark, _SHOWN_COSTS, strict=True)):
                rect = view.layout.rect_of(Cell(3 + column, 0))
                picture = draw.tag(self.theme, words, True, mark, view.layout.widest_tag)
                place = picture.get_rect(midbottom=(rect.centerx, rect.bottom - 2))
                surface.blit(picture, place)
            surface.set_clip(before)

        if room.height > 0:
            self.under.append(paint)

    # --- what is chosen -------------------------------------------------------------------------

    def _change(self, name: str, value: Any) -> None:
        """Keep a new value of a setting and show the page with it."""
        self._keep_brokers()
        if name == "animation_speed":
            self.app.change(animation=value > 0, animation_speed=value or 1.0)
        elif name == "ways":
            self.app.change(meet_over_brokers=value[0], local_network=value[1])
        else:
            self.app.change(**{name: value})
        if name in ("sound", "sound_volume"):
            self.app.sound.play("take")
        elif name == "notifications" and value:
            chosen = SETTINGS[name]  # one shows how they look, or that there are none
            self.app.notifications.show(_(chosen.label), _(chosen.note))

    def _set_threshold(self, number: int, points: int) -> None:
        """Keep a threshold; worse marks need no fewer points, better ones no more."""
        before = self.app.settings.thresholds
        lower = [min(threshold, points) for threshold in before[:number]]
        upper = [max(threshold, points) for threshold in before[number + 1 :]]
        self.app.change(thresholds=(*lower, points, *upper))

    def leave(self) -> None:
        """Save the brokers as typed."""
        self._keep_brokers()

    def quitting(self) -> None:
        """Save the brokers as typed."""
        self._keep_brokers()

    # --- the broker -----------------------------------------------------------------------------

    def _keep_brokers(self) -> bool:
        """Save the typed brokers; return whether they are valid, and say why not."""
        typed = self.brokers.strip()
        if typed != self.app.settings.brokers:
            from battle.friend.ways.broker import parse_brokers

            try:
                parse_brokers(typed)
            except FormatError as error:
                self._show_tested(explain(error), is_refused=True)
                return False
            self.app.change(brokers=typed)
        return True

    def _show_tested(self, words: str, *, is_refused: bool = False) -> None:
        self.tested, self._is_refused = words, is_refused
        self.refresh()

    def test(self) -> None:
        """Begin to test the first broker."""
        from battle.friend.ways.broker import parse_brokers
        from battle.friend.ways.mqtt import BrokerTrial

        if not self._keep_brokers():
            self.app.sound.play("refuse")
            return
        first = parse_brokers(self.brokers)[0]
        self._show_tested(_("Testing {broker} …").format(broker=first.shown))
        self._trial = BrokerTrial(first.url)

    def update(self, seconds: float) -> None:
        """Show the result of a test."""
        super().update(seconds)
        outcome = self._trial and self._trial.outcome
        if outcome:
            self._trial = None
            self._show_tested(outcome.line, is_refused=not outcome.ok)
            self.app.wake()
