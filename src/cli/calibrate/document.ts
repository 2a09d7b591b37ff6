import { packageVersion } from '../about.ts';
import type { Pictures } from '../../api/pictures.ts';
import type { Bench } from './fit.ts';
import { verdictOf } from './results.ts';
import type { Calibrated, HumanLine } from './results.ts';

/** All there is to say of a calibration, as `--json` prints it and `--out` keeps it. Endless interval ends and missing values are null. */
export const calibrationDocument = (
  { game, calibration, casting, games, seed }: Bench,
  { deck, encoders }: Pictures,
  { fits, plays, choices, games: told }: Calibrated,
  interrupted: boolean,
): object => ({
  schema: 1,
  seance: packageVersion(),
  game: game.id,
  version: game.version,
  casting,
  figure: calibration.figure,
  games,
  seed,
  deck: deck ?? null,
  encoders,
  interrupted,
  presets: Object.fromEntries(
    fits.map(({ target: { name, ...target }, fit, blur, people }, at) => [
      name,
      {
        blur,
        reached: fit.isReached,
        interval: [fit.low, fit.high],
        people,
        target,
        odds: plays[at]?.odds ?? null,
        choices: plays[at]?.choices.map((choice, i) => ({ options: calibration.tables[i].options, ...choice })) ?? null,
      },
    ]),
  ),
  choices: choices.map((line) =>
    lineOf(
      line,
      fits.map(({ target: { name } }) => name),
    ),
  ),
  told: told.map((line) =>
    lineOf(
      line,
      fits.map(({ target: { name } }) => name),
    ),
  ),
});

const lineOf = ({ name, n, people, ours, isConverted, source }: HumanLine, presets: readonly string[]): object => ({
  name,
  n,
  people: { value: people.value, interval: people.interval ?? null },
  ours: Object.fromEntries(
    ours.map((estimate, at) => [presets[at], { ...estimate, verdict: verdictOf(people, estimate) ?? null }]),
  ),
  converted: isConverted,
  source,
});
