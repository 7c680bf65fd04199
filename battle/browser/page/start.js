// What the page says where neither its other modules nor the program are there: what it waits for,
// why it does not start. It imports nothing, so that it can say that something is missing.

/** What the names of everything that is kept begin with: an origin may have other pages. */
export const OURS = `mahjong-battle${new URL("./", location.href).pathname}`;

/** The words of `first.json`, in the browser's language, and its code. */
export const firstWords = fetch("first.json")
  .then((answer) => answer.json())
  .catch(() => ({ en: {} }))
  .then((languages) => {
    const codes = [...(navigator.languages ?? []), "en"].map((tag) => tag.slice(0, 2));
    const code = codes.find((one) => one in languages) ?? "en";
    return { code, words: languages[code] };
  });

const page = () => /** @type {HTMLElement} */ (document.getElementById("root"));
/** @type {HTMLElement} */
let told = document.createElement("div");
let isFailed = false;

/**
 * Say something by its name in `first.json`, in the picture of loading or over the screen.
 * @param {string} name `waits`, or why the game does not go on
 * @param {string} part what was missing, for those who can help
 */
export async function tell(name, part = "") {
  /** @param {"div" | "p" | "button"} what @param {string} className @param {string} textContent */
  const made = (what, className, textContent) => Object.assign(document.createElement(what), { className, textContent });
  const isWait = name === "waits";
  isFailed ||= !isWait;
  const { code, words } = await firstWords;
  if (isWait && isFailed) return;
  told.remove();
  told = made("div", "told", "");
  told.role = isWait ? "status" : "alert";
  told.lang = code;
  const loading = document.querySelector(".loading");
  const late = loading?.querySelector(".late");
  if (!isWait) {
    const root = page();
    root.dataset.state = "failed";
    root.inert = !loading; // nothing on the screen does anything any more
    loading?.querySelector("progress")?.remove();
    late?.remove();
  }
  told.append(made("p", "", words[name] ?? "Mahjong Battle does not start."));
  if (part) told.append(made("p", "small muted", part));
  if (!isWait) {
    const button = made("button", "btn main", words.reload ?? "↻");
    button.onclick = () => location.reload();
    told.append(button);
  }
  if (late?.isConnected) late.before(told);
  else (loading ?? document.body).append(told);
}

/** What was waited for is there. */
export const untell = () => isFailed || told.remove();

addEventListener(
  "error",
  ({ target, message }) => {
    if (page().dataset.state !== "loading") return;
    if (target instanceof HTMLScriptElement) tell("missing", target.src.slice(new URL("./", location.href).href.length));
    else if (target === self) tell("missing", message);
  },
  true,
);
firstWords.then(({ words }) => {
  const late = document.querySelector(".late");
  if (late && words.late) late.textContent = words.late;
});
try {
  navigator.serviceWorker
    ?.register("service.js")
    .then((registration) => registration.update())
    .catch(() => {}); // no network, or refused: the page goes on as it is
} catch {
  // a frame that may not
}
