"""Texts that take long to read if a parser goes back over what it has read.

Without the libraries of the tests, so that a process that reads one of them starts soon.
"""

from __future__ import annotations

from collections.abc import Callable

from battle.rules.position import deal, position
from battle.rules.problem import problem
from battle.rules.record import clock_in, evaluation_in, record, with_evaluation, with_words

_START = '[Deal "1"]\n\n'
_FIRST, _OTHER = deal(1).legal_moves[:2]

SLOW: dict[str, tuple[Callable[[str], object], str, str, str]] = {
    "comments": (record, _START, "{a}", ""),
    "glyphs": (record, _START, "!", ""),
    "empty variations": (record, f"{_START}{_FIRST} ", "()", ""),
    "variations": (record, f"{_START}{_FIRST} ", f"({_OTHER})", ""),
    "deep variations": (record, f"{_START}{_FIRST} ", f"({_OTHER} ", ""),
    "backslashes": (record, '[Deal "1"]\n[A "', "\\", '"]\n'),
    "unclosed tag": (record, '[Deal "1"]\n[A "', "x", ""),
    "position tag": (record, '[Position "', "5m", '"]\n'),
    "slashes": (position, "", "/", ""),
    "tiles": (position, "", "5m", ""),
    "lines": (position, "", "5m\n", ""),
    "answers": (problem, "5m5p/5p5m;", "a1b2:0;", ""),
    "spaces in an answer": (problem, "5m5p/5p5m; a1b2", " ", "x"),
    "clocks": (clock_in, "", "[%clk ", ""),
    "spaces after a command": (evaluation_in, "[%eval", " ", ""),
    "evaluations": (lambda text: with_evaluation(text, None), "", "[%eval", ""),
    "commands": (lambda text: with_words("", text), "", "[%a", ""),
}
"""Who reads a text, how it begins, the part that comes again and again, and how it ends."""
