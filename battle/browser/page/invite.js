// What an invitation shows before the program is there, from its link alone: who invites, to what.
//
//   #1.<topic>.<key>.<ways>.<check>~<base64url: name, game in words, start, brokers, a line each>
//   #2.…   the same for watching; its first line has both names
//   #3.…   the same for a game that moves to this device; its first line has both names
//
// It is a view as the program sends them (`Invite` and `Watch` in `battle.browser.friend`), which
// takes its place.

import { deal } from "./deal.js";
import { Button, Tile, html } from "./dom.js";
import { Board } from "./board.js";
import { Field } from "./parts.js";
import { firstWords } from "./start.js";

const LINK = /^#([123])(?:\.[A-Za-z0-9_-]+){4}(?:~([A-Za-z0-9_-]{0,3000}))?/;
const MOST_SHOWN = 400;
const LONGEST_NAME = 40;

export const isInvitation = (hash) => LINK.test(hash);
export const isForWatching = (hash) => LINK.exec(hash)?.[1] === "2";
const isForMoving = (hash) => LINK.exec(hash)?.[1] === "3";

function told(hash) {
  try {
    const letters = (LINK.exec(hash)?.[2] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(bytes, { stream: true }).split("\n").slice(0, 3);
  } catch {
    return [];
  }
}

/** The columns of a start: `deal N`, or a position's line. */
function columns(start) {
  const number = /^deal ([0-9]{1,10})$/.exec(start)?.[1];
  if (number) return Number(number) > 0 && Number(number) < 2 ** 31 ? deal(Number(number)) : null;
  const grid = start.split(" ")[0].split("/");
  const found = grid.map((column) => column.match(/[1-9][mps]|-+|[.]/g) ?? []);
  return found.length <= 12 && found.every((column) => column.length <= 9) ? found : null;
}

function board(start) {
  const found = columns(start);
  if (!found) return null;
  const tiles = found.flatMap((column, c) => {
    const used = column.flatMap((kind, row) => (/[mps]/.test(kind) ? [row] : []));
    return used.map((row) => ({ cell: String.fromCharCode(97 + c) + (row + 1), kind: column[row], free: row === used[0] || row === used.at(-1) }));
  });
  return tiles.length ? { cols: 12, rows: 9, tiles } : null;
}

/** The first view of an invitation, in the browser's language. */
export async function firstView(hash) {
  const { code, words } = await firstWords;
  const [said = "", game = "", start = ""] = told(hash).map((line) => line.replace(/\p{C}/gu, "").slice(0, MOST_SHOWN));
  const name = isForWatching(hash) ? said : said.slice(0, LONGEST_NAME);
  const named = (text) => text.replace("{name}", () => name);
  const first = {
    screen: "invite",
    shape: "landing",
    language: code,
    chips: game.split(" · ").filter(Boolean),
    board: board(start),
    say: words.loading,
    loads: true,
    secret: true,
  };
  if (isForWatching(hash)) return { ...first, title: name ? named(words.watch) : words.watch_nobody, rules: words.watch_rules };
  if (isForMoving(hash)) {
    const main = { words: words.moved, icon: "check", do: { do: "join" } };
    return { ...first, chips: [], board: null, title: name ? named(words.move) : words.move_nobody, rules: words.move_rules, main, soon: { ...main, off: true } };
  }
  return {
    ...first,
    title: name ? named(words.title) : words.nobody,
    initial: [...name][0]?.toUpperCase() ?? "",
    rules: words.rules,
    fields: [{ name: "name", words: words.your_name, value: "", kind: "text" }],
    main: { words: name ? named(words.play) : words.play_with_nobody, icon: "play", do: { do: "join" } },
    soon: { words: words.soon, icon: "clock", off: true },
  };
}

/** The screen of an invitation: first that of its link, then the program's. */
export const Invite = ({ view, send }) =>
  html`<header class="row brand">${["1s", "5p", "8m"].map((kind) => html`<${Tile} key=${kind} kind=${kind} />`)}<b>Mahjong Battle</b></header>
    <div class="row hosts">${view.initial && html`<span class="initial">${view.initial}</span>`}<h1>${view.title}</h1></div>
    ${view.chips?.length > 0 && html`<div class="chips">${view.chips.map((words) => html`<span key=${words}>${words}</span>`)}</div>`}
    ${view.board && html`<${Board} board=${view.board} />`}
    <p class="small muted rules">${view.rules}</p>
    <div class="page">
      ${(view.fields ?? []).map((field) => html`<${Field} key=${field.name} field=${field} send=${send} />`)}
      ${view.main && html`<${Button} button=${view.main} send=${send} kind=${view.main.off ? "btn soon" : "btn main"} />`}
      ${(view.buttons ?? []).map((button) => html`<${Button} key=${button.words} button=${button} send=${send} />`)}
      ${view.loads && html`<progress aria-label=${view.say} />`}
      <p class="small muted" role="status">${view.say}</p>${view.sub && html`<p class="small muted">${view.sub}</p>`}
    </div>`;
