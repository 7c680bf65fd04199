"""A new game: whom to play, the deal as it will lie, and under *Match settings* all else.

    asks      the options that can be chosen now, each with its field and what takes the answer
    NewGame   the screen: people, beside them the deal; what stands out plays
    play      the last choice begins at once; `opening` is the screen it leads to

An option is one `Ask`; which others depend on it, `GameOptions` knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from battle.friend.friends import SEEN_AS
from battle.game.setup import MOST_GIVEN, SIZES, ladder, played_by
from battle.language import N_, _, explain, ngettext
from battle.page.blocks import Block, Board, Ink, Paragraph, Row
from battle.profile.options import (
    BY_NUMBER,
    DAYS,
    FAIR,
    HERE,
    LIVE,
    PASTED,
    PIE,
    RANDOM,
    GameOptions,
)
from battle.profile.records import FRIEND, SOLVER
from battle.rules.position import ALL_TILES, LAST_DEAL, FormatError, Position, RulesError
from battle.screens import captions
from battle.screens.people import friends, people, wanted_words
from battle.screens.screen import Place, Screen, Shell
from battle.screens.view import (
    Button,
    CardView,
    Choice,
    Field,
    FieldKind,
    act,
    code_of,
    setting,
    setting_in,
)
from battle.services import Services
from battle.words import address, gets_words, name_in, wins_by_words

_MATCH_SETTINGS: Final = N_("Match settings")
_NAMES: Final = "name0", "name1"
"""What two people at one device are asked first."""

# --- the options ---------------------------------------------------------------------------------


class Ask(NamedTuple):
    """An option that can be chosen now; `take` raises FormatError for what it has no room for."""

    field: Field
    take: Callable[[Any], object]


def asks(options: GameOptions) -> Mapping[str, Ask]:
    """Return what can be chosen besides the opponent, by name, as all else stands."""
    return {ask.field.name: ask for ask in _asked(options)}


def _asked(options: GameOptions) -> Iterator[Ask]:
    is_far, deal_by = options.is_far, options.deal_by
    if deal_by != PASTED:
        sizes = [(tiles, _(name)) for tiles, name in SIZES.items()]
        yield _one_of("tiles", _("Size"), options.tiles, sizes, options.set_tiles, _tiles_words)
    if not options.by_pie_rule:
        theirs = options.name(1) if options.opponent == FRIEND else played_by(options.rival)
        begins, at = options.beginners(theirs), options.beginning
        turns = "" if at == "random" else _("The other one begins the next game")
        yield _one_of("begins", _("Begins"), at, begins, options.set_begins, note=turns)
    if is_far:
        yield _declared(options, "timing", options.set_timing)
    if is_far and options.timing == DAYS:
        yield _declared(options, "days_a_move")
    if not is_far or options.timing == LIVE:
        words = _("Time for each") if is_far else ""
        yield _declared(options, "clock_minutes", words=words)
        if options.clock_minutes:
            yield _declared(options, "clock_increment")
    if options.rival == SOLVER:
        yield _declared(options, "think_seconds")
    if options.opponent == FRIEND:
        yield _declared(options, "no_help")
    yield _name(options, 0, _(captions.YOUR_NAME), _(SEEN_AS) if is_far else _("Type a name"))
    if options.rival == HERE:
        yield _name(options, 1, _("The other player's name"), _("Type a name"))
    yield from _deals(options)


def _deals(options: GameOptions) -> Iterator[Ask]:
    """Yield where the deal comes from, and what makes it fair."""
    deal_by = options.deal_by

    def take(name: str) -> Callable[[Any], object]:
        return partial(setattr, options, name)

    ways = [
        (RANDOM, _("Random")),
        (FAIR, _("Fair")),
        (BY_NUMBER, _("Number")),
        (PASTED, _("Position")),
    ]
    note = _("Fair: both can win") if deal_by == FAIR else ""
    yield _one_of("deal_by", _("Deal"), deal_by, ways, take("deal_by"), note=note)
    if deal_by == BY_NUMBER:
        hint = _("From 1 to {n}").format(n=LAST_DEAL)
        number = Field("number", _("Its number"), options.number, "number", hint=hint)
        yield Ask(number, take("number"))
    elif deal_by == PASTED:
        words, hint = _("The position"), _("A position or a game record")
        yield Ask(Field("pasted", words, options.pasted, "area", hint=hint), take("pasted"))
    elif deal_by == FAIR:
        given = [(n, options.head_start_words(n)) for n in range(-MOST_GIVEN, MOST_GIVEN + 1)]
        words, note = _("Head start"), _("By how much one of you wins with perfect play")
        at, keep = options.agreed_head_start, take("head_start")
        yield _one_of("head_start", words, at, given, keep, kind="list", note=note)
        return
    if not options.by_pie_rule:
        lengths = [
            (0, _(captions.OFF)),
            *(
                (n, ngettext("{n} deal", "{n} deals", n).format(n=n))
                for n in range(1, options.most_duplicate + 1)
            ),
        ]
        note = _("With seats swapped; the points are added up")
        words, at = _("Deals played twice"), options.deals_twice
        yield _one_of("duplicate", words, at, lengths, options.set_duplicate, note=note)
    note = _("One of you names points for moving second, the other chooses the seat")
    pie = Field("pie", _("Pie rule"), options.by_pie_rule, "switch", note=note)
    yield Ask(pie, lambda on: options.set_begins(PIE if on else "random"))


def _one_of(
    name: str,
    words: str,
    value: object,
    values: list[tuple[Any, str]],
    take: Callable[[Any], object],
    about: Callable[[Any], str] = lambda _value: "",
    *,
    kind: FieldKind = "choice",
    note: str = "",
) -> Ask:
    """Return the choice between values with their words, each with what is said `about` it."""
    coded = {code_of(value): value for value, _words in values}
    choices = tuple(Choice(code_of(value), words, about(value)) for value, words in values)

    def choose(said: str) -> None:
        if said not in coded:
            raise FormatError("bad value of {name}", name=name)
        take(coded[said])

    return Ask(Field(name, words, code_of(value), kind, choices, note), choose)


def _declared(
    options: GameOptions,
    name: str,
    take: Callable[[Any], object] | None = None,
    words: str = "",
) -> Ask:
    """Return an option that is a setting too, as that is declared; `words` go before its own."""
    choose = take or partial(setattr, options, name)
    asked = setting(name, getattr(options, name))
    return Ask(
        replace(asked, words=words or asked.words), lambda said: choose(setting_in(name, said))
    )


def _name(options: GameOptions, number: int, words: str, hint: str) -> Ask:
    def take(said: str) -> None:
        names = [*options.names]
        names[number] = name_in(said)
        options.names = names[0], names[1]

    return Ask(Field(f"name{number}", words, options.names[number], hint=hint), take)


def _tiles_words(tiles: int) -> str:
    return ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles)


def offer(options: GameOptions) -> Paragraph | None:
    """Return why a head start is offered, None where none is or another one was chosen."""
    is_offered = options.deal_by == FAIR and options.head_start is None
    words = options.offer_words if is_offered else ""
    return Paragraph(words) if words else None


def settings_sheet(
    options: GameOptions, title: str, *asked: str, besides: Iterable[Block] = ()
) -> CardView:
    """Return the sheet of all options but those that are `asked` elsewhere."""
    fields = tuple(ask.field for name, ask in asks(options).items() if name not in asked)
    said = filter(None, [offer(options)])
    done = Button(_(captions.DONE), "check", act("close"))
    return CardView(title, (*said, *besides), (), fields, done)


# --- how it begins -------------------------------------------------------------------------------


def opening(services: Services, rival: str = "") -> tuple[str, Any]:
    """Return the screen that plays the last choice at once, and what it takes.

    Another `rival` is remembered. A friend elsewhere is invited only where one is asked to.
    """
    options = GameOptions.remembered(services.settings)
    options.learn(services.records.games(), services.pars.all())
    if rival:
        options.set_rival(rival)
        services.change(**options.to_remember())
    if options.is_far:
        return "new_game", options
    if options.by_pie_rule:
        return "pie", options
    return "table", options.session(services.now)


# --- the screen ----------------------------------------------------------------------------------


class NewGame(Screen):
    """Chooses an opponent, the deal, and under *Match settings* all else.

    It begins with the last choice: against a `rival`, from a position, with the whole deal of a
    number; or with other options.
    """

    name = "new_game"
    tab = "new_game"

    def __init__(
        self, shell: Shell, what: GameOptions | Position | int | None = None, rival: str = ""
    ) -> None:
        super().__init__(shell)
        chosen = GameOptions.remembered(self.services.settings)
        self.options = options = what if isinstance(what, GameOptions) else chosen
        if isinstance(what, Position):
            options.deal_by, options.pasted = PASTED, str(what)
        elif isinstance(what, int):
            options.set_tiles(ALL_TILES)
            options.deal_by, options.number = BY_NUMBER, str(what)
        if rival:
            options.set_rival(rival)

    @property
    def place(self) -> Place:
        """All that is chosen."""
        return "chosen", (), self.options.chosen

    def resume(self) -> None:
        """Look again what is known of the person and of deals."""
        self.options.learn(self.services.records.games(), self.services.pars.all())
        self._set_rival(self.options.rival)

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> CardView:
        options, icon = self.options, "people" if self.options.is_far else "play"
        chosen = ladder()[-1].name if options.rival == SOLVER else options.rival
        rungs = options.rungs
        choices = *people(rungs), *friends()
        position, said = self._table()
        off = position is None
        note = "".join(wanted_words(rung) for rung in rungs if rung.level.name == options.rival)
        return CardView(
            _(captions.PLAY_ON) if options.plays_on else _(captions.NEW_GAME),
            (Field("rival", _(captions.OPPONENT), chosen, "people", choices),),
            tuple(self._deal(position, said)),
            main=Button(options.start_words, icon, act("play"), note, typed=N_("play"), off=off),
            shape="people",
        )

    def _deal(self, position: Position | None, said: Paragraph | None) -> Iterator[Block]:
        """Yield how large the deal is, how it will lie, who begins, and the way to all else."""
        options, asked = self.options, asks(self.options)
        if not self.is_drawn:
            yield from (ask.field for ask in asked.values())
            yield from filter(None, (said, offer(options)))
            return
        if "tiles" in asked:
            yield asked["tiles"].field
        elif not options.plays_on:
            yield Button(_(captions.ANALYSE), "analyse", act("analyse"), off=position is None)
        if position is not None:
            yield Board(position)
        if said is not None:
            yield said
        if "begins" in asked:
            yield asked["begins"].field
        if options.rival == HERE:
            named = enumerate(asked[name].field for name in _NAMES)
            yield Row(tuple(replace(one, hint=options.placeholder(n)) for n, one in named))
        words = options.summary(begins="begins" not in asked or options.beginning == PIE)
        more = Button(_(_MATCH_SETTINGS), "settings", act("more"), words)
        another = Button(_("Another deal"), "random", act("another"), small=True)
        yield Row((more, another)) if options.deal_by in (RANDOM, FAIR) else more

    def _table(self) -> tuple[Position | None, Paragraph | None]:
        """Return where the game would begin, and what is to be said of that: what is wrong, too."""
        options = self.options
        if options.deal_by == BY_NUMBER and not options.number.strip():
            return None, Paragraph(_("Enter the number of a deal."))
        try:
            position = options.start()
        except RulesError as error:
            return None, Paragraph(explain(error), Ink.BAD)
        return position, Paragraph(fairness(options, position)) if options.deal_by == FAIR else None

    def _more(self) -> CardView:
        """Return the sheet of the match settings."""
        names = _NAMES if self.options.rival == HERE else ()
        return settings_sheet(self.options, _(_MATCH_SETTINGS), "tiles", *names)

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "set": self._set,
            "more": partial(setattr, self, "sheet", self._more),
            "another": self._shuffle,
            "analyse": lambda: self.shell.go("study_position", self.options.start()),
            "play": self._play,
        }

    def _set(self, name: str, value: Any) -> None:
        if name == "rival":
            self._set_rival(value)
        elif (ask := asks(self.options).get(name)) is not None:
            ask.take(value)
        else:
            raise FormatError("bad value of {name}", name=name)

    def _set_rival(self, rival: str) -> None:
        """Choose the opponent; the best level is played by the solver, whose time can be set."""
        self.options.set_rival(SOLVER if rival == ladder()[-1].name else rival)
        if self.options.is_far:
            self.services.friends.prepare()

    def _shuffle(self) -> None:
        """Draw another deal, or another fair table."""
        if self.options.deal_by == FAIR:
            self.options.choose_fair()
        else:
            self.options.shuffle()

    def _play(self) -> None:
        """Begin the game, or invite to it, and remember what was chosen."""
        options, services = self.options, self.services
        options.start()
        if options.is_far:
            self.shell.go("with_friend", options)
            return
        if options.by_pie_rule:
            self.shell.go("pie", options)
        else:
            self.shell.replace("table", options.session(services.now))
        services.change(**options.to_remember())


def new_game_again(shell: Shell, **chosen: Any) -> NewGame:
    """Return the screen with what was chosen on it."""
    return NewGame(shell, GameOptions.again(**chosen))


# --- words ---------------------------------------------------------------------------------------


def fairness(options: GameOptions, start: Position) -> str:
    """Say who moves first at a fair table, who gets points, and to what that leads."""
    name = options.name(int(options.fair_second_begins))
    first = address(name, _("{name} moves first"), _("You move first"))
    points, lead = _("No points given"), options.agreed_head_start
    if max(start.given):
        named = (start.given[1] > 0) != options.fair_second_begins
        points = gets_words(options.name(int(named)), max(start.given))
    verdict = _("perfect play is a draw")
    if lead:
        wins = wins_by_words(options.name(0 if lead > 0 else 1), str(abs(lead)))
        verdict = _("with perfect play: {verdict}").format(verdict=wins)
    return "  ·  ".join((first, points, verdict))
