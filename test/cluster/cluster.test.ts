import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RUNS, keysOf, writeRun } from '../../src/cluster/run.ts';
import { build, main, seance, seanceWith } from '../cli/seance.ts';
import { NO_REDIS_SERVER, REDIS_SERVER } from '../kit/needs.ts';
import { freePort, redisServer } from './redis.ts';
import type { RedisServer } from './redis.ts';

const PASSWORD = 'open sesame';
const folder = mkdtempSync(join(tmpdir(), 'seance-cluster-'));
const RUN = ['simulate', 'mysterium', '--players', '4-5', '--games', '1500', '--seed', '3', '--clues', '--no-bounds'];
const FILES = ['games.csv', 'clues.csv', 'summary.csv'] as const;
const filesOf = (name: string): readonly string[] =>
  FILES.map((file) => readFileSync(join(folder, name, file), 'utf8'));

let server: RedisServer;
let url = '';
/** Of the command that is tested, which is the built one. */
const digestOfBuild = async (): Promise<string> => {
  const built = (await import(join(main, '../../cluster/build.js'))) as { buildDigest(): Promise<string> };
  return built.buildDigest();
};

/** Processes that a test started. */
const started: Process[] = [];

interface Process {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** Waits until it has said so. */
  says(words: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

function start(...args: readonly string[]): Process {
  const child = spawn(process.execPath, [main, ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const own: Process = {
    child,
    said: () => said,
    async says(words) {
      while (!said.includes(words)) {
        if (child.exitCode !== null) throw new Error(`it ended, and did not say "${words}": ${said}`);
        await setTimeout(20);
      }
    },
    ended,
  };
  started.push(own);
  return own;
}

const worker = (...args: readonly string[]): Process =>
  start('worker', '--cluster', url, '--workers', '1', '--patience', '1', ...args);

describe.skipIf(REDIS_SERVER === undefined)(
  `a cluster (${REDIS_SERVER ?? NO_REDIS_SERVER})`,
  { timeout: 120_000 },
  () => {
    beforeAll(async () => {
      await build();
      server = await redisServer(PASSWORD);
      url = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`;
      await seance(...RUN, '--out', join(folder, 'alone'));
    }, 120_000);

    afterEach(async () => {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.splice(0).map(({ ended }) => ended));
    });

    afterAll(async () => {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    test('three workers, one killed and one stopped in mid-chunk, and a server that comes back empty: the bytes of a run alone', async () => {
      const workers = [worker(), worker(), worker()];
      const run = start(...RUN, '--out', join(folder, 'cluster'), '--cluster', url);
      await Promise.all(workers.map((one) => one.says('plays run')));
      const [first, second, third] = workers;
      first.child.kill('SIGKILL');
      second.child.kill('SIGSTOP');
      await setTimeout(300);
      await server.kill();
      await Promise.all([run.says('is lost'), third.says('is lost')]);
      await server.start();
      const code = await run.ended;
      expect([code, run.said()]).toEqual([0, expect.any(String)]);
      expect(filesOf('cluster')).toEqual(filesOf('alone'));
      expect(run.said()).toContain('is back');
      expect([run, third].map((one) => one.said().includes(PASSWORD))).toEqual([false, false]);
      await third.says('is over');
      third.child.kill('SIGINT');
      expect(await third.ended).toBe(130);
      expect(third.said()).toMatch(/[1-9][\d,]* games played/);
      const redis = new Redis(url);
      await setTimeout(500);
      expect((await redis.keys('*')).filter((key) => !key.startsWith('seance:briefing:'))).toEqual([]); // that goes within the hour
      redis.disconnect();
    });

    test('a run that nobody plays says so; stopped, it ends with 130, and goes on alone by its journal', async () => {
      const out = join(folder, 'lonely');
      const run = start(...RUN, '--out', out, '--cluster', url);
      await run.says('no worker listens');
      expect(run.said()).toContain(`seance worker --cluster redis://127.0.0.1:${server.port}\n`);
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
      const half = start(...RUN, '--out', out, '--cluster', url);
      const helper = worker();
      await helper.says('plays run');
      await setTimeout(1000);
      half.child.kill('SIGKILL');
      await half.ended;
      await helper.says('is over'); // what it left is cleared away
      const { code, err } = await seance('simulate', '--resume', out);
      expect([code, err]).toEqual([0, '']);
      expect(filesOf('lonely')).toEqual(filesOf('alone'));
    });

    test('a worker of another version, other rules, another deck or encoder is refused, with the reason on both sides', async () => {
      const experiment = { game: 'mysterium', config: {}, lineup: [], games: 1, seed: 1, cell: 0 };
      const { version } = JSON.parse(readFileSync(join(main, '../../../package.json'), 'utf8')) as { version: string };
      const ours = {
        seance: version,
        build: await digestOfBuild(),
        game: 'mysterium',
        version: 1,
        deck: null,
        encoders: {},
        briefing: '0'.repeat(64),
        experiments: [experiment],
        limits: null,
      };
      const programs = [{ agent: 'exec:touch /tmp/owned', params: {} }];
      const others: readonly (readonly [object, RegExp])[] = [
        [{ seance: '9.9.9' }, /it is of version 9\.9\.9, this worker of /],
        [{ build: 'ffff' }, /of another build of version .* \(ffff\) than this worker/],
        [{ version: 99 }, /version 99 of the rules of mysterium/],
        [
          { deck: { id: 'starter', hash: 'f'.repeat(64) } },
          /its deck starter is ffffffffffff, this worker's is [0-9a-f]{12}/,
        ],
        [{ encoders: { bundled: 'bundled-v9' } }, /its eyes bundled are bundled-v9, this worker's are bundled-/],
        [{ game: 'chess', experiments: [{ ...experiment, game: 'chess' }] }, /chess, which this worker does not know/],
        [{ experiments: [{ ...experiment, lineup: programs }] }, /only with --run-bots/],
        [{}, /what it is played with is gone/],
      ];
      const redis = new Redis(url);
      for (const [at, [other]] of others.entries()) {
        await redis.set(keysOf(`r${at}`).about, writeRun({ ...ours, ...other }));
        await redis.sadd(RUNS, `r${at}`);
      }
      await redis.set(keysOf('hostile').about, `{"protocol":1,"__proto__":{},"experiments":${'['.repeat(5000)}`);
      await redis.sadd(RUNS, 'hostile');
      const one = worker();
      await one.says('run hostile');
      for (const at of others.keys()) await one.says(`run r${at}`);
      one.child.kill('SIGINT'); // it waits for a run that it can play
      expect(await one.ended).toBe(130);
      for (const [at, [, reason]] of others.entries()) {
        expect(one.said()).toMatch(reason);
        expect((await redis.lrange(keysOf(`r${at}`).refusals, 0, -1)).join('\n')).toMatch(reason);
      }
      expect(one.said()).toContain('announced in no JSON');
      await redis.flushall();
      redis.disconnect();
    });

    test('a server that is full, or holds something else under our names, gets one line; workers pass over a single such name', async () => {
      const redis = new Redis(url);
      const text = `redis://127.0.0.1:${server.port}`;
      const plain = [...RUN.filter((word) => word !== '--clues'), '--cluster', url];
      try {
        await redis.config('SET', 'maxmemory', '1');
        const full = await seance(...plain);
        await redis.config('SET', 'maxmemory', '0');
        expect([full.code, full.err]).toEqual([1, `seance: ${text}: its memory is full; give it more (maxmemory)\n`]);

        const strange = 'strange';
        await redis.multi().sadd(RUNS, strange).rpush(keysOf(strange).about, 'something else').exec();
        const passing = worker();
        await passing.says(`cannot play run ${strange}`);
        await setTimeout(2500);
        expect(passing.said().split(strange).length).toBe(2);
        expect(passing.child.exitCode).toBeNull();
        passing.child.kill('SIGTERM');
        expect(await passing.ended).toBe(130);

        await redis.multi().del(keysOf(strange).about, RUNS).set(RUNS, 'something else').exec();
        for (const ended of await Promise.all([seance(...plain), seance('worker', '--cluster', url)])) {
          expect(ended.code).toBe(1);
          expect(ended.err).toContain(
            `seance: ${text}: something else lies there under a name that begins with seance:`,
          );
        }
      } finally {
        await redis.flushall();
        redis.disconnect();
      }
    });

    test('an address that cannot be used gets one line within seconds', async () => {
      const free = await freePort();
      const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const bound = other.address();
      const http = typeof bound === 'object' && bound ? bound.port : 0;
      const { port } = server;
      const wrong: readonly (readonly [string, number, RegExp])[] = [
        [`redis://:wrong@127.0.0.1:${port}`, 1, /^seance: redis:\/\/127\.0\.0\.1:\d+: the password is wrong\n$/],
        [`redis://127.0.0.1:${port}`, 1, /it wants a password/],
        [`redis://127.0.0.1:${free}`, 1, /nobody answers there; is a Redis or Valkey server running\?\n$/],
        [`redis://127.0.0.1:${http}`, 1, /what answers there is no Redis server\n$/],
        [`rediss://:wrong@127.0.0.1:${port}`, 1, /(no TLS connection comes about|one with TLS rediss:\/\/)/],
        [`redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/999`, 1, /no database of that number/],
        ['http://127.0.0.1', 2, /a cluster is named as redis:/],
      ];
      const ended = await Promise.all(wrong.map(([address]) => seance('worker', '--cluster', address)));
      for (const [at, [, code, line]] of wrong.entries()) {
        expect(ended[at].err).toMatch(line);
        expect(ended[at].err.split('\n').length).toBe(2);
        expect(ended[at].code).toBe(code);
      }
      const run = await seanceWith({ SEANCE_REDIS_PASSWORD: 'wrong' }, ...RUN.slice(0, 2), '--cluster', wrong[1][0]);
      expect([run.code, run.err]).toEqual([1, `seance: redis://127.0.0.1:${port}: the password is wrong\n`]);
      other.close();
    });
  },
);
