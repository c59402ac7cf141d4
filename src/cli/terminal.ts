/** Owns the process's streams as the commands see them: data on stdout, talk on stderr, colours where they fit. */
import pc from 'picocolors';
import { describeWriteFailure } from '../io/output-error.js';
import { ClosedPipe } from './exit-code.js';

export type Colors = ReturnType<typeof pc.createColors>;

/** The part of `process` that the command line uses. */
export interface ProcessStreams {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export class Terminal {
  readonly colors: Colors;
  readonly width: number;
  readonly isInteractive: boolean;
  /** True when a person reads stdout. */
  readonly drawsOnStdout: boolean;
  #failure: Error | null = null;

  constructor(private readonly streams: ProcessStreams) {
    const { stdout, stderr, env } = streams;
    this.colors = pc.createColors(wantsColor(stdout, env));
    this.width = stdout.isTTY && stdout.columns > 0 ? stdout.columns : 100;
    this.drawsOnStdout = stdout.isTTY === true;
    this.isInteractive = stderr.isTTY === true && env['TERM'] !== 'dumb' && env['CI'] === undefined;
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      this.#failure ??= describeFailure(error);
    });
    // Nobody listens to what we say: that is no reason to stop working.
    stderr.on('error', () => undefined);
  }

  get stderr(): NodeJS.WriteStream {
    return this.streams.stderr;
  }

  /**
   * Writes data to stdout and waits until it is taken.
   * @throws ClosedPipe when the reader went away; OutputError when the device is full or fails
   */
  async write(text: string): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve, reject) => {
      this.streams.stdout.write(text, (error) => {
        if (error) reject(describeFailure(error));
        else resolve();
      });
    });
  }

  /** Says something to the user, on stderr. */
  say(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }
}

const describeFailure = (error: NodeJS.ErrnoException): Error =>
  error.code === 'EPIPE' ? new ClosedPipe() : describeWriteFailure('to standard output', error);

function wantsColor(stream: NodeJS.WriteStream, env: ProcessStreams['env']): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Control characters made visible, so that a row cannot move the reader's cursor: `\x1b`. Line feeds and tabs stay. */
export const escapeControls = (text: string): string =>
  text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => {
      const code = character.charCodeAt(0);
      return code < 256
        ? `\\x${code.toString(16).padStart(2, '0')}`
        : `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );

/** The same for text that has to stay on one line. */
export const escapeLine = (text: string): string => escapeControls(text).replaceAll('\n', '\\n');
