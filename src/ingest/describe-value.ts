/** Owns the short description of an unchecked value, for the `got` of an issue. */
import { shortenText } from '../model/issue.js';

/** Says kind and size of a value and, for short ones, the value: `a list of 3`, `the number 7`, `nothing (null)`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing (the field is missing)';
  if (value === null) return 'nothing (null)';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${shortenText(value)}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${String(value)}`;
  if (typeof value === 'boolean') return `the truth value ${String(value)}`;
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  if (value instanceof Date) return 'a date';
  if (ArrayBuffer.isView(value)) return `binary data of ${String(value.byteLength)} bytes`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value);
  return `an object with the keys ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', …' : ''}`;
}
