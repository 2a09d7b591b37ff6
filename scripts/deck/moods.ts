import type { Colour } from './colours.ts';

/** The palette of a picture: sky from top to horizon, land from far to near, and the colour of its light. */
export type Mood = {
  readonly sky: readonly [Colour, Colour, Colour];
  readonly land: readonly [Colour, Colour, Colour];
  readonly light: Colour;
  readonly starry: boolean;
};

export type MoodName =
  | 'dusk'
  | 'midnight'
  | 'seaglass'
  | 'ember'
  | 'rose'
  | 'moss'
  | 'ice'
  | 'sepia'
  | 'violet'
  | 'storm'
  | 'gold'
  | 'absinthe';

export const MOODS: Readonly<Record<MoodName, Mood>> = {
  dusk: {
    sky: ['#2b1b4d', '#8a3f6d', '#f6a860'],
    land: ['#7a4173', '#452a5c', '#241536'],
    light: '#ffd9a0',
    starry: true,
  },
  midnight: {
    sky: ['#070d26', '#1b3468', '#5a83bf'],
    land: ['#274279', '#16264c', '#090f22'],
    light: '#d6e6ff',
    starry: true,
  },
  seaglass: {
    sky: ['#0c4050', '#2f8e90', '#cdeed6'],
    land: ['#2f8086', '#185963', '#0a313a'],
    light: '#f6ffe4',
    starry: false,
  },
  ember: {
    sky: ['#310a10', '#a2381f', '#f9b659'],
    land: ['#7c2a24', '#491618', '#210808'],
    light: '#ffd27a',
    starry: false,
  },
  rose: {
    sky: ['#5d2c52', '#d67b9b', '#fee0d0'],
    land: ['#b0618f', '#783a66', '#43203d'],
    light: '#fff1e2',
    starry: false,
  },
  moss: {
    sky: ['#16301f', '#5f8447', '#ece8ae'],
    land: ['#52764a', '#2d4c2a', '#142513'],
    light: '#fff8bf',
    starry: false,
  },
  ice: {
    sky: ['#37588a', '#93bde0', '#f4fafd'],
    land: ['#93b8d8', '#577faa', '#2c4b70'],
    light: '#ffffff',
    starry: false,
  },
  sepia: {
    sky: ['#3e2b1c', '#b08552', '#f5e6bd'],
    land: ['#8d6740', '#573d25', '#2e2012'],
    light: '#fff4d2',
    starry: false,
  },
  violet: {
    sky: ['#180c3c', '#6644b4', '#dcbcf6'],
    land: ['#54399a', '#332069', '#180c36'],
    light: '#f3e3ff',
    starry: true,
  },
  storm: {
    sky: ['#1c2431', '#56687a', '#c3cfcd'],
    land: ['#50616f', '#303c49', '#161d26'],
    light: '#eef5ef',
    starry: false,
  },
  gold: {
    sky: ['#7a410d', '#e4a03c', '#fff4c6'],
    land: ['#b47323', '#774512', '#402308'],
    light: '#fffbe0',
    starry: false,
  },
  absinthe: {
    sky: ['#072424', '#207359', '#c8e878'],
    land: ['#206651', '#12433b', '#061f1e'],
    light: '#f4ffc4',
    starry: true,
  },
};
