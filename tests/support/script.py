"""Lines typed one after the other at a terminal."""

from __future__ import annotations

from collections.abc import Iterator


class Script:
    """What is typed; `output` keeps prompts, and what is written with its `append`."""

    def __init__(self, *lines: str) -> None:
        self.output: list[str] = []
        self.lines: Iterator[str] = iter(lines)

    def read(self, prompt: str) -> str:
        """Return the next line; raise EOFError, which ends the input, after the last one."""
        self.output.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def printed(self) -> str:
        """All that was printed."""
        return "\n".join(self.output)
