import type { Figure } from '../../engine/kernel/spec.ts';
import type { Estimate } from '../../sim/index.ts';
import type { Block, Section } from '../document.ts';
import { cellsOf } from '../run.ts';
import type { PlayedCell, Run } from '../run.ts';
import { capital, castText, counted, estimateText, intervalText, isShare, placeText, valueText } from '../words.ts';

/** A figure of a cell; not known where the cell does not have it. */
export const figureOf = ({ figures }: Pick<PlayedCell, 'figures'>, name: string): Estimate =>
  figures[name] ?? { n: 0, value: Number.NaN, low: Number.NaN, high: Number.NaN };

/** What came out, in numbers and in words. */
export function headlineSection(run: Run): Section {
  const cells = cellsOf(run, 'asked');
  const [headline] = run.game.figures;
  const blocks: Block[] = [];
  if (run.document.interrupted)
    blocks.push({ kind: 'text', text: 'This run was interrupted: these are the games that were played until then.' });
  if (cells.length === 0) blocks.push({ kind: 'missing', text: 'No game of the line-up that was asked for was over.' });
  else if (cells.length === 1) blocks.push(...oneCell(run, cells[0], headline));
  else blocks.push(...manyCells(run, cells, headline));
  return { id: 'headline', title: 'What came out', blocks };
}

function oneCell(run: Run, cell: PlayedCell, headline: Figure): readonly Block[] {
  const figures = [...new Set([headline, ...run.game.matrix, ...run.game.figures])].slice(0, 4);
  const bounds = (['floor', 'ceiling'] as const).flatMap((lineup) => {
    const bound = cellsOf(run, lineup).find(({ row, column }) => row === cell.row && column === cell.column);
    return bound ? [`the ${lineup} to ${estimateText(figureOf(bound, headline.name), isShare(headline))}`] : [];
  });
  const won = figureOf(cell, headline.name);
  const between = bounds.length === 0 ? '' : `. For comparison, ${bounds.join(' and ').replace(' to ', ' came to ')}`;
  return [
    {
      kind: 'numbers',
      numbers: figures.map((figure) => ({
        name: figure.name,
        value: valueText(figureOf(cell, figure.name), isShare(figure)),
        interval: intervalText(figureOf(cell, figure.name), isShare(figure)),
      })),
    },
    {
      kind: 'text',
      text: `${capital(headline.doc)}: ${estimateText(won, isShare(headline))}, in ${counted(cell.games, 'game')} at the table of ${placeText(run, cell)}${between}. Intervals in brackets hold with 95 %.`,
    },
  ];
}

function manyCells(run: Run, cells: readonly PlayedCell[], headline: Figure): readonly Block[] {
  const ranked = cells.toSorted((a, b) => figureOf(b, headline.name).value - figureOf(a, headline.name).value);
  const ends = [ranked[0], ranked[ranked.length - 1]] as const;
  const games = cells.reduce((sum, cell) => sum + cell.games, 0);
  const text = (cell: PlayedCell): string =>
    `${estimateText(figureOf(cell, headline.name), isShare(headline))} at ${placeText(run, cell)}`;
  return [
    {
      kind: 'numbers',
      numbers: ends.map((cell, at) => ({
        name: `${headline.name}, ${at === 0 ? 'most' : 'least'} often: ${placeText(run, cell)}`,
        value: valueText(figureOf(cell, headline.name), isShare(headline)),
        interval: intervalText(figureOf(cell, headline.name), isShare(headline)),
      })),
    },
    {
      kind: 'text',
      text: `${capital(headline.doc)}, in ${counted(games, 'game')} at ${counted(cells.length, 'table')}: from ${text(ends[0])} down to ${text(ends[1])}. Intervals in brackets hold with 95 %, each by itself.`,
    },
  ];
}

/** What was played, so that it can be played again. */
export function playedSection(run: Run, command: string): Section {
  const { document, game } = run;
  const { asked, floor, ceiling } = document.lineups;
  const config = Object.entries(document.config).map(([name, value]) => `${name} ${String(value)}`);
  const eyes = Object.entries(document.encoders).map(([name, encoder]) => `${name}: ${encoder}`);
  const facts: (readonly [string, string])[] = [
    ['game', `${game.title}, rules version ${game.version}`],
    ['line-up', castText(asked)],
  ];
  if (config.length > 0) facts.push(['rules changed', config.join(', ')]);
  if (floor) facts.push(['floor', castText(floor)]);
  if (ceiling) facts.push(['ceiling', castText(ceiling)]);
  if (document.deck) facts.push(['deck', `${document.deck.asked} (${document.deck.hash.slice(0, 12)})`]);
  if (eyes.length > 0) facts.push(['eyes', eyes.join('; ')]);
  if (document.series > 1) facts.push(['series', `${document.series} games in a row by the same people`]);
  facts.push(
    ...(document.precision === undefined
      ? []
      : [['precision', `± ${document.precision}; the first figure's interval holds at all looks together`] as const]),
    ['seed', String(document.seed)],
    ['checksum', document.checksum],
    ['played', `${document.timing.started.slice(0, 10)}, Séance ${document.seance}`],
    ['command', command],
  );
  return {
    id: 'played',
    title: 'What was played',
    blocks: [
      { kind: 'facts', facts },
      { kind: 'table', title: 'Every figure of every table', table: everyFigure(run) },
    ],
  };
}

function everyFigure(run: Run): { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const { figures } = run.game;
  const cells = run.cells.filter(({ games, rule }) => games > 0 && rule === undefined);
  return {
    columns: ['table', 'line-up', 'games', ...figures.map(({ name }) => name)],
    rows: cells.map((cell) => [
      placeText(run, cell),
      cell.lineup,
      counted(cell.games, '', '').trim(),
      ...figures.map((figure) => estimateText(figureOf(cell, figure.name), isShare(figure))),
    ]),
  };
}
