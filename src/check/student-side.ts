/** Owns the judgement over what the student reads: messages as trainers want them, and nothing of the evidence in them. */
import { shortenText } from '../model/issue.js';
import { blockLines, BLOCK_HEADINGS, findHeadings, unmark } from './block-lines.js';
import { findControlTokens } from './control-token.js';
import type { Report } from './finding-log.js';
import type { Reference } from './reference.js';
import type { RowView } from './row-view.js';

/** Shorter lines of a block may stand in any prompt. Source: own choice. */
const TELLING_LINE_CHARACTERS = 20;

/** A whole block this short says nothing. */
const TELLING_BLOCK_CHARACTERS = 40;

/** Codes: message_empty, prompt_blank, last_turn_not_user, control_token. */
export function checkMessages({ messages, isChat, metadata }: RowView, report: Report): void {
  if (messages === null) return;
  if (isChat && messages.length > 0 && messages.at(-1)?.role !== 'user')
    report(
      'last_turn_not_user',
      messages.at(-1)?.path ?? '',
      `the last message is of ${messages.at(-1)?.role ?? ''}`,
    );
  for (const { role, content, path } of messages) {
    // A flat row has "" for no system message.
    if (content.trim() === '' && path !== 'system') {
      // What the dataset lacks was said when the row was built; whoever trains on it may still not want it.
      const isKnown = metadata?.warnings.includes('problem_statement_missing') === true && role !== 'system';
      report(
        isKnown ? 'prompt_blank' : 'message_empty',
        path,
        `the ${role === '' ? 'text' : `message of ${role}`} is blank`,
      );
    }
    for (const [token, count] of findControlTokens(content))
      report('control_token', path, `${token} × ${count} in what the student reads`);
  }
}

/**
 * Nothing of a block may stand on the student's side that the task does not say. The task is known from the record or from a
 * column of the row; otherwise only headings and whole blocks are looked for. Code: leak_student.
 */
export function checkStudentSide(view: RowView, reference: Reference | null, report: Report): void {
  const texts = (view.messages ?? []).map(({ content }) => content);
  const path = view.messages?.[0]?.path ?? '';
  const task = reference?.task ?? (view.statement === '' ? null : view.statement);
  checkTexts(texts, path, 'the prompt', view, task, report);
  const gold = new Set([view.goldPatch, view.testPatch]);
  for (const { path: place, text } of view.listBesides()) {
    // Without a record, the statement is itself what the task is known from.
    const isTask = reference?.task == null && text === view.statement;
    if (text.length >= TELLING_LINE_CHARACTERS && !gold.has(text) && !isTask)
      checkTexts([text], place, 'this field', view, task, report);
  }
}

/** `task` = all that the student is told, null when unknown. */
function checkTexts(
  texts: readonly string[],
  path: string,
  name: string,
  view: RowView,
  task: string | null,
  report: Report,
): void {
  const headings = new Set(texts.flatMap((text) => [...findHeadings(text)]));
  for (const stage of headings)
    report('leak_student', path, `the heading "${BLOCK_HEADINGS[stage]}" stands in ${name}`, stage);
  if (headings.size > 0) return;
  // Lines of the task are looked up, so that the whole of it is searched for odd ones only.
  const lines = new Set(texts.flatMap((text) => text.split('\n').map((line) => line.trim())));
  for (const block of view.blocks) {
    const whole = block.text.trim();
    if (whole.length >= TELLING_BLOCK_CHARACTERS && texts.some((text) => text.includes(whole))) {
      report('leak_student', path, `the whole text for the teacher stands in ${name}`, block.stage);
    } else if (task !== null) {
      const shown = findShownLine(block.text, lines, task);
      if (shown === '') continue;
      const message = `a line of the evidence that the task does not say: ${shown}`;
      report('leak_student', path, message, block.stage);
    }
  }
}

function findShownLine(text: string, promptLines: ReadonlySet<string>, task: string): string {
  const taskLines = new Set(task.split('\n').map((line) => line.trim()));
  for (const line of blockLines(text)) {
    for (const candidate of unmark(line)) {
      if (
        candidate.length < TELLING_LINE_CHARACTERS ||
        !promptLines.has(candidate) ||
        taskLines.has(candidate)
      )
        continue;
      if (!task.includes(candidate)) return JSON.stringify(shortenText(candidate));
    }
  }
  return '';
}
