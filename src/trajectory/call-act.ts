/**
 * Owns turning one tool call into its acts, by the tool's name and arguments. Shell texts are read in shell-effect.ts.
 */
import { makeAct } from './act.js';
import type { Act } from './act.js';
import { readShellActs } from './shell-effect.js';
import { listPatchPaths } from './patch-paths.js';
import {
  classifyTool,
  readEditorCommand,
  readPatchArgument,
  readPathArgument,
  readShellArgument,
} from './tool-names.js';
import { readCodeActs } from './python-text.js';
import type { Call } from './trajectory.js';

/** The acts of a call, in order; none for a call that could not be read or whose tool is unknown. Never throws. */
export function readActs(call: Call): Act[] {
  if (call.problem !== '') return [];
  const name = call.name.trim();
  const path = readPathArgument(call.args);
  switch (classifyTool(name)) {
    case 'shell':
      return readShellActs(readShellArgument(call.args));
    case 'python':
      return readCodeActs(readShellArgument(call.args), name);
    case 'view':
    case 'search':
      return [makeAct('explore', 'tool', name, path === '' ? [] : [path])];
    case 'write':
      return readWrite(call, name, path);
    case 'editor':
      return readEditor(readEditorCommand(call.args), name, path);
    case 'none':
      return [makeAct('none', 'tool', name)];
    default:
      return [makeAct('other', 'tool', name)];
  }
}

function readEditor(command: string, name: string, path: string): Act[] {
  const paths = path === '' ? [] : [path];
  if (command === 'view') return [makeAct('explore', 'tool', name, paths)];
  if (command === 'undo_edit') return [makeAct('undo', 'tool', name, paths)];
  if (command === 'create' || command === 'str_replace' || command === 'insert')
    return [makeAct('edit', 'tool', name, paths)];
  return [makeAct('other', 'tool', name, paths)];
}

function readWrite(call: Call, name: string, path: string): Act[] {
  if (name.toLowerCase() === 'undo_edit') return [makeAct('undo', 'tool', name, path === '' ? [] : [path])];
  if (path !== '') return [makeAct('edit', 'tool', name, [path])];
  const paths = listPatchPaths(readPatchArgument(call.args));
  return [makeAct('edit', 'tool', name, paths)];
}
