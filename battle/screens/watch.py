"""A game of others, while it is looked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battle.friend.meeting import told_in
from battle.friend.watching import Watcher
from battle.friend.words import STOP_WATCHING, WATCH_RULES, told_words, watch_words
from battle.language import N_, _
from battle.page.blocks import Board, Chips, Paragraph
from battle.screens.join import start_in, state_of
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act

WATCHED_GAME: Final = N_("{name}: a game to watch")
WATCHED_GAME_OF_NOBODY: Final = N_("A game of others to watch")


class LookOn(Screen):
    """Shows what a link for watching tells, until the game is there."""

    tab = "home"

    def __init__(self, shell: Shell, line: str = "", game: Watcher | None = None) -> None:
        super().__init__(shell)
        self._line = line if game is None else game.invitation.line
        self._told = told_in(line)
        self.watcher = game or self._watch()

    def _watch(self) -> Watcher:
        self.services.learn_ways(self._line, kept=False)
        return self.services.friends.games.watch(self._line)

    def resume(self) -> None:
        """Come back from another screen: watch again."""
        watcher = self._watch()
        watcher.told, self.watcher = self.watcher.told, watcher

    @property
    def standing(self) -> object:
        return watch_words(self.watcher)

    def view(self) -> CardView:
        who, start = self.watcher.told, start_in(self._told)
        chips = [Chips(terms)] if (terms := told_words(self._told)) else []
        return CardView(
            _(WATCHED_GAME).format(name=who) if who else _(WATCHED_GAME_OF_NOBODY),
            (*chips, Paragraph(_(WATCH_RULES)), *state_of(*watch_words(self.watcher))),
            () if start is None else (Board(start),),
            buttons=(Button(_(STOP_WATCHING), "close", act("stop")),),
            secret=True,
            shape="landing",
        )

    def beat(self) -> None:
        """Go to the table as soon as it is there."""
        if self.watcher.session is not None:
            self.shell.replace("watch", self.watcher.invitation.topic)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"stop": lambda: stop_watching(self.shell, self.watcher)}

    def leave(self) -> None:
        """Keep no line open to a game that is not there."""
        if self.watcher.session is None:
            self.services.friends.games.stop_watching(self.watcher)


def stop_watching(shell: Shell, watcher: Watcher) -> None:
    """Leave a game of others."""
    shell.services.friends.games.stop_watching(watcher)
    shell.effect("unwatch", value=True)
    shell.home()
