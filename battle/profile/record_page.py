"""What the record says of its games: figures, a chart, and each game in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from battle.game.events import SIDES
from battle.game.setup import SIZES, expected_loss, played_by
from battle.language import N_, _, decimal, ngettext
from battle.page.blocks import Bar, Bars, Figure, Paragraph, Row
from battle.profile.records import (
    WINDOW,
    Outcome,
    OwnGame,
    PlayedGame,
    average_lost,
    judged,
    own_games,
    streaks,
)
from battle.words import (
    REASONS_IN_SHORT,
    You,
    brief_day,
    day_words,
    given_away_words,
    hint_count,
    label,
    listed,
    sentences,
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


def line_words(game: PlayedGame, now: datetime, sort: str = "") -> str:
    """Return the rest of it in a line: when, which deal, what was lost, what helped.

    A day of this year has no year. `sort` is what sort of game it is, if that says more than its
    size.
    """
    day = game.ended.astimezone().date()
    is_recent = day.year == now.astimezone().year
    parts = [brief_day(day) if is_recent else day_words(game.ended)]
    if sort:
        parts.append(sort)
    elif not game.is_from_full_table:
        parts.append(_(SIZES[game.tiles]) if game.is_quick else _("began from a position"))
    for own in own_games([game]):
        if game.ending.reason in REASONS_IN_SHORT:
            loser = label(You()) if own.outcome is Outcome.LOST else own.rival
            parts.append(_(REASONS_IN_SHORT[game.ending.reason]).format(name=loser))
        parts += _skill_words(own)
    if game.person is None:
        parts.append(titled(_("Winner"), winner_name(game.ending, game.names)))
    elif hints := game.hints[game.person - 1]:
        parts.append(hint_count(hints))
    parts += [_(_HELP[sort]) for sort in game.help if sort in _HELP]
    return " · ".join(parts)


def _skill_words(own: OwnGame) -> list[str]:
    """Return how well the person played, as far as it is known; of a part only what was lost."""
    if own.lost is None or not (own.is_played_out or own.lost):
        return []
    return [given_away_words(own.lost, exact=own.game.is_proven)]


# --- all games -----------------------------------------------------------------------------------


def figures(games: Sequence[OwnGame], now: datetime) -> tuple[Row, ...]:
    """Return the figures of games against the program, at least one."""
    runs = streaks(games, now)
    won = runs.current if runs.sort is Outcome.WON else 0
    longest = _("longest: {n}")
    first = Figure(_("Games"), str(len(games)), ends_words(games)), *_loss_figure(games)
    then = (
        Figure(_("Won in a row"), str(won), longest.format(n=runs.won)),
        Figure(_("Days in a row"), str(runs.days), longest.format(n=runs.most_days)),
    )
    return (Row(first), Row(then)) if len(first) > 1 else (Row((*first, *then)),)


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


def _loss_figure(games: Sequence[OwnGame]) -> Iterator[Figure]:
    """Yield what was given away in the last games whose every pair is known, if there are any."""
    if last := judged(games)[-WINDOW:]:
        note = f"{_(SIZES[last[0].game.tiles])} · {games_words(len(last))}"
        yield Figure(_("Points given away per game"), decimal(average_lost(last), 1), note)


def loss_page(games: Sequence[OwnGame]) -> tuple[Bars, Paragraph]:
    """Return the points lost in judged games, at least one, and what the lines mean.

    Where all are whole deals against one level, a dashed line says what that loses to such a
    player.
    """
    shown = range(max(0, len(games) - MOST_BARS), len(games))
    averages = [average_lost(games[max(0, n + 1 - WINDOW) : n + 1]) for n in shown]
    bars = []
    for own in (games[n] for n in shown):
        lost, day = own.lost or 0, brief_day(own.game.ended.astimezone().date())
        bars.append(Bar(day, lost, lost, str(lost)))
    note = _("The line: average of {n} games.").format(n=WINDOW)
    level, *others = {own.game.opponent for own in games}
    is_measured = not others and games[0].game.is_from_full_table
    theirs = expected_loss(level, averages[-1]) if is_measured else None
    if theirs is not None:
        note = sentences(note, _("Dashed: what {name} loses.").format(name=played_by(level)))
    title, size = _("Points given away"), _(SIZES[games[0].game.tiles])
    chart = Bars(title, (*bars,), filled=size, line=(*averages,), level=theirs)
    return chart, Paragraph(note)


def games_note(games: Sequence[OwnGame]) -> str:
    """Say which games were of another sort."""
    whole = [own for own in games if own.game.is_from_full_table]
    helped = sum(own.game.has_help for own in whole)
    evened = [own for own in whole if not own.game.start.endswith(" 0-0")]
    won = sum(own.outcome is Outcome.WON for own in evened)
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
    )
    return sentences(*(words.format(n=n, won=won) for n, words in said if n))
