"""The playing screen: a session at the table, by mouse and by keyboard.

Wishes of the person become calls on the session; when its version has grown, `_follow` brings the
board, the trays and the lists up to it and lets the tiles fly. The solver's moves come through
`Thinker`. `draw` paints what is there and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

import pygame

from battle.app import geometry, panels, screens
from battle.app.ask import Ask, Choice
from battle.app.board import Board, Cleared, Refused, Selected, Taken
from battle.app.board_view import BoardView
from battle.app.keys import action_of, keys_of
from battle.app.listing import Listing
from battle.app.motion import Flight, Motion
from battle.app.scene import GuiScene
from battle.app.thinker import Advice, Thinker
from battle.play.autosave import Autosave
from battle.play.clock import clock_text
from battle.play.language import _, decimal, ngettext
from battle.play.session import NotNowError, Session
from battle.rules.cells import Cell
from battle.rules.errors import RulesError
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import Player
from battle.rules.record import Record, recognise
from battle.rules.tiles import Kind, kind

if TYPE_CHECKING:
    from battle.app.main import App

_NOTICE_SECONDS: Final = 5.0
_LEAST_THINKING: Final = 0.6
"""The solver never answers faster than this, so that a person can follow."""
_HURRY_SECONDS: Final = 30.0
_TYPING_SECONDS: Final = 2.0
_ROW: Final = 34


class PlayScene(GuiScene):
    """Shows one session and plays it."""

    shows_messages: ClassVar[bool] = True

    def __init__(self, session: Session) -> None:
        self.session = session
        self.board = Board(session.position)
        self.motion = Motion()
        self.pairs = Listing()
        self.moves = Listing()
        self.listing_focused = False
        self._version = session.version
        self._path = session.game.node.path()
        self._seconds = 0.0
        self._notice_until = 0.0
        self._digit = ""
        self._digit_until = 0.0
        self._advice: Advice | None = None
        self._end_shown = False
        self._thinker: Thinker | None = None
        self._actions_by_name = self._named_actions()
        self._show_last_move()

    # --- coming and going -----------------------------------------------------------------------

    def enter(self, app: App) -> None:
        """Begin, or come back from a dialog."""
        super().enter(app)
        self._autosave = Autosave(app.places)
        if self.session.has_solver:
            self.thinker.warm_up()
        if app.focused:
            self.session.run_clock()

    def leave(self) -> None:
        """Stop the clock and the solver."""
        self.session.pause_clock()
        if self._thinker is not None:
            self._thinker.cancel()
        self._save()

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
        if self._thinker is None:
            self._thinker = Thinker(self.app.engine, self.session, self.app.now)
        return self._thinker

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the toolbars."""
        settings = self.app.settings
        self.layout = geometry.table_layout(self.size, self.theme.scale)
        self.view = BoardView(
            self.layout.board,
            self.theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
        )
        self.minis = panels.Minis(self.theme)
        self.player_layouts = tuple(
            geometry.player_layout(rect, self.theme.scale) for rect in self.layout.players
        )
        self.motion.finish()
        row = self.theme.px(_ROW)
        self.pairs.place(panels.list_rows(self.theme, self.layout.pairs), row)
        self.moves.place(panels.list_rows(self.theme, self.layout.moves), row)
        self._fill_lists()
        self._build_tools()

    def _build_tools(self) -> None:
        left = (
            ("menu", "escape", _("Menu"), self.open_menu),
            ("new", "new", _("New game"), self.new_game),
            ("open", "open", _("Open a game"), self.open_game),
            ("save", "save", _("Save the game"), self.save_game),
            ("fullscreen", "fullscreen", _("Full screen"), self.app.toggle_fullscreen),
            ("help", "help", _("Help"), self.show_help),
        )
        fourth = (
            ("swap", "sides", _("Change sides"), self.change_sides)
            if self.session.has_solver
            else ("handshake", "draw", _("Offer a draw"), self.offer_draw)
        )
        right = (
            ("undo", "undo", _("Take back"), self.undo),
            ("redo", "redo", _("Play again"), self.redo),
            ("hint", "hint", _("Hint"), self.hint),
            ("list", "pairs", _("Pairs"), self.toggle_pairs),
            fourth,
            ("flag", "resign", _("Resign"), self.resign),
        )
        for rect, tools in zip(self.layout.tools, (left, right), strict=True):
            places = geometry.row_of(rect, len(tools), self.theme.px(6))
            for place, (icon, action, words, call) in zip(places, tools, strict=True):
                tip = f"{words} ({keys_of(action)})"
                self.add_button(place, "", call, icon=icon, tip=tip, look_as="tool")

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, ask and hear the solver, watch the clock."""
        super().update(seconds)
        self._seconds += seconds
        for flight in self.motion.update(seconds):
            self._landed(flight)
        self.session.check_clock()
        if self.session.version != self._version:
            self._follow()
        self._think()
        if self.session.ending is not None and not self.motion.moving and not self._end_shown:
            self._end_shown = True
            self._show_end()

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        thinking = self._thinker is not None and self._thinker.wish is not None
        return self.motion.moving or thinking or self.board.hint is not None

    def _landed(self, flight: Flight) -> None:
        if not flight.landing and not self.motion.moving:
            self.app.sound.play("take")

    def _think(self) -> None:
        """Let the solver play when it is its turn, and use what it answers."""
        if self._thinker is None:
            return
        advice = self._thinker.update()
        if advice is not None:
            self._advice = advice
        if self._thinker.failure:
            self._solver_failed(self._thinker)
        elif self._advice is not None:
            self._use_advice(self._advice)
        elif self.session.solver_to_move and self._thinker.wish is None:
            self._asked_at = self._seconds
            self._thinker.ask("move")

    def _use_advice(self, advice: Advice) -> None:
        if advice.purpose == "hint":
            self._advice = None
            self._show_hint(advice)
        elif not self.motion.moving and self._seconds - self._asked_at >= _LEAST_THINKING:
            self._advice = None
            if advice.best.move is not None and self.session.solver_to_move:
                self._play(advice.best.move)

    _asked_at = 0.0

    def _solver_failed(self, thinker: Thinker) -> None:
        reason, thinker.failure = thinker.failure, ""
        choices = [
            Choice(_("Try again"), thinker.retry, "primary", "solver"),
            Choice(_("Back to the start"), self.go_home, "", "home"),
        ]
        self._ask(Ask(_("The solver does not answer"), reason, choices))

    # --- following the session ------------------------------------------------------------------

    def _follow(self) -> None:
        """Bring everything shown up to the session, and let tiles fly between the two states."""
        self._version = self.session.version
        self._advice = None
        old, new = self._path, self.session.game.node.path()
        common = 0
        while common < min(len(old), len(new)) and old[common] is new[common]:
            common += 1
        self.motion.finish()
        if old != new:
            flights = self._flights(old[common:], new[common:])
            self._path = new
            self._show_last_move()
            if self.app.settings.animation:
                self.motion.flights = flights
            elif new[common:]:
                self.app.sound.play("take")
        self._end_shown = self._end_shown and self.session.ending is not None
        self._fill_lists()
        self._save()
        self.app.wake()
        if self.session.pending is not None:
            self._ask_consent()

    def _show_last_move(self) -> None:
        node = self.session.game.node
        last = None
        if node.parent is not None and node.move is not None:
            last = (node.move, node.parent.position.to_move)
        self.board.show(self.session.position, last)

    def _fill_lists(self) -> None:
        moves = [(m, self._kind_of(m)) for m in self.session.position.legal_moves]
        self.pair_rows = sorted(moves, key=lambda pair: -pair[1].rank)
        if self.session.ending is not None:
            self.pair_rows = []
        self.pairs.fill(len(self.pair_rows))
        if self.pairs.chosen is not None and self.board.listed is None:
            self.pairs.choose(None)
        self.move_rows = _in_rows(self._path)
        self.moves.fill(len(self.move_rows), to_end=True)

    def _kind_of(self, move: Move) -> Kind:
        found = self.session.position.kind_at(move.first)
        assert found is not None
        return found

    def _flights(self, undone: list[Node], done: list[Node]) -> list[Flight]:
        flights: list[Flight] = []
        for number, node in enumerate(reversed(undone)):
            flights += self._pair_flights(node, 0.12 * number, landing=True)
        for number, node in enumerate(done):
            flights += self._pair_flights(node, 0.12 * number, landing=False)
        return flights

    def _pair_flights(self, node: Node, delay: float, *, landing: bool) -> list[Flight]:
        if node.parent is None or node.move is None:
            return []
        before = node.parent.position
        taker, found = before.to_move, before.kind_at(node.move.first)
        count = sum(1 for n in node.path() if n.parent and n.parent.position.to_move == taker)
        goal = self._slot(taker, count)
        flights = []
        for number, cell in enumerate(node.move):
            place = self.view.layout.rect_of(cell)
            here = (float(place.x), float(place.y), float(place.width), float(place.height))
            start, end = (goal, here) if landing else (here, goal)
            if found is not None:
                later = delay + 0.05 * number
                flights.append(Flight(found, start, end, cell, landing, later))
        return flights

    def _slot(self, player: Player, count: int) -> tuple[float, float, float, float]:
        """Return where the last of `count` pairs lies in a player's tray."""
        tray = self.player_layouts[player - 1].tray
        slots = geometry.tray_slots(tray, count, self.theme.px(34))
        left, top = slots.corners[-1]
        return float(left), float(top), float(slots.tile), float(slots.tile * 4 / 3)

    # --- what a person does ---------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """Whether a person may choose a pair now."""
        return self.session.ending is None and not self.session.solver_to_move

    def notice(self, words: str, kind: str = "info") -> None:
        """Say something in the status line for a while."""
        self.app.say(words, kind)
        self._notice_until = self._seconds + _NOTICE_SECONDS

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair."""
        if not self.my_turn:
            self._refuse_for_now(cell)
            return
        answer = self.board.choose(cell)
        match answer:
            case Taken(move):
                self._play(move)
            case Selected(_):
                self.app.sound.play("select")
                self._quiet()
            case Refused():
                self._refuse(answer)
            case Cleared():
                self._quiet()

    def _refuse_for_now(self, cell: Cell | None) -> None:
        if self.session.ending is not None:
            self.notice(_("The game is over."), "refused")
        elif cell is not None and self.session.position.kind_at(cell) is not None:
            name = self.session.name(self.session.to_move)
            self._refuse(Refused(cell, _("It is {name}'s turn.").format(name=name)))

    def _refuse(self, answer: Refused) -> None:
        self.app.sound.play("refuse")
        if self.app.settings.animation:
            self.motion.shake(answer.cell)
        self.notice(answer.reason, "refused")

    def _quiet(self) -> None:
        """End the notice in the status line."""
        self._notice_until = 0.0

    def _play(self, move: Move) -> None:
        try:
            self.session.play(move)
        except RulesError as error:
            self.notice(str(error), "refused")
            return
        self._quiet()
        self._follow()

    def _wish(self, call: Callable[[], object]) -> None:
        """Do what the session allows; say why where it does not."""
        try:
            call()
        except NotNowError as error:
            self.notice(str(error), "refused")
            self.app.sound.play("refuse")

    def undo(self) -> None:
        """Take back: at once with the solver at the table, else ask the other player."""
        if self.session.has_solver:
            self._wish(self.session.take_back)
        else:
            self._wish(lambda: self.session.request_take_back(self._taker_back()))

    def _taker_back(self) -> Player:
        """Return who wants to take back: the player who moved last."""
        return 2 if self.session.to_move == 1 else 1

    def redo(self) -> None:
        """Play again what was taken back."""
        self._wish(self.session.redo)

    def hint(self) -> None:
        """Ask the solver for a good pair."""
        if not self.my_turn:
            self._refuse_for_now(None)
            return
        self.thinker.ask("hint")
        self.notice(_("Looking for a good pair …"))

    def _show_hint(self, advice: Advice) -> None:
        move = advice.best.move
        if move is None or not self.my_turn:
            return
        self.session.count_hint()
        self._follow()
        self.board.hint = move
        self.board.selected = None
        self.notice(self._hint_words(move, advice))

    def _hint_words(self, move: Move, advice: Advice) -> str:
        worth = self._kind_of(move)
        value = advice.best.value
        if advice.best.exact:
            outlook = _("with best play you make {value:+} from here").format(value=value)
        else:
            outlook = _("about {value:+} from here").format(value=value)
        return _("Hint: {kind} on {first} and {second}, worth {points}; {outlook}.").format(
            kind=worth, first=move.first, second=move.second, points=worth.rank, outlook=outlook
        )

    def toggle_pairs(self) -> None:
        """Show the pairs and go to their list; hide them if the list has the keyboard."""
        shown = self.app.settings.show_pairs
        if shown and not self.listing_focused:
            self._focus_list(True)
        else:
            self.app.change(show_pairs=not shown)
            self._focus_list(not shown)

    def _focus_list(self, focused: bool) -> None:
        self.listing_focused = focused and bool(self.pair_rows)
        self.pairs.choose(0 if self.listing_focused else None)
        self._point_out()

    def _point_out(self) -> None:
        """Point out the pair chosen in the list on the board."""
        row = self.pairs.chosen
        self.board.listed = None if row is None else self.pair_rows[row][0]
        if row is not None:
            self.board.selected = None

    def change_sides(self) -> None:
        """Let person and solver change places."""
        self._wish(self.session.change_sides)
        self._follow()

    def offer_draw(self) -> None:
        """Offer the other player a draw."""
        self._wish(lambda: self.session.offer_draw(self.session.to_move))

    def resign(self) -> None:
        """Ask whether to resign."""
        if self.session.ending is not None:
            self.notice(_("The game is over."), "refused")
            return
        player = self.session.person or self.session.to_move
        name = self.session.name(player)
        choices = [
            Choice(_("Play on"), look_as="primary"),
            Choice(_("Resign"), lambda: self._wish(lambda: self.session.resign(player))),
        ]
        words = _("{name} gives the game up.").format(name=name)
        self._ask(Ask(_("Resign?"), words, choices, on_escape=0, side_by_side=True))

    def _ask_consent(self) -> None:
        """Put the open request to the player who has to answer it."""
        request = self.session.pending
        if request is None:
            return
        asked: Player = 2 if request.by == 1 else 1
        title = _("{name}, do you agree?").format(name=self.session.name(asked))
        choices = [
            Choice(_("Agree"), lambda: self._answer(True), "primary"),
            Choice(_("Decline"), lambda: self._answer(False)),
        ]
        words = self.session.request_text
        self._ask(Ask(title, words, choices, on_escape=1, side_by_side=True))

    def _answer(self, accept: bool) -> None:
        self._wish(lambda: self.session.answer(accept))
        if not accept:
            self.notice(_("The request was declined."))

    def _ask(self, question: Ask) -> None:
        self.session.pause_clock()
        self.app.push(question)

    # --- to other screens -----------------------------------------------------------------------

    def open_menu(self) -> None:
        """Show what else can be done."""
        choices = [
            Choice(_("Back to the game"), lambda: None, "primary", "play"),
            Choice(_("New game"), self.new_game, "", "new"),
            Choice(_("Open a game"), self.open_game, "", "open"),
            Choice(_("Save the game"), self.save_game, "", "save"),
            Choice(_("Copy the game record"), self.copy_record, "", "copy"),
            Choice(_("Paste a game record or a position"), self.paste, "", "paste"),
            Choice(_("Settings"), lambda: screens.settings(self.app), "", "settings"),
            Choice(_("Rules"), lambda: screens.rules(self.app), "", "rules"),
            Choice(_("To the start screen"), self.go_home, "", "home"),
        ]
        self._ask(Ask(_("Menu"), "", choices, on_escape=0))

    def new_game(self) -> None:
        """Set up a new game; the one on the table is kept until the first move of the new one."""
        screens.new_game(self.app)

    def open_game(self) -> None:
        """Choose a game to open."""
        screens.open_game(self.app)

    def save_game(self) -> None:
        """Save the game under a name."""
        screens.save_game(self.app, self.session)

    def show_help(self) -> None:
        """Show every key."""
        screens.help_keys(self.app)

    def go_home(self) -> None:
        """Go to the start screen; the game can be continued from there."""
        screens.home(self.app)

    def _show_end(self) -> None:
        self.app.sound.play(self._end_sound())
        screens.result(self.app, self)

    def _end_sound(self) -> str:
        ending, person = self.session.ending, self.session.person
        if ending is None or ending.winner is None:
            return "draw"
        return "win" if person in (None, ending.winner) else "lose"

    def copy_record(self) -> None:
        """Put the game's record on the clipboard."""
        pygame.scrap.put_text(self.session.record().text)
        self.notice(_("The game record was copied."))

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        pygame.scrap.put_text(str(self.session.position))
        self.notice(_("The position was copied."))

    def paste(self) -> None:
        """Open the record or the position on the clipboard; what is open stays if it is neither."""
        text = pygame.scrap.get_text().strip("\0")
        if not text.strip():
            self.notice(_("The clipboard is empty."), "refused")
            return
        try:
            found = recognise(text)
        except RulesError as error:
            self.notice(str(error), "refused")
            return
        if isinstance(found, Record):
            screens.play(self.app, Session.from_record(found, now=self.app.now))
        else:
            screens.new_game(self.app, found)

    # --- keys and mouse -------------------------------------------------------------------------

    def _named_actions(self) -> dict[str, Callable[[], None]]:
        return {
            "left": lambda: self._cursor(-1, 0),
            "right": lambda: self._cursor(1, 0),
            "up": lambda: self._cursor(0, -1),
            "down": lambda: self._cursor(0, 1),
            "next": lambda: self._next(1),
            "previous": lambda: self._next(-1),
            "choose": self._press_enter,
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "pairs": self.toggle_pairs,
            "draw": self.offer_draw,
            "sides": self.change_sides,
            "resign": self.resign,
            "new": self.new_game,
            "save": self.save_game,
            "open": self.open_game,
            "copy": self.copy_record,
            "copy_position": self.copy_position,
            "paste": self.paste,
            "help": self.show_help,
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the table uses every key, the widgets get none."""
        if not self._type_tile(event):
            action = action_of(event)
            if action in self._actions_by_name:
                self._actions_by_name[action]()
        return True

    def _type_tile(self, event: pygame.event.Event) -> bool:
        """Take in a tile typed as rank and suit; return whether the key was part of one."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        sign = event.unicode.lower()
        if sign and sign in "123456789":
            self._digit, self._digit_until = sign, self._seconds + _TYPING_SECONDS
            self.notice(_("{digit} … now the suit: m, p or s").format(digit=sign))
            return True
        waiting, self._digit = self._digit, ""
        if sign and sign in "mps" and waiting and self._seconds <= self._digit_until:
            self._choose_kind(kind(waiting + sign))
            return True
        return False

    def _choose_kind(self, wanted: Kind) -> None:
        if not self.my_turn:
            self._refuse_for_now(None)
            return
        self._focus_list(False)
        answer = self.board.choose_kind(wanted)
        if isinstance(answer, Refused):
            self._refuse(answer)
        else:
            self.app.sound.play("select")
            self._quiet()

    def _cursor(self, columns: int, rows: int) -> None:
        if self.listing_focused:
            self.pairs.step(rows or columns)
            self._point_out()
        else:
            self.board.step(columns, rows)

    def _next(self, by: int) -> None:
        if self.listing_focused:
            self._cursor(0, by)
        else:
            self.board.next_choice(by)

    def _press_enter(self) -> None:
        if self.listing_focused and self.pairs.chosen is not None:
            self._take_listed(self.pairs.chosen)
        elif self.board.cursor is not None:
            self.choose(self.board.cursor)
        elif self.board.hint is not None and self.my_turn:
            self._play(self.board.hint)
        else:
            self.board.next_choice()

    def _take_listed(self, row: int) -> None:
        if not self.my_turn:
            self._refuse_for_now(None)
            return
        self._play(self.pair_rows[row][0])
        self.listing_focused = False
        self.pairs.choose(None)

    def _escape(self) -> None:
        board = self.board
        if self.listing_focused:
            self._focus_list(False)
        elif board.selected is not None or board.hint is not None or board.listed is not None:
            board.selected = board.hint = board.listed = None
            self._quiet()
        elif self._thinker is not None and self._hint_open(self._thinker):
            self._thinker.cancel()
            self._quiet()
        elif board.cursor is not None:
            board.cursor = None
        else:
            self.open_menu()

    @staticmethod
    def _hint_open(thinker: Thinker) -> bool:
        return thinker.wish is not None and thinker.wish.purpose == "hint"

    def on_event(self, event: pygame.event.Event) -> None:
        """React to the mouse."""
        if event.type == pygame.MOUSEMOTION:
            self._hover(self.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(self.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            self._escape_selection()
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)

    def _escape_selection(self) -> None:
        self.board.selected = self.board.hint = self.board.listed = None
        self._focus_list(False)

    def _hover(self, point: tuple[int, int]) -> None:
        cell = self.view.cell_at(point)
        here = cell is not None and self.session.position.kind_at(cell) is not None
        self.board.hovered = cell if here else None
        self.pairs.hovered = self.pairs.row_at(point)
        if not self.listing_focused:
            row = self.pairs.hovered
            self.board.listed = None if row is None else self.pair_rows[row][0]

    def _click(self, point: tuple[int, int]) -> None:
        row = self.pairs.row_at(point)
        if row is not None and self.app.settings.show_pairs:
            self._click_row(row)
        elif self.layout.board.outer.collidepoint(point):
            self._focus_list(False)
            self.board.cursor = None
            self.choose(self.view.cell_at(point))

    def _click_row(self, row: int) -> None:
        """Point a pair out; the second click on it takes it."""
        if self.pairs.chosen == row:
            self._take_listed(row)
            return
        self.listing_focused = True
        self.pairs.choose(row)
        self._point_out()
        self.notice(_("Click the pair once more, or press Enter, to take it."))

    def _scroll(self, rows: int) -> None:
        point = self.app.point(pygame.mouse.get_pos())
        for listing, rect in ((self.pairs, self.layout.pairs), (self.moves, self.layout.moves)):
            if rect.collidepoint(point):
                listing.scroll(rows)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        settings = self.app.settings
        self.view.draw(
            surface,
            self.board,
            self.motion,
            seconds=self._seconds,
            pairs=settings.show_pairs and self.session.ending is None,
        )
        position = self.session.position
        panels.race(surface, self.theme, self.layout.race, position.points, position.points_left)
        for player in (1, 2):
            layout = self.player_layouts[player - 1]
            panels.player_panel(surface, self.theme, self.minis, self.player_view(player), layout)
        self._paint_pairs(surface)
        self._paint_moves(surface)
        self._paint_status(surface)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.draw_flights(surface, self.motion)

    def player_view(self, player: Player) -> panels.PlayerView:
        """Return what a player's panel shows."""
        session = self.session
        clock = session.remaining(player)
        return panels.PlayerView(
            player=player,
            name=session.name(player),
            caption=self._caption(player),
            points=session.points[player - 1],
            needed=session.needed(player),
            taken=self._tray(player),
            active=session.ending is None and session.to_move == player,
            state=self._state(player),
            clock="" if clock is None else clock_text(clock),
            hurried=clock is not None and clock < _HURRY_SECONDS,
            progress=self._progress(player),
        )

    def _caption(self, player: Player) -> str:
        session = self.session
        if session.series.games:
            return _("series {points}").format(points=session.totals[player - 1])
        if session.seat(player).solver:
            seconds = session.setup.think_seconds
            return _("solver, {seconds} s a move").format(seconds=decimal(seconds))
        return _("moved first") if player == 1 else _("moved second")

    def _tray(self, player: Player) -> tuple[Kind, ...]:
        """Return the pairs in a tray, without those that are still in the air."""
        taken = self.session.taken(player)
        flying = sum(1 for flight in self.motion.flights if not flight.landing) // 2
        nodes = self._path[len(self._path) - flying :] if flying else []
        mine = sum(1 for n in nodes if n.parent and n.parent.position.to_move == player)
        return taken[: len(taken) - mine] if mine else taken

    def _state(self, player: Player) -> str:
        session, name = self.session, self.session.name(player)
        if session.ending is not None:
            if session.ending.winner is None:
                return _("draw")
            return _("wins") if session.ending.winner == player else _("loses")
        if session.to_move != player:
            return _("waits")
        if session.seat(player).solver and self._thinker is not None:
            return self._thinking(self._thinker)
        return _("{name} to move").format(name=name)

    @staticmethod
    def _thinking(thinker: Thinker) -> str:
        if thinker.getting_ready:
            return _("is getting ready …")
        return _("thinks … {seconds} s").format(seconds=decimal(thinker.seconds, 1))

    def _progress(self, player: Player) -> float | None:
        thinker = self._thinker
        if thinker is None or thinker.wish is None or player != self.session.to_move:
            return None
        if thinker.wish.purpose == "hint" or thinker.getting_ready:
            return None
        return thinker.seconds / self.session.setup.think_seconds

    def _paint_pairs(self, surface: pygame.Surface) -> None:
        rect = self.layout.pairs
        shown = self.app.settings.show_pairs
        count = len(self.pair_rows)
        panels.list_panel(
            surface,
            self.theme,
            rect,
            _("Pairs to take"),
            str(count) if shown else "",
            focused=self.listing_focused,
        )
        if not shown:
            words = _("Press {key} to list the pairs").format(key=keys_of("pairs"))
            panels.list_hint(surface, self.theme, rect, words)
        elif not count:
            panels.list_hint(surface, self.theme, rect, _("No pair can be taken"))
        else:
            panels.pairs_list(surface, self.theme, self.minis, self.pairs, self.pair_rows)

    def _paint_moves(self, surface: pygame.Surface) -> None:
        rect = self.layout.moves
        count = len(self._path)
        panels.list_panel(surface, self.theme, rect, _("Moves"), str(count) if count else "")
        if not count:
            panels.list_hint(surface, self.theme, rect, _("No move yet"))
        panels.moves_list(surface, self.theme, self.minis, self.moves, self.move_rows)

    def _paint_status(self, surface: pygame.Surface) -> None:
        message = self.app.message
        if self._seconds < self._notice_until and message.text:
            words, sort = message.text, message.kind
        else:
            words, sort = self._situation(), "info"
        panels.status_line(surface, self.theme, self.layout.status, words, sort, self._aside())

    def _situation(self) -> str:
        """Say what the mouse or the selection is on, else what is to be done."""
        session, cell = self.session, self.board.looked_at
        if session.ending is not None:
            return session.result_text
        if cell is not None:
            return self._tile_words(cell)
        hovered = self.board.hovered
        found = None if hovered is None else session.position.kind_at(hovered)
        if hovered is not None and found is not None:
            return self.board.refusal(hovered, found)
        name, count = session.name(session.to_move), len(self.pair_rows)
        return ngettext(
            "{name} to move: {n} pair can be taken.",
            "{name} to move: {n} pairs can be taken.",
            count,
        ).format(name=name, n=count)

    def _tile_words(self, cell: Cell) -> str:
        found = self.session.position.kind_at(cell)
        partners = self.board.partners
        if found is None:
            return ""
        if not partners:
            return self.board.refusal(cell, found)
        words = ngettext(
            "{kind} on {cell}: {points} with {cells}.",
            "{kind} on {cell}: {points} with {cells}.",
            len(partners),
        )
        points = ngettext("{n} point", "{n} points", found.rank).format(n=found.rank)
        cells = ", ".join(str(partner) for partner in partners)
        return words.format(kind=found, cell=cell, points=points, cells=cells)

    def _aside(self) -> str:
        deal, ply = self.session.setup.deal, len(self._path)
        move = _("move {number}").format(number=ply + 1)
        if deal is None:
            return move
        return _("deal {number}").format(number=deal) + "  ·  " + move


def _in_rows(path: list[Node]) -> list[list[tuple[Move, Kind] | None]]:
    """Return the moves of a path two a row: player 1's, then player 2's."""
    rows: list[list[tuple[Move, Kind] | None]] = []
    for node in path:
        if node.parent is None or node.move is None:
            continue
        before = node.parent.position
        found = before.kind_at(node.move.first)
        if found is None:
            continue
        if before.to_move == 1 or not rows:
            rows.append([None, None])
        rows[-1][before.to_move - 1] = (node.move, found)
    return rows
