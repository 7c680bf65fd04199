"""New problems: made of random play with the engine, while it has nothing else to do.

few are left ──► a position ──► the analyst proves its moves ──► the deck, if one costs points
                     ▲                                                │
                     └────────────────────────────────────────────────┘
"""

from __future__ import annotations

from random import Random
from typing import Final

from battle.analysis.values import Values
from battle.engine.jobs import Analyst, Target
from battle.engine.scheduler import Job, Priority
from battle.rules.position import Position
from battle.rules.problem import Problem
from battle.training.deck import Deck
from battle.training.problems import Source, grade_of, random_endgames

TILES: Final = 32
"""How many tiles a generated problem has at most."""

SECONDS: Final = 3.0
"""The engine's time for a position; what is not proven by then is dropped."""


class ProblemGenerator:
    """Makes problems for a deck until enough are waiting; call `update` once a frame."""

    def __init__(self, deck: Deck, random: Random) -> None:
        self._deck = deck
        self._positions = random_endgames(random, TILES)
        self._wanted: int | None = None
        self._asked: tuple[Analyst, Job] | None = None
        self.made = 0

    def update(self, analyst: Analyst, values: Values) -> None:
        """Ask about the next position, if problems are wanted and nothing is asked.

        `values` are those of the analyst's study. A question to another analyst is forgotten.
        """
        if self._asked is not None and self._asked[0] is analyst:
            return
        if self._wanted is None:
            self._wanted = self._deck.wanted_problems
        if self._wanted == 0:
            return
        position = next(self._positions)

        def hear(found: bool) -> None:
            self._asked = None
            if found:
                self._take(position, values)

        request = analyst.ask(
            position, hear, target=Target.MOVES, seconds=SECONDS, priority=Priority.FRONT
        )
        self._asked = analyst, request

    def recount(self) -> None:
        """Find out anew how many are wanted: one was asked."""
        self._wanted = None

    def _take(self, position: Position, values: Values) -> None:
        worth = {move: values.of_move(position, move).lower for move in position.legal_moves}
        found = Problem(position, worth)
        if grade_of(found).is_choice:
            self.made += self._deck.add([found], Source.GENERATED)
            self.recount()
