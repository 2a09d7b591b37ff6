import { presets } from '../../agents/presets.ts';
import type { DeckCheck, Suggestions } from '../../embeddings/index.ts';
import { reasonOf } from '../../files/reason.ts';
import { wilson } from '../../sim/index.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, note, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { eyesOption } from '../options.ts';
import { colours, drawTable, print, progressBars } from '../screen.ts';
import type { ProgressBar } from '../screen.ts';

const USUAL = 'bundled';

export const checkCommand: Command = {
  command: 'check [deck]',
  describe: 'what a deck is like to play with: hubs, twins, first guesses, and a page of pictures',
  options: {
    encoder: eyesOption(`who looks [usually ${USUAL}]`),
    out: { type: 'string', requiresArg: true, describe: 'a folder for the page [usually DECK-check]' },
    json: { type: 'boolean', describe: 'prints JSON; draws only with --out' },
    quiet: { type: 'boolean', describe: 'no progress bars' },
  },
  examples: [
    ['$0 deck check starter', 'tables on the screen, a page in starter-check/'],
    ['$0 deck check mine --encoder clip --out reports/mine', 'through other eyes'],
  ],
  run: (args) => check(args),
};

async function check(args: Args): Promise<ExitCode> {
  const name = args.text('deck');
  if (name === undefined)
    throw new UsageError('deck check needs a deck: a name that `seance deck list` shows, or a folder');
  let out: string | undefined;
  const isDone = await interruptible(
    async (signal) => {
      try {
        out = await checkAndDraw(name, args, signal);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
    () => {},
  );
  if (!isDone) {
    warn('interrupted; what was looked at so far is not kept');
    return EXIT.interrupted;
  }
  if (out !== undefined) (args.flag('json') ? note : print)(`drawn: ${out}`);
  return EXIT.done;
}

/** The page that was drawn, if any. */
async function checkAndDraw(name: string, args: Args, signal: AbortSignal): Promise<string | undefined> {
  const { UnknownEyesError, checkDeck, findDeck, loadDeck, writeReport } = await import('../../embeddings/index.ts');
  const { isReportFolder } = await import('../../embeddings/report/write-report.ts');
  const isJson = args.flag('json');
  const { id } = await loadDeck(await findDeck(name));
  const out = args.text('out') ?? (isJson ? undefined : `${id}-check`);
  const mayWrite = async (dir: string): Promise<boolean> => {
    try {
      return await isReportFolder(dir);
    } catch (error) {
      throw new Failure(`cannot write to ${dir}: ${reasonOf(error)}`, { cause: error });
    }
  };
  if (out !== undefined && !(await mayWrite(out)))
    throw new Failure(`${out} holds other things than a deck's check; give another folder with --out`);

  const bars = await progressBars({ quiet: args.flag('quiet') });
  let shown: { readonly what: string; readonly bar: ProgressBar } | undefined;
  const onProgress = (what: string, done: number, total: number): void => {
    signal.throwIfAborted();
    if (shown?.what !== what) {
      shown?.bar.stop();
      shown = { what, bar: bars(what, total, what === DRAWING ? 'pictures' : 'cards') };
    }
    shown.bar.update(done);
  };
  try {
    const found = await checkDeck({
      deck: name,
      eyes: args.text('encoder') ?? USUAL,
      blur: presets.named[presets.usual].blur,
      interval: wilson,
      onProgress,
      onWarning: warn,
    });
    shown?.bar.stop();
    if (isJson) {
      const { toData } = await import('../../embeddings/report/report-data.ts');
      print(JSON.stringify(toData(found), null, 2));
    } else await tell(found);
    if (out === undefined) return undefined;
    return (await writeReport(found, out, (done, total) => onProgress(DRAWING, done, total))).page;
  } catch (error) {
    if (error instanceof UnknownEyesError) throw new UsageError(error.message, { cause: error });
    if (error instanceof Error && 'code' in error)
      throw new Failure(`cannot write to ${out ?? 'the screen'}: ${reasonOf(error)}`, { cause: error });
    throw error;
  } finally {
    shown?.bar.stop();
  }
}

const DRAWING = 'drawing';

async function tell(found: DeckCheck): Promise<void> {
  const { sayCheck } = await import('../../embeddings/report/words.ts');
  print(colours.bold(found.deck.title));
  for (const line of sayCheck(found)) print(`· ${line}`);
  if (found.suggestions) await tellSuggestions(found, found.suggestions);
}

async function tellSuggestions({ eyes, picked }: DeckCheck, suggestions: Suggestions): Promise<void> {
  const { rateText } = await import('../../embeddings/report/words.ts');
  const { firstGuesses, otherEyes, whitening, twins, misfits, visions, cards } = suggestions;
  const heading = (words: string): void => print(`\n${colours.bold(words)}`);
  heading('First guesses, 95 % intervals');
  print(
    await drawTable(
      ['candidates', `${eyes} to ${eyes}`, `${eyes} to ${otherEyes}`, 'chance'],
      firstGuesses.map(({ candidates, same, other, chance }) => [
        String(candidates),
        rateText(same),
        rateText(other),
        `${(chance * 100).toFixed(1)} %`,
      ]),
    ),
  );
  heading('Hubs: among the best of unusually many');
  const top = (counts: readonly number[]): readonly number[] =>
    counts
      .map((_, i) => i)
      .toSorted((a, b) => counts[b] - counts[a])
      .slice(0, SHOWN);
  const [busyVisions, busyCards] = [top(visions.counts), top(cards.counts)];
  print(
    await drawTable(
      ['vision', `of cards (even ${visions.even.toFixed(1)})`, 'card', `of visions (even ${cards.even.toFixed(1)})`],
      busyVisions.map((vision, i) => [
        picked.visions[vision].title,
        String(visions.counts[vision]),
        busyCards[i] === undefined ? '' : picked.cards[busyCards[i]].title,
        busyCards[i] === undefined ? '' : String(cards.counts[busyCards[i]]),
      ]),
    ),
  );
  heading('Twins: cards that visions hardly tell apart');
  print(
    await drawTable(
      ['card', 'and', 'apart', 'correlation', 'best vision'],
      twins
        .slice(0, SHOWN)
        .map(({ first, second, apart, correlation, best }) => [
          picked.cards[first].title,
          picked.cards[second].title,
          apart.toFixed(2),
          correlation.toFixed(2),
          `${picked.visions[best.vision].title} (${best.gap.toFixed(1)})`,
        ]),
    ),
  );
  heading('Visions that fit nothing');
  print(
    await drawTable(
      ['vision', 'its best card', 'fit'],
      misfits
        .slice(0, SHOWN)
        .map(({ vision, card, fit }) => [picked.visions[vision].title, picked.cards[card].title, fit.toFixed(2)]),
    ),
  );
  if (whitening === undefined) return;
  heading(`What whitening did, among ${whitening.candidates} candidates`);
  print(
    await drawTable(
      ['associations', `${eyes} to ${eyes}`, `${eyes} to ${otherEyes}`, 'skewness of visions', 'of cards'],
      whitening.steps.map(({ name, same, other, visions: v, cards: c }) => [
        name,
        rateText(same),
        rateText(other),
        v.toFixed(2),
        c.toFixed(2),
      ]),
    ),
  );
}

/** Rows of each list on the screen; the page and --json have more. */
const SHOWN = 5;
