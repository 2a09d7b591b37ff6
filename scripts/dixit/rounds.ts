import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { FrozenCards } from '../../src/embeddings/learning/train.ts';

/** A round of Dixit: the storyteller's card, and the cards that others laid on the same hint. Cards are numbered from 1. */
export interface Round {
  readonly target: number;
  readonly decoys: readonly number[];
}

/** One player's association: with a hint whose best-known picture is `target` they laid `decoy`. */
export interface Association {
  readonly decoy: number;
  readonly target: number;
  /** Place of the round, from 0. */
  readonly round: number;
}

export const CARDS = 84;
const DIM = 512;
const SEATS = [1, 2, 3, 4, 5, 6] as const;

/** Reads rounds.csv and targets.csv of a folder. Throws TypeError, with the line, where they are not as described. */
export function readRounds(folder: string): readonly Round[] {
  const rounds = readTable(join(folder, 'rounds.csv'));
  const targets = readTable(join(folder, 'targets.csv'));
  if (rounds.length !== targets.length)
    throw new TypeError(`${folder}: ${rounds.length} rounds and ${targets.length} targets`);
  return rounds.map((row, i) => {
    const cards = SEATS.map((seat) => row[`C${seat}_CARD`]).filter((cell) => cell !== undefined && cell !== '');
    const laid = cards.map(Number);
    const target = Number(targets[i]['TARGET']);
    const isSound =
      new Set(laid).size === laid.length && laid.every((card) => Number.isInteger(card) && card >= 1 && card <= CARDS);
    if (!isSound || !laid.includes(target))
      throw new TypeError(`${folder}/rounds.csv, line ${i + 2}: no round of Dixit`);
    return { target, decoys: laid.filter((card) => card !== target) };
  });
}

export const associationsOf = (rounds: readonly Round[]): readonly Association[] =>
  rounds.flatMap(({ target, decoys }, round) => decoys.map((decoy) => ({ decoy, target, round })));

/** The 84 cards as CLIP ViT-B/32 sees them. */
export function readCards(folder: string): FrozenCards {
  const bytes = readFileSync(join(folder, 'clip-84x512.f32'));
  return {
    dim: DIM,
    vectors: new Float32Array(Uint8Array.from(bytes).buffer),
    kinds: Array.from({ length: CARDS }, () => 0),
  };
}

const readTable = (file: string): readonly Readonly<Record<string, string | undefined>>[] =>
  Papa.parse<Record<string, string>>(readFileSync(file, 'utf8').trim(), { header: true }).data;
