import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeckError, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import { UnknownEyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { openEyes } from '../../../src/embeddings/eyes/eyes.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck, PAPER_NEED } from '../paper-deck.ts';

let paper: PaperDeck;
let cacheDir: string;
beforeEach(async () => {
  vi.stubEnv('SEANCE_MODELS', join(tmpdir(), 'seance-no-models'));
  paper = await makePaperDeck();
  cacheDir = await mkdtemp(join(tmpdir(), 'seance-cache-'));
});
afterEach(async () => {
  await paper.remove();
  await rm(cacheDir, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const ALL = ['bundled', 'palette', 'words'];

test('three pairs of eyes on one deck, and the cache the second time', async () => {
  const steps: string[] = [];
  const request = {
    deck: paper.dir,
    need: PAPER_NEED,
    names: [...ALL, 'bundled'],
    cacheDir,
    onProgress: (name: string, done: number, total: number) => steps.push(`${name} ${done}/${total}`),
  };
  const first = await openEyes(request);
  expect(Object.keys(first.affinity)).toEqual(ALL);
  expect(Object.keys(first.encoders)).toEqual(ALL);
  for (const affinity of Object.values(first.affinity)) expect(affinity).toMatchObject({ rows: 4, columns: 6 });
  expect(first.affinity['bundled'].cells).not.toEqual(first.affinity['words'].cells);
  expect(first.titles.cards).toEqual(['astronaut', 'artist', 'castle', 'desert island', 'anchor', 'axe']);
  expect(first.deck).toEqual({ id: 'paper', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(first.cached).toBe(false);
  expect(steps).toHaveLength(30);
  expect(steps.at(-1)).toBe('words 10/10');

  const again = await openEyes(request);
  expect(again).toEqual({ ...first, cached: true });
  expect(steps).toHaveLength(30);
});

test('a smaller game sees the same deck from the same cache', async () => {
  await openEyes({ deck: paper.dir, need: PAPER_NEED, names: ['words'], cacheDir });
  const need = { visions: 3, cards: [{ kind: 'location', count: 2 }] };
  const { affinity, cached } = await openEyes({ deck: await loadDeck(paper.dir), need, names: ['words'], cacheDir });
  expect(cached).toBe(true);
  expect(affinity['words']).toMatchObject({ rows: 3, columns: 2 });
});

describe('a mix', () => {
  const open = (names: readonly string[]) => openEyes({ deck: paper.dir, need: PAPER_NEED, names, cacheDir });

  test('is the weighted sum of its parts, standardised again, and needs no encoder to look twice', async () => {
    const mix = 'mix:bundled*0.7+words*0.3';
    const { affinity, encoders } = await open(['bundled', 'words', mix]);
    const { cells, columns } = affinity[mix];
    expect(encoders[mix]).toBe(`mix:${encoders['bundled']}*0.7+${encoders['words']}*0.3`);
    let from = 0;
    for (const { count } of PAPER_NEED.cards) {
      const at = Array.from(
        { length: PAPER_NEED.visions * count },
        (_, i) => Math.floor(i / count) * columns + from + (i % count),
      );
      const sums = at.map((i) => 0.7 * affinity['bundled'].cells[i] + 0.3 * affinity['words'].cells[i]);
      const mean = sums.reduce((a, b) => a + b) / sums.length;
      const deviation = Math.sqrt(sums.reduce((a, b) => a + (b - mean) ** 2, 0) / sums.length);
      at.forEach((i, n) => expect(cells[i]).toBeCloseTo((sums[n] - mean) / deviation, 4));
      from += count;
    }
  });

  test('of one part is that part, whatever its weight', async () => {
    const { affinity } = await open(['palette', 'mix:palette*3']);
    affinity['mix:palette*3'].cells.forEach((cell, i) => expect(cell).toBeCloseTo(affinity['palette'].cells[i], 4));
  });

  test('with unknown eyes is refused before a picture is read', async () => {
    await writeFile(join(paper.dir, 'c3.webp'), '');
    await expect(open(['mix:bundled+nobody'])).rejects.toThrow(/no eyes named "nobody"/);
  });
});

describe('what cannot be seen is said', () => {
  const open = (names: readonly string[]): Promise<unknown> =>
    openEyes({ deck: paper.dir, need: PAPER_NEED, names, cacheDir });

  test.each(['nobody', 'toString', '__proto__', '', '../up'])('eyes named "%s"', async (name) => {
    await expect(open(['words', name])).rejects.toThrow(UnknownEyesError);
    await expect(open(['words', name])).rejects.toThrow(
      `no eyes named "${name}"; there are bundled, palette, words; \`seance model add FILE\` adds`,
    );
  });

  test('eyes of a model that could be added', async () => {
    await expect(open(['clip'])).rejects.toThrow(
      'no eyes named "clip"; there are bundled, palette, words; `seance model pull clip` adds it',
    );
  });

  test('a deck too small', async () => {
    const need = { ...PAPER_NEED, visions: 84 };
    await expect(openEyes({ deck: paper.dir, need, names: ALL, cacheDir })).rejects.toThrow(
      /needs 84 visions.*paper has 4 visions/,
    );
  });

  test('a deck without words, by the words eyes alone', async () => {
    delete paper.cards[6].words;
    await paper.save();
    await expect(open(['palette'])).resolves.toBeDefined();
    await expect(open(['words'])).rejects.toThrow(DeckError);
    await expect(open(['words'])).rejects.toThrow(/card c6 has no "words"/);
  });

  test('a broken picture, even where only words are looked at: the deck is not what it says', async () => {
    await writeFile(join(paper.dir, 'c3.webp'), '');
    await expect(open(['words'])).rejects.toThrow(/card c3 \(c3\.webp\) is an empty file/);
  });
});

test('with all in the cache, neither sharp nor onnxruntime is loaded', async () => {
  const eyes = new URL('../../../src/embeddings/eyes/eyes.ts', import.meta.url).href;
  const program = `
    const { openEyes } = await import(${JSON.stringify(eyes)});
    const { cached } = await openEyes({ deck: ${JSON.stringify(paper.dir)}, need: ${JSON.stringify(PAPER_NEED)}, names: ${JSON.stringify(ALL)}, cacheDir: ${JSON.stringify(cacheDir)} });
    const native = process.report.getReport().sharedObjects.filter((path) => /sharp|onnxruntime/.test(path));
    console.log(JSON.stringify({ cached, native: native.length }));`;
  const run = (): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { encoding: 'utf8' }),
    );
  expect(run()).toEqual({ cached: false, native: expect.toSatisfy((count: number) => count > 0) });
  expect(run()).toEqual({ cached: true, native: 0 });
});
