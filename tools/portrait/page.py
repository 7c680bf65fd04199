"""The page "What the game is like": its text is `page.md`, every figure is from what was collected.

A sentence that holds only for some data is a figure too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import factorial, log10
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final

from battle.rules.position import (
    ALL_POINTS,
    ALL_TILES,
    COLUMNS,
    COPIES,
    KINDS,
    RANKS,
    ROWS,
    SUITS,
    deal,
)
from solver.levels import levels
from tools.calibrate import SHORT_SEARCH
from tools.portrait import (
    bonus,
    equals,
    figures,
    layouts,
    openings,
    parity,
    place,
    robin,
    turns,
)
from tools.portrait.data import LOT, NODES, SEED, MoveCosts
from tools.portrait.figures import BANDS, FULL, Collected
from tools.portrait.intervals import (
    Estimate,
    few_above,
    grouped,
    less,
    mean,
    middle,
    pooled,
    rounded,
    share,
    signed,
)
from tools.portrait.turns import LEVELS
from tools.strength import TILES

TEXT: Final = Path(__file__).with_name("page.md")

_PLAIN_TILES: Final = (52, 44, 36, 28, 20, 12)

_SUITS: Final = str.maketrans({"m": " character", "p": " dot", "s": " bamboo"})


def page(some: Collected) -> str:
    """Return the page as Markdown; its pictures lie beside it."""
    found: dict[str, object] = {}
    for chapter in (
        *(_rules, _deals, _bonus, _openings, _size, _on_the_move),
        *(_positions, _proofs, _games, _players, _opponents, _equals, _two_games, _place),
    ):
        found |= chapter(some)
    return TEXT.read_text(encoding="utf-8").format(**found)


def _rules(some: Collected) -> dict[str, object]:
    disguises = factorial(COLUMNS) * factorial(len(SUITS)) ** len(RANKS)
    deals = factorial(ALL_TILES) // factorial(COPIES) ** len(KINDS) // disguises
    return {
        "kinds": len(KINDS),
        "suits": len(SUITS),
        "ranks": RANKS,
        "copies": COPIES,
        "all_tiles": ALL_TILES,
        "columns": COLUMNS,
        "rows": ROWS,
        "most_turns": ALL_TILES // 2,
        "all_points": ALL_POINTS,
        "all_deals": _power(int(log10(deals))),
        "turned_deals": _power(int(log10(deals // 2**COLUMNS))),
        "judged_tiles": TILES,
        "short_search": SHORT_SEARCH.nodes,
        "nodes": NODES,
    }


def _deals(some: Collected) -> dict[str, object]:
    """Return figures of par and of first moves."""
    pars, values, known = some.pars.values(), some.values, some.first_moves
    shown, spreads = known[some.shown], [*map(figures.spread, known.values())]
    lot = {number: known[number] for number in LOT if number in known}
    costs = [
        MoveCosts.of([(deal(number).worth(one), worth) for one, worth in worths.items()])
        for number, worths in lot.items()
    ]
    single, layout, start = figures.single_best(pars), layouts.table(pars), deal(some.shown)
    undecided = len(pars) - single.of
    return {
        "solved": len(pars),
        "par": mean(values),
        "first_wins": share(value > 0 for value in values),
        "second_wins": share(value < 0 for value in values),
        "draws": share(value == 0 for value in values),
        "odd": share(value % 2 == 1 for value in values),
        "lowest": signed(values[0]),
        "highest_par": signed(values[-1]),
        "median_par": signed(median(values), 1 if median(values) % 1 else 0),
        "features": _table(
            (name, f"{signed(one.value, 1)} ({signed(one.low, 1)} to {signed(one.high, 1)})")
            for name, one in layouts.slopes(layout).items()
        ),
        "feature_count": len(layouts.FEATURES),
        "explained": layouts.explained(layout),
        "shown": some.shown,
        "shown_best": signed(max(shown.values())),
        "shown_spread": figures.spread(shown),
        "shown_moves": _table(
            (
                str(start.kind_at(one.first)).translate(_SUITS),
                f"{one.first} {one.second}",
                signed(worth),
            )
            for one, worth in sorted(shown.items(), key=lambda row: (-row[1], row[0]))
        ),
        "single": single,
        "undecided": f" ({undecided} deals more: not decided.)" if undecided else "",
        "known_deals": len(known),
        "least_spread": min(spreads),
        "most_spread": max(spreads),
        "seed": SEED,
        "lot": ", ".join(map(str, LOT)),
        "lot_done": len(lot),
        "lot_spread": mean([*map(figures.spread, lot.values())]),
        "lot_second": mean([*map(figures.second_best, lot.values())]),
        "lot_random": mean([one.random for one in costs]),
        "highest_first": figures.highest_first(pars),
        "chance_first": figures.pair_is_best(some)[FULL].times(100),
    }


def _bonus(some: Collected) -> dict[str, object]:
    """Return figures of a fair bonus and of the pie rule."""
    pars = some.values
    fairest, fair = bonus.fairest(pars), bonus.fair(pars)
    known = bonus.offer((par, fairest) for par in pars)
    searched = [(par.value, one.seen) for one, par in some.played if one.nodes == NODES[-1]]
    rows = ((one, bonus.outcomes(pars, one)) for one in bonus.BONUSES)
    return {
        "bonuses": _table(
            (
                one,
                *(f"{part:%}" for part in (found.wins, found.draws, found.losses)),
                f"{found.more.times(100):+}",
            )
            for one, found in rows
        ),
        "fairest": fairest,
        "fair_ones": " or ".join(map(str, fair)),
        "known_gain": known.gain,
        "known_draws": known.draws,
        "naming_gain": mean([abs(par - fairest) - abs(par - seen) for par, seen in searched]),
        "naming_draws": mean([(par == seen) - (par == fairest) for par, seen in searched]).times(
            100
        ),
        "offers": [*bonus.offers(some).values()],
    }


def _openings(some: Collected) -> dict[str, object]:
    found = openings.compared(some.first_moves)
    return {
        "openings": _table(
            (
                name,
                *((f"{one:+}", f"{two:+}") if min(one.low, two.low) < 0 else (one, two)),
                f"{more:+}",
            )
            for name, (one, two, more) in found.items()
        ),
        "openings_shown": ", ".join(name for name, (_, _, more) in found.items() if more.is_shown),
        "openings_of": next(iter(found.values()))[2].of,
    }


def _place(some: Collected) -> dict[str, object]:
    even = [size.even * size.share for size in some.sizes]
    ways = [fmean(size.ways) for size in some.sizes]
    nodes = [count for _, count in some.proofs[figures.DEALS]]
    pars = some.values
    own = (
        *("**Mahjong Battle, a deal**", f"{len(pars)} deals"),
        f"from {signed(pars[0])} to {signed(pars[-1])}, {mean(pars):+} on average",
        rounded(fmean(even)),
        f"{_power(round(log10(min(ways))))} to {_power(round(log10(max(ways))))}",
        f"{rounded(middle(nodes).value)} searched, the median",
        "this page",
    )
    return {
        "place": _table([own, *map(place.row, some.others)]),
        "other_games": len(some.others),
        "endgames": len(some.endgames),
    }


def _size(some: Collected) -> dict[str, object]:
    strong, sizes = turns.of(some.turns, turns.STRONG), some.sizes
    choices = turns.by_tiles(turns.choices(strong))
    ways, even = [fmean(size.ways) for size in sizes], [size.even for size in sizes]
    return {
        "choices_first": choices[ALL_TILES],
        "choices_later": choices[TILES],
        "turns": turns.length(strong),
        "sizes": len(sizes),
        "least_ways": _power(round(log10(min(ways)))),
        "most_ways": _power(round(log10(max(ways)))),
        "bound_of_ways": _power(round(log10(max(mean(size.ways).high for size in sizes)))),
        "least_even": rounded(min(even)),
        "most_even": rounded(max(even)),
        "reached": mean([100 * size.share for size in sizes]),
        "reached_positions": mean([size.even * size.share for size in sizes]),
    }


def _on_the_move(some: Collected) -> dict[str, object]:
    strong, weak = (
        turns.unwelcome(turns.of(some.turns, those)) for those in (turns.STRONG, turns.WEAK)
    )
    even, odd = (turns.by_deal(turns.with_pairs(strong, odd)) for odd in (0, 1))
    every, weak_ones = turns.by_deal(strong), turns.by_deal(weak)
    bad = parity.effects(some.turned, lambda one: one.value < 0)
    value = parity.effects(some.turned, lambda one: one.value)
    proven = [*(one.value for one in some.positions), *some.values]
    proven += [one for game in some.turns for one in game.values]
    return {
        "parity_deals": bad["even"].of,
        "parity_nodes": parity.NODES,
        "parity_perfect": parity.PERFECT,
        "parity_tiles": ", ".join(map(str, parity.TILES)),
        "parity_bad": {name: one.times(100) for name, one in bad.items()},
        "parity_value": value,
        "parity_said": _parity_said(bad),
        "least_value": signed(min(proven)),
        "most_proven": len(proven),
        "unwelcome": pooled(every.values()),
        "unwelcome_even": pooled(even.values()),
        "unwelcome_odd": pooled(odd.values()),
        "unwelcome_more": turns.more(even, odd).times(100),
        "unwelcome_rarer": turns.more(every, weak_ones).times(100),
    }


def _parity_said(bad: Mapping[str, Estimate]) -> str:
    """Return what the deals with a pair left out show."""
    match bad["even"].is_shown, bad["first"].is_shown:
        case True, False:
            return "So here it is the number of pairs, and not shown to be who began."
        case False, True:
            return "So here it is who began, and not shown to be the number of pairs."
        case True, True:
            return "So here it is both."
    return (
        "So neither is shown to change how often it is bad; an effect within these intervals is"
        " not excluded."
    )


def _positions(some: Collected) -> dict[str, object]:
    """Return figures of positions with every move proven."""
    those, others = (figures.decided(some, random=random) for random in (False, True))
    tiles, other_tiles = ({one.tiles for one, _ in some} for some in (those, others))
    highest, at_random = (share(choice.is_best for _, choice in some) for some in (those, others))
    at_same, random_at_same = (
        share(choice.is_best for one, choice in some if one.tiles in tiles & other_tiles)
        for some in (those, others)
    )
    away = figures.given_away(those)
    short, long = (pick(key for key in away if isinstance(key, int)) for pick in (min, max))
    pairs = [(choice.highest, one.lost) for one, choice in those if {short, long} <= {*one.lost}]
    return {
        "positions": len(some.positions),
        "most_tiles": max(one.tiles for one in some.positions),
        "decided": len(those),
        "decided_random": len(others),
        "decided_all": len(those) + len(others),
        "decided_least": min(tiles),
        "decided_most": max(tiles),
        "highest": highest,
        "highest_random": at_random,
        "highest_more": less(random_at_same, at_same).times(100),
        "chance": mean([choice.chance for _, choice in those]).times(100),
        "away": away,
        "away_short": away[short],
        "away_long": away[long],
        "away_random": figures.given_away(others)["highest"],
        "short": short,
        "long": long,
        "gain_short": mean([highest - lost[short] for highest, lost in pairs]),
        "gain_long": mean([lost[short] - lost[long] for _, lost in pairs]),
    }


def _proofs(some: Collected) -> dict[str, object]:
    """Return figures of proofs, and of estimates of what was proven."""
    deals = [nodes for _, nodes in some.proofs[figures.DEALS]]
    later = {way: some.proofs[way] for way in (figures.PLAY, figures.RANDOM)}
    known = {way: grouped(those) for way, those in later.items()}
    rows = {
        tiles: [middle(known[way].get(tiles) or [0]) for way in later]
        for tiles in sorted({tiles for those in later.values() for tiles, _ in those})
    }
    return {
        "deal_proofs": middle(deals),
        "proofs": _table(
            (
                tiles,
                *(
                    cell
                    for one in ways
                    for cell in ((f"{one:rounded}", one.of) if one.is_bounded else ("", ""))
                ),
            )
            for tiles, ways in rows.items()
            if any(one.is_bounded for one in ways)
        ),
        "growth": {way: figures.growth(those, 2) for way, those in later.items()},
        "growth_tiles": {
            way: (min(those)[0], max(those)[0]) if those else (0, 0) for way, those in later.items()
        },
        "cheapest": rounded(min(deals)),
        "dearest": rounded(max(deals)),
        "error_first": _error(some, FULL),
        "error_least": BANDS[2][0],
        "error_most": BANDS[2][1],
        "error_later": _error(some, BANDS[2]),
    }


def _error(some: Collected, band: figures.Band) -> str:
    """Return how far off estimates are, and how much the search gains, at the same positions."""
    few, many = NODES[0], NODES[-1]
    short, long = (figures.errors(some, nodes)[band] for nodes in (few, many))
    little, more = (figures.saved(some, band, nodes) for nodes in (few, many))
    return (
        f"an estimate is off by {short} points after a search of {few:,} positions, and by {long}"
        f" after {many:,}. Always giving the average is off by {little:+} and {more:+} more."
        + (
            ""
            if more.low > 0
            else " So it is not shown that a search helps there; nor that it does not: a gain of"
            f" {more.high:.1f} is within the interval."
        )
    )


def _games(some: Collected) -> dict[str, object]:
    gaps = figures.gaps(some)
    few, many = gaps[NODES[0]], gaps[NODES[-1]]
    told = equals.told(some)
    return {
        "estimated_games": len(some.games),
        "deals_played": len(few),
        "gap_few": mean([*map(abs, few.values())]),
        "gap_many": mean([*map(abs, many.values())]),
        "gap_less": mean([abs(few[one]) - abs(many[one]) for one in few.keys() & many.keys()]),
        "on_par": share(gap == 0 for gap in many.values()),
        "first_is_best": figures.first_is_best(some, NODES[-1]),
        "told_rows": {**told, "most": [*told.values()][-1]},
        "told": _table((name, f"{one:%}", one.of) for name, one in told.items()),
        "told_more": figures.told_more(some, NODES[0], NODES[-1]).times(100),
    }


def _players(some: Collected) -> dict[str, object]:
    """Return figures of what players give away, and of luck and skill."""
    players, games = turns.table(some.turns), some.turns
    perfect = [*turns.lost_to(games, "perfect", turns.measured_by("perfect")).values()]
    above = few_above(perfect)
    bot, club = (turns.lost_to(games, name, ["casual"]) for name in ("bot", "club"))
    return {
        "games": len(games),
        "level_count": len(LEVELS),
        "budgets": ", ".join(f"*{name}*" for name in turns.BUDGETS),
        "players": players,
        "player_rows": _table(
            (
                name,
                f"{levels()[name].points:g}" if name in LEVELS else "",
                " and ".join(turns.measured_by(name)),
                one.proven,
                *(("", "") if one.before is None else (f"{one.before:+}", one.whole)),
                one.games,
            )
            for name, one in players.items()
        ),
        "perfect_lost": share(one > 0 for one in perfect),
        "perfect_least": f"{above[0]:g}",
        "perfect_most": f"{above[-1]:g}",
        "whole": mean([both / 2 for both in some.whole]),
        "casual_wins": f"{robin.wins(games, 'casual', 'greedy'):games}",
        "casual_better": robin.points(games, "casual", "greedy"),
        "bot_more": mean([bot[number] - club[number] for number in bot.keys() & club.keys()]),
        "neighbours": _table(
            (
                f"{one} and {other}",
                f"{robin.wins(games, one, other):games}",
                f"{robin.points(games, one, other):+}",
            )
            for one, other in reversed([*pairwise(LEVELS)])
        ),
    }


def _opponents(some: Collected) -> dict[str, object]:
    """Return figures of who gives away how much to whom."""
    not_met = robin.missing(some.turns)
    count = len(turns.PLAYERS)
    links = {len(turns.between(some.turns, *pair)) for pair in pairwise(LEVELS)}
    moved, told = robin.moved(some.turns), robin.foretold(some.turns)
    return {
        **{
            name: _table(
                (player, *(robin.lost(some.turns, player, other) for other in opponents))
                for player in turns.PLAYERS
            )
            for name, opponents in (("by_levels", LEVELS), ("by_others", turns.OTHERS))
        },
        "link_games": " or ".join(map(str, sorted(links))),
        "robin_games": 2 * robin.DEALS[1],
        "levels": " | ".join(LEVELS),
        "others": " | ".join(turns.OTHERS),
        "moved": len(moved),
        "moved_shown": sum(one.is_shown for one in moved.values()),
        "foretold": len(told),
        "foretold_shown": sum(one.is_shown for _, _, one in told.values()),
        "bot_greedy": told["bot", "greedy"],
        "met": count * (count + 1) // 2 - len(not_met),
        "not_met": len(not_met),
        "pairs": count * (count + 1) // 2,
    }


def _equals(some: Collected) -> dict[str, object]:
    """Return figures of games of equals: how soon it is decided how they end."""
    games = equals.games(some)
    rows = {f"{name} and {name}": [one for one, _ in found] for name, found in games.items()}
    best = " and ".join(LEVELS[:2])
    rows[best] = turns.between(some.turns, *LEVELS[:2])
    pars = {
        f"{name} and {name}": mean([abs(one.margin - par) for one, par in found])
        for name, found in games.items()
    }
    return {
        "equal_tiles": " | ".join(map(str, (ALL_TILES, *equals.TILES))),
        "distances": _table(
            (name, pars.get(name, ""), *equals.distances(found).values())
            for name, found in rows.items()
        ),
        "kept": _table(
            (f"{name} and {name}", *(f"{one:%}" for one in equals.kept(found).values()))
            for name, found in games.items()
        ),
        "last_mistakes": ", ".join(
            f"{one.value:.0f} ({one.low:.0f} to {one.high:.0f}) between {name} and {name}"
            for name, found in games.items()
            for one in [equals.last_mistake(game for game, _ in found)]
        ),
        "early_turns": (ALL_TILES - TILES) // 2,
    }


def _two_games(some: Collected) -> dict[str, object]:
    """Return figures of when positions become plain, and what is lost before and after."""
    rows = {name: turns.parts(some.turns, name) for name in turns.table(some.turns)}
    judged = [game for game in some.turns if game.is_judged]
    becoming = turns.by_tiles(turns.plain(judged))
    shown = [tiles for tiles in _PLAIN_TILES if tiles in becoming]
    lasting = [len(game.points) - game.plain for game in judged]
    novice, best = rows["novice"], rows["strong"]
    return {
        "plain_tiles": " | ".join(map(str, shown)),
        "plain_rule": "|---" * (len(shown) + 1) + "|",
        "plain_shares": " | ".join(f"{becoming[tiles]:%}" for tiles in shown),
        "plain_at": pooled(
            grouped((one.deal, ALL_TILES - 2 * one.plain) for one in judged).values()
        ),
        "plain_turns": f"{fmean(lasting):.0f}",
        "plain_lost": _table((name, *found) for name, found in rows.items()),
        "plain_novice": f"{100 * _share_after(novice):.0f}",
        "plain_strong": f"{100 * _share_after(best):.0f}",
    }


def _share_after(found: turns.Parts) -> float:
    """Return which share of what is lost is lost in plain positions."""
    return found.after.value / (found.before.value + found.after.value)


def _table(rows: Iterable[Iterable[Any]]) -> str:
    """Return the rows of a table below its head."""
    return "\n".join(f"| {' | '.join(map(format, row))} |" for row in rows)


def _power(exponent: int) -> str:
    """Return a power of ten: `10⁴⁶`."""
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent))
