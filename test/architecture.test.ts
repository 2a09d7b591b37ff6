import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Who may import whom. Half the wall between agents and secrets is here: what cannot be imported cannot be asked. */

const src = fileURLToPath(new URL('../src', import.meta.url));

/** What an agent may name of the kernel: neither rules nor states, and so nothing of what is hidden. */
const FOR_AGENTS = ['agent', 'explanation', 'params', 'rng', 'knowledge', 'cards'].map(
  (file) => `engine/kernel/${file}.ts`,
);
const EMBEDDINGS_PACKAGES = ['sharp', 'onnxruntime-node', '@techstark', '@tensorflow'];

interface Area {
  /** Paths below src that belong to it: a folder, or a file. */
  readonly home: string;
  /** Paths it may import besides itself; `<game>` is the game of the importing file's folder. */
  readonly may: readonly string[];
  /** Packages and `node:` modules: all, none, or all but those kept for another area. */
  readonly outside: 'none' | 'all' | readonly string[];
}

/** The first area whose home fits a file is the file's. */
const AREAS: readonly Area[] = [
  { home: 'engine/kernel/', may: [], outside: 'none' },
  { home: 'engine/index.ts', may: ['engine/'], outside: 'none' },
  { home: 'engine/<game>/', may: ['engine/kernel/'], outside: 'none' },
  { home: 'agents/catalog.ts', may: ['engine/', 'agents/'], outside: 'none' },
  { home: 'agents/index.ts', may: ['engine/', 'agents/'], outside: 'none' },
  {
    home: 'agents/<game>/',
    may: [...FOR_AGENTS, 'engine/<game>/shape.ts', 'engine/<game>/actions.ts', 'agents/<shared>'],
    outside: 'none',
  },
  { home: 'agents/', may: [...FOR_AGENTS, 'agents/<shared>'], outside: 'none' },
  { home: 'files/', may: [], outside: ['yargs', ...EMBEDDINGS_PACKAGES] },
  { home: 'embeddings/', may: ['engine/kernel/knowledge.ts', 'engine/kernel/rng.ts', 'files/'], outside: 'all' },
  {
    home: 'outside/',
    may: ['engine/kernel/agent.ts', 'engine/kernel/outside.ts', 'files/'],
    outside: ['yargs', ...EMBEDDINGS_PACKAGES],
  },
  {
    home: 'sim/',
    may: ['engine/kernel/', 'agents/catalog.ts', 'files/', 'outside/'],
    outside: ['yargs', ...EMBEDDINGS_PACKAGES],
  },
  {
    home: 'cluster/',
    may: ['engine/kernel/', 'agents/catalog.ts', 'files/', 'outside/', 'sim/'],
    outside: ['yargs', ...EMBEDDINGS_PACKAGES],
  },
  { home: 'results/', may: ['engine/kernel/', 'files/', 'sim/'], outside: ['yargs', ...EMBEDDINGS_PACKAGES] },
  {
    home: 'report/',
    may: ['engine/kernel/', 'agents/catalog.ts', 'files/', 'results/', 'sim/'],
    outside: ['yargs', ...EMBEDDINGS_PACKAGES],
  },
  {
    home: 'api/',
    may: [
      'engine/',
      'agents/',
      'cluster/',
      'embeddings/',
      'files/',
      'outside/',
      'report/',
      'results/',
      'sim/',
      'table/',
    ],
    outside: ['yargs', ...EMBEDDINGS_PACKAGES],
  },
  {
    home: 'table/',
    may: ['engine/kernel/', 'agents/catalog.ts', 'files/', 'outside/'],
    outside: ['yargs', ...EMBEDDINGS_PACKAGES],
  },
  {
    home: 'cli/',
    may: [
      'agents/',
      'api/',
      'cluster/',
      'embeddings/',
      'engine/',
      'files/',
      'outside/',
      'report/',
      'results/',
      'sim/',
      'table/',
    ],
    outside: EMBEDDINGS_PACKAGES,
  },
];

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .toSorted();
const textOf = (file: string): string => readFileSync(join(src, file), 'utf8');
/** The text without its comments, in which words like "any" are English. */
const codeOf = (file: string): string => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The game whose folder a file lies in, two levels down: engine/mysterium/rules.ts is of mysterium. */
const gameOf = (file: string): string => (file.split('/').length === 3 ? file.split('/')[1] : '');

function belongs(file: string, place: string, game: string): boolean {
  const path = place.replace('<game>', game);
  if (path === 'agents/<shared>') return /^agents\/[^/]+\.ts$/.test(file) && file !== 'agents/catalog.ts';
  return path.endsWith('/') ? file.startsWith(path) : file === path;
}

const areaOf = (file: string): Area | undefined =>
  AREAS.find(({ home }) => (!home.includes('<game>') || gameOf(file) !== '') && belongs(file, home, gameOf(file)));

const imports = files.flatMap((file) => {
  const found = [...codeOf(file).matchAll(/(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm)].map(
    ([, specifier]) => specifier,
  );
  return found.map((specifier) => ({
    file,
    specifier,
    target: specifier.startsWith('.')
      ? relative(src, join(src, dirname(file), specifier)).replaceAll('\\', '/')
      : specifier,
  }));
});

test('there is something to check, and every file belongs to an area', () => {
  expect(imports.length).toBeGreaterThan(50);
  expect(files.filter((file) => !areaOf(file))).toEqual([]);
});

describe('inside', () => {
  test.each(imports.filter(({ specifier }) => specifier.startsWith('.')))(
    '$file may import $target',
    ({ file, target }) => {
      const area = areaOf(file);
      const allowed = area?.may.some((place) => belongs(target, place, gameOf(file)));
      const home = area !== undefined && belongs(target, area.home, gameOf(file));
      expect(home || allowed).toBe(true);
      expect(target, 'ends in what it is').toMatch(/\.(ts|json)$/);
    },
  );
});

describe('outside', () => {
  test.each(imports.filter(({ specifier }) => !specifier.startsWith('.')))(
    '$file may import $specifier',
    ({ file, specifier }) => {
      const outside = areaOf(file)?.outside ?? 'none';
      const name = specifier.split('/')[0];
      expect(outside === 'all' ? name !== 'yargs' : outside !== 'none' && !outside.includes(name)).toBe(true);
    },
  );
});

test.each(AREAS.filter(({ home }) => home.endsWith('/') && !home.includes('<')).map(({ home }) => ({ home })))(
  'nobody outside cli imports cli, checked for $home',
  ({ home }) => {
    const strays = imports.filter(
      ({ file, target }) => file.startsWith(home) && home !== 'cli/' && target.startsWith('cli/'),
    );
    expect(strays).toEqual([]);
  },
);

const inEngineOrAgents = files.filter((file) => /^(engine|agents)\//.test(file));

test.each(inEngineOrAgents)('%s takes randomness and time from nowhere but its arguments', (file) => {
  expect(codeOf(file)).not.toMatch(/Math\.random|Date\.now|new Date|\bperformance\b|\bcrypto\b|\bprocess\b/);
});

test.each(files.filter((file) => !file.startsWith('cli/')))('%s writes nothing to the console', (file) => {
  expect(codeOf(file)).not.toMatch(/\bconsole\b/);
});

test.each(files)('%s is under 300 lines, has no any, no enum, no default export', (file) => {
  expect(textOf(file).split('\n').length, 'lines').toBeLessThanOrEqual(300);
  expect(codeOf(file)).not.toMatch(/(:|<|\bas|\||&|,) ?any\b|\bany\[\]|^\s*(export )?(const )?enum |^export default /m);
});
