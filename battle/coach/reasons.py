"""Why a move costs points, facts that follow from the rules, and the pages of moves made of them.

    before ──move──► after         what the opponent can do now, and must not have been able to
       └───better──► better after  what would have stayed as it was

`reasons` reads the values and states nothing they do not prove; `questions` are what must be proven
for more. A `ReasonSearch` asks these questions one after the other. The value of a position after a
pass follows from its own: the same grid with the other player to move is worth the same to that
player.

Facts are known at once and never estimates. A fact does not say whether a move is good or bad, only
a proof does. They name no player: what follows a move is the other's to take. `names` are those of
players 1 and 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from battle.analysis.costs import (
    MoveCost,
    Review,
    choices_of,
    different_moves,
    move_cost,
    resistance,
    results_of,
    tension,
)
from battle.analysis.values import Values
from battle.coach.answer import answer_offer, answered, difference_words
from battle.engine.jobs import Analyst, Asked, QuestionSearch, Target, is_reached
from battle.language import _, current, ngettext
from battle.page.blocks import (
    Block,
    Button,
    Ink,
    Page,
    Paragraph,
    Space,
    Title,
    ToMove,
    act,
)
from battle.page.review import blame_words, change_words, move_line, move_said
from battle.rules.position import COLUMN_LETTERS, Cell, Kind, Move, Position, other
from battle.rules.record import is_hinted
from battle.rules.tree import Node, move_number
from battle.words import (
    Names,
    label,
    named,
    pair_and_points,
    pair_in_full,
    pair_words,
    points,
    sentences,
    spelled,
    tile_words,
    wins_by_words,
)

Line: TypeAlias = tuple[Position, tuple[Move, ...]]
"""A position and at least one move from it."""


def line_from(start: Position, move: Move, values: Values) -> Line:
    """Return a move and the expected play after it."""
    return start, (move, *values.line(start.play(move)))


@dataclass(frozen=True)
class Reason:
    """Why a move costs points, in a sentence or two, and the move that shows it.

    If `is_reply` it is a reply to the move, else a better move. `names_better` says whether the
    text names a better pair.
    """

    words: str
    move: Move
    is_reply: bool = False
    names_better: bool = True

    def line(self, before: Position, played: Move, values: Values) -> Line:
        """Return the line that shows why the move `played` at `before` costs points."""
        return line_from(before.play(played) if self.is_reply else before, self.move, values)


def reasons(values: Values, before: Position, move: Move) -> tuple[Reason, ...]:
    """Return the proven reasons why `move` costs points, the most important first.

    None without a proven cost, or while the moves that keep the value are not all known. What also
    holds after a better move is no reason: that it leaves the opponent the same pair, that it ends
    the game, or that neither player wants to move before it.
    """
    case = _Case(values, before, move)
    return tuple(case.reasons()) if case.cost else ()


def questions(values: Values, before: Position, move: Move) -> list[Asked]:
    """Return the questions whose answers reasons for the cost of `move` need.

    There are none for a move that is not proven to cost something.
    """
    after = before.play(move)
    known, taken = values.known(before), values.of_move(before, move)
    if not (known.is_exact and taken.is_exact) or taken.upper >= known.lower:
        return []
    wanted = [(before, Target.BEST), (after, Target.BEST), (after, Target.MOVES)]
    return [
        (position, target)
        for position, target in wanted
        if not position.is_over and not is_reached(target, values, position)
    ]


class _Case:
    """A move with its proven surroundings; `cost` is 0 if it is not proven to cost anything.

    `better` are the moves that keep the value, `replies` the best replies, once they are known.
    """

    def __init__(self, values: Values, before: Position, move: Move) -> None:
        self.values, self.before, self.move = values, before, move
        self.after = after = before.play(move)
        known, following = values.known(before), values.known(after)
        self.value = following.lower
        self.cost = 0
        if known.is_exact and following.is_exact and is_reached(Target.BEST, values, before):
            self.cost = known.lower - (before.worth(move) - following.lower)
        self.better = values.best_moves(before)
        settled = not after.is_over and is_reached(Target.BEST, values, after)
        self.replies = values.best_moves(after) if settled else ()
        self.uncovered = frozenset(after.free_cells) - frozenset(before.free_cells)

    def reasons(self) -> Iterator[Reason]:
        yield from self._ends()
        yield from self._other_tiles()
        yield from self._leaves()
        yield from self._uncovers()
        yield from self._greedy_trap()
        yield from self._passing()

    def _ends(self) -> Iterator[Reason]:
        """Yield that the move ends the game, and a better one goes on."""
        if not self.after.is_over or any(self.before.play(move).is_over for move in self.better):
            return
        words = ngettext(
            "It leaves no pair and ends the game. {pair} scores {n} point more.",
            "It leaves no pair and ends the game. {pair} scores {n} points more.",
            self.cost,
        )
        better = self.better[0]
        yield Reason(words.format(pair=self._pair(better), n=self.cost), better)

    def _other_tiles(self) -> Iterator[Reason]:
        """Yield that the kind is right, but a better move takes other tiles of it."""
        kind = self.before.kind_of(self.move)
        for better in self.better:
            if self.before.kind_of(better) is kind:
                words = _("Right kind, wrong tiles: {pair} is better.")
                shut = sorted(self.uncovered - {*self.before.play(better).free_cells})
                if shut and not any(self._uncovers()):
                    words = _("Right kind, wrong tiles: these uncover {cells}; {pair} is better.")
                said = words.format(
                    pair=self._pair(better),
                    cells=_tiles(self.after, shut) if shut else "",
                )
                yield Reason(said, better)
                return

    def _leaves(self) -> Iterator[Reason]:
        """Yield that a best move is left to the opponent as a best reply."""
        for pair in self.better:
            if pair in self.replies and not self._stays_after_better(pair):
                words = _("It leaves the reply {pair}.")
                yield Reason(words.format(pair=_for_points(self.before, pair)), pair, is_reply=True)
                return

    def _uncovers(self) -> Iterator[Reason]:
        """Yield the tile uncovered for a best reply, and a pair that keeps it shut.

        No other reply is as good that does without this tile. Where a pair of its kind is free
        already, that it stays shut would read as false.
        """
        opened = {reply: self.uncovered & {*reply} for reply in self.replies}
        needed = [reply for reply in opened if all(opened[reply] & {*pair} for pair in opened)]
        reply = max(needed, key=self.after.worth, default=None)
        if reply is None or self._stays_after_better(reply):
            return
        cells = sorted(opened[reply])
        words = _("It uncovers {cells}: the other player can take {pair}.").format(
            cells=_tiles(self.after, cells), pair=_for_points(self.before, reply)
        )
        others = [pair for pair in self.after.legal_moves if not {*cells} & {*pair}]
        if others:
            least = self.value - max(self.values.of_move(self.after, pair).upper for pair in others)
            more = ngettext(
                "Any other answer would cost them at least {n} point.",
                "Any other answer would cost them at least {n} points.",
                least,
            )
            words = sentences(words, more.format(n=least))
        yield Reason(words, reply, is_reply=True, names_better=False)
        shut = [cell for cell in reply if cell in self.uncovered]
        kind = self.after.kind_of(reply)
        is_free = any(self.before.kind_of(pair) is kind for pair in self.before.legal_moves)
        for better in () if is_free else self.better:
            if not {*shut} & {*self.before.play(better).free_cells}:
                words = _(
                    "{pair} keeps {cells} blocked, so this pair cannot be taken: {reply}."
                ).format(
                    pair=self._pair(better),
                    cells=_tiles(self.after, shut),
                    reply=self._pair(reply),
                )
                yield Reason(words, better)
                return

    def _greedy_trap(self) -> Iterator[Reason]:
        """Yield that the move takes the highest pair, where all best moves take less."""
        scored = self.before.worth(self.move)
        better = max(self.better, key=self.before.worth)
        highest = max(map(self.before.worth, self.before.legal_moves))
        if self.before.worth(better) < scored == highest:
            yield Reason(_("It is the highest pair, and a trap."), better, names_better=False)

    def _passing(self) -> Iterator[Reason]:
        """Yield that the better move leaves an opponent who would rather not move.

        The move played leaves one who is not worse off for having to: by a pass the opponent would
        get minus the value in place of the value.
        """
        for better in self.better if self.value >= 0 else ():
            known = self.values.known(self.before.play(better))
            if known.upper < 0 and known.is_exact:
                words = _("After {pair} the other player would rather not move.")
                yield Reason(words.format(pair=self._pair(better)), better)
                return

    def _pair(self, move: Move) -> str:
        return pair_in_full(self.before, move)

    def _stays_after_better(self, reply: Move) -> bool:
        """Whether a reply is possible after a better move too, so that it is no reason."""
        return any(reply in self.before.play(move).legal_moves for move in self.better)


def _for_points(position: Position, move: Move) -> str:
    points = position.kind_of(move).rank  # it need not be free here yet
    words = ngettext("{pair} for {points} point", "{pair} for {points} points", points)
    return words.format(pair=pair_in_full(position, move), points=points)


def _tiles(position: Position, cells: Sequence[Cell], *, is_bare: bool = True) -> str:
    """Return one or two tiles, `bare` ones for a sentence that says their kind elsewhere."""
    kinds = ((position.kind_at(cell), cell) for cell in cells)
    first, *rest = (named(kind, cell, is_bare=is_bare) for kind, cell in kinds if kind)
    # Translators: two tiles, such as “a1 and c9”.
    return _("{first} and {second}").format(first=first, second=rest[0]) if rest else first


class ReasonSearch(QuestionSearch):
    """The reasons for one move's cost, extended as the analyst proves more."""

    def __init__(self, analyst: Analyst, values: Values, before: Position, move: Move) -> None:
        self.before, self.move, self._values = before, move, values
        self._read: tuple[object, tuple[Reason, ...]] = (None, ())
        super().__init__(analyst, lambda: questions(values, before, move))

    def reasons(self, *, discreetly: bool = False) -> tuple[Reason, ...]:
        """Return the known reasons, if `discreetly` only those that name no better pair."""
        known = self._values.version, current()
        if self._read[0] != known:
            self._read = known, reasons(self._values, self.before, self.move)
        return tuple(reason for reason in self._read[1] if not (discreetly and reason.names_better))


def searching_block() -> Paragraph:
    """Say that reasons are being searched for."""
    return Paragraph(_("Looking for the reason …"), Ink.FAINT, icon="clock")


# --- facts ----------------------------------------------------------------------------------------

_MOST_FACTS: Final = 3


def move_facts(before: Position, move: Move, *, discreetly: bool = False) -> tuple[str, ...]:
    """Return a few facts about a move, the most important first.

    If `discreetly`, no other pair is named that could be taken instead. Raises IllegalMoveError.
    """
    return tuple(islice(_move_facts(before, move, discreetly), _MOST_FACTS))


def _move_facts(before: Position, move: Move, discreetly: bool) -> Iterator[str]:
    after = before.play(move)
    if after.is_over:
        yield _("It leaves no pair: the game is over.")
        return
    yield _uncovered_words(before, after)
    old, left = {*before.legal_moves}, {*after.legal_moves}
    new = _highest(before, left - old)
    stays = _highest(before, left & old)
    gone = _highest(before, old - left - {move})
    if new is not None:
        words = (
            _("{pair} can then be taken, the highest pair available.")
            if stays is None or before.kind_of(new).rank > before.kind_of(stays).rank
            else _("{pair} can then be taken.")
        )
        yield words.format(pair=_for_points(before, new))
    if stays is not None and not discreetly:
        yield _("{pair} stays there.").format(pair=_for_points(before, stays))
    if gone is not None and not discreetly:
        words = _("{pair} can no longer be taken: one of its tiles is gone.")
        yield words.format(pair=pair_in_full(before, gone))


def position_facts(position: Position, *, of_passing: bool = True) -> tuple[str, ...]:
    """Return a few facts about a position.

    They are which kinds block each other and, with `of_passing`, the value of a pass.
    """
    return tuple(islice(_position_facts(position, of_passing), _MOST_FACTS))


def _position_facts(position: Position, of_passing: bool) -> Iterator[str]:
    waiting = _waiting(position)
    order = sorted(waiting, key=lambda pair: (waiting[pair], pair[0].index, pair[1].index))
    for kind, first in order:
        if (first, kind) in waiting and kind.index < first.index:
            words = _(
                "{kind} and {other} block each other in column {column}: neither can ever be taken."
            )
            yield words.format(
                kind=tile_words(kind),
                other=tile_words(first),
                column=COLUMN_LETTERS[waiting[kind, first]],
            )
    highest = _highest(position, position.legal_moves)
    if highest is not None and of_passing:
        count = len(position.legal_moves)
        words = ngettext(
            "After a pass only {pair} could be taken.",
            "After a pass one of {n} pairs could be taken, the highest {pair}.",
            count,
        )
        yield words.format(n=count, pair=_for_points(position, highest))
    for kind, first in order:
        if (first, kind) not in waiting:
            words = _("{kind} waits for {first} in column {column}.")
            yield words.format(
                kind=tile_words(kind),
                first=tile_words(first),
                column=COLUMN_LETTERS[waiting[kind, first]],
            )


def _highest(position: Position, moves: Iterable[Move]) -> Move | None:
    """Return the highest of some pairs of a position, the first of those; None without any."""
    return max(sorted(moves), key=lambda move: position.kind_of(move).rank, default=None)


def _uncovered_words(before: Position, after: Position) -> str:
    cells = [cell for cell in after.free_cells if cell not in before.free_cells]
    if not cells:
        return _("It uncovers nothing.")
    return _("It uncovers {tile}.").format(tile=_tiles(after, cells, is_bare=False))


def _waiting(position: Position) -> dict[tuple[Kind, Kind], int]:
    """Return the kinds with a tile between the last two tiles of another kind, and the column.

    It cannot be taken before those.
    """
    count = Counter(kind for _cell, kind in position.tiles())
    return {
        (kind, around): index
        for index, column in enumerate(position.columns)
        for around in {kind for kind in column if kind and count[kind] == 2}
        if (rows := [row for row, kind in enumerate(column) if kind is around])[1:]
        for kind in column[rows[0] + 1 : rows[1]]
        if kind is not None and kind is not around and count[kind] == 2
    }


# --- the costly moves of a review -----------------------------------------------------------------


Explanations = Mapping[int, tuple[str, ...]]
"""By ply, from 1, the sentences on a costly move."""


def explanations(review: Review, values: Values, names: Names) -> Explanations:
    """Return the sentences on every move of a review that is known to have cost points."""
    by_ply = {}
    for move in review.moves:
        if move.cost.points:
            ends = difference_words(move, values, names)
            why = [reason.words for reason in reasons(values, move.position, move.move)]
            found = (ends, *(why or move_facts(move.position, move.move)))
            by_ply[move.ply] = tuple(map(spelled, filter(None, found)))
    return by_ply


# --- move page -----------------------------------------------------------------------------------
#
# The pages of a move and of a position: cost, better pairs, reasons, insights; the teacher.
#
#     move_page       one move of a line: its cost, better pairs, reasons, the lines that show them
#     insight_page    a position: what proofs tell beside its value, what is certain
#
# Blocks lead to a `ToMove` of the line, with the play that shows what they say.

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
        move_line(cost, names, said=move_said(ply, cost, names)),
    ]
    if is_hinted(node.comment) and cost.cost.proven > 0:
        page.append(Paragraph(blame_words(cost), Ink.PLAIN, icon="hint"))
    if cost.changed_outcome:
        page.append(Paragraph(change_words(cost, names), Ink.PLAIN, icon="swap"))
    if cost.cost.points is None:
        page.append(Paragraph(_("Its cost is not known until it is proven.")))
        page += _facts(before, cost)
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
    if ends := difference_words(cost, values, names):
        yield Paragraph(ends, Ink.PLAIN)
    if answered(cost, values, names) is not None:
        yield Button(answer_offer(names[other(cost.player) - 1]), "play", act("answer"))
    if best:
        yield Paragraph(_("Better:"), Ink.FAINT)
    for move in best[:_MOST_BETTER]:
        better = move_cost(values, before, move)
        assert better is not None
        target = ToMove(ply, before=True, line=line_from(before, move, values)[1])
        yield move_line(better, names, said=pair_and_points(before, move), leads_to=target)
    if len(best) > _MOST_BETTER:
        more = len(best) - _MOST_BETTER
        yield Paragraph(ngettext("and {n} more", "and {n} more", more).format(n=more), Ink.FAINT)
    proven = reasons(values, before, cost.move) if cost.exact else ()
    if proven:
        yield Title(_("Why"))
    else:
        yield from _facts(before, cost)
    for reason in proven:
        target = ToMove(
            ply, before=not reason.is_reply, line=reason.line(before, cost.move, values)[1]
        )
        yield Paragraph(reason.words, Ink.PLAIN, icon="play", leads_to=target)
    is_searching, may_search = search
    if cost.exact and is_searching:
        yield searching_block()
    elif cost.exact and not proven and may_search:
        yield Paragraph(_("Turn the solver on to see why."), Ink.FAINT)


def _facts(before: Position, cost: MoveCost) -> Iterator[Block]:
    for words in move_facts(before, cost.move):
        yield Paragraph(words, Ink.PLAIN)


# --- a position -----------------------------------------------------------------------------------


def insight_page(node: Node, values: Values, names: Names) -> Page:
    """Return what is proven about the position at `node`, and what follows from the rules alone."""
    position, ply = node.position, len(node.path())
    proven = tuple(insights(values, position, names))
    facts = position_facts(position, of_passing=not proven)
    page: list[Block] = []
    if proven:
        page.append(Title(_("Proven about this position")))
    for words, move in proven:
        target = (
            ToMove(ply, line=line_from(position, move, values)[1]) if move is not None else None
        )
        page.append(
            Paragraph(words, Ink.PLAIN, icon="" if target is None else "play", leads_to=target)
        )
    if facts:
        page.append(Title(_("Facts about this position")))
    page += [Paragraph(words, Ink.PLAIN) for words in facts]
    return (*page, Space(12, rules=True)) if page else ()


def insights(values: Values, position: Position, names: Names) -> Iterator[tuple[str, Move | None]]:
    """Yield insights about a position, the most important first, each with its move if any."""
    yield from _only_move(values, position)
    best = max(
        choices_of(values, position).items(), key=lambda choice: choice[1].lower, default=None
    )
    sharp = tension(values, position)
    if sharp is not None and sharp.lower and best is not None and len(best[0]) == 1:
        words = (
            _("The best pair is worth {points} more than any other.")
            if sharp.is_exact
            else _("The best pair is worth at least {points} more than any other.")
        )
        yield words.format(points=points(sharp.lower)), None
    yield from _poisoned_pair(values, position)
    if (resisting := resistance(values, position)) is not None and resisting[1] < resisting[2]:
        words = _("The best resistance: {pair}. {replies}")
        pair = pair_words(position, resisting[0])
        yield words.format(pair=pair, replies=_replies_words(*resisting[1:])), resisting[0]
    # The same grid is worth the same to either player, so this is proven with the value.
    turned = values.margin(replace(position, to_move=other(position.to_move)))
    if turned.is_exact and not position.is_over:
        winner, by = names[0 if turned.lower > 0 else 1], str(abs(turned.lower))
        verdict = wins_by_words(winner, by) if turned.lower else _("a draw")
        words = _("If it were the other player's turn: {verdict}.")
        yield words.format(verdict=verdict), None


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
    move = max(worth, key=lambda pair: worth[pair].upper, default=None)
    if move is not None and worth[move].upper < known.lower:
        words = (
            _("Poisoned: {pair}, the highest pair, costs {points}.")
            if known.is_exact and worth[move].is_exact
            else _("Poisoned: {pair}, the highest pair, costs at least {points}.")
        )
        cost = points(known.lower - worth[move].upper)
        yield words.format(pair=pair_words(position, move), points=cost), move


def _replies_words(wins: int, replies: int) -> str:
    if replies == 1:
        return _("There is one reply, and it wins.")
    return ngettext("{n} of {count} replies wins.", "{n} of {count} replies win.", wins).format(
        n=wins, count=replies
    )
