"""Reviews and proofs in the background, and what comes of them."""

from __future__ import annotations

import dataclasses
import gc
import re
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from weakref import ref

import psutil
import pytest

from battle.analysis.study import Study
from battle.analysis.values import Bounds, MoveInfo
from battle.game.levels import ladder
from battle.game.session import Seat, Session, Setup, study_of
from battle.profile.records import game_of
from battle.profile.statistics import OwnGame, own_games
from battle.rules.deal import deal
from battle.rules.game import Game
from battle.rules.position import PLAYERS, Player, Position, position
from battle.rules.record import evaluation_in, record
from battle.training.background_review import BackgroundReview, Learning, TableStudy
from battle.training.game_prover import (
    ALWAYS,
    MOST_AT_HAND,
    NEVER,
    PATIENCE,
    PLUGGED,
    GameProver,
    Power,
    Standing,
    on_battery,
)
from battle.training.problems import Source, key_of
from battle.training.result_page import level_advice, par_of, skill_words
from tests.profile.test_statistics import game
from tests.support.engines import position_of
from tests.support.pilot import bad_game, cost_of, costly
from tests.support.services import FakeServices
from tools.reference import balances, move_values

# -- game prover ----------------------------------------------------------------------------------

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


@pytest.mark.parametrize("hold_up", ["stop", "stop_all", "never", "battery"])
def test_a_review_it_has_begun_stops_with_it(services: FakeServices, hold_up: str) -> None:
    """Held up in the review before a proof it asks nothing more; later it goes on."""
    set_when(services, PLUGGED)
    session = unreviewed(services)[0]
    review = BackgroundReview(services, session, study_of(session))
    review.analyst.on = True
    services.prover.take(review)
    let_begin(services, services.prover)
    if hold_up == "stop":
        services.prover.stop(review)
    elif hold_up == "stop_all":
        services.prover.stop_all()
    elif hold_up == "never":
        set_when(services, NEVER)
    else:
        services.on_battery, services.seconds = True, 100.0
    for _ in range(5):
        services.frame()
    asked = len(services.engine.queries)
    for _ in range(5):
        services.frame()
    assert not services.engine.busy
    assert len(services.engine.queries) == asked
    assert review.analyst.on, "an analysis that is open goes on"
    services.on_battery, services.seconds = False, 200.0
    services.prover.take(review, asked=True)
    let_finish(services, services.prover)
    assert review.is_proven


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


# -- background review ----------------------------------------------------------------------------


def proven(session: Session) -> Study:
    """Return the study of a game in which every move's value is known."""
    study = study_of(session)
    for node in study.line():
        values = move_values(node.position)
        found = [MoveInfo(move, value, value, value) for move, value in values.items()]
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


def let_finish_of_background_review(services: FakeServices, review: BackgroundReview) -> None:
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
    let_finish_of_background_review(services, review)
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
    let_finish_of_background_review(services, review)
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
    let_finish_of_background_review(services, review)
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
    let_finish_of_background_review(services, review)
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


# -- power ----------------------------------------------------------------------------------------


class Battery:
    """What the system says of a battery."""

    def __init__(self, plugged: bool | None) -> None:
        self.power_plugged = plugged


@pytest.mark.parametrize(
    ("battery", "low"), [(None, False), (Battery(True), False), (Battery(None), False)]
)
def test_without_a_battery_or_plugged_in_there_is_power(
    monkeypatch: pytest.MonkeyPatch, battery: Battery | None, low: bool
) -> None:
    """A machine counts as plugged in unless it says that it is not."""
    monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
    assert on_battery() is low


def test_on_its_battery_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battery that is not plugged in is what the machine lives on."""
    monkeypatch.setattr(psutil, "sensors_battery", lambda: Battery(False), raising=False)
    assert on_battery()


def test_a_system_that_cannot_say_has_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong while asking, the machine counts as plugged in."""

    def broken() -> Battery:
        raise OSError("no driver")

    monkeypatch.setattr(psutil, "sensors_battery", broken, raising=False)
    assert not on_battery()
    monkeypatch.delattr(psutil, "sensors_battery")
    assert not on_battery()


def test_the_system_is_asked_now_and_then() -> None:
    """What the system says is taken for true for a while."""
    clock, answers = [0.0], iter([True, False])
    power = Power(lambda: clock[0], lambda: next(answers))
    assert power.is_low
    clock[0] = PATIENCE - 1
    assert power.is_low
    clock[0] = PATIENCE
    assert not power.is_low


# -- result page ----------------------------------------------------------------------------------

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def ended(margin: int, person: Player | None, *, level: str = "casual") -> Session:
    """Return a game that ended with a margin from player 1's side, a pair of 9 being the last."""
    program, human = Seat(solver=True, level=level), Seat("Ada")
    seats = {1: (human, program), 2: (program, human), None: (human, Seat("Ben"))}[person]
    last = position("9s/9s 1 0-0")
    start = Position(last.columns, 1, (100 + margin - 9, 100))
    session = Session(Setup(seats, start))
    session.play(session.position.legal_moves[0])
    assert session.ending is not None
    return session


def numbers(words: str) -> list[int]:
    return [int(found) for found in re.findall(r"[+-]?\d+", words.replace("−", "-"))]


@pytest.mark.parametrize("person", [1, 2])
def test_luck_and_skill_add_up(person: Player) -> None:
    """What the sentence says adds up to the margin, whoever sat where."""
    for margin, par in product((-20, -5, 0, 7, 30), (-9, 0, 4)):
        words = skill_words(ended(margin, person), Bounds.exactly(par))
        own, luck = (margin, par) if person == 1 else (-margin, -par)
        found = numbers(words)
        if own:
            assert found.pop(0) == abs(own)
            assert ("You won" if own > 0 else "You lost") in words
        assert found.pop(0) == luck
        skill = own - luck
        assert found == ([abs(skill)] if skill else [])
        assert ("outplayed" in words) == (skill > 0)
        assert ("below" in words) == (skill < 0)


def test_the_words_of_the_promise() -> None:
    """A game lost by 5 whose par was -9 was outplayed by 4."""
    words = skill_words(ended(-5, 1), Bounds.exactly(-9))
    assert words == "You lost by 5. Par was −9: you outplayed it by 4 points."


def test_an_estimate_is_marked() -> None:
    """Skill is told of an estimated par only where that is twice its error away."""
    for error, known in ((None, False), (3.0, False), (2.0, True)):
        words = skill_words(ended(-5, 1), Bounds(-40, 40, -9, error))
        assert ("not known yet" in words) is not known
        assert words.count("±") == (0 if error is None else 1 + known)
    assert not {*"~±"} & {*skill_words(ended(-5, 1), Bounds.exactly(-9))}


def test_before_par_is_known_there_is_a_sentence() -> None:
    """The line says what is missing; in a game given up it stays empty for good."""
    assert "The review separates" in skill_words(ended(3, 1), None)
    start = position("5m5p/5p5m/9s/9s 1 0-0")
    session = Session(Setup((Seat("Ada"), Seat("Ben")), start))
    session.play(session.position.legal_moves[0])
    session.resign(2)
    assert skill_words(session, Bounds.exactly(3)) == ""


def test_between_friends_somebody_did_better() -> None:
    """In a game of two people it names who did better than par, and by how much."""
    assert "Ben did 12 points better" in skill_words(ended(-5, None), Bounds.exactly(7))
    assert "Ada did 1 point better" in skill_words(ended(8, None), Bounds.exactly(7))


def test_a_proven_par_comes_first() -> None:
    """What is proven of the deal counts before any review."""
    assert par_of(4, None) == Bounds.exactly(4)
    assert par_of(None, None) is None


# --- where it leads -----------------------------------------------------------------------------


def games(*margins: int, level: str = "casual", hints: tuple[int, int] = (0, 0)) -> list[OwnGame]:
    return own_games([game(one, opponent=level, hints=hints) for one in margins])


def test_two_wins_lead_upwards() -> None:
    """After one win the next level is in sight, after two it is offered."""
    first = level_advice(ended(5, 1), games(5))
    assert first is not None
    assert (first.level, "One more win" in first.words, "Club" in first.words) == ("", True, True)
    second = level_advice(ended(5, 1), games(5, 8))
    assert second is not None
    assert (second.level, second.words) == (
        "club",
        "Won 2 games in a row against Casual: try Club.",
    )


def test_wins_with_help_do_not() -> None:
    """Wins with hints offer nothing; it is said what would."""
    found = level_advice(ended(5, 1), games(5, 8, hints=(1, 0)))
    assert found is not None
    assert found.level == ""
    assert "without help" in found.words


def test_losses_lead_downwards() -> None:
    """Somebody who has never won is offered a weaker level at once, unless it was close."""
    found = level_advice(ended(-25, 1), games(-25))
    assert found is not None
    assert found.level == "novice"
    assert level_advice(ended(-1, 1), games(-1)) is None


def test_at_the_ends_of_the_ladder_nothing_is_offered() -> None:
    """Nobody is stronger than the strongest level, nobody weaker than the weakest."""
    names = [label.name for label in ladder()]
    assert level_advice(ended(5, 1, level=names[-1]), games(5, 5, level=names[-1])) is None
    assert level_advice(ended(-5, 1, level=names[0]), games(-5, level=names[0])) is None


def test_games_of_two_people_lead_nowhere() -> None:
    """Only games against a level lead to one, and only the one that was just kept."""
    assert level_advice(ended(5, None), games(5, 8)) is None
    assert level_advice(ended(5, 1, level="club"), games(5, 8)) is None
    assert level_advice(ended(5, 1), []) is None


def test_the_games_of_the_record_are_understood() -> None:
    """Sessions that were kept lead as the games made by hand do."""
    session = ended(5, 1)
    whole = dataclasses.replace(game_of(session, NOON), start=str(deal(7)))
    found = level_advice(session, own_games([whole, whole]))
    assert found is not None
    assert found.level == "club"


def test_who_resigns_at_once_gets_no_advice() -> None:
    """After a few moves nothing is known of which level suits, and that is said."""
    session = Session(Setup((Seat("Ada"), Seat(solver=True, level="perfect")), deal(3)))
    session.resign(1)
    found = level_advice(session, own_games([game_of(session, NOON)]))
    assert found is not None
    assert found.level == ""
    assert "Too few moves" in found.words


def test_a_game_from_the_middle_leads_nowhere() -> None:
    """Whoever plays on from a table that is half empty is told of no next level."""
    session = ended(5, 1)
    found = level_advice(session, own_games([game_of(session, NOON)] * 2))
    assert found is not None
    assert found.level == ""
