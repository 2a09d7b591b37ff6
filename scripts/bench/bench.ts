import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gameOf } from 'seance/agents';
import { findDeck, loadDeck, openEncoder, openEyes } from 'seance/embeddings';
import { ParamError, seedOf } from 'seance/engine';
import type { Session } from 'seance/engine';
import { readAsked } from './asked.ts';
import { readBaseline, relativeSpeed, writeBaseline } from './baseline.ts';
import { compareBuilds } from './compare-builds.ts';
import { collectionsDuring } from './garbage.ts';
import { CONFIG, LINEUPS, measureBuild } from './speed.ts';

/*
 * npm run bench [-- PART ...]: how fast this build is on one core, part by part; all parts where none is named.
 * Speeds are the best of several runs, in seconds of this process's own time, so that a busy machine disturbs them little.
 * The machine's unit, draws of sfc32 a second, lets figures from different machines be compared; the checksum is that of the
 * games' results: a faster build that changes it plays other games. An encoder's is of its vectors, to the last bit: it may differ on
 * another processor, or with other libraries, and then says nothing.
 *
 * npm run bench -- speed --against REF: this build against a revision, or the folder of another build, their processes taking turns.
 * npm run bench -- speed --engine NAME=FILE: against another engine's loop: a program that prints {"games", "seconds", "checksum"},
 * a line of JSON for each loop; "what" may name the line-up it is to be laid beside, or else it is laid beside all. Both may be given,
 * --engine also several times; --rounds N is how often each process runs.
 * npm run bench -- speed --keep: stores this build's speed as the baseline.
 */

interface Line {
  readonly what: string;
  readonly figure: string;
  readonly checksum?: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const game = gameOf('mysterium');

async function seated(agents: readonly [string, string]): Promise<Session> {
  if (!game.deck) throw new Error(`${game.id} is played without pictures`);
  const knowledge = await openEyes({ deck: 'starter', need: game.deck, names: ['bundled'] });
  const [ghost, psychic] = agents;
  const lineup = game.roles(CONFIG).map((role) => ({ agent: role === 'ghost' ? ghost : psychic, params: {} }));
  return game.open(CONFIG, lineup, knowledge);
}

async function speed(keep: boolean): Promise<Line[]> {
  const measured = await measureBuild(root, 5);
  const { draws, lineups } = measured;
  if (keep) await writeBaseline(measured);
  const { commit, lineups: stored } = readBaseline();
  const lines: Line[] = [
    { what: 'machine unit', figure: `${(draws / 1e6).toFixed(1)} million draws of sfc32 a second` },
  ];
  for (const { what, games, seconds, checksum } of lineups) {
    const before = stored.find((one) => one.what === what && one.games === games);
    let than = `no baseline has ${what}`;
    if (before) {
      const times = relativeSpeed(games, seconds, draws) / before.gamesPerMillionDraws;
      const same = before.checksum === checksum ? 'the same games' : `other games than its ${before.checksum}`;
      than = `${times.toFixed(2)} of the baseline's speed (${commit.slice(0, 7)}), ${same}`;
    }
    const rate = `${Math.round(games / seconds)} games a second, ${((draws * seconds) / games).toFixed(0)} draws a game`;
    const figure = `${rate}, ${than}`;
    lines.push({ what: `${what}, 4 people, easy`, figure, checksum });
  }
  return lines;
}

async function garbage(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, { agents }] of Object.entries(LINEUPS)) {
    const session = await seated(agents);
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

const PARTS: Readonly<Record<string, ((keep: boolean) => Line[] | Promise<Line[]>) | undefined>> = {
  speed,
  garbage,
  encoding,
  memory,
  start,
};

/** @throws RangeError naming the parts there are */
function linesOf(name: string, keep: boolean): Line[] | Promise<Line[]> {
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (!part) throw new RangeError(`no part ${name}; there are ${Object.keys(PARTS).join(', ')}`);
  return part(keep);
}

/** Whether an error is of Node's reader of options. */
const isOfParsing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const stop = new AbortController();
try {
  const asked = readAsked(process.argv.slice(2));
  if (asked.against !== undefined || asked.engines.length > 0) {
    // So that what was unpacked is removed.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
    await compareBuilds(root, asked, stop.signal);
  } else {
    for (const part of asked.parts.length > 0 ? asked.parts : Object.keys(PARTS)) {
      for (const { what, figure, checksum } of await linesOf(part, asked.keep)) {
        console.log(`${what.padEnd(26)} ${figure}${checksum === undefined ? '' : `  checksum ${checksum}`}`);
      }
    }
  }
} catch (error) {
  await setImmediate(); // a signal that ended a program may be heard after its end
  if (stop.signal.aborted) process.exitCode = 130;
  else {
    const isUsage = error instanceof RangeError || error instanceof ParamError || isOfParsing(error);
    console.error(`bench: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
