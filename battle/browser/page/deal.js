// The start of a numbered deal, whole or quick, for what is shown before the program is there.
// It repeats `Position.of_deal` and `quick_deal`: Python's `random.Random(number).random()`, which is MT19937.

const N = 624;

/** Python's `random.Random(seed).random`, for a seed below 2^32. @param {number} seed */
function random(seed) {
  const state = new Uint32Array(N);
  const times = (/** @type {number} */ a, /** @type {number} */ b) => Math.imul(a, b) >>> 0;
  state[0] = 19650218;
  for (let i = 1; i < N; i++) state[i] = times(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
  let i = 1;
  const step = (/** @type {number} */ factor, /** @type {number} */ add) => {
    state[i] = (state[i] ^ times(state[i - 1] ^ (state[i - 1] >>> 30), factor)) + add;
    if (++i >= N) [state[0], i] = [state[N - 1], 1];
  };
  for (let k = 0; k < N; k++) step(1664525, seed);
  for (let k = 0; k < N - 1; k++) step(1566083941, -i);
  state[0] = 0x80000000;
  let at = N;
  const next = () => {
    if (at >= N) {
      for (let k = 0; k < N; k++) {
        const y = (state[k] & 0x80000000) | (state[(k + 1) % N] & 0x7fffffff);
        state[k] = state[(k + 397) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      at = 0;
    }
    let y = state[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  return () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
}

/** Items in a random order. @template T @param {T[]} items @param {() => number} draw */
function shuffled(items, draw) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** Tiles laid row by row, as columns. @param {string[]} tiles @param {number} columns */
const laid = (tiles, columns) => Array.from({ length: columns }, (_, column) => tiles.filter((_tile, at) => at % columns === column));

/** The tiles of a deal by columns from the top, as `1m`. @param {number} number */
export const deal = (number) => laid(shuffled([...`mps`].flatMap((suit) => [...`123456789`].flatMap((rank) => Array(4).fill(rank + suit))), random(number)), 12);

/** The same of a quick deal of 36 tiles: four of one kind of every rank. @param {number} number */
export function quickDeal(number) {
  const draw = random(number);
  const drawn = [...`123456789`].flatMap((rank) => Array(4).fill(rank + shuffled([...`mps`], draw)[0]));
  return laid(shuffled(drawn, draw), 6);
}
