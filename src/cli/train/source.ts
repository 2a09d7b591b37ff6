import { whole } from '../../engine/kernel/params.ts';
import type { EncodedDeck, FrozenCards } from '../../embeddings/index.ts';
import type { Args, OptionTable } from '../command.ts';
import { UsageError, warn } from '../errors.ts';
import { STARTER } from '../../api/pictures.ts';
import type { ProgressBar, ProgressBars } from '../screen.ts';

const USUAL_ENCODER = 'bundled';
const dim = whole(1, 65_536, 512, 'numbers a vector, with --vectors');

/** Where the cards that people chose among come from. */
export const sourceOptions: OptionTable = {
  deck: {
    type: 'string',
    requiresArg: true,
    group: 'The cards:',
    describe: `a bundled deck or a folder [usually ${STARTER}]`,
  },
  encoder: {
    type: 'string',
    requiresArg: true,
    group: 'The cards:',
    describe: `who looks at them: an encoder, or a model that was added [usually ${USUAL_ENCODER}]`,
  },
  vectors: {
    type: 'string',
    requiresArg: true,
    group: 'The cards:',
    describe: 'in place of --deck and --encoder: a file of little-endian floats, a row a card',
  },
  dim: { type: 'string', requiresArg: true, group: 'The cards:', describe: 'numbers a row of --vectors' },
  ids: {
    type: 'string',
    requiresArg: true,
    group: 'The cards:',
    describe: 'a file with the ids of --vectors, one a line [usually 1, 2, 3 and so on]',
  },
};

/** The cards that people chose among, as one encoder sees them. */
export interface Source {
  readonly encoded: EncodedDeck;
  readonly encoder: { readonly name: string; readonly id: string };
  readonly cards: FrozenCards;
}

/** What was asked for, before anything is read. */
export type SourcePlan =
  | { readonly from: 'deck'; readonly deck: string; readonly encoder: string }
  | { readonly from: 'vectors'; readonly file: string; readonly dim: number; readonly ids: string | undefined };

/** @throws UsageError, ParamError */
export function readSource(args: Args): SourcePlan {
  const file = args.text('vectors');
  const apart = (names: readonly string[], why: string): void => {
    const stray = names.find((name) => args.has(name));
    if (stray !== undefined) throw new UsageError(`--${stray} ${why}`);
  };
  if (file === undefined) {
    apart(['dim', 'ids'], 'says what is in --vectors, which is missing');
    return { from: 'deck', deck: args.text('deck') ?? STARTER, encoder: args.text('encoder') ?? USUAL_ENCODER };
  }
  apart(['deck', 'encoder'], 'and --vectors are two sources of cards; take one');
  if (!args.has('dim')) throw new UsageError('--vectors needs --dim: how many numbers a card has');
  return { from: 'vectors', file, dim: args.number('dim', dim), ids: args.text('ids') };
}

/** @throws DeckError, EyesError, UsageError for an encoder that does not exist, the signal's reason once it aborts */
export async function openSource(plan: SourcePlan, startBar: ProgressBars, signal: AbortSignal): Promise<Source> {
  const embeddings = await import('../../embeddings/index.ts');
  if (plan.from === 'vectors') {
    const encoded = await embeddings.readVectors(plan.file, plan.dim, plan.ids);
    return sourceOf(
      encoded,
      embeddings.VECTORS,
      encoded.ids.map(() => 0),
    );
  }
  const encoder = await embeddings.openEncoder(plan.encoder, warn).catch((error: unknown) => {
    throw error instanceof embeddings.UnknownEyesError ? new UsageError(error.message, { cause: error }) : error;
  });
  let bar: ProgressBar | undefined;
  try {
    const deck = await embeddings.loadDeck(await embeddings.findDeck(plan.deck));
    const { encoded } = await embeddings.encodeDeck(deck, encoder, await embeddings.hashPictures(deck), {
      onProgress: (done, total) => {
        signal.throwIfAborted();
        bar ??= startBar(`the ${plan.encoder} eyes look at ${plan.deck}`, total, 'cards');
        bar.update(done);
      },
      onWarning: warn,
    });
    return sourceOf(
      encoded,
      plan.encoder,
      deck.cards.map(({ kind }) => embeddings.CARD_KINDS.indexOf(kind)),
    );
  } finally {
    bar?.stop();
    await encoder.close();
  }
}

const sourceOf = (encoded: EncodedDeck, name: string, kinds: readonly number[]): Source => ({
  encoded,
  encoder: { name, id: encoded.encoder },
  cards: { dim: encoded.dim, vectors: encoded.vectors, kinds },
});
