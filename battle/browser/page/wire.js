// What the program's Python takes from JavaScript for games with friends: libsodium, and lines
// to the slots of a topic.
//
//   battle.browser.sodium ──► sodium(name, ...bytes)
//   battle.browser.channels ──► openLine(url, prefix, slots, hear)   a broker, MQTT over a WebSocket
//                               openLine(url, "", slots, hear)       the host's own port
//          ◄── hear("up") ("granted", keeps) ("message", slot, bytes) ("sent", number) ("down", why, words)
//          ──► line.send(number, slot, bytes, kept), line.close()
//
// A line that is lost is opened again, after 1, 2, 4 … 60 s, and at once when the device has slept
// or the network is back.

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

/** The bytes of a Python object, as plain bytes of our own; anything else as it is. */
function plain(part) {
  if (!part?.getBuffer) return part;
  const buffer = part.getBuffer("u8");
  const copy = buffer.data.slice();
  buffer.release();
  return copy;
}

const OURS = {
  publicKey: (seed) => libsodium.crypto_sign_seed_keypair(seed).publicKey,
  sign: (words, seed) => libsodium.crypto_sign_detached(words, libsodium.crypto_sign_seed_keypair(seed).privateKey),
};

/** Call a function of libsodium; undefined, Python's None, where it refuses. */
export function sodium(name, ...parts) {
  try {
    return (OURS[name] ?? libsodium[name])(...parts.map((part) => plain(part) ?? null));
  } catch {
    return undefined;
  }
}

export const ready = libsodium.ready;

let keep = async () => {};
let wake = () => {};
/** Let what was written last be kept before a message goes out that tells of it; `wakes` is called when something was heard. */
export const keepFirst = (keeps, wakes) => ([keep, wake] = [keeps, wakes]);

const lines = new Set();
let looked = Date.now();
setInterval(() => {
  const slept = Date.now() - looked > ASLEEP;
  looked = Date.now();
  for (const line of slept ? lines : []) line.renew();
}, 1000);
self.addEventListener("online", () => lines.forEach((line) => line.renew()));

/** Open a line; `hears` is a function of Python, which Pyodide lends for the length of the call. */
export function openLine(url, prefix, slots, hears) {
  const hear = hears.copy();
  const names = slots.toJs();
  const open = prefix ? broker : host;
  let wait = 1000;
  let timer = 0;
  let end = null;
  let send = () => {};
  let kept = Promise.resolve(); // settled once nothing waits to be in the storage
  const line = {
    send(number, slot, lent, isKept) {
      const [bytes, by] = [plain(lent), send];
      if (isKept) kept = keep().then(() => by === send && by(number, slot, bytes, true));
      else by(number, slot, bytes, false);
    },
    renew() {
      clearTimeout(timer);
      end?.();
      begin();
    },
    close() {
      lines.delete(line);
      clearTimeout(timer);
      kept.finally(() => end?.()); // what was said before goes out first
      setTimeout(() => hear.destroy(), 0);
    },
  };
  const begin = () => {
    let isOver = false;
    const tell = (what, ...more) => {
      if (isOver || !lines.has(line)) return;
      hear(what, ...more);
      wake();
    };
    const lost = (why, words = "") => {
      if (isOver) return;
      tell("down", navigator.onLine === false ? "offline" : why, words);
      end?.();
      if (!lines.has(line)) return;
      timer = setTimeout(begin, wait * (0.5 + Math.random() / 2));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
    const granted = (keeps) => {
      wait = 1000;
      tell("granted", keeps);
    };
    end = null;
    let opened = null;
    try {
      const patience = Math.min((ANSWER * wait) / 1000, LONGEST_WAIT);
      opened = open(url, prefix, names, { tell, lost, granted, patience });
    } catch {
      return lost("unreachable"); // such as ws:// from a page with https
    }
    send = opened.send;
    end = () => {
      isOver = true;
      send = () => {};
      opened.end();
    };
  };
  lines.add(line);
  begin();
  return line;
}

const old = new Set(); // brokers that know only MQTT 3.1.1

/** One connection to a broker. */
function broker(url, prefix, slots, { tell, lost, granted, patience }) {
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
        if (error || !given.length || given.some(({ qos }) => qos > 2)) lost("refused", error?.message ?? "");
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
      const options = kept ? { qos: 1, retain: true, properties: five ? { messageExpiryInterval: EXPIRY } : undefined } : { qos: 0 };
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

/** One connection to the host's own port: 1 byte slot, 1 byte whether it is kept, the message. */
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
