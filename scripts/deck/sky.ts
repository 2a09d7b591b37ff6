import { HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, channels, type Colour, lighten } from './colours.ts';
import type { Scene } from './scene.ts';

export function paintSky(scene: Scene): void {
  const [top, middle, horizon] = scene.mood.sky;
  const paint = scene.canvas.linear([
    [0, top],
    [0.5, middle],
    [1, horizon],
  ]);
  scene.canvas.draw(`<rect width="${WIDTH}" height="${HEIGHT}" fill="${paint}"/>`);
}

/** The sky every open landscape starts from: gradient, stars where the mood has them, clouds. */
export function paintOpenSky(scene: Scene, cloudiness = scene.random.between(0.3, 0.55)): void {
  paintSky(scene);
  if (scene.mood.starry) paintStars(scene, 70, 0.6);
  paintClouds(scene, cloudiness);
}

export function paintStars(scene: Scene, count: number, depth: number): void {
  const { random, mood, canvas } = scene;
  const stars = Array.from({ length: count }, () => {
    const [x, y] = [random.between(0, WIDTH), random.between(0, HEIGHT * depth)];
    const radius = 0.7 + random.next() ** 3 * 2.4;
    return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" opacity="${num(random.between(0.35, 0.95))}"/>`;
  });
  canvas.draw(`<g fill="${mood.light}">${stars.join('')}</g>`);
  scene.mention('night with stars', 0.2);
}

/** Clouds of fractal noise in the colour of the light. */
export function paintClouds(scene: Scene, opacity: number, frequency = '.006 .014'): void {
  const [red, green, blue] = channels(scene.mood.light).map((part) => num(part / 255));
  const id = scene.canvas.define(
    (name) =>
      `<filter id="${name}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">` +
      `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="4" seed="${scene.noiseSeed}"/>` +
      `<feColorMatrix values="0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} 1.9 1.1 0 0 -1.25"/></filter>`,
  );
  scene.canvas.draw(`<rect width="${WIDTH}" height="${HEIGHT}" filter="url(#${id})" opacity="${num(opacity)}"/>`);
}

export function paintGlow(
  scene: Scene,
  x: number,
  y: number,
  radius: number,
  opacity = 0.8,
  colour: Colour = scene.mood.light,
): void {
  const paint = scene.canvas.radial([
    [0, colour, opacity],
    [0.35, colour, opacity * 0.4],
    [1, colour, 0],
  ]);
  scene.canvas.draw(`<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${paint}"/>`);
}

export function paintMoon(scene: Scene, x: number, y: number, radius: number, phase: 'full' | 'crescent'): void {
  const { canvas, mood, random } = scene;
  paintGlow(scene, x, y, radius * 2.6, 0.7);
  if (phase === 'crescent') {
    const mask = canvas.define(
      (id) =>
        `<mask id="${id}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>` +
        `<circle cx="${num(x + radius * 0.45)}" cy="${num(y - radius * 0.2)}" r="${num(radius * 0.86)}" fill="#000"/></mask>`,
    );
    canvas.draw(`<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${mood.light}" mask="url(#${mask})"/>`);
    scene.mention('crescent moon', 0.3);
    return;
  }
  const dim = blend(mood.light, mood.sky[1], 0.35);
  const ball = canvas.radial(
    [
      [0, lighten(mood.light, 0.5)],
      [0.8, mood.light],
      [1, dim],
    ],
    0.4,
    0.38,
    0.65,
  );
  canvas.draw(`<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${ball}"/>`);
  for (let i = 0; i < 5; i++) {
    const [angle, away] = [random.between(0, 2 * Math.PI), random.between(0.1, 0.65) * radius];
    const crater = random.between(0.07, 0.2) * radius;
    canvas.draw(
      `<circle cx="${num(x + Math.cos(angle) * away)}" cy="${num(y + Math.sin(angle) * away)}" ` +
        `r="${num(crater)}" fill="${dim}" opacity=".35"/>`,
    );
  }
  scene.mention('full moon', 0.3);
}

/** Beams of light out of one point. */
export function paintRays(scene: Scene, x: number, y: number, count = 18, opacity = 0.18): void {
  const start = scene.random.between(0, 2 * Math.PI);
  const width = (Math.PI / count) * 0.9;
  const beams = Array.from({ length: count }, (_, i) => {
    const angle = start + (i * 2 * Math.PI) / count;
    const tip = (a: number) => `${num(x + 1100 * Math.cos(a))} ${num(y + 1100 * Math.sin(a))}`;
    return `M${num(x)} ${num(y)}L${tip(angle)}L${tip(angle + width)}Z`;
  });
  const fade = scene.canvas.define(
    (id) =>
      `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${num(x)}" cy="${num(y)}" r="620">` +
      `<stop offset="0" stop-color="${scene.mood.light}"/>` +
      `<stop offset="1" stop-color="${scene.mood.light}" stop-opacity="0"/></radialGradient>`,
  );
  scene.canvas.draw(`<path d="${beams.join('')}" fill="url(#${fade})" opacity="${opacity}"/>`);
}

export function paintMist(scene: Scene, y: number, height: number, opacity = 0.5): void {
  const colour = scene.mood.sky[2];
  const paint = scene.canvas.linear([
    [0, colour, 0],
    [0.5, colour, opacity],
    [1, colour, 0],
  ]);
  scene.canvas.draw(`<rect x="-40" y="${num(y)}" width="${WIDTH + 80}" height="${num(height)}" fill="${paint}"/>`);
}

export function paintRain(scene: Scene, count: number): void {
  const { random } = scene;
  const drops = Array.from({ length: count }, () => {
    const length = random.between(14, 40);
    const start = `M${num(random.between(-30, WIDTH))} ${num(random.between(-20, HEIGHT))}`;
    return `${start}l${num(-length * 0.25)} ${num(length)}`;
  });
  scene.canvas.draw(
    `<path d="${drops.join('')}" stroke="${scene.mood.light}" stroke-width="1.6" opacity=".38" fill="none"/>`,
  );
}

export function paintSnow(scene: Scene, count: number): void {
  const { random } = scene;
  const flakes = Array.from({ length: count }, () => {
    const [x, y] = [random.between(0, WIDTH), random.between(0, HEIGHT)];
    const [radius, opacity] = [0.8 + random.next() ** 3 * 4, random.between(0.4, 0.95)];
    return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" opacity="${num(opacity)}"/>`;
  });
  scene.canvas.draw(`<g fill="#fff">${flakes.join('')}</g>`);
  scene.mention('snowflake', 0.25);
}

/** Motes of light drifting in a box. */
export function paintSparks(scene: Scene, left: number, top: number, right: number, bottom: number, count = 26): void {
  const { random } = scene;
  const sparks = Array.from({ length: count }, () => {
    const [x, y] = [random.between(left, right), random.between(top, bottom)];
    return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(random.between(1.4, 4))}" opacity="${num(random.between(0.4, 1))}"/>`;
  });
  scene.canvas.draw(`<g fill="${scene.mood.light}">${sparks.join('')}</g>`);
}

/** Birds far off. */
export function paintFlock(scene: Scene, x: number, y: number, count: number): void {
  const { random, mood } = scene;
  const birds = Array.from({ length: count }, () => {
    const [wing, dip] = [random.between(6, 12), random.between(3, 6)];
    const start = `M${num(x + random.between(-50, 50))} ${num(y + random.between(-26, 26))}`;
    return `${start}q${num(wing / 2)} ${num(-dip)} ${num(wing)} ${num(dip * 0.4)}q${num(wing / 2)} ${num(-dip * 1.4)} ${num(wing)} ${num(-dip * 0.4)}`;
  });
  scene.canvas.draw(
    `<path d="${birds.join('')}" fill="none" stroke="${mood.land[2]}" stroke-width="2.2" stroke-linecap="round" opacity=".75"/>`,
  );
}
