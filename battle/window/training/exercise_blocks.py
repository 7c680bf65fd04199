"""Blocks of the pages around an exercise: verdicts with their signs, hints, lines, offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from battle.coach.hint_page import no_further_hint
from battle.coach.reason_lines import Line
from battle.language import _
from battle.page.blocks import Block, Ink, Offer, Paragraph, Role, Sum
from battle.training.exercise import STEPS, Hint, Stage

Sign = tuple[str, Ink]
"""An icon and its ink."""

STAGE_SIGNS: Final[dict[Stage, Sign]] = {
    Stage.RIGHT: ("check", Ink.GOOD),
    Stage.SHOWN: ("eye", Ink.GOLD),
    Stage.WRONG: ("close", Ink.BAD),
    Stage.CHECKING: ("clock", Ink.GOLD),
    Stage.UNKNOWN: ("help", Ink.GOLD),
}


def told_block(words: str, sign: Sign, ink: Ink | None = None) -> Paragraph:
    """Return what became of an answer, in the ink of its sign unless another is given."""
    icon, icon_ink = sign
    return Paragraph(words, icon_ink if ink is None else ink, Role.STRONG, icon, icon_ink)


def hint_block(words: str) -> Paragraph:
    """Return a hint that was given."""
    return Paragraph(words, Ink.PLAIN, icon="hint")


def line_block(words: str, line: Line) -> Paragraph:
    """Return what leads to a line that is shown on the board."""
    return Paragraph(words, Ink.PLAIN, icon="play", leads_to=line)


def help_offers(given: Sequence[Hint], *, solution: bool) -> Iterator[Block]:
    """Offer one more hint, or say that there is none, and the `solution`; each keeps its place."""
    if len(given) < len(STEPS):
        words = _("Hint ({n} of {count})").format(n=len(given) + 1, count=len(STEPS))
        yield Offer(words, "hint", "hint")
    else:
        yield Offer(no_further_hint(), "hint")
    if solution:
        yield Offer(_("Show the solution"), "eye", "solution")


def count_blocks(rows: Iterable[tuple[str, int]]) -> Iterator[Block]:
    """List numbers with what they count."""
    for words, number in rows:
        yield Sum(words, str(number), proven=None)
