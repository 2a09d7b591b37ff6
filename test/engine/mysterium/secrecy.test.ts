import { describe, expect, test } from 'vitest';
import type { Given } from '../../../src/engine/kernel/params.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import { HAND, ROWS } from '../../../src/engine/mysterium/shape.ts';
import { ScriptedRng } from '../../kit/scripted-rng.ts';
import { findLeak, keepsSecrets } from '../../kit/secrecy.ts';
import { secrets, secretsOfDiscussion, secretsOfMany, secretsOfTwo } from './secrets.ts';
import { generous } from './settings.ts';
import { finaleFor } from './table.ts';

describe('Mysterium keeps its secrets', () => {
  // One card a row more than psychics, so that there is a decoy to which a target can move.
  const config = (players: number, more: object = {}) => {
    const easy = generous({ players, talkRounds: 1 });
    return { ...easy, width: easy.width + 1, rounds: 12, ...more };
  };
  keepsSecrets('two people', mysterium, config(2), secrets);
  keepsSecrets('four people', mysterium, config(4), [...secrets, ...secretsOfMany]);
  keepsSecrets('four people who may leave pawns unplaced', mysterium, config(4, { unplacedPawn: 'wrong' }), [
    ...secrets,
    ...secretsOfMany,
  ]);
  keepsSecrets('three people', mysterium, config(3), [...secrets, ...secretsOfTwo]);
  keepsSecrets('six people', mysterium, { ...config(6), tokens: 1 }, [...secrets, ...secretsOfMany]);
});

describe('Mysterium keeps its secrets under house rules', () => {
  const config = (given: Given) => {
    const easy = generous({ talkRounds: 1, ...given });
    return { ...easy, width: easy.width + 1, rounds: 12 };
  };
  const [unheard, voteInHand] = secretsOfTwo;
  keepsSecrets('without clairvoyancy', mysterium, config({ players: 4, clairvoyancy: false }), [
    ...secrets,
    unheard,
    voteInHand,
  ]);
  keepsSecrets('where everybody sees three visions', mysterium, config({ players: 4, finaleSight: 'all' }), [
    ...secrets,
    unheard,
    voteInHand,
  ]);
  keepsSecrets('with a hand that is filled at the end', mysterium, config({ players: 4, refill: 'end' }), [
    ...secrets,
    ...secretsOfMany,
  ]);
  keepsSecrets('with a hand of five', mysterium, config({ players: 4, hand: 5 }), [...secrets, ...secretsOfMany]);
  keepsSecrets('with a vote that is discussed', mysterium, config({ players: 4, finaleVote: 'discussed' }), [
    ...secrets,
    ...secretsOfDiscussion,
  ]);
});

describe('what is no secret shows', () => {
  const shown = generous({ players: 4, redrawDiscardVisible: true });
  const crows = secrets.filter(({ name }) => name.includes('crow'));

  test.each(crows)('where crow discards are visible: $name', (secret) => {
    expect(crows).toHaveLength(1);
    const published = {
      ...secret,
      vary: (...[twin, joint, dice]: Parameters<typeof secret.vary>) => {
        if (!secret.vary(twin, joint, dice)) return false;
        twin.open.thrown.set(ghostOf(twin).thrown.subarray(0, twin.open.thrownCount));
        return true;
      },
    };
    expect(findLeak(mysterium, shown, published).leak).toMatch(/at \.view\.open\.thrown\[/);
  });

  test('throws are counted for all, and listed for the ghost', () => {
    const table = finaleFor({ players: 4 });
    const [first, second] = table.ghost.hand;
    table.redraw(2);
    expect(table.open.thrownCount).toBe(2);
    expect(table.open.thrown).toHaveLength(0);
    expect([...table.ghost.thrown.subarray(0, 2)]).toEqual([Math.min(first, second), Math.max(first, second)]);
  });
});

test('which vision stands for which category does not show: whatever stands where, the same six orders come up', () => {
  // 3 * 2 * 1 = 6 ways for the dice to fall.
  const dice = [0, 1, 2].flatMap((a) => [0, 1].map((b) => [a, b, 0]));
  const orders = (places: readonly [number, number, number]): string[] =>
    dice.map((draws) => {
      const table = finaleFor({ players: 2 });
      const rng = new ScriptedRng(draws);
      const action = places.reduce((sum, place) => sum * HAND + place, 1);
      mysterium.apply(table.state, Int32Array.of(action, -1, -1), rng);
      expect([rng.left, table.open.revealedCount]).toEqual([0, ROWS]);
      return table.open.revealed.join();
    });
  const straight = orders([0, 1, 2]).toSorted();
  expect(new Set(straight).size).toBe(6);
  for (const places of [
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
  ] as const)
    expect(orders(places).toSorted()).toEqual(straight);
});
