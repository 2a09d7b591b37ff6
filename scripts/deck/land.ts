import { HEIGHT, num, WIDTH } from './canvas.ts';
import { blend, type Colour, darken, lighten } from './colours.ts';
import type { Scene } from './scene.ts';
import { paintMist } from './sky.ts';

/** Rolling layers of hills from `top` (a share of the height) down to the lower edge. */
export function paintHills(scene: Scene, top = 0.62, layers = 3, swell = 40): void {
  const { land, light } = scene.mood;
  for (let layer = 0; layer < layers; layer++) {
    const t = layers === 1 ? 1 : layer / (layers - 1);
    const y = HEIGHT * (top + (0.97 - top) * t * 0.72);
    const colour = t < 0.5 ? blend(land[0], land[1], t * 2) : blend(land[1], land[2], (t - 0.5) * 2);
    const paint = scene.canvas.linear([
      [0, blend(colour, light, 0.2 * (1 - t * 0.6))],
      [0.5, colour],
      [1, darken(colour, 0.25)],
    ]);
    scene.canvas.draw(`<path d="${hillLine(scene, y, swell * (1 - 0.4 * t))}" fill="${paint}"/>`);
    if (layer < layers - 1) paintMist(scene, y + 10, 90, 0.28);
  }
}

function hillLine(scene: Scene, y: number, swell: number): string {
  const { random } = scene;
  const [first, second] = [random.between(0, 2 * Math.PI), random.between(0, 2 * Math.PI)];
  const waves = random.between(3, 7);
  const heights = Array.from({ length: 25 }, (_, i) => {
    const t = i / 24;
    const height = 0.6 * Math.sin(t * waves + first) + 0.3 * Math.sin(t * waves * 2.3 + second);
    return y - swell * (height + 0.2 * (random.next() - 0.5));
  });
  const line = heights.map((height, i) => `L${num((i / 24) * WIDTH)} ${num(height)}`).join('');
  return `M-20 ${HEIGHT + 20}L-20 ${num(heights[0] ?? y)}${line}L${WIDTH + 20} ${num(heights[24] ?? y)}V${HEIGHT + 20}Z`;
}

export function paintMountains(scene: Scene, foot = 0.6, height = 0.28): void {
  const { random, mood, canvas } = scene;
  for (const range of [0, 1]) {
    const base = HEIGHT * (foot + 0.04 * range);
    let line = `M-20 ${HEIGHT}`;
    for (let x = -20; x < WIDTH + 60;) {
      const width = random.between(70, 170);
      const peak = random.between(0.4, 1) * HEIGHT * height * (1 - 0.3 * range);
      const saddle = base - random.between(0, 0.25) * peak;
      line += `L${num(x)} ${num(base)}L${num(x + width / 2)} ${num(base - peak)}L${num(x + width)} ${num(saddle)}`;
      x += width;
    }
    const colour = range === 0 ? blend(mood.land[0], mood.sky[2], 0.35) : mood.land[1];
    const paint = canvas.linear([
      [0, blend(colour, mood.light, 0.5)],
      [0.45, colour],
      [1, blend(colour, mood.land[2], 0.4)],
    ]);
    canvas.draw(`<path d="${line}L${WIDTH + 60} ${HEIGHT}Z" fill="${paint}"/>`);
    paintMist(scene, base - 20, 80, 0.35);
  }
  scene.mention('mountain', 0.3);
}

export function paintSea(scene: Scene, horizon = 0.6): void {
  const { random, mood, canvas } = scene;
  const top = HEIGHT * horizon;
  const paint = canvas.linear([
    [0, blend(mood.sky[2], mood.land[0], 0.3)],
    [0.3, mood.land[0]],
    [1, mood.land[2]],
  ]);
  canvas.draw(`<rect y="${num(top)}" width="${WIDTH}" height="${num(HEIGHT - top)}" fill="${paint}"/>`);
  const glints = Array.from({ length: 46 }, () => {
    const t = random.next() ** 1.5;
    const width = random.between(14, 60) * (0.4 + t);
    const start = `M${num(random.between(-20, WIDTH))} ${num(top + 6 + t * (HEIGHT - top))}`;
    const arc = `q${num(width / 2)} ${num(-3 - 4 * t)} ${num(width)} 0`;
    return `<path d="${start}${arc}" stroke-width="${num(1 + 2 * t)}" opacity="${num(random.between(0.15, 0.5))}"/>`;
  });
  canvas.draw(`<g fill="none" stroke="${mood.light}" stroke-linecap="round">${glints.join('')}</g>`);
  scene.mention('water wave', 0.25);
}

export function paintWaves(scene: Scene, top = 0.78): void {
  const { random, mood, canvas } = scene;
  for (let row = 0; row < 4; row++) {
    const y = HEIGHT * (top + 0.07 * row);
    const width = random.between(70, 110);
    let line = `M${num(-width)} ${num(y)}`;
    for (let x = -width; x < WIDTH + 2 * width; x += width) {
      line += `q${num(width / 4)} ${num(-26 + 5 * row)} ${num(width / 2)} 0t${num(width / 2)} 0`;
    }
    const colour = blend(mood.land[0], mood.land[2], row / 3);
    const paint = canvas.linear([
      [0, blend(colour, mood.light, 0.38)],
      [0.3, colour],
      [1, colour],
    ]);
    canvas.draw(
      `<path d="${line}V${HEIGHT + 10}H${num(-width)}Z" transform="translate(${num(random.between(-30, 30))} 0)" fill="${paint}"/>`,
    );
  }
  scene.mention('water wave', 0.3);
}

/** A row of firs whose feet stand around `foot` (a share of the height). */
export function paintFirs(scene: Scene, foot: number, count: number, height: number, colour: Colour): void {
  const { random } = scene;
  const firs = Array.from({ length: count }, (_, i) => {
    const x = ((i + random.between(0.1, 0.9)) / count) * (WIDTH + 40) - 20;
    const h = height * random.between(0.6, 1.15);
    const base = HEIGHT * foot + random.between(-6, 18);
    const w = h * 0.28;
    return (
      `M${num(x)} ${num(base - h)}l${num(w * 0.45)} ${num(h * 0.36)}h${num(-w * 0.16)}l${num(w * 0.42)} ${num(h * 0.3)}` +
      `h${num(-w * 0.18)}l${num(w * 0.5)} ${num(h * 0.34)}h${num(-w * 2.06)}l${num(w * 0.5)} ${num(-h * 0.34)}` +
      `h${num(-w * 0.18)}l${num(w * 0.42)} ${num(-h * 0.3)}h${num(-w * 0.16)}Z`
    );
  });
  scene.canvas.draw(`<path d="${firs.join('')}" fill="${colour}"/>`);
  scene.mention('evergreen tree', 0.3);
}

export function paintSkyline(scene: Scene, foot = 0.68): void {
  const { random, mood, canvas } = scene;
  const base = HEIGHT * foot;
  let walls = '';
  let windows = '';
  for (let x = -10; x < WIDTH;) {
    const [width, height] = [random.between(28, 64), random.between(60, 210)];
    walls += `M${num(x)} ${num(base - height)}h${num(width)}V${num(base + 60)}h${num(-width)}Z`;
    if (random.chance(0.4)) {
      const spire = random.between(16, 50);
      walls += `M${num(x)} ${num(base - height + 1)}l${num(width / 2)} ${num(-spire)}l${num(width / 2)} ${num(spire)}Z`;
    }
    for (let y = base - height + 10; y < base - 6; y += 14) {
      for (let wx = x + 6; wx < x + width - 8; wx += 11) {
        if (random.chance(0.3)) windows += `M${num(wx)} ${num(y)}h4.5v7h-4.5Z`;
      }
    }
    x += width + random.between(-4, 8);
  }
  canvas.draw(`<path d="${walls}" fill="${blend(mood.land[0], mood.land[1], 0.5)}"/>`);
  canvas.draw(`<path d="${windows}" fill="${mood.light}" opacity=".8"/>`);
  scene.mention('cityscape', 0.3);
}

/** A chequered floor running to the horizon. */
export function paintChequers(scene: Scene, horizon = 0.66): void {
  const { mood, canvas } = scene;
  const top = HEIGHT * horizon;
  const depth = HEIGHT - top;
  const rows = 9;
  const rowTop = (row: number) => top + depth * (row / rows) ** 1.9;
  const spread = (y: number) => ((y - top) / depth + 0.12) * 92;
  let tiles = '';
  for (let row = 0; row < rows; row++) {
    const [a, b] = [rowTop(row), rowTop(row + 1)];
    for (let column = -16; column < 16; column++) {
      if ((row + column) % 2 === 0) continue;
      const corner = (steps: number, y: number) => `${num(WIDTH / 2 + steps * spread(y))} ${num(y)}`;
      tiles += `M${corner(column, a)}L${corner(column + 1, a)}L${corner(column + 1, b)}L${corner(column, b)}Z`;
    }
  }
  const shade = canvas.linear([
    [0, mood.sky[2], 0.55],
    [0.3, mood.sky[1], 0.15],
    [1, '#000000', 0.4],
  ]);
  const box = `y="${num(top)}" width="${WIDTH}" height="${num(depth)}"`;
  canvas.draw(
    `<rect ${box} fill="${mood.land[2]}"/><path d="${tiles}" fill="${blend(mood.land[0], mood.light, 0.55)}" opacity=".85"/>` +
      `<rect ${box} fill="${shade}"/>`,
  );
}

export function paintGrass(scene: Scene, count: number): void {
  const { random, mood, canvas } = scene;
  const blades = Array.from({ length: count }, () => {
    const [x, height, bend] = [random.between(-10, WIDTH + 10), random.between(14, 48), random.between(-14, 14)];
    return `M${num(x)} ${HEIGHT + 4}q${num(bend * 0.3)} ${num(-height * 0.6)} ${num(bend)} ${num(-height)}`;
  });
  canvas.draw(
    `<path d="${blades.join('')}" fill="none" stroke="${darken(mood.land[2], 0.2)}" stroke-width="4" stroke-linecap="round"/>`,
  );
}

export function paintSeaweed(scene: Scene, count: number): void {
  const { random, mood, canvas } = scene;
  const plants = Array.from({ length: count }, () => {
    const [x, height] = [random.between(0, WIDTH), random.between(80, 230)];
    let line = `M${num(x)} ${HEIGHT + 5}`;
    for (let y = 0, bend = 18; y < height; y += 40, bend = -bend) line += `q${bend} -20 0 -40`;
    return `<path d="${line}" stroke-width="${num(random.between(6, 13))}" opacity="${num(random.between(0.5, 0.95))}"/>`;
  });
  const green = blend(mood.land[1], '#1f7a4a', 0.4);
  canvas.draw(`<g fill="none" stroke="${green}" stroke-linecap="round">${plants.join('')}</g>`);
}

export function paintBubbles(scene: Scene, count: number): void {
  const { random, mood, canvas } = scene;
  for (let i = 0; i < count; i++) {
    const [x, y, radius] = [random.between(0, WIDTH), random.between(0, HEIGHT), 2 + random.next() ** 2.5 * 18];
    canvas.draw(
      `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${mood.light}" fill-opacity=".12" ` +
        `stroke="${lighten(mood.light, 0.3)}" stroke-opacity=".6" stroke-width="1.5"/>` +
        `<circle cx="${num(x - radius * 0.35)}" cy="${num(y - radius * 0.35)}" r="${num(radius * 0.2)}" fill="#fff" opacity=".8"/>`,
    );
  }
  scene.mention('bubbles', 0.25);
}
