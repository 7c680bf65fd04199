"""A screen, and what it asks of the surface that shows it.

    surface ──do──► Screen ──► services: session, records, friends …
            ◄─view──   └─ Shell ──► the surface: another screen, a sentence, the clipboard

A screen says what is to be seen and done now, as a whole, and keeps no picture of what was shown.
Screens are opened by name, with values of the program, so that none imports another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from battle.language import N_, _, explain
from battle.rules.position import RulesError
from battle.screens import captions
from battle.screens.board_view import BoardView
from battle.screens.view import Act, Button, CardView, act, question
from battle.services import Services

View: TypeAlias = CardView | BoardView

Place: TypeAlias = tuple[str, tuple[Any, ...], dict[str, Any]] | None
"""What `Shell.go` takes to open a screen again: its name, and plain values, as JSON has them.

Without a name it is an act of the screen below that opens it: what it does, and its arguments.
Among these `go_to` is where it goes to then.
"""


def by_act(do: str, **given: Any) -> Place:
    """Return the place of a screen that an act of the screen below opens again."""
    return "", (do,), given


class Shell(Protocol):
    """The surface, as screens see it."""

    @property
    def services(self) -> Services:
        """The program behind it."""

    @property
    def can(self) -> frozenset[str]:
        """What not every surface can do, such as `analyse`, `forget`, `mail`, `room` or `send`.

        `expires` is what only Safari does: it deletes what is kept when nobody comes for a week;
        `installs`, that the browser puts the page among the programs when it is asked.
        """

    def go(self, name: str, *what: Any, **how: Any) -> None:
        """Open a screen over this one, with what it is to show."""

    def replace(self, name: str, *what: Any, **how: Any) -> None:
        """Open a screen in place of all but the first."""

    def back(self) -> None:
        """Leave this screen for the one below."""

    def home(self) -> None:
        """Leave all screens but the first."""

    def tell(self, words: str) -> None:
        """Show a sentence for a few seconds."""

    def effect(self, name: str, value: Any) -> None:
        """Ask for what only the surface can do, such as `copy`."""


class Screen:
    """One screen; what is chosen on it comes back as one of its `acts`, with their arguments.

    A `sheet` lies over it until something is chosen.
    """

    name: str = ""
    """What it is opened by, among the screens."""
    ticks: bool = False
    """Whether something changes by itself, such as a clock."""
    in_play: bool = False
    """Whether a game goes on, so that reviews and proofs wait."""
    tab: str = ""
    """Which of the `TABS` it belongs to, none for a table."""
    opened: Place = None
    """What the surface opened it by, None if that was no act, with more than plain values."""
    inner: int = 0
    """How many steps Back takes on the screen itself before it leaves it."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.services = shell, shell.services
        self.sheet: Callable[[], CardView] | None = None

    def view(self) -> View:
        """Return what is to be seen, and what can be done: as a card, or with a board."""
        raise NotImplementedError

    @property
    def is_drawn(self) -> bool:
        """Whether the surface draws it; where all is in words nothing lies behind *More*."""
        return not self.shell.can.isdisjoint(("forget", "window"))

    @property
    def place(self) -> Place:
        """What opens it again after a reload of the page, None if nothing does.

        A sheet has none: what it asks was asked of that moment, and a reload is no answer.
        """
        return self.opened

    @property
    def standing(self) -> object:
        """What the view shows of things that change by themselves; it is built again with them."""
        return None

    def acts(self) -> Mapping[str, Callable[..., object]]:
        """Return what can be done, by name; what cannot be done now raises RulesError."""
        return {}

    def renew(self) -> None:
        """Look again at what it shows, though another screen may lie over it."""

    def resume(self) -> None:
        """Begin, or come back from another screen."""

    def beat(self) -> None:
        """Go on with what takes time."""

    def leave(self) -> None:
        """Stop what goes on for this screen alone."""

    def back(self) -> None:
        """Go where the arrow leads."""
        self.shell.back()

    def look(self, *, is_visible: bool) -> None:
        """Take notice that the surface is seen, or not."""

    def question(self, title: str, words: str, yes: Button, no: str = "") -> None:
        """Put a question over the screen."""
        self.sheet = lambda: question(title, words, yes, no)


def do(screen: Screen, act: Act) -> None:
    """Do what was chosen on a screen; tell why where that cannot be."""
    try:
        perform(screen, act)
    except RulesError as error:
        screen.shell.tell(explain(error))


def perform(screen: Screen, act: Act) -> None:
    """Do what was chosen on a screen; raise RulesError where that cannot be.

    A sheet goes with the choice, unless it is a value that was set on it.
    """
    shell, is_open = screen.shell, screen.sheet is not None
    if act.name != "set":
        screen.sheet = None
    common: dict[str, Callable[..., object]] = {
        "back": (lambda: None) if is_open else screen.back,
        "close": lambda: None,
        "go": shell.go,
        "home": shell.home,
        "say": shell.tell,
        "tab": partial(go_to_tab, shell),
        "ask": partial(ask, screen),
    }
    (common | {**screen.acts()})[act.name](**dict(act.given))


def ask(screen: Screen, name: str, value: Any, then: str = "") -> None:
    """Ask the surface for what only it can do, then do what follows."""
    screen.shell.effect(name, value)
    if then:
        screen.acts()[then]()


# --- the tabs -------------------------------------------------------------------------------------

TABS: Final = {
    "home": (N_("Start"), "home"),
    "new_game": (N_("Play"), "play"),
    "learn": (captions.LEARN, "learn"),
    "open": (captions.ANALYSE, "analyse"),
    "record": (captions.YOU, "person"),
}
"""The five places of the program, by the screens they begin with: their words and icons."""


SECTIONS: Final = {
    "record": N_("Games"),
    "progress": N_("Progress"),
    "settings": captions.SETTINGS,
}
"""The parts of what belongs to the person, by their screens."""


def sections(name: str) -> tuple[Button, ...]:
    """Return the ways to all parts of the place that a screen is part of, if it is one."""
    return tuple(
        Button(_(words), "", act("tab", name=part), on=part == name)
        for part, words in SECTIONS.items()
        if name in SECTIONS
    )


def tabs(here: str) -> tuple[Button, ...]:
    """Return the ways to all places, with the one that is `here`; none from a table."""
    return tuple(
        Button(_(words), icon, act("tab", name=name), on=name == here)
        for name, (words, icon) in TABS.items()
        if here
    )


def go_to_tab(shell: Shell, name: str) -> None:
    """Go to a screen with none but the first below it."""
    shell.home()
    if name != next(iter(TABS)):
        shell.go(name)
