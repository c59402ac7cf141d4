/** Owns the words of `swe-evidence check`. */
import type { CheckReport, Finding } from '../model/finding.js';
import { type Colors, escapeControls } from './terminal.js';

/** Places shown per code; --json shows more. */
const SHOWN_PLACES = 3;
const SHOWN_FILES = 12;

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** By code with counts and the first places, then the files, what was not checked, and the verdict. */
export function describeCheck(report: CheckReport, colors: Colors): string {
  const lines: string[] = [];
  for (const { code, severity, meaning, count: total, places } of report.findings) {
    const isError = severity === 'error' || report.strict;
    const head = `${isError ? 'error' : 'warning'} ${code} × ${total.toLocaleString('en-US')}`;
    lines.push(`${isError ? colors.red(head) : colors.yellow(head)}: ${meaning}`);
    for (const place of places.slice(0, SHOWN_PLACES)) lines.push(`  ${describePlace(place)}`);
    if (total > SHOWN_PLACES)
      lines.push(colors.dim(`  … ${(total - SHOWN_PLACES).toLocaleString('en-US')} more`));
  }
  for (const { file, format, rows, leaks } of report.files.slice(0, SHOWN_FILES)) {
    const name = format === '' ? (rows === 0 ? 'empty' : 'unknown format') : format;
    lines.push(colors.dim(`${escapeControls(file)}: ${name}, ${count(rows, 'row')}${describeLeaks(leaks)}`));
  }
  if (report.files.length > SHOWN_FILES)
    lines.push(colors.dim(`… ${count(report.files.length - SHOWN_FILES, 'more file')}`));
  lines.push(...report.notes);
  const rows = report.files.reduce((sum, file) => sum + file.rows, 0);
  const verdict = `${count(report.errors, 'error')}, ${count(report.warnings, 'warning')} in ${count(rows, 'row')} of ${count(report.files.length, 'file')}`;
  lines.push(
    report.errors > 0 || (report.strict && report.warnings > 0) ? colors.red(verdict) : colors.green(verdict),
  );
  return lines.join('\n');
}

function describePlace({ file, row, line, instance_id, stage, path, message }: Finding): string {
  const where = [
    file,
    ...(row >= 0 ? [`row ${row}`] : []),
    ...(line > 0 ? [`line ${line}`] : []),
    [instance_id, stage].filter((part) => part !== '').join(' '),
    path,
  ];
  return escapeControls(`${where.filter((part) => part !== '').join(', ')}: ${message}`);
}

const LEAK_WORDS: Readonly<Record<CheckReport['files'][number]['leaks'], string>> = {
  record: ', leaks checked',
  row: ', leaks checked against the fix in the row',
  against: ', leaks checked against the evidence',
  'not checked': ', leaks not checked',
  'not applicable': '',
};

const describeLeaks = (leaks: CheckReport['files'][number]['leaks']): string => LEAK_WORDS[leaks];
