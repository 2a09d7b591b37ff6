import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Card, Deck } from '../../../src/embeddings/deck/deck.ts';
import { findDeck, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import { bundledModels, readManifest } from '../../../src/embeddings/encoders/bundled.ts';
import { hashPictures } from '../../../src/embeddings/eyes/store.ts';
import type { Familiarity } from '../../../src/embeddings/report/familiarity.ts';
import { familiarityOf, readTraining, sayFamiliarity } from '../../../src/embeddings/report/familiarity.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck } from '../paper-deck.ts';
import { FAR_PICTURES } from './far-pictures.ts';

let room: string;
let starter: Deck;
let paper: PaperDeck;
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'seance-familiar-'));
  starter = await loadDeck(await findDeck('starter'));
  paper = await makePaperDeck();
});
afterAll(async () => {
  await rm(room, { recursive: true, force: true });
  await paper.remove();
});

const COUNT = 8;
/** Every kind of card is among them. */
const some = (): readonly Card[] => starter.cards.filter((_, i) => i % 12 === 5);

async function familiarity(cards: readonly Card[], id: string): Promise<Familiarity> {
  const deck = { ...starter, id, cards };
  const found = await familiarityOf('bundled', deck, await hashPictures(deck), { cacheDir: join(room, 'cache') });
  if (!found) throw new Error('nothing is known of the bundled eyes');
  return found;
}

/** Cards of these pictures. */
const cardsOf = (set: string, pictures: readonly Uint8Array[]): Promise<readonly Card[]> =>
  Promise.all(
    pictures.map(async (bytes, i) => {
      const file = `${set}-${i}.webp`;
      const path = join(room, file);
      await writeFile(path, bytes);
      return { id: `${set}${i}`, kind: 'vision' as const, title: file, file, path, words: undefined };
    }),
  );

test('the training statistics are those of the model that comes with the package', async () => {
  const { model, vectors } = await readManifest(bundledModels());
  const training = await readTraining();
  expect(training.sha256).toBe(model.sha256);
  expect(training.meanings).toHaveLength(vectors.dim);
  expect(training.cards).toBeGreaterThanOrEqual(100);
});

test('those of another model are refused, saying what to do', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'seance-models-'));
  await copyFile(join(bundledModels(), 'starter.json'), join(dir, 'starter.json'));
  await expect(readTraining(dir)).rejects.toThrow(/cannot read .*familiarity\.json/);
  const text = await readFile(join(bundledModels(), 'familiarity.json'), 'utf8');
  await writeFile(join(dir, 'familiarity.json'), text.replace(/"sha256": "./, '"sha256": "z'));
  await expect(readTraining(dir)).rejects.toThrow('belongs to another model');
  await writeFile(join(dir, 'familiarity.json'), text.slice(0, 100));
  await expect(readTraining(dir)).rejects.toThrow('is damaged; npm run familiarity makes it anew');
  await rm(dir, { recursive: true });
});

describe('what the bundled eyes say of a deck', () => {
  test('the starter deck is familiar', async () => {
    const found = await familiarity(some(), 'some-starter');
    expect(found.verdict).toBe('familiar');
    expect(sayFamiliarity(found)).toContain('looks like what they were made for');
    const again = performance.now();
    expect(await familiarity(some(), 'some-starter')).toEqual(found);
    expect(performance.now() - again, 'from the cache').toBeLessThan(1000);
  }, 120_000);

  test.each(Object.entries(FAR_PICTURES))(
    '%s is far',
    async (name, paint) => {
      const pictures = await Promise.all(
        some()
          .slice(0, COUNT)
          .map(async (card, i) => paint(await readFile(card.path), i + 1)),
      );
      const found = await familiarity(await cardsOf(name, pictures), name);
      expect(found).toMatchObject({ verdict: 'far' });
      expect(sayFamiliarity(found)).toMatch(
        /mostly noise\. A CLIP-class model .*seance model pull clip, then --encoder clip/,
      );
    },
    120_000,
  );

  test('photos are far', async ({ skip }) => {
    const stamps = '/usr/share/tuxpaint/stamps/animals/birds';
    if (!existsSync(stamps)) skip('no photos here: apt-get install tuxpaint-stamps-default');
    const photos = readdirSync(stamps).filter((file) => file.endsWith('.png'));
    const pictures = await Promise.all(
      photos
        .slice(0, COUNT)
        .map((file) =>
          sharp(join(stamps, file))
            .flatten({ background: '#cfc7b8' })
            .resize(384, 576, { fit: 'contain', background: '#cfc7b8' })
            .webp()
            .toBuffer(),
        ),
    );
    expect((await familiarity(await cardsOf('photo', pictures), 'photo')).verdict).toBe('far');
  }, 120_000);
});

test('of other eyes nothing is known', async () => {
  const deck = await loadDeck(paper.dir);
  expect(await familiarityOf('palette', deck, await hashPictures(deck))).toBeUndefined();
});
