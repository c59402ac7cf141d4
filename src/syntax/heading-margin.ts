/** Owns what a definition's line tells of its column once its indentation is lost, as in git's headings. */

/** Languages whose functions stand at the left margin as a rule. */
export const FLAT_LANGUAGES: ReadonlySet<string> = new Set(['c', 'cpp', 'go']);

/** A method of Python: it stands one step inside of its class. */
export const takesSelf = (line: string): boolean => /\(\s*(?:self|cls)\b/.test(line);
