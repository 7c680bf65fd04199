"""The pictures of the page, each made from what was collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor, log10
from typing import Final

from battle.rules.deal import deal
from battle.rules.position import ALL_TILES
from tools.losses import Mean, mean
from tools.portrait import figures
from tools.portrait.drawing import BLUE, FAINT, GREEN, GREY, INK, ORANGE, VIOLET, WIDTH, Plot
from tools.portrait.figures import BARS, LEAST, Collected
from tools.portrait.games import NODES
from tools.portrait.table import table
from tools.portrait.words import counted, measured, points, signed

SERIES: Final = tuple(zip(NODES, (ORANGE, VIOLET, BLUE), strict=True))
"""The looks that errors are shown of, and their inks."""

_ROW: Final = 26
_AVERAGE: Final = 40
_TILES: Final = "tiles on the table: the game goes from left to right"


def interval(number: Mean) -> tuple[float, float]:
    """Return the ends of the error bar of a mean."""
    return number.mean - BARS * number.error, number.mean + BARS * number.error


def pars(some: Collected) -> str:
    """Draw par: a dot for every deal, and below it their average with its error bar."""
    values = figures.values(some.pars)
    highest = max(Counter(values).values())
    step = max(7, min(18, 240 // highest))
    plot = Plot(
        "Par: the points that the first player wins a deal by, with perfect play",
        (min(-1, *values) - 2.5, max(1, *values) + 2.5),
        (0, 1),
        height=62 + 24 + highest * step + _AVERAGE + 58,
        left=110,
    )
    foot = plot.height - plot.bottom
    plot.axis_x("par: points that the first player is ahead by at the end", lines=True)
    plot.line([(0, 0), (0, 1)], GREY, 1.2, "4 4")
    plot.words("second player wins ◂", plot.at_x(0) - 8, 58, anchor="end", ink=FAINT)
    plot.words("▸ first player wins", plot.at_x(0) + 8, 58, ink=FAINT)
    plot.words("each deal", plot.left - 14, foot - _AVERAGE - step / 2 + 1.5, anchor="end")
    seen: Counter[int] = Counter()
    for number, par in sorted(some.pars.items()):
        ink = GREEN if par.value > 0 else ORANGE if par.value < 0 else GREY
        up = step * (0.5 + seen[par.value]) + 3 + _AVERAGE
        seen[par.value] += 1
        tip = f"deal {number}: par {signed(par.value)}"
        plot.dot(par.value, 0, ink, radius=step / 2 - 1, tip=tip, down=-up)
    average = mean(values)
    if len(values) >= LEAST:
        low, high = interval(average)
        y = _AVERAGE / 2 / plot.inner
        plot.error_bar_across(y, low, high, INK)
        plot.dot(average.mean, y, INK, radius=4.5)
        plot.words("their average", plot.left - 14, plot.at_y(y) + 4.5, anchor="end")
        end = plot.at_x(high) + 12
        plot.words(measured(average, sign=True), end, plot.at_y(y) + 4.5)
    return plot.svg()


def first_moves(some: Collected) -> str:
    """Draw the value of every first move: a row a deal."""
    rows = sorted(some.first_moves.items(), key=lambda row: (-max(row[1].values()), row[0]))
    worths = [worth for _, moves in rows for worth in moves.values()]
    plot = Plot(
        "What every first move is worth, in the deals where all of them are proven",
        (min(worths, default=0) - 1.5, max(worths, default=0) + 1.5),
        (0, max(1, len(rows))),
        height=62 + _ROW * max(1, len(rows)) + 70,
        left=110,
    )
    plot.legend(
        [
            ("a best move", GREEN, None),
            ("any other move", GREY, None),
            ("takes a highest pair", "#fff", ORANGE),
        ]
    )
    plot.axis_x("value of the move: points that the first player then wins by", lines=True)
    for row, (number, moves) in enumerate(rows):
        start, best = deal(number), max(moves.values())
        most = max(map(start.worth, moves))
        y = len(rows) - row - 0.5
        plot.line([(min(moves.values()), y), (best, y)], "#d0d5da", 1.5)
        plot.words(f"deal {number}", plot.left - 14, plot.at_y(y) + 4.5, anchor="end")
        together = Counter(moves.values())
        placed: Counter[int] = Counter()
        for move, worth in sorted(moves.items()):
            apart = min(9.0, (_ROW - 8) / together[worth])
            down = apart * (placed[worth] - (together[worth] - 1) / 2)
            placed[worth] += 1
            score = start.worth(move)
            plot.dot(
                worth,
                y,
                GREEN if worth == best else GREY,
                radius=4.6 if together[worth] < 3 else 3.4,
                ring=ORANGE if score == most else None,
                tip=f"deal {number}, {move}, {points(score)}: {signed(worth)}",
                down=down,
            )
    return plot.svg()


def highest(some: Collected) -> str:
    """Draw how often a highest pair is best, by tiles and by play, beside any pair."""
    looked, at_random = (
        figures.highest_is_best(figures.decided(some, random=random)) for random in (False, True)
    )
    counts = {
        band: " + ".join(
            f"{those[band].of if band in those else 0}" for those in (looked, at_random)
        )
        for band in looked | at_random
    }
    first = figures.highest_first(some.pars)
    if first.of:
        looked[ALL_TILES, ALL_TILES] = first
        counts[ALL_TILES, ALL_TILES] = _size((ALL_TILES, ALL_TILES), first.of)
    others = figures.pair_is_best(some)
    bands = [band for band in reversed(figures.BANDS) if band in counts]
    plot = _by_tiles("How often a highest pair is a best move", bands, (0, 100), counts)
    plot.axis_y("per cent", "{:g} %".format)
    for place, band in enumerate(bands):
        for beside, those, ink in ((-0.16, looked, GREEN), (0.0, at_random, ORANGE)):
            if band in those and those[band].of >= LEAST:
                one, x = those[band], place + beside
                low, high = (100 * end for end in one.interval)
                plot.error_bar(x, low, high, ink)
                plot.dot(x, 100 * one.value, ink, radius=6, tip=f"{one.count} of {one.of}")
        if band in others:
            low, high = (100 * end for end in interval(others[band]))
            plot.error_bar(place + 0.16, max(0, low), min(100, high), GREY)
            plot.dot(place + 0.16, 100 * others[band].mean, GREY)
    plot.legend(
        [
            ("highest, after looks", GREEN, None),
            ("highest, after random play", ORANGE, None),
            ("a pair at random", GREY, None),
        ]
    )
    return plot.svg()


def proofs(some: Collected) -> str:
    """Draw how much has to be searched until the value is certain, by tiles left."""
    found = figures.proofs(some)
    nodes = [max(1, count) for _, count in found]
    plot = Plot(
        "How many positions are looked at until a value is proven",
        (ALL_TILES + 4, min((tiles for tiles, _ in found), default=40) - 4),
        (floor(log10(min(nodes, default=1))), ceil(log10(max(nodes, default=10)))),
        height=420,
        left=88,
        log_y=True,
    )
    plot.axis_y("positions looked at", _power)
    by_tiles: dict[int, list[int]] = {}
    for tiles, count in found:
        by_tiles.setdefault(tiles, []).append(max(1, count))
        plot.dot(tiles, max(1, count), BLUE, radius=3, faint=True)
    for tiles, counts in sorted(by_tiles.items()):
        if len(counts) >= LEAST:
            low, middle, high = figures.quartiles(counts)
            plot.line([(tiles, low), (tiles, high)], INK, 5)
            tip = f"{tiles} tiles: {middle:,.0f}"
            plot.dot(tiles, middle, "#ffffff", radius=4.2, ring=INK, tip=tip)
    plot.axis_x(_TILES)
    plot.legend(
        [
            ("one proof", "#9fb8da", None),
            ("the middle one", "#fff", INK),
            ("thick: the middle half", INK, None),
        ]
    )
    return plot.svg()


def errors(some: Collected) -> str:
    """Draw how far off estimates are, by tiles left and by how long was looked."""
    found = {nodes: figures.errors(some, nodes) for nodes, _ in SERIES}
    bands = [band for band in reversed(figures.BANDS) if any(band in one for one in found.values())]
    looks = [(f"{nodes:,} positions", ink, found[nodes]) for nodes, ink in SERIES]
    series = [("no look: always the average", GREY, figures.guesses(some)), *looks]
    most = max((interval(those[band])[1] for *_, those in series for band in those), default=1)
    counts = {
        band: _size(band, len(those)) for band, those in figures.values_by_tiles(some).items()
    }
    plot = _by_tiles(
        "How far estimates are from the true value, on average", bands, (0, ceil(most)), counts
    )
    plot.axis_y("points off")
    for turn, (_, ink, those) in enumerate(series):
        spots = []
        for place, band in enumerate(bands):
            if band in those:
                one, x = those[band], place + 0.13 * (turn - 1.5)
                low, high = interval(one)
                plot.error_bar(x, max(0.0, low), high, ink)
                plot.dot(x, one.mean, ink)
                spots.append((x, one.mean))
        if len(spots) > 1:
            plot.line(spots, ink, 1.2)
    plot.legend([(words, ink, None) for words, ink, _ in series])
    return plot.svg()


def given_away(some: Collected) -> str:
    """Draw what a move gives away, by how it is chosen."""
    found = figures.given_away(figures.decided(some, random=False))
    rows = [(_chooser(key), one) for key, one in found.items()]
    return _bars(
        "What one move gives away, by how it is chosen",
        "points given away with a move, on average",
        rows,
    )


def levels(some: Collected) -> str:
    """Draw what the levels of the program give away in a whole game."""
    rows = [(name, one) for name, one in some.levels]
    return _bars(
        "What the levels of the program give away in a whole game",
        "points that one player gives away in a game, on average",
        rows,
    )


def gaps(some: Collected) -> str:
    """Draw how far from par games of estimates end: a row for every look, a dot a game."""
    found = figures.gaps(some)
    ends = [gap for those in found.values() for gap in those]
    plot = Plot(
        "How far from par games end when both players go by estimates",
        (min(0, *ends) - 2.5, max(0, *ends) + 2.5) if ends else (-1, 1),
        (0, max(1, len(found))),
        height=66 + 60 * max(1, len(found)) + 58,
        left=150,
        right=170,
        top=66,
    )
    plot.axis_x("points more (right) or fewer (left) than par for the first player", lines=True)
    if ends:
        plot.line([(0, 0), (0, plot.y[1])], INK, 1.4)
        plot.words("positions looked at", 20, plot.top - 12, ink=FAINT)
        plot.words("par", plot.at_x(0), plot.top - 6, anchor="middle", ink=FAINT)
        away = "away from par, on average"
        plot.words(away, WIDTH - 16, plot.top - 12, anchor="end", ink=FAINT)
    for row, (nodes, those) in enumerate(found.items()):
        y = len(found) - row - 0.5
        plot.words(f"{nodes:,} per move", plot.left - 14, plot.at_y(y) + 4.5, anchor="end")
        seen: Counter[int] = Counter()
        together = Counter(those)
        for gap in those:
            apart = min(9.0, 44 / together[gap])
            down = apart * (seen[gap] - (together[gap] - 1) / 2)
            seen[gap] += 1
            plot.dot(gap, y, BLUE, radius=min(4.2, 0.7 + apart / 2), down=down)
        if len(those) >= LEAST:
            away = measured(mean([*map(abs, those)]))
            plot.words(away, WIDTH - 16, plot.at_y(y) + 4.5, anchor="end", ink=FAINT)
    return plot.svg()


def _by_tiles(
    title: str,
    bands: Sequence[tuple[int, int]],
    y: tuple[float, float],
    counts: Mapping[tuple[int, int], str],
) -> Plot:
    """Return a plot of bands of tiles; below each stands what was counted in it."""
    plot = Plot(title, (-0.6, max(1, len(bands)) - 0.4), y, bottom=78, height=400)
    ticks = [
        (float(place), f"{_band(band)}\n{counts.get(band, '')}") for place, band in enumerate(bands)
    ]
    plot.axis_x(_TILES, ticks)
    return plot


def _bars(title: str, label: str, rows: Sequence[tuple[str, Mean]]) -> str:
    most = max((interval(one)[1] for _, one in rows), default=1)
    plot = Plot(
        title, (0, most * 1.12), (0, max(1, len(rows))),
        height=52 + 30 * max(1, len(rows)) + 58, left=236, top=48,
    )  # fmt: skip
    plot.axis_x(label, lines=True)
    for row, (name, one) in enumerate(rows):
        y = len(rows) - row - 0.5
        low, high = interval(one)
        plot.words(name, plot.left - 12, plot.at_y(y) + 4.5, anchor="end")
        plot.bar_across(y, one.mean, "#8fc3b5")
        plot.error_bar_across(y, max(0.0, low), high, INK)
        across = min(plot.at_x(max(high, 0)) + 9, WIDTH - 40.0)
        plot.words(f"{one.mean:.1f}" if one.mean >= 1 else f"{one.mean:.2f}", across,
                   plot.at_y(y) + 4.5, ink=FAINT)  # fmt: skip
    return plot.svg()


def _chooser(key: str | int) -> str:
    if isinstance(key, int):
        return f"after a look at {key:,} positions"
    return {"random": "a pair at random", "highest": "a highest pair"}[key]


def _band(band: tuple[int, int]) -> str:
    least, most = band
    return str(least) if least == most else f"{least}–{most}"


def _size(band: tuple[int, int], count: int) -> str:
    """Return how many were counted: deals with a full table, else positions."""
    one = "deal" if band == (ALL_TILES, ALL_TILES) else "position"
    return counted(count, one, one + "s")


def _power(value: float) -> str:
    """Return a power of ten as people say it: `10,000`, `1 million`."""
    if value >= 1e9:
        return f"{value / 1e9:,.0f} billion"
    return f"{value / 1e6:,.0f} million" if value >= 1e6 else f"{value:,.0f}"


PICTURES: Final[Mapping[str, Callable[[Collected], str]]] = {
    "table": table,
    "par": pars,
    "first-moves": first_moves,
    "highest": highest,
    "proofs": proofs,
    "errors": errors,
    "given-away": given_away,
    "levels": levels,
    "gaps": gaps,
}
"""The pictures by the names of their files."""
