/**
 * Owns the text of a diff: verbatim where it was read, canonical (as git writes it) where it was made in memory.
 */
import type { Diff, FileDiff, Hunk } from './diff.js';
import { quotePath } from './quote.js';

/** What a git header says beyond the fields of a FileDiff; "" = leave the line out. */
export interface HeaderDetail {
  /** `old..new` hashes without the mode. */
  readonly index: string;
  /** `96%` */
  readonly similarity: string;
  readonly dissimilarity: string;
}

const NO_DETAIL: HeaderDetail = { index: '', similarity: '', dissimilarity: '' };

/**
 * Writes a diff. A section with `text` is written verbatim, one with only a `header` gets its hunks or binary data
 * written below it, one with neither gets git's canonical header. A section that lacks its last line feed gets one only
 * when another follows.
 */
export function writeDiff(diff: Diff): string {
  const parts: string[] = [];
  for (const file of diff.files) {
    const before = parts.at(-1);
    if (before !== undefined && before !== '' && !before.endsWith('\n')) parts.push('\n');
    parts.push(writeFileDiff(file));
  }
  return parts.join('');
}

/** Writes one file section; see writeDiff. */
export function writeFileDiff(file: FileDiff): string {
  if (file.text !== '') return file.text;
  const body = writeBody(file);
  return (file.header === '' ? writeHeader(file) : file.header) + (file.crlf === true ? toCrlf(body) : body);
}

/** Writes git's canonical header for the fields of a file. Source: git-diff(1); git, diff.c, builtin_diff. */
export function writeHeader(file: FileDiff, detail: HeaderDetail = NO_DETAIL): string {
  const oldLabel = quotePath(`a/${file.oldPath === '' ? file.newPath : file.oldPath}`);
  const newLabel = quotePath(`b/${file.newPath === '' ? file.oldPath : file.newPath}`);
  const lines = [`diff --git ${oldLabel} ${newLabel}`, ...modeLines(file), ...moveLines(file, detail)];
  if (detail.dissimilarity !== '') lines.push(`dissimilarity index ${detail.dissimilarity}`);
  if (detail.index !== '') {
    const mode = file.oldMode !== '' && file.oldMode === file.newMode ? ` ${file.oldMode}` : '';
    lines.push(`index ${detail.index}${mode}`);
  }
  if (file.hunks.length > 0) {
    lines.push(`--- ${file.status === 'added' ? '/dev/null' : withTab(oldLabel)}`);
    lines.push(`+++ ${file.status === 'deleted' ? '/dev/null' : withTab(newLabel)}`);
  }
  const text = `${lines.join('\n')}\n`;
  return file.crlf === true ? toCrlf(text) : text;
}

/** `@@ -1,2 +3 @@ heading`; a count of 1 is left out, as git does. */
function writeHunkHeader(hunk: Hunk): string {
  const section = hunk.section === '' ? '' : ` ${hunk.section}`;
  return `@@ -${writeRange(hunk.oldStart, hunk.oldLines)} +${writeRange(hunk.newStart, hunk.newLines)} @@${section}\n`;
}

function writeRange(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}

function modeLines(file: FileDiff): string[] {
  if (file.status === 'added') return [`new file mode ${file.newMode === '' ? '100644' : file.newMode}`];
  if (file.status === 'deleted')
    return [`deleted file mode ${file.oldMode === '' ? '100644' : file.oldMode}`];
  if (file.oldMode === '' || file.newMode === '' || file.oldMode === file.newMode) return [];
  return [`old mode ${file.oldMode}`, `new mode ${file.newMode}`];
}

function moveLines(file: FileDiff, detail: HeaderDetail): string[] {
  if (file.status !== 'renamed' && file.status !== 'copied') return [];
  const isPure = file.hunks.length === 0 && file.binary === 'none';
  // The similarity of an edited file cannot be told from its hunks: the line is left out rather than invented.
  const similarity = detail.similarity === '' && isPure ? '100%' : detail.similarity;
  const word = file.status === 'renamed' ? 'rename' : 'copy';
  return [
    ...(similarity === '' ? [] : [`similarity index ${similarity}`]),
    `${word} from ${quotePath(file.oldPath)}`,
    `${word} to ${quotePath(file.newPath)}`,
  ];
}

/** git puts a TAB after a name with a blank, so that GNU patch can tell where the name ends. */
function withTab(label: string): string {
  return label.includes(' ') ? `${label}\t` : label;
}

function writeBody(file: FileDiff): string {
  if (file.binary === 'patch') {
    const halves = [file.binaryData?.forward ?? '', file.binaryData?.reverse ?? ''].filter(
      (half) => half !== '',
    );
    return `GIT binary patch\n${halves.map((half) => `${half}\n`).join('')}`;
  }
  if (file.binary === 'described') {
    const oldLabel = file.status === 'added' ? '/dev/null' : quotePath(`a/${file.oldPath}`);
    const newLabel = file.status === 'deleted' ? '/dev/null' : quotePath(`b/${file.newPath}`);
    return `Binary files ${oldLabel} and ${newLabel} differ\n`;
  }
  const parts: string[] = [];
  for (const hunk of file.hunks) {
    parts.push(writeHunkHeader(hunk));
    for (const line of hunk.lines) {
      parts.push(line.kind === 'context' ? ' ' : line.kind === 'removed' ? '-' : '+', line.text, '\n');
      if (!line.newline) parts.push('\\ No newline at end of file\n');
    }
  }
  return parts.join('');
}

function toCrlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}
