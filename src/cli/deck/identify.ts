import { readFile } from 'node:fs/promises';
import { reasonOf } from '../../files/reason.ts';
import type { Candidate, Identification, Identifier } from '../../embeddings/index.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, report, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { NOTHING, drawTable, print, progressBars } from '../screen.ts';

export const identifyCommand: Command = {
  command: 'identify [deck] [photos..]',
  describe: 'names the card on a photo, turned, tilted or shining as it may be',
  options: { json: { type: 'boolean', describe: 'prints JSON' } },
  examples: [
    ['$0 deck identify starter photo.jpg', 'which card is this?'],
    ['$0 deck identify mine photos/*.jpg', 'a card a photo'],
  ],
  run: (args) => identify(args),
};

/** A photo and what it shows, or why it cannot be read. */
type Named =
  { readonly photo: string; readonly seen: Identification } | { readonly photo: string; readonly failure: Failure };

async function identify(args: Args): Promise<ExitCode> {
  const name = args.text('deck');
  const photos = args.texts('photos');
  if (name === undefined)
    throw new UsageError('deck identify needs a deck: a name that `seance deck list` shows, or a folder');
  if (photos.length === 0) throw new UsageError('deck identify needs at least one photo, after the deck');
  const identifier = await open(name);
  const bar = (await progressBars({ quiet: photos.length < 2 }))('looking', photos.length, 'photos');
  const all: Named[] = [];
  try {
    for (const photo of photos) {
      all.push(await nameOne(identifier, photo));
      bar.update(all.length);
    }
  } finally {
    bar.stop();
  }
  const failures = all.flatMap((one) => ('failure' in one ? [one.failure] : []));
  if (args.flag('json')) print(JSON.stringify(all.map(asJson), null, 2));
  else if (failures.length < all.length) {
    const rows = all.flatMap((one) => ('seen' in one ? [rowOf(one.photo, one.seen)] : []));
    print(await drawTable(['photo', 'card', 'title', 'sure', 'runner-up'], rows));
  }
  for (const failure of failures) report(failure);
  return failures.length > 0 ? EXIT.failed : EXIT.done;
}

async function open(name: string): Promise<Identifier> {
  const { findDeck, loadDeck, openIdentifier } = await import('../../embeddings/index.ts');
  const deck = await loadDeck(await findDeck(name));
  const bars = await progressBars({ quiet: false });
  let bar: ReturnType<typeof bars> | undefined;
  try {
    return await openIdentifier(deck, {
      onProgress: (done, total) => (bar ??= bars(`getting to know ${deck.id}`, total, 'cards')).update(done),
      onWarning: warn,
    });
  } finally {
    bar?.stop();
  }
}

async function nameOne(identifier: Identifier, photo: string): Promise<Named> {
  const { PictureFault } = await import('../../embeddings/index.ts');
  try {
    const bytes = await readFile(photo);
    if (bytes.length > 0) return { photo, seen: await identifier.name(bytes) };
    return { photo, failure: new Failure(`${photo} is an empty file; it must be a JPEG, PNG, WebP or AVIF picture`) };
  } catch (error) {
    const why =
      error instanceof PictureFault
        ? `${photo} ${error.message}`
        : `cannot read ${photo}: ${reasonOf(error, 'there is no such file')}`;
    return { photo, failure: new Failure(why, { cause: error }) };
  }
}

/** Never 0 or 100: nothing that is seen on a photo is certain. */
const sureText = (confidence: number): string => {
  const percent = Math.floor(confidence * 100);
  return percent >= 99 ? '> 99 %' : percent < 1 ? '< 1 %' : `${percent} %`;
};

const nameOfCandidate = ({ card, confidence }: Candidate): string =>
  `${card.title} (${card.id}), ${sureText(confidence)}`;

function rowOf(photo: string, { card, candidates }: Identification): readonly string[] {
  const [best, next] = candidates;
  if (card === undefined || best === undefined)
    return [photo, NOTHING, 'no card of this deck', NOTHING, best ? nameOfCandidate(best) : NOTHING];
  return [photo, card.id, card.title, sureText(best.confidence), next ? nameOfCandidate(next) : NOTHING];
}

function asJson(one: Named): unknown {
  if ('failure' in one) return { photo: one.photo, error: one.failure.message };
  const { card, candidates } = one.seen;
  return {
    photo: one.photo,
    card: card?.id ?? null,
    title: card?.title ?? null,
    candidates: candidates.slice(0, 5).map(({ card: { id, title }, ...rest }) => ({ id, title, ...rest })),
  };
}
