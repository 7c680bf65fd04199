"""The trainer in the page: one question at a time, ten to a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from battle.analysis.costs import ProblemTheme
from battle.browser.app import App, Screen
from battle.browser.views import (
    View,
    answer_frames,
    blocks,
    board,
    button,
    ghosts,
    plain,
    shown_board,
)
from battle.coach.answer import Shown, bettered, followed
from battle.coach.hints import HintStep
from battle.coach.reasons import Line
from battle.game.session import Session
from battle.language import _
from battle.page.blocks import Offer, Paragraph, Run, Title
from battle.rules.position import Cell, Move
from battle.rules.record import Record
from battle.training.sitting import Practice, Sitting, Stage, theme_of
from battle.training.trainer_page import (
    WHICH_THEME,
    chosen_theme_words,
    headline,
    more_page,
    task_page,
)

_WRONG_SECONDS: Final = 0.9
"""How long a wrong pair is away before it comes back."""


class Trainer(Screen):
    """The exercises of the deck in turn."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        theme = theme_of(app.settings.trainer_theme)
        self._sitting = Sitting(app.scheduler, app.moment, app.deck, app.records, theme)
        self._seen_at = app.now()
        self._shown = 0
        self._asks_why = False

    @property
    def _practice(self) -> Practice:
        return self._sitting.practice

    def resume(self) -> None:
        self.app.scheduler.start()
        if self._practice.is_none:
            self._sitting.next()

    def leave(self) -> None:
        self._sitting.stop()

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        return self._practice.stage is Stage.WRONG

    @property
    def standing(self) -> object:  # type: ignore[override]
        sitting, practice, scheduler = self._sitting, self._practice, self.app.scheduler
        return (
            (practice, practice.stage, practice.rated, len(practice.moves)),
            (practice.values.version, sitting.is_following, sitting.is_looking),
            (sitting.is_unproven, scheduler.failure, scheduler.is_getting_ready),
            sitting.counts,
        )

    def view(self) -> View:
        sitting, practice = self._sitting, self._practice
        page = [*task_page(sitting, sitting.waiting_words(needed=False))]
        offers = [block for block in page if isinstance(block, Offer)]
        buttons = [
            button(block.words, block.icon, block.action, off=not block.action) for block in offers
        ]
        said = [block for block in page if isinstance(block, Paragraph) and block.leads_to is None]
        run = next((block for block in page if isinstance(block, Run)), None)
        level = [block.words for block in page if isinstance(block, Title)][-1]
        has_main = offers[0].primary
        view: View = {
            "like": "lesson",
            "title": headline(sitting),
            "run": run and plain(run) | {"words": level * (not practice.is_none)},
            "main": buttons.pop(0) if has_main else None,
        }
        if practice.is_none:
            rest = [block for block in page if not isinstance(block, Offer | Run)]
            return view | {"page": blocks(rest), "actions": buttons}
        shown = board(practice.position, marks=self._marks(), within=practice.start)
        words, step = said[0].words, self._step
        if practice.stage is not Stage.ASKING and practice.moves:
            shown["ghosts"] = ghosts(practice.moves[-1], practice.person)
        if step is not None:
            words, shown = step.words, shown_board(step, within=practice.start)
        if step is not None and step.worth:
            view |= {"frames": answer_frames(step, practice.start), "once": self._shown}
        elif step is None and sitting.line is not None and not sitting.is_following:
            view |= {"frames": frames(sitting.line), "once": self._shown}
        return view | {
            "position": str(practice.position),
            "turn": practice.position.to_move,
            "state": "over" if practice.stage is Stage.OVER else "ready",
            "board": shown,
            "live": practice.stage is Stage.ASKING,
            "dock": {"kind": "say", "words": words},
            "page": blocks(said[1:]),
            "buttons": buttons[:-1] if has_main else [],
            "actions": buttons[-1:] if has_main else buttons,
        }

    @property
    def _step(self) -> Shown | None:
        """The answer to the pair that was missed, then a better pair, once they are asked for."""
        sitting, cost = self._sitting, self._practice.missed
        if cost is None or not (self._asks_why or sitting.line):
            return None
        values, names = self._practice.values, sitting.names
        answer = bettered(cost, values, names) if sitting.shows_best else sitting.answer
        return answer and followed(cost, values, names, answer)

    def _marks(self) -> dict[Cell, str]:
        """Return what the last hint says of the board."""
        practice = self._practice
        hint = practice.hints[-1] if practice.hints else None
        if practice.stage is Stage.ASKING and (told := self._sitting.told) is not None:
            return dict.fromkeys(told, "best")
        if hint is None or hint.step is HintStep.WORTH:
            return {}
        if hint.step is HintStep.PAIR:
            return dict.fromkeys(hint.move, "hint")
        column = hint.move.first.column
        return {cell: "lit" for cell in practice.position.free_cells if cell.column == column}

    def beat(self) -> None:
        """Bring a wrong pair back once it was seen away."""
        now, practice = self.app.now(), self._practice
        if practice.counts:
            practice.seconds += now - self._seen_at
        if practice.stage is not Stage.WRONG:
            self._seen_at = now
        elif now - self._seen_at >= _WRONG_SECONDS:
            practice.take_back()
        self._sitting.update()

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> dict[str, Callable[..., object]]:
        sitting = self._sitting
        return {
            "take": self._take,
            "hint": self._practice.hint,
            "solution": self._show,
            "more": partial(setattr, self, "sheet", self._more),
            "go_on": self._go_on,
            "why": self._why,
            "again": sitting.again,
            "retire": sitting.retire,
            "analyse": self._analyse,
            "progress": partial(self.app.go, "progress", over_trainer=True),
            "theme": partial(setattr, self, "sheet", self._themes),
            "all_themes": partial(self._about, ""),
            "about": self._about,
            "leave": self.app.home,
        }

    def _why(self) -> None:
        """Play the answer to the pair that was costly, and look for the reasons."""
        self._sitting.explain()
        self._asks_why, self._shown = True, self._shown + 1

    def _take(self, move: str) -> None:
        self._asks_why = False
        self._sitting.forget()
        self._practice.play(Move.parse(move))
        self._sitting.judge()
        self._seen_at = self.app.now()

    def _show(self) -> None:
        if self._sitting.show():
            self._shown += 1
            self._sitting.judge()

    def _go_on(self) -> None:
        self._asks_why = False
        if words := self._sitting.go_on():
            self.app.tell(words)

    def _analyse(self) -> None:
        record = Record({}, self._practice.game)
        self.app.go("analyse", Session.from_record(record))

    def _more(self) -> View:
        return {"title": _("More"), "page": blocks(more_page(self._sitting))}

    def _themes(self) -> View:
        names = {"" if theme is None else theme.value: theme for theme in (None, *ProblemTheme)}
        buttons = [
            button(chosen_theme_words(theme), "trainer", "about", theme=name)
            for name, theme in names.items()
        ]
        return {"title": _(WHICH_THEME), "buttons": buttons}

    def _about(self, theme: str) -> None:
        self.app.change(trainer_theme=theme)
        if words := self._sitting.ask_about(theme_of(theme)):
            self.app.tell(words)


def frames(line: Line) -> list[View]:
    """Return the boards of a line, each with its next pair framed, at last the first again."""
    place, boards = line[0], list[View]()
    for move in line[1]:
        bubble = {"words": f"+{place.worth(move)}", "player": place.to_move}
        mark = "played" if place.to_move == line[0].to_move else "answer"
        marks = dict.fromkeys(move, mark)
        shown = board(place, marks=marks, within=line[0])
        boards.append({**shown, "bubble": bubble, "is_pair": True})
        place = place.play(move)
    return [*boards, boards[0]]
