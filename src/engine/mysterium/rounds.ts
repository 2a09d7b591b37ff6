import type { Rng } from '../kernel/rng.ts';
import type { State } from '../kernel/rules.ts';
import { checksIn, crossesIn } from './actions.ts';
import { ghostOf } from './seats.ts';
import { NONE, ROWS, TOKENS_RETURN, speakers } from './shape.ts';
import type { Mysterium, Open } from './shape.ts';
import { clearVisions, refill } from './visions.ts';

/** Starts round `round` (rules, A.6 step 0). The hand is full already, unless visions had run short and came back since. */
export function startRound(state: State<Mysterium>, round: number, rng: Rng): void {
  const { open } = state;
  const { config } = open;
  refill(state, rng);
  open.round = round;
  if (round === TOKENS_RETURN) returnTokens(open);
  if (config.crowsReturn) open.crowsLeft = config.crows;
  open.served = 0;
  open.said.fill(NONE);
  open.guess.fill(NONE);
  open.checksOn.fill(0);
  open.crossesOn.fill(0);
  open.phase = 'deliver';
  endDeliveries(state, rng);
}

export function returnTokens(open: Open): void {
  open.checks.fill(open.config.tokens);
  open.crosses.fill(open.config.tokens);
}

/** Goes on to talk once every unfinished psychic is served, or when there is nothing left to give (decision A-5). */
export function endDeliveries(state: State<Mysterium>, rng: Rng): void {
  const { open } = state;
  const waiting = open.unfinished & ~open.served;
  if (waiting !== 0) {
    if (open.handCount > 0) return;
    for (let p = 0; p < open.config.psychics; p++) open.shortages += (waiting >> p) & 1;
  }
  if (open.config.refill === 'end') refill(state, rng);
  open.talked = 0;
  open.topic = NONE;
  open.phase = 'talk';
  nextTopic(open);
}

/**
 * The next psychic to talk about; after the last one of the last round of talk, the guesses. One at a time, all speakers at once:
 * a card for each psychic in one action would make up to 10^6 of them.
 */
function nextTopic(open: Open): void {
  const { config } = open;
  for (open.topic++; open.topic < config.psychics; open.topic++) if ((open.unfinished >> open.topic) & 1) break;
  if (config.persons < 2 || open.talked >= config.talkRounds) {
    open.topic = NONE;
    open.phase = 'guess';
  } else if (open.topic === config.psychics) {
    open.talked++;
    open.topic = NONE;
    nextTopic(open);
  }
}

/** What each speaker says of the topic; a column that is off the table stands for silence. */
export function hearTalk(open: Open, joint: Int32Array): void {
  const { psychics, width } = open.config;
  const talking = speakers(open.config);
  for (let p = 0; p < psychics; p++) {
    if ((talking >> p) & 1) open.said[p * psychics + open.topic] = joint[p + 1] < width ? joint[p + 1] : NONE;
  }
  nextTopic(open);
}

/** Places all pawns at once, then asks for predictions (rules, A.6 steps 2 and 3). */
export function placeGuesses(open: Open, joint: Int32Array): void {
  const { psychics, width } = open.config;
  let pawns = 0;
  for (let p = 0; p < psychics; p++) {
    if (!((open.unfinished >> p) & 1) || joint[p + 1] >= width) continue;
    open.guess[p] = joint[p + 1];
    pawns |= 1 << p;
  }
  open.predictors = 0;
  for (let p = 0; p < psychics; p++) {
    if (open.checks[p] + open.crosses[p] > 0 && (pawns & ~(1 << p)) !== 0) open.predictors |= 1 << p;
  }
  open.phase = 'predict';
}

/** Places all tokens at once; every placed token is spent (rules, A.6 steps 3 and 4). */
export function placeTokens(open: Open, joint: Int32Array): void {
  for (let p = 0; p < open.config.psychics; p++) {
    if (!((open.predictors >> p) & 1)) continue;
    const checks = checksIn(joint[p + 1]);
    const crosses = crossesIn(joint[p + 1]);
    open.checksOn[p] = checks;
    open.crossesOn[p] = crosses;
    for (let q = 0; q < open.config.psychics; q++) {
      open.checks[p] -= (checks >> q) & 1;
      open.crosses[p] -= (crosses >> q) & 1;
      open.predictions += ((checks | crosses) >> q) & 1;
    }
  }
}

/** The ghost's answers: who was right, which predictions came true, who moves on or finishes (rules, A.6 step 4). */
export function resolve(state: State<Mysterium>): void {
  const { open } = state;
  const { target } = ghostOf(state);
  const { psychics, rounds, tokens } = open.config;
  let right = 0;
  for (let p = 0; p < psychics; p++) {
    if (!((open.unfinished >> p) & 1)) continue;
    const row = open.stage[p];
    const at = (open.round - 1) * psychics + p;
    open.guessed[at] = open.guess[p];
    open.guessedRow[at] = row;
    if (open.guess[p] !== target[p * ROWS + row]) continue;
    open.guessedRight[at] = 1;
    right |= 1 << p;
  }
  for (let p = 0; p < psychics; p++) {
    for (let q = 0; q < psychics; q++) {
      const kept = (right >> q) & 1 ? open.checksOn[p] : open.crossesOn[p];
      if (!((kept >> q) & 1)) continue;
      open.level[p]++;
      open.truePredictions++;
    }
  }
  for (let p = 0; p < psychics; p++) {
    if (!((open.unfinished >> p) & 1) || open.guess[p] === NONE) continue;
    if (!((right >> p) & 1)) {
      open.wrong[p] |= 1 << open.guess[p];
      continue;
    }
    open.gone[open.stage[p]] |= 1 << open.guess[p];
    clearVisions(state, p);
    open.wrong[p] = 0;
    if (++open.stage[p] < ROWS) continue;
    open.unfinished &= ~(1 << p);
    open.finishRound[p] = open.round;
    if (tokens > 0) open.level[p] += rounds - open.round;
  }
}
