import { expect, test } from 'vitest';
import { hashOfBriefing, packKnowledge, unpackKnowledge } from '../../src/cluster/briefing.ts';
import { isRunName, packChunk, readParcel, unpackChunk } from '../../src/cluster/run.ts';
import { readAddress } from '../../src/cluster/address.ts';
import type { Knowledge } from '../../src/engine/kernel/knowledge.ts';
import { Programs } from '../../src/outside/programs.ts';
import { runChunk } from '../../src/sim/chunk.ts';
import { coinsGame } from '../sim/coins.ts';
import { coinsExperiment, nothing } from '../sim/experiments.ts';

const knowledge = {
  affinity: {
    'mix:bundled*0.7+words*0.3': { rows: 2, columns: 3, cells: Float32Array.of(1, -0, 0.1, 1e-40, -3.5, 2 ** 100) },
    bundled: { rows: 1, columns: 1, cells: Float32Array.of(Math.fround(1 / 3)) },
  },
  clueModels: {
    'model.json': {
      game: 'mysterium',
      version: 1,
      hash: 'abc',
      features: ['fit'],
      means: [0.1],
      scales: [2],
      bias: 1 / 3,
      direct: [-1],
      units: [{ bias: 0, weights: [1], out: 0.5 }],
    },
  },
};

test('knowledge travels to the last bit, and under the hash of its bytes alone', () => {
  const bytes = packKnowledge(knowledge);
  const hash = hashOfBriefing(bytes);
  expect(unpackKnowledge(bytes, hash)).toEqual(knowledge);
  for (const at of [0, bytes.indexOf('\n') + 1, bytes.length - 1]) {
    const other = Buffer.from(bytes);
    other[at] ^= 1;
    expect(() => unpackKnowledge(other, hash)).toThrow('damaged');
  }
});

test('knowledge that holds no numbers, is cut off or is none is refused though its hash is right', () => {
  const refused =
    (bytes: Buffer): (() => unknown) =>
    () =>
      unpackKnowledge(bytes, hashOfBriefing(bytes));
  const bytes = packKnowledge(knowledge);
  expect(refused(bytes.subarray(0, -1))).toThrow('cut off');
  expect(refused(Buffer.from('[]'))).toThrow('cannot be read');
  expect(refused(Buffer.from('{"eyes":[{"eyes":"a","rows":1e9,"columns":1}],"clueModels":{}}\n'))).toThrow(
    'cannot be read',
  );
  const [[name, model]] = Object.entries(knowledge.clueModels);
  const short = packKnowledge({ affinity: {}, clueModels: { [name]: { ...model, means: [] } } });
  expect(refused(short)).toThrow('cannot be read');
  const nan = packKnowledge({ affinity: { a: { rows: 1, columns: 1, cells: Float32Array.of(Number.NaN) } } });
  expect(refused(nan)).toThrow('no numbers');
});

test('a chunk travels as it is; one of other games, too long, cut off or of too few games is refused', async () => {
  const experiment = coinsExperiment();
  const chunk = runChunk(coinsGame, nothing, { experiment, from: 5, to: 25, details: true });
  const parcel = { experiment: 0, from: 5, to: 25, details: true };
  const width = coinsGame.metrics.length;
  const bytes = await packChunk(chunk);
  expect(await unpackChunk(bytes, parcel, width)).toEqual(chunk);
  const failed = { ...chunk, games: 0, rows: new Float64Array(), details: new Float64Array(), failure: 'it broke' };
  expect(await unpackChunk(await packChunk(failed), parcel, width)).toEqual(failed);
  for (const [wrong, other, columns] of [
    [bytes, { ...parcel, from: 6 }, width],
    [bytes, { ...parcel, to: 24 }, width],
    [bytes, { ...parcel, to: 26 }, width],
    [bytes, parcel, width + 1],
    [bytes.subarray(0, -3), parcel, width],
    [Buffer.from('{}\n'), parcel, width],
    [Buffer.alloc(0), parcel, width],
  ] as const)
    await expect(unpackChunk(wrong, other, columns)).rejects.toThrow('what is no chunk of games');
});

test('a job that the run does not have is refused', () => {
  const run = { experiments: [coinsExperiment()] };
  const parcel = { experiment: 0, from: 0, to: 256, details: false };
  expect(readParcel(parcel, run)).toEqual(parcel);
  for (const wrong of [{ experiment: 1 }, { from: 256 }, { to: 1e6 }, { from: -1 }, { details: 'yes' }, { to: 0.5 }])
    expect(() => readParcel({ ...parcel, ...wrong }, run)).toThrow('that the run does not have');
});

test('an address shows no password, and takes one that is given apart', () => {
  const { text, options } = readAddress('rediss://me:s%20x@[::1]:7000/3', 'other');
  expect(text).toBe('rediss://[::1]:7000/3');
  expect(options).toMatchObject({ host: '::1', port: 7000, db: 3, username: 'me', password: 's x', tls: {} });
  expect(readAddress('redis://there', 'apart').options).toMatchObject({ host: 'there', port: 6379, password: 'apart' });
  for (const wrong of ['there', 'http://there', 'redis://', 'redis://there/zero'])
    expect(() => readAddress(wrong)).toThrow('a cluster is named as redis://');
});

test('pictures travel where programs play, which are told of them, and nowhere else', () => {
  const pictures = {
    visions: [{ id: 'v01', title: 'Fog', file: '/decks/fog.webp' }],
    cards: [{ id: 'c01', title: 'Cook', file: '/decks/cook.webp' }],
  };
  const through = (all: Knowledge): Knowledge => {
    const bytes = packKnowledge(all);
    return unpackKnowledge(bytes, hashOfBriefing(bytes));
  };
  expect(through({ ...knowledge, pictures, outside: new Programs() })).toEqual({ ...knowledge, pictures });
  expect(through({ ...knowledge, pictures })).toEqual(knowledge);
});

test('what cannot be the name of a run, or part of an address, is refused', () => {
  const wrong = ['a:b', '', '__proto__', 'x'.repeat(100)];
  expect(wrong.filter(isRunName)).toEqual([]);
  expect(isRunName('2364a9c26149abec')).toBe(true);
  expect(() => readAddress('redis://:50%@there')).toThrow('written %25');
  expect(() => readAddress('redis://there?db=2')).toThrow('no ? or #');
});
