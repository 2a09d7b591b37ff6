// Plays Mysterium by the nearest fit: seance simulate mysterium --ghost 'exec:node examples/nearest_bot.mjs'
import { createInterface } from 'node:readline';

const sum = (values) => values.reduce((total, one) => total + one, 0);

function value(move, { affinity: see, config }, { seat, open, own }) {
  const columns = [...Array(config.width).keys()];
  const card = (row, column) => row * config.cardsPerRow + open.card[row * config.width + column];
  const suspect = (at, row) => row * config.cardsPerRow + open.caseCard[at * 3 + row];
  const revealed = open.revealed.filter((v) => v >= 0);
  const fit = (at) => sum(revealed.map((v) => Math.max(...[0, 1, 2].map((row) => see[v][suspect(at, row)]))));
  if ('guess' in move || 'say' in move) {
    const [q, chosen] = [move.about ?? seat - 1, move.guess ?? move.say ?? null]; // the card its visions suggest most
    const isTried = columns.some((c) => (open.wrong[q] >> c) & 1 && card(open.stage[q], c) === chosen);
    const from = q * config.rounds * config.hand;
    const visions = open.given.slice(from + open.stageStart[q], from + open.givenCount[q]);
    return chosen === null || isTried ? -99 : sum(visions.map((v) => see[v][chosen]));
  }
  if ('deliver' in move) {
    const row = open.stage[move.to]; // the vision that tells the psychic's card best from the others of its row
    const mine = own.target[move.to * 3 + row];
    const rivals = columns.filter((c) => c !== mine && !((open.gone[row] >> c) & 1)).map((c) => card(row, c));
    return Math.min(...move.deliver.map((v) => see[v][card(row, mine)] - Math.max(...rivals.map((c) => see[v][c]))));
  }
  if ('culprit' in move) return sum(move.visions.map((v, row) => see[v][suspect(move.culprit, row)]));
  if ('vote' in move) return fit(move.vote);
  if ('belief' in move) return -move.belief * fit(move.case);
  if ('beliefs' in move) return -sum(move.beliefs.map((level, at) => level * fit(at)));
  return 'redraw' in move ? -99 : -JSON.stringify(move).length; // no crows, and no tokens
}

let table;
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.type === 'hello') table = told;
  if (told.type === 'hello')
    console.log(JSON.stringify({ type: 'ready', id: told.id, name: 'nearest', deterministic: true }));
  if (told.type !== 'choose') continue;
  const values = told.legal.map((move) => value(move, table, told.view));
  console.log(JSON.stringify({ type: 'move', id: told.id, choose: values.indexOf(Math.max(...values)) }));
}
