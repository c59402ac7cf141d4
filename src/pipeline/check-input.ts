/**
 * Owns which files a `check` looks at, and what stands beside them: manifest.json, settings.json (of a single file: in
 * `__settings__`), schedule.json.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { z } from 'zod';
import { type Schedule, scheduleSchema } from '../export/schedule.js';
import { parseSettings, type SettingsFile, settingsSchema } from '../export/settings-file.js';
import { parseJson } from '../check/row-reader.js';
import { describeReadFailure, InputError, readSystemCode } from '../io/input-error.js';
import { settingsPathOf } from './export-papers.js';
import { manifestSchema } from './manifest.js';

const ROW_FILE = /\.(?:(?:jsonl|ndjson)(?:\.(?:gz|zst|zstd))?|parquet)$/i;

export interface CheckFile {
  /** As it is named in findings. */
  readonly path: string;
  /** The folder that was named, "" when the file itself was. */
  readonly folder: string;
}

/** The files of all inputs; of a folder the row files in it and below, hidden ones left out. Errors: `InputError`. */
export async function listCheckFiles(inputs: readonly string[]): Promise<CheckFile[]> {
  const files: CheckFile[] = [];
  for (const input of inputs) {
    if (input === '-' || !(await isFolder(input))) files.push({ path: input, folder: '' });
    else for (const path of await listFolder(input)) files.push({ path, folder: input });
  }
  return files;
}

/** Bytes of a file, 0 for standard input. Errors: `InputError`. */
export async function sizeOf(path: string): Promise<number> {
  if (path === '-') return 0;
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw describeReadFailure(path, error);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw describeReadFailure(path, error);
  }
}

async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = names.filter(
    (name) => ROW_FILE.test(name) && !name.split(sep).some((part) => part.startsWith('.')),
  );
  if (found.length > 0) return found.sort().map((name) => join(folder, name));
  throw new InputError('input_empty', folder, 'a folder with .jsonl or .parquet files', 'none');
}

/** What a companion says about one file. */
export interface CompanionEntry {
  readonly companion: string;
  readonly sha256: string;
  readonly rows: number;
  /** "" when the companion does not say. */
  readonly stage: string;
}

export interface Companions {
  readonly settings: SettingsFile | null;
  /** The folder of settings.json, "" without one: settings of this file alone stand for no folder. */
  readonly settingsFolder: string;
  readonly entry: CompanionEntry | null;
}

export interface CompanionFault {
  readonly path: string;
  readonly code: 'companion_invalid' | 'file_missing' | 'file_not_named';
  readonly message: string;
}

/** How far above a file its settings.json stands: `data/<stage>/<file>`. */
const LEVELS_ABOVE = 2;

/** Reads each companion once. */
export class CompanionFinder {
  readonly faults: CompanionFault[] = [];
  readonly #settings = new Map<string, SettingsFile | null>();
  /** Settings of single files; read to no purpose but that file's. */
  readonly #fileSettings = new Map<string, SettingsFile | null>();
  readonly #manifests = new Map<string, z.infer<typeof manifestSchema> | null>();
  readonly #schedules = new Map<string, Schedule | null>();

  /** What stands beside a file, and above it as far as an export's folder goes. */
  async find(path: string): Promise<Companions> {
    if (path === '-') return { settings: null, settingsFolder: '', entry: null };
    const own = await this.#read(this.#fileSettings, settingsPathOf(path), settingsSchema);
    const exported = own?.files.find(({ file }) => file === basename(path));
    if (own && exported) {
      const { sha256, rows, stage } = exported;
      const companion = relative(dirname(path), settingsPathOf(path)).split(sep).join('/');
      return { settings: own, settingsFolder: '', entry: { companion, sha256, rows, stage } };
    }
    for (let level = 0; level <= LEVELS_ABOVE; level += 1) {
      // As the user named the file, so that messages name companions alike.
      const folder = join(dirname(path), ...Array.from({ length: level }, () => '..'));
      const settings = await this.#read(this.#settings, join(folder, 'settings.json'), settingsSchema);
      const name = relative(folder, path).split(sep).join('/');
      const entry = settings?.files.find(({ file }) => file === name);
      if (settings && !entry && name.startsWith('data/')) {
        const message = `settings.json of ${folder} does not name it: loaders that take all files would read it, too`;
        this.faults.push({ path, code: 'file_not_named', message });
      }
      if (!settings || !entry) continue;
      const { sha256, rows, stage } = entry;
      await this.#checkSchedule(folder);
      return {
        settings,
        settingsFolder: resolve(folder),
        entry: { companion: 'settings.json', sha256, rows, stage },
      };
    }
    return { settings: null, settingsFolder: '', entry: await this.#findInManifest(path) };
  }

  /** Files that settings.json or manifest.json name and that are not there. */
  async checkFiles(): Promise<void> {
    const named = [
      ...[...this.#settings].map(([path, settings]) => ({ path, files: settings?.files ?? [] })),
      ...[...this.#manifests].map(([path, manifest]) => ({ path, files: manifest?.outputs ?? [] })),
      ...[...this.#schedules].map(([path, schedule]) => ({
        path,
        files: (schedule?.phases ?? []).flatMap((phase) => phase.files.map((file) => ({ file }))),
      })),
    ];
    for (const { path, files } of named) {
      for (const { file } of files) {
        if (await exists(join(dirname(path), file))) continue;
        this.faults.push({ path, code: 'file_missing', message: `${file} is named and not there` });
      }
    }
  }

  async #findInManifest(path: string): Promise<CompanionEntry | null> {
    const manifest = await this.#read(this.#manifests, join(dirname(path), 'manifest.json'), manifestSchema);
    const output = manifest?.outputs.find(({ file }) => file === basename(path));
    return output
      ? { companion: 'manifest.json', sha256: output.sha256, rows: output.lines, stage: '' }
      : null;
  }

  async #checkSchedule(folder: string): Promise<void> {
    await this.#read(this.#schedules, join(folder, 'schedule.json'), scheduleSchema, false);
  }

  /** Null when there is none, or it is not ours. */
  async #read<Value>(
    known: Map<string, Value | null>,
    path: string,
    schema: z.ZodType<Value>,
    isNamed = true,
  ): Promise<Value | null> {
    const before = known.get(path);
    if (before !== undefined) return before;
    const text = await readText(path);
    const value = text === null ? null : path.endsWith('.yaml') ? parseSettings(text) : parseJson(text);
    const parsed = schema.safeParse(value);
    // Other programs have files of these names: ours say so.
    const isOurs = value !== null && (!isNamed || value === undefined || namesUs(value));
    if (isOurs && !parsed.success) {
      const [issue] = parsed.error.issues;
      const message =
        value === undefined
          ? `it is not ${path.endsWith('.yaml') ? 'YAML' : 'JSON'}`
          : `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
      this.faults.push({ path, code: 'companion_invalid', message });
    }
    known.set(path, parsed.success ? parsed.data : null);
    return parsed.success ? parsed.data : null;
  }
}

const namesUs = (value: unknown): boolean => {
  const tool: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'tool') : undefined;
  return typeof tool === 'object' && tool !== null && Reflect.get(tool, 'name') === 'swe-evidence';
};

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR'].includes(readSystemCode(error))) return null;
    throw describeReadFailure(path, error);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
