"""Tests of the session: seats, requests, take-back, clock, series, records."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.game.clock import TimeControl
from battle.game.series import Series, duplicate
from battle.game.session import NotNowError, Request, Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.game import Ending, Reason
from battle.rules.position import IllegalMoveError, move, position
from battle.rules.record import clock_in, record
from tests.support.strategies import mutilated

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


def test_a_session_shows_the_game():
    """Points, pairs taken in order, points needed and left are those of the moves played."""
    session = small()
    assert session.points == (10, 9)
    assert [str(kind) for kind in session.taken(1)] == ["5m", "5p"]
    assert [str(kind) for kind in session.taken(2)] == ["9s"]
    assert (session.needed(1), session.needed(2), session.points_left) == (0, 1, 0)
    assert session.ending == Ending(Reason.PLAYED_OUT, 1)


@given(st.integers(1, 10**6), st.integers(0, 54), st.integers(0, 2**20))
def test_what_is_shown_always_adds_up(number, plies, seed):
    """The pairs taken are worth the points, and points taken and left are 270."""
    session = play(friends(number), plies, seed)
    for player in (1, 2):
        assert sum(kind.rank for kind in session.taken(player)) == session.points[player - 1]
        assert session.needed(player) == max(0, 136 - session.points[player - 1])
    assert sum(session.points) + session.points_left == 270


def test_every_change_is_seen_in_the_version():
    """The version grows with every change, and not with a refusal."""
    session = against_solver()
    versions = [session.version]
    for change in (
        lambda: play(session, 2),
        session.count_hint,
        session.take_back,
        session.redo,
        session.change_sides,
        lambda: session.resign(1),
    ):
        change()
        versions.append(session.version)
    assert versions == sorted(set(versions))
    with pytest.raises(NotNowError):
        session.resign(1)
    assert session.version == versions[-1]


def test_illegal_moves_are_refused_and_change_nothing():
    """A move that cannot be played says why and leaves the session alone."""
    session = friends()
    before = session.record().text
    with pytest.raises(IllegalMoveError, match="is not free"):
        session.play(move("a1a2"))
    assert session.record().text == before
    assert session.version == 0


def test_nothing_can_be_done_after_the_end():
    """A game that is over takes no moves, offers or resignations."""
    session = small()
    for refused in (
        lambda: session.play(move("a1b1")),
        lambda: session.resign(1),
        lambda: session.offer_draw(1),
        lambda: session.time_out(2),
        session.redo,
    ):
        with pytest.raises(NotNowError):
            refused()


# Take-back


def test_against_the_solver_a_take_back_leads_to_the_persons_last_turn():
    """The solver's reply and the person's move are undone at once."""
    session = play(against_solver(), 4)
    session.take_back()
    assert (session.game.ply, session.to_move) == (2, 1)
    session.redo()
    assert session.game.ply == 4


def test_while_the_solver_thinks_a_take_back_undoes_the_persons_move():
    """When it is the solver's turn only the person's move is undone."""
    session = play(against_solver(), 3)
    assert session.solver_to_move
    session.take_back()
    assert (session.game.ply, session.to_move) == (2, 1)


def test_the_solvers_first_move_cannot_be_taken_back():
    """Where the person has not moved yet there is nothing to take back."""
    session = play(against_solver(solver_first=True), 1)
    assert not session.can_take_back
    with pytest.raises(NotNowError, match="no move to take back"):
        session.take_back()


def test_a_finished_game_against_the_solver_can_be_gone_back_in():
    """The end of the table does not end the person's freedom to take back."""
    session = play(against_solver())
    plies = session.game.ply
    session.take_back()
    assert session.ending is None
    assert session.to_move == 1
    assert session.game.ply in (plies - 1, plies - 2)


def test_a_resignation_on_ones_own_turn_is_taken_back_as_such():
    """Taking back right after resigning only takes the resignation back."""
    session = play(against_solver(), 4)
    session.resign(1)
    session.take_back()
    assert (session.ending, session.game.ply) == (None, 4)


def test_a_resignation_on_the_solvers_turn_is_taken_back_with_the_move():
    """Resigning while the solver thinks, and taking back, leads to the person's last turn."""
    session = play(against_solver(), 5)
    session.resign(1)
    session.take_back()
    assert (session.ending, session.game.ply) == (None, 4)


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


# Requests between friends


def test_between_friends_a_take_back_needs_consent():
    """At once is refused; asked for and granted, the asker's last move and the reply are undone."""
    session = play(friends(), 4)
    moves = session.game.moves
    assert not session.can_take_back
    with pytest.raises(NotNowError, match="has to agree"):
        session.take_back()
    session.request_take_back(1)
    assert session.pending == Request("take back", 1, (moves[2], moves[3]))
    assert session.request_text == f"Ada asks to take back {moves[2]}, {moves[3]}."
    session.answer(True)
    assert (session.pending, session.game.ply, session.to_move) == (None, 2, 1)
    assert session.request_text == ""


def test_the_one_who_just_moved_asks_for_that_move_only():
    """Before the reply only the asker's own move is undone."""
    session = play(friends(), 4)
    session.request_take_back(2)
    session.answer(True)
    assert (session.game.ply, session.to_move) == (3, 2)


def test_a_refused_request_changes_nothing_on_the_table():
    """No means no."""
    session = play(friends(), 4)
    session.request_take_back(1)
    session.answer(False)
    assert (session.pending, session.game.ply) == (None, 4)


def test_a_take_back_can_be_asked_for_after_the_end():
    """The last move of a game can be taken back too, and so can a resignation with it."""
    session = small()
    session.request_take_back(1)
    session.answer(True)
    assert (session.ending, session.game.ply) == (None, 2)
    session.resign(2)
    session.request_take_back(2)
    session.answer(True)
    assert (session.ending, session.game.ply) == (None, 1)


def test_requests_that_make_no_sense_are_refused():
    """No move yet, a second request, an answer to nothing, and the solver asks nobody."""
    session = friends()
    with pytest.raises(NotNowError, match="no move to take back"):
        session.request_take_back(1)
    with pytest.raises(NotNowError, match="Nothing was asked"):
        session.answer(True)
    session.offer_draw(1)
    with pytest.raises(NotNowError, match="not been answered"):
        session.offer_draw(2)
    with pytest.raises(NotNowError):
        play(against_solver(), 2).request_take_back(1)


def test_a_move_withdraws_a_request():
    """Playing on answers an open request with no."""
    session = play(friends(), 2)
    session.offer_draw(1)
    play(session, 1)
    assert session.pending is None


# Endings


def test_a_draw_is_agreed():
    """An accepted offer ends the game without a winner, a refused one does not."""
    session = play(friends(), 3)
    session.offer_draw(2)
    assert session.request_text == "Ben offers a draw."
    session.answer(False)
    assert session.ending is None
    session.offer_draw(2)
    session.answer(True)
    assert session.ending == Ending(Reason.AGREED, None)
    assert session.result_text == "A draw by agreement."


def test_results_are_told_in_a_sentence():
    """Every ending has its words."""
    assert friends().result_text == ""
    assert small().result_text == "Ada wins 10 to 9."
    session = friends()
    session.resign(1)
    assert session.result_text == "Ben wins: Ada resigned."
    session = friends()
    session.time_out(2)
    assert session.result_text == "Ada wins: Ben is out of time."
    draw = Session(Setup((Seat(), Seat()), position("5m/5m 1 130-135")))
    draw.play(move("a1b1"))
    assert draw.result_text == "A draw, 135 to 135."


def test_everybody_has_a_name():
    """A seat without a name is called by its number, the solver the solver."""
    session = Session(Setup((Seat(), Seat(solver=True)), deal(1), 1))
    assert (session.name(1), session.name(2)) == ("Player 1", "Solver")


# Rematch


def test_a_rematch_swaps_the_seats_and_adds_the_points():
    """The same start, the other way round; the points of both games count by person."""
    first = small()
    second = first.next_game()
    assert (second.name(1), second.name(2)) == ("Ben", "Ada")
    assert second.game.start == first.game.start
    assert second.series == Series(((9, 10),))
    assert second.totals == (9, 10)
    for text in ("c1d1", "a1b2", "a2b1"):
        second.play(move(text))
    assert second.points == (14, 5)
    assert second.totals == (23, 15)
    third = second.next_game()
    assert (third.name(1), third.totals) == ("Ada", (15, 23))


def test_a_rematch_waits_for_the_end():
    """A game that goes on has no rematch."""
    with pytest.raises(NotNowError, match="not over yet"):
        friends().next_game()


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


def finished(session: Session) -> Session:
    """Play a game to its end."""
    return play(session, 99)


def test_a_duplicate_match_plays_every_deal_from_both_sides():
    """Each deal comes twice in a row with seats swapped, then the match is over."""
    session = Session(Setup(FRIENDS, deal(11), 11), Series((), duplicate((11, 12))))
    seen, totals = [], {"Ada": 0, "Ben": 0}
    while True:
        seen.append((session.setup.deal, session.name(1)))
        assert session.game.start == deal(seen[-1][0])
        finished(session)
        for player in (1, 2):
            totals[session.name(player)] += session.points[player - 1]
        if not session.can_go_on:
            break
        session = session.next_game()
    assert seen == [(11, "Ada"), (11, "Ben"), (12, "Ada"), (12, "Ben")]
    assert session.totals == (totals["Ben"], totals["Ada"])
    with pytest.raises(NotNowError, match="All games"):
        session.next_game()


def test_a_duplicate_match_survives_a_restart():
    """From the record of any of its games the match goes on as if nothing had happened."""
    match = duplicate((11, 12))
    session = Session(Setup(FRIENDS, deal(11), 11), Series((), match))
    deals = []
    while True:
        play(session, 20)
        session = Session.from_record(record(session.record().text))
        assert session.series.duplicate == match
        deals.append(session.setup.deal)
        if not finished(session).can_go_on:
            break
        session = session.next_game()
    assert deals == [11, 11, 12, 12]
    assert session.record().tags["Round"] == "4"


def test_a_duplicate_match_can_begin_from_a_position():
    """A start without a number is played from both sides too."""
    session = Session(Setup(FRIENDS, SMALL), Series((), duplicate((0,))))
    second = finished(session).next_game()
    assert (second.game.start, second.setup.deal) == (SMALL, None)
    assert not finished(second).can_go_on


def test_after_a_match_comes_another():
    """The same two begin anew on other deals, the one who moved second first."""
    session = Session(Setup(FRIENDS, deal(11), 11), Series((), duplicate((11,))))
    again = finished(session).new_match((21, 22))
    assert (again.name(1), again.setup.deal, again.totals) == ("Ben", 21, (0, 0))
    assert again.series.duplicate.deals == (21, 22)
    assert again.series.duplicate.key != session.series.duplicate.key


def test_in_a_duplicate_match_sides_stay():
    """Changing sides would make a match of one's own play against oneself."""
    setup = Setup(AGAINST_SOLVER, deal(11), 11)
    session = Session(setup, Series((), duplicate((11,))))
    with pytest.raises(NotNowError, match="sides are agreed"):
        session.change_sides()
    assert session.setup == setup


def test_a_level_errs_elsewhere_in_the_next_game():
    """Games against a level have seeds of their own, which their records keep."""
    seats = (Seat("Ada"), Seat(solver=True, level="club"))
    session = Session(Setup(seats, deal(1), 1, seed=2**31 - 1))
    assert Session.from_record(record(session.record().text)).setup == session.setup
    assert finished(session).next_game().setup.seed == 0


# The solver at the table


def test_after_the_end_nobody_changes_sides():
    """A game that is over was won by whoever sat there."""
    session = against_solver()
    session.resign(session.person)
    before = session.result_text
    assert not session.can_change_sides
    with pytest.raises(NotNowError, match="over"):
        session.change_sides()
    assert session.result_text == before


def test_changing_sides_swaps_person_and_solver():
    """The person takes the solver's side, points stay with the side, help with the person."""
    session = play(against_solver(), 2)
    session.count_hint()
    points = session.points
    session.change_sides()
    assert (session.person, session.points, session.hints) == (2, points, (0, 1))
    assert session.solver_to_move
    with pytest.raises(NotNowError):
        friends().change_sides()


def test_help_is_counted_for_the_player_to_move():
    """The record tells how often each player was helped."""
    session = against_solver()
    session.count_hint()
    session.count_hint()
    assert session.record().text.count('[Hints "2-0"]') == 1


# The clock


def test_the_clock_runs_with_the_moves():
    """The mover's time runs, a move hands over with the increment, and is kept in the record."""
    watch = Watch()
    session = Session(Setup(FRIENDS, deal(1), 1, TimeControl(60, 2)), now=watch)
    session.run_clock()
    watch.now += 10
    play(session, 1)
    watch.now += 20
    assert (session.remaining(1), session.remaining(2)) == (52, 40)
    assert clock_in(session.game.node.comment) == 52
    session.pause_clock()
    watch.now += 1000
    assert session.remaining(2) == 40
    assert not session.check_clock()
    session.run_clock()
    watch.now += 40
    assert session.check_clock()
    assert session.ending == Ending(Reason.TIME, 1)
    assert not session.check_clock()


def test_a_move_after_the_time_is_up_comes_too_late():
    """Whose flag has fallen cannot move, even if nobody has looked at the clock."""
    watch = Watch()
    session = Session(Setup(FRIENDS, deal(1), 1, TimeControl(60)), now=watch)
    session.run_clock()
    watch.now += 60
    with pytest.raises(NotNowError, match="over"):
        session.play(session.position.legal_moves[0])
    assert session.result_text == "Ben wins: Ada is out of time."


def test_the_clock_stops_at_the_end_and_follows_a_take_back():
    """After the end no time runs; after a take-back it is the right player's."""
    watch = Watch()
    session = Session(Setup(AGAINST_SOLVER, deal(1), 1, TimeControl(60)), now=watch)
    session.run_clock()
    play(session, 1)
    session.take_back()
    watch.now += 10
    assert (session.remaining(1), session.remaining(2)) == (50, 60)
    session.resign(1)
    watch.now += 100
    assert session.remaining(1) == 50
    assert friends().remaining(1) is None


def test_a_program_does_not_lose_on_time_but_a_person_does():
    """Where a machine takes longer than the program meant to, that ends no game."""
    watch = Watch()
    session = Session(Setup(AGAINST_SOLVER, deal(1), 1, TimeControl(60)), now=watch)
    session.run_clock()
    play(session, 1)
    watch.now += 100
    assert session.solver_to_move
    assert not session.check_clock()
    assert session.remaining(2) == 0
    play(session, 1)
    watch.now += 61
    assert session.check_clock()
    assert session.ending == Ending(Reason.TIME, 2)


def test_taking_back_against_the_program_gives_both_their_time_again():
    """Both clocks show what they showed at that place, also after a flag has fallen."""
    watch = Watch()
    session = Session(Setup(AGAINST_SOLVER, deal(1), 1, TimeControl(60, 2)), now=watch)
    session.run_clock()
    for seconds in (10, 5, 20, 5):
        watch.now += seconds
        play(session, 1)
    watch.now += 34
    assert session.check_clock()
    session.take_back()
    assert session.ending is None
    assert (session.remaining(1), session.remaining(2)) == (34, 54)
    session.take_back()
    assert (session.remaining(1), session.remaining(2)) == (52, 57)
    session.redo()
    assert (session.remaining(1), session.remaining(2)) == (34, 54)


# Records


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
    session.count_hint()
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


def test_a_level_is_called_by_its_name():
    """A level without a name shows its own, and a record calls it as other programs would."""
    session = Session(Setup((Seat("Ada"), Seat(solver=True, level="casual")), deal(1), 1))
    assert session.name(2) == "Casual"
    assert session.record().tags["Second"] == "Solver: casual"


def test_a_level_no_program_knows_is_passed_over():
    """A record with an unknown level is one with the solver."""
    tags = '[First "Ada"]\n[Second "?"]\n[SecondType "program"]\n[SecondLevel "godlike"]\n'
    session = Session.from_record(record(f'{tags}[Deal "1"]\n\n*\n'))
    assert session.setup.seats[1] == Seat(solver=True)
    assert session.level == ""


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
FULL.count_hint()
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


# Points given


def test_points_given_decide_who_wins():
    """What was given at the start counts: for the score, for what is needed, and for the end."""
    session = Session(Setup(FRIENDS, SMALL.with_given((0, 3))))
    assert (session.points, session.needed(2)) == ((0, 3), 9)
    for text in ("c1d1", "a1b2", "a2b1"):
        session.play(move(text))
    assert session.points == (14, 8)
    assert session.result_text == "Ada wins 14 to 8."
    again = Session.from_record(record(session.record().text))
    assert (again.points, again.result_text) == (session.points, session.result_text)


@given(st.integers(-60, 60), st.integers(-40, 40))
def test_a_rematch_is_as_uneven_as_the_game_before(head_start, par):
    """Whoever has a head start has it in the rematch too, what made up for the deal stays put."""
    lead = head_start - par
    start = deal(3).with_given((max(0, lead), max(0, -lead)))
    setup = Setup(FRIENDS, start, head_start=head_start)
    after = setup.swapped()
    assert par + after.start.margin == after.head_start == -head_start
    assert after.swapped() == replace(setup, seed=2)
    other = setup.swapped(5)
    assert (other.start.taken, other.deal) == ((0, 0), 5)
    assert other.start.margin == other.head_start == -head_start


def test_a_head_start_survives_in_the_record():
    """Who was to win by how much is known again after a restart; nonsense is passed over."""
    start = deal(3).with_given((0, 8))
    session = Session(Setup(FRIENDS, start, 3, head_start=-12))
    again = Session.from_record(record(session.record().text))
    assert (again.setup, again.game.start) == (session.setup, start)
    odd = session.record().text.replace('HeadStart "-12"', 'HeadStart "much"')
    assert Session.from_record(record(odd)).setup.head_start == 0
