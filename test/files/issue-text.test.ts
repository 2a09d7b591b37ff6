import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueText } from '../../src/files/issue-text.ts';

const Thing = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(['vision', 'object']),
  size: z.number().positive().max(2),
  sides: z.array(z.int()).optional(),
  schema: z.literal(1, { error: 'must be 1, in our own words' }),
});
const sound = { name: 'lamp', kind: 'object', size: 1, schema: 1 };

test.each<[unknown, string]>([
  [[], 'must be an object {...}'],
  [{ ...sound, name: undefined }, 'is missing'],
  [{ ...sound, name: 3 }, 'must be a text'],
  [{ ...sound, name: '' }, 'must not be empty'],
  [{ ...sound, kind: 'dream' }, 'must be one of vision, object'],
  [{ ...sound, size: 0 }, 'must be above 0'],
  [{ ...sound, size: 3 }, 'must be at most 2'],
  [{ ...sound, sides: {} }, 'must be a list [...]'],
  [{ ...sound, sides: [1.5] }, 'must be a whole number'],
  [{ ...sound, schema: 2 }, 'must be 1, in our own words'],
  [{ ...sound, colour: 'red' }, 'has colour, of which nothing is known'],
])('%j %s', (raw, told) => {
  expect(Thing.safeParse(raw).error?.issues.map(issueText)).toEqual([told]);
});
