"""The review as a page of blocks: the result, the sum, what decided it, the players.

Blocks lead to a `Place` of the tree, with a line that is replayed there, or to a `Command`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from battle.analysis.ledger import MoveReview, Review, Thresholds
from battle.language import _, ngettext
from battle.page.blocks import Block, Ink, MoveLine, Paragraph, Role, Space, Sum, Title
from battle.rules.game import Ending, Node
from battle.rules.position import PLAYERS, Move, Player
from battle.words import endings
from battle.words.insights import moment_words
from battle.words.moves import cells_words, pair_words
from battle.words.numbers import MINUS, cost_figure, lost_figure, margin_words
from battle.words.reviews import (
    best_words,
    blame_words,
    change_words,
    deciding_words,
    lost_words,
    margin_note,
    par_words,
    proof_words,
    sum_sign,
    winnable_words,
)


@dataclass(frozen=True)
class Place:
    """A place of the tree; `line`, if any, is played from there."""

    node: Node
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class ReviewPage:
    """What the page is made of: a line of the tree, its review, and how far the work is."""

    line: Sequence[Node]
    names: tuple[str, str]
    thresholds: Thresholds
    review: Review | None
    ending: Ending | None

    def blocks(self) -> Iterator[Block]:
        """Yield the page of a line that is reviewed."""
        review = self.review
        if review is None or not review.moves:
            return
        last = self.line[-1].position
        yield Title(endings.summary(self.ending, last, self.names), large=True)
        yield Paragraph(par_words(review, self.names, over=last.is_over), Ink.PLAIN, Role.SMALL)
        yield Paragraph(proof_words(review), icon="check" if review.is_proven else "info")
        yield Space(6)
        yield from self._sum(review)
        yield from self._turning_point(review)
        yield from self._sharpest(review)
        for player in PLAYERS:
            yield Space(12, rules=True)
            yield from self._player(review, player)
        yield Space(6)
        yield Paragraph(_("Moves without a choice are not counted as best moves."), Ink.FAINT)

    def _sum(self, review: Review) -> Iterator[Block]:
        """Yield the sum that adds up, from par to the final margin."""
        yield Sum(
            _("Par"),
            margin_words(review.par, exact=review.par_exact, error=review.par_error),
            proven=review.par_exact,
        )
        for player, sign, lost in zip(PLAYERS, (MINUS, "+"), review.lost, strict=True):
            exact = review.is_exact_for(player)
            name = self.names[player - 1]
            number = f"{sign} {lost_figure(lost, exact=exact)}"
            yield Sum(_("{name} lost").format(name=name), number, player, exact)
        over = self.line[-1].position.is_over
        words = _("Final margin") if over else _("Margin with perfect play")
        exact, error = review.end_exact, review.end_error
        number = f"{sum_sign(review)} {margin_words(review.final_margin, exact=exact, error=error)}"
        yield Sum(words, number, proven=exact, result=True)
        if not review.is_proven:
            yield Paragraph(_("What is not known yet is not in the sum."), Ink.FAINT)
        yield Paragraph(margin_note(self.names), Ink.FAINT)

    def _turning_point(self, review: Review) -> Iterator[Block]:
        if review.turning_point is None:
            if not review.turning_point_known:
                yield Space(8)
                yield Paragraph(deciding_words(review))
            return
        move = review.moves[review.turning_point - 1]
        yield Space(8)
        yield Title(_("Turning point"))
        yield self.move_line(move)
        yield Paragraph(self.change(review, move))
        if not review.turning_point_known:
            yield Paragraph(deciding_words(review), icon="info")
        yield from self._blame(move)

    def _sharpest(self, review: Review) -> Iterator[Block]:
        """Yield the moments at which most hung on one pair; each leads to the position before."""
        if review.sharpest:
            yield Space(8)
            count = len(review.sharpest)
            yield Title(ngettext("The sharpest moment", "The sharpest moments", count))
        for move in review.sharpest:
            place = Place(self.line[move.ply - 1])
            yield Paragraph(moment_words(move, self.names), Ink.PLAIN, leads_to=place)

    def change(self, review: Review, move: MoveReview) -> str:
        """Say how a move changed who wins."""
        return change_words(move, review.margins[move.ply - 1], self.names)

    def _player(self, review: Review, player: Player) -> Iterator[Block]:
        """Yield what is said of one player."""
        summary, exact = review.player(player), review.is_exact_for(player)
        yield Title(self.names[player - 1], lost_words(summary.lost, exact=exact), player)
        yield Paragraph(best_words(summary))
        words = winnable_words(summary, review)
        if words:
            last = summary.last_winnable
            place = None if last is None else Place(self.line[last - 1])
            yield Paragraph(words, leads_to=place)
        if summary.worst:
            count = len(summary.worst)
            heading = ngettext("The worst move", "The worst {n} moves", count)
            yield Paragraph(heading.format(n=count), Ink.FAINT)
        for move in summary.worst:
            yield self.move_line(move)
            yield from self._blame(move)

    def _blame(self, move: MoveReview) -> Iterator[Block]:
        """Yield that a hint was wrong about a move, if one was."""
        if move.blames_hint:
            pair = pair_words(self.line[move.ply - 1].position, move.move)
            yield Paragraph(blame_words(pair, move.told), Ink.PLAIN, icon="hint")

    def move_line(self, move: MoveReview) -> MoveLine:
        """Return a move of the line, to be gone to."""
        node = self.line[move.ply]
        before = self.line[move.ply - 1].position
        return MoveLine(
            number=f"{move.ply}",
            kind=before.kind_of(move.move),
            cells=cells_words(move.move),
            cost=cost_figure(move.told),
            mark=move.mark(self.thresholds),
            proven=move.exact,
            changed=move.changed_outcome,
            leads_to=Place(node),
        )
