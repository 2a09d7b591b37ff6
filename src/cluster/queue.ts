import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** Removes a run's queue, and what BullMQ leaves of one. Says nothing where that cannot be done: its keys are small. */
export async function removeQueue(queue: Pick<Queue, 'obliterate' | 'toKey'>, redis: Redis): Promise<void> {
  await queue.obliterate({ force: true }).catch(() => {});
  await redis.del(queue.toKey('meta')).catch(() => {});
}
