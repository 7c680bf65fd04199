// The board: where its tiles are, how a finger, a mouse and keys choose one, and how pairs leave it.
//
//   a finger   frames the tile under it, on felt the nearest free one, shown in the loupe; lifting chooses it
//   a mouse    chooses what it points at
//   keys       Tab comes to one tile, arrows go from free tile to free tile, Enter chooses, Escape lets go
//
// What can be taken with what stands in the view; here it is only chosen.

import { Sign, Tile, face, html, useLayoutEffect, useRef, useState } from "./dom.js";

const REACH = 44; // how far from a free tile a finger may land on felt, in points
const EDGE = 8; // the same on a blocked tile, at most a quarter of its width
const FINE = 36; // tiles narrower than this have larger figures
const FAR = 10_000; // wider than any screen
const CLOSED = 1 / 3; // the width of an empty column that is closed
const ABOVE = 60; // the loupe's distance from the finger
const STILL = "(prefers-reduced-motion: reduce)";

/** @import * as V from "./view.d.ts" */
/** @typedef {{cell: string | null | undefined, x: number, y: number, out?: boolean, mouse?: boolean}} Finger where a pointer is */
/** @typedef {PointerEvent & {currentTarget: HTMLElement, target: HTMLElement}} Pointed */
/** @typedef {KeyboardEvent & MouseEvent & FocusEvent & {target: HTMLElement}} Struck */
/** An element that there is whenever it is asked for. @template T @param {{current: T | null}} ref */
const there = (ref) => /** @type {T} */ (ref.current);

const column = (/** @type {string} */ cell) => cell.charCodeAt(0) - 97;
const row = (/** @type {string} */ cell) => Number(cell.slice(1)) - 1;
const range = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The cells of a whole table. */
const CELLS = range(0, 11).flatMap((c) => range(1, 9).map((r) => String.fromCharCode(97 + c) + r));

/** Where columns and rows of a board stand, in tiles; in Analyse what lies on it is as large as can be. @param {V.BoardShown} board @param {boolean} whole */
function places(board, whole) {
  const cells = whole ? CELLS : [...board.tiles, ...(board.ghosts ?? [])].map((one) => one.cell);
  const used = new Set(cells.map(column));
  const rows = cells.map(row);
  const around = () => [Math.min(...used), Math.min(...rows), Math.max(...used), Math.max(...rows)];
  const [left, top, right, bottom] = (whole || board.close) && cells.length ? around() : (board.box ?? [0, 0, board.cols - 1, board.rows - 1]);
  const at = new Map();
  let x = 0;
  for (const c of range(left, right)) {
    at.set(c, x);
    x += board.close && !used.has(c) ? CLOSED : 1;
  }
  return { cols: x, rows: bottom - top + 1, top, used, at, place: (/** @type {string} */ cell) => ({ "--x": at.get(column(cell)), "--y": row(cell) - top }) };
}

/** The free tile nearest to a point within reach; null if none. @param {Element} element @param {number} x @param {number} y @param {number} reach */
function nearest(element, x, y, reach) {
  let best = /** @type {string | null} */ (null);
  let least = reach;
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-free]"))) {
    const box = tile.getBoundingClientRect();
    const dx = Math.max(box.left - x, 0, x - box.right);
    const dy = Math.max(box.top - y, 0, y - box.bottom);
    const distance = Math.hypot(dx, dy);
    if (distance <= least) [best, least] = [tile.dataset.cell ?? null, distance];
  }
  return best;
}

/** The middle of a tile on the screen. @param {Element} tile */
function middle(tile) {
  const box = tile.getBoundingClientRect();
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

/**
 * The free tile that an arrow key leads to from another: up and down in its column, as long as that has one there; aside
 * in the next column, so that all can be reached.
 * @param {Element} element @param {Element} from @param {string} key
 */
function beyond(element, from, key) {
  const [sx, sy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[/** @type {"ArrowLeft"} */ (key)];
  const [x, y] = middle(from);
  let best = /** @type {HTMLElement | null} */ (null);
  let least = Infinity;
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-free]"))) {
    const [tx, ty] = middle(tile);
    const along = (tx - x) * sx + (ty - y) * sy;
    const aside = Math.abs((tx - x) * sy) + Math.abs((ty - y) * sx);
    const distance = sx ? Math.round(along) * FAR + aside : Math.round(aside) * FAR + along;
    if (along > 4 && distance < least) [best, least] = [tile, distance];
  }
  return best;
}

/**
 * A board. `live` lets pairs be taken; where that is false for a while keys still go over them. `chosen` is a tile, `meant` its partner, both lifted once the pair `isSent`; `choose` is called with a cell, or
 * null for the cloth; `words` label the board as a whole. Of a `whole` one empty cells can be chosen too.
 * @param {{
 *   board: V.BoardShown, live?: boolean, chosen?: string | null, meant?: string | null, isSent?: boolean, shaken?: string | null, lit?: string[],
 *   choose?: (cell: string | null) => void, bubble?: V.Bubble | null, words?: string, kind?: string, whole?: boolean,
 * }} what
 */
export function Board({ board, live, chosen = null, meant = null, isSent = false, shaken = null, lit = [], choose = undefined, bubble = null, words = "", kind = "", whole = false }) {
  const cloth = useRef(/** @type {HTMLElement | null} */ (null));
  const spot = useRef(/** @type {number[] | null} */ (null)); // where the focus was last, in points
  const [held, hold] = useState(/** @type {string | undefined} */ (undefined)); // the tile that had it
  const [finger, setFinger] = useState(/** @type {Finger | null} */ (null));
  const [fine, setFine] = useState(true);
  const { cols, rows, place, at, used, top } = places(board, whole);
  const tiles = new Map(board.tiles.map((tile) => [tile.cell, tile]));
  const partners = new Set(chosen && !isSent ? tiles.get(chosen)?.pairs : []);
  const wrong = new Set(board.wrong);
  const isPlayed = live !== undefined;
  const stops = whole ? CELLS : board.tiles.filter((tile) => tile.free).map((tile) => tile.cell);
  const stop = held && stops.includes(held) ? held : stops[0]; // where Tab comes to

  useLayoutEffect(() => {
    const measure = () => setFine((cloth.current?.querySelector(".tile")?.getBoundingClientRect().width ?? 0) < FINE);
    const observer = new ResizeObserver(measure);
    observer.observe(there(cloth));
    measure();
    return () => observer.disconnect();
  }, [cols, rows]);
  useLeaving(cloth, board);
  useLayoutEffect(() => {
    // The tile that had the focus is gone: its neighbour gets it.
    if (spot.current && isPlayed && document.activeElement === document.body) /** @type {HTMLElement | null} */ (there(cloth).querySelector(`[data-cell="${nearest(there(cloth), spot.current[0], spot.current[1], Infinity)}"]`))?.focus({ preventScroll: true });
  }, [board, chosen]);

  const point = (/** @type {PointerEvent} */ event) => {
    const exact = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e instanceof HTMLElement && e.dataset.cell);
    const onTile = exact && Math.min(EDGE, exact.getBoundingClientRect().width / 4);
    const cell = nearest(there(cloth), event.clientX, event.clientY, event.pointerType === "mouse" ? 2 : (onTile ?? REACH));
    return { cell: cell ?? (exact instanceof HTMLElement ? exact.dataset.cell : null), x: event.clientX, y: event.clientY };
  };
  const on = isPlayed && choose && {
    onPointerDown: (/** @type {Pointed} */ event) => {
      if (event.button) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setFinger({ ...point(event), mouse: event.pointerType === "mouse" });
    },
    onPointerMove: (/** @type {Pointed} */ event) => {
      if (!finger) return;
      const box = event.currentTarget.getBoundingClientRect();
      const out = event.clientY < box.top - REACH || event.clientY > box.bottom + REACH;
      const next = out ? { cell: null, x: event.clientX, y: event.clientY } : point(event);
      if (next.cell !== finger.cell && next.cell && !finger.mouse) navigator.vibrate?.(5);
      setFinger({ ...next, out, mouse: finger.mouse });
    },
    onPointerUp: () => {
      if (finger && !finger.out) choose(finger.cell ?? null);
      setFinger(null);
    },
    onPointerCancel: () => setFinger(null),
    onClick: (/** @type {Struck} */ event) => {
      const tile = /** @type {HTMLElement | null} */ (event.target.closest("[data-free]"));
      if (event.detail === 0 && tile) choose(tile.dataset.cell ?? null);
    },
  };
  const keys = isPlayed && {
    onKeyDown: (/** @type {Struck} */ event) => {
      if (!event.key.startsWith("Arrow") || (board.close && !event.shiftKey)) return; // in Analyse arrows step through moves
      const from = event.target.closest?.("[data-cell]") ?? there(cloth).querySelector("[data-free]");
      if (from) beyond(there(cloth), from, event.key)?.focus();
      event.preventDefault();
      event.stopPropagation();
    },
    onfocusin: (/** @type {Struck} */ event) => {
      spot.current = middle(event.target);
      hold(event.target.dataset.cell);
    },
  };
  const below = (/** @type {V.TileShown} */ tile) => board.tiles.some((other) => column(other.cell) === column(tile.cell) && row(other.cell) === row(tile.cell) + 1);

  const drawn = (/** @type {V.TileShown} */ tile) => {
    const mark = tile.cell === chosen || tile.cell === meant || tile.cell === finger?.cell ? "chosen" : partners.has(tile.cell) && tile.mark !== "hint" ? "partner" : tile.mark;
    const classes = [
      "tile",
      tile.free ? tile.pairs?.length && "pairs" : "blocked",
      (tile.cell === chosen || (isSent && tile.cell === meant)) && "up",
      (tile.glows || lit.includes(tile.cell)) && "lit",
      tile.quiet && !chosen && "quiet",
      wrong.has(tile.cell) && "wrong",
      tile.free && tile.cell === shaken && "shake",
    ].filter(Boolean);
    const inside = html`<b data-rank=${tile.kind[0]} />${mark && html`<u class=${`m-${mark}`} />`}${tile.free && !!tile.pairs?.length && html`<i />`}
      ${tile.tag && html`<span aria-hidden="true" class=${`pill c${tile.cost ?? ""} ${below(tile) ? "top" : ""}`}>${tile.tag}</span>`}`;
    const common = { key: tile.cell, class: classes.join(" "), style: { ...face(tile.kind), ...place(tile.cell) }, "data-cell": tile.cell, "aria-label": [tile.name, tile.tag].filter(Boolean).join(", ") };
    return tile.free && isPlayed
      ? html`<button ...${common} data-free="" tabindex=${tile.cell === stop ? 0 : -1} aria-disabled=${!live} aria-pressed=${tile.cell === chosen}>${inside}</button>`
      : html`<span ...${common} data-free=${tile.free ? "" : undefined} role="img">${inside}</span>`;
  };

  return html`<section class=${`cloth ${kind} ${board.letters ? "lettered" : ""}`} style=${{ "--cols": cols, "--rows": rows }} ref=${cloth} role="group" aria-label=${words} aria-hidden=${kind === "preview" ? "true" : undefined} ...${on} ...${keys}>
    <div class=${`board ${fine ? "fine" : ""}`}>
      ${board.letters && [...used].map((c) => html`<span key=${`c${c}`} class="letter col" style=${{ left: `calc(${at.get(c)} * .985em + .48em)` }}><small>${String.fromCharCode(97 + c)}</small></span>`)}
      ${board.letters && range(top, top + rows - 1).map((r) => html`<span key=${`r${r}`} class="letter line" style=${{ top: `calc(${r - top + 0.48} * var(--pitch))` }}><small>${r + 1}</small></span>`)}
      ${(board.ghosts ?? []).map((ghost) => html`<span key=${`g${ghost.cell}`} class=${`ghost p${ghost.player} ${ghost.words ? "won" : ""}`} style=${place(ghost.cell)}><${Sign} player=${ghost.player} />${ghost.words && html`<b>${ghost.words}</b>`}</span>`)}
      ${whole && CELLS.map((cell) => !tiles.has(cell) && html`<button key=${cell} class=${`place ${wrong.has(cell) ? "wrong" : ""}`} style=${place(cell)} data-cell=${cell} data-free="" tabindex=${cell === stop ? 0 : -1} aria-label=${cell} />`)}
      ${[...used].map((c) => html`<div key=${c} class="plain" role=${board.columns?.[c] ? "group" : undefined} aria-label=${board.columns?.[c]}>${board.tiles.filter((tile) => column(tile.cell) === c).map(drawn)}</div>`)}
    </div>
    ${bubble?.words && html`<span class=${`bubble p${bubble.player}`}>${bubble.words}</span>`}
    ${finger && !finger.mouse && !finger.out && finger.cell && tiles.get(finger.cell)?.free && html`<${Loupe} tiles=${board.tiles} tile=${tiles.get(finger.cell)} x=${finger.x} y=${finger.y} cloth=${cloth.current} />`}
  </section>`;
}

/**
 * The tile under the finger, large, between its neighbours in the row of free tiles.
 * @param {{tiles: V.TileShown[], tile: V.TileShown, x: number, y: number, cloth: HTMLElement}} what
 */
function Loupe({ tiles, tile, x, y, cloth }) {
  const free = tiles.filter((one) => one.free && Math.abs(row(one.cell) - row(tile.cell)) < 3).sort((a, b) => column(a.cell) - column(b.cell) || row(a.cell) - row(b.cell));
  const i = free.indexOf(tile);
  const box = cloth.getBoundingClientRect();
  const below = y < box.top + box.height / 3;
  const left = Math.max(8, Math.min(innerWidth - 220, x - 106));
  const style = below ? { left: `${left}px`, top: `${y + ABOVE}px` } : { left: `${left}px`, top: `${y - ABOVE - 136}px` };
  return html`<div class="loupe" style=${style} aria-hidden="true">
    ${free[i - 1] && html`<${Tile} kind=${free[i - 1].kind} />`}
    <${Tile} kind=${tile.kind} more="near" mark="chosen" />
    ${free[i + 1] && html`<${Tile} kind=${free[i + 1].kind} />`}
    <span class="say">${tile.words}</span>
  </div>`;
}

/** Let a pair that left the board fly to whoever took it. @param {{current: HTMLElement | null}} cloth @param {V.BoardShown} board */
function useLeaving(cloth, board) {
  const before = useRef(/** @type {Map<string, {kind: string, box?: DOMRect}>} */ (new Map()));
  useLayoutEffect(() => {
    const tiles = /** @type {NodeListOf<HTMLElement>} */ (there(cloth).querySelectorAll("[data-cell]"));
    const boxes = new Map([...tiles].map((tile) => [tile.dataset.cell, tile.getBoundingClientRect()]));
    const now = new Map(board.tiles.map((tile) => [tile.cell, { kind: tile.kind, box: boxes.get(tile.cell) }]));
    const left = [...before.current].filter(([cell]) => !now.has(cell));
    const takers = new Map((board.ghosts ?? []).map((ghost) => [ghost.cell, ghost.player]));
    if (left.length === 2 && now.size === before.current.size - 2) {
      for (const [cell, { kind, box }] of left) fly(kind, box, takers.get(cell));
      const [stays] = now.keys();
      if (stays) grow(there(cloth).firstElementChild, before.current.get(stays)?.box, boxes.get(stays));
    }
    before.current = now;
  }, [board]);
}

/** Let a board that has fewer columns now grow to its size. @param {Element | null} board @param {DOMRect | undefined} from a tile before @param {DOMRect | undefined} to the same now */
function grow(board, from, to) {
  if (!board || !from || !to || Math.abs(from.width - to.width) < 1 || matchMedia(STILL).matches) return;
  const { left, top } = board.getBoundingClientRect();
  const [x, y] = [from.width / to.width, from.height / to.height];
  const shift = `${from.left - left - (to.left - left) * x}px, ${from.top - top - (to.top - top) * y}px`;
  board.animate([{ transformOrigin: "0 0", transform: `translate(${shift}) scale(${x}, ${y})` }, { transformOrigin: "0 0", transform: "none" }], { duration: 420, easing: "ease-in-out" });
}

/** Move a copy of a tile from where it was to the player's score. @param {string} kind @param {DOMRect | undefined} box @param {number | undefined} player */
function fly(kind, box, player) {
  const to = document.querySelector(`.seat[data-player="${player}"] .score`)?.getBoundingClientRect();
  if (!box || !to || document.hidden) return;
  const still = matchMedia(STILL).matches;
  const tile = document.createElement("span");
  tile.className = "tile flying";
  tile.style.cssText = `left:${box.left}px;top:${box.top}px;font-size:${box.width}px;height:${box.height}px;--face:url(tiles/${kind}.svg)`;
  document.body.append(tile);
  const there = `translate(${(to.left + to.right) / 2 - box.left - box.width / 2}px, ${to.top - box.top}px) scale(.4)`;
  const steps = still
    ? [{ outline: "3px solid var(--gold-fill)" }, { outline: "3px solid var(--gold-fill)" }]
    : [{ transform: "none" }, { transform: "translateY(-4px)", offset: 0.15 }, { transform: there, opacity: 0.4 }];
  tile.animate(steps, { duration: still ? 600 : 240, easing: "cubic-bezier(.2,.8,.2,1)" }).finished.finally(() => tile.remove());
}
