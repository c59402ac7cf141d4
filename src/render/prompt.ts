/** Owns the student's side: the task as the student sees it, to which a block is appended for the teacher. */
import type { Evidence } from '../model/evidence.js';

/** The problem statement and what else the student may see. */
export function renderPrompt(task: Pick<Evidence, 'problem_statement' | 'student_context'>): string {
  const parts = [
    task.problem_statement,
    ...task.student_context.map(({ title, text }) => `## ${title}\n\n${text}`),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

/** What a teacher reads when the block stands behind the prompt. Source: TRL's default template. */
export const appendBlock = (prompt: string, block: string): string =>
  prompt === '' ? block : `${prompt}\n\n${block}`;
