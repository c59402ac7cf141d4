/** Owns `swe-evidence repos`: what rows need of their repositories, what is missing of it, and fetching that. */
import { type CollectedNeeds, collectNeeds } from '../pipeline/repository-needs.js';
import { type MissingParts, type RepositoryStatus, statusOfRepositories } from '../repository/need.js';
import { type SyncEvent, type SyncResult, syncRepositories } from '../repository/sync.js';
import { chooseIngester, readIds } from './build-options.js';
import type { CommandContext } from './context.js';
import { EmptyInputNotes } from './empty-inputs.js';
import { EXIT } from './exit-code.js';
import type { StatusFlags, SyncFlags } from './repos-command.js';
import { type Colors, escapeControls, type Terminal } from './terminal.js';

async function collect(
  inputs: readonly string[],
  flags: StatusFlags,
  { terminal, signal }: CommandContext,
): Promise<CollectedNeeds> {
  const emptyInputs = new EmptyInputNotes();
  const collected = await collectNeeds(inputs, {
    ingester: await chooseIngester(flags),
    only: new Set([...flags.only, ...(flags.onlyFile === undefined ? [] : await readIds(flags.onlyFile))]),
    carry: [],
    overrides: { testGlobs: [], sourceGlobs: [] },
    limit: flags.limit ?? Infinity,
    signal,
    onEmptyInput: emptyInputs.add,
  });
  if (!flags.quiet) {
    emptyInputs.tell(terminal);
    const { refused, withoutBase } = collected;
    if (refused > 0) terminal.say(`${refused} rows cannot be read (see "build")`);
    if (withoutBase > 0) terminal.say(`${withoutBase} instances name no base commit`);
  }
  return collected;
}

/** Says what the clones lack; the exit code. */
export async function runStatus(
  inputs: readonly string[],
  flags: StatusFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal } = context;
  const { needs, instances } = await collect(inputs, flags, context);
  const statuses = await statusOfRepositories(needs, flags.repos, { signal });
  const width = Math.max(0, ...statuses.map(({ repo }) => repo.length));
  for (const status of statuses) {
    await terminal.write(
      flags.json ? `${JSON.stringify(status)}\n` : `${describeStatus(status, width, terminal.colors)}\n`,
    );
  }
  const incomplete = statuses.filter(({ kind }) => kind !== 'complete').length;
  if (!flags.quiet) {
    const what = `${statuses.length} repositories of ${instances} instances`;
    terminal.say(
      incomplete === 0
        ? `${what}: nothing is missing`
        : `${what}: ${incomplete} lack something; "repos sync" fetches it`,
    );
  }
  return incomplete === 0 ? EXIT.done : EXIT.findings;
}

function describeStatus(
  { repo, kind, missing, reason }: RepositoryStatus,
  width: number,
  colors: Colors,
): string {
  const name = escapeControls(repo).padEnd(width);
  switch (kind) {
    case 'complete':
      return `${name}  ${colors.green('complete')}`;
    case 'incomplete':
      return `${name}  ${colors.yellow('incomplete')}: ${describeMissing(missing)}`;
    case 'no_clone':
      return `${name}  ${colors.yellow('no clone')}: ${countParts(missing)}`;
    case 'failed':
      return `${name}  ${colors.red('failed')}: ${escapeControls(reason)}`;
  }
}

/** Fetches what the clones lack; the exit code. */
export async function runSync(
  inputs: readonly string[],
  flags: SyncFlags,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal } = context;
  const { needs } = await collect(inputs, flags, context);
  const view = new SyncView(terminal, flags.quiet);
  const results = await syncRepositories(needs, flags.repos, {
    remote: flags.remote,
    jobs: flags.jobs,
    onProgress: (event) => view.show(event),
    signal,
  });
  view.clear();
  if (flags.json) for (const result of results) await terminal.write(`${JSON.stringify(result)}\n`);
  const lacking = results.filter(({ kind }) => kind !== 'ok');
  if (!flags.quiet) {
    const fetched = results.reduce((sum, result) => sum + result.fetched, 0);
    terminal.say(
      `${results.length} repositories, ${fetched} commits and branches fetched` +
        (lacking.length > 0 ? `, ${lacking.length} still lack something` : ', nothing is missing'),
    );
  }
  return lacking.length === 0 ? EXIT.done : EXIT.findings;
}

/** A line per finished repository; in a terminal also one that moves while a transfer runs. */
class SyncView {
  #isLineOpen = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly isQuiet: boolean,
  ) {}

  show(event: SyncEvent): void {
    if (this.isQuiet) return;
    if (event.kind === 'transfer') {
      if (!this.terminal.isInteractive) return;
      const line = `${escapeControls(event.repo)}: ${event.stage} ${event.percent} %`;
      this.terminal.stderr.write(`\r${line.slice(0, this.terminal.width - 1)}\u001b[K`);
      this.#isLineOpen = true;
      return;
    }
    this.clear();
    const { result, finished, total } = event;
    this.terminal.say(`[${finished}/${total}] ${describeResult(result, this.terminal.colors)}`);
  }

  clear(): void {
    if (this.#isLineOpen) this.terminal.stderr.write('\r\u001b[K');
    this.#isLineOpen = false;
  }
}

function describeResult({ repo, kind, fetched, missing, reason }: SyncResult, colors: Colors): string {
  const name = escapeControls(repo);
  if (kind === 'ok')
    return `${name}: ${colors.green('complete')}${fetched > 0 ? `, ${fetched} fetched` : ''}`;
  if (kind === 'failed') return `${name}: ${colors.red('failed')}: ${escapeControls(reason)}`;
  return `${name}: ${colors.yellow('incomplete')}, ${fetched} fetched: ${describeMissing(missing)}`;
}

const PART_NAMES = [
  ['commits', 'commit'],
  ['parentsOf', 'parent of'],
  ['branches', 'branch'],
] as const satisfies readonly (readonly [keyof MissingParts, string])[];

/** `lacks 12 commits and 1 branch`. */
function countParts(missing: MissingParts): string {
  const parts = PART_NAMES.flatMap(([key, noun]) => {
    const count = missing[key].length;
    if (count === 0) return [];
    const plural =
      key === 'parentsOf'
        ? `${count === 1 ? 'parent' : 'parents'} of commits`
        : `${noun}${noun === 'branch' ? 'es' : 's'}`;
    return [`${count} ${count === 1 && key !== 'parentsOf' ? noun : plural}`];
  });
  return `lacks ${parts.join(' and ')}`;
}

/** The count, and the first names of what is missing. */
function describeMissing(missing: MissingParts): string {
  const names = PART_NAMES.flatMap(([key, noun]) =>
    missing[key].map((name) => `${noun} ${escapeControls(name)}`),
  );
  const more = names.length > 3 ? `, … ${names.length - 3} more` : '';
  return `${countParts(missing)} (${names.slice(0, 3).join(', ')}${more})`;
}
