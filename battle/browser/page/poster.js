// The picture that is passed on: boxes, words and tiles as the program lays them out, on a canvas.

import { Button, html, useEffect, useRef } from "./dom.js";
import { copy, save, share } from "./link.js";

/** @import * as V from "./view.d.ts" */

const SIDE = 1080;
/** @type {Map<string, Promise<HTMLImageElement>>} */
const pictures = new Map();

/** A tile's picture, loaded once. @param {string} name */
function loaded(name) {
  if (!pictures.has(name)) {
    const image = new Image();
    image.src = `tiles/${name}.svg`;
    pictures.set(name, image.decode().then(() => image));
  }
  return /** @type {Promise<HTMLImageElement>} */ (pictures.get(name));
}

/** @param {HTMLCanvasElement} canvas @param {any[]} pieces boxes, words and tiles */
async function draw(canvas, pieces) {
  const family = getComputedStyle(document.body).fontFamily;
  await Promise.all(["500 40px Inter", "600 40px Inter"].map((font) => document.fonts.load(font)));
  const names = new Set(["tile", "tile-blocked", ...pieces.filter((one) => one.kind).map((one) => one.kind)]);
  const tiles = new Map(await Promise.all([...names].map(async (name) => /** @type {const} */ ([name, await loaded(name)]))));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.textBaseline = "middle";
  for (const one of pieces) {
    pen.fillStyle = one.colour ?? "";
    if (one.piece === "box") {
      pen.beginPath();
      pen.roundRect(one.x, one.y, one.width, one.height, one.radius);
      pen.fill();
    } else if (one.piece === "words") {
      pen.font = `${one.strong ? 600 : 500} ${one.size}px ${family}`;
      pen.textAlign = one.right ? "right" : "left";
      pen.fillText(one.words, one.x, one.y, one.width);
    } else {
      for (const name of [one.free ? "tile" : "tile-blocked", one.kind]) pen.drawImage(/** @type {HTMLImageElement} */ (tiles.get(name)), one.x, one.y, one.width, (one.width * 4) / 3);
    }
  }
}

/** The picture, and what can be done with it. @param {{block: V.Poster, send: import("./dom.js").Send}} what */
export function Poster({ block, send }) {
  const canvas = useRef(/** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (null)));
  const files = useRef(/** @type {File[]} */ ([])); // made before the press, which may wait for nothing
  useEffect(() => {
    files.current = [];
    draw(canvas.current, block.pieces).then(() => canvas.current?.toBlob((blob) => blob && (files.current = [new File([blob], `${block.name}.png`, { type: "image/png" })])));
  }, [block.text]);
  const copied = () => copy(block.text).then((done) => send({ do: "copied", done }));
  const acts = {
    share: async () => (await share({ text: block.text, files: files.current })) || copied(),
    copy: copied,
    save: () =>
      files.current.forEach((file) => {
        save(file.name, file);
        send({ do: "saved", file: file.name });
      }),
  };
  return html`<div class="poster"><canvas ref=${canvas} width=${SIDE} height=${SIDE} aria-hidden="true"></canvas>
    <p class="passed">${block.text}</p>
    ${Object.entries(acts).map(([name, act]) => html`<${Button} key=${name} kind=${name === "share" ? "btn main" : "btn"} button=${{ words: block[/** @type {"share" | "copy" | "save"} */ (name)], icon: name === "copy" ? "copy" : name === "save" ? "save" : "export" }} send=${act} />`)}
  </div>`;
}
