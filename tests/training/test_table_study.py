"""What is found out of the game at a table, shared by all that look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.game.session import Seat, Session, Setup
from battle.game.session_study import study_of
from battle.training.background_review import TableStudy
from tests.support.review_services import FakeServices
from tests.support.twin import bad_game


@pytest.fixture
def services(tmp_path: Path) -> FakeServices:
    """Return the services of a program with an empty record."""
    return FakeServices(tmp_path)


@pytest.fixture
def session() -> Session:
    """Return a game that has just ended."""
    game = bad_game()
    session = Session(Setup((Seat("Ada"), Seat("Ben")), game.start))
    for node in game.root.main_line():
        assert node.move is not None
        session.play(node.move)
    return session


def test_all_that_look_share_one_store_of_values(services: FakeServices, session: Session) -> None:
    """Studies and the review work on the values that hints and the teacher fill."""
    found = TableStudy(services, session)
    assert found.studied().values is found.values
    assert found.studied().values is found.values
    assert found.reviewed().study.values is found.values


def test_an_earlier_study_brings_its_values(services: FakeServices, session: Session) -> None:
    """What an earlier study of the game knows is known at once."""
    earlier = study_of(session)
    found = TableStudy(services, session, earlier)
    assert found.values is earlier.values
    assert found.studied().values is earlier.values


def test_a_study_keeps_what_was_tried_out(services: FakeServices, session: Session) -> None:
    """A branch tried out in one study is in the next one too."""
    found = TableStudy(services, session)
    study = found.studied()
    study.to_start()
    played = session.game.moves[0]
    tried = next(move for move in study.position.legal_moves if move != played)
    study.play(tried)
    again = found.studied()
    assert again is not study
    assert again.game.root.child(tried) is not None


def test_there_is_one_review_of_one_end(services: FakeServices, session: Session) -> None:
    """A review is made when it is wanted, and there is none of a game that goes on again."""
    found = TableStudy(services, session)
    assert found.review is None
    review = found.reviewed()
    assert found.review is review
    assert found.reviewed() is review
    session.request_take_back(1)
    session.answer(True)
    assert found.review is None
    assert found.reviewed() is not review


def test_a_review_of_another_end_leaves_the_engine(
    services: FakeServices, session: Session
) -> None:
    """When the game goes on again the engine is free."""
    found = TableStudy(services, session)
    review = found.reviewed()
    review.begin()
    while not services.engine.busy:
        services.scheduler.poll()
    session.request_take_back(1)
    session.answer(True)
    found.follow()
    assert not services.engine.busy
