"""Random positions, games, and mutilated texts for property tests."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from battle.rules.deal import LAST_DEAL, deal
from battle.rules.game import Game
from battle.rules.position import Position

deal_numbers = st.integers(1, LAST_DEAL)
_ODD_CHARACTERS = '½²٣x \t\n\r\x00\x85\u2028{}[]()"\\;$*.-/+<>=~0123456789mpszabcl１é🀇'


def played(start: Position, random: Random, plies: int) -> Game:
    """Return a game of at most `plies` random moves from `start`."""
    game = Game(start)
    while game.ply < plies and not game.position.is_over:
        game.play(random.choice(game.position.legal_moves))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a random game of any length on a random deal."""
    random = draw(st.randoms(use_true_random=False))
    return played(deal(draw(deal_numbers)), Random(random.random()), draw(st.integers(0, 54)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position as it comes up in a random game."""
    return draw(games()).position


def mutilated(texts: list[str]) -> st.SearchStrategy[str]:
    """Draw one of `texts` with a few of its parts cut, doubled, replaced or moved."""
    return st.builds(_mutilate, st.sampled_from(texts), st.integers(0, 2**32))


def _mutilate(text: str, seed: int) -> str:
    random = Random(seed)
    for _ in range(random.randint(1, 4)):
        start = random.randint(0, len(text))
        end = start + random.randint(0, 6)
        odd = "".join(random.choices(_ODD_CHARACTERS, k=random.randint(0, 4)))
        other = random.randint(0, len(text))
        middle = random.choice(["", odd, chr(random.randint(0, 0xFFFF)), text[other : other + 6]])
        text = text[:start] + random.choice([middle, text[start:end] * 2]) + text[end:]
    return text[: random.randint(0, len(text))] if random.random() < 0.1 else text


def check_words(error: Exception) -> None:
    """Assert that an error's message is one line, short enough to read."""
    words = str(error)
    assert words.isprintable()
    assert 10 < len(words) < 240
