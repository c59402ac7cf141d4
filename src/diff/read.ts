/**
 * Owns the walk over a diff text: where a file section starts and what is prose around it. A section is read in
 * section.ts.
 */
import { isBinaryNotice } from './body.js';
import type { DiffProblem, DiffResult, FileDiff } from './diff.js';
import { splitDiffText, type DiffText } from './diff-text.js';
import { startsPlainSection } from './header.js';
import { readHunkHeader } from './hunk.js';
import { isProblem, makeProblem } from './problem.js';
import { readGitSection, readPlainNotice, readPlainSection, type Section } from './section.js';

/**
 * Reads a unified diff: git's, plain `diff -u`, or bare `---`/`+++` sections, with or without prose around them (a mail
 * of format-patch, `git log -p`). Zero bytes are a diff without files. Strict: the counts of a hunk decide what its lines
 * are, and counts that do not fit are a problem. Lines in problems are 1-based. Linear in the length of the text.
 * Problem codes: diff_malformed, diff_truncated, diff_counts, diff_combined, diff_not_found.
 * Source: git-diff(1) "Generating patch text with -p"; git, apply.c, for what is prose.
 */
export function readDiff(text: string): DiffResult {
  const source = splitDiffText(text);
  const files: FileDiff[] = [];
  let at = 0;
  while (at < source.lines.length) {
    const section = readSection(source, at);
    if (section === null) {
      at++;
      continue;
    }
    if (isProblem(section)) return { ok: false, problem: section };
    files.push(section.file);
    at = section.end;
  }
  if (files.length === 0 && text !== '') {
    const expected = 'diff --git a/name b/name, or --- and +++ before a hunk';
    return {
      ok: false,
      problem: makeProblem('diff_not_found', 'no file section in the text', 0, expected, source.lines[0]),
    };
  }
  return { ok: true, diff: { files } };
}

/** Reads the section that starts at line `at`; null when none does: the line is prose. */
function readSection(source: DiffText, at: number): Section | DiffProblem | null {
  const line = source.lines[at] ?? '';
  if (line.startsWith('diff ')) {
    if (line.startsWith('diff --git ')) return readGitSection(source, at);
    if (line.startsWith('diff --cc ') || line.startsWith('diff --combined ')) return combinedDiff(source, at);
    return startsPlainSection(source.lines, at + 1) ? readPlainSection(source, at) : null;
  }
  if (line.startsWith('--- '))
    return startsPlainSection(source.lines, at) ? readPlainSection(source, at) : null;
  if (line.startsWith('@@')) {
    if (line.startsWith('@@@ -')) return combinedDiff(source, at);
    if (readHunkHeader(line) === null) return null;
    return makeProblem(
      'diff_malformed',
      'a hunk stands without a file header',
      at,
      '--- and +++ lines before it',
      line,
    );
  }
  return isBinaryNotice(line) ? readPlainNotice(source, at) : null;
}

function combinedDiff(source: DiffText, at: number): DiffProblem {
  const expected = 'a diff between two sides';
  return makeProblem(
    'diff_combined',
    'a combined diff has no single old side',
    at,
    expected,
    source.lines[at],
  );
}
