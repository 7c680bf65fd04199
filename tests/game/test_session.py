"""A game at a table: session, events, tags, and the study of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from battle.analysis.study import study_of
from battle.game.events import Answered, Event, Played, RanOut, Resigned
from battle.game.opponent import LEVEL_SECONDS, move_question, move_seconds
from battle.game.seating import Request
from battle.game.session import NotNowError, Seat, Session, Setup
from battle.game.setup import (
    LARGEST_SEED,
    Clock,
    Duplicate,
    Series,
    TimeControl,
    clock_text,
    duplicate,
    hints_in,
    labels,
    series_in,
    setup_in,
    tags_of,
    time_control,
)
from battle.game.words import players_words
from battle.protocol import Limit, position_command, positions_of
from battle.rules.position import (
    PLAYERS,
    FormatError,
    IllegalMoveError,
    Move,
    Player,
    Position,
    deal,
    move,
    played_down,
    position,
    winner_at,
)
from battle.rules.record import clock_in, is_hinted, record
from battle.rules.tree import Ending, Node, Reason
from solver.levels import RESISTANCE_SECONDS, levels
from tests.support.endgames import check_words, mutilated

# -- session --------------------------------------------------------------------------------------

SMALL = position("5m5p/5p5m/9s/9s")
FRIENDS = (Seat("Ada"), Seat("Ben"))
AGAINST_SOLVER = (Seat("Ada"), Seat("Solver", solver=True))


class Watch:
    """A time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time it was told to be."""
        return self.now


def timed(seats: tuple[Seat, Seat], control: TimeControl) -> tuple[Watch, Session]:
    """Return a game on deal 1 whose clock runs, and its time."""
    watch = Watch()
    session = Session(Setup(seats, deal(1), 1, control), now=watch)
    session.run_clock()
    return watch, session


def friends(number: int = 1, **setup: object) -> Session:
    """Return a game between Ada and Ben on a deal."""
    return Session(Setup(FRIENDS, deal(number), number, **setup))  # type: ignore[arg-type]


def against_solver(number: int = 1, *, solver_first: bool = False) -> Session:
    """Return a game between Ada and the solver on a deal."""
    seats = AGAINST_SOLVER[::-1] if solver_first else AGAINST_SOLVER
    return Session(Setup(seats, deal(number), number))


def play(session: Session, plies: int = 54, seed: int = 1) -> Session:
    """Play random moves for whoever is to move."""
    random = Random(seed)
    for _ in range(plies):
        if session.ending is not None:
            break
        session.play(random.choice(session.position.legal_moves))
    return session


def small() -> Session:
    """Return a game of three moves that Ada wins 10 to 9."""
    session = Session(Setup(FRIENDS, SMALL))
    for text in ("a1b2", "c1d1", "a2b1"):
        session.play(move(text))
    return session


class Recorded(Session):
    """A session that notes the events it is folded from."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.events: list[tuple[Player, Event]] = []

    def apply(self, by: Player, event: Event, *, at: int = 0, entry: int = 0) -> None:
        super().apply(by, event, at=at, entry=entry)
        self.events.append((by, event))


class SessionMachine(RuleBasedStateMachine):
    """Whatever is wished, a session at one table is what a list of moves and an ending would be."""

    @initialize(number=st.integers(1, 99), solver=st.sampled_from([0, 0, 1, 2]))
    def sit_down(self, number: int, solver: int) -> None:
        """Begin between two friends, or against the solver on either side."""
        seats = [Seat("Ada"), Seat("Ben")]
        if solver:
            seats[solver - 1] = Seat("Solver", solver=True)
        start = played_down(Random(number), deal(number), 20)
        self.start, self.solver = Position(start.columns), solver
        self.setup = Setup((seats[0], seats[1]), self.start)
        self.session: Session = Recorded(self.setup)
        self.line: tuple[Move, ...] = ()
        self.followed: dict[tuple[Move, ...], Move] = {}
        self.agreed: Ending | None = None
        self.asked: Request | None = None
        self.hints = [0, 0]

    @property
    def position(self) -> Position:
        """The position after the moves of the list."""
        return reduce(Position.play, self.line, self.start)

    @property
    def ending(self) -> Ending | None:
        """How the game has ended."""
        place = self.position
        return Ending(Reason.PLAYED_OUT, winner_at(place.margin)) if place.is_over else self.agreed

    def wish(self, what: Callable[[], object], *, is_possible: bool) -> bool:
        """Wish something, which happens and is seen in the version, or is refused."""
        session = self.session
        before = session.version, session.position, session.ending, session.pending
        if is_possible:
            what()
            assert session.version > before[0]
        else:
            with pytest.raises(NotNowError):
                what()
            now = session.version, session.position, session.ending, session.pending
            assert now == before
        return is_possible

    def go_back(self, ply: int) -> None:
        """Go back in the list."""
        self.line, self.agreed, self.asked = self.line[:ply], None, None

    def end(self, ending: Ending) -> None:
        """End the game here; what was taken back from here is dropped."""
        here = self.line
        self.followed = {k: v for k, v in self.followed.items() if k[: len(here)] != here}
        self.agreed, self.asked = ending, None

    def last_ply(self, player: Player) -> int | None:
        """Return after how many moves the player made the last one, None without one."""
        return max((ply for ply in range(len(self.line)) if ply % 2 == player - 1), default=None)

    @rule(choice=st.integers(0, 99))
    def play(self, choice: int) -> None:
        """Play a pair; an open request is withdrawn, what was played before stays beside it."""
        moves = self.position.legal_moves
        made = moves[choice % len(moves)] if moves else move("a1b1")
        if self.wish(lambda: self.session.play(made), is_possible=self.ending is None):
            self.followed[self.line] = made
            self.line, self.asked = (*self.line, made), None

    @rule()
    def take_back(self) -> None:
        """Go back to the person's last turn, with the solver at the table; or resume there."""
        person = 3 - self.solver
        to_move = len(self.line) % 2 + 1
        ply = len(self.line) if self.agreed and to_move == person else self.last_ply(person)
        is_possible = bool(self.solver) and ply is not None
        assert self.session.can_take_back == is_possible
        if self.wish(self.session.take_back, is_possible=is_possible):
            self.go_back(ply or 0)

    @precondition(lambda self: self.followed)
    @rule()
    def redo(self) -> None:
        """Redo a move that was taken back, with the solver up to the person's turn."""
        is_possible = self.line in self.followed
        assert self.session.can_redo == is_possible
        if self.wish(self.session.redo, is_possible=is_possible):
            self.asked = None
            self.line = (*self.line, self.followed[self.line])
            while self.line in self.followed and len(self.line) % 2 + 1 == self.solver:
                self.line = (*self.line, self.followed[self.line])

    @rule(by=st.sampled_from(PLAYERS))
    def ask_for_a_take_back(self, by: Player) -> None:
        """Friends ask each other: for the asker's last move, and the reply to it."""
        ply = self.last_ply(by)
        is_possible = not self.solver and ply is not None and self.asked is None
        if self.wish(lambda: self.session.request_take_back(by), is_possible=is_possible):
            self.asked = Request("take back", by, self.line[ply:], ply or 0)

    @rule(by=st.sampled_from(PLAYERS))
    def offer_a_draw(self, by: Player) -> None:
        """One request at a time, none of a draw after the end, and none to the solver."""
        is_possible = self.ending is None and self.asked is None and not self.solver
        if self.wish(lambda: self.session.offer_draw(by), is_possible=is_possible):
            self.asked = Request("draw", by)

    @precondition(lambda self: self.asked or len(self.line) == 1)
    @rule(agreed=st.booleans())
    def answer(self, agreed: bool) -> None:
        """Agree, which lets happen what was asked; or say no, which changes nothing."""
        asked = self.asked
        if self.wish(lambda: self.session.answer(agreed), is_possible=asked is not None):
            self.asked = None
            if agreed and asked is not None and asked.kind == "draw":
                self.end(Ending(Reason.AGREED, None))
            elif agreed and asked is not None:
                self.go_back(len(self.line) - len(asked.moves))

    @precondition(lambda self: self.line)
    @rule(by=st.sampled_from(PLAYERS), is_late=st.booleans())
    def lose(self, by: Player, is_late: bool) -> None:
        """Give up, or run out of time; not twice."""
        event = RanOut(len(self.line)) if is_late else Resigned()
        if self.wish(lambda: self.session.apply(by, event), is_possible=self.ending is None):
            self.end(Ending(Reason.TIME if is_late else Reason.RESIGNED, 3 - by))

    @rule(what=st.sampled_from(("hint", "analysis")))
    def take_help(self, what: str) -> None:
        """Hints are counted for the player to move as long as the game goes on."""
        is_news = what == "hint" or what not in self.session.help_used
        self.session.note_help(what)
        if self.ending is None and is_news:
            self.hints[len(self.line) % 2] += what == "hint"
            self.asked = None
            assert what == "hint" or what in self.session.help_used

    @rule()
    def change_sides(self) -> None:
        """Take the solver's side; the person's help comes along, points stay."""
        is_possible = bool(self.solver) and self.ending is None
        assert self.session.can_change_sides == is_possible
        if self.wish(self.session.change_sides, is_possible=is_possible):
            self.solver, self.hints, self.asked = 3 - self.solver, self.hints[::-1], None

    @precondition(lambda self: self.line)
    @rule()
    def restart(self) -> None:
        """Go on from the record, as the next start of the program does."""
        self.session = Session.from_record(record(self.session.record().text), own=True)
        self.asked = None

    def teardown(self) -> None:
        """Fold the events alone into the same game, if it was not opened again from its record."""
        if isinstance(self.session, Recorded):
            again = Session(self.setup)
            for by, event in self.session.events:
                again.apply(by, event)
            assert again.record().text == self.session.record().text
            assert (again.pending, again.help_used) == (
                self.session.pending,
                self.session.help_used,
            )

    @invariant()
    def shows_the_game(self) -> None:
        """Place, end, points, pairs taken, requests, help and seats are those of the list."""
        session, place = self.session, self.position
        assert (session.position, session.game.moves) == (place, [*self.line])
        assert (session.ending, session.pending) == (self.ending, self.asked)
        assert bool(session.result_text) == (self.ending is not None)
        assert bool(session.request_text) == (self.asked is not None)
        assert session.hints == tuple(self.hints)
        assert session.person == (3 - self.solver if self.solver else None)
        assert session.solver_to_move == (self.ending is None and place.to_move == self.solver)
        for player in PLAYERS:
            points = sum(kind.rank for kind in session.taken(player))
            assert session.points[player - 1] == points
            assert session.needed(player) == max(0, place.points_to_win - points)
        assert sum(session.points) + session.position.points_left == self.start.points_left


SessionMachine.TestCase.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
TestSession = SessionMachine.TestCase


def test_illegal_moves_are_refused_and_change_nothing():
    """A move that cannot be played says why and leaves the session alone."""
    session = friends()
    before = session.record().text
    with pytest.raises(IllegalMoveError, match="is not free"):
        session.play(move("a1a2"))
    assert session.record().text == before
    assert session.version == 0


def test_two_solvers_go_back_one_move():
    """With no person at the table a take-back is one move."""
    session = Session(Setup((Seat(solver=True), Seat(solver=True)), deal(1), 1))
    play(session, 3)
    session.take_back()
    assert session.game.ply == 2
    session.redo()
    assert session.game.ply == 3


def test_another_move_after_a_take_back_keeps_the_old_line():
    """What was taken back is kept in the record as a variation."""
    session = play(against_solver(), 4)
    session.take_back()
    taken_back = session.game.node.children[0].move
    other = next(m for m in session.position.legal_moves if m != taken_back)
    session.play(other)
    assert [child.move for child in session.game.node.parent.children] == [other, taken_back]
    assert session.game.last is session.game.node


def test_who_gives_up_leaves_the_rest_to_the_other():
    """Giving up early saves no points in a series, whoever was ahead."""
    session = Session(Setup(FRIENDS, SMALL))
    session.play(move("a1b2"))
    session.resign(1)
    assert session.points == (5, 0)
    assert session.counted == session.totals == (5, 14)
    second = session.next_game()
    assert second.totals == (14, 5)
    second.play(move("a1b2"))
    second.offer_draw(1)
    second.answer(accept=True)
    assert second.counted == (5, 0)


def test_a_duplicate_match_plays_every_deal_from_both_sides():
    """Each deal comes twice in a row with seats swapped, restarted or not; then it is over."""
    session = Session(Setup(FRIENDS, deal(11), 11), Series((), duplicate((11, 12))))
    seen, totals = [], {"Ada": 0, "Ben": 0}
    while True:
        seen.append((session.setup.deal, session.name(1)))
        assert session.game.start == deal(seen[-1][0])
        play(session, 99)
        for player in (1, 2):
            totals[session.name(player)] += session.points[player - 1]
        session = Session.from_record(record(session.record().text))
        if not session.can_go_on:
            break
        session = session.next_game()
    assert seen == [(11, "Ada"), (11, "Ben"), (12, "Ada"), (12, "Ben")]
    assert session.totals == (totals["Ben"], totals["Ada"])
    with pytest.raises(NotNowError, match="All games"):
        session.next_game()


def test_a_duplicate_match_can_begin_from_a_position():
    """A start without a number is played from both sides too."""
    second = play(Session(Setup(FRIENDS, SMALL), Series((), duplicate((0,)))), 99).next_game()
    assert (second.game.start, second.setup.deal) == (SMALL, None)
    assert not play(second, 99).can_go_on


def test_after_a_match_comes_another():
    """The same two begin again on other deals, the one who moved second first."""
    session = Session(Setup(FRIENDS, deal(11), 11), Series((), duplicate((11,))))
    session = play(play(session, 99).go_on(), 99)
    again = session.go_on()
    assert (again.name(1), again.totals) == (session.name(2), (0, 0))
    assert again.series.duplicate.deals == (again.setup.deal,)
    assert again.series.duplicate.key != session.series.duplicate.key


def test_in_a_duplicate_match_sides_stay():
    """Changing sides would make a match of one's own play against oneself."""
    setup = Setup(AGAINST_SOLVER, deal(11), 11)
    session = Session(setup, Series((), duplicate((11,))))
    with pytest.raises(NotNowError, match="sides are fixed"):
        session.change_sides()
    assert session.setup == setup


def test_a_level_errs_elsewhere_in_the_next_game():
    """Games against a level have seeds of their own, which their records keep."""
    seats = (Seat("Ada"), Seat(solver=True, level="club"))
    session = Session(Setup(seats, deal(1), 1, seed=2**31 - 1))
    assert Session.from_record(record(session.record().text)).setup == session.setup
    assert play(session, 99).next_game().setup.seed == 0


CLOCKED = {
    "move": lambda session: play(session, 1),
    "back": Session.take_back,
    "again": Session.redo,
    "pause": Session.pause_clock,
    "go on": Session.run_clock,
    "resign": lambda session: session.resign(1),
}


@pytest.mark.parametrize(
    ("seats", "control", "done", "shown"),
    [
        pytest.param(
            FRIENDS,
            TimeControl(60, 2),
            [10, "move", 20],
            ["50 60", "52 60", "52 40"],
            id="the mover's time runs, a move hands over with the increment",
        ),
        pytest.param(
            FRIENDS,
            TimeControl(60, 2),
            [10, "move", 20, "pause", 1000, "go on", 40],
            ["50 60", "52 60", "52 40", "52 40", "52 40", "52 40", "52 0 flag, won by 1"],
            id="a pause stops both, a flag falls once",
        ),
        pytest.param(
            AGAINST_SOLVER,
            TimeControl(60),
            ["move", "back", 10, "resign", 100],
            ["60 60", "60 60", "50 60", "50 60 won by 2", "50 60 won by 2"],
            id="the clock follows a take-back and stops at the end",
        ),
        pytest.param(
            AGAINST_SOLVER,
            TimeControl(60),
            ["move", 100, "move", 61],
            ["60 60", "60 0", "60 0", "0 0 flag, won by 2"],
            id="a program does not lose on time, but a person does",
        ),
        pytest.param(
            AGAINST_SOLVER,
            TimeControl(60, 2),
            [10, "move", 5, "move", 20, "move", 5, "move", 34, "back", "back", "again"],
            [
                *("50 60", "52 60", "52 55", "52 57", "32 57", "34 57", "34 52", "34 54"),
                *("0 54 flag, won by 2", "34 54", "52 57", "34 54"),
            ],
            id="a take-back gives both their time again, also after a flag has fallen",
        ),
    ],
)
def test_clocks_at_a_table(seats, control, done, shown):
    """After each step both times are as they should be; so are flags, which fall once, and ends."""
    watch, session = timed(seats, control)
    found = []
    for step in done:
        if isinstance(step, str):
            CLOCKED[step](session)
        else:
            watch.now += step
        words = f"{session.remaining(1):.0f} {session.remaining(2):.0f}"
        words += " flag," if session.check_clock() else ""
        assert not session.check_clock()
        found.append(f"{words} won by {session.ending.winner}" if session.ending else words)
    assert found == shown
    assert friends().remaining(1) is None


def test_a_move_keeps_its_time_in_the_record():
    """The time that was left is the mover's, with the increment."""
    watch, session = timed(FRIENDS, TimeControl(60, 2))
    watch.now += 10
    assert clock_in(play(session, 1).game.node.comment) == 52


def test_a_move_after_the_time_is_up_comes_too_late():
    """Whose flag has fallen cannot move, even if nobody has looked at the clock."""
    watch, session = timed(FRIENDS, TimeControl(60))
    watch.now += 60
    with pytest.raises(NotNowError, match="over"):
        session.play(session.position.legal_moves[0])
    assert session.result_text == "Ben won. Ada ran out of time."


ENDINGS = {"resign": Ending(Reason.RESIGNED, 1), "draw": Ending(Reason.AGREED, None)}


@given(
    st.integers(1, 10**6),
    st.integers(0, 54),
    st.integers(0, 5),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "resign", "draw"]),
)
def test_a_session_goes_on_from_its_record(number, plies, back, solver, clock, end):
    """Everything needed to go on survives: seats, clock, help, series, place in the game."""
    setup = Setup(
        (Seat("Ada “the\\” first"), Seat("", solver)),
        deal(number),
        number,
        TimeControl(300, 5) if clock else None,
        think_seconds=1.5 if solver else 2.0,
    )
    session = Session(setup, Series(((3, 120),)), now=Watch())
    session.run_clock()
    play(session, plies, seed=back)
    session.note_help("hint")
    for _ in range(back if solver else 0):
        if session.can_take_back:
            session.take_back()
    if end and session.ending is None:
        session.game.end(ENDINGS[end])
    text = session.record().text
    again = Session.from_record(record(text), now=Watch())
    assert again.setup == session.setup
    assert (again.series, again.hints) == (session.series, session.hints)
    assert (again.position, again.ending) == (session.position, session.ending)
    assert again.game.moves == session.game.moves
    if session.ending is None:
        assert [again.remaining(p) for p in (1, 2)] == [session.remaining(p) for p in (1, 2)]
    assert sorted(again.record().text.splitlines()) == sorted(text.splitlines())


@pytest.mark.parametrize("seat", [Seat("", True, "casual"), Seat("Cora", True, "companion")])
def test_a_level_stays_at_the_table(seat):
    """A level keeps its seat, its name and its level through a record and a change of sides."""
    session = Session(Setup((Seat("Ada"), seat), deal(1), 1))
    session.change_sides()
    again = Session.from_record(record(session.record().text))
    assert again.setup.seats == (seat, Seat("Ada"))
    assert (again.level, session.level) == (seat.level, seat.level)
    assert "SecondLevel" not in again.record().tags
    assert (again.person, again.solver_to_move) == (2, True)


def test_a_level_is_called_by_who_plays_at_it():
    """At the table a level has a person's name, in a record that of other programs."""
    session = Session(Setup((Seat(), Seat(solver=True, level="casual")), deal(1), 1))
    assert session.names == ("Player 1", "Mo")
    assert session.record().tags["Second"] == "Solver: casual"


def test_a_position_names_its_start():
    """A game from a pasted position keeps the position in its record."""
    text = small().record().text
    assert f'[Position "{SMALL}"]' in text
    assert "Deal" not in text
    assert '[Result "10-9"]' in text


def test_records_of_other_programs_are_opened():
    """Unknown tags are kept in their order, a name that begins with Solver tells its level."""
    text = (
        '[Event "Spring cup"]\n[Second "Solver: strong"]\n[Opening "wild"]\n[Deal "7"]\n'
        '[TimeControl "soon"]\n[Hints "many"]\n[Earlier "1-2 x"]\n[Ply "99"]\n[Result "*"]\n\n*\n'
    )
    session = Session.from_record(record(text))
    assert (session.person, session.level) == (1, "strong")
    assert (session.clock, session.hints, session.series) == (None, (0, 0), Series())
    kept = session.record().text
    assert kept.index("Spring cup") < kept.index("wild") < kept.index('[Deal "7"]')
    assert '[TimeControl "soon"]' in kept


FULL = play(against_solver(), 6)
FULL.note_help("hint")
FULL.take_back()


@given(mutilated([FULL.record().text]))
def test_mutilated_records_make_sessions_or_are_rejected(text):
    """Whatever can be read as a record can be opened, shown and kept."""
    try:
        found = record(text)
    except ValueError:
        return
    session = Session.from_record(found)
    assert session.result_text or session.ending is None
    assert record(session.record().text).game.start == found.game.start


def test_points_given_decide_who_wins():
    """What was given at the start counts: for the score, for what is needed, and for the end."""
    session = Session(Setup(FRIENDS, SMALL.with_given((0, 3))))
    assert (session.points, session.needed(2)) == ((0, 3), 9)
    for text in ("c1d1", "a1b2", "a2b1"):
        session.play(move(text))
    assert session.points == (14, 8)
    assert session.result_text == "Ada won 14 to 8."
    again = Session.from_record(record(session.record().text))
    assert (again.points, again.result_text) == (session.points, session.result_text)


@given(st.integers(-60, 60), st.integers(-40, 40))
def test_a_rematch_is_as_uneven_as_the_game_before(head_start, par):
    """Whoever has a head start has it in the rematch too, what made up for the deal stays put."""
    lead = head_start - par
    setup = Setup(FRIENDS, deal(3).with_given((max(0, lead), max(0, -lead))), head_start=head_start)
    after = setup.swapped()
    assert par + after.start.margin == after.head_start == -head_start
    assert after.swapped() == replace(setup, seed=2)
    other = setup.swapped(5)
    assert (other.start.taken, other.deal) == ((0, 0), 5)
    assert other.start.margin == other.head_start == -head_start


# -- events ---------------------------------------------------------------------------------------


def test_what_cannot_happen_changes_nothing() -> None:
    """An event that comes too late is refused in a sentence, and the version stays."""
    session = Session(Setup((Seat(), Seat()), deal(5), 5))
    session.resign(1)
    version = session.version
    for event in (Resigned(), Answered(0, True), Played(0, deal(5).legal_moves[0])):
        with pytest.raises(
            NotNowError, match=r"game is over|Nothing was asked|There is no open|not possible"
        ):
            session.apply(2, event)
    assert session.version == version


# -- session study --------------------------------------------------------------------------------


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
    study = study_of(session.game)
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
    session.take_in(study)
    assert before == (
        session.position,
        [node.move for node in session.game.root.main_line()],
        session.ending,
        session.can_redo,
        session.record().result,
    )
    again = study_of(session.game, study)
    assert again.position == session.position
    assert holds(tree_of(again.game.root), tree_of(study.game.root))
    assert again.values is study.values


@pytest.mark.parametrize("seed", range(30))
def test_what_is_saved_opens_where_the_game_stood(seed: int) -> None:
    """The file of a study has its whole tree, and is the game as it stands at the table."""
    lot = Random(seed)
    session = begun(lot, lot.randrange(60))
    study = study_of(session.game)
    if study.game.ending is None:
        study.play(lot.choice(study.position.legal_moves))
    file = Session.from_record(record(session.with_findings(study).record().text))
    assert file.position == session.position
    assert file.ending == session.ending
    assert file.name(1) == "Ada"
    assert holds(tree_of(file.game.root), tree_of(study.game.root))


def test_an_analysis_without_a_game_opens_at_its_end() -> None:
    """Where no game was begun at a table there is no place at which it stood."""
    session = Session(Setup((Seat(), Seat()), deal(5), 5))
    study = study_of(session.game)
    for _move in range(3):
        study.play(study.position.legal_moves[0])
    assert session.with_findings(study).game.moves == study.game.moves


# -- hinted moves ---------------------------------------------------------------------------------


def test_only_the_pair_that_was_hinted_is_noted() -> None:
    """A hint belongs to its position, the last one counts, and taking back forgets nothing."""
    first, *others = SMALL.legal_moves
    for noted, played in ((first, first), (first, others[0]), (others[0], others[0])):
        game = Session(Setup(FRIENDS, SMALL))
        game.note_hint(first)
        game.note_hint(noted)
        game.play(played)
        assert is_hinted(game.game.node.comment) == (noted == played)
        if game.ending is None:
            game.play(game.position.legal_moves[0])
            assert not is_hinted(game.game.node.comment)


def test_the_record_keeps_what_was_hinted() -> None:
    """Written and read again, the same moves are hinted; people do not see the command."""
    game = Session(Setup(FRIENDS, SMALL))
    game.note_hint(SMALL.legal_moves[0])
    game.play(SMALL.legal_moves[0])
    text = game.record().text
    assert "[%hint]" in text
    again = Session.from_record(record(text))
    assert is_hinted(again.game.root.children[0].comment)
    assert again.record().text == text


# -- tags -----------------------------------------------------------------------------------------

people = st.builds(Seat, st.sampled_from(["", "Ada", "Solver", "A. “B”"]))
level_names = st.sampled_from(["", *(label.name for label in labels())])
programs = st.builds(Seat, st.sampled_from(["", "Deep thought"]), st.just(True), level_names)
setups = st.builds(
    Setup,
    st.tuples(people | programs, people | programs),
    st.just(SMALL),
    st.none() | st.integers(1, LARGEST_SEED),
    st.none() | st.builds(TimeControl, st.integers(1, 9999), st.integers(0, 60)),
    st.integers(1, 3_600_000).map(lambda milliseconds: milliseconds / 1000),
    st.integers(0, LARGEST_SEED),
    head_start=st.integers(-270, 270),
    named_by=st.sampled_from((None, *PLAYERS)),
    no_help=st.booleans(),
)
points = st.tuples(st.integers(0, 270), st.integers(0, 270))


@given(setups)
def test_what_was_agreed_is_read_as_it_was_written(setup):
    """Everything that matters to a game survives; what only programs have is left out of others."""
    again = setup_in(tags_of(setup, Series()), SMALL)
    think_seconds, seed = again.think_seconds, again.seed
    assert replace(again, think_seconds=setup.think_seconds, seed=setup.seed) == setup
    if any(seat.solver for seat in setup.seats):
        assert think_seconds == pytest.approx(setup.think_seconds, rel=1e-5)
    if any(seat.level for seat in setup.seats):
        assert seed == setup.seed


@given(st.lists(points, max_size=5), st.booleans())
def test_a_series_is_read_as_it_was_written(games, match):
    """Earlier games and what was agreed for a match survive."""
    series = Series(tuple(games), Duplicate("abcd", (0, 7, 8)) if match else None)
    tags = tags_of(Setup(FRIENDS, SMALL), series)
    assert series_in(tags) == series
    assert tags.get("Round") == (str(len(games) + 1) if games or match else None)


@pytest.mark.parametrize(
    ("tags", "seat"),
    [
        ({"First": "?"}, Seat()),
        ({"First": "Solver"}, Seat(solver=True)),
        ({"First": "Solver: club"}, Seat(solver=True, level="club")),
        ({"First": "Solver: CLUB"}, Seat("Solver: CLUB", True, "club")),
        ({"First": "Solver: godlike"}, Seat("Solver: godlike", True)),
        ({"First": "Solver", "FirstType": "human"}, Seat("Solver")),
        ({"First": "Cora", "FirstLevel": "club"}, Seat("Cora")),
    ],
)
def test_a_seat_is_told_by_its_name_or_its_type(tags, seat):
    """Records of other programs tell by the name who is a program, and at which level."""
    assert setup_in(tags, SMALL).seats == (seat, Seat())


def test_what_cannot_be_read_is_passed_over():
    """Tags that are nonsense cost nothing but what they would have told."""
    tags = {
        "ThinkTime": "long",
        "Seed": "-4",
        "TimeControl": "soon",
        "Earlier": "1-2 x",
        "Duplicate": "none",
        "Hints": "many",
        "HeadStart": "much",
    }
    assert setup_in(tags, SMALL) == Setup((Seat(), Seat()), SMALL)
    assert (series_in(tags), hints_in(tags)) == (Series(), (0, 0))


# -- words ----------------------------------------------------------------------------------------


def test_players_and_points() -> None:
    """Both names with their points."""
    session = Session(Setup((Seat("Ada"), Seat("", solver=True)), deal(1), 1))
    assert players_words(session) == "Ada 0 – 0 Sol"


# --- clock ----------------------------------------------------------------------------------------
#
# Clocks, and what they allow the program.


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
    """No level thinks longer than is promised, counting what it does to resist."""
    longest = LEVEL_SECONDS - RESISTANCE_SECONDS
    assert all((one.limit.time or 9) < longest for one in levels().values())
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
