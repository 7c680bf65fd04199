"""Analyse: a study on the table, with everything that is known shown.

    events ──► actions ──► study ──version──► snapshot ──► board, lines, graph, tree, review
                             ▲
    scheduler ──► Analyst ───┘                panels and StudyView paint them

What the person does changes the study; when its version has grown a new snapshot says what there is
to see. What the solver finds comes into the values of the study by itself. A line pointed at
(`preview`) covers the position on the board for as long; the study stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pygame

from battle.analysis.costs import MoveCost, Thresholds
from battle.analysis.study import ExpectedLines, Snapshot, Study
from battle.coach.move_page import insight_page
from battle.coach.reasons import Line
from battle.engine.jobs import REVIEW_SECONDS, Analyst
from battle.game.session import Session, bring_back, saved
from battle.language import _, explain
from battle.page.blocks import Block, Command, Paragraph, Role, Title, ToMove
from battle.page.review import NOTHING_TO_REVIEW, REVIEW_ENDED
from battle.rules.position import (
    PLAYERS,
    Cell,
    IllegalMoveError,
    Kind,
    Move,
    Player,
    RulesError,
)
from battle.rules.record import Node, Record, without_commands
from battle.training.background import collect
from battle.training.sitting import proven_mistakes
from battle.window.board.board import Board, LinePreview, flights_over
from battle.window.board.keys import STUDY_SHORTCUTS
from battle.window.board.tree import TreePanel
from battle.window.board.view import draw_mark, shown_values
from battle.window.pages.flow import Flow
from battle.window.scenes.board_scene import BoardScene
from battle.window.scenes.card_scene import Choice, ChoiceDialog, TextDialog, question
from battle.window.scenes.scene import Services
from battle.window.study.review import LINE, POSITION, StudyProofs, StudyReview
from battle.window.study.view import (
    BEST,
    GraphPanel,
    StudyView,
    aside,
    lines_page,
    progress,
    resource_words,
    situation,
    speed_words,
    work_words,
)
from battle.window.ui import clipboard
from battle.window.ui.keys import action_of, line_number_of, words_of
from battle.window.ui.layout import FILL, across, centred
from battle.window.ui.widgets import Point, Switch
from battle.words import LONGEST_COMMENT, address, label, no_pair_words, shown_comment

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
        self.snapshot = Snapshot(study)
        self._refreshed_at = 0.0
        self.session = session or Session.from_record(Record({}, study.game))
        self._nodes_before = 0 if session is None else _size(study)
        self._stands_alone = False
        self.lines = ExpectedLines()
        self.proofs = StudyProofs(app, study)
        self.review = StudyReview(study, self.analyst, self.proofs)
        self._review_seconds = REVIEW_SECONDS
        self._reviewing = False
        self.after_lesson: Callable[[], None] = lambda: None
        self._sheet_shown: object = None
        self.path = study.node.path()
        self.preview = LinePreview(self.motion, self.fly)
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
        self.review.close()
        self.analyst.analyse(None)
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
            file, kept = self.app.autosave.analysis_file, saved(self.study, self.session)
            for words in self.app.places.write(file, kept.record().text):
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
    def shows_review(self) -> bool:
        """Whether the sheet on the right shows the review, not the lines."""
        return "review" in self.app.settings.analyse_panels

    @property
    def lists_all(self) -> bool:
        """Whether all moves are listed, not the best only."""
        return "all moves" in self.app.settings.analyse_panels

    @property
    def shows_more(self) -> bool:
        """Whether facts, insights and the solver's figures are shown below lines and review."""
        return "more" in self.app.settings.analyse_panels

    @property
    def listed(self) -> tuple[MoveCost, ...]:
        """The moves that are listed."""
        return self.snapshot.moves if self.lists_all else self.snapshot.moves[:BEST]

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build panels and buttons."""
        self.motion.finish()
        self.preview.drop()
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
        parts, keys, px = self.view.parts, self._keys, self.theme.px
        left, right = (centred(room, room.width, px(40)) for room in self.view.layout.tools)
        menu, table, tools = across(left, FILL, FILL, left.height, gap=px(6))
        review, learn = across(right, FILL, FILL, gap=px(6))
        self.tools = {"tools": self.add_button(tools, "…", keys["tools"], tip=_("More tools"))}
        for place, action, caption, tip in (
            (menu, "menu", _("Menu"), ""),
            (table, "play", _("Table"), _("Back to the table")),
            (review, "review", _("Review"), ""),
            (learn, "learn", _("Learn"), ""),
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
        self.tools["all_moves"].selected = self.lists_all
        for action, caption, tip in (
            ("previous_mistake", _("‹ Mistake"), _("Previous mistake")),
            ("next_mistake", _("Mistake ›"), _("Next mistake")),
        ):
            tip, call = self.tip_of(action, tip), keys[action]
            self.add_button(parts[action], caption, call, look_as="quiet", tip=tip)
        for name, words, is_shown in (
            ("lines", _("Lines"), not self.shows_review),
            ("review", _("Review"), self.shows_review),
        ):
            show = partial(self.show_review, name == "review")
            tab = self.add_button(parts[name], words, show, look_as="segment")
            tab.tip = self.tip_of("sheet")
            tab.selected = is_shown

    def show_review(self, shown: bool = True) -> None:
        """Show the review on the sheet, or else the lines."""
        self._show_panel("review", shown)

    def _show_panel(self, name: str, shown: bool) -> None:
        panels = {*self.app.settings.analyse_panels} - {name}
        self.app.change(analyse_panels=tuple(sorted(panels | ({name} if shown else set()))))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, replay, and bring what is shown up to the study."""
        super().update(seconds)
        self.analyst.analyse(self.study.position)
        self.switch.on = self.analyst.on
        if words := self.proofs.end_words():
            self.notice(words)
            self.refresh()
        self._watch_review()
        self.review.update(is_open=self.shows_review)
        news = self.study.version != self.snapshot.study_version
        if news and self.seconds - self._refreshed_at >= _SNAPSHOT_SECONDS:
            self.refresh()
        self.preview.update(self._line_pointed_at(), seconds)
        self._fill_sheet()

    def _fill_sheet(self) -> None:
        """Show on the sheet the review, or the lines, as they are now."""
        relative, figures = self.app.settings.relative_values, self._figures
        if self.shows_review:
            shown: object = (self.snapshot.number, figures, self.review.shown)
        else:
            shown = (self.snapshot.number, figures, self.lines.version, relative, self.listed)
        if shown == self._sheet_shown:
            return
        self._sheet_shown = shown
        if self.shows_review:
            self.sheet.fill([*self.review.page(self.snapshot, self.names, self._more())])
        else:
            lines = lines_page(self.listed, self.lines, relative=relative)
            self.sheet.fill([*lines, *self._more()])

    @property
    def _figures(self) -> tuple[str, ...]:
        """How fast the solver works and with what, where more is shown; else nothing."""
        latest, settings = self.app.scheduler.latest, self.app.settings
        if not self.shows_more:
            return ()
        return speed_words(latest), resource_words(latest, settings.threads, settings.hash_mb)

    def _more(self) -> Iterator[Block]:
        """Yield what opens and closes the rest, and the rest while it is open."""
        icon = "chevron-down" if self.shows_more else "chevron-right"
        yield Paragraph(_("More"), role=Role.TEXT, icon=icon, leads_to=Command("more"))
        if self.shows_more:
            snapshot = self.snapshot
            yield from insight_page(snapshot.node, snapshot.place, snapshot.values, self.names)
            yield Title(_("Solver"))
            yield from (Paragraph(words) for words in self._figures if words)

    def _turn_proof(self, action: str) -> None:
        """Begin a proof, or end the one that goes on, and say so."""
        was_running = self.proofs.is_running
        self.proofs.turn(action)
        if self.proofs.is_running:
            self.notice(self.proofs.words)
            self.show_review()
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
        replay = self.preview.replay
        return super().ticking or (replay is not None and not replay.is_at_end)

    def refresh(self) -> None:
        """Bring everything shown up to the study."""
        self._refreshed_at = self.seconds
        self.snapshot = shown = Snapshot(self.study)
        self.tree.fill(shown.root, shown.node, shown.line, shown.costs)
        self.graph.fill(shown)
        self._fill_sheet()

    def follow(self) -> None:
        """Bring everything shown up to the study, and let tiles fly to where it is now."""
        self.preview.drop()
        old, self.path = self.path, self.study.node.path()
        self.let_fly(flights_over(old, self.path, self.view.layout.board, self.view.slot))
        if len(self.path) > len(old):
            self.app.sound.play("take")
        self.show_place(self.study.node)
        self.sheet.choose(None)
        self.sheet.to_top()
        self.refresh()
        self.app.wake()

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def shown_board(self) -> Board:
        """The board to paint: the position's, or the replayed line's."""
        return self.preview.board(self.board)

    def _pointed_at(self) -> Move | ToMove | Command | None:
        """Return whose line is to be replayed: under the mouse, or chosen by keys.

        While a tile is selected its partner is looked for on the board, and nothing runs there.
        """
        cell = self.board.hovered
        if self.sheet.pointed is not None or cell is None:
            target: Move | ToMove | Command | None = self.sheet.pointed_at
            return target
        value = shown_values(self.snapshot, self.board).get(cell)
        is_shown = value is not None and value.is_known and self.board.selected is None
        return value.move if value is not None and is_shown else None

    def _line_pointed_at(self) -> Line | None:
        """Return the line to be replayed, and where it begins."""
        target, listed = self._pointed_at(), tuple(value.move for value in self.listed)
        move = target if isinstance(target, Move) else None
        self.lines.update(self.snapshot, listed if move is None else (move, *listed))
        if move is not None:
            return self.study.position, self.lines.line(move)
        if isinstance(target, ToMove) and target.line:
            return self.snapshot.line[target.place].position, target.line
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

    def _follow_block(self, target: Move | ToMove | Command) -> None:
        """Do what a block of the sheet is for: play a move, go to a place, or act."""
        match target:
            case Command(action):
                self.act(action)
            case ToMove(line=()):
                self._go_to_place(target.place)
            case ToMove(line=line):
                self.study.go_to(self.snapshot.line[target.place])
                self.play(line[0])
            case _:
                self.play(target)

    def stop(self) -> None:
        """Stop the solver and whatever else is going on."""
        self.proofs.stop()
        self.analyst.stop()

    def act(self, action: str) -> None:
        """Do what a shortcut stands for, by its name."""
        self._keys[action]()

    # --- keys -----------------------------------------------------------------------------------

    def _key_table(self) -> dict[str, Callable[[], None]]:
        return {
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
            "choose": self._press_enter,
            "step_on": lambda: self.preview.step(1),
            "step_back": lambda: self.preview.step(-1),
            "next": lambda: self.board.next_choice(1),
            "previous": lambda: self.board.next_choice(-1),
            "left": lambda: self.board.step(-1, 0),
            "right": lambda: self.board.step(1, 0),
            "up": lambda: self.board.step(0, -1),
            "down": lambda: self.board.step(0, 1),
            "engine": self.turn_solver,
            "values": self.change_values,
            "all_moves": lambda: self._show_panel("all moves", not self.lists_all),
            "review": self.review_game,
            "prove_position": lambda: self._turn_proof(POSITION),
            "prove_line": lambda: self._turn_proof(LINE),
            "sheet": lambda: self.show_review(not self.shows_review),
            "learn": self.learn,
            "more": lambda: self._show_panel("more", not self.shows_more),
            "tools": self.open_tools,
            "play_on": self.play_on,
            "edit": lambda: self.app.go("editor", self.study.position),
            "export": partial(self.app.go, "export", self.study, self.session),
            "rename": self.rename,
            "delete": self.delete,
            "promote": self.promote,
            "save": lambda: self.app.go("save_game", saved(self.study, self.session)),
            "open": partial(self.app.go, "open_game", then="study_game"),
            "copy": self.copy_record,
            "copy_position": self.copy_position,
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
        elif number is None and action in self._keys:
            self._keys[action]()
        return True

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        self.preview.drop()
        super().choose_kind(kind)

    def _choose_line(self, by: int) -> None:
        """Go to the next line or block of the sheet, which is replayed then."""
        self.board.hovered = None
        self.sheet.step(by)

    def _press_enter(self) -> None:
        picked, board = self.sheet.chosen_target, self.board
        if picked is not None and board.selected is None:
            self._follow_block(picked)
        elif board.cursor is not None:
            self.choose(board.cursor)
        else:
            board.next_choice()

    def _escape(self) -> None:
        """Let go of what was chosen last; with nothing chosen leave."""
        board = self.board
        if board.selected is not None or board.cursor is not None:
            board.selected = board.cursor = None
        elif self.sheet.chosen is not None:
            self.sheet.choose(None)
        else:
            self.leave_study()
        self.quiet()

    # --- mouse ----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """React to an event; while a line is replayed the wheel steps through it."""
        if event.type == pygame.MOUSEWHEEL and self.preview.is_begun:
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
        self.preview.step(1 if rows > 0 else -1)

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
        words = address(self.names[0], words, yours)
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

    def learn(self) -> None:
        """Put the costly moves to the person again; ask whose, where both players are people."""
        person = self.session.person
        counts = {player: len(proven_mistakes(self.study, [player])) for player in PLAYERS}
        learners = [player for player in PLAYERS if counts[player] and person in (None, player)]
        if not learners and self.study.review() is None:
            self.notice(_("The game has to be reviewed first."), "refused")
        elif not learners:
            self.notice(_("No mistake is proven yet."))
        elif len(learners) == 1:
            self._learn_from(learners)
        else:
            self._ask_whose(counts)

    def _learn_from(self, players: list[Player]) -> None:
        leave, self.after_lesson = self.after_lesson, lambda: None
        self.app.go("lesson", self.study, self.names, players, self.go_to, leave)

    def _ask_whose(self, counts: dict[Player, int]) -> None:
        """Ask whose mistakes are to be put again."""

        def choice(words: str, players: list[Player], icon: str) -> Choice:
            number = sum(counts[player] for player in players)
            text = _("{name} ({n})").format(name=words, n=number)
            return Choice(text, lambda: self._learn_from(players), "", icon)

        first, second = map(label, self.names)
        choices = [
            choice(first, [1], "player-one"),
            choice(second, [2], "player-two"),
            choice(_("Both players"), [1, 2], "people"),
            Choice(_("Cancel"), self.after_lesson, "", "close"),
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
        try:
            self.study.delete(self.study.node)
        except IllegalMoveError as error:
            self.notice(explain(error), "refused")
        self.follow()

    def promote(self) -> None:
        """Make the line through the move looked at the main line."""
        self.study.promote(self.study.node)
        self.refresh()
        self.notice(_("This is the main line now."))

    # --- files and the clipboard ------------------------------------------------------------------

    def copy_record(self) -> None:
        """Put the record with all that was found on the clipboard."""
        text = saved(self.study, self.session).record().text
        clipboard.copy(text, _("The game record was copied, with its values."), self.notice)

    def copy_position(self) -> None:
        """Put the position's line on the clipboard."""
        clipboard.copy_position(self.study.position, self.notice)

    def paste(self) -> None:
        """Analyse the record or the position on the clipboard."""
        try:
            found = clipboard.game()
        except RulesError as error:
            self.notice(explain(error), "refused")
            return
        if isinstance(found, Record):
            self.app.go("study_game", Session.from_record(found, now=self.app.now))
        else:
            self.app.go("study_position", found)

    def go_to_table(self) -> None:
        """Go back to the game; without one at the table play on from here."""
        app = self.app
        if app.is_over_another:
            app.pop()
        elif self.session.game is self.study.game:
            app.go("new_game", self.study.position)
        else:
            app.go("table", self.session)

    def play_on(self) -> None:
        """Begin a game from the position looked at, against whom was played last."""
        if self.study.position.is_over:
            self.notice(no_pair_words(), "refused")
        else:
            self.app.go("play_from", self.study.position, self.session)

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
            Choice(_("Files"), lambda: app.push(self.files_dialog(self._keys)), "", "open"),
            Choice(_("Settings"), lambda: app.go("settings"), "", "settings"),
            Choice(_("Help"), self._keys["help"], "", "help"),
            Choice(_("To the start screen"), lambda: app.go("home"), "", "home"),
            Choice(_("Quit"), app.quit, "", "quit"),
        ]
        app.push(ChoiceDialog(self.app, _("Menu"), "", choices, on_escape=0))

    def open_tools(self) -> None:
        """Show what can be done with the place looked at, beside what has a button."""
        choices = [
            Choice(_("Back to the analysis"), lambda: None, "primary", "analyse"),
            *(
                Choice(words, self._keys[action], "", icon)
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
        replay = self.preview.shown
        view.board.draw(surface, self.shown_board, self.motion, seconds=self.seconds, pairs=False)
        if replay is not None:
            view.values.draw_steps(surface, replay)
        elif self.board.position == snapshot.position:
            landing = [flight.cell for flight in self.motion.flights if flight.landing]
            relative = settings.relative_values
            view.values.draw(surface, snapshot, self.board, relative=relative, without=landing)
            cost = snapshot.costs.get(snapshot.node)
            if cost is not None:
                draw_mark(surface, self.theme, view.layout.board, snapshot.position, cost)
        proving = "" if self.app.scheduler.failure else self.proofs.short_words
        work = proving or work_words(self.analyst, snapshot)
        over = self.study.game.ending is not None
        words = situation(snapshot.position, self.names, self.board, replay, over=over)
        view.paint_panels(
            surface,
            snapshot,
            self.names,
            (work, progress(self.analyst, snapshot)),
            (*(self.said or (words, "info")), aside(snapshot, self.session.setup.deal)),
        )


def _size(study: Study) -> int:
    """Return how many positions the tree of a study has."""
    return sum(1 for _node in study.nodes())
