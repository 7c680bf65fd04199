"""A study: a game being analysed, with the values of its positions, its mistakes and branches.

    start ── a1c9 ── f1l1 ── b9h1        the main line, which no move tried out changes
                        └─── d1e9        a branch: tried out, named, promoted or deleted

Evaluations in the record (`[%eval …]`) enter the store as claims when a study is opened, and what
the store knows is written back, with the claims that were not contradicted. An estimate keeps its
error, so that it stands until one with a smaller error or a proof replaces it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from battle.analysis.costs import (
    USUAL,
    Mark,
    MoveCost,
    Review,
    Thresholds,
    move_cost,
    move_costs,
    review_line,
)
from battle.analysis.values import Bounds, Values
from battle.rules.position import IllegalMoveError, Move, Player, Position, for_player
from battle.rules.record import Evaluation, evaluation_in, with_evaluation, with_words
from battle.rules.tree import Game, Node

# --- snapshots -----------------------------------------------------------------------------------
#
# What a study says at one moment, computed once for everything on screen that shows it.
#
# A new snapshot is made when the study has changed, at most a few times a second while the solver
# reports; nothing is computed for drawing between two snapshots.

_numbers = count(1)
_BUDGET: Final = 0.001
"""The seconds per frame that may go into looking up expected lines."""


class Snapshot:
    """A study's current node, line, tree and values; `number` identifies the snapshot.

    `front` is the node whose position is in front of the person: the current one or, in looking
    back at its move, the node before, which is given as `back`. Margins are from player 1's side;
    they are shown from the `side` of another if that is the person here.
    """

    def __init__(self, study: Study, back: Node | None = None, side: Player = 1) -> None:
        self.number = next(_numbers)
        self.side: Player = side
        self.study_version = study.version
        self.values = study.values
        self.root = study.game.root
        self.node: Node = study.node
        self.front: Node = back or study.node
        self.looks_back = back is not None
        self.position: Position = self.front.position
        self.ending = study.game.ending_at(self.front)
        self.line = study.line()
        self.place = self.line.index(self.node)
        self.margin = study.values.margin(self.position)
        self.moves = move_costs(study.values, self.position, study.thresholds)
        self.best_of = {cell: row for row in reversed(self.moves) for cell in row.move}
        """For every cell the value of the best move it belongs to, if known."""
        self.beside = self._beside(study.game.main_line())
        """The margins of the main line while a branch is shown, by ply."""
        self.margins = [study.values.margin(node.position) for node in self.line]
        self.costs = {
            node: cost for node in study.nodes() if (cost := study.cost(node)) is not None
        }

    def _beside(self, main: list[Node]) -> dict[int, Bounds]:
        """Return the margins of the main line from where the current line leaves it."""
        shared = sum(node is other for node, other in zip(self.line, main, strict=False))
        if shared == len(self.line) or shared == len(main):
            return {}
        places = range(shared - 1, len(main))
        return {place: self.values.margin(main[place].position) for place in places}

    def of_move(self, move: Move) -> MoveCost | None:
        return next((value for value in self.moves if value.move == move), None)

    @property
    def judged(self) -> tuple[MoveCost, ...]:
        """The moves that looking back compares: the one played, behind a best one if it is none."""
        move = None if self.front is self.node else self.node.move
        played = None if move is None else self.of_move(move)
        if played is None:
            return ()
        best = self.moves[0]
        return (best, played) if played.cost.points and not best.cost.value else (played,)


class ExpectedLines:
    """The expected lines of one position's moves, a few looked up in each frame.

    Earlier lines stay until they are looked up again; `version` grows with changes.
    """

    def __init__(self) -> None:
        self.version = 0
        self._position: Position | None = None
        self._found: dict[Move, tuple[Move, ...]] = {}
        self._of: dict[Move, int] = {}

    def line(self, move: Move) -> tuple[Move, ...]:
        """Return the play expected from a move on, beginning with the move, if it was looked up."""
        return self._found.get(move, (move,))

    def update(self, snapshot: Snapshot, wanted: tuple[Move, ...]) -> None:
        """Look up outdated lines for a few milliseconds."""
        if snapshot.position != self._position:
            self._position, self._found, self._of = snapshot.position, {}, {}
            self.version += 1
        end = time.perf_counter() + _BUDGET
        for move in wanted:
            if self._of.get(move) != snapshot.number:
                line = (move, *snapshot.values.line(snapshot.position.play(move)))
                self._of[move] = snapshot.number
                if self._found.get(move) != line:
                    self._found[move] = line
                    self.version += 1
                if time.perf_counter() > end:
                    return


def decided(margin: Bounds) -> Player | bool | None:
    """Return who is proven to win: a player, None for a draw, False while it is open."""
    if margin.lower > 0:
        return 1
    if margin.upper < 0:
        return 2
    return None if margin.is_exact else False


# --- study ---------------------------------------------------------------------------------------


class Study:
    """A game tree, a current node, and a store of values; `thresholds` say what a mistake is."""

    def __init__(self, game: Game, values: Values | None = None) -> None:
        self.game = game
        self.values = Values() if values is None else values
        self.thresholds: Thresholds = USUAL
        self._changes = 0
        self._review: tuple[list[object], Review | None] = ([], None)
        for node in self.nodes():
            _read_evaluation(node, self.values)
            self.values.connect(node.position)

    @property
    def node(self) -> Node:
        return self.game.node

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def version(self) -> int:
        """A number that grows when the current node, the tree or a value has changed."""
        return self._changes + self.values.version

    def judge_by(self, thresholds: Thresholds) -> None:
        self._changes += thresholds != self.thresholds
        self.thresholds = thresholds

    # --- going through the tree -----------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        self.game.go_to(node)
        self._changes += 1

    def go_along(self, moves: Iterable[str]) -> None:
        """Go along moves from the start, as far as they are in the tree."""
        node = self.game.root
        for move in moves:
            node = node.child(Move.parse(move)) or node
        self.go_to(node)

    def step(self, plies: int) -> None:
        """Go `plies` moves forward along the line, back if negative, at most to its end."""
        line = self.line()
        self.go_to(line[max(0, min(len(line) - 1, line.index(self.node) + plies))])

    def to_start(self) -> None:
        self.go_to(self.game.root)

    def to_end(self) -> None:
        self.go_to(self.line()[-1])

    def line(self) -> list[Node]:
        """Return the current line: from the start through this node to the end last visited."""
        line = [self.game.root, *self.node.path()]
        while following := line[-1].following:
            line.append(following)
        return line

    def nodes(self) -> Iterator[Node]:
        waiting = [self.game.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    # --- changing the tree ----------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Play a move here; a new one becomes a branch, or extends the line at its end.

        Where somebody has resigned or a draw was agreed, the line goes on as if not. Raises
        IllegalMoveError, with nothing changed, if it cannot be played.
        """
        if self.game.node is self.game.ended_at:
            self.position.play(move)
            self.game.resume()
        self.game.play(move, as_main_line=False)
        self.values.connect(self.position)
        self._changes += 1

    def rename(self, node: Node, words: str) -> None:
        """Set a move's comment; commands that programs keep in it stay."""
        node.comment = with_words(node.comment, words)
        self._changes += 1

    def delete(self, node: Node) -> None:
        """Delete a move and all after it; raise IllegalMoveError at the start.

        If the current node is among them, the node before becomes current.
        """
        before = node.parent
        if before is None:
            raise IllegalMoveError("the start cannot be deleted")
        if self.game.ended_at is not None and node in self.game.ended_at.path():
            self.game.resume()
        if node in self.node.path():
            self.game.go_to(before)
        before.children.remove(node)
        if before.last_visited is node:
            before.last_visited = None
        self._changes += 1

    def promote(self, node: Node) -> None:
        """Make the line up to a node the main line; the others become branches."""
        self.game.promote(node)
        self._changes += 1

    # --- the line's review ----------------------------------------------------------------------

    def review(self) -> Review | None:
        """Return the review of the current line; None while one of its values is missing."""
        line = self.line()
        ending = self.game.ending_at(line[-1])
        known: list[object] = [self.values.version, ending, self.thresholds, *line]
        if self._review[0] != known:
            self._review = known, review_line(line, self.values, ending, self.thresholds)
        return self._review[1]

    def cost(self, node: Node) -> MoveCost | None:
        """Return what the move to a node gave away, None at the start or while unknown."""
        if node.parent is None or node.move is None:
            return None
        return move_cost(self.values, node.parent.position, node.move, self.thresholds)

    def mistakes(self, *, of_game: bool = False) -> list[Node]:
        """Return all moves of the line that have a mark or changed who wins, in order.

        Moves of unknown cost are left out. With `of_game` those of the main line, not of the branch
        shown.
        """
        line = self.game.main_line() if of_game else self.line()
        costs = [(node, self.cost(node)) for node in line[1:]]
        return [
            node
            for node, cost in costs
            if cost is not None and (cost.mark is not Mark.NONE or cost.changed_outcome)
        ]

    def mistake_beside(self, *, after: bool) -> Node | None:
        """Return the next mistake of the line, or the one before; None if there is none."""
        line, mistakes = self.line(), {*self.mistakes()}
        place = line.index(self.node)
        side = line[place + 1 :] if after else line[:place][::-1]
        return next((node for node in side if node in mistakes), None)

    def telling_move(self, person: Player | None = None) -> Node | None:
        """Return the node to open the game at: a person's costliest mistake, the first of equals.

        Without one it is the last move that changed who wins, else the first mistake of the main
        line. Where all moves are known and none is a mistake it is the last one with a choice. None
        if there is none either.
        """
        mistakes = [
            (node, cost) for node in self.mistakes(of_game=True) if (cost := self.cost(node))
        ]
        own = [(cost.cost.points or 0, node) for node, cost in mistakes if cost.player == person]
        if own:
            return max(own, key=lambda costly: costly[0])[1]
        turns = [node for node, cost in mistakes if cost.changed_outcome]
        moves = self.game.main_line()[1:]
        is_known = all(self.cost(node) is not None for node in moves)
        chosen = [
            node
            for node in moves
            if is_known and node.parent and len(node.parent.position.legal_moves) > 1
        ]
        return next(iter([*turns[-1:], *(node for node, _cost in mistakes), *chosen[-1:]]), None)

    def opening(self, person: Player | None = None) -> Node | None:
        """Return the node to open a finished game at: its telling move, or the start.

        None if the game goes on, or another place than its end is looked at.
        """
        game = self.game
        if game.ending_at(game.last) is None or game.node is not game.last:
            return None
        return self.telling_move(person) or game.root

    # --- the record -----------------------------------------------------------------------------

    def save_values(self) -> None:
        """Write what is known about every position into the tree's comments."""
        for node in self.nodes():
            node.comment = with_evaluation(node.comment, _evaluation(node, self.values))
        self._changes += 1

    def bring_back(self, game: Game) -> bool:
        """Merge the findings into the game this is a copy of; its main line and ending stay.

        Returns whether any is new there.
        """
        self.save_values()
        is_changed = _copy_comments(game.root, self.game.root)
        return _add_branches(game, game.root, self.game.root, at_ends=False) or is_changed


def study_of(game: Game, earlier: Study | None = None, values: Values | None = None) -> Study:
    """Return a study of a copy of a game, so that trying things out leaves the game alone.

    Values and branches of an earlier study of the same game are kept. Without one `values` are
    used.
    """
    copied = game.copy()
    if earlier is None or earlier.game.start != copied.start:
        return Study(copied, values)
    _add_branches(copied, copied.root, earlier.game.root, at_ends=game.ending is None)
    return Study(copied, earlier.values)


def _copy_comments(to: Node, of: Node) -> bool:
    """Copy the comments of twins; return whether any is another one."""
    is_changed, to.comment = to.comment != of.comment, of.comment
    for child in to.children:
        twin = None if child.move is None else of.child(child.move)
        if twin is not None:
            is_changed |= _copy_comments(child, twin)
    return is_changed


def _add_branches(game: Game, to: Node, of: Node, *, at_ends: bool) -> bool:
    """Append missing branches below a node; with `at_ends` also below leaves.

    Returns whether there were any.
    """
    is_changed = False
    for child in of.children:
        if child.move is None or to is game.ended_at:
            continue
        twin = to.child(child.move)
        if twin is None and (to.children or at_ends):
            twin = Node(child.position, child.move, to, child.comment, child.nags)
            to.children.append(twin)
            _add_branches(game, twin, child, at_ends=True)
            is_changed = True
        elif twin is not None:
            is_changed |= _add_branches(game, twin, child, at_ends=at_ends)
    return is_changed


def _read_evaluation(node: Node, values: Values) -> None:
    """Store the evaluation in a node's comment: a claim, or a guess if it is an estimate."""
    evaluation = evaluation_in(node.comment)
    if evaluation is None:
        return
    position = node.position
    value = for_player(evaluation.margin - position.margin, position.to_move)
    least = evaluation.relation == (">=" if position.to_move == 1 else "<=")
    if evaluation.relation == "~":
        values.guess(position, value, evaluation.error)
    elif evaluation.is_proven:
        values.claim(position, value, value)
    elif least:
        values.claim(position, value, position.points_left)
    else:
        values.claim(position, -position.points_left, value)


def _evaluation(node: Node, values: Values) -> Evaluation | None:
    """Return the margin at a node: proven, else guessed, else a bound."""
    position = node.position
    margin = values.with_claims(position).as_margin(position)
    if margin.is_exact:
        return Evaluation("=", margin.lower)
    if margin.guess is not None:
        return Evaluation(
            "~", margin.guess, None if margin.error is None else round(margin.error, 1)
        )
    if margin.lower > position.margin - position.points_left:
        return Evaluation(">=", margin.lower)
    if margin.upper < position.margin + position.points_left:
        return Evaluation("<=", margin.upper)
    return None
