import type { Command } from '../command.ts';
import { checkCommand } from './check.ts';
import { embedCommand } from './embed.ts';
import { identifyCommand } from './identify.ts';
import { listCommand } from './list.ts';
import { newCommand } from './new.ts';
import { showCommand } from './show.ts';

/** The forms of `seance deck`. */
export const deckCommands: readonly Command[] = [
  newCommand,
  embedCommand,
  listCommand,
  showCommand,
  checkCommand,
  identifyCommand,
];
