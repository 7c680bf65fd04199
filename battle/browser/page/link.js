// The page's link to the program, which runs in a worker, and to what only a page can do:
// clipboard, files, the address, a notice that there is a new version.
//
//   page ──act──► program.js ──lines──► solver.js
//        ◄─view──            ◄─lines──
//
// A worker that dies is begun again once; what was kept is there then.

import { isForWatching } from "./invite.js";

/**
 * Start the program.
 * @param {{view: (view: any) => void, call: (what: {title: string, words: string}) => void, failed: (words: string) => void}} hear
 */
export function program(hear) {
  const first = takeHash();
  let worker = null;
  let deaths = 0;
  let waiting = []; // acts before the program is ready
  let isReady = false;
  let words = {};

  const send = (act) => (isReady ? worker.postMessage(act) : waiting.push(act));
  const effects = {
    view: (view) => {
      words = { ...words, ...view.words };
      inTab("topic", view.topic ?? "");
      hear.view(view);
      if (!isReady) {
        isReady = true;
        waiting.splice(0).forEach(send);
      }
    },
    unwatch: () => inTab("watched", ""),
    copy: (text) => copy(text).then((done) => send({ do: "copied", done })),
    save: ({ name, text }) => save(name, text),
    share: (what) => share(what).then((done) => done || copy(`${what.text}\n${what.url ?? ""}`.trim()).then((copied) => send({ do: "copied", done: copied }))),
    call: (what) => hear.call(what),
    permit: () => self.Notification?.requestPermission(),
    reload: () => location.reload(),
    forget: async () => {
      worker.terminate();
      localStorage.clear();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
      location.replace(location.pathname);
    },
    open: () => choose().then((text) => text != null && send({ do: "open", text })),
    paste: () => navigator.clipboard?.readText().then((text) => send({ do: "open", text })).catch(() => send({ do: "go", name: "open" })),
  };

  const begin = () => {
    isReady = false;
    worker = new Worker("program.js", { type: "module" });
    worker.onmessage = ({ data }) => Object.entries(data).forEach(([name, value]) => effects[name]?.(value));
    worker.onerror = (event) => {
      console.error(event.message);
      event.preventDefault();
      worker.terminate();
      if (deaths++ < 1) begin();
      else hear.failed(words.failed ?? `Mahjong Battle: ${event.message || "?"}`);
    };
    const languages = navigator.languages?.length ? [...navigator.languages] : [navigator.language ?? "en"];
    worker.postMessage({ languages, hash: deaths ? "" : first, topic: deaths ? "" : inTab("topic"), address: location.href.split("#")[0], zone: new Date().getTimezoneOffset() });
  };
  begin();

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
  watchVersion(() => send({ do: "version" }));
  return { send, first };
}

/**
 * What stands behind `#`, which may be a key: it is taken out of the address at once. A link for
 * watching is remembered in this tab, which goes on with it after a reload.
 */
function takeHash() {
  const { hash } = location;
  if (!hash) return inTab("watched");
  history.replaceState(null, "", location.pathname + location.search);
  inTab("watched", isForWatching(hash) ? hash : "");
  return hash;
}

/** What this tab remembers by a name, over a reload; with `value` that from now on. */
function inTab(name, value) {
  try {
    if (value != null) sessionStorage.setItem(name, value);
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return ""; // storage refused
  }
}

/** Copy a text; where the clipboard is refused, by the old way. */
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

/** Pass something on by the system; whether it could be asked. */
export async function share(what) {
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Offer a text or a blob as a file. */
export function save(name, content) {
  const address = URL.createObjectURL(new Blob([content]));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Let a file be chosen; its text, null for none. */
function choose() {
  return new Promise((done) => {
    const input = Object.assign(document.createElement("input"), { type: "file" });
    input.onchange = async () => done((await input.files?.[0]?.text()) ?? null);
    input.oncancel = () => done(null);
    input.click();
  });
}

/** Keep the page for when there is no network; call `isNew` when another version waits. */
async function watchVersion(isNew) {
  try {
    const had = !!navigator.serviceWorker.controller;
    const { version } = await (await fetch("files.json", { cache: "no-cache" })).json();
    await navigator.serviceWorker.register(`service.js?${encodeURIComponent(version)}`); // the browser compares addresses and this one file
    navigator.serviceWorker.addEventListener("controllerchange", () => had && isNew());
  } catch {
    // no network, an address without https, or a browser that refuses: what is kept stays
  }
}
