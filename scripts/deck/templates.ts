import type { Scene } from './scene.ts';
import { dream, giantRoom, glassBell, mandala, orbit, portal, shadow, stage, underwater } from './templates-inner.ts';
import {
  balloon,
  type Cast,
  colossus,
  island,
  procession,
  rain,
  reflection,
  tower,
  tree,
  vessel,
} from './templates-open.ts';

/** The surreal scenes a vision can be. */
export const TEMPLATES = {
  balloon,
  colossus,
  dream,
  giantRoom,
  glassBell,
  island,
  mandala,
  orbit,
  portal,
  procession,
  rain,
  reflection,
  shadow,
  stage,
  tower,
  tree,
  underwater,
  vessel,
} satisfies Readonly<Record<string, (scene: Scene, cast: Cast) => void>>;

export type TemplateName = keyof typeof TEMPLATES;
