"""Studies of games at the table, there and back."""

from __future__ import annotations

from random import Random

import pytest

from battle.game.session import Seat, Session, Setup
from battle.game.session_study import bring_back, saved, study_of
from battle.rules.deal import deal
from battle.rules.game import Node
from battle.rules.record import record


def begun(lot: Random, plies: int) -> Session:
    """Return a game some moves old, some of them perhaps taken back."""
    session = Session(Setup((Seat("Ada"), Seat("", solver=True)), deal(12), 12))
    for _ in range(plies):
        if session.ending is None:
            session.play(lot.choice(session.position.legal_moves))
    if lot.random() < 0.4 and session.can_take_back:
        session.take_back()
    if lot.random() < 0.2 and session.ending is None:
        session.resign(1)
    return session


def tree_of(node: Node) -> dict[str, object]:
    """Return everything below a node, by moves."""
    return {str(child.move): tree_of(child) for child in node.children}


def holds(outer: dict[str, object], inner: dict[str, object]) -> bool:
    """Whether a tree has all of another one."""
    return all(
        name in outer and holds(outer[name], below)  # type: ignore[arg-type]
        for name, below in inner.items()
    )


@pytest.mark.parametrize("seed", range(30))
def test_trying_out_changes_nothing_that_was_played(seed: int) -> None:
    """Place, main line, end, result and what can be played again stay; values and branches come."""
    lot = Random(seed)
    session = begun(lot, lot.randrange(60))
    study = study_of(session)
    assert study.position == session.position
    before = (
        session.position,
        [node.move for node in session.game.root.main_line()],
        session.ending,
        session.can_redo,
        session.record().result,
    )
    places = list(study.nodes())
    for _ in range(8):
        study.go_to(lot.choice(places))
        if study.game.ending is None:
            study.play(lot.choice(study.position.legal_moves))
            study.values.guess(study.position, lot.randint(-9, 9))
            places.append(study.node)
    bring_back(study, session)
    assert before == (
        session.position,
        [node.move for node in session.game.root.main_line()],
        session.ending,
        session.can_redo,
        session.record().result,
    )
    again = study_of(session, study)
    assert again.position == session.position
    assert holds(tree_of(again.game.root), tree_of(study.game.root))
    assert again.values is study.values


@pytest.mark.parametrize("seed", range(30))
def test_what_is_saved_opens_where_the_game_stood(seed: int) -> None:
    """The file of a study has its whole tree, and is the game as it stands at the table."""
    lot = Random(seed)
    session = begun(lot, lot.randrange(60))
    study = study_of(session)
    if study.game.ending is None:
        study.play(lot.choice(study.position.legal_moves))
    file = Session.from_record(record(saved(study, session).record().text))
    assert file.position == session.position
    assert file.ending == session.ending
    assert file.name(1) == "Ada"
    assert holds(tree_of(file.game.root), tree_of(study.game.root))


def test_an_analysis_without_a_game_opens_at_its_end() -> None:
    """Where no game was begun at a table there is no place at which it stood."""
    session = Session(Setup((Seat(), Seat()), deal(5), 5))
    study = study_of(session)
    for _move in range(3):
        study.play(study.position.legal_moves[0])
    assert saved(study, session).game.moves == study.game.moves
