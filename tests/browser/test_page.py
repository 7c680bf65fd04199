"""Tests of the page in Chromium: whole games, what breaks, what is kept, who can use it.

`pytest -m "page and not slow" tests/browser` runs them on the page in `dist/page`, or in the folder
that `MAHJONG_BATTLE_PAGE` names. What is shown is compared with the rules and the native solver.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from battle.friend.ways.build import list_files
from battle.friend.ways.page import POLICY
from battle.rules.links import game_link, position_link
from battle.rules.position import Cell, Position, move_of, other
from battle.rules.record import Record, evaluation_in
from battle.rules.tree import Game
from battle.training.first_game import STEPS
from solver import bench
from solver.api import Solver
from solver.kernels.loader import load
from solver.levels import level
from tests.support.brokers import until
from tests.support.endgames import first_pair, highest_pair
from tests.support.tabs import (
    DESK,
    ENDGAME,
    Visitor,
    axe,
    begins_with,
    check_table,
    cut_off,
    english_in,
    findings,
    finger,
    keeps,
    shared,
    spoken,
    walk,
)
from tools.page.browser import PATIENCE, Tab, serving
from tools.reference import move_values

pytestmark = pytest.mark.page

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2}
SMALLEST = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
PROVEN_AT_ONCE = 40
"""With no more tiles than this the native solver is done in no time."""


@pytest.fixture
def native(compiled_home: Path) -> Iterator[Solver]:
    with Solver(1, 64) as solver:
        yield solver


on_a_phone = pytest.mark.parametrize("visitor", [PHONE], indirect=True, ids=["phone"])


def going_on(tab: Tab) -> Tab:
    """Wait until it is somebody's turn again, or the game is over."""
    return tab.until(":is([data-state=ready], [data-state=over])")


# --- what is passed on ----------------------------------------------------------------------------

_LISTENS: Final = """
  const told = (self.told = []), send = Worker.prototype.postMessage;
  const tell = (text) => Promise.resolve(told.push(text));
  Worker.prototype.postMessage = function (...what) {
    told.push("asks the program");
    send.apply(this, what);
  };
  navigator.share = ({ text }) => tell(text);
  if (navigator.clipboard) navigator.clipboard.writeText = tell; // a blank page has none
  const offer = Object.assign(new Event("beforeinstallprompt"), { prompt: () => tell("installs") });
  addEventListener("load", () => dispatchEvent(offer));
"""


def test_what_is_passed_on_is_there_before_the_press(visitor: Visitor, tab: Tab) -> None:
    """A browser shares, copies and installs within a press alone: nothing is asked before."""
    tab.page.add_init_script(_LISTENS)

    def passed_on(name: str) -> str:
        tab.page.evaluate("told.length = 0")
        tab.press(name)
        return str(until(lambda: tab.page.evaluate("told[0]")))

    tab.open().press("Play with a friend").page.locator("#name0").type("Ada")
    tab.page.locator(".message", has_text="Ada invites you").wait_for()
    sent = passed_on("Send")
    assert sent.startswith("Ada invites you to play Mahjong Battle.")
    tab.screen("hosting")
    assert passed_on("Send again") == sent
    depth = tab.page.evaluate("history.state.depth")
    tab.press("More")
    assert passed_on("Copy") == sent  # and the sheet closes, which is a step back
    until(lambda: tab.page.evaluate("history.state.depth") == depth)
    tab.follow(position_link(Position.parse(ENDGAME))).press("Export")
    assert passed_on("Copy the position") == str(Position.parse(ENDGAME))
    assert "[Position " in passed_on("Copy the record")
    tab.press("Position as a picture").page.locator(".poster canvas").wait_for()
    assert passed_on("Share").startswith("Mahjong Battle")
    tab.press("Save picture").page.get_by_text("Saved as mahjong-battle.png.").wait_for()
    tab.open().press("You")
    assert passed_on("Install") == "installs"
    assert [words for words in visitor.errors if "ERR_" not in words] == []  # no broker is there


# --- what a screen has beside it ------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 820, 1366])
@pytest.mark.slow
def test_pairs_are_listed_and_a_deal_is_seen_where_there_is_room(tab: Tab, width: int) -> None:
    """At every width the pairs can be read; *New game* shows its board on a laptop alone."""
    tab.page.set_viewport_size({"width": width, "height": 768 if width == 1366 else 1180})
    tab.new_game()
    assert tab.page.locator(".beside .board").is_visible() == (width == 1366)
    tab.begin().page.locator(".acts button:visible", has_text="Pairs").click()
    tab.page.locator(".panel.pairs [data-move]:visible").first.wait_for()


# --- whole games ----------------------------------------------------------------------------------


@on_a_phone
def test_a_whole_game_by_touch(tab: Tab, native: Solver) -> None:
    """The last 40 tiles are played to the end by touch; costs are proven as native ones.

    A blocked tile that is touched says so, right beside a free one too.
    """
    tab.begin_from(str(bench.left_of_deal(11, PROVEN_AT_ONCE)), "Mo")
    move, own = first_pair(tab.position), tab.position.to_move
    blocked = [cell for cell, _kind in tab.position.tiles() if not tab.position.is_free(cell)]
    with finger(tab, blocked[0]):
        assert not tab.page.locator(".loupe").is_visible()
    tab.page.locator(".dock", has_text="Blocked: 1 above").wait_for()
    with finger(tab, move.first, aside=6):
        name = tab.page.locator(f"[data-cell='{move.first}']").get_attribute("aria-label")
        told = tab.page.locator(".loupe .say").inner_text()
        assert (name or "").startswith(told)
    assert tab.page.locator(f"[data-cell='{move.first}'][aria-pressed=true]").count() == 1
    tab.choose(move.first)
    while tab.data("state") != "over":
        before = tab.position
        check_table(tab)
        tab.take(move := highest_pair(before))
        after = before.play(move)
        going_on(tab)
        assert tab.position in (after, *map(after.play, after.legal_moves))
    final = tab.screen("result").position
    assert final.is_over
    shown = tab.page.locator(".versus b").all_inner_texts()
    assert shown == [str(final.points[player - 1]) for player in (own, other(own))]
    tab.until("", ".spark button:last-child:not(.none)")
    nodes = list(shared(tab).game.root.main_line())
    assert nodes[-1].position == final
    proven = 0
    for node in nodes:
        found = evaluation_in(node.comment)
        if found is not None and found.relation == "=":
            assert found.margin == margin(native, node.position)
            proven += 1
    assert proven


@on_a_phone
def test_a_whole_deal_has_room(tab: Tab) -> None:
    """Its tiles are tall on a phone; at four times the size of a desktop it can be played.

    Forced colours leave the players' bars theirs, and a line around whose turn it is.
    """
    tab.begin()
    tab.page.emulate_media(forced_colors="active")
    style = "(element) => getComputedStyle(element)"
    bars = tab.page.locator(".seat .race > i")
    colours = bars.evaluate_all(f"(bars) => bars.map((bar) => ({style})(bar).backgroundColor)")
    assert len({*colours}) == 2
    lines = [
        tab.page.locator(seat).evaluate(f"(seat) => ({style})(seat).outlineStyle")
        for seat in (".seat.moves", ".seat:not(.moves)")
    ]
    assert lines == ["solid", "none"]
    tab.page.emulate_media(forced_colors="none")
    tile = tab.page.locator(".board .tile").first.bounding_box()
    assert tile is not None
    assert tile["height"] > 1.5 * tile["width"]
    tab.page.set_viewport_size({"width": 320, "height": 256})
    assert cut_off(tab) == []
    tab.take(tab.moves()[0])


def margin(native: Solver, position: Position) -> int:
    """Return the proven final margin of a position, from the first player's side."""
    gain = 0 if position.is_over else native.analyse(position).value.points
    return position.margin + (gain if position.to_move == 1 else -gain)


FOCUSED: Final = "() => document.activeElement.ariaLabel ?? document.activeElement.innerText"
"""What is said of what has the focus."""
ON_THE_BOARD: Final = "() => document.activeElement.matches('.cloth [data-cell]')"


def tab_to(tab: Tab, wanted: str) -> None:
    """Press Tab until what is wanted has the focus; it is not far."""
    for _step in range(20):
        if tab.page.evaluate(f"() => document.activeElement.matches(`{wanted}`)"):
            return
        tab.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {wanted}")


def arrow_to(tab: Tab, cell: Cell) -> None:
    """Go by arrow keys from the tile that has the focus to another: to its column, then in it."""
    for _step in range(20):
        at = Cell.parse(tab.page.evaluate("() => document.activeElement.dataset.cell"))
        if at == cell:
            return
        ahead, below = cell.column - at.column, cell.row > at.row
        sideways = "ArrowRight" if ahead > 0 else "ArrowLeft"
        along = "ArrowDown" if below else "ArrowUp"
        tab.page.keyboard.press(sideways if ahead else along)
    raise AssertionError(f"the arrows do not come to {cell}")


def test_a_whole_game_by_keyboard(tab: Tab) -> None:
    """Two people at one device play a quick game with Tab, arrows and Enter, and take moves back.

    The layout is Russian: a key without a Latin letter is that of its place.
    """
    keyboard = tab.page.keyboard

    def strike(key: str, code: str) -> None:
        words = json.dumps({"key": key, "code": code, "bubbles": True})
        tab.page.evaluate(
            f"() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {words}))"
        )

    tab.new_game()
    tab_to(tab, ".seg button")
    keyboard.press("ArrowRight")
    tab.page.locator("main .seg button[aria-checked=true]", has_text="36").wait_for()
    tab_to(tab, ".person")
    keyboard.press("ArrowDown")
    while "A friend here" not in tab.page.evaluate(FOCUSED):
        keyboard.press("ArrowUp")
    tab.until("", ".person:nth-last-child(2)[aria-checked=true]")
    tab_to(tab, ".bottom .main")
    keyboard.press("Enter")
    tab.until("[data-position]", ".screen.table")
    tab_to(tab, ".cloth [data-cell]")
    while not tab.position.is_over:
        check_table(tab)
        text, move = tab.data("position"), first_pair(tab.position)
        for cell in move:
            arrow_to(tab, cell)
            keyboard.press("Enter")
        tab.until(f":not([data-position='{text}'])")
        if tab.position.tiles_left == 28:
            strike("г", "KeyU")
            tab.page.locator(".sheet .main").wait_for()
            tab_to(tab, ".sheet .main")
            keyboard.press("Enter")
            tab.until(f"[data-position='{text}']")
            strike("н", "KeyY")
            tab.until(f":not([data-position='{text}'])")
            tab_to(tab, ".cloth [data-cell]")
        assert tab.position.is_over or tab.page.evaluate(ON_THE_BOARD)
    final = tab.screen("result").position
    assert final.is_over
    assert final.tiles_left + 2 * len(list(shared(tab).game.root.main_line())) == 36


_FREE: Final = re.compile(r'button "((\d of \w+), column \w, row \d, \w+, has \d partners?)"')
"""A tile with a partner in the accessibility tree, and its kind."""


@pytest.mark.slow
@on_a_phone
def test_a_whole_game_by_the_accessibility_tree(tab: Tab) -> None:
    """A game against Pip, its result, and a question of the trainer, by what a tree says alone."""

    def heard(*words: str, without: str = "nothing") -> str:
        def said() -> str:
            tree: str = tab.page.locator("body").aria_snapshot()
            is_there = without not in tree and any(one in tree for one in words)
            return tree * is_there

        return until(said, lambda: tab.page.locator("body").aria_snapshot(), PATIENCE)

    def do(role: Any, name: str) -> None:
        tab.page.get_by_role(role, name=name, exact=True).first.evaluate("one => one.click()")

    tab.new_game()
    do("radio", "Quick 36 tiles")
    do("radio", "Pip Novice Grabs the biggest pair he sees")
    do("button", "Play Pip")
    while "To move: You" in (said := heard("To move: You", "Play again")):
        first, kind = _FREE.search(said).groups()
        do("button", first)
        others = _FREE.findall(heard("[pressed]"))
        do("button", next(one for one, same in others if same == kind and one != first))
        heard("To move: You", "Play again", without=first)
    said = heard("given away", "Nothing given away")
    assert re.search('heading "You (won|lost)|A draw', said)
    assert re.search(r"You, player \d: \d+ points?\b", said)
    tab.open()
    do("button", "Learn")
    heard("Endgame trainer")
    tab.page.get_by_role("button", name="Endgame trainer").first.evaluate("one => one.click()")
    first, kind = _FREE.search(heard("has 1 partner", "has 2 partners")).groups()
    do("button", first)
    others = _FREE.findall(heard("[pressed]"))
    do("button", next(one for one, same in others if same == kind and one != first))
    heard("Right", "Missed")


def test_the_focus_stays_on_the_board(tab: Tab) -> None:
    """While the other player thinks a tile keeps the focus, and only one is a stop of Tab."""
    tab.begin("Pip")
    tab_to(tab, ".cloth [data-cell]")
    text = tab.data("position")
    for cell in first_pair(tab.position):
        arrow_to(tab, cell)
        tab.page.keyboard.press("Enter")
    tab.until(f"[data-state=thinking]:not([data-position='{text}'])")
    assert tab.page.evaluate(ON_THE_BOARD)
    assert tab.page.locator(".cloth [data-free]:not([aria-disabled=true])").count() == 0
    tab.until("[data-state=ready]")
    assert tab.page.evaluate(ON_THE_BOARD)
    assert tab.page.locator(".cloth [tabindex='0']").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["Pip", "Mo"])
def test_levels_play_as_natively(tab: Tab, native: Solver, rival: str) -> None:
    """In proven positions a level answers as the native one with the game's seed does."""
    tab.begin_from(str(bench.left_of_deal(5, 36)), rival)
    while going_on(tab).data("state") != "over":
        tab.take(highest_pair(tab.position))
    record = shared(tab.screen("result"))
    plays, seed = level({"Pip": "novice", "Mo": "casual"}[rival]), int(record.tags["Seed"])
    asked = 0
    for node in record.game.root.main_line():
        if node.parent is not None and node.parent.position.to_move == 2:
            move, _analysis = plays.play(node.parent.position, think(native), seed)
            assert move == node.move
            asked += 1
    assert asked > 3


def think(native: Solver) -> Any:
    return lambda position, limit, lines: native.analyse(position, limit, lines=lines)


@pytest.mark.slow
def test_the_kernels_search_as_natively(tab: Tab, compiled_home: Path) -> None:
    """The page's kernels visit as many nodes as the native ones for every task of the benchmark."""
    tab.open()
    tasks = bench.standard_tasks()
    asked = json.dumps([[str(task.position), task.limit.nodes] for task in tasks])
    counted = tab.page.evaluate(
        """async (asked) => {
          const { python } = await import("./python.js");
          const { py } = await python({ kernels: true });
          py.globals.set("asked", asked);
          return py.runPython(`
            import json
            from battle.rules.position import Position
            from solver.api import Limit, Solver
            found = []
            with Solver(1, 64, known_deals=False) as solver:
                for text, nodes in json.loads(asked):
                    solver.forget()
                    limit = Limit(nodes=nodes) if nodes else None
                    found.append(solver.analyse(Position.parse(text), limit))
            json.dumps([[one.nodes, one.value.points] for one in found])
          `);
        }""",
        asked,
    )
    found = [measured.found for measured in bench.run(load(), tasks, hash_mb=64)]
    assert json.loads(counted) == [[one.nodes, one.value.points] for one in found]


# --- analyse and links ----------------------------------------------------------------------------


def test_a_position_opens_with_its_proven_costs(tab: Tab) -> None:
    """Every pair of a known endgame has its known cost, the position its value, in every step."""
    lines = Path("tests/data/endgames.txt").read_text("ascii").splitlines()
    grid, _tiles, value = next(line for line in lines if "; 16 ;" in line).split(";")
    position = Position.parse(grid.strip())
    tab.follow(position_link(position)).screen("analyse")
    tab.costs()
    assert tab.data("lower") == tab.data("upper") == value.strip()
    for _ply in range(3):
        position = tab.position
        values = move_values(position)
        best = max(values.values())
        assert tab.costs() == {move: best - one for move, one in values.items()}
        sign = 1 if position.to_move == 1 else -1
        assert int(tab.data("lower")) == position.margin + sign * best
        tab.page.locator("[data-move]").last.click()
        tab.until(f":not([data-position='{position}'])")


@on_a_phone
@pytest.mark.slow
def test_a_position_is_set_up_by_touch(tab: Tab) -> None:
    """Kinds are chosen below the table and put on cells; what is analysed then is kept."""
    tab.open().press("Analyse").screen("open").press("Set up a position").screen("editor")
    for kind, cells in ("5 of dots", "a9 b9"), ("9 of bamboo", "c8 c9"):
        tab.page.locator(f".palette [aria-label^='{kind}']").tap()
        for cell in cells.split():
            tab.choose(cell)
            tab.page.locator(f".tile[data-cell='{cell}']").wait_for()
    tab.press("Analyse from here").until("", "[data-shape=study]")
    costs = {"a9b9": 8, "c8c9": 0}
    assert {str(move): cost for move, cost in tab.costs().items()} == costs
    tab.page.reload()
    tab.until("", "[data-shape=study]")
    tab.page.goto("about:blank")
    tab.open().press("Analyse").screen("open").press("Go on").until("", "[data-shape=study]")
    assert {str(move): cost for move, cost in tab.costs().items()} == costs


TO: Final = "link => { location.hash = link }"
NAMES: Final = "<img src=x onerror=hacked=1>", "<script>hacked=1</script>"


def test_links_open_what_they_name(visitor: Visitor, tab: Tab) -> None:
    """A deal opens as a new game, a game where it stands, also in a tab that is open already.

    Markup in the names of a game is text.
    """
    tab.begin()
    assert tab.position == Position.of_deal(7)
    game = Game(Position.parse(ENDGAME))
    game.play(highest_pair(game.position))
    link = game_link(Record({"First": NAMES[0], "Second": NAMES[1], "Event": NAMES[0]}, game))
    tab.page.evaluate(TO, link)
    tab.screen("analyse")
    assert tab.position == game.position
    assert "onerror" in tab.words
    assert "<script>" in tab.words
    assert tab.page.evaluate("() => globalThis.hacked === undefined")
    assert tab.page.locator("img[src=x], #root script").count() == 0
    tab.page.locator(".bar .tap").click()
    tab.screen("table")
    while not game.position.is_over:
        game.play(first_pair(game.position))
    link = game_link(Record({"Result": "*"}, game))
    tab.page.goto("about:blank")
    assert tab.open(link).screen("result").position == game.position


def test_a_hostile_link_gets_one_sentence(tab: Tab) -> None:
    """What a link names that is nothing is refused in one sentence, and everything else works."""
    hostile = [
        "#position=<script>hacked=1</script>",
        "#position=" + "a" * 100_000,
        "#game=" + "A" * 100_000,
        "#deal=%00",
        "#game=javascript:hacked=1",
    ]
    tab.open(hostile[0]).screen("home")
    for link in hostile:
        if link != hostile[0]:
            tab.page.evaluate(TO, link)
        told = tab.page.locator(".notice").inner_text()
        assert 10 < len(told) < 200
        assert "\n" not in told
        assert tab.page.evaluate("() => globalThis.hacked === undefined && location.hash === ''")
        tab.press("Learn").screen("learn").page.locator(".notice").wait_for(state="detached")
        tab.home()
    tab.press("I know the rules").screen("table")


@pytest.mark.slow
def test_what_does_not_open_is_refused(tab: Tab) -> None:
    """A message that libsodium.js refuses to open is one that Python knows as refused."""
    refused = tab.open().page.evaluate(
        """async () => {
          const [{ python }, { ready, sodium }] = await Promise.all(
            [import("./python.js"), import("./wire.js")]);
          const [{ py }] = await Promise.all([python({}), ready]);
          py.globals.set("call", sodium);
          return py.runPython(`
            from battle.browser.sodium import PageSodium
            from battle.friend.sodium import RefusedError
            try:
                PageSodium(call).decrypt(bytes(32), bytes(24), bytes(100), b"x")
                refused = False
            except RefusedError:
                refused = True
            refused
          `);
        }"""
    )
    assert refused


# --- what is kept ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("how", ["reload", "close"])
def test_an_unfinished_game_is_there_again(visitor: Visitor, tab: Tab, how: str) -> None:
    """Right after a move a reload is at the table, and a new tab leads there, as it stood."""
    tab.begin()
    for _ply in range(3):
        tab.take(highest_pair(tab.position))
    position = tab.position
    if how == "close":
        tab.page.close()
        tab = visitor.tab()
        tab.open().screen("home").press("Go on")
    else:
        tab.page.reload()
    tab.until("[data-state=ready]", ".screen.table")
    assert tab.position == position
    check_table(tab)
    tab.take(first_pair(position))
    tab.press("Take back").until("", ".sheet")


@pytest.mark.slow
def test_a_second_tab_takes_the_game_over(visitor: Visitor, tab: Tab) -> None:
    """One tab has the game at a time: the newest; the other says so, and can have it back."""
    tab.begin()
    tab.take(highest_pair(tab.position))
    second = visitor.tab()
    second.open().screen("home").press("Go on").screen("table")
    assert second.position == tab.position
    assert "another tab" in tab.until("", ".sheet").page.locator(".sheet").inner_text()
    second.take(highest_pair(second.position))
    wanted = f"[data-position='{second.data('position')}'][data-state=ready]"
    tab.press("Go on here").until(wanted, ".screen.table")
    assert second.until("", ".sheet").words


@pytest.mark.slow
def test_everything_can_be_deleted(tab: Tab) -> None:
    """After Delete everything the page begins as the first time."""
    tab.begin()
    tab.take(highest_pair(tab.position))
    tab.open().screen("home")
    tab.press("You").press("Settings").screen("settings").press("Delete everything").press("Delete")
    tab.screen("home")
    tab.until("[data-state=ready]", ".duel")
    assert "Your first game" in tab.words
    assert tab.button("Go on").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize(("cores", "solvers"), [(4, 2), (2, 1)])
def test_a_review_has_a_second_solver_where_there_is_room(
    visitor: Visitor, tab: Tab, cores: int, solvers: int
) -> None:
    """A game from 80 tiles is reviewed by two on four cores with eight GiB, on two cores by one."""
    has = {"hardwareConcurrency": cores, "deviceMemory": 8}
    named = "([name, value]) => Object.defineProperty(navigator, name, { value })"
    tab.page.add_init_script(f"Object.entries({json.dumps(has)}).forEach({named})")
    game = Game(bench.left_of_deal(7, 80))
    while not game.position.is_over:
        game.play(highest_pair(game.position))
    tab.open(game_link(Record({}, game))).screen("result").press("Details").until("", ".spark")
    assert visitor.requests.count(visitor.address + "solver.js") == solvers


# --- what breaks ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_solver_that_dies_is_begun_again(visitor: Visitor, copy: Path) -> None:
    """The game goes on after the solver's worker has ended with an error in the midst of a move."""
    whole = (copy / "solver.js").read_text("utf-8")
    dies = """const dies = ({ data }) => {
      if (data.startsWith("go")) { fetch("died"); throw new Error("killed"); } };
      addEventListener("message", ({ data: port }) => port.addEventListener("message", dies));"""
    begins_with(copy / "solver.js", dies)
    tab = visitor.tab().begin("Pip")
    (copy / "solver.js").write_text(whole, encoding="utf-8")
    tab.take(first_pair(tab.position))
    going_on(tab)
    assert tab.position.tiles_left == 104
    assert tab.position.to_move == 1
    assert visitor.address + "died" in visitor.requests
    assert all("404" in words for words in visitor.errors)


def test_without_a_solver_the_page_says_so(visitor: Visitor, copy: Path) -> None:
    """Where the solver cannot be loaded the player is asked whether to try again, which works."""
    (copy / "solver.js").rename(copy / "kept.js")
    tab = visitor.tab().begin("Pip")
    tab.take(first_pair(tab.position))
    tab.until("", ".sheet")
    assert "Pip does not play" in tab.words
    (copy / "kept.js").rename(copy / "solver.js")
    tab.press("Try again")
    going_on(tab)
    assert tab.position.tiles_left == 104
    assert all("404" in words for words in visitor.errors)


@pytest.mark.slow
def test_a_program_that_dies_is_begun_again_once(visitor: Visitor, tab: Tab) -> None:
    """After an error of the program the game is there again; after a second one it says so.

    Nothing on the screen can be pressed then.
    """
    tab.begin()
    tab.take(highest_pair(tab.position))
    position = tab.position
    break_program(tab)
    tab.screen("home").press("Go on").screen("table")
    assert tab.position == position
    break_program(tab)
    assert "Reload" in tab.until("[data-state=failed]").page.get_by_role("alert").inner_text()
    assert tab.root.get_attribute("inert") is not None
    assert len(visitor.errors) == 2


def break_program(tab: Tab) -> None:
    worker = next(one for one in tab.page.workers if one.url.endswith("program.js"))
    worker.evaluate("() => { setTimeout(() => { throw new Error('broken'); }); }")


REFUSED = """Object.defineProperty(self, "indexedDB", {
  get() { throw new DOMException("no", "SecurityError"); } });"""
FULL = """IDBObjectStore.prototype.put = () => {
  throw new DOMException("full", "QuotaExceededError"); };"""


@pytest.mark.parametrize("storage", [REFUSED, FULL], ids=["refused", "full"])
def test_without_storage_one_can_play(visitor: Visitor, copy: Path, storage: str) -> None:
    """Where the browser keeps nothing the page says so once, and plays."""
    begins_with(copy / "program.js", storage)
    visitor.context.add_init_script(
        "Object.defineProperty(self, 'localStorage', { get() { throw new DOMException('no'); } });"
    )
    tab = visitor.tab().open().until("", ".notice")
    assert "keeps nothing" in tab.page.locator(".notice").inner_text()
    tab.press("Play").screen("new_game").choose_rival("A friend here")
    tab.page.locator(".bottom .btn.main").click()
    tab.screen("table")
    tab.take(first_pair(tab.position))
    check_table(tab)
    assert tab.page.locator(".notice").count() == 0


@keeps
def test_it_works_without_a_network(visitor: Visitor, folder: Path) -> None:
    """After the first visit a game can be begun and played when its server is gone."""
    with serving(folder) as address:
        visitor.address = address
        tab = visitor.tab().open()
        tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    visitor.context.set_offline(True)
    tab.begin("Pip")
    tab.take(first_pair(tab.position))
    going_on(tab)
    assert tab.position.tiles_left == 104


@keeps
@pytest.mark.slow
def test_a_new_version_is_noticed(visitor: Visitor, copy: Path) -> None:
    """A page that was renewed says so, and is the new one after the reload it offers."""
    tab = visitor.tab().open()
    tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    with (copy / "page.css").open("a", encoding="utf-8") as css:
        css.write(":root { --renewed: 1 }\n")
    list_files(copy)
    tab.open("?again")
    tab.until("", ".sheet")
    assert "A new version" in tab.words
    with tab.page.expect_event("load"):
        tab.press("Reload")
    style = "getComputedStyle(document.documentElement).getPropertyValue('--renewed')"
    assert tab.screen("home").page.evaluate(style).strip() == "1"


# --- who can use it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "visitor",
    [
        SMALLEST | {"locale": "de", "service_workers": "allow"},
        pytest.param(SMALLEST | {"locale": "fr"}, marks=pytest.mark.slow),
        pytest.param(SMALLEST | {"locale": "zh"}, marks=pytest.mark.slow),
    ],
    indirect=True,
    ids=["de", "fr", "zh"],
)
def test_every_screen_fits_and_speaks_one_language(
    visitor: Visitor, tab: Tab, request: pytest.FixtureRequest, axe_source: str
) -> None:
    """On 320 points nothing is cut, no English is left, and axe finds nothing."""
    code = request.node.callspec.id
    seen = []
    with spoken(code):
        for name in walk(tab):
            seen.append(name)
            assert cut_off(tab) == [], name
            assert findings(tab, axe_source) == [], name
            assert english_in(tab.words, code) == [], name
            assert tab.page.evaluate("document.documentElement.lang") == code
    assert len(seen) > 15


@pytest.mark.parametrize(
    "visitor",
    [
        SMALLEST | {"color_scheme": "dark"},
        DESK | {"color_scheme": "light"},
    ],
    indirect=True,
    ids=["dark phone", "light desk"],
)
@pytest.mark.slow
def test_every_screen_is_accessible(visitor: Visitor, tab: Tab, axe_source: str) -> None:
    """Axe finds nothing on any screen, in English, and nothing is cut."""
    for name in walk(tab):
        assert findings(tab, axe_source) == [], name
        assert cut_off(tab) == [], name
    assert tab.page.evaluate("document.documentElement.lang") == "en"


_SIGNS: Final = r"""() => [...document.querySelectorAll(".sign:not(.ghost *)")].flatMap((sign) => {
  let names = [];
  for (let at = sign; at && !names.length; at = at.parentElement)
    names = [...new Set(at.textContent.match(/\b(You|Pip)\b/g))];
  const shapes = [...sign.children].filter((one) => one.checkVisibility());
  const said = [names, shapes.map((one) => one.tagName), getComputedStyle(sign).color].join(" ");
  return names.length === 1 && sign.checkVisibility() ? [said] : [];
})"""
"""Each sign that is seen beside the name of one of both: whose it is, its shape and its colour."""


@on_a_phone
@pytest.mark.slow
def test_who_moves_second_has_the_first_sign(tab: Tab) -> None:
    """From the table to Analyse the person who moves second has the coral disc, as who begins."""
    signs = {"You circle rgb(173, 51, 29)", "Pip path rgb(25, 92, 163)"}
    for name in walk(tab, is_second=True):
        seen = {*tab.page.evaluate(_SIGNS)}
        assert seen <= signs, name
        if name in ("table", "result", "details", "analyse"):
            assert seen == signs, name
        if name == "analyse":
            break


@pytest.fixture(scope="session")
def axe_source() -> str:
    return axe()


def test_a_touch_is_answered_while_the_solver_works(tab: Tab) -> None:
    """While a whole deal is analysed a touched tile is chosen, and pairs can be taken."""
    tab.follow(position_link(Position.of_deal(5)))
    tab.until("[data-state=thinking]", ".screen.analyse")
    for _ply in range(2):
        tab.until("[data-state=thinking]")
        tab.take(first_pair(tab.position))
    assert tab.position.tiles_left == 104


@on_a_phone
def test_a_touch_before_ones_turn_counts(tab: Tab) -> None:
    """A tile touched while Pip thinks, or held until Pip has moved, is chosen on one's turn.

    A pair that is on its way stays lifted, and the dock offers it no more.
    """
    tab.begin("Pip")
    for is_held in (False, True):
        tab.take(min(tab.position.legal_moves, key=tab.position.worth))
        position = tab.until("[data-state=thinking]").position
        first, second = min(position.legal_moves, key=position.worth)  # Pip takes a high one
        with finger(tab, first):
            tab.until("[data-state=ready]" if is_held else "")
        tab.until("", f"[data-cell='{first}'][aria-pressed=true]").until("[data-state=ready]")
        after = tab.position.play(move_of(first, second))
        tab.choose(second)
        tab.until(f"[data-position='{after}']").until("[data-state=ready]")
    tab.page.evaluate(_FORGETS)
    move = first_pair(tab.position)
    for cell in move:
        tab.choose(cell)
    for cell in move:
        tab.until("", f".board .up[data-cell='{cell}']")
    assert tab.page.locator(".dock .candidate").count() == 0


_FORGETS: Final = """() => {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (what, ...more) {
    if (what.do !== "take") send.call(this, what, ...more);
  };
}"""


@on_a_phone
def test_a_touch_ends_what_is_shown_and_counts(tab: Tab) -> None:
    """In a step of the first game the right pair is taken while a wrong one is still shown."""
    tab.open().press("Learn").screen("learn").press("First game").screen("first_game")
    tab.take(STEPS[0].asked[0]).press("Next step")
    tab.until(f"[data-position='{STEPS[1].position}']")
    [right], [wrong] = STEPS[1].asked, {*STEPS[1].position.legal_moves} - {*STEPS[1].asked}
    tab.take(wrong)
    for cell in right:
        tab.choose(cell)
    tab.until(f"[data-state=over][data-position='{STEPS[1].position.play(right)}']")


# --- what it may do -------------------------------------------------------------------------------


def test_the_page_loads_nothing_from_elsewhere(visitor: Visitor, tab: Tab) -> None:
    """Header and page name the same strict policy, and Chromium enforces it."""
    answered = visitor.context.request.get(visitor.address).headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in answered
    assert answered == POLICY
    tab.open()
    said = tab.page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
    assert said == POLICY.partition("; frame-ancestors")[0]
    refused = tab.page.evaluate("() => fetch('https://example.org/').then(() => false, () => true)")
    assert refused
    assert "Content Security Policy" in " ".join(visitor.errors)
