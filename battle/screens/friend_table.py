"""Who sits at a table with a friend somewhere else, or watches one: what they say and ask.

    friend's copy ──► FriendGame ──► Session ──version──► TableGame ──► board, lists
    their copies  ──► Watcher    ──► Session ──┘              ▲
                                                     FriendAway, Watching

A request stands beside the table and takes no key; a question lies over it until it is answered or
put off; a message is new for some seconds. Another game of the same two has a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

from battle.friend.channel import LinkKind
from battle.friend.game import FriendGame
from battle.friend.log import ChatMessage
from battle.friend.meeting import MeetingStage
from battle.friend.watching import Watcher
from battle.friend.words import (
    ASKED_AGAIN,
    LET_IN,
    MATCH_OVER,
    MOVE,
    SAME_DEAL,
    STOP_WATCHING,
    TALK_OFF,
    WATCH,
    WATCH_TOLD,
    WATCHED,
    again_words,
    check_words,
    claim_words,
    copies_question,
    delivered_words,
    is_it_words,
    lost_words,
    presence_words,
    talk_page,
    time_left_words,
    watch_presence_words,
    watch_text,
    watch_title,
    watch_words,
    wish_words,
)
from battle.game.events import DRAW
from battle.game.setup import draw_deal
from battle.language import _
from battle.page.blocks import Ink, Page, Paragraph
from battle.rules.position import PLAYERS, Player, RulesError, other
from battle.screens import captions
from battle.screens.board_view import Dock, RequestShown
from battle.screens.friends import asks_to_move, begin_move
from battle.screens.screen import Shell
from battle.screens.table import Presence, TableCompany
from battle.screens.talk import READY, WRITE_TO, Talk
from battle.screens.view import Act, Button, CardView, act, given, question
from battle.screens.watch import stop_watching
from battle.words import You, turn_words

NEW_SECONDS: Final = 6.0
"""How long a message stands at the table."""
_MOST_SAID: Final = 12


class NewMessage:
    """The last unread message, while it is new."""

    def __init__(self) -> None:
        self._last: ChatMessage | None = None
        self._until = 0.0

    def of(self, unread: Sequence[ChatMessage], now: float) -> ChatMessage | None:
        """Return the newest message if it came a few seconds ago."""
        last = unread[-1] if unread else None
        if last != self._last:
            self._last, self._until = last, now + NEW_SECONDS
        return last if now < self._until else None


class Elsewhere(TableCompany):
    """Whoever plays at another program, in the game named by its `topic`."""

    is_elsewhere = True

    def __init__(self, shell: Shell, game: FriendGame | Watcher) -> None:
        assert game.session is not None
        super().__init__(shell.services, game.session)
        self.shell, self.about = shell, game
        self.topic = game.invitation.topic
        self._talking = Talk(shell, self.topic)
        self._news = NewMessage()

    def time_left(self) -> str:
        deadline, now = self.session.deadline, self.services.moment()
        return "" if deadline is None else time_left_words(deadline - now)

    def _talk(self) -> None:
        self.shell.go("talk", topic=self.topic)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {**self._talking.acts(), "talk": self._talk}

    def _said_by(self, message: ChatMessage) -> tuple[Player | None, str]:
        raise NotImplementedError

    @property
    def unread(self) -> Sequence[ChatMessage]:
        """The messages that wait to be read, none where messages are off."""
        raise NotImplementedError

    @property
    def speech(self) -> Dock | None:
        message = self._news.of(self.unread, self.services.now())
        if message is None:
            return None
        player, name = self._said_by(message)
        return Dock(name, message.text, "talk", buttons=self._answers, player=player)

    @property
    def _answers(self) -> tuple[Button, ...]:
        return ()

    @property
    def talk(self) -> Page:
        if not self.services.settings.talk:
            return ()
        return tuple(talk_page(self.about, self.services.moment(), _MOST_SAID))

    @property
    def conversation(self) -> CardView:
        return self._talking.view()

    @property
    def messages(self) -> Button:
        return Button(_(captions.TALK), "talk", act("talk"), badge=len(self.unread), key="t")


class FriendAway(Elsewhere):
    """The other player is a friend, at another program or page."""

    def __init__(self, shell: Shell, game: FriendGame) -> None:
        super().__init__(shell, game)
        self.game = game

    def moves_on(self) -> bool:
        is_refused = self.game.stage is MeetingStage.REFUSED
        stays = not is_refused and self.game.handover is None
        if stays and self.game.session is self.session:
            return False
        self.shell.replace("friend", self.topic)
        return True

    # --- what is said of the friend -------------------------------------------------------------

    def caption(self, player: Player) -> str:
        status = self.game.status
        if player == self.session.me or not (status.link.is_up or status.alone):
            return ""  # that there is no connection is said once, and not of the friend
        return presence_words(status, self.services.moment())

    def presence(self, player: Player) -> Presence:
        status = self.game.status
        if player == self.session.me:
            return ""
        is_lost = status.link.kind in (LinkKind.LOST, LinkKind.REFUSED) and not status.alone
        return "here" if status.here else "lost" if is_lost else "away"

    @property
    def seen_by(self) -> str:
        return _(WATCHED) if self.game.watched else ""

    def says(self) -> Dock | None:
        """Return what is wrong with the connection, or that a rematch is on the same deal."""
        status, session = self.game.status, self.session
        link = status.link
        if session.ending is not None:
            return None
        if not link.is_up and link.reason and link.kind is not LinkKind.CLOSED:
            if link.kind is LinkKind.REFUSED:
                return Dock(*lost_words(link))
            words = _("No connection to {name}.") if link.to_friend else _("No connection.")
            later = _("Your pairs are sent as soon as there is one.")
            return Dock(words.format(name=self.game.friend_name), later)
        if not status.here and (words := delivered_words(status)):
            if not status.alone:
                return Dock(words)
            words = _("{name} is away.").format(name=self.game.friend_name)
            return Dock(words, _("Your pair waits."))
        replay, is_begun = self.game.replay, session.game.node.parent is not None
        games = () if replay is None else tuple(replay.games)
        if not is_begun and games[1:] and games[-2].game.start.columns == session.position.columns:
            name = "" if session.my_turn else session.name(session.to_move)
            return Dock(_(SAME_DEAL), turn_words(name or You()))
        return None

    # --- what the friend asks -------------------------------------------------------------------

    @property
    def request(self) -> RequestShown | None:
        session, name = self.session, self.game.friend_name
        if self.wish:
            return RequestShown(
                self.wish,
                Button(_("No"), "close", act("grant", agreed=False)),
                Button(_("Agree"), "check", act("grant", agreed=True)),
            )
        if (asked := session.asked) is not None:
            withdraw = Button(_("Withdraw"), "close", act("withdraw_request"))
            words = (
                _("You offered a draw.")
                if asked.kind == DRAW
                else _("You asked to take this back.")
            )
            return RequestShown(words, withdraw, pairs=session.pairs_of(asked))
        if (asked := session.pending) is None:
            return None
        words = session.request_text
        if pairs := session.pairs_of(asked):
            words = _("{name} wants to take this back.").format(name=name)
        yes = _("Agree") if asked.kind == DRAW else _("Allow")
        return RequestShown(
            words,
            Button(_("No"), "close", act("reply", accept=False)),
            Button(yes, "check", act("reply", accept=True)),
            pairs,
        )

    @property
    def question(self) -> CardView | None:
        game = self.game
        if game.asks_again is not None and not game.asks_quietly:
            return self._ask_to_let_in()
        is_offered = bool(game.friends_next) and not game.next
        return self._ask_about_copies() if game.asks_how_to_go_on or is_offered else None

    def _ask_to_let_in(self) -> CardView:
        """Return the question whether a guest is let in again that has lost the game."""
        assert self.game.asks_again is not None
        answer = partial(act, "let_in", mark=self.game.asks_again.public.mark)
        let_in = Button(_(LET_IN), "check", answer(agreed=True))
        return _asked(again_words(self.game), let_in, _("Decline"), answer(agreed=False))

    def _ask_about_copies(self) -> CardView:
        """Return the question how to go on where the two copies differ."""
        game, claim = self.game, Button(_("Claim the win"), "flag", act("claim"))
        words = copies_question(game)
        if game.is_shut_out:
            return _asked(words, claim)
        can_claim, go_on = game.fork_proof is not None, Button(_("Agree"), "check", act("play_on"))
        asked = _asked(words, go_on)
        return replace(asked, buttons=(*asked.buttons, *[claim] * can_claim))

    def _decide(self) -> CardView:
        """Return the open request as a question, for who answers by keyboard."""
        request = self.request
        assert request is not None
        assert request.yes is not None
        return _asked(request.words, request.yes, request.no.words, request.no.do)

    # --- what can be done with the friend -------------------------------------------------------

    @property
    def tools(self) -> tuple[Button, ...]:
        undo, _redo, last = super().tools
        return undo, last

    @property
    def messages(self) -> Button:
        is_off = self.game.chat.silence or not self.services.settings.talk
        button = super().messages
        return replace(button, words=_(TALK_OFF)) if is_off else button

    @property
    def unread(self) -> Sequence[ChatMessage]:
        return self.game.chat.unread if self.services.settings.talk else ()

    def _said_by(self, message: ChatMessage) -> tuple[Player | None, str]:
        return other(self.session.own), self.game.friend_name

    @property
    def _answers(self) -> tuple[Button, ...]:
        ready = (Button(_(words), "", act("say", text=_(words))) for words in READY)
        words = _(WRITE_TO).format(name=self.game.friend_name)
        return *ready, replace(self.messages, words=words, icon="edit", badge=0, small=True)

    @property
    def urgent(self) -> tuple[Button, ...]:
        buttons = []
        if self.game.asks_again is not None:
            buttons.append(Button(_("Answer the question"), "help", act("ask_to_let_in")))
        elif self.session.pending is not None and "window" in self.shell.can:
            buttons.append(Button(_("Answer the question"), "help", act("decide")))
        if self.game.can_claim:
            buttons.append(Button(claim_words(self.game), "clock", act("claim")))
        words = is_it_words(self.game)
        return (
            *buttons,
            Button(words, "people", act("compare")),
            Button(_(WATCH), "eye", act("ask_watch")),
            Button(_(MOVE), "export", act("ask_to_move")),
        )

    def acts(self) -> Mapping[str, Callable[..., object]]:
        game = self.game
        return {
            **super().acts(),
            "claim": game.claim,
            "grant": self.grant,
            "let_in": game.let_in,
            "ask_to_let_in": self._ask_to_let_in,
            "decide": self._decide,
            "withdraw_request": self.session.withdraw,
            "offer": super().offer_draw,
            "play_on": self._play_on,
            "compare": self._compare,
            "ask_watch": self._ask_watch,
            "let_watch": game.let_watch,
            "ask_to_move": partial(asks_to_move, self.topic),
            "move": lambda topic=self.topic: begin_move(self.shell, topic),
        }

    @property
    def can_take_back(self) -> bool:
        return super().can_take_back or self.session.pending is not None

    def take_back(self) -> CardView | None:
        return self._decide() if self.session.pending is not None else super().take_back()

    def offer_draw(self) -> CardView | None:
        """Ask whether a draw is really offered, or answer what the friend asks."""
        if self.session.pending is not None:
            return self._decide()
        self.session.seating.check_asking(self.session.own)
        offer = Button(_(captions.OFFER_DRAW), "handshake", act("offer"), main=True)
        words = _("{name} can accept it until the next pair is taken.")
        said = words.format(name=self.game.friend_name)
        return question(_("Offer a draw?"), said, offer, _("Play on"))

    def _play_on(self) -> None:
        game = self.services.friends.games.play_on(self.game)
        if game.side == "guest":
            self.shell.replace("friend", game.invitation.topic)
        else:
            self.shell.tell(_(ASKED_AGAIN).format(name=self.game.friend_name))

    def _compare(self) -> CardView:
        words = Paragraph(check_words(self.game), Ink.PLAIN)
        done = Button(_(captions.DONE), "check", act("close"))
        return CardView(is_it_words(self.game), (words,), main=done)

    def _ask_watch(self) -> CardView:
        self.game.check_watching()
        words = Paragraph(_(WATCH_TOLD).format(name=self.game.friend_name), Ink.PLAIN)
        text = self.watch_link
        send = Button(_("Send the link"), "export", given("share", text, "let_watch"))
        copy = Button(_("Copy the link"), "copy", given("copy", text, "let_watch"))
        leave = Button(_(captions.CANCEL), "close", act("close"))
        return CardView(_(WATCH), (words,), main=send, buttons=(leave, copy))

    @property
    def watch_link(self) -> str:
        """What is sent to others, who can watch once they are let."""
        services, meeting = self.services, self.game.meeting
        where = meeting.invitation
        page = services.link_address(where, meeting.side)
        return watch_text(meeting, page, services.brokers_of(where))

    # --- the next game --------------------------------------------------------------------------

    @property
    def wish(self) -> str:
        return wish_words(self.game)

    @property
    def agree(self) -> str:
        asked = self.game.rematch_asked
        is_same = asked is None or not asked[1]
        return _("Agree to the rematch") if is_same else _("Agree to another deal")

    @property
    def has_played_both_sides(self) -> bool:
        columns = self.session.game.start.columns
        games = () if self.game.replay is None else reversed(self.game.replay.games)
        same = [*takewhile(lambda one: one.game.start.columns == columns, games)]
        return len(same) % 2 == 0

    @property
    def wishes(self) -> bool:
        asked = self.game.rematch_asked
        return asked is not None and asked[0] == self.game.side

    def go_on(self, shell: Shell) -> None:
        """Go on with the match, agree to the game that the friend wishes, or ask for a rematch."""
        if self.session.can_go_on:
            self.game.go_on()
        elif self.wish:
            self.grant(agreed=True)
        else:
            self._ask_again(shell, 0)

    def new_deal(self, shell: Shell) -> None:
        """Ask for a game on another deal."""
        self._ask_again(shell, draw_deal())

    def _ask_again(self, shell: Shell, number: int) -> None:
        """Ask for another game, of deal `number`, or of the same if it is 0."""
        terms = self.game.meeting.terms
        if terms is not None and terms.deals:
            raise RulesError(_(MATCH_OVER))
        self.game.ask_rematch(number)
        shell.tell(_(ASKED_AGAIN).format(name=self.game.friend_name))

    def grant(self, *, agreed: bool) -> None:
        self.game.answer_rematch(agreed)


def _asked(words: str, yes: Button, no: str = "", decline: Act | None = None) -> CardView:
    """Return a question that can be put off; what it says instead of yes is `decline`."""
    later = Button(_("Decide later"), "close", act("close"), main=True)
    declines = [] if decline is None else [Button(no, "close", decline)]
    return CardView(_("Question"), (Paragraph(words),), main=yes, buttons=(later, *declines))


class Watching(Elsewhere):
    """Both players are elsewhere, and nothing can be done here."""

    plays = False

    def __init__(self, shell: Shell, watcher: Watcher) -> None:
        super().__init__(shell, watcher)
        self.watcher = watcher

    @property
    def title(self) -> str:
        return watch_title(self.watcher)

    def moves_on(self) -> bool:
        if self.watcher.session is self.session:
            return False
        self.shell.replace("watch", self.topic)
        return True

    def caption(self, player: Player) -> str:
        return watch_presence_words(self.watcher, player, self.services.moment())

    def presence(self, player: Player) -> Presence:
        return "here" if self.watcher.here(self.watcher.side_of(player)) else "away"

    def says(self) -> Dock | None:
        words, more = watch_words(self.watcher)
        is_fine = self.watcher.channel.state.is_up and not self.watcher.differs
        return None if is_fine else Dock(words, more)

    @property
    def tools(self) -> tuple[Button, ...]:
        return ()

    @property
    def unread(self) -> Sequence[ChatMessage]:
        return self.watcher.unread if self.services.settings.talk else ()

    def _said_by(self, message: ChatMessage) -> tuple[Player | None, str]:
        sides = {self.watcher.side_of(player): player for player in PLAYERS}
        return sides.get(message.side), self.watcher.names[message.side == "guest"]

    @property
    def urgent(self) -> tuple[Button, ...]:
        return (Button(_(STOP_WATCHING), "close", act("stop_watching")),)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        stop = partial(stop_watching, self.shell, self.watcher)
        return {**super().acts(), "stop_watching": stop}


def company_of(shell: Shell, game: FriendGame | Watcher) -> Elsewhere:
    """Return who sits at the table of a game with a friend, or of others."""
    return Watching(shell, game) if isinstance(game, Watcher) else FriendAway(shell, game)
