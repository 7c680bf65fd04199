"""Mahjong Battle: the game, its rules, its window and its commands.

What programs may rely on is in `__all__` here and in `battle.protocol`, `battle.engine` and
`solver`; everything else may change. Importing this needs the standard library only.
"""

from battle.rules.certificate import Certificate, RefutedError, verify
from battle.rules.disguise import canonical
from battle.rules.position import (
    Cell,
    FormatError,
    IllegalMoveError,
    Kind,
    Move,
    Player,
    Position,
    RulesError,
    cell,
    deal,
    divide,
    kind,
    move,
    perft,
    played_down,
    position,
)
from battle.rules.problem import Problem, problem, problems
from battle.rules.quick import quick_deal
from battle.rules.record import (
    Evaluation,
    Record,
    all_games,
    evaluation_in,
    recognise,
    record,
    with_evaluation,
)
from battle.rules.tree import Ending, Game, Node, Reason

__all__ = [
    "Cell",
    "Certificate",
    "Ending",
    "Evaluation",
    "FormatError",
    "Game",
    "IllegalMoveError",
    "Kind",
    "Move",
    "Node",
    "Player",
    "Position",
    "Problem",
    "Reason",
    "Record",
    "RefutedError",
    "RulesError",
    "__version__",
    "all_games",
    "canonical",
    "cell",
    "deal",
    "divide",
    "evaluation_in",
    "kind",
    "move",
    "perft",
    "played_down",
    "position",
    "problem",
    "problems",
    "quick_deal",
    "recognise",
    "record",
    "verify",
    "with_evaluation",
]

__version__ = "1.0.0"
