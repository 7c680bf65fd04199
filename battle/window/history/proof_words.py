"""How far the proofs of the record's games are, in a line."""

from __future__ import annotations

from collections.abc import Sequence

from battle.language import _, ngettext
from battle.profile.records import PlayedGame
from battle.training.game_prover import GameProver, ProofProgress, Standing
from battle.words.numbers import share_words
from battle.words.proving import about_time, no_answer_words, proven_words, running_words


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
