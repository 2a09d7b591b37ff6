import { expect, test } from 'vitest';
import { oneLine } from '../../../src/engine/kernel/one-line.ts';

test.each([
  [' two\r\n  lines\n', 'two lines'],
  ['three\u2028of\u2029them', 'three of them'],
  ['over\rwritten\tand spread', 'over written and spread'],
  ['\u001b[2J\u001b[31mred\u0000\u0007\u009b', String.raw`\u001b[2J\u001b[31mred\u0000\u0007\u009b`],
  ['turned \u202eround\u2066', String.raw`turned \u202eround\u2066`],
  ['“Zoë’s 👩‍🚀”, 7 ± 1 %', '“Zoë’s 👩‍🚀”, 7 ± 1 %'],
])('%j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
