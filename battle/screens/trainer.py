"""The trainer: exercises of a sitting in turn, and the mistakes of a game, put once more.

    exercise ──take──► judged ──► right, or the pair comes back ──► next ──► … ──► the end: a card
        └──hint, solution, why──► Sitting.want ──► as soon as it is known

Nothing of what is known of a position is shown before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from battle.analysis.costs import ProblemTheme
from battle.analysis.study import Study
from battle.coach.hints import HintStep, no_further_hint
from battle.language import N_, _
from battle.page.blocks import Board, MarkedPair, Page, Paragraph, Role
from battle.reviews.background import TableStudy
from battle.rules.position import Move, Player, RulesError
from battle.rules.tree import Node
from battle.screens import captions
from battle.screens.board_view import (
    BoardShown,
    BoardView,
    Dock,
    answer_frames,
    board_of,
    ghosts,
    shown_board,
)
from battle.screens.screen import Place, Shell
from battle.screens.task import TaskScreen, leads, line_frames
from battle.screens.view import Button, CardView, act
from battle.training.deck import Rating
from battle.training.sitting import (
    STEPS,
    GameLesson,
    Practice,
    Sitting,
    Stage,
    proven_mistakes,
    theme_of,
)
from battle.training.trainer_page import (
    LOOK_IN_ANALYSE,
    PLAYED_OUT,
    WHICH_THEME,
    about_page,
    answered_words,
    chosen_theme_words,
    headline,
    notes_of,
    rest_words,
    run_block,
    said_of,
)
from battle.words import MINUS, label, points, tile_words, titled


class Trainer(TaskScreen):
    """The exercises of the deck in turn, ten to a run."""

    def __init__(self, shell: Shell, sitting: Sitting | None = None) -> None:
        super().__init__(shell)
        services = self.services
        kept = services.sitting
        goes_on = kept is not None and kept.run and not kept.is_run_over
        self.sitting = sitting or (kept if kept is not None and goes_on else self._begun())

    def _begun(self) -> Sitting:
        """Return a run of exercises; left half-way it goes on at the next visit of the day."""
        services = self.services
        services.sitting = Sitting(
            services.scheduler,
            services.moment,
            services.deck,
            services.records,
            theme_of(services.settings.trainer_theme),
            goes_on=services.sitting is None,
        )
        return services.sitting

    @property
    def practice(self) -> Practice:
        """The exercise in hand."""
        return self.sitting.practice

    def resume(self) -> None:
        """Continue the exercise in hand, or take one that the deck has by now."""
        super().resume()
        if self.practice.is_none:
            self.sitting.next()
        else:
            self.sitting.count()

    def leave(self) -> None:
        self.sitting.stop()

    @property
    def inner(self) -> int:  # type: ignore[override]
        return int(self.sitting.is_run_over and not self.practice.is_none)

    def back(self) -> None:
        """Leave; after the last exercise, or one tried again, first see how the run went."""
        self.sitting.next() if self.inner else super().back()

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self.practice.stage is Stage.WRONG

    @property
    def awaits(self) -> bool:
        return self.sitting.is_awaited

    @property
    def standing(self) -> object:
        sitting, practice, scheduler = self.sitting, self.practice, self.services.scheduler
        return (
            (practice, practice.stage, practice.rated, len(practice.moves), practice.hints),
            (practice.values.version, sitting.is_following, sitting.is_looking, sitting.wanted),
            (sitting.is_unproven, scheduler.failure, scheduler.is_getting_ready),
            (sitting.counts, sitting.times),
        )

    def tick(self, seconds: float) -> None:
        if words := self.sitting.tick(seconds):
            self.shell.tell(words)

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> CardView | BoardView:
        sitting, practice = self.sitting, self.practice
        if practice.is_none:
            return self._end()
        step, line = sitting.shown, sitting.line
        board, frames = self._board, tuple[BoardShown, ...]()
        if step is not None:
            board = shown_board(step, within=practice.start)
            frames = answer_frames(step, practice.start) if step.worth else ()
        elif line is not None and not sitting.is_following:
            frames = line_frames(line)
        main, *buttons = [*self._ways_on(), None]
        return BoardView(
            "task",
            headline(sitting),
            practice.position,
            board,
            "over" if practice.stage is Stage.OVER else "ready",
            live=practice.stage is Stage.ASKING,
            run=run_block(sitting),
            dock=Dock(*said_of(sitting)),
            frames=frames,
            once=sitting.times,
            below=practice.person,
            page=tuple(notes_of(sitting)),
            main=main,
            actions=tuple(filter(None, buttons)) if main else tuple(self._helps()),
            more=tuple(self._more()),
        )

    @property
    def _board(self) -> BoardShown:
        """The board with what was told of it: a best pair, the last hint, the place of the pair."""
        practice, told = self.practice, self.sitting.told
        position, within = practice.position, practice.start
        hint = practice.hints[-1] if practice.hints else None
        if practice.stage is not Stage.ASKING:
            taken = ghosts(practice.moves[-1], practice.person) if practice.moves else ()
            return replace(board_of(position, within=within), ghosts=taken)
        if told is not None:
            return board_of(position, marks=dict.fromkeys(told, "best"), within=within)
        if hint is not None and hint.step is HintStep.PAIR:
            return board_of(position, marks=dict.fromkeys(hint.move, "hint"), within=within)
        lit = []
        if hint is not None and hint.step is HintStep.COLUMNS:
            column = hint.move.first.column
            lit = [cell for cell, _kind in position.tiles() if cell.column == column]
        return board_of(position, lit=lit, within=within)

    def _ways_on(self) -> Iterator[Button]:
        """Yield the way on once the exercise is answered, then what can be shown of it."""
        if not self.sitting.is_answered:
            return
        yield leads(_(captions.NEXT), "chevron-right", "go_on", "n", N_("next"))
        yield from self._show()

    def _helps(self) -> Iterator[Button]:
        """Yield what helps before the answer."""
        given, why = len(self.practice.hints), ""
        words = _("Hint ({n} of {count})").format(n=given + 1, count=len(STEPS))
        if given == len(STEPS):
            words, why = _("Hint"), no_further_hint()
        yield Button(words, "hint", act("hint"), key="h", typed=N_("hint"), off=bool(why), why=why)
        yield from self._show()

    def _show(self) -> Iterator[Button]:
        sitting, verdict = self.sitting, self.practice.verdict
        if not sitting.can_show:
            return
        words = _("Show a better pair")
        if verdict is None:
            words = _("Show the best pair")
        elif not verdict.is_past and sitting.line is None:
            words = _("Play the answer") if verdict.cost else _(HintStep.LINE.value)
        yield leads(words, "play", "solution", "", N_("show"))

    def _more(self) -> Iterator[Button]:
        """Yield what is seldom wanted."""
        sitting, answered = self.sitting, self.sitting.is_answered
        yield from self._why()
        yield from self._in_analyse() if answered else ()
        if answered:
            yield leads(_("Once more"), "rematch", "again", "", N_("again"))
            is_retired = sitting.is_retired
            words = _("Ask it again") if is_retired else _("Do not ask it again")
            yield leads(words, "undo" if is_retired else "delete", "retire", "", N_("retire"))
        yield leads(chosen_theme_words(sitting.theme), "trainer", "theme", "", N_("theme"))
        yield leads(_("About this exercise"), "info", "about", "", N_("about"))
        yield leads(_(captions.PROGRESS), "chart", "progress", "y", N_("progress"))
        if "window" in self.shell.can:
            yield leads(_("Add exercises from a file"), "open", "add_file")

    def _in_analyse(self) -> Iterator[Button]:
        if "analyse" in self.shell.can:
            yield leads(_(LOOK_IN_ANALYSE), "analyse", "analyse", "a")

    def _why(self) -> Iterator[Button]:
        if self.practice.missed is not None and self.sitting.why is None:
            yield leads(_("Why?"), "help", "why", "w", N_("why"))

    def _end(self) -> CardView:
        """Return the end of a run, with what was missed, or why there is no exercise."""
        sitting = self.sitting
        title, words = rest_words(sitting)
        page: Page = (Paragraph(words, role=Role.TEXT),) if words else ()
        beside: Page = ()
        main, other = None, list[Button]()
        if sitting.is_run_over:
            page = run_block(sitting), *page
            main = leads(_("Next ten"), "chevron-right", "go_on", "", N_("next"))
            beside = tuple(_to_try_again(sitting))
        elif sitting.counts.more:
            main = leads(_(captions.NEXT), "chevron-right", "go_on", "", N_("next"))
        if sitting.theme is not None and not sitting.is_run_over:
            other.append(leads(_("All themes"), "list", "all_themes", "", N_("theme")))
            main = main or other.pop()
        other.append(leads(_(captions.PROGRESS), "chart", "progress", "", N_("progress")))
        leave = leads(_("Leave"), "home", "leave")
        return CardView(title, page, beside, main=main, buttons=(*other, leave))

    def _themes(self) -> CardView:
        buttons = tuple(
            Button(
                chosen_theme_words(theme),
                "trainer",
                act("choose_theme", theme="" if theme is None else theme.value),
                on=theme is self.sitting.theme,
            )
            for theme in (None, *ProblemTheme)
        )
        return CardView(_(WHICH_THEME), buttons)

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        sitting, shell = self.sitting, self.shell
        return {
            "take": self._take,
            "hurry": self.hurry,
            "hint": self._hint,
            "solution": partial(sitting.want, "solution"),
            "why": partial(sitting.want, "answer"),
            "go_on": self.go_on,
            "again": sitting.again,
            "try_again": sitting.try_again,
            "retire": sitting.retire,
            "analyse": self._analyse,
            "about": self.lay_over(
                lambda: CardView(_("About this exercise"), tuple(about_page(sitting)))
            ),
            "progress": partial(shell.go, "progress", over_trainer=True),
            "theme": self.lay_over(self._themes),
            "all_themes": partial(self._choose_theme, ""),
            "choose_theme": self._choose_theme,
            "add_file": partial(shell.go, "add_problems"),
            "leave": shell.home,
        }

    def _take(self, move: str) -> None:
        self.hurry()
        if self.practice.stage is Stage.OVER:
            raise RulesError(PLAYED_OUT)
        self.sitting.play(Move.parse(move))

    def _hint(self) -> None:
        if len(self.practice.hints) == len(STEPS):
            raise RulesError(no_further_hint())
        self.sitting.want("hint")

    def go_on(self) -> None:
        """Go on to the next exercise."""
        if words := self.sitting.go_on():
            raise RulesError(words)

    def _analyse(self) -> None:
        """Open the exercise in Analyse with the moves played, once it is answered."""
        practice = self.practice
        if practice.counts:
            raise RulesError(_("Answer it first; then you can analyse it."))
        study = Study(practice.game, practice.values)
        study.to_start()
        self.shell.go("study", study, self.sitting.names)

    def _choose_theme(self, theme: str) -> None:
        """Choose a theme for the exercises to come; one already begun stays in hand."""
        self.services.change(trainer_theme=theme)
        if words := self.sitting.ask_about(theme_of(theme)):
            self.shell.tell(words)


def _to_try_again(sitting: Sitting) -> Iterator[Board | Button]:
    """Yield what was not right at once: how it was, which leads to it, and both pairs on its board.

    The best pair comes to light there too: it is what is learned.
    """
    for place, practice in enumerate(sitting.run):
        if practice.rated is None or practice.rated.rating is Rating.RIGHT:
            continue
        assert practice.exercise is not None
        start, best = practice.start, practice.exercise.problem.best_moves[0]
        words = _("Best was {tile}.").format(tile=tile_words(start.kind_of(best)))
        lost = f"{MINUS}{practice.lost}" * bool(practice.lost)
        do, how = act("try_again", place=place), answered_words(practice)
        yield Button(how, "rematch", do, words, lost)
        taken = () if practice.first in (None, best) else (MarkedPair(practice.first, "played"),)
        yield Board(start, (*taken, MarkedPair(best)), words, do)


def learn_from(shell: Shell, study: TableStudy, player: Player) -> bool:
    """Put a player's mistakes to them again, if some are proven; return whether they are.

    One that is looked at opens in Analyse.
    """
    review = study.reviewed()
    if not proven_mistakes(review.study, [player]):
        return False

    def look_at(node: Node) -> None:
        review.study.go_to(node)
        shell.go("study_table", study)

    shell.go("learn_from", review.study, study.session.names, [player], look_at)
    return True


class Mistakes(Trainer):
    """The mistakes of a game, one after the other.

    Leaving it for Analyse calls `look_at` with the mistake, leaving it otherwise `on_leave`.
    """

    def __init__(
        self,
        shell: Shell,
        study: Study,
        names: tuple[str, str],
        players: Sequence[Player],
        look_at: Callable[[Node], object],
        on_leave: Callable[[], object] = lambda: None,
    ) -> None:
        services = shell.services
        self.lesson = GameLesson(study, services.scheduler, services.moment, names, players)
        self._look_at, self._on_leave = look_at, on_leave
        super().__init__(shell, self.lesson)

    @property
    def place(self) -> Place:
        opened = super().place
        return None if opened is None else (*opened[:2], opened[2] | {"go_to": self.lesson.index})

    @property
    def standing(self) -> object:
        return super().standing, self.lesson.index

    def _ways_on(self) -> Iterator[Button]:
        lesson = self.lesson
        if lesson.is_answered:
            is_last = lesson.index + 1 == len(lesson.mistakes)
            words = _("Finish") if is_last else _(captions.NEXT_MISTAKE)
            yield leads(words, "chevron-right", "go_on", "n", N_("next"))
            yield from self._show()

    def _helps(self) -> Iterator[Button]:
        yield from super()._helps()
        yield leads(_("Skip"), "chevron-right", "go_on", "n", N_("next"))

    def _more(self) -> Iterator[Button]:
        sitting = self.sitting
        if self.practice.verdict is None and sitting.answer is not None:
            yield leads(_("Play the answer"), "play", "why", "w", N_("why"))
        yield from self._why()
        yield leads(_("Mistakes"), "list", "mistakes")
        if self.lesson.index:
            yield leads(_(captions.MISTAKE_BEFORE), "chevron-left", "go_back")
        yield from self._in_analyse()

    def _end(self) -> CardView:
        title, words = rest_words(self.lesson)
        again = leads(_("Once more"), "rematch", "again", "", N_("again"))
        main = leads(_("Back to Analyse"), "analyse", "leave")
        page = run_block(self.lesson), Paragraph(words, role=Role.TEXT), *self._listed()
        return CardView(title, page, main=main, buttons=(again,))

    def _listed(self) -> Iterator[Button]:
        """Yield the mistakes, each leading to itself, with how it went."""
        signs = {"shown": "eye", "right": "check", "open": "play", "skipped": "minus"}
        for index, mistake in enumerate(self.lesson.mistakes):
            name, how = label(self.lesson.names[mistake.player - 1]), self.lesson.how(index)
            words = titled(f"{index + 1}  {name}", points(mistake.cost.value))
            yield Button(words, signs.get(how, "dot"), act("go_to", place=index), on=how == "open")

    def acts(self) -> Mapping[str, Callable[..., object]]:
        lesson = self.lesson
        return {
            **super().acts(),
            "mistakes": self.lay_over(lambda: CardView(_("Mistakes"), tuple(self._listed()))),
            "go_to": lambda place: lesson.go_to(place),
            "go_back": lambda: lesson.go_to(lesson.index - 1),
            "leave": self.back,
        }

    def go_on(self) -> None:
        """Go on to the next mistake; at the end leave."""
        self.back() if self.lesson.mistake is None else super().go_on()

    def back(self) -> None:
        super().back()
        self._on_leave()

    def _analyse(self) -> None:
        """Leave the lesson and look at the mistake in Analyse."""
        mistake = self.lesson.mistake
        super().back()
        if mistake is not None:
            self._look_at(mistake.node)
