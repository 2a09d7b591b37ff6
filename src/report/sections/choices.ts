import type { ChoiceColumns } from '../../engine/kernel/report-spec.ts';
import { named } from '../../results/database.ts';
import type { Results } from '../../results/open-results.ts';
import { wilson } from '../../sim/index.ts';
import { lineChart } from '../chart.ts';
import type { Point, Series } from '../chart.ts';
import { stripChart } from '../count-chart.ts';
import type { Block, CardPictures, ReportFigure, Section, ShownCards } from '../document.ts';
import { detailsOf, mistakesOf, sharesOf } from '../evidence.ts';
import type { CountedShare } from '../evidence.ts';
import type { Run } from '../run.ts';
import { capital, estimateText, thousands } from '../words.ts';

/** How often people choose right among several options in experiments. */
export interface PeopleChoice {
  readonly name: string;
  readonly options: number;
  readonly share: number;
  /** 95 %; undefined where it is not known. */
  readonly interval: readonly [number, number] | undefined;
  readonly source: string;
}

/** What the sections on choices need besides the run. */
export interface ChoiceMeans {
  readonly people: readonly PeopleChoice[];
  /** Titles and pictures of cards; undefined where the deck of the run is not there. */
  readonly picture: (cards: readonly number[]) => Promise<CardPictures | undefined>;
}

/** So many cards, and so many pairs, are shown as pictures. */
const SHOWN = 6;

/** Cards meant fewer times than this are not ranked. */
const LEAST = 20;

/** How choices depend on the number of cards, and which cards are hard. @throws ResultsError */
export async function choiceSections(
  run: Run,
  results: Results | undefined,
  means: ChoiceMeans,
): Promise<readonly Section[]> {
  const choices = run.game.report?.choices;
  if (!choices) return [];
  const title = `${capital(choices.name)} by ${choices.options}`;
  const cards = 'Hardest cards, and twins';
  const file = results?.files.find(({ kind }) => kind === 'clues');
  if (!results || !file || !run.cluesFile) {
    const text = 'This needs clues.csv, which is not there: seance simulate --clues --out writes it.';
    return [missing('candidates', title, text), missing('cards', cards, text)];
  }
  const columns = new Set(file.columns.map(({ name }) => name));
  const lacks = [choices.target, choices.chosen].filter((name) => !columns.has(name));
  return [
    await candidatesSection(run, results, choices, title, means.people),
    lacks.length > 0
      ? missing(
          'cards',
          cards,
          `This needs the columns ${lacks.join(' and ')}, which ${file.path} lacks: it is of an earlier version; seance simulate --clues --force writes it anew.`,
        )
      : await cardsSection(run, results, choices, cards, means),
  ];
}

const missing = (id: string, title: string, text: string): Section => ({
  id,
  title,
  blocks: [{ kind: 'missing', text }],
});

const NONE = 'There is no such choice in clues.csv.';

async function candidatesSection(
  run: Run,
  results: Results,
  choices: ChoiceColumns,
  title: string,
  people: readonly PeopleChoice[],
): Promise<Section> {
  const shares = await firstShares(run, results, choices, choices.options);
  if (shares.length === 0) return missing('candidates', title, NONE);
  const ours: Series = { name: 'this line-up', style: 'own' };
  const chance: Series = { name: 'chance', style: 'chance' };
  const counts = shares.map(({ key }) => Number(key[0]));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const beside = people.filter(({ options }) => options >= least && options <= most);
  const names = [...new Set(beside.map(({ name }) => name))];
  const at = (series: string, x: number, value: number, low = value, high = value): Point => ({
    series,
    x,
    panel: '',
    value,
    low,
    high,
  });
  const points = [
    ...shares.map((share): Point => ({ ...share, series: ours.name, x: Number(share.key[0]), panel: '' })),
    ...counts.map((n) => at(chance.name, n, 1 / n)),
    ...beside.map(({ name, options, share, interval }) => at(`people: ${name}`, options, share, ...(interval ?? []))),
  ];
  const sources = [...new Set(beside.map(({ source }) => source))];
  const figure: ReportFigure = {
    id: 'candidates',
    title,
    caption: `How often the ${choices.name} is right, by how many cards it may be, with 95 % intervals; chance is one in so many.${
      sources.length === 0
        ? ''
        : ` People, in another game and for reference only: ${sources.join('; ')}. No agreement closer than the intervals is claimed.`
    }`,
    alt: `Share of right choices by number of ${choices.options}, with chance${names.length === 0 ? '' : ` and people's (${names.join(', ')})`}.`,
    spec: lineChart({
      points,
      series: [ours, chance, ...names.map((name): Series => ({ name: `people: ${name}`, style: 'people' }))],
      x: { title: choices.options, isNumber: true, values: counts },
      y: { title: `${choices.name} right`, asShare: true, fromZero: true },
      panels: [],
    }),
    table: {
      columns: [choices.options, `${choices.name} right`, 'chance', 'choices', 'people'],
      rows: shares.map((share) => {
        const n = Number(share.key[0]);
        const theirs = beside.filter(({ options }) => options === n);
        return [
          String(n),
          estimateText(share, true),
          `${(100 / n).toFixed(1)} %`,
          thousands(share.of),
          theirs
            .map(({ name, share: value, interval }) => {
              const [low, high] = interval ?? [Number.NaN, Number.NaN];
              return `${name} ${interval ? estimateText({ n: 0, value, low, high }, true) : `${(100 * value).toFixed(1)} %`}`;
            })
            .join(', ') || '–',
        ];
      }),
    },
  };
  return { id: 'candidates', title, blocks: [{ kind: 'figure', figure }] };
}

const firstShares = (
  run: Run,
  results: Results,
  { right, earlier }: ChoiceColumns,
  by: string,
): Promise<readonly CountedShare[]> =>
  sharesOf(results, detailsOf(run, `${named(earlier)} = 0`), { by: [by], top: named(right) });

async function cardsSection(
  run: Run,
  results: Results,
  choices: ChoiceColumns,
  title: string,
  { picture }: ChoiceMeans,
): Promise<Section> {
  const shares = (await firstShares(run, results, choices, choices.target)).filter(({ key }) => key[0] !== null);
  if (shares.length === 0) return missing('cards', title, NONE);
  const ranked = shares.filter(({ of }) => of >= LEAST).toSorted((a, b) => a.high - b.high);
  if (ranked.length === 0)
    return missing('cards', title, `No card was meant ${LEAST} times; seance simulate --games plays more.`);
  const meant = new Map(shares.map(({ key, of }) => [Number(key[0]), of]));
  const pairs = (await mistakesOf(results, run))
    .map(({ one, other, times }) => {
      const of = (meant.get(one) ?? 0) + (meant.get(other) ?? 0);
      return { one, other, times, of, ...wilson(Math.min(times, of), of) };
    })
    .filter(({ of }) => of >= LEAST)
    .toSorted((a, b) => b.low - a.low);
  const hardest = ranked.slice(0, SHOWN);
  const twins = pairs.slice(0, SHOWN);
  const cardOf = ({ key }: CountedShare): number => Number(key[0]);
  const pictures = await picture(
    [...new Set([...hardest.map(cardOf), ...twins.flatMap(({ one, other }) => [one, other])])].toSorted(
      (a, b) => a - b,
    ),
  );
  const kindOf = kindsOf(run);
  const named_ = (card: number): ShownCards['cards'][number] => ({
    card,
    title: pictures?.titles[card] ?? `${kindOf(card)} ${card + 1}`,
    kind: kindOf(card),
  });
  const figure: ReportFigure = {
    id: 'cards',
    title: 'How often each card is found',
    caption: `A mark a card: how often the ${choices.name} is right where this card is meant. The hardest of each kind are named; their intervals stand in the table.`,
    alt: `Shares of right choices of ${ranked.length} cards, by kind.`,
    spec: stripChart({
      points: ranked.map((share) => ({
        kind: kindOf(cardOf(share)),
        value: share.value,
        label: named_(cardOf(share)).title,
      })),
      x: { title: `${choices.name} right` },
      kinds: [...new Set((run.game.deck?.cards ?? []).map(({ kind }) => kind))],
      label: 1,
    }),
    table: {
      columns: ['card', 'kind', `${choices.name} right`, 'times meant'],
      rows: ranked.map((share) => [
        named_(cardOf(share)).title,
        kindOf(cardOf(share)),
        estimateText(share, true),
        thousands(share.of),
      ]),
    },
  };
  const blocks: Block[] = [{ kind: 'figure', figure }];
  if (!pictures)
    blocks.push({
      kind: 'missing',
      text: `Titles and pictures: the deck ${run.document.deck?.asked ?? ''} is not where it was, or is another one now; cards are named by their place in it.`,
    });
  blocks.push({
    kind: 'cards',
    title: 'Hardest cards',
    groups: hardest.map((share) => ({
      cards: [named_(cardOf(share))],
      text: `found ${estimateText(share, true)} of ${thousands(share.of)} times`,
    })),
  });
  if (twins.length > 0)
    blocks.push(
      {
        kind: 'cards',
        title: 'Twins: cards that are taken for each other',
        groups: twins.map((pair) => ({
          cards: [named_(pair.one), named_(pair.other)],
          text: `${estimateText(pair, true)} of ${thousands(pair.of)} choices`,
        })),
      },
      {
        kind: 'text',
        text: 'Of a pair it is said how often the one was chosen where the other was meant, out of all choices where either was meant, whether both lay there or not. Cards are ranked by the end of the interval that speaks against chance: the hardest by its upper end, pairs by their lower one. The most extreme of many look more extreme than they are.',
      },
    );
  return { id: 'cards', title, blocks };
}

/** Which kind the cards at a place in `CardTitles.cards` are of. */
function kindsOf(run: Run): (card: number) => string {
  const kinds = (run.game.deck?.cards ?? []).flatMap(({ kind, count }) => Array.from({ length: count }, () => kind));
  return (card) => kinds[card] ?? 'card';
}
