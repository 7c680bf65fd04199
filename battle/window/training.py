"""What is learned from: the trainer, lessons from own games, the first game, the deal of the day.

    events ──► choose ──► answer ──► right: the pair is gone    wrong: it comes back after a while
    pages ───► follow ──► hint, show_solution, go_on ──► Sitting ──► pages around the table

Help is given as soon as it is known. A line covers the position for as long as it is pointed at.
Nothing of what is known of a position is shown before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.costs import USUAL, ProblemTheme, Thresholds
from battle.analysis.study import Study
from battle.coach.hints import Step
from battle.coach.reasons import Line
from battle.game.session import Session
from battle.game.setup import labels, level_name
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Code, Command, Offer, Page
from battle.profile.options import GameOptions
from battle.profile.settings import Settings
from battle.rules.disguise import deal_of_day
from battle.rules.position import Cell, Kind, Move, Player, Position
from battle.rules.record import Game, Node, record
from battle.training.daily import (
    DayGame,
    daily_page,
    daily_session,
    day_games,
    day_of,
    share_line,
    today_of,
    weeks_of,
)
from battle.training.deck import Rating
from battle.training.first_game import (
    COUNT,
    LEVEL,
    WHOLE,
    FirstGame,
    first_game_pages,
    first_headline,
    small_game,
)
from battle.training.sitting import (
    EMPTY,
    STEPS,
    Attempt,
    Lesson,
    Practice,
    Sitting,
    Stage,
    theme_of,
)
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
from battle.window.board import (
    AnalysisView,
    Board,
    LineReplay,
    Miniature,
    Refused,
    light_column,
    players_panel,
    point_at_free,
)
from battle.window.keys import FIRST_SHORTCUTS, LESSON_SHORTCUTS, TRAINER_SHORTCUTS
from battle.window.pages import Brush, Flow, height_of, paint
from battle.window.scenes import (
    BoardScene,
    CardScene,
    Choice,
    ChoiceDialog,
    Services,
    Tool,
    attempt,
)
from battle.window.ui import clipboard, draw
from battle.window.ui import theme as look
from battle.window.ui.draw import status_line
from battle.window.ui.keys import KeyTable, action_of, words_of
from battle.window.ui.layout import FILL, across, down, inset, share
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Point, Widget
from battle.window.ui.window import Size
from battle.words import month_words, tile_words, weekdays

# --- exercise view -------------------------------------------------------------------------------


class ExerciseView(AnalysisView):
    """Lays an exercise out for a window of `size`, and paints it: the table, pages around it."""

    def __init__(
        self,
        size: Size,
        theme: Theme,
        settings: Settings,
        pages: Sequence[Flow],
        close_up: Position | None,
    ) -> None:
        painted = "verdict", "players", "status"
        super().__init__(size, theme, settings, painted, close_up=close_up)
        places, layout = ["sheet", "tree", "graph", "engine"], self.layout
        if layout.engine.height > layout.sheet.height:
            places[0], places[3] = "engine", "sheet"
        self.flows = dict(zip(places, pages, strict=True))
        for name in self.flows:
            self._place(name, getattr(layout, name))
        self._sides = [
            (upper, lower, getattr(layout, upper), getattr(layout, lower).bottom)
            for upper, lower in (("engine", "sheet"), ("graph", "tree"))
            if layout.engine.bottom < layout.sheet.top < layout.board.outer.bottom
        ]
        self.fit()

    def _place(self, name: str, panel: pygame.Rect) -> None:
        self.flows[name].place(self.theme, inset(panel, self.theme.px(10)), panel)

    def fit(self) -> None:
        """Let the upper panel at each side be as low as its page, in favour of the one below."""
        for name, below, most, bottom in self._sides:
            flow, pad = self.flows[name], self.theme.px(10)
            tall = min(most.height, flow.height + 2 * pad) if flow.blocks else most.height
            if tall + pad != self.flows[below].rect.top - pad - most.top:
                whole = pygame.Rect(most.topleft, (most.width, bottom - most.top))
                for panel, rect in zip(
                    (name, below), down(whole, tall, FILL, gap=pad), strict=True
                ):
                    self._place(panel, rect)

    def paint(
        self,
        surface: pygame.Surface,
        headline: str,
        position: Position,
        names: tuple[str, str],
        status: tuple[str, str, str],
        *,
        is_done: bool = False,
    ) -> None:
        """Paint everything around the table; `status` are the words and kind of the status line.

        Nobody is to move once it `is_done`.
        """
        layout, theme = self.layout, self.theme
        self.layers["verdict"].draw(surface, headline, lambda s: self._paint_headline(s, headline))
        self.layers["players"].draw(
            surface,
            (position, names, is_done),
            lambda s: players_panel(s, theme, layout.players, position, names, marks=not is_done),
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
    """The table with four pages around it, on which something is asked: what exercises share.

    choose ──► take ──► right: the reply    wrong: what it leads to is shown, and it comes back
    """

    help_page: ClassVar[str]
    wrong_seconds: ClassVar[float]
    """How long a wrong pair, with the reply to it, is away before it comes back."""
    sometimes: ClassVar[Sequence[str]]
    """The buttons above the table that are of use while the task offers what they do."""
    view: ExerciseView

    def __init__(self, app: Services) -> None:
        super().__init__(app, Board(EMPTY))
        self.flows = [Flow(self.shortcuts, self.follow) for _flow in range(4)]
        self.task, self.listed = self.flows[:2]
        self._acted_at = 0.0

    @property
    def attempt(self) -> Attempt:
        """What is being played."""
        raise NotImplementedError

    def build(self) -> None:
        """Lay out for the window's size and build the buttons."""
        self.motion.finish()
        settings, flows, close_up = self.app.settings, self.flows, self.close_up
        self.view = ExerciseView(self.size, self.theme, settings, flows, close_up)
        for flow in self.flows:
            self.add(flow, walked=False)
        self.add_tools(
            *self.tools_beside(), lambda name: self.cancel if name == "escape" else self.keys[name]
        )
        self.fill()

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Return the buttons above the table, on its left and on its right."""
        raise NotImplementedError

    @property
    def close_up(self) -> Position | None:
        """The position whose tiles are shown as large as they fit, None for the whole table."""
        return None

    def fill(self) -> None:
        """Bring the pages up to what they are about."""
        raise NotImplementedError

    def show_pages(self, task: Page, *others: Page, index: int | None = None) -> None:
        """Show the pages, and let buttons be pressed accordingly; mark the place in the list.

        What is said below the buttons of the task comes into sight.
        """
        for flow, page in zip(self.flows[1:], others, strict=True):
            flow.fill(page)
        last = self.task.blocks[-1:]
        self.task.fill(task)
        self.view.fit()
        if self.task.blocks[-1:] != last:
            (self.task.to_top if isinstance(task[-1], Offer) else self.task.to_end)()
        offered = {block.action for block in task if isinstance(block, Offer)}
        for action in self.sometimes:
            self.tools[action].enabled = action in offered
        if index is not None and self.listed.chosen != (here := self.listed.where(index)):
            self.listed.choose(here)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Move tiles, reply once the last pair has been seen, and bring a wrong one back."""
        super().update(seconds)
        attempt, waited = self.attempt, self.seconds - self._acted_at
        if attempt.awaits_reply:
            before, is_due = attempt.position, waited >= REPLY_SECONDS and not self.motion.moving
            move = attempt.reply() if is_due else None
            if move is not None:
                self.show_taken(before, move)
                self.app.sound.play("turn")
                self.acted()
        elif attempt.stage is Stage.WRONG and waited >= self.wrong_seconds:
            self.bring_back()

    def acted(self) -> None:
        """Let what was done be seen before anything else happens."""
        self._acted_at = self.seconds
        if self.attempt.stage is Stage.WRONG and not self.attempt.is_replied_to:
            self.app.sound.play("refuse")

    def bring_back(self) -> None:
        """Bring a pair back that was wrong or could not be judged, with the reply to it."""
        back = self.attempt.take_back()
        self.board.show(self.attempt.position)
        self.fly(*back, landing=True)

    @property
    def ticking(self) -> bool:
        """Whether something is waited for, or pulses on the table."""
        waits = self.attempt.stage not in (Stage.ASKING, Stage.OVER)
        return super().ticking or waits or self.board.hint is not None

    @property
    def in_play(self) -> bool:
        """Whether something is being worked on."""
        return True

    # --- choosing -------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        """Whether a pair may be chosen now; a wrong one that is still away comes back first."""
        if self.attempt.stage is Stage.WRONG:
            self.bring_back()
        return self.attempt.stage is Stage.ASKING

    def take(self, move: Move) -> None:
        """Take a pair: it flies off, and is judged."""
        before = self.attempt.position
        self.attempt.play(move)
        self.show_taken(before, move)
        self.acted()

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
        return super().key_table() | {
            "leave": self.cancel,
            "escape": self._escape,
            "help": partial(self.app.go, "help", self.help_page),
        }

    def follow(self, target: object) -> None:
        """Do what a block of a page is for: an action, or an entry of the list."""
        if isinstance(target, Command):
            self.keys[target.action]()
        elif isinstance(target, int):
            self.go_to(target)

    def go_to(self, index: int) -> None:
        """Go to an entry of the list, from 0, where its entries lead anywhere."""

    def show_taken(self, before: Position, move: Move) -> None:
        """Show a position without a pair that was taken, which flies off."""
        self.board.show(before.play(move), (move, before.to_move))
        self.fly((before, move), landing=False)

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
        elif not self.let_go():
            self.cancel()

    def right_click_at(self, point: Point) -> None:
        self.board.selected = None

    def status(self) -> tuple[str, str]:
        """Return the words in the status line and of what kind they are."""
        board = self.board
        if self.said is not None:
            return self.said
        if board.hovered is not None and board.looked_at is None:
            found = board.position.kind_at(board.hovered)
            if found is not None:
                return board.refusal(board.hovered, found), "info"
        is_asked = self.attempt.stage is Stage.ASKING
        return pairs_to_take(board.position) if is_asked else "", "info"


# --- trainer scene -------------------------------------------------------------------------------

REPLY_SECONDS: Final = 0.8
"""How long after a pair was taken the defence replies: people want to see what they did."""
_COUNT_SECONDS: Final = 5.0
"""How often due exercises and changes of the deck are checked for."""


class TrainerScene(ExerciseScene):
    """Puts the exercises of a sitting one after the other, the deck's unless another is given."""

    shortcuts: ClassVar[KeyTable] = TRAINER_SHORTCUTS
    help_page: ClassVar[str] = "trainer"
    wrong_seconds: ClassVar[float] = 0.9
    sometimes: ClassVar[Sequence[str]] = ("hint", "solution", "again", "analyse", "go_on")

    def __init__(self, app: Services, sitting: Sitting | None = None) -> None:
        super().__init__(app)
        theme = theme_of(app.settings.trainer_theme)
        self.sitting = sitting or Sitting(app.scheduler, app.moment, app.deck, app.records, theme)
        self.thresholds = USUAL
        self.replay = LineReplay(self.motion, self.fly)
        self.by_itself: Line | None = None
        self.wants = ""
        self._counted_at = 0.0

    @property
    def practice(self) -> Practice:
        """The exercise in hand."""
        return self.sitting.practice

    @property
    def attempt(self) -> Attempt:
        return self.practice

    @property
    def index(self) -> int | None:
        """The number of the exercise in the list, from 0, None where it is not listed."""
        return None

    # --- coming and going -----------------------------------------------------------------------

    def resume(self) -> None:
        """Go on with the exercise in hand; where there is none the deck may have one by now."""
        self.thresholds = Thresholds(*self.app.settings.thresholds)
        self.app.scheduler.start()
        if self.practice.is_none:
            self.sitting.next()
            self.put()
        else:
            self.sitting.count()

    def leave(self) -> None:
        """Ask the solver for nothing more."""
        self.sitting.stop()

    def quitting(self) -> None:
        """Keep what was answered before the program ends."""
        self.practice.finish()

    def cancel(self) -> None:
        """Leave the trainer; what was answered so far is kept."""
        self.quitting()
        self.app.pop()

    def put(self) -> None:
        """Put the exercise in hand on the table, with nothing left over from the one before."""
        self.by_itself, self.wants = None, ""
        self.replay.drop()
        self.motion.finish()
        self.board.show(self.practice.position)

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
        self.show_pages(*pages(self.sitting, self.thresholds, waiting), index=self.index)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Poll the solver, give what was asked for as soon as it is known, refuse a wrong pair."""
        practice, was = self.practice, self.practice.stage
        if practice.counts:
            practice.seconds += seconds
        rated = self.sitting.update()
        if rated is not None and rated.rating is not Rating.MISSED:
            self.app.sound.play("win")
        self.grant()
        if practice.stage is Stage.CHECKING and self.sitting.is_unproven:
            self.bring_back()
            self.notice(_("This could not be checked in time. Try another pair."))
        elif practice.stage is Stage.WRONG is not was:
            self.acted()
        super().update(seconds)
        if self.seconds - self._counted_at >= _COUNT_SECONDS:
            self._counted_at = self.seconds
            self.sitting.recount()
        self.replay.update(self.line, seconds)
        self.fill()

    @property
    def ticking(self) -> bool:
        return super().ticking or not self.replay.is_at_end or bool(self.wants)

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
        return self.replay.board(self.board)

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Give one more hint; after the last comes the solution."""
        self._want("solution" if len(self.practice.hints) == len(STEPS) else "hint")

    def _want(self, what: str) -> None:
        if self.practice.stage is Stage.ASKING:
            self.wants = what
            self.grant()

    def grant(self) -> None:
        """Give what was asked for as soon as it is known."""
        practice = self.practice
        if self.wants == "hint" and (hint := practice.hint()) is not None:
            self.wants = ""
            if hint.step is Step.PAIR:
                self.board.hint = hint.move
        elif self.wants == "solution" and (best := practice.show_solution()):
            self.wants = ""
            self.quiet()
            self.board.selected = self.board.hint = None
            self.sitting.show(best[0])
            self.by_itself = self.sitting.line

    # --- choosing -------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        self.by_itself = None
        self.replay.drop()
        may = super().may_choose()
        if words := self.refusal():
            self.notice(words)
        return may

    def refusal(self) -> str:
        """Return why no pair may be chosen now, empty if one may or nothing is to be said."""
        if self.practice.stage is Stage.REPLYING:
            return _("It is the defence's turn.")
        is_over = self.practice.stage is Stage.OVER and not self.practice.is_none
        return _(PLAYED_OUT) if is_over else ""

    def take(self, move: Move) -> None:
        """Take a pair, with nothing left of the help with the one before."""
        if self.practice.stage is Stage.ASKING:
            self.wants = ""
            self.sitting.forget()
            super().take(move)

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
        if practice.counts:
            self.notice(_("Answer it first; then you can analyse it."))
        if practice.counts or practice.is_none:
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
            "step_on": partial(self.replay.step, 1),
            "step_back": partial(self.replay.step, -1),
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
        is_over = practice.stage is Stage.OVER
        if self.sitting.is_answered and (is_over or not is_trying):
            self.go_on()
        else:
            super().press_enter()

    # --- mouse ----------------------------------------------------------------------------------

    def wheel_at(self, point: Point, rows: int) -> None:
        """Step through the line that is shown."""
        self.replay.step(1 if rows > 0 else -1)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board, practice = self.view, self.shown_board, self.practice
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        hints = practice.hints if practice.stage is Stage.ASKING else ()
        if hints and hints[-1].step is Step.COLUMNS:
            light_column(surface, self.theme, view.layout.board, hints[-1].move.first.column)
        if self.replay.at:
            view.values.draw_steps(surface, self.replay.played)
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
        on_leave: Callable[[], object],
    ) -> None:
        self.lesson = Lesson(study, app.scheduler, app.moment, names, players)
        self._look_at, self._on_leave = look_at, on_leave
        super().__init__(app, self.lesson)

    @property
    def index(self) -> int:
        return self.lesson.index

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
        return {**super().key_table(), "go_back": lambda: self.go_to(self.lesson.index - 1)}

    def go_to(self, index: int) -> None:
        self.lesson.go_to(index)
        self.put()


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
        offer = Choice(_("To the exercises"), self.cancel, "", "trainer")
        self.say_instead(self.body, words, offer)

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


# --- first game scene ----------------------------------------------------------------------------
#
# The first game on the table: a step at a time, and what a wrong pair leads to is shown.


class TaughtBoard(Board):
    """Says of a tile why it makes no pair with one that looks like it."""

    def refusal(self, cell: Cell, kind: Kind) -> str:
        if self.is_free(cell) and not self.is_takeable(cell):
            free = (self.position.kind_at(other) for other in self.position.free_cells)
            for found in free:
                if found is not None and found != kind and found.rank == kind.rank:
                    return _("{one} and {other}: their pictures differ.").format(
                        one=tile_words(kind), other=tile_words(found)
                    )
        return super().refusal(cell, kind)


class FirstGameScene(ExerciseScene):
    """Teaches the game in steps; the person goes on where the first game was left."""

    shortcuts: ClassVar[KeyTable] = FIRST_SHORTCUTS
    help_page: ClassVar[str] = "first"
    wrong_seconds: ClassVar[float] = 2.4
    sometimes: ClassVar[Sequence[str]] = ("hint", "again", "go_on")

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.board = TaughtBoard(EMPTY)
        self.game = FirstGame(app.settings.first_game)
        self._options = small_game(
            GameOptions.against(LEVEL, app.settings, app.records.games(), app.pars.all())
        )

    def resume(self) -> None:
        """Put the step on the table; the solver gets ready for the game at the end meanwhile."""
        self.app.scheduler.start()
        self.board.show(self.game.position)

    @property
    def attempt(self) -> Attempt:
        return self.game

    @property
    def close_up(self) -> Position | None:
        return self.game.step.position

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        return [
            ("close", "escape", _("Leave the first game")),
            ("fullscreen", "fullscreen", _("Full screen")),
            ("help", "help", _("Help")),
        ], [
            ("hint", "hint", words_of("hint", self.shortcuts)),
            ("rematch", "again", words_of("again", self.shortcuts)),
            ("chevron-left", "go_back", words_of("go_back", self.shortcuts)),
            ("chevron-right", "go_on", words_of("go_on", self.shortcuts)),
        ]

    def fill(self) -> None:
        settings = self.app.settings
        pages = first_game_pages(self.game, settings.first_game, settings.teacher_points)
        self.show_pages(*pages, index=self.game.index)

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.fill()

    def acted(self) -> None:
        """Remember a step that is done; what is said of it and the way on come into sight."""
        super().acted()
        game, sound = self.game, self.app.sound
        if game.stage is not Stage.WRONG and not game.is_replied_to:
            sound.play("take")
        if game.is_done and game.said is not None:
            self.fill()
            self.task.bring(self.task.choices[0])
            sound.play("win" if game.said[1] else "lose")
            if game.index >= self.app.settings.first_game:
                self.app.change(first_game=game.index + 1)

    # --- what a person does ---------------------------------------------------------------------

    def answered(self, answer: Move | Refused | None) -> None:
        """Act on the board's answer; what was wrong with the last try is said until the next."""
        if self.board.selected is not None and self.game.said and not self.game.said[1]:
            self.game.said = None
        super().answered(answer)

    def refuse(self, refused: Refused) -> None:
        super().refuse(refused)
        self.game.said = refused.reason, False

    def hint(self) -> None:
        """Point out a right pair."""
        if self.may_choose():
            self.board.selected, self.board.hint = None, self.game.best()[0]

    def go_to(self, index: int) -> None:
        """Go to a step."""
        self.motion.finish()
        self.game.go_to(index)
        self.board.show(self.game.position)
        self.resize(self.size)
        self.quiet()

    def go_on(self) -> None:
        """Go to the next step; the last one is a game against the weakest level."""
        if self.game.step is not WHOLE:
            self.go_to(self.game.index + 1)
            return
        app, teacher = self.app, self.app.settings.teacher
        app.change(first_game=COUNT, teacher="points" if teacher == "off" else teacher)
        app.go("table", self._options.session(app.now))

    def press_enter(self) -> None:
        """Select a tile, take the pair that is pointed out, or go on."""
        board = self.board
        if self.game.stage is Stage.OVER:
            self.go_on()
        elif board.hint is not None and self.may_choose():
            self.take(board.hint)
        else:
            super().press_enter()

    def key_table(self) -> dict[str, Callable[[], object]]:
        return super().key_table() | {
            "hint": self.hint,
            "again": lambda: self.go_to(self.game.index),
            "go_back": lambda: self.go_to(self.game.index - 1),
            "go_on": self.go_on,
            "words_up": lambda: self.task.turn(-1),
            "words_down": lambda: self.task.turn(1),
        }

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the table and everything around it."""
        view, board, game = self.view, self.board, self.game
        view.board.draw(surface, board, self.motion, seconds=self.seconds, pairs=False)
        status = (*self.status(), "")
        if game.step.points_at_free:
            layout = view.layout.board
            point_at_free(
                surface,
                self.theme,
                board.position,
                lambda cell: layout.plate_of(cell).center,
                layout.tile[1],
            )
        names = _("You"), _("Opponent")
        words, is_done = first_headline(game), game.is_over
        view.paint(surface, words, board.position, names, status, is_done=is_done)


# --- daily scene ---------------------------------------------------------------------------------
#
# The deal of the day: what came of a day, the line to share, and the calendar to choose from.
#
# +----------------------+------------------+
# |  the day, its page   |  < November 2026 >|
# |  against which level |  Mon Tue Wed …   |
# |  the line    [copy]  |   1   2   3      |
# +----------------------+------------------+
# |  note                  [ Play ]         |
# +-----------------------------------------+

_STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: -7,
    pygame.K_DOWN: 7,
    pygame.K_PAGEUP: -28,
    pygame.K_PAGEDOWN: 28,
}
"""By how many days keys go on in the calendar."""


class CalendarPanel(Widget):
    """A month, of which a day up to `last` is chosen by a click or the arrows."""

    def __init__(
        self,
        rect: pygame.Rect,
        day: date,
        last: date,
        played: Mapping[date, DayGame],
        choose: Callable[[date], object],
    ) -> None:
        super().__init__(rect)
        self.day, self._last, self._played, self._choose = day, last, played, choose
        weeks = weeks_of(day)
        self._names, *rows = down(self.rect, rect.height // 9, *[FILL] * len(weeks))
        self.places = {
            one: place
            for week, row in zip(weeks, rows, strict=True)
            for one, place in zip(week, across(row, *[FILL] * 7), strict=True)
            if one.month == day.month
        }

    def press(self, point: Point, *, double: bool = False) -> None:
        for day in (one for one, place in self.places.items() if place.collidepoint(point)):
            self._choose(day)

    def key(self, event: pygame.event.Event) -> bool:
        day = self.day + timedelta(_STEPS.get(event.key, 0))
        if day != self.day and day <= self._last:
            self._choose(day)
        leaves = event.key in (pygame.K_DOWN, pygame.K_RIGHT) and day > self._last
        return event.key in _STEPS and not leaves

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, small = theme.px, theme.font(Role.SMALL)
        for name, place in zip(weekdays(), across(self._names, *[FILL] * 7), strict=True):
            draw.text(surface, small, name, look.MUTED, place, "centre")
        for day, place in self.places.items():
            game, box, is_chosen = self._played.get(day), inset(place, px(2)), day == self.day
            fill = look.CHOSEN if game is not None and game.in_run else look.WELL
            edge, width = (look.GOLD, px(2)) if is_chosen else (look.LINE, px(1))
            draw.box(surface, box, fill, radius=px(8), border=edge, width=width)
            words, ink = str(day.day), look.MUTED if day <= self._last else look.FAINT
            if game is not None:
                number, box = down(inset(box, px(4), px(3)), small.get_linesize(), FILL)
                draw.text(surface, small, words, look.MUTED, number)
                words, ink = game.figure, look.GOLD if game.figure == "0" else look.INK
            role = Role.TEXT if game is None and day != self._last else Role.STRONG
            draw.text_within(surface, theme, role, words, ink, box, "centre")


class DailyScene(CardScene):
    """Shows a day, today's at first, and plays its deal against the `level` that is chosen."""

    title = N_("Deal of the day")
    foot_height = 52
    tallest = 740

    def __init__(self, app: Services, day: date | None = None, level: str = "") -> None:
        super().__init__(app)
        self._day, self._level = day, level

    def resume(self) -> None:
        """Read the games again; one on the deal of a day may be unfinished."""
        super().resume()
        self.today = today_of(self.app.moment())
        self.day = self._day or self.today
        self.unfinished, _messages = self.app.autosave.load()
        self._read()

    def _read(self) -> None:
        prover = self.app.prover
        prover.bring_up_to_date()
        self._seen, self._games = prover.version, self.app.records.games()
        self.played = day_games(self._games)
        self._show_game()

    def _show_game(self) -> None:
        self.line = "" if self.game is None else share_line(self.game)

    @property
    def options(self) -> GameOptions:
        """The options of a game against the level that is chosen, or suggested."""
        app = self.app
        return GameOptions.against(self._level, app.settings, self._games, app.pars.all())

    @property
    def game(self) -> DayGame | None:
        """The game that counts for the day that is shown."""
        return self.played.get(self.day)

    def update(self, seconds: float) -> None:
        """Show what was reviewed and proven meanwhile."""
        super().update(seconds)
        if self.app.prover.version != self._seen:
            self._read()
            self.refresh()

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put the day on the left, the calendar on the right, what to do below."""
        px = self.theme.px
        left, right = across(self.body, FILL, FILL, gap=px(36))
        head, rest = down(right, px(44), FILL, gap=px(6))
        back, month, on = across(head, px(44), FILL, px(44), gap=px(8))
        first, last = self.day.replace(day=1), max(self.today, self.day)
        before, after = first - timedelta(1), min(first + timedelta(31), last)
        turn = partial(self.add_button, look_as="tool")
        calendar = CalendarPanel(rest, self.day, last, self.played, self.show)
        self._fill_day(left)
        self.begin_at(self._add_foot())
        turn(back, "", partial(self.show, before), icon="chevron-left", tip=_("The month before"))
        self.add(calendar)
        forward = turn(
            on, "", partial(self.show, after), icon="chevron-right", tip=_("The next month")
        )
        forward.enabled = after.month != self.day.month
        self.write(month_words(self.day), month, Role.HEADING, look.INK, align="centre")

    def _fill_day(self, room: pygame.Rect) -> None:
        """Put the page of the day above, the level or the line below it."""
        px = self.theme.px
        page = daily_page(self.day, self.today, self.played, self.line)
        _words, below = down(
            room, self.add_page(room, [one for one in page if not isinstance(one, Code)]), FILL
        )
        tall = self.theme.font(Role.TEXT).get_linesize() * 3 + px(12)
        tall = px(62) if self.game is None else min(tall, below.height - px(16))
        _gap, row, picture = down(below, px(6), tall, FILL)
        table = Miniature(self.theme, inset(picture, 0, px(8)))
        if picture.contains(table.rect):
            self.under.append(partial(table.draw, position=deal_of_day(self.day)))
        if self.game is None:
            names, level = [label.name for label in labels()], self.options.chosen_level
            self.form.lay(row, 1, 0.3)
            choose = partial(setattr, self, "_level")
            self.form.slider(_("Against"), names, level, level_name, choose)
            return
        self.add_line(row, self.line, _("Copy the line"), self._copy)

    def _add_foot(self) -> Widget:
        """Offer to play, to go on, or to look at the game that counts; return the button."""
        unfinished = self.unfinished
        if unfinished is not None and day_of(unfinished) == self.day:
            go_on = partial(self.app.go, "table", unfinished)
            return self.add_primary(_("Continue"), go_on, "play")
        if self.game is None:
            return self.add_primary(_("Play"), self._play, "play")
        again = across(self.foot, self.theme.px(230), FILL)[0]
        self.add_button(again, _("Play it again"), self._play, icon="rematch")
        return self.add_primary(_("Analyse"), self._analyse, "analyse")

    # --- doing ----------------------------------------------------------------------------------

    def show(self, day: date) -> None:
        """Show another day."""
        if day <= max(self.today, self.day):
            self.day = self._day = day
            self._show_game()
            self.refresh()

    def _play(self) -> None:
        self.app.sound.play("deal")
        session = daily_session(self.day, self.options, self.today, self.app.now)
        self.app.go("table", session)

    def _analyse(self) -> None:
        assert self.game is not None
        text = self.game.own.game.record
        attempt(
            self.app.say,
            lambda: self.app.go("study_game", Session.from_record(record(text)), over=True),
        )

    def _copy(self) -> None:
        clipboard.copy(self.line, _("The line was copied."), self.app.say)
