import type { Results } from '../results/open-results.ts';
import type { Report, Section } from './document.ts';
import { ReportError } from './report-error.ts';
import type { Run } from './run.ts';
import { choiceSections } from './sections/choices.ts';
import type { ChoiceMeans } from './sections/choices.ts';
import { comparisonSections, ruleSections } from './sections/comparison.ts';
import { endingsSections } from './sections/endings.ts';
import { gridSection } from './sections/grid.ts';
import { groupSections } from './sections/groups.ts';
import { headlineSection, playedSection } from './sections/overview.ts';
import { cellsOf } from './run.ts';
import { castText, counted } from './words.ts';

/** What a report needs besides runs and their rows. */
export interface ReportMeans extends ChoiceMeans {
  /** The command line that plays a run again. */
  readonly commandOf: (run: Run) => string;
}

/**
 * All there is to say of a run, or of several of one game beside each other. `results` holds the rows of their files; undefined where none
 * has any.
 * @throws ReportError for runs of several games, ResultsError
 */
export async function makeReport(
  runs: readonly Run[],
  results: Results | undefined,
  means: ReportMeans,
): Promise<Report> {
  const [first] = runs;
  const other = runs.find(({ game }) => game !== first.game);
  if (other)
    throw new ReportError(
      `${first.folder} is of ${first.game.id} and ${other.folder} of ${other.game.id}; a report is of runs of one game`,
    );
  const sections =
    runs.length === 1 ? await sectionsOf(first, results, means) : await sectionsOfSeveral(runs, results, means);
  const games = runs.reduce((sum, run) => sum + cellsOf(run, 'asked').reduce((all, cell) => all + cell.games, 0), 0);
  return {
    title: runs.length === 1 ? first.name : `${runs.length} runs of ${first.game.title}`,
    subtitle:
      runs.length === 1
        ? `${first.game.title}, ${castText(first.document.lineups.asked)}; ${counted(games, 'game')}`
        : `${runs.map(({ name }) => name).join(', ')}; ${counted(games, 'game')}`,
    sections: sections.filter(({ blocks }) => blocks.length > 0),
    footer: `Made by seance report (Séance ${first.document.seance}). Intervals are of 95 %.`,
  };
}

async function sectionsOf(run: Run, results: Results | undefined, means: ReportMeans): Promise<readonly Section[]> {
  const games = run.gamesFile === undefined ? undefined : results;
  const noGames: Section = {
    id: 'rows',
    title: 'Game by game',
    blocks: [
      { kind: 'missing', text: 'How games end needs games.csv, which is not there: seance simulate --out writes it.' },
    ],
  };
  return [
    headlineSection(run),
    gridSection(run),
    ...ruleSections(run),
    ...(games ? await endingsSections(run, games) : [noGames]),
    ...(await choiceSections(run, results, means)),
    ...(await groupSections(run, games)),
    playedSection(run, means.commandOf(run)),
  ];
}

async function sectionsOfSeveral(
  runs: readonly Run[],
  results: Results | undefined,
  { commandOf }: ReportMeans,
): Promise<readonly Section[]> {
  const own = runs.map((run, at): readonly Section[] => {
    const grid = gridSection(run);
    const played = playedSection(run, commandOf(run));
    const blocks = [...grid.blocks, ...played.blocks].map((block) =>
      block.kind === 'figure' ? { ...block, figure: { ...block.figure, id: `${block.figure.id}-${at + 1}` } } : block,
    );
    return [{ id: `run-${at + 1}`, title: run.name, blocks }];
  });
  return [...(await comparisonSections(runs, results)), ...own.flat()];
}
