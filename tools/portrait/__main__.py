"""What the game is like: collects what is known of it, and makes the page in `docs/game`.

    python -m tools.portrait draw                   the page and its pictures
    python -m tools.portrait first-moves [DEAL …]   proves every first move, of solved deals
    python -m tools.portrait games [DEAL …]         games that estimates play
    python -m tools.portrait positions FILE …       proven positions, of a calibration's sample

What is collected is written beside the page. `first-moves` takes many minutes a deal, `games` half
a minute; both can be killed, and go on where they were. Status 1 if deals are missing, 2 for bad
files.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Final

import click

from battle.resources import asset
from battle.rules.files import read_pars
from battle.rules.position import (
    ALL_POINTS,
    ALL_TILES,
    COLUMNS,
    COPIES,
    KINDS,
    RANKS,
    ROWS,
    SUITS,
    deal_number,
)
from solver.api import Solver
from tools.calibrate import SHORT_SEARCH
from tools.command import FILE, command
from tools.portrait import data, pictures
from tools.portrait.data import (
    BARS,
    LEAST,
    NODES,
    Collected,
    Proven,
    Share,
    counted,
    measured,
    points,
    rounded,
    share,
    signed,
)
from tools.strength import TILES, Mean, mean

PLACE: Final = Path(__file__).resolve().parents[2] / "docs" / "game"
"""Where page, pictures and data are in a checkout."""

PARS: Final = asset("deals/par.csv")
FIRST_MOVES: Final = "first-moves.csv"
POSITIONS: Final = "positions.csv"
GAMES: Final = "games.csv"


def collected(place: Path, pars: Path = PARS) -> Collected:
    """Return what was collected in a directory; lines that are passed over are shown.

    Raises OSError, or RulesError or ValueError for bad files.
    """
    with asset("levels/measured.csv").open(encoding="utf-8", newline="") as file:
        levels = [
            (row["level"], Mean(float(row["lost"]), float(row["error"])))
            for row in csv.DictReader(file)
        ]
    return Collected(
        read_pars(pars, _warn),
        data.first_moves(place / FIRST_MOVES, _warn),
        data.positions(place / POSITIONS),
        data.games(place / GAMES, _warn),
        levels,
    )


def draw(place: Path, some: Collected) -> None:
    """Write the page and its pictures. Raises OSError."""
    text = page(some)
    for name, picture in pictures.PICTURES.items():
        file = place / f"{name}.svg"
        if f"({name}.svg)" in text:
            file.write_text(pictures.svg(picture, some), encoding="utf-8")
        else:
            file.unlink(missing_ok=True)
    (place / "README.md").write_text(text, encoding="utf-8")


@command
@click.argument("what", type=click.Choice(["draw", "first-moves", "games", "positions"]))
@click.argument("names", nargs=-1)
@click.option("--place", type=FILE, default=PLACE, help="The directory of the page.")
@click.option("--pars", type=FILE, default=PARS, help="Solved deals.")
@click.option("--threads", default=1)
@click.option("--hash", "hash_mb", type=int, help="MiB of table.")
@click.option("--time", "seconds", type=float, help="Seconds for a deal; the rest stays open.")
def main(
    what: str,
    names: tuple[str, ...],
    place: Path,
    pars: Path,
    threads: int,
    hash_mb: int | None,
    seconds: float | None,
) -> int:
    """Collect or draw; return the exit status."""
    if not pars.is_file():
        raise ValueError(f"no file: {pars}")
    if what == "draw":
        if names:
            raise ValueError("draw takes no names")
        draw(place, collected(place, pars))
        return 0
    if what == "positions":
        files = [Path(name) for name in names]
        missing = [str(file) for file in files if not file.is_file()]
        if missing or not files:
            raise ValueError(f"no sample: {', '.join(missing) or 'name one'}")
        data.write_positions(place / POSITIONS, data.sampled(files))
        return 0
    solved = read_pars(pars)
    if what == "games":
        deals = [deal_number(name) for name in names] or sorted(solved)
        with Solver(1, 64, known_deals=False) as solver:
            data.play_games(place / GAMES, deals, solver, click.echo)
        return 0
    cheapest_first = sorted(solved, key=lambda number: solved[number].nodes)
    deals = [deal_number(name) for name in names] or cheapest_first
    with Solver(threads, hash_mb, known_deals=False) as solver:
        open_deals = data.prove_first_moves(
            place / FIRST_MOVES, deals, solved, solver, click.echo, seconds
        )
    return 1 if open_deals else 0


def _warn(words: str) -> None:
    print(words, file=sys.stderr)


# --- page ----------------------------------------------------------------------------------------
#
# The page "What the game is like": its text, every number in it from what was collected.

COMMAND = "python -m tools.portrait"


def page(some: Collected) -> str:
    """Return the page as Markdown; its pictures lie beside it."""
    paragraphs = [
        *_opening(some),
        *_words(some),
        *_short(some),
        *_par(some),
        *_first_moves(some),
        *_highest(some),
        *_truth(some),
        *_estimates(some),
        *_moves(some),
        *_games(some),
        *_sources(some),
    ]
    return "\n\n".join(paragraphs) + "\n"


def _picture(name: str, words: str, see: str) -> Iterator[str]:
    """Yield a picture, and a sentence that says what to see in it."""
    yield f"![{words}]({name}.svg)"
    yield f"**What to see:** {see}"


# -- the game, and the words for it ----------------------------------------------------------------


def _opening(some: Collected) -> Iterator[str]:
    yield "# What the game is like"
    yield (
        "Mahjong Battle is a game for two, played with the tiles of mahjong. There are"
        f" {len(KINDS)} kinds of tile: {len(SUITS)} suits (character, dot and bamboo), each with"
        f" the numbers {RANKS[0]} to {RANKS[-1]}. Of each kind there are {COPIES} tiles. All"
        f" {ALL_TILES} lie face up on the table, in {COLUMNS} columns of {ROWS}."
    )
    known = pictures.shown(some) in some.first_moves
    yield from _picture(
        "table",
        "A table of tiles, and the pairs that can be taken from it",
        "only the white tiles, at the two ends of every column, can be reached; two of them that"
        " are equal are a pair. Places are named as in chess, by column and row, but the rows count"
        " from the top."
        + (
            " The list has every pair that can be taken, the best first: its value is the points"
            " that the first player wins by after it (with a − loses by), if nobody makes a mistake"
            " from then on."
            if known
            else ""
        ),
    )
    yield (
        "**The rules.** The players take turns. Each turn takes a *pair*: two tiles of the same"
        " kind, so of the same suit and number, that can both be reached, from two columns or from"
        " the two ends of one. A pair scores its number once: two nines are 9 points. Then the"
        " next tile of the column can be reached; no tile moves. Who can take a pair must take"
        " one. The game ends when the player whose turn it is has none to take, at the latest when"
        f" the table is empty, after {ALL_TILES // 2} turns; tiles that are left count for neither."
        f" All pairs together score {ALL_POINTS} points. More points win, equal points are a draw."
        " Nothing is hidden, and once the tiles lie there nothing is left to chance."
    )


def _words(some: Collected) -> Iterator[str]:
    yield "## Words and error bars"
    yield "\n".join(
        [
            "- A **deal** is a table before the first move. Every deal has a number, and the same"
            " number is always the same deal.",
            "- A **position** is what a table looks like at any time of a game, with the player"
            " whose turn it is.",
            "- **Perfect play** is play without a mistake on both sides: every move is one that"
            " no other move can beat, against the best answers of the other player.",
            "- The **value** of a position is the points that the player whose turn it is still"
            " gains on the other from there to the end, if both play perfectly.",
            "- **Par** is the value of a deal: the points that the first player then wins by. With"
            " a par of +4 the first player wins by 4, with −4 the second, with 0 it is a draw. So"
            " every deal has a result that is settled before the first move, though no one can see"
            " it on the table.",
            "- The value of a move is its own points and all that follows. A **best move** keeps"
            " the value of the position. Any other move **gives points away**: as many as"
            " the player ends up worse by, if no one makes another mistake." + _example(some),
            "- The program finds a value by searching the positions that may come. If it searches"
            " until nothing can change the answer, the value is **proven**, and a deal of proven"
            " par is **solved**. If it stops before, it has an **estimate**.",
        ]
    )
    yield (
        f"This page rests on {_deals(len(some.pars))} solved and on"
        f" {counted(len(some.positions), 'proven position', 'proven positions')} from later in"
        " games, and is updated as there are more."
    )
    yield (
        "**How sure is it?** Each proven value is exact. What is not exact is an average of a few"
        " of them: with other deals it would be another. In the pictures a thin line with a short"
        " stroke at both ends is an *error bar*: the true average, of all deals or positions that"
        " there are, lies inside it about nineteen times in twenty. In sentences the bar stands"
        " after ± (5 ± 2 is a bar from 3 to 7) or after the word *bar*. The fewer were"
        " counted, the longer it is; and where two bars overlap, it is not certain yet which of the"
        " two is greater. A bar that would go below 0 where nothing can be below 0 ends there."
    )


def _example(some: Collected) -> str:
    """Return what the picture of a table shows of best moves, nothing if that is not known."""
    number = pictures.shown(some)
    worths = some.first_moves.get(number)
    if not worths:
        return ""
    best, worst = max(worths.values()), min(worths.values())
    return (
        f" In the picture the best pair is worth {signed(best)}, so that is the par of deal"
        f" {number}; the last pair of the list gives away {points(best - worst)}."
    )


def _short(some: Collected) -> Iterator[str]:
    """Yield what is found, a line each, where enough is known."""
    lines = []
    if len(some.pars) >= LEAST:
        worth = measured(mean(data.values(some.pars)), sign=True)
        lines.append(f"Moving first is worth {worth} points, of {ALL_POINTS} on the table.")
    played = data.decided(some, random=False)
    if len(played) >= LEAST:
        lines.append(
            "Later in a game a pair of the highest number that can be taken is a best move"
            f" {100 * _highest_of(played).value:.0f} times in 100, a pair taken at random"
            f" {100 * _chance(played):.0f} times."
        )
    if some.pars:
        typical = rounded(median(par.nodes for par in some.pars.values()))
        lines.append(f"To solve a deal the program typically searches {typical} positions.")
    if some.levels:
        (worst, lost), (best, least) = some.levels[0], some.levels[-1]
        lines.append(
            f"The weakest level of the program, {worst}, gives away {measured(lost)} points in a"
            f" game, the strongest, {best}, {measured(least)}."
        )
    if lines:
        yield "## In short"
        yield "\n".join(f"- {line}" for line in lines)


# -- deals -----------------------------------------------------------------------------------------


def _par(some: Collected) -> Iterator[str]:
    values = data.values(some.pars)
    yield "## What is moving first worth?"
    if not values:
        yield "No deal is solved yet."
        return
    count = len(values)
    ahead = Share(sum(value > 0 for value in values), count)
    even = Share(values.count(0), count)
    behind = Share(sum(value < 0 for value in values), count)
    yield from _picture(
        "par",
        "A dot for every deal, placed by its par, and the average of all",
        "every dot is a solved deal; right of the dashed line the first player wins it with perfect"
        " play (green), left of it the second (orange), on it neither (grey). The black dot below"
        " is the average, with its error bar.",
    )
    yield (
        f"With perfect play the first player wins {share(ahead, 'deals')}, the second player"
        f" {share(behind, 'deals')}, and {share(even, 'deals')} end in a draw. On average moving"
        f" first is worth **{measured(mean(values), sign=True)} points**. The lowest par is"
        f" {signed(values[0])}, the highest {signed(values[-1])}; put in order, the middle one of"
        f" them has {signed(median(values), 1 if median(values) % 1 else 0)}."
    )
    yield (
        "This is what *fair games* of the program rest on: they are played on solved deals, and"
        " one player gets as many points at the start as par gives the other. Then perfect play"
        " ends in a draw."
    )


def _first_moves(some: Collected) -> Iterator[str]:
    yield "## How much does the first move matter?"
    single = data.single_best(some.pars)
    if single.of:
        others = len(some.pars) - single.of
        yield (
            f"In {share(single, 'deals')} there is a single best first move, and every other way to"
            " begin gives points away."
            + (
                f" {_deals(others)[0].upper()}{_deals(others)[1:]} more"
                f" {'is' if others == 1 else 'are'} solved, but not counted here: a best first move"
                " is known, and of some others it is not proven that they give something away."
                if others
                else ""
            )
        )
    worths = list(some.first_moves.values())
    if not worths:
        yield "Of no deal yet is the value of every first move proven."
        return
    yield (
        f"Of {_deals(len(worths))} even the value of *every* first move is proven, which is"
        " much more work than par alone."
    )
    yield from _picture(
        "first-moves",
        "A row for every deal, a dot for every first move",
        "every row is a deal and every dot in it a first move, the further right the better for"
        " the player who makes it; left of 0 the player who began loses. Dots above each other have"
        " the same value. An orange ring means that no pair to take had a higher number.",
    )
    spreads = [data.spread(one) for one in worths]
    seconds = [data.second_best(one) for one in worths]
    random = [one.random for one in data.costs_of_first_moves(some.first_moves)]
    if len(worths) < LEAST:
        listed = " ".join(
            f"In deal {number} the values go from {signed(min(one.values()))} to"
            f" {signed(max(one.values()))}."
            for number, one in some.first_moves.items()
        )
        yield listed
        return
    yield (
        f"From the best first move to the worst it is {measured(mean(spreads))} points on average."
        f" The next best gives away {measured(mean(seconds))}, one taken at random"
        f" {measured(mean(random))}."
    )


# -- the highest pair ------------------------------------------------------------------------------


def _highest(some: Collected) -> Iterator[str]:
    first = data.highest_first(some.pars)
    searched, at_random = (
        _highest_of(data.decided(some, random=random)) for random in (False, True)
    )
    yield "## Is the highest pair the best?"
    yield (
        "A *highest pair* is one of those with the highest number, of all that can be taken in a"
        " position. It scores most at once. But what it uncovers the other player may take, so it"
        " need not be a best move. Where several have that number, it counts if one of them is"
        " best."
    )
    if not first.of + searched.of + at_random.of:
        yield "Nothing is known of it yet."
        return
    yield from _picture(
        "highest",
        "How often a highest pair is a best move, by tiles left",
        "the coloured dots show how often a highest pair is a best move, the grey ones how often a"
        " pair taken at random would be. The game goes from left to right. Green and orange are"
        " positions from two ways to play, explained below; how many of each were counted stands"
        " under the tiles, green + orange.",
    )
    if first.of:
        chance = data.pair_is_best(some).get(data.BANDS[-1])
        yield (
            f"At the first move a highest pair is a best move in {share(first, 'deals')}"
            + (
                f"; a pair at random would be with a chance of {100 * chance.mean:.0f} % on"
                " average, in those deals of which all best first moves are known."
                if chance is not None
                else "."
            )
        )
    if searched.of:
        yield (
            "Later it depends on how the game was played. In games in which the program searched"
            f" {SHORT_SEARCH.nodes} positions before every move (green), a highest pair is a"
            f" best move in {share(searched, 'positions')}."
            + (
                f" In games played at random (orange) it is in"
                f" {share(at_random, 'positions')}: most likely because who plays at random leaves"
                " high pairs lying, and then it is right to take them."
                if at_random.of and at_random.interval[0] > searched.interval[1]
                else ""
            )
            + (
                " Games of people who think ahead are more like the first. So the highest pair is a"
                " good guess, but no sure one."
                if at_random.of
                else ""
            )
        )


def _highest_of(positions: Sequence[Proven]) -> Share:
    """Return how often a highest pair is a best move of positions whose moves are all proven."""
    choices = [one.choice for one in positions if one.choice is not None]
    return Share(sum(one.is_best for one in choices), len(choices))


def _chance(positions: Sequence[Proven]) -> float:
    """Return how often a pair at random is a best move, of at least one position."""
    return fmean(one.choice.best / one.choice.moves for one in positions if one.choice is not None)


# -- proofs and estimates --------------------------------------------------------------------------


def _truth(some: Collected) -> Iterator[str]:
    found = data.proofs(some)
    yield "## How much work is a proof?"
    yield from _picture(
        "proofs",
        "Positions searched until the value is proven, by tiles left",
        "every pale blue dot is a proof, the higher the more work; every line upwards is ten times"
        " as much as the one below. The fewer tiles are left, further right, the less work it is."
        " A white dot has half of the proofs above it and half below; the thick black line, which"
        " is no error bar, is as long as the middle half of them.",
    )
    nodes = [count for tiles, count in found if tiles == ALL_TILES]
    small = {tiles: [one for at, one in found if at == tiles] for tiles, _ in found}
    sure = sorted(
        tiles for tiles, those in small.items() if tiles != ALL_TILES and len(those) >= LEAST
    )
    sentences = []
    if len(sure) > 1:
        below, above = sure[0], sure[-1]
        factor = data.growth([one for one in found if one[0] != ALL_TILES], 2)
        sentences = [
            f"With {below} tiles left a proof typically searches {rounded(median(small[below]))}"
            f" positions, with {above} at {rounded(median(small[above]))}: every pair more on the"
            f" table makes it {factor:.1f} times as many."
        ]
    if nodes:
        minutes = median(par.seconds for par in some.pars.values()) / 60
        sentences.append(
            f"Of the whole deals, half took more than {rounded(median(nodes))}"
            + (f", and half more than {int(minutes)} minutes of computing." if minutes > 2 else ".")
        )
    if sentences:
        yield " ".join(sentences)


def _estimates(some: Collected) -> Iterator[str]:
    yield "## How far off are estimates?"
    yield (
        "Where a proof would take too long, the program searches a fixed number of positions and"
        " then gives an estimate. At positions whose value is proven one can see how far off that"
        " is."
    )
    yield from _picture(
        "errors",
        "How far off estimates are, by tiles left and by how many positions were searched",
        "the lower a dot, the better the estimates; a colour stands for how many positions were"
        " searched. Grey is without a search, always giving the average value of positions of that"
        " size: only what lies below grey was worth the search.",
    )
    shown = [
        *_error(some, data.BANDS[-1], "At the first move"),
        *_error(some, data.BANDS[2], "With {} to {} tiles left".format(*data.BANDS[2])),
    ]
    yield from shown
    if shown:
        yield (
            "With few tiles left a search often ends as a proof: then the answer is not off at all."
        )


def _error(some: Collected, band: tuple[int, int], when: str) -> Iterator[str]:
    """Yield how far off estimates are: without a search, after a short one, after a long one."""
    few, many = NODES[0], NODES[-1]
    short, long = (data.errors(some, nodes).get(band) for nodes in (few, many))
    guess = data.guesses(some).get(band)
    if short is None or long is None or guess is None:
        return
    yield (
        f"{when} an estimate is off by {measured(short)} points after a search of {few:,}"
        f" positions, and by {measured(long)} after {many:,}; always giving the average is off by"
        f" {measured(guess)}."
        + (
            ""
            if _is_less(long, guess)
            else " These are too few to show whether a search helps there."
        )
    )


def _is_less(one: Mean, other: Mean) -> bool:
    """Return whether a mean is below another by more than their error bars."""
    return one.mean + BARS * one.error < other.mean - BARS * other.error


# -- good play -------------------------------------------------------------------------------------


def _moves(some: Collected) -> Iterator[str]:
    those, others = (data.decided(some, random=random) for random in (False, True))
    away, easier = data.given_away(those), data.given_away(others)
    if not away:
        return
    tiles = [one.tiles for one in those]
    yield "## How much does one move give away?"
    yield (
        f"At {counted(len(tiles), 'position', 'positions')} with {min(tiles)} to {max(tiles)} tiles"
        " left, from games in which the program searched a little ahead (the green ones above), the"
        " value of every move is proven. So it is known to the point what a move gives away. In"
        " the picture it is chosen in different ways: at random, by its number alone, or as the"
        " program does after a search."
    )
    yield from _picture(
        "given-away",
        "What a move gives away, by how it is chosen",
        "the shorter the green bar, the better the way to choose; the thin black line at its end is"
        " the error bar.",
    )
    text = (
        f"A pair taken at random gives away {measured(away['random'])} points, a highest pair"
        f" {measured(away['highest'])}."
    )
    searched = [key for key in away if isinstance(key, int)]
    if searched:
        least, most = min(searched), max(searched)
        text += (
            f" After a search of {least:,} positions the program gives away {measured(away[least])}"
            + (f", after {most:,} it is {measured(away[most])}." if most > least else ".")
        )
    if easier:
        text += (
            f" (At {counted(len(others), 'position', 'positions')} from games played at random, a"
            f" highest pair gives away {measured(easier['highest'])}.)"
        )
    yield text


def _games(some: Collected) -> Iterator[str]:
    gaps = data.gaps(some)
    if not gaps and not some.levels:
        return
    yield "## How far from perfect are whole games?"
    most = NODES[-1]
    lost = data.given_away_first(some, most)
    if len(lost) >= LEAST:
        yield (
            f"At the first move of the {_deals(len(lost))} whose first moves are all proven, the"
            f" program gives away {measured(mean(lost))} points after a search of {most:,}"
            f" positions, and nothing in {share(Share(lost.count(0), len(lost)), 'deals')}."
        )
    if gaps:
        fewest, many = min(gaps), max(gaps)
        yield (
            f"On {_deals(len(gaps[many]))} that are solved the program has played whole games"
            " against itself. Before every move it searches a fixed number of positions, then it"
            " takes the pair that it estimates to be best."
        )
        yield from _picture(
            "gaps",
            "How far from par games end that are played by estimates",
            "every dot is a game; on the black line it ends as perfect play would, right of it the"
            " first player did better than that, left of it the second. Away from the line one"
            " player gave away more than the other; in a lower row both searched more positions.",
        )
        yield (
            f"With {fewest:,} positions per move games end"
            f" {measured(mean(list(map(abs, gaps[fewest]))))} points away from par on average, with"
            f" {many:,} it is {measured(mean(list(map(abs, gaps[many]))))}, and"
            f" {share(Share(gaps[many].count(0), len(gaps[many])), 'games')} end on par. The"
            " players give away more than that: what one gives away the other may give back, and"
            " only the difference shows at the end."
        )
    if some.levels:
        yield from _levels(some)


def _levels(some: Collected) -> Iterator[str]:
    names = [name for name, _ in some.levels]
    worst, best = some.levels[0][1], some.levels[-1][1]
    yield (
        f"The program can be played against on {counted(len(names), 'level', 'levels')}, from"
        f" {names[0]} to {names[-1]}. The next picture shows what each of them gives away in a"
        " whole game, found in games of neighbouring levels against each other."
    )
    yield from _picture(
        "levels",
        "What levels of the program give away in a whole game",
        "the shorter the green bar, the stronger the level; the thin black line at its end is the"
        " error bar.",
    )
    yield (
        f"In a whole game {names[0]} gives away {measured(worst)} points and {names[-1]}"
        f" {measured(best)}. From {TILES} tiles left on every move was compared with its proof."
        " Before that a proof would take too long, and there it is counted how much worse each"
        f" level does than {names[-1]}; what that level itself may give away so early is not in the"
        " picture, so its name promises a little too much ([how it was"
        " measured](../../assets/levels/README.md))."
    )
    if some.pars:
        seat = abs(fmean(data.values(some.pars)))
        if worst.mean > seat:
            yield (
                f"Beside that, moving first is little: {points(seat, 1)}. Among people who learn"
                " the game, playing well decides far more than who begins."
            )


# -- sources ---------------------------------------------------------------------------------------


def _sources(some: Collected) -> Iterator[str]:
    proven = sum(one.choice is not None for one in some.positions)
    yield "## Where the numbers come from"
    yield "\n".join(
        [
            "| file | what it holds | now |",
            "|---|---|---|",
            "| [par.csv](../../assets/deals/par.csv) | par of solved deals, their best first moves,"
            f" and how much work the proofs were | {_deals(len(some.pars))} |",
            "| [first-moves.csv](first-moves.csv) | the value of every first move of solved deals"
            f" | {_deals(len(some.first_moves))} |",
            "| [positions.csv](positions.csv) | positions from later in games: their proven values,"
            " the estimates of them, and for some what every move gives away |"
            f" {counted(len(some.positions), 'position', 'positions')}, {proven:,} with every"
            " move |",
            "| [games.csv](games.csv) | games that the program played against itself by estimates,"
            f" on solved deals | {counted(len(some.games), 'game', 'games')} |",
            "| [measured.csv](../../assets/levels/measured.csv) | what levels give away |"
            f" {counted(len(some.levels), 'level', 'levels')} |",
        ]
    )
    yield "What to keep in mind:"
    most = max((one.tiles for one in some.positions), default=0)
    yield "\n".join(
        [
            "- Deals are solved as time allows. Some take much longer than others, and of those"
            " after the first dozen some with few pairs at the start came first, which take less"
            " work; so those that are solved may not be quite like the rest, nor those of which"
            " every first move is proven.",
            *(
                [
                    f"- Between the first move and {most} tiles left nothing was measured: proofs"
                    " there take long. So the places along the pictures are not evenly spaced."
                ]
                if most
                else []
            ),
            "- Of the later positions some come from games played at random, others from games in"
            f" which the program searched {SHORT_SEARCH.nodes} positions before every move."
            " Where proofs and estimates are shown, both are counted together. Games between good"
            " players may look different again.",
            "- Estimates have been corrected by what earlier proofs had shown, and many of the same"
            " positions are counted here. At other positions estimates will be off by a little"
            " more.",
            "- Where it is not proven whether a highest pair is a best first move, a deal does not"
            " count for that.",
        ]
    )
    yield (
        "For those who have the program's source: pictures and page are made by"
        f" `{COMMAND} draw`. More is collected by `{COMMAND} first-moves`, `{COMMAND} games` and"
        f" `{COMMAND} positions SAMPLE`, where a sample comes from `python -m tools.calibrate"
        " sample` ([how](../../assets/estimates/README.md)); the first two can be stopped at any"
        " time and go on where they were. Columns of the files are described at the top of the"
        " modules in `tools/portrait`; what is called *nodes* there are positions searched."
    )


def _deals(number: int) -> str:
    return counted(number, "deal", "deals")


if __name__ == "__main__":
    sys.exit(main())
