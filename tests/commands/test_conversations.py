"""Conversations with commands, letter for letter as somebody has approved them.

In `tests/approved/commands` a line after `$` is a command and lines after `|` are what it is given
to read; what it prints follows, with `!` what it prints as an error, and its status unless it is 0.
`cat > FILE` writes a file and `cat FILE` shows one. To change a conversation, change what is said
in it and run this with APPROVE=1 in the environment.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from battle import __version__
from tests.commands.conftest import Commands, Done
from tests.support.texts import APPROVED, check_text

VARYING = re.compile(
    rf'{re.escape(__version__)}|(?<="seconds": )[^,]+|(?<=in )[.\d]+(?= s,)|\d+(?= a second\b)'
    r"|(?<= nodes ) *[.\d]+ s\b|(?<=  seconds ).*|^(python|against|seconds each|tiles|   ) ?.*\d.*",
    re.MULTILINE,
)


def said(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the words of every command of a conversation, and what it is given to read."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, *answer = part.splitlines()
        typed = [one.removeprefix("|").removeprefix(" ") for one in answer if one.startswith("|")]
        yield shlex.split(line), "".join(f"{one}\n" for one in typed)


def done(command: Commands, program: str, *words: str, typed: str) -> Done:
    """Do what a line of a conversation says."""
    match program, words:
        case "mahjong-battle", _:
            return command(*words, typed=typed)
        case "cat", (">", name):
            Path(name).write_text(typed, encoding="utf-8")
            return Done(0, "", "")
        case "cat", (name,):
            return Done(0, Path(name).read_text(encoding="utf-8"), "")
    raise ValueError(f"no command of a conversation: {program} {words}")


@pytest.mark.usefixtures("compiled_home")
@pytest.mark.parametrize("file", sorted((APPROVED / "commands").iterdir()), ids=lambda it: it.stem)
def test_every_answer_is_as_approved(
    command: Commands, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said again in an empty directory, a conversation has the same answers."""
    monkeypatch.chdir(tmp_path)
    lines = []
    for words, typed in said(file.read_text(encoding="utf-8")):
        found = done(command, *words, typed=typed)
        lines += [f"$ {shlex.join(words)}".replace("'>'", ">")]
        lines += [f"| {line}".rstrip() for line in typed.splitlines()]
        lines += VARYING.sub("*", found.out).splitlines()
        lines += [f"! {line}" for line in found.err.splitlines()]
        lines += [f"[{found.status}]"] * (found.status != 0)
    check_text(f"commands/{file.stem}", "\n".join(lines))
