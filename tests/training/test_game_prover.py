"""Games proven in the background: politely, to the first move, and again after any end."""

from __future__ import annotations

import dataclasses
import gc
from weakref import ref

import pytest

from battle.game.session import Session
from battle.game.session_study import study_of
from battle.rules.game import Game
from battle.rules.record import record
from battle.training.background_review import BackgroundReview
from battle.training.game_prover import (
    ALWAYS,
    MOST_AT_HAND,
    NEVER,
    PLUGGED,
    GameProver,
    Standing,
)
from tests.support.fake_engine import position_of
from tests.support.review_services import FakeServices
from tests.support.twin import bad_game, cost_of
from tools.reference import balances

FRAMES = 6000


def quick_review(services: FakeServices, session: Session) -> BackgroundReview:
    """Return a review whose quick part found guesses only, as if everything were far away."""
    review = BackgroundReview(services, session, study_of(session))
    for node in review.study.nodes():
        review.study.values.guess(node.position, 1)
    return review


def unreviewed(services: FakeServices, count: int = 1) -> list[Session]:
    return [services.played(bad_game(seed)) for seed in range(1, count + 1)]


def let_finish(services: FakeServices, prover: GameProver) -> None:
    """Let frames pass until nothing is left to be proven."""
    for _ in range(FRAMES):
        services.frame()
        services.seconds += 0.02
        if prover.progress is None and not prover.waiting:
            return
    raise AssertionError


def let_begin(services: FakeServices, prover: GameProver) -> None:
    """Let frames pass until the engine works."""
    for _ in range(FRAMES):
        services.frame()
        if services.engine.busy:
            return
    raise AssertionError


def restarted(services: FakeServices) -> FakeServices:
    """Return the services of the program when it is started again, after whatever end."""
    services.proofs.wait()
    return FakeServices(services.home)


def set_when(services: FakeServices, when: str) -> None:
    services.settings = dataclasses.replace(services.settings, prove_games=when)


def costs(game: Game) -> tuple[int, int]:
    """Return what both players lost, by the slow twin."""
    lost = {1: 0, 2: 0}
    for node in game.root.main_line():
        assert node.parent is not None
        lost[node.parent.position.to_move] += cost_of(node)
    return lost[1], lost[2]


def test_a_reviewed_game_is_proven_to_its_first_move(services: FakeServices) -> None:
    """Taken, a game is proven without more ado; game, record and queue know it."""
    game = bad_game()
    review = quick_review(services, services.played(game))
    services.prover.take(review)
    let_finish(services, services.prover)
    assert review.is_proven
    assert review.review is not None
    assert balances(review.review)
    kept = services.records.games()[-1]
    assert (kept.exact_from, kept.lost, kept.proven) == (1, costs(game), costs(game))
    assert services.prover.waiting == []
    assert services.prover.progress_of(review).standing is Standing.PROVEN


def test_mistakes_come_to_the_trainer_when_they_are_proven(services: FakeServices) -> None:
    """What is proven to the end can be learned from."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    let_finish(services, services.prover)
    assert review.learned > 0


def test_all_games_of_the_record_are_proven_the_latest_first(services: FakeServices) -> None:
    """Asked for all, every game is proven, and those that were come no more."""
    unreviewed(services, 3)
    keys = [game.key for game in services.records.games()]
    services.prover.prove_all(services.records.games())
    assert services.prover.waiting == keys[::-1]
    let_begin(services, services.prover)
    assert services.prover.in_hand == keys[-1]
    let_finish(services, services.prover)
    assert [game.exact_from for game in services.records.games()] == [1, 1, 1]
    services.prover.prove_all(services.records.games())
    assert services.prover.waiting == []


def test_of_many_games_that_wait_only_the_latest_are_held(services: FakeServices) -> None:
    """Taken one after the other, most reviews are let go of, and yet every game is proven."""
    held = []
    for session in unreviewed(services, 3 * MOST_AT_HAND):
        review = quick_review(services, session)
        services.prover.take(review)
        held.append(ref(review))
    keys = [game.key for game in services.records.games()]
    del review, session
    gc.collect()
    assert sum(one() is not None for one in held) <= MOST_AT_HAND
    assert sorted(services.prover.waiting) == sorted(keys)
    let_finish(services, services.prover)
    assert {game.exact_from for game in services.records.games()} == {1}


def test_it_waits_while_a_person_plays(services: FakeServices) -> None:
    """While the engine is reserved nothing runs; then it goes on where it was."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    let_begin(services, services.prover)
    services.scheduler.is_reserved = True
    services.frame()
    assert not services.engine.busy
    assert services.prover.progress_of(review).standing is Standing.RUNNING
    services.scheduler.is_reserved = False
    let_finish(services, services.prover)
    assert review.is_proven


def test_on_the_battery_it_waits(services: FakeServices) -> None:
    """Set to work when plugged in, it stops on the battery and goes on with the mains."""
    set_when(services, PLUGGED)
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    let_begin(services, services.prover)
    services.on_battery, services.seconds = True, 100.0
    for _ in range(5):
        services.frame()
    assert not services.engine.busy
    assert services.prover.progress_of(review).standing is Standing.ON_BATTERY
    services.on_battery, services.seconds = False, 200.0
    let_finish(services, services.prover)
    assert review.is_proven


def test_set_to_always_the_battery_does_not_matter(services: FakeServices) -> None:
    """Set to work always, it does so on the battery too."""
    set_when(services, ALWAYS)
    services.on_battery = True
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    let_finish(services, services.prover)
    assert review.is_proven


def test_set_to_never_only_what_is_asked_for_is_proven(services: FakeServices) -> None:
    """Set to never, games are not proven by themselves, but on a click they are."""
    set_when(services, NEVER)
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    for _ in range(5):
        services.frame()
    assert services.engine.queries == []
    assert services.prover.progress_of(review).standing is Standing.STOPPED
    services.prover.take(review, asked=True)
    let_finish(services, services.prover)
    assert review.is_proven


def test_changed_to_never_it_stops(services: FakeServices) -> None:
    """A game that nobody asked for is put down when the setting says never."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    let_begin(services, services.prover)
    set_when(services, NEVER)
    services.frame()
    assert not services.engine.busy
    assert services.prover.waiting == []


@pytest.mark.parametrize("asked", [False, True])
def test_changed_to_never_after_a_restart(services: FakeServices, asked: bool) -> None:
    """A game taken from the queue goes on when set to never if a person asked for it, else not."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review, asked=asked)
    services.prover.close()
    services = restarted(services)
    let_begin(services, services.prover)
    set_when(services, NEVER)
    services.frame()
    assert services.engine.busy is asked
    assert len(services.prover.waiting) == asked


def test_asked_for_all_the_one_in_hand_goes_on(services: FakeServices) -> None:
    """Who asks for all games asks for the one that is being proven too."""
    services.prover.take(quick_review(services, unreviewed(services)[0]))
    services.prover.close()
    services = restarted(services)
    let_begin(services, services.prover)
    services.prover.prove_all(services.records.games())
    set_when(services, NEVER)
    services.frame()
    assert services.engine.busy


def test_a_click_stops_it_and_another_lets_it_go_on(services: FakeServices) -> None:
    """Stopped, a game is out of the queue and what is proven stays; then it goes on."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    while services.prover.progress_of(review).proven_from >= review.of - 3:
        services.frame()
    services.prover.stop(review)
    assert not services.engine.busy
    assert services.prover.progress_of(review).standing is Standing.STOPPED
    assert services.prover.waiting == []
    asked = len(services.engine.queries)
    for _ in range(5):
        services.frame()
    assert len(services.engine.queries) == asked
    services.prover.take(review, asked=True)
    let_finish(services, services.prover)
    assert review.is_proven


def test_a_game_that_just_ended_goes_before_the_queue(services: FakeServices) -> None:
    """The queue waits while the latest game is proven, then goes on."""
    first, second = unreviewed(services, 2)
    services.prover.prove_all(services.records.games())
    let_begin(services, services.prover)
    review = quick_review(services, first)
    services.prover.take(review)
    let_begin(services, services.prover)
    assert services.prover.in_hand == first.tags["Key"]
    let_finish(services, services.prover)
    assert all(game.exact_from == 1 for game in services.records.games())
    assert second.tags["Key"] in [game.key for game in services.records.games()]


def test_killed_at_any_moment_it_goes_on_with_all_that_was_proven(services: FakeServices) -> None:
    """After a kill the queue goes on, and no position that was proven is asked about again."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    while not 1 < services.prover.progress_of(review).proven_from < 6:
        services.frame()
    first = services.prover.progress_of(review).proven_from
    proven = [node.position for node in review.study.line()[first:] if not node.position.is_over]
    again = restarted(services)
    (game,) = again.records.games()
    assert again.prover.waiting == [game.key]
    study = study_of(Session.from_record(record(game.record)))
    again.proofs.recall(study)
    assert all(study.values.known(position).is_exact for position in proven)
    let_finish(again, again.prover)
    assert again.records.games()[0].exact_from == 1
    to_prove = [position_of(query) for query in again.engine.queries if query.lines == 1]
    assert not {position.grid for position in to_prove} & {one.grid for one in proven}


def test_an_engine_that_breaks_stops_it_until_it_is_asked_for(services: FakeServices) -> None:
    """A failure is told and nothing asked any more; a click starts the engine again."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    let_begin(services, services.prover)
    services.engine.fail("it broke")
    services.frame()
    assert services.prover.failure == "it broke"
    asked = len(services.engine.queries)
    for _ in range(5):
        services.frame()
    assert len(services.engine.queries) == asked
    assert services.prover.progress_of(review).standing is Standing.STOPPED
    services.prover.take(review, asked=True)
    let_finish(services, services.prover)
    assert (services.engine.started, review.is_proven) == (1, True)


def test_a_record_that_cannot_be_read_is_passed_over(services: FakeServices) -> None:
    """A game without a readable record leaves the queue, and the others are proven."""
    unreviewed(services, 2)
    games = services.records.games()
    services.records.put(dataclasses.replace(games[1], record="nonsense"))
    services.prover.prove_all(games)
    let_finish(services, services.prover)
    assert services.records.games()[0].exact_from == 1


def test_a_game_taken_back_is_another_game(services: FakeServices) -> None:
    """When the game goes on, its proof is dropped."""
    (session,) = unreviewed(services)
    review = quick_review(services, session)
    services.prover.take(review)
    let_begin(services, services.prover)
    session.request_take_back(1)
    session.answer(True)
    services.frame()
    assert not services.engine.busy
    assert services.prover.waiting == []


def test_the_machines_speed_is_remembered(services: FakeServices) -> None:
    """What a second brings is known at the next start, and makes the first estimate."""
    unreviewed(services)
    services.prover.prove_all(services.records.games())
    let_finish(services, services.prover)
    assert restarted(services).prover.speed == pytest.approx(services.prover.speed)
    assert services.prover.speed > 0


def test_games_without_a_review_are_reviewed_before_any_is_proven(services: FakeServices) -> None:
    """The record has all reviews before the first proof ends, also after a restart on the way."""
    services.engine.blind = True
    unreviewed(services, 3)
    services.prover.prove_all(services.records.games())

    def reviewed() -> int:
        return sum(game.lost is not None for game in services.records.games())

    for _ in range(FRAMES):
        services.frame()
        services.seconds += 0.02
        if reviewed() == 1:
            break
    services.frame()
    assert services.prover.to_review == 2
    services.prover.close()
    services = restarted(services)
    services.engine.blind = True
    assert len(services.prover.waiting) == 3
    for _ in range(FRAMES):
        services.frame()
        services.seconds += 0.02
        if reviewed() == 3:
            break
    assert reviewed() == 3
    assert [game.exact_from for game in services.records.games()].count(1) == 0
    services.engine.blind = False
    let_finish(services, services.prover)
    assert [game.exact_from for game in services.records.games()] == [1, 1, 1]


def test_reviews_that_are_asked_for_come_before_proofs(services: FakeServices) -> None:
    """All games without a review get one, on the battery too, and none is proven for that."""
    services.on_battery = True
    set_when(services, PLUGGED)
    unreviewed(services, 2)
    services.engine.blind = True
    services.prover.review_all(services.records.games())
    assert (services.prover.reviews_left, services.prover.reviewed_of) == (2, 2)
    for _ in range(FRAMES):
        services.frame()
        if not services.prover.reviews_left:
            break
    assert all(game.lost is not None for game in services.records.games())
    assert services.prover.waiting == []
