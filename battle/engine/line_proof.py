"""The proof of a line: the value of every position, from the last to the first.

A move costs what the position before it is worth and the position after it is not; so the values
along the line are all that its ledger needs. That takes about half of what proving every move
would, and the engine's table knows the move that was played when the position before it comes.

    line     0 ── 1 ── 2 ── 3 ── 4 ── 5        5 and 4 are proven, 3 is in hand; what is known
                            ▲    └────┘        already is passed over, and nothing is asked twice
                          in hand

Call `update` once a frame. It gives way: where somebody else has asked the engine it neither asks
nor polls before that is over, and `rest` leaves the engine alone until the next `update`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from battle.analysis.proof_cost import Forecast, ProofCost, ProofPlace
from battle.analysis.values import Finding, Values
from battle.engine.engine import Engine, Event, Failed, Query, contradiction_words
from battle.language import _
from battle.protocol import BestMove, Info, Limit
from battle.rules.game import Node
from battle.rules.position import Position

_PROOF: Final = Limit(exact=True)


class LineProof:
    """Proves the positions of `nodes` into `values`; each node is a child of the one before.

    Those before the place `first` are left out; they tell how the others came about. `cost` learns
    what that takes. `failure` is why the engine was given up.
    """

    def __init__(
        self,
        engine: Engine,
        values: Values,
        nodes: Sequence[Node],
        cost: ProofCost | None = None,
        first: int = 0,
    ) -> None:
        self.cost = ProofCost() if cost is None else cost
        self.nodes = nodes
        self.failure = ""
        self._engine = engine
        self._values = values
        self._moves = tuple(node.move for node in nodes[1:] if node.move is not None)
        self._id: int | None = None
        self._spent = self._done = 0
        self._latest: Info | None = None
        self._first = first
        self._index = len(nodes) - 1
        self._pass_over()

    # --- how far it is --------------------------------------------------------------------------

    @property
    def is_done(self) -> bool:
        """Whether every position is proven."""
        return self._index < self._first

    @property
    def is_running(self) -> bool:
        """Whether the engine works on it."""
        return self._id is not None

    @property
    def position(self) -> Position | None:
        """The position in hand, None at the end."""
        return None if self.is_done else self.nodes[self._index].position

    @property
    def proven_from(self) -> int:
        """The first ply from which everything is proven, one more than there are for nothing."""
        return 1 if self._index < 0 else min(self._index + 2, len(self.nodes))

    @property
    def share(self) -> float:
        """How much of the work is done, 0 to 1, as far as can be foreseen."""
        left = self.cost.nodes_left(self.places, self._spent).middle
        return self._done / max(1.0, self._done + left)

    @property
    def places(self) -> tuple[ProofPlace, ...]:
        """The positions that are still to be proven, the next one first."""
        before = (self.nodes[index].position for index in range(self._index, self._first - 1, -1))
        return tuple(ProofPlace.of(place) for place in before if not self._is_known(place))

    @property
    def seconds_left(self) -> Forecast:
        """How long it will take from now on."""
        return self.cost.seconds_left(self.places, self._spent)

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> bool:
        """Go on; return whether a position was proven."""
        before = self._index
        if self._id is not None and self._engine.last_id != self._id:
            self._let_go()
        if self._id is None and self._engine.busy:
            return False
        if self._id is not None:
            for event in self._engine.poll():
                self._hear(event)
        self._pass_over()
        if self._id is None and not self.is_done and not self.failure:
            self._ask()
        return self._index < before

    def rest(self) -> None:
        """Leave the engine to others until the next `update`."""
        if self._id is not None and self._engine.last_id == self._id:
            self._engine.cancel()
        self._let_go()

    def retry(self) -> None:
        """Start the engine anew after a failure."""
        self.failure = ""
        self._engine.start()

    def _let_go(self) -> None:
        self._id, self._latest, self._spent = None, None, 0

    def _is_known(self, position: Position) -> bool:
        return position.is_over or self._values.known(position).is_exact

    def _pass_over(self) -> None:
        """Go on to the last position that is not proven."""
        before = self._index
        while not self.is_done and self._is_known(self.nodes[self._index].position):
            self._index -= 1
        if self._index < before and self._id is not None:
            self.rest()

    # --- the engine -----------------------------------------------------------------------------

    def _ask(self) -> None:
        query = Query(self.nodes[0].position, self._moves[: self._index], _PROOF, lines=1)
        self._id = self._engine.ask(query)

    def _hear(self, event: Event) -> None:
        match event:
            case Failed(message):
                self.failure = message
                self._let_go()
            case Info() if event.id == self._id and event.rank == 1:
                self._done += event.nodes - self._spent
                self._latest, self._spent = event, event.nodes
                self.cost.hear(event.nodes_per_second)
                self._prove(event.lower, event.upper)
            case BestMove() if event.id == self._id:
                self._take(event)

    def _take(self, best: BestMove) -> None:
        """Take in the answer: the value, and the move that is worth it."""
        position, latest = self.nodes[self._index].position, self._latest
        self._let_go()
        if not best.exact or best.move is None:
            self.failure = self.failure or _("the engine gave up a proof")
            return
        nodes = 0 if latest is None else latest.nodes
        if latest is not None:
            self.cost.learn(ProofPlace.of(position), nodes)
        line = latest.pv if latest is not None and latest.pv[:1] == (best.move,) else (best.move,)
        value = best.value
        self._prove(value, value, position)
        with suppress(ArithmeticError):
            self._values.learn(
                position, [Finding(best.move, value, value, value, nodes, tuple(line))]
            )

    def _prove(self, lower: int, upper: int, position: Position | None = None) -> None:
        """Take in bounds of the position in hand; a contradiction is the engine's failure."""
        place = position or self.nodes[self._index].position
        known = self._values.known(place)
        if lower <= known.lower and upper >= known.upper:
            return
        try:
            self._values.prove(place, lower, upper)
        except ArithmeticError as error:
            self.rest()
            self.failure = contradiction_words(error)
