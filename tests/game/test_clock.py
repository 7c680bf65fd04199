"""Clocks, and what they allow the program."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from battle.game.engine_move import LEVEL_SECONDS, move_question, move_seconds
from battle.game.session import Seat, Session, Setup
from battle.game.setup import Clock, TimeControl, clock_text, time_control
from battle.protocol import Limit, position_command, positions_of
from battle.rules.position import FormatError, Player, deal, position
from solver.levels import levels
from tests.support.endgames import check_words, mutilated

# -- clock ----------------------------------------------------------------------------------------

FIVE = TimeControl(300, 5)
SECONDS = st.integers(-20, 800).map(lambda quarters: quarters / 4)
"""Times that add up exactly; below 0 a clock has been set back."""


class ClockMachine(RuleBasedStateMachine):
    """Whatever is done with a clock, its times are those of two numbers counted by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.now = Clock(FIVE), 0.0
        self.left, self.player, self.runs = [300.0, 300.0], 0, False

    def pass_time(self, seconds: float) -> None:
        """Let time pass, forwards or backwards, which gives none away."""
        self.now += seconds
        if self.runs:
            self.left[self.player - 1] = max(0.0, self.left[self.player - 1] - max(0.0, seconds))

    @rule(seconds=SECONDS, player=st.sampled_from([1, 2]))
    def start(self, seconds: float, player: Player) -> None:
        """Time runs for one player at a time."""
        self.pass_time(seconds)
        self.clock.start(player, self.now)
        self.player, self.runs = player, True

    @rule(seconds=SECONDS)
    def pause(self, seconds: float) -> None:
        """Stop both times."""
        self.pass_time(seconds)
        self.clock.pause(self.now)
        self.runs = False

    @rule(seconds=SECONDS)
    def press(self, seconds: float) -> None:
        """Add the increment, unless the flag has fallen, and hand over."""
        self.pass_time(seconds)
        self.clock.press(self.now)
        if self.player:
            left = self.left[self.player - 1]
            self.left[self.player - 1] = left + 5 if left > 0 else 0.0
            self.player = 3 - self.player

    @rule(
        seconds=SECONDS,
        player=st.sampled_from([1, 2]),
        left=st.none() | st.just((200.0, 100.0)),
    )
    def take_back(self, seconds: float, player: Player, left: tuple[float, float] | None) -> None:
        """Handing the turn back gives no increment, but perhaps the times of that place."""
        self.pass_time(seconds)
        self.clock.hand_to(player, self.now, left)
        self.player, self.left = player, [*(left or self.left)]

    @invariant()
    def shows_the_times(self) -> None:
        """Compare times, flags and who is to move; a clock made of them is the same."""
        for clock in (self.clock, Clock(FIVE, self.clock.left(self.now), self.clock.player)):
            assert clock.left(self.now) == pytest.approx(tuple(self.left), abs=1e-6)
            assert clock.player == (self.player or None)
        assert self.clock.running == self.runs
        fallen = [player for player in (1, 2) if self.clock.remaining(player, self.now) == 0]
        assert self.clock.flagged(self.now) == next(iter(fallen), None)


TestClock = ClockMachine.TestCase


@given(st.integers(1, 10**6), st.integers(0, 10**4))
def test_time_controls_are_read_as_they_are_printed(seconds, increment):
    """Parser and printer are inverse."""
    control = TimeControl(seconds, increment / 8)
    assert time_control(str(control)) == control


def test_time_controls_have_pgns_form():
    """Seconds, a plus, and the increment; nothing for no clock."""
    assert str(FIVE) == "300+5"
    assert time_control("300") == TimeControl(300)
    assert [time_control(text) for text in ("-", "?", "")] == [None, None, None]


@given(mutilated(["300+5", "90.5+0.25"]))
def test_mutilated_time_controls_are_read_or_rejected(text):
    """No text makes the parser fail in another way."""
    try:
        found = time_control(text)
    except FormatError as error:
        check_words(error)
    else:
        assert found is None or time_control(str(found)) == found


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (300, "5:00"),
        (299.01, "5:00"),
        (61, "1:01"),
        (10, "0:10"),
        (9.99, "0:10.0"),
        (9.4, "0:09.4"),
        (0.01, "0:00.1"),
        (0, "0:00"),
        (3600, "1:00:00"),
        (5999.5, "1:40:00"),
    ],
)
def test_times_are_shown_as_on_a_clock(seconds, text):
    """Minutes and seconds, tenths near the end, and zero only when there is none."""
    assert clock_text(seconds) == text


# -- engine move ----------------------------------------------------------------------------------

CASUAL = Seat(solver=True, level="casual")
SMALL = position("5m5p/5p5m/9s/9s")


def table(*seats: Seat, number: int | None = 7) -> Session:
    """Return a game with a seed, from a deal or from a small position."""
    start = SMALL if number is None else deal(number)
    return Session(Setup((seats[0], seats[1]), start, number, think_seconds=3.5, seed=99))


def test_the_solver_is_given_its_time():
    """The solver thinks as long as was agreed, from the deal's number and the moves."""
    session = table(Seat("Ada"), Seat(solver=True))
    session.play(session.position.legal_moves[0])
    question = move_question(session)
    assert question.limit == Limit(time=3.5)
    assert (question.start, list(question.moves)) == (7, session.game.moves)
    assert move_seconds(session) == 3.5


@pytest.mark.parametrize("number", [7, None])
def test_points_given_are_told_to_the_engine(number: int | None) -> None:
    """Whoever stays close to a draw has to know the points that are on the table."""
    start = (SMALL if number is None else deal(number)).with_given((0, 8))
    session = Session(Setup((CASUAL, Seat("Ada")), start, number, seed=99))
    question = move_question(session)
    words = position_command(question.start, question.moves).split()
    assert positions_of(words[1:])[1].points == session.position.points == (0, 8)


def test_a_level_is_asked_for_by_name_and_seed():
    """A level takes its own time, and errs where the game's seed says."""
    question = move_question(table(CASUAL, Seat("Ada"), number=None))
    assert (question.limit, question.level) == (Limit(), "casual")
    assert (question.start, question.seed) == (SMALL, 99)


def test_of_two_programs_the_one_to_move_is_asked_for():
    """A level and the solver at one table each play as agreed."""
    session = table(CASUAL, Seat(solver=True))
    assert move_question(session).level == "casual"
    session.play(session.position.legal_moves[0])
    assert move_question(session).limit == Limit(time=3.5)


def test_every_level_answers_within_a_second():
    """No level thinks longer than is promised."""
    assert all((one.limit.time or 9) < LEVEL_SECONDS for one in levels().values())
    assert move_seconds(table(CASUAL, Seat("Ada"))) == LEVEL_SECONDS


def test_in_the_end_the_solver_resists():
    """With few tiles left the solver has its whole time, and chooses among equal moves."""
    query = move_question(table(Seat(solver=True), Seat("Ada"), number=None))
    assert (query.limit.time, query.level) == (3.5, "perfect")
    assert levels()["perfect"].resists
    assert (query.limit.nodes or 0) > 10**9


@pytest.mark.parametrize("seat", [CASUAL, Seat(solver=True)])
@pytest.mark.parametrize("control", [TimeControl(60), TimeControl(10), TimeControl(6, 1)])
def test_the_program_plays_a_whole_game_within_its_time(seat: Seat, control: TimeControl):
    """It uses all it may for every move and a tenth of a second beside, and has time left."""
    now = [0.0]
    setup = Setup((seat, Seat("Ada")), deal(7), 7, control, think_seconds=60)
    session = Session(setup, now=lambda: now[0])
    session.run_clock()
    while session.ending is None:
        if session.solver_to_move:
            asked = move_question(session).limit.time
            seconds = move_seconds(session)
            assert asked is None or asked <= seconds
            now[0] += seconds + 0.1
            assert (session.remaining(1) or 0) > 0
        session.play(session.position.legal_moves[0])
    assert len(session.game.moves) > 30


def test_with_enough_time_on_the_clock_a_level_plays_as_without():
    """Its strength was measured with its own limit, which a clock leaves alone."""
    setup = Setup((CASUAL, Seat("Ada")), deal(7), 7, TimeControl(300))
    assert move_question(Session(setup)).limit == Limit()
