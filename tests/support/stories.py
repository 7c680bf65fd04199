"""Stories: what is done, in sentences, and what has changed then for everybody concerned.

A story is a file in a folder of `tests/approved`. What it shows stands in its first paragraph; a
line that begins with `>` is done, and the lines below it are what has changed, for whom. With
APPROVE=1 in the environment those lines are written as they are now.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from battle.rules.position import FormatError, RulesError
from tests.support.texts import APPROVED, check_text

Method = TypeVar("Method", bound=Callable[..., object])


def step(pattern: str) -> Callable[[Method], Method]:
    """Let a sentence of a story be obeyed by a method, which gets its groups."""

    def mark(method: Method) -> Method:
        method.pattern = pattern  # type: ignore[attr-defined]
        return method

    return mark


class Story:
    """What a kind of story is about; its methods marked with `step` are what can be done.

    `news` are the things that are seen once.
    """

    news: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.shown: dict[str, dict[str, str]] = defaultdict(dict)

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield who sees what of a thing, in words."""
        raise NotImplementedError

    def go_on(self, sentence: str) -> None:
        """Let follow what follows every sentence."""

    def check(self) -> None:
        """Check what holds at the end of every story."""

    def told(self, script: str) -> str:
        """Return a story with what has changed after each of its steps."""
        title, _, rest = script.partition("\n\n")
        lines = [title, ""]
        for line in rest.splitlines():
            if line.startswith("> "):
                lines += [line, *self.after(line[2:])]
        self.check()
        return "\n".join(lines)

    def after(self, sentence: str) -> Iterator[str]:
        """Do what a sentence says, and yield what has changed."""
        try:
            self.obey(sentence)
        except (RulesError, FormatError) as error:
            yield f"  refused: {error}"
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for who, what, words in self.facts():
            found[who][what] = words
        for who, seen in found.items():
            before = self.shown[who]
            for what in {**seen, **before}:
                words = seen.get(what, "")
                if words != before.get(what, ""):
                    yield f"  {who}: {what}: {words or '–'}"
            self.shown[who] = {what: words for what, words in seen.items() if what not in self.news}

    def obey(self, sentence: str) -> None:
        """Do what one sentence says, and what follows every sentence."""
        methods = (getattr(self, name) for name in dir(self))
        found: list[tuple[Any, re.Match[str]]] = [
            (method, match)
            for method in methods
            if (match := re.fullmatch(getattr(method, "pattern", "(?!)"), sentence))
        ]
        assert len(found) == 1, f"not understood: {sentence}"
        ((method, match),) = found
        method(*match.groups())
        self.go_on(sentence)


def stories(folder: str) -> list[Path]:
    """Return the stories in a folder of `tests/approved`."""
    return sorted((APPROVED / folder).glob("*.txt"))


def check_story(file: Path, story: Story) -> None:
    """Check that a story goes as it was approved."""
    name = file.relative_to(APPROVED).with_suffix("").as_posix()
    check_text(name, story.told(file.read_text("utf-8")))
