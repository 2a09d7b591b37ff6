import type { Moment, Thought, ToldOption, ToldPull } from '../../engine/kernel/explanation.ts';

export type Why = NonNullable<Thought['why']>;

/** How much of an explanation is told in short. */
const MOST = { options: 3, pulls: 3 };
/** Options and pulls below these are not worth a word: a share, and nats or points. */
const LEAST = { share: 0.01, weight: 0.2 };
/** An option that was chosen is told just before; one longer than this is "this" in short. */
const LONG = 24;

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;

const lowered = (sentence: string): string => `${sentence[0].toLowerCase()}${sentence.slice(1)}`;

/** A number with its sign, a real minus, and one decimal. */
export function signed(weight: number): string {
  const size = Math.abs(weight).toFixed(1);
  return `${size === '0.0' ? '±' : weight < 0 ? '−' : '+'}${size}`;
}

/** An option's value; empty where it has none. Its parts stay on one line. */
export function valueText({ unit }: Pick<Why, 'unit'>, value: number | undefined): string {
  if (value === undefined) return '';
  if (unit === 'points') return signed(value).replace(/^[+±]/, '');
  const percent = Math.round(value * 100);
  const text = percent === 0 && value > 0 ? 'under 1' : percent === 100 && value < 1 ? 'over 99' : String(percent);
  return `${text}\u00a0%`;
}

const pullText = ({ words, weight }: ToldPull): string => (weight === undefined ? words : `${words} ${signed(weight)}`);

/** What speaks for an option and what against it, strongest first, without what is hardly felt. */
export function sidesOf({ pulls }: Pick<ToldOption, 'pulls'>): {
  readonly pro: readonly ToldPull[];
  readonly contra: readonly ToldPull[];
} {
  const felt = pulls
    .filter(({ weight = Infinity }) => Math.abs(weight) >= LEAST.weight)
    .toSorted((a, b) => Math.abs(b.weight ?? Infinity) - Math.abs(a.weight ?? Infinity));
  return {
    pro: felt.filter(({ weight }) => weight !== undefined && weight > 0),
    contra: felt.filter(({ weight }) => weight === undefined || weight < 0),
  };
}

/** The options told in short: the first few that count, and those that were chosen. */
export function fewOf({ options, unit }: Why, most = MOST.options): readonly ToldOption[] {
  const counts = ({ value }: ToldOption): boolean => unit !== 'share' || value === undefined || value >= LEAST.share;
  return options.filter((option, i) => option.chosen || (i < most && (i === 0 || counts(option))));
}

/** The options and what pulls at the first of them, and at what was chosen where that is another. */
function whyText(thought: Thought, why: Why): string {
  const { options, remarks } = why;
  const [first] = options;
  if (first === undefined || first.value === undefined) {
    const [remark = ''] = remarks;
    const others = options.slice(1).filter(({ value }) => value !== undefined);
    return joined([
      remark && lowered(remark),
      first && sidesText(first),
      others.length > 0 ? valuesText(why, others.slice(0, MOST.options)) : '',
    ]);
  }
  const few = fewOf(why);
  // Of several things done at once, what pulls at each would be too much.
  const pulled = options.filter(({ chosen }) => chosen).length > 1 ? '' : sidesText(first);
  const taken = first.chosen ? '' : `yet takes ${thought.chosen.words}`;
  if (first.aim === undefined && first.words.length <= LONG) return joined([valuesText(why, few), pulled, taken]);
  const top = valueText(why, first.value);
  // To the same end: others may be open at the same time.
  const rest = options.filter(({ aim, chosen }) => !chosen && (aim === undefined || aim.words === first.aim?.words));
  const isAbove = (option: ToldOption): boolean => (option.value ?? 0) > (first.value ?? 0);
  // What would be better by its value alone, and why it was not taken.
  const better = rest.find((option) => isAbove(option) && valueText(why, option.value) !== top);
  const barred = better?.pulls.find(({ weight }) => weight === undefined);
  const next = rest.find((option) => option !== first && !isAbove(option));
  return joined([
    [
      first.chosen ? '' : first.words,
      top,
      first.aim ? `for ${first.aim.words}` : '',
      first.rival ? `rather than ${first.rival.words}` : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
    pulled,
    taken,
    better && barred && `not ${better.words} ${valueText(why, better.value)}, as ${barred.words}`,
    next && `next best ${next.words} ${valueText(why, next.value)}`,
  ]);
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part).join('; ');

const valuesText = (why: Why, options: readonly ToldOption[]): string =>
  options.map(({ words, value }) => `${words} ${valueText(why, value)}`.trim()).join(', ');

function sidesText(option: ToldOption): string {
  const { pro, contra } = sidesOf(option);
  const some = (side: string, pulls: readonly ToldPull[]): string =>
    pulls.length === 0 ? '' : `${side} ${list(pulls.slice(0, MOST.pulls).map(pullText))}`;
  return joined([some('for it', pro), some('against it', contra)]);
}

/** What everybody asked thought, a line each; those of one mind share a line. */
export function thoughtLines(thoughts: readonly Thought[]): readonly string[] {
  const minds = new Map<string, string[]>();
  for (const thought of thoughts) {
    const text = thought.why === undefined ? '' : whyText(thought, thought.why);
    minds.set(text, [...(minds.get(text) ?? []), thought.name]);
  }
  return [...minds].map(([text, names]) => {
    if (text !== '') return `${list(names)}: ${text}.`;
    return `${list(names)} ${names.length === 1 ? 'does' : 'do'} not say why.`;
  });
}

/** What a decision is called where the story passes over it; those who did the same share a part. */
function plainLine(thoughts: readonly Thought[]): string {
  const doings = new Map<string, string[]>();
  for (const { name, chosen } of thoughts) doings.set(chosen.words, [...(doings.get(chosen.words) ?? []), name]);
  return `${[...doings].map(([words, names]) => `${list(names)}: ${words}`).join('; ')}.`;
}

/** A decision's lines: headings first, then what was done. */
export function splitLines({ lines, move, thoughts }: Moment): {
  readonly before: readonly string[];
  readonly done: string;
} {
  const last = lines[lines.length - 1];
  // A line after an empty one is a heading.
  if (move === 0) return { before: lines, done: '' };
  if (last === undefined || lines[lines.length - 2] === '') return { before: lines, done: plainLine(thoughts) };
  return { before: lines.slice(0, -1), done: last };
}

/** A told game with its decisions numbered, and under each what everybody thought, in lines of at most `width` characters. */
export function tellMoments(moments: readonly Moment[], width: number): readonly string[] {
  const digits = String(moments.reduce((most, { move }) => Math.max(most, move), 0)).length;
  return moments.flatMap((moment) => {
    const { before, done } = splitLines(moment);
    if (moment.move === 0) return before;
    const number = `${String(moment.move).padStart(digits)}. `;
    const indent = ' '.repeat(number.length);
    return [
      ...before,
      ...wrapped(done, number, indent, width),
      ...thoughtLines(moment.thoughts).flatMap((line) => wrapped(line, indent, `${indent}  `, width)),
    ];
  });
}

/** A text in lines of at most `width`; `first` begins the first of them and `rest` the others. */
function wrapped(text: string, first: string, rest: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = first;
  for (const [i, word] of text.split(' ').entries()) {
    if (i > 0 && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${rest}${word}`;
    } else {
      line += i === 0 ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

/** What the numbers of some thoughts mean, a line each. */
export function legendOf(thoughts: readonly Thought[]): readonly string[] {
  const lines = thoughts.flatMap(({ role, why }) =>
    why === undefined || why.measure === ''
      ? []
      : [
          `${role}: ${why.measure}; ${why.weights === 'nats' ? 'pulls in nats, 0.7 of which double the odds' : 'pulls are parts of it'}`,
        ],
  );
  return [...new Set(lines)];
}

/** The seat that a text names by its number, or as the story calls it. Undefined for none. */
export function seatNamed(thoughts: readonly Thought[], text: string): number | undefined {
  const plain = (name: string): string => name.toLowerCase().replace(/^the /, '');
  return thoughts.find(({ seat, name }) => String(seat) === text || plain(name) === plain(text))?.seat;
}

export const seatsOf = (thoughts: readonly Thought[]): string =>
  list([
    ...new Map(
      thoughts.toSorted((a, b) => a.seat - b.seat).map(({ seat, name }) => [seat, `${seat} (${name})`]),
    ).values(),
  ]);
