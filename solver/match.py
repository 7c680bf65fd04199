"""Matches: two players on the same deals, each deal played from both sides.

A player is named by a text:

    novice … perfect      a level (`solver.levels`), or `companion`
    time=0.5              the solver with that many seconds a move; also nodes=N, depth=N
    engine=COMMAND        a program that speaks the engine protocol, with a second a move
    greedy                takes the pair worth most
    random                takes any pair

What levels and `random` draw comes from the seed, the deal and the seat, so a game does not depend
on what was played before it. Games are shared out to processes, one core each; with a file, pairs
of games that stand in it are not played again. The file has the moves of every game, so that games
can be reviewed later (`tools.strength`).
"""

from __future__ import annotations

from atexit import register
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from math import comb, erfc, inf, log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev, variance
from typing import Any, Final, NamedTuple, TypeAlias

from battle.engine.client import EngineError, SimpleEngine, command_in
from battle.protocol import Limit
from battle.rules.files import check_output
from battle.rules.position import (
    ALL_POINTS,
    ALL_TILES,
    FormatError,
    Move,
    Position,
    RulesError,
    for_player,
    quoted,
)
from battle.rules.quick import deal_of
from battle.rules.record import SUFFIX, Record
from battle.rules.tree import Game
from solver.api import Analysis
from solver.bulk import HASH_MB, AppendOnlyCsv, shared_solver, spread
from solver.levels import Level, levels, unhurried

Chooser: TypeAlias = Callable[[Position, Position], Move]
"""Chooses a move, given the start of the game and a position that is not over."""

_ENGINE: Final = "engine="
COLUMNS: Final = (
    *("one", "other", "seed", "deal", "first", "second"),
    *("moves_first", "moves_second"),
)


@dataclass(frozen=True)
class MatchPair:
    """One deal played twice: A's margin when A began, and when B did, and the moves of both."""

    deal: int
    first: int
    second: int
    moves: tuple[str, str] = ("", "")
    tiles: int = ALL_TILES

    @property
    def deal_text(self) -> str:
        """The deal as the file has it: its number, of a quick one after its tiles, `36/7`."""
        return str(self.deal) if self.tiles == ALL_TILES else f"{self.tiles}/{self.deal}"

    @property
    def margin(self) -> float:
        """A's margin a game: the luck of the deal has cancelled."""
        return (self.first + self.second) / 2

    @property
    def score(self) -> float:
        """The share of the two games that A won, 0 to 1; a draw is half a win."""
        return sum((margin > 0) + (margin == 0) / 2 for margin in (self.first, self.second)) / 2


def play_match(
    one: str,
    other: str,
    deals: range,
    *,
    tiles: int = ALL_TILES,
    seed: int = 0,
    jobs: int = 1,
    path: Path | None = None,
    warn: Callable[[str], None] = lambda text: None,
) -> Generator[MatchPair, None, None]:
    """Yield the pair of games on every deal, those of the file first, others as they are ready.

    With 36 or 54 `tiles` the deals are quick ones.

    `warn` is called for lines of the file that cannot be read. Raises FormatError for a text that
    names no player, or a file that is none of games, OSError if the file cannot be written.
    """
    names = (described(one), described(other))
    games_file = AppendOnlyCsv(path, COLUMNS) if path is not None else None
    if games_file is not None:
        games_file.mend()
    rows = games_file.read(_kept_pair, warn) if games_file is not None else []
    kept = {
        pair.deal: pair
        for match, pair in rows
        if match == (*names, str(seed)) and pair.tiles == tiles
    }
    yield from (kept[number] for number in deals if number in kept)
    left = [number for number in deals if number not in kept]
    for pair in spread(partial(play_pair, one, other, seed, tiles=tiles), left, jobs):
        if games_file is not None:
            games_file.add([*names, seed, pair.deal_text, pair.first, pair.second, *pair.moves])
        yield pair


def _kept_pair(row: list[str]) -> tuple[tuple[str, ...], MatchPair]:
    """Return the match and the games of a line of the file; raise ValueError for a bad line."""
    (tiles, number), first, second = _deal_in(row[3]), int(row[4]), int(row[5])
    if number < 1 or max(abs(first), abs(second)) > ALL_POINTS:
        raise ValueError(row)
    return tuple(row[:3]), MatchPair(number, first, second, (row[6], row[7]), tiles)


def _deal_in(text: str) -> tuple[int, int]:
    """Return the tiles and the number of a deal as the file has it; raise ValueError for others."""
    tiles, is_quick, number = text.rpartition("/")
    return (int(tiles) if is_quick else ALL_TILES), int(number)


def play_pair(one: str, other: str, seed: int, number: int, *, tiles: int = ALL_TILES) -> MatchPair:
    """Play a deal from both sides."""
    games = []
    for turn in (0, 1):
        random = Random(f"{seed} {number} {turn}")
        seats = [
            _chooser(text, name, int(random.random() * 2**31))
            for text, name in ((one, "one"), (other, "other"))
        ]
        games.append(play_game(deal_of(tiles, number), seats[turn], seats[1 - turn]))
    (first, moves), (second, other_moves) = games
    return MatchPair(number, first, -second, (moves, other_moves), tiles)


def play_game(start: Position, first: Chooser, second: Chooser) -> tuple[int, str]:
    """Play a game; return the final margin of the player who began, and the moves."""
    position, moves = start, []
    while not position.is_over:
        moves.append((first if position.to_move == start.to_move else second)(start, position))
        position = position.play(moves[-1])
    return for_player(position.margin, start.to_move), " ".join(map(str, moves))


# -- players -------------------------------------------------------------------------------------


def described(text: str) -> str:
    """Return a player's name with the numbers it plays by, which tell it from others.

    Raises FormatError unless the text names a player.
    """
    if text in ("greedy", "random"):
        return text
    if text.startswith(_ENGINE):
        command_in(text.removeprefix(_ENGINE))
        return text.replace(",", " ").replace('"', "'")
    player = _level(text)
    return f"{text} {player.numbers}" if isinstance(player, Level) else text


def _chooser(text: str, name: str, seed: int) -> Chooser:
    """Return a player for one game, who thinks with this process's solver called `name`."""
    if text == "greedy":
        return lambda start, position: max(position.legal_moves, key=position.worth)
    if text == "random":
        random = Random(seed)
        return lambda start, position: position.legal_moves[
            int(random.random() * len(position.legal_moves))
        ]
    if text.startswith(_ENGINE):
        return _engine_chooser(shared_engine(text.removeprefix(_ENGINE)))
    player = _level(text)
    solver = shared_solver(name, HASH_MB)
    solver.forget()

    def choose(start: Position, position: Position) -> Move:
        def think(place: Position, limit: Limit, lines: int) -> Analysis:
            return solver.analyse(place, unhurried(limit), lines, start=start)

        if isinstance(player, Limit):
            move = solver.analyse(position, unhurried(player), start=start).best
        else:
            move, _ = player.play(position, think, seed)
        assert move is not None, "a game that is over was to be played on"
        return move

    return choose


def _engine_chooser(engine: SimpleEngine) -> Chooser:
    def choose(_start: Position, position: Position) -> Move:
        move = engine.play(position).move
        if move not in position.legal_moves:
            raise EngineError(f"it played {move or 'no move'}, which is not legal in {position}")
        return move

    return choose


@cache
def shared_engine(command: str) -> SimpleEngine:
    """Return this process's engine that a command starts; it ends with the process."""
    engine = SimpleEngine(command)
    register(engine.quit)
    return engine


def _level(text: str) -> Level | Limit:
    """Return the level a text names, or a limit: `time=0.5`, `nodes=1000`, `depth=3`."""
    if text in levels():
        return levels()[text]
    name, _, number = text.partition("=")
    why = f"expected {', '.join(levels())}, greedy, random, time=SECONDS, nodes=N, depth=PLIES,"
    why += " or engine=COMMAND"
    if name in ("time", "nodes", "depth"):
        kind, what = (float, "number of seconds") if name == "time" else (int, "whole number")
        why = f"{number!r} is not a {what}"
        with suppress(ValueError):
            limit: dict[str, Any] = {name: kind(number)}
            try:
                return Limit(**limit)
            except ValueError as error:
                why = str(error)
    raise FormatError(f"bad player {quoted(text)}: {why}")


# -- the games as records --------------------------------------------------------------------------

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
    return "\n".join(
        record.text for pair in AppendOnlyCsv(results, COLUMNS).read(_records) for record in pair
    )


def _records(row: list[str]) -> list[Record]:
    """Return the games of a line of results, the other player beginning the second."""
    names = [name if name.startswith(_ENGINE) else name.split(" ")[0] for name in row[:2]]
    games = zip((names, names[::-1]), row[6:8], strict=True)
    return [_record(row[3], seats, moves) for seats, moves in games if moves]


def _record(deal: str, seats: list[str], moves: str) -> Record:
    tiles, number = _deal_in(deal)
    game = Game(deal_of(tiles, number))
    try:
        for word in moves.split():
            game.play(Move.parse(word))
    except RulesError as error:
        raise ValueError(moves) from error
    tags = {"Event": _EVENT, "First": seats[0], "Second": seats[1]}
    return Record(tags | ({"Deal": deal} if tiles == ALL_TILES else {}), game)


# -- results ---------------------------------------------------------------------------------------

# Two games on one deal share its luck, so what counts as independent is the deal, not the game.

SURE: Final = 1.96
"""Standard errors to either side of a mean that hold the truth 19 times in 20."""


class EloDifference(NamedTuple):
    """A difference in rating, on the scale on which 400 points are odds of ten to one.

    `lower` and `upper` hold the truth 19 times in 20; infinite where every game was won or lost.
    """

    difference: float
    lower: float
    upper: float

    def __str__(self) -> str:
        if self.difference == inf:
            return f"above {self.lower:+.0f}"
        if self.difference == -inf:
            return f"below {self.upper:+.0f}"
        return f"{self.difference:+.0f} ({self.lower:+.0f} to {self.upper:+.0f})"


@dataclass(frozen=True)
class MatchResult:
    """What a match came to, seen by A: games won, drawn, lost, and points a game."""

    won: int
    drawn: int
    lost: int
    margin: float
    error: float
    """Standard error of the margin; infinite after a single deal."""
    rating: EloDifference
    p_games: float
    """How likely deals are split at least so unevenly between equal players, by games won."""
    p_points: float
    """How likely equal players are to come to such a margin; rough below some 20 deals."""

    def __str__(self) -> str:
        error = "" if self.error == inf else f" ± {self.error:.2f}"
        return (
            f"+{self.won} ={self.drawn} -{self.lost},"
            f" {self.margin:+.2f}{error} points a game,"
            f" rating {self.rating},"
            f" p = {self.p_games:.2g} by games, {self.p_points:.2g} by points"
        )


def match_result(pairs: Sequence[MatchPair]) -> MatchResult:
    """Return the result of at least one pair of games."""
    margins = [margin for pair in pairs for margin in (pair.first, pair.second)]
    means = [pair.margin for pair in pairs]
    margin = fmean(means)
    error = stdev(means) / sqrt(len(means)) if len(means) > 1 else inf
    chance = erfc(abs(margin) / error / sqrt(2)) if error else float(margin == 0)
    return MatchResult(
        won=sum(margin > 0 for margin in margins),
        drawn=sum(margin == 0 for margin in margins),
        lost=sum(margin < 0 for margin in margins),
        margin=margin,
        error=error,
        rating=elo_difference([pair.score for pair in pairs]),
        p_games=sign_test([pair.score - 0.5 for pair in pairs]),
        # Never less than that all deals go one way.
        p_points=max(chance, min(1.0, 2 / (1 << len(pairs)))),
    )


def elo_difference(scores: Sequence[float]) -> EloDifference:
    """Return the rating difference that scores of deals, 0 to 1 each, stand for.

    The interval is Wilson's, for as many independent games as the deals' spread is worth: at least
    the deals, at most the games.
    """
    score, deals = fmean(scores), len(scores)
    spread = variance(scores) / deals if deals > 1 else inf
    worth = score * (1 - score) / spread if spread else inf
    number = min(2.0 * deals, max(float(deals), worth))
    middle = (score + SURE**2 / (2 * number)) / (1 + SURE**2 / number)
    half = sqrt(score * (1 - score) / number + (SURE / (2 * number)) ** 2)
    reach = SURE * half / (1 + SURE**2 / number)
    return EloDifference(_points(score), _points(middle - reach), _points(middle + reach))


def _points(score: float) -> float:
    if not 1e-9 < score < 1 - 1e-9:
        return inf if score > 0.5 else -inf
    return 400 * log10(score / (1 - score))


def sign_test(differences: Sequence[float]) -> float:
    """Return the probability that chance splits the differences from 0 at least as unevenly."""
    better = sum(difference > 0 for difference in differences)
    worse = sum(difference < 0 for difference in differences)
    number = better + worse
    tail = sum(comb(number, count) for count in range(max(better, worse), number + 1))
    return min(1.0, 2 * tail / (1 << number))
