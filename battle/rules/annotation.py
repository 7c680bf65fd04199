"""What analysis leaves in a record: PGN's comment commands, `[%eval =7]` and `[%clk 0:03:12]`.

An estimate has its standard error in a command of its own, `[%eval ~5] [%err 3.2]`. A move that
a hint had named has `[%hint]`.

A comment is free text with any number of commands in it; reading and writing one command leaves
the text and every other command as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, cast

from battle.rules.errors import FormatError, quoted

Relation: TypeAlias = Literal["=", ">=", "<=", "~"]

_EVALUATION: Final = re.compile(r"(=|>=|<=|~)([+-]?[0-9]{1,3})", re.ASCII)
STANDARD_ERROR: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?", re.ASCII)
_ANY_COMMAND: Final = re.compile(r"\[%[^\]\[]*+\]")
_HINT: Final = "[%hint]"
_CLOCK: Final = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]{1,3})?)", re.ASCII)


@dataclass(frozen=True)
class Evaluation:
    """What is known of the final margin, player 1's points minus player 2's at the end.

    The relation is `=` for a proven value, `>=` and `<=` for proven bounds, `~` for an estimate.
    `error` is the standard error of an estimate, None where it is not known.
    """

    relation: Relation
    margin: int
    error: float | None = None

    @property
    def is_proven(self) -> bool:
        """Whether the margin is known exactly."""
        return self.relation == "="

    def __str__(self) -> str:
        return f"{self.relation}{self.margin}"


def evaluation(text: str) -> Evaluation:
    """Return the evaluation written `text`, such as `=7` or `~-5`; raise FormatError otherwise."""
    match = _EVALUATION.fullmatch(text)
    if match is None:
        raise FormatError(
            "bad evaluation {text}: expected =, >=, <= or ~ and a margin, such as =7",
            text=quoted(text),
        )
    return Evaluation(cast(Relation, match[1]), int(match[2]))


def evaluation_in(comment: str) -> Evaluation | None:
    """Return the evaluation kept in a comment, None if there is none that can be read."""
    try:
        found = evaluation(_command(comment, "eval"))
    except FormatError:
        return None
    error = STANDARD_ERROR.fullmatch(_command(comment, "err"))
    if found.relation != "~" or error is None:
        return found
    return replace(found, error=float(error[0]))


def with_evaluation(comment: str, value: Evaluation | None) -> str:
    """Return `comment` with this evaluation in place of any other; None takes it out."""
    error = None if value is None or value.error is None else f"{value.error:.1f}"
    comment = _with_command(comment, "err", error)
    return _with_command(comment, "eval", None if value is None else str(value))


def clock_in(comment: str) -> float | None:
    """Return the seconds left on the mover's clock that a comment keeps, None without them."""
    match = _CLOCK.fullmatch(_command(comment, "clk"))
    if match is None:
        return None
    return int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3])


def with_clock(comment: str, seconds: float | None) -> str:
    """Return `comment` with these seconds on the clock in place of any other; None: without."""
    return _with_command(comment, "clk", None if seconds is None else clock_words(seconds))


def clock_words(seconds: float) -> str:
    """Return seconds in the form of a record, `0:03:12`, with tenths where they are not whole."""
    tenths = round(max(0.0, seconds) * 10)
    hours, minutes, rest = tenths // 36000, tenths // 600 % 60, tenths % 600
    fraction = f".{rest % 10}" if rest % 10 else ""
    return f"{hours}:{minutes:02}:{rest // 10:02}{fraction}"


def is_hinted(comment: str) -> bool:
    """Whether a comment tells that a hint had named the move."""
    return _HINT in comment


def with_hint(comment: str) -> str:
    """Return `comment` telling that a hint had named the move."""
    return comment if is_hinted(comment) else _joined(f"{_HINT} {comment}")


def without_commands(comment: str) -> str:
    """Return the words of a comment that are for people, all commands taken out."""
    return _joined(_ANY_COMMAND.sub(" ", comment))


def with_words(comment: str, words: str) -> str:
    """Return `comment` with these words for people in place of any others; commands stay.

    Braces, which would end the comment, become parentheses; commands among the words are left out.
    """
    words = without_commands(words).replace("{", "(").replace("}", ")")
    return _joined(" ".join([*_ANY_COMMAND.findall(comment), words]))


def _command(comment: str, name: str) -> str:
    match = re.search(rf"\[%{name} ++([^\]\[]*+)\]", comment)
    return match[1].rstrip(" ") if match is not None else ""


def _with_command(comment: str, name: str, value: str | None) -> str:
    rest = re.sub(rf"\[%{name}\b[^\]\[]*+\]", " ", comment)
    return _joined(rest if value is None else f"[%{name} {value}] {rest}")


def _joined(text: str) -> str:
    return " ".join(text.split())
