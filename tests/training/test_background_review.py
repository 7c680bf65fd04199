"""The review of a finished game without a window, against the slow twin's values."""

from __future__ import annotations

from battle.game.session import Session
from battle.game.session_study import study_of
from battle.rules.record import evaluation_in
from battle.training.background_review import BackgroundReview
from tests.support.review_services import FakeServices
from tests.support.twin import bad_game, cost_of


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
