/* Somebody sits down with bots, and always does the first thing that is allowed: npx tsx table.ts */
import { openTable } from 'seance';

const table = await openTable({ config: { players: 4, difficulty: 'easy' }, persons: [2], seed: 7 });
console.log(`roles: ${table.roles.join(', ')}`);
while (!table.isOver) {
  for (const seat of table.pending) {
    const [{ action, move }] = table.legal(seat);
    console.log(
      `seat ${seat} sees ${JSON.stringify(table.view(seat).own).length} characters of its own, plays ${JSON.stringify(move)}`,
    );
    table.submit(seat, action);
  }
}
console.log(table.measure()[0] === 1 ? 'won' : 'lost');
