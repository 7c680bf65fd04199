// Steps through a game: the address says which move is looked at, and what does not belong to its
// place is hidden. It stands inside a page that is XML too, hence has no signs of markup in it.
"use strict";
{
  const walk = document.querySelector(".walk");
  const steps = [...walk.querySelectorAll(".step")].map((step) => Number(step.dataset.from));
  const mistakes = [...walk.querySelectorAll("[data-mistake]")].map((one) => Number(one.dataset.from));
  const parts = [...walk.querySelectorAll("[data-from], [data-to]")];
  const list = walk.querySelector(".list");

  const place = () => {
    const ply = Number(/^#move-([0-9]+)$/.exec(location.hash)?.[1]);
    return steps.includes(ply) ? ply : Number(walk.dataset.ply);
  };

  const ways = {
    first: () => steps[0],
    last: () => steps.at(-1),
    previous: (at) => steps.findLast((ply) => at > ply),
    next: (at) => steps.find((ply) => ply > at),
    "previous-mistake": (at) => mistakes.findLast((ply) => at > ply),
    "next-mistake": (at) => mistakes.find((ply) => ply > at),
  };

  const keys = {
    ArrowLeft: "previous",
    ArrowRight: "next",
    Home: "first",
    End: "last",
    p: "previous-mistake",
    n: "next-mistake",
  };

  const show = () => {
    const at = place();
    for (const part of parts) {
      const { from = 0, to = Infinity } = part.dataset;
      part.toggleAttribute("hidden", Number(from) > at || at >= Number(to));
    }
    for (const link of walk.querySelectorAll("[data-way]")) {
      const ply = ways[link.dataset.way](at);
      if (ply) link.setAttribute("href", `#move-${ply}`);
      else link.removeAttribute("href");
    }
    for (const row of list.querySelectorAll("tr[data-ply]")) {
      const isHere = Number(row.dataset.ply) === at;
      row.classList.toggle("here", isHere);
      if (isHere) list.scrollTop = row.offsetTop - list.clientHeight / 2;
    }
  };

  document.documentElement.classList.add("js");
  addEventListener("hashchange", () => {
    show();
    walk.querySelector(".board").scrollIntoView({ block: "nearest" });
  });
  addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.altKey || press.metaKey || !Object.hasOwn(keys, press.key)) return;
    const ply = ways[keys[press.key]](place());
    if (ply) location.replace(`#move-${ply}`);
    press.preventDefault();
  });
  list.addEventListener("click", (press) => {
    const row = press.target.closest("tr[data-ply]");
    if (row) location.hash = `move-${row.dataset.ply}`;
  });
  show();
}
