import { faceOf } from '../engine/kernel/face.ts';
import { distinct } from './run.ts';
import type { Run } from './run.ts';

/** Something that was not alike in all runs, run by run. */
export interface Setting {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** What decides how a run is played, by name, every parameter at its value; not the seed nor the number of games. */
function settingsOf({ game, document }: Run): ReadonlyMap<string, unknown> {
  const { rows, columns } = game.grid;
  const settings = new Map<string, unknown>();
  for (const [name, param] of Object.entries(game.params)) {
    if (name !== rows && name !== columns) settings.set(name, document.config[name] ?? param.default);
  }
  for (const [role, plan] of Object.entries(document.lineups.asked)) {
    settings.set(role, plan.agent);
    for (const [name, param] of Object.entries(faceOf(game.agents[role], plan)?.params ?? {}))
      settings.set(`${role}.${name}`, plan.params[name] ?? param.default);
  }
  settings.set('deck', document.deck?.asked ?? '–');
  if (document.series > 1) settings.set('series', document.series);
  return settings;
}

/** All that differs between runs. A parameter that not all agents have is left out where the agents themselves differ. */
export function differing(runs: readonly Run[]): readonly Setting[] {
  const all = runs.map(settingsOf);
  const names = distinct(all.flatMap((settings) => [...settings.keys()]));
  return names
    .filter((name) => all.every((settings) => settings.has(name)) || name === 'series')
    .map((name) => ({ name, values: all.map((settings) => settings.get(name) ?? 1) }))
    .filter(({ values }) => new Set(values.map((value) => JSON.stringify(value))).size > 1);
}
