/**
 * Owns the fixtures that tests take from `conftest.py` files. Each becomes an entry of its own among the tests: its `symbol`
 * is the fixture's name, its code the fixture, its context what it needs in that file.
 */
import type { TestCode } from '../model/evidence.js';
import { cutFixtures } from '../syntax/cut-test.js';
import { outlineFile } from '../syntax/outline-text.js';
import { collectIdentifiers } from '../syntax/outline.js';
import { OutlinedText } from '../syntax/outlined-text.js';
import type { TestFile } from './material.js';

/** A test as far as its need for fixtures goes. */
export interface FixtureUser {
  readonly path: string;
  /** Words of the test and its context. */
  readonly names: ReadonlySet<string>;
}

/**
 * The fixtures that the tests name, from the `conftest.py` files at or above them, those nearest to the root first.
 * @param files the nearest to the tests first
 */
export function collectFixtures(users: readonly FixtureUser[], files: readonly TestFile[]): TestCode[] {
  const wanted = new Map<TestFile, Set<string>>();
  const outlined = files.flatMap((file) => {
    const outline = outlineFile('python', file.text);
    return outline ? [{ file, source: OutlinedText.of(outline, file.text) }] : [];
  });
  for (const { path, names } of users) {
    const asked = new Set(names);
    for (const { file, source } of outlined) {
      if (!isAbove(file.path, path)) continue;
      const found = source.membersOf(-1).fixtures.filter(({ name }) => asked.has(name));
      if (found.length === 0) continue;
      const known = wanted.get(file) ?? new Set<string>();
      wanted.set(file, known);
      for (const { name, definition } of found) {
        known.add(name);
        // A fixture nearer to the test hides one of the same name further up, unless it asks for that one itself.
        asked.delete(name);
        const header = source.slice(definition.lineStart, definition.headerEnd);
        for (const asks of collectIdentifiers(header)) if (asks !== name) asked.add(asks);
      }
    }
  }
  return outlined.toReversed().flatMap(({ file, source }) => {
    const names = wanted.get(file);
    return names ? cutFile(file, source, names) : [];
  });
}

function isAbove(conftest: string, path: string): boolean {
  const folder = conftest.slice(0, conftest.lastIndexOf('/') + 1);
  return path.startsWith(folder) && path !== conftest;
}

/** One entry per fixture; what they need beside each other stands in the context of the first. */
function cutFile(file: TestFile, source: OutlinedText, names: ReadonlySet<string>): TestCode[] {
  const parts = cutFixtures(source.outline, file.text, names);
  const shown = source
    .membersOf(-1)
    .fixtures.filter(({ definition }) =>
      parts.some(
        ({ lineStart, lineEnd }) => lineStart <= definition.lineStart && definition.lineEnd <= lineEnd,
      ),
    );
  const own = new Set<number>();
  for (const { definition } of shown)
    for (let line = definition.lineStart; line <= definition.lineEnd; line += 1) own.add(line);
  const context = parts
    .flatMap((part) => linesWithout(part.lineStart, part.lineEnd, own))
    .map((range) => ({
      start_line: range.start,
      text: source.slice(range.start, range.end),
    }));
  return shown.map(({ name, definition }, index) => ({
    path: file.path,
    symbol: name,
    lines: { start: definition.lineStart, end: definition.lineEnd },
    origin: file.origin,
    complete: true,
    code: source.slice(definition.lineStart, definition.lineEnd),
    context: index === 0 ? context : [],
  }));
}

/** The ranges of `start`-`end` that hold none of the lines. */
function linesWithout(
  start: number,
  end: number,
  lines: ReadonlySet<number>,
): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let line = start; line <= end; line += 1) {
    if (lines.has(line)) continue;
    const last = ranges.at(-1);
    if (last?.end === line - 1) last.end = line;
    else ranges.push({ start: line, end: line });
  }
  return ranges;
}
