/**
 * Owns the choice of the reader for a test id: the id's own shape first, the row's language where shapes are shared
 * (`a::b` is Rust's, `tests/a.py::b` is pytest's in every language). Never throws, never invents; what no reader knows is a title.
 */
import { readCargoId, readCtestId, readGoId, readGoogletestId, readPhpunitId } from './native-ids.js';
import { readClassId, readGradleId, readJvmId, readMavenId } from './jvm-ids.js';
import { readPytestId, readPythonName, readUnittestId } from './python-ids.js';
import { makeTestId, type TestId, type TestIdHint, type TestIdStyle } from './testid.js';
import {
  readCucumberId,
  readFileId,
  readFileTitleId,
  readRspecId,
  readTestUnitId,
  readTitlePathId,
} from './title-ids.js';

type IdReader = (id: string) => TestId | undefined;

/** Shapes that mean the same in every language. */
const SHARED_READERS: readonly IdReader[] = [readPytestId, readRspecId, readCucumberId, readFileTitleId];

const JVM_READERS: readonly IdReader[] = [readJvmId];

/** Repositories of several languages: an id of Go's shape is Go's, whatever most of the fix is written in. */
const readGoName: IdReader = (id) =>
  /^Test[\p{Lu}\d_][\p{L}\d_]*(?:\/\S+)?$/u.test(id) ? readGoId(id) : undefined;

const JAVASCRIPT_READERS: readonly IdReader[] = [readGoName, readFileId, readTitlePathId];

const READERS_BY_LANGUAGE: ReadonlyMap<string, readonly IdReader[]> = new Map(
  Object.entries({
    python: [readUnittestId, readFileId, readPythonName],
    java: JVM_READERS,
    kotlin: JVM_READERS,
    scala: JVM_READERS,
    groovy: JVM_READERS,
    go: [readGoId],
    rust: [readCargoId],
    c: [readFileId, readGoogletestId, readCtestId, readTitlePathId],
    cpp: [readFileId, readGoogletestId, readCtestId, readTitlePathId],
    ruby: [readFileId, readTestUnitId],
    php: [readFileId, readPhpunitId],
    javascript: JAVASCRIPT_READERS,
    typescript: JAVASCRIPT_READERS,
  }),
);

/** Readers for a row whose language nobody knows: only shapes that cannot be taken for another. */
const READERS_WITHOUT_LANGUAGE: readonly IdReader[] = [
  readUnittestId,
  readGoName,
  readFileId,
  readMavenId,
  (id) => (/^[\w$]+\.[\w.$]+ > /.test(id) ? readGradleId(id) : undefined),
  (id) => (/^\w[\w.]*\.[A-Z]\w*$/.test(id) ? readClassId(id) : undefined),
  (id) => (/^\w[\w:]*::\w+$/.test(id) ? readCargoId(id) : undefined),
  (id) => (/^test_\w+(?:\[|$)/.test(id) ? readPythonName(id) : undefined),
  readTitlePathId,
];

/** Free text in a language has a name of its own where it is known what prints it. */
const TITLE_STYLES: ReadonlyMap<string, TestIdStyle> = new Map([
  ['python', 'docstring'],
  ['javascript', 'jest'],
  ['typescript', 'jest'],
]);

/**
 * Read one test id. `hint.language` is canonical (`javascript`, not `js`).
 * Free text (a docstring's first line, a title) is kept verbatim in `title`. Time is linear in the length of the id.
 */
export function parseTestId(id: string, hint: TestIdHint): TestId {
  for (const read of SHARED_READERS) {
    const parsed = read(id);
    if (parsed !== undefined) return parsed;
  }
  for (const read of READERS_BY_LANGUAGE.get(hint.language) ?? READERS_WITHOUT_LANGUAGE) {
    const parsed = read(id);
    if (parsed !== undefined) return parsed;
  }
  // `[100%]` is a remnant of pytest's progress line, which some log parsers take for a test.
  const isProgress = /^\[\s{0,2}\d{1,3}%\]/.test(id);
  const style = isProgress ? 'title' : (TITLE_STYLES.get(hint.language) ?? 'title');
  return makeTestId({ id, style, granularity: 'test', title: id });
}
