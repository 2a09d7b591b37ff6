import type { CataloguedGame, SeatPlan } from '../engine/kernel/catalog.ts';
import { clueModelOf, eyesOf } from '../engine/kernel/face.ts';
import type { AgentFace } from '../engine/kernel/face.ts';
import type { CardTitles, ClueModel, Knowledge } from '../engine/kernel/knowledge.ts';
import { commandOf } from '../engine/kernel/outside.ts';
import type { Limits } from '../engine/kernel/outside.ts';
import { Programs } from '../outside/programs.ts';
import type { Casting } from '../sim/index.ts';

/** The deck that is used where none is named. */
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

/** How pictures are looked at. */
export interface LookOptions {
  /** A bundled deck or a folder; the starter deck where it is not given. */
  readonly deck?: string | undefined;
  /** Where what encoders saw is kept; the usual place where it is not given. */
  readonly cacheDir?: string | undefined;
  /** What programs may take. */
  readonly limits?: Limits | undefined;
  /** Told after each card that had to be looked at, with the eyes. Whatever it throws ends the look. */
  readonly onProgress?: (eyes: string, done: number, total: number) => void;
  readonly onWarning?: (line: string) => void;
}

/** All the eyes that some castings look with, in order, each once. */
export const eyesOfAll = (game: CataloguedGame, castings: readonly Casting[]): readonly string[] =>
  namesIn(game, castings, eyesOf);

/** All the clue models that some castings go by, in order, each once. */
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

/** The clue models of some castings: those that come with the game, and files. @throws EyesError */
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
 * Opens all that the agents of some castings go by: their eyes on a deck, their clue models, and programs where some play. Pictures that
 * were never looked at are encoded, which takes seconds.
 * @throws DeckError, EyesError, UnknownEyesError, and what `onProgress` throws
 */
export async function openPictures(
  game: CataloguedGame,
  castings: readonly Casting[],
  { deck: asked = STARTER, cacheDir, limits, onProgress, onWarning }: LookOptions,
): Promise<Pictures> {
  const plans = castings.flatMap((casting) => Object.values(casting));
  const hasPrograms = plans.some(({ agent }) => commandOf(agent) !== undefined);
  const outside = hasPrograms ? { outside: new Programs(limits) } : {};
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
  const { openEyes } = await import('../embeddings/index.ts');
  const opened = await openEyes({
    deck: asked,
    need: game.deck,
    names: eyesOfAll(game, castings),
    ...(cacheDir !== undefined && { cacheDir }),
    ...(onProgress && { onProgress }),
    ...(onWarning && { onWarning }),
  });
  return {
    knowledge: { affinity: opened.affinity, pictures: opened.pictures, ...learned, ...outside },
    titles: opened.titles,
    deck: { asked, ...opened.deck },
    worded: opened.worded,
    encoders: opened.encoders,
    ...noted,
  };
}
