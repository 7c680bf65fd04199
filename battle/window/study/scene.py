"""Analyse: a study on the table, with everything that is known shown.

    events ──► wishes ──► study ──version──► snapshot ──► board, lines, graph, tree
                            ▲
    engine ──► Analyst ─────┘                AnalyseView paints them

Wishes of the person go to the study; when its version has grown a new snapshot says what there is
to see. The solver's answers come through `Analyst`, once a frame. A line pointed at (`preview`)
covers the position on the board for as long; the study stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battle.analysis.ledger import Thresholds
from battle.analysis.snapshot import Lines, Snapshot
from battle.analysis.study import Study
from battle.coach.reason_lines import Line
from battle.engine.analyst import Analyst
from battle.game.session import Session
from battle.game.session_study import bring_back
from battle.language import explain
from battle.rules.cells import Cell
from battle.rules.errors import RulesError
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import Position
from battle.rules.record import Record
from battle.rules.tiles import Kind
from battle.window.board.board import Board
from battle.window.board.flights import flights_over, pair_flights
from battle.window.board.line_replay import LinePreview
from battle.window.board.value_tags import shown_values
from battle.window.scenes.board_scene import BoardScene
from battle.window.scenes.scene import Services
from battle.window.study.actions import AnalyseWishes
from battle.window.study.graph_panel import GraphPanel
from battle.window.study.keys import STUDY_SHORTCUTS
from battle.window.study.lines_panel import LinesPanel
from battle.window.study.mouse import AnalyseMouse
from battle.window.study.review_panel import ReviewPanel
from battle.window.study.tools import AnalyseTools
from battle.window.study.tree_panel import TreePanel
from battle.window.study.view import AnalyseView
from battle.window.ui.keys import action_of, line_number_of

_SNAPSHOT_SECONDS: Final = 0.12
"""A solver's news is shown no sooner than this after the last."""
_FAR: Final = 10
"""The moves that Page Up and Page Down go."""


class StudyScene(BoardScene):
    """Shows one study; `session` is the game it belongs to, for names, tags and the way back.

    An `analyst` of the study goes on with what it does.
    """

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
        self.analyst = analyst or Analyst(app.engine, study)
        self.analyst.on = True
        self.tree = TreePanel(app.theme)
        self.graph = GraphPanel(app.theme)
        self.lines_panel = LinesPanel(app.theme, study.thresholds)
        self.snapshot = Snapshot(study)
        self._refreshed_at = 0.0
        self.session = session or Session.from_record(Record({}, study.game))
        self.lines = Lines()
        self.wishes = AnalyseWishes(self)
        self.review_panel = ReviewPanel(self)
        self.path = study.node.path()
        self.preview = LinePreview(self.motion, self.fly)
        self._mouse = AnalyseMouse(self)
        self._keys = self._key_table()
        self._show_last_move()

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Start the engine."""
        self.app.engine.start()

    def resume(self) -> None:
        """Come back from another screen, where the thresholds may have been changed."""
        self._take_thresholds()
        self.lines_panel.thresholds = self.study.thresholds
        self.app.engine.start()

    def _take_thresholds(self) -> None:
        self.study.thresholds = Thresholds(*self.app.settings.thresholds)

    def leave(self) -> None:
        """Leave the engine to others, and give the game what was found."""
        self.review_panel.close()
        self.analyst.rest()
        self.preview.drop()
        self._keep()

    def covered(self) -> None:
        """Let the engine rest under a dialog, where nobody hears it."""
        super().covered()
        self.analyst.rest()

    def quitting(self) -> None:
        """Give the game what was found before the program ends."""
        self._keep()

    def _keep(self) -> None:
        """Give the game, the proofs and the person's record what was found."""
        bring_back(self.study, self.session)
        self.app.proofs.keep(self.study)
        self.app.keeper.reviewed(self.session, self.study)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self.session.name(1), self.session.name(2)

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
        self.view = AnalyseView(self)
        self.refresh()
        self.tools = AnalyseTools(self)

    def turn_to(self, sheet: str) -> None:
        """Show the lines or the review on the sheet."""
        self._panels("review", sheet == "review")

    def _panels(self, name: str, shown: bool) -> None:
        panels = {*self.app.settings.analyse_panels} - {name}
        self.app.change(analyse_panels=tuple(sorted(panels | ({name} if shown else set()))))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, replay, and bring what is shown up to the study."""
        super().update(seconds)
        self.seconds += seconds
        self.motion.update(seconds)
        self.hear()
        self.analyst.look(self.study.position)
        self.analyst.update()
        self.wishes.update()
        self.review_panel.update()
        news = self.study.version != self.snapshot.study_version
        if news and self.seconds - self._refreshed_at >= _SNAPSHOT_SECONDS:
            self.refresh()
        self.preview.update(self._line_pointed_at(), seconds)

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        return self.motion.moving

    def refresh(self) -> None:
        """Bring everything shown up to the study."""
        self._refreshed_at = self.seconds
        self.snapshot = Snapshot(self.study)
        self.lines_panel.fill(self.snapshot, everything=self.all_moves)
        self.tree.fill(self.snapshot.root, self.snapshot.node, self.snapshot.costs)
        self.review_panel.refresh()

    def follow(self) -> None:
        """Bring everything shown up to the study, and let tiles fly to where it is now."""
        self.preview.drop()
        old, self.path = self.path, self.study.node.path()
        flights = flights_over(old, self.path, self.view.layout.board, self.view.slot)
        self.motion.finish()
        if self.app.settings.animation:
            self.motion.flights = flights
        if len(self.path) > len(old):
            self.app.sound.play("take")
        self._show_last_move()
        self.lines_panel.listing.choose(None)
        self.lines_panel.listing.first = 0
        self.refresh()
        self.app.wake()

    def fly(self, before: Position, move: Move, *, landing: bool) -> None:
        """Let a pair fly to its taker, or back to the table."""
        self.motion.finish()
        if self.app.settings.animation:
            place, board = self.view.slot(before.to_move, 1), self.view.layout.board
            self.motion.flights = pair_flights(before, move, board, place, landing=landing)

    def _show_last_move(self) -> None:
        node, last = self.study.node, None
        if node.parent is not None and node.move is not None:
            last = (node.move, node.parent.position.to_move)
        self.board.show(self.study.position, last)

    # --- replaying ------------------------------------------------------------------------------

    @property
    def shown_board(self) -> Board:
        """The board to paint: the position's, or the replayed line's."""
        return self.preview.board(self.board)

    def _pointed_at(self) -> Move | None:
        """Return the move whose line is to be replayed: under the mouse, or chosen by keys."""
        cell = self.board.hovered
        if self.lines_panel.hovered is not None and self.sheet == "lines":
            return self.lines_panel.hovered
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

    def stop(self) -> None:
        """Stop the solver and whatever else is going on."""
        self.analyst.stop()

    def act(self, action: str) -> None:
        """Do what a shortcut stands for, by its name."""
        self._keys[action]()

    # --- keys -----------------------------------------------------------------------------------

    def _key_table(self) -> dict[str, Callable[[], None]]:
        wishes = self.wishes
        return {
            "play": wishes.go_to_table,
            "back": lambda: self.step(-1),
            "forward": lambda: self.step(1),
            "to_start": lambda: self.go_to(self.study.game.root),
            "to_end": lambda: self.go_to(self.snapshot.line[-1]),
            "far_back": lambda: self.step(-_FAR),
            "far_on": lambda: self.step(_FAR),
            "next_mistake": lambda: wishes.go_to_mistake(after=True),
            "previous_mistake": lambda: wishes.go_to_mistake(after=False),
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
            "engine": wishes.turn_solver,
            "values": wishes.change_values,
            "all_moves": lambda: self._panels("all moves", not self.all_moves),
            "review": wishes.review,
            "sheet": lambda: self.turn_to("lines" if self.sheet == "review" else "review"),
            "learn": wishes.learn,
            "edit": wishes.edit,
            "export": wishes.export,
            "rename": wishes.rename,
            "delete": wishes.delete,
            "promote": wishes.promote,
            "save": wishes.save_game,
            "open": wishes.open_game,
            "copy": wishes.copy_record,
            "copy_position": wishes.copy_position,
            "paste": wishes.paste,
            "help": wishes.show_help,
            "menu": wishes.open_menu,
            "new": wishes.new_game,
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the screen uses every key, the widgets get none."""
        number = line_number_of(event)
        typed = self.typed(event)
        if number is not None:
            self._play_line(number)
        elif isinstance(typed, Kind):
            self._choose_kind(typed)
        elif not typed:
            action = action_of(event, STUDY_SHORTCUTS)
            if action in self._keys:
                self._keys[action]()
        return True

    def _play_line(self, number: int) -> None:
        """Play the first move of the line with this number, from 1."""
        if number <= len(self.snapshot.moves):
            self.play(self.snapshot.moves[number - 1].move)

    def _choose_kind(self, kind: Kind) -> None:
        self.preview.drop()
        self.answered(self.board.choose_kind(kind))

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
            self.review_panel.follow(picked)
        elif self.board.cursor is not None and (self.board.selected or chosen is None):
            self.choose(self.board.cursor)
        elif chosen is not None:
            self.play(chosen)
        else:
            self.board.next_choice()

    def _escape(self) -> None:
        """Let go of what was begun last; with nothing begun stop the solver, else leave."""
        board, listing = self.board, self.lines_panel.listing
        if board.selected is not None or board.cursor is not None:
            board.selected = board.cursor = None
        elif listing.chosen is not None:
            listing.choose(None)
        elif self.review_panel.chosen is not None:
            self.review_panel.flow.choose(None)
        elif self.analyst.is_busy:
            self.stop()
        else:
            self.wishes.leave()
        self.quiet()

    def on_event(self, event: pygame.event.Event) -> None:
        """React to the mouse."""
        self._mouse.handle(event)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        self.view.paint(surface)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.paint_over(surface)
