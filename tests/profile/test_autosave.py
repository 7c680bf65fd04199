"""Tests of the unfinished game that is kept."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from battle.game.session import Seat, Session, Setup
from battle.game.setup import Series, duplicate
from battle.profile.autosave import Autosave
from battle.rules.position import deal
from battle.rules.record import record
from battle.storage import Note
from tests.support.processes import started

pytestmark = pytest.mark.disk


@pytest.fixture
def autosave(places):
    """Return the autosave in the test's own home."""
    return Autosave(places)


@pytest.fixture
def session():
    """Return a game after its first move."""
    made = Session(Setup((Seat("Ada"), Seat("Ben")), deal(5), 5))
    made.play(made.position.legal_moves[0])
    return made


def test_a_game_is_held_as_it_stands(autosave, session):
    """After every move and every take-back the file holds the game, and not before it is kept."""
    session.play(session.position.legal_moves[0])
    assert not autosave.holds(session)
    for change in (lambda: session.play(session.position.legal_moves[0]), session.game.undo):
        autosave.save(session)
        assert autosave.holds(session)
        change()
        assert not autosave.holds(session)


def test_a_game_without_a_move_is_not_kept(autosave, session):
    """A game that has not begun does not replace one that has."""
    autosave.save(session)
    assert autosave.save(Session(session.setup)) == []
    assert autosave.load()[0].game.moves == session.game.moves


def test_a_finished_game_is_kept_as_the_last_one(autosave, session):
    """At the end nothing is left to continue, and the game itself is not lost."""
    autosave.save(session)
    session.resign(1)
    assert autosave.save(session) == []
    assert autosave.load() == (None, [])
    assert not autosave.file.exists()
    assert record(autosave.last_file.read_text("utf-8")) == session.record()


def in_match(*deals: int, games=()) -> Session:
    """Return a game of a duplicate match after its first move."""
    series = Series(games, duplicate(deals))
    made = Session(Setup((Seat("Ada"), Seat("Ben")), deal(deals[0]), deals[0]), series)
    made.play(made.position.legal_moves[0])
    return made


@pytest.mark.parametrize("games", [(), ((10, 20),)])
def test_between_its_games_a_match_goes_on(autosave, places, games):
    """A window closed after a game is over offers the next game of its match."""
    session = in_match(11, 12, games=games)
    autosave.save(session)
    session.resign(1)
    for keeper in (autosave, autosave, Autosave(places)):
        assert keeper.save(session) == []
        keeper.release()
    found = autosave.load()[0]
    assert found.record() == session.next_game().record()
    assert found.game.ply == 0
    following = session.next_game()
    following.play(following.position.legal_moves[0])
    assert autosave.save(following) == []
    assert autosave.load()[0].game.moves == following.game.moves


@pytest.mark.parametrize("games", [(), ((10, 20),)])
def test_a_game_of_a_match_can_be_taken_back_after_its_end(autosave, games):
    """The game goes on again where it was, in place of the next one."""
    session = in_match(11, 12, games=games)
    autosave.save(session)
    session.resign(1)
    autosave.save(session)
    session.game.resume()
    assert autosave.save(session) == []
    assert autosave.load()[0].game.moves == session.game.moves


@pytest.mark.parametrize("games", [(), ((10, 20),)])
def test_a_game_that_ends_or_is_only_looked_at_begins_no_match_again(autosave, games):
    """Neither a match that is over nor a finished game opened from a file is to be continued."""
    session = in_match(11, games=games)
    if games:
        autosave.save(session)
    session.resign(1)
    autosave.save(session)
    assert autosave.load() == (None, [])


@pytest.mark.parametrize("content", [b"", b"\xff", b"[Deal", b'[Deal "1"] a1a2', b"\x00" * 9])
def test_a_damaged_game_is_set_aside(autosave, content):
    """A file that is no record is kept under another name and reported."""
    autosave.file.parent.mkdir(parents=True)
    autosave.file.write_bytes(content)
    found, (message,) = autosave.load()
    assert found is None
    assert "unfinished.mjb.damaged-1" in message
    assert autosave.file.with_name("unfinished.mjb.damaged-1").read_bytes() == content
    assert autosave.load() == (None, [])


def test_the_same_game_goes_on_in_its_file(autosave, session, places):
    """A game that was loaded, by whatever part of the program, is no other game."""
    session.play(session.position.legal_moves[0])
    autosave.save(session)
    again = autosave.load()[0]
    again.game.undo()
    again.play(again.position.legal_moves[-1])
    autosave.release()
    assert Autosave(places).save(again) == []
    assert not places.saves.exists()
    assert autosave.load()[0].record() == again.record()


def test_a_finished_game_that_is_opened_leaves_the_unfinished_one_alone(autosave, session, places):
    """Looking at a game that is over does not end another one."""
    autosave.save(session)
    other = Session(Setup(session.setup.seats, deal(6), 6))
    other.resign(1)
    Autosave(places).save(other)
    assert autosave.load()[0].record() == session.record()


def test_two_programs_with_one_home_keep_a_game_each(autosave, session, places):
    """The second says that the first has the unfinished game; no move of either is lost."""
    second, other = Autosave(places), Session(Setup(session.setup.seats, deal(6), 6))
    other.play(other.position.legal_moves[0])
    assert autosave.save(session) == []
    (note,) = second.save(other)
    assert isinstance(note, Note)
    assert "Another window" in note
    for _turn in range(2):
        assert autosave.save(session) == []
        assert second.save(other) == []
    kept = [record(keeper.file.read_text("utf-8")) for keeper in (autosave, second)]
    assert kept == [session.record(), other.record()]
    second.release()
    again = second.load()[0]
    assert again.record() == other.record()
    third = Autosave(places)
    assert [aside.session.record() for aside in third.games_aside()] == [other.record()]
    assert third.load() == (None, [])
    assert third.elsewhere().record() == session.record()
    autosave.release()
    assert third.load()[0].record() == session.record()
    assert third.elsewhere() is None
    assert second.claim(again) == []
    again.resign(1)
    assert second.save(again) == []
    assert third.load()[0].record() == session.record()


def test_numbered_games_of_earlier_versions_are_listed(autosave, session, places):
    """They are among the games set aside, and one that is taken up becomes the unfinished game."""
    autosave.save(session)
    autosave.release()
    autosave.file.rename(places.data / "unfinished 2.mjb")
    (aside,) = autosave.games_aside()
    assert autosave.claim(aside.session) == []
    assert autosave.load()[0].record() == session.record()
    assert autosave.games_aside() == []


def test_a_game_belongs_to_one_program(autosave, session, places):
    """Another program is informed, and what it plays of the game goes into a file of its own."""
    autosave.save(session)
    second = Autosave(places)
    copy = second.elsewhere()
    (message,) = second.claim(copy)
    assert "another window" in message
    copy.play(copy.position.legal_moves[0])
    assert isinstance(second.save(copy)[0], Note)
    assert second.file != autosave.file
    assert record(autosave.file.read_text("utf-8")) == session.record()
    session.play(session.position.legal_moves[-1])
    assert autosave.save(session) == []
    assert record(second.file.read_text("utf-8")) == copy.record()


WINDOW = """
import sys
from pathlib import Path
from battle.game.session import Seat, Session, Setup
from battle.profile.autosave import Autosave
from battle.rules.position import deal
from battle.storage import Places

session = Session(Setup((Seat(), Seat()), deal(7), 7))
keeper = Autosave(Places.below(Path(sys.argv[1])))
session.play(session.position.legal_moves[0])
keeper.save(session)
print("kept", flush=True)
sys.stdin.read()
"""


def test_what_a_killed_program_played_is_free_at_once(autosave, home):
    """The system ends the claim with the program, whatever ends it."""
    command = (sys.executable, "-c", WINDOW, home)
    with started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as window:
        assert window.stdout.readline().strip() == b"kept"
        assert autosave.load() == (None, [])
        assert autosave.elsewhere() is not None
        window.kill()
        window.wait()
        assert autosave.elsewhere() is None
        assert autosave.load()[0].game.ply == 1


def test_moves_taken_back_before_the_end_make_no_second_game(autosave, session, places):
    """A game that is given up after a take-back is finished, and kept once."""
    session.play(session.position.legal_moves[0])
    session.game.undo()
    autosave.save(session)
    autosave.release()
    again = autosave.load()[0]
    assert autosave.claim(again) == []
    again.resign(1)
    autosave.save(again)
    assert not autosave.file.exists()
    assert not places.saves.exists()


def test_a_game_that_was_set_aside_goes_on(autosave, places, session):
    """It is listed, the message names no file; taken up again it changes places with the other."""
    other = Session(Setup((Seat("Ada"), Seat("", solver=True, level="club")), deal(6), 6))
    other.play(other.position.legal_moves[0])
    assert autosave.save(session) == []
    assert autosave.games_aside() == []
    (note,) = autosave.save(other)
    assert isinstance(note, Note)
    assert ".mjb" not in note
    (aside,) = autosave.games_aside()
    assert aside.session.game.moves == session.game.moves
    assert isinstance(autosave.claim(aside.session)[0], Note)
    (aside_now,) = autosave.games_aside()
    assert aside_now.session.game.moves == other.game.moves
    aside.session.play(aside.session.position.legal_moves[0])
    assert autosave.save(aside.session) == []
    assert autosave.load()[0] is None or autosave.holds(aside.session)
    assert len(autosave.games_aside()) == 1
    autosave.remove(aside_now)
    assert autosave.games_aside() == []


def test_a_game_set_aside_whose_file_is_gone_is_played_on(autosave, session):
    """Another program has taken it up: here it is a copy, kept with its next move."""
    other = Session(Setup((Seat("Ada"), Seat("Ben")), deal(6), 6))
    other.play(other.position.legal_moves[0])
    autosave.save(session)
    autosave.save(other)
    (aside,) = autosave.games_aside()
    aside.file.unlink()
    autosave.claim(aside.session)
    aside.session.play(aside.session.position.legal_moves[0])
    autosave.save(aside.session)
    assert autosave.holds(aside.session)


def test_a_read_only_home_costs_the_saving_not_the_game(places, read_only, session):
    """The person is informed once, and the game goes on."""
    autosave = Autosave(dataclasses.replace(places, data=read_only))
    assert len(autosave.save(session)) == 1
    session.play(session.position.legal_moves[0])
    assert autosave.save(session) == []
    session.resign(1)
    assert autosave.save(session) == []
    assert autosave.load()[0] is None


def test_a_file_that_cannot_be_read_is_reported(autosave):
    """Something else in the place of the file is named, and left alone."""
    autosave.file.mkdir(parents=True)
    found, (message,) = autosave.load()
    assert found is None
    assert message.startswith("Cannot read ")
