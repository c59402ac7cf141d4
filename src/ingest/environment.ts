/** Owns what a rollout needs, taken from a row: container image, folder in it, test command. */
import type { Instance } from '../model/instance.js';
import type { FieldReader } from './field-reader.js';
import { IMAGE_NAMES, TEST_COMMAND_NAMES, WORKDIR_NAMES } from './field-names.js';
import { hasContent, textAt, valueAt } from './field-reader.js';

export type Environment = Instance['environment'];

/** Image prefixes whose harness is known to keep the repository in one folder. */
const WORKDIRS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[/:])sweb\.eval\.(?!win\.)/, '/testbed'],
  [/^namanjain12\//, '/testbed'],
  [/\/sweap-images:/, '/app'],
  [/(?:^|\/)swesmith[./]/, '/testbed'],
];
const TESTS_START = ": '>>>>> Start Test Output'\n";
const TESTS_END = ": '>>>>> End Test Output'";

/**
 * Reads image, workdir and test command. The row's own workdir counts before the one its image is known for; the
 * test command may be a text or a list of lines. Unknown = "".
 */
export function readEnvironment(reader: FieldReader): Environment {
  const image = reader.anyText(IMAGE_NAMES);
  return {
    image,
    workdir: reader.anyText(WORKDIR_NAMES) || workdirOfImage(image),
    test_command: readTestCommand(reader),
  };
}

/** The folder of the repository in an image, "" when the image is of no known harness. */
export function workdirOfImage(image: string): string {
  return WORKDIRS.find(([pattern]) => pattern.test(image))?.[1] ?? '';
}

function readTestCommand(reader: FieldReader): string {
  for (const name of TEST_COMMAND_NAMES) {
    if (!hasContent(reader.row, name)) continue;
    if (name === 'eval_script') return commandOfScript(textAt(reader.row, name));
    const value = valueAt(reader.row, name);
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return value.join('\n');
  }
  return '';
}

/** The lines of SWE-bench's evaluation script between its two markers. */
function commandOfScript(script: string): string {
  const start = script.indexOf(TESTS_START);
  if (start < 0) return '';
  const from = start + TESTS_START.length;
  const end = script.indexOf(TESTS_END, from);
  return end < 0 ? '' : script.slice(from, end).replace(/\n$/, '');
}
