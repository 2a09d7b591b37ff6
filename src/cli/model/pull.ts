import type { Args, Command } from '../command.ts';
import { EXIT, UsageError, note, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { print, progressBars } from '../screen.ts';
import type { ProgressBar } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { drawFindings } from './findings.ts';

export const pullModelCommand: Command = {
  command: 'pull [model]',
  describe: 'fetches a known model, checks its sha256 and puts it on the shelf',
  options: {
    name: { type: 'string', requiresArg: true, describe: 'what the eyes are called [usually the name it is known by]' },
    from: {
      type: 'string',
      requiresArg: true,
      describe: 'a mirror with the same paths, http or https [usually $SEANCE_MODELS_FROM or https://huggingface.co]',
    },
    sha256: {
      type: 'string',
      requiresArg: true,
      describe: 'what the file must be, instead of the checksum that is known',
    },
    force: { type: 'boolean', describe: 'fetches and replaces a model that is there' },
    quiet: { type: 'boolean', describe: 'no progress bar' },
    json: { type: 'boolean', describe: 'prints JSON' },
  },
  examples: [
    ['$0 model pull clip', '89 MB, then --encoder clip'],
    ['$0 model pull siglip --from https://mirror.example', 'from a mirror'],
  ],
  run: (args) => pull(args),
};

async function pull(args: Args): Promise<ExitCode> {
  const { KNOWN_MODELS } = await import('../../embeddings/models/known.ts');
  const { modelHost, pullModel } = await import('../../embeddings/models/pull.ts');
  const { whyNoModelName } = await import('../../embeddings/models/add.ts');
  const names = Object.keys(KNOWN_MODELS);
  const known = args.text('model');
  if (known === undefined) throw new UsageError(`model pull needs a model: ${names.join(', ')}`);
  if (!names.includes(known))
    throw new UsageError(
      `no model ${known} is known; there are ${names.join(', ')}${didYouMean(known, names)}; any other ONNX file: seance model add FILE`,
    );
  const name = args.text('name') ?? known;
  const whyNot = whyNoModelName(name);
  if (whyNot !== undefined) throw new UsageError(whyNot);
  const sha256 = args.text('sha256')?.toLowerCase();
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) throw new UsageError('sha256 must be 64 digits 0-9 a-f');
  const host = args.text('from') ?? modelHost();
  if (!/^https?:\/\/./.test(host) || !URL.canParse(host))
    throw new UsageError(`from must be an address that begins with http:// or https://, not ${host}`);

  const startBar = await progressBars({ quiet: args.flag('quiet') });
  let bar: ProgressBar | undefined;
  const inMegabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
  try {
    const pulled = await interruptible(
      (signal) =>
        pullModel({
          known,
          name,
          host,
          sha256,
          signal,
          force: args.flag('force'),
          onProgress: (done, total) => {
            bar ??= startBar(`fetches ${known}`, inMegabytes(total ?? KNOWN_MODELS[known].megabytes * 1e6), 'MB');
            bar.update(inMegabytes(done));
          },
        }).catch((error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        }),
      () => {},
    );
    if (!pulled) {
      const keeps = (sha256 ?? KNOWN_MODELS[known].sha256) !== undefined;
      warn(
        `interrupted; ${keeps ? `what came of ${known} is kept, and the same command goes on from there` : 'the same command begins anew, since no checksum is known'}`,
      );
      return EXIT.interrupted;
    }
    bar?.stop();
    if (pulled.vouched === 'first use')
      note(`no checksum of ${known} is known: ${pulled.manifest.model.sha256} is recorded, and asked for from now on`);
    if (args.flag('json')) print(JSON.stringify({ name, ...pulled }, null, 2));
    else if (pulled.wasThere) print(`${name} is on the shelf already (${pulled.dir}); --force fetches it again`);
    else {
      print(`${name} is on the shelf (${pulled.dir}); --encoder ${name} looks through it`);
      print(await drawFindings(pulled.findings));
    }
    return EXIT.done;
  } finally {
    bar?.stop();
  }
}
