import { resolve } from '../../engine/kernel/params.ts';
import { Sfc32 } from '../../engine/kernel/rng.ts';
import { digestOf } from '../experiment.ts';
import type { GamesRow } from '../games-row.ts';
import { sharesIn } from './objective.ts';
import { keyOf, pointOf, settingIn } from './space.ts';
import type { Setting } from './space.ts';
import { bestOf, fitSurface } from './surface.ts';
import type { TuneTask } from './tune.ts';

/** The stream of random numbers by which the best of a surface is looked for. */
const STREAM = 1;
/** Of the settings that earlier games were played with, so many are tried again at most. */
const BEST_SEEN = 2;
/** A setting of fewer games is not tried again for what they came to; the surface counts them all the same. */
const FEWEST_GAMES = 50;

/** What a setting's games came to in one cell. */
interface Sums {
  readonly setting: Setting;
  readonly cell: number;
  games: number;
  top: number;
  bottom: number;
}

/** What earlier games say of where to begin. */
export interface Proposals {
  readonly settings: readonly Setting[];
  /** Games that were of use: the same table, and the same people but for the knobs. */
  readonly games: number;
  /** Settings that they were played with. */
  readonly found: number;
}

/** Games of earlier runs, taken in one by one: what is kept is a few sums for each setting and cell. */
export class EarlierGames {
  private readonly sums = new Map<string, Sums>();
  private readonly cells: ReadonlyMap<string, number>;
  private readonly people: string;
  private readonly sharesOf: ReturnType<typeof sharesIn>;

  /** `deck` is the deck as it is asked for; empty where the game needs none. */
  constructor(
    private readonly task: TuneTask,
    private readonly deck: string,
  ) {
    const { game, cells, casting, objective } = task;
    this.cells = new Map(cells.map(({ config }, c) => [digestOf(resolve(game.params, config)), c]));
    this.people = this.peopleOf(casting);
    this.sharesOf = sharesIn(game, objective);
  }

  /** Takes in a game, if it is one of this table by these people. Later games of a series are not: their people have learned. */
  add({ config, casting, deck, gameOfSeries, metrics }: GamesRow): void {
    const { game, space } = this.task;
    const cell = this.cells.get(digestOf(resolve(game.params, config)));
    if (cell === undefined || deck !== this.deck || gameOfSeries > 1 || this.peopleOf(casting) !== this.people) return;
    const setting = settingIn(casting, space);
    const key = `${cell} ${keyOf(setting)}`;
    const sums = this.sums.get(key) ?? { setting, cell, games: 0, top: 0, bottom: 0 };
    this.sums.set(key, sums);
    const [{ top, bottom }] = this.sharesOf(metrics);
    sums.games++;
    sums.top += top;
    sums.bottom += bottom;
  }

  /** Settings to begin with: the best of a response surface, and the best of those that were played. */
  async propose(): Promise<Proposals> {
    const { space, objective, seed, casting } = this.task;
    const all = [...this.sums.values()].filter(({ bottom }) => bottom > 0);
    const games = all.reduce((sum, one) => sum + one.games, 0);
    const settings: Setting[] = [];
    const usual = settingIn(casting, space);
    const known = new Set([keyOf(usual)]);
    const take = (setting: Setting | undefined): void => {
      if (!setting || known.has(keyOf(setting))) return;
      known.add(keyOf(setting));
      settings.push(setting);
    };
    const surface = await fitSurface(
      space,
      all.map((one) => ({
        point: pointOf(space, one.setting),
        value: one.top / one.bottom,
        weight: one.games,
        group: one.cell,
      })),
    );
    if (surface) take(bestOf(surface, space, objective.sign, new Sfc32(seed, STREAM), known));
    for (const { setting } of bestSeen(all, objective.sign).slice(0, BEST_SEEN)) take(setting);
    return { settings, games, found: new Set(all.map(({ setting }) => keyOf(setting))).size };
  }

  /** Who plays, but for the knobs, in a few digits. */
  private peopleOf(casting: TuneTask['casting']): string {
    const { game, space } = this.task;
    return digestOf(
      Object.keys(game.agents).map((role) => {
        const own = new Set(space.filter((knob) => knob.role === role).map(({ name }) => name));
        const values = Object.entries(game.check(role, casting[role])).filter(([name]) => !own.has(name));
        return { role, agent: casting[role].agent, values: Object.fromEntries(values) };
      }),
    );
  }
}

/** Settings by how much better their games went than all games of the same cells, less what chance adds in so few (a standard error of a rate at most). */
function bestSeen(all: readonly Sums[], sign: 1 | -1): readonly { readonly setting: Setting; readonly sure: number }[] {
  const means = new Map<number, { top: number; bottom: number }>();
  for (const { cell, top, bottom } of all) {
    const mean = means.get(cell);
    means.set(cell, { top: (mean?.top ?? 0) + top, bottom: (mean?.bottom ?? 0) + bottom });
  }
  const settings = new Map<string, { setting: Setting; games: number; gain: number }>();
  for (const { setting, cell, games, top, bottom } of all) {
    const mean = means.get(cell);
    const own = settings.get(keyOf(setting)) ?? { setting, games: 0, gain: 0 };
    settings.set(keyOf(setting), {
      setting,
      games: own.games + games,
      gain: own.gain + games * (top / bottom - (mean ? mean.top / mean.bottom : 0)),
    });
  }
  return [...settings.values()]
    .filter(({ games }) => games >= FEWEST_GAMES)
    .map(({ setting, games, gain }) => ({ setting, sure: (sign * gain) / games - 0.5 / Math.sqrt(games) }))
    .toSorted((a, b) => b.sure - a.sure);
}
