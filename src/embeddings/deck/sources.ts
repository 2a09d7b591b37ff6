import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { refuseSpecial } from '../../files/refuse-special.ts';
import { sha256Of } from '../../files/sha256-of.ts';
import { CARD_KINDS } from './deck.ts';

/** Beside deck.json: which scans its pictures were made from, and how. */
export const SOURCES_FILE = 'sources.json';

const Share = z.number().min(0).max(1);
const SourceCard = z.object({
  /** The scan, relative to the folder it was found in. */
  scan: z.string(),
  /** Of the scan. */
  sha256: z.string(),
  kind: z.enum(CARD_KINDS),
  number: z.number().optional(),
  id: z.string(),
  /** What the card was called before anybody gave it a title. */
  title: z.string(),
  /** The picture that was made, relative to the deck, and its sha256. */
  file: z.string(),
  made: z.string(),
  look: z.object({
    width: z.int(),
    height: z.int(),
    turned: z.boolean(),
    trimmed: z.object({ left: Share, top: Share, right: Share, bottom: Share }).optional(),
    tooLittleCard: z.boolean(),
    contrast: z.number(),
    likeness: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
const SourcesFile = z.object({
  schema: z.literal(1),
  /** How pictures were made: of two equal ones the same scan gives the same picture. */
  options: z.string(),
  cards: z.array(SourceCard),
  /** Scans that could not be used and were left out. */
  unreadable: z.array(z.object({ scan: z.string(), sha256: z.string(), why: z.string() })),
});

export type SourceCard = z.infer<typeof SourceCard>;
export type Sources = z.infer<typeof SourcesFile>;

/** What a text says that `sourcesText` wrote; undefined for any other. */
export function parseSources(text: string | undefined): Sources | undefined {
  if (text === undefined) return undefined;
  try {
    return SourcesFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const sourcesText = (sources: Sources): string => `${JSON.stringify(sources, null, 2)}\n`;

/** A file's text; undefined where there is none. */
export const textOf = (path: string): Promise<string | undefined> =>
  refuseSpecial(path)
    .then(() => readFile(path, 'utf8'))
    .catch(() => undefined);

/** A file's sha256; undefined where it cannot be read. */
export const hashOf = (path: string): Promise<string | undefined> => sha256Of(path).catch(() => undefined);
