"""The table of a game with a friend somewhere else: the same table, with a sign who is there.

    friend's copy ──► FriendGame ──► Session ──version──► TableScene.follow ──► board, lists

The app lets all games take in what has come, so that the session is up to date before the scene
moves on. Another game of the same two gets a table of its own, which replaces this one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pygame

from battle.friend.channel import LinkKind
from battle.friend.game import FriendGame, FriendStatus
from battle.friend.meeting import MeetingStage
from battle.friend.words import delivered_words
from battle.language import _
from battle.rules.position import Player, other
from battle.window.friends.actions import FriendActions
from battle.window.friends.question import QuestionDialog
from battle.window.friends.words import asked_words, presence_words, time_left_words
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.far_games import paint_unread
from battle.window.scenes.scene import Services, attempt
from battle.window.table.actions import TableActions
from battle.window.table.scene import TableScene
from battle.window.table.view import PlayerView
from battle.window.ui import theme as look

_DOT: Final = 14


class FriendTableScene(TableScene):
    """Shows the newest game of two friends, one of whom is here, and plays it."""

    def __init__(self, app: Services, friend: FriendGame) -> None:
        assert friend.session is not None
        self.friend = friend
        self._seen = len(friend.chat.said)
        self._told_split = False
        super().__init__(app, friend.session)

    def _make_actions(self) -> TableActions:
        return FriendActions(self.app, self.study, self.opponent, self.notice, self.friend)

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin; the game is kept by itself, beside the unfinished one of this machine."""
        self.app.autosave.release()
        self.resume()

    def resume(self) -> None:
        """Come back from another screen: the clock runs, also while the window is not in front."""
        self.app.recorder.follow(self.session)
        self.session.run_clock()
        self._seen = len(self.friend.chat.said)

    def stop_clock(self) -> None:
        """Let the time of this move run on, until it is made or the program is closed."""
        self.session.look_away()

    def focus_lost(self) -> None:
        """Let the clock run on: it is the friend's time too."""

    def _save(self) -> None:
        """Keep nothing: the game with a friend is kept by itself."""

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Follow the friend to the next game, and show what the friend says."""
        if self.friend.stage is MeetingStage.REFUSED:
            self.app.go("home")
            self.app.go("friend_game", self.friend)
            return
        if self.friend.session is not self.session:
            self.app.go("friend_game", self.friend)
            return
        super().update(seconds)
        if self.app.scene is self:
            self._hear_talk()
            self._ask_about_copies()

    def _hear_talk(self) -> None:
        said = self.friend.chat.said
        new = [one for one in said[self._seen :] if one.side != self.friend.side]
        self._seen = len(said)
        if new and self.app.settings.talk:
            name = self.friend.friend_name
            self.notice(f"{name}: {new[-1].text}")
            self.app.sound.play("select")

    def _ask_about_copies(self) -> None:
        """Ask once how to go on where the two copies differ."""
        if self.friend.split is None or self._told_split:
            return
        self._told_split = True
        words = _("The two copies of the game differ. Go on from what both have?")
        dialog = QuestionDialog(
            self.app,
            words,
            lambda: attempt(self.app, self.friend.go_on_from_common),
            lambda: None,
            still=lambda: self.friend.split is not None,
        )
        self.app.push(dialog)

    def _tools(self) -> tuple[list[Tool], list[Tool]]:
        left, right = super()._tools()
        right[0] = ("undo", "undo", _("Ask for a take-back"))
        right[1] = ("talk", "talk", _("Messages"))
        return left, right

    # --- what is shown --------------------------------------------------------------------------

    @property
    def status(self) -> tuple[str, str]:
        words, kind = super().status
        return (words, kind) if self.said is not None else (self._situation(words), "info")

    def player_view(self, player: Player) -> PlayerView:
        """Return what a player's panel shows: the table, and how it stands with the friend."""
        view, now, deadline = super().player_view(player), self.app.moment(), self.session.deadline
        if deadline is not None and view.active:
            words = f"{view.brief} · {time_left_words(deadline - now)}"
            view = replace(view, state=words, brief=words)
        if player == self.session.me:
            return view
        return replace(view, caption=presence_words(self.friend.status, now) or view.caption)

    def _situation(self, usual: str) -> str:
        """Say what is waited for, where it is not one's own move."""
        name, session = self.friend.friend_name, self.session
        if session.ending is not None or self.board.looked_at or self.board.hovered:
            return usual
        if session.pending is not None:
            return session.request_text
        if session.asked is not None:
            return asked_words(session.asked, name)
        if session.my_turn:
            return usual
        waits = _("It is {name}'s turn.").format(name=name)
        return " ".join(filter(None, (waits, delivered_words(self.friend.status, name))))

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint over everything how many messages were not read yet."""
        super().paint_over(surface)
        paint_unread(surface, self.theme, self.tools["talk"].rect.topright, self._unread)

    @property
    def _unread(self) -> int:
        return len(self.friend.chat.unread) if self.app.settings.talk else 0

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table, and a dot on the friend's sign: green while the friend is there."""
        super().paint(surface)
        badge = self.view.players[other(self.session.own) - 1].badge
        dot = pygame.Rect(0, 0, self.theme.px(_DOT), self.theme.px(_DOT))
        dot.bottomright = badge.right + self.theme.px(3), badge.bottom + self.theme.px(3)
        pygame.draw.circle(surface, look.PANEL, dot.center, dot.width * 0.66)
        pygame.draw.circle(
            surface, self._dot_colour(self.friend.status), dot.center, dot.width // 2
        )

    def _dot_colour(self, status: FriendStatus) -> pygame.Color:
        if status.here:
            return look.HERE
        if status.link.kind in (LinkKind.LOST, LinkKind.REFUSED) and not status.alone:
            return look.REFUSED
        return look.FAINT
