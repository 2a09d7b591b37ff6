import { join } from 'node:path';
import type { Finding } from '../../embeddings/models/check.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, UsageError } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { colours, print } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { drawFindings } from './findings.ts';

export const checkModelCommand: Command = {
  command: 'check [name]',
  describe: 'looks at some cards: shapes, numbers that are none, determinism, speed',
  options: { json: { type: 'boolean', describe: 'prints JSON' } },
  examples: [
    ['$0 model check clip', 'a model on the shelf'],
    ['$0 model check bundled', 'the eyes that come with the package'],
    ['$0 model check', 'all of them'],
  ],
  run: (args) => check(args),
};

/** The eyes of the package that look at pictures. */
const OWN = ['bundled', 'palette'];

async function check(args: Args): Promise<ExitCode> {
  const { listModels } = await import('../../embeddings/models/shelf.ts');
  const there = [...OWN, ...(await listModels()).map(({ name }) => name)];
  const asked = args.text('name');
  if (asked !== undefined && !there.includes(asked))
    throw new UsageError(`no model ${asked} is on the shelf; there are ${there.join(', ')}${didYouMean(asked, there)}`);

  const reports: { readonly name: string; readonly id: string | undefined; readonly findings: readonly Finding[] }[] =
    [];
  for (const name of asked === undefined ? there : [asked]) {
    const report = { name, ...(await checkOne(name)) };
    reports.push(report);
    if (args.flag('json')) continue;
    print(`${colours.bold(name)}${report.id === undefined ? '' : ` (${report.id})`}`);
    print(await drawFindings(report.findings));
  }
  if (args.flag('json')) print(JSON.stringify(reports, null, 2));
  const isSound = reports.every(({ findings }) => findings.every(({ verdict }) => verdict !== 'failed'));
  return isSound ? EXIT.done : EXIT.failed;
}

async function checkOne(
  name: string,
): Promise<{ readonly id: string | undefined; readonly findings: readonly Finding[] }> {
  const { EyesError } = await import('../../embeddings/encoders/encoder.ts');
  const { openEncoder } = await import('../../embeddings/encoders/open.ts');
  const { checkCards, checkEncoder, checkModel } = await import('../../embeddings/models/check.ts');
  const { modelShelf, openModel, readManifest } = await import('../../embeddings/models/shelf.ts');
  const cards = await checkCards();
  try {
    const model = OWN.includes(name) ? undefined : await openModel(name);
    const encoder = model ?? (await openEncoder(name));
    try {
      const findings = model
        ? await checkModel(model, await readManifest(join(modelShelf(), name)), cards)
        : await checkEncoder(encoder, cards);
      return { id: encoder.id, findings };
    } finally {
      await encoder.close();
    }
  } catch (error) {
    if (!(error instanceof EyesError)) throw error;
    return { id: undefined, findings: [{ what: 'usable', found: error.message, verdict: 'failed' }] };
  }
}
