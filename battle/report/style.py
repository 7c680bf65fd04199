"""The style sheet of pages: by day, by night, on a phone, on paper."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--ground:#f7f4ea;--card:#fff;--ink:#1d241f;--muted:#55615a;
--line:#d9d3c0;--first:#b23a24;--second:#1c5f9f;--better:#8a6100;--worse:#a33c00;--felt:#14504a}
@media (prefers-color-scheme:dark){:root{--ground:#0e1c1a;--card:#16302b;--ink:#f6efdd;
--muted:#abbdb2;--line:#2d5148;--first:#ff8a70;--second:#7dbbff;--better:#ffd23f;--worse:#ff9d5c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:clamp(1.5rem,5vw,2.3rem);line-height:1.15;margin:.2em 0}
h2{font-size:1.3rem;margin:2.2em 0 .6em}
h3{font-size:1.05rem;margin:0 0 .5em}
p{margin:.4em 0}
.muted,small{color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.2rem}
.two{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))}
.two.boards{grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
table{border-collapse:collapse}
.sum td{padding:.15em 0}
.sum td+td{padding-left:2.5rem}
.sum tr:last-child td{border-top:2px solid var(--ink);font-weight:700}
.badge{display:inline-block;width:1.6em;height:1.6em;line-height:1.6em;margin-right:.2em;
text-align:center;font-size:.85em;font-weight:700;color:var(--card);background:var(--first);
border-radius:50%}
.badge.player-2{background:var(--second);border-radius:0;
clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
.scroll{overflow-x:auto}
.graph{display:block;width:100%;height:auto}.graph.narrow{display:none}
.graph text{font-size:12px;fill:var(--muted)}
.graph .end{text-anchor:end}.graph .middle{text-anchor:middle}
.graph .strong{font-weight:600;fill:var(--ink)}
.graph .grid{stroke:var(--line)}.graph .axis{stroke:var(--muted)}
.graph .turn{stroke:var(--worse);stroke-dasharray:1 4;stroke-width:1.5}
.line{fill:none;stroke-width:2.2;stroke-linejoin:round}
.line.margin{stroke:var(--ink)}
.line.player-1{stroke:var(--first)}.line.player-2{stroke:var(--second)}
.line.estimated{stroke-dasharray:6 4;stroke-width:1.6}
.sign{stroke:var(--card);stroke-width:1.5}
.sign.player-1{fill:var(--first)}.sign.player-2{fill:var(--second)}
.board{display:block;width:100%;height:auto;margin:.4rem 0 .8rem}
.tile{width:1.35em;height:1.8em;vertical-align:middle;margin-right:.4em}
.moves{width:100%}
.moves th{text-align:left;font-weight:600;color:var(--muted);border-bottom:2px solid var(--line)}
.moves th,.moves td{padding:.2em .7em .2em 0}
.moves td{border-bottom:1px solid var(--line);white-space:nowrap}
.moves .num,.moves th.num{text-align:right}
.moves td:nth-child(2){max-width:11rem;overflow:hidden;text-overflow:ellipsis}
.moves td.best{white-space:normal;min-width:9rem}
.note{font-weight:600}
.mark{white-space:nowrap;font-weight:700;color:var(--worse)}
.played,.better{font-weight:600}
.played{color:var(--worse)}.better{color:var(--better)}
.played::before,.better::before{content:"";display:inline-block;width:1.5em;height:1em;
border:3px solid #d9a800;border-radius:3px;vertical-align:-.1em;margin-right:.45em}
.played::before{border-color:#ff8f3a;border-style:dashed}
a{color:inherit}
.why{margin:.2em 0 0;padding-left:1.2em}
@media screen and (max-width:700px){main{padding:1rem .6rem 3rem}.card{padding:.8rem .8rem}
.graph.wide{display:none}.graph.narrow{display:block;max-width:26rem;margin:auto}
.sum td+td{padding-left:1rem}.sum td:first-child,h1{overflow-wrap:anywhere}
.moves,.moves tbody{display:block}.moves thead{display:none}
.moves tr{display:grid;grid-template-columns:2.4rem 2rem minmax(0,1fr) auto 4.2rem;gap:0 .4rem;
padding:.3rem 0;border-bottom:1px solid var(--line);align-items:center}
.moves td{border:0;padding:0}.moves .who span+span,.moves .points{display:none}
.moves .pair{white-space:normal}
.moves td.best{grid-column:3/-1;min-width:0;font-size:.9rem;color:var(--muted)}
.moves td.best:empty{display:none}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;user-select:all;font-size:.85rem;margin:.5rem 0 0}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--muted:#444;
--line:#bbb;--first:#b23a24;--second:#1c5f9f;--better:#6d4c00;--worse:#8f3400}
body{font-size:11pt}main{max-width:none;padding:0}
.two,.two.boards{grid-template-columns:1fr 1fr}.card,tr,svg{break-inside:avoid}h2{break-after:avoid}
.scroll{overflow:visible}}
"""
