/**
 * Owns the trainers' names and titles, which help and cards print. Their rows and settings are one file each, listed in
 * registry.ts; the command line loads those only when it exports.
 */

interface Trainer {
  readonly title: string;
  /** False when the trainer has one fixed field for the evidence, so that rows are long only. */
  readonly hasWide: boolean;
}

/** By the name that `--to` takes, in the order in which they are listed. */
export const TRAINERS = {
  trl: { title: 'TRL SDFTTrainer and SDPOTrainer', hasWide: true },
  swift: { title: 'ms-swift GKD, OPSD, RLSD, SDAR', hasWide: true },
  verl: { title: 'verl, SDPO and forks', hasWide: true },
  prime: { title: 'prime-rl opsd and verifiers environments', hasWide: true },
  slime: { title: 'slime and miles', hasWide: true },
  'nemo-gym': { title: 'NeMo-Gym and NeMo-RL', hasWide: true },
  opsd: { title: 'the OPSD reference code (problem, solution)', hasWide: false },
  flat: { title: 'strings and integers only, for any loader', hasWide: true },
} as const satisfies Readonly<Record<string, Trainer>>;

export type TrainerName = keyof typeof TRAINERS;
