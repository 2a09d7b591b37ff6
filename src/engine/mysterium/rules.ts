import type { ActionList } from '../kernel/agent.ts';
import { bitCount } from '../kernel/cards.ts';
import type { Rng } from '../kernel/rng.ts';
import type { Rules, State } from '../kernel/rules.ts';
import {
  KEEP,
  deliverAction,
  deliveredMask,
  deliveredTo,
  isRedraw,
  pointAction,
  redrawAction,
  redrawnMask,
  tokensAction,
  votesOffered,
} from './actions.ts';
import { castVotes, hearBeliefs, point, reveal, startFinale } from './finale.ts';
import { endDeliveries, hearTalk, placeGuesses, placeTokens, resolve, startRound } from './rounds.ts';
import { create, deal } from './setup.ts';
import { largestDelivery, psychicOf, speakers } from './shape.ts';
import type { Mysterium, Open } from './shape.ts';
import { deliver, redraw } from './visions.ts';

const GHOST = 1;

function acting({ open }: State<Mysterium>): number {
  switch (open.phase) {
    case 'deliver':
    case 'close':
    case 'point':
      return GHOST;
    case 'talk':
      return speakers(open.config) << 1;
    case 'guess':
      return open.unfinished << 1;
    case 'predict':
      return open.predictors << 1;
    case 'vote':
      return open.voters << 1;
    case 'over':
      return 0;
  }
}

function legal({ open }: State<Mysterium>, seat: number, out: ActionList): void {
  const p = psychicOf(seat);
  switch (open.phase) {
    case 'deliver':
      legalDeliveries(open, out);
      legalRedraws(open, out);
      return;
    case 'close':
      out.push(KEEP);
      legalRedraws(open, out);
      return;
    case 'point':
      legalPoints(open, out);
      legalRedraws(open, out);
      return;
    case 'talk':
      for (let col = 0; col < open.config.width; col++)
        if (!((open.gone[open.stage[open.topic]] >> col) & 1)) out.push(col);
      out.push(open.config.width);
      return;
    case 'guess':
      for (let col = 0; col < open.config.width; col++) if (!((open.gone[open.stage[p]] >> col) & 1)) out.push(col);
      if (open.config.unplacedPawn === 'wrong') out.push(open.config.width);
      return;
    case 'predict':
      legalPredictions(open, p, out);
      return;
    case 'vote':
      for (let i = 0, n = votesOffered(open.config.finaleVote, open.cases); i < n; i++) out.push(i);
      return;
    case 'over':
      return;
  }
}

function legalDeliveries(open: Open, out: ActionList): void {
  const most = largestDelivery(open);
  for (let p = 0; p < open.config.psychics; p++) {
    if (!(((open.unfinished & ~open.served) >> p) & 1)) continue;
    for (let mask = 1; mask < 1 << open.handCount; mask++) {
      if (most === open.handCount || bitCount(mask) <= most) out.push(deliverAction(p, mask));
    }
  }
}

function legalRedraws(open: Open, out: ActionList): void {
  if (open.crowsLeft === 0) return;
  for (let mask = 1; mask < 1 << open.handCount; mask++) out.push(redrawAction(mask));
}

function legalPoints({ cases, handCount }: Open, out: ActionList): void {
  for (let i = 0; i < cases; i++) {
    for (let a = 0; a < handCount; a++) {
      for (let b = 0; b < handCount; b++) {
        for (let c = 0; c < handCount; c++) {
          if (a !== b && a !== c && b !== c) out.push(pointAction(i, a, b, c));
        }
      }
    }
  }
}

/** Every way to lay some of one's tokens on other psychics' pawns, one at most on each (rules, A.6 step 3). */
function legalPredictions({ guess, checks, crosses, config }: Open, p: number, out: ActionList): void {
  let pawns = 0;
  for (let q = 0; q < config.psychics; q++) if (q !== p && guess[q] >= 0) pawns |= 1 << q;
  // Subsets of a mask in falling order: (sub - 1) & mask.
  for (let on = pawns; ; on = (on - 1) & pawns) {
    if (bitCount(on) <= checks[p]) {
      const rest = pawns & ~on;
      for (let off = rest; ; off = (off - 1) & rest) {
        if (bitCount(off) <= crosses[p]) out.push(tokensAction(on, off));
        if (off === 0) break;
      }
    }
    if (on === 0) break;
  }
}

function apply(state: State<Mysterium>, joint: Int32Array, rng: Rng): void {
  const { open } = state;
  switch (open.phase) {
    case 'deliver':
      if (isRedraw(joint[0])) redraw(state, redrawnMask(joint[0]), rng);
      else deliver(state, deliveredTo(joint[0]), deliveredMask(joint[0]), rng);
      endDeliveries(state, rng);
      return;
    case 'talk':
      hearTalk(open, joint);
      return;
    case 'guess':
      placeGuesses(open, joint);
      if (open.predictors === 0) endGuesses(state, rng);
      return;
    case 'predict':
      placeTokens(open, joint);
      endGuesses(state, rng);
      return;
    case 'close':
      if (joint[0] === KEEP) endRound(state, rng);
      else {
        redraw(state, redrawnMask(joint[0]), rng);
        offerCrow(state, rng);
      }
      return;
    case 'point':
      if (isRedraw(joint[0])) redraw(state, redrawnMask(joint[0]), rng);
      else point(state, joint[0], rng);
      return;
    case 'vote':
      if (open.config.finaleVote === 'caseByCase') hearBeliefs(state, joint);
      else {
        castVotes(state, joint);
        reveal(state, rng);
      }
      return;
    case 'over':
      return;
  }
}

function endGuesses(state: State<Mysterium>, rng: Rng): void {
  resolve(state);
  offerCrow(state, rng);
}

/** The last window for a crow in a round (rules, A.6 step 5); none is offered where it could not matter. */
function offerCrow(state: State<Mysterium>, rng: Rng): void {
  const { open } = state;
  const lost = open.round === open.config.rounds && open.unfinished !== 0;
  if (open.crowsLeft > 0 && !lost && open.handCount > 0) open.phase = 'close';
  else endRound(state, rng);
}

function endRound(state: State<Mysterium>, rng: Rng): void {
  const { open } = state;
  if (open.unfinished === 0) startFinale(state, rng);
  else if (open.round < open.config.rounds) startRound(state, open.round + 1, rng);
  else {
    open.outcome = 'deadline';
    open.phase = 'over';
  }
}

/** The rules of Mysterium (2015), complete; section numbers in comments are those of docs/rules/mysterium.md. */
export const mysterium: Rules<Mysterium> = { create, deal, acting, legal, apply };
