"""The person's record on three sheets: results by opponent, points lost, all games.

A game chosen in the plot or in the list opens in Analyse, over the record; what its review finds
there comes into the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import pygame

from battle.game.session import Session
from battle.language import N_, _, explain
from battle.profile.records import PlayedGame
from battle.profile.statistics import Outcome, OwnGame, own_games
from battle.rules.position import RulesError
from battle.rules.record import record
from battle.training.background import unproven
from battle.window.history.overview import (
    ICONS,
    OUTCOMES,
    Overview,
    game_margin_words,
    games_words,
    lost_words,
    players_words,
    points_words,
    queue_words,
    record_export,
)
from battle.window.history.points_lost import PointsLostSheet
from battle.window.scenes.card_scene import CardScene, question
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Column, Listing, RowList, Widget, cells, column_titles
from battle.words import about_time, day_words, short_day_words, winner_name

# --- game list -----------------------------------------------------------------------------------
#
# The list of games of the record: one a row, the latest first.

_ROW: Final = 36


class GameList(RowList):
    """The games in a list that scrolls."""

    def __init__(self, opens: Callable[[], object]) -> None:
        super().__init__(pygame.Rect(0, 0, 0, 0), Listing(), lambda _row: None, opens)
        self.games: Sequence[PlayedGame] = ()

    def fill(self, games: Sequence[PlayedGame]) -> None:
        """Show games, given in the order they ended."""
        self.games = list(reversed(games))
        self.listing.fill(len(self.games))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the list out in `rect`."""
        row = theme.px(_ROW)
        wide, _bar = across(rect, FILL, theme.px(10))
        self.head, rows = down(wide, row, FILL)
        rows.height -= rows.height % row
        self.rect = rows
        self.listing.place(rows, row)

    @property
    def chosen(self) -> PlayedGame | None:
        """The game chosen."""
        row = self.listing.chosen
        return None if row is None else self.games[row]

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        """Paint the titles and the rows that are seen."""
        column_titles(surface, theme, self.head, _columns())
        super().paint(surface, theme, focused=focused)

    def paint_row(
        self, surface: pygame.Surface, theme: Theme, row: int, place: pygame.Rect
    ) -> None:
        game, columns = self.games[row], _columns()
        places = cells(theme, place, columns)
        _paint_result(surface, theme, game, places[1])
        shown = (
            (0, Role.FIGURES, short_day_words(game.ended), look.MUTED),
            (2, Role.TEXT, players_words(game), look.INK),
            (3, Role.FIGURES, points_words(game), look.INK),
            (4, Role.FIGURES, game_margin_words(game), look.INK),
            (5, Role.STRONG, _lost(game), look.INK),
        )
        for column, role, words, ink in shown:
            font = draw.fitting_font(theme, role, words, places[column].width)
            draw.text(surface, font, words, ink, places[column], columns[column].align)
        sign = "edit" if not game.is_from_full_table else "hint" if game.has_help else ""
        if sign:
            draw.sign(surface, sign, theme.px(18), look.GOLD, midright=places[6].midright)


def _paint_result(
    surface: pygame.Surface, theme: Theme, game: PlayedGame, place: pygame.Rect
) -> None:
    """Paint how the game ended for the person; of two people who won."""
    own = own_games([game])
    outcome = own[0].outcome if own else None
    ink = look.GOLD if outcome is Outcome.WON else look.MUTED
    sign = ICONS[outcome] if outcome is not None else "people"
    draw.sign(surface, sign, theme.px(18), ink, midleft=place.midleft)
    words = winner_name(game.ending, game.names) if outcome is None else _(OUTCOMES[outcome])
    label = across(place, theme.px(26), FILL)[1]
    font = draw.fitting_font(theme, Role.TEXT, words, label.width)
    draw.text(surface, font, words, look.INK, label)


def _columns() -> tuple[Column, ...]:
    return (
        Column(_("Day"), 0.17, "left"),
        Column(_("Result"), 0.15, "left"),
        Column(_("Opponent"), 0.22, "left"),
        Column(_("Points"), 0.15),
        Column(_("Margin"), 0.12),
        Column(_("Points lost"), 0.15),
        Column("", 0.04),
    )


def _lost(game: PlayedGame) -> str:
    own = own_games([game])
    return lost_words(own[0]) if own else ""


# --- scene ---------------------------------------------------------------------------------------

SHEETS: Final = (
    ("overview", N_("Overview")),
    ("lost", N_("Points lost")),
    ("games", N_("Games")),
)
_NARROW: Final = 150
_BESIDE: Final = 76
"""The least width of a button, and the room for its icon and its edges beside its words."""


_FootButton: TypeAlias = tuple[str, str, Callable[[], object], dict[str, Any]]
"""A button of the foot: its words, its icon, what it does, and how it is added."""


class HistoryScene(CardScene):
    """Shows what is kept of the games that were played here; `sheet` is the sheet that is open."""

    title = N_("Your record")
    foot_height = 48

    def __init__(self, app: Services, sheet: str = "overview") -> None:
        super().__init__(app)
        self.lost = PointsLostSheet(app.theme, app.prover)
        self.sheet = sheet
        self.games: list[PlayedGame] = []
        self.own: list[OwnGame] = []
        self.list = GameList(self._open_chosen)
        self._chooser: Widget | None = None
        self._proven = (0, 0, 0)
        self._summed: Overview | None = None

    # --- what is shown --------------------------------------------------------------------------

    def enter(self) -> None:
        """Read the games."""
        self._read()

    def resume(self) -> None:
        """Read the games anew."""
        super().resume()
        self._read()

    def _read(self) -> None:
        self.app.prover.bring_up_to_date()
        self._proven = self._news()
        self._take(self.app.records.games())

    def _take(self, games: list[PlayedGame]) -> None:
        """Show these games."""
        chosen = self.list.listing.chosen
        self.games = games
        self.own = own_games(self.games)
        self.list.fill(self.games)
        if chosen is not None and self.games:
            self.list.listing.choose(min(chosen, len(self.games) - 1))
        self._summed = None
        self.lost.read(self.games)

    @property
    def _overview(self) -> Overview | None:
        """The results, added up when they are asked for first; None without any."""
        if self._summed is None and self.own:
            self._summed = Overview(self.own, self.app.moment())
        return self._summed

    def update(self, seconds: float) -> None:
        """Show what was reviewed and proven meanwhile."""
        super().update(seconds)
        self._watch_proofs()

    def _watch_proofs(self) -> None:
        """Show games anew of which more is proven; the page if queue or opponents are new."""
        before, self._proven = self._proven, self._news()
        if self._proven == before:
            return
        known = self.lost.opponents
        if self._proven[0] == before[0] + 1:
            self._read_one(self.app.prover.told)
        elif self._proven[0] != before[0]:
            self._read()
        if self._proven[1:] != before[1:] or self.lost.opponents != known:
            self.refresh()

    def _news(self) -> tuple[int, int, int]:
        """Return what tells that the record has something new, or that the queues have changed."""
        prover = self.app.prover
        return prover.version, len(prover.waiting), prover.reviews_left

    def _read_one(self, key: str) -> None:
        """Show one game as the record has it now, without reading all others."""
        game = self.app.records.game(key) if key else None
        if game is not None:
            self._take([game if one.key == key else one for one in self.games])

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the sheets' names above, the open sheet below; without games, an invitation."""
        self._chooser = None
        if not self.games:
            self._invite(self.body)
            return
        px = self.theme.px
        font, words = self.theme.font(Role.TEXT), queue_words(self.app.prover, self.games)
        lines = min(2, len(draw.wrapped(font, words, self.body.width)))
        below = lines * font.get_height() + px(8) if self.app.prover.waiting else 0
        tabs, _gap, self.room, self._proof_line = down(self.body, px(44), px(14), FILL, below)
        names = [(name, _(words)) for name, words in SHEETS]
        self.begin_at(self.form.group(tabs, names, self.sheet, self._turn_to))
        if self.sheet == "overview":
            self._fill_overview()
        elif self.sheet == "lost":
            self._chooser = self.lost.build(self, self.room, self._open_chosen)
        else:
            self.list.place(self.theme, self.room)
            self._chooser = self.add(self.list)
        self._fill_foot()

    def _turn_to(self, sheet: str) -> None:
        self.sheet = sheet
        self.refresh()

    def _invite(self, room: pygame.Rect) -> None:
        px = self.theme.px
        rect = centred(room, px(240), px(52)).move(0, px(60))
        self._invitation = room
        self.begin_at(
            self.add_button(
                rect,
                _("New game"),
                lambda: self.app.go("new_game"),
                look_as="primary",
                icon="new",
            )
        )

    def _fill_overview(self) -> None:
        """Let every row whose points lost are known lead to their plot."""
        if self._overview is None:
            self._invite(self.room)
            return
        rows = self._overview.lay(self.theme, self.room)
        for place, result in zip(rows, self._overview.results, strict=True):
            if result.opponent in self.lost.opponents:
                show = partial(self._show_opponent, result.opponent)
                tip = _("The points you lost in these games")
                self.add_button(place.inflate(0, -2), "", show, look_as="row", tip=tip)

    def _show_opponent(self, opponent: str) -> None:
        self.lost.choose(opponent)
        self._turn_to("lost")

    def _fill_foot(self) -> None:
        """Put what can be done with the record on the left, with the game chosen on the right."""
        new_game, prover = partial(self.app.go, "new_game"), self.app.prover
        left: list[_FootButton] = [(_("Export"), "export", self._export, {})]
        right: list[_FootButton] = []
        if self.sheet == "games":
            left.append((_("Delete all"), "delete", self._ask_for_all, {}))
            right.append((_("Delete"), "delete", self._ask_for_one, {}))
        elif self.sheet == "overview" and prover.waiting:
            left.append((_("Stop proving"), "stop", prover.stop_all, {}))
        elif self.sheet == "overview" and (games := unproven(self.games)):
            words = _(
                "First missing reviews, then every move's true cost, in the background:"
                " {time} in all"
            )
            tip = {"tip": words.format(time=about_time(prover.seconds_of(games)))}
            prove = partial(prover.prove_all, self.games)
            left.append((_("Prove all games"), "check", prove, tip))
        elif self.sheet == "lost" and prover.reviews_left:
            right.append((_("Stop"), "stop", self._end_reviews, {}))
        elif self.sheet == "lost" and self.lost.missing:
            words = _("Review the rest") if self.lost.plot.points else _("Review all")
            right.append((words, "review", self._begin_reviews, {}))
        primary = {"look_as": "primary"}
        if self._chooser is None:
            right.append((_("New game"), "new", new_game, primary))
        else:
            right.append((_("Analyse"), "analyse", self._open_chosen, primary))
        self._add_foot_buttons(left, right)

    def _add_foot_buttons(self, left: list[_FootButton], right: list[_FootButton]) -> None:
        """Put buttons at both ends of the foot, as wide as their words, narrower if need be."""
        px, font = self.theme.px, self.theme.font(Role.STRONG)
        buttons, gap = [*left, *right], px(10)
        widths = [max(px(_NARROW), font.size(one[0])[0] + px(_BESIDE)) for one in buttons]
        room = self.foot.width - gap * (len(buttons) - 1)
        if sum(widths) > room:
            widths = [width * room // sum(widths) for width in widths]
        between = self.foot.width - sum(widths) - gap * len(buttons)
        widths.insert(len(left), between)
        places = across(self.foot, *widths, gap=gap)
        del places[len(left)]
        for (words, icon, action, how), rect in zip(buttons, places, strict=True):
            self.add_button(rect, words, action, icon=icon, **how)

    # --- doing ----------------------------------------------------------------------------------

    def _begin_reviews(self) -> None:
        """Review the games that have no review."""
        self.app.prover.review_all(self.games)
        self.refresh()

    def _end_reviews(self) -> None:
        self.app.prover.stop_reviews()
        self._read()
        self.refresh()

    @property
    def chosen(self) -> PlayedGame | None:
        """The game that the list or the plot points out."""
        if self.sheet == "games":
            return self.list.chosen
        return self.lost.chosen if self.sheet == "lost" else None

    def _open_chosen(self) -> None:
        game = self.chosen
        if game is None:
            self._say_choose()
            return
        try:
            session = Session.from_record(record(game.record), now=self.app.now)
        except RulesError as error:
            self.app.say(explain(error), "problem")
            return
        self.app.go("study_game", session, over=True)

    def _say_choose(self) -> None:
        self.app.sound.play("refuse")
        self.app.say(_("Choose a game first."), "refused")

    def _export(self) -> None:
        self.app.go("save_export", record_export(self.games))

    def _ask_for_one(self) -> None:
        game = self.chosen
        if game is None:
            self._say_choose()
            return
        words = _(
            "{players}, {day}: {points}. The game will be deleted from your record for good."
        ).format(
            players=players_words(game),
            day=day_words(game.ended),
            points=points_words(game),
        )
        self._ask(_("Delete the game?"), words, lambda: self._delete(game))

    def _ask_for_all(self) -> None:
        words = _(
            "{games} will be deleted from your record for good. Export them first if in doubt."
        )
        count = games_words(len(self.games))
        self._ask(_("Delete all games?"), words.format(games=count), self._delete_all)

    def _ask(self, title: str, words: str, action: Callable[[], object]) -> None:
        self.app.push(question(self.app, title, words, _("Keep"), _("Delete"), action))

    def _delete(self, game: PlayedGame) -> None:
        self._tell(self.app.records.remove(game.key))

    def _delete_all(self) -> None:
        self._tell(self.app.records.clear())

    def _tell(self, messages: list[str]) -> None:
        for message in messages:
            self.app.say(message, "problem")
        self._read()
        self.refresh()

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Ask with Delete whether to delete the game chosen."""
        if event.key == pygame.K_DELETE and self.sheet == "games" and self.games:
            self._ask_for_one()
            return True
        return super().handle_key(event)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the open sheet, and how far the proofs of games are."""
        if self.games and self._proof_line.height:
            line = self._proof_line
            words = queue_words(self.app.prover, self.games)
            draw.text_within(surface, self.theme, Role.TEXT, words, look.MUTED, line, "centre")
        if not self.games:
            self._paint_words(surface, self._invitation, _("Every finished game is kept here."))
        elif self.sheet == "lost":
            self._paint_lost(surface)
        elif self.sheet == "overview" and self._overview is None:
            words = _("Play against a level to see your results here.")
            self._paint_words(surface, self.room, words)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the table, whose rows are buttons."""
        super().paint_over(surface)
        if self.games and self.sheet == "overview" and self._overview is not None:
            self._overview.paint(surface)

    def _paint_words(self, surface: pygame.Surface, room: pygame.Rect, words: str) -> None:
        """Say in the middle of the room what will be there."""
        px = self.theme.px
        draw.sign(
            surface, "trophy", px(64), look.FAINT, midbottom=(room.centerx, room.centery - px(40))
        )
        line = pygame.Rect(room.left, room.centery - px(26), room.width, px(40))
        font = draw.fitting_font(self.theme, Role.HEADING, words, line.width)
        draw.text(surface, font, words, look.INK, line, "centre")

    def _paint_lost(self, surface: pygame.Surface) -> None:
        if self.lost.plot.points:
            self.lost.paint(surface)
            return
        words = self.lost.review_words
        if not self.app.prover.reviews_left:
            words = _("Points lost are known once a game has been reviewed.")
        self._paint_words(surface, self.room, words)
