import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { findDeck, loadDeck } from '../../src/embeddings/deck/deck.ts';
import { openIdentifier } from '../../src/embeddings/identify/identifier.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import type { Estimate } from '../../src/sim/stats.ts';
import { wilson } from '../../src/sim/stats.ts';
import { photograph, shotOf } from './photo.ts';

/*
 * How often `seance deck identify` names the card of a photo: npm run identify -- --photos 2
 * Photos are made up (photo.ts), each by its own seed. Every one is also a photo of a card that is foreign to the deck's other cards:
 * how well the best of those fits says how often a foreign card would be named. And an empty table should be no card.
 */

const { values } = parseArgs({
  options: {
    deck: { type: 'string', default: 'starter' },
    photos: { type: 'string', default: '2' },
    tables: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const deck = await loadDeck(await findDeck(values.deck));
const identifier = await openIdentifier(deck);

let [right, wrong, foreign, shots] = [0, 0, 0, 0];
const correlations = { right: new Array<number>(), others: new Array<number>() };
const missed: string[] = [];
const started = performance.now();
let looking = 0;
for (let photo = 0; photo < Number(values.photos); photo++) {
  for (const [i, card] of deck.cards.entries()) {
    const shot = shotOf(new Sfc32(Number(values.seed), photo * deck.cards.length + i));
    const bytes = await photograph(await readFile(card.path), shot);
    const from = performance.now();
    const { card: named, candidates } = await identifier.name(bytes);
    looking += performance.now() - from;
    shots++;
    if (named?.id === card.id) right++;
    else {
      if (named !== undefined) wrong++;
      missed.push(
        `${card.id} taken for ${named?.id ?? 'no card'} (${shot.table}, lean ${shot.lean.toFixed(0)}, size ${shot.size.toFixed(2)})`,
      );
    }
    for (const one of candidates) if (one.card.id === card.id) correlations.right.push(one.correlation);
    const others = candidates.filter((one) => one.card.id !== card.id).map(({ correlation }) => correlation);
    const best = Math.max(-1, ...others);
    correlations.others.push(best);
    if (best > identifier.even) foreign++;
  }
}
let tables = 0;
for (let i = 0; i < Number(values.tables); i++) {
  const shot = shotOf(new Sfc32(Number(values.seed) + 1, i));
  if ((await identifier.name(await photograph(undefined, shot))).card !== undefined) tables++;
}

const rate = ({ value, low, high }: Estimate): string =>
  `${(value * 100).toFixed(1)} % [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`;
const quantile = (all: readonly number[], share: number): string =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(share * all.length))].toFixed(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`${shots} photos of the ${deck.cards.length} cards of ${deck.id}, seed ${values.seed}; 95 % intervals (Wilson)`);
print(`named rightly            ${rate(wilson(right, shots))}`);
print(`named another card       ${rate(wilson(wrong, shots))}`);
print(`foreign cards named      ${rate(wilson(foreign, shots))}`);
print(`empty tables named       ${rate(wilson(tables, Number(values.tables)))} of ${values.tables}`);
print(
  `correlation of the right card: least ${quantile(correlations.right, 0)}, 5 % below ${quantile(correlations.right, 0.05)}, median ${quantile(correlations.right, 0.5)}`,
);
print(
  `correlation of the best other: median ${quantile(correlations.others, 0.5)}, 5 % above ${quantile(correlations.others, 0.95)}, most ${quantile(correlations.others, 1)}`,
);
print(
  `${(looking / shots / 1000).toFixed(2)} s a photo to name it, ${((performance.now() - started) / 1000).toFixed(0)} s in all`,
);
for (const line of missed) print(`missed: ${line}`);
