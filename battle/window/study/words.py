"""What Analyse says: who wins, whose move it is, what the solver does, figures of its work."""

from __future__ import annotations

from battle.analysis.costs import NARROWED
from battle.analysis.insights import Safety, safety
from battle.analysis.study import Snapshot, decided
from battle.analysis.values import Bounds
from battle.engine.jobs import Analyst
from battle.engine.scheduler import EngineStatus
from battle.language import _, decimal, ngettext
from battle.rules.position import Position
from battle.window.board.board import Board, LineReplay
from battle.words import (
    estimate,
    getting_ready_words,
    interval,
    margin_figure,
    no_answer_words,
    to_move_words,
    wins_by_words,
)


def verdict(margin: Bounds, names: tuple[str, str], *, over: bool = False) -> str:
    """Say who wins with perfect play, and by how much, as far as it is known."""
    winner = decided(margin)
    if winner is None:
        return _("A draw") if over else _("A draw with perfect play")
    if winner is not False:
        name = names[winner - 1]
        if margin.is_exact:
            return wins_by_words(name, str(abs(margin.lower)))
        low, high = sorted((abs(margin.lower), abs(margin.upper)))
        return _("{name} wins by {low} to {high}").format(name=name, low=low, high=high)
    if margin.guess is None or margin.sign is None:
        return _("Who wins is not known yet")
    name = names[0 if margin.sign > 0 else 1]
    return wins_by_words(name, estimate(str(abs(margin.guess)), margin.error))


def verdict_notes(margin: Bounds, trivial: Bounds) -> tuple[str, ...]:
    """Say how certain the verdict is, first at length, then in short.

    `trivial` is what is known without a look.
    """
    if decided(margin) is not False:
        safe = safety(margin)
        if safe is None or not margin.is_exact or trivial.is_exact:
            return (_("proven"),)
        # Translators: “proven; the win survives the loss of 6 points”.
        return _("proven; {safety}").format(safety=_safety_words(safe)), _("proven")
    if margin.guess is None:
        return ()
    if margin.upper - margin.lower > NARROWED * (trivial.upper - trivial.lower):
        return (_("estimated: {margin}").format(margin=margin_figure(margin)),)
    words = _("estimated: {margin}; certain: {bounds}")
    return (
        words.format(margin=margin_figure(margin), bounds=interval(margin)),
        _("estimated: {margin}").format(margin=margin_figure(margin)),
    )


def _safety_words(safe: Safety) -> str:
    """Say how many points the winner may still lose."""
    if not safe.points:
        return _("no point to spare")
    words = ngettext(
        "the win has {n} point to spare",
        "the win has {n} points to spare",
        safe.points,
    )
    return words.format(n=safe.points)


def situation(
    position: Position,
    names: tuple[str, str],
    board: Board,
    replay: LineReplay | None,
    *,
    over: bool,
) -> str:
    """Say where the line that is replayed stands, why a tile cannot be taken, or whose move it is.

    `over` says that the game has ended at the place looked at.
    """
    if replay is not None:
        return _replay_words(replay, names)
    if board.hovered is not None and board.looked_at is None:
        found = position.kind_at(board.hovered)
        if found is not None:
            return board.refusal(board.hovered, found)
    if over:
        return _("The game is over here.") if position.is_over else _("The game ended here.")
    return to_move_words(names[position.to_move - 1], position)


def _replay_words(replay: LineReplay, names: tuple[str, str]) -> str:
    before, move = replay.positions[replay.at - 1], replay.moves[replay.at - 1]
    return _("Expected play, move {n} of {count}: {name} takes {kind}, {move}.").format(
        n=replay.at,
        count=len(replay.moves),
        name=names[before.to_move - 1],
        kind=before.kind_of(move),
        move=move,
    )


def aside(snapshot: Snapshot, deal: int | None) -> str:
    """Say which place of the line is looked at, and of which deal if it has a number."""
    place = _("move {number} of {count}").format(
        number=snapshot.place, count=len(snapshot.line) - 1
    )
    if deal is None:
        return place
    return _("deal {number}").format(number=deal) + "  ·  " + place


def work_words(analyst: Analyst, status: EngineStatus, snapshot: Snapshot) -> str:
    """Say what the solver does."""
    if status.failure:
        return no_answer_words(status.failure)
    review = analyst.review
    if review is not None:
        return _("Review: position {n} of {count}").format(
            n=min(review.done + 1, review.of), count=review.of
        )
    if snapshot.position.is_over:
        return _("The game is over here.")
    moves = len(snapshot.moves)
    proven = sum(1 for value in snapshot.moves if value.after.is_exact)
    if moves and proven == moves:
        return ngettext("The only move is proven.", "All {n} moves are proven.", moves).format(
            n=moves
        )
    if not analyst.on:
        return _("The solver is off.")
    if status.state.is_getting_ready:
        return getting_ready_words()
    return _("Depth {depth}, {proven} of {moves} moves proven").format(
        depth=status.depth, proven=proven, moves=moves
    )


def progress(analyst: Analyst, snapshot: Snapshot) -> float | None:
    """Return how far the work in hand is, 0 to 1, None if there is none."""
    review = analyst.review
    if review is not None:
        return review.done / max(1, review.of)
    if not analyst.on or not snapshot.moves:
        return None
    proven = sum(1 for value in snapshot.moves if value.after.is_exact)
    return None if proven == len(snapshot.moves) else proven / len(snapshot.moves)


def speed_words(status: EngineStatus) -> str:
    """Say how fast the solver works."""
    if not status.nodes:
        return ""
    return _("{nodes} nodes, {speed} a second").format(
        nodes=compact(status.nodes), speed=compact(status.nodes_per_second)
    )


def resource_words(status: EngineStatus, threads: int, megabytes: int) -> str:
    """Say what the solver works with: cores, memory, and how full its table is."""
    cores = _("cores: automatic")
    if threads:
        cores = ngettext("{n} core", "{n} cores", threads).format(n=threads)
    memory = _("{n} MiB").format(n=megabytes) if megabytes else ""
    table = ""
    if status.nodes:
        table = _("table {n} % full").format(n=round(status.hashfull / 10))
    return "  ·  ".join(part for part in (cores, memory, table) if part)


def compact(number: int) -> str:
    """Return a large number in few signs: `950`, `12 k`, `3.4 M`."""
    for unit, factor in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= factor:
            digits = 1 if number < 10 * factor else 0
            return f"{decimal(number / factor, digits)} {unit}"
    return str(number)
