"""A conversation in lines, whatever the width: sentences are printed, lines and answers read.

    Lines ──ask──► waits for one                 ──poll──► one that has come meanwhile, or None
      └── Dialogue: say, show, print │ ask, ask_yes

Words are understood in English and in the language in use, in capitals too. The end of input raises
LeaveError, as `quit` does at any question.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from contextlib import suppress
from threading import Thread
from typing import Final

from battle.language import N_, _
from battle.page.blocks import Page
from battle.page.text import fitted, news, screen_width
from battle.rules.files import lines_of
from battle.rules.position import meant
from battle.words import plain

_ALIASES: Final = {"?": "help", "exit": "quit"}
_LONGEST_ECHO: Final = 200
_TICK_SECONDS: Final = 0.1


class LeaveError(Exception):
    """The person leaves, or there is no more input."""


class Lines:
    """Typed lines: waited for, or read in a thread, one at a time and when it is wanted."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.ask = read
        self._next: Future[str] | None = None

    def poll(self) -> str | None:
        """Return the next line, None while there is none; raise EOFError at the end of input."""
        if self._next is None:
            self._next = Future()
            Thread(target=self._run, args=[self._next], name="lines", daemon=True).start()
        if not wait([self._next], _TICK_SECONDS).done:
            return None
        line, self._next = self._next.result(), None
        return line

    def _run(self, line: Future[str]) -> None:
        try:
            line.set_result(self.ask(""))
        except (EOFError, ValueError, OSError) as error:
            line.set_exception(EOFError(error))


class Dialogue:
    """A conversation; while something goes on `meanwhile`, lines are polled between its steps."""

    def __init__(self, lines: Lines, write: Callable[[str], object]) -> None:
        self._lines = lines
        self._write = write
        self.meanwhile: Callable[[], object] | None = None

    def say(self, words: str) -> None:
        """Print a text in lines that fit, names in it without what a terminal would obey."""
        self._write(fitted(plain(words), screen_width()))

    def say_all(self, texts: Iterable[str]) -> None:
        for words in texts:
            self.say(words)

    def show(self, page: Page, before: Page = ()) -> Page:
        """Print a page, but for the blocks that one `before` had; return it."""
        self.say_all(news(before, page))
        return page

    def print(self, text: str) -> None:
        """Print a text that may be copied: no line of it is broken."""
        self._write(plain(text))

    def next(self, prompt: str) -> str | None:
        """Return the next line; None if something goes on meanwhile, and none has come."""
        if self.meanwhile is None:
            return self.ask(prompt)
        try:
            line = self._lines.poll()
        except EOFError:
            raise LeaveError from None
        return None if line is None else line.strip()

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt; raise LeaveError at the end of input."""
        if self.meanwhile is not None:
            self.say(prompt)
            while (line := self.next("")) is None:
                self.meanwhile()
            return line
        try:
            *lines, last = fitted(plain(prompt), screen_width()).split("\n")
            for words in lines:
                self._write(words)
            return self._lines.ask(last).strip()
        except EOFError:
            self.say("")
            raise LeaveError from None

    def ask_yes(self, question: str) -> bool:
        """Return the answer to a question; only yes or no will do, or how they begin."""
        yes, no = N_("yes"), N_("no")
        options = _("Type {yes} or {no}; {quit} leaves.").format(
            yes=_(yes), no=_(no), quit=_(N_("quit"))
        )
        while True:
            answer = meant(self.ask(f"{question} ({_(yes)}/{_(no)}) ")).lower()
            if word_named(answer, ("quit",)):
                raise LeaveError
            for word in (yes, _(yes), no, _(no)) if answer else ():
                if word.startswith(answer):
                    return word in (yes, _(yes))
            self.say(options)


def word_named(typed: str, words: Iterable[str]) -> str:
    """Return which of some English words was typed, empty if none."""
    said = meant(typed).strip().lower()
    said = _ALIASES.get(said, said)
    return next((word for word in words if said in (word, _(word).lower())), "")


# --- the streams ----------------------------------------------------------------------------------


def prepare() -> None:
    """Make the streams ready: a line that is printed is there before anything is waited for."""
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` a history and editing)
    with suppress(AttributeError, ValueError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def line_reader() -> Callable[[str], str]:
    """Return what asks for a line; one that comes from a file is printed as if typed."""
    if sys.stdin is not None and sys.stdin.isatty():
        return input
    lines = iter(()) if sys.stdin is None else lines_of(sys.stdin)

    def read(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = next(lines, None)
        if line is None:
            raise EOFError
        print(plain(line[:_LONGEST_ECHO].rstrip("\n")))
        return line

    return read
