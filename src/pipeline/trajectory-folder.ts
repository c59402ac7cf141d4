/** Owns which files of a folder may hold runs: run files in any depth, and the event files of one OpenHands SDK conversation as one unit. */
import { readdir } from 'node:fs/promises';
import { describeReadFailure } from '../io/input-error.js';

/** One thing to read: a file, or the event files of a conversation in the order of their numbers. */
export type FolderUnit =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'events'; readonly folder: string; readonly paths: readonly string[] };

const RUN_FILE = /\.(?:traj|json|jsonl|ndjson|parquet|txt|log)(?:\.gz|\.zst|\.zstd)?$/i;
const EVENT_FILE = /^event-(\d{1,9})-.{0,100}\.json$/;
/** Run folders are `runs/<model>/<instance>/…`: deeper ones are a work tree that somebody kept. */
const MAX_DEPTH = 6;

/** Units of a folder and those below it, sorted by name (UTF-16 code units), files before folders. Hidden ones and links to folders are left alone. */
export async function* listFolderUnits(folder: string, depth = 0): AsyncGenerator<FolderUnit> {
  const place = folder.replace(/[/\\]+$/, '') || folder;
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw describeReadFailure(folder, error);
  });
  const visible = entries.filter(({ name }) => !name.startsWith('.'));
  const files = visible
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  const events = files.filter((name) => EVENT_FILE.test(name));
  if (events.length > 0) {
    const order = (name: string): number => Number(EVENT_FILE.exec(name)?.[1] ?? '0');
    const sorted = events.toSorted((left, right) => order(left) - order(right));
    yield { kind: 'events', folder: place, paths: sorted.map((name) => `${place}/${name}`) };
  } else {
    for (const name of files) if (RUN_FILE.test(name)) yield { kind: 'file', path: `${place}/${name}` };
  }
  if (depth >= MAX_DEPTH) return;
  const folders = visible
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  for (const name of folders) yield* listFolderUnits(`${place}/${name}`, depth + 1);
}
