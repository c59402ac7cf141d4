/** Owns the closing words of `swe-evidence export`. */
import { describeLargest } from '../export/settings-file.js';
import type { ExportTarget } from '../pipeline/export-options.js';
import type { ExportResult } from '../pipeline/write-export.js';
import { type Colors, escapeControls } from './terminal.js';

const SHOWN_FILES = 12;
const SHOWN_FINDINGS = 5;

const count = (number: number): string => number.toLocaleString('en-US');

/** What was written, what to tell the trainer, what was left out. */
export function describeExport(result: ExportResult, target: ExportTarget, colors: Colors): string {
  const { settings, settingsPath, files, findings, leftOut } = result;
  const where = target.kind === 'stream' ? '' : ` to ${target.path}`;
  const lines = [`${count(result.rows)} rows of ${count(result.instances)} instances written${where}`];
  if (target.kind === 'folder') {
    for (const { file, rows, bytes } of files.slice(0, SHOWN_FILES))
      lines.push(colors.dim(`  ${file}  ${count(rows)} rows, ${describeBytes(bytes)}`));
    if (files.length > SHOWN_FILES) lines.push(colors.dim(`  … ${files.length - SHOWN_FILES} more files`));
  }
  for (const line of describeLargest(settings)) lines.push(`  ${escapeControls(line)}`);
  const options = Object.entries(settings.options);
  if (options.length > 0) {
    const see = target.kind === 'folder' ? 'settings.md' : escapeControls(settingsPath);
    lines.push(`settings for ${settings.trainer}${see === '' ? '' : ` (see ${see})`}:`);
    for (const [name, value] of options)
      lines.push(`  ${name} = ${value === null ? 'None' : JSON.stringify(value)}`);
  } else if (target.kind === 'file' && settingsPath !== '') {
    lines.push(`settings for ${settings.trainer}: see ${escapeControls(settingsPath)}`);
  }
  for (const note of settings.notes) lines.push(colors.dim(`  - ${note}`));
  for (const finding of findings.slice(0, SHOWN_FINDINGS))
    lines.push(colors.red(`left out: ${escapeControls(finding)}`));
  if (leftOut > SHOWN_FINDINGS) lines.push(`… ${count(leftOut - SHOWN_FINDINGS)} more left out`);
  return lines.join('\n');
}

function describeBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
