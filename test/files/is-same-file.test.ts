import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isSameFile } from '../../src/files/is-same-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'seance-same-'));
const at = (name: string): string => join(dir, name);
writeFileSync(at('a'), '');
writeFileSync(at('b'), '');
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('paths that lead to one file, which need not be there yet', async () => {
  expect(await isSameFile(at('a'), `${dir}/./a`)).toBe(true);
  expect(await isSameFile(at('new'), `${dir}/../${dir.split('/').at(-1)}/new`)).toBe(true);
  expect(await isSameFile(at('a'), at('b'))).toBe(false);
  expect(await isSameFile(at('a'), at('new'))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a link is the file, and what is no file may serve twice', async () => {
  symlinkSync(at('a'), at('link'));
  expect(await isSameFile(at('link'), at('a'))).toBe(true);
  expect(await isSameFile('/dev/null', '/dev/null')).toBe(false);
});
