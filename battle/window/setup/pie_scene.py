"""The pie rule on screen: one names points, the other chooses the seat, and the game begins.

a person names      slider, button          the program names     it thinks for a moment
a person chooses    two buttons             the program chooses   it thinks for a moment
all is agreed       what came of it, and the button that begins
"""

from __future__ import annotations

from collections.abc import Iterator

from battle.game.words import pie_page, pie_said
from battle.language import _
from battle.page.blocks import Block, Offer
from battle.profile.options import GameOptions
from battle.window.scenes.pie_card import PieCard
from battle.window.scenes.scene import Services


class PieScene(PieCard):
    """Agrees on seats and points for the game that `options` set up."""

    def __init__(self, app: Services, options: GameOptions) -> None:
        super().__init__(app)
        self.options = options
        self.talks = options.negotiation(app.scheduler, app.pars)

    def enter(self) -> None:
        self.talks.begin()

    def resume(self) -> None:
        super().resume()
        self.talks.begin()

    def leave(self) -> None:
        self.talks.rest()

    def page(self) -> Iterator[Block]:
        talks, names = self.talks, (self.options.name(0), self.options.name(1))
        said = pie_said(talks.pie, names, talks.first)
        if talks.thinks:
            said = _("{name} thinks …").format(name=names[talks.pie.turn])
        yield from pie_page(talks.pie, said, asks=talks.asks)
        if talks.agreed is not None:
            yield Offer(_("Start the game"), "play", "start", primary=True)

    def name_points(self, points: int) -> None:
        self.talks.name(points)

    def choose_seat(self, *, first: bool) -> None:
        self.talks.choose(first=first)
        self.app.sound.play("deal")

    def start_game(self) -> None:
        self.app.go("table", self.options.session(self.app.now, self.talks.agreed))

    def update(self, seconds: float) -> None:
        """Let the program name or choose."""
        before = self.talks.agreed
        self.talks.update()
        if self.talks.agreed is not before:
            self.app.sound.play("deal")
        super().update(seconds)
