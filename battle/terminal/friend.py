"""A game with a friend somewhere else in the terminal: lines typed and news printed as they come.

    loop, ten times a second:    games.update ──► news, messages, moves, who is there: printed
                                 a line typed ──► a move, a command, or yes and no to a question

Lines are read in a thread of their own, one when the one before it was dealt with, so that nothing
reads any more when the program ends. The end of input ends the program as `quit` does; the game is
kept, and `--join` with the same line goes on with it, on both sides.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from queue import Empty, SimpleQueue
from typing import Final

from battle.friend.game import FriendGame
from battle.friend.games import FriendGames, open_ways
from battle.friend.log import NOT_BEGUN, SWITCHED_OFF
from battle.friend.meeting import MOST_DAYS, MeetingStage, Terms, invitation, terms_of
from battle.friend.ways.broker import brokers_in_one_word
from battle.friend.words import (
    WITHDRAWN,
    delivered_words,
    friend_pie_page,
    status_words,
    terms_words,
)
from battle.game.session import Session
from battle.game.setup import MOST_GIVEN
from battle.language import N_, _
from battle.page.blocks import Page
from battle.page.text import board_text, news
from battle.profile.options import BY_NUMBER, DAYS, LIVE, NO_CLOCK, RANDOM, GameOptions
from battle.profile.records import Records
from battle.profile.settings import Settings
from battle.rules.position import RulesError, other
from battle.services import Services
from battle.terminal import app, text
from battle.terminal.setup import (
    Dialogue,
    LeaveError,
    ask_who_begins,
    one_of,
    whole_between,
)
from battle.terminal.table import TableTerminal
from battle.terminal.typed import (
    HELP,
    TerminalCommand,
    how_to_begin,
    word_named,
)

_TICK_SECONDS: Final = 0.1
_MARK: Final = "* "


def run(line: str | None, broker: str, *, lan: bool) -> None:
    """Invite a friend, or join what `line` invites to, and play; raise RulesError if that fails.

    `broker` names brokers as `parse_brokers` reads them; without one, and without `lan`, the
    program's own list is used.
    """
    app.prepare()
    services = Services()
    if line is None and (broker or not lan):
        broker = brokers_in_one_word(broker)
    games = FriendGames(services.places, open_ways)
    poll = LineReader(app.line_reader()).poll
    terminal = FriendTerminal(games, services.records, services.settings, poll=poll)
    terminal.tell(services.take_messages())
    with closing(services):
        if line is None:
            terminal.invite(broker, lan=lan)
        else:
            terminal.join(line)
    terminal.tell(services.take_messages())


class LineReader:
    """Typed lines, read in a thread, one at a time and when it is wanted."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._reads = False

    def poll(self) -> str | None:
        """Return the next line, None while there is none; raise EOFError at the end of input."""
        if not self._reads:
            self._reads = True
            threading.Thread(target=self._run, name="lines", daemon=True).start()
        try:
            line = self._lines.get(timeout=_TICK_SECONDS)
        except Empty:
            return None
        self._reads = False
        if line is None:
            raise EOFError
        return line

    def _run(self) -> None:
        try:
            self._lines.put(self._read(""))
        except (EOFError, ValueError, OSError):
            self._lines.put(None)


class FriendTerminal(TableTerminal):
    """One person at a terminal, and a friend somewhere else."""

    def __init__(
        self,
        games: FriendGames,
        records: Records,
        chosen: Settings,
        *,
        poll: Callable[[], str | None],
        write: Callable[[str], object] = print,
    ) -> None:
        self._games = games
        self._records = records
        self._settings = chosen
        self._poll = poll
        self.dialogue = Dialogue(self._read, write)
        self._game: FriendGame | None = None
        self._status = ""
        self._shown: tuple[int, int, bool] | None = None
        self._asked: object = None
        self._pie: Page = ()

    def invite(self, broker: str, *, lan: bool) -> None:
        """Ask what to play, print the invitation, and play."""
        with suppress(LeaveError, KeyboardInterrupt):
            agreed, name = self._ask_terms()
            self._game = self._games.invite(agreed, name, broker=broker, lan=lan)
            self._say(_("Send this line to your friend:"))
            self.dialogue.print(str(self._game.invitation))
            self._loop()
        self._leave()

    def join(self, line: str) -> None:
        """Join what a line invites to, or go on with the game that came of it; raise RulesError."""
        topic = invitation(line).topic
        known = self._games.file(topic).exists()
        self._game = self._games.open(topic) if known else self._games.join(line)
        with suppress(LeaveError, KeyboardInterrupt):
            self._loop()
        self._leave()

    def _leave(self) -> None:
        if self._game is not None and self._session is not None:
            self._session.pause_clock()
        self._games.close()
        self.tell(self._games.take_messages())
        if self._game is not None and self._game.stage is not MeetingStage.REFUSED:
            self._say(_("The game is saved; use --join with the same line to continue it."))

    def _read(self, prompt: str) -> str:
        """Return the line typed after a prompt; the friend is not kept waiting meanwhile."""
        self._say(prompt)
        while True:
            self._games.update(datetime.now(UTC))
            line = self._poll()
            if line is not None:
                return line

    # What is agreed

    def _ask_terms(self) -> tuple[Terms, str]:
        ask, name = self.dialogue.ask_for, self._ask_name()
        options = GameOptions(names=(name, ""), elsewhere=True)

        def take_deal(line: str) -> None:
            options.deal_by, options.number = BY_NUMBER if line else RANDOM, line
            options.start()

        ask(_("Deal: a number, or nothing for a random deal"), "", take_deal)
        options.set_begins(ask_who_begins(self.dialogue, "random"))
        words = _("Time: 0 for none, minutes such as 10 or 10+5, or days per move such as 3d")
        ask(words, "0", partial(_set_time, options))
        allowed = self.dialogue.ask_yes(_("May both use hints, values and the teacher?"))
        options.no_help = not allowed
        return terms_of(options), name

    def _ask_name(self) -> str:
        return self.dialogue.ask_for(_("Your name"), self._settings.names[0], lambda words: words)

    def _ask_to_join(self, game: FriendGame) -> None:
        """Tell what one is invited to, and join it or leave."""
        assert game.meeting.offer is not None
        self._say(_("{name} invites you:").format(name=game.friend_name))
        for line in terms_words(game.meeting.offer.terms, game.friend_name, guest=True):
            self._say(f"  {line}")
        if not self.dialogue.ask_yes(_("Join?")):
            raise LeaveError
        game.join(self._ask_name())

    # The loop

    def _loop(self) -> None:
        self._say(how_to_begin())
        while self._game is not None:
            self._games.update(datetime.now(UTC))
            self._tell()
            if self._game.stage is MeetingStage.REFUSED:
                return
            if self._game.stage is MeetingStage.SEEN:
                self._ask_to_join(self._game)
                continue
            try:
                line = self._poll()
            except EOFError:
                raise LeaveError from None
            if line is not None:
                self.obey(line.strip())

    @property
    def _session(self) -> Session | None:
        return None if self._game is None else self._game.session

    def _tell(self) -> None:
        """Print what is new."""
        game = self._game
        if game is None:
            return
        self.tell([_MARK + words for words in (*self._games.take_messages(), *game.take_news())])
        words = status_words(game.status, game.friend_name, datetime.now(UTC))
        if words != self._status:
            self._status = words
            self._say(_MARK + words)
        if self._settings.talk:  # what was not read yet, here or in the window
            for message in game.chat.unread:
                self._say(f"{game.friend_name}: {message.text}")
            game.read_chat()
        if self._session is not None:
            self._tell_session(game, self._session)
        elif game.replay is not None:
            self._tell_pie(game)

    def _tell_pie(self, game: FriendGame) -> None:
        """Print what the pie rule says more than before."""
        page = tuple(friend_pie_page(game))
        for words in news(self._pie, page):
            self._say(words)
        self._pie = page

    def _tell_session(self, game: FriendGame, session: Session) -> None:
        session.check_clock()
        now = session.series.number, session.game.ply, session.ending is None
        if now != self._shown:
            before, self._shown = self._shown, now
            session.run_clock()
            self._tell_move(session, before)
            self._show(session)
            if session.ending is not None:
                self.tell(self._games.keep_finished(self._records))
        asked = session.pending or game.rematch_asked
        if asked != self._asked:
            self._asked = asked
            self._tell_question(game, session)

    def _tell_question(self, game: FriendGame, session: Session) -> None:
        if session.pending is not None:
            self._say(session.request_text + " " + _("Type yes or no."))
        elif game.rematch_asked is not None and game.rematch_asked[0] != game.side:
            words = _("{name} would like another game.").format(name=game.friend_name)
            self._say(words + " " + _("Type yes or no."))

    def _tell_move(self, session: Session, before: tuple[int, int, bool] | None) -> None:
        """Say what has changed on the table since `before`, where that was this game."""
        number, ply = (0, 0) if before is None else before[:2]
        moves = session.game.moves
        if number == session.series.number and len(moves) < ply:
            self._say(_("Taken back."))
        elif moves and (len(moves) > ply or number != session.series.number):
            mover = session.name(other(session.to_move))
            self._say(_("{name} took {move}.").format(name=mover, move=moves[-1]))

    def _show(self, session: Session) -> None:
        self._say("\n" + board_text(session.position) + "\n")
        self._say(text.score_text(session))
        if session.ending is None:
            self._say(text.turn_text(session))
        else:
            self._say(text.result_text(session))
            self._say(_("You can type rematch, record or quit."))

    # What is typed

    @property
    def commands(self) -> Sequence[TerminalCommand[FriendTerminal]]:
        """The commands of a game with a friend."""
        return FRIEND_COMMANDS

    @property
    def table(self) -> Session:
        """The game with the friend; raises RulesError before it has begun."""
        if self._session is None:
            raise RulesError(_(NOT_BEGUN))
        return self._session

    def undo(self, _rest: str) -> None:
        """Ask for a take-back."""
        session = self.table
        session.request_take_back(session.own)
        self._say(_("Your friend has been asked."))

    def draw(self, _rest: str) -> None:
        """Offer a draw."""
        session = self.table
        session.offer_draw(session.own)
        self._say(_("Your friend has been asked."))

    def resign(self, _rest: str) -> None:
        """Give the game up."""
        session = self.table
        if self.dialogue.ask_yes(_("{name} resigns?").format(name=session.name(session.own))):
            session.resign(session.own)

    def agree(self, _rest: str) -> None:
        """Agree to what the friend asks."""
        self._answer(True)

    def refuse(self, _rest: str) -> None:
        """Do not agree to what the friend asks."""
        self._answer(False)

    def _answer(self, agreed: bool) -> None:
        game, session = self._game, self.table
        assert game is not None
        if session.pending is not None:
            session.answer(agreed)
        else:
            game.answer_rematch(agreed)

    def rematch(self, _rest: str) -> None:
        """Ask for another game, or begin the next of a match."""
        game, session = self._game, self.table
        assert game is not None
        if session.can_go_on:
            game.go_on()
            return
        game.ask_rematch()
        self._say(_("Your friend has been asked."))

    def name_points(self, rest: str) -> None:
        """Name the points for moving second, under the pie rule."""
        assert self._game is not None
        self._game.name_points(whole_between(-MOST_GIVEN, MOST_GIVEN)(rest))

    def take_seat(self, rest: str) -> None:
        """Choose to move first or second, under the pie rule."""
        assert self._game is not None
        self._game.take_seat(first=one_of(("first", "second"))(rest) == "first")

    def switch_talk(self, rest: str) -> None:
        """Switch messages on or off, or tell which they are."""
        game = self._game
        assert game is not None
        if rest:
            game.switch_chat(_is_on(rest))
        on = game.chat.on and self._settings.talk
        self._say(_("Messages are on.") if on else _(SWITCHED_OFF))

    def claim(self, _rest: str) -> None:
        """Win by time: the friend's days are over."""
        assert self._game is not None
        self._game.claim_time()

    def say(self, rest: str) -> None:
        """Send a message."""
        assert self._game is not None
        self._game.say(rest)

    def show_friend(self, _rest: str) -> None:
        """Tell how it stands with the friend."""
        game = self._game
        assert game is not None
        now = datetime.now(UTC)
        self._say(status_words(game.status, game.friend_name, now))
        delivered = delivered_words(game.status, game.friend_name)
        if delivered:
            self._say(delivered)
        if game.refused_by_friend:
            number = game.refused_by_friend
            self._say(_("{number} damaged messages were rejected.").format(number=number))
        self._say(str(game.invitation))

    def withdraw(self, _rest: str) -> None:
        """Take the invitation back, and leave."""
        game = self._game
        assert game is not None
        if game.stage is not MeetingStage.OFFERED:
            raise RulesError(_("Someone has already joined."))
        self._games.forget(game.invitation.topic)
        self._game = None
        self._say(_(WITHDRAWN))
        raise LeaveError

    def go_on(self, _rest: str) -> None:
        """Go on from what both copies have."""
        assert self._game is not None
        self._game = self._games.play_on(self._game)


FRIEND_COMMANDS: Final[tuple[TerminalCommand[FriendTerminal], ...]] = (
    TerminalCommand(N_("list"), HELP["list"], FriendTerminal.list_pairs),
    TerminalCommand(N_("table"), N_("the table"), FriendTerminal.show_table),
    TerminalCommand(N_("score"), HELP["score"], FriendTerminal.show_score),
    TerminalCommand(N_("moves"), N_("the moves played"), FriendTerminal.show_moves),
    TerminalCommand(N_("undo"), N_("ask to take your last move back"), FriendTerminal.undo),
    TerminalCommand(N_("draw"), N_("offer a draw"), FriendTerminal.draw),
    TerminalCommand(N_("resign"), N_("resign the game"), FriendTerminal.resign),
    TerminalCommand(
        N_("claim"), N_("claim the win if your friend's time is up"), FriendTerminal.claim
    ),
    TerminalCommand(N_("rematch"), N_("ask for another game"), FriendTerminal.rematch),
    TerminalCommand(N_("yes"), N_("agree to what your friend asks"), FriendTerminal.agree),
    TerminalCommand(N_("no"), N_("do not agree to it"), FriendTerminal.refuse),
    TerminalCommand(N_("say"), N_("send a message"), FriendTerminal.say, N_("TEXT")),
    TerminalCommand(
        N_("messages"), N_("switch messages on or off"), FriendTerminal.switch_talk, N_("on|off")
    ),
    TerminalCommand(
        N_("points"),
        N_("pie rule: points for moving second"),
        FriendTerminal.name_points,
        N_("NUMBER"),
    ),
    TerminalCommand(
        N_("seat"), N_("pie rule: move first (1) or second (2)"), FriendTerminal.take_seat, "1|2"
    ),
    TerminalCommand(N_("friend"), N_("who is online; the invitation"), FriendTerminal.show_friend),
    TerminalCommand(
        N_("withdraw"),
        N_("withdraw the invitation while no one has joined"),
        FriendTerminal.withdraw,
    ),
    TerminalCommand(
        N_("continue"), N_("continue from what both copies share"), FriendTerminal.go_on
    ),
    TerminalCommand(N_("record"), HELP["record"], FriendTerminal.print_record),
    TerminalCommand(N_("help"), N_("this list"), FriendTerminal.show_help),
    TerminalCommand(N_("quit"), HELP["quit"], FriendTerminal.quit),
)


def _is_on(words: str) -> bool:
    """Return whether something is to be switched on; raise RulesError unless it says on or off."""
    word = word_named(words, (N_("on"), N_("off")))
    if word:
        return word == "on"
    raise RulesError(_("Please type {on} or {off}.").format(on=_(N_("on")), off=_(N_("off"))))


def _set_time(options: GameOptions, words: str) -> None:
    """Take the clock or the days a move that were typed; raise RulesError for anything else."""
    days = re.fullmatch(r"([0-9]{1,2})\s*[dt]", words, re.ASCII)
    if days is not None and 1 <= int(days[1]) <= MOST_DAYS:
        options.timing, options.days_a_move = DAYS, int(days[1])
        return
    clock = re.fullmatch(r"([0-9]{1,3})(?:\+([0-9]{1,3}))?", words, re.ASCII)
    if clock is None or (clock[2] and not int(clock[1])):
        raise RulesError(_("Please type 0, minutes such as 10 or 10+5, or days such as 3d."))
    options.clock_minutes, options.clock_increment = int(clock[1]), int(clock[2] or 0)
    options.timing = LIVE if options.clock_minutes else NO_CLOCK
