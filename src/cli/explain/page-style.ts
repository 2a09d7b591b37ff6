/** What a told game adds to the look of a report. Blue pulls towards an option and orange away from it: safe for all eyes. */
export const GAME_STYLE = `
article { margin: 22px 0; }
.done { max-width: none; font-size: 17px; }
.done a { display: inline-block; min-width: 1.6em; margin-right: 6px; color: var(--quiet); text-decoration: none; font-variant-numeric: tabular-nums; }
.thoughts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(310px, 100%), 1fr)); gap: 14px; align-items: start; }
section { background: var(--card); border-radius: 10px; box-shadow: var(--shadow); padding: 10px 14px 12px; min-width: 0; }
h3 { font-size: 15px; font-weight: 600; margin: 0 0 6px; }
section p { font-size: 13.5px; margin: 6px 0 0; }
ol { list-style: none; margin: 0; padding: 0; }
li { position: relative; display: flex; align-items: center; gap: 10px; padding: 4px 8px; margin: 3px 0; border-radius: 6px; overflow: hidden; font-size: 14.5px; line-height: 1.35; border: 1px solid transparent; }
li.chosen { border-color: var(--accent); font-weight: 600; }
li b { margin-left: auto; white-space: nowrap; font-variant-numeric: tabular-nums; }
li > * { position: relative; }
.bar { position: absolute; left: 0; top: 0; bottom: 0; background: var(--accent); opacity: .16; }
.words { min-width: 0; overflow-wrap: anywhere; }
.goal { display: flex; align-items: center; gap: 6px; margin-top: 4px; font-weight: 400; font-size: 13px; color: var(--quiet); }
.thumbs { display: inline-flex; flex-wrap: wrap; gap: 3px; flex: none; max-width: 50%; }
.thumbs i { width: 44px; height: 66px; border-radius: 4px; background-size: cover; background-position: center; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.goal .thumbs i { width: 30px; height: 45px; }
.faint { opacity: .55; }
.pulls { display: flex; flex-wrap: wrap; align-items: flex-end; gap: 8px; margin-top: 8px; font-size: 13px; }
.pull { display: inline-flex; flex-direction: column; align-items: center; gap: 2px; font-variant-numeric: tabular-nums; }
.pull b { font-weight: 600; } .pro b { color: var(--same); } .contra b { color: var(--other); }
.pull i { outline: 2px solid; outline-offset: -2px; } .pro i { outline-color: var(--same); } .contra i { outline-color: var(--other); }
.other .thumbs { vertical-align: middle; }
@media (max-width: 600px) { main { padding: 28px 14px 60px; } h1 { font-size: 30px; } h2 { margin-top: 40px; } }
`;
