import { parseArgs } from 'node:util';
import { resolve, whole } from 'seance/engine';

/** What the command line of `npm run bench` asks for. */
export interface Asked {
  /** Names of parts; none for all. */
  readonly parts: readonly string[];
  /** A revision, or the folder of a build. */
  readonly against: string | undefined;
  readonly engines: readonly { readonly name: string; readonly file: string }[];
  /** How often each process runs. */
  readonly rounds: number;
  /** Games of each line-up at most; undefined for as many as are usual. */
  readonly games: number | undefined;
  /** Whether this build's speed becomes the baseline. */
  readonly keep: boolean;
  readonly json: boolean;
}

const params = {
  rounds: whole(2, 1000, 8, 'how often each process runs'),
  games: whole(1, 1_000_000, 20_000, 'games of each line-up at most'),
};

/** @throws Error for options that do not exist, ParamError for numbers out of range */
export function readAsked(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      engine: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      games: { type: 'string' },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { against, engine, keep, json } = values;
  const engines = engine.map((text) => {
    const [, name, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (!name || !file) throw new RangeError(`--engine takes NAME=FILE, such as other=loop.mjs, not "${text}"`);
    return { name, file };
  });
  const { rounds, games } = resolve(params, {
    ...(values.rounds !== undefined && { rounds: Number(values.rounds) }),
    ...(values.games !== undefined && { games: Number(values.games) }),
  });
  const isVersus = against !== undefined || engines.length > 0;
  if (keep && isVersus)
    throw new RangeError('--keep stores the speed of this build alone; leave out --against and --engine');
  if ((keep || isVersus) && positionals.join() !== 'speed')
    throw new RangeError('--against, --engine and --keep are about speed: npm run bench -- speed --against REF');
  if (!isVersus && (json || values.rounds !== undefined || values.games !== undefined))
    throw new RangeError('--rounds, --games and --json go with --against or --engine');
  return {
    parts: positionals,
    against,
    engines,
    rounds,
    games: values.games === undefined ? undefined : games,
    keep,
    json,
  };
}
