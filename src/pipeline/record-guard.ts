/** Owns the leak guard on finished records: whatever renders a block of a record asks here first. */
import { type Leak, findLeaks } from '../leak/guard.js';
import { sourcesOfRecord } from '../leak/sources.js';
import { collectVocabulary } from '../leak/vocabulary.js';
import type { Evidence } from '../model/evidence.js';

/** Everything the record's localization and reproduction blocks show that only its fix brings in. */
export const findRecordLeaks = (evidence: Evidence): Leak[] =>
  findLeaks(evidence, collectVocabulary(sourcesOfRecord(evidence)));
