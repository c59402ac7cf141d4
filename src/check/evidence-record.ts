/** Owns the judgement over one evidence record, from the record alone: leaks, stage purity, the diff, the statement. */
import { readDiff } from '../diff/read.js';
import type { Diff, FileDiff } from '../diff/diff.js';
import { fingerprintFix } from '../extract/fingerprint.js';
import { findLeaks } from '../leak/guard.js';
import { sourcesOfRecord } from '../leak/sources.js';
import { collectVocabulary } from '../leak/vocabulary.js';
import type { Evidence, LocalizedFile } from '../model/evidence.js';
import { shortenText } from '../model/issue.js';
import { BLOCK_HEADINGS, findHeadings } from './block-lines.js';
import { findControlTokens } from './control-token.js';
import type { Report } from './finding-log.js';
import { checkLineFacts } from './line-facts.js';

/**
 * Codes: instance_id_blank, evidence_blank, diff_unreadable, fingerprint_mismatch, fact_mismatch, leak_localization, leak_reproduction,
 * leak_student, stage_impure, control_token.
 */
export function checkEvidenceRecord(evidence: Evidence, report: Report): void {
  if (evidence.instance_id.trim() === '') report('instance_id_blank', 'instance_id', 'the id is blank');
  checkControlTokens(evidence, report);
  if (evidence.patch.diff.trim() === '') {
    report('evidence_blank', 'patch.diff', 'the fix is blank', 'patch');
    return;
  }
  const fix = readDiff(evidence.patch.diff);
  if (!fix.ok) {
    report('diff_unreadable', 'patch.diff', `line ${fix.problem.line}: ${fix.problem.message}`, 'patch');
    return;
  }
  if (fingerprintFix(fix.diff) !== evidence.fingerprint)
    report('fingerprint_mismatch', 'fingerprint', 'the fix was changed, or the fingerprint');
  const vocabulary = collectVocabulary(sourcesOfRecord(evidence));
  for (const leak of findLeaks(evidence, vocabulary)) {
    const what = { added_line: 'a line', new_identifier: 'a name', new_path: 'a path' }[leak.kind];
    const message = `${what} that only the repair brings in: ${quote(leak.value)}`;
    report(`leak_${leak.block}`, leak.where, message, leak.block);
  }
  checkStatement(evidence, fix.diff, vocabulary.addedLines, report);
  checkLocalization(evidence, fix.diff, report);
  checkLineFacts(evidence, fix.diff, report);
  for (const [index, { diff }] of evidence.reproduction.candidate_changes.entries()) {
    const read = readDiff(diff);
    const path = `reproduction.candidate_changes[${index}].diff`;
    if (!read.ok)
      report('diff_unreadable', path, `line ${read.problem.line}: ${read.problem.message}`, 'reproduction');
  }
}

/** The statement may hold added lines, as many as were counted when the record was built (extract/statement.ts). */
function checkStatement(
  evidence: Evidence,
  fix: Diff,
  addedLines: ReadonlySet<string>,
  report: Report,
): void {
  const { problem_statement: statement, statement_shows } = evidence;
  for (const { text, path } of studentTexts(evidence)) {
    for (const stage of findHeadings(text))
      report(
        'leak_student',
        path,
        `the heading "${BLOCK_HEADINGS[stage]}" stands in what the student reads`,
        stage,
      );
  }
  const said = new Set(statement.split('\n').map((line) => line.trim()));
  const old = new Set(fix.files.flatMap((file) => [...oldSideOf(file)].map((line) => line.trim())));
  const shown = [...addedLines].filter((line) => said.has(line) && !old.has(line));
  if (shown.length > statement_shows.added_lines) {
    const lines = shown.map(quote).join(', ');
    report(
      'leak_student',
      'problem_statement',
      `lines of the repair in the statement: ${shown.length}, ${statement_shows.added_lines} when the record was built: ${shortenText(lines)}`,
      'patch',
    );
  }
}

const studentTexts = (evidence: Evidence): { readonly text: string; readonly path: string }[] => [
  { text: evidence.problem_statement, path: 'problem_statement' },
  ...evidence.student_context.map(({ text }, index) => ({ text, path: `student_context[${index}].text` })),
];

/** Every line of a hunk must stand on the old side of the fix, and a window must agree with its hunks. */
function checkLocalization(evidence: Evidence, fix: Diff, report: Report): void {
  const files = new Map(fix.files.map((file) => [file.oldPath === '' ? file.newPath : file.oldPath, file]));
  for (const [index, file] of evidence.localization.files.entries()) {
    if (file.origin !== 'fix') continue;
    const where = `localization.files[${index}]`;
    const found = files.get(file.path);
    if (!found) {
      report('stage_impure', where, `${quote(file.path)} is no file of the fix`, 'localization');
      continue;
    }
    checkHunks(file, oldSideOf(found), where, report);
    checkWindows(file, where, report);
  }
}

function oldSideOf(file: FileDiff): Set<string> {
  const lines = new Set<string>();
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) if (line.kind !== 'added') lines.add(line.text.trimEnd());
  }
  return lines;
}

function checkHunks(file: LocalizedFile, oldSide: ReadonlySet<string>, where: string, report: Report): void {
  for (const [index, hunk] of file.hunks.entries()) {
    const foreign = hunk.text.split('\n').find((line) => line.trim() !== '' && !oldSide.has(line.trimEnd()));
    if (foreign !== undefined) {
      const message = `a line that does not stand on the old side of the fix: ${quote(foreign)}`;
      report('stage_impure', `${where}.hunks[${index}].text`, message, 'localization');
    }
  }
}

function checkWindows(file: LocalizedFile, where: string, report: Report): void {
  for (const [index, window] of file.windows.entries()) {
    const lines = window.text.split('\n');
    const isOther = file.hunks.some(({ start_line: start, text }) => {
      const offset = start - window.start_line;
      if (start === 0 || offset < 0 || offset >= lines.length) return false;
      const own = text.split('\n').slice(0, -1);
      return own.some(
        (line, at) => offset + at < lines.length - 1 && lines[offset + at]?.trimEnd() !== line.trimEnd(),
      );
    });
    if (isOther)
      report(
        'stage_impure',
        `${where}.windows[${index}].text`,
        'the window does not agree with the old side of the fix',
        'localization',
      );
  }
}

function checkControlTokens(evidence: Evidence, report: Report): void {
  const say = (texts: readonly string[], path: string, stage: string): void => {
    const tokens = new Map<string, number>();
    for (const text of texts) {
      for (const [token, count] of findControlTokens(text))
        tokens.set(token, (tokens.get(token) ?? 0) + count);
    }
    for (const [token, count] of tokens) report('control_token', path, `${token} × ${count}`, stage);
  };
  const { localization, reproduction, patch } = evidence;
  for (const { text, path } of studentTexts(evidence)) say([text], path, '');
  say(
    localization.files.flatMap((file) => [...file.hunks, ...file.windows].map(({ text }) => text)),
    'localization',
    'localization',
  );
  say(
    [
      ...reproduction.tests.flatMap(({ code, context }) => [code, ...context.map(({ text }) => text)]),
      ...reproduction.candidate_changes.map(({ diff }) => diff),
    ],
    'reproduction',
    'reproduction',
  );
  say([patch.diff], 'patch.diff', 'patch');
}

const quote = (text: string): string => JSON.stringify(shortenText(text));
