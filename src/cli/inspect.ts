/** Owns `swe-evidence inspect`: one instance, its blocks and their cost, readable in a terminal. */
import { InputError } from '../io/input-error.js';
import { encodeJsonLine } from '../io/jsonl-writer.js';
import type { Evidence } from '../model/evidence.js';
import type { Reject } from '../model/issue.js';
import { BLOCK_STAGES, type BlockStage, STAGES } from '../model/stage.js';
import { findRecordLeaks } from '../pipeline/record-guard.js';
import { readEvidence } from '../pipeline/evidence-rows.js';
import type { BuildOptions } from '../pipeline/build.js';
import { countTokens } from '../pipeline/record.js';
import { renderBlock } from '../render/block.js';
import { resolveBuildOptions } from './build-options.js';
import type { CommandContext } from './context.js';
import { EXIT, UsageError } from './exit-code.js';
import type { InspectFlags } from './inspect-command.js';
import { type Colors, type Terminal, escapeControls } from './terminal.js';

/** Shows the instance with this id; the exit code. */
export async function runInspect(
  input: string,
  id: string,
  flags: InspectFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  const stage = readStage(flags.stage);
  const options = await resolveBuildOptions(flags);
  const seen: string[] = [];
  let reject: Reject | null = null;
  const only = { ...options, only: new Set([id]), limit: Infinity };
  for await (const row of readEvidence([input], only, (other) => seen.push(other))) {
    context.signal.throwIfAborted();
    if (row.kind === 'rejected') reject ??= row.reject.instance_id === id ? row.reject : null;
    else return await showEvidence(row.evidence, stage, flags, options, terminal);
  }
  if (reject) {
    const found = reject.got === '' ? '' : `; expected ${reject.expected}, found ${reject.got}`;
    terminal.say(
      `swe-evidence: ${escapeControls(id)} was rejected: ${reject.code}: ${escapeControls(reject.message + found)}`,
    );
    return EXIT.findings;
  }
  throw new InputError('input_missing', input, `an instance ${escapeControls(id)}`, describeSeen(id, seen));
}

async function showEvidence(
  record: Evidence,
  stage: BlockStage | null,
  flags: InspectFlags,
  options: BuildOptions,
  terminal: Terminal,
): Promise<number> {
  const evidence = flags.recount ? { ...record, tokens: countTokens(record, options) } : record;
  await terminal.write(
    flags.json
      ? encodeJsonLine(evidence)
      : describeEvidence(evidence, stage, options.profile, terminal.colors),
  );
  return findRecordLeaks(evidence).length > 0 ? EXIT.findings : EXIT.done;
}

function readStage(value: string | undefined): BlockStage | null {
  if (value === undefined) return null;
  const stage = BLOCK_STAGES.find((name) => name === value);
  if (!stage) throw new UsageError(`unknown stage "${value}"; expected one of ${BLOCK_STAGES.join(', ')}`);
  return stage;
}

function describeSeen(id: string, seen: readonly string[]): string {
  const near = seen.filter(
    (other) => other.includes(id) || id.includes(other) || other.slice(0, 12) === id.slice(0, 12),
  );
  const examples = (near.length > 0 ? near : seen).filter((other) => other !== '').slice(0, 5);
  return `${seen.length} instances${examples.length > 0 ? `, e.g. ${escapeControls(examples.join(', '))}` : ''}`;
}

function describeEvidence(
  evidence: Evidence,
  stage: BlockStage | null,
  profile: Parameters<typeof renderBlock>[2],
  colors: Colors,
): string {
  const stages = stage === null ? STAGES : [stage];
  const parts = stage === null ? [describeHead(evidence, colors)] : [];
  for (const name of stages) {
    const { block, added } = evidence.tokens[name];
    const cost = `${name} · ${block} tokens, adds ${added} to the prompt`;
    parts.push(
      `${colors.inverse(` ${cost} `)}\n${paintBlock(escapeControls(renderBlock(evidence, name, profile)), colors)}`,
    );
  }
  for (const leak of findRecordLeaks(evidence)) {
    parts.push(colors.red(`leak in ${leak.block}: ${escapeControls(leak.value)} (${leak.where})\n`));
  }
  return `${parts.join('\n')}`;
}

function describeHead(evidence: Evidence, colors: Colors): string {
  const { base, source, reproduction, statement_shows: shows } = evidence;
  const resolved = reproduction.fail_to_pass.filter((test) => test.match !== 'none').length;
  const rows: [string, string][] = [
    ['corpus', `${evidence.corpus}${evidence.language === '' ? '' : ` · ${evidence.language}`}`],
    [
      'repository',
      `${evidence.repo} at ${base.kind === 'commit' ? base.value : `${base.kind} ${base.value}`}`,
    ],
    ['source', `${source.file}, row ${source.row}${source.line > 0 ? ` (line ${source.line})` : ''}`],
    [
      'failing tests',
      `${reproduction.fail_to_pass.length}, ${resolved} found; ${reproduction.tests.filter((test) => test.complete).length} of ${reproduction.tests.length} shown completely`,
    ],
    [
      'statement',
      `names ${shows.paths} changed files, ${shows.tests} failing tests, ${shows.added_lines} added lines`,
    ],
  ];
  const lines = rows.map(([name, text]) => `${colors.dim(name.padEnd(14))}${escapeControls(text)}`);
  for (const warning of evidence.warnings) {
    const where = warning.path === '' ? '' : ` (${warning.path})`;
    lines.push(
      colors.yellow(`${'warning'.padEnd(14)}${warning.code}: ${escapeControls(warning.message + where)}`),
    );
  }
  return `${colors.bold(escapeControls(evidence.instance_id))}\n${lines.join('\n')}\n`;
}

/** Colours for a reader: headings, marked lines, and the lines of a diff. The text itself stays as it is. */
function paintBlock(text: string, colors: Colors): string {
  let inDiff = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) {
        inDiff = line.startsWith('```diff');
        return colors.dim(line);
      }
      if (inDiff && line.startsWith('+')) return colors.green(line);
      if (inDiff && line.startsWith('-')) return colors.red(line);
      if (inDiff && line.startsWith('@@')) return colors.cyan(line);
      if (/^#{2,3} /.test(line)) return colors.bold(line);
      if (/^> +\d+ \|/.test(line)) return colors.yellow(line);
      if (/^\+ +\d+ \|/.test(line)) return colors.green(line);
      return line;
    })
    .join('\n');
}
