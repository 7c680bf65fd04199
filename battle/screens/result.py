"""The end of a game: who won, what was given away, the pair that cost most, and what comes next.

    title, note        who won, and by how much
    board, seats       the map of the game, and both players
    page               `GivenAway`, which waits without a word until it is known; one way on
    main               the next game: its place and its meaning stay
    actions            share, details, the start

*Details* is a sheet with what else is known, and the ways to the table and to Analyse. Where the
points went is walked through in `battle.screens.review`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from battle.coach.answer import difference_words, taken
from battle.game.session import Seat
from battle.game.setup import played_by
from battle.game.words import has_series, left_words, next_game, series_words
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Card, Ink, Paragraph, Role
from battle.profile.records import Outcome, own_games
from battle.reviews.background import TableStudy
from battle.rules.position import ALL_TILES, RulesError, other
from battle.rules.tree import Reason
from battle.screens import captions
from battle.screens.advice import LevelAdvice, level_advice
from battle.screens.board_view import (
    BoardView,
    GivenAway,
    map_of,
    own_first,
    shown_board,
    signs_of,
)
from battle.screens.played import Played
from battle.screens.screen import Place, Screen, Shell, by_act
from battle.screens.share import Shared, shared_game
from battle.screens.table import TableCompany
from battle.screens.trainer import learn_from
from battle.screens.view import Button, CardView, act
from battle.training.first_game import LESSONS, LEVEL, is_small_game, next_lesson
from battle.training.sitting import proven_mistakes
from battle.training.trainer_page import BETTER_PAIRS, LESSON
from battle.words import address, sentences


class Result(Screen):
    """How a game ended, for the person, of two people for the one who lost."""

    name = "result"

    def __init__(
        self, shell: Shell, study: TableStudy, company: TableCompany | None = None
    ) -> None:
        super().__init__(shell)
        self.study, self.session = study, study.session
        self.played = Played(study.session, study)
        self.company = company or TableCompany(self.services, study.session)
        self.is_over_table = company is not None
        self._advice: LevelAdvice | None = None
        self._lesson: int | None = None
        self._wish = self._agree = self._text = ""
        self._version: object = None
        self._found: object = None

    @property
    def place(self) -> Place:
        """The table below leads to it; without one the game is in its record."""
        if self.is_over_table:
            return by_act("result")
        self._text = self._text or self.session.text
        return "ended", (self._text,), {}

    def resume(self) -> None:
        """Come back from another screen, where the record may have changed."""
        session = self.session
        in_match = session.series.duplicate is not None and session.can_go_on
        is_led = in_match or is_small_game(session)
        games = own_games(self.services.records.games())
        self._advice = None if is_led else level_advice(session, games)
        ending, losses = session.ending, sum(one.outcome is Outcome.LOST for one in games)
        is_lost = ending is not None and ending.winner not in (None, session.person)
        is_early = session.has_solver and 0 < losses <= len(LESSONS)
        left = next_lesson(self.services.settings.lessons)
        self._lesson = left if is_lost and is_early else None
        if self.company.wants_review:
            self.services.prover.review(self.study)

    @property
    def standing(self) -> object:
        version = self.played.version
        if version != self._version:
            self._version = version
            self._found = self.played.is_ready, tuple(self.played.signs)
        return self._found, self.awaits, self._wish, self.company.wishes

    @property
    def awaits(self) -> bool:
        """Whether it is still looked for what was given away."""
        review = self.study.review
        return review is not None and review.running and not self.played.is_ready

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.services.scheduler.is_busy

    def beat(self) -> None:
        """Go to the next game when the friend does; hear what they wish, until it is answered."""
        if not self.company.moves_on() and not self._wish and (wish := self.company.wish):
            self._wish, self._agree = wish, self.company.agree
            self.shell.effect("sound", "turn")

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> BoardView:
        session, talk = self.session, self.company.messages
        given = self._given_away
        return BoardView(
            "result",
            self.played.headline,
            session.position,
            map_of(session),
            "thinking" if given is not None and given.waits else "over",
            note=self._line,
            seats=own_first(session),
            below=session.near,
            page=tuple(block for block in (given, self._way_on) if block is not None),
            main=self._next,
            actions=(
                Button(_("Share"), "export", act("share"), typed=N_("share")),
                Button(_("Details"), "list", act("details"), typed=N_("details")),
                Button(_("Start"), "home", act("home"), typed=N_("start")),
                *([] if talk is None else [talk]),
            ),
        )

    @property
    def _line(self) -> str:
        """How it ended, and how a series of games stands."""
        session = self.session
        if not has_series(session):
            return self._how
        return sentences(self._how, left_words(session), series_words(session))

    @property
    def _how(self) -> str:
        """Where the result leads, else by how much it was won."""
        session, played, ending = self.session, self.played, self.session.ending
        if ending is None or not self._is_whole:
            return played.ending_words
        if self._advice is not None:
            return self._advice.words
        margin = abs(session.position.margin)
        if ending.winner is None:
            return ""
        if session.person is None:
            return ngettext("By {n} point.", "By {n} points.", margin).format(n=margin)
        rival = session.name(other(session.person))
        words = ngettext("By {n} point, against {name}.", "By {n} points, against {name}.", margin)
        return words.format(n=margin, name=rival)

    @property
    def _is_whole(self) -> bool:
        """Whether the game was played to its end."""
        ending = self.session.ending
        return ending is None or ending.reason is Reason.PLAYED_OUT

    @property
    def _given_away(self) -> GivenAway | None:
        """What was given away, or that it is looked for; None where nothing could be proven.

        Of a game that was broken off after a pair at most nothing is said.
        """
        played, is_whole = self.played, self._is_whole
        if played.pairs < (1 if is_whole else 2):
            return None
        if not played.is_ready:
            begin = Button(_(captions.REVIEW), "review", act("begin"), key="r", typed=N_("review"))
            words = _("Looking through your game …") if self.awaits else ""
            return GivenAway(words, waits=self.awaits, show=None if self.awaits else begin)
        if not any(move.exact for move in played.own):
            return None
        if not (is_whole or played.costly):
            return None
        given = partial(GivenAway, played.given_words, signs_of(played), played.moment_words)
        if (moment := played.moment) is None:
            return given()
        show = Button(_("Show me"), "play", act("review", ply=moment.ply), typed=N_("show"))
        values, names = self.study.values, played.names
        shown = taken(moment, values, names)
        ends = difference_words(moment, values, names)
        return given(moment.kind, ends, show, shown_board(shown.quietly(), dims=True))

    @property
    def _way_on(self) -> Block | None:
        """What declines a wish; the same level again; what helps after a loss."""
        if self._wish:
            decline = act("grant", agreed=False)
            return Card((Button(_("Decline"), "close", decline, typed=N_("decline")),), self._wish)
        if self._is_duel:
            return None if self.company.wishes else self._duel[1]
        if self._advice is not None and self._advice.level:
            return self._again if self._is_one_of_many else self._rematch
        if self._is_outdealt and self._is_one_of_many:
            return self._rematch
        if self._lesson is not None:
            title, lesson = LESSONS[self._lesson].title, act("go", name="lessons", at=self._lesson)
            return Button(_(title), "learn", lesson, _("A lesson of two minutes"))
        return self._from_mistakes

    @property
    def _from_mistakes(self) -> Button | None:
        """What leads to the mistakes of who lost."""
        if self.awaits or not self._is_lost or not self._mistakes:
            return None
        return Button(_(LESSON), "learn", act("learn"), _(BETTER_PAIRS), typed=N_("learn"))

    @property
    def _is_lost(self) -> bool:
        """Whether the person lost."""
        ending, person = self.session.ending, self.session.person
        return ending is not None and ending.winner is not None and person == other(ending.winner)

    @property
    def _is_outdealt(self) -> bool:
        """Whether the person lost by the deal alone."""
        return self._is_lost and self.played.is_ready and bool(self.played.better_deal)

    @property
    def _mistakes(self) -> bool:
        """Whether mistakes of the player are proven, from which one can learn."""
        review = self.study.review
        return review is not None and bool(proven_mistakes(review.study, [self.played.player]))

    def _learn(self) -> None:
        learn_from(self.shell, self.study, self.played.player)

    @property
    def _next(self) -> Button:
        """The next game: the one wished for, of a series, a whole deal, the level that suits."""
        session = self.session
        if self._wish:
            agree = act("grant", agreed=True)
            return Button(self._agree, "check", agree, typed=N_("agree"))
        if self.company.wishes:
            return Button(_("Rematch asked"), "clock", act("go_on"), off=True)
        if self._is_duel:
            return self._duel[0]
        if self._advice is not None and self._advice.level:
            words = _("Play {name}").format(name=played_by(self._advice.level))
            return Button(words, "play", act("follow"), self._advice.rests_on)
        if not self._is_one_of_many:
            return self._rematch
        if is_small_game(session):
            words = _("A whole game against {name}").format(name=played_by(LEVEL))
            return Button(words, "play", act("whole"))
        return self._again

    @property
    def _again(self) -> Button:
        """Another deal against the same level; who moved second begins."""
        yours, words = _("Another deal; you begin"), _("Another deal; {name} begins")
        note = address(self.session.names[1], words, yours)
        return Button(_("Play again"), "new", act("again"), note)

    @property
    def _rematch(self) -> Button:
        words, note = next_game(self.session)
        return Button(words, "rematch", act("go_on"), note)

    @property
    def _new_deal(self) -> Button:
        return Button(_("New deal"), "new", act("again"), typed=N_("new"))

    @property
    def _is_duel(self) -> bool:
        """Whether two people play who have agreed on no match."""
        return not self.session.has_solver and self.session.series.duplicate is None

    @property
    def _duel(self) -> tuple[Button, Button]:
        """What two people play next and what else they may: a deal is played from both sides."""
        ways = self._rematch, self._new_deal
        return ways[::-1] if self.company.has_played_both_sides else ways

    @property
    def _is_one_of_many(self) -> bool:
        """Whether it is any game against a level, after which another deal is next."""
        return self.session.has_solver and not has_series(self.session)

    def _details(self) -> CardView:
        """Return the sheet with what else is known, and what else can be done."""
        session, learned = self.session, self._learned
        known = self.services.pars.margin(session.game.start)
        page = [*self.played.details(known)]
        if learned:
            words = ngettext(
                "In the trainer you can learn from {n} mistake of this game.",
                "In the trainer you can learn from {n} mistakes of this game.",
                learned,
            )
            page.append(Paragraph(words.format(n=learned), Ink.PLAIN, Role.TEXT))
        buttons = [Button(_(captions.IN_ANALYSE), "analyse", act("analyse"))]
        if self._is_duel and (learn := self._from_mistakes) is not None:
            buttons.append(learn)
        if self.is_over_table:
            buttons.insert(0, Button(_("See the board"), "table", act("table"), typed=N_("table")))
        if self._is_one_of_many:
            if self._way_on != self._rematch:
                buttons.append(self._rematch)
        elif not (session.is_daily or self._is_duel):
            buttons.append(self._new_deal)
        return CardView(_("Details"), (*page, *buttons))

    @property
    def _learned(self) -> int:
        """How many mistakes of the game have come into the trainer."""
        review = self.study.review
        return review.learned if review is not None and review.is_settled else 0

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        shell, company = self.shell, self.company
        return {
            **company.acts(),
            "begin": self._begin,
            "review": lambda ply: shell.go("review", self.study, ply),
            "details": partial(setattr, self, "sheet", self._details),
            "analyse": lambda: shell.go("review_table", self.study),
            "learn": self._learn,
            "share": partial(shell.go, "share", self.shared),
            "table": shell.back,
            "go_on": partial(company.go_on, shell),
            "again": self._play_again,
            "new_deal": partial(company.new_deal, shell),
            "whole": self._play_whole,
            "follow": self._follow_advice,
            "grant": self._grant,
        }

    def back(self) -> None:
        """Leave the table too, at which nothing is left to do."""
        self.shell.home() if self.is_over_table else super().back()

    def _begin(self) -> None:
        """Review the game, again where the solver had failed."""
        if self.study.review is None:
            self.services.prover.review(self.study)
        else:
            self.study.review.begin()

    def shared(self) -> Shared:
        """Return what is passed on, as far as it is known."""
        self.services.prover.bring_up_to_date()
        return shared_game(self.study, self.services.recorder)

    def _play_again(self) -> None:
        """Play another deal; a match that goes on is not left without a question."""
        series = self.session.series
        if series.duplicate is None or not self.session.can_go_on:
            self.company.new_deal(self.shell)
            return
        words = _(
            "Game {number} of {count} is next. If you play a new deal, the match is kept with the "
            "saved games."
        ).format(number=series.number + 1, count=series.duplicate.length)
        leave = Button(_("New deal"), "new", act("new_deal"))
        self.question(_("Leave the duplicate match?"), words, leave, _("Stay in the match"))

    def _play_whole(self) -> None:
        """Play a whole deal against the level of the small game; the person begins, as there."""
        options = self.services.options_against(LEVEL)
        options.set_begins("first")
        options.set_tiles(ALL_TILES)
        self.shell.replace("table", options.session(self.services.now))

    def _follow_advice(self) -> None:
        """Play another deal against the level that is advised."""
        assert self._advice is not None
        first, second = (
            Seat(solver=True, level=self._advice.level) if seat.solver else seat
            for seat in self.session.setup.seats
        )
        self.company.play_deal(self.shell, (second, first))

    def _grant(self, agreed: bool) -> None:
        """Answer the wish that was seen."""
        wish, self._wish = self._wish, ""
        if self.company.wish != wish:
            raise RulesError(_("The question was withdrawn."))
        self.company.grant(agreed=agreed)
