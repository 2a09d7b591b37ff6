import { games } from '../../agents/catalog.ts';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { EYES } from '../../engine/kernel/eyes.ts';
import { eyesOf } from '../../engine/kernel/face.ts';
import { commandOf } from '../../engine/kernel/outside.ts';
import { whole } from '../../engine/kernel/params.ts';
import { botLimits, botOptions } from '../bots.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, UsageError } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { lookAt } from '../knowledge.ts';
import { deckOption, eyesOption, optionOf } from '../options.ts';
import { colours, print, progressBars } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { examine, refusalOf } from './checks.ts';
import type { Check, Examination, Finding } from './checks.ts';

const params = {
  games: whole(1, 100_000, 24, 'games in each role'),
  seed: whole(0, 2 ** 32 - 1, 1, 'what tables and deals follow from'),
};

export const conformCommand: Command = {
  command: 'conform [program]',
  describe: 'checks that a program keeps to docs/protocol.md, so that it can play',
  options: {
    game: { type: 'string', requiresArg: true, describe: `which game [usually ${games[0].id}]` },
    role: { type: 'string', requiresArg: true, describe: 'which role [usually all that it will play]' },
    games: optionOf(params.games, ''),
    seed: optionOf(params.seed, ''),
    deck: deckOption,
    encoder: eyesOption('the eyes it is given'),
    json: { type: 'boolean', describe: 'prints one JSON document, with the messages that show a fault' },
    quiet: { type: 'boolean', describe: 'prints nothing but faults' },
    ...botOptions,
  },
  examples: [
    ["$0 conform 'exec:python3 my_bot.py'", 'all roles, all checks'],
    ["$0 conform 'exec:node my_bot.mjs' --role psychic --games 200", 'one role, thoroughly'],
  ],
  run: (args) => conform(args),
};

/** @throws UsageError for a game or a role that does not exist */
function gameAndRoles(args: Args): { readonly game: CataloguedGame; readonly roles: readonly string[] } {
  const id = args.text('game') ?? games[0].id;
  const game = games.find((one) => one.id === id);
  const ids = games.map((one) => one.id);
  if (!game) throw new UsageError(`no game named "${id}"; there is ${ids.join(', ')}${didYouMean(id, ids)}`);
  const all = Object.keys(game.agents);
  const role = args.text('role');
  if (role === undefined) return { game, roles: all };
  if (!all.includes(role)) throw new UsageError(`no role ${role}; there are ${all.join(', ')}${didYouMean(role, all)}`);
  return { game, roles: [role] };
}

async function conform(args: Args): Promise<ExitCode> {
  const program = args.text('program');
  if (program === undefined || !commandOf(program))
    throw new UsageError(`conform needs a program, such as 'exec:python3 my_bot.py'`);
  const { game, roles } = gameAndRoles(args);
  const count = args.number('games', params.games);
  const seed = args.number('seed', params.seed);
  const limits = botLimits(args);
  const quiet = args.flag('quiet') || args.flag('json');
  const asked = args.text('encoder');
  const eyes = asked === undefined ? {} : { [EYES]: asked };
  const own = Object.fromEntries(
    Object.entries(game.agents).map(([role, faces]) => {
      const looks = eyesOf(faces, { agent: program, params: {} }) !== undefined;
      return [role, { agent: program, params: looks ? eyes : {} }];
    }),
  );
  const casts = Object.values(game.casts).map((cast) =>
    Object.fromEntries(Object.entries(cast).map(([role, agent]) => [role, { agent, params: {} }])),
  );
  const { knowledge } = await lookAt(game, [own, ...casts], args.text('deck'), { quiet, limits });
  const bar = (await progressBars({ quiet }))(`examines ${program}`, 100, 'parts');
  let done = 0;
  const onWork = (share: number): void => bar.update(Math.floor((done += (100 * share) / roles.length)));
  const exam: Examination = { game, program, eyes, knowledge, limits, games: count, seed, onWork };
  const refusals = new Map<string, string>();
  const findings: Finding[] = [];
  try {
    for (const role of roles) {
      const refusal = await refusalOf(exam, role);
      if (refusal !== undefined) refusals.set(role, refusal);
    }
    const plays = roles.filter((role) => !refusals.has(role));
    for (const role of plays) findings.push(await examine(exam, role, plays));
  } finally {
    bar.stop();
  }
  const conforms =
    findings.length > 0 && findings.every(({ checks }) => checks.every(({ status }) => status !== 'fail'));
  if (args.flag('json')) {
    const document = { schema: 1, program, game: game.id, version: game.version, games: count, seed, limits, conforms };
    print(JSON.stringify({ ...document, refuses: Object.fromEntries(refusals), findings }, null, 2));
  } else {
    for (const [role, refusal] of refusals) print(`${role}: not played: ${refusal}`);
    for (const finding of findings) tell(finding, args.flag('quiet'));
    if (!args.flag('quiet') || !conforms) print(conforms ? `${program} may play.` : `${program} must not play yet.`);
  }
  return conforms ? EXIT.done : EXIT.failed;
}

const MARKS = { pass: colours.green('pass'), fail: colours.red('FAIL'), skip: colours.yellow('skip') } as const;

function tell({ role, checks }: Finding, quiet: boolean): void {
  const told: readonly Check[] = quiet ? checks.filter(({ status }) => status === 'fail') : checks;
  if (told.length > 0) print(colours.bold(role));
  for (const { name, status, detail } of told)
    print(`  ${MARKS[status]}  ${name}${detail === '' ? '' : `: ${detail}`}`);
}
