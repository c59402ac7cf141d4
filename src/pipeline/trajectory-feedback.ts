/** Owns the feedback of one attempt: eligible or refused, kept from showing the reference fix, rendered, counted, and as an export row. */
import { z } from 'zod';
import type { FeedbackRow } from '../export/feedback-row.js';
import { decodeExtra, rolloutFields, toJsonText } from '../export/row-fields.js';
import { makeFeedbackGuard } from '../leak/feedback-guard.js';
import { sourcesOfRecord } from '../leak/sources.js';
import { collectVocabulary } from '../leak/vocabulary.js';
import type { Evidence } from '../model/evidence.js';
import { renderPrompt } from '../render/prompt.js';
import type { TokenCounter } from '../tokens/counter.js';
import { type Feedback, feedbackSchema, makeFeedback, withholdSignals } from '../trajectory/feedback.js';
import { FEEDBACK_PROFILE, renderFeedback } from '../trajectory/feedback-text.js';
import type { Attempt } from './trajectory-attempt.js';
import { type EvidenceIndex, listTests, normalizeId } from './trajectory-evidence.js';
import type { ReportProblem } from '../trajectory/report-flavour.js';
import type { SourceProblem } from './trajectory-problem.js';

const placeShape = {
  file: z.string().describe('The report or run file, relative to the folder that holds all inputs.'),
  row: z.int().min(0).describe('0-based number of the run in its file.'),
  instance_id: z.string(),
};

/** Why an attempt gives no feedback, or could not be read. */
export const feedbackRefusalSchema = z.strictObject({ code: z.string(), message: z.string() });

export const feedbackLineSchema = z
  .union([
    z.strictObject({
      ...placeShape,
      eligible: z.literal(true),
      feedback: feedbackSchema,
      block: z.string().describe('The rendered block: what the teacher sees at the next try.'),
      token_count: z.int().min(0).describe('Tokens of the block alone.'),
      checked: z.boolean().describe("True when the block was compared with the instance's reference fix."),
    }),
    z.strictObject({ ...placeShape, eligible: z.literal(false), refusals: z.array(feedbackRefusalSchema) }),
  ])
  .describe('One attempt: one line of `feedback --json`.');
export type FeedbackLine = z.infer<typeof feedbackLineSchema>;
export type EligibleLine = Extract<FeedbackLine, { eligible: true }>;

export interface FeedbackOptions {
  readonly evidence?: EvidenceIndex;
  readonly instance: string;
  readonly counter: TokenCounter;
  readonly nameFile: (file: string) => string;
}

export interface AttemptFeedback {
  readonly line: FeedbackLine;
  /** The evidence of the instance, when it is known. */
  readonly evidence: Evidence | undefined;
}

/** What became of an attempt; a file that is no report at all is rejected, not refused. */
export type Judgement = AttemptFeedback | { readonly problem: SourceProblem };

/** Judges one attempt. @throws InputError when one of its files cannot be read */
export async function judgeAttempt(attempt: Attempt, options: FeedbackOptions): Promise<Judgement> {
  const { source } = attempt;
  let evidence = await findEvidence(attempt.name, attempt, options);
  let loaded = await attempt.load(listTests(evidence));
  const named = loaded.report.ok ? normalizeId(loaded.report.named) : '';
  const meant = listMeant(attempt, options);
  if (named !== '' && meant.length > 0 && !meant.includes(named))
    return { line: refuseOther(named, meant[0] ?? '', attempt, options), evidence: undefined };
  if (named !== '' && options.instance === '' && named !== normalizeId(evidence?.instance_id ?? '')) {
    // The report names its instance; its folder names another one or none. Now its tests are known.
    const before = evidence;
    evidence = await findEvidence(named, attempt, { ...options, byPath: false });
    if (evidence !== before) loaded = await attempt.load(listTests(evidence));
  }
  const place = {
    file: options.nameFile(source.file),
    row: source.row,
    instance_id: evidence?.instance_id ?? (options.instance || named || attempt.name),
  };
  const { report } = loaded;
  if (!report.ok && report.problem.code === 'report_unknown' && !attempt.isRun)
    return { problem: { source, ...report.problem } };
  const result = report.ok ? makeFeedback(report.report, loaded) : refuseReport(report.problem);
  if (!result.ok) return { line: { ...place, eligible: false, refusals: [...result.refusals] }, evidence };
  const whole = { ...result.feedback, instance_id: place.instance_id };
  const feedback = evidence === undefined ? whole : hideFix(whole, evidence);
  const block = renderFeedback(feedback);
  const tokenCount = options.counter.count(block);
  const checked = evidence !== undefined;
  return { line: { ...place, eligible: true, feedback, block, token_count: tokenCount, checked }, evidence };
}

/** The instances that a report may name: the one that is asked for; of a run, its own too. Empty = any. */
function listMeant({ isRun, name }: Attempt, { instance }: FeedbackOptions): string[] {
  return [instance, isRun ? name : ''].map(normalizeId).filter((id) => id !== '');
}

/** A report of another instance says nothing about this one, and its block would be kept from the wrong fix. */
function refuseOther(
  named: string,
  meant: string,
  { isRun, source }: Attempt,
  { instance, nameFile }: FeedbackOptions,
): FeedbackLine {
  const whose = isRun && instance === '' ? `the run is of ${meant}` : `--instance says ${meant}`;
  return {
    file: nameFile(source.file),
    row: source.row,
    instance_id: meant,
    eligible: false,
    refusals: [{ code: 'other_instance', message: `the report is of ${named}, ${whose}` }],
  };
}

/** A run without a verdict is not verified. */
function refuseReport({ code, message }: ReportProblem): {
  readonly ok: false;
  readonly refusals: readonly z.infer<typeof feedbackRefusalSchema>[];
} {
  return { ok: false, refusals: [{ code: code === 'report_unknown' ? 'not_verified' : code, message }] };
}

async function findEvidence(
  name: string,
  { source }: Attempt,
  { evidence, instance, byPath = true }: FeedbackOptions & { readonly byPath?: boolean },
): Promise<Evidence | undefined> {
  const byName = await evidence?.find({ instanceId: name, source }, instance);
  if (!byPath) return byName?.evidence;
  // The name of a folder may be no id at all.
  return (byName ?? (await evidence?.find({ instanceId: '', source }, instance)))?.evidence;
}

/** The feedback without what would show a line of the reference fix: signals, and the harness's own words. */
function hideFix(feedback: Feedback, evidence: Evidence): Feedback {
  const findLine = makeFeedbackGuard(collectVocabulary(sourcesOfRecord(evidence)));
  const shows = (text: string): boolean => text.split('\n').some((line) => findLine(line) !== undefined);
  const kept = withholdSignals(
    feedback,
    ({ test, type, message, file }) =>
      shows(`${type}: ${message}`) || [test, type, message, file].some(shows),
  );
  return shows(kept.message) ? { ...kept, message: '' } : kept;
}

/** The row of an eligible attempt; `order` = its 1-based number among the attempts at its instance. Without evidence the fields of the task are "". */
export function toFeedbackRow(
  line: EligibleLine,
  evidence: Evidence | undefined,
  order: number,
): FeedbackRow {
  const id = line.instance_id;
  const { signals: _signals, ...facts } = line.feedback;
  const metadata = toJsonText({
    profile: FEEDBACK_PROFILE,
    source: { file: line.file, row: line.row },
    checked: line.checked,
    feedback: facts,
  });
  const head = {
    instance_id: id,
    stage: 'feedback' as const,
    evidence_id: order === 1 ? `${id}:feedback` : `${id}:feedback:${order}`,
    corpus: evidence?.corpus ?? '',
    system: '',
    prompt: evidence === undefined ? '' : renderPrompt(evidence),
    privileged_context: line.block,
    token_count: line.token_count,
  };
  if (evidence === undefined) return { ...head, ...NO_ROLLOUT, metadata };
  const context = {
    evidence,
    extra: decodeExtra(evidence),
    system: '',
    prompt: head.prompt,
    profileName: FEEDBACK_PROFILE,
    withGold: false,
    agent: '',
    split: '',
    index: 0,
  };
  return { ...head, ...rolloutFields(context), metadata };
}

const NO_ROLLOUT = {
  repo: '',
  base_commit: '',
  language: '',
  docker_image: '',
  workdir: '',
  test_command: '',
  FAIL_TO_PASS: '[]',
  PASS_TO_PASS: '[]',
  gold_patch: '',
  test_patch: '',
};
