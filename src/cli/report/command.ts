import { dirname, join } from 'node:path';
import { isSameFile } from '../../files/is-same-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseUnwritable } from '../../files/refuse-unwritable.ts';
import { writeWhole } from '../../files/write-whole.ts';
import type { CardPictures, Report } from '../../report/document.ts';
import { figuresOf } from '../../report/document.ts';
import { drawChart, standAlone } from '../../report/draw.ts';
import { makeReport } from '../../report/make-report.ts';
import { renderPage } from '../../report/page.ts';
import { readRun } from '../../report/run.ts';
import type { Run } from '../../report/run.ts';
import { RUN_FILES } from '../../sim/index.ts';
import { humanChoices } from '../calibrate/human.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { print, progressBars } from '../screen.ts';
import { cardPictures } from './card-pictures.ts';
import { jsonOf } from './json.ts';
import { playedCommand } from './played-command.ts';

/** The page's name in the folder of a run. */
const PAGE = 'report.html';

export const reportCommand: Command = {
  command: 'report [folders..]',
  describe: 'writes a page about a run, or about several beside each other: one HTML file that needs no network',
  options: {
    out: {
      type: 'string',
      requiresArg: true,
      describe: `the page, a file that ends in .html [usually ${PAGE} in the folder of the first run]`,
    },
    figures: { type: 'string', requiresArg: true, describe: 'a folder for every figure, as SVG and as PNG' },
    json: { type: 'boolean', describe: 'prints what the page says, as one JSON document' },
    quiet: { type: 'boolean', describe: 'prints nothing and shows no progress' },
  },
  examples: [
    ['$0 report runs/first', 'writes runs/first/report.html'],
    ['$0 report runs/first --figures figures', 'every figure as a file as well'],
    ['$0 report runs/margin-* --out margins.html', 'several runs: their differences, and what depends on a parameter'],
  ],
  run: (args) => report(args),
};

async function report(args: Args): Promise<ExitCode> {
  const folders = args.texts('folders');
  if (folders.length === 0) throw new UsageError('report needs the folder of a run, such as seance report runs/first');
  if (folders.includes('')) throw new UsageError('a folder has an empty name');
  const out = args.text('out');
  if (out !== undefined && !/[^/]\.html?$/i.test(out)) throw new UsageError(`--out ${out} must end in .html`);
  const figures = args.text('figures');
  const quiet = args.flag('quiet') || args.flag('json');
  return interruptible(
    async (signal) => {
      try {
        const runs = await readRuns(folders);
        const page = out ?? join(runs[0].folder, PAGE);
        await explained(page, () => refuseUnwritable(page));
        if (figures !== undefined) await explained(figures, () => makeFolder(figures));
        const { document, pictures } = await look(runs, signal);
        const charts = await drawAll(document, figures, quiet, signal);
        signal.throwIfAborted();
        await explained(page, () => writeWhole(page, renderPage(document, charts, pictures)));
        if (args.flag('json')) process.stdout.write(jsonOf(runs, document, page));
        else if (!args.flag('quiet')) {
          print(`written  ${page}`);
          if (figures !== undefined) print(`figures  ${join(figures, '*.svg')}, *.png (${charts.size} of each)`);
        }
        return EXIT.done;
      } catch (error) {
        if (signal.aborted) return EXIT.interrupted;
        throw error;
      }
    },
    () => {},
  );
}

/** The runs of folders, each once. */
async function readRuns(folders: readonly string[]): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const folder of folders) {
    const run = await readRun(folder);
    const file = (one: Run): string => join(one.folder, RUN_FILES.run);
    const isKnown = await Promise.all(runs.map((other) => isSameFile(file(other), file(run))));
    if (!isKnown.includes(true)) runs.push(run);
  }
  return runs;
}

/** Reads the rows of the runs and says what there is to say. */
async function look(
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<{ readonly document: Report; readonly pictures: CardPictures | undefined }> {
  const isAlone = runs.length === 1;
  // Of several runs only the games are laid beside each other.
  const files = runs.flatMap(({ gamesFile, cluesFile }) => [gamesFile ?? [], (isAlone ? cluesFile : []) ?? []].flat());
  let pictures: CardPictures | undefined;
  const { openResults } = await import('../../results/open-results.ts');
  const results = files.length === 0 ? undefined : await openResults(files, { signal });
  try {
    const document = await makeReport(runs, results, {
      people: runs[0].game.calibration ? humanChoices : [],
      commandOf: playedCommand,
      picture: async (cards) => {
        pictures = await cardPictures(runs[0], cards);
        return pictures;
      },
    });
    return { document, pictures };
  } finally {
    results?.close();
  }
}

/** Draws every figure for the page, and where a folder is given as files of its own. */
async function drawAll(
  document: Report,
  folder: string | undefined,
  quiet: boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const figures = figuresOf(document);
  const bar = (await progressBars({ quiet }))('draws', figures.length, 'figures');
  const charts = new Map<string, string>();
  try {
    for (const { id, title, spec } of figures) {
      signal.throwIfAborted();
      charts.set(id, await drawChart(spec));
      if (folder !== undefined) await writeFigure(join(folder, id), standAlone(await drawChart(spec, title)));
      bar.update(charts.size);
    }
  } finally {
    bar.stop();
  }
  return charts;
}

async function writeFigure(path: string, svg: string): Promise<void> {
  const { svgToPng } = await import('../../embeddings/index.ts');
  await explained(dirname(path), async () => {
    await writeWhole(`${path}.svg`, svg);
    await writeWhole(`${path}.png`, await svgToPng(svg));
  });
}

async function explained(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}
