/** Owns the dataset card: README.md whose front matter tells `datasets` and the hub what the files are. */
import { stringify } from 'yaml';
import { type CardFeature, listFeatures, type RowColumns } from './row-columns.js';

/** One configuration of the dataset: a stage, or all of them. */
export interface CardConfig {
  readonly name: string;
  readonly isDefault: boolean;
  readonly dataFiles: readonly { readonly split: string; readonly path: readonly string[] }[];
}

/** Where rows came from, with counts of instances. */
export interface CardSource {
  readonly corpus: string;
  readonly instances: number;
}

export interface CardFacts {
  readonly trainerName: string;
  readonly trainerTitle: string;
  readonly columns: RowColumns;
  readonly configs: readonly CardConfig[];
  readonly rows: number;
  readonly instances: number;
  readonly sources: readonly CardSource[];
  readonly repositories: readonly {
    readonly repo: string;
    readonly instances: number;
    readonly licence: string;
  }[];
  readonly control: string;
  readonly profile: string;
  readonly tokenizer: string;
  readonly toolVersion: string;
}

/** Hub names of the corpora whose dataset is one and known; the others are named in the text only. */
const HUB_DATASETS: Readonly<Record<string, string>> = {
  'swe-bench-multilingual': 'SWE-bench/SWE-bench_Multilingual',
  'swe-bench-multimodal': 'SWE-bench/SWE-bench_Multimodal',
  'swe-bench-pro': 'ScaleAI/SWE-bench_Pro',
  'swe-gym': 'SWE-Gym/SWE-Gym',
  'swe-smith': 'SWE-bench/SWE-smith',
  'swe-rebench': 'nebius/SWE-rebench',
  'swe-rebench-v2': 'nebius/SWE-rebench-V2',
};

/** Repositories listed one by one; the rest is counted. */
const LISTED_REPOSITORIES = 100;

const SIZES: readonly (readonly [below: number, name: string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
];

/** The whole README.md. */
export function writeCard(facts: CardFacts): string {
  return `---\n${stringify(frontMatter(facts), { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n${cardBody(facts)}`;
}

function frontMatter(facts: CardFacts): unknown {
  const features: readonly CardFeature[] = listFeatures(facts.columns);
  const hub = facts.sources.flatMap(({ corpus }) => HUB_DATASETS[corpus] ?? []);
  return {
    pretty_name: `Privileged repair evidence (${facts.trainerName})`,
    license: 'other',
    license_name: 'upstream-repositories',
    language: ['en'],
    task_categories: ['text-generation'],
    tags: ['code', 'swe-bench', 'self-distillation', 'privileged-information'],
    size_categories: [SIZES.find(([below]) => facts.rows < below)?.[1] ?? 'n>10M'],
    ...(hub.length > 0 ? { source_datasets: hub } : {}),
    configs: facts.configs.map(({ name, isDefault, dataFiles }) => ({
      config_name: name,
      ...(isDefault ? { default: true } : {}),
      data_files: dataFiles.map(({ split, path }) => ({ split, path: path.length === 1 ? path[0] : path })),
    })),
    dataset_info: facts.configs.map(({ name }) => ({ config_name: name, features })),
  };
}

const number = (count: number): string => count.toLocaleString('en-US');

function cardBody(facts: CardFacts): string {
  const { configs } = facts;
  const example = configs.find(({ isDefault }) => !isDefault) ?? configs[0];
  const listed = facts.repositories.slice(0, LISTED_REPOSITORIES);
  const rest = facts.repositories.length - listed.length;
  return [
    `# Privileged repair evidence for ${facts.trainerTitle}\n\n`,
    `${number(facts.rows)} rows of ${number(facts.instances)} repair tasks, written by swe-evidence ${facts.toolVersion} ` +
      `(\`--to ${facts.trainerName}\`, profile ${facts.profile}, control ${facts.control}, tokens counted with ${facts.tokenizer}). ` +
      'The text for the teacher must not be shown to the student.\n\n',
    `\`\`\`python\nfrom datasets import load_dataset\n\nrows = load_dataset("path/to/this/folder", "${example?.name ?? 'all'}")\n\`\`\`\n\n`,
    '`settings.md` says what to tell the trainer.\n\n',
    '## Sources\n\n| corpus | instances |\n|---|---|\n',
    ...facts.sources.map(({ corpus, instances }) => `| ${cell(corpus)} | ${number(instances)} |\n`),
    '\n## Licences\n\n',
    'Prompts and blocks quote issues, source and tests of the repositories below; each stays under the licence of its ' +
      'repository, and the selection under that of its source dataset. Licences are those the rows name.\n\n',
    '| repository | instances | licence |\n|---|---|---|\n',
    ...listed.map(({ repo, instances, licence }) => {
      return `| ${cell(repo)} | ${number(instances)} | ${licence === '' ? 'not named' : cell(licence)} |\n`;
    }),
    rest > 0 ? `\n… ${number(rest)} more repositories.\n` : '',
  ].join('');
}

/** A value as one cell of a table. */
const cell = (text: string): string => text.replaceAll(/[\n|]/g, ' ');
