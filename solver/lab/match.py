"""Matches: two players on the same deals, each deal played from both sides.

A player is named by a text:

    novice … perfect      a level (`solver.levels.levels`), or `companion`
    time=0.5              the solver with that many seconds a move; also nodes=N, depth=N
    greedy                takes the pair worth most
    random                takes any pair

What levels and `random` draw comes from the seed, the deal and the seat, so a game does not depend
on what was played before it. Games are shared out to processes, one core each; with a file, pairs
of games that stand in it are not played again. The file has the moves of every game, so that games
can be reviewed later (`solver.lab.strength`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from battle.protocol import Limit
from battle.rules.deal import deal
from battle.rules.position import ALL_POINTS, FormatError, Move, Position, for_player, quoted
from solver.answers import Analysis
from solver.lab.append_only import AppendOnlyCsv
from solver.lab.workers import shared_solver, spread
from solver.levels.levels import Level, levels
from solver.levels.player import LevelPlayer, unhurried

Chooser: TypeAlias = Callable[[Position, Position], Move]
"""Chooses a move, given the start of the game and a position that is not over."""

HASH_MB: Final = 64
COLUMNS: Final = (
    *("one", "other", "seed", "deal", "first", "second"),
    *("moves_first", "moves_second"),
)


class FinishedGame(NamedTuple):
    """A game: the final margin of the player who began, and its moves, parted by spaces."""

    margin: int
    moves: str


@dataclass(frozen=True)
class MatchPair:
    """One deal played twice: A's margin when A began, and when B did, and the moves of both."""

    deal: int
    first: int
    second: int
    moves: tuple[str, str] = ("", "")

    @property
    def margin(self) -> float:
        """A's margin a game: the luck of the deal has cancelled."""
        return (self.first + self.second) / 2

    @property
    def score(self) -> float:
        """The share of the two games that A won, 0 to 1; a draw is half a win."""
        return sum((margin > 0) + (margin == 0) / 2 for margin in (self.first, self.second)) / 2


class PairTask(NamedTuple):
    """A deal to be played twice, by whichever process."""

    one: str
    other: str
    seed: int
    deal: int


def play_match(
    one: str,
    other: str,
    deals: range,
    *,
    seed: int = 0,
    jobs: int = 1,
    path: Path | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Generator[MatchPair, None, None]:
    """Yield the pair of games on every deal, those of the file first, others as they are ready.

    `tell` hears of lines of the file that cannot be read. Raises FormatError for a text that names
    no player, or a file that is none of games, OSError if the file cannot be written.
    """
    names = (described(one), described(other))
    games_file = AppendOnlyCsv(path, COLUMNS) if path is not None else None
    if games_file is not None:
        games_file.mend()
    kept = _kept(games_file, names, seed, tell)
    yield from (kept[number] for number in deals if number in kept)
    tasks = [PairTask(one, other, seed, number) for number in deals if number not in kept]
    for pair in spread(play_pair, tasks, jobs):
        if games_file is not None:
            games_file.add([*names, seed, pair.deal, pair.first, pair.second, *pair.moves])
        yield pair


def _kept(
    games_file: AppendOnlyCsv | None,
    names: tuple[str, str],
    seed: int,
    tell: Callable[[str], None],
) -> dict[int, MatchPair]:
    """Return the pairs of games that a file has of a match, by deal."""
    rows = games_file.read(_kept_pair, tell) if games_file is not None else []
    return {pair.deal: pair for match, pair in rows if match == (*names, str(seed))}


def _kept_pair(row: list[str]) -> tuple[tuple[str, ...], MatchPair]:
    """Return what match a line of the file is of, and its games; raise ValueError if it is none."""
    number, first, second = map(int, row[3:6])
    if number < 1 or max(abs(first), abs(second)) > ALL_POINTS:
        raise ValueError(row)
    return tuple(row[:3]), MatchPair(number, first, second, (row[6], row[7]))


def play_pair(task: PairTask) -> MatchPair:
    """Play a deal from both sides."""
    games = []
    for turn in (0, 1):
        seats = [
            _chooser(text, name, seed)
            for text, name, seed in zip(
                (task.one, task.other), ("one", "other"), _seeds(task, turn), strict=True
            )
        ]
        games.append(play_game(deal(task.deal), seats[turn], seats[1 - turn]))
    one, other = games
    return MatchPair(task.deal, one.margin, -other.margin, (one.moves, other.moves))


def _seeds(task: PairTask, turn: int) -> list[int]:
    random = Random(f"{task.seed} {task.deal} {turn}")
    return [int(random.random() * 2**31) for _ in range(2)]


def play_game(start: Position, first: Chooser, second: Chooser) -> FinishedGame:
    """Play a game to its end."""
    position, moves = start, []
    while not position.is_over:
        chooser = first if position.to_move == start.to_move else second
        moves.append(chooser(start, position))
        position = position.play(moves[-1])
    return FinishedGame(for_player(position.margin, start.to_move), " ".join(map(str, moves)))


# -- players -------------------------------------------------------------------------------------


def described(text: str) -> str:
    """Return a player's name with what it plays by, so that another one is told from it.

    Raises FormatError unless the text names a player.
    """
    if text in ("greedy", "random"):
        return text
    found = _level(text)
    return f"{text} {found.numbers}" if text in levels() else text


def _chooser(text: str, name: str, seed: int) -> Chooser:
    """Return a player for one game, who thinks with this process's solver called `name`."""
    if text == "greedy":
        return lambda start, position: max(position.legal_moves, key=position.worth)
    if text == "random":
        random = Random(seed)
        return lambda start, position: position.legal_moves[
            int(random.random() * len(position.legal_moves))
        ]
    player = LevelPlayer(_level(text), seed)
    solver = shared_solver(name, HASH_MB)
    solver.forget()

    def choose(start: Position, position: Position) -> Move:
        def think(place: Position, limit: Limit, lines: int) -> Analysis:
            return solver.analyse(place, unhurried(limit), lines, start=start)

        move, _ = player.choose(position, think)
        assert move is not None, "a game that is over was to be played on"
        return move

    return choose


Number = TypeVar("Number", int, float)


def _number(kind: type[Number], text: str) -> Number:
    """Return the number that is written; raise ValueError, which says what was expected."""
    with suppress(ValueError):
        return kind(text)
    name = "whole number" if kind is int else "number of seconds"
    raise ValueError(f"{text!r} is not a {name}")


def _level(text: str) -> Level:
    """Return the level a text names, or makes up: `time=0.5`, `nodes=1000`, `depth=3`."""
    if text in levels():
        return levels()[text]
    name, _, number = text.partition("=")
    try:
        match name:
            case "time":
                return Level(text, limit=Limit(time=_number(float, number)))
            case "nodes":
                return Level(text, limit=Limit(nodes=_number(int, number)))
            case "depth":
                return Level(text, limit=Limit(depth=_number(int, number)))
    except ValueError as error:
        raise FormatError(f"bad player {quoted(text)}: {error}") from None
    raise FormatError(
        f"bad player {quoted(text)}: expected {', '.join(levels())}, greedy, random,"
        " time=SECONDS, nodes=N or depth=PLIES"
    )
