/** Owns the error for an export that cannot be: a template, split, schedule, control or profile that makes no sense. */
export class ExportPlanError extends Error {
  override readonly name = 'ExportPlanError';
}
