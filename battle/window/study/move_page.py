"""The move looked at as blocks: what it cost, what was better, and why as far as it is proven."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battle.analysis.insights import Resistance
from battle.analysis.ledger import MoveCost, MoveReview, move_cost
from battle.analysis.values import Values
from battle.coach.fact_words import fact_lines, facts_intro
from battle.coach.facts import move_facts
from battle.coach.reason_lines import Line, line_from, line_of
from battle.coach.reason_words import reason_words
from battle.coach.reasons import Reason
from battle.language import _, ngettext
from battle.page.blocks import Block, Ink, MoveLine, Paragraph, Space, Title
from battle.rules.game import Node
from battle.rules.record import is_hinted
from battle.window.study.review_page import Place
from battle.words.insights import replies_words
from battle.words.moves import cells_words, pair_words
from battle.words.numbers import cost_figure
from battle.words.reviews import blame_words, change_words

_MOST_BETTER: Final = 3


@dataclass(frozen=True)
class MovePage:
    """What is told of one move: its `cost`, and its part of the review once there is one.

    `searching` says that reasons are being looked for, `may_search` that they would be if the
    solver were on. `resistance` is the best there was for a player who was going to lose.
    """

    node: Node
    ply: int
    values: Values
    cost: MoveCost | None
    names: tuple[str, str]
    reviewed: MoveReview | None
    margin_before: int | None
    reasons: tuple[Reason, ...]
    searching: bool
    may_search: bool
    resistance: Resistance | None = None

    def blocks(self) -> Iterator[Block]:
        """Yield the part of the page; nothing where there is no move or nothing known of it."""
        cost = self.cost
        if cost is None or self.node.parent is None:
            return
        name = self.names[cost.player - 1]
        yield Title(
            _("Move {number}: {name}").format(number=self.ply, name=name), player=cost.player
        )
        yield self._line(cost)
        yield from self._blame(self.node.parent, cost)
        yield from self._change()
        if cost.told.points is None:
            yield Paragraph(_("What it cost is not known yet: a proof would tell."), Ink.MUTED)
            yield from self._facts(self.node.parent, cost)
        elif cost.told.points:
            yield from self._better(self.node.parent)
            yield from self._why(self.node.parent, cost)
        else:
            yield Paragraph(self._praise(), Ink.MUTED)
        yield Space(12, rules=True)

    def _line(self, cost: MoveCost, leads_to: object = None) -> MoveLine:
        assert self.node.parent is not None
        kind = self.node.parent.position.kind_of(cost.move)
        cells, number = cells_words(cost.move), cost_figure(cost.told)
        return MoveLine("", kind, cells, number, cost.mark, cost.exact, False, leads_to)

    def _blame(self, before: Node, cost: MoveCost) -> Iterator[Block]:
        if is_hinted(self.node.comment) and cost.told.proven > 0:
            pair = pair_words(before.position, cost.move)
            yield Paragraph(blame_words(pair, cost.told), Ink.PLAIN, icon="hint")

    def _change(self) -> Iterator[Block]:
        move = self.reviewed
        if move is not None and self.margin_before is not None and move.changed_outcome:
            words = change_words(move, self.margin_before, self.names)
            yield Paragraph(words, Ink.PLAIN, icon="swap")

    def _praise(self) -> str:
        if self.reviewed is not None and self.reviewed.is_forced:
            return _("There was no choice.")
        resisted = self.resistance
        played = None if self.cost is None else self.cost.move
        if resisted is not None and resisted.is_telling and resisted.move == played:
            return _("The best resistance. {replies}").format(replies=replies_words(resisted))
        return _("No move was better.")

    def _better(self, before: Node) -> Iterator[Block]:
        """Yield the moves that keep the value, as far as they are known."""
        best = self.values.best_moves(before.position)
        if not best:
            return
        yield Paragraph(_("Better instead (point at it to see it):"), Ink.FAINT)
        for move in best[:_MOST_BETTER]:
            _start, line = line_from(before.position, move, self.values)
            cost = move_cost(self.values, before.position, move)
            assert cost is not None
            yield self._line(cost, Place(before, line))
        if len(best) > _MOST_BETTER:
            more = len(best) - _MOST_BETTER
            yield Paragraph(
                ngettext("and {n} more", "and {n} more", more).format(n=more), Ink.FAINT
            )

    def _why(self, before: Node, cost: MoveCost) -> Iterator[Block]:
        """Yield the reasons, each with the line that shows it."""
        if self.reasons:
            yield Title(_("Why"))
        for reason in self.reasons:
            line = line_of(reason, before.position, cost.move, self.values)
            yield Paragraph(
                reason_words(reason, self.names), Ink.PLAIN, icon="play", leads_to=self._place(line)
            )
        if not self.reasons:
            yield from self._facts(before, cost)
        if not cost.exact:
            yield Paragraph(
                _("The cost is an estimate; reasons are given for what is proven."), Ink.FAINT
            )
        elif self.searching:
            yield Paragraph(_("Looking for the reason …"), Ink.FAINT)
        elif not self.reasons:
            words = _("No reason was found that can be proven.")
            yield Paragraph(
                _("Turn the solver on to see why.") if self.may_search else words, Ink.FAINT
            )

    def _facts(self, before: Node, cost: MoveCost) -> Iterator[Block]:
        """Yield what the rules alone say of the move."""
        yield Paragraph(facts_intro(), Ink.FAINT)
        facts = move_facts(before.position, cost.move)
        for words in fact_lines(facts, self.names):
            yield Paragraph(words, Ink.PLAIN)

    def _place(self, line: Line | None) -> Place | None:
        """Return the place of the tree that a line begins at."""
        if line is None or self.node.parent is None:
            return None
        start, moves = line
        return Place(self.node if start == self.node.position else self.node.parent, moves)
