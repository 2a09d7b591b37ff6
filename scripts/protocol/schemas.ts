import { z } from 'zod';
import { ANSWERS, TOLD } from '../../src/outside/protocol.ts';

/** The JSON Schema (draft 2020-12) of each message, by its type. A message may have more fields than its schema names. */
export const schemas = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries({ ...TOLD, ...ANSWERS }).map(([name, schema]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
      return [name, { $schema, title: name, ...rest }];
    }),
  );
