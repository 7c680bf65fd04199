"""The person's own problem files, `.mbp`: copied into a directory of theirs, and read from there.

A file that is added is copied, so that it may be moved or deleted afterwards; a file that is put
into the directory by hand is as good. Problems belong to the deck once they are answered.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from battle.language import _
from battle.rules.files import read_text
from battle.rules.position import RulesError
from battle.rules.problem import SUFFIX, Problem
from battle.storage import cannot_read, cannot_write, write_atomically
from battle.training.problems import problems_in, problems_of

MOST_PROBLEMS: Final = 2000
"""So many lines of a file are read, good and bad ones; with more the trainer would open slowly."""


@dataclass(frozen=True)
class AddedFile:
    """What became of a file: the name it has now, its problems, and what is wrong with lines."""

    name: str
    problems: int
    wrong: tuple[str, ...] = ()


def add_problem_file(file: Path, directory: Path) -> AddedFile:
    """Copy a file into the person's directory.

    A file that is there already, with the same content, is not copied again. Raises RulesError,
    with one line, if the file cannot be read or copied, or has no problem in it.
    """
    try:
        text = read_text(file)
    except OSError as error:
        raise RulesError(cannot_read(file.name, error)) from None
    problems, wrong = problems_in(text, MOST_PROBLEMS)
    if not problems:
        reason = wrong[0] if wrong else _("it is empty")
        words = _("No problem is in {file}: {reason}")
        raise RulesError(words.format(file=file.name, reason=reason))
    place = _place_for(file, text, directory)
    try:
        if not os.path.lexists(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, text)
    except OSError as error:
        raise RulesError(cannot_write(place.name, error)) from None
    return AddedFile(place.stem, len(problems), tuple(wrong))


def _place_for(file: Path, text: str, directory: Path) -> Path:
    """Return where a file is copied to: under its own name, numbered if another one has it."""
    place, number = directory / f"{file.stem}{SUFFIX}", 2
    while os.path.lexists(place) and _text(place) != text:
        place, number = directory / f"{file.stem} {number}{SUFFIX}", number + 1
    return place


def _text(file: Path) -> str | None:
    try:
        return read_text(file)
    except (OSError, ValueError):
        return None


def personal_problems(directory: Path) -> Iterator[tuple[str, Problem]]:
    """Yield the problems of the person's files, each with the name of its file.

    Files come in the order of their names; what cannot be read is passed over.
    """
    try:
        files = sorted(one for one in directory.iterdir() if one.suffix.lower() == SUFFIX)
    except OSError:
        return
    for file in files:
        for one in problems_of([file], MOST_PROBLEMS):
            yield file.stem, one
