"""Everybody against everybody: the games that show what a player gives away to whom.

Each pair plays the same deals from both sides, a player against itself solved deals; games are then
proven from 76 tiles on.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.portrait.intervals import Estimate, mean, mean_of_few, pooled
from tools.portrait.turns import LEVELS, PLAYERS, Turns, both_sides, lost_to, measured_by

DEALS: Final = (2001, 20)
SOLVED: Final = (1, 100)
"""The first deal that is played, and how many: by two players, and by one against itself."""

BOT: Final = "miser.py"
"""The file of the bot that `docs/bot.md` shows."""


def missing(games: Iterable[Turns], players: Sequence[str] = PLAYERS) -> list[tuple[str, str]]:
    """Return the pairs of players that have not met, of a player with itself too."""
    met = {frozenset(game.players) for game in games}
    pairs = combinations_with_replacement(players, 2)
    return [pair for pair in pairs if frozenset(pair) not in met]


def points(games: Iterable[Turns], one: str, other: str) -> Estimate:
    """Return by how many points a game the one is better than the other, on at least two deals."""
    return mean([*_margins(games, one, other).values()])


def wins(games: Iterable[Turns], one: str, other: str) -> Estimate:
    """Return what share of their games the one wins."""
    both = both_sides(games, one, other).values()
    won = pooled([(own.margin > 0, theirs.margin < 0) for own, theirs in both])
    return replace(won, of=2 * won.of)


def lost(games: Sequence[Turns], player: str, other: str) -> str:
    """Say what a player gave away to another from 76 tiles on; nothing if they have not met."""
    found = [*lost_to(games, player, [other]).values()]
    if not any(found):
        return "none" if found else ""
    return f"{mean_of_few(found)}"


def moved(games: Sequence[Turns]) -> dict[tuple[str, str], Estimate]:
    """Return how much more a level gave away to each player that its label does not rest on.

    More than to those it rests on, on the same deals.
    """
    found = {}
    for level in LEVELS:
        own = lost_to(games, level, measured_by(level))
        for other in {*PLAYERS} - {level, *measured_by(level)}:
            those = lost_to(games, level, [other])
            if both := own.keys() & those.keys():
                found[level, other] = mean([those[number] - own[number] for number in both])
    return found


def foretold(games: Sequence[Turns]) -> dict[tuple[str, str], tuple[Estimate, Estimate, Estimate]]:
    """Return what matches should come to by both players' games against casual, and came to.

    The third is how much more they came to, on the same deals.
    """
    against = {name: _margins(games, name, "casual") for name in PLAYERS}
    found = {}
    for one, other in combinations(PLAYERS, 2):
        met = _margins(games, one, other)
        deals = met.keys() & against[one].keys() & against[other].keys()
        if deals:
            said = {number: against[one][number] - against[other][number] for number in deals}
            found[one, other] = (
                mean([*said.values()]),
                mean([met[number] for number in deals]),
                mean([met[number] - said[number] for number in deals]),
            )
    return found


def _margins(games: Iterable[Turns], one: str, other: str) -> dict[int, float]:
    return {
        number: (own.margin - theirs.margin) / 2
        for number, (own, theirs) in both_sides(games, one, other).items()
    }


def play(games: Path, pairs: Iterable[tuple[str, str]], text: str) -> None:
    """Play and prove the matches that a file has not yet; `text` has the bot, as in `docs/bot.md`.

    Raises OSError, or ChildProcessError if a command fails.
    """
    bot = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert bot is not None, "the bot is the first program of its page"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    with TemporaryDirectory() as place:
        (Path(place) / BOT).write_text(bot[1], encoding="utf-8")
        judge = ["tools.strength", "judge", str(games.resolve())]
        here = {**os.environ, "PATH": path, "PYTHONPATH": str(Path(__file__).parents[2])}
        for words in chain.from_iterable((_match(games, *pair), judge) for pair in pairs):
            done = subprocess.run([sys.executable, "-m", *words], cwd=place, env=here, check=False)
            if done.returncode:
                raise ChildProcessError(f"status {done.returncode}: {' '.join(words)}")


def _match(games: Path, one: str, other: str) -> list[str]:
    """Return the words of the command that plays a match."""
    first, count = map(str, SOLVED if one == other else DEALS)
    to = ["--output", str(games.resolve())]
    return ["battle", "match", *map(_named, (one, other)), "--first", first, "--deals", count, *to]


def _named(player: str) -> str:
    return f"engine=python {BOT}" if player == "bot" else player
