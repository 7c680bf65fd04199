"""A table with a friend somewhere else: what is said, asked and answered there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from battle.friend.friends import Friends
from battle.friend.game import FriendGame
from battle.friend.games import FriendGames
from battle.friend.log import Fork
from battle.friend.meeting import Joining, Terms
from battle.friend.sealing import Identity
from battle.game.events import ProvedFork
from battle.game.session import Session
from battle.reviews.background import TableStudy
from battle.rules.position import Kind, Player, other, position
from battle.screens.friend_table import NEW_SECONDS, FriendAway, company_of
from battle.screens.result import Result
from battle.screens.screen import do
from battle.screens.table import TableGame
from battle.screens.talk import Talk
from battle.screens.view import Button, act
from battle.storage import Places
from tests.support.memory_channel import Meeting
from tests.support.shell import FakeShell

SMALL = "5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s"


class Two:
    """Ada, at a screen of a surface that remembers what it is asked for, and Ben's program."""

    def __init__(self, home: Path) -> None:
        self.place, self.shell = Meeting(), FakeShell(home / "ada")
        services = self.shell.services
        places = Places.below(home / "ada")
        services.friends = Friends(places, services.records, self.place.open, in_thread=False)
        self.far = FriendGames(Places.below(home / "ben"), self.place.open)
        self.now = services.moment()

    def pass_by(self, seconds: float = 0.0, beats: int = 8) -> None:
        """Let both programs take in what has come, some seconds later."""
        self.now += timedelta(seconds=seconds)
        self.shell.services.seconds += seconds  # type: ignore[attr-defined]
        for _beat in range(beats):
            self.shell.services.friends.update(self.now)
            self.far.update(self.now)

    def meet(self, agreed: Terms | None = None) -> TableGame:
        """Let the two meet; return Ada's table."""
        games = self.shell.services.friends.games
        self.mine = games.invite(
            agreed or Terms(position(SMALL)), "Ada", broker="mqtts://x.example"
        )
        self.pass_by()
        self.theirs = self.far.join(str(self.mine.invitation))
        self.pass_by()
        self.theirs.join("Ben")
        self.pass_by()
        return self.table(self.mine)

    def table(self, game: Any) -> TableGame:
        """Return the table that a game has come to."""
        table = TableGame(self.shell, game.session, company_of(self.shell, game))
        table.resume()
        return table

    def play(self, game: FriendGame) -> Kind:
        """Take the first pair; return its kind."""
        session = session_of(game)
        (move, *_more) = session.position.legal_moves
        kind = session.position.kind_of(move)
        session.play(move)
        self.pass_by()
        return kind


def session_of(game: FriendGame) -> Session:
    """Return the newest game of the two."""
    assert game.session is not None
    return game.session


@pytest.fixture
def two(home: Path) -> Iterator[Two]:
    found = Two(home)
    yield found
    found.shell.services.friends.close()
    found.far.close()


def press(table: TableGame, button: Button | None) -> None:
    """Press a button that is there."""
    assert button is not None
    do(table, button.do)
    table.beat()


def test_a_take_back_is_asked_with_its_tiles_and_answered(two: Two) -> None:
    """The request stands beside the table on both sides until it is answered."""
    table = two.meet()
    kind = two.play(two.mine)
    do(table, act("undo"))
    asked = table.view().request
    assert asked is not None
    assert (asked.pairs, asked.yes, asked.no.words) == ((kind,), None, "Withdraw")
    assert table.dock.kind == "last"
    two.pass_by()
    theirs = session_of(two.theirs).pending
    assert theirs is not None
    session_of(two.theirs).answer(True)
    two.pass_by()
    assert table.view().request is None
    assert two.mine.session is table.session
    assert table.session.game.ply == 0


def test_what_the_friend_asks_takes_no_key_and_can_be_answered_by_keyboard(two: Two) -> None:
    """Nothing lies over the table; to take back or to offer a draw leads to the same answers."""
    table = two.meet()
    two.play(two.mine)
    kind = two.play(two.theirs)
    session_of(two.theirs).request_take_back(session_of(two.theirs).own)
    two.pass_by()
    table.beat()
    request = table.view().request
    assert request is not None
    assert request.words == "Ben wants to take this back."
    assert request.pairs == (kind,)
    assert table.sheet is None
    for name in ("undo", "draw", "decide"):
        do(table, act(name))
        assert table.sheet is not None
        later, no = table.sheet().buttons
        assert (later.words, no.words) == ("Decide later", "No")
        press(table, later)
        assert table.session.pending is not None
    do(table, act("decide"))
    assert table.sheet is not None
    press(table, table.sheet().main)
    assert table.session.game.ply == 1


def test_a_draw_is_asked_twice_and_can_be_withdrawn(two: Two) -> None:
    """One press sends nothing; what was sent can be called back before the answer."""
    table = two.meet()
    do(table, act("draw"))
    assert table.sheet is not None
    assert table.session.asked is None
    press(table, table.sheet().main)
    two.pass_by()
    assert session_of(two.theirs).pending is not None
    request = table.view().request
    assert request is not None
    assert request.words == "You offered a draw."
    press(table, request.no)
    two.pass_by()
    assert session_of(two.theirs).pending is None
    do(table, act("draw"))
    press(table, table.sheet().main)
    do(table, act("draw"))
    assert two.shell.said[-1] == "The last request has not been answered yet."


def test_a_draw_is_agreed_to_and_a_take_back_is_allowed(two: Two) -> None:
    """The answer's word is that of what was asked; who reads messages comes back for it."""
    table = two.meet()
    theirs = session_of(two.theirs)
    talk = Talk(two.shell, table.company.topic)
    talk.resume()
    talk.beat()
    assert ("back",) not in two.shell.asked
    theirs.offer_draw(theirs.own)
    two.pass_by()
    talk.beat()
    assert two.shell.asked[-1] == ("back",)
    request = table.view().request
    assert request is not None
    assert request.yes is not None
    assert (request.words, request.yes.words) == ("Ben offers a draw.", "Agree")


def test_who_has_asked_for_another_game_waits_in_sight(two: Two) -> None:
    """The yellow button says that it was asked, until the friend has declined."""
    table = two.meet()
    session_of(two.theirs).resign(session_of(two.theirs).own)
    two.pass_by()
    result = Result(two.shell, TableStudy(two.shell.services, table.session), table.company)
    before = result.standing
    do(result, act("go_on"))
    assert result.standing != before
    main = result.view().main
    assert main is not None
    assert (main.words, main.off) == ("Rematch asked", True)
    two.pass_by()
    two.theirs.answer_rematch(False)
    two.pass_by()
    main = result.view().main
    assert main is not None
    assert (main.words, main.off) == ("Rematch", False)


def test_a_message_is_new_for_six_seconds(two: Two) -> None:
    """It stands in the dock with three answers; then the badge alone is left."""
    table = two.meet()
    two.theirs.say("<b>Hello</b>")
    two.pass_by()
    dock = table.view().dock
    assert dock is not None
    assert (dock.kind, dock.words, dock.sub) == ("talk", "Ben", "<b>Hello</b>")
    before = table.standing
    two.pass_by(NEW_SECONDS)
    assert table.standing != before
    assert table.dock.kind != "talk"
    assert table.view().actions[1].badge == 1
    two.shell.services.change(talk=False)
    assert not table.view().actions[1].badge
    assert table.view().actions[1].words == "Messages: off"


def test_who_answers_a_message_has_read_it(two: Two) -> None:
    """An answer in the dock says itself, and the message leaves its place."""
    table = two.meet()
    two.theirs.say("Hello")
    two.pass_by()
    press(table, table.dock.buttons[2])
    assert two.mine.chat.said[-1].text == "Good move"
    assert table.dock.kind != "talk"
    assert table.view().actions[1].badge == 0


def test_what_was_said_stands_at_the_table_until_it_was_read(two: Two) -> None:
    """The conversation is that of the screen of its own; what is written there is sent."""
    table = two.meet()
    two.theirs.say("Hello")
    two.pass_by()
    talk = table.view().talk
    assert talk == Talk(two.shell, table.company.topic).view()
    assert table.view().actions[1].badge == 1
    do(table, act("read"))
    do(table, act("set", name="message", value="Ready"))
    assert table.view().talk != talk
    assert [one.text for one in two.mine.chat.said] == ["Hello", "Ready"]
    assert table.view().actions[1].badge == 0
    assert table.dock.kind != "talk"


def test_the_tools_are_the_same_but_a_draw_and_talk(two: Two) -> None:
    """Hints are there only where both may use help."""
    table = two.meet()
    assert [one.words for one in table.view().actions] == ["Take back", "Talk"]
    more = [one.words for one in table.view().more]
    assert "Offer a draw" in more
    assert "Hint" not in more
    sides = [[one.words for one in side] for side in table.sides]
    assert sides == [["Take back", "Draw"], ["Talk", "Resign"]]


def test_hints_are_offered_where_both_may_use_them(two: Two) -> None:
    """They are one of the further tools."""
    table = two.meet(Terms(position(SMALL), help=True))
    assert "Hint" in [one.words for one in table.view().more]


@pytest.mark.parametrize("is_proven", [False, True])
def test_two_copies_are_asked_about_once(two: Two, *, is_proven: bool) -> None:
    """A question lies over the table; put off, it comes again only with something else to say."""
    table = two.meet()
    proof = ProvedFork(0, "0" * 64, "0" * 128) if is_proven else None
    assert two.mine.logbook is not None
    two.mine.logbook.fork = Fork({"host": 0, "guest": 0}, proof)
    table.beat()
    assert table.sheet is not None
    claims = [one.words for one in table.sheet().buttons if one.do.name == "claim"]
    assert bool(claims) == is_proven
    press(table, table.sheet().buttons[0])
    assert table.sheet is None
    two.mine.logbook.fork = None
    table.beat()
    assert two.shell.said == []
    two.mine.logbook.fork = Fork({"host": 0, "guest": 0}, proof)
    table.beat()
    assert table.sheet is not None
    two.mine.logbook.fork = None
    table.beat()
    assert table.sheet is None
    assert two.shell.said == ["The question was withdrawn."]


@pytest.mark.parametrize("agreed", [False, True])
def test_a_guest_who_has_lost_the_game_is_asked_about(two: Two, *, agreed: bool) -> None:
    """The question has the word to compare; either answer ends it."""
    table = two.meet()
    asking = Joining("Ben", Identity.new().public, again=True)
    two.mine.asks_again = asking
    table.beat()
    assert table.sheet is not None
    question = table.sheet()
    assert two.mine.meeting.word_with(asking.public) in repr(question.page)
    later, no = question.buttons
    assert later.words == "Decide later"
    press(table, question.main if agreed else no)
    assert two.mine.asks_again is None
    assert table.sheet is None


def test_who_is_there_and_what_is_not_sent_is_said(two: Two) -> None:
    """Presence stands under the friend's name; what has not arrived is said while they are away."""
    table = two.meet()
    company = table.company
    player: Player = other(table.session.own)
    assert (table.caption(player), company.presence(player)) == ("is here", "here")
    assert company.presence(table.session.own) == ""
    two.far.close()
    two.pass_by(60)
    two.mine.session.play(table.session.position.legal_moves[0])  # type: ignore[union-attr]
    table.beat()
    assert table.caption(player).startswith("away since")
    assert company.presence(player) == "away"
    assert table.situation == "Sent. Not seen yet."
    for channel in two.place.channels:
        channel.down("no network")
    two.pass_by(1)
    assert company.presence(player) == "lost"
    said = company.says()
    assert said is not None
    assert (said.words, said.sub) == (
        "No connection.",
        "Your pairs are sent as soon as there is one.",
    )
    assert table.caption(player) == ""


def test_days_for_a_move_stand_with_whose_turn_it_is(two: Two) -> None:
    """How long there is left is said once, with the player to move."""
    table = two.meet(Terms(position(SMALL), days=3))
    two.play(two.mine)
    assert table.states(table.session.to_move)[1].endswith("3 days")
    assert "days" not in table.caption(other(table.session.own))


def test_others_are_let_watch_after_a_question(two: Two) -> None:
    """A link is given away only then; who is let watch sees the table and can do nothing."""
    table = two.meet()
    do(table, act("ask_watch"))
    assert table.sheet is not None
    assert not two.mine.watched
    do(table, table.sheet().buttons[1].do)
    assert two.shell.asked[-1][0] == "copy"
    two.pass_by()
    assert table.view().seats[table.session.own - 1].eye == "others may watch"
    where = replace(two.mine.meeting.watching, watches=True)
    watcher = two.shell.services.friends.games.watch(str(where))
    two.pass_by()
    watched = two.table(watcher)
    assert watched.view().title == "Ada, Ben"
    assert watched.situation == "You are watching"
    assert not watched.view().live
    two.theirs.say("Hello")
    two.pass_by()
    assert (watched.dock.words, watched.dock.sub, watched.dock.buttons) == ("Ben", "Hello", ())
    do(watched, act("stop_watching"))
    assert two.shell.asked[-2:] == [("unwatch", True), ("home",)]


def test_the_next_game_goes_to_a_table_of_its_own_and_says_that_it_is_the_same_deal(
    two: Two,
) -> None:
    """Who would ask for it too agrees by that; a table whose game is not the newest leads to it."""
    table = two.meet()
    session_of(two.theirs).resign(session_of(two.theirs).own)
    two.pass_by()
    two.theirs.ask_rematch()
    two.pass_by()
    company = table.company
    assert isinstance(company, FriendAway)
    assert company.wish == "Ben would like a rematch: the same deal, with sides changed."
    request = table.view().request
    assert request is not None
    assert request.words == company.wish
    company.go_on(two.shell)
    two.pass_by()
    table.beat()
    assert two.shell.asked[-1] == ("friend", two.mine.invitation.topic)
    again = two.table(two.mine)
    assert again.dock.words == "The same deal again, with sides changed."
    assert again.dock.sub == "Ben's turn."


def test_a_game_that_is_a_match_has_no_rematch(two: Two) -> None:
    """After the last deal of a match a new invitation is needed."""
    table = two.meet(Terms(position(SMALL), deals=(7,)))
    company = table.company
    with pytest.raises(Exception, match="The match is over"):
        company.new_deal(two.shell)
