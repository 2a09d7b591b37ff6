/** The public face of the engine: what a new game, an agent or a driver of one's own is written against. */
export { ActionList } from './kernel/agent.ts';
export type { Action, Agent, Immutable, OwnOf, RoleOf, Seat, Shape, Vector, View, ViewOf } from './kernel/agent.ts';
export type { Calibration, Presets } from './kernel/calibration.ts';
export { catalogue, defineAgent } from './kernel/catalog.ts';
export type {
  AgentEntry,
  AgentFace,
  Cast,
  CataloguedGame,
  Figure,
  GameSpec,
  Ledger,
  Narrator,
  SeatPlan,
  Session,
} from './kernel/catalog.ts';
export { IllegalActionError, checked } from './kernel/checked.ts';
export type { Affinity, CardTitles, DeckNeed, EncodedDeck, Knowledge } from './kernel/knowledge.ts';
export { ParamError, flag, name, oneOf, range, real, resolve, whole } from './kernel/params.ts';
export type { Given, Param, Params, ValuesOf } from './kernel/params.ts';
export { play, sit } from './kernel/play.ts';
export { replay } from './kernel/record.ts';
export type { GameRecord } from './kernel/record.ts';
export { recorder } from './kernel/rewind.ts';
export { GROUP_STREAM, Sfc32, seedOf } from './kernel/rng.ts';
export type { Rng } from './kernel/rng.ts';
export { PASS, viewOf } from './kernel/rules.ts';
export type { Chair, Metric, Notation, Rules, SeatSet, State } from './kernel/rules.ts';
export * as mysteriumActions from './mysterium/actions.ts';
export { firstGuess as mysteriumFirstGuess } from './mysterium/calibration.ts';
export { mysteriumGame } from './mysterium/game.ts';
export { mysteriumParams, toConfig as toMysteriumConfig } from './mysterium/params.ts';
export { mysterium } from './mysterium/rules.ts';
export type { Mysterium } from './mysterium/shape.ts';
