/** The ingester that the README shows is a working one: it is taken out of the README and run. */
import { readFileSync } from 'node:fs';
import { transpileModule, ModuleKind } from 'typescript';
import { describe, expect, it } from 'vitest';
import { hasContent } from '../../src/ingest/field-reader.js';
import type { Ingester } from '../../src/ingest/ingester.js';
import { ingestSweBenchRow } from '../../src/ingest/swe-bench-fields.js';
import { SHELF_ROWS } from '../support/shelf.js';

function readExample(): Ingester {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const code = /```ts\n(const notes =[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const script = transpileModule(code.replace('export const', 'const'), {
    compilerOptions: { module: ModuleKind.ESNext },
  }).outputText;
  // The only text run here is the project's own README.
  const make = new Function('hasContent', 'ingestSweBenchRow', `${script}\nreturn tickets;`) as (
    ...tools: unknown[]
  ) => Ingester;
  return make(hasContent, ingestSweBenchRow);
}

describe('the ingester in the README', () => {
  const { patch, test_patch: tests, instance_id: ticket, ...rest } = SHELF_ROWS[0] ?? {};
  const row = { ...rest, ticket, fix: patch, tests };

  it('recognises its rows and no others', () => {
    expect(readExample().detect(row)).toBe('it has a ticket');
    expect(readExample().detect(SHELF_ROWS[0] ?? {})).toBeNull();
  });

  it('reads them', () => {
    const outcome = readExample().ingest(row, {
      carry: [],
      source: { file: 'tickets.jsonl', row: 0, line: 1, sha256: '' },
      keyInFile: '',
      testGlobs: [],
      sourceGlobs: [],
    });
    if (!outcome.ok) throw new Error(outcome.issue.message);
    expect(outcome.value).toMatchObject({
      instance_id: ticket,
      corpus: 'tickets',
      fix: patch,
      test_patch: tests,
    });
    expect(outcome.value.fail_to_pass).toHaveLength(4);
  });
});
