"""Tests of the unfinished game that is kept."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from battle.game.session import Seat, Session, Setup
from battle.profile.autosave import Autosave
from battle.rules.position import deal
from tests.profile.stories import Keepers
from tests.support.processes import started
from tests.support.stories import check_story, stories

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


@pytest.mark.parametrize("file", stories("autosave"), ids=lambda file: file.stem)
def test_a_story_of_programs_with_one_home(places, file):
    """What is done at tables leads to the files that were approved; no move is lost."""
    check_story(file, Keepers(places))


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


@pytest.mark.parametrize("other", [Seat(solver=True, level="club"), Seat("Ben")])
def test_another_game_with_the_same_first_pair_is_not_taken_for_the_first(autosave, other):
    """On the same deal against another opponent it takes its place; the first is set aside."""
    games = []
    for seat in (Seat(solver=True, level="novice"), other):
        games.append(Session(Setup((Seat("Ada"), seat), deal(5), 5)))
        games[-1].play(games[-1].position.legal_moves[0])
        autosave.save(games[-1])
    assert autosave.holds(games[1])
    (aside,) = autosave.games_aside()
    assert (aside.session.level, aside.session.game.moves) == ("novice", games[0].game.moves)


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
        assert autosave.load() == (None, ["Your unfinished game is open in another window."])
        window.kill()
        window.wait()
        assert autosave.load()[0].game.ply == 1


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
