import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reference } from './reference.ts';

writeFileSync(fileURLToPath(new URL('../../docs/reference.md', import.meta.url)), reference());
