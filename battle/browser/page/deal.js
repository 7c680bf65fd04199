// The start of a numbered deal, for the page of an invitation before the program is there.
// It repeats `Position.of_deal`: Python's `random.Random(number).random()`, which is MT19937.

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

/** The tiles of a deal by columns from the top, as `1m`. @param {number} number */
export function deal(number) {
  const tiles = [...`mps`].flatMap((suit) => [...`123456789`].flatMap((rank) => Array(4).fill(rank + suit)));
  const draw = random(number);
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  return Array.from({ length: 12 }, (_, column) => Array.from({ length: 9 }, (_, row) => tiles[row * 12 + column]));
}
