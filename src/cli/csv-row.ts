import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import { reasonOf } from '../files/reason.ts';
import { Failure } from './errors.ts';

export interface CsvRow {
  readonly columns: readonly string[];
  readonly cells: readonly string[];
  /** The rows above it, the nearest last: as many as were asked for, or as there are. */
  readonly above: readonly (readonly string[])[];
}

/**
 * Row `row` of a CSV file, the first below the header being 1, with up to `most` rows above it. The file is read no further than that.
 * @throws Failure where it cannot be read or has no such row.
 */
export async function readCsvRow(file: string, row: number, most = 0): Promise<CsvRow> {
  const stream = createReadStream(file, 'utf8');
  let columns: readonly string[] = [];
  const above: (readonly string[])[] = [];
  let at = -1;
  try {
    return await new Promise<CsvRow>((resolve, reject) => {
      stream.on('error', (error) =>
        reject(new Failure(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error })),
      );
      Papa.parse<string[]>(stream, {
        delimiter: ',',
        skipEmptyLines: true,
        step({ data, errors }, parser) {
          at++;
          if (at === 0) columns = data.map((name, i) => (i === 0 ? name.replace(/^\uFEFF/, '') : name)); // spreadsheets write one
          if (at < row) {
            if (at > 0 && at >= row - most) above.push(data);
            return;
          }
          if (errors.length > 0) reject(new Failure(`${file}, line ${row + 1}: ${errors[0].message}`));
          else resolve({ columns, cells: data, above });
          parser.abort(); // completes, when all has been said
        },
        complete: () => reject(new Failure(`${file} has ${Math.max(0, at)} games, so there is no row ${row}`)),
      });
    });
  } finally {
    stream.destroy();
  }
}
