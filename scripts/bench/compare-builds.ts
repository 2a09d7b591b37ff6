import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Asked } from './asked.ts';
import { openCheckout } from './checkout.ts';
import { bestRate, interleave, ratioOf } from './versus.ts';
import type { Contender, Loop, Ratio } from './versus.ts';

/** One of our loops beside one of another program. */
interface Pair extends Ratio {
  readonly ours: Loop;
  readonly theirs: Loop;
}

/** How a program is started, by how its file ends. @throws Error where there is none */
function programAt(file: string): Pick<Contender, 'file' | 'args'> {
  if (!existsSync(file)) throw new Error(`${file}: there is no such program`);
  const args = [file];
  switch (extname(file)) {
    case '.ts':
      return { file: process.execPath, args: ['--import', 'tsx', ...args] };
    case '.js':
    case '.mjs':
    case '.cjs':
      return { file: process.execPath, args };
    case '.py':
      return { file: 'python3', args };
    default:
      return { file, args: [] };
  }
}

/** Loops of one name side by side; one without a name beside each of ours. */
const pairsOf = (loops: readonly Loop[]): readonly Pair[] =>
  loops
    .filter(({ contender }) => contender === OURS)
    .flatMap((ours) =>
      loops
        .filter(({ contender, what }) => contender !== OURS && (what === undefined || what === ours.what))
        .map((theirs) => ({ ours, theirs, ...ratioOf(ours, theirs) })),
    );

const OURS = 'this build';

const isSame = ({ ours, theirs }: Pair): boolean => {
  const [[one], [other]] = [ours.rounds, theirs.rounds];
  return one.games === other.games && one.checksum === other.checksum;
};

function lineOf(pair: Pair): string {
  const { ours, theirs, mean, best } = pair;
  const [{ games, checksum }] = ours.rounds;
  const rates = [ours, theirs].map((loop) => Math.round(bestRate(loop))).join(' to ');
  const same = isSame(pair)
    ? `checksums agree: ${checksum}`
    : `checksums differ: ${checksum} and ${theirs.rounds[0].checksum}`;
  return [
    `${ours.what ?? 'games'}: ${mean.value.toFixed(3)} times the speed of ${theirs.contender}`,
    `(${mean.low.toFixed(3)} to ${mean.high.toFixed(3)}, ${mean.n} rounds of ${games} games;`,
    `best against best ${best.toFixed(3)}, ${rates} games a second); ${same}`,
  ].join(' ');
}

/**
 * Lays this build beside another and beside other engines, their processes taking turns, and prints how much faster it is.
 * @throws Error for what is no build, a program that fails, and loops that have none of ours to be laid beside
 */
export async function compareBuilds(root: string, asked: Asked, signal: AbortSignal): Promise<void> {
  const { rounds } = asked;
  const timer = programAt(fileURLToPath(new URL('one-build.ts', import.meta.url)));
  const buildAt = (name: string, folder: string): Contender => {
    const most = asked.games === undefined ? [] : [String(asked.games)];
    return { name, file: timer.file, args: [...timer.args, folder, ...most] };
  };
  const engines = asked.engines.map(({ name, file }) => ({ name, ...programAt(file) }));
  const against = asked.against === undefined ? undefined : await openCheckout(root, asked.against, signal);
  try {
    const contenders = [buildAt(OURS, root), ...engines];
    if (against && asked.against !== undefined) contenders.splice(1, 0, buildAt(asked.against, against.root));
    const names = contenders.map(({ name }) => name);
    if (new Set(names).size < names.length) throw new Error(`two of ${names.join(', ')} have one name`);
    const onRound = (done: number): void => {
      if (process.stderr.isTTY) process.stderr.write(`\rround ${done} of ${rounds}${done === rounds ? '\n' : ''}`);
    };
    const loops = await interleave(contenders, rounds, { signal, onRound });
    const pairs = pairsOf(loops);
    const lost = names.find((name) => name !== OURS && pairs.every(({ theirs }) => theirs.contender !== name));
    if (lost !== undefined) throw new Error(`${lost} prints no loop that is named like one of ours`);
    if (asked.json) {
      const results = pairs.map((pair) => ({
        what: pair.ours.what,
        against: pair.theirs.contender,
        ratio: pair.mean,
        best: pair.best,
        isSame: isSame(pair),
      }));
      console.log(JSON.stringify({ commit: against?.commit, results, loops }, null, 2));
    } else for (const pair of pairs) console.log(lineOf(pair));
  } finally {
    against?.close();
  }
}
