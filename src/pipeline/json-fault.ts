/** Owns saying in words where a text stops being JSON. */

/**
 * `not JSON, …` with the 1-based line and column (in UTF-16 units) of the last character of a text that was cut, or of the fault where the
 * engine tells its place, else with the token. `error` is JSON.parse's.
 */
export function describeJsonFault(text: string, error: unknown): string {
  if (text.trim() === '') return 'not JSON, the file is empty';
  const reason = error instanceof Error ? error.message : '';
  const place = / at position (\d{1,15})/.exec(reason)?.[1];
  const end = text.trimEnd().length;
  if (/^Un(?:expected end|terminated)/.test(reason) || Number(place ?? -1) >= end)
    return `not JSON, it ends unfinished at ${describePosition(text, end - 1)}`;
  if (place !== undefined) return `not JSON, it breaks at ${describePosition(text, Number(place))}`;
  const token = /^Unexpected token '(.{1,2})'/su.exec(reason)?.[1];
  return token === undefined ? 'not JSON' : `not JSON, it breaks at an unexpected ${JSON.stringify(token)}`;
}

function describePosition(text: string, index: number): string {
  const before = text.slice(0, index);
  return `line ${before.split('\n').length}, column ${index - before.lastIndexOf('\n')}`;
}
