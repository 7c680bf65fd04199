"""Games with a friend somewhere else: inviting, joining, the friend as company, lists, messages."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import ClassVar, Final
from urllib.parse import quote, urlencode

import pygame
import segno

from battle.friend.channel import LinkKind
from battle.friend.friends import SEEN_AS
from battle.friend.games import NOT_JOINED, FriendGame
from battle.friend.log import SWITCHED_OFF
from battle.friend.meeting import MeetingStage, Terms
from battle.friend.watching import Watcher
from battle.friend.words import (
    ASK_AGAIN,
    ASKED,
    ASKED_AGAIN,
    LET_IN,
    MATCH_OVER,
    MOVE,
    NO_PAGE,
    OTHERS,
    REMOVED,
    ROOM_TRUST,
    STILL_WAITED_FOR,
    STOP_WATCHING,
    TALK_OFF,
    WATCH,
    WATCH_RULES,
    WATCH_TOLD,
    WATCHED,
    WITHDRAWN,
    again_words,
    awaited_words,
    check_words,
    claim_words,
    copies_question,
    friend_pie_page,
    invitation_text,
    looking_words,
    presence_words,
    state_words,
    status_words,
    talk_page,
    terms_page,
    time_left_words,
    waiting_words,
    watch_presence_words,
    watch_text,
    watch_words,
    ways_words,
    wish_words,
)
from battle.game.session import Session
from battle.game.setup import draw_deal
from battle.language import N_, _, explain
from battle.page.blocks import Block, Ink, Paragraph, Title
from battle.resources import page_folder
from battle.rules.position import PLAYERS, Player, RulesError, other
from battle.rules.record import is_for_moving, is_for_watching
from battle.training.background import TableStudy
from battle.window.board_scene import BoardScene, Tool
from battle.window.board_view import Miniature
from battle.window.cards import (
    CardScene,
    Choice,
    ChoiceDialog,
    PagedCardScene,
    paint_dialog,
    question,
)
from battle.window.company import Company, Wish
from battle.window.pages import Flow
from battle.window.scene import Scene, Services, attempt
from battle.window.setup import PieCard
from battle.window.table import TableScene, situation
from battle.window.table_view import table_layout
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, box, centred, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import TextField
from battle.words import LONGEST_COMMENT, LONGEST_NAME, sentences, titled

_LONGEST_LINE: Final = 4000


def invited(app: Services, agreed: Terms, name: str) -> FriendGame:
    """Return a new game that a friend can join, its text on the clipboard; may raise RulesError."""
    from battle.friend.ways.broker import brokers_in_one_word

    chosen = app.settings
    brokers, lan = app.friends.ways or (chosen.brokers, chosen.local_network)
    wants_broker = not lan or bool(brokers if app.friends.ways else chosen.meet_over_brokers)
    broker = brokers_in_one_word(brokers) if wants_broker else ""
    game = app.friends.games.invite(agreed, name, broker=broker, lan=lan)
    clipboard.copy(sent_text(app, game), _("The invitation was copied."), app.say)
    return game


def sent_text(app: Services, game: FriendGame) -> str:
    """Return the invitation as it is sent."""
    brokers, _lan = app.friends.ways or (app.settings.brokers, False)
    return invitation_text(game.meeting, app.settings.page, brokers)


class InvitationScene(CardScene):
    """Shows the invitation of a game that no one has joined yet; goes to the table when one has."""

    title = N_("Invitation")
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game
        self._ways = self._chosen_ways

    @property
    def _chosen_ways(self) -> tuple[str, bool, bool]:
        chosen = self.app.settings
        return chosen.brokers, chosen.meet_over_brokers, chosen.local_network

    def resume(self) -> None:
        """Come back from the settings: if the ways have changed it is another invitation."""
        super().resume()
        if self._chosen_ways == self._ways or self.game.stage is not MeetingStage.OFFERED:
            return
        self._ways = self._chosen_ways
        self.app.friends.ways = None
        terms, before = self.game.meeting.terms, self.game.invitation.topic
        assert terms is not None

        def invite_again() -> None:
            self.game = invited(self.app, terms, self.game.meeting.name)
            self.app.friends.games.forget(before)
            words = _("This is a new line, already copied; the previous one can no longer be used.")
            self.app.say(words)

        attempt(self.app.say, invite_again)

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Show the line to send, the terms it offers, and who is awaited."""
        px, text, game = self.theme.px, self.theme.font(Role.TEXT), self.game
        change = _("Change")
        at = column(
            box("what", text.get_linesize()),
            box("line", px(64)),
            box("else", px(40)),
            box("terms"),
            box("waiting", px(64)),
            row(box("ways"), box("change", text.size(change)[0] + px(40)), gap=px(16), size=px(44)),
            gap=px(10),
        ).lay(self.body)
        words = _("Send this to your friend by any messenger. It is already on the clipboard.")
        self.write(words, at["what"], Role.TEXT, look.INK)
        line, tip = sent_text(self.app, game), _("Copy the invitation again")
        self.begin_at(self.add_line(at["line"], line, tip, self._copy))
        by_mail, alone, here = across(at["else"], FILL, FILL, FILL, gap=px(10))
        room = self.add_button(here, _("In this room"), self._open_room, icon="people")
        room.enabled = page_folder() is not None
        self.add_button(by_mail, _("Send it by mail"), self._mail, icon="export")
        self.add_button(alone, _("Copy the line only"), self._copy_line, icon="copy")
        assert game.meeting.terms is not None
        self.add_page(at["terms"], terms_page(game.meeting.terms, game.friend_name, guest=False))
        self._waiting = self.waiting_words
        self.add_notice(at["waiting"], "clock", *self._waiting)
        note = "" if room.enabled else _(NO_PAGE)
        self.write(sentences(ways_words(game.invitation), note), at["ways"])
        self.add_button(at["change"], change, lambda: self.app.go("settings", "advanced"))
        left, right = across(self.foot, FILL, FILL, gap=px(12))
        self.add_button(left, _("Withdraw it"), self._withdraw, icon="delete")
        words = _("Leave it open")
        self.add_button(right, words, self.cancel, look_as="primary", icon="home")

    @property
    def waiting_words(self) -> tuple[str, str]:
        """What is waited for, and what that means."""
        return waiting_words(self.game.status)

    # --- what happens ---------------------------------------------------------------------------

    def _copy(self) -> None:
        clipboard.copy(
            sent_text(self.app, self.game), _("The invitation was copied."), self.app.say
        )

    def _open_room(self) -> None:
        self.app.friends.games.open_room(self.game)
        self.app.go("room", self.game)

    def _copy_line(self) -> None:
        words = _("The line was copied: it is for a friend who has the program.")
        clipboard.copy(str(self.game.invitation), words, self.app.say)

    def _mail(self) -> None:
        """Let the system's program for mail write to the friend."""
        mail = urlencode({"body": sent_text(self.app, self.game)}, quote_via=quote)
        if not webbrowser.open(f"mailto:?{mail}"):
            self.app.say(_("No program for mail was found."), "refused")

    def _withdraw(self) -> None:
        self.app.friends.games.forget(self.game.invitation.topic)
        self.app.say(_(WITHDRAWN))
        self.app.go("home")

    def cancel(self) -> None:
        """Leave the invitation open."""
        self.app.say(_("The game begins when your friend joins; it is listed on the start screen."))
        self.app.go("home")

    def update(self, seconds: float) -> None:
        """Go over to the table as soon as somebody has joined."""
        super().update(seconds)
        if self.game.stage is not MeetingStage.OFFERED:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)
        elif self.waiting_words != self._waiting:
            self.refresh()


class RoomScene(CardScene):
    """Shows a code that a friend in the same room scans to join."""

    title = N_("In this room")
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app)
        self.game = game

    @property
    def link(self) -> str:
        """The link in the code, empty until the port is open."""
        from battle.friend.ways.page import room_link

        return room_link(self.game.invitation)

    @property
    def waiting_words(self) -> str:
        return status_words(self.game.status, self.game.friend_name, self.app.moment())

    def fill(self) -> None:
        """Put the code on the left, and what to do with it on the right."""
        self._shown, px = (self.link, self.waiting_words), self.theme.px
        side = min(self.body.height, self.body.width // 2)
        code, words = across(self.body, side, FILL, gap=px(24))
        what, line, trust = down(words, FILL, px(64), px(64), gap=px(12))
        text = _("Your friend scans this with a phone that is in the same network, and plays.")
        self.add_page(what, [Title(text), Paragraph(self.waiting_words, Ink.GOLD)])
        self.write(_(ROOM_TRUST), trust)
        if self.link:
            self.under.append(partial(paint_code, rect=code, link=self.link))
            done = _("The link was copied: it leads here, in this network only.")
            copy = partial(clipboard.copy, self.link, done, self.app.say)
            self.add_line(line, self.link, _("Copy the link"), copy)
        right = across(self.foot, FILL, FILL, gap=px(12))[1]
        self.begin_at(
            self.add_button(right, _("Done"), self.cancel, look_as="primary", icon="check")
        )

    def update(self, seconds: float) -> None:
        """Show the code once the port is open; go to the table as soon as somebody has joined."""
        super().update(seconds)
        if self.game.stage is not MeetingStage.OFFERED:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)
        elif self._shown != (self.link, self.waiting_words):
            self.refresh()


_QUIET: Final = 4
"""How many squares of light there are around a code."""


def paint_code(surface: pygame.Surface, rect: pygame.Rect, link: str) -> None:
    """Paint a link as a code to scan, its squares of whole pixels."""
    rows = segno.make(link, micro=False).matrix
    side = rect.width // (len(rows) + 2 * _QUIET)
    place = centred(rect, *[side * (len(rows) + 2 * _QUIET)] * 2)
    surface.fill("white", place)
    for down_by, along in product(range(len(rows)), repeat=2):
        if rows[down_by][along]:
            left, top = place.left + side * (along + _QUIET), place.top + side * (down_by + _QUIET)
            surface.fill("black", (left, top, side, side))


class JoinScene(CardScene):
    """Shows the game that an invitation offers, and joins it.

    `line` is the invitation, empty if it is still to be pasted; `game` is what it leads to.
    """

    title = N_("Join a friend")
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, line: str = "", game: FriendGame | None = None) -> None:
        super().__init__(app)
        self.line = line
        self.name = app.settings.names[0]
        self.game = game
        self.problem = ""
        self._shown: object = None
        app.friends.prepare()

    def enter(self) -> None:
        """Follow the line, if there is one."""
        if self.line:
            self.follow(self.line)

    @property
    def stage(self) -> MeetingStage | None:
        """How far one has come, None without an invitation."""
        return None if self.game is None else self.game.stage

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Show the field for the line, then the one for a name, or why nobody can join."""
        self._shown = self._standing
        left, right = across(self.foot, FILL, FILL, gap=self.theme.px(12))
        if self.game is None:
            self._ask_line()
            self.add_button(right, _("Look at it"), self.confirm, look_as="primary", icon="eye")
        elif self.stage is MeetingStage.SEEN:
            self._ask_name(self.game)
            self.add_button(left, _("Not now"), self.cancel, icon="close")
            self.add_button(right, _("Join"), self.confirm, look_as="primary", icon="check")
        else:
            waits = MeetingStage.LOOKING, MeetingStage.JOINING
            icon = "clock" if self.stage in waits else "close"
            if self.game.meeting.can_ask_again:
                ask = partial(self.game.ask_again, self.name.strip())
                self.add_button(left, _(ASK_AGAIN), ask, icon="people")
            self.add_notice(down(self.body, self.theme.px(76))[0], icon, *self._waiting_words)
            self.begin_at(
                self.add_button(right, _("Done"), self.cancel, look_as="primary", icon="check")
            )

    def _ask_line(self) -> None:
        px, two_lines = self.theme.px, 2 * self.theme.font(Role.TEXT).get_linesize()
        words, line, _rest = down(self.body, two_lines, px(48), FILL, gap=px(14))
        ink = look.REFUSED if self.problem else look.INK
        self.write(self.problem or _("Paste the line your friend sent you."), words, Role.TEXT, ink)
        field, paste = across(line, FILL, px(48), gap=px(10))
        keep, hint = partial(setattr, self, "line"), _("mahjong-battle:…")
        self.begin_at(
            self.form.field(field, self.line, keep, placeholder=hint, limit=_LONGEST_LINE)
        )
        self.add_button(paste, "", self.paste, icon="paste", tip=clipboard.paste_tip())

    def _ask_name(self, game: FriendGame) -> None:
        px, offer = self.theme.px, game.meeting.offer
        assert offer is not None
        sides, name = down(self.body, FILL, px(52), gap=px(8))
        words, table = across(sides, FILL, FILL, gap=px(10))
        title = Title(
            _("{name} invites you").format(name=game.friend_name), large=True, ink=Ink.GOLD
        )
        self.add_page(words, [title, *terms_page(offer.terms, game.friend_name, guest=True)])
        if table.height > px(60):
            self.under.append(
                partial(Miniature(self.theme, table).draw, position=offer.terms.start)
            )
        self.form.lay(name, 1, 0.3)
        keep, hint = partial(setattr, self, "name"), _(SEEN_AS)
        self.begin_at(
            self.form.entry(_("Your name"), self.name, keep, placeholder=hint, limit=LONGEST_NAME)
        )

    @property
    def _waiting_words(self) -> tuple[str, str]:
        """Who is awaited, or why no one can join, and what that means."""
        assert self.game is not None
        return looking_words(self.game, self.app.moment())

    @property
    def _standing(self) -> object:
        """A key that changes with the page."""
        asks = self.stage in (None, MeetingStage.SEEN)
        return self.stage, None if asks else self._waiting_words

    # --- what happens ---------------------------------------------------------------------------

    def paste(self) -> None:
        """Take the line from the clipboard, and look at it."""

        def take() -> None:
            self.line = clipboard.text()[:_LONGEST_LINE]
            self.follow(self.line)
            self.refresh()

        attempt(self.app.say, take)

    def follow(self, line: str) -> None:
        """Look up the game of a line; one for watching or moving has a screen of its own."""
        if is_for_watching(line) or is_for_moving(line):
            self.app.go("far_start", line)
            return
        try:
            self.game, self.problem = self.app.friends.games.join(line), ""
        except RulesError as error:
            self.problem = explain(error)

    def confirm(self) -> None:
        """Look at the line, or join."""
        if self.game is None:
            self.follow(self.line)
            self.restart()
        elif self.stage is MeetingStage.SEEN:
            self.app.change(names=(self.name.strip(), self.app.settings.names[1]))
            self.game.join(self.name.strip())
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)

    def cancel(self) -> None:
        """Leave; an invitation that was not taken is let go of."""
        if self.game is not None and self.stage in NOT_JOINED:
            self.app.friends.games.forget(self.game.invitation.topic)
        self.app.pop()

    def update(self, seconds: float) -> None:
        """Show what has become known; a game that has begun already is gone to."""
        super().update(seconds)
        if self.game is None or self._standing == self._shown:
            return
        if self.game.logbook is not None and self.stage not in NOT_JOINED:
            self.app.go("friend_game", self.game)
        else:
            self.restart()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a line that is pasted, wherever."""
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and self.game is None:
            self.paste()
            return True
        return super().handle_key(event)


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

    def resume(self) -> None:
        super().resume()
        self._seen = len(self.friend.chat.said)

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
        talk, is_on = self.table.tools["talk"], self.app.settings.talk
        is_off = self.friend.chat.silence or not is_on
        talk.badge = self.app.unread(self.friend)
        talk.tip = self.table.tip_of("talk", _(TALK_OFF) if is_off else _("Messages"))

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
        further = []
        if friend.fork_proof is not None:
            claim = partial(self.attempt, friend.claim)
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
                lambda: attempt(app.say, play_on),
                lambda: None,
                still=lambda: friend.asks_how_to_go_on or bool(offered),
                further=further,
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
    def tools(self) -> tuple[Tool, Tool, Tool]:
        first, second = _("Ask for a take-back"), _("Messages")
        return ("undo", "undo", first), ("talk", "talk", second), super().tools[2]

    @property
    def urgent(self) -> list[Choice]:
        """The two most urgent things to do with the friend."""
        urgent = []
        if self.friend.asks_again is not None:
            urgent.append(Choice(_("Answer the question"), self._ask_to_let_in, "", "help"))
        elif self.session.pending is not None:
            urgent.append(Choice(_("Answer the question"), self._decide, "", "help"))
        if self.friend.can_claim:
            words = claim_words(self.friend)
            urgent.append(Choice(words, lambda: self.attempt(self.friend.claim), "", "clock"))
        urgent.append(Choice(_("Messages"), self.talk, "", "talk"))
        urgent.append(Choice(_("Compare a word"), self._compare, "", "people"))
        return urgent[:2]

    @property
    def can_take_back(self) -> bool:
        return super().can_take_back or self.session.pending is not None

    def ask(self, what: str) -> None:
        """Ask the friend, or answer what the friend asks."""
        if self.session.pending is not None:
            self._decide()
        else:
            super().ask(what)
            self.table.notice(_(ASKED).format(name=self.friend.friend_name))

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

    def talk(self) -> None:
        """Show the messages, and write one."""
        self.app.go("talk", self.friend)

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
        act = partial(self.attempt, self._let_watch)
        self.app.push(question(self.app, _(WATCH), words, _("Cancel"), copy, act))

    def _let_watch(self) -> None:
        """Copy a link by which others watch; the friend sees that they may."""
        from battle.friend.ways.page import room_page

        self.friend.let_watch()
        brokers, page = self.app.settings.brokers, self.app.settings.page
        if not self.friend.invitation.broker:
            page = room_page() if self.friend.side == "host" else ""
        done = _("A link for watching was copied.")
        clipboard.copy(watch_text(self.friend.meeting, page, brokers), done, self.app.say)

    # --- the next game --------------------------------------------------------------------------

    def go_on(self) -> None:
        """Go on with the match, or ask for a rematch."""
        if self.session.can_go_on:
            attempt(self.app.say, self.friend.go_on)
        else:
            self._ask(0)

    def new_deal(self) -> None:
        """Ask for a game on another deal."""
        self._ask(draw_deal())

    def _ask(self, number: int) -> None:
        assert self.friend.meeting.terms is not None
        if self.friend.meeting.terms.deals:
            self.app.say(_(MATCH_OVER), "refused")
            return
        if attempt(self.app.say, lambda: self.friend.ask_rematch(number)):
            self.app.say(_(ASKED_AGAIN).format(name=self.friend.friend_name))

    @property
    def wish(self) -> Wish | None:
        asked = self.friend.rematch_asked
        if asked is None or asked[0] == self.friend.side:
            return None
        return Wish(wish_words(self.friend), asked[1])

    def grant(self, wish: Wish, agreed: bool) -> None:
        if self.wish != wish:
            self.app.say(_("The question was withdrawn."))
        else:
            attempt(self.app.say, lambda: self.friend.answer_rematch(agreed))


# --- watching ------------------------------------------------------------------------------------


class WatchScene(CardScene):
    """Looks for a game of others; goes to their table when it is there."""

    title = OTHERS
    foot_height = 52
    tallest = 620

    def __init__(self, app: Services, watcher: Watcher) -> None:
        super().__init__(app)
        self.watcher = watcher

    def fill(self) -> None:
        """Say whose game it is, and how it stands with watching."""
        self._waiting = watch_words(self.watcher)
        notice, words = down(self.body, self.theme.px(76), FILL, gap=self.theme.px(12))
        self.add_notice(notice, "clock", *self._waiting)
        whose = [Title(self.watcher.told)] if self.watcher.told else []
        self.add_page(words, [*whose, Paragraph(_(WATCH_RULES))])
        right = across(self.foot, FILL, FILL, gap=self.theme.px(12))[1]
        self.begin_at(self.add_button(right, _(STOP_WATCHING), self.cancel, icon="close"))

    def cancel(self) -> None:
        """Stop watching."""
        self.app.friends.games.stop_watching(self.watcher)
        self.app.pop()

    def update(self, seconds: float) -> None:
        """Show what has changed; go to the table."""
        super().update(seconds)
        if self.watcher.session is not None:
            self.app.go("friend_game", self.watcher)
        elif watch_words(self.watcher) != self._waiting:
            self.refresh()


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
        return titled(words, situation(self.session, self.table.board))

    def paint(self, surface: pygame.Surface) -> bool:
        """Paint a dot on the sign of both, green while they are there."""
        for player in PLAYERS:
            is_here = self.watcher.here(self.watcher.side_of(player))
            paint_dot(surface, self.table, player, look.HERE if is_here else look.FAINT)
        return False

    @property
    def tools(self) -> tuple[Tool, ...]:
        return ("talk", "talk", _("Messages")), ("list", "pairs", _("Pairs"))

    @property
    def urgent(self) -> list[Choice]:
        return [Choice(_(STOP_WATCHING), self._stop, "", "close")]

    def _stop(self) -> None:
        self.app.friends.games.stop_watching(self.watcher)
        self.app.go("home")

    def talk(self) -> None:
        """Show the messages."""
        self.app.go("talk", self.watcher)

    def show_result(self, study: TableStudy, *, unasked: bool = False) -> None:
        """Show nothing more: the result stands at the foot of the table."""


class FriendPieScene(PieCard):
    """Agrees with a friend on points and seats; goes to the table when both are settled."""

    def __init__(self, app: Services, game: FriendGame) -> None:
        super().__init__(app, game.name_points, game.take_seat)
        self.game = game

    def page(self) -> Iterator[Block]:
        return friend_pie_page(self.game)

    def cancel(self) -> None:
        """Leave; the game stands on the start screen."""
        self.app.go("home")

    def update(self, seconds: float) -> None:
        """Go to the table when a seat is taken."""
        if self.game.session is not None:
            self.app.sound.play("deal")
            self.app.go("friend_game", self.game)
        else:
            super().update(seconds)

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the card, and whether the friend is there."""
        super().paint_page(surface)
        if not self.game.my_turn:
            words = status_words(self.game.status, self.game.friend_name, self.app.moment())
            draw.text(surface, self.theme.font(Role.TEXT), words, look.MUTED, self.foot)


# --- list scene ----------------------------------------------------------------------------------
#
# All games with friends in a list: whose turn it is, and what opens or puts one away.

_ROW: Final = 62


class FriendsScene(PagedCardScene):
    """Lists the games, those that wait for oneself first."""

    title = N_("Games with friends")
    tallest = 620

    def measure(self) -> None:
        """Find out how many rows there is room for."""
        self._listed = self._rows()
        self._fit = max(1, self.body.height // self.theme.px(_ROW))
        self.page_count = max(1, -(-len(self._listed) // self._fit))

    def _rows(self) -> list[tuple[FriendGame, str, int]]:
        """Return each game with how it stands, and how many messages were not read."""
        now = self.app.moment()
        return [
            (
                game,
                "  ·  ".join(filter(None, (state_words(game), presence_words(game.status, now)))),
                self.app.unread(game),
            )
            for game in self.app.friends.opened
        ]

    def fill(self) -> None:
        """Put a button for each game, with one at its end that puts it away."""
        super().fill()
        px, side, tip = self.theme.px, self.theme.px(48), _("Remove the game")
        shown = self._listed[self.page * self._fit :][: self._fit]
        places = down(self.body, *[px(_ROW - 8)] * len(shown), gap=px(8))
        for (game, words, unread), place in zip(shown, places, strict=True):
            rect, move, end = across(place, FILL, side, side, gap=px(10))
            call, name = partial(self.app.go, "friend_game", game), game.friend_name
            look_as = "menu_item_primary" if game.my_turn else "menu_item"
            button = self.add_button(rect, name, call, look_as=look_as, icon="people")
            button.note, button.badge = words, unread
            moving = partial(self.app.go, "move_away", game)
            to_move = self.add_button(
                centred(move, side, side), "", moving, icon="export", tip=_(MOVE)
            )
            to_move.enabled = game.handover is None
            self.add_button(
                centred(end, side, side), "", partial(self._ask, game), icon="delete", tip=tip
            )

    def _ask(self, game: FriendGame) -> None:
        """Ask whether to put a game away."""
        session = game.session
        words = _(REMOVED)
        if session is not None and session.ending is None:
            words = _(STILL_WAITED_FOR)
        keep, remove, act = _("Keep"), _("Remove it"), partial(self._forget, game)
        self.app.push(question(self.app, _("Remove this game?"), words, keep, remove, act))

    def _forget(self, game: FriendGame) -> None:
        self.app.friends.games.forget(game.invitation.topic)
        self.refresh()

    def update(self, seconds: float) -> None:
        """Show what has changed."""
        super().update(seconds)
        if self._listed != self._rows():
            self.refresh()


# --- chat ----------------------------------------------------------------------------------------
#
# The messages of a game with a friend: what was said, a line to say something, and the switch.


_MORE: Final = 20
"""How many more messages a frame lays out: all of a long talk at once would block it."""


class ChatDialog(Scene):
    """Shows the newest messages over the table; Enter sends the line, Esc goes back."""

    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, game: FriendGame | Watcher) -> None:
        super().__init__(app)
        self.game = game
        self.words = ""
        self._reach = 0
        self._silence = ""

    @property
    def is_on(self) -> bool:
        """Whether messages come and go: in the settings, and in this game."""
        is_on = isinstance(self.game, Watcher) or self.game.chat.on
        return self.app.settings.talk and is_on

    @property
    def silence(self) -> str:
        """Why nothing can be said, empty if something can."""
        return "" if isinstance(self.game, Watcher) else self.game.chat.silence

    def build(self) -> None:
        """Put the messages above, the line below them, and the switch at the top."""
        px = self.theme.px
        room = inset(pygame.Rect((0, 0), self.size), px(20))
        self.box = centred(room, min(px(620), room.width), min(px(480), room.height))
        words = _("Switch off") if self.is_on else _("Switch on")
        switch = self.theme.font(Role.TEXT).size(words)[0] + px(40)
        self.at = column(
            row(box("head"), box("switch", switch), gap=px(12), size=px(40)),
            box("list"),
            row(box("entry"), box("send", px(48)), name="row", gap=px(10), size=px(46)),
            gap=px(10),
        ).lay(inset(self.box, px(24), px(18)))
        self._silence = self.silence
        if isinstance(self.game, Watcher) or not self.is_on or self._silence:
            self.add_button(self.at["row"], _("Back to the game"), self.cancel, look_as="primary")
        else:
            place, hint, keep = self.at["entry"], _("Your message"), partial(setattr, self, "words")
            field = TextField(
                place, self.theme, self.words, keep, placeholder=hint, limit=LONGEST_COMMENT
            )
            self.field = self.add(field)
            self.focus(field)
            self.add_button(self.at["send"], "", self.confirm, icon="check", tip=_("Send (Enter)"))
        if not isinstance(self.game, Watcher):
            self.add_button(self.at["switch"], words, self._switch)
        self._flow = self.add(Flow(), walked=False)
        self._flow.place(self.theme, inset(self.at["list"], px(14), px(10)))
        self._flow.visible = self.is_on

    def update(self, seconds: float) -> None:
        """Let the widgets move on; what is shown is read."""
        super().update(seconds)
        if self.silence != self._silence:
            self.resize(self.size)
        self._reach += _MORE
        page = tuple(self._page())
        if page != self._flow.blocks:
            self._flow.fill(page)
            self._flow.to_end()
        if self.is_on:
            self.game.read_chat()

    # --- what happens ---------------------------------------------------------------------------

    def confirm(self) -> None:
        """Send the line."""
        game = self.game
        if isinstance(game, FriendGame) and attempt(self.app.say, lambda: game.say(self.words)):
            self.words = ""
            self.field.set_text("")

    def _switch(self) -> None:
        on = not self.is_on
        if on and not self.app.settings.talk:
            self.app.change(talk=True)
        if isinstance(self.game, FriendGame):
            self.game.switch_chat(on)
        self.resize(self.size)

    # --- painting -------------------------------------------------------------------------------

    def _page(self) -> list[Block]:
        """Return the messages, the newest at the end."""
        page = talk_page(self.game, self.app.moment(), self._reach)
        return [*page, Paragraph(_(self.silence), Ink.GOLD)] if self.silence else page

    def paint(self, surface: pygame.Surface) -> None:
        """Dim the table and paint the messages."""
        theme, well = self.theme, self.at["list"]
        paint_dialog(surface, theme, self.box)
        title = _("Messages")
        draw.text_within(surface, theme, Role.HEADING, title, look.INK, self.at["head"])
        draw.box(surface, well, look.WELL, radius=theme.px(10), border=look.LINE)
        if not self._flow.blocks or not self.is_on:
            words = _("No messages yet.") if self.is_on else _(SWITCHED_OFF)
            draw.text(surface, theme.font(Role.TEXT), words, look.FAINT, well, "centre")
