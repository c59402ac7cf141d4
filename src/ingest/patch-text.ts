/** Owns the two things that are done to the text of a stored diff before it is read. Otherwise it is verbatim. */

/** The diff without a `<patch>…</patch>` frame, "" for blank text, and with a final line break. */
export function cleanPatchText(text: string): string {
  const inner = unwrapPatch(text);
  if (inner.trim() === '') return '';
  return inner.endsWith('\n') ? inner : `${inner}\n`;
}

/** SWT-bench's retrieval variants put the code patch between tags on lines of their own. */
function unwrapPatch(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith('<patch>')) return text;
  const end = start.lastIndexOf('</patch>');
  if (end < 0 || start.slice(end + '</patch>'.length).trim() !== '') return text;
  return start.slice('<patch>'.length, end).replace(/^\r?\n/, '');
}
