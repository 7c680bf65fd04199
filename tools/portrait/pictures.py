"""The pictures of the page, each drawn by matplotlib from what was collected.

White ground and dark ink, so that a picture reads on light and on dark pages. The same data make
the same file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import count
from typing import Any, Final, TypeAlias

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from battle.rules.position import ALL_TILES, COLUMN_LETTERS, COLUMNS, ROW_DIGITS, ROWS, deal
from tools.portrait import data, turns
from tools.portrait.data import LOT, NODES, Band, Collected
from tools.portrait.intervals import LEAST, Estimate, mean
from tools.portrait.words import counted, ends, measured, signed

INK: Final = "#24292f"
FAINT: Final = "#6a737d"
GRID: Final = "#e4e7eb"
GREEN: Final = "#17735f"
ORANGE: Final = "#d0672a"
BLUE: Final = "#2c62a8"
VIOLET: Final = "#80489c"
GREY: Final = "#a3abb3"

SERIES: Final = tuple(zip(NODES, (ORANGE, VIOLET, BLUE), strict=True))
"""The searches that errors are shown of, and their inks."""

SUITS: Final = {"m": ("character", ORANGE), "p": ("dot", BLUE), "s": ("bamboo", GREEN)}
"""What the suits are called in English, and their inks."""

_STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same layout on every machine
    "font.size": 10,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 26,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.left": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "ytick.left": False,
    "text.color": INK,
    "legend.frameon": False,
    "legend.handletextpad": 0.2,
    "legend.columnspacing": 1.2,
    "legend.labelcolor": FAINT,
    "figure.constrained_layout.h_pad": 0.1,
    "svg.fonttype": "none",
    "svg.hashsalt": "portrait",
}
_DOT: Final[Mapping[str, Any]] = {"fmt": "o", "capsize": 4, "elinewidth": 1.6}
_TILES: Final = "tiles on the table: the game goes from left to right"

FULL: Final[Band] = (ALL_TILES, ALL_TILES)

Picture: TypeAlias = Callable[[Figure, Axes, Collected], None]


def svg(draw: Picture, some: Collected) -> str:
    """Return a picture as SVG."""
    with rc_context(_STYLE):
        figure = Figure(figsize=(8, 4.2), layout="constrained")
        draw(figure, figure.add_subplot(), some)
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return "".join(f"{line.rstrip()}\n" for line in file.getvalue().splitlines())


def pars(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw par: a dot for every deal, and below it their average with its error bar."""
    values = data.values(some.pars)
    heights = _stacked(values)
    figure.set_figheight(2.2 + 0.14 * max(heights, default=1))
    axes.set_title("Par: the points that the first player wins a deal by, with perfect play")
    inks = [GREEN if value > 0 else ORANGE if value < 0 else GREY for value in values]
    axes.scatter(values, heights, c=inks, s=60)
    axes.axvline(0, color=GREY, dashes=(4, 4))
    top = axes.get_xaxis_transform()
    axes.text(-0.4, 1.02, "second player wins ◂", transform=top, ha="right", color=FAINT)
    axes.text(0.4, 1.02, "▸ first player wins", transform=top, color=FAINT)
    axes.set_yticks([1, -1.5], ["each deal", "their average"], color=INK)
    axes.set_ylim(-3, max(heights, default=1) + 1)
    if len(values) >= LEAST:
        average = mean(values)
        beside = [[average.value - average.low], [average.high - average.value]]
        axes.errorbar(average.value, -1.5, xerr=beside, color=INK, **_DOT)
        axes.text(average.high + 0.4, -1.5, measured(average, sign=True), va="center")
    axes.set_xlabel("par: points that the first player is ahead by at the end")
    axes.grid(axis="x")


def first_moves(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw the value of every first move: a row a deal."""
    rows = sorted(some.first_moves.items(), key=lambda row: (max(row[1].values()), -row[0]))
    figure.set_figheight(1.6 + 0.3 * len(rows))
    axes.set_title("What every first move is worth, in the deals where all of them are proven")
    for row, (number, worths) in enumerate(rows):
        start, best = deal(number), max(worths.values())
        most = max(map(start.worth, worths))
        axes.hlines(row, min(worths.values()), best, color=GRID, zorder=1)
        moves = sorted(worths)
        axes.scatter(
            [worths[one] for one in moves],
            [row + up for up in _apart([worths[one] for one in moves], 0.16, 0.36)],
            c=[GREEN if worths[one] == best else GREY for one in moves],
            edgecolors=[ORANGE if start.worth(one) == most else "none" for one in moves],
            s=34,
            linewidths=1.8,
        )
    axes.set_yticks(
        range(len(rows)),
        [f"deal {number}{' ★' if number in LOT else ''}" for number, _ in rows],
        color=INK,
    )
    axes.set_xlabel("value of the move: points that the first player then wins by")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="x")
    axes.scatter([], [], c=GREEN, label="a best move")
    axes.scatter([], [], c=GREY, label="any other move")
    axes.scatter([], [], c="white", edgecolors=ORANGE, linewidths=1.8, label="takes a highest pair")
    _legend(axes)


def highest(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw how often a highest pair is best, by tiles and by play, beside any pair."""
    searched, at_random = (
        data.highest_is_best(data.decided(some, random=random)) for random in (False, True)
    )
    counts = {
        band: " + ".join(
            f"{those[band].of if band in those else 0}" for those in (searched, at_random)
        )
        for band in searched | at_random
    }
    first = data.highest_first(some.pars)
    if first is not None:
        searched[FULL] = first
        counts[FULL] = _size(FULL, first.of)
    others = data.pair_is_best(some)
    bands = _by_tiles(axes, counts)
    axes.set_title("How often a highest pair is a best move")
    for beside, label, ink, those in (
        (-0.16, "highest, after searches", GREEN, searched),
        (0.0, "highest, after random play", ORANGE, at_random),
    ):
        shares = {band: one for band, one in those.items() if one.of >= LEAST}
        _dots(axes, bands, shares, beside, ink, label)
    _dots(axes, bands, others, 0.16, GREY, "a pair at random")
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    _legend(axes)


def proofs(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw how much has to be searched until the value is certain, by tiles left."""
    found = [(tiles, max(1, nodes)) for tiles, nodes in data.proofs(some)]
    axes.set_title("How many positions are searched until a value is proven")
    axes.scatter(
        [tiles for tiles, _ in found], [nodes for _, nodes in found],
        c=BLUE, alpha=0.2, s=12, linewidths=0, label="one proof", rasterized=True,
    )  # fmt: skip
    middles = {
        tiles: np.quantile(those, [0.25, 0.5, 0.75])
        for tiles in sorted({tiles for tiles, _ in found})
        if len(those := [nodes for at, nodes in found if at == tiles]) >= LEAST
    }
    low, middle, high = np.array([*middles.values()]).reshape(-1, 3).T
    axes.vlines([*middles], low, high, color=INK, lw=3.5, label="thick: the middle half")
    axes.scatter(
        [*middles], middle, c="white", edgecolors=INK, s=26, zorder=3, label="the middle one"
    )  # fmt: skip
    nodes = [one for _, one in found]
    axes.set_yscale("log")
    axes.set_ylim(min(nodes, default=1) / 2, 2 * max(nodes, default=10))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _power(value)))
    axes.minorticks_off()
    axes.grid(axis="y")
    axes.invert_xaxis()
    axes.set_xlabel(_TILES)
    axes.set_ylabel("positions searched")
    _legend(axes)


def errors(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw how far off estimates are, by tiles left and by how much was searched."""
    searches = [(f"{nodes:,} positions", ink, data.errors(some, nodes)) for nodes, ink in SERIES]
    series = [("no search: always the average", GREY, data.guesses(some)), *searches]
    shown = {band for _, _, those in searches for band in those}
    bands = _by_tiles(
        axes,
        {
            band: _size(band, len(those))
            for band, those in data.values_by_tiles(some).items()
            if band in shown
        },
    )
    axes.set_title("How far estimates are from the true value, on average")
    for turn, (label, ink, those) in enumerate(series):
        _dots(axes, bands, those, 0.13 * (turn - 1.5), ink, label, lw=1)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("points off")
    _legend(axes)


def given_away(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw what a move gives away, by how it is chosen."""
    names = {"random": "a pair at random", "highest": "a highest pair"}
    found = data.given_away(data.decided(some, random=False))
    rows = [
        (names[key] if isinstance(key, str) else f"after a search of {key:,} positions", one)
        for key, one in found.items()
    ]
    axes.set_title("What one move gives away, by how it is chosen", pad=10)
    axes.set_xlabel("points given away with a move, on average")
    _bars(figure, axes, rows)


def players(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw what players give away in a whole game: the proven part, and the part before."""
    rows = turns.table(some.turns)
    axes.set_title("What players give away in a whole game", pad=10)
    axes.set_xlabel("points that one player gives away in a game, on average")
    _bars(figure, axes, [(name, one.whole) for name, one in rows])
    for row, (_, one) in enumerate(rows):
        axes.barh(row, one.proven.value, height=0.6, color=GREEN)


def choices(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw how many pairs there are to take, by tiles left."""
    axes.set_title("How many pairs there are to take")
    strong = turns.of(some.turns, turns.STRONG)
    _line(axes, turns.choices(strong), GREEN, "strong levels")
    random = [game for game in some.turns if not game.is_judged]
    _line(axes, turns.choices(random), GREY, "any pair at random")
    axes.set_ylabel("pairs")
    _time(figure, axes)


def unwelcome(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw how often it is bad to be on the move, by tiles left."""
    axes.set_title("How often it is bad to be on the move")
    strong = turns.of(some.turns, turns.STRONG)
    for left, ink, label in ((0, GREEN, "even number of pairs left"), (1, ORANGE, "odd number")):
        _line(axes, turns.unwelcome_by_tiles(strong, left), ink, label)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    _time(figure, axes)


def gaps(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw how far from par games of estimates end: a row for every search, a dot a game."""
    rows = [*reversed(data.gaps(some).items())]
    figure.set_figheight(1.6 + 0.65 * max(1, len(rows)))
    axes.set_title("How far from par games end when both players go by estimates", pad=38)
    axes.axvline(0, color=INK, lw=1)
    for row, beyond in enumerate([*those.values()] for _, those in rows):
        ups = _apart(beyond, 0.1, 0.8)
        axes.scatter(beyond, [row + up for up in ups], c=BLUE, s=14)
        if len(beyond) >= LEAST:
            words = measured(mean([*map(abs, beyond)]))
            axes.text(1.02, row, words, transform=axes.get_yaxis_transform(), color=FAINT)
    axes.set_ylim(-0.6, max(1, len(rows)) - 0.4)
    axes.set_yticks(
        range(len(rows)), [f"{nodes:,} positions\nper move" for nodes, _ in rows], color=INK
    )
    axes.text(1.0, 1.03, "away from par,\non average", transform=axes.transAxes, color=FAINT)
    axes.set_xlabel("points more (right) or fewer (left) than par for the first player")
    axes.grid(axis="x")


def table(figure: Figure, axes: Axes, some: Collected) -> None:
    """Draw a deal: what can be reached and taken, and what every first move is worth if known."""
    number = data.shown(some)
    start, worths = deal(number), some.first_moves.get(number, {})
    moves = sorted(start.legal_moves, key=lambda one: (-worths.get(one, 0), -start.worth(one), one))
    best = [one for one in moves if worths and worths[one] == max(worths.values())]
    figure.set_figheight(max(4.6, 1.6 + 0.26 * len(moves)))
    axes.set_title(f"Deal {number} before the first move")
    axes.set_aspect(1)
    axes.set_xlim(0, COLUMNS)
    axes.set_ylim(ROWS, 0)
    axes.set_xticks([column + 0.5 for column in range(COLUMNS)], COLUMN_LETTERS)
    axes.set_yticks([row + 0.5 for row in range(ROWS)], ROW_DIGITS)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    framed, green = ({cell for one in those for cell in one} for those in (moves, best))
    for cell, kind in start.tiles():
        free = start.is_free(cell)
        word, ink = SUITS[kind.suit]
        axes.add_patch(
            Rectangle(
                (cell.column + 0.06, cell.row + 0.06), 0.88, 0.88,
                facecolor="#cde9e0" if cell in green else "white" if free else "#f3f5f7",
                edgecolor=INK if cell in framed else GREY if free else GRID,
                linewidth=1.8 if cell in framed else 0.9,
            )
        )  # fmt: skip
        axes.text(
            cell.column + 0.5, cell.row + 0.5, f"{kind.rank}{word[0]}", ha="center", va="center",
            color=ink if free else GREY, weight="bold" if free else "normal",
        )  # fmt: skip
    rows = [("pair to take", "where", "value" if worths else "")]
    for one in moves:
        kind_taken = start.kind_at(one[0])
        assert kind_taken is not None
        words = f"{kind_taken.rank} {SUITS[kind_taken.suit][0]}"
        rows.append((words, " ".join(map(str, one)), signed(worths[one]) if worths else ""))
    for line, row in enumerate(rows):
        weight = "bold" if 0 < line <= len(best) else "normal"
        for across, words in zip((12.7, 15.6, 18.6), row, strict=True):
            align = "right" if across > 18 else "left"
            ink = FAINT if not line else GREEN if weight == "bold" and across > 18 else INK
            axes.text(
                across, 0.5 + 0.62 * line, words, ha=align, va="center", color=ink, weight=weight
            )
    notes = [
        "Suits: c character, d dot, b bamboo.",
        "White: can be reached. Thick frame: in a pair to take.",
    ]
    if best:
        notes[1] += " Green: in a best pair."
        notes.append("Value: the points that the first player wins by who begins so.")
    axes.text(0, ROWS + 0.3, "\n".join(notes), va="top", color=FAINT)


# -- parts of pictures -----------------------------------------------------------------------------


def _stacked(values: Iterable[int]) -> list[int]:
    """Return how high each value lies, from 1, if equal ones are on top of each other."""
    seen: defaultdict[int, Iterator[int]] = defaultdict(lambda: count(1))
    return [next(seen[value]) for value in values]


def _apart(values: Sequence[int], most: float, room: float) -> list[float]:
    """Return how far up each value lies if equal ones are spread around 0, at most in `room`."""
    together = Counter(values)
    return [
        (height - (together[value] + 1) / 2) * min(most, room / together[value])
        for value, height in zip(values, _stacked(values), strict=True)
    ]


def _by_tiles(axes: Axes, counts: Mapping[Band, str]) -> dict[Band, int]:
    """Name the bands that were counted below the picture; return where they lie."""
    bands = [band for band in reversed(data.BANDS) if band in counts]
    names = [f"{low}" if low == high else f"{low}–{high}" for low, high in bands]
    words = [f"{name}\n{counts[band]}" for name, band in zip(names, bands, strict=True)]
    axes.set_xticks(range(len(bands)), words, size=9)
    axes.set_xlim(-0.6, max(1, len(bands)) - 0.4)
    axes.set_xlabel(_TILES)
    axes.grid(axis="y")
    return {band: place for place, band in enumerate(bands)}


def _dots(
    axes: Axes, places: Mapping[Band, int], spots: Mapping[Band, Estimate],
    beside: float, ink: str, label: str, lw: float = 0,
) -> None:  # fmt: skip
    """Draw a dot a band, a figure with its interval, beside the middle of the band."""
    those = [
        (place + beside, spots[band].value, *ends(spots[band], sign=False))
        for band, place in places.items()
        if band in spots
    ]
    across, up, low, high = np.array(those, float).reshape(-1, 4).T
    bars, style = np.abs([low - up, high - up]), {**_DOT, "fmt": "o-", "lw": lw}
    axes.errorbar(across, up, yerr=bars, color=ink, label=label, **style)


def _line(axes: Axes, found: Mapping[int, Estimate], ink: str, label: str) -> None:
    """Draw a line by tiles left, with its interval as a pale band."""
    rows = [(tiles, one.value, *ends(one, sign=False)) for tiles, one in found.items()]
    across, up, low, high = np.array(rows, float).reshape(-1, 4).T
    axes.fill_between(across, low, high, color=ink, alpha=0.2, lw=0)
    axes.plot(across, up, color=ink, label=label)


def _time(figure: Figure, axes: Axes) -> None:
    """Let the game go from left to right."""
    figure.set_figheight(3.6)
    axes.set_ylim(bottom=0)
    axes.invert_xaxis()
    axes.set_xlabel(_TILES)
    axes.grid(axis="y")
    _legend(axes)


def _bars(figure: Figure, axes: Axes, rows: Sequence[tuple[str, Estimate]]) -> None:
    """Draw a bar a row, the first at the top, with its interval and its figure."""
    figure.set_figheight(1.5 + 0.32 * max(1, len(rows)))
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], color=INK)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    for row, (_, one) in enumerate(rows):
        low, high = ends(one, sign=False) if one.is_bounded else (one.value, one.value)
        axes.barh(row, one.value, height=0.6, color="#8fc3b5")
        beside = [[one.value - low], [high - one.value]]
        axes.errorbar(one.value, row, xerr=beside, color=INK, zorder=3, **{**_DOT, "fmt": "none"})
        words = f"{one.value:.1f}" if one.value >= 1 else f"{one.value:.2f}"
        axes.annotate(
            words, (high, row), (6, 0), textcoords="offset points", va="center", color=FAINT
        )
    axes.grid(axis="x")


def _legend(axes: Axes) -> None:
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=4, borderaxespad=0.2)


def _size(band: Band, number: int) -> str:
    """Return how many were counted: deals with a full table, else positions."""
    one = "deal" if band == FULL else "position"
    return counted(number, one, one + "s")


def _power(value: float) -> str:
    """Return a power of ten as people say it: `10,000`, `1 million`."""
    if value >= 1e9:
        return f"{value / 1e9:,.0f} billion"
    return f"{value / 1e6:,.0f} million" if value >= 1e6 else f"{value:,.0f}"


PICTURES: Final[Mapping[str, Picture]] = {
    "table": table,
    "choices": choices,
    "par": pars,
    "first-moves": first_moves,
    "unwelcome": unwelcome,
    "highest": highest,
    "proofs": proofs,
    "errors": errors,
    "given-away": given_away,
    "gaps": gaps,
    "players": players,
}
"""The pictures by the names of their files."""
