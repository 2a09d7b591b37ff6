import type { CardRecipe } from '../deck/card.ts';
import { allRecipes, drawCard, renderCard } from '../deck/deck.ts';
import { IconBook } from '../deck/icons.ts';
import type { MoodName } from '../deck/moods.ts';
import { MOODS } from '../deck/moods.ts';
import { RandomStream } from '../deck/random.ts';

/**
 * Cards as the starter deck's composer draws them, of things and colours that no card of the deck has together: what the bundled
 * encoder was made for. As WebP, one after the other.
 */
export async function* trainingLikeCards(count: number, seed: string): AsyncGenerator<Buffer> {
  const random = new RandomStream(seed);
  const icons = new IconBook();
  const recipes = allRecipes();
  const moods = Object.keys(MOODS) as [MoodName, ...MoodName[]];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)];
  for (let i = 0; i < count; i++) {
    const recipe = pick(recipes);
    const sameKind = recipes.filter(({ kind }) => kind === recipe.kind);
    // Each thing in its place, since the first of a portrait is a person and the first of a still life is not.
    const things = recipe.things.map((own, place) => pick(sameKind).things[place] ?? own);
    const other: CardRecipe = { ...recipe, seed: `${seed}/${i}`, mood: random.pick(moods), things };
    yield renderCard((await drawCard(other, icons)).svg);
  }
}
