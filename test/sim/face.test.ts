import { expect, test } from 'vitest';
import { eyesOf, faceOf } from '../../src/engine/kernel/face.ts';
import { coinsGame } from './coins.ts';

const { tosser } = coinsGame.agents;

test.each([
  [{ agent: 'bent', params: {} }, 'plain'],
  [{ agent: 'bent', params: { eyes: 'sharp' } }, 'sharp'],
  [{ agent: 'honest', params: { eyes: 'sharp' } }, undefined],
  [{ agent: 'nobody', params: {} }, undefined],
])('%j looks with %s', (plan, eyes) => {
  expect(eyesOf(tosser, plan)).toBe(eyes);
});

test('a role that does not exist has no faces', () => {
  expect(faceOf(coinsGame.agents['dealer'], { agent: 'bent' })).toBeUndefined();
  expect(faceOf(tosser, { agent: 'bent' })?.id).toBe('bent');
});
