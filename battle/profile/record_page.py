"""What the record says of its games: figures, a chart, and each game in a line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from battle.game.events import SIDES
from battle.game.setup import expected_loss, played_by
from battle.language import N_, _, decimal, ngettext
from battle.page.blocks import Bar, Bars, Figure, Paragraph, Row
from battle.profile.records import (
    WINDOW,
    LevelResult,
    Outcome,
    OwnGame,
    PlayedGame,
    average_lost,
    from_full_table,
    judged,
    own_games,
    streaks,
)
from battle.words import (
    brief_day,
    day_words,
    given_away_words,
    hint_count,
    listed,
    lost_figure,
    sentences,
    signed,
    titled,
    winner_name,
)

MOST_BARS: Final = 40
"""How many games the chart shows, the latest."""

OUTCOMES: Final = {
    Outcome.WON: N_("Won against {name}"),
    Outcome.DRAWN: N_("Drawn against {name}"),
    Outcome.LOST: N_("Lost against {name}"),
}
_HELP: Final = {
    "analysis": N_("with analysis"),
    "teacher": N_("with teacher"),
    SIDES: N_("sides changed"),
}


def games_words(number: int) -> str:
    """Return a number of games in words."""
    return ngettext("{n} game", "{n} games", number).format(n=number)


# --- a game --------------------------------------------------------------------------------------


def outcome_words(own: OwnGame) -> str:
    """Return against whom the person played, and how it ended."""
    return _(OUTCOMES[own.outcome]).format(name=own.rival)


def title_words(game: PlayedGame) -> str:
    """Return how a game ended for the person; of one of others or of neither side, who played."""
    own = next(iter(own_games([game])), None)
    return outcome_words(own) if own is not None else " – ".join(game.names)


def line_words(game: PlayedGame, now: datetime) -> str:
    """Return the rest of it in a line: when, which deal, what was lost, what helped.

    A day of this year has no year.
    """
    day = game.ended.astimezone().date()
    is_recent = day.year == now.astimezone().year
    parts = [brief_day(day) if is_recent else day_words(game.ended)]
    if not game.is_from_full_table:
        parts.append(_("quick game") if game.is_quick else _("began from a position"))
    for own in own_games([game]):
        parts += _skill_words(own)
    if game.person is None:
        parts.append(titled(_("Winner"), winner_name(game.ending, game.names)))
    elif hints := game.hints[game.person - 1]:
        parts.append(hint_count(hints))
    parts += [_(_HELP[sort]) for sort in game.help if sort in _HELP]
    return " · ".join(parts)


def _skill_words(own: OwnGame) -> list[str]:
    """Return how well the person played, as far as it is known."""
    if own.lost is None or not own.is_played_out:
        return []
    return [given_away_words(own.lost, exact=own.game.is_proven)]


# --- all games -----------------------------------------------------------------------------------


def average_words(points: float | None, *, exact: bool = False) -> str:
    """Return an average of points without a sign: `≥ 28.5`."""
    return "–" if points is None else lost_figure(decimal(points, 1) if points else 0, exact=exact)


def margin_words(margin: float) -> str:
    """Return an average margin with its sign, to one decimal."""
    sign = signed(1)[0] if margin > 0 else signed(-1)[0] if margin < 0 else ""
    return f"{sign}{decimal(abs(margin), 1)}"


def figures(games: Sequence[OwnGame], now: datetime) -> tuple[Row, Row]:
    """Return the figures of games against the program, at least one."""
    runs = streaks(games, now)
    reviewed = judged(from_full_table(games)) or judged(games)
    run_titles = {
        Outcome.WON: _("Won in a row"),
        Outcome.DRAWN: _("Drawn in a row"),
        Outcome.LOST: _("Lost in a row"),
    }
    longest = _("longest run of wins: {n}").format(n=runs.won)
    return (
        Row((Figure(_("Games"), str(len(games)), ends_words(games)), _loss_figure(reviewed))),
        Row(
            (
                Figure(run_titles[runs.sort or Outcome.WON], str(runs.current), longest),
                Figure(
                    _("Days in a row"),
                    str(runs.days),
                    _("longest: {n}").format(n=runs.most_days),
                ),
            )
        ),
    )


def ends_words(games: Sequence[OwnGame]) -> str:
    """Return how many games ended how: `3 won, 1 lost`."""
    ends = [own.outcome for own in games]
    won, drawn, lost = map(ends.count, (Outcome.WON, Outcome.DRAWN, Outcome.LOST))
    words = (
        (won, ngettext("{n} won", "{n} won", won)),
        (drawn, ngettext("{n} drawn", "{n} drawn", drawn)),
        (lost, ngettext("{n} lost", "{n} lost", lost)),
    )
    return listed(said.format(n=n) for n, said in words if n)


def _loss_figure(games: Sequence[OwnGame]) -> Figure:
    title = _("Points given away per game")
    if not games:
        return Figure(title, "–", _("no game reviewed yet"))
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


def result_words(result: LevelResult) -> str:
    """Return the results against an opponent: how games ended, margin and points lost in whole."""
    whole = LevelResult(result.opponent, from_full_table(result.own))
    counted = judged(whole.own)
    words = [ends_words(result.own)]
    if whole.margin is not None:
        words.append(titled(_("Margin"), margin_words(whole.margin)))
    if counted:
        exact = all(own.game.is_proven for own in counted)
        lost = average_words(average_lost(counted), exact=exact)
        words.append(titled(_("Points given away"), lost))
    return " · ".join(words)


def loss_page(games: Sequence[OwnGame]) -> tuple[Bars, Paragraph]:
    """Return the points lost in judged games, at least one, and what the lines mean.

    Where all are against one level, a dashed line says what that loses to such a player.
    """
    shown = range(max(0, len(games) - MOST_BARS), len(games))
    averages = [average_lost(games[max(0, n + 1 - WINDOW) : n + 1]) or 0.0 for n in shown]
    bars = []
    for own in (games[n] for n in shown):
        lost, day = own.lost or 0, brief_day(own.game.ended.astimezone().date())
        bars.append(Bar(day, lost, lost if own.game.is_proven else 0, str(lost)))
    note = _("The line: average of {n} games.").format(n=WINDOW)
    level, *others = {own.game.opponent for own in games}
    theirs = None if others else expected_loss(level, averages[-1])
    if theirs is not None:
        note = sentences(note, _("Dashed: what {name} loses.").format(name=played_by(level)))
    filled = _("known to the end; empty: at least")
    chart = Bars(_("Points given away"), (*bars,), filled=filled, line=(*averages,), level=theirs)
    return chart, Paragraph(note)


def games_note(games: Sequence[OwnGame]) -> str:
    """Say which games were of another sort."""
    whole = from_full_table(games)
    helped = sum(own.game.has_help for own in whole)
    evened = [own for own in whole if not own.game.start.endswith(" 0-0")]
    won = sum(own.outcome is Outcome.WON for own in evened)
    aside = len(games) - len(whole) if judged(whole) else 0
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
                "The points given away leave out {n} game that was not a whole one.",
                "The points given away leave out {n} games that were not whole ones.",
                aside,
            ),
        ),
    )
    return sentences(*(words.format(n=n, won=won) for n, words in said if n))
