import { createRequire } from 'node:module';
import sharp from 'sharp';

/** What is drawn of an icon, and the box of the ink within its square of `side` units. */
export type Icon = {
  readonly id: string;
  readonly body: string;
  readonly ink: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
};

export type SkinTone = 'light' | 'medium-light' | 'medium' | 'medium-dark' | 'dark';

/** Part of a picture: its word in the vocabulary and, where that differs, the name of the icon that shows it. */
export type Thing = { readonly word: string; readonly icon: Icon };

/** How a recipe asks for a thing. */
export type ThingRequest = { readonly word: string; readonly icon?: string; readonly skin?: SkinTone };

/** A set of square icons in Iconify's format; `height` is the side of those that do not say their own. */
export type IconSet = {
  readonly prefix: string;
  readonly height?: number;
  readonly icons: Readonly<Record<string, { readonly body: string; readonly height?: number } | undefined>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string } | undefined>>;
};

/** Every icon is drawn in a square of this side, which is that of Noto's. */
const SIDE = 128;

/** Words whose icon has another name. */
const ICON_NAMES: Readonly<Record<string, string>> = {
  biking: 'woman biking',
  cartwheeling: 'woman cartwheeling',
  climbing: 'man climbing',
  dancing: 'woman dancing',
  fencing: 'person fencing',
  hugging: 'people hugging',
  juggling: 'man juggling',
  'lotus position': 'woman in lotus position',
  merperson: 'mermaid',
  'rowing boat': 'man rowing boat',
  running: 'woman running',
  surfing: 'man surfing',
  swimming: 'woman swimming',
  walking: 'man walking',
};

/** The icons of one deck, looked up by plain-words names such as "old key" and measured once. */
export class IconBook {
  readonly #set: IconSet;
  readonly #measured = new Map<string, Promise<Icon>>();

  /** @param set Noto, unless another hand is to draw. */
  constructor(set: IconSet = createRequire(import.meta.url)('@iconify-json/noto/icons.json') as IconSet) {
    this.#set = set;
  }

  async find(request: ThingRequest): Promise<Thing> {
    const name = request.icon ?? ICON_NAMES[request.word] ?? request.word;
    const plain = name.toLowerCase().replace(/[’.]/g, '').replaceAll(' ', '-');
    const toned = request.skin === undefined ? plain : `${plain}-${request.skin}-skin-tone`;
    const body = this.#body(toned) ?? this.#body(plain);
    if (body === undefined) throw new Error(`${this.#set.prefix} has no icon named "${name}"`);
    let icon = this.#measured.get(toned);
    if (icon === undefined) {
      icon = measure(toned, body);
      this.#measured.set(toned, icon);
    }
    return { word: request.word, icon: await icon };
  }

  #body(id: string): string | undefined {
    const icon = this.#set.icons[this.#set.aliases?.[id]?.parent ?? id];
    const side = icon?.height ?? this.#set.height ?? SIDE;
    return side === SIDE ? icon?.body : icon && `<g transform="scale(${SIDE / side})">${icon.body}</g>`;
  }
}

/** Finds the ink of an icon, and makes the ids inside its body its own. */
async function measure(id: string, rawBody: string): Promise<Icon> {
  const body = rawBody
    .replace(/\bid="([^"]+)"/g, `id="${id}.$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${id}.$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${id}.$1"`);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${body}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [SIDE, SIDE, 0, 0];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[(y * info.width + x) * info.channels + 3] ?? 0) < 64) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { id, body, ink: { left, top, width: right - left, height: bottom - top } };
}
