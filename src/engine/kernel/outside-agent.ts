import type { Action, Agent, Shape, ViewOf } from './agent.ts';
import { EYES } from './eyes.ts';
import { SLIPS } from './face.ts';
import type { Affinity, Knowledge } from './knowledge.ts';
import { OutsideError, PROTOCOL, blaming, commandOf, shown } from './outside.ts';
import type { Choose, Dialogue, Hello, Reset } from './outside.ts';
import { ParamError } from './params.ts';
import type { Given } from './params.ts';
import type { Rng } from './rng.ts';
import type { Notation } from './rules.ts';

/** What a program is told of its table, but for what it is to look with. */
type Table = Pick<Hello, 'game' | 'rules' | 'seat' | 'roles' | 'config'>;

/** A program as a plan names it. */
interface Program<T extends Shape> {
  readonly agent: string;
  readonly values: Given;
  /** Who moves in its place where it slips; any legal move does where there is nobody. */
  readonly substitute: Agent<ViewOf<T>> | undefined;
}

/**
 * An agent that sits in for a program. The program is started when it is first asked.
 * @throws ParamError where no program can be started, or the eyes it wants are not open
 */
export function outsideAgent<T extends Shape>(
  notation: Notation<T>,
  table: Table,
  { agent, values, substitute }: Program<T>,
  { affinity, pictures, outside }: Knowledge,
): Agent<ViewOf<T>> {
  if (!outside) throw new ParamError(`${agent} is a program, and none can be started here`);
  const eyes = typeof values[EYES] === 'string' ? values[EYES] : null;
  const seen = eyes === null ? null : affinity[eyes];
  if (seen === undefined) throw new ParamError(`no eyes named "${eyes}" for ${agent}`);
  const role = table.roles[table.seat];
  const makeHello = (): Hello => ({
    type: 'hello',
    protocol: PROTOCOL,
    ...table,
    role,
    limit: outside.limits.decision,
    eyes,
    affinity: seen && rowsOf(seen),
    visions: pictures?.visions ?? [],
    cards: pictures?.cards ?? [],
  });
  const who = `${role} at seat ${table.seat} (${agent})`;
  const dialogue = outside.at(commandOf(agent) ?? '', table.seat);
  return new OutsideAgent(dialogue, notation, makeHello, who, Number(values[SLIPS]), substitute);
}

/** Tells a program what its seat sees, and reads its answers by the rules. */
class OutsideAgent<T extends Shape> implements Agent<ViewOf<T>> {
  private hello: Hello | undefined;
  private begins: Reset = { type: 'reset', seed: 0, group: 0, again: false };
  /** The config within the view, which the program has been told already. */
  private known: unknown;
  private decision = 0;
  private isNewGroup = true;

  /** `slips` is the share of its moves that are replaced, after they were found legal. */
  constructor(
    private readonly dialogue: Dialogue,
    private readonly notation: Notation<T>,
    private readonly makeHello: () => Hello,
    private readonly who: string,
    private readonly slips: number,
    private readonly substitute: Agent<ViewOf<T>> | undefined,
  ) {}

  readonly meet = (): void => {
    this.isNewGroup = true;
    this.substitute?.meet?.();
  };

  readonly reset = (own: Rng, group: Rng): void => {
    this.begins = { type: 'reset', seed: own.bits(), group: group.bits(), again: !this.isNewGroup };
    this.isNewGroup = false;
    this.decision = 0;
    this.substitute?.reset?.(own, group);
  };

  readonly choose: Agent<ViewOf<T>>['choose'] = (view, legal, rng) => {
    const list = legal();
    this.decision++;
    const action = blaming({ who: this.who, decision: `decision ${this.decision}` }, () => {
      const ready = this.dialogue.greet((this.hello ??= this.makeHello()));
      if (this.decision === 1) this.dialogue.tell(this.begins);
      const question: Choose = { type: 'choose', decision: this.decision, view: this.plainView(view) };
      const moves = (): readonly object[] =>
        Array.from({ length: list.length }, (_, i) => this.notation.toMove(view, list.at(i)));
      const choice = this.dialogue.ask(ready.legal ? { ...question, legal: moves() } : question);
      const wanted = 'move' in choice ? this.actionOf(view, choice.move) : list.at(placeIn(list.length, choice.choose));
      if (wanted !== undefined && list.has(wanted)) return wanted;
      throw new OutsideError({
        what: `plays ${shown('move' in choice ? choice.move : choice)}, which is not one of the ${list.length} legal moves`,
      });
    });
    if (this.slips === 0 || rng.unit() >= this.slips) return action;
    return this.substitute ? this.substitute.choose(view, legal, rng) : list.at(rng.below(list.length));
  };

  readonly learn = (view: ViewOf<T>): void => {
    this.substitute?.learn?.(view);
    if (this.decision > 0)
      blaming({ who: this.who }, () => this.dialogue.tell({ type: 'end', view: this.plainView(view) }));
  };

  private plainView({ seat, open, own }: ViewOf<T>): object {
    // Rules may keep the config as it is or a copy of it.
    this.known ??= Object.values(open).find(
      (held: unknown) => Object.isFrozen(held) && spelling(held) === spelling(this.hello?.config),
    );
    return { seat, open: plain(open, this.known), own: plain(own, this.known) };
  }

  /** The action that a move from outside spells; undefined where it spells none. */
  private actionOf(view: ViewOf<T>, move: object): Action | undefined {
    try {
      const action = this.notation.toAction(view, move); // it may be anything: the next line compares
      const isSpelled = Number.isInteger(action) && spelling(this.notation.toMove(view, action)) === spelling(move);
      return isSpelled ? action : undefined;
    } catch {
      return undefined;
    }
  }
}

/** A place in a list of `length`. @throws OutsideError */
function placeIn(length: number, at: number): number {
  if (at < length) return at;
  throw new OutsideError({ what: `chooses ${at}, and the last of the ${length} legal moves is number ${length - 1}` });
}

const rowsOf = ({ rows, columns, cells }: Affinity): readonly (readonly number[])[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(cells.subarray(row * columns, (row + 1) * columns), (cell) => Math.round(cell * 1e4) / 1e4),
  );

/** Data as JSON can hold it, without whatever is `apart`. */
function plain(value: unknown, apart: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as Int8Array); // a state holds no other views than typed arrays
  if (Array.isArray(value)) return value.map((one) => plain(one, apart));
  const entries = Object.entries(value).filter(([, held]) => held !== apart);
  return Object.fromEntries(entries.map(([key, held]) => [key, plain(held, apart)]));
}

/** Data as text, the same whatever the order of keys and of lists. A move in which the order counts was read in that order already. */
function spelling(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelling).toSorted().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, held]) => `${JSON.stringify(key)}:${spelling(held)}`);
  return `{${entries.toSorted().join()}}`;
}
