"""Your record: all games, the newest first, with filters, figures, a chart, and what is proven.

    waiting       unfinished games, which go on from where they were left
    filters       by opponent, a friend by name; by size, by result
    games         a page of rows, newest first: one opens, or is deleted
    beside them   figures, points given away, the background's reviews, everybody one has met

All games are read at once, and again when one of them has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from battle.game.session import Session
from battle.game.setup import SIZES, face, played_by
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Board, Card, Page, Paragraph, Row, Title
from battle.profile.autosave import GameAside
from battle.profile.record_page import (
    ends_words,
    figures,
    games_note,
    games_words,
    line_words,
    loss_page,
    title_words,
)
from battle.profile.records import (
    FRIEND,
    Outcome,
    OwnGame,
    PlayedGame,
    by_opponent,
    csv_of,
    in_order,
    judged,
    met_in,
    own_games,
)
from battle.reviews.prover import GameProver, Pause, unproven
from battle.rules.position import other
from battle.rules.record import record
from battle.screens import captions
from battle.screens.days import day_games, day_of
from battle.screens.people import portrait
from battle.screens.screen import Screen, Shell
from battle.screens.view import Button, CardView, act, choice
from battle.training.first_game import SMALL
from battle.words import (
    brief_day,
    day_words,
    no_answer_words,
    score_words,
    share_words,
    short_day_words,
)

ROWS: Final = 20
"""How many games are shown at once."""

_EXPIRES: Final = N_(
    "This browser deletes your games after seven days without a visit. "
    "On the Home Screen they stay: Share, Add to Home Screen."
)

_RESULTS: Final = {
    "": N_("All results"),
    Outcome.WON.value: N_("Won"),
    Outcome.DRAWN.value: N_("Drawn"),
    Outcome.LOST.value: N_("Lost"),
}


class YourRecord(Screen):
    """What is kept of the games that were played here."""

    tab = "record"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.chosen = {"size": "", "result": "", "opponent": ""}
        self.first = 0
        """The first game that is shown, counted from the newest."""
        self._edits = False

    def resume(self) -> None:
        """Read the games again."""
        kept = self.services.autosave
        self.aside = kept.games_aside() if kept.is_keeping else kept.going()[0]
        self._read()
        self._of_days = {day.own.game.key for day in day_games(self.games).values()}

    def _read(self) -> None:
        self.services.prover.bring_up_to_date()
        self._seen = self.services.prover.version
        self.games = self.services.records.games()

    @property
    def standing(self) -> object:
        prover = self.services.prover
        return prover.version, queue_words(prover), self._has_friends

    @property
    def _has_friends(self) -> bool:
        """Whether there is a game with a friend, or one of others that is watched."""
        friends = self.services.friends
        return bool(friends.opened or friends.watched)

    # --- what is shown --------------------------------------------------------------------------

    @property
    def shown(self) -> Sequence[PlayedGame]:
        """The games that the filters leave, in the order they ended."""
        size, result, opponent = self.chosen.values()
        shown = [
            game
            for game in self.games
            if size in ("", str(game.tiles)) and opponent in ("", game.opponent, _key(game))
        ]
        if result:
            return [own.game for own in own_games(shown) if own.outcome.value == result]
        return shown

    def view(self) -> CardView:
        if self.services.prover.version != self._seen:
            self._read()
        take = Button(_("Import an export"), "open", act("ask", name="open", value=True))
        title, every = _("Your record"), act("go", name="friends")
        far = Button(_("Games with friends"), "people", every, typed=N_("friends"))
        aside = [self._aside_row(*numbered) for numbered in enumerate(self.aside)]
        page: Page = (
            portrait(self.services, own_games(self.games)),
            *aside,
            *[far] * self._has_friends,
        )
        if not self.games:
            new = Button(_(captions.NEW_GAME), "new", act("go", name="new_game"))
            kept = Paragraph(_("Every finished game is kept here."))
            rest = (Row((kept, self._edit)) if aside else kept), take
            return CardView(title, (*page, *rest), self._kept(), main=None if aside else new)
        export = Button(_(captions.EXPORT), "export", act("export"))
        clear = [Button(_("Delete all"), "delete", act("ask_for_all"))] * self._edits
        page = (*page, self._filters, *self._rows())
        return CardView(title, page, (*self._beside(), export, take, *clear, *self._kept()))

    def _kept(self) -> Page:
        """Return what keeps games in a browser: that it deletes them, and to install the page."""
        said = (Paragraph(_(_EXPIRES)),) * ("expires" in self.shell.can)
        note = _("An icon of its own, and no browser around the game.")
        install = Button(_("Install"), "save", act("ask", name="install", value=True), note)
        return (*said, *(install,) * ("installs" in self.shell.can))

    @property
    def _edit(self) -> Button:
        """The button that lets games be deleted, or ends that."""
        words, icon = (_(captions.DONE), "check") if self._edits else (_("Edit"), "edit")
        return Button(words, icon, act("edit"), small=True)

    def _aside_row(self, number: int, game: GameAside) -> Row:
        """Return a game that was set aside: it goes on, or is deleted."""
        ask = act("ask_for_aside", number=number)
        session, deal, day = game.session, day_of(game.session), brief_day(game.played.date())
        words = deal.title if deal is not None else _("Not over yet")
        points, do = score_words(session.points, session.person), act("go_on", number=number)
        note, is_main = f"{words} · {day}", number == 0
        opens = Button(_players(game), "play", do, note, points, main=is_main)
        return Row((Board(session.position), *self._deletable(opens, ask).blocks))

    @property
    def _filters(self) -> Row:
        """Return what leaves the games against somebody, of a size, with a result."""
        met = {_key(game): _name(game) for game in self.games}
        friends = [key for key in met if key.startswith(FRIEND)]
        levels = in_order([key for key in met if key not in friends])
        everybody = [("", _("Everybody")), *((key, met[key]) for key in levels)]
        if friends:
            named = sorted((met[key], key) for key in friends if key != FRIEND)
            everybody += [(FRIEND, _("Friends")), *((key, name) for name, key in named)]
        size = [("", _("All sizes")), *((str(tiles), _(words)) for tiles, words in SIZES.items())]
        results = [(value, _(words)) for value, words in _RESULTS.items()]
        asked = {"opponent": everybody, "size": size, "result": results}
        return Row(
            tuple(
                choice(name, "", self.chosen[name], options, kind="menu")
                for name, options in asked.items()
            )
        )

    def _rows(self) -> Page:
        shown = self.shown[::-1]
        self.first = max(0, min(self.first, len(shown) - 1) // ROWS * ROWS)
        rows = [self._row(game) for game in shown[self.first : self.first + ROWS]]
        count = Row((Paragraph(games_words(len(shown))), self._edit))
        if len(shown) <= ROWS:
            return (count, *rows)
        newer, older = (
            Button(words, icon, act("turn", by=by), off=not 0 <= self.first + by < len(shown))
            for words, icon, by in (
                (_("Newer games"), "chevron-left", -ROWS),
                (_("Older games"), "chevron-right", ROWS),
            )
        )
        return (count, *rows, Row((newer, older)))

    def _row(self, game: PlayedGame) -> Row:
        own = next(iter(own_games([game])), None)
        points, do = score_words(game.points, game.person), act("show", key=game.key)
        is_friend = own is None or game.opponent == FRIEND
        seen = "" if is_friend else face(game.opponent)
        sort = _("Deal of the day") if game.key in self._of_days else ""
        if game.start == str(SMALL):
            sort = _("First game")
        note = line_words(game, self.services.moment(), sort)
        opens = Button(title_words(game), "people", do, note, points, face=seen)
        return self._deletable(opens, act("ask_for", key=game.key))

    def _deletable(self, opens: Button, ask: Any) -> Row:
        """Return a game, while games are edited with the button that deletes it."""
        delete = Button(_(captions.DELETE), "delete", ask, small=True)
        return Row((opens, *[delete] * self._edits))

    def _beside(self) -> Page:
        """Return the figures of all games, the chart of those shown, and what goes on behind."""
        own = own_games(self.games)
        if not own:
            words = _("Play against a level to see your results here.")
            return (Paragraph(words), *self._proofs())
        shown = own_games(self.shown)
        counted, note = judged(shown), games_note(own)
        return (
            Title(_("All games")),
            *figures(own, self.services.moment()),
            *(loss_page(counted) if counted else ()),
            *self._proofs(),
            self._against(own),
            *([Paragraph(note)] if note else ()),
        )

    def _against(self, own: Sequence[OwnGame]) -> Card:
        """Return how games against everybody ended, levels first."""
        results = by_opponent(own)
        names = in_order([result.opponent for result in results])
        results.sort(key=lambda result: names.index(result.opponent))
        lines = list[Block]()
        for result in results:
            share = share_words(result.score)
            lines += [Title(result.own[0].rival, share), Paragraph(ends_words(result.own))]
        return Card(tuple(lines), _("Against"))

    def _proofs(self) -> Page:
        """Return how far reviews and proofs are, or the offer to begin."""
        prover = self.services.prover
        if words := queue_words(prover):
            stop = Button(_("Stop reviewing"), "stop", act("stop"))
            return (Card((Paragraph(words), stop)),)
        games = unproven(self.games)
        if not games:
            return ()
        said = list[Block]()
        if missing := sum(game.lost is None for game in games):
            words = ngettext(
                "{n} game has not been reviewed yet.",
                "{n} games have not been reviewed yet.",
                missing,
            )
            said.append(Paragraph(words.format(n=missing)))
        tip = _("Finds out what each pair gave away, while you do something else.")
        prove = Button(_("Review all games"), "check", act("prove"))
        return (Card((*said, Paragraph(tip), prove)),)

    # --- what is done ---------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[..., object]]:
        services = self.services
        return {
            "set": self._set,
            "turn": self._turn,
            "edit": lambda: setattr(self, "_edits", not self._edits),
            "show": self._open,
            "go_on": lambda number: self.shell.replace("table", self.aside[number].session),
            "ask_for": self._ask_for,
            "ask_for_aside": self._ask_for_aside,
            "ask_for_all": self._ask_for_all,
            "delete": lambda key: self._delete(partial(services.records.remove, key)),
            "delete_aside": lambda number: self._delete(
                partial(services.autosave.remove, self.aside[number])
            ),
            "delete_all": lambda: self._delete(services.records.clear),
            "export": self._export,
            "prove": lambda: services.prover.prove_all(self.games),
            "stop": services.prover.stop_all,
        }

    def _set(self, name: str, value: Any) -> None:
        self.chosen[name], self.first = str(value), 0

    def _turn(self, by: int) -> None:
        self.first += by

    def _open(self, key: str) -> None:
        """Open a game; one that cannot be read raises RulesError."""
        game = self.services.records.game(key)
        if game is not None:
            kept, now = record(game.record), self.services.now
            self.shell.go("finished", Session.from_record(kept, now=now, person=game.person))

    def _ask_for(self, key: str) -> None:
        game = self.services.records.game(key)
        if game is not None:
            points = score_words(game.points, game.person)
            self._ask(title_words(game), day_words(game.ended), points, act("delete", key=key))

    def _ask_for_aside(self, number: int) -> None:
        game = self.aside[number]
        points = score_words(game.session.points, game.session.person)
        do = act("delete_aside", number=number)
        self._ask(_players(game), day_words(game.played), points, do)

    def _ask(self, players: str, day: str, points: str, do: Any) -> None:
        words = _(
            "{players}, {day}: {points}. The game will be deleted from your record for good."
        ).format(players=players, day=day, points=points)
        delete = Button(_(captions.DELETE), "delete", do, danger=True)
        self.question(_("Delete the game?"), words, delete, _(captions.KEEP))

    def _ask_for_all(self) -> None:
        words = _(
            "{games} will be deleted from your record for good. Export them first if in doubt."
        ).format(games=games_words(len(self.games)))
        delete = Button(_(captions.DELETE), "delete", act("delete_all"), danger=True)
        self.question(_("Delete all games?"), words, delete, _(captions.KEEP))

    def _delete(self, delete: Callable[[], object]) -> None:
        delete()
        self.resume()

    def _export(self) -> None:
        """Save all games as a table, one a line, named after the day of the last."""
        title, day = _("Mahjong Battle record"), short_day_words(self.games[-1].ended)
        name = f"{title} {day}.csv"
        self.shell.effect("save", {"name": name, "text": csv_of(self.games)})


def _key(game: PlayedGame) -> str:
    """Return what a filter calls the opponent of a game: a level, `friend`, `friend Anna`."""
    return " ".join(filter(None, met_in(game)))


def _name(game: PlayedGame) -> str:
    """Return who the opponent of a game is."""
    own = next(iter(own_games([game])), None)
    return played_by(game.opponent) if own is None else own.rival


def _players(game: GameAside) -> str:
    """Return who plays: the opponent where the person plays against another, else both."""
    names, person = game.session.names, game.session.person
    return " – ".join(names) if person is None else names[other(person) - 1]


_PAUSES: Final = {
    Pause.ON_BATTERY: N_("waits until the computer is plugged in"),
    Pause.ENOUGH: N_("continues tomorrow, after half an hour today"),
}


def queue_words(prover: GameProver) -> str:
    """Say how many games are to be reviewed, and why they wait; empty for none."""
    waiting = len(prover.waiting)
    if waiting and prover.failure:
        return no_answer_words(prover.failure)
    words = ngettext("{n} game to review", "{n} games to review", waiting).format(n=waiting)
    pause = [] if prover.pause is None else [_(_PAUSES[prover.pause])]
    return " · ".join([words, *pause]) if waiting else ""
