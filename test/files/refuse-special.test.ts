import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reasonOf } from '../../src/files/reason.ts';
import { refuseSpecial } from '../../src/files/refuse-special.ts';
import { sha256Of } from '../../src/files/sha256-of.ts';

const dir = mkdtempSync(join(tmpdir(), 'seance-special-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('files, folders and what is not there are left to the reader', async () => {
  writeFileSync(join(dir, 'file'), 'text');
  for (const path of [join(dir, 'file'), dir, join(dir, 'nothing')]) await refuseSpecial(path);
});

test.skipIf(process.platform === 'win32')('a pipe, which nobody may ever write to, is not waited for', async () => {
  const pipe = join(dir, 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  for (const read of [refuseSpecial, sha256Of]) {
    const why = await read(pipe).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    );
    expect(why).toBe('it is no ordinary file');
  }
});
