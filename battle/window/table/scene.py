"""The playing screen: a session at the table, by mouse and by keyboard.

    events ──► choose, Wishes ──► session ──version──► follow ──► board, lists, flights
                                     ▲
    engine ──► Thinker ──► answer ───┘                 TableView paints them
            └► TableHelp: hints, the teacher

Wishes of the person become calls on the session; when its version has grown, `follow` brings what
is shown up to it and lets the tiles fly. The solver's moves come through `Thinker`; while a person
thinks the engine belongs to `TableHelp`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from battle.game.session import Session
from battle.language import _, explain
from battle.profile.autosave import Autosave
from battle.protocol import BestMove
from battle.rules.cells import Cell
from battle.rules.errors import RulesError
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.tiles import Kind
from battle.window.board.board import Board, Refused
from battle.window.board.flights import dealt_flights, flights_over
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.board.table_layout import row_of
from battle.window.scenes.board_scene import BoardScene
from battle.window.scenes.scene import Services
from battle.window.table.actions import Wishes
from battle.window.table.help import TableHelp
from battle.window.table.mouse import PlayMouse
from battle.window.table.opponent import Thinker
from battle.window.table.pair_list import PairList
from battle.window.table.table_study import TableStudy
from battle.window.table.view import TableView
from battle.window.ui.keys import action_of, keys_of
from battle.window.ui.listing import Listing
from battle.window.ui.motion import Flight

_LEAST_THINKING: Final = 0.6
"""The solver never answers faster than this, so that a person can follow."""


class TableScene(BoardScene):
    """Shows one session and plays it."""

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, Board(session.position))
        self.session = session
        self.pairs = PairList(self)
        self.moves = Listing()
        self.path = session.game.node.path()
        self.thinking: Thinker | None = None
        self.study = TableStudy(app, session)
        self.wishes = Wishes(self)
        self.help = TableHelp(self)
        self._mouse = PlayMouse(self)
        self._autosave = Autosave(app.places)
        self._version = session.version
        self._answer: BestMove | None = None
        self._asked_at = 0.0
        self._end_shown = False
        self._dealt = False
        self._keys = self._key_table()
        self._show_last_move()

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin."""
        self.resume()

    def resume(self) -> None:
        """Come back from another screen: the clock runs, the solver is asked."""
        app = self.app
        app.keeper.follow(self.session)
        if self.session.has_solver:
            self.thinker.warm_up()
        if app.focused:
            self.session.run_clock()

    def leave(self) -> None:
        """Stop the clock and the solver."""
        self.session.pause_clock()
        if self.thinking is not None:
            self.thinking.cancel()
        self.study.rest()
        self.help.leave()
        self._save()

    def covered(self) -> None:
        """Leave the solver to what lies over the table."""
        super().covered()
        self.help.rest()

    def focus_lost(self) -> None:
        """Pause the clock."""
        self.session.pause_clock()

    def focus_gained(self) -> None:
        """Let the clock run again."""
        self.session.run_clock()

    def quitting(self) -> None:
        """Keep the unfinished game."""
        self.session.pause_clock()
        self._save()

    def _save(self) -> None:
        for message in self._autosave.save(self.session):
            self.notice(message, "problem")

    @property
    def thinker(self) -> Thinker:
        """The line to the solver; its process starts when it is first needed."""
        if self.thinking is None:
            self.thinking = Thinker(self.app.engine, self.session, self.app.now)
        return self.thinking

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the toolbars."""
        self.motion.finish()
        self.view = TableView(self)
        self._fill_lists()
        left, right = self._tools()
        for rect, tools in zip(self.view.layout.tools, (left, right), strict=True):
            places = row_of(rect, len(tools), self.theme.px(6))
            for place, (icon, action, words) in zip(places, tools, strict=True):
                tip = f"{words} ({keys_of(action, TABLE_SHORTCUTS)})"
                call = self.app.toggle_fullscreen if action == "fullscreen" else self._keys[action]
                self.add_button(place, "", call, icon=icon, tip=tip, look_as="tool")
        if not self._dealt:
            self._dealt = True
            self._deal_in()

    def _tools(self) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
        """Return the tools on both sides: icon, action, words."""
        left = [
            ("menu", "menu", _("Menu")),
            ("new", "new", _("New game")),
            ("analyse", "analyse", _("Analyse")),
            ("save", "save", _("Save the game")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ]
        right = [
            ("undo", "undo", _("Take back")),
            ("redo", "redo", _("Play again")),
            ("hint", "hint", _("Hint: one step more, 1 hint")),
            ("list", "pairs", _("Pairs")),
            ("swap", "sides", _("Change sides")),
            ("flag", "resign", _("Resign")),
        ]
        if not self.session.has_solver:
            right[4] = ("handshake", "draw", _("Offer a draw"))
        return left, right

    def _deal_in(self) -> None:
        """Let the tiles of a new game fall into their places."""
        if self.session.game.root.children or not self.app.settings.animation:
            return
        position, layout = self.session.position, self.view.layout.board
        self.motion.flights += dealt_flights(position, layout, self.board.is_free)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, ask and hear the solver, watch the clock."""
        super().update(seconds)
        self.seconds += seconds
        for flight in self.motion.update(seconds):
            self._landed(flight)
        self.session.check_clock()
        self.hear()
        if self.session.version != self._version:
            self.follow()
        self._think()
        if self.session.ending is not None and not self.motion.moving and not self._end_shown:
            self._end_shown = True
            self.app.sound.play(self._end_sound())
            if self.app.settings.auto_review:
                self.study.reviewed().begin()
            self.app.go("result", self.study, self.wishes.copy_record)

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        thinking = self.thinking is not None and self.thinking.wish is not None
        shown = self.board.hint is not None or self.board.held is not None
        return self.motion.moving or thinking or shown or self.help.hints.is_waiting

    def _landed(self, flight: Flight) -> None:
        if not flight.landing and not self.motion.moving:
            self.app.sound.play("take")

    def _think(self) -> None:
        """Let the solver play when it is its turn, and use what it answers."""
        if self.study.review is not None:
            self.help.rest()
            self.study.review.update()
        elif self.help.is_wanted:
            if self.thinking is not None:
                self.thinking.cancel()
            self.help.update()
        else:
            self.help.rest()
            self._hear_solver()

    def _hear_solver(self) -> None:
        if self.thinking is None:
            return
        self._answer = self.thinking.update() or self._answer
        if self.thinking.failure:
            reason, self.thinking.failure = self.thinking.failure, ""
            self.wishes.solver_failed(reason, self.thinking.retry)
        elif self._answer is not None:
            self._play_answer(self._answer)
        elif self.session.solver_to_move and self.thinking.wish is None:
            self._asked_at = self.seconds
            self.thinking.ask()

    def _play_answer(self, answer: BestMove) -> None:
        if not self.motion.moving and self.seconds - self._asked_at >= _LEAST_THINKING:
            self._answer = None
            if answer.move is not None and self.session.solver_to_move:
                self.play(answer.move)

    def _end_sound(self) -> str:
        ending, person = self.session.ending, self.session.person
        if ending is None or ending.winner is None:
            return "draw"
        return "win" if person in (None, ending.winner) else "lose"

    # --- following the session ------------------------------------------------------------------

    def follow(self) -> None:
        """Bring everything shown up to the session, and let tiles fly between the two states."""
        self._version = self.session.version
        self._answer = None
        self.study.follow()
        old, new = self.path, self.session.game.node.path()
        if old != new:
            self._go_over(old, new)
        self._end_shown = self._end_shown and self.session.ending is not None
        self.help.follow()
        self._fill_lists()
        self.app.keeper.follow(self.session)
        self._save()
        self.app.wake()
        if self.session.pending is not None:
            self.wishes.answer_request()

    def _go_over(self, old: list[Node], new: list[Node]) -> None:
        """Show another place of the game, reached by taking moves back, playing some, or both."""
        flights = flights_over(old, new, self.view.layout.board, self.view.slot)
        goes_on = bool(new) and new[-1] not in old
        self.path = new
        self._show_last_move()
        self.motion.finish()
        if self.app.settings.animation:
            self.motion.flights = flights
        elif goes_on:
            self.app.sound.play("take")

    def _show_last_move(self) -> None:
        node, last = self.session.game.node, None
        if node.parent is not None and node.move is not None:
            last = (node.move, node.parent.position.to_move)
        self.board.show(self.session.position, last)

    def _fill_lists(self) -> None:
        """List the pairs and the moves."""
        self.pairs.fill()
        self.move_rows = _in_rows(self.path)
        self.moves.fill(len(self.move_rows), to_end=True)

    # --- what a person does ---------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """Whether a person may choose a pair now."""
        return self.session.ending is None and not self.session.solver_to_move

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair; one that is held is not chosen anew."""
        if cell is not None and cell in (self.board.held or ()):
            return
        self.help.teacher.withdraw()
        if not self.my_turn:
            self.refuse_for_now(cell)
            return
        self.answered(self.board.choose(cell))

    def refuse_for_now(self, cell: Cell | None) -> None:
        """Say why no pair can be chosen now."""
        if self.session.ending is not None:
            self.notice(_("The game is over."), "refused")
        elif cell is None or self.session.position.kind_at(cell) is not None:
            name = self.session.name(self.session.to_move)
            self.refuse(Refused(cell, _("It is {name}'s turn.").format(name=name)))

    def take(self, move: Move) -> None:
        """Take the pair a person has chosen, as soon as the teacher has nothing to say."""
        if not self.help.teacher.holds(move):
            self.play(move)

    def play(self, move: Move) -> None:
        """Play the move."""
        try:
            self.session.play(move)
        except RulesError as error:
            self.notice(explain(error), "refused")
            return
        self.quiet()
        self.follow()

    # --- keys -----------------------------------------------------------------------------------

    def _key_table(self) -> dict[str, Callable[[], None]]:
        wishes = self.wishes
        return {
            "left": lambda: self._cursor(-1, 0),
            "right": lambda: self._cursor(1, 0),
            "up": lambda: self._cursor(0, -1),
            "down": lambda: self._cursor(0, 1),
            "next": lambda: self._next(1),
            "previous": lambda: self._next(-1),
            "choose": self._press_enter,
            "undo": wishes.undo,
            "redo": wishes.redo,
            "hint": self.help.hints.ask,
            "words_up": lambda: self.help.hints.turn(-1),
            "words_down": lambda: self.help.hints.turn(1),
            "pairs": self.pairs.toggle,
            "analyse": wishes.analyse,
            "draw": wishes.offer_draw,
            "sides": wishes.change_sides,
            "resign": wishes.resign,
            "new": wishes.new_game,
            "save": wishes.save_game,
            "open": wishes.open_game,
            "copy": wishes.copy_record,
            "copy_position": wishes.copy_position,
            "paste": wishes.paste,
            "help": wishes.show_help,
            "menu": wishes.open_menu,
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the table uses every key, the widgets get none."""
        typed = self.typed(event)
        if isinstance(typed, Kind):
            self._choose_kind(typed)
        elif not typed:
            action = action_of(event, TABLE_SHORTCUTS)
            if action in self._keys:
                self._keys[action]()
        return True

    def _choose_kind(self, kind: Kind) -> None:
        if not self.my_turn:
            self.refuse_for_now(None)
            return
        self.help.teacher.withdraw()
        self.pairs.focus(False)
        self.answered(self.board.choose_kind(kind))

    def _cursor(self, columns: int, rows: int) -> None:
        if self.pairs.focused:
            self.pairs.step(rows or columns)
        else:
            self.board.step(columns, rows)

    def _next(self, by: int) -> None:
        if self.pairs.focused:
            self._cursor(0, by)
        else:
            self.board.next_choice(by)

    def _press_enter(self) -> None:
        if self.pairs.take():
            return
        if self.board.hint is not None and self.my_turn:
            self.take(self.board.hint)
        elif self.board.cursor is not None:
            self.choose(self.board.cursor)
        else:
            self.board.next_choice()

    def _escape(self) -> None:
        """Give up what was begun last; with nothing begun, open the menu."""
        board, hints = self.board, self.help.hints
        if self.pairs.focused:
            self.pairs.focus(False)
        elif board.held or board.selected or board.hint or board.listed or hints.is_open:
            self.let_go()
        elif board.cursor is not None:
            board.cursor = None
        else:
            self.wishes.open_menu()

    def let_go(self) -> None:
        """Let go of what is selected, shown or held."""
        self.help.teacher.withdraw()
        self.help.hints.close()
        self.board.selected = self.board.hint = self.board.listed = None
        self.pairs.focus(False)
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


def _in_rows(path: list[Node]) -> list[list[tuple[Move, Kind] | None]]:
    """Return the moves of a path two a row: player 1's, then player 2's."""
    rows: list[list[tuple[Move, Kind] | None]] = []
    for node in path:
        if node.parent is None or node.move is None:
            continue
        before = node.parent.position
        kind = before.kind_at(node.move.first)
        if before.to_move == 1 or not rows:
            rows.append([None, None])
        if kind is not None:
            rows[-1][before.to_move - 1] = (node.move, kind)
    return rows
