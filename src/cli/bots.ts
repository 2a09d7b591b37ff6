import { commandOf } from '../engine/kernel/outside.ts';
import type { Limits } from '../engine/kernel/outside.ts';
import { parse, real, resolve } from '../engine/kernel/params.ts';
import { USUAL_LIMITS, limitsOf } from '../outside/programs.ts';
import type { Casting } from '../sim/index.ts';
import type { Args, OptionTable } from './command.ts';

const timeoutParam = real(
  0.01,
  3600,
  USUAL_LIMITS.decision,
  'seconds that a program (exec:...) may take for a decision',
);

/** Options of commands in which programs may play. */
export const botOptions: OptionTable = {
  'bot-timeout': {
    type: 'string',
    requiresArg: true,
    group: 'Programs that play:',
    describe: `${timeoutParam.doc} [usually ${timeoutParam.default}, and ${USUAL_LIMITS.hello} to be ready]`,
  },
};

/** @throws ParamError */
export function botLimits(args: Args): Limits {
  const text = args.text('bot-timeout');
  const given = text === undefined ? {} : { 'bot-timeout': parse(timeoutParam, text) };
  return limitsOf(resolve({ 'bot-timeout': timeoutParam }, given)['bot-timeout']);
}

/** The programs that play in a line-up, each once. */
export const programsIn = (casting: Casting): readonly string[] => [
  ...new Set(Object.values(casting).flatMap(({ agent }) => (commandOf(agent) === undefined ? [] : [agent]))),
];
