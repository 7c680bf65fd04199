"""The playing screen: a session at the table, by mouse and by keyboard.

    events ──► take, act ──► TableGame ──version──► follow ──► board, lists, flights
                                 └──sheet, objection──► QuestionScene, TeacherDialog

What people want becomes acts of the game (`battle.screens.table`), which says what can be done and
what is said; the scene shows what has changed since, and lets the tiles fly. Who sits there, and
what can be asked of them, is its `company`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Final

import pygame

from battle.coach.hints import HINT, HintStep, hint_page
from battle.game.seating import GAME_OVER
from battle.game.session import NotNowError, Session
from battle.game.words import match_words
from battle.language import _, explain
from battle.page.blocks import Block, Ink, PairLine, Paragraph
from battle.rules.position import PLAYERS, Cell, Kind, Move, Player, other
from battle.rules.tree import Node
from battle.screens import captions
from battle.screens.board_view import Dock, map_of, pairs_of
from battle.screens.day_result import result
from battle.screens.screen import perform
from battle.screens.share import AS_PICTURE, shared_position
from battle.screens.table import TableCompany, TableGame
from battle.screens.view import Act, Button, act
from battle.window.board import GLOW_SECONDS, Board, Refused
from battle.window.board_scene import BoardScene
from battle.window.board_view import dealt_flights, flights_over, light_column, paint_shown
from battle.window.card_view import QuestionScene, WindowShell
from battle.window.cards import Choice, ChoiceDialog
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.pages import Flow
from battle.window.scene import Scene, Services, attempt
from battle.window.table_panels import FriendPanel, TeacherDialog, paint_presence
from battle.window.table_view import TableView, paint_player
from battle.window.ui import clipboard
from battle.window.ui.draw import Layer
from battle.window.ui.keys import action_of
from battle.window.ui.layout import FILL, across, share
from battle.window.ui.theme import Role
from battle.window.ui.widgets import Point, Tool, list_rows
from battle.words import no_pair_words, points, tile_words, titled


def pairs_page(session: Session) -> list[Block]:
    """Return the pairs that can be taken, the best paid first, or why there are none."""
    if session.ending is not None:
        return [Paragraph(_(GAME_OVER), Ink.FAINT)]
    return [
        PairLine(None, pair.kind, pair.words, "", pair.kind.rank, pair.move, pair.places)
        for pair in pairs_of(session.position, session.game.start)
    ] or [Paragraph(no_pair_words(), Ink.FAINT)]


# --- the screen -----------------------------------------------------------------------------------

_PLAYING: Final = ("undo", "redo", "hint", "draw", "sides", "resign", "result")
"""The acts of somebody who plays."""
_TOOLS: Final = 3
"""How many tools there are on each side."""


class TableScene(BoardScene):
    """Shows one session and plays it."""

    view: TableView
    shortcuts = TABLE_SHORTCUTS

    def __init__(
        self, app: Services, session: Session, company: TableCompany | None = None
    ) -> None:
        super().__init__(app, Board(session.position))
        self.game = TableGame(WindowShell(app), session, company)
        self.company = self.game.company
        self.topic = self.company.topic
        self.session, self.study, self.help = session, self.game.study, self.game.help
        self._version = session.version
        self.path = session.game.node.path()
        self.pairs = Flow(follow=self._pick_pair)
        self.is_listed = False
        self.friend = FriendPanel(self._do)
        self._rung_at: object = None
        self._speech: Dock | None = None
        self.hints_page = Flow(TABLE_SHORTCUTS, lambda target: self.keys[target.name]())
        self._hints_version = 0
        self._end_shown = False
        self._dealt = False
        self.show_place(self.session.game.node)

    # --- coming and going -----------------------------------------------------------------------

    def resume(self) -> None:
        """Come back from another screen: the clock runs, the solver is asked."""
        self.game.is_seen = self.app.focused
        self.game.resume()

    def leave(self) -> None:
        self.game.leave()

    def focus_lost(self) -> None:
        self.game.look(is_visible=False)

    def focus_gained(self) -> None:
        self.game.look(is_visible=True)

    def quitting(self) -> None:
        """Keep the unfinished game."""
        self.session.look_away()
        self.company.save()

    @property
    def below(self) -> Player:
        return self.session.near

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the tools."""
        self.motion.finish()
        self.friend.has_changed(self.company)
        self.view = TableView(
            self.size,
            self.theme,
            self.app.settings,
            self.session.game.start,
            self.session.near,
            asked=self._is_asked,
            said=self.friend.speaks,
        )
        self._map = Layer(self.view.layout.board.outer)
        for panel in (self.pairs, self.hints_page):
            self.add(panel, walked=False)
        tip, corner = _("Close the hints"), pygame.Rect(0, 0, 0, 0)
        self.closer = self.add_button(
            corner, "", self._close_hints, icon="close", look_as="quiet", tip=tip
        )
        self.changer = self.add_button(
            corner, _(captions.ANOTHER_OPPONENT), partial(self.app.go, "new_game"), icon="people"
        )
        self.friend.join(self)
        self._place_lists()
        self._add_tools()
        self._show_what_is_possible()
        if not self._dealt:
            self._dealt = True
            if self.app.settings.animation and not self.session.game.root.children:
                position, board = self.session.position, self.view.layout.board
                self.motion.flights += dealt_flights(position, board, self.board.is_free)

    @property
    def _is_asked(self) -> bool:
        """Whether something is shown that the person asked for: a list, or hints."""
        return self.is_listed or self.help.hints.is_open

    def _fit_lists(self) -> None:
        """Give room to what is asked and said, or give it back; whoever is here sits near."""
        view = self.view
        fits = self.session.near, self._is_asked, self.friend.speaks
        if (view.near, view.asked, view.said) != fits:
            self.resize(self.size)

    def _place_lists(self) -> None:
        """Put what was asked for below the person, what the other says below the other."""
        layout = self.view.layout
        self.friend.place(layout.said)
        for panel in self.pairs, self.hints_page:
            panel.place(self.theme, list_rows(self.theme, layout.asked), layout.asked)
        self._fill_lists()
        asked, side = layout.asked, self.hints_page.rect.top - layout.asked.top
        self.closer.rect = pygame.Rect(asked.right - side, asked.top, side, side)
        theirs = layout.players[other(self.view.near) - 1]
        pad, tall = self.theme.px(14), self.theme.px(44)
        self.changer.rect = pygame.Rect(theirs.left, theirs.bottom - tall - pad, theirs.width, tall)
        self.changer.rect.inflate_ip(-2 * pad, 0)
        self._show_hints()

    def _add_tools(self) -> None:
        """Put the tools beside the board, as many on both sides."""
        self.tools, px, font = {}, self.theme.px, self.theme.font(Role.SMALL)
        (upper, lower), (left, right) = self.view.layout.tools, self._tools()
        if upper.left == lower.left and len(left) + len(right) <= _TOOLS:
            left, right = [], [*left, *right]
        for room, tools in (upper, left), (lower, right):
            shares = [share(least=font.size(words)[0] + px(4)) for _icon, _act, words in tools]
            shares += [FILL] * (_TOOLS - len(shares))
            places = across(room, *shares, gap=px(8))
            for place, (icon, action, words) in zip(places, tools, strict=False):
                self._add_tool(place, icon, action, words)
        if "resign" in self.tools:
            words = _("Result")
            self._add_tool(self.tools["resign"].rect, "trophy", "result", words)

    def _add_tool(self, place: pygame.Rect, icon: str, action: str, words: str) -> None:
        tip = self.tip_of(action)
        tool = Tool(place, words, partial(self.click, self.keys[action]), icon=icon, tip=tip)
        self.tools[action] = self.add(tool)

    def _tools(self) -> list[list[tuple[str, str, str]]]:
        """Return the tools on both sides: icon, action, word."""
        pairs, menu = ("list", "pairs", _(captions.PAIRS)), ("menu", "menu", _("Menu"))
        left, right = (
            [(one.icon, one.do.name, one.words) for one in side] for side in self.game.sides
        )
        return [[*left, pairs], [*right, menu]]

    def _show_what_is_possible(self) -> None:
        """Let only those tools look alive that do something now."""
        self.changer.visible = self.game.change is not None and not self.hints_page.visible
        for button in (*self.company.tools, *chain(*self.game.sides)):
            if (tool := self.tools.get(button.do.name)) is not None:
                tool.enabled, tool.off = button.target is not None, button.off
                tool.tip = button.why * button.off or self.tip_of(button.do.name)
        if (talk := self.company.messages) is not None:
            self.tools["talk"].badge = talk.badge
            self.tools["talk"].tip = self.tip_of("talk", talk.words)
        if "teacher" in self.tools:
            self.tools["teacher"].selected = self.game.teacher_rule.is_on
        if self.company.plays:
            over = self.session.ending is not None
            self.tools["resign"].visible = not over
            self.tools["result"].visible = over

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, let the game go on, and show what has changed."""
        super().update(seconds)
        if not self.moving and any(not flight.landing for flight in self.landed):
            self.app.sound.play("take")
        self.game.is_at_rest = not self.motion.moving
        self.game.beat()
        if self not in self.app.scenes:
            return
        self._catch_up()
        self.board.listed = self.pairs.pointed_at
        self._head_pairs()
        if self.session.ending is not None and not self.motion.moving and not self._end_shown:
            self._show_end()
        self._hear_friend()

    def _write(self) -> None:
        """Go to the line to write in beside the board; where none is, to all that was said."""
        if not self.friend.begin_to_write():
            self.act("talk")

    def _hear_friend(self) -> None:
        """Show what a friend asks and writes, and let it be heard, a request once a move.

        What is shown to somebody who looks is read.
        """
        if self.friend.has_changed(self.company) or self.friend.speaks != self.view.said:
            self._fit_lists()
            self._place_lists()
        if self.friend.heed_call():
            self.act("talk")
        if (talk := self.company.messages) is not None:
            self.tools["talk"].badge = talk.badge
        speech, before = self.company.speech, self._speech
        self._speech = speech
        if speech is not None and speech != before:
            self.app.sound.play("select")
        if talk is not None and talk.badge and self.friend.talk.visible and self.app.focused:
            self.company.acts()["read"]()
        place, request = self.session.place, self.company.request
        if request is not None and request.yes is not None and self._rung_at != place:
            self._rung_at = place
            self.app.sound.play("turn")

    def _show_end(self) -> None:
        """Show that the game has just ended; tiles that still fly arrive at once."""
        self._catch_up()
        self.game.follow()
        self._end_shown = True
        self.motion.finish()
        ending, person = self.session.ending, self.session.person
        sound = "draw"
        if ending is not None and ending.winner is not None:
            sound = "win" if person in (None, ending.winner) else "lose"
        self.app.sound.play(sound)
        if self.company.plays:
            self.app.go("result", self.study, self.company, unasked=True)

    def show_result(self) -> None:
        """Show the result, or say that there is none yet."""
        if self.session.ending is not None and not self._end_shown:
            self._show_end()
        else:
            self.act("result")

    @property
    def in_play(self) -> bool:
        """Whether the game goes on."""
        return self.game.in_play

    @property
    def ticking(self) -> bool:
        """Whether the clock runs, the solver thinks, or something pulses on the table."""
        clock = self.session.clock
        pulses = self.board.hint is not None or self.board.held is not None
        thinks = self.game.opponent.is_thinking or self.help.hints.is_waiting
        return super().ticking or (clock is not None and clock.running) or pulses or thinks

    # --- following the game ---------------------------------------------------------------------

    def act(self, name: str) -> None:
        """Do something in the game, and show what came of it."""
        self._do(Act(name))

    def _do(self, act: Act) -> None:
        self._attempt(partial(perform, self.game, act))
        self._catch_up(asked=True)

    def _attempt(self, call: Callable[[], object]) -> None:
        """Do what the session allows; say in the status line why where it does not."""
        if not attempt(self.notice, call):
            self.app.sound.play("refuse")

    def _put(self, dialog: Scene) -> None:
        """Put a question over the table."""
        self.session.rest_clock()
        self.app.push(dialog)

    def _catch_up(self, *, asked: bool = False) -> None:
        """Show what has changed: the session, what hints and teacher say, a question.

        One that was not `asked` for here takes no keys at first.
        """
        if self.session.version != self._version:
            self.follow()
        held, hints = self.help.teacher.held, self.help.hints
        if held is not None:
            self.board.selected = None
        self.board.held, self.board.hint = held, self.game.pointed_out[1]
        if hints.is_open or self.hints_page.visible:
            self._show_hints()
        if self.app.scene is not self:
            return
        if self.game.objection is not None:
            self.quiet()
            self.app.push(TeacherDialog(self.app, self.game, self, self.act))
        elif self.game.sheet is not None:
            leave = partial(setattr, self.game, "sheet", None)
            view = self.game.sheet()
            unasked = not asked or self.session.pending is not None
            self._put(QuestionScene(self.app, view, self._do, leave, self._still, unasked=unasked))

    def _still(self) -> bool:
        """Return whether the question over the table is still asked."""
        self.game.put_question()
        return self.game.sheet is not None or self not in self.app.scenes

    def follow(self) -> None:
        """Bring everything shown up to the session, and let tiles fly between the two states."""
        self._version = self.session.version
        old, new = self.path, self.session.game.node.path()
        if old != new:
            self._go_over(old, new)
        self._end_shown = self._end_shown and self.session.ending is not None
        if self.session.ending is not None and not self._end_shown:
            self.outdate()
        self._fit_lists()
        self._fill_lists()
        self._show_what_is_possible()
        self.app.wake()

    def _go_over(self, old: list[Node], new: list[Node]) -> None:
        """Show another place of the game, reached by taking moves back, playing some, or both."""
        self.path = new
        self.pairs.choose(None)
        self.outdate()
        self.show_place(self.session.game.node)
        flights = flights_over(old, new, self.view.layout.board, self.view.slot)
        if len(new) == len(old) + 1 and not self.session.is_here(other(self.session.to_move)):
            for flight in flights:
                flight.delay, flight.glows = flight.delay + GLOW_SECONDS, True
        self.let_fly(flights)
        if new and new[-1] not in old and not self.app.settings.animation:
            self.app.sound.play("take")

    def _fill_lists(self) -> None:
        """List the pairs."""
        self.pairs.fill(pairs_page(self.session))
        self._head_pairs()

    def _head_pairs(self) -> None:
        """Head the list of pairs, or say how to take the chosen one."""
        pairs, moves = self.pairs, self.session.position.legal_moves
        is_counted = self.session.ending is None
        pairs.title, pairs.note = _(captions.PAIRS_TO_TAKE), str(len(moves)) if is_counted else ""
        if pairs.chosen is not None:
            pairs.title, pairs.note = _("Click or Enter takes it"), ""

    # --- choosing and taking pairs --------------------------------------------------------------

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or take the pair; one that is held is not chosen again."""
        if cell is not None and cell in (self.board.held or ()):
            return
        self.pairs.choose(None)
        self.showing.drop()
        self.withdraw()
        if self.session.person_to_move:
            self.answered(self.board.choose(cell))
        else:
            self._refuse_for_now(cell)

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed, where a pair may be taken."""
        if self.session.person_to_move:
            self.withdraw()
            self.pairs.choose(None)
            super().choose_kind(kind)
        else:
            self._refuse_for_now(None)

    def withdraw(self) -> None:
        """Let go of the pair that the teacher looks at, without taking it."""
        if self.help.teacher.held is not None:
            self.quiet()
        self.game.withdraw()
        self.board.held = None

    def _refuse_for_now(self, cell: Cell | None) -> None:
        """Say why no pair can be chosen now."""
        if cell is None or self.session.position.kind_at(cell) is not None:
            try:
                self.game.check_turn()
            except NotNowError as error:
                self.refuse(Refused(cell, explain(error)))

    def take(self, move: Move) -> None:
        """Take the pair a person has chosen, as soon as the teacher has nothing to say."""
        self.quiet()
        self._do(act("take", move=str(move)))

    # --- the list of pairs ----------------------------------------------------------------------

    def _toggle_pairs(self) -> None:
        """Show the pairs in place of a hint, and go to their list; or hide it if it is in hand."""
        focused = self.pairs.chosen is not None
        if self.help.hints.is_open:
            self._close_hints()
        self.pairs.choose(None)
        self.is_listed = not (self.is_listed and focused)
        self._fit_lists()
        if not focused:
            self._step_in_pairs(1)

    def _step_in_pairs(self, by: int) -> None:
        """Choose the next pair of the list, or the one before; the first at first."""
        self.pairs.step(by)
        if self.pairs.chosen is not None:
            self.board.selected = None

    def _pick_pair(self, move: Move) -> None:
        """Choose a listed pair, at the second click take it."""
        if self.pairs.chosen_target == move:
            self._take_listed(move)
            return
        self.pairs.choose(self.pairs.where(move))
        self.board.selected = None

    def _take_listed(self, move: Move) -> None:
        if self.session.person_to_move:
            self.take(move)
            self.pairs.choose(None)
        else:
            self._refuse_for_now(None)

    # --- hints ----------------------------------------------------------------------------------

    def _show_hints(self) -> None:
        """Bring the board and the page up to what the hints say, or show the moves again."""
        hints, page = self.help.hints, self.hints_page
        self._fit_lists()
        if page.visible and not hints.is_open:
            self.showing.drop()
        self.closer.visible = page.visible = hints.is_open
        self.changer.visible = not hints.is_open and self.game.change is not None
        self.pairs.visible = self.is_listed and not hints.is_open
        page.title = _(captions.HINTS_USED).format(n=hints.used)
        page.fill(hint_page(hints, self.session.names))
        if hints.is_open and hints.version != self._hints_version:
            self._hints_version = hints.version
            self.board.selected = None
            self.quiet()
            self._play_answer()
            steps = enumerate(page.blocks)
            hinted = [n for n, b in steps if isinstance(b, Paragraph) and b.icon == HINT]
            ladder = hints.ladder
            if ladder is not None and HintStep.REASON in ladder.steps:
                page.to_top()
            else:
                page.to_end(hinted[-1] if hinted else None)

    def _play_answer(self) -> None:
        """Play the answer to the pair that the hints call worse, once they speak of it."""
        if self.game.objection is None:
            self.show_answer(self.game.answer)

    def _close_hints(self) -> None:
        self.help.hints.close()
        self._show_hints()

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        acts = ("undo", "redo", "hint", "analyse", "draw", "sides", "resign", "talk", "teacher")
        keys = super().key_table() | {
            **{name: partial(self.act, name) for name in acts},
            "talk": self._write,
            "why": self._play_answer,
            "words_up": lambda: self.hints_page.turn(-1),
            "words_down": lambda: self.hints_page.turn(1),
            "pairs": self._toggle_pairs,
            "result": self.show_result,
            "new": partial(self.app.go, "new_game"),
            "save": partial(self.app.go, "save_game", self.session),
            "open": partial(self.app.go, "open_game"),
            "copy": lambda: clipboard.copy_record(self.session.record(), self.notice),
            "paste": partial(self._attempt, partial(self.app.go, "paste")),
            "help": partial(self.app.go, "help"),
            "menu": self.open_menu,
            "escape": self._escape,
        }
        is_left = self.company.plays
        return {name: call for name, call in keys.items() if is_left or name not in _PLAYING}

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; the table uses every key, of widgets the line alone."""
        if self.typing:
            return self.friend.key(event)
        if not self.types_tile(event):
            action = action_of(event, TABLE_SHORTCUTS)
            if action in self.keys:
                self.keys[action]()
        return True

    def move_cursor(self, columns: int, rows: int) -> None:
        if self.pairs.chosen is None:
            super().move_cursor(columns, rows)
        else:
            self._step_in_pairs(rows or columns)

    def next_choice(self, by: int) -> None:
        if self.pairs.chosen is None:
            super().next_choice(by)
        else:
            self._step_in_pairs(by)

    def press_enter(self) -> None:
        listed, board = self.pairs.chosen_target, self.board
        is_trying = board.selected or (board.cursor and not self.help.hints.is_open)
        if listed is not None:
            self._take_listed(listed)
        elif board.hint and not is_trying and self.session.person_to_move:
            self.take(board.hint)
        elif self.board.cursor is None and self.session.ending is not None:
            self.show_result()
        else:
            super().press_enter()

    def _escape(self) -> None:
        """Give up what was begun last; with nothing begun open the menu, or the result again."""
        board = self.board
        if self.pairs.chosen is not None:
            self.pairs.choose(None)
        elif board.held or board.selected or self.help.hints.is_open:
            self._release()
        elif board.cursor is not None:
            board.cursor = None
        elif self.session.ending is not None and self.company.plays:
            self.show_result()
        else:
            self.open_menu()

    def _release(self) -> None:
        """Let go of what is selected, shown or held."""
        self.withdraw()
        self._close_hints()
        self.board.selected = None
        self.pairs.choose(None)
        self.quiet()

    def right_click_at(self, point: Point) -> None:
        self._release()

    # --- the menu -------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Show what else can be done."""
        self._put(ChoiceDialog(self.app, _("Menu"), match_words(self.session), self.menu_choices()))

    def menu_choices(self) -> list[Choice]:
        """Return what stands in the menu."""
        app = self.app
        first = Choice(_(captions.TO_GAME), lambda: None, "primary", "play")
        if self.session.ending is not None and self.company.plays:
            first = Choice(_(captions.SHOW_RESULT), self.show_result, "primary", "trophy")
        urgent = [self._choice(one) for one in self.game.urgent]
        more = [self._choice(one) for one in self.game.lesser]
        return [
            first,
            *urgent,
            *more,
            Choice(_(captions.NEW_GAME), self.keys["new"], "", "new"),
            Choice(_(captions.ANALYSE), self.keys["analyse"], "", "analyse"),
            Choice(_("Files"), self._show_files, "", "open"),
            Choice(_(captions.SETTINGS), partial(app.go, "settings"), "", "settings"),
            Choice(_(captions.HELP), self.keys["help"], "", "help"),
            Choice(_(captions.TO_START), partial(app.go, "home"), "", "home"),
            Choice(_(captions.QUIT), app.quit, "", "quit"),
        ]

    def _choice(self, button: Button) -> Choice:
        return Choice(button.words, partial(self._do, button.do), "", button.icon)

    def _show_files(self) -> None:
        is_over = self.session.ending is not None
        words = _("Share result") if is_over else _(AS_PICTURE)
        share = Choice(words, self._share, "", "export")
        self._put(self.files_dialog(self.keys, share))

    def _share(self) -> None:
        """Show what can be passed on of the result, else of the position."""
        session = self.session
        if session.ending is None:
            self.app.go("share", partial(shared_position, session.position))
        else:
            self.app.go("share", result(WindowShell(self.app), self.study).shared)

    # --- painting -------------------------------------------------------------------------------

    @property
    def status(self) -> tuple[str, str]:
        """What is said to the person, and its kind; empty words for nothing."""
        if self.said is not None:
            return self.said
        if not self.app.focused and self.game.is_paused:
            return _("The clock is paused while the window is in the background."), "info"
        is_open = self.board.held is None and self.session.ending is None
        return (looked_at(self.board) if is_open else "") or self.game.situation, "info"

    def tray(self, player: Player) -> tuple[Kind, ...]:
        """Return the pairs in a tray, without those that are still in the air."""
        taken = self.session.taken(player)
        flying = sum(1 for flight in self.motion.flights if not flight.landing) // 2
        nodes = self.path[len(self.path) - flying :] if flying else []
        mine = sum(1 for node in nodes if node.parent and node.parent.position.to_move == player)
        return taken[: len(taken) - mine] if mine else taken

    def _paint_map(self, surface: pygame.Surface) -> None:
        """Paint what a game that is over has left of the board."""
        game, room, theme = self.session.game, self.view.layout.board.outer, self.theme
        self._map.draw(
            surface, game.node, lambda s: paint_shown(s, theme, room, map_of(self.session))
        )

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, theme, session = self.view, self.theme, self.session
        layout, settings = view.layout, self.app.settings
        pairs = settings.show_pairs and session.ending is None
        board = self.showing.board(self.board)
        if session.ending is not None and not self.moving:
            self._paint_map(surface)
        else:
            view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=pairs)
        for lit in self.help.hints.columns:
            light_column(surface, theme, layout.board, lit)
        status = self.status
        for player, parts in zip(PLAYERS, view.players, strict=True):
            said = status if status[0] and player == view.near else None
            paint_player(surface, theme, parts, self.game, player, self.tray(player), said)
        paint_presence(surface, view, self.game)
        self.friend.paint(surface)


def looked_at(board: Board) -> str:
    """Describe the tile under the mouse or the selection, empty for none."""
    cell = board.looked_at or board.hovered
    kind = None if cell is None else board.position.kind_at(cell)
    if cell is None or kind is None:
        return ""
    if board.looked_at is None or not board.partners:
        return board.refusal(cell, kind)
    return titled(tile_words(kind), points(kind.rank))
