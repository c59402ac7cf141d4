/** Owns which repository, branch and commit names from a dataset are acceptable at all. */

const PART = /^[A-Za-z0-9_.][A-Za-z0-9_.+-]{0,199}$/;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const ABBREVIATION = /^[0-9a-f]{7,63}$/;
/** What git-check-ref-format(1) forbids anywhere in a name, plus all that is not a visible character. */
const BRANCH_FORBIDDEN = /[\p{C}\p{Z}~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/u;

/** A validated name. `owner` is "" when the dataset gives the short name only (R2E-Gym). */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/**
 * Reads `owner/name` or a short `name`; null when it is anything else. No part can be `.`, `..` or `.git`, begin
 * with `-`, or hold a separator, so that a path joined from the parts stays below its folder.
 */
export function readRepositoryName(repo: string): RepositoryName | null {
  const parts = repo.split('/', 3);
  if (parts.length > 2 || !parts.every(isPart)) return null;
  const [first = '', second] = parts;
  return second === undefined ? { owner: '', name: first } : { owner: first, name: second };
}

/** Forty or sixty-four lower-case hexadecimal digits. */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Seven or more lower-case hexadecimal digits that are not a whole id. Seven = git's own shortest display. */
export function isAbbreviation(text: string): boolean {
  return ABBREVIATION.test(text) && !OBJECT_ID.test(text);
}

/** A name that may stand after `refs/heads/`. Source: git-check-ref-format(1); a leading `-` is refused as well. */
export function isBranchName(text: string): boolean {
  return text.length > 0 && text.length <= 500 && !/^[-./]|[./]$/.test(text) && !BRANCH_FORBIDDEN.test(text);
}

function isPart(part: string): boolean {
  const lower = part.toLowerCase();
  return PART.test(part) && lower !== '.' && lower !== '..' && lower !== '.git';
}
