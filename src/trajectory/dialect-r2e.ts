/** Owns reading R2E-Gym runs: `Trajectory` rows and the text log that rLLM writes of one. Source: R2E-Gym trajectory.py, action.py. */
import { readTextCalls } from './call-text.js';
import { isObject, parseObject, readList, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { readObservation } from './observation-text.js';
import { makeTrajectory, readVerdict, StepList } from './step-list.js';
import type { Call, Trajectory } from './trajectory.js';

/**
 * Calls of a step: from the re-serialised action, else from the thought. An action that R2E-Gym could not parse is written as
 * `<function=>` and the malformed text survives in the thought.
 */
function readStepCalls(action: string, thought: string): readonly Call[] {
  const calls = readTextCalls(action).calls;
  return calls.length > 0 ? calls : readTextCalls(thought).calls;
}

/** Reads one row. Its own call list is used when there is one; `history` condenses old observations. */
export function readR2eRow(row: JsonObject): Trajectory {
  const list = new StepList();
  for (const item of readList(row, 'trajectory_steps')) {
    if (!isObject(item)) continue;
    const thought = readString(item, 'thought');
    const calls = readStepCalls(readString(item, 'action'), thought);
    list.add(thought, calls.slice(0, 1));
    list.answer('', (call) => readObservation(readString(item, 'observation'), call));
  }
  const instance = readObject(row, 'ds');
  const exitReason = readString(row, 'exit_reason');
  return {
    ...makeTrajectory('r2e-gym', list.steps),
    instance_id:
      readString(instance, 'instance_id') ||
      nameInstance(readString(instance, 'repo_name'), readString(instance, 'commit_hash')),
    workdir: '/testbed',
    final_patch: readString(row, 'output_patch'),
    exit_reason: exitReason,
    submitted: exitReason === 'agent',
    verdict: readVerdict(row['reward']),
    test_output: readString(row, 'test_output'),
    error: exitReason === 'llm_query_error' ? exitReason : '',
  };
}

/** R2E-Gym rows have no id of their own: `<repo>__<12 hex of the commit>`, as the corpus reader names them. */
function nameInstance(repo: string, commit: string): string {
  return repo === '' || commit === '' ? '' : `${repo}__${commit.slice(0, 12)}`;
}

const SECTIONS = ['--- Model response ---', '--- Action ---', '--- Observation ---'] as const;

interface LogStep {
  /** Lines of the three sections, in the order of SECTIONS. */
  readonly parts: [string[], string[], string[]];
  section: number;
}

/** True for a text that reads like the log: a `STEP 1` banner and its section headings. */
export function looksLikeR2eLog(text: string): boolean {
  return /^STEP 1\r?$/m.test(text) && text.includes(SECTIONS[1]) && text.includes(SECTIONS[2]);
}

/**
 * Reads the text log of a run. A banner counts only when its number is the next one, so that a log quoted inside an observation
 * starts no step; a section heading counts once and in order.
 */
export function readR2eLog(text: string): Trajectory {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const steps: LogStep[] = [];
  const header: string[] = [];
  const trailer: string[] = [];
  let ended = false;
  for (const [at, line] of lines.entries()) {
    const step = steps.at(-1);
    const framed = isRule(lines[at - 1]) && isRule(lines[at + 1]);
    if (framed && line === `STEP ${steps.length + 1}`) steps.push({ parts: [[], [], []], section: -1 });
    else if (framed && line.startsWith('EVALUATION RESULT')) ended = true;
    else if (ended) trailer.push(line);
    else if (step === undefined) header.push(line);
    else if (step.section < 2 && line === SECTIONS[step.section + 1]) step.section += 1;
    else step.parts[step.section === -1 ? 0 : (step.section as 0 | 1 | 2)].push(line);
  }
  const list = new StepList();
  for (const { parts } of steps) {
    const [response, action, observation] = parts.map((part) => dropFrame(part)) as [string, string, string];
    list.add(readTextCalls(response).before, readStepCalls(action, response).slice(0, 1));
    list.answer('', (call) => readObservation(observation, call));
  }
  return {
    ...makeTrajectory('r2e-gym-log', list.steps),
    ...readLogFrame(header.join('\n'), trailer.join('\n')),
    workdir: '/testbed',
  };
}

const isRule = (line: string | undefined): boolean => line !== undefined && /^={20,200}$/.test(line);

/** A section without the blank lines and rules around it, and without the log's own `reward:` and `step_info:` lines. */
function dropFrame(lines: readonly string[]): string {
  let end = lines.length;
  while (
    end > 0 &&
    /^(?:={20,200}|\s*|step_info: .*|reward: .*done: (?:True|False))$/.test(lines[end - 1] ?? '')
  )
    end -= 1;
  return lines.slice(0, end).join('\n').replace(/^\n+/, '');
}

function readLogFrame(header: string, trailer: string): Partial<Trajectory> {
  const image = /^docker_image: \S{0,300}:([0-9a-f]{12,64})$/m.exec(header)?.[1] ?? '';
  const repo = /^repo_name: (\S{1,200})$/m.exec(header)?.[1] ?? '';
  const start = trailer.indexOf('{');
  const result = start < 0 ? undefined : parseObject(trailer.slice(start, trailer.lastIndexOf('}') + 1));
  return {
    instance_id: nameInstance(repo, image),
    verdict: readVerdict(result?.['resolved']),
    test_output: result === undefined ? '' : readString(result, 'test_details'),
  };
}
