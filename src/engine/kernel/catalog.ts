import type { Action, Agent, RoleOf, Seat, Shape, ViewOf } from './agent.ts';
import type { Calibration, Presets } from './calibration.ts';
import { checked } from './checked.ts';
import type { Moment } from './explanation.ts';
import { ANY, SUBSTITUTE, eyesOf, faceOf } from './face.ts';
import type { AgentFace } from './face.ts';
import type { Affinity, CardTitles, DeckNeed, Knowledge } from './knowledge.ts';
import { openLiveTable } from './live-table.ts';
import type { LiveTable } from './live-table.ts';
import { outsideAgent } from './outside-agent.ts';
import { blaming, commandOf } from './outside.ts';
import { ParamError, resolve } from './params.ts';
import type { Given, Params } from './params.ts';
import { play, sit } from './play.ts';
import { replay } from './record.ts';
import type { GameRecord } from './record.ts';
import { reasonTeller } from './reasons.ts';
import type { HumanGames, ReportSpec } from './report-spec.ts';
import { recorder } from './rewind.ts';
import { Sfc32 } from './rng.ts';
import type { State } from './rules.ts';
import type { Cast, ClueLesson, Figure, GameSpec } from './spec.ts';
import { overheard, storyteller } from './storyteller.ts';

/** One chair's agent and the parameters it was given. */
export interface SeatPlan {
  readonly agent: string;
  readonly params: Given;
}

/** One table set up for many games. */
export interface Session {
  /** Plays one game; as one of a series, where `firstSeed` is that of its first game and all between were played just before. */
  play(seed: number, firstSeed?: number): void;
  /** Writes the finished game's metrics, one a cell. */
  measure(row: Float64Array): void;
  /** Writes the finished game's detail rows. */
  detail(write: (row: readonly number[]) => void): void;
  /** Plays one game as `play` does and keeps its actions, with its story where titles are given. */
  record(
    seed: number,
    titles?: CardTitles,
    firstSeed?: number,
  ): { readonly record: GameRecord; readonly story: readonly string[] };
  /**
   * Plays one game, or the recorded actions of one, and tells it with what each agent thinks at each of its decisions: of a record
   * too, since an agent is a function of its view and the seed, and also where somebody else chose. `firstSeed` as for `play`.
   * @throws ParamError where the actions stop before the game is over
   */
  explain(seed: number, titles: CardTitles, recorded?: readonly Action[], firstSeed?: number): Explained;
}

/** A told game with everybody's reasons. */
export interface Explained {
  readonly record: GameRecord;
  readonly moments: readonly Moment[];
}

/** A game as the CLI, the simulator and the table see it: no type parameter is left. */
export interface CataloguedGame {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly params: Params;
  readonly grid: { readonly rows: string; readonly columns?: string };
  readonly deck: DeckNeed | undefined;
  readonly metrics: readonly { readonly name: string; readonly doc: string }[];
  readonly figures: readonly Figure[];
  /** The figures of a matrix of pairs. */
  readonly matrix: readonly Figure[];
  readonly details: readonly string[];
  /** What can be learned from the details. */
  readonly clues: ClueLesson | undefined;
  readonly agents: Readonly<Record<string, readonly AgentFace[]>>;
  readonly casts: { readonly standard: Cast; readonly floor: Cast; readonly ceiling: Cast };
  /** Agents of each role from the floor up. */
  readonly ladders: Readonly<Record<string, readonly string[]>>;
  readonly calibration: Calibration | undefined;
  readonly presets: Presets | undefined;
  readonly report: ReportSpec | undefined;
  readonly people: readonly HumanGames[];
  /** The role of each seat. @throws ParamError for a config that does not hold. */
  roles(config: Given): readonly string[];
  /** An agent's parameters, those not given at their defaults; nobody is seated. @throws ParamError naming what there is. */
  check(role: string, plan: SeatPlan): Given;
  /** @throws ParamError for a config, a line-up or parameters that do not hold. */
  open(config: Given, lineup: readonly SeatPlan[], knowledge: Knowledge): Session;
  /**
   * Deals a game at which people sit where the line-up names nobody; see `LiveTable`.
   * @throws ParamError for a config, a line-up or parameters that do not hold
   */
  table(config: Given, lineup: readonly (SeatPlan | undefined)[], knowledge: Knowledge, seed: number): LiveTable;
  /** A recorded game in words, with its metrics. @throws ParamError or IllegalActionError for a record that does not hold. */
  retell(record: GameRecord, titles: CardTitles): { readonly story: readonly string[]; readonly metrics: Float64Array };
}

/** Closes over a game's types, so that unlike games can stand in one list. */
export function catalogue<T extends Shape, P extends Params>(spec: GameSpec<T, P>): CataloguedGame {
  const { rules, metrics } = spec;
  const configOf = (given: Given): T['Config'] => spec.toConfig(resolve(spec.params, given));

  /** The parameters of an agent on offer, or of a program. */
  function valuesOf(role: RoleOf<T>, plan: SeatPlan): Given {
    const offered = spec.agents[role];
    const face = faceOf(offered, plan);
    if (face) return resolve(face.params, plan.params, role);
    if (commandOf(plan.agent) === '') throw new ParamError(`exec: needs a command, such as exec:python3 my_bot.py`);
    throw new ParamError(`no ${role} named "${plan.agent}"; there are ${offered.map(({ id }) => id).join(', ')}`);
  }

  /** Who plays a role of the table by a plan. */
  function agentOf<Role extends RoleOf<T>>(
    role: Role,
    plan: SeatPlan,
    table: { readonly seat: Seat; readonly roles: readonly string[]; readonly config: T['Config'] },
    knowledge: Knowledge,
  ): Agent<ViewOf<T, Role>> {
    const values = valuesOf(role, plan);
    const entry = spec.agents[role].find(({ id }) => id === plan.agent);
    if (entry) return entry.create(plan.params, knowledge);
    const stand = String(values[SUBSTITUTE]);
    // The agent of a seat and its substitute see the same view, of the seat's role, which the compiler cannot tell.
    const substitute: Agent<never> | undefined =
      stand === ANY ? undefined : agentOf(role, { agent: stand, params: {} }, table, knowledge);
    const about = { game: spec.id, rules: spec.version, ...table };
    const program = { agent: plan.agent, values, substitute: substitute as Agent<ViewOf<T>> | undefined };
    const seated: Agent<never> = outsideAgent(spec.notation, about, program, knowledge);
    return seated as Agent<ViewOf<T, Role>>;
  }

  const isRole = (role: string): role is RoleOf<T> => Object.hasOwn(spec.agents, role);
  const measure = (state: State<T>, row: Float64Array): void => {
    for (let i = 0; i < metrics.length; i++) row[i] = metrics[i].of(state);
  };

  /** The eyes of the first agent of the ledger's role, as its `eyes` parameter names them. */
  function ledgerEyes(
    lineup: readonly SeatPlan[],
    roles: readonly string[],
    knowledge: Knowledge,
  ): Affinity | undefined {
    const role = spec.ledger?.role;
    if (role === undefined) return undefined;
    const eyes = eyesOf(spec.agents[role], lineup[roles.indexOf(role)]);
    return eyes === undefined ? undefined : knowledge.affinity[eyes];
  }

  return {
    id: spec.id,
    title: spec.title,
    version: spec.version,
    params: spec.params,
    grid: spec.grid,
    deck: spec.deck,
    metrics: metrics.map(({ name, doc }) => ({ name, doc })),
    figures: spec.figures,
    matrix: spec.figures.filter(({ name }, at) => spec.matrix?.includes(name) ?? at === 0),
    details: spec.ledger?.columns ?? [],
    clues: spec.clues,
    agents: spec.agents,
    casts: spec.casts,
    ladders: spec.ladders,
    calibration: spec.calibration,
    presets: spec.presets,
    report: spec.report,
    people: spec.people ?? [],
    roles: (config) => rules.create(configOf(config)).own.map(({ role }) => role),
    check(role, plan) {
      if (!isRole(role)) throw new ParamError(`no role ${role}; there are ${Object.keys(spec.agents).join(', ')}`);
      return valuesOf(role, plan);
    },
    open(given, lineup, knowledge) {
      const config = configOf(given);
      const state = rules.create(config);
      const roles = state.own.map(({ role }) => role);
      if (lineup.length !== roles.length)
        throw new ParamError(`the table has ${roles.length} seats, the line-up ${lineup.length}`);
      const chairs = lineup.map((plan, at) => {
        const role: RoleOf<T> = state.own[at].role;
        return sit(rules, state, at, role, agentOf(role, plan, { seat: at, roles, config }, knowledge));
      });
      const rewind = recorder(state);
      const table = new Sfc32(0);
      const joint = new Int32Array(chairs.length);
      const eyes = ledgerEyes(lineup, roles, knowledge);
      return {
        play: (seed, firstSeed) => play(rules, state, rewind, chairs, seed, table, joint, firstSeed),
        measure: (row) => measure(state, row),
        detail: (write) => spec.ledger?.rows(state, eyes, write),
        record(seed, titles, firstSeed) {
          const actions: Action[] = [];
          const teller = titles && storyteller(spec.narrator, titles);
          const listening = overheard(rules, (moment, now, chosen) => {
            if (moment === 'chosen') actions.push(...chosen.filter((_, at) => (rules.acting(now) >> at) & 1));
            teller?.hears(moment, now, chosen);
          });
          blaming({ game: `the game of seed ${seed}` }, () =>
            play(listening, state, rewind, chairs, seed, table, joint, firstSeed),
          );
          return {
            record: { game: spec.id, version: spec.version, config: given, seed, actions },
            story: teller?.story ?? [],
          };
        },
        explain(seed, titles, recorded, firstSeed) {
          const teller = reasonTeller(spec, titles);
          const listening = overheard<T>(rules, (moment, now, chosen) => teller.hears(moment, now, chosen));
          blaming({ game: `the game of seed ${seed}` }, () =>
            play(listening, state, rewind, teller.asked(chairs, recorded), seed, table, joint, firstSeed),
          );
          const { moments } = teller;
          const actions = moments.flatMap(({ thoughts }) => thoughts.map(({ chosen }) => chosen.action));
          return { record: { game: spec.id, version: spec.version, config: given, seed, actions }, moments };
        },
      };
    },
    table(given, lineup, knowledge, seed) {
      const config = configOf(given);
      const state = rules.create(config);
      const roles = state.own.map(({ role }) => role);
      if (lineup.length !== roles.length)
        throw new ParamError(`the table has ${roles.length} seats, the line-up ${lineup.length}`);
      const chairs = lineup.map((plan, at) => {
        const role: RoleOf<T> = state.own[at].role;
        return plan && sit(rules, state, at, role, agentOf(role, plan, { seat: at, roles, config }, knowledge));
      });
      return openLiveTable(rules, spec.notation, state, chairs, seed, () => {
        const row = new Float64Array(metrics.length);
        measure(state, row);
        return row;
      });
    },
    retell(record, titles) {
      if (record.game !== spec.id) throw new ParamError(`this is a record of ${record.game}, not of ${spec.id}`);
      if (record.version !== spec.version) {
        throw new ParamError(
          `the record was made under version ${record.version} of the rules of ${spec.id}, this is version ${spec.version}`,
        );
      }
      const { story, hears } = storyteller(spec.narrator, titles);
      const actions = record.actions[Symbol.iterator]();
      const end = replay(overheard(checked(rules), hears), configOf(record.config), record.seed, {
        [Symbol.iterator]: () => actions,
      });
      if (rules.acting(end) !== 0) throw new ParamError('the record stops before the game is over');
      if (!actions.next().done) throw new ParamError('the record goes on after the game is over');
      const row = new Float64Array(metrics.length);
      measure(end, row);
      return { story, metrics: row };
    },
  };
}
