"""What one can learn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battle.language import _
from battle.reviews.background import TableStudy
from battle.screens import captions
from battle.screens.home import ABOUT_RULES, last_game
from battle.screens.screen import Screen
from battle.screens.trainer import learn_from
from battle.screens.view import Button, CardView, act
from battle.services import Services
from battle.training.first_game import (
    COUNT,
    first_game_note,
    lessons_note,
    next_lesson,
    steps_done,
)
from battle.training.sitting import RUN
from battle.training.trainer_page import BETTER_PAIRS, LESSON, due_words, run_words


def lessons_of(services: Services) -> tuple[Button, Button]:
    """Return the first game and the lessons, as far as they are done; what comes next stands out.

    Once the first game is done the lessons begin where one is not.
    """
    kept = services.settings
    is_new, left = steps_done(kept.first_game) < COUNT, next_lesson(kept.lessons, kept.step)
    first, at = act("go", name="first_game"), act("go", name="lessons", at=left or 0)
    note, notes = first_game_note(kept.first_game), lessons_note(kept.lessons)
    return (
        Button(_("First game"), "play", first, note, main=is_new),
        Button(_("Lessons"), "learn", at, notes, main=not is_new and left is not None),
    )


class Learn(Screen):
    """The first game, the rules, lessons, exercises, and one's own mistakes."""

    tab = "learn"

    def resume(self) -> None:
        """Look again for the last game."""
        last = last_game(self.services)
        self._last = last if last is not None and last.game.moves else None

    def view(self) -> CardView:
        last = self._last
        mistakes = _("Finish a game first: its costly moves are put to you again")
        if last is not None:
            mistakes = _(BETTER_PAIRS)
        trainer, deck = _("Ten small boards: which pair is best?"), self.services.deck
        today = deck.today()
        if answered := len(today) % RUN:
            trainer = _("{n} of {count} answered").format(n=answered, count=RUN)
        elif today:
            trainer = run_words([answer.rating for answer in today[-RUN:]])
        due, exercises = due_words(deck.due), act("go", name="trainer")
        first, lessons = lessons_of(self.services)
        is_taught = not (first.main or lessons.main)
        return CardView(
            _(captions.LEARN),
            (
                first,
                Button(_(captions.RULES), "rules", act("go", name="rules"), _(ABOUT_RULES)),
                lessons,
                Button(_("Endgame trainer"), "trainer", exercises, trainer, due, main=is_taught),
                Button(_(LESSON), "mistake-next", act("mistakes"), mistakes, off=last is None),
            ),
        )

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"mistakes": self._learn}

    def _learn(self) -> None:
        """Put the mistakes again; where none is proven yet the result says how far that is."""
        assert self._last is not None
        person, study = self._last.person, TableStudy(self.services, self._last)
        if person is None or not learn_from(self.shell, study, person):
            self.shell.go("mistakes", self._last)
