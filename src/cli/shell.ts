/** A word as a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The command that goes on with the run in a folder; one in which programs play needs leave to start them. */
export const resumeCommand = (folder: string, hasPrograms = false): string =>
  `seance simulate --resume ${quoted(folder)}${hasPrograms ? ' --run-bots' : ''}`;
