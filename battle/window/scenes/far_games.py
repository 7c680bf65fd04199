"""What the screens around the table say of games with friends somewhere else.

Nothing here loads what such games need: that is there once one is kept or begun.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from battle.game.session import NotNowError
from battle.language import _, explain, ngettext
from battle.rules.position import FormatError
from battle.window.scenes.dialogs import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.ui import clipboard


@dataclass(frozen=True)
class FarGame:
    """A game in a menu: who the friend is, what it waits for, and what opens it.

    `unread` is how many messages of the friend's were not read yet.
    """

    name: str
    state: str
    is_my_turn: bool
    open: Callable[[], object]
    unread: int = 0


def far_games(app: Services) -> list[FarGame]:
    """Return the games with friends, those that wait for oneself first."""
    games = app.friends.opened
    if not games:
        return []
    from battle.friend.words import state_words

    return [
        FarGame(
            game.friend_name,
            state_words(game),
            game.my_turn,
            partial(app.go, "friend_game", game),
            len(game.chat.unread) if app.settings.talk else 0,
        )
        for game in games
    ]


def far_list(app: Services, games: list[FarGame]) -> FarGame:
    """Return one entry that stands for all games."""
    waiting = sum(game.is_my_turn for game in games)
    words = ngettext("your turn in {n} game", "your turn in {n} games", waiting).format(n=waiting)
    if not waiting:
        words = ngettext("{n} game", "{n} games", len(games)).format(n=len(games))
    title = _("Games with friends")
    unread = sum(game.unread for game in games)
    return FarGame(title, words, waiting > 0, lambda: app.go("friends"), unread)


def offer_invitation(app: Services) -> None:
    """Ask whether to look at an invitation on the clipboard, once for each."""
    try:
        line = clipboard.text()
    except NotNowError:
        return
    if not app.friends.is_new(line) or line in app.friends.offered:
        return
    app.friends.offered.add(line)
    choices = [
        Choice(_("Look at it"), lambda: app.go("join", line), "primary", "eye"),
        Choice(_("Not now"), icon="close"),
    ]
    words = _("There is an invitation on the clipboard. You will see its terms before you join.")
    with suppress(FormatError):
        from battle.friend.invitation import invitation
        from battle.friend.words import ways_words

        words = f"{words} {ways_words(invitation(line))}"
    app.push(ChoiceDialog(app, _("An invitation"), words, choices, on_escape=1))


def paste_invitation(app: Services) -> None:
    """Look at the invitation on the clipboard; say so if there is none."""
    try:
        line = clipboard.text()
    except NotNowError as error:
        app.say(explain(error), "refused")
        return
    if app.friends.is_new(line):
        app.go("join", line)
    elif app.friends.leads_somewhere(line):
        app.go("far_start", line)
    else:
        app.say(_("There is no invitation on the clipboard."), "refused")
