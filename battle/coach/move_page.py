"""The pages of a move and of a position: what it cost, what was better, why, what is proven.

    move_page       one move of a line: its cost, better pairs, reasons, the lines that show them
    insight_page    the position it leads to: what proofs tell beside its value, what is certain

Blocks lead to a `ToMove` of the line, with the play that shows what they say.
"""

from __future__ import annotations

from collections.abc import Iterator

from battle.analysis.costs import MoveCost, Review, move_cost
from battle.analysis.insights import (
    Insights,
    OnlyMove,
    PoisonedPair,
    Resistance,
    insights,
    resistance,
)
from battle.analysis.values import Bounds, Values
from battle.coach.reasons import (
    facts_intro,
    line_from,
    move_facts,
    position_facts,
    reasons,
    searching_block,
)
from battle.language import _, ngettext
from battle.page.blocks import Block, Ink, MoveLine, Page, Paragraph, Space, Title, ToMove
from battle.page.review import blame_words, change_words, move_said
from battle.rules.game import Node
from battle.rules.position import Move, Position, other
from battle.rules.record import is_hinted
from battle.words import (
    Names,
    cells_words,
    cost_figure,
    margin_figure,
    pair_and_points,
    pair_words,
    points,
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
    review: Review | None = None,
    is_searching: bool = False,
    may_search: bool = False,
) -> Page:
    """Return what is known of the move to `node`, the `ply`th of its line; nothing without a cost.

    `review` is that of the line, if it has one. `is_searching` says that reasons are being looked
    for, `may_search` that they would be if the solver were on.
    """
    if cost is None or node.parent is None:
        return ()
    before, reviewed = node.parent.position, None
    if review is not None and ply <= len(review.moves):
        reviewed = review.moves[ply - 1]
    name = names[cost.player - 1]
    page: list[Block] = [
        Title(_("Move {number}: {name}").format(number=ply, name=name), player=cost.player),
        _line(cost, said=move_said(ply, cost, names)),
    ]
    if is_hinted(node.comment) and cost.cost.proven > 0:
        blame = blame_words(pair_words(before, cost.move), cost.cost)
        page.append(Paragraph(blame, Ink.PLAIN, icon="hint"))
    if reviewed is not None and reviewed.changed_outcome:
        page.append(Paragraph(change_words(reviewed, names), Ink.PLAIN, icon="swap"))
    if cost.cost.points is None:
        page.append(Paragraph(_("Its cost is not known until it is proven.")))
        page += _facts(before, cost, names)
    elif cost.cost.points:
        page += _better(before, ply, values)
        page += _why(before, ply, cost, values, names)
        if not cost.exact:
            words = _("The cost is an estimate; reasons are given only for proven costs.")
            page.append(Paragraph(words, Ink.FAINT))
        elif is_searching:
            page.append(searching_block())
        elif not reasons(values, before, cost.move, names):
            words = _("No reason could be proven.")
            if may_search:
                words = _("Turn the solver on to see why.")
            page.append(Paragraph(words, Ink.FAINT))
    elif reviewed is not None and reviewed.is_forced:
        page.append(Paragraph(_("There was no choice.")))
    else:
        page.append(Paragraph(_praise(resistance(values, before), cost.move)))
    return *page, Space(12, rules=True)


def _line(cost: MoveCost, target: ToMove | None = None, said: str = "") -> MoveLine:
    return MoveLine(
        "",
        cost.kind,
        cells_words(cost.move),
        cost_figure(cost.cost),
        cost.mark,
        cost.exact,
        leads_to=target,
        said=said,
        margin=margin_figure(cost.after),
    )


def _praise(best: Resistance | None, played: Move) -> str:
    if best is not None and best.is_telling and best.move == played:
        return _("The best resistance. {replies}").format(replies=_replies_words(best))
    return _("No move was better.")


def _better(before: Position, ply: int, values: Values) -> Iterator[Block]:
    """Yield the moves that keep the value, as far as they are known."""
    best = values.best_moves(before)
    if not best:
        return
    yield Paragraph(_("Better instead (point at it to see it):"), Ink.FAINT, said=_("Better:"))
    for move in best[:_MOST_BETTER]:
        cost = move_cost(values, before, move)
        assert cost is not None
        target = ToMove(ply, before=True, line=line_from(before, move, values)[1])
        yield _line(cost, target, pair_and_points(before, move))
    if len(best) > _MOST_BETTER:
        more = len(best) - _MOST_BETTER
        words = ngettext("and {n} more", "and {n} more", more).format(n=more)
        yield Paragraph(words, Ink.FAINT)


def _why(
    before: Position, ply: int, cost: MoveCost, values: Values, names: Names
) -> Iterator[Block]:
    """Yield the reasons, each with the line that shows it, else what the rules alone say."""
    found = reasons(values, before, cost.move, names) if cost.exact else ()
    if not found:
        yield from _facts(before, cost, names)
        return
    yield Title(_("Why"))
    for reason in found:
        line = reason.line(before, cost.move, values)[1]
        target = ToMove(ply, before=not reason.is_reply, line=line)
        yield Paragraph(reason.words, Ink.PLAIN, icon="play", leads_to=target)


def _facts(before: Position, cost: MoveCost, names: Names) -> Iterator[Block]:
    yield Paragraph(facts_intro(), Ink.FAINT)
    for words in move_facts(before, cost.move, names):
        yield Paragraph(words, Ink.PLAIN)


# --- a position -----------------------------------------------------------------------------------


def insight_page(node: Node, ply: int, values: Values, names: Names) -> Page:
    """Return what is proven of the position at `node`, and what is certain by the rules alone."""
    position, moved = node.position, node.parent is not None
    told = tuple(insight_lines(insights(values, position), position, names))
    facts = position_facts(position, names, of_passing=not told)
    page: list[Block] = []
    if told:
        page.append(Title(_("Proven after this move") if moved else _("Proven at the start")))
    for words, move in told:
        target = None
        if move is not None:
            target = ToMove(ply, line=line_from(position, move, values)[1])
        icon = "" if target is None else "play"
        page.append(Paragraph(words, Ink.PLAIN, icon=icon, leads_to=target))
    if facts:
        page.append(Title(_("Facts after this move") if moved else _("Facts about the start")))
    page += [Paragraph(words, Ink.PLAIN) for words in facts]
    return (*page, Space(12, rules=True)) if page else ()


def insight_lines(
    found: Insights, position: Position, names: Names
) -> Iterator[tuple[str, Move | None]]:
    """Yield what is to be said of a position, the most telling first, each with its move if any."""
    if found.only_move is not None:
        yield _only_words(found.only_move, position), found.only_move.move
    if found.tension is not None and found.tension.lower:
        words = _("The best pair is worth {points} more than any other.")
        if not found.tension.is_exact:
            words = _("The best pair is worth at least {points} more than any other.")
        yield words.format(points=points(found.tension.lower)), None
    if found.poisoned is not None:
        yield _poisoned_words(found.poisoned, position), found.poisoned.move
    best = found.resistance
    if best is not None and best.is_telling:
        words = _("The best resistance: {pair}. {replies}")
        pair = pair_words(position, best.move)
        yield words.format(pair=pair, replies=_replies_words(best)), best.move
    if found.turned.is_exact and not position.is_over:
        yield _turned_words(found.turned, position, names), None


def _only_words(only: OnlyMove, position: Position) -> str:
    words = _("Only {pair} wins.") if only.wins else _("Only {pair} does not lose.")
    return words.format(pair=pair_words(position, only.move))


def _poisoned_words(poisoned: PoisonedPair, position: Position) -> str:
    words = _("Poisoned: {pair}, the highest pair, costs {points}.")
    if not poisoned.exact:
        words = _("Poisoned: {pair}, the highest pair, costs at least {points}.")
    return words.format(pair=pair_words(position, poisoned.move), points=points(poisoned.points))


def _replies_words(best: Resistance) -> str:
    """Say how many replies still win."""
    if best.replies == 1:
        return _("There is one reply, and it wins.")
    words = ngettext("{n} of {count} replies wins.", "{n} of {count} replies win.", best.wins)
    return words.format(n=best.wins, count=best.replies)


def _turned_words(turned: Bounds, position: Position, names: Names) -> str:
    """Say who would win if it were the other player's turn."""
    mover = names[other(position.to_move) - 1]
    if turned.lower == 0:
        return _("If it were {name}'s turn, it would be a draw.").format(name=mover)
    winner = names[0 if turned.lower > 0 else 1]
    return _("If it were {name}'s turn, {winner} would win by {points}.").format(
        name=mover, winner=winner, points=abs(turned.lower)
    )
