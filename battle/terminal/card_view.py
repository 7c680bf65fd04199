"""A screen of `battle.screens` as a room: its view is printed, its offers are words to type.

    title                            a field            its name and a value: `points 5`
    fields, page, beside             a button           its word or number, or its words
    note                             the main button    `yes` too
    “word”: what it does             `no`, `back`       leave, also a question

What has been printed once is printed again only when it has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import ClassVar, Final

import segno

from battle.language import N_, _
from battle.page.blocks import (
    Block,
    Board,
    Card,
    Page,
    Paragraph,
    Row,
    Score,
    Space,
    Table,
    Title,
)
from battle.page.text import page_lines
from battle.rules.position import RulesError, meant, other
from battle.screens import captions
from battle.screens.board_view import BoardView, GivenAway
from battle.screens.screen import Screen, do, perform
from battle.screens.share import Poster
from battle.screens.view import (
    Act,
    Button,
    Calendar,
    CalendarDay,
    CardView,
    Choice,
    Copyable,
    DayScore,
    Duel,
    Field,
    Glance,
    Ladder,
    Portrait,
    Scan,
    Week,
    act,
    main_of,
)
from battle.terminal.dialogue import word_named
from battle.terminal.room import Command, Console, Room
from battle.words import You, listed, named, range_words, signs_text, taken_words, titled

_MOST_LISTED: Final = 12
"""How many choices are listed; of more the first and the last."""
_SWITCH: Final = (N_("on"), captions.OFF)
_NAMES: Final = (
    N_("duplicate"),
    N_("level"),
    N_("message"),
    N_("name"),
    N_("points"),
    N_("tiles"),
)
"""The names of fields that are typed in other languages too."""
_YES: Final = N_("yes")
_NO: Final = N_("no")


class ScreenRoom(Room):
    """Prints a screen, or the sheet over it."""

    def __init__(self, shell: Console, screen: Screen) -> None:
        super().__init__(shell)
        self.screen = screen
        self.view = CardView("")
        self._shown: dict[object, Page] = {}
        self._stood: object = None
        self._has_left = False

    @property
    def prompt(self) -> str:
        return f"{self.view.title}> "

    def resume(self) -> None:
        self._has_left = False
        self.screen.resume()
        self.show_again()

    def leave(self) -> None:
        self._has_left = True
        self.screen.leave()

    def beat(self) -> None:
        """Go on, while the solver works until something has changed."""
        self.screen.beat()
        if not self._has_left:
            self.wait(lambda: self._has_left or self._stands != self._stood, self.screen.beat)

    @property
    def _stands(self) -> object:
        return self.screen.sheet, self.screen.standing

    def follow(self) -> None:
        """Print what is new in the view."""
        screen = self.screen
        if self._stands == self._stood:
            return
        self._stood = self._stands
        self.view = self.card()
        page = [block for block, _offered in self._parts()]
        if not self._shown:
            words = _("You can also type: {words}.").format(words=self.words)
            page.append(Paragraph(words))
        before = self._shown.get(screen.sheet, ())
        self._print([block for block in page if block not in before])
        self._shown[screen.sheet] = page

    def card(self) -> CardView:
        """Return what is to be printed now."""
        view = self.screen.view() if self.screen.sheet is None else self.screen.sheet()
        return view if isinstance(view, CardView) else card_of(view)

    def more(self) -> tuple[Button, ...]:
        """Return what can be typed though it is not printed."""
        return ()

    def show_again(self) -> None:
        """Print the whole view."""
        self._shown, self._stood = {}, None

    def _print(self, page: Page) -> None:
        """Print blocks; what may be copied is not broken."""
        plain = list[Block]()
        for block in page:
            if isinstance(block, Copyable | Poster | Scan):
                self.dialogue.say_all(page_lines(plain))
                plain = []
                text = "\n".join(code_lines(block.link)) if isinstance(block, Scan) else block.text
                self.dialogue.print(text)
            else:
                plain.append(block)
        self.dialogue.say_all(page_lines(plain))

    def _parts(self) -> Iterator[tuple[Block, Block | None]]:
        """Yield what is printed of the view, with what is offered there, if anything."""
        view, number = self.view, 0
        main = [] if view.main is None else [replace(view.main, typed=view.main.typed or _YES)]
        yield Title(view.title), None
        for block in single((*view.fields, *view.page, *view.beside, *view.buttons, *main)):
            match block:
                case Button(off=False):
                    stands_out = block.main and view.main is None
                    number += not (block.typed or stands_out)
                    word = block.typed or (_YES if stands_out else str(number))
                    button = replace(block, typed=word)
                    yield replace(button, words=_words(button)), button
                case Button():
                    pass
                case Field():
                    if block.kind == "people":
                        yield from ((Paragraph(_person(one)), None) for one in block.choices)
                    yield Paragraph(_asked(block)), block
                case Ladder():
                    yield Paragraph(listed(one.words for one in block.people)), block
                case Calendar():
                    yield Title(block.title), None
                    yield _table(block), block
                    more = N_("day NUMBER|next|previous")
                    words = _("another day or month")
                    yield Button(words, "", act(block.step), typed=more), None
                case _:
                    yield block, None
        if view.note:
            yield Paragraph(view.note), None

    # --- what is typed --------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Do what a word, a number or a field's name means."""
        if not line:
            return
        if (chosen := self._meant(line)) is None:
            raise RulesError(_("Type one of: {words}.").format(words=self._all_words))
        self._stood = None
        for one in chosen:
            perform(self.screen, one)

    @property
    def _all_words(self) -> str:
        buttons = [one for _block, one in self._parts() if isinstance(one, Button)]
        typed = [_(one.typed) for one in (*buttons, *self.more()) if one.typed]
        names = [_name(one) for _block, one in self._parts() if isinstance(one, Field)]
        return listed((*typed, *names, self.words))

    def _meant(self, line: str) -> list[Act] | None:
        """Return what a line asks for, None if nothing."""
        offered = [one for _block, one in self._parts() if one is not None]
        buttons = [*(one for one in offered if isinstance(one, Button)), *self.more()]
        fields = {one.name: one for one in offered if isinstance(one, Field)}
        if typed := word_named(line, [button.typed for button in buttons]):
            return [button.do for button in buttons if button.typed == typed][:1]
        said = meant(line).lower()
        if called := [button.do for button in buttons if button.words.lower() == said]:
            return called[:1]
        if (found := _field_in(line, fields.values())) is not None:
            field, value = found
            asked = [_set(field, value)]
            sends = (button.do for button in buttons if button.typed.startswith(f"{field.name} "))
            return [*asked, *sends]
        for one in offered:
            if isinstance(one, Calendar) and (shown := _day_in(one, line)) is not None:
                return [shown]
            people = one.people if isinstance(one, Ladder) else ()
            if named := [who for who in people if who.words.lower() == said]:
                return [act("choose", level=named[0].value)]
        answer, view = word_named(line, (_YES, _NO)), self.view
        main = main_of(view.main, view.buttons)
        if answer == _YES and main is not None and not main.off:
            return [main.do]
        return [act("back")] if answer == _NO else None

    def back(self) -> None:
        """Leave a question, else the screen."""
        do(self.screen, act("back"))
        self._stood = None

    commands: ClassVar[tuple[Command, ...]] = (
        Command(N_("back"), "", back),
        Command(N_("help"), "", show_again),
        Command(N_("quit"), "", Room.quit),
    )


def single(page: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks of a page, also of its cards and of rows with something to press."""
    for block in page:
        match block:
            case Card():
                if block.words:
                    yield Title(block.words, block.note)
                yield from single(block.blocks)
            case Row(blocks=parts) if any(isinstance(part, Button | Field) for part in parts):
                yield from single(part for part in parts if not isinstance(part, Board))
            case Portrait():
                yield Paragraph(titled(block.name, block.note) if block.note else block.name)
            case Glance():
                yield Paragraph(titled(block.over, block.name))
                yield from [Paragraph(block.words)] * bool(block.words)
            case Week():
                done = (
                    titled(day.words, day.figure or _("done")) for day in block.days if day.done
                )
                yield from [Paragraph(words) for words in [listed(done)] if words]
            case DayScore():
                yield Paragraph(block.said)
            case Space() | Duel():
                pass
            case GivenAway():
                yield from _given_away(block)
            case _:
                yield block


def _given_away(block: GivenAway) -> Iterator[Block]:
    """Yield what a player gave away, in words."""
    if block.words:
        yield Title(block.words)
        yield Paragraph(signs_text([sign.cost for sign in block.signs]))
    yield from [Paragraph(words) for words in (block.moment, block.sub) if words]
    yield from [] if block.show is None else [block.show]


def card_of(view: BoardView) -> CardView:
    """Return what is said and offered beside a board, and in words what is shown on it."""
    page: list[Block] = [Paragraph(view.note)] if view.note else []
    if view.shape == "result":
        page.append(
            Row(tuple(Score(one.player, one.name, one.score, one.won) for one in view.seats))
        )
    if view.signs:
        page.append(Paragraph(signs_text([sign.cost for sign in view.signs])))
        page.append(Paragraph(_("A number shows that pair.")))
    if view.run is not None:
        page += [view.run, *[Paragraph(view.run.note)] * bool(view.run.note)]
    if view.dock is not None:
        page += [Paragraph(words) for words in (view.dock.words, view.dock.sub) if words]
    page += [*_played(view), *view.page]
    buttons = *view.buttons, *view.actions
    return CardView(view.title, tuple(page), main=view.main, buttons=buttons)


def _played(view: BoardView) -> Iterator[Block]:
    """Yield the pairs that the frames show, in words."""
    before, names = None, {other(view.below): _("The other player"), view.below: You()}
    names |= {seat.player: seat.name for seat in view.seats if not seat.is_you}
    for frame in view.frames[: -1 if view.frames[:1] == view.frames[-1:] else None]:
        cells = [tile.cell for tile in frame.tiles if tile.mark]
        if frame.bubble is None or cells == before:
            continue
        before = cells
        kind = next(tile.kind for tile in frame.tiles if tile.mark)
        yield Paragraph(taken_words(names[frame.bubble.player], named(kind, *cells)))


def _words(button: Button) -> str:
    notes = (button.note, button.aside, str(button.badge or ""))
    more = " · ".join(filter(None, notes))
    return titled(button.words, more) if more else button.words


def _name(field: Field) -> str:
    """Return what is typed before a field's value."""
    return _(field.name) if field.name in _NAMES or not field.words else field.words.lower()


def _field_in(line: str, fields: Iterable[Field]) -> tuple[Field, str] | None:
    """Return the field that a line begins with, and its value; one of its people will do."""
    said = meant(line).lower()
    found: dict[str, Field] = {}
    for field in fields:
        if field.kind == "people" and said in [one.words.lower() for one in field.choices]:
            return field, line
        found |= dict.fromkeys((field.words.lower(), field.name, _(field.name)), field)
    words = (one for one in found if one and (said == one or said.startswith(f"{one} ")))
    longest = max(words, key=len, default=None)
    return None if longest is None else (found[longest], line[len(longest) :].strip())


def _person(choice: Choice) -> str:
    """Return somebody to play: `Mo, Casual: Sometimes looks at your reply, next up`."""
    words = listed(filter(None, (choice.note, choice.mark)))
    return titled(listed(filter(None, (choice.words, choice.tag))), words)


def _asked(field: Field) -> str:
    """Return what a field asks, its value, and what can be typed."""
    words = [choice.words for choice in field.choices]
    if len(words) > _MOST_LISTED:
        words = [words[0], "…", words[-1]]
    if field.kind == "switch":
        words = [_(word) for word in _SWITCH]
    value = next((one.words for one in field.choices if one.value == field.value), field.value)
    if field.kind == "switch":
        value = words[not field.value]
    asked = titled(field.words or _(field.name), str(value))
    if field.note:
        asked = f"{asked} ({field.note})"
    # Translators: a field of a form, and what to type to set it.
    return _("{asked} – type “{name} {values}”").format(
        asked=asked, name=_name(field), values=" | ".join(words) or "…"
    )


def _set(field: Field, typed: str) -> Act:
    """Return what sets a field to what was typed: a value, its words, or which one it is."""
    said = meant(typed)
    value: str | bool = typed
    if field.kind == "switch":
        word = word_named(said, _SWITCH)
        if not word:
            on, off = map(_, _SWITCH)
            raise RulesError(_("Please type {on} or {off}.").format(on=on, off=off))
        value = word == "on"
    elif field.kind == "number":
        value = said
    elif field.choices:
        named = [
            choice.value
            for choice in field.choices
            if said.lower() in (choice.value.lower(), choice.words.lower())
        ]
        values = [choice.value for choice in field.choices]
        if not named and field.kind == "list" and values[0].lstrip("-").isdecimal():
            named = [said.replace(",", ".")]
        if not named and said not in [str(number) for number, _value in enumerate(values, 1)]:
            raise RulesError(range_words(1, len(values)))
        value = named[0] if named else values[int(said) - 1]
    return act("set", name=field.name, value=value)


def _table(month: Calendar) -> Table:
    """Return a month as a table: the days with their figures."""
    rows = (tuple("" if day is None else _figure(day) for day in week) for week in month.weeks)
    return Table(month.weekdays, tuple(rows))


def _figure(day: CalendarDay) -> str:
    return f"{day.number}: {day.figure}" if day.figure else day.number


def _day_in(month: Calendar, line: str) -> Act | None:
    """Return what shows a day of the month by its number, or the month before or after."""
    first, _blank, number = meant(line).partition(" ")
    word = word_named(first, (N_("next"), N_("previous"), N_("day")))
    if word != "day":
        return {"next": month.after, "previous": month.before}.get(word)
    days = (day for week in month.weeks for day in week if day is not None)
    return next((day.do for day in days if day.number == number.strip()), None)


def code_lines(link: str) -> Iterator[str]:
    """Yield a link as a code to scan, two rows of squares a line, what is light in the ink."""
    rows = [*segno.make(link, error="l", micro=False).matrix_iter(border=2)]
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=bytes(len(rows))):
        yield "".join("█▀▄ "[2 * above + below] for above, below in zip(upper, lower, strict=True))
