"""Results of matches: margin, games, rating, and how sure one can be of them.

Two games on one deal share its luck, so what counts as independent is the deal, not the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, erfc, inf, log10, sqrt
from statistics import fmean, stdev, variance
from typing import Final, NamedTuple

from solver.lab.match import MatchPair

SURE: Final = 1.96
"""Standard errors to either side of a mean that hold the truth 19 times in 20."""


class EloDifference(NamedTuple):
    """A difference in rating, on the scale on which 400 points are odds of ten to one.

    `lower` and `upper` hold the truth 19 times in 20; infinite where every game was won or lost.
    """

    difference: float
    lower: float
    upper: float

    def __str__(self) -> str:
        if self.difference == inf:
            return f"above {self.lower:+.0f}"
        if self.difference == -inf:
            return f"below {self.upper:+.0f}"
        return f"{self.difference:+.0f} ({self.lower:+.0f} to {self.upper:+.0f})"


@dataclass(frozen=True)
class MatchResult:
    """What a match came to, seen by A: games won, drawn, lost, and points a game."""

    won: int
    drawn: int
    lost: int
    margin: float
    error: float
    """Standard error of the margin; infinite after a single deal."""
    rating: EloDifference
    p_games: float
    """How likely deals are split at least so unevenly between equal players, by games won."""
    p_points: float
    """How likely equal players are to come to such a margin; rough below some 20 deals."""

    def __str__(self) -> str:
        error = "" if self.error == inf else f" ± {self.error:.2f}"
        return (
            f"+{self.won} ={self.drawn} -{self.lost},"
            f" {self.margin:+.2f}{error} points a game,"
            f" rating {self.rating},"
            f" p = {self.p_games:.2g} by games, {self.p_points:.2g} by points"
        )


def match_result(pairs: Sequence[MatchPair]) -> MatchResult:
    """Return the result of at least one pair of games."""
    margins = [margin for pair in pairs for margin in (pair.first, pair.second)]
    means = [pair.margin for pair in pairs]
    margin = fmean(means)
    error = stdev(means) / sqrt(len(means)) if len(means) > 1 else inf
    return MatchResult(
        won=sum(margin > 0 for margin in margins),
        drawn=sum(margin == 0 for margin in margins),
        lost=sum(margin < 0 for margin in margins),
        margin=margin,
        error=error,
        rating=elo_difference([pair.score for pair in pairs]),
        p_games=sign_test([pair.score - 0.5 for pair in pairs]),
        p_points=_p_of(margin, error, len(pairs)),
    )


def elo_difference(scores: Sequence[float]) -> EloDifference:
    """Return the rating difference that scores of deals, 0 to 1 each, stand for.

    The interval is Wilson's, for as many independent games as the deals' spread is worth: at least
    the deals, at most the games.
    """
    score, deals = fmean(scores), len(scores)
    spread = variance(scores) / deals if deals > 1 else inf
    worth = score * (1 - score) / spread if spread else inf
    number = min(2.0 * deals, max(float(deals), worth))
    middle = (score + SURE**2 / (2 * number)) / (1 + SURE**2 / number)
    half = sqrt(score * (1 - score) / number + (SURE / (2 * number)) ** 2)
    reach = SURE * half / (1 + SURE**2 / number)
    return EloDifference(_points(score), _points(middle - reach), _points(middle + reach))


def _points(score: float) -> float:
    """Return the rating difference at which a score, 0 to 1, is expected."""
    if not 1e-9 < score < 1 - 1e-9:
        return inf if score > 0.5 else -inf
    return 400 * log10(score / (1 - score))


def sign_test(differences: Sequence[float]) -> float:
    """Return how likely chance splits the differences that are not 0 at least so unevenly."""
    better = sum(one > 0 for one in differences)
    worse = sum(one < 0 for one in differences)
    number = better + worse
    tail = sum(comb(number, count) for count in range(max(better, worse), number + 1))
    return min(1.0, 2 * tail / (1 << number))


def _p_of(mean: float, error: float, number: int) -> float:
    """Return how likely a mean so far from 0 is; never less than that all deals go one way."""
    chance = erfc(abs(mean) / error / sqrt(2)) if error else float(mean == 0)
    return max(chance, min(1.0, 2 / (1 << number)))
