import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderError, RUN_FILES, RunFolder } from '../../src/sim/index.ts';

test('a file that is made of another gets its name with it, and leaves nothing where it cannot be made', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'seance-')), 'run');
  const begun = async (): Promise<RunFolder> => {
    const folder = await RunFolder.prepare(path, { force: true });
    const games = await folder.begin(RUN_FILES.games, 'a,b\n');
    await games.write('1,2\n');
    return folder;
  };
  try {
    const failing = await begun();
    const half = (_from: string, to: string): Promise<void> => {
      writeFileSync(to, 'half');
      return Promise.reject(new Error('it broke'));
    };
    const derived = failing.derive(RUN_FILES.games, RUN_FILES.gamesParquet, half);
    await expect(derived).rejects.toThrow(new FolderError(`cannot write ${join(path, 'games.parquet')}: it broke`));
    await failing.drop();
    expect(readdirSync(path)).toEqual([]);

    const folder = await begun();
    await folder.derive(RUN_FILES.games, RUN_FILES.gamesParquet, copyFile);
    expect(readdirSync(path).filter((name) => !name.startsWith('.'))).toEqual([]);
    await folder.keep();
    await folder.drop();
    expect(readdirSync(path).toSorted()).toEqual(['games.csv', 'games.parquet']);
    expect(readFileSync(join(path, 'games.parquet'), 'utf8')).toBe('a,b\n1,2\n');
  } finally {
    rmSync(join(path, '..'), { recursive: true });
  }
});
