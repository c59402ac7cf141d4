/**
 * Owns the command line as a whole: which commands there are, and what an error means for the exit code. A command is
 * two files: NAME-command.ts declares it (arguments, options, help) and is always loaded; NAME.ts does its work and is
 * loaded, with all the libraries it needs, when the command runs.
 */
import { Command, CommanderError, Help, type Option } from 'commander';
import { TOOL_VERSION } from '../version.js';
import { registerBuild } from './build-command.js';
import { registerCheck } from './check-command.js';
import type { CommandContext } from './context.js';
import { EXIT, Interrupted, judgeError } from './exit-code.js';
import { registerDiagnose } from './diagnose-command.js';
import { registerExport } from './export-command.js';
import { registerFeedback } from './feedback-command.js';
import { registerFormats } from './formats-command.js';
import { registerInspect } from './inspect-command.js';
import { registerRoute } from './route-command.js';
import { registerRepos } from './repos-command.js';
import { registerSchema } from './schema-command.js';
import { type ProcessStreams, Terminal } from './terminal.js';
import { registerTokens } from './tokens-command.js';

type ProcessLike = ProcessStreams &
  Pick<NodeJS.Process, 'on' | 'off'> & { exitCode?: NodeJS.Process['exitCode'] };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the command line of `process` and sets its exit code; never throws, never ends the process. */
export async function main(process: ProcessLike): Promise<void> {
  const terminal = new Terminal(process);
  const abort = new AbortController();
  const listen = (listener: () => void): void => {
    for (const signal of SIGNALS) process.on(signal, listener);
  };
  const ignore = (listener: () => void): void => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  // The first signal ends the command in order; after a second one the next ends the process.
  const interrupt = (): void => {
    if (abort.signal.aborted) ignore(interrupt);
    abort.abort(new Interrupted());
  };
  listen(interrupt);
  const context: CommandContext = { terminal, signal: abort.signal, exitCode: EXIT.done };
  try {
    await createProgram(context).parseAsync([...process.argv]);
    process.exitCode = context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    } else {
      const { code, message } = judgeError(error);
      if (message !== '') terminal.say(`swe-evidence: ${message}`);
      process.exitCode = code;
    }
  } finally {
    ignore(interrupt);
  }
}

/** A default that says nothing (an empty list, off) is left out of the help. */
const describeOption = (option: Option): string =>
  new Help().optionDescription(option).replace(/ \(default: (?:\[\]|\{\}|false|"")\)$/, '');

function createProgram(context: CommandContext): Command {
  const program = new Command('swe-evidence')
    .description('Privileged evidence for post-training coding agents, from SWE-bench-style repair datasets.')
    .version(TOOL_VERSION, '-V, --version')
    .showHelpAfterError('(see --help)')
    .configureHelp({ optionDescription: describeOption })
    .exitOverride();
  registerBuild(program, context);
  registerInspect(program, context);
  registerTokens(program, context);
  registerExport(program, context);
  registerRoute(program, context);
  registerDiagnose(program, context);
  registerFeedback(program, context);
  registerCheck(program, context);
  registerFormats(program, context);
  registerRepos(program, context);
  registerSchema(program, context);
  for (const command of program.commands) command.exitOverride();
  return program;
}
