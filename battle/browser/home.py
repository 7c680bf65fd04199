"""Where one begins in the page: what waits, whom to play, today's deal, rules, settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from battle.browser.app import Screen
from battle.browser.friend import friends_card
from battle.browser.views import View, blocks, board, button, button_block, card, field, plain, seat
from battle.game.session import Session
from battle.game.setup import level_words
from battle.language import _
from battle.page.blocks import Paragraph
from battle.page.rules import rules_pages
from battle.profile.options import HERE
from battle.rules.position import other
from battle.rules.quick import QUICK
from battle.screens import home
from battle.screens.days import DayDeal, day_games, today_of
from battle.screens.home import First, going_words
from battle.screens.people import people
from battle.training.first_game import FirstGame, first_game_note
from battle.words import titled


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
            button(_("Play"), "play", "go", name="play"),
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
                "do": {"do": "go", "name": "new_game", "rival": person["value"]},
            }
            for person in plain(people(self._home.rungs))
        ]
        rung = self._home.next_rung
        invites, is_main = _("Play {name}").format(name=rung.name), self._first is First.RUNG
        play = button_block(invites, "play", "go", name="new_game", main=is_main)
        words, note = _("Next: {name}").format(name=rung.name), level_words(rung.level)
        return card({"block": "ladder", "people": ladder}, play, words=words, note=note)

    def _lines(self) -> list[View]:
        """Return the card of what else there is: exercises, a friend here, the last result."""
        known, lines = self._home, list[View]()
        if known.due:
            is_main, words = self._first is First.EXERCISES, known.exercises_words
            lines.append(button_block(words, "trainer", "go", name="trainer", main=is_main))
        lines.append(button_block(_("A friend here"), "people", "go", name="new_game", rival=HERE))
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
