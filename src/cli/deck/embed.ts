import type { Familiarity, SeenDeck } from '../../embeddings/index.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, UsageError, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { eyesOption } from '../options.ts';
import { drawTable, print, progressBars } from '../screen.ts';

const USUAL = 'bundled';

export const embedCommand: Command = {
  command: 'embed [deck]',
  describe: 'looks at every card of a deck, and keeps what was seen',
  options: {
    encoder: eyesOption(`who looks [usually ${USUAL}]`),
    json: { type: 'boolean', describe: 'prints JSON' },
  },
  examples: [
    ['$0 deck embed mine', `through the ${USUAL} encoder`],
    ['$0 deck embed mine --encoder palette', 'by colours alone'],
  ],
  run: (args) => embed(args),
};

/** One encoder's look at the deck. */
interface Sight extends SeenDeck {
  readonly eyes: string;
  readonly seconds: number;
  /** Undefined where it is not known what the encoder was made for. */
  readonly familiarity: Familiarity | undefined;
}

async function embed(args: Args): Promise<ExitCode> {
  const name = args.text('deck');
  if (name === undefined)
    throw new UsageError('deck embed needs a deck: a name that `seance deck list` shows, or a folder');
  const sights = await interruptible(
    (signal) => look(name, args.text('encoder') ?? USUAL, signal),
    () => {},
  );
  if (!sights) {
    warn('interrupted; nothing is kept of what was being looked at');
    return EXIT.interrupted;
  }
  if (args.flag('json')) {
    const rows = sights.map(
      ({ eyes, encoded: { deck, encoder, dim, ids }, cached, file = null, seconds, familiarity = null }) => {
        return { deck, eyes, encoder, dim, cards: ids.length, cached, file, seconds, familiarity };
      },
    );
    print(JSON.stringify(rows, null, 2));
    return EXIT.done;
  }
  const rows = sights.map(({ eyes, encoded: { encoder, dim, ids }, cached, seconds }) => {
    const when = cached ? 'seen before' : 'looked at now';
    return [eyes, String(ids.length), String(dim), `${when}, ${seconds.toFixed(1)} s`, encoder];
  });
  print(await drawTable(['eyes', 'cards', 'numbers a card', 'when', 'encoder'], rows));
  for (const { file } of sights) if (file !== undefined) print(`kept in ${file}`);
  const { sayFamiliarity } = await import('../../embeddings/index.ts');
  for (const { familiarity } of sights) if (familiarity) print(sayFamiliarity(familiarity));
  return EXIT.done;
}

/** What each encoder behind the eyes sees; undefined where it was interrupted. */
async function look(deckName: string, eyes: string, signal: AbortSignal): Promise<readonly Sight[] | undefined> {
  const { UnknownEyesError, encodeDeck, encodersBehind, familiarityOf, findDeck, hashPictures, loadDeck, openEncoder } =
    await import('../../embeddings/index.ts');
  const bars = await progressBars({ quiet: false });
  try {
    const names = await encodersBehind(eyes);
    const deck = await loadDeck(await findDeck(deckName));
    const pictures = await hashPictures(deck);
    const sights: Sight[] = [];
    for (const name of names) {
      const encoder = await openEncoder(name, warn);
      const started = performance.now();
      let bar: ReturnType<typeof bars> | undefined;
      const showing =
        (what: string) =>
        (done: number, total: number): void => {
          signal.throwIfAborted();
          bar ??= bars(what, total, 'cards');
          bar.update(done);
        };
      try {
        const onProgress = showing(`the ${name} eyes look at ${deck.id}`);
        const seen = await encodeDeck(deck, encoder, pictures, { onProgress, onWarning: warn });
        const seconds = (performance.now() - started) / 1000;
        bar?.stop();
        bar = undefined;
        const familiarity = await familiarityOf(name, deck, pictures, {
          onProgress: showing(`how familiar is ${deck.id}?`),
          onWarning: warn,
        });
        sights.push({ ...seen, eyes: name, seconds, familiarity });
      } finally {
        bar?.stop();
        await encoder.close();
      }
    }
    return sights;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error instanceof UnknownEyesError ? new UsageError(error.message, { cause: error }) : error;
  }
}
