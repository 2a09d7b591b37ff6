import { shuffle } from '../kernel/cards.ts';
import type { Rng } from '../kernel/rng.ts';
import type { State } from '../kernel/rules.ts';
import { beliefIn, pointedCase, pointedPlace, stateBelief } from './actions.ts';
import { returnTokens } from './rounds.ts';
import { ghostOf, psychicAt } from './seats.ts';
import { NONE, ROWS, answerOf, bandOf, sharesVote, speakers } from './shape.ts';
import type { Mysterium, Open } from './shape.ts';
import { refill } from './visions.ts';

/** Numbers the cases at random and lays them out, with two decoys for a single person (rules, A.9 step 1 and A.10). */
export function startFinale(state: State<Mysterium>, rng: Rng): void {
  const { open } = state;
  const { config } = open;
  for (let i = 0; i < open.cases; i++) open.casePsychic[i] = i;
  shuffle(open.casePsychic, open.cases, rng);
  const { target } = ghostOf(state);
  for (let i = 0; i < open.cases; i++) {
    const p = open.casePsychic[i];
    if (p >= config.psychics) open.casePsychic[i] = NONE;
    for (let row = 0; row < ROWS; row++) {
      open.caseCard[i * ROWS + row] =
        p < config.psychics ? open.card[row * config.width + target[p * ROWS + row]] : NONE;
    }
  }
  if (open.cases > config.psychics) for (let row = 0; row < ROWS; row++) layDecoys(state, row, rng);
  returnTokens(open);
  refill(state, rng);
  if (config.crowsReturn) open.crowsLeft = config.crows;
  open.phase = 'point';
}

/** A card of `row` for each decoy case, all different (decision A-9). */
function layDecoys({ open, hidden }: State<Mysterium>, row: number, rng: Rng): void {
  const { width, cardsPerRow, decoySource } = open.config;
  const setAside = decoySource === 'setAside';
  for (let i = 0; i < open.cases; i++) {
    if (open.casePsychic[i] !== NONE) continue;
    let card: number;
    do {
      card = setAside ? hidden.box[row][rng.below(cardsPerRow - width)] : open.card[row * width + rng.below(width)];
    } while (inCase(open, row, card));
    open.caseCard[i * ROWS + row] = card;
  }
}

function inCase(open: Open, row: number, card: number): boolean {
  for (let i = 0; i < open.cases; i++) if (open.caseCard[i * ROWS + row] === card) return true;
  return false;
}

/** Takes the ghost's case and its three visions, for character, location and object (rules, A.9 step 2). */
export function point(state: State<Mysterium>, action: number, rng: Rng): void {
  const { open } = state;
  const ghost = ghostOf(state);
  let taken = 0;
  for (let row = 0; row < ROWS; row++) {
    const place = pointedPlace(action, row);
    ghost.pointed[row] = ghost.hand[place];
    taken |= 1 << place;
  }
  ghost.culprit = pointedCase(action);
  let kept = 0;
  for (let i = 0; i < open.handCount; i++) if (!((taken >> i) & 1)) ghost.hand[kept++] = ghost.hand[i];
  open.handCount = kept;
  reveal(state, rng);
}

/** Turns up visions, in an order that is drawn as they are turned, until somebody votes; after the last, counts (rules, A.9 step 3). */
export function reveal(state: State<Mysterium>, rng: Rng): void {
  const { open } = state;
  const { config } = open;
  open.voters = 0;
  while (open.voters === 0 && open.revealedCount < ROWS) {
    turnUp(state, rng);
    if (config.finaleSight === 'all') {
      if (open.revealedCount === ROWS) open.voters = speakers(config);
      continue;
    }
    for (let p = 0; p < config.psychics; p++) {
      if (bandOf(config, open.level[p]) === open.revealedCount - 1) open.voters |= 1 << p;
    }
  }
  if (open.voters === 0) return count(state);
  open.phase = 'vote';
  if (config.finaleVote === 'caseByCase') open.topic = 0;
}

function turnUp(state: State<Mysterium>, rng: Rng): void {
  const { open } = state;
  const { pointed } = ghostOf(state);
  let skip = rng.below(ROWS - open.revealedCount);
  for (let row = 0; row < ROWS; row++) {
    if (open.revealed.includes(pointed[row]) || skip-- > 0) continue;
    open.revealed[open.revealedCount++] = pointed[row];
    return;
  }
}

/** Locks the votes of those who were asked (rules, A.9 step 3: hidden and final). */
export function castVotes(state: State<Mysterium>, joint: Int32Array): void {
  for (let p = 0; p < state.open.config.psychics; p++) {
    if ((state.open.voters >> p) & 1) psychicAt(state, p).vote = joint[p + 1];
  }
}

/** Takes what all say of one case, for everybody to hear; after the last case, counts (H-3). */
export function hearBeliefs(state: State<Mysterium>, joint: Int32Array): void {
  const { open } = state;
  for (let p = 0; p < open.config.psychics; p++) {
    if (!((open.voters >> p) & 1)) continue;
    const own = psychicAt(state, p);
    own.vote = stateBelief(open.topic === 0 ? 0 : own.vote, open.topic, joint[p + 1]);
    open.votes[p] = own.vote;
  }
  if (++open.topic < open.cases) return;
  open.topic = NONE;
  count(state);
}

/** Opens the votes and finds the answer (rules, A.9 steps 4 and 5, A.10). */
function count(state: State<Mysterium>): void {
  const { open } = state;
  const ghost = ghostOf(state);
  for (let p = 0; p < open.config.psychics; p++) open.votes[p] = psychicAt(state, p).vote;
  open.culprit = ghost.culprit;
  if (sharesVote(open.config)) open.answer = sharedAnswer(open);
  else open.answer = open.config.persons === 1 ? open.votes[0] : answerOf(open, open.votes);
  open.outcome = open.answer === open.culprit ? 'voteCorrect' : 'voteWrong';
  open.voters = 0;
  open.phase = 'over';
}

/** The case that people believe in most together: their log-probabilities added, the lowest number on a tie (decision A-10). */
function sharedAnswer(open: Open): number {
  const talking = speakers(open.config);
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < open.cases; i++) {
    let doubt = 0;
    for (let p = 0; p < open.config.psychics; p++) if ((talking >> p) & 1) doubt += beliefIn(open.votes[p], i);
    if (doubt >= least) continue;
    least = doubt;
    best = i;
  }
  return best;
}
