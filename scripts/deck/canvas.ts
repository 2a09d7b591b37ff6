import type { Colour } from './colours.ts';

/** All drawing happens in this space; pictures are rendered smaller. */
export const WIDTH = 480;
export const HEIGHT = 720;

/** Where a gradient changes: offset, colour and, when it is not 1, opacity. */
export type Stop = readonly [offset: number, colour: Colour, opacity?: number];

/** Two decimals at most keep the SVG short. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Collects the definitions and the shapes of one SVG picture, bottom layer first. */
export class Canvas {
  readonly #definitions: string[] = [];
  readonly #shapes: string[] = [];
  readonly #shared = new Set<string>();
  #ids = 0;

  /** Adds a definition under a fresh id and returns that id. */
  define(write: (id: string) => string): string {
    const id = `d${this.#ids++}`;
    this.#definitions.push(write(id));
    return id;
  }

  /** Adds a definition under a name of its own, once only. */
  defineOnce(id: string, definition: string): void {
    if (this.#shared.has(id)) return;
    this.#shared.add(id);
    this.#definitions.push(definition);
  }

  draw(shape: string): void {
    this.#shapes.push(shape);
  }

  /** A linear gradient, by default from top to bottom, as a paint. */
  linear(stops: readonly Stop[], direction: 'down' | 'across' = 'down'): string {
    const end = direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
    const id = this.define(
      (name) => `<linearGradient id="${name}" x1="0" y1="0" ${end}>${write(stops)}</linearGradient>`,
    );
    return `url(#${id})`;
  }

  /** A radial gradient in shares of the shape's box, as a paint. */
  radial(stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    const id = this.define(
      (name) => `<radialGradient id="${name}" cx="${cx}" cy="${cy}" r="${r}">${write(stops)}</radialGradient>`,
    );
    return `url(#${id})`;
  }

  /** A soft drop shadow for drawn shapes, as a value of the filter attribute. */
  softShadow(): string {
    this.defineOnce(
      'soft-shadow',
      '<filter id="soft-shadow" x="-30%" y="-30%" width="160%" height="170%">' +
        '<feDropShadow dx="3" dy="7" stdDeviation="6" flood-color="#05030a" flood-opacity=".55"/></filter>',
    );
    return 'url(#soft-shadow)';
  }

  toSvg(): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
      `viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${this.#definitions.join('')}</defs>${this.#shapes.join('')}</svg>`
    );
  }
}

function write(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
}
