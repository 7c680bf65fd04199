// The worker in which the solver thinks: Python with the kernels as WebAssembly.
// It takes and posts lines of the engine protocol.

import { python } from "./python.js";

const ALIVE = 3000; // milliseconds between signs of life while Python starts
/** @type {string[]} */
const early = [];
/** @type {(line: string) => unknown} */
let hear = (line) => early.push(line);
onmessage = ({ data }) => hear(data);

/**
 * Call into Python, which can wait there where the browser switches stacks.
 * @template {unknown[]} P, R
 * @param {import("./pyodide/pyodide.mjs").Callable<P, R>} f @param {P} parts
 */
const call = (f, ...parts) => ("Suspending" in WebAssembly ? f.callPromising(...parts) : f(...parts));
/** Nobody hears a promise that is refused in a worker: it is said in a line. */
const fail = (/** @type {unknown} */ error) => postMessage(`error ${String(error instanceof Error ? error.message : error).trim().split("\n").at(-1)}`);

/**
 * @typedef {import("./pyodide/pyodide.mjs").Callable<P, R>} Callable
 * @template {unknown[]} P, R
 */
/** @typedef {{hear: (line: string) => void, think: Callable<[], unknown>}} Engine */
/** @typedef {{begin: Callable<[(line: string) => void], Engine>}} Solver the module `solver.page` */

async function begin() {
  const { py } = await python({ kernels: true });
  const engine = await call(/** @type {Solver} */ (py.pyimport("solver.page")).begin, (line) => postMessage(line));
  const answer = async (/** @type {string} */ line) => {
    engine.hear(line);
    await call(engine.think); // where it can, the search lets other lines be heard meanwhile
  };
  hear = (line) => answer(line).catch(fail);
  early.splice(0).forEach(hear);
}

const alive = setInterval(() => postMessage("info string starting"), ALIVE);
begin()
  .catch(fail)
  .finally(() => clearInterval(alive));
