// The parts of a screen: seats, the race, the dock, lists, and the program's blocks.
// Each takes its values from a view and a `send` for acts.

import { Board } from "./board.js";
import { Actions, Button, Icon, Pair, Say, Sign, Tile, Who, html, lighting, useLayoutEffect, useRef, useState } from "./dom.js";
import { Poster } from "./poster.js";

/** @import * as V from "./view.d.ts" */
/** @import { Pressed, Send, Shown } from "./dom.js" */

/** What is said otherwise to those who do not see it. @param {{words?: string, children?: unknown}} what */
export const Said = ({ words, children }) => html`${words && html`<span class="unseen">${words}</span>`}<span class="plain" aria-hidden=${words ? "true" : undefined}>${children}</span>`;

/** A player: face, name, what they are doing, points, and the pairs they took. @param {{seat: V.SeatShown, own?: boolean}} what */
export const Seat = ({ seat, own }) =>
  html`<section class=${`seat ${own ? "own" : "other"} ${seat.moves ? "moves" : ""}`} data-player=${seat.player}>
    <${Who} name=${seat.face} player=${seat.player} initial=${seat.initial} />
    <div class="grow"><span class="unseen">${seat.says}</span><div class="name" aria-hidden="true">${seat.name}</div><div class="sub">${seat.sub}${seat.eye && html` <${Icon} name="eye" /> ${seat.eye}`}</div></div>
    <div class="score" key=${seat.score} aria-hidden="true">${seat.score}</div>
    <div class=${`aim small p${seat.player}`}><span>${seat.aim}</span><div class="race" aria-hidden="true"><i style=${{ "--share": seat.share ?? 0 }} /></div></div>
    <div class="tray">${(seat.taken ?? []).map((kind, i) => html`<${Pair} key=${i} kind=${kind} />`)}</div>
  </section>`;

/** Both scores as bars towards each other, that of who sits below first, and what wins. @param {{race: V.RaceShown, below: number}} what */
export const Race = ({ race, below }) =>
  html`<div class="racing">
    <div class="race" aria-hidden="true">${[below, 3 - below].map((player) => html`<i key=${player} class=${`p${player}`} style=${{ "--share": race.shares[player - 1] }} />`)}<b /></div>
    <span>${race.words}</span>
  </div>`;

/** A small map of the board: where tiles lie that look alike, the first of a pair of which one is `chosen` in another colour. @param {{places: [number, number][], chosen?: boolean}} what */
const Places = ({ places, chosen }) => html`<span class=${`places ${chosen ? "from" : ""}`}>${places.map(([x, y]) => html`<i key=${`${x} ${y}`} style=${{ left: `${100 * x}%`, top: `${100 * y}%` }} />`)}</span>`;

/**
 * The dock while a tile is chosen: it, its partners, of several where each lies, and the button that takes where one `may`.
 * @param {{tile: V.TileShown, partners: V.TileShown[], meant: string, mean: (cell: string) => void, take: () => void, may: boolean, words?: string}} what
 */
function Chosen({ tile, partners, meant, mean, take, may, words }) {
  return html`<div class="candidate"><${Tile} kind=${tile.kind} mark="chosen" says=${tile.name} /></div>
    <span class="muted" aria-hidden="true">+</span>
    ${partners.map(
      (partner) => html`<button key=${partner.cell} class=${`candidate ${partner.cell === meant ? "on" : ""}`} aria-pressed=${partner.cell === meant} onClick=${() => mean(partner.cell)}>
        ${tile.place && partner.place ? html`<span class="unseen">${partner.name}</span><${Places} places=${[tile.place, partner.place]} chosen />` : html`<${Tile} kind=${partner.kind} says=${partner.name} />`}
      </button>`,
    )}
    <button class="btn main end" disabled=${!may} onClick=${take}>${tile.take}</button>${words && html`<p class="then">${words}</p>`}`;
}

/**
 * The one place that speaks: the chosen pair, what was touched in vain, else what the view says.
 * @param {{
 *   dock: V.Dock, main?: Pressed, chosen?: V.TileShown, partners: V.TileShown[], meant: string, mean: (cell: string) => void, take: () => void, may: boolean,
 *   vain: string, told: string, words: Partial<V.PageWords>, send: Send,
 * }} what
 */
export function Dock({ dock, main, chosen, partners, meant, mean, take, may, vain, told, words, send }) {
  if (dock?.kind === "ask")
    return html`<section class="teacher" role="alert">
      <div><h2 class="h3 row"><${Icon} name="teacher" /><span class="grow">${dock.words}</span>${dock.tile && html`<${Pair} kind=${dock.tile} />`}</h2><p class="muted"><${Say} words=${dock.sub} /></p></div>
      <${Button} button=${dock.main} send=${send} kind="btn main" /><div class="row">${(dock.buttons ?? []).map((button) => html`<${Button} key=${button.words} button=${button} send=${send} />`)}</div>
    </section>`;
  if (dock?.kind === "talk" && !chosen)
    return html`<section class="dock talk" aria-live="polite">
      <div class="row"><p class=${`said p${dock.player ?? 2}`}><b>${dock.words}</b> ${dock.sub}</p>${dock.tile && html`<${Pair} kind=${dock.tile} /><span class=${`worth p${dock.player}`}>${dock.worth}</span>`}</div>
      <div class="row">${(dock.buttons ?? []).map((button) => html`<${Button} key=${button.words} button=${button} send=${send} kind="ready" />`)}</div>
    </section>`;
  if (dock?.kind === "speak") return html`<${Speech} dock=${dock} />`;
  const passing = vain || told;
  const said =
    passing || dock?.kind === "say"
      ? html`<div class="grow"><div class="strong"><${Say} words=${passing || dock.words} /></div><div class="small muted"><${Say} words=${passing ? dock.sub || dock.words : dock.sub} /></div></div>${!passing && dock.buttons?.map((button) => html`<${Button} key=${button.words} button=${button} send=${send} wide=${false} />`)}${main && html`<${Button} button=${main} send=${send} kind="btn main" wide=${false} />`}
          ${!passing && dock.closes && html`<button class="tap" aria-label=${words.close} onClick=${() => send({ do: "close" })}><${Icon} name="close" /></button>`}`
      : dock &&
        html`<${Pair} kind=${dock.tile} /><div class="grow"><div class="small muted">${dock.sub}</div><div class="strong">${dock.words}</div></div><span class=${`worth p${dock.player}`}>${dock.worth}</span>`;
  return html`<section class="dock" aria-live="polite">${chosen ? html`<${Chosen} tile=${chosen} partners=${partners} meant=${meant} mean=${mean} take=${take} may=${may} words=${dock.chosen} />` : said}</section>`;
}

/**
 * What another player asks, or was asked, with the pairs it is about: beside the board or over the dock, `under` what that needs.
 * @param {{request: V.RequestShown, under: boolean, send: Send}} what
 */
export const Request = ({ request, under, send }) =>
  html`<div class=${`asked ${under ? "under" : ""}`}><section class="ask" role="alert">
    <div class="row">${(request.pairs ?? []).map((kind, i) => html`<${Pair} key=${i} kind=${kind} />`)}<p class="grow strong">${request.words}</p></div>
    <div class="row"><${Button} button=${request.no} send=${send} />${request.yes && html`<${Button} button=${request.yes} send=${send} />`}</div>
  </section></div>`;

/**
 * A part that scrolls; a Tab stop only where nothing in it is one.
 * @param {{title: string, kind?: string, children?: unknown}} what
 */
export function Scrolled({ title, kind = "", children }) {
  const part = useRef(/** @type {HTMLElement | null} */ (null));
  const [isStop, setStop] = useState(false);
  useLayoutEffect(() => setStop(!part.current?.querySelector("button:enabled, input, select, textarea")));
  const stop = isStop && { tabindex: 0, role: "region", "aria-label": title };
  return html`<div class=${`page ${kind}`} ref=${part} ...${stop}>${children}</div>`;
}

/** What the players wrote to each other, and a line to write more; the newest is in view. @param {{talk: V.CardView, send: Send}} what */
export function Talk({ talk, send }) {
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (panel.current) panel.current.scrollTop = panel.current.scrollHeight;
  });
  const isWritten = (/** @type {V.Block} */ block) => block.block === "message" || block.block === "paragraph";
  const [written, rest] = [true, false].map((is) => (talk.page ?? []).filter((block) => isWritten(block) === is));
  return html`<section class="panel talk"><div class="written" ref=${panel} tabindex="0"><${Page} page=${written} send=${send} /></div><${Page} page=${rest} send=${send} /></section>`;
}

/** A sentence with its tiles in it, said by somebody. @param {{dock: V.Dock}} what */
const Speech = ({ dock }) =>
  html`<section class="speak" aria-live="polite">
    <div class="row"><${Who} name=${dock.face} player=${dock.player} initial=${dock.initial} /><p class="grow"><${Say} words=${dock.words} lit /></p></div>
  </section>`;

/**
 * The pairs that can be taken, the one that is `chosen` marked, or the lines of Analyse.
 * @param {{pairs: V.PairShown[], title: string, send: Send, chosen?: string}} what
 */
export const Pairs = ({ pairs, title, send, chosen }) =>
  html`<section class="panel pairs">
    <h2 class="h3">${title}<span class="end muted">${pairs.length}</span></h2>
    <div class="list">
      ${pairs.map(
        (pair) => html`<button key=${pair.move} data-move=${pair.move} data-lower=${pair.price?.lower} data-upper=${pair.price?.upper} class=${pair.move === chosen ? "on" : ""} onClick=${() => send(pair.do)} title=${pair.words} aria-label=${pair.places && `${pair.words} ${pair.cells}, ${pair.worth}`} ...${lighting(pair.move)}>
          <${Pair} kind=${pair.kind} />${pair.price ? html`<span class="cells">${pair.cells}</span>` : pair.words}
          ${pair.places && html`<${Places} places=${pair.places} />`}
          <span class="play" aria-hidden="true">${(pair.play ?? []).map((step, i) => html`<span key=${i}><${Sign} player=${step.player} /> <${Pair} kind=${step.kind} /></span>`)}</span>
          ${pair.price ? html`<span class=${`cost ${pair.price.proven && pair.price.cost != null ? `c${pair.price.cost}` : "open"}`}>${pair.price.words}</span>` : html`<b class="gold end">${pair.worth}</b>`}
        </button>`,
      )}
    </div>
  </section>`;

/** The moves of the game in two columns, below who made them. Cells are named only beside a board with letters; the one that is shown is in view. @param {{moves: V.MoveShown[], title: string, plot?: V.Plot, send: Send, named?: boolean, seats?: V.SeatShown[]}} what */
export function Moves({ moves, title, plot, send, named, seats = [] }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const at = moves.findIndex((move) => move.on);
  useLayoutEffect(() => list.current?.querySelector(".on")?.scrollIntoView({ block: "nearest" }), [at]);
  return html`<section class="panel moves">
    <h2 class="h3">${title}</h2>${plot && html`<${Plot} plot=${plot} />`}
    <div class="moveslist" ref=${list}>
      ${seats.length > 1 && html`<i />${seats.toSorted((a, b) => a.player - b.player).map((seat) => html`<span key=${seat.player} class="small"><${Sign} player=${seat.player} /> ${seat.name}</span>`)}`}
      ${moves.map(
        (move, i) => html`${(move.player === 1 || i === 0) && html`<span class="muted small">${move.number}</span>${move.player === 2 && html`<span />`}`}
          <button key=${i} class=${move.on ? "on" : ""} onClick=${() => move.do && send(move.do)} aria-label=${`${move.number} ${move.cells} ${move.price?.words ?? ""}`}>
            <${Pair} kind=${move.kind} />${named && html`<span>${move.cells}</span>`}${move.price && html`<span class=${`cost ${move.price.cost == null ? "open" : `c${move.price.cost}`}`}>${move.price.words}</span>`}
          </button>`,
      )}
    </div>
  </section>`;
}

/** One sign a pair, higher where it cost more; many are one strip, of which the nearest is meant. @param {{signs: Partial<V.SignShown>[], send?: Send}} what */
export function Signs({ signs, send }) {
  const go = (/** @type {Partial<V.SignShown> | undefined} */ sign) => sign?.do && send?.(sign.do);
  const kind = (/** @type {Partial<V.SignShown>} */ sign) => `${sign.cost == null ? "none" : `c${sign.cost}`} ${sign.on ? "at" : ""}`;
  if (signs.length <= NUMBERED || !signs.some((sign) => sign.do))
    return html`<div class=${`spark ${signs.length <= NUMBERED ? "squares" : ""}`}>
      ${signs.map((sign, i) => html`<button key=${i} class=${kind(sign)} aria-label=${sign.says} disabled=${!sign.do} onClick=${() => go(sign)}><i>${sign.points || null}</i></button>`)}
    </div>`;
  const at = signs.findIndex((sign) => sign.on);
  const press = (/** @type {MouseEvent & {currentTarget: HTMLElement}} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    go(signs[Math.min(signs.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * signs.length)))]);
  };
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    go(signs[Math.max(0, at + by)]);
  };
  return html`<div class="spark strip" role="slider" tabindex="0" aria-label=${signs[at]?.says ?? signs[0].says} aria-valuemin="1" aria-valuemax=${signs.length} aria-valuenow=${at + 1} aria-valuetext=${signs[at]?.says} onClick=${press} onKeyDown=${step}>
    ${signs.map((sign, i) => html`<span key=${i} class=${kind(sign)}><i /></span>`)}
  </div>`;
}
const NUMBERED = 14; // signs that have room for their points, and for a finger

/** The bar of a screen: back, title, a note, and what the view puts at its end. @param {{view: Partial<Shown>, send: Send}} what */
export const Bar = ({ view, send }) =>
  html`<header class="bar">
    ${(view.depth ?? 0) > (isRoot(view) ? 1 : 0) && html`<button class="tap" aria-label=${view.words?.back} onClick=${() => send({ do: "back" })}><${Icon} name="chevron-left" /></button>`}
    ${view.shape === "start" && HEADS.map((kind) => html`<${Tile} key=${kind} kind=${kind} />`)}${view.title && html`<h1>${view.sections ? view.tabs?.find((tab) => tab.on)?.words : view.title}</h1>`}${view.note && html`<span class=${`note small ${view.is_sure ? "good" : "muted"}`}>${view.is_sure && html`<${Icon} name="check" />`} ${view.note}</span>`}
    ${view.run && html`<${Run} run=${view.run} />`}
    ${view.sections && html`<div class="seg">${view.sections.map((part) => html`<button key=${part.words} class=${part.on ? "on" : ""} aria-current=${part.on ? "page" : undefined} onClick=${() => send(part.do)}>${part.words}</button>`)}</div>`}
  </header>`;

/** Whether a place begins with a screen, or it is one of its parts. @param {Partial<Shown>} view */
const isRoot = ({ screen, tabs, sections }) => sections || tabs?.some((tab) => tab.on && tab.do.name === screen);

const HEADS = ["1s", "5p", "8m"];

/** A run of exercises as bars: what was done in its colour, what is in hand in gold. @param {{run: V.Run}} what */
const Run = ({ run }) =>
  html`<div class="run small muted"><span class="bars" ...${run.said ? { role: "img", "aria-label": run.said } : { "aria-hidden": "true" }}>${Array.from({ length: run.count }, (_, i) => html`<i key=${i} class=${i < run.inks.length ? `ink-${run.inks[i]}` : i === run.inks.length ? "now" : ""} />`)}</span>${run.note}</div>`;

/** @typedef {{target: HTMLInputElement}} Typed */

/** The wins against somebody as dots, two at most. @param {{of: V.Choice}} what */
const Wins = ({ of }) => of.wins != null && html`<span class="wins" ...${of.mark && !of.next ? { role: "img", "aria-label": of.mark } : { "aria-hidden": "true" }}>${[0, 1].map((n) => html`<i key=${n} class=${n < (of.wins ?? 0) ? "won" : ""} />`)}</span>`;

/** What makes buttons one stop of Tab, of which arrow keys choose one. @param {string | undefined} words */
const radios = (words) => ({
  role: "radiogroup",
  "aria-label": words,
  onKeyDown: (/** @type {KeyboardEvent & {target: HTMLElement, currentTarget: HTMLElement}} */ event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by) return;
    const all = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll("[role=radio]")]);
    const next = all.at((all.indexOf(event.target) + by) % all.length);
    next?.focus();
    next?.click();
    event.preventDefault();
  },
});

/** One of them; without a chosen one the first is the stop. @param {V.Choice} one @param {number} i @param {V.Field} field */
const radio = (one, i, { choices = [], value }) => {
  const isOn = one.value === value;
  return { role: "radio", "aria-checked": isOn, tabindex: isOn || (!i && !choices.some((other) => other.value === value)) ? 0 : -1 };
};

/** A field of a form; a change is sent when it is left, unless others follow it; what is typed till then stays here. @param {{field: V.Field, send: Send}} what */
export function Field({ field, send }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const choices = field.choices ?? [];
  const set = (/** @type {string | boolean} */ value) => send({ do: "set", name: field.name, value });
  const change = (/** @type {Typed} */ event) => {
    if (!field.followed) set(event.target.value);
    setDraft(null);
  };
  const typed = (/** @type {Typed} */ event) => {
    setDraft(event.target.value);
    if (field.followed) set(event.target.value);
  };
  const text = { onChange: change, onInput: typed, value: draft ?? field.value ?? "", id: field.name, autocomplete: "off", placeholder: field.hint };
  if (field.kind === "switch")
    return html`<label class="switch"><span>${field.words}<br /><small class="muted">${field.note}</small></span><input type="checkbox" checked=${field.value} onChange=${(/** @type {Typed} */ event) => set(event.target.checked)} /></label>`;
  if (field.kind === "people")
    return html`<div class="well people" ...${radios(field.words)}>
      ${choices.map(
        (one, i) => html`<button key=${one.value} class=${`person ${one.value === field.value ? "on" : ""} ${one.face ? "" : "friend"}`} ...${radio(one, i, field)} onClick=${() => set(one.value)}>
          ${one.face ? html`<${Who} name=${one.face} />` : html`<${Icon} name=${one.icon ?? "people"} />`}
          <span class="grow"><span class="nm">${one.words}</span><span class="tag">${one.tag}</span><span class="says muted small">${one.note}</span></span>
          ${(one.next || (one.done && one.wins == null)) && html`<span class=${`mark small strong ${one.next ? "gold" : "good"}`}>${one.mark}</span>`}<${Wins} of=${one} />
        </button>`,
      )}
    </div>`;
  if (field.kind === "choice" && choices.length <= 3)
    return html`<div class="field"><span class="small muted">${field.words}</span>
      <div class="seg" ...${radios(field.words)}>
        ${choices.map((one, i) => html`<button key=${one.value} ...${radio(one, i, field)} class=${one.value === field.value ? "on" : ""} onClick=${() => set(one.value)}>${one.words}<small>${one.note}</small></button>`)}
      </div><small class="muted">${field.note}</small></div>`;
  if (["choice", "list", "menu"].includes(field.kind ?? ""))
    return html`<label class="field"><span class="small muted">${field.words}</span>
      <select ...${text}>${choices.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === field.value}>${one.words}</option>`)}</select><small class="muted">${field.note}</small></label>`;
  return html`<label class="field"><span class="small muted">${field.words}</span>
    ${field.kind === "area" ? html`<textarea ...${text} spellcheck=${false} />` : html`<input ...${text} type=${field.kind === "number" ? "number" : "text"} />`}${field.send && html`<button class=${`btn ${field.kind === "paste" ? "main" : ""}`}>${field.send}</button>`}<small class="muted">${field.note}</small></label>`;
}

// --- The program's blocks, as `battle.page.blocks` names them. ------------------------------------

/** A row, pressed where its block leads somewhere. @param {{do?: V.Act}} block @param {Send} send @param {unknown} inside */
const leads = (block, send, inside, kind = "") => (block.do ? html`<button class=${`row ${kind}`} onClick=${() => block.do && send(block.do)}>${inside}</button>` : html`<div class=${`row ${kind}`}>${inside}</div>`);

/** What the sign of a cost means. @param {V.Signs} block @param {number | null} cost */
const meaning = (block, cost) => block.legend.find(([one]) => one === cost)?.[1];

/** @typedef {{[name in V.Block["block"]]?: (what: {block: Extract<V.Block, {block: name}>, send: Send}) => unknown}} Parts */
/** @type {Parts & Record<string, (what: any) => unknown>} */
const BLOCKS = {
  space: ({ block }) => (block.rules ? html`<hr class="rule" />` : null),
  title: ({ block, send }) => leads(block, send, html`${block.player && html`<${Sign} player=${block.player} />`}<h2 class=${`${block.large ? "" : "h3"} grow ink-${block.ink}`}>${block.words}</h2><small class="muted">${block.note}</small>`),
  paragraph: ({ block, send }) => leads(block, send, html`${block.icon && html`<span class=${`ink-${block.icon_ink}`}><${Icon} name=${block.icon} /></span>`}<p role=${block.icon === "clock" ? "status" : undefined} class=${`ink-${block.ink} ${block.role === "small" ? "small" : ""} ${block.role === "strong" ? "strong" : ""}`}><${Say} words=${block.words} /></p>`),
  chips: ({ block }) => html`<div class="chips">${block.words.map((words) => html`<span key=${words}>${words}</span>`)}</div>`,
  message: ({ block }) => html`<div class=${`message ${block.mine ? "mine" : ""}`}><small class="muted">${block.note}</small><p>${block.words}</p></div>`,
  sum: ({ block }) => html`<div class=${`sum ${block.result ? "result" : ""}`}>${block.player && html`<${Sign} player=${block.player} />`}<span>${block.words}</span><span>${block.number}</span></div>`,
  move_line: ({ block, send }) => leads(block, send, html`<span class="muted small">${block.number}</span><${Pair} kind=${block.kind} /><span class="grow">${block.cells}</span><b>${block.cost}</b>`),
  pair_line: ({ block, send }) => leads(block, send, html`${block.player && html`<${Sign} player=${block.player} />`}<${Pair} kind=${block.kind} /><span class="grow">${block.cells}</span>${block.worth > 0 && html`<b>+${block.worth}</b>`}`),
  run: ({ block }) => html`<${Run} run=${block} />`,
  progress: ({ block }) => html`<label class="field"><span class="small muted">${block.words}</span><progress value=${block.share} /></label>`,
  table: ({ block }) => html`<table class="figures"><thead><tr>${block.header.map((cell, i) => html`<th class=${block.numeric?.includes(i) ? "n" : ""}>${cell}</th>`)}</tr></thead>
    <tbody>${block.rows.map((cells) => html`<tr>${cells.map((cell, i) => html`<td class=${block.numeric?.includes(i) ? "n" : ""}>${cell}</td>`)}</tr>`)}</tbody></table>`,
  picture: ({ block, send }) => html`<div class="moment" onClick=${block.do && (() => block.do && send(block.do))}><${Board} board=${block.board} words=${block.said} /></div>`,
  score: ({ block }) => html`<div class=${`sum p${block.player}`}><${Sign} player=${block.player} /><span>${block.name}</span><span>${block.points}</span></div>`,
  signs: ({ block }) => html`<div><${Signs} signs=${block.marks.map((cost) => ({ cost, says: meaning(block, cost) }))} />
    <p class="legend small muted">${block.legend.map(([cost, words]) => html`<span key=${words} class="spark"><button class=${cost == null ? "none" : `c${cost}`} disabled aria-hidden="true"><i /></button>${words}</span>`)}</p></div>`,
  given_away: ({ block, send }) => html`<section class=${`card given ${block.waits ? "waits" : ""}`} aria-busy=${!!block.waits}>
      <div><h2 class="h3">${block.words}</h2>${block.signs && html`<${Signs} signs=${block.signs} send=${send} />`}</div>
      <div class="costliest"><div><h2 class="h3">${block.moment}</h2>${block.kind && html`<${Pair} kind=${block.kind} />`}<p class="small muted"><${Say} words=${block.sub} /></p>${block.show && html`<${Button} button=${block.show} send=${send} wide=${false} />`}</div>
        ${block.board && html`<${Board} board=${block.board} />`}</div>
    </section>`,
  portrait: ({ block }) => html`<div class="row portrait"><${Who} name=${block.face} /><div><h2>${block.name}</h2><p class="muted">${block.note}</p></div></div>`,
  day_score: ({ block }) => html`<div class=${`dayscore ${block.number ? "" : "waits"}`} role="status"><b>${block.number}</b><p class="grow strong">${block.words}${!block.scores && html`<small class="muted">${block.won}</small>`}</p>
      ${block.scores && html`<div><${Versus} seats=${block.scores.map((one) => ({ ...one, score: one.points, won: one.is_winner }))} /><p class="muted">${block.won}</p></div>`}</div>`,
  poster: ({ block, send }) => html`<${Poster} block=${block} send=${send} />`,
  row: ({ block, send }) => html`<div class="row"><${Page} page=${block.blocks} send=${send} /></div>`,
  figure: ({ block }) => html`<div class="grow"><p class="small muted">${block.title}</p><h2>${block.number}</h2><p class="small muted">${block.note}</p></div>`,
  bars: ({ block }) => html`<${Bars} block=${block} />`,
  code: ({ block }) => html`<pre class="code">${block.text}</pre>`,
  copyable: ({ block, send }) => html`<pre class="code">${block.text}</pre><${Button} button=${block.copy} send=${send} />`,
  squares: ({ block }) => html`<svg class="scan" role="img" aria-label=${block.words} viewBox=${`-4 -4.5 ${block.side + 8} ${block.side + 8}`}><path d=${block.path} /></svg>`,
  plot: ({ block }) => html`<${Plot} plot=${block} />`,
  card: ({ block, send }) => {
    const ends = block.blocks.flatMap((part) => (part.block === "button" && part.end ? [part] : []));
    const head = block.words && html`<h2 class="h3">${block.icon && html`<span class="gold"><${Icon} name=${block.icon} /></span>`}${block.words}<small>${block.note}</small></h2>`;
    return html`<section class="card">${ends.length ? html`<header class="row">${head}${ends.map((button) => html`<${Button} key=${button.words} button=${button} send=${send} wide=${false} />`)}</header>` : head}<${Page} page=${block.blocks.filter((part) => part.block !== "button" || !part.end)} send=${send} /></section>`;
  },
  button: ({ block, send }) => html`<${Button} button=${block} send=${send} kind=${`btn ${block.main ? "main" : ""} ${block.note ? "noted" : ""}`} />`,
  glance: ({ block }) => html`<div class="row glance"><${Board} board=${block.board.board} kind="preview" /><div><p class="small muted">${block.over}</p><div class="row">${(block.face || block.initial) && html`<${Who} name=${block.face} initial=${block.initial} player=${block.initial ? 2 : undefined} />`}<h2 class="h3">${block.name}</h2></div><p>${block.words}</p></div></div>`,
  duel: ({ block }) => {
    const [first, second] = block.scores.map((score) => html`<div key=${score.player} class="sits"><${Who} name=${score.face} player=${score.player} /><span>${score.name}</span><b>${score.points}</b></div>`);
    return html`<div class="duel">${first}<${Board} board=${block.board.board} kind="preview" />${second}</div>`;
  },
  week: ({ block }) => html`<div class="days">${block.days.map((day) => html`<span key=${day.words} class=${`${day.done ? "" : "no"} ${day.now ? "now" : ""}`}><i class=${day.cost == null ? "" : `c${day.cost}`}>${day.figure || (day.done && html`<${Icon} name="check" />`)}</i>${day.words}</span>`)}</div>`,
  ladder: ({ block, send }) => html`<div class="ladder">${block.people.map((one) => html`<button key=${one.words} class=${one.next ? "next" : one.done ? "" : "far"} onClick=${() => send({ do: block.choose, level: one.value })} aria-label=${`${one.words}, ${one.tag}`}><span class="who"><img class="face" src=${`faces/${one.face}.svg`} alt="" /></span>${one.words}<${Wins} of=${one} /></button>`)}</div>`,
  calendar: ({ block, send }) => html`<section class="calendar"><header><button class="tap" aria-label="‹" onClick=${() => send(block.before)}><${Icon} name="chevron-left" /></button><h2 class="h3">${block.title}</h2><button class="tap" aria-label="›" disabled=${!block.after} onClick=${() => block.after && send(block.after)}><${Icon} name="chevron-right" /></button></header>
    ${block.weekdays.map((name) => html`<small class="muted" key=${name}>${name}</small>`)}
    ${block.weeks.flat().map((day, i) => (day ? html`<button key=${i} class=${`${day.cost == null ? "" : `c${day.cost}`} ${day.in_run ? "run" : ""} ${day.on ? "on" : ""}`} disabled=${!day.do} aria-pressed=${day.on} onClick=${() => day.do && send(day.do)}><small>${day.figure ? day.number : ""}</small><b>${day.figure || day.number}</b></button>` : html`<i key=${i} />`))}
  </section>`,
  field: ({ block, send }) => html`<${Field} field=${block} send=${send} />`,
  palette: ({ block, send }) => html`<div class="palette">${block.kinds.map((one) => html`<button key=${one.kind} class=${one.left ? "" : "gone"} aria-label=${`${one.words}, ${one.left}`} aria-pressed=${!!one.on} onClick=${() => send({ do: "choose", kind: one.kind })}><${Tile} kind=${one.kind} /><small>${one.left}</small></button>`)}</div>`,
};

/** A page of blocks, one below the other. @param {{page: readonly V.Block[], send: Send}} what */
export const Page = ({ page, send }) =>
  page.map((block, i) => {
    const Part = BLOCKS[block.block];
    return Part ? html`<${Part} key=${i} block=${block} send=${send} />` : null;
  });

const [FEW, MOST] = [14, 34]; // bars that have room for their labels; for their figures, on a desktop

/** Bars below one another, or side by side with a line over them; of many the first and the last are labelled. @param {{block: V.Bars}} what */
function Bars({ block }) {
  const [bars, most] = [block.bars, Math.max(1, block.level ?? 0, ...block.bars.map((bar) => bar.number))];
  const head = html`<h2 class="h3">${block.title}<small>${block.filled && html`<i class="filled" />`}${block.filled}</small></h2>`;
  if (block.lying) return html`<section class="card">${head}${bars.map((bar) => html`<div class="sum"><span>${bar.label}</span><i class="lies" style=${{ "--of": bar.part / most }} /><span>${bar.words || bar.number}</span></div>`)}</section>`;
  const isNamed = (/** @type {number} */ i) => bars.length <= FEW || i === 0 || i === bars.length - 1;
  const at = (/** @type {number} */ value) => (100 * (1 - value / most)).toFixed(1);
  const line = (block.line ?? []).map((value, i) => `${((100 * (i + 0.5)) / bars.length).toFixed(1)},${at(value)}`).join(" ");
  return html`<section class="card">${head}
    <div class=${`chart ${bars.length > FEW ? "many" : ""}`} role="img" aria-label=${bars.map((bar) => `${bar.label}: ${bar.number}`).join(", ")}>
      ${bars.map((bar, i) => html`<span key=${i} class=${bar.stands_out ? "now" : ""} title=${`${bar.label}: ${bar.number}`}><b>${bars.length <= MOST && bar.number > 0 && bar.number}</b><i style=${{ "--of": bar.number / most, "--part": bar.part / Math.max(1, bar.number) }} /><small>${isNamed(i) && bar.label}</small></span>`)}
      ${line && html`<svg viewBox="0 0 100 100" preserveAspectRatio="none">${block.level != null && html`<line class="level" x1="0" x2="100" y1=${at(block.level)} y2=${at(block.level)} />`}<polyline points=${line} /></svg>`}
    </div></section>`;
}

/** Curves over the plies of a game, with its dots; what is ahead has its player's colour. @param {{plot: V.Plot}} what */
function Plot({ plot }) {
  const [width, height, last] = [600, 180, Math.max(1, ...plot.curves.map((curve) => curve.first + curve.values.length - 1))];
  const x = (/** @type {number} */ ply) => 8 + (ply / last) * (width - 16);
  const y = (/** @type {number} */ value) => height - 14 - ((value - plot.low) / Math.max(1, plot.high - plot.low)) * (height - 28);
  const points = (/** @type {V.Curve} */ curve) => curve.values.flatMap((value, i) => (value == null ? [] : [`${x(curve.first + i).toFixed(1)},${y(value).toFixed(1)}`])).join(" ");
  const base = (100 * y(0)) / height;
  const sides = /** @type {[V.Plot["up"], number][]} */ (plot.signed ? [[plot.up, plot.high], [3 - plot.up, -plot.low]] : []);
  const under = (/** @type {V.Curve} */ curve) => `${x(curve.first)},${y(0)} ${points(curve)} ${x(curve.first + curve.values.length - 1)},${y(0)}`;
  return html`<figure><figcaption class="small muted">${plot.title}</figcaption>
    ${sides.map(([player, most], i) => most > 0 && html`<span key=${i} class=${`side small muted ${i ? "low" : ""}`}><${Sign} player=${player} />+${most}</span>`)}
    <svg class="plot" viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label=${plot.title}>
      ${plot.signed && html`<defs><linearGradient id="ahead" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2=${height}>${sides.map(([player], i) => html`<stop key=${i} offset=${`${base}%`} class=${`p${player}`} style=${{ stopColor: "var(--p)" }} />`)}</linearGradient></defs>${plot.curves.map((curve, i) => html`<polygon key=${i} class="ahead" points=${under(curve)} fill="url(#ahead)" />`)}`}
      ${plot.signed && html`<line x1="0" x2=${width} y1=${y(0)} y2=${y(0)} stroke="var(--edge)" />`}
      ${plot.curves.map((curve) => html`<polyline class=${`${curve.proven.every(Boolean) ? "" : "dashed"} p${curve.player ?? ""}`} points=${points(curve)} style=${curve.player ? { stroke: "var(--p)" } : undefined} />`)}
      ${(plot.dots ?? []).map((dot) => html`<circle cx=${x(dot.place)} cy=${y(dot.value)} r="4" class=${`p${dot.player}`} fill="var(--p)" />`)}
      ${plot.cut != null && html`<line x1=${x(plot.cut)} x2=${x(plot.cut)} y1="0" y2=${height} stroke="var(--gold)" stroke-width="2" />`}
    </svg></figure>`;
}

/**
 * A card over everything; what is beside it, its cross and Escape close it.
 * @param {{sheet: {title?: string, main?: Pressed, buttons?: Pressed[]} & Partial<V.CardView>, close: () => void, send: (what: any) => void, words: Partial<V.PageWords>, children?: unknown}} what
 */
export function Sheet({ sheet, close, send, words, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const all = /** @type {Pressed[]} */ ([sheet.main, ...(sheet.buttons ?? [])].filter(Boolean));
  const yellow = sheet.buttons?.find((button) => button.main) ?? sheet.main; // of a question what changes nothing
  const rest = all.filter((button) => button !== yellow);
  return html`<dialog class="sheet" ref=${dialog} aria-label=${sheet.title} onClick=${(/** @type {Event} */ event) => event.target === event.currentTarget && close()} onCancel=${(/** @type {Event} */ event) => (event.preventDefault(), close())}>
      <header><h2>${sheet.title}</h2><button class="tap" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></header>
      ${children}
      ${(sheet.fields ?? []).map((field) => html`<${Field} key=${field.name} field=${field} send=${send} />`)}<${Page} page=${sheet.page ?? []} send=${send} />
      ${yellow && html`<${Button} button=${yellow} send=${send} kind="btn main" />`}
      ${rest.length > 0 && html`<div class="ways">${rest.map((button) => html`<${Button} key=${button.words} button=${button} send=${send} />`)}</div>`}
  </dialog>`;
}

/** Both scores. @param {{seats: Pick<V.SeatShown, "player" | "name" | "face" | "initial" | "score" | "won" | "says">[]}} what */
export const Versus = ({ seats }) =>
  html`<div class="versus">${seats.map((seat) => html`<div key=${seat.player} class=${seat.won ? "won" : ""}><${Said} words=${seat.says}><${Who} name=${seat.face} player=${seat.player} initial=${seat.initial} /><span class="name">${seat.name}</span><b>${seat.score}</b></${Said}></div>`)}</div>`;

const FANNED = 7; // pairs behind the winner's face

/** The winner's face before what was taken; after a loss both faces, the winner's larger. @param {{seats: V.SeatShown[]}} what */
export function Feast({ seats }) {
  const winner = seats.find((seat) => seat.won);
  const isWon = winner && (winner.is_you || !seats.some((seat) => seat.is_you));
  const fan = isWon ? [...(winner.taken ?? [])].sort((a, b) => Number(b[0]) - Number(a[0])).slice(0, FANNED) : [];
  return html`<div class=${`feast ${isWon ? "won" : ""}`} aria-hidden="true">
    ${fan.map((kind, i) => html`<span key=${i} class="fan" style=${{ "--turn": i - (fan.length - 1) / 2, "--at": i }}><${Tile} kind=${kind} /></span>`)}
    ${(isWon ? [winner] : seats).map((seat) => html`<span key=${seat.player} class=${`${seat.won ? "winner" : "rests"} p${seat.player}`}><${Who} name=${seat.face} initial=${seat.initial} /></span>`)}
  </div>`;
}

export { Actions, Button };
