"""What a study says at one moment: the same as the study says, and fixed until the next."""

from __future__ import annotations

from random import Random

from battle.analysis.study import ExpectedLines, Snapshot, Study, decided
from battle.analysis.values import Known
from battle.rules.deal import deal
from battle.rules.position import PLAYERS
from tests.support.endgame_values import Truth, games
from tests.support.strategies import played


def proven_studies(number: int, seed: int) -> list[Study]:
    """Return studies of small games, at their start, in which every move is proven."""
    studies = []
    for game, _random in games(number, seed):
        truth, study = Truth(), Study(game)
        for node in study.nodes():
            study.values.learn(node.position, truth.proof(node.position))
        study.to_start()
        studies.append(study)
    return studies


def test_it_says_what_the_study_says() -> None:
    """Place, line, margins and costs are the study's; losses are the sums of the costs."""
    costly = 0
    for study in proven_studies(10, 250):
        study.to_end()
        shown = Snapshot(study)
        assert shown.line[shown.place] is study.node
        assert shown.margins == [study.values.margin(node.position) for node in shown.line]
        assert shown.margin == shown.margins[shown.place]
        assert shown.costs == {node: study.cost(node) for node in shown.line[1:]}
        costs = [shown.costs[node] for node in shown.line[1:]]
        for player in PLAYERS:
            lost = sum(cost.points for cost in costs if cost.player == player)
            assert shown.losses[player][-1] == (lost, True)
        costly += sum(cost.points > 0 for cost in costs)
    assert costly


def test_losses_are_told_as_far_as_they_are_known() -> None:
    """From the first move on of which nothing is known there is nothing to tell."""
    study = Study(played(deal(3), Random(3), 6))
    line = study.line()
    for node in line[:4]:
        study.values.guess(node.position, 0)
    losses = Snapshot(study).losses
    for player in PLAYERS:
        assert [loss is None for loss in losses[player]] == [False] * 4 + [True] * 3


def test_what_is_known_of_a_pair_is_found_by_its_cells() -> None:
    """A move is found as itself, by its two cells in any order, and best by each of them."""
    (study,) = proven_studies(1, 251)
    shown = Snapshot(study)
    for value in shown.moves:
        first, second = value.move
        assert shown.of_move(value.move) is value
        assert shown.of_cells(first, second) is shown.of_cells(second, first) is value
    assert {cell for value in shown.moves for cell in value.move} == {*shown.best_of}


def test_every_snapshot_has_its_own_number() -> None:
    """Snapshots are told apart, also of a study that has not changed."""
    (study,) = proven_studies(1, 252)
    assert Snapshot(study).number != Snapshot(study).number


def test_lines_are_looked_up_when_they_are_wanted() -> None:
    """Before that a line is its move alone; another position forgets all of them."""
    study = next(study for study in proven_studies(20, 253) if len(study.line()) > 3)
    shown, lines = Snapshot(study), ExpectedLines()
    move = shown.moves[0].move
    assert lines.line(move) == (move,)
    for _frame in range(100):
        lines.update(shown, (move,))
    expected = study.values.line(study.position.play(move))
    assert lines.line(move) == (move, *expected)
    version = lines.version
    lines.update(shown, (move,))
    assert lines.version == version
    study.forward()
    lines.update(Snapshot(study), ())
    assert lines.line(move) == (move,)
    assert lines.version > version


def test_who_wins_for_certain() -> None:
    """A margin that is proven on one side of zero has a winner; an open one has none yet."""
    assert [decided(Known(*bounds)) for bounds in ((1, 9), (-9, -1), (0, 0), (0, 9))] == [
        1,
        2,
        None,
        False,
    ]
