import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PaperDeck } from '../embeddings/paper-deck.ts';
import { makePaperDeck } from '../embeddings/paper-deck.ts';
import type { Ended } from './seance.ts';
import { build, seanceWith } from './seance.ts';

let paper: PaperDeck;
let room: string;
const at = (...path: readonly string[]): string => join(room, ...path);
const seance = (...args: readonly string[]): Promise<Ended> => seanceWith({ SEANCE_CACHE: at('cache') }, ...args);
beforeAll(async () => {
  await build();
  room = mkdtempSync(join(tmpdir(), 'seance-check-'));
  paper = await makePaperDeck();
}, 120_000);
afterAll(async () => {
  rmSync(room, { recursive: true, force: true });
  await paper.remove();
});

describe('deck check', () => {
  test('prints tables and draws a page, the second time over the first', async () => {
    for (let i = 0; i < 2; i++) {
      const { code, out, err } = await seance(
        'deck',
        'check',
        paper.dir,
        '--encoder',
        'palette',
        '--out',
        at('report'),
      );
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('10 cards: 4 visions, 2 characters, 2 locations, 2 objects.');
      expect(out).toMatch(/2 +│ \d+\.\d % \[\d+\.\d, \d+\.\d\]/);
      for (const heading of ['First guesses', 'Hubs', 'Twins', 'Visions that fit nothing', 'What whitening did'])
        expect(out).toContain(heading);
      expect(out.trimEnd().split('\n').at(-1)).toBe(`drawn: ${at('report', 'index.html')}`);
    }
    expect(existsSync(at('report', 'heatmap.png'))).toBe(true);
  }, 120_000);

  test('prints JSON alone, and draws only where it is told', async () => {
    const { code, out, err } = await seance('deck', 'check', paper.dir, '--encoder', 'palette', '--json');
    expect([code, err]).toEqual([0, '']);
    const Report = z.object({
      deck: z.literal('paper'),
      familiarity: z.null(),
      suggestions: z.object({ twins: z.array(z.object({ cards: z.tuple([z.string(), z.string()]) })).length(3) }),
    });
    Report.parse(JSON.parse(out));
  }, 120_000);

  test('says of a deck that is unlike all it was made for that it is, and what to do', async () => {
    const { out } = await seance('deck', 'check', paper.dir, '--out', at('bundled'));
    expect(out).toContain('seance model pull clip, then --encoder clip');
    expect(readFileSync(at('bundled', 'index.html'), 'utf8')).toContain('How familiar it is');
  }, 120_000);

  test.each<[string, () => readonly string[], number, string]>([
    ['no deck', () => [], 2, 'deck check needs a deck'],
    ['a deck that is none', () => ['no-such-deck'], 1, 'no deck "no-such-deck"'],
    ['a folder without deck.json', () => [room], 1, 'deck.json'],
    ['eyes that nobody knows', () => [paper.dir, '--encoder', 'nobody', '--out', at('x')], 2, 'no eyes named "nobody"'],
    ['a mix of nonsense', () => [paper.dir, '--encoder', 'mix:', '--out', at('x')], 2, 'cannot read the eyes'],
    ['a folder of somebody else', () => [paper.dir, '--out', paper.dir], 1, 'holds other things'],
    [
      'a file for a folder',
      () => [paper.dir, '--out', join(paper.dir, 'deck.json')],
      1,
      'a part of the path is not a folder',
    ],
    ['an option that is none', () => [paper.dir, '--deep'], 2, 'no option --deep'],
  ])('refuses %s', async (_, args, exit, message) => {
    const { code, out, err } = await seance('deck', 'check', ...args());
    expect([code, out]).toEqual([exit, '']);
    expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
  });
});

describe('deck identify', () => {
  const starter = 'data/decks/starter';

  test('names several photos in one call, and says which cannot be read', async () => {
    mkdirSync(at('photos'));
    copyFileSync(join(starter, 'v03.webp'), at('photos', 'a.webp'));
    copyFileSync(join(starter, 'o02.webp'), at('photos', 'b.webp'));
    writeFileSync(at('photos', 'zero.jpg'), '');
    writeFileSync(at('photos', 'text.jpg'), 'dear');
    const photos = ['a.webp', 'zero.jpg', 'gone.jpg', 'text.jpg', 'b.webp'].map((file) => at('photos', file));
    const { code, out, err } = await seance('deck', 'identify', 'starter', ...photos);
    expect(code).toBe(1);
    expect(out).toMatch(/a\.webp +│ v03 .*> 99 %/);
    expect(out).toMatch(/b\.webp +│ o02 /);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining('zero.jpg is an empty file'),
      expect.stringContaining('gone.jpg: there is no such file'),
      expect.stringContaining('text.jpg is damaged or no picture at all'),
    ]);
    const json = await seance('deck', 'identify', 'starter', photos[0], photos[2], '--json');
    const [first, second] = z
      .tuple([
        z.object({
          card: z.string(),
          candidates: z.array(z.object({ id: z.string(), confidence: z.number() })).min(1),
        }),
        z.object({ error: z.string() }),
      ])
      .parse(JSON.parse(json.out));
    expect(first.card).toBe('v03');
    expect(second.error).toContain('no such file');
  }, 240_000);

  test('says where a photo shows no card of the deck', async () => {
    const { code, out } = await seance('deck', 'identify', paper.dir, join(starter, 'v01.webp'));
    expect(code).toBe(0);
    expect(out).toContain('no card of this deck');
  }, 60_000);

  test.each<[string, readonly string[], number, string]>([
    ['no deck', [], 2, 'deck identify needs a deck'],
    ['no photo', ['starter'], 2, 'needs at least one photo'],
    ['a deck that is none', ['no-such-deck', 'x.jpg'], 1, 'no deck "no-such-deck"'],
  ])('refuses %s', async (_, args, exit, message) => {
    const { code, out, err } = await seance('deck', 'identify', ...args);
    expect([code, out]).toEqual([exit, '']);
    expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
  });
});
