/** Owns the list of values that the localization and reproduction templates show, line by line, with their place. */
import type { Evidence } from '../model/evidence.js';

export interface ShownValue {
  /** One line, without its terminator. */
  readonly value: string;
  /** Field of the record it stands in. */
  readonly where: string;
  /** A name is an id or a part of a line that is listed itself. */
  readonly kind: 'path' | 'line' | 'name';
}

/** What LOC shows: paths, headings, scopes and old-side lines of the fix's files. */
export function* localizationValues(evidence: Evidence): Generator<ShownValue> {
  for (const [index, file] of evidence.localization.files.entries()) {
    if (file.origin !== 'fix') continue;
    const where = `localization.files[${index}]`;
    yield { value: file.path, where: `${where}.path`, kind: 'path' };
    for (const [hunkIndex, hunk] of file.hunks.entries()) {
      const place = `${where}.hunks[${hunkIndex}]`;
      yield { value: hunk.section, where: `${place}.section`, kind: 'line' };
      for (const scope of hunk.scope) {
        yield { value: scope.text, where: `${place}.scope`, kind: 'line' };
        yield { value: scope.name, where: `${place}.scope`, kind: 'name' };
      }
      yield* linesOf(hunk.text, `${place}.text`);
    }
    for (const [windowIndex, window] of file.windows.entries()) {
      yield* linesOf(window.text, `${where}.windows[${windowIndex}].text`);
    }
  }
}

/** What REP shows: ids, test code with its context, and the candidate changes without their diff markers. */
export function* reproductionValues(evidence: Evidence): Generator<ShownValue> {
  const { fail_to_pass, tests, candidate_changes } = evidence.reproduction;
  for (const [index, test] of fail_to_pass.entries()) {
    const where = `reproduction.fail_to_pass[${index}]`;
    yield { value: test.id, where: `${where}.id`, kind: 'name' };
    yield { value: test.symbol, where: `${where}.symbol`, kind: 'name' };
    yield { value: test.path, where: `${where}.path`, kind: 'path' };
  }
  for (const [index, test] of tests.entries()) {
    yield* linesOf(test.code, `reproduction.tests[${index}].code`);
    for (const context of test.context) yield* linesOf(context.text, `reproduction.tests[${index}].context`);
  }
  for (const [index, change] of candidate_changes.entries()) {
    const where = `reproduction.candidate_changes[${index}].diff`;
    yield { value: change.path, where: `reproduction.candidate_changes[${index}].path`, kind: 'path' };
    for (const line of change.diff.split('\n')) yield { value: line.slice(1), where, kind: 'line' };
  }
}

function* linesOf(text: string, where: string): Generator<ShownValue> {
  for (const value of text.split('\n')) yield { value, where, kind: 'line' };
}
