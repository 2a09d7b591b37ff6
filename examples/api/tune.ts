/* A short search for a better margin of the ghost `contrast`: npx tsx tune.ts */
import { tune } from 'seance';

const { trials, replay, isShown, casting } = await tune({
  config: { players: 4, difficulty: 'easy' },
  people: { ghost: 'contrast' },
  over: ['ghost.margin'],
  budget: 20_000,
});
console.log(`${trials.length} settings tried`);
if (replay) {
  const [gain, low, high] = [replay.gain.value, replay.gain.low, replay.gain.high].map((x) => (100 * x).toFixed(1));
  console.log(`the winner on ${replay.deals} fresh deals: ${gain} points (${low} to ${high})`);
}
console.log(isShown ? 'play with:' : 'the default stays:', JSON.stringify(casting['ghost']));
