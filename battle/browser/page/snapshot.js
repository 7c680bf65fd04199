// Makes a snapshot of Python's memory with the program imported, from which later visits begin.
// The service worker keeps it with the version; it costs no byte of the network.

import { python, SNAPSHOT } from "./python.js";

async function make() {
  if ((await fetch(SNAPSHOT)).status !== 204) return;
  const { py } = await python({ isModel: true });
  py.runPython("import gc, battle.browser.main, solver.page; battle.browser.main.load_all(); gc.collect()");
  await fetch(SNAPSHOT, { method: "PUT", body: py.makeMemorySnapshot() });
}

make()
  .catch(() => {}) // visits begin without
  .finally(() => close());
