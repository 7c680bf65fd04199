"""A game between a bot and a level, both as engines.

python bot_match.py "python my_bot.py" novice [DEAL]
"""

import sys

from battle import Game, Position, Record
from battle.engine import SimpleEngine


def play(bot: SimpleEngine, other: SimpleEngine, level: str, number: int) -> Record:
    """Return the game of a bot, which begins, against a level of another engine."""
    game = Game(Position.of_deal(number))
    while game.ending is None:
        if game.position.to_move == 1:
            best = bot.play(game)
        else:
            best = other.play(game, level=level, seed=number)
        assert best.move is not None
        game.play(best.move)
    return Record({"First": "Bot", "Second": level, "Deal": str(number)}, game)


def main(command: str, level: str, number: str = "1") -> None:
    """Print the record of the game."""
    with SimpleEngine(command) as bot, SimpleEngine() as other:
        print(play(bot, other, level, int(number)))


if __name__ == "__main__":
    main(*sys.argv[1:])
