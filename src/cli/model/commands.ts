import type { Command } from '../command.ts';
import { addModelCommand } from './add.ts';
import { checkModelCommand } from './check.ts';
import { listModelsCommand } from './list.ts';
import { pullModelCommand } from './pull.ts';

/** The forms of `seance model`. */
export const modelCommands: readonly Command[] = [
  addModelCommand,
  listModelsCommand,
  checkModelCommand,
  pullModelCommand,
];
