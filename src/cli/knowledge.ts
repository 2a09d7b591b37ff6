import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { eyesOf } from '../engine/kernel/face.ts';
import type { CardTitles, Knowledge } from '../engine/kernel/knowledge.ts';
import type { Limits } from '../engine/kernel/outside.ts';
import { Programs } from '../outside/programs.ts';
import type { Casting } from '../sim/index.ts';
import { programsIn } from './bots.ts';
import { UsageError, warn } from './errors.ts';
import { progressBars } from './screen.ts';
import type { ProgressBar } from './screen.ts';

export const STARTER = 'starter';

/** What is known of the pictures a game is played with. */
export interface Pictures {
  readonly knowledge: Knowledge;
  readonly titles: CardTitles;
  /** As it was asked for, by its own name, and the hash of all that is in it; undefined where the game needs no pictures. */
  readonly deck: { readonly asked: string; readonly id: string; readonly hash: string } | undefined;
  /** Whether every card has words to look at. */
  readonly worded: boolean;
  /** The encoder behind each pair of eyes. */
  readonly encoders: Readonly<Record<string, string>>;
}

/** All the eyes that some line-ups look with, in order, each once. */
export const eyesOfAll = (game: CataloguedGame, castings: readonly Casting[]): readonly string[] => [
  ...new Set(
    castings.flatMap((casting) =>
      Object.entries(casting).flatMap(([role, plan]) => eyesOf(game.agents[role], plan) ?? []),
    ),
  ),
];

/**
 * Opens the eyes of all line-ups on a deck, and lets their programs be started within `limits`, with a bar on a terminal while pictures are looked at for the first time.
 * @throws DeckError, EyesError, UsageError for eyes that do not exist, the signal's reason once it aborts
 */
export async function lookAt(
  game: CataloguedGame,
  castings: readonly Casting[],
  deck: string | undefined,
  { quiet, signal, limits }: { readonly quiet: boolean; readonly signal?: AbortSignal; readonly limits?: Limits },
): Promise<Pictures> {
  const outside = castings.some((casting) => programsIn(casting).length > 0) ? { outside: new Programs(limits) } : {};
  if (!game.deck)
    return {
      knowledge: { affinity: {}, ...outside },
      titles: { visions: [], cards: [] },
      deck: undefined,
      worded: false,
      encoders: {},
    };
  const asked = deck ?? STARTER;
  const { UnknownEyesError, openEyes } = await import('../embeddings/index.ts');
  const startBar = await progressBars({ quiet });
  let looking: { readonly eyes: string; readonly bar: ProgressBar } | undefined;
  const onProgress = (eyes: string, done: number, total: number): void => {
    signal?.throwIfAborted();
    if (looking?.eyes !== eyes) {
      looking?.bar.stop();
      looking = { eyes, bar: startBar(`the ${eyes} eyes look at ${asked}`, total, 'cards') };
    }
    looking.bar.update(done);
  };
  try {
    const opened = await openEyes({
      deck: asked,
      need: game.deck,
      names: eyesOfAll(game, castings),
      onProgress,
      onWarning: warn,
    });
    return {
      knowledge: { affinity: opened.affinity, pictures: opened.pictures, ...outside },
      titles: opened.titles,
      deck: { asked, ...opened.deck },
      worded: opened.worded,
      encoders: opened.encoders,
    };
  } catch (error) {
    throw error instanceof UnknownEyesError ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    looking?.bar.stop();
  }
}
