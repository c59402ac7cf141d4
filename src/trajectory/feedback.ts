/**
 * Owns the feedback block's facts: what failed in a verified attempt, and where that is known from. No reference patch, no
 * suggestion. Words are put around the facts in feedback-text.ts; what must not be shown is judged outside, on listFeedbackValues.
 * Source: OPRD C.2.
 */
import { z } from 'zod';
import { listRefusals, REFUSALS } from './eligibility.js';
import type { Refusal } from './eligibility.js';
import { baseName } from './file-kind.js';
import { listTouchedFiles } from './patch-paths.js';
import { REPORT_FLAVOURS } from './report.js';
import type { RunReport, TestOutcome } from './report.js';
import { chooseSignals, signalSchema } from './signal.js';
import type { Signal } from './signal.js';
import { readTestLog } from './test-log.js';

const countSchema = z.strictObject({ pass: z.int().min(0), pending: z.int().min(0), fail: z.int().min(0) });

export const feedbackSchema = z
  .strictObject({
    instance_id: z.string(),
    flavour: z.enum(REPORT_FLAVOURS),
    sources: z.array(z.string()).describe('What the feedback was read from.'),
    counts: countSchema.describe('Listed tests. pending = without a result.'),
    fail_to_pass: countSchema,
    pass_to_pass: countSchema,
    lists_known: z
      .boolean()
      .describe('False: no listed tests were at hand, the counts are those of all tests seen failing.'),
    pending_known: z
      .boolean()
      .describe('False: no log was at hand, tests without a result stand under fail.'),
    message: z.string().describe('The harness\'s own words, or "".'),
    touched_files: z.array(
      z.strictObject({
        path: z.string(),
        scratch: z.boolean().describe("A file of the attempt's own that no source is: a script at the root."),
      }),
    ),
    signals: z.array(signalSchema).max(5).describe('Causes of many failures first.'),
    signals_withheld: z
      .int()
      .min(0)
      .describe('Signals left out because they would show something of the reference repair.'),
  })
  .describe('What one verified attempt got wrong.');
export type Feedback = z.infer<typeof feedbackSchema>;

export interface FeedbackRefusal {
  readonly code: Refusal;
  readonly message: string;
}
/** What an attempt failed on, or the reasons why it gives no feedback. */
export type FeedbackResult =
  | { readonly ok: true; readonly feedback: Feedback }
  | { readonly ok: false; readonly refusals: readonly FeedbackRefusal[] };

export interface FeedbackInput {
  readonly log?: string;
  /** The attempt's patch: names the touched files. */
  readonly patch?: string;
  /** Paths that the agent edited. When given, files of the patch that no step edited (changes of the image) are left out. */
  readonly editedFiles?: ReadonlySet<string>;
}

const count = (outcome: TestOutcome): Feedback['counts'] => ({
  pass: outcome.passed.length,
  pending: outcome.pending.length,
  fail: outcome.failed.length,
});

const add = (a: Feedback['counts'], b: Feedback['counts']): Feedback['counts'] => ({
  pass: a.pass + b.pass,
  pending: a.pending + b.pending,
  fail: a.fail + b.fail,
});

/** Feedback of an attempt, or every reason why it gives none. */
export function makeFeedback(report: RunReport, input: FeedbackInput): FeedbackResult {
  const touched = listTouched(input);
  const refusals = new Set(listRefusals(report));
  // Once files that no step edited are taken out, nothing may be left.
  if (input.patch !== undefined && input.editedFiles !== undefined && touched.length === 0)
    refusals.add('empty_patch');
  if (refusals.size > 0) {
    return {
      ok: false,
      refusals: [...refusals].map((code) => ({ code, message: describeRefusal(code, report) })),
    };
  }
  const failToPass = count(report.fail_to_pass);
  const passToPass = count(report.pass_to_pass);
  return {
    ok: true,
    feedback: {
      instance_id: report.instance_id,
      flavour: report.flavour,
      sources: [...report.sources],
      counts: add(failToPass, passToPass),
      fail_to_pass: failToPass,
      pass_to_pass: passToPass,
      lists_known: report.lists_known,
      pending_known: report.pending_known,
      message: report.message,
      touched_files: touched,
      signals: chooseSignals({
        lines: input.log === undefined ? [] : readTestLog(input.log).lines,
        failToPass: report.fail_to_pass.failed,
        passToPass: report.pass_to_pass.failed,
        pending: [...report.fail_to_pass.pending, ...report.pass_to_pass.pending],
        touched: touched.map((file) => file.path),
      }),
      signals_withheld: 0,
    },
  };
}

function describeRefusal(code: Refusal, report: RunReport): string {
  return code === 'infrastructure' && report.infrastructure !== ''
    ? `${REFUSALS[code]}: ${report.infrastructure}`
    : REFUSALS[code];
}

function listTouched({ patch, editedFiles }: FeedbackInput): Feedback['touched_files'] {
  const files = listTouchedFiles(patch ?? '').filter(
    (file) => editedFiles === undefined || editedFiles.has(file.path) || editedFiles.has(file.oldPath),
  );
  return files.map((file) => ({
    path: file.path,
    scratch:
      !file.path.includes('/') &&
      /\.(?:py|sh|js|txt|log|sql)$/.test(file.path) &&
      !/^(?:setup|conftest|manage)\.py$/.test(baseName(file.path)),
  }));
}

/** The feedback without the signals for which `mustHide` is true; how many went is kept. */
export function withholdSignals(feedback: Feedback, mustHide: (signal: Signal) => boolean): Feedback {
  const signals = feedback.signals.filter((signal) => !mustHide(signal));
  return {
    ...feedback,
    signals,
    signals_withheld: feedback.signals_withheld + feedback.signals.length - signals.length,
  };
}

/** Every text of the feedback that comes from the attempt or its log: what a leak guard has to look at, line by line. */
export function listFeedbackValues(feedback: Feedback): string[] {
  const values = [feedback.message, ...feedback.touched_files.map((file) => file.path)];
  for (const signal of feedback.signals) values.push(signal.test, signal.type, signal.message, signal.file);
  return values.flatMap((value) => value.split('\n')).filter((line) => line !== '');
}
