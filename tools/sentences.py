"""Every sentence that the program says about a move, checked by brute force.

    python -m tools.sentences 5000

Random endgames are described as study and hints describe them: the page of every move, the page of
the position before it, and the steps of the hints, with everything proven and with part of it. Each
sentence is parsed from its English words, and its claim is computed from the rules and the values
of the reference solver alone. A sentence of an unknown kind is an error too, so that a new one is
not forgotten.

Replies that leave the same columns, turned or elsewhere, are counted as one: taking one or the
other is the same game. The status is 1 if anything is false.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from types import SimpleNamespace
from typing import Any, Final, TypeAlias, cast

import click

from battle import language
from battle.analysis.costs import different_moves, move_cost
from battle.analysis.values import MoveInfo, Values
from battle.coach.answer import difference_words
from battle.coach.hints import HintLadder, hint_page
from battle.coach.reasons import insight_page, move_page, reasons
from battle.page.blocks import Block, Button, MoveLine, PairLine, Paragraph, flat
from battle.rules.position import (
    Cell,
    Kind,
    Move,
    Player,
    Position,
    cell,
    deal,
    for_player,
    kind,
    move_of,
    other,
    played_down,
    winner_at,
)
from battle.rules.tree import Game
from battle.words import Named, outcome, parted, spelled
from tools import reference
from tools.command import command
from tools.reference import Columns, Memo, columns_of, moves_of, small_positions

NAMES: Final = ("Ada", "Ben")

Groups: TypeAlias = re.Match[str]


class Truth:
    """A position, and perhaps a move made there, as the rules and brute force see them.

    `values` are those of the position's moves, `replies` those of the replies to the move, all for
    the player who makes them.
    """

    def __init__(self, place: Position, played: Move | None, memo: Memo) -> None:
        self.place = place
        self.played = played
        self.memo = memo

    @cached_property
    def values(self) -> dict[Move, int]:
        """The value of every move."""
        return reference.move_values(self.place, self.memo)

    @property
    def value(self) -> int:
        """The value of the position."""
        return max(self.values.values(), default=0)

    @cached_property
    def after(self) -> Position:
        """The position after the move."""
        assert self.played is not None
        return self.place.play(self.played)

    @cached_property
    def replies(self) -> dict[Move, int]:
        """The value of every reply."""
        return reference.move_values(self.after, self.memo)

    @property
    def best_reply(self) -> int:
        """The value of the best reply, 0 without any."""
        return max(self.replies.values(), default=0)

    @property
    def cost(self) -> int:
        """The cost of the move."""
        return self.value - self.values[cast(Move, self.played)]

    @property
    def uncovered(self) -> set[Cell]:
        """The cells that the move uncovers."""
        return {*self.after.free_cells} - {*self.place.free_cells}

    def is_best(self, move: Move) -> bool:
        """Whether a move can be made at the position, and none is better."""
        return self.values.get(move) == self.value

    def margin(self, place: Position, value: int) -> int:
        """Return the final margin from player 1's side where the player to move makes `value`."""
        return place.margin + (value if place.to_move == 1 else -value)

    def results(self, place: Position, values: dict[Move, int]) -> dict[Move, int]:
        """Return for every move who wins after it: 1 the player to move, -1 the other, 0 none."""
        ahead = place.margin if place.to_move == 1 else -place.margin
        return {move: (ahead + worth > 0) - (ahead + worth < 0) for move, worth in values.items()}

    def reachable(self, without: int | None = None) -> Iterator[Columns]:
        """Yield all tables that play can lead to, those not in which a kind's tiles were taken."""
        start = columns_of(self.place)
        number = b"".join(start).count(without) if without is not None else 0
        waiting, seen = [start], {start}
        while waiting:
            here = waiting.pop()
            yield here
            for _gain, after in moves_of(here):
                if after not in seen and (
                    without is None or b"".join(after).count(without) == number
                ):
                    seen.add(after)
                    waiting.append(after)

    def can_be_taken(self, index: int, *, before: int | None = None) -> bool:
        """Whether a pair of a kind can ever be taken, or ever before one of another kind."""
        number = b"".join(columns_of(self.place)).count(index)
        return any(b"".join(here).count(index) < number for here in self.reachable(before))


def kind_in(text: str) -> Kind:
    """Return the kind that is named in short or in words: `5m`, `5 of characters`."""
    rank, _of, suit = text.partition(" of ")
    return kind(rank + {"characters": "m", "dots": "p", "bamboo": "s"}[suit] if suit else text)


def pair_in(place: Position, text: str) -> tuple[Move, int]:
    """Return the pair that words name, and what it scores; raise AssertionError unless it is so."""
    found = re.fullmatch(
        rf"({KIND}) (?:on )?({CELL})(?: and |–)({CELL})(?:(?: for|,) ({N}) points?)?", text
    )
    assert found is not None, f"no pair: {text}"
    move = move_of(cell(found[2]), cell(found[3]))
    assert place.kind_at(move.first) is place.kind_at(move.second) is kind_in(found[1]), text
    rank = kind_in(found[1]).rank
    assert found[4] is None or int(found[4]) == rank, text
    return move, rank


def cells_in(text: str) -> set[Cell]:
    """Return the one or two cells that words name."""
    return {cell(word) for word in text.split(" and ")}


def player_of(name: str) -> Player:
    """Return the player who is called so."""
    return 1 if name == NAMES[0] else 2


# --- what each sentence claims ------------------------------------------------------------------

KIND: Final = r"[1-9](?:[mps]| of (?:characters|dots|bamboo))"
CELL: Final = r"[a-l][1-9]"
N: Final = r"[0-9]+"
PAIR: Final = rf"{KIND} (?:on )?{CELL}(?: and |–){CELL}"
PAIR_POINTS: Final = rf"{PAIR}(?: for|,) {N} points?"
CELLS: Final = rf"{CELL}(?: and {CELL})?"
NAME: Final = "Ada|Ben"
OUTCOME: Final = rf"a draw|(?:{NAME}) wins"
FACT: Final = re.compile(
    r"It uncovers .*|.* can then be taken.*|.* stays there\.|.* is gone\.|.*: the game is over\."
)
"""What the rules say of a move."""
COST: Final = rf"(?:at least )?{N}(?:\s±\s{N}(?:\.{N})?)?\spoints?"

Claim: TypeAlias = Callable[[Truth, Groups], bool]
CLAIMS: list[tuple[re.Pattern[str], Claim]] = []


def says(pattern: str) -> Callable[[Claim], Claim]:
    """Let a function tell whether the sentences that a pattern matches are true."""

    def add(claim: Claim) -> Claim:
        CLAIMS.append((re.compile(pattern), claim))
        return claim

    return add


@says(rf"It leaves no pair and ends the game\. ({PAIR}) scores ({N}) points? more\.")
def ends(truth: Truth, found: Groups) -> bool:
    """Whether only the move ends the game, and the other pair is worth so much more."""
    better, _rank = pair_in(truth.place, found[1])
    return truth.after.is_over and truth.is_best(better) and truth.cost == int(found[2])


@says(
    rf"It uncovers ({CELLS}): the other player can take ({PAIR_POINTS})\."
    rf"(?: Any other answer would cost them at least ({N}) points?\.)?"
)
def uncovers(truth: Truth, found: Groups) -> bool:
    """Whether a reply there is best, and every one that takes at none of these cells is worse."""
    cells, (reply, _rank) = cells_in(found[1]), pair_in(truth.after, found[2])
    elsewhere = [worth for one, worth in truth.replies.items() if not cells & {*one}]
    back = truth.best_reply - max(elsewhere, default=-999)
    return (
        cells <= truth.uncovered
        and bool(cells & {*reply})
        and truth.replies[reply] == truth.best_reply
        and (back > 0 if found[3] is None else 0 < int(found[3]) <= back and bool(elsewhere))
    )


@says(rf"({PAIR}) keeps ({CELLS}) blocked, so this pair cannot be taken: ({PAIR})\.")
def keeps_shut(truth: Truth, found: Groups) -> bool:
    """Whether the better pair leaves these covered, so that the reply cannot be taken."""
    better, cells = pair_in(truth.place, found[1])[0], cells_in(found[2])
    reply, left = pair_in(truth.after, found[3])[0], truth.place.play(better)
    return (
        truth.is_best(better)
        and not cells & {*left.free_cells}
        and cells <= truth.uncovered & {*reply}
        and reply not in left.legal_moves
        and truth.replies[reply] == truth.best_reply
    )


@says(rf"It leaves the reply ({PAIR_POINTS})\.")
def leaves(truth: Truth, found: Groups) -> bool:
    """Whether the pair was a best one, is a best reply now, and is not left by a better move."""
    pair = pair_in(truth.place, found[1])[0]
    return (
        truth.is_best(pair)
        and truth.replies.get(pair) == truth.best_reply
        and not any(
            pair in truth.place.play(one).legal_moves for one in truth.values if truth.is_best(one)
        )
    )


@says(rf"Right kind, wrong tiles: ({PAIR}) is better\.")
def other_tiles(truth: Truth, found: Groups) -> bool:
    """Whether the best pair named is of the same kind."""
    better = pair_in(truth.place, found[1])[0]
    assert truth.played is not None
    return truth.is_best(better) and truth.place.kind_of(better) is truth.place.kind_of(
        truth.played
    )


@says(rf"Right kind, wrong tiles: these uncover ({CELLS}); ({PAIR}) is better\.")
def other_tiles_open(truth: Truth, found: Groups) -> bool:
    """Whether the best pair named is of the same kind and uncovers none of the cells named."""
    better = pair_in(truth.place, found[2])[0]
    assert truth.played is not None
    opened = {*truth.after.free_cells} - {*truth.place.free_cells}
    return (
        truth.is_best(better)
        and truth.place.kind_of(better) is truth.place.kind_of(truth.played)
        and cells_in(found[1]) == opened - {*truth.place.play(better).free_cells}
    )


@says(r"It is the highest pair, and a trap\.")
def trap(truth: Truth, _found: Groups) -> bool:
    """Whether the move takes a pair of the highest rank, and costs something."""
    assert truth.played is not None
    highest = max(map(truth.place.worth, truth.values))
    return truth.place.worth(truth.played) == highest and truth.cost > 0


@says(rf"After ({PAIR}) the other player would rather not move\.")
def passing(truth: Truth, found: Groups) -> bool:
    """Whether the other player would get more by passing after a best pair."""
    better = pair_in(truth.place, found[1])[0]
    left = truth.place.play(better)
    moved, passed = (
        reference.value(replace(left, to_move=player), truth.memo) * sign
        for player, sign in ((left.to_move, 1), (other(left.to_move), -1))
    )
    return truth.is_best(better) and moved < passed


@says(rf"It uncovers (nothing|{KIND} on {CELL}(?: and {KIND} on {CELL})?)\.")
def uncovered(truth: Truth, found: Groups) -> bool:
    """Whether it uncovers these tiles and no others."""
    tiles = {(cell(one), kind_in(of)) for of, one in re.findall(rf"({KIND}) on ({CELL})", found[1])}
    return tiles == {(one, truth.after.kind_at(one)) for one in truth.uncovered}


@says(rf"({PAIR_POINTS}) can then be taken(, the highest pair available)?\.")
def made_available(truth: Truth, found: Groups) -> bool:
    """Whether the pair is the highest that can be taken after the move only, or of all if said."""
    pair, rank = pair_in(truth.after, found[1])
    old, new = {*truth.place.legal_moves}, {*truth.after.legal_moves}
    is_above = rank > max(map(truth.after.worth, new & old), default=0)
    return is_highest(truth.after, pair, new - old) and is_above == (found[2] is not None)


def is_highest(place: Position, pair: Move, pairs: set[Move]) -> bool:
    """Whether a pair is one of some pairs of a position, and none of them scores more."""
    return pair in pairs and place.worth(pair) == max(map(place.worth, pairs))


@says(rf"({PAIR_POINTS}) stays there\.")
def stays(truth: Truth, found: Groups) -> bool:
    """Whether the pair is the highest of those that can be taken before and after."""
    pair = pair_in(truth.after, found[1])[0]
    both = {*truth.place.legal_moves} & {*truth.after.legal_moves}
    return is_highest(truth.after, pair, both)


@says(rf"({PAIR}) can no longer be taken: one of its tiles is gone\.")
def ruled_out(truth: Truth, found: Groups) -> bool:
    """Whether the pair is the highest of the others that could be taken and cannot any more."""
    pair = pair_in(truth.place, found[1])[0]
    gone = {*truth.place.legal_moves} - {*truth.after.legal_moves} - {truth.played}
    return is_highest(truth.place, pair, gone)


@says(r"It leaves no pair: the game is over\.")
def over(truth: Truth, _found: Groups) -> bool:
    """Whether the other player has no pair."""
    return truth.after.is_over


@says(rf"After a pass only ({PAIR_POINTS}) could be taken\.")
def passed_one(truth: Truth, found: Groups) -> bool:
    """Whether there is one pair."""
    return [*truth.place.legal_moves] == [pair_in(truth.place, found[1])[0]]


@says(rf"After a pass one of ({N}) pairs could be taken, the highest ({PAIR_POINTS})\.")
def passed_several(truth: Truth, found: Groups) -> bool:
    """Whether there are this many pairs, and none scores more."""
    pair, rank = pair_in(truth.place, found[2])
    legal = truth.place.legal_moves
    is_top = rank == max(map(truth.place.worth, legal))
    return pair in legal and len(legal) == int(found[1]) > 1 and is_top


@says(rf"({KIND}) and ({KIND}) block each other in column [a-l]: neither can ever be taken\.")
def block_each_other(truth: Truth, found: Groups) -> bool:
    """Whether no way of playing takes a pair of either."""
    return not any(truth.can_be_taken(kind_in(found[one]).index) for one in (1, 2))


@says(rf"({KIND}) waits for ({KIND}) in column [a-l]\.")
def waits(truth: Truth, found: Groups) -> bool:
    """Whether no way of playing takes a pair of the one before one of the other."""
    return not truth.can_be_taken(kind_in(found[1]).index, before=kind_in(found[2]).index)


@says(rf"Only ({PAIR}) (wins|does not lose)\.")
def only(truth: Truth, found: Groups) -> bool:
    """Whether the pair does, and no other."""
    pair, results = pair_in(truth.place, found[1])[0], truth.results(truth.place, truth.values)
    least = 1 if found[2] == "wins" else 0
    return [one for one, result in results.items() if result >= least] == [pair]


@says(rf"The best pair is worth (at least )?({N}) points? more than any other\.")
def tension(truth: Truth, found: Groups) -> bool:
    """Whether the best pair is worth that much more than every other."""
    ranked = sorted(truth.values.values())
    by = ranked[-1] - ranked[-2]
    return 0 < int(found[2]) <= by if found[1] else 0 < int(found[2]) == by


@says(rf"Poisoned: ({PAIR}), the highest pair, costs (at least )?({N}) points?\.")
def poisoned(truth: Truth, found: Groups) -> bool:
    """Whether the pair is of the highest rank; every such pair costs as much or more."""
    pair, rank = pair_in(truth.place, found[1])
    highest = max(map(truth.place.worth, truth.values))
    costs = [
        truth.value - worth
        for one, worth in truth.values.items()
        if truth.place.worth(one) == highest
    ]
    cost = truth.value - truth.values[pair]
    is_cost = int(found[3]) <= cost if found[2] else int(found[3]) == cost
    return rank == highest and is_cost and 0 < int(found[3]) <= min(costs)


REPLIES: Final = rf"(There is one reply, and it wins|({N}) of ({N}) replies wins?)\."


def replies_win(truth: Truth, move: Move, words: Groups, at: int) -> bool:
    """Whether this many of the different replies to a move win."""
    after = truth.place.play(move)
    results = truth.results(after, reference.move_values(after, truth.memo))
    different = [results[moves[0]] for moves in different_moves(after)]
    wins, count = (1, 1) if words[at + 1] is None else (int(words[at + 1]), int(words[at + 2]))
    return (sum(result > 0 for result in different), len(different)) == (wins, count)


@says(rf"The best resistance: ({PAIR})\. {REPLIES}")
def resistance(truth: Truth, found: Groups) -> bool:
    """Whether the position is lost, the pair loses no points, and this many replies to it win."""
    pair = pair_in(truth.place, found[1])[0]
    is_lost = max(truth.results(truth.place, truth.values).values()) < 0
    return is_lost and truth.is_best(pair) and replies_win(truth, pair, found, 2)


@says(rf"The best resistance\. {REPLIES}")
def resisted(truth: Truth, found: Groups) -> bool:
    """Whether the move lost nothing in a lost position, and this many replies to it win."""
    assert truth.played is not None
    is_lost = max(truth.results(truth.place, truth.values).values()) < 0
    return is_lost and truth.cost == 0 and replies_win(truth, truth.played, found, 1)


@says(rf"If it were the other player's turn: (?:a draw|({NAME}) wins by ({N}))\.")
def turned(truth: Truth, found: Groups) -> bool:
    """Whether the same table with the other player to move ends so."""
    value = truth.value if truth.place.to_move == 2 else -truth.value
    margin = truth.place.margin + value
    winner = None if found[1] is None else player_of(found[1])
    return (winner_at(margin), abs(margin)) == (winner, int(found[2] or 0))


@says(r"No move was better\.")
def praised(truth: Truth, _found: Groups) -> bool:
    """Whether the move costs nothing."""
    return truth.cost == 0


@says(rf"Changed the outcome: ({OUTCOME}) → ({OUTCOME})\.")
def changed(truth: Truth, found: Groups) -> bool:
    """Whether these win with perfect play before and after the move."""
    after = truth.margin(truth.after, truth.best_reply)
    margins = truth.margin(truth.place, truth.value), after
    return found[1] != found[2] and all(
        outcome(margin, NAMES) == words
        for margin, words in zip(margins, found.groups(), strict=True)
    )


@says(r"There was no choice\.")
def forced(truth: Truth, _found: Groups) -> bool:
    """Whether all moves lead to the same game."""
    return len(different_moves(truth.place)) == 1


@says(rf"[0-9]+(?:\.|…) ({NAME}): ({PAIR_POINTS}); cost: (not known yet|{COST})")
def played(truth: Truth, found: Groups) -> bool:
    """Whether that is the move, and its cost."""
    is_it = pair_in(truth.place, found[2])[0] == truth.played
    return is_it and player_of(found[1]) == truth.place.to_move and costs(found[3], truth.cost)


@says(rf"({PAIR}) costs ({COST})\.")
def worse(truth: Truth, found: Groups) -> bool:
    """Whether the pair costs so much."""
    pair = pair_in(truth.place, found[1])[0]
    return costs(found[2], truth.value - truth.values[pair])


@says(rf"There is a pair worth ({N}) points?\.")
def something(truth: Truth, found: Groups) -> bool:
    """Whether there is a pair that scores so much."""
    return int(found[1]) in map(truth.place.worth, truth.values)


@says(rf"The pair is ({PAIR})\.(?: ({N}) other pairs? (?:is|are) as good\.)?")
def hinted(truth: Truth, found: Groups) -> bool:
    """Whether the pair can be taken; of the others this many are as good."""
    pair = pair_in(truth.place, found[1])[0]
    equal = [*truth.values.values()].count(truth.values[pair]) - 1
    return found[2] is None or (truth.is_best(pair) and equal == int(found[2]))


@says(rf"({NAME}) takes ({PAIR})\.")
def expected(truth: Truth, found: Groups) -> bool:
    """Whether it is that player's turn, and the pair can be taken."""
    pair = pair_in(truth.place, found[2])[0]
    return player_of(found[1]) == truth.place.to_move and pair in truth.values


@says(rf"({PAIR}), for sure:")
def by_the_rules(truth: Truth, found: Groups) -> bool:
    """Whether what follows is said of a pair that can be taken."""
    return pair_in(truth.place, found[1])[0] in truth.values


@says(r"No pair is worse than another\.")
def none_is_worse(truth: Truth, _found: Groups) -> bool:
    """Whether every pair is a best one."""
    return all(map(truth.is_best, truth.values))


@says(
    r"Why|Why not (?:another pair|other tiles of this kind)\?|Expected play:|Better:"
    r"|Its cost is not known until it is proven\."
    r"|The cost is an estimate; reasons are given only for proven costs\.|and [0-9]+ more"
    r"|Perhaps another pair is better\."
    r"|Probably changed the outcome: .*"
)
def claims_nothing(_truth: Truth, _found: Groups) -> bool:
    """Whether they say what comes, or that something is not known."""
    return True


SCORE: Final = rf"{N}\s:\s{N}"
BEST_PLAY: Final = (
    r"Best play: (?P<name>{name}) (?P<before>{end}) without this pair, (?P<after>{end}) with it\."
)


LEAD: Final = rf"level on points|{N} (?:ahead|behind)"


@says(BEST_PLAY.format(name=NAME, end=rf"(?:{LEAD}) \({SCORE}\)") + r"(?: (?P<pairs>.+)\.)?")
def difference(truth: Truth, found: Groups) -> bool:
    """Whether two games of best play end so, and these pairs, which make the difference, moved."""
    player, moved = player_of(found["name"]), [*moved_in(found["pairs"] or "")]
    said = [found[end].rstrip(")").split(" (") for end in ("after", "before")]
    after, before = (tuple(map(int, score.split(":"))) for _lead, score in said)
    for (lead, _score), (own, rival) in zip(said, (after, before), strict=True):
        assert lead_in(lead) == own - rival, "is no such lead"
    for at, one in enumerate((player, other(player))):
        worth = sum(kind.rank * ((to == one) - (was == one)) for kind, was, to in moved)
        assert not moved or after[at] - before[at] == worth, "does not add up"
    assert truth.played is not None
    first = str(truth.place.kind_of(truth.played)), player
    return player == truth.place.to_move and any(
        has_moved(truth.place, [first, *taken], taken_best, moved)
        for points, taken in ends_of(truth.after, truth.memo)
        for points_best, taken_best in ends_of(truth.place, truth.memo)
        if (points[player - 1], points[other(player) - 1]) == after
        and (points_best[player - 1], points_best[other(player) - 1]) == before
    )


def lead_in(words: str) -> int:
    """Return how far ahead somebody is said to be."""
    if words == "level on points":
        return 0
    return int(words.split()[0]) * (-1 if words.endswith("behind") else 1)


@says(BEST_PLAY.format(name=NAME, end=LEAD))
def leads(truth: Truth, found: Groups) -> bool:
    """Whether that is how far the player is ahead by best play after the move and in its place."""
    player = player_of(found["name"])
    margins = (
        truth.margin(truth.after, truth.best_reply),
        truth.margin(truth.place, truth.value),
    )
    said = [lead_in(found["after"]), lead_in(found["before"])]
    return player == truth.place.to_move and [for_player(one, player) for one in margins] == said


@says(rf"({NAME}) ends ({SCORE}|{LEAD})\.")
def ends_so(truth: Truth, found: Groups) -> bool:
    """Whether the player to move can come to that end by best play of both."""
    player, said = player_of(found[1]), found[2]
    ends = {
        said_end(points, player, is_score=":" in said)
        for points, _taken in ends_of(truth.place, truth.memo)
    }
    return player == truth.place.to_move and said.replace("\u00a0", " ") in ends


def said_end(points: tuple[int, int], player: Player, *, is_score: bool) -> str:
    """Return an end in words: the player's points first, or how far they are ahead."""
    own, others = points[player - 1], points[other(player) - 1]
    lead = f"{abs(own - others)} {'ahead' if own > others else 'behind'}"
    return f"{own} : {others}" if is_score else lead if own != others else "level on points"


Owner: TypeAlias = Player | None
Taken: TypeAlias = Sequence[tuple[str, Player]]
"""The pairs of a game by their kinds, and who took them."""


def moved_in(words: str) -> Iterator[tuple[Kind, Owner, Owner]]:
    """Yield each pair that words say has moved, with who would have had it and who has it."""
    for part in filter(None, words.split("; ")):
        found = re.fullmatch(
            rf"({NAME}) (gets|also gets|leaves) (.+?)"
            rf"(| in return| instead of (?:{NAME})| on the table)",
            part,
        )
        assert found is not None, f"unknown: {part}"
        one, how = player_of(found[1]), (found[2], found[4].split(" of ")[0])
        ways: dict[tuple[str, str], tuple[Owner, Owner]] = {
            ("also gets", ""): (None, one),
            ("leaves", " on the table"): (one, None),
            ("gets", " instead"): (other(one), one),
            ("gets", " in return"): (other(one), one),
        }
        was, to = ways[how]
        assert how[1] != " instead" or found[4] == f" instead of {NAMES[other(one) - 1]}", part
        for tile in found[3].split(", "):
            yield kind_in(tile), was, to


def ends_of(
    place: Position, memo: Memo
) -> set[tuple[tuple[int, int], tuple[tuple[str, Player], ...]]]:
    """Return the points at the end of every game of best play, and who took what until then."""
    if place.is_over:
        return {(place.points, ())}
    values = reference.move_values(place, memo)
    return {
        (points, tuple(sorted((*taken, (str(place.kind_of(move)), place.to_move)))))
        for move, worth in values.items()
        if worth == max(values.values())
        for points, taken in ends_of(place.play(move), memo)
    }


def has_moved(
    place: Position, taken: Taken, best: Taken, moved: list[tuple[Kind, Owner, Owner]]
) -> bool:
    """Whether pairs have other owners in one of two games than in the better one, as is said."""

    def owners(of: Kind, game: Taken) -> Counter[Owner]:
        pairs = sum(kind is of for _cell, kind in place.tiles()) // 2
        takers: list[Owner] = [player for name, player in game if name == str(of)]
        return Counter([*takers, *[None] * (pairs - len(takers))])

    return all(
        Counter(was for one, was, _to in moved if one is kind)
        <= owners(kind, best) - owners(kind, taken)
        and Counter(to for one, _was, to in moved if one is kind)
        <= owners(kind, taken) - owners(kind, best)
        for kind in {kind for kind, _was, _to in moved}
    )


def costs(words: str, cost: int) -> bool:
    """Whether words on a cost, if they are no estimate, are true."""
    number = re.search(N, words)
    if number is None or "±" in words:
        return True
    return int(number[0]) <= cost if words.startswith("at least") else int(number[0]) == cost


def lights(truth: Truth, sentence: str) -> bool:
    """Whether the tiles that light up lie where they are named, and belong to what is said.

    A tile without words is one of a pair that the sentence names, or else one that is uncovered.
    """
    tiles = [part for part in parted(sentence) if isinstance(part, Named)]
    about = {cell for tile in tiles if not tile.is_bare for cell in tile.cells}
    if sentence.startswith("Right kind"):
        about |= truth.uncovered
    return all(
        truth.place.kind_at(cell) is tile.kind and cell in about
        for tile in tiles
        for cell in tile.cells
    )


def check(truth: Truth, sentence: str) -> str:
    """Return the kind of a sentence; raise AssertionError if it is false or of no known kind."""
    for pattern, claim in CLAIMS:
        found = pattern.fullmatch(spelled(sentence))
        if found is not None:
            assert claim(truth, found), f"false: {sentence}"
            assert lights(truth, sentence), f"lights another tile: {sentence}"
            return claim.__name__
    raise AssertionError(f"unknown: {sentence}")


# --- what is said ---------------------------------------------------------------------------------


def known(place: Position, memo: Memo, random: Random | None) -> Values:
    """Return a store that knows a position's moves and their replies: bounds of some, or all.

    Then it also knows best play after each to the end.
    """
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        found = []
        for move, worth in reference.move_values(one, memo).items():
            low, high = 0, 0
            if random is not None:
                low, high = random.choice([0, 0, 0, 1, 30]), random.choice([0, 0, 0, 1, 30])
            found.append(MoveInfo(move, worth - low, worth + high, worth))
        if random is None or random.random() < 0.8:
            values.learn(one, found)
    for one in map(place.play, place.legal_moves) if random is None else ():
        while not one.is_over:
            one = one.play(values.best_moves(one)[0])
            found = [MoveInfo(m, w, w, w) for m, w in reference.move_values(one, memo).items()]
            values.learn(one, found)
    return values


def words_of(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the sentences of a page."""
    for block in blocks:
        match block:
            case Paragraph():
                yield block.said or block.words
            case PairLine() | MoveLine() if block.said:
                yield block.said
            case Button():
                continue


def said_of(place: Position, values: Values, memo: Memo) -> Iterator[tuple[Truth, str]]:
    """Yield all that is said of a position and of every move there, each with what is true."""
    game = Game(place)
    about = Truth(place, None, memo)
    for words in words_of(insight_page(game.root, values, NAMES)):
        yield about, words
    for move in place.legal_moves:
        game = Game(place)
        game.play(move)
        truth, cost = Truth(place, move, memo), move_cost(values, place, move)
        page = move_page(game.node, 1, values, NAMES, cost=cost)
        if cost and (words := difference_words(cost, values, NAMES, discreetly=True)):
            best = {place.kind_of(one) for one in truth.values if truth.is_best(one)}
            named = {part.kind for part in parted(words) if isinstance(part, Named)}
            assert not best & named, f"gives it away: {words}"
            yield truth, words
        for block in page:
            if isinstance(block, MoveLine) and block.leads_to is not None:
                better = block.leads_to.line[0]
                is_claimed = values.known(place).is_exact
                assert truth.is_best(better) or not is_claimed, f"no better pair: {block.said}"
            elif not isinstance(block, MoveLine) or block.said:
                for words in words_of([block]):
                    yield truth, words
    yield from hinted_at(about, values)


def hinted_at(truth: Truth, values: Values) -> Iterator[tuple[Truth, str]]:
    """Yield what the steps of the hints say."""
    ladder = HintLadder(truth.place, values)
    while ladder.climb():
        pass
    found = reasons(values, truth.place, ladder.tempting) if ladder.tempting else ()
    whys = {spelled(one.words) for one in found}
    shown = SimpleNamespace(
        ladder=ladder,
        worse=ladder.tempting,
        values=values,
        reasons=lambda: found,
        is_waiting=False,
        is_foreseeing=False,
        is_explaining=False,
        price="",
        answer=lambda names: None,
    )
    here = truth
    for block in flat(hint_page(cast(Any, shown), NAMES)):
        for words in map(spelled, words_of([block])):
            if words == "No pair is better.":
                assert ladder.move is not None
                assert truth.is_best(ladder.move), words
            elif words == "Which pairs are worse is not known yet.":
                assert not values.has_settled(truth.place), words
            elif columns := re.findall(
                r"\b([a-l])\b", words if words.startswith(("Both tiles", "Its tiles")) else ""
            ):
                assert ladder.move is not None
                assert columns == sorted({str(one)[0] for one in ladder.move}), words
            elif isinstance(block, PairLine):
                yield here, words
                here = Truth(
                    here.place.play(pair_in(here.place, words[10:-1])[0]), None, truth.memo
                )
            elif words in whys or words.startswith("Best play: "):
                yield Truth(truth.place, ladder.tempting, truth.memo), words
            elif FACT.fullmatch(words):
                yield Truth(truth.place, ladder.move, truth.memo), words
            else:
                yield truth, words


def endgames(number: int, seed: int) -> Iterator[Position]:
    """Yield random endgames: small tables, and what is left of deals, either player to move."""
    random = Random(seed)
    for index, place in enumerate(small_positions(number, seed, most_tiles=14)):
        if index % 5 == 4:
            place = played_down(random, deal(random.randrange(1, 10_000)), random.choice([12, 14]))
        points = random.choice([(0, 0), (12, 9), (5, 14)])
        yield Position(place.columns, random.choice((1, 2)), points)


def held(places: Iterable[Position], random: Random) -> tuple[Counter[str], list[str]]:
    """Return how many sentences of each kind are true, and those that are false."""
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    for place in places:
        memo: Memo = {}
        for values in (known(place, memo, None), known(place, memo, random)):
            for truth, sentence in said_of(place, values, memo):
                try:
                    kinds[check(truth, sentence)] += 1
                except AssertionError as error:
                    move = "" if truth.played is None else f" {truth.played}"
                    wrong.append(f"{truth.place}{move}: {error}")
    return kinds, wrong


@command
@click.argument("number", type=int)
@click.option("--seed", default=1, help="Another number makes others.")
def main(number: int, seed: int) -> int:
    """Check the sentences of some endgames by brute force; print how many there were."""
    language.use("en")
    kinds, wrong = held(endgames(number, seed), Random(seed))
    for name, count in sorted(kinds.items()):
        print(f"{name:<20}{count:>10,}")
    for line in wrong[:20]:
        print(line)
    print(f"{sum(kinds.values()):,} sentences about {number:,} endgames, {len(wrong):,} false")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
