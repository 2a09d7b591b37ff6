import type { Options } from 'yargs';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError, parse, resolve } from '../engine/kernel/params.ts';
import type { Given } from '../engine/kernel/params.ts';
import { Paired } from '../sim/index.ts';
import type { Cell, Chunk } from '../sim/index.ts';
import { UsageError } from './errors.ts';
import type { Trial } from './run-plan.ts';
import { didYouMean } from './suggest.ts';

/** One option of a game at another value than the run's. */
export interface Rule {
  /** As it was asked for: `refill=end`. */
  readonly name: string;
  readonly config: Given;
}

/** A cell played with a rule and without it, over the same deals. */
export interface Comparison {
  readonly rule: Rule;
  readonly base: Trial;
  readonly trial: Trial;
  /** How much more there is with the rule. */
  readonly paired: Paired;
}

/** What a run compares; nothing where no rule was named. */
export interface Comparisons {
  readonly rules: readonly Rule[];
  /** Cell after cell, each rule by rule. */
  readonly played: readonly Comparison[];
  /** Where a rule cannot be played, and why. */
  readonly refused: readonly { readonly rule: Rule; readonly cell: Cell; readonly why: string }[];
}

export const COMPARE_RULE = 'compare-rule';

/** Options of a game that can be a rule: all but those that span its table. */
const rulesOf = ({ params, grid }: CataloguedGame): readonly string[] =>
  Object.keys(params).filter((name) => name !== grid.rows && name !== grid.columns);

/** The option that names a rule; it may be given several times. */
export const compareRuleOption = (game: CataloguedGame): Options => ({
  type: 'string',
  array: true,
  requiresArg: true,
  group: 'The run:',
  describe: `plays the same deals with one option of the game changed as well, and prints what that costs: NAME=VALUE, with NAME one of ${rulesOf(game).join(', ')}; once more for each further rule`,
});

/**
 * Reads what was given as rules.
 * @throws UsageError, ParamError for what is no rule of the game, is so already or is given twice.
 */
export function readRules(game: CataloguedGame, texts: readonly string[], config: Given): readonly Rule[] {
  const rules = texts.map((text) => readRule(game, text, config));
  const twice = rules.find(({ name }, at) => rules.findIndex((one) => one.name === name) < at);
  if (twice) throw new UsageError(`--${COMPARE_RULE} ${twice.name} is given twice`);
  return rules;
}

function readRule(game: CataloguedGame, text: string, config: Given): Rule {
  const [, name, value] = /^([^=]*)=(.*)$/s.exec(text.trim()) ?? [];
  if (!name || !value) throw new UsageError(`--${COMPARE_RULE} takes NAME=VALUE, not "${text}"`);
  const known = rulesOf(game);
  if (name === game.grid.rows || name === game.grid.columns)
    throw new UsageError(`--${COMPARE_RULE} cannot take ${name}, whose values stand beside each other in the table`);
  if (!known.includes(name)) {
    const hint = didYouMean(name, known);
    throw new UsageError(
      `${game.id} has no option ${name} to compare${hint === '' ? `; there are ${known.join(', ')}` : hint}`,
    );
  }
  const param = game.params[name];
  const wanted = parse(param, value);
  const isNone = param.kind === 'oneOf' && !param.options.includes(value);
  const hint = isNone ? didYouMean(value, param.options) : '';
  if (hint !== '') throw new UsageError(`${name} cannot be ${value}${hint}`);
  const resolved = resolve({ [name]: param }, { [name]: wanted })[name];
  if (resolved === (config[name] ?? param.default))
    throw new UsageError(`${name} is ${String(resolved)} already, so there is nothing to compare it with`);
  return { name: `${name}=${String(resolved)}`, config: { [name]: resolved } };
}

/**
 * Sets a trial with each rule beside each trial without, on the same deals.
 * @throws ParamError where a rule can be played nowhere.
 */
export function planComparisons(
  game: CataloguedGame,
  rules: readonly Rule[],
  bases: readonly Trial[],
  trialOf: (base: Trial, rule: Rule) => Trial,
): Comparisons {
  const played: Comparison[] = [];
  const refused: { readonly rule: Rule; readonly cell: Cell; readonly why: string }[] = [];
  for (const base of bases) {
    for (const rule of rules) {
      try {
        played.push({ rule, base, trial: trialOf(base, rule), paired: new Paired(game, base.experiment.series) });
      } catch (error) {
        if (!(error instanceof ParamError)) throw error;
        refused.push({ rule, cell: base.cell, why: error.message });
      }
    }
  }
  for (const rule of rules) {
    if (played.every((one) => one.rule !== rule))
      throw new ParamError(refused.find((one) => one.rule === rule)?.why ?? rule.name);
  }
  return { rules, played, refused };
}

/** A trial and those with each rule beside it. */
export const besides = ({ played }: Comparisons, base: Trial): readonly Trial[] => [
  base,
  ...played.filter((one) => one.base === base).map(({ trial }) => trial),
];

/** Adds what was played of a trial to every comparison it is part of. */
export function addToComparisons({ played }: Comparisons, trial: Trial, { rows }: Chunk): void {
  for (const one of played) {
    if (one.trial === trial) one.paired.add('ours', rows);
    else if (one.base === trial) one.paired.add('theirs', rows);
  }
}
