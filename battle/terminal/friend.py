"""A game with a friend somewhere else in the terminal: lines typed and news printed as they come.

    loop, ten times a second:    games.update ──► news, messages, moves, who is there: printed
                                 a line typed ──► a move, a command, or yes and no to a question

Lines are read in a thread of their own, one when the one before it was dealt with, so that nothing
reads any more when the program ends. The end of input ends the program as `quit` does; the game is
kept, and `--join` with the same line goes on with it, on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import zip_longest
from threading import Thread
from typing import Final

import segno

from battle.friend.games import FriendGame, FriendGames, open_ways
from battle.friend.log import FRIEND_OFF, NOT_BEGUN, SWITCHED_OFF, ChatMessage
from battle.friend.meeting import Joining, MeetingStage, invitation, terms_of
from battle.friend.moving import Handover
from battle.friend.watching import Watcher
from battle.friend.ways.broker import brokers_in_one_word
from battle.friend.ways.page import room_link
from battle.friend.words import (
    ROOM_TRUST,
    WATCH_TOLD,
    WITHDRAWN,
    again_words,
    check_words,
    delivered_words,
    friend_pie_page,
    invitation_text,
    looking_words,
    move_link,
    move_words,
    status_words,
    terms_words,
    watch_text,
    watch_words,
)
from battle.game.session import Session
from battle.game.setup import MOST_GIVEN
from battle.language import N_, _
from battle.page.blocks import Page
from battle.profile.options import GameOptions
from battle.rules.position import RulesError, other
from battle.services import Services
from battle.terminal.app import (
    ALWAYS,
    HOW_TO_BEGIN,
    LOOKING,
    Command,
    Dialogue,
    LeaveError,
    Table,
    ask_options,
    line_reader,
    number_between,
    one_of,
    prepare,
    score_text,
    word_named,
)
from battle.words import ending_headline, sentences, titled

_TICK_SECONDS: Final = 0.1
_MARK: Final = "* "


def run(line: str | None, broker: str, *, lan: bool) -> None:
    """Invite a friend, or join what `line` invites to, and play; raise RulesError if that fails.

    `broker` names brokers as `parse_brokers` reads them; without one, and without `lan`, the
    program's own list is used.
    """
    prepare()
    services = Services()
    terminal = FriendTerminal(
        services, FriendGames(services.places, open_ways), poll=LineReader(line_reader()).poll
    )
    with closing(services):
        terminal.run(line, broker, lan=lan)
    terminal.print_messages(services.take_messages())


class LineReader:
    """Typed lines, read in a thread, one at a time and when it is wanted."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._next: Future[str] | None = None

    def poll(self) -> str | None:
        """Return the next line, None while there is none; raise EOFError at the end of input."""
        if self._next is None:
            self._next = Future()
            Thread(target=self._run, args=[self._next], name="lines", daemon=True).start()
        if not wait([self._next], _TICK_SECONDS).done:
            return None
        line, self._next = self._next.result(), None
        return line

    def _run(self, line: Future[str]) -> None:
        try:
            line.set_result(self._read(""))
        except (EOFError, ValueError, OSError) as error:
            line.set_exception(EOFError(error))


def code_lines(link: str) -> Iterator[str]:
    """Yield a link as a code to scan, two rows of squares a line, what is light in the ink."""
    rows = [*segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=bytes(len(rows))):
        yield "".join("█▀▄ "[2 * above + below] for above, below in zip(upper, lower, strict=True))


class FriendTerminal(Table):
    """One person at a terminal, and a friend somewhere else."""

    after_end = N_("You can type rematch, record or quit.")

    def __init__(
        self,
        services: Services,
        games: FriendGames,
        *,
        poll: Callable[[], str | None],
        write: Callable[[str], object] = print,
    ) -> None:
        self._services, self._settings, self.pars = services, services.settings, services.pars
        self._games = games
        self._poll = poll
        self.dialogue = Dialogue(self._read, write)
        self._game: FriendGame
        self._is_kept = False
        self._status = ""
        self._place: tuple[int, int, bool] = 0, 0, True
        self._asked: set[str] = set()
        self._pie: Page = ()
        self._shows_room = False
        self._moved = self._asker = self._silence = ""

    def run(self, line: str | None, broker: str = "", *, lan: bool = False) -> None:
        """Play the game that `line` invites to, or without one invite a friend to a new one.

        Raises RulesError for a line that leads to no game.
        """
        self.print_messages(self._services.take_messages())
        with suppress(LeaveError, EOFError, KeyboardInterrupt):
            if line is not None and invitation(line).watches:
                self._watch(self._games.watch(line))
                raise LeaveError
            self._game = self._invited(broker, lan) if line is None else self._joined(line)
            self._is_kept = True
            self._say(_(HOW_TO_BEGIN))
            while self._game.stage is not MeetingStage.REFUSED or self._game.meeting.can_ask_again:
                self._step()
        if self._is_kept and self._game.session is not None:
            self._game.session.pause_clock()
        self._games.close()
        self.print_messages(self._games.take_messages())
        if self._is_kept and self._game.is_kept and self._game.stage is not MeetingStage.REFUSED:
            self._say(_("The game is saved; use --join with the same line to continue it."))

    def _invited(self, broker: str, lan: bool) -> FriendGame:
        """Return a new game, having asked what to play and printed the invitation."""
        options = GameOptions(names=(self._settings.names[0], ""), begins="random", elsewhere=True)
        options.learn(self._services.records.games(), self.pars.all())
        ask_options(self.dialogue, options)
        word = brokers_in_one_word(broker) if broker or not lan else ""
        game = self._games.invite(terms_of(options), options.names[0], broker=word, lan=lan)
        words = _("Send this to your friend ({command} shows the line alone):")
        self._say(words.format(command=_("friend")))
        if word:
            page = self._services.page_address
            self.dialogue.print(invitation_text(game.meeting, page, broker))
        self._shows_room = lan
        return game

    def _joined(self, line: str) -> FriendGame:
        where = invitation(line)
        if where.moves:
            return self._fetched(line)
        topic = where.topic
        return (
            self._games.open(topic) if self._games.file(topic).exists() else self._games.join(line)
        )

    def _fetched(self, line: str) -> FriendGame:
        """Return the game that a line moves here, once the other device has sent it."""
        where = invitation(line)
        self._games.open_all()
        handover = self._games.fetch(line)
        while (game := self._games.arrived(where)) is None:
            self._say_moved(handover)
            self._games.update(datetime.now(UTC))
            self.print_messages([_MARK + words for words in self._games.take_messages()])
            has_ended = where.topic not in self._games.arriving
            typed = "" if has_ended else self._poll() or ""
            if (has_ended and not self._games.arrived(where)) or word_named(typed, ["quit"]):
                raise LeaveError
        return game

    def _say_moved(self, handover: Handover) -> None:
        """Say how far a game has moved, once."""
        words, more = move_words(handover)
        if words != self._moved:
            self._moved = words
            self._say(_MARK + words)
            self._say(sentences(more, _("Type yes or no.") if handover.asks else ""))

    def _watch(self, watcher: Watcher) -> None:
        """Show a game of others as it goes on, until the person leaves."""
        self._say(_("You are watching. Type quit to leave."))
        heard: list[ChatMessage] = []
        while not word_named(self._poll() or "", ["quit"]):
            self._games.update(datetime.now(UTC))
            words, more = watch_words(watcher)
            if more and words != self._status:
                self._say(_MARK + sentences(words, more))
            self._status = words
            for message in [one for one in watcher.said if one not in heard]:
                self._say(titled(watcher.names[message.side == "guest"], message.text))
            heard = watcher.said
            if watcher.session is not None:
                self._watch_table(watcher.session)

    def _watch_table(self, session: Session) -> None:
        place = *session.place, session.ending is None
        if place != self._place:
            self._say_move(session)
            self._place = place
            self.show_board(session.position)
            self._say(score_text(session))
            if session.ending is not None:
                self._say(ending_headline(session.ending, session.names))

    def _read(self, prompt: str) -> str:
        """Return the line typed after a prompt; the friend is not kept waiting meanwhile."""
        self._say(prompt)
        while True:
            self._games.update(datetime.now(UTC))
            if (line := self._poll()) is not None:
                return line

    def _step(self) -> None:
        self._games.update(datetime.now(UTC))
        self._follow(self._game)
        if self._game.stage is MeetingStage.SEEN:
            self._ask_to_join(self._game)
        elif self._game.meeting.can_ask_again:
            self._ask_again(self._game)
        elif self._game.stage is not MeetingStage.REFUSED and (line := self._poll()) is not None:
            self.obey(line.strip())

    def _ask_to_join(self, game: FriendGame) -> None:
        assert game.meeting.offer is not None
        self._say(_("{name} invites you:").format(name=game.friend_name))
        for line in terms_words(game.meeting.offer.terms, game.friend_name, guest=True):
            self._say(f"  {line}")
        if not self.dialogue.ask_yes(_("Join?")):
            raise LeaveError
        game.join(self.dialogue.ask_name(_("Your name"), self._settings.names[0]))

    def _ask_again(self, game: FriendGame) -> None:
        self._say(looking_words(game, datetime.now(UTC))[1])
        if not self.dialogue.ask_yes(_("Ask to be let in again?")):
            raise LeaveError
        game.ask_again(self.dialogue.ask_name(_("Your name"), self._settings.names[0]))
        self._say(looking_words(game, datetime.now(UTC))[1])

    # What is new

    def _follow_move(self, game: FriendGame, handover: Handover) -> None:
        """Show how the game moves to another device, or here; it is left once it has gone."""
        if not self._moved and handover.is_here and handover.kept:
            services = self._services
            link = move_link(
                game,
                services.link_address(handover.where, "host"),
                services.brokers_of(game.invitation),
            )
            self.dialogue.print("\n".join((*code_lines(link), link)))
        if handover.kept:
            self._say_moved(handover)
        if handover.plays:
            self._is_kept = False
            raise LeaveError

    def _follow(self, game: FriendGame) -> None:
        self.print_messages(
            [_MARK + words for words in (*self._games.take_messages(), *game.take_news())]
        )
        if game.handover is not None:
            self._follow_move(game, game.handover)
            return
        if self._moved:
            self._moved, self._place = "", (0, 0, True)
            self._say(_("The game is on this device; its line, to continue it, is this:"))
            self.dialogue.print(game.invitation.link(game.invitation.room))
        words = status_words(game.status, game.friend_name, datetime.now(UTC))
        if words != self._status:
            self._status = words
            self._say(_MARK + words)
        if self._shows_room and (link := room_link(game.invitation)):
            self._shows_room = False
            self.dialogue.print("\n".join((*code_lines(link), link)))
            self._say(_(ROOM_TRUST))
        self._follow_talk(game)
        if game.asks_again is not None and not game.asks_quietly:
            self._ask_to_let_in(game.asks_again)
        if game.session is not None:
            self._follow_session(game, game.session)
        elif game.replay is not None:
            self._pie = self.dialogue.show(friend_pie_page(game), self._pie)

    def _follow_talk(self, game: FriendGame) -> None:
        """Show what was not read yet, here or in the window, and that the friend reads nothing."""
        if self._settings.talk:
            for message in game.chat.unread:
                self._say(titled(game.friend_name, message.text))
            game.read_chat()
        if game.chat.silence != self._silence:
            self._silence = game.chat.silence
            if self._silence == FRIEND_OFF:
                self._say(_MARK + _(FRIEND_OFF))

    def _ask_to_let_in(self, asking: Joining) -> None:
        """Ask whether a guest is let in again: once, unless something else was asked since."""
        if asking.public.mark != self._asker:
            self._asker = asking.public.mark
            self._say(sentences(again_words(self._game), _("Type yes or no.")))

    def _follow_session(self, game: FriendGame, session: Session) -> None:
        session.check_clock()
        place = session.series.number, session.game.ply, session.ending is None
        if place != self._place:
            session.run_clock()
            self._say_move(session)
            self._place = place
            self._asked.clear()
            self.show(session)
            if session.ending is not None:
                self._games.keep_finished(self._services.records)
                self.print_messages(self._services.take_messages())
        words = session.request_text
        if not words and game.rematch_asked and game.rematch_asked[0] != game.side:
            words = _("{name} would like another game.").format(name=game.friend_name)
        if words and words not in self._asked:  # once, though asked again and again
            self._asked.add(words)
            self._asker = ""  # what was asked last is answered
            self._say(sentences(words, _("Type yes or no.")))

    def _say_move(self, session: Session) -> None:
        """Report the last move or take-back, if it was in the game shown before."""
        number, ply, _goes_on = self._place
        moves = session.game.moves
        if number == session.series.number and len(moves) < ply:
            self._say(_("Taken back."))
        elif moves and (len(moves) > ply or number != session.series.number):
            mover = session.name(other(session.to_move))
            self._say(_("{name} took {move}.").format(name=mover, move=moves[-1]))

    # What is typed

    @property
    def table(self) -> Session:
        if self._game.session is None:
            raise RulesError(_(NOT_BEGUN))
        return self._game.session

    def negotiate(self) -> None:
        """Say that the friend has been asked; the answer comes when it comes."""
        self._say(_("Your friend has been asked."))

    def _answer(self, *, agreed: bool) -> None:
        self._asked.clear()
        if (handover := self._game.handover) is not None and handover.asks:
            (self._game.confirm_move if agreed else self._game.keep_here)()
        elif self._asker:
            mark, self._asker = self._asker, ""
            self._game.let_in(agreed, mark)
        elif self.table.pending is not None:
            self.table.answer(agreed)
        else:
            self._game.answer_rematch(agreed)

    def rematch(self) -> None:
        if self.table.can_go_on:
            self._game.go_on()
        else:
            self._game.ask_rematch()
            self.negotiate()

    def name_points(self, rest: str) -> None:
        self._game.name_points(number_between(int, -MOST_GIVEN, MOST_GIVEN)(rest))

    def take_seat(self, rest: str) -> None:
        self._game.take_seat(first=one_of((True, False))(rest))

    def switch_talk(self, rest: str) -> None:
        word = word_named(rest, (N_("on"), N_("off")))
        if rest and not word:
            raise RulesError(_("Please type {on} or {off}.").format(on=_("on"), off=_("off")))
        if word:
            self._game.switch_chat(word == "on")
        on = self._game.chat.on and self._settings.talk
        self._say(_("Messages are on.") if on else _(SWITCHED_OFF))

    def show_friend(self) -> None:
        game, now = self._game, datetime.now(UTC)
        self._say(status_words(game.status, game.friend_name, now))
        if delivered := delivered_words(game.status):
            self._say(delivered)
        if game.asks_again is not None:
            self._ask_to_let_in(game.asks_again)
        if number := game.refused_by_friend:
            self._say(_("{number} damaged messages were rejected.").format(number=number))
        if game.meeting.seal is not None:
            self._say(check_words(game))
        self._say(game.invitation.link(game.invitation.room))

    def open_room(self) -> None:
        """Show a code to scan, as soon as the port is open."""
        if self._game.side == "guest":
            raise RulesError(_("Only the one who invites can do that."))
        self._games.open_room(self._game)
        self._shows_room = True

    def let_watch(self) -> None:
        """Let others watch, and print what to send them."""
        self._game.let_watch()
        self._say(_(WATCH_TOLD).format(name=self._game.friend_name))
        services, where = self._services, self._game.invitation
        page = services.link_address(where, self._game.side)
        text = watch_text(self._game.meeting, page, services.brokers_of(where))
        self.dialogue.print(text)

    def move_away(self) -> None:
        """Move the game to another device; what it needs is printed once that is kept."""
        self._games.move(self._game)

    def withdraw(self) -> None:
        self._games.withdraw(self._game)
        self._is_kept = False
        self._say(_(WITHDRAWN))
        raise LeaveError

    def go_on(self) -> None:
        """Go on in another game from what counts in both copies."""
        self._game = self._games.play_on(self._game)

    commands = (
        *LOOKING,
        Command(N_("undo"), N_("ask to take your last move back"), Table.undo),
        Command(N_("draw"), N_("offer a draw"), Table.draw),
        Command(N_("resign"), N_("resign the game"), Table.resign),
        Command(
            N_("claim"),
            N_("claim the win: time is up, or there are two versions"),
            lambda room: room._game.claim(),
        ),
        Command(N_("rematch"), N_("ask for another game"), rematch),
        Command(N_("yes"), N_("agree to what your friend asks"), partial(_answer, agreed=True)),
        Command(N_("no"), N_("do not agree to it"), partial(_answer, agreed=False)),
        Command(
            N_("say"), N_("send a message"), lambda room, text: room._game.say(text), N_("TEXT")
        ),
        Command(N_("messages"), N_("switch messages on or off"), switch_talk, N_("on|off")),
        Command(N_("points"), N_("pie rule: points for moving second"), name_points, N_("NUMBER")),
        Command(N_("seat"), N_("pie rule: move first (1) or second (2)"), take_seat, "1|2"),
        Command(N_("friend"), N_("who is online; the invitation"), show_friend),
        Command(N_("room"), N_("a code for a friend in the same room"), open_room),
        Command(N_("watch"), N_("let others watch: a link to send"), let_watch),
        Command(N_("move"), N_("move the game to another device"), move_away),
        Command(N_("keep"), N_("keep it here after all"), lambda room: room._game.keep_here()),
        Command(N_("withdraw"), N_("withdraw the invitation while no one has joined"), withdraw),
        Command(N_("continue"), N_("continue from what both copies share"), go_on),
        *ALWAYS,
    )
