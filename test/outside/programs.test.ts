import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { gameOf } from '../../src/agents/catalog.ts';
import type { Session } from '../../src/engine/kernel/catalog.ts';
import { Programs, limitsOf } from '../../src/outside/programs.ts';

const game = gameOf('mysterium');
const affinity = { bundled: { rows: 84, columns: 54, cells: new Float32Array(84 * 54) } };
const hostile = fileURLToPath(new URL('./hostile.mjs', import.meta.url));
const bot = (how: string): string => `exec:"${process.execPath}" "${hostile}" ${how}`;

let programs: Programs | undefined;
afterEach(async () => {
  await programs?.close();
  programs = undefined;
});

/** A table at which the program sits everywhere but at the ghost's seat. */
function tableOf(agent: string, limits = { hello: 10, decision: 5 }, params: object = {}): Session {
  programs = new Programs(limits);
  const lineup = game
    .roles({})
    .map((role) => (role === 'psychic' ? { agent, params: { ...params } } : { agent: 'random', params: {} }));
  return game.open({}, lineup, { affinity, outside: programs });
}

test.each(['nothing-bad', 'in-pieces', 'loud'])('%s: plays whole games', (how) => {
  const table = tableOf(bot(how));
  table.play(1);
  const { record } = table.record(2);
  expect(record.actions.length).toBeGreaterThan(20);
});

test.each([
  ['never-ready', { hello: 0.5, decision: 0.2 }, 'takes longer than 0.5 s to be ready'],
  ['hangs', { hello: 10, decision: 0.3 }, 'decision 1: takes longer than 0.3 s'],
  ['busy-for-ever', { hello: 10, decision: 0.3 }, 'decision 1: takes longer than 0.3 s'],
  ['slow', { hello: 10, decision: 0.1 }, 'decision 1: takes longer than 0.1 s'],
])('%s: the wait ends when the time is over', (how, limits, message) => {
  const since = performance.now();
  expect(() => tableOf(bot(how), limits).record(1)).toThrow(message);
  expect(performance.now() - since).toBeLessThan(8000);
});

const who = (how: string): string => `psychic at seat 1 (${bot(how)}), the game of seed 7, decision 1: `;

test.each([
  ['crashes', 'ended with code 3: KeyError: "legal"'],
  ['is-killed', /^was ended by SIGKILL/],
  ['garbage', 'says I think card 4, which is not JSON; stdout is for answers, stderr for the rest'],
  [
    'paints-the-screen',
    String.raw`says \u001b[2J\u001b[31mwon, which is not JSON; stdout is for answers, stderr for the rest`,
  ],
  ['nested', /^answers \{"type":"move","id":2,"move":\{"guess":\[+…, which is nested too deeply$/],
  ['hello-noise', 'says Loading the model..., which is not JSON; stdout is for answers, stderr for the rest'],
  ['broken-json', 'says {"type":"ready","id":1, which is not JSON; stdout is for answers, stderr for the rest'],
  ['nameless', 'answers {"type":"ready","id":1}: name is missing'],
  ['refuses', 'gives up: no psychic am I'],
  ['illegal', /plays \{"guess":99\}, which is not one of the \d+ legal moves$/],
  ['too-far', 'chooses 6, and the last of the 6 legal moves is number 5'],
  ['twofold', /^answers \{"type":"move","id":2,"choose":0,"move":.*, where either move or choose is due$/],
  ['fractional', 'answers {"type":"move","id":2,"choose":0.5}: choose must be a whole number'],
  ['wrong-id', 'answers question 1 where question 2 was asked'],
  ['not-asked', 'answers {"type":"ready","id":2,"name":"x"}, where a "move" is due'],
  ['giant', 'writes a line of more than 1048576 characters'],
  ['leaves-a-child', 'ended with code 4'],
])('%s: the message says who, where and what', (how, what) => {
  const table = tableOf(bot(how));
  let message = '';
  try {
    table.record(7);
  } catch (error) {
    message = error instanceof Error ? error.message : '';
  }
  expect(message.slice(0, who(how).length)).toBe(who(how));
  expect(message.slice(who(how).length)).toMatch(typeof what === 'string' ? new RegExp(`^${escaped(what)}$`) : what);
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

test('one that closes its stdout is not waited for any longer, unless a shell still holds it', () => {
  const alone = bot('closes-stdout').replace('exec:', 'exec:exec ');
  expect(() => tableOf(alone, { hello: 10, decision: 9 }).record(1)).toThrow('decision 1: closed its stdout');
});

test.each(['talks-early', 'talks-twice'])('%s: an answer that nobody asked for is noticed', (how) => {
  expect(() => tableOf(bot(how)).record(1)).toThrow(
    /decision \d+: (says .* without being asked|answers question \d+ where question \d+ was asked)$/,
  );
});

test.each([
  ['exec:no-such-program-anywhere', /cannot be started: .*no-such-program-anywhere.*not found/],
  ['exec:/dev/null', /cannot be started: .*\/dev\/null/],
  ['exec:exit 3', /ended with code 3/],
  ['exec:"unfinished', /ended with code \d/],
])('%s cannot be started', (agent, message) => {
  expect(() => tableOf(agent).record(1)).toThrow(message);
});

test('after a failure the program is started anew', () => {
  const table = tableOf(bot('crashes-at-game-30'));
  let failures = 0;
  for (let i = 0; i < 70; i++) {
    try {
      table.play(i);
    } catch {
      failures++;
    }
  }
  expect(failures).toBe(6); // three seats, two times each: at their 31st game and at the 31st after that
});

test('one program a seat, whatever the tables; one that does not end with its stdin is noticed', async () => {
  const polite = tableOf(bot('nothing-bad'));
  polite.play(1);
  expect(await programs?.close()).toBe(true);
  tableOf(bot('never-ends')).play(1);
  expect(await programs?.close()).toBe(false);
});

test('moves may be spelled in any order, and nothing else than moves is taken', () => {
  const reversed = `exec:"${process.execPath}" -e '
    const turned = (v) => Array.isArray(v) ? v.toReversed() : v;
    require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const told = JSON.parse(line);
      if (told.type === "hello") console.log(JSON.stringify({ name: "r", id: told.id, type: "ready" }));
      if (told.type !== "choose") return;
      const last = told.legal.filter((m) => m.deliver?.length > 2).at(-1) ?? told.legal.at(-1);
      const move = Object.fromEntries(Object.entries(last).toReversed().map(([k, v]) => [k, k === "visions" ? v : turned(v)]));
      console.log(JSON.stringify({ move, id: told.id, type: "move" }));
    })'`;
  programs = new Programs(limitsOf(5));
  const lineup = game
    .roles({})
    .map((role) => (role === 'ghost' ? { agent: reversed, params: {} } : { agent: 'random', params: {} }));
  const table = game.open({}, lineup, { affinity, outside: programs });
  const { record } = table.record(3);
  expect(record.actions.length).toBeGreaterThan(20);
});

test('a seat that slips is played by its substitute, and the program is asked all the same', () => {
  const table = tableOf(bot('illegal'), undefined, { slips: 1, substitute: 'random' });
  expect(() => table.record(1)).toThrow('which is not one of the');
  const shadowed = tableOf(bot('nothing-bad'), undefined, { slips: 1, substitute: 'convention' }).record(5);
  const lineup = game.roles({}).map((role) => ({ agent: role === 'psychic' ? 'convention' : 'random', params: {} }));
  expect(shadowed.record.actions).toEqual(game.open({}, lineup, { affinity }).record(5).record.actions);
});

test('where no program can be started, the message says so', () => {
  const lineup = game.roles({}).map(() => ({ agent: 'exec:x', params: {} }));
  expect(() => game.open({}, lineup, { affinity })).toThrow('exec:x is a program, and none can be started here');
});

test('an empty command is no program', () => {
  expect(() => game.check('psychic', { agent: 'exec: ', params: {} })).toThrow('exec: needs a command');
});

test('a program hears its own seat alone: no seed of the game, no state, and nothing of another seat', () => {
  const spy = `exec:"${process.execPath}" -e '
    const { appendFileSync } = require("fs");
    require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      appendFileSync(process.env.SPY, line + "\\n");
      const told = JSON.parse(line);
      if (told.type === "hello") console.log(JSON.stringify({ name: "spy", id: told.id, type: "ready" }));
      if (told.type === "choose") console.log(JSON.stringify({ choose: 0, id: told.id, type: "move" }));
    })'`;
  const file = fileURLToPath(new URL(`../../node_modules/.spy-${process.pid}`, import.meta.url));
  process.env['SPY'] = file;
  tableOf(spy).play(987_654_321);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('987654321');
  const told = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const views = told.flatMap(({ view }) => (view === undefined ? [] : [view as Record<string, object>]));
  expect(views.length).toBeGreaterThan(10);
  for (const view of views) {
    expect(Object.keys(view)).toEqual(['seat', 'open', 'own']);
    expect(Object.keys(view['own'])).toEqual(['role', 'vote']);
    expect(view['open']).not.toHaveProperty('config');
  }
});
