/** Owns the findings of a run: counted by code, the first places of each kept. Memory does not grow with the rows. */
import { type Finding, FINDING_CODES, type FindingCode, type Severity } from '../model/finding.js';

/** Reports one finding about the row or file at hand. */
export type Report = (code: FindingCode, path: string, message: string, stage?: string) => void;

/** Where the row at hand stands. */
export type FindingPlace = Pick<Finding, 'file' | 'row' | 'line' | 'instance_id'>;

/** Places kept per code. */
const KEPT_PLACES = 20;

export interface CodeFindings {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly meaning: string;
  readonly count: number;
  readonly places: readonly Finding[];
}

export class FindingLog {
  readonly #byCode = new Map<FindingCode, { count: number; readonly places: Finding[] }>();

  add(code: FindingCode, finding: Finding): void {
    const entry = this.#byCode.get(code) ?? { count: 0, places: [] };
    this.#byCode.set(code, entry);
    entry.count += 1;
    if (entry.places.length < KEPT_PLACES) entry.places.push(finding);
  }

  /** Binds the log to a place; `instance_id` may become known later and is read when a finding comes. */
  at(place: FindingPlace): Report {
    return (code, path, message, stage = '') => this.add(code, { ...place, stage, path, message });
  }

  /** By code, errors first, in the order of the list of codes. */
  list(): CodeFindings[] {
    const found = this.#listByCode();
    return [...found.filter(isError), ...found.filter((entry) => !isError(entry))];
  }

  #listByCode(): CodeFindings[] {
    return (Object.keys(FINDING_CODES) as FindingCode[]).flatMap((code) => {
      const entry = this.#byCode.get(code);
      if (!entry) return [];
      const [severity, meaning] = FINDING_CODES[code];
      return [{ code, severity, meaning, ...entry }];
    });
  }

  count(severity: Severity): number {
    return this.list().reduce((sum, entry) => sum + (entry.severity === severity ? entry.count : 0), 0);
  }
}

const isError = ({ severity }: CodeFindings): boolean => severity === 'error';
