/**
 * Owns the judgement over the text of one block in an export: does it hold another stage's text, or what only the repair
 * brings in? The same rules as the leak guard's, which looks at the values of a record; here there is text only.
 */
import { shortenText } from '../model/issue.js';
import type { Stage } from '../model/stage.js';
import { identifiersOf } from '../leak/vocabulary.js';
import { type BlockLine, blockLines, findHeadings, headingStage, unmark } from './block-lines.js';
import type { Report } from './finding-log.js';
import type { Reference } from './reference.js';
import type { ViewedBlock } from './row-view.js';

/** A line of a diff: where a hunk or a file begins. */
const DIFF_LINE = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/;

/** Shorter lines of tests stand in sources as well (`self.client = Client()`). Source: own choice. */
const TEST_LINE_MIN_CHARACTERS = 16;

/** In a row without its record, lines below this length or that import something say too little. Source: own choice. */
const CAUTIOUS_MIN_CHARACTERS = 24;
const IMPORT_LIKE = /^(?:import|from|use|using|require|#include|package|export)\b|\brequire\(/;

/**
 * Judges one block by the stage it shows. Codes: stage_impure, leak_localization, leak_reproduction.
 * @param reference null when the fix is not known: only headings and diff lines are looked at
 */
export function checkBlock(block: ViewedBlock, reference: Reference | null, report: Report): void {
  if (block.shownStage === '') return;
  const own = headingStage(block.shownStage);
  const say: Report = (code, _path, message) => report(code, block.path, message, block.stage);
  for (const stage of findHeadings(block.text)) {
    if (stage !== own) say('stage_impure', '', `the ${own} block holds the heading of the ${stage} block`);
  }
  const judge = JUDGES[own];
  for (const line of blockLines(block.text)) judge?.(line, reference, say);
}

const JUDGES: Readonly<
  Partial<Record<Stage, (line: BlockLine, reference: Reference | null, say: Report) => void>>
> = {
  localization: judgeLocalization,
  reproduction: judgeReproduction,
};

function judgeLocalization(line: BlockLine, reference: Reference | null, say: Report): void {
  const { raw, text, number } = line;
  const isOld = reference?.vocabulary.oldLines.has(text) === true;
  if (number === 0 && DIFF_LINE.test(raw) && !isOld)
    say('stage_impure', '', `the localization block holds a line of a diff: ${quote(text)}`);
  if (!reference || text === '') return;
  const { vocabulary, scopeLines, isComplete } = reference;
  const added = unmark(line).find(
    (each) => vocabulary.addedLines.has(each) && !vocabulary.oldLines.has(each),
  );
  if (added !== undefined) {
    if (isComplete || isTelling(added))
      say('leak_localization', '', `a line that the repair adds: ${quote(added)}`);
    return;
  }
  if (!isComplete) return;
  const paths = listPaths(text);
  for (const path of paths) {
    if (vocabulary.newPaths.has(path))
      say('leak_localization', '', `the new path of a renamed file: ${quote(path)}`);
  }
  const isTest = text.length >= TEST_LINE_MIN_CHARACTERS && vocabulary.testLines.has(text);
  if (isTest && !isOld && !scopeLines.has(text))
    say('stage_impure', '', `the localization block holds a line of the tests: ${quote(text)}`);
  // An added file may be named, as a new file.
  const isNamed = [...paths].some((path) => vocabulary.addedPaths.has(path));
  for (const name of isNamed ? [] : identifiersOf(text)) {
    // Words of headings and templates are no code, even when the repair has a variable of that name.
    if ((number > 0 || CODE_NAME.test(name)) && vocabulary.newIdentifiers.has(name))
      say('leak_localization', '', `a name that the repair brings in: ${quote(name)}`);
  }
}

const CODE_NAME = /[_$\d]|\p{Ll}\p{Lu}/u;

function judgeReproduction(line: BlockLine, reference: Reference | null, say: Report): void {
  if (!reference) return;
  const { vocabulary, isComplete } = reference;
  const leaked = unmark(line).find(
    (each) =>
      vocabulary.addedLines.has(each) && !vocabulary.oldLines.has(each) && !vocabulary.testLines.has(each),
  );
  if (leaked !== undefined && (isComplete || isTelling(leaked)))
    say('leak_reproduction', '', `a line that the repair adds: ${quote(leaked)}`);
}

const isTelling = (line: string): boolean =>
  line.length >= CAUTIOUS_MIN_CHARACTERS && !IMPORT_LIKE.test(line);

/** What may be a path in a line: words of path characters, and the whole of a heading or item without its note. */
function listPaths(text: string): Set<string> {
  const words = text.match(/[\w./@+~-]+/g) ?? [];
  const item = text.replace(/^(?:### |- )/, '').replace(/(?: \([\w ]+\)|: [^:]*)$/, '');
  return new Set([...words, ...words.map((word) => word.replace(/[.]+$/, '')), item]);
}

const quote = (text: string): string => JSON.stringify(shortenText(text));
