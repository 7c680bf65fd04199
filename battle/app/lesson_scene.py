"""Learn from your mistakes: the positions before costly moves, put to the player again.

    events ──► answer, hint, go_on ──► Lesson ──► task, mistakes, counts
    engine ──► Analyst ───────────────┘           LessonView paints them

The table is where it is in Analyse, but nothing of what is known is shown: no value, no graph. An
answer's tiles fly off; those of a wrong one come back. A line that is shown covers the position on
the board for as long as it is pointed at; the solution's is shown by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from battle.analysis.ledger import Thresholds
from battle.analysis.study import Study
from battle.app import geometry, screens
from battle.app.blocks import Title, Words
from battle.app.board import Board
from battle.app.flights import pair_flights
from battle.app.flow import Flow
from battle.app.keys import action_of, keys_of
from battle.app.lesson_keys import LESSON_SHORTCUTS
from battle.app.lesson_page import OVER, Exercised, LessonPage, lines_of
from battle.app.lesson_view import LessonView, hinted_column
from battle.app.replaying import Replaying
from battle.app.review_page import FAINT, Act
from battle.app.table_scene import TableScene
from battle.play.analyst import Analyst
from battle.play.language import _
from battle.play.lesson import HINTS, Exercise, Lesson, PairHint, Stage, Verdict
from battle.play.reason_lines import Line
from battle.rules.cells import Cell
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import Player
from battle.rules.tiles import Kind

if TYPE_CHECKING:
    from battle.app.main import App

_BACK_SECONDS: Final = 0.9
"""How long a wrong pair is away before it comes back."""
_NOTCH: Final = 48
_TOOLS: Final = 6
"""There is room for so many tools on each side, as in Analyse."""


class LessonScene(TableScene):
    """Puts the mistakes of some players again; `look_at` shows a place when it is left for that."""

    def __init__(
        self,
        study: Study,
        analyst: Analyst,
        names: tuple[str, str],
        players: Sequence[Player],
        look_at: Callable[[Node], None],
    ) -> None:
        super().__init__(Board(study.position))
        self.names = names
        self.thresholds: Thresholds = study.thresholds
        self.analyst = analyst
        self._study, self._players, self._look_at = study, players, look_at
        self.task, self.exercises, self.counts, self.about = Flow(), Flow(), Flow(), Flow()
        self.replaying = Replaying(self)
        self._keys = self._key_table()
        self._begin()

    def _begin(self) -> None:
        self.lesson = Lesson(self._study, self.analyst, self._players)
        self.board = Board(self._study.position)
        self._put()

    def _put(self) -> None:
        """Put the exercise in hand on the table."""
        self._away: Move | None = None
        self._back_at: float | None = None
        self._tried: Verdict | None = None
        self._wants: str = ""
        self._by_itself: Line | None = None
        self.replaying.drop()
        self.motion.finish()
        if self.lesson.exercise is not None:
            self.board.show(self.lesson.exercise.position)

    # --- coming and going -----------------------------------------------------------------------

    def enter(self, app: App) -> None:
        """Begin, or come back from another screen."""
        super().enter(app)
        app.engine.start()

    def leave(self) -> None:
        """Leave the engine to others."""
        self.analyst.rest()

    def cancel(self) -> None:
        """Leave the lesson."""
        self.lesson.close()
        self.app.pop()

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        self.view = LessonView(self)
        self._fill()
        left = [
            ("close", "escape", _("Leave the lesson")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ]
        right = [
            ("hint", "hint", _("Hint")),
            ("eye", "solution", _("Show the solution")),
            ("mistake-back", "go_back", _("Previous mistake")),
            ("mistake-next", "go_on", _("Next mistake")),
            ("analyse", "analyse", _("Look at it in Analyse")),
        ]
        for rect, tools in zip(self.view.layout.tools, (left, right), strict=True):
            places = geometry.row_of(rect, _TOOLS, self.theme.px(6))
            places = places[: len(tools)] if tools is left else places[-len(tools) :]
            for place, (icon, action, words) in zip(places, tools, strict=True):
                tip = f"{words} ({keys_of(action, LESSON_SHORTCUTS)})"
                call = self.cancel if action == "escape" else self._keys[action]
                self.add_button(place, "", call, icon=icon, tip=tip, look_as="tool")

    def _fill(self) -> None:
        """Bring the panels up to the lesson."""
        values, exercise = self._study.values, self.lesson.exercise
        page = LessonPage(
            lesson=self.lesson,
            names=self.names,
            thresholds=self.thresholds,
            lines=lines_of(self.lesson, values),
            settled=exercise is not None and values.has_settled(exercise.position),
            tried=self._tried,
            waiting=bool(self._wants),
        )
        self.task.fill(tuple(page.task()))
        self.exercises.fill(tuple(page.exercises()))
        here = None if exercise is None else self.lesson.index + 1
        if self.exercises.chosen != here:
            self.exercises.choose(here)
        self.counts.fill((Title(_("So far")), *page.counts()))
        words = _("Every pair that keeps the value is right, not only the one expected.")
        self.about.fill((Title(_("Learn from your mistakes")), Words(words, FAINT)))

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, hear the solver, bring wrong pairs back, show lines."""
        super().update(seconds)
        self.seconds += seconds
        self.motion.update(seconds)
        self.hear()
        self.analyst.look(None)
        self.analyst.update()
        self._grant()
        self._watch_answer()
        self.replaying.update(self._line(), seconds)
        self._fill()

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        replay = self.replaying.replay
        replaying = replay is not None and not replay.is_at_end
        waiting = self._back_at is not None or bool(self._wants) or self.board.hint is not None
        return self.motion.moving or replaying or waiting or self.lesson.stage is Stage.CHECKING

    def _watch_answer(self) -> None:
        """Let a pair come back a while after it was found to be wrong."""
        if self._away is None or self.lesson.stage is Stage.CHECKING:
            return
        if self.lesson.stage is Stage.RIGHT:
            self._away = None
            self.app.sound.play("win")
        elif self._back_at is None:
            self._back_at = self.seconds + _BACK_SECONDS
            self.app.sound.play("refuse")
        elif self.seconds >= self._back_at:
            self._bring_back()

    def _bring_back(self) -> None:
        exercise, away = self.lesson.exercise, self._away
        self._away = self._back_at = None
        if exercise is None or away is None:
            return
        self.board.show(exercise.position)
        self._fly(exercise, away, landing=True)

    def _fly(self, exercise: Exercise, move: Move, *, landing: bool) -> None:
        self.motion.finish()
        if self.app.settings.animation:
            place, board = self.view.slot(exercise.player, 1), self.view.layout.board
            position = exercise.position
            self.motion.flights = pair_flights(position, move, board, place, landing=landing)

    # --- lines on the board ---------------------------------------------------------------------

    @property
    def shown_board(self) -> Board:
        """The board to paint: the exercise's, or the replayed line's."""
        return self.replaying.board(self.board)

    @property
    def hinted_column(self) -> int | None:
        """The column the last hint was about, as long as the task is open."""
        return None if self.lesson.stage in OVER else hinted_column(self)

    def _line(self) -> Line | None:
        """Return the line to be shown: pointed at, or the solution by itself."""
        target = self.task.pointed_at
        return target if isinstance(target, tuple) else self._by_itself

    # --- what a person does ---------------------------------------------------------------------

    def _ready(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        if self._away is not None and self._back_at is not None:
            self._bring_back()
        self._by_itself = None
        self.replaying.drop()
        if self.lesson.stage is Stage.RIGHT:
            self.notice(_("This mistake is put right."))
        return self.lesson.stage not in (Stage.RIGHT, Stage.CHECKING, Stage.DONE)

    def choose(self, cell: Cell | None) -> None:
        """Select the tile on a cell, or answer with the pair."""
        if not self._ready():
            return
        self.answered(self.board.choose(cell))

    def take(self, move: Move) -> None:
        """Answer with the pair that was chosen."""
        self.answer(move)

    def answer(self, move: Move) -> None:
        """Answer with a pair: it flies off, and is judged."""
        exercise = self.lesson.exercise
        if exercise is None:
            return
        over = self.lesson.stage in OVER
        verdict = self.lesson.answer(move)
        self.board.selected = self.board.hint = None
        if over:
            self._tried = verdict
            return
        self._away, self._back_at = move, None
        self.board.show(exercise.position.play(move), (move, exercise.player))
        self._fly(exercise, move, landing=False)

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        if self.lesson.exercise is not None and self.lesson.stage not in OVER:
            last = len(self.lesson.hints) >= HINTS - 1
            self._wants = "solution" if last else "hint"
            self._grant()

    def show_solution(self) -> None:
        """Show the best pair and its line; the exercise is over."""
        if self.lesson.exercise is not None and self.lesson.stage not in OVER:
            self._wants = "solution"
            self._grant()

    def _grant(self) -> None:
        """Give what was asked for as soon as it is known."""
        if self._wants == "hint" and (hint := self.lesson.hint()) is not None:
            self._wants = ""
            if isinstance(hint, PairHint) and self._away is None:
                self.board.hint = hint.move
        elif self._wants == "solution" and self.lesson.show_solution() is not None:
            self._wants = ""
            if self._away is not None:
                self._bring_back()
            self.board.selected = self.board.hint = None
            shown = lines_of(self.lesson, self._study.values)
            self._by_itself = shown[0][1] if shown else None

    def go_on(self) -> None:
        """Go on to the next mistake."""
        self.lesson.next()
        self._put()

    def go_back(self) -> None:
        """Go back to the mistake before."""
        self.lesson.previous()
        self._put()

    def again(self) -> None:
        """Begin the lesson again."""
        self._begin()

    def analyse(self) -> None:
        """Leave the lesson and look at the mistake in Analyse."""
        exercise = self.lesson.exercise
        self.cancel()
        if exercise is not None:
            self._look_at(exercise.node)

    def follow(self, target: object) -> None:
        """Do what a block is for."""
        if isinstance(target, Act):
            self._keys[target.action]()
        elif isinstance(target, Exercised):
            self.lesson.go_to(target.index)
            self._put()

    # --- keys -----------------------------------------------------------------------------------

    def _key_table(self) -> dict[str, Callable[[], None]]:
        return {
            "left": lambda: self.board.step(-1, 0),
            "right": lambda: self.board.step(1, 0),
            "up": lambda: self.board.step(0, -1),
            "down": lambda: self.board.step(0, 1),
            "next": lambda: self.board.next_choice(1),
            "previous": lambda: self.board.next_choice(-1),
            "choose": self._press_enter,
            "hint": self.hint,
            "solution": self.show_solution,
            "go_on": self.go_on,
            "go_back": self.go_back,
            "step_on": lambda: self.replaying.step(1),
            "step_back": lambda: self.replaying.step(-1),
            "analyse": self.analyse,
            "again": self.again,
            "leave": self.cancel,
            "fullscreen": lambda: self.app.toggle_fullscreen(),
            "help": lambda: screens.help_keys(self.app, "lesson"),
            "escape": self._escape,
        }

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Do what the key stands for; Tab walks through the buttons."""
        typed = self.typed(event)
        if isinstance(typed, Kind):
            self._choose_kind(typed)
        if typed:
            return True
        action = action_of(event, LESSON_SHORTCUTS)
        walking = self.focused is not None and action in ("choose", "left", "right", "up", "down")
        if action is None or walking:
            return False
        self._keys[action]()
        return True

    def _choose_kind(self, kind: Kind) -> None:
        if not self._ready():
            return
        self.answered(self.board.choose_kind(kind))

    def _press_enter(self) -> None:
        if self.lesson.exercise is None:
            self.cancel()
        elif self.lesson.stage in OVER and self.board.selected is None:
            self.go_on()
        elif self.board.cursor is not None:
            self.choose(self.board.cursor)
        else:
            self.board.next_choice()

    def _escape(self) -> None:
        """Let go of what was begun last, else leave."""
        if self.focused is not None:
            self.focus(None)
        elif self.board.selected is not None or self.board.cursor is not None:
            self.board.selected = self.board.cursor = None
        else:
            self.cancel()

    # --- mouse ----------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> None:
        """React to the mouse."""
        if event.type == pygame.MOUSEMOTION:
            self._hover(self.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(self.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            self.board.selected = None
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)

    def _hover(self, point: tuple[int, int]) -> None:
        cell = self.view.board.cell_at(point)
        here = cell is not None and self.board.position.kind_at(cell) is not None
        self.board.hovered = cell if here else None
        for flow in self.view.flows.values():
            flow.hover(point)

    def _click(self, point: tuple[int, int]) -> None:
        for flow in self.view.flows.values():
            target = flow.target_at(point)
            if target is not None:
                self.follow(target)
                return
        if self.view.layout.board.outer.collidepoint(point):
            self.board.cursor = None
            self.choose(self.view.board.cell_at(point))

    def _wheel(self, up: int) -> None:
        """Scroll a panel that does not fit, else step through the line that is shown."""
        point = self.app.point(pygame.mouse.get_pos())
        for flow in self.view.flows.values():
            if flow.rect.collidepoint(point) and flow.is_longer:
                flow.scroll(-up * self.theme.px(_NOTCH))
                flow.hover(point)
                return
        self.replaying.step(-1 if up > 0 else 1)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        self.view.paint(surface)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint the tiles in flight over everything."""
        self.view.paint_over(surface)
