/** Owns what a git command does: reading, applying a patch, taking changes back. Source: git(1). */
import { makeAct } from './act.js';
import type { Act } from './act.js';
import { listPatchPaths } from './patch-paths.js';

const GIT_READ = new Set(
  'diff log show status blame grep ls-files ls-tree rev-parse rev-list describe cat-file shortlog reflog merge-base for-each-ref whatchanged name-rev count-objects'.split(
    ' ',
  ),
);
const GIT_REVERT = new Set('checkout restore stash reset clean revert'.split(' '));

const act = (kind: Act['kind'], paths: readonly string[] = []): Act[] => [
  makeAct(kind, 'shell', 'git', paths),
];

/** The act of a git command; `args` without `git` itself. Global options (`-C dir`, `-c k=v`, `--no-pager`) are skipped. */
export function readGitActs(args: readonly string[], inputs: readonly string[]): Act[] {
  let at = 0;
  for (; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '-C' || word === '-c') at += 1;
    else if (!word.startsWith('-')) break;
  }
  const command = args[at] ?? '';
  const rest = args.slice(at + 1);
  const operands = rest.filter((word) => !word.startsWith('-'));
  if (command === 'apply' || command === 'am') {
    return rest.some((word) => word === '--check' || word === '--stat')
      ? act('other')
      : act('edit', inputs.flatMap(listPatchPaths));
  }
  if (GIT_READ.has(command)) return act('explore');
  if (command === 'stash' && (operands[0] === 'list' || operands[0] === 'show')) return act('explore');
  if (command === 'branch')
    return act(
      rest.every((word) => /^-(?:a|r|v|vv|-list|-all|-show-current)$/.test(word)) ? 'explore' : 'other',
    );
  if (command === 'remote' || command === 'tag')
    return act(operands.length === 0 || operands[0] === 'show' ? 'explore' : 'other');
  if (command === 'config')
    return act(
      rest.some((word) => word.startsWith('--get') || word === '--list' || word === '-l')
        ? 'explore'
        : 'other',
    );
  if (GIT_REVERT.has(command))
    return act(
      'revert',
      operands.filter((word) => word.includes('/') || word.includes('.')),
    );
  return act('other');
}
