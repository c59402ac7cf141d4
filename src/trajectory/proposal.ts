/** Owns what one step proposes: from its acts to a stage, an exploration, a test run, and the rule that said so. The state is kept in router.ts. */
import { STAGES } from '../model/stage.js';
import type { Stage } from '../model/stage.js';
import { makeAct } from './act.js';
import type { Act } from './act.js';
import { readActs } from './call-act.js';
import { classifyWrittenFile, isReproRun, isTestPath } from './file-kind.js';
import type { RouterOptions } from './router-option.js';
import { MISSING_OBSERVATION } from './trajectory.js';
import type { Call, Observation, Step } from './trajectory.js';
import { joinPath } from './shell-command.js';
import { relativePath } from './workdir.js';

/** The rules by which a step proposes. */
export const PROPOSAL_RULES = {
  edit_source: 'creates or edits a source file',
  edit_reproduction: 'creates or edits a reproduction script',
  edit_test: 'creates or edits a test file',
  run_reproduction: 'runs a reproduction script',
  run_tests: "runs the project's tests",
  explore: 'searches, views or reads',
  none: 'does nothing that the router knows',
  no_call: 'has no call that could be read',
} as const;
export type ProposalRule = keyof typeof PROPOSAL_RULES;

export interface Proposal {
  /** The stage proposed, undefined for none. */
  readonly stage: Stage | undefined;
  readonly exploration: boolean;
  /** A run of the tests or of a reproduction script. */
  readonly testRun: boolean;
  readonly rule: ProposalRule;
}

interface ActProposal {
  readonly stage: Stage | undefined;
  readonly rule: ProposalRule;
}

/** Acts of a step, each with its call and observation. Independent of the options: read once, propose often. */
export interface StepActs {
  readonly calls: readonly {
    readonly call: Call;
    readonly observation: Observation;
    readonly acts: readonly Act[];
  }[];
}

function seeFrom(act: Act, cwd: string): Act {
  if (cwd === '' || act.paths.length === 0) return act;
  const paths = act.paths.map((path) => joinPath(cwd, path));
  return makeAct(act.kind, act.via, act.program, paths);
}

/** Reads the acts of a step; relative paths are seen from the step's working directory. */
export function readStepActs(step: Step): StepActs {
  const calls = step.calls.map((call, order) => {
    const observation = step.observations[order] ?? MISSING_OBSERVATION;
    const acts = readActs(call).map((act) => seeFrom(act, step.cwd));
    return { call, observation, acts };
  });
  return { calls };
}

/** What the step proposes under the options. `workdir` = root of the repository, "" unknown. Source: paper §3.1, A.2. */
export function proposeStep({ calls }: StepActs, workdir: string, options: RouterOptions): Proposal {
  const used = calls.filter(({ call, observation }) => isUsed(call, observation, options));
  const acts = used.flatMap((entry) => entry.acts);
  if (acts.length === 0) {
    const readable = calls.some(({ call }) => call.problem === '');
    return { stage: undefined, exploration: false, testRun: false, rule: readable ? 'none' : 'no_call' };
  }
  const proposals = acts
    .map((act) => proposeAct(act, workdir, options))
    .filter((found): found is ActProposal => found !== undefined);
  const chosen = chooseProposal(proposals, options);
  const testRun = proposals.some(({ rule }) => rule === 'run_reproduction' || rule === 'run_tests');
  const exploration = chosen === undefined && isExploration(acts, options);
  return {
    stage: chosen?.stage,
    exploration,
    testRun,
    rule: chosen?.rule ?? (exploration ? 'explore' : 'none'),
  };
}

function isUsed(call: Call, observation: Observation, options: RouterOptions): boolean {
  if (options.repaired_calls === 'ignore' && call.repaired.length > 0) return false;
  return !(options.failed_calls === 'ignore' && observation.failed);
}

function chooseProposal(proposals: readonly ActProposal[], options: RouterOptions): ActProposal | undefined {
  if (options.several_proposals === 'first') return proposals[0];
  if (options.several_proposals === 'last') return proposals.at(-1);
  let chosen = proposals[0];
  for (const proposal of proposals)
    if (stageOrder(proposal.stage) > stageOrder(chosen?.stage)) chosen = proposal;
  return chosen;
}

/** Place of a stage in the order of repair; -1 for none. */
export function stageOrder(stage: Stage | undefined): number {
  return stage === undefined ? -1 : STAGES.indexOf(stage);
}

function proposeAct(act: Act, workdir: string, options: RouterOptions): ActProposal | undefined {
  switch (act.kind) {
    case 'test_run':
      return { stage: 'reproduction', rule: 'run_tests' };
    case 'script_run':
      return proposeScript(act, workdir, options);
    case 'inline_code':
      return options.inline_code === 'reproduction'
        ? { stage: 'reproduction', rule: 'run_reproduction' }
        : undefined;
    case 'edit':
      return proposeEdit(act, workdir, options);
    case 'capture':
      return options.other_writes === 'letter' ? proposeEdit(act, workdir, options) : undefined;
    case 'undo':
      return options.undo_edit === 'edit' ? proposeEdit(act, workdir, options) : undefined;
    case 'revert':
      return options.git_restore === 'edit' ? proposeEdit(act, workdir, options) : undefined;
    default:
      return undefined;
  }
}

function proposeScript(act: Act, workdir: string, options: RouterOptions): ActProposal | undefined {
  const script = act.paths[0] ?? '';
  if (isReproRun(script, act.program, workdir, options))
    return { stage: 'reproduction', rule: 'run_reproduction' };
  if (options.test_scripts === 'run' && isTestPath(relativePath(script, workdir), options))
    return { stage: 'reproduction', rule: 'run_tests' };
  return undefined;
}

/** An edit whose file is unknown (`git apply` of a file, `xargs sed -i`) is an edit of source. */
function proposeEdit(act: Act, workdir: string, options: RouterOptions): ActProposal | undefined {
  if (act.via === 'shell' && options.shell_writes === 'ignore') return undefined;
  if (act.via === 'code' && options.code_writes === 'ignore') return undefined;
  const kinds = act.paths.map((path) => classifyWrittenFile(path, workdir, options));
  if (kinds.length === 0 || kinds.includes('source')) return { stage: 'patch', rule: 'edit_source' };
  if (kinds.includes('reproduction')) return { stage: 'reproduction', rule: 'edit_reproduction' };
  return kinds.includes('test') ? { stage: 'reproduction', rule: 'edit_test' } : undefined;
}

/** A step explores when at least one act reads and every other act reads too or does nothing. */
function isExploration(acts: readonly Act[], options: RouterOptions): boolean {
  const hasCd = acts.some((act) => act.kind === 'cd');
  if (hasCd && options.leading_cd === 'explore') return true;
  if (hasCd && options.leading_cd === 'other') return false;
  const reads = acts.filter((act) => isReading(act, options)).length;
  if (reads === 0) return false;
  if (options.several_calls === 'any') return true;
  return acts.every(
    (act) =>
      isReading(act, options) ||
      act.kind === 'cd' ||
      act.kind === 'neutral' ||
      act.kind === 'capture' ||
      isIgnoredWrite(act, options),
  );
}

function isReading(act: Act, options: RouterOptions): boolean {
  if (act.kind === 'explore') return act.program !== 'git' || options.git_inspection === 'explore';
  return act.kind === 'neutral' && options.echo === 'explore';
}

/** With shell writes ignored, a redirection is as if it were not there: the command's first token decides. */
function isIgnoredWrite(act: Act, options: RouterOptions): boolean {
  return (
    act.kind === 'edit' &&
    ((act.via === 'shell' && options.shell_writes === 'ignore') ||
      (act.via === 'code' && options.code_writes === 'ignore'))
  );
}
