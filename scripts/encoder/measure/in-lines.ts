/** JSON with a line for each value `levels` deep and all below it on that line, so that a file of many numbers stays short. */
export function inLines(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([key, inner]) => `${indent}  ${JSON.stringify(key)}: ${inLines(inner, levels - 1, `${indent}  `)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
