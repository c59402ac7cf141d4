/**
 * Owns the few careful looks into untyped JSON that the readers share: a value of the wrong type reads as absent.
 * No validation of whole rows: that is the dialect's business.
 */

export type JsonObject = Record<string, unknown>;

/** True for a plain JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string under `key`, or "". */
export function readString(value: JsonObject, key: string): string {
  const found = value[key];
  return typeof found === 'string' ? found : '';
}

/** The number under `key`, or `absent`. A boolean counts as 1 or 0 (rollouts write `resolved: 1.0` and `true`). */
export function readNumber(value: JsonObject, key: string, absent: number): number {
  const found = value[key];
  if (typeof found === 'boolean') return found ? 1 : 0;
  return typeof found === 'number' && Number.isFinite(found) ? found : absent;
}

/** The object under `key`, or an empty one. */
export function readObject(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}

/** The list under `key`, or an empty one. */
export function readList(value: JsonObject, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

/** The strings in the list under `key`; other items are left out. */
export function readStrings(value: JsonObject, key: string): string[] {
  return readList(value, key).filter((item): item is string => typeof item === 'string');
}

/** Text of a message: a string, or the text parts of a list (`[{type: "text", text}]`) joined without separator. */
export function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts: string[] = [];
  for (const part of content) {
    if (typeof part === 'string') parts.push(part);
    else if (isObject(part)) parts.push(readString(part, 'text'));
  }
  return parts.join('');
}

/** A JSON text parsed to an object, or undefined when it is not one. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Arguments of a tool call: a JSON text (the standard) or an object (some writers). Undefined when unreadable. */
export function readArguments(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  return value.trim() === '' ? {} : parseObject(value);
}
