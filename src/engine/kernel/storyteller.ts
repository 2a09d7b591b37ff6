import type { Shape } from './agent.ts';
import type { CardTitles } from './knowledge.ts';
import type { Rules, State } from './rules.ts';
import type { Narrator } from './spec.ts';

/** The same rules with a listener: `hears` is told of the deal, and of each joint action before and after it is applied. */
export function overheard<T extends Shape>(
  rules: Rules<T>,
  hears: (moment: 'dealt' | 'chosen' | 'applied', state: State<T>, joint: Int32Array) => void,
): Rules<T> {
  const nobody = new Int32Array(0);
  return {
    ...rules,
    deal(state, rng) {
      rules.deal(state, rng);
      hears('dealt', state, nobody);
    },
    apply(state, joint, rng) {
      hears('chosen', state, joint);
      rules.apply(state, joint, rng);
      hears('applied', state, joint);
    },
  };
}

/** Writes a game's story as it is played, one narrator a game. */
export function storyteller<T extends Shape>(
  narrate: (state: State<T>, titles: CardTitles) => Narrator,
  titles: CardTitles,
) {
  const story: string[] = [];
  let narrator: Narrator | undefined;
  const hears = (moment: 'dealt' | 'chosen' | 'applied', state: State<T>, joint: Int32Array): void => {
    narrator ??= narrate(state, titles);
    story.push(
      ...(moment === 'dealt' ? narrator.opening() : moment === 'chosen' ? narrator.chosen(joint) : narrator.outcome()),
    );
  };
  return { story, hears };
}
