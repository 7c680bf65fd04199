// What the program's Python takes from JavaScript for games with friends: libsodium, and lines
// to the slots of a topic.
//
//   battle.browser.sodium ──► sodium(name, ...bytes)
//   battle.browser.channels ──► openLine(url, prefix, slots, hear)   a broker, MQTT over a WebSocket
//                               openLine(url, "", slots, hear)       the host's own port
//          ◄── hear("up") ("granted", keeps) ("message", slot, bytes) ("sent", number) ("down", why, words)
//          ──► line.send(number, slot, bytes, kept), line.will(slot, bytes), line.close()
//
// A line that is lost is opened again, after 1, 2, 4 … 60 s, and at once when the device has slept
// or the network is back ("renewed"). A broker publishes the will when a connection breaks; with another
// will the line is opened again, and nobody is told.

import mqtt from "./vendor/mqtt.js";
import libsodium from "./vendor/libsodium-wrappers.js";

const LONGEST_WAIT = 60_000;
const ANSWER = 8000; // from the connection to the broker's answer, and as long again to the granted subscription; longer with each try
const RECEIPT = 15_000; // a message that is not acknowledged by then never will be
const ASLEEP = 20_000; // the device has slept if a second takes so much longer
const LARGEST = 65 * 1024;
const MOST_UNCONFIRMED = 16;
const MOST_HELD = MOST_UNCONFIRMED * LARGEST;
const EXPIRY = 60 * 86_400;

/**
 * What Pyodide lends, for the length of a call: a function, bytes, a list.
 * @typedef {{copy: () => Hear}} LentFunction
 * @typedef {{getBuffer: (kind: "u8") => {data: Uint8Array, release: () => void}}} LentBytes
 * @typedef {{toJs: () => string[]}} LentList
 * @typedef {((what: string, ...more: unknown[]) => void) & {destroy: () => void}} Hear
 */
/** @typedef {Uint8Array | number | string | null} Part what libsodium takes */

/** @typedef {(number: number, slot: string, bytes: Uint8Array, kept: boolean) => void} Send */
/** @typedef {{send: Send, end: () => void}} Opened */
/** @typedef {{slot: string, bytes: Uint8Array}} Will */
/**
 * What a connection tells: of the line, that it is lost and why, that slots are granted.
 * @typedef {{
 *   tell: (what: string, ...more: unknown[]) => void, lost: (why: string, words?: string) => void,
 *   granted: (keeps: boolean) => void, patience: number, will: Will | null,
 * }} Ears
 */

/**
 * The bytes of a Python object, as plain bytes of our own; anything else as it is.
 * @template {Part | undefined} T
 * @param {T | LentBytes} part
 * @returns {T | Uint8Array}
 */
function plain(part) {
  if (typeof part !== "object" || part === null || !("getBuffer" in part)) return part;
  const buffer = part.getBuffer("u8");
  const copy = buffer.data.slice();
  buffer.release();
  return copy;
}

/** @typedef {(...parts: Part[]) => unknown} Crypto */
const OURS = {
  publicKey: (/** @type {Uint8Array} */ seed) => libsodium.crypto_sign_seed_keypair(seed).publicKey,
  sign: (/** @type {Uint8Array} */ words, /** @type {Uint8Array} */ seed) => libsodium.crypto_sign_detached(words, libsodium.crypto_sign_seed_keypair(seed).privateKey),
};

const THEIRS = /** @type {Record<string, Crypto>} */ (/** @type {unknown} */ (libsodium));

/**
 * Call a function of libsodium; undefined, Python's None, where it refuses.
 * @param {string} name @param {(Part | undefined | LentBytes)[]} parts
 */
export function sodium(name, ...parts) {
  try {
    const call = /** @type {Record<string, Crypto | undefined>} */ (OURS)[name] ?? THEIRS[name];
    return call(...parts.map((part) => plain(part) ?? null));
  } catch {
    return undefined;
  }
}

export const ready = libsodium.ready;

let keep = async () => {};
let wake = () => {};
/**
 * Let what was written last be kept before a message goes out that tells of it; `wakes` is called when something was heard.
 * @param {() => Promise<void>} keeps @param {() => void} wakes
 */
export const keepFirst = (keeps, wakes) => ([keep, wake] = [keeps, wakes]);

/** @type {Set<{renew: () => void, lose: () => void}>} */
const lines = new Set();
let looked = Date.now();
setInterval(() => {
  const slept = Date.now() - looked > ASLEEP;
  looked = Date.now();
  for (const line of slept ? lines : []) line.renew();
}, 1000);
self.addEventListener("online", () => lines.forEach((line) => line.renew()));
self.addEventListener("offline", () => lines.forEach((line) => line.lose()));

/**
 * Open a line; `hears` is called with what it tells.
 * @param {string} url @param {string} prefix @param {LentList} slots @param {LentFunction} hears
 */
export function openLine(url, prefix, slots, hears) {
  const hear = hears.copy();
  const names = slots.toJs();
  const open = prefix ? broker : host;
  let wait = 1000;
  let timer = 0;
  /** @type {(() => void) | null} */
  let end = null;
  let lose = () => {};
  let renewed = () => {};
  /** @type {Will | null} */
  let will = null;
  /** @type {Send} */
  let send = () => {};
  /** @type {Promise<unknown>} */
  let kept = Promise.resolve(); // settled once nothing waits to be in the storage
  const line = {
    send(/** @type {number} */ number, /** @type {string} */ slot, /** @type {LentBytes} */ lent, /** @type {boolean} */ isKept) {
      const [bytes, by] = [/** @type {Uint8Array} */ (plain(lent)), send];
      if (isKept) kept = keep().then(() => by === send && by(number, slot, bytes, true));
      else by(number, slot, bytes, false);
    },
    will(/** @type {string} */ slot, /** @type {LentBytes} */ lent) {
      const bytes = /** @type {Uint8Array} */ (plain(lent));
      keep().then(() => {
        will = { slot, bytes };
        if (prefix && end && lines.has(line)) again();
      });
    },
    renew() {
      renewed();
      again();
    },
    lose: () => lose(),
    close() {
      lines.delete(line);
      clearTimeout(timer);
      kept.finally(() => end?.()); // what was said before goes out first
      setTimeout(() => hear.destroy(), 0);
    },
  };
  const again = () => {
    clearTimeout(timer);
    end?.();
    begin();
  };
  const begin = () => {
    let isOver = false;
    const tell = (/** @type {string} */ what, /** @type {unknown[]} */ ...more) => {
      if (isOver || !lines.has(line)) return;
      hear(what, ...more);
      wake();
    };
    const lost = (/** @type {string} */ why, words = "") => {
      if (isOver) return;
      tell("down", navigator.onLine === false ? "offline" : why, words);
      end?.();
      if (!lines.has(line)) return;
      timer = setTimeout(begin, wait * (0.5 + Math.random() / 2));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
    lose = () => lost("offline");
    renewed = () => tell("renewed");
    const granted = (/** @type {boolean} */ keeps) => {
      wait = 1000;
      tell("granted", keeps);
    };
    end = null;
    try {
      const patience = Math.min((ANSWER * wait) / 1000, LONGEST_WAIT);
      const opened = open(url, prefix, names, { tell, lost, granted, patience, will });
      send = opened.send;
      end = () => {
        isOver = true;
        send = () => {};
        opened.end();
      };
    } catch {
      lost("unreachable"); // such as ws:// from a page with https
    }
  };
  lines.add(line);
  begin();
  return line;
}

const old = new Set(); // brokers that know only MQTT 3.1.1

/**
 * One connection to a broker.
 * @param {string} url @param {string} prefix @param {string[]} slots @param {Ears} ears
 * @returns {Opened}
 */
function broker(url, prefix, slots, { tell, lost, granted, patience, will }) {
  const five = !old.has(url);
  const began = Date.now();
  let held = 0;
  let isOpen = false;
  let isAnswered = false;
  const why = () => (isAnswered ? "closed" : Date.now() - began >= patience ? "silent" : isOpen ? "stranger" : "unreachable");
  const client = mqtt.connect(url, {
    protocolVersion: five ? 5 : 4,
    clean: true,
    keepalive: 30,
    reconnectPeriod: 0,
    connectTimeout: patience,
    will: will ? { topic: `${prefix}/${will.slot}`, payload: will.bytes, qos: 0, retain: false } : undefined,
    resubscribe: false,
    properties: five ? { maximumPacketSize: LARGEST, receiveMaximum: MOST_UNCONFIRMED } : undefined,
    createWebsocket(address, protocols) {
      const socket = new WebSocket(address, protocols);
      socket.addEventListener("open", () => (isOpen = true));
      socket.addEventListener("message", ({ data }) => {
        held += data.byteLength; // until it has become packets
        if (held > MOST_HELD) lost("flood");
      });
      return socket;
    },
  });
  const late = setTimeout(() => lost("silent"), 2 * patience);
  client.on("packetreceive", () => (held = 0));
  client.on("connect", ({ properties }) => {
    isAnswered = true;
    tell("up");
    client.subscribe(
      slots.map((slot) => `${prefix}/${slot}`),
      { qos: 1 },
      (error, given) => {
        clearTimeout(late);
        if (error || !given?.length || given.some(({ qos }) => qos > 2)) lost("refused", error?.message ?? "");
        else granted(properties?.retainAvailable !== false);
      },
    );
  });
  client.on("message", (topic, payload) => tell("message", topic.slice(prefix.length + 1), new Uint8Array(payload)));
  client.on("error", (error) => {
    const code = "code" in error ? error.code : 0;
    if (five && (code === 132 || code === 1)) old.add(url);
    if (code === 134 || code === 135 || (!five && (code === 4 || code === 5))) lost("login");
    else lost(typeof code === "number" && code ? "refused" : why(), error.message);
  });
  client.on("disconnect", ({ reasonCode }) => lost("refused", String(reasonCode)));
  client.on("close", () => lost(why()));
  return {
    send(number, slot, bytes, kept) {
      const options = /** @type {import("./vendor/mqtt.js").Publish} */ (kept ? { qos: 1, retain: true, properties: five ? { messageExpiryInterval: EXPIRY } : undefined } : { qos: 0 });
      const receipt = kept ? setTimeout(() => lost("silent"), RECEIPT) : 0;
      client.publish(`${prefix}/${slot}`, bytes, options, (error) => {
        clearTimeout(receipt);
        if (!error) tell("sent", number);
      });
    },
    end() {
      clearTimeout(late);
      setTimeout(() => client.end(true), 300); // what was just published goes out first
      client.on("error", () => {});
    },
  };
}

/**
 * One connection to the host's own port: 1 byte slot, 1 byte whether it is kept, the message.
 * @param {string} url @param {string} _prefix @param {string[]} slots @param {Ears} ears
 * @returns {Opened}
 */
function host(url, _prefix, slots, { tell, lost, granted }) {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    tell("up");
    granted(true);
  };
  socket.onmessage = ({ data }) => {
    const bytes = new Uint8Array(data);
    if (bytes.length > 2 && bytes.length <= LARGEST && slots[bytes[0]]) tell("message", slots[bytes[0]], bytes.slice(2));
  };
  socket.onclose = () => lost("closed");
  return {
    send(number, slot, bytes, kept) {
      const frame = new Uint8Array(bytes.length + 2);
      frame.set([slots.indexOf(slot), kept ? 1 : 0]);
      frame.set(bytes, 2);
      socket.send(frame);
      tell("sent", number);
    },
    end() {
      socket.onclose = null;
      socket.close();
    },
  };
}
