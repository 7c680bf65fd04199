// The worker in which the solver thinks: Python with the kernels as WebAssembly.
// It takes and posts lines of the engine protocol.

import { python } from "./python.js";

const early = [];
let hear = (line) => early.push(line);
onmessage = ({ data }) => hear(data);

const { py } = await python({ kernels: true, modules: ["solver.page"] });
const engine = await py.pyimport("solver.page").begin.callPromising((line) => postMessage(line));
hear = (line) => {
  engine.hear(line);
  engine.think.callPromising(); // where it can, the search lets other lines be heard meanwhile
};
early.splice(0).forEach(hear);
