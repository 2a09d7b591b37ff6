import { Args, PARSING, refuseUnknown } from './command.ts';
import type { OptionTable } from './command.ts';
import { UsageError } from './errors.ts';

/** What was given of some options, but for those in `except`, as words that `readWords` reads back. */
export function wordsOf(options: OptionTable, args: Args, except: readonly string[]): readonly string[] {
  return Object.entries(options).flatMap(([name, { type, array }]) => {
    if (except.includes(name) || !args.has(name)) return [];
    if (array) return args.texts(name).map((text) => `--${name}=${text}`);
    if (type === 'boolean') return [`--${args.flag(name) ? '' : 'no-'}${name}`];
    return [`--${name}=${args.text(name) ?? ''}`];
  });
}

/**
 * Reads words as a command with these options does.
 * @throws UsageError for options and words that it does not take
 */
export async function readWords(options: OptionTable, words: readonly string[]): Promise<Args> {
  const { default: yargs } = await import('yargs');
  const argv = await yargs([...words])
    .parserConfiguration({ ...PARSING, 'duplicate-arguments-array': true })
    .options({ ...options })
    .help(false)
    .version(false)
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw new UsageError(message ?? error?.message ?? 'the words of the command cannot be understood');
    })
    .parse();
  refuseUnknown(argv, options, [], 0);
  return new Args(argv);
}
