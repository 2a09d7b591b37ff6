import { paintBackdrop } from './backdrops.ts';
import { HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, darken, lighten } from './colours.ts';
import { paintCurtains, paintRoom, paintWindow } from './interiors.ts';
import { paintBubbles, paintChequers, paintGrass, paintHills, paintSeaweed } from './land.ts';
import { MOODS, type MoodName } from './moods.ts';
import type { Scene } from './scene.ts';
import { paintClouds, paintGlow, paintOpenSky, paintRays, paintSky, paintSparks, paintStars } from './sky.ts';
import { type Cast, hang } from './templates-open.ts';

const MIDDLE = WIDTH / 2;

/** Things circle a sun of their own kind. */
export function orbit(scene: Scene, [sun, ...planets]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene, 0.35);
  paintStars(scene, 70, 1);
  const y = 356;
  paintHills(scene, 0.87, 2, 14);
  paintRays(scene, MIDDLE, y, 20, 0.2);
  paintGlow(scene, MIDDLE, y, 290, 0.8);
  for (const radius of [152, 206]) {
    canvas.draw(
      `<ellipse cx="${MIDDLE}" cy="${y}" rx="${radius}" ry="${num(radius * 1.32)}" fill="none" stroke="${mood.light}" ` +
        `stroke-opacity=".6" stroke-width="2.2" stroke-dasharray="3 9" stroke-linecap="round"/>`,
    );
  }
  scene.place(sun, { x: MIDDLE, y, size: 236, turn: random.between(-6, 6), weight: 1.8 });
  const shown = planets.filter((planet) => planet !== undefined);
  const start = shown.length === 4 ? Math.PI / 4 + random.between(-0.1, 0.1) : -Math.PI / 2 + random.between(-0.3, 0.3);
  shown.forEach((planet, i) => {
    const angle = start + (i * 2 * Math.PI) / shown.length;
    const [x, dy] = [MIDDLE + 172 * Math.cos(angle), 252 * Math.sin(angle)];
    scene.place(planet, { x, y: y + dy, size: shown.length === 4 ? 138 : 152, turn: random.between(-14, 14) });
  });
}

/** An opening in the air leads to another world. */
export function portal(scene: Scene, [within, left, right, above]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene);
  paintBackdrop(scene, random.pick(['hills', 'chequers', 'forest', 'dunes']));
  const shape = random.pick([
    'M110 500V245a130 130 0 0 1 260 0V500Z',
    'M240 112a118 118 0 0 1 66 215L350 500H130L174 327a118 118 0 0 1 66 -215Z',
    'M240 108a132 196 0 0 1 0 392a132 196 0 0 1 0 -392Z',
  ]);
  const clip = canvas.define((id) => `<clipPath id="${id}"><path d="${shape}"/></clipPath>`);
  const beyond = MOODS[random.pick<MoodName>(['rose', 'gold', 'ice', 'violet', 'seaglass', 'dusk'])];
  const sky = canvas.linear([
    [0, beyond.sky[1]],
    [0.6, beyond.sky[2]],
    [1, beyond.light],
  ]);
  paintGlow(scene, MIDDLE, 310, 330, 0.6);
  canvas.draw(
    `<path d="${shape}" fill="#000" stroke="${blend(mood.light, '#8a6a3a', 0.45)}" stroke-width="20" filter="${canvas.softShadow()}"/>` +
      `<g clip-path="url(#${clip})"><rect x="90" y="90" width="300" height="430" fill="${sky}"/>` +
      `<circle cx="298" cy="196" r="28" fill="${beyond.light}" opacity=".9"/>` +
      `<path d="M100 424q60 -50 130 -8t150 -16V510H100Z" fill="${beyond.land[0]}"/>` +
      `<path d="M100 456q80 -28 150 6t130 -10V510H100Z" fill="${beyond.land[1]}"/></g>` +
      `<path d="${shape}" fill="none" stroke="${blend(mood.light, '#8a6a3a', 0.3)}" stroke-width="7"/>`,
  );
  scene.stand(within, { x: MIDDLE, y: 478, size: 200, weight: 1.6 });
  scene.stand(left, { x: 98, y: 668, size: 172 });
  scene.stand(right, { x: 374, y: 678, size: 172, flip: random.chance(0.3) });
  if (above) hang(scene, above, { x: random.pick([82, 398]), y: 84, size: 112, turn: random.between(-14, 14) });
}

/** Beneath the sea, where none of this belongs. */
export function underwater(scene: Scene, [main, left, right, top, bottom]: Cast): void {
  const { random, canvas, mood } = scene;
  const water = canvas.linear([
    [0, mood.sky[2]],
    [0.3, mood.sky[1]],
    [1, mood.sky[0]],
  ]);
  canvas.draw(`<rect width="${WIDTH}" height="${HEIGHT}" fill="${water}"/>`);
  paintRays(scene, random.between(120, 360), -60, 22, 0.32);
  paintClouds(scene, 0.22, '.01 .03');
  paintHills(scene, 0.84, 2, 22);
  paintSeaweed(scene, 10);
  paintGlow(scene, MIDDLE, 290, 220, 0.4);
  const turn = () => random.between(-12, 12);
  scene.place(main, { x: MIDDLE, y: 288, size: 256, turn: turn(), weight: 1.5 });
  scene.place(left, { x: 108, y: 512, size: 168, turn: turn() });
  scene.place(right, { x: 372, y: 500, size: 172, turn: turn() });
  if (top) scene.place(top, { x: random.pick([98, 382]), y: 96, size: 130, turn: turn(), haze: 0.1 });
  if (bottom) scene.stand(bottom, { x: MIDDLE, y: 690, size: 128 });
  paintBubbles(scene, 22);
}

/** A wheel of one thing turns about another. */
export function mandala(scene: Scene, [hub, spoke, left, right]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene, 0.3);
  const y = 262;
  paintRays(scene, MIDDLE, y, 24, 0.24);
  paintGlow(scene, MIDDLE, y, 280, 0.7);
  paintBackdrop(scene, random.pick(['waves', 'dunes', 'chequers', 'hills']));
  canvas.draw(
    `<circle cx="${MIDDLE}" cy="${y}" r="212" fill="${blend(mood.land[1], mood.sky[0], 0.4)}" fill-opacity=".3" stroke="${mood.light}" stroke-width="3" stroke-opacity=".75"/>` +
      `<circle cx="${MIDDLE}" cy="${y}" r="122" fill="${blend(mood.land[1], mood.sky[0], 0.4)}" fill-opacity=".6" stroke="${mood.light}" stroke-width="2.6" stroke-opacity=".8"/>`,
  );
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4 - Math.PI / 2;
    const [x, dy] = [MIDDLE + 168 * Math.cos(angle), 168 * Math.sin(angle)];
    scene.place(spoke, { x, y: y + dy, size: 82, turn: i * 45, weight: 1.3 });
  }
  scene.place(hub, { x: MIDDLE, y, size: 184, weight: 1.5 });
  scene.stand(left, { x: right ? 118 : MIDDLE, y: 680, size: right ? 178 : 200 });
  if (right) scene.stand(right, { x: 360, y: 684, size: 178 });
}

/** A play nobody has written. */
export function stage(scene: Scene, [lead, left, right, above]: Cast): void {
  const { random } = scene;
  paintSky(scene);
  paintRays(scene, MIDDLE, -40, 14, 0.3);
  paintClouds(scene, 0.25);
  paintChequers(scene, 0.66);
  paintGlow(scene, MIDDLE, 430, 270, 0.75);
  paintCurtains(scene);
  if (above) scene.place(above, { x: MIDDLE, y: 160, size: 124, haze: 0.04 });
  scene.place(left, { x: 152, y: 318, size: 150, turn: random.between(-8, 8) });
  scene.place(right, { x: 330, y: 322, size: 150, turn: random.between(-8, 8) });
  scene.stand(lead, { x: MIDDLE, y: 660, size: 262, weight: 1.7 });
  paintSparks(scene, 130, 120, 350, 620, 14);
}

/** Something far too large fills a room. */
export function giantRoom(scene: Scene, [giant, left, right, hanging]: Cast): void {
  const { random, canvas, mood } = scene;
  paintRoom(scene, 0.7, random.pick(['stripe', 'damask', 'diamond', 'dots']));
  const windowLeft = random.chance(0.5);
  const windowX = windowLeft ? 56 : 310;
  paintWindow(scene, windowX, 66, 114, 176);
  paintGlow(scene, windowX + 57, 150, 190, 0.35, '#fff6d8');
  paintGlow(scene, MIDDLE, 400, 260, 0.4);
  scene.stand(giant, { x: MIDDLE, y: 584, size: 356, weight: 1.9 });
  scene.stand(left, { x: 104, y: 674, size: 152 });
  scene.stand(right, { x: 374, y: 680, size: 160 });
  if (!hanging) return;
  const x = windowLeft ? 372 : 108;
  canvas.draw(`<path d="M${x} -5V90" stroke="${mood.light}" stroke-width="2.4"/>`);
  scene.place(hanging, { x, y: 138, size: 130, turn: random.between(-6, 6) });
}

/** A little world kept under a glass bell. */
export function glassBell(scene: Scene, [main, left, right, outside, other]: Cast): void {
  const { random, canvas, mood } = scene;
  paintRoom(scene, 0.74, random.pick(['damask', 'diamond', 'dots']));
  paintGlow(scene, MIDDLE, 320, 300, 0.6);
  const wood = blend(mood.land[1], '#5a3418', 0.45);
  const turned = canvas.linear([
    [0, lighten(wood, 0.22)],
    [1, darken(wood, 0.35)],
  ]);
  const glass = 'M72 532V236C72 40 408 40 408 236V532Z';
  const air = canvas.radial(
    [
      [0, lighten(mood.light, 0.3), 0.42],
      [0.75, mood.sky[2], 0.2],
      [1, mood.sky[1], 0.34],
    ],
    0.5,
    0.45,
    0.6,
  );
  const turf = blend(mood.land[0], '#7cb862', 0.5);
  canvas.draw(
    `<g filter="${canvas.softShadow()}"><path d="M52 528h376l14 30q0 14 -14 14H52q-14 0 -14 -14Z" fill="${turned}"/></g>` +
      `<path d="${glass}" fill="${air}"/><path d="M76 530Q240 424 404 530Z" fill="${turf}"/>` +
      `<circle cx="240" cy="72" r="15" fill="${air}" stroke="${mood.light}" stroke-width="3" stroke-opacity=".8"/>`,
  );
  scene.stand(main, { x: MIDDLE, y: 484, size: 266, weight: 1.6 });
  scene.stand(left, { x: 136, y: 526, size: 116 });
  scene.stand(right, { x: 346, y: 526, size: 116 });
  paintSparks(scene, 110, 110, 370, 300, 16);
  canvas.draw(
    `<path d="${glass}" fill="none" stroke="${lighten(mood.light, 0.4)}" stroke-width="4" stroke-opacity=".8"/>` +
      `<path d="M98 470V250C98 150 150 110 190 98" fill="none" stroke="#fff" stroke-width="9" stroke-opacity=".4" stroke-linecap="round"/>` +
      `<path d="M384 440V300" fill="none" stroke="#fff" stroke-width="6" stroke-opacity=".3" stroke-linecap="round"/>`,
  );
  if (outside) scene.stand(outside, { x: other ? 120 : MIDDLE, y: 690, size: 130 });
  if (other) scene.stand(other, { x: 360, y: 692, size: 126 });
}

/** A sleeper's cloud of dreams. The first thing is what the dreamer sleeps in. */
export function dream(scene: Scene, [bed, main, left, right]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene, 0.3);
  paintStars(scene, 60, 0.8);
  paintHills(scene, 0.76, 2, 20);
  const puffs = [
    [240, 240, 168],
    [128, 226, 104],
    [356, 214, 108],
    [164, 130, 92],
    [306, 122, 96],
    [150, 326, 92],
    [330, 330, 94],
  ] as const;
  const cloud = blend(lighten(mood.light, 0.35), mood.sky[2], 0.25);
  const edge = puffs.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r + 7}"/>`).join('');
  const fill = puffs.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('');
  canvas.draw(
    `<g fill="${blend(mood.sky[1], mood.land[1], 0.3)}" opacity=".55" filter="${canvas.softShadow()}">${edge}</g>` +
      `<g fill="${cloud}">${fill}<circle cx="250" cy="452" r="30"/><circle cx="236" cy="506" r="18"/><circle cx="226" cy="540" r="11"/></g>`,
  );
  scene.place(main, { x: MIDDLE, y: 182, size: 204, turn: random.between(-6, 6), weight: 1.5 });
  scene.place(left, { x: 112, y: 336, size: 128, turn: random.between(-8, 8) });
  if (right) scene.place(right, { x: 364, y: 340, size: 128, turn: random.between(-8, 8) });
  paintGrass(scene, 30);
  scene.stand(bed, { x: MIDDLE, y: 680, size: 240, weight: 1.3 });
  scene.mention('thought balloon', 0.5);
}

/** A small thing throws the great shadow of another. */
export function shadow(scene: Scene, [caster, shape, left, right]: Cast): void {
  const { random, canvas, mood } = scene;
  paintRoom(scene, 0.7, random.pick(['stripe', 'diamond', 'dots']));
  const spot = canvas.radial([
    [0, lighten(mood.light, 0.3), 0.95],
    [0.72, mood.light, 0.8],
    [1, mood.light, 0],
  ]);
  canvas.draw(`<ellipse cx="240" cy="282" rx="232" ry="250" fill="${spot}"/>`);
  const dark = blend(mood.land[2], '#1a1026', 0.5);
  scene.place(shape, { x: MIDDLE, y: 270, size: 350, silhouette: dark, opacity: 0.88, weight: 1.2 });
  canvas.draw(`<path d="M240 640L170 470H310Z" fill="${dark}" opacity=".4"/>`);
  scene.stand(caster, { x: MIDDLE, y: 656, size: 190, weight: 1.4 });
  scene.stand(left, { x: 88, y: 676, size: 142 });
  if (right) scene.stand(right, { x: 392, y: 680, size: 142 });
}
