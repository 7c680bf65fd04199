"""What a review says in words: the result, par, what is proven, who could have won until when."""

from __future__ import annotations

from battle.analysis.ledger import MoveReview, PlayerReview, Review
from battle.analysis.move_values import WAVE, signed
from battle.language import _, ngettext
from battle.rules.game import Ending, Reason
from battle.rules.move import Move
from battle.rules.position import Position

Names = tuple[str, str]


def about(words: str, *, exact: bool) -> str:
    """Return a number as it stands, with a wave before it if it is an estimate."""
    return words if exact else f"~{words}"


def margin_words(margin: int, *, exact: bool) -> str:
    """Return a margin with its sign, with a wave if it is an estimate."""
    return signed(margin) if exact else f"{WAVE}{signed(margin)}"


def share_words(share: float) -> str:
    """Return a share, 0 to 1, as people write it."""
    return _("{n} %").format(n=round(100 * share)).replace(" ", "\u00a0")


def points(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("{n} point", "{n} points", number).format(n=number)


def result_words(ending: Ending | None, last: Position, names: Names) -> str:
    """Say how a line ended; `last` is its last position."""
    if ending is None:
        return _("Not over yet")
    if ending.winner is None:
        return _("A draw")
    name, loser = names[ending.winner - 1], names[2 - ending.winner]
    if ending.reason is Reason.RESIGNED:
        return _("{name} resigned").format(name=loser)
    if ending.reason is Reason.TIME:
        return _("{name} ran out of time").format(name=loser)
    return _("{name} wins by {points}").format(name=name, points=abs(last.margin))


def par_words(review: Review, names: Names, *, over: bool) -> str:
    """Say what par is, and who did better than that; `over` tells that no pair is left."""
    better = review.final_margin - review.par
    par = margin_words(review.par, exact=review.par_exact)
    if not better and not over:
        return _("Par is {par}; so far nobody has done better.").format(par=par)
    if not better:
        return _("Par was {par}, and that is how it ended.").format(par=par)
    return _("Par was {par}. {name} did {points} better.").format(
        par=par, name=names[0 if better > 0 else 1], points=points(abs(better))
    )


def proof_words(review: Review) -> str:
    """Say from where on everything is proven, and what is estimated."""
    if review.exact_from == 1:
        return _("Everything is proven, from the first move on.")
    if review.exact_from > len(review.moves):
        return _("Nothing is proven: numbers with ~ are estimates.")
    return _("Proven from move {number} on; numbers with ~ are estimates.").format(
        number=review.exact_from
    )


def margin_note(names: Names) -> str:
    """Say what the sign of a margin means."""
    return _("A margin is the points of {first} minus the points of {second}.").format(
        first=names[0], second=names[1]
    )


def best_words(summary: PlayerReview) -> str:
    """Say how many of a player's moves were best moves, where there was a choice."""
    if summary.share is None:
        return _("There was never a choice.")
    return _("Best moves: {kept} of {judged}, {share}").format(
        kept=summary.kept, judged=summary.judged, share=share_words(summary.share)
    )


def winnable_words(summary: PlayerReview, review: Review) -> str:
    """Say until when a player could have won; nothing of one who stood to win to the end."""
    last = summary.last_winnable
    if review.is_won_by(summary.player):
        return ""
    if last is None:
        return _("Could never have won against perfect play.")
    exact = review.par_exact if last == 1 else review.moves[last - 2].margin_exact
    return _("Could still have won before move {number}.").format(
        number=about(str(last), exact=exact)
    )


def outcome(margin: int, names: Names) -> str:
    """Say in two or three words who wins at a margin."""
    if margin == 0:
        return _("a draw")
    return _("{name} wins").format(name=names[0 if margin > 0 else 1])


def change_words(move: MoveReview, before: int, names: Names) -> str:
    """Say how a move changed who wins with perfect play; `before` is the margin before it."""
    words = _("Changed the outcome: {before} → {after}.")
    if not move.exact:
        words = _("Seems to have changed the outcome: {before} → {after}.")
    return words.format(before=outcome(before, names), after=outcome(move.margin, names))


def cells_words(move: Move) -> str:
    """Return a move's two cells as people read them."""
    return f"{move.first}–{move.second}"


def lost_words(lost: int, *, exact: bool) -> str:
    """Say how many points a player has lost."""
    return _("lost {points}").format(points=about(str(lost), exact=exact))
