/**
 * Owns R2E-Gym's parsed commit: its shape, the diff text rebuilt from it, and the whole files it carries.
 * Which of the files are tests is decided in r2e-gym.ts. Source: R2E-Gym, commit_models/diff_classes.py, parse_diff.py.
 */
import { z } from 'zod';
import type { Instance } from '../model/instance.js';
import { type Outcome, refuse, type Warning } from '../model/issue.js';
import { describeValue } from './describe-value.js';
import { decodeJson } from './field-reader.js';

const rangeSchema = z.object({ start: z.int().min(0), length: z.int().min(0).nullable() });
const hunkSchema = z.object({
  descriptor: z.object({ old_range: rangeSchema, new_range: rangeSchema, section: z.string().nullish() }),
  line_group: z.object({
    all_lines: z.array(
      z.object({ content: z.string(), type: z.enum(['context', 'added', 'deleted', 'note']) }),
    ),
  }),
});
const nameSchema = z.object({ path: z.string() }).nullish();
const fileSchema = z.object({
  old_file_content: z.string().nullish(),
  new_file_content: z.string().nullish(),
  header: z.object({ file: z.object({ path: z.string().min(1) }), misc_line: z.string().nullish() }),
  index_line: z
    .object({ old_commit_hash: z.string(), new_commit_hash: z.string(), mode: z.string().nullish() })
    .nullish(),
  is_binary_file: z.boolean().nullish(),
  binary_line: z.string().nullish(),
  minus_file: nameSchema,
  plus_file: nameSchema,
  hunks: z.array(hunkSchema),
});
const commitSchema = z.object({
  file_diffs: z.array(fileSchema),
  commit_date: z.string().nullish(),
});

export type R2eCommit = z.infer<typeof commitSchema>;
type R2eFile = z.infer<typeof fileSchema>;
type R2eHunk = z.infer<typeof hunkSchema>;
type FileContents = Instance['file_contents'][number];

/** The rebuilt diff and the files it belongs to, in the same order. */
export interface RebuiltCommit {
  readonly diff: string;
  readonly contents: readonly FileContents[];
  readonly warnings: readonly Warning[];
}

const MARKERS = { context: ' ', added: '+', deleted: '-', note: '\\ ' } as const;

/** Reads the commit, stored as an object or as its JSON text. Issue: `field_invalid` with the place in `field`. */
export function readCommit(value: unknown, field: string): Outcome<R2eCommit> {
  const parsed = commitSchema.safeParse(typeof value === 'string' ? decodeJson(value) : value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const first = parsed.error.issues[0];
  const place = [field, ...(first?.path ?? []).map(String)].join('.');
  return refuse('field_invalid', `the field ${field} is no parsed commit: ${first?.message ?? ''}`, {
    expected: 'a parsed commit of R2E-Gym, as an object or as its JSON text',
    got: describeValue(value),
    path: place,
  });
}

/**
 * Writes the commit as a unified diff. Each hunk is cut to the counts of its header; what stands beyond may only be one empty
 * context line, which R2E-Gym's own parser leaves at the end of a diff. Issue: `diff_malformed`.
 */
export function rebuildCommit(commit: R2eCommit, field: string): Outcome<RebuiltCommit> {
  const parts: string[] = [];
  const contents: FileContents[] = [];
  const warnings: Warning[] = [];
  for (const file of commit.file_diffs) {
    const { path } = file.header.file;
    parts.push(writeFileHeader(file));
    for (const [index, hunk] of file.hunks.entries()) {
      const written = writeHunk(hunk, `${field}: hunk ${String(index + 1)} of ${path}`, path);
      if (!written.ok) return written;
      parts.push(written.value.text);
      // At the end of a file the surplus is the known trace of the parser, elsewhere it is worth a word.
      if (written.value.clipped && index + 1 < file.hunks.length) {
        const message = `hunk ${String(index + 1)} held one empty context line beyond its counts`;
        warnings.push({ code: 'hunk_clipped', message, path });
      }
    }
    contents.push(readContents(file));
  }
  return { ok: true, value: { diff: parts.join(''), contents, warnings } };
}

function writeFileHeader(file: R2eFile): string {
  const { path } = file.header.file;
  const lines = [`diff --git a/${path} b/${path}`];
  if (isFilled(file.header.misc_line)) lines.push(file.header.misc_line);
  if (file.index_line !== null && file.index_line !== undefined) {
    const { old_commit_hash, new_commit_hash, mode } = file.index_line;
    lines.push(`index ${old_commit_hash}..${new_commit_hash}${isFilled(mode) ? ` ${mode}` : ''}`);
  }
  if (isFilled(file.binary_line)) lines.push(file.binary_line);
  if (file.minus_file?.path !== undefined && file.plus_file?.path !== undefined) {
    lines.push(`--- ${file.minus_file.path}`, `+++ ${file.plus_file.path}`);
  }
  return `${lines.join('\n')}\n`;
}

function writeHunk(hunk: R2eHunk, where: string, path: string): Outcome<{ text: string; clipped: boolean }> {
  const { old_range: oldRange, new_range: newRange, section } = hunk.descriptor;
  let oldLeft = oldRange.length ?? 1;
  let newLeft = newRange.length ?? 1;
  const heading = isFilled(section) ? ` ${section}` : '';
  const lines = [`@@ -${writeRange(oldRange)} +${writeRange(newRange)} @@${heading}\n`];
  const body = hunk.line_group.all_lines;
  let next = 0;
  for (; next < body.length; next++) {
    const line = body[next];
    if (line === undefined || (oldLeft <= 0 && newLeft <= 0 && line.type !== 'note')) break;
    if (line.type === 'context' || line.type === 'deleted') oldLeft -= 1;
    if (line.type === 'context' || line.type === 'added') newLeft -= 1;
    lines.push(`${MARKERS[line.type]}${line.content}\n`);
  }
  const surplus = body.slice(next);
  const onlyBlank = surplus.every((line) => line.type === 'context' && line.content === '');
  if (oldLeft !== 0 || newLeft !== 0 || surplus.length > 1 || !onlyBlank) {
    return refuse('diff_malformed', `${where} does not hold the lines its header counts`, {
      expected: `${String(oldRange.length ?? 1)} old and ${String(newRange.length ?? 1)} new lines, at most one empty line more`,
      got: `${String(body.length)} lines; old left ${String(oldLeft)}, new left ${String(newLeft)}, beyond ${String(surplus.length)}`,
      path,
    });
  }
  return { ok: true, value: { text: lines.join(''), clipped: surplus.length > 0 } };
}

function writeRange(range: z.infer<typeof rangeSchema>): string {
  return range.length === null ? String(range.start) : `${String(range.start)},${String(range.length)}`;
}

function readContents(file: R2eFile): FileContents {
  const misc = file.header.misc_line ?? '';
  return {
    path: file.header.file.path,
    old: file.old_file_content ?? '',
    new: file.new_file_content ?? '',
    exists_old: file.minus_file?.path !== '/dev/null' && !misc.startsWith('new file mode'),
    exists_new: file.plus_file?.path !== '/dev/null' && !misc.startsWith('deleted file mode'),
  };
}

function isFilled(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
