// The page: one screen of a view at a time, and what is only chosen here: a tile, an open list.
//
//   program worker ──view──► this page ──act──► program worker
//
// The last view is kept in the tab, so that a reload shows it before the program is there; a new
// visit shows the last one of the first screen, a link the board that it leads to. What is pressed
// there waits in `ahead` for the program.

import { Ahead, boardAhead, dayOf, ledTo, today } from "./ahead.js";
import { Board } from "./board.js";
import { Sign, html, render, useEffect, useLayoutEffect, useRef, useState } from "./dom.js";
import { Actions, Bar, Button, Dock, Feast, Field, Moves, Page, Pairs, Race, Request, Said, Scrolled, Seat, Sheet, Signs, Talk, Versus } from "./parts.js";
import { program } from "./link.js";
import { Landing, firstView, handedView, isHanded, isInvitation } from "./invite.js";
import { OURS } from "./start.js";
import { entry, trail } from "./trail.js";

/** @import * as V from "./view.d.ts" */
/** @import { Pressed, Send, Shown } from "./dom.js" */

const root = /** @type {HTMLElement} */ (document.getElementById("root"));
const KEPT = `${OURS} view`;
const TABLE = `${OURS} table`; // the last one of a game that goes on here
const BESIDE = matchMedia("(min-width: 1100px) and (min-height: 481px)"); // there is room for what was written
const STEP = 420; // milliseconds of one tile of an answer that is played

/** A view that was kept, null if none was. @param {"sessionStorage" | "localStorage"} where @param {string} name @returns {Shown | null} */
const keptIn = (where, name) => {
  try {
    return JSON.parse(self[where].getItem(name) ?? "null");
  } catch {
    return null;
  }
};
const kept = () => {
  const view = keptIn(entry() ? "sessionStorage" : "localStorage", KEPT);
  return view && today(view);
};
/** Keep a view for a reload, the first screen's for a new visit, too. @param {Shown} view */
const keep = (view, isSeen = true) => {
  try {
    localStorage.setItem(`${OURS} theme`, view.theme ?? ""); // read by theme.js
    if (view.secret) return sessionStorage.removeItem(KEPT);
    const text = JSON.stringify({ ...view, day: dayOf(new Date()), sheet: undefined, notice: undefined, frames: undefined });
    if (isSeen) sessionStorage.setItem(KEPT, text);
    if (!view.depth) localStorage.setItem(KEPT, text);
    if (view.screen === "table") localStorage.setItem(TABLE, text);
  } catch {
    // storage refused or full: the next start shows the bare page first
  }
};

/**
 * What is chosen on the board, while a pair is to be taken by another too, and the words for what was touched in vain.
 * It stays as long as it can be taken; a pair that `isSent` is held until the program answers.
 * @param {Shown} view @param {Send} send @param {() => void} endFrames
 */
function useChoice(view, send, endFrames) {
  /** @type {{cell: string, meant: string, isSent: boolean, vain: string, shaken: string, lit: string[]}} no cell is empty */
  const none = { cell: "", meant: "", isSent: false, vain: "", shaken: "", lit: [] };
  const [choice, setChoice] = useState(none);
  const tiles = new Map((view.board?.tiles ?? []).map((tile) => [tile.cell, tile]));
  const touched = (/** @type {string} */ cell, meant = "", isSent = false) => {
    const tile = tiles.get(cell);
    if (!tile) return none;
    if (!tile.free || !tile.pairs?.length) return { ...none, vain: tile.says ?? "", shaken: cell, lit: tile.blockers ?? [] };
    return { ...none, cell, isSent, meant: tile.pairs.includes(meant) ? meant : tile.pairs[0] };
  };
  // Both before the next touch. What a touch in vain has hurried on may have changed the tile.
  useLayoutEffect(() => setChoice(touched(choice.cell || (view.shape === "task" ? choice.shaken : ""), choice.meant, choice.isSent && !view.live)), [view.position, view.live]);
  useLayoutEffect(() => setChoice(none), [view.shape]);
  const chosen = choice.isSent ? undefined : tiles.get(choice.cell);
  const take = (/** @type {string} */ cell) => {
    setChoice({ ...choice, meant: cell, isSent: !!view.live });
    if (view.live) send({ do: "take", move: [choice.cell, cell].sort().join("") });
  };
  const choose = (/** @type {string | null} */ cell) => {
    if (view.shape === "editor") return cell && send({ do: "touch", cell });
    endFrames();
    if (!view.live && view.shape !== "table" && !isKept) send({ do: "hurry" });
    if (!cell || cell === choice.cell || (choice.isSent && cell === choice.meant)) return setChoice(none);
    return chosen?.pairs?.includes(cell) ? take(cell) : setChoice(touched(cell));
  };
  const partners = (chosen?.pairs ?? []).map((cell) => tiles.get(cell));
  const pair = [choice.cell, choice.meant].sort().join("");
  const list = (/** @type {V.Act} */ what) => {
    const move = String(what.move);
    if (move === pair) return take(choice.meant);
    setChoice({ ...none, cell: move.slice(0, 2), meant: move.slice(2) });
  };
  const isOpen = view.live || view.state === "thinking" || (view.shape === "table" ? view.pairs : view.state === "ready"); // not who watches
  return { ...choice, chosen, partners, choose: isOpen ? choose : undefined, may: !!view.live, list, pair, take: () => take(choice.meant), mean: (/** @type {string} */ cell) => (cell === choice.meant ? take(cell) : setChoice({ ...choice, meant: cell })), none: () => setChoice(none) };
}

/** The board to show now: those of an answer one after the other, of which the last stays; else the view's own; and what ends them. @param {Shown} view @returns {[V.BoardShown | undefined, () => void]} */
function useFrames(view) {
  const [place, setPlace] = useState(0);
  const frames = view.frames ?? [];
  useEffect(() => {
    setPlace(matchMedia("(prefers-reduced-motion: reduce)").matches ? Math.max(0, frames.length - 1) : 0);
  }, [view.once]);
  useEffect(() => {
    if (place >= frames.length - 1) return undefined;
    const timer = setTimeout(() => setPlace(place + 1), frames[place].is_pair ? 2 * STEP : STEP);
    return () => clearTimeout(timer);
  }, [place, view.once, frames.length]);
  return [frames[place] ?? view.board, () => setPlace(frames.length)];
}

/** One screen of a view. @param {{view: Shown, send: Send}} what */
function Screen({ view, send }) {
  /** @type {Partial<V.PageWords>} */
  const words = view.words ?? {};
  const [list, setList] = useState("");
  const [isListed, setListed] = useState(false);
  const [board, endFrames] = useFrames(view);
  const choice = useChoice(view, send, endFrames);
  const act = (/** @type {V.Act} */ what) => {
    if (what.do === "talk" && view.talk) return setList("talk");
    if (what.do !== "set") setList("");
    choice.none();
    send(what);
  };
  const listed = (/** @type {V.Act} */ what) => {
    setList("");
    choice.list(what);
  };
  useEffect(() => {
    setList("");
    document.querySelector(".screen")?.scrollTo(0, 0); // where a screen scrolls as a whole
  }, [view.screen]);
  useEffect(() => {
    if (view.request) setList((/** @type {string} */ one) => (one === "talk" ? "" : one)); // what is asked lies under it
  }, [view.request?.words]);
  const told = useNotice(view.notice);

  const seats = view.seats ?? [];
  const own = seats.find((seat) => seat.player === view.below) ?? seats[1];
  const other = seats.find((seat) => seat !== own);
  const isTable = view.shape === "table";
  /** @type {(Pressed & {here: string} | undefined | false)[]} */
  const local = [
    isTable && { words: words.pairs ?? "", icon: "list", here: "pairs", more: "opens", key: "l", off: !view.pairs },
    isTable && { words: words.moves ?? "", icon: "rules", here: "moves", more: "opens", off: !view.moves },
    view.more && { words: words.more ?? "", icon: "menu", here: "more" },
  ];
  /** @type {Pressed[]} */
  const all = [...(view.actions ?? []), ...local.flatMap((one) => (one ? [{ ...one, do: one }] : []))];
  const isFew = hasLargeLetters() && view.more && all.length > 3; // two actions and "More" have room
  const rest = isFew ? [all[0], ...all.slice(3, -1)] : [];
  const sides = (view.sides ?? []).map((side, right) => {
    const here = { ...(right ? { words: words.more ?? "", icon: "menu", here: "more" } : { words: words.pairs ?? "", icon: "list", here: "listed", on: isListed }) };
    return [...side, { ...here, do: here }];
  });
  const follow = (/** @type {V.Act & {here?: string}} */ what) => {
    if (what.here === "listed") setListed(!isListed);
    else if (what.here === "pairs" && BESIDE.matches) setListed(!isListed);
    else if (what.here) setList(what.here);
    else act(what);
  };
  const sheet = view.sheet ?? (list === "more" && { title: words.more, buttons: [...rest, ...(view.more ?? [])].filter((one) => !one.off) }) ?? null;
  const open = sheet || (list === "talk" && { title: view.talk?.title }) || (list && { title: list === "pairs" ? view.pairs_title : words.moves });
  const isCovered = !!open || !!view.dock?.closes;
  const close = () => (list ? setList("") : send({ do: "close" }));
  useKeys([...all, ...(view.more ?? []), ...(view.buttons ?? []), view.main], !!open, follow, () => (isCovered ? close() : choice.cell ? choice.none() : view.depth && send({ do: "back" })));
  useTrail(view, isCovered, close, send);
  const talk = view.actions?.find((one) => one.do.do === "talk");
  useRead(view.talk && talk?.badge, list === "talk", send);
  const hasCloth = board && view.shape !== "landing";
  const isOnlySeen = view.shape === "result" || (view.shape === "review" && !view.live && view.state !== "thinking"); // a trial is played
  const ways = view.buttons && html`<div class="ways">${view.buttons.map((button) => html`<${Button} key=${button.words} button=${button} send=${act} kind=${button.main ? "btn main" : undefined} />`)}</div>`;
  const hasWays = (view.main || (ways && (!board || view.shape === "review"))) && !isTable && view.shape !== "landing";
  const isInDock = ["say", "last"].includes(view.dock?.kind ?? "") && !choice.chosen;

  return html`<main class=${`screen ${view.screen} ${isListed ? "listed" : ""} ${view.below === 2 ? "second" : ""}`} data-shape=${view.shape} inert=${isAsked}>
    ${isTable ? html`<h1 class="unseen">${view.title}</h1>` : view.shape === "landing" ? html`<${Landing} view=${view} send=${act} />` : html`<${Bar} view=${view.shape === "result" && view.seats ? { depth: view.depth, words } : view} send=${act} />`}
    ${view.shape === "review" && html`<div class="row marks racing"><${Signs} signs=${view.signs ?? []} send=${act} /></div>`}
    ${["study", "task"].includes(view.shape) && seats.length > 0 && html`<div class="seats">${seats.map((seat) => html`<span key=${seat.player} class=${seat.moves ? "moves" : ""}><${Said} words=${seat.says}><${Sign} player=${seat.player} /> ${seat.name} <b>${seat.score}</b></${Said}></span>`)}</div>`}
    ${isTable && other && html`<${Seat} seat=${other} />`}
    ${view.race && html`<${Race} race=${view.race} below=${view.below ?? 1} />`}
    ${hasCloth && html`<${Board} board=${board} live=${isOnlySeen ? undefined : !!view.live && board === view.board} chosen=${choice.cell} meant=${choice.meant} isSent=${choice.isSent} shaken=${choice.shaken} lit=${choice.lit} choose=${choice.choose} bubble=${board.bubble} words=${view.region ?? ""} whole=${view.shape === "editor"} />`}
    ${view.shape === "result" && html`<${Result} view=${view} send=${act} />`}
    ${view.dock && html`<${Dock} dock=${view.dock} main=${isTable && view.main} words=${words} told=${isInDock ? told : ""} send=${act} ...${choice} />`}
    ${view.request && html`<${Request} request=${view.request} under=${!!choice.cell || view.dock?.kind === "ask"} send=${act} />`}
    ${isTable && own && html`<${Seat} seat=${own} own />`}
    ${view.pairs && html`<${Pairs} pairs=${view.pairs} title=${view.pairs_title} send=${isTable ? choice.list : act} chosen=${choice.pair} />`}
    ${view.moves && html`<${Moves} moves=${view.moves} title=${words.moves} plot=${view.plot} send=${act} named=${view.board?.letters} />`}
    ${view.talk && list !== "talk" && html`<${Talk} talk=${view.talk} send=${act} />`}
    ${(view.page || view.fields || (view.beside && view.shape === "page")) && !["result", "landing"].includes(view.shape) && html`<${Scrolled} title=${view.title} kind=${view.beside ? "wide" : ""} key=${view.title}>${(view.fields ?? []).map((field) => html`<${Field} key=${field.name} field=${field} send=${send} />`)}<${Page} page=${view.page ?? []} send=${act} />${view.beside && html`<div class="beside"><${Page} page=${view.beside} send=${act} /></div>`}${view.shape === "editor" && ways}</${Scrolled}>`}
    ${hasWays && html`<div class="bottom">${view.main && html`<${Button} button=${view.main} send=${act} kind="btn main" />`}${view.shape !== "editor" && ways}</div>`}
    ${all.length > 0 && html`<${Actions} actions=${isFew ? [all[1], all[2], all.at(-1)] : all} send=${follow} />`}
    ${sides.map((side, right) => html`<${Actions} key=${right} actions=${side} send=${follow} kind=${`tools ${right ? "right" : ""}`} says=${right ? words.more : words.pairs} />`)}
    ${view.tabs && html`<${Actions} actions=${view.tabs} send=${act} kind="tabs" says="Mahjong Battle" />`}
    ${open && html`<${Sheet} sheet=${open} key=${open.title} words=${words} send=${follow} close=${close}>
      ${!sheet && list === "talk" && view.talk && html`<${Talk} talk=${view.talk} send=${act} />`}
      ${!sheet && list === "pairs" && view.pairs && html`<${Pairs} pairs=${view.pairs} title="" send=${listed} />`}${!sheet && list === "moves" && view.moves && html`<${Moves} moves=${view.moves} title="" send=${act} seats=${view.seats} />`}
    </${Sheet}>`}
    ${told && !isInDock && html`<div class="notice" role="status">${told}</div>`}
  </main>`;
}

/** What a finished game came to: who won and both scores, where they are not on its page; how well one played. @param {{view: Shown, send: Send}} what */
const Result = ({ view, send }) =>
  html`<${Scrolled} title=${view.title}>${view.seats && html`<${Feast} seats=${view.seats} /><h1>${view.title}</h1><${Versus} seats=${view.seats} /><p class="how muted">${view.note}</p>`}<${Page} page=${view.page ?? []} send=${send} /></${Scrolled}>`;

/**
 * Say that the messages were seen: in their sheet, or beside the table where there is room.
 * @param {number | undefined} unread @param {boolean} isOpen @param {Send} send
 */
function useRead(unread, isOpen, send) {
  useEffect(() => {
    if (unread && !document.hidden && (isOpen || BESIDE.matches)) send({ do: "read" });
  }, [unread, isOpen]);
}

/**
 * Let the browser's Back close what lies over the screen, then leave the screen.
 * @param {Shown} view @param {boolean} isCovered @param {() => void} close @param {Send} send
 */
function useTrail(view, isCovered, close, send) {
  useLayoutEffect(() => {
    leave = (steps) => {
      if (isCovered) close();
      for (let left = steps - Number(isCovered); left > 0; left--) send({ do: "back" });
    };
    if (!isKept) way.show(view.depth + Number(isCovered), view.place ?? []);
  });
}

/** The words of a notice while they are new, else none. @param {V.Notice | undefined} notice */
function useNotice(notice) {
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setSeen(notice.id), 3000 + 60 * notice.words.length);
    return () => clearTimeout(timer);
  }, [notice?.id]);
  return notice && notice.id !== seen ? notice.words : "";
}

/** The sign of a key, by the key's place where the layout has no Latin letter there. */
const keyOf = (/** @type {KeyboardEvent} */ event) => (event.key > "\u024f" ? event.code.replace(/^Key/, "") : event.key).toLowerCase();

/**
 * The keys of the window: those of the actions in view, and Escape.
 * @param {(Pressed | undefined)[]} buttons @param {boolean} isCovered @param {(what: any) => void} send @param {() => unknown} escape
 */
function useKeys(buttons, isCovered, send, escape) {
  /** @type {{current: (event: KeyboardEvent & {target: HTMLElement}) => void}} */
  const latest = useRef(() => {});
  latest.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (event.key === "Escape") {
      event.preventDefault();
      return escape();
    }
    if (isCovered) return;
    const found = buttons.find((one) => (!one?.off || one.why) && one?.key?.toLowerCase() === keyOf(event));
    if (found) send(found.do);
    else if (event.key.startsWith("Arrow") && document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(".cloth [tabindex='0']"))?.focus();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const hear = (/** @type {KeyboardEvent} */ event) => latest.current(/** @type {KeyboardEvent & {target: HTMLElement}} */ (event));
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

// --- Views in, acts out. --------------------------------------------------------------------------

const THEMES = matchMedia("(prefers-color-scheme: light)");
let isKept = true;
let isAsked = false;
let pressed = /** @type {Element | null | undefined} */ (null); // the button of the last press
addEventListener("click", ({ target }) => (pressed = /** @type {Element} */ (target).closest?.("button")), true);
let slow = 0; // a timer: what was pressed has not been answered for a while, and a bar says so
const ahead = new Ahead();
let isPersistAsked = false; // that storage lasts: once there is a game to lose
let leave = (/** @type {number} */ _steps) => {};
const way = trail((steps) => leave(steps));
const ICON = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
const USUAL = ICON.href;
const CALLS = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#ffc53d"/></svg>');

function show() {
  if (!view) return;
  if (root.querySelector(".loading")) root.replaceChildren();
  const theme = view.theme === "auto" || !view.theme ? (THEMES.matches ? "light" : "dark") : view.theme;
  document.documentElement.dataset.theme = theme;
  const room = getComputedStyle(document.documentElement).getPropertyValue("--room").trim();
  document.querySelectorAll("meta[name=theme-color]").forEach((one) => one.setAttribute("content", room));
  document.documentElement.lang = view.language ?? "en";
  document.title = view.calls || [...new Set([view.title, "Mahjong Battle"])].filter(Boolean).join(" · ");
  ICON.href = view.calls ? CALLS : USUAL;
  const data = { state: isKept ? "loading" : view.state, position: view.position, turn: view.turn, lower: view.lower, upper: view.upper };
  for (const [name, value] of Object.entries(data)) value == null ? delete root.dataset[name] : (root.dataset[name] = String(value));
  root.setAttribute("aria-busy", String(isKept));
  render(html`<${Screen} view=${view} send=${send} />`, root);
}

/** Send an act; what is pressed before the program is there waits for it, in sight. */
/** @type {Send} */
function send(what) {
  if (isAsked) return;
  if (!isKept || !view) {
    if (view) slow ||= setTimeout(() => root.setAttribute("aria-busy", "true"), 200);
    return void link.send(what);
  }
  if (view.loads) {
    link.send(what);
    if (what.do === "join") view = { ...view, main: view.soon };
    else if (what.do === "set") view = { ...view, page: view.page?.map((block) => (block.block === "field" ? { ...block, value: String(what.value) } : block)) };
  } else {
    const next = ahead.press(view, what, ledTo(view, what, keptIn("localStorage", TABLE)));
    isAsked = !next;
    if (isAsked) pressed?.classList.add("awaited");
    view = next ?? { ...view, notice: { words: view.words?.wait ?? "…", id: -1 } };
  }
  show();
}

/** Take a view of the program; return whether it is to be shown, and not one that follows at once. @param {Shown} next */
function arrive(next) {
  if (!isKept || view?.loads) return true;
  const { act, waits, refused } = ahead.follow(next);
  if (refused) next.notice ??= { words: next.words?.refused ?? view?.words?.refused ?? "…", id: -2 };
  if (act) link.send(act);
  return !act && !waits;
}

const CHIME = new Audio("sounds/turn.wav");
CHIME.preload = "none";
/** Safari plays by itself only what a press has played before. */
function unlock() {
  CHIME.muted = true;
  CHIME.play()
    .then(() => CHIME.pause(), () => {})
    .then(() => [CHIME.muted, CHIME.currentTime] = [false, 0]);
}
addEventListener("pointerup", unlock, { once: true });

/**
 * Say that it is one's turn: by a sound, and by a notification where the page is not seen.
 * @param {{title: string, words: string}} what
 */
async function call({ title, words }) {
  if (view?.sound) CHIME.play().catch(() => {});
  if (!view?.notifies || !document.hidden || self.Notification?.permission !== "granted") return;
  const told = { body: words, tag: "turn", icon: "icons/app.png" };
  try {
    new Notification(title, told).onclick = () => focus();
  } catch {
    (await navigator.serviceWorker?.ready)?.showNotification(title, told); // phones
  }
}

let view = /** @type {Shown | null} */ (null);
const link = program({
  view(next) {
    const words = next.words ?? view?.words;
    if (!arrive(next)) return (view = view && { ...view, words });
    clearTimeout(slow);
    [isKept, isAsked, slow] = [false, false, 0];
    document.querySelector(".awaited")?.classList.remove("awaited");
    view = { ...next, words };
    if (view.state === "over" && !isPersistAsked) isPersistAsked = !!navigator.storage?.persist?.().catch(() => {});
    show();
    keep(view);
  },
  start(next) {
    keep({ ...next, words: view?.words }, false);
  },
  call,
});

THEMES.addEventListener("change", show);
const hasLargeLetters = () => parseFloat(getComputedStyle(document.documentElement).fontSize) > 22;
const size = () => {
  document.body.classList.toggle("big-letters", hasLargeLetters());
  show();
};
addEventListener("resize", size);
size();
if (link.first) {
  const isNew = !keptIn("localStorage", KEPT);
  const shown = isInvitation(link.first) ? firstView(link.first) : isHanded(link.first, isNew) ? handedView(link.first, isNew) : boardAhead(link.first);
  shown.then((first) => {
    if (isKept && first) view = first;
    show();
  });
} else view = kept();
show();
