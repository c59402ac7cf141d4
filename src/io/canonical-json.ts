/** Owns the canonical JSON of a decoded row, which is what gets hashed where a format has no raw line. */
import { createHash } from 'node:crypto';

/** Rows nested deeper than this are refused, so that what follows may recurse over a row. Real rows stay below 20. */
export const MAX_ROW_DEPTH = 512;

/** Tells whether objects and arrays nest deeper than `limit` levels. Walks without recursion. */
export function exceedsDepth(value: unknown, limit: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const child of Array.isArray(container) ? container : Object.values(container)) {
        if (isContainer(child)) next.push(child);
      }
    }
    level = next;
  }
  return false;
}

/**
 * Compact JSON with the keys of every object sorted by UTF-16 code unit; strings and numbers as `JSON.stringify`
 * writes them. Recursive: the value must not nest deeper than `MAX_ROW_DEPTH`.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([left], [right]) =>
      left < right ? -1 : left > right ? 1 : 0,
    );
    return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${toCanonicalJson(child)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** sha256 of bytes or of a string's UTF-8, 64 hex digits. */
export function hashSha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
