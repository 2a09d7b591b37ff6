import type { Block, Report } from '../../report/document.ts';
import type { Run } from '../../report/run.ts';

/** What a page says, with the numbers of its figures as the page words them; pictures are left out. */
export function jsonOf(runs: readonly Run[], report: Report, page: string): string {
  const document = {
    schema: 1,
    page,
    title: report.title,
    subtitle: report.subtitle,
    runs: runs.map(({ folder, game, document: { checksum, interrupted } }) => ({
      folder,
      game: game.id,
      checksum,
      interrupted,
    })),
    sections: report.sections.map(({ id, title, blocks }) => ({ id, title, blocks: blocks.map(plain) })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function plain(block: Block): object {
  if (block.kind !== 'figure') return block;
  const { id, title, caption, table } = block.figure;
  return { kind: 'figure', figure: { id, title, caption, table } };
}
