/* Whether a psychic that reasons wins more than one that takes the nearest card: npx tsx compare.ts */
import { compare } from 'seance';

const { verdict, value, low, high, n, fixedDeals } = await compare({
  config: { players: 4, difficulty: 'easy' },
  ours: { psychic: 'pragmatic' },
  theirs: { psychic: 'literal' },
  resolution: 5,
  games: 20_000,
});
const points = [value, low, high].map((share) => (100 * share).toFixed(1));
console.log(`${verdict}: ${points[0]} points (${points[1]} to ${points[2]}) over ${n} deals`);
console.log(`a test of a fixed size would have needed ${Math.round(fixedDeals)}`);
