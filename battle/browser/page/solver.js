// The worker in which the solver thinks: Python with the kernels as WebAssembly.
// It takes and posts lines of the engine protocol.

import { python } from "./python.js";

const ALIVE = 3000; // milliseconds between signs of life while Python starts
const early = [];
let hear = (line) => early.push(line);
onmessage = ({ data }) => hear(data);

/** Call into Python, which can wait there where the browser switches stacks. */
const call = (f, ...parts) => ("Suspending" in WebAssembly ? f.callPromising(...parts) : f(...parts));
/** Nobody hears a promise that is refused in a worker: it is said in a line. */
const fail = (error) => postMessage(`error ${String(error?.message ?? error).trim().split("\n").at(-1)}`);

async function begin() {
  const { py } = await python({ kernels: true });
  const engine = await call(py.pyimport("solver.page").begin, (line) => postMessage(line));
  const answer = async (line) => {
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
