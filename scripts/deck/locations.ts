import { type Backdrop, paintBackdrop } from './backdrops.ts';
import { HEIGHT, WIDTH } from './canvas.ts';
import { type CardRecipe, cardId } from './card.ts';
import { finish } from './finish.ts';
import type { Thing } from './icons.ts';
import { paintBookcase, paintCurtains, paintRoom, paintShelf, paintWindow, type Wallpaper } from './interiors.ts';
import { paintChequers } from './land.ts';
import type { MoodName } from './moods.ts';
import type { Scene } from './scene.ts';
import { paintClouds, paintGlow, paintMoon, paintOpenSky, paintRays, paintSky, paintSnow } from './sky.ts';

/** A thing of a place: its word, the middle and foot of its ink, its size, and whether it hangs instead of standing. */
type Furnishing = readonly [word: string, x: number, foot: number, size: number, hanging?: 'hanging'];

type Setting =
  | {
      readonly kind: 'room';
      readonly wallpaper: Wallpaper;
      readonly window?: readonly [x: number, y: number];
      readonly fitting?: 'bookcases' | 'shelf';
    }
  | {
      readonly kind: 'open';
      readonly backdrop: Backdrop;
      readonly moon?: readonly [x: number, y: number];
      readonly snow?: true;
    }
  | { readonly kind: 'stage' };

type Place = {
  readonly title: string;
  readonly mood: MoodName;
  readonly setting: Setting;
  readonly furnishings: readonly Furnishing[];
};

// prettier-ignore
const PLACES: readonly Place[] = [
  { title: 'Library', mood: 'sepia', setting: { kind: 'room', wallpaper: 'damask', window: [183, 78], fitting: 'bookcases' }, furnishings: [
    ['ladder', 112, 548, 318], ['books', 362, 606, 184], ['candle', 352, 456, 118, 'hanging'], ['chair', 104, 686, 190], ['open book', 282, 694, 186]] },
  { title: 'Kitchen', mood: 'gold', setting: { kind: 'room', wallpaper: 'tile', window: [310, 60] }, furnishings: [
    ['kitchen knife', 92, 246, 136, 'hanging'], ['garlic', 214, 226, 108, 'hanging'], ['cooking', 236, 500, 232], ['pot of food', 116, 650, 200], ['bread', 366, 600, 168], ['cheese wedge', 300, 690, 140], ['carrot', 412, 690, 100]] },
  { title: 'Bedroom', mood: 'midnight', setting: { kind: 'room', wallpaper: 'stripe', window: [316, 70] }, furnishings: [
    ['framed picture', 122, 236, 150, 'hanging'], ['mantelpiece clock', 240, 380, 110, 'hanging'], ['bed', 228, 588, 372], ['teddy bear', 386, 680, 156], ['socks', 92, 684, 100]] },
  { title: 'Bathroom', mood: 'ice', setting: { kind: 'room', wallpaper: 'tile', window: [326, 66] }, furnishings: [
    ['shower', 100, 262, 172, 'hanging'], ['mirror', 246, 244, 142, 'hanging'], ['bathtub', 240, 604, 356], ['duck', 116, 690, 124], ['soap', 380, 686, 124]] },
  { title: 'Greenhouse', mood: 'moss', setting: { kind: 'room', wallpaper: 'diamond', window: [183, 66] }, furnishings: [
    ['potted plant', 124, 500, 236], ['hibiscus', 364, 470, 190], ['butterfly', 106, 214, 118, 'hanging'], ['honeybee', 386, 200, 98, 'hanging'], ['tulip', 250, 560, 190], ['cactus', 122, 686, 178], ['sunflower', 366, 690, 190], ['seedling', 244, 692, 92]] },
  { title: 'Observatory', mood: 'violet', setting: { kind: 'open', backdrop: 'hills' }, furnishings: [
    ['ringed planet', 116, 216, 170, 'hanging'], ['comet', 252, 142, 118, 'hanging'], ['star', 396, 250, 88, 'hanging'], ['telescope', 212, 610, 350], ['satellite antenna', 374, 684, 172]] },
  { title: 'Harbour', mood: 'seaglass', setting: { kind: 'open', backdrop: 'sea', moon: [390, 110] }, furnishings: [
    ['ship', 384, 470, 160], ['sailboat', 196, 540, 344], ['anchor', 372, 690, 190], ['lobster', 226, 694, 128], ['duck', 94, 690, 120]] },
  { title: 'Railway Station', mood: 'storm', setting: { kind: 'open', backdrop: 'city', moon: [392, 92] }, furnishings: [
    ['alarm clock', 102, 216, 140, 'hanging'], ['factory', 364, 440, 210], ['locomotive', 244, 590, 330], ['vertical traffic light', 76, 694, 150], ['luggage', 390, 692, 170]] },
  { title: 'Castle', mood: 'dusk', setting: { kind: 'open', backdrop: 'mountains', moon: [100, 100] }, furnishings: [
    ['dragon', 376, 200, 168, 'hanging'], ['castle', 240, 530, 384], ['horse', 112, 680, 168], ['crossed swords', 258, 690, 128], ['shield', 388, 688, 134]] },
  { title: 'Cemetery', mood: 'absinthe', setting: { kind: 'open', backdrop: 'forest', moon: [388, 96] }, furnishings: [
    ['leafless tree', 112, 500, 264], ['church', 332, 500, 286], ['bat', 214, 158, 118, 'hanging'], ['headstone', 150, 676, 196], ['wilted flower', 290, 688, 138], ['ghost', 398, 690, 138]] },
  { title: 'Circus', mood: 'ember', setting: { kind: 'open', backdrop: 'hills' }, furnishings: [
    ['balloon', 90, 210, 138, 'hanging'], ['circus tent', 240, 524, 392], ['carousel horse', 116, 686, 192], ['elephant', 372, 686, 190], ['popcorn', 246, 694, 118]] },
  { title: 'Beach', mood: 'gold', setting: { kind: 'open', backdrop: 'sea' }, furnishings: [
    ['sun', 112, 190, 160, 'hanging'], ['palm tree', 372, 520, 300], ['beach with umbrella', 178, 610, 300], ['spiral shell', 104, 692, 120], ['crab', 376, 684, 160]] },
  { title: 'Ski Lodge', mood: 'ice', setting: { kind: 'open', backdrop: 'mountains', moon: [396, 84], snow: true }, furnishings: [
    ['snow-capped mountain', 226, 440, 350], ['evergreen tree', 400, 560, 224], ['house', 138, 610, 216], ['skis', 374, 690, 166], ['snowman', 236, 692, 168]] },
  { title: 'Desert', mood: 'sepia', setting: { kind: 'open', backdrop: 'dunes' }, furnishings: [
    ['sun', 356, 196, 164, 'hanging'], ['cactus', 396, 560, 240], ['two-hump camel', 196, 596, 334], ['scorpion', 108, 690, 132], ['skull', 368, 690, 138]] },
  { title: 'Forest Camp', mood: 'moss', setting: { kind: 'open', backdrop: 'forest', moon: [300, 92] }, furnishings: [
    ['evergreen tree', 376, 520, 330], ['owl', 106, 276, 150, 'hanging'], ['tent', 192, 580, 308], ['fire', 366, 686, 164], ['backpack', 96, 690, 142], ['mushroom', 236, 694, 122]] },
  { title: 'Farm', mood: 'gold', setting: { kind: 'open', backdrop: 'hills' }, furnishings: [
    ['sun', 376, 180, 130, 'hanging'], ['house with garden', 176, 470, 310], ['ear of corn', 404, 520, 140], ['cow', 344, 640, 190], ['tractor', 126, 684, 212], ['pig', 368, 694, 146]] },
  { title: 'Theatre', mood: 'rose', setting: { kind: 'stage' }, furnishings: [
    ['performing arts', 240, 394, 262, 'hanging'], ['violin', 140, 610, 196], ['studio microphone', 340, 620, 186], ['bouquet', 240, 692, 160]] },
  { title: 'Laboratory', mood: 'absinthe', setting: { kind: 'room', wallpaper: 'tile', fitting: 'shelf' }, furnishings: [
    ['test tube', 104, 280, 168, 'hanging'], ['brain', 240, 279, 150, 'hanging'], ['dna', 378, 280, 158, 'hanging'], ['alembic', 164, 600, 290], ['microscope', 370, 610, 232], ['petri dish', 250, 692, 140]] },
  { title: 'Casino', mood: 'ember', setting: { kind: 'room', wallpaper: 'diamond' }, furnishings: [
    ['joker', 372, 260, 170, 'hanging'], ['flower playing cards', 110, 244, 150, 'hanging'], ['slot machine', 196, 560, 300], ['game die', 378, 640, 178], ['money bag', 244, 692, 168], ['coin', 100, 690, 124]] },
  { title: 'Museum', mood: 'dusk', setting: { kind: 'open', backdrop: 'chequers' }, furnishings: [
    ['classical building', 240, 440, 380], ['amphora', 96, 620, 196], ['moai', 392, 632, 210], ['sauropod', 244, 688, 244]] },
];

function paintSetting(scene: Scene, setting: Setting): void {
  switch (setting.kind) {
    case 'room':
      paintRoom(scene, 0.68, setting.wallpaper);
      if (setting.window) paintWindow(scene, setting.window[0], setting.window[1], 114, 176);
      if (setting.fitting === 'shelf') paintShelf(scene, 44, 276, 392);
      if (setting.fitting === 'bookcases') {
        paintBookcase(scene, 30, 74, 140, 5);
        paintBookcase(scene, 310, 74, 140, 5);
      }
      return paintGlow(scene, WIDTH / 2, HEIGHT * 0.5, 320, 0.4);
    case 'open':
      paintOpenSky(scene);
      if (setting.moon) paintMoon(scene, setting.moon[0], setting.moon[1], 42, 'full');
      return paintBackdrop(scene, setting.backdrop);
    case 'stage':
      paintSky(scene);
      paintRays(scene, WIDTH / 2, -40, 14, 0.3);
      paintClouds(scene, 0.25);
      paintChequers(scene, 0.66);
      paintGlow(scene, WIDTH / 2, 380, 270, 0.75);
      return paintCurtains(scene);
  }
}

function paintPlace(scene: Scene, place: Place, things: readonly Thing[]): void {
  paintSetting(scene, place.setting);
  place.furnishings.forEach(([, x, foot, size, hanging], i) => {
    const thing = things[i];
    if (!thing) return;
    const { width, height } = thing.icon.ink;
    const weight = (size / 180) ** 1.2;
    if (hanging) scene.place(thing, { x, y: foot - (size * height) / Math.max(width, height) / 2, size, weight });
    else scene.stand(thing, { x, y: foot, size, weight, haze: foot < 530 ? 0.06 : 0.02 });
  });
  if (place.setting.kind === 'open' && place.setting.snow) paintSnow(scene, 80);
}

export function locationRecipes(): CardRecipe[] {
  return PLACES.map((place, index) => ({
    id: cardId('l', index),
    kind: 'location',
    title: place.title,
    mood: place.mood,
    seed: `location/${place.title}`,
    things: place.furnishings.map(([word]) => ({ word })),
    paint(scene, things) {
      paintPlace(scene, place, things);
      finish(scene);
    },
  }));
}
