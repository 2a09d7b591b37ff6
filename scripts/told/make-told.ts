import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gameOf } from '../../src/agents/catalog.ts';
import { legendOf, splitLines, thoughtLines } from '../../src/cli/explain/words.ts';
import { STARTER } from '../../src/api/pictures.ts';
import { lookAt } from '../../src/cli/knowledge.ts';
import { findDeck, loadDeck, pickCards } from '../../src/embeddings/deck/deck.ts';
import type { Card } from '../../src/embeddings/deck/deck.ts';
import type { Moment, Thing, Thought } from '../../src/engine/kernel/explanation.ts';
import { writeWhole } from '../../src/files/write-whole.ts';
import { lineupOf } from '../../src/sim/index.ts';

/** Writes docs/games anew: games told with everybody's reasons, with pictures. To be run after a bot, the deck or its eyes changed. */

const GAMES = [
  { file: 'four-people-easy', title: 'Four people, easy', config: { players: 4, difficulty: 'easy' }, seed: 24 },
  { file: 'five-people-hard', title: 'Five people, hard', config: { players: 5, difficulty: 'hard' }, seed: 1 },
];
const CASTING = { ghost: { agent: 'planner', params: {} }, psychic: { agent: 'pragmatic', params: {} } };
/** Pixels that a picture is wide. */
const WIDTH = 44;

const folder = fileURLToPath(new URL('../../docs/games', import.meta.url));
const game = gameOf('mysterium');
const pictures = await lookAt(game, [CASTING], STARTER, { quiet: true });
const deck = await loadDeck(await findDeck(STARTER));
const picked = pickCards(deck, game.deck ?? { visions: 0, cards: [] });

for (const { file, title, config, seed } of GAMES) {
  const session = game.open(config, lineupOf(game, config, CASTING), pictures.knowledge);
  const { moments } = session.explain(seed, pictures.titles);
  const words = Object.entries(config).map(([name, value]) => `--${name} ${value}`);
  const command = [
    'seance play mysterium',
    ...words,
    '--ghost planner --psychic pragmatic',
    `--seed ${seed} --explain`,
  ];
  const text = [
    `# ${title}`,
    `A game as \`${command.join(' ')}\` tells it; with \`--html game.html\` in its place it is a page with more pictures. How to read it is in [explain.md](../explain.md). Written by \`npm run told\`.`,
    'What the numbers are:',
    legendOf(moments.flatMap(({ thoughts }) => thoughts))
      .map((line) => `- ${line}`)
      .join('\n'),
    `Pictures: ${deck.title}, ${deck.license}.`,
    ...moments.flatMap(momentText),
  ].join('\n\n');
  await writeWhole(`${folder}/${file}.md`, `${text}\n`);
  console.log(`wrote docs/games/${file}.md`);
}

function momentText(moment: Moment): readonly string[] {
  const { before, done } = splitLines(moment);
  const story = before.flatMap((line, i) => (line === '' ? [] : [before[i - 1] === '' ? `## ${line}` : line]));
  if (moment.move === 0) return story;
  const { thoughts } = moment;
  const shown = thoughts.flatMap(picturesOf);
  return [
    ...story,
    `**${moment.move}.** ${done}`,
    ...(shown.length === 0 ? [] : [shown.join(thoughts.length === 1 ? ' ' : ' &emsp; ')]),
    thoughtLines(thoughts)
      .map((line) => `- ${line}`)
      .join('\n'),
  ];
}

/** What was chosen, and what it is meant to be taken for rather than what else. */
function picturesOf({ chosen, why }: Thought): readonly string[] {
  const option = why?.options.find((one) => one.chosen);
  const drawn = chosen.shows.map(image).join(' ');
  if (option?.aim === undefined) return drawn === '' ? [] : [drawn];
  const rival = option.rival ? ` rather than ${option.rival.shows.map(image).join('')}` : '';
  return [`${drawn} for ${option.aim.shows.map(image).join('')}${rival}`];
}

function image({ kind, id }: Thing): string {
  const card: Card = (kind === 'vision' ? picked.visions : picked.cards)[id];
  const title = card.title.replaceAll('"', '&quot;');
  return `<img src="${relative(folder, card.path)}" alt="${title}" title="${title}" width="${WIDTH}">`;
}
