/** Owns telling that a line is one of a comment, by its first characters. */

const SLASHES = /^\s*(?:\/\/|\/\*|\*)/;
const HASH = /^\s*#/;
const HASH_LANGUAGES = /^(?:python|ruby|php)$/i;

/** A line of a comment. In the languages of C a `#` opens a directive. */
export const isCommentLine = (line: string, language: string): boolean =>
  SLASHES.test(line) || (HASH_LANGUAGES.test(language) && HASH.test(line));
