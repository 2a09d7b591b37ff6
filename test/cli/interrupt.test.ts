import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interruptible } from '../../src/cli/interrupt.ts';

/** Signals are told of as Node tells of them; nobody is killed. */
const signal = (): void => void process.emit('SIGINT', 'SIGINT');
const exit = vi.spyOn(process, 'exit');
const quit = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  exit.mockReset().mockImplementation((): never => {
    throw new Error('exit');
  });
  quit.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  process.removeAllListeners('SIGINT');
});

test('the first signal asks to end, its echo is not heard, and a later one ends the process', async () => {
  await interruptible(async (stop) => {
    signal();
    expect(stop.aborted).toBe(true);
    vi.advanceTimersByTime(20);
    signal();
    vi.advanceTimersByTime(900);
    signal();
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(signal).toThrow('exit');
  }, quit);
  expect(quit).toHaveBeenCalledTimes(1);
  expect(exit).toHaveBeenCalledWith(130);
});

test('an echo that comes when all is done does not kill; without a stop nobody listens any longer', async () => {
  await interruptible(() => Promise.resolve(), quit);
  expect(process.listenerCount('SIGINT')).toBe(0);
  await interruptible(async () => signal(), quit);
  signal();
  expect([quit.mock.calls, exit.mock.calls]).toEqual([[], []]);
});
