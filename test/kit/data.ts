/** Any typed array, as something that can be copied and compared. */
type Numbers = Uint8Array | Int8Array | Int16Array | Int32Array | Float32Array | Float64Array;

const isNumbers = (data: unknown): data is Numbers => ArrayBuffer.isView(data) && !(data instanceof DataView);

/** A deep copy of plain data: objects, arrays, typed arrays, strings, numbers, booleans. */
export function copy<D>(data: D): D;
export function copy(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (isNumbers(data)) return data.slice();
  if (Array.isArray(data)) return data.map((item: unknown) => copy(item));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copy(value)]));
}

/** Where two pieces of plain data differ. */
export interface Difference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Every place where `a` and `b` differ, in the order of `a`'s fields. */
export function differences(a: unknown, b: unknown, path = ''): readonly Difference[] {
  if (Object.is(a, b)) return [];
  const here = [{ path, before: a, after: b }];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return here;
  if (isNumbers(a) && isNumbers(b)) {
    if (a.length !== b.length) return here;
    if (a.every((value, i) => value === b[i])) return [];
    return Array.from(a).flatMap((before, i) =>
      before === b[i] ? [] : [{ path: `${path}[${i}]`, before, after: b[i] }],
    );
  }
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  if (left.size !== right.size) return here;
  return [...left].flatMap(([key, value]) => differences(value, right.get(key), `${path}.${key}`));
}

/** The path where two pieces of plain data first differ; undefined where they are the same. */
export const difference = (a: unknown, b: unknown): string | undefined => differences(a, b)[0]?.path;

/** Numbers in rising order, to compare piles whose order means nothing. */
export const sorted = (numbers: Iterable<number>): number[] => [...numbers].toSorted((a, b) => a - b);
