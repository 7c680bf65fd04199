"""What proofs tell of the position looked at as blocks; each leads to the move it is about."""

from __future__ import annotations

from collections.abc import Iterator

from battle.analysis.insights import insights
from battle.analysis.values import Values
from battle.coach.reason_lines import line_from
from battle.language import _
from battle.rules.game import Node
from battle.window.study.review_page import Place
from battle.window.ui.blocks import INK, Paragraph, Space, Title
from battle.window.ui.flow import Block
from battle.words.endings import Names
from battle.words.insights import insight_lines


def insight_blocks(node: Node, values: Values, names: Names) -> Iterator[Block]:
    """Yield what is proven of the position at a node; nothing where nothing is."""
    lines = insight_lines(insights(values, node.position), node.position, names)
    if not lines:
        return
    yield Title(_("Proven here"))
    for line in lines:
        place, icon = None, ""
        if line.move is not None:
            place = Place(node, line_from(node.position, line.move, values)[1])
            icon = "play"
        yield Paragraph(line.words, INK, icon=icon, leads_to=place)
    yield Space(12, rules=True)
