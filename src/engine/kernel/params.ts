interface Common<V> {
  readonly doc: string;
  readonly default: V;
}

/** A real number; `scale: 'log'` makes a tuner step by ratio. */
export interface Real extends Common<number> {
  readonly kind: 'real';
  readonly min: number;
  readonly max: number;
  readonly scale: 'linear' | 'log';
}

export interface Whole extends Common<number> {
  readonly kind: 'whole';
  readonly min: number;
  readonly max: number;
}

export interface OneOf<V extends string> extends Common<V> {
  readonly kind: 'oneOf';
  readonly options: readonly V[];
}

export interface Flag extends Common<boolean> {
  readonly kind: 'flag';
}

/** A free name that is looked up elsewhere, such as the eyes an agent looks with; not searched by a tuner. */
export interface Name extends Common<string> {
  readonly kind: 'name';
}

export type Param = Real | Whole | OneOf<string> | Flag | Name;

/** A table of parameters, the one place where each is named, bounded, defaulted and explained. */
export type Params = Readonly<Record<string, Param>>;

/** Values as they come from outside: a file, a flag, a web form. */
export type Given = Readonly<Record<string, unknown>>;

/** The values a table describes. */
export type ValuesOf<P extends Params> = {
  readonly [K in keyof P]: P[K] extends OneOf<infer V>
    ? V
    : P[K] extends Flag
      ? boolean
      : P[K] extends Name
        ? string
        : number;
};

/** A parameter's value or name is not what its table allows; the message says what would be. */
export class ParamError extends RangeError {
  override readonly name = 'ParamError';
}

export const real = (
  min: number,
  max: number,
  fallback: number,
  doc: string,
  scale: Real['scale'] = 'linear',
): Real => ({
  kind: 'real',
  min,
  max,
  default: fallback,
  doc,
  scale,
});

export const whole = (min: number, max: number, fallback: number, doc: string): Whole => ({
  kind: 'whole',
  min,
  max,
  default: fallback,
  doc,
});

export const oneOf = <const V extends string>(options: readonly V[], fallback: NoInfer<V>, doc: string): OneOf<V> => ({
  kind: 'oneOf',
  options,
  default: fallback,
  doc,
});

export const flag = (fallback: boolean, doc: string): Flag => ({ kind: 'flag', default: fallback, doc });

export const name = (fallback: string, doc: string): Name => ({ kind: 'name', default: fallback, doc });

/** What a parameter takes, in words: `0 to 1`, `easy, medium or hard`. */
export function range(param: Param): string {
  switch (param.kind) {
    case 'real':
      return `a number from ${param.min} to ${param.max}`;
    case 'whole':
      return `a whole number from ${param.min} to ${param.max}`;
    case 'oneOf':
      return `one of ${param.options.join(', ')}`;
    case 'flag':
      return 'true or false';
    case 'name':
      return 'a name';
  }
}

/** A refused value in words; quoted where it would not be seen. */
function shown(value: unknown): string {
  const plain = typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');
  return plain ? String(value) : JSON.stringify(value);
}

function accepts(param: Param, value: unknown): boolean {
  switch (param.kind) {
    case 'real':
      return typeof value === 'number' && value >= param.min && value <= param.max;
    case 'whole':
      return Number.isInteger(value) && typeof value === 'number' && value >= param.min && value <= param.max;
    case 'oneOf':
      return typeof value === 'string' && param.options.includes(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'name':
      return typeof value === 'string' && value.length > 0;
  }
}

/**
 * Fills in defaults. `owner` names the table in messages, e.g. `ghost`, so that they say `ghost.margin`.
 * @throws ParamError for unknown names and values out of bounds.
 */
export function resolve<P extends Params>(table: P, given: Given, owner = ''): ValuesOf<P> {
  const full = (key: string): string => (owner === '' ? key : `${owner}.${key}`);
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(table, key)) {
      const known = Object.keys(table);
      throw new ParamError(
        `no parameter ${full(key)}; there ${known.length === 0 ? 'are none here' : `are ${known.map(full).join(', ')}`}`,
      );
    }
  }
  const entries = Object.entries(table).map(([key, param]) => {
    const value = given[key] ?? param.default;
    if (!accepts(param, value)) throw new ParamError(`${full(key)} must be ${range(param)}, not ${shown(value)}`);
    return [key, value] as const;
  });
  return Object.fromEntries(entries) as ValuesOf<P>; // each entry has just been checked against its own row
}

/** Reads a value from the command line or a CSV cell; what cannot be read comes back as it was, for `resolve` to refuse. */
export function parse(param: Param, text: string): unknown {
  switch (param.kind) {
    case 'real':
    case 'whole':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'oneOf':
    case 'name':
      return text;
  }
}

/** The given values that differ from the table's defaults, in the table's order. */
export function changed(table: Params, given: Given): Given {
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, param]) =>
      given[key] === undefined || given[key] === param.default ? [] : [[key, given[key]]],
    ),
  );
}
