/**
 * Owns the ingester made from a mapping file, for a dataset nobody has heard of. Nothing is guessed here: what the file does
 * not name is empty. What may stand in the file is in mapping-file.ts.
 */
import type { Base, Instance } from '../model/instance.js';
import type { Outcome } from '../model/issue.js';
import { splitDiff } from './combined-diff.js';
import { FieldReader, hasField, valueAt } from './field-reader.js';
import type { IngestContext, Ingester, Row } from './ingester.js';
import { finishInstance } from './instance-draft.js';
import { findLanguage } from './instance-language.js';
import { unquoteText } from './statement.js';
import { readStoredDiff, reverseStoredDiff } from './stored-diff.js';
import { readMappedTestIds } from './mapped-test-ids.js';
import { type MappedField, type Mapping, readMapping } from './mapping-file.js';

/**
 * Makes an ingester from the decoded mapping file. Issue: `field_invalid`, `path` = the place in the mapping file.
 */
export function createMappingIngester(mapping: unknown): Outcome<Ingester> {
  const checked = readMapping(mapping);
  return checked.ok ? { ok: true, value: makeIngester(checked.value) } : checked;
}

function makeIngester(mapping: Mapping): Ingester {
  const columns = new Set(listFields(mapping).flatMap((field) => [field, field.split('.')[0] ?? field]));
  return {
    name: mapping.corpus,
    notes: {
      title: `${mapping.corpus} (mapping file)`,
      recognisedBy: 'given with --map',
      localization:
        mapping.direction === 'bug' ? 'from the new side of the mapped diff' : 'from the mapped fix',
      reproduction: 'from what the mapping file names',
      patch: mapping.direction === 'bug' ? 'the mapped diff, reversed' : 'the mapped fix',
      missing: '',
    },
    columns: [...columns],
    needs: [namesOf(mapping, 'fix')],
    detect(row) {
      const name = namesOf(mapping, 'fix').find((field) => hasField(row, field));
      return name === undefined ? null : `it has ${name}, which the mapping file names as the fix`;
    },
    ingest: (row, context) => ingestMapped(row, context, mapping),
  };
}

function ingestMapped(row: Row, context: IngestContext, mapping: Mapping): Outcome<Instance> {
  const reader = new FieldReader(row);
  const read = (name: MappedField) => reader.text(namesOf(mapping, name));
  const fixField = namesOf(mapping, 'fix')[0] ?? 'fix';
  const stored = read('fix');
  const forward = mapping.direction === 'bug' ? reverseStoredDiff(stored, reader, fixField) : stored;
  const testPatch = read('test_patch');
  const language = findLanguage(read('language') || (mapping.constants.language ?? ''), forward, testPatch);
  const split = mapping.fix_holds_tests
    ? splitDiff(readStoredDiff(forward, reader, fixField), { ...context, language })
    : { fix: forward, testPatch: '' };
  return finishInstance(
    {
      corpus: mapping.corpus,
      instanceId: fillTemplate(reader, namesOf(mapping, 'instance_id')),
      repo: fillTemplate(reader, namesOf(mapping, 'repo')) || (mapping.constants.repo ?? ''),
      language,
      statement: read('problem_statement'),
      base: makeBase(mapping, read('base')),
      environment: {
        image: read('image') || (mapping.constants.image ?? ''),
        workdir: read('workdir') || (mapping.constants.workdir ?? ''),
        test_command: read('test_command') || (mapping.constants.test_command ?? ''),
      },
      fix: split.fix,
      fixField,
      fixIsReversed: mapping.direction === 'bug',
      fixColumn: mapping.fix_holds_tests ? 'combined' : 'fix',
      testPatch: joinPatches(testPatch, split.testPatch),
      failToPass: readIds(reader, mapping, 'fail_to_pass'),
      passToPass: readIds(reader, mapping, 'pass_to_pass'),
      studentContext: readContext(reader, mapping),
      extraNames: mapping.extra,
    },
    reader,
    context,
  );
}

function namesOf(mapping: Mapping, name: MappedField): string[] {
  const field = mapping.fields[name];
  if (field === undefined) return [];
  return typeof field === 'string' ? [field] : field;
}

function readIds(reader: FieldReader, mapping: Mapping, name: MappedField): string[] {
  for (const field of namesOf(mapping, name)) {
    const ids = reader.take(readMappedTestIds(valueAt(reader.row, field), mapping.test_ids, field), []);
    if (ids.length > 0) return ids;
  }
  return [];
}

function readContext(reader: FieldReader, mapping: Mapping): Instance['student_context'] {
  return mapping.student_context
    .map(({ title, field }) => ({ title, text: unquoteText(reader.text([field])) }))
    .filter(({ text }) => text.trim() !== '');
}

function makeBase(mapping: Mapping, value: string): Base {
  return value === '' ? { kind: 'unknown', value: '' } : { kind: mapping.base_kind, value };
}

/** A test patch of its own and tests split off the fix are one diff. */
function joinPatches(first: string, second: string): string {
  return first === '' || first.endsWith('\n') || second === '' ? first + second : `${first}\n${second}`;
}

/** The first alternative that gives a text. Numbers are taken as texts: many datasets number their rows. */
function fillTemplate(reader: FieldReader, alternatives: readonly string[]): string {
  for (const text of alternatives) {
    const filled = text.includes('{')
      ? fillBraces(reader.row, text)
      : textOf(reader, text, valueAt(reader.row, text));
    if (filled !== '') return filled;
  }
  return '';
}

/** "" when one of the fields is empty: half an id is none. */
function fillBraces(row: Row, template: string): string {
  let complete = true;
  const filled = template.replace(/\{([^{}]*)\}/g, (_, field: string) => {
    const value = valueAt(row, field);
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    if (!isText || value === '') complete = false;
    return isText ? String(value) : '';
  });
  return complete ? filled : '';
}

function textOf(reader: FieldReader, name: string, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return reader.text([name]);
}

/** All fields of the row the mapping names, those in braces, too. */
function listFields(mapping: Mapping): string[] {
  const named = Object.values(mapping.fields).flatMap((field) =>
    typeof field === 'string' ? [field] : (field ?? []),
  );
  const context = mapping.student_context.map(({ field }) => field);
  return [...named, ...context, ...mapping.extra].flatMap((field) => {
    const inBraces = [...field.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1] ?? '');
    return inBraces.length > 0 ? inBraces : [field];
  });
}
