"""Both logs, and what each side makes of the other's copy."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from battle.friend import log
from battle.friend.log import copy_of
from battle.friend.sealing import NewerError
from battle.friend.terms import Terms, other_side, terms
from battle.game.clock import TimeControl
from battle.game.events import (
    DRAW,
    REMATCH,
    TAKE_BACK,
    Answered,
    Asked,
    Claimed,
    Event,
    Helped,
    NamedPoints,
    NextGame,
    Played,
    RanOut,
    Resigned,
    TookSeat,
    Withdrew,
)
from battle.game.session import DAY, NotNowError, Session
from battle.game.setup import Seat, Setup
from battle.rules.deal import deal
from battle.rules.game import Ending, Reason
from battle.rules.position import FormatError, IllegalMoveError, Player, RulesError, move, position
from tests.friend.pairs import SMALL, Two, book, copy, forge, table, values


def test_a_game_comes_to_the_same_end_on_both_sides() -> None:
    """Both logs lead to the game that a table leads to, move by move."""
    two, local = Two(Terms(deal(7), 7)), Session(Setup((Seat(), Seat()), deal(7), 7))
    two.play_out(Random(1))
    game = table(two.books["guest"])
    for played in game.game.moves:
        local.play(played)
    assert two.agree()
    assert (game.position, game.ending) == (local.position, local.ending)


def test_copies_may_come_late_twice_and_in_any_order() -> None:
    """An old copy changes nothing, a new one brings all that was missed."""
    two = Two()
    old = copy(two.books["host"])
    two.play(), two.play()
    assert not two.books["guest"].take(old)
    assert not two.tell("host")
    assert two.agree()
    assert two.books["host"].delivered


def test_a_side_that_lost_all_finds_it_with_the_other() -> None:
    """Who comes back with an older copy of its own is given its own moves by the friend."""
    two = Two(Terms(deal(7), 7))
    for _ply in range(6):
        two.play()
    restored = book("host", two.agreed)
    assert restored.take(copy(two.books["guest"]))
    assert restored.logs == two.books["guest"].logs


def test_an_illegal_move_is_refused_with_all_it_came_in() -> None:
    """A copy with a move that could not be played is refused, and nothing changes."""
    two = Two()
    two.play()
    forged = book("guest")
    forged.take(copy(two.books["guest"]))
    entry = two.books["host"].mine[0]
    bad = Played(1, move("a1l9"))
    forge(forged, "guest", (type(entry)(1, entry.at, 1, bad),))
    before = two.books["host"].logs
    with pytest.raises(FormatError, match="entry 1"):
        two.books["host"].take(copy(forged))
    assert two.books["host"].logs == before
    with pytest.raises(IllegalMoveError):
        two.books["guest"].do(bad, 5)
    with pytest.raises(RulesError):
        two.books["host"].do(Played(1, move("a2b1")), 5)


def test_nobody_moves_for_the_other() -> None:
    """A friend's copy in which I moved, and did not, is refused."""
    forged = book("guest")
    elsewhere = Two()
    elsewhere.play()
    forge(forged, "host", elsewhere.books["host"].mine)
    forged.signatures["host"] = forged.identity.sign(b"")
    with pytest.raises(FormatError, match="signed"):
        book("host").take(copy(forged))


def test_what_was_said_without_knowing_of_the_other_is_put_in_one_order() -> None:
    """A draw offered while the other moved stands after the move, and can be accepted."""
    two = Two()
    two.do("guest", Asked(DRAW), tell=False)
    two.play(tell=False)
    two.meet()
    assert two.agree()
    assert table(two.books["host"]).game.ply == 1
    two.do("host", Answered(0, True))
    assert two.agree()
    assert table(two.books["guest"]).ending == Ending(Reason.AGREED, None)


def test_an_answer_that_came_too_late_is_passed_over() -> None:
    """Who withdraws while the other agrees has withdrawn, or it was agreed: the same for both."""
    two = Two()
    two.do("host", Asked(DRAW))
    two.do("guest", Answered(0, True), tell=False)
    two.play(tell=False)
    two.meet()
    assert two.agree()
    assert table(two.books["host"]).ending is None
    assert two.books["host"].replay.passed_over == [("guest", 0)]


def test_a_take_back_can_be_refused() -> None:
    """A question that is answered with no changes nothing, and can be asked again."""
    two = Two()
    two.play(), two.play()
    two.do("host", Asked(TAKE_BACK, 0))
    two.do("guest", Answered(1, False))
    assert table(two.books["host"]).game.ply == 2
    two.do("host", Asked(TAKE_BACK, 0))
    assert two.agree()


def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    """A take-back that is agreed to, by an answer to that question, leads to the asker's turn."""
    two = Two()
    two.play(), two.play()
    two.do("host", Asked(TAKE_BACK, 0))
    asked = len(two.books["host"].mine) - 1
    with pytest.raises(RulesError):
        two.books["guest"].do(Answered(asked + 1, True), 5)
    two.do("guest", Answered(asked, True))
    assert two.agree()
    assert table(two.books["host"]).position == SMALL


def test_a_question_can_be_withdrawn() -> None:
    """After that it cannot be answered."""
    two = Two()
    two.do("host", Asked(DRAW))
    two.do("host", Withdrew(0))
    with pytest.raises(RulesError):
        two.books["guest"].do(Answered(0, True), 5)


def test_who_resigns_loses() -> None:
    """Either may give up, at any time, and nothing follows."""
    two = Two()
    two.do("guest", Resigned())
    assert table(two.books["host"]).ending == Ending(Reason.RESIGNED, 1)
    with pytest.raises(RulesError):
        two.do("host", Played(0, move("a1b2")))


def test_a_rematch_swaps_seats() -> None:
    """The next game begins from the same deal, or from another, with the seats swapped."""
    two = Two()
    two.do("guest", Resigned())
    two.do("guest", Asked(REMATCH))
    two.do("host", Answered(1, True))
    assert two.agree()
    game = table(two.books["guest"])
    assert (game.series.number, game.me, game.game.start) == (2, 1, SMALL)
    assert table(two.books["guest"]).my_turn
    assert game.series.games == ((0, 19),)
    two.do("host", Resigned())
    two.do("host", Asked(REMATCH, 4711))
    two.do("guest", Answered(2, True))
    assert table(two.books["host"]).game.start == deal(4711)


def test_a_match_goes_on_by_itself_and_ends() -> None:
    """The games of a duplicate match follow each other, whoever begins the next."""
    two = Two(Terms(deal(3), 3, deals=(3, 5)))
    for number in range(1, 5):
        two.do("guest", Resigned())
        if number < 4:
            two.do("host", NextGame(), tell=False)
            two.do("guest", NextGame(), tell=False)
            two.meet()
    assert two.agree()
    assert [game.setup.deal for game in two.books["host"].replay.games] == [3, 3, 5, 5]
    with pytest.raises(RulesError):
        two.do("host", NextGame())


def test_a_match_may_begin_with_a_position() -> None:
    """A match on a position that was pasted, and a deal: both are played twice."""
    two = Two(Terms(SMALL, deals=(0, 5)))
    for number in range(1, 5):
        two.do("guest", Resigned())
        if number < 4:
            two.do("host", NextGame())
    games = two.books["guest"].replay.games
    assert [(game.game.start, game.setup.deal) for game in games] == [(SMALL, None)] * 2 + [
        (deal(5), 5)
    ] * 2


def test_points_are_named_and_a_seat_taken() -> None:
    """In the pie rule one names what the second player gets, the other who that is."""
    two = Two(Terms(SMALL, pie="host"))
    assert two.books["host"].replay.game is None
    two.do("host", NamedPoints(7))
    with pytest.raises(RulesError):
        two.do("host", TookSeat(1))
    two.do("guest", TookSeat(1))
    assert two.agree()
    game = table(two.books["host"])
    assert (game.me, game.position.points, game.my_turn) == (2, (0, 7), False)


def test_points_below_nought_go_to_whoever_moves_first() -> None:
    """What is named goes to whoever moves second, whichever player that is; more than 60 cannot."""
    two = Two(Terms(position("5m5p/5p5m/9s/9s 2"), pie="host"))
    with pytest.raises(RulesError):
        two.do("host", NamedPoints(-61))
    two.do("host", NamedPoints(-4))
    two.do("guest", TookSeat(1))
    assert two.agree()
    assert table(two.books["guest"]).position.points == (0, 4)


def test_clocks_never_gain() -> None:
    """A move may tell of the time that was left and the increment, not of more."""
    two = Two(Terms(SMALL, control=TimeControl(60, 2)))
    with pytest.raises(NotNowError):
        two.do("host", Played(0, move("a1b2"), 62_001))
    with pytest.raises(NotNowError):
        two.do("host", Played(0, move("a1b2")))
    two.do("host", Played(0, move("a1b2"), 50_000))
    two.do("guest", RanOut(1))
    assert table(two.books["host"]).ending == Ending(Reason.TIME, 1)


def test_days_are_claimed_by_the_other_and_only_when_they_are_over() -> None:
    """Who lets the days for a move go by loses when the other says so; a move in time counts."""
    two = Two(Terms(SMALL, days=2))
    two.play()
    with pytest.raises(RulesError):
        two.do("host", Claimed(1))
    two.at += 2 * DAY
    two.do("host", Claimed(1), tell=False)
    two.books["guest"].do(Played(1, move("a2b1")), two.at - DAY)
    two.meet()
    assert two.agree()
    assert table(two.books["host"]).game.ply == 2


def test_help_stands_on_both_sides() -> None:
    """What help a side has used is known to the other."""
    two = Two()
    two.do("host", Helped("hint"))
    assert table(two.books["guest"]).hints == (1, 0)


def test_two_that_differ_are_told_and_play_no_more() -> None:
    """A copied home that played on otherwise is told to both; what both have begins a new game."""
    two = Two(Terms(deal(7), 7))
    for _ply in range(4):
        two.play()
    before = table(two.books["host"]).position
    copied = book("host", two.agreed)
    copied.take(copy(two.books["guest"]))
    two.play(0)
    game = table(copied)
    copied.do(Played(game.game.ply, game.position.legal_moves[1]), 9)
    guest, host = two.books["guest"], two.books["host"]
    assert guest.take(copy(copied))
    assert host.take(copy(copied))
    for side in (guest, host):
        assert side.split == {"host": 2, "guest": 2}
        with pytest.raises(RulesError):
            side.do(Resigned(), 5)
    assert not guest.take(copy(copied))
    agreed = guest.common_terms
    assert (agreed.start, agreed.host, agreed.deal) == (before, 2, None)
    assert terms(agreed.values) == agreed
    assert host.common_terms == replace(agreed, host=1)


def test_a_copy_of_a_later_epoch_is_a_split() -> None:
    """Where an older program has gone on after a split nothing of it is taken, and it is told."""
    two = Two(Terms(deal(7), 7))
    two.play()
    guest, host = two.books["guest"], two.books["host"]
    guest.epoch = 1
    guest._sign()
    assert two.tell("guest")
    assert host.split == {"host": 1, "guest": 0}
    assert not two.tell("host")


def test_a_newer_copy_says_so() -> None:
    """A event that is not known here is of a newer program: told, and nothing is changed."""
    sent = values(book("guest"))
    sent["guest"] = [["dance", 0, 5, 1]]
    with pytest.raises(NewerError):
        copy_of(sent, "guest")
    with pytest.raises(NewerError, match="newer"):
        copy_of(sent | {"v": 2, "guest": "something else"}, "guest")


@pytest.mark.parametrize(
    "change",
    [
        {"side": "host"},
        {"name": 5},
        {"epoch": -1},
        {"epoch": 1e9},
        {"guest": None},
        {"guest": [[]]},
        {"guest": [["move", 0, 5, 1, 0, "a1b2"]]},
        {"guest": [["move", 0, 5, 1, 0, "z1b2", None]]},
        {"guest": [["resign", True, 5, 1]]},
        {"guest": [["resign", 0, 5, 10**30]]},
        {"host-signed": "zz" * 64},
        {"host-signed": ["x"]},
        {"said": [[1, 2, 3]]},
        {"said": [[1, -2, "x"]]},
        {"heard": "5"},
    ],
    ids=str,
)
def test_a_damaged_copy_is_refused(change: dict[str, object]) -> None:
    """Whatever a copy has instead of what it should is refused in one line."""
    with pytest.raises(FormatError):
        copy_of(values(book("guest")) | change, "guest")


def test_a_new_entry_costs_its_own_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten games a move folds and hashes itself, on both sides, and nothing else."""
    two = Two()
    for number in range(1, 11):
        two.do("guest", Resigned())
        two.do("guest", Asked(REMATCH))
        two.do("host", Answered(2 * number - 1, True))
    folded, hashed = [], []
    apply, values_of = Session.apply, log.entry_values

    def count(session: Session, by: Player, event: Event, *, at: int = 0, entry: int = 0) -> None:
        folded.append(event)
        apply(session, by, event, at=at, entry=entry)

    monkeypatch.setattr(Session, "apply", count)
    monkeypatch.setattr(log, "entry_values", lambda entry: hashed.append(entry) or values_of(entry))
    two.play(tell=False)
    assert (len(folded), len(hashed)) == (1, 2)
    mover = two.books["host" if two.books["host"].mine[-1].event == folded[0] else "guest"]
    sent = copy_of(values(mover), mover.side)
    folded.clear(), hashed.clear()
    assert two.books[other_side(mover.side)].take(sent)
    assert (len(folded), len(hashed)) == (1, 1)
