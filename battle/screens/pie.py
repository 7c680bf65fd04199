"""The pie rule: one names the points for moving second, the other chooses the seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from battle.friend.game import FriendGame
from battle.friend.words import friend_pie_page, status_words
from battle.game.pie import FIRST, NAME, SECOND, Pie, pie_page, pie_said
from battle.game.setup import MOST_GIVEN
from battle.language import N_, _
from battle.page.blocks import Block, Board
from battle.profile.options import GameOptions
from battle.rules.position import RulesError
from battle.screens import captions
from battle.screens.screen import Place, Screen, Shell
from battle.screens.view import Button, CardView, act, choice
from battle.words import range_words, signed

_TITLE: Final = N_("Pie rule")
_START: Final = "start"


class PieRule(Screen):
    """Two agree on points and seats by `name_points` and `take_seat`."""

    tab = "new_game"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._points = 0

    def page(self) -> Iterable[Block]:
        """Return the rule, what has happened, the table, and what is offered."""
        raise NotImplementedError

    def name_points(self, points: int) -> None:
        """Go on with the points that were named."""
        raise NotImplementedError

    def take_seat(self, *, first: bool) -> None:
        """Take a seat."""
        raise NotImplementedError

    @property
    def standing(self) -> object:
        return tuple(self.page())

    def view(self) -> CardView:
        page = tuple(self.page())
        buttons = [block for block in page if isinstance(block, Button)]
        told = tuple(block for block in page if not isinstance(block, Button | Board))
        if any(button.do.name == NAME for button in buttons):
            given = ((points, signed(points)) for points in range(-MOST_GIVEN, MOST_GIVEN + 1))
            words = _("For moving second")
            told += (choice("points", words, self._points, given, kind="list"),)
        return CardView(
            _(_TITLE),
            told,
            tuple(block for block in page if isinstance(block, Board)),
            main=next((button for button in buttons if button.main), None),
            buttons=tuple(button for button in buttons if not button.main),
        )

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "set": self._set,
            NAME: lambda: self.name_points(self._points),
            FIRST: partial(self.take_seat, first=True),
            SECOND: partial(self.take_seat, first=False),
        }

    def _set(self, name: str, value: str) -> None:
        if not value.removeprefix("-").isdecimal() or abs(int(value)) > MOST_GIVEN:
            raise RulesError(range_words(-MOST_GIVEN, MOST_GIVEN))
        self._points = int(value)


class PieHere(PieRule):
    """Agrees on the game that `options` set up at one device; the program may be one of the two."""

    name = "pie"

    def __init__(self, shell: Shell, options: GameOptions) -> None:
        super().__init__(shell)
        self._options = options
        self.talks = options.negotiation(self.services.scheduler, self.services.pars)
        self.name_points, self.take_seat = self.talks.name, self.talks.choose  # type: ignore[method-assign]

    @property
    def place(self) -> Place:
        """What is chosen and drawn, and what has been agreed."""
        pie, agreed = self.talks.pie, self.talks.agreed
        is_first = None if agreed is None else agreed.first == pie.chooser
        return "agreeing", (pie.namer, pie.points, is_first), self._options.chosen

    def resume(self) -> None:
        self.talks.begin()

    def leave(self) -> None:
        self.talks.rest()

    def beat(self) -> None:
        """Let the program name or choose."""
        self.talks.update()

    def page(self) -> Iterable[Block]:
        talks, options = self.talks, self._options
        names = options.name(0), options.name(1)
        said = pie_said(talks.pie, names, talks.first, talks.you)
        if talks.thinks:
            said = _(captions.SOMEBODY_THINKS).format(name=names[talks.pie.turn])
        yield from pie_page(talks.pie, said, asks=talks.asks)
        if talks.agreed is not None:
            yield Button(_("Start the game"), "play", act(_START), main=True)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {**super().acts(), _START: self._start}

    def _start(self) -> None:
        options, now = self._options, self.services.now
        self.shell.replace("table", options.session(now, self.talks.agreed))


def pie_again(
    shell: Shell, namer: int, points: int | None, is_first: bool | None, **chosen: Any
) -> PieHere:
    """Return the agreement as far as it had come."""
    screen = PieHere(shell, GameOptions.again(**chosen))
    screen.talks.pie = Pie(screen.talks.pie.start, namer, points)
    if is_first is not None:
        screen.talks.choose(first=is_first)
    return screen


class PieWithFriend(PieRule):
    """Agrees with a friend; goes to the table when both are settled."""

    def __init__(self, shell: Shell, game: FriendGame) -> None:
        super().__init__(shell)
        self.game = game
        self.name_points, self.take_seat = game.name_points, game.take_seat  # type: ignore[method-assign]

    def page(self) -> Iterable[Block]:
        return friend_pie_page(self.game)

    @property
    def _waits(self) -> str:
        game = self.game
        if game.my_turn:
            return ""
        return status_words(game.status, game.friend_name, self.services.moment())

    @property
    def standing(self) -> object:
        return super().standing, self._waits

    def view(self) -> CardView:
        return replace(super().view(), note=self._waits)

    def beat(self) -> None:
        if self.game.session is not None:
            self.shell.replace("friend", self.game.invitation.topic)
