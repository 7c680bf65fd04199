"""Texts that all surfaces share: numbers, pairs, times, days, endings, names from outside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache, reduce
from typing import Final, NamedTuple

from battle.analysis.costs import USUAL
from battle.analysis.proof_cost import Forecast
from battle.analysis.values import Bounds, Cost
from battle.language import N_, _, decimal, in_every_language, ngettext
from battle.rules.position import Cell, Kind, Move, Player, Position, other
from battle.rules.record import Record
from battle.rules.tree import Ending, Node, Reason, move_number

# --- numbers --------------------------------------------------------------------------------------
#
# +4          proven                        −3        a cost that is proven
# +4 ± 4      estimated, with its error     −8 ± 3    a cost that its error supports
# ~+4         estimated, error not known    ≤ −3      a cost of 3 points at least
# …           not known yet, as is a cost

MINUS: Final = "−"
WAVE: Final = "~\u2009"
"""Precedes an estimate; the thin space separates it from a minus."""
UNKNOWN: Final = "…"
"""Replaces an unknown cost."""
_GIVE_OR_TAKE: Final = "\u2009±\u2009"
_AT_MOST: Final = "≤\u2009"


def estimate(words: str, error: float | None) -> str:
    """Format an estimate: with its standard error, or with a tilde if that is unknown."""
    return f"{WAVE}{words}" if not error else f"{words}{_GIVE_OR_TAKE}{max(1, round(error))}"


def points(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("{n} point", "{n} points", number).format(n=number)


def gets_words(name: str, number: int) -> str:
    """Say how many points a player is given at the start."""
    words = ngettext("{name} gets {n} point", "{name} gets {n} points", number)
    return address(
        name, words, ngettext("you get {n} point", "you get {n} points", number), n=number
    )


def hint_count(number: int) -> str:
    """Return a number of hints in words."""
    return ngettext("{n} hint", "{n} hints", number).format(n=number)


def about_points(number: int, *, exact: bool, error: float | None = None) -> str:
    """Return a number of points in words, with its error if it is an estimate."""
    if exact:
        return points(number)
    words = ngettext("{n} point", "{n} points", number if error is None else 2)
    return words.format(n=estimate(str(number), error))


def cost_words(cost: Cost) -> str:
    """Return what a move costs in words: `3 points`, `at least 3 points`, `8 ± 3 points`."""
    if cost.points is None:
        return _("not known yet")
    if cost.is_least:
        return _("at least {points}").format(points=points(cost.points))
    return about_points(cost.points, exact=cost.is_exact, error=cost.doubt)


def cost_figure(cost: Cost) -> str:
    """Return a move's cost in short, as in the table above."""
    if cost.points is None:
        return UNKNOWN
    words = signed(-cost.points)
    if cost.is_least:
        return f"{_AT_MOST}{words}"
    return words if cost.is_exact else estimate(words, cost.doubt)


def typed_estimate(words: str, error: float | None) -> str:
    """Return a number as commands print it, with its standard error if it has one: `+9 ± 3`."""
    return words if error is None else f"{words} ± {max(1, round(error))}"


def typed_margin(margin: Bounds) -> str:
    """Return a margin as commands print it: `+9`, `+9 ± 3`, `~+9` where its error is not known."""
    words = f"{margin.value:+d}"
    if margin.is_exact or margin.error:
        return words if margin.is_exact else typed_estimate(words, margin.error)
    return f"~{words}"


def typed_cost(cost: Cost) -> str:
    """Return a cost as commands print it: `.` for none, `>=` before what it is at least."""
    if cost.points is None:
        return "unknown"
    if not cost.points:
        return "."
    if cost.is_least:
        return f">={cost.points}"
    return f"-{typed_estimate(str(cost.points), None if cost.is_exact else cost.doubt)}"


def lost_figure(lost: int | str, *, exact: bool) -> str:
    """Return the points that a player lost, at least if not all is known, `…` if nothing is."""
    if not exact and not lost:
        return UNKNOWN
    return str(lost) if exact else f"≥\u2009{lost}"


def given_away_words(lost: int, *, exact: bool) -> str:
    """Say how many points a player gave away, which is how well they played; at least, if so."""
    if not lost:
        return _("Nothing given away") if exact else _("Not known yet")
    words = ngettext("{n} point given away", "{n} points given away", lost)
    if not exact:
        words = ngettext("At least {n} point given away", "At least {n} points given away", lost)
    return words.format(n=lost)


def seconds_words(seconds: float) -> str:
    """Return a time in words, such as `2 s` or `1 min`."""
    if seconds >= 60 and seconds % 60 == 0:
        return _("{n} min").format(n=round(seconds / 60))
    return _("{n} s").format(n=decimal(seconds))


def minutes_words(minutes: float) -> str:
    """Return the minutes of a clock in words: `10 min`."""
    return _("off") if not minutes else _("{n} min").format(n=decimal(minutes))


def share_words(share: float) -> str:
    """Format a share, 0 to 1, as a percentage."""
    return _("{n} %").format(n=round(100 * share)).replace(" ", "\u00a0")


def signed(number: int) -> str:
    """Format a number of points with its sign."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


def margin_figure(margin: Bounds, side: Player = 1) -> str:
    """Format a margin for a player's side, being from player 1's; `…` if unknown."""
    seen = margin.for_player(side)
    if seen.guess is None:
        return UNKNOWN
    words = signed(seen.guess)
    return words if seen.is_exact else estimate(words, seen.error)


def interval(margin: Bounds, side: Player = 1) -> str:
    """Return the proven bounds of a margin, for a player's side as above: `+3 … +9`."""
    seen = margin.for_player(side)
    return f"{signed(seen.lower)} … {signed(seen.upper)}"


# --- lists, lines --------------------------------------------------------------------------------


def listed(words: Iterable[str]) -> str:
    """Return the words that are not empty as a list: `a, b, c`."""
    # Translators: two words of a list, which may have more.
    return _chain(_("{first}, {second}"), words)


def sentences(*words: str) -> str:
    """Return the sentences that are not empty one after another."""
    # Translators: two sentences in a row; Chinese has no space between them.
    return _chain(_("{first} {second}"), words)


def _chain(pattern: str, words: Iterable[str]) -> str:
    parts = [word for word in words if word]
    return (
        reduce(lambda ours, word: pattern.format(first=ours, second=word), parts) if parts else ""
    )


def titled(title: str, words: str) -> str:
    """Return words after their label: `Sum: 4`."""
    # Translators: a title and what it says, such as “Games: 4”.
    return _("{title}: {words}").format(title=title, words=words)


EAST: Final = (
    "\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
)
"""What a regular expression takes for a Chinese, Japanese or Korean letter, between brackets."""
_OPENING: Final = r"“‘（「『《【(\["
_CLOSING: Final = r"、。，．：；！？）」』》】”’…,.:;!?)\]%"
_WORD: Final = re.compile(f" *[{_OPENING}]*(?:[^ {EAST}]+|[{EAST}])[{_CLOSING}]*")


def broken(line: str) -> list[str]:
    """Return the parts of a line that stay whole where it is wrapped, with the spaces before them.

    Narrow spaces do not break. Chinese and Japanese lines may end after any letter, but do not
    begin with a closing sign nor end with an opening one.
    """
    return _WORD.findall(line)


# --- moves ---------------------------------------------------------------------------------------
#
# Their numbers, two moves to each; pairs in words: the cells, the tile with its cells, its score.


def number_of(node: Node) -> int:
    """Return the number of the move to a node, as chess counts, 0 for the start."""
    before = node.parent
    return 0 if before is None else move_number(len(node.path()), before.position.to_move)


def numbered(ply: int, player: Player) -> str:
    """Return the number that stands before a move: `24.`, or `24…` before the second player's."""
    return f"{move_number(ply, player)}{'.' if player == 1 else '…'}"


def moves_words(plies: int) -> str:
    """Return how long a game is, in moves of both players."""
    moves = (plies + 1) // 2
    return ngettext("{n} move", "{n} moves", moves).format(n=moves)


def from_number(ply: int, moves: int) -> int:
    """Return the number of the move at a ply, at most that of the last of `moves` plies."""
    return min(ply // 2 + 1, (moves + 1) // 2)


def cells_words(move: Move) -> str:
    """Return a move's two cells: `a1–c9`."""
    return f"{move.first}–{move.second}"


def no_pair_words() -> str:
    """Say that nothing can be taken."""
    return _("No pair can be taken in this position.")


def turn_words(name: str) -> str:
    """Say whose turn it is."""
    return address(name, _("{name}'s turn."), _("Your turn."))


def taken_words(name: str, pair: str) -> str:
    """Say which pair a player takes."""
    return address(name, _("{name} takes {pair}."), _("You take {pair}."), pair=pair)


def to_move_words(name: str, position: Position) -> str:
    """Say whose turn it is, the person's here without a `name`, and the number of legal pairs."""
    count = len(position.legal_moves)
    return ngettext(
        "{name} to move: {n} pair can be taken.", "{name} to move: {n} pairs can be taken.", count
    ).format(name=label(name or You()), n=count)


_LAST_PAIRS: Final = 3
"""The end of a game is announced when so many pairs can still be taken at most."""


def last_pairs_words(position: Position) -> str:
    """Announce the end of a game where it is near; empty before, and when it is over."""
    most = _most_left(position, _LAST_PAIRS + 1)
    if not 0 < most <= _LAST_PAIRS:
        return ""
    return ngettext(
        "Last pair: {n} left. What stays counts for nobody.",
        "Last pairs: at most {n} left. What stays counts for nobody.",
        most,
    ).format(n=most)


@lru_cache(maxsize=256)
def _most_left(position: Position, enough: int) -> int:
    """Return how many pairs can still be taken at most; `enough` stands for more, too."""
    most = 0
    for move in position.legal_moves if enough else ():
        most = max(most, 1 + _most_left(position.play(move), enough - 1))
        if most == enough:
            break
    return most


_TILES: Final = {
    "m": N_("{rank} of characters"),
    "p": N_("{rank} of dots"),
    "s": N_("{rank} of bamboo"),
}


def tile_words(kind: Kind) -> str:
    """Return a kind for those who do not know its short form: `5 of dots`."""
    return _(_TILES[kind.suit]).format(rank=kind.rank)


def pair_words(position: Position, move: Move) -> str:
    """Return a move as its tile and its cells: `5m a1–c9`."""
    return f"{position.kind_of(move)} {cells_words(move)}"


class Named(NamedTuple):
    """A tile or a pair that a sentence names; a `bare` one is a picture with its rank, or cells."""

    kind: Kind
    cells: tuple[Cell, ...]
    is_bare: bool
    words: str

    @property
    def caption(self) -> str:
        """What stands beside its picture."""
        return self.words if not self.is_bare else "" if self.cells else str(self.kind.rank)


_NAMED: Final = re.compile("\x02(..)((?:[a-l][1-9])*)(!?)\x1f(.*?)\x03")
"""How a sentence holds what it names: by signs that no text from outside has (`plain`)."""


def named(kind: Kind, *cells: Cell, is_bare: bool = False) -> str:
    """Return a tile for a sentence, with the cells it lies on.

    Surfaces with pictures show it as a little tile and its words (`parted`), which light up the
    cells; all others say it in words and cells (`spelled`).
    """
    return f"\x02{kind}{''.join(map(str, cells))}{'!' * is_bare}\x1f{tile_words(kind)}\x03"


def parted(words: str) -> list[str | Named]:
    """Return a sentence in parts: words, and the tiles it names."""
    parts: list[str | Named] = []
    end = 0
    for found in _NAMED.finditer(words):
        kind, cells, bare, said = found.groups()
        places = tuple(Cell.parse(cells[n : n + 2]) for n in range(0, len(cells), 2))
        parts += words[end : found.start()], Named(Kind.parse(kind), places, bool(bare), said)
        end = found.end()
    return [part for part in (*parts, words[end:]) if part]


def spelled(words: str) -> str:
    """Return a sentence in words alone: `5 of dots on a1 and c9`."""
    return "".join(part if isinstance(part, str) else _spelled(part) for part in parted(words))


def _spelled(tile: Named) -> str:
    cells = tile.cells
    if tile.is_bare and cells:
        return listed(map(str, cells))
    # Translators: a tile and its cell, such as “5m on a1”.
    words = _("{kind} on {first} and {second}") if cells[1:] else _("{kind} on {cell}")
    names = dict(zip(("first", "second"), cells, strict=False))
    return words.format(kind=tile.words, cell=cells[0], **names) if cells else tile.words


def pair_in_full(position: Position, move: Move) -> str:
    """Return a pair in a sentence: `5 of dots on a1 and c9`."""
    return named(position.kind_of(move), *move)


def pair_and_points(position: Position, move: Move) -> str:
    """Return a pair with what it scores: `5m on a1 and c9, 5 points`."""
    points = position.worth(move)
    return ngettext(
        "{kind} on {first} and {second}, {points} point",
        "{kind} on {first} and {second}, {points} points",
        points,
    ).format(kind=position.kind_of(move), first=move.first, second=move.second, points=points)


def costs_words(pair: str, points: str) -> str:
    """Say what a pair costs, both in words: `5m a1–c9 costs 3 points`."""
    return _("{pair} costs {points}.").format(pair=pair, points=points)


# --- proving -------------------------------------------------------------------------------------
#
# The progress of a proof in words, and its remaining time.
#
# The time depends on a few positions whose cost is not known in advance. So it is given as a range
# that holds in 80 cases of 100, rounded to its precision.

_LEAST_SECONDS: Final = 45.0
_MOST_MINUTES: Final = 55
_MINUTES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""The minutes used below an hour."""

_HOURS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500)


def about_time(time: Forecast) -> str:
    """Return about how long something takes: `less than a minute`, `about 3 to 12 minutes`.

    The forecast is in seconds.
    """
    low, high = time.low / 60, time.high / 60
    if time.high < _LEAST_SECONDS:
        return _("less than a minute")
    if time.low < _LEAST_SECONDS and high < _MOST_MINUTES:
        return _("less than {n} minutes").format(
            n=next(step for step in (*_MINUTES[1:], 60) if step >= high)
        )
    if high < _MOST_MINUTES:
        return _minutes(_nearest(low, _MINUTES), _nearest(high, _MINUTES))
    hours = _nearest(high / 60, _HOURS)
    if time.low < _LEAST_SECONDS:
        return _("less than {n} hours").format(n=hours + 1)
    if low < _MOST_MINUTES:
        return ngettext(
            "about {low} minutes to {n} hour", "about {low} minutes to {n} hours", hours
        ).format(low=_nearest(low, _MINUTES), n=hours)
    return _hours(_nearest(low / 60, _HOURS), hours)


def _nearest(amount: float, steps: Sequence[int]) -> int:
    return min(steps, key=lambda step: abs(step - amount))


def _minutes(low: int, high: int) -> str:
    if low == high:
        return ngettext("about {n} minute", "about {n} minutes", low).format(n=low)
    return _("about {low} to {high} minutes").format(low=low, high=high)


def _hours(low: int, high: int) -> str:
    if low == high:
        return ngettext("about {n} hour", "about {n} hours", low).format(n=low)
    return _("about {low} to {high} hours").format(low=low, high=high)


def range_words(lowest: float, highest: float) -> str:
    """Say which numbers can be typed."""
    return _("Please type a number from {lowest} to {highest}.").format(
        lowest=decimal(lowest), highest=decimal(highest)
    )


def no_player_words(name: str) -> str:
    """Say that the solver, or another program, does not answer."""
    return _("{name} does not play").format(name=name)


def no_answer_words(reason: str) -> str:
    """Say why the solver was given up."""
    return _("The computer does not answer: {reason}.").format(reason=reason.rstrip("."))


def proven_words(proven_from: int, moves: int) -> str:
    """Say from which move on a game of `moves` moves is proven."""
    if proven_from == 1:
        return _("Everything is proven, from the first move on.")
    if proven_from > moves:
        return _("Nothing is proven yet")
    return _("Proven from move {number} on").format(number=from_number(proven_from, moves))


def running_words(proven_from: int, moves: int, time: Forecast) -> str:
    """Describe the progress of a running proof, and the time to the first move."""
    return _("{proven}; move 1 in {time}").format(
        proven=proven_words(proven_from, moves), time=about_time(time)
    )


# --- dates ---------------------------------------------------------------------------------------
#
# Days as people write them.

_MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


_SHORT_MONTHS: Final = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)
_WEEKDAYS: Final = (
    # Translators: the days of the week, short, above a calendar.
    N_("Mon"),
    N_("Tue"),
    N_("Wed"),
    N_("Thu"),
    N_("Fri"),
    N_("Sat"),
    N_("Sun"),
)


def weekdays() -> tuple[str, ...]:
    """Return the days of the week in short, from Monday."""
    return tuple(map(_, _WEEKDAYS))


def month_words(month: date) -> str:
    """Return the month of a day, with its year."""
    # Translators: a month, such as “November 2026”.
    return _("{month} {year}").format(month=_(_MONTHS[month.month - 1]), year=month.year)


def date_words(date: str) -> str:
    """Return a record's date, `2026.11.21`, as people write it; empty if it is none."""
    match = re.fullmatch(r"([0-9]{4})\.([0-9]{1,2})\.([0-9]{1,2})", date)
    if match is None:
        return ""
    year, month, day = map(int, match.groups())
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    # Translators: a date, such as “21 November 2026”.
    return _("{day} {month} {year}").format(day=day, month=_(_MONTHS[month - 1]), year=year)


def brief_day(day: date) -> str:
    """Return a day without its year: `23 Nov`."""
    # Translators: a day with a short month, such as “23 Nov”.
    return _("{day} {short_month}").format(day=day.day, short_month=_(_SHORT_MONTHS[day.month - 1]))


def day_words(moment: datetime) -> str:
    """Return the day of a moment where the person is, as people write it."""
    return date_words(moment.astimezone().strftime("%Y.%m.%d"))


def short_day_words(moment: datetime) -> str:
    """Return the day of a moment in figures, the same in every language: `2026-11-21`."""
    return moment.astimezone().date().isoformat()


def short_date_words(date: str) -> str:
    """Return a record's date in figures, `2026-11-21`, empty if it has none."""
    known = re.fullmatch(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", date)
    return "" if known is None else date.replace(".", "-")


# --- signs of pairs -------------------------------------------------------------------------------

_SIGNS: Final = "🟩🟨🟧🟥"
_UNKNOWN_SIGN: Final = "⬜"


def signs_text(marks: Iterable[int | None]) -> str:
    """Return a sign for each pair, by the class of what it cost: `🟩🟨⬜`."""
    return "".join(_UNKNOWN_SIGN if mark is None else _SIGNS[mark] for mark in marks)


def marks_of(signs: str) -> tuple[int | None, ...]:
    """Return the classes that a text of `signs_text` stands for."""
    return tuple(None if sign == _UNKNOWN_SIGN else _SIGNS.index(sign) for sign in signs)


def sign_legend() -> tuple[tuple[int | None, str], ...]:
    """Return what the signs mean, by class."""
    between = _("{a} to {b} lost")
    return (
        (0, _("best pair")),
        (1, between.format(a=USUAL.inaccuracy, b=USUAL.mistake - 1)),
        (2, between.format(a=USUAL.mistake, b=USUAL.blunder - 1)),
        (3, _("{n} and more").format(n=USUAL.blunder)),
        (None, _("not known yet")),
    )


# --- endings -------------------------------------------------------------------------------------
#
# The ending of a game in words: on the table and its result card, in lists, reviews and pages.
#
# `names` are those of players 1 and 2, `last` is the final position.

Names = tuple[str, str]


class Own(str):
    """The name of the person here, from whose side margins are shown."""


class You(Own):
    """The name of a person here who has given none: files hold the name, a card says "You"."""


def side_of(names: Names) -> Player:
    """Return whose side margins are shown from: the person's here, else player 1's."""
    return 2 if isinstance(names[1], Own) else 1


def label(name: str) -> str:
    """Return what stands on a player's card or before a number: the name, or You."""
    return _("You") if isinstance(name, You) else name


def address(name: str, words: str, yours: str, **values: object) -> str:
    """Fill in a sentence about a player: `yours`, in the second person, to the person here."""
    return (yours if isinstance(name, Own) else words).format(name=name, **values)


def score_words(scores: tuple[int, int], person: Player | None, between: str = " : ") -> str:
    """Return the points of two players, the person's first: `143 : 127`."""
    first, second = scores if person != 2 else scores[::-1]
    return f"{first}{between}{second}"


def spoken_to(names: Names) -> Names:
    """Return the names with the person here as “you”, whatever their name."""
    first, second = (You(name) if isinstance(name, Own) else name for name in names)
    return first, second


def names_in(record: Record, person: Player | None = None) -> Names:
    """Return the names of a record's players; that of the `person` here is an `Own`."""
    first, second = (
        name if name not in ("", "?") else _("Player {number}").format(number=number)
        for number, name in enumerate(
            [person_name(record.tags.get(tag, "")) for tag in ("First", "Second")], start=1
        )
    )
    return Own(first) if person == 1 else first, Own(second) if person == 2 else second


def ending_headline(ending: Ending | None, names: Names) -> str:
    """Say who has won: `Ada won`."""
    if ending is None or ending.winner is None:
        return _("A draw")
    return address(names[ending.winner - 1], _("{name} won"), _("You won"))


REASON_WORDS: Final = {
    Reason.RESIGNED: N_("{name} resigned."),
    Reason.TIME: N_("{name} ran out of time."),
    Reason.FORKED: N_("{name} played two versions of the game."),
}
"""What a player did who lost with pairs left to take."""

REASONS_IN_SHORT: Final = {
    Reason.RESIGNED: N_("{name} resigned"),
    Reason.TIME: N_("{name} ran out of time"),
    Reason.FORKED: N_("{name} played two versions"),
}

_REASONS_IN_TITLES: Final = {
    Reason.RESIGNED: N_("{loser} resigned: {winner} won, {points} – {others}"),
    Reason.TIME: N_("{loser} ran out of time: {winner} won, {points} – {others}"),
    Reason.FORKED: N_("{loser} played two versions: {winner} won, {points} – {others}"),
}


def ending_reason(ending: Ending | None, last: Position, names: Names) -> str:
    """Say how a game came to its end, in a sentence; nothing of one that goes on."""
    if ending is None:
        return ""
    if ending.reason is Reason.AGREED:
        return _("Both agreed to a draw.")
    if ending.reason in REASON_WORDS:
        return _(REASON_WORDS[ending.reason]).format(name=label(_loser(ending, names)))
    if not last.tiles_left:
        return _("The table is empty.")
    return _("{name} had no pair to take.").format(name=label(names[last.to_move - 1]))


def left_to_winner() -> str:
    """Say how a game that is resigned or lost on time counts in sums."""
    return _(
        "Where games are added up, resigning or running out of time gives all points left on the "
        "table to the other player."
    )


def ending_sentence(ending: Ending | None, last: Position, names: Names) -> str:
    """Say who has won and how, in a sentence; nothing of a game that goes on."""
    if ending is None:
        return ""
    if ending.reason is Reason.AGREED:
        return _("A draw by agreement.")
    if ending.winner is None:
        return _("A draw, {first} to {second}.").format(first=last.points[0], second=last.points[1])
    name = label(names[ending.winner - 1])
    if ending.reason in REASON_WORDS:
        return sentences(_("{name} won.").format(name=name), ending_reason(ending, last, names))
    return _("{name} won {points} to {fewer}.").format(
        name=name, points=max(last.points), fewer=min(last.points)
    )


def ending_summary(ending: Ending | None, last: Position, names: Names) -> str:
    """Say in a few words how a line ended."""
    if ending is None:
        return _("Not over yet")
    if ending.winner is None:
        return _("A draw")
    if ending.reason in REASONS_IN_SHORT:
        return _(REASONS_IN_SHORT[ending.reason]).format(name=label(_loser(ending, names)))
    return won_by_words(names[ending.winner - 1], str(abs(last.margin)))


def ending_title(ending: Ending | None, last: Position, names: Names) -> str:
    """Say who played and how it ended, in one line with the points."""
    winner = 1 if ending is None or ending.winner is None else ending.winner
    words = _("{winner} beat {loser}, {points} – {others}")
    if ending is None:
        words = _("{winner} {points} – {others} {loser}, not over")
    elif ending.reason in _REASONS_IN_TITLES:
        words = _(_REASONS_IN_TITLES[ending.reason])
    elif ending.winner is None:
        words = _("{winner} and {loser} drew, {points} – {others}")
    return words.format(
        winner=names[winner - 1],
        loser=names[other(winner) - 1],
        points=last.points[winner - 1],
        others=last.points[other(winner) - 1],
    )


def wins_by_words(name: str, points: str) -> str:
    """Say by how many points a player wins."""
    return address(name, _("{name} wins by {points}"), _("You win by {points}"), points=points)


def won_by_words(name: str, points: str) -> str:
    """Say by how many points a player has won."""
    return address(name, _("{name} won by {points}"), _("You won by {points}"), points=points)


def winner_name(ending: Ending, names: Names) -> str:
    """Return who won a game, or that it was drawn."""
    return _("drawn") if ending.winner is None else names[ending.winner - 1]


def outcome(margin: int, names: Names) -> str:
    """Say in two or three words who wins at a margin from player 1's side."""
    if margin == 0:
        return _("a draw")
    return address(names[0 if margin > 0 else 1], _("{name} wins"), _("you win"))


def _loser(ending: Ending, names: Names) -> str:
    assert ending.winner is not None
    return names[other(ending.winner) - 1]


# --- plain ---------------------------------------------------------------------------------------
#
# Text from outside, sanitised for display.
#
# Names, comments, tags and file names can come from anywhere. They are stored unchanged and
# sanitised here when shown, names up to `LONGEST_NAME` and comments up to `LONGEST_COMMENT`
# characters.

NO_MOVE: Final = N_("No move has been played.")
LONGEST_NAME: Final = 40
LONGEST_COMMENT: Final = 300
_STAND_INS: Final = (N_("Player"), N_("Player A"), N_("Player B"))
"""The names that games keep of players who have given none, in the language they were begun in."""

_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls, which a terminal obeys, invisible characters, characters that reverse the order of
letters, and halves of letters."""


_LOOKED_AT: Final = 8
"""The factor by which a text may exceed the shown length before the rest is ignored."""

_MOST_MARKS: Final = 2
"""The most marks on one letter; more would grow over neighbouring lines."""

_BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters with a width but no visible shape."""


def plain(text: str) -> str:
    """Return `text` with unsafe characters replaced; lines and tabs stay."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def shown_name(name: str) -> str:
    """Return the name of a person, an event or a file as it is shown; empty if nothing is."""
    return _line(name[: _LOOKED_AT * LONGEST_NAME + 1], LONGEST_NAME)


def name_in(words: str) -> str:
    """Return a typed name as it can be kept."""
    return "".join(filter(str.isprintable, words))[:LONGEST_NAME]


def person_name(name: str) -> str:
    """Return a player's name as it is shown; one that stood for none is in the language in use."""
    if not (words := shown_name(name)):
        return ""  # the catalogues of all languages take long to read
    return next((_(text) for text in _STAND_INS if words in in_every_language(text)), words)


def shown_comment(comment: str) -> str:
    """Return a comment as it is shown."""
    return _line(comment[: _LOOKED_AT * LONGEST_COMMENT + 1], LONGEST_COMMENT)


@lru_cache(512)
def _line(text: str, most: int) -> str:
    """Return a text as one visible line, with an ellipsis if it is cut."""
    words = unicodedata.normalize("NFC", "".join(_visible(text[: _LOOKED_AT * most])))
    words = " ".join(words.split())
    is_whole = len(words) <= most and len(text) <= _LOOKED_AT * most
    return words if is_whole else f"{words[: most - 1].rstrip()}…"


def _visible(text: str) -> Iterator[str]:
    marks = _MOST_MARKS
    for letter in unicodedata.normalize("NFC", text):
        sort = unicodedata.category(letter)[0]
        if letter.isspace():
            marks = _MOST_MARKS
            yield letter
        elif sort == "M":
            marks += 1
            if marks <= _MOST_MARKS:
                yield letter
        elif sort != "C" and letter not in _BLANK:
            marks = 0
            yield letter
