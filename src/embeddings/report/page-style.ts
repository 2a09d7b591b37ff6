/** The look of a report: a quiet sheet, light or dark as the reader's system is; colours of the two curves are safe for all eyes. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fbf9f5; --ink: #26202f; --quiet: #6d6478; --rule: #e4ddd2; --card: #fff;
  --same: #2166ac; --other: #c2571a; --accent: #6b4ea0; --shadow: 0 1px 3px rgb(40 20 60 / .16); }
@media (prefers-color-scheme: dark) { :root { --paper: #14101c; --ink: #e6dff0; --quiet: #9a90a8; --rule: #322a42; --card: #1d1728;
  --same: #7ab6ea; --other: #f0a35e; --accent: #c3a6f5; --shadow: 0 1px 4px rgb(0 0 0 / .5); } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 56px 28px 96px; }
h1, h2 { font-family: Georgia, "Times New Roman", "DejaVu Serif", serif; font-weight: 500; letter-spacing: .01em; line-height: 1.2; }
h1 { font-size: 40px; margin: 0; }
h2 { font-size: 26px; margin: 64px 0 6px; padding-top: 28px; border-top: 1px solid var(--rule); }
p { max-width: 70ch; margin: 8px 0; }
.quiet { color: var(--quiet); }
.summary { font-size: 18px; padding: 0; margin: 28px 0 0; list-style: none; max-width: 68ch; }
.summary li { margin: 10px 0; padding-left: 20px; border-left: 3px solid var(--accent); }
table { border-collapse: collapse; margin: 18px 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 7px 20px 7px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { font-weight: 500; color: var(--quiet); font-size: 14px; }
td.number, th.number { text-align: right; }
.beside { display: flex; flex-wrap: wrap; gap: 12px 28px; align-items: center; }
.scroll { overflow-x: auto; margin: 18px 0; }
.scroll table { margin: 0; }
img { display: block; max-width: 100%; height: auto; border-radius: 8px; }
.wide { box-shadow: var(--shadow); margin: 18px 0; }
.shelf { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); gap: 22px 18px; margin: 20px 0; padding: 0; }
.pairs { display: grid; grid-template-columns: repeat(auto-fill, minmax(290px, 1fr)); gap: 26px 24px; margin: 20px 0; }
figure { margin: 0; }
figure img { box-shadow: var(--shadow); width: 100%; }
.pair .two { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
figcaption { font-size: 14px; line-height: 1.4; margin-top: 8px; }
figcaption b { font-weight: 600; }
svg text { fill: var(--ink); font-size: 13px; }
svg .axis { stroke: var(--rule); } svg .tick { fill: var(--quiet); }
svg .same { stroke: var(--same); } svg .other { stroke: var(--other); } svg .chance { stroke: var(--quiet); stroke-dasharray: 3 5; }
svg path, svg line { fill: none; stroke-width: 2; } svg .axis { stroke-width: 1; }
svg circle.same { fill: var(--same); stroke: var(--card); } svg circle.other { fill: var(--other); stroke: var(--card); }
svg text.same { fill: var(--same); stroke: none; } svg text.other { fill: var(--other); stroke: none; } svg text.chance { fill: var(--quiet); stroke: none; }
footer { margin-top: 72px; color: var(--quiet); font-size: 14px; }
`;
