"""What the page computes in JavaScript alone, run by node: deals, boards ahead, libsodium."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battle.browser.friend import FIRST
from battle.friend.meeting import USUAL_BROKERS, Invitation, Meeting, Terms, told_in
from battle.friend.sodium import PyNaCl, RefusedError
from battle.friend.ways.build import tokens_css
from battle.friend.words import invitation_link, told_words
from battle.game.setup import TimeControl
from battle.resources import asset
from battle.rules.position import LAST_DEAL, Move, deal, played_down, position
from battle.rules.quick import HALF, QUICK, quick_deal
from battle.screens.join import INVITED, INVITED_BY_NOBODY

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "battle" / "browser" / "page"
VENDOR = ROOT / "dist" / "page" / "vendor"

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no node")


def run(folder: Path, script: str, given: object) -> Any:
    """Return what a module prints as JSON that gets `given` as `input`."""
    file = folder / "script.mjs"
    file.write_text(f"const input = {json.dumps(given)};\n{script}", encoding="utf-8")
    done = subprocess.run(["node", file], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)


def test_a_deal_is_that_of_python(tmp_path: Path) -> None:
    """The page of an invitation shows the deal that its number has in the program."""
    shutil.copy(PAGE / "deal.js", tmp_path / "deal.mjs")
    random = Random(4)
    numbers = [1, 2, 302, LAST_DEAL, *(random.randint(1, LAST_DEAL) for _n in range(40))]
    script = """import { deal, quickDeal } from "./deal.mjs";
    console.log(JSON.stringify(input.map((number) => [deal(number), quickDeal(number)])));"""
    for number, (whole, quick) in zip(numbers, run(tmp_path, script, numbers), strict=True):
        assert whole == [[str(kind) for kind in column] for column in deal(number).columns]
        kinds = [[*map(str, filter(None, column))] for column in quick_deal(QUICK, number).columns]
        assert quick == [column for column in kinds if column]


_BROWSER = """
globalThis.location = { href: "https://x.example/" };
const documentElement = { dataset: {} };
globalThis.document = { documentElement, createElement: () => ({}), querySelector: () => null };
globalThis.addEventListener = () => {};
globalThis.fetch = async () => ({ json: async () => input.words });
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] } });
"""
_FIRST = (
    _BROWSER
    + """
const { firstView, isForWatching } = await import("./invite.js");
const views = input.links.map(async (link) => [isForWatching(link), await firstView(link)]);
console.log(JSON.stringify(await Promise.all(views)));
"""
)


def set_up(folder: Path) -> None:
    """Copy what makes the first view of a link, without what draws it."""
    for name in ("invite.js", "ahead.js", "deal.js", "start.js"):
        shutil.copy(PAGE / name, folder)
    for name, exports in {"dom": "Button, Tile, html", "board": "Board", "parts": "Page"}.items():
        (folder / f"{name}.js").write_text(f"export const [{exports}] = [];")
    (folder / "package.json").write_text('{"type": "module"}')


def test_a_link_for_watching_says_so_before_the_program_is_there(tmp_path: Path) -> None:
    """Whose game it is, and the board, are shown from the link alone; names are only texts.

    A link that moves a game says whose it is and no more.
    """
    set_up(tmp_path)
    where = Invitation.new("mqtts://broker.example")
    names = "<script>hacked=1</script>, Ben"
    told = "\n".join((names, "Deal 7 · live, fast", "deal 7", "wss://broker.example"))
    kinds = where, replace(where, watches=True), replace(where, moves=True)
    links = [one.link("https://x.example/", told) for one in kinds]
    links = ["#" + link.partition("#")[2] for link in links]
    moves = links.pop()
    links += [links[1].partition("~")[0], "#2.a.b.c.d~" + "A" * 100_000, moves]
    found = run(tmp_path, _FIRST, {"words": {"en": FIRST}, "links": links})
    assert [is_for_watching for is_for_watching, _view in found] == [False, True, True, True, False]
    assert len(found[3][1]["title"]) < 500
    invited, watched, bare = (view for _is_for_watching, view in found[:3])
    assert invited["main"]["do"] == {"do": "join"}
    assert watched["title"] == f"{names}: a game to watch"
    assert watched["page"][0]["words"] == ["Deal 7", "live, fast"]
    assert len(watched["beside"][0]["board"]["tiles"]) == 108
    assert {*watched} & {"main", "fields"} == set()
    assert bare["title"] == "A game of others to watch"
    moving = found[4][1]
    assert moving["title"] == f"{names}: your game comes to this device"
    assert [block["block"] for block in moving["page"]] == ["paragraph", "progress"]
    assert moving["beside"] == []


def test_a_short_link_shows_what_the_program_reads(tmp_path: Path) -> None:
    """Name, terms and table are those that the program tells of the same link."""
    set_up(tmp_path)
    games = [
        ("Zoë", Terms(deal(4711), 4711)),
        ("", Terms(deal(7), 7, host=2, control=TimeControl(600))),
        ("Felix", Terms(quick_deal(QUICK, 7))),
        ("<b>Ben</b>", Terms(quick_deal(HALF, 2**31 - 1), control=TimeControl(90, 2))),
        ("Ada", Terms(position("5m5p//5m5p"), pie="host")),
    ]
    where, links = Invitation.new(USUAL_BROKERS), list[str]()
    for name, agreed in games:
        links.append(invitation_link(Meeting.hosted(where, name, agreed, 0), "https://x.example/"))
    hashes = ["#" + link.partition("#")[2] for link in links]
    found = run(tmp_path, _FIRST, {"words": {"en": FIRST}, "links": hashes})
    for link, (name, agreed), (_is_for_watching, view) in zip(links, games, found, strict=True):
        told = told_in(link)
        assert view["page"][0]["words"] == [*told_words(told)]
        assert view["title"] == (INVITED.format(name=name) if name else INVITED_BY_NOBODY)
        boards = [block["board"] for block in view["beside"] if block] if told[2] else []
        shown = [{one["cell"]: one["kind"] for one in board["tiles"]} for board in boards]
        tiles = {str(cell): str(kind) for cell, kind in agreed.start.tiles()}
        assert shown == [tiles] * bool(told[2])


# --- a board before the program is there ----------------------------------------------------------

_PAIRS = (
    _BROWSER
    + """
const { columnsIn, tilesOf, without } = await import("./ahead.js");
const both = ({ cell, pairs }) => (pairs ?? []).map((other) => cell + other);
const pairsOf = (tiles) => tiles.flatMap(both);
console.log(JSON.stringify(input.games.map(([start, moves]) => {
  let tiles = tilesOf(columnsIn(start));
  return [pairsOf(tiles), ...moves.map((move) => pairsOf((tiles = without(tiles, move))))];
})));
"""
)


def test_a_board_ahead_takes_the_pairs_that_the_rules_allow(tmp_path: Path) -> None:
    """Each pair of each position of random games is there, whichever tile comes first; no other."""
    set_up(tmp_path)
    random, games = Random(11), []
    for number in range(30):
        start = (deal(number + 1), quick_deal(QUICK, number + 1), quick_deal(HALF, number + 1))
        position = played_down(random, start[number % 3], random.randint(20, 100))
        moves, legal = list[str](), [position.legal_moves]
        text = str(position)
        while not position.is_over:
            moves.append(str(random.choice(position.legal_moves)))
            position = position.play(Move.parse(moves[-1]))
            legal.append(position.legal_moves)
        games.append((text, moves, legal))
    given = {"words": {}, "games": [(text, moves) for text, moves, _legal in games]}
    for (_text, _moves, legal), found in zip(games, run(tmp_path, _PAIRS, given), strict=True):
        for allowed, shown in zip(legal, found, strict=True):
            both = [cells for move in allowed for cells in permutations(map(str, move))]
            assert sorted(shown) == sorted(map("".join, both))


_AHEAD = (
    _BROWSER
    + """
const { Ahead, boardAhead, columnsIn, ledTo, tilesOf, today, without } = await import("./ahead.js");
const at = (text) => ({ screen: "table", live: true, board: { tiles: tilesOf(columnsIn(text)) } });
const after = (view, move) => ({ ...view, board: { tiles: without(view.board.tiles, move) } });
const take = (move) => ({ do: "take", move });
const told = ([ahead], ...views) => views.map((view) => {
  const { act, waits, refused } = ahead.follow(view);
  return act ? act.do + (act.move ?? "") : waits ? "waits" : refused ? "refused" : "shown";
});
const pressed = (...presses) => {
  const ahead = new Ahead();
  let view = null;
  for (const [on, act, next] of presses) view = ahead.press(on ?? view, act, next);
  return [ahead, view];
};
const [game, dealt] = [at("1m1m/2m2m/3m3m"), await boardAhead("#deal=7")];
const [study, objects] = [{ ...game, shape: "study" }, { ...game, notice: {} }];
const [taken, both] = [after(game, "a1a2"), after(after(study, "a1a2"), "b1b2")];
const offers = (screen, name) => ({ screen, main: { do: { do: name } } });
const [tile] = dealt.board.tiles.filter(({ pairs }) => pairs?.length);
const pair = [dealt, take(tile.cell + tile.pairs[0])];
const table = { ...game, board: dealt.board };
const glance = { block: "glance", board: game }; // a picture has its board as a view has
const home = { screen: "home", page: [{ block: "card", blocks: [glance] }] };
const goOn = { do: "go_on" };
const ofDay = { block: "card", blocks: [glance, { block: "button", do: { do: "day" } }] };
const start = { screen: "home", day: "2026-05-12", page: [ofDay] };
const further = [null, take("b1b2")];
const handed = { screen: "handed" };
const play = { do: "play" };
const one = pressed([game, take("a1a2")]);
console.log(JSON.stringify({
  picture: [one[1].live, one[1].board.tiles.length],
  own: told(one, game, game, taken),
  other: told(pressed([game, take("a1a2")]), after(game, "b1b2"), game),
  objected: told(pressed([game, take("a1a2")]), game, objects),
  held: told(pressed([game, take("a1a2")]), game, game, { ...game, live: false }),
  study: told(pressed([study, take("a1a2")], further), study, study, taken, taken, both),
  link: told(pressed(pair), offers("new_game", "play"), table, game),
  begun: told(pressed(pair), offers("daily", "go_on"), game, game),
  over: told(pressed(pair), offers("daily", "share")),
  goesOn: told(pressed([home, goOn, ledTo(home, goOn, game)], further), home, home, game, taken),
  handed: told(pressed([handed, play, dealt], [null, pair[1]]), handed, table, game),
  unlike: [ledTo(home, goOn, table), ledTo(home, { do: "play" }, game)],
  days: [12, 13].map((day) => today(start, new Date(Date.UTC(2026, 4, day))).page[0].blocks.length),
  unknown: [await boardAhead("#game=x"), await boardAhead("#deal=0")],
}));
"""
)


def test_what_is_pressed_ahead_is_played_by_the_program(tmp_path: Path) -> None:
    """It is sent on the picture it was made on, in its order; on any other it is refused.

    A link's board is played by what its screen offers; what only the program knows has no board,
    nor has the deal of a day that is over.
    """
    set_up(tmp_path)
    found = run(tmp_path, _AHEAD, {"words": {"en": FIRST}})
    [pair] = [did for did in found["link"] if did.startswith("take")]
    assert found == {
        "picture": [False, 4],
        "own": ["takea1a2", "waits", "shown"],
        "other": ["refused", "shown"],
        "objected": ["takea1a2", "shown"],
        "held": ["takea1a2", "waits", "shown"],
        "study": ["takea1a2", "waits", "takeb1b2", "waits", "shown"],
        "link": ["play", pair, "shown"],
        "begun": ["go_on", "refused", "shown"],
        "over": ["refused"],
        "goesOn": ["go_on", "waits", "takeb1b2", "shown"],
        "handed": ["play", pair, "shown"],
        "unlike": [None, None],
        "days": [2, 1],
        "unknown": [None, None],
    }


_SODIUM = """
import sodium from "./wrappers.mjs";
await sodium.ready;
const { from_hex: bytes, to_hex: hex } = sodium;
const aead = "crypto_aead_xchacha20poly1305_ietf_";
const one = ([secret, other, nonce, words, label, sealed, signature, sign]) => {
  const pair = sodium.crypto_sign_seed_keypair(bytes(secret));
  const opened = (text) => {
    try {
      const parts = [text, label, nonce, secret].map((part) => bytes(part));
      return hex(sodium[aead + "decrypt"](null, ...parts));
    } catch {
      return null;
    }
  };
  return [
    hex(sodium.crypto_scalarmult_base(bytes(secret))),
    hex(sodium.crypto_scalarmult(bytes(secret), bytes(other))),
    hex(pair.publicKey),
    hex(sodium.crypto_sign_detached(bytes(words), pair.privateKey)),
    hex(sodium[aead + "encrypt"](bytes(words), bytes(label), null, bytes(nonce), bytes(secret))),
    opened(sealed),
    opened(sealed.replace(/^../, (first) => (first === "00" ? "01" : "00"))),
    sodium.crypto_sign_verify_detached(bytes(signature), bytes(words), bytes(sign)),
  ];
};
console.log(JSON.stringify(input.map(one)));
"""


@pytest.mark.skipif(not VENDOR.is_dir(), reason="the page is not built")
def test_libsodium_understands_pynacl(tmp_path: Path) -> None:
    """Keys, shared secrets, signatures and sealed words are equal, for random inputs both ways."""
    shutil.copy(VENDOR / "libsodium.js", tmp_path / "libsodium.mjs")
    wrappers = (VENDOR / "libsodium-wrappers.js").read_text("utf-8")
    (tmp_path / "wrappers.mjs").write_text(wrappers.replace("./libsodium.js", "./libsodium.mjs"))
    random, native = Random(9), PyNaCl()
    given, expected = [], []
    for _case in range(60):
        secret, seed, nonce = (random.randbytes(count) for count in (32, 32, 24))
        words, label = random.randbytes(random.choice((0, 1, 300, 40_000))), random.randbytes(40)
        other, sealed = native.box_key(seed), native.encrypt(secret, nonce, words, label)
        signature, sign = native.sign(seed, words), native.sign_key(seed)
        parts = (secret, other, nonce, words, label, sealed, signature, sign)
        given.append([part.hex() for part in parts])
        shown = (native.box_key(secret), native.shared(secret, other), native.sign_key(secret))
        signed = native.sign(secret, words).hex()
        expected.append(
            [*(part.hex() for part in shown), signed, sealed.hex(), words.hex(), None, True]
        )
        with pytest.raises(RefusedError):
            native.decrypt(secret, nonce, bytes([sealed[0] ^ 1]) + sealed[1:], label)
    assert run(tmp_path, _SODIUM, given) == expected


_LAST_WORDS = """
globalThis.self = globalThis;
globalThis.addEventListener = () => {};
const done = [];
globalThis.WebSocket = class {
  send(frame) { done.push([...frame]); }
  close() { done.push("closed"); }
};
const { keepFirst, openLine } = await import("./wire.js");
let isInStorage;
keepFirst(() => new Promise((keep) => (isInStorage = keep)), () => {});
const slots = { toJs: () => ["host", "join"] };
const line = openLine("ws://x.example/", "", slots, { copy: () => ({ destroy() {} }) });
line.send(1, "join", new Uint8Array(input), true);
line.close();
done.push("asked to close");
isInStorage();
setTimeout(() => { console.log(JSON.stringify(done)); process.exit(); }, 20);
"""


def test_what_was_said_before_a_line_closes_goes_out(tmp_path: Path) -> None:
    """A message that waits to be in the storage is sent before the connection ends."""
    shutil.copy(PAGE / "wire.js", tmp_path)
    (tmp_path / "vendor").mkdir()
    for name in ("mqtt", "libsodium-wrappers"):
        (tmp_path / "vendor" / f"{name}.js").write_text("export default {};")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    found = run(tmp_path, _LAST_WORDS, [7, 8])
    assert found == ["asked to close", [1, 1, 7, 8], "closed"]


def test_a_colour_stands_in_one_file() -> None:
    """What window and page share is in `tokens.json`: the page's style sheet declares none anew."""
    tokens = json.loads(asset("tokens.json").read_text("utf-8"))
    sheet = (PAGE / "page.css").read_text("utf-8")
    used = set(re.findall(r"var\(--([\w-]+)\)", sheet))
    assert not set(re.findall(r"--([\w-]+):", sheet)) & {*tokens}
    assert len(used & {*tokens}) > 25
    written = tokens_css()
    for name, (dark, light) in tokens.items():
        assert f"--{name}: {dark};" in written
        assert f"--{name}: {light};" in written
