import type { State } from '../../../src/engine/kernel/rules.ts';
import { BELIEFS } from '../../../src/engine/mysterium/actions.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import { NONE, ROWS } from '../../../src/engine/mysterium/shape.ts';
import type { Mysterium } from '../../../src/engine/mysterium/shape.ts';
import type { Law } from '../../kit/compliance.ts';
import { bitsOf, visionsEverywhere } from './table.ts';

const law = (name: string, amiss: (state: State<Mysterium>) => string | undefined): Law<Mysterium> => ({ name, amiss });

/** What holds at every moment of every game. */
export const laws: readonly Law<Mysterium>[] = [
  law('84 visions, each in one place (29. Conservation)', (state) => {
    const visions = visionsEverywhere(state);
    if (visions.length !== 84) return `${visions.length} visions`;
    return new Set(visions).size === 84 ? undefined : 'a vision lies in two places';
  }),

  law(
    'the hand is full, or goes round where it is filled at the end, unless every other vision lies before psychics',
    ({ open }) => {
      if (open.phase === 'vote' || open.phase === 'over' || open.handCount === open.config.hand) return undefined;
      const out = open.deckCount + open.discardCount === 0;
      if (open.config.refill === 'end' && open.phase === 'deliver') {
        const waiting = bitsOf(open.unfinished & ~open.served).length;
        return out || open.handCount >= waiting ? undefined : `a hand of ${open.handCount} for ${waiting}`;
      }
      // Visions come back as psychics are right; the hand is filled again when the next round starts.
      return out || open.phase === 'close' ? undefined : `a hand of ${open.handCount} with ${open.deckCount} to draw`;
    },
  ),

  law('a column is gone once the psychic whose target it is has found it, and only then', (state) => {
    const { target } = ghostOf(state);
    const { open } = state;
    for (let row = 0; row < ROWS; row++) {
      const found = bitsOf((1 << open.config.psychics) - 1).filter((p) => open.stage[p] > row);
      const gone = found.reduce((mask, p) => mask | (1 << target[p * ROWS + row]), 0);
      if (gone !== open.gone[row]) return `row ${row}: ${open.gone[row]} gone, ${gone} found`;
    }
    return undefined;
  }),

  law('the columns a psychic has guessed wrongly are those of its present row', ({ open }) => {
    const { psychics, rounds } = open.config;
    for (let p = 0; p < psychics; p++) {
      const guesses = Array.from({ length: rounds }, (_, i) => i * psychics + p).filter(
        (at) => open.guessed[at] !== NONE,
      );
      const wrong = guesses.filter((at) => open.guessedRow[at] === open.stage[p] && open.guessedRight[at] === 0);
      if (wrong.reduce((mask, at) => mask | (1 << open.guessed[at]), 0) !== open.wrong[p]) return `psychic ${p}`;
    }
    return undefined;
  }),

  law('whoever is asked to predict has a token, and a pawn of another to lay it on', ({ open }) => {
    if (open.phase !== 'predict') return undefined;
    const pawns = bitsOf((1 << open.config.psychics) - 1).filter((q) => open.guess[q] !== NONE);
    const idle = bitsOf(open.predictors).filter(
      (p) => open.checks[p] + open.crosses[p] === 0 || pawns.every((q) => q === p),
    );
    return idle.length === 0 ? undefined : `psychics ${idle.join()}`;
  }),

  law('unfinished are those who have a row to go, and each who has none finished in some round', ({ open }) => {
    for (let p = 0; p < open.config.psychics; p++) {
      const unfinished = ((open.unfinished >> p) & 1) === 1;
      if (unfinished !== open.stage[p] < ROWS || unfinished !== (open.finishRound[p] === 0)) return `psychic ${p}`;
    }
    return undefined;
  }),

  law('a level is what predictions and finishing have earned', ({ open }) => {
    const bonus = open.finishRound.reduce(
      (sum, round) => sum + (round > 0 && open.config.tokens > 0 ? open.config.rounds - round : 0),
      0,
    );
    const levels = open.level.reduce((sum, level) => sum + level, 0);
    return levels === open.truePredictions + bonus ? undefined : `${levels} levels`;
  }),

  law('tokens left and tokens placed since they last came back are all there are', ({ open }) => {
    const { tokens, psychics } = open.config;
    const left = [...open.checks, ...open.crosses];
    if (left.length !== 2 * psychics || left.some((count) => count < 0 || count > tokens)) return left.join();
    return open.truePredictions <= open.predictions && open.predictions <= 4 * tokens * psychics
      ? undefined
      : `${open.predictions} placed`;
  }),

  law('all tokens are back for the finale, as ballots (A.9 step 1)', ({ open }) => {
    if (open.phase !== 'point' && open.phase !== 'vote') return undefined;
    const { tokens } = open.config;
    return [...open.checks, ...open.crosses].every((count) => count === tokens) ? undefined : 'tokens are missing';
  }),

  law('crows are used no more often than the difficulty allows', ({ open }) => {
    const { crows, crowsReturn } = open.config;
    const allowed = crowsReturn ? crows * (open.round + (open.unfinished === 0 ? 1 : 0)) : crows;
    return open.crowsUsed <= allowed ? undefined : `${open.crowsUsed} of ${allowed}`;
  }),

  law('culprit, answer and votes are shown at the end and not before', ({ open }) => {
    // What is said case by case is heard at once.
    const said = open.config.finaleVote === 'caseByCase' && open.phase === 'vote';
    const shown = [open.culprit, open.answer, ...(said ? [] : open.votes)].some((value) => value !== NONE);
    const voted = open.outcome === 'voteCorrect' || open.outcome === 'voteWrong';
    return shown === voted ? undefined : open.outcome;
  }),

  law('beliefs stated case by case are of the cases talked about so far', ({ open }) => {
    if (open.config.finaleVote !== 'caseByCase' || open.phase !== 'vote') return undefined;
    const amiss = open.votes.find((vote) =>
      open.topic === 0 ? vote !== NONE : vote < 0 || vote >= BELIEFS ** open.topic,
    );
    return amiss === undefined ? undefined : `${amiss} at case ${open.topic}`;
  }),

  law('the outcome is open until the game is over, and then says who won', ({ open }) => {
    if ((open.phase === 'over') === (open.outcome === 'playing')) return `${open.phase}, ${open.outcome}`;
    if (open.outcome === 'deadline')
      return open.unfinished !== 0 && open.round === open.config.rounds ? undefined : 'deadline';
    return open.outcome !== 'playing' && (open.outcome === 'voteCorrect') !== (open.answer === open.culprit)
      ? 'answer'
      : undefined;
  }),
];
