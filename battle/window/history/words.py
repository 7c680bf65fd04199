"""What the person's record says in words: opponents, days, ends of games, points lost, proofs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from battle.language import N_, _, decimal, ngettext
from battle.page.review import lost_words as lost_in_words
from battle.profile.records import PlayedGame, csv_of
from battle.profile.statistics import Outcome, OwnGame, opponent_words
from battle.rules.game import Reason
from battle.training.game_prover import GameProver, ProofProgress, Standing
from battle.window.scenes.file_export import FileExport
from battle.words.dates import day_words, short_day_words
from battle.words.numbers import hint_count, lost_figure, share_words, signed
from battle.words.proving import about_time, no_answer_words, proven_words, running_words

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
        first = ngettext("{n} review before that", "{n} reviews before that", prover.to_review)
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
    about = _("{games} as a table, a line each").format(games=games_words(len(games)))
    return FileExport(_("Export your record"), name, ".csv", partial(csv_of, games), about)
