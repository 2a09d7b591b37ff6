import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderLock, nameOf } from '../../src/sim/folder-lock.ts';
import { RunFolder } from '../../src/sim/folder.ts';

let home = '';
let machine = '';
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'seance-lock-'));
  const lock = await FolderLock.take(home);
  machine = readFileSync(join(home, '.lock'), 'utf8').split(' ')[0];
  if (lock instanceof FolderLock) await lock.release();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A lock of somebody else. */
const lockOf = (pid: number, on = machine, born = ''): void =>
  writeFileSync(join(home, '.lock'), `${on} ${pid} ${born} some-token\n`);

const taken = async (): Promise<string> => {
  const lock = await FolderLock.take(home);
  if (!(lock instanceof FolderLock)) return nameOf(lock);
  await lock.release();
  return 'ours';
};

test('of many that come at once one takes the lock, and the next once it is released', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => FolderLock.take(home)));
  const locks = all.filter((one) => one instanceof FolderLock);
  expect(locks).toHaveLength(1);
  expect(await taken()).toBe(`process ${process.pid}`);
  expect(await locks[0].isOurs()).toBe(true);
  await locks[0].release();
  expect(await readdir(home)).toEqual([]);
  expect(await taken()).toBe('ours');
});

test('the lock of a process at work is left to it; that of a dead one is taken over at once', async () => {
  lockOf(process.ppid);
  expect(await taken()).toBe(`process ${process.ppid}`);
  lockOf(999_999_999);
  expect(await taken()).toBe('ours');
  lockOf(process.pid); // a number that we have now
  expect(await taken()).toBe('ours');
});

// Only Linux tells when a process began, and a zombie from a process at work.
const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)('a number that went to another process is not the owner', async () => {
  lockOf(process.ppid, machine, '1');
  expect(await taken()).toBe('ours');
});

test.skipIf(!isLinux)('a process that is dead but was never asked after is dead', async () => {
  // The child ends soon; by then its parent has become a sleep, which does not ask.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30']);
  try {
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = Number(printed.toString());
    await expect.poll(() => readFile(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /);
    lockOf(zombie);
    await (await RunFolder.prepare(home, { force: false })).drop();
    expect(await readdir(home)).toEqual([]);
  } finally {
    parent.kill();
  }
});

test('another machine keeps its lock as long as it gives signs of life, and so does one that is just being written', async () => {
  for (const begin of [() => lockOf(1, 'other%20host/1'), () => writeFileSync(join(home, '.lock'), '')]) {
    begin();
    expect(await taken()).toMatch(/^(process 1 on other host|of a process that is just beginning)$/);
    const long = Date.now() / 1000 - 61;
    utimesSync(join(home, '.lock'), long, long);
    expect(await taken()).toBe('ours');
  }
});

test('a container of the same host, which has numbers of its own, is another machine', async () => {
  lockOf(999_999_999, `${encodeURIComponent(hostname())}/1`);
  expect(await taken()).toBe(`process 999999999 on ${hostname()}`);
});

test('who lost the lock meanwhile writes nothing, and does not take it from its new owner', async () => {
  const folder = await RunFolder.prepare(home, { force: true });
  await folder.begin('games.csv', 'x\n');
  lockOf(process.ppid);
  await expect(folder.keep()).rejects.toThrow(`cannot write to ${home}: meanwhile another run has taken this folder`);
  await folder.drop();
  expect(await readdir(home)).toEqual(['.lock']);
});

test('a folder that was removed meanwhile is said to be', async () => {
  const gone = join(home, 'gone');
  const folder = await RunFolder.prepare(gone, { force: true });
  await rm(gone, { recursive: true });
  await expect(folder.keep()).rejects.toThrow(
    `cannot write to ${gone}: meanwhile the folder, or the .lock in it, was removed or renamed`,
  );
  await folder.drop();
});

test('a folder that another process writes to is refused with or without force; what dead ones left is cleared away', async () => {
  const left = ['.games.csv.part', '.run.json.another%20machine.1.part', 'run.journal.part'];
  for (const name of left) writeFileSync(join(home, name), '');
  lockOf(process.ppid);
  for (const force of [false, true])
    await expect(RunFolder.prepare(home, { force })).rejects.toThrow(
      `another run (process ${process.ppid}) is being written to ${home}; choose another folder`,
    );
  expect((await readdir(home)).toSorted()).toEqual([...left, '.lock'].toSorted());
  lockOf(999_999_999);
  await (await RunFolder.prepare(home, { force: false })).drop();
  expect(await readdir(home)).toEqual([]);
});
