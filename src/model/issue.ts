/**
 * Owns what can be wrong with one row: the closed lists of reject and warning codes, and the records that
 * carry them. Errors of a whole command or environment are typed errors elsewhere; bugs are neither.
 */
import { z } from 'zod';

/** Why an instance could not be built. The row is kept in rejects.jsonl with one of these. */
export const REJECT_CODES = {
  row_malformed_json: 'the line or element is not JSON',
  row_not_an_object: 'the row is JSON, but not an object',
  row_invalid_utf8: 'the row holds bytes that are not UTF-8',
  row_truncated: 'the last row of the file is cut off',
  row_malformed_csv: 'the CSV record has the wrong shape',
  row_too_large: 'the row is larger than a JavaScript string can be',
  row_too_deep: 'the row is nested deeper than 512 levels',
  format_unknown: 'no ingester recognises the fields of this row',
  field_missing: 'a field without which no evidence can be built is absent or empty',
  field_invalid: 'a field has a type or content that cannot be read',
  fix_missing: 'the row holds no fix',
  diff_malformed: 'the fix or the test patch is not a well-formed unified diff',
  diff_readers_disagree: 'the strict diff reader and parse-diff read different ranges or lines',
  contents_do_not_match: 'the file contents carried by the row do not agree with its diff',
  patch_does_not_apply: 'the diff does not apply to the file at the base commit',
  repository_missing: 'no clone of the repository is at hand and one was required',
  repository_unreadable: 'git cannot read the clone of the repository and it was required',
  commit_missing: 'the clone does not hold the base commit',
  duplicate_instance_id: 'another row with this id and a different content came earlier',
  excluded: 'the fix, the id or the base stands in a dataset that was to be excluded',
  leak_localization: 'the localization block would show something of the repair',
  leak_reproduction: 'the reproduction block would show something of the repair',
  budget_too_small: 'a block cannot be cut down to the token budget',
} as const;

/** What is worth knowing about an instance that was built. */
export const WARNING_CODES = {
  fail_to_pass_missing: 'the row names no failing test',
  fail_to_pass_unresolved: 'a failing test could not be found in the material at hand',
  fail_to_pass_ambiguous: 'a failing test fits several places',
  fail_to_pass_truncated: 'a test id is cut off and was matched by its beginning',
  test_patch_missing: 'the row has no test patch',
  test_code_partial: 'the code of a failing test is incomplete: only hunks of its file are at hand',
  source_in_test_patch: 'the test patch changes source files; they are withheld',
  tests_in_fix: 'the fix changes test files; they are shown as candidate test changes, not as locations',
  no_source_in_fix: 'the fix changes no file that could be localized',
  problem_statement_missing: 'the row has no problem statement',
  base_unknown: 'the row does not say which commit the fix applies to',
  binary_change: 'a binary file is changed; its content is not shown',
  duplicate_row: 'the same instance came again and was dropped',
  heading_dropped: 'a hunk heading does not stand on the old side and was dropped',
  hunk_clipped: 'a hunk held more lines than its header says; the surplus was one empty context line',
  hunk_moved:
    'hunks fit the base commit at other lines than their headers say; the lines of the commit are shown',
  contents_not_utf8: 'a file is not UTF-8; it was read as Latin-1',
  repository_missing: 'no clone of the repository is at hand',
  repository_unreadable: 'git cannot read the clone of the repository',
  commit_missing: 'the clone does not hold the base commit',
  file_not_read: 'a file could not be read from the clone',
  syntax_incomplete: 'a file could not be parsed completely; definitions may be missing',
  context_cut: 'the wider context asked for is longer than the limit and was cut',
  block_cut: 'a block was cut to its token budget',
  nothing_to_show: 'a block holds nothing but its heading',
} as const;

export type RejectCode = keyof typeof REJECT_CODES;
export type WarningCode = keyof typeof WARNING_CODES;

const codesOf = <K extends string>(table: Record<K, string>) => z.enum(Object.keys(table) as [K, ...K[]]);

export const warningSchema = z
  .strictObject({
    code: codesOf(WARNING_CODES),
    message: z.string(),
    path: z.string().describe('The file the warning is about, "" when it is about the whole instance.'),
  })
  .describe('Something worth knowing about an instance that was built.');

export type Warning = z.infer<typeof warningSchema>;

/** One line of rejects.jsonl. Its JSON Schema is schemas/reject.json. */
export const rejectSchema = z
  .strictObject({
    instance_id: z.string().describe('Id of the instance, "" when the row could not be read that far.'),
    code: codesOf(REJECT_CODES),
    message: z.string(),
    expected: z.string(),
    got: z.string(),
    file: z.string().describe("Input file, below the inputs' common folder."),
    row: z.int().min(0).describe('0-based record number; blank lines do not count.'),
    line: z.int().min(0).describe('1-based physical line, 0 where the format has none.'),
    byte_offset: z.int().min(0).describe('Where the row starts in the file, 0 where the format has none.'),
    path: z.string().describe('Path or field the problem is about, "" when it is about the whole row.'),
  })
  .describe('An instance that could not be built, with the reason: one line of rejects.jsonl.');

/** One row that could not be built: where it stands, what was expected, what was found. */
export type Reject = z.infer<typeof rejectSchema>;

/** The part of a reject that the pure rooms know; where the row stands is added by the pipeline. */
export interface Issue {
  readonly code: RejectCode;
  readonly message: string;
  readonly expected: string;
  readonly got: string;
  /** Path or field, "" for the whole row. */
  readonly path: string;
}

/** A result that is either a value or the reason why there is none. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issue: Issue };

/** Makes a failed outcome; texts from the row are shortened so that no message runs away. */
export function refuse(
  code: RejectCode,
  message: string,
  detail: { expected?: string; got?: string; path?: string } = {},
): { ok: false; issue: Issue } {
  return {
    ok: false,
    issue: {
      code,
      message,
      expected: detail.expected ?? '',
      got: shortenText(detail.got ?? ''),
      path: detail.path ?? '',
    },
  };
}

/** At most 200 characters of a text, on one line, with control characters made visible. */
export function shortenText(text: string): string {
  const visible = text.slice(0, 201).replace(/[\u0000-\u001f\u007f]/g, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return text.length > 200 ? `${visible.slice(0, 200)}… (${text.length} characters)` : visible;
}
