"""The pictures of the page, each drawn by matplotlib from what was collected.

White ground and dark ink, so that a picture reads on light and on dark pages. The same data make
the same file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any, Final, TypeAlias

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from battle.rules.position import deal
from tools.portrait import figures, turns
from tools.portrait.data import LOT, NODES
from tools.portrait.figures import BANDS, FULL, Band, Collected
from tools.portrait.intervals import LEAST, Estimate, grouped, mean, rounded

INK: Final = "#24292f"
FAINT: Final = "#6a737d"
GRID: Final = "#e4e7eb"
GREEN: Final = "#17735f"
PALE: Final = "#8fc3b5"
ORANGE: Final = "#d0672a"
BLUE: Final = "#2c62a8"
VIOLET: Final = "#80489c"
GREY: Final = "#a3abb3"

SERIES: Final = tuple(zip(NODES, (ORANGE, VIOLET, BLUE), strict=True))
"""The searches that errors are shown of, and their inks."""

STYLE: Final[dict[Any, Any]] = {
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
    "errorbar.capsize": 4,
    "legend.frameon": False,
    "legend.handletextpad": 0.2,
    "legend.columnspacing": 1.2,
    "legend.labelcolor": FAINT,
    "figure.constrained_layout.h_pad": 0.1,
    "svg.fonttype": "none",
    "svg.hashsalt": "portrait",
}
_TILES: Final = "tiles on the table: the game goes from left to right"

Picture: TypeAlias = Callable[[Axes, Collected], float]
"""Draws, and returns the height in inches."""


def svg(draw: Picture, some: Collected) -> str:
    """Return a picture as SVG."""
    with rc_context(STYLE):
        figure = Figure(layout="constrained")
        figure.set_size_inches(8, draw(figure.add_subplot(), some))
        file = StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return "".join(f"{line.rstrip()}\n" for line in file.getvalue().splitlines())


def pars(axes: Axes, some: Collected) -> float:
    """Draw par: a dot for every deal, and below it their average with its error bar."""
    values, average = some.values, mean(some.values)
    heights = _stacked(values)
    inks = [GREEN if value > 0 else ORANGE if value < 0 else GREY for value in values]
    axes.set(
        title="Par: the points that the first player wins a deal by, with perfect play",
        xlabel="par: points that the first player is ahead by at the end",
        ylim=(-3, max(heights) + 1),
    )
    axes.scatter(values, heights, c=inks, s=60)
    axes.axvline(0, color=GREY, dashes=(4, 4))
    top = axes.get_xaxis_transform()
    axes.text(-0.4, 1.02, "second player wins ◂", transform=top, ha="right", color=FAINT)
    axes.text(0.4, 1.02, "▸ first player wins", transform=top, color=FAINT)
    _rows(axes, {1: "each deal", -1.5: "their average"})
    beside = [[average.value - average.low], [average.high - average.value]]
    axes.errorbar(average.value, -1.5, xerr=beside, color=INK, fmt="o", elinewidth=1.6)
    axes.text(average.high + 0.4, -1.5, f"{average:+}", va="center")
    return 2.2 + 0.14 * max(heights)


def first_moves(axes: Axes, some: Collected) -> float:
    """Draw the value of every first move: a row a deal."""
    rows = sorted(some.first_moves.items(), key=lambda row: (max(row[1].values()), -row[0]))
    for row, (number, worths) in enumerate(rows):
        start, values = deal(number), [worths[one] for one in sorted(worths)]
        points = [start.worth(one) for one in sorted(worths)]
        axes.hlines(row, min(values), max(values), color=GRID, zorder=1)
        axes.scatter(
            values,
            [row + up for up in _apart(values, 0.16, 0.36)],
            c=[GREEN if value == max(values) else GREY for value in values],
            edgecolors=[ORANGE if one == max(points) else "none" for one in points],
            s=34,
            linewidths=1.8,
        )
    stars = dict.fromkeys(LOT, " ★")
    _rows(axes, {n: f"deal {one}{stars.get(one, '')}" for n, (one, _) in enumerate(rows)})
    axes.set(
        title="What every first move is worth, in the deals where all of them are proven",
        xlabel="value of the move: points that the first player then wins by",
    )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.scatter([], [], c=GREEN, label="a best move")
    axes.scatter([], [], c=GREY, label="any other move")
    axes.scatter([], [], c="white", edgecolors=ORANGE, linewidths=1.8, label="takes a highest pair")
    _legend(axes)
    return 1.6 + 0.3 * len(rows)


def highest(axes: Axes, some: Collected) -> float:
    """Draw how often a highest pair is best, by tiles and by play, beside any pair."""
    searched, at_random = (
        figures.highest_is_best(figures.decided(some, random=random)) for random in (False, True)
    )
    counts = {
        band: " + ".join(
            f"{those[band].of if band in those else 0}" for those in (searched, at_random)
        )
        for band in searched | at_random
    }
    searched[FULL] = figures.highest_first(some.pars.values())
    counts[FULL] = f"{searched[FULL].of} deals"
    places = _by_tiles(axes, counts)
    _dots(axes, places, searched, -0.16, GREEN, "highest, after searches")
    _dots(axes, places, at_random, 0, ORANGE, "highest, after random play")
    _dots(axes, places, figures.pair_is_best(some), 0.16, GREY, "a pair at random")
    axes.set(title="How often a highest pair is a best move", ylim=(0, 1))
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    _legend(axes)
    return 4.2


def proofs(axes: Axes, some: Collected) -> float:
    """Draw how much has to be searched until the value is certain, by tiles left."""
    inks = {figures.PLAY: GREEN, figures.RANDOM: ORANGE, figures.DEALS: FAINT}
    words = {figures.PLAY: "after short searches", figures.RANDOM: "after random play"}
    every = np.array([proof for those in some.proofs.values() for proof in those]).clip(1)
    nodes = every[:, 1]
    for beside, (way, proofs) in zip((0.3, -0.3, 0), some.proofs.items(), strict=True):
        if not proofs:
            continue
        at, own = np.array(proofs).clip(1).T
        axes.scatter(at + beside, own, c=inks[way], alpha=0.2, s=12, linewidths=0, rasterized=True)
        many = {at: those for at, those in grouped(proofs).items() if len(those) >= LEAST}
        halves = [np.quantile(one, [0.25, 0.5, 0.75]) for one in many.values()]
        for place, (low, middle, high) in zip(many, halves, strict=True):
            axes.vlines(place + beside, low, high, color=inks[way], lw=3)
            axes.scatter(place + beside, middle, c="white", edgecolors=inks[way], s=22, zorder=3)
        axes.scatter([], [], c=inks[way], label=words.get(way, "deals"))
    axes.set(
        title="How many positions are searched until a value is proven",
        ylabel="positions searched",
        yscale="log",
        ylim=(nodes.min() / 2, 2 * nodes.max()),
    )
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: rounded(value)))
    axes.minorticks_off()
    return _time(axes) + 0.6


def errors(axes: Axes, some: Collected) -> float:
    """Draw how far off estimates are, by tiles left and by how much was searched."""
    searches = {nodes: figures.errors(some, nodes) for nodes in NODES}
    shown = {band for those in searches.values() for band in those}
    values = {band: one for band, one in figures.values_by_tiles(some).items() if band in shown}
    counts = {
        band: f"{len(those):,} {'deals' if band == FULL else 'positions'}"
        for band, those in values.items()
    }
    places = _by_tiles(axes, counts)
    average = {band: mean(figures.off_average(those)) for band, those in values.items()}
    _dots(axes, places, average, -0.195, GREY, "no search: always the average", lw=1)
    for beside, (nodes, ink) in zip((-0.065, 0.065, 0.195), SERIES, strict=True):
        _dots(axes, places, searches[nodes], beside, ink, f"{nodes:,} positions", lw=1)
    axes.set(title="How far estimates are from the true value, on average", ylabel="points off")
    axes.set_ylim(bottom=0)
    _legend(axes)
    return 4.2


def given_away(axes: Axes, some: Collected) -> float:
    """Draw the cost of a move, by the way it is chosen."""
    names = {"random": "a pair at random", "highest": "a highest pair"}
    found = figures.given_away(figures.decided(some, random=False))
    axes.set_title("What one move gives away, by how it is chosen", pad=10)
    axes.set_xlabel("points given away with a move, on average")
    return _bars(
        axes,
        {
            names[key] if isinstance(key, str) else f"after a search of {key:,} positions": one
            for key, one in found.items()
        },
    )


def players(axes: Axes, some: Collected) -> float:
    """Draw what players give away in a whole game: the proven part, and the part before."""
    rows = turns.table(some.turns)
    axes.set_title("What players give away in a whole game", pad=10)
    axes.set_xlabel("points that one player gives away in a game, on average")
    height = _bars(axes, {name: one.whole for name, one in rows.items()})
    parts = [one.proven.value for one in rows.values()]
    axes.barh(range(len(parts)), parts, height=0.6, color=GREEN)
    return height


def choices(axes: Axes, some: Collected) -> float:
    """Draw how many pairs there are to take, by tiles left."""
    axes.set(title="How many pairs there are to take", ylabel="pairs")
    strong = turns.of(some.turns, turns.STRONG)
    _line(axes, turns.choices(strong), GREEN, "strong levels")
    random = [game for game in some.turns if not game.is_judged]
    _line(axes, turns.choices(random), GREY, "any pair at random")
    axes.set_ylim(bottom=0)
    return _time(axes)


def unwelcome(axes: Axes, some: Collected) -> float:
    """Draw how often it is bad to be on the move, by tiles left."""
    axes.set_title("How often it is bad to be on the move")
    found = turns.unwelcome(turns.of(some.turns, turns.STRONG))
    _line(axes, turns.with_pairs(found, 0), GREEN, "even number of pairs left")
    _line(axes, turns.with_pairs(found, 1), ORANGE, "odd number")
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    axes.set_ylim(bottom=0)
    return _time(axes)


def gaps(axes: Axes, some: Collected) -> float:
    """Draw how far from par games of estimates end: a row for every search, a dot a game."""
    rows = {nodes: [*those.values()] for nodes, those in reversed(figures.gaps(some).items())}
    axes.set_title("How far from par games end when both players go by estimates", pad=38)
    axes.set_xlabel("points more (right) or fewer (left) than par for the first player")
    axes.axvline(0, color=INK, lw=1)
    for row, beyond in enumerate(rows.values()):
        axes.scatter(beyond, [row + up for up in _apart(beyond, 0.1, 0.8)], c=BLUE, s=14)
        words = f"{mean([*map(abs, beyond)])}"
        axes.text(1.02, row, words, transform=axes.get_yaxis_transform(), color=FAINT)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    _rows(axes, {row: f"{nodes:,} positions\nper move" for row, nodes in enumerate(rows)})
    axes.text(1.0, 1.03, "away from par,\non average", transform=axes.transAxes, color=FAINT)
    return 1.6 + 0.65 * len(rows)


# -- parts of pictures -----------------------------------------------------------------------------


def _stacked(values: Sequence[int]) -> list[int]:
    """Return how high each value lies, from 1, if equal ones are on top of each other."""
    seen = Counter[int]()
    heights = []
    for value in values:
        seen[value] += 1
        heights.append(seen[value])
    return heights


def _apart(values: Sequence[int], most: float, room: float) -> list[float]:
    """Return how far up each value lies if equal ones are spread around 0, at most in `room`."""
    steps = {value: (count, min(most, room / count)) for value, count in Counter(values).items()}
    together = zip(map(steps.__getitem__, values), _stacked(values), strict=True)
    return [(height - (count + 1) / 2) * step for (count, step), height in together]


def _rows(axes: Axes, names: Mapping[float, str]) -> None:
    """Name rows at the left, with lines upwards between them."""
    axes.set_yticks([*names], [*names.values()], color=INK)
    axes.grid(axis="x")


def _by_tiles(axes: Axes, counts: Mapping[Band, str]) -> dict[Band, int]:
    """Name the bands that were counted below the picture; return where they lie."""
    bands = [band for band in reversed(BANDS) if band in counts]
    names = ("–".join(map(str, sorted({*band}))) for band in bands)
    words = [f"{name}\n{counts[band]}" for name, band in zip(names, bands, strict=True)]
    axes.set_xticks(range(len(bands)), words, size=9)
    axes.set(xlim=(-0.6, len(bands) - 0.4), xlabel=_TILES)
    axes.grid(axis="y")
    return {band: place for place, band in enumerate(bands)}


def _reach(found: Sequence[Estimate]) -> NDArray[Any]:
    """Return how far the intervals of figures that are not negative reach down and up."""
    rows = [(one.value - one.above_zero.low, one.high - one.value) for one in found]
    return np.array(rows).T


def _dots(
    axes: Axes, places: Mapping[Band, int], spots: Mapping[Band, Estimate],
    beside: float, ink: str, label: str, lw: float = 0,
) -> None:  # fmt: skip
    """Draw a dot a band, a figure with its interval, beside the middle of the band."""
    those = {place: spots[band] for band, place in places.items() if band in spots}
    shown = {place + beside: one for place, one in those.items() if one.of >= LEAST}
    up, bars = [one.value for one in shown.values()], _reach([*shown.values()])
    axes.errorbar([*shown], up, yerr=bars, color=ink, label=label, fmt="o-", elinewidth=1.6, lw=lw)


def _line(axes: Axes, found: Sequence[turns.Turn], ink: str, label: str) -> None:
    """Draw a line by tiles left, with its interval as a pale band."""
    means = {tiles: one.above_zero for tiles, one in turns.by_tiles(found).items()}
    low, up, high = np.array([(one.low, one.value, one.high) for one in means.values()]).T
    axes.fill_between([*means], low, high, color=ink, alpha=0.2, lw=0)
    axes.plot([*means], up, color=ink, label=label)


def _time(axes: Axes) -> float:
    """Let the game go from left to right."""
    axes.invert_xaxis()
    axes.set_xlabel(_TILES)
    axes.grid(axis="y")
    _legend(axes)
    return 3.6


def _bars(axes: Axes, rows: Mapping[str, Estimate]) -> float:
    """Draw a bar a row, the first at the top, with its interval and its figure."""
    places, values = range(len(rows)), [one.value for one in rows.values()]
    _rows(axes, dict(enumerate(rows)))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.barh(places, values, height=0.6, color=PALE)
    axes.errorbar(
        values,
        places,
        xerr=_reach([*rows.values()]),
        color=INK,
        zorder=3,
        fmt="none",
        elinewidth=1.6,
    )
    for row, one in enumerate(rows.values()):
        words = f"{one.value:.{1 if one.value >= 1 else 2}f}"
        offset: dict[str, Any] = {"textcoords": "offset points", "va": "center"}
        axes.annotate(words, (one.high, row), (6, 0), color=FAINT, **offset)
    return 1.5 + 0.32 * len(rows)


def _legend(axes: Axes) -> None:
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=4, borderaxespad=0.2)


PICTURES: Final[Mapping[str, Picture]] = {
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
