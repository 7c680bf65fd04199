"""The pie rule on screen: one names points, the other chooses the seat, and the game begins.

a person names      slider, button          the program names     it thinks for a moment
a person chooses    two buttons             the program chooses   it thinks for a moment
all is agreed       what came of it, and the button that begins
"""

from __future__ import annotations

from battle.game.pie import Agreement, Opinion, Pie, program_moves_first, program_names
from battle.game.words import named_words
from battle.language import _
from battle.profile.options import GameOptions
from battle.rules.position import Position, for_player
from battle.window.scenes.pie_card import PieCard
from battle.window.scenes.scene import Services


class PieScene(PieCard):
    """Agrees on seats and points for the game that `options` set up."""

    def __init__(self, app: Services, options: GameOptions) -> None:
        super().__init__(app)
        self.options = options
        self.pie: Pie = options.pie()
        self.agreed: Agreement | None = None
        self._opinion: Opinion | None = None

    @property
    def start(self) -> Position:
        """The position that is agreed on."""
        return self.pie.start

    def enter(self) -> None:
        """Let the program name, if it is the one."""
        if self.options.is_program(self.pie.namer):
            self._think()

    def resume(self) -> None:
        """Come back; the program begins to think anew."""
        super().resume()
        if self._opinion is not None:
            self._think()

    def leave(self) -> None:
        """Think no more."""
        if self._opinion is not None:
            self._opinion.cancel()

    def add_actions(self) -> None:
        """Let a person name, choose or begin, unless the program thinks."""
        if self._opinion is not None:
            return
        if self.agreed is not None:
            self.begin_at(self.add_primary(_("Start the game"), self._start, "play"))
        elif self.pie.points is None:
            self.add_naming()
        else:
            self.add_seats(self.pie.points)

    # --- what happens ---------------------------------------------------------------------------

    def name_points(self, points: int) -> None:
        """Go on with the points that a person or the program names."""
        self.pie = self.pie.naming(points)
        if self.options.is_program(self.pie.chooser):
            self._think()
        self.begin_anew()

    def choose_seat(self, *, first: bool) -> None:
        """Give whoever chooses the seat that moves first, or the other one."""
        self.agreed = self.pie.choosing(first=first)
        self.begin_anew()
        self.app.sound.play("deal")

    def _start(self) -> None:
        self.app.go("table", self.options.session(self.app.now, self.agreed))

    def _think(self) -> None:
        start = self.pie.start
        par = self.app.pars.margin(start)
        known = None if par is None else for_player(par, start.to_move)
        self._opinion = Opinion(self.app.scheduler, start, known)

    def update(self, seconds: float) -> None:
        """Take in what the program thinks, and let it name or choose."""
        super().update(seconds)
        opinion = self._opinion
        if opinion is None:
            return
        worth = opinion.worth
        if worth is None:
            return
        self._opinion = None
        if self.pie.points is None:
            self.name_points(program_names(worth))
        else:
            self.choose_seat(first=program_moves_first(worth, self.pie.points))

    # --- words ----------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """What has happened, or is asked."""
        namer, chooser = self.options.name(self.pie.namer), self.options.name(self.pie.chooser)
        if self._opinion is not None:
            thinking = namer if self.pie.points is None else chooser
            return _("{name} thinks …").format(name=thinking)
        if self.pie.points is None:
            return _("The lot has fallen on {name} to name the points.").format(name=namer)
        named = named_words(self.pie.points)
        if self.agreed is None:
            words = _("{namer} names {points}. {chooser}, choose your seat.")
        else:
            words = _("{namer} names {points}. {first} moves first.")
        first = "" if self.agreed is None else self.options.name(self._moves_first)
        return words.format(namer=namer, points=named, chooser=chooser, first=first)

    @property
    def _moves_first(self) -> int:
        """Who moves first, once that is agreed."""
        assert self.agreed is not None
        player_1 = self.agreed.first
        return player_1 if self.pie.start.to_move == 1 else 1 - player_1
