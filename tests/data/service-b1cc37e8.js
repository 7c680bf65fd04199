// Keeps the page for when there is no network. `files.json` names every file with its hash, and
// a version of them all: another version is fetched whole, then takes the place of the old one.

const HERE = new URL("./", self.location.href);

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.href.startsWith(HERE.href)) event.respondWith(answer(event.request));
});

/** Fetch what has changed; take the rest from the version before. */
async function fill() {
  const files = await (await fetch("files.json", { cache: "no-cache" })).json();
  const cache = await caches.open(`page ${files.version}`);
  for (const [name, hash] of Object.entries(files.files)) {
    const address = new URL(name, HERE).href;
    const held = await caches.match(`${address}?${hash}`);
    await cache.put(`${address}?${hash}`, held ?? (await fetch(address, { cache: "no-cache" })));
  }
  await cache.put("files.json", new Response(JSON.stringify(files)));
  await self.skipWaiting();
}

async function forget() {
  const newest = await current();
  for (const name of await caches.keys()) if (newest && name !== `page ${newest.version}`) await caches.delete(name);
}

let known = null;
/** The list of files of the newest version that is here. */
async function current() {
  if (!known) {
    const names = (await caches.keys()).filter((name) => name.startsWith("page "));
    const found = names.length && (await (await caches.open(names[names.length - 1])).match("files.json"));
    known = found ? await found.json() : null;
  }
  return known;
}

/** A file from the cache, else from the network. */
async function answer(request) {
  const files = await current();
  const name = new URL(request.url).pathname.slice(HERE.pathname.length) || "index.html";
  const hash = files?.files[name];
  const held = hash && (await caches.match(`${new URL(name, HERE).href}?${hash}`));
  return held ?? fetch(request);
}
