import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Knowledge } from '../../engine/kernel/knowledge.ts';
import { OutsideError, commandOf, shown } from '../../engine/kernel/outside.ts';
import type { Dialogue, Limits } from '../../engine/kernel/outside.ts';
import type { Given } from '../../engine/kernel/params.ts';
import { Sfc32, seedOf } from '../../engine/kernel/rng.ts';
import { Programs } from '../../outside/programs.ts';
import { LINEUPS, anyConfig, lineupsFor } from './tables.ts';
import { Witness, sayAgain } from './witness.ts';
import type { Difference, Hearing } from './witness.ts';

/** What was found of one thing that a program owes. */
export interface Check {
  readonly name: string;
  readonly status: 'pass' | 'fail' | 'skip';
  readonly detail: string;
  /** The messages that showed a failure. */
  readonly shown?: object;
}

/** What is asked of a program, and with what. */
export interface Examination {
  readonly game: CataloguedGame;
  /** As `exec:...`. */
  readonly program: string;
  readonly eyes: Given;
  readonly knowledge: Knowledge;
  readonly limits: Limits;
  readonly games: number;
  readonly seed: number;
  /** Told after each game how much of the work in one role that was. */
  readonly onWork: (share: number) => void;
}

/** How a program did in one role. */
export interface Finding {
  readonly role: string;
  /** As it calls itself; undefined where it never said. */
  readonly name: string | undefined;
  readonly checks: readonly Check[];
}

/** What broke off the games of an examination. */
interface Failure {
  readonly message: string;
  readonly isLate: boolean;
}

/** Games are played, said again, and said again in another order. */
const ROUNDS = 3;

/** What a program says where it will not play a role; undefined where it begins to. */
export async function refusalOf(exam: Examination, role: string): Promise<string | undefined> {
  const programs = new Programs(exam.limits);
  const witness = new Witness(programs);
  try {
    playOne(exam, witness, role, [role], {}, 0);
    return undefined;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const plays = witness.hearings.some(({ asked }) => asked.length > 0);
    return error.isRefusal && !plays ? error.message : undefined; // whatever else goes wrong shows again
  } finally {
    await programs.close();
  }
}

/** Goes through all that a program owes in a role, of those that it `plays`. */
export async function examine(exam: Examination, role: string, plays: readonly string[]): Promise<Finding> {
  const programs = new Programs(exam.limits);
  const witness = new Witness(programs);
  const failure = playAll(exam, witness, role, plays);
  const isPolite = await programs.close();
  const ready = witness.ready.get(role);
  const hearings = witness.hearings.filter(({ hello }) => hello.role === role);
  if (!ready) {
    return {
      role,
      name: undefined,
      checks: [{ name: 'starts', status: 'fail', detail: failure?.message ?? 'was never asked' }],
    };
  }
  const doubt = ready.deterministic ? '' : '; it does not say that it is deterministic, so moves were not compared';
  return {
    role,
    name: ready.name,
    checks: [
      { name: 'starts', status: 'pass', detail: `calls itself ${shown(ready.name)}` },
      legality(hearings, exam.games, failure),
      punctuality(hearings, exam.limits, failure),
      await sameAgain(exam, hearings, ready.deterministic, {
        name: 'plays the same again',
        detail: `${hearings.length} seats anew, with no game behind the questions${doubt}`,
        dialogueOf: (again, { hello }) => again.at(commandOf(exam.program) ?? '', hello.seat),
        order: hearings,
      }),
      await sameAgain(exam, hearings, ready.deterministic, {
        name: 'keeps nothing from other games',
        detail: `in another order, one process for all seats, after games that broke off${doubt}`,
        dialogueOf: (again) => again.at(commandOf(exam.program) ?? '', 0),
        order: shuffled(hearings, exam.seed),
      }),
      isPolite
        ? { name: 'ends when its stdin does', status: 'pass', detail: '' }
        : { name: 'ends when its stdin does', status: 'fail', detail: 'two seconds later it still ran' },
    ],
  };
}

/** One game of a program in a role, with the line-up `turn`. @throws OutsideError */
function playOne(
  { game, program, eyes, knowledge, seed }: Examination,
  witness: Witness,
  role: string,
  plays: readonly string[],
  config: Given,
  turn: number,
): void {
  const lineups = lineupsFor(game, role, { program, eyes }, plays);
  const lineup = lineups[turn % LINEUPS](config);
  game.open(config, lineup, { ...knowledge, outside: witness }).record(seedOf(seed, turn));
}

/** Plays all games; says what broke them off, if anything did. */
function playAll(exam: Examination, witness: Witness, role: string, plays: readonly string[]): Failure | undefined {
  const dice = new Sfc32(exam.seed, 1);
  for (let i = 0; i < exam.games; i++) {
    const config = anyConfig(exam.game, dice, i);
    try {
      playOne(exam, witness, role, plays, config, i);
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      const options = Object.entries(config).map(([name, value]) => `${name} ${String(value)}`);
      return { message: `${error.message} (${options.join(', ')})`, isLate: error.isLate };
    }
    exam.onWork(1 / exam.games / ROUNDS);
  }
  return undefined;
}

/** Fisher and Yates (1938). */
function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  const dice = new Sfc32(seed, 2);
  const order = [...list];
  for (let i = order.length - 1; i > 0; i--) {
    const j = dice.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Says what was heard to fresh programs, each hearing after half of the one before where that was another's. */
async function sameAgain(
  exam: Examination,
  hearings: readonly Hearing[],
  compares: boolean,
  round: {
    readonly name: string;
    readonly detail: string;
    readonly order: readonly Hearing[];
    readonly dialogueOf: (again: Programs, hearing: Hearing) => Dialogue;
  },
): Promise<Check> {
  const { name, detail, order, dialogueOf } = round;
  if (order.every(({ asked }) => asked.length === 0)) return { name, status: 'skip', detail: UNANSWERED };
  const again = new Programs(exam.limits);
  try {
    let difference: Difference | undefined;
    for (const [i, hearing] of order.entries()) {
      const dialogue = dialogueOf(again, hearing);
      const before = order[i - 1];
      if (before && order !== hearings) sayAgain(dialogue, before, Math.ceil(before.asked.length / 2));
      difference ??= sayAgain(dialogue, hearing);
      exam.onWork(1 / hearings.length / ROUNDS);
    }
    if (compares && difference) {
      const { first, now, hello, question } = difference;
      const where = `at seat ${hello.seat}, decision ${question.decision}`;
      return {
        name,
        status: 'fail',
        detail: `${where}: ${shown(now)}, and at first ${shown(first)}; ${detail}`,
        shown: { question, first, now },
      };
    }
    return { name, status: compares ? 'pass' : 'skip', detail };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { name, status: 'fail', detail: `${error.message}; ${detail}` };
  } finally {
    await again.close();
  }
}

/** A move's kind is its keys: `guess`, `checks/crosses`. */
const kindOf = (move: object): string => Object.keys(move).join('/');

/** Of what could not be seen. */
const UNANSWERED = 'no question was answered';

function legality(hearings: readonly Hearing[], games: number, failure: Failure | undefined): Check {
  const name = 'plays legally';
  const asked = hearings.flatMap((hearing) => hearing.asked);
  if (failure?.isLate)
    return { name, status: 'skip', detail: `${asked.length} decisions, until it did not answer in time` };
  if (failure) {
    return { name, status: 'fail', detail: failure.message, shown: { last: asked.at(-1)?.question ?? null } };
  }
  const kinds = new Set(asked.flatMap(({ question }) => (question.legal ?? []).map(kindOf)));
  const offered = kinds.size === 0 ? '' : `: ${[...kinds].join(', ')}`;
  return {
    name,
    status: 'pass',
    detail: `${asked.length} decisions in ${games} games at tables of any kind${offered}`,
  };
}

function punctuality(hearings: readonly Hearing[], { decision }: Limits, failure: Failure | undefined): Check {
  const times = hearings
    .flatMap(({ asked }) => asked.map(({ milliseconds }) => milliseconds))
    .toSorted((a, b) => a - b);
  const name = 'answers in time';
  if (failure?.isLate) return { name, status: 'fail', detail: failure.message };
  if (times.length === 0) return { name, status: 'skip', detail: UNANSWERED };
  const [median, worst] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0];
  return {
    name,
    status: 'pass',
    detail: `median ${median.toFixed(2)} ms, worst ${worst.toFixed(1)} ms; the limit is ${decision} s`,
  };
}
