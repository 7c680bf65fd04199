"""Conversations at a terminal: what is typed, and all that is printed.

They are approved files. The first paragraph says what one shows. A line that
begins with `---` starts the program, and says how; what is typed stands behind `›`, at the prompt
that it answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.support.texts import APPROVED, Script, check_text

TYPED: Final = "›"
_START: Final = "---"


class Shown(Script):
    """What is typed, and all that is printed, with each line typed behind its prompt."""

    def read(self, prompt: str) -> str:
        """Return the next line; raise EOFError, which ends the input, after the last one."""
        line = super().read(prompt)
        self.output[-1] = f"{prompt.rstrip()} {TYPED} {line}".strip()
        return line


def conversations(folder: str) -> list[Path]:
    """Return the files of a folder of `tests/approved`."""
    return sorted((APPROVED / folder).glob("*.txt"))


def check_conversation(
    file: Path, run: Callable[[Shown, str], None], hidden: dict[str, str]
) -> None:
    """Check that the program says what was approved; `run` starts it as a line of `---` says.

    `hidden` is what differs each time, as regular expressions, with what stands for it.
    """
    title, *parts = re.split(rf"^{_START}", file.read_text("utf-8"), flags=re.MULTILINE)
    assert parts, "the program is never started"
    said = [title.rstrip()]
    for part in parts:
        how, _, body = part.partition("\n")
        typed = re.findall(rf"{TYPED} ?(.*)$", body, re.MULTILINE)
        shown = Shown(*typed)
        run(shown, how.strip())
        printed = shown.printed
        for pattern, words in hidden.items():
            printed = re.sub(pattern, words, printed)
        said.append(f"{how}\n{printed.strip()}")
    lines = f"\n\n{_START}".join(said).splitlines()
    name = file.relative_to(APPROVED).with_suffix("").as_posix()
    check_text(name, "\n".join(line.rstrip() for line in lines))
