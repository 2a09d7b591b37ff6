import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reasonOf } from '../../src/files/reason.ts';
import { refuseUnwritable } from '../../src/files/refuse-unwritable.ts';

const dir = mkdtempSync(join(tmpdir(), 'seance-unwritable-'));
const at = (...names: readonly string[]): string => join(dir, ...names);
writeFileSync(at('file'), 'text');
mkdirSync(at('folder'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test.each([at('file'), at('new'), 'new', ...(process.platform === 'win32' ? [] : ['/dev/null'])])(
  '%s can be written, and is left as it is',
  async (path) => {
    const before = readdirSync(dir);
    await refuseUnwritable(path);
    expect(readdirSync(dir)).toEqual(before);
  },
);

test.each([
  [at('folder'), 'it is a folder'],
  [at('no', 'such'), 'there is no such folder'],
  [at('file', 'new'), 'a part of the path is not a folder'],
])('%s cannot', async (path, reason) => {
  const why = await refuseUnwritable(path).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );
  expect(why).toBe(reason);
});
