/**
 * Every folder beside this file is a case: `command.json` holds the arguments and the exit code, `input/` what stands in
 * the folder the command runs in, `stdout` and `files/` what must come out, byte for byte.
 * UPDATE_GOLDEN=1 writes what came out instead of comparing; read the difference before you commit it.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHELF_PATH } from '../support/shelf.js';
import { runCommand } from '../support/command.js';

const HERE = new URL('.', import.meta.url).pathname;
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

const commandSchema = z.strictObject({
  claim: z.string(),
  args: z.array(z.string()),
  exit: z.int(),
  files: z.array(z.string()),
});

const CASES = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .toSorted();

describe('golden cases', () => {
  for (const name of CASES) {
    const folder = join(HERE, name);
    const command = commandSchema.parse(JSON.parse(readFileSync(join(folder, 'command.json'), 'utf8')));
    it(`${name}: ${command.claim}`, async () => {
      const work = mkdtempSync(join(tmpdir(), 'golden-'));
      try {
        if (existsSync(join(folder, 'input'))) cpSync(join(folder, 'input'), work, { recursive: true });
        else {
          cpSync(SHELF_PATH, join(work, 'shelf.jsonl'));
          cpSync(join(dirname(SHELF_PATH), 'runs'), join(work, 'runs'), { recursive: true });
        }
        const result = await runCommand(command.args, work);
        compare(join(folder, 'stdout'), result.stdout);
        for (const file of command.files) {
          compare(join(folder, 'files', file), readFileSync(join(work, file), 'utf8'));
        }
        expect(result.exitCode, result.stderr).toBe(command.exit);
      } finally {
        rmSync(work, { recursive: true });
      }
    });
  }
});

function compare(path: string, actual: string): void {
  if (UPDATE) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  }
  expect(actual).toBe(readFileSync(path, 'utf8'));
}
