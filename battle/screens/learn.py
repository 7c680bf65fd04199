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
from battle.training.first_game import COUNT, first_game_note, lessons_note, steps_done
from battle.training.trainer_page import LESSON, due_words


class Learn(Screen):
    """The first game, the rules, lessons, exercises, and one's own mistakes."""

    tab = "learn"

    def resume(self) -> None:
        """Look again for the last game."""
        last = last_game(self.services)
        self._last = last if last is not None and last.game.moves else None

    def view(self) -> CardView:
        kept, last = self.services.settings.first_game, self._last
        is_new = steps_done(kept) < COUNT
        mistakes = _("Finish a game first: its costly moves are put to you again.")
        if last is not None:
            mistakes = _("Find better pairs in your last game.")
        lessons = lessons_note(self.services.settings.lessons)
        first = act("go", name="first_game")
        trainer = _("Ten small boards: which pair is best?")
        due = due_words(self.services.deck.due)
        return CardView(
            _(captions.LEARN),
            (
                Button(_("First game"), "play", first, first_game_note(kept), main=is_new),
                Button(_(captions.RULES), "rules", act("go", name="rules"), _(ABOUT_RULES)),
                Button(_("Lessons"), "learn", act("go", name="lessons"), lessons),
                Button(_("Endgame trainer"), "trainer", act("go", name="trainer"), trainer, due),
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
