import { whole } from '../../engine/kernel/params.ts';
import type { Moment, Thought } from '../../engine/kernel/explanation.ts';
import { isSameFile } from '../../files/is-same-file.ts';
import { lineupOf } from '../../sim/index.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, UsageError, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { at, differenceFrom, leadUp, openRecord, openRow, readPlace, recordedOptions } from '../recorded-game.ts';
import { SCREEN_WIDTH, print } from '../screen.ts';
import { detailLines } from './detail.ts';
import { jsonOf, showOptions, writePage } from './show.ts';
import type { ToldGame } from './show.ts';
import { legendOf, seatNamed, seatsOf, splitLines, tellMoments } from './words.ts';

const moveParam = whole(1, 100_000, 1, 'a decision, counted from 1 as the told game numbers them');

export const explainCommand: Command = {
  command: 'explain [file]',
  describe: 'says why everybody in a recorded game did what they did',
  options: {
    ...recordedOptions,
    move: { type: 'string', requiresArg: true, describe: `${moveParam.doc} [usually all, in short]` },
    seat: { type: 'string', requiresArg: true, describe: 'a seat, by number or by name [usually all]' },
    ...showOptions,
  },
  examples: [
    ['$0 explain game.json', 'all decisions of the game that `seance play --record game.json` kept, in short'],
    ['$0 explain game.json --move 12', 'one decision in full'],
    ['$0 explain game.json --seat blue --html game.html', 'what Blue thought, as a page with pictures'],
    ['$0 explain --from runs/first/games.csv --row 17', 'a game of a run'],
  ],
  run: (args) => explain(args),
};

async function explain(args: Args): Promise<ExitCode> {
  const place = readPlace('explain', args);
  const page = args.text('html');
  const source = 'file' in place ? place.file : place.from;
  if (page !== undefined && (await isSameFile(page, source)))
    throw new UsageError(`--html would put the page in the place of ${source}, which is explained`);
  const move = args.has('move') ? args.number('move', moveParam) : undefined;
  const told = 'file' in place ? await ofRecord(place.file, args) : await ofRow(place.from, place.row, args);
  const moments = narrowed(told.moments, move, args.text('seat'));
  const shown = { ...told, moments };
  if (page !== undefined) await writePage(page, shown);
  if (args.flag('json')) print(jsonOf(shown));
  else if (move !== undefined) for (const line of await detailLines(moments[0])) print(line);
  else if (page === undefined)
    for (const line of [...legendOf(thoughtsOf(moments)), '', ...tellMoments(moments, SCREEN_WIDTH)]) print(line);
  return EXIT.done;
}

async function ofRecord(file: string, args: Args): Promise<ToldGame> {
  const { game, casting, record, pictures } = await openRecord(file, args, true);
  const { config, seed, actions } = record;
  const moments = at(file, () => {
    game.retell(record, pictures.titles); // refuses a record that does not hold
    return game
      .open(config, lineupOf(game, config, casting), pictures.knowledge)
      .explain(seed, pictures.titles, actions);
  }).moments;
  return { game, config, seed, casting, pictures, moments };
}

async function ofRow(file: string, row: number, args: Args): Promise<ToldGame> {
  const opened = await openRow(file, row, args);
  const { game, read, pictures } = opened;
  const { config, seed, casting } = read;
  const session = game.open(config, lineupOf(game, config, casting), pictures.knowledge);
  const { moments } = session.explain(seed, pictures.titles, undefined, leadUp(session, opened));
  const metrics = new Float64Array(game.metrics.length);
  session.measure(metrics);
  const difference = differenceFrom(opened, metrics);
  if (difference !== undefined) warn(`${difference}; it is explained as it is played today`);
  return { game, config, seed, casting, pictures, moments };
}

const thoughtsOf = (moments: readonly Moment[]): readonly Thought[] => moments.flatMap(({ thoughts }) => thoughts);

/**
 * The decision that was asked for, and the seat's thoughts alone.
 * @throws UsageError for a decision or a seat that is not in the game
 */
function narrowed(
  moments: readonly Moment[],
  move: number | undefined,
  seatText: string | undefined,
): readonly Moment[] {
  const all = thoughtsOf(moments);
  const seat = seatText === undefined ? undefined : seatNamed(all, seatText);
  if (seatText !== undefined && seat === undefined)
    throw new UsageError(`no seat ${seatText} decides anything in this game; there are ${seatsOf(all)}`);
  const decisions = moments.filter((moment) => moment.move > 0);
  if (move !== undefined && move > decisions.length)
    throw new UsageError(`there is no move ${move}; this game has ${decisions.length} decisions`);
  const chosen = move === undefined ? moments : [decisions[move - 1]];
  if (seat === undefined) return chosen;
  if (move !== undefined && !chosen[0].thoughts.some((thought) => thought.seat === seat))
    throw new UsageError(`move ${move} asks nothing of seat ${seat}; it asks ${seatsOf(chosen[0].thoughts)}`);
  return chosen.map((moment) => {
    const thoughts = moment.thoughts.filter((thought) => thought.seat === seat);
    // What others did is left out, but not the headings before it.
    return thoughts.length > 0 ? { ...moment, thoughts } : { move: 0, lines: splitLines(moment).before, thoughts };
  });
}
