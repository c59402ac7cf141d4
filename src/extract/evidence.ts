/** Owns the assembly of the record from the three extractors. Tokens are counted later, on the rendered blocks. */
import { type Evidence, SCHEMA_VERSION, type Tokens } from '../model/evidence.js';
import { fingerprintFix } from './fingerprint.js';
import { extractLocalization } from './localization.js';
import type { Material } from './material.js';
import { extractPatch } from './patch.js';
import type { Repair } from './repair.js';
import { extractReproduction } from './reproduction.js';
import { measureStatement } from './statement.js';
import { NO_CONTEXT, type WindowContext } from './windows.js';

const NO_TOKENS: Tokens = {
  localization: { block: 0, added: 0 },
  reproduction: { block: 0, added: 0 },
  patch: { block: 0, added: 0 },
  full: { block: 0, added: 0 },
};

/** The evidence of one repair. Pure: the same repair, material and context give the same record. */
export function extractEvidence(
  repair: Repair,
  material: Material,
  context: WindowContext = NO_CONTEXT,
): Evidence {
  const { instance } = repair;
  const { localization, warnings: locWarnings } = extractLocalization(repair, material, context);
  const { reproduction, warnings: repWarnings } = extractReproduction(repair, material);
  return {
    schema_version: SCHEMA_VERSION,
    instance_id: instance.instance_id,
    corpus: instance.corpus,
    repo: instance.repo,
    language: instance.language,
    problem_statement: instance.problem_statement,
    student_context: instance.student_context,
    base: instance.base,
    environment: instance.environment,
    extra: JSON.stringify(instance.extra),
    fingerprint: fingerprintFix(repair.fix),
    localization,
    reproduction,
    patch: extractPatch(repair),
    repository: material.repository,
    statement_shows: measureStatement(repair, reproduction.fail_to_pass),
    tokens: NO_TOKENS,
    warnings: [...instance.warnings, ...material.warnings, ...locWarnings, ...repWarnings],
    source: instance.source,
  };
}
