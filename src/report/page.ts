import type { Block, CardPictures, Report, ReportFigure, Section, ShownCards, Table } from './document.ts';
import { opened } from './draw.ts';
import { escape } from './escape.ts';
import { STYLE } from './page-style.ts';

/** A report as one page without scripts and without anything from elsewhere; `charts` holds each figure's SVG by its id. */
export function renderPage(
  report: Report,
  charts: ReadonlyMap<string, string>,
  pictures: CardPictures | undefined,
): string {
  const { title, subtitle, sections, footer } = report;
  const credit = pictures && pictures.drawn.size > 0 ? ` Pictures: ${pictures.credit}.` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${escape(title)} – Séance report</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="kind">Séance report</p>
<h1>${escape(title)}</h1>
<p class="subtitle">${escape(subtitle)}</p>
</header>
${sections.length > 3 ? contents(sections) : ''}
<main>
${sections.map((section) => sectionPart(section, charts, pictures)).join('\n')}
</main>
<footer><p>${escape(footer + credit)}</p></footer>
</body>
</html>
`;
}

const contents = (sections: readonly Section[]): string =>
  `<nav aria-label="Contents"><ol>${sections
    .map(({ id, title }) => `<li><a href="#${escape(id)}">${escape(title)}</a></li>`)
    .join('')}</ol></nav>`;

const sectionPart = (
  { id, title, blocks }: Section,
  charts: ReadonlyMap<string, string>,
  pictures: CardPictures | undefined,
): string => `<section id="${escape(id)}" aria-labelledby="${escape(id)}-title">
<h2 id="${escape(id)}-title">${escape(title)}</h2>
${blocks.map((block) => blockPart(block, charts, pictures, title)).join('\n')}
</section>`;

function blockPart(
  block: Block,
  charts: ReadonlyMap<string, string>,
  pictures: CardPictures | undefined,
  sectionTitle: string,
): string {
  switch (block.kind) {
    case 'text':
      return `<p>${escape(block.text)}</p>`;
    case 'missing':
      return `<p class="missing">${escape(block.text)}</p>`;
    case 'numbers':
      return `<dl class="numbers">${block.numbers
        .map(
          ({ name, value, interval }) =>
            `<div><dt>${escape(name)}</dt><dd><span class="value">${escape(value)}</span> <span class="interval">${escape(interval)}</span></dd></div>`,
        )
        .join('')}</dl>`;
    case 'facts':
      return `<dl class="facts">${block.facts
        .map(
          ([name, text]) =>
            `<dt>${escape(name)}</dt><dd>${name === 'command' ? `<code>${escape(text)}</code>` : escape(text)}</dd>`,
        )
        .join('')}</dl>`;
    case 'figure':
      return figurePart(block.figure, charts.get(block.figure.id) ?? '', sectionTitle);
    case 'table':
      return detailsPart(block.title, block.table, block.isOpen);
    case 'cards':
      return `<h3>${escape(block.title)}</h3>\n<ul class="cards${block.groups.some(({ cards }) => cards.length > 1) ? ' pairs' : ''}">${block.groups.map((group) => cardsPart(group, pictures)).join('')}</ul>`;
  }
}

function figurePart({ id, title, caption, alt, table }: ReportFigure, svg: string, sectionTitle: string): string {
  const heading = title === sectionTitle ? '' : `<h3>${escape(title)}</h3>\n`;
  const chart = opened(svg, `role="img" aria-label="${escape(`${title}. ${alt}`)}"`);
  return `<figure id="figure-${escape(id)}">
${heading}<div class="chart" tabindex="0" role="group" aria-label="${escape(title)}, picture">${chart}</div>
<figcaption>${escape(caption)}</figcaption>
${detailsPart(`The numbers: ${title}`, table)}
</figure>`;
}

const detailsPart = (title: string, table: Table, isOpen = false): string =>
  `<details${isOpen ? ' open' : ''}><summary>${escape(title)}</summary><div class="wide" tabindex="0" role="group" aria-label="${escape(title)}, table">${tablePart(table)}</div></details>`;

const tablePart = ({ columns, rows }: Table): string =>
  `<table><thead><tr>${columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first, ...cells]) =>
        `<tr><th scope="row">${escape(first)}</th>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`;

function cardsPart({ cards, text }: ShownCards, pictures: CardPictures | undefined): string {
  const images = cards.map(({ card, title, kind }) => {
    const url = pictures?.drawn.get(card);
    return url === undefined
      ? `<span class="card" role="img" aria-label="${escape(title)}, ${escape(kind)}"></span>`
      : `<img class="card" src="${escape(url)}" width="120" height="180" alt="${escape(title)}, ${escape(kind)}">`;
  });
  const names = cards.map(({ title }) => escape(title)).join(' · ');
  return `<li><div class="faces">${images.join('')}</div><p class="name">${names}</p><p class="about">${escape(cards[0].kind)}; ${escape(text)}</p></li>`;
}
