const begin = (name: string, by: string): string => `<!-- begin ${name}: written by ${by} -->`;
const end = (name: string): string => `<!-- end ${name} -->`;

function span(text: string, name: string, by: string): readonly [number, number] {
  const from = text.indexOf(begin(name, by));
  const to = text.indexOf(end(name));
  if (from < 0 || to < from)
    throw new RangeError(`the page has no section between "${begin(name, by)}" and "${end(name)}"`);
  return [from + begin(name, by).length, to];
}

/** The command that writes the sections of README.md. */
const README = 'npm run tables';

/** What stands between the marks of section `name`, which say that it is written `by` a command. */
export function readSection(text: string, name: string, by: string = README): string {
  const [from, to] = span(text, name, by);
  return text.slice(from, to).trim();
}

/** The text with `content` between the marks of section `name`. */
export function writeSection(text: string, name: string, content: string, by: string = README): string {
  const [from, to] = span(text, name, by);
  return `${text.slice(0, from)}\n\n${content.trim()}\n\n${text.slice(to)}`;
}
