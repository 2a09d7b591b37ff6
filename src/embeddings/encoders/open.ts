import { KNOWN_MODELS } from '../models/known.ts';
import { listModels, openModel } from '../models/shelf.ts';
import type { Encoder } from './encoder.ts';
import { UnknownEyesError } from './encoder.ts';
import { openConcepts } from './concepts.ts';
import { openPalette } from './palette.ts';
import { openWords } from './words.ts';
import { parseEyes } from '../eyes/names.ts';

/**
 * The encoder of that name: one of the package's, or a model that was added. Costs next to nothing until it encodes.
 * Throws UnknownEyesError, and EyesError for a model whose files cannot be used.
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
      return (await openModel(name)) ?? refuse(name);
  }
}

async function refuse(name: string): Promise<never> {
  const { form } = parseEyes(name);
  if (form !== 'encoder')
    throw new UnknownEyesError(
      `${name} is ${form === 'mix' ? 'a mix of eyes' : 'a head'}, and one encoder is needed here, such as bundled`,
    );
  const added = (await listModels()).map((model) => model.name);
  const known = ['bundled', 'palette', 'words', ...added].join(', ');
  const how = Object.hasOwn(KNOWN_MODELS, name)
    ? `\`seance model pull ${name}\` adds it`
    : '`seance model add FILE` adds an ONNX model, and a name that ends in .json is a head that `seance train` wrote';
  throw new UnknownEyesError(`no eyes named "${name}"; there are ${known}; ${how}`);
}
