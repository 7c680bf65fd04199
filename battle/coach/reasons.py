"""Why a move costs points, and facts about it that follow from the rules, in short sentences.

    before ──move──► after         what the opponent can do now, and must not have been able to
       └───better──► better after  what would have stayed as it was

`reasons` reads the values and states nothing they do not prove; `questions` are what must be proven
for more. A `ReasonSearch` asks these questions one after the other. The value of a position after a
pass follows from its own: the same grid with the other player to move is worth the same to that
player.

Facts are known at once and never estimates. A fact does not say whether a move is good or bad, only
a proof does. `names` are those of players 1 and 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from battle.analysis.costs import Review
from battle.analysis.values import Values
from battle.engine.jobs import Analyst, Asked, QuestionSearch, Target, is_reached
from battle.language import _, current, ngettext
from battle.page.blocks import Ink, Paragraph
from battle.rules.position import COLUMN_LETTERS, Cell, Kind, Move, Position, other
from battle.words import Names, address, pair_in_full

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


def reasons(values: Values, before: Position, move: Move, names: Names) -> tuple[Reason, ...]:
    """Return the proven reasons why `move` costs points, the most important first.

    None without a proven cost, or while the moves that keep the value are not all known. What also
    holds after a better move is no reason: that it leaves the opponent the same pair, that it ends
    the game, or that neither player wants to move before it.
    """
    case = _Case(values, before, move, names)
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
    missing = [
        (position, target)
        for position, target in wanted
        if not position.is_over and not is_reached(target, values, position)
    ]
    return missing or _Case(values, before, move, ("", "")).questions()


class _Case:
    """A move with its proven surroundings; `cost` is 0 if it is not proven to cost anything.

    `better` are the moves that keep the value, `replies` the best replies, once they are known.
    """

    def __init__(self, values: Values, before: Position, move: Move, names: Names) -> None:
        self.values, self.before, self.move, self.names = values, before, move, names
        self.after = after = before.play(move)
        known, following = values.known(before), values.known(after)
        self.value = following.lower
        self.cost = 0
        if known.is_exact and following.is_exact and is_reached(Target.BEST, values, before):
            self.cost = known.lower - (before.worth(move) - following.lower)
        self.better = values.best_moves(before)
        settled = not after.is_over and is_reached(Target.BEST, values, after)
        self.replies = values.best_moves(after) if settled else ()
        self.opponent = names[after.to_move - 1]
        self.uncovered = frozenset(after.free_cells) - frozenset(before.free_cells)

    def reasons(self) -> Iterator[Reason]:
        """Yield the reasons, the most important first."""
        yield from self._ends()
        yield from self._other_tiles()
        replies = [*self._leaves(), *self._uncovers()]
        yield from replies or self._punished()
        yield from self._greedy_trap()
        yield from self._passing()

    def questions(self) -> list[Asked]:
        """Return the questions that show if a single good reply is that after better moves too."""
        reply = self._only_reply
        if not self.cost or reply is None or any(self._leaves()) or any(self._uncovers()):
            return []
        places = [self.before.play(better) for better in self.better]
        return [
            (place, Target.BEST)
            for place in places
            if reply in place.legal_moves and not is_reached(Target.BEST, self.values, place)
        ]

    def _ends(self) -> Iterator[Reason]:
        """Yield that the move ends the game, and a better one goes on."""
        if not self.after.is_over or any(self.before.play(move).is_over for move in self.better):
            return
        words = ngettext(
            "It leaves {name} no pair and ends the game. {pair} scores {n} point more.",
            "It leaves {name} no pair and ends the game. {pair} scores {n} points more.",
            self.cost,
        )
        yours = ngettext(
            "It leaves you no pair and ends the game. {pair} scores {n} point more.",
            "It leaves you no pair and ends the game. {pair} scores {n} points more.",
            self.cost,
        )
        pair = self._pair(self.better[0])
        said = address(self.opponent, words, yours, pair=pair, n=self.cost)
        yield Reason(said, self.better[0])

    def _other_tiles(self) -> Iterator[Reason]:
        """Yield that the kind is right, but a better move takes other tiles of it."""
        kind = self.before.kind_of(self.move)
        for better in self.better:
            if self.before.kind_of(better) is kind:
                words = _("Right kind, wrong tiles: {pair} is better.")
                shut = sorted(self.uncovered - {*self.before.play(better).free_cells})
                if shut and not any(self._uncovers()):
                    words = _("Right kind, wrong tiles: these uncover {cells}; {pair} is better.")
                said = words.format(pair=self._pair(better), cells=_cells(shut) if shut else "")
                yield Reason(said, better)
                return

    def _leaves(self) -> Iterator[Reason]:
        """Yield that a best move is left to the opponent as a best reply."""
        for pair in self.better:
            if pair in self.replies and not self._stays_after_better(pair):
                words, yours = _("It leaves {name} {pair}."), _("It leaves you {pair}.")
                taken = _for_points(self.before, pair)
                said = address(self.opponent, words, yours, pair=taken)
                yield Reason(said, pair, is_reply=True)
                return

    def _uncovers(self) -> Iterator[Reason]:
        """Yield what the move uncovers, if no other reply is as good, and what keeps it shut."""
        if not self.replies or not all(self.uncovered & {*reply} for reply in self.replies):
            return
        reply = max(self.replies, key=self.after.worth)
        if self._stays_after_better(reply):
            return
        cells = sorted(self.uncovered & {cell for one in self.replies for cell in one})
        words = address(
            self.opponent,
            _("It uncovers {cells}: {name} takes {pair}."),
            _("It uncovers {cells}: you take {pair}."),
            cells=_cells(cells),
            pair=_for_points(self.before, reply),
        )
        others = [one for one in self.after.legal_moves if not {*cells} & {*one}]
        if others:
            least = self._gives_back(others)
            more = ngettext(
                "Any reply elsewhere gives back at least {n} point.",
                "Any reply elsewhere gives back at least {n} points.",
                least,
            )
            words = f"{words} {more.format(n=least)}"
        yield Reason(words, reply, is_reply=True, names_better=False)
        shut = [cell for cell in reply if cell in self.uncovered]
        for better in self.better:
            if not {*shut} & {*self.before.play(better).free_cells}:
                words = _("{pair} keeps {cells} blocked, so {reply} cannot be taken.").format(
                    pair=self._pair(better), cells=_cells(shut), reply=self._pair(reply)
                )
                yield Reason(words, better)
                return

    def _punished(self) -> Iterator[Reason]:
        """Yield that there is a single good reply, which is not that after a better move."""
        reply = self._only_reply
        if reply is None or any(self._may_be_only_reply(reply, better) for better in self.better):
            return
        least = self._gives_back([one for one in self.after.legal_moves if one != reply])
        words = ngettext(
            "{name} has one good reply, {pair}; any other gives back at least {n} point.",
            "{name} has one good reply, {pair}; any other gives back at least {n} points.",
            least,
        )
        yours = ngettext(
            "You have one good reply, {pair}; any other gives back at least {n} point.",
            "You have one good reply, {pair}; any other gives back at least {n} points.",
            least,
        )
        said = address(self.opponent, words, yours, pair=self._pair(reply), n=least)
        yield Reason(said, reply, is_reply=True, names_better=reply in self.before.legal_moves)

    def _greedy_trap(self) -> Iterator[Reason]:
        """Yield that the move takes the highest pair, where all best moves take less."""
        scored = self.before.worth(self.move)
        better = max(self.better, key=self.before.worth)
        highest = max(map(self.before.worth, self.before.legal_moves))
        if self.before.worth(better) < scored == highest:
            words = ngettext(
                "The highest pair is a trap: it scores {points} and costs {n} point in the end.",
                "The highest pair is a trap: it scores {points} and costs {n} points in the end.",
                self.cost,
            )
            yield Reason(words.format(points=scored, n=self.cost), better, names_better=False)

    def _passing(self) -> Iterator[Reason]:
        """Yield that the better move leaves an opponent who would rather not move.

        The move played leaves one who is not worse off for having to.
        """
        for better in self.better if self.value >= 0 else ():
            known = self.values.known(self.before.play(better))
            if known.upper < 0 and known.is_exact:
                words = ngettext(
                    "After {pair} {name} has to move and loses {n} point by it.",
                    "After {pair} {name} has to move and loses {n} points by it.",
                    -known.lower,
                )
                yours = ngettext(
                    "After {pair} you have to move and lose {n} point by it.",
                    "After {pair} you have to move and lose {n} points by it.",
                    -known.lower,
                )
                pair = self._pair(better)
                said = address(self.opponent, words, yours, pair=pair, n=-known.lower)
                yield Reason(said, better)
                return

    @property
    def _only_reply(self) -> Move | None:
        """The only best reply, if there are others."""
        return self.replies[0] if len(self.replies) == 1 < len(self.after.legal_moves) else None

    def _pair(self, move: Move) -> str:
        return pair_in_full(self.before.kind_of(move), move)

    def _stays_after_better(self, reply: Move) -> bool:
        """Whether a reply is possible after a better move too, so that it is no reason."""
        return any(reply in self.before.play(move).legal_moves for move in self.better)

    def _may_be_only_reply(self, reply: Move, better: Move) -> bool:
        """Whether a reply may be the only best one after a better move, as far as is known."""
        place = self.before.play(better)
        worth = {one: self.values.of_move(place, one) for one in place.legal_moves}
        if reply not in worth:
            return False
        value = self.values.known(place).lower
        others = (known for one, known in worth.items() if one != reply)
        return worth[reply].upper >= value and all(known.lower < value for known in others)

    def _gives_back(self, replies: list[Move]) -> int:
        """Return by how much, at least, the best of some replies is worse than the best of all."""
        return self.value - max(self.values.of_move(self.after, reply).upper for reply in replies)


def _for_points(position: Position, move: Move) -> str:
    """Return a pair and its score in words."""
    kind = position.kind_of(move)
    return ngettext(
        "{kind} on {first} and {second} for {points} point",
        "{kind} on {first} and {second} for {points} points",
        kind.rank,
    ).format(kind=kind, first=move.first, second=move.second, points=kind.rank)


def _cells(cells: list[Cell]) -> str:
    """Return one or two cells in words."""
    if len(cells) == 1:
        return str(cells[0])
    # Translators: two cells, such as “a1 and c9”.
    return _("{first} and {second}").format(first=cells[0], second=cells[1])


class ReasonSearch(QuestionSearch):
    """The reasons for one move's cost, extended as the analyst proves more."""

    def __init__(self, analyst: Analyst, values: Values, before: Position, move: Move) -> None:
        self.before, self.move, self._values = before, move, values
        self._read: tuple[object, tuple[Reason, ...]] = (None, ())
        super().__init__(analyst, lambda: questions(values, before, move))

    def reasons(self, names: Names, *, discreetly: bool = False) -> tuple[Reason, ...]:
        """Return the known reasons, if `discreetly` only those that name no better pair."""
        known = self._values.version, names, current()
        if self._read[0] != known:
            self._read = known, reasons(self._values, self.before, self.move, names)
        return tuple(one for one in self._read[1] if not (discreetly and one.names_better))


def searching_block() -> Paragraph:
    """Say that reasons are being searched for."""
    return Paragraph(_("Looking for the reason …"), Ink.FAINT, icon="clock")


# --- facts ----------------------------------------------------------------------------------------

_MOST_FACTS: Final = 3


def facts_intro() -> str:
    """Say that what follows is certain, and why."""
    return _("Certain from the rules:")


def move_facts(
    before: Position, move: Move, names: Names, *, discreetly: bool = False
) -> tuple[str, ...]:
    """Return a few facts about a move, the most important first.

    If `discreetly`, no other pair is named that could be taken instead. Raises IllegalMoveError.
    """
    return tuple(islice(_move_facts(before, move, names, discreetly), _MOST_FACTS))


def _move_facts(before: Position, move: Move, names: Names, discreetly: bool) -> Iterator[str]:
    after = before.play(move)
    name = names[after.to_move - 1]
    if after.is_over:
        words = _("It leaves {name} no pair: the game is over.")
        yield address(name, words, _("It leaves you no pair: the game is over."))
        return
    yield _uncovered_words(before, after)
    old, left = {*before.legal_moves}, {*after.legal_moves}
    new = _highest(before, left - old)
    stays = _highest(before, left & old)
    gone = _highest(before, old - left - {move})
    if new is not None:
        words, yours = _("{name} can then take {pair}."), _("You can then take {pair}.")
        if stays is None or before.kind_of(new).rank > before.kind_of(stays).rank:
            words = _("{name} can then take {pair}, the highest pair available.")
            yours = _("You can then take {pair}, the highest pair available.")
        yield address(name, words, yours, pair=_for_points(before, new))
    if stays is not None and not discreetly:
        words, yours = _("{pair} stays there for {name}."), _("{pair} stays there for you.")
        yield address(name, words, yours, pair=_for_points(before, stays))
    if gone is not None and not discreetly:
        words = _("{pair} can no longer be taken: one of its tiles is gone.")
        yield words.format(pair=pair_in_full(before.kind_of(gone), gone))


def position_facts(position: Position, names: Names, *, of_passing: bool = True) -> tuple[str, ...]:
    """Return a few facts about a position.

    They are which kinds block each other and, with `of_passing`, the value of a pass.
    """
    return tuple(islice(_position_facts(position, names, of_passing), _MOST_FACTS))


def _position_facts(position: Position, names: Names, of_passing: bool) -> Iterator[str]:
    waiting = _waiting(position)
    order = sorted(waiting, key=lambda pair: (waiting[pair], pair[0].index, pair[1].index))
    for kind, first in order:
        if (first, kind) in waiting and kind.index < first.index:
            words = _(
                "{kind} and {other} block each other in column {column}: neither can ever be taken."
            )
            yield words.format(kind=kind, other=first, column=COLUMN_LETTERS[waiting[kind, first]])
    highest = _highest(position, position.legal_moves)
    if highest is not None and of_passing:
        count = len(position.legal_moves)
        words = ngettext(
            "After a pass {name} could take only {pair}.",
            "After a pass {name} could take one of {n} pairs, the highest {pair}.",
            count,
        )
        yours = ngettext(
            "After a pass you could take only {pair}.",
            "After a pass you could take one of {n} pairs, the highest {pair}.",
            count,
        )
        name, pair = names[other(position.to_move) - 1], _for_points(position, highest)
        yield address(name, words, yours, n=count, pair=pair)
    for kind, first in order:
        if (first, kind) not in waiting:
            words = _("{kind} waits for {first} in column {column}.")
            yield words.format(kind=kind, first=first, column=COLUMN_LETTERS[waiting[kind, first]])


def _highest(position: Position, moves: Iterable[Move]) -> Move | None:
    """Return the highest of some pairs of a position, the first of those; None without any."""
    return max(sorted(moves), key=lambda move: position.kind_of(move).rank, default=None)


def _uncovered_words(before: Position, after: Position) -> str:
    cells = [cell for cell in after.free_cells if cell not in before.free_cells]
    # Translators: a tile and its cell, such as “5m on a1”.
    words = _("{kind} on {cell}")
    tiles = [words.format(kind=after.kind_at(cell), cell=cell) for cell in cells]
    if not tiles:
        return _("It uncovers nothing.")
    if len(tiles) == 1:
        return _("It uncovers {tile}.").format(tile=tiles[0])
    return _("It uncovers {first} and {second}.").format(first=tiles[0], second=tiles[1])


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
    found = {}
    for move in review.moves:
        if move.cost.points:
            why = reasons(values, move.position, move.move, names)
            facts = (facts_intro(), *move_facts(move.position, move.move, names))
            found[move.ply] = tuple(reason.words for reason in why) or facts
    return found
