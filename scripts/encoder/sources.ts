import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/* What the encoder is trained on and what it is measured with. Versions are pinned by package-lock.json. */

/** Sets of icons it is trained on: none is share-alike, and data/NOTICE.md credits each. */
export const TRAINING_SETS = [
  'fluent-emoji',
  'fluent-emoji-flat',
  'fluent-emoji-high-contrast',
  'noto',
  'noto-v1',
  'fxemoji',
  'emojione',
  'streamline-emojis',
] as const;

/** Sets it must never see: they measure how well it knows things drawn in a hand that is new to it. */
export const HELD_OUT_SETS = ['twemoji', 'openmoji', 'emojione-v1'] as const;

export type IconSetName = (typeof TRAINING_SETS)[number] | (typeof HELD_OUT_SETS)[number];

/** Where everything between the packages and the model goes; git ignores it. */
export const WORK = fileURLToPath(new URL('work/', import.meta.url));

/** Loads from the packages of this folder. */
export const load = createRequire(import.meta.url);

/** A set in Iconify's format. */
export interface IconSet {
  readonly width?: number;
  readonly height?: number;
  readonly icons: Readonly<Record<string, IconBody | undefined>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string } | undefined>>;
}

interface IconBody {
  readonly body: string;
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

export const loadIconSet = (name: IconSetName): IconSet => load(`@iconify-json/${name}/icons.json`) as IconSet;

/** The icon as a picture of its own, or undefined if the set has none of that name. */
export function svgOf(set: IconSet, name: string): string | undefined {
  const icon = set.icons[set.aliases?.[name]?.parent ?? name];
  if (icon === undefined) return undefined;
  const [width, height] = [icon.width ?? set.width ?? 16, icon.height ?? set.height ?? 16];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `width="${width}" height="${height}" viewBox="${icon.left ?? 0} ${icon.top ?? 0} ${width} ${height}">${icon.body}</svg>`
  );
}
