import type { Agent, ViewOf } from '../../src/engine/kernel/agent.ts';
import { catalogue } from '../../src/engine/kernel/catalog.ts';
import { defineAgent } from '../../src/engine/kernel/spec.ts';
import { ParamError, flag, name, oneOf, real, whole } from '../../src/engine/kernel/params.ts';
import type { ValuesOf } from '../../src/engine/kernel/params.ts';
import type { Rules } from '../../src/engine/kernel/rules.ts';

/** A game for tests of the simulator: a caller calls each of a few coins, a tosser may bend them; all right wins. */
interface Coins {
  Config: { readonly coins: number; readonly loaded: boolean };
  Open: { readonly coins: number; tossed: number; right: number; heads: number };
  Own: { readonly role: 'tosser' } | { readonly role: 'caller' };
  Hidden: { readonly bias: number };
  Move: { readonly heads: boolean };
}

const params = {
  coins: whole(1, 4, 2, 'coins tossed'),
  coin: oneOf(['fair', 'loaded'], 'fair', 'which coin is tossed'),
  edge: flag(false, 'counts the edge as heads'),
  luck: real(0, 1, 0.5, 'nothing at all, but it must be at most 0.9 for loaded coins'),
};

const rules: Rules<Coins> = {
  create: ({ coins, loaded }) => ({
    open: { coins, tossed: 0, right: 0, heads: 0 },
    own: [{ role: 'tosser' }, { role: 'caller' }, { role: 'caller' }],
    hidden: Object.freeze({ bias: loaded ? 0.8 : 0.5 }),
  }),
  deal: () => {},
  acting: ({ open }) => (open.tossed < open.coins ? 0b111 : 0),
  legal: (_state, _seat, out) => {
    out.push(0);
    out.push(1);
  },
  apply({ open, hidden }, joint, rng) {
    const heads = joint[0] === 1 || rng.unit() < hidden.bias ? 1 : 0;
    open.heads += heads;
    open.right += Number(joint[1] === heads) + Number(joint[2] === heads);
    open.tossed++;
  },
};

const tosser = defineAgent<Coins, 'tosser'>('tosser');
const caller = defineAgent<Coins, 'caller'>('caller');
const bentParams = { bend: real(0, 1, 0.25, 'how often it bends'), eyes: name('plain', 'what it looks with') };
const bent = ({ bend }: ValuesOf<typeof bentParams>): Agent<ViewOf<Coins, 'tosser'>> => ({
  choose: (_view, _legal, rng) => (rng.unit() < bend ? 1 : 0),
});

export const coinsGame = catalogue<Coins, typeof params>({
  id: 'coins',
  title: 'Coins',
  version: 3,
  params,
  toConfig({ coins, coin, luck }) {
    if (coins === 4 && coin === 'loaded') throw new ParamError('four coins are always fair');
    if (coin === 'loaded' && luck > 0.9) throw new ParamError('luck must be at most 0.9 for loaded coins');
    return { coins, loaded: coin === 'loaded' };
  },
  grid: { rows: 'coins', columns: 'coin' },
  rules,
  notation: { toMove: (_view, action) => ({ heads: action === 1 }), toAction: (_view, { heads }) => Number(heads) },
  narrator: () => ({ opening: () => ['coins lie ready'], chosen: () => [], outcome: () => ['a coin falls'] }),
  phrases: () => ({
    name: (seat) => `Seat ${seat}`,
    option: (_view, action) => ({ words: action === 1 ? 'heads' : 'tails', shows: [] }),
    thing: ({ kind, id }) => ({ words: `${kind} ${id}`, shows: [] }),
    includes: (_view, action, option) => action === option,
  }),
  metrics: [
    { name: 'won', doc: '1 if all calls were right', of: ({ open }) => (open.right === 2 * open.coins ? 1 : 0) },
    { name: 'heads', doc: 'heads tossed', of: ({ open }) => open.heads },
    { name: 'right', doc: 'right calls', of: ({ open }) => open.right },
    { name: 'tossed', doc: 'coins tossed', of: ({ open }) => open.tossed },
    {
      name: 'share',
      doc: 'right calls a head, if any',
      of: ({ open }) => (open.heads === 0 ? Number.NaN : open.right / open.heads),
    },
  ],
  figures: [
    { kind: 'rate', name: 'won', doc: 'games won', metric: 'won' },
    { kind: 'mean', name: 'heads', doc: 'heads', metric: 'heads' },
    { kind: 'ratio', name: 'right', doc: 'right calls a coin', metric: 'right', per: 'tossed' },
    { kind: 'mean', name: 'share', doc: 'right calls a head', metric: 'share' },
  ],
  ledger: {
    columns: ['coin', 'heads'],
    role: 'tosser',
    rows: ({ open }, _eyes, write) => {
      for (let coin = 0; coin < open.tossed; coin++) write([coin, open.heads]);
    },
  },
  agents: {
    tosser: [
      tosser({ id: 'honest', doc: 'lets it fall', params: {}, create: () => ({ choose: () => 0 }) }),
      tosser({ id: 'bent', doc: 'turns up heads', params: bentParams, create: (values) => bent(values) }),
    ],
    caller: [
      caller({
        id: 'guess',
        doc: 'calls anything',
        params: {},
        create: () => ({ choose: (_v, _l, rng) => rng.below(2) }),
      }),
      caller({ id: 'heads', doc: 'calls heads', params: {}, create: () => ({ choose: () => 1 }) }),
    ],
  },
  casts: {
    standard: { tosser: 'bent', caller: 'heads' },
    floor: { tosser: 'honest', caller: 'guess' },
    ceiling: { tosser: 'bent', caller: 'heads' },
  },
  ladders: { tosser: ['honest', 'bent'], caller: ['guess', 'heads'] },
});
