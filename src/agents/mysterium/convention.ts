import { bitCount } from '../../engine/kernel/cards.ts';
import { mix } from '../../engine/kernel/rng.ts';
import { nthBit } from './candidates.ts';

/** The sign of a vision. A set of visions speaks by the sum of its signs, scattered, so that their order says nothing. */
export const signOf = (vision: number): number => mix(vision + 1) & 0xffff;

/** The column among `candidates`, a mask, that a set of visions with this summed code stands for. */
export const columnFor = (code: number, candidates: number): number =>
  nthBit(candidates, mix(code) % bitCount(candidates));

/** The case, out of `cases`, that the visions revealed so far stand for. */
export const caseFor = (code: number, cases: number): number => mix(code) % cases;
