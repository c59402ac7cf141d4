/**
 * Owns which file names a section header means: quoting, TABs and time stamps, and the prefixes `a/ b/`, `i/ w/`, none.
 * Reading the header lines themselves is done in header.ts.
 */
import { readQuotedPath, unquotePath } from './quote.js';

/** A name as a `---` or `+++` line gives it. `name` is null for /dev/null (and for a time stamp at the epoch). */
export interface SideName {
  readonly name: string | null;
  readonly epoch: boolean;
}

export interface NamePair {
  readonly old: string;
  readonly new: string;
}

// `git diff -R` swaps the prefixes, so each pair counts both ways. Source: git-config(1), diff.mnemonicPrefix.
const KNOWN_PREFIXES = new Set(['ab', 'iw', 'ci', 'cw', 'ow', '12', 'ba', 'wi', 'ic', 'wc', 'wo', '21']);

const SPACED_TIMESTAMP = /\s\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?(?: [-+]\d\d:?\d\d)?$/;
const EPOCH = /^(19(?:69|70)-\d\d-\d\d) (\d\d):(\d\d):00(?:\.0{1,9})? ([-+])(\d\d):?(\d\d)$/;

/**
 * Reads what follows `--- ` or `+++ `. A quoted name ends at its quote, any other at the first TAB; a plain diff
 * (`plain`) may also carry a time stamp after blanks. Returns null when the quoting is broken.
 */
export function readSideName(rest: string, plain: boolean): SideName | null {
  if (rest.startsWith('"')) {
    const quoted = readQuotedPath(rest, 0);
    if (quoted === null) return null;
    return { name: quoted.path, epoch: plain && isEpoch(rest.slice(quoted.end).trim()) };
  }
  const tab = rest.indexOf('\t');
  let name = tab >= 0 ? rest.slice(0, tab) : rest;
  let stamp = tab >= 0 ? rest.slice(tab + 1).trim() : '';
  if (plain && tab < 0) {
    // Only the end of the line can hold a time stamp; the pattern must not wander over a long name.
    const tail = name.slice(-48);
    const match = SPACED_TIMESTAMP.exec(tail);
    if (match) {
      stamp = match[0].trim();
      name = name.slice(0, name.length - tail.length + match.index).trimEnd();
    }
  }
  if (name === '/dev/null') return { name: null, epoch: false };
  return { name, epoch: plain && isEpoch(stamp) };
}

/** `diff -N` marks a file that is not there by a time stamp of 0 seconds since 1970. Source: git, apply.c. */
function isEpoch(stamp: string): boolean {
  const match = EPOCH.exec(stamp);
  if (!match) return false;
  const [, date, hour, minute, sign, zoneHour, zoneMinute] = match;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  const base = date === '1970-01-01' ? 0 : date === '1969-12-31' ? -1440 : Number.NaN;
  return base + Number(hour) * 60 + Number(minute) - zone === 0;
}

/**
 * Takes the prefixes off two names of one file. Null when they are not two prefixed forms of the same name.
 * Equal names carry no prefix (`--no-prefix`); of two prefixes unknown to git, what the names share from a `/` on is kept.
 */
export function stripPrefixes(oldName: string, newName: string): NamePair | null {
  if (oldName === newName) return { old: oldName, new: newName };
  if (hasKnownPrefixes(oldName, newName)) {
    return oldName.slice(2) === newName.slice(2) ? { old: oldName.slice(2), new: newName.slice(2) } : null;
  }
  const tail = sharedTail(oldName, newName);
  return tail === '' ? null : { old: tail, new: tail };
}

/** True for `a/… b/…` and git's mnemonic pairs, in either order. */
export function hasKnownPrefixes(oldName: string, newName: string): boolean {
  return oldName[1] === '/' && newName[1] === '/' && KNOWN_PREFIXES.has(`${oldName[0]}${newName[0]}`);
}

function sharedTail(first: string, second: string): string {
  let shared = 0;
  while (
    shared < first.length &&
    shared < second.length &&
    first[first.length - 1 - shared] === second[second.length - 1 - shared]
  )
    shared++;
  const tail = first.slice(first.length - shared);
  const slash = tail.indexOf('/');
  return slash < 0 ? '' : tail.slice(slash + 1);
}

/** Prefixes of different lengths move the blank between two names off the middle of the line, but not further than this. */
const MOST_PREFIX_DIFFERENCE = 64;

/**
 * Splits what follows `diff --git ` into its two names, prefixes still on. `known` is the new name as a `+++` line
 * gave it (or the old one of a deletion), a help where blanks make the line ambiguous. Null when it cannot be told.
 *
 * Two unquoted names of one file with prefixes of one length are equally long, so the blank in the very middle parts
 * them: `a/dir b/x b/dir b/x`. Trying every blank of the line would be quadratic and could pick a wrong one.
 */
export function splitGitLine(rest: string, known: string | null): NamePair | null {
  if (rest.startsWith('"')) {
    const first = readQuotedPath(rest, 0);
    if (first === null || rest[first.end] !== ' ') return null;
    const second = unquotePath(rest.slice(first.end + 1));
    return second === null ? null : { old: first.path, new: second };
  }
  if (rest.endsWith('"')) {
    const open = rest.indexOf(' "');
    const second = open < 0 ? null : unquotePath(rest.slice(open + 1));
    return second === null ? null : { old: rest.slice(0, open), new: second };
  }
  const middle = (rest.length - 1) / 2;
  const halves = Number.isInteger(middle) && rest[middle] === ' ' ? splitAt(rest, middle) : null;
  if (halves !== null && stripPrefixes(halves.old, halves.new) !== null) return halves;
  if (known !== null) {
    if (rest.endsWith(` ${known}`)) return splitAt(rest, rest.length - known.length - 1);
    if (rest.startsWith(`${known} `)) return splitAt(rest, known.length);
  }
  return splitNearMiddle(rest, Math.floor(middle));
}

/** Of the blanks near the middle, the one whose two names share most. */
function splitNearMiddle(rest: string, middle: number): NamePair | null {
  let best: NamePair | null = null;
  let bestLength = 0;
  const last = Math.min(rest.length - 1, middle + MOST_PREFIX_DIFFERENCE / 2);
  for (let blank = Math.max(1, middle - MOST_PREFIX_DIFFERENCE / 2); blank < last; blank++) {
    if (rest[blank] !== ' ') continue;
    const pair = splitAt(rest, blank);
    const shared = stripPrefixes(pair.old, pair.new)?.new.length ?? 0;
    if (shared > bestLength) {
      best = pair;
      bestLength = shared;
    }
  }
  return best;
}

function splitAt(rest: string, blank: number): NamePair {
  return { old: rest.slice(0, blank), new: rest.slice(blank + 1) };
}
