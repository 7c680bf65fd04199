"""The teacher: when it objects to a move before it is played, and what it says then.

It objects to a move above a given cost, or to one that changes who wins, or never. It starts no
analysis; unknown values are ignored. `battle.coach.table` lets it watch a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battle.analysis.costs import MoveCost, different_moves
from battle.analysis.values import Values
from battle.coach.answer import answered, difference_words
from battle.coach.reasons import ReasonSearch, move_facts, searching_block
from battle.language import _
from battle.page.blocks import ITEM, Block, Ink, Page, PairLine, Paragraph, Role, Space
from battle.rules.position import Move, Position
from battle.words import (
    Names,
    cost_words,
    outcome,
    pair_in_full,
    pair_words,
    spoken_to,
    taken_words,
    tile_words,
)

OFF: Final = "off"
POINTS: Final = "points"
RESULT: Final = "result"
"""When it objects: never, from a cost in points on, or when the winner would change."""


def is_forced(position: Position) -> bool:
    """Whether all moves lead to the same game, so that there is no choice."""
    return len(different_moves(position)) < 2


@dataclass(frozen=True)
class Teacher:
    """When to object: `mode` is one of the above, `points` is the least cost in mode POINTS."""

    mode: str = OFF
    points: int = 3

    @property
    def is_on(self) -> bool:
        return self.mode != OFF

    def objects(self, cost: MoveCost) -> bool:
        points = cost.cost.points or 0
        if self.mode == POINTS:
            return points >= self.points
        return self.mode == RESULT and points > 0 and cost.changed_outcome


def teacher_page(
    cost: MoveCost,
    values: Values,
    names: Names,
    *,
    why: ReasonSearch | None,
    better: Move | None,
) -> Page:
    """Return the objection to a pair that is about to be taken.

    `why` are the reasons, if requested; `better` is the better pair if shown.
    """
    position, is_open = cost.position, better is not None
    page: list[Block] = [
        Paragraph(_title(cost), Ink.PLAIN, Role.HEADING, "warning"),
        _pair(position, cost.move, names),
        Paragraph(
            _end_words(cost, values, names, better, briefly=why is None), Ink.PLAIN, Role.TEXT
        ),
    ]
    if not cost.exact:
        page.append(Paragraph(_("This is an estimate."), Ink.FAINT))
    if why is not None:
        page.append(Space(10, rules=True))
        names = spoken_to(names)
        answer = answered(cost, values, names, discreetly=not is_open, briefly=True)
        page += () if answer is None else (Paragraph(answer.words, Ink.PLAIN, Role.TEXT, "play"),)
        page += _reasons(cost, why, is_open=is_open)
    if better is not None:
        page.append(Space(10, rules=True))
        words = _("{pair} is better.").format(pair=pair_in_full(position, better))
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
    kind = position.kind_of(move)
    return PairLine(position.to_move, kind, tile_words(kind), said)


def _end_words(
    cost: MoveCost, values: Values, names: Names, better: Move | None, *, briefly: bool
) -> str:
    """Say whether the pair changes the result, and where it leads in place of a better one."""
    if not cost.outcome_known:
        return _("Who would win is not known yet.")
    before, after = outcome(cost.before.value, names), outcome(cost.after.value, names)
    ends = difference_words(
        cost, values, spoken_to(names), better=better, discreetly=better is None, briefly=briefly
    )
    if ends:
        return ends
    words = (
        _("The result probably stays: {after}.")
        if not cost.changed_outcome
        else _("It changes the result: {before} → {after}.")
        if cost.outcome_exact
        else _("It probably changes the result: {before} → {after}.")
    )
    return words.format(before=before, after=after)


def _reasons(cost: MoveCost, why: ReasonSearch, *, is_open: bool) -> Iterator[Block]:
    """Yield the reasons; those that name a better pair only if it is shown."""
    shown = why.reasons(discreetly=not is_open)
    for reason in shown:
        yield Paragraph(reason.words, Ink.PLAIN, Role.TEXT, ITEM)
    if why.is_done and why.reasons() and not shown:
        yield Paragraph(_("A better pair shows why."), Ink.PLAIN, Role.TEXT)
        return
    for words in () if shown else move_facts(cost.position, cost.move, discreetly=True):
        yield Paragraph(words, Ink.PLAIN, Role.TEXT, ITEM)
    if not why.is_done:
        yield searching_block()
    elif not shown and not cost.exact:
        yield Paragraph(_("It is an estimate of how the game goes on from there."), Ink.FAINT)
