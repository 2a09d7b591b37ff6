import { bitCount, drawCard } from '../kernel/cards.ts';
import type { Rng } from '../kernel/rng.ts';
import type { State } from '../kernel/rules.ts';
import { ghostOf } from './seats.ts';
import { mostGiven } from './shape.ts';
import type { Mysterium } from './shape.ts';

/** Draws up to a full hand, or to `count` visions; the discards become the draw pile at the moment a card is needed (rules, A.7). */
export function refill(state: State<Mysterium>, rng: Rng, count = state.open.config.hand): void {
  const { open, hidden } = state;
  const { hand } = ghostOf(state);
  while (open.handCount < count) {
    if (open.deckCount === 0) {
      if (open.discardCount === 0) return;
      for (let i = 0; i < open.discardCount; i++) hidden.deck[i] = hidden.discard[i];
      open.deckCount = open.discardCount;
      open.discardCount = 0;
    }
    hand[open.handCount++] = drawCard(hidden.deck, open.deckCount--, rng);
  }
}

/** Puts the last of the first `count` of `cards` in its place among those from `start` on, which are in rising order. */
function insert(cards: Int8Array, start: number, count: number): void {
  const card = cards[count - 1];
  let at = count - 1;
  for (; at > start && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
  cards[at] = card;
}

/**
 * Gives the cards at the hand positions of `mask` to psychic `p` and refills the hand (rules, A.6 step 1, H-4). They are laid out in
 * rising order: the order of the hand would tell which of them the ghost has held for longest.
 */
export function deliver(state: State<Mysterium>, p: number, mask: number, rng: Rng): void {
  const { open } = state;
  const { hand } = ghostOf(state);
  const shelf = p * mostGiven(open.config);
  const start = shelf + open.givenCount[p];
  let kept = 0;
  for (let i = 0; i < open.handCount; i++) {
    if ((mask >> i) & 1) {
      const at = shelf + open.givenCount[p]++;
      open.given[at] = hand[i];
      open.givenRound[at] = open.round;
      insert(open.given, start, at + 1);
    } else {
      hand[kept++] = hand[i];
    }
  }
  open.handCount = kept;
  open.served |= 1 << p;
  open.servedAs[(open.round - 1) * open.config.psychics + p] = bitCount(open.served);
  if (open.config.refill === 'each') refill(state, rng);
}

/** Throws the cards at the hand positions of `mask` to a crow and draws as many (rules, A.7: discarded first). */
export function redraw(state: State<Mysterium>, mask: number, rng: Rng): void {
  const { open, hidden } = state;
  const { hand, thrown } = ghostOf(state);
  const start = open.thrownCount;
  // Between deliveries that are made from one hand, it stays as small as they have left it.
  const full = open.config.refill === 'each' ? open.config.hand : open.handCount;
  let kept = 0;
  for (let i = 0; i < open.handCount; i++) {
    if ((mask >> i) & 1) {
      hidden.discard[open.discardCount++] = hand[i];
      thrown[open.thrownCount++] = hand[i];
      insert(thrown, start, open.thrownCount);
    } else {
      hand[kept++] = hand[i];
    }
  }
  if (open.config.redrawDiscardVisible) {
    for (let i = start; i < open.thrownCount; i++) open.thrown[i] = thrown[i];
  }
  open.handCount = kept;
  open.crowsLeft--;
  open.crowsUsed++;
  refill(state, rng, full);
}

/** Puts the visions lying before psychic `p` on the discard pile. */
export function clearVisions(state: State<Mysterium>, p: number): void {
  const { open, hidden } = state;
  const shelf = p * mostGiven(open.config);
  for (let k = open.stageStart[p]; k < open.givenCount[p]; k++)
    hidden.discard[open.discardCount++] = open.given[shelf + k];
  open.stageStart[p] = open.givenCount[p];
}
