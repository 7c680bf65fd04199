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
from functools import partial
from typing import Final

import pygame

from battle.language import N_, _, decimal, ngettext
from battle.page.blocks import Figure, Row
from battle.page.review import lost_words as lost_in_words
from battle.profile.records import PlayedGame, csv_of
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
from battle.rules.game import Reason
from battle.training.background import GameProver, ProofProgress, Standing
from battle.window.pages.painters import Brush, height_of, paint
from battle.window.scenes.card_scene import FileExport
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Column, cells, column_titles
from battle.words import (
    about_time,
    day_words,
    hint_count,
    lost_figure,
    no_answer_words,
    proven_words,
    running_words,
    share_words,
    short_day_words,
    signed,
)

# --- words ---------------------------------------------------------------------------------------
#
# What the person's record says in words: opponents, days, ends of games, points lost, proofs.

OUTCOMES: Final = {
    Outcome.WON: N_("won"),
    Outcome.DRAWN: N_("drawn"),
    Outcome.LOST: N_("lost"),
}
_HELP: Final = {"analysis": N_("with analysis"), "teacher": N_("with teacher")}
ICONS: Final = {Outcome.WON: "trophy", Outcome.DRAWN: "handshake", Outcome.LOST: "minus"}


def players_words(game: PlayedGame) -> str:
    """Return who played: the opponent where the person played against the program, else both."""
    if game.person is not None:
        return opponent_words(game.opponent)
    return " – ".join(game.names)


def lost_words(own: OwnGame) -> str:
    """Return the points lost in a game, at least; a dash before a review.

    A game that began from a position, was given up or ran out of time tells nothing of a whole
    game: a dash too.
    """
    if own.lost is None or not own.is_played_out or not own.game.is_from_full_table:
        return "–"
    return lost_figure(own.lost, exact=own.is_proven)


def average_words(points: float | None, *, exact: bool = False) -> str:
    """Return an average of points without a sign: `≥ 28.5`."""
    if points is None:
        return "–"
    return lost_figure(decimal(points, 1) if points else 0, exact=exact)


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


def points_words(game: PlayedGame) -> str:
    """Return the points, the person's first: `143 : 127`."""
    first, second = game.points if game.person != 2 else game.points[::-1]
    return f"{first} : {second}"


def line_words(own: OwnGame) -> str:
    """Return a game in a line: when, against whom, how it ended, what was lost, what helped."""
    parts = [
        day_words(own.game.ended),
        opponent_words(own.game.opponent),
        f"{_(OUTCOMES[own.outcome])} {points_words(own.game)}",
    ]
    if not own.game.is_from_full_table:
        parts.append(_("began from a position"))
    if own.skill is not None:
        parts.append(_skill_words(own.skill))
    if own.lost is not None and own.is_played_out:
        parts.append(_lost_in_all(own.lost, is_proven=own.is_proven))
    hints = own.game.hints[own.person - 1]
    if hints:
        parts.append(hint_count(hints))
    parts += [_(_HELP[sort]) for sort in own.game.help if sort in _HELP]
    return "  ·  ".join(parts)


def _skill_words(skill: int) -> str:
    """Say how a game went against par of the seat."""
    if skill == 0:
        return _("just par")
    words = _("{n} better than par") if skill > 0 else _("{n} below par")
    return words.format(n=abs(skill))


def _lost_in_all(lost: int, *, is_proven: bool) -> str:
    if is_proven:
        return _("lost {n}, all proven").format(n=lost)
    return lost_in_words(lost, exact=False)


def queue_words(prover: GameProver, games: Sequence[PlayedGame]) -> str:
    """Say how many games are to be proven, how long that takes, and how far the first one is."""
    waiting = prover.waiting
    if not waiting:
        return ""
    if prover.failure:
        return no_answer_words(prover.failure)
    count = ngettext("{n} game to be proven", "{n} games to be proven", len(waiting))
    words = count.format(n=len(waiting))
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
        case Standing.RUNNING:
            return running_words(progress.proven_from, progress.moves, progress.seconds)
        case _:
            return proven_words(progress.proven_from, progress.moves)


def record_export(games: Sequence[PlayedGame]) -> FileExport:
    """Return games as a CSV file to be, named after the day of the last."""
    name = f"{_('Mahjong Battle record')} {short_day_words(games[-1].ended)}" if games else ""
    about = _("{games} as a table, one per line").format(games=games_words(len(games)))
    return FileExport(_("Export your record"), name, ".csv", partial(csv_of, games), about)


# --- overview ------------------------------------------------------------------------------------

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
        paint(self._shown, Brush(surface, theme), self._head)
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
                "{n} game began with points given; {won} won.",
                "{n} games began with points given; {won} won.",
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
        (marked, _("In brackets: the points a level loses per game.")),
    )
    return " ".join(words.format(n=n, won=won) for n, words in sentences if n)


def _loss_figure(games: Sequence[OwnGame]) -> Figure:
    title = _("Points lost per game")
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
