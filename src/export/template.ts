/**
 * Owns the templates a user may hand in: text with `{name}` placeholders. Values are put in in one pass, so braces in a
 * value mean nothing; a brace of the template itself is doubled, as in Python's format.
 */
import { ExportPlanError } from './plan-error.js';

/** A template, cut at its placeholders: literal text at even places, names at odd ones. */
export interface Template {
  readonly parts: readonly string[];
}

/** The values a template may name, each with what it is. */
export type Placeholders = Readonly<Record<string, string>>;

/**
 * Reads a template; one final line feed does not count, since editors add it.
 * @param where names the template in messages, e.g. `--prompt-template prompt.txt`
 * @throws ExportPlanError for an unknown placeholder, a brace that stands alone, or one of `required` that is missing
 */
export function parseTemplate(
  text: string,
  where: string,
  known: Placeholders,
  required: readonly (readonly string[])[],
): Template {
  const source = text.replace(/\r?\n$/, '');
  const parts: string[] = [''];
  for (let at = 0; at < source.length;) {
    const open = nextBrace(source, at);
    const last = parts.length - 1;
    parts[last] = `${parts[last] ?? ''}${source.slice(at, open)}`;
    if (open === source.length) break;
    const brace = source.charAt(open);
    if (source.charAt(open + 1) === brace) {
      parts[last] += brace;
      at = open + 2;
      continue;
    }
    const close = source.indexOf('}', open);
    const name = brace === '{' && close !== -1 ? source.slice(open + 1, close) : '';
    if (!Object.hasOwn(known, name)) throw refusePlaceholder(source, open, name, where, known);
    parts.push(name, '');
    at = close + 1;
  }
  const names = new Set(parts.filter((_, index) => index % 2 === 1));
  for (const choices of required) {
    if (!choices.some((name) => names.has(name))) {
      throw new ExportPlanError(
        `${where}: expected ${choices.map((name) => `{${name}}`).join(' or ')} in it`,
      );
    }
  }
  return { parts };
}

/** The template with its values. */
export function fillTemplate({ parts }: Template, values: Readonly<Record<string, string>>): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? ''))).join('');
}

function nextBrace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at) !== '{' && text.charAt(at) !== '}') at += 1;
  return at;
}

function refusePlaceholder(
  source: string,
  at: number,
  name: string,
  where: string,
  known: Placeholders,
): ExportPlanError {
  const line = source.slice(0, at).split('\n').length;
  const isName = /^[A-Za-z_]\w*$/.test(name);
  const found = isName ? `{${name}}` : `a single "${source.charAt(at)}"`;
  const hint = isName ? '' : ' (a brace of the text is written twice)';
  const names = Object.entries(known)
    .map(([key, meaning]) => `  {${key}}  ${meaning}`)
    .join('\n');
  return new ExportPlanError(`${where}, line ${line}: found ${found}${hint}; expected one of\n${names}`);
}
