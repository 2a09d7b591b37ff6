import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tellMoments } from '../../src/cli/explain/words.ts';
import type { Moment, Thought } from '../../src/engine/kernel/explanation.ts';
import { build, seance } from './seance.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-explain-'));
const at = (name: string): string => join(home, name);
const textOf = (name: string): string => readFileSync(at(name), 'utf8');
const LINE_UP = ['--players', '5', '--ghost', 'planner', '--psychic', 'pragmatic', '--seed', '7'];

const Phrase = z.object({
  words: z.string().min(1),
  shows: z.array(z.object({ kind: z.enum(['vision', 'card']), id: z.int().min(0) })),
});
const Told = z.object({
  game: z.literal('mysterium'),
  seed: z.literal(7),
  deck: z.object({ id: z.string() }),
  casting: z.record(z.string(), z.object({ agent: z.string() })),
  moments: z.array(
    z.object({
      move: z.int().min(0),
      lines: z.array(z.string()),
      thoughts: z.array(
        z.object({
          seat: z.int(),
          role: z.enum(['ghost', 'psychic']),
          name: z.string(),
          chosen: Phrase.extend({ action: z.int() }),
          why: z.object({
            unit: z.enum(['share', 'points']),
            options: z.array(
              Phrase.extend({
                action: z.int(),
                value: z.number().optional(),
                chosen: z.boolean(),
                pulls: z.array(Phrase.extend({ weight: z.number().optional() })),
              }),
            ),
          }),
        }),
      ),
    }),
  ),
});

beforeAll(async () => {
  await build();
  const { code } = await seance('play', 'mysterium', ...LINE_UP, '--quiet', '--record', at('game.json'));
  expect(code).toBe(0);
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('play --explain', () => {
  test('plays the same game, numbers its decisions and says why under each', async () => {
    const played = await seance('play', 'mysterium', ...LINE_UP, '--explain', '--record', at('told.json'));
    expect([played.code, played.err]).toEqual([0, '']);
    expect(textOf('told.json')).toBe(textOf('game.json'));
    const numbers = played.out.split('\n').flatMap((line) => /^ *(\d+)\. /.exec(line)?.[1] ?? []);
    expect(numbers).toEqual(numbers.map((_, i) => String(i + 1)));
    expect(numbers.length).toBeGreaterThan(20);
    expect(played.out).toMatch(/^ +The ghost: \d+\u00a0% for .* rather than /m);
    expect(played.out).toMatch(/^ +Red: [A-Z][^%]* \d+\u00a0%, .*; for it “/m);
    expect(
      Math.max(
        ...played.out
          .split('\n')
          .slice(10)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(140);
  });

  test('what a record says of itself is what was said as it was played', async () => {
    const played = await seance('play', 'mysterium', ...LINE_UP, '--explain');
    expect((await seance('explain', at('game.json'))).out).toBe(played.out);
  });

  test('as JSON, with --quiet as well', async () => {
    const { code, out, err } = await seance('play', 'mysterium', ...LINE_UP, '--quiet', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(Told.safeParse(JSON.parse(out)).error).toBeUndefined();
  });

  test('as JSON, with and without reasons to read', async () => {
    const { out } = await seance('play', 'mysterium', ...LINE_UP, '--json');
    const { moments } = Told.parse(JSON.parse(out));
    expect(moments.some(({ thoughts }) => thoughts.length === 4)).toBe(true);
    expect((await seance('explain', at('game.json'), '--json')).out).toBe(out);
  });

  test('as a page that needs nothing else, each picture once', async () => {
    const { code, out } = await seance('play', 'mysterium', ...LINE_UP, '--html', at('game.html'), '--quiet');
    expect([code, out]).toEqual([0, '']);
    const page = textOf('game.html');
    expect(page.length).toBeLessThan(1_000_000);
    expect(page).not.toMatch(/<script|https?:|<link|src=/);
    const drawn = [...page.matchAll(/\.((?:vision|card)-\d+)\{background-image:url\(data:image\/webp;base64,/g)].map(
      ([, name]) => name,
    );
    expect(new Set(drawn).size).toBe(drawn.length);
    const shown = new Set([...page.matchAll(/<i class="([^"]+)"/g)].map(([, name]) => name));
    expect([...shown].toSorted()).toEqual(drawn.toSorted());
    expect(page).toContain('id="move-12"');
  });
});

describe('explain', () => {
  test('one decision in full, of all or of one', async () => {
    const { out } = await seance('explain', at('game.json'), '--move', '1');
    expect(out).toMatch(/^1\. The ghost /);
    expect(out).toContain('› ');
    const { moments } = Told.parse(JSON.parse((await seance('explain', at('game.json'), '--json')).out));
    const guess = moments.find(({ lines }) => lines.some((line) => line.includes('Blue points at')))?.move ?? 0;
    const blue = await seance('explain', at('game.json'), '--move', String(guess), '--seat', 'blue');
    expect(blue.out).toContain('Blue, psychic: ');
    expect(blue.out).not.toContain('Red, psychic: ');
    expect((await seance('explain', at('game.json'), '--move', String(guess), '--seat', '2')).out).toBe(blue.out);
  });

  test('one seat through the whole game: its own thoughts alone', async () => {
    const { out } = await seance('explain', at('game.json'), '--seat', 'green', '--json');
    const { moments } = Told.parse(JSON.parse(out));
    const seats = new Set(moments.flatMap(({ thoughts }) => thoughts.map(({ seat }) => seat)));
    expect([...seats]).toEqual([3]);
  });

  test.each([
    [['--move', '500'], /^seance: there is no move 500; this game has \d+ decisions\n$/],
    [['--move', 'x'], /^seance: move must be a whole number from 1 to /],
    [['--move', '1', '--seat', 'blue'], /^seance: move 1 asks nothing of seat 2; it asks 0 \(The ghost\)\n$/],
    [['--seat', 'pink'], /^seance: no seat pink decides anything in this game; there are 0 \(The ghost\), 1 \(Red\), /],
    [['--row', '3'], /^seance: --row belongs to --from/],
  ])('%j is refused in one line', async (words, message) => {
    const { code, out, err } = await seance('explain', at('game.json'), ...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  test('a record of other rules, and one that was cut short', async () => {
    writeFileSync(at('old.json'), textOf('game.json').replace('"version":1', '"version":9'));
    const old = await seance('explain', at('old.json'));
    expect([old.code, old.err]).toEqual([1, expect.stringContaining('made under version 9 of the rules')]);
    writeFileSync(at('cut.json'), textOf('game.json').replace(/,\d+\]/, ']'));
    const cut = await seance('explain', at('cut.json'));
    expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('the record stops before the game is over')]);
  });

  test('a deck that has changed since is told of', async () => {
    const deck = at('deck');
    cpSync(fileURLToPath(new URL('../../data/decks/starter', import.meta.url)), deck, { recursive: true });
    await seance('play', 'mysterium', '--quiet', '--deck', deck, '--record', at('moved.json'));
    writeFileSync(
      join(deck, 'deck.json'),
      readFileSync(join(deck, 'deck.json'), 'utf8').replace('The Cat That', 'The Dog That'),
    );
    const { code, err } = await seance('explain', at('moved.json'), '--move', '1');
    expect([code, err]).toEqual([0, expect.stringContaining('is not what it was when')]);
  });

  test('a program that played does not say why, and is not started', async () => {
    const text = textOf('game.json').replace('"agent":"pragmatic"', '"agent":"exec:no-such-program"');
    writeFileSync(at('program.json'), text);
    const { code, out, err } = await seance('explain', at('program.json'), '--seat', 'red');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ +Red does not say why\.$/m);
  });

  test('a game of a run', async () => {
    const out = at('run');
    await seance(
      'simulate',
      'mysterium',
      '--games',
      '2',
      '--players',
      '4',
      '--difficulty',
      'easy',
      '--no-bounds',
      '--quiet',
      '--out',
      out,
    );
    const told = await seance('explain', '--from', join(out, 'games.csv'), '--row', '2', '--move', '1');
    expect([told.code, told.err]).toEqual([0, '']);
    expect(told.out).toContain('The ghost: ');

    const csv = join(out, 'games.csv');
    const [head, first] = readFileSync(csv, 'utf8').split('\n');
    const seed = head.split(',').indexOf('seed');
    writeFileSync(at('other.csv'), `${head}\n${first.split(',').with(seed, '8').join(',')}\n`);
    const other = await seance('explain', '--from', at('other.csv'), '--row', '1', '--move', '1');
    expect([other.code, other.err]).toEqual([
      0,
      expect.stringMatching(
        /warning: .*other\.csv, line 2: this game ends otherwise than its row says: .*; it is expl/,
      ),
    ]);
  });

  test('no page takes the place of what is explained, or of the record beside it', async () => {
    const before = textOf('game.json');
    const over = await seance('explain', at('game.json'), '--html', at('./game.json'));
    expect([over.code, over.out, over.err]).toEqual([2, '', expect.stringMatching(/in the place of .*game\.json/)]);
    expect(textOf('game.json')).toBe(before);
    const both = await seance('play', 'mysterium', '--record', at('both'), '--html', at('both'));
    expect([both.code, both.out, both.err]).toEqual([2, '', expect.stringContaining('--record and --html both name')]);
  });

  test('what a file says cannot paint the screen', async () => {
    writeFileSync(at('paints.json'), textOf('game.json').replace('"mysterium"', String.raw`"\u001b[2Jx\u202e"`));
    const { code, err } = await seance('explain', at('paints.json'));
    expect([code, err]).toEqual([1, expect.stringContaining(String.raw`no game named "\u001b[2Jx\u202e"`)]);
  });
});

describe('in words', () => {
  const thought = (name: string, chosen: string, options: readonly (readonly [string, number])[]): Thought => ({
    seat: 1,
    role: 'psychic',
    name,
    chosen: { words: chosen, shows: [], action: 0 },
    why: {
      measure: 'chance',
      unit: 'share',
      weights: 'nats',
      remarks: [],
      options: options.map(([words, value], action) => ({
        words,
        shows: [],
        action,
        value,
        chosen: words === chosen,
        pulls: [{ words: '“Kite”', shows: [], weight: 0.84 - action }],
      })),
    },
  });
  const moment = (thoughts: readonly Thought[], lines: readonly string[] = ['Blue points at the Nurse.']): Moment => ({
    move: 3,
    lines,
    thoughts,
  });

  test('what was chosen against the odds is named', () => {
    const told = tellMoments(
      [
        moment([
          thought('Blue', 'Nurse', [
            ['Chef', 0.61],
            ['Nurse', 0.385],
            ['Cook', 0.005],
          ]),
        ]),
      ],
      120,
    );
    expect(told).toEqual([
      '3. Blue points at the Nurse.',
      '   Blue: Chef 61\u00a0%, Nurse 39\u00a0%; for it “Kite” +0.8; yet takes Nurse.',
    ]);
  });

  test('what somebody else chose is marked though no option', () => {
    const told = tellMoments(
      [
        moment([
          thought('Blue', 'silence', [
            ['Chef', 0.999],
            ['Cook', 0.001],
          ]),
        ]),
      ],
      120,
    );
    expect(told[1]).toBe('   Blue: Chef over 99\u00a0%; for it “Kite” +0.8; yet takes silence.');
  });

  test('those of one mind share a line, and a decision that nobody tells is told', () => {
    const silent: Thought = { ...thought('Red', 'silence', []), why: undefined };
    expect(tellMoments([moment([silent, { ...silent, name: 'Blue' }], ['', 'Round II'])], 120)).toEqual([
      '',
      'Round II',
      '3. Red and Blue: silence.',
      '   Red and Blue do not say why.',
    ]);
  });

  test('long lines are broken between words', () => {
    const [first, second] = tellMoments([moment([], ['one two three four'])], 14);
    expect([first, second]).toEqual(['3. one two', '   three four']);
  });
});
