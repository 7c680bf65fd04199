"""The playing screen: a session at the table, by mouse and by keyboard.

    events ──► take, TableActions ──► session ──version──► follow ──► board, lists, flights
                                         ▲
    scheduler ──► Opponent ──► answer ───┘             TableView paints what is shown
               └► TableHelp: hints, the teacher

What people want becomes calls on the session; when its version has grown, `follow` brings what is
shown up to it and lets the tiles fly. The program's moves come through `Opponent`; while a person
thinks `TableHelp` looks on, and with the end the review in `TableStudy` begins.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from battle.coach.hints import Step, no_further_hint
from battle.coach.teacher import HELP, Teacher
from battle.game.session import Session
from battle.language import _, explain
from battle.protocol import BestMove
from battle.rules.game import Node
from battle.rules.position import PLAYERS, Cell, Kind, Move, Player, RulesError
from battle.training.background import TableStudy
from battle.window.board.board import Board, Refused, dealt_flights, flights_over
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.board.panels import paint_race
from battle.window.board.view import light_column
from battle.window.scenes.board_scene import BoardScene, Tool
from battle.window.scenes.scene import Services
from battle.window.table.actions import TableActions
from battle.window.table.help import Opponent, TableHelp, teacher_rule
from battle.window.table.view import (
    CLOSE,
    MORE,
    HintsPanel,
    PairList,
    PlayerView,
    TableView,
    player_panel,
    player_view,
    situation,
    whereabouts,
)
from battle.window.ui.keys import action_of
from battle.window.ui.panels import status_line
from battle.window.ui.widgets import Listing, Point
from battle.words import pair_words, turn_words

_LEAST_THINKING: Final = 0.6
"""The solver never answers faster than this, so that a person can follow."""

_HURRY_SECONDS: Final = 10.0
"""With less time than this on its clock it does."""


class TableScene(BoardScene):
    """Shows one session and plays it."""

    view: TableView
    shortcuts = TABLE_SHORTCUTS

    def __init__(self, app: Services, session: Session) -> None:
        super().__init__(app, Board(session.position))
        self.session = session
        self.pairs = PairList()
        self.moves = Listing()
        self.path = session.game.node.path()
        self.study = TableStudy(app, session)
        self.opponent = Opponent(app.scheduler, session, app.now)
        self.help = TableHelp(app.scheduler, session, self.study.values)
        self.hints_panel = HintsPanel()
        self.actions = self._make_actions()
        self._hints_version = 0
        self._told_of_silence = False
        self._version = session.version
        self._end_shown = False
        self._dealt = False
        self._keys = self._key_table()
        self.show_place(self.session.game.node)

    def _make_actions(self) -> TableActions:
        """Return what can be done at this table."""
        return TableActions(self.app, self.study, self.opponent, self.notice)

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin; the game belongs to this window now."""
        for message in self.app.autosave.claim(self.session):
            self.notice(message, "problem")
        self.resume()

    def resume(self) -> None:
        """Come back from another screen: the clock runs, the solver is asked."""
        app = self.app
        app.recorder.follow(self.session)
        if self.session.has_solver:
            app.scheduler.start()
        if app.focused:
            self.session.run_clock()

    def leave(self) -> None:
        """Stop the clock and the solver."""
        self.stop_clock()
        self.opponent.cancel()
        self.help.hints.give_up()
        self.withdraw()
        self.help.look_away()
        self._save()

    def focus_lost(self) -> None:
        """Pause the clock."""
        self.session.pause_clock()

    def focus_gained(self) -> None:
        """Let the clock run again."""
        self.session.run_clock()

    def quitting(self) -> None:
        """Keep the unfinished game."""
        self.stop_clock()
        self._save()

    def stop_clock(self) -> None:
        """Stop the clock: nobody is at the table."""
        self.session.pause_clock()

    def _save(self) -> None:
        self.app.autosave.save_soon(self.session)

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the toolbars."""
        self.motion.finish()
        chosen = self.app.settings
        self.view = TableView(
            self.size,
            self.theme,
            rank_digits=chosen.rank_digits,
            highlight_free=chosen.highlight_free,
        )
        self.view.place_lists(self.pairs.listing, self.moves, self.hints_panel)
        self._fill_lists()
        self.add_tools(*self._tools(), lambda action: self._keys[action])
        place = self.tools["resign"].rect
        words = _("Show the result")
        self.add_tool(place, "trophy", "result", words, self._keys["result"])
        self._show_what_is_possible()
        if not self._dealt:
            self._dealt = True
            self._deal_in()

    def _tools(self) -> tuple[list[Tool], list[Tool]]:
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
            ("hint", "hint", _("Hint: the next step, 1 hint")),
            ("list", "pairs", _("Pairs")),
            ("swap", "sides", _("Change sides")),
            ("flag", "resign", _("Resign")),
        ]
        if not self.session.has_solver:
            right[4] = ("handshake", "draw", _("Offer a draw"))
        return left, right

    def _show_what_is_possible(self) -> None:
        """Let only those tools look alive that do something now."""
        for action, can in self.actions.possible().items():
            if action in self.tools:
                self.tools[action].enabled = can
        over = self.session.ending is not None
        self.tools["resign"].visible = not over
        self.tools["result"].visible = over

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
        for flight in self.motion.update(seconds * self.app.settings.animation_speed):
            if not flight.landing and not self.motion.moving:
                self.app.sound.play("take")
        self.session.check_clock()
        self.hear()
        if self.session.version != self._version:
            self.follow()
        self._think()
        if self.session.ending is not None and not self.motion.moving and not self._end_shown:
            self._show_end()

    def _show_end(self) -> None:
        """Show that the game has just ended; tiles that still fly arrive at once."""
        self._begin_review()
        self._end_shown = True
        self.motion.finish()
        self.app.sound.play(self._end_sound())
        self.actions.show_result(unasked=True)

    def show_result(self) -> None:
        """Show the result, or say that there is none yet."""
        if self.session.ending is not None and not self._end_shown:
            self._show_end()
        else:
            self.actions.show_result()

    @property
    def in_play(self) -> bool:
        """Whether the game goes on."""
        return self.session.ending is None

    @property
    def moving(self) -> bool:
        """Whether tiles are on their way."""
        return self.motion.moving

    @property
    def ticking(self) -> bool:
        """Whether the clock runs, the solver thinks, or something pulses on the table."""
        clock = self.session.clock
        pulses = self.board.hint is not None or self.board.held is not None
        thinks = self.opponent.is_thinking or self.help.hints.is_waiting
        return super().ticking or (clock is not None and clock.running) or pulses or thinks

    def _think(self) -> None:
        """Let the engine work for the person who thinks, or for the opponent."""
        if self.help.is_wanted(self.teacher_rule):
            self.help.look_on()
            self._hear_hints()
            self._hear_teacher()
        else:
            self.help.look_away()
        if self.session.solver_to_move:
            self._hear_opponent()
        else:
            self.opponent.cancel()

    def _hear_opponent(self) -> None:
        """Ask for the program's move, and play what it answers."""
        answer, failure = self.opponent.ask(), self.app.scheduler.failure
        self._time_opponent()
        if failure:
            self.actions.solver_failed(failure)
        elif answer is not None:
            self._play_answer(answer)

    def _time_opponent(self) -> None:
        """Take no time from a program that still gets ready."""
        if self.opponent.is_getting_ready:
            self.session.pause_clock()
        elif self.app.focused:
            self.session.run_clock()

    def _play_answer(self, answer: BestMove) -> None:
        left = self.session.remaining(self.session.to_move)
        hurries = left is not None and left < _HURRY_SECONDS
        if hurries or (not self.motion.moving and self.opponent.seconds >= _LEAST_THINKING):
            self.opponent.cancel()
            if answer.move is not None:
                self.play(answer.move)

    def _end_sound(self) -> str:
        ending, person = self.session.ending, self.session.me or self.session.person
        if ending is None or ending.winner is None:
            return "draw"
        return "win" if person in (None, ending.winner) else "lose"

    # --- following the session ------------------------------------------------------------------

    def follow(self) -> None:
        """Bring everything shown up to the session, and let tiles fly between the two states."""
        self._version = self.session.version
        self.study.follow()
        old, new = self.path, self.session.game.node.path()
        if old != new:
            self._go_over(old, new)
        self._end_shown = self._end_shown and self.session.ending is not None
        if self.help.hints.is_outdated:
            self._close_hints()
        if self.help.teacher.is_outdated:
            self.withdraw()
        self._fill_lists()
        self._show_what_is_possible()
        self.app.recorder.follow(self.session)
        self._save()
        self._begin_review()
        self.app.wake()
        if self.session.pending is not None:
            self.actions.answer_request()

    def _begin_review(self) -> None:
        """Review a game that has just ended, if the settings say so."""
        if self.session.ending is None or self._end_shown or not self.app.settings.auto_review:
            return
        if self.study.review is None:
            review = self.study.reviewed()
            review.begin()
            self.app.prover.take(review)

    def _go_over(self, old: list[Node], new: list[Node]) -> None:
        """Show another place of the game, reached by taking moves back, playing some, or both."""
        flights = flights_over(old, new, self.view.layout.board, self.view.slot)
        goes_on = bool(new) and new[-1] not in old
        self.path = new
        self.outdate()
        self.show_place(self.session.game.node)
        self.let_fly(flights)
        if goes_on and not self.app.settings.animation:
            self.app.sound.play("take")

    def _fill_lists(self) -> None:
        """List the pairs and the moves."""
        self.pairs.fill(None if self.session.ending is not None else self.session.position)
        if self.board.listed is None:
            self.pairs.listing.choose(None)
        self.move_rows = _in_rows(self.path)
        self.moves.fill(len(self.move_rows), to_end=True)

    # --- choosing and taking pairs --------------------------------------------------------------

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair; one that is held is not chosen anew."""
        if cell is not None and cell in (self.board.held or ()):
            return
        self.withdraw()
        if not self.session.person_to_move:
            self._refuse_for_now(cell)
            return
        self.answered(self.board.choose(cell))

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed, where a pair may be taken."""
        if not self.session.person_to_move:
            self._refuse_for_now(None)
            return
        self.withdraw()
        self._focus_pairs(False)
        super().choose_kind(kind)

    def _refuse_for_now(self, cell: Cell | None) -> None:
        """Say why no pair can be chosen now."""
        if self.session.ending is not None:
            self.notice(_("The game is over."), "refused")
        elif cell is None or self.session.position.kind_at(cell) is not None:
            name = self.session.name(self.session.to_move)
            self.refuse(Refused(cell, turn_words(name)))

    def take(self, move: Move) -> None:
        """Take the pair a person has chosen, as soon as the teacher has nothing to say."""
        self.withdraw()
        teacher = self.help.teacher
        if not teacher.concerns(move, self.teacher_rule):
            self.play(move)
            return
        teacher.hold(move, self.seconds)
        self.board.held, self.board.selected = move, None
        self.help.look_on()
        if not teacher.is_known:
            words = _("The teacher is checking {pair} … Esc takes it back.")
            self.notice(words.format(pair=pair_words(self.session.position, move)))
        elif not self._objects(move):
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

    # --- the list of pairs ----------------------------------------------------------------------

    def _focus_pairs(self, focused: bool) -> None:
        """Give the list of pairs the keyboard, or take it away."""
        self.pairs.focus(focused)
        self._point_out()

    def _toggle_pairs(self) -> None:
        """Show the pairs and go to their list; hide them if the list has the keyboard."""
        shown = self.app.settings.show_pairs
        if shown and not self.pairs.focused:
            self._focus_pairs(True)
        else:
            self.app.change(show_pairs=not shown)
            self._focus_pairs(not shown)

    def _point_out(self) -> None:
        """Mark on the board the pair that is chosen in the list."""
        self.board.listed = self.pairs.chosen
        if self.board.listed is not None:
            self.board.selected = None

    def _take_listed(self, move: Move) -> None:
        if not self.session.person_to_move:
            self._refuse_for_now(None)
            return
        self.take(move)
        self.pairs.focus(False)

    # --- hints ----------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Ask for a hint, one step more."""
        if not self.session.person_to_move:
            self._refuse_for_now(None)
        elif not self.actions.may_help():
            return
        elif self.help.hints.ask():
            self._show_hints()
        else:
            self.notice(no_further_hint())

    def _hear_hints(self) -> None:
        """Tell the step that was asked for as soon as it is known."""
        failure = self.app.scheduler.failure
        if failure and self.help.hints.is_waiting:
            self.actions.solver_failed(failure)
        else:
            self.help.hints.update()
        self._show_hints()

    def _show_hints(self) -> None:
        """Bring the board and the panel up to what the hints tell."""
        hints = self.help.hints
        if not hints.is_open:
            return
        is_more = hints.version != self._hints_version
        if is_more:
            self._hints_version = hints.version
            self.board.selected, self.board.hint = None, hints.pair
            self.quiet()
        self.hints_panel.fill(hints, self.help.names, is_more=is_more)

    def _close_hints(self) -> None:
        """Show the moves again in place of the hints."""
        if self.help.hints.is_open:
            self.board.hint = None
        self.help.hints.close()

    def _turn_hints(self, by: int) -> None:
        if self.help.hints.is_open:
            self.hints_panel.turn(by)

    # --- the teacher ----------------------------------------------------------------------------

    @property
    def teacher_rule(self) -> Teacher:
        """When the teacher is to speak."""
        return teacher_rule(self.app.settings)

    def withdraw(self) -> None:
        """Let go of the pair that the teacher looks at, without taking it."""
        if self.help.teacher.held is not None:
            self.help.teacher.withdraw()
            self.board.held = None
            self.quiet()

    def _hear_teacher(self) -> None:
        """Hear what there is to object to the pair that is held, or take it."""
        teacher = self.help.teacher
        if teacher.is_silenced and not self._told_of_silence:
            self._told_of_silence = True
            self.notice(_("The teacher is silent: the solver is not responding."), "problem")
        move = teacher.held
        if move is not None and teacher.has_waited(self.seconds) and not self._objects(move):
            self._take_settled(move)

    def _objects(self, move: Move) -> bool:
        """Let the teacher speak up if it has reason to; return whether it did."""
        help = self.help
        cost = help.teacher.objection(move, self.teacher_rule, help.hints.subject)
        if cost is None:
            self.withdraw()
            return False
        self.session.note_help(HELP)
        self.quiet()
        self.app.go(
            "teacher",
            cost,
            help,
            on_play=partial(self._take_settled, move),
            on_take_back=self.withdraw,
            on_better=self._show_better,
        )
        return True

    def _take_settled(self, move: Move) -> None:
        """Take a pair of which the teacher says nothing more."""
        self.help.teacher.settle(move)
        self.withdraw()
        self.play(move)

    def _show_better(self) -> Move | None:
        """Show a better pair than the one that is held, for its price in hints; return it."""
        if not self.help.hints.climb_to(Step.PAIR):
            return None
        self._show_hints()
        return self.help.hints.pair

    # --- keys -----------------------------------------------------------------------------------

    def _key_table(self) -> dict[str, Callable[[], None]]:
        actions = self.actions
        return {
            "left": lambda: self._cursor(-1, 0),
            "right": lambda: self._cursor(1, 0),
            "up": lambda: self._cursor(0, -1),
            "down": lambda: self._cursor(0, 1),
            "next": lambda: self._next(1),
            "previous": lambda: self._next(-1),
            "choose": self._press_enter,
            "undo": actions.undo,
            "redo": actions.redo,
            "hint": self.ask_hint,
            "words_up": lambda: self._turn_hints(-1),
            "words_down": lambda: self._turn_hints(1),
            "pairs": self._toggle_pairs,
            "analyse": actions.analyse,
            "draw": actions.offer_draw,
            "sides": actions.change_sides,
            "resign": actions.resign,
            "result": self.show_result,
            "talk": actions.talk,
            "new": actions.new_game,
            "save": actions.save_game,
            "open": actions.open_game,
            "copy": actions.copy_record,
            "copy_position": actions.copy_position,
            "paste": actions.paste,
            "help": actions.show_help,
            "fullscreen": self.app.toggle_fullscreen,
            "menu": actions.open_menu,
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the table uses every key, the widgets get none."""
        if not self.types_tile(event):
            action = action_of(event, TABLE_SHORTCUTS)
            if action in self._keys:
                self._keys[action]()
        return True

    def _cursor(self, columns: int, rows: int) -> None:
        if self.pairs.focused:
            self.pairs.listing.step(rows or columns)
            self._point_out()
        else:
            self.board.step(columns, rows)

    def _next(self, by: int) -> None:
        if self.pairs.focused:
            self._cursor(0, by)
        else:
            self.board.next_choice(by)

    def _press_enter(self) -> None:
        listed = self.pairs.chosen if self.pairs.focused else None
        if listed is not None:
            self._take_listed(listed)
        elif self.board.hint is not None and self.session.person_to_move:
            self.take(self.board.hint)
        elif self.board.cursor is not None:
            self.choose(self.board.cursor)
        elif self.session.ending is not None:
            self.show_result()
        else:
            self.board.next_choice()

    def _escape(self) -> None:
        """Give up what was begun last; with nothing begun, open the menu."""
        board, hints = self.board, self.help.hints
        if self.pairs.focused:
            self._focus_pairs(False)
        elif board.held or board.selected or board.hint or board.listed or hints.is_open:
            self._let_go()
        elif board.cursor is not None:
            board.cursor = None
        else:
            self.actions.open_menu()

    def _let_go(self) -> None:
        """Let go of what is selected, shown or held."""
        self.withdraw()
        self._close_hints()
        self.board.selected = self.board.hint = self.board.listed = None
        self._focus_pairs(False)
        self.quiet()

    # --- the mouse ------------------------------------------------------------------------------

    def mouse_at(self, point: Point) -> None:
        super().mouse_at(point)
        if self.help.hints.is_open:
            self.hints_panel.hover(point)
        self.pairs.hover(point if self.app.settings.show_pairs else None)
        if not self.pairs.focused:
            self.board.listed = self.pairs.hovered

    def click_at(self, point: Point) -> bool:
        if self._click_hints(point) or self._click_pairs(point):
            return True
        if self.view.layout.board.outer.collidepoint(point):
            self._focus_pairs(False)
        return False

    def right_click_at(self, point: Point) -> None:
        self._let_go()

    def _click_hints(self, point: Point) -> bool:
        """Do what a click on the panel of the hints means; return whether it was on it."""
        clicked = self.hints_panel.click(point) if self.help.hints.is_open else None
        if clicked == CLOSE:
            self._close_hints()
        elif clicked == MORE:
            self.ask_hint()
        return clicked is not None

    def _click_pairs(self, point: Point) -> bool:
        """Choose a listed pair, at the second click take it; return whether one was clicked."""
        pairs = self.pairs
        row = pairs.listing.row_at(point)
        if row is None or not self.app.settings.show_pairs:
            return False
        if pairs.listing.chosen == row:
            self._take_listed(pairs.rows[row][0])
            return True
        pairs.choose(row)
        self._point_out()
        self.notice(_("Click the pair again, or press Enter, to take it."))
        return True

    def wheel_at(self, point: Point, rows: int) -> None:
        if self.help.hints.is_open and self.hints_panel.scroll(point, rows):
            return
        for listing, rect in (
            (self.pairs.listing, self.view.layout.pairs),
            (self.moves, self.view.layout.moves),
        ):
            if rect.collidepoint(point):
                listing.scroll(rows)

    # --- painting -------------------------------------------------------------------------------

    @property
    def status(self) -> tuple[str, str]:
        """The words of the status line, and of what kind they are."""
        return self.said or (situation(self.session, self.board), "info")

    def player_view(self, player: Player) -> PlayerView:
        """Return what a player's panel shows."""
        taught = self.teacher_rule.is_on
        return player_view(
            self.session, player, self.opponent, self._tray(player), is_taught=taught
        )

    def _tray(self, player: Player) -> tuple[Kind, ...]:
        """Return the pairs in a tray, without those that are still in the air."""
        taken = self.session.taken(player)
        flying = sum(1 for flight in self.motion.flights if not flight.landing) // 2
        nodes = self.path[len(self.path) - flying :] if flying else []
        mine = sum(1 for node in nodes if node.parent and node.parent.position.to_move == player)
        return taken[: len(taken) - mine] if mine else taken

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, theme, session, hints = self.view, self.theme, self.session, self.help.hints
        layout, position, over = view.layout, session.position, session.ending is not None
        lists = self.app.settings.show_pairs
        view.board.draw(
            surface, self.board, self.motion, seconds=self.seconds, pairs=lists and not over
        )
        for column in hints.columns:
            light_column(surface, theme, layout.board, column)
        points, goal = position.points, position.points_to_win
        left, whole = position.points_left, position.all_points
        paint_race(surface, theme, layout.race, points, left, goal=goal, whole=whole)
        for player, place in zip(PLAYERS, view.players, strict=True):
            player_panel(surface, theme, view.arts, self.player_view(player), place)
        view.paint_pairs(surface, self.pairs, is_listed=lists, is_over=over)
        if hints.is_open:
            self.hints_panel.paint(surface, view.arts, hints.used)
        else:
            view.paint_moves(surface, self.moves, self.move_rows, len(self.path))
        status_line(surface, theme, layout.status, *self.status, whereabouts(session))

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.board.draw_flights(surface, self.motion)


def _in_rows(path: list[Node]) -> list[list[tuple[Move, Kind] | None]]:
    """Return the moves of a path two a row: player 1's, then player 2's."""
    rows: list[list[tuple[Move, Kind] | None]] = []
    for node in path:
        if node.parent is None or node.move is None:
            continue
        before = node.parent.position
        if before.to_move == 1 or not rows:
            rows.append([None, None])
        rows[-1][before.to_move - 1] = (node.move, before.kind_of(node.move))
    return rows
