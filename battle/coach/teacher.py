"""The teacher: what it says of a move before it is played, by what is known of the game.

It speaks when a move costs more than it lets pass, or when it changes who wins, or never. It finds
nothing out itself; what is not known it passes over. `teacher_page` is what it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battle.analysis.costs import MoveCost, different_moves
from battle.analysis.values import Values
from battle.coach.reasons import ReasonSearch, facts_intro, move_facts, searching_block
from battle.language import _
from battle.page.blocks import Block, Ink, Page, PairLine, Paragraph, Role, Space
from battle.rules.position import Move, Position
from battle.words import (
    Names,
    cells_words,
    cost_words,
    hint_count,
    outcome,
    pair_words,
    taken_words,
)

OFF: Final = "off"
POINTS: Final = "points"
RESULT: Final = "result"
MODES: Final = (OFF, POINTS, RESULT)
"""When it speaks: never, from a cost in points on, when another player (or none) would win."""

USUAL_POINTS: Final = 3
HELP: Final = "teacher"
"""The word in a record's `Help` tag for a game in which it spoke."""


def is_forced(position: Position) -> bool:
    """Whether all moves lead to the same game, so that there is nothing to say."""
    return len(different_moves(position)) < 2


@dataclass(frozen=True)
class Teacher:
    """When to speak: `mode` is one of MODES, `points` is from what cost on in mode POINTS."""

    mode: str = OFF
    points: int = USUAL_POINTS

    @property
    def is_on(self) -> bool:
        """Whether it may speak at all."""
        return self.mode != OFF

    def objects(self, cost: MoveCost) -> bool:
        """Whether it speaks up against a move: only of what is known."""
        points = cost.cost.points or 0
        if self.mode == POINTS:
            return points >= self.points
        return self.mode == RESULT and points > 0 and cost.changed_outcome


# --- what it says ---------------------------------------------------------------------------------


def teacher_page(
    cost: MoveCost,
    position: Position,
    values: Values,
    names: Names,
    *,
    why: ReasonSearch | None,
    better: Move | None,
    price: int,
) -> Page:
    """Return what is said of a pair that is about to be taken from `position`.

    `why` are the reasons that were asked for, if they were; `better` is the better pair that is
    shown, else `price` is what it costs in hints to see one.
    """
    page: list[Block] = [
        Paragraph(_title(cost), Ink.PLAIN, Role.HEADING, "warning"),
        _pair(position, cost.move, names),
        Paragraph(_result_words(cost, names), Ink.PLAIN, Role.TEXT),
        Paragraph(
            _("This is proven.") if cost.exact else _("This is an estimate, not proven yet."),
            Ink.FAINT,
        ),
    ]
    if why is not None:
        page.append(Space(10, rules=True))
        page += _reasons(cost, position, names, why, is_open=better is not None)
        page += _reply(cost, position, values, names, is_open=better is not None)
        if better is None:
            words = _("The hints have already shown a better pair.")
            if price:
                words = _("Seeing a better pair costs {price}.").format(price=hint_count(price))
            page.append(Paragraph(words, Ink.PLAIN, icon="hint"))
    if better is not None:
        page.append(Space(10, rules=True))
        words = _("{pair} is better.").format(pair=pair_words(position, better))
        page.append(Paragraph(words, Ink.PLAIN, Role.TEXT, "hint"))
    return page


def _title(cost: MoveCost) -> str:
    if cost.cost.points == 0:
        return _("This pair costs nothing")
    if cost.cost.points is None:
        return _("What this pair costs is not known yet")
    return _("This costs {points}").format(points=cost_words(cost.cost))


def _pair(position: Position, move: Move, names: Names) -> PairLine:
    said = taken_words(names[position.to_move - 1], pair_words(position, move))
    return PairLine(position.to_move, position.kind_of(move), cells_words(move), said)


def _result_words(cost: MoveCost, names: Names) -> str:
    """Say whether another player, or none, wins after the move."""
    if not cost.outcome_known:
        return _("Who wins with perfect play is not known yet.")
    before, after = outcome(cost.before.value, names), outcome(cost.after.value, names)
    if not cost.changed_outcome:
        words = _("With perfect play the result stays: {outcome}.")
        if not cost.outcome_exact:
            words = _("The result probably stays: {outcome}.")
        return words.format(outcome=after)
    words = _("It changes the result: {before} → {after}.")
    if not cost.outcome_exact:
        words = _("It probably changes the result: {before} → {after}.")
    return words.format(before=before, after=after)


def _reasons(
    cost: MoveCost, position: Position, names: Names, why: ReasonSearch, *, is_open: bool
) -> Iterator[Block]:
    """Yield the reasons; those that name a better pair only where one is shown."""
    shown = why.reasons(names, discreetly=not is_open)
    for reason in shown:
        yield Paragraph(reason.words, Ink.PLAIN, Role.TEXT, "chevron-right")
    if not shown:
        yield Paragraph(facts_intro(), Ink.FAINT)
        for words in move_facts(position, cost.move, names, discreetly=True):
            yield Paragraph(words, Ink.PLAIN, Role.TEXT, "chevron-right")
    if not why.is_done:
        yield searching_block()
    elif why.reasons(names) and not shown:
        yield Paragraph(_("A reason would give a better pair away."), Ink.FAINT)
    elif not shown:
        words = _("The cost is proven, but no single reason for it.")
        if not cost.exact:
            words = _("Why it costs points is known once it is proven.")
        yield Paragraph(words, Ink.FAINT)


def _reply(
    cost: MoveCost, position: Position, values: Values, names: Names, *, is_open: bool
) -> Iterator[Block]:
    """Yield what the other player is expected to answer, unless that is a better pair."""
    after = position.play(cost.move)
    reply = next(iter(values.line(after)), None)
    if reply is not None and (is_open or reply not in values.best_moves(position)):
        yield Paragraph(_("The expected reply:"), Ink.FAINT)
        yield _pair(after, reply, names)
