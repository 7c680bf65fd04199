"""The first sheet of the record: figures of all games, and a table of results by opponent.

┌────────┐ ┌────────┐ ┌────────┐ ┌────────┐
│  44    │ │ ~22.4  │ │   3    │ │   5    │   figures: games, points lost, runs
└────────┘ └────────┘ └────────┘ └────────┘
opponent        games  won drawn lost  ▇▇▇▇▒░░  margin  points lost
Novice (−54)      4     3    0    1    ▇▇▇▇▇░░    +2.5      ~58.0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import pygame

from battle.language import _, ngettext
from battle.profile.statistics import (
    WINDOW,
    LevelResult,
    LossPoint,
    Outcome,
    OwnGame,
    Streaks,
    by_level,
    from_full_table,
    in_order,
    losses_over_time,
    opponent_name,
    opponent_words,
    streaks,
)
from battle.window.history.words import OUTCOMES, average_words, margin_words
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.listing import Column, cells, column_titles
from battle.window.ui.theme import Role, Theme
from battle.words.numbers import share_words

_FIGURES: Final = 92
_NOTE: Final = 18
_ROW: Final = 40
_GAP: Final = 12


@dataclass(frozen=True)
class Figure:
    """A large number with what it counts above it and a note below."""

    title: str
    number: str
    note: str


@dataclass(frozen=True)
class Overview:
    """What the sheet shows of the person's own games."""

    figures: tuple[Figure, ...]
    results: tuple[LevelResult, ...]
    note: str


def overview(games: Sequence[OwnGame], now: datetime) -> Overview:
    """Return what there is to show of games against the program, at least one."""
    whole = from_full_table(games)
    results = {result.opponent: result for result in by_level(whole)}
    days = streaks(games, now)
    figures = (
        _count_figure(whole),
        _loss_figure(losses_over_time(whole)),
        _run_figure(streaks(whole, now)),
        Figure(
            _("Days in a row"),
            str(days.days),
            _("longest: {n}").format(n=days.most_days),
        ),
    )
    rows = tuple(results[name] for name in in_order(list(results)))
    return Overview(figures, rows, _note(games, whole))


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


def _count_figure(games: Sequence[OwnGame]) -> Figure:
    ends = [own.outcome for own in games]
    counts = [f"{ends.count(end)} {_(words)}" for end, words in OUTCOMES.items() if end in ends]
    return Figure(_("Games"), str(len(games)), ", ".join(counts))


def _loss_figure(points: Sequence[LossPoint]) -> Figure:
    title = _("Points lost a game")
    if not points:
        return Figure(title, "–", _("after the first review"))
    exact = all(point.is_proven for point in points[-WINDOW:])
    number = average_words(points[-1].average, exact=exact)
    shown = min(WINDOW, len(points))
    if len(points) < 2 * WINDOW:
        note = ngettext("in the one reviewed", "in the last {n} reviewed", shown)
        return Figure(title, number, note.format(n=shown))
    exact = all(point.is_proven for point in points[-2 * WINDOW : -WINDOW])
    before = average_words(points[-1 - WINDOW].average, exact=exact)
    note = _("last {n} games, before: {points}")
    return Figure(title, number, note.format(n=shown, points=before))


def _run_figure(runs: Streaks) -> Figure:
    titles = {
        Outcome.WON: _("Won in a row"),
        Outcome.DRAWN: _("Drawn in a row"),
        Outcome.LOST: _("Lost in a row"),
    }
    title = titles[runs.sort or Outcome.WON]
    return Figure(title, str(runs.current), _("longest run of wins: {n}").format(n=runs.won))


# --- painting -----------------------------------------------------------------------------------


def _divided(theme: Theme, rect: pygame.Rect, shown: Overview) -> tuple[int, pygame.Rect, int]:
    """Return how high the figures are, where the table is, and how high its rows are.

    Where there is little room the figures lose their notes.
    """
    px = theme.px
    rows = len(shown.results) + 2
    tall = px(_FIGURES) + (_note_lines(theme, rect, shown) - 1) * px(_NOTE)
    if rect.height - tall < rows * px(30):
        tall = px(58)
    table = pygame.Rect(rect.left, rect.top + tall + px(_GAP), rect.width, 0)
    table.height = rect.bottom - table.top
    return tall, table, min(px(_ROW), table.height // rows)


def _card(theme: Theme, rect: pygame.Rect, number: int, count: int) -> pygame.Rect:
    """Return from where to where one of the figures goes, without its height."""
    gap = theme.px(_GAP)
    left = rect.left + number * (rect.width + gap) // count
    right = rect.left + (number + 1) * (rect.width + gap) // count - gap
    return pygame.Rect(left, rect.top, right - left, 0)


def _note_lines(theme: Theme, rect: pygame.Rect, shown: Overview) -> int:
    """Return how many lines the longest note below a figure takes, two at most."""
    font, count = theme.font(Role.SMALL), len(shown.figures)
    widths = (_card(theme, rect, n, count).width - 2 * theme.px(14) for n in range(count))
    notes = (figure.note for figure in shown.figures)
    pairs = zip(notes, widths, strict=True)
    return min(2, max(len(draw.wrapped(font, note, width)) for note, width in pairs))


def rows_of(theme: Theme, rect: pygame.Rect, shown: Overview) -> list[pygame.Rect]:
    """Return where the opponents' rows are, in the order of the results."""
    _tall, table, row = _divided(theme, rect, shown)
    count = len(shown.results)
    return [
        pygame.Rect(table.left, table.top + n * row, table.width, row) for n in range(1, count + 1)
    ]


def paint_overview(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, shown: Overview
) -> None:
    """Paint figures and table."""
    px = theme.px
    tall, table, row = _divided(theme, rect, shown)
    count, lines = len(shown.figures), _note_lines(theme, rect, shown)
    for number, figure in enumerate(shown.figures):
        place = _card(theme, rect, number, count)
        place.height = tall
        _paint_figure(surface, theme, place, figure, px(_NOTE) * lines)
    titles = pygame.Rect(table.left, table.top, table.width, row)
    column_titles(surface, theme, titles, _columns())
    for place, result in zip(rows_of(theme, rect, shown), shown.results, strict=True):
        _paint_row(surface, theme, place, result)
    note = pygame.Rect(table.left + px(12), table.top + row * (len(shown.results) + 1), 0, 0)
    note.width, note.height = table.width - px(24), max(row, min(2 * row, table.bottom - note.top))
    draw.text_within(surface, theme, Role.SMALL, shown.note, look.MUTED, note)


def _paint_figure(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, figure: Figure, below: int
) -> None:
    """Paint title, number and note, for which there are `below` pixels."""
    px = theme.px
    draw.box(surface, rect, look.WELL, radius=px(12), border=look.LINE)
    inner = rect.inflate(-2 * px(14), -2 * px(8))
    title = pygame.Rect(inner.left, inner.top, inner.width, px(18))
    font = draw.fitting_font(theme, Role.SMALL, figure.title, title.width)
    draw.text(surface, font, figure.title, look.MUTED, title)
    has_note = rect.height >= px(_FIGURES)
    number = pygame.Rect(inner.left, title.bottom, inner.width, 0)
    number.height = (inner.bottom - below if has_note else inner.bottom) - title.bottom
    score = theme.font_of_size(Role.TITLE, min(px(34), round(number.height * 0.9)))
    draw.text(surface, score, figure.number, look.INK, number)
    if has_note:
        note = pygame.Rect(inner.left, number.bottom, inner.width, below)
        draw.text_within(surface, theme, Role.SMALL, figure.note, look.MUTED, note)


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
    words = opponent_words(result.opponent)
    draw.text_within(surface, theme, Role.STRONG, words, look.INK, places[0])
    numbers = (
        (1, str(result.games), look.INK),
        (2, str(result.won), look.INK),
        (3, str(result.drawn), look.MUTED),
        (4, str(result.lost_games), look.INK),
        (6, margin_words(result.margin), look.INK),
        (7, average_words(result.lost, exact=result.is_proven), look.INK),
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
    part = bar.width / result.games
    won, drawn = round(part * result.won), round(part * (result.won + result.drawn))
    draw.box(
        surface, pygame.Rect(bar.left, bar.top, drawn, bar.height), look.DRAWN, radius=theme.px(3)
    )
    draw.box(
        surface, pygame.Rect(bar.left, bar.top, won, bar.height), look.GOLD, radius=theme.px(3)
    )
