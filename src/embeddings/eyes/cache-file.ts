import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { refuseSpecial } from '../../files/refuse-special.ts';

/** There is a file, but it does not hold what was stored. */
export const DAMAGED = Symbol('damaged');

/**
 * What a file of the cache holds under `key`: undefined where there is none, or it cannot be read (the attempt to write reports that);
 * DAMAGED where it is cut short, edited, or stored under another key.
 */
export async function readCacheFile<T extends { readonly key: string }>(
  file: string,
  form: z.ZodType<T>,
  key: string,
): Promise<T | typeof DAMAGED | undefined> {
  let text;
  try {
    await refuseSpecial(file);
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return DAMAGED;
  }
  const parsed = form.safeParse(raw);
  return parsed.success && parsed.data.key === key ? parsed.data : DAMAGED;
}
