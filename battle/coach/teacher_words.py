"""What the teacher says of a pair: what it costs, whether it changes who wins, how sure that is."""

from __future__ import annotations

from battle.analysis.ledger import MoveCost
from battle.language import _
from battle.words.endings import Names, outcome
from battle.words.numbers import cost_words, hint_count


def title_words(cost: MoveCost) -> str:
    """Say what the pair costs."""
    if cost.told.points == 0:
        return _("This pair costs nothing")
    if cost.told.points is None:
        return _("What this pair costs is not known yet")
    return _("This costs {points}").format(points=cost_words(cost.told))


def proof_words(cost: MoveCost) -> str:
    """Say whether the cost is proven."""
    return _("This is proven.") if cost.exact else _("This is an estimate, not proven yet.")


def result_words(cost: MoveCost, names: Names) -> str:
    """Say whether another player, or none, wins after the move."""
    if not cost.outcome_known:
        return _("Who wins with perfect play is not known yet.")
    before, after = outcome(cost.before, names), outcome(cost.after, names)
    if not cost.changed_outcome:
        words = _("With perfect play the result stays: {outcome}.")
        if not cost.outcome_exact:
            words = _("The result seems to stay: {outcome}.")
        return words.format(outcome=after)
    words = _("It changes the result: {before} → {after}.")
    if not cost.outcome_exact:
        words = _("It seems to change the result: {before} → {after}.")
    return words.format(before=before, after=after)


def better_price_words(price: int) -> str:
    """Say what it costs to be shown a better pair."""
    if not price:
        return _("A better pair is known from the hints already.")
    return _("Seeing a better pair costs {price}.").format(price=hint_count(price))


def no_reason_words(cost: MoveCost, *, is_kept_back: bool) -> str:
    """Say why no reason is told: it would give a better pair away, or none is proven."""
    if is_kept_back:
        return _("Whatever there is to say would name a better pair.")
    if not cost.exact:
        return _("Why it costs can be told once it is proven.")
    return _("No single reason is proven; the cost is.")
