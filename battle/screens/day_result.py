"""The end of a deal of the day: the points given away, with the days before, and what is shared.

    title, note        which deal it was, and its day
    page               `DayScore`, `GivenAway`, the week and when the next deal comes
    main               passes on what is shown
    actions            other days, whom to play next, details, the start

Every other game ends with a `Result`; `result` returns the one that a game has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from battle.game.session import Session
from battle.game.setup import played_by
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Card, Ink, Paragraph, Role, Row, Score
from battle.profile.records import next_up, own_games
from battle.reviews.background import TableStudy
from battle.screens.board_view import BoardView, own_first
from battle.screens.days import (
    compared_words,
    day_games,
    day_of,
    next_deal_words,
    pgn_date,
    run_of,
    shared_day,
    today_of,
    week_of,
)
from battle.screens.new_game import opening
from battle.screens.result import Result
from battle.screens.screen import Shell
from battle.screens.share import Shared, run_words
from battle.screens.table import TableCompany, session_again
from battle.screens.view import Button, CardView, DayScore, act
from battle.words import date_words, titled


class DayResult(Result):
    """How a deal of a day ended for the person; the first game on it counts."""

    def __init__(
        self, shell: Shell, study: TableStudy, company: TableCompany | None = None
    ) -> None:
        super().__init__(shell, study, company)
        deal = day_of(study.session)
        assert deal is not None, "a game on the deal of a day"
        self.deal = deal

    def resume(self) -> None:
        super().resume()
        self._read()
        self._next_level = next_up(own_games(self._games)).level.name

    @property
    def standing(self) -> object:
        return super().standing, self.services.prover.version

    def _read(self) -> None:
        self.services.prover.bring_up_to_date()
        self._games = self.services.records.games()
        self._days = day_games(self._games)

    def view(self) -> BoardView:
        self._read()
        share = Button(_("Share"), "export", act("share"), typed=N_("share"))
        play = _("Play {name}").format(name=played_by(self._next_level))
        return replace(
            super().view(),
            title=self.deal.title,
            note=date_words(pgn_date(self.deal.day)),
            seats=(),
            page=tuple(self._page()),
            main=share,
            actions=(
                Button(_("Archive"), "calendar", act("day"), typed=N_("archive")),
                Button(play, "play", act("next"), typed=N_("next")),
                Button(_("Details"), "list", act("details"), typed=N_("details")),
                Button(_("Start"), "home", act("home"), typed=N_("start")),
            ),
        )

    def _page(self) -> Iterator[Block]:
        yield self._score
        played, given = self.played, self._given_away
        words = compared_words(self.session, played.lost, exact=played.is_known)
        if words and self._is_whole and played.is_ready:
            yield Paragraph(words, Ink.PLAIN, Role.STRONG)
        if given is not None:
            words = ngettext("Your {n} pair", "Your {n} pairs", played.pairs)
            words = words.format(n=played.pairs)
            yield replace(given, words=words) if given.signs else given
        yield from self._standing_of_the_day()

    @property
    def _score(self) -> DayScore:
        """The points given away once they are known, and who won."""
        played, session = self.played, self.session
        first, second = (
            Score(seat.player, seat.name, seat.score, seat.won, face=seat.face)
            for seat in own_first(session)
        )
        scores = first, second
        if not self._is_whole:
            return DayScore("–", _("Broken off"), played.headline, scores)
        words = ngettext("point given away", "points given away", played.lost)
        if played.lost:
            words = titled(words, _("fewer is better"))
        return DayScore(played.figure if played.is_ready else "", words, played.headline, scores)

    def _standing_of_the_day(self) -> Iterator[Block]:
        """Yield the week with the run and when the next deal comes; else what this game counts."""
        game, kept = self._days.get(self.deal), self.services.recorder.game(self.session)
        today = today_of(self.services.moment())
        if game is not None and kept is not None and game.own.game.key != kept.key:
            words = titled(_("Your first try counts"), game.words)
            yield Paragraph(words, Ink.PLAIN, Role.TEXT)
        elif self.deal.day == today:
            run = run_words(run_of(self._days, today)[0])
            waits = Paragraph(next_deal_words(self.services.moment()))
            said_of_run = [Paragraph(run, Ink.PLAIN, Role.STRONG)] if run else []
            yield Card((week_of(self._days, today), Row((*said_of_run, waits))))
        else:
            yield Paragraph(_("A day played later counts in the archive, not for the run."))

    def _details(self) -> CardView:
        """Return the sheet, with a way on."""
        view = super()._details()
        return view if self._way_on is None else replace(view, page=(*view.page, self._way_on))

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            **super().acts(),
            "day": lambda: self.shell.go("daily", self.deal.day, tiles=self.deal.tiles),
            "next": lambda: self.shell.replace(*opening(self.services, self._next_level)),
        }

    def shared(self) -> Shared:
        self._read()
        game = self._days.get(self.deal)
        if game is None:
            return super().shared()
        name = self.services.settings.names[0]
        return shared_day(game, self._days, today_of(self.services.moment()), name)


# --- the result of any game ----------------------------------------------------------------------


def result(shell: Shell, study: TableStudy, company: TableCompany | None = None) -> Result:
    """Return the result that a finished game has."""
    is_day = day_of(study.session) is not None and study.session.person is not None
    return (DayResult if is_day else Result)(shell, study, company)


def result_of(shell: Shell, session: Session) -> Result:
    """Return the result of a finished game, which leads to its costly pairs."""
    return result(shell, TableStudy(shell.services, session))


def result_again(shell: Shell, text: str) -> Result:
    """Return the result of a game of this program from its record."""
    return result_of(shell, session_again(shell, text))
