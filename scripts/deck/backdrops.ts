import { HEIGHT } from './canvas.ts';
import { blend } from './colours.ts';
import { paintChequers, paintFirs, paintHills, paintMountains, paintSea, paintSkyline, paintWaves } from './land.ts';
import type { Scene } from './scene.ts';
import { paintMist } from './sky.ts';

export type Backdrop = 'hills' | 'mountains' | 'sea' | 'waves' | 'forest' | 'city' | 'chequers' | 'dunes';

/** Paints the lower half of an open landscape. */
export function paintBackdrop(scene: Scene, backdrop: Backdrop): void {
  switch (backdrop) {
    case 'hills':
      return paintHills(scene, 0.6, 3, 44);
    case 'mountains':
      paintMountains(scene, 0.62, 0.3);
      return paintHills(scene, 0.68, 2, 26);
    case 'sea':
      return paintSea(scene, 0.62);
    case 'waves':
      return paintWaves(scene, 0.72);
    case 'forest': {
      const { land, sky } = scene.mood;
      paintFirs(scene, 0.66, 16, 190, blend(land[0], sky[2], 0.25));
      paintMist(scene, HEIGHT * 0.5, 150, 0.45);
      paintHills(scene, 0.66, 2, 22);
      return paintFirs(scene, 0.76, 8, 120, blend(land[1], land[0], 0.35));
    }
    case 'city':
      paintSkyline(scene, 0.68);
      paintMist(scene, HEIGHT * 0.6, 120, 0.35);
      return paintHills(scene, 0.7, 2, 14);
    case 'chequers':
      return paintChequers(scene, 0.64);
    case 'dunes':
      return paintHills(scene, 0.64, 4, 26);
  }
}
