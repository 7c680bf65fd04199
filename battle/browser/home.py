"""Where one begins in the page: what waits, whom to play, today's deal, rules, settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from battle.browser.app import App, Screen
from battle.browser.friend import friends_card
from battle.browser.views import (
    View,
    blocks,
    board,
    button,
    button_block,
    card,
    choice,
    field,
    plain,
    seat,
    setting,
)
from battle.friend.meeting import terms_of
from battle.game.session import Session
from battle.game.setup import (
    MOST_GIVEN,
    SIZES,
    level_words,
    played_by,
)
from battle.language import _, ngettext
from battle.page.blocks import Ink, Paragraph
from battle.page.rules import rules_pages
from battle.profile.options import (
    ABOUT_DEAL,
    ABOUT_DUPLICATE,
    ABOUT_HEAD_START,
    BY_NUMBER,
    DAYS,
    ELSEWHERE,
    FAIR,
    HERE,
    LIVE,
    MOST_DUPLICATE,
    OTHER_NAME,
    PASTED,
    PIE,
    RANDOM,
    WHAT_IS_PASTED,
)
from battle.rules.position import other
from battle.rules.quick import QUICK
from battle.screens import home
from battle.screens.days import (
    DayDeal,
    day_games,
    today_of,
)
from battle.screens.home import First, going_words
from battle.screens.people import friends, people
from battle.screens.view import setting_in
from battle.training.first_game import FirstGame, first_game_note
from battle.words import name_in, titled


class Home(Screen):
    """What one comes for first, in one yellow button; below it everything else."""

    def resume(self) -> None:
        app = self.app
        app.autosave.release()
        unfinished, messages = app.autosave.load()
        for words in messages:
            app.tell(words)
        self._home = home.Home.of(
            app.records.games(),
            unfinished,
            today=today_of(app.moment()),
            first_game=app.settings.first_game,
            due=app.deck.due,
        )
        played = day_games(app.records.games())
        self._is_quick_played = DayDeal(today_of(app.moment()), QUICK) in played
        self._first: First | None = None

    def view(self) -> View:
        games = self.app.friends.opened
        first = self._home.first(is_awaited=any(game.my_turn for game in games))
        if first is not self._first:
            self._first = first
            self._shown = self._page()
        page = [*friends_card(self.app), *self._shown]
        tabs = [
            button(_("Start"), "home", "home", on=True),
            button(_("Play"), "play", "go", name="new"),
            button(_("Learn"), "learn", "go", name="learn"),
            button(_("Analyse"), "analyse", "go", name="open"),
            button(_("Settings"), "settings", "go", name="settings"),
        ]
        return {"title": "Mahjong Battle", "page": page, "tabs": tabs}

    def _page(self) -> list[View]:
        if self._home.lesson is not None:
            note = Paragraph(first_game_note(self._home.lesson))
            is_main = self._first is First.LESSON
            play = button_block(_("Play"), "play", "go", name="first_game", main=is_main)
            words, step = _("Your first game"), FirstGame(self._home.lesson)
            shown = {"block": "preview", "board": board(step.position)}
            return [card(shown, *blocks([note]), play, words=words, icon="learn")]
        session = self._home.unfinished
        going = [] if session is None else [self._go_on(session)]
        return [*going, self._today(), self._ladder(), *self._lines()]

    def _go_on(self, session: Session) -> View:
        them = seat(session, other(session.person or 1))
        going: View = {
            "block": "go_on",
            "board": board(session.position),
            "sub": _("Your game with"),
            "words": going_words(session),
            **{name: them[name] for name in ("face", "player", "name")},
        }
        button = button_block(_("Go on"), "play", "go_on", main=self._first is First.GO_ON)
        return card(going, button)

    def _today(self) -> View:
        """Return the card of today's deal, with the last days."""
        days = [
            {"words": day.words, "done": day.is_played, "now": day.is_today}
            for day in self._home.days
        ]
        words = _("Show") if self._home.is_today_played else _("Play")
        is_main = self._first is First.DAILY
        play = button_block(words, "calendar", "go", name="daily", main=is_main)
        words, icon = _("The quick one"), "clock"
        if self._is_quick_played:
            words, icon = titled(words, _("Played today")), "check"
        quick = button_block(words, icon, "go", name="daily", tiles=QUICK)
        parts, note = ({"block": "days", "days": days}, play, quick), self._home.run_words
        return card(*parts, words=_("Deal of the day"), icon="calendar", note=note)

    def _ladder(self) -> View:
        ladder = [
            {
                **person,
                "says": f"{person['words']}, {person['tag']}",
                "do": {"do": "go", "name": "new", "rival": person["value"]},
            }
            for person in plain(people(self._home.rungs))
        ]
        rung = self._home.next_rung
        invites, is_main = _("Play {name}").format(name=rung.name), self._first is First.RUNG
        play = button_block(invites, "play", "go", name="new", main=is_main)
        words, note = _("Next: {name}").format(name=rung.name), level_words(rung.level)
        return card({"block": "ladder", "people": ladder}, play, words=words, note=note)

    def _lines(self) -> list[View]:
        """Return the card of what else there is: exercises, a friend here, the last result."""
        known, lines = self._home, list[View]()
        if known.due:
            is_main, words = self._first is First.EXERCISES, known.exercises_words
            lines.append(button_block(words, "trainer", "go", name="trainer", main=is_main))
        lines.append(button_block(_("A friend here"), "people", "go", name="new", rival=HERE))
        if known.last is not None:
            lines.append(button_block(titled(*reversed(known.last_words)), "trophy", "last"))
            lines.append(button_block(_("Your record"), "chart", "go", name="record"))
        return [card(*lines)]

    def acts(self) -> dict[str, Callable[..., object]]:
        last = self._home.last.game.record if self._home.last is not None else ""
        return {
            "go_on": partial(self.app.go, "table", self._home.unfinished),
            "last": partial(self.app.open, last),
        }


class New(Screen):
    """Whom to play, and under *Match settings* what else can be chosen."""

    def __init__(self, app: App, rival: str = "", deal: int | None = None) -> None:
        super().__init__(app)
        self._options = app.options_against("")
        if rival:
            self._options.set_rival(rival)
        if deal is not None:
            self._options.deal_by, self._options.number = BY_NUMBER, str(deal)

    def view(self) -> View:
        options = self._options
        choices = plain([*people(options.rungs), *friends()])
        rivals = field("rival", _("Opponent"), options.rival, "people", choices=choices)
        more = button_block(_("Match settings"), "settings", "more")
        sizes = [
            {
                "value": str(tiles),
                "words": _(name),
                "note": ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles),
            }
            for tiles, name in SIZES.items()
        ]
        size = field("tiles", _("Deal"), str(options.tiles), "choice", choices=sizes)
        return {
            "title": _("New game"),
            "fields": [size, rivals] if options.deal_by != PASTED else [rivals],
            "page": [more, *blocks([Paragraph(options.summary, Ink.MUTED)])],
            "main": button(options.start_words, "play", "play"),
        }

    def _more(self) -> View:
        """Return the sheet of what else can be chosen."""
        options, is_friend = self._options, self._options.rival in (HERE, ELSEWHERE)
        theirs = options.name(1) if is_friend else played_by(options.rival)
        begins = [*options.beginners(theirs), (PIE, _("Pie rule"))]
        ways = [
            (RANDOM, _("Random")),
            (FAIR, _("Fair")),
            (BY_NUMBER, _("Number")),
            (PASTED, _("Text")),
        ]
        asked = [
            choice("begins", _("Begins"), options.beginning, begins),
            choice("deal_by", _("Deal"), options.deal_by, ways) | {"note": _(ABOUT_DEAL)},
        ]
        if options.deal_by == BY_NUMBER:
            asked.append(field("number", _("Its number"), options.number, "number"))
        elif options.deal_by == PASTED:
            note = _(WHAT_IS_PASTED)
            asked.append(field("pasted", _("The position"), options.pasted, "area", note=note))
        elif options.deal_by == FAIR:
            given = range(-MOST_GIVEN, MOST_GIVEN + 1)
            stops = [(points, options.head_start_words(points)) for points in given]
            start = choice("head_start", _("Head start"), options.agreed_head_start, stops)
            asked.append(start | {"kind": "list", "note": _(ABOUT_HEAD_START)})
        if options.is_far:
            lengths = [(0, _("off")), *((n, str(n)) for n in range(1, options.most_duplicate + 1))]
            twice = choice("duplicate", _("Duplicate"), options.deals_twice, lengths)
            asked.append(twice | {"kind": "list", "note": _(ABOUT_DUPLICATE)})
        asked += [setting(name, getattr(options, name)) for name in self._settings]
        names = [_("Your name"), _(OTHER_NAME)][: 1 + (options.rival == HERE)]
        asked += [field(f"name{n}", words, options.names[n]) for n, words in enumerate(names)]
        done = button(_("Done"), "check", "close")
        return {"title": _("Match settings"), "fields": asked, "main": done}

    @property
    def _settings(self) -> list[str]:
        """The options that are settings too and can be chosen now."""
        options = self._options
        increment = ["clock_increment"] if options.clock_minutes else []
        clock = ["clock_minutes", *increment]
        if options.is_far:
            clock = ["timing", *{LIVE: clock, DAYS: ["days_a_move"]}.get(options.timing, [])]
        return [*clock, *["no_help"] * (options.rival in (HERE, ELSEWHERE))]

    def acts(self) -> dict[str, Callable[..., object]]:
        return {
            "more": partial(setattr, self, "sheet", self._more),
            "set": self._set,
            "play": self._play,
        }

    def _set(self, name: str, value: Any) -> None:
        options = self._options
        first, second = options.names
        match name:
            case "rival":
                options.set_rival(value)
            case "begins":
                options.set_begins(value)
            case "tiles":
                options.set_tiles(setting_in(name, value))
            case "head_start":
                if value.removeprefix("-").isdecimal():
                    options.head_start = max(-MOST_GIVEN, min(MOST_GIVEN, int(value)))
            case "timing":
                options.set_timing(setting_in(name, value))
            case "duplicate":
                options.set_duplicate(min(int(value), MOST_DUPLICATE) if value.isdigit() else 0)
            case "name0":
                options.names = name_in(value), second
            case "name1":
                options.names = first, name_in(value)
            case "deal_by" | "number" | "pasted":
                setattr(options, name, value)
            case _:
                setattr(options, name, setting_in(name, value))

    def _play(self) -> None:
        """Begin; the options are remembered."""
        app, options = self.app, self._options
        if options.is_far:
            game = app.invite(terms_of(options), options.names[0].strip())
            app.replace("hosting", game, how="send")
            app.change(**options.to_remember())
            return
        app.change(**options.to_remember())
        if options.by_pie_rule:
            app.go("pie", options)
            return
        session = options.session(app.now)
        app.replace("table", session)


class Rules(Screen):
    """The rules, with their diagrams."""

    def view(self) -> View:
        return {"title": _("Rules"), "page": [card(*blocks(page)) for page in rules_pages()]}


class Open(Screen):
    """What to analyse: a text, a file, the unfinished game or the last."""

    _text = ""

    def resume(self) -> None:
        autosave = self.app.autosave
        unfinished, last = autosave.load()[0], autosave.game_in(autosave.last_file)
        known = {_("The unfinished game"): unfinished, _("The last game"): last}
        self._games = {
            words: session
            for words, session in known.items()
            if session is not None and session.help_allowed
        }

    def view(self) -> View:
        games = [button_block(words, "play", "analyse", what=words) for words in self._games]
        ways = [
            button_block(_("Paste"), "paste", "ask", name="paste", value=True),
            button_block(_("Open a file"), "open", "ask", name="open", value=True),
        ]
        note = _("A position, a game, a problem, or a link")
        shown = field("text", _("A game or a position"), self._text, "area", note=note)
        text = {"block": "field", **shown}
        main = button(_("Analyse"), "analyse", "read")
        return {"title": _("What to analyse?"), "page": [*games, *ways, text], "main": main}

    def acts(self) -> dict[str, Callable[..., object]]:
        return {
            "set": lambda name, value: setattr(self, "_text", value),
            "read": lambda: self.app.open(self._text),
            "analyse": self._analyse,
        }

    def _analyse(self, what: str) -> None:
        session = self._games[what]
        session.note_help("analysis")
        self.app.go("analyse", session)
