"""The page's program: games, hints, reviews and forms by acts, against the session's own record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest

from battle.browser import main
from battle.browser.main import SCREENS
from battle.engine import jobs
from battle.language import use
from battle.resources import asset
from battle.rules.links import game_link, held_in
from battle.rules.position import Move, Position
from battle.rules.quick import quick_tiles
from battle.rules.record import Record
from battle.words import given_away_words
from tests.support.engines import FakeEngine, TwinEngine
from tests.support.page import ADDRESS, Page
from tools.reference import move_values

ENDGAME = "5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s"
"""Eight pairs, of which some are traps."""

PAGE = Path(main.__file__).with_name("page")


@pytest.fixture
def page(home: Path) -> Iterator[Page]:
    """Return a page in English, at a home of its own."""
    found = Page(home)
    with closing(found.app):
        yield found
    use("en")


def mine(view: dict[str, Any]) -> object:
    """Whether a pair can be taken, or the game is over."""
    return view.get("live") or view["screen"] == "result"


def played(page: Page, *, worst: bool = False) -> dict[str, Any]:
    """Play a game to its end, with the first pair of the list or the costliest; the result."""
    while (view := page.wait(mine))["screen"] == "table":
        moves = [pair["move"] for pair in view["pairs"]]
        values = move_values(Position.parse(view["position"]))
        costly = min(moves, key=lambda move: values[Move.parse(move)])
        page.act("take", move=costly if worst else moves[0])
    return view


def texts(value: object) -> Iterator[str]:
    """Yield every text of a view that is shown."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "name" and "value" in value:
                continue  # of a field
            if name in ("words", "says", "name", "title", "sub", "note", "take"):
                yield from [part] if isinstance(part, str) else texts(part)
            elif name != "do":
                yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


# --- a game ---------------------------------------------------------------------------------------


def test_a_game_by_acts_is_the_sessions_own(page: Page) -> None:
    """A whole game against a level: what is seen is what session and record have of it."""
    page.begin(ENDGAME)
    session = page.app.screen.session  # type: ignore[attr-defined]
    seen = [page.view["position"]]
    assert page.view["region"] == "The table. To move: You"
    while (view := page.wait(mine))["screen"] == "table":
        assert view["position"] == str(session.position)
        assert [pair["move"] for pair in view["pairs"]] == sorted(
            map(str, session.position.legal_moves),
            key=lambda move: -session.position.worth(Move.parse(move)),
        )
        assert [seat["score"] for seat in view["seats"]] == [*session.points]
        free = {tile["cell"] for tile in view["board"]["tiles"] if tile["free"]}
        assert free == {*map(str, session.position.free_cells)}
        seen.append(page.act("take", move=view["pairs"][0]["move"])["position"])
    line = [str(node.position) for node in session.game.main_line()]
    assert {*seen} <= {*line}
    assert view["position"] == line[-1]
    kept = page.app.records.games()
    assert [game.points for game in kept] == [session.points]
    assert kept[0].opponent == "novice"
    assert view["title"] in ("You won", "You lost", "A draw")
    assert [seat["name"] for seat in view["seats"]] == ["You", "Pip"]


def test_what_a_person_gave_away_is_shown_as_the_twin_has_it(page: Page) -> None:
    """The moment is the costliest own pair; the answer and a better pair are best ones.

    The review says each number once, goes on by one button, and the next game stands out all along.
    """
    page.begin(ENDGAME)
    played(page, worst=True)
    view = page.wait(lambda view: view["state"] == "over")
    session = page.app.screen.session  # type: ignore[attr-defined]
    costs = {}
    for node in session.game.main_line()[1:]:
        before = node.parent.position
        values = move_values(before)
        if before.to_move == session.person:
            costs[before] = max(values.values()) - values[node.move]
    worst = max(costs.values())
    assert worst > 1
    card = view["page"][0]
    assert card["moment"] == f"This one cost you {worst}"
    given = given_away_words(sum(costs.values()), exact=True)
    assert card["words"] == f"{given} in {len(costs)} pairs"
    next_game = view["main"]
    view = page.press(card["show"])
    before = Position.parse(view["position"])
    assert costs[before] == worst
    assert not any("tag" in tile for tile in view["board"]["tiles"])
    assert "Best play: " in view["dock"]["words"]
    view = page.act("answer")
    assert view["frames"][-1]["bubble"]["player"] == 2
    view = page.act("better")
    better = [tile["cell"] for tile in view["board"]["tiles"] if tile.get("mark") == "best"]
    values = move_values(before)
    assert values[Move.parse("".join(sorted(better)))] == max(values.values())
    view = page.act("back")
    assert view["main"] == next_game


def test_a_solver_that_has_nothing_to_do_ends(home: Path) -> None:
    """A table begins it, and keeps it; a minute after its last work elsewhere it ends."""
    engine = FakeEngine()
    page = Page(home, engine=engine)
    with closing(page.app):
        assert engine.options == {"threads": 1, "hash_mb": 64}
        page.wait(lambda _view: page.seconds > 200, beats=6000)
        assert not engine.started
        page.begin(ENDGAME)
        page.wait(lambda _view: page.seconds > 400, beats=6000)
        assert engine.started
        assert not engine.closed
        page.act("back")
        page.wait(lambda _view: engine.closed)
        assert page.seconds > 460


def test_a_place_that_is_none_is_passed_over(home: Path) -> None:
    """Whatever a tab has kept, the page starts; what lies below it is there."""
    for place in (
        [["learn", [], {}], ["gone", [], {}]],
        [["learn", [], {}], ["played", ["?"], {}]],
    ):
        page = Page(home, place=place)
        with closing(page.app):
            assert (page.view["screen"], page.view["depth"]) == ("learn", 1)


def test_a_reload_leads_to_the_mistake_in_hand(home: Path) -> None:
    """Who learns from mistakes goes on at the same one, not at the first."""
    with closing((page := Page(home)).app):
        page.begin(ENDGAME)
        played(page, worst=True)
        page.wait(lambda view: view["state"] == "over")
        page.act("home")
        page.act("tab", name="learn")
        first = page.act("mistakes")
        assert first["screen"] == "learn_from"
        second = page.act("go_on")
        assert second["position"] != first["position"]
    with closing((again := Page(home, place=second["place"])).app):
        assert (again.view["screen"], again.view["position"]) == ("learn_from", second["position"])


def test_start_is_told_of_the_game_that_goes_on(page: Page) -> None:
    """What a new visit begins with is what Start shows once the game is left as it stands."""
    view = page.begin(ENDGAME)
    page.act("take", move=view["pairs"][0]["move"])
    page.wait(mine)
    page.start = {}
    page.wait(lambda _view: page.start)
    told, seen = page.start, page.act("home")
    assert (told["screen"], told["depth"], told["page"]) == ("home", 0, seen["page"])


def test_hints_lead_to_a_best_pair_and_are_counted(page: Page) -> None:
    """Each hint says more than the one before and leads to the next, the third marks a pair."""
    view = page.begin(ENDGAME)
    said: list[str] = []
    quiet = "It is your move.", "Looking for a good pair …"
    page.act("hint")
    for following in ("Show the columns", "Show the pair", "Show what follows"):
        view = page.wait(lambda view: view["dock"]["words"] not in (*quiet, *said))
        said.append(view["dock"]["words"])
        assert [one["words"] for one in view["dock"]["buttons"]] == [following]
        if following != "Show what follows":
            page.press(view["dock"]["buttons"][0])
    hinted = [tile["cell"] for tile in page.view["board"]["tiles"] if tile.get("mark") == "hint"]
    values = move_values(Position.parse(view["position"]))
    assert values[Move.parse("".join(sorted(hinted)))] == max(values.values())
    assert page.app.screen.session.hints[0] == 3  # type: ignore[attr-defined]


# --- analyse and links ----------------------------------------------------------------------------


def test_every_pair_is_proven_and_can_be_walked(page: Page) -> None:
    """The costs of all pairs are those of the slow twin, along a line too."""
    page.press(page.act("open", text=f"{ADDRESS}#position={ENDGAME}")["main"])
    for _step in range(3):
        view = page.wait(
            lambda view: (
                view["pairs"] and all(pair.get("price", {}).get("proven") for pair in view["pairs"])
            )
        )
        values = move_values(Position.parse(view["position"]))
        best = max(values.values())
        costs = {
            pair["move"]: (pair["price"]["lower"], pair["price"]["upper"]) for pair in view["pairs"]
        }
        assert costs == {str(move): (best - one,) * 2 for move, one in values.items()}
        assert view["lower"] == view["upper"]
        page.press(view["pairs"][-1])
    assert len(page.view["moves"]) == 3
    assert page.act("go_to", place=0)["position"] == str(Position.parse(ENDGAME))
    page.act("export")
    page.press(page.named("Game as a link"))
    copied = held_in(page.effects[-1]["copy"])
    assert isinstance(copied, Record)
    assert len(copied.game.main_line()) == 4


def test_a_text_that_is_typed_waits_for_its_button(page: Page) -> None:
    """What to analyse keeps a text until the button is pressed; why it is bad is said below it."""
    view = page.act("go", name="open")
    for text in "nonsense", ENDGAME:
        assert page.act("set", name="text", value=text)["screen"] == "open"
        pressed = page.press(view["page"][-1])
        if text == "nonsense":
            assert "cannot be read" in pressed["page"][-2]["note"]
    assert page.effects[-1] == {"read": ENDGAME}
    assert page.act("open", text=ENDGAME)["screen"] == "analyse"
    assert page.view["position"] == str(Position.parse(ENDGAME))


def test_a_quick_game_is_begun_and_the_quick_deal_of_the_day(page: Page) -> None:
    """A quick game is chosen and played; links open the deal of the day, and the whole one."""
    page.act("go", name="new_game")
    view = page.act("set", name="tiles", value="36")
    page.press(view["main"])
    assert quick_tiles(Position.parse(page.view["position"])) == 36
    page.act("home")
    for link, tiles in (("#day", "108 tiles"), ("#quick", "36 tiles")):
        view = page.act("open", text=link)
        assert (view["screen"], view["page"][0]["words"][0]) == ("handed", tiles)
    page.press(view["main"])
    assert quick_tiles(Position.parse(page.view["position"])) == 36
    played(page)
    today = page.act("home")["page"][0]["blocks"]
    assert [one["words"] for one in today if one["block"] == "button"] == ["Archive"]
    assert [one["words"] for one in today[1]["blocks"] if one["block"] == "button"] == ["Share"]


@pytest.mark.parametrize(
    "text",
    [
        "#position=" + "<script>alert(1)</script>",
        "#game=" + "A" * 100_000,
        "#game=eJw",
        "#deal=" + "9" * 90,
        "#deal=-1",
        "#position=" + "5m" * 49_000,
        "x" * 100_000,
        "mahjong-battle:1.AAAAAAAAAAAAAAAAAAAAAA.b.c",
        '{"mahjong-battle": 1, "games": 3}',
        "[Deal",
        "\x00",
    ],
)
def test_hostile_texts_get_one_clear_line(page: Page, text: str) -> None:
    """Whatever is in an address or pasted, it is refused in a line, and nothing is opened."""
    page.act("open", text=text)
    assert page.view["screen"] == "home"
    assert 0 < len(page.notice) < 200
    assert "\n" not in page.notice


def test_after_the_end_a_pair_is_refused_with_that_reason(page: Page) -> None:
    """A tap that came too late is told that the game is over, as in the window, and not a turn."""
    pair = page.begin(ENDGAME, "here")["pairs"][0]["move"]
    page.app.screen.session.resign(1)  # type: ignore[union-attr]
    for do, given in (("take", {"move": pair}), ("hint", {})):
        page.act(do, **given)
        assert page.notice == "The game is over."


# --- the other screens ----------------------------------------------------------------------------


def screens(page: Page) -> Iterator[dict[str, Any]]:
    """Go through the screens as a person would, and yield what is seen."""
    yield page.view
    for name in (
        "learn",
        "rules",
        "settings",
        "daily",
        "open",
        "editor",
        "first_game",
        "lessons",
        "trainer",
        "progress",
    ):
        yield page.act("go", name=name)
        page.act("home")
    yield page.act("open", text="#quick&20260501.12.QW5uYQ")
    page.act("home")
    page.act("go", name="new_game", rival="here")
    page.act("set", name="pie", value=True)
    yield page.act("play")
    page.act("home")
    page.app.change(begins="first")
    yield page.act("go", name="new_game", rival="casual")
    yield page.act("more")
    page.act("home")
    view = page.begin(ENDGAME)
    yield view
    page.act("hint")
    yield page.wait(lambda view: view["dock"].get("buttons"))
    yield page.act("resign")
    yield played(page, worst=True)
    page.act("go", name="record")
    yield page.view
    page.act("back")
    view = page.wait(lambda view: view["state"] == "over")
    yield view
    yield page.act("details")
    yield page.act("analyse")
    page.act("back")
    yield page.act("share")
    page.act("back")
    yield page.act("learn")
    page.act("back")
    page.press(view["page"][0]["show"])
    yield page.act("answer")
    yield page.act("better")
    yield page.act("try")
    yield page.act("analyse")
    yield page.wait(lambda view: all(pair.get("price", {}).get("proven") for pair in view["pairs"]))
    yield page.act("export")
    page.act("back")
    yield page.act("open", text=ENDGAME)
    page.act("back")
    page.act("step", by=1)
    yield page.act("why")


KEYS = {"screen", "language", "theme", "state", "depth"}


@pytest.mark.parametrize("language", ["de", "zh"])
def test_no_screen_speaks_english_in_another_language(home: Path, language: str) -> None:
    """Every view has the keys of all, and no English text of the catalogue is in it."""
    page, seen = Page(home, language=language), set()
    with asset(f"locale/{language}/LC_MESSAGES/battle.mo").open("rb") as file:
        catalogue = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    one_form = {text: words for text, words in catalogue.items() if isinstance(text, str)}
    english = {text for text, words in one_form.items() if words != text}
    english -= {"", "English", *one_form.values()}  # “Analyse” is a German word too
    with closing(page.app):
        for view in screens(page):
            assert {*view} >= KEYS
            assert view["language"] == language
            seen |= {view["screen"]}
            assert english.isdisjoint(shown := {*texts(view)}), english & shown
    use("en")
    elsewhere = {"friend", "friends", "talk", "join", "fetch", "watch", "look_on", "hosting"}
    rest = elsewhere | {"with_friend", "rules", "learn", "open"}  # read in test_friend.py
    again = {"played", "ended", "analysed", "chosen", "agreeing", "play", "finished"}
    studies = {name for name in SCREENS if name.startswith("study")} | {"review_table", "mistakes"}
    assert seen >= {*SCREENS} - rest - again - studies


def test_every_act_that_is_offered_is_understood(page: Page) -> None:
    """Each button of each screen names an act that its screen, or the program, knows."""
    known = {"back", "go", "home", "tab", "ask", "open", "copied", "version", "close", "say"}
    alone = {"open", "import", "copied", "version", "visible"}

    def acts(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(done := value.get("do"), dict):
                yield done["do"]
            for part in value.values():
                yield from acts(part)
        elif isinstance(value, list):
            for part in value:
                yield from acts(part)

    for view in screens(page):
        assert alone.isdisjoint(page.app.screen.acts())  # what the page does on every screen
        for act in acts(view):
            assert act in known or act in page.app.screen.acts(), (view["screen"], act)
        assert json.loads(json.dumps(view)) == view


def test_links_are_short(page: Page) -> None:
    """A link to a whole reviewed game fits into what messengers and browsers take."""
    page.begin(ENDGAME)
    played(page)
    session = page.app.screen.session  # type: ignore[attr-defined]
    assert len(game_link(session.record())) < 2000


def test_a_finished_game_that_is_opened_is_reviewed(page: Page) -> None:
    """A link to a finished game shows what its pairs cost, also where nothing of it was kept."""
    page.begin(ENDGAME)
    played(page)
    link = game_link(page.app.screen.session.record())  # type: ignore[attr-defined]
    view = page.act("open", text=link)
    assert view["screen"] == "result"
    view = page.wait(lambda view: view["state"] == "over")
    assert all(sign["cost"] is not None for sign in view["page"][0]["signs"])


def test_the_page_knows_every_effect_that_the_program_asks_for() -> None:
    """What is asked of the page by name is in its table of effects."""
    table = (PAGE / "link.js").read_text("utf-8").partition("const effects = {")[2]
    known = {*re.findall(r"^    (\w+)[:(]", table.partition("\n  };")[0], re.M)}
    rooms = PAGE.parent, PAGE.parents[1] / "screens"
    files = [file for room in rooms for file in room.glob("*.py")]
    sources = "".join(file.read_text("utf-8") for file in files)
    asked = {*re.findall(r"""effect(?:\(|, )"(\w+)\"""", sources)}
    asked |= {*re.findall(r"""act\("ask", name="(\w+)\"""", sources)}
    assert {"copy", "save", "forget", "share", "open", "paste", "reload"} <= asked
    assert asked - {"fullscreen", "mail", "quit", "sound"} <= known, (
        "these are asked for where the surface can"
    )


@pytest.mark.parametrize(
    ("told", "is_shared"),
    [
        ({"cores": 4}, True),
        ({"cores": 8, "memory": 8}, True),
        ({"cores": 2, "memory": 8}, False),
        ({"cores": 8, "memory": 4}, False),
        ({"cores": 8, "memory": 8, "phone": True}, False),
        ({}, False),
    ],
)
def test_a_review_is_shared_where_there_is_room(
    home: Path, monkeypatch: pytest.MonkeyPatch, told: dict[str, Any], is_shared: bool
) -> None:
    """Four cores and eight GiB, or a browser that does not tell them, get a second solver."""
    monkeypatch.setattr(jobs, "SHARED_TILES", 4)
    second = TwinEngine()
    page = Page(home, second=second, **told)
    with closing(page.app):
        page.begin(ENDGAME)
        played(page)
        page.act("open", text=game_link(page.app.screen.session.record()))  # type: ignore[attr-defined]
        page.wait(lambda view: view["state"] == "over")
        page.wait(lambda _view: second.closed or not is_shared)
    assert bool(second.asked) is is_shared
