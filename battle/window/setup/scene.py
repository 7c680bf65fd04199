"""The new-game screen: who plays, who begins, which deal, how much time."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from battle.game.even_words import pie_words
from battle.game.levels import level_name
from battle.game.words import match_words, players_words
from battle.language import _, decimal, explain, ngettext
from battle.profile.records import FRIEND, SOLVER
from battle.profile.settings import SETTINGS
from battle.profile.statistics import SuggestionReason, loss_words
from battle.rules.position import Position, RulesError
from battle.window.scenes.card_scene import CardScene
from battle.window.scenes.scene import Services
from battle.window.setup.deal_choice import DealChoice, duplicate_words
from battle.window.setup.level_list import add_levels
from battle.window.setup.options import DAYS, FAIR, LEVEL, LIVE, PIE, GameOptions
from battle.window.ui import theme as look
from battle.words.numbers import minutes_words, seconds_words
from battle.words.plain import LONGEST_NAME

_CONTROLS: Final = (
    (0, 0),
    (1, 0),
    (2, 1),
    (3, 0),
    (3, 2),
    (5, 0),
    (5, 3),
    (10, 0),
    (10, 5),
    (15, 10),
    (20, 0),
    (30, 0),
    (30, 20),
    (60, 0),
    (90, 30),
)
"""Minutes and seconds more a move together, where there is room for one row only."""
_ROWS: Final = {FRIEND: 8, LEVEL: 8, SOLVER: 7}
"""How many rows there are on the left at most, with room for the levels below theirs."""
_LEFT: Final = 0.51
"""The share of the width for who plays."""
_LABELS: Final = 0.3


class NewGameScene(CardScene):
    """Sets up a game; `options` holds what has been entered."""

    foot_height = 52
    tallest = 660

    def __init__(self, app: Services, options: GameOptions) -> None:
        super().__init__(app)
        self.options = options
        self._replaced = ""
        self.position: Position | None = None
        self.problem = ""

    def enter(self) -> None:
        """Begin with what is known of the person and of deals."""
        self._learn()

    def resume(self) -> None:
        """Come back from another screen, where the record may have changed."""
        super().resume()
        self._learn()

    def _learn(self) -> None:
        self.options.learn(self.app.records.games(), self.app.pars.all())
        self._check()

    @property
    def heading(self) -> str:
        """What stands at the top."""
        return _("New game")

    # --- layout ---------------------------------------------------------------------------------

    def fill(self) -> None:
        """Put who plays on the left, the deal with its picture on the right, the start below."""
        px = self.theme.px
        self._replaced = self._replaced_words()
        left, right = self.body.copy(), self.body.copy()
        left.width = round(self.body.width * _LEFT)
        right.width = self.body.width - left.width - px(34)
        right.right = self.body.right
        self.form.lay(left, _ROWS[self.options.opponent], _LABELS)
        self._players()
        self._time()
        if self.options.opponent == FRIEND:
            self.ask("no_help", self.options.no_help, self._set_no_help)
        self.deal_choice = DealChoice(self.app, self.form, self.options, right, self._deal_changed)
        self._start_button()

    def _players(self) -> None:
        options, form, px = self.options, self.form, self.theme.px
        self.begin_at(self.ask("opponent", options.opponent, self._set_opponent))
        if options.opponent == FRIEND:
            self.ask("elsewhere", options.elsewhere, self._set_elsewhere)
        count = 2 if options.opponent == FRIEND and not options.is_far else 1
        place = form.space(_("Names") if count == 2 else _("Your name"))
        gap, hint = px(10), _("As your friend sees you") if options.is_far else ""
        width = (place.width - (count - 1) * gap) // count
        for number in range(count):
            rect = pygame.Rect(place.left + number * (width + gap), place.top, width, place.height)
            form.field(
                rect,
                options.names[number],
                partial(self._set_name, number),
                placeholder=hint or options.placeholder(number),
                limit=LONGEST_NAME,
            )
        self._begins = form.segments(
            _("Begins"),
            self._beginners(),
            options.beginning,
            self._set_begins,
            tips={PIE: pie_words()},
        )

    def _beginners(self) -> list[tuple[str, str]]:
        ways = [("random", _("By lot"))]
        if self.options.deal_by != FAIR:
            ways.append((PIE, _("Pie rule")))
        first, second = (self.options.name(number) for number in (0, 1))
        if self.options.is_far:
            first = _("You")
        return [("first", first), ("second", second), *ways]

    def _time(self) -> None:
        """Add what belongs to the opponent: the levels, the solver's time, or a clock."""
        options, form = self.options, self.form
        if options.opponent == LEVEL:
            controls = tuple(sorted({*_CONTROLS, options.control}))
            form.slider(_("Clock"), controls, options.control, _control_words, self._set_control)
            top = form.bottom + self.theme.px(6)
            rest = pygame.Rect(form.rect.left, top, form.rect.width, 0)
            rest.height = form.rect.bottom - rest.top
            suggested = options.suggestion.level
            add_levels(form, rest, options.chosen_level, suggested, self._set_level)
            return
        if options.opponent == SOLVER:
            setting, chosen = SETTINGS["think_seconds"], options.think_seconds
            stops = setting.stops_with(chosen)
            form.slider(_(setting.label), stops, chosen, setting.words, self._set_think)
        if not options.is_far:
            self._clock(_("Clock"))
            return
        self.ask("timing", options.timing, self._set_timing)
        if options.timing == LIVE:
            self._clock(_("Time for each"), without_none=True)
        elif options.timing == DAYS:
            self.ask("days_a_move", options.days, self._set_days)

    def _clock(self, label: str, *, without_none: bool = False) -> None:
        """Add the time of a clock that runs at the table."""
        options = self.options
        stops = SETTINGS["clock_minutes"].stops_with(options.clock_minutes)[without_none:]
        self.form.slider(label, stops, options.clock_minutes, minutes_words, self._set_minutes)
        if options.clock_minutes:
            self.ask("clock_increment", options.clock_increment, self._set_increment)

    def _start_button(self) -> None:
        words, icon = _("Start the game"), "play"
        if self.options.is_far:
            words, icon = _("Invite"), "people"
        self._start = self.add_primary(words, self.confirm, icon)
        self._show_whether_ready()

    # --- what is entered ------------------------------------------------------------------------

    def _set_opponent(self, opponent: str) -> None:
        self.options.set_opponent(opponent)
        self._check()
        self.refresh()

    def _set_elsewhere(self, elsewhere: bool) -> None:
        self.options.set_elsewhere(elsewhere)
        if elsewhere:
            self.app.friends.prepare()
        self._check()
        self.refresh()

    def _set_timing(self, timing: str) -> None:
        self.options.set_timing(timing)
        self.refresh()

    def _set_days(self, days: int) -> None:
        self.options.days = days

    def _set_no_help(self, no_help: bool) -> None:
        self.options.no_help = no_help
        self.refresh()

    def _set_name(self, number: int, text: str) -> None:
        names = list(self.options.names)
        names[number] = text
        self.options.names = (names[0], names[1])
        self._check()
        self._show_beginner(number)
        self.deal_choice.follow_offer()

    def _show_beginner(self, number: int) -> None:
        """Call one of the two by name, the program by its level, where it is asked who begins."""
        self._begins.rename(self.theme, number, self._beginners()[number][1])

    def _set_begins(self, begins: str) -> None:
        before = self.options.duplicate, self.options.by_pie_rule
        self.options.set_begins(begins)
        self._check()
        if self.options.deal_by == FAIR or before != (
            self.options.duplicate,
            self.options.by_pie_rule,
        ):
            self.refresh()

    def _set_level(self, level: str) -> None:
        self.options.set_level(level)
        self._show_beginner(1)
        if self.options.deal_by == FAIR:
            self._check()
            self.refresh()

    def _deal_changed(self, rebuild: bool) -> None:
        """Take in another way to the deal, which asks for other widgets, or another deal."""
        self._check()
        if rebuild:
            self.refresh()
        else:
            self._show_whether_ready()

    def _set_think(self, seconds: float) -> None:
        self.options.think_seconds = seconds

    def _set_control(self, control: tuple[float, float]) -> None:
        self.options.clock_minutes, self.options.clock_increment = control

    def _set_minutes(self, minutes: float) -> None:
        self.options.clock_minutes = minutes
        self.refresh()

    def _set_increment(self, seconds: float) -> None:
        self.options.clock_increment = seconds

    def _check(self) -> None:
        """Find out which position the game would start from, or what is wrong."""
        try:
            self.position, self.problem = self.options.start(), ""
        except RulesError as error:
            self.position, self.problem = None, explain(error)

    def _show_whether_ready(self) -> None:
        self._start.enabled = self.position is not None

    def _replaced_words(self) -> str:
        unfinished = None if self.options.is_far else self.app.autosave.load()[0]
        if unfinished is None:
            return ""
        words = _("The first move puts the unfinished game aside: {game}")
        parts = filter(None, (players_words(unfinished), match_words(unfinished)))
        return words.format(game=", ".join(parts))

    def _suggestion_words(self) -> str:
        """Say why another level than the last one is suggested."""
        found = self.options.suggestion
        if (
            self.options.opponent != LEVEL
            or not found.moves_on
            or found.why is SuggestionReason.NEW
        ):
            return ""
        if found.why is SuggestionReason.POINTS:
            return " ".join((level_name(found.level) + ":", loss_words(found.loss)))
        if found.why is SuggestionReason.WON:
            words = ngettext(
                "You won {n} game in a row against {before}: {level} is next.",
                "You won {n} games in a row against {before}: {level} is next.",
                found.games,
            )
        else:
            words = ngettext(
                "You lost {n} game against {before}: {level} is nearer to you.",
                "You lost {n} games in a row against {before}: {level} is nearer to you.",
                found.games,
            )
        before, level = level_name(found.before), level_name(found.level)
        words = words.format(n=found.games, before=before, level=level)
        return " ".join(filter(None, (words, loss_words(found.loss))))

    def _turn_words(self) -> str:
        """Say why it is the other one who begins."""
        options = self.options
        if options.beginning != options.next_beginner:
            return ""
        names = [options.name(0), options.name(1)]
        if options.beginning == "first":
            names.reverse()
        before, now = names
        return _("{before} began the last game, so {name} begins.").format(before=before, name=now)

    def _offer_words(self) -> str:
        """Say what the head start is for, where it is the one that is offered."""
        options, (first, second) = self.options, self.options.offer.losses
        offered = options.deal_by == FAIR and options.head_start is None
        if not offered or first is None or second is None or not options.offer.points:
            return ""
        words = _("{first} loses {a} points a game, {second} {b}: {name} is ahead by {n}.")
        if options.opponent != FRIEND:
            words = _("You lose {a} points a game, {second} {b}: {name} is ahead by {n}.")
        points = options.offer.points
        name = options.name(0 if points > 0 else 1)
        return words.format(
            first=options.name(0),
            second=options.name(1),
            a=decimal(round(first)),
            b=decimal(round(second)),
            name=name,
            n=abs(points),
        )

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a position or record pasted anywhere but into a name."""
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and (not self.typing or self.deal_choice.takes_text):
            self.deal_choice.paste()
            return True
        return super().handle_key(event)

    def confirm(self) -> None:
        """Start the game, and remember what was chosen."""
        self._check()
        if self.position is None:
            self.app.say(self.problem, "refused")
            self.app.sound.play("refuse")
            return
        self.app.change(**self.options.to_remember())
        self.app.sound.play("deal")
        if self.options.is_far:
            self.app.go("invite", self.options)
        elif self.options.by_pie_rule:
            self.app.go("pie", self.options)
        else:
            self.app.go("table", self.options.session(self.app.now))

    # --- painting -------------------------------------------------------------------------------

    def paint_page(self, surface: pygame.Surface) -> None:
        """Paint the deal and what is said about it."""
        self.deal_choice.paint(surface, self.position)
        self._paint_note(surface)

    @property
    def note(self) -> str:
        """What is said beside the start button, in two lines at most."""
        rule = pie_words() if self.options.by_pie_rule else ""
        match, why = duplicate_words() if self.options.deals_twice else "", self._suggestion_words()
        said = (rule, self._replaced, self._offer_words(), match, why, self._turn_words())
        return "\n".join([words for words in said if words][:2])

    def _paint_note(self, surface: pygame.Surface) -> None:
        """Say beside the start button what is wrong, or what is replaced."""
        words, ink, icon = self.note, look.MUTED, "info"
        if self.problem:
            words, ink, icon = self.problem, look.REFUSED, "warning"
        if words:
            self.paint_note(surface, words, ink, icon, self._start)


def _control_words(control: tuple[float, float]) -> str:
    """Return a clock in words: `10 min + 5 s`."""
    minutes, increment = control
    if not minutes or not increment:
        return minutes_words(minutes)
    return f"{minutes_words(minutes)} + {seconds_words(increment)}"
