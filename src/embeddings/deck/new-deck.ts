import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf } from '../../files/reason.ts';
import { inOrder, SIDE_BY_SIDE } from '../encoders/in-order.ts';
import { nameCards } from './card-names.ts';
import { DeckFolder, placeOf } from './deck-folder.ts';
import { bundledNames, DeckError, Id } from './deck.ts';
import type { Findings } from './findings.ts';
import { findingsOf } from './findings.ts';
import type { NormaliseOptions } from './normalise.ts';
import { normalise, NORMALISER } from './normalise.ts';
import { PictureFault } from './picture.ts';
import type { ScanRule, SortedScan } from './scan-rules.ts';
import { RuleError, sortScans } from './scan-rules.ts';
import { findScans } from './scans.ts';
import type { SourceCard, Sources } from './sources.ts';
import { hashOf } from './sources.ts';

export interface DeckRequest {
  /** The new deck's id. */
  readonly name: string;
  /** The folder of scans, which is only read. */
  readonly from: string;
  /** The deck's folder; made if need be. */
  readonly dir: string;
  readonly rule: ScanRule;
  readonly pictures: NormaliseOptions;
  /** Leaves scans out that cannot be read, rather than make nothing. */
  readonly skipBad: boolean;
  /** Whether a deck that is there may be changed. Titles and words in it are kept. */
  readonly force: boolean;
  /** Looks at everything, and writes nothing. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
  /** Told after each scan that was looked at; never called where the deck was made from the same scans before. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface NewDeck {
  /** `refused`: some scans cannot be read, and nothing was written. `unchanged`: it had been made from the same scans before. */
  readonly status: 'made' | 'unchanged' | 'planned' | 'refused';
  readonly dir: string;
  readonly cards: readonly SourceCard[];
  readonly findings: Findings;
}

/** A scan with all that is known of it before it is looked at. */
interface NamedScan extends SortedScan {
  readonly id: string;
  readonly title: string;
  readonly sha256: string;
}

/**
 * Makes a deck from a folder of scans; the same scans make the same deck, at once the second time.
 * Throws RuleError where the name cannot be had, and kinds and numbers do not fit, DeckError where something cannot be read or written, the signal's reason once it aborts.
 */
export async function newDeck(request: DeckRequest): Promise<NewDeck> {
  const { name, from, dir, rule, pictures, force, dryRun, skipBad, signal, onProgress } = request;
  await refuseName(name);
  await refuseInside(from, dir);
  const { sorted, leftOut, unreadable } = sortScans(await findScans(from, dir), rule, from);
  const folder = await DeckFolder.open(dir);
  const scans = await nameScans(sorted, folder.earlier, signal);
  const options = JSON.stringify([NORMALISER, pictures.trim, pictures.upright ?? 'as scanned']);

  const report = (status: NewDeck['status'], cards: readonly SourceCard[], faults: Sources['unreadable']): NewDeck => {
    const all = [...unreadable, ...faults.map(({ scan, why }) => ({ file: scan, why }))];
    return { status, dir, cards, findings: findingsOf(cards, rule, { unreadable: all, leftOut }) };
  };
  const differing = await whatDiffers(scans, options, folder);
  if (differing === undefined && folder.earlier) {
    const { cards, unreadable: faults } = folder.earlier;
    const isFine = skipBad || unreadable.length + faults.length === 0;
    return report(isFine ? 'unchanged' : 'refused', cards, faults);
  }
  if (!force) folder.refuseTaken(differing ?? '');

  const canReuse = folder.earlier?.options === options;
  const look = async (scan: NamedScan): Promise<SourceCard | { readonly why: string }> => {
    signal?.throwIfAborted();
    const { file, id, kind, number, title, sha256 } = scan;
    const card = { scan: file, sha256, kind, ...(number === undefined ? {} : { number }), id, title };
    const reused = canReuse ? await folder.reuse(sha256, id) : undefined;
    if (reused) return { ...reused, ...card };
    try {
      const { picture, look: seen } = await normalise(await readScan(scan), pictures);
      return { ...card, ...(dryRun ? placeOf(id, picture) : await folder.keep(id, picture)), look: seen };
    } catch (error) {
      if (error instanceof PictureFault) return { why: error.message };
      throw error;
    }
  };
  try {
    if (!dryRun) await folder.make();
    const cards: SourceCard[] = [];
    const faults: Sources['unreadable'] = [];
    let done = 0;
    for await (const seen of inOrder(scans, SIDE_BY_SIDE, look)) {
      const { file, sha256 } = scans[done++];
      if ('why' in seen) faults.push({ scan: file, sha256, why: seen.why });
      else cards.push(seen);
      onProgress?.(done, scans.length);
    }
    signal?.throwIfAborted();
    if (unreadable.length + faults.length > 0 && !skipBad) return report('refused', cards, faults);
    if (cards.length === 0) throw new DeckError(`no scan in ${from} can be read, so there is no deck to make`);
    if (!dryRun) await folder.commit(name, { schema: 1, options, cards, unreadable: faults });
    return report(dryRun ? 'planned' : 'made', cards, faults);
  } finally {
    if (!dryRun) await folder.drop();
  }
}

/** Throws RuleError for a name by which the deck would not be found. */
async function refuseName(name: string): Promise<void> {
  const { success, error } = Id.safeParse(name);
  if (!success) throw new RuleError(`a deck cannot be called "${name}": a name ${error.issues[0].message}`);
  if (name.endsWith('.json')) throw new RuleError(`a deck cannot be called ${name}, as if it were a file`);
  if ((await bundledNames()).includes(name))
    throw new RuleError(`a deck called ${name} comes with this package; choose another name`);
}

/** Throws DeckError if the deck would lie where the scans do. */
async function refuseInside(from: string, dir: string): Promise<void> {
  const [scans, deck] = await Promise.all([from, dir].map((path) => realpath(path).catch(() => resolve(path))));
  if (scans === deck)
    throw new DeckError(`${dir} is the folder of scans itself, which is never changed; choose another for the deck`);
}

/** Names and hashes of all scans; one that was in the deck before keeps its id, wherever it lies now. */
async function nameScans(
  sorted: readonly SortedScan[],
  earlier: Sources | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly NamedScan[]> {
  const hashes = new Map<SortedScan, string>();
  for await (const [scan, hash] of inOrder(
    sorted,
    SIDE_BY_SIDE,
    async (one) => [one, await hashOf(one.path)] as const,
  )) {
    signal?.throwIfAborted();
    hashes.set(scan, hash ?? '');
  }
  const names = nameCards(sorted, (scan) => {
    const before = earlier?.cards.filter(({ kind }) => kind === scan.kind) ?? [];
    const found =
      before.find((card) => card.scan === scan.file) ?? before.find((card) => card.sha256 === hashes.get(scan));
    return found?.id;
  });
  return sorted.map((scan, i) => ({ ...scan, ...names[i], sha256: hashes.get(scan) ?? '' }));
}

/** What of a deck that was made before is no longer as it is asked for, in words; undefined where nothing is, or there is no such deck. */
async function whatDiffers(
  scans: readonly NamedScan[],
  options: string,
  folder: DeckFolder,
): Promise<string | undefined> {
  const { earlier } = folder;
  if (!earlier) return undefined;
  const before = new Map([...earlier.cards, ...earlier.unreadable].map(({ scan, sha256 }) => [scan, sha256]));
  const kinds = new Map(earlier.cards.map(({ scan, kind }) => [scan, kind]));
  const added = scans.filter(({ file }) => !before.has(file));
  const changed = scans.filter(
    ({ file, sha256, kind }) =>
      before.has(file) && (before.get(file) !== sha256 || (kinds.has(file) && kinds.get(file) !== kind)),
  );
  const gone = before.size - (scans.length - added.length);
  if (added.length + changed.length + gone > 0)
    return `the scans are not those it was made from (${added.length} new, ${changed.length} changed, ${gone} gone)`;
  if (earlier.options !== options) return 'it was made with other options';
  return (await folder.isWhole()) ? undefined : 'its pictures are not as they were made';
}

async function readScan({ path }: SortedScan): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new PictureFault(`cannot be read: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
}
