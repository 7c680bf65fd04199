// Python in a worker: Pyodide, the program's byte code, and, where asked for, files that last.
//
// It begins from a snapshot of its memory where one was made (`snapshot.js`): all is imported there.

import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @typedef {Awaited<ReturnType<typeof loadPyodide>>} Pyodide */

export const SNAPSHOT = "snapshot"; // answered by the service worker alone
const CONTROLLED = "controlled"; // the name of a worker that has one
const OLD = "/home/kept"; // where everything was before its name carried the folder of the page
const WORDS = 1024; // of four bytes, in a page of memory
const PATIENCE = 15_000; // milliseconds until a storage that does not answer is taken for refused

/**
 * Load Python and the program.
 * @param {{kept?: string, kernels?: boolean, free?: () => Promise<unknown>, isModel?: boolean}} wanted
 *   `kept` is a directory that lasts from visit to visit; `kernels` are the solver's, as
 *   WebAssembly; what lies at the old place is taken once `free` has it for this tab alone; a
 *   snapshot is made of a model.
 */
export async function python({ kept, kernels = false, free = async () => {}, isModel = false }) {
  const refused = refusals();
  const snapshot = isModel ? null : await snapshotOf();
  const home = kept ?? "/tmp";
  const bytes = (/** @type {string} */ name) => fetch(name).then((answer) => answer.arrayBuffer());
  const loading = Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href, env: { HOME: home }, _makeSnapshot: isModel, ...(snapshot && { _loadSnapshot: snapshot, createPyodideModule: roomFor(snapshot.byteLength) }) }),
    bytes("program.zip"),
    kernels ? bytes("kernels.wasm") : null,
  ]);
  const [py, program, library] = await Promise.race([loading, refused]).catch(async (error) => {
    if (snapshot) await fetch(SNAPSHOT, { method: "DELETE" }).catch(() => {}); // the next try does without
    throw error;
  });
  if (snapshot) letGo(snapshot); // it is in Python's memory now, and Pyodide would hold it too
  unpack(py.FS, program, "/program");
  py.runPython(`import os, random, sys; os.environ["HOME"] = ${JSON.stringify(home)}; random.seed()`);
  if (!snapshot) py.runPython("sys.path.insert(0, '/program')");
  if (library) py.FS.writeFile("/program/solver/kernels/prebuilt-wasm32.so", new Uint8Array(library));
  if (!kept) return { py, keep: async () => {} };
  /** @returns {Promise<void>} */
  const sync = (/** @type {boolean} */ fill) => new Promise((done, fail) => py.FS.syncfs(fill, (error) => (error ? fail(error) : done())));
  const mount = async (/** @type {string} */ place) => {
    py.FS.mkdirTree(place);
    py.FS.mount(py.FS.filesystems.IDBFS, {}, place);
    await sync(true);
  };
  const late = new Promise((_done, fail) => setTimeout(fail, PATIENCE, new Error("no storage")));
  try {
    await Promise.race([mount(kept), late]);
    if (await isOldHome(py, kept)) {
      await free();
      await mount(OLD);
      py.runPython(`import shutil; shutil.copytree("${OLD}", "${kept}", dirs_exist_ok=True)`);
      py.FS.unmount(OLD);
      await sync(false);
      py.FS.filesystems.IDBFS.dbs[OLD].close();
      indexedDB.deleteDatabase(OLD);
    }
  } catch (error) {
    return { py, keep: async () => Promise.reject(error) }; // what could not be read is never written over
  }
  return { py, keep: () => sync(false) };
}

/**
 * Return what makes a Python with at least so many bytes of memory: a snapshot is laid into it as it is.
 * @param {number} size
 */
function roomFor(size) {
  return async (/** @type {object} */ settings) => {
    const { default: create } = await import("./pyodide/pyodide.asm.mjs");
    const module = await create(settings);
    if (size > module.HEAP8.length) module.growMemory(size);
    spare(module.HEAP8);
    return module;
  };
}

/**
 * Let what is laid into a memory next leave its empty pages alone: a third of a snapshot, which no memory is taken for then.
 * @param {Int8Array & {set: (bytes: any) => void}} heap
 */
function spare(heap) {
  heap.set = (/** @type {Uint8Array} */ bytes) => {
    Reflect.deleteProperty(heap, "set");
    const from = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const to = new Uint32Array(heap.buffer);
    const isEmpty = (/** @type {Uint32Array} */ words, /** @type {number} */ first) => {
      for (let i = first; i < first + WORDS; i++) if (words[i]) return false;
      return true;
    };
    for (let first = 0; first < from.length; first += WORDS) if (!isEmpty(from, first) || !isEmpty(to, first)) to.set(from.subarray(first, first + WORDS), first);
  };
}

/** Give the memory of some bytes back: sent to nobody they are gone at once, else only when the browser clears up. @param {ArrayBuffer} bytes */
function letGo(bytes) {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [bytes]);
  port1.close();
  port2.close();
}

/**
 * Lay the files of an archive, which are not compressed, into a folder: they stay where they are in its bytes.
 * @param {Pyodide["FS"]} files @param {ArrayBuffer} archive @param {string} folder
 */
function unpack(files, archive, folder) {
  const view = new DataView(archive);
  const [two, four] = [(/** @type {number} */ at) => view.getUint16(at, true), (/** @type {number} */ at) => view.getUint32(at, true)];
  let end = archive.byteLength - 22;
  while (four(end) !== 0x06054b50) end--; // a RangeError where it is none
  const made = new Set();
  let entry = four(end + 16);
  for (let left = two(end + 10); left > 0; left--) {
    const [size, name, more, header] = [four(entry + 24), two(entry + 28), two(entry + 30) + two(entry + 32), four(entry + 42)];
    const path = `${folder}/${new TextDecoder().decode(new Uint8Array(archive, entry + 46, name))}`;
    const place = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(place)) files.mkdirTree(place);
    made.add(place);
    files.writeFile(path, new Uint8Array(archive, header + 30 + two(header + 26) + two(header + 28), size), { canOwn: true });
    entry += 46 + name + more;
  }
}

/** The memory of a model of this version, if one is kept. */
async function snapshotOf() {
  if (self.name !== CONTROLLED) return null;
  const answer = await fetch(SNAPSHOT);
  return answer.status === 200 ? answer.arrayBuffer() : null;
}

/**
 * Whether all that is kept lies at the old place.
 * @param {Pyodide} py @param {string} kept
 */
async function isOldHome(py, kept) {
  if (py.FS.readdir(kept).some((name) => !name.startsWith("."))) return false;
  const known = await indexedDB.databases?.();
  return !known || known.some(({ name }) => name === OLD);
}

/**
 * Return a promise that is refused as soon as a file is not there or cannot be compiled: some of
 * that Pyodide only logs, and waits for ever.
 * @returns {Promise<never>}
 */
function refusals() {
  const refused = new Promise((_done, fail) => {
    /**
     * @template {unknown[]} P, R
     * @param {(...asked: P) => Promise<R>} call
     * @param {(answer: R) => void} check
     */
    const watched = (call, check) => async (/** @type {P} */ ...asked) => {
      try {
        const answer = await call(...asked);
        check(answer);
        return answer;
      } catch (error) {
        fail(error);
        throw error;
      }
    };
    self.fetch = watched(self.fetch.bind(self), (answer) => {
      if (!answer.ok) throw new Error(`${new URL(answer.url).pathname.split("/").at(-1)}: ${answer.status}`);
    });
    WebAssembly.instantiateStreaming = watched(WebAssembly.instantiateStreaming, () => {});
  });
  refused.catch(() => {});
  return /** @type {Promise<never>} */ (refused);
}
