/**
 * Owns the choice of the other instance for the control `other-instance`: of the same repository, never with the same
 * fix. It does not depend on the order of the rows. One small entry is kept per instance.
 */
import { chooseIndex } from './seeded.js';

interface Donor {
  readonly instanceId: string;
  readonly fingerprint: string;
}

export class DonorRegister {
  readonly #byRepo = new Map<string, Donor[]>();
  #isSorted = true;

  constructor(private readonly seed: number) {}

  add(repo: string, instanceId: string, fingerprint: string): void {
    const donors = this.#byRepo.get(repo) ?? [];
    this.#byRepo.set(repo, donors);
    donors.push({ instanceId, fingerprint });
    this.#isSorted = false;
  }

  /** The id of another instance of the repository with another fix, null when there is none. */
  choose(repo: string, instanceId: string, fingerprint: string): string | null {
    this.#sort();
    const donors = this.#byRepo.get(repo) ?? [];
    // Donors with the same fix stand together: skip them as one stretch.
    const start = lowerBound(donors, (donor) => donor.fingerprint < fingerprint);
    const end = lowerBound(donors, (donor) => donor.fingerprint <= fingerprint);
    const others = donors.length - (end - start);
    if (others === 0) return null;
    const index = chooseIndex(`${this.seed}\n${repo}\n${instanceId}`, others);
    return donors[index < start ? index : index + (end - start)]?.instanceId ?? null;
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#isSorted = true;
    for (const donors of this.#byRepo.values()) donors.sort(compareDonors);
  }
}

function compareDonors(left: Donor, right: Donor): number {
  if (left.fingerprint !== right.fingerprint) return left.fingerprint < right.fingerprint ? -1 : 1;
  if (left.instanceId === right.instanceId) return 0;
  return left.instanceId < right.instanceId ? -1 : 1;
}

/** The first index at which `isBefore` is false; it is true up to there. */
function lowerBound(donors: readonly Donor[], isBefore: (donor: Donor) => boolean): number {
  let low = 0;
  let high = donors.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const donor = donors[middle];
    if (donor && isBefore(donor)) low = middle + 1;
    else high = middle;
  }
  return low;
}
