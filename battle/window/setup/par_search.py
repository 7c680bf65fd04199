"""The screen of the search for solved deals: what it is at, how near it is, what it found."""

from __future__ import annotations

from typing import Final

import pygame

from battle.game.random_deals import draw_deal
from battle.language import _, ngettext
from battle.profile.par_search import DealSearch, Found
from battle.profile.pars import shipped_work
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role
from battle.words.numbers import signed

_WIDEST_MARGIN: Final = 60
"""The margins that the picture of a proof reaches to on both sides, in points."""
_TICKS: Final = range(-_WIDEST_MARGIN, _WIDEST_MARGIN + 1, 20)
_ROW: Final = 34


class ParSearchScene(CardScene):
    """Proves pars of random deals as long as it is open; `search` is what goes on."""

    foot_height = 52
    widest = 860
    tallest = 640

    def __init__(self, app: Services, wanted: int = 0) -> None:
        """Look for deals in which one of two is to win by `wanted` points."""
        super().__init__(app)
        self.search = DealSearch(app.engine, app.pars, draw_deal, app.now, wanted)
        self.known = len(app.pars.all())

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Search for solved deals")

    def enter(self) -> None:
        """Begin to search."""
        self.search.start()

    def leave(self) -> None:
        """Stop: the engine is needed elsewhere."""
        self.search.stop()

    def quitting(self) -> None:
        """Stop with the program; what was proven is kept already."""
        self.search.stop()

    @property
    def wants_engine(self) -> bool:
        """Whether deals are being proven."""
        return self.search.running

    @property
    def moving(self) -> bool:
        """Whether something changes by itself."""
        return self.search.running

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Lay out words, the picture of the proof, the deals found, and the button."""
        px, body = self.theme.px, self.body
        font = self.theme.font(Role.TEXT)
        self._lines = draw.wrapped(font, self._explanation(), body.width)
        line = round(font.get_linesize() * 1.25)
        self._words = pygame.Rect(body.left, body.top, body.width, line)
        top = body.top + len(self._lines) * line + px(14)
        self._now_at = pygame.Rect(body.left, top, body.width, px(26))
        self._proof = pygame.Rect(body.left, self._now_at.bottom + px(8), body.width, px(64))
        self._work = pygame.Rect(body.left, self._proof.bottom + px(6), body.width, px(24))
        top = self._work.bottom + px(16)
        self._list = pygame.Rect(body.left, top, body.width, body.bottom - top)
        self._button = self._add_button()

    def _add_button(self) -> object:
        px = self.theme.px
        rect = pygame.Rect(0, 0, px(230), px(50))
        rect.midright = self.foot.midright
        stop = (_("Stop the search"), self._stop, "stop", "action")
        go_on = (_("Search"), self._go_on, "search", "action_primary")
        words, action, icon, look_as = stop if self.search.running else go_on
        button = self.add_button(rect, words, action, look_as=look_as, icon=icon)
        self.begin_at(button)
        return button

    def _stop(self) -> None:
        self.search.stop()
        self.refresh()

    def _go_on(self) -> None:
        self.search.start()
        self.refresh()

    def update(self, seconds: float) -> None:
        """Take in what was proven, and say what went wrong."""
        super().update(seconds)
        was_running = self.search.running
        self.search.update()
        while self.search.messages:
            self.app.say(self.search.messages.pop(0), "problem")
        if was_running and not self.search.running:
            self.app.say(self.search.failure, "problem")
            self.refresh()

    # --- words ----------------------------------------------------------------------------------

    @staticmethod
    def _explanation() -> str:
        return _(
            "Of some random deals the one that seems closest to the handicap is solved, from the"
            " first move to the last. That takes minutes or much longer. It is kept at once and"
            " can be chosen in a new game. The search runs while this page is open."
        )

    def _known_words(self) -> str:
        count = self.known + len(self.search.found)
        words = ngettext("{n} solved deal is known", "{n} solved deals are known", count)
        return words.format(n=count)

    def _bounds_words(self) -> str:
        search = self.search
        if not search.proving:
            words = _("looked at {n} of {count} deals")
            return words.format(n=search.looked, count=search.looks)
        if search.latest is None:
            return _("The solver is getting ready …")
        lower, upper = search.bounds
        words = _("between {lower} and {upper}, about {value}")
        value = signed(search.latest.value)
        return words.format(lower=signed(lower), upper=signed(upper), value=value)

    def _work_words(self) -> str:
        """Say how much was looked at, and how much others took."""
        latest, work = self.search.latest, shipped_work()
        if latest is None or not work or not self.search.proving:
            return ""
        words = _("{n} million positions looked at; solved deals took {least} to {most}")
        least, most = min(work) // 10**6, max(work) // 10**6
        return words.format(n=latest.nodes // 10**6, least=least, most=most)

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint everything but the button."""
        theme = self.theme
        line = pygame.Rect(self._words)
        for words in self._lines:
            draw.text(surface, theme.font(Role.TEXT), words, look.MUTED, line)
            line.top += line.height
        self._paint_now(surface)
        self._paint_proof(surface)
        self._paint_found(surface)
        font = theme.font(Role.SMALL)
        draw.text(surface, font, self._known_words(), look.MUTED, self.foot)

    def _paint_now(self, surface: pygame.Surface) -> None:
        theme, search = self.theme, self.search
        if not search.running:
            words = _("The search does not run.")
            draw.text(surface, theme.font(Role.STRONG), words, look.INK, self._now_at)
            return
        words = _("Deal {number}").format(number=search.deal)
        draw.text(surface, theme.font(Role.STRONG), words, look.INK, self._now_at)
        font = theme.font(Role.TEXT)
        draw.text(surface, font, self._bounds_words(), look.MUTED, self._now_at, "centre")
        font = theme.font(Role.FIGURES)
        draw.text(surface, font, _time_words(search.seconds), look.INK, self._now_at, "right")

    def _x_of(self, margin: int) -> int:
        share = (max(-_WIDEST_MARGIN, min(_WIDEST_MARGIN, margin)) + _WIDEST_MARGIN) / (
            2 * _WIDEST_MARGIN
        )
        inner = self._proof.inflate(-2 * self.theme.px(24), 0)
        return round(inner.left + share * inner.width)

    def _paint_proof(self, surface: pygame.Surface) -> None:
        """Paint the margins that are still possible as a bar over an axis."""
        px, rect = self.theme.px, self._proof
        draw.box(surface, rect, look.WELL, radius=px(10), border=look.LINE, width=px(1))
        axis = rect.top + px(24)
        font = self.theme.font(Role.SMALL)
        for margin in _TICKS:
            x = self._x_of(margin)
            surface.fill(look.LINE, pygame.Rect(x, rect.top + px(8), 1, px(32)))
            place = pygame.Rect(x - px(30), rect.bottom - px(23), px(60), px(20))
            draw.text(surface, font, signed(margin), look.MUTED, place, "centre")
        if self.search.running and self.search.proving:
            lower, upper = self.search.bounds
            bar = pygame.Rect(self._x_of(lower), 0, 0, px(12))
            bar.width = max(px(12), self._x_of(upper) - bar.left)
            bar.centery = axis
            draw.box(surface, bar, look.GOLD, radius=bar.height // 2)
            self._paint_guess(surface, axis)
        font = self.theme.font(Role.SMALL)
        draw.text(surface, font, self._work_words(), look.MUTED, self._work)

    def _paint_guess(self, surface: pygame.Surface, y: int) -> None:
        """Paint where the margin is expected, as a diamond on the bar."""
        if self.search.latest is None:
            return
        x, half = self._x_of(self.search.latest.value), self.theme.px(10)
        corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
        pygame.draw.polygon(surface, look.PANEL, corners)
        inner = [(x + (a - x) * 2 // 3, y + (b - y) * 2 // 3) for a, b in corners]
        pygame.draw.polygon(surface, look.INK, inner)

    def _paint_found(self, surface: pygame.Surface) -> None:
        px, theme = self.theme.px, self.theme
        line = pygame.Rect(self._list.left, self._list.top, self._list.width, px(28))
        draw.text(surface, theme.font(Role.HEADING), _("Found"), look.INK, line)
        row = pygame.Rect(line.left, line.bottom + px(4), line.width, px(_ROW))
        if not self.search.found:
            draw.text(surface, theme.font(Role.TEXT), _("None yet."), look.MUTED, row)
        rows = max(1, (self._list.bottom - row.top) // row.height)
        for found in reversed(self.search.found[-rows:]):
            self._paint_row(surface, row, found)
            row.top += row.height

    def _paint_row(self, surface: pygame.Surface, row: pygame.Rect, found: Found) -> None:
        theme = self.theme
        words = _("Deal {number}").format(number=found.deal)
        draw.text(surface, theme.font(Role.TEXT), words, look.INK, row)
        draw.text(surface, theme.font(Role.TEXT), _par_words(found.par), look.INK, row, "centre")
        font = theme.font(Role.FIGURES)
        draw.text(surface, font, _time_words(found.seconds), look.MUTED, row, "right")


def _time_words(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _par_words(par: int) -> str:
    if par == 0:
        return _("a draw with perfect play")
    words = ngettext(
        "player {player} wins by {n} point", "player {player} wins by {n} points", abs(par)
    )
    return words.format(player=1 if par > 0 else 2, n=abs(par))
