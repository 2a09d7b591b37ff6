import type { Encoder } from './encoder.ts';
import { UnknownEyesError } from './encoder.ts';
import { openConcepts } from './concepts.ts';
import { openPalette } from './palette.ts';
import { openWords } from './words.ts';

/**
 * The encoder of that name: one of the package's, or a model that was added. Costs next to nothing until it encodes.
 * Throws UnknownEyesError.
 */
export async function openEncoder(name: string, onWarning?: (line: string) => void): Promise<Encoder> {
  switch (name) {
    case 'bundled':
      return openConcepts();
    case 'palette':
      return openPalette();
    case 'words':
      return openWords(onWarning);
    default:
      throw new UnknownEyesError(`no eyes named "${name}"; there are bundled, palette, words`);
  }
}
