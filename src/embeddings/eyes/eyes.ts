import type { Affinity, CardTitles, DeckNeed, EncodedDeck, Picture } from '../../engine/kernel/knowledge.ts';
import type { Card, Deck, PickedCards } from '../deck/deck.ts';
import { findDeck, loadDeck, pickCards } from '../deck/deck.ts';
import type { Encoder } from '../encoders/encoder.ts';
import { EyesError } from '../encoders/encoder.ts';
import { openEncoder } from '../encoders/open.ts';
import type { Head } from '../learning/head.ts';
import { applyHead, readHead, refuseOther } from '../learning/head.ts';
import { VECTORS } from '../learning/vectors.ts';
import { mixAffinities, toAffinity } from './affinity.ts';
import type { EyesForm, SingleEyes } from './names.ts';
import { parseEyes, singlesOf } from './names.ts';
import { encodeDeck, hashDeck, hashPictures } from './store.ts';

export interface EyesRequest {
  /** A deck, or what `findDeck` takes: a bundled deck's name or a folder. */
  readonly deck: Deck | string;
  readonly need: DeckNeed;
  /** Which eyes to open, as `parseEyes` reads them; each once, whatever the repeats. */
  readonly names: readonly string[];
  /** Default: $SEANCE_CACHE, or the system's folder for caches. */
  readonly cacheDir?: string;
  /** Told after each card that had to be encoded, with the encoder's name; never called where the cache has all. */
  readonly onProgress?: (name: string, done: number, total: number) => void;
  /** Told, in a line, what went wrong without stopping anything. */
  readonly onWarning?: (line: string) => void;
}

export interface OpenEyes {
  /** What agents see, by the name of the eyes. */
  readonly affinity: Readonly<Record<string, Affinity>>;
  readonly titles: CardTitles;
  /** The pictures, in the order of the affinities' rows and columns. */
  readonly pictures: { readonly visions: readonly Picture[]; readonly cards: readonly Picture[] };
  /** The deck's id, and a sha256 over all that is in it. */
  readonly deck: { readonly id: string; readonly hash: string };
  /** Whether every card has words to look at. */
  readonly worded: boolean;
  /** By the name of the eyes: the ids of all that they see through. */
  readonly encoders: Readonly<Record<string, string>>;
  /** Whether every vector came from the cache. */
  readonly cached: boolean;
}

/** One pair of eyes on one deck. */
interface Sight {
  readonly affinity: Affinity;
  readonly id: string;
}

/**
 * All that a game needs to know of a deck, as each of the named pairs of eyes sees it. An encoder looks once, however many eyes use it.
 * Throws UnknownEyesError for a name nobody knows and EyesError for a head that cannot be used (before a picture is read), and DeckError
 * for a deck that cannot be used.
 */
export async function openEyes({
  deck: wanted,
  need,
  names,
  cacheDir,
  onProgress,
  onWarning,
}: EyesRequest): Promise<OpenEyes> {
  const forms = [...new Set(names)].map(parseEyes);
  const singles = new Map(forms.flatMap(singlesOf).map((eyes) => [eyes.name, eyes]));
  const heads = await readHeads(singles.values());
  const encoders = new Map<string, Encoder>();
  try {
    for (const single of singles.keys()) {
      const name = heads.get(single)?.encoder.name ?? single;
      if (!encoders.has(name)) encoders.set(name, await openEncoder(name, onWarning));
    }
    const deck = typeof wanted === 'string' ? await loadDeck(await findDeck(wanted)) : wanted;
    const picked = pickCards(deck, need);
    const pictures = await hashPictures(deck);
    const encoded = new Map<string, EncodedDeck>();
    let cached = true;
    for (const [name, encoder] of encoders) {
      const seen = await encodeDeck(deck, encoder, pictures, {
        cacheDir,
        onProgress: (done, total) => onProgress?.(name, done, total),
        onWarning,
      });
      encoded.set(name, seen.encoded);
      cached &&= seen.cached;
    }
    const sights = new Map<string, Sight>();
    for (const name of singles.keys()) {
      const head = heads.get(name);
      const seen = head ? applyHead(got(encoded, head.encoder.name), head) : got(encoded, name);
      sights.set(name, { affinity: toAffinity(seen, picked), id: seen.encoder });
    }
    const all = forms.map((eyes) => [eyes.name, see(eyes, sights, picked)] as const);
    return {
      affinity: Object.fromEntries(all.map(([name, { affinity }]) => [name, affinity])),
      titles: picked.titles,
      pictures: { visions: picked.visions.map(pictureOf), cards: picked.cards.map(pictureOf) },
      deck: { id: deck.id, hash: hashDeck(deck, pictures) },
      worded: deck.cards.every(({ words }) => words !== undefined),
      encoders: Object.fromEntries(all.map(([name, { id }]) => [name, id])),
      cached,
    };
  } finally {
    for (const encoder of encoders.values()) await encoder.close();
  }
}

/**
 * The names of the encoders that eyes see through, each once: of a mix those of its parts, of a head the one it was trained on.
 * Throws UnknownEyesError for a mix that cannot be read and EyesError for a head's file that cannot, or that is for another encoder.
 */
export async function encodersBehind(name: string): Promise<readonly string[]> {
  const singles = singlesOf(parseEyes(name));
  const heads = await readHeads(singles);
  for (const head of heads.values()) refuseOther(head, await openEncoder(head.encoder.name));
  return [...new Set(singles.map((single) => heads.get(single.name)?.encoder.name ?? single.name))];
}

const pictureOf = ({ id, title, path }: Card): Picture => ({ id, title, file: path });

async function readHeads(singles: Iterable<SingleEyes>): Promise<ReadonlyMap<string, Head>> {
  const heads = new Map<string, Head>();
  for (const eyes of singles) {
    if (eyes.form !== 'head') continue;
    const head = await readHead(eyes.file);
    if (head.encoder.name === VECTORS)
      throw new EyesError(
        `${eyes.file} was trained on vectors from elsewhere, and no encoder makes such of a deck; train a head with --deck and --encoder`,
      );
    heads.set(eyes.name, head);
  }
  return heads;
}

function see(eyes: EyesForm, sights: ReadonlyMap<string, Sight>, picked: PickedCards): Sight {
  if (eyes.form !== 'mix') return got(sights, eyes.name);
  const parts = eyes.parts.map(({ eyes: { name }, weight }) => ({ ...got(sights, name), weight }));
  return {
    affinity: mixAffinities(parts, picked.groups),
    id: `mix:${parts.map(({ id, weight }) => `${id}*${weight}`).join('+')}`,
  };
}

/** @throws RangeError for a name that nobody prepared: an error of this file */
function got<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name);
  if (found === undefined) throw new RangeError(`nothing was prepared for ${name}`);
  return found;
}
