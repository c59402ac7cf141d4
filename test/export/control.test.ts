/** Claim: a control shows what it says, with the same cost, and nothing of the repair it stands in for. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DonorRegister } from '../../src/export/donors.js';
import { GenericWriter } from '../../src/export/generic-text.js';
import { STAGES } from '../../src/model/stage.js';
import { renderBlock } from '../../src/render/block.js';
import { loadCounter } from '../../src/tokens/vocabularies.js';
import { COUNTER, shelfRecord } from './shelf-evidence.js';

const REPAIR_WORDS =
  /\b(?:fix|bug|error|fault|fail\w*|test\w*|repair\w*|patch\w*|code|line\w*|file\w*|change\w*|def|class|diff)\b/i;

describe('generic', () => {
  const writer = new GenericWriter(COUNTER);

  it.each(STAGES)(
    '%s: as many tokens, lines, headings, list items and fences, and nothing of the task',
    async (stage) => {
      for (const index of [0, 1, 2, 3]) {
        const block = renderBlock(await shelfRecord(index), stage);
        const text = writer.write(block, `key ${index}`);
        const count = (pattern: RegExp, subject: string): number => subject.match(pattern)?.length ?? 0;
        expect(COUNTER.count(text)).toBe(COUNTER.count(block));
        for (const pattern of [/\n/g, /^#{1,6} /gm, /^- /gm, /^```/gm])
          expect(count(pattern, text)).toBe(count(pattern, block));
        expect(text).not.toMatch(REPAIR_WORDS);
        expect(writer.write(block, `key ${index}`)).toBe(text);
        expect(writer.write(block, 'another key')).not.toBe(text);
      }
    },
  );

  it.each(['cl100k_base', 'o200k_base'])('has the same number of tokens with %s', async (name) => {
    const counter = loadCounter(name);
    const block = renderBlock(await shelfRecord(1), 'patch');
    expect(counter.count(new GenericWriter(counter).write(block, 'k'))).toBe(counter.count(block));
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', '# x', '- a b', '```py', '\t\tif (x) {', 'é漢字 ~~~', '}', '   ')),
        (lines) => {
          const block = lines.join('\n');
          const text = writer.write(block, 'k');
          expect(text.split('\n')).toHaveLength(block.split('\n').length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes a line of a million characters in linear time', () => {
    const block = `## x\n${'ab '.repeat(350_000)}\n`;
    expect(COUNTER.count(writer.write(block, 'k'))).toBe(COUNTER.count(block));
  });
});

describe('other-instance', () => {
  const ITEMS = Array.from({ length: 60 }, (_, index) => ({
    repo: `r/${index % 4}`,
    id: `i${index}`,
    fingerprint: `f${index % 7}`,
  }));

  it('stays in the repository, never shows the same fix, and does not depend on the order of rows', () => {
    const choices = [ITEMS, ITEMS.toReversed()].map((items) => {
      const register = new DonorRegister(3);
      for (const { repo, id, fingerprint } of items) register.add(repo, id, fingerprint);
      return new Map(ITEMS.map(({ repo, id, fingerprint }) => [id, register.choose(repo, id, fingerprint)]));
    });
    expect(choices[0]).toEqual(choices[1]);
    for (const { repo, id, fingerprint } of ITEMS) {
      const donor = ITEMS.find((item) => item.id === choices[0]?.get(id));
      expect(donor?.repo).toBe(repo);
      expect(donor?.fingerprint).not.toBe(fingerprint);
    }
  });

  it('the seed changes the choice, and there is none where every fix is the same', () => {
    const chosen = [0, 1].map((seed) => {
      const register = new DonorRegister(seed);
      for (const { repo, id, fingerprint } of ITEMS) register.add(repo, id, fingerprint);
      return ITEMS.map(({ repo, id, fingerprint }) => register.choose(repo, id, fingerprint)).join();
    });
    expect(chosen[0]).not.toBe(chosen[1]);
    const register = new DonorRegister(0);
    for (const id of ['a', 'b', 'c']) register.add('r/r', id, 'same');
    expect(register.choose('r/r', 'a', 'same')).toBeNull();
    expect(register.choose('r/unknown', 'a', 'same')).toBeNull();
  });
});
