import { describe, expect, test } from 'vitest';
import { UnknownEyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { parseEyes, singlesOf } from '../../../src/embeddings/eyes/names.ts';

const encoder = (name: string): object => ({ form: 'encoder', name });

test.each([
  ['bundled', encoder('bundled')],
  ['my-clip.v2', encoder('my-clip.v2')],
  ['eyes.json', { form: 'head', name: 'eyes.json', file: 'eyes.json' }],
  ['heads/our table.JSON', { form: 'head', name: 'heads/our table.JSON', file: 'heads/our table.JSON' }],
])('%s is one pair of eyes', (name, form) => {
  expect(parseEyes(name)).toEqual(form);
  expect(singlesOf(parseEyes(name))).toEqual([form]);
});

test('a mix has parts and weights, and a part without one has weight 1', () => {
  const mix = parseEyes('mix:bundled*0.7 + words*0.3+eyes.json');
  expect(mix).toMatchObject({
    form: 'mix',
    parts: [
      { eyes: encoder('bundled'), weight: 0.7 },
      { eyes: encoder('words'), weight: 0.3 },
      { eyes: { form: 'head', file: 'eyes.json' }, weight: 1 },
    ],
  });
  expect(singlesOf(mix).map(({ name }) => name)).toEqual(['bundled', 'words', 'eyes.json']);
});

describe('a mix that cannot be read says why, and how one is written', () => {
  test.each([
    ['mix:', /a part has no name/],
    ['mix:bundled+', /a part has no name/],
    ['mix:bundled*', /the weight of bundled must be one number above 0/],
    ['mix:bundled*0', /the weight of bundled/],
    ['mix:bundled*-1', /the weight of bundled/],
    ['mix:bundled*NaN', /the weight of bundled/],
    ['mix:bundled*Infinity', /the weight of bundled/],
    ['mix:bundled*1*2', /the weight of bundled/],
    ['mix:bundled*half', /the weight of bundled/],
    ['mix:mix:words', /a mix is no part of a mix/],
    ['mix:words+words*2', /words is named twice/],
  ])('%s', (name, why) => {
    expect(() => parseEyes(name)).toThrow(UnknownEyesError);
    expect(() => parseEyes(name)).toThrow(why);
    expect(() => parseEyes(name)).toThrow(/mix:bundled\*0\.7\+words\*0\.3/);
  });
});
