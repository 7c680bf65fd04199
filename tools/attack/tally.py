"""What an attack came to: how often it was tried, and what fell."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field

_MOST_FINDINGS = 5


@dataclass
class Tally:
    """The counts of one kind of attack, and what was found first, in words."""

    name: str
    tries: int = 0
    tracebacks: int = 0
    hangs: int = 0
    losses: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing fell."""
        return not (self.tracebacks or self.hangs or self.losses)

    def traceback(self, error: BaseException, of: object) -> None:
        """Count an error that nobody expected."""
        self.tracebacks += 1
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
        self.note(f"{type(error).__name__}: {error} at {place}", of)

    def hang(self, of: object) -> None:
        """Count what did not end in time."""
        self.hangs += 1
        self.note("did not end in time", of)

    def loss(self, what: str, of: object) -> None:
        """Count something that was kept once and is not there any more."""
        self.losses += 1
        self.note(f"lost: {what}", of)

    def note(self, words: str, of: object) -> None:
        """Remember one of the first findings."""
        if len(self.findings) < _MOST_FINDINGS:
            self.findings.append(f"{self.name}: {words[:300]} ← {of!r:.300}")

    def row(self) -> str:
        """Return its line of the table."""
        counts = (self.tries, self.tracebacks, self.hangs, self.losses)
        return f"| {self.name} | {' | '.join(f'{count:,}' for count in counts)} |"


def table(tallies: Iterable[Tally]) -> str:
    """Return all counts, with their sums, as a table."""
    tallies = list(tallies)
    whole = Tally("**all**")
    for one in tallies:
        whole.tries += one.tries
        whole.tracebacks += one.tracebacks
        whole.hangs += one.hangs
        whole.losses += one.losses
    head = "| what | tries | tracebacks | hangs | losses |\n|---|---|---|---|---|"
    return "\n".join([head, *(one.row() for one in (*tallies, whole))])
