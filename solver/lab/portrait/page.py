"""The page "What the game is like": its text, every number in it from what was collected."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean, median

from battle.rules.cells import COLUMNS, ROWS
from battle.rules.tiles import COPIES
from solver.lab.losses import mean
from solver.lab.portrait import figures
from solver.lab.portrait.figures import FULL, LEAST, Collected, Share
from solver.lab.portrait.games import NODES
from solver.lab.portrait.words import counted, measured, points, rounded, share, signed

COMMAND = "python -m solver.lab.portrait"


def page(some: Collected) -> str:
    """Return the page as Markdown; its pictures lie beside it."""
    paragraphs = [
        *_opening(some),
        *_par(some),
        *_first_moves(some),
        *_highest(some),
        *_truth(some),
        *_estimates(some),
        *_sources(some),
    ]
    return "\n\n".join(paragraphs) + "\n"


def _picture(name: str, words: str) -> str:
    return f"![{words}]({name}.svg)"


def _opening(some: Collected) -> Iterator[str]:
    yield "# What the game is like"
    yield (
        f"Mahjong Battle is a game for two. {FULL} tiles lie face up on a table of {COLUMNS}"
        f" columns and {ROWS} rows, {COPIES} of each kind. Only the top and the bottom tile of a"
        " column can be reached. The players take turns. Each turn takes two equal tiles that can"
        " be reached, and scores the number on them. The game ends when the player whose turn it"
        " is has no pair to take; more points win. Nothing is hidden and nothing is left to"
        " chance once the tiles lie there."
    )
    yield (
        "So every table, a *deal*, has a result that is settled before the first move, if both"
        " players play without a mistake: its **par**, the points that the first player is then"
        " ahead by. Nobody sees par by looking; a program finds it by searching. This page tells"
        f" what such searches have found so far. It rests on {_deals(len(some.pars))} solved to"
        f" the end and on {counted(len(some.positions), 'later position', 'later positions')}, and"
        " is made anew as more are solved."
    )
    yield (
        "**How sure is it?** A thin line with two ends is an error bar. The true figure, the one"
        " of all deals that there are, is inside it about nineteen times in twenty; in sentences"
        " the bar's reach stands after a ±, or its two ends in brackets. Few deals make long bars."
    )


def _par(some: Collected) -> Iterator[str]:
    values = figures.values(some.pars)
    yield "## What moving first is worth"
    if not values:
        yield "No deal is solved yet."
        return
    count = len(values)
    ahead = Share(sum(value > 0 for value in values), count)
    even = Share(values.count(0), count)
    behind = Share(sum(value < 0 for value in values), count)
    yield _picture("par", "A dot for every deal, placed by its par, and the mean of all")
    yield (
        f"Every dot is a deal. With perfect play the first player wins {share(ahead)} of the"
        f" deals, the second player {share(behind)}, and {share(even)} end even. On average moving"
        f" first is worth **{measured(mean(values), sign=True)} points**; the middle deal has"
        f" {signed(median(values), 1 if median(values) % 1 else 0)}, the lowest"
        f" {signed(values[0])}, the highest {signed(values[-1])}."
    )
    yield (
        "That is why the program deals fair games on solved deals: it knows how many points the"
        " second player has to be given."
    )


def _first_moves(some: Collected) -> Iterator[str]:
    yield "## How much the first move matters"
    single = figures.single_best(some.pars)
    if single.of:
        yield (
            f"Of the deals of which all best first moves are known, {share(single)} have only one:"
            " every other way to begin gives points away."
        )
    worths = list(some.first_moves.values())
    if not worths:
        yield "Of no deal yet is the value of every first move known."
        return
    yield _picture("first-moves", "A row for every deal, a dot for every first move")
    spreads = [figures.spread(one) for one in worths]
    seconds = [figures.second_best(one) for one in worths]
    random = [choice.random for choice in figures.choices_of_deals(some.first_moves).values()]
    known = f"Of {_deals(len(worths))} the value of *every* first move is proven."
    if len(worths) < LEAST:
        listed = "; ".join(
            f"deal {number}, from {signed(min(one.values()))} to {signed(max(one.values()))}"
            for number, one in some.first_moves.items()
        )
        yield f"{known[:-1]}: {listed}. The further right a dot lies, the better the move."
        return
    yield (
        f"{known} A row is a deal, a dot a first move, the further right the better. From the best"
        f" to the worst it is {measured(mean(spreads))} points; what comes after the best costs"
        f" {measured(mean(seconds))}, and a first move taken without looking"
        f" {measured(mean(random))} on average."
    )


def _highest(some: Collected) -> Iterator[str]:
    shares = figures.highest_is_best(some)
    others = figures.pair_is_best(some)
    yield "## Is the highest pair the best?"
    yield _picture("highest", "How often the highest pair is best, by tiles left")
    yield (
        "Nine points are nine points, but taking a pair lets the other player reach what lay"
        " under it. From left to right the table empties. A green dot tells how often one of the"
        " highest pairs that can be taken is a best move, a grey one the same for any pair."
    )
    full = figures.BANDS[-1]
    later = [one for band, one in shares.items() if band != full]
    if full in shares:
        yield (
            f"At the first move the highest pair was among the best in {share(shares[full])} deals."
        )
    if later:
        whole = Share(sum(one.count for one in later), sum(one.of for one in later))
        # The weight of a band is how many positions it has, in both figures.
        any_pair = fmean(
            one.choice.best / one.choice.moves for one in some.positions if one.choice is not None
        )
        yield (
            f"Later it was in {share(whole)} positions; a pair taken without looking would have"
            f" been in {100 * any_pair:.0f} %. Greed is a good guess, but no sure one."
            if whole.interval[0] > any_pair
            else f"Later it was in {share(whole)} positions."
        )
    if not shares and not others:
        yield "Nothing is known of it yet."


def _truth(some: Collected) -> Iterator[str]:
    found = figures.proofs(some)
    yield "## When the truth can be known"
    yield _picture("proofs", "Positions searched until the value is proven, by tiles left")
    yield (
        "To prove what a position is worth the program searches other positions that it can lead"
        " to. The more tiles, the more there are: every line upwards in the picture is ten times"
        " as many as the one below. The bars here hold the middle half of all positions of that"
        " size; the rest lies outside."
    )
    nodes = [count for tiles, count in found if tiles == FULL]
    small = {tiles: [one for at, one in found if at == tiles] for tiles, _ in found}
    sure = sorted(tiles for tiles, those in small.items() if tiles != FULL and len(those) >= LEAST)
    sentences = []
    if len(sure) > 1:
        below, above = sure[0], sure[-1]
        factor = figures.growth([one for one in found if one[0] != FULL], 2)
        sentences = [
            f"With {below} tiles it takes about {rounded(median(small[below]))}, with {above}"
            f" about {rounded(median(small[above]))}: every pair more on the table makes it"
            f" {factor:.1f} times as much."
        ]
    if nodes:
        sentences.append(f"Of whole deals, half took more than {rounded(median(nodes))}.")
    if sentences:
        yield " ".join(sentences)
    yield _picture("errors", "How far off estimates are, by tiles left and by how long was looked")
    yield (
        "Before that there are estimates: the program looks at some of what may come, and says"
        " what it believes. The picture shows how far off such a belief is, at positions whose"
        " true value is known."
    )
    told = [
        *_error(some, figures.BANDS[-1], "At the first move"),
        *_without_looking(some),
        *_error(some, figures.BANDS[2], "With {} to {} tiles left".format(*figures.BANDS[2])),
    ]
    if told:
        yield " ".join(told)


def _error(some: Collected, band: tuple[int, int], when: str) -> Iterator[str]:
    """Yield how far off estimates are with so many tiles, after a short look and a long one."""
    few, many = NODES[0], NODES[-1]
    short, long = (figures.errors(some, nodes).get(band) for nodes in (few, many))
    if short is not None and long is not None:
        yield (
            f"{when} it is off by {measured(short)} points after {few:,} positions, and by"
            f" {measured(long)} after {many:,}."
        )


def _without_looking(some: Collected) -> Iterator[str]:
    """Yield how far off somebody is who says the average par of every deal."""
    values = figures.values(some.pars)
    if len(values) >= LEAST:
        away = mean([abs(value - fmean(values)) for value in values])
        yield (
            "Whoever says the average par of every deal, without looking at it, is off by"
            f" {measured(away)}: an estimate is worth what it betters that by."
        )


def _estimates(some: Collected) -> Iterator[str]:
    yield "## How far good play is from perfect play"
    away = figures.given_away(some.positions)
    if away:
        yield _picture("given-away", "What a move gives away, by how it is chosen")
        count = sum(one.choice is not None for one in some.positions)
        looked = [key for key in away if isinstance(key, int)]
        text = (
            f"At {counted(count, 'position', 'positions')} the value of every move is proven, so"
            " what a move gives away is known to the point. Any pair costs"
            f" {measured(away['random'])} points, the highest {measured(away['highest'])}."
        )
        if looked:
            least, most = min(looked), max(looked)
            text += (
                f" Who looks at {least:,} positions first loses {measured(away[least])}, at"
                f" {most:,} {measured(away[most])}."
            )
        yield text
    most = NODES[-1]
    lost = figures.given_away_first(some, most)
    if len(lost) >= LEAST:
        yield (
            f"At the first move of the {_deals(len(lost))} whose first moves are all proven,"
            f" looking at {most:,} positions lost {measured(mean(lost))} points, and nothing in"
            f" {share(Share(lost.count(0), len(lost)))}."
        )
    gaps = figures.gaps(some)
    if gaps:
        yield _picture("gaps", "How far from par games end that estimates play")
        fewest, many = min(gaps), max(gaps)
        yield (
            "Here the program has played whole games against itself, looking at so many positions"
            f" before every move; {_deals(len(gaps[many]))}, a dot a game. With two perfect"
            f" players all dots would lie on the line. With {fewest:,} positions a move games end"
            f" {measured(mean(list(map(abs, gaps[fewest]))))} points away from par, with {many:,}"
            f" {measured(mean(list(map(abs, gaps[many]))))}, and"
            f" {share(Share(gaps[many].count(0), len(gaps[many])))} end on par. What both give"
            " away cancels, so it is more than the picture shows."
        )
    if some.levels:
        yield _picture("levels", "What levels of the program give away in a whole game")
        names = [name for name, _ in some.levels]
        worst, best = some.levels[0][1], some.levels[-1][1]
        yield (
            "The levels of the program are called by what they lose. In a whole game the"
            f" {names[0]} gives away {measured(worst)} points and the {names[-1]} level"
            f" {measured(best)}. Moving first is worth"
            + (
                f" {points(abs(fmean(figures.values(some.pars))), 1)}: among people who learn the"
                " game, playing well decides far more than the seat."
                if some.pars
                else " little beside that."
            )
        )


def _sources(some: Collected) -> Iterator[str]:
    proven = sum(one.choice is not None for one in some.positions)
    yield "## Where the numbers come from"
    yield "\n".join(
        [
            "| file | what it holds | now |",
            "|---|---|---|",
            "| [par.csv](../../assets/deals/par.csv) | the pars of solved deals, all best first"
            f" moves, and what the proofs took | {_deals(len(some.pars))} |",
            "| [first-moves.csv](first-moves.csv) | the value of every first move of solved deals"
            f" | {_deals(len(some.first_moves))} |",
            "| [positions.csv](positions.csv) | proven positions from the course of games, what"
            f" was estimated of them, what their moves give away | {len(some.positions):,}"
            " positions,"
            f" {proven:,} with all moves |",
            "| [games.csv](games.csv) | games that estimates played from solved deals |"
            f" {counted(len(some.games), 'game', 'games')} |",
            "| [measured.csv](../../assets/levels/measured.csv) | what levels lose |"
            f" {counted(len(some.levels), 'level', 'levels')} |",
        ]
    )
    yield (
        "Columns are described at the top of the modules in `solver/lab/portrait`. Pictures and"
        f" page are made by `{COMMAND} draw`. More is collected by `{COMMAND} first-moves`,"
        f" `{COMMAND} games` and `{COMMAND} positions SAMPLE`, where a sample comes from `python"
        " -m solver.lab.calibrate sample` ([how](../../assets/estimates/README.md)); the first"
        " two can be killed at any time and go on where they were."
    )
    yield (
        "What to keep in mind: deals are solved as time allows, and some of them cost more than"
        " others. Some of the later positions come from random play, others from play that looks"
        " a little ahead; games between good players may look different. Estimates are corrected"
        " by what proven positions have shown, and many of those are counted here too, so they"
        " are a little further off than it looks. Where it is not decided whether the highest"
        " pair keeps par, a deal is not counted for it."
    )


def _deals(number: int) -> str:
    return counted(number, "deal", "deals")
