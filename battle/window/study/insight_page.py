"""What proofs tell of the position looked at as blocks; each leads to the move it is about."""

from __future__ import annotations

from collections.abc import Iterator

from battle.analysis.insights import insights
from battle.analysis.values import Values
from battle.coach.fact_words import fact_lines
from battle.coach.facts import IfPassed, position_facts
from battle.coach.reason_lines import line_from
from battle.language import _
from battle.page.blocks import Block, Ink, Paragraph, Space, Title
from battle.rules.game import Node
from battle.window.study.review_page import Place
from battle.words.endings import Names
from battle.words.insights import insight_lines


def insight_blocks(node: Node, values: Values, names: Names) -> Iterator[Block]:
    """Yield what is proven of the position at a node, and what is certain by the rules alone."""
    position = node.position
    lines = insight_lines(insights(values, position), position, names)
    facts = [
        fact for fact in position_facts(position) if not (lines and isinstance(fact, IfPassed))
    ]
    moved = node.parent is not None
    if lines:
        yield Title(_("Proven after this move") if moved else _("Proven of the start"))
    for line in lines:
        place, icon = None, ""
        if line.move is not None:
            place = Place(node, line_from(node.position, line.move, values)[1])
            icon = "play"
        yield Paragraph(line.words, Ink.PLAIN, icon=icon, leads_to=place)
    if facts:
        yield Title(_("Facts after this move") if moved else _("Facts of the start"))
    for words in fact_lines(facts, names):
        yield Paragraph(words, Ink.PLAIN)
    if lines or facts:
        yield Space(12, rules=True)
