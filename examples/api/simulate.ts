/* Win rates of two ghosts, by number of people: npx tsx simulate.ts */
import { simulate } from 'seance';

for (const ghost of ['contrast', 'planner']) {
  const { cells } = await simulate({
    config: { players: [4, 5], difficulty: 'easy' },
    people: { ghost },
    games: 400,
    seed: 1,
  });
  for (const { row, games, figures } of cells) {
    const { value, low, high } = figures['won'];
    const [rate, least, most] = [value, low, high].map((share) => `${(100 * share).toFixed(1)} %`);
    console.log(`${ghost}, ${String(row)} people: ${rate} of ${games} games won (${least} to ${most})`);
  }
}
