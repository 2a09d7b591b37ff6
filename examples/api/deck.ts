/* The two cards of a deck that look most alike to an encoder: npx tsx deck.ts [deck] */
import { encodeDeck } from 'seance';

const { ids, dim, vectors } = await encodeDeck({ deck: process.argv[2] ?? 'starter', encoder: 'bundled' });
let best = { likeness: -1, pair: ['', ''] };
for (let i = 0; i < ids.length; i++) {
  for (let j = 0; j < i; j++) {
    let likeness = 0; // the cosine: vectors have length 1
    for (let k = 0; k < dim; k++) likeness += vectors[i * dim + k] * vectors[j * dim + k];
    if (likeness > best.likeness) best = { likeness, pair: [ids[j], ids[i]] };
  }
}
console.log(`${best.pair.join(' and ')}: ${best.likeness.toFixed(3)}`);
