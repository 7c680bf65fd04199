"""The result, laid over the table: who won, how, what was left, and what to do next."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.values import Bounds
from battle.game.session import Seat, Session
from battle.game.setup import draw_deal
from battle.game.words import go_on, next_game
from battle.language import _, ngettext
from battle.page.blocks import Block, Equation
from battle.profile.statistics import own_games
from battle.rules.deal import deal
from battle.training.background import BackgroundReview, ProofProgress, Standing, TableStudy
from battle.training.result_page import level_advice, par_of, result_page, review_equation
from battle.window.pages.painters import Brush, height_of, paint
from battle.window.scenes.card_scene import paint_card
from battle.window.scenes.scene import Services, WidgetScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import CUT_TEXTS
from battle.window.ui.layout import centred, down, grid, inset
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Button
from battle.words import ending_headline

_WIDE: Final = 760
_REVIEW: Final = 1
"""The place of the button of the review among all."""
_ROOMS: Final = ((28, 12, 46), (16, 8, 46), (12, 5, 40))
"""Padding, gap, and height of a button, where there is less and less room."""


class ResultScene(WidgetScene):
    """Shows how a game ended; Esc looks at the table, `on_copy` copies its record.

    The keyboard begins at the review, which throws nothing away.
    """

    overlay: ClassVar[bool] = True

    def __init__(
        self,
        app: Services,
        study: TableStudy,
        on_copy: Callable[[], None],
        *,
        unasked: bool = False,
    ) -> None:
        super().__init__(app, unasked=unasked)
        self.study = study
        self.session: Session = study.session
        self._on_copy = on_copy
        self._begun = False
        self._has_told = False
        self._room = 0

    def enter(self) -> None:
        """Come over the table."""
        self.resume()

    def resume(self) -> None:
        """Come back from another screen, where the record may have changed."""
        app = self.app
        self._begun = False
        self._par = app.pars.margin(self.session.game.start)
        in_match = self.session.series.duplicate is not None and self.session.can_go_on
        games = own_games(app.records.games())
        self._advice = None if in_match else level_advice(self.session, games)

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out headline, result, advice and buttons, from top to bottom."""
        for self._room in range(len(_ROOMS)):
            self._lay_out()
            if self.box.height <= self.size[1] - self.theme.px(16):
                break
        self._add_buttons()
        self._add_advice()
        self._add_corner()
        if not self._begun:
            self._begun = True
            self.focus(self.order[_REVIEW])

    def _lay_out(self) -> None:
        """Place the parts; with less room pictures of what was left go, then words."""
        px = self.theme.px
        pad, gap, self._button = map(px, _ROOMS[self._room])
        width = min(px(_WIDE), self.size[0] - px(40))
        inner = width - 2 * pad
        heights = {
            "headline": self._headline_font(inner).get_linesize() + px(8),
            **{str(n): height_of(b, self.theme, inner) for n, b in enumerate(self.page)},
            "advice": px(34) if self._advice is not None else 0,
            "buttons": 2 * self._button + px(10),
        }
        heights = {name: height for name, height in heights.items() if height}
        total = sum(heights.values()) + gap * (len(heights) - 1)
        self.box = centred(pygame.Rect((0, 0), self.size), width, total + 2 * pad)
        places = down(inset(self.box, pad), *heights.values(), gap=gap)
        self.parts = dict(zip(heights, places, strict=True))

    @property
    def page(self) -> list[Block]:
        """What the card says below its headline."""
        low, pictures = self._room == len(_ROOMS) - 1, self._room == 0
        strip = review_equation(self.session, self.study.review, self.progress, low=low)
        return [*result_page(self.session, self.par, strip, low=low, pictures=pictures)]

    @property
    def summary(self) -> Equation:
        """What the review says, as far as it has come."""
        return next(block for block in self.page if isinstance(block, Equation))

    @property
    def _strip(self) -> pygame.Rect:
        """Where the review is."""
        places = (str(n) for n, block in enumerate(self.page) if isinstance(block, Equation))
        return self.parts[next(places)]

    def _headline_font(self, width: int) -> pygame.font.Font:
        size = self.theme.px(38)
        while size > self.theme.px(18):
            font = self.theme.font_of_size(Role.DISPLAY, size)
            if font.size(self.headline)[0] <= width - self.theme.px(64):
                return font
            size -= 2
        return self.theme.font_of_size(Role.DISPLAY, size)

    def _add_buttons(self) -> None:
        choices = (
            (next_game(self.session).words, self.go_on, "rematch", "primary"),
            (_("Review"), self.review, "review", "primary"),
            (_("New deal"), self.new_deal, "new", ""),
            (_("Look at the table"), self.cancel, "eye", ""),
            (_("Save the game"), self._save, "save", ""),
            (_("Start screen"), lambda: self.app.go("home"), "home", ""),
        )
        places = grid(self.parts["buttons"], 3, 2, gap=self.theme.px(10))
        for rect, (words, action, icon, look_as) in zip(places, choices, strict=True):
            tip = self._tips().get(icon, "")
            self.add_button(rect, words, action, icon=icon, look_as=look_as, tip=tip)

    def _tips(self) -> dict[str, str]:
        return {
            "rematch": next_game(self.session).tip,
            "new": _("Another random deal; the other player begins"),
            "review": _("Every move, its cost, and why"),
        }

    def _add_advice(self) -> None:
        """Let the words that name another level begin a game against it."""
        if self._advice is not None and self._advice.level:
            words = _("Another deal, against this level")
            tip = "<br>".join(filter(None, (words, self._advice.rests_on)))
            self.add_button(self.parts["advice"], "", self.follow_advice, look_as="tool", tip=tip)

    def _add_corner(self) -> None:
        """Add the small buttons: for the record, and to cancel the review while it runs."""
        side, px = self.theme.px(36), self.theme.px
        place = pygame.Rect(0, 0, side, side)
        place.topright = (self.box.right - px(14), self.box.top + px(14))
        words = _("Copy the record")
        self.add_button(place, "", self._copy, icon="copy", look_as="tool", tip=words)
        place = self._stop_corner()
        words = _("Cancel the review")
        self._stopper = self.add_button(
            place, "", self._cancel_review, icon="stop", look_as="tool", tip=words
        )
        self._show_stopper()
        self._add_provers()
        self._add_trainer()

    def _stop_corner(self) -> pygame.Rect:
        """Return where the button is that stops or goes on, opposite to the trainer's."""
        px, strip = self.theme.px, self._strip
        place = pygame.Rect(0, 0, px(26), px(26))
        place.bottomleft = (strip.left + px(8), strip.bottom - px(4))
        return place

    def _add_provers(self) -> None:
        """Add the buttons that stop the proof, and that let it go on, in the stopper's place."""
        place = self._stop_corner()
        choices = (
            ("stop", _("Stop proving; what is proven is kept"), self._stop_proof),
            ("play", _("Prove the game to its first move"), self._go_on_proving),
        )
        self._provers = [
            self.add_button(place, "", call, icon=icon, look_as="tool", tip=tip)
            for icon, tip, call in choices
        ]
        self._show_provers()

    def _show_provers(self) -> None:
        """Show the one of the two that has something to do, once the review is over."""
        progress = self.progress
        stopped = progress is not None and progress.standing is Standing.STOPPED
        for button, wanted in zip(self._provers, (self.is_proving, stopped), strict=True):
            self._show_if(button, wanted and not self.reviewing)

    def _show_if(self, button: Button, wanted: bool) -> None:
        """Show a small button, or hide it; the keyboard does not stay at one that has gone."""
        if self.focused is button and not wanted:
            self.focus(self.order[_REVIEW])
        button.visible = wanted

    def _add_trainer(self) -> None:
        """Lead to the trainer, opposite to what stops, once mistakes of this game wait there."""
        self._trainer: Button | None = None
        review = self.study.review
        if review is None or not review.is_settled or not review.learned:
            return
        words = ngettext("Train {n} mistake", "Train {n} mistakes", review.learned)
        words = words.format(n=review.learned)
        px, strip = self.theme.px, self._strip
        place = pygame.Rect(0, 0, px(26), px(26))
        if self._room < len(_ROOMS) - 1:
            place.width = px(52) + self.theme.font(Role.TEXT).size(words)[0] + px(14)
        else:
            words = ""
        place.bottomright = (strip.right - px(8), strip.bottom - px(4))
        call = partial(self.app.go, "trainer")
        tip = _learned_words(review.learned)
        self._trainer = self.add_button(place, words, call, icon="learn", tip=tip)

    @property
    def _corner_width(self) -> int:
        """How much of the review's strip its widest button takes."""
        places = [self._stopper, *self._provers, *([self._trainer] if self._trainer else [])]
        return max((button.rect.width for button in places if button.visible), default=0)

    def _show_stopper(self) -> None:
        """Show the button that cancels the review as long as it runs."""
        self._show_if(self._stopper, self.reviewing)

    # --- the review -----------------------------------------------------------------------------

    @property
    def reviewing(self) -> bool:
        """Whether the game is being reviewed."""
        return self.study.review is not None and self.study.review.running

    @property
    def progress(self) -> ProofProgress | None:
        """How far the proof of the game is, None before the review is complete."""
        review = self.study.review
        if review is None or not review.is_complete:
            return None
        return self.app.prover.progress_of(review)

    @property
    def is_proving(self) -> bool:
        """Whether the proof goes on by itself, now or later."""
        progress = self.progress
        going = (Standing.RUNNING, Standing.IN_TURN, Standing.ON_BATTERY)
        return progress is not None and progress.standing in going

    def update(self, seconds: float) -> None:
        """Go on with the review behind the card."""
        super().update(seconds)
        if self.study.review is not None:
            self._tell_what_was_learned(self.study.review)
        self._show_stopper()
        self._show_provers()

    def _tell_what_was_learned(self, review: BackgroundReview) -> None:
        """Say once how many mistakes of the game have come into the trainer, and lead there."""
        if self._has_told or not review.is_settled:
            return
        self._has_told = True
        if review.learned:
            self.app.say(_learned_words(review.learned))
            self._add_trainer()

    def review(self) -> None:
        """Show the review, begun if it has not been yet."""
        self.app.go("review_table", self.study)

    def _cancel_review(self) -> None:
        if self.study.review is not None:
            self.app.prover.stop(self.study.review)
            self.study.review.cancel()

    def _stop_proof(self) -> None:
        if self.study.review is not None:
            self.app.prover.stop(self.study.review)

    def _go_on_proving(self) -> None:
        if self.study.review is not None:
            self.app.prover.take(self.study.review, asked=True)

    def _bring_back(self) -> None:
        """Let the game have what was found of it."""
        if self.study.review is not None:
            self.study.review.bring_back()

    # --- doing ----------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Look at the table."""
        self.app.pop()

    def go_on(self) -> None:
        """Play the next game of the series, or begin another match."""
        self.app.go("table", go_on(self.session))

    def new_deal(self) -> None:
        """Play another deal; the other player begins."""
        first, second = self.session.setup.seats
        self._play_deal((second, first))

    def follow_advice(self) -> None:
        """Play another deal against the level that is advised."""
        assert self._advice is not None
        first, second = (
            Seat(solver=True, level=self._advice.level) if seat.solver else seat
            for seat in self.session.setup.seats
        )
        self._play_deal((second, first))

    def _play_deal(self, seats: tuple[Seat, Seat]) -> None:
        number, setup = draw_deal(), self.session.setup
        again = dataclasses.replace(
            setup, seats=seats, start=deal(number), deal=number, seed=setup.next_seed
        )
        self.app.go("table", Session(again, now=self.app.now))

    def _copy(self) -> None:
        self._bring_back()
        self._on_copy()

    def _save(self) -> None:
        self._bring_back()
        self.app.go("save_game", self.session)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Show the keys for F1 and `?`, as everywhere."""
        return self.handle_common_key(event)

    # --- words ----------------------------------------------------------------------------------

    @property
    def headline(self) -> str:
        """Who has won."""
        return ending_headline(self.session.ending, self.session.names)

    @property
    def par(self) -> Bounds | None:
        """The par of the deal, as far as it is known."""
        review = self.study.review
        found = review.review if review is not None and review.is_complete else None
        return par_of(self._par, found)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Dim the table and paint the card."""
        theme = self.theme
        draw.shade(surface, look.SCRIM)
        paint_card(surface, theme, self.box)
        self._paint_headline(surface)
        brush = Brush(surface, theme)
        for number, block in enumerate(self.page):
            place = self.parts.get(str(number))
            if isinstance(block, Equation):
                block = dataclasses.replace(block, aside=self._corner_width)
            if place is not None:
                paint(block, brush, place)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Write where the result leads, over its button."""
        if self._advice is None:
            return
        px, place = self.theme.px, self.parts["advice"]
        room = place.width - px(60)
        font = draw.fitting_font(self.theme, Role.STRONG, self._advice.words, room)
        ink = look.GOLD if self._advice.level else look.MUTED
        words = draw.rendered(font, draw.fitted(font, self._advice.words, room), ink)
        sign = draw.icon("chevron-right" if self._advice.level else "trophy", px(18), ink)
        left = place.centerx - (sign.get_width() + px(8) + words.get_width()) // 2
        surface.blit(sign, sign.get_rect(midleft=(left, place.centery)))
        left += sign.get_width() + px(8)
        surface.blit(words, words.get_rect(midleft=(left, place.centery)))

    def _paint_headline(self, surface: pygame.Surface) -> None:
        px, place = self.theme.px, self.parts["headline"]
        font = self._headline_font(place.width)
        ending = self.session.ending
        won = ending is not None and ending.winner is not None
        icon = draw.icon("trophy" if won else "handshake", px(40), look.GOLD)
        shown = draw.fitted(font, self.headline, place.width - icon.get_width() - px(14))
        CUT_TEXTS.note(surface, place, self.headline, shown)
        words = draw.rendered(font, shown, look.INK)
        width = icon.get_width() + px(14) + words.get_width()
        left = place.centerx - width // 2
        surface.blit(icon, icon.get_rect(midleft=(left, place.centery)))
        surface.blit(words, words.get_rect(midright=(left + width, place.centery)))


def _learned_words(count: int) -> str:
    """Say how many mistakes of the game have come into the trainer."""
    return ngettext(
        "{n} mistake of this game is in the trainer.",
        "{n} mistakes of this game are in the trainer.",
        count,
    ).format(n=count)
