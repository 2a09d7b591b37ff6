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
  const known = children.get(order.key);
  switch (order.kind) {
    case 'say': {
      const child = known ?? new Child(order.command, answer);
      children.set(order.key, child);
      child.say(order.line, order.turn);
      return;
    }
    case 'close': {
      children.delete(order.key);
      void (known?.close(order.patience) ?? Promise.resolve(true)).then((isPolite) =>
        answer(
          isPolite
            ? { kind: 'line', turn: order.turn, line: '' }
            : { kind: 'failure', turn: order.turn, why: 'does not end when its stdin does' },
        ),
      );
      return;
    }
    case 'kill':
      children.delete(order.key);
      known?.kill();
  }
});
