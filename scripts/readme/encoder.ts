import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * What the bundled encoder is worth, as data/models/metrics.json records it: for README.md in short, for the model card in full.
 * Nothing is measured here; `npm run encoder:measure` does that.
 */

interface Score {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

interface Duel {
  readonly play: Readonly<Record<string, Score>>;
  readonly rho: Score;
}

interface StyleScores {
  readonly pictures: number;
  readonly sameThing?: Score;
  readonly sameKind: Score;
  readonly captions: Score;
}

interface Metrics {
  readonly command: string;
  readonly model: string;
  readonly chance: Readonly<Record<string, number>>;
  readonly decks: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Duel | undefined>>>>>>;
  readonly things: Readonly<Record<string, Readonly<Record<string, StyleScores | undefined>>>> & {
    readonly chance: Readonly<Record<string, { readonly sameThing: number; readonly sameKind: number }>>;
  };
}

const folder = fileURLToPath(new URL('../../data/models/', import.meta.url));

/** What has been measured: of the committed model, or of the one before it. */
export function readMetrics(file = 'metrics.json'): Metrics {
  return JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Metrics;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const percent = (value: number): string => (100 * value).toFixed(1);
const reach = ({ value, low, high }: Score): number => Math.max(value - low, high - value);
const share = (score: Score | undefined): string =>
  score === undefined ? '–' : `${percent(score.value)} ± ${percent(reach(score))}`;
const rho = (score: Score | undefined): string =>
  score === undefined ? '–' : `${score.value.toFixed(3)} [${score.low.toFixed(2)}, ${score.high.toFixed(2)}]`;

/** Eyes in the order of the tables, and what they are. */
const EYES: readonly (readonly [name: string, remark: string])[] = [
  ['bundled', '**`bundled`**'],
  ['palette', '`palette`: colours and edges'],
  ['random', 'a network of random weights'],
  ['lots', 'numbers by lot'],
  ['counted words', 'the true words, counted'],
];
const CANDIDATES = ['5', '7', '9'];

const HANDS: Readonly<Record<string, string>> = {
  noto: 'Noto (the deck itself; its icons are training pictures)',
  twemoji: 'Twemoji (never trained on)',
  openmoji: 'OpenMoji (outlined; never trained on)',
};

/** First guesses right where the ghost looks at pictures and the psychics read words, in percent. */
function playTable(metrics: Metrics, deck: string, against: 'toWords' | 'toCountedWords'): string {
  const rows = EYES.flatMap(([name, remark]) => {
    const duel = metrics.decks[deck]?.[name]?.[against];
    return duel === undefined ? [] : [[remark, ...CANDIDATES.map((cards) => share(duel.play[cards])), rho(duel.rho)]];
  });
  const chance = ['chance', ...CANDIDATES.map((cards) => percent(metrics.chance[cards] ?? 0)), '0'];
  return table(['ghost’s eyes', ...CANDIDATES.map((cards) => `${cards} cards`), 'agreement'], [...rows, chance]);
}

/** Single things in styles never trained on. */
function thingsTable(
  metrics: Metrics,
  score: 'sameThing' | 'sameKind' | 'captions',
  styles: readonly string[],
): string {
  const rows = EYES.slice(0, 3).map(([name, remark]) => [
    remark,
    ...styles.map((style) => {
      const found = metrics.things[name]?.[style]?.[score];
      return score === 'captions' ? rho(found) : share(found);
    }),
  ]);
  const chance = styles.map((style) => {
    const found = metrics.things.chance[style];
    return score === 'captions' || found === undefined ? '0' : percent(found[score]);
  });
  return table(['eyes', ...styles], [...rows, ['chance', ...chance]]);
}

const ICON_STYLES = ['twemoji', 'openmoji', 'emojione-v1', 'twemoji, concepts never trained'];
const ALL_STYLES = [...ICON_STYLES, 'tuxpaint'];

const commandOf = (metrics: Metrics): string => ['```', metrics.command, '```'].join('\n');

/** The section of README.md. */
export function encoderSummary(): string {
  const metrics = readMetrics();
  return [
    commandOf(metrics),
    playTable(metrics, 'twemoji', 'toWords'),
    thingsTable(metrics, 'captions', ['twemoji', 'openmoji', 'emojione-v1', 'tuxpaint']),
  ].join('\n\n');
}

/** The tables of the model card, of the committed model and of the one before it. */
export function encoderTables(): string {
  const metrics = readMetrics();
  const before = readMetrics('metrics-before.json');
  const decks = Object.keys(metrics.decks).flatMap((deck) => [
    `#### The starter deck as drawn by ${HANDS[deck] ?? deck}`,
    'Psychics read the words that say what is on each card:',
    playTable(metrics, deck, 'toWords'),
    'The same, of the model before this one:',
    playTable(before, deck, 'toWords').split('\n').slice(0, 3).join('\n'),
    'Psychics count the words that two cards have in common, without word vectors:',
    playTable(metrics, deck, 'toCountedWords'),
    'The same, of the model before this one:',
    playTable(before, deck, 'toCountedWords').split('\n').slice(0, 3).join('\n'),
  ]);
  const things = (['sameThing', 'sameKind', 'captions'] as const).flatMap((score) => [
    `#### ${TITLES[score]}`,
    thingsTable(metrics, score, score === 'sameThing' ? ICON_STYLES : ALL_STYLES),
    'The same, of the model before this one:',
    thingsTable(before, score, score === 'sameThing' ? ICON_STYLES : ALL_STYLES)
      .split('\n')
      .slice(0, 3)
      .join('\n'),
  ]);
  return [commandOf(metrics), ...decks, ...things].join('\n\n');
}

const TITLES = {
  sameThing: 'Single things: the nearest of 900 pictures in a known style shows the same thing, percent',
  sameKind: 'Single things: the nearest picture in a known style shows the same kind of thing, percent',
  captions: 'Single things: likeness of pictures against likeness of captions (Spearman)',
};
