/** Owns the version of the tool, as package.json states it. */
import { readFileSync } from 'node:fs';

/** The version of this package. */
export const TOOL_VERSION = readVersion(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);

function readVersion(content: unknown): string {
  if (typeof content === 'object' && content !== null && 'version' in content) {
    if (typeof content.version === 'string') return content.version;
  }
  throw new Error('package.json states no version');
}
