"""What a review says in words: par, what is proven, who could have won until when.

`names` are what players 1 and 2 are called.
"""

from __future__ import annotations

from battle.analysis.ledger import MoveReview, PlayerReview, Review
from battle.language import _
from battle.words.endings import Names, outcome
from battle.words.numbers import about, margin_words, points, share_words


def par_words(review: Review, names: Names, *, over: bool) -> str:
    """Say what par is, and who did better than that; `over` tells that no pair is left."""
    better = review.final_margin - review.par
    par = margin_words(review.par, exact=review.par_exact)
    return against_par(better, par, points(abs(better)), names, over=over)


def against_par(better: int, par: str, by: str, names: Names, *, over: bool = True) -> str:
    """Say what par is, and who did better `by` so many points, both as they are to be written.

    `better` is by how much player 1 did better; `over` tells that no pair is left.
    """
    if not better and not over:
        return _("Par is {par}; so far nobody has done better.").format(par=par)
    if not better:
        return _("Par was {par}, and that is how it ended.").format(par=par)
    return _("Par was {par}. {name} did {points} better.").format(
        par=par, name=names[0 if better > 0 else 1], points=by
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


def change_words(move: MoveReview, before: int, names: Names) -> str:
    """Say how a move changed who wins with perfect play; `before` is the margin before it."""
    words = _("Changed the outcome: {before} → {after}.")
    if not move.exact:
        words = _("Seems to have changed the outcome: {before} → {after}.")
    return words.format(before=outcome(before, names), after=outcome(move.margin, names))


def lost_words(lost: int, *, exact: bool) -> str:
    """Say how many points a player has lost."""
    return _("lost {points}").format(points=about(str(lost), exact=exact))
