// Keeps the page for when there is no network, and renews it.
//
//   files.json ──► a cache for each version: filled ──► whole ──► the newest: pages that begin get it
//                  a page that runs ──────────────────────────► keeps the version it began with
//
// `files.json` names every file with its SHA-256, and a version of them all. Nothing else enters a
// cache than what has the hash there. Every visit looks for another version, whatever the page's own
// scripts do. What is remembered lies in a cache too: the browser ends this worker when it likes.

/** @typedef {{version: string, files: Record<string, string>}} List what `files.json` says */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HERE = new URL("./", self.location.href);
const OURS = `mahjong-battle${HERE.pathname} `;
const NOTES = `${OURS}pages`;
const LIST = new URL("files.json", HERE).href;
const SNAPSHOT = new URL("snapshot", HERE).href;
const YOUNG = 60_000; // milliseconds until a page that has begun is among the browser's

worker.addEventListener("install", (event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.href === SNAPSHOT) event.respondWith(snapshot(event));
  else if (event.request.method === "GET" && url.href.startsWith(HERE.href)) event.respondWith(answer(event, url).catch(() => fetch(event.request)));
});

// --- versions, by the names of their caches ---------------------------------------------------------

/** @type {Map<string, List>} */
const lists = new Map();
/**
 * The list of files of a version that is whole, else undefined.
 * @param {string | undefined} version
 */
async function listOf(version) {
  if (!version) return undefined;
  if (!lists.has(version)) {
    const list = await keptList(version);
    if (!list) return undefined;
    lists.set(version, list);
  }
  return lists.get(version);
}

/** @param {string} version @returns {Promise<List | undefined>} */
async function keptList(version) {
  const kept = (await caches.has(version)) && (await (await caches.open(version)).match(LIST));
  return kept ? kept.json() : undefined;
}

/** The version that is to be served; before there were notes the last one that was whole. */
async function newest() {
  const version = await noted("newest");
  if (await listOf(version)) return version;
  for (const name of (await caches.keys()).reverse()) if (name.startsWith("page ") && (await listOf(name))) return name;
  return undefined;
}

/** @type {Promise<void> | undefined} */
let renewing;
/** Fetch the version that `files.json` names, if it is another one, then let it be served. */
function renew() {
  renewing ??= fill().finally(() => (renewing = undefined));
  return renewing;
}

async function fill() {
  const told = await fetch(LIST, { cache: "no-store" });
  if (!told.ok || told.redirected) throw new Error(`files.json: ${told.status}`);
  /** @type {List} */
  const list = await told.json();
  const files = Object.entries(list.files);
  const version = OURS + list.version;
  const before = await newest();
  if (before === version) return forget();
  const cache = await caches.open(version);
  if (!(await cache.match(LIST))) {
    for (const [name, hash] of files) {
      const key = keyOf(name, hash);
      if (!(await cache.match(key))) await cache.put(key, (await held(key, hash)) ?? (await fetched(name, hash)));
    }
    await cache.put(LIST, new Response(JSON.stringify(list)));
  }
  if (before) await forEachPage(async (id) => (await noted(id)) ?? (await note(id, before)));
  await note("newest", version);
  await forget();
  await forEachPage(async (id, page) => ![undefined, version].includes(await noted(id)) && page.postMessage({ renewed: true }));
}

const keyOf = (/** @type {string} */ name, /** @type {string} */ hash) => `${new URL(name, HERE).href}?${hash}`;

/**
 * A file that another version of ours has too.
 * @param {string} key @param {string} hash
 */
async function held(key, hash) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(OURS) && (await (await caches.open(name)).match(key));
    if (found && (await isWhole(found, hash))) return found;
  }
  return undefined;
}

/**
 * A file of the server, as its hash says, if need be past every cache; many a server redirects `index.html` to its folder.
 * @param {string} name @param {string} hash
 */
async function fetched(name, hash) {
  for (const cache of /** @type {RequestCache[]} */ (["no-cache", "reload"])) {
    const found = await fetch(name === "index.html" ? HERE : new URL(name, HERE), { cache });
    if (await isWhole(found, hash)) return found;
  }
  throw new Error(`${name} is not that of files.json`);
}

/** @param {Response} found @param {string} hash */
async function isWhole(found, hash) {
  if (!found.ok || found.redirected) return false;
  const digest = await crypto.subtle.digest("SHA-256", await found.clone().arrayBuffer());
  return hash === [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Delete the versions that no page uses any more, and the notes of pages that are gone. */
async function forget() {
  const notes = await caches.open(NOTES);
  const used = new Set([NOTES, await newest()]);
  for (const request of await notes.keys()) {
    const { version, at } = await (await notes.match(request))?.json();
    const id = new URL(request.url).searchParams.get("note") ?? "";
    if (id !== "newest" && Date.now() - at > YOUNG && !(await worker.clients.get(id))) await notes.delete(request);
    else used.add(version);
  }
  for (const name of await caches.keys()) if (!used.has(name) && (await isOurs(name))) (lists.delete(name), await caches.delete(name));
}

/** Whether a cache is of this folder's page; earlier ones had a name that others may have too. */
async function isOurs(/** @type {string} */ name) {
  if (name.startsWith(OURS) || !name.startsWith("page ")) return name.startsWith(OURS);
  const { files } = (await listOf(await newest())) ?? { files: {} };
  const keys = await (await caches.open(name)).keys();
  return keys.length > 0 && keys.every(({ url }) => url === LIST || nameOf(new URL(url)) in files);
}

// --- pages, by their clients' names -----------------------------------------------------------------

const address = (/** @type {string} */ id) => `${HERE.href}?note=${id}`;

/**
 * The version that was noted for a page, for `newest`, or for `begun`.
 * @param {string} id @returns {Promise<string | undefined>}
 */
async function noted(id) {
  const found = await (await caches.open(NOTES)).match(address(id));
  return found ? (await found.json()).version : undefined;
}

/** @param {string} id @param {string | undefined} version */
async function note(id, version) {
  await (await caches.open(NOTES)).put(address(id), new Response(JSON.stringify({ version, at: Date.now() })));
  return version;
}

/** @param {(id: string, page: Client) => Promise<unknown>} run */
async function forEachPage(run) {
  for (const page of await worker.clients.matchAll({ includeUncontrolled: true, type: "all" })) if (page.url.startsWith(HERE.href)) await run(page.id, page);
}

/** Serve the pages that are open already with the version that is there now. */
async function takeOver() {
  const version = await newest();
  await forEachPage(async (id) => (await noted(id)) ?? (await note(id, version)));
  await worker.clients.claim();
}

// --- files ------------------------------------------------------------------------------------------

const nameOf = (/** @type {URL} */ url) => url.pathname.slice(HERE.pathname.length) || "index.html";

/** The version of a page or a worker; what a worker of a worker asks for comes without its name, but soon after it began. */
const versionOf = (/** @type {string} */ clientId) => noted(clientId || "begun");

/**
 * What a page has made of its version: it is kept, given or deleted.
 * @param {FetchEvent} event
 */
async function snapshot({ request, clientId }) {
  const version = (await versionOf(clientId)) ?? (await newest());
  const nothing = new Response(null, { status: 204 });
  if (!version || !(await listOf(version))) return nothing;
  const cache = await caches.open(version);
  if (request.method === "PUT") await cache.put(SNAPSHOT, new Response(await request.arrayBuffer()));
  if (request.method === "DELETE") await cache.delete(SNAPSHOT);
  return (request.method === "GET" && (await cache.match(SNAPSHOT))) || nothing;
}

/**
 * A file of the page's own version, else what the network has.
 * @param {FetchEvent} event @param {URL} url
 */
async function answer(event, url) {
  const { request, clientId, resultingClientId } = event;
  const isVisit = request.mode === "navigate";
  const version = (isVisit ? undefined : await versionOf(clientId)) ?? (await newest());
  const hash = (await listOf(version))?.files[nameOf(url)];
  if (hash && resultingClientId) await note(resultingClientId, version);
  if (hash && resultingClientId && request.destination === "worker") await note("begun", version);
  if (isVisit && (hash || !version)) event.waitUntil(renew().catch(() => {})); // no network, or not whole: the next visit
  if (!hash || !version) return fetch(request);
  const kept = await (await caches.open(version)).match(keyOf(nameOf(url), hash));
  return kept?.ok && !kept.redirected ? kept : fetch(request);
}
