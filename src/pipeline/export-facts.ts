/** Owns what an export measures on its way: counts, the largest texts, sources and licences. Bounded by repositories. */
import type { CardFacts } from '../export/card.js';
import { extraText } from '../export/row-fields.js';
import type { LargestText } from '../export/settings.js';
import type { Evidence } from '../model/evidence.js';
import type { PlannedInstance } from './export-rows.js';

const NOTHING: LargestText = { tokenCount: 0, instanceId: '', stage: '' };

interface Repository {
  instances: number;
  licence: string;
}

export class ExportFacts {
  instances = 0;
  rows = 0;
  blankPrompts = 0;
  withoutImage = 0;
  withoutTestCommand = 0;
  prompt = NOTHING;
  block = NOTHING;
  teacher = NOTHING;
  readonly largestByStage = new Map<string, number>();
  readonly instancesBySplit = new Map<string, number>();
  readonly #corpora = new Map<string, number>();
  readonly #repositories = new Map<string, Repository>();

  add(evidence: Evidence, split: string, planned: PlannedInstance): void {
    const { instance_id: instanceId, environment } = evidence;
    this.instances += 1;
    this.rows += planned.rows.length;
    if (planned.prompt.trim() === '') this.blankPrompts += planned.rows.length;
    if (environment.image === '') this.withoutImage += planned.rows.length;
    if (environment.test_command === '') this.withoutTestCommand += planned.rows.length;
    this.prompt = larger(this.prompt, { tokenCount: planned.promptTokens, instanceId, stage: '' });
    for (const { stage, tokenCount } of planned.rows.flatMap((row) => row.blocks)) {
      this.block = larger(this.block, { tokenCount, instanceId, stage });
      this.largestByStage.set(stage, Math.max(this.largestByStage.get(stage) ?? 0, tokenCount));
    }
    for (const [stage, tokenCount] of planned.teacherTokens)
      this.teacher = larger(this.teacher, { tokenCount, instanceId, stage });
    increase(this.instancesBySplit, split);
    increase(this.#corpora, evidence.corpus);
    const repository = this.#repositories.get(evidence.repo) ?? { instances: 0, licence: '' };
    this.#repositories.set(evidence.repo, repository);
    repository.instances += 1;
    repository.licence ||= extraText(planned.extra, 'license') || extraText(planned.extra, 'license_name');
  }

  /** Corpora by name. */
  sources(): CardFacts['sources'] {
    return [...this.#corpora]
      .map(([corpus, instances]) => ({ corpus, instances }))
      .toSorted((left, right) => compareText(left.corpus, right.corpus));
  }

  /** Repositories, those with most instances first. */
  repositories(): CardFacts['repositories'] {
    return [...this.#repositories]
      .map(([repo, { instances, licence }]) => ({ repo, instances, licence }))
      .toSorted((left, right) => right.instances - left.instances || compareText(left.repo, right.repo));
  }
}

const larger = (left: LargestText, right: LargestText): LargestText =>
  right.tokenCount > left.tokenCount ? right : left;

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function increase(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
