/** Owns how text gets into the page: everything that comes from outside is escaped here and nowhere else. */

/** Markup that is safe to stand in the page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Part = Markup | string | number | readonly Part[];

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for element content and for quoted attributes. */
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => REPLACEMENTS[character] ?? character);

/** Template tag: what is put in is escaped unless it is Markup; lists are joined. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let out = strings[0] ?? '';
  parts.forEach((part, index) => {
    out += toText(part) + (strings[index + 1] ?? '');
  });
  return new Markup(out);
}

function toText(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeText(part);
  return typeof part === 'number' ? String(part) : part.map(toText).join('');
}

/** Data for a script element: JSON in which nothing can close the element. */
export const embedJson = (value: unknown): Markup =>
  new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
