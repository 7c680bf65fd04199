"""Where one begins in the page: what waits, whom to play, today's deal, what can be learned."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar, Final

from battle import language
from battle.browser.screens import Program, Screen
from battle.browser.study import Analyse
from battle.browser.table import Table
from battle.browser.views import PEOPLE, Act, View, blocks, board, button, face, person
from battle.game.session import Session
from battle.game.setup import labels, ladder, level_name, level_words
from battle.language import _, ngettext
from battle.page.rules import rules_pages
from battle.profile.options import BY_NUMBER, RANDOM, GameOptions
from battle.profile.records import FRIEND
from battle.rules.disguise import deal_of_day
from battle.rules.position import Move, Player
from battle.rules.record import Game, Record
from battle.training.daily import daily_session, day_games, share_line, today_of
from battle.training.first_game import COUNT, WHOLE, FirstGame, small_game, step_page
from battle.words import label, weekdays

_DAYS: Final = 7
LEVEL: Final = "level"


class Home(Screen):
    """What one comes for first, in one yellow button; below it everything else."""

    name: ClassVar[str] = "home"

    def view(self) -> View:
        services = self.services
        session, _messages = services.autosave.load()
        services.autosave.release()
        games = services.records.games()
        cards: list[View] = []
        is_newcomer = services.settings.first_game < COUNT and not games and session is None
        if session is not None:
            cards.append(self._unfinished(session))
        if is_newcomer:
            words = _("Learn the game in eight short steps, by playing")
            cards.append(
                {
                    "block": "card",
                    "words": _("Your first game"),
                    "icon": "learn",
                    "blocks": [
                        {"block": "paragraph", "words": words, "ink": "muted", "role": "text"},
                        {
                            "block": "button",
                            "main": True,
                            **button(_("Play"), "play", "first_game"),
                        },
                    ],
                }
            )
        cards.append(self._today(is_main=session is None and not is_newcomer))
        cards.append(self._people(games))
        cards.append(
            {
                "block": "card",
                "blocks": [
                    {"block": "button", **button(_("Two people at this device"), "people", "two")},
                    {"block": "button", **button(_("First game"), "learn", "first_game")},
                    {"block": "button", **button(_("Rules"), "rules", "rules")},
                    {"block": "button", **button(_("Settings"), "settings", "settings")},
                ],
            }
        )
        return {
            "title": "Mahjong Battle",
            "page": cards,
            "tabs": [
                button(_("Home"), "home", "home", on=True),
                button(_("New game"), "play", "new"),
                button(_("Analyse"), "analyse", "analyse"),
                button(_("Paste"), "paste", "paste"),
            ],
        }

    def _unfinished(self, session: Session) -> View:
        player: Player = 2 if session.person == 1 else 1
        seat = session.seat(player)
        mine = session.person or 1
        score = f"{session.points[mine - 1]} : {session.points[2 - mine]}"
        words = _("{score}, your turn").format(score=score) if session.person_to_move else score
        return {
            "block": "card",
            "blocks": [
                {
                    "block": "go_on",
                    "board": board(session.position),
                    "sub": _("Your game with"),
                    "face": face(seat.level) if seat.solver else "you",
                    "player": player,
                    "name": person(seat.level) if seat.solver else label(session.name(player)),
                    "words": words,
                },
                {"block": "button", "main": True, **button(_("Go on"), "play", "go_on")},
            ],
        }

    def _today(self, *, is_main: bool) -> View:
        today = today_of(self.services.moment())
        played = day_games(self.services.records.games())
        names, days = weekdays(), []
        for back in range(_DAYS - 1, -1, -1):
            day = today - timedelta(back)
            words = _("Today") if not back else names[day.weekday()]
            days.append({"words": words, "done": day in played, "now": not back})
        run = 0
        while today - timedelta(run + (today not in played)) in played:
            run += 1
        note = ngettext("{n} day in a row", "{n} days in a row", run).format(n=run)
        shown: list[View] = [{"block": "days", "days": days}]
        if today in played:
            shown.append({"block": "code", "text": share_line(played[today])})
        else:
            play = button(_("Play"), "play", "today")
            shown.append({"block": "button", "main": is_main, **play})
        return {
            "block": "card",
            "words": _("Deal of the day"),
            "icon": "calendar",
            "note": note if run > 1 else "",
            "blocks": shown,
        }

    def _people(self, games: object) -> View:
        options = GameOptions.against(
            "", self.services.settings, self.services.records.games(), self.services.pars.all()
        )
        beaten = {
            game.opponent
            for game in self.services.records.games()
            if game.person is not None and game.winner == game.person
        }
        suggested = options.chosen_level
        people = [
            {
                "words": PEOPLE[one.name],
                "face": face(one.name),
                "says": f"{PEOPLE[one.name]}, {level_name(one.name)}",
                "done": one.name in beaten,
                "next": one.name == suggested,
                "do": {"do": "new", "level": one.name},
            }
            for one in ladder()
            if one.name in PEOPLE
        ]
        return {
            "block": "card",
            "words": _("Next: {name}").format(name=person(suggested)),
            "note": level_name(suggested),
            "blocks": [{"block": "ladder", "people": people}],
        }

    # --- what is done ---------------------------------------------------------------------------

    def do_go_on(self, _act: Act) -> None:
        session, messages = self.services.autosave.load()
        for words in messages:
            self.program.tell(words)
        if session is not None:
            self.program.go(Table(self.program, session))

    def do_today(self, _act: Act) -> None:
        services = self.services
        options = GameOptions.against(
            "", services.settings, services.records.games(), services.pars.all()
        )
        today = today_of(services.moment())
        self.program.go(Table(self.program, daily_session(today, options, today, services.now)))

    def do_new(self, act: Act) -> None:
        self.program.go(NewGame(self.program, str(act.get("level", ""))))

    def do_two(self, _act: Act) -> None:
        options = GameOptions.remembered(self.services.settings)
        options.opponent, options.elsewhere, options.begins = FRIEND, False, "first"
        options.deal_by = RANDOM
        self.program.go(Table(self.program, options.session(self.services.now)))

    def do_first_game(self, _act: Act) -> None:
        self.program.go(Lesson(self.program))

    def do_analyse(self, _act: Act) -> None:
        day = deal_of_day(today_of(self.services.moment()) - timedelta(1))
        session, _messages = self.services.autosave.load()
        self.services.autosave.release()
        if session is None:
            session = Session.from_record(Record({}, Game(day)))
        self.program.go(Analyse(self.program, session))

    def do_paste(self, _act: Act) -> None:
        self.program.effect("paste", True)

    def do_rules(self, _act: Act) -> None:
        self.program.go(Rules(self.program))

    def do_settings(self, _act: Act) -> None:
        self.program.go(SettingsScreen(self.program))


class NewGame(Screen):
    """Whom to play, and the deal."""

    name: ClassVar[str] = "new"

    def __init__(self, program: Program, level: str = "") -> None:
        super().__init__(program)
        services = self.services
        self._options = GameOptions.against(
            level, services.settings, services.records.games(), services.pars.all()
        )
        self._options.deal_by = RANDOM

    def view(self) -> View:
        options = self._options
        chosen = options.chosen_level
        return {
            "title": _("New game"),
            "fields": [
                {
                    "name": "level",
                    "kind": "people",
                    "words": _("Opponent"),
                    "value": chosen,
                    "choices": [
                        {
                            "value": one.name,
                            "words": PEOPLE[one.name],
                            "tag": level_name(one.name),
                            "note": level_words(one),
                            "face": face(one.name),
                        }
                        for one in labels()
                        if one.name in PEOPLE
                    ],
                },
                {
                    "name": "begins",
                    "kind": "choice",
                    "words": _("Begins"),
                    "value": options.begins,
                    "choices": [
                        {"value": "first", "words": _("You")},
                        {"value": "second", "words": person(chosen)},
                        {"value": "random", "words": _("By lot")},
                    ],
                },
                {
                    "name": "number",
                    "kind": "text",
                    "words": _("Deal"),
                    "value": options.number,
                    "note": _("A number, or nothing for a random deal"),
                },
            ],
            "main": button(_("Play {name}").format(name=person(chosen)), "play", "play"),
        }

    def do_set(self, act: Act) -> None:
        options, value = self._options, act.get("value")
        match act.get("name"):
            case "level":
                options.set_level(str(value))
            case "begins" if value in ("first", "second", "random"):
                options.set_begins(str(value))
            case "number":
                options.number = str(value).strip()
                options.deal_by = BY_NUMBER if options.number else RANDOM

    def do_play(self, _act: Act) -> None:
        options = self._options
        session = options.session(self.services.now)
        self.services.change(
            **{
                name: value
                for name, value in options.to_remember().items()
                if name in ("level", "begins", "opponent")
            }
        )
        self.program.back()
        self.program.go(Table(self.program, session))


class Lesson(Screen):
    """The first game: short steps on the board, then a small whole game."""

    name: ClassVar[str] = "lesson"

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._game = FirstGame(min(self.services.settings.first_game, COUNT - 1))
        self._waits = 0

    def view(self) -> View:
        game, threshold = self._game, self.services.settings.teacher_points
        found: View = {
            "title": _("First game"),
            "position": str(game.position),
            "turn": game.position.to_move,
            "state": "over" if game.is_over else "ready",
            "page": blocks(tuple(step_page(game, threshold))),
        }
        if game.step is not WHOLE:
            found["board"] = board(game.position)
            found["live"] = not game.is_over and not game.awaits_reply
        if game.is_over:
            is_whole = game.step is WHOLE
            words = _("Play") if is_whole else _("Next")
            found["main"] = button(words, "play" if is_whole else "chevron-right", "next")
        return found

    def do_take(self, act: Act) -> None:
        move = Move.parse(str(act["move"]))
        self._game.position.check(move)
        self._game.play(move)
        self._waits = _PAUSE

    def beat(self) -> None:
        """Let the other player answer a moment later, and take back what was wrong."""
        game = self._game
        if self._waits:
            self._waits -= 1
        elif game.awaits_reply:
            game.reply()
            self._waits = _PAUSE
        else:
            game.take_back()
        if game.is_done and game.index >= self.services.settings.first_game:
            self.services.change(first_game=game.index + 1)

    def do_next(self, _act: Act) -> None:
        if self._game.step is not WHOLE:
            self._game.go_to(self._game.index + 1)
            return
        self.services.change(first_game=COUNT)
        options = GameOptions.against("novice", self.services.settings, (), {})
        self.program.back()
        session = small_game(options).session(self.services.now)
        self.program.go(Table(self.program, session))

    def do_command(self, act: Act) -> None:
        """Do what a page of the first game offers."""
        match act.get("action"):
            case "next_step" | "next" | "play":
                self.do_next(act)
            case "again":
                self._game.go_to(self._game.index)


_PAUSE: Final = 15
"""Beats before the other player answers."""


class Rules(Screen):
    """The rules, with their diagrams."""

    name: ClassVar[str] = "page"

    def view(self) -> View:
        pages = [{"block": "card", "blocks": blocks(page)} for page in rules_pages()]
        return {"title": _("Rules"), "page": pages}


class SettingsScreen(Screen):
    """Language, look, teacher; all that is kept, as one file, or gone."""

    name: ClassVar[str] = "settings"
    _asks = False

    def view(self) -> View:
        settings = self.services.settings
        languages = [("system", _("As the browser")), *language.available()]
        found: View = {
            "title": _("Settings"),
            "fields": [
                _choice("language", _("Language"), settings.language, languages),
                _choice(
                    "table",
                    _("Table"),
                    settings.table,
                    [
                        ("green", _("As the browser")),
                        ("light", _("Light")),
                        ("blue", _("Dark")),
                    ],
                ),
                _choice(
                    "teacher",
                    _("Teacher warns about"),
                    settings.teacher,
                    [
                        ("off", _("Nothing")),
                        ("points", _("Costly pairs")),
                        ("result", _("Changed results")),
                    ],
                ),
            ],
            "page": [
                {"block": "button", **button(_("Export everything"), "export", "export")},
                {"block": "button", **button(_("Delete everything"), "delete", "ask_delete")},
            ],
        }
        if self._asks:
            found["sheet"] = {
                "title": _("Delete everything?"),
                "page": [
                    block_of(_("Games, settings and what was learned are gone then, for good."))
                ],
                "main": button(_("Delete everything"), "delete", "delete"),
                "buttons": [button(_("Cancel"), "close", "close")],
            }
        return found

    def do_set(self, act: Act) -> None:
        name, value = str(act.get("name")), act.get("value")
        if name in ("language", "table", "teacher"):
            self.services.change(**{name: value})

    def do_export(self, _act: Act) -> None:
        """Give all games as one file, which the program imports."""
        text = "\n".join(game.record for game in self.services.records.games())
        self.program.effect("save", {"name": "mahjong-battle-games.mjb", "text": text})

    def do_ask_delete(self, _act: Act) -> None:
        self._asks = True

    def do_close(self, _act: Act) -> None:
        self._asks = False

    def do_delete(self, _act: Act) -> None:
        self.program.effect("delete", True)


def _choice(name: str, words: str, value: object, choices: list[tuple[str, str]]) -> View:
    return {
        "name": name,
        "kind": "choice",
        "words": words,
        "value": value,
        "choices": [{"value": code, "words": shown} for code, shown in choices],
    }


def block_of(words: str) -> View:
    """Return a paragraph."""
    return {"block": "paragraph", "words": words, "ink": "plain", "role": "text"}
