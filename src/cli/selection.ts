import { parse, range, resolve } from '../engine/kernel/params.ts';
import type { Param } from '../engine/kernel/params.ts';
import { gridValues } from '../sim/index.ts';
import type { GridValue } from '../sim/index.ts';
import { UsageError } from './errors.ts';

/**
 * The values of a grid's parameter that a text names: `4`, `2,4`, `4-7`, `easy,hard`; all of them for no text. In the grid's order, each once.
 * @throws ParamError for a value out of bounds, UsageError for a range that is none.
 */
export function selectValues(name: string, param: Param, text: string | undefined): readonly GridValue[] {
  const all = gridValues(param);
  if (text === undefined) return all;
  const chosen = new Set(text.split(',').flatMap((part) => valuesIn(name, param, part.trim())));
  return all.filter((value) => chosen.has(value));
}

function valuesIn(name: string, param: Param, part: string): readonly unknown[] {
  if (part === '')
    throw new UsageError(`${name} must be ${range(param)}, or several with commas between; a part is empty`);
  const one = (text: string): unknown => resolve({ [name]: param }, { [name]: parse(param, text) })[name];
  const ends = param.kind === 'whole' ? /^(\d+)-(\d+)$/.exec(part) : null;
  if (!ends) return [one(part)];
  const [from, to] = [Number(one(ends[1])), Number(one(ends[2]))];
  if (from > to) throw new UsageError(`${name} ${part} runs backwards; ${to}-${from} is meant, perhaps`);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
