/** A colour as "#rrggbb". */
export type Colour = `#${string}`;

/** Red, green and blue, each in 0..255. */
export function channels(colour: Colour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour a share `t` of the way from `a` to `b`. */
export function blend(a: Colour, b: Colour, t: number): Colour {
  const from = channels(a);
  const to = channels(b);
  const mixed = from.map((start, i) => Math.round(start + ((to[i] ?? start) - start) * t));
  return `#${mixed.map((part) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, '0')).join('')}`;
}

export function darken(colour: Colour, t: number): Colour {
  return blend(colour, '#000000', t);
}

export function lighten(colour: Colour, t: number): Colour {
  return blend(colour, '#ffffff', t);
}
