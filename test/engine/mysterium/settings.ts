import type { Given } from '../../../src/engine/kernel/params.ts';
import type { Mysterium } from '../../../src/engine/mysterium/shape.ts';
import type { Setting } from '../../kit/compliance.ts';
import { configOf } from './table.ts';

const settingOf = (given: Given): Setting<Mysterium> => ({
  name: Object.entries(given)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(' '),
  config: configOf(given),
});

/** Every number of people at every difficulty that is offered to it. */
export const everyTable: readonly Setting<Mysterium>[] = [2, 3, 4, 5, 6, 7].flatMap((players) =>
  ['easy', 'medium', 'hard'].map((difficulty) =>
    settingOf(
      players < 4 && difficulty !== 'easy'
        ? { players, difficulty, allowHarderSmallGroup: true }
        : { players, difficulty },
    ),
  ),
);

/** The options of the rules (A.11), at tables where they matter. */
export const everyOption: readonly Setting<Mysterium>[] = [
  { players: 4, unplacedPawn: 'wrong' },
  { players: 6, unplacedPawn: 'wrong', talkRounds: 1 },
  { players: 4, redrawDiscardVisible: true },
  { players: 7, difficulty: 'medium', redrawDiscardVisible: true },
  { players: 2, decoySource: 'tableLeftovers' },
  { players: 2, difficulty: 'hard', allowHarderSmallGroup: true, decoySource: 'tableLeftovers' },
  { players: 4, ageOrder: 'seat' },
  ...[0, 1, 2, 3].map((talkRounds) => ({ players: 5, talkRounds })),
  ...[1, 3].map((talkRounds) => ({ players: 3, talkRounds })),
  { players: 2, talkRounds: 3 },
  { players: 5, middleFrom45: 0, highFrom45: 0 },
  { players: 6, middleFrom67: 6, highFrom67: 9 },
].map(settingOf);

const HOUSE_RULES: readonly Given[] = [
  { players: 4, clairvoyancy: false },
  { players: 7, clairvoyancy: false, talkRounds: 1 },
  { players: 5, finaleSight: 'all' },
  { players: 4, finaleVote: 'discussed' },
  { players: 7, finaleVote: 'discussed', clairvoyancy: false },
  { players: 6, hand: 5 },
  { players: 2, refill: 'end' },
  { players: 3, refill: 'end', hand: 5 },
  { players: 4, refill: 'end', redrawDiscardVisible: true },
  { players: 7, difficulty: 'hard', refill: 'end', hand: 6 },
  { players: 5, difficulty: 'medium', clairvoyancy: false, finaleVote: 'discussed', hand: 6, refill: 'end' },
];

/** The house rules, each at tables where it matters, and all at once. */
export const everyHouseRule: readonly Setting<Mysterium>[] = HOUSE_RULES.map(settingOf);

/** The same where dice reach the finale. */
export const generousHouseRules = (): readonly Setting<Mysterium>[] =>
  HOUSE_RULES.map((given) => ({ name: `${settingOf(given).name}, generous`, config: generous(given) }));

/**
 * A table at which dice reach the finale often and reach it at unlike levels: as many cards a row as psychics, so that the last
 * one to seek in a row cannot miss, ten rounds and low bands. Rules and sizes are otherwise those of `given`.
 */
export const generous = (given: Given): Mysterium['Config'] => {
  const config = configOf(given);
  return { ...config, width: config.psychics, rounds: 10, middleFrom: 4, highFrom: 6 };
};
