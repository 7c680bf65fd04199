"""The new-game screen: who plays, who begins, which deal, how much time; and the pie rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from battle.friend.friends import SEEN_AS
from battle.game.pie import pie_words
from battle.game.session import NotNowError, Session
from battle.game.setup import MOST_GIVEN, SIZES, ladder, played_by
from battle.game.words import fair_words, match_words, players_words
from battle.language import N_, _, explain, ngettext
from battle.profile.options import (
    ABOUT_DEAL,
    ABOUT_DUPLICATE,
    ABOUT_HEAD_START,
    ABOUT_PIE,
    BY_NUMBER,
    DAYS,
    FAIR,
    HERE,
    LIVE,
    NOTHING_PASTED,
    PASTED,
    PIE,
    RANDOM,
    WHAT_IS_PASTED,
    GameOptions,
)
from battle.profile.records import (
    FRIEND,
    SOLVER,
    SuggestionReason,
    loss_words,
)
from battle.profile.settings import SETTINGS
from battle.rules.position import EMPTY_COLUMNS, LAST_DEAL, Position, RulesError
from battle.screens.people import friends, people
from battle.window.board_view import Miniature
from battle.window.cards import CardScene
from battle.window.people import ask_people
from battle.window.scene import Services
from battle.window.ui import clipboard
from battle.window.ui import theme as look
from battle.window.ui.clipboard import paste_tip
from battle.window.ui.layout import FILL, across, down
from battle.window.ui.widgets import TextField
from battle.words import (
    LONGEST_NAME,
    address,
    gets_words,
    label,
    listed,
    minutes_words,
    points,
    sentences,
    wins_by_words,
)

_LEFT: Final = 0.47
"""The share of the width for the opponents."""
_LABELS: Final = 0.52
BEST: Final = ladder()[-1].name
"""The level that the solver stands for where a game is set up."""

_GIVEN: Final = range(-MOST_GIVEN, MOST_GIVEN + 1)
_ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER)
_EMPTY_TABLE: Final = Position(EMPTY_COLUMNS)
_NOTE: Final = 44


class NewGameScene(CardScene):
    """Sets up a game; `options` holds what has been entered.

    Every change rebuilds the widgets; `position` is where the game would begin, None for a
    `problem`. `more` shows the match settings in place of opponents and table.

        +-----------------+----------------------+
        |  opponents      |  how many tiles      |
        |                 |  the table           |
        |                 |  names, who begins   |
        +-----------------+----------------------+
        |  match settings |  [    Play Mo     ]  |
        +-----------------+----------------------+
    """

    title = N_("New game")
    foot_height = 52

    def __init__(self, app: Services, options: GameOptions, *, more: bool = False) -> None:
        super().__init__(app)
        self.options = options
        self._more = more
        self.position: Position | None = None
        self.problem = ""
        self._unfinished: Session | None = None
        self.pasted: TextField | None = None

    @property
    def heading(self) -> str:
        if self._more:
            return _("Match settings")
        return _("Play on from here") if self.options.plays_on else super().heading

    def resume(self) -> None:
        """Begin with what is known of the person and of deals, which may have changed.

        The best level is the solver with a second for a move, so the solver stands for it.
        """
        super().resume()
        self.options.learn(self.app.records.games(), self.app.pars.all())
        if self.options.rival == BEST:
            self.options.set_rival(SOLVER)
        self._unfinished = self.app.autosave.load()[0]
        self._check()

    def _check(self) -> None:
        """Find out which position the game would start from, or what is wrong."""
        try:
            self.position, self.problem = self.options.start(), ""
        except RulesError as error:
            self.position, self.problem = None, "" if self._missing else explain(error)

    @property
    def _missing(self) -> str:
        """What has to be entered before the game can start, empty if nothing."""
        options = self.options
        if options.deal_by == BY_NUMBER and not options.number.strip():
            return _("Enter the number of a deal.")
        if options.deal_by == PASTED and not options.pasted.strip():
            return _(NOTHING_PASTED)
        return ""

    def _set(self, name: str, value: Any) -> None:
        """Choose another value of an option on which no other depends."""
        self._choose(partial(setattr, self.options, name), value)

    def _choose(self, choose: Callable[[Any], object], value: Any) -> None:
        """Choose another value, and show the options that follow from it."""
        choose(value)
        if self.options.is_far:
            self.app.friends.prepare()
        self._check()
        self.refresh()

    def _set_name(self, number: int, text: str) -> None:
        names = list(self.options.names)
        names[number] = text
        self._set("names", tuple(names))

    # --- layout ---------------------------------------------------------------------------------

    def _ask(self, name: str, **how: str) -> Any:
        """Add the row that asks for an option as it is declared; return its widget."""
        return self.ask(name, getattr(self.options, name), partial(self._set, name), **how)

    def fill(self) -> None:
        """Show opponents and table, or the match settings; the start below."""
        options, px = self.options, self.theme.px
        left, right = across(self.body, round(self.body.width * _LEFT), FILL, gap=px(34))
        noted = self.problem or self._missing or self.note
        rivals, said = down(left, FILL, px(_NOTE) if noted else 0, gap=px(6))
        if self._more:
            self._fill_settings()
        else:
            self._ask_rival(rivals)
            self._show_table(right)
            place = across(self.foot, left.width, FILL)[0]
            more = self.add_button(
                place, _("Match settings"), self._turn, look_as="menu_item", icon="settings"
            )
            more.note = options.summary
        words, icon = options.start_words, "people" if options.is_far else "play"
        start = self.add_primary(words, self.confirm, icon)
        start.enabled = self.position is not None
        if not self._more:
            start.rect = pygame.Rect(right.left, start.rect.top, right.width, start.rect.height)
        if noted:
            ink, icon = (look.REFUSED, "warning") if self.problem else (look.MUTED, "info")
            room = self.before(start) if self._more else said
            self.under.append(partial(self.paint_note, room=room, words=noted, ink=ink, icon=icon))

    def _turn(self) -> None:
        """Go to the match settings, or back."""
        self._more = not self._more
        self.restart()

    def cancel(self) -> None:
        """Go back from the match settings; else leave."""
        if self._more:
            self._turn()
        else:
            super().cancel()

    def _fill_settings(self) -> None:
        """Put below one another whatever few people want to choose, with a sentence each."""
        asks = self._asks
        self.form.lay(self.body, len(asks), _LABELS)
        for ask in asks:
            ask()
        self.begin_at(self.form.groups[0].button)

    def _ask_rival(self, room: pygame.Rect) -> None:
        """Add the list of whom one can play."""
        options, choose = self.options, partial(self._choose, self.options.set_rival)
        shown = [
            replace(one, value=SOLVER) if one.value == BEST else one
            for one in people(options.rungs)
        ]
        shown += friends()
        self.rivals = ask_people(self.form, room, shown, options.rival, choose)
        self.begin_at(self.rivals.button)

    @property
    def _asks(self) -> list[Callable[[], object]]:
        """What can be chosen for the opponent under *Match settings*; each adds a row."""
        options, far = self.options, self.options.is_far
        friend, days = options.opponent == FRIEND, far and options.timing == DAYS
        clock, fair = not far or options.timing == LIVE, options.deal_by == FAIR
        asks: list[tuple[object, Callable[[], object]]] = [
            (True, self._ask_deal),
            (options.deal_by != RANDOM, self._ask_which),
            (not fair, self._ask_duplicate),
            (not fair, self._ask_pie),
            (options.rival == SOLVER, partial(self._ask, "think_seconds", note="")),
            (far, self._ask_timing),
            (days, partial(self._ask, "days_a_move")),
            (clock, self._ask_clock),
            (clock and options.clock_minutes, partial(self._ask, "clock_increment")),
            (friend, partial(self._ask, "no_help")),
            (not friend, self._ask_name),
        ]
        return [ask for so, ask in asks if so]

    def _ask_name(self) -> None:
        self._ask_names(self.form.space(_("Your name")))

    def _ask_timing(self) -> None:
        options = self.options
        self.ask("timing", options.timing, partial(self._choose, options.set_timing))

    def _ask_names(self, place: pygame.Rect) -> None:
        options = self.options
        count = 2 if options.rival == HERE else 1
        for number, rect in enumerate(across(place, *[FILL] * count, gap=self.theme.px(10))):
            hint = _(SEEN_AS) if options.is_far else _("Type a name")
            if count > 1:
                hint = _("Name")
            change, name = partial(self._set_name, number), options.names[number]
            self.form.field(rect, name, change, placeholder=hint, limit=LONGEST_NAME)

    def _ask_beginner(self, place: pygame.Rect) -> None:
        options = self.options
        if options.by_pie_rule:
            self.write(_("Seats by the pie rule"), place, align="centre")
            return
        change = partial(self._choose, options.set_begins)
        self.form.group(place, options.beginners(), options.beginning, change)

    def _ask_pie(self) -> None:
        options = self.options

        def change(on: bool) -> None:
            self._choose(options.set_begins, PIE if on else "random")

        self.form.switch(_("Pie rule"), options.by_pie_rule, change, note=_(ABOUT_PIE))

    def _ask_clock(self) -> None:
        label = _("Time for each") if self.options.is_far else _("Clock")
        minutes, change = self.options.clock_minutes, partial(self._set, "clock_minutes")
        stops = SETTINGS["clock_minutes"].stops_with(minutes)[self.options.is_far :]
        self.form.slider(label, stops, minutes, minutes_words, change)

    def _ask_deal(self) -> None:
        ways = [
            (RANDOM, _("Random")),
            (FAIR, _("Fair")),
            (BY_NUMBER, _("Number")),
            (PASTED, _("Text")),
        ]
        change, note = partial(self._set, "deal_by"), _(ABOUT_DEAL)
        self.form.segments(_("Deal"), ways, self.options.deal_by, change, note=note)

    def _ask_which(self) -> None:
        """Ask for the deal: by its number, as text, or how uneven it is."""
        options, form = self.options, self.form
        if options.deal_by == FAIR:
            change, at = partial(self._set, "head_start"), options.agreed_head_start
            words, note = options.head_start_words, _(ABOUT_HEAD_START)
            form.slider(_("Head start"), _GIVEN, at, words, change, note=note)
        elif options.deal_by == BY_NUMBER:
            place, hint = form.space(_("Its number")), _("From 1 to {n}").format(n=LAST_DEAL)
            change = partial(self._set, "number")
            form.field(place, options.number, change, placeholder=hint, limit=10, digits=True)
        else:
            place = form.space(_("The position"))
            place, button = across(place, FILL, place.height, gap=self.theme.px(10))
            text, hint = " ".join(options.pasted.split())[:400], _(WHAT_IS_PASTED)
            self.pasted = form.field(place, text, partial(self._set, "pasted"), placeholder=hint)
            self.add_button(button, "", self.paste, icon="paste", tip=paste_tip())

    def _ask_duplicate(self) -> None:
        options = self.options
        lengths = [(0, _("off")), *((n, str(n)) for n in range(1, options.most_duplicate + 1))]
        change, at = partial(self._choose, options.set_duplicate), options.deals_twice
        self.form.segments(_("Duplicate"), lengths, at, change, note=_(ABOUT_DUPLICATE))

    def _show_table(self, room: pygame.Rect) -> None:
        """Show how large the deal is, the table at the start, the names, and who begins.

        One that was pasted has the size it has; it can be analysed instead.
        """
        options, px = self.options, self.theme.px
        sized, named = options.deal_by != PASTED, options.opponent == FRIEND
        analysed = not sized and not options.plays_on
        size, picture, words, names, begins = down(
            room, px(54) * (sized or analysed), FILL, px(22), px(44) * named, px(44), gap=px(8)
        )
        if named:
            self._ask_names(names)  # what Tab leads to from the opponents
        if sized:
            sizes = [(tiles, _(name)) for tiles, name in SIZES.items()]
            change = partial(self._choose, options.set_tiles)
            group = self.form.group(size, sizes, options.tiles, change)
            for tiles, button in zip(SIZES, group.buttons, strict=True):
                button.note = ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles)
        if analysed:
            study = self.add_button(size, _("Analyse"), self._analyse, icon="analyse")
            study.enabled = self.position is not None
        position = self.position or _EMPTY_TABLE
        miniature = Miniature(self.theme, picture, position)
        self.under.append(partial(miniature.draw, position=position))
        self.write(self.deal_words, words, align="centre")
        if options.deal_by == RANDOM or (options.deal_by == FAIR and options.solved):
            begins, button_place = across(begins, FILL, begins.height, gap=px(10))
            tip = _("Another table") if options.deal_by == FAIR else _("Another deal")
            self.add_button(button_place, "", self._draw_another, icon="random", tip=tip)
        self._ask_beginner(begins)

    def _analyse(self) -> None:
        self.app.go("study_position", self.position)

    def _draw_another(self) -> None:
        if self.options.deal_by == FAIR:
            self.options.choose_fair()
        else:
            self.options.shuffle()
        self._check()
        self.refresh()
        self.app.sound.play("deal")

    def paste(self) -> None:
        """Take the deal from the clipboard."""
        try:
            self.options.pasted = clipboard.text()
        except NotNowError as error:
            self.app.say(explain(error), "refused")
        else:
            self._set("deal_by", PASTED)

    # --- words ----------------------------------------------------------------------------------

    @property
    def deal_words(self) -> str:
        """What is said of the deal below its picture: what it is worth only in a fair game."""
        options, start = self.options, self.position
        if start is None:
            return ""
        if options.deal_by != FAIR:
            number = options.deal if options.deal_by == PASTED else options.number_of_deal
            said = ["" if number is None else _("Deal {number}").format(number=number)]
            if number is None:
                count = start.tiles_left
                said = [ngettext("{n} tile", "{n} tiles", count).format(n=count)]
                said.append(points(start.points_left))
            return "  ·  ".join(filter(None, (*said, options.match_words)))
        name = options.name(int(options.fair_second_begins))
        first = address(name, _("{name} moves first"), _("You move first"))
        given, wins_by = _("No points given"), options.agreed_head_start
        if max(start.given):
            named = (start.given[1] > 0) != options.fair_second_begins
            given = gets_words(options.name(int(named)), max(start.given))
        leads_to = _("perfect play is a draw")
        if wins_by:
            verdict = wins_by_words(options.name(0 if wins_by > 0 else 1), str(abs(wins_by)))
            leads_to = _("with perfect play: {verdict}").format(verdict=verdict)
        return "  ·  ".join((first, given, leads_to))

    @property
    def note(self) -> str:
        """What is said beside the start button: two facts at most."""
        options = self.options
        is_offered = options.deal_by == FAIR and options.head_start is None
        said = (
            pie_words() if options.by_pie_rule else "",
            fair_words() if options.deal_by == FAIR and self._more else "",
            self._replaced_words(),
            options.offer_words if is_offered else "",
            self._suggestion_words(),
            self._turn_words(),
        )
        return "\n".join([words for words in said if words][:2])

    def _replaced_words(self) -> str:
        if self._unfinished is None or self.options.is_far:
            return ""
        words = _("The first move sets the unfinished game aside: {game}")
        parts = players_words(self._unfinished), match_words(self._unfinished)
        return words.format(game=listed(parts))

    def _suggestion_words(self) -> str:
        """Say why another level than the last one is suggested."""
        suggestion = self.options.suggestion
        is_news = suggestion.why in (SuggestionReason.WON, SuggestionReason.LOST)
        if self.options.opponent == FRIEND or not is_news:
            return ""
        before, level = played_by(suggestion.before), played_by(suggestion.level)
        if suggestion.why is SuggestionReason.WON:
            words = ngettext(
                "You won {n} game in a row against {before}: {level} is next.",
                "You won {n} games in a row against {before}: {level} is next.",
                suggestion.games,
            )
        else:
            words = ngettext(
                "You lost {n} game against {before}: try {level}.",
                "You lost {n} games in a row against {before}: try {level}.",
                suggestion.games,
            )
        words = words.format(n=suggestion.games, before=before, level=level)
        return sentences(words, loss_words(suggestion.loss))

    def _turn_words(self) -> str:
        """Say why it is the other one who begins."""
        options = self.options
        if options.plays_on or options.beginning != options.next_beginner:
            return ""
        before, name = (label(options.name(n)) for n in range(2))
        words = _("{before} began the last game; to begin now: {name}.")
        if options.beginning == "first":  # who began was another opponent, perhaps
            words, name = _("{before} did not begin the last game; to begin now: {name}."), before
        return words.format(before=before, name=name)

    # --- events ---------------------------------------------------------------------------------

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take a position or record pasted anywhere but into a name; start with Enter."""
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if pastes and (not self.typing or self.focused is self.pasted):
            self.paste()
        elif not self._more and self.focused is self.rivals.button and event.key in _ENTER:
            self.confirm()
        else:
            return super().handle_key(event)
        return True

    def confirm(self) -> None:
        """Start the game, and remember what was chosen."""
        if self.position is None:
            self.app.say(self.problem or self._missing, "refused")
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
