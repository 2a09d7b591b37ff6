import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HOUSE_RULES, houseRules } from '../../scripts/house-rules/table.ts';
import { readSection } from '../../scripts/readme/sections.ts';
import { gameOf } from '../../src/agents/catalog.ts';
import { parse, resolve } from '../../src/engine/kernel/params.ts';

const pageAt = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8');
const written = readSection(pageAt('house-rules.md'), 'costs', 'npm run house-rules');
const game = gameOf('mysterium');

/** Cells of the table's rows, without the heading. */
const rows = (written.match(/^\|.*\|$/gm) ?? []).slice(2).map((row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
);
/** The bots that played it, where they are not the usual ones: `--ghost planner`. */
const who = [...written.matchAll(/ (--(?:ghost|psychic)) (\S+)/g)].flatMap(([, option, bot]) => [option, bot]);

const numbersIn = (text: string): readonly { readonly value: number; readonly error: number }[] =>
  [...text.matchAll(/([+−]?[\d.]+) ± ([\d.]+)/g)].map(([, value, reach]) => ({
    value: Number(value.replace('−', '-')),
    error: Number(reach) / 1.96,
  }));

test('the table has a row for each house rule, with its usual value and meaning as they are, and three differences', () => {
  expect(rows).toHaveLength(HOUSE_RULES.length + 1);
  for (const [at, [option, value]] of HOUSE_RULES.entries()) {
    const param = game.params[option];
    expect(resolve({ [option]: param }, { [option]: parse(param, value) })[option]).not.toBe(param.default);
    expect(rows[at].slice(0, 3)).toEqual([`\`${option}=${value}\``, `\`${String(param.default)}\``, param.doc]);
    for (const cell of rows[at].slice(3)) expect(cell).toMatch(/^[+−]?[\d.]+ ± [\d.]+$/);
    expect(rows[at]).toHaveLength(6);
  }
  for (const cell of rows[HOUSE_RULES.length].slice(3)) expect(cell).toMatch(/^[\d.]+ ± [\d.]+ %$/);
});

test('it was played over 20,000 deals', () => {
  expect(written).toMatch(
    /^seance simulate mysterium --players P --difficulty D .* --games 20000 --seed 1 --no-bounds$/m,
  );
});

test('fewer games of the same seeds bear it out, within four standard errors', () => {
  const fresh = numbersIn(houseRules(300, who));
  const old = numbersIn(written);
  expect(old).toHaveLength(fresh.length);
  old.forEach(({ value, error }, at) => {
    const spread = Math.hypot(error, Math.max(fresh[at].error, 0.25));
    expect(Math.abs(value - fresh[at].value)).toBeLessThan(4 * spread);
  });
}, 120_000);

test('the rules have a decision for every house rule, and the same usual values', () => {
  const [, section] = pageAt('rules/mysterium.md').split('## A.17 House rules');
  for (const option of new Set(HOUSE_RULES.map(([name]) => name))) {
    expect(section).toMatch(new RegExp(`\\*\\*H-\\d, .*\\*\\* \\(\`${option}=`));
    const [, usual] = new RegExp(`^\\| \`${option}\` +\\| [^|]+\\| ([^|]+?) +\\|`, 'm').exec(section) ?? [];
    expect(usual?.replaceAll('`', '')).toBe(String(game.params[option].default));
  }
});
