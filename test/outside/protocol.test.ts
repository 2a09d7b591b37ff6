import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { schemas } from '../../scripts/protocol/schemas.ts';
import { gameOf } from '../../src/agents/catalog.ts';
import type { Choose, End, Hello, Outside, Reset } from '../../src/engine/kernel/outside.ts';
import { OutsideError } from '../../src/engine/kernel/outside.ts';
import { TOLD, readChoice, readReady } from '../../src/outside/protocol.ts';

const docs = (file: string): string => fileURLToPath(new URL(`../../docs/${file}`, import.meta.url));
const page = readFileSync(docs('protocol.md'), 'utf8');

type Told = Hello | Reset | Choose | End;

/** All that programs at every seat are told in some games. */
function heard(): readonly Told[] {
  const told: Told[] = [];
  const outside: Outside = {
    limits: { hello: 1, decision: 1 },
    at: () => ({
      greet(hello) {
        told.push(hello);
        return { name: 'ear', deterministic: false, legal: true };
      },
      tell: (message) => void told.push(message),
      ask(question) {
        told.push(question);
        return { choose: 0 };
      },
    }),
  };
  const game = gameOf('mysterium');
  const affinity = { bundled: { rows: 84, columns: 54, cells: new Float32Array(84 * 54).fill(1 / 3) } };
  const picture = { id: 'a', title: 'A', file: '/a.png' };
  const pictures = { visions: [picture], cards: [picture] };
  for (const config of [{ players: 3 }, { players: 5 }, { players: 5, finaleVote: 'discussed' }]) {
    const lineup = game.roles(config).map((role) => ({
      agent: 'exec:ear',
      params: { slips: 1, substitute: game.casts.ceiling[role] },
    }));
    const session = game.open(config, lineup, { affinity, pictures, outside });
    for (let seed = 0; seed < 5; seed++) session.play(seed);
  }
  return told;
}

const told = heard();

test.each(Object.keys(TOLD))('%s is as its schema says, with nothing besides', (type) => {
  const schema: z.ZodObject = TOLD[type as keyof typeof TOLD];
  const messages = told.filter((message) => message.type === type);
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) {
    // What travels has a number besides, and is JSON.
    const travels: unknown = JSON.parse(JSON.stringify({ ...message, ...('id' in schema.shape && { id: 1 }) }));
    expect(schema.strict().safeParse(travels).error).toBeUndefined();
  }
});

test('docs/protocol holds the schemas of today', () => {
  const now = schemas();
  const files = readdirSync(docs('protocol'));
  expect(files.toSorted()).toEqual(
    Object.keys(now)
      .map((name) => `${name}.schema.json`)
      .toSorted(),
  );
  for (const [name, schema] of Object.entries(now)) {
    expect(JSON.parse(readFileSync(docs(`protocol/${name}.schema.json`), 'utf8')), 'npm run protocol').toEqual(schema);
  }
});

describe('docs/protocol.md tells of Mysterium', () => {
  const section = page.slice(page.indexOf('\n## Mysterium'), page.indexOf('\n## When something'));
  const named = new Set([...section.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const questions = told.filter((message) => message.type === 'choose');

  test('every field of a view', () => {
    const views = questions.map(({ view }) => view as { readonly open: object; readonly own: object });
    const fields = new Set(views.flatMap(({ open, own }) => [...Object.keys(open), ...Object.keys(own)]));
    expect([...fields].filter((field) => !named.has(field))).toEqual([]);
  });

  test('every kind of move', () => {
    const spelled = [...section.matchAll(/`(\{"[^`]+)`/g)].map(([, text]) => JSON.parse(text) as object);
    const kinds = new Set(spelled.map((move) => Object.keys(move).join()));
    const met = new Set(questions.flatMap(({ legal = [] }) => legal.map((move) => Object.keys(move).join())));
    expect([...met].toSorted()).toEqual([...kinds].toSorted());
  });
});

test('answers are read, with what they leave out', () => {
  expect(readReady('{"type":"ready","id":3,"name":"x","extra":1}', 3)).toMatchObject({
    deterministic: false,
    legal: true,
  });
  expect(readChoice('{"type":"move","id":3,"choose":0}', 3)).toEqual({ choose: 0 });
  expect(readChoice('{"type":"move","id":3,"move":{"a":null}}', 3)).toEqual({ move: { a: null } });
});

test.each([
  '',
  'null',
  '[]',
  '7',
  '{"type":"move"}',
  '{"type":"move","id":3}',
  '{"type":"move","id":"3","choose":0}',
  '{"type":"move","id":3,"choose":-1}',
  '{"type":"move","id":3,"move":[1]}',
  '{"type":"move","id":3,"move":null}',
  '{"type":"move","id":4,"choose":0}',
  `{"type":"move","id":3,"choose":0,"why":${'['.repeat(100)}${']'.repeat(100)}}`,
  '{"type":"error","id":3,"message":"no"}',
])('%j is no choice', (line) => {
  expect(() => readChoice(line, 3)).toThrow(OutsideError);
});
