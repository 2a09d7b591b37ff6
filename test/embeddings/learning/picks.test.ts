import { expect, test } from 'vitest';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { PicksError, parsePicks } from '../../../src/embeddings/learning/picks.ts';
import { splitPicks } from '../../../src/embeddings/learning/split.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';

const IDS = ['v1', 'v2', 'v3', 'c1', 'c2', 'c3'];
const parse = (text: string) =>
  parsePicks(text, 'picks.csv', IDS, { didYouMean: (wrong) => (wrong === 'c9' ? '; did you mean c3?' : '') });

test('a row is what was shown, what there was to choose among, and the place of what was chosen', () => {
  const { rows, groups, ignored } = parse(
    'shown,options,chosen,weight,group\nv1 v2,c1 c2 c3,c2,2.5,anna\nv3,c1|c3,c3,,anna\nv1,c1 c2,c1,,\n',
  );
  expect(rows).toEqual([
    { shown: [0, 1], options: [3, 4, 5], chosen: 1, weight: 2.5, group: 0 },
    { shown: [2], options: [3, 5], chosen: 1, weight: 1, group: 0 },
    { shown: [0], options: [3, 4], chosen: 0, weight: 1, group: 1 },
  ]);
  expect([groups, ignored]).toEqual([2, []]);
});

const PLAIN = parse('shown,options,chosen\nv1 v2,c1 c2,c2\nv3,c1 c3,c1\n');

test.each([
  ['a byte order mark and CRLF', '\uFEFFshown,options,chosen\r\nv1 v2,c1 c2,c2\r\nv3,c1 c3,c1\r\n'],
  ['semicolons', 'shown;options;chosen\nv1 v2;c1 c2;c2\nv3;c1 c3;c1'],
  ['tabs', 'shown\toptions\tchosen\nv1 v2\tc1 c2\tc2\nv3\tc1 c3\tc1\n'],
  [
    'quotes, other order, capitals and empty lines',
    'Chosen,"Shown",OPTIONS\n\nc2,"v1\nv2","c1| c2"\n,,\nc1, v3 ,c1 c3\n',
  ],
  ['old Mac line ends', 'shown,options,chosen\rv1 v2,c1 c2,c2\rv3,c1 c3,c1\r'],
])('a file with %s reads as the plain one', (_, text) => {
  expect(parse(text)).toEqual(PLAIN);
});

test('a column that means nothing here is left out, and named', () => {
  expect(parse('shown,options,chosen,when\nv1 v2,c1 c2,c2,noon\nv3,c1 c3,c1,\n')).toEqual({
    ...PLAIN,
    ignored: ['when'],
  });
});

test.each([
  ['', /picks\.csv is empty; a file of picks begins with the line shown,options,chosen/],
  ['a,b\n1,2\n', /picks\.csv has no column shown and no column options and no column chosen/],
  ['shown,options\nv1,c1 c2\n', /no column chosen/],
  ['shown,options,chosen,chosen\nv1,c1 c2,c1,c1\n', /two columns chosen/],
  ['shown,options,chosen\n', /no rows below its header/],
])('%j is no file of picks', (text, message) => {
  expect(() => parse(text)).toThrow(EyesError);
  expect(() => parse(text)).toThrow(message);
});

test.each([
  ['v9,c1 c2,c1', 'there is no card "v9"'],
  ['v1,c1 c9,c1', 'there is no card "c9"; did you mean c3?'],
  ['v1,c1 c2,c8', 'there is no card "c8"'],
  ['v1,c1 c2,c3', 'the chosen card c3 is not among the options'],
  ['v1,c1 c2,c1 c2', 'there is no card "c1 c2"'],
  ['v1,c1 c2,', 'nothing is chosen'],
  [',c1 c2,c1', 'nothing is shown'],
  ['v1,c1,c1', 'there must be at least 2 options to choose among, not 1'],
  ['v1,,c1', 'there must be at least 2 options to choose among, not 0'],
  ['v1,c1 c2 c1,c1', 'card c1 is an option twice'],
  ['v1 v1,c1 c2,c1', 'card v1 is shown twice'],
  ['v1 c1,c1 c2,c1', 'card c1 is shown and an option too'],
  ['v1,c1 c2,c1,0', 'its weight must be a number above 0, not "0"'],
  ['v1,c1 c2,c1,-1', 'its weight must be a number above 0, not "-1"'],
  ['v1,c1 c2,c1,many', 'its weight must be a number above 0, not "many"'],
  ['v1,c1 c2,c1,Infinity', 'its weight must be a number above 0, not "Infinity"'],
  ['v1,c1,c2,c1,1', 'it has 5 cells where the header has 4; ids in a cell are separated by spaces or "|"'],
  ['v1', 'there must be at least 2 options to choose among, not 0'],
])('the row %j is refused, by file and line', (row, what) => {
  const failed = caught(() =>
    parse(`shown,options,chosen,weight\nv1,c1 c2,c1,\n"v2",c1 c2,"c\n1"\n`.replace('"c\n1"', 'c1') + `${row}\n`),
  );
  expect(failed.wrong).toEqual([{ line: 4, what }]);
  expect(failed.message).toBe(`picks.csv, line 4: ${what}`);
});

test('all wrong rows are told, and lines are counted through quoted line ends', () => {
  const failed = caught(() => parse('shown,options,chosen\n"v1\nv2",c1 c2,c1\nv9,c1 c2,c1\n\nv1,c1 c2,c1\nv1,c1,c1\n'));
  expect(failed.wrong.map(({ line }) => line)).toEqual([4, 7]);
  expect(failed.message).toBe('picks.csv, line 4: there is no card "v9" (and 1 more wrong rows)');
});

test('a quote that is never closed is refused where it opens', () => {
  const { wrong } = caught(() => parse('shown,options,chosen\nv1,c1 c2,c1\nv1,"c1 c2,c1\nv2,c1 c2,c1\n'));
  expect(wrong).toEqual([{ line: 3, what: expect.stringMatching(/^its quotes do not match/) as string }]);
});

function caught(work: () => unknown): PicksError {
  try {
    work();
  } catch (error) {
    if (error instanceof PicksError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('no group is in two parts, every row is in one, and a fifth of the groups is held out', () => {
  const row = { shown: [0], options: [3, 4], chosen: 0, weight: 1 };
  const rows = Array.from({ length: 300 }, (_, i) => ({ ...row, group: i % 100 }));
  const rng = new Sfc32(1);
  const { train, validation, heldOut } = splitPicks({ file: 'picks.csv', rows, groups: 100 }, () => rng.unit());
  expect([train.length, validation.length, heldOut.length]).toEqual([195, 45, 60]);
  const groups = [train, validation, heldOut].map((part) => new Set(part.map(({ group }) => group)));
  expect(groups.map(({ size }) => size)).toEqual([65, 15, 20]);
  expect(new Set(groups.flatMap((part) => [...part])).size).toBe(100);
});

test('too few groups to hold any out are refused', () => {
  expect(() => splitPicks({ file: 'picks.csv', rows: [], groups: 19 }, () => 0)).toThrow(
    /picks\.csv has 19 groups of rows.*at least 20/,
  );
});
