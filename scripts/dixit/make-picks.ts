import { join } from 'node:path';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { makeFolder } from '../../src/files/make-folder.ts';
import { writeWhole } from '../../src/files/write-whole.ts';
import { choicesOf } from './picks.ts';
import { associationsOf, readRounds } from './rounds.ts';

/*
 * npm run dixit-picks -- DIXIT OUT [OPTIONS] [SEED]: writes OUT/picks.csv, what people associate in the rounds of DIXIT,
 * for `seance train`. A row shows the card that somebody laid; the storyteller's card was chosen among OPTIONS (9), drawn from SEED (1).
 */

const [dixit, out, options = '9', seed = '1'] = process.argv.slice(2);
if (out === undefined) {
  console.error('usage: npm run dixit-picks -- DIXIT OUT [OPTIONS] [SEED]');
  process.exit(2);
}
const rng = new Sfc32(Number(seed));
const associations = associationsOf(readRounds(dixit));
const lines = choicesOf(associations, Number(options), (n) => rng.below(n)).map(
  ({ shown, options, chosen, group }) =>
    `${shown[0] + 1},${options.map((card) => card + 1).join(' ')},${options[chosen] + 1},${group + 1}\n`,
);
await makeFolder(out);
await writeWhole(join(out, 'picks.csv'), `shown,options,chosen,group\n${lines.join('')}`);
console.log(`${lines.length} picks of ${options} options in ${join(out, 'picks.csv')}`);
