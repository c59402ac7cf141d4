/** Owns the options about clones, wider context and detail, which every command has that builds or renders evidence. */
import { type Command, InvalidArgumentError } from 'commander';
import type { WindowContext } from '../extract/windows.js';
import { LOCALIZATION_DETAILS, type LocalizationDetail } from '../render/profile.js';

export interface RepositoryFlags {
  readonly repos?: string;
  readonly requireRepos?: boolean;
  readonly context?: WindowContext;
  readonly detail?: LocalizationDetail;
}

/** Declares these options. */
export function addRepositoryOptions(command: Command): Command {
  return command
    .option('--repos <folder>', 'read the repositories from clones in this folder (see "repos")')
    .option('--require-repos', 'reject instances whose clone or base commit is missing')
    .option(
      '--context <lines|scope|file>',
      'show more of the old files: lines on each side of a change, the enclosing definition, or the file',
      readContext,
    )
    .option(
      '--detail <level>',
      `how much localization tells: ${LOCALIZATION_DETAILS.join(', ')} (each more than the one before; default line)`,
      readDetail,
    );
}

function readContext(value: string): WindowContext {
  if (value === 'scope' || value === 'file') return { kind: value };
  const count = Number(value);
  if (value.trim() !== '' && Number.isSafeInteger(count) && count >= 0) return { kind: 'lines', count };
  throw new InvalidArgumentError(`expected a number of lines, scope or file, found "${value}"`);
}

function readDetail(value: string): LocalizationDetail {
  const detail = LOCALIZATION_DETAILS.find((name) => name === value);
  if (detail) return detail;
  throw new InvalidArgumentError(`expected one of ${LOCALIZATION_DETAILS.join(', ')}, found "${value}"`);
}
