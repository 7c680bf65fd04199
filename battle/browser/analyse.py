"""Analyse in the page: a position and its pairs, each with what it costs; lines can be walked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from battle.analysis.study import ExpectedLines, Snapshot, Study, study_of
from battle.analysis.values import known_unseen
from battle.browser.app import App, Screen
from battle.browser.views import (
    View,
    blocks,
    board,
    button,
    move_of,
    pair_of,
    plain,
    priced,
    seats,
)
from battle.coach.reasons import ReasonSearch, move_page
from battle.engine.jobs import Analyst
from battle.game.session import Session
from battle.language import _
from battle.page.review import margin_plot, verdict, verdict_notes
from battle.rules.links import game_link, position_link
from battle.rules.position import Cell, Move, Position
from battle.rules.record import SUFFIX
from battle.screens.share import AS_PICTURE, shared_position
from battle.words import getting_ready_words, no_answer_words, side_of

_REPLIES = 4
"""The moves of expected play that stand beside a pair."""


class Analyse(Screen):
    """One study; `session` is its game, for names and tags."""

    def __init__(self, app: App, session: Session, study: Study | None = None) -> None:
        super().__init__(app)
        self.session = session
        self.study = study or study_of(session.game)
        self._lines = ExpectedLines()
        self._why: ReasonSearch | None = None
        app.proofs.recall(self.study)
        self.analyst = Analyst(app.scheduler, self.study.game, self.study.values)

    def resume(self) -> None:
        self.analyst.on = True
        self.analyst.start()

    def leave(self) -> None:
        """Stop the analysis, and keep what was found."""
        self._close_why()
        self.analyst.stop()
        self.session.take_in(self.study)
        self.app.proofs.keep(self.study)

    @property
    def _position(self) -> Position:
        return self.study.position

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.analyst.is_busy

    @property
    def standing(self) -> object:  # type: ignore[override]
        analyst, why = self.analyst, self._why
        work = analyst.is_busy, analyst.failure, self.app.scheduler.is_getting_ready
        return self.study.version, work, why is not None and why.is_done

    def beat(self) -> None:
        self.analyst.analyse(self._position)

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> View:
        study, position, node = self.study, self._position, self.study.node
        names = self.session.names
        snapshot = Snapshot(study, None, side_of(names))
        margin = snapshot.margin
        self._lines.update(snapshot, tuple(cost.move for cost in snapshot.moves))
        tags: dict[Cell, tuple[str, int | None]] = {}
        for cell, cost in snapshot.best_of.items():
            if shown := priced(cost):
                tags[cell] = shown["cost"], shown["class"]
        is_over = study.game.ending_at(node) is not None
        is_first, is_last = node.parent is None, study.line()[-1] is node
        notes = verdict_notes(margin, known_unseen(position).as_margin(position), snapshot.side)
        view: View = {
            "state": "over" if is_over else "thinking" if self.analyst.is_busy else "ready",
            "position": str(position),
            "turn": position.to_move,
            "lower": margin.lower,
            "upper": margin.upper,
            "title": verdict(margin, names, over=is_over),
            "note": notes[-1] if notes else self._work,
            "is_sure": margin.is_exact,
            "live": not position.is_over,
            "seats": [
                {**one, "score": position.points[one["player"] - 1], "sub": "", "moves": moves}
                for one in seats(self.session)
                for moves in [one["player"] == position.to_move and not is_over]
            ],
            "board": board(position, after=node, tags=tags, analysed=True),
            "pairs": [
                pair_of(position, cost.move, **priced(cost), play=self._play(cost.move))
                for cost in snapshot.moves
            ],
            "pairs_title": _("Pairs, best first"),
            "moves": [
                move_of(one, ply, do={"do": "go_to", "place": ply}, on=one is node)
                | priced(snapshot.costs.get(one))
                for ply, one in enumerate(snapshot.line)
                if ply
            ],
            "moves_title": _("Moves"),
            "actions": [
                button(_("Beginning"), "first", "go_to", place=0, key="Home", off=is_first),
                button(_("Back"), "chevron-left", "step", by=-1, key="ArrowLeft", off=is_first),
                button(_("Forward"), "chevron-right", "step", by=1, key="ArrowRight", off=is_last),
                button(_("Share link"), "export", "sharing"),
            ],
            "more": [
                button(_("Why?"), "help", "why", off=is_first),
                button(_("Delete this move"), "delete", "delete", off=is_first),
                button(_("Paste"), "paste", "ask", name="paste", value=True),
                button(_("Open a file"), "open", "ask", name="open", value=True),
                button(_("To the start screen"), "home", "home"),
            ],
        }
        if len(snapshot.line) > 1 and any(one.guess is not None for one in snapshot.margins):
            view["plot"] = plain(margin_plot(snapshot.margins, snapshot.side))
        return view

    @property
    def _work(self) -> str:
        """What the solver is doing while nothing is known."""
        if self.analyst.failure:
            return no_answer_words(self.analyst.failure)
        return getting_ready_words() if self.app.scheduler.is_getting_ready else _("thinks …")

    def _play(self, move: Move) -> list[View]:
        """Return the replies expected after a pair."""
        steps, here = [], self._position.play(move)
        for reply in self._lines.line(move)[1 : _REPLIES + 1]:
            steps.append({"player": here.to_move, "kind": str(here.kind_of(reply))})
            here = here.play(reply)
        return steps

    def _explained(self) -> View:
        """Return the sheet about the move that led here."""
        study, node = self.study, self.study.node
        is_searching = self._why is not None and not self._why.is_done
        page = move_page(
            node,
            study.line().index(node),
            study.values,
            self.session.names,
            cost=study.cost(node),
            is_searching=is_searching,
        )
        return {"title": _("Why?"), "page": blocks(page)}

    def _sharing(self) -> View:
        """Return the sheet of what can be given away."""
        ways = [
            (_("Position as a link"), "copy", "copy", "position"),
            (_("Game as a link"), "copy", "copy", "game"),
            (_("Position as text"), "copy", "copy", "text"),
            (_(AS_PICTURE), "export", "poster", ""),
            (_("Save the game"), "save", "save", "game"),
        ]
        return {
            "title": _("Share link"),
            "buttons": [button(*way, what=what) for *way, what in ways],
        }

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        study = self.study
        return {
            "take": lambda move: study.play(Move.parse(move)),
            "go_to": self._go_to,
            "tomove": self._follow,
            "step": lambda by: study.step(by),
            "delete": lambda: study.delete(study.node),
            "why": self._explain,
            "sharing": partial(setattr, self, "sheet", self._sharing),
            "copy": self._copy,
            "save": self._save,
            "poster": lambda what: self.app.share(shared_position(self._position)),
        }

    def _go_to(self, place: int) -> None:
        line = self.study.line()
        self.study.go_to(line[max(0, min(len(line) - 1, place))])

    def _follow(self, ply: int, before: bool, line: list[str]) -> None:
        """Go where a sentence leads: to a move, or along a line that is played out from there."""
        self._go_to(ply - before)
        for move in line:
            self.study.play(Move.parse(move))
        self.study.step(min(0, 1 - len(line)))

    def _explain(self) -> None:
        """Explain the move that led here, and look for more reasons."""
        self._close_why()
        node = self.study.node
        if node.parent is not None and node.move is not None:
            before, values = node.parent.position, self.study.values
            self._why = ReasonSearch(self.analyst, values, before, node.move)
            self.sheet = self._explained

    def _close_why(self) -> None:
        if self._why is not None:
            self._why.close()
            self._why = None

    def _copy(self, what: str) -> None:
        if what == "game":
            link = game_link(self.session.with_findings(self.study).record())
        else:
            link = position_link(self._position)
        text = str(self._position) if what == "text" else self.app.address + link
        self.app.effect("copy", text)

    def _save(self, what: str) -> None:
        text = self.session.with_findings(self.study).record().text
        self.app.effect("save", {"name": f"mahjong-battle{SUFFIX}", "text": text})
