import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gameOf } from 'seance/agents';
import { findDeck, loadDeck, openEncoder, openEyes } from 'seance/embeddings';
import { Sfc32, seedOf } from 'seance/engine';
import type { Knowledge, Session } from 'seance/engine';
import { Tally, hexOf } from 'seance/sim';
import { collectionsDuring } from './garbage.ts';

/*
 * npm run bench [-- PART ...]: how fast this build is on one core, part by part; all parts where none is named.
 * Speeds are the best of several runs, in seconds of this process's own time, so that a busy machine disturbs them little.
 * The machine's unit, draws of sfc32 a second, lets figures from different machines be compared; the checksum is that of the
 * games' results: a faster build that changes it plays other games. An encoder's is of its vectors, to the last bit: it may differ on
 * another processor, or with other libraries, and then says nothing.
 */

interface Line {
  readonly what: string;
  readonly figure: string;
  readonly checksum?: string;
}

const LINEUPS = {
  random: ['random', 'random'],
  standard: ['contrast', 'literal'],
  minds: ['planner', 'pragmatic'],
} as const;
const CONFIG = { players: 4, difficulty: 'easy' };
const game = gameOf('mysterium');

/** Seconds of processor time that `work` takes, at best of `runs`. */
function bestOf(runs: number, work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

function drawsPerSecond(): number {
  const rng = new Sfc32(1);
  const draws = 20_000_000;
  let sum = 0;
  const seconds = bestOf(3, () => {
    for (let i = 0; i < draws; i++) sum ^= rng.bits();
  });
  return sum === 0 ? Number.NaN : draws / seconds;
}

const starter = async (): Promise<Knowledge> => {
  if (!game.deck) throw new Error(`${game.id} is played without pictures`);
  return openEyes({ deck: 'starter', need: game.deck, names: ['bundled'] });
};

function seated(knowledge: Knowledge, [ghost, psychic]: readonly [string, string]): Session {
  const lineup = game.roles(CONFIG).map((role) => ({ agent: role === 'ghost' ? ghost : psychic, params: {} }));
  return game.open(CONFIG, lineup, knowledge);
}

/** The checksum that `seance simulate` prints for the same games. */
function checksumOf(session: Session, games: number): string {
  const tally = new Tally(game);
  const row = new Float64Array(game.metrics.length);
  for (let i = 0; i < games; i++) {
    session.play(seedOf(1, i));
    session.measure(row);
    tally.add(row);
  }
  return hexOf(tally.checksum);
}

async function speed(): Promise<Line[]> {
  const knowledge = await starter();
  const draws = drawsPerSecond();
  const lines: Line[] = [
    { what: 'machine unit', figure: `${(draws / 1e6).toFixed(1)} million draws of sfc32 a second` },
  ];
  for (const [name, agents] of Object.entries(LINEUPS)) {
    const session = seated(knowledge, agents);
    const games = 20_000;
    const checksum = checksumOf(session, games);
    const rate =
      games /
      bestOf(5, () => {
        for (let i = 0; i < games; i++) session.play(seedOf(1, i));
      });
    const figure = `${Math.round(rate)} games a second, ${(draws / rate).toFixed(0)} draws a game`;
    lines.push({ what: `${name}, 4 people, easy`, figure, checksum });
  }
  return lines;
}

async function garbage(): Promise<Line[]> {
  const knowledge = await starter();
  const lines: Line[] = [];
  for (const [name, agents] of Object.entries(LINEUPS)) {
    const session = seated(knowledge, agents);
    const play = (games: number) => (): void => {
      for (let i = 0; i < games; i++) session.play(seedOf(1, i));
    };
    play(50_000)(); // code that is not compiled yet makes garbage, and a busy machine compiles late
    const count = await collectionsDuring(play(50_000));
    lines.push({ what: `${name}, 50,000 games`, figure: `${count} garbage collections` });
  }
  return lines;
}

async function encoding(): Promise<Line[]> {
  const deck = await loadDeck(await findDeck('starter'));
  const cards = deck.cards.slice(0, 24);
  const lines: Line[] = [];
  for (const name of ['bundled', 'palette'] as const) {
    const encoder = await openEncoder(name);
    for await (const _ of encoder.encode(cards.slice(0, 1))) break; // loads
    const hash = createHash('sha256');
    const [from, start] = [process.cpuUsage(), performance.now()];
    for await (const vector of encoder.encode(cards))
      hash.update(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    const { user, system } = process.cpuUsage(from);
    const wall = (performance.now() - start) / cards.length;
    await encoder.close();
    const figure = `${((user + system) / 1000 / cards.length).toFixed(1)} ms a picture, ${wall.toFixed(1)} ms from one to the next`;
    lines.push({ what: `encoder ${name}`, figure, checksum: hash.digest('hex').slice(0, 8) });
  }
  return lines;
}

/** In a process of its own: what one held at most can only grow. */
function memory(): Line[] {
  const script = fileURLToPath(new URL('memory.ts', import.meta.url));
  return execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => ({ what: 'memory', figure: line }));
}

function start(): Line[] {
  const seance = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const once = (): number => {
    const from = performance.now();
    execFileSync(process.execPath, [seance, 'play', 'mysterium', '--seed', '7'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return performance.now() - from;
  };
  once(); // the first may have a deck to encode
  return [
    { what: 'seance play, one game', figure: `${Math.min(once(), once(), once()).toFixed(0)} ms from start to end` },
  ];
}

const PARTS: Readonly<Record<string, (() => Line[] | Promise<Line[]>) | undefined>> = {
  speed,
  garbage,
  encoding,
  memory,
  start,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) throw new RangeError(`no part ${name}; there are ${Object.keys(PARTS).join(', ')}`);
  for (const { what, figure, checksum } of await part()) {
    console.log(`${what.padEnd(26)} ${figure}${checksum === undefined ? '' : `  checksum ${checksum}`}`);
  }
}
