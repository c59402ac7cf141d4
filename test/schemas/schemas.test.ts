import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCHEMAS } from '../../src/schemas.js';
import { encodeSchema } from './encode.js';

const FOLDER = new URL('../../schemas/', import.meta.url);

describe('schemas/*.json', () => {
  it.each(Object.entries(SCHEMAS))('%s is what the model says (npm run schemas)', (name, schema) => {
    expect(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')).toBe(encodeSchema(schema));
  });

  it('holds no other file', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(SCHEMAS).map((name) => `${name}.json`).toSorted());
  });
});
