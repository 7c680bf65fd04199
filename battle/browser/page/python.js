// Python in a worker: Pyodide, the program's byte code, and, where asked for, files that last.

import { loadPyodide } from "./pyodide/pyodide.mjs";

/**
 * Load Python and the program.
 * @param {{kept?: string, kernels?: boolean, modules: string[]}} wanted `kept` is a directory that
 *   lasts from visit to visit; `kernels` are the solver's, as WebAssembly.
 */
export async function python({ kept, kernels = false }) {
  const bytes = (name) => fetch(name).then((answer) => answer.arrayBuffer());
  const [py, program, library] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href, env: { HOME: kept ?? "/tmp" } }),
    bytes("program.zip"),
    kernels ? bytes("kernels.wasm") : null,
  ]);
  py.unpackArchive(program, "zip", { extractDir: "/program" });
  py.runPython("import sys; sys.path.insert(0, '/program')");
  if (library) py.FS.writeFile("/program/solver/kernels/prebuilt-wasm32.so", new Uint8Array(library));
  const sync = (fill) => new Promise((done, fail) => py.FS.syncfs(fill, (error) => (error ? fail(error) : done(undefined))));
  if (kept) {
    py.FS.mkdirTree(kept);
    py.FS.mount(py.FS.filesystems.IDBFS, {}, kept);
    await sync(true).catch(() => {}); // storage refused: the program says so when it keeps something
  }
  return { py, keep: () => sync(false) };
}
