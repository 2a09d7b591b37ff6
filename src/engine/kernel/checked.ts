import { ActionList } from './agent.ts';
import type { Shape } from './agent.ts';
import { PASS } from './rules.ts';
import type { Rules } from './rules.ts';

/** A seat chose what the rules do not allow, or spoke when it was not asked. The state is as it was before. */
export class IllegalActionError extends RangeError {
  override readonly name = 'IllegalActionError';
}

/** The same rules, refusing illegal actions; for tests, the CLI and the table. The simulator's agents are trusted instead. */
export function checked<T extends Shape>(rules: Rules<T>): Rules<T> {
  const list = new ActionList();
  return {
    create: (config) => rules.create(config),
    deal: (state, rng) => rules.deal(state, rng),
    acting: (state) => rules.acting(state),
    legal: (state, seat, out) => rules.legal(state, seat, out),
    apply(state, joint, rng) {
      const acting = rules.acting(state);
      if (acting === 0) throw new IllegalActionError('the game is over');
      for (let seat = 0; seat < state.own.length; seat++) {
        const action = joint[seat];
        if (!((acting >> seat) & 1)) {
          if (action !== PASS) throw new IllegalActionError(`seat ${seat} is not asked now, yet plays ${action}`);
          continue;
        }
        list.clear();
        rules.legal(state, seat, list);
        if (!list.has(action)) throw new IllegalActionError(`seat ${seat} may not play ${action} now`);
      }
      rules.apply(state, joint, rng);
    },
  };
}
