"""Sample games and studies for pictures of the screens, valued without the solver.

The end of the game is worked out move by move; what comes before gets made-up estimates.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Final

from battle.analysis.study import Study
from battle.analysis.values import MoveInfo, Values
from battle.game.session import Seat, Session, Setup, study_of
from battle.rules.deal import deal
from battle.rules.game import Node
from battle.rules.position import ALL_POINTS, Move, Position

if TYPE_CHECKING:
    from battle.window.main import App

_PROVEN: Final = 9
"""So many positions at the end are worked out."""
_COSTS: Final = (0, 0, 2, 0, 0, 1, 0, 4, 0, 0, 0, 1, 8, 0, 0, 0, 3, 0, 2)


def sample_session(app: App, plies: int, *, solver: bool = False) -> Session:
    """Return a game some moves old, always the same."""
    random = Random(plies)
    seats = (Seat("Ada"), Seat("Solver", solver=True) if solver else Seat("Benedikt"))
    session = Session(Setup(seats, deal(4711), 4711), now=app.now)
    for _ in range(plies):
        if session.ending is None:
            session.play(random.choice(session.position.legal_moves))
    return session


def sample_study(app: App, plies: int) -> tuple[Study, Session]:
    """Return the study of a sample game, its end proven, with a branch; no solver is needed."""
    session = sample_session(app, plies)
    return studied(session), session


def studied(session: Session) -> Study:
    """Return the study of a finished sample game, with a branch, near its end."""
    study = study_of(session)
    line = study.line()
    costs = cycle(_COSTS)
    for node in reversed(line):
        if node.position.is_over:
            continue
        if node in line[-_PROVEN:]:
            _prove(study, node.position)
        else:
            _estimate(study, node, next(costs))
    _try_out(study, line)
    return study


def _try_out(study: Study, line: list[Node]) -> None:
    """Try something else a few moves before the end, and look at the place before it."""
    place = line[-_PROVEN + 1]
    study.go_to(place)
    played = [move for move in place.position.legal_moves if place.child(move) is None]
    for move in played[:1]:
        study.play(move)
        study.rename(study.node, "what if …")
        if not study.position.is_over:
            study.play(study.position.legal_moves[0])
    study.go_to(line[-1])
    study.go_to(place)


def _estimate(study: Study, node: Node, cost: int) -> None:
    """Guess that the move played after a node cost so many points."""
    played = next(node.main_line())
    assert played.move is not None
    value = study.values.of_move(node.position, played.move).guess or 0
    study.values.guess(node.position, value + cost)


def _prove(study: Study, position: Position) -> None:
    study.values.learn(position, _findings(position))


def _findings(position: Position) -> list[MoveInfo]:
    findings = []
    for move in position.legal_moves:
        value, line = _worth(position, move)
        findings.append(MoveInfo(move, value, value, value, 1, line))
    return findings


def prove_all(values: Values, position: Position) -> None:
    """Let all moves of a position near the end, and the replies to them, be known."""
    for place in (position, *map(position.play, position.legal_moves)):
        if not place.is_over:
            values.learn(place, _findings(place))


def costliest(values: Values, position: Position) -> Move:
    """Return the move that costs most."""
    return min(position.legal_moves, key=lambda move: values.of_move(position, move).upper)


def guessed(position: Position) -> list[MoveInfo]:
    """Return made-up estimates of all moves of a position, without any proof."""
    return [
        MoveInfo(move, -ALL_POINTS, ALL_POINTS, position.worth(move) - number % 5, 1, (move,), 3.6)
        for number, move in enumerate(position.legal_moves)
    ]


def _worth(position: Position, move: Move) -> tuple[int, tuple[Move, ...]]:
    value, line = _search(position.play(move))
    return position.worth(move) - value, (move, *line)


@lru_cache(maxsize=100_000)
def _search(position: Position) -> tuple[int, tuple[Move, ...]]:
    """Return the value for the player to move, and the play."""
    found = (_worth(position, move) for move in position.legal_moves)
    return max(found, key=lambda one: one[0], default=(0, ()))
