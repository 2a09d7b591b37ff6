import { ActionList } from './agent.ts';
import type { Action, Seat, Shape, ViewOf } from './agent.ts';
import { IllegalActionError } from './checked.ts';
import { Sfc32 } from './rng.ts';
import { PASS, viewOf } from './rules.ts';
import type { Chair, Notation, Rules, State } from './rules.ts';

/** What one seat knows, as plain JSON: a copy, which says nothing of what comes later. */
export interface Snapshot {
  readonly seat: Seat;
  readonly open: unknown;
  readonly own: unknown;
}

/** An action that a seat may take, and what it is in words. */
export interface LegalMove {
  readonly action: Action;
  readonly move: unknown;
}

/** A game under way that waits for its people; bots sit at the other seats. A bot and a person are the same to the rules. */
export interface LiveTable {
  /** The role of each seat. */
  readonly roles: readonly string[];
  /**
   * The people's seats that are still to be heard before the game goes on; empty once it is over.
   * @throws whatever a bot threw when it was asked last, such as OutsideError: the game cannot go on
   */
  readonly pending: readonly Seat[];
  readonly isOver: boolean;
  /** What a seat knows now, and no more. */
  view(seat: Seat): Snapshot;
  /** What a seat may do; empty for a seat that is not asked. */
  legal(seat: Seat): readonly LegalMove[];
  /**
   * Takes a person's action. It is shown to nobody before everybody who must choose at the same time has.
   * @throws IllegalActionError where the seat is not asked, or may not do that
   */
  submit(seat: Seat, action: Action): void;
  /** All actions of a game that is over, in order: what a record keeps. @throws RangeError before that, since they tell secrets */
  actions(): readonly Action[];
  /** The metrics of a game that is over. @throws RangeError before that */
  measure(): Float64Array;
}

/**
 * Deals a game in a blank state, and plays it as far as bots can. A seat without a chair is a person's. Everything follows from `seed` and
 * what people do, as in `play`.
 */
export function openLiveTable<T extends Shape>(
  rules: Rules<T>,
  notation: Notation<T>,
  state: State<T>,
  chairs: readonly (Chair | undefined)[],
  seed: number,
  measure: () => Float64Array,
): LiveTable {
  const dice = new Sfc32(0);
  const joint = new Int32Array(chairs.length);
  const log: Action[] = [];
  let waiting = new Set<Seat>();
  let failed: { readonly error: unknown } | undefined;
  dice.reseed(seed, 0);
  for (const chair of chairs) chair?.reset(seed, seed);
  rules.deal(state, dice);

  /** Lets all bots choose that are asked; what they chose stays here until everybody has. */
  function ask(): void {
    const acting = rules.acting(state);
    waiting = new Set();
    for (const [seat, chair] of chairs.entries()) {
      joint[seat] = PASS;
      if (!((acting >> seat) & 1)) continue;
      if (chair) joint[seat] = chosenBy(chair);
      else waiting.add(seat);
    }
  }

  function chosenBy(chair: Chair): Action {
    try {
      return chair.choose();
    } catch (error) {
      failed = { error };
      throw error;
    }
  }

  /** Goes on until a person is asked, or the game is over. */
  function advance(): void {
    while (waiting.size === 0) {
      const acting = rules.acting(state);
      if (acting === 0) {
        for (const chair of chairs) chair?.learn();
        return;
      }
      log.push(...[...joint].filter((_, seat) => (acting >> seat) & 1));
      rules.apply(state, joint, dice);
      ask();
    }
  }

  const legalOf = (seat: Seat): ActionList => {
    const list = new ActionList();
    if (waiting.has(seat)) rules.legal(state, seat, list);
    return list;
  };
  const isOver = (): boolean => rules.acting(state) === 0;
  const refuseEarly = (what: string): void => {
    if (!isOver()) throw new RangeError(`${what} of a game that is not over would tell secrets`);
  };
  const checkSeat = (seat: Seat): void => {
    if (!Number.isInteger(seat) || seat < 0 || seat >= chairs.length)
      throw new RangeError(`there is no seat ${seat}; the table has ${chairs.length}, counted from 0`);
  };

  ask();
  advance();
  return {
    roles: state.own.map(({ role }) => role),
    get pending() {
      if (failed) throw failed.error;
      return [...waiting];
    },
    get isOver() {
      return isOver();
    },
    view(seat) {
      checkSeat(seat);
      const { open, own } = viewOf(state, seat);
      return { seat, open: plain(open), own: plain(own) };
    },
    legal(seat) {
      checkSeat(seat);
      const view = viewOf(state, seat) as ViewOf<T>; // a view of a seat is that of its role
      const list = legalOf(seat);
      return Array.from({ length: list.length }, (_, at) => {
        const action = list.at(at);
        return { action, move: notation.toMove(view, action) };
      });
    },
    submit(seat, action) {
      checkSeat(seat);
      if (failed) throw failed.error;
      if (!waiting.has(seat)) throw new IllegalActionError(`seat ${seat} is not asked now`);
      if (!legalOf(seat).has(action)) throw new IllegalActionError(`seat ${seat} may not play ${action} now`);
      joint[seat] = action;
      waiting.delete(seat);
      advance();
    },
    actions() {
      refuseEarly('the actions');
      return [...log];
    },
    measure() {
      refuseEarly('the metrics');
      return measure();
    },
  };
}

/** A copy without typed arrays, that shares nothing with the state. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, held: unknown) =>
      ArrayBuffer.isView(held) ? Array.from(held as unknown as ArrayLike<number>) : held,
    ),
  );
