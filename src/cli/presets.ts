import type { Options } from 'yargs';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Given } from '../engine/kernel/params.ts';
import type { Casting } from '../sim/index.ts';
import type { Args } from './command.ts';
import { UsageError, warn } from './errors.ts';
import { eyesOfAll } from '../api/pictures.ts';
import type { Pictures } from '../api/pictures.ts';
import { didYouMean } from './suggest.ts';

/** The option by which a preset is named; undefined for a game that has none. */
export function presetOption({ presets }: CataloguedGame): Options | undefined {
  if (!presets) return undefined;
  const known = Object.entries(presets.named).map(([name, values]) => `${name} (${inWords(values)})`);
  return {
    type: 'string',
    requiresArg: true,
    describe: `how well people understand each other, for every role that is not given its own: ${known.join(', ')} [usually ${presets.usual}]`,
  };
}

const inWords = (values: Given): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

/**
 * The values of the preset that a command line names; none where it names none.
 * @throws UsageError for one that does not exist
 */
export function presetValues({ presets }: CataloguedGame, args: Args): Given {
  const name = args.text('preset');
  if (name === undefined || !presets) return {};
  if (Object.hasOwn(presets.named, name)) return presets.named[name];
  const known = Object.keys(presets.named);
  throw new UsageError(`no preset named "${name}"; there are ${known.join(', ')}${didYouMean(name, known)}`);
}

/** Says so where a preset is used with a deck or eyes that it was not fitted to. */
export function warnOfPreset(
  game: CataloguedGame,
  args: Args,
  castings: readonly Casting[],
  { deck, encoders }: Pictures,
): void {
  const { presets } = game;
  const name = args.text('preset');
  if (name === undefined || !presets) return;
  const looks = eyesOfAll(game, castings);
  if (deck?.hash === presets.deck && looks.every((eyes) => encoders[eyes] === presets.encoder)) return;
  warn(
    `the preset ${name} was fitted to another deck or other eyes; seance calibrate ${game.id}, with --deck and --encoder, fits it to these`,
  );
}
