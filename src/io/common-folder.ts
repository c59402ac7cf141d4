/** Owns the names of input files in the output: relative to the inputs' common folder, never absolute. */
import { dirname, parse, relative, resolve, sep } from 'node:path';

/**
 * Returns a function from a file path, as rows carry it, to its name in the output.
 *
 * Names are relative to the deepest folder that holds all inputs, with `/` on every system. So a single file has its
 * base name, files of a given folder are `folder/name`, and stdin is `-`. Inputs on different drives: base names.
 *
 * @param inputs the input paths as given: files, folders, `-`
 */
export function nameFilesRelative(inputs: readonly string[]): (file: string) => string {
  const folders = inputs.filter((input) => input !== '-').map((input) => dirname(resolve(input)));
  const common = folders.reduce<string | undefined>(
    (shared, folder) => (shared === undefined ? folder : findSharedFolder(shared, folder)),
    undefined,
  );
  return (file) => {
    if (file === '-') return '-';
    const path = resolve(file);
    const name = common === undefined || common === '' ? '' : relative(common, path);
    const isBelow = name !== '' && name !== '..' && !name.startsWith(`..${sep}`) && parse(name).root === '';
    return isBelow ? name.split(sep).join('/') : parse(path).base;
  };
}

/** The deepest folder that holds both; "" when there is none (different drives). */
function findSharedFolder(left: string, right: string): string {
  const root = parse(left).root;
  if (root !== parse(right).root) return '';
  const leftParts = left.slice(root.length).split(sep);
  const rightParts = right.slice(root.length).split(sep);
  let count = 0;
  while (count < leftParts.length && leftParts[count] === rightParts[count]) count += 1;
  return root + leftParts.slice(0, count).join(sep);
}
