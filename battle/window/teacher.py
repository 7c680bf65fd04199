"""The teacher at a table: it checks a pair before it is taken, and may object.

    a pair is chosen ──► known enough? ──yes──► nothing to say ──► taken
                             │ no              └► an objection ──► TeacherDialog ──► taken, or not
                             └► held, for WAIT_SECONDS at most ──► the same

It speaks to a person who plays against the program, never twice about the same move. `TableHelp`
has hints beside it: both look at the same analysis.

While it speaks the board stays in sight with the pair on it. The card stands where player 2 and the
moves are, or below the table in a tall window:

    what it costs, whether the result changes
    after Why?: the checked reasons, first those that do not name a better pair
    [A better pair] [Choose another] [Play it anyway] [Why?]

A tile that is clicked beside the card takes the pair back too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

import pygame

from battle.analysis.costs import MoveCost, move_cost
from battle.analysis.values import Values
from battle.coach.hints import Hints, Step
from battle.coach.reasons import ReasonSearch, Teacher, is_forced, teacher_page, teacher_state
from battle.engine.jobs import PONDER_SECONDS, Analyst, Scheduler
from battle.game.session import Session
from battle.language import _
from battle.rules.position import Move, Position
from battle.window.pages import Flow
from battle.window.scene import Scene, Services
from battle.window.table_view import table_layout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import drop_shadow
from battle.window.ui.layout import FILL, across, down, grid, inset

WAIT_SECONDS: Final = 1.0
"""The longest a pair is held."""

LOOK_SECONDS: Final = 0.8
"""The engine's seconds after which an estimate is good enough to speak about."""

_LEAST_SECONDS: Final = 0.3
"""With less analysis the teacher stays silent, although the person cannot be kept waiting."""


class TableTeacher:
    """The teacher in one session; `held` is the pair being checked."""

    def __init__(self, session: Session, pondering: Analyst) -> None:
        self._session = session
        self._pondering = pondering
        self._at: Position | None = None
        self._until = 0.0
        self._settled: set[tuple[Position, Move]] = set()
        self._judged: tuple[object, int] = None, 0
        self.held: Move | None = None

    @property
    def is_silenced(self) -> bool:
        """Whether the engine was given up, so that the teacher is silent."""
        return bool(self._pondering.failure)

    @property
    def is_outdated(self) -> bool:
        """Whether the held pair belongs to another position, or cannot be taken now."""
        moved_on = self._at != self._session.position or not self._session.person_to_move
        return self.held is not None and moved_on

    def is_wanted(self, rule: Teacher) -> bool:
        """Whether to analyse the position: while a person plays the program, and may have help."""
        session = self._session
        alone = session.has_solver and session.person is not None
        return rule.is_on and alone and session.ending is None and session.help_allowed

    def concerns(self, move: Move, rule: Teacher) -> bool:
        """Whether it must check a pair before it is taken.

        A move that cannot be played is not the teacher's business.
        """
        position = self._session.position
        return (
            self.is_wanted(rule)
            and self._session.person_to_move
            and not self.is_silenced
            and (position, move) not in self._settled
            and move in position.legal_moves
            and not is_forced(position)
        )

    # --- one pair -------------------------------------------------------------------------------

    def hold(self, move: Move, seconds: float) -> None:
        """Hold a pair from a time on, in seconds of the clock passed to `has_waited`."""
        self.held, self._at = move, self._session.position
        self._until = seconds + WAIT_SECONDS

    @property
    def is_known(self) -> bool:
        """Whether enough is known about the position on the table."""
        return self._pondering.has_analysed(self._session.position, LOOK_SECONDS)

    def has_waited(self, seconds: float) -> bool:
        """Whether enough is known, or the wait is over."""
        return seconds >= self._until or self.is_silenced or self.is_known

    def objection(self, move: Move, rule: Teacher, hinted: Move | None) -> MoveCost | None:
        """Return the objection to a move, None if there is none.

        An estimate is not held against the pair `hinted` that hints are about.
        """
        position = self._session.position
        found = move_cost(self._pondering.values, position, move)
        if found is None or not self._pondering.has_analysed(position, _LEAST_SECONDS):
            return None
        return found if rule.objects(found) and (found.exact or hinted != move) else None

    def is_unsure(self, move: Move, rule: Teacher) -> bool:
        """Whether its silence about a move says nothing, as the cost is not known well enough."""
        found = move_cost(self._pondering.values, self._session.position, move)
        return found is None or not rule.clears(found)

    def caption(self, rule: Teacher) -> str:
        """Say at the table that the teacher helps, and how much of the position it can judge."""
        position, values = self._session.position, self._pondering.values
        if not self._session.person_to_move or self.is_silenced or is_forced(position):
            return _("with the teacher")
        asked = position, rule, values.version, self.is_known
        if self._judged[0] != asked:
            moves = position.legal_moves if self.is_known else ()
            judged = sum(rule.judges(move_cost(values, position, move)) for move in moves)
            self._judged = asked, judged
        return teacher_state(self._judged[1], len(position.legal_moves))

    def withdraw(self) -> None:
        """Release the held pair."""
        self.held = None

    def settle(self, move: Move) -> None:
        """Say nothing more about a move in the position on the table."""
        self._settled.add((self._session.position, move))


class TableHelp:
    """Hints and teacher for the person to move in one session; findings go into `values`."""

    def __init__(self, scheduler: Scheduler, session: Session, values: Values) -> None:
        self.session = session
        self.values = values
        self.pondering = Analyst(scheduler, session.game, values)
        self.hints = Hints(session, self.pondering)
        self.teacher = TableTeacher(session, self.pondering)

    def is_wanted(self, rule: Teacher) -> bool:
        """Whether to analyse the position on the table."""
        return self.session.person_to_move and (self.hints.is_open or self.teacher.is_wanted(rule))

    def look_on(self) -> None:
        """Analyse the position on the table."""
        self.pondering.analyse(self.session.position, PONDER_SECONDS)

    def look_away(self) -> None:
        """Stop analysing."""
        self.pondering.analyse(None)


_LEAST_WIDTH: Final = 240
_FIRST_ANSWERS: Final = 3
_MOST_ANSWERS: Final = 4
_SHADOW: Final = 18


class TeacherDialog(Scene):
    """Says what a pair would give away, and asks whether to play it.

    The answer calls `on_play` or `on_take_back`. `on_better` shows a better pair on the table and
    returns it, None if none is known.
    """

    overlay: ClassVar[bool] = True

    def __init__(
        self,
        app: Services,
        cost: MoveCost,
        help: TableHelp,
        *,
        on_play: Callable[[], None],
        on_take_back: Callable[[], None],
        on_better: Callable[[], Move | None],
    ) -> None:
        super().__init__(app, unasked=True)
        self.cost = cost
        self._help = help
        self._position = help.session.position
        self._on_play, self._on_take_back, self._on_better = on_play, on_take_back, on_better
        self.why: ReasonSearch | None = None
        self.better: Move | None = None
        self.flow = Flow()
        self._fresh = True

    # --- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Put the words above and the answers below."""
        theme, px = self.theme, self.theme.px
        self._layout = table_layout(self.size, theme.scale)
        self.box = self._place()
        inner, gap = inset(self.box, px(16)), px(8)
        beside = inner.width > 2 * inner.height
        tall = min(px(44), inner.height // (2 if beside else 7))
        answers = self._answers()
        rows, columns = (1, _MOST_ANSWERS) if beside else (len(answers), 1)
        words, foot = down(inner, FILL, rows * (tall + gap) - gap, gap=gap)
        rects = grid(foot, columns, rows, gap)
        rects = [*rects[-_FIRST_ANSWERS:], *rects[:-_FIRST_ANSWERS]]
        self.flow.place(theme, words)
        self.add(self.flow, walked=False)
        self._shadow = drop_shadow(self.box.size, px(_SHADOW))
        for rect, (answer, action, icon, look_as) in zip(rects, answers, strict=False):
            button = self.add_button(rect, answer, action, icon=icon, look_as=look_as)
            button.enabled = self.why is None or action != self.show_why
        self._fill()
        if self._fresh:
            self.focus(self.order[0])
            self._fresh = False

    def _place(self) -> pygame.Rect:
        """Return the place beside the table, or below it in a tall window."""
        layout = self._layout
        if layout.moves.left < layout.board.outer.right:
            return layout.pairs.union(layout.moves)
        box = layout.players[1].union(layout.moves)
        right, width = box.right, max(box.width, self.theme.px(_LEAST_WIDTH))
        return pygame.Rect(right - width, box.top, width, box.height)

    def _answers(self) -> list[tuple[str, Callable[[], object], str, str]]:
        """Return the possible answers; each new one stands before the others, which stay."""
        answers: list[tuple[str, Callable[[], object], str, str]] = [
            (_("Choose another"), self.take_back, "undo", "primary"),
            (_("Play it anyway"), partial(self._leave, self._on_play), "play", ""),
            (_("Why?"), self.show_why, "help", ""),
        ]
        if self.why is not None and self.better is None:
            answers.append((_("A better pair"), self.show_better, "hint", ""))
        return answers

    # --- time -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show what has been proven meanwhile."""
        super().update(seconds)
        self._help.look_on()
        found = move_cost(self._help.values, self._position, self.cost.move)
        if found is not None and found.exact and not self.cost.exact:
            self.cost = found
            if self.why is not None:
                self._ask_why()
        self._fill()

    # --- answers --------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Leave the pair on the table."""
        self._leave(self._on_take_back)

    cancel = take_back

    def show_why(self) -> None:
        """Show the known reasons, and search for more."""
        self._ask_why()
        self.resize(self.size)

    def show_better(self) -> None:
        """Show a better pair, which costs hints, and with it all the reasons."""
        better = self._on_better()
        if better is not None:
            self.better = better
            self.resize(self.size)
            self.flow.to_end()

    def _ask_why(self) -> None:
        if self.why is not None:
            self.why.close()
        help = self._help
        self.why = ReasonSearch(help.pondering, help.values, self._position, self.cost.move)

    def _leave(self, answer: Callable[[], None]) -> None:
        if self.why is not None:
            self.why.close()
        self.app.pop()
        answer()

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Scroll the words; show the keys for F1 and `?`, as everywhere."""
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.flow.turn(1 if event.key == pygame.K_PAGEDOWN else -1)
            return True
        return self.handle_common_key(event)

    def on_event(self, event: pygame.event.Event) -> None:
        """Take the pair back with a click on the table."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button != pygame.BUTTON_MIDDLE:
            point, board = self.app.point(event.pos), self._layout.board.outer
            if board.collidepoint(point) and not self.box.collidepoint(point):
                self.take_back()

    # --- words ----------------------------------------------------------------------------------

    def _fill(self) -> None:
        help = self._help
        self.flow.fill(
            teacher_page(
                self.cost,
                help.values,
                help.session.names,
                why=self.why,
                better=self.better,
                price=help.hints.price_of(Step.PAIR),
            )
        )

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies around the table, and paint the card."""
        px, board = self.theme.px, self._layout.board.outer
        above, level, below = down(surface.get_rect(), board.top, board.height, FILL)
        left, _board, right = across(level, board.left, board.width, FILL)
        for rect in (above, below, left, right):
            surface.set_clip(rect)
            draw.shade(surface, look.SCRIM)
        surface.set_clip(None)
        surface.blit(self._shadow, self.box.move(-px(_SHADOW), -px(_SHADOW) + px(4)))
        draw.box(surface, self.box, look.PANEL, radius=px(16), border=look.GOLD, width=px(2))
