/** Owns which files a shell command writes by its own means (sed -i, tee, cp, patch, …), and telling kept output from text that the model wrote. */
import { listPatchPaths } from './patch-paths.js';
import type { ShellCommand } from './shell-command.js';

const NO_SOURCE = /(?:\.(?:txt|log|out|err|diff|patch|json|xml|html|csv|md)|\/[^./]{1,200}|^[^./]{1,200})$/;

/** True when a redirection keeps the output of a read or a run: `git diff > patch.txt`, `pytest > run.log`. Text that the model wrote itself is an edit. */
export function isCapture({ words: [program], outputs, inputs }: ShellCommand): boolean {
  if (program === undefined || program === 'echo' || program === 'printf' || inputs.length > 0) return false;
  return outputs.every((path) => NO_SOURCE.test(path));
}

/** Files that a command writes by its own means; undefined when it is no writing command. */
export function listWrittenFiles(
  program: string,
  args: readonly string[],
  inputs: readonly string[],
): string[] | undefined {
  const operands = args.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'sed':
      return listSedFiles(args);
    case 'perl':
      return args.some((word) => /^-[a-zA-Z]*i/.test(word) && !word.startsWith('-I'))
        ? listScriptOperands(args, /^-[a-zA-Z]*[eE]$/)
        : undefined;
    case 'awk':
    case 'gawk':
      return args[0] === '-i' && args[1] === 'inplace' ? operands.slice(2) : undefined;
    case 'tee':
      return operands.filter((path) => !path.startsWith('/dev/'));
    case 'cp':
    case 'mv':
    case 'install':
    case 'ln':
      return operands.length < 2 ? undefined : listCopied(operands);
    case 'touch':
      return operands;
    case 'truncate':
      return operands.filter((word) => !/^\d+[KMG]?$/.test(word));
    case 'dd':
      return args.filter((word) => word.startsWith('of=')).map((word) => word.slice(3));
    case 'patch':
      return inputs.flatMap(listPatchPaths);
    case 'ed':
    case 'ex':
      return operands;
    default:
      return undefined;
  }
}

/** Files that `sed -i` edits; undefined for a sed that only prints. Options: -i[SUF], -e X, -f X, --in-place; `-i ''` is BSD's form. */
function listSedFiles(args: readonly string[]): string[] | undefined {
  const inPlace = args.some((word) => word.startsWith('--in-place') || /^-[nrEszu]*i/.test(word));
  if (!inPlace) return undefined;
  return listScriptOperands(
    args.filter((word) => word !== ''),
    /^(?:-[nrEszu]*[ef]|--expression|--file)$/,
  );
}

/** Operands after the script; options that match `scripted` carry the script, otherwise the first operand is it. */
function listScriptOperands(args: readonly string[], scripted: RegExp): string[] {
  const operands: string[] = [];
  let hasScript = false;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (scripted.test(word)) {
      hasScript = true;
      at += 1;
    } else if (/^--(?:expression|file)=/.test(word) || /^-e./.test(word)) hasScript = true;
    else if (!word.startsWith('-')) operands.push(word);
  }
  return hasScript ? operands : operands.slice(1);
}

function listCopied(operands: readonly string[]): string[] {
  const target = operands.at(-1) ?? '';
  const sources = operands.slice(0, -1);
  const intoDirectory = target.endsWith('/') || target === '.' || target === '..' || sources.length > 1;
  if (!intoDirectory) return [target];
  const directory = target.endsWith('/') ? target : `${target}/`;
  return sources.map((path) => `${directory}${path.slice(path.lastIndexOf('/') + 1)}`);
}
