import type { State } from '../kernel/rules.ts';
import { seatOf } from './shape.ts';
import type { GhostOwn, Mysterium, PsychicOwn } from './shape.ts';

/** The ghost's own part: seat 0 is the ghost's in every state that `create` makes. */
export function ghostOf(state: State<Mysterium>): GhostOwn {
  const own = state.own[0];
  if (own.role !== 'ghost') throw new TypeError('seat 0 is not the ghost');
  return own;
}

export function psychicAt(state: State<Mysterium>, psychic: number): PsychicOwn {
  const own = state.own[seatOf(psychic)];
  if (own.role !== 'psychic') throw new TypeError(`seat ${seatOf(psychic)} is not a psychic`);
  return own;
}
