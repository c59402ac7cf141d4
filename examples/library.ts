/**
 * The library without the command line: build the bundled example rows, look at one block and its cost, and make the
 * rows TRL trains on. Run it with `npx tsx examples/library.ts` (here after `npm run build`).
 */
import { readFileSync } from 'node:fs';
import { buildRow, findExporter, makeBuildOptions, makeRowOptions, renderBlock, toRows } from 'swe-evidence';

const lines = readFileSync(new URL('shelf.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const options = makeBuildOptions();
const trl = findExporter('trl');
if (!trl) throw new Error('there is no exporter for TRL');
const rowOptions = makeRowOptions({ counter: options.counter, exporter: trl });

for (const [index, line] of lines.entries()) {
  const outcome = await buildRow(JSON.parse(line) as Record<string, unknown>, options, index);
  if (!outcome.ok) {
    process.stderr.write(`row ${index}: ${outcome.issue.code}: ${outcome.issue.message}\n`);
    continue;
  }
  const evidence = outcome.value;
  if (index === 0) process.stdout.write(renderBlock(evidence, 'localization'));
  for (const row of toRows(evidence, rowOptions, { split: 'train', index })) {
    const { evidence_id, token_count, privileged_context } = row;
    process.stdout.write(
      `${String(evidence_id)}: ${String(token_count)} tokens, ${String(privileged_context).length} characters\n`,
    );
  }
}
