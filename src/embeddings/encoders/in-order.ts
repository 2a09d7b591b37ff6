import { availableParallelism } from 'node:os';

/**
 * How many pictures are in work at once: one a core, at least two, so that one is decoded while another is computed with, and at most
 * eight, since sharp decodes on four threads, and each picture in work takes memory.
 */
export const SIDE_BY_SIDE = Math.min(8, Math.max(2, availableParallelism()));

/**
 * What `work` makes of each item, in the order of the items. At most `width` are in work or waiting for their turn, however slowly the
 * results are taken, so that memory is bounded. An error ends it, after what is still in work has come to rest.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const waiting: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = work(item);
      result.catch(() => {}); // told when its turn comes
      waiting.push(result);
      if (waiting.length < width) continue;
      yield await waiting[0];
      void waiting.shift();
    }
    for (; waiting.length > 0; void waiting.shift()) yield await waiting[0];
  } finally {
    await Promise.allSettled(waiting);
  }
}
