"""Analyse: a study on the table, with everything that is known shown.

    events ──► actions ──► study ──version──► snapshot ──► board, lines, graph, tree, review
                             ▲
    scheduler ──► Analyst ───┘                StudyView paints them

What the person does changes the study; when its version has grown a new snapshot says what there is
to see. What the solver finds comes into the values of the study by itself. A line pointed at
(`preview`) covers the position on the board for as long; the study stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from battle.analysis.costs import Thresholds
from battle.analysis.study import ExpectedLines, Snapshot, Study
from battle.coach.reasons import Line
from battle.engine.jobs import Analyst
from battle.game.session import Session, bring_back, saved
from battle.language import _, explain
from battle.page.blocks import Command, ToMove
from battle.rules.game import Node
from battle.rules.position import Cell, Kind, Move, RulesError
from battle.rules.record import Record
from battle.training.background import collect
from battle.window.board.board import Board, LinePreview, flights_over
from battle.window.board.keys import STUDY_SHORTCUTS
from battle.window.board.tree import TreePanel
from battle.window.board.view import shown_values
from battle.window.scenes.board_scene import BoardScene
from battle.window.scenes.scene import Services
from battle.window.study.actions import StudyActions
from battle.window.study.panels import GraphPanel, LinesPanel
from battle.window.study.review import LINE, POSITION, ReviewPanel, StudyProofs
from battle.window.study.view import StudyView, sheet_titles
from battle.window.study.words import (
    aside,
    progress,
    resource_words,
    situation,
    speed_words,
    work_words,
)
from battle.window.ui.keys import action_of, keys_of, line_number_of, words_of
from battle.window.ui.widgets import Point

_SNAPSHOT_SECONDS: Final = 0.12
"""A solver's news is shown no sooner than this after the last."""
_FAR: Final = 10
"""The moves that Page Up and Page Down go."""


class StudyScene(BoardScene):
    """Shows one study; `session` is the game it belongs to, for names, tags and the way back.

    An `analyst` of the study goes on with what it does.
    """

    view: StudyView
    shortcuts = STUDY_SHORTCUTS

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
        self.tree = TreePanel(app.theme)
        self.graph = GraphPanel(app.theme)
        self.lines_panel = LinesPanel(app.theme)
        self.snapshot = Snapshot(study)
        self._refreshed_at = 0.0
        self.session = session or Session.from_record(Record({}, study.game))
        self._nodes_before = 0 if session is None else _size(study)
        self._stands_alone = False
        self.lines = ExpectedLines()
        self.actions = StudyActions(app, study, self.session, self.analyst, self)
        self.proofs = StudyProofs(app, study)
        self.review_panel = ReviewPanel(study, self.analyst, self.proofs)
        self._reviewing = False
        self.path = study.node.path()
        self.preview = LinePreview(self.motion, self.fly)
        self._dragging = False
        self._keys = self._key_table()
        self.show_place(self.study.node)

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Start the engine; a game that is over is looked at where it turned."""
        self._stands_alone = not self.app.is_over_another
        self.app.scheduler.start()
        telling = self._telling_move()
        if telling is not None:
            self.study.go_to(telling)
            self.path = telling.path()
            self.show_place(telling)
            self.snapshot = Snapshot(self.study)

    def _telling_move(self) -> Node | None:
        """Return the move that decided the game, None if it goes on or is not seen at its end."""
        game = self.study.game
        if game.ending_at(game.last) is None or game.node is not game.last:
            return None
        return self.study.telling_move()

    def resume(self) -> None:
        """Come back from another screen, where the thresholds may have been changed."""
        self._take_thresholds()
        self.app.scheduler.start()
        self.proofs.go_on()

    def _take_thresholds(self) -> None:
        self.study.judge_by(Thresholds(*self.app.settings.thresholds))

    def leave(self) -> None:
        """Look at no position any more, and give the game what was found."""
        self.review_panel.close()
        self.analyst.look(None)
        self.proofs.pause()
        self.preview.drop()
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
            for words in self.app.autosave.save_analysis(saved(self.study, self.session)):
                self.app.say(words)

    def keep(self) -> None:
        """Give the game, the proofs and the person's record what was found."""
        bring_back(self.study, self.session)
        self.app.proofs.keep(self.study)
        collect(self.app, self.session, self.study)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self.session.names

    @property
    def sheet(self) -> str:
        """What the sheet on the right shows: `lines` or `review`."""
        return "review" if "review" in self.app.settings.analyse_panels else "lines"

    @property
    def all_moves(self) -> bool:
        """Whether all moves are listed, not the best only."""
        return "all moves" in self.app.settings.analyse_panels

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        self.preview.drop()
        settings = self.app.settings
        self.view = StudyView(
            self.size,
            self.theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            tree=self.tree,
            graph=self.graph,
            lines=self.lines_panel,
            review=self.review_panel,
        )
        self.review_panel.is_open = self.sheet == "review"
        self.refresh()
        self._build_tools()
        self._build_engine()
        self._build_walk()
        self._build_tabs()

    def _build_tools(self) -> None:
        """Put the tools on both sides of the verdict."""
        left = (
            ("menu", "menu", _("Menu")),
            ("play", "play_on", _("Play on from here")),
            ("save", "save", _("Save the game")),
            ("export", "export", _("Export")),
            ("edit", "edit", _("Set up a position")),
            ("help", "help", _("Help")),
        )
        right = (
            ("review", "review", words_of("review", STUDY_SHORTCUTS)),
            ("mistake-back", "previous_mistake", _("Previous mistake")),
            ("mistake-next", "next_mistake", _("Next mistake")),
            ("learn", "learn", words_of("learn", STUDY_SHORTCUTS)),
            ("values", "values", _("Costs or margins")),
            ("table", "play", _("Back to the table")),
        )
        self.add_tools(left, right, lambda action: partial(self.act, action))

    def _build_engine(self) -> None:
        """Put the solver's switch above what it does, and the button that stops everything."""
        parts = self.view.parts
        words = words_of("engine", STUDY_SHORTCUTS)
        self.add_tool(parts.switch, "", "engine", words, partial(self.act, "engine"), "row")
        self.add_tool(parts.stop, "stop", "stop", words_of("stop", STUDY_SHORTCUTS), self.stop)

    def _build_walk(self) -> None:
        """Put the buttons that walk through the game above its moves."""
        tools = (
            ("first", "to_start", _("To the start")),
            ("chevron-left", "back", _("One move back")),
            ("chevron-right", "forward", _("One move on")),
            ("last", "to_end", _("To the end")),
        )
        for place, (icon, action, words) in zip(self.view.parts.walk, tools, strict=True):
            self.add_tool(place, icon, action, words, partial(self.act, action), "quiet")

    def _build_tabs(self) -> None:
        """Put the button that lists all moves and the tabs above the sheet."""
        parts = self.view.parts
        words, call = words_of("all_moves", STUDY_SHORTCUTS), partial(self.act, "all_moves")
        button = self.add_tool(parts.all_moves, "list", "all_moves", words, call, "quiet")
        button.selected = self.all_moves
        keys = keys_of("sheet", STUDY_SHORTCUTS)
        for rect, (name, words) in zip(parts.tabs, sheet_titles().items(), strict=True):
            tip = f"{words} ({keys})"
            self.add_button(rect, "", partial(self.turn_to, name), look_as="quiet", tip=tip)

    def turn_to(self, sheet: str) -> None:
        """Show the lines or the review on the sheet."""
        self._show_panel("review", sheet == "review")

    def _show_panel(self, name: str, shown: bool) -> None:
        panels = {*self.app.settings.analyse_panels} - {name}
        self.app.change(analyse_panels=tuple(sorted(panels | ({name} if shown else set()))))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, replay, and bring what is shown up to the study."""
        super().update(seconds)
        self.seconds += seconds
        self.motion.update(seconds * self.app.settings.animation_speed)
        self.hear()
        self.analyst.look(self.study.position)
        self._watch_proof()
        self._watch_review()
        if self.review_panel.update():
            self.review_panel.fill(self.snapshot, self.names)
        news = self.study.version != self.snapshot.study_version
        if news and self.seconds - self._refreshed_at >= _SNAPSHOT_SECONDS:
            self.refresh()
        self.preview.update(self._line_pointed_at(), seconds)

    def _watch_proof(self) -> None:
        """Say when a proof has come to its end."""
        if self.proofs.has_ended():
            self.notice(_("The proof is finished."))
            self.refresh()

    def _turn_proof(self, action: str) -> None:
        """Begin a proof, or end the one that goes on, and say so."""
        was_running = self.proofs.is_running
        self.proofs.turn(action)
        if self.proofs.is_running:
            self.notice(self.proofs.words)
            self.turn_to("review")
        elif was_running:
            self.notice(_("The proof was stopped; its findings are kept."))
        else:
            self.notice(_("This is already proven."))
        self.refresh()

    def _watch_review(self) -> None:
        """Say when a review has come to its end."""
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
    def moving(self) -> bool:
        """Whether something moves by itself."""
        return self.motion.moving

    @property
    def ticking(self) -> bool:
        """Whether a line is being played."""
        replay = self.preview.replay
        return super().ticking or (replay is not None and not replay.is_at_end)

    def refresh(self) -> None:
        """Bring everything shown up to the study."""
        self._refreshed_at = self.seconds
        self.snapshot = Snapshot(self.study)
        self.lines_panel.fill(self.snapshot, everything=self.all_moves)
        self.tree.fill(self.snapshot.root, self.snapshot.node, self.snapshot.costs)
        self.review_panel.fill(self.snapshot, self.names)

    def follow(self) -> None:
        """Bring everything shown up to the study, and let tiles fly to where it is now."""
        self.preview.drop()
        old, self.path = self.path, self.study.node.path()
        flights = flights_over(old, self.path, self.view.layout.board, self.view.slot)
        self.let_fly(flights)
        if len(self.path) > len(old):
            self.app.sound.play("take")
        self.show_place(self.study.node)
        self.lines_panel.listing.choose(None)
        self.lines_panel.listing.first = 0
        self.refresh()
        self.app.wake()

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def shown_board(self) -> Board:
        """The board to paint: the position's, or the replayed line's."""
        return self.preview.board(self.board)

    def _pointed_at(self) -> Move | None:
        """Return the move whose line is to be replayed: under the mouse, or chosen by keys.

        While a tile is selected its partner is looked for on the board, and nothing runs there.
        """
        cell = self.board.hovered
        if self.lines_panel.hovered is not None and self.sheet == "lines":
            return self.lines_panel.hovered
        if self.board.selected is not None:
            return None
        if cell is not None:
            value = shown_values(self.snapshot, self.board).get(cell)
            return value.move if value is not None and value.is_known else None
        return self.lines_panel.chosen if self.sheet == "lines" else None

    def _line_pointed_at(self) -> Line | None:
        """Return the line to be replayed, and where it begins."""
        move = self._pointed_at()
        seen = self.lines_panel.seen
        self.lines.update(self.snapshot, seen if move is None else (move, *seen))
        if move is None:
            return self.review_panel.line
        return self.study.position, self.lines.line(move)

    # --- what a person does ---------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Look at a place of the tree."""
        if node is not self.study.node:
            self.study.go_to(node)
            self.follow()

    def step(self, plies: int) -> None:
        """Go so many moves along the line looked at."""
        line = self.snapshot.line
        place = line.index(self.study.node) + plies
        self.go_to(line[max(0, min(len(line) - 1, place))])

    def play(self, move: Move) -> None:
        """Play a move; one that is not in the tree begins a branch."""
        try:
            self.study.play(move)
        except RulesError as error:
            self.notice(explain(error), "refused")
            return
        self.quiet()
        self.follow()

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair."""
        self.preview.drop()
        self.answered(self.board.choose(cell))

    def take(self, move: Move) -> None:
        """Play the pair that was chosen."""
        self.play(move)

    def _follow_block(self, target: ToMove | Command | None) -> None:
        """Do what a block of the review is for: go to its place and play its move, or act."""
        match target:
            case Command(action):
                self.act(action)
            case ToMove(line=()):
                self.go_to(self.snapshot.line[target.place])
            case ToMove(line=line):
                self.study.go_to(self.snapshot.line[target.place])
                self.play(line[0])

    def stop(self) -> None:
        """Stop the solver and whatever else is going on."""
        self.proofs.stop()
        self.analyst.stop()

    def act(self, action: str) -> None:
        """Do what a shortcut stands for, by its name."""
        self._keys[action]()

    # --- keys -----------------------------------------------------------------------------------

    def _key_table(self) -> dict[str, Callable[[], None]]:
        actions = self.actions
        return {
            "play": actions.go_to_table,
            "back": lambda: self.step(-1),
            "forward": lambda: self.step(1),
            "to_start": lambda: self.go_to(self.study.game.root),
            "to_end": lambda: self.go_to(self.snapshot.line[-1]),
            "far_back": lambda: self.step(-_FAR),
            "far_on": lambda: self.step(_FAR),
            "next_mistake": lambda: actions.go_to_mistake(after=True),
            "previous_mistake": lambda: actions.go_to_mistake(after=False),
            "line_up": lambda: self._choose_line(-1),
            "line_down": lambda: self._choose_line(1),
            "choose": self._press_enter,
            "step_on": lambda: self.preview.step(1),
            "step_back": lambda: self.preview.step(-1),
            "next": lambda: self.board.next_choice(1),
            "previous": lambda: self.board.next_choice(-1),
            "left": lambda: self.board.step(-1, 0),
            "right": lambda: self.board.step(1, 0),
            "up": lambda: self.board.step(0, -1),
            "down": lambda: self.board.step(0, 1),
            "engine": actions.turn_solver,
            "values": actions.change_values,
            "all_moves": lambda: self._show_panel("all moves", not self.all_moves),
            "review": actions.review,
            "prove_position": lambda: self._turn_proof(POSITION),
            "prove_line": lambda: self._turn_proof(LINE),
            "sheet": lambda: self.turn_to("lines" if self.sheet == "review" else "review"),
            "learn": actions.learn,
            "play_on": actions.play_on,
            "edit": actions.edit,
            "export": actions.export,
            "rename": actions.rename,
            "delete": actions.delete,
            "promote": actions.promote,
            "save": actions.save_game,
            "open": actions.open_game,
            "copy": actions.copy_record,
            "copy_position": actions.copy_position,
            "paste": actions.paste,
            "help": actions.show_help,
            "menu": actions.open_menu,
            "new": actions.new_game,
            "stop": self.stop,
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the screen uses every key, the widgets get none."""
        if self.types_tile(event):
            return True
        number, action = line_number_of(event), action_of(event, STUDY_SHORTCUTS)
        if number is not None:
            self._play_line(number)
        elif action in self._keys:
            self._keys[action]()
        return True

    def _play_line(self, number: int) -> None:
        """Play the first move of the line with this number, from 1."""
        if number <= len(self.snapshot.moves):
            self.play(self.snapshot.moves[number - 1].move)

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        self.preview.drop()
        super().choose_kind(kind)

    def _choose_line(self, by: int) -> None:
        """Go to the next line of the sheet, which is replayed then."""
        self.board.hovered = self.lines_panel.listing.hovered = None
        if self.sheet == "review":
            self.review_panel.flow.step(by)
        else:
            self.lines_panel.listing.step(by)

    def _press_enter(self) -> None:
        chosen = self.lines_panel.chosen if self.sheet == "lines" else None
        picked = self.review_panel.chosen
        if picked is not None and self.board.selected is None:
            self._follow_block(picked)
        elif self.board.cursor is not None and (self.board.selected or chosen is None):
            self.choose(self.board.cursor)
        elif chosen is not None:
            self.play(chosen)
        else:
            self.board.next_choice()

    def _escape(self) -> None:
        """Let go of what was chosen last; with nothing chosen leave."""
        board, listing = self.board, self.lines_panel.listing
        if board.selected is not None or board.cursor is not None:
            board.selected = board.cursor = None
        elif listing.chosen is not None:
            listing.choose(None)
        elif self.review_panel.chosen is not None:
            self.review_panel.flow.choose(None)
        else:
            self.actions.leave()
        self.quiet()

    # --- mouse ----------------------------------------------------------------------------------

    def mouse_let_go(self) -> None:
        self._dragging = False

    def mouse_at(self, point: Point) -> None:
        super().mouse_at(point)
        listing = self.lines_panel.listing
        listing.hovered = listing.row_at(point) if self.sheet == "lines" else None
        self.review_panel.hover(point)
        self.tree.hovered = self.tree.node_at(point)
        self.graph.hovered = self.graph.place_at(point)
        if self._dragging:
            self._drag(point)

    def _drag(self, point: Point) -> None:
        """Go to the place of the graph under the mouse while its button is held."""
        place = self.graph.place_at((point[0], self.graph.plot.centery))
        if place is not None and place < len(self.snapshot.line):
            self.go_to(self.snapshot.line[place])

    def click_at(self, point: Point) -> bool:
        row = self.lines_panel.listing.row_at(point) if self.sheet == "lines" else None
        node, place = self.tree.node_at(point), self.graph.place_at(point)
        if row is not None:
            self.play(self.lines_panel.rows[row].move)
        elif self.sheet == "review" and self.review_panel.flow.rect.collidepoint(point):
            self._follow_block(self.review_panel.click(point))
        elif node is not None:
            self.go_to(node)
        elif place is not None:
            self._dragging = True
            self._drag(point)
        else:
            return False
        return True

    def right_click_at(self, point: Point) -> None:
        """Show what can be done with a move of the tree; elsewhere let go."""
        node = self.tree.node_at(point)
        if node is not None:
            self.go_to(node)
            self.actions.open_move_menu()
        else:
            self.board.selected = None
            self.quiet()

    def wheel_at(self, point: Point, rows: int) -> None:
        """Step through the line pointed at; scroll a list that does not fit."""
        listing, replaying = self.lines_panel.listing, self.preview.is_begun
        if self.tree.listing.rect.collidepoint(point):
            self.tree.listing.scroll(rows)
        elif self.review_panel.scrolls_at(point) and not replaying:
            self.review_panel.scroll(rows, point)
        elif listing.row_at(point) is not None and listing.bar and not replaying:
            listing.scroll(rows)
            self.mouse_at(point)
        elif self.graph.rect.collidepoint(point):
            self.step(rows)
        else:
            self.preview.step(1 if rows > 0 else -1)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, settings, snapshot = self.view, self.app.settings, self.snapshot
        replay, relative = self.preview.shown, settings.relative_values
        view.board.draw(surface, self.shown_board, self.motion, seconds=self.seconds, pairs=False)
        if replay is not None:
            view.values.draw_steps(surface, replay)
        elif self.board.position == snapshot.position:
            landing = [flight.cell for flight in self.motion.flights if flight.landing]
            view.paint_values(surface, snapshot, self.board, relative=relative, without=landing)
        view.paint_panels(surface, snapshot, self.names)
        status = self.app.scheduler.status
        work = (
            ("" if status.failure else self.proofs.short_words)
            or work_words(self.analyst, status, snapshot),
            speed_words(status),
            resource_words(status, settings.threads, settings.hash_mb),
        )
        view.paint_engine(surface, work, progress(self.analyst, snapshot))
        view.paint_sheet(surface, self.sheet, self.lines, relative=relative)
        over = self.study.game.ending is not None
        words = situation(snapshot.position, self.names, self.board, replay, over=over)
        said = self.said or (words, "info")
        view.paint_status(surface, (*said, aside(snapshot, self.session.setup.deal)))

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything, and the words on buttons."""
        self.view.paint_over(surface, self.motion, sheet=self.sheet, solver_on=self.analyst.on)


def _size(study: Study) -> int:
    """Return how many positions the tree of a study has."""
    return sum(1 for _node in study.nodes())
