"""Everybody against everybody: the games that show what a player gives away to whom.

Levels play as they do today; the matches in `bench/levels/former` are of former ones and do not
count. Each pair plays the same deals from both sides; games are then proven from 76 tiles on.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.portrait.turns import LEVELS, Turns

BUDGETS: Final = ("nodes=300", "nodes=3000", "nodes=30000")
PLAYERS: Final = (*LEVELS, *BUDGETS, "bot", "greedy")
FIRST: Final = 2001
DEALS: Final = 20

BOT: Final = "miser.py"
"""The file of the bot that `docs/bot.md` shows."""


def missing(games: Iterable[Turns], players: Sequence[str] = PLAYERS) -> list[tuple[str, str]]:
    """Return the pairs of players that have not met."""
    met = {frozenset(game.players) for game in games}
    return [pair for pair in combinations(players, 2) if frozenset(pair) not in met]


def play(games: Path, pairs: Iterable[tuple[str, str]], text: str) -> None:
    """Play and prove the matches that a file has not yet; `text` has the bot, as in `docs/bot.md`.

    Raises OSError, or ChildProcessError if a command fails.
    """
    bot = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert bot is not None, "the bot is the first program of its page"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    with TemporaryDirectory() as place:
        (Path(place) / BOT).write_text(bot[1], encoding="utf-8")
        commands = [
            ["battle", "match", *map(_named, pair), *_deals(), "--output", str(games.resolve())]
            for pair in pairs
        ]
        for words in [*commands, ["tools.strength", "judge", str(games.resolve())]]:
            here = {**os.environ, "PATH": path, "PYTHONPATH": str(Path(__file__).parents[2])}
            done = subprocess.run([sys.executable, "-m", *words], cwd=place, env=here, check=False)
            if done.returncode:
                raise ChildProcessError(f"status {done.returncode}: {' '.join(words)}")


def _named(player: str) -> str:
    return f"engine=python {BOT}" if player == "bot" else player


def _deals() -> list[str]:
    return ["--first", str(FIRST), "--deals", str(DEALS)]
