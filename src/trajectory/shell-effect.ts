/**
 * Owns what a shell text does: reads, writes, test runs, script runs. Words and wrappers are taken apart in shell-command.ts.
 * Source: paper §3.1, A.2 ("read-only shell commands whose first token is in the exploration set"); the set itself is our own.
 */
import { makeAct } from './act.js';
import type { Act } from './act.js';
import { listPythonWrites, readCodeActs } from './python-text.js';
import { joinPath, readShellCommands } from './shell-command.js';
import type { ShellCommand } from './shell-command.js';
import { readGitActs } from './git-command.js';
import { isCapture, listWrittenFiles } from './shell-write.js';
import { isPython, isTestRun, readPythonRun } from './test-command.js';

const words = (text: string): Set<string> => new Set(text.split(' '));

const EXPLORE = words(
  'ls cat head tail less more grep egrep fgrep zgrep zcat rg ag ack find fd fdfind tree wc stat file nl sed awk gawk mawk cut sort uniq diff cmp comm du df ' +
    'readlink realpath basename dirname which type whereis command strings xxd od hexdump jq yq column tr tac rev date id whoami uname printenv pygmentize bat ' +
    'find_file search_dir search_file open goto scroll_up scroll_down filemap',
);
const NEUTRAL = words(
  'cd pushd popd pwd echo printf true false export source . sleep set unset read wait : test [ [[ for case select conda activate deactivate alias shopt ulimit local declare trap exit clear history',
);
const SCRIPT_RUNNERS = words(
  'node ruby perl php sh bash zsh dash deno bun ts-node tsx java lua Rscript go cargo',
);
const SUBMIT =
  /\b(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT|NANO_SWE_AGENT_FINAL_OUTPUT)\b/;

/** The acts of a shell text, in order. A text that submits the work is one act of kind `none`. Never throws; linear. */
export function readShellActs(text: string): Act[] {
  const commands = readShellCommands(text);
  if (
    commands.some((command) => command.words[0] === 'echo' && command.words.some((word) => SUBMIT.test(word)))
  ) {
    return [makeAct('none', 'shell', 'submit')];
  }
  const acts: Act[] = [];
  for (const command of commands) {
    if (command.outputs.length > 0) {
      const kind = isCapture(command) ? 'capture' : 'edit';
      acts.push(
        makeAct(
          kind,
          'shell',
          command.words[0] ?? '>',
          command.outputs.map((path) => joinPath(command.cwd, path)),
        ),
      );
    }
    for (const act of readCommandActs(command)) {
      acts.push(
        act.paths.length === 0
          ? act
          : { ...act, paths: act.paths.map((path) => joinPath(command.cwd, path)) },
      );
    }
  }
  return acts;
}

function readCommandActs(command: ShellCommand): Act[] {
  const [program, ...args] = command.words;
  if (program === undefined) return [];
  const act = (kind: Act['kind'], paths: readonly string[] = []): Act[] => [
    makeAct(kind, 'shell', program, paths),
  ];
  if (program === 'cd' || program === 'pushd') return act('cd');
  if (program === 'submit' || program === 'exit_forfeit') return act('none');
  if (isTestRun(command.words)) return act('test_run');
  if (isPython(program)) return readPythonActs(program, args, command.inputs);
  if (program === 'git') return readGitActs(args, command.inputs);
  const written = listWrittenFiles(program, args, command.inputs);
  if (written !== undefined) return act('edit', written);
  if (program === 'xargs') return readXargsActs(args, command);
  if (program === 'find' && args.some((word) => word === '-delete' || /^-(?:exec|execdir|ok)$/.test(word)))
    return readFindActs(args, command);
  if (EXPLORE.has(program)) return act('explore');
  if (NEUTRAL.has(program)) return act('neutral');
  if (/^\.?\/?[^\s]*\.(?:py|sh|js|ts|rb|pl|php)$/.test(program)) return act('script_run', [program]);
  if (SCRIPT_RUNNERS.has(program)) return readRunnerActs(program, args);
  return act('other');
}

function readPythonActs(program: string, args: readonly string[], inputs: readonly string[]): Act[] {
  const run = readPythonRun(args);
  if (run.code !== '') return readCodeActs(run.code, program);
  if (run.module !== '') {
    // `python -m pkg.repro` runs pkg/repro.py; a tool such as pylint is no script of the agent's, but has no repro name either.
    return [makeAct('script_run', 'shell', program, [`${run.module.replaceAll('.', '/')}.py`])];
  }
  if (run.script !== '') return [makeAct('script_run', 'shell', program, [run.script])];
  const code = inputs.join('\n');
  if (code !== '') return readCodeActs(code, program);
  return [makeAct('other', 'shell', program)];
}

/** `xargs CMD`: what CMD does; its files come from the pipe and are unknown. */
function readXargsActs(args: readonly string[], command: ShellCommand): Act[] {
  let at = 0;
  for (; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (/^-[InPLds]$/.test(word)) at += 1;
    else if (!word.startsWith('-')) break;
  }
  return readCommandActs({ ...command, words: nestedWords(args.slice(at)) });
}

/** `find … -exec CMD`: what CMD does. */
function readFindActs(args: readonly string[], command: ShellCommand): Act[] {
  if (args.includes('-delete')) return [makeAct('other', 'shell', 'find')];
  const at = args.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word));
  const inner = args.slice(at + 1).filter((word) => word !== ';' && word !== '+' && word !== '{}');
  return readCommandActs({ ...command, words: nestedWords(inner) });
}

/** Words of an inner command; xargs and find do not nest here, so that depth stays one. */
function nestedWords(inner: readonly string[]): readonly string[] {
  return inner[0] === 'xargs' || inner[0] === 'find' ? ['other'] : inner.length === 0 ? ['echo'] : inner;
}

function readRunnerActs(program: string, args: readonly string[]): Act[] {
  if (program === 'go' || program === 'cargo') {
    const path = args[0] === 'run' ? (args.slice(1).find((word) => !word.startsWith('-')) ?? '') : '';
    return [
      path === '' ? makeAct('other', 'shell', program) : makeAct('script_run', 'shell', program, [path]),
    ];
  }
  const inline = args.findIndex(
    (word) => word === '-e' || word === '-p' || word === '-r' || word === '--eval',
  );
  const script = args.find((word) => !word.startsWith('-')) ?? '';
  if (inline >= 0 && (script === '' || args.indexOf(script) > inline)) {
    const code = args[inline + 1] ?? '';
    const writes = /writeFileSync\(|File\.write\(/.test(code) ? listPythonWrites(code) : [];
    return [
      ...(writes.length > 0 ? [makeAct('edit', 'code', program, writes)] : []),
      makeAct('inline_code', 'code', program),
    ];
  }
  return [
    script === '' ? makeAct('other', 'shell', program) : makeAct('script_run', 'shell', program, [script]),
  ];
}
