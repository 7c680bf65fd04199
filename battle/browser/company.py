"""Who sits at the table of a page with the person here, as the screens of a game need to know it.

`Company`, at this device         `FriendAway` (`battle.browser.friend`); `Watching`: both are away
sits there    the program, or a person          a friend, at another program or page
claim, save   the unfinished game, in a file    nothing: the log is kept by itself
ask           done at once, or put to the other sent; the answer comes by the log
caption       nothing                           whether the friend is there, what waits
next          begun here                        agreed; the friend may go first
"""

from __future__ import annotations

from collections.abc import Callable

from battle.browser.app import App
from battle.browser.views import View, button
from battle.language import _
from battle.screens.table import TableCompany


class Company(TableCompany):
    """Both players sit here: two people, or a person and the program."""

    app: App

    @property
    def title(self) -> str:
        """The title of the page at the table."""
        return "Mahjong Battle"

    def asks(self) -> View | None:
        """Return what the dock says of them before anything else, None for nothing."""
        return None

    def acts(self) -> dict[str, Callable[..., object]]:
        """Return what can be done with them alone."""
        return {}

    @property
    def seen_by(self) -> str:
        """Say who else sees the game, empty for nobody."""
        return ""

    @property
    def talk(self) -> list[View]:
        """The button to what the players say to each other, none where both sit here."""
        return []

    # --- asking ---------------------------------------------------------------------------------

    @property
    def tools(self) -> list[View]:
        """The buttons of the table that concern them."""
        off = not self.can_take_back
        return [button(_("Take back"), "undo", "undo", key="u", off=off)]

    @property
    def urgent(self) -> list[View]:
        """What *More* offers of them, the most urgent first."""
        session = self.session
        if session.has_solver:
            off = not session.can_change_sides
            asked = button(_("Change sides"), "swap", "sides", key="x", off=off)
        else:
            off = session.ending is not None
            asked = button(_("Offer a draw"), "handshake", "draw", key="d", off=off)
        return [button(_("Redo"), "redo", "redo", key="y", off=not session.can_redo), asked]

    def take_back(self) -> None:
        """Take back the last move, or ask for it; raises RulesError."""
        self.session.ask_back()

    def offer_draw(self) -> None:
        """Offer a draw; raises RulesError."""
        self.session.offer_draw(self.session.own)

    # --- the next game --------------------------------------------------------------------------

    @property
    def wish(self) -> str:
        """What the other would like to play next, in words, empty for nothing."""
        return ""

    def go_on(self) -> None:
        """Play the next game of the series, or begin another match."""
        self.app.replace("table", self.session.go_on())

    def grant(self, *, agreed: bool) -> None:
        """Answer a wish."""

    def table(self) -> None:
        """Show the table again."""
        self.app.replace("table", self.session)
