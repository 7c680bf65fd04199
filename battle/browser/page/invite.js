// What an invitation shows before the program is there, from its link alone: who invites, to what.
//
//   #1.<topic>.<key>.<ways>.<check>~<base64url: name, game in words, start, brokers, a line each>
//   #2.…   the same for watching; its first line has both names
//   #3.…   the same for a game that moves to this device; its first line has both names
//   #4.<seed>.<about>.<check>   a new invitation, `about` packed as `battle/friend/told.py` says
//
// So does a link to a day's deal, a deal or a position, to who does not know the game.
//
// It is a view as the program sends them (`Join`, `LookOn` and `MoveHere` in `battle.screens`),
// which takes its place.

import { boardAhead, boxOf, columnsIn, numbered, tilesOf } from "./ahead.js";
import { Button, Tile, html } from "./dom.js";
import { Board } from "./board.js";
import { Page } from "./parts.js";
import { firstWords } from "./start.js";

const LINK = /^#([123])(?:\.[A-Za-z0-9_-]+){4}(?:~([A-Za-z0-9_-]{0,3000}))?/;
const SHORT = /^#4\.[A-Za-z0-9_-]{22}\.([A-Za-z0-9_-]{2,400})(?:\.[A-Za-z0-9_-]+){1,2}/;
const MOST_SHOWN = 400;
const LONGEST_NAME = 40;

/** @import * as V from "./view.d.ts" */
/** @import { Send, Shown } from "./dom.js" */

export const isInvitation = (/** @type {string} */ hash) => LINK.test(hash) || SHORT.test(hash);
export const isForWatching = (/** @type {string} */ hash) => LINK.exec(hash)?.[1] === "2";
const isForMoving = (/** @type {string} */ hash) => LINK.exec(hash)?.[1] === "3";

const bytesIn = (/** @type {string} */ word) => Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const number = (/** @type {Uint8Array} */ bytes) => [...bytes].reduce((whole, byte) => whole * 256n + BigInt(byte), 0n);

/** What a short link tells: name, game in words, start. @param {Uint8Array} bytes @param {Record<string, string>} words */
function unpacked(bytes, words) {
  const [kind, first] = [bytes[0] >> 2, bytes[0] & 3];
  const size = [0, 4, 22, 33][kind] ?? 0;
  const table = number(bytes.slice(2, 2 + size));
  const name = new TextDecoder().decode(bytes.slice(2 + size));
  const tiles = [0, 0, 36, 54][kind] ?? 0;
  const drawn = Array.from({ length: tiles }, (_, at) => Number((table / 27n ** BigInt(tiles - 1 - at)) % 27n));
  const grid = Array.from({ length: tiles / 6 }, (_, at) => drawn.slice(6 * at, 6 * at + 6).map((tile) => `${(tile % 9) + 1}${"mps"[Math.floor(tile / 9)]}`).join(""));
  const clock = bytes[1] > 0 && bytes[1] < 255 ? words.each.replace("{time}", `${bytes[1]}:00`) : "";
  const begins = ["", words.begins.replace("{name}", () => name || words.friend), words.you_begin][first] ?? "";
  const game = [["", words.whole, words.quick, words.half][kind] ?? "", begins, clock];
  return [name, game.filter(Boolean).join(" · "), kind === 1 ? `deal ${table}` : grid.join("/")];
}

/** What a link says. @param {string} hash @param {Record<string, string>} words */
function told(hash, words) {
  try {
    const short = SHORT.exec(hash)?.[1];
    if (short) return unpacked(bytesIn(short), words);
    const bytes = bytesIn(LINK.exec(hash)?.[2] ?? "");
    return new TextDecoder().decode(bytes, { stream: true }).split("\n").slice(0, 3);
  } catch {
    return [];
  }
}

/** The board of a start: `deal N`, or a position's line. @param {string} start @returns {V.BoardShown | null} */
function board(start) {
  const number = /^deal ([0-9]{1,10})$/.exec(start)?.[1];
  const found = number ? numbered(number) : columnsIn(start);
  const tiles = found ? tilesOf(found) : [];
  return tiles.length ? { cols: 12, rows: 9, box: boxOf(tiles.map(({ cell }) => cell)), tiles } : null;
}

/** The first view of an invitation, in the browser's language. @param {string} hash @returns {Promise<Shown>} */
export async function firstView(hash) {
  const { code, words } = await firstWords;
  const [said = "", game = "", start = ""] = told(hash, words).map((line) => line.replace(/\p{C}/gu, "").slice(0, MOST_SHOWN));
  const name = isForWatching(hash) ? said : said.slice(0, LONGEST_NAME);
  const named = (/** @type {string} */ text) => text.replace("{name}", () => name);
  const paragraph = (/** @type {string} */ text) => /** @type {V.Block} */ ({ block: "paragraph", words: text, ink: "muted", role: "small", icon_ink: "muted" });
  const loads = /** @type {V.Progress} */ ({ block: "progress", words: words.loading });
  const chips = /** @type {V.Chips} */ ({ block: "chips", words: game.split(" · ").filter(Boolean) });
  const shown = board(start);
  /** @type {Shown} */
  const first = { screen: "join", shape: "landing", language: code, theme: document.documentElement.dataset.theme ?? "auto", depth: 0, beside: shown ? [{ block: "picture", board: shown }] : [], loads: true, secret: true };
  if (isForWatching(hash)) return { ...first, title: name ? named(words.watch) : words.watch_nobody, page: [chips, paragraph(words.watch_rules), loads] };
  if (isForMoving(hash)) {
    const main = { words: words.moved, icon: "check", do: { do: "join" } };
    return { ...first, beside: [], title: name ? named(words.move) : words.move_nobody, page: [paragraph(words.move_rules), loads], main, soon: { ...main, off: true } };
  }
  /** @type {V.Field} */
  const field = { block: "field", name: "name", words: words.your_name, value: "", kind: "text" };
  return {
    ...first,
    title: name ? named(words.title) : words.nobody,
    initial: [...name][0]?.toUpperCase() ?? "",
    page: [chips, paragraph(words.rules), field, loads],
    main: { words: name ? named(words.play) : words.play_with_nobody, icon: "play", do: { do: "join" } },
    soon: { words: words.soon, icon: "clock", off: true },
  };
}

const DAY = /^#(?:(quick)|day)(?:&[0-9]{8}(?:[.]([0-9]{1,3})(?:[.]([\w-]{2,20}))?)?)?$/;
const TOLD = /^#(?:quick|day)&[0-9]{8}/;
/** Whether a link is told of before what it leads to: to newcomers, and one that says who sent it. @param {string} hash @param {boolean} isNew */
export const isHanded = (hash, isNew) => TOLD.test(hash) || (isNew && (DAY.test(hash) || /^#(?:deal|position)=/.test(hash)));

/** The first view of a day's deal, a deal or a position, as `Handed` in `battle.screens` shows it. @param {string} hash @param {boolean} isNew @returns {Promise<Shown>} */
export async function handedView(hash, isNew) {
  const [{ code, words }, ahead] = await Promise.all([firstWords, boardAhead(hash)]);
  const [isDay, isQuick, lost, word] = DAY.exec(hash) ?? [];
  const name = word ? new TextDecoder().decode(bytesIn(word)).replace(/\p{C}/gu, "").slice(0, LONGEST_NAME) : "";
  const filled = (/** @type {string} */ text, /** @type {Record<string, string>} */ what) => text.replace(/\{(\w+)\}/g, (_all, key) => what[key]);
  const paragraph = (/** @type {string} */ text, strong = false) => /** @type {V.Block} */ ({ block: "paragraph", words: text, ink: strong ? "plain" : "muted", role: strong ? "strong" : "small", icon_ink: "muted" });
  const lesson = { words: words.first_game, icon: "learn", note: words.first_note, do: { do: "go", name: "first_game" } };
  const isPosition = hash.startsWith("#position");
  const tiles = String(isDay && !isQuick ? 108 : (ahead?.board?.tiles.length ?? ""));
  const terms = filled(isDay ? words.day_terms : words.deal_terms, { tiles, name: isDay ? words.kim : words.pip }).split(" · ");
  const chips = /** @type {V.Chips} */ ({ block: "chips", words: isPosition ? [] : terms });
  const beaten = lost ? [paragraph(filled(words.to_beat, { name: name || words.sender, n: lost }), true)] : [];
  return {
    screen: "handed",
    shape: "landing",
    language: code,
    theme: document.documentElement.dataset.theme ?? "auto",
    depth: 0,
    title: isDay ? (name ? filled(words.sent_by, { name }) : words.day) : isPosition ? words.position : words.deal,
    initial: [...name][0]?.toUpperCase() ?? "",
    page: [chips, paragraph(words.rules), ...beaten, ...(isDay ? [paragraph(words.given_away)] : [])],
    beside: ahead?.board ? [{ block: "picture", board: ahead.board }] : [],
    main: { words: isPosition ? words.look : words.play_with_nobody, icon: isPosition ? "eye" : "play", do: { do: "play" } },
    buttons: /** @type {V.Button[]} */ ([...(isNew ? [lesson] : []), { words: words.not_now, icon: "close", do: { do: "back" } }]),
    waits: words.queued,
    secret: true,
    ahead,
  };
}

/** Where a link leads: who it is from, what is agreed on, the table, and the way in. @param {{view: Shown, send: Send}} what */
export const Landing = ({ view, send }) => {
  const [table] = /** @type {V.Picture[]} */ (view.beside ?? []);
  const page = view.page ?? [];
  const agreed = page.filter((block) => block.block === "chips");
  return html`<header class="row brand">${["1s", "5p", "8m"].map((kind) => html`<${Tile} key=${kind} kind=${kind} />`)}<b>Mahjong Battle</b></header>
    <div class="row hosts">${view.initial && html`<span class="initial">${view.initial}</span>`}<h1>${view.title}</h1></div>
    <${Page} page=${agreed} send=${send} />
    ${table && html`<${Board} board=${table.board} />`}
    <div class="page">
      <${Page} page=${page.filter((block) => !["chips", "progress"].includes(block.block))} send=${send} />
      ${view.main && html`<${Button} button=${view.main} send=${send} kind=${view.main.off ? "btn soon" : "btn main"} />`}
      ${(view.buttons ?? []).map((button) => html`<${Button} key=${button.words} button=${button} send=${send} />`)}
      <${Page} page=${page.filter((block) => block.block === "progress")} send=${send} />
    </div>`;
};
