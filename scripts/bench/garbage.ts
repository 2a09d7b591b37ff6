import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** How many garbage collections of any kind run while `work` does. */
export async function collectionsDuring(work: () => void): Promise<number> {
  let collections = 0;
  const observer = new PerformanceObserver((entries) => {
    collections += entries.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  work();
  // Entries are handed over in a later turn of the event loop.
  await setImmediate();
  await setImmediate();
  observer.disconnect();
  return collections;
}
