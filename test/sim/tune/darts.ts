import type { Agent, ViewOf } from '../../../src/engine/kernel/agent.ts';
import { catalogue } from '../../../src/engine/kernel/catalog.ts';
import { flag, name, oneOf, real, whole } from '../../../src/engine/kernel/params.ts';
import type { ValuesOf } from '../../../src/engine/kernel/params.ts';
import type { Rules } from '../../../src/engine/kernel/rules.ts';
import { defineAgent } from '../../../src/engine/kernel/spec.ts';

/** A game for tests of the tuner: a thrower aims at a board that stands still, and a judge looks on; whether a throw hits is luck and aim. */
interface Darts {
  Config: { readonly board: number };
  Open: { readonly board: number; hit: number; thrown: number };
  Own: { readonly role: 'thrower' } | { readonly role: 'judge' };
  Hidden: Record<string, never>;
  Move: { readonly chance: number };
}

const params = { board: whole(1, 2, 1, 'which board'), wind: oneOf(['calm', 'gusty'], 'calm', 'the wind') };

/** Actions are chances of a hit in thousandths. */
const FINE = 1000;

const rules: Rules<Darts> = {
  create: ({ board }) => ({
    open: { board, hit: 0, thrown: 0 },
    own: [{ role: 'thrower' }, { role: 'judge' }],
    hidden: {},
  }),
  deal: () => {},
  acting: ({ open }) => (open.thrown === 0 ? 0b11 : 0),
  legal(_state, _seat, out) {
    for (let action = 0; action <= FINE; action++) out.push(action);
  },
  apply({ open }, joint, rng) {
    open.hit = rng.unit() < joint[0] / FINE ? 1 : 0;
    open.thrown = 1;
  },
};

/** Where a throw is best aimed, and how often one hits. */
export const BEST_AIM = 0.65;
export const chanceOf = (aim: number): number => 0.7 - 1.5 * (aim - BEST_AIM) ** 2;

const thrower = defineAgent<Darts, 'thrower'>('thrower');
const judge = defineAgent<Darts, 'judge'>('judge');
export const steadyParams = {
  aim: real(0, 1, 0.2, 'where it aims: what matters'),
  socks: real(0.1, 10, 1, 'warmth of its socks: what does not', 'log'),
  shoes: whole(1, 5, 3, 'size of its shoes: what does not'),
  hand: oneOf(['left', 'right'], 'left', 'the hand it throws with: what does not'),
  eyes: name('plain', 'what it looks with'),
  blur: real(0, 1, 0, 'how badly it sees'),
};
const steady = ({ aim }: ValuesOf<typeof steadyParams>): Agent<ViewOf<Darts, 'thrower'>> => ({
  choose: () => Math.round(FINE * chanceOf(aim)),
});

/** Luck of its own for each of so many settings, as bots have that choose otherwise: the steady ones meet the same luck whatever they do. */
const LUCKS = 97;
const wild = ({ aim, socks }: ValuesOf<typeof steadyParams>): Agent<ViewOf<Darts, 'thrower'>> => ({
  choose(_view, _legal, rng) {
    for (let skipped = Math.round(1e4 * aim + 1e3 * socks) % LUCKS; skipped > 0; skipped--) rng.unit();
    return rng.unit() < chanceOf(aim) ? FINE : 0;
  },
});

export const darts = catalogue<Darts, typeof params>({
  id: 'darts',
  title: 'Darts',
  version: 1,
  params,
  toConfig: ({ board }) => ({ board }),
  grid: { rows: 'board', columns: 'wind' },
  rules,
  notation: { toMove: (_view, chance) => ({ chance }), toAction: (_view, { chance }) => chance },
  narrator: () => ({ opening: () => [], chosen: () => [], outcome: () => [] }),
  phrases: () => ({
    name: (seat) => `Seat ${seat}`,
    option: (_view, action) => ({ words: String(action), shows: [] }),
    thing: ({ kind, id }) => ({ words: `${kind} ${id}`, shows: [] }),
    includes: (_view, action, option) => action === option,
  }),
  metrics: [
    { name: 'hit', doc: '1 if it hit', of: ({ open }) => open.hit },
    { name: 'missed', doc: '1 if it did not', of: ({ open }) => 1 - open.hit },
  ],
  figures: [
    { kind: 'rate', name: 'hit', doc: 'throws that hit', metric: 'hit' },
    { kind: 'mean', name: 'misses', doc: 'throws that missed', metric: 'missed' },
  ],
  agents: {
    thrower: [
      thrower({ id: 'steady', doc: 'aims', params: steadyParams, create: (values) => steady(values) }),
      thrower({ id: 'wild', doc: 'aims by luck of its own', params: steadyParams, create: (values) => wild(values) }),
      thrower({ id: 'blind', doc: 'does not', params: {}, create: () => ({ choose: () => FINE / 2 }) }),
    ],
    judge: [
      judge({
        id: 'strict',
        doc: 'looks on',
        params: { aim: real(0, 1, 0, 'nothing'), flair: flag(false, 'nothing') },
        create: () => ({ choose: () => 0 }),
      }),
    ],
  },
  casts: {
    standard: { thrower: 'steady', judge: 'strict' },
    floor: { thrower: 'blind', judge: 'strict' },
    ceiling: { thrower: 'steady', judge: 'strict' },
  },
  ladders: { thrower: ['blind', 'steady'], judge: ['strict'] },
});
