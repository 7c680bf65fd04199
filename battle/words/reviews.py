"""What a review says in words: par, what is proven, who could have won until when.

`names` are what players 1 and 2 are called.
"""

from __future__ import annotations

from dataclasses import dataclass

from battle.analysis.ledger import MoveReview, PlayerReview, Review
from battle.analysis.values import SUPPORTED, ToldCost
from battle.language import _, ngettext
from battle.words.endings import Names, outcome
from battle.words.numbers import about_points, cost_words, margin_words, share_words


def par_words(review: Review, names: Names, *, over: bool) -> str:
    """Say what par is, and who did better than that; `over` tells that no pair is left."""
    better = review.final_margin - review.par
    par = GamePar(review.par, review.par_exact, review.par_error)
    return against_par(better, par, names, over=over)


@dataclass(frozen=True)
class GamePar:
    """Par of a game, from the first player's side; `error` of an estimate, None if not known."""

    value: int
    exact: bool
    error: float | None = None

    @property
    def words(self) -> str:
        """Par as it is written, from the first player's side."""
        return margin_words(self.value, exact=self.exact, error=self.error)

    def supports(self, difference: int) -> bool:
        """Whether a difference from par is told: it is proven or well above the error."""
        return self.exact or (bool(self.error) and abs(difference) >= SUPPORTED * (self.error or 0))


def against_par(better: int, par: GamePar, names: Names, *, over: bool = True) -> str:
    """Say what par is, and who did better than that, if that is known.

    `better` is by how much player 1 did better; `over` tells that no pair is left.
    """
    if not par.supports(better):
        return _("Par is estimated: {par}. Who did better is not known yet.").format(par=par.words)
    by = about_points(abs(better), exact=par.exact, error=par.error)
    if not better and not over:
        return _("Par is {par}; so far nobody has done better.").format(par=par.words)
    if not better:
        return _("Par was {par}, and that is how it ended.").format(par=par.words)
    return _("Par was {par}. {name} did {points} better.").format(
        par=par.words, name=names[0 if better > 0 else 1], points=by
    )


def sum_sign(review: Review) -> str:
    """Return what stands before the final margin in the sum: it adds up when all is proven."""
    return "=" if review.is_proven else "≈"


def proof_words(review: Review) -> str:
    """Say from where on everything is proven, and what is estimated."""
    if review.is_proven:
        return _("Everything is proven, from the first move on.")
    if review.is_unproven:
        return _("Nothing is proven yet: only a proof would tell what a move costs.")
    return _("Proven from move {number} on; before it only a proof would tell.").format(
        number=review.exact_from
    )


def margin_note(names: Names) -> str:
    """Say what the sign of a margin means."""
    return _("A margin is the points of {first} minus the points of {second}.").format(
        first=names[0], second=names[1]
    )


def best_words(summary: PlayerReview) -> str:
    """Say how many of a player's moves were best moves, where there was a choice."""
    if summary.share is None and summary.unjudged:
        return _("Best moves: not known yet")
    if summary.share is None:
        return _("There was never a choice.")
    if summary.unjudged:
        return ngettext(
            "Best moves: {kept} of {judged}, {share}; {n} is not known yet",
            "Best moves: {kept} of {judged}, {share}; {n} are not known yet",
            summary.unjudged,
        ).format(
            kept=summary.kept,
            judged=summary.judged,
            share=share_words(summary.share),
            n=summary.unjudged,
        )
    return _("Best moves: {kept} of {judged}, {share}").format(
        kept=summary.kept, judged=summary.judged, share=share_words(summary.share)
    )


def winnable_words(summary: PlayerReview, review: Review) -> str:
    """Say until when a player could have won; nothing of one who stood to win to the end."""
    last = summary.last_winnable
    if review.is_won_by(summary.player):
        return ""
    if not summary.winnable_known:
        return _("Until when the game could be won is not known yet.")
    if last is None:
        return _("Could never have won against perfect play.")
    return _("Could still have won before move {number}.").format(number=last)


def change_words(move: MoveReview, before: int, names: Names) -> str:
    """Say how a move changed who wins with perfect play; `before` is the margin before it."""
    words = _("Changed the outcome: {before} → {after}.")
    if not move.exact:
        words = _("Seems to have changed the outcome: {before} → {after}.")
    return words.format(before=outcome(before, names), after=outcome(move.margin, names))


def lost_words(lost: int, *, exact: bool) -> str:
    """Say how many points a player has lost; where not all is known, how many at least."""
    if not exact and not lost:
        return _("nothing proven lost yet")
    if not exact:
        return _("lost at least {points}").format(points=lost)
    return _("lost {points}").format(points=lost)


def blame_words(pair: str, told: ToldCost) -> str:
    """Say that a hint was wrong about a pair, whose cost is proven."""
    return _("The hint was wrong: {pair} costs {points}.").format(
        pair=pair, points=cost_words(told)
    )


def deciding_words(review: Review) -> str:
    """Say that no move changed who wins, or what is not known of the turning point.

    Empty where the turning point is known.
    """
    if review.turning_point is None and review.turning_point_known:
        return _("No move changed who wins with perfect play.")
    if review.turning_point is None:
        return _("Which move decided the game is not known yet: a proof would tell.")
    if not review.turning_point_known:
        return _("Whether a later move decided it is not known yet: a proof would tell.")
    return ""
