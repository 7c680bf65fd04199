"""The table of the page: a game against a level, or between two people at one device.

    take ──► teacher ──► session ──version──► follow: kept, recorded ──► view
                             ▲
    Opponent ────────────────┘    TableHelp looks on while a person thinks

What people want becomes calls on the session; its end opens the result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from battle.analysis.costs import MoveCost
from battle.browser.app import App, Screen
from battle.browser.company import Company
from battle.browser.views import (
    View,
    answer_frames,
    blocks,
    board,
    button,
    move_of,
    pair_of,
    seat,
    words_of,
)
from battle.coach.answer import Shown, answered
from battle.coach.hints import HINT, Step, hint_page, no_further_hint
from battle.coach.reasons import ReasonSearch, teacher_page
from battle.game.seating import WITHOUT_HELP
from battle.game.session import NotNowError, Session
from battle.game.setup import clock_text
from battle.game.words import resigns_words, sides_cost
from battle.language import _
from battle.page.blocks import ITEM, Ink, Paragraph
from battle.rules.links import game_link
from battle.rules.position import PLAYERS, Cell, Move, Player, RulesError
from battle.screens.table import TableGame
from battle.words import (
    address,
    last_pairs_words,
    no_answer_words,
    no_player_words,
    spoken_to,
    tile_words,
    turn_words,
)

_TOLD: Final = (HINT, "clock")
"""The icons of what is told in the dock: the steps, and that one is being looked for."""
_IN_BRIEF: Final = 3
"""The steps of a hint that are told in a line."""

IN_FULL: Final = (Step.LINE, Step.REASON)
"""The steps of a hint that need more room than a line."""


class Table(TableGame, Screen):
    """One session; when it is over its result lies over it."""

    app: App
    company: Company

    def __init__(self, app: App, session: Session, company: Company | None = None) -> None:
        super().__init__(app)
        self.sit_down(session)
        self.company = company or Company(app, session)
        self._objection: MoveCost | None = None
        self._why: ReasonSearch | None = None
        self._shown = 0
        self._failure = ""
        for words in self.company.claim():
            app.tell(words)

    # --- coming and going -----------------------------------------------------------------------

    def resume(self) -> None:
        """Let the clock run and the solver be asked."""
        self.begin()
        self.session.run_clock()

    def back(self) -> None:
        self.app.home()

    @property
    def in_play(self) -> bool:  # type: ignore[override]
        return self.session.ending is None

    @property
    def ticks(self) -> bool:  # type: ignore[override]
        """Whether a clock runs, the program is to move, or the teacher holds a pair."""
        clock, held = self.session.clock, self.help.teacher.held
        waits = self.session.solver_to_move or held is not None
        return waits or (clock is not None and clock.running)

    @property
    def standing(self) -> object:  # type: ignore[override]
        hints, teacher = self.help.hints, self.help.teacher
        searches = hints.is_waiting, hints.is_foreseeing, hints.is_explaining
        is_judged = hints.is_open or self._objection is not None
        return (
            self.session.version,
            [self._sub(player) for player in PLAYERS],
            (teacher.held, self._objection, self._why is not None and self._why.is_done),
            (hints.version, *searches),
            is_judged and self.study.values.version,
        )

    # --- what is seen ---------------------------------------------------------------------------

    def view(self) -> View:
        session, position = self.session, self.session.position
        is_live = session.person_to_move and session.pending is None and self._objection is None
        is_over = session.ending is not None
        thinks = session.solver_to_move or self.help.teacher.held is not None
        view: View = {
            "screen": "table",
            "title": self.company.title,
            "state": "over" if is_over else "thinking" if thinks else "ready",
            "position": str(position),
            "turn": session.to_move,
            "below": session.person or 1,
            "live": is_live and self.help.teacher.held is None,
            "seats": [seat(session, player, self._sub(player)) for player in PLAYERS],
            "race": race(session),
            "board": self._board(),
            "dock": self._dock(),
            "pairs_title": _("Pairs to take"),
            "moves": [
                move_of(node, ply) for ply, node in enumerate(session.game.node.path(), start=1)
            ],
            "moves_title": _("Moves"),
            "actions": self.company.tools,
            "more": self._more(),
        }
        if seen_by := self.company.seen_by:
            view["seats"][view["below"] - 1]["eye"] = seen_by
        if not self.company.plays:
            return view
        off = is_over or not session.help_allowed
        view["actions"] += [button(_("Hint"), "hint", "hint", key="h", off=off)]
        if is_over:
            view["main"] = button(_("Show the result"), "trophy", "result")
        else:
            pairs = sorted(position.legal_moves, key=position.worth, reverse=True)
            view["pairs"] = [pair_of(position, move) for move in pairs]
        if (answer := self._answer) is not None:
            frames = answer_frames(answer, session.game.start)
            view |= {"frames": frames, "once": self._shown}
        if session.pending is not None and session.me is None:
            view["sheet"] = {
                "title": session.request_text,
                "page": blocks([Paragraph(session.request_question, Ink.PLAIN)]),
                "main": button(_("Agree"), "check", "reply", accept=True),
                "buttons": [button(_("Decline"), "close", "close")],
            }
        return view

    def _sub(self, player: Player) -> str:
        """Return what a player is doing, or has left on the clock."""
        session, teacher = self.session, self.help.teacher
        left = session.remaining(player)
        said = ""
        if session.ending is None and session.to_move == player:
            said = _("Your turn") * session.is_here(player)
            if session.seat(player).solver:
                said = _("thinks …") if self.opponent.has_thought else ""
            elif teacher.is_wanted(self.teacher_rule):
                said += f" · {teacher.caption(self.teacher_rule)}"
        known = self.company.caption(player)
        parts = "" if left is None else clock_text(left), said, known
        return " · ".join(filter(None, parts))

    def _board(self) -> View:
        session, hints = self.session, self.help.hints
        marks: dict[Cell, str] = dict.fromkeys(self.help.teacher.held or (), "played")
        if hints.is_open:
            columns = hints.columns
            marks |= {cell: "lit" for cell in session.position.free_cells if cell.column in columns}
            marks |= dict.fromkeys(hints.pair or (), "hint")
        dimmed = "lit" in marks.values()
        game = session.game
        return board(
            session.position, after=game.node, marks=marks, dimmed=dimmed, within=game.start
        )

    @property
    def _answer(self) -> Shown | None:
        """What is shown of a costly pair once it is asked for: that of the teacher, or of hints."""
        hints, values, names = self.help.hints, self.study.values, spoken_to(self.session.names)
        if (cost := self._objection) is not None:
            return answered(cost, values, names, discreetly=True) if self._shown else None
        return hints.answer(names) if self._shown and hints.is_open else None

    def _dock(self) -> View:
        """Return what the one place that speaks says."""
        session, held = self.session, self.help.teacher.held
        if (asked := self.company.asks()) is not None:
            return asked
        if session.ending is not None:
            return {"kind": "say", "words": session.result_text}
        if self._objection is not None:
            return self._objected(self._objection)
        if held is not None:
            words = _("The teacher is checking {pair} …")
            return {
                "kind": "say",
                "words": words.format(pair=tile_words(session.position.kind_of(held))),
            }
        if self.help.hints.is_open:
            return self._hint()
        if session.solver_to_move and self.opponent.has_thought:
            name = session.name(session.to_move)
            return {"kind": "say", "words": _("{name} thinks …").format(name=name)}
        node = session.game.node
        if node.parent is None or node.move is None:
            return {"kind": "say", "words": turn_words(session.name(session.to_move))}
        before = node.parent.position
        kind, name = before.kind_of(node.move), session.name(before.to_move)
        took, tile = address(name, _("{name} took"), _("You took")), tile_words(kind)
        if not self.company.plays:
            took = f"{_('You are watching')} · {took}"
        if last := last_pairs_words(session.position):
            return {"kind": "say", "words": last, "sub": f"{took} {tile}"}
        return {
            "kind": "last",
            "player": before.to_move,
            "kinds": [str(kind)],
            "sub": took,
            "words": tile,
            "worth": f"+{kind.rank}",
        }

    def _more(self) -> list[View]:
        session, goes_on = self.session, self.session.ending is None
        resign = button(_("Resign"), "flag", "resign", key="r", off=not goes_on)
        return [
            *[resign] * self.company.plays,
            button(_("Analyse"), "analyse", "analyse", key="a", off=not session.help_allowed),
            button(_("Rules"), "rules", "go", name="rules"),
            button(_("Settings"), "settings", "go", name="settings"),
            *self.company.urgent,
            button(_("Copy as a link"), "copy", "link"),
            button(_("To the start screen"), "home", "home"),
        ]

    # --- time -----------------------------------------------------------------------------------

    def beat(self) -> None:
        """Let clock, program, hints and teacher go on; keep what has changed."""
        if self.company.moves_on():
            return
        self.session.check_clock()
        self.think(self.app.now(), is_seen=self.app.is_visible)
        if self.session.version != self.version:
            self._follow()

    def poll_help(self, seconds: float) -> None:
        if self._objection is None:
            super().poll_help(seconds)

    def poll_opponent(self, *, is_seen: bool, is_at_rest: bool) -> None:
        if not self._failure:
            super().poll_opponent(is_seen=is_seen, is_at_rest=is_at_rest)

    def solver_failed(self, reason: str) -> None:
        self._failure = reason
        self.help.hints.give_up()
        title = no_player_words(self.session.name(self.session.to_move))
        again = button(_("Try again"), "solver", "retry")
        self.question(title, no_answer_words(reason), again, _("Close"))

    def _follow(self) -> None:
        """Bring everything up to the session; its end begins the review and shows the result."""
        session, app = self.session, self.app
        self.catch_up()
        if session.ending is not None and self.company.plays:
            app.go("result", self.study, self.company)

    def acts(self) -> dict[str, Callable[..., object]]:
        session = self.session
        return self.company.acts() | {
            "take": self._take,
            "undo": self._undo,
            "redo": session.redo,
            "hint": self._ask_hint,
            "why": self._show_why,
            "better": self._show_better,
            "withdraw": self.heed,
            "insist": self._insist,
            "sides": self._ask_for_sides,
            "change": self._change_sides,
            "draw": self.company.offer_draw,
            "reply": session.answer,
            "close": self._close,
            "resign": self._ask_to_resign,
            "give_up": partial(session.resign, session.person or session.to_move),
            "retry": self._retry,
            "link": lambda: self.app.effect("copy", self.app.address + game_link(session.record())),
            "analyse": self._analyse,
            "result": partial(self.app.go, "result", self.study, self.company),
        }

    # --- taking pairs ---------------------------------------------------------------------------

    def _take(self, move: str) -> None:
        """Take a pair, as soon as the teacher has nothing to say."""
        pair = Move.parse(move)
        self.check_turn()
        self.session.position.check(pair)
        self.offer(pair, self.app.now())

    def play(self, move: Move) -> None:
        self.session.play(move)
        self._follow()

    # --- the teacher ----------------------------------------------------------------------------

    def object_to(self, cost: MoveCost) -> None:
        self._objection = cost

    def _objected(self, cost: MoveCost) -> View:
        hints, names = self.help.hints, self.session.names
        price = hints.price_of(Step.PAIR)
        page = teacher_page(cost, self.study.values, names, why=self._why, better=None, price=price)
        reasons = [block for block in page if isinstance(block, Paragraph) and block.icon == ITEM]
        answer = self._answer
        show = button(_("Show why"), "play", "why")
        if self._why is not None:
            show = button(_("A better pair"), "hint", "better")
        return {
            "kind": "teacher",
            "words": words_of(page[:1]),
            "sub": answer.words if answer is not None else words_of(reasons[:1] or page[1:3]),
            "kinds": [str(cost.kind)],
            "main": button(_("Choose another"), "undo", "withdraw"),
            "buttons": [show, button(_("Play it anyway"), "play", "insist")],
        }

    def withdraw(self) -> None:
        if self._why is not None:
            self._why.close()
        self._objection = self._why = None
        self._shown = 0
        super().withdraw()

    def _insist(self) -> None:
        """Take the pair that the teacher objects to."""
        if (cost := self._objection) is not None:
            self.take_settled(cost.move)

    def _show_why(self) -> None:
        """Play the answer to the costly pair, and look for reasons."""
        self._shown += 1
        if (cost := self._objection) is not None:
            values = self.study.values
            self._why = ReasonSearch(self.help.pondering, values, cost.position, cost.move)

    def _show_better(self) -> None:
        """Show a better pair, for its price in hints."""
        if self.climb_to_pair():
            self.withdraw()

    # --- hints ----------------------------------------------------------------------------------

    def _ask_hint(self) -> None:
        """Ask for the next step of a hint."""
        session, hints = self.session, self.help.hints
        self.check_turn()
        if not session.help_allowed:
            raise NotNowError(_(WITHOUT_HELP))
        self.withdraw()
        if not hints.ask():
            raise RulesError(no_further_hint())
        ladder = hints.ladder
        if ladder is not None and {*IN_FULL} & {*ladder.steps}:
            self.sheet = self._hints_in_full

    def _hint(self) -> View:
        """Return the last step of the hint, and the button for the next one."""
        hints = self.help.hints
        page = hint_page(hints, self.session.names)
        said = [block for block in page if isinstance(block, Paragraph) and block.icon in _TOLD]
        following = None if hints.is_waiting or hints.ladder is None else hints.ladder.next
        more = [] if following is None else [button(_(following.value), "hint", "hint")]
        said = said[:_IN_BRIEF]
        return {"kind": "say", "words": words_of(said[-1:]), "buttons": more, "close": True}

    def _hints_in_full(self) -> View:
        hints = self.help.hints
        page = hint_page(hints, self.session.names)
        return {"title": _("Hints: {n} used").format(n=hints.used), "page": blocks(page)}

    # --- what can be asked for ------------------------------------------------------------------

    def _undo(self) -> None:
        self._failure = ""
        self.company.take_back()

    def _close(self) -> None:
        """Close what lies over the table; an open request is declined, a hint is put away."""
        if self.session.pending is not None:
            self.session.answer(False)
        elif self.help.hints.is_open:
            self.help.hints.close()

    def _ask_to_resign(self) -> None:
        player = self.session.person or self.session.to_move
        words = resigns_words(self.session.name(player))
        resign = button(_("Resign"), "flag", "give_up", danger=True)
        self.question(_("Resign?"), words, resign, _("Play on"))

    def _ask_for_sides(self) -> None:
        if not (cost := sides_cost(self.session)):
            self._change_sides()
            return
        self.withdraw()
        change = button(_("Change sides"), "swap", "change")
        self.question(_("Change sides?"), cost, change, _("Stay"))

    def _change_sides(self) -> None:
        self.app.tell(self.change_sides())

    def _retry(self) -> None:
        self._failure = ""
        self.opponent.start()

    def look(self, *, is_visible: bool) -> None:
        """Stop the clock while the page is out of sight."""
        (self.session.run_clock if is_visible else self.session.rest_clock)()

    def _analyse(self) -> None:
        if not self.session.help_allowed:
            raise NotNowError(_(WITHOUT_HELP))
        self.session.note_help("analysis")
        self.app.go("analyse", self.session, self.study.studied())


def race(session: Session) -> View:
    """Return both scores as shares of all points, and how many win."""
    position = session.position
    shares = [points / max(1, position.all_points) for points in session.points]
    return {
        "shares": shares,
        "words": _("{points} points win").format(points=position.points_to_win),
    }
