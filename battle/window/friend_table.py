"""Who sits at a table with a friend somewhere else, or watches one: questions and messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from battle.friend.channel import LinkKind
from battle.friend.games import FriendGame
from battle.friend.meeting import MeetingStage
from battle.friend.watching import Watcher
from battle.friend.words import (
    ASKED,
    ASKED_AGAIN,
    LET_IN,
    MATCH_OVER,
    MOVE,
    STOP_WATCHING,
    TALK_OFF,
    WATCH,
    WATCH_TOLD,
    WATCHED,
    again_words,
    awaited_words,
    check_words,
    claim_words,
    copies_question,
    presence_words,
    time_left_words,
    watch_presence_words,
    watch_text,
    watch_words,
    wish_words,
)
from battle.game.session import Session
from battle.game.setup import draw_deal
from battle.language import _
from battle.rules.position import PLAYERS, Player, RulesError, other
from battle.screens.screen import Shell
from battle.screens.table import situation_words
from battle.screens.view import Button, act
from battle.window.board_scene import BoardScene
from battle.window.cards import Choice, ChoiceDialog, question
from battle.window.company import Company
from battle.window.scene import Scene, Services, attempt
from battle.window.table import TableScene
from battle.window.table_view import table_layout
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, inset
from battle.window.ui.theme import Role, Theme
from battle.words import sentences, titled


class QuestionBar:
    """What the friend asks, at the foot of a screen until it is answered; it takes no focus."""

    def __init__(self, scene: Scene, answer: Callable[[bool], object]) -> None:
        theme, labels = scene.theme, (_("Agree"), _("Decline"))
        self.rect = table_layout(scene.size, theme.scale).status
        wide = max(theme.font(Role.BUTTON).size(label)[0] for label in labels) + theme.px(36)
        inner = inset(self.rect, theme.px(12), theme.px(3))
        self._words_at, *places = across(inner, FILL, wide, wide, gap=theme.px(8))
        self.words = ""
        self.buttons = [
            scene.add_button(place, label, partial(answer, label == labels[0]))
            for place, label in zip(places, labels, strict=True)
        ]

    def show(self, words: str) -> None:
        """Show a question, or none."""
        self.words = words
        for button in self.buttons:
            button.visible = bool(words)

    def paint(
        self, surface: pygame.Surface, theme: Theme, said: tuple[str, str] | None = None
    ) -> None:
        """Paint the question, or for a while what was `said` in the status line."""
        draw.box(
            surface,
            self.rect,
            look.PANEL_RAISED,
            radius=theme.px(10),
            border=look.GOLD,
            width=theme.px(2),
        )
        words = self.words if said is None else said[0]
        draw.text_within(surface, theme, Role.STRONG, words, look.INK, self._words_at)


class QuestionDialog(ChoiceDialog):
    """Agree, decline or decide later; it goes by itself when it is asked no more."""

    def __init__(
        self,
        app: Services,
        words: str,
        on_agree: Callable[[], object],
        on_decline: Callable[[], object],
        *,
        still: Callable[[], bool],
        further: Sequence[Choice] = (),
        agree: str = "",
    ) -> None:
        choices = [
            Choice(_("Decide later"), icon="clock"),
            *further,
            Choice(agree or _("Agree"), on_agree, "", "check"),
            Choice(_("Decline"), on_decline, "", "close"),
        ]
        super().__init__(app, _("Question"), words, choices, on_escape=0, unasked=True)
        self._still = still

    def update(self, seconds: float) -> None:
        """Go when it is asked no more."""
        super().update(seconds)
        if not self._still():
            self.app.pop()
            self.app.say(_("The question was withdrawn."))


_DOT: Final = 14


def friend_table(app: Services, game: FriendGame | Watcher) -> TableScene:
    """Return the table of the newest game with a friend elsewhere, or of others."""
    session = game.session
    assert session is not None
    if isinstance(game, Watcher):
        return TableScene(app, session, Watching(app, game, session))
    return TableScene(app, session, FriendAway(app, game, session))


def paint_dot(
    surface: pygame.Surface, table: TableScene, player: Player, ink: pygame.Color
) -> None:
    """Paint a dot on a player's sign, which says whether that player is there."""
    px, badge = table.theme.px, table.view.players[player - 1]["badge"]
    dot = pygame.Rect(0, 0, px(_DOT), px(_DOT))
    dot.bottomright = badge.right + px(3), badge.bottom + px(3)
    pygame.draw.circle(surface, look.PANEL, dot.center, dot.width * 0.66)
    pygame.draw.circle(surface, ink, dot.center, dot.width // 2)


class Elsewhere(Company):
    """Who plays at another program."""

    table: TableScene
    is_elsewhere = True

    def time_left(self) -> str:
        deadline = self.session.deadline
        return "" if deadline is None else time_left_words(deadline - self.app.moment())


class FriendAway(Elsewhere):
    """The other player is a friend, at another program.

        friend's copy ──► FriendGame ──► Session ──version──► TableScene.follow ──► board, lists

    The app lets all games take in what has come, so that the session is up to date before the scene
    moves on. Another game of the same two gets a table of its own, which replaces this one.
    """

    def __init__(self, app: Services, friend: FriendGame, session: Session) -> None:
        super().__init__(app, session)
        self.friend = friend
        self._seen = len(friend.chat.said)
        self._asked_about: object = None
        self._rung_at: object = None
        self._asked_to_let_in: object = None

    # --- at the table ---------------------------------------------------------------------------

    def join(self, table: BoardScene) -> None:
        """Take a seat, with what the friend may ask at the foot of the table."""
        super().join(table)
        self.bar = QuestionBar(table, self.reply)
        self.bar.show(self.session.request_text)

    def moves_on(self) -> bool:
        is_refused = self.friend.stage is MeetingStage.REFUSED
        if is_refused:
            self.app.go("home")
        stays = not is_refused and self.friend.handover is None
        if stays and self.friend.session is self.session:
            return False
        self.app.go("friend_game", self.friend)
        return True

    def update(self) -> None:
        """Show the friend's question and messages."""
        self.bar.show(self.session.request_text)
        if self.app.scene is self.table:
            self._poll_chat()
            self._ask_about_copies()
            if self.friend.asks_again != self._asked_to_let_in and not self.friend.asks_quietly:
                self._ask_to_let_in()
        tool, talk = self.table.tools["talk"], self.messages
        tool.badge, tool.tip = talk.badge, self.table.tip_of("talk", talk.words)

    def _poll_chat(self) -> None:
        said = self.friend.chat.said
        new = [message for message in said[self._seen :] if message.side != self.friend.side]
        self._seen = len(said)
        if new and self.app.settings.talk:
            name = self.friend.friend_name
            self.table.notice(titled(name, new[-1].text))
            self.app.sound.play("select")

    def _ask_about_copies(self) -> None:
        """Ask how to go on where the two copies differ, again when the friend offers it."""
        friend, app = self.friend, self.app
        asked = (friend.forked, friend.friends_next)
        offered = friend.friends_next and not friend.next
        if not (friend.asks_how_to_go_on or offered) or self._asked_about == asked:
            return
        self._asked_about = asked
        further, claim = [], partial(self.attempt, friend.claim)
        if friend.fork_proof is not None and not friend.is_shut_out:
            further = [Choice(_("Claim the win"), claim, "", "flag")]

        def play_on() -> None:
            game = app.friends.games.play_on(friend)
            if game.side == "guest":
                app.go("friend_game", game)
                return
            app.say(_(ASKED_AGAIN).format(name=friend.friend_name))

        app.push(
            QuestionDialog(
                app,
                copies_question(friend),
                claim if friend.is_shut_out else lambda: attempt(app.say, play_on),
                lambda: None,
                still=lambda: friend.asks_how_to_go_on or bool(offered),
                further=further,
                agree=_("Claim the win") if friend.is_shut_out else "",
            )
        )

    def _ask_to_let_in(self) -> None:
        """Ask whether a guest is let in again that has lost the game, by itself only once."""
        friend, asking = self.friend, self.friend.asks_again
        if asking is None:
            return
        self._asked_to_let_in = asking
        answer = partial(friend.let_in, mark=asking.public.mark)
        still = lambda: friend.asks_again == asking  # noqa: E731
        let_in, decline = partial(answer, agreed=True), partial(answer, agreed=False)
        words = again_words(friend)
        self.put(QuestionDialog(self.app, words, let_in, decline, still=still, agree=_(LET_IN)))

    # --- captions -------------------------------------------------------------------------------

    def caption(self, player: Player) -> str:
        """Return under the friend's name how it stands with them."""
        if player == self.session.me:
            return _(WATCHED) if self.friend.watched else ""
        return presence_words(self.friend.status, self.app.moment())

    def awaited(self) -> str:
        return awaited_words(self.friend)

    def paint(self, surface: pygame.Surface) -> bool:
        """Paint a dot on the friend's sign, green while the friend is there, and the question."""
        status = self.friend.status
        is_cut_off = status.link.kind in (LinkKind.LOST, LinkKind.REFUSED) and not status.alone
        ink = look.HERE if status.here else (look.REFUSED if is_cut_off else look.FAINT)
        paint_dot(surface, self.table, other(self.session.own), ink)
        if self.friend.watched:
            theme, parts = self.table.theme, self.table.view.players[self.session.own - 1]
            place = parts["caption"]
            left = place.left + theme.font(Role.SMALL).size(_(WATCHED))[0] + theme.px(6)
            surface.blit(draw.icon("eye", place.height, look.MUTED), (left, place.top))
        if self.bar.words:
            self.bar.paint(surface, self.table.theme, self.table.said)
        return bool(self.bar.words)

    # --- asking and answering -------------------------------------------------------------------

    @property
    def tools(self) -> tuple[Button, ...]:
        undo, _redo, last = super().tools
        return replace(undo, words=_("Ask for a take-back")), last

    @property
    def messages(self) -> Button:
        is_off = self.friend.chat.silence or not self.app.settings.talk
        words = _(TALK_OFF) if is_off else _("Messages")
        return Button(words, "talk", act("talk"), badge=self.app.unread(self.friend))

    @property
    def urgent(self) -> tuple[Button, ...]:
        """What can be done with the friend, the most urgent first."""
        urgent = []
        if self.friend.asks_again is not None:
            urgent.append(Button(_("Answer the question"), "help", act("ask_to_let_in")))
        elif self.session.pending is not None:
            urgent.append(Button(_("Answer the question"), "help", act("decide")))
        if self.friend.can_claim:
            urgent.append(Button(claim_words(self.friend), "clock", act("claim")))
        compare = Button(_("Compare a word"), "people", act("compare"))
        return (*urgent, Button(_("Messages"), "talk", act("talk")), compare)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "ask_to_let_in": self._ask_to_let_in,
            "decide": self._decide,
            "claim": self.friend.claim,
            "compare": self._compare,
            "talk": partial(self.app.go, "talk", self.friend.invitation.topic),
        }

    @property
    def can_take_back(self) -> bool:
        return super().can_take_back or self.session.pending is not None

    def take_back(self) -> None:
        self._ask_for(super().take_back)

    def offer_draw(self) -> None:
        self._ask_for(super().offer_draw)

    def _ask_for(self, ask: Callable[[], object]) -> None:
        """Ask the friend, or answer what the friend asks."""
        if self.session.pending is not None:
            self._decide()
        else:
            ask()
            self.app.say(_(ASKED).format(name=self.friend.friend_name))

    def reply(self, accept: bool) -> None:
        """Answer the open request."""
        self.attempt(lambda: self.session.answer(accept))
        if not accept:
            self.table.notice(_("The request was declined."))

    def answer(self) -> None:
        """Let it be heard once a move that the friend asks; the question stands at the foot."""
        if self._rung_at != self.session.place:
            self._rung_at = self.session.place
            self.app.sound.play("turn")

    def _decide(self) -> None:
        """Put the friend's question over the table, to be answered by keyboard."""
        request, session = self.session.pending, self.session
        self.put(
            QuestionDialog(
                self.app,
                session.request_text,
                partial(self.reply, True),
                partial(self.reply, False),
                still=lambda: session.pending == request,
            )
        )

    def _compare(self) -> None:
        """Show the word by which the two see that nobody sits between them."""
        words = check_words(self.friend)
        watch = Choice(_(WATCH), self._ask_watch, "", "eye")
        move = Choice(_(MOVE), partial(self.app.go, "move_away", self.friend), "", "export")
        choices = [Choice(_("Done")), watch, move]
        self.app.push(ChoiceDialog(self.app, _("Compare a word"), words, choices, on_escape=0))

    def _ask_watch(self) -> None:
        """Say what a link for watching means, and offer it."""
        words, copy = _(WATCH_TOLD).format(name=self.friend.friend_name), _("Copy the link")
        let = partial(self.attempt, self._let_watch)
        self.app.push(question(self.app, _(WATCH), words, _("Cancel"), copy, let))

    def _let_watch(self) -> None:
        """Copy a link by which others watch; the friend sees that they may."""
        self.friend.let_watch()
        app, meeting = self.app, self.friend.meeting
        where = meeting.invitation
        text = watch_text(meeting, app.link_address(where, meeting.side), app.brokers_of(where))
        clipboard.copy(text, _("A link for watching was copied."), app.say)

    # --- the next game --------------------------------------------------------------------------

    def go_on(self, shell: Shell) -> None:
        """Go on with the match, or ask for a rematch."""
        if self.session.can_go_on:
            self.friend.go_on()
        else:
            self._ask(shell, 0)

    def new_deal(self, shell: Shell) -> None:
        """Ask for a game on another deal."""
        self._ask(shell, draw_deal())

    def _ask(self, shell: Shell, number: int) -> None:
        terms = self.friend.meeting.terms
        if terms is not None and terms.deals:
            raise RulesError(_(MATCH_OVER))
        self.friend.ask_rematch(number)
        shell.tell(_(ASKED_AGAIN).format(name=self.friend.friend_name))

    @property
    def wish(self) -> str:
        return wish_words(self.friend)

    def grant(self, *, agreed: bool) -> None:
        self.friend.answer_rematch(agreed)


class Watching(Elsewhere):
    """Both players are elsewhere, and nothing can be done here.

    their copies ──► Watcher ──► Session ──version──► TableScene.follow ──► board, lists
    """

    plays = False

    def __init__(self, app: Services, watcher: Watcher, session: Session) -> None:
        super().__init__(app, session)
        self.watcher = watcher

    def moves_on(self) -> bool:
        if self.watcher.session is self.session:
            return False
        self.app.go("friend_game", self.watcher)
        return True

    def update(self) -> None:
        """Show what the two say."""
        unread = self.watcher.unread if self.app.settings.talk else []
        if self.app.scene is self.table and len(unread) > self.table.tools["talk"].badge:
            name = self.watcher.names[unread[-1].side == "guest"]
            self.table.notice(titled(name, unread[-1].text))
        self.table.tools["talk"].badge = len(unread)

    def caption(self, player: Player) -> str:
        return watch_presence_words(self.watcher, player, self.app.moment())

    def awaited(self) -> str:
        """Say what is wrong with the connection; else that one watches, and who is to move."""
        words, more = watch_words(self.watcher)
        if more:
            return sentences(words, more)
        return titled(words, situation_words(self.session))

    def paint(self, surface: pygame.Surface) -> bool:
        """Paint a dot on the sign of both, green while they are there."""
        for player in PLAYERS:
            is_here = self.watcher.here(self.watcher.side_of(player))
            paint_dot(surface, self.table, player, look.HERE if is_here else look.FAINT)
        return False

    @property
    def messages(self) -> Button:
        unread = len(self.watcher.unread) if self.app.settings.talk else 0
        return Button(_("Messages"), "talk", act("talk"), badge=unread)

    @property
    def urgent(self) -> tuple[Button, ...]:
        return (Button(_(STOP_WATCHING), "close", act("stop_watching")),)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "stop_watching": self._stop,
            "talk": partial(self.app.go, "talk", self.watcher.invitation.topic),
        }

    def _stop(self) -> None:
        self.app.friends.games.stop_watching(self.watcher)
        self.app.go("home")
