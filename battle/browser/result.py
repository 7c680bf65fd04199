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
    button,
    seat,
    shown_board,
    signs,
)
from battle.language import _
from battle.reviews.background import TableStudy
from battle.screens.played import Offered, Played, Walk


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
