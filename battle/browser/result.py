"""A finished game in the page: who won and how well one played, and where its points went.

TableStudy ──► BackgroundReview ──► GameProver: costs are filled in as they are proven
└► Result ──► Review (three steps: what was taken, the answer, a better pair) ──► Analyse
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from battle.browser.app import App, Screen
from battle.browser.views import (
    View,
    answer_frames,
    blocks,
    button,
    button_block,
    plain,
    seat,
    seats,
    shown_board,
    signs,
)
from battle.coach.answer import taken
from battle.game.session import Session
from battle.game.setup import played_by
from battle.game.words import next_game
from battle.language import _
from battle.page.blocks import Block, Line, Title
from battle.profile.records import own_games
from battle.reviews.background import TableStudy
from battle.screens.days import day_games, day_of, shared_day, today_of
from battle.screens.played import EVERY_NUMBER, Offered, Played, Walk
from battle.screens.result_page import level_advice
from battle.screens.share import shared_game
from battle.screens.table import TableCompany


class Reviewed(Screen):
    """What screens share that show a finished game, from the side of one player."""

    def __init__(self, app: App, played: Played) -> None:
        super().__init__(app)
        self.study, self.session = played.study, played.session
        self._played = played

    @property
    def standing(self) -> object:  # type: ignore[override]
        return self._played.version, self.app.prover.version

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.app.scheduler.is_busy

    def acts(self) -> dict[str, Callable[..., object]]:
        return {"analyse": self._analyse}

    def _analyse(self, ply: int = 1) -> None:
        """Open the game in Analyse, before one of its moves."""
        study = self.study.reviewed().study
        study.go_to(study.game.main_line()[ply - 1])
        self.app.go("analyse", self.session, study)


class Result(Reviewed):
    """Who won, the share of best pairs, and one moment; behind *Details* what else is known."""

    def __init__(self, app: App, study: TableStudy, company: TableCompany | None = None) -> None:
        self.played = Played(study.session, study)
        super().__init__(app, self.played)
        self.company = company or TableCompany(app, study.session)
        self._is_reviewed, self._is_over_table = False, company is not None

    def beat(self) -> None:
        """Go to the next game when the friend does."""
        self.company.moves_on()

    def resume(self) -> None:
        games = own_games(self.app.records.games())
        self._advice = level_advice(self.session, games)
        if self.company.wants_review:
            self.app.prover.review(self.study)

    def back(self) -> None:
        self.app.home()

    def view(self) -> View:
        session, played = self.session, self.played
        rematch = button(next_game(session)[0], "rematch", "rematch")
        talk = [plain(self.company.messages)] if self.company.messages is not None else []
        if session.is_daily:
            rematch = button(_("Deal of the day"), "calendar", "replace", name="daily")
        view: View = {
            "state": "over",
            "position": str(session.position),
            "turn": session.to_move,
            "title": played.headline,
            "seats": seats(session),
            "signs": signs(played),
            "legend": played.legend,
            "page": blocks(self._lines()),
            "main": rematch,
            "actions": [
                button(_("Share result"), "export", "share"),
                button(_("Details"), "chevron-up", "details"),
                button(_("Table"), "table", "table"),
                *talk,
            ],
        }
        if (moment := played.moment) is not None:
            view |= {
                "moment": played.moment_words,
                "board": shown_board(taken(moment, played.names), dims=True),
                "main": button(_("Show me"), "play", "review", ply=moment.ply),
                "actions": [rematch, *view["actions"]],
            }
            if self._is_reviewed:
                view |= {"main": self._advised or rematch}
                view["actions"][0] = button(_("Show me"), "play", "review", ply=moment.ply)
        if wish := self.company.wish:
            agree = button(_("Agree"), "check", "grant", agreed=True)
            decline = button(_("Decline"), "close", "grant", agreed=False)
            view |= {"title": wish, "main": agree, "buttons": [decline]}
        return view

    def _lines(self) -> list[Block]:
        """Return what is said below the scores: best pairs, how it ended, where it leads."""
        played = self.played
        calm = played.moment_words if played.moment is None else ""
        lines: list[Block] = [Title(played.share_words), Line(played.level_words), Line(calm)]
        lines.append(Line(played.ending_words))
        if self._advice is not None:
            lines.append(Line(self._advice.words))
        return [line for line in lines if isinstance(line, Title | Line) and line.words]

    def _details(self) -> View:
        """Return the sheet with what else is known."""
        known = self.app.pars.margin(self.session.game.start)
        more = [button_block(_(EVERY_NUMBER), "analyse", "analyse")]
        if self.study.review is None:
            more = [button_block(_("Review"), "review", "begin")]
        advised = [] if self._advised is None else [{"block": "button", **self._advised}]
        page = [*blocks(self.played.details(known)), *more, *advised]
        return {"title": _("Details"), "page": page}

    @property
    def _advised(self) -> View | None:
        """The button to the level that suits the person better, None for no other."""
        if self._advice is None or not self._advice.level:
            return None
        words = _("Play {name}").format(name=played_by(self._advice.level))
        return button(words, "play", "replace", name="new", rival=self._advice.level)

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        app = self.app
        return {**super().acts(), **self.company.acts()} | {
            "begin": partial(app.prover.review, self.study),
            "details": partial(setattr, self, "sheet", self._details),
            "review": self._review,
            "rematch": partial(self.company.go_on, app),
            "grant": self.company.grant,
            "replace": app.replace,
            "table": self._show_table,
            "share": self._share,
        }

    def _show_table(self) -> None:
        if self._is_over_table:
            self.app.back()
        else:
            self.app.replace("table", self.session)

    def _review(self, ply: int) -> None:
        """Walk through the costly pairs; what comes next stands out afterwards."""
        self._is_reviewed = True
        self.app.go("review", self.study, ply)

    def _share(self) -> None:
        """Share the result of the day, or any with a link to the whole game."""
        session, today = self.session, today_of(self.app.moment())
        self.app.prover.bring_up_to_date()
        played = day_games(self.app.records.games())
        day = day_of(session)
        if day in played:
            self.app.share(shared_day(played[day], played, today))
            return
        self.app.share(shared_game(self.study, self.app.recorder.game(session)))


def result_of(app: App, session: Session) -> Result:
    """Return the result of a finished game, which leads to its costly pairs."""
    return Result(app, TableStudy(app, session))


class Review(Reviewed):
    """Where one's points went, the costliest pair first, in three steps for each."""

    def __init__(self, app: App, study: TableStudy, ply: int) -> None:
        self.walk = Walk(study.session, study, ply)
        super().__init__(app, self.walk)

    def view(self) -> View:
        walk, shown = self.walk, self.walk.shown
        main, *others = map(self._offered, walk.offers)
        before, after = walk.beside(-1), walk.beside(1)
        further = [
            button(_("Next"), "mistake-next", "review", ply=after, key="n", off=after is None)
        ]
        if walk.is_last_step:  # what stands out goes on
            further, others = others, []
        if walk.step == "taken":
            shown = replace(shown, tag=("", None))  # the sentence has it
        speaker = seat(self.session, shown.player)
        view: View = {
            "title": _("Where points went"),
            "note": _("costliest first"),
            "position": str(walk.move.position),
            "turn": walk.player,
            "signs": signs(walk, walk.ply),
            "legend": walk.legend,
            "actions": [
                button(
                    _("Previous"), "mistake-back", "review", ply=before, key="p", off=before is None
                ),
                button(_("Try it"), "undo", "analyse", ply=walk.ply, key="a"),
                *further,
            ],
            "board": shown_board(shown),
            "dock": {
                "kind": "speak",
                "face": speaker["face"],
                "initial": speaker["initial"],
                "player": shown.player,
                "words": shown.words,
                "main": main,
                "buttons": others,
            },
        }
        if shown.in_turn or shown.then:
            view |= {"frames": answer_frames(shown), "once": walk.times}
        return view

    def _offered(self, offer: Offered) -> View:
        act = {"go_to": "review", "leave": "back"}.get(offer.action, str(offer.to))
        more = {"ply": offer.to, "key": "n"} if act == "review" else {}
        return button(offer.words, offer.icon, act, **more)

    def acts(self) -> dict[str, Callable[..., object]]:
        walk = self.walk
        return super().acts() | {
            "answer": partial(walk.show, "answer"),
            "better": partial(walk.show, "better"),
            "review": walk.go_to,
        }
