// A board that takes pairs before the program is there, and what is pressed on it until then.
//
//   a press ──► queued with the picture it was made on      a pair leaves the board at once
//   a view  ──► is it that picture? ──► the act is sent, the next view is awaited
//                       └─ no ──► the view is shown, and what was pressed is refused
//
// The one rule that is known here: both tiles are free and of a kind. Everything else is the
// program's: it plays what was queued, and its views say what came of it. At a table one pair is
// taken, then it is the other's turn; in Analyse any number.

import { deal, quickDeal } from "./deal.js";
import { firstWords } from "./start.js";

/** @import * as V from "./view.d.ts" */
/** @import { Shown } from "./dom.js" */
/** @typedef {{act: V.Act, on: Shown}} Queued an act, and the picture on which it was chosen */

const LINK = /^#(?:(deal)=([0-9]{1,10})|(quick)(?:&([0-9]{4})([0-9]{2})([0-9]{2})[.\w-]*)?|(position)=([^&]{1,600}))$/;
const BEGINS = ["play", "go_on"]; // what begins the game on the board of a screen

// --- tiles ------------------------------------------------------------------------------------------

/**
 * The tiles of columns, top first, as kinds; a gap is anything else.
 * @param {string[][]} columns @returns {V.TileShown[]}
 */
export const tilesOf = (columns) =>
  freed(columns.flatMap((column, c) => column.flatMap((kind, row) => (/[mps]/.test(kind) ? [{ cell: String.fromCharCode(97 + c) + (row + 1), kind, free: false }] : []))));

/**
 * The same tiles, each with whether it is free and with whom it can be taken: free is the first and
 * the last of a column.
 * @param {V.TileShown[]} tiles
 */
function freed(tiles) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  for (const { cell } of tiles) rows.set(cell[0], [...(rows.get(cell[0]) ?? []), Number(cell.slice(1))]);
  const isFree = (/** @type {string} */ cell) => [Math.min, Math.max].some((end) => end(...(rows.get(cell[0]) ?? [])) === Number(cell.slice(1)));
  const free = tiles.filter(({ cell }) => isFree(cell));
  return tiles.map((tile) => {
    if (!isFree(tile.cell)) return tile;
    const pairs = free.filter((other) => other.kind === tile.kind && other.cell !== tile.cell).map(({ cell }) => cell);
    return { take: `+${tile.kind[0]}`, ...tile, free: true, blockers: [], pairs };
  });
}

/** The first and the last column and row with a tile: left, top, right, bottom. @param {string[]} cells @returns {[number, number, number, number]} */
export function boxOf(cells) {
  const [columns, rows] = [cells.map((cell) => cell.charCodeAt(0) - 97), cells.map((cell) => Number(cell.slice(1)) - 1)];
  return [Math.min(...columns), Math.min(...rows), Math.max(...columns), Math.max(...rows)];
}

/** Tiles without the two of a move. @param {V.TileShown[]} tiles @param {string} move */
export const without = (tiles, move) => freed(tiles.filter(({ cell }) => !move.includes(cell)).map((tile) => ({ ...tile, mark: "", tag: "", cost: undefined })));

const key = (/** @type {Shown} */ view) => (view.board?.tiles ?? []).map(({ cell, kind }) => cell + kind).join();
const isSame = (/** @type {Shown} */ one, /** @type {Shown} */ other) => (one.screen === other.screen || one.screen === "ahead") && key(one) === key(other);

/** The picture after a pair was taken on it: who moves next is asked of the program, but in Analyse. @param {Shown} view @param {string} move */
function after(view, move) {
  const { board, shape } = view;
  if (!board) return view;
  const words = view.waits ?? view.words?.wait ?? "…";
  const dock = /** @type {V.Dock} */ ({ kind: "say", words });
  const seats = view.seats?.map((seat) => ({ ...seat, moves: false, sub: seat.moves ? "" : seat.sub }));
  const shown = { ...view, state: shape === "study" ? view.state : /** @type {const} */ ("thinking"), seats, board: { ...board, tiles: without(board.tiles, move), ghosts: [] }, live: shape === "study", dock, pairs: undefined, frames: undefined };
  return shape === "study" && view.screen !== "ahead" ? { ...shown, title: words, note: "", plot: undefined } : shown;
}

// --- what is pressed --------------------------------------------------------------------------------

/** What is pressed until the program is there. */
export class Ahead {
  constructor() {
    /** @type {Queued[]} */
    this.queue = [];
    /** @type {Shown | null} the view on which an act was just done: the next one is awaited */
    this.done = null;
    this.hasBegun = false;
  }

  /**
   * Note an act; return the picture after it, null if that is not known.
   * @param {Shown} view @param {V.Act} act @param {Shown | null} [next] what it leads to
   */
  press(view, act, next = null) {
    this.queue.push({ act, on: view });
    return act.do === "take" && view.live ? after(view, String(act.move)) : next;
  }

  /**
   * Take a view of the program; return the act to do on it, `waits` while another view is to come,
   * `refused` if something was pressed that cannot be done there, else nothing.
   * @param {Shown} view @returns {{act?: V.Act, waits?: true, refused?: true}}
   */
  follow(view) {
    const answers = view.notice || view.sheet || view.live !== this.done?.live; // as the teacher does to a pair
    if (this.done && isSame(this.done, view) && !answers) return { waits: true };
    this.done = null;
    const [first] = this.queue;
    if (!first) return {};
    if (isSame(first.on, view) && (first.act.do !== "take" || view.live)) {
      this.queue.shift();
      this.done = view;
      return { act: first.act };
    }
    const act = /** @type {V.Act | undefined} */ (view.board || view.main?.off ? undefined : view.main?.do);
    if (first.on.screen === "ahead" && act && BEGINS.includes(act.do) && !this.hasBegun) {
      this.hasBegun = true;
      this.done = view;
      return { act };
    }
    this.queue = [];
    return { refused: true };
  }
}

// --- what a link shows ------------------------------------------------------------------------------

/** The columns of the board to which a link leads, null if they are not known here. @param {string} hash @param {Date} now */
function linked(hash, now) {
  const [, whole, number, quick, year, month, day, , position] = LINK.exec(decoded(hash)) ?? [];
  if (whole) return numbered(number);
  if (quick) return quickOf(new Date(Math.min(Number(now), year ? Date.UTC(Number(year), Number(month) - 1, Number(day)) : Infinity)));
  return position ? columnsIn(position) : null;
}

/** The columns of a deal, null if its number has none. @param {string} number */
export const numbered = (number) => (Number(number) > 0 && Number(number) < 2 ** 31 ? deal(Number(number)) : null);

/** The day of the deals, by UTC. @param {Date} now */
export const dayOf = (now) => now.toISOString().slice(0, 10);

/** The columns of the deal of a day. @param {Date} now */
const quickOf = (now) => quickDeal(Number(dayOf(now).replaceAll("-", "")));

const decoded = (/** @type {string} */ hash) => {
  try {
    return decodeURIComponent(hash);
  } catch {
    return "";
  }
};

/** The columns of a position as it is written, null if there are none. @param {string} text */
export function columnsIn(text) {
  const found = text.split(" ")[0].split("/").map((column) => [...(column.match(/[1-9][mps]|-+|[.]/g) ?? [])]);
  return found.length <= 12 && found.every((column) => column.length <= 9) ? found : null;
}

/**
 * What a link shows before the program is there, null if only that knows.
 * @param {string} hash @param {Date} [now] @returns {Promise<Shown | null>}
 */
export async function boardAhead(hash, now = new Date()) {
  const { code, words } = await firstWords;
  const columns = linked(hash, now);
  return columns && onBoard(columns, { language: code, theme: document.documentElement.dataset.theme ?? "auto" }, words.loading, words.queued, hash.startsWith("#position"));
}

/**
 * A view that was kept, on another day without the board of that day's deal.
 * @param {Shown} view @param {Date} [now] @returns {Shown}
 */
export function today(view, now = new Date()) {
  const isOfDay = (/** @type {V.Block} */ block) => block.block === "card" && block.blocks.some((one) => one.block === "button" && one.do.do === "day");
  const bare = (/** @type {V.Block} */ block) => (block.block === "card" && isOfDay(block) ? { ...block, blocks: block.blocks.filter((one) => one.block !== "glance") } : block);
  return view.day === dayOf(now) ? view : { ...view, page: view.page?.map(bare) };
}

/**
 * What an act of the first screen leads to, null if only the program knows: the `table` of the game
 * that goes on, if it is the one at a glance there, the deal of the day, and what a link brings.
 * @param {Shown} view @param {V.Act} act @param {Shown | null} table @param {Date} [now]
 */
export function ledTo(view, act, table, now = new Date()) {
  if (view.ahead && act.do === "play") return view.ahead;
  if (view.screen !== "home") return null;
  if (act.do === "day") return onBoard(quickOf(now), view, view.words?.wait ?? "…");
  const blocks = (view.page ?? []).flatMap((card) => (card.block === "card" ? card.blocks : []));
  const [glance] = blocks.filter((one) => one.block === "glance");
  const isIt = act.do === "go_on" && table && glance && key(table) === key({ ...view, board: glance.board.board });
  return isIt ? table : null;
}

/**
 * A board that takes pairs, and what is said below it, before one and after.
 * @param {string[][]} columns @param {{language: string, theme: string, words?: V.PageWords}} around @param {string} words
 * @returns {Shown | null}
 */
function onBoard(columns, { language, theme, words: said }, words, waits = words, isStudy = false) {
  const tiles = tilesOf(columns);
  if (!tiles.length) return null;
  const dock = /** @type {V.Dock} */ ({ kind: "say", words });
  return { screen: "ahead", shape: isStudy ? "study" : "table", language, theme, words: said, depth: 0, title: "Mahjong Battle", live: true, board: { tiles, box: [0, 0, columns.length - 1, columns[0].length - 1], cols: 12, rows: 9, close: isStudy }, dock, waits, secret: true };
}
