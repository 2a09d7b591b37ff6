import { PALETTE } from './palette.ts';

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/* Sizes of type go by a fourth: 0.8, 1, 1.25, 1.56, 2.44 rem. Distances are multiples of 0.25 rem. */
export const STYLE = `
:root{color-scheme:light dark;${variables(PALETTE.light)}}
@media (prefers-color-scheme:dark){:root{${variables(PALETTE.dark)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:45rem;padding:3rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;overflow-wrap:break-word}
h1,h2,h3,p,ol,ul,dl,dd,figure{margin:0;padding:0}
h1{font-size:2.44rem;line-height:1.15;font-weight:650;letter-spacing:-.02em}
h2{font-size:1.56rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin-bottom:1rem}
h3{font-size:1rem;line-height:1.4;font-weight:650;margin:0 0 .5rem}
.kind{font-size:.8rem;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet);margin-bottom:.5rem}
.subtitle{color:var(--ink-soft);margin-top:.75rem}
nav{margin-top:2rem;padding:1rem 1.25rem;background:var(--shade);border-radius:.25rem;font-size:.8rem}
nav ol{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:.25rem 1.5rem}
a{color:var(--own);text-decoration:underline;text-decoration-thickness:.06em;text-underline-offset:.2em}
section{margin-top:4rem;scroll-margin-top:1rem}
section>p+p,section>dl+p{margin-top:1rem}
section>figure+figure,section>p+figure,section>figure+p,section>details+figure,section>figure+dl,section>p+dl,section>figure+h3,section>ul+h3,section>p+h3,section>ul+p{margin-top:2rem}
section>p{max-width:40rem}
.missing{color:var(--ink-soft);border-left:.2rem solid var(--line-strong);padding:.1rem 0 .1rem .9rem}
.numbers{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1.5rem;padding:1.25rem 0;border-top:1px solid var(--line-strong);border-bottom:1px solid var(--line)}
.numbers>div{display:flex;flex-direction:column;justify-content:space-between;gap:.5rem}
.numbers dt{font-size:.8rem;line-height:1.4;color:var(--ink-soft)}
.numbers .value{display:block;font-size:1.95rem;line-height:1.1;font-weight:650;letter-spacing:-.02em;font-variant-numeric:tabular-nums;white-space:nowrap}
.numbers .interval{font-size:.8rem;color:var(--ink-soft);font-variant-numeric:tabular-nums}
.facts{display:grid;grid-template-columns:minmax(6rem,max-content) minmax(0,1fr);gap:.4rem 1.5rem}
.facts dt{color:var(--ink-soft)}
code{font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;overflow-wrap:anywhere}
.chart{overflow-x:auto;margin:.5rem 0 .75rem}
.chart svg{display:block;max-width:100%;min-width:36rem;height:auto}
.chart:focus-visible,.wide:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--own);outline-offset:2px}
figcaption{font-size:.8rem;line-height:1.5;color:var(--ink-soft);max-width:40rem}
details{margin-top:.75rem;font-size:.8rem}
summary{cursor:pointer;color:var(--ink-soft)}
summary:hover{color:var(--ink)}
.wide{overflow-x:auto;margin-top:.5rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;min-width:60%}
th,td{padding:.3rem 1rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-weight:650;border-bottom-color:var(--line-strong)}
td{white-space:nowrap}
.cards{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(6.2rem,1fr));gap:1.5rem 1rem}
.cards.pairs{grid-template-columns:repeat(auto-fill,minmax(12.5rem,1fr))}
.faces{display:flex;gap:.375rem}
.card{display:block;width:100%;max-width:7.5rem;min-width:0;height:auto;aspect-ratio:2/3;border-radius:.25rem;background:var(--line);flex:1 1 0;object-fit:cover}
.name{font-weight:650;margin-top:.5rem;line-height:1.35}
.about{font-size:.8rem;line-height:1.45;color:var(--ink-soft);margin-top:.125rem}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.8rem;color:var(--quiet)}
@media (max-width:30rem){.cards.pairs{grid-template-columns:repeat(2,minmax(0,1fr))}body{padding-top:2rem}h1{font-size:1.95rem}h2{font-size:1.25rem}section{margin-top:3rem}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.6rem}.numbers{grid-template-columns:repeat(2,minmax(0,1fr));gap:1.25rem 1rem}.numbers .value{font-size:1.56rem}}
@media print{:root{color-scheme:light;${variables(PALETTE.light)}}body{max-width:none;padding:0;font-size:10.5pt}nav,details:not([open]){display:none}section{margin-top:1.75rem}h2,h3{break-after:avoid}figure,.cards li,.numbers,.facts{break-inside:avoid}.chart{overflow:visible}.chart svg{min-width:0}.wide{overflow:visible}.cards:not(.pairs){grid-template-columns:repeat(6,minmax(0,1fr))}a{color:inherit;text-decoration:none}@page{margin:18mm 16mm}}
`;
