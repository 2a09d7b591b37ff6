import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundledModels } from '../../src/embeddings/encoders/bundled.ts';
import { HELD_OUT_SETS, load, TRAINING_SETS } from './sources.ts';

/*
 * npm run encoder:check: what the tests leave out because it needs the icon sets of this folder or PyTorch. The committed model is
 * measured anew on a deck in a style it was never trained on, the list of training pictures is made anew, and a small training must
 * lower its loss. Without the icon sets or PyTorch it says so and checks the rest, or fails if --required.
 */

const { values } = parseArgs({ options: { required: { type: 'boolean', default: false } } });

/** On the Twemoji twin of the starter deck: what the encoder must reach. Chance is .200, .143 and .111, and an agreement of 0. */
const FLOORS = { 5: 0.46, 7: 0.37, 9: 0.305, agreement: 0.55, countedWords: 0.34 };
const SMOKE = { concepts: 60, steps: 240, report: 40, fall: 0.5 };

let failed = 0;
function expect(what: string, holds: boolean): void {
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${what}\n`);
  if (!holds) failed++;
}

function leaveOut(what: string, why: string): void {
  process.stdout.write(`${values.required ? 'FAILED' : 'left out'} ${what}: ${why}\n`);
  if (values.required) failed++;
}

const has = (probe: () => unknown): boolean => {
  try {
    probe();
    return true;
  } catch {
    return false;
  }
};
const here = fileURLToPath(new URL('.', import.meta.url));
const python = process.env['PYTHON'] ?? '/usr/bin/python3';
const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' });

interface Recorded {
  readonly heldOutStyles: readonly string[];
  readonly heldOutConcepts: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** The model on a deck it does not know the hand of. */
async function checkTwin(): Promise<void> {
  const { affinityOf, compare, pickAll, twinDeck } = await import('./measure/decks.ts');
  const { wordOverlap } = await import('./measure/eyes.ts');
  const { openConcepts } = await import('../../src/embeddings/encoders/concepts.ts');
  const { openWords } = await import('../../src/embeddings/encoders/words.ts');
  const deck = await twinDeck('twemoji');
  const picked = pickAll(deck);
  const seen = await affinityOf(await openConcepts(), deck, picked);
  const { play, rho } = compare(seen, await affinityOf(await openWords(), deck, picked));
  for (const cards of [5, 7, 9] as const) {
    const { value } = play[cards];
    expect(`first guess of ${cards}: ${value.toFixed(3)}, at least ${FLOORS[cards]}`, value >= FLOORS[cards]);
  }
  expect(`agreement: ${rho.value.toFixed(3)}, at least ${FLOORS.agreement}`, rho.value >= FLOORS.agreement);
  const counted = compare(seen, wordOverlap(picked)).play[5].value;
  expect(
    `against counted words: ${counted.toFixed(3)}, at least ${FLOORS.countedWords}`,
    counted >= FLOORS.countedWords,
  );
}

/** What is trained on is what the manifest says, and nothing that is held out. */
async function checkList(): Promise<void> {
  const { hiddenConcepts, trainingIcons } = await import('./training-list.ts');
  const manifest = JSON.parse(readFileSync(path.join(bundledModels(), 'starter.json'), 'utf8')) as {
    training: Recorded;
  };
  const names = JSON.parse(readFileSync(path.join(bundledModels(), 'starter-concepts.json'), 'utf8')) as string[];
  const { heldOutStyles, heldOutConcepts, counts } = manifest.training;
  const icons = trainingIcons(new Set(names));
  expect(
    `no held-out style among ${icons.length} training icons`,
    !icons.some(({ set }) => heldOutStyles.includes(set)) && HELD_OUT_SETS.every((set) => heldOutStyles.includes(set)),
  );
  expect(
    `none of ${heldOutConcepts.length} held-out concepts among them`,
    !icons.some(({ concept }) => heldOutConcepts.includes(concept)) && heldOutConcepts.length === hiddenConcepts.size,
  );
  for (const set of TRAINING_SETS) {
    const found = icons.filter((icon) => icon.set === set).length;
    expect(`${set}: ${found} icons, as recorded`, found === counts[set]);
  }
}

/** A minute of training. */
function checkSmoke(): void {
  const work = mkdtempSync(path.join(tmpdir(), 'seance-smoke-'));
  try {
    const tsx = fileURLToPath(import.meta.resolve('tsx'));
    const script = (name: string, ...args: string[]): string =>
      run(process.execPath, '--import', tsx, path.join(here, name), '--work', work, ...args);
    script('prepare-smoke.ts', '--concepts', String(SMOKE.concepts));
    script('prepare-cards.ts', '--cards', '40', '--empty', '20');
    const options = `--batch 48 --alone 1 --restyled 0.06 --composed 0.2 --report ${SMOKE.report} --steps ${SMOKE.steps}`;
    const printed = run(
      python,
      path.join(here, 'train.py'),
      ...options.split(' '),
      '--work',
      work,
      '--out',
      path.join(work, 'net.pt'),
    );
    const losses = [...printed.matchAll(/^\d+ \w+ ([\d.]+) /gm)].map((match) => Number(match[1]));
    const [first, last] = [losses[0] ?? 0, losses.at(-1) ?? Infinity];
    expect(
      `training lowers its loss: ${losses.join(' ')}, by at least ${SMOKE.fall}`,
      losses.length === SMOKE.steps / SMOKE.report && last < first - SMOKE.fall,
    );
  } finally {
    rmSync(work, { recursive: true });
  }
}

const icons = [...TRAINING_SETS, ...HELD_OUT_SETS].every((set) => has(() => load(`@iconify-json/${set}/info.json`)));
const torch = has(() => run(python, '-c', 'import torch, numpy'));
const noIcons = 'no icon sets; npm ci --prefix scripts/encoder --omit=optional';
const noTorch = 'no PyTorch; apt-get install python3-torch python3-numpy';
if (icons) {
  await checkList();
  await checkTwin();
} else leaveOut('the list of training pictures and the Twemoji twin', noIcons);
if (icons && torch) checkSmoke();
else leaveOut('the small training', icons ? noTorch : noIcons);
process.exitCode = failed === 0 ? 0 : 1;
