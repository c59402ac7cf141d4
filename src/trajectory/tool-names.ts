/**
 * Owns the names by which scaffolds call their tools and arguments. What a call does is decided in act.ts.
 * Source: the tool definitions of R2E-Gym, OpenHands, SWE-agent, mini-swe-agent, NeMo Gym and Claude Code.
 */
import { isObject } from './json-value.js';
import type { JsonObject } from './json-value.js';

export type ToolClass = 'shell' | 'editor' | 'view' | 'search' | 'write' | 'python' | 'none' | 'unknown';

const NAMES: Record<Exclude<ToolClass, 'unknown'>, string> = {
  shell:
    'execute_bash bash terminal shell run run_shell run_bash execute_command run_command exec_command shell_command cmd',
  editor: 'file_editor str_replace_editor str_replace_based_edit_tool edit_file editor',
  view: 'read read_file view view_file open open_file goto scroll_up scroll_down filemap cat',
  search:
    'search search_dir search_file search_files find_file grep glob find list_files ls list_dir codebase_search',
  write:
    'write write_file create create_file edit insert append str_replace replace multi_edit multiedit apply_patch patch undo_edit',
  python: 'ipython execute_ipython_cell run_ipython execute_code python',
  none: 'think finish submit task_tracker todo_write todowrite task task_tracking message delegate exit_forfeit exit set_cursors recall condensation_request call_tool_mcp',
};

const CLASS_OF = new Map<string, ToolClass>();
for (const [toolClass, names] of Object.entries(NAMES)) {
  for (const name of names.split(' ')) CLASS_OF.set(name, toolClass as ToolClass);
}

/** The sub-commands of the editor tools. */
export const EDITOR_COMMANDS = new Set(['view', 'create', 'str_replace', 'insert', 'undo_edit']);

/** Class of a tool by its name, whatever its case; `browser*` tools do nothing to the repository. */
export function classifyTool(name: string): ToolClass {
  const lower = name.trim().toLowerCase();
  if (lower.startsWith('brows')) return 'none';
  return CLASS_OF.get(lower) ?? 'unknown';
}

const PATH_KEYS = ['path', 'file_path', 'filePath', 'filename', 'file', 'target_file', 'notebook_path'];
const SHELL_KEYS = ['command', 'cmd', 'code', 'script', 'input'];

function firstString(args: JsonObject, keys: readonly string[]): string {
  for (const key of keys) {
    const value = args[key];
    if (typeof value === 'string' && value !== '') return value;
    // Codex-style shells give the command as a list of words.
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return quoteWords(value);
  }
  return '';
}

function quoteWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

/** The path argument under any of its names, or "". */
export function readPathArgument(args: JsonObject): string {
  return firstString(args, PATH_KEYS).trim();
}

/** The shell or Python text under any of its names, or "". */
export function readShellArgument(args: JsonObject): string {
  return firstString(args, SHELL_KEYS);
}

const filled = (args: JsonObject, key: string): boolean => {
  const value = args[key];
  return value !== undefined && value !== null && value !== '';
};

/**
 * Sub-command of an editor call. Without one it is told by the arguments: file_text → create, old_str or new_str →
 * str_replace, insert_line → insert, a path alone → view. "" when nothing tells.
 */
export function readEditorCommand(args: JsonObject): string {
  const command = typeof args['command'] === 'string' ? args['command'].trim() : '';
  if (command !== '') return command;
  if (filled(args, 'file_text')) return 'create';
  if (filled(args, 'insert_line')) return 'insert';
  if (filled(args, 'old_str') || filled(args, 'new_str')) return 'str_replace';
  if (filled(args, 'content')) return 'create';
  return readPathArgument(args) === '' ? '' : 'view';
}

/** Paths that a patch text names: `*** Update File: p` lines, or the new side of a diff (old side when deleted). */
export function readPatchArgument(args: JsonObject): string {
  for (const key of ['patch', 'input', 'diff', 'patch_text']) {
    const value = args[key];
    if (typeof value === 'string') return value;
  }
  return isObject(args['patch']) ? firstString(args['patch'], ['patch', 'diff']) : '';
}
