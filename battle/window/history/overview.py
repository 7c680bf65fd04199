"""The first sheet of the record: figures of all games, and a table of results by opponent.

┌────────┐ ┌────────┐ ┌────────┐ ┌────────┐
│  44    │ │ ~22.4  │ │   3    │ │   5    │   figures: games, points lost, runs
└────────┘ └────────┘ └────────┘ └────────┘
opponent        games  won drawn lost  ▇▇▇▇▒░░  margin  points lost
Novice (−54)      4     3    0    1    ▇▇▇▇▇░░    +2.5      ~58.0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import pygame

from battle.language import _, ngettext
from battle.page.blocks import Figure, Row
from battle.profile.statistics import (
    WINDOW,
    LevelResult,
    Outcome,
    OwnGame,
    average_lost,
    by_level,
    from_full_table,
    in_order,
    judged,
    opponent_name,
    opponent_words,
    streaks,
)
from battle.window.history.words import OUTCOMES, average_words, margin_words
from battle.window.pages.painters import Brush, height_of, paint
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, down, inset
from battle.window.ui.listing import Column, cells, column_titles
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.words.numbers import share_words

_ROW: Final = 40
_GAP: Final = 12


class Overview:
    """The sheet: figures and results of games against the program, at least one."""

    def __init__(self, games: Sequence[OwnGame], now: datetime) -> None:
        whole = from_full_table(games)
        results = {result.opponent: result for result in by_level(whole)}
        self.results = [results[name] for name in in_order(list(results))]
        runs, days = streaks(whole, now), streaks(games, now)
        ends = [own.outcome for own in whole]
        counts = [f"{ends.count(end)} {_(words)}" for end, words in OUTCOMES.items() if end in ends]
        run_titles = {
            Outcome.WON: _("Won in a row"),
            Outcome.DRAWN: _("Drawn in a row"),
            Outcome.LOST: _("Lost in a row"),
        }
        longest = _("longest run of wins: {n}").format(n=runs.won)
        self.figures = (
            Figure(_("Games"), str(len(whole)), ", ".join(counts)),
            _loss_figure(judged(whole)),
            Figure(run_titles[runs.sort or Outcome.WON], str(runs.current), longest),
            Figure(_("Days in a row"), str(days.days), _("longest: {n}").format(n=days.most_days)),
        )
        self.note = _note(games, whole)

    def lay(self, theme: Theme, rect: pygame.Rect) -> list[pygame.Rect]:
        """Lay the sheet out; return where the opponents' rows are, in the order of the results.

        Where there is little room the figures lose their notes.
        """
        self._theme, px, rows = theme, theme.px, len(self.results) + 2
        self._shown = Row(self.figures)
        tall = height_of(self._shown, theme, rect.width)
        if rect.height - tall < rows * px(30):
            self._shown = Row(tuple(replace(one, note="") for one in self.figures))
            tall = height_of(self._shown, theme, rect.width)
        self._head = pygame.Rect(rect.topleft, (rect.width, tall))
        table = down(rect, tall, FILL, gap=px(_GAP))[1]
        row = min(px(_ROW), table.height // rows)
        self._titles, *places, note = down(table, *[row] * (rows - 1), FILL)
        self._note = inset(note, px(12), 0)
        self._note.height = min(note.height, 2 * row)
        self._rows = places
        return places

    def paint(self, surface: pygame.Surface) -> None:
        """Paint figures and table."""
        theme = self._theme
        paint(self._shown, Brush(surface, theme, TileArts(theme), ()), self._head)
        column_titles(surface, theme, self._titles, _columns())
        for place, result in zip(self._rows, self.results, strict=True):
            _paint_row(surface, theme, place, result)
        draw.text_within(surface, theme, Role.SMALL, self.note, look.MUTED, self._note)


def _note(games: Sequence[OwnGame], whole: Sequence[OwnGame]) -> str:
    """Say which games were of another sort, and what stands in brackets."""
    helped = sum(own.game.has_help for own in whole)
    evened = [own for own in whole if own.game.is_evened]
    won = sum(own.outcome is Outcome.WON for own in evened)
    aside = len(games) - len(whole)
    opponents = {own.game.opponent for own in whole}
    marked = sum(opponent_words(name) != opponent_name(name) for name in opponents)
    sentences = (
        (helped, ngettext("Help was used in {n} game.", "Help was used in {n} games.", helped)),
        (
            len(evened),
            ngettext(
                "Points were given at the start of {n} game; won of those: {won}.",
                "Points were given at the start of {n} games; won of those: {won}.",
                len(evened),
            ),
        ),
        (
            aside,
            ngettext(
                "{n} game that began from a position is not counted here.",
                "{n} games that began from a position are not counted here.",
                aside,
            ),
        ),
        (marked, _("In brackets: the points a level loses in a game.")),
    )
    return " ".join(words.format(n=n, won=won) for n, words in sentences if n)


def _loss_figure(games: Sequence[OwnGame]) -> Figure:
    title = _("Points lost a game")
    if not games:
        return Figure(title, "–", _("after the first review"))
    last, before = games[-WINDOW:], games[-2 * WINDOW : -WINDOW]
    number, earlier = (
        average_words(average_lost(some), exact=all(own.is_proven for own in some))
        for some in (last, before)
    )
    if len(before) < WINDOW:
        note = ngettext("in the one reviewed", "in the last {n} reviewed", len(last))
        return Figure(title, number, note.format(n=len(last)))
    note = _("last {n} games, before: {points}")
    return Figure(title, number, note.format(n=len(last), points=earlier))


def _columns() -> tuple[Column, ...]:
    return (
        Column(_("Opponent"), 0.21, "left"),
        Column(_("Games"), 0.09),
        Column(_("Won"), 0.1),
        Column(_("Drawn"), 0.155),
        Column(_("Lost"), 0.09),
        Column(_("Share"), 0.13, "left", indent=22),
        Column(_("Margin"), 0.1),
        Column(_("Points lost"), 0.125),
    )


def _paint_row(
    surface: pygame.Surface, theme: Theme, row: pygame.Rect, result: LevelResult
) -> None:
    places = cells(theme, row, _columns())
    strong, figures = theme.font(Role.STRONG), theme.font(Role.FIGURES)
    words, counted = opponent_words(result.opponent), judged(result.own)
    exact = all(own.is_proven for own in counted)
    draw.text_within(surface, theme, Role.STRONG, words, look.INK, places[0])
    numbers = (
        (1, str(len(result.own)), look.INK),
        (2, str(result.ended(Outcome.WON)), look.INK),
        (3, str(result.ended(Outcome.DRAWN)), look.MUTED),
        (4, str(result.ended(Outcome.LOST)), look.INK),
        (6, margin_words(result.margin), look.INK),
        (7, average_words(average_lost(counted), exact=exact), look.INK),
    )
    for column, shown, ink in numbers:
        font = strong if column == 7 else figures
        draw.text(surface, font, shown, ink, places[column], "right")
    _paint_share(surface, theme, places[5], result, figures)
    surface.fill(look.PANEL_RAISED, pygame.Rect(row.left, row.bottom - 1, row.width, 1))


def _paint_share(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    result: LevelResult,
    font: pygame.font.Font,
) -> None:
    """Paint a bar of wins, draws and losses, and the share of the points of the match."""
    words = share_words(result.score)
    label = pygame.Rect(rect)
    label.width = font.size(share_words(1))[0]
    draw.text(surface, font, words, look.INK, label, "right")
    bar = pygame.Rect(label.right + theme.px(8), 0, 0, min(theme.px(12), rect.height // 2))
    bar.width = rect.right - bar.left
    bar.centery = rect.centery
    if bar.width < theme.px(24):
        return
    draw.box(surface, bar, look.LOST, radius=theme.px(3))
    won = result.ended(Outcome.WON)
    for ended, colour in ((won + result.ended(Outcome.DRAWN), look.DRAWN), (won, look.GOLD)):
        part = round(bar.width / len(result.own) * ended)
        draw.box(
            surface, pygame.Rect(bar.left, bar.top, part, bar.height), colour, radius=theme.px(3)
        )
