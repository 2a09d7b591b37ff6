import { ParamError, flag, oneOf, whole } from '../kernel/params.ts';
import type { ValuesOf } from '../kernel/params.ts';
import { HAND, MYSTERIUM_DECK, ROUNDS } from './shape.ts';
import type { Config } from './shape.ts';

export const mysteriumParams = {
  players: whole(2, 7, 4, 'people at the table, the ghost included'),
  difficulty: oneOf(
    ['easy', 'medium', 'hard'],
    'easy',
    'how many cards lie on the table and how often crows may be used',
  ),
  talkRounds: whole(0, 3, 1, 'how often the psychics name cards for each other before they guess'),
  allowHarderSmallGroup: flag(false, 'lets two and three people play medium and hard, which the rules do not offer'),
  middleFrom45: whole(0, 99, 5, 'level that votes after the second vision, 4 or 5 people'),
  highFrom45: whole(0, 99, 7, 'level that votes after the third vision, 4 or 5 people'),
  middleFrom67: whole(0, 99, 7, 'level that votes after the second vision, 6 or 7 people'),
  highFrom67: whole(0, 99, 10, 'level that votes after the third vision, 6 or 7 people'),
  ageOrder: oneOf(
    ['random', 'seat'],
    'random',
    'who is the eldest, for ties in the vote: drawn for each game, or by seat',
  ),
  decoySource: oneOf(['setAside', 'tableLeftovers'], 'setAside', 'where the decoy cases of two people come from'),
  redrawDiscardVisible: flag(false, 'shows the psychics which visions the ghost throws to a crow'),
  unplacedPawn: oneOf(
    ['refuse', 'wrong'],
    'refuse',
    'whether a psychic may leave its pawn unplaced, which counts as wrong',
  ),
  clairvoyancy: flag(true, 'whether psychics predict each other and rise in level; two and three people never do'),
  finaleSight: oneOf(
    ['level', 'all'],
    'level',
    'who votes after how many visions: by level, or everybody after all three',
  ),
  finaleVote: oneOf(
    ['secret', 'discussed'],
    'secret',
    'whether four and more people vote in secret or talk it over and name one case together, as three people always do',
  ),
  hand: whole(5, HAND, HAND, "visions in the ghost's hand"),
  refill: oneOf(['each', 'end'], 'each', 'the hand is filled after each delivery, or once everybody is served'),
};

/** Face-up cards a row, by difficulty and people (rules, A.3). */
const WIDTH: Readonly<Record<'easy' | 'medium' | 'hard', readonly number[]>> = {
  easy: [4, 5, 5, 6, 6, 7],
  medium: [5, 6, 6, 7, 8, 8],
  hard: [6, 7, 7, 8, 9, 9],
};
const CROWS = { easy: 1, medium: 3, hard: 1 } as const;

/**
 * The setup tables (rules, A.1 and A.3).
 * @throws ParamError where two or three people ask for more than Easy, the bands are out of order, or a hand that is not filled
 * between deliveries does not go round.
 */
export function toConfig(values: ValuesOf<typeof mysteriumParams>): Config {
  const { players, difficulty } = values;
  if (players < 4 && difficulty !== 'easy' && !values.allowHarderSmallGroup) {
    throw new ParamError(`${players} people play on easy; allowHarderSmallGroup lets them play on ${difficulty}`);
  }
  const large = players > 5;
  const middleFrom = large ? values.middleFrom67 : values.middleFrom45;
  const highFrom = large ? values.highFrom67 : values.highFrom45;
  if (middleFrom > highFrom) {
    const side = large ? '67' : '45';
    throw new ParamError(`middleFrom${side} (${middleFrom}) must not be above highFrom${side} (${highFrom})`);
  }
  const persons = players - 1;
  const psychics = players < 4 ? 2 * persons : persons;
  if (values.refill === 'end' && values.hand < psychics) {
    throw new ParamError(
      `a hand of ${values.hand} does not go round ${psychics} psychics with refill end; hand ${psychics} does`,
    );
  }
  const tokens = players < 4 || !values.clairvoyancy ? 0 : large ? 3 : 2;
  const discussed = persons > 1 && (players < 4 || values.finaleVote === 'discussed');
  return Object.freeze({
    players,
    persons,
    psychics,
    width: WIDTH[difficulty][players - 2],
    rounds: ROUNDS,
    hand: values.hand,
    refill: values.refill,
    visions: MYSTERIUM_DECK.visions,
    cardsPerRow: MYSTERIUM_DECK.cards[0].count,
    crows: CROWS[difficulty],
    crowsReturn: difficulty === 'easy',
    tokens,
    middleFrom,
    highFrom,
    finaleSight: tokens === 0 || discussed ? 'all' : values.finaleSight,
    finaleVote: !discussed ? 'secret' : players < 4 ? 'together' : 'caseByCase',
    talkRounds: values.talkRounds,
    ageOrder: values.ageOrder,
    decoySource: values.decoySource,
    redrawDiscardVisible: values.redrawDiscardVisible,
    unplacedPawn: values.unplacedPawn,
  });
}
