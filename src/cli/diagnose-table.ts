/** Owns the words and columns of `diagnose`: the table for a person, and the CSV. */
import Table from 'cli-table3';
import type { DiagnosedRun, DiagnosedSet, DiagnosisReport } from '../pipeline/trajectory-diagnosis.js';
import type { Colors } from './terminal.js';
import { countWord } from './run-options.js';
import { escapeControls } from './terminal.js';

const COLUMN_HEADS = [
  'run',
  'steps',
  'LOC',
  'REP',
  'PATCH',
  'localized',
  'reproduced',
  'verified',
  'verdict',
  'reward',
];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Runs, averages, and the comparison. */
export function toTable(report: DiagnosisReport, colors: Colors): string {
  const parts = [describeSet(report, report.comparison.length > 0 ? 'before' : '', colors)];
  if (report.comparison.length > 0) {
    parts.push(describeSet(report.compared, 'after', colors), describeComparison(report, colors));
  }
  return `${parts.join('\n')}`;
}

function describeSet(set: DiagnosedSet, name: string, colors: Colors): string {
  const withTests = set.transitions.runs > 0;
  const table = new Table({
    head: [...COLUMN_HEADS, ...(withTests ? ['gained', 'lost', 'recovered'] : [])],
    style: { head: [], border: [], compact: true },
    colAligns: [
      'left',
      ...Array.from({ length: 5 }, () => 'right' as const),
      ...['left', 'left', 'left', 'right'].map((side) => side as 'left' | 'right'),
      ...(withTests ? (['right', 'right', 'left'] as const) : []),
    ],
  });
  for (const run of set.runs)
    table.push([...describeRun(run, colors), ...(withTests ? describeTests(run) : [])]);
  const title = name === '' ? '' : `${colors.bold(name)}\n`;
  return `${title}${table.toString()}\n${describeSummary(set, colors)}`;
}

/** Run files have long names whose end tells them apart. */
const NAME_LENGTH = 44;

function nameRun({ instance_id: id, file, row }: DiagnosedRun): string {
  const name = escapeControls(id || (row > 0 ? `${file} ${row}` : file));
  return name.length > NAME_LENGTH ? `…${name.slice(1 - NAME_LENGTH)}` : name;
}

function describeRun(run: DiagnosedRun, colors: Colors): (string | number)[] {
  const { localization, reproduction, verification, reward, stages, verdict } = run;
  const paint = { resolved: colors.green, unresolved: colors.red, unknown: colors.dim }[verdict];
  return [
    nameRun(run),
    run.steps,
    stages.localization,
    stages.reproduction,
    stages.patch,
    localization.counted
      ? `${localization.found_files.length} of ${localization.reference_files.length}`
      : colors.dim('–'),
    reproduction.failed ? `step ${reproduction.step}` : reproduction.created ? 'created only' : 'no',
    verification.passed ? `step ${verification.step}` : 'no',
    paint(verdict),
    reward.known ? reward.value.toFixed(1) : colors.dim('–'),
  ];
}

function describeTests({ report_found: found, transitions }: DiagnosedRun): (string | number)[] {
  if (!found) return ['–', '–', '–'];
  return [transitions.gained.length, transitions.lost.length, transitions.recovered ? 'yes' : 'no'];
}

function describeSummary({ summary, transitions }: DiagnosedSet, colors: Colors): string {
  const lines: [string, string, string][] = [
    [
      'localization',
      percent(summary.localization),
      `mean over ${countWord(summary.localization_tasks, 'task')} with a file to find`,
    ],
    ['reproduction', percent(summary.reproduction), `of ${countWord(summary.runs, 'run')}`],
    ['verification', percent(summary.verification), `of ${countWord(summary.runs, 'run')}`],
    [
      'solve',
      summary.solve_runs === 0 ? '–' : percent(summary.solve),
      `of ${countWord(summary.solve_runs, 'run')} with a verdict`,
    ],
  ];
  if (summary.localization_tasks === 0) lines[0] = ['localization', '–', 'no task with a file to find'];
  if (summary.solve_runs > 0) lines.push(['reward', summary.reward.toFixed(3), 'mean of the shaped rewards']);
  if (transitions.runs > 0) {
    const tests = `${countWord(transitions.gained, 'test')} gained, ${transitions.lost} lost`;
    lines.push([
      'recovery',
      percent(transitions.recovered / transitions.runs),
      `of ${countWord(transitions.runs, 'run')} with a report; ${tests}`,
    ]);
  }
  return lines
    .map(([key, value, note]) => `${key.padEnd(13)} ${value.padStart(8)}  ${colors.dim(note)}\n`)
    .join('');
}

function describeComparison({ comparison }: DiagnosisReport, colors: Colors): string {
  const table = new Table({
    head: ['measure', 'before', 'after', 'difference', 'tasks in both', 'better', 'worse'],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const { measure, before, after, difference, tasks, better, worse } of comparison) {
    const sign = difference > 0 ? '+' : '';
    const shown = `${sign}${(100 * difference).toFixed(1)}`;
    const paint = difference > 0 ? colors.green : difference < 0 ? colors.red : colors.dim;
    table.push([measure, percent(before), percent(after), paint(shown), tasks, better, worse]);
  }
  return `${table.toString()}\n${colors.dim('difference in percentage points')}\n`;
}

const COLUMNS: readonly (readonly [name: string, value: (run: DiagnosedRun) => string | number | boolean])[] =
  [
    ['file', (run) => run.file],
    ['row', (run) => run.row],
    ['instance_id', (run) => run.instance_id],
    ['dialect', (run) => run.dialect],
    ['steps', (run) => run.steps],
    ['localization_steps', (run) => run.stages.localization],
    ['reproduction_steps', (run) => run.stages.reproduction],
    ['patch_steps', (run) => run.stages.patch],
    ['localization', (run) => (run.localization.counted ? Number(run.localization.score.toFixed(4)) : '')],
    ['reproduction', (run) => Number(run.reproduction.failed)],
    ['verification', (run) => Number(run.verification.passed)],
    ['verdict', (run) => run.verdict],
    ['exit_reason', (run) => run.reward.exit_reason],
    ['reward', (run) => (run.reward.known ? run.reward.value : '')],
    ['masked', (run) => Number(run.reward.masked)],
    ['tests_gained', (run) => (run.report_found ? run.transitions.gained.length : '')],
    ['tests_lost', (run) => (run.report_found ? run.transitions.lost.length : '')],
    ['recovered', (run) => (run.report_found ? Number(run.transitions.recovered) : '')],
  ];

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line per run, of both sets when there are two: then `set` says which. "" where nothing was measured. */
export function toCsv(report: DiagnosisReport): string {
  const both = report.comparison.length > 0;
  const head = [...(both ? ['set'] : []), ...COLUMNS.map(([name]) => name)];
  const rows = (set: DiagnosedSet, name: string): string[] =>
    set.runs.map((run) =>
      [...(both ? [name] : []), ...COLUMNS.map(([, value]) => quote(String(value(run))))].join(','),
    );
  return `${[head.join(','), ...rows(report, 'before'), ...(both ? rows(report.compared, 'after') : [])].join('\n')}\n`;
}
