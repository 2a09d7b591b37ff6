import type { Figure } from '../kernel/spec.ts';
import type { Metric, State } from '../kernel/rules.ts';
import { firstChoice } from './actions.ts';
import { NONE, ROW_NAMES, sharesVote } from './shape.ts';
import type { Mysterium } from './shape.ts';

function sum(values: Int8Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/** Guesses that count for `which`: every guess, or each psychic's first of a row; all of them or only the right ones. */
function guesses({ open }: State<Mysterium>, which: 'all' | 'first', row: number | 'any', rightOnly: boolean): number {
  const { psychics, rounds } = open.config;
  let found = 0;
  for (let p = 0; p < psychics; p++) {
    let before = -1;
    for (let at = p; at < rounds * psychics; at += psychics) {
      if (open.guessed[at] === NONE) continue;
      const here = open.guessedRow[at];
      if ((which === 'all' || here !== before) && (row === 'any' || row === here))
        found += rightOnly ? open.guessedRight[at] : 1;
      before = here;
    }
  }
  return found;
}

/** Votes for the culprit; of beliefs that people state together, what each would have named alone. */
function votesRight({ open }: State<Mysterium>): number {
  const shared = sharesVote(open.config);
  let right = 0;
  for (const vote of open.votes) {
    if (vote !== NONE && (shared ? firstChoice(vote, open.cases) : vote) === open.culprit) right++;
  }
  return right;
}

const articled = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

const metric = (name: string, doc: string, of: (state: State<Mysterium>) => number): Metric<Mysterium> => ({
  name,
  doc,
  of,
});

export const metrics: readonly Metric<Mysterium>[] = [
  metric('won', '1 if the vote named the culprit', ({ open }) => (open.outcome === 'voteCorrect' ? 1 : 0)),
  metric('reached_final', '1 if every psychic finished in time', ({ open }) => (open.outcome === 'deadline' ? 0 : 1)),
  metric('rounds', 'rounds played before the finale or the loss, 3 to 7', ({ open }) => open.round),
  metric('guesses', 'pawns placed', (state) => guesses(state, 'all', 'any', false)),
  metric('right_guesses', 'pawns placed on the right card', (state) => guesses(state, 'all', 'any', true)),
  metric('first_guesses', 'first guesses for a card, one a psychic and category reached', (state) =>
    guesses(state, 'first', 'any', false),
  ),
  metric('first_right', 'first guesses that were right', (state) => guesses(state, 'first', 'any', true)),
  ...ROW_NAMES.flatMap((row, i) => [
    metric(`first_${row}_guesses`, `first guesses for ${articled(row)}`, (state) => guesses(state, 'first', i, false)),
    metric(`first_${row}_right`, `first guesses for ${articled(row)} that were right`, (state) =>
      guesses(state, 'first', i, true),
    ),
  ]),
  metric('visions', 'visions given before the finale', ({ open }) => sum(open.givenCount)),
  metric('crows', 'crows used', ({ open }) => open.crowsUsed),
  metric('predictions', 'clairvoyancy tokens placed', ({ open }) => open.predictions),
  metric('true_predictions', 'clairvoyancy tokens whose prediction came true', ({ open }) => open.truePredictions),
  metric('levels', 'clairvoyancy levels of all psychics, added up', ({ open }) => sum(open.level)),
  metric('votes', 'votes cast in the finale; people who choose together cast one each', ({ open }) =>
    open.votes.reduce((n, vote) => n + (vote === NONE ? 0 : 1), 0),
  ),
  metric('votes_right', 'votes for the culprit; of stated beliefs, those that put it first', votesRight),
  metric('shortages', 'deliveries that fell out because every vision lay on the table', ({ open }) => open.shortages),
];

export const figures: readonly Figure[] = [
  { kind: 'rate', name: 'won', doc: 'games won', metric: 'won' },
  {
    kind: 'rate',
    name: 'reached finale',
    doc: 'games in which every psychic finished in time',
    metric: 'reached_final',
  },
  { kind: 'mean', name: 'rounds', doc: 'rounds played', metric: 'rounds' },
  {
    kind: 'ratio',
    name: 'first guess right',
    doc: 'first guesses that were right',
    metric: 'first_right',
    per: 'first_guesses',
  },
  ...ROW_NAMES.map((row): Figure => ({
    kind: 'ratio',
    name: `first ${row} right`,
    doc: `first guesses for ${articled(row)} that were right`,
    metric: `first_${row}_right`,
    per: `first_${row}_guesses`,
  })),
  { kind: 'mean', name: 'visions', doc: 'visions given', metric: 'visions' },
  { kind: 'mean', name: 'crows', doc: 'crows used', metric: 'crows' },
  {
    kind: 'ratio',
    name: 'predictions true',
    doc: 'predictions that came true',
    metric: 'true_predictions',
    per: 'predictions',
  },
  { kind: 'ratio', name: 'votes right', doc: 'final votes for the culprit', metric: 'votes_right', per: 'votes' },
];
