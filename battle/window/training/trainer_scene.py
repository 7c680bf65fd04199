"""The endgame trainer: problems on the table, played out against perfect defence.

    events ──► choose ──► answer ──► right: the pair is gone    wrong: it comes back after a while
    pages ───► follow ──► hint, show_solution, go_on ──► Sitting ──► task, sitting, today
    scheduler ──► SolverTasks ─────────────────────────────┘

Help is given as soon as it is known. A line covers the position for as long as it is pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.costs import USUAL, Thresholds
from battle.analysis.insights import ProblemTheme
from battle.analysis.study import Study
from battle.coach.hints import Step
from battle.coach.reason_words import Line
from battle.language import _
from battle.page.blocks import Block, Command, Offer
from battle.profile.settings import Settings
from battle.rules.game import Game
from battle.rules.position import PLAYERS, Cell, Kind, Move, Player, Position
from battle.training.cards import Rating
from battle.training.exercise import STEPS, Stage
from battle.training.practice import Practice
from battle.training.sitting import Sitting, theme_of
from battle.training.solver_tasks import EMPTY, SolverTasks
from battle.training.trainer_page import (
    LOOK_IN_ANALYSE,
    PLAYED_OUT,
    WHICH_THEME,
    about_page,
    chosen_theme_words,
    due_words,
    pairs_to_take,
    sitting_page,
    task_page,
    today_page,
    trainer_headline,
)
from battle.window.board.board import PANELS, Board, LinePreview, analysis_layout
from battle.window.board.panels import PlayerRow, pair_place, players_panel
from battle.window.board.view import BoardView, ValueTags, light_column
from battle.window.pages.flow import Flow
from battle.window.scenes.board_scene import BoardScene, Tool
from battle.window.scenes.card_scene import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.training.keys import TRAINER_SHORTCUTS
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.keys import KeyTable, action_of, words_of
from battle.window.ui.motion import Box
from battle.window.ui.panels import Layer, status_line
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.window.ui.widgets import Point

# --- exercise view -------------------------------------------------------------------------------
#
# The pictures of an exercise at one window size: the table, and pages of blocks around it.
#
# The table is where it is in Analyse. A lesson and the trainer share it.


@dataclass(frozen=True)
class ExerciseFlows:
    """The pages around the table: the task, a list, counts, and what it is about."""

    task: Flow
    listed: Flow
    counts: Flow
    about: Flow


class ExerciseView:
    """Lays an exercise out for a window of `size`, and paints it."""

    def __init__(
        self,
        size: tuple[int, int],
        theme: Theme,
        settings: Settings,
        pages: ExerciseFlows,
    ) -> None:
        self.theme = theme
        self.layout = layout = analysis_layout(size, theme.scale)
        self.board = BoardView(
            layout.board,
            theme,
            rank_digits=settings.rank_digits,
            highlight_free=settings.highlight_free,
            opaque=True,
        )
        self.steps = ValueTags(layout.board, theme)
        self._arts = TileArts(theme)
        larger, other = "sheet", "engine"
        if layout.engine.height > layout.sheet.height:
            larger, other = other, larger
        self.flows = {
            larger: pages.task,
            "tree": pages.listed,
            "graph": pages.counts,
            other: pages.about,
        }
        pad = theme.px(10)
        for name, flow in self.flows.items():
            flow.place(theme, getattr(layout, name).inflate(-2 * pad, -2 * pad))
        self._layers = {name: Layer(getattr(layout, name)) for name in PANELS}

    def slot(self, player: Player, count: int) -> Box:
        """Return where the pairs of a player go."""
        return pair_place(self.layout.players, player)

    def paint(
        self,
        surface: pygame.Surface,
        headline: str,
        players: tuple[PlayerRow, PlayerRow],
        status: tuple[str, str, str],
    ) -> None:
        """Paint everything around the table; `status` are the words and kind of the status line."""
        layout, theme = self.layout, self.theme
        self._layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        self._layers["players"].draw(
            surface, players, lambda s: players_panel(s, theme, layout.players, players)
        )
        for name, flow in self.flows.items():
            self._paint_flow(surface, name, flow)
        self._layers["status"].draw(
            surface, status, lambda s: status_line(s, theme, layout.status, *status)
        )

    def _paint_flow(self, surface: pygame.Surface, name: str, flow: Flow) -> None:
        rect = getattr(self.layout, name)

        def paint(s: pygame.Surface) -> None:
            draw.box(s, rect, look.PANEL, radius=self.theme.px(14), border=look.LINE)
            flow.paint(s, self._arts)

        self._layers[name].draw(surface, flow.key, paint)

    def _paint_headline(self, surface: pygame.Surface, words: str) -> None:
        rect = self.layout.verdict
        font = draw.fitting_font(self.theme, Role.HEADING, words, rect.width)
        draw.text(surface, font, words, look.INK, rect, "centre")


# --- trainer scene -------------------------------------------------------------------------------

_BACK_SECONDS: Final = 0.9
"""How long a wrong pair is away before it comes back."""
_NOTCH: Final = 48
_REPLY_SECONDS: Final = 0.8
"""How long after a pair was taken the defence replies: people want to see what they did."""
_COUNT_SECONDS: Final = 5.0
"""How often it is asked whether anything has become due, or the deck has changed."""
_SOMETIMES: Final = ("hint", "solution", "again", "analyse", "go_on")
"""The buttons above the table that are not always of use."""


@dataclass(frozen=True)
class Away:
    """A pair that is away from the table: what it was taken from, and when it comes back.

    `back_at` is in the scene's seconds, None as long as it is not known to be wrong.
    """

    before: Position
    move: Move
    back_at: float | None = None


class TrainerScene(BoardScene):
    """Puts the exercises of a sitting one after the other, the deck's unless another is given."""

    shortcuts: ClassVar[KeyTable] = TRAINER_SHORTCUTS
    help_page: ClassVar[str] = "trainer"
    view: ExerciseView

    def __init__(self, app: Services, sitting: Sitting | None = None) -> None:
        super().__init__(app, Board(EMPTY))
        if sitting is None:
            solver = SolverTasks(app.scheduler, app.deck)
            theme = theme_of(app.settings.trainer_theme)
            sitting = Sitting(app.deck, app.records, solver, app.moment, theme)
        self.sitting = sitting
        self.thresholds = USUAL
        self.pages = ExerciseFlows(*(Flow(self.shortcuts) for _flow in range(4)))
        self.preview = LinePreview(self.motion, self.fly)
        self.away: Away | None = None
        self.by_itself: Line | None = None
        self.wants = ""
        self._counted_at = self._played_at = 0.0
        self.keys = self.key_table()

    @property
    def practice(self) -> Practice | None:
        """The exercise in hand."""
        return self.sitting.practice

    # --- coming and going -----------------------------------------------------------------------

    def enter(self) -> None:
        """Begin with what the deck asks first."""
        self._begin()
        self._next()

    def resume(self) -> None:
        """Go on with the exercise in hand; where there is none one may have come meanwhile."""
        self._begin()
        if self.practice is None:
            self._next()
        self.sitting.count()

    def _begin(self) -> None:
        self.thresholds = Thresholds(*self.app.settings.thresholds)
        self.app.scheduler.start()

    def leave(self) -> None:
        """Ask the solver for nothing more."""
        self.sitting.solver.stop()

    def quitting(self) -> None:
        """Keep what was answered before the program ends."""
        if self.practice is not None:
            self.practice.finish()

    def cancel(self) -> None:
        """Leave the trainer; what was answered so far is kept."""
        self.quitting()
        self.app.pop()

    # --- the exercise in hand -------------------------------------------------------------------

    def _next(self) -> None:
        """Put the next exercise on the table, or none."""
        self.sitting.next()
        self._put()

    def _put(self) -> None:
        self._played_at = 0.0
        self.put(EMPTY if self.practice is None else self.practice.position)

    @property
    def names(self) -> tuple[str, str]:
        """Who has which side."""
        return self.sitting.names

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        settings = self.app.settings
        self.view = ExerciseView(self.size, self.theme, settings, self.pages)
        left, right = self.tools_beside()
        self.add_tools(
            left, right, lambda name: self.cancel if name == "escape" else self.keys[name]
        )
        self.fill()

    def fill(self) -> None:
        """Bring the pages up to what they are about, and let buttons be pressed accordingly."""
        task, *others = self.said_around()
        self._fill_task(tuple(task))
        for flow, page in zip(
            (self.pages.listed, self.pages.counts, self.pages.about), others, strict=True
        ):
            flow.fill(tuple(page))
        for action, is_usable in self.usable().items():
            self.tools[action].enabled = is_usable

    def _fill_task(self, blocks: tuple[Block, ...]) -> None:
        """Show the task; what is said below its buttons comes into sight."""
        flow = self.pages.task
        last = flow.blocks[-1:]
        flow.fill(blocks)
        if blocks[-1:] != last:
            (flow.to_top if isinstance(blocks[-1], Offer) else flow.to_end)()

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        left = [
            ("close", "escape", _("Leave the trainer")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
            ("chart", "progress", words_of("progress", self.shortcuts)),
            ("open", "add_file", words_of("add_file", self.shortcuts)),
        ]
        right = [
            ("hint", "hint", _("Hint")),
            ("eye", "solution", _("Show the solution")),
            ("rematch", "again", _("Once more")),
            ("analyse", "analyse", _(LOOK_IN_ANALYSE)),
            ("chevron-right", "go_on", _("Next exercise")),
        ]
        return left, right

    def said_around(self) -> Sequence[Iterable[Block]]:
        """Return the pages around the table."""
        waiting = self.sitting.solver.words(needed=bool(self.wants))
        self._task = tuple(task_page(self.sitting, waiting))
        return (
            self._task,
            sitting_page(self.sitting, self.thresholds),
            today_page(self.sitting),
            about_page(),
        )

    def usable(self) -> Mapping[str, bool]:
        """Return which of the buttons above the table are of use now: what the task offers."""
        offered = {block.action for block in self._task if isinstance(block, Offer)}
        return {action: action in offered for action in _SOMETIMES}

    def headline(self) -> str:
        """Return what is to be done."""
        return trainer_headline(self.practice)

    def situation(self) -> str:
        """Return how many pairs there are to choose from, as long as one is to be chosen."""
        is_asked = self.practice is not None and self.practice.stage is Stage.ASKING
        return pairs_to_take(self.board.position) if is_asked else ""

    def aside(self) -> str:
        """Return how much is due, if anything is."""
        return due_words(self.sitting.counts.due)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, let the defence reply."""
        super().update(seconds)
        self.seconds += seconds
        self.motion.update(seconds * self.app.settings.animation_speed)
        self.hear()
        back_at = None if self.away is None else self.away.back_at
        if back_at is not None and self.seconds >= back_at:
            self.bring_back()
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
        if practice.stage is Stage.CHECKING and self.sitting.solver.is_unproven:
            practice.withdraw()
            self.bring_back()
            self.notice(_("This could not be checked in time. Try another pair."))
        if practice.stage is Stage.WRONG:
            self.let_back()
        elif practice.stage is not Stage.CHECKING:
            self.away = None
            self._reply(practice)

    def _reply(self, practice: Practice) -> None:
        """Let the defence take its pair, once the person's has landed."""
        waited = self.seconds - self._played_at >= _REPLY_SECONDS
        if practice.stage is not Stage.REPLYING or self.motion.moving or not waited:
            return
        before = practice.position
        move = practice.reply()
        if move is not None:
            self.board.show(practice.position, (move, before.to_move))
            self.fly(before, move, landing=False)
            self.app.sound.play("turn")

    @property
    def in_play(self) -> bool:
        """Whether a problem is being worked on."""
        return True

    @property
    def moving(self) -> bool:
        """Whether tiles are on their way."""
        return self.motion.moving

    @property
    def ticking(self) -> bool:
        """Whether a line is played, something is waited for, or something pulses on the table."""
        replay, practice = self.preview.replay, self.practice
        replays = replay is not None and not replay.is_at_end
        waits = practice is not None and practice.stage in (Stage.CHECKING, Stage.REPLYING)
        shown = bool(self.wants) or self.away is not None or self.board.hint is not None
        return super().ticking or replays or waits or shown

    # --- pairs that come and go -----------------------------------------------------------------

    def send_away(self, before: Position, move: Move) -> None:
        """Let a pair fly off, to be judged."""
        self.board.selected = self.board.hint = None
        self.away = Away(before, move)
        self.board.show(before.play(move), (move, before.to_move))
        self.fly(before, move, landing=False)

    def let_back(self) -> None:
        """Let the pair that is away come back in a while: it is wrong."""
        if self.away is not None and self.away.back_at is None:
            self.away = Away(self.away.before, self.away.move, self.seconds + _BACK_SECONDS)
            self.app.sound.play("refuse")

    def bring_back(self) -> None:
        """Bring back the pair that is away, also in the exercise."""
        away, self.away = self.away, None
        if away is not None:
            self.board.show(away.before)
            self.fly(away.before, away.move, landing=True)
        if self.practice is not None:
            self.practice.take_back()

    def put(self, position: Position) -> None:
        """Put a position on the table, with nothing left over from the one before."""
        self.away, self.by_itself, self.wants = None, None, ""
        self.preview.drop()
        self.motion.finish()
        self.board.show(position)

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def line(self) -> Line | None:
        """The line to be shown: pointed at, or the solution by itself, as far as it is known."""
        target = self.pages.task.pointed_at
        line = target if isinstance(target, tuple) else self.by_itself
        return None if line is None else self.sitting.line or line

    @property
    def shown_board(self) -> Board:
        """The board to paint: the scene's, or the replayed line's."""
        return self.preview.board(self.board)

    # --- help -----------------------------------------------------------------------------------

    @property
    def hinted_column(self) -> int | None:
        """The column the last hint was about, as long as the task is open."""
        practice = self.practice
        if practice is None or practice.stage is not Stage.ASKING or not practice.hints:
            return None
        return practice.hints[-1].column

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        if self.practice is not None:
            self._want("solution" if len(self.practice.hints) == len(STEPS) else "hint")

    def show_solution(self) -> None:
        """Show the best pair and the play after it."""
        self._want("solution")

    def _want(self, what: str) -> None:
        if self.practice is not None and self.practice.takes_help:
            self.wants = what
            self.grant()

    def grant(self) -> None:
        """Give what was asked for as soon as it is known."""
        practice = self.practice
        if practice is None:
            return
        if self.wants == "hint" and (hint := practice.hint()) is not None:
            self.wants = ""
            if hint.step is Step.PAIR and self.away is None:
                self.board.hint = hint.move
        elif self.wants == "solution" and (best := practice.show_solution()):
            self.wants = ""
            self.bring_back()
            self.board.selected = self.board.hint = None
            self.sitting.show(best[0])
            self.by_itself = self.sitting.line

    # --- choosing -------------------------------------------------------------------------------

    def _may_choose(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        if self.away is not None and self.away.back_at is not None:
            self.bring_back()
        self.by_itself = None
        self.preview.drop()
        words = self.refusal()
        if words:
            self.notice(words)
        return words is None

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or answer with the pair."""
        if self._may_choose():
            self.answered(self.board.choose(cell))

    def choose_kind(self, kind: Kind) -> None:
        """Select a tile that was typed."""
        if self._may_choose():
            super().choose_kind(kind)

    def take(self, move: Move) -> None:
        """Answer with the pair that was chosen."""
        self.answer(move)

    # --- what a person does ---------------------------------------------------------------------

    def refusal(self) -> str | None:
        """Return why no pair may be chosen now, None if one may."""
        if self.practice is None or self.practice.stage in (Stage.CHECKING, Stage.WRONG):
            return ""
        if self.practice.stage is Stage.REPLYING:
            return _("It is the defence's turn.")
        return _(PLAYED_OUT) if self.practice.stage is Stage.OVER else None

    def answer(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        if self.practice is None or self.practice.stage is not Stage.ASKING:
            return
        self._forget()
        self._played_at = self.seconds
        before = self.practice.position
        self.practice.play(move)
        self.send_away(before, move)

    def _forget(self) -> None:
        """Forget what was shown of the position before."""
        self.wants = ""
        self.sitting.forget()

    def go_on(self) -> None:
        """Go on to the next exercise; one that is being played out is ended first."""
        before = self.practice
        words = self.sitting.go_on()
        if words:
            self.notice(words)
        if self.practice is not before:
            self._put()

    def again(self) -> None:
        """Begin the exercise once more; it does not count."""
        if self.practice is not None and self.sitting.again():
            self.put(self.practice.position)

    def analyse(self) -> None:
        """Look at the exercise in Analyse, with what was played; it has to be answered first."""
        practice = self.practice
        if practice is None:
            return
        if practice.counts:
            self.notice(_("Answer it first; then you can analyse it."))
            return
        game = Game(practice.playout.start)
        for move in practice.playout.moves:
            game.play(move)
        study = Study(game, practice.playout.values)
        study.to_start()
        self.app.go("study", study, self.names)

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
        before = self.practice
        words = self.sitting.ask_about(theme)
        if words:
            self.notice(words)
        if self.practice is not before:
            self._put()

    # --- keys -----------------------------------------------------------------------------------

    def key_table(self) -> dict[str, Callable[[], None]]:
        """Return what the actions of the shortcuts do."""
        return {
            "left": lambda: self.board.step(-1, 0),
            "right": lambda: self.board.step(1, 0),
            "up": lambda: self.board.step(0, -1),
            "down": lambda: self.board.step(0, 1),
            "next": lambda: self.board.next_choice(1),
            "previous": lambda: self.board.next_choice(-1),
            "choose": lambda: self.press_enter(),
            "hint": self.hint,
            "solution": self.show_solution,
            "step_on": lambda: self.preview.step(1),
            "step_back": lambda: self.preview.step(-1),
            "leave": self.cancel,
            "fullscreen": lambda: self.app.toggle_fullscreen(),
            "help": lambda: self.app.go("keys", self.help_page),
            "escape": self._escape,
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

    @property
    def is_answered(self) -> bool:
        """Whether Enter goes on."""
        return self.practice is None or not self.practice.counts

    def press_enter(self) -> None:
        """Select a tile; once the exercise is answered, go on."""
        practice = self.practice
        trying = self.board.selected is not None or self.board.cursor is not None
        if self.is_answered and (not trying or practice is None or practice.stage is Stage.OVER):
            self.go_on()
        elif self.board.cursor is not None:
            self.choose(self.board.cursor)
        else:
            self.board.next_choice()

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

    # --- mouse ----------------------------------------------------------------------------------

    def mouse_at(self, point: Point) -> None:
        super().mouse_at(point)
        for flow in self.view.flows.values():
            flow.hover(point)

    def click_at(self, point: Point) -> bool:
        targets = (flow.target_at(point) for flow in self.view.flows.values())
        target = next((one for one in targets if one is not None), None)
        if target is not None:
            self.follow(target)
        return target is not None

    def right_click_at(self, point: Point) -> None:
        self.board.selected = None

    def wheel_at(self, point: Point, rows: int) -> None:
        """Scroll a panel that does not fit, else step through the line that is shown."""
        for flow in self.view.flows.values():
            if flow.rect.collidepoint(point) and flow.is_longer:
                flow.scroll(rows * self.theme.px(_NOTCH))
                flow.hover(point)
                return
        self.preview.step(1 if rows > 0 else -1)

    # --- painting -------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        if self.said is not None:
            return self.said
        board = self.board
        if board.hovered is not None and board.looked_at is None:
            found = board.position.kind_at(board.hovered)
            if found is not None:
                return board.refusal(board.hovered, found), "info"
        return self.situation(), "info"

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board = self.view, self.shown_board
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        if self.hinted_column is not None:
            light_column(surface, self.theme, view.layout.board, self.hinted_column)
        if self.preview.shown is not None:
            view.steps.draw_steps(surface, self.preview.shown)
        position = board.position
        mover = None if position.is_over else position.to_move
        first, second = (
            PlayerRow(player, name, points, player == mover, lost="", brief="")
            for player, name, points in zip(PLAYERS, self.names, position.points, strict=True)
        )
        view.paint(surface, self.headline(), (first, second), (*self.status(), self.aside()))

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.board.draw_flights(surface, self.motion)
