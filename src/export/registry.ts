/** Owns the list of exporters: a new trainer is one file and one line here. */
import type { z } from 'zod';
import type { Exporter } from './exporter.js';
import { flatExporter } from './flat.js';
import { nemoGymExporter } from './nemo-gym.js';
import { opsdExporter } from './opsd.js';
import { primeExporter } from './prime.js';
import { slimeExporter } from './slime.js';
import { swiftExporter } from './swift.js';
import { trlExporter } from './trl.js';
import { verlExporter } from './verl.js';

export const EXPORTERS: readonly Exporter[] = [
  trlExporter,
  swiftExporter,
  verlExporter,
  primeExporter,
  slimeExporter,
  nemoGymExporter,
  opsdExporter,
  flatExporter,
];

export const findExporter = (name: string): Exporter | undefined =>
  EXPORTERS.find((exporter) => exporter.name === name);

/** The row schemas by name: `export-trl`, `export-trl-wide` … */
export const EXPORT_SCHEMAS: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(
  EXPORTERS.flatMap(({ name, long, wide }) => [
    [`export-${name}`, long.schema] as const,
    ...(wide ? [[`export-${name}-wide`, wide.schema] as const] : []),
  ]),
);
