import type { ReportSpec } from '../kernel/report-spec.ts';

/** Somebody had not come so far when time ran out: one first guess a psychic is made for each category that it reaches. */
const short = (row: string, next: string): { readonly metric: string; readonly lessThan: string } => ({
  metric: `first_${next}_guesses`,
  lessThan: `first_${row}_guesses`,
});
const LATE = { metric: 'reached_final', equals: 0 } as const;

export const report: ReportSpec = {
  endings: [
    { name: 'won', doc: 'the vote named the culprit', isWon: true, when: [{ metric: 'won', equals: 1 }] },
    {
      name: 'lost at the vote',
      doc: 'every psychic finished in time, and the vote named another case',
      isWon: false,
      when: [{ metric: 'reached_final', equals: 1 }],
    },
    {
      name: 'late at the character',
      doc: 'time ran out, and some psychic had not yet guessed at a location',
      isWon: false,
      when: [LATE, short('character', 'location')],
    },
    {
      name: 'late at the location',
      doc: 'time ran out, and some psychic had guessed at a location, but not yet at an object',
      isWon: false,
      when: [LATE, short('location', 'object')],
    },
    {
      name: 'late at the object',
      doc: 'time ran out while every psychic that was not yet done was at the object',
      isWon: false,
      when: [LATE],
    },
  ],
  length: 'rounds',
  groups: [
    {
      title: 'Clairvoyancy and votes',
      doc: 'How often psychics foretold rightly whether others would guess right, and how often they voted for the culprit.',
      figures: ['predictions true', 'votes right'],
      trend: { figure: 'votes right', by: 'levels' },
    },
  ],
  choices: {
    name: 'first guess',
    options: 'candidates',
    right: 'right',
    target: 'target',
    chosen: 'guess',
    earlier: 'retained',
  },
};
