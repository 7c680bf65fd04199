"""The endgame trainer, lessons from one's own games, and progress: exercises on the table.

    events ──► choose ──► answer ──► right: the pair is gone    wrong: it comes back after a while
    pages ───► follow ──► hint, show_solution, go_on ──► Sitting ──► pages around the table

Help is given as soon as it is known. A line covers the position for as long as it is pointed at.
Nothing of what is known of a position is shown before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import ClassVar, Final

import pygame

from battle.analysis.costs import USUAL, ProblemTheme, Thresholds
from battle.analysis.study import Study
from battle.coach.hints import Step
from battle.coach.reasons import Line
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Command, Offer, Page
from battle.profile.settings import Settings
from battle.rules.position import Cell, Kind, Move, Player, Position
from battle.rules.record import Game, Node
from battle.training.deck import Rating
from battle.training.practice import STEPS, Practice, Stage
from battle.training.sitting import EMPTY, Lesson, Sitting, theme_of
from battle.training.trainer_page import (
    LOOK_IN_ANALYSE,
    PLAYED_OUT,
    WHICH_THEME,
    aside,
    chosen_theme_words,
    headline,
    pages,
    pairs_to_take,
    progress_page,
)
from battle.window.board.board import Board, LinePreview
from battle.window.board.keys import LESSON_SHORTCUTS, TRAINER_SHORTCUTS
from battle.window.board.panels import AnalysisView, players_panel
from battle.window.board.view import light_column
from battle.window.pages.flow import Flow
from battle.window.pages.painters import Brush, height_of, paint
from battle.window.scenes.board_scene import BoardScene, Tool
from battle.window.scenes.card_scene import CardScene, Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import status_line
from battle.window.ui.keys import KeyTable, action_of, words_of
from battle.window.ui.layout import FILL, across, centred, down, inset, share
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Point
from battle.window.ui.window import Size

# --- exercise view -------------------------------------------------------------------------------


class ExerciseView(AnalysisView):
    """Lays an exercise out for a window of `size`, and paints it: the table, pages around it."""

    def __init__(self, size: Size, theme: Theme, settings: Settings, pages: Sequence[Flow]) -> None:
        super().__init__(size, theme, settings, ("verdict", "players", "status"))
        places, layout = ["sheet", "tree", "graph", "engine"], self.layout
        if layout.engine.height > layout.sheet.height:
            places[0], places[3] = "engine", "sheet"
        self.flows = dict(zip(places, pages, strict=True))
        for name, flow in self.flows.items():
            panel: pygame.Rect = getattr(layout, name)
            flow.place(theme, inset(panel, theme.px(10)), panel)

    def paint(
        self,
        surface: pygame.Surface,
        headline: str,
        position: Position,
        names: tuple[str, str],
        status: tuple[str, str, str],
    ) -> None:
        """Paint everything around the table; `status` are the words and kind of the status line."""
        layout, theme = self.layout, self.theme
        self.layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        self.layers["players"].draw(
            surface,
            (position, names),
            lambda s: players_panel(s, theme, layout.players, position, names),
        )
        self.layers["status"].draw(
            surface, status, lambda s: status_line(s, theme, layout.status, *status)
        )

    def _paint_headline(self, surface: pygame.Surface, words: str) -> None:
        rect = self.layout.verdict
        font = draw.fitting_font(self.theme, Role.HEADING, words, rect.width)
        draw.text(surface, font, words, look.INK, rect, "centre")


# --- exercise scene ------------------------------------------------------------------------------


class ExerciseScene(BoardScene):
    """The table with four pages around it, on which something is asked: what exercises share."""

    help_page: ClassVar[str]
    sometimes: ClassVar[Sequence[str]]
    """The buttons above the table that are of use while the task offers what they do."""
    view: ExerciseView

    def __init__(self, app: Services) -> None:
        super().__init__(app, Board(EMPTY))
        self.flows = [Flow(self.shortcuts, self.follow) for _flow in range(4)]
        self.task, self.listed = self.flows[:2]
        self.back_at: float | None = None

    @cached_property
    def keys(self) -> dict[str, Callable[[], object]]:
        """What the actions of the shortcuts do."""
        return self.key_table()

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        self.view = ExerciseView(self.size, self.theme, self.app.settings, self.flows)
        for flow in self.flows:
            self.add(flow, walked=False)
        self.add_tools(
            *self.tools_beside(), lambda name: self.cancel if name == "escape" else self.keys[name]
        )
        self.fill()

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        raise NotImplementedError

    def fill(self) -> None:
        """Bring the pages up to what they are about."""
        raise NotImplementedError

    def show_pages(self, task: Page, *others: Page) -> None:
        """Show the pages, and let buttons be pressed accordingly.

        What is said below the buttons of the task comes into sight.
        """
        last = self.task.blocks[-1:]
        self.task.fill(task)
        if self.task.blocks[-1:] != last:
            (self.task.to_top if isinstance(task[-1], Offer) else self.task.to_end)()
        for flow, page in zip(self.flows[1:], others, strict=True):
            flow.fill(page)
        offered = {block.action for block in task if isinstance(block, Offer)}
        for action in self.sometimes:
            self.tools[action].enabled = action in offered

    @property
    def in_play(self) -> bool:
        """Whether something is being worked on."""
        return True

    # --- choosing -------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        raise NotImplementedError

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or answer with the pair."""
        if self.may_choose():
            self.answered(self.board.choose(cell))

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        if self.may_choose():
            super().choose_kind(kind)

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        """Return what the actions of the shortcuts do."""
        board = self.board
        return {
            "left": partial(board.step, -1, 0),
            "right": partial(board.step, 1, 0),
            "up": partial(board.step, 0, -1),
            "down": partial(board.step, 0, 1),
            "next": partial(board.next_choice, 1),
            "previous": partial(board.next_choice, -1),
            "choose": self.press_enter,
            "leave": self.cancel,
            "fullscreen": self.app.toggle_fullscreen,
            "help": partial(self.app.go, "help", self.help_page),
            "escape": self._escape,
        }

    def press_enter(self) -> None:
        """Select a tile, take a pair, or go on."""
        raise NotImplementedError

    def follow(self, target: object) -> None:
        """Do what a block of a page is for."""
        if isinstance(target, Command):
            self.keys[target.action]()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; Tab walks through the buttons."""
        if self.types_tile(event):
            return True
        action = action_of(event, self.shortcuts)
        walking = self.focused is not None and action in ("choose", "left", "right", "up", "down")
        if action is None or walking:
            return False
        self.keys[action]()
        return True

    def _escape(self) -> None:
        """Let go of what was begun last, else leave."""
        if self.focused is not None:
            self.focus(None)
        elif self.board.selected is not None or self.board.cursor is not None:
            self.board.selected = self.board.cursor = None
        else:
            self.cancel()

    def right_click_at(self, point: Point) -> None:
        self.board.selected = None

    def status_of(self, *, is_asked: bool) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        board = self.board
        if self.said is not None:
            return self.said
        if board.hovered is not None and board.looked_at is None:
            found = board.position.kind_at(board.hovered)
            if found is not None:
                return board.refusal(board.hovered, found), "info"
        return pairs_to_take(board.position) if is_asked else "", "info"


# --- trainer scene -------------------------------------------------------------------------------

_BACK_SECONDS: Final = 0.9
"""How long a wrong pair is away before it comes back."""
REPLY_SECONDS: Final = 0.8
"""How long after a pair was taken the defence replies: people want to see what they did."""
_COUNT_SECONDS: Final = 5.0
"""How often due exercises and changes of the deck are checked for."""


class TrainerScene(ExerciseScene):
    """Puts the exercises of a sitting one after the other, the deck's unless another is given."""

    shortcuts: ClassVar[KeyTable] = TRAINER_SHORTCUTS
    help_page: ClassVar[str] = "trainer"
    sometimes: ClassVar[Sequence[str]] = ("hint", "solution", "again", "analyse", "go_on")

    def __init__(self, app: Services, sitting: Sitting | None = None) -> None:
        super().__init__(app)
        theme = theme_of(app.settings.trainer_theme)
        self.sitting = sitting or Sitting(app.scheduler, app.moment, app.deck, app.records, theme)
        self.thresholds = USUAL
        self.preview = LinePreview(self.motion, self.fly)
        self.by_itself: Line | None = None
        self.wants = ""
        self._counted_at = self._played_at = 0.0

    @property
    def practice(self) -> Practice | None:
        """The exercise in hand."""
        return self.sitting.practice

    # --- coming and going -----------------------------------------------------------------------

    def resume(self) -> None:
        """Go on with the exercise in hand; where there is none the deck may have one by now."""
        self.thresholds = Thresholds(*self.app.settings.thresholds)
        self.app.scheduler.start()
        if self.practice is None:
            self.sitting.next()
            self.put()
        else:
            self.sitting.count()

    def leave(self) -> None:
        """Ask the solver for nothing more."""
        self.sitting.stop()

    def quitting(self) -> None:
        """Keep what was answered before the program ends."""
        if self.practice is not None:
            self.practice.finish()

    def cancel(self) -> None:
        """Leave the trainer; what was answered so far is kept."""
        self.quitting()
        self.app.pop()

    def put(self) -> None:
        """Put the exercise in hand on the table, with nothing left over from the one before."""
        self.back_at, self.by_itself, self.wants, self._played_at = None, None, "", 0.0
        self.preview.drop()
        self.motion.finish()
        self.board.show(EMPTY if self.practice is None else self.practice.position)

    # --- layout ---------------------------------------------------------------------------------

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        return [
            ("close", "escape", _("Leave the trainer")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
            ("chart", "progress", words_of("progress", self.shortcuts)),
            ("open", "add_file", words_of("add_file", self.shortcuts)),
        ], [
            ("hint", "hint", _("Hint")),
            ("eye", "solution", _("Show the solution")),
            ("rematch", "again", _("Once more")),
            ("analyse", "analyse", _(LOOK_IN_ANALYSE)),
            ("chevron-right", "go_on", _("Next exercise")),
        ]

    def fill(self) -> None:
        """Bring the pages up to the sitting."""
        waiting = self.sitting.waiting_words(needed=bool(self.wants))
        self.show_pages(*pages(self.sitting, self.thresholds, waiting))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, poll the solver, let the defence reply."""
        super().update(seconds)
        practice = self.practice
        if practice is not None and practice.counts:
            practice.seconds += seconds
        rated = self.sitting.update()
        if rated is not None and rated.rating is not Rating.MISSED:
            self.app.sound.play("win")
        if practice is not None:
            self._go_on_with(practice)
        if self.seconds - self._counted_at >= _COUNT_SECONDS:
            self._counted_at = self.seconds
            self.sitting.recount()
        self.preview.update(self.line, seconds)
        self.fill()

    def _go_on_with(self, practice: Practice) -> None:
        """Give what was asked for as soon as it is known, bring a wrong pair back, reply."""
        self.grant()
        if practice.stage is Stage.CHECKING and self.sitting.is_unproven:
            self.bring_back(practice)
            self.notice(_("This could not be checked in time. Try another pair."))
        elif practice.stage is Stage.WRONG and self.back_at is None:
            self.back_at = self.seconds + _BACK_SECONDS
            self.app.sound.play("refuse")
        elif self.back_at is not None and self.seconds >= self.back_at:
            self.bring_back(practice)
        elif practice.stage is Stage.REPLYING:
            self._reply(practice)

    def bring_back(self, practice: Practice) -> None:
        """Bring a pair back that was wrong or could not be judged."""
        self.back_at, move = None, practice.moves[-1]
        practice.take_back()
        self.board.show(practice.position)
        self.fly(practice.position, move, landing=True)

    def _reply(self, practice: Practice) -> None:
        """Let the defence take its pair, once the person's has landed."""
        before, waited = practice.position, self.seconds - self._played_at >= REPLY_SECONDS
        move = practice.reply() if waited and not self.motion.moving else None
        if move is not None:
            self.board.show(practice.position, (move, before.to_move))
            self.fly(before, move, landing=False)
            self.app.sound.play("turn")

    @property
    def ticking(self) -> bool:
        """Whether a line is played, something is waited for, or something pulses on the table."""
        replay, practice = self.preview.replay, self.practice
        replays = replay is not None and not replay.is_at_end
        waits = practice is not None and practice.stage not in (Stage.ASKING, Stage.OVER)
        return super().ticking or replays or waits or bool(self.wants or self.board.hint)

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def line(self) -> Line | None:
        """The line to be shown: pointed at, or the solution by itself, as far as it is known."""
        target = self.task.pointed_at
        line = target if isinstance(target, tuple) else self.by_itself
        return None if line is None else self.sitting.line or line

    @property
    def shown_board(self) -> Board:
        """The board to paint: the scene's, or the replayed line's."""
        return self.preview.board(self.board)

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        if self.practice is not None:
            self._want("solution" if len(self.practice.hints) == len(STEPS) else "hint")

    def _want(self, what: str) -> None:
        if self.practice is not None and self.practice.stage is Stage.ASKING:
            self.wants = what
            self.grant()

    def grant(self) -> None:
        """Give what was asked for as soon as it is known."""
        practice = self.practice
        if practice is None:
            return
        if self.wants == "hint" and (hint := practice.hint()) is not None:
            self.wants = ""
            if hint.step is Step.PAIR:
                self.board.hint = hint.move
        elif self.wants == "solution" and (best := practice.show_solution()):
            self.wants = ""
            self.board.selected = self.board.hint = None
            self.sitting.show(best[0])
            self.by_itself = self.sitting.line

    # --- choosing -------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        if self.back_at is not None and self.practice is not None:
            self.bring_back(self.practice)
        self.by_itself = None
        self.preview.drop()
        words = self.refusal()
        if words:
            self.notice(words)
        return words is None

    def refusal(self) -> str | None:
        """Return why no pair may be chosen now, None if one may."""
        if self.practice is None or self.practice.stage in (Stage.CHECKING, Stage.WRONG):
            return ""
        if self.practice.stage is Stage.REPLYING:
            return _("It is the defence's turn.")
        return _(PLAYED_OUT) if self.practice.stage is Stage.OVER else None

    def take(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        if self.practice is None or self.practice.stage is not Stage.ASKING:
            return
        self.wants, self._played_at = "", self.seconds
        self.sitting.forget()
        before = self.practice.position
        self.practice.play(move)
        self.board.selected = self.board.hint = None
        self.board.show(before.play(move), (move, before.to_move))
        self.fly(before, move, landing=False)

    # --- what a person does ---------------------------------------------------------------------

    def _do(self, step: Callable[[], str]) -> None:
        """Do what may put another exercise in hand; say what there is to say of it."""
        before, words = self.practice, step()
        if words:
            self.notice(words)
        if self.practice is not before:
            self.put()

    def go_on(self) -> None:
        """Go on to the next exercise; one that is being played out is ended first."""
        self._do(self.sitting.go_on)

    def again(self) -> None:
        """Begin the exercise, or the lesson, once more."""
        if self.sitting.again():
            self.put()

    def analyse(self) -> None:
        """Look at the exercise in Analyse, with what was played; it has to be answered first."""
        practice = self.practice
        if practice is None:
            return
        if practice.counts:
            self.notice(_("Answer it first; then you can analyse it."))
            return
        game = Game(practice.start)
        for move in practice.moves:
            game.play(move)
        study = Study(game, practice.values)
        study.to_start()
        self.app.go("study", study, self.sitting.names)

    def choose_theme(self) -> None:
        """Ask what exercises are to be about."""
        choices = [
            Choice(
                chosen_theme_words(theme),
                partial(self.ask_about, theme),
                "primary" if theme is self.sitting.theme else "",
            )
            for theme in (None, *ProblemTheme)
        ]
        words = _("Exercises on other themes wait meanwhile.")
        self.app.push(ChoiceDialog(self.app, _(WHICH_THEME), words, choices))

    def ask_about(self, theme: ProblemTheme | None) -> None:
        """Ask about a theme from now on; an exercise that has been begun stays in hand."""
        self.app.change(trainer_theme="" if theme is None else theme.value)
        self._do(partial(self.sitting.ask_about, theme))

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "hint": self.hint,
            "solution": partial(self._want, "solution"),
            "step_on": partial(self.preview.step, 1),
            "step_back": partial(self.preview.step, -1),
            "why": self.sitting.explain,
            "go_on": self.go_on,
            "again": self.again,
            "retire": self.sitting.retire,
            "analyse": self.analyse,
            "progress": partial(self.app.go, "progress"),
            "theme": self.choose_theme,
            "all_themes": partial(self.ask_about, None),
            "add_file": partial(self.app.go, "add_problems"),
        }

    def press_enter(self) -> None:
        """Select a tile; once the exercise is answered, go on."""
        practice, board = self.practice, self.board
        is_trying = board.selected is not None or board.cursor is not None
        is_over = practice is None or practice.stage is Stage.OVER
        if self.sitting.is_answered and (is_over or not is_trying):
            self.go_on()
        elif board.cursor is not None:
            self.choose(board.cursor)
        else:
            board.next_choice()

    # --- mouse ----------------------------------------------------------------------------------

    def wheel_at(self, point: Point, rows: int) -> None:
        """Step through the line that is shown."""
        self.preview.step(1 if rows > 0 else -1)

    # --- painting -------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        practice = self.practice
        return self.status_of(is_asked=practice is not None and practice.stage is Stage.ASKING)

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board, practice = self.view, self.shown_board, self.practice
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        hints = practice.hints if practice is not None and practice.stage is Stage.ASKING else ()
        if hints and hints[-1].step is Step.COLUMNS:
            light_column(surface, self.theme, view.layout.board, hints[-1].move.first.column)
        if self.preview.shown is not None:
            view.values.draw_steps(surface, self.preview.shown)
        status = (*self.status(), aside(self.sitting))
        view.paint(surface, headline(self.sitting), board.position, self.sitting.names, status)


class LessonScene(TrainerScene):
    """The trainer with the mistakes of a game.

    `look_at` shows a place when it is left for that; `on_leave` is called when it is left else.
    """

    shortcuts: ClassVar[KeyTable] = LESSON_SHORTCUTS
    help_page: ClassVar[str] = "lesson"
    sometimes: ClassVar[Sequence[str]] = ("hint", "solution")

    def __init__(
        self,
        app: Services,
        study: Study,
        names: tuple[str, str],
        players: Sequence[Player],
        look_at: Callable[[Node], None],
        on_leave: Callable[[], None],
    ) -> None:
        self.lesson = Lesson(study, app.scheduler, app.moment, names, players)
        self._look_at, self._on_leave = look_at, on_leave
        super().__init__(app, self.lesson)

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        return [
            ("close", "escape", _("Leave the lesson")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ], [
            ("hint", "hint", _("Hint")),
            ("eye", "solution", _("Show the solution")),
            ("mistake-back", "go_back", _("Previous mistake")),
            ("mistake-next", "go_on", _("Next mistake")),
            ("analyse", "analyse", _(LOOK_IN_ANALYSE)),
        ]

    def fill(self) -> None:
        """Bring the pages up to the lesson, and mark in the list where it is."""
        super().fill()
        rows = enumerate(self.listed.blocks)
        here = next((row for row, block in rows if block.target == self.lesson.index), None)
        if self.listed.chosen != here:
            self.listed.choose(here)

    def go_on(self) -> None:
        """Go on to the next mistake; at the end leave."""
        if self.lesson.mistake is None:
            self.cancel()
        super().go_on()

    def cancel(self) -> None:
        super().cancel()
        self._on_leave()

    def analyse(self) -> None:
        """Leave the lesson and look at the mistake in Analyse."""
        mistake = self.lesson.mistake
        super().cancel()
        if mistake is not None:
            self._look_at(mistake.node)

    def key_table(self) -> dict[str, Callable[[], object]]:
        return {**super().key_table(), "go_back": lambda: self.follow(self.lesson.index - 1)}

    def follow(self, target: object) -> None:
        if isinstance(target, int):
            self.lesson.go_to(target)
            self.put()
        else:
            super().follow(target)


# --- progress ------------------------------------------------------------------------------------

_DAYS: Final = (14, 28)
"""How many days are shown, where there is little room and where there is much."""


class ProgressScene(CardScene):
    """Shows what the answers tell, as read when it is entered; without any, invites to begin."""

    title = N_("Your progress")
    tallest: ClassVar[int] = 700

    def resume(self) -> None:
        """Read the answers again."""
        super().resume()
        self.answers, self.entries = self.app.deck.answers(), self.app.deck.entries()

    def fill(self) -> None:
        """Show figures and bars, or offer to begin; offer to ask again what was retired."""
        px = self.theme.px
        if number := sum(entry.is_retired for entry in self.entries):
            place = pygame.Rect(0, self.head.top + px(6), px(330), px(40))
            place.right = self.head.right
            words = ngettext("Ask {n} retired one again", "Ask {n} retired ones again", number)
            self.add_button(place, words.format(n=number), self._ask_again)
        if self.answers:
            self.begin_at(self.back)
            self._fill_bars()
            return
        words = _("Answer exercises to see here what you have learned.")
        room = centred(self.body, self.body.width, px(80)).move(0, -px(40))
        self.write(words, room, Role.HEADING, look.INK, align="centre")
        place = centred(self.body, px(280), px(52)).move(0, px(50))
        words = _("To the exercises")
        self.begin_at(self.add_button(place, words, self.cancel, look_as="primary", icon="trainer"))

    def _fill_bars(self) -> None:
        """Put the figures above four blocks of bars."""
        px = self.theme.px
        days = _DAYS[self.body.width * 0.62 >= px(576)]
        self.page = progress_page(self.answers, self.entries, self.app.moment(), days)
        head, rest = down(
            self.body, height_of(self.page[0], self.theme, self.body.width), FILL, gap=px(12)
        )
        columns = across(rest, share(0.62), share(0.38), gap=px(16))
        halves = share(0.52), share(0.48)
        places = [head, *(one for room in columns for one in down(room, *halves, gap=px(16)))]
        for block, place in zip(self.page, places, strict=True):
            self.under.append(partial(self._paint_block, block, place))

    def _paint_block(self, block: Block, place: pygame.Rect, surface: pygame.Surface) -> None:
        paint(block, Brush(surface, self.theme), place)

    def _ask_again(self) -> None:
        """Let what was retired come up again."""
        self.app.deck.ask_all_again()
        self.enter()
        self.refresh()
