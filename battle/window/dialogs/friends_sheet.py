"""The sheet of the settings that says how friends somewhere else are met.

What networks need is loaded when a broker is tested, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from battle.language import _, explain
from battle.profile.settings import SETTINGS
from battle.rules.position import FormatError
from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import Form
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role

if TYPE_CHECKING:
    from battle.friend.ways.broker_trial import BrokerTrial

LONGEST: Final = 1000
_INTERNET, _NETWORK, _BOTH = "internet", "network", "both"


@dataclass
class BrokerTest:
    """The brokers that are typed and what a test has found, whatever is built anew meanwhile.

    `brokers` is None before anything was typed; `told` is empty before anything was tested.
    """

    brokers: str | None = None
    told: str = ""
    kind: str = "info"
    trial: BrokerTrial | None = None


class FriendsSheet:
    """Fills a form with the ways to friends; `rest` tells the room below its rows."""

    def __init__(
        self, app: Services, form: Form, rest: Callable[[], pygame.Rect], test: BrokerTest
    ) -> None:
        self._app, self._form, self._test = app, form, test
        chosen = app.settings
        ways = [
            (_INTERNET, _("Over the internet")),
            (_NETWORK, _("In one network")),
            (_BOTH, _("Both")),
        ]
        form.segments(_("Friends are met"), ways, self._way, self._set_way)
        px = form.theme.px
        place = form.space(_("Broker"), _("Such as mqtts://name; empty: the public ones"))
        words = _("Test")
        button = pygame.Rect(0, place.top, 0, place.height)
        button.width = form.theme.font(Role.TEXT).size(words)[0] + px(44)
        button.right = place.right
        place.width -= button.width + px(10)
        form.field(place, self._brokers, self._type, limit=LONGEST)
        form.host.add_button(button, words, self.test)
        talk = SETTINGS["talk"]
        form.switch(_(talk.label), chosen.talk, lambda on: self._change(talk=on), note=_(talk.note))
        self._room = rest()

    @property
    def _brokers(self) -> str:
        """The brokers that are typed."""
        typed = self._test.brokers
        return self._app.settings.brokers if typed is None else typed

    @property
    def _way(self) -> str:
        chosen = self._app.settings
        if not chosen.local_network:
            return _INTERNET
        return _BOTH if chosen.meet_over_brokers else _NETWORK

    def _set_way(self, way: str) -> None:
        self._change(meet_over_brokers=way != _NETWORK, local_network=way != _INTERNET)

    def _change(self, **values: bool) -> None:
        """Change settings, which builds the sheet anew, with the brokers that were typed."""
        brokers = self._brokers.strip() if self._check() else self._app.settings.brokers
        self._app.change(brokers=brokers, **values)

    # --- the broker -----------------------------------------------------------------------------

    def _type(self, text: str) -> None:
        self._test.brokers = text

    def _tell(self, words: str, kind: str = "info") -> None:
        self._test.told, self._test.kind = words, kind

    def keep(self) -> None:
        """Keep the addresses typed, if they are some."""
        if self._check() and self._brokers.strip() != self._app.settings.brokers:
            self._app.change(brokers=self._brokers.strip())

    def _check(self) -> bool:
        """Whether what is typed are brokers; say so where it is not."""
        if self._brokers.strip() == self._app.settings.brokers:
            return True
        from battle.friend.ways.broker import parse_brokers

        try:
            parse_brokers(self._brokers)
        except FormatError as error:
            self._tell(explain(error), "refused")
            return False
        return True

    def test(self) -> None:
        """Begin to test the first broker."""
        from battle.friend.ways.broker import parse_brokers
        from battle.friend.ways.broker_trial import BrokerTrial

        if not self._check():
            self._app.sound.play("refuse")
            return
        first = parse_brokers(self._brokers)[0]
        self._tell(_("Testing {broker} …").format(broker=first.shown))
        self._test.trial = BrokerTrial(first.url)

    def update(self) -> None:
        """Hear what the test has found."""
        trial = self._test.trial
        if trial is None or trial.outcome is None:
            return
        self._test.trial = None
        self._tell(trial.outcome.line, "info" if trial.outcome.ok else "refused")
        self._app.wake()

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint what a test found, and what a broker sees."""
        theme, px, room = self._form.theme, self._form.theme.px, self._room
        text, small = theme.font(Role.TEXT), theme.font(Role.SMALL)
        line = pygame.Rect(room.left, room.top, room.width, text.get_linesize())
        ink = look.GOLD if self._test.kind == "info" else look.REFUSED
        told = self._test.told or _(
            "What a broker is, and how to start one's own, is told in docs/broker.md."
        )
        for words in draw.wrapped(text, told, room.width)[:2]:
            draw.text(surface, text, words, ink, line)
            line.top += line.height
        line.top += px(8)
        line.height = small.get_linesize()
        for words in draw.wrapped(small, _sees_words(), room.width):
            if line.bottom > room.bottom:
                break
            draw.text(surface, small, words, look.MUTED, line)
            line.top += line.height


def _sees_words() -> str:
    """Say what a broker sees, and what one network means."""
    return _(
        "A broker keeps what each of you leaves for the other. It sees random topics, sizes, times"
        " and both addresses in the network, and nothing else: not who you are, nor what you play"
        " or write. In one network the programs talk directly, and listen only while an invitation"
        " or a game is open."
    )
