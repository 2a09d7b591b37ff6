import { UnknownEyesError } from '../encoders/encoder.ts';

/** The eyes that come with the package, and what they look at. */
export const EYES = {
  bundled: 'pictures, through a small network that names what is on a card',
  palette: 'pictures, by colour, layout and texture alone',
  words: 'the words of deck.json, never a picture',
} as const;
export type EyesName = keyof typeof EYES;

/** What a name of eyes stands for. */
export type EyesForm = SingleEyes | MixedEyes;

/** One encoder, or a head that was trained on top of one. */
export type SingleEyes =
  | { readonly form: 'encoder'; readonly name: string }
  | { readonly form: 'head'; readonly name: string; readonly file: string };

/** Several that look together: associations add up by weight. */
export interface MixedEyes {
  readonly form: 'mix';
  readonly name: string;
  /** At least one. Weights are above 0. */
  readonly parts: readonly { readonly eyes: SingleEyes; readonly weight: number }[];
}

const MIX = 'mix:';
const SHAPE = `a mix is written ${MIX}bundled*0.7+words*0.3`;

/**
 * Reads a name of eyes: an encoder's (`bundled`, or a model that was added), a head's file (`eyes.json`), or a mix of them
 * (`mix:bundled*0.7+words*0.3`; a part without a weight has weight 1). Whether an encoder of that name exists is not asked here.
 * Throws UnknownEyesError for a mix that cannot be read.
 */
export function parseEyes(name: string): EyesForm {
  if (!name.startsWith(MIX)) return parseSingle(name);
  const refuse = (why: string): never => {
    throw new UnknownEyesError(`cannot read the eyes "${name}": ${why}; ${SHAPE}`);
  };
  const parts = name
    .slice(MIX.length)
    .split('+')
    .map((part) => {
      const [eyes, weight = '1', ...rest] = part.split('*').map((piece) => piece.trim());
      if (eyes === '') refuse('a part has no name');
      if (eyes.startsWith(MIX)) refuse('a mix is no part of a mix');
      const value = Number(weight);
      if (rest.length > 0 || weight === '' || !(value > 0) || !Number.isFinite(value))
        refuse(`the weight of ${eyes} must be one number above 0`);
      return { eyes: parseSingle(eyes), weight: value };
    });
  const names = parts.map(({ eyes }) => eyes.name);
  const twice = names.find((one, i) => names.indexOf(one) < i);
  if (twice !== undefined) refuse(`${twice} is named twice`);
  return { form: 'mix', name, parts };
}

const parseSingle = (name: string): SingleEyes =>
  name.toLowerCase().endsWith('.json') ? { form: 'head', name, file: name } : { form: 'encoder', name };

/** The single eyes that a name stands for: itself, or the parts of a mix. */
export const singlesOf = (eyes: EyesForm): readonly SingleEyes[] =>
  eyes.form === 'mix' ? eyes.parts.map((part) => part.eyes) : [eyes];
