"""Adding a file of problems to the trainer: the choice of the file, and what is said of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from battle.language import _, explain, ngettext
from battle.rules.position import RulesError
from battle.rules.problem import SUFFIX
from battle.training.problem_files import AddedFile, add_problem_file
from battle.window.dialogs.files import OpenFileScene
from battle.window.scenes.choice_dialog import Choice, ChoiceDialog
from battle.window.scenes.scene import Services
from battle.words.plain import shown_name

_MOST_LINES: Final = 4
"""So many lines that are wrong are named; the rest are counted."""


class OpenProblemsScene(OpenFileScene):
    """Chooses a file of problems for the trainer."""

    suffix = SUFFIX

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("Add problems from a file")

    def _confirm_button(self) -> tuple[str, str]:
        return _("Add"), "open"

    def _empty_words(self) -> str:
        if self.has_files:
            return _("Choose a file of problems.")
        return _("No problems are in this directory.")

    def take(self, path: Path) -> None:
        """Add the chosen file."""
        added = add_problem_file(path, self.app.places.problems)
        self._remember()
        self.app.pop()
        tell_of_file(self.app, added)


def add_dropped(app: Services, file: Path) -> None:
    """Add a file that was dropped on the window, or say why it cannot be."""
    try:
        added = add_problem_file(file, app.places.problems)
    except RulesError as error:
        app.say(explain(error), "problem")
    else:
        tell_of_file(app, added)


def tell_of_file(app: Services, added: AddedFile) -> None:
    """Let the trainer have what was added, and say what became of every line."""
    app.deck.read_files_again()
    words = added_words(added)
    if not added.wrong:
        app.say(words)
        return
    lines = list(added.wrong[:_MOST_LINES])
    more = len(added.wrong) - len(lines)
    if more:
        lines.append(ngettext("and {n} more line", "and {n} more lines", more).format(n=more))
    text = "\n".join([_("What is wrong with the others:"), *lines])
    app.push(ChoiceDialog(app, words, text, [Choice(_("Go on"), look_as="primary")], on_escape=0))


def added_words(added: AddedFile) -> str:
    """Say how many problems a file has."""
    words = ngettext("{n} problem from “{name}”", "{n} problems from “{name}”", added.problems)
    return words.format(n=added.problems, name=shown_name(added.name))
