"""The result, laid over the table: who won, how, what was left, and what to do next."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.values import Bounds
from battle.game.session import Seat
from battle.game.words import next_game
from battle.language import _, ngettext
from battle.page.blocks import Block, Finding, Line, Title
from battle.profile.options import GameOptions
from battle.profile.records import own_games
from battle.rules.position import other
from battle.training.background import ProofProgress, Standing, TableStudy
from battle.training.daily import day_of
from battle.training.first_game import LEVEL, costly_pairs, is_small_game
from battle.training.result_page import (
    LevelAdvice,
    level_advice,
    par_of,
    result_page,
    review_finding,
)
from battle.window.cards import paint_card
from battle.window.company import Company, Wish
from battle.window.pages import Brush, finding_parts, height_of, paint
from battle.window.scene import Scene, Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, grid, inset
from battle.window.ui.theme import Role

_WIDE: Final = 760
_REVIEW: Final = 1
"""The place of the button of the review among all."""
_ROOMS: Final = ((28, 14, 46), (16, 8, 42), (12, 4, 34))
"""Padding, gap, and height of a button, where there is less and less room."""


class ResultScene(Scene):
    """Shows how a game ended; Esc looks at the table.

    The keyboard begins at the review, which throws nothing away.
    """

    overlay: ClassVar[bool] = True

    def __init__(
        self,
        app: Services,
        study: TableStudy,
        company: Company | None = None,
        *,
        unasked: bool = False,
    ) -> None:
        super().__init__(app, unasked=unasked)
        self.study = study
        self.session = study.session
        self.company = company or Company(app, study.session)
        self._wish: Wish | None = None
        self._begun = False
        self._has_shown_learned = False
        self._room = 0

    def resume(self) -> None:
        """Come back from another screen, where the record may have changed."""
        self._begun = False
        self._wish = None
        self._par = self.app.pars.margin(self.session.game.start)
        in_match = self.session.series.duplicate is not None and self.session.can_go_on
        games = own_games(self.app.records.games())
        is_led = in_match or is_small_game(self.session)
        self._advice = None if is_led else level_advice(self.session, games)

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out headline, result, advice and buttons, from top to bottom."""
        for self._room in range(len(_ROOMS)):
            self._lay_out()
            if self.box.height <= self.size[1] - self.theme.px(16):
                break
        self._add_buttons()
        self._add_answers()
        self._add_small()
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
            "headline": self.theme.font_of_size(Role.DISPLAY, px(38)).get_linesize() + px(8),
            **{str(n): height_of(b, self.theme, inner) for n, b in enumerate(self.page) if n},
            "advice": px(34) if self._advice is not None else 0,
            "buttons": 2 * self._button + px(8),
        }
        heights = {name: height for name, height in heights.items() if height}
        total = sum(heights.values()) + gap * (len(heights) - 1)
        self.box = centred(pygame.Rect((0, 0), self.size), width, total + 2 * pad)
        places = down(inset(self.box, pad), *heights.values(), gap=gap)
        self.parts = dict(zip(heights, places, strict=True))

    @property
    def page(self) -> list[Block]:
        """What the card says, its headline first."""
        low, pictures = self._room == len(_ROOMS) - 1, self._room == 0
        finding = review_finding(self.session, self.study.review, self.progress)
        pairs: list[Line] = []
        if self.is_small and (review := self.study.review) and review.review:
            most, values = len(_ROOMS) - self._room, review.study.values
            pairs += costly_pairs(self.session, review.review, values, most)
        finding = dataclasses.replace(finding, words="" if pairs else finding.words, low=low)
        page = [*result_page(self.session, self.par, finding, low=low, pictures=pictures)]
        after = page.index(finding) + 1
        return page[:after] + pairs + page[after:]

    @property
    def is_small(self) -> bool:
        """Whether it is the small game of the first game, reviewed: its costs are explained."""
        review = self.study.review
        return is_small_game(self.session) and review is not None and review.is_complete

    @property
    def finding(self) -> Finding:
        """What the review says, as far as it has come."""
        return next(block for block in self.page if isinstance(block, Finding))

    def _add_buttons(self) -> None:
        """Add what can be done next; words that name another level begin a game against it.

        After a game against a level the review is what one learns from.
        """
        first = (*next_game(self.session), self.company.go_on, "rematch")
        if self.session.is_daily:
            tip = _("The line to share, and the calendar")
            show = partial(self.app.go, "daily", day_of(self.session))
            first = (_("Deal of the day"), tip, show, "calendar")
        tip = _("Another random deal; the other player begins")
        last = (_("New deal"), tip, self.company.new_deal, "new")
        if is_small_game(self.session):
            first, last = (_("A whole deal against Novice"), "", self._play_whole, "play"), first
        choices: Sequence[tuple[str, str, Callable[[], object], str]] = (
            first,
            (_("Review"), _("Every move, its cost, and why"), self.review, "review"),
            last,
            (_("Look at the table"), "", self.cancel, ""),
            (_("Start screen"), "", partial(self.app.go, "home"), ""),
        )
        leads_on = (
            self.session.series.duplicate or self.session.is_daily or is_small_game(self.session)
        )
        primary = _REVIEW if self.session.level and not leads_on else 0
        upper, lower = grid(self.parts["buttons"], 1, 2, gap=self.theme.px(8))
        gap = self.theme.px(10)
        places = *across(upper, *[FILL] * 3, gap=gap), *across(lower, *[FILL] * 2, gap=gap)
        for number, (place, choice) in enumerate(zip(places, choices, strict=True)):
            words, tip, action, icon = choice
            look_as = "primary" if number == primary else "" if icon else "quiet"
            self.add_button(place, words, action, icon=icon, look_as=look_as, tip=tip)
        advice = self._advice
        if advice is not None and advice.level:
            again = _("Another deal, against this level")
            self.add_button(
                self.parts["advice"],
                advice.words,
                self.follow_advice,
                icon="chevron-right",
                look_as="tool",
                tip="<br>".join(filter(None, (again, advice.rests_on))),
            )
        elif advice is not None:
            self.write(advice.words, self.parts["advice"], Role.STRONG, align="centre")

    def _add_answers(self) -> None:
        """Let two buttons answer the wish for another game, while there is one."""
        if self._wish is None:
            return
        for button, words, icon in (
            (self.buttons[0], _("Agree"), "check"),
            (self.buttons[2], _("Decline"), "close"),
        ):
            button.text, button.tip, button.icon = words, "", icon
            button.action = partial(self._grant, icon == "check")

    def _grant(self, agreed: bool) -> None:
        wish, self._wish, self._advice = self._wish, None, None
        if wish is not None:
            self.company.grant(wish, agreed)
        self.resize(self.size)

    def _add_small(self) -> None:
        """Add the button beside the words of the review.

        It ends the work behind the card or goes on with it; once there is none, and no further
        mistake can be found, it leads to those that wait in the trainer.
        """
        strip = next(n for n, block in enumerate(self.page) if isinstance(block, Finding))
        place = finding_parts(self.parts[str(strip)], self.theme)[1]
        self._small, self._shown = [], self._small_shown
        is_stopped = self.progress is not None and self.progress.standing is Standing.STOPPED
        icon, act, tip = "stop", self._turn_work, ""
        if self.reviewing:
            words = _("Cancel the review")
        elif self.is_proving:
            words, tip = _("Stop proving"), _("Stop proving; what is proven is kept")
        elif is_stopped:
            icon, tip = "play", _("Prove the game to its first move")
            words = _("Prove the game")
        elif self.learned:
            icon, act, tip = "trainer", self._train, _learned_words(self.learned)
            words = ngettext("Learn from {n} mistake", "Learn from {n} mistakes", self.learned)
            words = words.format(n=self.learned)
        else:
            return
        self._small.append(self.add_button(place, words, act, icon=icon, tip=tip))

    def _train(self) -> None:
        self.app.go("trainer")

    @property
    def _small_shown(self) -> object:
        """What the small buttons depend on."""
        standing = None if self.progress is None else self.progress.standing
        return self.reviewing, standing, self.learned, self.is_small

    @property
    def learned(self) -> int:
        """How many mistakes of the game have come into the trainer."""
        review = self.study.review
        return review.learned if review is not None and review.is_settled else 0

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
        going = (Standing.RUNNING, Standing.IN_TURN, Standing.ON_BATTERY)
        return self.progress is not None and self.progress.standing in going

    def update(self, seconds: float) -> None:
        """Go on with the review behind the card, and say once what was learned from it.

        A wish stays until it is answered: no other moves the card under the pointer.
        """
        super().update(seconds)
        if self.company.moves_on():
            self.app.say("")
            return
        if self._wish is None and (wish := self.company.wish):
            self._wish, self._advice = wish, LevelAdvice(wish.words)
            self.app.sound.play("turn")
            self.resize(self.size)
        if self.learned and not self._has_shown_learned:
            self._has_shown_learned = True
            self.app.say(_learned_words(self.learned))
        if self._small_shown != self._shown:
            if self.focused in self._small:
                self.focus(self.order[_REVIEW])
            self.resize(self.size)

    def review(self) -> None:
        """Show the review, begun if it has not been yet."""
        self.app.go("review_table", self.study)

    def _turn_work(self) -> None:
        """End the review or the proof behind the card, or go on with a proof that was stopped."""
        review = self.study.review
        if review is not None and (self.reviewing or self.is_proving):
            self.app.prover.stop(review)
            if self.reviewing:
                review.cancel()
        elif review is not None:
            self.app.prover.take(review, asked=True)

    # --- doing ----------------------------------------------------------------------------------

    def _play_whole(self) -> None:
        """Play a whole deal against the level of the small game; the person begins, as there."""
        app, known = self.app, (self.app.records.games(), self.app.pars.all())
        options = GameOptions.against(LEVEL, app.settings, *known)
        options.set_begins("first")
        app.go("table", options.session(app.now))

    def follow_advice(self) -> None:
        """Play another deal against the level that is advised."""
        assert self._advice is not None
        first, second = (
            Seat(solver=True, level=self._advice.level) if seat.solver else seat
            for seat in self.session.setup.seats
        )
        self.company.play_deal((second, first))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Show the keys for F1 and `?`, as everywhere."""
        return self.handle_common_key(event)

    # --- words ----------------------------------------------------------------------------------

    @property
    def par(self) -> Bounds | None:
        """The par of the deal, as far as it is known."""
        review = self.study.review
        known = review.review if review is not None and review.is_complete else None
        return par_of(self._par, known)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Dim the table and paint the card."""
        draw.shade(surface, look.SCRIM)
        paint_card(surface, self.theme, self.box)
        brush, page = Brush(surface, self.theme), self.page
        for number, block in enumerate(page):
            place = self.parts.get("headline" if isinstance(block, Title) else str(number))
            if place is not None and isinstance(block, Title):
                self._paint_headline(surface, place, block.words)
            elif place is not None:
                paint(block, brush, place)

    def _paint_headline(self, surface: pygame.Surface, place: pygame.Rect, headline: str) -> None:
        px, sizes = self.theme.px, range(self.theme.px(38), self.theme.px(18), -1)
        most = place.width - px(54)
        font = draw.largest_font(self.theme, Role.DISPLAY, sizes, headline, most)
        wide = min(place.width, font.size(headline)[0] + px(54))
        sign, words = across(centred(place, wide, place.height), px(40), FILL, gap=px(14))
        winner = None if self.session.ending is None else self.session.ending.winner
        icon = "handshake" if winner is None else "trophy"
        if winner is not None and self.session.person == other(winner):
            icon = "flag"
        draw.sign(surface, icon, px(40), look.GOLD, center=sign.center)
        draw.text(surface, font, headline, look.INK, words)


def _learned_words(count: int) -> str:
    """Say how many mistakes of the game have come into the trainer."""
    return ngettext(
        "In the trainer you can learn from {n} mistake of this game.",
        "In the trainer you can learn from {n} mistakes of this game.",
        count,
    ).format(n=count)
