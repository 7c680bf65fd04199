"""The games of a match as records, in one file beside its results.

The results have the moves of every game; the file of games is made from them, whole.
"""

from __future__ import annotations

from pathlib import Path

from battle.rules.deal import deal
from battle.rules.files import check_output
from battle.rules.game import Game
from battle.rules.position import RulesError, move
from battle.rules.record import SUFFIX, Record
from solver.lab.append_only import AppendOnlyCsv
from solver.lab.match import COLUMNS

_EVENT = "Match"


def games_file(results: Path) -> Path:
    """Return where the games of a match are kept whose results are in another file.

    Raises FormatError for a file that holds anything else.
    """
    path = results.with_suffix(SUFFIX)
    check_output(path, lambda text: text.startswith(f'[Event "{_EVENT}"]\n'))
    return path


def text_of_games(results: Path) -> str:
    """Return the games of all results as they stand in a file; empty if there are none.

    Lines without moves, or with moves that cannot be played, are passed over. Raises OSError.
    """
    lines = AppendOnlyCsv(results, COLUMNS).read(_records)
    return "\n".join(one.text for pair in lines for one in pair)


def _records(row: list[str]) -> list[Record]:
    """Return the games of a line of results, the other player beginning the second."""
    names = [name.split(" ")[0] for name in row[:2]]
    games = zip((names, names[::-1]), row[6:8], strict=True)
    return [_record(row[3], seats, moves) for seats, moves in games if moves]


def _record(number: str, seats: list[str], moves: str) -> Record:
    game = Game(deal(int(number)))
    try:
        for word in moves.split():
            game.play(move(word))
    except RulesError as error:
        raise ValueError(moves) from error
    return Record({"Event": _EVENT, "First": seats[0], "Second": seats[1], "Deal": number}, game)
