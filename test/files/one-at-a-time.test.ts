import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { oneAtATime } from '../../src/files/one-at-a-time.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-mark-'));
const mark = join(home, '.mark');
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('whoever comes second waits, and all have their turn', async () => {
  let inside = 0;
  const seen: number[] = [];
  const turns = Array.from({ length: 5 }, (_, i) =>
    oneAtATime(mark, async () => {
      inside++;
      seen.push(inside);
      await setTimeout(10);
      inside--;
      return i;
    }),
  );
  expect(await Promise.all(turns)).toEqual([0, 1, 2, 3, 4]);
  expect(seen).toEqual([1, 1, 1, 1, 1]);
  expect(existsSync(mark)).toBe(false);
});

test('an error ends the turn as well', async () => {
  await expect(oneAtATime(mark, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(oneAtATime(mark, () => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('the mark of a process that died is no mark', async () => {
  writeFileSync(mark, '');
  const longAgo = Date.now() / 1000 - 60;
  utimesSync(mark, longAgo, longAgo);
  await expect(oneAtATime(mark, () => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('where no mark can be made, the reason comes through', async () => {
  await expect(oneAtATime(join(home, 'none', '.mark'), () => Promise.resolve('yes'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});
