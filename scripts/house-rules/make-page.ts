import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import writeFileAtomic from 'write-file-atomic';
import { writeSection } from '../readme/sections.ts';
import { houseRules } from './table.ts';

/*
 * npm run house-rules: writes the table of docs/house-rules.md anew, about two minutes on two cores. Other bots are named as
 * `seance simulate` names them: `npm run house-rules -- --ghost planner --psychic pragmatic`; `-- --games 500` plays fewer games: to
 * try, never to keep.
 */

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '20000' },
    ghost: { type: 'string' },
    psychic: { type: 'string' },
  },
});
const games = Number(values.games);
if (!Number.isInteger(games) || games < 1) throw new RangeError(`--games must be a whole number, not ${values.games}`);
const who = [
  ...(values.ghost === undefined ? [] : ['--ghost', values.ghost]),
  ...(values.psychic === undefined ? [] : ['--psychic', values.psychic]),
];

const file = fileURLToPath(new URL('../../docs/house-rules.md', import.meta.url));
const text = writeSection(readFileSync(file, 'utf8'), 'costs', houseRules(games, who), 'npm run house-rules');
await writeFileAtomic(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
