// The browser's history: an entry for each screen over the first, one more for what lies over it.
//
//   deeper       ──► pushState            Back ──► popstate ──► what is on top is left
//   less deep    ──► history.go           Forward ──► back again: what was left stays left
//
// An entry keeps the place it leads to, so that a reload comes back to it.

/** @typedef {{depth: number, place: unknown[][]}} Entry */

const PATIENCE = 500; // milliseconds until the browser has gone where it was sent

/** The entry that the page is at; null on a new visit. @returns {Entry | null} */
export const entry = () => (typeof history.state?.depth === "number" ? history.state : null);

/** Call the browser's history; one that refuses, as for a while after many calls, stays as it is. @param {() => void} run */
const attempt = (run) => {
  try {
    run();
  } catch {
    // the next one may be taken
  }
};

/**
 * Follow the browser's history.
 * @param {(steps: number) => void} leave what is on top, and what was under it, in so many steps
 */
export function trail(leave) {
  /** @type {Entry} */
  let wanted = entry() ?? { depth: 0, place: [] };
  let going = 0; // a timer, while the browser goes where it was sent
  const depth = () => entry()?.depth ?? 0;
  const put = () => attempt(() => history.replaceState(wanted, ""));

  /** @param {number} steps */
  const go = (steps) => {
    going = setTimeout(() => {
      going = 0;
      put(); // there is no such entry
    }, PATIENCE);
    history.go(steps);
  };
  const follow = () => {
    if (going) return;
    if (depth() > wanted.depth) return go(wanted.depth - depth());
    if (!entry()) attempt(() => history.replaceState({ depth: 0, place: [] }, ""));
    if (depth() === wanted.depth && JSON.stringify(entry()?.place) !== JSON.stringify(wanted.place)) put();
    for (let next = depth() + 1; next <= wanted.depth; next++) attempt(() => history.pushState({ ...wanted, depth: next }, ""));
  };
  addEventListener("popstate", () => {
    if (going) {
      clearTimeout(going);
      going = 0;
      return follow();
    }
    if (location.hash.length > 1) {
      wanted = { ...wanted, depth: wanted.depth + 1 }; // a link that was followed lies on top
      return put();
    }
    const steps = wanted.depth - depth();
    if (steps < 0) return go(steps);
    wanted = { ...wanted, depth: depth() };
    if (steps) leave(steps);
  });
  return {
    /** Show how deep one is, and where. @param {number} depth @param {unknown[][]} place */
    show(depth, place) {
      wanted = { depth, place };
      follow();
    },
  };
}
