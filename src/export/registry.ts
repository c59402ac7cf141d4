/** Owns the list of exporters: a new trainer is one file and one line here. */
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
