/** Owns the check that a diff and the whole files carried by the same row belong together. */
import { applyFileDiff } from '../diff/apply.js';
import type { Diff } from '../diff/diff.js';
import type { Instance } from '../model/instance.js';
import { pathOfFile } from './combined-diff.js';
import type { FieldReader } from './field-reader.js';

type FileContents = Instance['file_contents'];

/**
 * Applies each file section to its old text and compares with the new one, byte for byte. Files without carried contents and
 * binary ones are left alone. Reports `contents_do_not_match` with the first difference.
 */
export function checkContents(diff: Diff, contents: FileContents, reader: FieldReader): void {
  const byPath = new Map(contents.map((file) => [file.path, file]));
  for (const section of diff.files) {
    const path = pathOfFile(section);
    const file = byPath.get(path);
    if (file === undefined || section.binary !== 'none') continue;
    const applied = applyFileDiff(section, file.old);
    if (!applied.ok) {
      const { hunk, line, expected, got } = applied.mismatch;
      const where = `hunk ${String(hunk + 1)}, old line ${String(line)}`;
      reader.refuse(
        'contents_do_not_match',
        `the diff of ${path} does not apply to the carried file: ${where}`,
        {
          expected,
          got,
          path,
        },
      );
    } else if (applied.text !== file.new) {
      const line = firstDifferentLine(applied.text, file.new);
      reader.refuse('contents_do_not_match', `the diff of ${path} does not make the carried new file`, {
        expected: `line ${String(line.number)}: ${line.expected}`,
        got: `line ${String(line.number)}: ${line.got}`,
        path,
      });
    }
  }
}

function firstDifferentLine(
  expected: string,
  got: string,
): { number: number; expected: string; got: string } {
  const first = expected.split('\n');
  const second = got.split('\n');
  const index = first.findIndex((line, at) => line !== second[at]);
  const at = index < 0 ? first.length : index;
  return { number: at + 1, expected: first[at] ?? '(end of file)', got: second[at] ?? '(end of file)' };
}
