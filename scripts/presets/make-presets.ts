import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeWhole } from '../../src/files/write-whole.ts';

/* npm run presets: fits the presets anew and writes them to src/agents/presets.ts. Half a minute on two idle cores. */

const COMMAND = ['calibrate', 'mysterium', '--games', '2000', '--seed', '1'];
/**
 * The preset that blur is by default: the only one that was measured, and not set between measurements, at a table where clues are
 * pictures and strangers play for fun.
 */
const USUAL = 'strangers';

const interval = z.tuple([z.number(), z.number()]);
const Calibration = z.object({
  deck: z.object({ hash: z.string() }),
  encoders: z.object({ bundled: z.string() }),
  presets: z.record(
    z.string(),
    z.object({
      blur: z.number(),
      reached: z.boolean(),
      interval,
      target: z.object({ odds: z.number(), from: z.string() }),
      odds: z.object({ value: z.number(), low: z.number(), high: z.number() }),
    }),
  ),
});

const root = new URL('../../', import.meta.url);
const cli = fileURLToPath(new URL('dist/cli/main.js', root));
const printed = execFileSync(process.execPath, [cli, ...COMMAND, '--json'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
});
const { deck, encoders, presets } = Calibration.parse(JSON.parse(printed));

const round = (value: number): string => value.toFixed(2);
const named = Object.entries(presets).flatMap(
  ([
    name,
    {
      blur,
      reached,
      interval: [low, high],
      target,
      odds,
    },
  ]) => [
    `    // ${target.from}.`,
    `    // Odds ${round(target.odds)}; ours ${round(odds.value)} (${round(odds.low)} to ${round(odds.high)})${reached ? '' : ', which is as near as blur comes'}.`,
    `    // Blur ${round(low)} to ${round(high)}, from the error of our games.`,
    `    ${name}: { blur: ${blur}, psychicBlur: ${blur} },`,
  ],
);
const text = [
  `/* Written by npm run presets: seance ${COMMAND.join(' ')} */`,
  '',
  '/** Blur at which a helpful ghost and a literal psychic tell the right card from a wrong one as often as people do. */',
  'export const presets = {',
  `  usual: '${USUAL}',`,
  `  deck: '${deck.hash}',`,
  `  encoder: '${encoders.bundled}',`,
  '  named: {',
  ...named,
  '  },',
  '} as const;',
  '',
].join('\n');
await writeWhole(fileURLToPath(new URL('src/agents/presets.ts', root)), text);
