import type { Choice } from '../../src/embeddings/learning/picks.ts';
import { CARDS } from './rounds.ts';
import type { Association } from './rounds.ts';

/**
 * Associations as choices: shown the decoy, the target was chosen among itself and `options` - 1 other cards, drawn at random from all
 * that are neither. The target stands at a random place. Cards are places from 0, a round is a group.
 */
export const choicesOf = (
  associations: readonly Association[],
  options: number,
  below: (n: number) => number,
): readonly Choice[] =>
  associations.map(({ decoy, target, round }) => {
    const others = Array.from({ length: CARDS }, (_, i) => i).filter(
      (card) => card !== decoy - 1 && card !== target - 1,
    );
    for (let i = 0; i < options - 1; i++) {
      const j = i + below(others.length - i);
      [others[i], others[j]] = [others[j], others[i]];
    }
    const chosen = below(options);
    return {
      shown: [decoy - 1],
      options: others.slice(0, options - 1).toSpliced(chosen, 0, target - 1),
      chosen,
      weight: 1,
      group: round,
    };
  });
