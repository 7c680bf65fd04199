// The worker in which the program runs: Python, with `battle.browser.main` at the table.
//
//   page ──acts──►        ──lines──► solver.js, which the page has made
//        ◄─views──  here  ◄─lines──
//
// What is kept lies in the browser's own storage, a file system in IndexedDB; it is written
// a little after every act and every view: an opponent's move and a proof come without an act.
// A move is written before the view shows it, so that no reload loses what was seen, and all when
// the page goes out of sight.

import { python } from "./python.js";
import { keepFirst, openLine, ready, sodium } from "./wire.js";

const ASK = 400; // milliseconds between questions to the tab that has the game
const ASKS = 8; // questions without an answer, until a tab that sleeps has lost the game
const WAITS = 1200; // milliseconds until the page says what it waits for
const REST = 250; // and between looks at the program where it failed
const HEARD = 60; // and until what a friend has sent is looked at
const SETTLED = 8000; // and after a start, until there is time for other work
const LATER = 300; // milliseconds until what was done is written

/** @typedef {import("./view.d.ts").Act} Act */
/** @typedef {{languages: string[], hash: string, place: unknown[][] | null, watched: string, ours: string, address: string, zone: number, phone: boolean, cores?: number, memory?: number, installs: boolean, expires: boolean}} First what a page says of itself */
/** @typedef {{copy: () => (line: string) => void}} Hears a function of Python */
/**
 * @typedef {{
 *   begin: (first: string, emit: (text: string) => void, solver: (hears: Hears) => (line: string) => void, line: typeof openLine | undefined, call: typeof sodium) => void,
 *   act: (text: string) => void, beat: () => boolean, pause: () => number, cannot_keep: () => void, hand_over: () => void,
 * }} Main the module `battle.browser.main`
 */

/** @type {Main | null} */
let main = null;
/** @type {Act[]} */
const early = [];
/** @type {Map<number, (line: string) => void>} what hears each */
const solvers = new Map();
let keepNow = async () => {};

onmessage = ({ data }) => {
  if (data.languages) start(data).catch(fail);
  else if (data.solver) solvers.get(data.solver)?.(`error ${data.error}`);
  else if (main) act(data);
  else early.push(data);
};

/** Nobody hears a promise that is refused in a worker: the page is told. */
function fail(/** @type {unknown} */ error) {
  postMessage({ failed: String(error instanceof Error ? error.message : error).trim().split("\n").at(-1) });
}

/**
 * Begin as soon as no other tab has what is kept; it is handed over to the next one that asks.
 * @param {First} first
 */
async function start(first) {
  const lock = await alone(first.ours, first.ours);
  await begin(first, lock.isHeld);
  lock.handOver(() => leave().then(keepNow));
}

/** Do nothing any more: another tab has the game. */
async function leave() {
  const program = main;
  if (!program) return postMessage({ elsewhere: true });
  act.done = act.beat = null;
  clearTimeout(act.timer);
  onmessage = ({ data }) => data.do !== "visible" && postMessage({ reload: true });
  attempt(() => program.hand_over());
}

/** @param {First} first @param {() => Promise<boolean>} isHeld whether the lock still is */
async function begin(first, isHeld) {
  const [{ py, keep }] = await Promise.all([python({ kept: `/home/${first.ours}`.replace(/[/]$/, ""), free: () => alone("kept", "tabs") }), ready]);
  let isToldOf = false;
  let kept = Promise.resolve();
  const cannotKeep = () => {
    if (!isToldOf) main?.cannot_keep();
    isToldOf = true;
  };
  keepNow = () => (kept = kept.then(isHeld).then((is) => (is ? keep() : new Promise(() => {}))).then(() => {}, cannotKeep));
  const saving = later(LATER, keepNow);
  keepFirst(keepNow, later(HEARD, () => act.beat?.()));
  const program = (main = /** @type {Main} */ (py.pyimport("battle.browser.main")));
  program.begin(JSON.stringify(first), emit, startSolver, openLine, sodium);
  early.splice(0).forEach(act);
  saving();
  act.done = saving;
  const beat = () => {
    let pause = REST;
    attempt(() => {
      if (program.beat()) saving();
      pause = 1000 * program.pause();
    });
    clearTimeout(act.timer);
    act.timer = setTimeout(beat, pause);
  };
  act.beat = beat;
  beat();
  setTimeout(() => solvers.size || postMessage({ rests: true }), SETTLED);
}

/**
 * Wait until this is the only tab that runs the program: the others are asked to hand over, and one
 * that does not answer, as a tab that sleeps, has lost it. Without https there is no way to know.
 * `isHeld` says whether it still is, `handOver` takes what is done when another tab asks.
 * @param {string} name @param {string} channel
 */
async function alone(name, channel) {
  let handOver = (/** @type {() => Promise<void>} */ _how) => {};
  /** @type {Promise<() => Promise<void>>} */
  const how = new Promise((known) => (handOver = known));
  const never = { handOver, isHeld: async () => true };
  if (!navigator.locks) return never;
  const tabs = new BroadcastChannel(channel);
  const waiting = new AbortController();
  const told = setTimeout(() => postMessage({ waits: true }), WAITS);
  let asked = 0;
  let asking = 0;
  tabs.onmessage = ({ data }) => data === "soon" && (asked = 0);
  const granted = new Promise((held, refused) => {
    let isHeld = false;
    const hold = () => {
      isHeld = true;
      clearInterval(asking);
      held(true);
      return /** @type {Promise<void>} */ (new Promise((free) => {
        tabs.onmessage = ({ data }) => {
          if (data !== "mine") return;
          tabs.postMessage("soon");
          how.then((give) => give()).then(free);
        };
      }));
    };
    const request = (/** @type {LockOptions} */ options) => navigator.locks.request(name, options, hold).catch((error) => (isHeld ? leave() : options.signal?.aborted || refused(error)));
    const ask = () => {
      if (asked++ < ASKS) return tabs.postMessage("mine");
      clearInterval(asking);
      waiting.abort(); // else it would be granted one day, too
      request({ steal: true });
    };
    asking = setInterval(ask, ASK);
    request({ signal: waiting.signal });
    ask();
  });
  const isGranted = await granted.catch(() => false); // storage refused, and locks with it
  clearTimeout(told);
  clearInterval(asking);
  if (!isGranted) return never;
  const holder = async () => (await navigator.locks.query()).held?.find((lock) => lock.name === name)?.clientId;
  const own = await holder();
  return { handOver, isHeld: async () => (await holder()) === own };
}

/** Call into Python; an error there is for the console, and the program goes on. */
function attempt(/** @type {() => void} */ run) {
  try {
    run();
  } catch (error) {
    console.error(error);
    if (!(error instanceof Error) || error.name !== "PythonError") throw error;
  }
}

function act(/** @type {Act} */ what) {
  attempt(() => main?.act(JSON.stringify(what)));
  if (what.do === "visible" && !what.is) keepNow();
  act.done?.();
  act.beat?.();
}
act.done = act.beat = /** @type {(() => void) | null} */ (null);
act.timer = 0;

/** Post what the program says, a JSON object; a view of another position when that is kept. */
function emit(/** @type {string} */ text) {
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
emit.held = /** @type {object[]} */ ([]);

/**
 * Start a solver; what is heard are its lines. Return what sends it lines.
 *
 * The page makes its worker: in Firefox one that is made here may hold this worker for good on a busy machine.
 * @param {Hears} hears
 */
function startSolver(hears) {
  const hear = hears.copy(); // Pyodide lends what is passed for the length of the call
  const { port1, port2 } = new MessageChannel();
  const number = ++startSolver.count;
  solvers.set(number, hear);
  port1.onmessage = ({ data }) => hear(data);
  self.postMessage({ solver: { number, port: port2 } }, [port2]);
  return (/** @type {string} */ line) => (line === "quit" ? endSolver(number) : port1.postMessage(line));
}
startSolver.count = 0;

/** End a solver; a page without one has room for other work. @param {number} number */
function endSolver(number) {
  solvers.delete(number);
  postMessage({ ends: number, ...(!solvers.size && { rests: true }) });
}

/**
 * Return a function that calls `run` once, a while after the first of some calls, and not twice at a time.
 * @param {number} milliseconds @param {() => void | Promise<void>} run
 */
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
