import type { CostReport } from './cost-report.js';
export const renderPage = (report: CostReport): string => String(report.rows.length);
