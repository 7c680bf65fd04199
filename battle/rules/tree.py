"""A game: a starting position and a tree of moves, with a current node.

    start ── a1c9 ── f1l1 ── b9h1        the main line: always the first child
                        └─── d1e9        a variation, kept apart

`play` goes forward, `undo` back, `redo` forward again along the line last visited. Points and the
player to move come from the position looked at; nothing is counted twice. `battle.rules.record`
reads and prints a game as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from battle.rules.position import IllegalMoveError, Move, Player, Position, winner_at


class Reason(Enum):
    """How a game ended; all but `PLAYED_OUT` are before the last pair.

    >>> Reason.RESIGNED.value
    'resigned'
    """

    PLAYED_OUT = "played out"
    RESIGNED = "resigned"
    AGREED = "draw agreed"
    TIME = "out of time"
    FORKED = "forked"
    """A friend signed two games that differ, and the other claimed the win."""


@dataclass(frozen=True)
class Ending:
    """How a game ended: the reason, and the player who won, None for a draw.

    >>> Ending(Reason.TIME, winner=2).winner
    2
    """

    reason: Reason
    winner: Player | None


@dataclass(eq=False)
class Node:
    """A node of the tree: the position reached, the move that led here, and its children.

    `comment` is the text after the move (before the first move at the root), `nags` are its numeric
    annotation glyphs, as in PGN: 1 for `!`, 2 for `?`. `children[0]` continues the main line;
    `last_visited` is the child that `redo` goes to.

        >>> game = Game(position("5m5p/5p5m/9s/9s"))
        >>> game.play(move("c1d1"))
        >>> [str(node.move) for node in game.root.main_line()]
        ['c1d1']
    """

    position: Position
    move: Move | None = None
    parent: Node | None = field(default=None, repr=False)
    comment: str = ""
    nags: tuple[int, ...] = ()
    children: list[Node] = field(default_factory=list, repr=False)
    last_visited: Node | None = field(default=None, repr=False)

    def child(self, move: Move) -> Node | None:
        return next((child for child in self.children if child.move == move), None)

    @property
    def following(self) -> Node | None:
        """The next node of the line: the child last visited, else the first."""
        if self.last_visited in self.children:
            return self.last_visited
        return self.children[0] if self.children else None

    def path(self) -> list[Node]:
        """Return the nodes from the root's first move to this node."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def main_line(self) -> Iterator[Node]:
        """Yield the nodes of the main line after this one."""
        node = self
        while node.children:
            node = node.children[0]
            yield node


class Game:
    """A game in progress, over, or being viewed.

    A game that was ended early (`end`) is over at one node, `ended_at`, and only there: variations
    go on.

        >>> game = Game(position("5m5p/5p5m/9s/9s"))
        >>> game.play(move("c1d1"))
        >>> game.ply, game.position.margin, game.ending
        (1, 9, None)
        >>> game.undo()
        >>> game.position == game.start
        True
    """

    def __init__(self, start: Position) -> None:
        self.root = Node(start)
        self.node = self.root
        self.agreed_ending: Ending | None = None
        self.ended_at: Node | None = None

    @property
    def start(self) -> Position:
        """The position the game began from."""
        return self.root.position

    @property
    def position(self) -> Position:
        """The current position."""
        return self.node.position

    @property
    def ply(self) -> int:
        """The number of moves from the start to the current position."""
        return len(self.node.path())

    @property
    def moves(self) -> list[Move]:
        """The moves from the start to the current position."""
        return [node.move for node in self.node.path() if node.move is not None]

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self.node.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether a move follows the current position."""
        return bool(self.node.children)

    @property
    def ending(self) -> Ending | None:
        """How the game ended at the current position, None while it goes on."""
        return self.ending_at(self.node)

    def ending_at(self, node: Node) -> Ending | None:
        """Return how the game ended at `node`, None where it goes on."""
        if node.position.is_over:
            return Ending(Reason.PLAYED_OUT, winner_at(node.position.margin))
        return self.agreed_ending if node is self.ended_at else None

    @property
    def last(self) -> Node:
        """The last node of the main line, the start if no move has been played."""
        return self.main_line()[-1]

    def main_line(self) -> list[Node]:
        """Return the nodes of the main line, from the root on."""
        return [self.root, *self.root.main_line()]

    def play(self, move: Move, *, as_main_line: bool = True) -> None:
        """Play `move`; raise IllegalMoveError, with nothing changed, if it cannot be played.

        A move already in the tree is followed. With `as_main_line` it becomes the main line here,
        and the earlier one a variation; otherwise a new move becomes a variation.
        """
        if self.node is self.ended_at:
            raise IllegalMoveError("illegal move {move}: the game is over", move=move)
        child = self.node.child(move)
        if child is None:
            child = Node(self.position.play(move), move, self.node)
            self.node.children.append(child)
        if as_main_line:
            self.node.children.remove(child)
            self.node.children.insert(0, child)
        self._step_to(child)

    def undo(self) -> None:
        """Go back one move; raise IllegalMoveError at the start."""
        if self.node.parent is None:
            raise IllegalMoveError("there is no move to take back")
        self.go_to(self.node.parent)

    def redo(self) -> None:
        """Go forward along the line last visited; raise IllegalMoveError at its end."""
        following = self.node.following
        if following is None:
            raise IllegalMoveError("there is no move to play again")
        self._step_to(following)

    def go_to(self, node: Node) -> None:
        """Go to `node`, which must be in this game's tree."""
        self.node = node
        while node.parent is not None:
            node.parent.last_visited = node
            node = node.parent

    def promote(self, to: Node | None = None) -> None:
        """Make the line to a node, by default the current one, the main line."""
        for node in (to or self.node).path():
            assert node.parent is not None
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def end(self, ending: Ending) -> None:
        """End the game by resignation, agreement or time at the current position.

        Moves taken back from here are dropped: this is the end of its line. Raises IllegalMoveError
        if the game is over already.
        """
        if self.ending is not None:
            raise IllegalMoveError("the game is over already")
        self.promote()
        self.node.children.clear()
        self.node.last_visited = None
        self.agreed_ending, self.ended_at = ending, self.node

    def resume(self) -> None:
        """Take an ending by resignation, agreement or time back."""
        self.agreed_ending, self.ended_at = None, None

    def copy(self) -> Game:
        """Return a game of its own with the same tree, at the same node."""
        copied = Game(self.start)
        twins, nodes = {self.root: copied.root}, [self.root]
        for node in nodes:  # which grows
            twin = twins[node]
            for child in node.children:
                twins[child] = Node(child.position, child.move, twin)
            twin.comment, twin.nags = node.comment, node.nags
            twin.children = [twins[child] for child in node.children]
            twin.last_visited = node.last_visited and twins.get(node.last_visited)
            nodes += node.children
        copied.node, copied.agreed_ending = twins[self.node], self.agreed_ending
        copied.ended_at = self.ended_at and twins[self.ended_at]
        return copied

    def __repr__(self) -> str:
        first, second = self.position.points
        return f"<Game at move {self.ply} of {len(self.main_line()) - 1}, {first}-{second}>"

    def _repr_svg_(self) -> str:
        """Return a picture of the current position, which notebooks show."""
        return self.position._repr_svg_()

    def _step_to(self, child: Node) -> None:
        self.node.last_visited = child
        self.node = child


def move_number(ply: int, player: Player) -> int:
    """Return the number of a player's move at `ply` (from 1); as in chess, two moves share one."""
    return (ply + 3 - player) // 2
