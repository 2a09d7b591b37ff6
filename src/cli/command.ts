import type { Argv, Options } from 'yargs';
import type { Whole } from '../engine/kernel/params.ts';
import { parse, resolve } from '../engine/kernel/params.ts';
import { UsageError } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { didYouMean } from './suggest.ts';

/** Options by their long names, without the dashes. */
export type OptionTable = Readonly<Record<string, Options>>;

/** One command, or one of its forms such as `simulate mysterium`. */
export interface Command {
  /** As yargs reads it: `mysterium`, `replay [file]`, `identify [deck] [photos..]`. */
  readonly command: string;
  readonly describe: string;
  readonly options: OptionTable;
  /** Command line and what it does. */
  readonly examples?: readonly (readonly [string, string])[];
  readonly run: (args: Args) => Promise<ExitCode>;
}

/** What was given on the command line. */
export class Args {
  constructor(private readonly given: Readonly<Record<string, unknown>>) {}

  /** Undefined where the option was not given. */
  text(name: string): string | undefined {
    const value = lastOf(this.given[name]);
    return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : undefined; // false for --no-…
  }

  /** All words of a positional that takes several, such as `[photos..]`, or of an option that may be given several times. */
  texts(name: string): readonly string[] {
    const value = this.given[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** The same with some options given otherwise. */
  with(values: Readonly<Record<string, unknown>>): Args {
    return new Args({ ...this.given, ...values });
  }

  flag(name: string): boolean {
    return lastOf(this.given[name]) === true;
  }

  has(name: string): boolean {
    return this.given[name] !== undefined;
  }

  /**
   * A whole number as `param` bounds it.
   * @throws ParamError
   */
  number(name: string, param: Whole): number {
    const text = this.text(name);
    return resolve({ [name]: param }, text === undefined ? {} : { [name]: parse(param, text) })[name];
  }
}

/** How yargs reads a command line. */
export const PARSING = {
  'dot-notation': false, // --ghost and --ghost.margin stand side by side
  'camel-case-expansion': false,
  'duplicate-arguments-array': false, // of two, the last counts
  'greedy-arrays': false, // an option takes one word each time, not all that follow
  'parse-numbers': false,
  'parse-positional-numbers': false,
};

/** Of an option that is given twice, the last counts. */
const lastOf = (value: unknown): unknown => (Array.isArray(value) ? (value as readonly unknown[]).at(-1) : value);

/** Lets yargs know a command that is called by `depth` words. Unknown options and words that nobody asked for are refused. */
export function addCommand(yargs: Argv, { command, describe, options, examples = [], run }: Command, depth = 1): Argv {
  const places = command
    .split(' ')
    .slice(1)
    .map((word) => ({ name: word.replaceAll(/[[\]<>]|\.\./g, ''), array: word.includes('..') }));
  const positionals = places.map(({ name }) => name);
  return yargs.command(
    command,
    describe,
    (own) => {
      const isRepeated = places.some(({ array }) => array) || Object.values(options).some(({ array }) => array);
      if (isRepeated) own.parserConfiguration({ ...PARSING, 'duplicate-arguments-array': true });
      for (const { name, array } of places) own.positional(name, { type: 'string', array });
      return own.options({ ...options }).example(examples.map(([line, doc]) => [line, doc]));
    },
    async (argv) => {
      refuseUnknown(argv, options, positionals, depth);
      refuseValues(argv, options);
      refusePlaces(positionals);
      process.exitCode = await run(new Args(argv));
    },
  );
}

/** A command with one form a name, such as `simulate <game>`. */
export function addFamily(
  yargs: Argv,
  family: {
    readonly name: string;
    readonly describe: string;
    readonly what: string;
    readonly forms: readonly Command[];
  },
): Argv {
  const names = family.forms.map(({ command }) => command.split(' ')[0]);
  return yargs.command(
    family.name,
    family.describe,
    (own) =>
      family.forms
        .reduce((all, form) => addCommand(all, form, 2), own)
        .usage(`$0 ${family.name} <${family.what}> [options]`),
    ({ _: words }) => {
      const [, word] = words.map(String);
      throw new UsageError(
        word === undefined
          ? `${family.name} needs a ${family.what}: ${names.join(', ')}`
          : `no ${family.what} named "${word}"; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}${didYouMean(word, names)}`,
      );
    },
  );
}

/**
 * Yargs keeps its options in plain objects and stumbles over names that every object has.
 * @throws UsageError for such a name
 */
export function refuseInherited(words: readonly string[]): void {
  for (const word of words) {
    const name = /^--?(?:no-)?([^=]+)/.exec(word)?.[1];
    if (name !== undefined && name in {}) throw new UsageError(`no option --${name}; --help lists them`);
  }
}

/** What every command takes. */
const COMMON = new Set(['help', 'version', 'h', '_', '$0']);

/** @throws UsageError for `--no-out` and `--out=`, where `out` needs a value, and for `--quiet=maybe`, where yargs would take `maybe` for false. */
function refuseValues(argv: Readonly<Record<string, unknown>>, options: OptionTable): void {
  for (const [name, { type, requiresArg = false }] of Object.entries(options)) {
    if (requiresArg && argv[name] === false)
      throw new UsageError(`--${name} needs a value, so there is no --no-${name}; leave it out`);
    if (requiresArg && argv[name] === '') throw new UsageError(`--${name} needs a value, and got an empty one`);
    if (type !== 'boolean') continue;
    const wrong = process.argv.find((word) => word.startsWith(`--${name}=`) && !/=(true|false)$/.test(word));
    if (wrong !== undefined)
      throw new UsageError(`${name} must be true or false, not ${wrong.slice(name.length + 3) || 'empty'}`);
  }
}

/** @throws UsageError for a word with a place of its own that is given as an option: beside that word yargs would drop it in silence. */
function refusePlaces(positionals: readonly string[]): void {
  for (const name of positionals) {
    if (process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
      throw new UsageError(`no option --${name}: the ${name} is given by itself; --help shows where`);
  }
}

/** @throws UsageError for options and words that a command called by `depth` words does not take. */
export function refuseUnknown(
  argv: { readonly _: readonly (string | number)[]; readonly [name: string]: unknown },
  options: OptionTable,
  positionals: readonly string[],
  depth: number,
): void {
  const known = Object.entries(options).flatMap(([name, { alias = [] }]) => [name, ...[alias].flat()]);
  for (const name of Object.keys(argv)) {
    if (known.includes(name) || COMMON.has(name) || positionals.includes(name)) continue;
    const dashes = name.length === 1 ? '-' : '--';
    const hint = didYouMean(name, known) || ';';
    throw new UsageError(`no option ${dashes}${name}${hint} --help lists them`);
  }
  if (argv._.length > depth)
    throw new UsageError(`nothing is known to do with "${String(argv._[depth])}"; --help shows how to ask`);
}
