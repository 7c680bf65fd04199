// The worker in which the program runs: Python, with `battle.browser.main` at the table.
//
//   page ──acts──►        ──lines──► solver.js
//        ◄─views──  here  ◄─lines──
//
// What is kept lies in the browser's own storage, a file system in IndexedDB; it is written
// a little after every act and every view: an opponent's move and a proof come without an act.
// A move is written before the view shows it, so that no reload loses what was seen, and all when
// the page goes out of sight.

import { python } from "./python.js";
import { keepFirst, openLine, ready, sodium } from "./wire.js";

const ASK = 400; // milliseconds between questions to the tab that has the game
const REST = 250; // and between looks at the program where it failed
const HEARD = 60; // and until what a friend has sent is looked at
const LATER = 300; // milliseconds until what was done is written

/** @type {any} the module `battle.browser.main`, once it is there */
let main = null;
const early = [];
let solver = null;
let keepNow = async () => {};

onmessage = ({ data }) => (data.languages ? start(data) : main ? act(data) : early.push(data));

/** Begin as soon as no other tab has what is kept; it is handed over to the next one that asks. */
async function start(first) {
  const handOver = await alone();
  const keep = await begin(first);
  handOver(async () => {
    act.done = act.beat = null;
    clearTimeout(act.timer);
    onmessage = ({ data }) => data.do !== "visible" && postMessage({ reload: true });
    attempt(() => main.hand_over());
    await keep().catch(() => {});
  });
}

async function begin(first) {
  const [{ py, keep }] = await Promise.all([python({ kept: "/home/kept", modules: ["battle.browser.main"] }), ready]);
  let isToldOf = false;
  let kept = Promise.resolve();
  keepNow = () => (kept = kept.then(keep).catch(() => isToldOf || ((isToldOf = true), main.cannot_keep())));
  const saving = later(LATER, keepNow);
  keepFirst(keepNow, later(HEARD, () => act.beat?.()));
  main = py.pyimport("battle.browser.main");
  main.begin(JSON.stringify(first), emit, startSolver, openLine, sodium);
  early.splice(0).forEach(act);
  saving();
  act.done = saving;
  const beat = () => {
    let pause = REST;
    attempt(() => {
      if (main.beat()) saving();
      pause = 1000 * main.pause();
    });
    clearTimeout(act.timer);
    act.timer = setTimeout(beat, pause);
  };
  act.beat = beat;
  beat();
  return keep;
}

/**
 * Wait until this is the only tab that runs the program; the others are asked to hand over.
 * Return what takes the function that does so. Without https there is no way to know.
 */
async function alone() {
  let handOver = (/** @type {() => Promise<void>} */ _how) => {};
  const how = new Promise((known) => (handOver = known));
  if (!navigator.locks) return handOver;
  const tabs = new BroadcastChannel("tabs");
  const ask = () => tabs.postMessage("mine");
  const asking = setInterval(ask, ASK);
  ask();
  await new Promise((held) =>
    navigator.locks.request("kept", () => {
      clearInterval(asking);
      held();
      return new Promise((free) => (tabs.onmessage = () => how.then((give) => give()).then(free)));
    }),
  );
  return handOver;
}

/** Call into Python; an error there is for the console, and the program goes on. */
function attempt(run) {
  try {
    run();
  } catch (error) {
    console.error(error);
    if (error.name !== "PythonError") throw error;
  }
}

function act(what) {
  attempt(() => main.act(JSON.stringify(what)));
  if (what.do === "visible" && !what.is) keepNow();
  act.done?.();
  act.beat?.();
}
act.done = act.beat = null;
act.timer = 0;

/** Post what the program says, a JSON object; a view of another position when that is kept. */
function emit(text) {
  const message = JSON.parse(text);
  const { screen, position, state } = message.view ?? emit.last;
  const isNew = position !== emit.last.position || (screen !== emit.last.screen && state === "over");
  emit.last = { screen, position, state };
  if (isNew) {
    emit.waits++;
    const late = new Promise((done) => setTimeout(done, LATER));
    Promise.race([keepNow(), late]).then(() => --emit.waits || emit.held.splice(0).forEach((one) => postMessage(one)));
  }
  if (emit.waits) emit.held.push(message);
  else postMessage(message);
  act.done?.();
}
emit.last = { screen: "", position: undefined, state: "" };
emit.waits = 0;
emit.held = [];

/** Start a solver, or another one; `hear` is called with its lines. Return what sends it lines. */
function startSolver(hears) {
  const hear = hears.copy(); // Pyodide lends what is passed for the length of the call
  solver?.terminate();
  solver = new Worker("solver.js", { type: "module" });
  solver.onmessage = ({ data }) => hear(data);
  solver.onerror = (event) => {
    event.preventDefault();
    hear(`error ${event.message}`);
  };
  const mine = solver;
  return (line) => mine.postMessage(line);
}

/** Return a function that calls `run` once, a while after the first of some calls, and not twice at a time. */
function later(milliseconds, run) {
  let timer = 0;
  let last = Promise.resolve();
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      last = last.then(run);
    }, milliseconds);
  };
}
