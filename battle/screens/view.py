"""What a screen shows and offers, as values that a surface draws, prints or sends.

    CardView
    ├── title, note
    ├── fields     what is asked: a form
    ├── page       blocks, among them buttons, fields and cards; `beside` them where there is room
    └── buttons    what can be done, `main` the one that stands out

Views are frozen and compare by value, so a surface draws again only what has changed. What can be
done stands beside its words as an `Act`, which the surface hands back when it is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from battle.language import _
from battle.page.blocks import Act as Act
from battle.page.blocks import Block, Board, Page, Paragraph, Score
from battle.page.blocks import Button as Button
from battle.page.blocks import act as act
from battle.profile.settings import SETTINGS
from battle.rules.position import FormatError
from battle.screens import captions
from battle.words import listed


@dataclass(frozen=True)
class Choice:
    """One of the values of a field, as it is sent, with its words; a person has a face or an icon.

    Its `tag` stands beside the words. A `mark` says that it is `done` or suits the person `next`;
    `wins` of two are shown as dots, None for whom no wins are counted.
    """

    value: str
    words: str
    note: str = ""
    tag: str = ""
    face: str = ""
    icon: str = ""
    mark: str = ""
    done: bool = False
    next: bool = False
    wins: int | None = None


FieldKind: TypeAlias = Literal[
    "text", "number", "paste", "area", "switch", "choice", "list", "menu", "people"
]


@dataclass(frozen=True)
class Field(Block):
    """Something asked for, by its `name`; the act `set` gets it with the new value.

    The value of a choice is one of its `choices`, which a `menu` opens; a `list` is of many in
    their order. A line to `paste` is rarely typed. One with `send` is sent by that button, one that
    others follow is sent at each letter, any other as soon as it is there.
    """

    name: str
    words: str
    value: str | bool
    kind: FieldKind = "text"
    choices: tuple[Choice, ...] = ()
    note: str = ""
    hint: str = ""
    send: str = ""
    followed: bool = False


@dataclass(frozen=True)
class Copyable(Block):
    """A text to be passed on as it is, and the button that copies it."""

    text: str
    copy: Button


@dataclass(frozen=True)
class Scan(Block):
    """A link as a code to scan."""

    link: str


@dataclass(frozen=True)
class CalendarDay:
    """A day of a calendar, with a figure and its class of cost if there is one.

    One that is `on` is shown.
    """

    number: str
    figure: str
    do: Act | None
    in_run: bool = False
    on: bool = False
    cost: int | None = None


@dataclass(frozen=True)
class Calendar(Block):
    """A month, its weeks from Monday; None are days of other months.

    `before` and `after` lead to the months beside it, the act `step` goes on by so many days.
    """

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[CalendarDay | None, ...], ...]
    before: Act
    after: Act | None
    step: str = "step"


@dataclass(frozen=True)
class Glance(Block):
    """A game at a glance: its board, and whom it is with, by a face or an initial.

    A line stands `over` the name, one of `words` below it.
    """

    board: Board
    over: str
    name: str
    words: str
    face: str = ""
    initial: str = ""


@dataclass(frozen=True)
class Duel(Block):
    """A board between the two who sit at it."""

    board: Board
    scores: tuple[Score, Score]


@dataclass(frozen=True)
class Portrait(Block):
    """Somebody by face and name, and what is to be known of them."""

    face: str
    name: str
    note: str


@dataclass(frozen=True)
class DayScore(Block):
    """What a deal of a day came to: a number with its words, and who won, with both scores.

    Without a `number` it is still being looked for.
    """

    number: str
    words: str
    won: str
    scores: tuple[Score, ...] = ()

    @property
    def said(self) -> str:
        """The same in a line."""
        return listed(
            filter(None, (f"{self.number} {self.words}" if self.number else "", self.won))
        )


@dataclass(frozen=True)
class Square:
    """A day of a week: a figure with its class of cost, as of a pair, or no more than `done`."""

    words: str
    figure: str = ""
    cost: int | None = None
    done: bool = False
    now: bool = False


@dataclass(frozen=True)
class Week(Block):
    """The last days, today as the last one."""

    days: tuple[Square, ...]


@dataclass(frozen=True)
class Ladder(Block):
    """Everybody to beat, the weakest first; the act `choose` gets the value of one as `level`."""

    people: tuple[Choice, ...]
    choose: str = "choose"


CardShape: TypeAlias = Literal["page", "start", "people", "landing"]
"""How a page lays a card out: one below the other; where one begins; whom to play; a link's."""


@dataclass(frozen=True)
class CardView:
    """What there is to see and do on a screen that is no board, or on a sheet over one.

    A `secret` one holds a key: no surface keeps it. One `from_end` is shown from its end. The
    `initial` is that of somebody whose card it is.
    """

    title: str
    page: Page = ()
    beside: Page = ()
    fields: tuple[Field, ...] = ()
    main: Button | None = None
    buttons: tuple[Button, ...] = ()
    note: str = ""
    secret: bool = False
    shape: CardShape = "page"
    from_end: bool = False
    initial: str = ""


def code(text: str) -> Copyable:
    """Return a text to be passed on, and what copies it."""
    return Copyable(text, Button(_("Copy"), "copy", given("copy", text)))


def main_of(main: Button | None, buttons: Iterable[Button]) -> Button | None:
    """Return what most people want next: `main`, else the one of the buttons that stands out."""
    return main or next((one for one in buttons if one.main), None)


def question(title: str, words: str, yes: Button, no: str = "") -> CardView:
    """Return a question; no leaves everything as it is, and stands out unless yes does."""
    leave = Button(no or _(captions.CANCEL), "close", act("close"), main=not yes.main)
    return CardView(title, (Paragraph(words),), main=yes, buttons=(leave,))


def given(how: Literal["copy", "share"], text: str, then: str = "") -> Act:
    """Return what copies or shares a text, then does the screen's act `then`, if there is one.

    The surface has the text before the press: a browser allows neither after asking elsewhere.
    """
    return act("ask", name=how, value=text, then=then) if then else act("ask", name=how, value=text)


# --- fields --------------------------------------------------------------------------------------


def code_of(value: object) -> str:
    """Return a value as fields send it: 10.0 is `10`, as it is chosen."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def choice(
    name: str,
    words: str,
    value: object,
    options: Iterable[tuple[Any, str]],
    *,
    kind: FieldKind = "choice",
    note: str = "",
) -> Field:
    """Return a choice between values with their words."""
    choices = tuple(Choice(code_of(option), shown) for option, shown in options)
    return Field(name, words, code_of(value), kind, choices, note)


def setting(name: str, value: Any) -> Field:
    """Return the field of a setting as it is declared."""
    declared = SETTINGS[name]
    label, note = _(declared.label), _(declared.note)
    if declared.choices:
        return choice(name, label, value, declared.options, note=note)
    if declared.stops:
        stops = ((stop, declared.words(stop)) for stop in declared.stops_with(value))
        return choice(name, label, value, stops, kind="list", note=note)
    return Field(name, label, value, "switch", note=note)


def setting_in(name: str, said: Any) -> Any:
    """Return the value of a setting that a field has sent; raises FormatError for none."""
    declared = SETTINGS[name]
    options = {code_of(value): value for value in (*declared.choices, *declared.stops)}
    try:
        value = options.get(str(said), said)
        if declared.stops and isinstance(value, str):
            value = int(value) if value.isdecimal() else float(value)
        return declared.check(value)
    except (ValueError, TypeError):
        raise FormatError("bad value of {name}", name=name) from None
