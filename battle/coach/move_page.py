"""The pages of a move and of a position: cost, better pairs, reasons, insights; the teacher.

    move_page       one move of a line: its cost, better pairs, reasons, the lines that show them
    insight_page    the position it leads to: what proofs tell beside its value, what is certain

Blocks lead to a `ToMove` of the line, with the play that shows what they say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from battle.analysis.costs import (
    MoveCost,
    choices_of,
    different_moves,
    move_cost,
    resistance,
    results_of,
    tension,
)
from battle.analysis.values import Values
from battle.coach.reasons import (
    ReasonSearch,
    facts_intro,
    line_from,
    move_facts,
    position_facts,
    reasons,
    searching_block,
)
from battle.language import _, ngettext
from battle.page.blocks import (
    Block,
    Ink,
    Page,
    PairLine,
    Paragraph,
    Role,
    Space,
    Title,
    ToMove,
)
from battle.page.review import blame_words, change_words, move_line, move_said
from battle.rules.position import Move, Position, other
from battle.rules.record import Node, is_hinted, move_number
from battle.words import (
    Names,
    You,
    address,
    cells_words,
    cost_words,
    hint_count,
    label,
    outcome,
    pair_and_points,
    pair_words,
    points,
    taken_words,
)

_MOST_BETTER = 3


# --- a move ---------------------------------------------------------------------------------------


def move_page(
    node: Node,
    ply: int,
    values: Values,
    names: Names,
    *,
    cost: MoveCost | None,
    is_searching: bool = False,
    may_search: bool = False,
) -> Page:
    """Return the page of the move to `node`, the `ply`th of its line; empty without a cost.

    `is_searching` says that reasons are being searched for, `may_search` that they would be if the
    solver were on.
    """
    if cost is None or node.parent is None:
        return ()
    before, name = cost.position, names[cost.player - 1]
    number = move_number(ply, cost.player)
    page: list[Block] = [
        Title(
            _("Move {number}: {name}").format(number=number, name=label(name)), player=cost.player
        ),
        move_line(cost, said=move_said(ply, cost, names)),
    ]
    if is_hinted(node.comment) and cost.cost.proven > 0:
        page.append(
            Paragraph(blame_words(pair_words(before, cost.move), cost.cost), Ink.PLAIN, icon="hint")
        )
    if cost.changed_outcome:
        page.append(Paragraph(change_words(cost, names), Ink.PLAIN, icon="swap"))
    if cost.cost.points is None:
        page.append(Paragraph(_("Its cost is not known until it is proven.")))
        page += _facts(before, cost, names)
    elif cost.cost.points:
        page += _costly(cost, ply, values, names, (is_searching, may_search))
    elif len(different_moves(before)) == 1:
        page.append(Paragraph(_("There was no choice.")))
    else:
        words, best = _("No move was better."), resistance(values, before)
        if best is not None and best[0] == cost.move and best[1] < best[2]:
            words = _("The best resistance. {replies}").format(replies=_replies_words(*best[1:]))
        page.append(Paragraph(words))
    return *page, Space(12, rules=True)


def _costly(
    cost: MoveCost, ply: int, values: Values, names: Names, search: tuple[bool, bool]
) -> Iterator[Block]:
    """Yield better pairs and why; `search`: reasons are being searched for, or would be."""
    before = cost.position
    best = values.best_moves(before)
    if best:
        words = _("Better instead (point at it to see it):")
        yield Paragraph(words, Ink.FAINT, said=_("Better:"))
    for move in best[:_MOST_BETTER]:
        better = move_cost(values, before, move)
        assert better is not None
        target = ToMove(ply, before=True, line=line_from(before, move, values)[1])
        yield move_line(better, said=pair_and_points(before, move), leads_to=target)
    if len(best) > _MOST_BETTER:
        more = len(best) - _MOST_BETTER
        yield Paragraph(ngettext("and {n} more", "and {n} more", more).format(n=more), Ink.FAINT)
    found = reasons(values, before, cost.move, names) if cost.exact else ()
    if found:
        yield Title(_("Why"))
    else:
        yield from _facts(before, cost, names)
    for reason in found:
        target = ToMove(
            ply, before=not reason.is_reply, line=reason.line(before, cost.move, values)[1]
        )
        yield Paragraph(reason.words, Ink.PLAIN, icon="play", leads_to=target)
    is_searching, may_search = search
    if cost.exact and is_searching:
        yield searching_block()
    elif not found:
        words = _("The cost is an estimate; reasons are given only for proven costs.")
        if cost.exact:
            words = _("No reason could be proven.")
            if may_search:
                words = _("Turn the solver on to see why.")
        yield Paragraph(words, Ink.FAINT)


def _facts(before: Position, cost: MoveCost, names: Names) -> Iterator[Block]:
    yield Paragraph(facts_intro(), Ink.FAINT)
    for words in move_facts(before, cost.move, names):
        yield Paragraph(words, Ink.PLAIN)


# --- a position -----------------------------------------------------------------------------------


def insight_page(node: Node, ply: int, values: Values, names: Names) -> Page:
    """Return what is proven about the position at `node`, and what follows from the rules alone."""
    position, moved = node.position, node.parent is not None
    proven = tuple(insights(values, position, names))
    facts = position_facts(position, names, of_passing=not proven)
    page: list[Block] = []
    if proven:
        page.append(Title(_("Proven after this move") if moved else _("Proven at the start")))
    for words, move in proven:
        target = None
        if move is not None:
            target = ToMove(ply, line=line_from(position, move, values)[1])
        page.append(
            Paragraph(words, Ink.PLAIN, icon="" if target is None else "play", leads_to=target)
        )
    if facts:
        page.append(Title(_("Facts after this move") if moved else _("Facts about the start")))
    page += [Paragraph(words, Ink.PLAIN) for words in facts]
    return (*page, Space(12, rules=True)) if page else ()


def insights(values: Values, position: Position, names: Names) -> Iterator[tuple[str, Move | None]]:
    """Yield insights about a position, the most important first, each with its move if any."""
    yield from _only_move(values, position)
    best = max(choices_of(values, position).items(), key=lambda one: one[1].lower, default=None)
    sharp = tension(values, position)
    if sharp is not None and sharp.lower and best is not None and len(best[0]) == 1:
        words = _("The best pair is worth {points} more than any other.")
        if not sharp.is_exact:
            words = _("The best pair is worth at least {points} more than any other.")
        yield words.format(points=points(sharp.lower)), None
    yield from _poisoned_pair(values, position)
    if (found := resistance(values, position)) is not None and found[1] < found[2]:
        words = _("The best resistance: {pair}. {replies}")
        pair = pair_words(position, found[0])
        yield words.format(pair=pair, replies=_replies_words(*found[1:])), found[0]
    # The same grid is worth the same to either player, so this is proven with the value.
    turned = values.margin(replace(position, to_move=other(position.to_move)))
    if turned.is_exact and not position.is_over:
        name = names[other(position.to_move) - 1]
        winner = names[0 if turned.lower > 0 else 1]
        words = _("If it were {name}'s turn, {winner} would win by {points}.")
        yours = _("If it were your turn, {winner} would win by {points}.")
        if turned.lower == 0:
            words = _("If it were {name}'s turn, it would be a draw.")
            yours = _("If it were your turn, it would be a draw.")
        elif isinstance(winner, You):
            words = _("If it were {name}'s turn, you would win by {points}.")
            yours = _("If it were your turn, you would win by {points}.")
        yield address(name, words, yours, winner=winner, points=abs(turned.lower)), None


def _only_move(values: Values, position: Position) -> Iterator[tuple[str, Move]]:
    """Yield the only move that keeps the result, if proven.

    Nothing where other tiles of its kind can be taken as well, which leads to the same game.
    """
    results = {
        moves: results_of(position, value) for moves, value in choices_of(values, position).items()
    }
    for moves, (least, most) in results.items():
        rest = [result[1] for others, result in results.items() if others is not moves]
        if rest and least == most and max(rest) < least and len(moves) == 1:
            words = _("Only {pair} wins.") if least > 0 else _("Only {pair} does not lose.")
            yield words.format(pair=pair_words(position, moves[0])), moves[0]


def _poisoned_pair(values: Values, position: Position) -> Iterator[tuple[str, Move]]:
    """Yield the highest pair where every one of that rank is proven to cost points."""
    known = values.known(position)
    highest = max(map(position.worth, position.legal_moves), default=0)
    worth = {
        move: values.of_move(position, move)
        for move in position.legal_moves
        if position.worth(move) == highest
    }
    move = max(worth, key=lambda one: worth[one].upper, default=None)
    if move is not None and worth[move].upper < known.lower:
        words = _("Poisoned: {pair}, the highest pair, costs at least {points}.")
        if known.is_exact and worth[move].is_exact:
            words = _("Poisoned: {pair}, the highest pair, costs {points}.")
        cost = points(known.lower - worth[move].upper)
        yield words.format(pair=pair_words(position, move), points=cost), move


def _replies_words(wins: int, replies: int) -> str:
    """Say how many replies still win."""
    if replies == 1:
        return _("There is one reply, and it wins.")
    return ngettext("{n} of {count} replies wins.", "{n} of {count} replies win.", wins).format(
        n=wins, count=replies
    )


# --- teacher -------------------------------------------------------------------------------------
#
# The teacher: its objection to a move before it is played.
#
# It objects to a move above a given cost, or to one that changes who wins, or never. It starts no
# analysis; unknown values are ignored. `teacher_page` is its text.

OFF: Final = "off"
POINTS: Final = "points"
RESULT: Final = "result"
"""When it objects: never, from a cost in points on, or when the winner would change."""

HELP: Final = "teacher"
"""The word in a record's `Help` tag for a game in which it spoke."""


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
        """Whether it may object at all."""
        return self.mode != OFF

    def objects(self, cost: MoveCost) -> bool:
        """Whether it objects to a move of known cost."""
        points = cost.cost.points or 0
        if self.mode == POINTS:
            return points >= self.points
        return self.mode == RESULT and points > 0 and cost.changed_outcome

    def clears(self, cost: MoveCost) -> bool:
        """Whether enough is known of a move's cost to say that there is nothing to object to."""
        if self.mode == RESULT:
            return cost.outcome_known
        known = cost.cost
        return known.guess is not None and min(known.upper, known.guess + known.doubt) < self.points


# --- what it says ---------------------------------------------------------------------------------


def teacher_page(
    cost: MoveCost,
    values: Values,
    names: Names,
    *,
    why: ReasonSearch | None,
    better: Move | None,
    price: int,
) -> Page:
    """Return the objection to a pair that is about to be taken.

    `why` are the reasons, if requested; `better` is the better pair if shown, else `price` is the
    number of hints it costs to see one.
    """
    position, is_open = cost.position, better is not None
    proof = _("This is proven.") if cost.exact else _("This is an estimate, not proven yet.")
    page: list[Block] = [
        Paragraph(_title(cost), Ink.PLAIN, Role.HEADING, "warning"),
        _pair(position, cost.move, names),
        Paragraph(_result_words(cost, names), Ink.PLAIN, Role.TEXT),
        Paragraph(proof, Ink.FAINT),
    ]
    if why is not None:
        page.append(Space(10, rules=True))
        page += _reasons(cost, names, why, is_open=is_open)
        after = position.play(cost.move)
        reply = next(iter(values.line(after)), None)
        # An answer that could have been taken before the move may be the better pair itself.
        if reply is not None and (is_open or reply not in values.best_moves(position)):
            page += Paragraph(_("The expected reply:"), Ink.FAINT), _pair(after, reply, names)
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


def _reasons(cost: MoveCost, names: Names, why: ReasonSearch, *, is_open: bool) -> Iterator[Block]:
    """Yield the reasons; those that name a better pair only if it is shown."""
    shown = why.reasons(names, discreetly=not is_open)
    for reason in shown:
        yield Paragraph(reason.words, Ink.PLAIN, Role.TEXT, "chevron-right")
    if not shown:
        yield Paragraph(facts_intro(), Ink.FAINT)
        for words in move_facts(cost.position, cost.move, names, discreetly=True):
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
