/** Owns the list of exporters: a new trainer is one file, one line here and one in trainer.ts. */
import type { z } from 'zod';
import type { Exporter } from './exporter.js';
import { flatExporter } from './flat.js';
import { nemoGymExporter } from './nemo-gym.js';
import { opsdExporter } from './opsd.js';
import { primeExporter } from './prime.js';
import { slimeExporter } from './slime.js';
import { swiftExporter } from './swift.js';
import type { TrainerName } from './trainer.js';
import { trlExporter } from './trl.js';
import { verlExporter } from './verl.js';

const BY_NAME: Readonly<Record<TrainerName, Exporter>> = {
  trl: trlExporter,
  swift: swiftExporter,
  verl: verlExporter,
  prime: primeExporter,
  slime: slimeExporter,
  'nemo-gym': nemoGymExporter,
  opsd: opsdExporter,
  flat: flatExporter,
};

/** In the order in which help lists them. */
export const EXPORTERS: readonly Exporter[] = Object.values(BY_NAME);

/** The exporter with this name (`--to`), undefined when there is none. */
export const findExporter = (name: string): Exporter | undefined =>
  EXPORTERS.find((exporter) => exporter.name === name);

/** The row schemas by name: `export-trl`, `export-trl-wide` … */
export const EXPORT_SCHEMAS: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  EXPORTERS.flatMap(({ name, long, wide }) => [
    [`export-${name}`, long.schema] as const,
    ...(wide ? [[`export-${name}-wide`, wide.schema] as const] : []),
  ]),
);
