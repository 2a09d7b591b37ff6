import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { beforeAll, expect, test } from 'vitest';
import { reference } from '../../scripts/reference/reference.ts';
import { build } from '../cli/seance.ts';

beforeAll(build, 120_000);

test('the reference of the API is what npm run reference writes', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/reference.md', import.meta.url)), 'utf8');
  const settings = { printWidth: 120, singleQuote: true, trailingComma: 'all', parser: 'markdown' } as const; // .prettierrc.json
  expect(page).toBe(await format(reference(), settings));
}, 60_000);

test('every function says what it throws, and every name has a word on it', () => {
  const page = reference();
  const sections = page.split(/^### /m).slice(1);
  expect(sections.length).toBeGreaterThan(25);
  for (const name of ['simulate', 'compare', 'tune', 'encodeDeck', 'openTable'])
    expect(sections.find((one) => one.startsWith(`${name}\n`))).toMatch(/\n\nThrows /);
  const wordless = sections.filter((one) => /^\w+\n\n\n/.test(one)).map((one) => one.split('\n')[0]);
  expect(wordless).toEqual([]);
}, 60_000);
