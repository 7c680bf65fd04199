"""The result, laid over the table: who won, how well one played, and one moment of the game.

    ┌───────────────────────────────────────────┐
    │                 You won                   │
    │ You        140      Here you gave away 6  │
    │ Mo         130      ┌──────────────────┐  │
    │ 13 of 22 best pairs │   the position   │  │
    │ ▂▅▂▂█▂▂▂▅           └──────────────────┘  │
    │ Kim is next         [     Show me      ]  │
    │ Rematch  New deal  Details  Table  Start  │
    └───────────────────────────────────────────┘

Nothing moves when the review finds the moment: its place is kept, with the last position in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.coach.answer import Shown, taken
from battle.game.session import Seat
from battle.game.setup import face, played_by
from battle.game.words import next_game
from battle.language import N_, _, ngettext
from battle.page.blocks import Score
from battle.profile.records import own_games
from battle.reviews.background import TableStudy
from battle.rules.position import PLAYERS, Player
from battle.screens.days import day_of
from battle.screens.played import EVERY_NUMBER, Played
from battle.screens.result_page import LevelAdvice, level_advice
from battle.screens.share import shared_game
from battle.training.first_game import LEVEL, is_small_game
from battle.window.board_view import Miniature
from battle.window.card_view import WindowShell
from battle.window.cards import CardScene, paint_card, question
from battle.window.company import Company
from battle.window.pages import Brush, Flow, SignStrip, paint
from battle.window.scene import Scene, Services, attempt
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, centred, down, inset, share
from battle.window.ui.theme import Role

_WIDE: Final = 920
_TALL: Final = 648
_SHOW: Final = 0
"""The place of the button below the moment among all."""


class ResultScene(Scene):
    """Shows how a game ended; Esc looks at the table.

    The keyboard begins at the button below the moment, which throws nothing away.
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
        self.played = Played(study.session, study)
        self.company = company or Company(app, study.session)
        self._wish = ""
        self._has_shown_learned = False
        self._version: object = None
        self._seen: object = None

    def resume(self) -> None:
        """Come back from another screen, where the record may have changed."""
        self._begun = False
        self._wish = ""
        in_match = self.session.series.duplicate is not None and self.session.can_go_on
        games = own_games(self.app.records.games())
        is_led = in_match or is_small_game(self.session)
        self._advice = None if is_led else level_advice(self.session, games)

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out who won and how at the left, the moment at the right, and the buttons below."""
        px = self.theme.px
        room = pygame.Rect((0, 0), self.size)
        wide, tall = min(px(_WIDE), room.width - px(24)), min(px(_TALL), room.height - px(24))
        self.box = centred(room, wide, tall)
        inner = inset(self.box, px(22), px(16))
        small = self.theme.font(Role.SMALL).get_linesize()
        self._title, why, body, foot = down(inner, px(48), small, FILL, px(42), gap=px(8))
        self.write(self.played.ending_words, why, Role.SMALL, align="centre")
        left, right = across(body, share(0.44), share(0.56), gap=px(26))
        self._heading, board, show = down(right, px(36), FILL, px(46), gap=px(8))
        shown = self.shown
        last, start = self.session.position, self.session.game.start
        self._position = shown.position if shown else last if last.tiles_left else start
        self._miniature = Miniature(self.theme, board)
        self._add_show(show)
        self._lay_out_left(left)
        self._add_buttons(foot)
        self._seen = self._state
        self.begin_at(self.order[_SHOW])

    def _lay_out_left(self, left: pygame.Rect) -> None:
        px, played = self.theme.px, self.played
        high = min(px(76), left.height // 6)
        first, second, rest = down(left, high, high, FILL, gap=px(8))
        self._scores = first, second
        said = [
            (words, role, ink)
            for words, role, ink in (
                (played.share_words, Role.HEADING, look.INK),
                (played.level_words, Role.TEXT, look.INK),
            )
            if words
        ]
        lines = [self.theme.font(role).get_linesize() + px(3) for _words, role, _ink in said]
        small = self.theme.font(Role.SMALL).get_linesize()
        is_small = is_small_game(self.session)
        high = px(48) if self._advice is not None or is_small else 0
        _gap, *places, strip, legend, _rest, advice = down(
            rest, px(12), *lines, px(40), small, FILL, high, gap=px(5)
        )
        for place, (words, role, ink) in zip(places, said, strict=True):
            self.write(words, place, role, ink)
        self.add(SignStrip(self.theme, strip, played.signs, self.show), walked=False)
        self.write(played.legend, legend, Role.SMALL, look.FAINT)
        if is_small:
            words = _("A whole deal against {name}").format(name=played_by(LEVEL))
            self.add_button(advice, words, self._play_whole, icon="play")
        if self._advice is not None:
            self._add_advice(self._advice, advice)

    def _add_show(self, place: pygame.Rect) -> None:
        """Add the button below the board: it shows the moment, else it leads to the review."""
        moment = self.played.moment
        if moment is not None:
            show = partial(self.show, moment.ply)
            look_as = "" if self._wish else "primary"
            self.add_button(place, _("Show me"), show, icon="play", look_as=look_as)
        else:
            tip = _("Every move, its cost, and why")
            self.add_button(place, _("Review"), self.review, icon="review", tip=tip)

    def _add_advice(self, advice: LevelAdvice, place: pygame.Rect) -> None:
        if not advice.level:
            self.write(advice.words, place, Role.TEXT, look.INK)
            return
        again = _("Another deal, against this level")
        self.add_button(
            place,
            advice.words,
            self.follow_advice,
            icon="chevron-right",
            look_as="tool",
            tip="<br>".join(filter(None, (again, advice.rests_on))),
        )

    def _add_buttons(self, foot: pygame.Rect) -> None:
        """Add what can be done next; yellow is another game where there is no moment to show.

        While somebody wishes for another game two buttons answer that in place of others.
        """
        words, tip = next_game(self.session)
        go_on: Callable[[], object] = partial(self._do, self.company.go_on)
        first = (words, tip, go_on, "rematch")
        if self.session.is_daily:
            tip = _("The line to share, and the calendar")
            deal = day_of(self.session)
            assert deal is not None
            show = partial(self.app.go, "daily", deal.day, tiles=deal.tiles)
            first = (_("Deal of the day"), tip, show, "calendar")
        tip = _("Another random deal; the other player begins")
        others: list[tuple[str, str, Callable[[], object], str]] = []
        if not is_small_game(self.session):
            others = [(_("New deal"), tip, self._new_deal, "new")]
        if self._wish:
            first = (_("Agree"), "", partial(self._grant, True), "check")
            others = [(_("Decline"), "", partial(self._grant, False), "close")]
        choices = (
            first,
            *others,
            (_("Details"), "", lambda: self.app.push(DetailsScene(self.app, self)), "list"),
            (_("Look at the table"), "", self.cancel, ""),
            (_("Share result"), "", self.share_result, "export"),
        )
        places = across(foot, *[FILL] * len(choices), gap=self.theme.px(4))
        for place, (words, tip, action, icon) in zip(places, choices, strict=True):
            is_main = action is first[2] and (self.played.moment is None or bool(self._wish))
            look_as = "primary" if is_main else "quiet"
            self.add_button(place, words, action, icon=icon, look_as=look_as, tip=tip)

    def _new_deal(self) -> None:
        """Play another deal; a match that goes on is not left without a question."""
        series, play = self.session.series, partial(self._do, self.company.new_deal)
        if series.duplicate is None or not self.session.can_go_on:
            play()
            return
        words = _(
            "Game {number} of {count} is next. If you play a new deal, the match is kept with the "
            "saved games."
        ).format(number=series.number + 1, count=series.duplicate.length)
        title, stay = _("Leave the duplicate match?"), _("Stay in the match")
        self.app.push(question(self.app, title, words, stay, _("New deal"), play))

    def _do(self, call: Callable[[WindowShell], object]) -> None:
        attempt(self.app.say, partial(call, WindowShell(self.app)))

    def _grant(self, agreed: bool) -> None:
        wish, self._wish, self._advice = self._wish, "", None
        if self.company.wish != wish:
            self.app.say(_("The question was withdrawn."))
        else:
            attempt(self.app.say, partial(self.company.grant, agreed=agreed))
        self.resize(self.size)

    @property
    def _state(self) -> object:
        """What the card depends on: it is laid out anew when that has changed."""
        played = self.played
        return played.signs, played.moment_words, played.level_words

    # --- the review -----------------------------------------------------------------------------

    @property
    def learned(self) -> int:
        """How many mistakes of the game have come into the trainer."""
        review = self.study.review
        return review.learned if review is not None and review.is_settled else 0

    @property
    def reviewing(self) -> bool:
        """Whether the game is being reviewed."""
        return self.study.review is not None and self.study.review.running

    def update(self, seconds: float) -> None:
        """Go on with the review behind the card, and say once what was learned from it.

        A wish stays until it is answered: no other moves the card under the pointer.
        """
        super().update(seconds)
        if self.company.moves_on():
            self.app.say("")
            return
        if not self._wish and (wish := self.company.wish):
            self._wish, self._advice = wish, LevelAdvice(wish)
            self.app.sound.play("turn")
            self.resize(self.size)
        if self.learned and not self._has_shown_learned:
            self._has_shown_learned = True
            self.app.say(_learned_words(self.learned))
        if self.played.version != self._version and self._held is None:
            self._version = self.played.version
            if self._state != self._seen:
                self.resize(self.size)

    def review(self) -> None:
        """Show the review, begun if it has not been yet."""
        self.app.go("review_table", self.study)

    def show(self, ply: int) -> None:
        """Show what a pair cost: the answer, and a better one."""
        self.app.go("walk", self.study, ply)

    # --- doing ----------------------------------------------------------------------------------

    def share_result(self) -> None:
        """Show what can be passed on of the result."""
        self.app.go("share", shared_game(self.study, self.app.recorder.game(self.session)))

    def _play_whole(self) -> None:
        """Play a whole deal against the level of the small game; the person begins, as there."""
        options = self.app.options_against(LEVEL)
        options.set_begins("first")
        self.app.go("table", options.session(self.app.now))

    def follow_advice(self) -> None:
        """Play another deal against the level that is advised."""
        assert self._advice is not None
        first, second = (
            Seat(solver=True, level=self._advice.level) if seat.solver else seat
            for seat in self.session.setup.seats
        )
        self.company.play_deal(WindowShell(self.app), (second, first))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Show the keys for F1 and `?`, as everywhere."""
        return self.handle_common_key(event)

    # --- painting -------------------------------------------------------------------------------

    @property
    def shown(self) -> Shown | None:
        """The moment on the board, if there is one."""
        moment = self.played.moment
        return None if moment is None else taken(moment, self.played.names).quietly()

    def paint(self, surface: pygame.Surface) -> None:
        """Dim the table and paint the card."""
        draw.shade(surface, look.SCRIM)
        paint_card(surface, self.theme, self.box)
        self._paint_headline(surface, self._title, self.played.headline)
        for player, place in zip(PLAYERS, self._scores, strict=True):
            paint(self._score(player), Brush(surface, self.theme), place)
        words = self.played.moment_words
        draw.text_within(surface, self.theme, Role.HEADING, words, look.INK, self._heading)
        self._miniature.draw(surface, self._position, self.shown)

    def _score(self, player: Player) -> Score:
        session = self.session
        won = session.ending is not None and session.ending.winner == player
        name = _("You") if player == session.person else session.name(player)
        seat, people = session.seat(player), not session.has_solver
        shown = "" if people else face(seat.level) if seat.solver else "you"
        return Score(player, name, session.points[player - 1], won, face=shown)

    def _paint_headline(self, surface: pygame.Surface, place: pygame.Rect, headline: str) -> None:
        px = self.theme.px
        sizes = range(px(40), px(18), -1)
        font = draw.largest_font(self.theme, Role.DISPLAY, sizes, headline, place.width)
        draw.text(surface, font, headline, look.INK, place, "centre")


class DetailsScene(CardScene):
    """What is known of a game beside the three things of its card, in words."""

    title = N_("Details")
    tallest: ClassVar[int] = 460
    widest: ClassVar[int] = 680

    def __init__(self, app: Services, result: ResultScene) -> None:
        super().__init__(app)
        self._result = result
        self.flow = Flow()

    def fill(self) -> None:
        """Show the figures, and lead to every number."""
        px, result = self.theme.px, self._result
        known = self.app.pars.margin(result.session.game.start)
        words, foot = down(self.body, FILL, px(44), gap=px(10))
        self.flow.place(self.theme, words)
        self.flow.fill(result.played.details(known))
        self.add(self.flow, walked=False)
        every = partial(self.app.go, "study_table", result.study)
        self.begin_at(self.add_button(foot, _(EVERY_NUMBER), every, icon="analyse"))


def _learned_words(count: int) -> str:
    """Say how many mistakes of the game have come into the trainer."""
    return ngettext(
        "In the trainer you can learn from {n} mistake of this game.",
        "In the trainer you can learn from {n} mistakes of this game.",
        count,
    ).format(n=count)
