import { fileURLToPath } from 'node:url';
import { writeWhole } from '../../src/files/write-whole.ts';
import { schemas } from './schemas.ts';

/* npm run protocol: writes docs/protocol/*.schema.json from the messages' own schemas in src/outside/protocol.ts. */

for (const [name, schema] of Object.entries(schemas())) {
  const file = fileURLToPath(new URL(`../../docs/protocol/${name}.schema.json`, import.meta.url));
  await writeWhole(file, `${JSON.stringify(schema, null, 2)}\n`);
}
