"""Analyse in the page: a position and its pairs, each with what it costs; lines can be walked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from battle.analysis.study import ExpectedLines, Snapshot, Study, study_of
from battle.analysis.values import known_unseen
from battle.browser.app import App
from battle.coach.reasons import ReasonSearch, move_page, searching_block
from battle.engine.jobs import Analyst
from battle.game.session import Session
from battle.language import _
from battle.page.review import line_plot, seen_words, verdict, verdict_notes
from battle.reviews.background import TableStudy
from battle.rules.position import Move, Player, Position
from battle.rules.record import Record, record
from battle.rules.tree import Game, Node
from battle.screens import captions
from battle.screens.board_view import (
    BoardView,
    Taken,
    board_of,
    move_of,
    own_first,
    pair_of,
    price_of,
)
from battle.screens.screen import Place, Screen
from battle.screens.view import Button, CardView, act
from battle.words import no_answer_words, side_of

_REPLIES = 4
"""The moves of expected play that stand beside a pair."""


class Analyse(Screen):
    """One study; `session` is its game, for names and tags.

    One that `stands_alone`, with no table below it, is kept as the last analysis.
    """

    name = "analyse"
    tab = "open"

    def __init__(
        self,
        app: App,
        session: Session,
        study: Study | None = None,
        *,
        at: Sequence[str] | None = None,
        stands_alone: bool = True,
    ) -> None:
        super().__init__(app)
        self.app, self.session, self._stands_alone = app, session, stands_alone
        self._is_kept = stands_alone and (at is not None or not session.game.root.children)
        self.study = study or study_of(session.game)
        self._lines = ExpectedLines()
        self._why: ReasonSearch | None = None
        self._placed: tuple[Node | None, Place] = None, None
        app.proofs.recall(self.study)
        if at is not None:
            self.study.go_along(at)
        elif (opening := self.study.opening(session.person)) is not None:
            self.study.go_to(opening.parent or opening)
        self.analyst = Analyst(app.scheduler, self.study.game, self.study.values)

    @property
    def place(self) -> Place:
        """The game with all that was tried out in it, and the pairs to where one is."""
        node = self.study.node
        if self._placed[0] is not node:
            text = self.session.with_findings(self.study).record().text
            moves, how = map(str, self.study.game.moves), {"person": self.session.person}
            self._placed = node, ("analysed", (text, *moves), how)
        return self._placed[1]

    def resume(self) -> None:
        self.analyst.on = True
        self.analyst.start()
        self._keep()

    def _keep(self) -> None:
        """Keep it as the last analysis, unless it is a game that is only looked at."""
        if self._is_kept:
            self.app.autosave.keep_analysis(self.session, self.study)

    def leave(self) -> None:
        """Stop the analysis, and keep what was found."""
        self._close_why()
        self.analyst.stop()
        self._keep()
        self.session.take_in(self.study)
        self.app.proofs.keep(self.study)

    @property
    def _position(self) -> Position:
        return self.study.position

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.analyst.is_busy

    @property
    def standing(self) -> object:
        analyst, why = self.analyst, self._why
        work = analyst.is_busy, analyst.failure, self.app.scheduler.is_getting_ready
        return self.study.version, work, why is not None and why.is_done

    def beat(self) -> None:
        """Analyse what is seen; first what "Why?" is asked about."""
        node = self.study.node
        if self.sheet == self._explained and node.parent is not None:
            cost = self.study.cost(node)
            if cost is None or cost.cost.points is None:
                self.analyst.analyse(node.parent.position)
                return
            if self._why is None:
                self._look_for_reasons(node)
        self.analyst.analyse(self._position)

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> BoardView:
        study, position, node = self.study, self._position, self.study.node
        names = self.session.names
        snapshot = Snapshot(study, None, side_of(names))
        margin = snapshot.margin
        self._lines.update(snapshot, tuple(cost.move for cost in snapshot.moves))
        prices = {cell: price_of(cost) for cell, cost in snapshot.best_of.items()}
        is_over = snapshot.ending is not None
        is_first, is_last = node.parent is None, study.line()[-1] is node
        notes = verdict_notes(margin, known_unseen(position).as_margin(position), snapshot.side)
        costs, plot = [snapshot.costs.get(one) for one in snapshot.line], None
        if len(snapshot.line) > 1 and any(one.guess is not None for one in snapshot.margins):
            plot = line_plot(snapshot.margins, costs, snapshot.side, at=snapshot.place)
        return BoardView(
            "study",
            verdict(snapshot, names),
            position,
            board_of(
                position,
                after=node,
                tags={cell: (price.words, price.cost) for cell, price in prices.items() if price},
                analysed=True,
            ),
            state="over" if is_over else "thinking" if self.analyst.is_busy else "ready",
            live=not position.is_over,
            note=" · ".join(
                [
                    *[seen_words(snapshot, names)] * (len(snapshot.line) > 1),
                    *(notes[-1:] or [self._work]),
                ]
            ),
            is_sure=margin.is_exact,
            lower=margin.lower,
            upper=margin.upper,
            seats=tuple(
                replace(seat, score=points, moves=seat.player == position.to_move and not is_over)
                for seat in own_first(self.session)
                for points in [position.points[seat.player - 1]]
            ),
            below=self.session.near,
            pairs=tuple(
                pair_of(position, cost.move, price_of(cost), self._play(cost.move))
                for cost in snapshot.moves
            ),
            pairs_title=_("Pairs, best first"),
            moves=tuple(
                move_of(
                    one,
                    ply,
                    price_of(snapshot.costs.get(one)),
                    act("go_to", place=ply),
                    on=one is node,
                )
                for ply, one in enumerate(snapshot.line)
                if ply
            ),
            plot=plot,
            actions=(
                Button(
                    _(captions.PAIR_BEFORE),
                    "chevron-left",
                    act("step", by=-1),
                    key="ArrowLeft",
                    off=is_first,
                ),
                Button(
                    _(captions.NEXT_PAIR),
                    "chevron-right",
                    act("step", by=1),
                    key="ArrowRight",
                    off=is_last,
                ),
                Button(_("Edit"), "edit", act("edit")),
                Button(_(captions.EXPORT), "export", act("export")),
            ),
            more=(
                Button(_("Beginning"), "first", act("go_to", place=0), key="Home", off=is_first),
                Button(_("Why?"), "help", act("why"), off=is_first),
                Button(_("Delete this move"), "delete", act("delete"), off=is_first),
                Button(_("Paste"), "paste", act("ask", name="paste", value=True)),
                Button(_(captions.OPEN_FILE), "open", act("ask", name="open", value=True)),
                Button(_(captions.TO_START), "home", act("home")),
            ),
        )

    @property
    def _work(self) -> str:
        """What the solver is doing while nothing is known."""
        if self.analyst.failure:
            return no_answer_words(self.analyst.failure)
        return self.app.scheduler.getting_ready or _(captions.THINKS)

    def _play(self, move: Move) -> tuple[Taken, ...]:
        """Return the replies expected after a pair."""
        steps, here = [], self._position.play(move)
        for reply in self._lines.line(move)[1 : _REPLIES + 1]:
            steps.append(Taken(here.to_move, here.kind_of(reply)))
            here = here.play(reply)
        return tuple(steps)

    def _explained(self) -> CardView:
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
        ) or (searching_block(),)
        return CardView(_("Why?"), tuple(one for one in page if not isinstance(one, Button)))

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        study = self.study
        goes: dict[str, Callable[..., object]] = {
            "take": lambda move: study.play(Move.parse(move)),
            "go_to": self._go_to,
            "tomove": self._follow,
            "step": lambda by: study.step(by),
            "delete": lambda: study.delete(study.node),
        }
        return {name: partial(self._go, way) for name, way in goes.items()} | {
            "why": self._explain,
            "edit": lambda: self.app.go("editor", self._position, self.session),
            "export": lambda: self.app.go("export", study, self.session),
        }

    def _go(self, way: Callable[..., object], **given: object) -> None:
        """Go elsewhere in the study, which is kept from now on."""
        way(**given)
        self._is_kept = self._stands_alone
        self._keep()

    def _go_to(self, place: int) -> None:
        line = self.study.line()
        self.study.go_to(line[max(0, min(len(line) - 1, place))])

    def _follow(self, ply: int, before: bool = False, line: Sequence[str] = ()) -> None:
        """Go where a sentence leads: to a move, or along a line that is played out from there."""
        self._go_to(ply - before)
        for move in line:
            self.study.play(Move.parse(move))
        self.study.step(min(0, 1 - len(line)))

    def _explain(self) -> None:
        """Explain the move that led here, and look for more reasons."""
        self._close_why()
        if self.study.node.parent is not None:
            self.sheet = self._explained
            self.beat()

    def _look_for_reasons(self, node: Node) -> None:
        if node.parent is not None and node.move is not None:
            before, values = node.parent.position, self.study.values
            self._why = ReasonSearch(self.analyst, values, before, node.move)

    def _close_why(self) -> None:
        if self._why is not None:
            self._why.close()
            self._why = None


def analyse_again(app: App, text: str, *moves: str, person: Player | None = None) -> Analyse:
    """Return the analysis of the game in a record, after some moves."""
    return Analyse(app, Session.from_record(record(text), person=person), at=moves)


def analyse_position(app: App, start: Position | Session) -> Analyse:
    """Return a position that belongs to no game, or to one that begins with it."""
    if isinstance(start, Position):
        start = Session.from_record(Record({}, Game(start)))
    return Analyse(app, start)


def analyse_unfinished(app: App, session: Session) -> Analyse:
    """Return a game that goes on; its record notes the help."""
    session.note_help("analysis")
    return Analyse(app, session, stands_alone=False)


def analyse_table(app: App, study: TableStudy) -> Analyse:
    """Return what is known of the game at a table so far; its record notes the help."""
    study.session.note_help("analysis")
    review = study.review
    known = study.studied() if review is None else review.study
    return Analyse(app, study.session, known, stands_alone=False)


def analyse_study(app: App, study: Study, names: tuple[str, str]) -> Analyse:
    """Return the analysis of a study of the players with these names."""
    record = Record({"First": names[0], "Second": names[1]}, study.game)
    return Analyse(app, Session.from_record(record), study, stands_alone=False)


def reviewed_table(app: App, study: TableStudy) -> Analyse:
    """Return what is known of a finished game."""
    return Analyse(app, study.session, study.reviewed().study, stands_alone=False)
