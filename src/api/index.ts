/** The library: what `seance` on the command line does, for programs. docs/api.md tells how; docs/reference has every name. */
export type { CompareOptions } from './compare.ts';
export { compare } from './compare.ts';
export type { DeckOptions } from './deck.ts';
export { encodeDeck } from './deck.ts';
export type { People } from './people.ts';
export type { PlayOptions } from './play.ts';
export type { SimulateOptions, SimulatedCell, Simulation } from './simulate.ts';
export { simulate } from './simulate.ts';
export type { TableOptions } from './table.ts';
export { openTable } from './table.ts';
export type { TuneOptions } from './tune.ts';
export { tune } from './tune.ts';
export type { Action, Seat } from '../engine/kernel/agent.ts';
export type { SeatPlan } from '../engine/kernel/catalog.ts';
export type { EncodedDeck } from '../engine/kernel/knowledge.ts';
export type { LegalMove, LiveTable, Snapshot } from '../engine/kernel/live-table.ts';
export type { Given } from '../engine/kernel/params.ts';
export { ParamError } from '../engine/kernel/params.ts';
export type {
  Casting,
  Estimate,
  GridValue,
  Look,
  MatchResult,
  Outcomes,
  Replay,
  TuneProgress,
  TuneResult,
  TuneTrial,
  Verdict,
} from '../sim/index.ts';
