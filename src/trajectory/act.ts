/**
 * Owns the act: one thing that a tool call does, before any stage is thought of. Calls are turned into acts in call-act.ts, shell
 * texts in shell-effect.ts; which stage an act proposes is decided in proposal.ts.
 */

/** `capture` = the output of a read or a run redirected into a file that is no source, such as `git diff > patch.txt`. */
export type ActKind =
  | 'explore'
  | 'edit'
  | 'capture'
  | 'undo'
  | 'test_run'
  | 'script_run'
  | 'inline_code'
  | 'revert'
  | 'cd'
  | 'neutral'
  | 'none'
  | 'other';

/** One thing that a call does. */
export interface Act {
  readonly kind: ActKind;
  /** Files written (edit, undo, revert) or the script that is run; as written, seen from the directory that the shell text went to. */
  readonly paths: readonly string[];
  /** tool = a tool of the scaffold; shell = a shell command; code = Python text inside a command. */
  readonly via: 'tool' | 'shell' | 'code';
  /** Tool or program name. */
  readonly program: string;
}

/** An act of a tool or program; on no paths when none are given. */
export function makeAct(kind: ActKind, via: Act['via'], program: string, paths: readonly string[] = []): Act {
  return { kind, paths, via, program };
}
