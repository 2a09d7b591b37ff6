import type { Given } from '../../src/engine/kernel/params.ts';
import { resolve } from '../../src/engine/kernel/params.ts';
import { viewOf } from '../../src/engine/kernel/rules.ts';
import type { State } from '../../src/engine/kernel/rules.ts';
import { notation } from '../../src/engine/mysterium/moves.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { copy, differences } from '../kit/data.ts';
import { seatsIn, walk } from '../kit/walk.ts';

/** A game to write down: who plays is dice. */
export interface Playthrough {
  readonly file: string;
  readonly given: Given;
  readonly seed: number;
}

export const playthroughs: readonly Playthrough[] = [
  { file: 'two-people-easy.txt', given: { players: 2, difficulty: 'easy' }, seed: 3 },
  { file: 'four-people-medium.txt', given: { players: 4, difficulty: 'medium', talkRounds: 1 }, seed: 136 },
  { file: 'seven-people-hard.txt', given: { players: 7, difficulty: 'hard', talkRounds: 0 }, seed: 3 },
  {
    file: 'four-people-house-rules.txt',
    given: { players: 4, talkRounds: 0, clairvoyancy: false, finaleVote: 'discussed', hand: 6, refill: 'end' },
    seed: 56,
  },
];

type Snapshot = Pick<State<Mysterium>, 'open' | 'own'>;

/** A value on one line: the numbers of a typed array, or how many there are where all are the same; the rest as JSON. */
function shown(value: unknown): string {
  if (!ArrayBuffer.isView(value)) return JSON.stringify(value);
  const numbers = Array.from(value as Int32Array);
  const uniform = numbers.length > 8 && numbers.every((number) => number === numbers[0]);
  return uniform ? `[${numbers[0]}, ${numbers.length} times]` : `[${numbers.join(' ')}]`;
}

const fields = (part: object): string[] => Object.entries(part).map(([name, value]) => `${name} ${shown(value)}`);

/** Cells of an array that changed, as runs: `given[3..5] -1 -1 -1 > 7 12 40`. */
function changes(before: object, after: object): string[] {
  const lines: { name: string; from: number; to: number; was: unknown[]; is: unknown[] }[] = [];
  for (const { path, before: was, after: is } of differences(before, after)) {
    const [, name, index] = /^\.([^[]+)(?:\[(\d+)\])?$/.exec(path) ?? [undefined, path, undefined];
    const at = index === undefined ? -1 : Number(index);
    const last = lines.at(-1);
    if (last && last.name === name && last.to === at - 1 && at > 0) {
      last.to = at;
      last.was.push(was);
      last.is.push(is);
    } else lines.push({ name, from: at, to: at, was: [was], is: [is] });
  }
  return lines.map(({ name, from, to, was, is }) => {
    const place = from < 0 ? '' : from === to ? `[${from}]` : `[${from}..${to}]`;
    return `${name}${place} ${was.join(' ')} > ${is.join(' ')}`;
  });
}

/** Columns of text; what does not fit goes on below, further in. */
const WIDTH = 118;

function wrap(head: string, items: readonly string[]): string[] {
  const lines: string[] = [];
  let line = head.padEnd(12);
  for (const item of items) {
    if (line.length + item.length + 2 > WIDTH && line.trim() !== head && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(12);
    }
    line += line.trim() === '' || line.trim() === head ? item : `; ${item}`;
  }
  return [...lines, line.trimEnd()];
}

/** What every seat can see, and has come to see since `before`: first what all see, then each seat's own. */
function views(state: State<Mysterium>, before: Snapshot | undefined): string[] {
  const lines = wrap('all', before ? changes(before.open, state.open) : fields(state.open));
  state.own.forEach((_, seat) => {
    const { own, open } = viewOf(state, seat);
    if (open !== state.open) throw new Error(`seat ${seat} sees another table`);
    const news = before ? changes(before.own[seat], own) : fields(own);
    if (news.length > 0) lines.push(...wrap(`seat ${seat}`, news));
  });
  return lines;
}

const snapshot = ({ open, own }: State<Mysterium>): Snapshot => ({ open: copy(open), own: copy(own) });

/** The game in full, as text: what each seat sees at each decision, and what is then played. */
export function textOf({ given, seed }: Playthrough): string {
  const config = toConfig(resolve(mysteriumParams, given));
  const lines = [
    `Mysterium, ${shown(given)}, seed ${seed}, played by dice.`,
    '"all" is on the table; a seat sees that and its own lines. Only what changed is listed. Nobody sees any more than this.',
  ];
  let before: Snapshot | undefined;
  let decision = 0;
  const end = walk(mysterium, config, seed, (state, joint) => {
    lines.push('', `# ${++decision} round ${state.open.round} ${state.open.phase}`, ...views(state, before));
    before = snapshot(state);
    for (const seat of seatsIn(mysterium.acting(state))) {
      const move = notation.toMove(viewOf(state, seat), joint[seat]);
      lines.push(`> seat ${seat} plays ${joint[seat]} ${shown(move)}`);
    }
  });
  lines.push('', `# end ${end.open.outcome}`, ...views(end, before), '');
  return lines.join('\n');
}
