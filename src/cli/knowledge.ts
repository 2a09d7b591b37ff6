import type { CataloguedGame, SeatPlan } from '../engine/kernel/catalog.ts';
import { clueModelOf, eyesOf } from '../engine/kernel/face.ts';
import type { AgentFace } from '../engine/kernel/face.ts';
import type { CardTitles, ClueModel, Knowledge } from '../engine/kernel/knowledge.ts';
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
  /** The hash of each clue model; left out where nobody goes by one. */
  readonly clueModels?: Readonly<Record<string, string>>;
}

/** All the eyes that some line-ups look with, in order, each once. */
export const eyesOfAll = (game: CataloguedGame, castings: readonly Casting[]): readonly string[] =>
  namesIn(game, castings, eyesOf);

/** All the clue models that some line-ups go by, in order, each once. */
export const clueModelsOfAll = (game: CataloguedGame, castings: readonly Casting[]): readonly string[] =>
  namesIn(game, castings, clueModelOf);

const namesIn = (
  { agents }: CataloguedGame,
  castings: readonly Casting[],
  nameOf: (faces: readonly AgentFace[] | undefined, plan: SeatPlan) => string | undefined,
): readonly string[] => [
  ...new Set(
    castings.flatMap((casting) => Object.entries(casting).flatMap(([role, plan]) => nameOf(agents[role], plan) ?? [])),
  ),
];

/** The clue models of some line-ups: those that come with the game, and files. @throws EyesError */
async function openClueModels(
  { id, version, clues }: CataloguedGame,
  names: readonly string[],
): Promise<Readonly<Record<string, ClueModel>>> {
  if (!clues || names.length === 0) return {};
  const need = { game: id, version, features: clues.features };
  const { readClueModel } = await import('../embeddings/index.ts');
  const opened = names.map(async (name) => [
    name,
    Object.hasOwn(clues.models, name) ? clues.models[name] : (await readClueModel(name, need)).model,
  ]);
  return Object.fromEntries(await Promise.all(opened)) as Readonly<Record<string, ClueModel>>;
}

/**
 * Opens the eyes of all line-ups on a deck and the clue models they go by, and lets their programs be started within `limits`, with a bar on a terminal while pictures are looked at for the first time.
 * @throws DeckError, EyesError, UsageError for eyes that do not exist, the signal's reason once it aborts
 */
export async function lookAt(
  game: CataloguedGame,
  castings: readonly Casting[],
  deck: string | undefined,
  { quiet, signal, limits }: { readonly quiet: boolean; readonly signal?: AbortSignal; readonly limits?: Limits },
): Promise<Pictures> {
  const outside = castings.some((casting) => programsIn(casting).length > 0) ? { outside: new Programs(limits) } : {};
  const clueModels = await openClueModels(game, clueModelsOfAll(game, castings));
  const hashes = Object.fromEntries(Object.entries(clueModels).map(([name, { hash }]) => [name, hash]));
  const learned = { ...(Object.keys(hashes).length > 0 && { clueModels }) };
  const noted = { ...(Object.keys(hashes).length > 0 && { clueModels: hashes }) };
  if (!game.deck)
    return {
      knowledge: { affinity: {}, ...learned, ...outside },
      titles: { visions: [], cards: [] },
      deck: undefined,
      worded: false,
      encoders: {},
      ...noted,
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
      knowledge: { affinity: opened.affinity, pictures: opened.pictures, ...learned, ...outside },
      titles: opened.titles,
      deck: { asked, ...opened.deck },
      worded: opened.worded,
      encoders: opened.encoders,
      ...noted,
    };
  } catch (error) {
    throw error instanceof UnknownEyesError ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    looking?.bar.stop();
  }
}
