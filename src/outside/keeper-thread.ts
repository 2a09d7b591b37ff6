import { workerData } from 'node:worker_threads';
import { Child } from './child.ts';
import type { Heard, Order, Workplace } from './keeper.ts';

const { port, bell } = workerData as Workplace; // only `Keeper` starts this file

const children = new Map<string, Child>();

function answer(heard: Heard): void {
  port.postMessage(heard);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
}

port.on('message', (order: Order) => {
  switch (order.kind) {
    case 'say': {
      const child = children.get(order.key) ?? new Child(order.command, answer);
      children.set(order.key, child);
      child.say(order.line, order.turn);
      return;
    }
    case 'close':
      void closeAll(order.keys, order.patience).then((arePolite) =>
        answer(
          arePolite
            ? { kind: 'line', turn: order.turn, line: '' }
            : { kind: 'failure', turn: order.turn, why: 'does not end when its stdin does' },
        ),
      );
      return;
    case 'kill':
      children.get(order.key)?.kill();
      children.delete(order.key);
  }
});

/** Whether all ended by themselves. */
async function closeAll(keys: readonly string[], patience: number): Promise<boolean> {
  const closing = keys.map((key) => children.get(key)?.close(patience) ?? Promise.resolve(true));
  for (const key of keys) children.delete(key);
  return (await Promise.all(closing)).every(Boolean);
}
