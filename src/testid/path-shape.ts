/**
 * Owns the question whether a part of a test id is a path, and what container roots look like.
 */
import { extensionOfName, languageOfPath } from '../classify/language.js';

/** Where images mount the repository, and karma's own root; a path below them is the repository's. */
const CONTAINER_ROOTS = ['/app/', '/testbed/', '/workspace/', '/base/', './'];

/** Test files that are no code: data-driven cases, features, scripts, doctests in prose. */
const OTHER_TEST_EXTENSIONS: ReadonlySet<string> = new Set(
  'test feature bats t phpt txt rst md html json yml yaml'.split(' '),
);

/** The path as the repository knows it; a path under an unknown root stays as it is. */
export function trimContainerRoot(path: string): string {
  const root = CONTAINER_ROOTS.find((prefix) => path.startsWith(prefix)) ?? '';
  return path.slice(root.length);
}

/** Whether the text is the path of a code file: a known extension, and no white space unless it has folders. */
export function looksLikeCodePath(text: string): boolean {
  const path = text.trim();
  if (path !== text || languageOfPath(path) === '' || /[\n\t"'`|<>*?]|::/.test(path)) return false;
  return !path.includes(' ') || path.includes('/');
}

/** The same, with the extensions of data-driven tests; these need a folder before them. */
export function looksLikeTestPath(text: string): boolean {
  if (looksLikeCodePath(text)) return true;
  return /^[^\s"'`|<>*?:]+\/[^\s"'`|<>*?:/]+$/.test(text) && OTHER_TEST_EXTENSIONS.has(extensionOfName(text));
}
