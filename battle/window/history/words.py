"""What the person's record says: figures, tables, bars, and how far reviews and proofs are.

┌────────┐ ┌────────┐ ┌────────┐ ┌────────┐
│  44    │ │ ~22.4  │ │   3    │ │   5    │   figures: games, points lost, runs
└────────┘ └────────┘ └────────┘ └────────┘
opponent        games  won drawn lost  share      margin  points lost
Novice (−54)      4     3    0    1    75 % ▇▇▇░    +2.5      ~58.0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

import pygame

from battle.game.setup import LevelLabel, labels
from battle.language import N_, _, decimal, ngettext
from battle.page.blocks import Bar, Bars, Figure, Row
from battle.page.review import lost_words as lost_in_words
from battle.profile.records import (
    WINDOW,
    LevelResult,
    Outcome,
    OwnGame,
    PlayedGame,
    against_words,
    average_lost,
    csv_of,
    from_full_table,
    judged,
    opponent_name,
    opponent_words,
    own_games,
    streaks,
)
from battle.rules.record import Reason
from battle.training.background import GameProver, ProofProgress, Standing, unreviewed
from battle.window.scenes.card_scene import FileExport
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Column
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
    winner_name,
)

OUTCOMES: Final = {
    Outcome.WON: N_("won"),
    Outcome.DRAWN: N_("drawn"),
    Outcome.LOST: N_("lost"),
}
_HELP: Final = {"analysis": N_("with analysis"), "teacher": N_("with teacher")}
ICONS: Final = {Outcome.WON: "trophy", Outcome.DRAWN: "handshake", Outcome.LOST: "minus"}


def players_words(game: PlayedGame) -> str:
    """Return who played: the opponent where the person played against the program, else both."""
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


def points_words(game: PlayedGame) -> str:
    """Return the points, the person's first: `143 : 127`."""
    first, second = game.points if game.person != 2 else game.points[::-1]
    return f"{first} : {second}"


def line_words(own: OwnGame) -> str:
    """Return a game in a line: when, against whom, how it ended, what was lost, what helped."""
    parts = [
        day_words(own.game.ended),
        against_words(own.game),
        f"{_(OUTCOMES[own.outcome])} {points_words(own.game)}",
    ]
    if not own.game.is_from_full_table:
        parts.append(_("began from a position"))
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
        case Standing.RUNNING:
            return running_words(progress.proven_from, progress.moves, progress.seconds)
        case _:
            return proven_words(progress.proven_from, progress.moves)


def record_export(games: Sequence[PlayedGame]) -> FileExport:
    """Return games as a CSV file to be, named after the day of the last."""
    name = f"{_('Mahjong Battle record')} {short_day_words(games[-1].ended)}" if games else ""
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


# --- figures and bars ----------------------------------------------------------------------------


def figures(games: Sequence[OwnGame], now: datetime, *, notes: bool = True) -> Row:
    """Return the figures of games against the program, at least one, perhaps without notes."""
    whole = from_full_table(games)
    runs, days = streaks(whole, now), streaks(games, now)
    ends = [own.outcome for own in whole]
    counts = [f"{ends.count(end)} {_(words)}" for end, words in OUTCOMES.items() if end in ends]
    run_titles = {
        Outcome.WON: _("Won in a row"),
        Outcome.DRAWN: _("Drawn in a row"),
        Outcome.LOST: _("Lost in a row"),
    }
    longest = _("longest run of wins: {n}").format(n=runs.won)
    found = (
        Figure(_("Games"), str(len(whole)), ", ".join(counts)),
        _loss_figure(judged(whole)),
        Figure(run_titles[runs.sort or Outcome.WON], str(runs.current), longest),
        Figure(_("Days in a row"), str(days.days), _("longest: {n}").format(n=days.most_days)),
    )
    return Row(found if notes else tuple(replace(one, note="") for one in found))


def _loss_figure(games: Sequence[OwnGame]) -> Figure:
    title = _("Points lost per game")
    if not games:
        return Figure(title, "–", _("after the first review"))
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
    """Return what was lost in the games from `first` on, one of which may be chosen.

    Where all are against one level, a dashed line says what that loses.
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
    level = next((one for one in labels() if {one.name} == opponents), LevelLabel(""))
    if level.points is not None:
        dashes = _("dashed: what {name} loses").format(name=opponent_name(level.name))
        title = f"{title}; {dashes}"
    filled = _("proven; empty: at least")
    return Bars(title, tuple(bars), filled=filled, line=tuple(averages), level=level.points)


def games_note(games: Sequence[OwnGame]) -> str:
    """Say which games were of another sort, and what stands in brackets."""
    whole = from_full_table(games)
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


# --- tables --------------------------------------------------------------------------------------


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
        Column(_("Won"), 0.1),
        Column(_("Drawn"), 0.155),
        Column(_("Lost"), 0.09),
        Column(_("Share"), 0.13, "left", indent=22),
        Column(_("Margin"), 0.1),
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
        Column(_("Result"), 0.15, "left"),
        Column(_("Opponent"), 0.22, "left"),
        Column(_("Points"), 0.15),
        Column(_("Margin"), 0.12),
        Column(_("Points lost"), 0.15),
        Column("", 0.04, indent=10),
    )


def game_cells(game: PlayedGame) -> tuple[Cell, ...]:
    """Return the row of a game: how it ended for the person, else who won."""
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
