"""What to analyse: what was analysed or set up last, a game, a new deal, one's own position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from battle.analysis.study import study_of
from battle.game.editor import PositionEditor
from battle.game.session import Seat, Session, Setup
from battle.game.setup import draw_deal
from battle.language import _, explain
from battle.page.blocks import Block, Board, Card
from battle.page.review import place_words
from battle.profile.records import own_games
from battle.rules.links import held_in
from battle.rules.position import RulesError, deal, other
from battle.screens import captions
from battle.screens.advice import analyse_price, circle_of
from battle.screens.editor import kept_table
from battle.screens.home import last_game
from battle.screens.screen import Screen
from battle.screens.view import Button, CardView, Field, Glance, act
from battle.words import label, score_words


class ToAnalyse(Screen):
    """What there is to go on with, and the ways to all others; in a page a text too."""

    tab = "open"
    _text = _fault = ""
    _begun: Session | None = None

    def resume(self) -> None:
        """Look again for what is kept, without games in which help is off."""
        autosave = self.services.autosave
        self._save_begun()
        self._begun = None
        kept = {"unfinished": autosave.load()[0], "last": last_game(self.services)}
        self._games = {
            name: session
            for name, session in kept.items()
            if session is not None and session.help_allowed
        }
        self._kept = [*self._left_last()]

    def _left_last(self) -> Iterator[Card]:
        """Yield what was analysed or set up last, and the way back to it."""
        autosave, mine = self.services.autosave, _("Your position")
        editor, words = PositionEditor(), _(captions.GO_ON)
        if autosave.is_newer(autosave.editor_file, autosave.analysis_file):
            with suppress(OSError, ValueError, KeyError, TypeError):
                editor.take_up(kept_table(self.services))
        if editor.table.tiles_left:
            go_on = Button(words, "edit", act("go", name="editor"), main=True)
            yield Card((Glance(Board(editor.table), "", mine, ""), go_on))
        elif (kept := autosave.analysis()) is not None:
            session, study = kept.session, study_of(kept.session.game)
            study.go_along(kept.moves)
            is_named = any(seat.name or seat.solver for seat in session.setup.seats)
            both = " – ".join(label(session.name(player)) for player in session.near_first)
            place = place_words(study.game.ply, len(study.line()) - 1)
            glance = Glance(Board(study.position), "", both if is_named else mine, place)
            yield Card((glance, Button(words, "analyse", act("go_on"), main=True)))

    def view(self) -> CardView:
        words = {
            "unfinished": (_("The unfinished game"), "play"),
            "last": (_("The last game"), "trophy"),
        }
        games = [Button(*words[name], act("analyse", name=name)) for name in self._games]
        if "unfinished" in self._games:
            games[0] = replace(games[0], note=self._price)
        is_page = "forget" in self.shell.can
        paste = act("ask", name="paste", value=True) if is_page else act("paste")
        file = act("ask", name="open", value=True) if is_page else act("file")
        ways = [
            *games,
            Button(_("Paste"), "paste", paste),
            Button(_("Open a file"), "open", file),
            Button(_("A new deal"), "random", act("deal")),
            Button(_("Set up a position"), "edit", act("go", name="editor")),
        ]
        if not self._kept:
            free = next(number for number, way in enumerate(ways) if not way.note)
            ways[free] = replace(ways[free], main=True)
        if last := self._games.get("last"):
            note = f"{label(last.name(other(last.near)))} · {score_words(last.points, last.near)}"
            ways[len(games) - 1] = replace(ways[len(games) - 1], note=note)
        title = _("What to analyse?")
        if not is_page:
            return CardView(title, (*self._kept, *ways))
        note, asked = _("A position, a game, a problem, or a link"), _("A game or a position")
        text: Block = Field("text", asked, self._text, "area", note=self._fault or note)
        read = Button(_(captions.ANALYSE), "analyse", act("read"))
        return CardView(title, (*self._kept, *ways, text, read))

    @property
    def _price(self) -> str:
        """What a look at the unfinished game costs; nothing after other help."""
        session, games = self._games["unfinished"], self.services.records.games()
        return "" if session.was_shown else analyse_price(circle_of(session, own_games(games)))

    def acts(self) -> Mapping[str, Callable[..., object]]:
        return {
            "analyse": self._analyse,
            "deal": self._deal,
            "file": lambda: self.shell.go("open_game", then="study_game"),
            "go_on": self._go_on,
            "paste": lambda: self.shell.go("paste", studied=True),
            "read": self._read,
            "set": lambda name, value: setattr(self, "_text", value),
        }

    def _read(self) -> None:
        """Open what the text holds; why it cannot be read is said below it."""
        try:
            held_in(self._text)
        except RulesError as error:
            self._fault = _("This cannot be read: {why}.").format(why=explain(error))
        else:
            self._fault = ""
            self.shell.effect("read", self._text)

    def _go_on(self) -> None:
        if (kept := self.services.autosave.analysis()) is not None:
            self.shell.go("analysed", kept.record, *kept.moves, person=kept.person)

    def _analyse(self, name: str) -> None:
        session = self._games[name]
        if name == "unfinished":
            session.note_help("analysis")
            self._begun = session
            self._save_begun()
            self.shell.go("study_unfinished", session)
        else:
            self.shell.go("study_game", session)

    def _save_begun(self) -> None:
        """Save a game that goes on with what its analysis has brought."""
        if self._begun is not None:
            self.services.report(self.services.autosave.save(self._begun))
            self.services.autosave.release()

    def _deal(self) -> None:
        number = draw_deal()
        setup = Setup((Seat(), Seat()), deal(number), number)
        self.shell.go("study_game", Session(setup, now=self.services.now))
