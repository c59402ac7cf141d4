/** Owns the names of the dialects in which agent runs are written down. Reading each is dialect-*.ts. */

/** The dialects we read, in the order in which they are recognised. */
export const DIALECTS = [
  'r2e-gym',
  'r2e-gym-log',
  'openhands',
  'openhands-sdk',
  'swe-agent',
  'mini-swe-agent',
  'responses',
  'chat-tools',
  'chat-xml',
] as const;
export type Dialect = (typeof DIALECTS)[number];
