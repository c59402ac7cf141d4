/** Owns the list of schemas that are published as JSON Schema in schemas/. */
import { z } from 'zod';
import { primeInfoSchema, primeWideInfoSchema } from './export/prime.js';
import { EXPORT_SCHEMAS } from './export/registry.js';
import { rowMetadataSchema } from './export/row-fields.js';
import { scheduleSchema } from './export/schedule.js';
import { settingsSchema } from './export/settings-file.js';
import { evidenceSchema } from './model/evidence.js';
import { checkReportSchema } from './model/finding.js';
import { rejectSchema } from './model/issue.js';
import { manifestSchema } from './pipeline/manifest.js';
import { diagnosisReportSchema } from './pipeline/trajectory-diagnosis.js';
import { feedbackRowSchema } from './export/feedback-row.js';
import { feedbackLineSchema } from './pipeline/trajectory-feedback.js';
import { routeLineSchema } from './pipeline/trajectory-route.js';
import { profileFileSchema } from './render/profile-file.js';
import { stageSpanSchema } from './trajectory/route-row.js';

export const SCHEMAS = {
  evidence: evidenceSchema,
  reject: rejectSchema,
  manifest: manifestSchema,
  check: checkReportSchema,
  ...EXPORT_SCHEMAS,
  'export-prime-info': primeInfoSchema,
  'export-prime-wide-info': primeWideInfoSchema,
  'export-metadata': rowMetadataSchema,
  'export-settings': settingsSchema,
  'export-schedule': scheduleSchema,
  profile: profileFileSchema,
  'route-row': routeLineSchema,
  'stage-span': stageSpanSchema,
  diagnosis: diagnosisReportSchema,
  feedback: feedbackLineSchema,
  'feedback-row': feedbackRowSchema,
} as const satisfies Record<string, z.ZodType>;

/** The JSON Schema (draft 2020-12) of a model. */
export const toJsonSchema = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { target: 'draft-2020-12' });
