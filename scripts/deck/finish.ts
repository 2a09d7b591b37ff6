import { HEIGHT, WIDTH } from './canvas.ts';
import { blend } from './colours.ts';
import type { Scene } from './scene.ts';

/** What makes one picture of many parts: a common tint, darker edges, fine grain and a thin frame. */
export function finish(scene: Scene, edgeShade = 0.45, tint = 0.2): void {
  const { canvas, mood, noiseSeed } = scene;
  const whole = `width="${WIDTH}" height="${HEIGHT}"`;
  const wash = canvas.linear([
    [0, mood.sky[0]],
    [1, mood.sky[2]],
  ]);
  const edges = canvas.radial(
    [
      [0, '#000000', 0],
      [0.62, '#000000', 0],
      [1, '#000000', edgeShade],
    ],
    0.5,
    0.48,
    0.78,
  );
  const grain = canvas.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="100%" height="100%">` +
      `<feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="${noiseSeed + 7}"/>` +
      `<feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 .9 0 0 0 -.28"/></filter>`,
  );
  const line = blend(mood.light, mood.sky[1], 0.3);
  canvas.draw(
    `<rect ${whole} fill="${wash}" opacity="${tint}" style="mix-blend-mode:soft-light"/>` +
      `<rect ${whole} fill="${edges}"/>` +
      `<rect ${whole} filter="url(#${grain})" opacity=".22" style="mix-blend-mode:overlay"/>` +
      `<rect x="9" y="9" width="${WIDTH - 18}" height="${HEIGHT - 18}" rx="18" fill="none" stroke="${line}" stroke-width="3" opacity=".75"/>` +
      `<rect x="15" y="15" width="${WIDTH - 30}" height="${HEIGHT - 30}" rx="13" fill="none" stroke="${line}" stroke-width="1.2" opacity=".45"/>`,
  );
}
