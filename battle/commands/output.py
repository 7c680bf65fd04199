"""What the commands print for people: analyses and reviews as text.

Values of moves are for the player to move, and say so; margins are from the first player's side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from battle.analysis.values import SUPPORTED
from battle.commands.common import counted
from battle.rules.game import Reason
from battle.rules.position import PLAYERS
from battle.words.numbers import typed_cost, typed_estimate, typed_margin

if TYPE_CHECKING:
    from battle.analysis.costs import MoveReview, Review
    from battle.analysis.values import Bounds
    from battle.rules.position import Player
    from solver.api import Analysis, Line


def analysis_text(analysis: Analysis) -> str:
    """Return an analysis: whose turn it is, the value, the lines, what the search cost."""
    position = analysis.position
    first, second = position.points
    tiles, points = counted(position.tiles_left, "tile"), counted(position.points_left, "point")
    lines = [f"Player {position.to_move} to move, {first}-{second}, {tiles} with {points} left."]
    if analysis.best is None:
        return f"{lines[0]}\nThe game is over: {_margin_text(position.margin)}."
    lines.append(
        f"Value {_value_text(analysis)} for player {position.to_move}, {_proof_text(analysis)};"
        f" final margin {_final_text(analysis)}."
    )
    lines += [_line_text(analysis, line) for line in analysis.lines]
    lines.append(
        f"{counted(analysis.nodes, 'node')} in {analysis.seconds:.2f} s, {analysis.nps:,} a second."
    )
    return "\n".join(lines)


def _proof_text(known: Analysis | Line) -> str:
    if known.exact:
        return "proven"
    return f"an estimate, proven between {known.lower} and {known.upper}"


def _line_text(analysis: Analysis, line: Line) -> str:
    kind = analysis.position.kind_of(line.move)
    value = _value_text(line)
    if not line.exact:
        value += f" ({line.lower} … {line.upper})"
    return f"  {line.move} {kind}  {value:<20} {' '.join(map(str, line.pv))}".rstrip()


def _value_text(known: Analysis | Line) -> str:
    """Return a value, with its standard error where it is an estimate."""
    return typed_estimate(str(known.value), None if known.exact else known.error)


def _final_text(analysis: Analysis) -> str:
    """Return the final margin; who wins is said where that is sure, or well supported."""
    if analysis.exact or abs(analysis.margin) >= SUPPORTED * analysis.error:
        return _margin_text(analysis.margin)
    return typed_estimate(f"{analysis.margin:+d}", analysis.error)


def _margin_text(margin: int) -> str:
    if margin == 0:
        return "0, a draw"
    return f"{margin:+d}, player {1 if margin > 0 else 2} wins by {abs(margin)}"


def review_text(review: Review, why: Mapping[int, Sequence[str]]) -> str:
    """Return a review: a line a move, then what each player lost and where the game turned.

    `why` has, by ply, what is to be said of costly moves; the worst and the turning one tell it.
    """
    par = typed_margin(review.par)
    return "\n".join(
        [
            f"Par {par} from the first player's side; {_proven_text(review)}.",
            *(_move_text(move) for move in review.moves),
            _sum_text(review, par),
            *(_player_text(review, player) for player in PLAYERS),
            _turning_point_text(review),
            *_sharpest_text(review),
            *_why_text(review, why),
        ]
    )


def _sum_text(review: Review, par: str) -> str:
    """Return the sum of all costs; where it is not all proven, par and the final margin."""
    final, name = typed_margin(review.final_margin), "Final margin"
    if review.cut_short is not None:
        name = "The game was ended before its end; with perfect play from there the final margin is"
    elif not review.positions[-1].is_over:
        name = "The game is not over; with perfect play from here on the final margin is"
    elif review.final_margin.is_exact:
        final = _margin_text(review.final_margin.value)
    if not review.is_proven:
        return f"{name} {final}; par {par}."
    first, second = review.lost
    return f"{name} {final} = par {review.par.value:+d} - {first} + {second}."


def _proven_text(review: Review) -> str:
    if review.is_proven:
        return "everything is proven"
    if review.is_unproven:
        return "nothing is proven"
    return f"proven from ply {review.exact_from} on; before it only a proof would tell"


def _move_text(move: MoveReview) -> str:
    cost = typed_cost(move.cost)
    is_worse = bool(move.cost.points) and move.move not in move.best
    better = f"  better: {' '.join(map(str, move.best))}" if is_worse else ""
    margin = typed_margin(move.after)
    who = f"{move.ply:>3}. player {move.player}"
    mark = f"{move.mark.value:<2}"
    blame = "  the hint was wrong" if move.blames_hint else ""
    return f"{who}  {move.move} {mark} {cost:>8}  {margin:>7}{better}{blame}".rstrip()


def _player_text(review: Review, player: Player) -> str:
    found = review.player(player)
    moves = sum(move.player == player for move in review.moves)
    least = "" if review.is_exact_for(player) else "at least "
    lost, made = counted(found.lost, "point"), counted(moves, "move")
    text = f"Player {player} lost {least}{lost} in {made}"
    if least and not found.lost:
        text = f"Of player {player} nothing is proven lost yet in {made}"
    if found.share is not None:
        kept = f"{found.kept} of {counted(found.judged, 'choice')}"
        text += f"; {kept} ({found.share:.0%}) gave nothing away"
    if found.unjudged:
        text += f"; of {found.unjudged} it is not known yet"
    if found.worst:
        worst = ", ".join(f"ply {move.ply} {typed_cost(move.cost)}" for move in found.worst)
        text += f"; the worst: {worst}"
    return f"{text}.{_last_chance_text(review, player)}"


def _last_chance_text(review: Review, player: Player) -> str:
    """Tell whoever did not win up to when the game could be won."""
    found = review.player(player)
    if review.is_won_by(player):
        return ""
    if not found.winnable_known:
        return " Until when it could win is not known yet."
    if found.last_winnable is None:
        return ""
    return f" Could still win before ply {found.last_winnable}."


def _turning_point_text(review: Review) -> str:
    ply = review.turning_point
    if review.cut_short is not None and review.decided_by_ending is None:
        return "Who wins with perfect play from where it ended is not known yet."
    if review.cut_short is not None and review.decided_by_ending:
        how = {Reason.RESIGNED: "Resigning", Reason.TIME: "The clock"}
        return f"{how.get(review.cut_short.reason, 'Agreeing')} decided the game, not a move."
    if ply is None and not review.turning_point_known:
        return "Which move changed who wins is not known yet; a proof (--exact) would tell."
    if ply is None:
        return "No move changed who wins."
    if not review.turning_point_known:
        return f"Turning point: ply {ply} as far as is known; a proof (--exact) would tell."
    return f"Turning point: ply {ply}, the last move that changed who wins."


def _sharpest_text(review: Review) -> list[str]:
    """Tell the moments at which most hung on finding the best move, if there were any."""
    moments = [
        f"ply {move.ply} (one move worth {_at_least(move.tension)} more than any other,"
        f" {'missed' if move.cost.value else 'found'})"
        for move in review.sharpest
        if move.tension is not None
    ]
    return [f"Sharpest: {', '.join(moments)}."] if moments else []


def _why_text(review: Review, why: Mapping[int, Sequence[str]]) -> list[str]:
    """Tell why the moves that counted were costly."""
    plies = {move.ply for player in PLAYERS for move in review.player(player).worst}
    plies |= {review.turning_point} if review.turning_point else set()
    told = {ply: " ".join(why.get(ply, ())) for ply in sorted(plies)}
    lines = [f"  ply {ply}: {words}" for ply, words in told.items() if words]
    return ["Why:", *lines] if lines else []


def _at_least(points: Bounds) -> str:
    return f"{points.lower}" if points.is_exact else f"at least {points.lower}"
