/// <reference types="node" preserve="true" />
/**
 * Owns the public names of the library: the steps of the command line as functions. Rows in, evidence out
 * (`buildRow`, `buildItems`, `writeBuild`); evidence in, text out (`renderBlock`, `renderPrompt`); evidence in, rows of
 * a trainer out (`toRows`, `writeExport`). A bad row is a result; a file that cannot be read or written is an
 * `InputError` or `OutputError`. A runnable example: examples/library.ts.
 */

// Records.
export { type Evidence, evidenceSchema, SCHEMA_VERSION } from './model/evidence.js';
export {
  type Issue,
  type Outcome,
  REJECT_CODES,
  type Reject,
  rejectSchema,
  WARNING_CODES,
} from './model/issue.js';
export { BLOCK_STAGES, type BlockStage, type Stage, STAGES } from './model/stage.js';

// Building.
export { buildItems, type BuildItem, type BuildOptions, type BuildProgress } from './pipeline/build.js';
export { buildRow } from './pipeline/build-row.js';
export { type EvidenceRow, readEvidence } from './pipeline/evidence-rows.js';
export {
  makeBuildOptions,
  makeCheckOptions,
  makeExportOptions,
  makeRowOptions,
} from './pipeline/export-defaults.js';
export { type BuildResult, writeBuild, type WriteBuildOptions } from './pipeline/write-build.js';
export { findIngester, INGESTERS } from './ingest/registry.js';
export type { Ingester } from './ingest/ingester.js';

// Rendering and counting.
export { renderBlock } from './render/block.js';
export { DEFAULT_PROFILE, type Profile } from './render/profile.js';
export { parseProfile, ProfileError, profileFileSchema } from './render/profile-file.js';
export { findProfile, MINIMAL_PROFILE, PROFILES, SWE_LADDER_PROFILE } from './render/profiles.js';
export { appendBlock, renderPrompt } from './render/prompt.js';
export type { TokenCounter } from './tokens/counter.js';
export { loadCounter, TOKENIZER_NAMES } from './tokens/vocabularies.js';
export { findRecordLeaks } from './pipeline/record-guard.js';
export type { Leak } from './leak/guard.js';

// Exporting.
export { type Control, parseControl } from './export/control.js';
export type { Exporter, ExportRow } from './export/exporter.js';
export { type Framing, parseEvidenceTemplate, parsePromptTemplate } from './export/framing.js';
export { ExportPlanError } from './export/plan-error.js';
export { EXPORTERS, findExporter } from './export/registry.js';
export { rowMetadataSchema } from './export/row-fields.js';
export { parseSchedule, type Schedule, scheduleSchema } from './export/schedule.js';
export { type SettingsFile, settingsSchema } from './export/settings-file.js';
export { assignSplit, parseSplit } from './export/split.js';
export type { ExportTarget, RowOptions } from './pipeline/export-options.js';
export { toRows } from './pipeline/export-rows.js';
export { type ExportResult, writeExport, type WriteExportOptions } from './pipeline/write-export.js';

// Checking, and keeping a test set out.
export { checkFiles, type CheckOptions } from './pipeline/check-files.js';
export { Exclusion } from './pipeline/exclusion.js';
export { FINDING_CODES } from './model/finding.js';

// Agent runs.
export { readTrajectory, type TrajectoryResult } from './trajectory/dialect.js';
export { type RoutedStep, routeTrajectory } from './trajectory/router.js';
export { DEFAULT_ROUTER_OPTIONS, ROUTER_OPTIONS, type RouterOptions } from './trajectory/router-option.js';
export { diagnoseRun, type DiagnosisInput } from './trajectory/diagnosis.js';
export { readReport, type ReportResult } from './trajectory/report-flavour.js';
export type { ReportInput } from './trajectory/report-input.js';
export { type FeedbackResult, makeFeedback } from './trajectory/feedback.js';
export { renderFeedback } from './trajectory/feedback-text.js';

// Errors of files and environment.
export { InputError } from './io/input-error.js';
export { OutputError } from './io/output-error.js';
export { TokenizerError } from './tokens/tokenizer-error.js';
export { TOOL_VERSION } from './version.js';
