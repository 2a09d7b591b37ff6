import type { Pixels } from './picture.ts';

/** A perceptual hash: 255 bits in hexadecimal, the same for pictures that look the same. */
export type Likeness = string;

/** The hash looks at a grey picture of this many pixels a side, and keeps this many frequencies a side of it. */
export const LIKENESS_SIDE = 64;
const FREQUENCIES = 16;

/**
 * So many of 255 bits may differ between two pictures of one card. Measured on the starter deck: copies in JPEG of quality 60, at 150
 * pixels, brightened by 30 % or with 2 % cut off differ in at most 46, and two different cards in at least 60 (half the bits in most).
 * The usual 64 bits cannot tell them apart: there the nearest two cards differ in 8 bits, and a brightened copy in 10.
 */
const ALIKE = 46;

const COSINES = Array.from({ length: FREQUENCIES }, (_, u) =>
  Float64Array.from({ length: LIKENESS_SIDE }, (_, x) => Math.cos((Math.PI * (x + 0.5) * u) / LIKENESS_SIDE)),
);

/** Which of the lowest frequencies (discrete cosine transform) are above their median; `grey` is LIKENESS_SIDE pixels a side. */
export function likenessOf({ data }: Pixels): Likeness {
  const columns = COSINES.map((wave) =>
    Float64Array.from({ length: LIKENESS_SIDE }, (_, x) =>
      wave.reduce((sum, cosine, y) => sum + cosine * data[y * LIKENESS_SIDE + x], 0),
    ),
  );
  const all = columns.flatMap((column) => COSINES.map((wave) => wave.reduce((sum, c, x) => sum + c * column[x], 0)));
  const [, ...shape] = all; // the first is the brightness
  const median = shape.toSorted((a, b) => a - b)[shape.length >> 1];
  const bits = shape.map((value) => Number(value > median));
  return Array.from({ length: 64 }, (_, i) =>
    Number.parseInt(bits.slice(4 * i, 4 * i + 4).join(''), 2).toString(16),
  ).join('');
}

const BITS_IN = Array.from({ length: 16 }, (_, digit) => digit.toString(2).replaceAll('0', '').length);

/** In how many bits two hashes differ. */
export function differenceOf(a: Likeness, b: Likeness): number {
  let bits = 0;
  for (let i = 0; i < a.length; i++) bits += BITS_IN[Number.parseInt(a[i], 16) ^ Number.parseInt(b[i], 16)];
  return bits;
}

/** Those that look like one another, group by group, in the order given; whoever is like nobody is in no group. */
export function alike<T>(all: readonly T[], likeness: (one: T) => Likeness): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const one of all) {
    const group = groups.find((members) =>
      members.some((other) => differenceOf(likeness(one), likeness(other)) <= ALIKE),
    );
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups.filter((members) => members.length > 1);
}
