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
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import (
    EVERY_MOVE_TILES,
    NARROWED,
    Mark,
    MoveCost,
    Review,
    Thresholds,
    unknown_replies,
)
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import ExpectedLines, Snapshot, Study, decided
from battle.analysis.values import Bounds, known_unseen
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
from battle.language import _, decimal, ngettext
from battle.page.blocks import (
    Block,
    Command,
    Dot,
    Ink,
    Offer,
    Paragraph,
    Plot,
    Progress,
    Space,
    Title,
    ToMove,
    ValueLine,
)
from battle.page.blocks import Role as WordsRole
from battle.page.review import (
    NOTHING_TO_REVIEW,
    REVIEW_ENDED,
    Scale,
    lost_words,
    margin_note,
    margin_plot,
    review_page,
    signs_page,
)
from battle.profile.settings import Settings
from battle.protocol import Info
from battle.rules.position import (
    PLAYERS,
    Cell,
    Kind,
    Move,
    Player,
    Position,
    for_player,
    other,
)
from battle.rules.record import Node, Record, move_number, without_commands
from battle.training.background import collect
from battle.training.deck import LESSON
from battle.training.sitting import proven_mistakes
from battle.window.board import (
    AnalysisLayout,
    AnalysisView,
    Board,
    LineReplay,
    TreePanel,
    flights_over,
    players_panel,
    shown_values,
)
from battle.window.keys import STUDY_SHORTCUTS
from battle.window.pages import Flow, paint_plot, paint_progress, scale_in
from battle.window.scenes import (
    BoardScene,
    Choice,
    ChoiceDialog,
    Services,
    TextDialog,
    attempt,
    question,
)
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import status_line
from battle.window.ui.keys import action_of, line_number_of, words_of
from battle.window.ui.layout import FILL, Share, across, box, centred, column, down, inset, row
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Panel, Point, Switch
from battle.window.ui.window import Size
from battle.words import (
    LONGEST_COMMENT,
    Names,
    about_time,
    address,
    cells_words,
    cost_figure,
    estimate,
    getting_ready_words,
    interval,
    label,
    lost_brief,
    margin_figure,
    no_answer_words,
    no_pair_words,
    number_of,
    numbered,
    running_words,
    share_words,
    shown_comment,
    side_of,
    signed,
    tile_words,
    to_move_words,
    wins_by_words,
    won_by_words,
)

_SNAPSHOT_SECONDS: Final = 0.12
"""A solver's news is shown no sooner than this after the last."""
_FAR: Final = 10
"""The moves that Page Up and Page Down go."""
_MOST_SECONDS: Final = 120.0
"""The longest that a review takes for a position."""


class StudyScene(BoardScene):
    """Shows one study; `session` is the game it belongs to, for names, tags and the way back.

    An `analyst` of the study goes on with what it does.
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
        self._nodes_before = 0 if session is None else _size(study)
        self._stands_alone = False
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
        """Start the engine; a game that is over opens at its telling move, others look ahead."""
        self._stands_alone = not self.app.is_over_another
        self.app.scheduler.start()
        telling, game = self._telling_move(), self.study.game
        if telling is not None:
            self.study.go_to(telling)
        if game.ending_at(game.last) is None and self.shows("review"):
            self._show_panel("review", False)
        self._show_front()

    @property
    def front(self) -> Node:
        """The node whose position is on the board."""
        return self._back or self.study.node

    @property
    def _back(self) -> Node | None:
        """In looking back the node before the current one, at the start that one; else None."""
        node = self.study.node
        return (node.parent or node) if self.shows("review") else None

    def _show_front(self) -> None:
        """Put on the board what is looked at; in looking back no earlier move is marked."""
        self.path = self.front.path()
        self.show_place(self.front)
        if self.front is not self.study.node:
            self.board.last = None
        self.snapshot = self._seen()

    def _seen(self) -> Snapshot:
        return Snapshot(self.study, self._back, side_of(self.names))

    def _telling_move(self) -> Node | None:
        """Return the move to open the game at, None if it goes on or is not seen at its end."""
        game = self.study.game
        if game.ending_at(game.last) is None or game.node is not game.last:
            return None
        return self.study.telling_move(self.session.person)

    def resume(self) -> None:
        """Come back from another screen, where the thresholds may have been changed."""
        self._take_thresholds()
        self.app.scheduler.start()
        self.proofs.go_on()

    def _take_thresholds(self) -> None:
        self.study.judge_by(Thresholds(*self.app.settings.thresholds))

    def leave(self) -> None:
        """Look at no position any more, and give the game what was found."""
        self.review.close()
        self.analyst.analyse(None)
        self.proofs.pause()
        self.replay.drop()
        self._keep()

    def quitting(self) -> None:
        """Give the game what was found before the program ends."""
        self._keep()

    def _keep(self) -> None:
        """Give the game, the proofs and the person's record what was found.

        What belongs to no game at a table is kept as the last analysis, if anything was tried out
        or the position was set up.
        """
        self.keep()
        if self._stands_alone and _size(self.study) > self._nodes_before:
            file, kept = self.app.autosave.analysis_file, self.session.with_findings(self.study)
            for words in self.app.places.write(file, kept.record().text):
                self.app.say(words)

    def keep(self) -> None:
        """Give the game, the proofs and the person's record what was found."""
        self.session.take_in(self.study)
        self.app.proofs.keep(self.study)
        collect(self.app, self.session, self.study)

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
        self.view = view = StudyView(self.size, theme, self.app.settings)
        self.graph.place(theme, view.layout.graph)
        self.tree.place(theme, view.parts["tree"], view.layout.tree)
        self.sheet.place(theme, view.parts["sheet"], view.layout.sheet)
        for panel in (self.graph, self.tree, self.sheet):
            self.add(panel, walked=False)
        self._sheet_shown = None
        self.refresh()
        self._add_buttons()

    def _add_buttons(self) -> None:
        """Add what is done most, in words, above the panels, and the buttons on these."""
        parts, keys, px = self.view.parts, self.keys, self.theme.px
        left, right = (centred(room, room.width, px(40)) for room in self.view.layout.tools)
        menu, table, tools = across(left, FILL, FILL, left.height, gap=px(6))
        review, learn = across(right, FILL, FILL, gap=px(6))
        self.tools = {"tools": self.add_button(tools, "…", keys["tools"], tip=_("More tools"))}
        for place, action, caption, tip in (
            (menu, "menu", _("Menu"), ""),
            (table, "play", _("Table"), _("Back to the table")),
            (review, "review", _("Review"), ""),
            (learn, "learn", _(LESSON), ""),
        ):
            tip = self.tip_of(action, tip)
            self.tools[action] = self.add_button(place, caption, keys[action], tip=tip)
        turn = partial(self._act, self.turn_solver)
        self.switch = self.add(Switch(parts["engine"], _("Solver"), "", turn, on=self.analyst.on))
        self.switch.tip = self.tip_of("engine")
        for icon, action, caption in (
            ("first", "to_start", _("To the start")),
            ("chevron-left", "back", _("One move back")),
            ("chevron-right", "forward", _("One move on")),
            ("last", "to_end", _("To the end")),
            ("list", "all_moves", words_of("all_moves", STUDY_SHORTCUTS)),
        ):
            self.add_tool(parts[action], icon, action, caption, keys[action], "quiet")
        self.tools["all_moves"].selected = self.shows("all moves")
        for action, caption, tip in (
            ("previous_mistake", _("‹ Mistake"), _("Previous mistake")),
            ("next_mistake", _("Mistake ›"), _("Next mistake")),
        ):
            tip, call = self.tip_of(action, tip), keys[action]
            self.add_button(parts[action], caption, call, look_as="quiet", tip=tip)
        for name, words, is_shown in (
            ("lines", _("Lines"), not self.shows("review")),
            ("review", _("Review"), self.shows("review")),
        ):
            show = partial(self.show_review, name == "review")
            tab = self.add_button(parts[name], words, show, look_as="segment")
            tab.tip = self.tip_of("sheet")
            tab.selected = is_shown

    def show_review(self, shown: bool = True) -> None:
        """Show the review on the sheet, or else the lines, and what they speak of on the board."""
        if shown != self.shows("review"):
            self._show_panel("review", shown)
            self.follow()

    def _show_panel(self, name: str, shown: bool) -> None:
        panels = {*self.app.settings.analyse_panels} - {name}
        self.app.change(analyse_panels=tuple(sorted(panels | ({name} if shown else set()))))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, replay, and bring what is shown up to the study."""
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
        self.replay.update(self._line_pointed_at(), seconds)
        self._fill_sheet()

    def _fill_sheet(self) -> None:
        """Show on the sheet the review, or the lines, as they are now."""
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
        """How fast the solver works and with what, where more is shown; else nothing."""
        latest, settings = self.app.scheduler.latest, self.app.settings
        if not self.shows("more"):
            return ()
        return speed_words(latest), resource_words(latest, settings.threads, settings.hash_mb)

    def _more(self) -> Iterator[Block]:
        """Yield what opens and closes the signs and the rest, and what is open of them."""
        arrows = {False: "chevron-right", True: "chevron-down"}
        icon, opens = arrows[self.explains], Command("signs")
        yield Paragraph(_("What the signs mean"), role=WordsRole.TEXT, icon=icon, leads_to=opens)
        if self.explains:
            yield from signs_page(is_proven=False)
            yield Paragraph(margin_note(self.names))
        icon = arrows[self.shows("more")]
        yield Paragraph(_("More"), role=WordsRole.TEXT, icon=icon, leads_to=Command("more"))
        if self.shows("more"):
            snapshot = self.snapshot
            yield from insight_page(snapshot.front, snapshot.values, self.names)
            yield Title(_("Solver"))
            yield from (Paragraph(words) for words in self._figures if words)

    def _turn_proof(self, action: str) -> None:
        """Begin a proof, or end the one that goes on, and say so."""
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
            telling = self._telling_move()
            if telling is not None:
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
        """Bring everything shown up to the study."""
        self._refreshed_at = self.seconds
        self.snapshot = shown = self._seen()
        self.tree.fill(shown.root, shown.node, shown.line, shown.costs)
        self.graph.fill(shown)
        self._fill_sheet()

    def follow(self) -> None:
        """Bring everything shown up to the study, and let tiles fly to where it is now."""
        self.replay.drop()
        old = self.path
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
        return self.replay.board(self.board)

    def _pointed_at(self) -> Move | ToMove | Command | None:
        """Return whose line is to be replayed: under the mouse, or chosen by keys.

        While a tile is selected its partner is looked for on the board, and nothing runs there.
        """
        cell = self.board.hovered
        if self.sheet.pointed is not None or cell is None:
            target: Move | ToMove | Command | None = self.sheet.pointed_at
            return target
        value = shown_values(self.snapshot, self.board).get(cell)
        return None if value is None or self.board.selected is not None else value.move

    def _line_pointed_at(self) -> Line | None:
        """Return the line to be replayed, and where it begins."""
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
        """Look at a place of the tree."""
        if node is not self.study.node:
            self.study.go_to(node)
            self.follow()

    def _go_to_place(self, place: int) -> None:
        """Look at a place of the line, or its nearer end."""
        line = self.snapshot.line
        self.go_to(line[max(0, min(len(line) - 1, place))])

    def step(self, plies: int) -> None:
        """Go some moves along the line looked at."""
        self._go_to_place(self.snapshot.line.index(self.study.node) + plies)

    def play(self, move: Move, at: Node | None = None) -> None:
        """Play a move at a node, by default on the board; one not in the tree begins a branch.

        In looking back the pair tried is judged; the one that was taken leads on, at the end of
        the line to *Lines*.
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
        self.answered(self.board.choose(cell))

    def take(self, move: Move) -> None:
        """Play the pair that was chosen."""
        self.play(move)

    def _follow_block(self, target: Move | ToMove | Command) -> None:
        """Do what a block of the sheet is for: play a move, go to a place, or act."""
        match target:
            case Command(action):
                self.act(action)
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
            "tools": self.open_tools,
            "play_on": self.play_on,
            "edit": lambda: self.app.go("editor", self.front.position),
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
        """Do what the key stands for; the screen uses every key, the widgets get none."""
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
        """Go to the next line or block of the sheet, which is replayed then."""
        self.board.hovered = None
        self.sheet.step(by)

    def press_enter(self) -> None:
        picked = self.sheet.chosen_target
        if picked is not None and self.board.selected is None:
            self._follow_block(picked)
        else:
            super().press_enter()

    def _escape(self) -> None:
        """Let go of what was chosen last; with nothing chosen leave."""
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
        """Show what can be done with a move of the tree; elsewhere let go."""
        node = self.tree.node_at(point)
        if node is not None:
            self.go_to(node)
            self.open_move_menu()
        else:
            self.board.selected = None
            self.quiet()

    def wheel_at(self, point: Point, rows: int) -> None:
        """Step through the line pointed at."""
        self.replay.step(1 if rows > 0 else -1)

    # --- the solver -------------------------------------------------------------------------------

    def turn_solver(self) -> None:
        """Turn the solver on or off; one that has failed is started again and is on."""
        if self.analyst.failure:
            self.analyst.start()
            self.analyst.on = True
        else:
            self.analyst.on = not self.analyst.on

    def review_game(self) -> None:
        """Review the whole line looked at; a review under way is ended.

        A line that is reviewed and not proven throughout gets more time.
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
            found = self.study.review()
            again = found is not None and not found.is_proven
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
        """Look at the next mistake of the line, or at the one before; the ends of the line meet."""
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
        """Put the costly moves to the person again; ask whose, where both players are people.

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
        self.app.go("lesson", self.study, self.names, players, self.go_to, on_leave)

    def _ask_whose(self, counts: dict[Player, int], on_leave: Callable[[], object]) -> None:
        """Ask whose mistakes are to be put again."""

        def choice(words: str, players: list[Player], icon: str) -> Choice:
            number = sum(counts[player] for player in players)
            text = _("{name} ({n})").format(name=words, n=number)
            return Choice(text, lambda: self._learn_from(players, on_leave), "", icon)

        first, second = map(label, self.names)
        choices = [
            choice(first, [1], "player-one"),
            choice(second, [2], "player-two"),
            choice(_("Both players"), [1, 2], "people"),
            Choice(_("Cancel"), on_leave, "", "close"),
        ]
        self.app.push(ChoiceDialog(self.app, _("Whose mistakes?"), "", choices, on_escape=3))

    # --- the tree ---------------------------------------------------------------------------------

    def open_move_menu(self) -> None:
        """Show what can be done with the move looked at."""
        node = self.study.node
        choices = [
            Choice(_("Write a comment"), self.rename, "", "edit"),
            Choice(words_of("promote", STUDY_SHORTCUTS), self.promote, "", "branch"),
            Choice(_("Delete it and everything after it"), self.delete, "", "delete"),
            Choice(_("Cancel"), lambda: None, "primary", "close"),
        ]
        title = _("Move {move}").format(move=node.move)
        self.app.push(ChoiceDialog(self.app, title, "", choices, on_escape=3))

    def rename(self) -> None:
        """Write a comment after the move looked at; on a branch it is its name."""
        node = self.study.node
        move = "" if node.move is None else str(node.move)
        title = _("Comment on {move}").format(move=move) if move else _("Comment on the start")
        words = shown_comment(without_commands(node.comment))
        self.app.push(TextDialog(self.app, title, words, self._rename, limit=LONGEST_COMMENT))

    def _rename(self, words: str) -> None:
        """Write a comment; one that was not changed stays, whatever of it could be shown."""
        node = self.study.node
        if words != shown_comment(without_commands(node.comment)):
            self.study.rename(node, words)
        self.refresh()

    def delete(self) -> None:
        """Delete the move looked at and all after it, after a question if much would be lost."""
        study = self.study
        node = study.node
        if node.parent is None:
            self.notice(_("The start cannot be deleted."), "refused")
        elif not node.children and node.parent.children[0] is not node:
            self._delete()
        else:
            words = _("{move} and all moves after it are deleted from this study.")
            text, keep, delete = words.format(move=node.move), _("Keep"), _("Delete")
            self.app.push(question(self.app, _("Delete?"), text, keep, delete, self._delete))

    def _delete(self) -> None:
        attempt(self.notice, partial(self.study.delete, self.study.node))
        self.follow()

    def promote(self) -> None:
        """Make the line through the move looked at the main line."""
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
        """Go back to the game; without one at the table play on from here."""
        app = self.app
        if app.is_over_another:
            app.pop()
        elif self.session.game is self.study.game:
            app.go("new_game", self.front.position)
        else:
            app.go("table", self.session)

    def play_on(self) -> None:
        """Begin a game from the position looked at, against whom was played last."""
        if self.front.position.is_over:
            self.notice(no_pair_words(), "refused")
        else:
            self.app.go("play_from", self.front.position, self.session)

    def leave_study(self) -> None:
        """Go back to where one came from."""
        if self.app.is_over_another:
            self.app.pop()
        else:
            self.app.go("home")

    def open_menu(self) -> None:
        """Show what else can be done."""
        app = self.app
        choices = [
            Choice(_("Back to the analysis"), lambda: None, "primary", "analyse"),
            Choice(_("Files"), lambda: app.push(self.files_dialog(self.keys)), "", "open"),
            Choice(_("Settings"), lambda: app.go("settings"), "", "settings"),
            Choice(_("Help"), self.keys["help"], "", "help"),
            Choice(_("To the start screen"), lambda: app.go("home"), "", "home"),
            Choice(_("Quit"), app.quit, "", "quit"),
        ]
        app.push(ChoiceDialog(self.app, _("Menu"), "", choices, on_escape=0))

    def open_tools(self) -> None:
        """Show what can be done with the place looked at, beside what has a button."""
        choices = [
            Choice(_("Back to the analysis"), lambda: None, "primary", "analyse"),
            *(
                Choice(words, self.keys[action], "", icon)
                for icon, action, words in (
                    ("play", "play_on", _("Play on from here")),
                    ("edit", "edit", _("Set up a position")),
                    ("export", "export", _("Export")),
                    ("values", "values", _("Costs or margins")),
                    ("stop", "stop", words_of("stop", STUDY_SHORTCUTS)),
                )
            ),
        ]
        self.app.push(ChoiceDialog(self.app, _("More tools"), "", choices, on_escape=0))

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it that is no widget."""
        view, settings, snapshot = self.view, self.app.settings, self.snapshot
        view.board.draw(surface, self.shown_board, self.motion, seconds=self.seconds, pairs=False)
        if self.replay.at:
            view.values.draw_steps(surface, self.replay.played)
        elif self.board.position == snapshot.position:
            landing = [flight.cell for flight in self.motion.flights if flight.landing]
            relative = settings.relative_values
            view.values.draw(surface, snapshot, self.board, relative=relative, without=landing)
        proving = "" if self.app.scheduler.failure else self.proofs.short_words
        work, share = work_words(self.analyst, snapshot)
        over = self.study.game.ending_at(snapshot.front) is not None
        words = situation(snapshot.position, self.names, self.board, self.replay, over=over)
        view.paint_panels(
            surface,
            snapshot,
            self.names,
            (proving or work, share),
            (*(self.said or (words, "info")), aside(snapshot, self.session.setup.deal)),
        )


def _size(study: Study) -> int:
    """Return how many positions the tree of a study has."""
    return sum(1 for _node in study.nodes())


# --- view ----------------------------------------------------------------------------------------
#
# The panels of Analyse at one window size, and what they say. Every panel is a layer that is
# painted again when what it shows has changed.

_ENGINE: Final = 88
"""The height of the solver's panel at 1280 x 800."""


def study_parts(layout: AnalysisLayout, px: Callable[[float], int]) -> dict[str, Rect]:
    """Return the buttons on the panels by their actions, and what is left of the panels.

        engine  | engine (a switch) |               over what the solver does, `work`
        tree    title | to_start back forward to_end |      over `tree`, then both mistakes
        sheet   lines | review | all_moves |                over `sheet`

    `px` scales a length for 1280 x 800. The words of the switch, not its ground, line up with
    the `work` below.
    """
    bar, side = min(px(34), layout.engine.height * 2 // 5), px(30)
    engine = column(box("engine", bar), box("work"), pad=px(10))
    walk = [box(action, side) for action in ("to_start", "back", "forward", "to_end")]
    mistakes = row(box("previous_mistake"), box("next_mistake"), size=side, gap=px(6))
    tree = column(
        box(size=px(3)),
        row(box(), *walk, size=side, gap=px(2)),
        box(size=px(5)),
        box("tree"),
        mistakes,
    )
    narrow = min(px(26), layout.sheet.width // 10)
    tabs = box("lines", Share(0.44)), box("review", Share(0.56))
    tools = row(*tabs, box(size=px(4)), box("all_moves", narrow), size=px(30))
    sheet = column(box(size=px(6)), tools, box(size=px(4)), box("sheet"))
    found = engine.lay(layout.engine)
    found["engine"] = inset(found["engine"], -px(8), 0)
    for panel, place in ((tree, layout.tree), (sheet, layout.sheet)):
        inner = inset(place, px(8), 0)
        found |= panel.lay(down(inner, FILL, px(8))[0])
    return found


class StudyView(AnalysisView):
    """Lays Analyse out for a window of `size`, and paints what is no widget."""

    def __init__(self, size: Size, theme: Theme, settings: Settings) -> None:
        painted = ("verdict", "players", "engine", "status")
        super().__init__(size, theme, settings, painted, worth=False, engine=_ENGINE)
        self.parts = study_parts(self.layout, theme.px)

    def paint_panels(
        self,
        surface: pygame.Surface,
        snapshot: Snapshot,
        names: tuple[str, str],
        work: tuple[str, float | None],
        status: tuple[str, str, str],
    ) -> None:
        """Paint verdict, players, what the solver does and how far it is, and the status line."""
        theme, layout, layers = self.theme, self.layout, self.layers
        layers["verdict"].draw(
            surface,
            (snapshot.margin, snapshot.node, snapshot.front, names),
            lambda s: verdict_panel(s, theme, layout.verdict, snapshot, names),
        )
        here = snapshot.front is not snapshot.line[-1]
        lost = [
            ("", "")
            if loss is None
            else (
                lost_words(loss[0], exact=loss[1], up_to_here=here),
                lost_brief(loss[0], exact=loss[1], so_far=here),
            )
            for loss in map(snapshot.lost, PLAYERS)
        ]
        layers["players"].draw(
            surface,
            (snapshot.position, names, lost),
            lambda s: players_panel(s, theme, layout.players, snapshot.position, names, lost),
        )
        layers["engine"].draw(
            surface,
            work,
            lambda s: engine_panel(s, theme, layout.engine, self.parts["work"], *work),
        )
        layers["status"].draw(
            surface, status, lambda s: status_line(s, theme, layout.status, *status)
        )


# --- verdict -------------------------------------------------------------------------------------
#
# Who wins from here above the table, and how certain that is.

_GAUGE: Final = 40
"""The margin at which the verdict's bar is full."""


def verdict_panel(
    surface: pygame.Surface, theme: Theme, rect: Rect, snapshot: Snapshot, names: tuple[str, str]
) -> None:
    """Say who wins from here with perfect play, and show it as a bar from player 1 to player 2."""
    px, margin, position = theme.px, snapshot.margin, snapshot.position
    words, bar = down(rect, FILL, max(px(13), rect.height * 30 // 100))
    text = verdict(margin, names, place_words(snapshot), over=position.is_over)
    small = theme.font(Role.SMALL)
    notes = verdict_notes(margin, known_unseen(position).as_margin(position), snapshot.side)
    least = theme.font(Role.HEADING).size(text)[0] * draw.LEAST_SHARE
    beside = px(10) + px(14) + 2 * px(4)
    most = words.width - round(least) - beside - 2
    fitting = (note for note in notes if small.size(note)[0] <= most)
    note = next(fitting, "")
    aside = small.size(note)[0] + beside if note else 0
    font = draw.fitting_font(theme, Role.HEADING, text, max(px(60), words.width - aside))
    line = centred(words, min(words.width, font.size(text)[0] + aside), words.height)
    title, rest = across(line, FILL, aside)
    draw.text(surface, font, text, look.INK, title)
    if note:
        proven = decided(margin) is not False
        ink = theme.costs[Mark.NONE] if proven else look.MUTED
        _gap, sign, place = across(rest, px(10), px(14), FILL, gap=px(4))
        if proven:
            draw.sign(surface, "check", px(14), ink, center=sign.center)
        else:
            draw.text(surface, theme.font(Role.STRONG), "~", ink, sign, "centre")
        draw.text(surface, small, note, ink, place)
    _gauge(surface, theme, bar, margin)


def _gauge(surface: pygame.Surface, theme: Theme, bar: Rect, margin: Bounds) -> None:
    """Paint the margin growing from the middle to the side of who is ahead; bounds behind it."""
    draw.box(surface, bar, look.WELL, radius=bar.height // 2, border=look.LINE)
    inner = bar.inflate(-4, -4)

    def at(points: int) -> int:
        share = max(-1.0, min(1.0, points / _GAUGE))
        return round(inner.centerx - share * inner.width / 2)

    if not margin.is_exact:
        left = at(margin.upper)
        bounds = Rect(left, inner.top, at(margin.lower) - left, inner.height)
        draw.box(surface, bounds, look.LINE, radius=inner.height // 2)
    if margin.guess:
        left, right = sorted((at(margin.guess), inner.centerx))
        part = Rect(left, inner.top, right - left, inner.height)
        colour = look.PLAYERS[1 if margin.guess > 0 else 2]
        if margin.is_exact:
            surface.fill(colour, part)
        else:
            _stripe(surface, part, colour)
    side = bar.height + theme.px(4)
    surface.fill(look.GOLD, centred(inner, max(2, theme.px(2)), side))
    for player, end in zip(PLAYERS, across(bar, side, FILL, side)[::2], strict=True):
        draw.badge(surface, theme, player, centred(end, side, side))


def _stripe(surface: pygame.Surface, part: Rect, colour: pygame.Color) -> None:
    """Fill a part with slanted stripes: it is an estimate."""
    step, tall = max(3, part.height // 2), part.height
    clip = surface.get_clip()
    surface.set_clip(part.clip(clip))
    for x in range(part.left - tall, part.right + tall, 2 * step):
        foot = [(x, part.bottom), (x + step, part.bottom)]
        top = [(x + step + tall, part.top), (x + tall, part.top)]
        pygame.draw.polygon(surface, colour, [*foot, *top])
    surface.set_clip(clip)


# --- engine --------------------------------------------------------------------------------------


def engine_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: Rect,
    room: Rect,
    words: str,
    share: float | None,
) -> None:
    """Paint in `room` what the solver does, and how far it is."""
    px = theme.px
    draw.box(surface, rect, look.PANEL, radius=px(14), border=look.LINE)
    line, track = down(room, FILL, max(3, px(4)), gap=px(2))
    draw.text_within(surface, theme, Role.SMALL, words, look.MUTED, line)
    if share is not None:
        paint_progress(surface, track, share, border=None)


# --- lines ---------------------------------------------------------------------------------------

BEST: Final = 5
"""How many moves are listed unless all are wanted."""
_LONGEST: Final = 12
"""The moves of a line that are written at most."""


def lines_page(
    moves: Sequence[MoveCost], lines: ExpectedLines, side: Player = 1, *, relative: bool
) -> Iterator[Block]:
    """Yield the moves with their values, proven bounds and the play expected after them.

    Margins are from the `side` of a player.
    """
    for number, value in enumerate(moves, 1):
        line = lines.line(value.move)[1:_LONGEST]
        figure = cost_figure(value.cost) if relative else margin_figure(value.after, side)
        is_open = value.is_narrowed and not value.after.is_exact
        yield ValueLine(
            number=str(number),
            kind=value.kind,
            cells=cells_words(value.move),
            value=figure if value.is_known else "…",
            mark=value.mark,
            proven=value.shown(relative=relative).is_exact,
            bounds=interval(value.after, side) if is_open else "",
            play=" ".join(map(str, line)),
            leads_to=value.move,
        )
    if not moves:
        yield Paragraph(no_pair_words(), Ink.FAINT)


# --- graph ---------------------------------------------------------------------------------------
#
# The margin with perfect play after each move of a line, from the side of the person here, else
# from player 1's.
#
#     (1) up  ┌──────────────┐   up is that side ahead; solid where proven, dashed where estimated
#             │   __/\__•_   │   dots: costly moves
#     (2)     │         \__ │
#             └──────────────┘
#
# While a branch is looked at the game itself goes on beside it, thin and faint.

_LEAST_MARGIN: Final = 10


class GraphPanel(Panel):
    """The graph of the line looked at; `follow` gets the place that is clicked or dragged to."""

    def __init__(self, follow: Callable[[int], object]) -> None:
        super().__init__()
        self._follow = follow
        self.pointed: int | None = None
        self.scale = Scale(Plot("", (), 0, 1), 0, 1, 0, 1)

    def place(self, theme: Theme, rect: Rect, panel: Rect | None = None) -> None:
        """Lay the graph out on a panel."""
        px = theme.px
        self.head, self.plot, _pad = down(inset(rect, px(12), 0), px(36), FILL, px(12))
        super().place(theme, self.plot, rect)
        self.title = _("Margin")

    def fill(self, snapshot: Snapshot) -> None:
        """Show a line."""
        self.snapshot = snapshot
        self.scale = scale_in(self.plot, line_plot(snapshot))

    @property
    def shown(self) -> object:
        return self.snapshot.curves

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.scale.place(point[0])

    def press(self, point: Point, *, double: bool = False) -> None:
        self.drag(point)

    def drag(self, point: Point) -> None:
        self._follow(self.scale.place(point[0]))

    def scroll(self, rows: int) -> bool:
        self._follow(self.snapshot.place + rows)
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint the curve."""
        px = self.theme.px
        draw.box(surface, self.plot.inflate(px(8), px(8)), look.PLOT, radius=px(6))
        surface.fill(look.PLOT_FRAME, (self.plot.left, round(self.scale.y(0)), self.plot.width, 1))
        paint_plot(surface, self.theme, self.plot, self.scale.plot)

    def _paint_ends(self, surface: pygame.Surface) -> None:
        """Paint whose side is up, whose down, and how far, on a ground of their own."""
        px, small = self.theme.px, self.theme.font(Role.SMALL)
        side = min(px(16), self.plot.height // 4)
        above, _rest, below = down(inset(self.plot, px(4)), side, FILL, side)
        up, plot = self.scale.plot.up, self.scale.plot
        for player, place in ((up, above), (other(up), below)):
            sign, label = across(place, side, FILL, gap=px(6))
            number = signed(plot.high if player == up else -plot.low)
            label.width = small.size(number)[0]
            ground = look.translucent(look.PLOT, 190)
            draw.box(surface, sign.union(label).inflate(px(6), px(2)), ground, radius=px(6))
            draw.badge(surface, self.theme, player, sign)
            draw.text(surface, small, number, look.MUTED, label)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool = False) -> None:
        """Paint the graph, the places looked at and under the mouse, and what is known there."""
        super().paint(surface, theme)
        px, snapshot = self.theme.px, self.snapshot
        at = min(snapshot.place if self.pointed is None else self.pointed, len(snapshot.line) - 1)
        if at != snapshot.place:
            self._paint_cursor(surface, at, look.MUTED, 1)
        self._paint_cursor(surface, snapshot.place, look.GOLD, px(2))
        margin = snapshot.margins[at]
        if at == snapshot.place and margin.guess is not None:
            dot = Rect(0, 0, px(11), px(11))
            seen = for_player(margin.guess, snapshot.side)
            dot.center = round(self.scale.x(at)), round(self.scale.y(seen))
            draw.box(surface, dot, look.GOLD, radius=dot.width // 2, border=look.ROOM)
        self._paint_ends(surface)
        strong, small = self.theme.font(Role.STRONG), self.theme.font(Role.SMALL)
        words, sign = across(self.head, FILL, px(18) if margin.is_exact else 0)
        if margin.is_exact:
            draw.sign(surface, "check", px(15), self.theme.costs[Mark.NONE], center=sign.center)
        leader: Player = 2 if (margin.guess or 0) < 0 else 1
        lead = margin_figure(margin.for_player(leader))
        end = draw.text(surface, strong, lead, look.INK, words, "right").left
        if margin.guess:
            badge = Rect(end - px(22), words.centery - px(8), px(16), px(16))
            draw.badge(surface, theme, leader, badge)
            end = badge.left
        title = strong.size(self.title)[0] + px(14)
        note = across(words, title, end - px(8) - words.left - title, FILL)[1]
        node = snapshot.line[at]
        number = numbered(at, other(node.position.to_move))
        where = _("start")
        if node.move is not None:
            where = _("after {move}").format(move=f"{number} {cells_words(node.move)}")
        if small.size(where)[0] <= note.width:
            draw.text(surface, small, where, look.FAINT, note, "right")

    def _paint_cursor(
        self, surface: pygame.Surface, place: int, colour: pygame.Color, width: int
    ) -> None:
        x = round(self.scale.x(place) - width / 2)
        surface.fill(colour, (x, self.plot.top, width, self.plot.height))


def line_plot(snapshot: Snapshot) -> Plot:
    """Return what is known of a line's margins, with the game beside a branch, and its mistakes."""
    dots = [
        Dot(place, margin.guess, cost.player, cost.mark)
        for place, (node, margin) in enumerate(zip(snapshot.line, snapshot.margins, strict=True))
        if (cost := snapshot.costs.get(node)) is not None
        and margin.guess is not None
        and cost.mark in (Mark.MISTAKE, Mark.BLUNDER)
    ]
    margins = margin_plot(snapshot.margins, snapshot.side, beside=snapshot.beside, dots=dots)
    low, high = margins.low // 5 * 5, -(-margins.high // 5) * 5
    return replace(margins, low=min(-_LEAST_MARGIN, low), high=max(_LEAST_MARGIN, high))


# --- words ---------------------------------------------------------------------------------------
#
# Who wins, whose move it is, what the solver does, figures of its work.


def place_words(snapshot: Snapshot) -> str:
    """Say which position is on the board: before the move looked back at, else after it."""
    if snapshot.node.parent is None:
        return _("At the start")
    words = _("Before move {n}") if snapshot.looks_back else _("After move {n}")
    return words.format(n=move_number(snapshot.place, other(snapshot.node.position.to_move)))


def verdict(margin: Bounds, names: tuple[str, str], place: str = "", *, over: bool = False) -> str:
    """Say who wins with perfect play from a place on, and by how much, as far as it is known."""
    winner = decided(margin)
    if winner is None:
        return _("A draw") if over else _("A draw with perfect play")
    if winner is False and (margin.guess is None or margin.sign is None):
        return _("Who wins is not known yet")
    name = names[winner - 1 if winner else 0 if margin.sign == 1 else 1]
    if over:
        return won_by_words(name, str(abs(margin.lower)))
    if winner is False:
        words = wins_by_words(name, estimate(str(abs(margin.value)), margin.error))
    elif margin.is_exact:
        words = wins_by_words(name, str(abs(margin.lower)))
    else:
        low, high = sorted((abs(margin.lower), abs(margin.upper)))
        words, yours = _("{name} wins by {low} to {high}"), _("You win by {low} to {high}")
        words = address(name, words, yours, low=low, high=high)
    # Translators: the title above the board, such as “Before move 8: Ada wins by 24”.
    return _("{place}: {verdict}").format(place=place, verdict=words)


def verdict_notes(margin: Bounds, trivial: Bounds, side: Player = 1) -> tuple[str, ...]:
    """Say how certain the verdict is, first at length, then in short.

    `trivial` is what is known without a look. The figures are from the `side` of a player.
    """
    if decided(margin) is not False:
        if not margin.lower or not margin.is_exact or trivial.is_exact:
            return (_("proven"),)
        spare = abs(margin.lower) - 1
        words = ngettext("the win has {n} point to spare", "the win has {n} points to spare", spare)
        safety = words.format(n=spare) if spare else _("no point to spare")
        # Translators: “proven; the win has 6 points to spare”.
        return _("proven; {safety}").format(safety=safety), _("proven")
    if margin.guess is None:
        return ()
    figure = margin_figure(margin, side)
    brief = _("estimated: {margin}").format(margin=figure)
    if margin.upper - margin.lower > NARROWED * (trivial.upper - trivial.lower):
        return (brief,)
    words = _("estimated: {margin}; certain: {bounds}")
    return words.format(margin=figure, bounds=interval(margin, side)), brief


def situation(
    position: Position,
    names: tuple[str, str],
    board: Board,
    replay: LineReplay,
    *,
    over: bool,
) -> str:
    """Say where the line that is replayed stands, why a tile cannot be taken, or whose move it is.

    `over` says that the game has ended at the place looked at.
    """
    if replay.at:
        before, move = replay.positions[replay.at - 1], replay.moves[replay.at - 1]
        return address(
            names[before.to_move - 1],
            _("Expected play, move {n} of {count}: {name} takes {kind}, {move}."),
            _("Expected play, move {n} of {count}: you take {kind}, {move}."),
            n=replay.at,
            count=len(replay.moves),
            kind=tile_words(before.kind_of(move)),
            move=move,
        )
    if board.hovered is not None and board.looked_at is None:
        found = position.kind_at(board.hovered)
        if found is not None:
            return board.refusal(board.hovered, found)
    if over:
        return _("The game is over here.") if position.is_over else _("The game ended here.")
    return to_move_words(names[position.to_move - 1], position)


def aside(snapshot: Snapshot, deal: int | None) -> str:
    """Say which place of the line is looked at, and of which deal if it has a number."""
    place = _("move {number} of {count}").format(
        number=number_of(snapshot.node), count=number_of(snapshot.line[-1])
    )
    return place if deal is None else _("deal {number}").format(number=deal) + "  ·  " + place


def work_words(analyst: Analyst, snapshot: Snapshot) -> tuple[str, float | None]:
    """Say what the solver does, and how far that is, 0 to 1, None if nothing is under way."""
    if analyst.failure:
        return no_answer_words(analyst.failure), None
    review, moves = analyst.review, len(snapshot.moves)
    if review is not None:
        words = _("Review: position {n} of {count}")
        share = review.done / max(1, review.of)
        return words.format(n=min(review.done + 1, review.of), count=review.of), share
    if snapshot.position.is_over:
        return _("The game is over here."), None
    proven = sum(1 for value in snapshot.moves if value.after.is_exact)
    if moves and proven == moves:
        words = ngettext("The only move is proven.", "All {n} moves are proven.", moves)
        return words.format(n=moves), None
    if not analyst.on:
        return _("The solver is off."), None
    words, scheduler = getting_ready_words(), analyst.scheduler
    if not scheduler.is_getting_ready:
        words = _("Depth {depth}, {proven} of {moves} moves proven").format(
            depth=scheduler.latest.depth, proven=proven, moves=moves
        )
    return words, proven / max(1, moves)


def speed_words(latest: Info) -> str:
    """Say how fast the solver works."""
    if not latest.nodes:
        return ""
    return _("{nodes} nodes, {speed} a second").format(
        nodes=compact(latest.nodes), speed=compact(latest.nodes_per_second)
    )


def resource_words(latest: Info, threads: int, megabytes: int) -> str:
    """Say what the solver works with: cores, memory, and how full its table is."""
    cores = _("cores: automatic")
    if threads:
        cores = ngettext("{n} core", "{n} cores", threads).format(n=threads)
    memory = _("{n} MiB").format(n=megabytes) if megabytes else ""
    full = round(latest.hashfull / 10)
    table = _("table {n} % full").format(n=full) if latest.nodes else ""
    return "  ·  ".join(part for part in (cores, memory, table) if part)


def compact(number: int) -> str:
    """Return a large number in few signs: `950`, `12 k`, `3.4 M`."""
    for unit, factor in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= factor:
            digits = 1 if number < 10 * factor else 0
            return f"{decimal(number / factor, digits)} {unit}"
    return str(number)


# --- proofs --------------------------------------------------------------------------------------
#
# The proofs that are asked for in the sheet of Analyse.
#
# The time a proof will take is said before it begins. It comes before the position in front; what
# is proven is shown as it comes, and kept at once.

POSITION, LINE = "prove_position", "prove_line"
"""The actions, by the names of their shortcuts; while a proof goes on both stop it."""


class StudyProofs:
    """The proof that goes on in one study, if there is one."""

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
        """Begin the proof of the line, or of the position at `front`; while one goes on, end it."""
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
        """Say how the proof has come to its end, once; empty before that."""
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
        """Yield how far the proof is with what ends it, or what could be proven, and the time."""
        proof = self._proof
        if proof is not None:
            yield Paragraph(self.words)
            yield Progress(share_words(proof.share), proof.share)
            yield Offer(_("Stop proving"), "stop", LINE if self._is_of_line else POSITION)
            yield Space(8)
            return
        offers = {
            LINE: _("Prove the whole line: {time}"),
            POSITION: _("Prove this position: {time}"),
        }
        for action, words in offers.items():
            proof = self._new(action, front)
            if not proof.is_over:
                yield Offer(words.format(time=about_time(proof.seconds_left)), "check", action)


# --- review -------------------------------------------------------------------------------------
#
# The page of the review. While it is open, reasons are asked for of the costly move looked at, as
# long as the solver is on. What choosing a block means is for the screen to do.


class StudyReview:
    """The page of the review of one study, and the reasons that it asks for."""

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
        """Yield the page of the line looked at: the move looked at, `more` of it, the review."""
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
            yield Offer(_("Cancel the review"), "stop", "review")
            yield Space(8)
        elif self._study.review() is None and has_moves:
            yield Paragraph(_("Every move is analysed, from the last to the first."))
            yield Offer(words_of("review", STUDY_SHORTCUTS), "review", "review", primary=True)
            yield Space(8)
        elif not has_moves:
            yield Paragraph(_("There is no move to review yet."), Ink.FAINT)

    def _offers(self, review: Review, front: Node) -> Iterator[Block]:
        yield Space(8)
        if any(move.cost.value and move.exact for move in review.moves):
            yield Offer(words_of("learn", STUDY_SHORTCUTS), "learn", "learn", primary=True)
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
        """Ask for the reasons of the move looked at while the page is open and the solver on."""
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
            None if why is None else (why.reasons(("", "")), why.is_done),
            self._analyst.on,
        )

    def _ask_replies(self) -> None:
        """Have proven what the best resistance is read from, before the move looked at."""
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
        replies = unknown_replies(values, position)
        wanted = [place for place in replies if place not in self._replies_asked]
        if wanted:
            self._replies_asked.add(wanted[0])
            asked = [(wanted[0], Target.MOVES)]
            self._replies = QuestionSearch(
                self._analyst,
                lambda: [one for one in asked if not is_reached(one[1], values, one[0])],
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
