"""Analyse: a study on the table, with everything that is known shown.

    events ──► actions ──► study ──version──► snapshot ──► board, lines, graph, tree, review
                             ▲
    scheduler ──► Analyst ───┘                panels and StudyView paint them

What the person does changes the study; when its version has grown a new snapshot says what there is
to see. What the solver finds comes into the values of the study by itself. A line pointed at
(`replay`) covers the position on the board for as long; the study stays where it is.

Two tabs look at the current node. *Lines* look ahead: on the board is the position at the node, and
every pair has its value. *Review* looks back at the move to it: on the board is the position before
that move (`front`), with two pairs marked, the one taken and a best one. Whatever speaks of "here"
(title, points, solver, clipboard, a pair that is tried) means the position on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

import pygame

from battle.analysis.costs import EVERY_MOVE_TILES, MoveCost, Review, Thresholds, unknown_replies
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import ExpectedLines, Snapshot, Study
from battle.coach.answer import answered
from battle.coach.reasons import Line, ReasonSearch, insight_page, move_page, questions
from battle.engine.jobs import (
    REVIEW_SECONDS,
    Analyst,
    Job,
    LineProof,
    Priority,
    QuestionSearch,
    Target,
    is_reached,
)
from battle.game.session import Session
from battle.language import _
from battle.page.blocks import (
    Act,
    Block,
    Button,
    Ink,
    Paragraph,
    Progress,
    Space,
    Title,
    ToMove,
    act,
)
from battle.page.blocks import Role as WordsRole
from battle.page.review import (
    NOTHING_TO_REVIEW,
    REVIEW_ENDED,
    line_plot,
    margin_note,
    review_page,
    signs_page,
)
from battle.reviews.background import collect
from battle.rules.position import PLAYERS, Cell, Kind, Move, Player, Position
from battle.rules.record import Record, without_commands
from battle.rules.tree import Node
from battle.screens import captions
from battle.screens.screen import go_to_tab
from battle.training.sitting import proven_mistakes
from battle.training.trainer_page import LESSON
from battle.window.board import Board, LineReplay
from battle.window.board_scene import BoardScene
from battle.window.board_view import flights_over, shown_values
from battle.window.card_view import WindowShell
from battle.window.cards import (
    Choice,
    ChoiceDialog,
    TextDialog,
    add_rail,
    beside_rail,
    paint_rail,
    question,
)
from battle.window.game_panels import GraphPanel
from battle.window.keys import STUDY_SHORTCUTS
from battle.window.pages import Flow
from battle.window.scene import Services, attempt
from battle.window.study_panels import (
    BEST,
    StudyView,
    lines_page,
    resource_words,
    situation,
    speed_words,
    work_words,
)
from battle.window.tree import TreePanel
from battle.window.ui import clipboard
from battle.window.ui import theme as look
from battle.window.ui.keys import action_of, line_number_of, words_of
from battle.window.ui.widgets import Point, Switch
from battle.words import (
    LONGEST_COMMENT,
    Names,
    about_time,
    address,
    label,
    no_answer_words,
    no_pair_words,
    running_words,
    share_words,
    shown_comment,
    side_of,
    spelled,
    spoken_to,
)

POSITION, LINE = "prove_position", "prove_line"
"""The actions, by the names of their shortcuts; while a proof goes on both stop it."""


class StudyProofs:
    """The proof that goes on in one study, if there is one.

    Its time is forecast before it begins. It has priority over the position in front; values are
    shown and saved as they are proven.
    """

    def __init__(self, app: Services, study: Study) -> None:
        self._app = app
        self._study = study
        self._proof: LineProof | None = None
        self._job: Job | None = None
        self._is_of_line = False

    @property
    def is_running(self) -> bool:
        """Whether a proof goes on."""
        return self._proof is not None

    @property
    def words(self) -> str:
        """How far the proof is, and how long it will take; empty without one."""
        proof = self._proof
        if proof is None:
            return ""
        if self._is_of_line:
            return running_words(proof.proven_from, len(proof.nodes) - 1, proof.seconds_left)
        words = _("The position is being proven; {time} to go")
        return words.format(time=about_time(proof.seconds_left))

    @property
    def short_words(self) -> str:
        """How long the proof will take; empty without one."""
        proof = self._proof
        if proof is None:
            return ""
        return _("Proof: {time}").format(time=about_time(proof.seconds_left))

    # --- beginning and ending -------------------------------------------------------------------

    def turn(self, action: str, front: Node) -> None:
        """Begin to prove the line, or the position at `front`; end a proof under way."""
        if self._proof is not None:
            self.stop()
            return
        proof, self._is_of_line = self._new(action, front), action == LINE
        if not proof.is_over:
            self._proof = proof
            self.go_on()

    def stop(self) -> None:
        """End the proof; what is proven stays."""
        if self._proof is not None:
            self.pause()
            self._proof = None
            self._app.proofs.keep(self._study)

    def pause(self) -> None:
        """Leave the proof where it is until `go_on`."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def go_on(self) -> None:
        """Go on with a proof that was paused."""
        if self._proof is not None and self._job is None:
            self._job = self._app.scheduler.submit(self._proof, Priority.QUESTION)

    def end_words(self) -> str:
        """Say once how the proof has ended; empty before."""
        failure = "" if self._job is None else self._job.failure
        if self._proof is None or not (failure or self._proof.is_over):
            return ""
        self.stop()
        return no_answer_words(failure) if failure else _("The proof is finished.")

    def _new(self, action: str, front: Node) -> LineProof:
        nodes: Sequence[Node] = self._study.line()
        if action == POSITION:
            nodes = [self._study.game.root, *front.path()]
        cost, values = ProofCost(self._app.prover.speed), self._study.values

        def keep(position: Position) -> None:
            self._app.proofs.keep_all(values, [position])

        return LineProof(values, nodes, cost, 0 if action == LINE else len(nodes) - 1, keep)

    # --- what is shown --------------------------------------------------------------------------

    def blocks(self, front: Node) -> Iterator[Block]:
        """Yield the progress of the proof and a way to end it, or offers of proofs."""
        proof = self._proof
        if proof is not None:
            yield Paragraph(self.words)
            yield Progress(share_words(proof.share), proof.share)
            stop = act(LINE if self._is_of_line else POSITION)
            yield Button(_("Stop proving"), "stop", stop)
            yield Space(8)
            return
        offers = {
            LINE: _("Prove the whole line: {time}"),
            POSITION: _("Prove this position: {time}"),
        }
        for action, words in offers.items():
            proof = self._new(action, front)
            if not proof.is_over:
                words = words.format(time=about_time(proof.seconds_left))
                yield Button(words, "check", act(action))


class StudyReview:
    """The page of the review of one study.

    While it is open and the solver is on, it asks for the reasons of a costly current move. The
    screen decides what a chosen block means.
    """

    def __init__(self, study: Study, analyst: Analyst, proofs: StudyProofs) -> None:
        self._study = study
        self._proofs = proofs
        self._analyst = analyst
        self._why: ReasonSearch | None = None
        self._why_of: Node | None = None
        self._replies: QuestionSearch | None = None
        self._replies_seen: object = None
        self._replies_asked: set[Position] = set()

    # --- what is shown --------------------------------------------------------------------------

    def page(
        self, snapshot: Snapshot, names: Names, more: Iterator[Block], *, is_brief: bool
    ) -> Iterator[Block]:
        """Yield the current move, `more` about it, and the review of the line."""
        review = self._study.review()
        if not self._proofs.is_running:
            yield from self._progress(len(snapshot.line) > 1)
        yield from self._move(snapshot, names)
        yield from more
        yield Space(12, rules=True)
        if review is not None and review.moves:
            yield from review_page(review, names, is_brief=is_brief)
            yield from self._offers(review, snapshot.front)

    def _progress(self, has_moves: bool) -> Iterator[Block]:
        """Yield how far a review is, or the offer of one."""
        run = self._analyst.review
        if run is not None and not self._analyst.scheduler.failure:
            words = _("Position {n} of {count}").format(n=min(run.done + 1, run.of), count=run.of)
            yield Progress(words, run.done / max(1, run.of))
            yield Button(_("Cancel the review"), "stop", act("review"))
            yield Space(8)
        elif self._study.review() is None and has_moves:
            yield Paragraph(_("Every move is analysed, from the last to the first."))
            yield Button(words_of("review", STUDY_SHORTCUTS), "review", act("review"), main=True)
            yield Space(8)
        elif not has_moves:
            yield Paragraph(_("There is no move to review yet."), Ink.FAINT)

    def _offers(self, review: Review, front: Node) -> Iterator[Block]:
        yield Space(8)
        if any(move.cost.value and move.exact for move in review.moves):
            yield Button(words_of("learn", STUDY_SHORTCUTS), "learn", act("learn"), main=True)
        if not self._proofs.is_running and self._analyst.review is None:
            yield from self._proofs.blocks(front)

    def _move(self, snapshot: Snapshot, names: tuple[str, str]) -> Iterator[Block]:
        node = snapshot.node
        if node.parent is not None and node.move is not None:
            values, may_search = self._study.values, not self._analyst.on
            if may_search and self._is_costly(node):
                may_search = bool(questions(values, node.parent.position, node.move))
            yield from move_page(
                node,
                snapshot.place,
                values,
                names,
                cost=self._study.cost(node),
                is_searching=self._why is not None and not self._why.is_done,
                may_search=may_search and self._is_costly(node),
            )

    # --- why ------------------------------------------------------------------------------------

    def update(self, *, is_open: bool) -> None:
        """Ask for the reasons of the current move while the page is open and the solver on."""
        node, asks = self._study.node, is_open and self._analyst.on
        wanted = node if asks and self._is_costly(node) else None
        if wanted is not self._why_of:
            self.close()
            self._why_of = wanted
            if wanted is not None and node.parent is not None and node.move is not None:
                values = self._study.values
                self._why = ReasonSearch(self._analyst, values, node.parent.position, node.move)
        if asks and self._analyst.review is None:
            self._ask_replies()

    @property
    def shown(self) -> object:
        """What the page depends on beside the snapshot."""
        run, why = self._analyst.review, self._why
        return (
            None if run is None else run.done,
            self._analyst.failure,
            self._proofs.words,
            None if why is None else (why.reasons(), why.is_done),
            self._analyst.on,
        )

    def _ask_replies(self) -> None:
        """Prove the replies that show the best resistance, before the current move."""
        if self._replies is not None and not self._replies.is_done:
            return
        seen = self._study.node, self._study.values.version
        if seen == self._replies_seen:
            return
        self._replies_seen = seen
        node, values = self._study.node, self._study.values
        position = (node.parent or node).position
        if position.tiles_left > EVERY_MOVE_TILES:
            return
        replies, asked = unknown_replies(values, position), self._replies_asked
        reply = next((reply for reply in replies if reply not in asked), None)
        if reply is not None:
            asked.add(reply)
            question = reply, Target.MOVES
            self._replies = QuestionSearch(
                self._analyst,
                lambda: [] if is_reached(Target.MOVES, values, reply) else [question],
            )

    def _is_costly(self, node: Node) -> bool:
        """Whether it is proven that the move to a node cost something."""
        cost = self._study.cost(node)
        return cost is not None and cost.exact and cost.cost.value > 0

    def close(self) -> None:
        """Ask for nothing more."""
        if self._why is not None:
            self._why.close()
        if self._replies is not None:
            self._replies.close()
        self._why = self._why_of = None
        self._replies = self._replies_seen = None
        self._replies_asked.clear()


_SNAPSHOT_SECONDS: Final = 0.12
"""A solver's news is shown no sooner than this after the last."""
_FAR: Final = 10
"""The moves that Page Up and Page Down go."""
_MOST_SECONDS: Final = 120.0
"""The longest that a review takes for a position."""


class StudyScene(BoardScene):
    """One study; `session` is its game, for names, tags and the way back.

    An `analyst` that already works on the study continues. One that `stands_alone`, with no table
    below it, is kept as the last analysis; it goes on `at` the end of some moves.
    """

    view: StudyView
    shortcuts = STUDY_SHORTCUTS
    opens = "study_game"

    def __init__(
        self,
        app: Services,
        study: Study,
        session: Session | None = None,
        analyst: Analyst | None = None,
        at: Sequence[str] | None = None,
        *,
        stands_alone: bool = False,
    ) -> None:
        super().__init__(app, Board(study.position))
        self.study = study
        self._take_thresholds()
        if analyst is None:
            app.proofs.recall(study)
        self.analyst = analyst or Analyst(app.scheduler, study.game, study.values)
        self.analyst.on = True
        self.tree = TreePanel(self.go_to)
        self.graph = GraphPanel(self._go_to_place)
        self.sheet = Flow(STUDY_SHORTCUTS, self._follow_block)
        self._refreshed_at = 0.0
        self.session = session or Session.from_record(Record({}, study.game))
        self.stands_alone, self.at = stands_alone, at
        self._is_kept = False
        self._opened_at: Node | None = None
        self.explains = False
        self.lines = ExpectedLines()
        self.proofs = StudyProofs(app, study)
        self.review = StudyReview(study, self.analyst, self.proofs)
        self._review_seconds = REVIEW_SECONDS
        self._reviewing = False
        self._sheet_shown: object = None
        self.replay = LineReplay(self.motion, self.fly)
        self._show_front()

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Start the engine; show a finished game at its telling move or start, others ahead."""
        self.stands_alone = self.stands_alone or not self.app.is_over_another
        self.app.scheduler.start()
        opening, game = self.study.opening(self.session.person), self.study.game
        is_bare = self.at is not None or not game.root.children
        self._is_kept = self.stands_alone and is_bare
        if self.at is not None:
            self.study.go_along(self.at)
        elif opening is not None:
            opening = opening if self.shows("review") else opening.parent or opening
            self.study.go_to(opening)
            self._opened_at = opening
        self._keep()
        if game.ending_at(game.last) is None and self.shows("review"):
            self._show_panel("review", False)
        self._show_front()

    @property
    def front(self) -> Node:
        """The node whose position is on the board."""
        return self._back or self.study.node

    @property
    def _back(self) -> Node | None:
        """In looking back the node before the current one, or the start; else None."""
        node = self.study.node
        return (node.parent or node) if self.shows("review") else None

    def _show_front(self) -> None:
        """Put the current position on the board; in looking back no earlier move is marked."""
        self.path = self.front.path()
        self.show_place(self.front)
        if self.front is not self.study.node:
            self.board.last = None
        self.snapshot = self._seen()

    def _seen(self) -> Snapshot:
        return Snapshot(self.study, self._back, side_of(self.names))

    def resume(self) -> None:
        """Come back from another screen, perhaps with other thresholds."""
        self._take_thresholds()
        self.app.scheduler.start()
        self.proofs.go_on()

    def _take_thresholds(self) -> None:
        self.study.judge_by(Thresholds(*self.app.settings.thresholds))

    def leave(self) -> None:
        """Stop the analysis, and save what was found."""
        self.review.close()
        self.analyst.analyse(None)
        self.proofs.pause()
        self.replay.drop()
        self.quitting()

    def quitting(self) -> None:
        """Save what was found before the program ends."""
        self._keep()
        self.keep()

    def _keep(self) -> None:
        """Keep it as the last analysis, unless it is a game that is only looked at."""
        if self._is_kept:
            self.app.autosave.keep_analysis(self.session, self.study)

    def keep(self) -> None:
        """Give the game, the proofs and the person's record what was found."""
        self.session.take_in(self.study)
        self.app.proofs.keep(self.study)
        collect(self.app, self.session, self.study)

    @property
    def below(self) -> Player:
        return self.session.near

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self.session.names

    def shows(self, panel: str) -> bool:
        """Return whether one of `ANALYSE_PANELS` is open.

        The review is on the sheet instead of the lines; all moves are listed instead of the best;
        more (facts, insights, the solver's figures) stands below lines and review.
        """
        return panel in self.app.settings.analyse_panels

    @property
    def listed(self) -> tuple[MoveCost, ...]:
        """The moves that are listed."""
        return self.snapshot.moves if self.shows("all moves") else self.snapshot.moves[:BEST]

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build panels and buttons."""
        self.motion.finish()
        self.replay.drop()
        theme = self.theme
        area = beside_rail(theme, self.size)
        self.view = view = StudyView(area, theme, self.app.settings, self.study.game.root.position)
        parts = view.parts
        if "graph" in parts:
            self.graph.place(theme, parts["graph"])
        self.tree.place(theme, parts["tree"], parts["moves"])
        self.sheet.place(theme, parts["sheet"], parts["lists"])
        for panel in (*[self.graph] * ("graph" in parts), self.tree, self.sheet):
            self.add(panel, walked=False)
        self._sheet_shown = None
        self._add_buttons()
        self.refresh()

    def _add_buttons(self) -> None:
        """Add the buttons on the panels, below them, and on the rail."""
        parts, keys = self.view.parts, self.keys
        self.tools = {}
        for action, icon, caption in (
            ("to_start", "first", _("To the start")),
            ("back", "chevron-left", _(captions.PAIR_BEFORE)),
            ("forward", "chevron-right", _(captions.NEXT_PAIR)),
            ("to_end", "last", _("To the end")),
            ("paste", "paste", ""),
            ("edit", "edit", _("Set up a position")),
            ("export", "export", _(captions.EXPORT)),
            ("menu", "menu", _("Menu")),
            ("all_moves", "list", ""),
        ):
            look_as = "quiet" if action == "all_moves" else "tool"
            self.add_tool(parts[action], icon, action, caption, keys[action], look_as)
        self.tools["all_moves"].selected = self.shows("all moves")
        for action, caption, tip in (
            ("previous_mistake", _(captions.MISTAKE_BACK), _(captions.MISTAKE_BEFORE)),
            ("next_mistake", _(captions.MISTAKE_ON), _(captions.NEXT_MISTAKE)),
            ("learn", _(LESSON), ""),
        ):
            tip, call = self.tip_of(action, tip), keys[action]
            self.tools[action] = self.add_button(parts[action], caption, call, tip=tip)
        turn = partial(self.click, self.turn_solver)
        self.switch = self.add(Switch(parts["engine"], _("Solver"), "", turn, on=self.analyst.on))
        self.switch.tip = self.tip_of("engine")
        back, tip = parts["leave"], _("Back (Esc)")
        self.add_button(back, "", self.leave_study, look_as="quiet", icon="chevron-left", tip=tip)
        go_on = partial(go_to_tab, WindowShell(self.app))
        add_rail(self, "open", lambda act: go_on(**dict(act.given)))
        for name, words, is_shown in (
            ("lines", _("Lines"), not self.shows("review")),
            ("review", _(captions.REVIEW), self.shows("review")),
        ):
            show = partial(self.show_review, name == "review")
            self.tools[name] = tab = self.add_button(parts[name], words, show, look_as="segment")
            tab.tip = self.tip_of("sheet")
            tab.selected = is_shown

    def show_review(self, shown: bool = True) -> None:
        """Show the review or the lines on the sheet, and the matching position on the board."""
        if shown != self.shows("review"):
            self._show_panel("review", shown)
            self.follow()

    def _show_panel(self, name: str, shown: bool) -> None:
        panels = {*self.app.settings.analyse_panels} - {name}
        self.app.change(analyse_panels=tuple(sorted(panels | ({name} if shown else set()))))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, poll the solver, replay, and show what is new in the study."""
        super().update(seconds)
        self.analyst.analyse(self.front.position)
        self.switch.on = self.analyst.on
        if words := self.proofs.end_words():
            self.notice(words)
            self.refresh()
        self._watch_review()
        self.review.update(is_open=self.shows("review"))
        news = self.study.version != self.snapshot.study_version
        if news and self.seconds - self._refreshed_at >= _SNAPSHOT_SECONDS:
            self.refresh()
        if (line := self._line_pointed_at()) is not None:
            self.showing.drop()
        self.replay.update(line, seconds)
        self._fill_sheet()

    def _fill_sheet(self) -> None:
        """Fill the sheet with the review or the lines."""
        relative, figures = self.app.settings.relative_values, self._figures
        looks = () if self.shows("review") else (self.lines.version, relative, self.listed)
        shown = self.snapshot.number, figures, self.explains, self.review.shown, looks
        if shown == self._sheet_shown:
            return
        self._sheet_shown = shown
        proof = self.proofs.blocks(self.front) if self.proofs.is_running else ()
        page = lines_page(self.listed, self.lines, self.snapshot.side, relative=relative)
        if self.shows("review"):
            more, is_brief = self._more(), not self.shows("more")
            page = self.review.page(self.snapshot, self.names, more, is_brief=is_brief)
        else:
            page = chain(page, self._more())
        self.sheet.fill([*proof, *page])

    @property
    def _figures(self) -> tuple[str, ...]:
        """The solver's speed and resources, if more is shown."""
        latest, settings = self.app.scheduler.latest, self.app.settings
        if not self.shows("more"):
            return ()
        return speed_words(latest), resource_words(latest, settings.threads, settings.hash_mb)

    def _more(self) -> Iterator[Block]:
        """Yield the offers that open and close the signs and the rest, and what is open."""
        arrows = {False: "chevron-right", True: "chevron-down"}
        icon, opens = arrows[self.explains], act("signs")
        yield Paragraph(_("What the signs mean"), role=WordsRole.TEXT, icon=icon, leads_to=opens)
        if self.explains:
            yield from signs_page(is_proven=False)
            yield Paragraph(margin_note(self.names))
        icon = arrows[self.shows("more")]
        yield Paragraph(_(captions.MORE), role=WordsRole.TEXT, icon=icon, leads_to=act("more"))
        if self.shows("more"):
            snapshot = self.snapshot
            yield from insight_page(snapshot.front, snapshot.values, self.names)
            yield Title(_("Solver"))
            yield from (Paragraph(words) for words in self._figures if words)

    def _turn_proof(self, action: str) -> None:
        """Begin a proof, or end the one under way, and say so."""
        was_running = self.proofs.is_running
        self.proofs.turn(action, self.front)
        if self.proofs.is_running:
            self.notice(self.proofs.words)
        elif was_running:
            self.notice(_("The proof was stopped; its findings are kept."))
        else:
            self.notice(_("This is already proven."))
        self.refresh()

    def _watch_review(self) -> None:
        """Report the end of a review."""
        running = self.analyst.review is not None
        if self._reviewing and not running and self.analyst.on:
            telling = self.study.telling_move(self.session.person)
            if telling is not None and self.study.node is self._opened_at:
                self.go_to(telling)
            self.notice(_("The review is finished."))
            self.refresh()
        self._reviewing = running

    @property
    def in_play(self) -> bool:
        """Whether a person plays here; a game below waits as long as it is analysed."""
        return False

    @property
    def ticking(self) -> bool:
        """Whether a line is being played."""
        return super().ticking or not self.replay.is_at_end

    def refresh(self) -> None:
        """Show the current state of the study."""
        self._refreshed_at = self.seconds
        self.snapshot = shown = self._seen()
        self.tree.fill(shown.root, shown.node, shown.line, shown.costs)
        if self.graph in self.widgets:
            costs = [shown.costs.get(node) for node in shown.line]
            side, beside = shown.side, shown.beside
            plot = line_plot(shown.margins, costs, side, at=shown.place, beside=beside)
            self.graph.fill(plot)
        self._fill_sheet()
        others = {*self.study.mistakes()} - {self.study.node}
        for action in ("previous_mistake", "next_mistake"):
            self.tools[action].enabled = bool(others)

    def play_answer(self) -> None:
        """Play the best answer to the current move, tile by tile."""
        cost = self.study.cost(self.study.node)
        if cost is not None:
            names = spoken_to(self.names)
            self.show_answer(answered(cost, self.study.values, names))
            words = self.showing.shown and spelled(self.showing.shown.words)
            self.notice(words or "")

    def follow(self) -> None:
        """Show the study's current place, with tiles flying there."""
        self.replay.drop()
        self.showing.drop()
        old = self.path
        self._is_kept = self.stands_alone
        self._keep()
        self._show_front()
        self.let_fly(flights_over(old, self.path, self.view.layout.board, self.view.slot))
        if len(self.path) > len(old):
            self.app.sound.play("take")
        self.sheet.choose(None)
        self.sheet.to_top()
        self.refresh()
        self.app.wake()

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def shown_board(self) -> Board:
        """The board to paint: the position's, or the replayed line's."""
        return self.showing.board(self.replay.board(self.board))

    def _pointed_at(self) -> Move | ToMove | Act | None:
        """Return whose line to replay: the one under the mouse, or chosen by keys.

        While a tile is selected nothing is replayed: its partner is looked for on the board.
        """
        cell = self.board.hovered
        if self.sheet.pointed is not None or cell is None:
            target: Move | ToMove | Act | None = self.sheet.pointed_at
            return target
        value = shown_values(self.snapshot, self.board).get(cell)
        return None if value is None or self.board.selected is not None else value.move

    def _line_pointed_at(self) -> Line | None:
        """Return the line to replay, and where it begins."""
        target, listed = self._pointed_at(), tuple(value.move for value in self.listed)
        move = target if isinstance(target, Move) else None
        self.lines.update(self.snapshot, listed if move is None else (move, *listed))
        if move is not None:
            return self.snapshot.position, self.lines.line(move)
        if isinstance(target, ToMove) and target.line:
            node, front = self.snapshot.line[target.place], self.snapshot.front
            if node.move is not None and node.parent is front:
                return front.position, (node.move, *target.line)
            return node.position, target.line
        return None

    # --- what a person does ---------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Go to a node of the tree."""
        if node is not self.study.node:
            self.study.go_to(node)
            self.follow()

    def _go_to_place(self, place: int) -> None:
        """Go to a place of the line, or to its nearer end."""
        line = self.snapshot.line
        self.go_to(line[max(0, min(len(line) - 1, place))])

    def step(self, plies: int) -> None:
        """Go some moves along the current line."""
        self._go_to_place(self.snapshot.line.index(self.study.node) + plies)

    def play(self, move: Move, at: Node | None = None) -> None:
        """Play a move at a node, by default on the board; one not in the tree begins a branch.

        In looking back a pair is tried and judged; the one played leads on, at the end of the line
        to *Lines*.
        """
        looked_at = self.study.node
        self.study.go_to(at or self.front)
        if is_played := attempt(self.notice, partial(self.study.play, move)):
            self.quiet()
        self.follow()
        if is_played and self.study.node is looked_at:
            self.show_review(looked_at.following is not None)
            self.step(1)

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair."""
        self.replay.drop()
        self.showing.drop()
        self.answered(self.board.choose(cell))

    def take(self, move: Move) -> None:
        """Play the pair that was chosen."""
        self.play(move)

    def _follow_block(self, target: Move | ToMove | Act) -> None:
        """Follow a block of the sheet: play a move, go to a place, or act."""
        match target:
            case Act(name):
                self.act(name)
            case ToMove(line=()):
                self._go_to_place(target.ply)
            case ToMove(line=line):
                self.play(line[0], self.snapshot.line[target.place])
            case _:
                self.play(target)

    def stop(self) -> None:
        """Stop the solver and whatever else is going on."""
        self.proofs.stop()
        self.analyst.stop()

    def act(self, action: str) -> None:
        """Do what a shortcut stands for, by its name."""
        self.keys[action]()

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "play": self.go_to_table,
            "back": lambda: self.step(-1),
            "forward": lambda: self.step(1),
            "to_start": lambda: self.go_to(self.study.game.root),
            "to_end": lambda: self.go_to(self.snapshot.line[-1]),
            "far_back": lambda: self.step(-_FAR),
            "far_on": lambda: self.step(_FAR),
            "next_mistake": lambda: self.go_to_mistake(after=True),
            "previous_mistake": lambda: self.go_to_mistake(after=False),
            "line_up": lambda: self._choose_line(-1),
            "line_down": lambda: self._choose_line(1),
            "step_on": lambda: self.replay.step(1),
            "step_back": lambda: self.replay.step(-1),
            "answer": self.play_answer,
            "engine": self.turn_solver,
            "values": self.change_values,
            "all_moves": lambda: self._show_panel("all moves", not self.shows("all moves")),
            "review": self.review_game,
            "prove_position": lambda: self._turn_proof(POSITION),
            "prove_line": lambda: self._turn_proof(LINE),
            "sheet": lambda: self.show_review(not self.shows("review")),
            "learn": self.learn,
            "more": lambda: self._show_panel("more", not self.shows("more")),
            "signs": lambda: setattr(self, "explains", not self.explains),
            "play_on": self.play_on,
            "edit": lambda: self.app.go("editor", self.front.position, self.session),
            "export": lambda: self.app.go("export", self.study, self.session, self.front.position),
            "rename": self.rename,
            "delete": self.delete,
            "promote": self.promote,
            "save": lambda: self.app.go("save_game", self.session.with_findings(self.study)),
            "open": partial(self.app.go, "open_game", then="study_game"),
            "copy": self.copy_record,
            "paste": self.paste,
            "help": partial(self.app.go, "help", "analyse"),
            "menu": self.open_menu,
            "new": partial(self.app.go, "new_game"),
            "stop": self.stop,
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Act on a key; the screen uses every key, the widgets get none."""
        if self.types_tile(event):
            return True
        number, action = line_number_of(event), action_of(event, STUDY_SHORTCUTS)
        if number is not None and number <= len(self.snapshot.moves):
            self.play(self.snapshot.moves[number - 1].move)
        elif number is None and action in self.keys:
            self.keys[action]()
        return True

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        self.replay.drop()
        super().choose_kind(kind)

    def _choose_line(self, by: int) -> None:
        """Choose the next line or block of the sheet, which is then replayed."""
        self.board.hovered = None
        self.sheet.step(by)

    def press_enter(self) -> None:
        picked = self.sheet.chosen_target
        if picked is not None and self.board.selected is None:
            self._follow_block(picked)
        else:
            super().press_enter()

    def _escape(self) -> None:
        """Clear the last choice; without one leave."""
        if not self.let_go():
            if self.sheet.chosen is None:
                self.leave_study()
            else:
                self.sheet.choose(None)
        self.quiet()

    # --- mouse ----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """React to an event; while a line is replayed the wheel steps through it."""
        if event.type == pygame.MOUSEWHEEL and self.replay.at:
            self.on_event(event)
        else:
            super().handle(event)

    def right_click_at(self, point: Point) -> None:
        """Open the menu of a move of the tree; elsewhere clear the choice."""
        node = self.tree.node_at(point)
        if node is not None:
            self.go_to(node)
            self.open_move_menu()
        else:
            self.board.selected = None
            self.quiet()

    def turn_wheel(self, rows: int) -> None:
        """Step through the line pointed at."""
        self.replay.step(1 if rows > 0 else -1)

    # --- the solver -------------------------------------------------------------------------------

    def turn_solver(self) -> None:
        """Turn the solver on or off; start one that has failed again."""
        if self.analyst.failure:
            self.analyst.start()
            self.analyst.on = True
        else:
            self.analyst.on = not self.analyst.on

    def review_game(self) -> None:
        """Review the whole current line, or end a review under way.

        A reviewed line that is not entirely proven gets more time.
        """
        if self.analyst.review is not None and not self.app.scheduler.failure:
            self.analyst.cancel_review()
            self._reviewing = False
            self.notice(_(REVIEW_ENDED))
            self.refresh()
        elif len(self.study.line()) < 2:
            self.notice(_(NOTHING_TO_REVIEW), "refused")
        else:
            self.quiet()
            self.app.scheduler.start()
            review = self.study.review()
            again = review is not None and not review.is_proven
            longer = min(_MOST_SECONDS, 4 * self._review_seconds)
            self._review_seconds = longer if again else REVIEW_SECONDS
            self.analyst.begin_review(self.study.line(), self._review_seconds, on_end=self.keep)
            self.show_review()

    def change_values(self) -> None:
        """Show what moves cost, or the margins they lead to."""
        relative = not self.app.settings.relative_values
        self.app.change(relative_values=relative)
        words, yours = (
            _("Values: final margins, + favours {name}."),
            _("Values: final margins, + favours you."),
        )
        words = address(self.names[self.snapshot.side - 1], words, yours)
        self.notice(_("Values: the cost of each move, 0 for the best.") if relative else words)

    # --- mistakes ---------------------------------------------------------------------------------

    def go_to_mistake(self, *, after: bool) -> None:
        """Go to the next or the previous mistake of the line, round its ends."""
        study = self.study
        mistakes = study.mistakes()
        node = study.mistake_beside(after=after)
        if node is not None:
            self.go_to(node)
        elif mistakes == [study.node]:
            self.notice(_("This is the only known mistake."))
        elif mistakes and after:
            self.go_to(mistakes[0])
            self.notice(_("That was the last mistake: starting over from the beginning."))
        elif mistakes:
            self.go_to(mistakes[-1])
            self.notice(_("That was the first mistake: starting over from the end."))
        elif study.review() is None:
            self.notice(_("The game has to be reviewed first."), "refused")
        else:
            self.notice(_("No move is known to be a mistake."))

    def learn(self, on_leave: Callable[[], object] = lambda: None) -> None:
        """Begin a lesson with the costly moves; ask whose, if both players are people.

        `on_leave` is called when the lesson is left, else Analyse is shown again.
        """
        person = self.session.person
        counts = {player: len(proven_mistakes(self.study, [player])) for player in PLAYERS}
        learners = [player for player in PLAYERS if counts[player] and person in (None, player)]
        if not learners and self.study.review() is None:
            self.notice(_("The game has to be reviewed first."), "refused")
        elif not learners:
            self.notice(_("No mistake is proven yet."))
        elif len(learners) == 1:
            self._learn_from(learners, on_leave)
        else:
            self._ask_whose(counts, on_leave)

    def _learn_from(self, players: list[Player], on_leave: Callable[[], object]) -> None:
        self.app.go("learn_from", self.study, self.names, players, self.go_to, on_leave)

    def _ask_whose(self, counts: dict[Player, int], on_leave: Callable[[], object]) -> None:
        """Ask whose mistakes the lesson shall have."""

        def choice(words: str, players: list[Player], icon: str) -> Choice:
            number = sum(counts[player] for player in players)
            text = _("{name} ({n})").format(name=words, n=number)
            return Choice(text, lambda: self._learn_from(players, on_leave), "", icon)

        first, second = map(label, self.names)
        choices = [
            choice(first, [1], "player-one"),
            choice(second, [2], "player-two"),
            choice(_("Both players"), [1, 2], "people"),
            Choice(_(captions.CANCEL), on_leave, "", "close"),
        ]
        self.app.push(ChoiceDialog(self.app, _("Whose mistakes?"), "", choices, on_escape=3))

    # --- the tree ---------------------------------------------------------------------------------

    def open_move_menu(self) -> None:
        """Open the menu of the current move."""
        node = self.study.node
        choices = [
            Choice(_("Write a comment"), self.rename, "", "edit"),
            Choice(words_of("promote", STUDY_SHORTCUTS), self.promote, "", "branch"),
            Choice(_("Delete it and everything after it"), self.delete, "", "delete"),
            Choice(_(captions.CANCEL), lambda: None, "primary", "close"),
        ]
        title = _("Move {move}").format(move=node.move)
        self.app.push(ChoiceDialog(self.app, title, "", choices, on_escape=3))

    def rename(self) -> None:
        """Write a comment after the current move; it names a branch."""
        node = self.study.node
        move = "" if node.move is None else str(node.move)
        title = _("Comment on {move}").format(move=move) if move else _("Comment on the start")
        words = shown_comment(without_commands(node.comment))
        self.app.push(TextDialog(self.app, title, words, self._rename, limit=LONGEST_COMMENT))

    def _rename(self, words: str) -> None:
        """Write a comment; an unchanged one stays, even if it was shown in part."""
        node = self.study.node
        if words != shown_comment(without_commands(node.comment)):
            self.study.rename(node, words)
        self.refresh()

    def delete(self) -> None:
        """Delete the current move and all after it, after a question if much would be lost."""
        study = self.study
        node = study.node
        if node.parent is None:
            self.notice(_("The start cannot be deleted."), "refused")
        elif not node.children and node.parent.children[0] is not node:
            self._delete()
        else:
            words = _("{move} and all moves after it are deleted from this study.")
            text, keep, delete = words.format(move=node.move), _(captions.KEEP), _(captions.DELETE)
            self.app.push(question(self.app, _("Delete?"), text, keep, delete, self._delete))

    def _delete(self) -> None:
        attempt(self.notice, partial(self.study.delete, self.study.node))
        self.follow()

    def promote(self) -> None:
        """Make the line through the current move the main line."""
        self.study.promote(self.study.node)
        self.refresh()
        self.notice(_("This is the main line now."))

    # --- files and the clipboard ------------------------------------------------------------------

    def copy_record(self) -> None:
        """Put the record with all that was found on the clipboard."""
        text = self.session.with_findings(self.study).record().text
        clipboard.copy(text, _("The game record was copied, with its values."), self.notice)

    def paste(self) -> None:
        """Analyse the record or the position on the clipboard."""
        attempt(self.notice, partial(self.app.go, "paste", studied=True))

    def go_to_table(self) -> None:
        """Go back to the game, or play on from here without one."""
        app = self.app
        if app.is_over_another:
            app.pop()
        elif self.session.game is self.study.game:
            app.go("new_game", self.front.position)
        else:
            app.go("table", self.session)

    def play_on(self) -> None:
        """Begin a game from this position, against the last opponent."""
        if self.front.position.is_over:
            self.notice(no_pair_words(), "refused")
        else:
            self.app.go("play_from", self.front.position, self.session)

    def leave_study(self) -> None:
        """Go back to where one came from, else to what else can be analysed."""
        if self.app.is_over_another:
            self.app.pop()
        else:
            go_to_tab(WindowShell(self.app), "open")

    def open_menu(self) -> None:
        """Show what else can be done."""
        app, keys = self.app, self.keys
        on_tiles = _("On the tiles: what each pair costs")
        if app.settings.relative_values:
            on_tiles = _("On the tiles: how each pair ends")
        choices = [
            Choice(_("Back to the analysis"), lambda: None, "primary", "analyse"),
            *(
                Choice(words, keys[action], "", icon)
                for icon, action, words in (
                    ("home", "play", _(captions.TABLE)),
                    ("play", "play_on", _(captions.PLAY_ON)),
                    ("values", "values", on_tiles),
                    ("stop", "stop", words_of("stop", STUDY_SHORTCUTS)),
                )
            ),
            Choice(_("Files"), lambda: app.push(self.files_dialog(keys)), "", "open"),
            Choice(_(captions.HELP), keys["help"], "", "help"),
            Choice(_(captions.QUIT), app.quit, "", "quit"),
        ]
        app.push(ChoiceDialog(app, _("Menu"), "", choices, on_escape=0))

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it that is no widget."""
        view, settings, snapshot = self.view, self.app.settings, self.snapshot
        surface.fill(look.ROOM)
        view.board.draw(surface, self.shown_board, self.motion, seconds=self.seconds, pairs=False)
        if self.replay.at:
            view.values.draw_steps(surface, self.replay.played)
        elif self.showing.shown is None and self.board.position == snapshot.position:
            landing = [flight.cell for flight in self.motion.flights if flight.landing]
            relative = settings.relative_values
            view.values.draw(surface, snapshot, self.board, relative=relative, without=landing)
        paint_rail(surface, self.theme)
        proving = "" if self.app.scheduler.failure else self.proofs.short_words
        work, share = work_words(self.analyst, snapshot)
        over = snapshot.ending is not None
        words = situation(snapshot.position, self.names, self.board, self.replay, over=over)
        said = self.said or (words or proving or work, "info")
        view.paint_panels(surface, snapshot, self.names, (*said, share))
