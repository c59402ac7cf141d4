/** Owns how the student's prompt and the teacher's block are framed: the templates' placeholders and their defaults. */
import type { Evidence } from '../model/evidence.js';
import type { BlockStage } from '../model/stage.js';
import { renderPrompt } from '../render/prompt.js';
import { baseCommitOf } from './row-fields.js';
import { fillTemplate, parseTemplate, type Placeholders, type Template } from './template.js';

/** What frames the rows of an export; null = the default. */
export interface Framing {
  /** The system message, "" for none. */
  readonly system: string;
  readonly promptTemplate: Template | null;
  readonly evidenceTemplate: Template | null;
}

export const NO_FRAMING: Framing = { system: '', promptTemplate: null, evidenceTemplate: null };

/** Only what the student may see: nothing of the failing tests, the fix, or where it stands. */
const PROMPT_PLACEHOLDERS: Placeholders = {
  prompt: 'the default prompt: the problem statement and what else the student may see',
  problem_statement: 'the problem statement alone',
  student_context: 'what else the student may see (requirements, interface), "" where there is none',
  instance_id: 'id of the instance',
  repo: 'owner/name',
  language: 'language of the repository',
  base_commit: 'commit the task starts from',
  workdir: 'folder of the repository in the image',
};

const EVIDENCE_PLACEHOLDERS: Placeholders = {
  evidence: 'the block of the stage',
  stage: 'name of the stage',
  instance_id: 'id of the instance',
  repo: 'owner/name',
  language: 'language of the repository',
};

/** Errors: `ExportPlanError`; `where` names the template in the message. */
export const parsePromptTemplate = (text: string, where: string): Template =>
  parseTemplate(text, where, PROMPT_PLACEHOLDERS, [['prompt', 'problem_statement']]);

/** Errors: `ExportPlanError`; `where` names the template in the message. */
export const parseEvidenceTemplate = (text: string, where: string): Template =>
  parseTemplate(text, where, EVIDENCE_PLACEHOLDERS, [['evidence']]);

/** A system message as a file holds it: one final line feed does not count. */
export const readSystemText = (text: string): string => text.replace(/\r?\n$/, '');

/** The student's turn. */
export function framePrompt(evidence: Evidence, { promptTemplate }: Framing): string {
  const prompt = renderPrompt(evidence);
  if (promptTemplate === null) return prompt;
  return fillTemplate(promptTemplate, {
    prompt,
    problem_statement: evidence.problem_statement,
    student_context: renderPrompt({ problem_statement: '', student_context: evidence.student_context }),
    instance_id: evidence.instance_id,
    repo: evidence.repo,
    language: evidence.language,
    base_commit: baseCommitOf(evidence),
    workdir: evidence.environment.workdir,
  });
}

/** What only the teacher sees; an empty block stays empty. */
export function frameBlock(
  evidence: Evidence,
  stage: BlockStage,
  block: string,
  { evidenceTemplate }: Framing,
): string {
  if (evidenceTemplate === null || block === '') return block;
  return fillTemplate(evidenceTemplate, {
    evidence: block,
    stage,
    instance_id: evidence.instance_id,
    repo: evidence.repo,
    language: evidence.language,
  });
}
