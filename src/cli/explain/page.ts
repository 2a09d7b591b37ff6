import type { Moment, Phrase, Thing, Thought, ToldOption, ToldPull } from '../../engine/kernel/explanation.ts';
import type { Thumbnails } from '../../embeddings/index.ts';
import { escapeXml } from '../../embeddings/deck/escape-xml.ts';
import { STYLE } from '../../embeddings/report/page-style.ts';
import { GAME_STYLE } from './page-style.ts';
import { fewOf, legendOf, sidesOf, signed, splitLines, thoughtLines, valueText } from './words.ts';
import type { Why } from './words.ts';

/** Options and pulls that a page shows of each thought. */
const MOST = { options: 3, pulls: 5 };

/** What a page shows besides its moments. */
export interface PageHead {
  readonly title: string;
  /** Who played, and what. */
  readonly subtitle: string;
  readonly footer: string;
}

/** The pictures that a page needs, each once. */
export function picturesOf(moments: readonly Moment[]): {
  readonly visions: readonly number[];
  readonly cards: readonly number[];
} {
  const things = moments.flatMap(({ thoughts }) => thoughts.flatMap(shownBy));
  const ids = (kind: string): readonly number[] =>
    [...new Set(things.filter((thing) => thing.kind === kind).map(({ id }) => id))].toSorted((a, b) => a - b);
  return { visions: ids('vision'), cards: ids('card') };
}

const shownBy = ({ chosen, why }: Thought): readonly Thing[] =>
  [
    chosen,
    ...(why === undefined ? [] : fewOf(why, MOST.options)).flatMap((option): readonly Phrase[] => [
      option,
      ...(option.aim ? [option.aim] : []),
      ...(option.rival ? [option.rival] : []),
      ...option.pulls,
    ]),
  ].flatMap(({ shows }) => shows);

/** A told game as one page without scripts and without anything from elsewhere. Pictures are data URLs by kind and number. */
export function renderGame(
  { title, subtitle, footer }: PageHead,
  moments: readonly Moment[],
  pictures: Thumbnails | undefined,
): string {
  const legend = legendOf(moments.flatMap(({ thoughts }) => thoughts));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${STYLE}${GAME_STYLE}${pictures ? `${rules('vision', pictures.visions)}${rules('card', pictures.cards)}` : ''}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>
<p class="quiet">${escapeXml(subtitle)}</p>
${moments.map(momentPart).join('\n')}
${legend.length === 0 ? '' : `<h2>What the numbers mean</h2>\n${legend.map((line) => `<p>${escapeXml(line)}.</p>`).join('\n')}`}
<footer>${escapeXml(pictures ? `${footer} Pictures: ${pictures.credit}.` : footer)}</footer>
</main>
</body>
</html>
`;
}

const rules = (kind: string, drawn: ReadonlyMap<number, string>): string =>
  [...drawn].map(([id, url]) => `.${kind}-${id}{background-image:url(${url})}`).join('\n');

function momentPart(moment: Moment): string {
  const { before, done } = splitLines(moment);
  const story = before.map((line, i) => {
    if (line === '') return '';
    return before[i - 1] === '' ? `<h2>${escapeXml(line)}</h2>` : `<p>${escapeXml(line)}</p>`;
  });
  if (moment.move === 0) return story.join('\n');
  const { thoughts } = moment;
  const silent = thoughts.filter(({ why }) => why === undefined || why.options.length === 0);
  const telling = thoughts.filter((thought) => !silent.includes(thought));
  return `${story.join('\n')}
<article id="move-${moment.move}">
<p class="done"><a href="#move-${moment.move}">${moment.move}</a><span>${escapeXml(done)}</span></p>
${thoughtLines(silent)
  .map((line) => `<p class="quiet">${escapeXml(line)}</p>`)
  .join('')}
<div class="thoughts">${telling.map(thoughtPart).join('\n')}</div>
</article>`;
}

function thoughtPart({ name, why, chosen }: Thought): string {
  if (why === undefined) return '';
  const few = fewOf(why, MOST.options);
  const most = Math.max(...few.map(({ value }) => value ?? 0));
  const isOther = !why.options.some((option) => option.chosen);
  const first = few[0];
  const felt = few.filter((option) => option === first || option.chosen);
  return `<section><h3>${escapeXml(name)}</h3>
<ol>${few.map((option) => optionPart(why, option, most)).join('')}</ol>
${isOther ? `<p class="other">but it was ${escapeXml(chosen.words)} ${thumbs(chosen.shows)}</p>` : ''}
${felt.map((option) => pullsPart(option, felt.length > 1)).join('')}
${why.remarks.map((remark) => `<p class="quiet">${escapeXml(remark)}.</p>`).join('')}</section>`;
}

function optionPart(why: Why, option: ToldOption, most: number): string {
  const { value, words, shows, aim, rival, chosen } = option;
  const share = value === undefined || most <= 0 ? 0 : Math.max(0, value) / (why.unit === 'share' ? 1 : most);
  const goal =
    aim === undefined
      ? ''
      : `<span class="goal">${thumbs(aim.shows)}<span>${escapeXml(aim.words)}${rival === undefined ? '' : `<br>not ${escapeXml(rival.words)}`}</span>${rival === undefined ? '' : thumbs(rival.shows, 'faint')}</span>`;
  const kind = [chosen ? 'chosen' : '', goal === '' ? '' : 'aimed'].join(' ').trim();
  return `<li${kind === '' ? '' : ` class="${kind}"`}><span class="bar" style="width:${(100 * share).toFixed(1)}%"></span>${thumbs(shows)}<span class="words">${escapeXml(words)}</span>${goal}<b>${valueText(why, value)}</b></li>`;
}

function pullsPart(option: ToldOption, isNamed: boolean): string {
  const { pro, contra } = sidesOf(option);
  const some = [...pro, ...contra]
    .toSorted((a, b) => Math.abs(b.weight ?? Infinity) - Math.abs(a.weight ?? Infinity))
    .slice(0, MOST.pulls);
  if (some.length === 0) return '';
  return `<div class="pulls">${isNamed ? `<span class="quiet">${escapeXml(option.words)}:</span>` : ''}${some.map(pullPart).join('')}</div>`;
}

function pullPart({ words, shows, weight }: ToldPull): string {
  const side = weight !== undefined && weight > 0 ? 'pro' : 'contra';
  const text = weight === undefined ? '' : signed(weight);
  return shows.length === 0
    ? `<span class="pull ${side}">${escapeXml(words)} <b>${text}</b></span>`
    : `<span class="pull ${side}" title="${escapeXml(words)}">${thumbs(shows)}<b>${text}</b></span>`;
}

const thumbs = (things: readonly Thing[], style = ''): string =>
  things.length === 0
    ? ''
    : `<span class="thumbs ${style}">${things.map(({ kind, id }) => `<i class="${escapeXml(kind)}-${id}"></i>`).join('')}</span>`;
