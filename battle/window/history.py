"""The person's record on three sheets: results by opponent, points lost, all games.

A game chosen in the bars or in the list opens in Analyse, over the record; what its review finds
there comes into the record. What is missing, games without a review, is reviewed here on demand.

    ┌────────┐ ┌────────┐ ┌────────┐ ┌────────┐
    │  44    │ │ ~22.4  │ │   3    │ │   5    │   figures: games, points lost, runs
    └────────┘ └────────┘ └────────┘ └────────┘
    opponent        games  won drawn lost  share      margin  points lost
    Novice (−54)      4     3    0    1    75 % ▇▇▇░    +2.5      ~58.0

The scenes come first, then the words, figures and tables on their sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

import pygame

from battle.game.session import Session
from battle.game.setup import expected_loss
from battle.language import N_, _, decimal, ngettext
from battle.page.blocks import Bar, Bars, Figure, Paragraph, Row
from battle.page.review import lost_words as lost_in_words
from battle.profile.autosave import GameAside
from battle.profile.records import (
    WINDOW,
    LevelResult,
    Outcome,
    OwnGame,
    PlayedGame,
    against_words,
    average_lost,
    by_level,
    csv_of,
    from_full_table,
    in_order,
    judged,
    opponent_name,
    opponent_words,
    own_games,
    streaks,
)
from battle.reviews.prover import GameProver, ProofProgress, Standing, unproven, unreviewed
from battle.rules.position import other
from battle.rules.record import Reason, record
from battle.window.cards import CardScene, Choice, question
from battle.window.pages import MARGIN, Brush, bars_room, height_of, paint
from battle.window.scene import FileExport, Services, attempt
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import (
    Button,
    Column,
    Listing,
    Point,
    RowList,
    Widget,
    cells,
)
from battle.words import (
    about_time,
    clauses,
    day_words,
    hint_count,
    listed,
    lost_figure,
    no_answer_words,
    proven_words,
    running_words,
    score_words,
    sentences,
    share_words,
    short_day_words,
    signed,
    winner_name,
)

_ROW: Final = 36
_NARROWEST: Final = 6
"""The least room of a bar."""

Item = TypeVar("Item")


class RecordTable(RowList, Generic[Item]):
    """Rows of cells below their titles; one is chosen and opened.

    Where one click `opens`, choosing is not needed first.
    """

    def __init__(
        self,
        columns: Callable[[], Sequence[Column]],
        row_of: Callable[[Item], Sequence[Cell]],
        opens: Callable[[], object],
        *,
        at_once: bool = False,
    ) -> None:
        super().__init__(pygame.Rect(0, 0, 0, 0), Listing(), lambda _row: None, opens)
        self._columns, self._row_of, self._at_once = columns, row_of, at_once
        self.items: Sequence[Item] = ()

    def fill(self, items: Sequence[Item]) -> None:
        """Show other rows, and keep the selected index."""
        chosen = self.listing.chosen
        self.items = items
        self.listing.fill(len(items))
        if chosen is not None and items:
            self.listing.choose(min(chosen, len(items) - 1))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the table out in `rect`."""
        row = theme.px(_ROW)
        wide, _bar = across(rect, FILL, theme.px(10))
        self.head, rows = down(wide, row, FILL)
        rows.height -= rows.height % row
        self.rect = rows
        self.listing.place(rows, row)

    @property
    def item(self) -> Item | None:
        """What is chosen."""
        row = self.listing.chosen
        return None if row is None else self.items[row]

    def press(self, point: Point, *, double: bool = False) -> None:
        super().press(point, double=double)
        if self._at_once and self.listing.row_at(point) is not None:
            self._activate()

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        head, columns = self.head, self._columns()
        for column, place in zip(columns, cells(theme, head, columns), strict=True):
            draw.text_within(
                surface, theme, Role.SMALL, column.title, look.MUTED, place, column.align
            )
        surface.fill(look.LINE, pygame.Rect(head.left, head.bottom - 1, head.width, 1))
        super().paint(surface, theme, focused=focused)

    def paint_row(
        self, surface: pygame.Surface, theme: Theme, row: int, place: pygame.Rect
    ) -> None:
        columns, px = self._columns(), theme.px
        row_cells = zip(self._row_of(self.items[row]), cells(theme, place, columns), strict=True)
        for (cell, room), column in zip(row_cells, columns, strict=True):
            if cell.icon:
                draw.sign(surface, cell.icon, px(18), cell.icon_ink, midleft=room.midleft)
                room = across(room, px(26), FILL)[1]
            if cell.ends:
                room, _gap, bar = across(room, px(52), px(8), FILL)
                bar = centred(bar, bar.width, px(12))
                for kinds, ink in ((3, look.LOST), (2, look.DRAWN), (1, look.GOLD)):
                    share = sum(cell.ends[:kinds]) / sum(cell.ends)
                    part = across(bar, round(bar.width * share))[0]
                    draw.box(surface, part, ink, radius=px(3))
            if cell.words:
                align = "right" if cell.ends else column.align
                draw.line(surface, theme, cell.role, cell.words, cell.ink, room, align)


class LossPlot(Button):
    """The points lost in some games: mouse and arrows point a game out, a click opens it."""

    def __init__(self, opens: Callable[[], object], turn: Callable[[int], object]) -> None:
        super().__init__(pygame.Rect(0, 0, 0, 0), "", opens, look_as="bare")
        self.games: Sequence[OwnGame] = ()
        self.cursor: int | None = None
        self._turn = turn

    def fill(self, games: Sequence[OwnGame]) -> None:
        """Show other games, and keep the selected one."""
        before = self.chosen
        self.games = games
        keys = [own.game.key for own in games]
        self.cursor = keys.index(before.key) if before and before.key in keys else None

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the bars out in `rect`: as many as there is room for, the latest."""
        self.rect, self._bars, self._layer = rect, bars_room(theme, rect)[1], draw.Layer(rect)
        self.first = max(0, len(self.games) - self._bars.width // theme.px(_NARROWEST))

    @property
    def chosen(self) -> PlayedGame | None:
        """The game that is pointed out."""
        return None if self.cursor is None else self.games[self.cursor].game

    def x_of(self, game: int) -> float:
        """Return where the middle of a game's bar stands."""
        step = self._bars.width / max(1, len(self.games) - self.first)
        return self._bars.left + step * (game - self.first + 0.5)

    def game_at(self, point: Point) -> int | None:
        """Return the game whose bar stands at a point."""
        shown = range(self.first, len(self.games))
        if not shown or not self._bars.collidepoint(point):
            return None
        return min(shown, key=lambda game: abs(self.x_of(game) - point[0]))

    def hover(self, point: Point | None) -> None:
        super().hover(point)
        game = None if point is None else self.game_at(point)
        self.cursor = self.cursor if game is None else game

    def release(self, point: Point) -> None:
        if self.game_at(point) is not None:
            super().release(point)

    def key(self, event: pygame.event.Event) -> bool:
        turns = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        last = len(self.games) - 1
        at = last if self.cursor is None else self.cursor
        steps = {
            pygame.K_LEFT: last if self.cursor is None else at - 1,
            pygame.K_RIGHT: at + 1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        if event.key in turns:
            self._turn(turns[event.key])
        elif event.key in steps and self.games:
            self.cursor = max(self.first, min(last, steps[event.key]))
        return event.key in turns or event.key in steps

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        bars = loss_bars(self.games, self.first, self.cursor)
        self._layer.draw(surface, bars, lambda on: paint(bars, Brush(on, theme), self.rect))
        super().paint(surface, theme, focused=focused)


SHEETS: Final = (
    ("overview", N_("Overview")),
    ("lost", N_("Points lost")),
    ("games", N_("Games")),
)
_Listed: TypeAlias = PlayedGame | GameAside
"""What the list of all games has: those that are over, and before them those set aside."""
_Offer: TypeAlias = tuple[str, str, Callable[[], object], str]
"""A button of the foot: its words, its icon, what it does, and its tip."""


class HistoryScene(CardScene):
    """Shows what is kept of the games that were played here; `sheet` is the sheet that is open.

    The bars are those of games against one `opponent`, empty for all of them.
    """

    title = N_("Your record")
    foot_height = 48

    def __init__(self, app: Services, sheet: str = "overview") -> None:
        super().__init__(app)
        self.sheet = sheet
        self.opponent = ""
        self.games: list[PlayedGame] = []
        self.aside: list[GameAside] = []
        self.own: list[OwnGame] = []
        self.judged: list[OwnGame] = []
        self.list = RecordTable[_Listed](game_columns, game_cells, self._open_chosen)
        self.results = RecordTable[LevelResult](
            result_columns, result_cells, self._show_opponent, at_once=True
        )
        self.plot = LossPlot(self._open_chosen, self.turn)
        self.chooser: Widget | None = None
        self._seen = (0, 0, 0)

    # --- what is shown --------------------------------------------------------------------------

    def resume(self) -> None:
        """Read the games again."""
        super().resume()
        self.aside = self.app.autosave.games_aside()
        self._read()

    def _read(self) -> None:
        self.app.prover.bring_up_to_date()
        self._seen = self._news()
        self._take(self.app.records.games())

    def _take(self, games: list[PlayedGame]) -> None:
        """Show these games."""
        self.games, self.own = games, own_games(games)
        whole = from_full_table(self.own)
        self.judged = judged(whole)
        results = {result.opponent: result for result in by_level(whole)}
        self.list.fill([*self.aside, *games[::-1]])
        self.results.fill([results[name] for name in in_order([*results])])
        self.choose(self.opponent)

    @property
    def opponents(self) -> list[str]:
        """The opponents of games whose points lost are known, in the order of their strength."""
        return in_order(sorted({own.game.opponent for own in self.judged}))

    def choose(self, opponent: str) -> None:
        """Show what was lost against one of the opponents, or against all."""
        self.opponent = opponent if opponent in self.opponents else ""
        self.plot.fill([own for own in self.judged if self.opponent in ("", own.game.opponent)])

    def turn(self, by: int) -> None:
        """Show the games against the next opponent, or the one before."""
        choices = ["", *self.opponents]
        self.choose(choices[(choices.index(self.opponent) + by) % len(choices)])
        self.refresh()

    def update(self, seconds: float) -> None:
        """Show new reviews and proofs, and what opening the choice means."""
        super().update(seconds)
        if self.chooser is self.list and (self._opener.text, self._opener.icon) != self._opening:
            self._opener.text, self._opener.icon = self._opening
        before, self._seen = self._seen, self._news()
        if self._seen == before:
            return
        if self._seen[0] == before[0] + 1:
            key = self.app.prover.updated_key
            game = self.app.records.game(key) if key else None
            if game is not None:
                self._take([game if shown.key == key else shown for shown in self.games])
        elif self._seen[::2] != before[::2]:
            self._read()
        self.refresh()

    def _news(self) -> tuple[int, int, int]:
        """Return a key that changes with the record and the queues."""
        prover = self.app.prover
        return prover.version, len(prover.waiting), prover.reviews_left

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the sheets' names above, the open sheet below; without games, an invitation."""
        self.chooser = None
        if not self.games and not self.aside:
            self.say_instead(self.body, _("Every finished game is kept here."), self._new_game)
            return
        px = self.theme.px
        font, words = self.theme.font(Role.TEXT), queue_words(self.app.prover, self.games)
        lines = min(2, len(draw.wrapped(font, words, self.body.width)))
        below = lines * font.get_height() + px(8) if self.app.prover.waiting else 0
        tabs, _gap, room, self._proof_line = down(self.body, px(44), px(14), FILL, below)
        names = [(name, _(words)) for name, words in SHEETS]
        self.begin_at(self.form.group(tabs, names, self.sheet, self._turn_to).button)
        if self.sheet == "overview":
            self._fill_overview(room)
        elif self.sheet == "lost":
            self._fill_lost(room)
        else:
            self.list.place(self.theme, room)
            self.chooser = self.add(self.list)
        self._fill_foot()

    @property
    def _new_game(self) -> Choice:
        return Choice(_("New game"), partial(self.app.go, "new_game"), "", "new")

    def _turn_to(self, sheet: str) -> None:
        self.sheet = sheet
        self.refresh()

    def _fill_overview(self, room: pygame.Rect) -> None:
        """Show the figures, without notes where there is little room, and the opponents."""
        if not self.own:
            words = _("Play against a level to see your results here.")
            self.say_instead(room, words, self._new_game)
            return
        px, row = self.theme.px, figures(self.own, self.app.moment())
        rows = len(self.results.items) + 2
        if room.height - height_of(row, self.theme, room.width) < rows * px(_ROW):
            row = figures(self.own, self.app.moment(), notes=False)
        note = Paragraph(games_note(self.own))
        below = height_of(note, self.theme, room.width)
        head = self.add_page(inset(room, px(MARGIN), 0), [row])
        _head, table, last = down(room, head, FILL, below, gap=px(8))
        self.results.place(self.theme, table)
        self.add(self.results)
        self.add_page(last, [note])

    def _show_opponent(self) -> None:
        result = self.results.item
        if result is not None and result.opponent in self.opponents:
            self.choose(result.opponent)
            self._turn_to("lost")

    def _fill_lost(self, room: pygame.Rect) -> None:
        """Show the bars with the choice of the opponent."""
        if not self.judged:
            words = _("Points lost are known once a game has been reviewed.")
            if self.app.prover.reviews_left:
                words = review_words(self.app.prover, self.games)
            self.say_instead(room, words)
            return
        px, text = self.theme.px, self.theme.font(Role.TEXT)
        line, plot, self._details = down(room, px(44), FILL, text.get_linesize() + px(8), gap=px(8))
        back, middle, on = across(line, px(44), FILL, px(44), gap=px(8))
        for by, icon, tip, place in (
            (-1, "chevron-left", _("The previous opponent"), back),
            (1, "chevron-right", _("The next opponent"), on),
        ):
            turn = partial(self.turn, by)
            self.add_button(place, "", turn, look_as="tool", icon=icon, tip=tip)
        title = opponent_words(self.opponent) if self.opponent else _("All opponents")
        words = f"{title}  ·  {games_words(len(self.plot.games))}"
        self.write(words, middle, Role.HEADING, look.INK, align="centre")
        self.plot.place(self.theme, plot)
        self.chooser = self.add(self.plot)

    @property
    def details(self) -> str:
        """All of the game pointed out, else what is missing, else how to point one out."""
        if self.plot.chosen is not None:
            (own,) = own_games([self.plot.chosen])
            return line_words(own)
        missing = review_words(self.app.prover, self.games)
        return missing or _("Point at a game to see details; click to open it.")

    def _fill_foot(self) -> None:
        """Offer what can be done with the record, and last with the game that is chosen."""
        prover = self.app.prover
        export = partial(self.app.go, "save_export", record_export(self.games))
        offers: list[_Offer] = [(_("Export"), "export", export, "")]
        if self.sheet == "games":
            offers.insert(0, (_("Delete all"), "delete", self._ask_for_all, ""))
            offers.append((_("Delete"), "delete", self._ask_for_one, ""))
        elif self.sheet == "overview" and prover.waiting:
            offers.append((_("Stop proving"), "stop", prover.stop_all, ""))
        elif self.sheet == "overview" and (games := unproven(self.games)):
            tip = _(
                "First missing reviews, then every move's true cost, in the background:"
                " {time} in all"
            ).format(time=about_time(prover.seconds_of(games)))
            prove = partial(prover.prove_all, self.games)
            offers.append((_("Prove all games"), "check", prove, tip))
        elif self.sheet == "lost" and prover.reviews_left:
            offers.append((_("Stop"), "stop", prover.stop_reviews, ""))
        elif self.sheet == "lost" and unreviewed(self.games):
            words = _("Review the rest") if self.judged else _("Review all")
            offers.append((words, "review", partial(prover.review_all, self.games), ""))
        last: _Offer = (*self._opening, self._open_chosen, "")
        if self.chooser is None:
            last = (_("New game"), "new", partial(self.app.go, "new_game"), "")
        gap, most = self.theme.px(10), self.theme.px(230)
        wide = min(most, (self.foot.width + gap) // (len(offers) + 1) - gap)
        places = across(self.foot, *[wide] * len(offers), gap=gap)
        places.append(across(self.foot, FILL, wide)[1])
        for (words, icon, action, tip), place in zip([*offers, last], places, strict=True):
            look_as = "primary" if action is last[2] else ""
            self._opener = self.add_button(
                place, words, action, icon=icon, tip=tip, look_as=look_as
            )

    # --- doing ----------------------------------------------------------------------------------

    @property
    def _opening(self) -> tuple[str, str]:
        """What opening the game chosen means, and its icon: one set aside goes on."""
        if isinstance(self.chosen, GameAside):
            return _("Continue"), "play"
        return _("Analyse"), "analyse"

    @property
    def chosen(self) -> _Listed | None:
        """The game that the list or the plot points out."""
        if self.sheet == "games":
            return self.list.item
        return self.plot.chosen if self.sheet == "lost" else None

    def _open_chosen(self) -> None:
        game = self.chosen
        if game is None:
            self._say_choose()
            return
        if isinstance(game, GameAside):
            self.app.go("table", game.session)
            return

        def open_game() -> None:
            kept, now = record(game.record), self.app.now
            session = Session.from_record(kept, now=now, person=game.person)
            self.app.go("study_game", session, over=True)

        attempt(self.app.say, open_game)

    def _say_choose(self) -> None:
        self.app.sound.play("refuse")
        self.app.say(_("Choose a game first."), "refused")

    def _ask_for_one(self) -> None:
        game = self.chosen
        if game is None:
            self._say_choose()
            return
        words = _(
            "{players}, {day}: {points}. The game will be deleted from your record for good."
        ).format(
            players=players_words(game),
            day=day_words(game.played if isinstance(game, GameAside) else game.ended),
            points=points_words(game),
        )
        if isinstance(game, GameAside):
            delete = partial(self.app.autosave.remove, game)
        else:
            delete = partial(self.app.records.remove, game.key)
        self._ask(_("Delete the game?"), words, delete)

    def _ask_for_all(self) -> None:
        words = _(
            "{games} will be deleted from your record for good. Export them first if in doubt."
        ).format(games=games_words(len(self.games)))
        self._ask(_("Delete all games?"), words, self.app.records.clear)

    def _ask(self, title: str, words: str, delete: Callable[[], object]) -> None:
        def act() -> None:
            delete()
            self.resume()
            self.refresh()

        self.app.push(question(self.app, title, words, _("Keep"), _("Delete"), act))

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Ask with Delete whether to delete the game chosen."""
        if event.key == pygame.K_DELETE and self.sheet == "games" and self.list.items:
            self._ask_for_one()
            return True
        return super().handle_key(event)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint what changes from frame to frame: how far proofs are, and the game pointed out."""
        write = partial(
            draw.text_within, surface, self.theme, Role.TEXT, colour=look.MUTED, align="centre"
        )
        if self.games and self._proof_line.height:
            write(words=queue_words(self.app.prover, self.games), rect=self._proof_line)
        if self.games and self.sheet == "lost" and self.judged:
            write(words=self.details, rect=self._details)


OUTCOMES: Final = {
    Outcome.WON: N_("won"),
    Outcome.DRAWN: N_("drawn"),
    Outcome.LOST: N_("lost"),
}
_HELP: Final = {"analysis": N_("with analysis"), "teacher": N_("with teacher")}
ICONS: Final = {Outcome.WON: "trophy", Outcome.DRAWN: "handshake", Outcome.LOST: "minus"}


def players_words(game: _Listed) -> str:
    """Return who plays: the opponent where the person plays against another, else both."""
    if isinstance(game, GameAside):
        names, person = game.session.names, game.session.person
        return " – ".join(names) if person is None else names[other(person) - 1]
    return " – ".join(game.names) if game.person is None else against_words(game)


def lost_words(own: OwnGame) -> str:
    """Return the points lost in a game, at least; a dash before a review.

    A game that began from a position, was resigned or lost on time does not count: a dash too.
    """
    if own.lost is None or not own.is_played_out or not own.game.is_from_full_table:
        return "–"
    return lost_figure(own.lost, exact=own.game.is_proven)


def average_words(points: float | None, *, exact: bool = False) -> str:
    """Return an average of points without a sign: `≥ 28.5`."""
    return "–" if points is None else lost_figure(decimal(points, 1) if points else 0, exact=exact)


def margin_words(margin: float | None) -> str:
    """Return an average margin with its sign, to one decimal."""
    if margin is None:
        return "–"
    sign = signed(1)[0] if margin > 0 else signed(-1)[0] if margin < 0 else ""
    return f"{sign}{decimal(abs(margin), 1)}"


def game_margin_words(game: PlayedGame) -> str:
    """Return the margin of a game, the person's if one played; a dash for a part of a game."""
    if game.ending.reason is not Reason.PLAYED_OUT or not game.is_from_full_table:
        return "–"
    return signed(game.margin_of(game.person or 1))


def games_words(number: int) -> str:
    """Return a number of games in words."""
    return ngettext("{n} game", "{n} games", number).format(n=number)


def points_words(game: _Listed) -> str:
    """Return the points, the person's first: `143 : 127`."""
    played = game.session if isinstance(game, GameAside) else game
    return score_words(played.points, played.person)


def line_words(own: OwnGame) -> str:
    """Return a game in a line: when, against whom, how it ended, what was lost, what helped."""
    parts = [
        day_words(own.game.ended),
        against_words(own.game),
        f"{_(OUTCOMES[own.outcome])} {points_words(own.game)}",
    ]
    if not own.game.is_from_full_table:
        parts.append(_("quick game") if own.game.is_quick else _("began from a position"))
    if own.skill == 0:
        parts.append(_("just par"))
    elif own.skill is not None:
        words = _("{n} better than par") if own.skill > 0 else _("{n} below par")
        parts.append(words.format(n=abs(own.skill)))
    if own.lost is not None and own.is_played_out:
        all_proven = _("lost {n}, all proven").format(n=own.lost)
        parts.append(all_proven if own.game.is_proven else lost_in_words(own.lost, exact=False))
    if hints := own.game.hints[own.person - 1]:
        parts.append(hint_count(hints))
    parts += [_(_HELP[sort]) for sort in own.game.help if sort in _HELP]
    return "  ·  ".join(parts)


def queue_words(prover: GameProver, games: Sequence[PlayedGame]) -> str:
    """Say how many games are to be proven, how long that takes, and how far the first one is."""
    waiting = prover.waiting
    if not waiting:
        return ""
    if prover.failure:
        return no_answer_words(prover.failure)
    words = ngettext("{n} game to be proven", "{n} games to be proven", len(waiting))
    words = words.format(n=len(waiting))
    if prover.to_review:
        first = ngettext("{n} review first", "{n} reviews first", prover.to_review)
        words = f"{words}  ·  {first.format(n=prover.to_review)}"
        share = prover.review_share
        return words if share is None else f"{words}  ·  {share_words(share)}"
    progress = prover.progress
    if progress is None:
        return words
    others = {key for key in waiting if key != prover.in_hand}
    if others:
        later = prover.seconds_of(game for game in games if game.key in others)
        time = about_time(progress.seconds + later)
        words = _("{games}, {time} in all").format(games=words, time=time)
    return f"{words}  ·  {_in_hand_words(progress)}"


def _in_hand_words(progress: ProofProgress) -> str:
    """Say how far the game in hand is."""
    match progress.standing:
        case Standing.ON_BATTERY:
            return _("waits until the computer is plugged in")
        case Standing.ENOUGH:
            return _("continues tomorrow, after half an hour today")
        case Standing.RUNNING:
            return running_words(progress.proven_from, progress.moves, progress.seconds)
        case _:
            return proven_words(progress.proven_from, progress.moves)


def record_export(games: Sequence[PlayedGame]) -> FileExport:
    """Return games as a CSV file to be, named after the day of the last."""
    title = _("Mahjong Battle record")
    name = f"{title} {short_day_words(games[-1].ended)}" if games else ""
    about = _("{games} as a table, one per line").format(games=games_words(len(games)))
    return FileExport(_("Export your record"), name, ".csv", partial(csv_of, games), about)


def review_words(prover: GameProver, games: Sequence[PlayedGame]) -> str:
    """Say how far the reviews are, or how many are missing; empty if none is."""
    if prover.reviews_left and prover.failure:
        return no_answer_words(prover.failure)
    if prover.reviews_left:
        return _("Game {n} of {count} is reviewed: {share}").format(
            n=prover.reviewed_of - prover.reviews_left + 1,
            count=prover.reviewed_of,
            share=share_words(prover.review_share or 0.0),
        )
    missing = len(unreviewed(games))
    words = ngettext(
        "{n} game has not been reviewed yet.", "{n} games have not been reviewed yet.", missing
    )
    return words.format(n=missing) if missing else ""


def figures(games: Sequence[OwnGame], now: datetime, *, notes: bool = True) -> Row:
    """Return the figures of games against the program, at least one, perhaps without notes."""
    whole = from_full_table(games)
    runs, days = streaks(whole, now), streaks(games, now)
    ends = [own.outcome for own in whole]
    counts = [_counted(end, ends.count(end)) for end in OUTCOMES if end in ends]
    run_titles = {
        Outcome.WON: _("Won in a row"),
        Outcome.DRAWN: _("Drawn in a row"),
        Outcome.LOST: _("Lost in a row"),
    }
    longest = _("longest run of wins: {n}").format(n=runs.won)
    row = (
        Figure(_("Games"), str(len(whole)), listed(counts)),
        _loss_figure(judged(whole)),
        Figure(run_titles[runs.sort or Outcome.WON], str(runs.current), longest),
        Figure(_("Days in a row"), str(days.days), _("longest: {n}").format(n=days.most_days)),
    )
    return Row(row if notes else tuple(replace(figure, note="") for figure in row))


def _counted(outcome: Outcome, n: int) -> str:
    words = {
        Outcome.WON: ngettext("{n} won", "{n} won", n),
        Outcome.DRAWN: ngettext("{n} drawn", "{n} drawn", n),
        Outcome.LOST: ngettext("{n} lost", "{n} lost", n),
    }
    return words[outcome].format(n=n)


def _loss_figure(games: Sequence[OwnGame]) -> Figure:
    title = _("Points lost per game")
    if not games:
        return Figure(title, "–", _("no whole game reviewed yet"))
    last, before = games[-WINDOW:], games[-2 * WINDOW : -WINDOW]
    number, earlier = (
        average_words(average_lost(some), exact=all(own.game.is_proven for own in some))
        for some in (last, before)
    )
    if len(before) < WINDOW:
        note = ngettext("in the one reviewed", "in the last {n} reviewed", len(last))
        return Figure(title, number, note.format(n=len(last)))
    note = _("last {n} games, before: {points}")
    return Figure(title, number, note.format(n=len(last), points=earlier))


def loss_bars(games: Sequence[OwnGame], first: int, chosen: int | None) -> Bars:
    """Return the points lost in the games from `first` on; one may be chosen.

    Where all are against one level, a dashed line says what that loses to such a player.
    """
    shown = range(first, len(games))
    averages = [average_lost(games[max(0, n + 1 - WINDOW) : n + 1]) or 0.0 for n in shown]
    bars = []
    for number in shown:
        own = games[number]
        lost, day = own.lost or 0, short_day_words(own.game.ended)
        part = lost if own.game.is_proven else 0
        bars.append(Bar(day, lost, part, str(lost), stands_out=number == chosen))
    title = _("Points lost; the line: average of {n} games").format(n=WINDOW)
    opponents = {own.game.opponent for own in games}
    level, *others = opponents or {""}
    theirs = None if others else expected_loss(level, averages[-1] if averages else 0.0)
    if theirs is not None:
        dashes = _("dashed: what {name} loses").format(name=opponent_name(level))
        title = clauses(title, dashes)
    filled = _("proven; empty: at least")
    return Bars(title, tuple(bars), filled=filled, line=tuple(averages), level=theirs)


def games_note(games: Sequence[OwnGame]) -> str:
    """Say which games were of another sort, and what stands in brackets."""
    whole = from_full_table(games)
    helped = sum(own.game.has_help for own in whole)
    evened = [own for own in whole if own.game.is_evened]
    won = sum(own.outcome is Outcome.WON for own in evened)
    aside = len(games) - len(whole)
    opponents = {own.game.opponent for own in whole}
    marked = sum(opponent_words(name) != opponent_name(name) for name in opponents)
    said = (
        (helped, ngettext("Help was used in {n} game.", "Help was used in {n} games.", helped)),
        (
            len(evened),
            ngettext(
                "{n} game began with points given; {won} won.",
                "{n} games began with points given; {won} won.",
                len(evened),
            ),
        ),
        (
            aside,
            ngettext(
                "{n} game that was quick or began from a position is not counted here.",
                "{n} games that were quick or began from a position are not counted here.",
                aside,
            ),
        ),
        (marked, _("In brackets: the points a level loses per game to those next to it.")),
    )
    return sentences(*(words.format(n=n, won=won) for n, words in said if n))


class Cell(NamedTuple):
    """What stands in a cell of a table: words, an icon before them, or an icon alone.

    After the words a bar shows the games by how they ended: won, drawn, lost.
    """

    words: str = ""
    role: Role = Role.FIGURES
    ink: pygame.Color = look.INK
    icon: str = ""
    icon_ink: pygame.Color = look.GOLD
    ends: tuple[int, ...] = ()


def result_columns() -> tuple[Column, ...]:
    """Return the columns of the table of opponents."""
    return (
        Column(_("Opponent"), 0.21, "left"),
        Column(_("Games"), 0.09),
        Column(_("Won"), 0.105),
        Column(_("Drawn"), 0.1),
        Column(_("Lost"), 0.105),
        Column(_("Share"), 0.14, "left", indent=22),
        Column(_("Margin"), 0.125),
        Column(_("Points lost"), 0.125),
    )


def result_cells(result: LevelResult) -> tuple[Cell, ...]:
    """Return the row of an opponent."""
    counted = judged(result.own)
    exact = all(own.game.is_proven for own in counted)
    return (
        Cell(opponent_words(result.opponent), Role.STRONG),
        Cell(str(len(result.own))),
        Cell(str(result.ended(Outcome.WON))),
        Cell(str(result.ended(Outcome.DRAWN)), ink=look.MUTED),
        Cell(str(result.ended(Outcome.LOST))),
        Cell(share_words(result.score), ends=tuple(map(result.ended, OUTCOMES))),
        Cell(margin_words(result.margin)),
        Cell(average_words(average_lost(counted), exact=exact), Role.STRONG),
    )


def game_columns() -> tuple[Column, ...]:
    """Return the columns of the table of games."""
    return (
        Column(_("Day"), 0.17, "left"),
        Column(_("Result"), 0.2, "left"),
        Column(_("Opponent"), 0.17, "left"),
        Column(_("Points"), 0.15),
        Column(_("Margin"), 0.12),
        Column(_("Points lost"), 0.15),
        Column("", 0.04, indent=10),
    )


def game_cells(game: _Listed) -> tuple[Cell, ...]:
    """Return the row of a game: how it ended for the person, else who won; or that it goes on."""
    if isinstance(game, GameAside):
        return (
            Cell(short_day_words(game.played), ink=look.MUTED),
            Cell(_("Not over yet"), Role.TEXT, look.MUTED, "play", look.MUTED),
            Cell(players_words(game), Role.TEXT),
            Cell(points_words(game)),
            *[Cell()] * 3,
        )
    own = next(iter(own_games([game])), None)
    result = Cell(winner_name(game.ending, game.names), Role.TEXT, icon="people")
    if own is not None:
        ink = look.GOLD if own.outcome is Outcome.WON else look.MUTED
        result = Cell(_(OUTCOMES[own.outcome]), Role.TEXT, look.INK, ICONS[own.outcome], ink)
    sign = "edit" if not game.is_from_full_table else "hint" if game.has_help else ""
    sign = "swap" if game.has_swapped else sign
    return (
        Cell(short_day_words(game.ended), ink=look.MUTED),
        result,
        Cell(players_words(game), Role.TEXT),
        Cell(points_words(game)),
        Cell(game_margin_words(game)),
        Cell(lost_words(own) if own else "", Role.STRONG),
        Cell(icon=sign),
    )
