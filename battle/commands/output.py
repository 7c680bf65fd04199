"""What the commands print for people: analyses and reviews as text.

Values of moves are for the player to move, and say so; margins are from the first player's side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battle.analysis.ledger import MoveReview, Review
    from battle.analysis.values import Known
    from battle.rules.position import Player
    from solver.api import Analysis, Line


def analysis_text(analysis: Analysis) -> str:
    """Return an analysis: whose turn it is, the value, the lines, what the search cost."""
    position = analysis.position
    first, second = position.points
    lines = [
        f"Player {position.to_move} to move, {first}-{second},"
        f" {position.tiles_left} tiles with {position.points_left} points left."
    ]
    if analysis.best is None:
        return f"{lines[0]}\nThe game is over: {_margin_text(position.margin)}."
    lines.append(
        f"Value {analysis.value} for player {position.to_move}, {_proof_text(analysis)};"
        f" final margin {_margin_text(analysis.margin)}."
    )
    lines += [_line_text(analysis, line) for line in analysis.lines]
    lines.append(
        f"{analysis.nodes:,} nodes in {analysis.seconds:.2f} s, {analysis.nps:,} a second."
    )
    return "\n".join(lines)


def _proof_text(known: Analysis | Line) -> str:
    if known.exact:
        return "proven"
    return f"an estimate, proven between {known.lower} and {known.upper}"


def _line_text(analysis: Analysis, line: Line) -> str:
    kind = analysis.position.kind_at(line.move.first)
    value = str(line.value) if line.exact else f"{line.value} ({line.lower} … {line.upper})"
    return f"  {line.move} {kind}  {value:<16} {' '.join(map(str, line.pv))}".rstrip()


def _margin_text(margin: int) -> str:
    if margin == 0:
        return "0, a draw"
    return f"{margin:+d}, player {1 if margin > 0 else 2} wins by {abs(margin)}"


def review_text(review: Review) -> str:
    """Return a review: a line a move, then what each player lost and where the game turned."""
    return "\n".join(
        [
            f"Par {_sure(review.par_exact)}{review.par:+d} from the first player's side;"
            f" {_proven_text(review)}.",
            *(_move_text(move) for move in review.moves),
            _sum_text(review),
            *(_player_text(review, player) for player in _PLAYERS),
            _turning_point_text(review),
            *_sharpest_text(review),
        ]
    )


def _sum_text(review: Review) -> str:
    """Return the ledger; what is estimated in it has a ~."""
    end = review.moves[-1].margin_exact if review.moves else review.par_exact
    first, second = (f"{_sure(review.is_exact_for(p))}{review.lost[p - 1]}" for p in _PLAYERS)
    par = f"{_sure(review.par_exact)}{review.par:+d}"
    return (
        f"Final margin {_sure(end)}{_margin_text(review.final_margin)}"
        f" = par {par} - {first} + {second}."
    )


def _sure(exact: bool) -> str:
    return "" if exact else "~"


_PLAYERS: tuple[Player, Player] = (1, 2)


def _proven_text(review: Review) -> str:
    if review.exact_from == 1:
        return "everything is proven"
    if review.exact_from > len(review.moves):
        return "nothing is proven"
    return f"proven from ply {review.exact_from} on, estimated before"


def _move_text(move: MoveReview) -> str:
    cost = f"-{move.cost}" if move.cost else "."
    sure = " " if move.exact else "~"
    better = "" if move.move in move.best else f"  better: {' '.join(map(str, move.best))}"
    who = f"{move.ply:>3}. player {move.player}"
    mark = f"{move.mark().value:<2}"
    return f"{who}  {move.move} {mark} {sure}{cost:>4}  {move.margin:+4d}{better}".rstrip()


def _player_text(review: Review, player: Player) -> str:
    found = review.player(player)
    moves = sum(move.player == player for move in review.moves)
    sure = _sure(review.is_exact_for(player))
    text = f"Player {player} lost {sure}{found.lost} points in {moves} moves"
    if found.share is not None:
        kept = f"{sure}{found.kept} of {found.judged} choices"
        text += f"; {kept} ({sure}{found.share:.0%}) gave nothing away"
    if found.worst:
        worst = ", ".join(f"ply {move.ply} {_sure(move.exact)}-{move.cost}" for move in found.worst)
        text += f"; the worst: {worst}"
    return f"{text}.{_last_chance_text(review, player)}"


def _last_chance_text(review: Review, player: Player) -> str:
    """Tell whoever did not win up to when the game could be won."""
    last = review.player(player).last_winnable
    if last is None or review.is_won_by(player):
        return ""
    return f" Could still win before ply {last}."


def _turning_point_text(review: Review) -> str:
    ply = review.turning_point
    if ply is None:
        return "No move changed who wins."
    return f"Turning point: ply {ply}, the last move that changed who wins."


def _sharpest_text(review: Review) -> list[str]:
    """Tell the moments at which most hung on finding the best move, if there were any."""
    moments = [
        f"ply {move.ply} (one move worth {_at_least(move.tension)} more than any other,"
        f" {'missed' if move.cost else 'found'})"
        for move in review.sharpest
        if move.tension is not None
    ]
    return [f"Sharpest: {', '.join(moments)}."] if moments else []


def _at_least(points: Known) -> str:
    return f"{points.lower}" if points.is_exact else f"at least {points.lower}"
