import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import type { Card, Deck, PickedCards } from '../../../src/embeddings/deck/deck.ts';
import { loadDeck, pickCards } from '../../../src/embeddings/deck/deck.ts';
import type { Encoder } from '../../../src/embeddings/encoders/encoder.ts';
import { toAffinity } from '../../../src/embeddings/eyes/affinity.ts';
import { firstGuess } from '../../../src/embeddings/report/first-guess.ts';
import { allRecipes, drawCard, renderCard } from '../../deck/deck.ts';
import { IconBook } from '../../deck/icons.ts';
import { RandomStream } from '../../deck/random.ts';
import type { IconSetName } from '../sources.ts';
import { loadIconSet, WORK } from '../sources.ts';
import type { Score } from './scores.ts';
import { agreement, overHalves, part, sample } from './scores.ts';

/* The starter deck, its twins that other hands draw, and the game of one vision on them. */

const GROUPS = [20, 20, 18];
const VISIONS = 84;
const CANDIDATES = [5, 7, 9] as const;
const DEALS = 20_000;
const HALVES = 60;
const HALF_DEALS = 2000;

/** All cards of a deck, in the order games use. */
export const pickAll = (deck: Deck): PickedCards =>
  pickCards(deck, {
    visions: VISIONS,
    cards: ['character', 'location', 'object'].map((kind, i) => ({ kind, count: GROUPS[i] ?? 0 })),
  });

/** The starter deck as another set of icons draws it, drawn into the work folder unless it is there. */
export async function twinDeck(set: IconSetName): Promise<Deck> {
  const dir = path.join(WORK, 'twins', set);
  if (!existsSync(path.join(dir, 'deck.json'))) {
    await mkdir(dir, { recursive: true });
    const icons = new IconBook({ ...loadIconSet(set), prefix: set });
    const cards = [];
    for (const recipe of allRecipes()) {
      const { svg, words } = await drawCard(recipe, icons);
      const file = `${recipe.id}.webp`;
      await writeFile(path.join(dir, file), await renderCard(svg));
      cards.push({ id: recipe.id, kind: recipe.kind, title: recipe.title, file, words });
    }
    const deck = {
      schema: 1,
      id: `starter-${set}`,
      title: `Starter deck by ${set}`,
      license: 'not for sharing',
      cards,
    };
    await writeFile(path.join(dir, 'deck.json'), JSON.stringify(deck));
  }
  return loadDeck(dir);
}

/** What eyes see on cards: rows of length 1. */
export async function look(encoder: Encoder, cards: readonly Card[]): Promise<Float32Array[]> {
  const rows: Float32Array[] = [];
  for await (const row of encoder.encode(cards)) rows.push(row);
  return rows;
}

/** How the visions of a deck suggest its cards to one pair of eyes. */
export async function affinityOf(encoder: Encoder, deck: Deck, picked: PickedCards): Promise<Affinity> {
  const cards = [...picked.visions, ...picked.cards];
  const rows = await look(encoder, cards);
  const vectors = Float32Array.from(rows.flatMap((row) => [...row]));
  const encoded = { deck: deck.id, encoder: encoder.id, ids: cards.map(({ id }) => id), dim: encoder.dim, vectors };
  return toAffinity(encoded, picked);
}

/** Of 5, 7 and 9 candidates: how often the first guess is right. */
export type Play = Readonly<Record<(typeof CANDIDATES)[number], Score>>;

export const CHANCE: Readonly<Record<(typeof CANDIDATES)[number], number>> = { 5: 1 / 5, 7: 1 / 7, 9: 1 / 9 };

/** The ghost looks through one pair of eyes, the psychic through the other; and how alike the two rank pairs of cards. */
export function compare(ghost: Affinity, psychic: Affinity): { readonly play: Play; readonly rho: Score } {
  const random = new RandomStream('halves');
  const halfGroups = GROUPS.map((count) => count / 2);
  const halves = Array.from({ length: HALVES }, () => {
    const rows = sample(ghost.rows, ghost.rows / 2, random);
    const columns = GROUPS.flatMap((count, g) => sample(count, count / 2, random).map((i) => i + g * count));
    return [part(ghost, rows, columns), part(psychic, rows, columns)] as const;
  });
  const play = (candidates: (typeof CANDIDATES)[number]): Score =>
    overHalves(
      firstGuess(ghost, psychic, GROUPS, { candidates, deals: DEALS }),
      halves.map(([g, p], seed) => firstGuess(g, p, halfGroups, { candidates, deals: HALF_DEALS, seed: seed + 2 })),
    );
  return { play: { 5: play(5), 7: play(7), 9: play(9) }, rho: agreement(ghost, psychic) };
}

/** Numbers by lot: no eyes at all, as the measuring itself must show. */
export function lots(seed: number, rows = VISIONS, columns = 58): Affinity {
  const rng = new Sfc32(seed);
  return { rows, columns, cells: Float32Array.from({ length: rows * columns }, () => rng.below(1_000_000) / 1e6) };
}
