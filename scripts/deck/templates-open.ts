import { paintBackdrop } from './backdrops.ts';
import { HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, type Colour, darken } from './colours.ts';
import type { Thing } from './icons.ts';
import { paintGrass, paintHills, paintMountains, paintSea } from './land.ts';
import type { Placement, Scene } from './scene.ts';
import {
  paintClouds,
  paintFlock,
  paintGlow,
  paintMoon,
  paintOpenSky,
  paintRain,
  paintRays,
  paintSparks,
} from './sky.ts';

/** The things of a vision, the leading one first. Each template says what it does with them. */
export type Cast = readonly [Thing, Thing, Thing, Thing?, Thing?];

const MIDDLE = WIDTH / 2;

/** Hangs a thing in the sky with a glow behind it, so that dark things show. */
export function hang(scene: Scene, thing: Thing, placement: Placement): void {
  paintGlow(scene, placement.x, placement.y, placement.size * 0.85, 0.5);
  scene.place(thing, placement);
}

/** A giant rises behind the land; two small things stand before it and one may hang in the sky. */
export function colossus(scene: Scene, [giant, left, right, above]: Cast): void {
  const { random } = scene;
  paintOpenSky(scene);
  const moonLeft = random.chance(0.5);
  paintMoon(scene, moonLeft ? 82 : 398, random.between(90, 120), 40, random.chance(0.4) ? 'crescent' : 'full');
  paintGlow(scene, MIDDLE, 300, 310, 0.6);
  scene.place(giant, { x: MIDDLE, y: 312, size: 350, haze: 0.14, turn: random.between(-3, 3), weight: 2 });
  paintBackdrop(scene, random.pick(['hills', 'sea', 'forest', 'dunes']));
  paintGrass(scene, 30);
  scene.stand(left, { x: random.between(115, 135), y: 642, size: 165 });
  scene.stand(right, { x: random.between(345, 365), y: 668, size: 170 });
  if (above) hang(scene, above, { x: moonLeft ? 385 : 95, y: 95, size: 105, turn: random.between(-12, 12) });
}

/** A balloon of anything carries a basket of anything over the land. */
export function balloon(scene: Scene, [bag, basket, left, right, above]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene);
  const moonLeft = random.chance(0.5);
  paintMoon(scene, moonLeft ? 76 : 404, 100, 34, 'crescent');
  paintBackdrop(scene, random.pick(['hills', 'mountains', 'sea', 'city']));
  const x = MIDDLE + random.between(-16, 16);
  paintGlow(scene, x, 190, 240, 0.6);
  const ropes = [-84, -32, 32, 84].map((dx) => `M${num(x + dx)} 240L${num(x + dx * 0.4)} 400`);
  canvas.draw(
    `<path d="${ropes.join('')}" stroke="${blend(mood.light, '#5a4632', 0.5)}" stroke-width="2.6" fill="none"/>`,
  );
  scene.place(bag, { x, y: 182, size: 268, turn: random.between(-5, 5), weight: 1.7 });
  scene.place(basket, { x, y: 438, size: 165, turn: random.between(-5, 5), weight: 1.1 });
  scene.stand(left, { x: 112, y: 664, size: 158 });
  if (right) scene.stand(right, { x: 366, y: 676, size: 158, flip: random.chance(0.3) });
  if (above)
    hang(scene, above, { x: moonLeft ? 392 : 88, y: 372, size: 100, haze: 0.12, turn: random.between(-15, 15) });
}

/** Things stacked in an unlikely tower. */
export function tower(scene: Scene, [base, second, third, top, aside]: Cast): void {
  const { random } = scene;
  paintOpenSky(scene);
  if (random.chance(0.5)) paintMoon(scene, random.pick([92, 388]), 130, 50, random.chance(0.5) ? 'full' : 'crescent');
  else paintRays(scene, MIDDLE, 230, 16, 0.2);
  paintBackdrop(scene, random.pick(['hills', 'dunes', 'chequers', 'sea']));
  paintGlow(scene, MIDDLE, 360, 300, 0.5);
  const floors = [base, second, third, top].filter((floor) => floor !== undefined);
  paintGrass(scene, 26);
  const sizes = floors.length === 4 ? [230, 190, 160, 140] : [260, 215, 185];
  let foot = 676;
  floors.forEach((floor, i) => {
    const { width, height } = floor.icon.ink;
    const size = sizes[i] ?? 150;
    const tall = (size * height) / Math.max(width, height);
    const x = MIDDLE + (i === 0 ? 0 : random.between(-14, 14));
    const placement = { x, y: foot, size, weight: i === 0 ? 1.4 : size / 180 };
    if (i === 0) scene.stand(floor, placement);
    else scene.place(floor, { ...placement, y: foot - tall / 2, turn: random.between(-7, 7) });
    foot -= tall * 0.9;
  });
  if (aside) scene.stand(aside, { x: random.pick([84, 396]), y: 672, size: 122 });
}

/** One thing stands by the water, another looks back from it. */
export function reflection(scene: Scene, [above, below, left, right]: Cast): void {
  const { random, canvas, mood } = scene;
  const shore = 384;
  paintOpenSky(scene, 0.55);
  paintMoon(scene, random.between(200, 280), 84, 46, 'full');
  if (random.chance(0.6)) paintMountains(scene, 0.53, 0.2);
  const water = canvas.linear([
    [0, blend(mood.sky[2], mood.land[0], 0.3)],
    [1, darken(mood.sky[0], 0.05)],
  ]);
  canvas.draw(`<rect y="${shore}" width="${WIDTH}" height="${HEIGHT - shore}" fill="${water}"/>`);
  paintGlow(scene, MIDDLE, shore - 110, 210, 0.5);
  paintFlock(scene, 84, 206, 7);
  scene.place(below, {
    x: MIDDLE,
    y: shore + 152,
    size: 268,
    turn: 180,
    flip: true,
    haze: 0.2,
    opacity: 0.92,
    weight: 1.3,
  });
  scene.stand(above, { x: MIDDLE + 8, y: shore + 6, size: 256, weight: 1.5 });
  const glints = Array.from({ length: 36 }, () => {
    const y = shore + 6 + random.next() ** 1.3 * (HEIGHT - shore);
    const width = random.between(20, 130);
    const start = `M${num(random.between(-40, WIDTH))} ${num(y)}q${num(width / 2)} -4 ${num(width)} 0`;
    return `<path d="${start}" stroke-width="${num(random.between(1, 3))}" opacity="${num(random.between(0.12, 0.45))}"/>`;
  });
  canvas.draw(
    `<path d="M0 ${shore}H${WIDTH}" stroke="${mood.light}" stroke-opacity=".6" stroke-width="2"/>` +
      `<g fill="none" stroke="${mood.light}">${glints.join('')}</g>`,
  );
  scene.place(left, { x: 70, y: 636, size: 108, turn: random.between(-5, 5) });
  if (right) scene.place(right, { x: 396, y: 130, size: 118, turn: random.between(-12, 12), haze: 0.1 });
  scene.mention('mirror', 0.2);
}

/** It rains one thing upon the others. */
export function rain(scene: Scene, [drop, main, right, left]: Cast): void {
  const { random } = scene;
  paintOpenSky(scene, 0.6);
  paintClouds(scene, 0.5, '.004 .012');
  paintBackdrop(scene, random.pick(['hills', 'city', 'chequers', 'waves']));
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const x = 66 + column * 112 + (row % 2) * 24 + random.between(-16, 16);
      const y = 78 + row * 122 + random.between(-20, 20);
      const near = random.next();
      const turn = random.between(-40, 40);
      const weight = row + column === 0 ? 1.8 : 0;
      scene.place(drop, { x, y, size: 70 + near * 26, turn, haze: 0.26 - 0.22 * near, weight });
    }
  }
  paintRain(scene, 50);
  paintGlow(scene, MIDDLE, 560, 190, 0.45);
  scene.stand(main, { x: MIDDLE - 8, y: 652, size: 236, weight: 1.5 });
  scene.stand(right, { x: 396, y: 676, size: 138 });
  if (left) scene.stand(left, { x: 84, y: 678, size: 130 });
}

/** A tree bears strange fruit. */
export function tree(scene: Scene, [first, second, third, visitor]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene);
  paintMoon(scene, random.pick([100, 380]), 108, 56, 'full');
  paintHills(scene, 0.74, 3, 26);
  const twigs: [number, number][] = [];
  let wood = '';
  const grow = (x: number, y: number, angle: number, length: number, width: number, forks: number): void => {
    const [tipX, tipY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
    const bend = `${num((x + tipX) / 2 + random.between(-12, 12))} ${num((y + tipY) / 2)}`;
    wood += `<path d="M${num(x)} ${num(y)}Q${bend} ${num(tipX)} ${num(tipY)}" stroke-width="${num(width)}"/>`;
    if (forks === 0) {
      twigs.push([tipX, tipY]);
      return;
    }
    for (let i = 0; i < (forks > 2 ? 3 : 2); i++) {
      const turn = random.between(0.25, 0.75) * (i % 2 === 1 ? 1 : -1) * (i === 2 ? 0.2 : 1);
      grow(tipX, tipY, angle + turn, length * random.between(0.66, 0.8), width * 0.62, forks - 1);
    }
  };
  grow(MIDDLE, 655, -Math.PI / 2 + random.between(-0.08, 0.08), 185, 36, 4);
  const bark = blend(mood.land[2], '#2a1a10', 0.5);
  canvas.draw(`<g stroke="${bark}" stroke-linecap="round" fill="none">${wood}</g>`);
  const leaf = random.pick<Colour>(['#d9534f', '#e8a33d', '#5fae57', '#c86fc9', '#4fb3bf']);
  const leaves = twigs.flatMap(([x, y]) =>
    [0, 1, 2, 3, 4, 5, 6].map(() => {
      const [cx, cy] = [x + random.between(-32, 32), y + random.between(-26, 26)];
      const shape = `rx="${num(random.between(9, 18))}" ry="${num(random.between(6, 11))}"`;
      const turn = `rotate(${num(random.between(0, 180))} ${num(cx)} ${num(cy)})`;
      return `<ellipse cx="${num(cx)}" cy="${num(cy)}" ${shape} transform="${turn}" opacity="${num(random.between(0.55, 0.95))}"/>`;
    }),
  );
  canvas.draw(`<g fill="${blend(mood.sky[2], leaf, 0.6)}">${leaves.join('')}</g>`);
  const spots = [
    [first, 118, 218],
    [second, 362, 208],
    [first, 240, 128],
    [third, 96, 400],
    [second, 240, 318],
    [third, 384, 392],
  ] as const;
  for (const [fruit, spotX, spotY] of spots) {
    const [x, y] = [spotX + random.between(-8, 8), spotY + random.between(-8, 8)];
    canvas.draw(
      `<path d="M${num(x)} ${num(y - 82)}V${num(y - 30)}" stroke="${mood.light}" stroke-width="2.2" opacity=".8"/>`,
    );
    scene.place(fruit, { x, y, size: 112, turn: random.between(-8, 8), weight: 1 });
  }
  paintGrass(scene, 44);
  if (visitor) scene.stand(visitor, { x: random.pick([112, 370]), y: 684, size: 172 });
  scene.mention('deciduous tree', 0.5);
}

/** A road winds up to the mountains, and things come down it one behind the other. */
export function procession(scene: Scene, [nearest, ...behind]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene);
  paintMoon(scene, random.between(120, 360), 112, 62, 'full');
  paintMountains(scene, 0.48, 0.2);
  paintFlock(scene, random.pick([110, 370]), 226, 7);
  paintHills(scene, 0.48, 3, 30);
  canvas.draw(
    `<path d="M120 730C20 620 480 580 340 497C240 446 300 400 258 362L272 362C336 405 296 440 400 484C580 575 215 615 380 730Z" ` +
      `fill="${blend(mood.land[0], mood.light, 0.6)}" opacity=".85"/>`,
  );
  const places = [
    { x: 362, y: 502, size: 152, haze: 0.1 },
    { x: 256, y: 388, size: 122, haze: 0.16 },
    { x: 104, y: 436, size: 124, haze: 0.12 },
  ];
  const walkers = behind.filter((walker) => walker !== undefined);
  if (walkers.length < 3) places.splice(2);
  const order = walkers.length === 3 ? [1, 2, 0] : [1, 0];
  for (const i of order) {
    const [walker, place] = [walkers[i], places[i]];
    if (walker && place)
      scene.stand(walker, { ...place, x: place.x + random.between(-10, 10), weight: place.size / 140 });
  }
  paintGlow(scene, 190, 570, 190, 0.4);
  scene.stand(nearest, { x: 190, y: 688, size: 238, weight: 1.5 });
}

/** A floating island with its inhabitants; something may hang below it. */
export function island(scene: Scene, [main, left, right, below, above]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene, 0.6);
  const moonLeft = random.chance(0.5);
  paintMoon(scene, moonLeft ? 84 : 396, 96, 42, random.chance(0.5) ? 'full' : 'crescent');
  paintSea(scene, 0.88);
  paintFlock(scene, random.pick([80, 400]), 536, 6);
  const y = 430;
  paintGlow(scene, MIDDLE, y - 90, 290, 0.55);
  const rock = canvas.linear([
    [0, blend(mood.land[0], '#8a765a', 0.5)],
    [1, blend(mood.land[2], '#3b3026', 0.4)],
  ]);
  const turf = blend(mood.land[0], '#7cb862', 0.6);
  canvas.draw(
    `<g filter="${canvas.softShadow()}"><path d="M36 ${y}C70 ${y - 34} 410 ${y - 34} 444 ${y}C412 ${y + 60} 330 ${y + 66} 298 ${y + 116}` +
      `C276 ${y + 152} 226 ${y + 166} 204 ${y + 118}C172 ${y + 66} 66 ${y + 70} 36 ${y}Z" fill="${rock}"/>` +
      `<path d="M36 ${y}C70 ${y - 34} 410 ${y - 34} 444 ${y}C384 ${y + 38} 310 ${y + 14} 262 ${y + 36}C196 ${y + 14} 108 ${y + 40} 36 ${y}Z" fill="${turf}"/></g>`,
  );
  scene.stand(main, { x: MIDDLE, y: y - 8, size: 244, weight: 1.6 });
  scene.stand(left, { x: 86, y: y + 16, size: 122 });
  scene.stand(right, { x: 396, y: y + 16, size: 122, flip: random.chance(0.4) });
  if (below) {
    canvas.draw(
      `<path d="M246 ${y + 150}V${y + 206}" stroke="${mood.light}" stroke-width="2.6" stroke-dasharray="6 5"/>`,
    );
    scene.place(below, { x: 246, y: 632, size: 128 });
  }
  if (above)
    hang(scene, above, { x: moonLeft ? 390 : 90, y: 110, size: 104, haze: 0.1, turn: random.between(-12, 12) });
}

/** Out of a vessel rise dreams. */
export function vessel(scene: Scene, [source, ...dreams]: Cast): void {
  const { random, canvas, mood } = scene;
  paintOpenSky(scene);
  paintRays(scene, MIDDLE, 500, 22, 0.22);
  paintBackdrop(scene, random.pick(['chequers', 'hills', 'dunes']));
  paintGlow(scene, MIDDLE, 500, 250, 0.7);
  const trails = [110, 250, 380].map((x) => {
    const sway = () => num(MIDDLE + random.between(-200, 200));
    return `<path d="M240 520C${sway()} 400 ${sway()} 216 ${x} 50" stroke-width="${num(random.between(18, 60))}" opacity=".15"/>`;
  });
  canvas.draw(`<g fill="none" stroke="${mood.light}" stroke-linecap="round">${trails.join('')}</g>`);
  const places: readonly (readonly [number, number, number])[] = [
    [142, 362, 162],
    [346, 296, 168],
    [150, 148, 172],
    [360, 104, 130],
  ];
  dreams.forEach((dream, i) => {
    const place = places[i];
    if (!dream || !place) return;
    const [x, y, size] = place;
    scene.place(dream, { x: x + random.between(-8, 8), y, size, turn: random.between(-16, 16) });
  });
  paintSparks(scene, 80, 40, 400, 480);
  scene.stand(source, { x: MIDDLE, y: 668, size: 240, weight: 1.6 });
}
