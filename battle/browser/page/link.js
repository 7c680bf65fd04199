// The page's link to the program, which runs in a worker, and to what only a page can do:
// clipboard, files, the address, a notice that there is a new version.
//
//   page ──act──► program.js ──lines──► solver.js
//        ◄─view──            ◄─lines──
//
// Both workers are the page's own.
//
// A worker that dies is begun again once; what was kept is there then.

import { isForWatching } from "./invite.js";
import { OURS, tell, untell } from "./start.js";
import { entry } from "./trail.js";

/** @typedef {import("./view.d.ts").View} View */
/** @typedef {import("./view.d.ts").Act} Act */
/**
 * What the program asks of the page, by name; what a screen asks as an effect among it. A press that
 * copies, shares or installs is carried out here at once: the browser allows it only then.
 * @typedef {{
 *   view: View, start: View, unwatch: true, copy: string, save: {name: string, text: string}, share: string,
 *   call: {title: string, words: string}, permit: true, reload: true, rests: true, waits: true, elsewhere: true, failed: string,
 *   forget: true, open: true, paste: true, read: string, install: true, solver: {number: number, port: MessagePort}, ends: number,
 * }} Message
 */

/**
 * Start the program.
 * @param {{view: (view: View) => void, start: (view: View) => void, call: (what: Message["call"]) => void}} hear
 */
export function program(hear) {
  const first = takeHash();
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Map<number, Worker>} */
  const solvers = new Map();
  let deaths = 0;
  /** @type {Act[]} before the program is ready */
  const waiting = [];
  let isReady = false;
  let hasBegun = false;
  let hasSnapshot = false;
  /** @type {Event & {prompt?: () => Promise<unknown>} | null} what a browser gives that can install the page */
  let installs = null;

  const post = (/** @type {Act} */ act) => (isReady ? worker?.postMessage(act) : waiting.push(act));
  const send = (/** @type {Act} */ act) => {
    if (act.do !== "ask" || (act.name !== "copy" && act.name !== "share" && act.name !== "install")) return post(act);
    if (act.name === "install") effects.install(true);
    else effects[act.name](String(act.value));
    return post({ do: String(act.then ?? "given") });
  };
  /** @type {{[name in keyof Message]: (value: Message[name]) => unknown}} */
  const effects = {
    view: (view) => {
      untell();
      isReady = hasBegun = true;
      hear.view(view);
      waiting.splice(0).forEach(send);
    },
    start: (view) => hear.start(view),
    unwatch: () => inTab("watched", ""),
    copy: (text) => copy(text).then((done) => send({ do: "copied", done })),
    save: ({ name, text }) => save(name, text),
    share: async (text) => {
      if (!(await share({ text }))) send({ do: "copied", done: await copy(text) });
    },
    call: (what) => hear.call(what),
    install: () => installs?.prompt?.(),
    permit: () => self.Notification?.requestPermission(),
    reload: () => {
      if (worker) worker.onmessage = null; // nothing is shown any more, and the history stays
      location.reload();
    },
    solver: ({ number, port }) => {
      const solver = made("solver.js");
      solvers.set(number, solver);
      solver.onerror = (event) => {
        event.preventDefault();
        worker?.postMessage({ solver: number, error: event.message || "solver.js" });
      };
      solver.postMessage(port, [port]);
    },
    ends: (number) => {
      solvers.get(number)?.terminate();
      solvers.delete(number);
    },
    rests: () => {
      if (!navigator.serviceWorker?.controller || hasSnapshot) return;
      hasSnapshot = true;
      new Worker("snapshot.js", { type: "module" });
    },
    waits: () => tell("waits"),
    elsewhere: () => end("elsewhere"),
    failed: (part) => fail(part),
    forget: () => {
      stop();
      for (const name of ["view", "table", "theme"]) localStorage.removeItem(`${OURS} ${name}`);
      if (/^{"screen":"/.test(localStorage.getItem("view") ?? "")) localStorage.removeItem("view"); // both as they were called once
      for (const name of [`/home/${OURS}`.replace(/[/]$/, ""), "/home/kept"]) indexedDB.deleteDatabase(name);
      for (const name of ["view", "watched"]) inTab(name, "");
      history.replaceState(null, "");
      location.replace(location.pathname);
    },
    open: () => choose().then((text) => text != null && send({ do: "open", text })),
    read: (text) => send({ do: "open", text }),
    paste: () => navigator.clipboard?.readText().then((text) => send({ do: "open", text })).catch(() => send({ do: "go", name: "open" })),
  };

  const end = (/** @type {string} */ why, part = "") => {
    stop();
    tell(why, part);
  };
  const fail = (/** @type {string} */ part) => {
    console.error(part);
    stop();
    if (deaths++ < 1) begin();
    else end(hasBegun ? "ended" : "missing", part);
  };
  /** @template {keyof Message} N @param {{[name in N]: Message[N]}} message */
  const hearAll = (message) => {
    for (const name of /** @type {N[]} */ (Object.keys(message))) effects[name]?.(message[name]);
  };
  const made = (/** @type {string} */ script) => new Worker(script, { type: "module", name: navigator.serviceWorker?.controller ? "controlled" : "" });
  const stop = () => {
    worker?.terminate();
    solvers.forEach((solver) => solver.terminate());
    solvers.clear();
  };
  const begin = () => {
    isReady = false;
    worker = made("program.js");
    worker.onmessage = ({ data }) => hearAll(data);
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "program.js");
    };
    const languages = navigator.languages?.length ? [...navigator.languages] : [navigator.language ?? "en"];
    worker.postMessage({ languages, hash: deaths ? "" : first, place: deaths ? [] : entry()?.place ?? null, watched: inTab("watched"), ours: OURS, address: location.href.split("#")[0], zone: new Date().getTimezoneOffset(), phone: matchMedia("(pointer: coarse)").matches, cores: navigator.hardwareConcurrency, memory: /** @type {{deviceMemory?: number}} */ (navigator).deviceMemory, installs: !!installs, expires: /** @type {{standalone?: boolean}} */ (navigator).standalone === false });
  };
  if (typeof WebAssembly === "object") begin();
  else tell("old");

  // A page in the back/forward cache would keep its worker, and with it the lock of what is kept.
  addEventListener("pagehide", (event) => event.persisted && stop());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  const canInstall = (/** @type {Event | null} */ how) => {
    installs = how;
    send({ do: "installs", is: !!how });
  };
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    canInstall(event);
  });
  addEventListener("appinstalled", () => canInstall(null));
  addEventListener("hashchange", () => location.hash.length > 1 && send({ do: "open", text: takeHash() }));
  document.addEventListener("visibilitychange", () => send({ do: "visible", is: !document.hidden }));
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    send({ do: "open", text: event.clipboardData?.getData("text") ?? "" });
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    send({ do: "open", text: file ? await file.text() : (event.dataTransfer?.getData("text") ?? "") });
  });
  hearRenewal(() => send({ do: "version" }));
  return { send, first };
}

/**
 * What stands behind `#`, which may be a key: it is taken out of the address at once. The entry keeps it
 * until the program shows where it leads, for a reload before that. A link for watching is remembered
 * in this tab, which goes on with it after a reload.
 */
function takeHash() {
  const { hash } = location;
  const [[way, link] = []] = entry()?.place ?? [];
  if (!hash) return way === "#" ? String(link) : "";
  history.replaceState({ depth: 0, ...history.state, place: [["#", hash]] }, "", location.pathname + location.search);
  inTab("watched", isForWatching(hash) ? hash : "");
  return hash;
}

/**
 * What this tab remembers by a name, over a reload; with `value` that from now on.
 * @param {string} name @param {string} [value]
 */
function inTab(name, value) {
  try {
    if (value != null) sessionStorage.setItem(`${OURS} ${name}`, value);
    return sessionStorage.getItem(`${OURS} ${name}`) ?? "";
  } catch {
    return ""; // storage refused
  }
}

/** Copy a text; where the clipboard is refused, by the old way. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Pass something on by the system; whether it could be asked. @param {ShareData} what */
export async function share(what) {
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Offer a text or a blob as a file. @param {string} name @param {BlobPart} content */
export function save(name, content) {
  const address = URL.createObjectURL(new Blob([content]));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Let a file be chosen; its text, null for none. @returns {Promise<string | null>} */
function choose() {
  return new Promise((done) => {
    const input = Object.assign(document.createElement("input"), { type: "file" });
    input.onchange = async () => done((await input.files?.[0]?.text()) ?? null);
    input.oncancel = () => done(null);
    input.click();
  });
}

/** Let the service worker say that there is a new version. @param {() => void} isNew */
function hearRenewal(isNew) {
  try {
    navigator.serviceWorker?.addEventListener("message", ({ data }) => data.renewed && isNew());
  } catch {
    // a frame that may not
  }
}
