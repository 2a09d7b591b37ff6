import { Canvas, HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, channels, darken, type Colour } from './colours.ts';
import type { Icon, Thing } from './icons.ts';
import { MOODS, type Mood, type MoodName } from './moods.ts';
import { hashText, RandomStream } from './random.ts';

/** Where and how a thing is drawn. `size` is the longer side of its ink. */
export type Placement = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly flip?: boolean;
  /** How far the thing fades into the sky, 0..1. */
  readonly haze?: number;
  readonly opacity?: number;
  /** The visible weight of its word, when size alone misjudges it; 0 leaves the word out. */
  readonly weight?: number;
  /** Draws only the outline, filled with one colour. */
  readonly silhouette?: Colour;
};

/** Things keep this far from the edges of the picture. */
const MARGIN = 22;

/** One picture in the making: a canvas, its palette, its stream of numbers and the words it shows. */
export class Scene {
  readonly canvas = new Canvas();
  readonly random: RandomStream;
  readonly mood: Mood;
  /** Seeds the noise of clouds and grain. */
  readonly noiseSeed: number;
  readonly #words = new Map<string, number>();

  constructor(seed: string, mood: MoodName) {
    this.random = new RandomStream(seed);
    this.noiseSeed = hashText(seed) % 9973;
    this.mood = MOODS[mood];
  }

  /** The words of the picture and their visible weights, heaviest first. */
  get words(): Record<string, number> {
    const sorted = [...this.#words].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([word, weight]) => [word, Math.round(weight * 1000) / 1000]));
  }

  /** Notes that the picture shows `word`; seen twice, the heavier counts. */
  mention(word: string, weight: number): void {
    if (weight > 0) this.#words.set(word, Math.max(weight, this.#words.get(word) ?? 0));
  }

  /** Draws a thing with the middle of its ink at (x, y). */
  place(thing: Thing, placement: Placement): void {
    const { size, turn = 0, flip = false, haze = 0.06, opacity = 1 } = placement;
    const { ink, id, body } = thing.icon;
    const scale = size / Math.max(ink.width, ink.height);
    const { x, y } = this.inside(placement, ink, scale);
    const middleX = ink.left + ink.width / 2;
    const middleY = ink.top + ink.height / 2;
    // Some icons have ink outside their square that is not meant to be seen.
    this.canvas.defineOnce('square', '<clipPath id="square"><rect width="128" height="128"/></clipPath>');
    this.canvas.defineOnce(id, `<g id="${id}" clip-path="url(#square)">${body}</g>`);
    const filter =
      placement.silhouette === undefined ? this.#paint(size, haze) : this.#cutOut(placement.silhouette, size);
    const move = `translate(${num(x)} ${num(y)}) rotate(${num(turn)})`;
    const fit = `scale(${num4(flip ? -scale : scale)} ${num4(scale)}) translate(${num(-middleX)} ${num(-middleY)})`;
    this.canvas.draw(
      `<g filter="url(#${filter})" opacity="${num(opacity)}">` +
        `<use xlink:href="#${id}" href="#${id}" transform="${move} ${fit}"/></g>`,
    );
    this.mention(thing.word, placement.weight ?? Math.min(2.2, (size / 190) ** 1.2) * (1 - haze / 2) * opacity);
  }

  /** Draws a thing standing at (x, y), with a shadow on the ground. */
  stand(thing: Thing, placement: Placement): void {
    const { ink } = thing.icon;
    const scale = placement.size / Math.max(ink.width, ink.height);
    const { x } = this.inside(placement, ink, scale);
    const [halfWidth, height] = [(ink.width * scale) / 2, ink.height * scale];
    const shade = this.canvas.radial([
      [0, '#05030a', 0.62],
      [0.55, '#05030a', 0.4],
      [1, '#05030a', 0],
    ]);
    this.canvas.draw(
      `<ellipse cx="${num(x + 5)}" cy="${num(placement.y - 2)}" rx="${num(halfWidth * 1.12)}" ` +
        `ry="${num(6 + halfWidth * 0.15)}" fill="${shade}"/>`,
    );
    this.place(thing, { ...placement, y: placement.y - height / 2 });
  }

  /** Moves a point so that the ink around it stays within the picture. */
  protected inside(placement: Placement, ink: Icon['ink'], scale: number): { x: number; y: number } {
    const angle = ((placement.turn ?? 0) * Math.PI) / 180;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const halfWidth = ((ink.width * cos + ink.height * sin) * scale) / 2;
    const halfHeight = ((ink.height * cos + ink.width * sin) * scale) / 2;
    return {
      x: clamp(placement.x, MARGIN + halfWidth, WIDTH - MARGIN - halfWidth),
      y: clamp(placement.y, MARGIN + halfHeight, HEIGHT - MARGIN - halfHeight),
    };
  }

  /** Lights a flat icon: haze, the tint of the mood, a shaded side, a lit rim and a drop shadow. */
  #paint(size: number, haze: number): string {
    const { light, sky, land } = this.mood;
    const far = channels(blend(sky[1], sky[2], 0.5));
    const tint = channels(blend('#ffffff', light, 0.35));
    const saturation = 0.95 - 0.35 * haze;
    const luminance = [0.2126, 0.7152, 0.0722];
    const matrix = tint.map((part, row) => {
      const gain = (part / 255) * (1 - haze);
      const cells = luminance.map((l, column) => gain * (l * (1 - saturation) + (row === column ? saturation : 0)));
      return `${cells.map(num4).join(' ')} 0 ${num4((haze * (far[row] ?? 0)) / 255)}`;
    });
    const edge = Math.max(1.5, size * 0.035);
    return this.canvas.define(
      (id) =>
        `<filter id="${id}" x="-25%" y="-25%" width="150%" height="165%" color-interpolation-filters="sRGB">` +
        `<feColorMatrix result="flat" values="${matrix.join(' ')} 0 0 0 1 0"/>` +
        `<feGaussianBlur in="SourceAlpha" stdDeviation="${num(edge)}" result="soft"/>` +
        `<feOffset in="soft" dx="${num(-edge * 0.9)}" dy="${num(-edge * 1.3)}" result="up"/>` +
        `<feFlood flood-color="${darken(land[2], 0.3)}" flood-opacity=".5"/>` +
        `<feComposite operator="in" in2="SourceAlpha"/><feComposite operator="out" in2="up" result="shade"/>` +
        `<feOffset in="soft" dx="${num(edge * 0.7)}" dy="${num(edge)}" result="down"/>` +
        `<feFlood flood-color="${light}" flood-opacity=".5"/>` +
        `<feComposite operator="in" in2="SourceAlpha"/><feComposite operator="out" in2="down" result="rim"/>` +
        `<feMerge result="solid"><feMergeNode in="flat"/><feMergeNode in="shade"/><feMergeNode in="rim"/></feMerge>` +
        `<feDropShadow in="solid" dx="${num(size * 0.012)}" dy="${num(size * 0.028)}" ` +
        `stdDeviation="${num(Math.max(1.5, size * 0.025))}" flood-color="${darken(land[2], 0.5)}" flood-opacity=".6"/>` +
        `</filter>`,
    );
  }

  #cutOut(colour: Colour, size: number): string {
    const [red, green, blue] = channels(colour).map((part) => num4(part / 255));
    return this.canvas.define(
      (id) =>
        `<filter id="${id}" color-interpolation-filters="sRGB"><feColorMatrix values="0 0 0 0 ${red} 0 0 0 0 ${green} ` +
        `0 0 0 0 ${blue} 0 0 0 1 0"/><feGaussianBlur stdDeviation="${num(size * 0.008)}"/></filter>`,
    );
  }
}

function num4(value: number): string {
  return String(Math.round(value * 10000) / 10000);
}

function clamp(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}
