/**
 * Measures the syntax room: MB per second of processor time for each language over the source files below the given folders (default: node_modules),
 * and whether memory stays flat over 10,000 parses in a row.
 *
 *     npx tsx test/bench/syntax.ts [FOLDER…]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { loadGrammar } from '../../src/syntax/grammar.js';
import { outlineFile } from '../../src/syntax/outline-text.js';

const LANGUAGE_OF: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.jsx': 'javascript',
  '.ts': 'typescript',
  '.tsx': 'tsx',
  '.java': 'java',
  '.go': 'go',
  '.rs': 'rust',
  '.c': 'c',
  '.h': 'cpp',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cs': 'csharp',
  '.rb': 'ruby',
  '.php': 'php',
};
const MAX_FILES = 1_500;
const MAX_BYTES = 500_000;
const PARSES = 10_000;

function listFiles(folders: string[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  const queue = [...folders];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) queue.push(path);
      const language = entry.isFile() ? LANGUAGE_OF[extname(entry.name)] : undefined;
      if (language === undefined) continue;
      const list = files.get(language) ?? [];
      files.set(language, list);
      if (list.length < MAX_FILES && statSync(path).size < MAX_BYTES) list.push(path);
    }
  }
  return files;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
const write = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const folders = process.argv.slice(2);
  const files = listFiles(folders.length > 0 ? folders : ['node_modules']);
  write('language      files     MB   MB/s  definitions  incomplete');
  for (const [language, paths] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!(await loadGrammar(language))) continue;
    const texts = paths.map((path) => readFileSync(path, 'utf8'));
    for (const text of texts.slice(0, 20)) outlineFile(language, text);
    let characters = 0;
    let definitions = 0;
    let incomplete = 0;
    const start = process.cpuUsage();
    for (const text of texts) {
      const outline = outlineFile(language, text);
      characters += text.length;
      definitions += outline?.definitions.length ?? 0;
      if (outline?.complete !== true) incomplete++;
    }
    // Processor time: a busy machine does not change the figure.
    const used = process.cpuUsage(start);
    const seconds = (used.user + used.system) / 1e6;
    write(
      [
        language.padEnd(12),
        String(texts.length).padStart(6),
        megabytes(characters).toFixed(1).padStart(6),
        (characters / 1e6 / seconds).toFixed(1).padStart(6),
        String(definitions).padStart(12),
        String(incomplete).padStart(11),
      ].join(' '),
    );
  }
  await measureMemory(files);
}

/** Parses files of the tree languages in turn; a leak of trees would show as growth after the first thousand. */
async function measureMemory(files: Map<string, string[]>): Promise<void> {
  const texts: [string, string][] = [];
  for (const [language, paths] of files) {
    if (language === 'python' || !(await loadGrammar(language))) continue;
    for (const path of paths.slice(0, 100)) {
      const text = readFileSync(path, 'utf8');
      if (text.length < 20_000) texts.push([language, text]);
    }
  }
  if (texts.length === 0) return;
  write('');
  for (let done = 0; done <= PARSES; done++) {
    if (done === 0 || done === 1_000 || done % 3_000 === 1_000) {
      write(`${String(done).padStart(6)} parses: ${megabytes(process.memoryUsage().rss)} MB resident`);
    }
    const [language, text] = texts[done % texts.length] ?? ['', ''];
    outlineFile(language, text);
  }
}

await main();
