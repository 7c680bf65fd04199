"""The rules, page by page, with their pictures beside the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from battle.language import _
from battle.page.blocks import Paragraph, Role, Space, Title
from battle.page.rules import rules_pages
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act


class RulesPages(Screen):
    """One of the pages; after the last it is left."""

    tab = "learn"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.number = 0

    def view(self) -> CardView:
        pages = rules_pages()
        title, *blocks = pages[self.number]
        assert isinstance(title, Title)
        where = _("{page} of {pages}").format(page=self.number + 1, pages=len(pages))
        words = [replace(one, role=Role.TEXT) for one in blocks if isinstance(one, Paragraph)]
        pictures = [one for one in blocks if not isinstance(one, Paragraph | Space)]
        is_last = self.number == len(pages) - 1
        on = _(captions.DONE) if is_last else _(captions.NEXT)
        turn = Button(on, "check" if is_last else "chevron-right", act("turn", by=1))
        back = Button(_("Previous"), "chevron-left", act("turn", by=-1), off=not self.number)
        head = replace(title, note=where)
        return CardView(
            _(captions.RULES), (head, *words), tuple(pictures), main=turn, buttons=(back,)
        )

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {"turn": self._turn}

    def _turn(self, by: int) -> None:
        """Turn to a page; leave after the last one."""
        if not 0 <= self.number + by < len(rules_pages()):
            self.shell.back()
        else:
            self.number += by
