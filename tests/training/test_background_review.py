"""Reviews while the person does something else, what comes of them, the study of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.analysis.study import Study
from battle.analysis.values import Finding
from battle.game.session import Seat, Session, Setup
from battle.game.session_study import study_of
from battle.rules.game import Game
from battle.rules.position import PLAYERS, Player, Position
from battle.rules.record import evaluation_in
from battle.training.background_review import BackgroundReview, Learning, TableStudy
from battle.training.problems import Source, key_of
from tests.support.review_services import FakeServices
from tests.support.twin import bad_game, cost_of, costly
from tools.reference import move_values


def proven(session: Session) -> Study:
    """Return the study of a game in which every move's value is known."""
    study = study_of(session)
    for node in study.line():
        values = move_values(node.position)
        found = [Finding(move, value, value, value) for move, value in values.items()]
        study.values.learn(node.position, found)
    return study


def wrong(game: Game, player: Player | None = None) -> set[str]:
    """Return the keys of the positions in which points were given away."""
    places: list[Position] = [node.parent.position for node in costly(game) if node.parent]
    return {key_of(place) for place in places if player in (None, place.to_move)}


def test_a_review_is_kept_and_every_proven_mistake_is_learned_from(services: FakeServices) -> None:
    """Of two people both learn; the record tells from then on what the game lost."""
    game = bad_game()
    session = services.played(game)
    learning = services.mistake_collector.collect(session, proven(session))
    entries = services.deck.entries()
    assert {one.key for one in entries} == wrong(game)
    assert {one.source for one in entries} == {Source.OWN}
    assert learning == Learning(len(entries), ())
    (kept,) = services.records.games()
    assert kept.lost == kept.proven
    assert kept.lost is not None


def test_what_was_learned_from_already_is_not_new(services: FakeServices) -> None:
    """The same review once more puts nothing into the deck."""
    session = services.played(bad_game())
    study = proven(session)
    assert services.mistake_collector.collect(session, study).new > 0
    assert services.mistake_collector.collect(session, study) == Learning()


@pytest.mark.parametrize("program", PLAYERS)
def test_against_a_program_only_the_person_learns(services: FakeServices, program: Player) -> None:
    """The program's mistakes do not come into the deck."""
    game = bad_game()
    session = services.played(game, program)
    services.mistake_collector.collect(session, proven(session))
    assert {one.key for one in services.deck.entries()} == wrong(game, 1 if program == 2 else 2)


def test_a_game_that_is_not_in_the_record_is_not_learned_from(services: FakeServices) -> None:
    """What was deleted, or never recorded, stays out of the record and of the deck."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), bad_game().start))
    assert services.mistake_collector.collect(session, study_of(session)) == Learning()
    assert services.deck.entries() == []
    assert services.records.games() == []


# --- test background review ----------------------------------------------------------------------
#
# The review of a finished game without a window, against the slow twin's values.


def review_of(services: FakeServices, session: Session) -> BackgroundReview:
    """Return the review of a game, not begun."""
    return BackgroundReview(services, session, study_of(session))


def let_finish(services: FakeServices, review: BackgroundReview) -> None:
    """Let the review come to its end, and all that follows."""
    for _ in range(3000):
        services.scheduler.poll()
        if review.is_complete and review.is_settled:
            return
    raise AssertionError


def test_nothing_is_asked_before_it_is_begun(services: FakeServices) -> None:
    """A review that was made asks nothing and says nothing."""
    review = review_of(services, services.played(bad_game()))
    services.scheduler.poll()
    assert services.engine.queries == []
    assert (review.running, review.is_complete, review.review) == (False, False, None)


def test_what_was_lost_is_what_the_moves_cost(services: FakeServices) -> None:
    """When it is complete the sums of both players are those of the slow twin."""
    game = bad_game()
    review = review_of(services, services.played(game))
    review.begin()
    assert review.running
    let_finish(services, review)
    lost = {1: 0, 2: 0}
    for node in game.root.main_line():
        assert node.parent is not None
        lost[node.parent.position.to_move] += cost_of(node)
    assert review.review is not None
    assert review.review.lost == (lost[1], lost[2])
    assert (review.done, review.running) == (review.of, False)


def test_the_game_the_record_and_the_deck_get_what_was_found(services: FakeServices) -> None:
    """Values come into the game, the review into the record, mistakes into the deck."""
    session = services.played(bad_game())
    review = review_of(services, session)
    review.begin()
    let_finish(services, review)
    assert evaluation_in(session.game.root.comment) is not None
    kept = services.records.games()[-1]
    assert review.review is not None
    assert kept.lost == review.review.lost
    assert review.learned > 0
    assert services.deck.due >= 0
    assert services.take_messages() == []


def test_it_can_be_cancelled_and_begun_again(services: FakeServices) -> None:
    """Cancelling ends the work at once; begun again it comes to its end."""
    review = review_of(services, services.played(bad_game()))
    review.begin()
    while not services.engine.busy:
        services.scheduler.poll()
    review.cancel()
    assert (services.engine.busy, review.running) == (False, False)
    review.begin()
    let_finish(services, review)
    assert review.is_complete


def test_a_failure_holds_it_up(services: FakeServices) -> None:
    """With an engine that was given up it does not run; started again it comes to its end."""
    review = review_of(services, services.played(bad_game()))
    review.begin()
    services.scheduler.poll()
    services.engine.fail("it broke")
    services.scheduler.poll()
    assert (review.running, review.failure) == (False, "it broke")
    services.scheduler.start()
    let_finish(services, review)
    assert review.is_complete


def test_it_belongs_to_the_game_as_it_ended(services: FakeServices) -> None:
    """A move taken back makes it the review of another game."""
    session = services.played(bad_game())
    review = review_of(services, session)
    assert review.fits
    session.request_take_back(1)
    session.answer(True)
    assert not review.fits


# --- test table study ----------------------------------------------------------------------------
#
# What is found out of the game at a table, shared by all that look at it.


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
