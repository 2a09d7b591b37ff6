import { type CardRecipe, cardId } from './card.ts';
import { finish } from './finish.ts';
import type { SkinTone } from './icons.ts';
import type { MoodName } from './moods.ts';
import { RandomStream } from './random.ts';
import { type TemplateName, TEMPLATES } from './templates.ts';

type Vision = {
  readonly title: string;
  readonly template: TemplateName;
  readonly mood: MoodName;
  readonly words: readonly string[];
};

function vision(title: string, template: TemplateName, mood: MoodName, ...words: string[]): Vision {
  return { title, template, mood, words };
}

/** Each line: title, scene, palette, and the things in the order the scene wants them. */
const VISIONS: readonly Vision[] = [
  vision('The Cat That Minds the Village', 'colossus', 'moss', 'cat', 'house', 'mouse', 'yarn'),
  vision('Strawberry Airlines', 'balloon', 'rose', 'strawberry', 'bathtub', 'flamingo', 'palm tree'),
  vision('The Balancing Act', 'tower', 'gold', 'elephant', 'drum', 'teapot', 'butterfly'),
  vision("The Swan's Other Self", 'reflection', 'ice', 'swan', 'dragon', 'sailboat', 'snowflake'),
  vision('Raining Keys', 'rain', 'ember', 'old key', 'door', 'snail', 'umbrella'),
  vision('The Clock Tree', 'tree', 'dusk', 'alarm clock', 'bell', 'stopwatch', 'fox'),
  vision('Pilgrims of the Crystal', 'procession', 'violet', 'crystal ball', 'two-hump camel', 'moai', 'lotus position'),
  vision('The House That Drifted Off', 'island', 'seaglass', 'derelict house', 'potted plant', 'bicycle', 'anchor'),
  vision('What the Hat Knew', 'vessel', 'absinthe', 'top hat', 'rabbit', 'joker', 'dove', 'magic wand'),
  vision('A Planet of Honey', 'orbit', 'sepia', 'honey pot', 'honeybee', 'bear', 'tulip', 'bread'),
  vision('A Door into Winter', 'portal', 'storm', 'evergreen tree', 'deer', 'ice skate', 'snowflake'),
  vision('The Sunken Choir', 'underwater', 'midnight', 'harp', 'seal', 'trumpet', 'bell', 'crab'),

  vision('Wheel of Roses', 'mandala', 'dusk', 'mirror', 'rose', 'peacock', 'dagger'),
  vision('The Bear Plays a Prince', 'stage', 'gold', 'polar bear', 'skull', 'crossed swords', 'crown'),
  vision('The Guest Who Would Not Leave', 'giantRoom', 'rose', 'giraffe', 'hot beverage', 'luggage', 'light bulb'),
  vision('The Kept Winter', 'glassBell', 'ice', 'snowman', 'hut', 'penguin', 'candle', 'scarf'),
  vision("The Sleeper's Rocket", 'dream', 'midnight', 'bed', 'astronaut', 'ringed planet', 'rocket'),
  vision('The Shadow of a Mouse', 'shadow', 'ember', 'mouse', 'elephant', 'cheese wedge', 'mouse trap'),
  vision('The Owl That Kept the Hours', 'colossus', 'sepia', 'owl', 'mantelpiece clock', 'headstone', 'bat'),
  vision('Ascent of the Jellyfish', 'balloon', 'seaglass', 'jellyfish', 'canoe', 'turtle', 'volcano'),
  vision('Everything I Packed', 'tower', 'storm', 'luggage', 'radio', 'framed picture', 'cactus', 'poodle'),
  vision('A Tent Dreams of Castles', 'reflection', 'violet', 'circus tent', 'castle', 'duck', 'comet'),
  vision('The Courier of Hearts', 'rain', 'moss', 'love letter', 'postbox', 'motorcycle', 'poodle'),
  vision('Lantern Orchard', 'tree', 'absinthe', 'red paper lantern', 'star', 'diya lamp', 'hedgehog'),

  vision("The Toymaker's Parade", 'procession', 'gold', 'teddy bear', 'nesting dolls', 'robot', 'carousel horse'),
  vision('Private Circus', 'island', 'ember', 'ferris wheel', 'lion', 'popcorn', 'ladder', 'kite'),
  vision('A Cup of Distance', 'vessel', 'dusk', 'hot beverage', 'passenger ship', 'dolphin', 'cloud', 'crescent moon'),
  vision('Gravity of the Eye', 'orbit', 'violet', 'eye', 'camera', 'glasses', 'telescope', 'film projector'),
  vision('The Keyhole Garden', 'portal', 'absinthe', 'cherry blossom', 'black cat', 'locked', 'butterfly'),
  vision('Tea with the Octopus', 'underwater', 'seaglass', 'octopus', 'teapot', 'cookie', 'ring buoy', 'chair'),
  vision('Compass of Doves', 'mandala', 'midnight', 'compass', 'dove', 'world map', 'canoe'),
  vision('Opera for Cats', 'stage', 'rose', 'black cat', 'studio microphone', 'tropical fish', 'wilted flower'),
  vision('The Shell in the Parlour', 'giantRoom', 'ice', 'spiral shell', 'broom', 'crab', 'framed picture'),
  vision('The Rose and the Fox', 'glassBell', 'sepia', 'rose', 'fox', 'ram', 'small airplane', 'ringed planet'),
  vision('Bath Night', 'dream', 'moss', 'bathtub', 'sailboat', 'shark', 'duck'),
  vision('The Shadow of a Duck', 'shadow', 'storm', 'duck', 'dragon', 'shield', 'soap'),

  vision('Teapot on the Horizon', 'colossus', 'rose', 'teapot', 'camel', 'pie', 'butterfly'),
  vision('Moonlit Removal', 'balloon', 'midnight', 'full moon', 'couch and lamp', 'sloth', 'wheel', 'bat'),
  vision('Cake for a Giant', 'tower', 'violet', 'birthday cake', 'crown', 'chess pawn', 'strawberry', 'ant'),
  vision('Small Cat, Deep Water', 'reflection', 'absinthe', 'cat', 'tiger', 'lotus', 'eye'),
  vision('Coins from a Clear Sky', 'rain', 'gold', 'coin', 'monkey', 'treasure chest', 'bucket'),
  vision('Sweet Harvest', 'tree', 'rose', 'doughnut', 'lollipop', 'ice cream', 'bear'),
  vision("The Ghost's Market Day", 'procession', 'storm', 'ghost', 'goat', 'church', 'grapes'),
  vision('Rock of the Star Watcher', 'island', 'dusk', 'telescope', 'goose', 'books', 'bucket', 'satellite'),
  vision('Summer in a Jar', 'vessel', 'seaglass', 'jar', 'sunflower', 'beetle', 'ladder', 'sun'),
  vision('Time Flies', 'orbit', 'ice', 'hourglass not done', 'airplane', 'snail', 'racing car', 'egg'),
  vision("Somebody Else's Summer", 'portal', 'storm', 'palm tree', 'umbrella', 'penguin', 'sun'),
  vision('A Call from Below', 'underwater', 'ember', 'telephone', 'squid', 'diving mask', 'fishing pole', 'coral'),

  vision("The Gambler's Star", 'mandala', 'moss', 'game die', 'four leaf clover', 'rabbit', 'money bag'),
  vision('The Magician Is Late', 'stage', 'violet', 'mage', 'alarm clock', 'old key', 'magic wand'),
  vision('Spun in Silence', 'giantRoom', 'absinthe', 'yarn', 'sewing needle', 'scissors', 'spider'),
  vision(
    'Pocket Volcano',
    'glassBell',
    'ember',
    'volcano',
    'sauropod',
    'palm tree',
    'magnifying glass tilted left',
    'fire',
  ),
  vision("The Lobster's Revenge", 'dream', 'dusk', 'pot of food', 'lobster', 'kitchen knife', 'lemon'),
  vision('Toys after Dark', 'shadow', 'gold', 'teddy bear', 't-rex', 'puzzle piece', 'nesting dolls'),
  vision('The Clown Moon', 'colossus', 'midnight', 'clown face', 'carousel horse', 'accordion', 'balloon'),
  vision('Cherry Zeppelin', 'balloon', 'storm', 'cherries', 'basket', 'church', 'raccoon', 'parrot'),
  vision("The Turtle's Library", 'tower', 'seaglass', 'turtle', 'books', 'globe showing europe-africa', 'candle'),
  vision('The Guitar and the Fish', 'reflection', 'sepia', 'guitar', 'fish', 'fishing pole', 'feather'),
  vision('Feathers for the Sleepless', 'rain', 'violet', 'feather', 'bed', 'rooster', 'mantelpiece clock'),
  vision('Where Umbrellas Grow', 'tree', 'ice', 'umbrella', 'top hat', 'scarf', 'detective'),

  vision("The Frog's Proposal", 'procession', 'absinthe', 'frog', 'ring', 'princess', 'japanese castle'),
  vision('The Musical Rock', 'island', 'rose', 'musical keyboard', 'swan', 'hibiscus', 'violin', 'parrot'),
  vision("Pandora's Trunk", 'vessel', 'ember', 'treasure chest', 'tornado', 'performing arts', 'red heart', 'chains'),
  vision("The Fiddler's Universe", 'orbit', 'midnight', 'violin', 'dancing', 'wolf', 'long drum', 'wine glass'),
  vision("The Dragon's Front Door", 'portal', 'moss', 'dragon', 'shield', 'bow and arrow', 'fire'),
  vision('Drowned Library', 'underwater', 'dusk', 'open book', 'tropical fish', 'abacus', 'glasses', 'candle'),
  vision('A Ring of Moons', 'mandala', 'seaglass', 'wolf', 'crescent moon', 'owl', 'leafless tree'),
  vision('Ballet of Machines', 'stage', 'storm', 'robot', 'ballet shoes', 'gear', 'high voltage'),
  vision('A Cactus Comes to Dinner', 'giantRoom', 'sepia', 'cactus', 'wine glass', 'hot pepper', 'maracas'),
  vision('A Fairground for Ants', 'glassBell', 'gold', 'roller coaster', 'tent', 'ice cream', 'ant', 'watermelon'),
  vision("The Seed's Ambition", 'dream', 'ice', 'potted plant', 'deciduous tree', 'nest with eggs', 'monkey'),
  vision('A Snail Leaves Town', 'colossus', 'dusk', 'snail', 'fountain', 'tram car', 'umbrella'),

  vision('The Bulb That Flew', 'balloon', 'sepia', 'light bulb', 'basket', 'mammoth', 'wind chime', 'kite'),
  vision('Lion or Sunflower', 'reflection', 'midnight', 'lion', 'sunflower', 'lotus', 'kite'),
  vision('Court of Apples', 'tree', 'gold', 'red apple', 'balance scale', 'scroll', 'snake'),
  vision('The Last Departure', 'procession', 'ice', 'penguin', 'luggage', 'locomotive', 'wilted flower'),
  vision('The Clockwork Farm', 'island', 'storm', 'factory', 'cow', 'tractor', 'magnet', 'helicopter'),
  vision('A Book Left Open', 'vessel', 'rose', 'open book', 'unicorn', 'fairy', 'ship', 'rainbow'),
  vision('Mechanics of the Heart', 'orbit', 'absinthe', 'red heart', 'gear', 'bow and arrow', 'link', 'thread'),
  vision("Visitors' Entrance", 'portal', 'violet', 'flying saucer', 'cow', 'alien', 'satellite antenna'),
  vision(
    'Carousel of the Deep',
    'underwater',
    'moss',
    'carousel horse',
    'whale',
    'ferris wheel',
    'balloon',
    'spiral shell',
  ),
  vision('The Lemon Conspiracy', 'stage', 'seaglass', 'pineapple', 'lemon', 'dagger', 'crown'),
  vision(
    'Specimen Number Seven',
    'glassBell',
    'ember',
    'locomotive',
    'mushroom',
    'brown mushroom',
    'microscope',
    'alembic',
  ),
  vision("The Dancer's Apartment", 'giantRoom', 'dusk', 'high-heeled shoe', 'koala', 'folding hand fan', 'saxophone'),
];

const SKINS = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const satisfies readonly SkinTone[];

export function visionRecipes(): CardRecipe[] {
  return VISIONS.map(({ title, template, mood, words }, index) => {
    const seed = `vision/${title}`;
    const skin = new RandomStream(`${seed}/skin`).pick(SKINS);
    return {
      id: cardId('v', index),
      kind: 'vision',
      title,
      mood,
      seed,
      things: words.map((word) => ({ word, skin })),
      paint(scene, [lead, second, third, ...others]) {
        if (!lead || !second || !third) throw new Error(`"${title}" needs at least three things`);
        TEMPLATES[template](scene, [lead, second, third, others[0], others[1]]);
        finish(scene);
      },
    };
  });
}
