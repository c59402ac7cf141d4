/**
 * Owns the names in an agent's patch: which files a diff text (or an `apply_patch` text) touches. It is forgiving, since such patches
 * are cut, re-encoded and hand-written; the strict reader is the diff room's.
 */

/** One touched file: the new-side path; for a deletion and as `oldPath` of a rename, the old-side one. */
export interface TouchedFile {
  readonly path: string;
  readonly oldPath: string;
  readonly deleted: boolean;
}

const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;
const ENVELOPE = /^\*\*\* (Update|Add|Delete) File: (.{1,1000})$/;

function cleanName(name: string): string {
  const bare = name.split('\t', 1)[0]?.trim() ?? '';
  const unquoted = bare.startsWith('"') && bare.endsWith('"') ? bare.slice(1, -1) : bare;
  return unquoted === '/dev/null' ? '' : unquoted.replace(/^[ab]\//, '');
}

/**
 * Files touched by a diff, in order, each once. Hunk bodies are skipped by their counts, so that a removed `-- x` is no header.
 * Source: git-diff(1); `*** Update File:` of the apply_patch tool.
 */
export function listTouchedFiles(patch: string): TouchedFile[] {
  const found = new Map<string, TouchedFile>();
  const keep = (path: string, oldPath: string, deleted: boolean): void => {
    if (path !== '' && !found.has(path)) found.set(path, { path, oldPath, deleted });
  };
  let header = { from: '', to: '', oldName: '', newName: '', section: false };
  const close = (): void => {
    const oldName = header.oldName === '' ? header.from : header.oldName;
    const newName = header.newName === '' ? header.to : header.newName;
    if (header.section) keep(newName === '' ? oldName : newName, oldName, newName === '');
    header = { from: '', to: '', oldName: '', newName: '', section: false };
  };
  let oldLeft = 0;
  let newLeft = 0;
  for (const line of patch.split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (oldLeft > 0 || newLeft > 0) {
      if (!text.startsWith('+')) oldLeft -= text.startsWith('\\') ? 0 : 1;
      if (!text.startsWith('-')) newLeft -= text.startsWith('\\') ? 0 : 1;
      continue;
    }
    const hunk = HUNK.exec(text);
    const envelope = ENVELOPE.exec(text);
    if (hunk !== null) {
      oldLeft = Number(hunk[1] ?? '1');
      newLeft = Number(hunk[2] ?? '1');
    } else if (envelope !== null) {
      keep(cleanName(envelope[2] ?? ''), cleanName(envelope[2] ?? ''), envelope[1] === 'Delete');
    } else if (text.startsWith('diff --git ')) {
      close();
      const names = splitGitNames(text.slice('diff --git '.length));
      header = { from: names.from, to: names.to, oldName: '', newName: '', section: true };
    } else if (text.startsWith('--- ')) {
      if (header.oldName !== '' || header.newName !== '' || !header.section) close();
      header.section = true;
      header.oldName = cleanName(text.slice(4));
    } else if (text.startsWith('+++ ')) {
      header.newName = cleanName(text.slice(4));
      // A deletion names /dev/null: without names from the header, the old one stands.
      if (header.newName === '') header.to = '';
    } else if (text.startsWith('rename from ')) header.oldName = cleanName(text.slice('rename from '.length));
    else if (text.startsWith('rename to ')) header.newName = cleanName(text.slice('rename to '.length));
    else if (text.startsWith('deleted file mode')) header.to = '';
  }
  close();
  return [...found.values()];
}

/** Both names of a `diff --git` line; a name with spaces is split where both halves agree. */
function splitGitNames(names: string): { from: string; to: string } {
  const half = (names.length - 1) / 2;
  if (Number.isInteger(half) && names[half] === ' ' && names.slice(2, half) === names.slice(half + 3)) {
    return { from: cleanName(names.slice(0, half)), to: cleanName(names.slice(half + 1)) };
  }
  const middle = names.indexOf(' b/');
  if (middle > 0) return { from: cleanName(names.slice(0, middle)), to: cleanName(names.slice(middle + 1)) };
  const [from = '', to = from] = names.split(' ');
  return { from: cleanName(from), to: cleanName(to) };
}

/** New-side paths of a patch text (old side for deletions). */
export function listPatchPaths(patch: string): string[] {
  return listTouchedFiles(patch).map((file) => file.path);
}
