/**
 * Owns rows that carry the row of another corpus inside: NeMo-Gym and NeMo-RL, AutoCodeRover's meta files. It finds the inner
 * row and hands it to that corpus' ingester. Wrappers that keep the columns beside them need no unwrapping.
 */
import { refuse } from '../model/issue.js';
import { FIX_NAMES } from './field-names.js';
import { decodeJson, hasContent, isRow, textAt, valueAt } from './field-reader.js';
import type { Detection, Ingester, Row } from './ingester.js';

/** Where an inner row stands, most complete first; the last two are metadata that repeat its fields. */
const PLACES = [
  'verifier_metadata.instance_dict',
  'responses_create_params.metadata.instance_dict',
  'instance',
  'instance_dict',
  'task_info',
  'verifier_metadata',
  'responses_create_params.metadata',
] as const;
/** What a wrapper knows beyond the inner row. Never its problem statement: some append the interface to it. */
const ADDED = ['docker_image', 'patch_workdir', 'dataset_name', 'split', 'setup_info.test_cmd'] as const;

/** Makes the ingester of wrapped rows; `inner` are the ingesters for what is inside. */
export function createWrappedIngester(inner: readonly Ingester[]): Ingester {
  const detectInner = (row: Row): Detection | null => {
    for (const ingester of inner) {
      const reason = ingester.detect(row);
      if (reason !== null) return { ingester, reason };
    }
    return null;
  };
  return {
    name: 'wrapped',
    notes: {
      title: 'Rows in a wrapper: NeMo-Gym, NeMo-RL, AutoCodeRover',
      recognisedBy: 'a row of another format under instance_dict, instance, task_info or in the metadata',
      localization: 'as the inner format',
      reproduction: 'as the inner format',
      patch: 'as the inner format',
      missing: '',
    },
    columns: [
      'responses_create_params',
      'verifier_metadata',
      'instance',
      'instance_dict',
      'task_info',
      'setup_info',
    ],
    needs: [PLACES],
    detect(row) {
      const found = unwrapRow(row);
      const detection = found === null ? null : detectInner(found.row);
      if (found === null || detection === null) return null;
      return `${found.place} holds a row of ${detection.ingester.name}: ${detection.reason}`;
    },
    ingest(row, context) {
      const found = unwrapRow(row);
      const detection = found === null ? null : detectInner(found.row);
      if (found === null || detection === null) {
        return refuse('field_missing', 'the wrapper holds no row of a known format', {
          expected: `a row of a known format in one of ${PLACES.join(', ')}`,
          got: `the fields ${Object.keys(row).slice(0, 12).join(', ')}`,
          path: PLACES[0],
        });
      }
      const outer = outerId(row);
      const own = textAt(found.row, 'instance_id');
      if (outer !== '' && own !== '' && outer !== own) {
        return refuse('field_invalid', 'the wrapper and the row in it name different instances', {
          expected: outer,
          got: own,
          path: `${found.place}.instance_id`,
        });
      }
      // A carried field may stand in the wrapper only.
      const carried = context.carry.filter((name) => valueAt(found.row, name) === undefined);
      const added = carried.map((name) => [name, valueAt(row, name)] as const);
      const filled = added.filter(([, value]) => value !== undefined);
      return detection.ingester.ingest({ ...found.row, ...Object.fromEntries(filled) }, context);
    },
  };
}

interface InnerRow {
  readonly place: string;
  readonly row: Row;
}

/** The inner row with what only the wrapper knows, null when the row is no wrapper or holds its fix itself. */
export function unwrapRow(row: Row): InnerRow | null {
  if (FIX_NAMES.some((name) => hasContent(row, name))) return null;
  for (const place of PLACES) {
    const value = valueAt(row, place);
    const inner = typeof value === 'string' ? decodeJson(value) : value;
    if (isRow(inner)) return { place, row: { ...readAdded(row), ...withoutNothing(inner) } };
  }
  return null;
}

function readAdded(row: Row): Row {
  const added: [string, unknown][] = [];
  for (const path of ADDED) {
    const name = path.split('.').at(-1) ?? path;
    const places = [`verifier_metadata.${path}`, `responses_create_params.metadata.${path}`, path];
    const value = places.map((place) => valueAt(row, place)).find((found) => found !== undefined);
    if (value !== undefined) added.push([name, value]);
  }
  return Object.fromEntries(added);
}

/** A null in the inner row must not hide what the wrapper knows. */
function withoutNothing(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}

function outerId(row: Row): string {
  const places = ['verifier_metadata.instance_id', 'responses_create_params.metadata.instance_id', 'task_id'];
  return places.map((place) => textAt(row, place)).find((id) => id !== '') ?? '';
}
