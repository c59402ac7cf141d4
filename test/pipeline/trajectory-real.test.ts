/** Claims on the public runs and reports: every run reads, totals stay, verdicts are what the harness meant, no feedback shows the fix. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_OVERRIDES } from '../../src/extract/repair.js';
import { makeFeedbackGuard } from '../../src/leak/feedback-guard.js';
import { sourcesOfRecord } from '../../src/leak/sources.js';
import { collectVocabulary } from '../../src/leak/vocabulary.js';
import type { BuildOptions } from '../../src/pipeline/build.js';
import { readAttempts } from '../../src/pipeline/trajectory-attempt.js';
import { EvidenceIndex } from '../../src/pipeline/trajectory-evidence.js';
import { type FeedbackLine, judgeAttempt } from '../../src/pipeline/trajectory-feedback.js';
import { readRuns, type RunItem } from '../../src/pipeline/trajectory-source.js';
import { DEFAULT_PROFILE } from '../../src/render/profile.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { findConversation } from '../../src/trajectory/conversation.js';
import { countStages } from '../../src/trajectory/route-row.js';
import { routeTrajectory } from '../../src/trajectory/router.js';
import { measureConversation } from '../../src/trajectory/token-span.js';

const DATA = new URL('../../../shared/data/', import.meta.url).pathname;
const RUNS = `${DATA}trajectories`;
const REPORTS = `${DATA}reports`;
const counter = loadCounter('qwen3');

async function readAll(path: string): Promise<RunItem[]> {
  const runs: RunItem[] = [];
  for await (const item of readRuns([path], {})) if (item.kind === 'run') runs.push(item);
  return runs;
}

describe.skipIf(!existsSync(RUNS))('the public runs (skipped when ../shared/data is absent)', () => {
  it('24 runs in five dialects: 723 steps with their labels', async () => {
    const runs = await readAll(RUNS);
    const steps: Record<string, number> = {};
    const labels = { localization: 0, reproduction: 0, patch: 0 };
    for (const { trajectory } of runs) {
      steps[trajectory.dialect] = (steps[trajectory.dialect] ?? 0) + trajectory.steps.length;
      const counts = countStages(routeTrajectory(trajectory));
      for (const stage of ['localization', 'reproduction', 'patch'] as const) labels[stage] += counts[stage];
    }
    expect(runs).toHaveLength(24);
    expect(steps).toEqual({
      openhands: 107,
      'r2e-gym': 0,
      'r2e-gym-log': 29,
      'chat-xml': 103,
      'mini-swe-agent': 389,
      'swe-agent': 95,
    });
    expect(labels).toEqual({ localization: 274, reproduction: 340, patch: 109 });
  });

  it('every run that holds messages has disjoint token places in order', async () => {
    let measured = 0;
    for (const { value, trajectory } of await readAll(RUNS)) {
      const conversation = findConversation(value, trajectory);
      if (conversation === undefined) continue;
      measured += 1;
      const { steps, total } = measureConversation(conversation, 'qwen3-instruct', counter);
      const edges = steps.flatMap(({ response, observation }) => [
        response.start,
        response.end,
        observation.start,
        observation.end,
      ]);
      expect(edges).toEqual(edges.toSorted((left, right) => left - right));
      expect(edges.at(-1)).toBeLessThanOrEqual(total);
    }
    expect(measured).toBe(17);
  });
});

const VERIFIED = `${DATA}swe-bench-verified/SWE-bench_Verified_test.parquet`;

describe.skipIf(!existsSync(REPORTS) || !existsSync(VERIFIED))(
  'the public reports (skipped when ../shared/data is absent)',
  () => {
    const listIds = (folder: string): string[] => readdirSync(`${REPORTS}/${folder}`);

    async function judge(folder: string, evidence?: EvidenceIndex): Promise<FeedbackLine[]> {
      const lines: FeedbackLine[] = [];
      const options = {
        instance: '',
        counter,
        nameFile: (file: string) => file,
        ...(evidence ? { evidence } : {}),
      };
      for await (const attempt of readAttempts([`${REPORTS}/${folder}`], { log: '' })) {
        if (attempt.kind === 'rejected') throw new Error(attempt.problem.message);
        const judged = await judgeAttempt(attempt, options);
        if ('problem' in judged) throw new Error(judged.problem.message);
        lines.push(judged.line);
      }
      return lines;
    }

    it('SWE-smith resolved three of four attempts, though its reports say that no patch was applied', async () => {
      const lines = await judge('swe-smith/run_evaluation');
      const told = lines.map(
        (line) => `${line.instance_id} ${line.eligible ? 'eligible' : line.refusals[0]?.code}`,
      );
      expect(told).toEqual([
        'run_evaluation report_aggregate',
        'getmoto__moto.694ce1f4.pr_7331 accepted',
        'pandas-dev__pandas.95280573.pr_53652 accepted',
        'pandas-dev__pandas.95280573.pr_53856 eligible',
        'pydantic__pydantic.acb0f10f.pr_8316 accepted',
      ]);
    });

    it('no block of an unresolved attempt holds an added line of its fix; one planted in its log is withheld', async () => {
      const ids = [
        ...listIds('swe-bench-verified-unresolved'),
        ...listIds('swe-bench-v1-logs').map((name) => name.split('.')[0] ?? ''),
      ];
      const options: BuildOptions = {
        ingester: null,
        counter,
        profile: DEFAULT_PROFILE,
        overrides: NO_OVERRIDES,
        limit: Infinity,
        only: new Set(ids),
        carry: [],
      };
      const evidence = await EvidenceIndex.open([VERIFIED], options);
      try {
        const lines = [
          ...(await judge('swe-bench-verified-unresolved', evidence)),
          ...(await judge('swe-bench-v1-logs', evidence)),
        ];
        const eligible = lines.filter((line) => line.eligible);
        expect(eligible.length).toBe(16);
        for (const line of eligible) {
          const source = { file: line.file, row: 0, line: 0 };
          const match = await evidence.find({ instanceId: line.instance_id, source }, '');
          expect(match, line.instance_id).toBeDefined();
          if (match === undefined) continue;
          const vocabulary = collectVocabulary(sourcesOfRecord(match.evidence));
          const findLine = makeFeedbackGuard(vocabulary);
          expect(line.checked).toBe(true);
          expect(line.block.split('\n').filter((text) => findLine(text) !== undefined)).toEqual([]);
          for (const secret of vocabulary.addedLines) {
            if (
              secret.replace(/\s+/g, ' ').length < 12 ||
              vocabulary.oldLines.has(secret) ||
              vocabulary.testLines.has(secret)
            )
              continue;
            expect(findLine(`ValueError: raised in ${secret} at line 7`), secret).toBeDefined();
          }
        }
      } finally {
        await evidence.close();
      }
    });

    it('every unresolved attempt gives a signal, and no word of a message is ours', async () => {
      for (const id of listIds('swe-bench-verified-unresolved')) {
        const [line] = await judge(`swe-bench-verified-unresolved/${id}`);
        if (!line?.eligible) throw new Error(`${id} must be eligible`);
        expect(line.feedback.signals.length).toBeGreaterThan(0);
        const log = readFileSync(`${REPORTS}/swe-bench-verified-unresolved/${id}/test_output.txt`, 'utf8');
        const words = new Set(log.split(/\s+/));
        for (const { message } of line.feedback.signals) {
          for (const word of message.split(/\s+/)) if (!word.endsWith('…')) expect(words).toContain(word);
        }
      }
    });
  },
);
