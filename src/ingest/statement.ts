/** Owns taking a problem statement out of the wrappers that corpora put around it. The words stay as they are. */
import { decodeJson, isRow } from './field-reader.js';

/**
 * Takes off a JSON quoting of the whole text and an `[ISSUE]…[/ISSUE]` frame with its line breaks.
 * Source: SWE-bench Pro rows (quoted), R2E-Gym rows (frame).
 */
export function unwrapStatement(text: string): string {
  return unwrapFrame(unquoteText(text));
}

/** A text that is one JSON string, decoded; any other text as it is. */
export function unquoteText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return text;
  const decoded = decodeJson(trimmed);
  return typeof decoded === 'string' ? decoded : text;
}

function unwrapFrame(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[ISSUE]') || !trimmed.endsWith('[/ISSUE]')) return text;
  if (trimmed.length < '[ISSUE][/ISSUE]'.length) return text;
  return trimmed
    .slice('[ISSUE]'.length, -'[/ISSUE]'.length)
    .replace(/^\r?\n/, '')
    .replace(/\r?\n$/, '');
}

/**
 * Joins issues (title, body) to one statement: title, line break, body; a blank line between issues.
 * Takes a list of objects or a struct of lists. Issues without any text are left out.
 * Source: the way SWE-bench builds `problem_statement` from the linked issues.
 */
export function joinIssues(value: unknown): string {
  return listIssues(value)
    .map(({ title, body }) => [title, body].filter((part) => part !== '').join('\n'))
    .filter((text) => text !== '')
    .join('\n\n');
}

interface IssueText {
  readonly title: string;
  readonly body: string;
}

function listIssues(value: unknown): IssueText[] {
  if (Array.isArray(value)) {
    return value.filter(isRow).map((issue) => ({ title: asText(issue.title), body: asText(issue.body) }));
  }
  if (!isRow(value)) return [];
  const titles: unknown[] = Array.isArray(value.title) ? value.title : [];
  const bodies: unknown[] = Array.isArray(value.body) ? value.body : [];
  const count = Math.max(titles.length, bodies.length);
  return Array.from({ length: count }, (_, index) => ({
    title: asText(titles[index]),
    body: asText(bodies[index]),
  }));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
