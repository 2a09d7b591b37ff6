import { HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, darken, lighten } from './colours.ts';
import type { Thing } from './icons.ts';
import { paintRoom, type Wallpaper } from './interiors.ts';
import type { Scene } from './scene.ts';
import { paintGlow } from './sky.ts';

const MIDDLE_X = WIDTH / 2;
const MIDDLE_Y = 286;
const RADIUS_X = 186;
const RADIUS_Y = 244;

/** How much of the sitter the icon shows. */
const WHOLE_FIGURES: ReadonlySet<string> = new Set(['dancing', 'merperson', 'juggling']);
const HEADS: ReadonlySet<string> = new Set(['princess', 'old woman']);
/** Sitters with something wide behind them, which stays within the frame. */
const BEHIND_THE_RIM: ReadonlySet<string> = new Set(['teacher']);

/** An oval portrait on a papered wall, with three attributes on the boards below. */
export function paintPortrait(scene: Scene, wallpaper: Wallpaper, sitter: Thing, attributes: readonly Thing[]): void {
  const { canvas, mood } = scene;
  paintRoom(scene, 0.8, wallpaper);
  paintGlow(scene, MIDDLE_X, MIDDLE_Y, 340, 0.5);
  const gilt = blend(mood.light, '#a07a3a', 0.5);
  const air = canvas.radial(
    [
      [0, blend(mood.sky[2], mood.light, 0.5)],
      [0.6, blend(mood.sky[1], mood.sky[2], 0.2)],
      [1, mood.sky[0]],
    ],
    0.5,
    0.4,
    0.65,
  );
  const oval = (pad: number, look: string) =>
    `<ellipse cx="${MIDDLE_X}" cy="${MIDDLE_Y}" rx="${RADIUS_X + pad}" ry="${RADIUS_Y + pad}" ${look}/>`;
  const rim =
    oval(0, `fill="none" stroke="${gilt}" stroke-width="18"`) +
    oval(-10, `fill="none" stroke="${darken(gilt, 0.5)}" stroke-width="4"`) +
    oval(9, `fill="none" stroke="${lighten(gilt, 0.45)}" stroke-width="3"`);
  canvas.draw(
    `<g filter="${canvas.softShadow()}">${oval(0, `fill="${air}" stroke="${gilt}" stroke-width="18"`)}</g>${rim}`,
  );
  // A hat may rise over the upper rim, the body ends at the lower one.
  const inner = `${num(RADIUS_X - 8)} ${num(RADIUS_Y - 8)}`;
  const [east, west] = [MIDDLE_X + RADIUS_X - 8, MIDDLE_X - RADIUS_X + 8];
  const upper = BEHIND_THE_RIM.has(sitter.word)
    ? `M${west} ${MIDDLE_Y}A${inner} 0 0 1 ${east} ${MIDDLE_Y}`
    : `M0 0H${WIDTH}V${MIDDLE_Y}H${east}`;
  const clip = canvas.define(
    (id) => `<clipPath id="${id}"><path d="${upper}A${inner} 0 0 1 ${west} ${MIDDLE_Y}H0Z"/></clipPath>`,
  );
  const lowerHalf = canvas.define(
    (id) => `<clipPath id="${id}"><rect y="${MIDDLE_Y}" width="${WIDTH}" height="${HEIGHT - MIDDLE_Y}"/></clipPath>`,
  );
  canvas.draw(`<g clip-path="url(#${clip})">`);
  paintSitter(scene, sitter);
  canvas.draw(`</g><g clip-path="url(#${lowerHalf})">${rim}</g>`);
  const places = [
    { x: 96, y: 672, size: 158 },
    { x: 384, y: 672, size: 158 },
    { x: 240, y: 692, size: 138 },
  ];
  const [left, middle, right] = attributes;
  [left, right, middle].forEach((attribute, i) => {
    const place = places[i];
    if (attribute && place) scene.stand(attribute, { ...place, haze: 0.02 });
  });
}

function paintSitter(scene: Scene, sitter: Thing): void {
  const { width, height } = sitter.icon.ink;
  const longer = Math.max(width, height);
  const look = { x: MIDDLE_X, haze: 0.02, weight: 2.4 };
  if (WHOLE_FIGURES.has(sitter.word)) {
    scene.place(sitter, { ...look, y: MIDDLE_Y + 2, size: 384 });
  } else if (HEADS.has(sitter.word)) {
    paintGown(scene);
    scene.place(sitter, { ...look, y: 262, size: (270 * longer) / width });
  } else {
    const size = Math.min(392, (356 * longer) / width);
    scene.place(sitter, { ...look, y: MIDDLE_Y + RADIUS_Y - 8 - (size * height) / longer / 2, size });
  }
}

/** Shoulders in a gown with a lace collar, for icons that are heads only. */
function paintGown(scene: Scene): void {
  const { canvas, mood } = scene;
  const cloth = blend(mood.land[1], '#7d2b6b', 0.35);
  const silk = canvas.linear([
    [0, lighten(cloth, 0.2)],
    [1, darken(cloth, 0.35)],
  ]);
  const lace = [-3, -2, -1, 0, 1, 2, 3].map((step) => {
    const [x, y] = [MIDDLE_X + step * 27, 440 - step * step * 4.4];
    return `<circle cx="${x}" cy="${num(y)}" r="19"/>`;
  });
  canvas.draw(
    `<g filter="${canvas.softShadow()}"><path d="M48 560C52 440 130 392 190 384H290C350 392 428 440 432 560Z" fill="${silk}"/>` +
      `<path d="M196 396Q160 470 176 560M284 396Q320 470 304 560" fill="none" stroke="${darken(cloth, 0.4)}" stroke-width="4" opacity=".5"/></g>` +
      `<g fill="${lighten(mood.light, 0.5)}" stroke="${blend(mood.light, cloth, 0.35)}" stroke-width="2.5">${lace.join('')}</g>` +
      `<circle cx="${MIDDLE_X}" cy="470" r="11" fill="#e8b13c" stroke="#8a5d12" stroke-width="3"/>`,
  );
}
