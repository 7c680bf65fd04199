"""The text of the page "What the game is like": every number in it from what was collected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import factorial, log10
from statistics import fmean, median
from typing import Final

from battle.rules.files import Par
from battle.rules.position import (
    ALL_POINTS,
    ALL_TILES,
    COLUMNS,
    COPIES,
    KINDS,
    RANKS,
    ROWS,
    SUITS,
)
from tools.calibrate import SHORT_SEARCH
from tools.portrait import data, layouts, turns
from tools.portrait.data import NODES, Collected, Proven
from tools.portrait.intervals import (
    LEAST,
    Estimate,
    few_above,
    grouped,
    less,
    mean,
    middle,
    pooled,
    share_of,
)
from tools.portrait.turns import LEVELS
from tools.portrait.words import (
    counted,
    many,
    measured,
    percent,
    points,
    power,
    rounded,
    share,
    signed,
)
from tools.strength import TILES

COMMAND: Final = "python -m tools.portrait"


def page(some: Collected) -> str:
    """Return the page as Markdown; its pictures lie beside it."""
    chapters = (
        *(_opening, _words, _short, _size, _par, _first_moves, _unwelcome, _highest, _proofs),
        *(_estimates, _moves, _games, _players, _luck, _sources),
    )
    return "\n\n".join(text for chapter in chapters for text in chapter(some)) + "\n"


def _picture(name: str, words: str, see: str) -> Iterator[str]:
    """Yield a picture, and a sentence that says what to see in it."""
    yield f"![{words}]({name}.svg)"
    yield f"**What to see:** {see}"


def _how(*commands: str, note: str = "") -> Iterator[str]:
    """Yield the line that says how a chapter's figures are made again."""
    yield (
        "<sub>To measure it again: " + ", ".join(f"`{one}`" for one in commands) + f".{note}</sub>"
    )


SURVEY: Final = "mahjong-battle survey 1 100 --threads 1 --output par.csv"
SAMPLE: Final = ("python -m tools.calibrate sample FILE", f"{COMMAND} positions FILE")

# -- the game, and the words for it ----------------------------------------------------------------


def _opening(some: Collected) -> Iterator[str]:
    yield "# What the game is like"
    yield (
        "Mahjong Battle is a game for two, played with the tiles of mahjong. There are"
        f" {len(KINDS)} kinds of tile: {len(SUITS)} suits (character, dot and bamboo), each with"
        f" the numbers {RANKS[0]} to {RANKS[-1]}. Of each kind there are {COPIES} tiles. All"
        f" {ALL_TILES} lie face up on the table, in {COLUMNS} columns of {ROWS}."
    )
    known = data.shown(some) in some.first_moves
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
    yield "## Words and intervals"
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
        " of them: with other deals it would be another. So a figure stands with its *interval*, in"
        " which the true one, of all deals or positions that there are, lies about nineteen times"
        " in twenty: 5 ± 2 is an interval from 3 to 7. In pictures it is a thin line with a short"
        " stroke at both ends. Where two things are compared, the page says their difference with"
        " *its* interval, measured at the same positions where that is possible: if 0 is not in it,"
        " chance alone would seldom make such a difference."
    )
    yield (
        "<sub>Intervals of 95 %: of averages by Student's t, of shares by Wilson, of differences of"
        " shares by Newcombe, of medians by order; of regressions and shares of variance by a"
        " bootstrap of 2,000 draws. What is drawn, and independent, are deals; several games of a"
        " deal, or moves of a game, count as one group. Many statements are made here, and no"
        " interval is widened for that: about one in twenty will miss the truth.</sub>"
    )


def _example(some: Collected) -> str:
    """Return what the picture of a table shows of best moves, nothing if that is not known."""
    number = data.shown(some)
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
        lines.append(
            f"Moving first is worth {worth} points, of {ALL_POINTS} on the table. Whom a deal"
            " favours could hardly be seen by anything that was tried."
        )
    unwelcome = turns.all_unwelcome(turns.of(some.turns, turns.STRONG))
    if len(unwelcome) >= LEAST:
        lines.append(
            f"In good players' games, from {TILES} tiles on, it is bad to be on the move in"
            f" {percent(pooled(unwelcome.values()))} of positions."
        )
    played = data.decided(some, random=False)
    if len(played) >= LEAST:
        lines.append(
            f"With {min(one.tiles for one in played)} to {max(one.tiles for one in played)} tiles"
            " left a highest pair is a best move in"
            f" {percent(share_of(_are_best(played)))} of positions, a pair taken at random in"
            f" {measured(_chance(played).times(100))} %."
        )
    if some.pars:
        lines.append(
            "To prove what a deal is worth the program searches"
            f" {many(middle(_deal_proofs(some)))} positions, in the middle of all deals."
        )
    best, worst = (turns.losses(some.turns, LEVELS[:one]) for one in (1, len(LEVELS)))
    if best is not None and worst is not None and worst.before is not None:
        lines.append(
            f"From {TILES} tiles left on, the weakest level of the program, {LEVELS[-1]}, gives"
            f" away {measured(worst.proven)} points in a game, the strongest, {LEVELS[0]},"
            f" {measured(best.proven)}; before, {LEVELS[-1]} gives away {measured(worst.before)}"
            " more."
        )
    if lines:
        yield "## In short"
        yield "\n".join(f"- {line}" for line in lines)


# -- deals -----------------------------------------------------------------------------------------


def _size(some: Collected) -> Iterator[str]:
    strong = turns.of(some.turns, turns.STRONG)
    found = turns.choices(strong)
    if not found and not some.sizes:
        return
    yield "## How big is the game?"
    if found:
        yield from _picture(
            "choices",
            "How many pairs there are to take, by tiles left",
            "the height is how many pairs a player can choose from, on average; the game goes from"
            " left to right. Green are games of the program's strongest levels, grey ones in which"
            " both players take any pair. The pale band around a line is its interval.",
        )
        yield (
            f"At the first move there are {measured(found[ALL_TILES])} pairs to choose from, with"
            f" {TILES} tiles left {measured(found[TILES])}. Between the strongest levels a game is"
            f" over after {measured(turns.length(strong))} of {ALL_TILES // 2} turns at most."
        )
    if len(some.sizes) >= LEAST:
        games = [fmean(10**one for one in size.games) for size in some.sizes]
        even = [size.even for size in some.sizes]
        reached = mean([100 * size.reached / size.sampled for size in some.sizes])
        positions = mean([size.even * size.reached / size.sampled for size in some.sizes])
        off = max(mean([10**one for one in size.games]).high for size in some.sizes)
        yield (
            f"In {_deals(len(games))}, drawn by lot, there are from {power(min(games))} to"
            f" {power(max(games))} ways to play to the end (estimated by games at random; no"
            f" interval reaches above {power(off)}). Many of them lead to the same positions: a"
            f" deal can come to {rounded(min(even))} to {rounded(max(even))} of them at the most"
            " (counted exactly: each kind must be left with an even number of tiles). Of such"
            f" positions play can reach {measured(reached)} in 100, found by drawing some at"
            f" random, so that there are {many(positions)} in a deal on average. A proof of par"
            " gets by with a small part of them. But of deals that differ in more than the order"
            f" of columns and suits there are over {_all_deals()}."
        )
    yield from _how(f"{COMMAND} turns", f"{COMMAND} sizes")


def _all_deals() -> str:
    """Return how many deals differ in more than their disguise, as a power of ten, at least."""
    whole = factorial(ALL_TILES) // factorial(COPIES) ** len(KINDS)
    disguises = factorial(COLUMNS) * 2**COLUMNS * factorial(len(SUITS)) ** len(RANKS)
    return power(10 ** int(log10(whole // disguises)))


def _par(some: Collected) -> Iterator[str]:
    values = data.values(some.pars)
    yield "## What is moving first worth?"
    if not values:
        yield "No deal is solved yet."
        return
    yield from _picture(
        "par",
        "A dot for every deal, placed by its par, and the average of all",
        "every dot is a solved deal; right of the dashed line the first player wins it with perfect"
        " play (green), left of it the second (orange), on it neither (grey). The black dot below"
        " is the average, with its interval.",
    )
    wins = [
        share(share_of(those), "deals")
        for those in (
            [value > 0 for value in values],
            [value < 0 for value in values],
            [value == 0 for value in values],
        )
    ]
    yield (
        f"With perfect play the first player wins {wins[0]}, the second player {wins[1]}, and"
        f" {wins[2]} end in a draw. On average moving first is worth"
        f" **{measured(mean(values), sign=True)} points**. The lowest par is {signed(values[0])},"
        f" the highest {signed(values[-1])}; put in order, the middle one has"
        f" {signed(median(values), 1 if median(values) % 1 else 0)}. It is odd in only"
        f" {share(share_of(value % 2 == 1 for value in values), 'deals')}: all pairs together score"
        f" {ALL_POINTS}, so a game that empties the table ends with an even difference."
    )
    yield (
        "This is what *fair games* of the program rest on: they are played on solved deals, and"
        " one player gets as many points at the start as par gives the other. Then perfect play"
        " ends in a draw."
    )
    if len(values) > 2 * len(layouts.FEATURES):
        yield from _layouts(some.pars)
    yield from _how(SURVEY)


def _layouts(pars: Mapping[int, Par]) -> Iterator[str]:
    rows = layouts.table(pars)
    yield (
        "**Can one see it?** Hardly. Here is what a player may look for before the first move, and"
        " by how many points par is higher where there is one more of it:"
    )
    yield "\n".join(
        [
            "| what | par is higher by |",
            "|---|---|",
            *(
                f"| {name} | {signed(one.value, 1)} ({signed(one.low, 1)} to {signed(one.high, 1)})"
                " |"
                for name, one in layouts.slopes(rows).items()
            ),
        ]
    )
    told = layouts.explained(rows)
    yield (
        "Three lines, all of them about one great first pair, seem to help a little. But they are"
        " chosen of thirteen features that were tried (the seven others told nothing), and of so"
        " many one or two may look so by chance."
        f" The {len(layouts.FEATURES)} of the table together tell only {percent(told)} of"
        " why par differs from deal to deal"
        " (of its variance; every deal guessed from all the others, so that below 0 means worse"
        " than always guessing the average)."
    )


def _first_moves(some: Collected) -> Iterator[str]:
    yield "## How much does the first move matter?"
    single = data.single_best(some.pars)
    if single is not None:
        others = len(some.pars) - single.of
        yield (
            f"In {share(single, 'deals')} there is a single best first move, and every other way to"
            " begin gives points away."
            + (f" ({_deals(others)} more: not decided.)" if others else "")
        )
    worths = some.first_moves
    if not worths:
        yield "Of no deal yet is the value of every first move proven."
        return
    yield from _picture(
        "first-moves",
        "A row for every deal, a dot for every first move",
        "every row is a deal and every dot in it a first move, the further right the better for"
        " the player who makes it; left of 0 the player who began loses. Dots above each other have"
        " the same value. An orange ring means that no pair to take had a higher number. A star at"
        " the deal: it was drawn by lot.",
    )
    lot = [worths[number] for number in data.LOT if number in worths]
    spreads = [data.spread(one) for one in worths.values()]
    yield (
        f"To prove *every* first move takes more work than par alone. It is done for"
        f" {_deals(len(worths))}, where it is from {min(spreads)} to {points(max(spreads))} from"
        " the best first move to the worst. Those without a star were taken because they were"
        " little work, so that no average is made of them. For averages ten deals were drawn by"
        f" lot, once, from the seed {data.SEED}: {', '.join(map(str, data.LOT))}. In this order"
        f" they are worked on, and {len(lot)} {'is' if len(lot) == 1 else 'are'} done"
        f"{'' if len(lot) >= LEAST else ', too few for averages'}."
    )
    if len(lot) >= LEAST:
        costs = data.costs_of_first_moves({n: worths[n] for n in data.LOT if n in worths})
        yield (
            f"In those {len(lot)}, from the best first move to the worst it is"
            f" {measured(mean(list(map(data.spread, lot))))} points on average; the next best gives"
            f" away {measured(mean(list(map(data.second_best, lot))))}, one taken at random"
            f" {measured(mean([one.random for one in costs]))}."
        )
    yield from _how(SURVEY, f"{COMMAND} first-moves")


# -- on the move -----------------------------------------------------------------------------------


def _unwelcome(some: Collected) -> Iterator[str]:
    strong, weak = (turns.of(some.turns, those) for those in (turns.STRONG, turns.WEAK))
    even, odd = (turns.unwelcome(strong, left) for left in (0, 1))
    if min(len(even), len(odd)) < LEAST:
        return
    yield "## Is it good to be on the move?"
    yield (
        "Both players can always take the same pairs; only the turn tells them apart. So where the"
        " value of a position is below 0, it is bad to be on the move: who could pass would, and"
        " the other player, put on the move instead, would lose just as many points. Chess players"
        " call that *zugzwang*."
    )
    yield from _picture(
        "unwelcome",
        "How often it is bad to be on the move, by tiles left",
        "the height is the share of positions in which the player on the move would rather pass,"
        " in games between the program's strongest levels; the game goes from left to right. Green"
        " are positions with an even number of pairs on the table, orange those with an odd one."
        " The pale band around a line is its interval; every value is proven.",
    )
    first = [value < 0 for value in data.values(some.pars)]
    yield (
        "Before the first move it is bad to be on the move"
        + (f" in {share(share_of(first), 'deals')}." if first else " hardly ever.")
        + f" From {TILES} tiles left on it is in {percent(pooled(even.values()))} of positions with"
        f" an even number of pairs left, and in {percent(pooled(odd.values()))} of those with an"
        f" odd one; on the same deals that is {measured(turns.more(even, odd).times(100))} more in"
        " 100. (In every game the even ones are the first player's turns, so it cannot be told"
        " whether the reason is the number of pairs, or what the first player has taken already.)"
        + _rarer(strong, weak)
    )
    yield from _how(f"{COMMAND} turns")


def _rarer(strong: Sequence[turns.Turns], weak: Sequence[turns.Turns]) -> str:
    """Return how much rarer it is in weak games."""
    those, others = (turns.all_unwelcome(games) for games in (strong, weak))
    if len(those.keys() & others.keys()) < LEAST:
        return ""
    return (
        f" In games between weak levels it is {measured(turns.more(those, others).times(100))} in"
        " 100 rarer, perhaps because their mistakes leave something good to take."
    )


# -- the highest pair ------------------------------------------------------------------------------


def _highest(some: Collected) -> Iterator[str]:
    first = data.highest_first(some.pars)
    those, others = (data.decided(some, random=random) for random in (False, True))
    yield "## Is the highest pair the best?"
    yield (
        "A *highest pair* is one of those with the highest number, of all that can be taken in a"
        " position. It scores most at once. But what it uncovers the other player may take, so it"
        " need not be a best move. Where several have that number, it counts if one of them is"
        " best."
    )
    if first is None and not those and not others:
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
    if first is not None:
        chance = data.pair_is_best(some).get(data.BANDS[-1])
        yield (
            f"At the first move a highest pair is a best move in {share(first, 'deals')}"
            + (
                f"; a pair at random would be in {measured(chance.times(100))} %."
                if chance is not None
                else "."
            )
        )
    if those:
        searched = share_of(_are_best(those))
        text = (
            "Later it depends on how the game was played. In games in which the program searched"
            f" {SHORT_SEARCH.nodes} positions before every move (green), a highest pair is a"
            f" best move in {share(searched, 'positions')}."
        )
        if others:
            at_random = share_of(_are_best(others))
            more = _at_the_same_tiles(others, those)
            text += (
                f" In games played at random (orange) it is in {share(at_random, 'positions')}"
                + (
                    f"; where there are both with as many tiles left, {measured(more)} in 100 more"
                    " often"
                    if more is not None
                    else ""
                )
                + ": most likely because who plays at random"
                " leaves high pairs lying, and then it is right to take them. Games of people who"
                " think ahead are more like the first."
            )
        yield text + " So the highest pair is a good guess, but no sure one."
    yield from _how(SURVEY, *SAMPLE)


def _at_the_same_tiles(some: Sequence[Proven], others: Sequence[Proven]) -> Estimate | None:
    """Return how much more often in 100 a highest pair is best, at tiles that both have."""
    both = {one.tiles for one in some} & {one.tiles for one in others}
    shares = [
        share_of(_are_best([one for one in those if one.tiles in both])) for those in (some, others)
    ] if both else []  # fmt: skip
    return less(*shares).times(100) if shares else None


def _are_best(positions: Sequence[Proven]) -> list[bool]:
    """Return whether a highest pair is a best move, of positions whose moves are all proven."""
    return [one.choice.is_best for one in positions if one.choice is not None]


def _chance(positions: Sequence[Proven]) -> Estimate:
    """Return how often a pair at random is a best move, of at least one position."""
    return mean([one.choice.best / one.choice.moves for one in positions if one.choice is not None])


# -- proofs and estimates --------------------------------------------------------------------------


def _deal_proofs(some: Collected) -> list[int]:
    return [nodes for tiles, nodes in data.proofs(some) if tiles == ALL_TILES]


def _proofs(some: Collected) -> Iterator[str]:
    found = data.proofs(some)
    yield "## How much work is a proof?"
    yield from _picture(
        "proofs",
        "Positions searched until the value is proven, by tiles left",
        "every pale blue dot is a proof, the higher the more work; every line upwards is ten times"
        " as much as the one below. The fewer tiles are left, further right, the less work it is."
        " A white dot has half of the proofs above it and half below; the thick black line, which"
        " is no interval, is as long as the middle half of them.",
    )
    small = grouped(found)
    sure = sorted(
        tiles for tiles, those in small.items() if tiles != ALL_TILES and len(those) >= LEAST
    )
    rows = [tiles for tiles, those in sorted(small.items()) if middle(those).is_bounded]
    if rows:
        yield "\n".join(
            [
                "| tiles left | positions searched, in the middle of all proofs | proofs |",
                "|---|---|---|",
                *(
                    f"| {tiles} | {many(middle(small[tiles]))} | {len(small[tiles])} |"
                    for tiles in rows
                    if tiles % 12 in (0, 4)
                ),
            ]
        )
    sentences = []
    if len(sure) > 1:
        below, above = sure[0], sure[-1]
        factor = data.growth([one for one in found if one[0] != ALL_TILES], 2)
        sentences.append(
            f"From {below} to {above} tiles, every pair more on the table makes the work"
            f" {factor.value:.2f} times as much ({factor.low:.2f} to {factor.high:.2f})."
        )
    deals = small.get(ALL_TILES, [])
    if len(deals) >= LEAST:
        sentences.append(
            f"Of {_deals(len(deals))} the cheapest took {rounded(min(deals))}, the dearest"
            f" {rounded(max(deals))}. A core"
            " of today searches [up to two million](../../bench/log.md) in a second."
        )
    if sentences:
        yield " ".join(sentences)
    yield (
        "All of these were made by one thread (deals that two threads proved are not counted"
        " here), later positions with a table of 256 MiB, deals with"
        " one of 2 to 4 GiB (in eight times as much a deal takes 3 % less). Where the proof of a"
        " deal was interrupted and begun again, the work lost may be counted with it. Times are not"
        " shown, since the machine had other work to do."
    )
    yield from _how(SURVEY, *SAMPLE)


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
    yield from _error(some, data.BANDS[-1], "At the first move")
    yield from _error(some, data.BANDS[2], "With {} to {} tiles left".format(*data.BANDS[2]))
    yield (
        "With few tiles left a search often ends as a proof: then the answer is not off at all."
        " (Estimates are corrected by what earlier proofs had shown, and many of the same positions"
        " are counted here; at others they are off by a little more.)"
    )
    yield from _how(f"{COMMAND} games", *SAMPLE)


def _error(some: Collected, band: data.Band, when: str) -> Iterator[str]:
    """Yield how far off estimates are, and how much the search gains, at the same positions."""
    few, much = NODES[0], NODES[-1]
    off = [data.errors(some, nodes).get(band) for nodes in (few, much)]
    gains = [data.saved(some, band, nodes) for nodes in (few, much)]
    if None in off or None in gains:
        return
    (short, long), (little, more) = (
        [one for one in both if one is not None] for both in (off, gains)
    )
    yield (
        f"{when} an estimate is off by {measured(short)} points after a search of {few:,}"
        f" positions, and by {measured(long)} after {much:,}. Always giving the average is off"
        f" by {measured(little, sign=True)} and {measured(more, sign=True)} more."
        + ("" if more.low > 0 else " So it is not shown that a search helps there.")
    )


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
        " the interval.",
    )
    text = (
        f"A pair taken at random gives away {measured(away['random'])} points, a highest pair"
        f" {measured(away['highest'])}."
    )
    searched = [key for key in away if isinstance(key, int)]
    if searched:
        least, most = min(searched), max(searched)
        rows = [
            (one.choice.highest - one.lost[least], one.lost[least] - one.lost[most])
            for one in those
            if one.choice is not None and least in one.lost and most in one.lost
        ]
        gains = [measured(mean(column)) for column in zip(*rows, strict=True)]
        text += (
            f" After a search of {least:,} positions the program gives away"
            f" {measured(away[least])}, after {most:,} it is {measured(away[most])}. At the same"
            f" positions a highest pair"
            f" gives away {gains[0]} more than the short search, and that {gains[1]} more than the"
            " long one."
        )
    if easier:
        text += (
            f" (At {counted(len(others), 'position', 'positions')} from games played at random, a"
            f" highest pair gives away {measured(easier['highest'])}.)"
        )
    yield text
    yield from _how(*SAMPLE)


def _games(some: Collected) -> Iterator[str]:
    gaps = data.gaps(some)
    if not gaps:
        return
    fewest, most = min(gaps), max(nodes for nodes in gaps if nodes <= NODES[-1])
    yield "## How far from perfect are whole games?"
    yield (
        f"On {_deals(len(gaps[fewest]))} that are solved the program has played whole games"
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
    far = {nodes: mean([abs(one) for one in those.values()]) for nodes, those in gaps.items()}
    both = gaps[fewest].keys() & gaps[most].keys()
    nearer = mean([abs(gaps[fewest][one]) - abs(gaps[most][one]) for one in both])
    on_par = share_of(gap == 0 for gap in gaps[most].values())
    first = data.first_is_best(some, most)
    yield (
        f"With {fewest:,} positions per move games end {measured(far[fewest])} points away from par"
        f" on average, with {most:,} it is {measured(far[most])}, on the same deals"
        f" {measured(nearer)} less, and {share(on_par, 'games')} end on par."
        + (f" The first move is a best one in {share(first, 'deals')}." if first else "")
        + "".join(
            f" With {nodes:,}, as many as the strongest level searches, on"
            f" {_deals(len(those))} it is {measured(far[nodes])}."
            for nodes, those in gaps.items()
            if nodes > most and len(those) >= LEAST
        )
        + " Both players together give away more than that: what one gives away the other may give"
        " back, and only the difference shows at the end."
    )
    yield from _how(f"{COMMAND} games")


def _players(some: Collected) -> Iterator[str]:
    rows = turns.table(some.turns)
    if len(rows) < LEAST:
        return
    yield "## Who gives away how much?"
    yield (
        f"The program can be played against on {len(LEVELS)} levels, from {LEVELS[-1]} to"
        f" {LEVELS[0]}. Beside them stand players that anyone understands: *random* takes any pair,"
        " *greedy* a highest one; *bot* takes the pair that scores most, less the most that the"
        " other player can then take ([how to write it](../bot.md)), and *depth=2* is the program"
        " when it may look two turns ahead."
    )
    yield from _picture(
        "players",
        "What players give away in a whole game",
        f"the shorter the bar, the stronger the player. Dark is what was given away from {TILES}"
        f" tiles left on, light what was given away before, compared with {LEVELS[0]}; the thin"
        " black line is the interval of both together. Of"
        f" {LEVELS[0]} there is only the dark part.",
    )
    yield "\n".join(
        [
            f"| player | from {TILES} tiles on | before, more than {LEVELS[0]} | both | games |",
            "|---|---|---|---|---|",
            *(
                f"| {name} | {measured(one.proven)} |"
                f" {'' if one.before is None else measured(one.before, sign=True)} |"
                f" {'' if one.before is None else measured(one.whole)} | {one.games} |"
                for name, one in rows
            ),
        ]
    )
    yield (
        f"From {TILES} tiles left on every move of every game is compared with its proof. Before"
        " that a proof of each would take too long; there it is proven by how much more two players"
        " gave away than each other, since each deal was played from both sides. Levels met the"
        " next level, the other players met casual; against others a player may give away more or"
        " less." + _few(some) + _whole(some)
    )
    yield from _labels(some)
    yield from _how(
        "mahjong-battle match casual greedy --first 2001 --deals 20 --output FILE",
        "python -m tools.strength judge FILE",
        f"{COMMAND} turns FILE",
        "python -m tools.points_lost 3 5 --nodes 1200000",
        "python -m tools.points_lost 7 7 --nodes 1200000",
    )


def _few(some: Collected) -> str:
    """Return how the interval of the strongest was found, if it is that of few deals."""
    lost = [fmean(those) for those in turns.lost_by_deal(some.turns, LEVELS[0]).values()]
    if not (above := few_above(lost)):
        return ""
    return (
        f" {LEVELS[0].capitalize()} gave something away on only"
        f" {share(share_of(one > 0 for one in lost), 'deals')}, from {points(above[0])} to"
        f" {points(above[-1])} a game; its interval is that of this share, times these."
    )


def _whole(some: Collected) -> str:
    """Return what is known of whole games of the strongest."""
    if len(some.whole) < LEAST:
        return ""
    lost = mean([both / 2 for both in some.whole])
    return (
        f" What {LEVELS[0]} itself gives away there is little, but not nothing: in"
        f" {counted(len(some.whole), 'whole game', 'whole games')} proven from the first move, of"
        " deals that were not drawn by lot, with about as long a search,"
        f" a player gave away {measured(lost)} points in the whole game. By"
        " about so much every line is too low."
    )


def _labels(some: Collected) -> Iterator[str]:
    """Yield whether the names of levels are what people understand."""
    both = turns.both_sides(some.turns, "greedy", "casual").values()
    if len(both) < LEAST:
        return
    won = pooled([(one.margin > 0, other.margin < 0) for one, other in both])
    count = 2 * len(both)
    wins = f"{won.value * count:.0f} of {count} games ({percent(won)[:-1].replace(' (', ', ')})"
    better = mean([(one.margin - other.margin) / 2 for one, other in both])
    yield (
        "**Are the levels what their names say?** Their points are measured: on these deals they"
        " are right to within their interval, on others all but the strongest came out a little"
        " lower ([how](../../assets/levels/README.md)). As for names: who only ever takes a highest"
        f" pair won {wins} against"
        f" casual, by {measured(better, sign=True)} points a game."
        + (
            " So casual plays worse than a rule of one line. It is, like novice, for somebody who"
            " still learns to see the pairs; who looks further should begin with club."
            if better.low > 0
            else ""
        )
        + _as_club(some)
    )


def _as_club(some: Collected) -> str:
    """Return how a bot that looks at the reply compares with club."""
    bot, club = (turns.lost_by_deal(some.turns, name) for name in ("bot", "club"))
    if len(bot.keys() & club.keys()) < LEAST:
        return ""
    return (
        " Club is about what one comes to who looks at the other player's reply: the bot gives away"
        f" {measured(turns.more(bot, club), sign=True)} points more than club from {TILES} tiles"
        " on, on the same deals."
    )


def _luck(some: Collected) -> Iterator[str]:
    rows = [
        (f"{one} and {other}", found)
        for one, other in reversed(list(pairwise(LEVELS)))
        if (found := turns.parts(some.turns, one, other))
    ]
    equal = data.told_by_par(some)
    if not rows and not equal:
        return
    yield "## Luck or skill?"
    if rows:
        yield (
            "Take a game of two neighbouring levels, without knowing which of them you are, nor who"
            " begins. How much of what the results differ by is *skill* (which of the two you are),"
            " how much *luck* (the deal, and who begins), and how much neither (what either"
            " happened to overlook in that game)?"
        )
        yield "\n".join(
            [
                "| players | skill | luck | neither |",
                "|---|---|---|---|",
                *(
                    f"| {names} | "
                    + " | ".join(percent(found[part]) for part in turns.PARTS)
                    + " |"
                    for names, found in rows
                ),
            ]
        )
        yield (
            "These intervals were tried on made-up games whose shares are known: they hold the"
            " truth nearly as often as they should, and a little less often if now and then a game"
            " ends far from the others ([how often](../../bench/log.md))."
        )
        yield (
            "So among weak players the deal hardly matters, and between the strongest it is what"
            " matters most: the better both play, the more a game ends as the deal has settled it."
        )
    if equal:
        words = [
            f"{percent(found)} with {nodes:,} positions per move" for nodes, found in equal.items()
        ]
        yield (
            "Between equals it is the same. Of the results of the games by estimates above, par"
            f" tells {', '.join(words[:-1])} and {words[-1]} (of their variance)."
        )
    yield from _how(f"{COMMAND} turns", f"{COMMAND} games")


# -- sources ---------------------------------------------------------------------------------------


def _sources(some: Collected) -> Iterator[str]:
    yield "## Where the numbers come from"
    proven = sum(one.choice is not None for one in some.positions)
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
            "| [turns.csv](turns.csv) | games of players of all strengths, turn by turn, with"
            f" proven values from {TILES} tiles on |"
            f" {counted(len(some.turns), 'game', 'games')} |",
            "| [sizes.csv](sizes.csv) | positions of deals, and ways to play them |"
            f" {_deals(len(some.sizes))} |",
            "| [whole-games.csv](whole-games.csv) | what whole games gave away, proven from the"
            f" first move | {counted(len(some.whole), 'game', 'games')} |",
        ]
    )
    yield (
        "[What every column means](DATA.md). The data are free for any use (CC BY 4.0: name where"
        " they come from; [how to cite](../../CITATION.cff))."
    )
    yield "What to keep in mind:"
    most = max((one.tiles for one in some.positions), default=0)
    yield "\n".join(
        [
            "- The solved deals are numbers 1 to 100; none was left out."
            " Games of levels are from deals 2001 to 2100.",
            *(
                [
                    f"- Between the first move and {most} tiles left few values are proven: proofs"
                    " there take long. So the places along some pictures are not evenly spaced."
                ]
                if most
                else []
            ),
            "- Of the later positions some come from games played at random, others from games in"
            f" which the program searched {SHORT_SEARCH.nodes} positions before every move."
            " Where proofs and estimates are shown, both are counted together, and not in the same"
            " parts at every number of tiles: at some all proofs are of one kind. All players but"
            " *random*, *greedy* and *bot* are this program: people may play differently.",
            "- Where it is not proven whether a highest pair is a best first move, a deal does not"
            " count for that.",
        ]
    )
    yield (
        f"The pictures and this page are made by `{COMMAND} draw`. A sample for"
        f" `{COMMAND} positions` comes from `python -m tools.calibrate sample`"
        " ([how](../../assets/estimates/README.md)). What takes long can be stopped at any time and"
        " goes on where it was."
    )


def _deals(number: int) -> str:
    return counted(number, "deal", "deals")
