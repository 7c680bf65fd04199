// The worker in which the solver thinks: Python with the kernels as WebAssembly.
// It takes and posts lines of the engine protocol.

import { python } from "./python.js";

const ALIVE = 3000; // milliseconds between signs of life while Python starts
/** @type {string[]} */
const early = [];
/** @type {(line: string) => unknown} */
let hear = (line) => early.push(line);
/** @type {MessagePort} to the program */
let port;
onmessage = ({ data }) => {
  port = data;
  port.onmessage = (event) => hear(event.data);
};
const post = (/** @type {string} */ line) => port?.postMessage(line);

/** Nobody hears what fails in a worker: it is said in a line. */
const fail = (/** @type {unknown} */ error) => post(`error ${String(error instanceof Error ? error.message : error).trim().split("\n").at(-1)}`);
addEventListener("error", (event) => {
  event.preventDefault();
  fail(event.error ?? event.message);
});

/** @typedef {{hear: (line: string) => void, think: () => boolean}} Engine */
/** @typedef {{PageEngine: (post: (line: string) => void) => Engine}} Solver the module `solver.page` */

async function begin() {
  const { py } = await python({ kernels: true });
  const engine = /** @type {Solver} */ (py.pyimport("solver.page")).PageEngine(post);
  const { port1, port2 } = new MessageChannel(); // its messages are heard after those that are there already
  let isThinking = false;
  const think = () => (isThinking = engine.think()) && port2.postMessage(null);
  port1.onmessage = think;
  hear = (line) => {
    engine.hear(line);
    if (!isThinking) think();
  };
  early.splice(0).forEach(hear);
}

const alive = setInterval(() => post("info string starting"), ALIVE);
begin()
  .catch(fail)
  .finally(() => clearInterval(alive));
