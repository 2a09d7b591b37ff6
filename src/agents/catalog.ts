import { catalogue } from '../engine/kernel/catalog.ts';
import { defineAgent } from '../engine/kernel/spec.ts';
import type { GameSpec } from '../engine/kernel/spec.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError } from '../engine/kernel/params.ts';
import { firstGuess } from '../engine/mysterium/calibration.ts';
import { mysteriumGame } from '../engine/mysterium/game.ts';
import type { mysteriumParams } from '../engine/mysterium/params.ts';
import type { Mysterium } from '../engine/mysterium/shape.ts';
import { clueModelFrom } from './clue-chance.ts';
import { eyesParams, eyesFrom } from './eyes.ts';
import { CLUE_FEATURES, PLAIN_FEATURE } from './mysterium/clue-sets.ts';
import { ContrastGhost, contrastGhostParams } from './mysterium/ghost-contrast.ts';
import { ConventionGhost } from './mysterium/ghost-convention.ts';
import { LearnedGhost, learnedGhostParams } from './mysterium/ghost-learned.ts';
import { MatchGhost } from './mysterium/ghost-match.ts';
import { PlannerGhost, plannerGhostParams } from './mysterium/ghost-planner.ts';
import { RandomGhost, randomGhostParams } from './mysterium/ghost-random.ts';
import { ConventionPsychic } from './mysterium/psychic-convention.ts';
import { LiteralPsychic, literalPsychicParams } from './mysterium/psychic-literal.ts';
import { PragmaticPsychic, pragmaticPsychicParams } from './mysterium/psychic-pragmatic.ts';
import { RandomPsychic } from './mysterium/psychic-random.ts';
import { starterClueModel } from './mysterium/starter-clue-model.ts';
import { presets } from './presets.ts';

const ghost = defineAgent<Mysterium, 'ghost'>('ghost');
const psychic = defineAgent<Mysterium, 'psychic'>('psychic');

/** What was learned of clues beforehand. */
const clueModels = { starter: starterClueModel };

/** Everybody who can sit at Mysterium, with the types of its views. */
export const mysteriumAgents: GameSpec<Mysterium, typeof mysteriumParams>['agents'] = {
  ghost: [
    ghost({
      id: 'planner',
      doc: 'serves all psychics together by what it expects each of them to find',
      params: plannerGhostParams,
      create: (values, knowledge) => new PlannerGhost(values, eyesFrom(knowledge, values)),
    }),
    ghost({
      id: 'contrast',
      doc: 'gives what tells the card from its best rival',
      params: contrastGhostParams,
      create: (values, knowledge) => new ContrastGhost(values, eyesFrom(knowledge, values)),
    }),
    ghost({
      id: 'learned',
      doc: 'gives the visions that a model, learned from played games, says are likeliest to be found',
      params: learnedGhostParams,
      beside: 'contrast',
      create: (values, knowledge) =>
        new LearnedGhost(values, eyesFrom(knowledge, values), clueModelFrom(knowledge, values.model, clueModels)),
    }),
    ghost({
      id: 'match',
      doc: 'gives the one vision that fits the card best: the beginner',
      params: eyesParams,
      create: (values, knowledge) => new MatchGhost(eyesFrom(knowledge, values)),
    }),
    ghost({
      id: 'random',
      doc: 'gives a random handful: the floor',
      params: randomGhostParams,
      create: (values) => new RandomGhost(values),
    }),
    ghost({
      id: 'convention',
      doc: 'speaks in a code agreed beforehand, which no fair ghost may: the ceiling',
      params: {},
      create: () => new ConventionGhost(),
    }),
  ],
  psychic: [
    psychic({
      id: 'pragmatic',
      doc: 'asks why the ghost gave these visions, and who else may seek the same card',
      params: pragmaticPsychicParams,
      create: (values, knowledge) => new PragmaticPsychic(values, eyesFrom(knowledge, values)),
    }),
    psychic({
      id: 'literal',
      doc: 'takes every vision at face value',
      params: literalPsychicParams,
      create: (values, knowledge) => new LiteralPsychic(values, eyesFrom(knowledge, values)),
    }),
    psychic({
      id: 'random',
      doc: 'guesses among the cards it has not tried: the floor',
      params: {},
      create: () => new RandomPsychic(),
    }),
    psychic({
      id: 'convention',
      doc: 'reads the code of the convention ghost: the ceiling',
      params: {},
      create: () => new ConventionPsychic(),
    }),
  ],
};

/** Every game, with every agent that can sit at it. */
export const games: readonly CataloguedGame[] = [
  catalogue({
    ...mysteriumGame,
    agents: mysteriumAgents,
    casts: {
      standard: { ghost: 'contrast', psychic: 'literal' },
      floor: { ghost: 'random', psychic: 'random' },
      ceiling: { ghost: 'convention', psychic: 'convention' },
    },
    ladders: { ghost: ['random', 'match', 'contrast', 'planner'], psychic: ['random', 'literal', 'pragmatic'] },
    calibration: { ...firstGuess, cast: { ghost: 'contrast', psychic: 'literal' } },
    clues: { outcome: 'right', features: CLUE_FEATURES, plain: PLAIN_FEATURE, models: clueModels },
    presets,
  }),
];

/** @throws ParamError naming the games there are. */
export function gameOf(id: string): CataloguedGame {
  const game = games.find((one) => one.id === id);
  if (!game) throw new ParamError(`no game named "${id}"; there is ${games.map((one) => one.id).join(', ')}`);
  return game;
}
