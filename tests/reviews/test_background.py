"""Reviews and proofs in the background, and what comes of them."""

from __future__ import annotations

import dataclasses
import gc
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from weakref import ref

import psutil
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from battle.analysis.study import Study, study_of
from battle.analysis.values import Values
from battle.engine.jobs import TURN_SECONDS, Analyst, Priority
from battle.game.session import Seat, Session, Setup
from battle.game.setup import ladder
from battle.profile.records import OwnGame, game_of, own_games
from battle.protocol import Info
from battle.reviews.background import BackgroundReview, TableStudy, collect
from battle.reviews.power import PATIENCE, Power, on_battery
from battle.reviews.prover import (
    ALWAYS,
    MOST_SECONDS,
    NEVER,
    PLUGGED,
    GameProver,
    Pause,
)
from battle.rules.position import PLAYERS, Player, Position, deal, position
from battle.rules.record import evaluation_in, record
from battle.rules.tree import Game
from battle.screens.advice import (
    level_advice,
)
from battle.training.deck import Source, key_of
from tests.support.endgames import prove
from tests.support.engines import position_of
from tests.support.pilot import bad_game, costly, sum_of
from tests.support.records import kept_game
from tests.support.services import FakeServices
from tools.reference import balances

# -- game prover ----------------------------------------------------------------------------------


@pytest.fixture
def services(tmp_path: Path) -> FakeServices:
    """Return the services of a program with an empty record."""
    return FakeServices(tmp_path)


FRAMES = 6000


def review_of(services: FakeServices, session: Session) -> BackgroundReview:
    """Return the review of a game, not begun."""
    return BackgroundReview(services, session, study_of(session.game))


def quick_review(services: FakeServices, session: Session) -> BackgroundReview:
    """Return a review whose quick part found guesses only, as if everything were far away."""
    review = review_of(services, session)
    for node in review.study.nodes():
        review.study.values.guess(node.position, 1)
    return review


def unreviewed(services: FakeServices, count: int = 1) -> list[Session]:
    return [services.played(bad_game(seed)) for seed in range(1, count + 1)]


def until(services: FakeServices, is_so: Callable[[], bool]) -> None:
    """Let frames pass until something is so."""
    for _ in range(FRAMES):
        services.frame()
        services.seconds += 0.02
        if is_so():
            return
    raise AssertionError


def let_finish(services: FakeServices, prover: GameProver) -> None:
    """Let frames pass until nothing is left to be proven."""
    until(services, lambda: prover.in_hand is None and not prover.waiting)


def exact_from(services: FakeServices) -> list[int | None]:
    """Return from which ply on each game of the record is proven."""
    return [game.exact_from for game in services.records.games()]


def prove_all(services: FakeServices) -> list[str]:
    """Have every game of the record proven; return their keys."""
    games = services.records.games()
    services.prover.prove_all(games)
    return [game.key for game in games]


def restarted(services: FakeServices) -> FakeServices:
    """Return the services of the program when it is started again, after whatever end."""
    services.proofs.wait()
    return FakeServices(services.home)


def set_when(services: FakeServices, when: str) -> None:
    services.settings = dataclasses.replace(services.settings, prove_games=when)


def test_a_reviewed_game_is_proven_to_its_first_move(services: FakeServices) -> None:
    """Game, record and queue know it, and the trainer has the mistakes."""
    game = bad_game()
    review = quick_review(services, services.played(game))
    services.prover.take(review)
    let_finish(services, services.prover)
    assert review.is_proven
    assert balances(review.review)
    kept = services.records.games()[-1]
    assert (kept.exact_from, kept.lost, kept.proven) == (1, *2 * [sum_of(game)[1:3]])
    assert services.prover.waiting == {}
    assert review.learned > 0


GAMES = [bad_game(seed) for seed in range(1, 4)]
GIVEN_AWAY = [str(sum_of(game)[1:3]) for game in GAMES]


class ProvingProgram(RuleBasedStateMachine):
    """A program in which anything is done while games are reviewed and proven behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.home = tempfile.TemporaryDirectory()
        self.services = FakeServices(Path(self.home.name))
        self.reviews: list[BackgroundReview] = []
        self.played = 0
        self.seen: dict[str, int] = {}

    def teardown(self) -> None:
        """Let everything be proven at last, as it is asked for."""
        services = self.services
        services.scheduler.is_reserved = services.on_battery = False
        services.seconds += 2 * PATIENCE
        services.prover.prove_all(services.records.games())
        let_finish(services, services.prover)
        games = services.records.games()
        services.close()
        self.home.cleanup()
        assert {one.exact_from for one in games} <= {1}
        assert sorted(str(one.lost) for one in games) == sorted(GIVEN_AWAY[: self.played])

    @precondition(lambda self: self.played < len(GAMES))
    @rule(is_reviewed=st.booleans())
    def play(self, is_reviewed: bool) -> None:
        """Play a game to its end, of which there may be a quick review; it is taken at once."""
        session = self.services.played(GAMES[self.played])
        self.played += 1
        review = (quick_review if is_reviewed else review_of)(self.services, session)
        review.analyst.on = True
        self.reviews.append(review)
        self.services.prover.take(review)

    @rule(is_wanted=st.booleans())
    def choose(self, is_wanted: bool) -> None:
        """Press a button of the record."""
        if is_wanted:
            self.services.prover.prove_all(self.services.records.games())
        else:
            self.services.prover.stop_all()

    @rule(when=st.sampled_from((NEVER, PLUGGED, ALWAYS)))
    def set(self, when: str) -> None:
        """Change the setting."""
        set_when(self.services, when)

    @rule(low=st.booleans(), reserved=st.booleans())
    def live(self, low: bool, reserved: bool) -> None:
        """Plug the machine in or out, and let a person play or not."""
        self.services.on_battery, self.services.scheduler.is_reserved = low, reserved
        self.services.seconds += 2 * PATIENCE

    @rule()
    def fail(self) -> None:
        """Lose the engine."""
        self.services.engine.fail("it broke")

    @rule(is_killed=st.booleans())
    def restart(self, is_killed: bool) -> None:
        """End the program, and begin it again."""
        if not is_killed:
            self.services.prover.put_down()
        self.services = restarted(self.services)
        self.reviews = []

    @rule(frames=st.integers(1, 80))
    def work(self, frames: int) -> None:
        """Let time pass."""
        for _frame in range(frames):
            self.services.frame()
            self.services.seconds += 0.5

    @invariant()
    def it_works_only_when_it_may(self) -> None:
        """Find the engine busy for what is wanted now, and nothing lost that was proven."""
        services = self.services
        services.frame()
        prover, when = services.prover, services.settings.prove_games
        if services.engine.busy:
            assert not services.scheduler.is_reserved
            assert not services.scheduler.failure
            by_itself = when == ALWAYS or (when == PLUGGED and not services.on_battery)
            is_asked = when == NEVER and any(prover.waiting.values())
            is_wish = prover.in_hand.is_working and any(prover.waiting.values())
            assert by_itself or is_asked or is_wish
        assert prover.pause is not Pause.ON_BATTERY or services.on_battery
        for review in self.reviews:
            assert review.analyst.on, "an analysis that is open goes on"
        for kept in services.records.games():
            now = kept.exact_from or 99
            assert now <= self.seen.get(kept.key, 99)
            self.seen[kept.key] = now


TestProvingProgram = ProvingProgram.TestCase
TestProvingProgram.settings = settings(max_examples=15, stateful_step_count=25)


def test_all_games_of_the_record_are_proven_the_latest_first(services: FakeServices) -> None:
    """Asked for all, every game is proven, and those that were come no more."""
    unreviewed(services, 3)
    keys = prove_all(services)
    assert [*services.prover.waiting] == keys[::-1]
    until(services, lambda: services.engine.busy)
    assert services.prover.in_hand.session.tags["Key"] == keys[-1]
    let_finish(services, services.prover)
    assert exact_from(services) == [1, 1, 1]
    prove_all(services)
    assert services.prover.waiting == {}


def test_a_game_whose_last_proof_was_kept_by_a_killed_program_is_recorded(
    services: FakeServices,
) -> None:
    """Killed between the last proof and the record, the program records it at its next start."""
    review = quick_review(services, services.played(bad_game()))
    proof = services.scheduler.submit(review.proof(), Priority.PROOF)
    until(services, lambda: not proof.is_open)
    prove_all(services)
    later = restarted(services)
    assert exact_from(later) == [None]
    let_finish(later, later.prover)
    assert exact_from(later) == [1]
    assert later.prover.waiting == {}


def test_an_impossible_answer_ends_the_proof_of_one_game(services: FakeServices) -> None:
    """The engine works on, and the next game is proven."""
    bad, good = (quick_review(services, session) for session in unreviewed(services, 2))
    services.engine.blind = True
    services.prover.take(bad)
    let_finish(services, services.prover)
    assert not bad.is_proven
    assert services.prover.failure == ""
    services.engine.blind = False
    services.prover.take(good)
    let_finish(services, services.prover)
    assert good.is_proven


@pytest.mark.parametrize("asked", [True, False])
def test_a_proof_that_was_asked_for_has_turns(services: FakeServices, asked: bool) -> None:
    """While a position is analysed without end the game is proven by turns, if it was asked for."""
    review = quick_review(services, unreviewed(services)[0])
    front, engine = deal(5), services.engine
    engine.silent = True
    Analyst(services.scheduler, Game(front), Values()).analyse(front)
    services.prover.take(review)
    services.frame()
    if asked:
        prove_all(services)
    for _ in range(6):
        engine.say(Info(engine.last_id, 1, 1, 0, -9, 9, 9, 9, 0, TURN_SECONDS, ()))
        services.frame()
    is_proof = [query.limit.exact for query in engine.queries]
    assert is_proof == ([False, True] * 4 if asked else [False])[: len(is_proof)]
    assert len(is_proof) > 4 or not asked


def test_of_many_games_that_wait_only_the_latest_is_held(services: FakeServices) -> None:
    """Taken one after the other, the reviews before it are let go of, and every game is proven."""
    held = []
    for session in unreviewed(services, 6):
        review = quick_review(services, session)
        services.prover.take(review)
        held.append(ref(review))
    keys = [game.key for game in services.records.games()]
    del review, session
    gc.collect()
    assert [one() is not None for one in held] == [False] * 5 + [True]
    assert sorted(services.prover.waiting) == sorted(keys)
    let_finish(services, services.prover)
    assert {*exact_from(services)} == {1}


def test_a_game_that_just_ended_goes_before_the_queue(services: FakeServices) -> None:
    """The queue waits while the latest game is proven, then goes on."""
    first, _second = unreviewed(services, 2)
    prove_all(services)
    until(services, lambda: services.engine.busy)
    services.prover.take(quick_review(services, first))
    until(services, lambda: services.engine.busy)
    assert services.prover.in_hand.session is first
    let_finish(services, services.prover)
    assert exact_from(services) == [1, 1]


def test_killed_at_any_moment_it_goes_on_with_all_that_was_proven(services: FakeServices) -> None:
    """After a kill the queue goes on, and no position that was proven is asked about again."""
    review = quick_review(services, unreviewed(services)[0])
    services.prover.take(review)
    until(services, lambda: 1 < review.review.exact_from < 6)
    first = review.review.exact_from
    proven = [node.position for node in review.study.line()[first:] if not node.position.is_over]
    again = restarted(services)
    (game,) = again.records.games()
    assert [*again.prover.waiting] == [game.key]
    study = study_of(record(game.record).game)
    again.proofs.recall(study)
    assert all(study.values.known(position).is_exact for position in proven)
    let_finish(again, again.prover)
    assert exact_from(again) == [1]
    to_prove = [position_of(query) for query in again.engine.queries if query.lines == 1]
    assert not {position.grid for position in to_prove} & {one.grid for one in proven}


def test_a_record_that_cannot_be_read_is_passed_over(services: FakeServices) -> None:
    """A game without a readable record leaves the queue, and the others are proven."""
    unreviewed(services, 2)
    games = services.records.games()
    services.records.put(dataclasses.replace(games[1], record="nonsense"))
    services.prover.prove_all(games)
    let_finish(services, services.prover)
    assert exact_from(services)[0] == 1


def test_a_game_taken_back_is_another_game(services: FakeServices) -> None:
    """When the game goes on, its proof is dropped."""
    (session,) = unreviewed(services)
    services.prover.take(quick_review(services, session))
    until(services, lambda: services.engine.busy)
    session.request_take_back(1)
    session.answer(True)
    services.frame()
    assert not services.engine.busy
    assert services.prover.waiting == {}


def test_the_machines_speed_is_remembered(services: FakeServices) -> None:
    """What a second brings is known at the next start, and makes the first estimate."""
    unreviewed(services)
    prove_all(services)
    let_finish(services, services.prover)
    assert restarted(services).prover.speed == pytest.approx(services.prover.speed)
    assert services.prover.speed > 0


def reviewed(services: FakeServices) -> int:
    """Return how many games of the record have a review."""
    return sum(game.lost is not None for game in services.records.games())


def test_games_without_a_review_are_reviewed_before_any_is_proven(services: FakeServices) -> None:
    """The record has all reviews before the first proof ends, also after a restart on the way."""
    services.engine.blind = True
    unreviewed(services, 3)
    prove_all(services)
    until(services, lambda: reviewed(services) == 1)
    services.prover.put_down()
    services = restarted(services)
    services.engine.blind = True
    assert len(services.prover.waiting) == 3
    until(services, lambda: reviewed(services) == 3)
    assert 1 not in exact_from(services)
    services.engine.blind = False
    let_finish(services, services.prover)
    assert exact_from(services) == [1, 1, 1]


def test_reviews_that_are_asked_for_go_on_without_power(services: FakeServices) -> None:
    """On the battery all games get their reviews; their proofs wait until there is power."""
    services.on_battery = True
    set_when(services, PLUGGED)
    unreviewed(services, 2)
    services.engine.blind = True
    prove_all(services)
    until(services, lambda: services.prover.pause is Pause.ON_BATTERY)
    assert reviewed(services) == 2
    assert len(services.prover.waiting) == 2


def test_proofs_nobody_asked_for_take_half_an_hour_a_day(services: FakeServices) -> None:
    """Then they rest until tomorrow, in the next program too; what is asked for goes on."""
    set_when(services, ALWAYS)
    services.prover._queue.keep_spent(services.moment().date(), MOST_SECONDS)
    review = quick_review(services, services.played(bad_game()))
    services.prover.take(review)
    for _frame in range(60):
        services.frame()
    assert services.prover.pause is Pause.ENOUGH
    prove_all(services)
    let_finish(services, services.prover)
    assert exact_from(services) == [1]


def test_the_time_of_proofs_is_counted(services: FakeServices) -> None:
    """What a proof has taken today is known at the next start; tomorrow begins with nothing."""
    set_when(services, ALWAYS)
    services.prover.take(quick_review(services, services.played(bad_game())))
    services.seconds += 1
    for _frame in range(9):
        services.frame()
        services.seconds += 30
    today = services.moment().date()
    spent = restarted(services).prover._queue.spent(today)
    assert 0 < spent <= 270
    assert services.prover._queue.spent(today + timedelta(1)) == 0


# -- background review ----------------------------------------------------------------------------


def proven(session: Session) -> Study:
    """Return the study of a game in which every move's value is known."""
    study = study_of(session.game)
    prove(study.values, study.line())
    return study


def wrong(game: Game, player: Player | None = None) -> set[str]:
    """Return the keys of the positions in which points were given away."""
    places: list[Position] = [node.parent.position for node in costly(game) if node.parent]
    return {key_of(place) for place in places if player in (None, place.to_move)}


@pytest.mark.parametrize("program", [None, *PLAYERS])
def test_a_review_is_kept_and_every_proven_mistake_is_learned_from(
    services: FakeServices, program: Player | None
) -> None:
    """The record knows what was lost; of two people both learn, else the person alone, once.

    The count is the game's, however much of it the trainer had already.
    """
    game = bad_game()
    session = services.played(game, program)
    study = proven(session)
    found = collect(services, session, study)
    entries = services.deck.entries()
    assert {one.key for one in entries} == wrong(game, program and (1 if program == 2 else 2))
    assert {one.source for one in entries} == {Source.OWN}
    assert found == (len(entries), [])
    (kept,) = services.records.games()
    assert kept.lost == kept.proven
    assert kept.lost is not None
    assert collect(services, session, study) == found
    assert len(services.deck.entries()) == len(entries)


def test_a_game_that_is_not_in_the_record_is_not_learned_from(services: FakeServices) -> None:
    """What was deleted, or never recorded, stays out of the record and of the deck."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), bad_game().start))
    assert collect(services, session, study_of(session.game)) == (0, [])
    assert services.deck.entries() == []
    assert services.records.games() == []


# --- test background review ----------------------------------------------------------------------
#
# The review of a finished game without a window, against the slow twin's values.


def let_end(services: FakeServices, review: BackgroundReview) -> None:
    """Let the review come to its end, and all that follows."""
    until(services, lambda: review.is_complete and review.is_settled)


def test_game_record_and_deck_get_what_a_review_finds(services: FakeServices) -> None:
    """Nothing is asked before it is begun; the sums at its end are those of the reference."""
    game = bad_game()
    session = services.played(game)
    review = review_of(services, session)
    services.scheduler.poll()
    assert services.engine.queries == []
    assert (review.running, review.is_complete, review.review) == (False, False, None)
    review.begin()
    assert review.running
    let_end(services, review)
    assert (review.done, review.running) == (review.of, False)
    assert services.records.games()[-1].lost == review.review.lost == sum_of(game)[1:3]
    assert evaluation_in(session.game.root.comment) is not None
    assert review.learned > 0
    assert services.take_messages() == []


def test_a_review_that_is_known_is_not_counted_again(services: FakeServices) -> None:
    """A game that is opened from the record has its review, and what was learned, at once."""
    services.played(bad_game(), program=2)
    for times in range(2):
        (game,) = services.records.games()
        study = TableStudy(services, Session.from_record(record(game.record), person=game.person))
        services.prover.review(study)
        assert study.reviewed().is_complete == bool(times)
        let_end(services, study.reviewed())
        assert study.reviewed().learned == len(wrong(bad_game(), 1))


@pytest.mark.parametrize("is_broken", [True, False])
def test_a_review_is_held_up_and_goes_on(services: FakeServices, is_broken: bool) -> None:
    """Cancelled, or with an engine that failed, it does not run; then it comes to its end."""
    review = review_of(services, services.played(bad_game()))
    review.begin()
    until(services, lambda: services.engine.busy)
    if is_broken:
        services.engine.fail("it broke")
        services.scheduler.poll()
        assert (review.running, review.failure) == (False, "it broke")
        services.scheduler.start()
    else:
        review.cancel()
        assert (services.engine.busy, review.running) == (False, False)
        review.begin()
    let_end(services, review)


# --- test table study ----------------------------------------------------------------------------
#
# What is found out of the game at a table, shared by all that look at it.


@pytest.fixture
def session() -> Session:
    """Return a game that has just ended."""
    game = bad_game()
    session = Session(Setup((Seat("Ada"), Seat("Ben")), game.start))
    for move in game.moves:
        session.play(move)
    return session


def test_all_that_look_share_one_store_of_values(services: FakeServices, session: Session) -> None:
    """Studies and the review work on the values of hints, and of an earlier study of the game."""
    earlier = study_of(session.game)
    for found in (TableStudy(services, session), TableStudy(services, session, earlier)):
        assert found.studied().values is found.values
        assert found.reviewed().study.values is found.values
    assert found.values is earlier.values


def test_there_is_one_review_of_one_end(services: FakeServices, session: Session) -> None:
    """When the game goes on again there is none, and the engine is free."""
    found = TableStudy(services, session)
    assert found.review is None
    review = found.reviewed()
    assert found.review is found.reviewed() is review
    review.begin()
    until(services, lambda: services.engine.busy)
    session.request_take_back(1)
    session.answer(True)
    assert (review.fits, found.review) == (False, None)
    found.follow()
    assert not services.engine.busy
    assert found.reviewed() is not review


# -- power ----------------------------------------------------------------------------------------


class Battery:
    """What the system says of a battery."""

    def __init__(self, plugged: bool | None) -> None:
        self.power_plugged = plugged


@pytest.mark.parametrize(
    ("system", "low"),
    [
        (lambda: None, False),
        (lambda: Battery(True), False),
        (lambda: Battery(None), False),
        (lambda: Battery(False), True),
        (lambda: 1 / 0, False),
    ],
)
def test_a_machine_is_plugged_in_unless_it_says_it_is_not(
    monkeypatch: pytest.MonkeyPatch, system: Callable[[], object], low: bool
) -> None:
    """Whatever goes wrong while asking, there is power."""
    monkeypatch.setattr(psutil, "sensors_battery", system, raising=False)
    assert on_battery() is low
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


# -- after the game -------------------------------------------------------------------------------

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


# --- where it leads -----------------------------------------------------------------------------


def games(*margins: int, level: str = "casual", hints: tuple[int, int] = (0, 0)) -> list[OwnGame]:
    return own_games([kept_game(one, opponent=level, hints=hints) for one in margins])


STRONGEST, WEAKEST = ladder()[-1].name, ladder()[0].name
WON, LOST = ended(5, 1), ended(-25, 1)
MIDDLE = own_games([game_of(WON, NOON)] * 2)
VERA = games(5, 5, level="strong")
WHOLE = own_games([dataclasses.replace(game_of(WON, NOON), start=str(deal(7)))] * 2)


@pytest.mark.parametrize(
    ("session", "kept", "level", "words"),
    [
        (WON, games(5), "", "1 of Mo’s 2 circles is yours; 1 more, and Kim is next."),
        (WON, games(5, 8), "club", "Mo’s circles are yours: next, try Kim."),
        (WON, games(5, 8, 9), None, ""),
        (WON, WHOLE, "club", "Mo’s circles are yours: next, try Kim."),
        (WON, [*VERA, *games(5)], None, ""),
        (WON, MIDDLE, None, ""),
        (WON, [*games(5), *games(8, hints=(1, 0))], "", "Won with help: Mo’s circle stays empty."),
        (WON, [], None, ""),
        (LOST, games(-25, -8), None, ""),
        (LOST, games(-25, 5, -9, -9), None, ""),
        (LOST, games(-25, -9, -9), "novice", "Mo won 3 times in a row: try Pip."),
        (ended(-1, 1), games(-1), None, ""),
        (ended(5, None), games(5, 8), None, ""),
        (ended(5, 1, level="club"), games(5, 8), None, ""),
        (ended(5, 1, level=STRONGEST), games(5, 5, level=STRONGEST), None, ""),
        (ended(0, 1, level=STRONGEST), games(0, level=STRONGEST), None, ""),
        (ended(-5, 1, level=WEAKEST), games(-5, -5, -5, level=WEAKEST), None, ""),
    ],
)
def test_a_result_leads_to_a_level(
    session: Session, kept: list[OwnGame], level: str | None, words: str
) -> None:
    """Two wins without help lead upwards, three losses in a row downwards, as far as that goes."""
    found = level_advice(session, kept)
    assert (None if found is None else found.level) == level
    assert words in ("" if found is None else found.words)
