import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { isSameFile } from '../files/is-same-file.ts';
import { reasonOf } from '../files/reason.ts';
import { refuseUnwritable } from '../files/refuse-unwritable.ts';
import { writeWhole } from '../files/write-whole.ts';
import { openResults } from '../results/open-results.ts';
import type { Answer, Results } from '../results/open-results.ts';
import type { PlainValue } from '../results/plain-value.ts';
import { QuestionError } from '../results/results-error.ts';
import { toLines } from '../sim/index.ts';
import type { Args, Command } from './command.ts';
import { EXIT, Failure, UsageError } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { interruptible } from './interrupt.ts';
import { NOTHING, drawTable, print, thousands } from './screen.ts';

export const sqlCommand: Command = {
  command: 'sql [words..]',
  describe: 'asks the results of runs a question in SQL: files or folders first, the question last',
  options: {
    out: { type: 'string', requiresArg: true, describe: 'a file for the answer, .csv, .json or .parquet' },
    csv: { type: 'boolean', describe: 'prints CSV instead of a table' },
    json: { type: 'boolean', describe: 'prints a JSON array with an object a row' },
  },
  examples: [
    ['$0 sql runs/first "select players, avg(won) from games group by players"', 'of one run'],
    [`$0 sql 'runs/**/games.csv' "select run, avg(won) from games group by run"`, 'of all runs'],
    ['$0 sql runs/first "describe games"', 'the columns there are; clues and summary are tables as well'],
    ['$0 sql runs/first "from games" --out games.parquet', 'for other programs'],
  ],
  run: sql,
};

/** A table on the screen has no more rows. */
const MOST_ROWS = 1000;

const FORMS = ['.csv', '.json', '.parquet'];

async function sql(args: Args): Promise<ExitCode> {
  const words = args.texts('words');
  const question = words.at(-1) ?? '';
  const paths = words.slice(0, -1);
  const example = 'such as seance sql runs/first "select avg(won) from games"';
  if (paths.length === 0) throw new UsageError(`sql needs files or folders, and then a question in quotes, ${example}`);
  if (paths.includes('')) throw new UsageError('a file or folder has an empty name');
  if (await exists(question))
    throw new UsageError(`the last word, ${question}, is a file, and no question, ${example}`);
  if (args.flag('csv') && args.flag('json')) throw new UsageError('--csv and --json exclude each other');
  const out = args.text('out');
  if (out !== undefined) {
    if (args.flag('csv') || args.flag('json'))
      throw new UsageError('--out says the form by its ending, not --csv or --json');
    if (!FORMS.includes(extname(out))) throw new UsageError(`--out ${out} must end in ${FORMS.join(', ')}`);
    await explained(out, () => refuseUnwritable(out));
  }
  // Parquet is written under another name in the same folder, and gets its own once it is whole.
  const parquet =
    out !== undefined && extname(out) === '.parquet'
      ? resolve(dirname(out), `.${basename(out)}.${process.pid}.part`)
      : undefined;
  return interruptible(
    async (signal) => {
      let results: Results | undefined;
      try {
        results = await openResults(paths, { signal, ...(parquet === undefined ? {} : { parquet }) });
        if (out !== undefined) await refuseSource(out, results);
        if (out !== undefined && parquet !== undefined) {
          await results.writeParquet(question);
          await explained(out, () => giveName(parquet, out));
        } else {
          const answer = await results.ask(question);
          if (out === undefined) await show(answer, args);
          else await explained(out, () => writeWhole(out, extname(out) === '.csv' ? csvOf(answer) : jsonOf(answer)));
        }
        return EXIT.done;
      } catch (error) {
        if (signal.aborted) return EXIT.interrupted;
        throw error instanceof QuestionError ? new UsageError(error.message, { cause: error }) : error;
      } finally {
        results?.close();
        if (parquet !== undefined) await rm(parquet, { force: true });
      }
    },
    () => {},
  );
}

/** An answer must not take the place of the games that it was asked of. */
async function refuseSource(out: string, { files }: Results): Promise<void> {
  for (const { path } of files) {
    if (await isSameFile(out, path)) throw new UsageError(`--out ${out} is a file that is asked; choose another`);
  }
}

async function show(answer: Answer, args: Args): Promise<void> {
  if (args.flag('json')) process.stdout.write(jsonOf(answer));
  else if (args.flag('csv')) process.stdout.write(csvOf(answer));
  else print(await tableOf(answer));
}

/** An answer as a table, with no more rows than anybody reads. */
export async function tableOf({ columns, rows }: Answer): Promise<string> {
  const first = rows.slice(0, MOST_ROWS).map((row) => row.map(shown));
  const table = await drawTable(columns, first);
  const left = rows.length - first.length;
  return left === 0 ? table : `${table}\nand ${thousands(left)} more rows; --csv prints all`;
}

/** A number in a table has 6 digits that count; in CSV and JSON it has all. */
function shown(value: PlainValue): string {
  if (value === null) return NOTHING;
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
  return textOf(value);
}

const textOf = (value: PlainValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const csvOf = ({ columns, rows }: Answer): string =>
  toLines([columns, ...rows.map((row) => row.map((value) => (value === null ? '' : textOf(value))))]);

/** A row a line. */
const jsonOf = ({ columns, rows }: Answer): string => {
  const lines = rows.map((row) => JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]]))));
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function giveName(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+');
  await file.sync();
  await file.close();
  await rename(from, to);
}

async function explained(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}
