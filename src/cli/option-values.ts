/** Owns how option values are read from the command line. */
import { InvalidArgumentError } from 'commander';

/** Collects `--only a,b --only c` into one list. */
export const collectList = (value: string, previous: readonly string[]): string[] => [
  ...previous,
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];

/** A whole number of at least `least`. */
export const readCount =
  (least: number) =>
  (value: string): number => {
    const count = Number(value);
    if (!Number.isSafeInteger(count) || count < least) {
      throw new InvalidArgumentError(`expected a whole number of at least ${least}, found "${value}"`);
    }
    return count;
  };
