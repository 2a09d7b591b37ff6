// A program that plays badly, in the way that its first argument names. Where that is nothing bad, it plays the first legal move.
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [how, file] = process.argv.slice(2);
const say = (message) => writeSync(1, typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
let games = 0;
let questions = 0;

const atHello = {
  'never-ready': () => true,
  'broken-json': ({ id }) => say(`{"type":"ready","id":${id}\n`) >= 0,
  nameless: ({ id }) => say({ type: 'ready', id }) >= 0,
  refuses: ({ role }) => say({ type: 'error', message: `no ${role} am I` }) >= 0,
  'hello-noise': () => say('Loading the model...\n') >= 0,
};

const atChoose = {
  hangs: () => true,
  crashes: () => {
    process.stderr.write('Traceback (most recent call last):\nKeyError: "legal"\n');
    process.exitCode = 3;
    process.stdin.destroy();
    return true;
  },
  'is-killed': () => process.kill(process.pid, 'SIGKILL'),
  garbage: () => say('I think card 4\n') >= 0,
  'gives-up-later': ({ id, decision }) => decision > 3 && say({ type: 'error', id, message: 'enough' }) >= 0,
  'paints-the-screen': () => say('\u001b[2J\u001b[31mwon\r\n') >= 0,
  nested: ({ id }) => say(`{"type":"move","id":${id},"move":{"guess":${'['.repeat(1e5)}${']'.repeat(1e5)}}}\n`) >= 0,
  illegal: ({ id }) => say({ type: 'move', id, move: { guess: 99 } }) >= 0,
  'too-far': ({ id, legal }) => say({ type: 'move', id, choose: legal.length }) >= 0,
  twofold: ({ id, legal }) => say({ type: 'move', id, choose: 0, move: legal[0] }) >= 0,
  fractional: ({ id }) => say({ type: 'move', id, choose: 0.5 }) >= 0,
  'wrong-id': ({ id }) => say({ type: 'move', id: id - 1, choose: 0 }) >= 0,
  'not-asked': ({ id }) => say({ type: 'ready', id, name: 'x' }) >= 0,
  giant: () => say('x'.repeat(3 << 20)) >= 0,
  'closes-stdout': () => {
    closeSync(1);
    setInterval(() => {}, 1000);
    return true;
  },
  'leaves-a-child': () => {
    spawn('sleep', ['1000'], { stdio: ['ignore', 1, 2] });
    setTimeout(() => process.exit(4), 100);
    return true;
  },
  'busy-for-ever': () => {
    if (file) appendFileSync(file, `${process.pid}\n`);
    for (;;);
  },
  'crashes-at-game-30': () => games > 30 && process.exit(5),
  slow: async ({ id }) => {
    await sleep(300);
    return say({ type: 'move', id, choose: 0 });
  },
  'in-pieces': async ({ id }) => {
    say(`\n  {"type":"move","id":${id},`);
    await sleep(20);
    return say('"choose":0}\r\n');
  },
  loud: () => {
    process.stderr.write('ä'.repeat(1 << 19));
    return false;
  },
  'keeps-count': ({ id, legal }) => say({ type: 'move', id, choose: questions++ % legal.length }) >= 0,
  // The ghost writes its targets where the psychic reads them.
  'reads-a-file': ({ id, legal, view }) => {
    if (view.own.target) appendFileSync(file, view.own.target.join(''));
    const told = existsSync(file) ? [...readFileSync(file, 'utf8')].reduce((sum, digit) => sum + Number(digit), 0) : 0;
    return say({ type: 'move', id, choose: told % legal.length }) >= 0;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (told.type === 'reset') games++;
  if (told.type === 'hello' && !atHello[how]?.(told)) {
    say({ type: 'ready', id: told.id, name: `${how} 👻`, deterministic: true });
    if (how === 'talks-early') say({ type: 'move', id: told.id + 1, choose: 0 });
  }
  if (told.type === 'choose' && !(await atChoose[how]?.(told))) {
    say({ type: 'move', id: told.id, choose: 0 });
    if (how === 'talks-twice') say({ type: 'move', id: told.id, choose: 0 });
  }
}
if (how === 'never-ends') setInterval(() => {}, 1000);
