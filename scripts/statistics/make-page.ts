import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import writeFileAtomic from 'write-file-atomic';
import { writeSection } from '../readme/sections.ts';
import { GAPS, RARE, ROWS, comparedAt, comparisonTable, coverageTable, rareAt, rareTable, shareOf } from './tables.ts';

/* npm run coverage-check: writes the tables of docs/statistics.md anew, in some seconds. A test says whether they are up to date. */

const BY = 'npm run coverage-check';
const file = fileURLToPath(new URL('../../docs/statistics.md', import.meta.url));
let text = readFileSync(file, 'utf8');
text = writeSection(text, 'coverage', coverageTable(ROWS.map(shareOf)), BY);
text = writeSection(text, 'comparisons', comparisonTable(GAPS.map(comparedAt)), BY);
text = writeSection(text, 'rare', rareTable(RARE.map(rareAt)), BY);
await writeFileAtomic(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
