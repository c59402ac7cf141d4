/** Writes schemas/*.json from the models: `npm run schemas`. */
import { writeFileSync } from 'node:fs';
import { SCHEMAS } from '../../src/schemas.js';
import { encodeSchema } from './encode.js';

for (const [name, schema] of Object.entries(SCHEMAS)) {
  writeFileSync(new URL(`../../schemas/${name}.json`, import.meta.url), encodeSchema(schema));
}
