// What every part of the page is made of: elements, icons, tiles, players' signs.
// `html` is htm over Preact: values are set as text and properties, never parsed as markup.

import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

export { html, render, useEffect, useLayoutEffect, useRef, useState };

/** @typedef {import("./view.d.ts").Act} Act */
/** @typedef {(what: Act) => void} Send does what was chosen */
/** @typedef {1 | 2} Player */
/** @import * as V from "./view.d.ts" */
/**
 * What is shown: a view, which is not asked here whether it is a card's or a board's; the first
 * page of an invitation `loads`, and has `soon` in place of what was pressed; a board that takes pairs
 * before the program is there has words for who `waits`, and is what lies `ahead` of a link's first
 * page; one that was kept has the `day` it is of.
 * @typedef {V.Around & Partial<Omit<V.CardView, "shape" | "main">> & Partial<Omit<V.BoardView, "shape" | "main">> & {
 *   shape: V.View["shape"], main?: Pressed, tabs?: Pressed[], loads?: boolean, soon?: Pressed, waits?: string, day?: string, ahead?: Shown | null,
 * }} Shown
 */
/**
 * A button that is pressed: one of a view, or one that only the page knows, with the act as any value.
 * @typedef {Omit<Partial<import("./view.d.ts").Button>, "do"> & {words: string, do?: unknown, more?: string}} Pressed
 */

/** An icon of the program, by its name; nothing for no name. @param {{name?: string}} what */
export const Icon = ({ name }) =>
  name ? html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href=${`icons.svg#${name}`} /></svg>` : null;

/** A player's sign: a disc or a diamond, as the style of `p1` and `p2` has it. @param {{player: Player}} what */
export const Sign = ({ player }) =>
  html`<svg class=${`sign p${player}`} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="7.6" fill="currentColor" /><path d="M12 2.8L21.2 12L12 21.2L2.8 12z" fill="currentColor" />
  </svg>`;

/**
 * A tile outside the board; `more` are classes, `says` is its name for those who do not see it.
 * @param {{kind: string, more?: string, says?: string, mark?: string}} what
 */
export const Tile = ({ kind, more = "", says = "", mark = "" }) =>
  html`<span class=${`tile ${more}`} style=${face(kind)} role=${says ? "img" : undefined} aria-label=${says || undefined} aria-hidden=${says ? undefined : "true"}>
    <b>${kind[0]}</b>${mark && html`<u class=${`m-${mark}`} />`}
  </span>`;

/** The style that gives a tile its face. */
export const face = (/** @type {string} */ kind) => ({ "--face": `url(tiles/${kind}.svg)` });

const NAMED = /\x02(..)((?:[a-l][1-9])*)(!?)\x1f(.*?)\x03/;

/**
 * A sentence, with a little tile for each that it names; pointing at one lights it up on the board.
 * @param {{words?: string, lit?: boolean}} what
 */
export function Say({ words = "", lit = false }) {
  const found = NAMED.exec(words);
  if (!found) return words;
  const [whole, kind, cells, bare, name] = found;
  const [before, after] = [words.slice(0, found.index), words.slice(found.index + whole.length)];
  return html`${before}<span class="names" ...${lighting(cells)}><${Tile} kind=${kind} more=${`in ${lit ? "lit" : ""}`} says=${bare ? name : ""} />${bare && cells ? "" : html` <b aria-hidden=${bare ? "true" : undefined}>${bare ? kind[0] : name}</b>`}</span><${Say} words=${after} lit=${lit} />`;
}

/** What lights up the tiles on the board that something names while it is pointed at. @param {string} cells */
export function lighting(cells) {
  const light = (/** @type {boolean} */ on) => () => cells.match(/../g)?.forEach((cell) => document.querySelector(`[data-cell="${cell}"]`)?.classList.toggle("named", on));
  return { onPointerEnter: light(true), onPointerLeave: light(false), onFocus: light(true), onBlur: light(false) };
}

/** Both tiles of a pair. @param {{kind: string}} what */
export const Pair = ({ kind }) => html`<span class="pair"><${Tile} kind=${kind} /><${Tile} kind=${kind} /></span>`;

/**
 * A face, or the initial of a friend, with the sign of the player who sits there.
 * @param {{name?: string, player?: Player, initial?: string}} what
 */
export const Who = ({ name, player, initial = "" }) =>
  html`<span class="who">${initial && html`<span class=${`initial p${player}`}>${initial}</span>`}${name && html`<img class="face" src=${`faces/${name}.svg`} alt="" />`}${player && html`<${Sign} player=${player} />`}</span>`;

/** How a button is reached: one that is off is passed over, unless it says why. @param {Pressed} button */
const reached = (button) => ({ disabled: !!button.off && !button.why, "aria-disabled": button.off && !!button.why ? "true" : undefined });

/**
 * A button of a view; it sends its act.
 * @param {{button: Pressed, send: (what: unknown) => void, kind?: string, wide?: boolean}} what
 */
export const Button = ({ button, send, kind = button.danger ? "btn danger" : "btn", wide = true }) =>
  button.small
    ? html`<button class="tap" ...${reached(button)} aria-label=${button.words} title=${button.why || button.words} onClick=${() => send(button.do)}><${Icon} name=${button.icon} /></button>`
    : html`<button class=${`${kind} ${button.more ?? ""} ${button.on ? "on" : ""} ${wide && kind.startsWith("btn") ? "wide" : ""}`} ...${reached(button)} title=${button.why || undefined} onClick=${() => send(button.do)} aria-pressed=${button.on} aria-label=${button.note ? button.words : undefined} aria-description=${button.note || undefined}>
    ${button.face ? html`<${Who} name=${button.face} />` : html`<${Icon} name=${button.icon} />`}<span>${button.words}${button.note && html`<small>${button.note}</small>`}</span>${button.aside && html`<b class="aside">${button.aside}</b>`}${button.badge ? html`<b class="aside badge">${button.badge}</b>` : null}
  </button>`;

/**
 * Rows of actions below a screen, or tabs; where there are two, one is labelled.
 * @param {{actions: Pressed[], send: (what: unknown) => void, kind?: string, says?: string}} what
 */
export const Actions = ({ actions, send, kind = "acts", says = undefined }) =>
  html`<nav class=${`acts ${kind}`} aria-label=${says}>${actions.map((action) => html`<${Button} key=${action.words} kind="act" button=${action} send=${send} />`)}</nav>`;
