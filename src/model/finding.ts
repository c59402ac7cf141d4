/**
 * Owns what `check` can find: the closed list of codes with their severity, the record that carries one finding, and
 * the report. The words of a report for people are made in src/cli.
 */
import { z } from 'zod';

/** Errors break a load, a training run or a promise; warnings may be what was wanted. */
export type Severity = 'error' | 'warning';

type Meaning = readonly [severity: Severity, meaning: string];

/** Every code, with what it means. */
export const FINDING_CODES = {
  // The file as bytes.
  file_not_json_lines: ['error', 'the file is one JSON document, not JSON Lines'],
  file_empty: ['error', 'the file holds no row'],
  byte_order_mark: ['error', 'the file starts with a byte order mark'],
  crlf: ['error', 'lines end in CR LF'],
  blank_line: ['error', 'a line is blank: readers that parse line by line fail or skip it'],
  last_line_unterminated: ['warning', 'the last line has no line feed: appending to the file would spoil it'],
  line_break_in_text: [
    'warning',
    'U+0085, U+2028 or U+2029 stands unescaped: some readers split the line there',
  ],
  // A row as JSON.
  row_not_json: ['error', 'the line is not JSON'],
  row_invalid_utf8: ['error', 'the row holds bytes that are not UTF-8'],
  row_truncated: ['error', 'the last row is cut off'],
  row_not_an_object: ['error', 'the row is JSON, but not an object'],
  row_too_large: ['error', 'the row is larger or deeper than it can be read'],
  duplicate_key: ['error', 'an object has the same key twice'],
  // A row against its format.
  format_unknown: ['error', 'the rows are of no known format: only the general rules were checked'],
  key_missing: ['error', 'a key of the format is missing'],
  key_unknown: ['error', 'a key is not one of the format'],
  key_order: ['error', 'keys stand in another order'],
  keys_differ: ['error', 'rows of the file have different keys'],
  types_differ: ['error', 'rows of the file have different types at the same place'],
  type_mismatch: ['error', 'a value has another type than the format says'],
  value_invalid: ['error', 'a value is not one of those the format allows'],
  null_value: ['error', 'a value is null: loaders infer a type from it or drop the column'],
  text_ill_formed: ['error', 'a text is not well-formed Unicode (a lone surrogate)'],
  integer_too_large: ['error', 'an integer lies beyond 2^53 and is read differently by different readers'],
  float_for_integer: ['error', 'a number of an integer column is written as a float'],
  json_text_malformed: ['error', 'a column that holds JSON text holds no JSON'],
  json_text_invalid: ['error', 'JSON text in a column does not follow its schema'],
  // Columns and files as loaders see them.
  column_all_dates: ['error', 'every value is an ISO date: `datasets` would make a timestamp of the column'],
  agent_trace_columns: ['error', 'the columns are those by which `datasets` recognises agent traces'],
  reserved_column: ['error', 'the trainer gives this column name a meaning of its own'],
  parquet_column_type: ['error', 'a Parquet column has another type than the format says'],
  shards_differ: ['error', 'files of one dataset have different features'],
  split_word_in_name: [
    'warning',
    'the file name holds the name of a split: loaders would take the file for that split',
  ],
  sha256_mismatch: ['error', 'the file is not the one that manifest.json or its settings describe'],
  row_count_mismatch: ['error', 'manifest.json or its settings name another number of rows'],
  file_missing: ['error', 'a file that manifest.json or settings.json names is not there'],
  file_not_named: ['error', 'a data file of another export stands in the folder of this one'],
  companion_invalid: ['error', 'manifest.json, settings or schedule.json cannot be read'],
  stage_misplaced: ['error', 'the file of one stage holds rows of another'],
  // What rows say.
  instance_id_blank: ['error', 'the instance id is blank'],
  duplicate_id: ['error', 'the same instance and stage come twice'],
  messages_missing: ['error', 'there is no message'],
  message_empty: ['error', 'a message is blank'],
  prompt_blank: ['warning', 'the prompt is blank, as the row of the dataset has no problem statement'],
  role_unknown: ['error', 'a message has a role that the trainer does not know'],
  last_turn_not_user: ['error', 'the last message is not the user’s'],
  evidence_blank: ['error', 'the text for the teacher is blank'],
  teacher_prompt_missing: ['error', 'a row has no teacher_prompt: ms-swift encodes such a batch wrongly'],
  teacher_prompt_mismatch: ['error', 'teacher_prompt does not begin with the text of the user'],
  control_unknown: ['error', 'the row names a control that does not exist'],
  control_mismatch: ['error', 'the row does not show what its control says'],
  control_token: ['warning', 'text holds a token by which chat templates or trainers steer'],
  token_count_mismatch: ['error', 'the row names another number of tokens than its text has'],
  longer_than_setting: ['error', 'a text is longer than the settings beside it let the trainer take'],
  longer_than_default: [
    'warning',
    'a text is longer than the trainer takes by default, and no settings stand beside',
  ],
  // What must not stand where it stands.
  leak_localization: ['error', 'localization shows something that only the repair brings in'],
  leak_reproduction: ['error', 'reproduction shows something that only the repair brings in'],
  leak_student: ['error', 'the student sees something of the evidence that the task does not say'],
  stage_impure: ['error', 'the evidence of one stage holds text of another'],
  not_in_against: ['warning', 'the instance is not in the evidence of --against: its leaks were not checked'],
  // A record against itself.
  diff_unreadable: ['error', 'the diff of the patch stage is not a well-formed unified diff'],
  fingerprint_mismatch: ['error', 'the fingerprint is not that of the fix'],
  fact_mismatch: ['error', 'a number of the record is not what its own diff says'],
} as const satisfies Record<string, Meaning>;

export type FindingCode = keyof typeof FINDING_CODES;

const codeSchema = z.enum(Object.keys(FINDING_CODES) as [FindingCode, ...FindingCode[]]);
const severitySchema = z.enum(['error', 'warning']);

export const findingSchema = z
  .strictObject({
    file: z.string().describe('The file as it was named, or below the folder that was named.'),
    row: z.int().min(-1).describe('0-based record number, -1 when the finding is about the whole file.'),
    line: z.int().min(0).describe('1-based physical line, 0 where the format has none.'),
    instance_id: z.string().describe('"" when unknown.'),
    stage: z.string().describe('"" when the finding is not about one stage.'),
    path: z.string().describe('Field, "" for the whole row.'),
    message: z.string(),
  })
  .describe('One place where something was found.');
export type Finding = z.infer<typeof findingSchema>;

export const checkReportSchema = z
  .strictObject({
    schema_version: z.literal('1.0'),
    strict: z.boolean().describe('Warnings count as errors.'),
    errors: z.int().min(0),
    warnings: z.int().min(0),
    files: z.array(
      z.strictObject({
        file: z.string(),
        format: z
          .string()
          .describe('evidence, rejects, a trainer (`trl`, `trl:wide` …), or "" when unknown.'),
        container: z.enum(['jsonl', 'parquet']),
        rows: z.int().min(0),
        leaks: z
          .enum(['record', 'row', 'against', 'not checked', 'not applicable'])
          .describe(
            'What the blocks were compared with: the record itself, the fix in the row, --against, or nothing.',
          ),
      }),
    ),
    findings: z.array(
      z.strictObject({
        code: codeSchema,
        severity: severitySchema,
        meaning: z.string(),
        count: z.int().min(1),
        places: z.array(findingSchema).describe('The first of them.'),
      }),
    ),
    notes: z.array(z.string()).describe('What was not checked, and why.'),
  })
  .describe('What `check --json` prints.');
export type CheckReport = z.infer<typeof checkReportSchema>;
