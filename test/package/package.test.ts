import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../cli/seance.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seance-package-'));
const installed = join(folder, 'node_modules', 'seance');
let files: readonly string[] = [];

/** What `npm pack` packs, in an empty folder, as `npm install` lays it out; its dependencies are those of this checkout. */
beforeAll(async () => {
  await build();
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' })) as [
    { filename: string },
  ];
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package plays from an empty folder: decks, models and workers are in it', () => {
  const line = [
    join(installed, 'dist/cli/main.js'),
    'simulate',
    'mysterium',
    '--games',
    '200',
    '--json',
    '--workers',
    '2',
  ];
  const env = { ...process.env, SEANCE_CACHE: join(folder, 'cache') };
  const told = JSON.parse(execFileSync(process.execPath, line, { cwd: folder, env, encoding: 'utf8' })) as {
    checksum: string;
    deck: { id: string };
  };
  expect(told).toMatchObject({ deck: { id: 'starter' }, checksum: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(existsSync(join(folder, 'cache'))).toBe(true);
}, 120_000);

test('the package is a library too', () => {
  const program =
    "import { simulate } from 'seance'; const { checksum } = await simulate({ games: 5 }); console.log(checksum);";
  const run = ['--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' })).toMatch(/^[0-9a-f]{8}\n$/);
}, 60_000);

test('nothing is in it that users have no use for', () => {
  const kinds = new Set(files.map((file) => file.split('/')[0]));
  expect([...kinds].toSorted()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'data', 'dist', 'docs', 'examples', 'package.json'].toSorted(),
  );
  const texts = files.filter((file) => /\.(js|ts|json|md|html|svg|csv|txt)$/.test(file));
  const above = dirname(root.replace(/\/$/, ''));
  const named = texts.filter((file) => readFileSync(join(installed, file), 'utf8').includes(`${above}/`));
  expect([texts.length > 300, named]).toEqual([true, []]);
  expect(files.filter((file) => /\.test\.|\.tsbuildinfo$|(^|\/)\.(?!npmrc)|node_modules/.test(file))).toEqual([]);
});
