import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A declaration, as api-extractor's document model has it. */
interface Item {
  readonly kind: string;
  readonly name?: string | undefined;
  readonly docComment?: string | undefined;
  readonly excerptTokens?: readonly { readonly text: string }[] | undefined;
  readonly members?: readonly Item[] | undefined;
}

const item: z.ZodType<Item> = z.lazy(() =>
  z.object({
    kind: z.string(),
    name: z.string().optional(),
    docComment: z.string().optional(),
    excerptTokens: z.array(z.object({ text: z.string() })).optional(),
    members: z.array(item).optional(),
  }),
);

/** What the built package exports at its root. The model is api-extractor's, which brings the compiler that reads it. */
function model(): readonly Item[] {
  const folder = mkdtempSync(join(tmpdir(), 'seance-reference-'));
  try {
    const file = join(folder, 'seance.api.json');
    const quiet = { logLevel: 'none' as const };
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder: root,
        mainEntryPointFilePath: join(root, 'dist/api/index.d.ts'),
        compiler: { tsconfigFilePath: join(root, 'tsconfig.build.json') },
        apiReport: { enabled: false },
        docModel: { enabled: true, apiJsonFilePath: file },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          extractorMessageReporting: { default: quiet },
          tsdocMessageReporting: { default: quiet },
          compilerMessageReporting: { default: quiet },
        },
      } as never,
      configObjectFullPath: undefined,
      packageJsonFullPath: join(root, 'package.json'),
    });
    const { succeeded } = Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (said) => void (said.handled = true),
    });
    if (!succeeded) throw new Error('api-extractor could not read dist/api/index.d.ts; run npm run build');
    const [entry] = item.parse(JSON.parse(readFileSync(file, 'utf8'))).members ?? [];
    return entry.members ?? [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A docstring without its stars: what it says, and what it throws in a paragraph of its own. */
function wordsOf({ docComment = '' }: Item): string {
  const [words, ...throws] = docComment
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .split('@throws')
    .map((part) => part.trim().replaceAll(/(\S)\s*\n(?=\S)/g, '$1 '));
  return [words, ...throws.map((one) => `Throws ${one}`)].filter((part) => part !== '').join('\n\n');
}

const codeOf = ({ excerptTokens = [] }: Item): string =>
  excerptTokens
    .map(({ text }) => text)
    .join('')
    .trim();

const section = (one: Item): string => {
  const members = (one.members ?? []).filter(({ kind }) => kind !== 'CallSignature');
  const body = members.map((member) => {
    const words = wordsOf(member)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `  // ${line}\n`)
      .join('');
    return `${words}  ${codeOf(member)}`;
  });
  const code = body.length === 0 ? codeOf(one) : `${codeOf(one)} {\n${body.join('\n')}\n}`;
  return `### ${one.name ?? ''}\n\n${wordsOf(one)}\n\n\`\`\`ts\n${code}\n\`\`\``;
};

/** docs/reference.md: every name that the package exports at its root, functions first. */
export function reference(): string {
  const items = model();
  const functions = items.filter(({ kind }) => kind === 'Function');
  const others = items.filter(({ kind }) => kind !== 'Function');
  return (
    [
      '# Reference',
      "Every name that `import ... from 'seance'` offers, written by `npm run reference` from the types and docstrings of the source. [The library](api.md) shows how to use them.",
      '## Functions',
      ...functions.map(section),
      '## Types',
      ...others.map(section),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}
