"""The settings in groups; every change is in force and kept at once.

What only some surfaces can do, such as the colours of a table, is shown where `Shell.can` has it.
What few need stands in the settings' file alone (docs/formats.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from battle import language
from battle.coach.teacher import POINTS
from battle.language import N_, _, explain
from battle.page.blocks import Card, Ink, Paragraph
from battle.profile import everything
from battle.profile.settings import SETTINGS
from battle.rules.files import EXPORT
from battle.rules.position import FormatError
from battle.screens import captions
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, Field, act, choice, setting, setting_in
from battle.words import name_in, share_words

if TYPE_CHECKING:
    from battle.friend.ways.mqtt import BrokerTrial

_LOOK: Final = (
    *("text_scale", "tile_set", "table", "cost_colours"),
    *("rank_digits", "highlight_free", "show_pairs"),
)
_WAYS: Final = {
    "internet": (N_("Over the internet"), (True, False)),
    "network": (N_("In one network"), (False, True)),
    "both": (N_("Both"), (True, True)),
}
"""How friends are met, in words: over brokers, in one network."""
_BROKERS: Final = N_("Leave empty to use public ones, or name your own: mqtts://… and wss://…")
_BROKERS_SEE: Final = N_(
    "A server passes on what you and a friend send each other. It sees random topics, sizes, times "
    "and both network addresses, but not who you are, what you play or what you write. In one "
    "network no server is needed."
)
_DELETED: Final = N_(
    "Games, settings and everything else that this page has kept in this browser are gone for good."
)


class SettingsScreen(Screen):
    """Look, sound, oneself, help at the table, friends; all that is kept, as one file, or gone.

    `brokers` are as typed, and kept as soon as they are valid; `tested` says what is wrong with
    them, or what a test has found.
    """

    tab = "record"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.brokers = self.services.settings.brokers
        self.tested: Paragraph | None = None
        self._trial: BrokerTrial | None = None

    # --- what is seen ---------------------------------------------------------------------------

    @property
    def standing(self) -> object:
        return self.tested

    def view(self) -> CardView:
        is_window = "window" in self.shell.can
        look = self._group(_("Look"), _LOOK if is_window else ("page_theme",))
        window = ("sound_volume", "animation_speed", "fullscreen")
        sounds = self._group(_("Sound and motion"), ("sound", *window * is_window))
        you = self._group(_(captions.YOU), ("name", "language"))
        is_strict = self.services.settings.teacher == POINTS
        costly = ("teacher_points",) * is_strict
        helped = self._group(_("Help at the table"), ("teacher", *costly, "auto_review"))
        ways = ("ways",) * ("ways" in self.shell.can)
        friends = self._group(_("Friends"), ("notifications", "talk", *ways))
        more = [
            Button(_("More settings"), "settings", act("more")),
            Button(_("Export everything"), "export", act("export")),
        ]
        if is_window:
            page, beside = (look, sounds), (you, helped, friends)
            return CardView(_(captions.SETTINGS), page, beside, buttons=tuple(more))
        if "forget" not in self.shell.can:  # where nothing is drawn or heard
            return CardView(_(captions.SETTINGS), (you, helped, friends), buttons=tuple(more))
        bring = act("ask", name="open", value=True)
        more += [
            Button(_("Import an export"), "open", bring),
            Button(_("Delete everything"), "delete", act("delete")),
        ]
        return CardView(_(captions.SETTINGS), (you, look, sounds), (helped, friends, *more))

    def _group(self, words: str, names: tuple[str, ...]) -> Card:
        return Card(tuple(map(self._field, names)), words)

    def _more(self) -> CardView:
        """Return the sheet of what few need to set."""
        said = (self.tested or Paragraph(_(_BROKERS)), Paragraph(_(_BROKERS_SEE)))
        field = Field("brokers", _("Server"), self.brokers)
        test = Button(_("Test the server"), "search", act("test"))
        done = Button(_(captions.DONE), "check", act("done"))
        buttons = (test,) * ("window" in self.shell.can)
        return CardView(_("More settings"), said, (), (field,), done, buttons)

    def _field(self, name: str) -> Field:
        chosen = self.services.settings
        match name:
            case "name":
                return Field(name, _(captions.YOUR_NAME), chosen.names[0])
            case "fullscreen":
                return Field(name, _(captions.FULL_SCREEN), chosen.window.fullscreen, "switch")
            case "language":
                codes = [(language.SYSTEM, _("Same as device")), *language.available()]
                return choice(name, _(SETTINGS[name].label), chosen.language, codes)
            case "text_scale":  # not as a list, whose slider would move away under the mouse
                sizes = SETTINGS[name].stops_with(chosen.text_scale)
                shown = [(size, share_words(size)) for size in sizes]
                return choice(name, _(SETTINGS[name].label), chosen.text_scale, shown)
            case "animation_speed":
                return setting(name, chosen.animation_speed if chosen.animation else 0.0)
            case "ways":
                is_met = chosen.meet_over_brokers, chosen.local_network
                way = next((way for way, (_words, how) in _WAYS.items() if how == is_met), "")
                words = [(way, _(words)) for way, (words, _how) in _WAYS.items()]
                return choice(name, _("Meet friends"), way, words)
        return setting(name, getattr(chosen, name))

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        delete = Button(_(captions.DELETE), "delete", act("forget"), danger=True)
        return {
            "set": self._set,
            "more": partial(setattr, self, "sheet", self._more),
            "test": self._test,
            "done": self._done,
            "export": self._export,
            "delete": lambda: self.question(_("Delete everything?"), _(_DELETED), delete),
            "forget": partial(self.shell.effect, "forget", True),
        }

    def _set(self, name: str, value: Any) -> None:
        change, chosen = self.services.change, self.services.settings
        view, sheet = self.view(), self._more()
        cards = [block for block in (*view.page, *view.beside) if isinstance(block, Card)]
        asked = [*sheet.fields, *(block for card in cards for block in card.blocks)]
        if name not in [field.name for field in asked if isinstance(field, Field)]:
            raise FormatError("bad value of {name}", name=name)
        match name:
            case "brokers":
                self.brokers = value
                self.beat()
            case "name":
                change(names=(name_in(value), chosen.names[1]))
            case "fullscreen":
                self.shell.effect(name, value)
            case "animation_speed":
                speed = setting_in(name, value) if value != "0" else 0.0
                change(animation=speed > 0, animation_speed=speed or 1.0)
            case "ways" if value in _WAYS:
                internet, network = _WAYS[value][1]
                change(meet_over_brokers=internet, local_network=network)
            case _:
                change(**{name: setting_in(name, value)})
        if name in ("sound", "sound_volume") and "window" in self.shell.can:
            self.shell.effect("sound", "take")
        elif name == "notifications" and value:
            self.shell.effect("permit", True)

    def _export(self) -> None:
        name = f"mahjong-battle-{self.services.moment().date()}{EXPORT}"
        text = everything.text_of(self.services)
        self.shell.effect("save", {"name": name, "text": text})

    # --- the broker -----------------------------------------------------------------------------

    def _keep_brokers(self) -> bool:
        """Keep the typed brokers; return whether they are valid, and say why not."""
        from battle.friend.ways.broker import parse_brokers

        typed = self.brokers.strip()
        try:
            parse_brokers(typed)
        except FormatError as error:
            self.tested = Paragraph(explain(error), Ink.BAD)
            return False
        self.services.change(brokers=typed)
        self.tested = None
        return True

    def _done(self) -> None:
        """Leave the sheet open where what was typed is no server, which is said there."""
        if not self._keep_brokers():
            self.sheet = self._more

    def _test(self) -> None:
        """Begin to test the first broker."""
        self.sheet = self._more
        if self._keep_brokers():
            from battle.friend.ways.broker import parse_brokers
            from battle.friend.ways.mqtt import BrokerTrial

            first = parse_brokers(self.brokers)[0]
            words = _("Testing {broker} …").format(broker=first.shown)
            self.tested, self._trial = Paragraph(words, Ink.GOLD), BrokerTrial(first.url)

    def beat(self) -> None:
        """Keep what is typed, and show the result of a test."""
        if self.brokers.strip() != self.services.settings.brokers:
            self._keep_brokers()
        outcome = self._trial and self._trial.outcome
        if outcome:
            self._trial = None
            self.tested = Paragraph(outcome.line, Ink.GOLD if outcome.ok else Ink.BAD)
