import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { instrumented, readCells } from '../../scripts/notebooks/cells.ts';
import { ipynbOf } from '../../scripts/notebooks/ipynb.ts';
import { table } from '../../scripts/notebooks/show.ts';
import { build } from '../cli/seance.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'notebooks');
const sources = readdirSync(folder).filter((file) => /^[^.].*\.ts$/.test(file));
const run = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [...args], { encoding: 'utf8', cwd: root })).stdout;

const text = z.array(z.string());
const schema = z.object({
  nbformat: z.literal(4),
  nbformat_minor: z.literal(5),
  metadata: z.object({ language_info: z.object({ name: z.literal('typescript') }) }),
  cells: z.array(
    z.discriminatedUnion('cell_type', [
      z.strictObject({ cell_type: z.literal('markdown'), id: z.string(), metadata: z.strictObject({}), source: text }),
      z.strictObject({
        cell_type: z.literal('code'),
        id: z.string(),
        metadata: z.strictObject({}),
        source: text,
        execution_count: z.int(),
        outputs: z.array(
          z.discriminatedUnion('output_type', [
            z.strictObject({ output_type: z.literal('stream'), name: z.literal('stdout'), text }),
            z.strictObject({
              output_type: z.literal('display_data'),
              metadata: z.strictObject({}),
              data: z.record(z.string(), text),
            }),
          ]),
        ),
      }),
    ]),
  ),
});

beforeAll(() => build(), 120_000);

test('the notebook on tuning the ghost reads what simulate writes: a wider margin, a surer guess', async () => {
  const place = mkdtempSync(join(tmpdir(), 'seance-'));
  try {
    const out = join(place, 'run');
    await run(
      'dist/cli/main.js',
      'simulate',
      'mysterium',
      '--players',
      '4',
      '--games',
      '200',
      '--out',
      out,
      '--clues',
      '--quiet',
    );
    const printed = await run('--import', 'tsx', 'notebooks/tuning-the-ghost.ts', out);
    const rates = [...printed.matchAll(/ ([\d.]+) % \[/g)].map(([, rate]) => Number(rate));
    expect(rates).toHaveLength(12);
    expect(rates[0]).toBeLessThan(20);
    expect(rates[11]).toBeGreaterThan(90);
    expect(printed).not.toContain(place);
  } finally {
    rmSync(place, { recursive: true });
  }
}, 60_000);

test('what is stored of a notebook is what it puts out', async () => {
  await run('--import', 'tsx', 'scripts/notebooks/run.ts', 'first-look', '--check');
}, 60_000);

test.each(sources)('%s is stored with the cells it has, and with what they put out', (file) => {
  const stored = join(folder, file.replace(/\.ts$/, '.ipynb'));
  expect(existsSync(stored)).toBe(true);
  const bytes = readFileSync(stored, 'utf8');
  const { cells } = schema.parse(JSON.parse(bytes));
  const kept = cells.map(({ cell_type: kind, source }) => ({ kind, source: source.join('') }));
  expect(kept).toEqual(readCells(readFileSync(join(folder, file), 'utf8')));
  expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
  const shown = cells.flatMap((cell) => (cell.cell_type === 'code' ? cell.outputs : []));
  const figures = shown.filter((output) => output.output_type === 'display_data' && 'image/svg+xml' in output.data);
  expect(figures.length).toBeGreaterThan(1);
  expect(bytes).not.toMatch(/NaN|undefined|\[object|\/tmp\/|\/root\/|\/home\//);
});

describe('cells', () => {
  const source = `// %% [markdown]
// # Title
//
// Words

// %%
const a = 1;

const b = a;

// %%
console.log(b);
`;

  test('are read with their kind, without markers and the empty lines around them', () => {
    expect(readCells(source)).toEqual([
      { kind: 'markdown', source: '# Title\n\nWords' },
      { kind: 'code', source: 'const a = 1;\n\nconst b = a;' },
      { kind: 'code', source: 'console.log(b);' },
    ]);
  });

  test('are told apart when they run, on the lines they have in the file', () => {
    const lines = instrumented(source, 'begin').split('\n');
    expect(lines).toHaveLength(source.split('\n').length);
    expect(lines.filter((line) => line.startsWith('begin'))).toEqual(['begin(1);', 'begin(2);']);
    expect(lines[5]).toBe('begin(1);');
  });

  test('are refused with code where there is none', () => {
    expect(() => readCells('const a = 1;\n// %%\n')).toThrow('line 1 stands above the first // %%');
    expect(() => readCells('// %% [markdown]\n// a\nlet b;\n')).toThrow('line 3 is code in a cell of Markdown');
  });

  test('are stored line by line, with text, figures and tables', () => {
    const shown = table([{ name: 'a|b', share: 1 / 3, none: null }]);
    const outputs = new Map([[1, [{ printed: 'one\ntwo' }, { shown }]]]);
    const { cells } = schema.parse(JSON.parse(ipynbOf(readCells(source), outputs)));
    expect(cells[1]).toMatchObject({ execution_count: 1, source: ['const a = 1;\n', '\n', 'const b = a;'] });
    expect(cells[1]).toHaveProperty('outputs', [
      { name: 'stdout', output_type: 'stream', text: ['one\n', 'two'] },
      {
        data: {
          'text/markdown': ['| name | share | none |\n', '| --- | --- | --- |\n', String.raw`| a\|b | 0.333 |  |`],
          'text/plain': ['name  share  none\n', 'a|b   0.333'],
        },
        metadata: {},
        output_type: 'display_data',
      },
    ]);
    expect(cells[2]).toMatchObject({ execution_count: 2, outputs: [] });
  });
});
