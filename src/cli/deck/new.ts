import type { DeckRequest, NewDeck } from '../../embeddings/index.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { progressBars } from '../screen.ts';
import { reportDeck, reportJson } from './new-report.ts';

const WAYS = ['left', 'right'] as const;

export const newCommand: Command = {
  command: 'new [name]',
  describe: 'makes a deck from a folder of scans, which are only read',
  options: {
    from: {
      type: 'string',
      requiresArg: true,
      describe: 'the folder of scans, in folders named for kinds or all in one',
    },
    numbers: {
      type: 'string',
      requiresArg: true,
      describe: 'tells kinds by the numbers in file names: character=1-18,vision=202-',
    },
    kinds: {
      type: 'string',
      requiresArg: true,
      describe: 'tells kinds by folders with names of your own: visions=dreams,characters=people',
    },
    trim: { type: 'boolean', describe: 'cuts off borders of one colour and darkens white corners' },
    upright: {
      type: 'string',
      requiresArg: true,
      describe: `turns scans that are wider than high by a quarter: ${WAYS.join(' or ')}`,
    },
    'skip-bad': { type: 'boolean', describe: 'leaves out scans that cannot be read' },
    out: { type: 'string', requiresArg: true, describe: 'the folder of the deck [usually one of its name, here]' },
    force: { type: 'boolean', describe: 'makes a deck anew that is there; titles and words in it stay' },
    'dry-run': { type: 'boolean', describe: 'looks at everything, says what would be made, and writes nothing' },
    json: { type: 'boolean', describe: 'prints JSON' },
  },
  examples: [
    ['$0 deck new mine --from scans', 'scans/visions, scans/characters, scans/locations, scans/objects'],
    [
      '$0 deck new mine --from scans --numbers character=1-18,location=19-36,object=37-54,vision=202-',
      'all in one folder',
    ],
    ['$0 deck new mine --from scans --trim --upright right', 'straight from the scanner'],
  ],
  run: (args) => makeDeck(args),
};

async function makeDeck(args: Args): Promise<ExitCode> {
  const [name, from] = [args.text('name'), args.text('from')];
  if (name === undefined || from === undefined)
    throw new UsageError('deck new needs a name and a folder of scans: seance deck new mine --from scans');
  if (args.has('numbers') && args.has('kinds'))
    throw new UsageError('kinds are told by folders (--kinds) or by numbers (--numbers), not by both');
  const upright = WAYS.find((way) => way === args.text('upright'));
  if (args.has('upright') && !upright) throw new UsageError(`upright must be ${WAYS.join(' or ')}`);
  const request = {
    name,
    from,
    dir: args.text('out') ?? name,
    pictures: { trim: args.flag('trim'), upright },
    skipBad: args.flag('skip-bad'),
    force: args.flag('force'),
    dryRun: args.flag('dry-run'),
  };
  const started = performance.now();
  const deck = await interruptible(
    (signal) => make(args, request, signal),
    () => {},
  );
  if (!deck) {
    warn('interrupted; nothing was made');
    return EXIT.interrupted;
  }
  const seconds = (performance.now() - started) / 1000;
  if (args.flag('json')) reportJson(name, deck, seconds);
  else await reportDeck(name, deck, seconds);
  if (deck.status !== 'refused') return EXIT.done;
  const bad = deck.findings.unreadable.length;
  throw new Failure(
    `${bad} of ${bad + deck.cards.length} scans in ${from} cannot be read, so no deck was made; mend or remove them, or leave them out with --skip-bad`,
  );
}

/** Undefined where it was interrupted. */
async function make(args: Args, request: Omit<DeckRequest, 'rule'>, signal: AbortSignal): Promise<NewDeck | undefined> {
  const { RuleError, newDeck, parseKinds, parseNumbers } = await import('../../embeddings/index.ts');
  const [numbers, kinds] = [args.text('numbers'), args.text('kinds')];
  const bars = await progressBars({ quiet: false });
  let bar: ReturnType<typeof bars> | undefined;
  try {
    return await newDeck({
      ...request,
      rule:
        numbers === undefined
          ? { by: 'folder', folders: kinds === undefined ? undefined : parseKinds(kinds) }
          : { by: 'number', ranges: parseNumbers(numbers) },
      signal,
      onProgress: (done, total) => {
        bar ??= bars(`scans become ${request.name}`, total, 'cards');
        bar.update(done);
      },
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error instanceof RuleError ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    bar?.stop();
  }
}
