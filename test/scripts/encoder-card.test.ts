import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { encoderSummary, encoderTables } from '../../scripts/readme/encoder.ts';
import { readSection } from '../../scripts/readme/sections.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A table without the padding that prettier gives it. */
const plain = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/ {2,}/g, ' ').trim();

test.each([
  ['README.md', encoderSummary],
  ['data/models/README.md', encoderTables],
] as const)('the scores of the encoder in %s are those of metrics.json', (page, make) => {
  const written = readSection(readFileSync(join(root, page), 'utf8'), 'encoder', 'npm run encoder:card');
  expect(plain(written)).toBe(plain(make()));
});
