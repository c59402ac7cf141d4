/**
 * Owns the repairs that do not depend on the markup of a call: an editor typed inside the shell (F16) and a line range glued to a
 * viewed path (F15). Markup repairs are in call-parameters.ts and call-text.ts.
 */
import { splitWords } from './shell-lexer.js';
import { classifyTool, readEditorCommand, readPathArgument, readShellArgument } from './tool-names.js';
import { readTypedEditor } from './typed-editor.js';
import type { Call } from './trajectory.js';

/** The call with F15 and F16 applied; unchanged (same object) when neither is needed. */
export function repairCall(call: Call): Call {
  if (call.problem !== '') return call;
  return repairViewedRange(repairTypedEditor(call));
}

/** F16: `file_editor view /a.py` as a shell command. */
function repairTypedEditor(call: Call): Call {
  if (classifyTool(call.name) !== 'shell') return call;
  const command = readShellArgument(call.args).trim();
  if (!/^(?:file_editor|str_replace_editor|str_replace_based_edit_tool)\s/.test(command)) return call;
  const typed = readTypedEditor(splitWords(command));
  return typed === undefined ? call : { ...call, ...typed, repaired: [...call.repaired, 'F16'] };
}

/** F15: `/a.py:272` or `/a.py:227-240` in a view. A range becomes view_range unless there is one. */
function repairViewedRange(call: Call): Call {
  const tool = classifyTool(call.name);
  if (tool !== 'view' && (tool !== 'editor' || readEditorCommand(call.args) !== 'view')) return call;
  const path = readPathArgument(call.args);
  const found = /^(\S{1,500}\.\w{1,10}):(\d{1,7})(?:-(\d{1,7}))?$/.exec(path);
  if (found === null) return call;
  const [, bare = '', first = '', last = first] = found;
  const args: Record<string, unknown> = { ...call.args };
  for (const [key, value] of Object.entries(args)) if (value === path) args[key] = bare;
  if (args['view_range'] === undefined && tool === 'editor') args['view_range'] = `[${first}, ${last}]`;
  return { ...call, args, repaired: [...call.repaired, 'F15'] };
}
