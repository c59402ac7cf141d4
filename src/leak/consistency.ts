/**
 * Owns what of a finished record is believed without proof: windows and repository test code were checked against git
 * when the record was built, but git is not at hand any more. Each must agree with the diffs of the record; what does not is
 * no witness, and an added line in it is a leak.
 *
 * What this cannot find: a line that was put behind the last hunk of a window, or into test code that no hunk of the test
 * patch touches while its range was changed along. The build, which has the files, does find these.
 */
import type { Hunk } from '../diff/diff.js';
import { readDiff } from '../diff/read.js';
import type { Evidence, LocalizedFile, TestCode } from '../model/evidence.js';
import { countLines } from '../syntax/lines.js';

/** The texts of a file's windows in which every hunk and every scope line stands at its place. */
export function believedWindows(file: LocalizedFile): string[] {
  return file.windows.flatMap(({ start_line: start, text }) => {
    const lines = text.split('\n');
    const end = start + countLines(text) - 1;
    const at = (line: number): string | undefined => lines[line - start];
    const inside = file.hunks.filter((hunk) => {
      const last = hunk.old_start + Math.max(0, hunk.old_lines - 1);
      return Math.max(1, hunk.old_start) <= end && last >= start;
    });
    const agrees = inside.every((hunk) => {
      if (
        hunk.scope.some(
          ({ line, text: header }) => line >= start && line <= end && at(line)?.trimEnd() !== header,
        )
      )
        return false;
      if (hunk.text === '') return true;
      return splitTerminated(hunk.text).every((line, index) => at(hunk.start_line + index) === line);
    });
    return inside.length > 0 && agrees ? [text] : [];
  });
}

/** The texts of test code that did not come from the test patch, as far as it has the lines it says and agrees with the diffs. */
export function believedTests({ tests, candidate_changes: changes }: Evidence['reproduction']): string[] {
  const newSides = new Map<string, Map<number, string>>();
  for (const { diff } of changes) {
    const read = readDiff(diff);
    for (const file of read.ok ? read.diff.files : []) newSides.set(file.newPath, numberNewLines(file.hunks));
  }
  return tests.flatMap((test) => {
    if (test.origin === 'test_patch') return [];
    const parts = [{ start_line: test.lines.start, text: test.code }, ...test.context];
    const isWhole = test.lines.start === 0 || countLines(test.code) === test.lines.end - test.lines.start + 1;
    const known = test.origin === 'repository' ? newSides.get(test.path) : undefined;
    const agrees = known === undefined || parts.every((part) => agreesWith(part, known));
    return isWhole && agrees ? parts.map(({ text }) => text) : [];
  });
}

function agreesWith(part: TestCode['context'][number], known: ReadonlyMap<number, string>): boolean {
  if (part.start_line === 0) return true;
  return splitTerminated(part.text).every((line, index) => {
    const wanted = known.get(part.start_line + index);
    return wanted === undefined || wanted === line;
  });
}

function numberNewLines(hunks: readonly Hunk[]): Map<number, string> {
  const lines = new Map<number, string>();
  for (const hunk of hunks) {
    let line = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
    for (const { kind, text } of hunk.lines) {
      if (kind === 'removed') continue;
      lines.set(line, text);
      line += 1;
    }
  }
  return lines;
}

function splitTerminated(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
