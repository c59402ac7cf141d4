/** Owns preparing a test log: colours and shell tracing out, cut to the harness's markers. Source: SWE-bench and SWE-smith harness. */

const ANSI = /\u001b\[[0-9;?]{0,20}[ -/]{0,4}[@-~]/g;

/** Log lines between the markers of the harness, cleaned, and what the log says about the run as a whole. */
export interface TestLog {
  readonly lines: readonly string[];
  /** True when the harness's start marker was found. */
  readonly marked: boolean;
  /** The tests ran into the harness's time limit. */
  readonly timedOut: boolean;
}

/**
 * Cleans a log: ANSI sequences and carriage returns out, lines of `bash -x` (`+ cmd`) dropped, cut to `>>>>> Start Test Output` … `End`.
 * Older logs have no markers: then the whole text counts.
 */
export function readTestLog(text: string): TestLog {
  const all = text.replace(ANSI, '').replaceAll('\r', '').split('\n');
  const start = all.findIndex((line) => line.includes('>>>>> Start Test Output'));
  // The marker may be echoed twice: once as the traced command, once as its output.
  const last = all.findIndex((line, index) => index > start && line.includes('>>>>> End Test Output'));
  const cut = start < 0 ? all : all.slice(start + 1, last < 0 ? all.length : last);
  const lines = cut.filter((line) => !/^\++ /.test(line) && !line.includes('>>>>> Start Test Output'));
  const timedOut = all.some((line) =>
    />>>>> Tests Timed Out|^Timeout error: \d{1,9} seconds exceeded|The command took too long to execute/.test(
      line,
    ),
  );
  return { lines, marked: start >= 0, timedOut };
}
