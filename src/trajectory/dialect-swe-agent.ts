/** Owns reading SWE-agent `.traj` files, whose actions are command lines even when the model called functions. Source: SWE-agent agents.py, tools. */
import { isObject, parseObject, readList, readObject, readString } from './json-value.js';
import type { JsonObject } from './json-value.js';
import { readObservation } from './observation-text.js';
import { splitWords } from './shell-lexer.js';
import { makeTrajectory, StepList } from './step-list.js';
import { classifyTool } from './tool-names.js';
import { makeCall } from './trajectory.js';
import type { Call, Trajectory } from './trajectory.js';
import { readTypedEditor } from './typed-editor.js';
import { guessWorkdir } from './workdir.js';

/** Tools whose first operand is a file. */
const FILE_TOOLS = new Set(['open', 'create', 'filemap']);
/** Tools that work on the open file and name none. */
const OPEN_FILE_TOOLS = new Set([
  'edit',
  'insert',
  'append',
  'undo_edit',
  'goto',
  'scroll_up',
  'scroll_down',
  'set_cursors',
]);
const SEARCH_TOOLS = new Set(['find_file', 'search_dir', 'search_file']);

/** Files that a shell can open are told by their state: `{open_file, working_dir}`, an object or JSON text; "n/a" = none. */
function readState(step: JsonObject): { openFile: string; cwd: string } {
  const raw = step['state'];
  const state = isObject(raw) ? raw : typeof raw === 'string' ? (parseObject(raw.trim()) ?? {}) : {};
  const openFile = readString(state, 'open_file');
  return { openFile: openFile === 'n/a' ? '' : openFile, cwd: readString(state, 'working_dir') };
}

/**
 * The call that a command line stands for. `openFile` is the file that the windowed tools work on. A line that is no tool of the
 * scaffold is a shell command.
 */
function readAction(action: string, openFile: string): Call[] {
  const text = action.trim();
  if (text === '') return [];
  const name = /^[A-Za-z_]\w*/.exec(text)?.[0] ?? '';
  if (classifyTool(name) === 'editor') {
    const typed = readTypedEditor(splitWords(text));
    return typed === undefined ? [makeCall('bash', { command: text })] : [makeCall(typed.name, typed.args)];
  }
  if (FILE_TOOLS.has(name)) return [makeCall(name, { path: splitWords(text)[1] ?? openFile })];
  if (OPEN_FILE_TOOLS.has(name))
    return [makeCall(name, { path: openFile, text: text.slice(name.length).trim() })];
  if (SEARCH_TOOLS.has(name)) {
    const [, term = '', place = ''] = splitWords(text);
    return [makeCall(name, { search_term: term, path: place })];
  }
  if (name === 'submit' || name === 'exit_forfeit') return [makeCall(name, {})];
  return [makeCall('bash', { command: text })];
}

/**
 * Reads one `.traj`. The open file is the step's own state: older files record the state before the action, newer ones after it, and
 * an edit does not change it. `create` and `open` without a state are followed by hand.
 */
export function readSweAgentFile(file: JsonObject): Trajectory {
  const list = new StepList();
  let lastOpened = '';
  let cwd = '';
  for (const item of readList(file, 'trajectory')) {
    if (!isObject(item)) continue;
    const state = readState(item);
    const calls = readAction(readString(item, 'action'), state.openFile || lastOpened);
    const path = calls[0]?.args['path'];
    if (FILE_TOOLS.has(calls[0]?.name ?? '') && typeof path === 'string') lastOpened = path;
    cwd = state.cwd || cwd;
    list.add(readString(item, 'thought') || readString(item, 'response'), calls, -1, cwd);
    list.answer('', (call) => readObservation(readString(item, 'observation'), call));
  }
  const info = readObject(file, 'info');
  const status = readString(info, 'exit_status');
  return {
    ...makeTrajectory('swe-agent', list.steps),
    instance_id: readString(file, 'instance_id') || readString(info, 'instance_id'),
    workdir: list.steps[0]?.cwd || guessWorkdir(list.steps),
    final_patch: readString(info, 'submission'),
    exit_reason: status,
    submitted: status.startsWith('submitted'),
    error: /^exit_(?:environment_error|api|error)$/.test(status) ? status : '',
  };
}
