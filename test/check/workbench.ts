/** The example exported in every format, in a temporary folder, for planting faults into single rows and files. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { findCheckFormat } from '../../src/check/format.js';
import { MATCHED, parseControl } from '../../src/export/control.js';
import type { Exporter } from '../../src/export/exporter.js';
import { NO_FRAMING } from '../../src/export/framing.js';
import { findExporter } from '../../src/export/registry.js';
import { ONE_SPLIT } from '../../src/export/split.js';
import type { CheckReport } from '../../src/model/finding.js';
import { STAGES } from '../../src/model/stage.js';
import { type CheckOptions, checkFiles } from '../../src/pipeline/check-files.js';
import { makeExportOptions } from '../../src/pipeline/export-defaults.js';
import { writeBuild } from '../../src/pipeline/write-build.js';
import { writeExport, type WriteExportOptions } from '../../src/pipeline/write-export.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { SHELF_PATH } from '../support/shelf.js';

export type JsonRow = Record<string, unknown>;

const COUNTER = loadCounter('qwen3');

const BUILD = {
  ingester: null,
  counter: COUNTER,
  profile: DEFAULT_PROFILE,
  overrides: { testGlobs: [], sourceGlobs: [] },
  limit: Infinity,
  only: new Set<string>(),
  carry: [],
};

function exporterOf(trainer: string): Exporter {
  const exporter = findExporter(trainer);
  if (!exporter) throw new Error(`no exporter ${trainer}`);
  return exporter;
}

/** A temporary folder with the example's evidence in `ev/` and exports made when first asked for. */
export class Workbench {
  readonly folder = mkdtempSync(join(tmpdir(), 'check-'));
  readonly #exports = new Map<string, string>();
  #copies = 0;

  async open(): Promise<void> {
    await writeBuild([SHELF_PATH], join(this.folder, 'ev'), BUILD);
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  get evidence(): string {
    return join(this.folder, 'ev', 'evidence.jsonl');
  }

  /** The folder of an export; a fresh copy each time, so that it may be spoilt. */
  async export(
    trainer: string,
    changes: Partial<WriteExportOptions> & { controlName?: string } = {},
  ): Promise<string> {
    const { controlName, ...options } = changes;
    const key = JSON.stringify([trainer, controlName, options]);
    const made = this.#exports.get(key) ?? (await this.#make(trainer, controlName, options));
    this.#exports.set(key, made);
    const copy = this.#newFolder();
    cpSync(made, copy, { recursive: true });
    return copy;
  }

  /** Exports all stages to a single file; returns the path of its settings. */
  async exportFile(
    trainer: string,
    path: string,
    fileFormat: WriteExportOptions['fileFormat'] = 'jsonl',
  ): Promise<string> {
    const target = { kind: 'file', path } as const;
    const options = makeExportOptions(target, {
      counter: COUNTER,
      fileFormat,
      exporter: exporterOf(trainer),
    });
    return (await writeExport([this.evidence], options)).settingsPath;
  }

  /** A copy of the folder with the evidence. */
  copyEvidence(): string {
    const copy = this.#newFolder();
    cpSync(join(this.folder, 'ev'), copy, { recursive: true });
    return copy;
  }

  /** Writes a file of its own, without companions, and returns its path. */
  write(name: string, text: string | Uint8Array): string {
    const path = join(this.#newFolder(), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  #newFolder(): string {
    this.#copies += 1;
    const path = join(this.folder, `copy-${this.#copies}`);
    mkdirSync(path);
    return path;
  }

  async #make(
    trainer: string,
    controlName: string | undefined,
    changes: Partial<WriteExportOptions>,
  ): Promise<string> {
    const exporter = exporterOf(trainer);
    const path = this.#newFolder();
    await writeExport([this.evidence], {
      ...BUILD,
      exporter,
      stages: STAGES,
      layout: 'long',
      fileFormat: 'jsonl',
      target: { kind: 'folder', path },
      framing: NO_FRAMING,
      control: controlName === undefined ? MATCHED : parseControl(controlName),
      seed: 0,
      withGold: false,
      agent: '',
      split: ONE_SPLIT,
      splitBy: 'instance',
      shardRows: Infinity,
      schedule: null,
      ...changes,
    });
    return path;
  }
}

/** Runs a check as the command does. */
export const check = (
  files: readonly string[],
  options: Partial<Omit<CheckOptions, 'format'>> & { as?: string } = {},
): Promise<CheckReport> => {
  const { as, ...rest } = options;
  return checkFiles(files, {
    format: as === undefined ? null : (findCheckFormat(as) ?? null),
    against: [],
    isStrict: false,
    loadCounter: (name) => (name === COUNTER.name ? COUNTER : null),
    ...rest,
  });
};

export const readJsonl = (path: string): JsonRow[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonRow);

export const encodeRows = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Found codes with their counts. */
export const codesOf = (report: CheckReport): Record<string, number> =>
  Object.fromEntries(report.findings.map(({ code, count }) => [code, count]));
