import type { Command } from '../command.ts';
import { listCommand } from './list.ts';
import { showCommand } from './show.ts';

/** The forms of `seance deck`. */
export const deckCommands: readonly Command[] = [listCommand, showCommand];
