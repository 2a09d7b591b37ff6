const begin = (name: string): string => `<!-- begin ${name}: written by npm run readme -->`;
const end = (name: string): string => `<!-- end ${name} -->`;

function span(text: string, name: string): readonly [number, number] {
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  if (from < 0 || to < from)
    throw new RangeError(`README.md has no section between "${begin(name)}" and "${end(name)}"`);
  return [from + begin(name).length, to];
}

/** What stands between the marks of section `name`. */
export function readSection(text: string, name: string): string {
  const [from, to] = span(text, name);
  return text.slice(from, to).trim();
}

/** The text with `content` between the marks of section `name`. */
export function writeSection(text: string, name: string, content: string): string {
  const [from, to] = span(text, name);
  return `${text.slice(0, from)}\n\n${content.trim()}\n\n${text.slice(to)}`;
}
