/** Owns what `route` says about the router's options: the list of them, and how many labels each value moves. */
import Table from 'cli-table3';
import { readRuns } from '../pipeline/trajectory-source.js';
import { measureOptionEffects, type OptionEffect } from '../trajectory/option-effect.js';
import {
  listOptionValues,
  ROUTER_OPTIONS,
  type RouterOptionName,
  type RouterOptions,
} from '../trajectory/router-option.js';
import type { Dialect } from '../trajectory/dialect-name.js';
import type { CommandContext } from './context.js';
import { sayRejected } from './run-options.js';
import type { Colors } from './terminal.js';

const NAMES = Object.keys(ROUTER_OPTIONS) as RouterOptionName[];

/** Every option with its values, the default first. */
export function describeOptions(asJson: boolean, colors: Colors, width: number): string {
  if (asJson) {
    const list = NAMES.map((name) => ({
      name,
      description: ROUTER_OPTIONS[name].description,
      default: listOptionValues(name)[0],
      values: ROUTER_OPTIONS[name].values,
    }));
    return `${JSON.stringify(list, null, 2)}\n`;
  }
  const parts = NAMES.map((name) => {
    const lines = Object.entries(ROUTER_OPTIONS[name].values).map(([value, meaning], order) => {
      const mark = order === 0 ? '*' : ' ';
      return wrapText(`  ${mark} ${value.padEnd(13)}`, meaning, width);
    });
    return `${colors.bold(name)}  ${ROUTER_OPTIONS[name].description}\n${lines.join('')}`;
  });
  return `${parts.join('\n')}\n${colors.dim('* = the default. Change one with --option name=value.')}\n`;
}

function wrapText(head: string, text: string, width: number): string {
  const lines: string[] = [];
  let line = head;
  for (const word of text.split(' ')) {
    const isFirst = line.length === head.length || line.trim() === '';
    if (!isFirst && line.length + word.length >= width) {
      lines.push(line);
      line = ' '.repeat(head.length);
    }
    line += line.endsWith(' ') ? word : ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
}

/** The labels that each value other than the chosen one moves, over all runs; memory does not grow with the runs. */
export async function measureEffects(
  inputs: readonly string[],
  flags: { readonly json: boolean; readonly dialect?: Dialect; readonly quiet: boolean },
  router: RouterOptions,
  { terminal, signal }: CommandContext,
): Promise<{ readonly text: string; readonly rejected: number }> {
  const sums = new Map<string, OptionEffect>();
  let runs = 0;
  let rejected = 0;
  for await (const item of readRuns(inputs, flags.dialect === undefined ? {} : { dialect: flags.dialect })) {
    signal.throwIfAborted();
    if (item.kind === 'rejected') {
      rejected += 1;
      sayRejected(terminal, item.problem, rejected);
    }
    if (item.kind !== 'run') continue;
    runs += 1;
    for (const effect of measureOptionEffects([item.trajectory], router)) {
      const key = `${effect.option}=${effect.value}`;
      const before = sums.get(key) ?? { ...effect, moved: 0, steps: 0, runs: 0 };
      sums.set(key, {
        ...before,
        moved: before.moved + effect.moved,
        steps: before.steps + effect.steps,
        runs: before.runs + effect.runs,
      });
    }
  }
  const effects = [...sums.values()];
  if (flags.json) return { text: `${JSON.stringify(effects, null, 2)}\n`, rejected };
  const table = new Table({
    head: ['option', 'instead of', 'value', 'labels moved', 'share', 'runs'],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right'],
  });
  for (const { option, value, moved, steps, runs: touched } of effects) {
    const share = steps === 0 ? 0 : (100 * moved) / steps;
    table.push([option, router[option], value, moved, `${share.toFixed(1)} %`, touched]);
  }
  const steps = effects[0]?.steps ?? 0;
  const foot = terminal.colors.dim(`${steps} steps of ${runs} runs; one option changed at a time`);
  return { text: `${table.toString()}\n${foot}\n`, rejected };
}
