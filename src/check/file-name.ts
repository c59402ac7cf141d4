/**
 * Owns what a loader reads into the names of files and folders: `datasets` takes a file for the split whose name stands in its
 * path as a word. Source: datasets/data_files.py (KEYWORDS_IN_FILENAME_BASE_PATTERNS, KEYWORDS_IN_DIR_NAME_BASE_PATTERNS).
 */
import type { Report } from './finding-log.js';

const SPLIT_WORDS = new Set([
  'train',
  'training',
  'validation',
  'valid',
  'val',
  'dev',
  'test',
  'testing',
  'eval',
  'evaluation',
]);

const SHARD_NAME = /^([A-Za-z_]\w*?)(?:-\d{5}-of-\d{5})?\.(?:jsonl|ndjson|parquet)(?:\.(?:gz|zst|zstd))?$/;

/**
 * `<split>.jsonl`, `<split>-00000-of-00003.parquet` and a folder `<split>/` are meant; a split word beside other words is not.
 * Code: split_word_in_name.
 * @param path of the file, below the folder of the dataset when that is known
 */
export function checkFileName(path: string, report: Report): void {
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const isName = index === parts.length - 1;
    const base = isName ? (SHARD_NAME.exec(part)?.[1] ?? part) : part;
    if (SPLIT_WORDS.has(base)) continue;
    const word = base.split(/[-._ 0-9]+/).find((candidate) => SPLIT_WORDS.has(candidate));
    if (word !== undefined)
      report('split_word_in_name', '', `${part}: loaders would read "${word}" as the name of the split`);
  }
}
