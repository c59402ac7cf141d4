/**
 * Owns the router's options: every reading on which the paper is silent, its values, and the one we chose. The decisions
 * themselves are made in file-kind.ts, proposal.ts and router.ts.
 */
import { z } from 'zod';

/** Name, what it decides, its values (the default first) with what each means. Source: paper §3.1, A.2 where it is silent. */
export const ROUTER_OPTIONS = {
  leading_cd: {
    description: 'a `cd` in a shell command',
    values: {
      skip: 'is looked past: the rest of the command decides',
      explore: 'makes the whole command an exploration, unless it writes or runs tests',
      other: 'makes the whole command no exploration',
    },
  },
  shell_writes: {
    description: 'files written by the shell (redirection, sed -i, tee, cp, git apply, …)',
    values: { count: 'propose like an edit with the editor', ignore: 'propose nothing' },
  },
  code_writes: {
    description: 'files written by Python text inside a command (open(…, "w"), write_text)',
    values: { count: 'propose like an edit with the editor', ignore: 'propose nothing' },
  },
  inline_code: {
    description: 'running code given in the command (python -c, here-document)',
    values: { none: 'proposes nothing', reproduction: 'counts as running the reproduction script' },
  },
  test_scripts: {
    description: 'running a test file as a script (python test_x.py)',
    values: { none: 'proposes nothing', run: 'counts as a test run' },
  },
  scratch_scripts: {
    description:
      'files named debug*, verify*, check*, demo*, simple*, final*, minimal* at the root of the repository or outside it',
    values: { letter: 'are any other file', reproduction: 'count as reproduction scripts' },
  },
  other_writes: {
    description: 'created or edited files that are neither reproduction script nor test',
    values: {
      repository: 'propose patch, except backup copies, kept output and files outside the repository',
      letter: 'all propose patch',
      source: 'propose patch only with the ending of a programming language, inside the repository',
    },
  },
  git_inspection: {
    description: 'git diff, log, show, status and the like',
    values: { explore: 'are exploration', none: 'are not' },
  },
  echo: {
    description: 'a command of echo, printf, pwd, test and the like only',
    values: { none: 'is no exploration', explore: 'is exploration' },
  },
  idle_steps: {
    description: 'a step that neither explores nor proposes, between explorations',
    values: { reset: 'ends the run of explorations', keep: 'leaves the count as it is' },
  },
  several_proposals: {
    description: 'a step with several proposals',
    values: { latest: 'takes the latest stage', first: 'takes the first', last: 'takes the last' },
  },
  several_calls: {
    description: 'a step with several acts explores',
    values: { every: 'when all of them explore', any: 'when one of them does and none proposes' },
  },
  edit_and_run: {
    description: 'a step in patch that edits source and runs tests',
    values: { stay: 'stays in patch', demote: 'goes back to reproduction' },
  },
  failed_calls: {
    description: 'an edit that the scaffold answers with an error',
    values: { count: 'is labelled by the call alone', ignore: 'proposes nothing' },
  },
  repaired_calls: {
    description: 'a call that had to be repaired',
    values: { count: 'is labelled by what was meant', ignore: 'proposes nothing' },
  },
  undo_edit: { description: 'undo_edit', values: { edit: 'is an edit', none: 'proposes nothing' } },
  git_restore: {
    description: 'git checkout, restore, stash, reset',
    values: { none: 'propose nothing', edit: 'are edits of source' },
  },
  repro_interpreters: {
    description: 'running a file with repro in its name',
    values: { python: 'counts with Python, or by itself (./repro.py)', any: 'counts with any interpreter' },
  },
  repro_case: {
    description: '`repro` in a file name',
    values: { insensitive: 'in any case', sensitive: 'in lower case only' },
  },
  test_folders: {
    description: 'a path that begins with tests/ or test/',
    values: { leading: 'is under /tests/ or /test/', inner: 'is not: a slash must come before' },
  },
} as const;

export type RouterOptionName = keyof typeof ROUTER_OPTIONS;
type ValueOf<N extends RouterOptionName> = keyof (typeof ROUTER_OPTIONS)[N]['values'];
/** A value for each reading of the router on which the paper is silent. */
export type RouterOptions = { readonly [N in RouterOptionName]: ValueOf<N> };

const names = Object.keys(ROUTER_OPTIONS) as RouterOptionName[];

/** The values of one option, the default first. */
export function listOptionValues(name: RouterOptionName): readonly string[] {
  return Object.keys(ROUTER_OPTIONS[name].values);
}

/** The router as the README describes it. */
export const DEFAULT_ROUTER_OPTIONS = Object.fromEntries(
  names.map((name) => [name, listOptionValues(name)[0]]),
) as RouterOptions;

/** Router settings as they are written to output metadata: every option with its value. */
export const routerOptionsSchema = z
  .strictObject(
    Object.fromEntries(
      names.map((name) => [name, z.enum(listOptionValues(name)).describe(ROUTER_OPTIONS[name].description)]),
    ),
  )
  .describe('How the router read what the paper leaves open.');

/** A wrong `NAME=VALUE` setting. */
export interface OptionProblem {
  readonly message: string;
}

/** The defaults with `NAME=VALUE` settings applied; the first wrong one is a problem that lists what is allowed. */
export function readRouterOptions(
  settings: readonly string[],
):
  | { readonly ok: true; readonly options: RouterOptions }
  | { readonly ok: false; readonly problem: OptionProblem } {
  const chosen: Record<string, string> = { ...DEFAULT_ROUTER_OPTIONS };
  for (const setting of settings) {
    const [name = '', value = ''] = setting.split('=', 2);
    const known = names.find((candidate) => candidate === name);
    if (known === undefined)
      return { ok: false, problem: { message: `no router option "${name}"; there are ${names.join(', ')}` } };
    const values = listOptionValues(known);
    if (!values.includes(value)) {
      return {
        ok: false,
        problem: { message: `router option ${name} has no value "${value}"; it takes ${values.join(', ')}` },
      };
    }
    chosen[name] = value;
  }
  return { ok: true, options: chosen as RouterOptions };
}
