/** Owns the keys by which costs are grouped. */

/** What costs can be grouped by. `stage`: one row per block over everything. */
export const REPORT_KEYS = ['corpus', 'repo', 'language', 'stage'] as const;
export type ReportKey = (typeof REPORT_KEYS)[number];
