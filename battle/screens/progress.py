"""Your progress: figures and bars of the answers to exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from battle.language import _, ngettext
from battle.page.blocks import Page, Paragraph, Title
from battle.profile.records import own_games
from battle.screens import captions
from battle.screens.learn import lessons_of
from battle.screens.people import portrait
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act
from battle.training.trainer_page import progress_page

DAYS: Final = 28


class YourProgress(Screen):
    """What the answers so far say; without any, an invitation to begin.

    Where it is shown `over_trainer`, the exercises lie below it.
    """

    tab = "record"

    def __init__(self, shell: Shell, *, over_trainer: bool = False) -> None:
        super().__init__(shell)
        self._trainer = act("back") if over_trainer else act("go", name="trainer")

    def resume(self) -> None:
        """Read the answers again."""
        self.answers, self.entries = self.services.deck.answers(), self.services.deck.entries()
        self._portrait = portrait(self.services, own_games(self.services.records.games()))

    def view(self) -> CardView:
        title, retired = _(captions.PROGRESS), sum(entry.is_retired for entry in self.entries)
        words = ngettext("Ask {n} retired one again", "Ask {n} retired ones again", retired)
        again = Button(words.format(n=retired), "rematch", act("ask_again"))
        page: Page = (again,) if retired else ()
        kept = self.services.settings
        ways = zip(lessons_of(self.services), (kept.first_game, kept.lessons), strict=True)
        done = [replace(way, main=False) for way, is_begun in ways if is_begun]
        begin = Button(_("To the exercises"), "trainer", self._trainer)
        if not self.answers:
            none = Paragraph(_("Answer exercises to see here what you have learned."))
            return CardView(title, (self._portrait, *done, none, *page), main=begin)
        now = self.services.moment()
        figures, days, *others = progress_page(self.answers, self.entries, now, DAYS)
        about = Title(_("Endgame trainer"))
        page = (self._portrait, *done, about, figures, days, *page)
        return CardView(title, page, tuple(others), main=begin)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"ask_again": self._ask_again}

    def _ask_again(self) -> None:
        """Bring retired exercises back."""
        self.services.deck.ask_all_again()
        self.resume()
