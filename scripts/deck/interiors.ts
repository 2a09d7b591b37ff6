import { HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, type Colour, darken, lighten } from './colours.ts';
import type { Scene } from './scene.ts';

export type Wallpaper = 'stripe' | 'damask' | 'diamond' | 'dots' | 'tile' | 'brick';

const WALLPAPERS: Readonly<Record<Wallpaper, string>> = {
  stripe: '<path d="M0 0H18V48H0Z" fill="currentColor" opacity=".28"/>',
  damask:
    '<path d="M24 4c9 9 9 17 0 26c-9-9-9-17 0-26zM0 28c7 7 7 13 0 20zM48 28c-7 7-7 13 0 20z" fill="currentColor" opacity=".4"/>' +
    '<circle cx="24" cy="38" r="3" fill="currentColor" opacity=".4"/>',
  diamond:
    '<path d="M24 0L48 24L24 48L0 24Z" fill="none" stroke="currentColor" stroke-width="2" opacity=".45"/>' +
    '<circle cx="24" cy="24" r="3.4" fill="currentColor" opacity=".5"/>',
  dots: '<circle cx="12" cy="12" r="4" fill="currentColor" opacity=".4"/><circle cx="36" cy="36" r="4" fill="currentColor" opacity=".4"/>',
  tile: '<path d="M0 0H48M0 24H48M0 0V24M24 24V48" stroke="currentColor" stroke-width="2" opacity=".55"/>',
  brick:
    '<path d="M0 0H48M0 16H48M0 32H48M12 0V16M36 16V32M12 32V48" stroke="currentColor" stroke-width="2" opacity=".45"/>',
};

/** A papered wall above a boarded floor. */
export function paintRoom(scene: Scene, floor: number, wallpaper: Wallpaper): void {
  const { canvas, mood } = scene;
  const edge = HEIGHT * floor;
  const wall = blend(mood.sky[1], mood.land[1], 0.25);
  const wallPaint = canvas.linear([
    [0, darken(wall, 0.45)],
    [0.6, wall],
    [1, blend(wall, mood.light, 0.14)],
  ]);
  const pattern = canvas.define(
    (id) =>
      `<pattern id="${id}" width="48" height="48" patternUnits="userSpaceOnUse">` +
      `<g color="${blend(wall, mood.light, 0.24)}">${WALLPAPERS[wallpaper]}</g></pattern>`,
  );
  const floorPaint = canvas.linear([
    [0, blend(mood.land[1], mood.light, 0.16)],
    [1, mood.land[2]],
  ]);
  const boards = Array.from({ length: 19 }, (_, i) => {
    const step = i - 9;
    return `M${WIDTH / 2 + step * 36} ${num(edge)}L${WIDTH / 2 + step * 120} ${HEIGHT}`;
  });
  canvas.draw(
    `<rect width="${WIDTH}" height="${num(edge)}" fill="${wallPaint}"/>` +
      `<rect width="${WIDTH}" height="${num(edge)}" fill="url(#${pattern})"/>` +
      `<rect y="${num(edge - 26)}" width="${WIDTH}" height="26" fill="${blend(mood.land[1], mood.light, 0.2)}"/>` +
      `<rect y="${num(edge - 28)}" width="${WIDTH}" height="4" fill="${blend(mood.land[0], mood.light, 0.45)}"/>` +
      `<rect y="${num(edge)}" width="${WIDTH}" height="${num(HEIGHT - edge)}" fill="${floorPaint}"/>` +
      `<path d="${boards.join('')}" stroke="${mood.land[2]}" stroke-width="2" opacity=".6"/>`,
  );
}

/** An arched window on a night sky; (x, y) is its upper left corner. */
export function paintWindow(scene: Scene, x: number, y: number, width: number, height: number): void {
  const { canvas, mood } = scene;
  const wood = blend(mood.land[1], mood.light, 0.35);
  const arch = (pad: number) => {
    const radius = width / 2 + pad;
    return (
      `M${num(x - pad)} ${num(y + height + pad)}V${num(y + width / 2)}` +
      `a${num(radius)} ${num(radius)} 0 0 1 ${num(radius * 2)} 0V${num(y + height + pad)}Z`
    );
  };
  const night = canvas.linear([
    [0, '#0b1536'],
    [0.6, '#3a4f8f'],
    [1, '#e8b98a'],
  ]);
  canvas.draw(
    `<g filter="${canvas.softShadow()}"><path d="${arch(8)}" fill="${wood}"/></g><path d="${arch(0)}" fill="${night}"/>` +
      `<circle cx="${num(x + width * 0.68)}" cy="${num(y + height * 0.33)}" r="${num(width * 0.13)}" fill="#fff6d8"/>` +
      `<path d="M${num(x + width / 2)} ${num(y)}V${num(y + height)}M${num(x)} ${num(y + height * 0.55)}h${num(width)}" ` +
      `stroke="${wood}" stroke-width="6"/>`,
  );
  scene.mention('window', 0.3);
}

/** A plank on brackets; (x, y) is the left end of its upper edge. */
export function paintShelf(scene: Scene, x: number, y: number, width: number): void {
  const { canvas, mood } = scene;
  const wood = blend(mood.land[1], '#8a5a2c', 0.45);
  const bracket = (at: number) => `M${num(at)} ${y + 14}v30q18 -8 22 -30Z`;
  canvas.draw(
    `<g filter="${canvas.softShadow()}"><path d="${bracket(x + 28)}${bracket(x + width - 50)}" fill="${darken(wood, 0.3)}"/>` +
      `<rect x="${x}" y="${y}" width="${width}" height="15" rx="3" fill="${lighten(wood, 0.12)}"/></g>`,
  );
}

/** A bookcase full of spines; (x, y) is its upper left corner. */
export function paintBookcase(scene: Scene, x: number, y: number, width: number, shelves: number): void {
  const { canvas, mood, random } = scene;
  const wood = blend(mood.land[1], '#6b3f1d', 0.5);
  const rise = 82;
  const bindings: readonly [Colour, ...Colour[]] = [
    '#8c2f2b',
    '#2f5d4f',
    '#2f4a78',
    '#a8742a',
    '#5b3a6b',
    '#7a5636',
    '#b0a080',
  ];
  let books = '';
  for (let shelf = 0; shelf < shelves; shelf++) {
    const foot = y + (shelf + 1) * rise;
    books += `<rect x="${x + 10}" y="${foot - rise + 8}" width="${width - 20}" height="${rise - 8}" fill="${darken(wood, 0.6)}"/>`;
    for (let spine = x + 13; spine < x + width - 30;) {
      const [thick, tall] = [random.between(9, 20), random.between(44, 66)];
      const binding = random.pick(bindings);
      books +=
        `<rect x="${num(spine)}" y="${num(foot - tall)}" width="${num(thick)}" height="${num(tall)}" rx="1.5" fill="${binding}"/>` +
        `<path d="M${num(spine)} ${num(foot - tall + 9)}h${num(thick)}m0 ${num(tall - 20)}h${num(-thick)}" stroke="#e2c27a" stroke-width="2" opacity=".7"/>`;
      spine += thick + random.between(0.5, 2);
    }
    books += `<rect x="${x}" y="${foot}" width="${width}" height="8" fill="${lighten(wood, 0.15)}"/>`;
  }
  canvas.draw(
    `<g filter="${canvas.softShadow()}"><rect x="${x}" y="${y - 6}" width="${width}" height="${shelves * rise + 14}" rx="4" fill="${wood}"/></g>${books}`,
  );
}

/** Theatre curtains drawn aside, over everything painted before. */
export function paintCurtains(scene: Scene): void {
  const { canvas, mood } = scene;
  const velvet = blend('#97143a', mood.land[1], 0.22);
  const folds = canvas.linear(
    [
      [0, darken(velvet, 0.45)],
      [0.18, lighten(velvet, 0.14)],
      [0.36, darken(velvet, 0.4)],
      [0.55, lighten(velvet, 0.12)],
      [0.74, darken(velvet, 0.45)],
      [0.9, lighten(velvet, 0.1)],
      [1, darken(velvet, 0.55)],
    ],
    'across',
  );
  const valance = canvas.linear([
    [0, darken(velvet, 0.5)],
    [1, lighten(velvet, 0.12)],
  ]);
  const swags = [0.75, 0.5, 0.25, 0].map((at) => `Q${num(WIDTH * (at + 0.125))} 116 ${num(WIDTH * at)} 66`).join('');
  canvas.draw(
    `<g filter="${canvas.softShadow()}">` +
      `<path d="M-5 -5H118C118 220 96 330 34 420C56 520 46 640 54 725H-5Z" fill="${folds}"/>` +
      `<path d="M485 -5H362C362 220 384 330 446 420C424 520 434 640 426 725H485Z" fill="${folds}"/>` +
      `<path d="M-5 -5H485V66H${WIDTH}${swags}H-5Z" fill="${valance}"/>` +
      `<path d="M14 414q24 20 44 4M466 414q-24 20 -44 4" stroke="#e5b64c" stroke-width="7" fill="none"/></g>`,
  );
  scene.mention('performing arts', 0.2);
}
