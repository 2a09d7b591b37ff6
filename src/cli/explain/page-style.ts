/** What a told game adds to the look of a report. Blue pulls towards an option and orange away from it: safe for all eyes. */
export const GAME_STYLE = `
article { margin: 26px 0; }
.done { display: flex; max-width: 84ch; font-size: 17px; }
.done a { flex: none; width: 2.2em; color: var(--quiet); text-decoration: none; font-variant-numeric: tabular-nums; }
.thoughts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 14px; align-items: start; }
section { background: var(--card); border-radius: 10px; box-shadow: var(--shadow); padding: 10px 14px 12px; min-width: 0; }
h3 { font-size: 15px; font-weight: 600; margin: 0 0 6px; }
section p { font-size: 13.5px; margin: 8px 0 0; }
ol { list-style: none; margin: 0; padding: 0; }
li { position: relative; display: flex; align-items: center; gap: 4px 12px; padding: 4px 10px 4px 6px; margin: 4px 0; border-radius: 6px; font-size: 14.5px; line-height: 1.35; border: 1px solid transparent; }
.summary li { display: list-item; }
li.chosen { border-color: var(--accent); }
li.chosen .words, li.chosen b { font-weight: 600; }
li b { margin-left: auto; white-space: nowrap; font-weight: 400; font-variant-numeric: tabular-nums; }
li > * { position: relative; }
li > .bar { position: absolute; left: 0; top: 0; bottom: 0; border-radius: 5px; background: var(--accent); opacity: .16; }
.words { min-width: 0; flex: 0 1 auto; overflow-wrap: break-word; }
.goal { display: flex; align-items: center; gap: 6px; flex: none; font-size: 13px; color: var(--quiet); }
.thumbs { display: inline-flex; flex-wrap: wrap; gap: 3px; }
.thumbs i { width: 44px; height: 66px; flex: none; border-radius: 4px; background-size: cover; background-position: center; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
li > .thumbs { flex: none; max-width: 192px; }
.goal .thumbs i { width: 32px; height: 48px; }
.faint { opacity: .5; }
.pulls { display: flex; flex-wrap: wrap; align-items: flex-end; gap: 10px; margin-top: 10px; font-size: 13px; }
.pull { display: inline-flex; flex-direction: column; align-items: center; gap: 2px; font-variant-numeric: tabular-nums; }
.pull b { font-weight: 600; } .pro b { color: var(--same); } .contra b { color: var(--other); }
.pull i { outline: 2px solid; outline-offset: -2px; } .pro i { outline-color: var(--same); } .contra i { outline-color: var(--other); }
.other .thumbs { vertical-align: middle; }
@media (max-width: 640px) {
  main { padding: 28px 14px 60px; } h1 { font-size: 30px; } h2 { margin-top: 40px; }
  li.aimed { flex-wrap: wrap; } li.aimed > .thumbs { max-width: none; width: 100%; } li.aimed .words { flex: 1 1 60%; } li.aimed .goal { order: 9; flex: 1 1 100%; }
}
`;
