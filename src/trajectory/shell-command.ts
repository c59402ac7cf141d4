/**
 * Owns forming simple commands from shell tokens and taking off what only wraps a command: assignments, `sudo`, `timeout 60`,
 * `env A=b`, `conda run -n x`, `bash -lc '…'`, keywords and brackets. What a command does is decided in shell-effect.ts.
 */
import { lexShell } from './shell-lexer.js';
import type { ShellToken } from './shell-lexer.js';

/** One simple command, unwrapped. */
export interface ShellCommand {
  /** Program (base name) and its arguments, quotes removed; empty for a bare redirection or assignment. */
  readonly words: readonly string[];
  /** Files written by redirection (`>`, `>>`, `&>`, `1>`); descriptors and devices are left out. */
  readonly outputs: readonly string[];
  /** Bodies of here-documents and here-strings. */
  readonly inputs: readonly string[];
  /** True when the command reads the output of the one before it. */
  readonly piped: boolean;
  /** Directory of the command as told by `cd` before it in the same text; "" = where the text starts. */
  readonly cwd: string;
}

/** `bash -c "bash -c …"` is followed this deep; deeper texts are commands of an unknown program. */
const MAX_NESTING = 4;

/** A directory longer than this is not followed: a chain of `cd a` must not cost more than its length. */
const MAX_DIRECTORY = 300;

const KEYWORDS = new Set([
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'do',
  'done',
  'while',
  'until',
  '!',
  '{',
  '}',
  'esac',
  'time',
]);
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ash']);
/** Wrappers and their options that take a value. */
const WRAPPERS: Record<string, readonly string[]> = {
  sudo: ['-u', '-g', '-C', '-h', '-p'],
  env: ['-u', '-C', '-S'],
  nohup: [],
  nice: ['-n'],
  ionice: ['-c', '-n', '-p'],
  stdbuf: ['-i', '-o', '-e'],
  'xvfb-run': ['-s', '-n', '-e'],
  command: [],
  builtin: [],
  exec: ['-a'],
  time: ['-f', '-o'],
  timeout: ['-k', '-s', '--kill-after', '--signal'],
  unbuffer: [],
};
/** `TOOL run [options] command`. */
const RUNNERS: Record<string, readonly string[]> = {
  conda: ['-n', '-p', '--name', '--prefix', '--cwd'],
  mamba: ['-n', '-p', '--name', '--prefix'],
  micromamba: ['-n', '-p'],
  poetry: ['-C', '--directory'],
  uv: ['--with', '--python', '-p', '--project', '--extra', '--group', '--directory'],
  pipenv: [],
  hatch: ['-e'],
  pdm: ['-p'],
  rye: [],
};

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[\w*\])?\+?=/;

interface Draft {
  words: { text: string; quoted: boolean }[];
  outputs: string[];
  inputs: string[];
  piped: boolean;
}

const emptyDraft = (piped: boolean): Draft => ({ words: [], outputs: [], inputs: [], piped });

/** The simple commands of a shell text, in order, with `bash -c` and `eval` texts opened. Never throws. */
export function readShellCommands(text: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let cwd = '';
  // A stack instead of recursion: each entry is a list of drafts still to unwrap.
  const stack: { drafts: Draft[]; next: number; nesting: number }[] = [
    { drafts: draftCommands(lexShell(text)), next: 0, nesting: 0 },
  ];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const draft = frame.drafts[frame.next];
    if (draft === undefined) {
      stack.pop();
      continue;
    }
    frame.next += 1;
    const words = unwrapWords(draft.words);
    const inner = frame.nesting < MAX_NESTING ? readNestedText(words, draft.inputs) : undefined;
    if (inner !== undefined) {
      if (draft.outputs.length > 0)
        commands.push({ words: [], outputs: draft.outputs, inputs: [], piped: draft.piped, cwd });
      const drafts = draftCommands(lexShell(inner));
      if (drafts[0] !== undefined) drafts[0].piped = draft.piped;
      stack.push({ drafts, next: 0, nesting: frame.nesting + 1 });
      continue;
    }
    commands.push({ words, outputs: draft.outputs, inputs: draft.inputs, piped: draft.piped, cwd });
    if ((words[0] === 'cd' || words[0] === 'pushd') && words[1] !== undefined) cwd = joinPath(cwd, words[1]);
  }
  return commands;
}

/** `path` seen from `directory`; "" stays relative to an unknown start. `~`, `$X` and `-` make the place unknown: kept as written. */
export function joinPath(directory: string, path: string): string {
  if (directory === '' || directory.length > MAX_DIRECTORY || /^[/~$-]/.test(path)) return path;
  const parts = `${directory}/${path}`.split('/');
  const kept: string[] = [];
  for (const [order, part] of parts.entries()) {
    if (part === '.' || (part === '' && order > 0)) continue;
    const last = kept.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') kept.pop();
    else kept.push(part);
  }
  return kept.join('/');
}

function draftCommands(tokens: readonly ShellToken[]): Draft[] {
  const drafts: Draft[] = [];
  let draft = emptyDraft(false);
  const close = (piped: boolean): void => {
    if (draft.words.length > 0 || draft.outputs.length > 0) drafts.push(draft);
    draft = emptyDraft(piped);
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'word') draft.words.push(token);
    else if (token.kind === 'operator') {
      // A pipe at a line's end goes on: `a |\n b`.
      if (token.operator === 'newline' && draft.words.length === 0 && draft.piped) continue;
      close(token.operator === '|');
    } else if (token.operator === '<<') draft.inputs.push(token.body);
    else {
      const target = tokens[at + 1];
      if (target?.kind !== 'word') continue;
      at += 1;
      if (token.operator === '<<<') draft.inputs.push(target.text);
      else if (writesFile(token.operator, token.descriptor, target.text)) draft.outputs.push(target.text);
    }
  }
  close(false);
  return drafts;
}

function writesFile(operator: string, descriptor: string, target: string): boolean {
  if (operator !== '>' && operator !== '>>' && operator !== '>&') return false;
  if (operator === '>&' && /^(?:\d+|-)$/.test(target)) return false;
  if (descriptor !== '' && descriptor !== '1' && descriptor !== '&') return false;
  return !target.startsWith('/dev/');
}

function baseName(program: string): string {
  return program.includes('/') ? program.slice(program.lastIndexOf('/') + 1) : program;
}

/** Program and arguments without keywords, assignments and wrappers. The program is reduced to its base name, except `./x` and paths to scripts. */
function unwrapWords(words: readonly { text: string; quoted: boolean }[]): string[] {
  let at = 0;
  const text = (index: number): string => words[index]?.text ?? '';
  for (;;) {
    const word = words[at];
    if (word === undefined) return [];
    if (!word.quoted && KEYWORDS.has(word.text)) at += 1;
    else if (!word.quoted && (word.text === 'for' || word.text === 'case' || word.text === 'select'))
      return [word.text];
    else if (ASSIGNMENT.test(word.text)) at += 1;
    else {
      const name = baseName(word.text);
      const options = WRAPPERS[name];
      const runner = RUNNERS[name];
      if (options !== undefined && !(name === 'command' && text(at + 1).startsWith('-')))
        at = skipOptions(words, at + 1, options, name === 'timeout');
      else if (runner !== undefined && text(at + 1) === 'run') at = skipOptions(words, at + 2, runner, false);
      else break;
    }
  }
  const rest = words.slice(at).map((word) => word.text);
  const program = rest[0] ?? '';
  // A script is told by its path, a program by its name; a project's own bin/test is not the shell's `test`.
  if (/(?:^|\/)bin\/test$/.test(program) && !/^(?:\/usr)?\/bin\//.test(program)) rest[0] = 'bin/test';
  else if (!/\.[A-Za-z]\w{0,4}$/.test(program)) rest[0] = baseName(program);
  return rest;
}

function skipOptions(
  words: readonly { text: string }[],
  from: number,
  valued: readonly string[],
  duration: boolean,
): number {
  let at = from;
  for (; at < words.length; at += 1) {
    const word = words[at]?.text ?? '';
    if (word === '--') {
      at += 1;
      break;
    }
    if (!word.startsWith('-') || word === '-') break;
    if (valued.includes(word)) at += 1;
  }
  if (duration && /^[\d.]+[smhd]?$/.test(words[at]?.text ?? '')) at += 1;
  return at;
}

/** The text that `bash -c X`, `bash <<EOF`, `eval X` runs; undefined for any other command. */
function readNestedText(words: readonly string[], inputs: readonly string[]): string | undefined {
  const program = words[0] ?? '';
  if (program === 'eval') return words.slice(1).join(' ');
  if (!SHELLS.has(program)) return undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^-[a-z]*c$/.test(word)) return words[at + 1] ?? '';
    if (!/^[-+]/.test(word)) return undefined;
    if (word === '-o' || word === '-O') at += 1;
  }
  return inputs[0];
}
