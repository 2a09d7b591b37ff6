/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The command that goes on with the run in a folder. */
export const resumeCommand = (folder: string): string => `seance simulate --resume ${quoted(folder)}`;
