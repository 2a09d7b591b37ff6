import type { Card } from '../deck/deck.ts';
import { escapeXml } from '../deck/escape-xml.ts';
import type { DeckCheck, Suggestions } from './check.ts';
import { DEALS } from './check.ts';
import type { Familiarity } from './familiarity.ts';
import { IN_WORDS, STATISTIC_NAMES } from './familiarity.ts';
import { drawGuessChart } from './guess-chart.ts';
import type { Occurrence } from './hubs.ts';
import { STYLE } from './page-style.ts';
import { rateText, sayCheck } from './words.ts';

/** The pictures of a report, relative to its page; undefined ones are left out. */
export interface ReportPictures {
  readonly heatmap: string | undefined;
  readonly sheets: readonly { readonly title: string; readonly file: string }[];
  /** By the ids of `shownCards`. */
  readonly cards: ReadonlyMap<string, string>;
}

/** How many of each list are shown. */
const MOST = { hubs: 6, twins: 9, misfits: 6 };

/** The cards whose pictures the page shows one by one. */
export function shownCards({ picked, suggestions }: DeckCheck): readonly Card[] {
  if (suggestions === undefined) return [];
  const { visions, cards } = picked;
  return [
    ...new Set([
      ...busiest(suggestions.visions).map((i) => visions[i]),
      ...busiest(suggestions.cards).map((i) => cards[i]),
      ...suggestions.twins.slice(0, MOST.twins).flatMap(({ first, second }) => [cards[first], cards[second]]),
      ...suggestions.misfits.slice(0, MOST.misfits).map(({ vision }) => visions[vision]),
    ]),
  ];
}

/** The report as one page without scripts, and without anything from elsewhere but its pictures. */
export function renderPage(check: DeckCheck, pictures: ReportPictures): string {
  const { deck, eyes, familiarity, suggestions } = check;
  const title = escapeXml(deck.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: a check</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="quiet">seen through the ${escapeXml(eyes)} eyes · ${escapeXml(deck.license)}</p>
<ul class="summary">${sayCheck(check)
    .map((line) => `<li>${escapeXml(line)}</li>`)
    .join('')}</ul>
${familiarity ? familiaritySection(familiarity) : ''}
${suggestions ? suggestionSections(check, suggestions, pictures) : ''}
<h2>Contact sheets</h2>
${pictures.sheets.map(({ title: name, file }) => `<p>${escapeXml(name)}</p>${image(file, `all ${name.toLowerCase()}`, 'wide')}`).join('\n')}
<footer>Made by <code>seance deck check</code>. The figures are in check.json.</footer>
</main>
</body>
</html>
`;
}

function suggestionSections(check: DeckCheck, suggestions: Suggestions, pictures: ReportPictures): string {
  const { eyes, picked } = check;
  const { blur, firstGuesses, otherEyes, visions, cards, twins, misfits, whitening } = suggestions;
  const shown = (card: Card, caption: string): string => figure(card, pictures, caption);
  const hubs = (occurrence: Occurrence, of: readonly Card[], what: string): string =>
    `<div class="shelf">${busiest(occurrence)
      .map((i) => shown(of[i], `one of the best ${occurrence.nearest} for ${occurrence.counts[i]} ${what}`))
      .join('')}</div>`;
  return `<h2>First guesses</h2>
<p>A ghost with a hand of seven gives one vision; the psychic takes the card it fits best. Both see with a blur of ${blur} of their own, as people have (<code>seance calibrate</code>). ${DEALS.toLocaleString('en')} deals a figure, with 95 % intervals.</p>
<div class="beside">${drawGuessChart(firstGuesses, eyes, otherEyes)}
${table(
  ['candidates', `${eyes} to ${eyes}`, `${eyes} to ${otherEyes}`, 'chance'],
  firstGuesses.map(({ candidates, same, other, chance }) => [
    String(candidates),
    rateText(same),
    rateText(other),
    `${(chance * 100).toFixed(1)} %`,
  ]),
)}</div>
<h2>Visions and cards</h2>
<p>Each row is a vision, each column a card: orange where the one suggests the other, blue where it speaks against it. Rows stand by the card they fit best, so the strongest make a staircase; a column without a step is a card no vision fits best.</p>
${pictures.heatmap === undefined ? '' : `<a href="${escapeXml(pictures.heatmap)}">${image(pictures.heatmap, 'how strongly each vision suggests each card', 'wide')}</a>`}
<h2>Hubs</h2>
<p>Visions that are among the best for unusually many cards; ${visions.even.toFixed(1)} cards each would be even. Skewness ${visions.skewness.toFixed(2)}: above 1, a few are everywhere and say little.</p>
${hubs(visions, picked.visions, 'cards')}
<p>Cards that unusually many visions suggest; ${cards.even.toFixed(1)} visions each would be even. Skewness ${cards.skewness.toFixed(2)}.</p>
${hubs(cards, picked.cards, 'visions')}
<h2>Twins</h2>
<p>Pairs of one category that these eyes hardly tell apart: by how much the better of a hand’s seven visions tips the scale, on average, in standard deviations; what the one vision does that tips it most; and how alike the two columns are.</p>
<div class="pairs">${twins
    .slice(0, MOST.twins)
    .map(({ first, second, apart, correlation, best }) => {
      const [a, b] = [picked.cards[first], picked.cards[second]];
      return `<figure class="pair"><div class="two">${picture(a, pictures)}${picture(b, pictures)}</div><figcaption><b>${escapeXml(a.title)}</b> and <b>${escapeXml(b.title)}</b><br>${apart.toFixed(2)} apart; at most ${best.gap.toFixed(1)}, by ${escapeXml(picked.visions[best.vision].title)}; correlation ${correlation.toFixed(2)}</figcaption></figure>`;
    })
    .join('')}</div>
<h2>Visions that fit nothing</h2>
<p>Their best card, and how well it fits in standard deviations. A ghost will hold them back.</p>
<div class="shelf">${misfits
    .slice(0, MOST.misfits)
    .map(({ vision, card, fit }) => shown(picked.visions[vision], `${fit.toFixed(1)}: ${picked.cards[card].title}`))
    .join('')}</div>
${whitening ? whiteningSection(whitening, eyes, otherEyes) : ''}`;
}

function familiaritySection({ shifts, distance, entropy, usualEntropy }: Familiarity): string {
  const rows = STATISTIC_NAMES.map((name) => [IN_WORDS[name].name, shiftText(shifts[name])]);
  return `<h2>How familiar it is</h2>
<p>By how many standard deviations of single cards this deck differs, on average, from the cards the bundled encoder was made for. Together ${distance.toFixed(2)}: below 1 is familiar, above 2 is far. What the encoder sees on a card leaves ${entropy.toFixed(2)} bits of doubt, and ${usualEntropy.toFixed(2)} on those cards.</p>
${table(['of the pictures, and of what is seen on them', 'shift'], rows)}`;
}

const shiftText = (shift: number): string => {
  const size = Math.abs(shift).toFixed(1);
  return size === '0.0' ? size : `${shift < 0 ? '−' : '+'}${size}`;
};

const whiteningSection = (
  { candidates, steps }: NonNullable<Suggestions['whitening']>,
  eyes: string,
  otherEyes: string,
): string =>
  `<h2>What whitening did</h2>
<p>Raw cosines are alike everywhere and full of hubs. Centring takes out what all pictures share, and the correction what is near everything; only the last row is played with. First guesses among ${candidates} candidates.</p>
${table(
  ['associations', `${eyes} to ${eyes}`, `${eyes} to ${otherEyes}`, 'skewness of visions', 'of cards'],
  steps.map(({ name, same, other, visions, cards }) => [
    name,
    rateText(same),
    rateText(other),
    visions.toFixed(2),
    cards.toFixed(2),
  ]),
)}`;

function busiest({ counts }: Occurrence): readonly number[] {
  return counts
    .map((_, i) => i)
    .toSorted((a, b) => counts[b] - counts[a])
    .slice(0, MOST.hubs);
}

/** The first column is text, the others are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (tag: string) => (words: string, i: number) =>
    `<${tag}${i === 0 ? '' : ' class="number"'}>${escapeXml(words)}</${tag}>`;
  return `<div class="scroll"><table><thead><tr>${head.map(cell('th')).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`)
    .join('')}</tbody></table></div>`;
}

const figure = (card: Card, pictures: ReportPictures, caption: string): string =>
  `<figure>${picture(card, pictures)}<figcaption><b>${escapeXml(card.title)}</b><br>${escapeXml(caption)}</figcaption></figure>`;

function picture(card: Card, { cards }: ReportPictures): string {
  const file = cards.get(card.id);
  return file === undefined ? '' : image(file, card.title);
}

const image = (file: string, alt: string, style = ''): string =>
  `<img src="${escapeXml(encodeURI(file))}" alt="${escapeXml(alt)}"${style === '' ? '' : ` class="${style}"`} loading="lazy">`;
