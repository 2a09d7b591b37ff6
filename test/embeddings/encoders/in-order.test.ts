import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from '../../../src/embeddings/encoders/in-order.ts';

async function all<T>(results: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const result of results) list.push(result);
  return list;
}

test.each([1, 2, 3, 10])('results keep their order, and at most %i items are in work', async (width) => {
  let busy = 0;
  let most = 0;
  const delays = [9, 1, 5, 0, 7, 2, 8];
  const results = await all(
    inOrder(delays.entries(), width, async ([i, delay]) => {
      busy++;
      most = Math.max(most, busy);
      await later(delay);
      busy--;
      return i;
    }),
  );
  expect(results).toEqual(delays.map((_, i) => i));
  expect(most).toBe(Math.min(width, delays.length));
});

test('no more is begun than is asked for: a slow reader holds up the work', async () => {
  let begun = 0;
  const results = inOrder(Array.from({ length: 100 }).keys(), 3, async (i) => {
    begun++;
    return i;
  });
  await results.next();
  await later(5);
  expect(begun).toBe(3);
  await results.return();
  expect(begun).toBe(3);
});

test('an error comes when its item is due, after which nothing is in work any more', async () => {
  let busy = 0;
  const seen: number[] = [];
  const trial = (async (): Promise<void> => {
    const results = inOrder([0, 1, 2, 3], 3, async (i) => {
      busy++;
      await later(i === 1 ? 0 : 10);
      busy--;
      if (i === 1) throw new Error('the second is broken');
      return i;
    });
    for await (const result of results) seen.push(result);
  })();
  await expect(trial).rejects.toThrow('the second is broken');
  expect(seen).toEqual([0]);
  expect(busy).toBe(0);
});
